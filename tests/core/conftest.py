"""What the tests of sessions, records, bots and simulation share: the game of pebbles."""

import sys
from pathlib import Path

import pytest

# Frames are collected by top-level package, and worker processes import the module by name: it must be
# importable as just "pebbles".
sys.path.append(str(Path(__file__).parent))

import pebbles  # found by the line above


@pytest.fixture(scope="session")
def pebble_rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ruleset directory of pebbles."""
    return pebbles.write_ruleset(tmp_path_factory.mktemp("rulesets") / "pebbles")


@pytest.fixture(scope="session")
def game(pebble_rules: Path) -> pebbles.PebbleGame:
    """The game of pebbles."""
    return pebbles.load(pebble_rules)
