"""The distribution of (hits, flags) over 1 to 8 battle dice, against icepool; equal fractions."""

from __future__ import annotations

from fractions import Fraction
from time import process_time

import icepool

import grognard
from grognard.dice import Die, pool_distribution

ROUNDS, TIMES, SLOW_TIMES = 5, 200, 10
HITS = ("infantry grenade", "flag")


def by_grognard(die: Die, n: int) -> dict[tuple[int, ...], Fraction]:
    ways = pool_distribution(die, n, HITS)
    total = len(die.faces) ** n
    return {counts: Fraction(number, total) for counts, number in ways.items()}


def by_icepool(n: int) -> dict[tuple[int, ...], Fraction]:
    one = icepool.Die({icepool.Vector((1, 0)): 3, icepool.Vector((0, 1)): 1, icepool.Vector((0, 0)): 2})
    total = n @ one
    return {tuple(outcome): total.probability(outcome) for outcome in total}


def run() -> list[tuple[str, float, str]]:
    """Times as fast as icepool, over all pool sizes."""
    die = grognard.load("memoir44").rules.dice["battle"]
    for n in range(1, 9):
        assert by_grognard(die, n) == by_icepool(n), f"{n} dice: the distributions differ"
    ours = theirs = float("inf")
    for _ in range(ROUNDS):
        began = process_time()
        for _ in range(TIMES):
            for n in range(1, 9):
                pool_distribution(die, n, HITS)
        ours = min(ours, (process_time() - began) / TIMES)
        began = process_time()
        for _ in range(SLOW_TIMES):
            for n in range(1, 9):
                n @ icepool.Die(
                    {icepool.Vector((1, 0)): 3, icepool.Vector((0, 1)): 1, icepool.Vector((0, 0)): 2}
                )
        theirs = min(theirs, (process_time() - began) / SLOW_TIMES)
    note = f"{ours * 1e6:.0f} µs against {theirs * 1e6:,.0f} µs for all eight; fractions equal"
    return [("distribution of hits and flags, 1–8 dice", theirs / ours, note)]
