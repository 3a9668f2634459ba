"""The greedy bot."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from grognard.bots.bot import Seeded
from grognard.bots.lookahead import after, worth
from grognard.dice import SeededDice

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.play import Action

__all__ = ["GreedyBot"]


class GreedyBot(Seeded):
    """Follows the system's plan; where there is none, takes the option whose result looks best.

    A plan answers a run of staged decisions. When it is used up, or its next action is not among the options,
    the system is asked again. ``width`` bounds the options compared one by one and ``samples`` the throws of
    the dice tried for each; all options meet the same luck.
    """

    id = "greedy"
    needs_view: ClassVar[bool] = True

    def __init__(self, seed: int | str = 0, *, width: int = 48, samples: int = 4) -> None:
        super().__init__(seed)
        self.width, self.samples = width, samples
        self._random = Random(f"greedy/{seed}")
        self._plan: deque[Action] = deque()
        self._asked = 0

    def choose(self, game: Game[Any, Any], view: Any, options: Sequence[Action]) -> Action:
        """The next action of the plan, or the best-looking option."""
        if not self._plan or self._plan[0] not in options:
            self._plan = deque(game.plan(view))
        if self._plan and self._plan[0] in options:
            return self._plan.popleft()
        self._plan.clear()
        return self._best(game, view, options)

    def _best(self, game: Game[Any, Any], view: Any, options: Sequence[Action]) -> Action:
        side = game.to_act(view)
        assert side is not None  # somebody is asked to choose
        self._asked += 1
        if len(options) > self.width:
            options = self._random.sample(options, self.width)
        scores = [self._score(game, view, option, side) for option in options]
        best = max(scores)
        return self._random.choice([o for o, score in zip(options, scores, strict=True) if score == best])

    def _score(self, game: Game[Any, Any], view: Any, option: Action, side: str) -> float:
        """Mean worth over a few throws; one is enough where nothing is rolled."""
        total = 0.0
        for sample in range(self.samples):
            dice = SeededDice(f"{self.seed}/{self._asked}/{sample}")
            position, _ = after(game, view, option, dice, side)
            total += worth(game, position, side)
            if not dice.rolled:
                return total / (sample + 1)
        return total / self.samples
