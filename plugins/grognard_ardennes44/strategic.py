"""Strategic movement: markers, who may drive, where to and at what cost [A44-12].

Mechanised units, and others on trucks, drive along roads at twice their MA and never next to an enemy. How a
move is chosen is in :mod:`grognard_ardennes44.driving`, trucks are in :mod:`grognard_ardennes44.trucks`.
Markers are limited; a truck is the back of an Allied one, a prime mover of a German one [A44-12.20, 22.7].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Literal

import msgspec

from grognard.hexes import Hex, Hexside
from grognard.latest import Latest
from grognard.paths import Profile, Reach, compile_profile
from grognard.reasons import Reason, rule
from grognard_ardennes44 import areas
from grognard_ardennes44.costs import Door
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.movement import Overlay, bars_to_moving, half_cost, overlay, reach_from
from grognard_ardennes44.pieces import change, units_of
from grognard_ardennes44.position import IN_COLUMN, ON_THE_MOVE, Ardennes, ArdennesPosition, Unit
from grognard_ardennes44.stacking import overstacking
from grognard_ardennes44.supply import road_neighbours
from grognard_ardennes44.tables import Counter, Tables
from grognard_ardennes44.weather import is_frozen
from grognard_ardennes44.zoc import beside_enemies

__all__ = [
    "Columns",
    "can_drive",
    "column_bars",
    "columns",
    "destinations",
    "drive_half_mp",
    "drives",
    "end_bars",
    "first_end",
    "markers_left",
    "road_doors",
    "road_profile",
    "shares_marker",
    "strategic_bars",
    "take_off_markers",
    "takes_marker",
    "ways",
]


# Markers ---------------------------------------------------------------------------------------------------


@rule("A44-12.12", "A44-12.13", "A44-12.20", "A44-22.7")
def markers_left(rules: Tables, position: ArdennesPosition, side: str) -> int:
    """Strategic movement markers a side has left: those in use as trucks or prime movers are missing.

    Units of one regiment that moved stacked together use one.
    """
    used: set[tuple[str, str]] = set()
    for id_, unit in on_the_move(rules, position, side):
        regiment = rules.counters[id_].regiment
        used.add((unit.hex, regiment if unit.marker == "sm" and regiment else id_))
    return rules.limits.sm_markers[counter_side(side)] - len(used)


def on_the_move(rules: Tables, position: ArdennesPosition, side: str) -> list[tuple[str, Unit]]:
    """Units of a side under markers of strategic movement, whatever these are used for."""
    return [
        (id_, unit) for id_, unit in position.units.items()
        if unit.marker and unit.marker in ON_THE_MOVE and rules.counters[id_].side == side
    ]  # fmt: skip


def counter_side(side: str) -> Literal["german", "allied"]:
    """A side as the limits name it."""
    return "german" if side == "german" else "allied"


@rule("A44-12.22")
def take_off_markers(play: Ardennes, side: str) -> None:
    """A movement phase begins: markers come off; trucks stay until they are not used."""
    for id_, unit in list(units_of(play.rules, play.position, side)):
        if unit.marker == "sm":
            change(play, id_, marker="")


@rule("A44-12.13")
def shares_marker(rules: Tables, position: ArdennesPosition, counter: Counter, hex: Hex) -> bool:
    """Whether other units are in a hex, all of the same regiment and under strategic movement."""
    mates = [id_ for id_ in position.stack(hex) if id_ != counter.id]
    return bool(mates and counter.regiment) and all(
        rules.counters[id_].regiment == counter.regiment and position.units[id_].marker == "sm"
        for id_ in mates
    )


def takes_marker(rules: Tables, position: ArdennesPosition, id_: str) -> bool:
    """Whether a unit that drives off takes a marker from the store: it has none, or leaves it to mates."""
    counter, unit = rules.counters[id_], position.units[id_]
    return unit.marker not in IN_COLUMN or shares_marker(rules, position, counter, unit.hex)


# Who may ---------------------------------------------------------------------------------------------------


@rule("A44-12.1", "A44-12.2", "A44-12.16")
def drives(counter: Counter, marker: str) -> bool:
    """Whether a unit can use strategic movement at all: mechanised, Allied artillery, or on trucks."""
    return counter.mech or (counter.gun and counter.side == "allied") or marker == "truck"


@rule("A44-12.1", "A44-12.2", "A44-12.3", "A44-12.7", "A44-12.16", "A44-18.6", "A44-29.8", "A44-25.17")
def strategic_bars(rules: Tables, position: ArdennesPosition, id_: str) -> tuple[Reason, ...]:
    """Every reason why a unit may not begin strategic movement."""
    counter, unit = rules.counters[id_], position.units[id_]
    near = beside_enemies(rules, position, counter.side)
    return bars_to_moving(rules, position, id_) + column_bars(position, counter, unit, near)


@rule("A44-12.1", "A44-12.2", "A44-12.3", "A44-12.7", "A44-12.16", "A44-18.6", "A44-29.8", "A44-25.17")
def column_bars(
    position: ArdennesPosition, counter: Counter, unit: Unit, near: frozenset[Hex]
) -> tuple[Reason, ...]:
    """Why a unit that may move may not begin strategic movement; ``near`` are the hexes next to enemies."""
    found = []
    if not drives(counter, unit.marker):
        cite = "A44-12.2" if counter.side == "german" else "A44-12.16"
        found.append(Reason("only mechanised units and those on trucks use strategic movement", cite))
    if unit.state:
        found.append(Reason(f"it is {unit.state}", "A44-12.3"))
    if unit.oos:
        found.append(Reason("it is out of supply", "A44-12.3"))
    if unit.hex in near:
        found.append(Reason("an enemy is next to it", "A44-12.7"))
    if counter.side == "allied" and position.turn == 1:
        found.append(Reason("no US unit uses it on Turn 1", "A44-29.8"))
    if position.night:
        found.append(Reason("not at night", "A44-25.17"))
    if unit.marker in ("night", "replaced", "pm"):
        found.append(Reason(f"a {unit.marker} marker is on it", "A44-12.12"))
    return tuple(found)


# Ways ------------------------------------------------------------------------------------------------------


@cache
def road_profile(rules: Tables, ground: Ground, frozen: bool) -> Profile:
    """Half MP along roads at mechanised rates, nothing off them [A44-12.4]."""

    def cost(a: Hex, b: Hex) -> int | None:
        if Hexside(a, b) not in ground.roads:
            return None
        return half_cost(rules, ground, "mech", a, b, frozen=frozen)

    return compile_profile(ground.board, cost)


@cache
def road_doors(rules: Tables, ground: Ground, frozen: bool) -> Mapping[Hex, tuple[Door, ...]]:
    """The ways out of every hex along roads, with half MP."""
    costs = road_profile(rules, ground, frozen)
    return {
        a: tuple((b, Hexside(a, b), costs.cost(a, b)) for b in others)
        for a, others in road_neighbours(ground).items()
    }


@rule("A44-12.1", "A44-12.21")
def drive_half_mp(rules: Tables, counter: Counter, marker: str) -> int:
    """Half MP of a strategic move: twice the MA, or those of trucks, which are not doubled."""
    limits = rules.limits
    return 2 * limits.truck_mp if marker == "truck" else 2 * limits.sm_factor * counter.ma


@rule("A44-12.4", "A44-12.7", "A44-12.11", "A44-24.2")
def ways(rules: Tables, position: ArdennesPosition, id_: str, spent: int = 0) -> Reach:
    """Where a strategic move leads: along roads, never next to an enemy, traffic costing extra."""
    counter, unit, ground = rules.counters[id_], position.units[id_], rules.ground(position)
    common = overlay(rules, position, counter.side)
    closed = areas.closed_hexes(rules, position, counter, unit)
    return reach_from(
        road_profile(rules, ground, is_frozen(rules, position.turn)),
        unit.hex,
        drive_half_mp(rules, counter, unit.marker) - spent,
        beside_enemies(rules, position, counter.side) | common.closed | closed,
        common.cut,
        common.tolls,
        frozenset(),
    )


class Columns(msgspec.Struct, frozen=True, eq=False):
    """What the strategic moves of a side have to heed: ``spare`` markers, and hexes with units in column.

    ``beside`` are the hexes that a road joins to those, ``near`` the hexes next to enemies; ``common`` holds
    for all moves of the side.
    """

    spare: int
    hexes: frozenset[Hex]
    beside: frozenset[Hex]
    near: frozenset[Hex]
    common: Overlay


def columns(rules: Tables, position: ArdennesPosition, side: str) -> Columns:
    """The columns on the road now; the same value as long as nothing of it changes."""
    ground, spare = rules.ground(position), markers_left(rules, position, side)
    near, common = beside_enemies(rules, position, side), overlay(rules, position, side)
    moving = on_the_move(rules, position, side)
    hexes = frozenset([unit.hex for _, unit in moving if unit.marker in IN_COLUMN])

    def work() -> Columns:
        roads = road_neighbours(ground)
        beside = frozenset([other for hex in hexes for other in roads.get(hex, ())])
        return Columns(spare, hexes, beside, near, common)

    return _latest_columns(rules, ground, side).ask(work, spare, hexes, near, common)


@cache
def _latest_columns(rules: Tables, ground: Ground, side: str) -> Latest[Columns]:
    return Latest()


@rule("A44-12.8", "A44-12.10", "A44-12.12", "A44-12.13")
def end_bars(
    rules: Tables, position: ArdennesPosition, id_: str, hex: Hex, others: Columns
) -> tuple[Reason, ...]:
    """Why a strategic move may not end in a hex; hexes without a road between them are on different roads."""
    found: list[Reason] = []
    if any(other != id_ for other in position.stack(hex)):
        found += overstacking(rules, position, hex, joining=(id_,))
        if not shares_marker(rules, position, rules.counters[id_], hex):
            found.append(Reason(f"it would end stacked in {hex}", "A44-12.8"))
    elif hex != position.units[id_].hex and others.spare < 1 and takes_marker(rules, position, id_):
        found.append(Reason("no marker is left", "A44-12.12"))
    for other in road_neighbours(rules.ground(position))[hex] if hex in others.beside else ():
        if other in others.hexes and stands_behind(position, id_, other):
            found.append(Reason(f"a column stands next to it in {other}", "A44-12.10"))
    return tuple(found)


def stands_behind(position: ArdennesPosition, id_: str, hex: Hex) -> bool:
    """Whether a unit in column other than the one that moves is in a hex."""
    return hex != position.units[id_].hex or any(
        position.units[mate].marker in IN_COLUMN for mate in position.stack(hex) if mate != id_
    )


def destinations(
    rules: Tables, position: ArdennesPosition, id_: str, others: Columns | None = None, spent: int = 0
) -> tuple[list[Hex], Reach]:
    """The hexes a strategic move can end in, and the ways there, ``spent`` half MP having been paid."""
    others = others or columns(rules, position, rules.counters[id_].side)
    found = ways(rules, position, id_, spent)
    return list(ends(rules, position, id_, found, others)), found


def ends(
    rules: Tables, position: ArdennesPosition, id_: str, found: Iterable[Hex], others: Columns
) -> Iterator[Hex]:
    """Those of some hexes in which a strategic move can end; without a spare marker it joins a column."""
    unit = position.units[id_]
    joins = others.spare < 1 and takes_marker(rules, position, id_)
    for hex in found:
        if joins and hex not in others.hexes:
            continue
        if hex != unit.hex and not end_bars(rules, position, id_, hex, others):
            yield hex


def first_steps(
    rules: Tables, position: ArdennesPosition, id_: str, others: Columns, spent: int = 0
) -> list[Hex]:
    """The hexes next to a unit that a strategic move can go to, or through."""
    counter, unit, ground = rules.counters[id_], position.units[id_], rules.ground(position)
    common, near, delays = others.common, others.near, others.common.delays
    half_mp = drive_half_mp(rules, counter, unit.marker) - spent
    closed = areas.closed_hexes(rules, position, counter, unit)
    return [
        other
        for other, side, price in road_doors(rules, ground, is_frozen(rules, position.turn))[unit.hex]
        if price is not None
        and not (other in near or other in common.closed or other in closed)
        and side not in common.cut
        and price + delays.get(other, 0) <= half_mp
    ]


# Whether at all --------------------------------------------------------------------------------------------


def can_drive(rules: Tables, position: ArdennesPosition, id_: str, others: Columns) -> bool:
    """Whether a unit may begin a strategic move that can end somewhere; most often the next hex tells."""
    if position.units[id_].hex not in rules.ground(position).board.index:
        return False
    return not strategic_bars(rules, position, id_) and bool(first_end(rules, position, id_, others))


def first_end(
    rules: Tables, position: ArdennesPosition, id_: str, others: Columns, spent: int = 0
) -> Hex | None:
    """A hex in which a strategic move of a unit can end, one next to it if that can be.

    ``""`` if there is none as things stand, ``None`` if there is no road that it could take at all.
    """
    near = first_steps(rules, position, id_, others, spent)
    if not near:
        return None
    hex = next(ends(rules, position, id_, near, others), "")
    return hex or next(ends(rules, position, id_, ways(rules, position, id_, spent), others), "")
