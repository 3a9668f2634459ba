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

from grognard.charts.grid import LEFT, RECONSTRUCTED, Cell, Plain, Value, exact
from grognard.charts.reading import AnyChart, made, read
from grognard.charts.rolled import Chart, OddsChart, RollTable
from grognard.charts.table import Table

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
