"""What is installed: rulesets, scenarios, charts, plugins."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from grognard.cli import output
from grognard.cli.console import console, emit, heading, paragraph, table
from grognard.cli.given import (
    Charts,
    Json,
    Lang,
    Options,
    RulesetArgument,
    load,
    one_of,
    plain_name,
)
from grognard.cli.guard import Misuse

__all__ = ["plugins", "rulesets", "scenarios", "show"]


def rulesets(json: Json = False, lang: Lang = "en") -> None:
    """List the rulesets that are installed."""
    from grognard.registry import Registry

    registry = Registry.discover()
    rows = [
        output.RulesetRow(
            found.id,
            plain_name(found.header.name, lang),
            found.header.system,
            found.header.version,
            found.header.default_scenario,
            plain_name(found.header.text, lang),
            found.origin,
            str(found.root),
        )
        for found in registry.rulesets.values()
    ]
    if json:
        emit(output.Rulesets(tuple(rows)))
        return
    table(
        ("ruleset", "name", "version", "system", "what it is"),
        [(row.id, row.name, row.version, row.system, row.text) for row in rows],
        styles={"ruleset": "bold"},
    )
    for broken in registry.broken:
        console.print(f"{broken.what} cannot be used: {broken.error}")


def scenarios(
    ruleset: RulesetArgument,
    json: Json = False,
    lang: Lang = "en",
    option: Options = None,
    charts: Charts = None,
) -> None:
    """List the scenarios of a ruleset."""
    game = load(ruleset, option, charts)
    infos = game.scenarios()
    rows = [
        output.ScenarioRow(
            info.id,
            plain_name(info.name, lang),
            info.first,
            plain_name(info.text, lang),
            dict(info.facts),
            info.id == (game.ruleset.default_scenario or infos[0].id),
        )
        for info in infos
    ]
    if json:
        emit(output.Scenarios(game.ruleset.id, tuple(rows)))
        return
    if not rows:
        console.print(f"{game.ruleset.id} has no scenarios: {plain_name(game.ruleset.header.text, lang)}")
        return
    facts = list(dict.fromkeys(fact for row in rows for fact in row.facts))
    table(
        ("scenario", "name", "first", *facts),
        [
            (row.id, row.name, game.name(row.first, lang), *(row.facts.get(fact, "") for fact in facts))
            for row in rows
        ],
        styles={"scenario": "bold"},
    )
    console.print(
        f"Default: {game.default_scenario}. Play one: grognard play {ruleset} {game.default_scenario}"
    )


def show(
    ruleset: RulesetArgument,
    topic: Annotated[
        str,
        typer.Argument(
            help="terrain, units, charts, cards, options … ('topics' lists them).", metavar="TOPIC"
        ),
    ] = "topics",
    id: Annotated[
        list[str] | None,
        typer.Argument(
            help="One row by its id, or those whose ids begin so or that have these words in them.",
            metavar="[ID|WORD…]",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
    lang: Lang = "en",
    option: Options = None,
    charts: Charts = None,
) -> None:
    """Show a ruleset's terrain, units, charts, cards, rules or options."""
    game = load(ruleset, option, charts)
    from grognard.cli.reference import elsewhere, known_topics, rows_about, rows_of

    topics = known_topics(game)
    if topic == "topics":
        rows: list[dict[str, Any]] = [{"id": each} for each in topics]
    elif command := elsewhere(game, topic):
        raise Misuse(command)
    else:
        one_of(topic, topics, "topic")
        rows = rows_of(game, topic, lang) if id is None else rows_about(game, topic, " ".join(id), lang)
    if json:
        emit(output.Reference(game.ruleset.id, topic, tuple(rows)))
        return
    if topic == "topics":
        console.print(f"grognard show {ruleset} TOPIC, where TOPIC is one of: {', '.join(topics)}")
        return
    from grognard.cli.reference import print_rows

    print_rows(rows, one=id is not None)


def plugins(json: Json = False) -> None:
    """List what plugins offer, and those that cannot be used with the reason."""
    from grognard.bots import BUILT_IN
    from grognard.hooks import API
    from grognard.registry import Registry

    registry = Registry.discover()
    offers = [output.OfferRow("system", each.id, each.summary) for each in registry.systems.values()]
    offers += [output.OfferRow("bot", each, "built in") for each in BUILT_IN]
    for kind in ("bots", "commands", "importers", "exporters", "observers"):
        offers += [
            output.OfferRow(kind[:-1], each.id, each.summary) for each in registry.offers(kind).values()
        ]
    broken = tuple(output.BrokenRow(each.what, each.error) for each in registry.broken)
    if json:
        emit(output.Plugins(".".join(map(str, API)), tuple(offers), broken))
        return
    table(
        ("kind", "id", "what it is"),
        [(row.kind, row.id, row.summary) for row in offers],
        styles={"id": "bold"},
    )
    if broken:
        heading("cannot be used")
        for each in broken:
            paragraph(f"{each.what}: {each.error}", indent=2)
