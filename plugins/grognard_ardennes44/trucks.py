"""Trucks for Allied infantry: loaded in one turn, driving from the next [A44-12.16 to 12.22]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.ground import BOX
from grognard_ardennes44.movement import bars_to_moving
from grognard_ardennes44.offers import Offer
from grognard_ardennes44.pieces import change, did, not_in_play, note_deed, units_of
from grognard_ardennes44.position import Ardennes, ArdennesPosition, Unit
from grognard_ardennes44.roster import movers
from grognard_ardennes44.strategic import markers_left
from grognard_ardennes44.tables import Counter, Tables
from grognard_ardennes44.zoc import beside_enemies

__all__ = ["OFFERS", "Load", "Unload", "load_bars"]


class Load(Action, frozen=True):
    """Load a unit on trucks; it moves next turn."""

    unit: str


class Unload(Action, frozen=True):
    """Take the trucks from a unit."""

    unit: str


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
    Offer(Load, loads, load_refusal, load),
    Offer(Unload, unloads, load_refusal, unload),
)
