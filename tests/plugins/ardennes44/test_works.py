"""Improved positions [A44-15.19 to 15.26]."""

from __future__ import annotations

from typing import Any

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard.odds import odds
from grognard_ardennes44.movement_phase import MovementEnds, MovementPhase, MovementStarts, Moves
from grognard_ardennes44.pieces import eliminate, relocate
from grognard_ardennes44.position import Works
from grognard_ardennes44.works import Dig, fall, works_dcb

HERE = (0, 0)


def with_builder(kind: str = "infantry", **facts: Any) -> tuple[Table, str]:
    """A unit in the middle and another German unit far away."""
    table = Table()
    table.unit("german", (-5, 0))
    return table, table.unit("german", HERE, kind, **facts)


# What they are worth ---------------------------------------------------------------------------------------


@pytest.mark.rule("A44-15.19")
def test_a_built_ip_has_a_dcb_of_two_and_one_under_construction_none() -> None:
    table, _ = with_builder()
    table.dig(HERE, "german")
    bonus = works_dcb(table.rules, table.position, table.hex(*HERE))
    assert bonus is not None
    assert (bonus.value, bonus.cite) == (2, "A44-15.19")
    table.position.works[table.hex(*HERE)] = Works("german", built=False)
    assert works_dcb(table.rules, table.position, table.hex(*HERE)) is None


@pytest.mark.rule("A44-15.19", "A44-15.4")
def test_outline_tanks_alone_have_one_in_it() -> None:
    table, _ = with_builder("tank")
    table.dig(HERE, "german")
    bonus = works_dcb(table.rules, table.position, table.hex(*HERE))
    assert bonus is not None
    assert (bonus.value, bonus.cite) == (1, "A44-15.4")
    table.position.works.clear()
    assert works_dcb(table.rules, table.position, table.hex(*HERE)) is None


@pytest.mark.rule("A44-15.20")
@pytest.mark.parametrize("size", ["village", "town", "city"])
def test_no_ip_in_a_settlement(size: str) -> None:
    table, builder = with_builder()
    table.town(size, HERE)
    table.dig((3, 0), "german")
    offered = table.begin(Moves("german"))
    assert f"dig {builder}" not in offered
    assert table.cites(f"dig {builder}") == {"A44-15.20"}
    table.position.works[table.hex(*HERE)] = Works("german", built=True)
    assert works_dcb(table.rules, table.position, table.hex(*HERE)) is None, "it has no effect there"


# Building --------------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-15.21")
@pytest.mark.parametrize("kind", ["infantry", "engineer", "mechanised"])
def test_infantry_builds(kind: str) -> None:
    table, builder = with_builder(kind)
    assert f"dig {builder}" in table.begin(Moves("german"))
    assert odds(table.game, table.position, Dig(builder)).assumptions == (), "the next deed is another matter"


@pytest.mark.rule("A44-15.21")
def test_who_is_not_on_the_map_or_not_his_own_builds_none() -> None:
    table = Table(active="allied")
    table.box("SW")
    boxed, enemy = table.unit("allied", "box:SW"), table.unit("german", HERE)
    assert f"dig {boxed}" not in table.begin(Moves("allied"))
    assert table.cites(f"dig {boxed}") == table.cites(f"dig {enemy}") == {"A44-15.21"}


@pytest.mark.rule("A44-15.21")
@pytest.mark.parametrize("kind", ["mixed", "tank", "flak", "recon", "artillery", "rocket"])
def test_nobody_else_builds(kind: str) -> None:
    table, builder = with_builder(kind)
    assert f"dig {builder}" not in table.begin(Moves("german"))
    assert table.cites(f"dig {builder}") == {"A44-15.21"}


@pytest.mark.rule("A44-15.21", "A44-18.6", "A44-16.27", "A44-12.9")
@pytest.mark.parametrize(
    ("facts", "cite"),
    [
        ({"oos": True}, "A44-15.21"),
        ({"state": "disrupted"}, "A44-18.6"),
        ({"state": "broken"}, "A44-18.6"),
        ({"engaged": True}, "A44-16.27"),
        ({"marker": "sm"}, "A44-12.9"),
        ({"marker": "truck"}, "A44-12.9"),
    ],
)
def test_who_is_hampered_does_not_build(facts: dict[str, Any], cite: str) -> None:
    table, builder = with_builder(**facts)
    assert f"dig {builder}" not in table.begin(Moves("german"))
    assert table.cites(f"dig {builder}") == {cite}


@pytest.mark.rule("A44-15.22")
def test_a_unit_that_begins_one_does_not_move() -> None:
    table, builder = with_builder()
    table.begin(Moves("german"))
    after = table.play(f"dig {builder}")
    assert table.position.works == {table.hex(*HERE): Works("german", built=False)}
    assert not any(option.endswith(builder) for option in after)
    assert "A44-15.22" in table.cites(f"move {builder}")
    assert "dug" in table.position.deeds[builder], "by which combat knows that it may not attack"


@pytest.mark.rule("A44-15.22")
def test_a_unit_that_has_moved_begins_none() -> None:
    table, builder = with_builder(ma=1)
    table.begin(Moves("german"))
    table.play(f"move {builder}")
    after = table.play("to " + table.hex(1, 0))
    assert f"dig {builder}" not in after
    assert table.cites(f"dig {builder}") == {"A44-15.22"}


@pytest.mark.rule("A44-15.23")
def test_it_is_completed_in_the_next_movement_phase_and_the_unit_may_move() -> None:
    table, builder = with_builder()
    table.dig(HERE, "german", built=False)
    offered = table.begin(MovementPhase("german"))
    assert table.position.works[table.hex(*HERE)].built
    assert f"move {builder}" in offered


@pytest.mark.rule("A44-15.23")
@pytest.mark.parametrize("facts", [{"state": "disrupted"}, {"state": "broken"}, {"engaged": True}])
def test_not_while_the_unit_is_disrupted_or_engaged(facts: dict[str, Any]) -> None:
    table, _ = with_builder(**facts)
    table.dig(HERE, "german", built=False)
    table.begin(MovementStarts("german"))
    assert table.position.works[table.hex(*HERE)] == Works("german", built=False), "the marker stays"


@pytest.mark.rule("A44-15.23", "A44-15.21")
def test_a_unit_out_of_supply_goes_on_with_one_under_construction() -> None:
    table, _ = with_builder(oos=True)
    table.dig(HERE, "german", built=False)
    table.begin(MovementStarts("german"))
    assert table.position.works[table.hex(*HERE)].built


@pytest.mark.rule("A44-15.24")
def test_another_friendly_unit_completes_it() -> None:
    table, first = with_builder()
    second = table.unit("german", (1, 0), sp=1)
    table.dig(HERE, "german", built=False)
    relocate(table.context(), first, table.hex(4, 0))
    relocate(table.context(), second, table.hex(*HERE))
    table.begin(MovementStarts("german"))
    assert table.position.works[table.hex(*HERE)].built


@pytest.mark.rule("A44-15.24", "A44-15.20")
def test_no_second_one_where_one_is() -> None:
    table, builder = with_builder()
    table.dig(HERE, "german", built=False)
    table.begin(Moves("german"))
    assert "A44-15.24" in table.cites(f"dig {builder}")


@pytest.mark.rule("A44-15.23")
def test_the_enemy_phase_completes_none() -> None:
    table, _ = with_builder()
    table.dig(HERE, "german", built=False)
    table.begin(MovementStarts("allied"))
    assert not table.position.works[table.hex(*HERE)].built


# Losing them -----------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-15.25", "A44-15.24")
@pytest.mark.parametrize("built", [True, False])
def test_empty_ones_of_either_side_go_when_movement_ends_and_others_stay(built: bool) -> None:
    table, _ = with_builder()
    table.dig(HERE, "german", built=built)
    table.dig((2, 0), "german")
    table.dig((3, 0), "allied", built=False)
    table.begin(MovementEnds("german"))
    assert table.position.works == {table.hex(*HERE): Works("german", built=built)}


@pytest.mark.rule("A44-15.25")
def test_one_left_by_its_unit_in_this_phase_goes_at_its_end() -> None:
    table, builder = with_builder(ma=1)
    table.dig(HERE, "german")
    table.begin(MovementPhase("german"))
    table.play(f"move {builder}", "to " + table.hex(1, 0))
    assert table.hex(*HERE) in table.position.works
    table.play("done")
    assert table.position.works == {}


@pytest.mark.rule("A44-15.25")
def test_one_that_the_enemy_stands_in_goes_too() -> None:
    table = Table()
    table.unit("allied", HERE)
    table.dig(HERE, "german")
    table.begin(MovementEnds("allied"))
    assert table.position.works == {}


@pytest.mark.rule("A44-15.26", "A44-15.24")
def test_in_combat_it_goes_when_the_last_defender_is_driven_out() -> None:
    table, first = with_builder()
    second = table.unit("german", HERE)
    table.dig(HERE, "german", built=False)
    play = table.context()
    eliminate(play, first, "test")
    fall(play, table.hex(*HERE))
    assert table.hex(*HERE) in table.position.works, "one defender is left"
    relocate(play, second, table.hex(0, 1))
    fall(play, table.hex(*HERE))
    assert table.position.works == {}


@pytest.mark.rule("A44-23.21")
def test_a_unit_out_of_supply_goes_on_with_one_under_construction_and_begins_none() -> None:
    table, builder = with_builder(oos=True)
    table.dig(HERE, "german", built=False)
    table.begin(MovementPhase("german"))
    assert table.position.works[table.hex(*HERE)] == Works("german", built=True)
    other, builder = with_builder(oos=True)
    other.begin(MovementPhase("german"))
    assert "A44-15.21" in other.cites(f"dig {builder}")
