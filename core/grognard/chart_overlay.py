"""Charts of an owner of the game, in place of figures that no source prints.

A *chart overlay* is a TOML file of the same form as the charts (:mod:`grognard.charts`). It replaces figures
that are marked ``sure = "reconstructed"``, single entries or whole charts, and no others::

    source = "my copy"
    [chart.fire.cells]
    2-4 = { 4 = "3" }               # row, column, entry
    [chart.sky]
    rows = { 1-4 = "clear", 5-6 = "rain" }

:func:`template` writes one with every such figure still to be filled in: a ``"?"`` keeps the figure there is.
A chart is filled in whole or not at all, a table row by row; what is left as ``"?"`` beside filled figures is
missing. The file that an owner keeps for good is at :func:`own_path`.
"""

from __future__ import annotations

import json
import os
import re
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from grognard import datafile
from grognard.charts import LEFT, RECONSTRUCTED, Cell, Plain, Table, exact, made
from grognard.errors import RulesetError
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from grognard.charts import AnyChart

__all__ = ["digest_of", "overlaid", "own_file", "own_path", "template"]


class _Patch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an overlay says of a chart that it changes entry by entry."""

    cells: dict[str, Any]
    source: str = ""
    sure: str = ""


def overlaid(
    charts: Mapping[str, AnyChart], overlay: Mapping[str, Any], *, file: Path | str
) -> tuple[dict[str, AnyChart], list[RulesetError]]:
    """The charts with an overlay's figures in place, and an error for each entry that is wrong."""
    rows = datafile.plain_rows(overlay, "chart", file=file)
    found, errors = dict(charts), rows.errors
    inherited = {key: overlay[key] for key in ("source", "sure") if key in overlay}
    strays = overlay.keys() - {"chart", "source", "sure"}
    errors += [
        RulesetError(f"unknown table {stray!r}{did_you_mean(stray, ['chart'])}", file=datafile.shown(file))
        for stray in sorted(strays)
    ]
    for chart_id, row in rows.good.items():
        try:
            if chart_id not in charts:
                raise RulesetError(f"the ruleset has no such chart{did_you_mean(chart_id, charts)}")
            found[chart_id] = _replaced(charts[chart_id], {**inherited, **row}, file)
        except RulesetError as error:
            where = f"chart {chart_id!r}"
            errors.append(
                error if error.file else RulesetError(error.problem, file=datafile.shown(file), entry=where)
            )
    return found, errors


def _replaced(chart: AnyChart, row: dict[str, Any], file: Path | str) -> AnyChart:
    """One chart after its overlay: replaced whole, or entry by entry."""
    kept = msgspec.structs.asdict(chart.plain)
    if "rows" in row:
        if not all(cell.sure == RECONSTRUCTED for cells in chart.cells() for cell in cells):
            raise RulesetError(f"its figures are sourced: only what is {RECONSTRUCTED!r} can be replaced")
        kept |= {"columns": [], "source": datafile.shown(file), "sure": ""}
    else:
        kept |= {"rows": _patched(chart, row, file), "sure": ""}
        row = {}
    plain = datafile.convert({**kept, **row, "id": chart.id}, Plain, file=file, entry=f"chart {chart.id!r}")
    if plain.kind != chart.kind:
        raise RulesetError(f"kind must stay {chart.kind!r}, got {plain.kind!r}")
    return made(plain, file)


def _patched(chart: AnyChart, row: dict[str, Any], file: Path | str) -> dict[str, Any]:
    """The rows of a chart with the overlay's cells in place, every entry with its own provenance."""
    patch = datafile.convert(row, _Patch, file=file, entry=f"chart {chart.id!r}")
    rows = dict(zip(chart.row_labels, map(list, chart.cells()), strict=True))
    filled: set[str] = set()
    left: dict[str, str] = {}
    for label, column, entry in _entries(chart, patch):
        at = f"row {label!r}" + (f", column {column!r}" if column else "")
        place = chart.labels.index(column) if chart.labels else 0
        if rows[label][place].sure != RECONSTRUCTED:
            raise RulesetError(f"{at} is sourced: only what is {RECONSTRUCTED!r} can be replaced")
        part = label if isinstance(chart, Table) else ""
        if LEFT in (entry, entry.get("value") if isinstance(entry, dict) else None):
            left.setdefault(part, at)
            continue
        filled.add(part)
        try:
            own = chart.read_entry(entry)
        except RulesetError as error:
            raise RulesetError(f"{at}: {error.problem}") from None
        source = own.source or patch.source or datafile.shown(file)
        rows[label][place] = Cell(exact(own.value), patch.sure if own.sure is None else own.sure, source)
    for part, at in left.items():
        if part in filled:
            whole = "this row" if isinstance(chart, Table) else "this chart"
            raise RulesetError(
                f"{at} is missing: it is still {LEFT!r}, while other figures of {whole} are filled in "
                "(take the entry out to keep the figure there is)"
            )
    return rows if chart.labels else {label: cells[0] for label, cells in rows.items()}


def _entries(chart: AnyChart, patch: _Patch) -> Iterator[tuple[str, str, object]]:
    """Row, column and entry of all cells that a patch names; no column is ``""``."""
    for label, new in patch.cells.items():
        if label not in chart.row_labels:
            raise RulesetError(f"no row {label!r}{did_you_mean(label, chart.row_labels)}")
        if not chart.labels:
            yield label, "", new
            continue
        if not isinstance(new, dict):
            raise RulesetError(f"row {label!r}: must be a table of columns, got {new!r}")
        for column, entry in new.items():
            if column not in chart.labels:
                raise RulesetError(f"row {label!r}: no column {column!r}{did_you_mean(column, chart.labels)}")
            yield label, column, entry


# The file to fill in


def template(ruleset: str, charts: Mapping[str, AnyChart], lang: str = "en") -> str:
    """An overlay with every reconstructed figure of the charts to fill in; as written it changes nothing."""
    lines = [
        f"# Charts of {ruleset}: every figure that no source prints. Put the printed ones in place of",
        f"# {json.dumps(LEFT)}; beside each row stand the house figures that are played until then.",
        f"# Play with it:       grognard play {ruleset} --charts THIS_FILE",
        f"# or keep it as       {own_path(ruleset)}",
        "# A chart is filled in whole or left as it is, a table without dice row by row. To keep a single",
        "# house figure, take its entry out. If the printed chart has other rows or columns, write it whole:",
        "# [chart.ID] with columns = [...] and rows = { ... }.",
        'source = "printed charts, typed in by their owner"',
    ]
    open_charts = [chart for chart in charts.values() if RECONSTRUCTED in chart.sure]
    for chart in open_charts:
        lines += ["", *_head(chart, lang), f"[chart.{_key(chart.id)}.cells]", *_rows(chart)]
    if not open_charts:
        lines += ["", "# There is nothing to fill in: every figure has a source.", "[chart]"]
    return "\n".join(lines) + "\n"


def _head(chart: AnyChart, lang: str) -> Iterator[str]:
    """Name, rules and present source of a chart, as comments."""
    name = " ".join((chart.name.get(lang) or chart.name["en"]).split())
    yield f"# {name}" + (f"  [{', '.join(chart.cites)}]" if chart.cites else "")
    if chart.source:
        yield f"# {' '.join(chart.source.split())}"
    if chart.plain.entries:
        known = ", ".join(json.dumps(each, ensure_ascii=False) for each in chart.plain.entries)
        yield f"# Entries: {known}" + (" and numbers" if isinstance(chart, Table) else "")


def _rows(chart: AnyChart) -> Iterator[str]:
    """A line for each row with figures to fill in, and what they are now."""
    mark = json.dumps(LEFT)
    for label, cells in zip(chart.row_labels, chart.cells(), strict=True):
        unsure = [
            (column, cell)
            for column, cell in zip(chart.labels or ("",), cells, strict=True)
            if cell.sure == RECONSTRUCTED
        ]
        if not unsure:
            continue
        entry = mark
        if chart.labels:
            entry = "{ " + ", ".join(f"{_key(column)} = {mark}" for column, _ in unsure) + " }"
        now = ", ".join(_now(cell, chart) for _, cell in unsure)
        yield f"{_key(label)} = {entry}  # {now}"


def _now(cell: Cell, chart: AnyChart) -> str:
    value = float(cell.value) if isinstance(cell.value, Fraction) else cell.value
    said = json.dumps(value, ensure_ascii=False)
    return said if cell.source in ("", chart.source) else f"{said} ({' '.join(cell.source.split())})"


def _key(name: str) -> str:
    """A key of TOML."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)


# The file to keep


def own_path(ruleset: str) -> Path:
    """Where an owner keeps the charts of a ruleset: in the user's configuration.

    It is ``grognard/charts/<ruleset>.toml`` in ``~/.config``, or in what ``XDG_CONFIG_HOME`` says.
    """
    named = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    home = os.path.expanduser("~")  # noqa: PTH111  # Path.home() fails where there is none
    folder = named if named.is_absolute() else Path(home, ".config")
    return folder / "grognard" / "charts" / f"{ruleset}.toml"


def own_file(ruleset: str) -> Path | None:
    """The file at :func:`own_path`, if there is one."""
    path = own_path(ruleset)
    return path if path.is_file() else None


def digest_of(overlay: Path) -> str:
    """What names the contents of a chart overlay; raises ``RulesetError`` if it cannot be read."""
    try:
        return blake2b(overlay.read_bytes(), digest_size=8).hexdigest()
    except OSError as error:
        raise RulesetError(f"cannot be read: {error.strerror}", file=datafile.shown(overlay)) from None
