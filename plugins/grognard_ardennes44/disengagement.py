"""Disengagement [A44-20]."""

from __future__ import annotations

from grognard_ardennes44.position import Ardennes, ArdennesResolution

__all__ = ["Disengagements"]


class Disengagements(ArdennesResolution, frozen=True):
    """Disengagement before any combat [A44-20.1]."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Let units try."""
