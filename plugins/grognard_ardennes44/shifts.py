"""Column shifts: every one that a combat has so far, as cited reasons [A44-15.27]."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from grognard.charts import RollTable
from grognard.reasons import Reason, rule
from grognard_ardennes44 import advantage
from grognard_ardennes44.armour import armour_shift
from grognard_ardennes44.attack import Attack, defenders
from grognard_ardennes44.position import IN_COLUMN, ArdennesPosition, other_side
from grognard_ardennes44.tables import Tables

__all__ = ["column_shifts"]


@rule("A44-15.27")
def column_shifts(rules: Tables, position: ArdennesPosition, attack: Attack) -> tuple[Reason, ...]:
    """All shifts of an attack as it stands; right is positive. Their sum goes to the CRT."""
    return (
        *state_shifts(position, attack),
        *armour_shift(rules, position, attack),
        *support_shifts(rules, position, attack),
        *dice_shifts(rules, attack),
    )


@rule("A44-12.14", "A44-16.30", "A44-18.4", "A44-18.11", "A44-23.15")
def state_shifts(position: ArdennesPosition, attack: Attack) -> Iterator[Reason]:
    """What the state of units gives: strategic movement, disruption, supply, an Attack Advantage marker."""
    units = position.units
    ids = defenders(position, attack.target)
    if any(units[id_].marker in IN_COLUMN for id_ in ids):
        yield Reason("the defender is under an SM marker", "A44-12.14", 1)
    if any(units[id_].state for id_ in ids):
        yield Reason("a defender is disrupted", "A44-18.4", 1)
    if any(units[id_].oos for id_ in attack.units):
        yield Reason("an attacker is out of supply", "A44-23.15", -1)
    marker = advantage.advantage_shift(position, attack)
    if marker is not None:
        yield marker


@rule("A44-22.16", "A44-15.14")
def support_shifts(rules: Tables, position: ArdennesPosition, attack: Attack) -> Iterator[Reason]:
    """One column for each supporting gun, and one for aircraft."""
    for id_ in attack.guns:
        yield Reason(f"artillery support of {rules.name(id_)}", "A44-22.16", 1)
    if attack.air:
        yield Reason("ground support from the air", "A44-15.14", 1)


@rule("A44-22.18", "A44-15.16", "A44-27.20")
def dice_shifts(rules: Tables, attack: Attack) -> Iterator[Reason]:
    """What has been rolled for: surprise, defensive artillery, fighter-bombers."""
    if attack.surprise:
        yield Reason("surprise", "A44-27.20", attack.surprise)
    if attack.dat:
        sure = mark_of(rules.dat, attack.dat, other_side(attack.attacker))
        yield Reason("defensive artillery", "A44-22.18", -attack.dat, sure)
    if attack.jabos:
        yield Reason("Jabos", "A44-15.16", -attack.jabos, mark_of(rules.jabos, attack.jabos))


@cache
def mark_of(table: RollTable, columns: int, column: str = "") -> str:
    """The mark of the figure that gave a number of columns."""
    cells = (table.cell(column, roll) for roll in range(1, 7))
    return next((cell.sure for cell in cells if str(cell.value) == str(columns)), "")
