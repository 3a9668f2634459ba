"""Which position a question is about: where a scenario starts, after some actions, or a place in a record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.choosing import Rest, go_on, parted
from grognard.cli.given import load, named_charts
from grognard.cli.guard import Misuse
from grognard.errors import GrognardError, NotationError, RecordError
from grognard.spelling import closest

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.play import Action

__all__ = ["At", "Do", "FromPosition", "FromRecord", "Place", "Seed", "Words", "place"]

Words = Annotated[
    list[str] | None,
    typer.Argument(
        help="The ruleset and the scenario, if it is not the ruleset's own (neither with --record or "
        "--position), then what is asked about.",
        metavar="[RULESET [SCENARIO]] ASKED…",
        show_default=False,
    ),
]
FromRecord = Annotated[
    Path | None, typer.Option("--record", "-r", help="Ask about a recorded game.", metavar="FILE.jsonl")
]
FromPosition = Annotated[
    Path | None,
    typer.Option(
        "--position",
        "-p",
        help="Ask about a position in a file, as 'position' writes it.",
        metavar="FILE.json",
    ),
]
At = Annotated[
    int | None,
    typer.Option(
        "--at", help="After that many actions of the record, as 'replay' counts them.", metavar="N", min=0
    ),
]
Do = Annotated[
    list[str] | None,
    typer.Option(
        "--do",
        help="Play this from the start first; ';' parts actions. May be given again.",
        metavar="ACTIONS",
    ),
]
Seed = Annotated[str, typer.Option("--seed", help="Seed of what is rolled and drawn on the way.")]


class Place:
    """A position, and how the side that has to choose there sees it (``view``)."""

    def __init__(self, game: Game[Any, Any], scenario: str, position: Any, asked: str) -> None:
        self.game, self.scenario, self.position, self.asked = game, scenario, position, asked
        side = game.to_act(position)
        self.view = position if side is None else game.view(position, side)
        self.options: list[Action] = game.options(self.view)


def place(
    words: Sequence[str] | None,
    record: Path | None,
    at: int | None,
    do: Sequence[str] | None,
    seed: str,
    option: list[str] | None,
    charts: Path | None,
    position: Path | None = None,
) -> Place:
    """The position the options of a command describe, and the words left over."""
    given = list(words or ())
    if position is not None:
        if do or option or record is not None or at is not None:
            raise Misuse("--position brings its own game: no other option says where to begin")
        return _laid_out(position, charts, " ".join(given))
    if record is not None:
        if do or option:
            raise Misuse("--record brings its own game: --do and --option do not go with it")
        return _recorded(record, at, charts, " ".join(given))
    if at is not None:
        raise Misuse("--at counts the actions of a --record, which is not given")
    if not given:
        raise Misuse("expected a ruleset first, or --record FILE or --position FILE")
    game = load(given[0], option, charts)
    scenario, asked = _scenario_of(game, given[1:])
    return Place(game, scenario, _played(game, scenario, do or (), seed), " ".join(asked))


def _scenario_of(game: Game[Any, Any], words: list[str]) -> tuple[str, list[str]]:
    """The scenario that words begin with, else the default one, and the other words.

    Raises:
        ScenarioError: they begin with what is nearly a scenario.
    """
    known = [info.id for info in game.scenarios()]
    if words and (words[0] in known or closest(words[0], known)):
        return game.scenario(words[0]).id, words[1:]
    return game.default_scenario, words


def _played(game: Game[Any, Any], scenario: str, do: Sequence[str], seed: str) -> Any:
    from grognard.dice import SeededDice

    dice = SeededDice(seed)
    position = game.start(scenario, dice)
    line = "; ".join(part for each in do if (part := parted(each).strip(" ;")))
    rest = Rest(line) if line else None
    while rest is not None:
        try:
            step = go_on(game, position, game.options(position), rest)
        except NotationError as error:
            raise GrognardError(f"--do: {error}") from None
        if step is None:
            break
        action, rest = step
        game.apply(position, action, dice)
    return position


def _laid_out(path: Path, charts: Path | None, asked: str) -> Place:
    from grognard.position_file import read_position

    found = read_position(path, charts=named_charts(charts))
    return Place(found.game, found.scenario, found.position, asked)


def _recorded(path: Path, at: int | None, charts: Path | None, asked: str) -> Place:
    from grognard.record import Record
    from grognard.replay import Replay, open_game

    record = Record.load(path, mend=True)
    game = open_game(record, charts=named_charts(charts))
    steps = Replay(record, game).run()
    if at is None:
        return Place(game, record.header.scenario, steps.position, asked)
    if at > len(steps.steps):
        raise RecordError(f"it holds {len(steps.steps)} actions, there is no place after {at}", file=path)
    return Place(game, record.header.scenario, steps.steps[at - 1].after if at else steps.start, asked)
