"""A unit moves, in stages: which unit and how, then hex by hex or all the way [A44-11]."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import msgspec

from grognard.hexes import Hex, Hexside
from grognard.play import Action
from grognard.reasons import Reason, printed, rule
from grognard_ardennes44 import areas
from grognard_ardennes44.bridges import OurenRoll
from grognard_ardennes44.costs import cost_cell
from grognard_ardennes44.detection import detect_by_contact
from grognard_ardennes44.movement import (
    COSTLESS,
    Overlay,
    Trip,
    allowance,
    bars_to_moving,
    can_go,
    can_leave,
    can_set_out,
    crossings,
    goals,
    mode_bars,
    mover_class,
    open_hex,
    overlay,
    set_out,
    step_bars,
    stop_bars,
    way_out,
    ways,
)
from grognard_ardennes44.offers import Offer
from grognard_ardennes44.pieces import change, enters, not_in_play, note_deed, on_map, relocate
from grognard_ardennes44.position import (
    IN_COLUMN,
    Ardennes,
    ArdennesDecision,
    ArdennesPosition,
    ArdennesResolution,
)
from grognard_ardennes44.roster import Mover, Openings, movers, openings
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.weather import is_frozen
from grognard_ardennes44.zoc import beside_enemies, in_ezoc

__all__ = [
    "OFFERS",
    "AfterCrossing",
    "Cross",
    "Leave",
    "March",
    "Move",
    "Moving",
    "Stop",
    "Tactical",
    "To",
    "go",
    "leave_map",
    "note_move",
    "walk",
]


class Move(Action, frozen=True):
    """Move a unit by its MA."""

    unit: str


class March(Action, frozen=True):
    """Move a unit by forced march."""

    unit: str


class Tactical(Action, frozen=True):
    """Move a unit one or two hexes, whatever they cost."""

    unit: str


class To(Action, frozen=True):
    """Go to a hex by the cheapest way."""

    hex: str


class Cross(Action, frozen=True):
    """Try to cross a doubtful bridge into the hex beyond."""

    hex: str


class Leave(Action, frozen=True):
    """Leave the map for a box."""

    place: str


class Stop(Action, frozen=True):
    """Go no further."""


# Which unit, and how ---------------------------------------------------------------------------------------

KINDS: dict[str, type[Move | March | Tactical]] = {"move": Move, "march": March, "tactical": Tactical}
MODES = {kind: mode for mode, kind in KINDS.items()}


def moves(play: Ardennes, side: str) -> Iterator[Move | March | Tactical]:
    """Units of a side and how they can move."""
    rules, position = play.rules, play.position
    common, near = overlay(rules, position, side), beside_enemies(rules, position, side)
    known: Openings[Move | March | Tactical] = openings(rules, position, side, Move, common, near)
    own = position.stacks(side)
    for mover in movers(rules, position, side):
        if mover.on_map:
            found = known.of(mover, own)
            yield from moves_of(rules, position, mover, common, near, known) if found is None else found


def moves_of(
    rules: Tables, position: ArdennesPosition, mover: Mover, common: Overlay, near: frozenset[Hex],
    known: Openings[Move | March | Tactical],
) -> tuple[Move | March | Tactical, ...]:  # fmt: skip
    """How a unit can move, kept in ``known`` unless that hangs on hexes further off than the next."""
    id_, own, here = mover.id, position.stacks(mover.counter.side), mover.unit.hex
    modes = [mode for mode in mover.modes if not (mover.counter.gun and gun_bars(rules, position, id_, mode))]
    hex = open_hex(rules, position, id_, mover.counter.ma, common, near) if modes else ""
    trips = {} if hex else {mode: set_out(rules, position, id_, mode) for mode in modes}
    leads = {mode: can_set_out(rules, position, trip, common) for mode, trip in trips.items()}
    far = [mode for mode, leads_on in leads.items() if leads_on is None]
    for mode in far:
        leads[mode] = bool(goals(rules, position, trips[mode], common)[0])
    found = tuple(KINDS[mode](id_) for mode in modes if hex or leads[mode])
    if not far:
        around = rules.ground(position).board.neighbours(here)
        known.keep(mover, own, (hex,) if hex else (here, *around), found)
    return found


def way_bars(rules: Tables, position: ArdennesPosition, id_: str, mode: str) -> tuple[Reason, ...]:
    """Why a unit that may move may not move in a mode."""
    found = mode_bars(rules, position, id_, mode)
    return found + gun_bars(rules, position, id_, mode) if rules.counters[id_].gun else found


@rule("A44-22.1", "A44-22.4", "A44-11.6")
def gun_bars(rules: Tables, position: ArdennesPosition, id_: str, mode: str) -> tuple[Reason, ...]:
    """Artillery has rules of its own; but Allied guns on the Fired side have an MA, and so tactical moves."""
    if mode == "tactical" and rules.counters[id_].side == "allied" and not position.units[id_].ready:
        return ()
    return (Reason("artillery moves by rules of its own", "A44-22.1"),)


def move_refusal(play: Ardennes, side: str, action: Move | March | Tactical) -> tuple[Reason, ...]:
    """Why a unit may not move, or not in this way."""
    rules, position, id_, mode = play.rules, play.position, action.unit, MODES[type(action)]
    if found := not_in_play(rules, position, side, id_):
        return found
    if not on_map(rules, position, id_):
        return (Reason("units in boxes move by rules of their own", "A44-13.13"),)
    found = bars_to_moving(rules, position, id_) + way_bars(rules, position, id_, mode)
    if not found and not can_go(
        rules, position, set_out(rules, position, id_, mode), overlay(rules, position, side)
    ):
        found = (Reason("it has nowhere to go", "A44-11.2"),)
    return found


def begin_move(play: Ardennes, side: str, action: Move | March | Tactical) -> None:
    """The unit sets out."""
    play.push(Moving(side, set_out(play.rules, play.position, action.unit, MODES[type(action)])))


def move_reasons(play: Ardennes, side: str, action: Move | March | Tactical) -> tuple[Reason, ...]:
    """The MP it has, or the hexes of a tactical move."""
    limits, mode = play.rules.limits, MODES[type(action)]
    if mode in COSTLESS:
        return (Reason("hexes, whatever they cost", limits.cite["tactical_hexes"], limits.tactical_hexes),)
    return allowance(play.rules, play.position, action.unit, mode)


OFFERS = (Offer(Move, moves, move_refusal, begin_move, also=(March, Tactical), explain=move_reasons),)


# On the way ------------------------------------------------------------------------------------------------


@rule("A44-11.1", "A44-11.3", "A44-8.6")
class Moving(ArdennesDecision[To | Cross | Leave | Stop], frozen=True):
    """A unit moves, hex by hex or all the way, until it stops or can go no further."""

    trip: Trip

    def options(self, play: Ardennes) -> Iterator[To | Cross | Leave | Stop]:
        """Hexes it can end in, a doubtful bridge, a box off the map; to stop, once it has moved."""
        rules, position, trip = play.rules, play.position, self.trip
        common = overlay(rules, position, self.side)
        yield from map(To, goals(rules, position, trip, common)[0])
        for hex in crossings(rules, position, trip, common):
            yield Cross(hex)
        if can_leave(rules, position, trip):
            yield Leave(way_out(rules, position, trip.unit))
        if trip.begun:
            yield Stop()

    def take(self, play: Ardennes, action: To | Cross | Leave | Stop) -> None:
        """Go there; a unit that can go on is asked again."""
        rules, position, trip = play.rules, play.position, self.trip
        here = position.units[trip.unit].hex
        if isinstance(action, To):
            found = ways(rules, position, trip, overlay(rules, position, self.side))
            go(play, self.side, trip, found.path(action.hex), found[action.hex])
        elif isinstance(action, Cross):
            note_move(play, trip.unit, trip.mode)
            play.push(OurenRoll(str(Hexside(here, action.hex))), AfterCrossing(self.side, trip, action.hex))
        elif isinstance(action, Leave):
            leave_map(play, trip.unit, trip.mode, action.place)
        else:
            play.log("stopped", unit=trip.unit, hex=here)

    def refusal(self, play: Ardennes, action: To | Cross | Leave | Stop) -> tuple[Reason, ...]:
        """Why the unit cannot do that."""
        if isinstance(action, Stop):
            return () if self.trip.begun else (Reason("it has not moved yet", "A44-11.1"),)
        if action in self.options(play):
            return ()
        if isinstance(action, Cross):
            return (Reason(f"no doubtful bridge to {action.hex} that it could cross", "A44-7.15"),)
        if isinstance(action, Leave):
            return exit_bars(play.rules, play.position, self.trip, action.place)
        return out_of_reach(play.rules, play.position, self.trip, action.hex)

    def explain(self, play: Ardennes, action: To | Cross | Leave | Stop) -> tuple[Reason, ...] | None:
        """What each step costs."""
        if isinstance(action, Cross):
            return None
        if not isinstance(action, To) or self.trip.mode in COSTLESS:
            return ()
        rules, position = play.rules, play.position
        over = overlay(rules, position, self.side)
        path = goals(rules, position, self.trip, over)[1].path(action.hex)
        return costs_of(rules, position, self.trip.unit, path, dict(over.delays))

    def moot(self, play: Ardennes) -> bool:
        """Whether the unit is gone."""
        return self.trip.unit not in play.position.units


def costs_of(
    rules: Tables, position: ArdennesPosition, id_: str, path: tuple[Hex, ...], delays: dict[Hex, int]
) -> tuple[Reason, ...]:
    """What each step of a path costs a unit, counted in half MP."""
    ground, mover = rules.ground(position), mover_class(rules.counters[id_])
    found = []
    for a, b in pairwise(path):
        cell = cost_cell(rules, ground, mover, a, b, frozen=is_frozen(rules, position.turn))
        road = ground.road_into(a, b)
        kind = rules.name(road.id if road else ground.terrain[b].id)
        cite = "A44-11.17" if road else "A44-11.2"
        value = 0 if isinstance(cell.value, str) else int(cell.value * 2)
        found.append(Reason(f"MP for {b}, {kind}", cite, value, cell.sure, parts=2))
        if b in delays:
            cite = "A44-24.14" if b in ground.bottlenecks else "A44-24.2"
            found.append(Reason(f"MP more, traffic in {b}", cite, delays[b], parts=2))
    return tuple(found)


def go(play: Ardennes, side: str, trip: Trip, path: tuple[Hex, ...], half_mp: int) -> None:
    """A unit walks a path; unless it must stop at its end [A44-9.3] it is asked whether it goes on."""
    walk(play, trip.unit, trip.mode, path)
    unit = play.position.units.get(trip.unit)
    if unit is None or in_ezoc(play.rules, play.position, side, unit.hex):
        return
    hexes = trip.hexes if trip.hexes < 0 else trip.hexes - len(path) + 1
    left = trip.left if trip.mode in COSTLESS else trip.left - half_mp
    if hexes and not used_outlet(play, trip.unit, path):
        play.push(Moving(side, msgspec.structs.replace(trip, left=left, hexes=hexes, begun=True)))


def walk(play: Ardennes, id_: str, mode: str, path: tuple[Hex, ...]) -> None:
    """A unit moves along a path: it holds what it passes, and may find back over an army boundary."""
    unit = play.position.units[id_]
    note_move(play, id_, mode)
    for hex in path[1:-1]:
        enters(play, id_, hex)
    relocate(play, id_, path[-1])
    for hex in path[1:]:
        detect_by_contact(play, id_, hex)
    if areas.recrosses(play.rules, play.position, unit, path):
        change(play, id_, strayed=False)
    play.log("moved", unit=id_, hex=path[0], to=path[-1], by=mode, path=" ".join(path))


def note_move(play: Ardennes, id_: str, mode: str) -> None:
    """A unit sets out: it will not move again in this phase, and a marker of strategic movement comes off."""
    note_deed(play.position, id_, "moved")
    if play.position.units[id_].marker in IN_COLUMN:
        change(play, id_, marker="")


def used_outlet(play: Ardennes, id_: str, path: tuple[Hex, ...]) -> bool:
    """Whether a move has used a way out of an area on Turn 1, which ends it."""
    return len(path) > 1 and areas.note_outlet(play, id_, path[-2], path[-1])


@rule("A44-7.15")
class AfterCrossing(ArdennesResolution, frozen=True):
    """The doubtful bridge has been tried: the unit goes over it, or chooses another way."""

    side: str
    trip: Trip
    hex: str

    def happen(self, play: Ardennes) -> None:
        """Go on."""
        rules, position, trip = play.rules, play.position, self.trip
        here = position.units[trip.unit].hex
        if str(Hexside(here, self.hex)) in position.bridges:
            play.push(Moving(self.side, msgspec.structs.replace(trip, begun=True)))
            return
        one = msgspec.structs.replace(trip, hexes=1)
        found = ways(rules, position, one, overlay(rules, position, self.side))
        go(play, self.side, trip, (here, self.hex), found[self.hex])


# Off the map -----------------------------------------------------------------------------------------------


@rule("A44-11.19", "A44-11.22", "A44-11.23", "A44-22.2")
def leave_map(play: Ardennes, id_: str, mode: str, place: str) -> None:
    """A unit leaves the map for a box, artillery on its Fired side.

    Where a German leaves, an Allied entry hex is closed to the Allies.
    """
    hex = play.position.units[id_].hex
    note_move(play, id_, mode)
    if play.rules.counters[id_].side == "german":
        for entry in play.rules.ground(play.position).entries_at.get(hex, ()):
            if entry.side == "allied":
                play.position.tally[f"closed {entry.id}"] = 1
    if play.rules.counters[id_].gun:
        change(play, id_, ready=False)
    relocate(play, id_, place)
    play.log("left the map", unit=id_, hex=hex, to=place)


def entry_is_closed(position: ArdennesPosition, entry: str) -> bool:
    """Whether the Allies can no longer use an entry hex, because a German unit has left the map there."""
    return bool(position.tally.get(f"closed {entry}"))


@rule("A44-11.19", "A44-11.20", "A44-11.21", "A44-11.22", "A44-11.24")
def exit_bars(rules: Tables, position: ArdennesPosition, trip: Trip, place: str) -> tuple[Reason, ...]:
    """Every reason why a unit cannot leave the map for a box now."""
    counter, way = rules.counters[trip.unit], way_out(rules, position, trip.unit)
    hex = position.units[trip.unit].hex
    found = []
    if counter.side == "german" and place.startswith("box:"):
        found.append(Reason("German units enter no Off Map Box", "A44-11.21"))
    if counter.side == "german" and not way:
        found.append(Reason(f"German units leave at F and G entry hexes only, not at {hex}", "A44-11.22"))
    elif not way and areas.is_bound_west(rules, position, counter, position.units[trip.unit]):
        found.append(Reason("British units stay on the west map", "A44-27.5"))
    elif not way:
        found.append(Reason(f"no way off the map at {hex}, none over the east edge", "A44-11.24"))
    elif way != place:
        found.append(Reason(f"the way out at {hex} leads to {way}", "A44-11.19"))
    elif not can_leave(rules, position, trip):
        found.append(Reason("leaving the map costs a movement point", "A44-11.20"))
    return tuple(found)


# Why not there ---------------------------------------------------------------------------------------------


def out_of_reach(rules: Tables, position: ArdennesPosition, trip: Trip, hex: Hex) -> tuple[Reason, ...]:
    """Every rule that keeps a unit from ending its move in a hex."""
    ground, unit = rules.ground(position), position.units[trip.unit]
    if hex not in ground.board.index:
        return (Reason(f"{hex} is not on the map", "A44-11.24"),)
    if hex == unit.hex:
        return (Reason("it is there already", "A44-11.1"),)
    found = [*stop_bars(rules, position, trip.unit, hex, trip.mode)]
    if hex in ground.board.neighbours(unit.hex):
        wading = trip.mode == "tactical" and not trip.begun
        found += step_bars(rules, position, trip.unit, unit.hex, hex, wading=wading)
    else:
        found += closed_bars(rules, position, trip.unit, hex)
    if trip.hexes >= 0 and ground.board.distance(unit.hex, hex) > trip.hexes:
        found.append(Reason(f"it can move {trip.hexes} more hexes", limit_cite(rules, position, trip)))
    if found:
        return tuple(found)
    if trip.mode in COSTLESS:
        return (Reason(f"no way to {hex} within {trip.hexes} hexes", "A44-11.7"),)
    return (Reason(f"no way to {hex} for {printed(Fraction(trip.left, 2))} MP", "A44-11.2"),)


def closed_bars(rules: Tables, position: ArdennesPosition, id_: str, hex: Hex) -> tuple[Reason, ...]:
    """Why a unit can enter a hex from nowhere: every step into it is barred by the same rules."""
    neighbours = rules.ground(position).board.neighbours(hex)
    each = [step_bars(rules, position, id_, a, hex, wading=True) for a in neighbours]
    cites = set.intersection(*({reason.cite for reason in bars} for bars in each))
    return tuple(reason for reason in each[0] if reason.cite in cites)


def limit_cite(rules: Tables, position: ArdennesPosition, trip: Trip) -> str:
    """The rule that limits the hexes of a move."""
    limit = areas.hex_limit(rules, position, rules.counters[trip.unit], position.units[trip.unit])
    return limit.cite if limit else rules.limits.cite["tactical_hexes"]
