"""Who plays which side: ``--seat SIDE=PLAYER``, or the side itself as an option, ``--allies greedy``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from grognard.cli.guard import Misuse
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from grognard.game import Game

__all__ = ["Seats", "SeatsCommand", "seats_of"]

Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        help="Who plays a side: human, random, greedy, search, fuzz or a plugin's bot; or '--SIDE PLAYER'.",
        metavar="SIDE=PLAYER",
    ),
]

_SHORT = "\0"  # marks a seat that was typed as an option of its own


class SeatsCommand(TyperCommand):
    """A command that takes sides of a game as options: ``--allies greedy`` is ``--seat allies=greedy``.

    Which sides there are is known only when the game is loaded, so every option the command does not know is
    read as a side; :func:`seats_of` finds out.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Parse, after turning sides into seats."""
        return super().parse_args(ctx, _as_seats(args, *_known(self)))


def _known(command: Any) -> tuple[set[str], set[str]]:
    """A command's options: all of them, and those that take a value."""
    every, valued = {"--help", "-h"}, set()
    for param in command.params:
        if param.param_type_name != "option":
            continue
        every.update((*param.opts, *param.secondary_opts))
        if not (param.is_flag or getattr(param, "count", False)):
            valued.update(param.opts)
    return every, valued


def _as_seats(args: list[str], known: set[str], valued: set[str]) -> list[str]:
    """Arguments with unknown long options turned into seats.

    >>> _as_seats(["x", "--allies", "greedy", "--seed", "3"], {"--seed"}, {"--seed"})
    ['x', '--seat', '\\x00allies=greedy', '--seed', '3']
    """
    found: list[str] = []
    rest = list(args)
    while rest:
        word = rest.pop(0)
        name, sign, value = word.partition("=")
        if word == "--":
            return [*found, word, *rest]
        if not word.startswith("--") or name in known:
            found.append(word)
            if word in valued and rest:
                found.append(rest.pop(0))
            continue
        if not sign:
            value = rest.pop(0) if rest and not rest[0].startswith("--") else ""
        found += ["--seat", f"{_SHORT}{name[2:]}={value}"]
    return found


def seats_of(
    ctx: Any, game: Game[Any, Any], given: list[str] | None, *, people: bool = True
) -> dict[str, str]:
    """Side → player, as typed; a usage error names what is unknown, with near names."""
    if not given:
        return {}
    from grognard.bots import bots
    from grognard.registry import Registry

    seats: dict[str, str] = {}
    registry = Registry.discover()
    players = [*(["human"] if people else []), *bots(registry)]
    for each in given:
        side, sign, player = each.lstrip(_SHORT).partition("=")
        if side not in game.sides:
            raise Misuse(_unknown(ctx, game, each, side))
        if not sign or not player:
            raise Misuse(f"who plays {side}? expected --{side} PLAYER")
        if player not in players:
            where = "people do not play in bulk; " if player == "human" else ""
            hint = did_you_mean(player, players) + registry.failed_plugins
            raise Misuse(f"{where}there is no player {player!r} for {side}{hint}")
        seats[side] = player
    return seats


def _unknown(ctx: Any, game: Game[Any, Any], given: str, side: str) -> str:
    if not given.startswith(_SHORT):
        return f"there is no side {side!r}{did_you_mean(side, game.sides)}"
    known = sorted({*(f"--{each}" for each in game.sides), *_known(ctx.command)[0]})
    return f"there is no option --{side}{did_you_mean('--' + side, known)}"
