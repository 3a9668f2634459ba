"""Roads: chains of neighbouring hexes along places and points.

A road takes the cheapest way between two points: it keeps near the straight line, shares hexes with roads
that are there, prefers open ground, crosses water where it truly does and nowhere else, and no lake at all.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import networkx as nx

from grognard.geography.plane import Course
from grognard.geography.waters import UNIT, on_right_bank
from grognard.hexes import Hexside
from grognard.hexmap import english
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.geography.draft import Draft, Flow
    from grognard.geography.plane import Spot
    from grognard.geography.schema import RoadRow
    from grognard.hexes import Hex

__all__ = ["build_roads", "check_network"]

CORRIDOR = 6.0
"""How far from the straight line between two points a road may run, in hexes."""

OVER_LAKE = 1000 * UNIT


class _Stop(NamedTuple):
    """A point of a road: a hex and the true spot; hex "" off the map."""

    spot: Spot
    hex: Hex
    name: str = ""


def build_roads(draft: Draft) -> None:
    """Roads by rank, then in the order of the file: later ones join earlier ones."""
    kinds = draft.written.road_kinds
    rows = list(enumerate(draft.written.road, 1))
    for number, row in rows:
        if row.kind not in kinds:
            raise draft.wrong(
                f"unknown kind {row.kind!r}{did_you_mean(row.kind, kinds)}", _entry(number, row)
            )
    for number, row in sorted(rows, key=lambda each: kinds.index(each[1].kind)):
        _build(draft, row, _entry(number, row))


def _entry(number: int, row: RoadRow) -> str:
    if name := english(row.name):
        return f"road {name!r}"
    words = [each if isinstance(each, str) else f"[{each[0]}, {each[1]}]" for each in row.via]
    return f"road {number} ({words[0]} to {words[-1]})" if words else f"road {number}"


def _build(draft: Draft, row: RoadRow, entry: str) -> None:
    if len(row.via) < 2:
        raise draft.wrong(f"via needs at least 2 places or points, got {len(row.via)}", entry)
    crossed = set()
    runs = _on_the_map(draft, [_stop(draft, each, entry) for each in row.via])
    if not runs:
        draft.found("off the map", f"{entry} lies off the map", conflict=False)
    for stops in runs:
        path: list[Hex] = [stops[0].hex]
        for start, end in pairwise(stops):
            leg = _leg(draft, row, start, end, entry)
            crossed |= {f.name for f in draft.rivers.values() for s in _sides(leg) if s in f.sides}
            path += leg[1:]
        _lay(draft, row, _without_spurs(draft, path))
    for name in row.crosses:
        if draft.river(name, entry).name not in crossed:
            draft.found("crossing", f"{entry} should cross the {name} and does not")


def _stop(draft: Draft, each: str | tuple[float, float], entry: str) -> _Stop:
    if isinstance(each, str):
        placed = draft.place(each, entry)
        return _Stop(placed.spot, placed.hex or draft.hex_at(placed.spot), each)
    spot = draft.spot(each, entry)
    return _Stop(spot, _hex_on_bank(draft, spot))


def _hex_on_bank(draft: Draft, spot: Spot) -> Hex:
    """The hex for a point of a road: the nearest that lies on the same banks as the point."""
    beside = [
        (flow, near.side > 0)
        for flow in draft.rivers.values()
        if flow.drawn and not flow.course.far(spot, draft.plane.km)
        and (near := flow.course.near(spot)).km < draft.plane.km
        and 0 < near.along < len(flow.course.spots) - 1
    ]  # fmt: skip
    for hex in draft.near(spot):
        if all(on_right_bank(draft, flow, hex) is right for flow, right in beside):
            return hex
    return draft.hex_at(spot)


def _on_the_map(draft: Draft, stops: list[_Stop]) -> list[list[_Stop]]:
    """The runs of stops on the map; where a road leaves it, the run ends in the last hex before the edge."""
    runs: list[list[_Stop]] = []
    for number, stop in enumerate(stops):
        before = stops[number - 1] if number else None
        if stop.hex:
            if before is None or not before.hex:
                runs.append([edge for edge in (_edge(draft, before, stop),) if edge])
            runs[-1].append(stop)
        elif before is not None and before.hex and (edge := _edge(draft, stop, before)):
            runs[-1].append(edge)
    return [run for run in runs if len(run) > 1]


def _edge(draft: Draft, outside: _Stop | None, inner: _Stop) -> _Stop | None:
    """Where the straight line from outside comes onto the map."""
    spot = draft.entrance(Course([outside.spot, inner.spot])) if outside is not None else None
    return _Stop(spot, draft.hex_at(spot)) if spot is not None else None


def _leg(draft: Draft, row: RoadRow, start: _Stop, end: _Stop, entry: str) -> list[Hex]:
    """The cheapest way from one stop to the next."""
    if start.hex == end.hex:
        return [start.hex]
    course = Course([start.spot, end.spot])
    true = {name: flow.course.crossings(course) for name, flow in draft.rivers.items()}
    waters = {side: true[flow.name] > 0 for flow in draft.rivers.values() for side in flow.sides}
    reach, rank = CORRIDOR * draft.plane.km, draft.written.road_kinds.index(row.kind)

    def weight(a: Hex, b: Hex, facts: Mapping[str, object]) -> int | None:
        (ax, ay), (bx, by) = draft.centres[a], draft.centres[b]
        middle = ((ax + bx) / 2, (ay + by) / 2)
        if course.far(middle, reach):
            return None
        side = Hexside(a, b)
        away = course.near(middle).km / draft.plane.km
        cost = UNIT + round(UNIT * away * away / 5)
        if draft.terrain[b] != draft.written.projection.ground:
            cost += UNIT // 4
        if side in draft.roads:
            better = draft.written.road_kinds.index(draft.roads[side]) <= rank
            cost = cost * (7 if better else 8) // 10
        if side in waters:
            cost += UNIT // 3 if waters[side] else 3 * UNIT // 2
        return cost + (OVER_LAKE if side in draft.lakes else 0)

    try:
        path: list[Hex] = nx.dijkstra_path(draft.board.graph, start.hex, end.hex, weight=weight)
    except nx.NetworkXNoPath:
        draft.found("roads", f"{entry} finds no way from {start.hex} to {end.hex}")
        return [start.hex]
    _check_leg(draft, path, true, (start, end), entry)
    return path


def _check_leg(
    draft: Draft, path: list[Hex], true: Mapping[str, int], ends: tuple[_Stop, _Stop], entry: str
) -> None:
    """The way crosses no lake, and a river as often, odd or even, as the straight line does."""
    where = " to ".join(stop.name or stop.hex for stop in ends)
    for side in _sides(path):
        if side in draft.lakes:
            draft.found("lake", f"{entry}, {where}: no way but over the {draft.lakes[side]} at {side}")
    for name, flow in draft.rivers.items():
        times = sum(side in flow.sides for side in _sides(path))
        if flow.chain and times % 2 != true[name] % 2 and not _around(draft, flow, ends):
            text = f"{entry}, {where}: crosses the {name} {times} times, the straight line {true[name]} times"
            draft.found("crossing", text)


def _around(draft: Draft, flow: Flow, ends: tuple[_Stop, _Stop]) -> bool:
    """True when the way may be on either side: it passes the source or the mouth, or stops at the bank."""
    course, km = Course([stop.spot for stop in ends]), draft.plane.km
    tips = (flow.course.spots[0], flow.course.spots[-1])
    banks = (stop.spot for stop in ends if not stop.name)
    return any(course.near(tip).km < 2 * km for tip in tips) or any(
        flow.course.near(spot).km < km / 2 for spot in banks
    )


def _sides(path: list[Hex]) -> list[Hexside]:
    return [Hexside(a, b) for a, b in pairwise(path)]


def _without_spurs(draft: Draft, path: list[Hex]) -> list[Hex]:
    """A way without going into a hex and back, unless a place lies there."""
    found: list[Hex] = []
    for hex in path:
        if len(found) > 1 and found[-2] == hex and found[-1] not in draft.place_spots:
            found.pop()
        elif not found or found[-1] != hex:
            found.append(hex)
    return found


def _lay(draft: Draft, row: RoadRow, path: list[Hex]) -> None:
    """Put a way on the map, in runs that leave out what better roads carry already."""
    run: list[Hex] = []
    for a, b in pairwise(path):
        side = Hexside(a, b)
        there = draft.roads.get(side)
        if there is not None and (there != row.kind or not row.name):
            _end_run(draft, row, run)
            run = []
            continue
        draft.roads[side] = row.kind
        run = [*run, b] if run else [a, b]
    _end_run(draft, row, run)


def _end_run(draft: Draft, row: RoadRow, run: list[Hex]) -> None:
    if run:
        draft.road_runs.append((english(row.name), row.kind, run))


def check_network(draft: Draft) -> None:
    """Every place lies on a road, and all places hang together."""
    graph: nx.Graph[Hex] = nx.Graph((side.a, side.b) for side in draft.roads)
    towns = {name: placed.hex for name, placed in draft.places.items() if placed.hex and placed.size}
    for name, hex in towns.items():
        if hex not in graph:
            draft.found("roads", f"no road reaches {name} ({hex})")
    parts = [part for part in nx.connected_components(graph) if part & set(towns.values())]
    parts.sort(key=lambda part: (-len(part), min(part)))
    for part in parts[1:]:
        names = sorted(name for name, hex in towns.items() if hex in part)
        draft.found("roads", f"{', '.join(names)}: cut off from the other roads")
