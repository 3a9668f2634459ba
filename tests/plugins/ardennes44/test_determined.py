"""Determined defence [A44-16.34 to 16.38]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table
from tests.plugins.ardennes44.fighting import fight, path, unit, where

from grognard_ardennes44.determined import determined_modifiers


def duel(**defender: object) -> tuple[Table, str, str]:
    """A German at (0,0) against an Allied unit at (1,0), which has its supply source behind it."""
    table = Table()
    table.entry("A", (6, 0), "allied")
    attacker = table.unit("german", (0, 0))
    return table, attacker, table.unit("allied", (1, 0), **defender)  # type: ignore[arg-type]  # a test's facts


@pytest.mark.rule("A44-16.34")
@pytest.mark.parametrize(
    ("result", "offered"), [("DR2", True), ("DR3", False), ("DR4", False), ("D1*", False)]
)
def test_it_is_offered_against_a_regular_advance_only(result: str, offered: bool) -> None:
    table, attacker, defender = duel()
    assert (f"stand {defender}" in fight(table, result, [attacker], (1, 0))) == offered


@pytest.mark.rule("A44-16.34", "A44-16.17", "A44-16.18", "A44-16.19")
@pytest.mark.parametrize("roll", [1, 2, 3])
def test_it_is_offered_against_the_firefight_results_that_drive_back(roll: int) -> None:
    table, attacker, defender = duel()
    fight(table, "FF", [attacker], (1, 0))
    assert table.play(f"lead {attacker}", dice=[roll]) == [f"stand {defender}", "give-way"]


@pytest.mark.rule("A44-16.35", "A44-16.34")
def test_success_cancels_retreat_disruption_and_advance_and_leaves_the_defender_engaged() -> None:
    table, attacker, defender = duel()
    fight(table, "DR2", [attacker], (1, 0))
    assert table.play(f"stand {defender}", dice=[1]) == []
    left = unit(table, defender)
    assert (left.hex, left.state, left.engaged, left.steps) == (table.hex(1, 0), "", True, 2)
    assert [(reason.cite, reason.sure) for reason in table.rolls[0].reasons] == [
        ("A44-16.34", "reconstructed")
    ]
    assert where(table, attacker) == table.hex(0, 0)


@pytest.mark.rule("A44-16.35")
def test_step_losses_are_not_cancelled() -> None:
    table, attacker, defender = duel()
    fight(table, "FF", [attacker], (1, 0))
    table.play(f"lead {attacker}", dice=[2])
    table.play(f"stand {defender}", dice=[1])
    assert (unit(table, attacker).steps, unit(table, defender).steps) == (1, 1)
    assert unit(table, defender).engaged


@pytest.mark.rule("A44-16.34")
def test_failure_leaves_the_retreat_and_the_advance() -> None:
    table, attacker, defender = duel()
    fight(table, "DR2", [attacker], (1, 0))
    options = table.play(f"stand {defender}", dice=[4])
    assert {option.split()[0] for option in options} == {"retreat"}
    assert table.play(options[0])[0].startswith("advance")
    assert unit(table, defender).state == "disrupted"


@pytest.mark.rule("A44-16.36")
def test_the_lead_unit_takes_the_loss_and_the_attacker_chooses_his() -> None:
    table, attacker, first = duel()
    second, other = table.unit("allied", (1, 0)), table.unit("german", (1, -1))
    assert fight(table, "DR2", [attacker, other], (1, 0)) == [f"stand {first}", f"stand {second}", "give-way"]
    assert table.play(f"stand {second}", dice=[3]) == [f"lose {attacker}", f"lose {other}"], "both lose"
    table.play(f"lose {other}")
    assert [unit(table, id_).steps for id_ in (attacker, other, first, second)] == [2, 1, 2, 1]
    assert unit(table, first).engaged and unit(table, second).engaged


@pytest.mark.rule("A44-16.36", "A44-16.37")
@pytest.mark.parametrize(("lead", "holds"), [("green", False), ("elite", True)])
def test_the_lead_unit_sets_the_modifier_for_the_stack(lead: str, holds: bool) -> None:
    table, attacker, _ = duel(grade="green", id="green")
    table.unit("allied", (1, 0), grade="elite", id="elite")
    fight(table, "DR2", [attacker], (1, 0))
    table.play(f"stand {lead}", dice=[4])
    assert unit(table, "green").engaged == unit(table, "elite").engaged == holds


@pytest.mark.rule("A44-16.36", "A44-18.6")
def test_a_disrupted_unit_cannot_lead_and_a_disrupted_stack_cannot_try() -> None:
    table, attacker, first = duel(state="disrupted")
    second = table.unit("allied", (1, 0))
    assert fight(table, "DR2", [attacker], (1, 0)) == [f"stand {second}", "give-way"]
    assert table.cites(f"stand {first}") == {"A44-16.36"}
    table, attacker, first = duel(state="disrupted")
    table.unit("allied", (1, 0), state="broken")
    assert fight(table, "DR2", [attacker], (1, 0))[0].startswith("retreat")


@pytest.mark.rule("A44-16.37")
@pytest.mark.parametrize(("grade", "drm"), [("green", 1), ("veteran", 0), ("elite", -1)])
def test_modifiers_that_the_rules_do_not_print_are_marked(grade: str, drm: int) -> None:
    table, attacker, defender = duel(grade=grade)
    reasons = determined_modifiers(table.rules, defender)
    assert sum(reason.value for reason in reasons) == drm
    assert all(reason.sure == "reconstructed" for reason in reasons)
    fight(table, "DR2", [attacker], (1, 0))
    table.play(f"stand {defender}", dice=[3 - drm])
    assert (unit(table, attacker).steps, unit(table, defender).steps) == (1, 1), "Hold A1/D1 after modifiers"


@pytest.mark.rule("A44-16.38", "A44-19.1")
def test_a_successful_defence_that_costs_the_last_step_gives_a_limited_advance() -> None:
    table, attacker, defender = duel(steps=1)
    fight(table, "DR2", [attacker], (1, 0))
    options = table.play(f"stand {defender}", dice=[2])
    assert options == [f"advance {attacker} {path(table, (1, 0))}", f"hold {attacker}"]
    assert defender not in table.position.units


@pytest.mark.rule("A44-16.38")
def test_with_another_defender_left_there_is_no_advance() -> None:
    table, attacker, defender = duel(steps=1)
    other = table.unit("allied", (1, 0))
    fight(table, "DR2", [attacker], (1, 0))
    assert table.play(f"stand {defender}", dice=[2]) == []
    assert unit(table, other).engaged


@pytest.mark.rule("A44-16.36", "A44-17.17")
def test_a_unit_that_retreated_into_the_hex_does_not_lead() -> None:
    table, attacker, settled = duel()
    guest = table.unit("allied", (1, 0))
    table.having(deeds={guest: ("retreated", "guest")})
    assert fight(table, "DR2", [attacker], (1, 0)) == [f"stand {settled}", "give-way"]
    assert table.cites(f"stand {guest}") == {"A44-16.36"}
