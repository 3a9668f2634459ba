"""Stacking [A44-8]."""

from __future__ import annotations

import msgspec
import pytest
from tests.plugins.ardennes44.drawing import Table
from tests.plugins.ardennes44.fighting import fight, path

from grognard_ardennes44.movement_phase import MovementEnds, Moves
from grognard_ardennes44.pieces import in_units, relocate
from grognard_ardennes44.stacking import EnforceStacking, overstacking, tank_steps

HERE = (0, 0)


def broken(table: Table, *, joining: tuple[str, ...] = (), leaving: tuple[str, ...] = ()) -> set[str]:
    """The limits that the middle hex breaks."""
    found = overstacking(table.rules, table.position, table.hex(*HERE), joining, leaving)
    return {reason.cite for reason in found}


@pytest.mark.rule("A44-8.1")
def test_a_hex_holds_three_stacking_points() -> None:
    table = Table()
    table.unit("german", HERE, sp=2)
    table.unit("german", HERE, sp=1)
    late = table.unit("german", (1, 0), sp=1)
    assert broken(table) == set()
    assert broken(table, joining=(late,)) == {"A44-8.1"}


@pytest.mark.rule("A44-8.2")
def test_stacking_points_are_those_on_the_side_that_is_up() -> None:
    table = Table()
    table.unit("german", HERE, sp=3, sp_reduced=1)
    other = table.unit("german", (1, 0), sp=2)
    assert broken(table, joining=(other,)) == {"A44-8.1"}
    flipped = Table()
    whole = flipped.unit("german", HERE, sp=3, sp_reduced=1)
    joining = flipped.unit("german", (1, 0), sp=2)
    flipped.replace(whole, steps=1)
    assert broken(flipped, joining=(joining,)) == set()


@pytest.mark.rule("A44-8.2", "A44-8.1")
def test_st01_three_points_a_gun_and_two_tank_steps() -> None:
    table = Table()
    table.unit("german", HERE, sp=2)
    table.unit("german", HERE, sp=1)
    table.unit("german", HERE, "artillery")
    table.unit("german", HERE, "tank", defence=2)
    table.unit("german", HERE, "tank", defence=1)
    assert broken(table) == set()


@pytest.mark.rule("A44-8.3")
def test_a_hex_holds_one_artillery_unit() -> None:
    table = Table()
    table.unit("german", HERE, "artillery")
    rocket = table.unit("german", (1, 0), "rocket")
    assert broken(table, joining=(rocket,)) == {"A44-8.3"}


@pytest.mark.rule("A44-8.4", "A44-8.5")
@pytest.mark.parametrize(
    ("defences", "fits"), [((2, 1), True), ((3,), True), ((4, 1), False), ((2, 2, 1), False), ((3, 4), False)]
)
def test_a_hex_holds_two_steps_of_outline_tanks(defences: tuple[int, ...], fits: bool) -> None:
    table = Table()
    for defence in defences:
        table.unit("allied", HERE, "tank", defence=defence)
    assert broken(table) == (set() if fits else {"A44-8.4"})


@pytest.mark.rule("A44-8.5")
def test_a_flipped_outline_tank_has_one_step_by_its_defence() -> None:
    table = Table()
    tank = table.unit("allied", HERE, "tank", defence=3, defence_reduced=2)
    table.rules.counters[tank] = msgspec.structs.replace(table.rules.counters[tank], steps=2)
    table.replace(tank, steps=2)
    counter, whole = in_units(table.rules, table.position, table.hex(*HERE))[0]
    assert tank_steps(table.rules, counter, whole) == 2
    assert tank_steps(table.rules, counter, msgspec.structs.replace(whole, steps=1)) == 1


@pytest.mark.rule("A44-8.4", "A44-2.1")
def test_a_tank_with_an_infantry_symbol_counts_points_not_steps() -> None:
    table = Table()
    table.unit("german", HERE, "mixed", sp=3)
    table.unit("german", HERE, "tank", defence=4)
    assert broken(table) == set()


@pytest.mark.rule("A44-8.1", "A44-8.3", "A44-8.4")
def test_every_broken_limit_is_named() -> None:
    table = Table()
    for _ in range(2):
        table.unit("german", HERE, sp=2)
        table.unit("german", HERE, "artillery")
        table.unit("german", HERE, "tank", defence=4)
    assert broken(table) == {"A44-8.1", "A44-8.3", "A44-8.4"}


@pytest.mark.rule("A44-8.8")
def test_british_and_us_units_stack_together() -> None:
    table = Table()
    table.unit("allied", HERE, sp=1)
    british = table.unit("allied", (1, 0), sp=2, nation="british")
    too_many = table.unit("allied", (-1, 0), sp=1, nation="british")
    table.begin(Moves("allied"))
    table.play(f"move {british}", "to " + table.hex(*HERE), "stop")
    assert {table.rules.counters[id_].nation for id_ in table.position.stack(table.hex(*HERE))} == {
        "us",
        "british",
    }
    table.play(f"move {too_many}")
    assert table.cites("to " + table.hex(*HERE)) == {"A44-8.1"}, "they share one limit"


@pytest.mark.rule("A44-8.6")
def test_a_unit_may_pass_a_full_hex_but_not_end_there() -> None:
    table = Table()
    table.unit("german", HERE, sp=2)
    table.unit("german", HERE, sp=1)
    table.terrain("wooded_rough", *((-1, r) for r in range(-5, 7)), *((1, r) for r in range(-6, 6)))
    table.road("primary", (-2, 0), (-1, 0), HERE, (1, 0), (2, 0))
    mover = table.unit("german", (-2, 0), ma=4)
    table.begin(Moves("german"))
    offered = table.play(f"move {mover}")
    assert "to " + table.hex(*HERE) not in offered
    assert table.cites("to " + table.hex(*HERE)) == {"A44-8.1"}
    assert "to " + table.hex(2, 0) in offered, "there is no other way than through the full hex"


@pytest.mark.rule("A44-8.6")
def test_a_unit_with_nowhere_else_to_stop_is_not_offered() -> None:
    table = Table()
    table.unit("german", (5, 0))
    table.unit("german", HERE, sp=3)
    table.terrain("wooded_rough", *((-1, r) for r in range(-5, 7)), (0, -1), (0, 1), (1, -1), (1, 0))
    table.road("primary", (-1, 0), HERE)
    tank = table.unit("german", (-1, 0), "recon", ma=8, sp=1)
    offered = table.begin(Moves("german"))
    assert f"move {tank}" not in offered
    assert table.cites(f"move {tank}") == {"A44-11.2"}


@pytest.mark.rule("A44-8.7")
def test_an_overstacked_player_removes_units_of_his_choice() -> None:
    table = Table()
    first = table.unit("german", HERE, sp=2)
    second = table.unit("german", HERE, sp=2)
    gun = table.unit("german", HERE, "artillery")
    offered = table.begin(EnforceStacking("german", (table.hex(*HERE),)))
    assert offered == [f"take-off {first}", f"take-off {second}"], "the gun is within its own limit"
    assert table.cites(f"take-off {gun}") == {"A44-8.7"}
    table.play(f"take-off {first}")
    assert table.position.stack(table.hex(*HERE)) == (second, gun)
    assert table.position.lost == {first: "eliminated"}


@pytest.mark.rule("A44-8.7", "A44-8.6")
def test_stacks_are_looked_at_when_movement_ends() -> None:
    table = Table()
    for _ in range(2):
        table.unit("german", HERE, sp=2)
    assert len(table.begin(MovementEnds("german"))) == 2


@pytest.mark.rule("A44-13.6")
def test_engineers_placed_in_a_full_town_stay() -> None:
    """It does not count there, not for those that come after it either, until it has left the town."""
    table = Table(active="allied")
    table.town("town", HERE)
    table.unit("allied", HERE, sp=3)
    engineer = table.unit("allied", HERE, "engineer", sp=1)
    gun, tank = table.unit("allied", (2, 0), "artillery"), table.unit("allied", (2, 0), "tank", defence=2)
    foot = table.unit("allied", (1, 0), sp=1)
    assert broken(table) == {"A44-8.1"}
    table.position.tally[f"placed {engineer}"] = 1
    assert broken(table) == set()
    assert table.begin(MovementEnds("allied")) == []
    assert broken(table, joining=(gun, tank)) == set()
    assert broken(table, joining=(foot,)) == {"A44-8.1"}
    relocate(table.context(), engineer, table.hex(1, 0))
    relocate(table.context(), engineer, table.hex(*HERE))
    assert broken(table) == {"A44-8.1"}
    assert [option.split()[0] for option in table.begin(MovementEnds("allied"))] == ["take-off"] * 2


@pytest.mark.rule("A44-13.6", "A44-17.16", "A44-8.6")
def test_artillery_may_retreat_into_a_town_that_is_full_but_for_its_engineers() -> None:
    table = Table()
    table.unit("german", HERE)
    gun = table.unit("allied", (1, 0), "artillery")
    table.unit("allied", (3, 0), sp=3)
    engineer = table.unit("allied", (3, 0), "engineer", sp=1)
    table.having(tally={f"placed {engineer}": 1})
    fight(table, "DR2", ["g01"], (1, 0))
    table.play("give-way", f"retreat {path(table, (2, 0), (3, 0))}")
    assert table.position.units[gun].hex == table.hex(3, 0) and table.position.units[gun].state == "disrupted"
    assert len(table.position.stack(table.hex(3, 0))) == 3, "nobody is in excess"


@pytest.mark.rule("A44-8.1")
def test_boxes_have_no_such_limits() -> None:
    table = Table()
    table.box("SW", edge=[(0, 0)])
    for _ in range(3):
        table.unit("allied", "box:SW", sp=3)
    assert overstacking(table.rules, table.position, "box:SW") == ()


@pytest.mark.rule("A44-8.1")
def test_those_who_leave_do_not_count() -> None:
    table = Table()
    table.unit("german", HERE, sp=2)
    leaver = table.unit("german", HERE, sp=1)
    joiner = table.unit("german", (1, 0), sp=1)
    assert broken(table, joining=(joiner,), leaving=(leaver,)) == set()
    assert broken(table, joining=(joiner,)) == {"A44-8.1"}
    assert table.position.units[joiner].hex == table.hex(1, 0), "nothing has moved"
