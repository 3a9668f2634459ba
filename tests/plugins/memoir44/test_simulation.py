"""Games in bulk, in worker processes: what a worker loads."""

from __future__ import annotations

import multiprocessing
import sys
from typing import Any

import pytest

from grognard import simulate
from grognard.bots import Bot, make_bot
from grognard_memoir44.game import MemoirGame


def watchful(game: Any, seed: int | str) -> Bot:
    """The random bot; in a worker process it minds other systems."""
    if multiprocessing.parent_process() is not None:
        assert "grognard_memoir44.game" in sys.modules
        strange = {name for name in sys.modules if name.startswith(("grognard_asl", "grognard_ardennes44"))}
        assert not strange, f"this worker imported {sorted(strange)}"
    return make_bot("random", game, seed)


@pytest.mark.parametrize("given", ["id", "game"])
def test_a_worker_imports_its_own_system_and_no_other(given: str, game: MemoirGame) -> None:
    seats = {"allies": watchful, "axis": watchful}
    told = "memoir44" if given == "id" else game
    result = simulate(told, "pegasus-bridge", 2, seed=3, seats=seats, workers=2, max_turns=4)
    assert [each.game for each in result.games] == [0, 1]
    assert result.games == simulate(game, "pegasus-bridge", 2, seed=3, max_turns=4).games
