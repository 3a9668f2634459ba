"""How many dice a battle is fought with [M44-base-battle.8 to .10, M44-terrain.2 and .3]."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.reasons import Reason, rule
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.pieces import rows_at, serves
from grognard_memoir44.position import Memoir, Order, Unit, card_of
from grognard_memoir44.schema import Terrain, UnitKind

__all__ = [
    "battle_reasons",
    "bonus_reason",
    "defense_reason",
    "range_reason",
]


@rule(
    "M44-unit-infantry.3",
    "M44-unit-armor.4",
    "M44-unit-artillery.3",
    "M44-terrain-mountain.4",
    "M44-base-board.9",
)
def range_reason(field: Battlefield, kind: UnitKind, label: str, distance: int) -> Reason | None:
    """Dice at a range; ``None`` beyond the last."""
    dice, cite = kind.dice, kind.cite["dice"]
    if kind.type == "artillery":
        for row in field.rows[label]:
            if row.artillery_dice:
                dice, cite = row.artillery_dice, row.cite["artillery_dice"]
    if distance > len(dice):
        return None
    return Reason(f"range {distance}", cite, dice[distance - 1])


def bonus_reason(play: Memoir, order: Order | None, distance: int) -> Reason | None:
    """Extra dice of the card in play."""
    card = card_of(play, order)
    if card is None or order is None or not card.bonus:
        return None
    if card.bonus_when == "close_assault" and distance > 1:
        return None
    if order.overran and card.close_assault_only and not play.rules.options["close_assault_overrun_bonus"]:
        return None
    return Reason(play.rules.name(card.id), card.cite["bonus"], card.bonus)


def best_reduction(rows: Iterable[tuple[Terrain, int, str]]) -> tuple[Terrain, int, str] | None:
    """The single largest reduction among rows: reductions in one hex are never added [M44-terrain.3]."""
    worst = None
    for row, value, field_name in rows:
        if value < (worst[1] if worst else 0):
            worst = (row, value, field_name)
    return worst


@rule(
    "M44-terrain-sandbag.5", "M44-base-setup.4", "M44-terrain-hill.4", "M44-terrain-mountain.6",
    "M44-terrain-bunker.6",
)  # fmt: skip
def protects(field: Battlefield, row: Terrain, attacker: Unit, target: Unit) -> bool:
    """Whether the condition of a row's dice reduction holds."""
    if row.defense_when == "from_below":
        return field.height[attacker.hex] < field.height[target.hex]
    if row.defense_when == "outside_range":
        return not field.same_range(attacker.hex, target.hex)
    if row.defense_when == "owner":
        return serves(field, row, target.side)
    if row.defense_when == "open_ground":
        return field.rows[target.hex][-1].open_ground
    return True


@rule("M44-terrain.2", "M44-terrain.3", "M44-unit-artillery.2")
def defense_reason(play: Memoir, field: Battlefield, attacker: Unit, target: Unit) -> Reason | None:
    """Dice the target's terrain takes from the attacker."""
    kind = play.rules.units[attacker.kind]
    if kind.ignores_terrain:
        return None
    found = best_reduction(
        (row, row.defense.get(kind.type, 0), "defense")
        for row in rows_at(play, field, target.hex)
        if row.defense and protects(field, row, attacker, target)
    )
    if found is None:
        return None
    row, value, effect = found
    return Reason(f"target in {play.rules.name(row.id).lower()}", row.cite[effect], value, row.sure)


@rule("M44-terrain-town.4", "M44-terrain-church.4", "M44-terrain-wire.2")
def offense_reason(play: Memoir, field: Battlefield, attacker: Unit) -> Reason | None:
    """Dice the attacker loses by battling out of its own hex."""
    kind = play.rules.units[attacker.kind].type
    found = best_reduction(
        (row, row.offense.get(kind, 0), "offense")
        for row in rows_at(play, field, attacker.hex)
        if row.offense
    )
    if found is None:
        return None
    row, value, effect = found
    return Reason(f"battles out of {play.rules.name(row.id).lower()}", row.cite[effect], value, row.sure)


@rule("M44-base-battle.9", "M44-base-battle.8")
def battle_reasons(
    play: Memoir, field: Battlefield, attacker: Unit, target: Unit, bonus: Reason | None = None
) -> tuple[Reason, ...]:
    """All terms of the number of dice; empty beyond the unit's range. Figures left do not count."""
    kind = play.rules.units[attacker.kind]
    at_range = range_reason(field, kind, attacker.hex, field.board.distance(attacker.hex, target.hex))
    if at_range is None:
        return ()
    terms = (
        at_range,
        bonus,
        offense_reason(play, field, attacker),
        defense_reason(play, field, attacker, target),
    )
    return tuple(term for term in terms if term is not None)
