"""Hexes before there is a map: coordinates, directions, distances, lines and printed labels.

Three ways to say where a hex is, each good at one thing:

* **doubled** ``(x, y)``: the printed grid's own. One step along a row (pointy tops) or down a column (flat
  tops) counts two, so every second line can sit half a hex further and everything stays whole. ``x`` grows to
  the right, ``y`` downwards, and ``x + y`` is always even. Data files and label schemes speak it.
* **offset** ``(column, row)``: what a counting finger says. Numbers on printed maps are offsets.
* **axial** ``(q, r)``, with ``s = -q - r`` the cube form: geometry. Distance, rotation and lines live here.

A :class:`Layout` (:data:`POINTY`, :data:`FLAT`) converts between them and knows its six directions,
clockwise. A label scheme turns a doubled coordinate into the label printed on the map and back.
"""

from __future__ import annotations

import math
import re
from typing import Literal, NamedTuple, Protocol

import msgspec

from grognard.errors import NotationError

__all__ = [
    "DIRECTIONS",
    "FLAT",
    "ORIGIN",
    "POINTY",
    "Axial",
    "CaseRows",
    "ColumnRow",
    "Doubled",
    "Hex",
    "Hexside",
    "LabelScheme",
    "Layout",
    "LetterColumns",
    "distance",
    "line",
    "neighbours",
    "ring",
    "rotate",
    "within",
]

Hex = str
"""A hex is named by its printed label, the same in saves, logs, tests and data."""


# ---------------------------------------------------------------------------------------------------------
# Geometry, in axial coordinates


class Axial(NamedTuple):
    """A hex in axial coordinates; ``s`` completes the cube form, whose three numbers sum to 0.

    >>> Axial(2, -1).s
    -1
    """

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate."""
        return -self.q - self.r


ORIGIN = Axial(0, 0)

DIRECTIONS: tuple[Axial, ...] = (
    Axial(0, -1),
    Axial(1, -1),
    Axial(1, 0),
    Axial(0, 1),
    Axial(-1, 1),
    Axial(-1, 0),
)
"""The six steps, clockwise on the map. Flat tops: N first. Pointy tops: NW first."""


def distance(a: Axial, b: Axial) -> int:
    """Hexes from ``a`` to ``b``: 0 for the same hex, 1 for neighbours.

    >>> distance(Axial(0, 0), Axial(2, -3))
    3
    """
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def neighbours(centre: Axial) -> tuple[Axial, ...]:
    """The six hexes around ``centre``, clockwise in the order of :data:`DIRECTIONS`."""
    q, r = centre
    return tuple(Axial(q + dq, r + dr) for dq, dr in DIRECTIONS)


def ring(centre: Axial, radius: int) -> tuple[Axial, ...]:
    """Hexes at exactly ``radius`` from ``centre``, clockwise from the first direction.

    >>> ring(Axial(5, 5), 0)
    (Axial(q=5, r=5),)
    >>> len(ring(Axial(0, 0), 3))
    18
    """
    if radius == 0:
        return (Axial(*centre),)
    q, r = centre[0] + radius * DIRECTIONS[0].q, centre[1] + radius * DIRECTIONS[0].r
    hexes = []
    for side in range(6):  # from each corner of the ring walk to the next one
        dq, dr = DIRECTIONS[(side + 2) % 6]
        for _ in range(radius):
            hexes.append(Axial(q, r))
            q, r = q + dq, r + dr
    return tuple(hexes)


def within(centre: Axial, radius: int) -> tuple[Axial, ...]:
    """Hexes no further than ``radius`` from ``centre``, ring by ring, ``centre`` first.

    >>> len(within(Axial(0, 0), 2))
    19
    """
    return tuple(cell for each in range(radius + 1) for cell in ring(centre, each))


def rotate(cell: Axial, sixths: int, *, about: Axial = ORIGIN) -> Axial:
    """``cell`` turned ``sixths`` × 60° clockwise ``about`` a hex; negative turns the other way.

    >>> rotate(Axial(1, 0), 1)
    Axial(q=0, r=1)
    >>> rotate(Axial(3, 1), 3, about=Axial(2, 1))
    Axial(q=1, r=1)
    """
    q, r = cell[0] - about[0], cell[1] - about[1]
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return Axial(about[0] + q, about[1] + r)


def line(a: Axial, b: Axial, *, lean: Literal["left", "right"] = "left") -> tuple[Axial, ...]:
    """A shortest string of hexes from ``a`` to ``b``, both included, close to the straight line.

    Where the straight line runs between two hexes the string takes the one on the left of the way travelled,
    or the right one on request. For everything a line of sight meets, and not just one hex per step, see
    :mod:`grognard.sight`.

    >>> line(Axial(0, 0), Axial(1, 1))
    (Axial(q=0, r=0), Axial(q=1, r=0), Axial(q=1, r=1))
    >>> line(Axial(0, 0), Axial(1, 1), lean="right")[1]
    Axial(q=0, r=1)
    """
    steps = distance(a, b)
    if steps == 0:
        return (Axial(*a),)
    dq, dr = b[0] - a[0], b[1] - a[1]
    # Step i lies at a + i/steps·(dq, dr), moved aside by a hair so that no point lies on a hexside. Counted
    # in parts of 1/unit all is whole; the hair is far shorter than 1/steps, the way to any other hexside.
    unit = 100 * steps * steps
    aside = (dq + 2 * dr, -2 * dq - dr) if lean == "left" else (-dq - 2 * dr, 2 * dq + dr)
    stride_q, stride_r = dq * unit // steps, dr * unit // steps
    start_q, start_r = a[0] * unit + aside[0], a[1] * unit + aside[1]
    return tuple(_nearest(start_q + i * stride_q, start_r + i * stride_r, unit) for i in range(steps + 1))


def _nearest(q: int, r: int, unit: int) -> Axial:
    """The hex whose centre is nearest to the point ``(q/unit, r/unit)``."""
    s = -q - r
    whole = [(2 * value + unit) // (2 * unit) for value in (q, r, s)]
    error = [abs(value - unit * near) for value, near in zip((q, r, s), whole, strict=True)]
    worst = error.index(max(error))  # the least certain of the three follows from the other two
    whole[worst] -= sum(whole)
    return Axial(whole[0], whole[1])


# ---------------------------------------------------------------------------------------------------------
# Layouts: how the grid lies on the table


class Doubled(NamedTuple):
    """A hex on the printed grid; ``x + y`` is even. Plain pairs are accepted wherever one is wanted."""

    x: int
    y: int


class Layout(msgspec.Struct, frozen=True):
    """How the grid lies on the table: ``steps`` are its six directions, clockwise, in doubled coordinates.

    >>> dict(zip(POINTY.compass, POINTY.steps))["E"]
    (2, 0)
    >>> FLAT.compass
    ('N', 'NE', 'SE', 'S', 'SW', 'NW')
    """

    name: str
    compass: tuple[str, ...]
    steps: tuple[tuple[int, int], ...]

    @property
    def pointy(self) -> bool:
        """True when hexes stand on a corner and lie in straight rows."""
        return self.name == "pointy"

    def axial(self, spot: tuple[int, int]) -> Axial:
        """The axial form of a doubled coordinate.

        >>> POINTY.axial((12, 4))
        Axial(q=4, r=4)
        >>> POINTY.axial((3, 4))
        Traceback (most recent call last):
        ValueError: no hex lies at (3, 4): x + y must be even in doubled coordinates
        """
        x, y = spot
        if (x + y) % 2:
            raise ValueError(f"no hex lies at ({x}, {y}): x + y must be even in doubled coordinates")
        return Axial((x - y) // 2, y) if self.pointy else Axial(x, (y - x) // 2)

    def doubled(self, cell: Axial) -> Doubled:
        """The doubled form of an axial coordinate.

        >>> FLAT.doubled(Axial(1, -1))
        Doubled(x=1, y=-1)
        """
        q, r = cell
        return Doubled(2 * q + r, r) if self.pointy else Doubled(q, q + 2 * r)

    def offset(self, spot: tuple[int, int], *, indent: int = 1) -> tuple[int, int]:
        """``(column, row)``, both from 0, when every second line lies ``indent`` half hexes further.

        Lines are rows under pointy tops and columns under flat tops; ``indent`` is 1 or -1.

        >>> POINTY.offset((7, 1)), FLAT.offset((1, 3)), FLAT.offset((1, 3), indent=-1)
        ((3, 1), (1, 1), (1, 2))
        """
        self.axial(spot)
        x, y = spot
        return ((x - indent * (y & 1)) // 2, y) if self.pointy else (x, (y - indent * (x & 1)) // 2)

    def from_offset(self, column: int, row: int, *, indent: int = 1) -> Doubled:
        """The doubled form of ``(column, row)``; undoes :meth:`offset`.

        >>> POINTY.from_offset(3, 1)
        Doubled(x=7, y=1)
        """
        if self.pointy:
            return Doubled(2 * column + indent * (row & 1), row)
        return Doubled(column, 2 * row + indent * (column & 1))

    def centre(self, spot: tuple[int, int]) -> tuple[float, float]:
        """Where to draw the centre, ``y`` downwards; a hexside is 1 long."""
        x, y = spot
        return (x * _HALF_WIDTH, y * 1.5) if self.pointy else (x * 1.5, y * _HALF_WIDTH)

    def corners(self, spot: tuple[int, int]) -> tuple[tuple[float, float], ...]:
        """Where to draw the six corners, clockwise; the side of direction ``n`` starts at corner ``n``."""
        x, y = self.centre(spot)
        first = -90 if self.pointy else -120
        angles = [math.radians(first + 60 * n) for n in range(6)]
        return tuple((x + math.cos(angle), y + math.sin(angle)) for angle in angles)


_HALF_WIDTH = math.sqrt(3) / 2

POINTY = Layout(
    "pointy",
    compass=("NE", "E", "SE", "SW", "W", "NW"),
    steps=((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)),
)
"""Hexes stand on a corner: straight rows, every second row half a hex aside; doubled width."""

FLAT = Layout(
    "flat",
    compass=("N", "NE", "SE", "S", "SW", "NW"),
    steps=((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
)
"""Hexes lie on a side: straight columns, every second column half a hex lower; doubled height."""


# ---------------------------------------------------------------------------------------------------------
# Hexsides


class Hexside(msgspec.Struct, frozen=True, order=True, array_like=True):
    """The side two neighbouring hexes share: an unordered pair, so both spellings are one value.

    >>> Hexside("K6", "K5") == Hexside("K5", "K6")
    True
    >>> print(Hexside("K6", "K5"))
    K5|K6
    """

    a: Hex
    b: Hex

    def __post_init__(self) -> None:
        if self.a == self.b:
            raise ValueError(f"a hexside joins two hexes, got {self.a!r} twice")
        if self.b < self.a:
            first, second = self.b, self.a
            msgspec.structs.force_setattr(self, "a", first)
            msgspec.structs.force_setattr(self, "b", second)

    def __contains__(self, hex: object) -> bool:
        return hex == self.a or hex == self.b

    def __str__(self) -> str:
        return f"{self.a}|{self.b}"

    def across(self, hex: Hex) -> Hex:
        """The hex on the other side.

        >>> Hexside("K5", "K6").across("K5")
        'K6'
        """
        if hex not in self:
            raise ValueError(f"{hex!r} does not lie at hexside {self}")
        return self.b if hex == self.a else self.a

    @classmethod
    def parse(cls, text: str) -> Hexside:
        """Read ``K5|K6``, the form data files use. Labels are taken as they stand; a board checks them.

        >>> Hexside.parse("K6|K5")
        Hexside(a='K5', b='K6')
        """
        labels = [part.strip() for part in text.split("|")]
        if len(labels) != 2 or not all(labels) or labels[0] == labels[1]:
            raise NotationError(f"expected a hexside such as 'K5|K6', got {text!r}")
        return cls(*labels)


# ---------------------------------------------------------------------------------------------------------
# Labels as printed


class LabelScheme(Protocol):
    """Turns doubled coordinates into printed labels and back; a small frozen value."""

    @property
    def layout(self) -> Layout:
        """The layout of the maps that carry these labels."""

    def label(self, spot: tuple[int, int]) -> Hex:
        """The label as printed; ``ValueError`` where the scheme has none."""

    def parse(self, text: str) -> Doubled:
        """Where the labelled hex lies; :class:`NotationError` says what a label looks like."""


_A_TO_Z = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class LetterColumns(msgspec.Struct, frozen=True):
    """A letter for the column, a number for the row: ``A1`` … ``Z10``, ``AA1`` … ``GG10``.

    ``(0, 0)`` is the first column's hex numbered ``top``. A hex of column B, D, … lies half a hex below
    (with ``indent=-1`` above) the hex of the same number in column A; boards whose odd columns begin and
    end with half hexes number those from 0. A ``prefix`` such as a map number is printed in front.

    >>> geomorphic = LetterColumns()
    >>> geomorphic.label((0, 0)), geomorphic.label((1, -1)), geomorphic.label((32, 18))
    ('A1', 'B0', 'GG10')
    >>> geomorphic.parse("gg10")
    Doubled(x=32, y=18)
    >>> geomorphic.parse("AB3")
    Traceback (most recent call last):
    grognard.errors.NotationError: expected a column letter and a row number such as 'A1' or 'GG10', got 'AB3'
    """

    prefix: str = ""
    top: int = 1
    indent: int = 1
    layout: Layout = FLAT

    def label(self, spot: tuple[int, int]) -> Hex:
        """The label as printed."""
        column, row = self.layout.offset(spot, indent=self.indent)
        if column < 0 or row + self.top < 0:
            raise ValueError(f"no label is printed at column {column}, row {row + self.top}")
        letters = _A_TO_Z[column % 26] * (column // 26 + 1)
        return f"{self.prefix}{letters}{row + self.top}"

    def parse(self, text: str) -> Doubled:
        """Where the hex of that label lies; capitals or not."""
        match = re.fullmatch(re.escape(self.prefix.upper()) + r"(([A-Z])\2*)([0-9]+)", text.strip().upper())
        if match is None:
            like = f"{self.prefix}A1' or '{self.prefix}GG10"
            raise NotationError(f"expected a column letter and a row number such as '{like}', got {text!r}")
        column = _A_TO_Z.index(match[2]) + 26 * (len(match[1]) - 1)
        return self.layout.from_offset(column, int(match[3]) - self.top, indent=self.indent)


class ColumnRow(msgspec.Struct, frozen=True):
    """Column number, then row number, in a fixed count of digits: ``0101``, with a map letter ``E2115``.

    ``left`` and ``top`` are the numbers printed in the map's upper left corner, at ``(0, 0)``; numbers that
    grow to the left or upwards have a step of -1. Every second column (row, under pointy tops) lies half a
    hex lower than the first, or higher with ``indent=-1``.

    >>> ColumnRow().label((0, 0)), ColumnRow(layout=POINTY).label((5, 1))
    ('0101', '0302')
    >>> east = ColumnRow(prefix="E", left=28, top=20, column_step=-1, row_step=-1)
    >>> east.label((7, 11))
    'E2115'
    >>> east.parse("e2115")
    Doubled(x=7, y=11)
    >>> east.parse("2115")
    Traceback (most recent call last):
    grognard.errors.NotationError: expected column and row in 2 digits each such as 'E2820', got '2115'
    """

    prefix: str = ""
    digits: int = 2
    left: int = 1
    top: int = 1
    column_step: int = 1
    row_step: int = 1
    indent: int = 1
    layout: Layout = FLAT

    def label(self, spot: tuple[int, int]) -> Hex:
        """The label as printed."""
        column, row = self.layout.offset(spot, indent=self.indent)
        column, row = self.left + self.column_step * column, self.top + self.row_step * row
        if not (0 <= column < 10**self.digits and 0 <= row < 10**self.digits):
            raise ValueError(f"column {column}, row {row} has no label in {self.digits} digits each")
        return f"{self.prefix}{column:0{self.digits}}{row:0{self.digits}}"

    def parse(self, text: str) -> Doubled:
        """Where the hex of that label lies; the prefix in capitals or not."""
        number = f"([0-9]{{{self.digits}}})"
        match = re.fullmatch(re.escape(self.prefix.upper()) + number + number, text.strip().upper())
        if match is None:
            like = f"{self.digits} digits each such as {self.label((0, 0))!r}"
            raise NotationError(f"expected column and row in {like}, got {text!r}")
        column = (int(match[1]) - self.left) * self.column_step
        return self.layout.from_offset(column, (int(match[2]) - self.top) * self.row_step, indent=self.indent)


class CaseRows(msgspec.Struct, frozen=True):
    """A letter counted along the row, a row number counted from the bottom: ``G5``, ``d8``.

    For pointy tops; row ``rows`` is the top one, 1 the bottom one. Every second row is half a hex aside and
    its letters are small, so ``A9``, ``a8``, ``B9`` zigzag along the edge. The number gives the case away,
    so the case need not be typed.

    >>> rows = CaseRows(9)
    >>> rows.label((12, 4)), rows.label((7, 1))
    ('G5', 'd8')
    >>> rows.parse("g5"), rows.parse("D8")
    (Doubled(x=12, y=4), Doubled(x=7, y=1))
    >>> rows.parse("G10")
    Traceback (most recent call last):
    grognard.errors.NotationError: expected a letter and a row from 1 to 9 such as 'A9' or 'a8', got 'G10'
    """

    rows: int = 9
    layout: Layout = POINTY

    def label(self, spot: tuple[int, int]) -> Hex:
        """The label as printed."""
        column, row = self.layout.offset(spot)
        if not (0 <= column < 26 and 0 <= row < self.rows):
            raise ValueError(f"no label is printed at column {column}, row {row}")
        letter = _A_TO_Z[column]
        return f"{letter.lower() if row & 1 else letter}{self.rows - row}"

    def parse(self, text: str) -> Doubled:
        """Where the hex of that label lies; capitals or not."""
        match = re.fullmatch("([A-Z])([0-9]+)", text.strip().upper())
        row = self.rows - int(match[2]) if match else -1
        if match is None or not 0 <= row < self.rows:
            like = f"{self.label((0, 0))!r}" + (f" or {self.label((1, 1))!r}" if self.rows > 1 else "")
            raise NotationError(
                f"expected a letter and a row from 1 to {self.rows} such as {like}, got {text!r}"
            )
        return self.layout.from_offset(_A_TO_Z.index(match[1]), row)
