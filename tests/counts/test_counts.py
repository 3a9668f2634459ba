"""The number of things that can be done stays what it was counted to be."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.counts.counting import count, files, reach, read, sequences

from grognard.dice import SeededDice
from grognard.registry import Registry

FILES = files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts_to_depth_three(path: Path) -> None:
    entry = read(path)
    game = Registry.discover().load(entry["ruleset"])
    position = reach(game, entry["scenario"], entry["seed"], entry["actions"])
    before = game.digest(position)
    counts, by_action = count(game, position, entry["seed"])
    assert by_action == entry["by_action"]
    assert counts == entry["counts"]
    assert game.digest(position) == before


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_adds_up(path: Path) -> None:
    entry = read(path)
    assert len(entry["by_action"]) == entry["counts"][0]
    assert sum(entry["by_action"].values()) == entry["counts"][2]


def test_two_ways_of_counting_agree() -> None:
    """Depth two is the sum of the options after every option."""
    game = Registry.discover().load("memoir44")
    position = reach(game, "arracourt", 5, [])
    after = [(position.copy(), option) for option in game.options(position)]
    total = sum(len(game.apply(copy, option, SeededDice(5))) for copy, option in after)
    assert sequences(game, position, 2, 5) == total > 10


def test_there_are_positions_of_every_phase() -> None:
    assert [path.stem for path in FILES] == ["memoir44-battles", "memoir44-cards", "memoir44-moves"]
