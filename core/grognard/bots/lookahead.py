"""Looking ahead on views: carry an action out on a copy and see where it leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.play import Action, Play, Side

if TYPE_CHECKING:
    from grognard.dice import Dice
    from grognard.game import Game

__all__ = ["WIN", "after", "settle", "worth"]

WIN = 1e6
"""Worth of a won game, beyond anything a system's ``value`` says."""


def after(
    game: Game[Any, Any], view: Any, action: Action, dice: Dice, side: Side
) -> tuple[Any, list[Action]]:
    """Where ``action`` leads on a copy of ``view``, and the options of ``side`` there."""
    position = view.copy()
    play = Play(position, game.rules, dice)
    game.take(play, action)
    return position, settle(game, play, side)


def settle(game: Game[Any, Any], play: Play[Any, Any], side: Side) -> list[Action]:
    """Run on until ``side`` has a real choice, and return its options.

    Other sides answer as odds assume they do. An empty list means that another side has to choose and nothing
    is assumed about it, or that the game is over.
    """
    while (decision := game.next_decision(play)) is not None:
        if decision.side == side:
            options: list[Action] = list(decision.options(play))
            if len(options) != 1:
                return options
            game.take(play, options[0])
        else:
            answer = decision.assumed(play)
            if answer is None:
                return []
            game.take(play, answer)
    return []


def worth(game: Game[Any, Any], position: Any, side: Side) -> float:
    """How good a position reached on a view is for ``side``."""
    outcome = game.outcome(position)
    if outcome is not None and outcome.winner is not None:
        return WIN if outcome.winner == side else -WIN
    return game.value(position, side)
