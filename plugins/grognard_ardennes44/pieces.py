"""Units on the map: values by the side that is up, standing in a hex, moving, losing steps [A44-16.24]."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from grognard.reasons import Reason, rule
from grognard_ardennes44.position import Advantage, Ardennes, ArdennesPosition, Unit
from grognard_ardennes44.tables import Counter, Tables

__all__ = [
    "attack_value",
    "change",
    "counters_in",
    "defence_value",
    "did",
    "eliminate",
    "enemies_beside",
    "enters",
    "grade_reason",
    "in_units",
    "is_reduced",
    "lose_markers",
    "lose_parent",
    "lose_step",
    "not_in_play",
    "note_deed",
    "on_map",
    "origin",
    "place",
    "relocate",
    "remove",
    "sp",
    "steps_at_first",
    "units_of",
]


def units_of(rules: Tables, position: ArdennesPosition, side: str) -> list[tuple[str, Unit]]:
    """Units of a side with their ids, in the order of ids."""
    units = position.units
    return [(id_, units[id_]) for id_ in _ids_of(rules, tuple(units), side)]


@lru_cache(maxsize=256)
def _ids_of(rules: Tables, ids: tuple[str, ...], side: str) -> tuple[str, ...]:
    """Those of a side, in order: asked for every unit's sake, though units seldom come or go."""
    return tuple(id_ for id_ in sorted(ids) if rules.counters[id_].side == side)


def in_units(rules: Tables, position: ArdennesPosition, hex: str) -> list[tuple[Counter, Unit]]:
    """The pieces and units in a hex."""
    return [(rules.counters[id_], position.units[id_]) for id_ in position.stack(hex)]


def counters_in(rules: Tables, position: ArdennesPosition, hex: str) -> list[Counter]:
    """The pieces in a hex."""
    return [rules.counters[id_] for id_ in position.stack(hex)]


def on_map(rules: Tables, position: ArdennesPosition, id_: str) -> bool:
    """Whether a unit stands in a hex of the map, not in a box."""
    return position.units[id_].hex in rules.ground(position).board.index


def not_in_play(
    rules: Tables, position: ArdennesPosition, side: str, id_: str, cite: str = "A44-11.1"
) -> tuple[Reason, ...]:
    """Why an id that somebody typed is no unit of a side in play."""
    if id_ in position.units and rules.counters[id_].side == side:
        return ()
    here = ", ".join(position.stacks(side).get(id_, ()))  # a hex was named in place of a unit
    return (Reason(f"no {side} unit {id_} in play" + (f"; in {id_}: {here}" if here else ""), cite),)


@rule("A44-14.8", "A44-27.5")
def origin(rules: Tables, counter: Counter, unit: Unit) -> Counter:
    """The piece that says whose a unit is and what binds it: its parent's for remnants and small units."""
    return rules.counters[unit.parent] if unit.parent else counter


def is_reduced(counter: Counter, unit: Unit) -> bool:
    """Whether a unit shows its back."""
    return counter.steps > 1 and unit.steps < counter.steps


def attack_value(counter: Counter, unit: Unit) -> int:
    """The attack value on the side that is up."""
    return counter.attack_reduced if is_reduced(counter, unit) else counter.attack


def defence_value(counter: Counter, unit: Unit) -> int:
    """The defence value on the side that is up."""
    return counter.defence_reduced if is_reduced(counter, unit) else counter.defence


@rule("A44-8.2")
def sp(counter: Counter, unit: Unit) -> int:
    """Stacking points on the side that is up; none for outline tanks and artillery."""
    return counter.sp_reduced if is_reduced(counter, unit) else counter.sp


def enemies_beside(rules: Tables, position: ArdennesPosition, hex: str, side: str) -> list[str]:
    """Hexes next to ``hex`` that hold an enemy of ``side``, clockwise."""
    enemy = position.allied if side == "german" else position.german
    return [other for other in rules.ground(position).board.neighbours(hex) if other in enemy]


def did(position: ArdennesPosition, id_: str, deed: str) -> bool:
    """Whether a unit did something in this player turn."""
    return deed in position.deeds.get(id_, ())


def note_deed(position: ArdennesPosition, id_: str, deed: str) -> None:
    """Remember until the player turn ends what a unit did."""
    done = position.deeds.get(id_, ())
    if deed not in done:
        position.deeds[id_] = (*done, deed)


def change(play: Ardennes, id_: str, **changes: object) -> Unit:
    """Change facts of a unit other than where it stands; the changed unit."""
    unit: Unit = msgspec.structs.replace(play.position.units[id_], **changes)
    play.position.units[id_] = unit
    return unit


def place(play: Ardennes, id_: str, unit: Unit) -> None:
    """Bring a unit into play where ``unit.hex`` says."""
    position = play.position
    position.units[id_] = unit
    _join(play, id_, unit.hex)
    position.waiting.pop(id_, None)
    position.lost.pop(id_, None)
    enters(play, id_, unit.hex)


def relocate(play: Ardennes, id_: str, to: str) -> None:
    """Put a unit into another hex or box; control of what it enters passes to its side."""
    unit = play.position.units[id_]
    _leave(play, id_, unit.hex)
    play.position.units[id_] = msgspec.structs.replace(unit, hex=to)
    _join(play, id_, to)
    enters(play, id_, to)


@rule("A44-30.2", "A44-24.15", "A44-27.6")
def enters(play: Ardennes, id_: str, hex: str) -> None:
    """A unit enters a hex or passes through it: towns, entry, victory and bottleneck hexes change hands.

    It is remembered that the Germans have crossed the Meuse.
    """
    ground, side = play.rules.ground(play.position), play.rules.counters[id_].side
    if hex in ground.controlled:
        play.position.control[hex] = side
    if hex in ground.west_bank and side == "german":
        play.position.tally["meuse_crossed"] = 1


def _join(play: Ardennes, id_: str, hex: str) -> None:
    stacks = play.position.stacks(play.rules.counters[id_].side)
    stacks[hex] = tuple(sorted((*stacks.get(hex, ()), id_)))


def _leave(play: Ardennes, id_: str, hex: str) -> None:
    stacks = play.position.stacks(play.rules.counters[id_].side)
    rest = tuple(other for other in stacks[hex] if other != id_)
    if rest:
        stacks[hex] = rest
    else:
        del stacks[hex]
    play.position.tally.pop(f"placed {id_}", None)
    if hex in play.position.advantage:
        lose_markers(play, hex, lambda marker: set(marker.units).isdisjoint(rest))


@rule("A44-16.32")
def lose_markers(play: Ardennes, hex: str, ends: Callable[[Advantage], bool]) -> None:
    """Attack Advantage markers in a hex go: one goes with the last of the units that it was given to."""
    markers = play.position.markers(hex)
    for marker in filter(ends, markers):
        play.log("advantage lost", hex=hex, target=marker.target)
    play.position.mark(hex, [marker for marker in markers if not ends(marker)])


def remove(play: Ardennes, id_: str) -> None:
    """Take a unit out of play; counters of a pool may be used again."""
    position = play.position
    _leave(play, id_, position.units[id_].hex)
    del position.units[id_]
    position.deeds.pop(id_, None)


def eliminate(play: Ardennes, id_: str, why: str) -> None:
    """A unit is lost with all its steps; ``why`` is a word for the log.

    With the last part of a unit that was broken down that unit is lost, and may be replaced as others are.
    """
    unit = play.position.units[id_]
    play.log("eliminated", unit=id_, hex=unit.hex, why=why, steps=unit.steps)
    remove(play, id_)
    if not play.rules.counters[id_].pool:
        play.position.lost[id_] = "eliminated"
    lose_parent(play, unit.parent)


@rule("A44-25.6", "A44-26.1")
def lose_parent(play: Ardennes, parent: str) -> None:
    """A unit that was broken down is lost if no part of it is left."""
    lost, units = play.position.lost, play.position.units
    if lost.get(parent) == "broken down" and all(unit.parent != parent for unit in units.values()):
        lost[parent] = "eliminated"


@rule("A44-25.6")
def steps_at_first(rules: Tables, position: ArdennesPosition, id_: str) -> int:
    """Steps with which a unit comes into play: all of them, one less if it is rebuilt."""
    steps = rules.counters[id_].steps
    return max(1, steps - 1) if position.lost.get(id_) == "eliminated" else steps


def grade_reason(rules: Tables, roll: str, counter: Counter, cite: str) -> tuple[Reason, ...]:
    """What the grade of a unit adds to a roll made for it, a row of chart ``modifiers``; nothing if 0."""
    cell = rules.modifiers.cell(roll, counter.grade)
    value = int(cell.value)
    return (Reason(f"{counter.grade} unit", cite, value, cell.sure),) if value else ()


@rule("A44-16.24", "A44-16.25", "A44-16.26")
def lose_step(play: Ardennes, id_: str) -> str:
    """A unit loses a step: it is flipped, becomes a remnant, or is lost. What is left, ``""`` if nothing.

    A remnant takes its parent's place, markers and state; where no remnant counter is left there is none.
    """
    position, counter, unit = play.position, play.rules.counters[id_], play.position.units[id_]
    play.log("lost a step", unit=id_, hex=unit.hex)
    if unit.steps > 1 and unit.steps > counter.steps - 1:
        change(play, id_, steps=unit.steps - 1)
        return id_
    remnant = _free_remnant(play, counter) if unit.steps == 2 and counter.steps == 3 else ""
    deeds = position.deeds.get(id_, ())
    eliminate(play, id_, "steps")
    if remnant:
        place(play, remnant, msgspec.structs.replace(unit, steps=1, parent=id_))
        if deeds:
            position.deeds[remnant] = deeds
    return remnant


def _free_remnant(play: Ardennes, counter: Counter) -> str:
    """The first remnant counter of the unit's side and type that is not in play."""
    rules, units = play.rules, play.position.units
    for pool in rules.pools.values():
        if pool.use == "remnant" and pool.side == counter.side and pool.kind == counter.kind:
            for number in range(1, pool.count + 1):
                if (id_ := f"{pool.id}-{number}") not in units:
                    return id_
    return ""
