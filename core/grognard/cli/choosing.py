"""What a typed line means: a number, an action, its facts alone, or several stages in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grognard.errors import IllegalAction, NotationError
from grognard.play import NO_DICE

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.play import Action

__all__ = ["ahead", "choose"]


def choose(game: Game[Any, Any], position: Any, options: Sequence[Action], text: str) -> tuple[Action, str]:
    """The option that a line begins with, and the rest of the line.

    Read in this order: an option's number, an option's text (or a beginning of it), an option's facts without
    the verb. A ``;`` ends an action wherever it stands.

    Raises:
        NotationError: the line begins with no action.
        IllegalAction: it begins with one that the rules forbid.
    """
    first, _, later = text.partition(";")
    words = first.split()
    if not words:
        raise NotationError("nothing typed")
    if words[0].rstrip(".").isdigit():
        return _numbered(options, words[0]), _joined(words[1:], later)
    for n in range(len(words), 0, -1):
        found = _named(game, position, options, " ".join(words[:n]))
        if found is not None:
            return found, _joined(words[n:], later)
    action = game.parse(position, first)
    reasons = game.refusal(position, action)
    if reasons:
        raise IllegalAction(game.say(action), reasons)
    return action, later.strip()


def _joined(words: Sequence[str], later: str) -> str:
    return "; ".join(part for part in (" ".join(words), later.strip()) if part)


def _numbered(options: Sequence[Action], word: str) -> Action:
    number = int(word.rstrip("."))
    if not 1 <= number <= len(options):
        raise NotationError(f"there is no choice {number}: they go from 1 to {len(options)}")
    return options[number - 1]


def _named(game: Game[Any, Any], position: Any, options: Sequence[Action], text: str) -> Action | None:
    try:
        action = game.parse(position, text)
    except NotationError:
        action = None
    if action is not None and action in options:
        return action
    wanted = text.casefold()
    bare = [option for option in options if game.say(option).partition(" ")[2].casefold() == wanted]
    return bare[0] if len(bare) == 1 else None


def ahead(
    game: Game[Any, Any], view: Any, options: Sequence[Action], text: str
) -> tuple[Any, list[Action], Action]:
    """Where a line of several stages ends: the view before its last action, the options there, that action.

    Nothing may be rolled and nobody else asked before the last action.

    Raises:
        NotationError, IllegalAction: as :func:`choose`, or something is rolled on the way.
    """
    side = game.to_act(view)
    action, rest = choose(game, view, options, text)
    while rest:
        view = view.copy()
        said = game.say(action)
        try:
            options = game.apply(view, action, NO_DICE)
        except RuntimeError:
            raise NotationError(f"{said!r} leads to a roll or a draw: ask about it alone") from None
        if game.to_act(view) != side:
            raise NotationError(f"after {said!r} somebody else has to choose: ask about it alone")
        action, rest = choose(game, view, options, rest)
    return view, list(options), action
