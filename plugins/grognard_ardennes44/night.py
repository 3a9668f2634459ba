"""Replacements and movement at night [A44-25]."""

from __future__ import annotations

from grognard_ardennes44.position import Ardennes, ArdennesResolution

__all__ = ["NightMovement"]


class NightMovement(ArdennesResolution, frozen=True):
    """Replacements and movement at night [A44-25]."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Play the phase."""
