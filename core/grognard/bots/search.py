"""The search bot."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from grognard.bots.bot import Seeded
from grognard.bots.lookahead import settle, worth
from grognard.dice import SeededDice
from grognard.play import Play

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.play import Action, Side

__all__ = ["SearchBot"]


class SearchBot(Seeded):
    """Plays on from every option for a while, again and again, and takes what came out best.

    Both sides play on by the system's plan, or at random where there is none, to the end of the turn (or of
    more ``turns``) or to where somebody's choices are not known. All options meet the same luck; the worse
    half is dropped again and again while some ``nodes`` actions are tried. The planned action is only given
    up for one that is clearly better. ``seconds`` stops the search earlier, at the price that its choices
    then depend on the machine.
    """

    id = "search"
    needs_view: ClassVar[bool] = True

    def __init__(
        self,
        seed: int | str = 0,
        *,
        nodes: int = 400,
        width: int = 16,
        turns: int = 1,
        depth: int = 60,
        seconds: float | None = None,
    ) -> None:
        super().__init__(seed)
        self.nodes, self.width, self.turns, self.depth, self.seconds = nodes, width, turns, depth, seconds
        self._asked = 0
        self._plan: list[Action] = []

    def choose(self, game: Game[Any, Any], view: Any, options: Sequence[Action]) -> Action:
        """The planned action, or the option that clearly played out better."""
        if len(options) == 1:
            return options[0]
        self._asked += 1
        self._left = self.nodes
        self._deadline = None if self.seconds is None else monotonic() + self.seconds
        if not self._plan or self._plan[0] not in options:
            self._plan = list(game.plan(view))
        planned = self._plan[0] if self._plan and self._plan[0] in options else None
        choice = self._best(game, view, options, planned)
        self._plan = self._plan[1:] if choice == planned else []
        return choice

    def _best(
        self, game: Game[Any, Any], view: Any, options: Sequence[Action], planned: Action | None
    ) -> Action:
        luck = f"search/{self.seed}/{self._asked}"
        others = [option for option in options if option != planned]
        room = self.width - (planned is not None)
        if len(others) > room:
            others = Random(luck).sample(others, room)
        alive = others if planned is None else [planned, *others]
        scores: dict[Action, list[float]] = {option: [] for option in alive}
        halvings = max(1, (len(alive) - 1).bit_length())
        for halving in range(halvings):
            until = self.nodes * (halvings - halving - 1) // halvings
            self._rounds(game, view, alive, scores, luck, until)
            alive.sort(key=lambda option: -_mean(scores[option]))
            best = alive[: max(2, (len(alive) + 1) // 2)]
            alive = best if planned is None or planned in best else [*best, planned]
        champion = alive[0]
        if planned is None or _clearly_better(scores[champion], scores[planned]):
            return champion
        return planned

    def _rounds(
        self,
        game: Game[Any, Any],
        view: Any,
        alive: Sequence[Action],
        scores: dict[Action, list[float]],
        luck: str,
        until: int,
    ) -> None:
        """Play every option once more, as often as the nodes down to ``until`` allow, but once at least."""
        while True:
            seed = f"{luck}/{len(scores[alive[0]])}"
            for option in alive:
                scores[option].append(self._play_out(game, view, option, seed))
            if self._left <= until or (self._deadline is not None and monotonic() >= self._deadline):
                return

    def _play_out(self, game: Game[Any, Any], view: Any, action: Action, seed: str) -> float:
        """Play on from an option; what the position reached is worth."""
        random = Random(seed)
        play = Play(view.copy(), game.rules, SeededDice(seed))
        side = view.agenda[-1].side
        plans: dict[Side, list[Action]] = {}
        if self._plan and action == self._plan[0]:
            plans[side] = self._plan[1:]
        horizon = game.turn(view) + self.turns
        for _ in range(self.depth):
            game.take(play, action)
            self._left -= 1
            options = settle(game, play, side)
            decision = game.decision(play.position)
            if decision is None or game.turn(play.position) >= horizon:
                break
            options = options or list(decision.options(play))
            if not options:
                break
            plan = plans.get(decision.side, [])
            if not plan or plan[0] not in options:
                plan = plans[decision.side] = list(game.plan(game.view(play.position, decision.side)))
            action = plan.pop(0) if plan and plan[0] in options else random.choice(options)
        return worth(game, play.position, side)


def _mean(scores: Sequence[float]) -> float:
    return sum(scores) / len(scores)


def _clearly_better(scores: Sequence[float], others: Sequence[float]) -> bool:
    """Whether the mean of paired differences lies more than its standard error above zero."""
    differences = [a - b for a, b in zip(scores, others, strict=False)]
    if len(differences) < 2:
        return False
    mean = _mean(differences)
    variance = sum((each - mean) ** 2 for each in differences) / (len(differences) - 1)
    return mean > sqrt(variance / len(differences))
