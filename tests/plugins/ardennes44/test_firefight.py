"""Firefights: who leads, what is added to the roll, what comes of it [A44-16.7 to 16.21]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table
from tests.plugins.ardennes44.fighting import fight, path, unit, where

from grognard_ardennes44.attack import Attack
from grognard_ardennes44.firefight import ChooseFirefight, Lead, firefight_modifiers


def duel(kind: str = "infantry", *, facing: str = "infantry", **facts: object) -> tuple[Table, str, str]:
    """A German at (0,0) against an Allied unit at (1,0), which has its supply source behind it."""
    table = Table()
    table.entry("A", (6, 0), "allied")
    attacker = table.unit("german", (0, 0), kind, **facts)  # type: ignore[arg-type]  # a test's facts
    return table, attacker, table.unit("allied", (1, 0), facing)


@pytest.mark.rule("A44-16.7")
def test_the_attacker_may_take_ff_as_engaged() -> None:
    table, attacker, defender = duel()
    assert fight(table, "FF", [attacker], (1, 0)) == [f"lead {attacker}", "break-off"]
    assert table.play("break-off") == []
    assert unit(table, defender).engaged
    assert table.rolls == []


@pytest.mark.rule("A44-16.7", "A44-16.8")
@pytest.mark.parametrize(("result", "roll"), [("FF", 4), ("FF+1", 3)])
def test_ff_plus_one_adds_one_to_the_roll(result: str, roll: int) -> None:
    table, attacker, defender = duel()
    fight(table, result, [attacker], (1, 0))
    table.play(f"lead {attacker}", dice=[roll])
    assert unit(table, defender).engaged
    assert table.position.advantage, "both come to 4: Eng+"


# The lead unit ---------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-16.12")
def test_the_lead_unit_takes_the_attackers_loss() -> None:
    table, attacker, _ = duel()
    lead = table.unit("german", (1, -1))
    fight(table, "FF", [attacker, lead], (1, 0))
    table.play(f"lead {lead}", dice=[6])
    assert (unit(table, lead).steps, unit(table, attacker).steps) == (1, 2)


@pytest.mark.rule("A44-16.12")
def test_the_lead_unit_must_be_one_of_the_attackers() -> None:
    table, attacker, _ = duel()
    bystander = table.unit("german", (1, -1))
    fight(table, "FF", [attacker], (1, 0))
    assert table.cites(f"lead {bystander}") == {"A44-16.12"}


@pytest.mark.rule("A44-16.13")
@pytest.mark.parametrize("kind", ["tank", "infantry"])
def test_only_a_unit_that_could_enter_the_hex_may_lead(kind: str) -> None:
    table, attacker, defender = duel(kind)
    table.terrain("forest", (1, 0))
    options = fight(table, "FF", [attacker], (1, 0))
    if kind == "tank":
        assert options == []
        assert unit(table, defender).engaged, "with no lead unit FF is Engaged"
    else:
        assert options == [f"lead {attacker}", "break-off"]


@pytest.mark.rule("A44-16.13")
def test_a_tank_without_a_road_into_the_forest_is_refused_as_lead() -> None:
    table, attacker, _ = duel("tank")
    table.terrain("forest", (1, 0))
    foot = table.unit("german", (1, -1))
    assert fight(table, "FF", [attacker, foot], (1, 0)) == [f"lead {foot}", "break-off"]
    assert table.cites(f"lead {attacker}") == {"A44-16.13"}


@pytest.mark.rule("A44-7.8", "A44-16.13")
def test_no_vehicle_leads_over_a_bridge_that_was_blown_under_the_attack() -> None:
    for state in ("blown", ""):
        table, attacker, _ = duel("tank")
        table.river((0, 0), (1, 0))
        table.road("primary", (0, 0), (1, 0))
        if state:
            table.blow((0, 0), (1, 0))
        foot = table.unit("german", (0, 0))
        options = fight(table, "FF", [attacker, foot], (1, 0))
        assert (f"lead {attacker}" in options) == (state == ""), "infantry could wade"
        assert f"lead {foot}" in options


@pytest.mark.rule("A44-16.13", "A44-11.29")
@pytest.mark.parametrize(("turn", "leads"), [(4, False), (5, True)])
def test_nobody_leads_over_an_army_boundary_before_turn_5(turn: int, leads: bool) -> None:
    table = Table(turn=turn)
    attacker = table.unit("german", (0, 0))
    table.unit("allied", (1, 0))
    table.boundary((0, 0), (1, 0))
    assert bool(fight(table, "FF", [attacker], (1, 0))) == leads


# Modifiers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-16.14", "A44-16.15", "A44-16.16")
@pytest.mark.parametrize(
    ("grade", "kind", "facing", "drm", "cite"),
    [
        ("green", "infantry", "infantry", 1, "A44-16.14"),
        ("veteran", "infantry", "infantry", 0, ""),
        ("elite", "infantry", "infantry", -1, "A44-16.15"),
        ("elite", "infantry", "tank", 0, "A44-16.16"),
        ("elite", "infantry", "mixed", 0, "A44-16.16"),
        ("elite", "tank", "tank", -1, "A44-16.15"),
        ("elite", "mixed", "tank", -1, "A44-16.15"),
        ("green", "infantry", "tank", 1, "A44-16.14"),
    ],
)
def test_the_grade_of_the_lead_unit_counts(grade: str, kind: str, facing: str, drm: int, cite: str) -> None:
    table, attacker, _ = duel(kind, facing=facing, grade=grade)
    attack = Attack("german", table.hex(1, 0), (attacker,))
    reasons = firefight_modifiers(table.rules, table.position, attack, attacker, 0)
    assert [(r.value, r.cite) for r in reasons] == ([(drm, cite)] if cite else [])
    fight(table, "FF", [attacker], (1, 0))
    table.play(f"lead {attacker}", dice=[4])
    shown = sum(reason.value for reason in table.rolls[0].reasons)
    assert shown == drm, "the roll shows what the rule says"
    expected = {-1: "A1/DR2", 0: "Eng+", 1: "Eng"}[drm]
    assert [e.fact("result") for e in table.events if e.what == "firefight"] == [expected]


# Results ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-16.17")
def test_d1_costs_the_defender_a_step_and_drives_him_two_hexes() -> None:
    table, attacker, defender = duel()
    fight(table, "FF", [attacker], (1, 0))
    assert table.play(f"lead {attacker}", dice=[1]) == [f"stand {defender}", "give-way"]
    assert (unit(table, defender).steps, unit(table, attacker).steps) == (1, 2)
    options = table.play("give-way")
    assert {len(option.split(",")) for option in options} == {2}
    advances = table.play(options[0])
    assert unit(table, defender).state == "disrupted"
    assert max(len(option.split(",")) for option in advances) == 1, "regular advance"


@pytest.mark.rule("A44-16.18")
@pytest.mark.parametrize("hexes", [1, 2])
def test_a1_d1_costs_both_a_step_and_drives_the_defender_one_hex_or_two_by_option(hexes: int) -> None:
    table = Table(firefight_a1_d1_retreat=hexes)
    table.entry("A", (6, 0), "allied")
    attacker, defender = table.unit("german", (0, 0)), table.unit("allied", (1, 0))
    fight(table, "FF", [attacker], (1, 0))
    table.play(f"lead {attacker}", dice=[2])
    assert (unit(table, defender).steps, unit(table, attacker).steps) == (1, 1)
    options = table.play("give-way")
    while options and options[0].startswith("retreat"):
        assert {len(option.split(",")) for option in options} == {hexes}
        options = table.play(options[0])
    assert table.ground.board.distance(where(table, defender), table.hex(1, 0)) == hexes
    assert unit(table, defender).state == "disrupted"
    assert options[0].startswith("advance")


@pytest.mark.rule("A44-16.19")
def test_a1_dr2_costs_the_attacker_a_step_and_drives_the_defender_two_hexes() -> None:
    table, attacker, defender = duel()
    fight(table, "FF", [attacker], (1, 0))
    table.play(f"lead {attacker}", dice=[3])
    assert (unit(table, defender).steps, unit(table, attacker).steps) == (2, 1)
    options = table.play(table.play("give-way")[0])
    assert unit(table, defender).state == "disrupted"
    assert options[-1] == f"hold {attacker}"


@pytest.mark.rule("A44-16.20", "A44-16.29")
def test_eng_plus_engages_and_gives_an_advantage_marker() -> None:
    table, attacker, defender = duel()
    fight(table, "FF", [attacker], (1, 0))
    assert table.play(f"lead {attacker}", dice=[4]) == []
    assert (unit(table, defender).engaged, where(table, defender)) == (True, table.hex(1, 0))
    marker = table.position.advantage[table.hex(0, 0)]
    assert (marker.target, marker.units) == (table.hex(1, 0), (attacker,))


@pytest.mark.rule("A44-16.10", "A44-16.11")
@pytest.mark.parametrize(("roll", "steps", "engaged"), [(5, 2, True), (6, 1, False)])
def test_the_firefight_may_end_as_eng_or_a1(roll: int, steps: int, engaged: bool) -> None:
    table, attacker, defender = duel()
    fight(table, "FF", [attacker], (1, 0))
    assert table.play(f"lead {attacker}", dice=[roll]) == []
    assert (unit(table, attacker).steps, unit(table, defender).engaged) == (steps, engaged)
    assert table.position.advantage == {}


@pytest.mark.rule("A44-16.21")
def test_all_attacking_units_may_advance_not_the_lead_alone() -> None:
    table, attacker, _ = duel()
    other = table.unit("german", (1, -1))
    fight(table, "FF", [attacker, other], (1, 0))
    table.play(f"lead {attacker}", dice=[1])
    table.play(table.play("give-way")[0])
    table.play(f"advance {attacker} {path(table, (1, 0))}")
    table.play(f"advance {other} {path(table, (1, 0))}")
    assert table.position.stack(table.hex(1, 0)) == (attacker, other)


@pytest.mark.rule("A44-21.10")
def test_recon_alone_takes_a_firefight_d1_as_dr4() -> None:
    table, attacker, recon = duel(facing="recon")
    fight(table, "FF", [attacker], (1, 0))
    options = table.play(f"lead {attacker}", dice=[1])
    assert {len(option.split(",")) for option in options} == {4}
    assert unit(table, recon).steps == 2


@pytest.mark.rule("A44-16.12")
def test_odds_roll_the_firefight_with_the_best_lead_and_say_so() -> None:
    table, attacker, _ = duel(attack=4, grade="green")
    best = table.unit("german", (1, -1), grade="elite", attack=4)
    fight(table, "FF", [attacker, best], (1, 0))
    odds = table.odds(f"lead {best}")
    assert any("determined defence is tried" in text for text in odds.assumptions)
    decision = table.game.decision(table.position)
    assert isinstance(decision, ChooseFirefight)
    assert decision.assumed(table.context()) == Lead(best)
