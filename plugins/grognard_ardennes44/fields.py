"""How far every hex is from the nearest of many, in half MP, and by which way."""

from __future__ import annotations

from collections.abc import Container, Mapping
from heapq import heapify, heappop, heappush

import msgspec

from grognard.hexes import Hex
from grognard.paths import Profile

__all__ = ["Field", "spread"]


class Field(msgspec.Struct, frozen=True):
    """Half MP to hexes, the nearest first, and the hex before each on the cheapest way there."""

    half_mp: dict[Hex, int]
    before: dict[Hex, Hex]

    def beyond(self, values: Mapping[Hex, float]) -> dict[Hex, float]:
        """The sum of what some hexes are worth to which the cheapest ways lead through a hex."""
        found = dict(values)
        for hex in reversed(self.half_mp):
            if hex in found and hex in self.before:
                found[self.before[hex]] = found.get(self.before[hex], 0.0) + found[hex]
        return found


def spread(
    costs: Profile, starts: Mapping[Hex, int], closed: Container[Hex], tolls: Mapping[Hex, int], limit: int
) -> Field:
    """Half MP from the nearest of some hexes, each with a start of its own, to everywhere within a limit.

    ``tolls`` are paid on entering; a closed hex is come to, but not gone through.

    >>> from grognard.board import Board
    >>> from grognard.hexes import FLAT, ColumnRow
    >>> from grognard.paths import compile_profile
    >>> row = Board.grid(FLAT, 5, 1, labels=ColumnRow())
    >>> field = spread(compile_profile(row, lambda a, b: 2), {"0101": 0, "0501": 1}, {"0201"}, {"0401": 3}, 9)
    >>> field.half_mp
    {'0101': 0, '0501': 1, '0201': 2, '0401': 6, '0301': 8}
    >>> field.beyond({"0301": 4.0})
    {'0301': 4.0, '0401': 4.0, '0501': 4.0}
    """
    rows, names, index = costs.rows, costs.board.hexes, costs.board.index
    best = {index[hex]: half_mp for hex, half_mp in starts.items()}
    found, before = dict[Hex, int](), dict[Hex, Hex]()
    heap = [(half_mp, number) for number, half_mp in best.items()]
    heapify(heap)
    extra = {index[hex]: toll for hex, toll in tolls.items() if hex in index}
    while heap:
        half_mp, number = heappop(heap)
        hex = names[number]
        if hex in found:
            continue
        found[hex] = half_mp
        if hex in closed and hex not in starts:
            continue
        for other, price in rows[number]:
            total = half_mp + price + extra.get(other, 0)
            if total < best.get(other, limit + 1):
                best[other] = total
                before[names[other]] = hex
                heappush(heap, (total, other))
    return Field(found, before)
