"""Grognard plays hex-and-counter wargames by their rules.

This is the public door; behind it, everything is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.errors import (
        GrognardError,
        IllegalAction,
        NotationError,
        RecordError,
        RulesetError,
        UndoRefused,
    )
    from grognard.game import Game
    from grognard.lab.compare import compare
    from grognard.lab.simulate import simulate
    from grognard.library import load, rulesets
    from grognard.record import Record
    from grognard.registry import Registry
    from grognard.replay import verify
    from grognard.session import Session

    __version__: str

__all__ = [
    "Game",
    "GrognardError",
    "IllegalAction",
    "NotationError",
    "Record",
    "RecordError",
    "Registry",
    "RulesetError",
    "Session",
    "UndoRefused",
    "__version__",
    "compare",
    "load",
    "rulesets",
    "simulate",
    "verify",
]

_HOMES = {
    "Game": "game",
    "GrognardError": "errors",
    "IllegalAction": "errors",
    "NotationError": "errors",
    "Record": "record",
    "RecordError": "errors",
    "Registry": "registry",
    "RulesetError": "errors",
    "Session": "session",
    "UndoRefused": "errors",
    "compare": "lab.compare",
    "load": "library",
    "rulesets": "library",
    "simulate": "lab.simulate",
    "verify": "replay",
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("grognard")
    if name not in _HOMES:
        raise AttributeError(f"module 'grognard' has no attribute {name!r}")
    value: object = getattr(import_module(f"grognard.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
