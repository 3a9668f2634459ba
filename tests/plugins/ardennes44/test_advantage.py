"""Attack Advantage markers [A44-16.29 to 16.33]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table
from tests.plugins.ardennes44.fighting import fight

from grognard_ardennes44.advantage import advantage_shift
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.breakdown import break_down
from grognard_ardennes44.combat import CombatPhase
from grognard_ardennes44.movement_phase import MovementPhase
from grognard_ardennes44.pieces import relocate
from grognard_ardennes44.position import Advantage
from grognard_ardennes44.shifts import column_shifts


def marked() -> tuple[Table, list[str], str]:
    """Two Germans at (0,0) and one at (1,-1) have had Eng+ against the Allied unit at (1,0)."""
    table = Table()
    table.entry("A", (6, 0), "allied")
    attackers = [table.unit("german", spot) for spot in ((0, 0), (0, 0), (1, -1))]
    defender = table.unit("allied", (1, 0))
    fight(table, "FF", attackers, (1, 0))
    table.play(f"lead {attackers[0]}", dice=[4])
    table.position.deeds.clear()
    table.position.agenda.clear()
    return table, attackers, defender


@pytest.mark.rule("A44-16.29")
def test_each_stack_that_attacked_gets_a_marker_that_points_at_the_target() -> None:
    table, (a, b, c), _ = marked()
    target = table.hex(1, 0)
    assert table.position.advantage == {
        table.hex(0, 0): Advantage(target, (a, b)),
        table.hex(1, -1): Advantage(target, (c,)),
    }


@pytest.mark.rule("A44-16.30")
def test_the_same_target_again_is_one_column_better_however_many_markers() -> None:
    table, units, _ = marked()
    target = table.hex(1, 0)
    for attackers in (tuple(units), (units[2],)):
        attack = Attack("german", target, attackers)
        shift = advantage_shift(table.position, attack)
        assert shift is not None and (shift.value, shift.cite) == (1, "A44-16.30")
        assert shift in column_shifts(table.rules, table.position, attack)


@pytest.mark.rule("A44-16.30")
def test_another_target_or_other_units_have_no_use_of_it() -> None:
    table, units, _ = marked()
    other = Attack("german", table.hex(0, 1), tuple(units))
    assert advantage_shift(table.position, other) is None
    assert advantage_shift(table.position, Attack("german", table.hex(1, 0), ("g99",))) is None


@pytest.mark.rule("A44-16.31")
@pytest.mark.parametrize("result", ["A1", "Eng", "EX"])
def test_the_second_attack_uses_the_markers_up(result: str) -> None:
    table, (a, _, c), _ = marked()
    options = fight(table, result, [a, c], (1, 0))
    while options:
        options = table.play(options[0])
    assert table.position.advantage == {}


@pytest.mark.rule("A44-16.31")
def test_another_eng_plus_keeps_it() -> None:
    table, (_, _, c), _ = marked()
    fight(table, "FF", [c], (1, 0))
    table.play(f"lead {c}", dice=[4])
    assert table.position.advantage[table.hex(1, -1)] == Advantage(table.hex(1, 0), (c,))


@pytest.mark.rule("A44-16.31")
def test_markers_that_point_at_an_empty_hex_go_when_the_owners_combat_phase_begins() -> None:
    for side, there, gone in (("german", False, True), ("german", True, False), ("allied", False, False)):
        table, _, defender = marked()
        if not there:
            relocate(table.context(), defender, table.hex(4, 0))
        table.begin(CombatPhase(side))
        assert (table.position.advantage == {}) == gone


@pytest.mark.rule("A44-16.32")
def test_the_marker_goes_with_the_last_of_its_units_whoever_else_stands_there() -> None:
    table, (a, b, c), _ = marked()
    here = table.hex(0, 0)
    relocate(table.context(), c, here)
    assert table.hex(1, -1) not in table.position.advantage
    relocate(table.context(), a, table.hex(-1, 0))
    assert here in table.position.advantage, "one of its units stays"
    relocate(table.context(), b, table.hex(-1, 0))
    assert here not in table.position.advantage, "the one who came later does not keep it"
    relocate(table.context(), a, here)
    assert table.position.advantage == {}, "nor does coming back"


@pytest.mark.rule("A44-16.30", "A44-16.32")
def test_a_unit_that_left_the_hex_attacks_without_it_though_the_marker_stays() -> None:
    table, (a, b, _), _ = marked()
    relocate(table.context(), a, table.hex(0, 1))
    alone = Attack("german", table.hex(1, 0), (a,))
    assert advantage_shift(table.position, alone) is None
    assert advantage_shift(table.position, Attack("german", table.hex(1, 0), (a, b))) is not None
    fight(table, "A1", [a], (1, 0))
    assert table.hex(0, 0) in table.position.advantage, "that attack has not used it up"


@pytest.mark.rule("A44-16.33")
@pytest.mark.parametrize("stand", [True, False])
def test_a_retreat_result_takes_the_marker_even_if_determined_defence_cancels_it(stand: bool) -> None:
    table, (a, b, _), defender = marked()
    options = fight(table, "DR2", [defender], (0, 0))
    assert options == [f"stand {a}", f"stand {b}", "give-way"]
    assert table.hex(0, 0) not in table.position.advantage
    assert table.hex(1, -1) in table.position.advantage, "the other stack keeps its own"
    if stand:
        table.play(f"stand {a}", dice=[1])
        assert table.hex(0, 0) not in table.position.advantage


@pytest.mark.rule("A44-16.33")
def test_engaged_units_keep_it() -> None:
    table, _, defender = marked()
    fight(table, "Eng", [defender], (0, 0))
    assert table.hex(0, 0) in table.position.advantage


@pytest.mark.rule("A44-16.32", "A44-16.26")
def test_a_remnant_stands_in_for_its_parent() -> None:
    table = Table()
    big = table.unit("german", (0, 0), steps=3, sp=3)
    attacker = table.unit("allied", (1, 0))
    here = table.hex(0, 0)
    table.having(advantage={here: Advantage(table.hex(0, 1), (big,))})
    table.replace(big, steps=2)
    fight(table, "EX", [attacker], (0, 0))
    assert table.position.advantage[here].units == table.position.stack(here)


@pytest.mark.rule("A44-16.32", "A44-26.1", "A44-26.8")
def test_the_parts_of_a_unit_keep_its_marker_and_give_it_back() -> None:
    table = Table()
    big = table.unit("german", (0, 0), steps=3, sp=2, breaks_into="breakdown_infantry_german")
    mate = table.unit("german", (0, 0))
    here, target = table.hex(0, 0), table.hex(0, 1)
    table.having(advantage={here: Advantage(target, (big, mate))})
    parts = break_down(table.context(), big)
    assert table.position.advantage[here] == Advantage(target, (*parts, mate))
    relocate(table.context(), mate, table.hex(-1, 0))
    relocate(table.context(), parts[1], table.hex(-1, 0))
    relocate(table.context(), parts[2], table.hex(-1, 0))
    assert here in table.position.advantage, "a part of it stays"
    relocate(table.context(), parts[2], here)
    table.begin(MovementPhase("german"))
    table.play(f"rejoin {parts[0]}")
    assert table.position.advantage[here].units[0] == big
    assert advantage_shift(table.position, Attack("german", target, (big,))) is not None
    relocate(table.context(), big, table.hex(-1, 0))
    assert here not in table.position.advantage


@pytest.mark.rule("A44-16.32", "A44-26.1")
def test_a_unit_broken_down_in_a_hex_without_a_marker_brings_none() -> None:
    table = Table()
    big = table.unit("german", (0, 0), steps=3, sp=2, breaks_into="breakdown_infantry_german")
    break_down(table.context(), big)
    assert table.position.advantage == {}
