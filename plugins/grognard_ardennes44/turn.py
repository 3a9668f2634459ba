"""The sequence of play: day turns of both sides, and the night after every PM turn [A44-4, A44-25.1]."""

from __future__ import annotations

from collections.abc import Callable

from grognard.reasons import rule
from grognard_ardennes44.antwerp import CoverAntwerp
from grognard_ardennes44.artillery import ArtillerySupport
from grognard_ardennes44.bridges import BridgePhase
from grognard_ardennes44.combat import CombatPhase
from grognard_ardennes44.detection import DetectUsers
from grognard_ardennes44.fuel import FuelShortage
from grognard_ardennes44.movement_phase import MovementPhase
from grognard_ardennes44.night import NightCombat, NightMovement
from grognard_ardennes44.position import Ardennes, ArdennesPosition, ArdennesResolution
from grognard_ardennes44.rally import RallyPhase
from grognard_ardennes44.surrender import SupplyPhase
from grognard_ardennes44.traffic import TrafficPhase
from grognard_ardennes44.victory import ScenarioEnds, VictoryCheck

__all__ = ["PHASES", "Turn", "TurnEnds", "is_pm"]

PHASES: dict[str, Callable[[str], ArdennesResolution]] = {
    "artillery": ArtillerySupport,
    "fuel": FuelShortage,
    "bridge": BridgePhase,
    "movement": MovementPhase,
    "rally": RallyPhase,
    "combat": CombatPhase,
    "traffic": TrafficPhase,
    "supply": SupplyPhase,
    "victory": VictoryCheck,
    "night_movement": NightMovement,
    "night_combat": NightCombat,
}
"""Phase of ``sequence.toml`` → the frame that plays it for a side."""

AFTER: dict[str, tuple[ArdennesResolution, ...]] = dict.fromkeys(
    ("german_supply", "german_night_combat"), (DetectUsers(), CoverAntwerp())
)
"""What follows a phase: the end of the German player turn, by day and at night [A44-27.7, A44-27.17]."""


def is_pm(turn: int) -> bool:
    """Even turns are PM turns; a night follows them.

    >>> is_pm(1), is_pm(2)
    (False, True)
    """
    return turn % 2 == 0


@rule("A44-4.4")
class TurnEnds(ArdennesResolution, frozen=True):
    """Both player turns are done: the turn marker moves on, or the scenario ends."""

    def happen(self, play: Ardennes) -> None:
        """Move the marker."""
        position = play.position
        position.night = False
        if position.turn >= last_turn(play):
            play.push(ScenarioEnds())
            return
        position.turn += 1


@rule("A44-1.2")
def last_turn(play: Ardennes) -> int:
    """The last turn of the scenario; the option ``extended`` plays the longer campaign."""
    scenario = play.rules.scenarios[play.position.scenario]
    if play.rules.options["extended"] and scenario.extended_turn:
        return scenario.extended_turn
    return scenario.last_turn


def begin(position: ArdennesPosition, side: str, phase: str) -> None:
    """A phase of a side begins; with its first phase of the day, or of the night, its player turn."""
    position.active = side
    position.night = phase.startswith("night")
    if phase in ("artillery", "night_movement"):
        position.deeds.clear()


@rule("A44-4.1", "A44-4.2", "A44-4.3", "A44-25.1", "A44-25.2", "A44-25.3")
class Turn(ArdennesResolution, frozen=True):
    """The frame at the bottom: it walks the sequence of play, phase by phase."""

    step: str

    def happen(self, play: Ardennes) -> None:
        """Push the frame of this phase, and the next step under it."""
        step = play.rules.sequence.step(self.step)
        if self.step == "turn_end":
            play.push(TurnEnds(), Onward(self.step))
            return
        side, phase = step.side, step.phase
        begin(play.position, side, phase)
        play.log("phase", phase=phase, side=side, turn=play.position.turn)
        play.push(PHASES[phase](side), *AFTER.get(self.step, ()), Onward(self.step))


class Onward(ArdennesResolution, frozen=True):
    """A step of the sequence is done: the next follows."""

    step: str

    def happen(self, play: Ardennes) -> None:
        """Follow the sequence."""
        answers = {"night_follows": is_pm(play.position.turn)}
        play.push(Turn(play.rules.sequence.follow(self.step, answers.__getitem__)))
