"""What a straight line from centre to centre meets: hexes, hexsides and corners, in order.

Whether any of it blocks is the plugin's business; this chapter gives the proof to judge by. A line meets
three kinds of thing between its ends:

* ``hex``: a hex whose inside it crosses;
* ``hexside``: a hexside it runs along, with the hex on its left and the hex on its right;
* ``corner``: a hex it merely touches with a corner while passing from one neighbour of it to the next.

All of it is exact: whole numbers, no rounding. Take the line as a vector ``d``, and ask of every hex how
far its centre lies off the line, measured by the cross product with ``d``. The corners of a hex stand off
its centre by the same six amounts whatever the hex, so one comparison with the largest of them tells
whether the line goes through the hex, just touches it, or misses it. The order along the line is the order
of the centres' projections on it. All this depends on the displacement alone, so each displacement is
worked out once and then moved about the board.

    >>> from grognard.board import Board
    >>> from grognard.hexes import POINTY, CaseRows
    >>> board = Board.grid(POINTY, 13, 9, labels=CaseRows(9), extra=-1)
    >>> print(line(board, "G5", "K5"))
    G5 to K5: H5, I5, J5
    >>> print(line(board, "G5", "H1"))
    G5 to H1: g4, G3, H3, g2
    >>> print(line(board, "G5", "G1"))
    G5 to G1: g4|f4, G3, g2|f2
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec

from grognard.hexes import Hex, Hexside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.board import Board

__all__ = ["Crossing", "SightLine", "line", "lines_within"]


class Crossing(msgspec.Struct, frozen=True):
    """One thing a line meets.

    ``hexes`` holds one hex for ``hex`` and ``corner``; for ``hexside`` it holds the two hexes beside the
    line, the one on the left of the way travelled first, with ``None`` for a hex off the board.
    """

    kind: Literal["hex", "hexside", "corner"]
    hexes: tuple[Hex | None, ...]

    def __str__(self) -> str:
        names = "|".join(hex or "edge" for hex in self.hexes)
        return f"({names})" if self.kind == "corner" else names


class SightLine(msgspec.Struct, frozen=True):
    """The proof: everything the line from the centre of ``a`` to the centre of ``b`` meets between the two.

    ``crossings`` lists it all in order; the hexes ``a`` and ``b`` are not in it, nor is what lies wholly
    off the board. The other fields sort it by use: ``through`` has the hexes crossed, ``along`` the (left,
    right) pairs of hexes beside a hexside the line runs along, ``across`` the hexsides the line passes
    through between their corners, the first out of ``a`` and the last into ``b`` included.
    """

    a: Hex
    b: Hex
    crossings: tuple[Crossing, ...]
    through: tuple[Hex, ...]
    along: tuple[tuple[Hex | None, Hex | None], ...]
    across: tuple[Hexside, ...]

    def __str__(self) -> str:
        met = ", ".join(str(crossing) for crossing in self.crossings)
        return f"{self.a} to {self.b}: {met or 'nothing between'}"


def line(board: Board, a: Hex, b: Hex) -> SightLine:
    """The line of sight from ``a`` to ``b``; from ``b`` to ``a`` it is the same, read backwards.

    Lines are remembered with the board: the second question costs a look-up. Raises ``KeyError`` for a hex
    that is not on the board.
    """
    return _lines(board)[a, b]


def lines_within(board: Board, radius: int) -> dict[tuple[Hex, Hex], SightLine]:
    """Every line between two different hexes no further than ``radius`` apart, in both directions."""
    lines = _lines(board)
    return {(a, b): lines[a, b] for a in board.hexes for b in board.within(a, radius)[1:]}


class _Lines(dict[tuple[Hex, Hex], SightLine]):
    """The lines of one board, each drawn when first asked for; equal crossings are one object."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board
        self._hexes: dict[tuple[int, int], Hex] = dict(zip(board.cells, board.hexes, strict=True))
        self._crossings: dict[tuple[str, Hex | None, Hex | None], Crossing] = {}
        self._sides: dict[tuple[Hex, Hex], Hexside] = {}

    def __missing__(self, ends: tuple[Hex, Hex]) -> SightLine:
        board = self._board
        a, b = board.hexes[board.index[ends[0]]], board.hexes[board.index[ends[1]]]
        q, r = board.cells[board.index[a]]
        to_q, to_r = board.cells[board.index[b]]
        hexes = self._hexes
        crossings: list[Crossing] = []
        through: list[Hex] = []
        along: list[tuple[Hex | None, Hex | None]] = []
        across: list[Hexside] = []
        before: Hex | None = a  # the hex the line comes out of, if it comes straight out of one
        for kind, cells in _met(to_q - q, to_r - r):
            names = tuple(hexes.get((q + dq, r + dr)) for dq, dr in cells)
            if any(names):
                crossings.append(self._crossing(kind, names))
            if kind == "hex":
                hex = names[0]
                if hex is not None:
                    through.append(hex)
                    if before is not None:
                        across.append(self._side(before, hex))
                before = hex
            else:
                before = None
                if kind == "hexside" and any(names):
                    along.append((names[0], names[1]))
        if before is not None and a != b:
            across.append(self._side(before, b))
        drawn = SightLine(a, b, tuple(crossings), tuple(through), tuple(along), tuple(across))
        self[a, b] = drawn
        return drawn

    def _crossing(self, kind: Literal["hex", "hexside", "corner"], names: tuple[Hex | None, ...]) -> Crossing:
        key = (kind, names[0], names[-1])
        known = self._crossings.get(key)
        if known is None:
            known = self._crossings[key] = Crossing(kind, names)
        return known

    def _side(self, a: Hex, b: Hex) -> Hexside:
        known = self._sides.get((a, b))
        if known is None:
            known = self._sides[a, b] = Hexside(a, b)
        return known


def _lines(board: Board) -> _Lines:
    known = board.remembered.get("sight")
    if not isinstance(known, _Lines):
        board.remembered["sight"] = known = _Lines(board)
    return known


_Met = tuple[tuple[Literal["hex", "hexside", "corner"], tuple[tuple[int, int], ...]], ...]


@lru_cache(maxsize=4096)
def _met(dq: int, dr: int) -> _Met:
    """What the line from the origin to ``(dq, dr)`` meets, as displacements from its start."""
    # The six corners stand off a hex's centre by plus or minus these, in thirds of the cross product.
    offs = (abs(dq - dr), abs(dq + 2 * dr), abs(2 * dq + dr))
    touching = max(offs)
    runs_along = min(offs) == 0  # two corners stand off equally far: the line is parallel to hexsides
    end = _forward(dq, dr, dq, dr)
    met: list[tuple[int, int, int, int]] = []  # projection, how far off to the right, q, r
    for q in range(min(dq, 0) - 1, max(dq, 0) + 2):
        for r in range(min(dr, 0) - 1, max(dr, 0) + 2):
            off = 3 * (dq * r - dr * q)
            if -touching <= off <= touching and 0 < (ahead := _forward(dq, dr, q, r)) < end:
                met.append((ahead, off, q, r))
    met.sort()
    return tuple(_name(met, touching, runs_along=runs_along))


def _name(
    met: list[tuple[int, int, int, int]], touching: int, *, runs_along: bool
) -> Iterator[tuple[Literal["hex", "hexside", "corner"], tuple[tuple[int, int], ...]]]:
    """Tell hexes, hexsides and corners apart; of the two hexes beside a hexside the left one comes first."""
    for place, (_, off, q, r) in enumerate(met):
        if abs(off) < touching:
            yield "hex", ((q, r),)
        elif not runs_along:
            yield "corner", ((q, r),)
        elif off < 0:
            yield "hexside", ((q, r), met[place + 1][2:])


def _forward(dq: int, dr: int, q: int, r: int) -> int:
    """Twice the projection of ``(q, r)`` on ``(dq, dr)``, times the latter's length."""
    return 2 * (dq * q + dr * r) + dq * r + dr * q
