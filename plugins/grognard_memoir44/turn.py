"""The sequence of play: one turn of one side after another [M44-base-turn.1]."""

from __future__ import annotations

from grognard.reasons import rule
from grognard_memoir44.battle import Battles
from grognard_memoir44.command import ChooseCard, GiveOrders
from grognard_memoir44.hand import Discard
from grognard_memoir44.movement import Moves, SecondMove
from grognard_memoir44.position import Memoir, MemoirResolution, other_side
from grognard_memoir44.victory import start_of_turn, sudden_death

__all__ = ["Turn", "TurnEnds", "TurnStarts"]


class TurnStarts(MemoirResolution, frozen=True):
    """A turn begins: last turn's orders are forgotten, objectives held now may count."""

    def happen(self, play: Memoir) -> None:
        """Begin."""
        play.position.orders.clear()
        play.log("turn", number=play.position.turn, side=play.position.active)
        start_of_turn(play)


@rule("M44-base-turn.1")
class TurnEnds(MemoirResolution, frozen=True):
    """A turn ends: sudden death is judged, and it is the other side's turn."""

    def happen(self, play: Memoir) -> None:
        """Hand over."""
        position = play.position
        sudden_death(play)
        if position.outcome is not None:
            return
        position.turns = {**position.turns, position.active: position.turns[position.active] + 1}
        position.active = other_side(position.active)
        position.turn += 1


@rule("M44-base-turn.1")
class Turn(MemoirResolution, frozen=True):
    """The frame at the bottom: it walks the sequence of play, step by step."""

    step: str

    def happen(self, play: Memoir) -> None:
        """Push the frames of this step, and the next step under them."""
        side = play.position.active
        following = Turn(play.rules.sequence.follow(self.step, lambda _guard: False))
        match self.step:
            case "start":
                play.push(TurnStarts(), following)
            case "command":
                play.push(ChooseCard(side), following)
            case "order":
                play.push(GiveOrders(side), following)
            case "move":
                play.push(Moves(side), following)
            case "battle":
                play.push(Battles(side), SecondMove(side), following)
            case "draw":
                play.push(Discard(side), following)
            case "end":
                play.push(TurnEnds(), following)
            case unknown:
                raise LookupError(f"sequence.toml: no such step in this system: {unknown!r}")
