"""The artillery support phase [A44-5]."""

from __future__ import annotations

from grognard_ardennes44.position import Ardennes, ArdennesResolution

__all__ = ["ArtillerySupport"]


class ArtillerySupport(ArdennesResolution, frozen=True):
    """The artillery support phase [A44-5]."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Play the phase."""
