"""Disengagement, at the start of the combat phase [A44-20]."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from grognard.play import Action
from grognard.reasons import Reason, rule, total
from grognard_ardennes44 import areas
from grognard_ardennes44.areas import is_held
from grognard_ardennes44.attackers import unit_bars
from grognard_ardennes44.breakdown import BreakDown, break_bars, break_refusal, take_break
from grognard_ardennes44.dice import die
from grognard_ardennes44.flight import Flight, Path
from grognard_ardennes44.nightmarkers import may_attack_at_night
from grognard_ardennes44.pieces import (
    change,
    did,
    eliminate,
    enemies_beside,
    grade_reason,
    note_deed,
    units_of,
)
from grognard_ardennes44.position import Ardennes, ArdennesDecision, ArdennesPosition, ArdennesResolution
from grognard_ardennes44.rally import DISRUPTED, worsened
from grognard_ardennes44.retreat import fall_back
from grognard_ardennes44.stacking import EnforceStacking, overstacking
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.zoc import beside_enemies

__all__ = [
    "ChooseDisengagement",
    "ChooseWayOut",
    "Disengage",
    "DisengagementRoll",
    "Disengagements",
    "GoTo",
    "StayAll",
    "disengagement_bars",
    "disengagement_modifiers",
    "disengagement_paths",
]


class Disengage(Action, frozen=True):
    """This unit tries to disengage."""

    unit: str


class StayAll(Action, frozen=True):
    """No unit more tries."""

    verb = "stay"


class GoTo(Action, frozen=True):
    """Disengage along these hexes."""

    hexes: tuple[str, ...]
    verb = "to"


@rule("A44-20.1", "A44-20.2", "A44-20.3", "A44-29.1", "A44-25.18")
def disengagement_bars(rules: Tables, position: ArdennesPosition, id_: str, side: str) -> tuple[Reason, ...]:
    """Every rule by which a unit may not try: Engaged units may, and undisrupted ones next to the enemy."""
    unit = position.units.get(id_)
    if unit is None or rules.counters[id_].side != side or unit.hex not in rules.ground(position).board.index:
        return (Reason(f"{id_} is no unit of the {side} side on the map", "A44-20.1"),)
    found = []
    if did(position, id_, "tried"):
        found.append(Reason("it has tried", "A44-20.4"))
    if not unit.engaged and unit.state:
        found.append(Reason(f"it is {unit.state} and not Engaged", "A44-20.3"))
    if not unit.engaged and not enemies_beside(rules, position, unit.hex, side):
        found.append(Reason("no enemy is next to it", "A44-20.3"))
    if rules.counters[id_].gun and side == "german" and unit.marker != "pm":
        found.append(Reason("German artillery goes nowhere without a prime mover", "A44-17.21"))
    if is_held(position, unit):
        found.append(Reason("red coordinates: no disengagement on Turn 1", "A44-29.1"))
    if position.night and not may_attack_at_night(rules, position, id_):
        found.append(Reason("at night only who may attack may disengage instead", "A44-25.18"))
    if not found and next(disengagement_paths(rules, position, id_, result="Yes"), None) is None:
        found.append(Reason("it has no way out", "A44-20.8" if unit.engaged else "A44-20.10"))
    return tuple(found)


@rule("A44-20.5")
def disengagement_modifiers(rules: Tables, id_: str) -> tuple[Reason, ...]:
    """Grade, and tank or recon unit; both count."""
    counter = rules.counters[id_]
    found = grade_reason(rules, "disengagement", counter, "A44-20.5")
    if counter.tank or counter.kind == "recon":
        value = int(rules.modifiers.look("disengagement", "tank_or_recon"))
        found = (*found, Reason("tank or recon unit", "A44-20.5", value))
    return found


@rule("A44-20.8", "A44-20.9")
def may_stop_in_ezoc(flight: Flight, result: str) -> bool:
    """Whether a unit may stop in a first hex in an EZOC: Engaged, undisrupted, and with a plain Yes."""
    return flight.unit.engaged and not flight.unit.state and result == "Yes"


@rule("A44-20.2", "A44-20.7", "A44-20.8", "A44-20.9", "A44-20.10")
def disengagement_paths(rules: Tables, position: ArdennesPosition, id_: str, result: str) -> Iterator[Path]:
    """Paths of one or two hexes, within the stacking limits.

    An Engaged unit may pass a first hex in an EZOC; it may stop there if it is undisrupted and stays so.
    """
    flight = Flight(rules, position, id_)
    for hexes in range(1, int(rules.distances.look("disengagement", "hexes")) + 1):
        for path in flight.paths(hexes, ezoc_first=flight.unit.engaged):
            if path[-1] not in flight.ground.board.index or flight.is_crowded(path[-1]):
                continue
            if any(True for _ in forbidden_ground(flight, path)):
                continue
            if hexes > 1 or may_stop_in_ezoc(flight, result) or not flight.in_vacant_ezoc(path[0]):
                yield path


@rule("A44-11.27", "A44-29.5", "A44-27.5")
def forbidden_ground(flight: Flight, path: Path) -> Iterator[Reason]:
    """Ground that a unit may not enter: nobody makes it disengage there, as a result of combat might."""
    for a, b in pairwise((flight.unit.hex, *path)):
        yield from areas.bars(flight.rules, flight.position, flight.counter, flight.unit, a, b)


def in_touch(rules: Tables, position: ArdennesPosition, side: str) -> list[str]:
    """Units of a side that are Engaged or next to an enemy, in the order of ids."""
    beside, units = beside_enemies(rules, position, side), position.units
    return sorted(
        id_ for hex, stack in position.stacks(side).items()
        for id_ in stack if hex in beside or units[id_].engaged
    )  # fmt: skip


@rule("A44-20.3", "A44-26.4")
def has_a_choice(rules: Tables, position: ArdennesPosition, id_: str, side: str) -> bool:
    """Whether a unit in touch may try to disengage, or be broken down so that its parts attack."""
    if not disengagement_bars(rules, position, id_, side):
        return True
    if not rules.counters[id_].breaks_into or any(unit_bars(rules, position, id_)):
        return False
    return not break_bars(rules, position, id_, before="tried")


# The steps -------------------------------------------------------------------------------------------------


@rule("A44-20.1", "A44-20.11", "A44-16.28", "A44-8.6")
class Disengagements(ArdennesResolution, frozen=True):
    """Units try to disengage, one after the other; then the side's Engaged markers come off.

    Where a unit was broken down, there must be room for its parts by then.
    """

    side: str
    over: bool = False

    def happen(self, play: Ardennes) -> None:
        """The next unit, or the end."""
        rules, position = play.rules, play.position
        touched = () if self.over else in_touch(rules, position, self.side)
        if any(has_a_choice(rules, position, id_, self.side) for id_ in touched):
            play.push(ChooseDisengagement(self.side), self)
            return
        mine = list(units_of(rules, position, self.side))
        for id_, unit in mine:
            if unit.engaged:
                change(play, id_, engaged=False)
        small = dict.fromkeys(unit.hex for id_, unit in mine if rules.counters[id_].pool)
        crowded = tuple(hex for hex in small if overstacking(rules, position, hex))
        if crowded:
            play.push(EnforceStacking(self.side, crowded))


@rule("A44-20.1", "A44-20.3", "A44-20.4", "A44-26.3", "A44-26.5")
class ChooseDisengagement(ArdennesDecision[Disengage | BreakDown | StayAll], frozen=True):
    """Name a unit that tries, break one down first, or go on to the attacks."""

    def options(self, play: Ardennes) -> Iterator[Disengage | BreakDown | StayAll]:
        """Units that may try, and large ones to break down."""
        for id_ in in_touch(play.rules, play.position, self.side):
            if not disengagement_bars(play.rules, play.position, id_, self.side):
                yield Disengage(id_)
        for id_, _ in units_of(play.rules, play.position, self.side):
            if play.rules.counters[id_].breaks_into and not break_bars(
                play.rules, play.position, id_, before="tried"
            ):
                yield BreakDown(id_)
        yield StayAll()

    def take(self, play: Ardennes, action: Disengage | BreakDown | StayAll) -> None:
        """Roll for it."""
        if isinstance(action, StayAll):
            play.amend(Disengagements, over=True)
            return
        if isinstance(action, BreakDown):
            take_break(play, self.side, action)
            return
        note_deed(play.position, action.unit, "tried")
        play.push(DisengagementRoll(action.unit))

    def refusal(self, play: Ardennes, action: Disengage | BreakDown | StayAll) -> tuple[Reason, ...]:
        """Why a unit may not try."""
        if isinstance(action, StayAll):
            return ()
        if isinstance(action, BreakDown):
            return break_refusal(play, self.side, action, before="tried")
        return disengagement_bars(play.rules, play.position, action.unit, self.side)


@rule("A44-20.4", "A44-20.6", "A44-20.7", "A44-20.9", "A44-20.10")
class DisengagementRoll(ArdennesResolution, frozen=True):
    """One roll for one unit; one that must go and has no way is eliminated."""

    unit: str

    def happen(self, play: Ardennes) -> None:
        """Roll low."""
        rules, position = play.rules, play.position
        chart, reasons = rules.disengagement, disengagement_modifiers(rules, self.unit)
        mark = Reason("disengagement table", "A44-20.4", sure=chart.sure)
        roll = play.roll("1d6", why="disengagement", reasons=(*reasons, mark))
        result = str(chart.look(roll + total(reasons)))
        thrown, hex = die(play, reasons), position.units[self.unit].hex
        play.log("disengagement", unit=self.unit, hex=hex, result=result, roll=thrown)
        if not result.startswith("Yes"):
            if result.endswith("D"):
                change(play, self.unit, state=worsened(position.units[self.unit].state, DISRUPTED))
        elif next(disengagement_paths(rules, position, self.unit, result), None) is None:
            eliminate(play, self.unit, "no retreat")
        else:
            play.push(ChooseWayOut(rules.counters[self.unit].side, self.unit, result))


@rule("A44-20.7", "A44-20.8", "A44-20.9", "A44-20.10")
class ChooseWayOut(ArdennesDecision[GoTo], frozen=True):
    """The owner chooses where a unit that disengages goes."""

    unit: str
    result: str
    assumption = "units disengage along the first path"

    def options(self, play: Ardennes) -> Iterator[GoTo]:
        """Every path."""
        return map(GoTo, disengagement_paths(play.rules, play.position, self.unit, self.result))

    def take(self, play: Ardennes, action: GoTo) -> None:
        """Go."""
        fall_back(play, self.unit, action.hexes, DISRUPTED if self.result.endswith("D") else "")
        note_deed(play.position, self.unit, "disengaged")

    def refusal(self, play: Ardennes, action: GoTo) -> tuple[Reason, ...]:
        """Why a path is none."""
        if action in self.options(play):
            return ()
        return way_bars(Flight(play.rules, play.position, self.unit), action.hexes, self.result)

    def assumed(self, play: Ardennes) -> GoTo:
        """The first."""
        return next(self.options(play))


def way_bars(flight: Flight, path: Path, result: str) -> tuple[Reason, ...]:
    """Every rule against a path that a unit would disengage along."""
    hexes = int(flight.rules.distances.look("disengagement", "hexes"))
    found = []
    if not 1 <= len(path) <= hexes or len(path) != len({flight.unit.hex, *path}) - 1:
        found.append(Reason(f"it goes 1 to {hexes} hexes", "A44-20.2"))
    for place, (a, b) in enumerate(pairwise((flight.unit.hex, *path))):
        if b not in flight.ground.board.neighbours(a):
            return (*found, Reason(f"{b} is not next to {a}", "A44-20.7"))
        found += flight.bars(a, b)
        if flight.in_vacant_ezoc(b) and (place or not flight.unit.engaged):
            found.append(Reason(f"{b} is in an enemy ZOC", "A44-20.10"))
    found += forbidden_ground(flight, path)
    stops_in_ezoc = len(path) == 1 and flight.unit.engaged and flight.in_vacant_ezoc(path[0])
    if stops_in_ezoc and not may_stop_in_ezoc(flight, result):
        found.append(Reason(f"{result}: it may not stop in an enemy ZOC", "A44-20.9"))
    if path and flight.is_crowded(path[-1]):
        found.append(Reason(f"no room in {path[-1]}", "A44-20.7"))
    return tuple(found)
