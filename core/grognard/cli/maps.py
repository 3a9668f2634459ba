"""Maps: of a scenario's start, a record or a position, in the terminal or as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.cli import output
from grognard.cli.console import console, emit, note, print_map
from grognard.cli.files import write_text
from grognard.cli.given import Charts, Json, Lang, OptionalRuleset, OptionalScenario, Options, one_of
from grognard.cli.guard import Misuse
from grognard.cli.positions import At, FromPosition, FromRecord, place

if TYPE_CHECKING:
    from grognard.scene import Scene

__all__ = ["map_", "write_svg"]

Out = Annotated[
    Path | None, typer.Option("--out", "-o", help="Write the map as SVG to this file.", metavar="FILE.svg")
]


def map_(
    ruleset: OptionalRuleset = None,
    scenario: OptionalScenario = None,
    record: FromRecord = None,
    at: At = None,
    position: FromPosition = None,
    out: Out = None,
    show: Annotated[
        list[str] | None,
        typer.Option(
            "--show",
            help="Overlays, parted by commas or given again; '--show list' names those of the system.",
            metavar="OVERLAY",
        ),
    ] = None,
    side: Annotated[
        str | None, typer.Option("--side", help="See it as this side does.", metavar="SIDE")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of what the set-up rolls and draws.")] = 0,
    json: Json = False,
    lang: Lang = "en",
    option: Options = None,
    charts: Charts = None,
) -> None:
    """Draw the map, in the terminal or as SVG, of a scenario as it starts, a recorded game or a position in a
    file; the word draw may be left out.
    """
    named = [word for word in (ruleset, scenario) if word]
    where = place(named, record, at, None, str(seed), option, charts, position)
    game, chosen = where.game, where.scenario
    if where.asked and (record is not None or position is not None):
        raise Misuse("--record and --position bring their own game: no ruleset goes with them")
    if where.asked:
        game.scenario(where.asked)  # says that there is none
    view = game.view(where.position, one_of(side, game.sides, "side")) if side else where.view
    shown = tuple(part for each in show or () for part in each.split(",") if part)
    if shown == ("list",) and "list" not in game.overlays:
        console.print(f"Overlays of {game.ruleset.id}: {', '.join(game.overlays) or 'none'}")
        return
    scene: Scene = game.scene(view, lang=lang, show=shown)
    if out is not None:
        write_svg(scene, out)
    if json:
        emit(output.Map(game.ruleset.id, chosen, scene))
    elif out is not None:
        note(f"written to {out}")
    else:
        print_map(scene)


def write_svg(scene: Scene, path: Path) -> None:
    """Write a scene as SVG; raises ``GrognardError`` if that cannot be."""
    from grognard.scene import render_svg

    write_text(path, render_svg(scene), ending=".svg")
