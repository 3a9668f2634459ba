"""Lakes, rivers and boundaries: lines along hexsides, corner to corner, that follow a course.

A river parts the hexes on its left bank from those on its right bank: a hex with a place belongs to the bank
on which the place truly lies, any other to the bank of its centre. The chain for a river is the cheapest path
through the corners, where it costs to be far from the course and much more to part two hexes of one bank.
"""

from __future__ import annotations

import math
from functools import cache, partial
from typing import TYPE_CHECKING

import networkx as nx

from grognard.geography.draft import Flow
from grognard.hexmap import english

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from grognard.geography.draft import Draft
    from grognard.geography.plane import Course, Spot
    from grognard.hexes import Hex, Hexside
    from grognard.hexmap import Corner

__all__ = ["UNIT", "draw_boundaries", "draw_lakes", "draw_rivers", "on_right_bank", "truly_on_right_bank"]

UNIT = 1000
"""Costs are whole numbers, so that no machine's rounding decides; this is the cost of one hexside."""

CORRIDOR = 3.0
"""How far from its course a line may run, in hexes."""

START, END = "start", "end"


def draw_lakes(draft: Draft) -> None:
    """Lakes first: rivers run along their shores, roads around them."""
    for row in draft.written.lake:
        entry = f"lake {english(row.name)!r}"
        course = draft.course(row.points, entry)
        chain = _follow(draft, course, _first(draft, course), _first(draft, course.backwards()))
        sides = draft.chain_sides(chain)
        if not sides:
            draft.found("course", f"{entry} is too short for a hexside, or off the map")
            continue
        draft.lake_rows.append((english(row.name), sides))
        draft.lakes |= dict.fromkeys(sides, row.kind)


def draw_boundaries(draft: Draft) -> None:
    """Boundaries run where they will, over water too."""
    for number, row in enumerate(draft.written.boundary):
        entry = f"boundary {english(row.name) or number + 1!r}"
        course = draft.course(row.points, entry)
        chain = _follow(draft, course, _first(draft, course), _first(draft, course.backwards()))
        if sides := draft.chain_sides(chain):
            draft.lines.append((number, sides))
        else:
            draft.found("course", f"{entry} is too short for a hexside, or off the map")


def draw_rivers(draft: Draft) -> None:
    """Rivers in the order of the file, so that those they run into come first."""
    for row in draft.written.river:
        name = english(row.name)
        entry = f"river {name!r}"
        if not name or name in draft.rivers:
            raise draft.wrong("is given twice" if name else "name must not be empty", entry)
        flow = _flow(draft, len(draft.rivers), entry)
        draft.rivers[name] = flow
        if flow.chain:
            _check_banks(draft, flow)


def _flow(draft: Draft, number: int, entry: str) -> Flow:
    row = draft.written.river[number]
    flow = Flow(row, draft.course(row.points, entry))
    course = flow.course
    if (crossing := course.crosses_itself()) is not None:
        first, second = crossing
        draft.found("course", f"{entry} crosses itself: segments {first} and {second}")
    used = {corner for other in draft.rivers.values() for corner in other.chain}
    flow.rises = bool(draft.hex_at(course.spots[0]))
    ends = _mouth(draft, flow, entry)
    starts = {c: cost for c, cost in _first(draft, course).items() if c not in used}
    right = cache(partial(truly_on_right_bank, draft, flow))
    flow.chain = tuple(_follow(draft, course, starts, ends, right=right, closed=used - set(ends)))
    if len(flow.chain) < 2:
        off = draft.entrance(course) is None
        why = "lies off the map" if off else "finds no way along hexsides; other rivers may be in its way"
        draft.found("course", f"{entry} {why}")
        flow.chain = ()
        return flow
    flow.drawn = draft.line_of(flow.chain)
    flow.sides = draft.chain_sides(flow.chain)
    return flow


def _mouth(draft: Draft, flow: Flow, entry: str) -> dict[Corner, int]:
    """The corners in which a river may end, with what each costs."""
    course = flow.course
    if flow.row.into:
        receiving = draft.river(flow.row.into, entry)
        return _priced(draft, course.spots[-1], receiving.chain[1:-1])
    if draft.hex_at(course.spots[-1]):
        raise draft.wrong("must end off the map or name the river it runs into", entry)
    return _first(draft, course.backwards())


def truly_on_right_bank(draft: Draft, flow: Flow, hex: Hex) -> bool:
    """Whether a hex belongs on the right bank: by its place if it has one, else by its centre."""
    spot = draft.place_spots.get(hex, draft.centres[hex])
    return flow.course.near(spot).side > 0


def on_right_bank(draft: Draft, flow: Flow, hex: Hex) -> bool:
    """Whether a hex lies on the right bank of a river as drawn."""
    return flow.drawn is not None and flow.drawn.near(draft.centres[hex]).side > 0


def _check_banks(draft: Draft, flow: Flow) -> None:
    """Places near the river stand on their true bank."""
    assert flow.drawn is not None
    for name, placed in draft.places.items():
        if not placed.hex or not placed.size:
            continue
        true = flow.course.near(placed.spot)
        drawn = flow.drawn.near(draft.centres[placed.hex])
        beside = true.km < draft.plane.km and drawn.km < 1.5 * draft.plane.km
        inner = 0 < true.along < len(flow.course.spots) - 1 and 0 < drawn.along < len(flow.chain) - 1
        if beside and inner and (true.side > 0) != (drawn.side > 0):
            bank, other = ("right", "left") if true.side > 0 else ("left", "right")
            text = f"{name} lies on the {bank} bank of the {flow.name}, its hex {placed.hex} on the {other}"
            draft.found("wrong bank", text)


# Paths through the corners -------------------------------------------------------------------------------


def _first(draft: Draft, course: Course) -> dict[Corner, int]:
    """The corners in which a line may begin: near its first point, or on the edge where it comes in."""
    if draft.hex_at(course.spots[0]):
        return _inland(draft, course.spots[0])
    spot = draft.entrance(course)
    graph = draft.corner_graph
    edge = (corner for corner in draft.corner_spots if graph.degree[corner] == 1)
    return _priced(draft, spot, edge) if spot is not None else {}


def _inland(draft: Draft, spot: Spot) -> dict[Corner, int]:
    return _priced(draft, spot, draft.corner_spots)


def _priced(draft: Draft, spot: Spot, among: Iterable[Corner]) -> dict[Corner, int]:
    """Corners near a spot, with what it costs to begin or end there."""
    reach = CORRIDOR * draft.plane.km
    found = {}
    for corner in among:
        x, y = draft.corner_spots[corner]
        if abs(x - spot[0]) <= reach and (away := math.hypot(x - spot[0], y - spot[1])) <= reach:
            found[corner] = _dear(draft, away)
    return found


def _dear(draft: Draft, km: float) -> int:
    """What it costs to be that far away, over one hexside."""
    return round(UNIT * 4 * (km / draft.plane.km) ** 2)


def _follow(
    draft: Draft,
    course: Course,
    starts: Mapping[Corner, int],
    ends: Mapping[Corner, int],
    *,
    right: Callable[[Hex], bool] | None = None,
    closed: Iterable[Corner] = (),
) -> list[Corner]:
    """The cheapest chain of corners along a course; empty if there is none."""
    graph, shut = draft.corner_graph, frozenset(closed)
    costs = _costs(draft, course, right)
    for mark, corners in ((START, starts), (END, ends)):
        graph.add_node(mark)
        graph.add_edges_from((mark, corner, {"cost": cost}) for corner, cost in corners.items())

    def weight(a: Corner | str, b: Corner | str, facts: dict[str, object]) -> int | None:
        if a in shut or b in shut or (START in (a, b) and END in (a, b)):
            return None
        return costs(facts["side"]) if "side" in facts else facts["cost"]  # type: ignore[return-value,arg-type]  # facts of our own

    try:
        path = nx.dijkstra_path(graph, START, END, weight=weight)
    except nx.NetworkXNoPath:
        return []
    finally:
        graph.remove_nodes_from((START, END))
    return [corner for corner in path if not isinstance(corner, str)]


def _costs(
    draft: Draft, course: Course, right: Callable[[Hex], bool] | None
) -> Callable[[Hexside], int | None]:
    """What every hexside costs for a line along a course; None far away from it."""
    reach = CORRIDOR * draft.plane.km
    known: dict[Hexside, int | None] = {}

    def cost(side: Hexside) -> int | None:
        if side not in known:
            known[side] = price(side)
        return known[side]

    def price(side: Hexside) -> int | None:
        (ax, ay), (bx, by) = (draft.corner_spots[corner] for corner in draft.side_ends(side))
        middle = ((ax + bx) / 2, (ay + by) / 2)
        if course.far(middle, reach) or (away := course.near(middle).km) > reach:
            return None
        total = UNIT // 4 + _dear(draft, away)
        if right is not None and right(side.a) == right(side.b):
            total = 6 * total + 3 * UNIT
        return total // 4 if side in draft.lakes else total

    return cost
