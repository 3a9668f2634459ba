"""Rolls on charts: exact odds walk different results, not the faces of the die that lead to them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from grognard.charts import OddsChart, RollTable
from grognard.dice import Face
from grognard.reasons import Reason, total
from grognard_ardennes44.position import Ardennes

__all__ = ["die", "roll_crt", "roll_on"]


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


def die(play: Ardennes, reasons: tuple[Reason, ...] = ()) -> str:
    """What was thrown last, with its modifiers, for the log: "3", "3+1"; empty where nobody throws."""
    if not play.rolls:
        return ""
    modifier = total(reasons)
    return f"{play.rolls[-1].faces[0]}{f'{modifier:+d}' if modifier else ''}"


def roll_crt(play: Ardennes, column: int, *, why: str, reasons: tuple[Reason, ...]) -> str:
    """Roll one die in a column of the CRT."""
    return play.fold("1d6", 1, "", _result(play.rules.crt, column), why=why, reasons=reasons)
