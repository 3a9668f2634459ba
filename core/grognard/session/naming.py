"""What an action or the text of one means in a session: an action at a time to play, stages to ask about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.choosing import ahead, begin, choose
from grognard.errors import GrognardError, IllegalAction, NotationError
from grognard.play import Action

if TYPE_CHECKING:
    from grognard.game import Game

__all__ = ["Naming"]


class Naming(NamedTuple):
    """The place at which something is named: a position, and the options of the side to act."""

    game: Game[Any, Any]
    position: Any
    options: Sequence[Action]

    @property
    def view(self) -> Any:
        """The position as the side to act may see it; the whole of it after the end."""
        side = self.game.to_act(self.position)
        return self.position if side is None else self.game.view(self.position, side)

    def named(self, action: Action | str) -> Action:
        """The action, legal or not; raises NotationError for a text that names none."""
        if isinstance(action, str):
            return self.game.parse(self.position, action)
        if not isinstance(action, Action):
            raise NotationError(f"expected an action or the text of one, got {action!r}")
        return action

    def legal(self, action: Action | str) -> Action:
        """The action, if the rules allow it; raises IllegalAction with every reason against it."""
        named = self.named(action)
        if named not in self.options and (reasons := self.game.refusal(self.position, named)):
            raise IllegalAction(self.game.say(named), reasons)
        return named

    def single(self, action: Action | str) -> Action:
        """The action, if it is legal and alone; raises as :meth:`legal`."""
        try:
            return self.legal(action)
        except NotationError:
            if isinstance(action, str) and self._is_several(action):
                raise NotationError(f"expected one action at a time, got {action!r}") from None
            raise

    def asked(self, action: Action | str) -> tuple[Any, Action]:
        """What a question is about: the view before the last stage that is named, and that stage."""
        try:
            return self.view, self.legal(action)
        except NotationError:
            if not isinstance(action, str):
                raise
        return ahead(self.game, self.view, self.options, action)

    def _is_several(self, text: str) -> bool:
        """Whether a text names several stages or choices, as far as anybody can foresee."""
        try:
            begin(self.game, self.view, self.options, text)
            return choose(self.game, self.view, self.options, text)[1] is not None
        except GrognardError:
            return False
