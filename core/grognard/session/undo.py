"""Taking back: what stands in the way of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.errors import UndoRefused
from grognard.play import Play

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.play import Side
    from grognard.replay import StepResult

__all__ = ["check_undo"]


def check_undo(game: Game[Any, Any], step: StepResult[Any], side: Side | None, *, solo: bool) -> None:
    """Raise ``UndoRefused`` if ``side`` may not take a step back; ``solo`` players take back any side's."""
    if not step.after.agenda:
        raise UndoRefused("the game is over")
    if step.side != side and not solo:
        raise UndoRefused(f"the last decision was another side's ({game.name(step.side)})")
    if step.rolls:
        what = "a draw" if step.rolls[0].kind == "draw" else "a roll"
        raise UndoRefused(f"{what} was made: {step.rolls[0].why}")
    if _reveals(game, step):
        raise UndoRefused("the last action revealed something that was hidden")


def _reveals(game: Game[Any, Any], step: StepResult[Any]) -> bool:
    """Whether the acting side learned something: its view foretold another result."""
    foreseen = game.view(step.before, step.side)
    try:
        play = Play(foreseen, game.rules)  # nobody rolls, nobody else has a real choice
        game.take(play, step.action)
        game.advance(play)
    except Exception:  # a view that cannot follow does not know enough: something was revealed
        return True
    return game.digest(foreseen) != game.digest(game.view(step.after, step.side))
