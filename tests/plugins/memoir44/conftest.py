"""What the tests of Memoir '44 share."""

from __future__ import annotations

import pytest
from tests.plugins.memoir44.drawing import game_with

from grognard_memoir44.game import MemoirGame


@pytest.fixture(scope="session")
def game() -> MemoirGame:
    """The base game with the default readings."""
    return game_with()
