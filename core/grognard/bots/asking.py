"""Asking a bot, which is not trusted: what fails is told with its name, and what it answers is an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grognard.faults import guarded
from grognard.play import Action

if TYPE_CHECKING:
    from grognard.bots.bot import Bot
    from grognard.game import Game
    from grognard.play import Side

__all__ = ["Asked"]


class Asked:
    """A bot that is asked for its choices; ``name`` is what it is called, ``where`` the game it plays in."""

    def __init__(self, bot: Bot, name: str, where: str = "") -> None:
        self.bot, self.name = bot, f"{where}{name}"
        rules = f"{where}the rules failed while {name} made its choice"
        self._guard = guarded(f"{self.name} failed", by=bot, rules=rules)

    def choose(self, game: Game[Any, Any], position: Any, side: Side, options: Sequence[Action]) -> Action:
        """What it chooses for a side, legal or not; raises ``PluginError`` if that is no action."""
        with self._guard:
            view = game.view(position, side) if self.bot.needs_view else None
            action = self.bot.choose(game, view, list(options))
            if not isinstance(action, Action):
                raise TypeError(f"it chose {action!r}, which is no action")
        return action
