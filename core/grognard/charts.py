"""Charts: a die result or a name, a column, an entry; where each figure comes from.

In TOML every chart is a ``[chart.<id>]`` of one of four kinds::

    [chart.fire]
    kind = "strength"               # Chart: the rightmost column not above the strength
    name = { en = "Fire" }
    cite = "X-3.2"
    dice = "1d6"                    # every result of these dice must have a row
    columns = [1, 2, 4]
    [chart.fire.rows]
    "<=1" = ["2", "2", "3"]         # a row: one result, a range, or everything up to or from a result
    2-4 = ["1", "1", { value = "2", sure = "reconstructed" }]
    ">=5" = ["-", "-", "1"]

``kind = "odds"`` has columns such as ``"1:2"`` and ``"3:1"`` (:class:`OddsChart`); ``kind = "roll"`` needs no
columns, then each row is one entry, or has columns named by texts (:class:`RollTable`). ``kind = "table"``
has no dice: rows and columns are named by texts, and entries may be halves (:class:`Table`).

``entries`` lists what may stand in the cells of a chart, of a table the texts.
``source`` and ``sure`` stand on the file, on a chart or on an entry; the nearest counts.
``sure = "reconstructed"`` marks figures that no source prints; ``sure = ""`` on an entry takes the mark away.
Their owner can replace them: :mod:`grognard.chart_overlay`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from fractions import Fraction
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec

from grognard import datafile
from grognard.errors import RulesetError
from grognard.reasons import Reason
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = [
    "LEFT",
    "RECONSTRUCTED",
    "AnyChart",
    "Cell",
    "Chart",
    "OddsChart",
    "Plain",
    "RollTable",
    "Table",
    "Value",
    "exact",
    "made",
    "read",
]

Value = int | str | Fraction
RECONSTRUCTED = "reconstructed"
"""The mark of a figure that no source prints."""
LEFT = "?"
"""What stands in a template where a figure is still to be filled in; no figure itself."""
_DOWN, _UP = -(10**9), 10**9  # the far ends of "<=1" and ">=12"


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of a chart with its provenance; only a :class:`Table` has values that are fractions."""

    value: Value
    sure: str = ""
    source: str = ""

    def plain(self) -> dict[str, Any]:
        """The entry as a plain table; a fraction is a text such as ``"1/2"``."""
        value = str(self.value) if isinstance(self.value, Fraction) else self.value
        return {"value": value, "sure": self.sure, "source": self.source}


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as written: no mark of its own means the chart's."""

    value: int | str
    sure: str | None = None
    source: str = ""


class _WrittenHalf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as written where halves may stand."""

    value: int | float | str
    sure: str | None = None
    source: str = ""


class Plain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chart as written in TOML, of any kind."""

    id: str
    kind: Literal["strength", "odds", "roll", "table"]
    name: dict[str, str]
    dice: str = ""
    rows: dict[str, Any] = {}
    columns: tuple[int | float | str, ...] = ()
    entries: tuple[int | str, ...] = ()
    cite: str | tuple[str, ...] = ()
    source: str = ""
    sure: str = ""
    below: Literal["clamp", "none"] = "clamp"
    surplus: bool = False


class _Grid:
    """What all charts share: rows and columns with labels, entries with provenance."""

    kind: ClassVar[str]
    written: ClassVar[type[_Written | _WrittenHalf]] = _Written

    def __init__(self, plain: Plain, *, file: Path | str = "") -> None:
        self.plain, self.id, self.name, self.dice = plain, plain.id, plain.name, plain.dice
        self.source = plain.source
        self.cites: tuple[str, ...] = (plain.cite,) if isinstance(plain.cite, str) else plain.cite
        self.file = datafile.shown(file) if file else ""
        self.labels: tuple[str, ...] = tuple(map(str, plain.columns))
        self.row_labels: tuple[str, ...] = tuple(plain.rows)
        self._cells = tuple(self._row_of_cells(label, row) for label, row in plain.rows.items())
        marks = {cell.sure for cells in self._cells for cell in cells} - {""}
        self.sure = ", ".join(sorted(marks))
        """The marks of doubt on any of its entries; empty when every figure is sourced."""

    def __repr__(self) -> str:
        mark = f", {self.sure}" if self.sure else ""
        size = f"{len(self._cells)}×{len(self._cells[0])}" + (f" on {self.dice}" if self.dice else "")
        return f"<{type(self).__name__} {self.id!r} {size}{mark}>"

    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """Every entry, row by row."""
        return self._cells

    def reason(self, text: str = "") -> Reason:
        """That this chart is used, for the reasons of a roll on it: name, rule, and the mark of its figures.

        >>> rows = {"1": "clear", "2": "rain"}
        >>> sky = RollTable(Plain("sky", "roll", {"en": "Sky"}, "1d2", rows, cite="X-8", sure=RECONSTRUCTED))
        >>> str(sky.reason())
        'Sky [X-8] (reconstructed)'
        """
        return Reason(text or self.name["en"], next(iter(self.cites), ""), sure=self.sure)

    def resolved(self) -> dict[str, Any]:
        """The chart as a plain table, every entry with its own provenance."""
        rows = zip(self.row_labels, self._cells, strict=True)
        return {
            "kind": self.kind,
            "name": self.name,
            **({"dice": self.dice} if self.dice else {}),
            "cite": list(self.cites),
            "columns": list(self.labels),
            "rows": {label: [cell.plain() for cell in cells] for label, cells in rows},
        }

    def _wrong(self, problem: str) -> RulesetError:
        return RulesetError(problem, file=self.file, entry=f"chart {self.id!r}")

    def _row_of_cells(self, label: str, row: object) -> tuple[Cell, ...]:
        entries = row if isinstance(row, list) else [row]
        wanted = max(len(self.labels), 1)
        if len(entries) != wanted or (self.labels and not isinstance(row, list)):
            raise self._wrong(f"row {label!r} must have {wanted} entries, got {len(entries)}")
        return tuple(
            self._one_cell(entry, f"row {label!r}" + (f", column {name!r}" if name else ""))
            for entry, name in zip(entries, self.labels or ("",), strict=True)
        )

    def _one_cell(self, entry: object, place: str) -> Cell:
        if isinstance(entry, Cell):
            return self._known(entry, place)
        try:
            own = self.read_entry(entry)
        except RulesetError as error:
            between = " " if error.problem.startswith("is ") else ": "
            raise self._wrong(f"{place}{between}{error.problem}") from None
        sure = self.plain.sure if own.sure is None else own.sure
        return self._known(Cell(exact(own.value), sure, own.source or self.source), place)

    def _known(self, cell: Cell, place: str) -> Cell:
        """The entry, if it is one that may stand here."""
        known = self.plain.entries
        if not known or cell.value in known or (self.kind == "table" and not isinstance(cell.value, str)):
            return cell
        listed = ", ".join(repr(each) for each in known)
        hint = did_you_mean(cell.value, map(str, known)) if isinstance(cell.value, str) else ""
        raise self._wrong(
            f"{place} must be {listed}{' or a number' * (self.kind == 'table')}, got {cell.value!r}"
            + (hint if "did you mean" in hint else "")
        )

    def _check_names(self) -> None:
        if len(set(self.labels)) < len(self.labels):
            raise self._wrong(f"columns must differ, got {list(self.labels)!r}")

    @classmethod
    def read_entry(cls, entry: object) -> _Written | _WrittenHalf:
        """An entry as written, with or without provenance.

        Raises:
            RulesetError: it is none; says what was expected.
        """
        if isinstance(entry, int | str) and not isinstance(entry, bool):
            own = cls.written(entry)  # as almost all are: converting would take its time
        else:
            own = datafile.convert(entry if isinstance(entry, dict) else {"value": entry}, cls.written)
        if own.value == LEFT:
            raise RulesetError(f"is missing: it is still {LEFT!r}")
        if isinstance(own.value, float) and not isfinite(own.value):
            raise RulesetError(f"value must be a number, got {own.value}")
        return own


class _Rolled(_Grid):
    """What charts with dice share: a row by die result."""

    def __init__(self, plain: Plain, *, file: Path | str = "") -> None:
        super().__init__(plain, file=file)
        spans = [self._span(label) for label in plain.rows]
        self._low, self._high = self._checked_spans(spans)
        self._row_of = {
            roll: row
            for row, (low, high) in enumerate(spans)
            for roll in range(max(low, self._low), min(high, self._high) + 1)
        }
        self._open = (min(spans)[0] == _DOWN, max(high for _, high in spans) == _UP)

    def row(self, roll: int) -> int:
        """Index of the row for a die result after modifiers.

        Raises:
            RulesetError: the chart has no row for it.
        """
        row = self._row_of.get(roll)
        if row is not None:
            return row
        down, up = self._open
        if (roll < self._low and down) or (roll > self._high and up):
            return self._row_of[self._low if roll < self._low else self._high]
        raise self._wrong(f"no row for a roll of {roll}: it covers {self._low} to {self._high}")

    def cell(self, column: int, roll: int) -> Cell:
        """The entry in a column, by index, for a die result."""
        return self._cells[self.row(roll)][column]

    def _check_ascending(self, columns: tuple[Fraction, ...]) -> None:
        if not columns:
            raise self._wrong("must have columns")
        for place, (left, right) in enumerate(pairwise(columns)):
            if right <= left:
                before, label = self.labels[place : place + 2]
                raise self._wrong(f"columns must ascend, got {label!r} after {before!r}")

    def _span(self, label: str) -> tuple[int, int]:
        """The lowest and highest die result of a row's label."""
        if one := re.fullmatch(r"\s*(-?\d+)\s*", label):
            return int(one[1]), int(one[1])
        two = re.fullmatch(r"\s*(-?\d+)\s*-\s*(-?\d+)\s*", label)
        if two and int(two[1]) <= int(two[2]):
            return int(two[1]), int(two[2])
        if end := re.fullmatch(r"\s*(<=|>=)\s*(-?\d+)\s*", label):
            return (_DOWN, int(end[2])) if end[1] == "<=" else (int(end[2]), _UP)
        raise self._wrong(f"row label must be a roll such as '4', '2-3', '<=1' or '>=12', got {label!r}")

    def _checked_spans(self, spans: list[tuple[int, int]]) -> tuple[int, int]:
        """Lowest and highest result with a row of its own; every result of the dice must have exactly one."""
        dice = re.fullmatch(r"(\d+)d(\d+)", self.dice)
        if not dice or "0" in (dice[1], dice[2]):
            raise self._wrong(f"dice must be such as '1d6' or '2d6', got {self.dice!r}")
        if not spans:
            raise self._wrong("must have rows")
        named = sorted((span, label) for span, label in zip(spans, self.row_labels, strict=True))
        for ((_, high), label), ((low, _), other) in pairwise(named):
            if low <= high:
                raise self._wrong(f"rows {label!r} and {other!r} overlap")
            if low > high + 1:
                raise self._wrong(f"no row for a roll of {high + 1}")
        (first, _), (_, last) = named[0][0], named[-1][0]
        least, most = int(dice[1]), int(dice[1]) * int(dice[2])
        if first > least or last < most:
            raise self._wrong(f"no row for a roll of {least if first > least else most}")
        low = min(named[0][0][1], least) if first == _DOWN else first
        high = max(named[-1][0][0], most) if last == _UP else last
        return low, high


class Chart(_Rolled):
    """Strength columns against a die result: the rightmost column not above the strength counts.

    >>> fire = Chart(Plain("fire", "strength", {"en": "Fire"}, "1d6", columns=(1, 2, 4), rows={
    ...     "<=1": [2, 2, 3], "2-4": [1, 1, 2], ">=5": [0, 0, 1]}))
    >>> fire
    <Chart 'fire' 3×3 on 1d6>
    >>> fire.column(3) == fire.column(2), fire.look(3, 2), fire.look(40, -7)
    (True, 1, 3)
    >>> fire.covers(Fraction(1, 2))
    False
    """

    kind = "strength"

    def __init__(self, plain: Plain, *, file: Path | str = "") -> None:
        super().__init__(plain, file=file)
        try:
            self.columns = tuple(Fraction(label) for label in self.labels)
        except (ValueError, ZeroDivisionError):
            raise self._wrong(f"columns must be numbers, got {list(plain.columns)!r}") from None
        self._check_ascending(self.columns)

    def covers(self, strength: Fraction | int) -> bool:
        """Whether the strength reaches the first column."""
        return strength >= self.columns[0]

    def column(self, strength: Fraction | int) -> int:
        """Index of the rightmost column not above ``strength``.

        Raises:
            RulesetError: the strength does not reach the first column.
        """
        if not self.covers(strength):
            raise self._wrong(f"begins at strength {self.labels[0]}, got {strength}")
        return bisect_right(self.columns, strength) - 1

    def look(self, strength: Fraction | int, roll: int) -> Value:
        """The entry for a strength and a die result."""
        return self.cell(self.column(strength), roll).value


class OddsChart(_Rolled):
    """Odds columns against a die result: odds are rounded down to a column, then shifted, then clamped.

    >>> crt = OddsChart(Plain("crt", "odds", {"en": "Combat"}, "1d6", columns=("1:2", "1:1", "2:1", "3:1"),
    ...     surplus=True, rows={"1-3": ["A", "A", "X", "D"], "4-6": ["A", "X", "D", "D"]}))
    >>> crt.labels[crt.column(7, 4)], crt.labels[crt.column(7, 4, shift=1)], crt.labels[crt.column(1, 9)]
    ('1:1', '2:1', '1:2')
    >>> crt.labels[crt.column(5, 1, shift=-1)], crt.labels[crt.column(5, 1, shift=-3)]
    ('3:1', '2:1')
    >>> crt.look(2, 1, 4, shift=-1)
    'X'

    ``below = "none"`` means that odds below the first column are no attack (:meth:`covers`); otherwise they
    start in it. ``surplus = true`` lets every whole point of odds above the last column count as one more
    column against left shifts, as in the doctest: 5:1 with one left is still 3:1.
    """

    kind = "odds"

    def __init__(self, plain: Plain, *, file: Path | str = "") -> None:
        super().__init__(plain, file=file)
        self.columns = tuple(self._ratio(label) for label in self.labels)
        self._check_ascending(self.columns)

    def covers(self, attack: Fraction | int, defence: Fraction | int) -> bool:
        """Whether the odds reach the first column, or need not."""
        return self.plain.below == "clamp" or attack >= self.columns[0] * defence

    def column(self, attack: Fraction | int, defence: Fraction | int, *, shift: int = 0) -> int:
        """Index of the column after rounding down, shifting and clamping; a defence of 0 is the last column.

        Raises:
            RulesetError: the odds are below the first column of a chart that has none there.
        """
        if not self.covers(attack, defence):
            raise self._wrong(f"begins at odds {self.labels[0]}, got {attack}:{defence}")
        last = len(self.columns) - 1
        if defence <= 0:
            return max(0, min(last, last + shift))
        odds = Fraction(attack) / defence
        column = max(0, bisect_right(self.columns, odds) - 1)
        if self.plain.surplus and column == last:
            column += int(odds - self.columns[last])
        return max(0, min(last, column + shift))

    def look(self, attack: Fraction | int, defence: Fraction | int, roll: int, *, shift: int = 0) -> Value:
        """The entry for odds, column shifts and a die result."""
        return self.cell(self.column(attack, defence, shift=shift), roll).value

    def _ratio(self, label: str) -> Fraction:
        parts = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*[:-]\s*(\d+(?:\.\d+)?)\s*", label)
        if not parts or not Fraction(parts[2]):
            raise self._wrong(f"columns must be odds such as '1:2' or '3:1', got {label!r}")
        return Fraction(parts[1]) / Fraction(parts[2])


class RollTable(_Rolled):
    """A die result looked up without columns, or under a column that has a name.

    >>> sky = RollTable(Plain("sky", "roll", {"en": "Sky"}, "1d6", rows={"1-4": "clear", "5-6": "rain"}))
    >>> sky.look(4), sky.look(5)
    ('clear', 'rain')
    >>> toll = RollTable(Plain("toll", "roll", {"en": "Toll"}, "1d6", columns=("foot", "wheels"),
    ...     rows={"1-5": [0, 1], "6": [1, 2]}))
    >>> toll.look(6, "wheels")
    2
    """

    kind = "roll"

    def __init__(self, plain: Plain, *, file: Path | str = "") -> None:
        super().__init__(plain, file=file)
        self.columns = self.labels
        self._check_names()

    def cell(self, column: int | str, roll: int) -> Cell:
        """The entry for a die result in a column, by its index or name; ``""`` if the table has no columns.

        Raises:
            RulesetError: the table has no such column, or no such row.
        """
        if isinstance(column, int):
            return super().cell(column, roll)
        if column not in (self.columns or ("",)):
            raise self._wrong(f"no column {column!r}{did_you_mean(column, self.columns)}")
        return super().cell(self.columns.index(column) if self.columns else 0, roll)

    def look(self, roll: int, column: str = "") -> Value:
        """The value for a die result, in the named column if there are columns; raises as :meth:`cell`."""
        return self.cell(column, roll).value


class Table(_Grid):
    """Rows and columns with names, no dice: a terrain chart, a list of counters.

    Entries are integers, texts such as ``"NA"`` and exact halves, written as decimals.

    >>> tec = Table(Plain("tec", "table", {"en": "Terrain"}, columns=("foot", "mech"),
    ...     rows={"road": [1, 0.5], "forest": [2, "NA"]}))
    >>> tec
    <Table 'tec' 2×2>
    >>> tec.look("road", "mech"), tec.look("forest", "mech"), tec.cell("forest", "foot").value
    (Fraction(1, 2), 'NA', 2)
    """

    kind = "table"
    written = _WrittenHalf

    def __init__(self, plain: Plain, *, file: Path | str = "") -> None:
        super().__init__(plain, file=file)
        self.columns = self.labels
        if plain.dice:
            raise self._wrong(f"a table has no dice, got {plain.dice!r}")
        if not self.columns or not self._cells:
            raise self._wrong("must have columns and rows")
        self._check_names()
        self._entry = {
            (row, column): cell
            for row, cells in zip(self.row_labels, self._cells, strict=True)
            for column, cell in zip(self.columns, cells, strict=True)
        }

    def cell(self, row: str, column: str) -> Cell:
        """The entry in a row and a column, by their names.

        Raises:
            RulesetError: the table has no such row, or no such column.
        """
        found = self._entry.get((row, column))
        if found is not None:
            return found
        if row not in self:
            raise self._wrong(f"no row {row!r}{did_you_mean(row, self.row_labels)}")
        raise self._wrong(f"no column {column!r}{did_you_mean(column, self.columns)}")

    def look(self, row: str, column: str) -> Value:
        """The value in a row and a column; raises as :meth:`cell`."""
        return self.cell(row, column).value

    def __contains__(self, row: object) -> bool:
        return row in self.plain.rows


AnyChart = Chart | OddsChart | RollTable | Table
_KINDS: dict[str, type[AnyChart]] = {each.kind: each for each in (Chart, OddsChart, RollTable, Table)}


def exact(value: float | str) -> Value:
    """A value as written, decimals exactly: 0.5 is ½, 2.0 is 2."""
    if not isinstance(value, float):
        return value
    exact = Fraction(str(value))
    return exact.numerator if exact.denominator == 1 else exact


def read(document: Mapping[str, Any], *, file: Path | str) -> tuple[dict[str, AnyChart], list[RulesetError]]:
    """The charts of a file by id, and an error for each that is wrong."""
    rows = datafile.read_section(document, "chart", Plain, file=file)
    found: dict[str, AnyChart] = {}
    for chart_id, plain in rows.good.items():
        try:
            found[chart_id] = made(plain, file)
        except RulesetError as error:
            rows.errors.append(error)
    return found, rows.errors


def made(plain: Plain, file: Path | str) -> AnyChart:
    """The chart that a plain one says.

    Raises:
        RulesetError: something in it is wrong.
    """
    where, entry = datafile.shown(file), f"chart {plain.id!r}"
    if plain.kind != "odds" and (plain.below != "clamp" or plain.surplus):
        raise RulesetError("below and surplus belong to kind = 'odds'", file=where, entry=entry)
    if not plain.name.get("en"):
        raise RulesetError("name.en is missing", file=where, entry=entry)
    return _KINDS[plain.kind](plain, file=file)
