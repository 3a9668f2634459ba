"""Games between bots, in bulk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli import output
from grognard.cli.charts import unsourced
from grognard.cli.console import console, emit, errors, note, paragraph, table
from grognard.cli.given import (
    Charts,
    Json,
    Lang,
    OptionalRuleset,
    OptionalScenario,
    Options,
    load,
    named_charts,
    plain_name,
)
from grognard.cli.guard import Exit, Misuse
from grognard.cli.positions import FromPosition
from grognard.cli.seats import Seats, seats_of

if TYPE_CHECKING:
    from grognard.lab import SimulationResult

__all__ = ["simulate"]


def simulate(
    ctx: typer.Context,
    ruleset: OptionalRuleset = None,
    scenario: OptionalScenario = None,
    n: Annotated[int, typer.Option("-n", "--games", help="How many games.", min=0)] = 100,
    seed: Annotated[int, typer.Option("--seed", help="Seed; each game has its own, made from it.")] = 0,
    seat: Seats = None,
    workers: Annotated[int, typer.Option("--workers", "-w", help="Processes that play at once.", min=1)] = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Write every game to .jsonl or .parquet.", metavar="FILE"),
    ] = None,
    position: FromPosition = None,
    max_turns: Annotated[
        int, typer.Option("--max-turns", help="A game this long counts as unfinished.", min=1)
    ] = 1000,
    json: Json = False,
    lang: Lang = "en",
    option: Options = None,
    charts: Charts = None,
) -> int:
    """Play many games between bots and say who wins how often.

    Seats are given by side, '--SIDE BOT' or '--seat SIDE=BOT'; a side that is not named is played by the
    random bot. Ctrl-C stops early and keeps the games that are finished. Lines of JSON are written as games
    come in, to FILE.part until all are there, so that a killed process loses none either.
    """
    from grognard.lab.files import check_writable
    from grognard.lab.simulate import simulate as run
    from grognard.position_file import read_position

    if out is not None:
        check_writable(out)
    starts: tuple[bytes, ...] = ()
    if position is not None:
        if ruleset or scenario or option:
            raise Misuse("--position brings its own game: no ruleset, scenario or --option goes with it")
        found = read_position(position, charts=named_charts(charts))
        game, scenario = found.game, found.scenario
        starts = (game.encode(found.position),)
    elif not ruleset:
        raise Misuse("expected a ruleset, or --position FILE")
    else:
        game = load(ruleset, option, charts)
    seats = seats_of(ctx, game, seat, people=False)
    with _bar(n) as bar:
        result = run(
            game,
            scenario,
            n,
            seed=seed,
            seats=seats,
            workers=workers,
            max_turns=max_turns,
            progress=bar,
            starts=starts,
            out=out,
        )
    if out is not None:
        note(f"{len(result.games)} games written to {out}")
    if json:
        emit(output.Simulation.of(result, unsourced(game.ruleset.charts.values())))
    else:
        _print(game, result, lang)
    return Exit.INTERRUPTED if result.interrupted else Exit.OK


class _bar:  # noqa: N801  # reads as a word: with _bar(n)
    """A progress bar on standard error, where somebody looks."""

    def __init__(self, n: int) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._progress = Progress(
            TextColumn("playing"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=errors,
            transient=True,
            disable=not errors.is_terminal,
        )
        self._task = self._progress.add_task("playing", total=n)

    def __enter__(self) -> Any:
        self._progress.start()
        return lambda done, _n: self._progress.update(self._task, completed=done)

    def __exit__(self, *_error: object) -> None:
        self._progress.stop()


def _print(game: Any, result: SimulationResult, lang: str) -> None:
    summary = result.summary
    scenario = game.scenario(result.scenario)
    stopped = f" of {result.n}, stopped early" if result.interrupted else ""
    console.print(
        f"{plain_name(scenario.name, lang)}: {len(result.games)} games{stopped}, seed {result.seed}"
    )
    rows: list[tuple[object, ...]] = []
    for side, share in summary.wins.items():
        first = " (moves first)" if side == result.first else ""
        rows.append((f"{game.name(side, lang)}{first}", result.seats[side], *_share(share)))
    rows.append(("drawn", "", *_share(summary.draws)))
    rows.append((f"unfinished after {result.max_turns} turns", "", *_share(summary.unfinished)))
    table(
        ("won by", "played by", "games", "share", "95 % interval"),
        rows,
        right=("games", "share", "95 % interval"),
    )
    measures = (
        (f"{result.turn_unit}s", summary.turns),
        ("decisions", summary.decisions),
        ("options per decision", summary.branching),
    )
    table(
        ("per game", "mean", "least", "median", "greatest"),
        [
            (
                name,
                f"{spread.mean:.1f}",
                f"{spread.least:.4g}",
                f"{spread.median:.4g}",
                f"{spread.greatest:.4g}",
            )
            for name, spread in (*measures, ("dice rolled", summary.dice))
        ],
        right=("mean", "least", "median", "greatest"),
    )
    if charts := unsourced(game.ruleset.charts.values()):
        paragraph(
            f"Played with figures that no source prints, in these charts: {', '.join(charts)} "
            f"('grognard charts {game.ruleset.id}')."
        )


def _share(share: Any) -> tuple[object, ...]:
    return share.count, f"{share.share:.1%}", f"{share.low:.1%} – {share.high:.1%}"
