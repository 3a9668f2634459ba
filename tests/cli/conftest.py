"""What the tests of the command line share: a way to run it, and games that leave no trace."""

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from grognard.cli.app import app
from grognard.registry import Registry

from .schemas import problems, schema_of


class Ran:
    """What a command did."""

    def __init__(self, code: int, out: str, err: str, error: BaseException | None) -> None:
        self.code, self.out, self.err, self.error = code, out, err, error

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document printed, which must fit its schema."""
        found: dict[str, Any] = json.loads(self.out)
        assert problems(found, schema_of(found["document"])) == []
        return found


Run = Callable[..., Ran]

_loaded: dict[tuple[str, str], Any] = {}


_discover = Registry.discover
_registry = cache(_discover)


def _discover_once() -> Registry:
    """What is installed does not change between tests; only where a test says to look does."""
    return _discover() if os.environ.get("GROGNARD_RULESETS") else _registry()


def _load_once(load: Callable[..., Any]) -> Callable[..., Any]:
    """Games never change, so one of each will do for all tests of a run."""

    def loading(registry: Registry, ruleset: Any, options: Any = None, charts: Any = None) -> Any:
        if ruleset not in registry.rulesets or charts is not None:
            return load(registry, ruleset, options, charts)
        key = (str(registry.rulesets[ruleset].root), json.dumps(options or {}, sort_keys=True))
        if key not in _loaded:
            _loaded[key] = load(registry, ruleset, options, charts)
        return _loaded[key]

    return loading


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are recorded that name no file."""
    folder = tmp_path / "games"
    monkeypatch.setenv("GROGNARD_GAMES", str(folder))
    return folder


@pytest.fixture
def run(games: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command line in this process; nothing but an exit code may come out of it."""
    for name in ("GROGNARD_DEBUG", "GROGNARD_LANG", "GROGNARD_RULESETS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(games.parent / "config"))
    monkeypatch.setattr(Registry, "load", _load_once(Registry.load))
    if Registry.discover == _discover:  # no other fixture was here first
        monkeypatch.setattr(Registry, "discover", _discover_once)

    def invoke(*args: str, typed: str | None = None) -> Ran:
        result = CliRunner().invoke(app, list(args), input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        return Ran(result.exit_code, result.stdout, result.stderr, result.exception)

    return invoke
