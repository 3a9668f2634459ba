"""The public door: small, sorted, complete, and cheap to open."""

import subprocess
import sys

import pytest

import grognard

HEAVY = ("msgspec", "multiprocessing", "networkx", "pluggy", "rich", "typer")


def test_everything_promised_is_there_in_order() -> None:
    assert grognard.__all__ == sorted(grognard.__all__)
    for name in grognard.__all__:
        assert getattr(grognard, name) is not None
        assert name in dir(grognard)


def test_things_are_the_same_as_behind_the_door() -> None:
    from grognard.errors import IllegalAction
    from grognard.lab import simulate
    from grognard.session import Session

    assert grognard.Session is Session
    assert grognard.simulate is simulate
    assert grognard.IllegalAction is IllegalAction


def test_opening_the_door_imports_nothing_heavy() -> None:
    code = f"import sys, grognard; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_playing_needs_no_command_line() -> None:
    code = "import sys, grognard; grognard.Session; grognard.load; print({'rich', 'typer'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_what_is_not_there_is_said_so() -> None:
    with pytest.raises(AttributeError, match="module 'grognard' has no attribute 'dragons'"):
        grognard.dragons  # noqa: B018  # the access is the test


def test_rulesets_and_their_games() -> None:
    found = grognard.rulesets()
    assert "memoir44" in found
    game = grognard.load("memoir44")
    assert isinstance(game, grognard.Game) and game.ruleset.id == "memoir44"


def test_rulesets_are_compared_by_id() -> None:
    rows = grognard.compare("terrain", ["memoir44"])
    assert rows and {row.ruleset for row in rows} == {"memoir44"}
