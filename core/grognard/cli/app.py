"""The wiring: every command with its place in the help, its examples and its exit codes."""

from __future__ import annotations

from typing import Annotated

import typer

from grognard.cli import catalogue, games, maps, play
from grognard.cli.guard import DEBUG, Commands, Exit

__all__ = ["app"]


def _examples(*lines: str) -> str:
    """Examples at the foot of a help page."""
    return "\n\n".join(["[bold]Examples[/bold]", *(f"[dim]$[/dim] grognard {line}" for line in lines)])


def _epilog() -> str:
    codes = [f"{code.value:>3}  {code.text}" for code in Exit]
    return "\n\n".join(
        [
            "[bold]Exit codes[/bold]",
            *codes,
            f"Errors are one sentence on standard error; {DEBUG}=1 shows the traceback.",
            "The games' names belong to their publishers. No art and no rules text is included; players should "
            "own the games.",
        ]
    )


app = typer.Typer(
    name="grognard",
    cls=Commands,
    help="Play hex-and-counter wargames by their rules: play, explain, exact odds, simulate, compare.",
    epilog=_epilog(),
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(asked: bool) -> None:
    if asked:
        from grognard import __version__

        typer.echo(f"grognard {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Take the options that belong to no command."""


PLAY, LOOK, ASK, CHECK = "Play", "Look things up", "Ask and compare", "Records and checks"

app.command(
    rich_help_panel=PLAY,
    cls=play.SeatsCommand,
    epilog=_examples(
        "play memoir44 sainte-mere-eglise --axis greedy",
        "play memoir44 pegasus-bridge --allies human --axis human --record bridge.jsonl",
        "play --resume bridge.jsonl",
    ),
)(play.play)
app.command(
    rich_help_panel=PLAY,
    cls=play.SeatsCommand,
    epilog=_examples(
        "simulate memoir44 pegasus-bridge -n 500 --allies greedy --axis random",
        "simulate memoir44 -n 1000 --seed 7 --workers 2 --out games.jsonl",
    ),
)(games.simulate)
app.command(rich_help_panel=LOOK)(catalogue.rulesets)
app.command(rich_help_panel=LOOK, epilog=_examples("scenarios memoir44", "scenarios memoir44 --lang zh"))(
    catalogue.scenarios
)
app.command(rich_help_panel=LOOK, epilog=_examples("show memoir44 terrain", "show memoir44 cards recon"))(
    catalogue.show
)
app.command(
    "map", rich_help_panel=LOOK, epilog=_examples("map memoir44 omaha-beach", "map memoir44 omaha-beach -o omaha.svg")
)(maps.map_)
app.command(rich_help_panel=LOOK)(catalogue.plugins)
