"""The ruleset as rows to read."""

from __future__ import annotations

import re

import pytest
from tests.plugins.ardennes44.drawing import game_with

TOPICS = ("terrain", "units", "results", "arrivals")


def rows(topic: str, id_: str, lang: str = "en") -> dict[str, tuple[object, object, object]]:
    """Effect → value, rule and mark, of one entry."""
    found = [row for row in game_with().reference(topic, lang) if row["id"] == id_]
    return {str(row["effect"]): (row["value"], row["rule"], row["sure"]) for row in found}


def test_topics_are_known_and_others_are_empty() -> None:
    game = game_with()
    assert game.topics == TOPICS
    assert all(game.reference(topic) for topic in TOPICS)
    assert game.reference("weather") == []


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("topic", TOPICS)
def test_every_row_is_complete_and_cites_a_known_rule(topic: str, lang: str) -> None:
    game = game_with()
    for row in game.reference(topic, lang):
        assert list(row) == ["id", "name", "effect", "value", "rule", "sure"]
        assert all(isinstance(value, str) for value in row.values())
        assert all(row[key] for key in ("id", "name", "effect", "value"))
        assert row["rule"] in game.ruleset.rules
        if lang == "zh" and topic != "units":
            words = re.sub(r"DCB", "", f"{row['effect']}{row['value']}")
            assert not re.search(r"[A-Za-z]{3,}", words), row


@pytest.mark.rule("A44-11.13", "A44-11.17", "A44-11.18", "A44-15.17", "A44-15.19")
def test_terrain_shows_costs_bonuses_and_marks() -> None:
    forest = rows("terrain", "forest")
    assert forest["MP for units on foot"] == ("2", "A44-11.2", "reconstructed")
    assert forest["MP for mechanised units in mud"][0] == "along a road only"
    assert forest["vehicles enter and leave along a road only"] == ("yes", "A44-11.13", "")
    assert rows("terrain", "primary")["MP for mechanised units in mud"][0] == "½"
    assert rows("terrain", "forest_road")["MP for mechanised units in mud"] == ("2", "A44-11.2", "")
    assert rows("terrain", "west_wall")["DCB"] == ("3", "A44-15.17", "")
    assert rows("terrain", "improved_position_tank")["DCB"] == ("1", "A44-15.4", "")
    assert "MP for units on foot" not in rows("terrain", "village")


@pytest.mark.rule("A44-22.10", "A44-2.1", "A44-2.4", "A44-2.5", "A44-8.2")
def test_units_show_figures_of_both_sides_and_their_mark() -> None:
    regiment = rows("units", "28_inf-110")
    assert regiment["attack-defence-MA, full and reduced"] == ("5-6-5 / 3-3-5", "A44-14.12", "reconstructed")
    assert regiment["stacking points, full and reduced"] == ("2 / 2", "A44-8.2", "")
    gun = rows("units", "7_vw", "zh")
    assert gun["射程-防御"] == ("4-1", "A44-22.10", "reconstructed")
    panzer = rows("units", "2_pz-3")
    assert panzer["tank quality"][:2] == ("4", "A44-2.5") and panzer["kind"][:2] == ("tanks", "A44-2.1")
    assert panzer["grade"][:2] == ("veteran", "A44-2.4")
    assert rows("units", "remnant_infantry_german")["counters of this kind"][0].isdigit()  # type: ignore[attr-defined]  # a text


@pytest.mark.rule("A44-16.3", "A44-16.18")
def test_results_are_told_without_what_they_do_not_do() -> None:
    assert {key: value for key, (value, _, _) in rows("results", "D1*").items()} == {
        "steps the defender loses": "1",
        "hexes the defender retreats": "4",
        "the defender becomes": "broken",
        "advance": "bonus",
        "and then": "breakthrough combat",
    }
    assert rows("results", "A1")["steps the attacker loses"][0] == "1"


@pytest.mark.rule("A44-13.1")
def test_arrivals_give_turn_and_day() -> None:
    assert rows("arrivals", "10_arm")["arrives"] == ("turn 3, 17 December AM", "A44-13.1", "reconstructed")
    assert rows("arrivals", "28_inf")["arrives"][0] == "in play from the start"
