"""Copying a position with 200 units and changing one, against ``copy.deepcopy``."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time
from typing import Any

import msgspec

import grognard
from grognard.dice import SeededDice
from grognard.play import Position
from grognard_memoir44.position import MemoirPosition, Unit

ROUNDS, TIMES, DEEP_TIMES = 41, 3_000, 6


class Counters(Position):
    """The least a position of counters can be: its units."""

    units: dict[str, Unit] = msgspec.field(default_factory=dict)


def crowded() -> MemoirPosition:
    """A position with 200 units (more than the board holds: only their number matters here)."""
    position: MemoirPosition = grognard.load("memoir44").start("pegasus-bridge", SeededDice(1))
    for number in range(200 - len(position.units)):
        position.units[f"more{number}"] = Unit("allies", "infantry", f"nowhere{number}", 4, 4)
    position.at = {unit.hex: id_ for id_, unit in position.units.items()}
    return position


def lose(position: Counters | MemoirPosition) -> None:
    """A unit loses a figure."""
    position.units["more0"] = msgspec.structs.replace(position.units["more0"], figures=3)


def move(position: MemoirPosition) -> None:
    """A unit goes to another hex, and the index of hexes follows."""
    unit, at = position.units["more0"], dict(position.at)
    at["elsewhere"] = at.pop(unit.hex)
    position.at = at
    position.units["more0"] = msgspec.structs.replace(unit, hex="elsewhere")


def seconds(copied: Callable[[], Any], change: Callable[[Any], None], times: int) -> float:
    """Seconds for one copy and one change, on average."""
    began = process_time()
    for _ in range(times):
        change(copied())
    return (process_time() - began) / times


def run() -> list[tuple[str, float, str]]:
    """Times as fast as deepcopy, the median of rounds side by side; the change shows in the copy alone."""
    memoir = crowded()
    bare = Counters([], None, dict(memoir.units))
    cases: list[tuple[str, Any, Callable[[Any], None]]] = [
        ("units alone, one loses a figure", bare, lose),
        ("Memoir '44's, one loses a figure", memoir, lose),
        ("Memoir '44's, one moves", memoir, move),
    ]
    rows = []
    for name, position, change in cases:
        before, new = copy.deepcopy(position), position.copy()
        change(new)
        assert position == before and new.units["more0"] != before.units["more0"]
        rounds = [
            (
                seconds(position.copy, change, TIMES),
                seconds(partial(copy.deepcopy, position), change, DEEP_TIMES),
            )
            for _ in range(ROUNDS)
        ]
        ours, deep = min(ours for ours, _ in rounds), min(deep for _, deep in rounds)
        note = f"{ours * 1e6:.1f} µs against {deep * 1e6:,.0f} µs at best"
        ratio = median(deep / ours for ours, deep in rounds)
        rows.append((f"copy of a position with 200 units and one change: {name}", ratio, note))
    return rows
