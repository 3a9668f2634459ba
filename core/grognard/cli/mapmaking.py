"""``map``: of a scenario, which is what it draws without further words, and maps made from geography."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli import output
from grognard.cli.console import console, emit, note, table
from grognard.cli.files import write_text
from grognard.cli.given import Json
from grognard.cli.guard import Exit, Group
from grognard.cli.maps import write_svg

if TYPE_CHECKING:
    from grognard.geography import Made

__all__ = ["DRAW", "MapGroup", "make"]

DRAW = "draw"
"""The command that ``map RULESET`` means."""


class MapGroup(Group):
    """``map RULESET`` is ``map draw RULESET``; a ruleset called like a command is drawn by the long form."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Parse, after naming the command that is meant."""
        if args and args[0] not in (*self.commands, "--help", "-h"):
            args = [DRAW, *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """The commands, and the rulesets that may stand in their place."""
        ruleset = self.commands[DRAW].params[0]
        return [*super().shell_complete(ctx, incomplete), *ruleset.shell_complete(ctx, incomplete)]


def make(
    geography: Annotated[
        Path, typer.Argument(help="Places, roads, rivers and ground in degrees.", metavar="GEOGRAPHY.toml")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="Write the map to this file; else it is printed.", metavar="MAP.toml"
        ),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Draw the map to this file.", metavar="FILE.svg")
    ] = None,
    report: Annotated[
        bool, typer.Option("--report", help="Print counts and everything found, in place of the map.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Conflicts make the exit code 1.")] = False,
    json: Json = False,
) -> int:
    """Make a hex map of places, roads, rivers and ground given in latitude and longitude.

    What is in conflict is named on standard error: two places in one hex, a place on the wrong bank, a road
    over a lake, a correction that changes nothing any more.
    """
    from grognard.geography import make as make_map
    from grognard.geography import read, scene_of

    written = read(geography)
    made = make_map(written, file=geography)
    if svg is not None:
        write_svg(scene_of(made.map, written.looks), svg)
    if out is not None:
        write_text(out, made.map.write(), ending=".toml")
        note(f"written to {out}")
    if json:
        emit(output.MapMade.of(made))
    elif report:
        _report(made)
    elif out is None:
        typer.echo(made.map.write(), nl=False)
    if not (report or json):
        for finding in made.conflicts:
            note(str(finding))
    return Exit.WRONG if strict and made.conflicts else Exit.OK


def _report(made: Made) -> None:
    table(("on the map", "count"), made.figures.items(), right=("count",))
    for finding in made.findings:
        console.print(f"{'conflict' if finding.conflict else 'note'}: {finding}")
    if not made.findings:
        console.print("nothing is in conflict")
