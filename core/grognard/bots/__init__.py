"""Bots: players that see a view and the options, and choose.

========  ===========================================================================================
random    every option alike
fuzz      random, but rarely passes and tries every kind of action; finds what others never reach
greedy    follows the system's plan; without one, the option whose result looks best
search    tries the options out by playing on from each, within a budget of positions
========  ===========================================================================================

A plugin adds its own with the hook ``grognard_bots``. Every bot is deterministic from its seed.

>>> sorted(BUILT_IN)
['fuzz', 'greedy', 'random', 'search']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from grognard.bots.bot import Bot, bot_seed
from grognard.bots.fuzz import FuzzBot
from grognard.bots.greedy import GreedyBot
from grognard.bots.search import SearchBot
from grognard.bots.uniform import RandomBot
from grognard.errors import GrognardError
from grognard.faults import guarded

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.registry import Registry

__all__ = [
    "BUILT_IN",
    "Bot",
    "BotFactory",
    "FuzzBot",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "bot_seed",
    "bots",
    "make_bot",
]

BotFactory = Callable[["Game[Any, Any]", "int | str"], Bot]
"""Makes a bot for one seat of one game, from the game and a seed."""

BUILT_IN: Mapping[str, BotFactory] = {
    "fuzz": FuzzBot.make,
    "greedy": GreedyBot.make,
    "random": RandomBot.make,
    "search": SearchBot.make,
}


def bots(registry: Registry | None = None) -> dict[str, BotFactory]:
    """Every bot by id: the built-in ones and those of plugins."""
    found = dict(BUILT_IN)
    if registry is not None:
        for name, offer in registry.offers("bots").items():
            found[name] = cast("BotFactory", offer.make)
    return dict(sorted(found.items()))


def make_bot(name: str, game: Game[Any, Any], seed: int | str, registry: Registry | None = None) -> Bot:
    """A bot by id, for one seat of one game; plugins are looked up only for ids that are not built in.

    Raises:
        GrognardError: there is no such bot.
        PluginError: it cannot be made.
    """
    factory = BUILT_IN.get(name)
    if factory is None:
        from grognard.registry import Registry
        from grognard.spelling import did_you_mean

        registry = registry or Registry.discover()
        known = bots(registry)
        factory = known.get(name)
        if factory is None:
            hint = did_you_mean(name, known) + registry.failed_plugins
            raise GrognardError(f"there is no bot {name!r}{hint}")
    with guarded(f"bot {name!r} cannot be made"):
        return factory(game, seed)
