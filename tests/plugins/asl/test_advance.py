"""The Advance Phase [ASLI-8]."""

from __future__ import annotations

import pytest
from tests.plugins.asl.drawing import Table

from grognard_asl.advance import Advances


def advance_phase(table: Table) -> Table:
    return table.run(Advances("axis"))


@pytest.mark.rule("ASLI-8.0.1")
def test_an_unbroken_unit_advances_one_hex_whatever_it_did_before() -> None:
    table = advance_phase(Table(axis={"G5": "4-6-7/p"}, terrain={"building_stone": "G4", "woods": "H5"}))
    assert table.having("advance") == {f"g1 {hex}" for hex in ("G4", "H4", "H5", "G6", "F5", "F4")}
    assert table.refused("advance g1 G3") == {"ASLI-8.0.1"}
    table.play("advance g1 G4")
    assert table["g1"].hex == "G4" and table.asked == "", "once"


@pytest.mark.rule("ASLI-8.0.1")
def test_broken_units_and_the_defender_do_not_advance() -> None:
    table = advance_phase(Table(axis={"G5": "4-6-7/b 4-6-7 4-6-7"}, allies={"K5": "4-4-7"}))
    assert {option.split()[1] for option in table.options if option != "end-advances"} == {"g2", "g3"}
    assert table.refused("advance g1 G4") == {"ASLI-8.0.1"}
    assert table.refused("advance r1 K4") >= {"ASLI-8.0.1"}
    table.play("advance g2 G4")
    assert table.refused("advance g2 G3") == {"ASLI-8.0.1"}
    table.play("end-advances")
    assert table["g3"].hex == "G5", "nobody has to"
    assert Table(axis={"G5": "4-6-7"}, allies={"K5": "4-4-7"}).at_step("7.2").to_act == "axis"


@pytest.mark.rule("ASLI-8.0.2")
def test_a_unit_may_advance_into_a_hex_of_the_enemy() -> None:
    table = advance_phase(Table(axis={"G5": "4-6-7"}, allies={"G4": "4-4-7"}))
    table.play("advance g1 G4")
    assert table["g1"].hex == table["r1"].hex == "G4"


@pytest.mark.rule("ASLI-9.5.0.2", "ASLI-9.5.0.5")
def test_units_in_melee_do_not_advance_and_drop_nothing() -> None:
    table = advance_phase(Table(axis={"G5": "lmg 4-6-7/m", "H6": "4-6-7"}, allies={"G5": "4-4-7/m"}))
    assert table.refused("advance g1 G4") == {"ASLI-9.5.0.2"}
    assert table.refused("drop mg1") == {"ASLI-9.5.0.5"}
    assert not any(option.startswith(("advance g1", "drop")) for option in table.options)


@pytest.mark.rule("ASLI-9.5.1.1")
def test_a_unit_may_advance_into_a_melee() -> None:
    table = advance_phase(Table(axis={"G5": "4-6-7/m", "G6": "4-6-7"}, allies={"G5": "4-4-7/m"}))
    table.play("advance g2 G5")
    assert table["g2"].hex == "G5" and not table["g2"].melee, "not before the close combat"


@pytest.mark.rule("ASLI-2.0.17")
def test_advancing_next_to_a_broken_enemy_brings_it_under_dm() -> None:
    table = advance_phase(Table(axis={"G5": "4-6-7"}, allies={"G3": "4-4-7/b"}))
    table.play("advance g1 G4")
    assert table["r1"].dm


@pytest.mark.rule("ASLI-10.3.3", "ASLI-10.3.4")
def test_a_machine_gun_may_be_left_behind_before_the_advance_or_after_it() -> None:
    table = advance_phase(Table(axis={"G5": "hmg lmg 4-6-7"}))
    table.play("drop mg1", "advance g1 G4")
    assert (table.gun("mg1").hex, table.gun("mg1").owner) == ("G5", "")
    assert (table.gun("mg2").hex, table.gun("mg2").owner) == ("G4", "g1")
    table.play("drop mg2")
    assert (table.gun("mg2").hex, table.gun("mg2").owner) == ("G4", "")
    table = advance_phase(Table(axis={"G5": "lmg 4-6-7/b 4-6-7"}, allies={"K5": "lmg 4-4-7"}))
    assert table.refused("drop mg1") == {"ASLI-10.3.3"}, "broken"
    assert table.refused("drop mg2") == {"ASLI-10.3.3"}, "the enemy's"


@pytest.mark.rule("ASLI-10.2.3")
def test_a_leader_advances_with_two_points_at_most() -> None:
    table = advance_phase(Table(axis={"G5": "mmg 9-1", "G7": "lmg lmg 9-1"}))
    assert table.refused("advance g1 G4") == {"ASLI-10.2.3"}
    assert table.refused("advance g2 G6") == set()
    assert table.play("drop mg1").refused("advance g1 G4") == set()


@pytest.mark.rule("ASLI-4.5.4", "ASLI-4.5.5")
def test_the_excess_of_an_advance_is_removed_by_the_enemy_when_the_phase_ends() -> None:
    table = Table(axis={"G5": "4-6-7", "G4": "4-6-7 4-6-7 4-6-7"}, allies={"Q10": "4-4-7"}).at_step("7.2")
    table.play("advance g1 G4", "end-advances")
    assert (table.asked, table.to_act) == ("ChooseExcess", "allies")
