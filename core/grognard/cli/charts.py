"""Charts with the provenance of their figures, and the file in which an owner types in printed ones."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from grognard.charts import RECONSTRUCTED
from grognard.cli import output
from grognard.cli.console import console, emit, heading, paragraph, table
from grognard.cli.given import Charts, Json, Lang, RulesetArgument, charts_for, named_charts, one_of
from grognard.cli.guard import Misuse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grognard.charts import AnyChart
    from grognard.ruleset import Ruleset

__all__ = ["charts_", "unsourced"]

MARK = "†"


def complete_chart(ctx: Any, args: Any, incomplete: str) -> list[str]:
    """Charts for the shell, of the ruleset typed before; its system is not asked."""
    try:
        from grognard.registry import Registry
        from grognard.ruleset import Ruleset

        return sorted(Ruleset(Registry.discover().find(str(ctx.params.get("ruleset")))).charts)
    except Exception:  # a shell that completes must never see an error
        return []


def charts_(
    ruleset: RulesetArgument,
    chart: Annotated[
        str | None,
        typer.Argument(help="One chart alone, by its id.", metavar="[CHART]", autocompletion=complete_chart),
    ] = None,
    template: Annotated[
        bool,
        typer.Option(
            "--template", help="Print a TOML file in which you fill in the printed figures, for --charts."
        ),
    ] = False,
    json: Json = False,
    lang: Lang = "en",
    charts: Charts = None,
) -> None:
    """List a ruleset's charts and where their figures come from, or show one.

    Figures that no source prints are the project's own and marked as reconstructed. If you own the game you
    can play with the printed ones: --template writes the file to fill in, --charts plays with it, and a file
    kept as charts/RULESET.toml in ~/.config/grognard is used without being named.
    """
    if template and json:
        raise Misuse("--template is a TOML file: --json does not go with it")
    from grognard.registry import Registry
    from grognard.ruleset import Ruleset

    root = Registry.discover().find(ruleset)
    # The template is to become the owner's own file, so that one does not count.
    loaded = Ruleset(root, overlay=named_charts(charts) if template else charts_for(root, charts))
    known = loaded.charts
    chosen = known if chart is None else {chart: known[one_of(chart, known, "chart")]}
    if template:
        from grognard.chart_overlay import template as written

        sys.stdout.write(written(loaded.id, chosen, lang))
    elif json:
        emit(output.Charts.of(loaded, chosen.values(), lang, rows=chart is not None))
    elif chart is None:
        _print_list(loaded, ruleset, lang)
    else:
        _print_chart(loaded, known[chart], lang)


def unsourced(charts: Iterable[AnyChart]) -> tuple[str, ...]:
    """Ids of the charts with figures that no source prints."""
    return tuple(chart.id for chart in charts if RECONSTRUCTED in chart.sure)


def _print_list(loaded: Ruleset, asked: str, lang: str) -> None:
    found = [output.ChartRow.of(each, lang, rows=False) for each in loaded.charts.values()]
    if not found:
        console.print(f"{loaded.id} has no charts; 'grognard show {asked}' lists what it has")
        return
    table(
        ("chart", "name", "kind", "figures", "reconstructed", "where they come from"),
        [(row.id, row.name, row.kind, row.figures, row.reconstructed or "", row.source) for row in found],
        right=("figures", "reconstructed"),
        styles={"chart": "bold", "reconstructed": "yellow"},
    )
    if loaded.overlay is not None:
        console.print(f"With the charts in {loaded.overlay}.")
    if any(row.reconstructed for row in found):
        paragraph(
            "Reconstructed figures are house figures: no source prints them. To play with the printed ones, "
            f"fill in the file that this writes: grognard charts {asked} --template > my_{loaded.id}.toml"
        )


def _print_chart(loaded: Ruleset, chart: AnyChart, lang: str) -> None:
    row = output.ChartRow.of(chart, lang, rows=True)
    heading(f"{row.name} ({', '.join(filter(None, (row.kind, row.dice)))})")
    for rule in row.rules:
        entry = loaded.rules.get(rule)
        console.print(Text(f"[{rule}]", style="cyan") + Text(f" {entry.title}" if entry else "", style="dim"))
    some = 0 < row.reconstructed < row.figures
    table(
        ("", *(row.columns or ("result",))),
        [(label, *(_entry(cell, mark=some) for cell in cells)) for label, cells in (row.rows or {}).items()],
        styles={"": "bold"},
    )
    if some:
        console.print(Text(f"{MARK} {RECONSTRUCTED}: no source prints it", style="yellow"))
    elif row.reconstructed:
        console.print(Text(f"every figure is {RECONSTRUCTED}: no source prints them", style="yellow"))
    cells = [cell for cells in (row.rows or {}).values() for cell in cells]
    for source in dict.fromkeys(cell.source for cell in cells if cell.source):
        paragraph(f"source: {source}", style="dim")


def _entry(cell: output.CellRow, *, mark: bool) -> Text:
    if cell.sure != RECONSTRUCTED:
        return Text(str(cell.value))
    return Text(f"{cell.value}{MARK if mark else ''}", style="yellow")
