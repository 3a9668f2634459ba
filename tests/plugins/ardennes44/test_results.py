"""Results of combat: losses, Engaged, what else follows [A44-16]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table
from tests.plugins.ardennes44.fighting import fight, path, unit

from grognard_ardennes44.position import Works


def duel(**defender: object) -> tuple[Table, str, str]:
    """One German next to one Allied unit at (1,0), whose supply source lies behind it."""
    table = Table()
    table.entry("A", (6, 0), "allied")
    attacker = table.unit("german", (0, 0))
    return table, attacker, table.unit("allied", (1, 0), **defender)  # type: ignore[arg-type]  # a test's facts


# The results of the CRT ------------------------------------------------------------------------------------


@pytest.mark.rule("A44-16.1", "A44-16.2", "A44-18.1", "A44-14.15")
def test_d1_star_costs_a_step_and_breaks_the_rest_over_four_hexes() -> None:
    table, _, defender = duel()
    options = fight(table, "D1*", ["g01"], (1, 0))
    assert all(option.startswith("retreat ") for option in options), "no determined defence"
    assert {len(option.split(",")) for option in options} == {4}
    assert unit(table, defender).steps == 1
    assert "advance" in table.play(options[0])[0]
    assert unit(table, defender).state == "broken"


@pytest.mark.rule("A44-16.2", "A44-19.12")
def test_only_the_asterisk_gives_breakthrough_combat() -> None:
    for result, breaks in (("D1*", True), ("DR4", False)):
        table, attacker, _ = duel(steps=3, sp=3)
        table.unit("allied", (2, -1), id="a03")
        table.play(fight(table, result, [attacker], (1, 0))[0])
        options = table.play(f"advance {attacker} {path(table, (1, 0))}")
        assert ([option.split()[0] for option in options] == ["exploit", "halt"]) == breaks


@pytest.mark.rule("A44-16.3", "A44-16.4", "A44-16.34")
@pytest.mark.parametrize(("result", "hexes"), [("DR4", 4), ("DR3", 3)])
def test_dr4_and_dr3_break_the_defender_without_determined_defence(result: str, hexes: int) -> None:
    table, attacker, defender = duel()
    options = fight(table, result, [attacker], (1, 0))
    assert {option.split()[0] for option in options} == {"retreat"}
    assert {len(option.split(",")) for option in options} == {hexes}
    advances = table.play(options[0])
    assert (unit(table, defender).steps, unit(table, defender).state) == (2, "broken")
    assert max(len(option.split(",")) for option in advances) == 2, "bonus advance"


@pytest.mark.rule("A44-16.5", "A44-16.6")
def test_dr2_disrupts_over_two_hexes_and_may_be_resisted() -> None:
    table, attacker, defender = duel()
    assert fight(table, "DR2", [attacker], (1, 0)) == [f"stand {defender}", "give-way"]
    options = table.play("give-way")
    assert {len(option.split(",")) for option in options} == {2}
    advances = table.play(options[0])
    assert unit(table, defender).state == "disrupted"
    assert max(len(option.split(",")) for option in advances) == 1, "regular advance"


@pytest.mark.rule("A44-16.9", "A44-16.27")
def test_ex_costs_both_a_step_and_leaves_the_defender_engaged() -> None:
    table, attacker, defender = duel()
    assert fight(table, "EX", [attacker], (1, 0)) == []
    assert unit(table, attacker).steps == unit(table, defender).steps == 1
    left = unit(table, defender)
    assert (left.engaged, left.state, left.hex) == (True, "", table.hex(1, 0))


@pytest.mark.rule("A44-16.9", "A44-19.1")
def test_ex_against_one_step_lets_the_attacker_into_the_hex_and_no_further() -> None:
    table, attacker, defender = duel(steps=1)
    assert fight(table, "EX", [attacker], (1, 0)) == [
        f"advance {attacker} {table.hex(1, 0)}", f"hold {attacker}"
    ]  # fmt: skip
    assert table.position.lost[defender] == "eliminated"
    assert table.cites(f"advance {attacker} {table.hex(0, 1)}") == {"A44-19.1"}


@pytest.mark.rule("A44-16.10")
@pytest.mark.parametrize(("result", "steps"), [("Eng", 2), ("A1/Eng", 1)])
def test_eng_leaves_the_whole_defending_stack_engaged(result: str, steps: int) -> None:
    table, attacker, defender = duel()
    other = table.unit("allied", (1, 0))
    assert fight(table, result, [attacker], (1, 0)) == []
    assert unit(table, attacker).steps == steps
    for id_ in (defender, other):
        assert (unit(table, id_).engaged, unit(table, id_).state, unit(table, id_).steps) == (True, "", 2)


@pytest.mark.rule("A44-16.11")
def test_a1_costs_the_attacker_a_step_and_nothing_else_happens() -> None:
    table, attacker, defender = duel()
    before = unit(table, defender)
    assert fight(table, "A1", [attacker], (1, 0)) == []
    assert unit(table, attacker).steps == 1
    assert unit(table, defender) == before


@pytest.mark.rule("A44-16.10", "A44-12.23")
@pytest.mark.parametrize(("marker", "after"), [("sm", ""), ("truck", ""), ("night", "night")])
def test_engaged_units_lose_sm_and_truck_markers(marker: str, after: str) -> None:
    table, attacker, defender = duel(marker=marker)
    fight(table, "Eng", [attacker], (1, 0))
    assert unit(table, defender).marker == after


# Who takes the loss ----------------------------------------------------------------------------------------


@pytest.mark.rule("A44-16.22")
def test_the_owner_chooses_which_unit_takes_a_loss() -> None:
    table, attacker, _ = duel()
    other = table.unit("german", (1, -1))
    assert fight(table, "A1", [attacker, other], (1, 0)) == [f"lose {attacker}", f"lose {other}"]
    assert table.cites("lose a02") == {"A44-16.22"}
    table.play(f"lose {other}")
    assert (unit(table, attacker).steps, unit(table, other).steps) == (2, 1)


@pytest.mark.rule("A44-16.22")
def test_in_an_exchange_the_defender_chooses_first_and_each_side_for_itself() -> None:
    table, attacker, defender = duel()
    table.unit("allied", (1, 0))
    table.unit("german", (1, -1))
    asked = []
    fight(table, "EX", [attacker, "g04"], (1, 0))
    for loser in (defender, attacker):
        asked.append(table.game.to_act(table.position))
        table.play(f"lose {loser}")
    assert asked == ["allied", "german"]


@pytest.mark.rule("A44-16.23")
def test_rs01_after_an_armour_shift_a_tank_that_could_give_it_takes_the_exchange() -> None:
    table, attacker, _ = duel()
    tank = table.unit("german", (1, -1), "tank", defence=3, steps=2)
    fight(table, "EX", [attacker, tank], (1, 0), armour=True)
    assert (unit(table, tank).steps, unit(table, attacker).steps) == (1, 2)


@pytest.mark.rule("A44-16.23")
def test_a_tank_that_could_not_give_the_shift_does_not_take_the_exchange() -> None:
    table, attacker, _ = duel()
    table.river((2, -1), (1, 0))
    near = table.unit("german", (1, -1), "tank", defence=3, steps=2)
    across = table.unit("german", (2, -1), "tank", defence=3, steps=2)
    fight(table, "EX", [attacker, near, across], (1, 0), armour=True)
    assert [unit(table, id_).steps for id_ in (attacker, near, across)] == [2, 1, 2]


@pytest.mark.rule("A44-16.23", "A44-16.24", "A44-16.22")
def test_of_several_tanks_that_could_give_the_shift_the_owner_chooses() -> None:
    table, attacker, _ = duel()
    tanks = [table.unit("german", (1, -1), "tank", defence=3, steps=2) for _ in range(2)]
    options = fight(table, "EX", [attacker, *tanks], (1, 0), armour=True)
    assert options == [f"lose {tank}" for tank in tanks]
    assert table.cites(f"lose {attacker}") == {"A44-16.23"}
    assert table.explained(f"lose {tanks[0]}") == [("A44-16.24", 2)]
    table.play(f"lose {tanks[1]}")
    assert [unit(table, id_).steps for id_ in (attacker, *tanks)] == [2, 2, 1]


@pytest.mark.rule("A44-16.23", "A44-16.22")
@pytest.mark.parametrize("result", ["A1", "A1/Eng"])
def test_after_other_results_any_unit_takes_the_loss_though_the_armour_shift_was_had(result: str) -> None:
    table, attacker, _ = duel()
    tank = table.unit("german", (1, -1), "tank", defence=3, steps=2)
    assert fight(table, result, [attacker, tank], (1, 0), armour=True) == [f"lose {attacker}", f"lose {tank}"]


@pytest.mark.rule("A44-16.23")
def test_without_the_armour_shift_any_unit_takes_the_exchange() -> None:
    table, attacker, _ = duel()
    tank = table.unit("german", (1, -1), "tank", defence=3, steps=2)
    assert fight(table, "EX", [attacker, tank], (1, 0)) == [f"lose {attacker}", f"lose {tank}"]


# Steps -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-16.24")
def test_a_loss_flips_a_unit_and_the_next_one_kills_it() -> None:
    table, attacker, _ = duel()
    fight(table, "A1", [attacker], (1, 0))
    assert unit(table, attacker).steps == 1
    fight(table, "A1", [attacker], (1, 0))
    assert attacker not in table.position.units
    assert table.position.lost == {attacker: "eliminated"}


@pytest.mark.rule("A44-16.25", "A44-16.26")
def test_a_large_unit_leaves_a_remnant_that_goes_on_in_its_place() -> None:
    table, attacker, defender = duel(steps=3, sp=3)
    table.replace(defender, steps=2)
    options = fight(table, "D1*", [attacker], (1, 0))
    remnant = table.position.stack(table.hex(1, 0))[0]
    assert remnant.startswith("remnant_infantry_allied")
    assert unit(table, remnant).parent == defender
    table.play(options[0])
    assert (unit(table, remnant).steps, unit(table, remnant).state) == (1, "broken")


@pytest.mark.rule("A44-16.26")
def test_without_a_remnant_counter_nothing_is_left() -> None:
    table, attacker, defender = duel(steps=3, sp=3)
    pool = table.rules.pools["remnant_infantry_allied"]
    for number in range(pool.count):
        table.unit("allied", (-6, number), id=f"{pool.id}-{number + 1}", steps=1)
    table.replace(defender, steps=2)
    fight(table, "EX", [attacker], (1, 0))
    assert table.position.stack(table.hex(1, 0)) == ()


@pytest.mark.rule("A44-16.26")
def test_a_remnant_of_an_attacker_advances_in_its_place() -> None:
    table, _, _ = duel(steps=1)
    big = table.unit("german", (1, -1), steps=3, sp=3)
    table.replace(big, steps=2)
    options = fight(table, "EX", [big], (1, 0))
    assert options[0].startswith("advance remnant_infantry_german-1 ")


@pytest.mark.rule("A44-16.24", "A44-16.25")
def test_every_step_lost_is_counted_and_pool_counters_go_back() -> None:
    table, attacker, big = duel(steps=3, sp=3)
    for left in (2, 1, 0):
        fight(table, "EX", [attacker], (1, 0))
        table.replace(attacker, steps=2)
        assert sum(u.steps for id_, u in table.position.units.items() if id_ != attacker) == left
    assert table.position.lost == {big: "eliminated"}, "the remnant is free again"


# Special units ---------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-21.10")
def test_recon_alone_takes_d1_star_as_dr4() -> None:
    table, attacker, recon = duel(kind="recon", steps=2)
    options = fight(table, "D1*", [attacker], (1, 0))
    assert {len(option.split(",")) for option in options} == {4}
    assert unit(table, recon).steps == 2
    options = table.play(options[0])
    assert table.play(f"hold {attacker}") == [], "DR4 gives no breakthrough"


@pytest.mark.rule("A44-21.10")
def test_recon_in_an_improved_position_or_in_company_takes_d1_star_as_it_is() -> None:
    table, attacker, recon = duel(kind="recon", steps=2)
    table.dig((1, 0), "allied")
    fight(table, "D1*", [attacker], (1, 0))
    assert unit(table, recon).steps == 1
    table, attacker, recon = duel(kind="recon", steps=2)
    table.unit("allied", (1, 0), steps=1)
    assert fight(table, "D1*", [attacker], (1, 0)) == [f"lose {recon}", "lose a03"]


@pytest.mark.rule("A44-15.26")
@pytest.mark.parametrize("built", [True, False])
def test_an_improved_position_goes_when_its_defenders_do(built: bool) -> None:
    table, attacker, _ = duel()
    table.dig((1, 0), "allied", built=built)
    options = fight(table, "DR3", [attacker], (1, 0))
    assert table.position.works == {table.hex(1, 0): Works("allied", built)}
    table.play(options[0])
    assert table.position.works == {}


@pytest.mark.rule("A44-15.26", "A44-16.9")
def test_an_improved_position_stays_while_a_defender_holds_it() -> None:
    table, attacker, _ = duel()
    table.dig((1, 0), "allied")
    fight(table, "EX", [attacker], (1, 0))
    assert table.hex(1, 0) in table.position.works


@pytest.mark.rule("A44-15.26", "A44-16.11")
@pytest.mark.parametrize(
    ("steps", "company", "stays"), [(1, False, False), (2, False, True), (1, True, True)]
)
def test_an_improved_position_of_the_attacker_goes_with_the_last_unit_in_it(
    steps: int, company: bool, stays: bool
) -> None:
    table = Table()
    attacker = table.unit("german", (0, 0), steps=steps)
    table.unit("allied", (1, 0))
    table.dig((0, 0), "german")
    if company:
        table.unit("german", (0, 0))
    fight(table, "A1", [attacker], (1, 0))
    assert (table.hex(0, 0) in table.position.works) == stays


@pytest.mark.rule("A44-21.10", "A44-17.17")
def test_a_guest_is_no_company_for_recon() -> None:
    table, attacker, recon = duel(kind="recon", steps=2)
    guest = table.unit("allied", (1, 0), state="disrupted")
    table.having(deeds={guest: ("retreated", "guest")})
    options = fight(table, "D1*", [attacker], (1, 0))
    assert {len(option.split(",")) for option in options} == {4}
    assert unit(table, recon).steps == 2
    assert guest not in table.position.units
