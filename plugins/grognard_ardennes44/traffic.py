"""The traffic phase [A44-24]."""

from __future__ import annotations

from grognard_ardennes44.position import Ardennes, ArdennesResolution

__all__ = ["TrafficPhase"]


class TrafficPhase(ArdennesResolution, frozen=True):
    """The traffic phase [A44-24]."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Play the phase."""
