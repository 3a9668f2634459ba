"""Exact odds of a three-dice battle with flags and retreats through the real frames, and a model of it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from time import process_time

import icepool

import grognard
from grognard.odds import odds

ROUNDS, TIMES = 5, 40
FIGURES = 4


def by_icepool() -> dict[tuple[int, int], Fraction]:
    """(figures lost, hexes retreated) of infantry in the open with room behind: hits first, then flags."""
    pool = 3 @ icepool.Die({icepool.Vector((1, 0)): 3, icepool.Vector((0, 1)): 1, icepool.Vector((0, 0)): 2})
    model: Counter[tuple[int, int]] = Counter()
    for outcome in pool:
        hits, flags = outcome
        lost = min(hits, FIGURES)
        model[lost, 0 if lost == FIGURES else flags] += pool.probability(outcome)
    return dict(model)


def run() -> list[tuple[str, float, str]]:
    """Milliseconds per question (the aim is under 2)."""
    game = grognard.load("memoir44")
    setting = game.comparison().engagement("infantry", "infantry", "open", "close")
    before = setting.position.units["axis1"]
    board = game.rules.field(setting.position).board

    def losses(after: object) -> tuple[int, int]:
        now = after.units.get("axis1")  # type: ignore[attr-defined]  # a Memoir position
        if now is None:
            return before.figures, 0
        return before.figures - now.figures, abs(board.spot(now.hex).y - board.spot(before.hex).y)

    table = odds(game, setting.position, setting.action, measure=losses)
    assert {row.result: row.probability for row in table.rows} == by_icepool(), (
        "the model and the frames differ"
    )
    best = float("inf")
    for _ in range(ROUNDS):
        began = process_time()
        for _ in range(TIMES):
            odds(game, setting.position, setting.action, measure=losses)
        best = min(best, (process_time() - began) / TIMES)
    note = f"{best * 1e3:.2f} ms for {len(table.rows)} results, {table.states} positions; equal to the model"
    return [("three-dice battle with flags and retreats: 2 ms /", 0.002 / best, note)]
