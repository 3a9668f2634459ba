"""The search bot."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from grognard.bots.bot import Seeded
from grognard.bots.lookahead import after, worth
from grognard.dice import SeededDice

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.play import Action, Side

__all__ = ["SearchBot"]


class SearchBot(Seeded):
    """Plays on from every option, to the end of its own turn or ``depth`` choices, and takes the best mean.

    It plays on by the system's plan, or at random where there is none. Rounds over the options, all with the
    same luck, are repeated until ``nodes`` actions were tried. ``seconds`` stops it earlier, at the price
    that its choices then depend on the machine.
    """

    id = "search"
    needs_view: ClassVar[bool] = True

    def __init__(
        self,
        seed: int | str = 0,
        *,
        nodes: int = 400,
        width: int = 16,
        depth: int = 8,
        seconds: float | None = None,
    ) -> None:
        super().__init__(seed)
        self.nodes, self.width, self.depth, self.seconds = nodes, width, depth, seconds
        self._asked = 0

    def choose(self, game: Game[Any, Any], view: Any, options: Sequence[Action]) -> Action:
        """The option that played out best on average."""
        if len(options) == 1:
            return options[0]
        side = game.to_act(view)
        assert side is not None  # somebody is asked to choose
        self._asked += 1
        self._left = self.nodes
        self._deadline = None if self.seconds is None else monotonic() + self.seconds
        luck = f"search/{self.seed}/{self._asked}"
        candidates = self._candidates(game, view, options, Random(luck))
        totals = [0.0] * len(candidates)
        played = [0] * len(candidates)
        turn = 0
        while self._goes_on() or turn < len(candidates):
            which = turn % len(candidates)
            seed = f"{luck}/{turn // len(candidates)}"
            totals[which] += self._play_out(game, view, candidates[which], side, seed)
            played[which] += 1
            turn += 1
        means = [total / times for total, times in zip(totals, played, strict=True)]
        return candidates[means.index(max(means))]

    def _candidates(
        self, game: Game[Any, Any], view: Any, options: Sequence[Action], random: Random
    ) -> list[Action]:
        """The options to compare: the planned one first, so that it wins ties, and a sample of the others."""
        planned = [action for action in game.plan(view)[:1] if action in options]
        others = [option for option in options if option not in planned]
        room = self.width - len(planned)
        return planned + (random.sample(others, room) if len(others) > room else others)

    def _goes_on(self) -> bool:
        return self._left > 0 and (self._deadline is None or monotonic() < self._deadline)

    def _play_out(self, game: Game[Any, Any], view: Any, action: Action, side: Side, seed: str) -> float:
        dice, random = SeededDice(seed), Random(seed)
        position = view
        plan: list[Action] = []
        for _ in range(self.depth):
            position, options = after(game, position, action, dice, side)
            self._left -= 1
            if not options:
                break
            if not plan or plan[0] not in options:
                plan = list(game.plan(game.view(position, side)))
            action = plan.pop(0) if plan and plan[0] in options else random.choice(options)
        return worth(game, position, side)
