"""Who may battle whom: battles a unit may not fight, and the targets it has [M44-base-battle.1 to .7]."""

from __future__ import annotations

from grognard.reasons import Reason, rule, total
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.dice import battle_reasons, bonus_reason
from grognard_memoir44.pieces import enemies_adjacent, obstacle_at
from grognard_memoir44.position import Memoir, Order, Unit, card_of
from grognard_memoir44.schema import Terrain, UnitKind
from grognard_memoir44.sight import blocked_sight, sees

__all__ = [
    "battle_bars",
    "can_remove_wire",
    "target_bars",
    "targets",
]


@rule("M44-base-move.8", "M44-special-forces.3", "M44-nation-french-resistance.4")
def entry_bar(field: Battlefield, kind: UnitKind, unit: Unit, order: Order) -> Reason | None:
    """Terrain that forbids battle to a unit that moved in this turn."""
    if unit.hex == order.start or kind.battle_after_entry:
        return None
    for row in field.rows[unit.hex]:
        if not row.battle_on_entry:
            return Reason(
                f"no battle in the turn it enters {row.name.en.lower()}", row.cite["battle_on_entry"]
            )
    return None


@rule(
    "M44-base-turn.6", "M44-base-turn.9", "M44-base-battle.2", "M44-unit-infantry.1", "M44-unit-armor.1",
    "M44-unit-artillery.1", "M44-unit-special-forces.2", "M44-special-forces.4",
    "M44-nation-french-resistance.2",
    "M44-base-card-dig-in.2", "M44-base-card-artillery-bombard.2", "M44-terrain-ocean.2",
)  # fmt: skip
def battle_bars(play: Memoir, field: Battlefield, id_: str) -> tuple[Reason, ...]:
    """Every rule that keeps a unit from battling at all this turn."""
    unit, order = play.position.units[id_], play.position.orders.get(id_)
    if order is None:
        return (Reason("it has no order", "M44-base-turn.6"),)
    kind, card = play.rules.units[unit.kind], card_of(play, order)
    bars: list[Reason | None] = [entry_bar(field, kind, unit, order)]
    if card is not None and not card.may_battle:
        bars.append(Reason(f"{card.name.en} lets it neither move nor battle", card.cite["may_battle"]))
    if order.battles >= (card.battles if card else 1):
        bars.append(Reason("it has battled this turn", "M44-base-battle.2"))
    furthest = (
        kind.battle_move
        if card is None or card.battle_move is None
        else max(card.battle_move, kind.battle_move)
    )
    if order.moved > furthest:
        bars.append(
            Reason(f"it moved {order.moved} and may battle after {furthest}", kind.cite["battle_move"])
        )
    if card is not None and card.move_or_battle and order.moved:
        bars.append(Reason(f"{card.name.en} lets it move or battle", card.cite["move_or_battle"]))
    for row in field.rows[unit.hex]:
        if not row.battle_inside:
            bars.append(Reason(f"no battle in {row.name.en.lower()}", row.cite["battle_inside"]))
    return tuple(bar for bar in bars if bar)


def can_remove_wire(play: Memoir, unit: Unit) -> Terrain | None:
    """The obstacle a unit stands in and may remove instead of battling [M44-terrain-wire.3]."""
    piece = obstacle_at(play, unit.hex)
    if piece is None or piece.removed_by.get(play.rules.units[unit.kind].type) != "instead_of_battle":
        return None
    return piece


@rule("M44-base-los.1", "M44-unit-artillery.2")
def unseen(play: Memoir, field: Battlefield, attacker: Unit, target: str) -> tuple[Reason, ...]:
    """What keeps a unit from firing at a hex in range: line of sight, or hills that stop all fire."""
    kind = play.rules.units[attacker.kind]
    if kind.needs_los:
        return blocked_sight(play, field, attacker.hex, target, kind.type)
    return tuple(
        Reason(f"no fire over {row.name.en.lower()} in {label}", row.cite["blocks_fire"])
        for label, row in field.fire_stops(attacker.hex, target)
    )


def can_fire(play: Memoir, field: Battlefield, kind: UnitKind, a: str, b: str) -> bool:
    """Whether nothing keeps a unit in ``a`` from firing at ``b``."""
    return sees(play, field, a, b, kind.type) if kind.needs_los else not field.fire_stops(a, b)


@rule("M44-base-card-close-assault.2", "M44-base-card-close-assault.4", "M44-take-ground.6")
def close_assault_bar(play: Memoir, order: Order | None) -> Reason | None:
    """The card that lets a unit close assault only; the overrun that follows is a battle of its own."""
    card = card_of(play, order)
    if card is None or order is None or not card.close_assault_only or order.overran:
        return None
    return Reason(f"{card.name.en} allows close assault only", card.cite["close_assault_only"])


@rule(
    "M44-base-battle.1", "M44-base-battle.6", "M44-base-battle.7", "M44-base-battle.10",
    "M44-base-battle.13", "M44-base-card-close-assault.2",
)  # fmt: skip
def targets(play: Memoir, field: Battlefield, unit: Unit, order: Order | None) -> list[str]:
    """Hexes of enemies a unit may attack: adjacent ones if there are any, else those it sees in range."""
    position, rules = play.position, play.rules
    adjacent = enemies_adjacent(position, field, unit.hex, unit.side)
    if adjacent:
        bonus = bonus_reason(play, order, 1)
        return [
            h for h in adjacent
            if total(battle_reasons(play, field, unit, position.units[position.at[h]], bonus)) > 0
        ]  # fmt: skip
    if close_assault_bar(play, order) is not None:
        return []
    kind = rules.units[unit.kind]
    bonus = bonus_reason(play, order, 2)
    row = field.far[unit.hex]
    index, furthest = field.board.index, field.furthest(kind, unit.hex)
    found = []
    for enemy in position.units.values():
        if enemy.side == unit.side or row[index[enemy.hex]] > furthest:
            continue
        if not can_fire(play, field, kind, unit.hex, enemy.hex):
            continue
        if total(battle_reasons(play, field, unit, enemy, bonus)) > 0:
            found.append(enemy.hex)
    return found


def target_bars(
    play: Memoir, field: Battlefield, unit: Unit, order: Order | None, label: str
) -> tuple[Reason, ...]:
    """Every rule that forbids an attack on a hex; empty exactly for :func:`targets`."""
    position = play.position
    enemy = position.units.get(position.at.get(label, ""))
    if label not in field.board.index or enemy is None or enemy.side == unit.side:
        return (Reason(f"no enemy in {label}", "M44-base-battle.1"),)
    bars: list[Reason] = []
    distance = field.board.distance(unit.hex, label)
    if distance > 1 and enemies_adjacent(position, field, unit.hex, unit.side):
        bars.append(Reason("next to an enemy it may only close assault", "M44-base-battle.6"))
    only = close_assault_bar(play, order)
    if distance > 1 and only is not None:
        bars.append(only)
    reasons = battle_reasons(play, field, unit, enemy, bonus_reason(play, order, distance))
    if not reasons:
        kind = play.rules.units[unit.kind]
        bars.append(Reason(f"{label} is out of range ({distance})", kind.cite["dice"]))
    elif total(reasons) <= 0:
        bars.append(Reason(f"no dice are left: {', '.join(map(str, reasons))}", "M44-base-battle.10"))
    return (*bars, *unseen(play, field, unit, label))
