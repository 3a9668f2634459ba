"""Two worker processes against one: the same results, and how much of the second is of use."""

from __future__ import annotations

from time import perf_counter

import grognard

GAMES = 500
SEATS = {"allies": "random", "axis": "random"}


def timed(workers: int, n: int) -> tuple[float, object]:
    began = perf_counter()
    result = grognard.simulate("memoir44", "pegasus-bridge", n, seed=1, seats=SEATS, workers=workers)
    return perf_counter() - began, result.games


def run() -> list[tuple[str, float, str]]:
    """Speed-up over two, the start of the processes included."""
    one, alone = timed(1, GAMES)
    two, together = timed(2, GAMES)
    assert alone == together, "two workers gave other results than one"
    note = f"{GAMES} games: {one:.1f} s alone, {two:.1f} s together, start-up included; results equal"
    return [("efficiency of two workers", one / two / 2, note)]
