"""What is installed, in two words: which rulesets there are, and the game of one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.registry import Registry

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.registry import RulesetFound

__all__ = ["load", "rulesets"]


def rulesets() -> dict[str, RulesetFound]:
    """Every ruleset that is installed, by id."""
    return dict(Registry.discover().rulesets)


def load(
    ruleset: str | Path, options: Mapping[str, object] | None = None, charts: Path | str | None = None
) -> Game[Any, Any]:
    """The game of a ruleset, given by id or directory, with options and the owner's charts.

    Raises:
        RulesetError: the ruleset, an option or a chart is unknown or wrong.
        PluginError: its system is not installed, or failed on it.
    """
    return Registry.discover().load(ruleset, options, charts)
