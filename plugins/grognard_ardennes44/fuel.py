"""German fuel shortage [A44-6]."""

from __future__ import annotations

from collections.abc import Container, Iterator

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import Reason, rule, total
from grognard_ardennes44.attack import formation_of
from grognard_ardennes44.dice import die
from grognard_ardennes44.pieces import change
from grognard_ardennes44.position import Ardennes, ArdennesDecision, ArdennesPosition, ArdennesResolution
from grognard_ardennes44.tables import Tables

__all__ = ["ChooseShort", "FuelRoll", "FuelShortage", "RunShort", "fuel_modifiers"]

ARMIES = ("5 PzA", "6 PzA")
"""The armies of the two tables, in their order."""


class RunShort(Action, frozen=True):
    """This division is short of fuel."""

    formation: str
    verb = "short"


@rule("A44-6.5")
def fuel_modifiers(rules: Tables, turn: int) -> tuple[Reason, ...]:
    """From Turn 15 the roll is one higher."""
    if turn >= rules.limits.fuel_added_from:
        return (Reason("clear weather: railways bombed", "A44-6.5", 1),)
    return ()


@rule("A44-6.1", "A44-6.2")
class FuelShortage(ArdennesResolution, frozen=True):
    """From Turn 7 the Germans roll once on each fuel shortage table."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Roll on both."""
        if play.position.turn >= play.rules.limits.fuel_from:
            play.push(FuelRoll(0), FuelRoll(1))


@rule("A44-6.8")
def has_arrived(rules: Tables, position: ArdennesPosition, formation: str) -> bool:
    """Whether a division is in play or due, on this very turn or since an earlier one."""
    return any(formation_of(rules, position, id_) == formation for id_ in position.units) or any(
        0 < turn <= position.turn and rules.counters[id_].formation == formation
        for id_, turn in position.waiting.items()
    )


@rule("A44-6.7", "A44-6.8", "A44-6.9", "A44-6.10")
def named_by(rules: Tables, position: ArdennesPosition, result: str) -> list[str]:
    """The divisions that a result may hit now, those still away left out."""
    ground, fuel = rules.ground(position), [f for f in rules.formations.values() if f.fuel]
    if result == "any_5th":
        fifth, both_maps = [f.id for f in fuel if f.colour == ARMIES[0]], ground.board.index
        return [formation for formation in fifth if units_on(rules, position, formation, both_maps)]
    if result == "west_map":
        panzers, west = [f.id for f in fuel if f.colour in ARMIES], ground.hexes_in("west_map")
        return [formation for formation in panzers if units_on(rules, position, formation, west)]
    named = [] if result == "-" else result.split("|")
    return [formation for formation in named if has_arrived(rules, position, formation)]


def units_on(rules: Tables, position: ArdennesPosition, formation: str, hexes: Container[Hex]) -> list[str]:
    """The units of a division that are in some hexes now."""
    return [
        id_ for id_, unit in position.units.items()
        if unit.hex in hexes and formation_of(rules, position, id_) == formation
    ]  # fmt: skip


@rule("A44-6.2", "A44-6.3", "A44-6.4", "A44-6.9", "A44-6.10")
class FuelRoll(ArdennesResolution, frozen=True):
    """A roll on one fuel shortage table; where a result leaves a choice, the result says whose."""

    table: int

    def happen(self, play: Ardennes) -> None:
        """Roll and see who is short."""
        rules, position = play.rules, play.position
        chart = rules.fuel[self.table]
        reasons = fuel_modifiers(rules, position.turn)
        mark = Reason("fuel shortage table", "A44-6.2", sure=chart.sure)
        roll = play.roll("1d6", why=f"fuel shortage, {ARMIES[self.table]}", reasons=(*reasons, mark))
        result = str(chart.look(roll + total(reasons)))
        play.log("fuel roll", table=ARMIES[self.table], result=result, roll=die(play, reasons))
        named = named_by(rules, position, result)
        if named and not draw_on_dump(play):
            chooser = "allied" if result in ("any_5th", "west_map") else "german"
            play.push(ChooseShort(chooser, tuple(named), result == "west_map"))


@rule("A44-32.1")
def draw_on_dump(play: Ardennes) -> bool:
    """Whether a captured fuel dump saves the division, each dump once.

    Only under the option ``fuel_dumps``; what a dump does is this project's own, for want of a text.
    """
    position = play.position
    if not play.rules.options["fuel_dumps"]:
        return False
    for hex in sorted(play.rules.ground(position).hexes_in("fuel_dump")):
        if position.control.get(hex) == "german" and not position.tally.get(f"dump {hex}"):
            position.tally[f"dump {hex}"] = 1
            play.log("fuel dump", hex=hex)
            return True
    return False


@rule("A44-6.4", "A44-6.7", "A44-6.9", "A44-6.10")
class ChooseShort(ArdennesDecision[RunShort], frozen=True):
    """A side chooses which of the divisions named is short of fuel."""

    formations: tuple[str, ...]
    west_only: bool

    def options(self, play: Ardennes) -> Iterator[RunShort]:
        """The divisions named."""
        return map(RunShort, self.formations)

    def take(self, play: Ardennes, action: RunShort) -> None:
        """Its units are out of supply."""
        run_short(play, action.formation, self.west_only)


@rule("A44-6.3", "A44-6.6")
def run_short(play: Ardennes, formation: str, west_only: bool) -> None:
    """All units of a division, its remnants and parts too, are out of supply; those that arrive enter so."""
    rules, position = play.rules, play.position
    play.log("short of fuel", formation=formation)
    west = rules.ground(position).hexes_in("west_map")
    hit = units_on(rules, position, formation, west) if west_only else [
        id_ for id_ in position.units if formation_of(rules, position, id_) == formation
    ]  # fmt: skip
    for id_ in sorted(hit):
        change(play, id_, dry=True, oos=True)
    if not west_only:
        position.tally[f"dry {formation}"] = position.turn
