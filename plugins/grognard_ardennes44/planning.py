"""How the computer plays: answers for the coming decisions of the side to act, found on its own view.

A :class:`Planner` walks a copy of the view with the real rules, choosing at each decision, and stops where
dice or the other side decide. What it likes is in :mod:`grognard_ardennes44.valuation`. Units move one after
another, those nearest the enemy first; each goes where it stands best, given those that have moved before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from grognard.dice import DiceWanted, ScriptedDice
from grognard.hexes import Hex
from grognard.play import Action, Frame
from grognard_ardennes44 import guns, works
from grognard_ardennes44.advance import Advance, ChooseAdvance, HoldBack
from grognard_ardennes44.air import ChooseAir
from grognard_ardennes44.artillery import ChooseAnswer, ChooseGuns, ChooseReady, Enough, ReadyAll
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.attackers import can_complete, candidates, is_legal, targets
from grognard_ardennes44.breakthrough import ChooseBreakthrough, Exploit, Halt
from grognard_ardennes44.bridges import Blow, ChooseDemolition, KeepBridge
from grognard_ardennes44.combat import (
    AttackHex,
    CallOff,
    ChooseAttackers,
    ChooseBreakthroughTarget,
    ChooseCallOff,
    ChooseTarget,
    EndCombat,
    Engage,
    Join,
    PressOn,
    column,
)
from grognard_ardennes44.disengagement import ChooseDisengagement, StayAll
from grognard_ardennes44.driving import Driving, Strategic
from grognard_ardennes44.engineers import places
from grognard_ardennes44.firefight import ChooseFirefight, TakeEngaged, firefight_modifiers, leads
from grognard_ardennes44.fuel import ChooseShort, RunShort
from grognard_ardennes44.guns import Haul, Limber
from grognard_ardennes44.movement import bars_to_moving, can_go, goals, mode_bars, overlay, set_out
from grognard_ardennes44.movement_phase import ChooseMover, Done, must_leave
from grognard_ardennes44.moving import March, Move, Moving, Stop, Tactical, To
from grognard_ardennes44.pieces import on_map, units_of
from grognard_ardennes44.position import ANTWERP, Ardennes, ArdennesDecision, ArdennesPosition
from grognard_ardennes44.reinforcement import enter_boxes, enters_at
from grognard_ardennes44.replacements import ChooseReplacement, ForgoReplacement
from grognard_ardennes44.strategic import (
    can_drive,
    columns,
    destinations,
    drives,
)
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.traffic import ChooseTraffic, EndTraffic, PlaceTraffic
from grognard_ardennes44.valuation import FAR_AWAY, RESULTS, WEIGHTS, Appraisal, Weights, gain, worth
from grognard_ardennes44.works import Dig

if TYPE_CHECKING:
    from grognard.game import Game

__all__ = ["Planner", "plan"]

Stage = Frame[ArdennesPosition, Tables]
FAR = 8
"""Hexes from the enemy beyond which a unit drives rather than walks."""
RELIEFS = 12
"""Units nearest a post that are thought of for it."""
MODES: Mapping[str, type[Move | March | Tactical | Strategic]] = {
    "move": Move, "march": March, "tactical": Tactical, "strategic": Strategic
}  # fmt: skip
NEAR = 4
"""Hexes from the enemy within which a unit that stays digs in."""


def plan(
    game: Game[ArdennesPosition, Tables], view: ArdennesPosition, weights: Weights = WEIGHTS
) -> list[Action]:
    """Answers for the coming decisions of the side to act; empty when there are none."""
    top = view.agenda[-1] if view.agenda else None
    if not isinstance(top, ArdennesDecision):
        return []
    return Planner(game, view, top.side, weights).plan()


class Planner:
    """Plans one run of decisions on a copy of a view."""

    def __init__(
        self, game: Game[ArdennesPosition, Tables], view: ArdennesPosition, side: str,
        weights: Weights = WEIGHTS,
    ) -> None:  # fmt: skip
        self.game, self.rules, self.side, self.weights = game, game.rules, side, weights
        self.play = Ardennes(view.copy(), game.rules, ScriptedDice(()))
        self._next: Hex | None = None
        self._force: tuple[str, ...] = ()
        self._queue: Iterator[Action] | None = None

    # The walk --------------------------------------------------------------------------------------------

    def plan(self) -> list[Action]:
        """Choose, carry out, and go on until somebody or something else decides."""
        actions: list[Action] = []
        decision: Any = self.position.agenda[-1]
        while decision is not None and decision.side == self.side:
            action = self.choose(decision)
            actions.append(action)
            try:
                self.game.take(self.play, action)
                decision = self.game.advance(self.play)[0]
            except DiceWanted:
                break
        return actions

    @property
    def position(self) -> ArdennesPosition:
        """The position that is walked on."""
        return self.play.position

    @cached_property
    def opinion(self) -> Appraisal:
        """What the side makes of the position as the walk began."""
        return Appraisal(self.rules, self.position, self.side, self.weights)

    def choose(self, decision: Any) -> Action:
        """The answer to one decision; what has no rule of its own here is answered as odds assume it."""
        for kind, answer in self._answers:
            if isinstance(decision, kind):
                chosen: Action = answer(decision)
                return chosen
        assumed: Action | None = decision.assumed(self.play)
        return assumed if assumed is not None else next(iter(decision.options(self.play)))

    @property
    def _answers(self) -> Sequence[tuple[type[Any], Callable[[Any], Action]]]:
        return (
            (ChooseMover, self.mover),
            (Moving, self.moving),
            (Driving, self.moving),
            (ChooseTarget, self.target),
            (ChooseAttackers, self.attackers),
            (ChooseBreakthroughTarget, self.breakthrough_target),
            (ChooseBreakthrough, self.breakthrough),
            (ChooseGuns, self.guns),
            (ChooseAnswer, self.first),
            (ChooseAir, self.first),
            (ChooseCallOff, self.call_off),
            (ChooseFirefight, self.firefight),
            (ChooseAdvance, self.advance),
            (ChooseReady, self.ready),
            (ChooseDisengagement, lambda _: StayAll()),
            (ChooseDemolition, self.demolition),
            (ChooseTraffic, self.traffic),
            (ChooseReplacement, self.replacement),
            (ChooseShort, self.short),
        )

    def first(self, decision: Any) -> Action:
        """The first option: what supports comes before nothing."""
        action: Action = next(iter(decision.options(self.play)))
        return action

    # Movement --------------------------------------------------------------------------------------------

    def mover(self, decision: ChooseMover) -> Action:
        """The next move of the phase."""
        if self._queue is None:
            self._queue = self.moves()
        action = next(self._queue)
        if isinstance(action, Done):
            self._queue = None  # another movement phase may follow, at night
        return action

    def moving(self, decision: Moving | Driving) -> Action:
        """Where the unit was sent; then it stops."""
        goal, self._next = self._next, None
        if goal is not None:
            return To(goal)
        options = list(decision.options(self.play))
        if Stop() in options:
            return Stop()
        best = max(
            (option for option in options if isinstance(option, To)),
            key=lambda option: self.opinion.stand(unit_of(decision), option.hex),
            default=None,
        )
        return best if best is not None else options[0]

    def moves(self) -> Iterator[Action]:
        """Reinforcements, posts, then unit after unit, then the end of the phase."""
        self.opinion = Appraisal(self.rules, self.position, self.side, self.weights)
        yield from self.arrivals()
        for post in self.opinion.posts():
            if self.opinion.duty(post) and (action := self.relief(post)) is not None:
                yield action
        for id_ in self.in_order():
            if id_ in self.position.units and (action := self.move_of(id_)) is not None:
                yield action
        for id_ in list(must_leave(self.rules, self.position, self.side)):
            yield Tactical(id_)
        yield Done()

    def arrivals(self) -> Iterator[Action]:
        """Everybody who is due comes in, by road where that is possible."""
        rank = {way: n for n, way in enumerate(("truck", "sm", "move", "march", "tactical"))}
        while True:
            ways_in = list(enters_at(self.play, self.side))
            if not ways_in:
                break
            best = min(ways_in, key=lambda a: (self.opinion.way.get(a.hex, FAR_AWAY), rank[a.by], a.unit))
            yield best
            if best.unit not in self.position.units:
                break
        while engineers := list(places(self.play, self.side)):
            yield min(engineers, key=lambda a: (self.opinion.enemies.get(a.hex, 99), a.unit))
        while boxes := [a for a in enter_boxes(self.play, self.side) if a.place == ANTWERP]:
            yield boxes[0]

    def in_order(self) -> list[str]:
        """Units on the map, those nearest the enemy first, artillery last."""
        counters, enemies = self.rules.counters, self.opinion.enemies
        mine = [(id_, unit) for id_, unit in units_of(self.rules, self.position, self.side)]
        mine.sort(key=lambda m: (counters[m[0]].gun, enemies.get(m[1].hex, 99), m[0]))
        return [id_ for id_, _ in mine if on_map(self.rules, self.position, id_)]

    def relief(self, post: Hex) -> Action | None:
        """The move that brings a unit to a post, of those not far away the one that is missed least."""
        rules, position, opinion = self.rules, self.position, self.opinion
        able = [
            id_ for id_ in self.in_order()
            if not rules.counters[id_].gun and not bars_to_moving(rules, position, id_)
        ]  # fmt: skip
        able.sort(key=lambda id_: opinion.ground.board.distance(position.units[id_].hex, post))
        best, score, how = "", 0.0, ""
        for id_ in able[:RELIEFS]:
            here = position.units[id_].hex
            gained = opinion.stand(id_, post) - opinion.stand(id_, here)
            if gained > score:
                modes = self.reaches(id_, opinion.enemies.get(here, 99))
                mode = next((mode for mode, hexes in modes if post in hexes), "")
                if mode:
                    best, score, how = id_, gained, mode
        if not best:
            return None
        self._next = post
        return MODES[how](best)

    def move_of(self, id_: str) -> Action | None:
        """The best that one unit can do in this phase; ``None`` to stay as it is."""
        rules, position, opinion = self.rules, self.position, self.opinion
        if bars_to_moving(rules, position, id_):
            return None
        counter, unit = rules.counters[id_], position.units[id_]
        if counter.gun:
            return self.gun_move(id_)
        far = opinion.enemies.get(unit.hex, 99)
        best, score, how = unit.hex, opinion.stand(id_, unit.hex) + 0.2, ""
        for mode, hexes in self.reaches(id_, far):
            for hex in hexes:
                here = opinion.stand(id_, hex)
                if here > score:
                    best, score, how = hex, here, mode
        if how:
            self._next = best
            return MODES[how](id_)
        if far <= NEAR and not opinion.strikes and not works.dig_bars(rules, position, id_):
            return Dig(id_)
        return None

    def reaches(self, id_: str, far: int) -> Iterator[tuple[str, Iterable[Hex]]]:
        """The modes a unit can move in, and where each leads; driving only far from the enemy."""
        rules, position = self.rules, self.position
        common = overlay(rules, position, self.side)
        marker = position.units[id_].marker
        if far > FAR and drives(rules.counters[id_], marker):
            others = columns(rules, position, self.side)
            spare = others.spare > 0 or marker == "truck"
            if spare and can_drive(rules, position, id_, others):
                yield "strategic", destinations(rules, position, id_, others)[0]
        for mode in ("move", "tactical") if far > 1 else ("move", "tactical", "march"):
            if not mode_bars(rules, position, id_, mode):
                trip = set_out(rules, position, id_, mode)
                if can_go(rules, position, trip, common):
                    yield mode, goals(rules, position, trip, common)[0]

    def gun_move(self, id_: str) -> Action | None:
        """Artillery follows the front when nobody is within its range."""
        rules, position, opinion = self.rules, self.position, self.opinion
        counter, unit = rules.counters[id_], position.units[id_]
        far = opinion.enemies.get(unit.hex, 99)
        if 1 < far <= counter.range - 1:
            return None
        kind = Haul if self.side == "german" else Limber
        bars, journey = guns.WAYS[kind]
        common = overlay(rules, position, self.side)
        if bars(rules, position, id_):
            return None
        trip = journey(rules, position, id_)
        if not can_go(rules, position, trip, common):
            return None
        best = max(
            goals(rules, position, trip, common)[0],
            key=lambda hex: opinion.stand(id_, hex),
            default=unit.hex,
        )
        if opinion.stand(id_, best) <= opinion.stand(id_, unit.hex) + 0.5:
            return None
        self._next = best
        return kind(id_)

    # Combat ----------------------------------------------------------------------------------------------

    def target(self, decision: ChooseTarget) -> Action:
        """The attack with the best expected gain, if any is worth its while."""
        best, score = "", self.weights.open_fire
        self._force = ()
        for hex in targets(self.rules, self.position, self.side):
            force = self.force(hex, decision.joiners)
            if force and (found := self.attack_worth(hex, force)) > score:
                best, score, self._force = hex, found, force
        return AttackHex(best) if best else EndCombat()

    def attack_worth(self, hex: Hex, force: tuple[str, ...]) -> float:
        """Expected gain of an attack, more where a victory hex is to be won; own guns help."""
        attack = Attack(self.side, hex, force)
        last = len(self.rules.crt.labels) - 1
        here = min(last, column(self.rules, self.position, attack) + self.support(hex, force))
        prize = self.opinion.goals.get(hex, 0.0) if self.opinion.strikes else 0.0
        prize += self.weights.home if hex in self.opinion.homes else 0.0
        around = (hex, *self.opinion.ground.board.neighbours(hex))
        prize += max(self.opinion.cuts.get(other, 0.0) for other in around)
        return gain(self.rules, here) + 0.15 * prize

    def support(self, hex: Hex, force: tuple[str, ...]) -> int:
        """Columns that own artillery in range may add, one at most to be careful."""
        board = self.rules.ground(self.position).board
        for id_, unit in units_of(self.rules, self.position, self.side):
            counter = self.rules.counters[id_]
            if counter.gun and unit.ready and not unit.engaged and not unit.state:
                colours = {self.rules.counters[other].colour for other in force}
                near = unit.hex in board.index and board.distance(unit.hex, hex) <= counter.range
                if near and counter.colour in colours:
                    return 1
        return 0

    def force(self, hex: Hex, joiners: tuple[str, ...]) -> tuple[str, ...]:
        """The strongest legal set of attackers, the strong ones first."""
        rules, position = self.rules, self.position
        able = candidates(rules, position, self.side, hex, joiners)
        able.sort(key=lambda id_: (-self.rules.counters[id_].attack, id_))
        chosen: tuple[str, ...] = ()
        for id_ in able:
            more = tuple(sorted((*chosen, id_)))
            if is_legal(rules, position, more):
                chosen = more
        return chosen if set(chosen) - set(joiners) else ()

    def attackers(self, decision: ChooseAttackers) -> Action:
        """The units of the force planned, in order; without a plan, whoever may."""
        planned = self._force or self.force(decision.target, decision.joiners)
        for id_ in planned:
            if id_ not in decision.units and (not decision.units or id_ > decision.units[-1]):
                later = [i for i in planned if i > id_]
                if can_complete(self.rules, self.position, (*decision.units, id_), later):
                    return Join(id_)
        return Engage() if decision.units else self.first(decision)

    def breakthrough_target(self, decision: ChooseBreakthroughTarget) -> Action:
        """The hex with the best gain."""
        options = list(decision.options(self.play))
        return max(options, key=lambda a: self.opinion.attack_gain(a.hex, decision.units))

    def breakthrough(self, decision: ChooseBreakthrough) -> Action:
        """Go on if the best attack of the largest group is worth it."""
        board = self.rules.ground(self.position).board
        enemy = self.position.allied if self.side == "german" else self.position.german
        for option in decision.options(self.play):
            if isinstance(option, Exploit):
                hex = self.position.units[option.units[0]].hex
                near = [other for other in board.neighbours(hex) if other in enemy]
                best = max((self.opinion.attack_gain(other, option.units) for other in near), default=-9.0)
                if best > self.weights.open_fire:
                    return option
        return Halt()

    def guns(self, decision: ChooseGuns) -> Action:
        """Support as long as a column is to be gained."""
        attack = self.play.enclosing(Attack)
        full = column(self.rules, self.position, attack) >= len(self.rules.crt.labels) - 1
        return Enough() if full else self.first(decision)

    def call_off(self, decision: ChooseCallOff) -> Action:
        """Press on if it is still worth it."""
        here = column(self.rules, self.position, self.play.enclosing(Attack))
        return PressOn() if gain(self.rules, here) > self.weights.open_fire else CallOff()

    def firefight(self, decision: ChooseFirefight) -> Action:
        """Fight it out if the table promises more than an Engaged defender."""
        attack, table = self.play.enclosing(Attack), self.rules.firefight

        def expected(id_: str) -> float:
            modifiers = firefight_modifiers(self.rules, self.position, attack, id_, decision.extra)
            drm = sum(reason.value for reason in modifiers)
            return sum(RESULTS.get(str(table.look(roll + drm)), 0.0) for roll in range(1, 7)) / 6

        best = max(leads(self.rules, self.position, attack), key=lambda id_: (expected(id_), id_))
        assumed = decision.assumed(self.play)
        if expected(best) <= RESULTS["Eng"]:
            return TakeEngaged()
        return type(assumed)(best)

    def advance(self, decision: ChooseAdvance) -> Action:
        """Forward where that is better than to stay: the striker towards his goals, others to hold them."""
        here = self.position.units[decision.unit].hex
        opinion = Appraisal(self.rules, self.position, self.side, self.weights)
        stay = opinion.stand(decision.unit, here)
        best: Action = HoldBack(decision.unit)
        for option in islice(decision.options(self.play), 60):
            if isinstance(option, Advance):
                score = opinion.stand(decision.unit, option.hexes[-1])
                if score > stay:
                    best, stay = option, score
        return best

    # The other phases ------------------------------------------------------------------------------------

    def ready(self, decision: ChooseReady) -> Action:
        """As many guns as may be readied."""
        options = list(decision.options(self.play))
        return ReadyAll() if ReadyAll() in options else options[0]

    def demolition(self, decision: ChooseDemolition) -> Action:
        """The side that holds blows what is threatened; the striker needs the bridges."""
        if self.opinion.strikes:
            return KeepBridge()
        return next((o for o in decision.options(self.play) if isinstance(o, Blow)), KeepBridge())

    def traffic(self, decision: ChooseTraffic) -> Action:
        """On the roads by which the striker comes, a little before him; the striker places none."""
        opinion = self.opinion
        if opinion.strikes:
            return EndTraffic()
        ground = self.rules.ground(self.position)
        roads = [
            option
            for option in decision.options(self.play)
            if isinstance(option, PlaceTraffic)
            and 1 <= opinion.enemies.get(option.hex, 99) <= 3
            and ground.on_road(option.hex)
        ]
        if not roads:
            return EndTraffic()
        return min(roads, key=lambda o: (opinion.way.get(o.hex, FAR_AWAY), o.hex))

    def replacement(self, decision: ChooseReplacement) -> Action:
        """The unit that is worth most."""
        options = [o for o in decision.options(self.play) if not isinstance(o, ForgoReplacement)]
        if not options:
            return ForgoReplacement()
        return max(options, key=lambda o: (self.rules.counters[o.unit].attack, o.unit))

    def short(self, decision: ChooseShort) -> Action:
        """The Germans name the weaker division, the Allies the stronger."""

        def strength(formation: str) -> float:
            units = self.position.units
            return sum(
                worth(self.rules.counters[id_], unit)
                for id_, unit in units.items()
                if self.rules.counters[id_].formation == formation
            )

        choose = min if self.side == "german" else max
        return RunShort(choose(decision.formations, key=lambda f: (strength(f), f)))


def unit_of(decision: Moving | Driving) -> str:
    """The unit that is moving."""
    return decision.trip.unit if isinstance(decision, Moving) else decision.unit
