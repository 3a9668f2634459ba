"""Rolls on charts: exact odds walk different results, not the faces of the die that lead to them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from grognard.charts import OddsChart, RollTable
from grognard.dice import Face
from grognard.reasons import Reason
from grognard_ardennes44.position import Ardennes

__all__ = ["roll_crt", "roll_on"]


@cache
def _entry(chart: RollTable, column: str, modifier: int) -> Callable[[str, Face], str]:
    return lambda _, face: str(chart.look(int(face) + modifier, column))


@cache
def _result(chart: OddsChart, column: int) -> Callable[[str, Face], str]:
    return lambda _, face: str(chart.cell(column, int(face)).value)


def roll_on(
    play: Ardennes,
    chart: RollTable,
    *,
    why: str,
    reasons: tuple[Reason, ...] = (),
    column: str = "",
    modifier: int = 0,
) -> str:
    """Roll one die, add a modifier and look the result up in a table."""
    return play.fold("1d6", 1, "", _entry(chart, column, modifier), why=why, reasons=reasons)


def roll_crt(play: Ardennes, column: int, *, why: str, reasons: tuple[Reason, ...]) -> str:
    """Roll one die in a column of the CRT."""
    return play.fold("1d6", 1, "", _result(play.rules.crt, column), why=why, reasons=reasons)
