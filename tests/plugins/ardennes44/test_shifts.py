"""Column shifts, each a cited reason, and the ends of the chart [A44-15.27, A44-14.16]."""

from __future__ import annotations

import msgspec
import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard.reasons import Reason, total
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.combat import CombatPhase, column, sum_up
from grognard_ardennes44.position import Advantage
from grognard_ardennes44.shifts import column_shifts

HERE, TARGET = (0, 0), (1, 0)


def attack_of(table: Table, *units: str, **facts: object) -> Attack:
    """An attack of units on the target."""
    attack = Attack(table.rules.counters[units[0]].side, table.hex(*TARGET), units)
    changed: Attack = msgspec.structs.replace(attack, **facts)
    return changed


def shifts(table: Table, *units: str, **facts: object) -> tuple[Reason, ...]:
    """All shifts of an attack."""
    return column_shifts(table.rules, table.position, attack_of(table, *units, **facts))


def label(table: Table, *units: str, **facts: object) -> str:
    """The column of an attack."""
    index = column(table.rules, table.position, attack_of(table, *units, **facts))
    found: str = table.rules.crt.labels[index]
    return found


@pytest.mark.rule("A44-14.16")
def test_cb16_columns_end_at_seven_to_one_and_at_one_to_three() -> None:
    high = Table()
    tank = high.unit("german", HERE, kind="tank", attack=6)
    high.unit("allied", TARGET, defence=1, state="disrupted", marker="sm")
    assert total(shifts(high, tank)) == 3
    assert label(high, tank) == "7:1"
    low = Table()
    foot = low.unit("german", HERE, attack=3, oos=True)
    low.unit("allied", TARGET, defence=6)
    assert total(shifts(low, foot, dat=2)) == -3
    assert label(low, foot, dat=2) == "1:3"


@pytest.mark.rule("A44-14.16")
def test_odds_above_seven_keep_their_surplus_and_odds_below_one_to_three_start_there() -> None:
    table = Table()
    strong = table.unit("german", HERE, attack=9)
    table.unit("allied", TARGET, defence=1)
    assert label(table, strong, dat=2) == "7:1"
    assert label(table, strong, jabos=3) == "6:1"
    weak = Table()
    foot = weak.unit("german", HERE, attack=1)
    weak.unit("allied", TARGET, defence=9, state="disrupted")
    assert label(weak, foot) == "1:2"


@pytest.mark.rule("A44-14.16", "A44-14.15")
@pytest.mark.parametrize(
    ("attack", "defence", "dat", "shown"),
    [(9, 1, 2, "7:1"), (9, 1, 1, "7:1"), (1, 9, 1, "1:3"), (8, 2, 4, "3:1")],
)
def test_the_roll_is_made_in_the_column_after_all_shifts(
    attack: int, defence: int, dat: int, shown: str
) -> None:
    """A die of 2 brings two columns from defensive artillery of the Allies, 4 one."""
    table = Table()
    table.unit("german", HERE, attack=attack)
    table.unit("allied", TARGET, defence=defence)
    gun = table.unit("allied", (3, 0), "artillery")
    table.begin(CombatPhase("german", begun=True))
    table.play(f"attack {table.hex(*TARGET)}")
    dice = {1: 4, 2: 2, 4: 4}[dat]
    table.play(f"support {gun}", dice=[dice, 6])
    assert [event.fact("column") for event in table.events if event.what == "combat"] == [shown]


@pytest.mark.rule("A44-18.4", "A44-18.10")
def test_cb18_one_disrupted_unit_in_the_stack_shifts_one_right_and_still_adds_its_defence() -> None:
    table = Table()
    a = table.unit("german", HERE, attack=6)
    table.unit("allied", TARGET, defence=3)
    table.unit("allied", TARGET, defence=3, state="disrupted")
    assert total(shifts(table, a)) == 1
    assert label(table, a) == "2:1"


@pytest.mark.rule("A44-18.11", "A44-18.4")
def test_broken_units_shift_like_disrupted_ones_and_several_only_once() -> None:
    table = Table()
    a = table.unit("german", HERE)
    table.unit("allied", TARGET, state="broken")
    table.unit("allied", TARGET, state="disrupted")
    assert total(shifts(table, a)) == 1


@pytest.mark.rule("A44-23.15")
def test_one_attacker_out_of_supply_shifts_one_left_and_defenders_do_not_count() -> None:
    table = Table()
    a, b = table.unit("german", HERE), table.unit("german", HERE, oos=True)
    table.unit("allied", TARGET, oos=True)
    assert total(shifts(table, a)) == 0
    assert total(shifts(table, a, b)) == -1


@pytest.mark.rule("A44-16.30")
def test_a_unit_under_an_attack_advantage_marker_that_attacks_again_shifts_one_right() -> None:
    table = Table()
    a, b = table.unit("german", HERE), table.unit("german", (1, 1))
    table.unit("allied", TARGET)
    table.unit("allied", (-1, 0))
    table.having(advantage={table.hex(*HERE): Advantage(table.hex(*TARGET), (a,))})
    assert total(shifts(table, a, b)) == 1
    assert total(shifts(table, b)) == 0


@pytest.mark.rule("A44-15.27", "A44-15.14", "A44-15.16", "A44-22.16", "A44-22.18", "A44-27.20", "A44-12.14")
def test_every_shift_is_a_reason_of_its_own_with_its_rule() -> None:
    table = Table()
    tank = table.unit("german", HERE, kind="tank", oos=True)
    gun = table.unit("german", (-1, 0), kind="artillery")
    table.unit("allied", TARGET, marker="sm", state="disrupted")
    found = shifts(table, tank, guns=(gun,), air=True, surprise=1, dat=2, jabos=1)
    assert {reason.cite: reason.value for reason in found if reason.value} == {
        "A44-12.14": 1, "A44-18.4": 1, "A44-23.15": -1, "A44-21.1": 1, "A44-22.16": 1, "A44-15.14": 1,
        "A44-27.20": 1, "A44-22.18": -2, "A44-15.16": -1,
    }  # fmt: skip


@pytest.mark.rule("A44-14.12", "A44-14.16")
def test_the_sum_of_an_attack_lists_every_term_and_marks_what_is_reconstructed() -> None:
    table = Table()
    table.river(HERE, TARGET)
    table.terrain("light_woods", TARGET)
    a = table.unit("german", HERE, attack=5)
    table.unit("allied", TARGET, defence=4)
    found = sum_up(table.rules, table.position, attack_of(table, a, dat=1))
    assert [(reason.cite, reason.value) for reason in found] == [
        ("A44-14.12", 5), ("A44-15.8", -2), ("A44-14.12", 4), ("A44-15.1", 1), ("A44-14.12", 0),
        ("A44-22.18", -1), ("A44-14.16", 0),
    ]  # fmt: skip
    marked = [reason.cite for reason in found if reason.sure]
    assert marked == ["A44-15.1", "A44-22.18", "A44-14.16"]
