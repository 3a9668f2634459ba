"""How units move: what bars a step, how far a unit may go, and where it gets [A44-11].

What the printed ground costs is in :mod:`grognard_ardennes44.costs`. A unit moves in one of these modes:

============  =============================================================================================
``move``      by its MA
``march``     by its MA and two more MP, for units on foot
``tactical``  one or two hexes, whatever they cost
``shift``     as far as ``hexes`` says, whatever it costs: artillery that shifts its position
============  =============================================================================================
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import TypeAlias

import msgspec

from grognard.hexes import Hex, Hexside
from grognard.latest import Latest
from grognard.paths import Profile, Reach, reach
from grognard.reasons import Reason, rule, total
from grognard_ardennes44 import areas
from grognard_ardennes44.costs import (
    barrier_bars,
    can_wade,
    doors,
    half_cost,
    is_barrier,
    may_ever_cross,
    mover_class,
    profile,
)
from grognard_ardennes44.ground import BOX, Ground
from grognard_ardennes44.nightmarkers import may_move_at_night
from grognard_ardennes44.pieces import did
from grognard_ardennes44.position import ANTWERP, DOUBTFUL, ArdennesPosition, Unit, other_side
from grognard_ardennes44.stacking import overstacking
from grognard_ardennes44.tables import Counter, Tables
from grognard_ardennes44.traffic import traffic_mp
from grognard_ardennes44.weather import is_frozen
from grognard_ardennes44.zoc import (
    Bonds,
    Front,
    beside_enemies,
    bonds_of,
    crosses_bond,
    front,
    in_ezoc,
    zoc_of,
)

__all__ = [
    "COSTLESS",
    "Overlay",
    "Trip",
    "allowance",
    "barrier_bars",
    "bars_to_moving",
    "can_go",
    "can_leave",
    "can_set_out",
    "crossings",
    "goals",
    "half_cost",
    "is_barrier",
    "may_ever_cross",
    "mode_bars",
    "most_hexes",
    "mover_class",
    "open_hex",
    "overlay",
    "overlay_for",
    "profile",
    "reach_from",
    "set_out",
    "step_bars",
    "steps",
    "stop_bars",
    "way_out",
    "ways",
]

COSTLESS = ("tactical", "shift")
"""Modes in which MP do not count."""


class Trip(msgspec.Struct, frozen=True):
    """How a unit is moving and what it has left.

    ``left`` are half MP, ``hexes`` the hexes it may still move (-1: no limit), ``begun`` says that it has
    left the hex in which it began, or tried to.
    """

    unit: str
    mode: str
    left: int
    hexes: int = -1
    begun: bool = False


# What bars a step ------------------------------------------------------------------------------------------


@rule("A44-18.2", "A44-18.11")
def step_bars(
    rules: Tables, position: ArdennesPosition, id_: str, a: Hex, b: Hex, *, wading: bool = False
) -> tuple[Reason, ...]:
    """Every reason why a unit may not step from ``a`` to its neighbour ``b``, whatever MP it has.

    ``wading`` says that it is the first step of a tactical move, in which infantry crosses rivers.
    """
    counter, unit = rules.counters[id_], position.units[id_]
    found = list(may_ever_cross(rules, position, counter, a, b))
    if not (wading and can_wade(counter)):
        found += barrier_bars(rules, position, counter, a, b)
    if b in position.stacks(other_side(counter.side)):
        found.append(Reason(f"the enemy holds {b}", "A44-9.1"))
    if bond := crosses_bond(rules, position, counter.side, a, b):
        found.append(bond)
    found += areas.bars(rules, position, counter, unit, a, b, areas.outlet_of(rules, position, counter, unit))
    if unit.state and b in zoc_of(rules, position, other_side(counter.side)):
        found.append(Reason(f"a {unit.state} unit does not enter an EZOC, as {b} is", "A44-18.2"))
    return tuple(found)


class Overlay(msgspec.Struct, frozen=True, eq=False):
    """What the position adds to the costs of the ground for one unit.

    ``closed`` hexes it never enters, ``sides`` (bonds, army boundaries) it never crosses, ``unbridged``
    hexsides have lost their bridge, in ``stops`` it must stop, ``delays`` are extra half MP of hexes.
    ``cut`` is both kinds of hexsides, ``tolls`` the delays, as a search of ways wants them.
    """

    closed: frozenset[Hex]
    sides: frozenset[Hexside]
    unbridged: frozenset[Hexside]
    stops: frozenset[Hex]
    delays: Mapping[Hex, int]
    cut: frozenset[Hexside]
    tolls: tuple[tuple[Hex, int], ...]


@cache
def _latest_question(rules: Tables, ground: Ground, side: str) -> Latest[Overlay]:
    return Latest()


@cache
def _latest_overlay(rules: Tables, ground: Ground, side: str) -> Latest[Overlay]:
    return Latest()


def overlay(rules: Tables, position: ArdennesPosition, side: str) -> Overlay:
    """What holds for all units of a side; the same value as long as nothing it depends on changes."""
    ground = rules.ground(position)
    control = tuple(map(position.control.get, ground.bottlenecks))
    rest = position.bridges, position.traffic, control, position.turn

    def before_fronts() -> Overlay:
        enemy = other_side(side)
        there, bonds = front(rules, position, enemy), bonds_of(rules, position, enemy)
        work = partial(_overlay, rules, position, side, there, bonds)
        return _latest_overlay(rules, ground, side).ask(work, there, bonds, *rest)

    return _latest_question(rules, ground, side).ask(before_fronts, position.german, position.allied, *rest)


@rule("A44-9.3", "A44-9.6", "A44-10.4", "A44-11.27", "A44-24.2", "A44-24.14")
def _overlay(rules: Tables, position: ArdennesPosition, side: str, there: Front, bonds: Bonds) -> Overlay:
    shut = there.shut if bonds is there.bonds else bonds.hexes.union(position.stacks(other_side(side)))
    delays = {hex: 2 * mp for hex, mp in traffic_mp(rules, position, side).items()}
    boundaries = areas.boundaries(rules, position, side)
    unbridged, sides = frozenset(map(Hexside.parse, position.unsound(side))), bonds.sides | boundaries
    return Overlay(shut, sides, unbridged, there.zoc, delays, sides | unbridged, tuple(delays.items()))


def overlay_for(
    rules: Tables, position: ArdennesPosition, common: Overlay, counter: Counter, unit: Unit
) -> Overlay:
    """What holds for one unit, given what holds for its side."""
    closed = areas.closed_hexes(rules, position, counter, unit)
    if not (closed or unit.strayed or unit.state):
        return common
    outlet = areas.outlet_of(rules, position, counter, unit)
    stops = common.stops | {outlet} if outlet else common.stops
    barred = common.closed | (closed - {outlet})
    if unit.state:
        barred |= common.stops
    sides = common.sides
    if unit.strayed:
        sides = bonds_of(rules, position, other_side(counter.side)).sides
    cut = common.cut if sides is common.sides else sides | common.unbridged
    return Overlay(barred, sides, common.unbridged, stops, common.delays, cut, common.tolls)


# Whether and how far a unit moves --------------------------------------------------------------------------


@rule("A44-16.27", "A44-29.1", "A44-11.3", "A44-15.22", "A44-25.17", "A44-27.4")
def bars_to_moving(rules: Tables, position: ArdennesPosition, id_: str) -> tuple[Reason, ...]:
    """Every reason why a unit may not move at all in this phase."""
    unit, done = position.units[id_], position.deeds.get(id_, ())
    found = []
    if unit.engaged:
        found.append(Reason("an Engaged unit does not move", "A44-16.27"))
    if areas.is_held(position, unit):
        found.append(Reason("units with red coordinates do not move on Turn 1", "A44-29.1"))
    if "moved" in done:
        found.append(Reason("it has moved in this phase", "A44-11.3"))
    if "dug" in done:
        found.append(Reason("it works on an improved position", "A44-15.22"))
    if "placed" in done and "heydte" in rules.counters[id_].traits:
        found.append(Reason("it has just landed", "A44-27.4"))
    if position.night and not may_move_at_night(rules, position, id_):
        found.append(Reason("only stacks with night markers move at night", "A44-25.17"))
    return tuple(found)


@rule("A44-11.4", "A44-11.6", "A44-18.2", "A44-18.11", "A44-23.16", "A44-13.7", "A44-25.22")
def mode_bars(rules: Tables, position: ArdennesPosition, id_: str, mode: str) -> tuple[Reason, ...]:
    """Every reason why a unit that may move may not move in this mode."""
    counter, unit = rules.counters[id_], position.units[id_]
    found = []
    if mode == "tactical":
        if counter.ma < 2:
            found.append(Reason("tactical movement needs an MA of 2", "A44-11.6"))
        if is_marked_by_day(position, unit):
            found.append(Reason("no tactical movement under a night marker", "A44-25.22"))
        return tuple(found)
    if unit.state:
        cite = "A44-18.2" if unit.state == "disrupted" else "A44-18.11"
        found.append(Reason(f"a {unit.state} unit may use tactical movement only", cite))
    if unit.oos:
        found.append(Reason("out of supply it may use tactical movement only", "A44-23.16"))
    if counter.kind == "engineer" and did(position, id_, "placed"):
        found.append(Reason("on arrival engineers may use tactical movement only", "A44-13.7"))
    if mode == "march" and counter.mech:
        found.append(Reason("mechanised units make no forced march", "A44-11.4"))
    if mode == "march" and is_marked_by_day(position, unit):
        found.append(Reason("under a night marker it has 1 MP only", "A44-25.22"))
    return tuple(found)


def is_marked_by_day(position: ArdennesPosition, unit: Unit) -> bool:
    """Whether a night marker holds a unit back in the PM turn."""
    return unit.marker == "night" and not position.night


def allowance(rules: Tables, position: ArdennesPosition, id_: str, mode: str) -> tuple[Reason, ...]:
    """The MP that a unit has for its move, as a sum of reasons."""
    counter, unit = rules.counters[id_], position.units[id_]
    marked, held_back = is_marked_by_day(position, unit), in_ezoc(rules, position, counter.side, unit.hex)
    return _allowance(rules, counter.ma, counter.sure, mode, marked, held_back)


@cache
@rule("A44-11.2", "A44-11.4", "A44-9.5", "A44-25.22")
def _allowance(
    rules: Tables, ma: int, sure: str, mode: str, marked: bool, held_back: bool
) -> tuple[Reason, ...]:
    limits = rules.limits
    found = [Reason("movement allowance", "A44-11.2", ma, sure)]
    if mode == "march":
        found.append(Reason("forced march", limits.cite["forced_march_mp"], limits.forced_march_mp))
    if marked:
        value = limits.night_marked_mp - total(found)
        found.append(Reason("under a night marker", limits.cite["night_marked_mp"], value))
    if held_back:
        found.append(Reason("leaving an EZOC", limits.cite["ezoc_exit_mp"], -limits.ezoc_exit_mp))
    return tuple(found)


@rule("A44-11.6", "A44-6.6", "A44-27.13", "A44-25.13")
def most_hexes(rules: Tables, position: ArdennesPosition, id_: str, mode: str) -> int:
    """How many hexes a unit may move, -1 for as many as its MP allow."""
    limit = areas.hex_limit(rules, position, rules.counters[id_], position.units[id_])
    hexes = [limit.value] if limit else []
    if mode == "tactical":
        hexes.append(rules.limits.tactical_hexes)
    return min(hexes, default=-1)


# Ways ------------------------------------------------------------------------------------------------------


class Few(dict[Hex, int]):
    """Hexes within a few steps and the half MP they cost; ``before`` tells the way. To be read only."""

    def __init__(self, start: Hex) -> None:
        super().__init__({start: 0})
        self.before: dict[Hex, Hex] = {}

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        """The way to a hex, both ends included."""
        path = [hex]
        while path[-1] in self.before:
            path.append(self.before[path[-1]])
        return tuple(reversed(path))


Ways: TypeAlias = Few | Reach
"""Where a unit can get, in half MP, with the path to each hex."""


def ways(rules: Tables, position: ArdennesPosition, trip: Trip, common: Overlay) -> Ways:
    """Where a unit on its way can get, and the cost in half MP; stacking is not looked at."""
    counter, unit = rules.counters[trip.unit], position.units[trip.unit]
    over = overlay_for(rules, position, common, counter, unit)
    if trip.hexes >= 0:
        return _few(rules, position, trip, over)
    costs = profile(rules, rules.ground(position), mover_class(counter), is_frozen(rules, position.turn))
    return reach_from(costs, unit.hex, trip.left, over.closed, over.cut, over.tolls, over.stops)


@lru_cache(maxsize=256)
def reach_from(
    costs: Profile, start: Hex, half_mp: int, closed: frozenset[Hex], sides: frozenset[Hexside],
    delays: tuple[tuple[Hex, int], ...], stops: frozenset[Hex],
) -> Reach:  # fmt: skip
    """Where a move leads that starts in a hex; kept, because the same is asked again and again in a phase."""
    return reach(costs, start, half_mp, blocked=closed, blocked_sides=sides, extra=dict(delays), stops=stops)


@rule("A44-11.6", "A44-11.7", "A44-11.8")
def _few(rules: Tables, position: ArdennesPosition, trip: Trip, over: Overlay) -> Few:
    """The same for a move that is short in hexes; a tactical move pays nothing but still stops in an EZOC."""
    start = position.units[trip.unit].hex
    found = Few(start)
    frontier = [start]
    for number in range(trip.hexes):
        reached: dict[Hex, int] = {}
        for a in frontier:
            if number and a in over.stops:
                continue
            wading = trip.mode == "tactical" and not trip.begun and not number
            for b, price in steps(rules, position, trip, over, a, wading=wading):
                cost = found[a] + price
                if b not in found and cost <= trip.left and cost < reached.get(b, cost + 1):
                    reached[b] = cost
                    found.before[b] = a
        found.update(reached)
        frontier = list(reached)
    return found


def steps(
    rules: Tables, position: ArdennesPosition, trip: Trip, over: Overlay, a: Hex, *, wading: bool
) -> Iterator[tuple[Hex, int]]:
    """The steps a unit can make out of a hex, with half MP, none in a mode that does not count them."""
    counter = rules.counters[trip.unit]
    ways_out = doors(rules, rules.ground(position), mover_class(counter), is_frozen(rules, position.turn))
    free, wades = trip.mode in COSTLESS, wading and can_wade(counter)
    for b, side, price in ways_out[a]:
        if b in over.closed or side in over.sides:
            continue
        if price is None or side in over.unbridged:
            if wades:
                yield b, 0
        else:
            yield b, 0 if free else price + over.delays.get(b, 0)


@rule("A44-8.6", "A44-11.5")
def stop_bars(rules: Tables, position: ArdennesPosition, id_: str, hex: Hex, mode: str) -> tuple[Reason, ...]:
    """Why a unit may not end its move in a hex."""
    found = overstacking(rules, position, hex, joining=(id_,))
    if mode == "march" and hex in beside_enemies(rules, position, rules.counters[id_].side):
        found = (*found, Reason(f"{hex} is next to the enemy: no forced march ends there", "A44-11.5"))
    return found


@rule("A44-11.19", "A44-11.22", "A44-11.24", "A44-11.21")
def way_out(rules: Tables, position: ArdennesPosition, id_: str) -> str:
    """The box a unit comes to that leaves the map from its hex, ``""`` if it cannot leave there."""
    ground, counter, hex = rules.ground(position), rules.counters[id_], position.units[id_].hex
    if counter.side == "german":
        return ANTWERP if any(entry.german_exit for entry in ground.entries_at.get(hex, ())) else ""
    if areas.is_bound_west(rules, position, counter, position.units[id_]):
        return ""
    box = ground.box_beside.get(hex)
    return f"{BOX}{box}" if box else ""


def open_hex(
    rules: Tables, position: ArdennesPosition, id_: str, ma: int, common: Overlay, near: frozenset[Hex]
) -> Hex:
    """A hex next to a unit that is empty, out of the reach of enemies and cheap enough for an MA, if any.

    ``near`` are the hexes next to enemies. A quick look that spares most others: a unit that it finds shut in
    (``""``) may still have somewhere to go.
    """
    counter, unit = rules.counters[id_], position.units[id_]
    if unit.marker == "night":
        return ""
    over, own = overlay_for(rules, position, common, counter, unit), position.stacks(counter.side)
    delays, half_mp = over.delays, 2 * (ma - rules.limits.ezoc_exit_mp)
    ways_out = doors(rules, rules.ground(position), mover_class(counter), is_frozen(rules, position.turn))
    for b, side, price in ways_out[unit.hex]:
        if b in own or b in near or price is None or price + delays.get(b, 0) > half_mp:
            continue
        if not (b in over.closed or b in over.stops or side in over.cut):
            return b
    return ""


def set_out(rules: Tables, position: ArdennesPosition, id_: str, mode: str) -> Trip:
    """The beginning of a unit's move in one of the modes ``move``, ``march``, ``tactical``."""
    half_mp = 0 if mode in COSTLESS else 2 * total(allowance(rules, position, id_, mode))
    return Trip(id_, mode, left=half_mp, hexes=most_hexes(rules, position, id_, mode))


def goals(rules: Tables, position: ArdennesPosition, trip: Trip, common: Overlay) -> tuple[list[Hex], Ways]:
    """The hexes in which a unit can end its move, and the ways there."""
    found = ways(rules, position, trip, common)
    unit, side = position.units[trip.unit], rules.counters[trip.unit].side
    own = position.stacks(side)
    ends = [
        hex for hex in found
        if hex not in own or (hex != unit.hex and not stop_bars(rules, position, trip.unit, hex, trip.mode))
    ]  # fmt: skip
    if trip.mode == "march":
        near = beside_enemies(rules, position, side)
        ends = [hex for hex in ends if hex not in near]
    if unit.strayed:
        ends = [hex for hex in ends if areas.recrosses(rules, position, unit, found.path(hex)) < 2]
    return ends, found


@rule("A44-7.15")
def crossings(rules: Tables, position: ArdennesPosition, trip: Trip, common: Overlay) -> list[Hex]:
    """Hexes beyond doubtful bridges next to a German unit that it can enter and stop in, if they hold."""
    counter, unit = rules.counters[trip.unit], position.units[trip.unit]
    beyond = [
        Hexside.parse(bridge).across(unit.hex) for bridge, state in position.bridges.items()
        if state == DOUBTFUL and unit.hex in bridge.split("|")
    ]  # fmt: skip
    if counter.side != "german" or trip.hexes == 0 or not beyond:
        return []
    over = overlay_for(rules, position, common, counter, unit)
    sound = msgspec.structs.replace(over, unbridged=frozenset())
    return [
        b for b, price in steps(rules, position, trip, sound, unit.hex, wading=False)
        if b in beyond
        and price <= trip.left
        and not stop_bars(rules, position, trip.unit, b, trip.mode)
    ]  # fmt: skip


@rule("A44-11.20")
def can_leave(rules: Tables, position: ArdennesPosition, trip: Trip) -> bool:
    """Whether a unit can leave the map from its hex: that costs one MP, or a hex of a move short in hexes."""
    if not (trip.mode in COSTLESS or trip.left >= 2 * rules.limits.exit_mp) or trip.hexes == 0:
        return False
    return way_out(rules, position, trip.unit) != ""


def can_go(rules: Tables, position: ArdennesPosition, trip: Trip, common: Overlay) -> bool:
    """Whether a unit has anywhere to go: most often a look at the hexes next to it tells."""
    found = can_set_out(rules, position, trip, common)
    return bool(goals(rules, position, trip, common)[0]) if found is None else found


def can_set_out(rules: Tables, position: ArdennesPosition, trip: Trip, common: Overlay) -> bool | None:
    """The same as far as the hexes next to a unit tell: ``None`` if it can only go through them."""
    counter, unit = rules.counters[trip.unit], position.units[trip.unit]
    over = overlay_for(rules, position, common, counter, unit)
    own, near = position.stacks(counter.side), False
    if trip.hexes:
        wading = trip.mode == "tactical" and not trip.begun
        for b, price in steps(rules, position, trip, over, unit.hex, wading=wading):
            if price <= trip.left:
                near = True
                if (b not in own and trip.mode != "march") or not stop_bars(
                    rules, position, trip.unit, b, trip.mode
                ):
                    return True
    if can_leave(rules, position, trip) or crossings(rules, position, trip, common):
        return True
    return None if near else False
