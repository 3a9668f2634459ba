"""Setting up a scenario: each side in its turn puts its units on the map and gives them their weapons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_asl.position import (
    Asl,
    AslDecision,
    AslPosition,
    AslResolution,
    Unit,
    Weapon,
    other_side,
)
from grognard_asl.scenario_schema import Group, Scenario
from grognard_asl.stacks import excess, holds_enemy, kind_of, place, units_in
from grognard_asl.tables import Tables
from grognard_asl.turn import Turn
from grognard_asl.victory import claim_all

__all__ = ["ChooseOwner", "ChoosePlace", "Issue", "Place", "SetUp", "set_up"]


class Place(Action, frozen=True):
    """Set a unit up in a hex."""

    unit: str
    hex: str


class Issue(Action, frozen=True):
    """Give a unit a machine gun before play."""

    weapon: str
    unit: str


def set_up(rules: Tables, scenario: Scenario) -> AslPosition:
    """The position of a scenario before anybody has set up."""
    units: dict[str, Unit] = {}
    weapons: dict[str, Weapon] = {}
    waiting: dict[str, int] = {}
    for number, group in enumerate(scenario.groups):
        for kind in each(group.units):
            id_ = next_id(units, scenario.nations[group.side][0])
            units[id_], waiting[id_] = Unit(group.side, kind, ""), number
        for kind in each(group.weapons):
            id_ = next_id(weapons, "mg")
            weapons[id_], waiting[id_] = Weapon(kind, ""), number
    first = scenario.sets_up_first
    control = (goal for goal in scenario.victory if goal.kind == "control")
    return AslPosition(
        agenda=[Turn(rules.sequence.first), SetUp(other_side(first)), SetUp(first)],
        scenario=scenario.id, turn=1, active=scenario.moves_first, phase="",
        units=dict(sorted(units.items())), at={}, weapons=weapons, waiting=dict(sorted(waiting.items())),
        residual={}, shots=[], directed={}, acted=set(), handled=set(), loads={}, crawled=set(), fought=set(),
        lost={"allies": 0, "axis": 0},
        held=dict(sorted((hex, str(goal.held_by)) for goal in control for hex in goal.hexes)),
    )  # fmt: skip


def each(counters: Mapping[str, int]) -> Iterator[str]:
    """Every counter of a group by its kind, copies one by one."""
    return (kind for kind, copies in counters.items() for _ in range(copies))


NUMERALS = "123456789abcdefghijklmnopqrstuvwxyz"


def next_id(known: Iterable[str], initial: str) -> str:
    """An id for the next counter; ids sort in the order of set-up, however a save orders them.

    >>> next_id((), "g"), next_id([f"g{n}" for n in NUMERALS[:9]], "g")
    ('g1', 'ga')
    """
    whole, rest = divmod(sum(1 for id_ in known if id_.startswith(initial)), len(NUMERALS))
    return f"{initial}{NUMERALS[-1] * whole}{NUMERALS[rest]}"


def group_of(play: Asl, id_: str) -> Group:
    """The group a unit or weapon not yet on the map belongs to."""
    return play.rules.scenario(play.position).groups[play.position.waiting[id_]]


@rule("ASLI-0.0.2")
class SetUp(AslResolution, frozen=True):
    """A side sets up: the weapons of a group are handed out, then its units placed; later groups wait."""

    side: str

    def happen(self, play: Asl) -> None:
        """Ask for the next one."""
        position = play.position
        for id_, number in position.waiting.items():
            group = play.rules.scenario(position).groups[number]
            if group.side != self.side:
                continue
            if id_ in position.weapons:
                play.push(ChooseOwner(self.side, id_), self)
                return
            if not group.turn and not any(position.waiting.get(gun) == number for gun in position.weapons):
                play.push(ChoosePlace(self.side, id_), self)
                return
        claim_all(play)


def room_bars(play: Asl, id_: str, hex: str) -> Iterator[Reason]:
    """What keeps a unit from being set up in a hex."""
    position, group = play.position, group_of(play, id_)
    unit = position.units[id_]
    if hex not in play.rules.zone(play.position, position.waiting[id_]):
        yield Reason(f"{hex} is not where it sets up", "ASLI-0.0.2")
    if holds_enemy(position, hex, unit.side):
        yield Reason(f"enemies are in {hex}", "ASLI-0.0.2")
    mmc = [other for other in units_in(position, hex) if kind_of(play.rules, position.units[other]).mmc]
    if group.mmc_per_hex and kind_of(play.rules, unit).mmc and len(mmc) >= group.mmc_per_hex:
        yield Reason(f"no more than {group.mmc_per_hex} squads or half-squads set up in a hex", "ASLI-0.0.2")
    there = excess(play, hex, unit.side, joined_by=id_)[1]
    if there:
        yield there


@rule("ASLI-0.0.2", "ASLI-4.5.4")
class ChoosePlace(AslDecision[Place], frozen=True):
    """Choose where a unit begins."""

    unit: str

    def options(self, play: Asl) -> Iterator[Place]:
        """Hexes of its zone with room."""
        taken = play.position.at
        for hex in play.rules.zone(play.position, play.position.waiting[self.unit]):
            if hex not in taken or next(room_bars(play, self.unit, hex), None) is None:
                yield Place(self.unit, hex)

    def take(self, play: Asl, action: Place) -> None:
        """Put it there."""
        del play.position.waiting[self.unit]
        place(play.position, self.unit, action.hex)
        unit = play.position.units[self.unit]
        play.log("placed", side=unit.side, kind=unit.kind, hex=unit.hex)

    def refusal(self, play: Asl, action: Place) -> tuple[Reason, ...]:
        """Why not there."""
        if action.unit != self.unit:
            return (Reason(f"{self.unit} is set up now", "ASLI-0.0.2"),)
        return tuple(room_bars(play, self.unit, action.hex))


@rule("ASLI-0.0.2", "ASLI-10.3.1")
class ChooseOwner(AslDecision[Issue], frozen=True):
    """Choose who begins with a machine gun."""

    weapon: str

    def options(self, play: Asl) -> Iterator[Issue]:
        """Units of its group."""
        waiting, units = play.position.waiting, play.position.units
        for id_, number in waiting.items():
            if number == waiting[self.weapon] and id_ in units:
                yield Issue(self.weapon, id_)

    def take(self, play: Asl, action: Issue) -> None:
        """Hand it out."""
        position = play.position
        del position.waiting[self.weapon]
        weapon, unit = position.weapons[self.weapon], position.units[action.unit]
        position.weapons[self.weapon] = msgspec.structs.replace(weapon, owner=action.unit, hex=unit.hex)
        play.log("issued", kind=weapon.kind, unit=action.unit, side=unit.side)
