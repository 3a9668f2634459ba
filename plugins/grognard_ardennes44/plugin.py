"""What this plugin registers: the system ``ardennes44`` and the ruleset that comes with it."""

from __future__ import annotations

from pathlib import Path

import grognard_rulesets
from grognard.hooks import SystemOffer, hookimpl
from grognard_ardennes44.game import ArdennesGame

__all__ = ["grognard_rulesets_", "grognard_systems"]


@hookimpl
def grognard_systems() -> list[SystemOffer]:
    """Ardennes '44."""
    summary = "Ardennes '44: zones of control and bonds, supply, artillery, retreats and breakthroughs"
    return [SystemOffer("ardennes44", ArdennesGame, api=(1, 0), summary=summary)]


@hookimpl(specname="grognard_rulesets")
def grognard_rulesets_() -> list[Path]:
    """The directory of built-in rulesets."""
    return [grognard_rulesets.ROOT / "ardennes44"]
