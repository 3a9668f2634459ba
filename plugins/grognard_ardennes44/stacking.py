"""Stacking [A44-8]."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.pieces import defence_value, eliminate, sp, steps_at_first
from grognard_ardennes44.position import (
    Ardennes,
    ArdennesDecision,
    ArdennesPosition,
    ArdennesResolution,
    Unit,
)
from grognard_ardennes44.tables import Counter, Tables

__all__ = ["ChooseExcess", "EnforceStacking", "TakeOff", "overstacking", "tank_steps"]


class TakeOff(Action, frozen=True):
    """Remove a unit of an overstacked hex from play."""

    unit: str
    verb = "take-off"


@rule("A44-8.5")
def tank_steps(rules: Tables, counter: Counter, unit: Unit) -> int:
    """Steps of an outline tank, by the defence on the side that is up; no other unit counts any."""
    if not counter.outline:
        return 0
    return 2 if defence_value(counter, unit) >= rules.limits.outline_tank_two_steps_from else 1


@cache
def load(rules: Tables, id_: str, steps: int) -> tuple[int, int, int]:
    """What a unit with some steps left counts in a hex: stacking points, artillery units, tank steps."""
    counter, unit = rules.counters[id_], Unit("", steps)
    return sp(counter, unit), int(counter.gun), tank_steps(rules, counter, unit)


@rule("A44-8.1", "A44-8.2", "A44-8.3", "A44-8.4", "A44-8.8", "A44-13.6")
def overstacking(
    rules: Tables,
    position: ArdennesPosition,
    hex: Hex,
    joining: tuple[str, ...] = (),
    leaving: tuple[str, ...] = (),
) -> tuple[Reason, ...]:
    """Every limit that a hex breaks once some units have joined it and others left; boxes have none of these.

    Nations make no difference, and engineers do not count until they leave the town in which they appeared.
    ``joining`` may name units of the hex itself.
    """
    if hex not in rules.ground(position).board.index:
        return ()
    units, points, guns, steps = position.units, 0, 0, 0
    there = [id_ for id_ in position.stack(hex) if id_ not in leaving and id_ not in joining]
    for id_ in (*there, *joining):
        unit = units.get(id_)
        loads = load(rules, id_, unit.steps if unit else steps_at_first(rules, position, id_))
        points += loads[0]
        guns += loads[1]
        steps += loads[2]
    limits, found = rules.limits, []
    if points > limits.stacking_points:
        new = [id_ for id_ in there if f"placed {id_}" in position.tally]
        points -= sum(load(rules, id_, units[id_].steps)[0] for id_ in new)
    if points > limits.stacking_points:
        text = f"{points} stacking points in {hex}, {limits.stacking_points} at most"
        found.append(Reason(text, limits.cite["stacking_points"]))
    if guns > limits.artillery_per_hex:
        text = f"{guns} artillery units in {hex}, {limits.artillery_per_hex} at most"
        found.append(Reason(text, limits.cite["artillery_per_hex"]))
    if steps > limits.outline_tank_steps:
        text = f"{steps} steps of outline tanks in {hex}, {limits.outline_tank_steps} at most"
        found.append(Reason(text, limits.cite["outline_tank_steps"]))
    return tuple(found)


@rule("A44-8.7")
class EnforceStacking(ArdennesResolution, frozen=True):
    """The owner takes units off hexes until each keeps the limits."""

    side: str
    hexes: tuple[str, ...]

    def happen(self, play: Ardennes) -> None:
        """Ask for one unit at a time."""
        for hex in self.hexes:
            if overstacking(play.rules, play.position, hex):
                play.push(ChooseExcess(self.side, hex), self)
                return


@rule("A44-8.7")
class ChooseExcess(ArdennesDecision[TakeOff], frozen=True):
    """Choose a unit to take off an overstacked hex: one that counts towards a limit it breaks."""

    hex: str

    def options(self, play: Ardennes) -> Iterator[TakeOff]:
        """Units in excess."""
        rules, position = play.rules, play.position
        broken = {reason.cite for reason in overstacking(rules, position, self.hex)}
        cite = rules.limits.cite
        for id_ in position.stack(self.hex):
            counter, unit = rules.counters[id_], position.units[id_]
            counts = {
                cite["stacking_points"]: sp(counter, unit) > 0,
                cite["artillery_per_hex"]: counter.gun,
                cite["outline_tank_steps"]: counter.outline,
            }
            if any(counts[limit] for limit in broken):
                yield TakeOff(id_)

    def take(self, play: Ardennes, action: TakeOff) -> None:
        """Take it off."""
        eliminate(play, action.unit, "stacking")

    def refusal(self, play: Ardennes, action: TakeOff) -> tuple[Reason, ...]:
        """Why a unit is not in excess."""
        if action in self.options(play):
            return ()
        return (Reason(f"{action.unit} is not in excess in {self.hex}", "A44-8.7"),)

    def moot(self, play: Ardennes) -> bool:
        """Whether the hex keeps the limits by now."""
        return not overstacking(play.rules, play.position, self.hex)
