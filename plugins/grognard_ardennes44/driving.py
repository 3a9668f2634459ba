"""A strategic move is chosen and carried out, in stages [A44-12.4 to 12.13].

Who may drive, where to and at what cost is in :mod:`grognard_ardennes44.strategic`.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.hexes import Hex, Hexside
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44 import areas, moving
from grognard_ardennes44.bridges import OurenRoll, is_doubtful
from grognard_ardennes44.movement import Trip, way_out
from grognard_ardennes44.moving import Cross, Leave, Stop, To, leave_map, walk
from grognard_ardennes44.offers import Offer
from grognard_ardennes44.pieces import change, not_in_play, note_deed
from grognard_ardennes44.position import (
    DOUBTFUL,
    Ardennes,
    ArdennesDecision,
    ArdennesPosition,
    ArdennesResolution,
    Unit,
)
from grognard_ardennes44.roster import Mover, Openings, movers, openings
from grognard_ardennes44.strategic import (
    Columns,
    can_drive,
    column_bars,
    columns,
    destinations,
    drive_half_mp,
    drives,
    end_bars,
    first_end,
    markers_left,
    road_doors,
    strategic_bars,
    takes_marker,
    ways,
)
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.weather import is_frozen
from grognard_ardennes44.zoc import beside_enemies

__all__ = ["OFFERS", "DrivesOver", "Driving", "Strategic", "exit_bars", "strategic_moves"]


class Strategic(Action, frozen=True):
    """Move a unit by strategic movement."""

    unit: str


# Who drives -----------------------------------------------------------------------------------------------


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
    barred = not spare or column_bars(position, counter, unit, others.near)
    hex = None if barred else first_end(rules, position, mover.id, others)
    found = (Strategic(mover.id),) if hex else ()
    if hex is None:
        known.keep(mover, own, (), found)
    elif hex and hex not in own:
        known.keep(mover, own, (hex, unit.hex), found)
    return found


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


OFFERS = (Offer(Strategic, strategic_moves, strategic_refusal, begin_strategic),)


# On the road -----------------------------------------------------------------------------------------------


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
        yield from self.ways_on(play)
        if self.may_stay:
            yield Stop()

    def ways_on(self, play: Ardennes) -> Iterator[Cross | Leave]:
        """What a column may do only where it stands: try a doubtful bridge, leave the map."""
        rules, position, way = play.rules, play.position, way_out(play.rules, play.position, self.unit)
        yield from map(Cross, crossings(rules, position, self.unit, self.spent))
        if way and not exit_bars(rules, position, self.unit, self.spent, way):
            yield Leave(way)

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
            if next(move.ways_on(play), None):
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
    if takes_marker(rules, position, id_) and markers_left(rules, position, counter.side) < 1:
        found += (Reason("no marker is left", "A44-12.12"),)
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
