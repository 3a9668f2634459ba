"""What a unit could do with an order: where to go, whom to attack, and what that is worth.

Whether it may, how far it gets and how many dice it rolls is asked from the chapters that rule it; the unit
is put on the hex in question while they are asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from grognard.reasons import total as sum_of
from grognard_memoir44.dice import battle_reasons, bonus_reason
from grognard_memoir44.ground import overrun_bars
from grognard_memoir44.movement import ChooseDestination, LeaveBoard, destinations, halts, move_bars
from grognard_memoir44.orders import give_order
from grognard_memoir44.position import Memoir, Order, Unit, card_of, without
from grognard_memoir44.rally import cards_held
from grognard_memoir44.schema import Card
from grognard_memoir44.strikes import strike_targets
from grognard_memoir44.targets import battle_bars, targets
from grognard_memoir44.valuation import Appraisal

__all__ = ["SLIGHT", "STAY", "Battle", "Deed", "Deeds"]

STAY = ""
LOTS = 1e9
SLIGHT = 0.05
"""A move must be better than staying by this much."""


class Battle(msgspec.Struct, frozen=True):
    """An attack, its worth, and the chance that it leaves nothing to attack."""

    target: str
    worth: float
    killed: float = 0.0


NO_BATTLE = Battle("", 0.0)


class Deed(msgspec.Struct, frozen=True):
    """What an ordered unit could do: where to go and whom to attack, and what is gained by it."""

    gain: float
    to: str = STAY
    battle: Battle = NO_BATTLE
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
        before, had, at = position.units[id_], position.orders.get(id_), position.at
        if label != before.hex:
            unit = position.units[id_] = msgspec.structs.replace(before, hex=label)
            position.at = {**without(at, before.hex), label: id_}
        else:
            unit = before
        if order is not None:
            position.orders[id_] = order
        try:
            yield unit
        finally:
            if label != before.hex:
                position.units[id_] = before
                position.at = at
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

    def best_attack(self, id_: str, unit: Unit, order: Order | None) -> Battle:
        """The best target of a unit where it stands; no target if there is none."""
        best = NO_BATTLE
        for label in targets(self.play, self.field, unit, order):
            battle = self.battle(id_, unit, order, label)
            if battle.worth > best.worth:
                best = battle
        return best

    def battle(self, id_: str, unit: Unit, order: Order | None, label: str) -> Battle:
        """What an attack is worth: losses, medals, ground, and one enemy fewer to fear."""
        play, position, field = self.play, self.play.position, self.field
        target = position.units[position.at[label]]
        distance = field.far[unit.hex][field.board.index[label]]
        bonus = bonus_reason(play, order, distance)
        dice = sum_of(battle_reasons(play, field, unit, target, bonus))
        chances = self.opinion.attack(position.at[label], dice)
        worth, empty = chances.worth, chances.empty
        worth += empty * self.opinion.weights.ordered * self.opinion.threat(target, unit)
        kind = play.rules.units[unit.kind]
        if distance == 1 and kind.take_ground and order is not None and order.halted != unit.hex:
            there = msgspec.structs.replace(unit, hex=label)
            worth += empty * max(0.0, self.opinion.ground(id_, there) - self.opinion.ground(id_, unit))
            if kind.overrun and not order.overran and not overrun_bars(play, unit, order, label):
                worth += empty
        return Battle(label, worth, chances.killed)

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
        again = 1 + 0.7 * (card.battles - 1) if card is not None else 1.0
        ceiling = self.ceiling(unit, order) * again
        best, worth = Deed(0.0), -LOTS
        for place, label, cost in places:
            if place + ceiling <= worth and label != unit.hex:
                continue
            battle = NO_BATTLE
            if ceiling:
                with self.standing(id_, label, self.moved(unit, order, label, cost)) as there:
                    if not battle_bars(play, field, id_):
                        battle = self.best_attack(id_, there, position.orders[id_])
            total = (max(place, here) if goes_on else place) + battle.worth * again
            if label != unit.hex:
                total -= SLIGHT
            if total > worth:
                worth, best = total, Deed(total - here, label if label != unit.hex else STAY, battle)
        leaving = self.leaving(id_, unit, order)
        return Deed(leaving - here, leaves=True) if leaving > worth else best

    def moved(self, unit: Unit, order: Order, label: str, cost: int) -> Order:
        """The order of a unit that has gone to a hex."""
        if label == unit.hex:
            return order
        halted = label if halts(self.play, self.field, unit, order, label) else ""
        return msgspec.structs.replace(order, moved=cost, done_moving=True, halted=halted)

    def ceiling(self, unit: Unit, order: Order) -> float:
        """No battle of a unit is worth more than this; 0 when no enemy can come within its range."""
        play, field, card = self.play, self.field, card_of(self.play, order)
        if card is not None and not card.may_battle:
            return 0.0
        kind = play.rules.units[unit.kind]
        dice = max(kind.dice) + (card.bonus if card is not None else 0)
        further = max(card.battle_move or 0, kind.battle_move) if card is not None else kind.battle_move
        furthest = field.furthest(kind, unit.hex) + further
        row, index = field.far[unit.hex], field.board.index
        besides = self.opinion.stake(unit, unit.figures) * self.opinion.weights.ordered + self.opinion.dearest
        return max(
            (
                self.opinion.attack(target, dice).worth + besides
                for target, enemy in self.opinion.enemies
                if row[index[enemy.hex]] <= furthest
            ),
            default=0.0,
        )

    def leaving(self, id_: str, unit: Unit, order: Order) -> float:
        """What it is worth to leave the board; less than anything if the unit cannot."""
        ways = [way for way in self.field.scenario.exit if way.side == unit.side]
        if not ways or move_bars(self.play, self.field, unit, order):
            return -LOTS
        if not any(isinstance(o, LeaveBoard) for o in ChooseDestination(unit.side, id_).options(self.play)):
            return -LOTS
        return max(way.medals for way in ways) * self.opinion.next_medal[unit.side]

    @contextmanager
    def ordered(self, id_: str, *, plain: bool = False) -> Iterator[None]:
        """A unit with an order for the time being."""
        position = self.play.position
        obstacles = position.obstacles
        give_order(self.play, id_, position.units[id_], plain=plain)
        try:
            yield
        finally:
            del position.orders[id_]
            position.obstacles = obstacles

    @contextmanager
    def elsewhere(self, play: Memoir) -> Iterator[Memoir]:
        """Another position with the same enemies, looked at for the time being."""
        before, self.opinion.play = self.opinion.play, play
        try:
            yield play
        finally:
            self.opinion.play = before

    def open_to(self, id_: str) -> Deed:
        """The best deed of a unit just ordered; remembered for every card of the same effect."""
        position = self.play.position
        unit, card = position.units[id_], card_of(self.play, position.orders[id_])
        piece = position.obstacles.get(unit.hex, "")
        key = (id_, effect(card), piece)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self.deed(id_)
        if not piece or unit.hex in self._dug_in:
            return found
        covered, obstacles = self.opinion.exposure(unit), position.obstacles
        position.obstacles = without(obstacles, unit.hex)
        bare = self.opinion.exposure(unit)
        position.obstacles = obstacles
        return msgspec.structs.replace(found, gain=found.gain + max(0.0, bare - covered))

    def best(self, deeds: Sequence[Deed], number: int) -> tuple[list[int], float]:
        """Which deeds to choose, by index, and their gain: a second blow at one target gains less."""
        left, gains = list(range(len(deeds))), 0.0
        chosen: list[int] = []
        standing: dict[str, float] = {}

        def gain(index: int) -> float:
            battle = deeds[index].battle
            return (
                deeds[index].gain
                - battle.worth * (1 - standing.get(battle.target, 1.0)) * self.opinion.weights.overkill
            )

        while left and len(chosen) < number:
            index = max(left, key=gain)
            left.remove(index)
            chosen.append(index)
            gains += gain(index)
            battle = deeds[index].battle
            standing[battle.target] = standing.get(battle.target, 1.0) * (1 - battle.killed)
        return chosen, gains

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
            gain = self.open_to(id_).gain
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
        dice = card.target_dice["allies" if self.side == "allies" else "axis"]
        return self.opinion.attack(self.play.position.at[label], dice, card).worth

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
