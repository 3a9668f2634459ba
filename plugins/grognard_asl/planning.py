"""How the computer plays: answers for the coming decisions of the side to act.

A :class:`Planner` looks at one position and answers the decision on top, and those that follow it as long as
nobody else decides. What it likes is in :mod:`grognard_asl.valuation`; fire, moves, flight and close combat
have chapters of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from grognard.play import Action
from grognard_asl.advance import Advance, ChooseAdvance, EndAdvances
from grognard_asl.brawl import Brawl
from grognard_asl.close_combat import ChooseAttack
from grognard_asl.combat_stacks import Alone, ChooseArrangement, ChooseCombat, Ready, Support
from grognard_asl.defensive_fire import ChooseFirstFire
from grognard_asl.fire import ChooseFirers, ChooseTarget
from grognard_asl.flights import Flights
from grognard_asl.gunnery import Gunnery
from grognard_asl.manoeuvre import Manoeuvre, begin
from grognard_asl.movement import (
    ChooseManner,
    ChooseMover,
    ChooseStep,
    EndMoves,
    Move,
    Moving,
    Stop,
    To,
    Walk,
)
from grognard_asl.position import AslDecision, AslPosition
from grognard_asl.rally import ChooseKeepDm, ChooseRally
from grognard_asl.results import ChooseRate, KeepRate
from grognard_asl.rout import ChooseRout
from grognard_asl.routing import ChooseDiscard, ChooseRoutStep
from grognard_asl.setup import ChooseOwner, ChoosePlace
from grognard_asl.siting import Siting
from grognard_asl.stacks import ChooseExcess
from grognard_asl.survey import Survey
from grognard_asl.tables import Tables
from grognard_asl.valuation import WEIGHTS, Weights
from grognard_asl.weapons import ChooseTransfer, EndTransfers, Give, Recover

if TYPE_CHECKING:
    from grognard.game import Game

__all__ = ["Planner", "plan"]

LEAST_GAIN = 0.15
"""Moves and advances that promise less are left."""


def plan(game: Game[AslPosition, Tables], view: AslPosition, weights: Weights = WEIGHTS) -> list[Action]:
    """Answers for the coming decisions of the side to act; empty when there are none."""
    top = view.agenda[-1] if view.agenda else None
    if not isinstance(top, AslDecision):
        return []
    return Planner(game.rules, view, top.side, weights).answer(top)


class Planner:
    """What one side would do in one position."""

    def __init__(self, rules: Tables, view: AslPosition, side: str, weights: Weights = WEIGHTS) -> None:
        self.survey = Survey(rules, view, side, weights)
        self.play = self.survey.play
        self.manoeuvre = Manoeuvre(self.survey)
        self.gunnery = Gunnery(self.survey, self.manoeuvre)
        self.flights = Flights(self.survey, self.manoeuvre)
        self.brawl = Brawl(self.survey, self.manoeuvre)
        self.siting = Siting(self.survey, self.manoeuvre)

    def answer(self, decision: AslDecision[Any]) -> list[Action]:
        """Answers for a decision and what follows it."""
        found: Action | Sequence[Action] = CHOICES[type(decision)](self, decision)
        return [found] if isinstance(found, Action) else list(found)

    # Moves -----------------------------------------------------------------------------------------------
    def mover(self, decision: ChooseMover) -> list[Action]:
        """The best move of the first stack, from front to rear, that is better off elsewhere; to its end.

        Of a stack that part moves which gains most for each squad: fire hits all who move together.
        """
        units = self.play.position.units
        stacks: dict[str, list[tuple[str, ...]]] = {}
        for option in decision.options(self.play):
            if isinstance(option, Move):
                stacks.setdefault(units[option.units[0]].hex, []).append(option.units)
        for start in sorted(stacks, key=lambda hex: self.survey.march(hex) if hex else -1.0):
            groups = self.unlike(stacks[start])
            ways = {group: self.manoeuvre.best(group, start) for group in groups}
            group = max(groups, key=lambda each: ways[each].gain / max(1, sum(map(self.survey.mmc, each))))
            if ways[group].steps and ways[group].gain > LEAST_GAIN:
                return begin(group, ways[group])
        return [EndMoves()]

    def unlike(self, groups: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """Groups of one stack without those that another one is the very image of."""
        found: dict[object, tuple[str, ...]] = {}
        for group in groups:
            found.setdefault(self.survey.look(group), group)
        return list(found.values())

    def manner(self, decision: ChooseManner) -> list[Action]:
        """As the best way demands; what is too heavy is dropped."""
        moving = self.play.enclosing(Moving)
        options: list[Action] = list(decision.options(self.play))
        if Walk() not in options:
            return options[:1]
        way = self.manoeuvre.best(moving.units, moving.start)
        return way.actions() if way.steps else [Walk()]

    def step(self, decision: ChooseStep) -> list[Action]:
        """On along the best way, or the end; the first step is made even if it leads nowhere good."""
        moving = self.play.enclosing(Moving)
        here = self.play.position.units[moving.units[0]].hex
        options = list(decision.options(self.play))
        way = self.manoeuvre.onward(moving, here)
        if way.steps and To(way.steps[0]) in options:
            return [*map(To, way.steps), Stop()]
        if Stop() in options:
            return [Stop()]
        steps = [option for option in options if isinstance(option, To)]
        return [max(steps, key=lambda o: self.manoeuvre.place(moving.units, o.hex)) if steps else options[0]]

    def advance(self, decision: ChooseAdvance) -> list[Action]:
        """Into close combat where it pays, else where units stand better."""
        assault = self.brawl.assault(decision)
        if assault is not None:
            return [Advance(id_, assault.hex) for id_ in assault.units]
        units = self.play.position.units
        best: tuple[float, Action] = (LEAST_GAIN, EndAdvances())
        for option in decision.options(self.play):
            if not isinstance(option, Advance) or option.hex in self.survey.marks:
                continue
            ids, here = (option.unit,), units[option.unit].hex
            if self.manoeuvre.full(ids, option.hex):
                continue
            gain = self.manoeuvre.place(ids, option.hex, here) - self.manoeuvre.place(ids, here)
            if gain > best[0]:
                best = (gain, option)
        return [best[1]]

    # Weapons and stacks ----------------------------------------------------------------------------------
    def transfer(self, decision: ChooseTransfer) -> Give | Recover | EndTransfers:
        """Squads pick up what lies about; leaders hand their guns to squads that have none."""
        position, survey = self.play.position, self.survey
        owners = {gun.owner for gun in position.weapons.values() if gun.owner}
        for option in decision.options(self.play):
            if isinstance(option, EndTransfers) or option.unit in owners or not survey.mmc(option.unit):
                continue
            if isinstance(option, Recover):
                return option
            owner = position.weapons[option.weapon].owner
            if not survey.mmc(owner) or sum(g.owner == owner for g in position.weapons.values()) > 1:
                return option
        return EndTransfers()

    def discard(self, decision: ChooseDiscard) -> Action:
        """The gun with the least firepower."""
        weapons, rows = self.play.position.weapons, self.survey.rules.weapons
        return min(decision.options(self.play), key=lambda drop: rows[weapons[drop.weapon].kind].fp)

    def excess(self, decision: ChooseExcess) -> Action:
        """The dearest enemy unit."""
        return max(decision.options(self.play), key=lambda remove: self.survey.worth_of((remove.unit,)))

    # Close combat ----------------------------------------------------------------------------------------
    def combat(self, decision: ChooseCombat) -> Action:
        """In the order of the map."""
        return next(iter(decision.options(self.play)))

    def arrangement(self, decision: ChooseArrangement) -> Action:
        """Leaders stay with the strongest unbroken men; nothing is dropped."""
        units = self.play.position.units
        options = list(decision.options(self.play))
        if Ready() in options:
            return Ready()
        stacked = [option for option in options if isinstance(option, Support)]
        if not stacked:
            return next(option for option in options if isinstance(option, Alone))
        return max(stacked, key=lambda o: (not units[o.unit].broken, self.survey.worth_of((o.unit,))))


CHOICES: dict[type[AslDecision[Any]], Callable[[Planner, Any], Action | Sequence[Action]]] = {
    ChooseAdvance: Planner.advance,
    ChooseArrangement: Planner.arrangement,
    ChooseAttack: lambda planner, decision: planner.brawl.designate(decision),
    ChooseCombat: Planner.combat,
    ChooseDiscard: Planner.discard,
    ChooseExcess: Planner.excess,
    ChooseFirers: lambda planner, decision: planner.gunnery.firers(decision),
    ChooseFirstFire: lambda planner, decision: planner.gunnery.first_fire(decision),
    ChooseKeepDm: lambda planner, decision: planner.flights.keep_dm(decision),
    ChooseManner: Planner.manner,
    ChooseMover: Planner.mover,
    ChooseOwner: lambda planner, decision: planner.siting.owner(decision),
    ChoosePlace: lambda planner, decision: planner.siting.place(decision),
    ChooseRally: lambda planner, decision: planner.flights.rally(decision),
    ChooseRate: lambda planner, decision: KeepRate(),
    ChooseRout: lambda planner, decision: planner.flights.rout(decision),
    ChooseRoutStep: lambda planner, decision: planner.flights.step(decision),
    ChooseStep: Planner.step,
    ChooseTarget: lambda planner, decision: planner.gunnery.target(decision),
    ChooseTransfer: Planner.transfer,
}
"""Decision → who answers it."""
