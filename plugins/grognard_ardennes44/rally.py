"""The rally phase [A44-18]."""

from __future__ import annotations

from grognard_ardennes44.position import Ardennes, ArdennesResolution

__all__ = ["RallyPhase"]


class RallyPhase(ArdennesResolution, frozen=True):
    """The rally phase [A44-18]."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Play the phase."""
