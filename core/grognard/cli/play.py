"""The terminal game."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext, redirect_stdout
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli import output
from grognard.cli.console import console, emit, note, program
from grognard.cli.dicecup import asking
from grognard.cli.given import (
    Charts,
    Json,
    Lang,
    OptionalRuleset,
    OptionalScenario,
    Options,
    load,
    named_charts,
    one_of,
    typed_path,
)
from grognard.cli.guard import Exit, Misuse, complain
from grognard.cli.keyboard import Keyboard, Leave
from grognard.cli.seats import Seats, seats_of
from grognard.cli.table import MAPS, Table
from grognard.errors import GrognardError, RecordError
from grognard.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.game import Game
    from grognard.session import Session

__all__ = ["games_directory", "play"]

GAMES = "GROGNARD_GAMES"
"""Environment variable with the directory that games are recorded in."""

LAST = "last"


def play(
    ctx: typer.Context,
    ruleset: OptionalRuleset = None,
    scenario: OptionalScenario = None,
    seat: Seats = None,
    seed: Annotated[
        str | None, typer.Option("--seed", help="Seed of dice and draws; made up if not given.")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            help=f"Write the game to this new file; by default to one in {GAMES}.",
            metavar="FILE.jsonl",
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume", help=f"Go on with a recorded game; '{LAST}' is the latest.", metavar="FILE.jsonl"
        ),
    ] = None,
    dice: Annotated[
        str, typer.Option("--dice", help="'ask': you throw real dice and type what fell.", metavar="roll|ask")
    ] = "roll",
    solo: Annotated[
        bool, typer.Option("--solo", help="One person plays all human sides, and no keyboard is passed.")
    ] = False,
    observe: Annotated[
        list[str] | None, typer.Option("--observe", help="An observer that a plugin offers.", metavar="ID")
    ] = None,
    maps: Annotated[
        str,
        typer.Option(
            "--maps", help="When to draw the map: auto, always (each decision), turn, never.", metavar="WHEN"
        ),
    ] = "auto",
    json: Json = False,
    lang: Lang = "en",
    option: Options = None,
    charts: Charts = None,
) -> int:
    """Play a game in the terminal, against bots or people.

    Seats are given by side: '--SIDE human' or '--SIDE greedy'. Without any, you play the side that moves
    first against the greedy bot. 'help' in the game lists what you can type. The game is recorded as it goes,
    so that it can be resumed after 'quit', Ctrl-C or a power cut.
    """
    one_of(dice, ("roll", "ask"), "--dice")
    one_of(maps, MAPS, "--maps")
    watchers = [_observer(each) for each in observe or ()]
    with redirect_stdout(sys.stderr) if json else nullcontext():
        keyboard = Keyboard()
        cup = asking(keyboard) if dice == "ask" else None
        try:
            if resume is not None:
                session, path = _resumed(_record_named(resume), ruleset, seed, charts, cup)
            elif ruleset is None:
                raise Misuse("which ruleset? 'grognard rulesets' lists them", ctx=ctx)
            else:
                game = load(ruleset, option, charts)
                session, path = _begun(ctx, game, scenario, seat, seed, record, solo, cup)
        except Leave:
            note("left before the game began")
            return Exit.OK
        for make in watchers:
            session.watch(make(session))
        code = _play_on(session, path, Table(session, keyboard, lang=lang, maps=maps))
    if json:
        emit(output.Played.of(session, path))
    return code


def _observer(name: str) -> Callable[[Session[Any, Any]], Any]:
    """What makes the observer of that name; a usage error if no plugin offers it."""
    registry = Registry.discover()
    one_of(name, registry.offers("observers"), "--observe")
    return registry.offer("observers", name).make


def _play_on(session: Session[Any, Any], path: Path | None, table: Table) -> Exit:
    """Play until the game is over or the person leaves, then put the game away."""
    for each in session.notes:
        note(each)
    try:
        table.run()
        return Exit.OK
    except Leave:
        return Exit.OK
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    finally:
        _put_away(session, path)


def _begun(
    ctx: Any,
    game: Game[Any, Any],
    scenario: str | None,
    seat: list[str] | None,
    seed: str | None,
    record: Path | None,
    solo: bool,
    dice: Any,
) -> tuple[Session[Any, Any], Path | None]:
    """A new game, recorded where the person says or in the usual place."""
    from grognard.session import Session

    info = game.scenario(scenario or game.default_scenario)
    seats = _everybody(game, info.first, seats_of(ctx, game, seat))
    path: Path | None = record
    try:
        path = path or _new_record(game.ruleset.id, info.id)
        session = Session(game, info.id, seed=seed, seats=seats, solo=solo, record=path, dice=dice)
    except RecordError as error:
        if record is not None:
            raise
        note(f"this game is not recorded: {error}")
        session, path = Session(game, info.id, seed=seed, seats=seats, solo=solo, dice=dice), None
    console.print(f"{info.name.get('en')} ({game.ruleset.id} {info.id}); type 'help' for what you can do.")
    return session, path


def _everybody(game: Game[Any, Any], first: str, named: dict[str, str]) -> dict[str, str]:
    """Every seat: people against greedy bots, unless only bots are named, then people take the rest."""
    if not named:
        named = {first: "human"}
    others = "greedy" if "human" in named.values() else "human"
    return {side: named.get(side, others) for side in game.sides}


def _resumed(
    path: Path, ruleset: str | None, seed: str | None, charts: Path | None, dice: Any
) -> tuple[Session[Any, Any], Path | None]:
    from grognard.session import Session

    session: Session[Any, Any] = Session.resume(path, charts=named_charts(charts), seed=seed, dice=dice)
    if ruleset not in (None, session.game.ruleset.id):
        session.close()
        raise GrognardError(f"{path} is a game of {session.game.ruleset.id!r}, not of {ruleset!r}")
    console.print(f"Going on with {session.scenario} after {len(session.steps)} actions.")
    return session, path


def games_directory() -> Path:
    """Where games are recorded that nobody named a file for; raises ``RecordError`` if there is no place."""
    named, state = os.environ.get(GAMES), os.environ.get("XDG_STATE_HOME")
    try:
        if named:
            return Path(named).expanduser()
        return (Path(state) if state else Path.home() / ".local" / "state") / "grognard" / "games"
    except RuntimeError:
        where = f"{named}: " if named else ""
        raise RecordError(f"{where}there is no such home directory; {GAMES} names another place") from None


def _new_record(ruleset: str, scenario: str) -> Path:
    stem = f"{ruleset}-{scenario}-{datetime.now():%Y%m%d-%H%M%S}"
    folder = games_directory()
    path, number = folder / f"{stem}.jsonl", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.jsonl"
    return path


def _record_named(resume: str) -> Path:
    if resume != LAST:
        return typed_path(resume)
    found = sorted(games_directory().glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise GrognardError(f"no game is recorded in {games_directory()}")
    return found[-1]


def _put_away(session: Session[Any, Any], path: Path | None) -> None:
    """Save the game with its luck and say how to go on."""
    if path is None:
        return
    try:
        if not session.over:
            session.save()
        session.close()
    except RecordError as error:  # what was played is in the file; the game can be resumed, with new luck
        complain(str(error))
    console.print()
    verb = "Replay it" if session.over else "Go on"
    command = f"{program()} replay {path}" if session.over else f"{program()} play --resume {path}"
    console.print(f"{verb} with: {command}")
