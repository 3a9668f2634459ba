"""What this plugin registers: the system ``memoir44`` and the rulesets that come with it."""

from __future__ import annotations

from pathlib import Path

import grognard_rulesets
from grognard.hooks import SystemOffer, hookimpl
from grognard_memoir44.game import MemoirGame

__all__ = ["grognard_rulesets_", "grognard_systems"]


@hookimpl
def grognard_systems() -> list[SystemOffer]:
    """Memoir '44, base game."""
    summary = "Memoir '44: command cards, symbol dice, 16 scenarios of the base game"
    return [SystemOffer("memoir44", MemoirGame, api=(1, 0), summary=summary)]


@hookimpl(specname="grognard_rulesets")
def grognard_rulesets_() -> list[Path]:
    """The directory of built-in rulesets."""
    return [grognard_rulesets.ROOT / "memoir44"]
