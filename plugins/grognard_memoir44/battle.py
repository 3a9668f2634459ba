"""The battle phase and one battle: its unit, its target, ambush, roll, ground [M44-base-battle]."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.play import Action
from grognard.reasons import Reason, rule, total
from grognard_memoir44.combat import strike
from grognard_memoir44.dice import battle_reasons, bonus_reason
from grognard_memoir44.ground import may_take_ground
from grognard_memoir44.hand import lay_down
from grognard_memoir44.position import (
    HIDDEN,
    Memoir,
    MemoirDecision,
    MemoirResolution,
    other_side,
    with_cards,
    without,
)
from grognard_memoir44.targets import battle_bars, can_remove_wire, target_bars, targets

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
    "open_battle",
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


@rule("M44-base-turn.9", "M44-base-turn.10")
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
        position.obstacles = without(position.obstacles, action.hex)
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
            nearest = min(found, key=len, default=())
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


@rule("M44-base-battle.4", "M44-base-battle.5")
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
        lay_down(position, self.side, card)
        position.discards = with_cards(position.discards, card)
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
