"""Mr Solar and the 150th Panzer Brigade: infiltration and surprise [A44-27.15 to 27.20]."""

from __future__ import annotations

from collections.abc import Sequence

from grognard_ardennes44.position import Ardennes, ArdennesPosition, ArdennesResolution
from grognard_ardennes44.tables import Tables

__all__ = ["SurpriseAttack", "surprises"]


def surprises(rules: Tables, position: ArdennesPosition, units: Sequence[str]) -> tuple[str, ...]:
    """Undetected units among attackers that may try a surprise [A44-27.20]."""
    return ()


class SurpriseAttack(ArdennesResolution, frozen=True):
    """An undetected unit tries a surprise [A44-27.20]."""

    side: str
    unit: str

    def happen(self, play: Ardennes) -> None:
        """Roll."""
