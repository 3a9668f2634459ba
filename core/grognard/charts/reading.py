"""The charts of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard import datafile
from grognard.charts.grid import Plain
from grognard.charts.rolled import Chart, OddsChart, RollTable
from grognard.charts.table import Table
from grognard.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["AnyChart", "made", "read"]

AnyChart = Chart | OddsChart | RollTable | Table
_KINDS: dict[str, type[AnyChart]] = {each.kind: each for each in (Chart, OddsChart, RollTable, Table)}


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
