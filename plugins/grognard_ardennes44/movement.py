"""The movement phase [A44-11]."""

from __future__ import annotations

from grognard_ardennes44.position import Ardennes, ArdennesResolution

__all__ = ["MovementPhase"]


class MovementPhase(ArdennesResolution, frozen=True):
    """The movement phase [A44-11]."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Play the phase."""
