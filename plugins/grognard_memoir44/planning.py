"""How the computer plays: answers for the coming decisions of the side to act, found on its own view.

A :class:`Planner` walks a copy of the view with the real rules, choosing at each decision, and stops where
dice, a card from the deck or the other side decide. What it likes is in :mod:`grognard_memoir44.valuation`.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from grognard.dice import DiceWanted, ScriptedDice
from grognard.play import Action, Frame
from grognard_memoir44.battle import (
    Ambush,
    AmbushChance,
    Attack,
    BattleWith,
    ChooseBattler,
    ChooseTarget,
    EndBattles,
    LetPass,
    RemoveWire,
)
from grognard_memoir44.command import ChooseCard, ChooseSection, InSection, PlayCard, PlayStrike, count
from grognard_memoir44.deeds import SLIGHT, STAY, Deed, Deeds
from grognard_memoir44.ground import (
    ChooseGround,
    ChooseOverrun,
    Halt,
    Overrun,
    Stay,
    TakeGround,
    overrun_bars,
)
from grognard_memoir44.hand import ChooseKeep, KeepCard
from grognard_memoir44.movement import (
    ChooseDestination,
    ChooseMover,
    EndMoves,
    LeaveBoard,
    Moves,
    MoveTo,
    MoveUnit,
)
from grognard_memoir44.orders import DoneOrdering, Orders, OrderUnit, SelectUnits
from grognard_memoir44.pieces import units_of
from grognard_memoir44.position import HIDDEN, Memoir, MemoirDecision, MemoirPosition
from grognard_memoir44.rally import ChoosePatient, Heal, cards_held
from grognard_memoir44.retreat import (
    ChooseFlags,
    ChooseRetreat,
    IgnoreFlag,
    RetreatTo,
    TakeFlags,
    retreat_steps,
)
from grognard_memoir44.schema import Card
from grognard_memoir44.strikes import ChooseStrike, LastTarget, Target
from grognard_memoir44.tables import Tables
from grognard_memoir44.turn import Turn
from grognard_memoir44.valuation import WEIGHTS, Appraisal, Weights

if TYPE_CHECKING:
    from grognard.game import Game

__all__ = ["Planner", "plan"]

Stage: TypeAlias = Frame[MemoirPosition, Tables]
COMMANDS = (SelectUnits, ChooseSection, ChooseStrike, ChoosePatient)
"""Decisions between playing a card and the first move."""
MANY = 99
SUITABLE = 0.8
"""Share of the orders rolled for that fall on units of use."""


def plan(
    game: Game[MemoirPosition, Tables], view: MemoirPosition, weights: Weights = WEIGHTS
) -> list[Action]:
    """Answers for the coming decisions of the side to act; empty when there are none."""
    top = view.agenda[-1] if view.agenda else None
    if not isinstance(top, MemoirDecision) or HIDDEN in view.hands[top.side]:
        return []  # the game is over, or this is another side's view
    return Planner(game, view, top.side, weights).plan()


class Planner:
    """Plans one run of decisions on a copy of a view."""

    def __init__(
        self, game: Game[MemoirPosition, Tables], view: MemoirPosition, side: str, weights: Weights = WEIGHTS
    ) -> None:
        self.game, self.side = game, side
        self.opinion = Appraisal(Memoir(view.copy(), game.rules, ScriptedDice(())), side, weights)
        self.deeds = Deeds(self.opinion)
        self._moving: dict[str, Deed] = {}
        self._settled: dict[str, int] = {}
        self._moves = 0

    @property
    def play(self) -> Memoir:
        """The play that is walked."""
        return self.opinion.play

    # The walk --------------------------------------------------------------------------------------------
    def plan(self) -> list[Action]:
        """Choose, carry out, and go on until somebody or something else decides."""
        actions: list[Action] = []
        while (action := self.choose(self.top)) is not None:
            actions.append(action)
            if not self.carry_out(action):
                break
        return actions

    @property
    def top(self) -> Stage | None:
        """The frame on top."""
        agenda = self.play.position.agenda
        return agenda[-1] if agenda else None

    def carry_out(self, action: Action, until: tuple[type[Stage], ...] = ()) -> bool:
        """Take an action and run to the next real choice of this side; false if there is none.

        Dice, draws and decisions of the other side end the run, and so does a frame of the kinds ``until``.
        """
        play = self.play
        self.game.take(play, action)
        try:
            while (decision := self.game.next_decision(play, until=until)) is not None:
                if decision.side != self.side:
                    return False
                options = list(itertools.islice(decision.options(play), 2))
                if len(options) > 1 or decision.always_ask:
                    return True
                self.game.take(play, options[0])
        except DiceWanted:
            pass
        return False

    def choose(self, stage: Stage | None) -> Action | None:
        """The answer to a decision of this side."""
        match stage:
            case ChooseCard():
                return self.choose_card(stage)
            case ChooseSection():
                return self.choose_section(stage)
            case SelectUnits():
                return self.choose_order()
            case ChoosePatient():
                return self.choose_patient(stage)
            case ChooseStrike():
                return self.choose_strike(stage)
            case ChooseMover():
                return self.choose_mover(stage)
            case ChooseDestination():
                return self.choose_destination(stage)
            case ChooseBattler():
                return self.choose_battler(stage)
            case ChooseTarget():
                return self.choose_target(stage)
            case AmbushChance():
                return self.choose_ambush(stage)
            case ChooseFlags():
                return self.choose_flags(stage)
            case ChooseRetreat():
                return self.choose_retreat(stage)
            case ChooseGround():
                return self.choose_ground(stage)
            case ChooseOverrun():
                return self.choose_overrun(stage)
            case ChooseKeep():
                return self.choose_keep(stage)
        return None

    # Cards and orders ------------------------------------------------------------------------------------
    def choose_card(self, decision: ChooseCard) -> PlayCard | PlayStrike:
        """The card that does most now, less what it would be worth later."""
        return max(decision.options(self.play), key=self.prospect)

    def prospect(self, action: PlayCard | PlayStrike) -> float:
        """What playing a card gains: the deeds of those it orders, or what it strikes or heals."""
        rules = self.play.rules
        with self.deeds.elsewhere(Memoir(self.play.position.copy(), rules, ScriptedDice(()))) as play:
            worth, position = 0.0, play.position
            goes_on = self.carry_out(action, (Moves,))
            while goes_on and (choice := self.choose(self.top)) is not None:
                if isinstance(self.top, ChooseStrike) and isinstance(choice, Target):
                    worth += self.deeds.strike_worth(rules.cards[self.top.card], choice.hex)
                elif isinstance(choice, Heal):
                    worth += self.deeds.healing(position.at[choice.hex])
                goes_on = self.carry_out(choice, (Moves,))
            card = rules.cards[position.order] if position.order else None
            if card is not None and card.units == "rolled":
                worth += self.finest_hour(card)
            worth += self.deeds.best([self.deeds.open_to(id_) for id_ in list(position.orders)], MANY)[1]
        return worth - keep_worth(rules.cards[action.card])

    def finest_hour(self, card: Card) -> float:
        """What the roll for orders can be expected to gain: the best units, as many as will be ordered."""
        dice = cards_held(self.play, self.side, card)[0].value
        faces = self.play.rules.dice[self.play.rules.pieces.die.name].faces
        useful = sum(face in ("infantry", "armor", *card.wild) for face in faces) / len(faces)
        ids = [id_ for id_, _ in units_of(self.play.position, self.side)]
        return self.together(ids, round(dice * useful * SUITABLE))

    def together(self, ids: list[str], number: int) -> float:
        """What orders to the best of some units gain."""
        deeds = []
        for id_ in ids:
            with self.deeds.ordered(id_):
                deeds.append(self.deeds.open_to(id_))
        return self.deeds.best(deeds, number)[1]

    def choose_section(self, decision: ChooseSection) -> InSection:
        """The section whose units gain most."""
        card = self.play.rules.cards[decision.card]

        def worth(action: InSection) -> float:
            orders = Orders(self.side, count(card.units), section=action.section, types=card.types)
            return self.together([id_ for _, id_, _ in orders.eligible(self.play)], MANY)

        return max(decision.options(self.play), key=worth)

    def choose_order(self) -> OrderUnit | DoneOrdering:
        """The next of the best units that may still be ordered."""
        orders = self.play.enclosing(Orders)
        units = [(id_, unit) for _, id_, unit in orders.eligible(self.play)]
        deeds = []
        for id_, _ in units:
            with self.deeds.ordered(id_, plain=orders.plain):
                deeds.append(self.deeds.open_to(id_))
        chosen, _ = self.deeds.best(deeds, orders.left)
        return OrderUnit(units[min(chosen)][1].hex) if chosen else DoneOrdering()

    def choose_patient(self, decision: ChoosePatient) -> Action:
        """The unit that can expect to recover most."""
        at = self.play.position.at
        return max(decision.options(self.play), key=lambda action: self.deeds.healing(at[action.hex]))

    # Strikes ---------------------------------------------------------------------------------------------
    def choose_strike(self, decision: ChooseStrike) -> Action:
        """The next target of the best chain of targets."""
        card = self.play.rules.cards[decision.card]
        _, chain = self.deeds.best_chain(card, decision.section, decision.chosen)
        return Target(chain[0]) if chain else LastTarget()

    # Moves -----------------------------------------------------------------------------------------------
    def choose_mover(self, decision: ChooseMover) -> Action:
        """The foremost unit that is better off elsewhere; the others follow into the hexes it leaves."""
        position = self.play.position
        able = [position.at[o.hex] for o in decision.options(self.play) if isinstance(o, MoveUnit)]
        able.sort(key=lambda id_: (self._settled.get(id_, -1) >= 0, self.deeds.to_enemy(position.units[id_])))
        for id_ in able:
            if self._settled.get(id_, -1) == self._moves:
                continue
            deed = self.deeds.deed(id_)
            if deed.leaves or deed.to != STAY:
                self._moves += 1
                self._moving[id_] = deed
                return MoveUnit(position.units[id_].hex)
            self._settled[id_] = self._moves
        return EndMoves()

    def choose_destination(self, decision: ChooseDestination) -> Action:
        """Where the unit does best; after its battle, where it stands best."""
        options = list(decision.options(self.play))
        if decision.second:
            unit = self.play.position.units[decision.unit]
            places = {
                o: self.deeds.place(decision.unit, o.hex if isinstance(o, MoveTo) else unit.hex)
                for o in options
            }
            return max(options, key=lambda o: places[o])
        deed = self._moving.pop(decision.unit, None) or self.deeds.deed(decision.unit)
        ways = [o for o in options if isinstance(o, LeaveBoard)]
        if deed.leaves and ways:
            return ways[0]
        if MoveTo(deed.to) in options:
            return MoveTo(deed.to)
        moves = [o for o in options if isinstance(o, MoveTo)]
        return max(moves, key=lambda o: self.deeds.place(decision.unit, o.hex), default=options[0])

    # Battles ---------------------------------------------------------------------------------------------
    def choose_battler(self, decision: ChooseBattler) -> Action:
        """The unit with the best battle; then wire to clear; then enough."""
        position = self.play.position
        best: tuple[float, Action] = (0.0, EndBattles())
        for option in decision.options(self.play):
            if isinstance(option, BattleWith):
                id_ = position.at[option.hex]
                worth = self.deeds.best_attack(id_, position.units[id_], position.orders[id_]).worth
            else:
                worth = SLIGHT if isinstance(option, RemoveWire) else 0.0
            if worth > best[0]:
                best = (worth, option)
        return best[1]

    def choose_target(self, decision: ChooseTarget) -> Action:
        """The best target."""
        position = self.play.position
        unit, order = position.units[decision.unit], position.orders.get(decision.unit)
        label = self.deeds.best_attack(decision.unit, unit, order).target
        return Attack(label) if label else next(iter(decision.options(self.play)))

    def choose_ambush(self, decision: AmbushChance) -> Action:
        """Ambush whenever there is an ambush to play."""
        return Ambush() if Ambush() in list(decision.options(self.play)) else LetPass()

    # After the dice ----------------------------------------------------------------------------------------
    def choose_flags(self, decision: ChooseFlags) -> Action:
        """Stand fast, unless the unit is nearly done for and safer behind."""
        unit = self.play.position.units[decision.unit]
        steps = retreat_steps(self.play, unit, 1)
        if not steps or unit.figures > 1 or decision.flags > 1:
            return IgnoreFlag()
        behind = max(self.deeds.place(decision.unit, label) for label in steps)
        return TakeFlags() if behind > self.deeds.place(decision.unit, unit.hex) + 1 else IgnoreFlag()

    def choose_retreat(self, decision: ChooseRetreat) -> Action:
        """The step that leads to the best place."""
        unit = self.play.position.units[decision.unit]

        def end(label: str, must: int) -> float:
            there = msgspec.structs.replace(unit, hex=label)
            further = retreat_steps(self.play, there, must - 1) if must > 1 else []
            return max((end(h, must - 1) for h in further), default=self.deeds.place(decision.unit, label))

        def worth(action: Action) -> float:
            return (
                end(action.hex, decision.must)
                if isinstance(action, RetreatTo)
                else self.deeds.place(decision.unit, unit.hex)
            )

        return max(decision.options(self.play), key=worth)

    def choose_ground(self, decision: ChooseGround) -> Action:
        """Take ground that is worth more than the hex the unit is in, an overrun counted in."""
        position = self.play.position
        unit, order = position.units[decision.unit], position.orders[decision.unit]
        there = self.deeds.place(decision.unit, decision.hex) + SLIGHT
        if not overrun_bars(self.play, unit, order, decision.hex):
            again = msgspec.structs.replace(order, overran=True)
            with self.deeds.standing(decision.unit, decision.hex, again) as moved:
                there += self.deeds.best_attack(decision.unit, moved, again).worth
        return TakeGround(decision.hex) if there > self.deeds.place(decision.unit, unit.hex) else Stay()

    def choose_overrun(self, decision: ChooseOverrun) -> Action:
        """The best target."""
        position = self.play.position
        order = msgspec.structs.replace(position.orders[decision.unit], overran=True)
        label = self.deeds.best_attack(decision.unit, position.units[decision.unit], order).target
        return Overrun(label) if label else Halt()

    def choose_keep(self, decision: ChooseKeep) -> KeepCard:
        """The card that would do more if it were played now."""
        options = list(decision.options(self.play))
        aside = Memoir(self.play.position.copy(), self.play.rules, ScriptedDice(()))
        position = aside.position
        position.orders.clear()
        position.played = position.order = position.section = ""
        position.hands = {**position.hands, self.side: tuple(option.card for option in options)}
        position.agenda = [Turn("order"), ChooseCard(self.side)]
        with self.deeds.elsewhere(aside):
            now = {o.card: self.prospect(o) for o in ChooseCard(self.side).options(aside)}
        cards = aside.rules.cards
        return max(options, key=lambda option: now.get(option.card, 0.0) + 2 * keep_worth(cards[option.card]))


def keep_worth(card: Card) -> float:
    """What a card is worth in the hand: the more it orders or does, the more."""
    worth = 0.0
    for quota in card.orders.values():
        worth += 0.5 * (quota if isinstance(quota, int) else 4)
    if card.units:
        worth += 0.5 * (card.units if isinstance(card.units, int) else 4) + card.bonus
    worth += 0.7 * card.targets + (2.0 if card.reaction else 0.0) + (1.0 if card.counters else 0.0)
    return worth - (0.5 if card.draw > 1 else 0.0)
