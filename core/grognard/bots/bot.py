"""What a bot is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.play import Action, Side

__all__ = ["Bot", "Seeded", "bot_seed"]


class Bot(Protocol):
    """A player of one seat of one game."""

    needs_view: ClassVar[bool]
    """Whether ``choose`` looks at the view; ``None`` is passed for one otherwise, which saves making it."""

    def choose(self, game: Game[Any, Any], view: Any, options: Sequence[Action]) -> Action:
        """One of the options, which are never empty; ``view`` is a copy the bot may play on."""
        ...


class Seeded:
    """A bot that is made from a seed alone."""

    id: ClassVar[str] = ""

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed

    @classmethod
    def make(cls, game: Game[Any, Any], seed: int | str) -> Self:
        """A bot for a seat of ``game``."""
        return cls(seed)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id!r}, seed {self.seed!r}>"


def bot_seed(seed: int | str, side: Side, played: int = 0) -> str:
    """The seed of the bot that plays ``side`` in the game of a seed, after ``played`` actions.

    >>> bot_seed(7, "red")
    '7/red'
    """
    return f"{seed}/{side}/{played}" if played else f"{seed}/{side}"
