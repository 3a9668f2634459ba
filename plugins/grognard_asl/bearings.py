"""Sets of the hexes of one board as whole numbers, a bit for each hex; fixed during play.

Questions that a rout asks about all enemies at once: which of them are beside a hex, to which a step leads
nearer.

    >>> from grognard.board import Board
    >>> from grognard.hexes import FLAT
    >>> bearings = Bearings(Board.grid(FLAT, 3, 3))
    >>> enemies = bearings.set_of(("0101", "0303"))
    >>> [hex for hex, bit in bearings.bit.items() if bearings.nearer("0201", "0202") & enemies & bit]
    ['0303']
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board import Board
from grognard.hexes import Hex

__all__ = ["Bearings"]


class Bearings:
    """Sets of hexes of a board, each worked out when first asked for; ``bit``: hex → the set of it alone."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.bit: dict[Hex, int] = {hex: 1 << number for number, hex in enumerate(board.hexes)}
        self._beside: dict[Hex, int] = {}
        self._nearer: dict[tuple[Hex, Hex], int] = {}

    def set_of(self, hexes: Iterable[Hex]) -> int:
        """Some hexes, each given once, as a set."""
        return sum(self.bit[hex] for hex in hexes)

    def beside(self, hex: Hex) -> int:
        """The hexes next to one."""
        found = self._beside.get(hex)
        if found is None:
            found = self._beside[hex] = self.set_of(self.board.neighbours(hex))
        return found

    def nearer(self, a: Hex, b: Hex) -> int:
        """The hexes that are nearer to ``b`` than to ``a``."""
        found = self._nearer.get((a, b))
        if found is None:
            bits, far = self.bit.values(), self.board.distances
            found = sum(bit for bit, before, now in zip(bits, far(a), far(b), strict=True) if now < before)
            self._nearer[a, b] = found
        return found
