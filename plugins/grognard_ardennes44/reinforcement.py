"""Reinforcements: who is due, where and how they enter [A44-13.1 to 13.4, A44-13.8, A44-27.9, A44-27.14]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.antwerp import is_covered
from grognard_ardennes44.arrivals import arriving
from grognard_ardennes44.boxes import is_threatened
from grognard_ardennes44.detection import detect_by_contact
from grognard_ardennes44.dice import die
from grognard_ardennes44.driving import Driving
from grognard_ardennes44.ground import BLOCK, BOX, Ground
from grognard_ardennes44.movement import (
    COSTLESS,
    goals,
    half_cost,
    mover_class,
    overlay,
    profile,
    set_out,
    stop_bars,
)
from grognard_ardennes44.moving import Moving, entry_is_closed
from grognard_ardennes44.offers import Offer
from grognard_ardennes44.pieces import note_deed, place
from grognard_ardennes44.position import (
    ANTWERP,
    IN_COLUMN,
    Ardennes,
    ArdennesPosition,
    ArdennesResolution,
    Unit,
    other_side,
)
from grognard_ardennes44.roster import MODES
from grognard_ardennes44.schema import Entry
from grognard_ardennes44.strategic import (
    columns,
    drive_half_mp,
    drives,
    end_bars,
    first_end,
    markers_left,
    shares_marker,
)
from grognard_ardennes44.supply import road_neighbours
from grognard_ardennes44.tables import Counter, Tables
from grognard_ardennes44.traffic import traffic_mp
from grognard_ardennes44.weather import is_frozen
from grognard_ardennes44.zoc import beside_enemies, bonds_of, in_ezoc

__all__ = [
    "OFFERS",
    "WAYS_IN",
    "Enter",
    "EnterBox",
    "Panzerjaeger653",
    "enter_bars",
    "entry_half_mp",
    "roll_for_653",
]


class Enter(Action, frozen=True):
    """A reinforcement enters at an entry hex, ``by`` one of `WAYS_IN`; ``move`` is tactical without fuel."""

    unit: str
    hex: str
    by: str


class EnterBox(Action, frozen=True):
    """A reinforcement goes to a box instead."""

    unit: str
    place: str


WAYS_IN = (*MODES, *IN_COLUMN)
"""How reinforcements enter: by ordinary movement of some mode, strategic movement, or on trucks."""


# Who is due, and where -------------------------------------------------------------------------------------


@cache
def entries_of(rules: Tables, scenario: str) -> Mapping[str, tuple[str, ...]]:
    """Letters of the entry hexes that each reinforcement of a scenario may use."""
    return {
        id_: arrival.entries
        for arrival in rules.scenarios[scenario].arrival
        for id_ in arriving(rules, arrival)
    }


def due(rules: Tables, position: ArdennesPosition, side: str) -> list[str]:
    """Reinforcements of a side that may come now; those that waited come later, too [A44-13.1]."""
    if position.night:
        return []
    return sorted(
        id_ for id_, turn in position.waiting.items()
        if 0 < turn <= position.turn and rules.counters[id_].side == side
    )  # fmt: skip


def entries(rules: Tables, position: ArdennesPosition, id_: str) -> list[Entry]:
    """The entry hexes a reinforcement may use."""
    ground = rules.ground(position)
    return [ground.entries[letter] for letter in entries_of(rules, position.scenario).get(id_, ())]


# Entering the map ------------------------------------------------------------------------------------------


@rule("A44-13.1", "A44-24.2", "A44-12.21")
def entry_half_mp(
    rules: Tables, position: ArdennesPosition, counter: Counter, hex: Hex, by: str = "move"
) -> int | None:
    """Half MP for entering the map at a hex, enemy traffic there included; mechanised rates on trucks."""
    mover, frozen = "mech" if by == "truck" else mover_class(counter), is_frozen(rules, position.turn)
    ground_half_mp = bare_entry_half_mp(rules, rules.ground(position), mover, hex, frozen)
    delay = 2 * traffic_mp(rules, position, counter.side).get(hex, 0)
    return None if ground_half_mp is None else ground_half_mp + delay


@cache
@rule("A44-13.1")
def bare_entry_half_mp(rules: Tables, ground: Ground, mover: str, hex: Hex, frozen: bool) -> int | None:
    """Half MP for an entry hex by the best road that leads out of it, else by its terrain."""
    costs = profile(rules, ground, mover, frozen)
    prices = [
        price
        for other in ground.board.neighbours(hex)
        if ground.road_into(other, hex) and (price := costs.cost(other, hex)) is not None
    ]
    if prices:
        return min(prices)
    return half_cost(rules, ground, mover, ground.board.neighbours(hex)[0], hex, frozen=frozen)


@rule("A44-13.1", "A44-13.2", "A44-13.9", "A44-10.4", "A44-11.23", "A44-27.9", "A44-12.5", "A44-12.19")
def enter_bars(rules: Tables, position: ArdennesPosition, id_: str, hex: Hex, by: str) -> tuple[Reason, ...]:
    """Every reason why a reinforcement may not enter at a hex in a way."""
    counter = rules.counters[id_]
    open_to = [entry for entry in entries(rules, position, id_) if entry.hex == hex]
    if not open_to:
        return (Reason(f"{hex} is none of its entry hexes", "A44-13.2"),)
    entry, found = open_to[0], []
    if hex in position.stacks(other_side(counter.side)):
        found.append(Reason("an enemy unit is there", "A44-13.9"))
    if hex in bonds_of(rules, position, other_side(counter.side)).hexes:
        found.append(Reason(f"an enemy ZOC bond occupies {hex}", "A44-10.4"))
    if counter.side == "allied" and entry.box and is_threatened(rules, position, entry.box):
        found.append(Reason("the area is threatened and not blocked", "A44-13.9"))
    if entry.side == "allied" and entry_is_closed(position, entry.id):
        found.append(Reason("a German unit has left the map there", "A44-11.23"))
    if counter.nation == "british" and not is_covered(rules, position):
        found.append(Reason("arriving British go to Antwerp", "A44-27.9"))
    return tuple(found) or way_bars(rules, position, counter, hex, by)


@rule("A44-11.4", "A44-11.6")
def way_bars(
    rules: Tables, position: ArdennesPosition, counter: Counter, hex: Hex, by: str
) -> tuple[Reason, ...]:
    """Why a reinforcement that may enter at a hex does not do so in a way."""
    if by == "move":
        return ()
    if by in IN_COLUMN:
        return column_bars(rules, position, counter, hex, by)
    found = []
    if counter.gun:
        found.append(Reason("artillery moves by rules of its own", "A44-22.1"))
    if is_dry(position, counter):
        found.append(Reason("short of fuel it enters by move, which is a tactical one", "A44-6.6"))
    if by == "march" and counter.mech:
        found.append(Reason("mechanised units make no forced march", "A44-11.4"))
    if by == "tactical" and counter.ma < 2:
        found.append(Reason("tactical movement needs an MA of 2", "A44-11.6"))
    return tuple(found)


@rule("A44-12.3", "A44-12.4", "A44-12.5", "A44-12.7", "A44-12.13", "A44-12.19")
def column_bars(
    rules: Tables, position: ArdennesPosition, counter: Counter, hex: Hex, by: str
) -> tuple[Reason, ...]:
    """Why a reinforcement cannot enter by strategic movement or on trucks."""
    found = []
    if by == "truck" and (counter.side == "german" or counter.mech or counter.gun):
        found.append(Reason("trucks are for Allied units that are not mechanised", "A44-12.19"))
    if by == "sm" and not drives(counter, ""):
        found.append(Reason("only mechanised units use strategic movement", "A44-12.2"))
    if not rules.ground(position).on_road(hex):
        found.append(Reason("no road leads through the entry hex", "A44-12.4"))
    joins = by == "sm" and shares_marker(rules, position, counter, hex)
    if not joins and markers_left(rules, position, counter.side) < 1:
        found.append(Reason("no marker is left", "A44-12.12"))
    if hex in beside_enemies(rules, position, counter.side):
        found.append(Reason("an enemy is next to the entry hex", "A44-12.7"))
    if counter.side == "allied" and position.turn == 1:
        found.append(Reason("no US unit uses it on Turn 1", "A44-29.8"))
    if is_dry(position, counter):
        found.append(Reason("its division is short of fuel", "A44-12.3"))
    return tuple(found)


@rule("A44-6.6")
def is_dry(position: ArdennesPosition, counter: Counter) -> bool:
    """Whether the division of a reinforcement has run short of fuel on this turn."""
    return position.tally.get(f"dry {counter.formation}") == position.turn


@rule("A44-13.8", "A44-6.6")
def fresh(rules: Tables, position: ArdennesPosition, id_: str, at: str, by: str = "move") -> Unit:
    """A reinforcement as it comes: artillery Fired, a division short of fuel out of supply."""
    counter, marker = rules.counters[id_], by if by in IN_COLUMN else ""
    dry = is_dry(position, counter)
    return Unit(at, counter.steps, oos=dry, dry=dry, marker=marker, ready=not counter.gun)


def entered(rules: Tables, position: ArdennesPosition, id_: str, hex: Hex, by: str) -> ArdennesPosition:
    """A copy of the position in which the reinforcement stands in its entry hex."""
    trial = position.copy()
    unit = fresh(rules, position, id_, hex, by)
    trial.units[id_] = unit
    stacks = trial.stacks(rules.counters[id_].side)
    stacks[hex] = tuple(sorted((*stacks.get(hex, ()), id_)))
    return trial


@rule("A44-13.1", "A44-13.3", "A44-6.6", "A44-23.16")
def onward(rules: Tables, position: ArdennesPosition, id_: str, by: str) -> Moving | None:
    """The move of a reinforcement that stands in its entry hex, the cost of that hex paid.

    ``None`` if it cannot pay for the hex. It may end there at once unless the hex is full. The entry hex is
    the first of a tactical move; out of supply it has no other.
    """
    counter, unit = rules.counters[id_], position.units[id_]
    mode = "tactical" if unit.oos else by
    trip = set_out(rules, position, id_, mode)
    price = 0 if mode in COSTLESS else entry_half_mp(rules, position, counter, unit.hex)
    stops = in_ezoc(rules, position, counter.side, unit.hex) and mode not in COSTLESS
    held_back = 2 * rules.limits.ezoc_exit_mp if stops else 0
    left = trip.left + held_back - (price or 0)
    if price is None or left < 0:
        return None
    hexes = trip.hexes - 1 if trip.hexes > 0 else trip.hexes
    stays = not stop_bars(rules, position, id_, unit.hex, mode)
    return Moving(counter.side, msgspec.structs.replace(trip, left=left, hexes=hexes, begun=stays))


@rule("A44-12.5", "A44-12.8", "A44-12.10", "A44-12.13")
def onward_by_road(rules: Tables, position: ArdennesPosition, id_: str) -> Driving | None:
    """The strategic move of a reinforcement that stands in its entry hex, which it may end there, too."""
    counter, unit = rules.counters[id_], position.units[id_]
    spent = entry_half_mp(rules, position, counter, unit.hex, unit.marker)
    if spent is None or spent > drive_half_mp(rules, counter, unit.marker):
        return None
    stays = not end_bars(rules, position, id_, unit.hex, columns(rules, position, counter.side))
    return Driving(counter.side, id_, spent, may_stay=stays)


def stops_at_once(rules: Tables, position: ArdennesPosition, counter: Counter, hex: Hex, by: str) -> bool:
    """Whether a reinforcement can pay for an empty entry hex and stop there; a look at the hex tells."""
    if position.stack(hex):
        return False
    price, half_mp = entry_half_mp(rules, position, counter, hex, by), 2 * counter.ma
    if by in IN_COLUMN:
        beside = road_neighbours(rules.ground(position))[hex]
        if any(position.units[id_].marker in IN_COLUMN for at in beside for id_ in position.stack(at)):
            return False
        half_mp = drive_half_mp(rules, counter, by)
    elif by == "march":
        if hex in beside_enemies(rules, position, counter.side):
            return False
        half_mp += 2 * rules.limits.forced_march_mp
    return by == "tactical" or (price is not None and price <= half_mp)


def can_enter(rules: Tables, position: ArdennesPosition, id_: str, hex: Hex, by: str) -> bool:
    """Whether an entry that no rule forbids can also be finished: in the entry hex or beyond it."""
    counter = rules.counters[id_]
    if stops_at_once(rules, position, counter, hex, by):
        return True
    trial = entered(rules, position, id_, hex, by)
    if by in IN_COLUMN:
        driving = onward_by_road(rules, trial, id_)
        if driving is None or driving.may_stay:
            return driving is not None
        return bool(first_end(rules, trial, id_, columns(rules, trial, counter.side), driving.spent))
    moving = onward(rules, trial, id_, by)
    if moving is None:
        return False
    if moving.trip.begun:
        return True
    stuck = in_ezoc(rules, trial, counter.side, hex)
    return not stuck and bool(goals(rules, trial, moving.trip, overlay(rules, trial, counter.side))[0])


def enters_at(play: Ardennes, side: str) -> Iterator[Enter]:
    """Every way in for every reinforcement that is due."""
    rules, position = play.rules, play.position
    for id_ in due(rules, position, side):
        counter = rules.counters[id_]
        for hex in dict.fromkeys(entry.hex for entry in entries(rules, position, id_)):
            if enter_bars(rules, position, id_, hex, "move"):
                continue
            for by in WAYS_IN:
                if not way_bars(rules, position, counter, hex, by) and can_enter(
                    rules, position, id_, hex, by
                ):
                    yield Enter(id_, hex, by)


def is_due(play: Ardennes, side: str, id_: str) -> tuple[Reason, ...]:
    """Why a unit is no reinforcement that comes now."""
    return () if id_ in due(play.rules, play.position, side) else (Reason(f"{id_} is not due", "A44-13.1"),)


def enter_refusal(play: Ardennes, side: str, action: Enter) -> tuple[Reason, ...]:
    """Why it cannot enter there."""
    rules, position = play.rules, play.position
    if action.by not in WAYS_IN:
        return (Reason(f"units enter by {', '.join(WAYS_IN)}", "A44-13.1"),)
    if found := is_due(play, side, action.unit):
        return found
    found = enter_bars(rules, position, action.unit, action.hex, action.by)
    if not found and not can_enter(rules, position, action.unit, action.hex, action.by):
        found = (Reason("it cannot pay for the entry hex, or stop there or beyond", "A44-13.1"),)
    return found


@rule("A44-13.1", "A44-13.3", "A44-12.5", "A44-12.19", "A44-27.18")
def enter(play: Ardennes, side: str, action: Enter) -> None:
    """It stands in the entry hex and moves on with what MP it has left."""
    rules, position, id_ = play.rules, play.position, action.unit
    place(play, id_, fresh(rules, position, id_, action.hex, action.by))
    play.log("entered", unit=id_, hex=action.hex, by=action.by)
    detect_by_contact(play, id_, action.hex)
    if action.by in IN_COLUMN:
        if driving := onward_by_road(rules, position, id_):
            play.push(driving)
        return
    moving = onward(rules, position, id_, action.by)
    note_deed(position, id_, "moved")
    if moving is not None and not in_ezoc(rules, position, side, action.hex) and moving.trip.hexes:
        play.push(moving)


# Boxes -----------------------------------------------------------------------------------------------------


@rule("A44-13.4", "A44-27.9")
def boxes_for(rules: Tables, position: ArdennesPosition, id_: str) -> list[str]:
    """The boxes a reinforcement may go to instead: Allied units only, British to Antwerp first."""
    counter = rules.counters[id_]
    if counter.side == "german":
        return []
    if counter.nation == "british" and not is_covered(rules, position):
        return [ANTWERP]
    found = [
        spot
        for entry in entries(rules, position, id_) if entry.side == "allied"
        for spot in (*((f"{BOX}{entry.box}",) if entry.box else ()), f"{BLOCK}{entry.id}")
    ]  # fmt: skip
    return list(dict.fromkeys(found))


def enter_boxes(play: Ardennes, side: str) -> Iterator[EnterBox]:
    """Every box for every reinforcement that is due."""
    for id_ in due(play.rules, play.position, side):
        for spot in boxes_for(play.rules, play.position, id_):
            yield EnterBox(id_, spot)


def box_refusal(play: Ardennes, side: str, action: EnterBox) -> tuple[Reason, ...]:
    """Why it cannot go there."""
    if found := is_due(play, side, action.unit):
        return found
    if action.place in boxes_for(play.rules, play.position, action.unit):
        return ()
    return (Reason(f"{action.place} is no box of its entry hexes", "A44-13.4"),)


def enter_box(play: Ardennes, side: str, action: EnterBox) -> None:
    """It waits there."""
    place(play, action.unit, fresh(play.rules, play.position, action.unit, action.place))
    note_deed(play.position, action.unit, "moved")
    play.log("entered box", unit=action.unit, to=action.place)


# The 653rd -------------------------------------------------------------------------------------------------


@rule("A44-27.14")
def roll_for_653(play: Ardennes, side: str) -> None:
    """On the turn it is due the battalion's fate is rolled for."""
    rules, position = play.rules, play.position
    for id_, turn in sorted(position.waiting.items()):
        due_now = turn == rules.limits.jagdpanzer_turn == position.turn and not position.night
        if side == "german" and due_now and "jagdpanzer_653" in rules.counters[id_].traits:
            play.push(Panzerjaeger653(id_))


@rule("A44-27.14")
class Panzerjaeger653(ArdennesResolution, frozen=True):
    """It enters now, on the next turn, or never."""

    unit: str

    def happen(self, play: Ardennes) -> None:
        """Roll."""
        result = play.rules.jagdpanzer_653.look(play.roll("1d6", why="653rd Panzerjäger"))
        play.log("653rd", unit=self.unit, result=str(result), roll=die(play))
        if result == "next":
            play.position.waiting[self.unit] = play.position.turn + 1
        elif result == "never":
            del play.position.waiting[self.unit]
            play.position.lost[self.unit] = "never"


OFFERS = (
    Offer(Enter, enters_at, enter_refusal, enter),
    Offer(EnterBox, enter_boxes, box_refusal, enter_box),
)
