"""Tables without dice: rows and columns that have names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.charts.grid import Cell, Grid, Plain, Value, WrittenHalf
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Table"]


class Table(Grid):
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
    written = WrittenHalf

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
