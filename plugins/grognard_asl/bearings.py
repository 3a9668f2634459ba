"""What a rout asks of the map about all enemies at once, fixed during play: steps, ways, sets of hexes.

Sets are whole numbers with a bit for each hex.

    >>> from grognard.board import Board
    >>> from grognard.hexes import FLAT
    >>> from grognard.paths import compile_profile
    >>> bearings = Bearings(compile_profile(Board.grid(FLAT, 3, 3), lambda a, b: 2))
    >>> enemies = bearings.set_of(("0101", "0303"))
    >>> [hex for hex, bit in bearings.bit.items() if bearings.nearer("0201", "0202") & enemies & bit]
    ['0303']
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.hexes import Hex
from grognard.paths import Profile, Reach, compile_profile, reach

__all__ = ["Bearings", "Step"]


class Step(NamedTuple):
    """A step into the hex ``to`` for ``cost`` halves of a MF.

    As sets: ``bit`` is ``to`` itself, ``beside`` the hexes next to it, ``nearer`` those to which it leads.
    """

    to: Hex
    cost: int
    bit: int
    beside: int
    nearer: int


class Bearings:
    """Answers about one map, each worked out when first asked for; ``bit``: hex → the set of it alone."""

    def __init__(self, profile: Profile) -> None:
        self.profile, self.board = profile, profile.board
        self.bit: dict[Hex, int] = {hex: 1 << number for number, hex in enumerate(self.board.hexes)}
        self._back: Profile | None = None
        self._beside: dict[Hex, int] = {}
        self._nearer: dict[tuple[Hex, Hex], int] = {}
        self._steps: dict[Hex, tuple[Step, ...]] = {}
        self._from: dict[tuple[Hex, int], Reach] = {}
        self._to: dict[tuple[Hex, int], Reach] = {}

    # Sets ------------------------------------------------------------------------------------------------

    def set_of(self, hexes: Iterable[Hex]) -> int:
        """Some hexes, each given once, as a set."""
        return sum(map(self.bit.__getitem__, hexes))

    def beside(self, hex: Hex) -> int:
        """The hexes next to one."""
        if hex not in self._beside:
            self._beside[hex] = self.set_of(self.board.neighbours(hex))
        return self._beside[hex]

    def nearer(self, a: Hex, b: Hex) -> int:
        """The hexes that are nearer to ``b`` than to ``a``."""
        if (a, b) not in self._nearer:
            bits, far = self.bit.values(), self.board.distances
            self._nearer[a, b] = sum(
                bit for bit, before, now in zip(bits, far(a), far(b), strict=True) if now < before
            )
        return self._nearer[a, b]

    # Ways ------------------------------------------------------------------------------------------------

    def steps(self, hex: Hex) -> tuple[Step, ...]:
        """Every step out of a hex."""
        found = self._steps.get(hex)
        if found is None:
            index, names = self.board.index, self.board.hexes
            ways = [(names[number], cost) for number, cost in self.profile.ways_out[index[hex]]]
            found = self._steps[hex] = tuple(
                Step(to, cost, self.bit[to], self.beside(to), self.nearer(hex, to)) for to, cost in ways
            )
        return found

    def mf_from(self, start: Hex, budget: int) -> Reach:
        """Where ``budget`` halves of MF lead from a hex whoever is in the way, at what cost."""
        if (start, budget) not in self._from:
            self._from[start, budget] = reach(self.profile, start, budget)
        return self._from[start, budget]

    def mf_to(self, goal: Hex, budget: int) -> Reach:
        """Whence ``budget`` halves of MF lead to a hex whoever is in the way, at what cost."""
        if self._back is None:
            self._back = compile_profile(self.board, lambda a, b: self.profile.cost(b, a))
        if (goal, budget) not in self._to:
            self._to[goal, budget] = reach(self._back, goal, budget)
        return self._to[goal, budget]
