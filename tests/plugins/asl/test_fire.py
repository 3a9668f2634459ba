"""Fire attacks: line of sight, firepower, the table, its results [ASLI-3.0–3.2.3, 3.3]."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from itertools import product

import pytest
from tests.plugins.asl.drawing import Table

from grognard_asl.fire import attack_firepower
from grognard_asl.firepower import firepower
from grognard_asl.morale import Rolled, selecting


def power(table: Table, firer: str, hex: str, mode: str = "prep") -> Fraction:
    return firepower(table.playing, firer, hex, mode).fp  # type: ignore[arg-type]  # a mode as text


# 3.0 Who fires ------------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-3.0.1")
def test_the_attacker_fires_in_pfph_and_afph_the_defender_in_dfph() -> None:
    for step, side in (("2.1", "axis"), ("4.1", "allies"), ("5.1", "axis")):
        table = Table(axis={"G5": "4-6-7"}, allies={"G7": "4-4-7"}).at_step(step)
        assert (table.asked, table.to_act) == ("ChooseTarget", side)
    table = Table(axis={"G5": "4-6-7 4-6-7/b"}, allies={"G7": "4-4-7"}).aim("G7")
    assert table.refused("fire g2") == {"ASLI-3.0.1"}
    assert table.refused("fire r1") == {"ASLI-3.0.1"}


@pytest.mark.rule("ASLI-3.0.2", "ASLI-3.3.1")
def test_a_unit_fires_once_and_is_marked_prep_fire() -> None:
    table = Table(axis={"G5": "4-6-7 4-6-7"}, allies={"G7": "4-4-7", "G8": "4-4-7"}).firing("prep")
    table.play("target G7", "fire g1", dice="12")
    assert table["g1"].fired == "prep" and not table["g2"].fired
    table.aim("G8")
    assert table.refused("fire g1") == {"ASLI-3.0.2"}
    assert table.refused("fire g1,g2") == {"ASLI-3.0.2"}
    assert table.options == {"fire g2 -"}
    table = Table(axis={"G5": "4-6-7/p"}, allies={"G7": "4-4-7"}).firing("prep")
    assert table.asked == "", "nobody is left to fire"


@pytest.mark.rule("ASLI-3.0.3")
def test_nobody_has_to_fire() -> None:
    table = Table(axis={"G5": "4-6-7"}, allies={"G7": "4-4-7"}).firing("prep")
    assert table.options == {"target G7", "end-fire"}
    table.play("end-fire")
    assert table.asked == "" and not table["g1"].fired


# 3.1 Line of sight --------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-3.1.1")
def test_targets_are_in_other_hexes_and_seen() -> None:
    table = Table(
        axis={"G5": "4-6-7 4-6-7/m"},
        allies={"G5": "4-4-7/m", "G7": "4-4-7", "K7": "4-4-7"},
        terrain={"woods": "H6 I6 H7 I7"},
    ).firing("prep")
    assert table.having("target") == {"G7"}
    table = Table(axis={"G5": "4-6-7", "G9": "4-6-7"}, allies={"G5": "4-4-7"}).aim("G5")
    assert "ASLI-3.1.1" in table.refused("fire g1")
    assert table.options == {"fire g2 -"}


@pytest.mark.case(82)
@pytest.mark.rule("ASLI-3.1.8", "ASLI-3.1.9", "ASLI-3.1.10")
def test_a_blocked_shot_is_found_out_after_it_is_declared_and_does_nothing() -> None:
    """Case 82."""
    table = Table(
        axis={"G5": "4-6-7"},
        allies={"G7": "4-4-7/b", "G6": "4-4-7/b", "G8": "4-4-7"},
        terrain={"woods": "G6"},
    ).firing("prep")
    assert table.having("target") == {"G6"}
    assert table.refused("target G7") == set()
    table.play("target G7", "fire g1")
    assert table["g1"].fired == "prep"
    assert not table.rolls and not table["r1"].dm and not table["r2"].dm


@pytest.mark.rule("ASLI-3.1.8", "ASLI-3.2.3.7")
def test_who_sees_nothing_may_declare_fire_where_those_who_see_have_fired() -> None:
    table = Table(axis={"G5": "4-6-7 4-6-7", "J5": "4-6-7"}, allies={"G8": "4-4-7", "Q1": "4-4-7"},
                  terrain={"woods": "H6"}).firing("prep")  # fmt: skip
    assert not table.field.sees("J5", "G8")
    table.play("target G8", "fire g1", dice="12")
    assert "target G8" not in table.options and table.refused("target G8") == set()
    table.play("target G8")
    assert table["g3"].fired == "prep" and len(table.rolls) == 1, (
        "g2 should have fired along; g3 is the only one"
    )


@pytest.mark.rule("ASLI-3.1.5", "ASLI-3.1.6", "ASLI-3.1.7")
def test_own_terrain_and_units_between_are_no_obstacle_and_are_not_hit() -> None:
    table = Table(
        axis={"G5": "4-6-7", "G6": "4-6-7"},
        allies={"G7": "4-4-7/b", "G8": "4-4-7/b"},
        terrain={"woods": "G5"},
    ).aim("G8")
    table.play("fire g1", dice="2 2")
    assert table["r2"].dm, "the target"
    assert not table["r1"].dm and table.state("g2") == "4-6-7", "units between"


# 3.2.0 The table ----------------------------------------------------------------------------------------


@pytest.mark.case(1)
@pytest.mark.rule("ASLI-3.2.0.1", "ASLI-3.2.0.2")
def test_excess_firepower_is_lost() -> None:
    """Case 1: 14 FP attacks on the 12 column."""
    table = Table(axis={"G5": "4-6-7 4-6-7 2-4-7", "H5": "4-6-7"}, allies={"G8": "4-4-7"})
    table.aim("G8")
    assert attack_firepower(table.playing, ("g1", "g2", "g3", "g4"), "G8", "prep")[0] == 14
    assert table.column("fire g1,g2,g3,g4 -") == "12"
    assert table.column("fire g1,g2,g3 -") == "8"


@pytest.mark.rule("ASLI-3.2.0.3", "ASLI-3.2.0.4", "ASLI-3.2.0.5", "ASLI-3.2.0.6", "ASLSK-1.1.2.6")
@pytest.mark.parametrize(
    ("terrain", "tem"), [("building_stone", 3), ("building_wood", 2), ("woods", 1), ("open_ground", 0)]
)
def test_tem_and_leadership_modify_the_dice(terrain: str, tem: int) -> None:
    table = Table(axis={"G5": "4-6-7 9-2"}, allies={"G7": "4-4-7"}, terrain={terrain: "G7"})
    table.aim("G7")
    assert table.drm("fire g1 -") == tem
    assert table.drm("fire g1 g2") == tem - 2


@pytest.mark.rule("ASLI-3.2.0.7")
def test_a_building_protects_against_fire_from_inside_it() -> None:
    table = Table(axis={"G5": "4-6-7"}, allies={"G6": "4-4-7"}, terrain={"building_stone": "G5 G6"})
    table.aim("G6")
    assert table.drm("fire g1 -") == 3


ADJACENT = {"G5": "4-6-7"}  # fires with 8 FP at G6


@pytest.mark.rule("ASLI-3.2.0.8", "ASLI-3.2.0.9")
def test_kia_eliminates_some_and_breaks_the_rest() -> None:
    table = Table(axis=ADJACENT, allies={"G6": "4-4-7 4-4-7 8-0"}).firing("prep")
    table.play("target G6", "fire g1", dice=["2", "5,3,1"])  # 8 column, DR 2: 1KIA
    assert (table.state("r1"), table.state("r2"), table.state("r3")) == (
        "-",
        "4-4-7 broken dm",
        "8-0 broken dm",
    )


@pytest.mark.case(16)
@pytest.mark.rule("ASLI-3.2.0.10", "ASLI-3.2.1.1", "ASLI-3.2.1.2")
@pytest.mark.parametrize(("dice", "gone"), [("3,1,2,3", {"r1", "r4"}), ("3,1,2,6", {"r4"})])
def test_ties_for_the_last_place_are_all_selected(dice: str, gone: set[str]) -> None:
    """Case 16."""
    table = Table(axis=ADJACENT, allies={"G6": "4-4-7 4-4-7 4-4-7 2-3-7"}).firing("prep")
    table.play("target G6", "fire g1", dice=f"2 {dice}")
    assert {id_ for id_ in ("r1", "r2", "r3", "r4") if id_ not in table} == gone
    assert {r.cite for roll in table.rolls[1:] for r in roll.reasons} == {"ASLI-3.2.1.1"}
    assert all(table[id_].broken for id_ in {"r1", "r2", "r3", "r4"} - gone)


@pytest.mark.rule("ASLI-3.2.0.10")
def test_kia_never_takes_more_than_are_there() -> None:
    table = Table(
        axis={"G5": "4-6-7 4-6-7 4-6-7", "H5": "4-6-7 4-6-7 4-6-7"},
        allies={"G6": "4-4-7 4-4-7", "G8": "4-4-7"},
    ).firing("prep")
    table.play("target G6", "fire g1,g2,g3,g4,g5,g6", dice="2")  # 36 column: 5KIA
    assert "r1" not in table and "r2" not in table and "r3" in table


@pytest.mark.case(18)
@pytest.mark.rule("ASLI-3.2.0.11", "ASLI-3.2.0.12", "ASLI-3.2.0.14")
def test_k_reduces_one_and_the_others_check_the_new_half_squad_too() -> None:
    """Case 18: K/2 against a 4-6-7 and a 9-1; the die of the squad is the higher."""
    table = Table(axis={"G6": "4-6-7 9-1"}, allies={"G5": "4-4-7"}, side="allies").firing("prep")
    table.play("target G6", "fire r1", dice=["3", "4,2", "7", "7"])  # 8 column, DR 3: K/2
    assert table.state("g1") == "2-4-7 broken dm", "7 + 2 - 1 is more than its morale"
    assert table.state("g2") == "9-1"


@pytest.mark.rule("ASLI-3.2.0.13")
def test_casualty_reduction_eliminates_half_squads_and_leaders() -> None:
    table = Table(axis=ADJACENT, allies={"G6": "2-3-7 8-0"}).firing("prep")
    table.play("target G6", "fire g1", dice=["3", "5,5"])
    assert "r1" not in table and "r2" not in table


@pytest.mark.case(19)
@pytest.mark.rule("ASLI-3.2.0.11", "ASLI-3.2.0.14", "ASLI-3.2.0.20")
def test_k_against_a_broken_squad_leaves_a_broken_half_squad_that_checks() -> None:
    """A K/1 on the 2 column: the half-squad's broken morale of 6 bears a 5 with +1."""
    for roll, left in (("5", "2-4-7 broken dm"), ("6", "-")):
        table = Table(axis={"G6": "4-6-7/b"}, allies={"G8": "2-3-7"}, side="allies").firing("prep")
        table.play("target G6", "fire r1", dice=["2", roll])
        assert table.state("g1") == left


@pytest.mark.rule("ASLI-3.2.0.15", "ASLI-3.2.0.18")
@pytest.mark.parametrize(("roll", "state"), [("7", "4-4-7"), ("8", "4-4-7 broken dm")])
def test_nmc_passes_up_to_morale(roll: str, state: str) -> None:
    table = Table(axis=ADJACENT, allies={"G6": "4-4-7"}).firing("prep")
    table.play("target G6", "fire g1", dice=["8", roll])
    assert table.state("r1") == state


@pytest.mark.rule("ASLI-3.2.0.16", "ASLI-11.2.2")
def test_leaders_check_first_the_best_morale_first_and_help_once_they_have_passed() -> None:
    table = Table(axis=ADJACENT, allies={"G6": "4-4-7 8-1 9-1"}).firing("prep")
    table.play("target G6", "fire g1", dice=["8", "10", "8", "8"])
    # 9-1 fails with 10 (nobody helps him); 8-1 passes with 8; the squad passes with 8 - 1
    assert (table.state("r3"), table.state("r2"), table.state("r1")) == ("9-1 broken dm", "8-1", "4-4-7")


@pytest.mark.case(45)
@pytest.mark.rule("ASLI-3.2.0.17", "ASLI-3.2.0.21")
def test_an_original_12_costs_men_even_if_it_passes() -> None:
    """Case 45."""
    table = Table(axis=ADJACENT, allies={"G6": "4-4-7"}).firing("prep")
    table.play("target G6", "fire g1", dice=["8", "12"])
    assert table.state("r1") == "2-3-7 broken dm"
    table = Table(axis=ADJACENT, allies={"G6": "10-2 10-3"}, nations={"allies": "german"}).firing("prep")
    table.play("target G6", "fire g1", dice=["8", "12", "9"])
    assert "g2" not in table and table.state("g3") == "10-3", "a leader has no half-squad"
    table = Table(axis=ADJACENT, allies={"G6": "4-4-7/b"}).firing("prep")
    table.play("target G6", "fire g1", dice=["8", "12"])
    assert "r1" not in table, "a broken squad is eliminated outright"


@pytest.mark.case(87)
@pytest.mark.rule("ASLI-3.2.0.19", "ASLI-3.2.0.20")
def test_a_broken_unit_checks_with_its_broken_morale_and_is_reduced() -> None:
    """Case 87: a 6-6-6 has a broken morale of 8."""
    for roll, state in (("8", "6-6-6 broken dm"), ("9", "3-4-6 broken dm")):
        table = Table(axis=ADJACENT, allies={"G6": "6-6-6/b"}, nations={"allies": "american"}).firing("prep")
        table.play("target G6", "fire g1", dice=["8", roll])
        assert table.state("a1") == state


@pytest.mark.rule("ASLI-3.2.0.22")
@pytest.mark.parametrize(("roll", "state"), [("6", "4-4-7"), ("7", "4-4-7 broken dm")])
def test_number_mc_adds_to_the_check(roll: str, state: str) -> None:
    table = Table(axis=ADJACENT, allies={"G6": "4-4-7"}).firing("prep")
    table.play("target G6", "fire g1", dice=["7", roll])  # 8 column, DR 7: 1MC
    assert table.state("r1") == state


@pytest.mark.rule("ASLI-3.2.0.23")
@pytest.mark.parametrize("roll", ["9", "12"])
def test_ptc_and_dash_do_nothing(roll: str) -> None:
    table = Table(axis=ADJACENT, allies={"G6": "4-4-7"}).firing("prep")
    checked = table.copy().play("target G6", "fire g1", dice="7 8")
    assert checked.state("r1") == "4-4-7 broken dm", "a lower roll is a check"
    table.play("target G6", "fire g1", dice=roll)
    assert table.state("r1") == "4-4-7" and len(table.rolls) == 1


# 3.2.2 Firepower ----------------------------------------------------------------------------------------


@pytest.mark.case(6)
@pytest.mark.rule("ASLI-3.2.2.1", "ASLI-3.2.2.2", "ASLI-3.2.2.4", "ASLI-6.0.1", "ASLSK-0.4")
def test_range_and_phase_change_firepower() -> None:
    """Case 6: 8 FP adjacent in the PFPh; 4 in the AFPh; 1 at range 9 in the AFPh."""
    table = Table(axis={"G1": "4-6-7"}, allies={"G2": "4-4-7", "G7": "4-4-7", "G8": "4-4-7", "G10": "4-4-7"})
    assert power(table, "g1", "G2") == 8
    assert power(table, "g1", "G7") == 4
    assert power(table, "g1", "G8") == 2
    assert power(table, "g1", "G2", "advancing") == 4
    assert power(table, "g1", "G10", "advancing") == 1


@pytest.mark.case(93)
@pytest.mark.rule("ASLI-3.2.2.2")
def test_beyond_twice_normal_range_nobody_fires() -> None:
    """Case 93."""
    table = Table(axis={"A5": "4-6-7"}, allies={"F5": "4-4-7", "J5": "4-4-7"}, side="allies").aim("A5")
    assert power(table, "r1", "A5") == 2
    assert table.refused("fire r2") == {"ASLI-3.2.2.2"}


@pytest.mark.case(7)
@pytest.mark.rule("ASLI-3.2.2.3")
def test_fractions_are_kept_and_added() -> None:
    """Case 7."""
    table = Table(axis={"G1": "2-4-7 2-4-7"}, allies={"G6": "4-4-7"}).aim("G6")
    assert attack_firepower(table.playing, ("g1", "g2"), "G6", "prep")[0] == 2
    table = Table(axis={"A1": "lmg 4-6-7 lmg 4-6-7 lmg 4-6-7"}, allies={"J5": "4-4-7"}).aim("J5")
    assert attack_firepower(table.playing, ("mg1", "mg2", "mg3"), "J5", "prep")[0] == Fraction(9, 2)
    assert table.column("fire mg1,mg2,mg3 -") == "4"
    assert table.column("fire mg1 -") == "1"


@pytest.mark.rule("ASLI-3.2.0.2")
def test_less_than_1_fp_is_no_attack_but_has_been_fired() -> None:
    table = Table(
        axis={"A1": "1-2-7"}, allies={"D1": "4-4-7/b", "G1": "4-4-7/b"}, nations={"axis": "partisan"}
    )
    table.firing("advancing").play("target D1", "fire p1")
    assert not table.rolls and table["p1"].fired == "advancing" and not table["r1"].dm


@pytest.mark.rule("ASLI-3.2.2.5")
def test_a_unit_fires_all_it_has_at_one_target() -> None:
    table = Table(axis={"G5": "4-6-7"}, allies={"G6": "4-4-7", "H5": "4-4-7"}).firing("prep")
    table.play("target G6", "fire g1", dice="12")
    assert table.options == set(), "nothing is left to fire at the other"


# 3.2.3 Order and results --------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-3.2.3.1", "ASLI-3.2.3.2")
def test_attacks_are_resolved_one_by_one_and_chosen_after_each_result() -> None:
    table = Table(axis={"G5": "4-6-7", "H6": "4-6-7"}, allies={"G6": "4-4-7"}).firing("prep")
    table.play("target G6", "fire g1", dice=["8", "8"])
    assert table.state("r1") == "4-4-7 broken dm"
    assert table.options == {"target G6", "end-fire"}
    table.play("target G6", "fire g2", dice=["8", "8"])
    assert table.state("r1") == "2-3-7 broken dm"


@pytest.mark.rule("ASLI-2.0.16")
def test_dm_comes_from_fire_that_could_have_hurt() -> None:
    """1 FP reaches a NMC with a DR of 4; behind +3 its lowest DR is 5."""
    for terrain, dm in (("open_ground", True), ("woods", True), ("building_stone", False)):
        table = Table(
            axis={"A1": "2-4-7", "A9": "9-1"}, allies={"A6": "4-4-7/b"}, terrain={terrain: "A6"}
        ).firing("prep")
        table.play("target A6", "fire g1", dice="12")
        assert table["r1"].dm is dm


@pytest.mark.case(3, 4)
@pytest.mark.rule("ASLI-3.2.4.5")
def test_the_worked_attack_of_the_prep_fire_phase() -> None:
    """Case 3: two 4-6-7 and a 9-2 at range 7; DR 8 - 2 = 6 on the 4 column: four NMC, the leader first."""
    table = Table(axis={"A1": "9-2 4-6-7 4-6-7"}, allies={"A8": "4-4-7 4-4-7 4-4-7 8-0"}).firing("prep")
    table.play("target A8")
    assert (table.column("fire g2,g3 g1"), table.drm("fire g2,g3 g1")) == ("4", -2)
    table.play("fire g2,g3 g1", dice=["8", "9", "7", "8", "7"])
    states = [table.state(id_) for id_ in ("r4", "r1", "r2", "r3")]
    assert states == ["8-0 broken dm", "4-4-7", "4-4-7 broken dm", "4-4-7"]
    table = Table(axis={"A1": "9-2 4-6-7 4-6-7"}, allies={"A8": "4-4-7"}).aim("A8")
    table.play("fire g2,g3 g1", dice=["5", "6"])  # case 4: DR 5 - 2 = 3 is a 2MC
    assert table.state("r1") == "4-4-7 broken dm"


@pytest.mark.case(9, 10, 12)
@pytest.mark.rule("ASLI-3.2.0.1")
def test_the_table_has_one_k_in_each_column_and_176_entries() -> None:
    """Case 12, and cases 9 and 10 of the Starter Kit."""
    results = Table().rules.results
    assert [len(column) for column in results] == [16] * 11
    assert [sum(entry.kind == "K" for entry in column) for column in results] == [1] * 11
    names = Table().rules.ift
    assert [names.look(1, roll) for roll in (4, 5, 6)] == ["NMC", "PTC", "-"]
    assert [names.look(40, roll) for roll in (8, 15, 7, 0)] == ["4MC", "PTC", "K/4", "7KIA"]


@pytest.mark.rule("ASLI-3.2.1.1", "ASLI-3.2.1.2")
@pytest.mark.parametrize(("units", "count"), [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3)])
def test_selection_die_by_die_is_selection_by_all_dice(units: int, count: int) -> None:
    """Every throw of all dice, against the running count that odds merge."""

    def at_once(throw: tuple[int, ...]) -> list[int]:
        worst = sorted(throw, reverse=True)[count - 1]
        return [number for number, die in enumerate(throw) if die >= worst]

    def one_by_one(throw: tuple[int, ...]) -> list[int]:
        return [number for number, _ in reduce(selecting(units, count), throw, Rolled()).dice]

    for throw in product(range(1, 7), repeat=units):
        assert one_by_one(throw) == at_once(throw)
