"""The German fuel shortage phase [A44-6]."""

from __future__ import annotations

from grognard_ardennes44.position import Ardennes, ArdennesResolution

__all__ = ["FuelShortage"]


class FuelShortage(ArdennesResolution, frozen=True):
    """The German fuel shortage phase [A44-6]."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Play the phase."""
