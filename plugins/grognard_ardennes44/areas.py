"""Ground that some units may not enter: army boundaries, the first turn, the US 2nd Division, the British.

[A44-11.27 to 11.31, A44-29, A44-27.5, A44-27.13]
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from grognard.hexes import Hex, Hexside
from grognard.reasons import Reason, rule
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.pieces import change, origin
from grognard_ardennes44.position import Ardennes, ArdennesPosition, Unit
from grognard_ardennes44.tables import Counter, Tables

__all__ = [
    "bars",
    "boundaries",
    "boundary_between",
    "closed_hexes",
    "free_artillery",
    "hex_limit",
    "is_bound_west",
    "is_held",
    "note_outlet",
    "outlet_of",
    "recrosses",
]

NOWHERE: frozenset[Hex] = frozenset()
NO_SIDE: frozenset[Hexside] = frozenset()


# Army boundaries -------------------------------------------------------------------------------------------


@rule("A44-11.27", "A44-11.28")
def boundary_holds(rules: Tables, position: ArdennesPosition, side: str) -> bool:
    """Whether army boundaries bind a side now; each is as long as it is printed."""
    return side == "german" and position.turn <= rules.limits.boundaries_until


def boundary_between(rules: Tables, position: ArdennesPosition, side: str, a: Hex, b: Hex) -> Reason | None:
    """Whether a step of a side crosses an army boundary that binds it."""
    if boundary_holds(rules, position, side) and Hexside(a, b) in rules.ground(position).boundaries:
        return Reason(f"an army boundary runs between {a} and {b}", "A44-11.27")
    return None


def boundaries(rules: Tables, position: ArdennesPosition, side: str) -> frozenset[Hexside]:
    """The army boundaries that bind a side now."""
    return _boundaries(rules.ground(position)) if boundary_holds(rules, position, side) else NO_SIDE


@cache
def _boundaries(ground: Ground) -> frozenset[Hexside]:
    return frozenset(ground.boundaries)


@rule("A44-11.30")
def recrosses(rules: Tables, position: ArdennesPosition, unit: Unit, path: tuple[Hex, ...]) -> int:
    """How often a path of a unit that retreated over an army boundary crosses one."""
    if not unit.strayed:
        return 0
    boundaries = rules.ground(position).boundaries
    return sum(Hexside(a, b) in boundaries for a, b in pairwise(path))


# The first turn --------------------------------------------------------------------------------------------


@rule("A44-29.1", "A44-29.2")
def is_held(position: ArdennesPosition, unit: Unit) -> bool:
    """Whether red coordinates hold a unit: on Turn 1 it does not move, advance or disengage."""
    return unit.red and position.turn == 1


@rule("A44-29.3")
def free_artillery(play: Ardennes, hex: Hex) -> None:
    """A German unit has advanced into a hex: certain artillery next to it is free to move on Turn 1."""
    position = play.position
    for other in play.rules.ground(position).board.neighbours(hex):
        for id_ in position.allied.get(other, ()):
            if "freed_artillery" in play.rules.counters[id_].traits and position.units[id_].red:
                change(play, id_, red=False)


@cache
def _kept_out(ground: Ground, formation: str, at: Hex) -> frozenset[Hex]:
    """Assembly and rear areas but the formation's own assembly area; who has none keeps to where it is."""
    areas = [area for area in ground.theatre.area if area.kind in ("assembly", "rear")]
    own = [area.id for area in areas if area.kind == "assembly" and formation in area.formations] or [
        area.id for area in areas if at in ground.area_hexes[area.id]
    ]
    closed = frozenset().union(*(ground.area_hexes[area.id] for area in areas))
    return closed.difference(*(ground.area_hexes[id_] for id_ in own))


@rule("A44-29.4")
def outlet_of(rules: Tables, position: ArdennesPosition, counter: Counter, unit: Unit) -> Hex:
    """The hex into which one unit of a division may move on Turn 1, and stop there; ``""`` for none."""
    ground = rules.ground(position)
    if position.turn != 1 or counter.side != "german":
        return ""
    formation = origin(rules, counter, unit).formation
    for area in ground.theatre.area:
        if area.kind == "outlet" and formation in area.formations:
            start, end = area.hexes.split()
            if unit.hex == start and not position.tally.get(f"outlet:{area.id}"):
                return end
    return ""


@rule("A44-29.4")
def note_outlet(play: Ardennes, id_: str, a: Hex, b: Hex) -> bool:
    """Whether a unit has stepped out of its division's area as one unit may; nobody else does after it."""
    if play.position.turn != 1:
        return False
    formation = origin(play.rules, play.rules.counters[id_], play.position.units[id_]).formation
    for area in play.rules.ground(play.position).theatre.area:
        if area.kind == "outlet" and formation in area.formations and area.hexes.split() == [a, b]:
            play.position.tally[f"outlet:{area.id}"] = 1
            return True
    return False


# Hexes kept from a unit ------------------------------------------------------------------------------------


@rule("A44-29.5", "A44-29.6", "A44-27.5")
def closed_hexes(rules: Tables, position: ArdennesPosition, counter: Counter, unit: Unit) -> frozenset[Hex]:
    """Hexes that a unit may not enter, whatever their ground."""
    if counter.side == "german":
        if position.turn != 1:
            return NOWHERE
        return _kept_out(rules.ground(position), origin(rules, counter, unit).formation, unit.hex)
    if is_bound_west(rules, position, counter, unit):
        return _beyond_the_meuse(rules.ground(position))
    return NOWHERE


@rule("A44-27.5", "A44-27.6")
def is_bound_west(rules: Tables, position: ArdennesPosition, counter: Counter, unit: Unit) -> bool:
    """Whether a unit must stay west of the Meuse: every British one; the 29th Armoured Brigade for a time."""
    piece = origin(rules, counter, unit)
    if piece.nation != "british" or "british_29" not in piece.traits:
        return piece.nation == "british"
    return position.turn < rules.limits.british_freed_turn and not position.tally.get("meuse_crossed")


@cache
def _beyond_the_meuse(ground: Ground) -> frozenset[Hex]:
    """Hexes off the west map or east of the Meuse, where the theatre has either."""
    found: set[Hex] = set()
    for kind in ("west_map", "west_bank"):
        if inside := ground.hexes_in(kind):
            found.update(hex for hex in ground.board.hexes if hex not in inside)
    return frozenset(found)


def bars(
    rules: Tables, position: ArdennesPosition, counter: Counter, unit: Unit, a: Hex, b: Hex, outlet: Hex = ""
) -> tuple[Reason, ...]:
    """Every rule of this chapter that forbids a unit to step from ``a`` to ``b``.

    ``outlet`` is open to it although it is closed to its division, see :func:`outlet_of`.
    """
    found = []
    if not unit.strayed and (boundary := boundary_between(rules, position, counter.side, a, b)):
        found.append(boundary)
    if b != outlet and b in closed_hexes(rules, position, counter, unit):
        if counter.side == "german":
            text = f"on Turn 1 {b} is closed"
            found.append(Reason(text, "A44-29.5"))
        else:
            found.append(Reason(f"the British stay west of the Meuse: {b} is not", "A44-27.5"))
    return tuple(found)


# How far ---------------------------------------------------------------------------------------------------


@rule("A44-27.13", "A44-6.6", "A44-25.13")
def hex_limit(rules: Tables, position: ArdennesPosition, counter: Counter, unit: Unit) -> Reason | None:
    """How many hexes a unit may move at most (the reason's value), whatever MP it has."""
    if position.turn != 2 and not unit.dry and unit.marker != "replaced":
        return None
    limits = []
    if position.turn == 2 and "second_division" in origin(rules, counter, unit).traits:
        hexes = rules.limits.second_division_hexes
        limits.append(
            Reason("2nd Division on Turn 2, in hexes", rules.limits.cite["second_division_hexes"], hexes)
        )
    if unit.dry:
        hexes = rules.limits.short_of_fuel_hexes
        limits.append(Reason("short of fuel, in hexes", rules.limits.cite["short_of_fuel_hexes"], hexes))
    if unit.marker == "replaced" and not position.night:
        hexes = rules.limits.replaced_hexes
        limits.append(Reason("it took a replacement, in hexes", rules.limits.cite["replaced_hexes"], hexes))
    return min(limits, key=lambda reason: reason.value, default=None)
