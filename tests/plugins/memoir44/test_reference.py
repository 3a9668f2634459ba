"""The charts as rows to read."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from tests.plugins.memoir44.drawing import game_with

from grognard_memoir44.game import MemoirGame

TOPICS = ("terrain", "units", "cards", "options", "charts")


def rows(game: MemoirGame, topic: str, id_: str, lang: str = "en") -> dict[str, tuple[object, object]]:
    """Effect → value and rule, of one entry."""
    found = [row for row in game.reference(topic, lang) if row["id"] == id_]
    return {str(row["effect"]): (row["value"], row["rule"]) for row in found}


def test_topics_are_known_and_others_are_empty(game: MemoirGame) -> None:
    assert game.topics == TOPICS
    assert all(game.reference(topic) for topic in TOPICS)
    assert game.reference("weather") == []


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("topic", TOPICS)
def test_every_row_is_complete_and_cites_a_known_rule(game: MemoirGame, topic: str, lang: str) -> None:
    for row in game.reference(topic, lang):
        assert list(row) == ["id", "name", "effect", "value", "rule"]
        assert all(isinstance(value, str) and value for value in row.values()), row
        assert row["rule"] in game.ruleset.rules
        if lang == "zh" and topic != "options":
            assert not re.search(r"[A-Za-z]{2,}", f"{row['name']}{row['effect']}{row['value']}"), row


def test_every_effect_a_rule_is_cited_for_has_a_row(game: MemoirGame) -> None:
    cites = {
        "terrain": {row.id: row.cite for row in game.rules.terrain.values()},
        "units": {row.id: row.cite for row in game.rules.units.values()},
        "cards": {row.id: row.cite for row in game.rules.cards.values()},
    }
    for topic, entries in cites.items():
        lines = game.reference(topic)
        for id_, cite in entries.items():
            shown = Counter(str(line["rule"]) for line in lines if line["id"] == id_)
            assert shown >= Counter(cite.values()), id_


def test_a_forest(game: MemoirGame) -> None:
    forest = rows(game, "terrain", "forest")
    assert forest["dice of an attack on a unit here, by attacker"] == (
        "Infantry −1, Armor −2",
        "M44-terrain-forest.1",
    )
    assert forest["stops a move"] == ("yes, and no ground is taken from there", "M44-terrain-forest.2")
    assert forest["battle in the turn it enters"] == ("no", "M44-terrain-forest.3")
    assert forest["blocks line of sight"] == ("yes", "M44-terrain-forest.4")


def test_wire_is_removed_in_two_ways_by_two_rules(game: MemoirGame) -> None:
    lines = [
        row for row in game.reference("terrain") if row["id"] == "wire" and row["effect"] == "removed by"
    ]
    assert [(line["value"], line["rule"]) for line in lines] == [
        ("Infantry instead of a battle", "M44-terrain-wire.3"),
        ("Armor on entry", "M44-terrain-wire.4"),
    ]


def test_units_and_their_dice(game: MemoirGame) -> None:
    artillery = rows(game, "units", "artillery")
    assert artillery["dice by range"] == ("3-3-2-2-1-1", "M44-unit-artillery.3")
    assert artillery["needs line of sight"] == ("no", "M44-unit-artillery.2")
    assert rows(game, "units", "tiger")["destroyed by, in that roll"] == ("Grenade", "M44-unit-tiger.4")


def test_cards_begin_with_a_summary(game: MemoirGame) -> None:
    assert rows(game, "cards", "probe_left")["in short"][0] == "order 2 units"
    assert rows(game, "cards", "air_power")["in short"][0] == (
        "strike up to 4 enemies next to each other, 2 dice each"
        " / strike up to 4 enemies next to each other, 1 die each"
    )
    assert rows(game, "cards", "artillery_bombard")["in short"][0] == (
        "order all artillery, battle 2 times, or move up to 3 hexes"
    )


def test_options_show_how_they_are_set() -> None:
    game = game_with((("airdrop", "scatter"),))
    assert rows(game, "options", "airdrop") == {
        "set to": ("scatter", "M44-action-airdrop.1"),
        "can be": ("walk / scatter", "M44-action-airdrop.1"),
    }
    assert rows(game, "options", "wire_overrun")["can be"][0] == "true / false"


def test_the_die_and_the_chance_of_a_hit(game: MemoirGame) -> None:
    assert rows(game, "charts", "battle_die")["Infantry, of 6 faces"][0] == "2"
    hits = {effect: value for effect, (value, _) in rows(game, "charts", "hits").items()}
    assert (hits["Infantry"], hits["Armor"], hits["Artillery"]) == ("1/2", "1/3", "1/6")
    assert rows(game, "charts", "hits")["Tiger"] == ("1/18", "M44-unit-tiger.3")
    assert rows(game, "charts", "supply")["Sandbags"][0] == "12"
