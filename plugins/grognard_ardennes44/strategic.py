"""Strategic movement and trucks [A44-12].

Mechanised units, and others on trucks, drive along roads at twice their MA and never next to an enemy.
Markers are limited; a truck is the back of an Allied one, a prime mover of a German one [A44-12.20, 22.7].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Literal

import msgspec

from grognard.hexes import Hex, Hexside
from grognard.paths import Profile, Reach, compile_profile
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44 import areas, moving
from grognard_ardennes44.bridges import OurenRoll, is_doubtful
from grognard_ardennes44.costs import Door
from grognard_ardennes44.ground import BOX, Ground
from grognard_ardennes44.movement import (
    Overlay,
    Trip,
    bars_to_moving,
    half_cost,
    overlay,
    reach_from,
    way_out,
)
from grognard_ardennes44.moving import Cross, Leave, Stop, To, leave_map, walk
from grognard_ardennes44.offers import Offer
from grognard_ardennes44.pieces import change, did, not_in_play, note_deed, units_of
from grognard_ardennes44.position import (
    DOUBTFUL,
    IN_COLUMN,
    ON_THE_MOVE,
    Ardennes,
    ArdennesDecision,
    ArdennesPosition,
    ArdennesResolution,
    Unit,
)
from grognard_ardennes44.roster import Mover, Openings, movers, openings
from grognard_ardennes44.stacking import overstacking
from grognard_ardennes44.supply import road_neighbours
from grognard_ardennes44.tables import Counter, Tables
from grognard_ardennes44.weather import is_frozen
from grognard_ardennes44.zoc import Latest, beside_enemies

__all__ = [
    "OFFERS",
    "DrivesOver",
    "Driving",
    "Load",
    "Strategic",
    "Unload",
    "columns",
    "destinations",
    "drive_half_mp",
    "drives",
    "end_bars",
    "load_bars",
    "markers_left",
    "road_profile",
    "shares_marker",
    "strategic_bars",
    "take_off_markers",
]


class Strategic(Action, frozen=True):
    """Move a unit by strategic movement."""

    unit: str


class Load(Action, frozen=True):
    """Load a unit on trucks; it moves next turn."""

    unit: str


class Unload(Action, frozen=True):
    """Take the trucks from a unit."""

    unit: str


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
    sides = areas.closed_sides(rules, position, counter, unit)
    return reach_from(
        road_profile(rules, ground, is_frozen(rules, position.turn)),
        unit.hex,
        drive_half_mp(rules, counter, unit.marker) - spent,
        beside_enemies(rules, position, counter.side) | common.closed | closed,
        common.cut if sides <= common.cut else common.cut | sides,
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
    latest = _latest_columns(rules, ground, side)
    found = latest.of(spare, hexes, near, common)
    if found is None:
        roads = road_neighbours(ground)
        beside = frozenset([other for hex in hexes for other in roads.get(hex, ())])
        found = latest.keep(Columns(spare, hexes, beside, near, common), spare, hexes, near, common)
    return found


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


def first_steps(rules: Tables, position: ArdennesPosition, id_: str, others: Columns) -> list[Hex]:
    """The hexes next to a unit that a strategic move can go to, or through."""
    counter, unit, ground = rules.counters[id_], position.units[id_], rules.ground(position)
    common, near, delays = others.common, others.near, others.common.delays
    half_mp = drive_half_mp(rules, counter, unit.marker)
    closed = areas.closed_hexes(rules, position, counter, unit)
    sides = areas.closed_sides(rules, position, counter, unit)
    return [
        other
        for other, side, price in road_doors(rules, ground, is_frozen(rules, position.turn))[unit.hex]
        if price is not None
        and not (other in near or other in common.closed or other in closed)
        and not (side in common.cut or side in sides)
        and price + delays.get(other, 0) <= half_mp
    ]


# Offers ----------------------------------------------------------------------------------------------------


def can_drive(rules: Tables, position: ArdennesPosition, id_: str, others: Columns) -> bool:
    """Whether a unit may begin a strategic move that can end somewhere; most often the next hex tells."""
    if position.units[id_].hex not in rules.ground(position).board.index:
        return False
    return not strategic_bars(rules, position, id_) and bool(first_end(rules, position, id_, others))


def first_end(rules: Tables, position: ArdennesPosition, id_: str, others: Columns) -> Hex:
    """A hex in which a strategic move of a unit can end, one next to it if that can be; ``""`` for none."""
    near = first_steps(rules, position, id_, others)
    if not near:
        return ""
    hex = next(ends(rules, position, id_, near, others), "")
    return hex or next(ends(rules, position, id_, ways(rules, position, id_), others), "")


def strategic_moves(play: Ardennes, side: str) -> Iterator[Strategic]:
    """Units that can move strategically."""
    rules, position = play.rules, play.position
    if position.night or (side == "allied" and position.turn == 1):
        return
    others = columns(rules, position, side)
    known, own = openings(rules, position, side, Strategic, others), position.stacks(side)
    for mover in movers(rules, position, side):
        if mover.on_map and drives(mover.counter, mover.unit.marker):
            found = known.of(mover, own)
            yield from drive_of(rules, position, mover, others, known) if found is None else found


def drive_of(
    rules: Tables, position: ArdennesPosition, mover: Mover, others: Columns, known: Openings[Strategic]
) -> tuple[Strategic, ...]:
    """The strategic move of a unit that drives, if it can make one; kept in ``known`` if that is plain."""
    counter, unit, own = mover.counter, mover.unit, position.stacks(mover.counter.side)
    spare = others.spare > 0 or counter.regiment or unit.marker == "truck"
    if not spare or column_bars(position, counter, unit, others.near):
        known.keep(mover, own, (), ())
        return ()
    hex = first_end(rules, position, mover.id, others)
    if hex and hex not in own:
        known.keep(mover, own, (hex, unit.hex), (Strategic(mover.id),))
    return (Strategic(mover.id),) if hex else ()


def strategic_refusal(play: Ardennes, side: str, action: Strategic) -> tuple[Reason, ...]:
    """Why a unit cannot move strategically."""
    rules, position, id_ = play.rules, play.position, action.unit
    if found := not_in_play(rules, position, side, id_):
        return found
    found = strategic_bars(rules, position, id_)
    if not found and not can_drive(rules, position, id_, columns(rules, position, side)):
        found = (Reason("no road leads it anywhere it may stop", "A44-12.4"),)
    return found


def begin_strategic(play: Ardennes, side: str, action: Strategic) -> None:
    """It drives off."""
    play.push(Driving(side, action.unit))


@rule("A44-12.4", "A44-12.6", "A44-11.19", "A44-11.22")
class Driving(ArdennesDecision[To | Cross | Leave | Stop], frozen=True):
    """Where a strategic move ends; ``spent`` half MP are paid, and the unit may stay if ``may_stay``.

    A column that comes to the Ouren bridge, or to a road off the map, is asked again.
    """

    unit: str
    spent: int = 0
    may_stay: bool = False

    def options(self, play: Ardennes) -> Iterator[To | Cross | Leave | Stop]:
        """Hexes along the roads it can end in, a doubtful bridge, the way off the map."""
        rules, position = play.rules, play.position
        yield from map(To, destinations(rules, position, self.unit, None, self.spent)[0])
        yield from map(Cross, crossings(rules, position, self.unit, self.spent))
        if not exit_bars(rules, position, self.unit, self.spent, way := way_out(rules, position, self.unit)):
            yield Leave(way)
        if self.may_stay:
            yield Stop()

    def refusal(self, play: Ardennes, action: To | Cross | Leave | Stop) -> tuple[Reason, ...]:
        """Why it cannot end there."""
        rules, position = play.rules, play.position
        if isinstance(action, Stop):
            return () if self.may_stay else (Reason("it has not moved yet", "A44-12.4"),)
        if isinstance(action, Leave):
            return exit_bars(rules, position, self.unit, self.spent, action.place)
        if isinstance(action, Cross):
            if action.hex in crossings(rules, position, self.unit, self.spent):
                return ()
            return (Reason(f"no doubtful bridge to {action.hex} that it could cross", "A44-7.15"),)
        if action.hex not in rules.ground(position).board.index:
            return (Reason(f"{action.hex} is not on the map", "A44-11.24"),)
        found = end_bars(rules, position, self.unit, action.hex, columns(rules, position, self.side))
        found_ways = ways(rules, position, self.unit, self.spent)
        if action.hex not in found_ways or action.hex == position.units[self.unit].hex:
            if action.hex in beside_enemies(rules, position, self.side):
                found = (*found, Reason(f"{action.hex} is next to an enemy", "A44-12.7"))
            else:
                found = (*found, Reason(f"no road leads it to {action.hex}", "A44-12.4"))
        return found

    def take(self, play: Ardennes, action: To | Cross | Leave | Stop) -> None:
        """Drive there, under a marker."""
        rules, position, id_ = play.rules, play.position, self.unit
        here, marker = position.units[id_].hex, column_marker(position.units[id_])
        if isinstance(action, Stop):
            note_deed(position, id_, "moved")
        elif isinstance(action, Leave):
            leave_map(play, id_, "strategic", action.place)
            change(play, id_, marker=marker)
        elif isinstance(action, Cross):
            play.push(
                OurenRoll(str(Hexside(here, action.hex))), DrivesOver(self.side, id_, self.spent, action.hex)
            )
        else:
            found = ways(rules, position, id_, self.spent)
            drive(play, id_, found.path(action.hex))
            move = Driving(self.side, id_, self.spent + found[action.hex], may_stay=True)
            if not all(isinstance(option, To | Stop) for option in move.options(play)):
                play.push(move)


def column_marker(unit: Unit) -> str:
    """The marker of a unit that drives: its trucks, or one of strategic movement."""
    return "truck" if unit.marker == "truck" else "sm"


def drive(play: Ardennes, id_: str, path: tuple[Hex, ...]) -> None:
    """A unit drives along a path under its marker, artillery being flipped [A44-22.2]."""
    marker = column_marker(play.position.units[id_])
    if play.rules.counters[id_].gun:
        change(play, id_, ready=False)
    walk(play, id_, "strategic", path)
    change(play, id_, marker=marker)


@rule("A44-11.19", "A44-11.20", "A44-11.22", "A44-12.4")
def exit_bars(
    rules: Tables, position: ArdennesPosition, id_: str, spent: int, place: str
) -> tuple[Reason, ...]:
    """Why a column cannot leave the map for a box: the road goes on at entry hexes only, for one MP."""
    counter, unit = rules.counters[id_], position.units[id_]
    trip = Trip(id_, "strategic", left=drive_half_mp(rules, counter, unit.marker) - spent)
    found = moving.exit_bars(rules, position, trip, place)
    if unit.hex not in rules.ground(position).entries_at:
        found += (Reason(f"no road leads off the map at {unit.hex}", "A44-12.4"),)
    return found


@rule("A44-7.15")
def crossings(rules: Tables, position: ArdennesPosition, id_: str, spent: int) -> list[Hex]:
    """Hexes beyond a doubtful bridge next to a German column that it could end in if the bridge holds."""
    counter, unit = rules.counters[id_], position.units[id_]
    if counter.side != "german" or DOUBTFUL not in position.bridges.values():
        return []
    ground, others = rules.ground(position), columns(rules, position, counter.side)
    common, closed = others.common, areas.closed_hexes(rules, position, counter, unit)
    left = drive_half_mp(rules, counter, unit.marker) - spent
    return [
        hex
        for hex, side, price in road_doors(rules, ground, is_frozen(rules, position.turn))[unit.hex]
        if is_doubtful(position, unit.hex, hex)
        and price is not None
        and price + common.delays.get(hex, 0) <= left
        and not (hex in others.near or hex in common.closed or hex in closed or side in common.sides)
        and not end_bars(rules, position, id_, hex, others)
    ]


@rule("A44-7.15")
class DrivesOver(ArdennesResolution, frozen=True):
    """The doubtful bridge has been tried by a column: it drives over it, or on another way."""

    side: str
    unit: str
    spent: int
    hex: str

    def happen(self, play: Ardennes) -> None:
        """Go on."""
        rules, position, spent = play.rules, play.position, self.spent
        here = position.units[self.unit].hex
        if str(Hexside(here, self.hex)) not in position.bridges:
            spent += ways(rules, position, self.unit, spent)[self.hex]
            drive(play, self.unit, (here, self.hex))
        play.push(Driving(self.side, self.unit, spent, may_stay=True))


# Trucks ----------------------------------------------------------------------------------------------------


@rule("A44-12.16", "A44-12.17", "A44-12.20", "A44-12.3")
def load_bars(rules: Tables, position: ArdennesPosition, id_: str) -> tuple[Reason, ...]:
    """Every reason why a unit may not be loaded on trucks now."""
    counter, unit = rules.counters[id_], position.units[id_]
    found = bars_to_moving(rules, position, id_) + truck_bars(rules, position, counter, unit)
    if markers_left(rules, position, counter.side) < 1:
        found += (Reason("no truck is left", "A44-12.20"),)
    return found


@rule("A44-12.16", "A44-12.17", "A44-12.3", "A44-13.7")
def truck_bars(rules: Tables, position: ArdennesPosition, counter: Counter, unit: Unit) -> tuple[Reason, ...]:
    """Why a unit that may move may not be loaded, if any truck is left."""
    ground, found = rules.ground(position), []
    if counter.side == "german" or counter.mech or counter.gun:
        found.append(Reason("trucks are for Allied units that are not mechanised", "A44-12.17"))
    if counter.kind == "engineer" and did(position, counter.id, "placed"):
        found.append(Reason("on arrival engineers may use tactical movement only", "A44-13.7"))
    if unit.marker:
        found.append(Reason(f"a {unit.marker} marker is on it", "A44-12.17"))
    if unit.state or unit.oos:
        found.append(Reason("disrupted units and units out of supply do not drive", "A44-12.3"))
    if unit.hex in ground.board.index:
        if not ground.on_road(unit.hex):
            found.append(Reason("it is not on a road", "A44-12.17"))
        if unit.hex in beside_enemies(rules, position, counter.side):
            found.append(Reason("an enemy is next to it", "A44-12.17"))
    elif not unit.hex.startswith(BOX):
        found.append(Reason("it is in no Off Map Box", "A44-12.17"))
    return tuple(found)


def loads(play: Ardennes, side: str) -> Iterator[Load]:
    """Units that can be loaded."""
    rules, position = play.rules, play.position
    if side == "german" or position.night or markers_left(rules, position, side) < 1:
        return
    for mover in movers(rules, position, side):
        if mover.counter.mech or mover.counter.gun:
            continue
        if not truck_bars(rules, position, mover.counter, mover.unit):
            yield Load(mover.id)


def load_refusal(play: Ardennes, side: str, action: Load | Unload) -> tuple[Reason, ...]:
    """Why a unit cannot be loaded or unloaded."""
    rules, position, id_ = play.rules, play.position, action.unit
    if found := not_in_play(rules, position, side, id_):
        return found
    if isinstance(action, Load):
        return load_bars(rules, position, id_)
    return () if can_unload(position, id_) else (Reason("it has no trucks to give up", "A44-12.22"),)


@rule("A44-12.18")
def load(play: Ardennes, side: str, action: Load) -> None:
    """Loading takes the whole MA."""
    note_deed(play.position, action.unit, "moved")
    change(play, action.unit, marker="truck")
    play.log("loaded", unit=action.unit, hex=play.position.units[action.unit].hex)


@rule("A44-12.22")
def can_unload(position: ArdennesPosition, id_: str) -> bool:
    """Whether a unit has trucks from an earlier turn that it has not used in this."""
    return position.units[id_].marker == "truck" and id_ not in position.deeds


def unloads(play: Ardennes, side: str) -> Iterator[Unload]:
    """Units whose trucks can be given to another."""
    for id_, unit in units_of(play.rules, play.position, side):
        if unit.marker == "truck" and can_unload(play.position, id_):
            yield Unload(id_)


def unload(play: Ardennes, side: str, action: Unload) -> None:
    """The trucks drive off; the unit may still move."""
    change(play, action.unit, marker="")
    play.log("unloaded", unit=action.unit, hex=play.position.units[action.unit].hex)


OFFERS = (
    Offer(Strategic, strategic_moves, strategic_refusal, begin_strategic),
    Offer(Load, loads, load_refusal, load),
    Offer(Unload, unloads, load_refusal, unload),
)
