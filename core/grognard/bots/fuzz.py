"""The fuzz bot, for finding faults: it keeps doing things, and things of every kind."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from grognard.bots.bot import Seeded

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.play import Action

__all__ = ["FuzzBot", "passes"]

T = TypeVar("T")
_NOTHING = ("", None, ())


def passes(action: Action) -> bool:
    """Whether an action names nothing (pass, decline, stop): it has no facts, or only empty ones.

    >>> from grognard.play import Action
    >>> class Hold(Action, frozen=True): ...
    >>> class Go(Action, frozen=True):
    ...     to: str
    >>> passes(Hold()), passes(Go("E5")), passes(Go(""))
    (True, False, True)
    """
    for name in action.__struct_fields__:  # noqa: SIM110  # a loop is twice as fast; every option is asked
        if getattr(action, name) not in _NOTHING:
            return False
    return True


class FuzzBot(Seeded):
    """Passes once in twenty times where it could do something; picks a kind of action, then one of it."""

    id = "fuzz"
    needs_view: ClassVar[bool] = False
    rarely: ClassVar[float] = 0.05

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self._random = Random(f"fuzz/{seed}")

    def choose(self, game: Game[Any, Any], view: Any, options: Sequence[Action]) -> Action:
        """An option that does something, nearly always."""
        deeds: dict[type[Action], list[Action]] = {}
        idle: list[Action] = []
        for option in options:
            if passes(option):
                idle.append(option)
            else:
                deeds.setdefault(type(option), []).append(option)
        if idle and (not deeds or self._random.random() < self.rarely):
            return self._any(idle)
        return self._any(self._any(list(deeds.values())))

    def _any(self, things: Sequence[T]) -> T:
        return things[int(self._random.random() * len(things))]
