"""What charts must hold for the rules to count with them: their owners type printed figures in by hand.

A chart lists the texts it may hold; here is asked for a number where the rules need one, and for divisions
that there are. Nothing that is wrong is taken for 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from grognard.charts import AnyChart, RollTable, Table
    from grognard_ardennes44.schema import Formation
    from grognard_ardennes44.tables import Tables

__all__ = ["BLANK", "Misfit", "figure_problems"]

BLANK = "-"
"""What a chart shows where there is no figure."""
GRADES = ("green", "veteran", "elite")
SPECIAL_FUEL = ("any_5th", "west_map", BLANK)
"""Results of the fuel tables that name no division."""


class Misfit(NamedTuple):
    """An entry that the rules cannot use, with its chart."""

    chart: AnyChart
    at: str
    problem: str

    @property
    def entry(self) -> str:
        """Where it stands."""
        return f"chart {self.chart.id!r}, {self.at}"


def figure_problems(rules: Tables) -> Iterator[Misfit]:
    """Every entry of the charts that is no number, grade or division where one is needed."""
    factors = rules.factors
    figures = [column for column in factors.columns if column != "grade"]
    yield from _not_whole(factors, factors.row_labels, figures, blank=True)
    for row in factors.row_labels:
        grade = factors.look(row, "grade")
        if grade not in GRADES:
            problem = f"must be green, veteran or elite, got {str(grade)!r}"
            yield Misfit(factors, _at(row, "grade"), problem)
    yield from _not_whole(rules.tec, (*rules.terrain, *rules.settlements), ("dcb",))
    for table in (rules.arrivals, rules.replacements):
        yield from _not_whole(table, table.row_labels, table.columns)
    for chart in rules.fuel:
        yield from _strange_divisions(chart, rules.formations)


def _at(row: str, column: str) -> str:
    return f"row {row!r}, column {column!r}"


def _not_whole(
    table: Table, rows: Iterable[str], columns: Iterable[str], *, blank: bool = False
) -> Iterator[Misfit]:
    wanted = f"a whole number or {BLANK!r}" if blank else "a whole number"
    columns = tuple(columns)
    for row in rows:
        for column in columns:
            value = table.look(row, column)
            if not (isinstance(value, int) and value >= 0) and not (blank and value == BLANK):
                yield Misfit(table, _at(row, column), f"must be {wanted}, got {str(value)!r}")


def _strange_divisions(chart: RollTable, formations: Mapping[str, Formation]) -> Iterator[Misfit]:
    german = [id_ for id_, formation in formations.items() if formation.side == "german"]
    for row, cells in zip(chart.row_labels, chart.cells(), strict=True):
        for name in str(cells[0].value).split("|"):
            if name not in german and name not in SPECIAL_FUEL:
                yield Misfit(
                    chart, f"row {row!r}", f"no German formation {name!r}{did_you_mean(name, german)}"
                )
