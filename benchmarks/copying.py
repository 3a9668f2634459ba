"""Copying a position with 200 units and changing one, against ``copy.deepcopy``."""

from __future__ import annotations

import copy
from time import perf_counter

import msgspec

import grognard
from grognard.dice import SeededDice
from grognard.play import Position
from grognard_memoir44.position import MemoirPosition, Unit

ROUNDS, TIMES, DEEP_TIMES = 5, 20_000, 40


def crowded() -> MemoirPosition:
    """A position with 200 units (more than the board holds: only their number matters here)."""
    position: MemoirPosition = grognard.load("memoir44").start("pegasus-bridge", SeededDice(1))
    for number in range(200 - len(position.units)):
        position.units[f"more{number}"] = Unit("allies", "infantry", f"nowhere{number}", 4, 4)
        position.at[f"nowhere{number}"] = f"more{number}"
    return position


class Counters(Position):
    """The least a position of counters can be: its units."""

    units: dict[str, Unit] = msgspec.field(default_factory=dict)


def per_copy(position: Counters | MemoirPosition, deep: bool) -> float:
    """Seconds for one copy and one change."""
    times = DEEP_TIMES if deep else TIMES
    best = float("inf")
    for _ in range(ROUNDS):
        began = perf_counter()
        for _ in range(times):
            new = copy.deepcopy(position) if deep else position.copy()
            new.units["more0"] = msgspec.structs.replace(new.units["more0"], figures=3)
        best = min(best, (perf_counter() - began) / times)
    return best


def run() -> list[tuple[str, float, str]]:
    """Times as fast as deepcopy; the change shows in the copy alone."""
    memoir = crowded()
    rows = []
    for name, position in (("units alone", Counters([], None, dict(memoir.units))), ("Memoir '44's", memoir)):
        new = position.copy()
        new.units["more0"] = msgspec.structs.replace(new.units["more0"], figures=3)
        assert position.units["more0"].figures == 4 and new.units["more0"].figures == 3
        ours, deep = per_copy(position, deep=False), per_copy(position, deep=True)
        note = f"{ours * 1e6:.1f} µs against {deep * 1e6:,.0f} µs"
        rows.append((f"copy of a position with 200 units and one change, {name}", deep / ours, note))
    return rows
