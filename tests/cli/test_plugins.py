"""What plugins add to the command line: commands, observers, bots."""

from functools import partial
from types import ModuleType
from typing import Any

import pytest
import typer

from grognard.cli.guard import Exit
from grognard.hooks import Offer, hookimpl
from grognard.play import Event
from grognard.registry import Registry

from .conftest import Run

seen: list[Event] = []


def greet(name: str, loudly: bool = False, lang: str = "en") -> int:
    """Greet somebody.

    The name is said as it is typed, and nothing else
    is said unless it was asked for.
    """
    typer.echo(f"good day, {name}{'!' if loudly else ''}")
    return 1 if name == "nobody" else 0


def fail() -> None:
    """Fail."""
    raise ZeroDivisionError("division by zero")


def observer(session: Any) -> Any:
    return seen.append


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plugin with two commands and an observer."""
    module = ModuleType("stranger")

    @hookimpl
    def grognard_commands() -> list[Offer]:
        return [Offer("greet", greet, "Greet somebody from a plugin."), Offer("fail", fail)]

    @hookimpl
    def grognard_observers() -> list[Offer]:
        return [Offer("gazer", observer)]

    module.grognard_commands = grognard_commands  # type: ignore[attr-defined]  # a module made by hand
    module.grognard_observers = grognard_observers  # type: ignore[attr-defined]  # as above
    monkeypatch.setattr(Registry, "discover", partial(Registry.discover, plugins=[module]))


@pytest.mark.usefixtures("plugin")
class TestStranger:
    """A plugin that adds to the command line."""

    def test_its_command_runs_and_is_listed(self, run: Run) -> None:
        assert run("greet", "you").out == "good day, you\n"
        assert run("greet", "you", "--loudly").out == "good day, you!\n"
        assert run("greet", "nobody").code == 1
        assert "Greet somebody from a plugin." in run("--help").out
        assert "From plugins" in run("--help").out
        offers = run("plugins", "--json").document["offers"]
        assert {"kind": "command", "id": "greet", "summary": "Greet somebody from a plugin."} in offers

    def test_its_help_is_its_docstring_as_wide_as_the_screen(self, run: Run) -> None:
        told = run("greet", "--help").out
        assert "Greet somebody." in told
        assert "The name is said as it is typed, and nothing else is said unless it was asked for." in told

    def test_its_options_have_help_and_no_word_for_off(self, run: Run) -> None:
        told = run("greet", "--help").out
        assert "Language: en or zh." in told
        assert "--loudly" in told and "--no-loudly" not in told

    def test_its_mistakes_are_told_like_ours(self, run: Run) -> None:
        assert "did you mean 'greet'" in run("great").err
        told = run("fail")
        assert told.code == Exit.BROKEN
        assert "ZeroDivisionError" in told.err
        assert run("greet").code == Exit.USAGE

    def test_its_observer_sees_the_events(self, run: Run) -> None:
        seen.clear()
        run("play", "memoir44", "--seed", "5", "--observe", "gazer", typed="3\nquit\n")
        assert [event.what for event in seen] == ["played"]
        told = run("play", "memoir44", "--observe", "gazr", typed="quit\n")
        assert told.code == Exit.USAGE or told.code == Exit.BROKEN
        assert "'gazer'" in told.err


@pytest.fixture
def mistyped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but a plugin that fails: its hook is mistyped."""
    module = ModuleType("fords")

    @hookimpl
    def grognard_sytems() -> list[Offer]:
        return []

    module.grognard_sytems = grognard_sytems  # type: ignore[attr-defined]  # a module made by hand
    alone = partial(Registry.discover, plugins=[module], entry_points=False)
    monkeypatch.setattr(Registry, "discover", alone)


@pytest.mark.usefixtures("mistyped")
@pytest.mark.parametrize("typed", ["check fords", "play fords", "check", "explode"])
def test_a_plugin_that_fails_is_told_wherever_it_is_missed(run: Run, typed: str) -> None:
    told = run(*typed.split())
    assert told.code != Exit.OK
    assert "there is no hook 'grognard_sytems'" in told.out + told.err


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is installed, and a plugin that fails: it offers nothing."""
    more = partial(Registry.discover, plugins=[ModuleType("fords")])
    monkeypatch.setattr(Registry, "discover", more)


@pytest.mark.usefixtures("empty")
def test_a_bot_of_a_plugin_that_fails_is_told_with_the_failure(run: Run) -> None:
    told = run("simulate", "memoir44", "-n", "2", "--axis", "wader")
    assert told.code == Exit.USAGE
    assert "there is no player 'wader' for axis (known: " in told.err
    assert "plugin 'fords' is broken: it offers nothing" in told.err
