"""Maps of hexes as text that a person can edit: what fills a hex as a grid of letters, the rest as lists.

A map file is TOML and holds one :class:`HexMap`::

    id = "ford"
    name = { en = "The ford", zh = "渡口" }
    source = "drawn for this example"
    labels = { digits = 2, left = 1, top = 1 }
    grid = '''
        01  03
          02
    01  .   w
    01    .
    02  .   .
    02    w
    '''
    [letters]
    "." = "clear"
    "w" = "woods"

    [[place]]
    name = "Mill"
    hex = "0101"
    size = "village"

    [[road]]
    kind = "track"
    hexes = "0101 0201 0301"

    [[river]]
    kind = "river"
    name = "Brook"
    sides = "0101/0102 0201/0102 0201/0202 0201/0302 0301/0302"

**The grid.** Every line begins with the number of its row. The cell of the first column stands at the fifth
sign of its line, and every column two signs further; a blank is no hex. Under flat tops a row takes two
lines: the first holds the columns that lie half a hex higher, the second the others. Under pointy tops a row
takes one line, every second one set in by one sign. Lines without a row number are headings: numbers in them
must stand over their columns and mean nothing else.

**The lists.** Terrain, sizes and kinds are words of the system that reads the map. A road is a chain of
neighbouring hexes. A river is one or more chains of hexsides, corner to corner; the ends of a chain lie on
the edge of the map or at another river, unless it rises here (``source = true``, one end) or is standing
water (``kind = "lake"``). A line is a list of hexsides that mean something other than water.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec

from grognard import datafile
from grognard.board import Board
from grognard.errors import NotationError, RulesetError
from grognard.hexes import (
    FLAT,
    POINTY,
    Axial,
    ColumnRow,
    Doubled,
    Hex,
    Hexside,
    Layout,
    neighbours,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = [
    "Corner",
    "Feature",
    "HexMap",
    "Labels",
    "Line",
    "MapLabels",
    "Name",
    "Place",
    "River",
    "Road",
    "SecondSheet",
    "corners",
    "draw_grid",
    "english",
]

Name = str | dict[str, str]
"""A name in one language, or by language."""

Corner = tuple[Axial, Axial, Axial]
"""Where three hexes meet, on the map or not, in order; two of them are the sides' own."""

MARGIN = 4
"""Signs before the first column: the row number and at least one blank."""

STANDING = ("lake",)
"""Kinds of river that need not flow anywhere."""


class Labels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The labels printed on the map, as :class:`~grognard.hexes.ColumnRow` counts them."""

    prefix: str = ""
    digits: int = 2
    left: int = 1
    top: int = 1
    column_step: Literal[1, -1] = 1
    row_step: Literal[1, -1] = 1
    indent: Literal[1, -1] = 1


class SecondSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Columns from number ``from`` on carry another prefix; their numbers go on."""

    prefix: str
    first: int = msgspec.field(name="from")


class MapLabels(msgspec.Struct, frozen=True):
    """Column and row numbers with a prefix for each sheet of the map; a label scheme.

    >>> labels = MapLabels(ColumnRow(prefix="E", left=45, top=20, column_step=-1, row_step=-1), "W", 44)
    >>> labels.label((0, 0)), labels.label((2, 2))
    ('W4520', 'E4319')
    >>> labels.parse("w4520"), labels.parse("E4319")
    (Doubled(x=0, y=0), Doubled(x=2, y=2))
    """

    numbers: ColumnRow
    prefix: str
    first: int

    @property
    def layout(self) -> Layout:
        """The layout of the map."""
        return self.numbers.layout

    def label(self, spot: tuple[int, int]) -> Hex:
        """The label as printed."""
        label, prefix = self.numbers.label(spot), self.numbers.prefix
        return self._prefix(label[len(prefix) :]) + label[len(prefix) :]

    def parse(self, text: str) -> Doubled:
        """Where the hex of that label lies; the prefix in capitals or not."""
        word = text.strip().upper()
        digits = word[-2 * self.numbers.digits :]
        if digits.isdecimal() and word == self._prefix(digits).upper() + digits:
            return self.numbers.parse(self.numbers.prefix + digits)
        if digits.isdecimal() and len(digits) == 2 * self.numbers.digits:
            right = self._prefix(digits) + digits
            raise NotationError(f"{text!r} is not a hex of this map", suggestions=[right])
        return self.numbers.parse(text)  # says what a label looks like

    def _prefix(self, digits: str) -> str:
        column = int(digits[: self.numbers.digits])
        return self.prefix if column >= self.first else self.numbers.prefix


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named place in a hex; ``size`` is a word of the system."""

    name: Name
    hex: Hex
    size: str = ""


class Road(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A road through neighbouring hexes, their labels with blanks between."""

    kind: str
    hexes: str
    name: Name = ""


class River(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Water along hexsides, ``"E2115/E2015 E2114/E2014"``; with ``source`` it rises on the map."""

    kind: str
    sides: str
    name: Name = ""
    source: bool = False


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that stands in hexes beside their terrain."""

    kind: str
    hexes: str
    name: Name = ""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexsides that mean something, without water: a boundary, a crest."""

    kind: str
    sides: str
    name: Name = ""


_Row = TypeVar("_Row", Place, Road, River, Feature, Line)


class HexMap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """A map file as written; :meth:`board` reads what its texts mean, :meth:`write` gives the text back."""

    id: str
    name: Name
    source: str
    sure: str = ""
    note: str = ""
    tops: Literal["flat", "pointy"] = "flat"
    labels: Labels = Labels()
    second: SecondSheet | None = None
    grid: str
    letters: dict[str, str]
    place: tuple[Place, ...] = ()
    road: tuple[Road, ...] = ()
    river: tuple[River, ...] = ()
    feature: tuple[Feature, ...] = ()
    line: tuple[Line, ...] = ()

    @classmethod
    def read(cls, path: Path) -> HexMap:
        """The map of a file.

        Raises:
            RulesetError: names file, entry and field.
        """
        return datafile.convert(datafile.read(path), cls, file=path)

    @cached_property
    def scheme(self) -> ColumnRow | MapLabels:
        """The scheme of the labels."""
        layout = FLAT if self.tops == "flat" else POINTY
        numbers = ColumnRow(**msgspec.structs.asdict(self.labels), layout=layout)
        if self.second is None:
            return numbers
        return MapLabels(numbers, self.second.prefix, self.second.first)

    def terrain(self, *, file: Path | str = "") -> dict[Doubled, str]:
        """Every hex of the grid in doubled coordinates, with its terrain.

        Raises:
            RulesetError: a cell in the wrong place, a letter without meaning, a wrong row or column number.
        """
        return {spot: self.letters[letter] for spot, letter in _Grid(self, file).cells().items()}

    def board(self, *, file: Path | str = "") -> Board:
        """The board of this map; ``file`` is named in errors.

        Nodes carry ``terrain``, ``place`` (its English name, or ""), ``size`` and ``features`` (a tuple of
        kinds); edges carry ``road`` and ``river`` (a kind, or "") and ``lines`` (a tuple of kinds).

        Raises:
            RulesetError: names the entry: a road that jumps a hex, a river side between hexes that are no
                neighbours, a river that ends in the middle of nowhere, two places in one hex and so on.
        """
        return _Reader(self, file).board()

    def write(self) -> str:
        """The map as the text of a map file, always in the same form.

        Reading it again gives a map with the same board, which writes the same text.
        """
        return "\n".join(_written(self)) + "\n"


def english(name: Name) -> str:
    """A name in English, or in the first language that it has."""
    if isinstance(name, str):
        return name
    return name.get("en") or next(iter(name.values()), "")


def corners(a: Axial, b: Axial) -> tuple[Corner, Corner]:
    """The two corners in which the side of two neighbouring hexes ends.

    >>> corners(Axial(0, 0), Axial(1, 0)) == corners(Axial(1, 0), Axial(0, 0))
    True
    """
    both = sorted(set(neighbours(a)) & set(neighbours(b)))
    if len(both) != 2 or b not in neighbours(a):
        raise ValueError(f"{tuple(a)} and {tuple(b)} share no hexside")
    first, second = (_corner(a, b, c) for c in both)
    return first, second


def _corner(a: Axial, b: Axial, c: Axial) -> Corner:
    x, y, z = sorted((a, b, c))
    return x, y, z


# The grid ------------------------------------------------------------------------------------------------


def draw_grid(cells: Mapping[Doubled, str], scheme: ColumnRow | MapLabels) -> str:
    """The grid of a map file: a letter for every hex, in doubled coordinates from the upper left corner.

    >>> print(draw_grid({Doubled(0, 0): "w", Doubled(1, 1): ".", Doubled(2, 0): "."}, ColumnRow()))
        01  03
          02
    01  w   .
    01    .
    """
    numbers = scheme.numbers if isinstance(scheme, MapLabels) else scheme
    layout, indent = numbers.layout, numbers.indent
    places = {layout.offset(spot, indent=indent): letter for spot, letter in cells.items()}
    width = 1 + max((column for column, _ in places), default=-1)
    height = 1 + max((row for _, row in places), default=-1)

    def number(column: int) -> str:
        return f"{numbers.left + numbers.column_step * column:02}"

    halves = (0, 1) if indent == 1 or layout.pointy else (1, 0)
    lines = [_spread({column: number(column) for column in range(half, width, 2)}) for half in halves]
    for row in range(height):
        heading = f"{numbers.top + numbers.row_step * row:02}"
        if layout.pointy:
            aside = _aside(row, indent)
            cell = {column: places.get((column, row), " ") for column in range(width)}
            lines.append(
                heading + _spread(cell)[len(heading) : MARGIN] + " " * aside + _spread(cell)[MARGIN:]
            )
            continue
        for half in halves:
            text = _spread({column: places.get((column, row), " ") for column in range(half, width, 2)})
            lines.append((heading + text[len(heading) :]).rstrip())
    return "\n".join(line.rstrip() for line in lines)


def _spread(cells: Mapping[int, str]) -> str:
    """Texts at the places of their columns."""
    line = " " * MARGIN
    for column, text in cells.items():
        line = line.ljust(MARGIN + 2 * column) + text
    return line


def _aside(row: int, indent: int) -> int:
    """Signs by which a row of pointy tops is set in."""
    return row & 1 if indent == 1 else 1 - (row & 1)


class _Grid:
    """Reads the grid of a map."""

    def __init__(self, map: HexMap, file: Path | str) -> None:
        self.map, self.file = map, datafile.shown(file) if file else ""
        self.numbers = map.scheme.numbers if isinstance(map.scheme, MapLabels) else map.scheme
        self.layout = self.numbers.layout

    def wrong(self, problem: str, entry: str = "grid") -> RulesetError:
        return RulesetError(problem, file=self.file, entry=entry)

    def cells(self) -> dict[Doubled, str]:
        """The letter of every hex, lines of hexes one after the other."""
        for letter in self.map.letters:
            if len(letter) != 1 or letter.isspace() or letter.isdigit():
                raise self.wrong(f"a letter of the grid is one sign and no digit, got {letter!r}", "letters")
        found: dict[Doubled, str] = {}
        done: list[int] = []
        for text in self.map.grid.splitlines():
            if not text.strip():
                continue
            if text[:MARGIN].isspace():
                self._check_heading(text)
                continue
            row = self._row(text)
            done.append(row)
            times = done.count(row)
            if times > (1 if self.layout.pointy else 2):
                raise self.wrong(f"row {text[:MARGIN].strip()} is given too often")
            found |= self._line(text, row, second=times == 2)
        if not found:
            raise self.wrong("must hold at least one hex")
        if self.layout.pointy:
            return {spot: found[spot] for spot in sorted(found, key=lambda spot: (spot.y, spot.x))}
        return {spot: found[spot] for spot in sorted(found)}

    def _row(self, text: str) -> int:
        head = text[:MARGIN].strip()
        row = (int(head) - self.numbers.top) * self.numbers.row_step if head.isdecimal() else -1
        if row < 0:
            top = self.numbers.top
            way = "down" if self.numbers.row_step < 0 else "up"
            raise self.wrong(f"a line must begin with its row number, {top} and {way}, got {head!r}")
        return row

    def _column(self, column: int) -> int:
        """The number printed for a column counted from 0."""
        return self.numbers.left + self.numbers.column_step * column

    def _check_heading(self, text: str) -> None:
        for word in re.finditer(r"\S+", text):
            token, at = word[0], word.start()
            size = 2 if len(token) > 3 else len(token)
            for start in range(0, len(token), size):
                part, (column, off) = token[start : start + size], divmod(at + start - MARGIN, 2)
                if off or not part.isdecimal() or int(part) != self._column(column):
                    expected = f"{self._column(column):02} over its column" if not off else "nothing here"
                    raise self.wrong(
                        f"sign {at + start + 1} of the heading: expected {expected}, got {part!r}"
                    )

    def _line(self, text: str, row: int, *, second: bool) -> Iterator[tuple[Doubled, str]]:
        head = text[:MARGIN].strip()
        aside = _aside(row, self.numbers.indent) if self.layout.pointy else 0
        lower = 1 if self.numbers.indent == 1 else 0  # the columns that lie half a hex lower, odd or even
        for at, letter in enumerate(text[MARGIN:], MARGIN):
            if letter == " ":
                continue
            column, off = divmod(at - MARGIN - aside, 2)
            if off or column < 0:
                raise self.wrong(f"row {head}: no column stands at sign {at + 1}, got {letter!r}")
            if not self.layout.pointy and (column & 1 == lower) is not second:
                line, where = ("second", "higher") if second else ("first", "lower")
                problem = f"column {self._column(column):02} lies {where} than the {line} line of a row"
                raise self.wrong(f"row {head}: {problem}, got {letter!r}")
            if letter not in self.map.letters:
                known = "".join(self.map.letters)
                hex = f"column {self._column(column):02}"
                raise self.wrong(f"row {head}, {hex}: expected one of the letters {known!r}, got {letter!r}")
            yield self.layout.from_offset(column, row, indent=self.numbers.indent), letter


# Reading the lists ---------------------------------------------------------------------------------------


class _Reader:
    """Reads one map and knows how to name its entries."""

    def __init__(self, map: HexMap, file: Path | str) -> None:
        self.map, self.file = map, datafile.shown(file) if file else ""
        terrain = map.terrain(file=file)
        try:
            self.grid = Board.of(map.scheme, terrain)
        except ValueError as error:  # a column or row that the digits cannot hold
            raise RulesetError(str(error), file=self.file, entry="grid") from None
        for label, kind in zip(self.grid.hexes, terrain.values(), strict=True):
            self.grid.graph.nodes[label].update(terrain=kind, place="", size="", features=())
        for _, _, facts in self.grid.graph.edges(data=True):
            facts.update(road="", river="", lines=())

    def board(self) -> Board:
        self._places()
        for entry, road in _entries("road", self.map.road):
            for a, b in pairwise(self.hexes(road.hexes, entry, least=2)):
                self._lay("road", self.side(a, b, entry), road.kind, entry)
        self._rivers()
        for entry, feature in _entries("feature", self.map.feature):
            for label in self.hexes(feature.hexes, entry):
                facts = self.grid.graph.nodes[label]
                facts["features"] = _with(facts["features"], feature.kind)
        for entry, line in _entries("line", self.map.line):
            for side in self.sides(line.sides, entry):
                facts = self.grid.graph.edges[side.a, side.b]
                facts["lines"] = _with(facts["lines"], line.kind)
        return self.grid

    def wrong(self, problem: str, entry: str) -> RulesetError:
        return RulesetError(problem, file=self.file, entry=entry)

    def hex(self, word: str, entry: str) -> Hex:
        try:
            return self.grid.parse(word)
        except NotationError as error:
            raise self.wrong(str(error), entry) from None

    def hexes(self, text: str, entry: str, *, least: int = 1) -> list[Hex]:
        words = text.split()
        if len(words) < least:
            expected = "a hex" if least == 1 else f"{least} hexes"
            raise self.wrong(f"hexes must name at least {expected}, got {text!r}", entry)
        return [self.hex(word, entry) for word in words]

    def side(self, a: Hex, b: Hex, entry: str) -> Hexside:
        if b not in self.grid.neighbours(a):
            raise self.wrong(f"{a} and {b} are not adjacent", entry)
        return Hexside(a, b)

    def sides(self, text: str, entry: str) -> list[Hexside]:
        found = []
        for word in text.split():
            labels = re.split(r"[/|]", word)
            if len(labels) != 2:
                raise self.wrong(f"expected hexsides such as 'E2115/E2015', got {word!r}", entry)
            found.append(self.side(self.hex(labels[0], entry), self.hex(labels[1], entry), entry))
        if not found:
            raise self.wrong("sides must name at least one hexside, got none", entry)
        return found

    def _places(self) -> None:
        names: set[str] = set()
        for entry, place in _entries("place", self.map.place):
            facts = self.grid.graph.nodes[self.hex(place.hex, entry)]
            name = english(place.name)
            if not name:
                raise self.wrong("name must not be empty", entry)
            if name in names:
                raise self.wrong("is given twice", entry)
            if facts["place"]:
                raise self.wrong(f"{place.hex} holds {facts['place']!r} already", entry)
            names.add(name)
            facts.update(place=name, size=place.size)

    def _lay(self, what: str, side: Hexside, kind: str, entry: str) -> None:
        """Put a road or river on an edge, which carries one kind of either."""
        facts = self.grid.graph.edges[side.a, side.b]
        if facts[what] not in ("", kind):
            raise self.wrong(f"{side.a}/{side.b} carries a {facts[what]} {what} already", entry)
        facts[what] = kind

    def _rivers(self) -> None:
        chains: list[tuple[str, River, Counter[Corner]]] = []
        for entry, river in _entries("river", self.map.river):
            sides = self.sides(river.sides, entry)
            for side in sides:
                self._lay("river", side, river.kind, entry)
            ends = (corner for side in dict.fromkeys(sides) for corner in self._corners(side))
            chains.append((entry, river, Counter(ends)))
        for entry, river, touches in chains:
            others = {c for _, other, touched in chains if other is not river for c in touched}
            loose = [c for c, times in touches.items() if times == 1 and c not in others and self._inside(c)]
            if river.kind not in STANDING and len(loose) > river.source:
                raise self.wrong(self._loose(loose, river), entry)

    def _loose(self, loose: Sequence[Corner], river: River) -> str:
        where = [" ".join(self._label(cell) for cell in corner) for corner in loose]
        if river.source:
            return f"rises at one place, but ends where {' and where '.join(where)} meet"
        return f"ends in the middle of the land, where {' and where '.join(where)} meet"

    def _corners(self, side: Hexside) -> tuple[Corner, Corner]:
        cells, index = self.grid.cells, self.grid.index
        return corners(cells[index[side.a]], cells[index[side.b]])

    def _label(self, cell: Axial) -> str:
        return str(self.grid.at(*self.grid.layout.doubled(cell)))

    def _inside(self, corner: Corner) -> bool:
        return all(self.grid.at(*self.grid.layout.doubled(cell)) is not None for cell in corner)


def _with(kinds: tuple[str, ...], kind: str) -> tuple[str, ...]:
    return kinds if kind in kinds else (*kinds, kind)


def _entries(section: str, rows: Iterable[_Row]) -> Iterator[tuple[str, _Row]]:
    for number, row in enumerate(rows, 1):
        name = english(row.name)
        yield (f"{section} {name!r}" if name else f"{section} number {number}"), row


# Writing -------------------------------------------------------------------------------------------------


def _written(map: HexMap) -> Iterator[str]:
    yield f"id = {_quoted(map.id)}"
    yield f"name = {_name(map.name)}"
    for key in ("source", "sure", "note"):
        if text := getattr(map, key):
            yield f"{key} = {_quoted(text)}"
    yield f"tops = {_quoted(map.tops)}"
    plain = msgspec.structs.asdict(map.labels)
    yield f"labels = {{ {', '.join(f'{key} = {_value(value)}' for key, value in plain.items())} }}"
    if map.second is not None:
        yield f"second = {{ prefix = {_quoted(map.second.prefix)}, from = {map.second.first} }}"
    yield "grid = '''"
    yield draw_grid(_Grid(map, "").cells(), map.scheme)
    yield "'''"
    yield from ("", "[letters]")
    yield from (f"{_quoted(letter)} = {_quoted(terrain)}" for letter, terrain in map.letters.items())
    for section in ("place", "road", "river", "feature", "line"):
        for row in getattr(map, section):
            yield from ("", f"[[{section}]]")
            yield from _fields(row)


def _fields(row: Place | Road | River | Feature | Line) -> Iterator[str]:
    for field in msgspec.structs.fields(row):
        value = getattr(row, field.name)
        if field.name in ("hexes", "sides"):
            yield f"{field.name} = {_words(value)}"
        elif value != field.default:
            yield f"{field.name} = {_name(value) if isinstance(value, dict) else _value(value)}"


def _words(text: str) -> str:
    """Labels with single blanks; long lists over several lines."""
    words, lines = text.split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) > 100:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return _quoted(lines[0]) if len(lines) == 1 else '"""\n' + "\n".join(lines) + '"""'


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return _quoted(value) if isinstance(value, str) else str(value)


def _name(name: Name) -> str:
    if isinstance(name, str):
        return _quoted(name)
    return f"{{ {', '.join(f'{language} = {_quoted(text)}' for language, text in name.items())} }}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
