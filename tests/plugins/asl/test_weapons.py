"""Machine guns [ASLI-10]."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.plugins.asl.drawing import Table

from grognard_asl.fire import attack_firepower
from grognard_asl.firepower import firepower
from grognard_asl.marching import allowance
from grognard_asl.weapons import Armoury, owner_beneath


def mf(table: Table, *units: str) -> Fraction:
    """MF of units that move together."""
    return Fraction(allowance(table.playing, units, on_road=False), 2)


# 10.1 Carrying ------------------------------------------------------------------------------------------


@pytest.mark.case(88)
@pytest.mark.rule("ASLI-10.1.1")
def test_a_machine_gun_has_firepower_and_a_normal_range() -> None:
    """Case 88: 3-8, 7-16, 2-6."""
    table = Table(axis={"A1": "lmg 4-6-7 hmg 4-6-7"}, allies={"I5": "lmg 4-4-7", "J5": "4-4-7"})
    assert firepower(table.playing, "mg1", "I5", "prep").fp == 3
    assert firepower(table.playing, "mg1", "J5", "prep").fp == Fraction(3, 2), "long range, beyond 8"
    assert firepower(table.playing, "mg2", "J5", "prep").fp == 7
    assert firepower(table.playing, "mg3", "A1", "prep").fp == 1, "a Russian one, at long range beyond 6"


@pytest.mark.rule("ASLI-10.1.2")
def test_a_machine_gun_goes_where_its_owner_goes() -> None:
    table = Table(axis={"G5": "lmg 4-6-7"}).moving().play("move g1", "walk", "to G6")
    assert table.gun("mg1").hex == "G6"
    assert "mg1" not in {word for option in table.options for word in option.split() if "move" in option}


@pytest.mark.rule("ASLI-10.1.3", "ASLI-10.2.1", "ASLI-10.2.2", "ASLI-10.2.4", "ASLI-10.2.7")
def test_portage_costs_mf_above_capacity_and_a_leader_lends_his() -> None:
    """The example: 4 PP leave a squad 3 MF; with a leader 6; 5 if he carries 1 PP himself."""
    table = Table(axis={"A1": "hmg 4-6-7", "C1": "9-1 hmg 4-6-7", "E1": "lmg 9-1 hmg 4-6-7"})
    assert table.rules.weapons["german_hmg"].pp == 4
    assert mf(table, "g1") == 3
    assert mf(table, "g2", "g3") == 6
    assert mf(table, "g4", "g5") == 5


@pytest.mark.rule("ASLI-10.2.4", "ASLI-4.1.3")
def test_a_leader_lends_his_capacity_while_they_move_together() -> None:
    table = Table(axis={"C5": "9-1 hmg 4-6-7"}, allies={"Q1": "4-4-7/b"}).moving()
    table.play("move g1,g2", "walk", "to C4", "to C3", "to C2")
    assert {"split g1", "split g2"} <= table.options, "3 MF the squad has by itself"
    table.play("to C1")
    assert table.refused("split g1") == table.refused("split g2") == {"ASLI-4.1.3"}


@pytest.mark.rule("ASLI-10.2.5")
def test_nobody_else_lends_his_capacity() -> None:
    table = Table(axis={"A1": "hmg 4-6-7 4-6-7", "C1": "9-1 8-0 hmg lmg 4-6-7"})
    assert mf(table, "g1", "g2") == 3, "a squad that carries nothing is no help"
    assert mf(table, "g3", "g4", "g5") == 5, "only one SMC lends to a unit: 5 PP are one too many for 4"


@pytest.mark.rule("ASLI-10.1.4")
def test_dropping_on_the_way_gives_no_mf_back() -> None:
    table = Table(axis={"G5": "hmg 4-6-7"}).moving()
    table.play("move g1", "walk", "to G6", "drop mg1", "to G7", "to G8")
    assert table.asked == "" and table["g1"].hex == "G8", "3 MF"
    assert (table.gun("mg1").hex, table.gun("mg1").owner) == ("G6", "")


@pytest.mark.rule("ASLI-10.3.3", "ASLI-10.3.4", "ASLI-10.4.3")
def test_dropped_before_the_first_step_it_was_never_carried() -> None:
    table = Table(axis={"G5": "hmg 4-6-7"}).moving()
    table.play("move g1", "drop mg1", "walk", "to G6", "to G7", "to G8", "to G9")
    assert table["g1"].hex == "G9" and table.gun("mg1").hex == "G5"


@pytest.mark.rule("ASLI-10.1.5")
def test_a_moving_unit_picks_up_what_it_has_the_mf_for() -> None:
    table = Table(axis={"G5": "4-6-7", "G7": "4-6-7/b hmg"}).moving()
    assert table.gun("mg1").owner == ""
    table.play("move g1", "walk", "to G6", "to G7")
    assert table.having("take-up") == {"mg1 g1"}
    table.play("take-up mg1 g1", "to G8")
    assert table.options == {"stop", "drop mg1"} and table.gun("mg1").hex == "G8", "3 MF in all"
    table = Table(axis={"G5": "4-6-7", "G9": "4-6-7/b hmg"}).moving()
    table.play("move g1", "walk", "to G6", "to G7", "to G8", "to G9")
    assert table.gun("mg1").owner == "", "4 MF are spent"
    table = Table(axis={"G5": "lmg 4-6-7", "G8": "4-6-7/b hmg"}).moving()
    table.play("move g1", "walk", "to G6", "to G7")
    assert table.refused("take-up mg2 g1") == {"ASLI-10.1.5"}, "it is not there yet"
    table.play("to G8")
    assert table.having("take-up") == set()
    assert table.refused("take-up mg2 g1") == {"ASLI-10.1.5"}, "5 PP leave 2 MF, 3 are spent"


@pytest.mark.rule("ASLI-10.1.4", "ASLI-10.1.5", "ASLI-10.2.3")
def test_what_was_dropped_weighs_no_more_beside_what_is_picked_up() -> None:
    """The HMG has cost 1 MF for good; an LMG within capacity costs nothing more."""
    table = Table(axis={"G5": "hmg 4-6-7", "G8": "4-6-7/b lmg"}).moving()
    table.play("move g1", "walk", "to G6", "drop mg1", "to G7", "to G8", "take-up mg2 g1")
    assert table.gun("mg2").owner == "g1"
    table = Table(axis={"G5": "lmg lmg 9-1", "G6": "4-6-7/b lmg hmg"}).moving()
    table.play("move g1", "walk", "to G6")
    assert table.refused("take-up mg3 g1") == {"ASLI-10.2.3"}, "2 PP and 1"
    table.play("drop mg1", "drop mg2")
    assert table.having("take-up") == {"mg3 g1"}, "1 PP; the HMG is too heavy"


@pytest.mark.rule("ASLI-10.1.6")
def test_nothing_is_carried_twice_in_a_phase() -> None:
    table = Table(axis={"G5": "lmg 4-6-7", "G6": "4-6-7"}).moving()
    table.play("move g1", "walk", "to G6", "drop mg1")
    assert table.refused("take-up mg1 g1") == {"ASLI-10.1.6"}
    table.play("stop", "move g2")
    assert table.refused("take-up mg1 g2") == {"ASLI-10.1.6"}


@pytest.mark.rule("ASLI-10.2.3")
def test_a_leader_carries_two_pp_at_most() -> None:
    table = Table(axis={"G5": "mmg lmg 9-1", "J5": "lmg 9-1"}).moving().play("move g1")
    assert table.options == {"drop mg1", "drop mg2"}
    assert table.refused("walk") == {"ASLI-10.2.3"}
    table.play("drop mg1", "walk", "to G6", "stop", "move g2", "walk", "to J6")
    assert (table.gun("mg1").hex, table.gun("mg2").hex, table.gun("mg3").hex) == ("G5", "G6", "J6")


@pytest.mark.rule("ASLI-10.2.2")
def test_overloaded_units_drop_before_they_go() -> None:
    table = Table(axis={"G5": "hmg mmg 4-6-7"}).moving().play("move g1")
    assert table.options == {"drop mg1", "drop mg2"}, "7 PP are 4 too many"
    assert table.refused("walk") == {"ASLI-10.2.2"}
    table.play("drop mg1")
    assert "walk" in table.options


# 10.3 and 10.4 Possession -------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-10.3.1")
def test_a_machine_gun_belongs_to_the_first_unit_beneath_it() -> None:
    table = Table(axis={"G5": "9-1 lmg hmg 4-6-7 4-6-7"})
    assert {table.gun("mg1").owner, table.gun("mg2").owner} == {"g2"}
    assert owner_beneath(("g1", "mg1"), "mg1", ["g1"]) == "", "nobody is beneath it"


@pytest.mark.rule("ASLI-10.3.2")
def test_a_unit_that_breaks_and_rallies_keeps_its_machine_gun() -> None:
    table = Table(axis={"G5": "4-6-7"}, allies={"G6": "8-0 lmg 4-4-7"}).aim("G6")
    table.play("fire g1", dice=["8", "7", "8"])
    assert table.state("r2") == "4-4-7 broken dm" and table.gun("mg1").owner == "r2"
    table.rallying("allies").play("rally r2 r1", dice="2")
    assert table.gun("mg1").owner == "r2" and not table["r2"].broken


@pytest.mark.rule("ASLI-10.3.3", "ASLI-10.1.5")
def test_who_stays_may_drop_a_machine_gun_for_another_to_take_along() -> None:
    stack = {"G5": "lmg 4-6-7 4-6-7 lmg 4-6-7/p lmg 4-6-7/b", "H6": "lmg 4-6-7/m"}
    table = Table(axis=stack, allies={"H6": "lmg 4-4-7/m"}).moving()
    assert table.having("drop") == {"mg1"}
    assert table.refused("drop mg2") == {"ASLI-4.0.1"}, "it has fired in the PFPh"
    assert table.refused("drop mg3") == {"ASLI-10.3.3", "ASLI-4.0.1"}
    assert table.refused("drop mg4") == {"ASLI-9.5.0.2"}
    assert table.refused("drop mg5") == {"ASLI-4.0.1"}, "it is not the unit's MPh"
    table.play("drop mg1", "move g2", "take-up mg1 g2", "walk", "to G6", "stop")
    assert (table.gun("mg1").owner, table.gun("mg1").hex) == ("g2", "G6")
    assert table.having("move") == {"g1"}, "who has dropped it may still move"


@pytest.mark.rule("ASLI-10.3.3")
def test_a_broken_unit_drops_nothing() -> None:
    table = Table(axis={"G5": "lmg 4-6-7 4-6-7"}, allies={"G9": "4-4-7"}).moving()
    table.play("move g1,g2", "walk", "to G6", "fire r1", dice=["6", "8", "6"])
    table.play("hold-fire")
    assert table.state("g1") == "4-6-7 broken dm" and table.having("drop") == set()
    assert table.refused("drop mg1") == {"ASLI-10.3.3"}


@pytest.mark.rule("ASLI-10.4.1")
def test_machine_guns_change_hands_in_the_rph() -> None:
    table = Table(axis={"G5": "lmg 4-6-7 4-6-7 4-6-7/b", "H5": "4-6-7"}, allies={"A1": "lmg 4-4-7 4-4-7"})
    table.at_step("1.1")
    assert table.having("give") == {"mg1 g2"}
    assert table.refused("give mg1 g3") == table.refused("give mg1 g4") == {"ASLI-10.4.1"}
    assert table.refused("give mg2 r2") == {"ASLI-10.4.1"}
    table.play("give mg1 g2")
    assert table.gun("mg1").owner == "g2"
    assert table.to_act == "allies", "both sides may"
    table.play("give mg2 r2")
    assert table.gun("mg2").owner == "r2"


@pytest.mark.rule("ASLI-10.4.2")
def test_the_attacker_hands_over_before_his_advance() -> None:
    table = Table(axis={"G5": "lmg 4-6-7 4-6-7"}, allies={"M5": "lmg 4-4-7 4-4-7"}).at_step("7.1")
    assert table.to_act == "axis"
    table.play("give mg1 g2")
    assert table.gun("mg1").owner == "g2"
    table = Table(axis={"G5": "lmg 4-6-7 4-6-7 hmg"}).run(Armoury("axis", recovery=False))
    assert table.having("recover") == set()
    assert table.refused("recover mg2 g1") == {"ASLI-10.4.4"}, "only in the RPh"


@pytest.mark.rule("ASLI-10.4.3")
def test_the_weapons_of_the_dead_lie_there() -> None:
    table = Table(axis={"G5": "4-6-7"}, allies={"G6": "lmg 2-3-7"}).aim("G6")
    table.play("fire g1", dice="2")
    assert table.gun("mg1").owner == "" and table.gun("mg1").hex == "G6"


@pytest.mark.rule("ASLI-10.4.4")
@pytest.mark.parametrize(("number", "roll", "owner"), [(6, "6", "g1"), (5, "6", ""), (5, "5", "g1")])
def test_recovery(number: int, roll: str, owner: str) -> None:
    table = Table(
        axis={"G5": "4-6-7 4-6-7/b 9-1 lmg"}, options={"recovery_number": number}
    ).run(Armoury("axis", recovery=True))  # fmt: skip
    assert table.having("recover") == {"mg1 g1", "mg1 g3"}
    assert table.refused("recover mg1 g2") == {"ASLI-10.4.4"}, "it is broken"
    table.play("recover mg1 g1", dice=roll)
    assert table.gun("mg1").owner == owner


@pytest.mark.rule("ASLI-10.4.4", "ASLI-11.2.1")
def test_recovery_is_the_only_action_of_the_phase() -> None:
    table = Table(axis={"G5": "9-1 8-0 4-6-7/b lmg hmg"}).at_step("1.1")
    table.play("recover mg1 g1", dice="1")
    assert table.refused("recover mg2 g1") == {"ASLI-10.4.4"}
    table.play("end-transfers")
    assert table.having("rally") == {"g3 g2"}, "the 9-1 rallies nobody"
    assert table.refused("rally g3 g1") == {"ASLI-10.4.4"}


@pytest.mark.rule("ASLI-10.4.4")
def test_who_transfers_a_weapon_recovers_none_in_that_phase_nor_the_other_way_round() -> None:
    table = Table(axis={"G5": "lmg 4-6-7 4-6-7 4-6-7 hmg"}).at_step("1.1")
    given = table.copy().play("give mg1 g2")
    assert given.having("recover") == {"mg2 g3"}
    assert given.refused("recover mg2 g1") == given.refused("recover mg2 g2") == {"ASLI-10.4.4"}
    table.play("recover mg2 g2", dice="1")
    assert table.having("give") == {"mg1 g3"}
    assert table.refused("give mg1 g2") == {"ASLI-10.4.4"}
    owner = Table(axis={"G5": "lmg 4-6-7 4-6-7 hmg hmg"}).at_step("1.1").play("recover mg2 g1", dice="1")
    assert owner.refused("give mg1 g2") == {"ASLI-10.4.4"}


@pytest.mark.rule("ASLI-10.4.5")
def test_recovery_is_barred_by_an_armed_enemy() -> None:
    for enemy, barred in (("4-4-7", True), ("4-4-7/b", False), ("8-0", False)):
        table = Table(axis={"G5": "4-6-7 lmg", "K5": "lmg 4-6-7 4-6-7"}, allies={"G5": enemy})
        table.run(Armoury("axis", recovery=True))
        assert table.refused("recover mg1 g1") == ({"ASLI-10.4.5"} if barred else set())


@pytest.mark.rule("ASLI-10.4.6")
def test_what_was_recovered_is_not_handed_on_in_the_same_phase() -> None:
    table = Table(axis={"G5": "4-6-7 4-6-7 lmg", "K5": "lmg 4-6-7 4-6-7"}).run(Armoury("axis", recovery=True))
    table.play("recover mg1 g1", dice="1")
    assert table.refused("give mg1 g2") == {"ASLI-10.4.6"}
    assert table.refused("give mg2 g4") == set()


# 10.5 Firing --------------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-10.5.1")
def test_a_squad_fires_one_machine_gun_besides_its_own_firepower() -> None:
    table = Table(axis={"G5": "lmg 4-6-7"}, allies={"G8": "4-4-7"}).aim("G8")
    assert table.options == {"fire g1,mg1 -"}
    assert attack_firepower(table.playing, ("g1", "mg1"), "G8", "prep")[0] == 7
    assert table.refused("fire mg1") == table.refused("fire g1") == set()


@pytest.mark.rule("ASLI-10.5.2")
def test_a_squad_that_fires_two_machine_guns_has_no_firepower_of_its_own() -> None:
    table = Table(axis={"G5": "lmg lmg lmg 4-6-7"}, allies={"G8": "4-4-7", "G9": "4-4-7"}).aim("G8")
    assert table.refused("fire mg1,mg2") == set()
    assert table.refused("fire g1,mg1,mg2") == {"ASLI-10.5.2"}
    assert table.refused("fire mg1,mg2,mg3") == {"ASLI-10.5.2"}
    table.play("fire mg1,mg2", dice="12")
    table.aim("G9")
    assert "ASLI-10.5.2" in table.refused("fire g1")
    assert "ASLI-10.5.2" in table.refused("fire mg3")


@pytest.mark.rule("ASLI-10.5.2")
def test_the_loss_lasts_for_every_later_fire_phase_of_the_player_turn() -> None:
    table = Table(axis={"G5": "lmg/f lmg/f 4-6-7"}, allies={"G6": "4-4-7"}, side="allies").aim(
        "G6", "final", "axis"
    )
    assert table.refused("fire g1") == {"ASLI-10.5.2"}
    assert table.refused("fire mg1,mg2") == set()


@pytest.mark.case(42)
@pytest.mark.rule("ASLI-10.5.3")
def test_a_half_squad_fires_one_machine_gun_instead_of_its_own_firepower() -> None:
    """Case 42."""
    table = Table(axis={"G5": "lmg lmg 2-4-7"}, allies={"G8": "4-4-7", "G6": "4-4-7"}, side="allies")
    table.aim("G8", "final", "axis")
    assert table.refused("fire g1,mg1") == {"ASLI-10.5.3"}
    assert table.refused("fire mg1,mg2") == {"ASLI-10.5.3"}
    assert table.options == {"fire mg1 -"}
    table.play("fire mg1", dice="12")
    table.aim("G6", "final", "axis")
    assert table.refused("fire g1") == {"ASLI-10.5.3"}
    assert table.refused("fire mg2") == {"ASLI-10.5.3"}


@pytest.mark.case(43)
@pytest.mark.rule("ASLI-10.5.4", "ASLI-10.5.5")
def test_a_leader_fires_by_area_fire_two_leaders_at_full_firepower() -> None:
    """Case 43: a 7-16 at range 5 is 3½, column 2; with two leaders 7, column 6."""
    table = Table(axis={"G5": "hmg lmg 9-1 8-0 8-0"}, allies={"G10": "4-4-7"}).aim("G10")
    assert attack_firepower(table.playing, ("mg1",), "G10", "prep")[0] == Fraction(7, 2)
    alone, together = {"mg1 -", "mg1 g2"}, {"mg1,g2 -", "mg1,g3 -", "mg1,g2 g3", "mg1,g3 g2"}
    assert table.having("fire") == alone | together
    assert table.column("fire mg1") == "2"
    assert attack_firepower(table.playing, ("mg1", "g2"), "G10", "prep")[0] == 7
    assert table.column("fire mg1,g2") == "6"
    assert table.refused("fire mg1,mg2") == {"ASLI-10.5.4"}, "a leader fires one"
    assert "ASLI-3.2.0.1" in table.refused("fire g2"), "a leader has no firepower of his own"
    table.play("fire mg1,g2", dice="12")
    assert table["g1"].fired == table["g2"].fired == "prep"


@pytest.mark.rule("ASLI-10.5.4", "ASLI-10.5.5")
def test_a_leader_at_his_own_machine_gun_helps_with_no_other() -> None:
    table = Table(axis={"G5": "lmg 9-1 lmg 8-0"}, allies={"G8": "4-4-7", "G6": "4-4-7"}, side="allies")
    table.aim("G8", "final", "axis")
    assert table.refused("fire mg1,g2") == table.refused("fire mg2,g1") == set()
    assert table.refused("fire mg1,mg2,g2") == {"ASLI-10.5.4"}
    late = Table(axis={"G5": "lmg/f 9-1/f lmg/f 8-0/f"}, allies={"G6": "4-4-7"}, side="allies")
    assert late.aim("G6", "final", "axis").refused("fire mg1,g2") == {"ASLI-10.5.4"}, "he has fired his own"


@pytest.mark.rule("ASLI-10.5.5", "ASLI-11.2.1")
def test_a_leader_who_has_directed_helps_with_no_machine_gun() -> None:
    table = Table(axis={"G5": "lmg/f 9-1/f 8-0/f 4-6-7/f"}, allies={"G6": "4-4-7"}, side="allies")
    assert table.copy().aim("G6", "final", "axis").refused("fire mg1,g2") == set(), "he has helped with it"
    table.position.directed["g2"] = ("g3",)
    assert table.aim("G6", "final", "axis").refused("fire mg1,g2") == {"ASLI-11.2.1"}


@pytest.mark.rule("ASLI-10.5.6")
def test_a_leader_at_a_machine_gun_directs_nothing() -> None:
    table = Table(axis={"G5": "lmg 9-1 4-6-7"}, allies={"G8": "4-4-7"}).aim("G8")
    assert table.refused("fire mg1,g2 g1") == {"ASLI-10.5.6"}
    assert table.refused("fire g2 g1") == set(), "he need not fire it"


@pytest.mark.rule("ASLI-10.5.6", "ASLI-5.2.0.3")
def test_a_leader_at_a_machine_gun_helps_nobody_through_a_check() -> None:
    """The squad checks with the 8 of its own FPF against 7."""
    table = Table(axis={"G5": "lmg 9-1 4-6-7/F"}, allies={"G8": "4-4-7"}, side="allies").moving()
    table.play("move r1", "walk", "to G7")
    gunner = table.copy().play("fire mg1", "to G6", "fire g2", dice="12 8 2")
    assert gunner.state("g2") == "4-6-7 broken dm"
    director = table.copy().play("hold-fire", "to G6", "fire g2 g1", dice="8 2")
    assert director.state("g2") == "4-6-7", "8 - 1 is not above 7"


@pytest.mark.case(42)
@pytest.mark.rule("ASLI-10.5.7")
def test_a_squad_and_its_machine_gun_fire_at_one_target_together() -> None:
    table = Table(axis={"G5": "lmg 4-6-7"}, allies={"G8": "4-4-7", "G9": "4-4-7"}).aim("G8")
    table.play("fire g1", dice="12")
    assert table.copy().aim("G8").refused("fire mg1") == {"ASLI-10.5.7"}
    assert table.aim("G9").refused("fire mg1") == set(), "another target"
