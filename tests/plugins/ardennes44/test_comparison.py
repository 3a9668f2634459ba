"""Questions in neutral terms, answered by the rules themselves."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

import grognard_rulesets
from grognard.archetypes import TERRAIN, TROOPS, Archetypes
from grognard.lab.compare import compare_engagements, compare_terrain
from grognard.ruleset import Ruleset
from grognard_ardennes44.comparison import ArdennesComparison
from grognard_ardennes44.game import ArdennesGame

FOOT, TANK = "28_inf-110", "2_pz-3"


@cache
def game_with() -> ArdennesGame:
    """A game of these tests' own, in which comparison stages its boards and pieces."""
    return ArdennesGame(Ruleset(grognard_rulesets.ROOT / "ardennes44"), {})


def comparison() -> ArdennesComparison:
    return game_with().comparison()


def test_every_archetype_has_a_row_of_ours_or_a_reason_why_not() -> None:
    game = game_with()
    rules = game.rules
    rows = game.ruleset.document("archetypes.toml", Archetypes)
    assert {row.id for row in rows.troop} == set(TROOPS) - {"cavalry"}, "a word for other wars"
    assert {row.id for row in rows.terrain} == set(TERRAIN)
    known = {*rules.terrain, *rules.settlements, *rules.roads, *rules.dcb.row_labels, "river", "bridge"}
    assert all(row.is_ in known for row in rows.terrain if row.is_)
    assert all(row.is_ in rules.counters for row in rows.troop if row.is_)
    assert all(row.cite in game.ruleset.rules for row in (*rows.terrain, *rows.troop) if row.cite)


@pytest.mark.rule("A44-11.2", "A44-11.17")
def test_entry_is_a_share_of_the_movement_allowance() -> None:
    assert comparison().entry("clear", FOOT).share == Fraction(1, 5)
    assert comparison().entry("forest", FOOT).share == Fraction(2, 5)
    assert comparison().entry("clear", TANK).share == Fraction(2, 10)
    assert comparison().entry("primary", TANK).share == Fraction(1, 20)


@pytest.mark.rule("A44-11.13", "A44-11.9", "A44-11.15")
@pytest.mark.parametrize(
    ("terrain", "cite"),
    [
        ("forest", "A44-11.13"),
        ("river", "A44-11.9"),
        ("wooded_rough", "A44-11.15"),
        ("west_wall", "A44-11.13"),
    ],
)
def test_tanks_are_kept_out_and_told_why(terrain: str, cite: str) -> None:
    entry = comparison().entry(terrain, TANK)
    assert entry.share is None
    assert cite in {reason.cite for reason in entry.reasons}


@pytest.mark.rule("A44-11.10", "A44-11.16")
@pytest.mark.parametrize("terrain", ["river", "wooded_rough"])
def test_infantry_wades_by_tactical_movement_half_of_which_it_takes(terrain: str) -> None:
    entry = comparison().entry(terrain, FOOT)
    assert entry.share == Fraction(1, 2)
    assert entry.battle_on_entry


def test_a_bridge_carries_tanks_over_the_river() -> None:
    assert comparison().entry("bridge", TANK).share == Fraction(1, 20)


def test_nobody_attacks_from_further_off() -> None:
    assert comparison().engagement(FOOT, FOOT, "clear", "fire") is None


@pytest.mark.rule("A44-15.1", "A44-15.17")
def test_shelter_follows_from_odds_with_the_bonus_of_the_terrain() -> None:
    found = {(row.terrain, row.troop): row for row in compare_terrain([game_with()])}
    assert found["open", "infantry"].shelter == 0
    for terrain in ("woods", "town", "bunker", "entrenchment", "river_hexside"):
        shelter = found[terrain, "infantry"].shelter
        assert shelter is not None
        assert shelter > 0
    assert found["woods", "armor"].shelter is None
    assert found["open", "infantry"].unsure
    assert found["beach", "infantry"].none


@pytest.mark.rule("A44-15.4", "A44-16.9")
def test_cover_trades_retreats_of_tanks_for_losses() -> None:
    """15 attack 3 at 5:1 in the open, 4 at 3:1 with the DCB of 1: DR4 and DR3 become EX and Eng.

    Four results of six are the same in both columns. In the others the tanks retreat broken and lose nothing,
    or lose one step of two in one case of six: 1/12 more than the 13/108 of the four.
    """
    found = {(row.terrain, row.troop): row for row in compare_terrain([game_with()])}
    for terrain in ("town", "orchard", "entrenchment"):
        row = found[terrain, "armor"]
        assert row.shelter == 1 - (Fraction(13, 108) + Fraction(1, 12)) / Fraction(13, 108)
        assert (row.driven_back, found["open", "armor"].driven_back) == (Fraction(7, 36), Fraction(19, 36))


@pytest.mark.rule("A44-14.15")
def test_engagements_give_every_fate_its_exact_chance() -> None:
    rows = [row for row in compare_engagements([game_with()]) if not row.none]
    assert {(row.attacker, row.defender, row.terrain) for row in rows} >= {
        ("infantry", "infantry", "open"),
        ("infantry", "infantry", "town"),
        ("armor", "armor", "open"),
    }
    for row in rows:
        assert sum(row.fates.values()) == 1
        assert row.distance == "close"
    in_open, in_town = (
        next(
            row for row in rows if (row.attacker, row.defender, row.terrain) == ("armor", "infantry", terrain)
        )
        for terrain in ("open", "town")
    )
    assert in_town.fates["driven back"] < in_open.fates["driven back"]


def test_questions_leave_no_scenario_behind_in_the_list() -> None:
    game = game_with()
    before = [info.id for info in game.scenarios()]
    game.comparison().entry("forest", FOOT)
    assert [info.id for info in game.scenarios()] == before
    assert not any(row["id"].startswith("comparison") for row in game.reference("units"))  # type: ignore[attr-defined]  # a text


def test_pieces_of_a_question_are_no_reinforcements_of_their_formation() -> None:
    game = game_with()
    arrivals = game.rules.scenarios["campaign"].arrival
    coming = next(arrival.formation for arrival in arrivals if arrival.formation)
    unit = next(id_ for id_, counter in game.rules.counters.items() if counter.formation == coming)
    before = game.set_up("campaign").waiting
    game.comparison().entry("clear", unit)
    assert unit in before and game.set_up("campaign").waiting == before
