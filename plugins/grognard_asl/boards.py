"""Geomorphic boards as text that a person can edit, read with errors that name file, line and column.

A board file is TOML. Its ``grid`` is the map itself: columns from left to right under their letters, two
lines to a row, because every second column lies half a hex lower. A hex is one letter, explained in
``letters``, and the digit of its level if that is not 0::

    grid = '''
        A B C
     0    .
     1  .   .
     1    w
     2  .   h1
     2    .
    '''

What does not fill a hex is listed below the grid:

* ``roads``: runs of neighbouring hexes, ``"N A1 B1 C2"``; a run may begin or end with a compass direction
  (N, NE, SE, S, SW, NW) in which the road leaves the board;
* ``hexsides``: a hex and the directions in which something lies along its hexsides, ``"B1 N NE"``;
* ``buildings``: hexes that one building covers, ``"B1 B2"``; one in no list is a building by itself.

The outer columns, and the first and last hex of every second column, are half hexes: boards join edge to
edge, and each half meets the other half on the next board (see :mod:`grognard_asl.maps`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

import msgspec

from grognard import datafile
from grognard.board import Board
from grognard.errors import NotationError, RulesetError
from grognard.hexes import FLAT, Hex, Hexside, LetterColumns
from grognard.reasons import rule
from grognard.spelling import did_you_mean
from grognard_asl.schema import Name, Terrain

__all__ = [
    "LABELS",
    "MARGIN",
    "OPEN",
    "BoardFile",
    "Place",
    "Sheet",
    "geomorphic",
    "header",
    "read_board",
    "row_number",
    "sheet",
]

LABELS = LetterColumns()
"""Labels of one board: A1 … GG10; half hexes that begin and end every second column have numbers 0 and 10."""

OPEN = "open_ground"
"""The terrain of a hex with nothing in it."""

MARGIN = 4
"""Signs before the first column: the row number and two blanks."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named place, printed in its first hex."""

    name: Name
    hexes: tuple[Hex, ...]


class BoardFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A board file as written; :func:`sheet` reads what its texts mean."""

    id: str
    name: Name
    source: str
    note: str = ""
    sure: str = ""
    columns: int = 33  # an odd number
    rows: int = 10
    grid: str
    letters: dict[str, str]  # letter of the grid -> terrain row
    roads: dict[str, tuple[str, ...]] = {}  # road row -> runs
    hexsides: dict[str, tuple[str, ...]] = {}  # hexside row -> a hex and directions
    buildings: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """One board as read: what is where, by its own labels."""

    id: str
    name: Name
    source: str
    columns: int
    rows: int
    terrain: dict[Hex, str]  # every hex -> terrain row
    level: dict[Hex, int]  # every hex -> level of its centre
    roads: dict[Hexside, str] = {}  # hexside that a road crosses -> road row
    exits: dict[Hex, dict[str, str]] = {}  # edge hex -> direction in which a road leaves -> road row
    sides: dict[Hexside, str] = {}  # hexside -> what lies along it
    buildings: tuple[frozenset[Hex], ...] = ()  # of several hexes
    places: tuple[Place, ...] = ()
    sure: str = ""
    note: str = ""

    @property
    def board(self) -> Board:
        """The board's grid of hexes."""
        return geomorphic(self.columns, self.rows)


@rule("ASLSK-1.1.0.3")
def geomorphic(columns: int = 33, rows: int = 10) -> Board:
    """The grid of one board, always the same for one size.

    >>> board = geomorphic()
    >>> len(board.hexes), board.neighbours("A5"), "B0" in board, "A0" in board
    (346, ('A4', 'B4', 'B5', 'A6'), True, False)
    """
    return _grid(columns, rows)


@cache
def _grid(columns: int, rows: int) -> Board:
    return Board.grid(FLAT, columns, rows, labels=LABELS, indent=-1, extra=1)


def read_board(path: Path, chart: Mapping[str, Terrain]) -> Sheet:
    """The board of a file.

    Raises :class:`RulesetError` that names file, line and column, what was expected and what came.
    """
    return sheet(datafile.convert(datafile.read(path), BoardFile, file=path), chart, path)


def sheet(written: BoardFile, chart: Mapping[str, Terrain], path: Path) -> Sheet:
    """What a board file says, checked against a terrain chart; ``path`` is where it stands."""
    return _Reader(written, chart, path).sheet()


# Reading -------------------------------------------------------------------------------------------------


class _Reader:
    """Reads the texts of one board file and knows on which line of it each stands."""

    def __init__(self, written: BoardFile, chart: Mapping[str, Terrain], path: Path) -> None:
        self.written, self.chart, self.path = written, chart, path
        self.lines = path.read_text(encoding="utf-8-sig").splitlines() if path.is_file() else []
        if written.columns % 2 == 0 or written.columns < 1 or written.rows < 1:
            size = f"{written.columns} columns and {written.rows} rows"
            self.wrong(f"a board has an odd number of columns and at least one row, got {size}")
        self.board = geomorphic(written.columns, written.rows)
        self.edges = set(self.board.hexsides())

    def sheet(self) -> Sheet:
        written = self.written
        self._check_letters()
        terrain, level = self._grid()
        roads, exits = self._roads()
        sides = self._sides()
        for side in sorted(roads.keys() & sides.keys()):
            kind, road = sides[side], roads[side]
            self.wrong(f"hexside {side}: no {kind} where {road} crosses it", entry=f"hexsides.{kind}")
        return Sheet(
            id=written.id,
            name=written.name,
            source=written.source,
            columns=written.columns,
            rows=written.rows,
            terrain=terrain,
            level=level,
            roads=roads,
            exits=exits,
            sides=sides,
            buildings=tuple(sorted(self._buildings(terrain), key=self._first)),
            places=tuple(self._places()),
            sure=written.sure,
            note=written.note,
        )

    def wrong(self, problem: str, *, line: int = 0, column: int = 0, entry: str = "") -> NoReturn:
        """Raise with the place as far as it is known."""
        where = ":".join(str(part) for part in (datafile.shown(self.path), line, column) if part)
        raise RulesetError(problem, file=where, entry=entry or f"board {self.written.id!r}")

    def line_of(self, text: str) -> int:
        """The line of the file on which a text stands, 0 if that is not to be seen."""
        return next((number for number, line in enumerate(self.lines, 1) if text and text in line), 0)

    def hex(self, word: str, entry: str, line: int) -> Hex:
        """A hex of this board."""
        try:
            return self.board.parse(word)
        except NotationError as error:
            self.wrong(str(error), entry=entry, line=line)

    def row(self, key: str, category: str, entry: str, line: int = 0) -> str:
        """The id of a terrain row of a category."""
        if key not in self.chart or self.chart[key].category != category:
            known = [row.id for row in self.chart.values() if row.category == category]
            problem = f"no {category} row {key!r} in terrain.toml{did_you_mean(key, known)}"
            self.wrong(problem, entry=entry, line=line)
        return key

    # The grid

    def _check_letters(self) -> None:
        for letter, key in self.written.letters.items():
            line = self.line_of(f'"{key}"')
            if len(letter) != 1 or letter.isspace() or letter.isdigit():
                problem = f"a letter of the grid is one sign and no digit, got {letter!r}"
                self.wrong(problem, entry="letters", line=line)
            self.row(key, "hex", f"letters.{letter}", line)

    def _grid(self) -> tuple[dict[Hex, str], dict[Hex, int]]:
        start = next((n for n, line in enumerate(self.lines, 1) if re.match(r"\s*grid\s*=", line)), 0)
        texts = [line.rstrip() for line in self.written.grid.rstrip().splitlines()]
        heading = header(self.written.columns).rstrip()
        if not texts or texts[0] != heading:
            got = texts[0] if texts else ""
            at = next((n for n, (a, b) in enumerate(zip(heading, got, strict=False)) if a != b), len(got))
            self.wrong(f"expected the column letters {heading.strip()!r}, got {got.strip()!r}",
                       line=start + 1, column=at + 1, entry="grid")  # fmt: skip
        wanted = 2 * self.written.rows + 1
        if len(texts) - 1 != wanted:
            problem = f"expected {wanted} lines below the column letters, got {len(texts) - 1}"
            self.wrong(problem, line=start + len(texts), entry="grid")
        terrain: dict[Hex, str] = {}
        level: dict[Hex, int] = {}
        for number, text in enumerate(texts[1:]):
            for label, letter, digit in self._line(text, number - 1, start + number + 2):
                terrain[label], level[label] = self.written.letters[letter], digit
        return {h: terrain[h] for h in self.board.hexes}, {h: level[h] for h in self.board.hexes}

    def _line(self, text: str, y: int, line: int) -> Iterator[tuple[Hex, str, int]]:
        """The hexes of one line of the grid: every second column."""
        number = f"{row_number(y):2}"
        if text[:2] != number:
            problem = f"expected row number {number.strip()}, got {text[:2].strip()!r}"
            self.wrong(problem, line=line, entry="grid")
        known = "".join(self.written.letters)
        for column in range(self.written.columns):
            at = MARGIN + 2 * column
            sign, digit = text[at : at + 1] or " ", text[at + 1 : at + 2] or " "
            label = self.board.at(column, y)
            if label is None:
                if sign != " " or digit != " ":
                    problem = f"expected nothing between two hexes, got {(sign + digit).strip()!r}"
                    self.wrong(problem, line=line, column=at + 1, entry="grid")
                continue
            if sign not in self.written.letters:
                problem = f"hex {label}: expected one of the letters {known!r}, got {sign!r}"
                self.wrong(problem, line=line, column=at + 1, entry="grid")
            if digit not in " 123456789":
                problem = f"hex {label}: expected a level from 1 to 9 or a blank, got {digit!r}"
                self.wrong(problem, line=line, column=at + 2, entry="grid")
            yield label, sign, int(digit.strip() or 0)
        if beyond := text[MARGIN + 2 * self.written.columns :].strip():
            at = MARGIN + 2 * self.written.columns + 1
            problem = f"expected nothing after the last column, got {beyond!r}"
            self.wrong(problem, line=line, column=at, entry="grid")

    # What is listed below the grid

    def _roads(self) -> tuple[dict[Hexside, str], dict[Hex, dict[str, str]]]:
        roads: dict[Hexside, str] = {}
        exits: dict[Hex, dict[str, str]] = {}
        for kind, runs in self.written.roads.items():
            self.row(kind, "road", "roads")
            for run in runs:
                entry, line = f"roads.{kind}", self.line_of(run)
                ways, hexes = self._run(run, entry, line)
                for way, label in ways:
                    exits.setdefault(label, {})[way] = kind
                for a, b in pairwise(hexes):
                    if b not in self.board.neighbours(a):
                        self.wrong(f"expected a neighbour of {a} after it, got {b}", entry=entry, line=line)
                    if roads.setdefault(Hexside(a, b), kind) != kind:
                        problem = f"{Hexside(a, b)} is crossed by {roads[Hexside(a, b)]} and by {kind}"
                        self.wrong(problem, entry=entry, line=line)
        return roads, exits

    def _run(self, run: str, entry: str, line: int) -> tuple[list[tuple[str, Hex]], list[Hex]]:
        """The hexes of a run, and the ways off the board with the hex each leaves from."""
        words = run.split()
        first = words.pop(0) if words and words[0] in FLAT.compass else ""
        last = words.pop() if words and words[-1] in FLAT.compass else ""
        hexes = [self.hex(word, entry, line) for word in words]
        if len(hexes) + bool(first) + bool(last) < 2:
            problem = f"expected at least two hexes or a hex and a direction, got {run!r}"
            self.wrong(problem, entry=entry, line=line)
        ways = [(way, hexes[end]) for way, end in ((first, 0), (last, -1)) if way]
        for way, label in ways:
            if (inside := self.board.beside(label, way)) is not None:
                problem = f"expected a direction off the board from {label}, got {way} to {inside}"
                self.wrong(problem, entry=entry, line=line)
        return ways, hexes

    def _sides(self) -> dict[Hexside, str]:
        sides: dict[Hexside, str] = {}
        for kind, runs in self.written.hexsides.items():
            self.row(kind, "hexside", "hexsides")
            if self.chart[kind].uphill_factor != 1:
                self.wrong(f"{kind} follows from the levels and is not listed", entry="hexsides")
            for run in runs:
                entry, line = f"hexsides.{kind}", self.line_of(run)
                label, *ways = run.split() or [""]
                here = self.hex(label, entry, line)
                if not ways:
                    self.wrong(f"expected a hex and directions, got {run!r}", entry=entry, line=line)
                for way in ways:
                    if way not in FLAT.compass:
                        self.wrong(f"expected a direction ({' '.join(FLAT.compass)}), got {way!r}",
                                   entry=entry, line=line)  # fmt: skip
                    there = self.board.beside(here, way)
                    if there is None:
                        self.wrong(f"{here} has no neighbour to the {way}", entry=entry, line=line)
                    sides[Hexside(here, there)] = kind
        return sides

    def _buildings(self, terrain: Mapping[Hex, str]) -> Iterator[frozenset[Hex]]:
        taken: set[Hex] = set()
        for run in self.written.buildings:
            line = self.line_of(run)
            hexes = [self.hex(word, "buildings", line) for word in run.split()]
            for label in hexes:
                if not self.chart[terrain[label]].building:
                    problem = f"expected building hexes, got {label} with {terrain[label]!r}"
                    self.wrong(problem, entry="buildings", line=line)
                if label in taken:
                    self.wrong(f"{label} is in two buildings", entry="buildings", line=line)
                taken.add(label)
            yield frozenset(hexes)

    def _first(self, hexes: frozenset[Hex]) -> int:
        return min(map(self.board.index.__getitem__, hexes))

    def _places(self) -> Iterator[Place]:
        for place in self.written.places:
            line = self.line_of(place.name.en)
            hexes = tuple(self.hex(word, f"place {place.name.en!r}", line) for word in place.hexes)
            yield Place(place.name, hexes)


def header(columns: int) -> str:
    """The column letters above a grid.

    >>> header(3)
    '    A B C '
    """
    letters = (LABELS.label((x, x & 1)).rstrip("0123456789") for x in range(columns))
    return " " * MARGIN + "".join(f"{each:<2}" for each in letters)


def row_number(y: int) -> int:
    """The number printed in the hexes of one line of the grid.

    >>> [row_number(y) for y in range(-1, 4)]
    [0, 1, 1, 2, 2]
    """
    return (y + 1) // 2 if y & 1 else y // 2 + 1
