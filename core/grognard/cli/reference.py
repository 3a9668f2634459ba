"""Rows of reference tables: what a system tells, and the charts and options that every ruleset has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from grognard.cli.console import console, heading, said, table
from grognard.cli.finding import find
from grognard.cli.given import plain_name
from grognard.errors import GrognardError
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.ruleset import RuleEntry, Ruleset

__all__ = [
    "elsewhere",
    "known_topics",
    "print_rows",
    "print_rules",
    "print_topic",
    "rows_about",
    "rows_of",
    "rules_about",
]

MANY = 20
"""Rules that are listed at the table; the others are counted."""

COMMON = ("charts", "options", "rules")
"""Topics the core answers for every ruleset, unless the system does."""


COMMANDS = ("sequence", "scenarios", "glossary", "map")
"""What one may ask for as if it were a topic, and has a command of its own."""


def elsewhere(game: Game[Any, Any], topic: str) -> str:
    """What to type for something that is no topic but has a command; blank if there is none."""
    if topic in known_topics(game) or topic not in COMMANDS:
        return ""
    return f"{topic} is no topic: use 'grognard {topic} {game.ruleset.id}'"


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


def rows_about(game: Game[Any, Any], topic: str, text: str, lang: str) -> list[dict[str, Any]]:
    """The row of a topic with an id, or all rows whose ids begin so or that have these words in them.

    Raises:
        GrognardError: there are none.
    """
    rows = rows_of(game, topic, lang)
    entries: dict[str, str] = {}
    for row in rows:
        id_ = str(row["id"])
        entries[id_] = " ".join([entries.get(id_, ""), *(said(value) for value in row.values())])
    found = rules_about(game.ruleset, text) if topic == "rules" else find(entries, text)
    if not found:
        raise GrognardError(f"{topic} has no {text!r}{did_you_mean(text, entries)}")
    return [row for row in rows if str(row["id"]) in found]


def rules_about(ruleset: Ruleset, text: str) -> list[str]:
    """The ids of the rules that a text means: an id, a section, or words of the ledger."""
    rules = ruleset.rules.values()
    return find({rule.id: f"{rule.title} {rule.text} {rule.note}" for rule in rules}, text)


def print_rules(game: Game[Any, Any], text: str) -> None:
    """The rule that a text means, or each of several ids; else the titles of all rules it may mean.

    Raises:
        GrognardError: it means none.
    """
    if not text:
        raise GrognardError("rule what? An id, the beginning of one, or a word")
    rules = game.ruleset.rules
    folded = {id_.casefold(): id_ for id_ in rules}
    ids = [folded[word] for word in text.casefold().split() if word in folded]
    found = ids if len(ids) == len(text.split()) else rules_about(game.ruleset, text)
    if not found:
        raise GrognardError(f"there is no rule {text!r}{did_you_mean(text, rules)}")
    if len(found) == 1 or found is ids:
        for id_ in found:
            _print_rule(rules[id_])
        return
    for id_ in found[:MANY]:
        console.print(Text(f"  {id_}", style="bold") + Text(f"  {rules[id_].title}"))
    if len(found) > MANY:
        console.print(f"  … and {len(found) - MANY} more: a further word leaves fewer", style="dim")


def _print_rule(rule: RuleEntry) -> None:
    heading(f"  {rule.id}  {rule.title} ({rule.status.replace('_', ' ')})")
    for line in (rule.text, rule.note):
        if line:
            console.print(f"  {line}")


def _with_id(row: Mapping[str, object]) -> dict[str, Any]:
    return {**row} if "id" in row else {"id": str(next(iter(row.values()), "")), **row}


def print_topic(game: Game[Any, Any], topic: str, row: str | None, lang: str) -> None:
    """Print a topic, or what is meant of it; raises ``GrognardError`` for names that do not exist."""
    topics = known_topics(game)
    if not topic:
        raise GrognardError(f"show what? One of: {', '.join(topics)}")
    if command := elsewhere(game, topic):
        raise GrognardError(command)
    if topic not in topics:
        raise GrognardError(f"there is nothing to show about {topic!r}{did_you_mean(topic, topics)}")
    rows = rows_of(game, topic, lang) if row is None else rows_about(game, topic, row, lang)
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
