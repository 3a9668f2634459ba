"""The combat phase, by day and by night [A44-14]."""

from __future__ import annotations

from grognard_ardennes44.position import Ardennes, ArdennesResolution

__all__ = ["CombatPhase"]


class CombatPhase(ArdennesResolution, frozen=True):
    """The combat phase, by day and by night [A44-14]."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Play the phase."""
