"""A look at everything in half a minute."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli import output
from grognard.cli.answers import print_table
from grognard.cli.comparing import print_terrain
from grognard.cli.console import console, emit, heading, program
from grognard.cli.given import Json, Lang, plain_name
from grognard.errors import GrognardError

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.odds import OddsTable
    from grognard.replay import StepResult
    from grognard.session import Session

    Question = tuple[Game[Any, Any], str, OddsTable, str]

__all__ = ["demo"]

LINES = 10
"""Lines that tell the course of a game."""

LONG = 110
"""Characters of such a line."""

BUDGET = 16.0
"""Seconds for all games together; they take a fraction of it."""

TRIED = 40
"""Actions looked through for one whose odds are worth showing."""


def demo(
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="Where maps go; by default a new temporary directory.", metavar="DIRECTORY"
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the games.")] = 44,
    bot: Annotated[str, typer.Option("--bot", help="Who plays both sides.", metavar="BOT")] = "greedy",
    json: Json = False,
    lang: Lang = "en",
) -> None:
    """Show what Grognard does: a game of each ruleset, its final map, exact odds, a comparison."""
    from grognard.lab.compare import compare_terrain
    from grognard.registry import Registry

    began = perf_counter()
    folder = out or Path(mkdtemp(prefix="grognard-demo-"))
    folder.mkdir(parents=True, exist_ok=True)
    registry = Registry.discover()
    games = [game for ruleset in registry.rulesets if (game := registry.load(ruleset)).scenarios()]
    if not games:
        raise GrognardError("no ruleset that could be played is installed")
    shown: list[output.DemoGame] = []
    question: Question | None = None
    for game in games:
        session = _played(game, bot, seed, BUDGET / len(games))
        path = folder / f"{game.ruleset.id}-{session.scenario}.svg"
        _draw(session, path, lang)
        course = _course(session, lang)
        shown.append(output.DemoGame.of(session, course, path))
        if not json:
            _tell(session, course, path, lang)
        question = question or _worth_asking(session, lang)
    terrain = compare_terrain([game for game in games if game.comparison() is not None])
    if json:
        emit(output.Demo.of(shown, None if question is None else output.Odds.of(*question[:3]), terrain))
        return
    if question is not None:
        game, _, table, words = question
        heading(f"Exact odds in that game of {plain_name(game.ruleset.name, lang)}: {words}")
        print_table(table)
        console.print()
    heading("What terrain does, ruleset by ruleset")
    print_terrain(games, terrain, lang)
    console.print(f"\nAll this took {perf_counter() - began:.1f} seconds.")
    console.print(f"Play yourself: {program()} play {games[0].ruleset.id}")


def _played(game: Game[Any, Any], bot: str, seed: int, seconds: float) -> Session[Any, Any]:
    """A game between bots, to its end or as far as it gets in a time nobody minds waiting."""
    from grognard.session import Session

    session = Session(game, seed=seed, seats=dict.fromkeys(game.sides, bot))
    began = perf_counter()
    for _step in session.running():
        if perf_counter() - began > seconds:
            break
    return session


def _draw(session: Session[Any, Any], path: Path, lang: str) -> None:
    from grognard.cli.maps import write_svg

    write_svg(session.game.scene(session.position, lang=lang), path)


def _course(session: Session[Any, Any], lang: str) -> list[str]:
    """The course of a game in ten lines: its steps that changed most, in order, each with its turn."""
    game = session.game
    steps = session.steps
    rated = sorted(range(len(steps)), key=lambda n: (-_weight(game, steps[n]), n))[:LINES]
    lines = []
    for n in sorted(rated):
        step = steps[n]
        sentences = [text for event in step.events if (text := game.tell(event, lang))]
        told = _shortened(sentences) or f"{game.name(step.side, lang)}: {step.text}"
        lines.append(f"{game.turn_unit} {game.turn(step.before)}: {told}")
    return lines


def _shortened(sentences: list[str]) -> str:
    """The sentences that fit on a line, the last of them before the first."""
    kept: list[str] = []
    for sentence in reversed(sentences):
        if kept and sum(map(len, kept)) + len(sentence) > LONG:
            break
        kept.insert(0, sentence)
    return " ".join(kept)


def _weight(game: Game[Any, Any], step: StepResult[Any]) -> float:
    """How much a step changed, by the system's own opinion."""
    after = game.outcome(step.after)
    if after is not None:
        return float("inf")
    return sum(abs(game.value(step.after, side) - game.value(step.before, side)) for side in game.sides)


def _tell(session: Session[Any, Any], course: list[str], path: Path, lang: str) -> None:
    game, outcome = session.game, session.outcome
    info = game.scenario(session.scenario)
    players = ", ".join(
        f"{game.name(side, lang)} by the {player} bot" for side, player in session.seats.items()
    )
    heading(f"{plain_name(game.ruleset.name, lang)}: {plain_name(info.name, lang)}, {players}")
    for line in course:
        console.print(f"  {line}")
    if outcome is None:
        console.print(f"  It goes on after {game.turn(session.position)} {game.turn_unit}s.")
    else:
        winner = game.name(outcome.winner, lang) if outcome.winner else "nobody"
        console.print(
            f"  Won by {winner} after {len(session.steps)} decisions: {outcome.why} [{outcome.cite}]"
        )
    console.print(f"  Final map: {path}\n")


def _worth_asking(session: Session[Any, Any], lang: str) -> Question | None:
    """The exact odds of the action of a game that could have ended in the most different ways."""
    from grognard.odds import odds

    game = session.game
    best: Question | None = None
    rolled = [step for step in session.steps if any(roll.kind != "draw" for roll in step.rolls)]
    for step in rolled[:TRIED]:
        view = game.view(step.before, step.side)
        effect = partial(_effect, game, view, lang)
        try:
            table = odds(game, view, step.action, measure=effect, limit=2000, samples=0)
        except GrognardError:
            continue
        if 3 <= len(table.rows) <= LINES and (best is None or len(table.rows) > len(best[2].rows)):
            words = f"{game.name(step.side, lang)}, {game.describe(view, step.action, lang)}"
            best = (game, session.scenario, table, words)
    return best


def _effect(game: Game[Any, Any], view: Any, lang: str, end: Any) -> str:
    return game.effect(view, end, lang)
