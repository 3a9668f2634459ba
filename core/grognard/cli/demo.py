"""A look at everything in half a minute."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli import output
from grognard.cli.answers import print_table
from grognard.cli.comparing import print_terrain
from grognard.cli.console import console, emit, heading, print_map
from grognard.cli.given import Json, Lang, plain_name
from grognard.errors import GrognardError

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.odds import OddsTable
    from grognard.replay import StepResult
    from grognard.session import Session

__all__ = ["demo"]

LINES = 10
"""Lines that tell the course of a game."""

TRIED = 400
"""Actions looked through for one whose odds are worth showing."""


def demo(
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Where maps go; by default a new temporary directory.", metavar="DIRECTORY"),
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
    if not registry.rulesets:
        raise GrognardError("no ruleset is installed")
    games = [registry.load(ruleset) for ruleset in registry.rulesets]
    shown: list[output.DemoGame] = []
    table: tuple[Game[Any, Any], OddsTable] | None = None
    for game in games:
        session = _played(game, bot, seed)
        path = folder / f"{game.ruleset.id}-{session.scenario}.svg"
        _draw(session, path, lang)
        course = _course(session, lang)
        shown.append(output.DemoGame.of(session, course, path))
        if not json:
            _tell(session, course, path, lang)
        table = table or _worth_showing(session, lang)
    terrain = compare_terrain(games)
    if json:
        emit(output.Demo.of(shown, None if table is None else output.Odds.of(table[0], shown[0].scenario, table[1]), terrain))
        return
    if table is not None:
        heading(f"Exact odds of an attack in that game of {plain_name(table[0].ruleset.name, lang)}")
        print_table(table[1])
        console.print()
    heading("What terrain does, ruleset by ruleset")
    print_terrain(games, terrain, lang)
    console.print(f"\nAll this took {perf_counter() - began:.1f} seconds. Play yourself: grognard play {games[0].ruleset.id}")


def _played(game: Game[Any, Any], bot: str, seed: int) -> Session[Any, Any]:
    from grognard.session import Session

    session = Session(game, seed=seed, seats=dict.fromkeys(game.sides, bot))
    limit = 300
    for _step in session.running():
        if game.turn(session.position) > limit:
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
        told = max(sentences, key=len, default=step.text)
        lines.append(f"turn {game.turn(step.before)}, {game.name(step.side, lang)}: {told}")
    return lines


def _weight(game: Game[Any, Any], step: StepResult[Any]) -> float:
    """How much a step changed, by the system's own opinion."""
    after = game.outcome(step.after)
    if after is not None:
        return float("inf")
    return sum(abs(game.value(step.after, side) - game.value(step.before, side)) for side in game.sides)


def _tell(session: Session[Any, Any], course: list[str], path: Path, lang: str) -> None:
    game, outcome = session.game, session.outcome
    info = game.scenario(session.scenario)
    players = ", ".join(f"{game.name(side, lang)} by the {player} bot" for side, player in session.seats.items())
    heading(f"{plain_name(game.ruleset.name, lang)}: {plain_name(info.name, lang)}, {players}")
    for line in course:
        console.print(f"  {line}")
    if outcome is None:
        console.print(f"  It goes on after {game.turn(session.position)} turns.")
    else:
        winner = game.name(outcome.winner, lang) if outcome.winner else "nobody"
        console.print(f"  Won by {winner} after {len(session.steps)} decisions: {outcome.why} [{outcome.cite}]")
    console.print(f"  Final map: {path}\n")


def _worth_showing(session: Session[Any, Any], lang: str) -> tuple[Game[Any, Any], OddsTable] | None:
    """The exact odds of the action of a game that could have ended in the most different ways."""
    from grognard.odds import odds

    game = session.game
    best: OddsTable | None = None
    rolled = [step for step in session.steps if any(roll.kind != "draw" for roll in step.rolls)]
    for step in rolled[: TRIED // 10]:
        view = game.view(step.before, step.side)
        try:
            table = odds(game, view, step.action, measure=lambda end, view=view: game.effect(view, end, lang), limit=2000, samples=0)
        except GrognardError:
            continue
        if 3 <= len(table.rows) <= 8 and (best is None or len(table.rows) > len(best.rows)):
            best = table
    return None if best is None else (game, best)
