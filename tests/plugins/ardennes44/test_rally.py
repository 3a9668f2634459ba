"""Disrupted and broken units, and the rally phase [A44-18]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table
from tests.plugins.ardennes44.fighting import fight, unit

from grognard_ardennes44.rally import RallyPhase, worsened
from grognard_ardennes44.zoc import bonds_of, zoc_of


@pytest.mark.rule("A44-18.12", "A44-18.13")
@pytest.mark.parametrize(("state", "after"), [("broken", "disrupted"), ("disrupted", ""), ("", "")])
def test_away_from_the_enemy_a_unit_recovers_one_level_without_a_roll(state: str, after: str) -> None:
    table = Table()
    weary = table.unit("german", (0, 0), state=state)
    table.unit("allied", (2, 0))
    table.begin(RallyPhase("german"))
    assert unit(table, weary).state == after
    assert table.rolls == []


@pytest.mark.rule("A44-18.12")
def test_a_broken_unit_needs_two_turns() -> None:
    table = Table()
    weary = table.unit("german", (0, 0), state="broken")
    states = []
    for _ in range(2):
        table.begin(RallyPhase("german"))
        states.append(unit(table, weary).state)
    assert states == ["disrupted", ""]


@pytest.mark.rule("A44-18.14")
@pytest.mark.parametrize(("roll", "state"), [(1, ""), (2, ""), (3, "disrupted"), (6, "disrupted")])
def test_next_to_the_enemy_it_rolls_two_or_less(roll: int, state: str) -> None:
    table = Table()
    weary = table.unit("german", (0, 0), state="disrupted")
    table.unit("allied", (1, 0))
    table.begin(RallyPhase("german"), dice=[roll])
    assert unit(table, weary).state == state


@pytest.mark.rule("A44-18.14")
def test_next_to_the_enemy_counts_even_where_his_zoc_does_not_reach() -> None:
    table = Table()
    table.terrain("wooded_rough", (0, 0))
    table.unit("german", (0, 0), state="disrupted")
    table.unit("allied", (1, 0), "tank")
    assert table.hex(0, 0) not in zoc_of(table.rules, table.position, "allied")
    table.begin(RallyPhase("german"), dice=[1])
    assert len(table.rolls) == 1


@pytest.mark.rule("A44-18.15")
@pytest.mark.parametrize(
    ("grade", "roll", "rallied"),
    [
        ("green", 2, False),
        ("green", 1, True),
        ("veteran", 2, True),
        ("veteran", 3, False),
        ("elite", 3, True),
        ("elite", 4, False),
    ],
)
def test_rl01_green_adds_one_and_elite_subtracts_one(grade: str, roll: int, rallied: bool) -> None:
    table = Table()
    weary = table.unit("german", (0, 0), state="disrupted", grade=grade)
    table.unit("allied", (1, 0))
    table.begin(RallyPhase("german"), dice=[roll])
    assert (unit(table, weary).state == "") == rallied
    expected = {"green": 1, "veteran": 0, "elite": -1}[grade]
    assert sum(reason.value for reason in table.rolls[0].reasons) == expected


@pytest.mark.rule("A44-18.13")
def test_only_the_side_whose_phase_it_is_rallies() -> None:
    table = Table()
    german, allied = (
        table.unit("german", (0, 0), state="broken"),
        table.unit("allied", (4, 0), state="broken"),
    )
    table.begin(RallyPhase("allied"))
    assert (unit(table, german).state, unit(table, allied).state) == ("broken", "disrupted")


@pytest.mark.rule("A44-18.13", "A44-11.26", "A44-17.19")
def test_units_in_an_off_map_box_recover_without_a_roll() -> None:
    table = Table()
    table.box("W", edge=[(-6, 3)])
    weary = table.unit("allied", "box:W", state="disrupted")
    table.begin(RallyPhase("allied"))
    assert unit(table, weary).state == ""


@pytest.mark.rule("A44-11.30")
@pytest.mark.parametrize(
    ("turn", "strayed", "rallied"), [(4, True, False), (5, True, True), (4, False, True)]
)
def test_who_strayed_over_an_army_boundary_does_not_rally_until_turn_5(
    turn: int, strayed: bool, rallied: bool
) -> None:
    table = Table(turn=turn)
    weary = table.unit("german", (0, 0), state="disrupted")
    table.replace(weary, strayed=strayed)
    table.begin(RallyPhase("german"))
    assert (unit(table, weary).state == "") == rallied


# What the states do ----------------------------------------------------------------------------------------


@pytest.mark.rule("A44-18.1", "A44-18.7")
@pytest.mark.parametrize(
    ("result", "before", "after"),
    [("DR2", "", "disrupted"), ("DR3", "", "broken"), ("DR4", "", "broken"), ("DR2", "disrupted", "broken")],
)
def test_two_hexes_disrupt_three_or_four_break(result: str, before: str, after: str) -> None:
    table = Table()
    table.entry("A", (6, 0), "allied")
    attacker, defender = table.unit("german", (0, 0)), table.unit("allied", (1, 0), state=before)
    options = fight(table, result, [attacker], (1, 0))
    if "give-way" in options:
        options = table.play("give-way")
    table.play(options[0])
    assert unit(table, defender).state == after


@pytest.mark.rule("A44-18.7")
def test_a_second_disruption_by_one_hex_breaks_too() -> None:
    assert worsened("disrupted", "disrupted") == "broken"
    table = Table()
    table.entry("A", (6, 0), "allied")
    attacker, defender = table.unit("german", (0, 0)), table.unit("allied", (1, 0), state="disrupted")
    fight(table, "FF", [attacker], (1, 0))
    table.play(table.play(f"lead {attacker}", dice=[2])[0])
    assert unit(table, defender).state == "broken"


@pytest.mark.rule("A44-18.11")
@pytest.mark.parametrize("result", ["DR2", "DR3", "DR4"])
def test_a_broken_unit_that_retreats_again_is_eliminated(result: str) -> None:
    table = Table()
    attacker, defender = table.unit("german", (0, 0)), table.unit("allied", (1, 0), state="broken")
    fight(table, result, [attacker], (1, 0))
    assert table.position.lost == {defender: "eliminated"}


@pytest.mark.rule("A44-18.10", "A44-18.11")
def test_zb22_disrupted_and_broken_units_keep_zoc_and_bonds() -> None:
    table = Table()
    table.unit("german", (0, 0), state="disrupted")
    table.unit("german", (2, 0), state="broken")
    assert table.hex(1, 0) in bonds_of(table.rules, table.position, "german").hexes
    assert table.hex(-1, 0) in zoc_of(table.rules, table.position, "german")
