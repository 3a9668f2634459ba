"""The charts of a ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.charts import RECONSTRUCTED
from grognard.cli.output.base import Document, Row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grognard.charts import AnyChart
    from grognard.ruleset import Ruleset

__all__ = ["CellRow", "ChartRow", "Charts"]


class CellRow(Row, frozen=True):
    """An entry; a half is a text, "1/2". ``sure`` is "reconstructed" for a figure that no source prints."""

    value: int | str
    sure: str
    source: str


class ChartRow(Row, frozen=True):
    """A chart: how many figures it has and how many of them are reconstructed.

    ``rows`` has the entries by the label of their row, in the order of ``columns``; it is null in the list of
    all charts.
    """

    id: str
    name: str
    kind: str
    dice: str
    rules: tuple[str, ...]
    source: str
    file: str
    figures: int
    reconstructed: int
    columns: tuple[str, ...]
    rows: dict[str, tuple[CellRow, ...]] | None

    @classmethod
    def of(cls, chart: AnyChart, lang: str, *, rows: bool) -> ChartRow:
        """A chart, with its entries if they are wanted."""
        cells = [cell for row in chart.cells() for cell in row]
        return cls(
            chart.id,
            chart.name.get(lang) or chart.name["en"],
            chart.kind,
            chart.dice,
            chart.cites,
            chart.source,
            chart.file,
            len(cells),
            sum(cell.sure == RECONSTRUCTED for cell in cells),
            chart.labels,
            {
                label: tuple(CellRow(**cell.plain()) for cell in row)
                for label, row in zip(chart.row_labels, chart.cells(), strict=True)
            }
            if rows
            else None,
        )


class Charts(Document, frozen=True, tag="charts"):
    """``grognard charts``: ``overlay`` is the file with the owner's charts, if there is one."""

    ruleset: str
    version: str
    digest: str
    overlay: str | None
    charts: tuple[ChartRow, ...]

    @classmethod
    def of(cls, ruleset: Ruleset, charts: Iterable[AnyChart], lang: str, *, rows: bool) -> Charts:
        """Charts of a ruleset."""
        return cls(
            ruleset.id,
            ruleset.version,
            ruleset.digest,
            str(ruleset.overlay) if ruleset.overlay else None,
            tuple(ChartRow.of(chart, lang, rows=rows) for chart in charts),
        )
