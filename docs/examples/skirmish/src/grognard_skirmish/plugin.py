"""The door: what this package offers to Grognard. Only registers; runs no game code."""

from __future__ import annotations

from pathlib import Path

from grognard.hooks import SystemOffer, hookimpl
from grognard_skirmish.game import Skirmish


@hookimpl
def grognard_systems() -> list[SystemOffer]:
    """The system ``skirmish``."""
    return [SystemOffer("skirmish", Skirmish, api=(1, 0), summary="two platoons, one hidden ambush each")]


@hookimpl
def grognard_rulesets() -> list[Path]:
    """The directory that holds this package's rulesets."""
    return [Path(__file__).parent / "rulesets"]
