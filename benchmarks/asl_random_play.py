"""Random play of ASL's scenarios with full staged option lists against python-chess's random moves."""

from __future__ import annotations

import grognard
from benchmarks.random_play import against_chess


def run() -> list[tuple[str, float, str]]:
    """A row for each scenario; half of python-chess's rate is asked."""
    game = grognard.load("asl_intro")
    return [(f"random play of {info.id}", *against_chess(game, info.id)) for info in game.scenarios()]
