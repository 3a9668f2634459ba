"""One game between bots, from its beginning to its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.bots import Bot, BotFactory, bot_seed, make_bot
from grognard.bots.asking import Asked
from grognard.dice import Die, Face, SeededDice
from grognard.errors import GrognardError, IllegalAction, PluginError
from grognard.faults import fault
from grognard.game import Game
from grognard.lab.results import GameResult
from grognard.play import Side
from grognard.spelling import check_side

__all__ = ["AnyGame", "Player", "play_game", "seated"]

AnyGame = Game[Any, Any]
Player = str | BotFactory


class _CountingDice(SeededDice):
    """Seeded dice that count themselves."""

    __slots__ = ("dice", "draws")

    def __init__(self, seed: int | str) -> None:
        super().__init__(seed)
        self.dice = self.draws = 0

    def throw(self, die: Die, n: int, why: str) -> tuple[Face, ...]:
        self.dice += n
        return super().throw(die, n, why)

    def draw(self, bag: Mapping[str, int], why: str) -> str:
        self.draws += 1
        return super().draw(bag, why)


def play_game(
    game: AnyGame,
    scenario: str,
    seats: Mapping[Side, Bot | Player],
    seed: int | str = 0,
    max_turns: int = 1000,
    *,
    number: int = 0,
    start: bytes | None = None,
) -> GameResult:
    """Play one game between bots, given by side as bots, ids or factories, to its end or the turn limit.

    The game equals a :class:`~grognard.session.Session` of the same seed and bots. ``start`` is an encoded
    position to play from instead of the scenario's beginning.

    Raises:
        GrognardError: a side or bot is unknown.
        PluginError: the system or a bot failed, or a bot chose what is illegal; names the seed.
    """
    for side in seats:
        check_side(side, game.sides)
    try:
        return _play_game(game, scenario, seats, seed, max_turns, number, start)
    except GrognardError:
        raise
    except (Exception, SystemExit) as error:
        raise PluginError(f"{_called(scenario, number, seed)} failed: {fault(error)}") from error


def _called(scenario: str, number: int, seed: int | str) -> str:
    return f"{scenario}, game {number} (seed {seed!r})"


def _play_game(
    game: AnyGame,
    scenario: str,
    seats: Mapping[Side, Bot | Player],
    seed: int | str,
    max_turns: int,
    number: int,
    start: bytes | None,
) -> GameResult:
    dice = _CountingDice(seed)
    where = _called(scenario, number, seed)
    players = {side: _asked(seats.get(side, "random"), game, side, seed, where) for side in game.sides}
    position = game.start(scenario, dice) if start is None else game.decode(start)
    options = game.options(position)
    decisions = branches = 0
    while options and game.turn(position) <= max_turns:
        side = position.agenda[-1].side
        player = players[side]
        action = player.choose(game, position, side, options)
        if action not in options and (reasons := game.refusal(position, action)):
            raise PluginError(f"{player.name} chose what is {IllegalAction(game.say(action), reasons)}")
        if len(options) > 1:
            decisions += 1
            branches += len(options)
        options = game.apply(position, action, dice)
    outcome = game.outcome(position)
    return GameResult(
        number,
        seed,
        outcome.winner if outcome else None,
        outcome is None,
        outcome.why if outcome else f"not decided in {max_turns} turns",
        dict(outcome.score) if outcome else {},
        game.turn(position) if outcome else max_turns,
        decisions,
        branches,
        dice.dice,
        dice.draws,
        game.digest(position),
    )


def _asked(player: Bot | Player, game: AnyGame, side: Side, seed: int | str, where: str) -> Asked:
    bot = seated(player, game, bot_seed(seed, side))
    name = player if isinstance(player, str) else getattr(bot, "id", "") or type(bot).__name__
    return Asked(bot, f"bot {name!r} of {side}", f"{where}: ")


def seated(player: Bot | Player, game: AnyGame, seed: str) -> Bot:
    """The bot that plays a seat; raises ``GrognardError`` for an id that no bot has."""
    if isinstance(player, str):
        return make_bot(player, game, seed)
    return player(game, seed) if callable(player) else player
