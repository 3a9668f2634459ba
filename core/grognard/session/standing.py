"""Standing answers: kinds of decision that a side answers beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.errors import GrognardError
from grognard.play import Decision

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grognard.game import Game
    from grognard.play import Action, Side

__all__ = ["Kind", "StandingAnswers"]

Kind = str | type[Decision[Any, Any, Any]]
"""A kind of decision: its class or the name of that."""


class StandingAnswers:
    """Side and kind of decision → the text of the action that is its answer."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._texts: dict[tuple[Side, str], str] = {}

    @property
    def texts(self) -> Mapping[tuple[Side, str], str]:
        """All of them: (side, decision) → text."""
        return dict(self._texts)

    def give(self, side: Side, decision: Kind, answer: str) -> None:
        """Take an answer down; raises ``GrognardError`` if the system has no such decision."""
        frames, name = self._game.frames, _name(decision)
        if name not in frames or not issubclass(frames[name], Decision):
            known = sorted(n for n, frame in frames.items() if issubclass(frame, Decision))
            raise GrognardError(f"there is no decision {name!r}; expected one of {', '.join(known)}")
        self._texts[side, name] = " ".join(answer.split()).casefold()

    def withdraw(self, side: Side, decision: Kind | None) -> None:
        """Strike a side's answer to a kind of decision, or all of them."""
        for key in list(self._texts):
            if key[0] == side and (decision is None or key[1] == _name(decision)):
                del self._texts[key]

    def answer(self, decision: Decision[Any, Any, Any] | None, options: Sequence[Action]) -> Action | None:
        """The option that answers a decision, if one does."""
        wanted = self._texts.get((decision.side, type(decision).__name__)) if decision else None
        if wanted is None:
            return None
        return next((option for option in options if self._game.say(option).casefold() == wanted), None)


def _name(decision: Kind) -> str:
    return decision if isinstance(decision, str) else decision.__name__
