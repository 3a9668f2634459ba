"""Ground and sky, by turn [A44-28]."""

from __future__ import annotations

from grognard.reasons import rule
from grognard_ardennes44.tables import Tables

__all__ = ["is_clear", "is_frozen"]


@rule("A44-28.1")
def is_frozen(rules: Tables, turn: int) -> bool:
    """Whether the ground is frozen, so that mechanised units use the frozen column of the chart."""
    return turn >= rules.limits.frozen_from


@rule("A44-28.2", "A44-15.13")
def is_clear(rules: Tables, turn: int) -> bool:
    """Whether the sky is clear: Allied air support and German fuel trouble."""
    return turn >= rules.limits.clear_from
