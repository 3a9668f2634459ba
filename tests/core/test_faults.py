"""Errors nobody foresaw are told in one line, with the place in the plugin whose code was at work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import pytest
from pebbles import PebbleGame

from grognard.dice import Die
from grognard.errors import PluginError
from grognard.faults import fault, guarded, plugin_at_fault
from grognard.play import Action, Frame, Play
from grognard.session import Session
from grognard.testing.walk import Crash


def made_up(file: str, module: str, code: str) -> Callable[..., Any]:
    """The function ``fail`` of a module that stands in a file."""
    space: dict[str, Any] = {"__name__": module}
    exec(compile(code, file, "exec"), space)
    found: Callable[..., Any] = space["fail"]
    return found


LOOK_UP = "\n\ndef fail(*_, **__):\n    return {}['defence']\n"
FILE = "/somewhere/site-packages/grognard_memoir44/made/up.py"
in_plugin = made_up(FILE, "grognard_memoir44.made.up", LOOK_UP)
elsewhere = made_up("/somewhere/json/decoder.py", "json.decoder", LOOK_UP)


def raised(call: Callable[[], Any]) -> Exception:
    with pytest.raises(KeyError) as caught:
        call()
    return caught.value


def test_an_error_in_a_plugin_has_a_place() -> None:
    error = raised(in_plugin)
    assert fault(error) == "KeyError: 'defence' (in grognard_memoir44/made/up.py:4)"
    assert plugin_at_fault(error) == "grognard_memoir44"


def test_the_place_is_the_plugins_even_where_it_had_called_something_else() -> None:
    calling = made_up(FILE, "grognard_memoir44.made.up", "def fail(call):\n    call()\n")
    assert fault(raised(lambda: calling(elsewhere))).endswith("(in grognard_memoir44/made/up.py:2)")


def test_an_error_elsewhere_has_no_place() -> None:
    error = raised(elsewhere)
    assert (fault(error), plugin_at_fault(error)) == ("KeyError: 'defence'", "")
    assert fault(ValueError()) == "ValueError"


def test_the_conformance_suite_says_where_a_frame_failed() -> None:
    told = str(Crash("happen of", Frame(), raised(in_plugin)))
    assert told == "happen of Frame(): KeyError: 'defence' (in grognard_memoir44/made/up.py:4)"


def test_a_syntax_error_names_its_own_line() -> None:
    importing = made_up(
        FILE, "grognard_memoir44.made.up", "def fail():\n    compile('a b', 'up.py', 'exec')\n"
    )
    with pytest.raises(SyntaxError) as caught:
        importing()
    assert fault(caught.value) == "SyntaxError: invalid syntax (up.py, line 1)"


def test_a_plugin_that_leaves_the_program_has_failed_and_who_stops_it_has_not() -> None:
    with pytest.raises(PluginError, match=r"^bot 'shy' failed: SystemExit: 3$"), guarded("bot 'shy' failed"):
        raise SystemExit(3)
    with pytest.raises(KeyboardInterrupt), guarded("bot 'shy' failed"):
        raise KeyboardInterrupt


class Thinker:
    needs_view: ClassVar[bool] = True

    def choose(self, game: Any, view: Any, options: Sequence[Action]) -> Action:
        game.value(view, "red")
        return options[0]


def test_a_bot_is_not_blamed_for_the_rules(game: PebbleGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PebbleGame, "value", in_plugin)
    session = Session(game, "open", seed=1, seats={"red": Thinker()})
    said = (
        r"^the rules failed while bot 'Thinker' made its choice: KeyError: 'defence' \(in grognard_memoir44"
    )
    with pytest.raises(PluginError, match=said):
        session.bot_step()


def test_a_die_that_is_none_is_told_with_those_there_are() -> None:
    class Rules:
        dice: Mapping[str, Die] = {"coin": Die("coin", ("heads", "tails"))}

    play: Play[Any, Any] = Play(None, Rules())
    with pytest.raises(LookupError, match=r"^no die 'd6' \(known: 1d6, 2d6, coin\)$"):
        play.roll("d6", why="fire")
    with pytest.raises(LookupError, match="no die 'd6'"):
        play.pool("d6", 2, count=("6",), why="fire")
