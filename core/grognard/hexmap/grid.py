"""The grid of a map file: a letter a hex, as text that looks like the map."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grognard import datafile
from grognard.errors import RulesetError
from grognard.hexes import ColumnRow, Doubled
from grognard.hexmap.labels import MapLabels

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from grognard.hexmap.mapfile import HexMap

__all__ = ["draw_grid", "read_grid"]

MARGIN = 4
"""Signs before the first column: the row number and at least one blank."""


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


def read_grid(map: HexMap, file: Path | str = "") -> dict[Doubled, str]:
    """The letter of every hex, in doubled coordinates.

    Raises:
        RulesetError: a cell in the wrong place, a letter without meaning, a wrong row or column number.
    """
    return _Grid(map, file).cells()


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
