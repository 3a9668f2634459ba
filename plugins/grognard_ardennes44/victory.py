"""The victory check [A44-30]."""

from __future__ import annotations

from grognard.play import Outcome
from grognard_ardennes44.position import Ardennes, ArdennesResolution

__all__ = ["ScenarioEnds", "VictoryCheck"]


class VictoryCheck(ArdennesResolution, frozen=True):
    """The victory check [A44-30]."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Play the phase."""


class ScenarioEnds(ArdennesResolution, frozen=True):
    """The last turn is over: who has won."""

    def happen(self, play: Ardennes) -> None:
        """Judge."""
        play.end(Outcome("allied", "the Germans did not win", "A44-30.8"))
