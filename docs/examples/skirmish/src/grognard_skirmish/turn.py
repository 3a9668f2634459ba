"""1. The turn: the sequence of play, read from sequence.toml."""

from __future__ import annotations

from collections.abc import Callable

from grognard.play import Frame
from grognard.reasons import rule
from grognard_skirmish.ambush import HideAmbush
from grognard_skirmish.fire import FireStep
from grognard_skirmish.movement import Moves
from grognard_skirmish.position import (
    SkirmishPlay,
    SkirmishPosition,
    SkirmishResolution,
    SkirmishRules,
    field,
)
from grognard_skirmish.victory import LookWhoHolds


@rule("SK-1.1")
class SequenceOfPlay(SkirmishResolution, frozen=True):
    """The bottom of the agenda: finds the step after ``done`` and puts that step's frame on top of itself."""

    done: str = ""

    def happen(self, play: SkirmishPlay) -> None:
        """Go to the next step."""
        sequence = play.rules.sequence
        following = (
            sequence.follow(self.done, lambda name: GUARDS[name](play)) if self.done else sequence.first
        )
        step = sequence.step(following)
        frames = [STEPS[step.phase](step.side)] if step.phase else []
        play.push(*frames, SequenceOfPlay(done=step.id))


@rule("SK-1.1")
class NextTurn(SkirmishResolution, frozen=True):
    """A new turn: every unit may act again."""

    def happen(self, play: SkirmishPlay) -> None:
        """Turn the page."""
        play.position.turn += 1
        for unit in list(play.position.units.values()):
            play.position.change(unit, acted=False)
        play.log("turn", turn=play.position.turn)


@rule("SK-1.2")
def last_turn(play: SkirmishPlay) -> bool:
    """Whether this is the scenario's last turn."""
    return play.position.turn >= field(play).scenario.turns


# The two bridges from sequence.toml into Python are names: guards, and the phases of steps.
GUARDS: dict[str, Callable[[SkirmishPlay], bool]] = {"last_turn": last_turn}

CHOSEN_BY_A_SIDE = ("hide", "move", "fire")
STEPS: dict[str, Callable[[str], Frame[SkirmishPosition, SkirmishRules]]] = {
    "hide": HideAmbush,
    "move": Moves,
    "fire": FireStep,
    "advance": lambda side: NextTurn(),
    "objective": lambda side: LookWhoHolds(),
}
