"""Battles: who may fight whom, with how many dice, and what the dice do [M44-base-battle, M44-combat]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from grognard.play import Action
from grognard.reasons import Reason, rule, total
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.ground import may_take_ground
from grognard_memoir44.pieces import enemies_adjacent, lose_figures, obstacle_at, rows_at, serves
from grognard_memoir44.position import (
    HIDDEN,
    Memoir,
    MemoirDecision,
    MemoirResolution,
    Order,
    Unit,
    other_side,
)
from grognard_memoir44.retreat import Flags
from grognard_memoir44.schema import Card, Terrain, UnitKind
from grognard_memoir44.sight import blocked_sight, sees

__all__ = [
    "Ambush",
    "AmbushChance",
    "Assault",
    "Attack",
    "Battle",
    "BattleWith",
    "Battles",
    "ChooseBattler",
    "ChooseTarget",
    "EndBattles",
    "LetPass",
    "RemoveWire",
    "battle_bars",
    "battle_reasons",
    "card_of",
    "target_bars",
    "targets",
]


class BattleWith(Action, frozen=True):
    """Battle with the unit in a hex."""

    hex: str
    verb = "battle"


class RemoveWire(Action, frozen=True):
    """Remove the wire in a unit's hex instead of battling."""

    hex: str


class EndBattles(Action, frozen=True):
    """No more battles this turn."""

    verb = "end-battles"


class Attack(Action, frozen=True):
    """Attack the unit in a hex."""

    hex: str


class Ambush(Action, frozen=True):
    """Play the Ambush card."""


class LetPass(Action, frozen=True):
    """Let the attack come."""

    verb = "pass"


# Dice ----------------------------------------------------------------------------------------------------


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


# The card's hand in it -----------------------------------------------------------------------------------


def card_of(play: Memoir, order: Order | None) -> Card | None:
    """The card whose effects apply to an order; none for a unit ordered in place of what the card names."""
    if order is None or order.plain or not play.position.order:
        return None
    return play.rules.cards[play.position.order]


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


# Who may battle ------------------------------------------------------------------------------------------


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


@rule("M44-base-card-close-assault.2", "M44-base-card-close-assault.4", "M44-take-ground.6")
def close_assault_bar(play: Memoir, order: Order | None) -> Reason | None:
    """The card that lets a unit close assault only; the overrun that follows is a battle of its own."""
    card = card_of(play, order)
    if card is None or order is None or not card.close_assault_only or order.overran:
        return None
    return Reason(f"{card.name.en} allows close assault only", card.cite["close_assault_only"])


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


@rule(
    "M44-base-battle.1", "M44-base-battle.4", "M44-base-battle.5", "M44-base-battle.6", "M44-base-battle.7",
    "M44-base-battle.10", "M44-base-battle.13", "M44-base-card-close-assault.2",
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


# The battle phase ----------------------------------------------------------------------------------------


@rule("M44-base-turn.8", "M44-base-turn.9", "M44-take-ground.9")
class Battles(MemoirResolution, frozen=True):
    """The battle phase: one whole battle after another until the side has had enough."""

    side: str
    over: bool = False

    def happen(self, play: Memoir) -> None:
        """Offer the next battle."""
        if not self.over and play.position.orders:
            play.push(ChooseBattler(self.side), self)


def can_remove_wire(play: Memoir, unit: Unit) -> Terrain | None:
    """The obstacle a unit stands in and may remove instead of battling [M44-terrain-wire.3]."""
    piece = obstacle_at(play, unit.hex)
    if piece is None or piece.removed_by.get(play.rules.units[unit.kind].type) != "instead_of_battle":
        return None
    return piece


@rule("M44-base-turn.9", "M44-base-turn.10", "M44-base-card-close-assault.1")
class ChooseBattler(MemoirDecision[BattleWith | RemoveWire | EndBattles], frozen=True):
    """Choose the next unit to battle."""

    def options(self, play: Memoir) -> Iterator[BattleWith | RemoveWire | EndBattles]:
        """Ordered units with a target, units that may remove wire, or the end of the phase."""
        field = play.rules.field(play.position)
        for id_, order in sorted(play.position.orders.items()):
            if battle_bars(play, field, id_):
                continue
            unit = play.position.units[id_]
            if targets(play, field, unit, order):
                yield BattleWith(unit.hex)
            if can_remove_wire(play, unit):
                yield RemoveWire(unit.hex)
        yield EndBattles()

    def take(self, play: Memoir, action: BattleWith | RemoveWire | EndBattles) -> None:
        """Go on to the target, remove the wire, or close the phase."""
        if isinstance(action, EndBattles):
            play.amend(Battles, over=True)
            return
        position = play.position
        id_ = position.at[action.hex]
        if isinstance(action, BattleWith):
            play.push(ChooseTarget(self.side, id_))
            return
        order = position.orders[id_]
        position.orders[id_] = msgspec.structs.replace(order, battles=order.battles + 1)
        del position.obstacles[action.hex]
        play.log("removed wire", side=self.side, hex=action.hex)

    def refusal(self, play: Memoir, action: BattleWith | RemoveWire | EndBattles) -> tuple[Reason, ...]:
        """Why a unit may not battle."""
        if isinstance(action, EndBattles):
            return ()
        position, field = play.position, play.rules.field(play.position)
        id_ = position.at.get(action.hex)
        if id_ is None or position.units[id_].side != self.side:
            return (Reason(f"no unit of the {self.side} in {action.hex}", "M44-base-turn.6"),)
        unit = position.units[id_]
        bars = battle_bars(play, field, id_)
        if isinstance(action, RemoveWire):
            if not can_remove_wire(play, unit):
                bars += (Reason("no wire here that this unit may remove", "M44-terrain-wire.3"),)
        elif not bars and not targets(play, field, unit, position.orders[id_]):
            enemies = [u.hex for u in position.units.values() if u.side != self.side]
            found = [target_bars(play, field, unit, position.orders[id_], label) for label in enemies]
            nearest = min(found, key=len, default=(Reason("no enemy is left", "M44-base-battle.1"),))
            bars += (Reason("it has no target", "M44-base-battle.1"), *nearest)
        return bars


@rule("M44-base-battle.3", "M44-base-battle.7")
class ChooseTarget(MemoirDecision[Attack], frozen=True):
    """Choose the target of all dice of one battle."""

    unit: str

    def options(self, play: Memoir) -> Iterator[Attack]:
        """Every legal target."""
        position = play.position
        field = play.rules.field(position)
        for label in targets(play, field, position.units[self.unit], position.orders.get(self.unit)):
            yield Attack(label)

    def take(self, play: Memoir, action: Attack) -> None:
        """Open the battle."""
        order = play.position.orders[self.unit]
        play.position.orders[self.unit] = msgspec.structs.replace(order, battles=order.battles + 1)
        open_battle(play, self.unit, action.hex, overrun=False)

    def refusal(self, play: Memoir, action: Attack) -> tuple[Reason, ...]:
        """Range, sight, adjacency, dice."""
        position = play.position
        unit, order = position.units[self.unit], position.orders.get(self.unit)
        return target_bars(play, play.rules.field(position), unit, order, action.hex)


# One battle ----------------------------------------------------------------------------------------------


def open_battle(play: Memoir, attacker: str, label: str, *, overrun: bool) -> None:
    """Put a battle on the agenda: the enemy's chance to ambush, the dice, and what follows."""
    position = play.position
    unit = position.units[attacker]
    target = position.at[label]
    enemy = other_side(unit.side)
    close = label in play.rules.field(position).next_to[unit.hex]
    play.log("attacks", side=unit.side, kind=unit.kind, hex=unit.hex, target=label)
    frames = (Assault(attacker, target), Battle(attacker, target, unit.hex, label, overrun))
    if close and position.hands[enemy]:
        play.push(AmbushChance(enemy, attacker, target), *frames)
    else:
        play.push(*frames)


class Battle(MemoirResolution, frozen=True):
    """The record of one battle; closes it by offering ground to a winner."""

    attacker: str
    target: str
    attacker_hex: str
    target_hex: str
    overrun: bool

    def happen(self, play: Memoir) -> None:
        """Let the winner of a close assault take ground."""
        may_take_ground(play, self.attacker, self.attacker_hex, self.target_hex)


@rule("M44-base-card-ambush.1", "M44-base-card-ambush.4")
class AmbushChance(MemoirDecision[Ambush | LetPass], frozen=True):
    """The target of a close assault may play Ambush; asked while its side holds cards, so nobody can tell."""

    attacker: str
    target: str
    always_ask = True
    assumption = "nobody plays Ambush"

    def options(self, play: Memoir) -> Iterator[Ambush | LetPass]:
        """Let it pass, or play the card if it is in hand and the unit could battle."""
        yield LetPass()
        if self._card(play) and not self._bars(play):
            yield Ambush()

    def take(self, play: Memoir, action: Ambush | LetPass) -> None:
        """Roll first."""
        if isinstance(action, LetPass):
            return
        card = self._card(play)
        position = play.position
        hand = list(position.hands[self.side])
        hand.remove(card)
        position.hands[self.side] = tuple(hand)
        position.discards[card] = position.discards.get(card, 0) + 1
        position.ambusher = self.side
        play.log("ambush", side=self.side, hex=position.units[self.target].hex)
        play.push(Assault(self.target, self.attacker, ambush=True))

    def _card(self, play: Memoir) -> str:
        hand = (card for card in play.position.hands[self.side] if card != HIDDEN)
        return next((card for card in hand if play.rules.cards[card].reaction), "")

    def _bars(self, play: Memoir) -> tuple[Reason, ...]:
        position = play.position
        unit, attacker = position.units[self.target], position.units[self.attacker]
        field = play.rules.field(position)
        bars = [
            Reason(f"no battle in {row.name.en.lower()}", row.cite["battle_inside"])
            for row in field.rows[unit.hex]
            if not row.battle_inside
        ]
        if total(battle_reasons(play, field, unit, attacker)) <= 0:
            bars.append(Reason("no dice are left", "M44-base-battle.10"))
        return tuple(bars)

    def refusal(self, play: Memoir, action: Ambush | LetPass) -> tuple[Reason, ...]:
        """No card, or a unit that could not battle."""
        if isinstance(action, LetPass):
            return ()
        missing = () if self._card(play) else (Reason("the card is not in hand", "M44-base-card-ambush.1"),)
        return (*missing, *self._bars(play))

    def assumed(self, play: Memoir) -> LetPass:
        """Pass."""
        return LetPass()


@rule(
    "M44-combat.1", "M44-combat.4", "M44-combat.5", "M44-combat.6", "M44-combat.7", "M44-combat.9",
    "M44-base-battle.12", "M44-base-card-ambush.2", "M44-base-card-ambush.3",
)  # fmt: skip
class Assault(MemoirResolution, frozen=True):
    """One roll of one unit at another; ``ambush`` marks the roll of a target that strikes first."""

    attacker: str
    target: str
    ambush: bool = False

    def happen(self, play: Memoir) -> None:
        """Count the dice, roll, take casualties, then heed flags."""
        position = play.position
        attacker, target = position.units.get(self.attacker), position.units.get(self.target)
        if attacker is None or target is None:
            return
        if not self.ambush and attacker.hex != play.enclosing(Battle).attacker_hex:
            return  # it was driven off by an ambush
        field = play.rules.field(position)
        order = None if self.ambush else position.orders.get(self.attacker)
        bonus = bonus_reason(play, order, field.board.distance(attacker.hex, target.hex))
        reasons = battle_reasons(play, field, attacker, target, bonus)
        why = "ambush" if self.ambush else "battle"
        strike(play, self.target, total(reasons), why=why, reasons=reasons)


def strike(
    play: Memoir, target: str, dice: int, *, why: str, reasons: tuple[Reason, ...],
    extra_hits: tuple[str, ...] = (), flags_ignorable: bool = True,
) -> None:  # fmt: skip
    """Roll dice at a unit: hits first, then flags."""
    unit = play.position.units[target]
    kind = play.rules.units[unit.kind]
    hits, flags = play.pool(
        "battle", dice, count=(" ".join((*kind.hit_by, *extra_hits)), "flag"), why=why, reasons=reasons
    )
    play.log("rolled", why=why, dice=dice, hits=hits, flags=flags, hex=unit.hex)
    if kind.rerolled:
        hits = confirm_kill(play, kind, unit.hex, hits) if hits else 0
        if play.rules.options["tiger_flags"] == "ignored":
            flags = 0
    if hits:
        lose_figures(play, target, hits)
    if flags and target in play.position.units:
        play.push(Flags(target, flags, flags_ignorable))


@rule("M44-unit-tiger.3", "M44-unit-tiger.4")
def confirm_kill(play: Memoir, kind: UnitKind, label: str, hits: int) -> int:
    """Hits on a Tiger are rolled again: one grenade destroys it, anything else is void."""
    reasons = (Reason("every hit is rolled again", kind.cite["rerolled"], hits),)
    (kills,) = play.pool(
        "battle", hits, count=(" ".join(kind.killed_by),), why="second roll", reasons=reasons
    )
    play.log("rolled", why="second roll", dice=hits, hits=kills, flags=0, hex=label)
    return kind.figures if kills else 0
