"""What a unit could do with an order: where to go, whom to attack, and what that is worth.

Whether it may, how far it gets and how many dice it rolls is asked from the chapters that rule it; the unit
is put on the hex in question while they are asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from grognard.reasons import total
from grognard_memoir44.battle import battle_bars, battle_reasons, bonus_reason, card_of, targets
from grognard_memoir44.command import give_order
from grognard_memoir44.ground import overrun_bars
from grognard_memoir44.movement import ChooseDestination, LeaveBoard, destinations, halts, move_bars
from grognard_memoir44.position import Memoir, Order, Unit
from grognard_memoir44.rally import cards_held
from grognard_memoir44.schema import Card
from grognard_memoir44.strikes import strike_targets
from grognard_memoir44.valuation import Appraisal

__all__ = ["SLIGHT", "STAY", "Deed", "Deeds"]

STAY = ""
SLIGHT = 0.05
"""A move must be better than staying by this much."""


class Deed(msgspec.Struct, frozen=True):
    """What an ordered unit could do: where to go and whom to attack, and what that is worth."""

    worth: float
    gain: float
    to: str = STAY
    leaves: bool = False


class Deeds:
    """Deeds open to the units of one side, weighed by its opinion."""

    def __init__(self, opinion: Appraisal) -> None:
        self.opinion, self.side, self.field = opinion, opinion.side, opinion.field
        self._known: dict[tuple[str, object, str], Deed] = {}
        self._dug_in = frozenset(opinion.play.position.obstacles)

    @property
    def play(self) -> Memoir:
        """The play the opinion is about."""
        return self.opinion.play

    @contextmanager
    def standing(self, id_: str, label: str, order: Order | None) -> Iterator[Unit]:
        """A unit put on another hex for the time being."""
        position = self.play.position
        before, had = position.units[id_], position.orders.get(id_)
        if label != before.hex:
            unit = position.units[id_] = msgspec.structs.replace(before, hex=label)
            del position.at[before.hex]
            position.at[label] = id_
        else:
            unit = before
        if order is not None:
            position.orders[id_] = order
        try:
            yield unit
        finally:
            if label != before.hex:
                position.units[id_] = before
                del position.at[label]
                position.at[before.hex] = id_
            if order is not None and had is not None:
                position.orders[id_] = had
            elif order is not None:
                del position.orders[id_]

    def place(self, id_: str, label: str) -> float:
        """What it is worth to an own unit to stand in a hex."""
        unit = self.play.position.units[id_]
        if label != unit.hex:
            unit = msgspec.structs.replace(unit, hex=label)
        return self.opinion.place(id_, unit)

    def best_attack(self, id_: str, unit: Unit, order: Order | None) -> tuple[float, str]:
        """The best target of a unit where it stands, and what attacking it is worth; 0 if there is none."""
        best = (0.0, "")
        for label in targets(self.play, self.field, unit, order):
            worth = self.attack_worth(id_, unit, order, label)
            if worth > best[0]:
                best = (worth, label)
        return best

    def attack_worth(self, id_: str, unit: Unit, order: Order | None, label: str) -> float:
        """What an attack is worth: losses, medals, ground, and one enemy fewer to fear."""
        play, position, field = self.play, self.play.position, self.field
        target_id = position.at[label]
        target = position.units[target_id]
        distance = field.far[unit.hex][field.board.index[label]]
        bonus = bonus_reason(play, order, distance)
        dice = total(battle_reasons(play, field, unit, target, bonus))
        worth, empty = self.opinion.attack(target_id, target, dice)
        relief = self.opinion.weights.ordered * self.opinion.threat(target_id, target, unit)
        worth += empty * relief
        kind = play.rules.units[unit.kind]
        if distance == 1 and kind.take_ground and order is not None and order.halted != unit.hex:
            there = msgspec.structs.replace(unit, hex=label)
            worth += empty * max(0.0, self.opinion.ground(id_, there) - self.opinion.ground(id_, unit))
            if kind.overrun and not order.overran and not overrun_bars(play, unit, order, label):
                worth += empty
        return worth

    def deed(self, id_: str) -> Deed:
        """The best an ordered unit can do now: stay or move, and attack."""
        play, position, field = self.play, self.play.position, self.field
        unit, order = position.units[id_], position.orders[id_]
        card = card_of(play, order)
        here = self.place(id_, unit.hex)
        places = [(here, unit.hex, 0)]
        if not move_bars(play, field, unit, order):
            reached = destinations(play, field, unit, order)
            places += [(self.place(id_, label), label, cost) for label, cost in reached.items()]
            places.sort(key=lambda entry: -entry[0])
        goes_on = card is not None and card.move_after > 0
        ceiling = self.ceiling(unit, order)
        best, best_hex = -1e9, unit.hex
        for place, label, cost in places:
            if place + ceiling <= best and label != unit.hex:
                continue
            worth = max(place, here) if goes_on else place
            if label == unit.hex:
                moved = order
            else:
                halted = label if halts(play, field, unit, label) else ""
                moved = msgspec.structs.replace(order, moved=cost, done_moving=True, halted=halted)
                worth -= SLIGHT
            if ceiling:
                with self.standing(id_, label, moved) as there:
                    if not battle_bars(play, field, id_):
                        battles = card.battles if card is not None else 1
                        worth += self.best_attack(id_, there, moved)[0] * (1 + 0.7 * (battles - 1))
            if worth > best:
                best, best_hex = worth, label
        leaving = self.leaving(id_, unit, order)
        if leaving is not None and leaving > best:
            return Deed(leaving, leaving - here, leaves=True)
        return Deed(best, best - here, best_hex if best_hex != unit.hex else STAY)

    def ceiling(self, unit: Unit, order: Order) -> float:
        """No attack of a unit is worth more than this; 0 when no enemy can come within its range."""
        play, field, card = self.play, self.field, card_of(self.play, order)
        if card is not None and not card.may_battle:
            return 0.0
        kind = play.rules.units[unit.kind]
        most = max(kind.dice) + (card.bonus if card is not None else 0)
        step = (
            kind.battle_move
            if card is None or card.battle_move is None
            else max(card.battle_move, kind.battle_move)
        )
        furthest = field.furthest(kind, unit.hex) + step
        row, index, best = field.far[unit.hex], field.board.index, 0.0
        for target_id, enemy in self.opinion.enemies:
            if row[index[enemy.hex]] <= furthest:
                worth, _ = self.opinion.attack(target_id, enemy, most)
                relief = self.opinion.stake(unit, unit.figures) * self.opinion.weights.ordered
                best = max(best, worth + relief + 6)
        return best * (1.7 if card is not None and card.battles > 1 else 1.0)

    def leaving(self, id_: str, unit: Unit, order: Order) -> float | None:
        """What it is worth to leave the board, if the unit can."""
        ways = [way for way in self.field.scenario.exit if way.side == unit.side]
        if not ways or move_bars(self.play, self.field, unit, order):
            return None
        if not any(isinstance(o, LeaveBoard) for o in ChooseDestination(unit.side, id_).options(self.play)):
            return None
        return max(way.medals for way in ways) * self.opinion.next_medal[unit.side]

    @contextmanager
    def ordered(self, id_: str, *, plain: bool = False) -> Iterator[None]:
        """A unit with an order for the time being."""
        position = self.play.position
        unit = position.units[id_]
        dug_in = unit.hex in position.obstacles
        give_order(self.play, id_, unit, plain=plain)
        try:
            yield
        finally:
            del position.orders[id_]
            if not dug_in:
                position.obstacles.pop(unit.hex, None)

    @contextmanager
    def elsewhere(self, play: Memoir) -> Iterator[Memoir]:
        """Another position with the same enemies, looked at for the time being."""
        before, self.opinion.play = self.opinion.play, play
        try:
            yield play
        finally:
            self.opinion.play = before

    def gain(self, id_: str) -> float:
        """What an order to a unit is worth; remembered for every card that has the same effect on it."""
        position = self.play.position
        unit, card = position.units[id_], card_of(self.play, position.orders[id_])
        piece = position.obstacles.get(unit.hex, "")
        key = (id_, effect(card), piece)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self.deed(id_)
        if not piece or unit.hex in self._dug_in:
            return found.gain
        covered = self.opinion.exposure(unit)
        del position.obstacles[unit.hex]
        bare = self.opinion.exposure(unit)
        position.obstacles[unit.hex] = piece
        return found.gain + max(0.0, bare - covered)

    def healing(self, id_: str) -> float:
        """What treating a unit is worth."""
        play, position = self.play, self.play.position
        unit, card = position.units[id_], play.rules.cards[position.order]
        dice = cards_held(play, self.side, card)[0].value
        kind = play.rules.units[unit.kind]
        odds = self.opinion.blow(
            msgspec.structs.replace(kind, hit_by=(kind.type, *card.wild), rerolled=False), dice
        )
        now = self.opinion.stake(unit, unit.figures)
        back = sum(
            p * (self.opinion.stake(unit, min(unit.full, unit.figures + n * card.restores)) - now)
            for n, p in enumerate(odds.hits)
        )
        with self.ordered(id_):
            gain = self.gain(id_)
        return back + (1 - odds.hits[0]) * gain

    def best_chain(self, card: Card, section: str, chosen: tuple[str, ...]) -> tuple[float, tuple[str, ...]]:
        """The best continuation of a chain of targets."""
        best: tuple[float, tuple[str, ...]] = (0.0, ())
        for label in strike_targets(self.play, self.field, self.side, chosen, section, card):
            rest, chain = self.best_chain(card, section, (*chosen, label))
            worth = self.strike_worth(card, label) + rest
            if worth > best[0]:
                best = (worth, (label, *chain))
        return best

    def strike_worth(self, card: Card, label: str) -> float:
        """What a strike at one hex is worth."""
        position = self.play.position
        id_ = position.at[label]
        dice = card.target_dice["allies" if self.side == "allies" else "axis"]
        return self.opinion.attack(id_, position.units[id_], dice, card.extra_hits or ("",))[0]

    def to_enemy(self, unit: Unit) -> int:
        """How far the nearest enemy is."""
        row, index = self.field.far[unit.hex], self.field.board.index
        return min((row[index[enemy.hex]] for _, enemy in self.opinion.enemies), default=99)


def effect(card: Card | None) -> object:
    """What a card does to the units it orders; most cards do nothing."""
    if card is None:
        return None
    return (
        card.may_move, card.may_battle, card.close_assault_only, card.move, card.battle_move, card.move_after,
        card.ignores_terrain_stops, card.bonus, card.bonus_when, card.battles, card.move_or_battle,
    )  # fmt: skip
