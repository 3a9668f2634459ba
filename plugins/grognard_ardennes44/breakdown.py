"""Breaking large units down and putting them together again [A44-26]."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.advantage import hand_over
from grognard_ardennes44.offers import Offer
from grognard_ardennes44.pieces import change, did, not_in_play, on_map, place, remove, units_of
from grognard_ardennes44.position import IN_COLUMN, Ardennes, ArdennesPosition, Unit
from grognard_ardennes44.schema import Pool
from grognard_ardennes44.tables import Tables

__all__ = ["OFFERS", "BreakDown", "Rejoin", "break_bars", "break_down", "free_counters", "rejoin_bars"]

BROKEN_DOWN = "broken down"
"""Where the counter of a unit is that has been broken down."""
KEPT = ("night", "replaced")
"""Markers that bind the parts of a unit as they bound the unit."""
PARTS = 2
"""Small units that a large one breaks down into, besides a remnant [A44-26.2]."""


class BreakDown(Action, frozen=True):
    """Break a large unit down into small ones."""

    unit: str
    verb = "break-down"


class Rejoin(Action, frozen=True):
    """Put a small unit back into its parent, or into what is left of it."""

    unit: str


def pool_of(rules: Tables, id_: str, use: str) -> Pool | None:
    """The pool of small units, or of remnants, for a large unit."""
    counter = rules.counters[id_]
    if use == "breakdown":
        return rules.pools.get(counter.breaks_into)
    for pool in rules.pools.values():
        if pool.use == use and pool.side == counter.side and pool.kind == counter.kind:
            return pool
    return None


@rule("A44-26.6")
def free_counters(position: ArdennesPosition, pool: Pool | None) -> list[str]:
    """The counters of a pool that are not in play."""
    return [id_ for id_ in counters_of(pool.id, pool.count) if id_ not in position.units] if pool else []


@cache
def counters_of(pool: str, count: int) -> tuple[str, ...]:
    """The counters of a pool, in the order in which they are used."""
    return tuple(f"{pool}-{number}" for number in range(1, count + 1))


@cache
def part_ids(rules: Tables, side: str) -> frozenset[str]:
    """The counters into which units of a side are broken down."""
    pools = [pool for pool in rules.pools.values() if pool.use == "breakdown" and pool.side == side]
    return frozenset(id_ for pool in pools for id_ in counters_of(pool.id, pool.count))


@rule("A44-26.1", "A44-26.2", "A44-26.3", "A44-26.4", "A44-26.5", "A44-26.6", "A44-18.6")
def break_bars(
    rules: Tables, position: ArdennesPosition, id_: str, before: str = "moved"
) -> tuple[Reason, ...]:
    """Every reason why a unit may not be broken down now; EZOCs, Engaged and OOS markers are none.

    ``before`` is the deed that it must precede: ``moved``, ``tried`` to disengage, or ``advanced``.
    """
    return whole_bars(rules, position, id_, before) + spare_bars(rules, position, id_)


@rule("A44-26.6")
def spare_bars(rules: Tables, position: ArdennesPosition, id_: str) -> tuple[Reason, ...]:
    """Why there are no counters for the parts of a unit."""
    parts = free_counters(position, pool_of(rules, id_, "breakdown"))
    remnants = free_counters(position, pool_of(rules, id_, "remnant"))
    if len(parts) >= PARTS and remnants:
        return ()
    return (Reason("not enough small counters are left", "A44-26.6"),)


@rule("A44-26.1", "A44-26.2", "A44-26.3", "A44-26.4", "A44-26.5", "A44-18.6")
def whole_bars(rules: Tables, position: ArdennesPosition, id_: str, before: str) -> tuple[Reason, ...]:
    """Why a unit may not be broken down, counters for its parts or not."""
    counter, unit = rules.counters[id_], position.units[id_]
    found = []
    if counter.side != position.active:
        found.append(Reason("not in the enemy's turn", "A44-26.4"))
    if counter.steps < 1 + PARTS or unit.steps < counter.steps or not counter.breaks_into:
        found.append(Reason("only a large unit of three steps breaks down", "A44-26.2"))
    if unit.state:
        found.append(Reason(f"it is {unit.state}", "A44-26.5"))
    if before != "moved" and unit.marker in IN_COLUMN:
        found.append(Reason(f"its {unit.marker} marker stays on it until it moves again", "A44-12.22"))
    if did(position, id_, before):
        found.append(Reason("it breaks down before it moves, disengages or advances", "A44-26.3"))
    if not on_map(rules, position, id_):
        found.append(Reason("it is not on the map", "A44-26.1"))
    return tuple(found)


@rule("A44-26.1", "A44-26.2", "A44-26.7", "A44-16.32")
def break_down(play: Ardennes, id_: str) -> tuple[str, ...]:
    """A large unit becomes two small ones and a remnant in the same hex, under its markers; their ids."""
    rules, position, unit = play.rules, play.position, play.position.units[id_]
    parts = free_counters(position, pool_of(rules, id_, "breakdown"))[:PARTS]
    remnant = free_counters(position, pool_of(rules, id_, "remnant"))[0]
    deeds, new = position.deeds.get(id_, ()), (*parts, remnant)
    for small in new:
        marker = unit.marker if unit.marker in KEPT else ""
        place(play, small, msgspec.structs.replace(unit, steps=1, parent=id_, marker=marker))
        if deeds:
            position.deeds[small] = deeds
    hand_over(play, unit.hex, position.markers(unit.hex), id_, new)
    remove(play, id_)
    position.lost[id_] = BROKEN_DOWN
    play.log("broken down", unit=id_, hex=unit.hex)
    return new


def break_downs(play: Ardennes, side: str) -> Iterator[BreakDown]:
    """Large units that can be broken down."""
    rules, position = play.rules, play.position
    spare: dict[tuple[str, str], bool] = {}
    for id_, unit in units_of(rules, position, side):
        if unit.steps <= PARTS or whole_bars(rules, position, id_, "moved"):
            continue
        kind = rules.counters[id_].breaks_into, rules.counters[id_].kind
        if kind not in spare:
            spare[kind] = not spare_bars(rules, position, id_)
        if spare[kind]:
            yield BreakDown(id_)


def break_refusal(
    play: Ardennes, side: str, action: BreakDown | Rejoin, before: str = "moved"
) -> tuple[Reason, ...]:
    """Why it cannot."""
    rules, position, id_ = play.rules, play.position, action.unit
    if found := not_in_play(rules, position, side, id_):
        return found
    if isinstance(action, BreakDown):
        return break_bars(rules, position, id_, before)
    return rejoin_bars(rules, position, id_)


def take_break(play: Ardennes, side: str, action: BreakDown) -> None:
    """Break it down."""
    break_down(play, action.unit)


@rule("A44-26.8")
def body_of(rules: Tables, position: ArdennesPosition, id_: str) -> str:
    """What is left of a small unit's parent in its hex: the parent, or its remnant; ``""`` if neither."""
    unit = position.units[id_]
    for other in position.stack(unit.hex):
        if other == unit.parent:
            return other
        pool = rules.pools.get(rules.counters[other].pool)
        if pool and pool.use == "remnant" and position.units[other].parent == unit.parent:
            return other
    return ""


@rule("A44-26.8")
def rejoin_bars(rules: Tables, position: ArdennesPosition, id_: str) -> tuple[Reason, ...]:
    """Why a small unit cannot rejoin its parent: both must stand together and move no more."""
    pool = rules.pools.get(rules.counters[id_].pool)
    if pool is None or pool.use != "breakdown":
        return (Reason("it is no part of a larger unit", "A44-26.8"),)
    body = body_of(rules, position, id_)
    if not body:
        return (Reason("its parent is not in the hex", "A44-26.8"),)
    unit, other, found = position.units[id_], position.units[body], []
    if unit.state or other.state:
        found.append(Reason("one of the two is disrupted", "A44-26.5"))
    if body == unit.parent and other.steps >= rules.counters[body].steps:
        found.append(Reason("its parent is whole", "A44-26.8"))
    return tuple(found)


def rejoins(play: Ardennes, side: str) -> Iterator[Rejoin]:
    """Small units that can rejoin."""
    rules, position = play.rules, play.position
    for id_ in sorted(part_ids(rules, side) & position.units.keys()):
        if not rejoin_bars(rules, position, id_):
            yield Rejoin(id_)


@rule("A44-26.8", "A44-16.32")
def rejoin(play: Ardennes, side: str, action: Rejoin) -> None:
    """The small unit is removed and its parent gains a step and what held it; neither moves any more."""
    rules, position, id_ = play.rules, play.position, action.unit
    unit, body = position.units[id_], body_of(rules, position, id_)
    deeds = {*position.deeds.get(id_, ()), *position.deeds.get(body, ()), "moved"}
    other = position.units[body]
    if body != unit.parent:
        place(play, unit.parent, Unit(unit.hex, steps=1))
    change(
        play, unit.parent, steps=position.units[unit.parent].steps + 1,
        engaged=unit.engaged or other.engaged, oos=unit.oos or other.oos, dry=unit.dry or other.dry,
        points=max(unit.points, other.points), red=unit.red or other.red,
        strayed=unit.strayed or other.strayed,
    )  # fmt: skip
    for gone in (id_, body):
        if gone != unit.parent:
            hand_over(play, unit.hex, position.markers(unit.hex), gone, (unit.parent,))
            remove(play, gone)
    if bound := next((each.marker for each in (unit, other) if each.marker in KEPT), ""):
        change(play, unit.parent, marker=bound)
    position.deeds[unit.parent] = tuple(sorted(deeds))
    play.log("rejoined", unit=unit.parent, hex=unit.hex)


OFFERS = (
    Offer(BreakDown, break_downs, break_refusal, take_break),
    Offer(Rejoin, rejoins, break_refusal, rejoin),
)
