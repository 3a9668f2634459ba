"""A combat after its roll, for tests of what results do."""

from __future__ import annotations

from collections.abc import Sequence

from tests.plugins.ardennes44.drawing import Spot, Table

from grognard_ardennes44.attack import Attack, defenders
from grognard_ardennes44.combat import CombatPhase
from grognard_ardennes44.pieces import note_deed
from grognard_ardennes44.position import Unit
from grognard_ardennes44.results import ApplyResult

__all__ = ["fight", "path", "unit", "where"]


def fight(
    table: Table, result: str, units: Sequence[str], target: Spot, *,
    dice: Sequence[int] = (), armour: bool = False, breakthrough: bool = False, phase: bool = False,
) -> list[str]:  # fmt: skip
    """Carry out a result of an attack; the first options. ``phase`` lets the combat phase go on after it."""
    side = table.rules.counters[units[0]].side
    attack = Attack(
        side, table.hex(*target), tuple(units), armour=armour, breakthrough=breakthrough
    )  # fmt: skip
    for id_ in units:
        note_deed(table.position, id_, "attacked")
    for id_ in defenders(table.position, table.hex(*target)):
        note_deed(table.position, id_, "defended")
    below = (CombatPhase(side, begun=True),) if phase else ()
    return table.begin(ApplyResult(result), attack, *below, dice=dice)


def unit(table: Table, id_: str) -> Unit:
    """A unit as it is now."""
    return table.position.units[id_]


def where(table: Table, id_: str) -> str:
    """The hex of a unit."""
    return table.position.units[id_].hex


def path(table: Table, *hexes: Spot) -> str:
    """Hexes as an action names them."""
    return ",".join(table.hex(*spot) for spot in hexes)
