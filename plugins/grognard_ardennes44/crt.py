"""The column of an attack on the CRT, and every term that leads to it [A44-14.12, A44-14.16]."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from grognard.charts import OddsChart
from grognard.latest import Latest
from grognard.reasons import Reason, rule, total
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.position import ArdennesPosition
from grognard_ardennes44.shifts import column_shifts
from grognard_ardennes44.strength import attack_strength, defence_strength
from grognard_ardennes44.tables import Tables

__all__ = ["column", "sum_up"]


@rule("A44-14.12", "A44-14.16")
def column(rules: Tables, position: ArdennesPosition, attack: Attack) -> int:
    """The CRT column: odds rounded in the defender's favour, then all shifts, within the chart."""
    odds = total(attack_strength(rules, position, attack)), total(defence_strength(rules, position, attack))
    return rules.crt.column(*odds, shift=total(column_shifts(rules, position, attack)))


@cache
def _latest_sum(rules: Tables) -> Latest[tuple[Reason, ...]]:
    return Latest()


def sum_up(rules: Tables, position: ArdennesPosition, attack: Attack) -> tuple[Reason, ...]:
    """Every term of an attack: both strengths, the odds, each shift so far, the column with its mark.

    Exact odds ask again for every outcome of the roll on the CRT, so the last answer is kept.
    """
    work = partial(_sum_up, rules, position, attack)
    return _latest_sum(rules).ask(work, attack, *position.facts())


@rule("A44-14.12", "A44-14.15", "A44-14.16")
def _sum_up(rules: Tables, position: ArdennesPosition, attack: Attack) -> tuple[Reason, ...]:
    crt = rules.crt
    attacking = attack_strength(rules, position, attack)
    defending = defence_strength(rules, position, attack)
    shifts = column_shifts(rules, position, attack)
    odds = total(attacking), total(defending)
    before, after = crt.column(*odds), crt.column(*odds, shift=total(shifts))
    return (
        *summed("attack", attacking),
        *summed("defence", defending),
        Reason(f"{odds[0]} to {odds[1]} is column {crt.labels[before]}", "A44-14.12"),
        *summed("shift", shifts),
        Reason(f"column {crt.labels[after]} after shifts", "A44-14.16", sure=mark_of_column(crt, after)),
    )


def summed(name: str, reasons: tuple[Reason, ...]) -> Iterator[Reason]:
    """Reasons as the parts of one of several sums."""
    return (Reason(each.text, each.cite, each.value, each.sure, name) for each in reasons)


@cache
def mark_of_column(crt: OddsChart, index: int) -> str:
    """The mark of the figures in a column."""
    return next((cell.sure for roll in range(1, 7) if (cell := crt.cell(index, roll)).sure), "")
