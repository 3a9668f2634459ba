"""The wiring: every command with its place in the help, its examples and its exit codes."""

from __future__ import annotations

from typing import Annotated

import typer

from grognard.cli import (
    catalogue,
    charts,
    checking,
    comparing,
    demo,
    games,
    mapmaking,
    maps,
    play,
    questions,
    records,
    rulebook,
    seats,
)
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
            "The games' names belong to their publishers. No art and no rules text is included; players "
            "should own the games.",
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
    cls=seats.SeatsCommand,
    epilog=_examples(
        "play memoir44 sainte-mere-eglise --axis greedy",
        "play memoir44 pegasus-bridge --allies human --axis human --record bridge.jsonl",
        "play --resume bridge.jsonl",
    ),
)(play.play)
app.command(
    rich_help_panel=PLAY,
    cls=seats.SeatsCommand,
    epilog=_examples(
        "simulate memoir44 pegasus-bridge -n 500 --allies greedy --axis random",
        "simulate memoir44 -n 1000 --seed 7 --workers 2 --out games.jsonl",
    ),
)(games.simulate)
app.command(rich_help_panel=LOOK)(catalogue.rulesets)
app.command(rich_help_panel=LOOK, epilog=_examples("scenarios memoir44", "scenarios memoir44 --lang zh"))(
    catalogue.scenarios
)
app.command(
    rich_help_panel=LOOK, epilog=_examples("show memoir44 terrain", "show memoir44 cards recon_in_force")
)(catalogue.show)
app.command(
    "charts",
    rich_help_panel=LOOK,
    epilog=_examples(
        "charts asl_intro",
        "charts asl_intro ift --lang zh",
        "charts ardennes44 --template > my_a44.toml",
        "play ardennes44 --charts my_a44.toml",
    ),
)(charts.charts_)
map_group = typer.Typer(
    name="map",
    cls=mapmaking.MapGroup,
    no_args_is_help=True,
    help="Draw the map of a scenario (map RULESET), or make a map from geography (map make).",
    epilog=_examples("map memoir44 omaha-beach", "map make battle/geography.toml -o battle/map.toml"),
)
map_group.command(
    mapmaking.DRAW,
    epilog=_examples(
        "map memoir44 omaha-beach",
        "map memoir44 omaha-beach -o omaha.svg",
        "map --record bridge.jsonl --at 20",
    ),
)(maps.map_)
map_group.command(
    epilog=_examples(
        "map make battle/geography.toml --report",
        "map make battle/geography.toml -o battle/map.toml --svg map.svg",
    )
)(mapmaking.make)


@map_group.callback()
def _map() -> None:
    """Draw the map of a scenario (map RULESET), or make a map from geography (map make)."""


app.add_typer(map_group, rich_help_panel=LOOK)
app.command(rich_help_panel=LOOK)(catalogue.plugins)

app.command(
    rich_help_panel=ASK,
    epilog=_examples(
        "explain memoir44 sainte-mere-eglise",
        'explain memoir44 sainte-mere-eglise --do "play attack_center; G3 g4 h2" move g4 f4',
        "explain --record bridge.jsonl --at 20 1",
    ),
)(questions.explain)
app.command(
    "position",
    rich_help_panel=ASK,
    epilog=_examples(
        "position --record bridge.jsonl --at 20 -o table.json",
        "odds --position table.json battle G5 H5",
        "simulate --position table.json -n 500 --allies greedy --axis greedy",
    ),
)(questions.position_)
app.command(
    rich_help_panel=ASK,
    epilog=_examples(
        'odds memoir44 sainte-mere-eglise --do "play attack_center; G3 g4 h2; end-moves" battle g4 G5',
        "odds --record bridge.jsonl --at 20 battle G5 H5 --assume ChooseRetreat=uniform",
    ),
)(questions.odds)
app.command(
    rich_help_panel=ASK,
    epilog=_examples(
        "los memoir44 sainte-mere-eglise f4 G5",
        "los asl_intro where_roads_meet hK5 hN7",
        "los memoir44 omaha-beach F3 F7 -o line.svg",
    ),
)(questions.los)
app.command(
    rich_help_panel=ASK, epilog=_examples("compare terrain", "compare engagement memoir44 skirmish --json")
)(comparing.compare)
app.command(
    rich_help_panel=LOOK, epilog=_examples("rule M44-base-los.6", "rule A44-9", "rule asl_intro rally")
)(rulebook.rule)
rules = typer.Typer(
    name="rules", cls=rulebook.Rules, no_args_is_help=True, help="Questions about all rules of a ruleset."
)
rules.command(epilog=_examples("rules coverage memoir44", "rules coverage memoir44 --all"))(rulebook.coverage)


@rules.callback()
def _rules() -> None:
    """Questions about all rules of a ruleset."""


app.add_typer(rules, rich_help_panel=LOOK)
app.command(rich_help_panel=LOOK, epilog=_examples("sequence memoir44", "sequence asl_full_sequence --walk"))(
    rulebook.sequence
)
app.command(
    rich_help_panel=CHECK, epilog=_examples("replay bridge.jsonl", "replay bridge.jsonl --to 40 -o then.svg")
)(records.replay)
app.command(rich_help_panel=CHECK, epilog=_examples("verify bridge.jsonl", "verify tests/playthroughs"))(
    records.verify
)
app.command(rich_help_panel=CHECK, epilog=_examples("check", "check ./my_memoir", "check memoir44 --strict"))(
    checking.check
)
app.command(rich_help_panel=PLAY, epilog=_examples("demo", "demo --out maps"))(demo.demo)
