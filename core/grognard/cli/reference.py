"""Rows of reference tables: what a system tells, and the charts and options that every ruleset has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from grognard.cli.console import console, heading, said, table
from grognard.cli.given import plain_name
from grognard.errors import GrognardError
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from grognard.game import Game

__all__ = ["known_topics", "print_rows", "print_topic", "rows_of"]

COMMON = ("charts", "options", "rules")
"""Topics the core answers for every ruleset, unless the system does."""


def known_topics(game: Game[Any, Any]) -> list[str]:
    """Every topic of a game."""
    return list(dict.fromkeys((*game.topics, *COMMON)))


def rows_of(game: Game[Any, Any], topic: str, lang: str) -> list[dict[str, Any]]:
    """The rows of a topic; each has an ``id``."""
    if topic in game.topics and topic != "options":
        return [_with_id(row) for row in game.reference(topic, lang)]
    if topic == "charts":
        return [{"id": id_, **chart.resolved()} for id_, chart in sorted(game.ruleset.charts.items())]
    if topic == "rules":
        return [
            {"id": rule.id, "title": rule.title, "status": rule.status}
            for rule in game.ruleset.rules.values()
        ]
    return [
        {
            "id": id_,
            "text": plain_name(spec.text, lang),
            "default": spec.default,
            "allowed": spec.allowed,
            "now": game.options_chosen.get(id_, spec.default),
            "rule": spec.cite,
        }
        for id_, spec in game.ruleset.options.items()
    ]


def _with_id(row: Mapping[str, object]) -> dict[str, Any]:
    return {**row} if "id" in row else {"id": str(next(iter(row.values()), "")), **row}


def print_topic(game: Game[Any, Any], topic: str, row: str | None, lang: str) -> None:
    """Print a topic, or one row of it; raises ``GrognardError`` for names that do not exist."""
    topics = known_topics(game)
    if not topic:
        raise GrognardError(f"show what? One of: {', '.join(topics)}")
    if topic not in topics:
        raise GrognardError(f"there is nothing to show about {topic!r}{did_you_mean(topic, topics)}")
    rows = rows_of(game, topic, lang)
    if row is not None:
        ids = [str(each["id"]) for each in rows]
        if row not in ids:
            raise GrognardError(f"{topic} has no {row!r}{did_you_mean(row, ids)}")
        rows = [each for each in rows if each["id"] == row]
    print_rows(rows, one=row is not None)


def print_rows(rows: Sequence[dict[str, Any]], *, one: bool) -> None:
    """Print rows as a table, or the fields of a single one below each other."""
    if not rows:
        console.print("nothing to show")
        return
    if (one and len(rows) == 1) or any(
        isinstance(value, dict | list) for row in rows for value in row.values()
    ):
        for row in rows:
            _print_fields(row)
        return
    columns = list(dict.fromkeys(column for row in rows for column in row))
    rows = [_unrepeated(row, before) for row, before in zip(rows, [{}, *rows], strict=False)]
    numbers = [column for column in columns if all(isinstance(row.get(column), int) for row in rows)]
    table(
        columns,
        [[row.get(column) for column in columns] for row in rows],
        right=numbers,
        styles={"id": "bold"},
    )


def _unrepeated(row: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """A row without the id and the name that it shares with the row before."""
    if row["id"] != before.get("id"):
        return row
    return {key: " " if key in ("id", "name") else value for key, value in row.items()}


def _cell(cell: Any) -> str:
    """An entry of a chart without its provenance, which 'grognard charts' shows."""
    return said(cell["value"] if isinstance(cell, dict) and "value" in cell else cell)


def _print_fields(row: dict[str, Any]) -> None:
    heading(str(row["id"]))
    fields = {key: value for key, value in row.items() if key != "id"}
    margin = max(map(len, fields), default=0) + 2
    for key, value in fields.items():
        if isinstance(value, dict) and value and all(isinstance(inner, list) for inner in value.values()):
            console.print(f"  {key}")
            for inner, cells in value.items():
                console.print(f"    {inner:<{margin}}" + "  ".join(f"{_cell(cell):>5}" for cell in cells))
        else:
            console.print(Text(f"  {key:<{margin}}", style="dim") + Text(said(value)))
