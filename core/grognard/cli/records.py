"""Recorded games: told again, and checked against the rules of today."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli import output
from grognard.cli.console import console, emit, heading, note, print_map
from grognard.cli.given import Charts, Json, Lang, named_charts, one_of
from grognard.cli.guard import Exit
from grognard.errors import RecordError
from grognard.session import HUMAN

if TYPE_CHECKING:
    from grognard.play import Side
    from grognard.record import Record
    from grognard.replay import Replay

__all__ = ["replay", "verify"]


def replay(
    file: Annotated[Path, typer.Argument(help="A recorded game.", metavar="FILE.jsonl")],
    to: Annotated[
        int | None, typer.Option("--to", help="Stop after that many actions.", metavar="N", min=0)
    ] = None,
    side: Annotated[
        str | None,
        typer.Option(
            "--side",
            help="Tell it as this side knows it. Default: everything if the game is over, else what the only "
            "person at the table knows, or what two people both know.",
            metavar="SIDE",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write the last map as SVG.", metavar="FILE.svg")
    ] = None,
    json: Json = False,
    lang: Lang = "en",
    charts: Charts = None,
) -> None:
    """Tell a recorded game again, action by action, and draw the map where it ends."""
    from grognard.record import Record
    from grognard.replay import Replay, open_game

    record = Record.load(file, mend=True)
    game = open_game(record, charts=named_charts(charts))
    if side is not None:
        one_of(side, game.sides, "side")
    told = Replay(record, game).run()
    for each in told.notes:
        note(each)
    if to is not None and to > len(told.steps):
        raise RecordError(f"it holds {len(told.steps)} actions, there is no place after {to}", file=file)
    last = len(told.steps) if to is None else to
    viewer = side or _audience(record)
    position = told.steps[last - 1].after if last else told.start
    looks = viewer or game.to_act(position)  # no map shows what only one side knows
    scene = game.scene(position if viewer is None or looks is None else game.view(position, looks), lang=lang)
    if out is not None:
        from grognard.cli.maps import write_svg

        write_svg(scene, out)
    if json:
        emit(output.Replayed.of(record, told, last, viewer, lang))
        return
    _tell(told, last, viewer, lang)
    console.print()
    print_map(scene)
    outcome = game.outcome(position)
    if outcome is not None:
        winner = game.name(outcome.winner, lang) if outcome.winner else "nobody"
        heading(f"Won by {winner}: {outcome.why} [{outcome.cite}]")
    else:
        console.print(f"After {last} of {len(told.steps)} actions.")


def _audience(record: Record) -> Side | None:
    """Whose knowledge to tell: everything once a game is over or if only bots play (``None``).

    While it goes on, what its only person knows, or what everybody knows if there are several (``""``).
    """
    people = [side for side, player in record.header.seats.items() if player == HUMAN]
    if record.outcome is not None or not people:
        return None
    if len(people) > 1:
        return None if record.header.solo else ""
    return people[0]


def _tell(told: Replay[Any, Any], last: int, viewer: Side | None, lang: str) -> None:
    game = told.game
    for number, step in enumerate(told.steps[:last], 1):
        hidden = viewer is not None and step.seen_by not in ("", viewer)
        console.print(
            f"{number:>4}  {game.name(step.side, lang)}: {'?' if hidden else step.text}", style="bold"
        )
        for event in step.events if viewer is None else step.events_for(viewer):
            if sentence := game.tell(event, lang):
                console.print(f"        {sentence}")


def verify(
    files: Annotated[
        list[Path], typer.Argument(help="Recorded games, or directories of them.", metavar="FILE…")
    ],
    json: Json = False,
    charts: Charts = None,
) -> int:
    """Replay recorded games against the rules installed now and report the first difference of each.

    The exit code is 1 if any record is damaged or goes otherwise.
    """
    from grognard.replay import verify as check

    found = check(_records(files), charts=named_charts(charts))
    if json:
        emit(output.Verified.of(found))
    else:
        for each in found:
            console.print(f"{'ok   ' if each.ok else 'WRONG'} {each}")
            if not each.ok and each.rules:
                console.print(f"      rules at work there: {', '.join(each.rules)}")
        wrong = sum(not each.ok for each in found)
        console.print(f"{len(found)} {'record' if len(found) == 1 else 'records'}, {wrong} wrong")
    return Exit.OK if all(each.ok for each in found) else Exit.WRONG


def _records(files: list[Path]) -> list[Path]:
    """Files as named, and every record in directories."""
    found: list[Path] = []
    for each in files:
        found += sorted(each.rglob("*.jsonl")) if each.is_dir() else [each]
    return found
