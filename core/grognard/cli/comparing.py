"""Rulesets side by side, in neutral terms, with exact answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.archetypes import FATES
from grognard.cli import output
from grognard.cli.console import console, emit, paragraph, table
from grognard.cli.given import Json, Lang, RulesetsArgument, load
from grognard.cli.guard import Misuse
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.lab.compare import EngagementRow, TerrainRow

__all__ = ["compare", "print_engagements", "print_terrain"]


def compare(
    question: Annotated[str, typer.Argument(help="terrain or engagement.", metavar="terrain|engagement")],
    rulesets: RulesetsArgument = None,
    json: Json = False,
    lang: Lang = "en",
) -> None:
    """Compare rulesets in neutral terms: what terrain does, or how standard engagements end."""
    from grognard.lab.compare import QUESTIONS, compare_engagements, compare_terrain
    from grognard.registry import Registry

    if question not in QUESTIONS:
        raise Misuse(f"there is no comparison {question!r}{did_you_mean(question, QUESTIONS)}")
    if rulesets:
        games = [load(each) for each in rulesets]
    else:
        games = [
            game for each in Registry.discover().rulesets if (game := load(each)).comparison() is not None
        ]
    if question == "terrain":
        terrain = compare_terrain(games)
        if json:
            emit(output.TerrainCompared.of(terrain))
        else:
            print_terrain(games, terrain, lang)
        return
    engagements = compare_engagements(games)
    if json:
        emit(output.EngagementsCompared.of(engagements))
    else:
        print_engagements(games, engagements)


def print_terrain(games: Sequence[Game[Any, Any]], rows: Sequence[TerrainRow], lang: str) -> None:
    """Terrain by troop, a column for each ruleset."""
    by_ruleset = {game.ruleset.id: game for game in games}
    cells: dict[tuple[str, str], dict[str, str]] = {}
    for row in rows:
        told = _terrain_cell(by_ruleset[row.ruleset], row, lang)
        cells.setdefault((row.terrain, row.troop), {})[row.ruleset] = told
    lines: list[tuple[str, ...]] = []
    for terrain in dict.fromkeys(terrain for terrain, _ in cells):
        by_troop = {troop: cell for (of, troop), cell in cells.items() if of == terrain}
        if len({tuple(cell.items()) for cell in by_troop.values()}) == 1:
            by_troop = {"any": next(iter(by_troop.values()))}
        for n, (troop, cell) in enumerate(by_troop.items()):
            lines.append((" " if n else terrain, troop, *(cell.get(each, "") for each in by_ruleset)))
    table(("terrain", "troop", *by_ruleset), lines, styles={"terrain": "bold"})
    console.print(
        "Cost of entry as a share of a full move; shelter is the exact cut in the expected loss of an\n"
        "infantry attack from the next hex, against the same troop in the open."
    )
    for game in games:
        if note := _traded([row for row in rows if row.ruleset == game.ruleset.id]):
            console.print(f"{game.ruleset.id}: {note}")


def _traded(rows: Sequence[TerrainRow]) -> str:
    """Why cover may add to the losses of one ruleset: it keeps a unit there that the open lets go."""
    in_open = {row.troop: row.driven_back for row in rows if row.terrain == "open"}
    for row in rows:
        gone, here = in_open.get(row.troop), row.driven_back
        if (row.shelter or 0) < 0 and gone is not None and here is not None and here < gone:
            return (
                "shelter counts losses alone, and is negative where cover trades retreats for losses: "
                f"{row.troop} in the open\nis driven back unharmed by {float(gone):.0%} of such attacks, "
                f"and by {float(here):.0%} where the terrain is {row.terrain}."
            )
    return ""


def _terrain_cell(game: Game[Any, Any], row: TerrainRow, lang: str) -> str:
    if row.none:
        return f"– {row.none}"
    if row.share is None:
        return f"{game.name(row.own_terrain, lang)}: may not enter"
    parts = [f"{row.share} move"]
    parts += ["must stop"] if row.must_stop else []
    parts += [] if row.battle_on_entry else ["no battle"]
    parts += ["blocks sight"] if row.blocks_sight else []
    parts += [f"shelter {float(row.shelter):.0%}"] if row.shelter else []
    return f"{game.name(row.own_terrain, lang)}: {', '.join(parts)}" + (
        " (reconstructed)" if row.unsure else ""
    )


def print_engagements(games: Sequence[Game[Any, Any]], rows: Iterable[EngagementRow]) -> None:
    """Engagements by ruleset: the chance of every fate and expected losses; below, why there are none."""
    shown = list(rows)
    used = [fate for fate in FATES if any(fate in row.fates for row in shown)]
    lines: list[tuple[object, ...]] = []
    missing: dict[tuple[str, str], list[str]] = {}
    before = ""
    for row in shown:
        name = f"{row.attacker} on {row.defender}, {row.terrain}, {row.distance}"
        told = [_share(row.fates.get(fate)) for fate in used] + [_share(row.loss), _share(row.attacker_loss)]
        if row.none:
            told = [" "] * len(told)
            missing.setdefault((row.ruleset, row.none), []).append(name)
        mark = " †" if row.none else " *" if row.unsure else ""
        lines.append((name if name != before else " ", row.ruleset + mark, *told))
        before = name
    columns = (*used, "loss", "attacker's loss")
    table(("attack", "ruleset", *columns), lines, right=columns, styles={"attack": "bold"})
    for (ruleset, why), names in missing.items():
        paragraph(f"† {ruleset}: {why} ({'; '.join(names)})")
    if any(row.unsure for row in shown):
        console.print("* worked out with reconstructed figures: no source prints them", style="yellow")
    assumptions = dict.fromkeys(text for row in shown for text in row.assumptions)
    for text in assumptions:
        console.print(f"assuming {text}", style="dim")


def _share(share: Fraction | None) -> str:
    return "" if share is None else f"{float(share):.1%}"
