"""The plugin door: what a plugin may offer, and the marker it offers it with.

A plugin is a module named in the entry-point group ``grognard.plugins``. It offers things in functions marked
with ``@hookimpl``; each is called once, when Grognard starts, and only *registers* something::

    from grognard.hooks import SystemOffer, hookimpl

    @hookimpl
    def grognard_systems() -> list[SystemOffer]:
        return [SystemOffer("skirmish", Skirmish, api=(1, 0), summary="two platoons and a ridge")]

    @hookimpl
    def grognard_rulesets() -> list[Path]:
        return [Path(__file__).parent / "rulesets"]

The game a user chooses is then called directly, never through hooks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pluggy

from grognard.ruleset import API, Ruleset

if TYPE_CHECKING:
    from grognard.game import Game

__all__ = [
    "API",
    "ENTRY_POINTS",
    "Offer",
    "SystemOffer",
    "hookimpl",
]

PROJECT = "grognard"
ENTRY_POINTS = "grognard.plugins"
"""The entry-point group in which a distribution names its plugin module."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function that offers something; its name says what."""


class SystemOffer(msgspec.Struct, frozen=True):
    """A system: the rules of one game family.

    ``game`` binds a ruleset and its resolved options to a game; a :class:`~grognard.game.Game` subclass will
    do. ``api`` is the version the plugin was written for.
    """

    id: str
    game: Callable[[Ruleset, Mapping[str, Any]], Game[Any, Any]]  # the seam: positions are the system's own
    api: tuple[int, int]
    summary: str = ""

    @property
    def package(self) -> str:
        """The import package that holds the system's rules."""
        return (getattr(self.game, "__module__", None) or type(self.game).__module__).partition(".")[0]


class Offer(msgspec.Struct, frozen=True):
    """Anything else a plugin adds, under an id: what ``make`` takes and returns stands at its hook."""

    id: str
    make: Callable[..., object]
    summary: str = ""


@hookspec
def grognard_systems() -> list[SystemOffer]:  # type: ignore[empty-body]  # a hook specification has no body
    """Systems the plugin plays."""


@hookspec
def grognard_rulesets() -> list[Path]:  # type: ignore[empty-body]  # as above
    """Ruleset directories, or directories that hold some."""


@hookspec
def grognard_bots() -> list[Offer]:  # type: ignore[empty-body]  # as above
    """Bots: ``make(game, seed)`` returns a player for one seat."""


@hookspec
def grognard_commands() -> list[Offer]:  # type: ignore[empty-body]  # as above
    """Commands of the command line: ``make`` is the command's function, ``id`` its name."""


@hookspec
def grognard_importers() -> list[Offer]:  # type: ignore[empty-body]  # as above
    """Readers of foreign files: ``make(path)`` returns the text of a scenario or record of ours."""


@hookspec
def grognard_exporters() -> list[Offer]:  # type: ignore[empty-body]  # as above
    """Writers of foreign files: ``make(game, record, path)`` writes a file."""


@hookspec
def grognard_observers() -> list[Offer]:  # type: ignore[empty-body]  # as above
    """Watchers of sessions: ``make(session)`` returns a function that is called with every event."""
