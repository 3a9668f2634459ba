"""Movement range on a 33×60 map against networkx's Dijkstra with the same rules in its weight function.

All starts ask under one overlay, as the movers of a phase do: what it does to the map is worked out once.
Alone: ``python -m benchmarks.reach`` with ``core`` on the path (an installed grognard will do).
"""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

import networkx as nx

from grognard.board import Board
from grognard.hexes import FLAT, Hexside
from grognard.paths import Profile, compile_profile, reach

if TYPE_CHECKING:
    from collections.abc import Callable

COLUMNS, ROWS = 33, 60
BUDGETS = (8, 16, 32)
STARTS = 12
ROUNDS = 7
TERRAIN = {"clear": 1, "farm": 1, "village": 1, "woods": 2, "rough": 3, "marsh": 4}
CROSSING = {"nothing": 0, "hedge": 0, "stream": 1, "river": 3, "gorge": None}


class Country(NamedTuple):
    """The map and the overlay of one moment."""

    board: Board
    profile: Profile
    blocked: frozenset[str]
    blocked_sides: frozenset[Hexside]
    stops: frozenset[str]
    starts: tuple[str, ...]


def country() -> Country:
    rng = Random(44)
    board = Board.grid(FLAT, COLUMNS, ROWS)
    for hex in board.hexes:
        board.graph.nodes[hex]["mp"] = TERRAIN[rng.choice(list(TERRAIN))]
    for a, b in board.graph.edges:
        kinds, weights = list(CROSSING), (80, 6, 7, 5, 2)
        board.graph.edges[a, b]["mp"] = CROSSING[rng.choices(kinds, weights)[0]]

    def cost(a: str, b: str) -> int | None:
        crossing = board.graph.edges[a, b]["mp"]
        return None if crossing is None else board.graph.nodes[b]["mp"] + crossing

    hexes, sides = list(board.hexes), list(board.hexsides())
    rng.shuffle(hexes)
    blocked, stops = frozenset(hexes[:100]), frozenset(hexes[100:220])
    starts = tuple(hexes[210 : 210 + STARTS])  # a few of them on a stop hex
    cut = frozenset(rng.sample(sides, 60))
    return Country(board, compile_profile(board, cost), blocked, cut, stops, starts)


def by_grognard(land: Country, start: str, budget: int) -> dict[str, int]:
    return reach(
        land.profile,
        start,
        budget,
        blocked=land.blocked,
        blocked_sides=land.blocked_sides,
        stops=land.stops,
    )


def networkx_query(land: Country) -> Callable[[str, int], dict[str, float]]:
    """The same rules as a weight function, with everything it can look up prepared beforehand."""
    graph, blocked, stops = land.board.graph, land.blocked, land.stops
    terrain = {hex: graph.nodes[hex]["mp"] for hex in graph}
    cut = {pair for side in land.blocked_sides for pair in ((side.a, side.b), (side.b, side.a))}

    def query(start: str, budget: int) -> dict[str, float]:
        def weight(a: str, b: str, side: dict[str, int | None]) -> int | None:
            if b in blocked or (a in stops and a != start) or (a, b) in cut:
                return None
            crossing = side["mp"]
            return None if crossing is None else terrain[b] + crossing

        found: dict[str, float] = nx.single_source_dijkstra_path_length(
            graph, start, cutoff=budget, weight=weight
        )
        return found

    return query


def run() -> list[tuple[str, float, str]]:
    """Rows of (name, times as fast, note); raises AssertionError if the two ever disagree."""
    land = country()
    by_networkx = networkx_query(land)
    rows = []
    for budget in BUDGETS:
        hexes = 0
        for start in land.starts:
            ours, theirs = by_grognard(land, start, budget), by_networkx(start, budget)
            assert ours == theirs, f"start {start}, budget {budget}: the answers differ"
            hexes += len(ours)
        ours_took, theirs_took = [], []
        for _ in range(ROUNDS):
            began = process_time()
            for start in land.starts:
                by_grognard(land, start, budget)
            half = process_time()
            for start in land.starts:
                by_networkx(start, budget)
            ours_took.append(half - began)
            theirs_took.append(process_time() - half)
        fast, slow = min(ours_took) / STARTS, min(theirs_took) / STARTS
        note = f"{hexes // STARTS} hexes, {fast * 1e6:.0f} µs against {slow * 1e6:.0f} µs; answers equal"
        rows.append((f"movement range, 33×60 map, budget {budget}", slow / fast, note))
    return rows


if __name__ == "__main__":
    for name, ratio, note in run():
        print(f"{name}: {ratio:.2f}× networkx ({note})")
