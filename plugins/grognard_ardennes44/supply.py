"""The supply and surrender phase [A44-23]."""

from __future__ import annotations

from grognard_ardennes44.position import Ardennes, ArdennesResolution

__all__ = ["SupplyPhase"]


class SupplyPhase(ArdennesResolution, frozen=True):
    """The supply and surrender phase [A44-23]."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Play the phase."""
