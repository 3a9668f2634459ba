"""Rows, columns and entries with provenance: what charts of every kind share."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec

from grognard import datafile
from grognard.errors import RulesetError
from grognard.reasons import Reason
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["LEFT", "RECONSTRUCTED", "Cell", "Grid", "Plain", "Value", "Written", "WrittenHalf", "exact"]

Value = int | str | Fraction
RECONSTRUCTED = "reconstructed"
"""The mark of a figure that no source prints."""
LEFT = "?"
"""What stands in a template where a figure is still to be filled in; no figure itself."""


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of a chart with its provenance; only a :class:`Table` has values that are fractions."""

    value: Value
    sure: str = ""
    source: str = ""

    def plain(self) -> dict[str, Any]:
        """The entry as a plain table; a fraction is a text such as ``"1/2"``."""
        value = str(self.value) if isinstance(self.value, Fraction) else self.value
        return {"value": value, "sure": self.sure, "source": self.source}


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as written: no mark of its own means the chart's."""

    value: int | str
    sure: str | None = None
    source: str = ""


class WrittenHalf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


class Grid:
    """What all charts share: rows and columns with labels, entries with provenance."""

    kind: ClassVar[str]
    written: ClassVar[type[Written | WrittenHalf]] = Written

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

        >>> from grognard.charts import RollTable
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
        """An error that names the chart and its file."""
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
        """Columns that have names have different ones; raises ``RulesetError``."""
        if len(set(self.labels)) < len(self.labels):
            raise self._wrong(f"columns must differ, got {list(self.labels)!r}")

    @classmethod
    def read_entry(cls, entry: object) -> Written | WrittenHalf:
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


def exact(value: float | str) -> Value:
    """A value as written, decimals exactly: 0.5 is ½, 2.0 is 2."""
    if not isinstance(value, float):
        return value
    exact = Fraction(str(value))
    return exact.numerator if exact.denominator == 1 else exact
