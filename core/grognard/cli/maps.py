"""Maps: of a scenario's start, in the terminal or as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.cli import output
from grognard.cli.console import emit, note, print_map
from grognard.cli.files import write_text
from grognard.cli.given import Charts, Json, Lang, OptionalScenario, Options, RulesetArgument, load, one_of

if TYPE_CHECKING:
    from grognard.scene import Scene

__all__ = ["map_", "write_svg"]

Out = Annotated[
    Path | None, typer.Option("--out", "-o", help="Write the map as SVG to this file.", metavar="FILE.svg")
]


def map_(
    ruleset: RulesetArgument,
    scenario: OptionalScenario = None,
    out: Out = None,
    show: Annotated[
        list[str] | None,
        typer.Option("--show", help="Overlays, as the system names them.", metavar="OVERLAY"),
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
    """Draw the map of a scenario as it starts, in the terminal or as SVG; the word draw may be left out."""
    from grognard.dice import SeededDice

    game = load(ruleset, option, charts)
    chosen = scenario or game.default_scenario
    position = game.start(chosen, SeededDice(seed))
    viewer = one_of(side, game.sides, "side") if side else game.to_act(position)
    view = game.view(position, viewer) if viewer else position
    shown = tuple(part for each in show or () for part in each.split(",") if part)
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
