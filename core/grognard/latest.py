"""The last answer to a question, kept with its facts: most questions in a row are about the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")

__all__ = ["Latest"]


class Latest(Generic[T]):
    """An answer, true for equal facts and for no others, whichever position or game they come from.

    Facts are compared by value; dictionaries are copied, so that they may change afterwards. Objects that
    positions share are equal without a closer look, which makes asking again nearly free.

    >>> hexes, troops = Latest(), {"a": "0101", "b": "0101"}
    >>> hexes.ask(lambda: set(troops.values()), troops)
    {'0101'}
    >>> hexes.ask(lambda: 1 / 0, dict(troops))  # equal facts: nothing is worked out
    {'0101'}
    >>> troops["a"], troops["b"] = "0202", "0202"
    >>> hexes.ask(lambda: set(troops.values()), troops)
    {'0202'}
    """

    __slots__ = ("_answer", "facts")

    def __init__(self) -> None:
        self.facts: tuple[object, ...] | None = None
        self._answer: Any = None

    def ask(self, work_out: Callable[[], T], *facts: object) -> T:
        """The answer; worked out only if it came from other facts than these."""
        if self.facts != facts:
            self._answer = work_out()
            self.facts = tuple(fact.copy() if isinstance(fact, dict) else fact for fact in facts)
        answer: T = self._answer
        return answer
