"""A position that a person has edited: the indexes anew, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.errors import NotationError
from grognard.spelling import did_you_mean
from grognard_asl.position import SIDES, AslPosition
from grognard_asl.tables import Tables

__all__ = ["tidy"]


def tidy(rules: Tables, position: AslPosition) -> Iterator[str]:
    """Weapons lie where their owners are; who has no hex waits; stacks keep the order they had.

    Yields a sentence for everything that no position can hold.
    """
    yield from _strangers(rules, position)
    units, weapons = position.units, position.weapons
    for id_, gun in weapons.items():
        if gun.owner in units:
            weapons[id_] = msgspec.structs.replace(gun, hex=units[gun.owner].hex)
    for id_ in [id_ for id_ in position.waiting if id_ in units and units[id_].hex]:
        del position.waiting[id_]
    before = [id_ for stack in position.at.values() for id_ in stack]
    placed = {id_: None for id_ in (*before, *units) if id_ in units and units[id_].hex}
    position.at.clear()
    for id_ in placed:
        hex = units[id_].hex
        position.at[hex] = (*position.at.get(hex, ()), id_)


def _strangers(rules: Tables, position: AslPosition) -> Iterator[str]:
    board, groups = rules.field(position).board, rules.scenario(position).groups
    if position.active not in SIDES:
        yield f"active: expected one of {', '.join(SIDES)}, got {position.active!r}"
    if set(position.lost) != set(SIDES):
        yield f"lost: must hold {' and '.join(SIDES)}, got {', '.join(position.lost) or 'nothing'}"
    for id_, unit in position.units.items():
        if unit.side not in SIDES:
            yield f"units.{id_}: side must be one of {', '.join(SIDES)}, got {unit.side!r}"
        if unit.kind not in rules.units:
            yield f"units.{id_}: no unit is called {unit.kind!r}{did_you_mean(unit.kind, rules.units)}"
        if unit.hex:
            try:
                position.units[id_] = msgspec.structs.replace(unit, hex=board.parse(unit.hex))
            except NotationError as error:
                yield f"units.{id_}: {error}"
        elif id_ not in position.waiting:
            yield f"units.{id_}: must have a hex, or a group to wait with under 'waiting'"
    for id_, gun in position.weapons.items():
        if gun.kind not in rules.weapons:
            yield f"weapons.{id_}: no weapon is called {gun.kind!r}{did_you_mean(gun.kind, rules.weapons)}"
        if gun.owner and gun.owner not in position.units:
            yield f"weapons.{id_}: no unit is called {gun.owner!r}{did_you_mean(gun.owner, position.units)}"
        if gun.hex and gun.hex not in board:
            yield f"weapons.{id_}: there is no hex {gun.hex!r}"
    for id_, number in position.waiting.items():
        if id_ not in position.units and id_ not in position.weapons:
            yield f"waiting: no unit or weapon is called {id_!r}"
        if not 0 <= number < len(groups):
            yield f"waiting.{id_}: the scenario has groups 0 to {len(groups) - 1}, got {number}"
    if position.phase and position.phase not in rules.sequence.phases:
        yield f"phase: expected one of {', '.join(rules.sequence.phases)}, got {position.phase!r}"
    for hex in (*position.residual, *position.held):
        if hex not in board:
            yield f"residual, held: there is no hex {hex!r}"
    for hex, side in position.held.items():
        if side and side not in SIDES:
            yield f"held.{hex}: expected one of {', '.join(SIDES)}, got {side!r}"
