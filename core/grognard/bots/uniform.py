"""The random bot."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from grognard.bots.bot import Seeded

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.play import Action

__all__ = ["RandomBot"]


class RandomBot(Seeded):
    """Takes every option with equal chance."""

    id = "random"
    needs_view: ClassVar[bool] = False

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self._random = Random(f"random/{seed}")

    def choose(self, game: Game[Any, Any], view: Any, options: Sequence[Action]) -> Action:
        """Any option."""
        return options[int(self._random.random() * len(options))]
