"""The bridge phase [A44-7]."""

from __future__ import annotations

from grognard_ardennes44.position import Ardennes, ArdennesResolution

__all__ = ["BridgePhase"]


class BridgePhase(ArdennesResolution, frozen=True):
    """The bridge phase [A44-7]."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Play the phase."""
