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
from itertools import compress, pairwise, repeat
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec

from grognard.hexes import Axial, Hex, Hexside, within

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grognard.board import Board

__all__ = ["Crossing", "SightLine", "line", "lines_within"]

_Kind = Literal["hex", "hexside", "corner"]
_Cell = tuple[int, int]
_T = TypeVar("_T")


class Crossing(msgspec.Struct, frozen=True, gc=False):
    """One thing a line meets.

    ``hexes`` holds one hex for ``hex`` and ``corner``; for ``hexside`` it holds the two hexes beside the
    line, the one on the left of the way travelled first, with ``None`` for a hex off the board.
    """

    kind: _Kind
    hexes: tuple[Hex | None, ...]

    def __str__(self) -> str:
        names = "|".join(hex or "edge" for hex in self.hexes)
        return f"({names})" if self.kind == "corner" else names


class SightLine(msgspec.Struct, frozen=True, gc=False):
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

    Lines are remembered with the board, so asking again costs a look-up. Raises ``KeyError`` for a hex that
    is not on the board.
    """
    return _lines(board)[a, b]


def lines_within(board: Board, radius: int) -> dict[tuple[Hex, Hex], SightLine]:
    """Every line between two different hexes no further than ``radius`` apart, in both directions.

    Far cheaper than one question after the other; :func:`line` knows the answers from then on.

    >>> from grognard.board import Board
    >>> from grognard.hexes import FLAT
    >>> lines = lines_within(Board.grid(FLAT, 4, 4), 2)
    >>> print(lines["0101", "0301"])
    0101 to 0301: edge|0201
    """
    lines = _lines(board)
    drawing, table = _Drawing(lines, board.cells), {}
    for dq, dr in within(Axial(0, 0), radius)[1:]:
        for drawn in drawing.lines(dq, dr):
            table[drawn.a, drawn.b] = drawn
    lines.update(table)
    return table


class _Lines(dict[tuple[Hex, Hex], SightLine]):
    """The lines of one board, each drawn when first asked for; equal parts of them are one object."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board
        self.on_board: dict[_Cell, Hex] = dict(zip(board.cells, board.hexes, strict=True))
        self.crossings = _Crossings()
        self.sides: dict[tuple[Hex | None, Hex | None], Hexside] = {}
        for side in board.hexsides():
            self.sides[side.a, side.b] = self.sides[side.b, side.a] = side

    def __missing__(self, ends: tuple[Hex, Hex]) -> SightLine:
        board = self.board
        start, end = (board.cells[board.index[hex]] for hex in ends)
        (drawn,) = _Drawing(self, [start]).lines(end.q - start.q, end.r - start.r)
        self[drawn.a, drawn.b] = drawn
        return drawn


class _Crossings(dict[tuple[_Kind, tuple[Hex | None, ...]], "Crossing | None"]):
    """Crossings by what they consist of; ``None`` for one that lies wholly off the board."""

    def __missing__(self, parts: tuple[_Kind, tuple[Hex | None, ...]]) -> Crossing | None:
        kind, hexes = parts
        self[parts] = made = Crossing(kind, hexes) if any(hexes) else None
        return made


def _lines(board: Board) -> _Lines:
    known = board.remembered.get("sight")
    if not isinstance(known, _Lines):
        board.remembered["sight"] = known = _Lines(board)
    return known


# ---------------------------------------------------------------------------------------------------------
# Drawing: a displacement moved about the board


class _Drawing:
    """Draws the lines of one displacement from many starts at once, as columns with one entry per start.

    A line is then a row across its columns; and as many displacements meet the same hexes, columns are kept.
    """

    def __init__(self, lines: _Lines, starts: Sequence[Axial]) -> None:
        self._lines = lines
        self._starts = starts
        self._hexes: dict[_Cell, list[Hex | None]] = {}
        self._crossings: dict[tuple[_Kind, tuple[_Cell, ...]], list[Crossing | None]] = {}
        self._sides: dict[tuple[_Cell, _Cell], list[Hexside | None]] = {}

    def lines(self, dq: int, dr: int) -> Iterator[SightLine]:
        """The line to ``(dq, dr)`` from every start from which that is on the board."""
        met = _met(dq, dr)
        ends = self._hex((dq, dr))
        for a, b, crossings, through, along, across in zip(
            compress(self._hex((0, 0)), ends),
            filter(None, ends),
            _rows([self._crossing(kind, cells) for kind, cells in met], ends),
            _rows([self._hex(cells[0]) for kind, cells in met if kind == "hex"], ends),
            _rows([self._pair(cells[0], cells[1]) for kind, cells in met if kind == "hexside"], ends),
            _rows([self._side(here, there) for here, there in _across(met, (dq, dr))], ends),
            strict=False,
        ):
            if a is not None:
                yield SightLine(a, b, crossings, through, along, across)

    def _hex(self, cell: _Cell) -> list[Hex | None]:
        if (column := self._hexes.get(cell)) is None:
            on_board, (dq, dr) = self._lines.on_board, cell
            column = self._hexes[cell] = [on_board.get((q + dq, r + dr)) for q, r in self._starts]
        return column

    def _crossing(self, kind: _Kind, cells: tuple[_Cell, ...]) -> list[Crossing | None]:
        if (column := self._crossings.get((kind, cells))) is None:
            known, met = self._lines.crossings, zip(*map(self._hex, cells), strict=True)
            column = self._crossings[kind, cells] = [known[kind, hexes] for hexes in met]
        return column

    def _side(self, here: _Cell, there: _Cell) -> list[Hexside | None]:
        if (column := self._sides.get((here, there))) is None:
            known, met = self._lines.sides, zip(self._hex(here), self._hex(there), strict=True)
            column = self._sides[here, there] = [known.get(hexes) for hexes in met]
        return column

    def _pair(self, left: _Cell, right: _Cell) -> list[tuple[Hex | None, Hex | None] | None]:
        met = zip(self._hex(left), self._hex(right), strict=True)
        return [pair if any(pair) else None for pair in met]


def _rows(columns: Sequence[list[_T | None]], ends: Sequence[object]) -> Iterator[tuple[_T, ...]]:
    """Rows across the columns for the starts with an end, without what is off the board.

    No columns at all means lines that meet nothing of this sort: empty rows for ever.
    """
    if not columns:
        return repeat(())
    rows = zip(*(compress(column, ends) for column in columns), strict=True)
    return (row if all(row) else tuple(filter(None, row)) for row in rows)


# ---------------------------------------------------------------------------------------------------------
# Geometry: what a displacement meets

_Met = tuple[tuple[_Kind, tuple[_Cell, ...]], ...]


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
) -> Iterator[tuple[_Kind, tuple[_Cell, ...]]]:
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


def _across(met: _Met, end: _Cell) -> Iterator[tuple[_Cell, _Cell]]:
    """The hexsides the line crosses: those between hexes it goes straight from one to the other."""
    stations: list[tuple[_Kind, tuple[_Cell, ...]]] = [("hex", ((0, 0),)), *met, ("hex", (end,))]
    for (kind, here), (next_kind, there) in pairwise(stations):
        if kind == next_kind == "hex" and here != there:
            yield here[0], there[0]
