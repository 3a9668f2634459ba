"""The recorded games go today as they went when they were recorded: a change of rules is a readable diff."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest
from tests.playthroughs.__main__ import GAMES
from tests.playthroughs.playthrough import Diverged, luck, paths, read, written

from grognard.dice import DiceMismatch, DiceWanted, ScriptedDice
from grognard.errors import NotationError
from grognard.game import Game
from grognard.registry import Registry

FILES = paths()


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    """The rulesets that are played."""
    return {start.ruleset: Registry.discover().load(start.ruleset) for start in GAMES}


def difference(path: Path, now: list[str]) -> str:
    """What the file says and the rules no longer do; blank if they agree."""
    then = path.read_text(encoding="utf-8").splitlines()
    return "\n".join(difflib.unified_diff(then, now, path.name, "the rules today", lineterm="", n=4))


def test_every_game_that_is_kept_has_its_file() -> None:
    assert {start.file for start in GAMES} == set(FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_seed_and_the_actions_give_the_same_game(path: Path, games: dict[str, Game]) -> None:
    played = read(path)
    now = list(written(games[played.ruleset], played, luck(played.seed)))
    assert not difference(path, now), difference(path, now)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_recorded_rolls_and_the_actions_give_the_same_game(path: Path, games: dict[str, Game]) -> None:
    """Every roll is for the purpose, of the kind and in the place recorded, and none is left."""
    played = read(path)
    dice = ScriptedDice(played.rolls)
    now = list(written(games[played.ruleset], played, dice))
    assert not difference(path, now), difference(path, now)
    assert not dice.left


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_is_played_to_its_end(path: Path) -> None:
    assert " have won: " in path.read_text(encoding="utf-8").splitlines()[-1]


def test_a_changed_roll_is_noticed(games: dict[str, Game]) -> None:
    """The test itself can fail: one die turned over, and the hash of its turn is another."""
    path = next(path for path in FILES if path.stem.startswith("memoir44"))
    played = read(path)
    number = next(
        n for n, roll in enumerate(played.rolls) if roll.why == "battle" and "infantry" in roll.faces
    )
    turned = tuple("star" if face == "infantry" else face for face in played.rolls[number].faces)
    played.rolls[number] = type(played.rolls[number])("battle", "battle", turned)
    try:
        now = list(written(games[played.ruleset], played, ScriptedDice(played.rolls)))
    except (Diverged, DiceMismatch, DiceWanted, NotationError) as problem:  # it goes another way from there
        assert str(problem)
    else:
        assert difference(path, now)
