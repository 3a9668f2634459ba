"""Fire at movers, Residual FP, Final Fire, Advancing Fire [ASLI-5, 6]."""

from __future__ import annotations

import pytest
from tests.plugins.asl.drawing import Table

from grognard_asl.fire import attack_firepower
from grognard_asl.turn import PhaseEnds

# Targets move for the axis from G5 along column G unless a test says otherwise; Russians watch.


def watch(allies: dict[str, str], mover: str = "4-6-7", **more: object) -> Table:
    """A German stack in G5 has declared a normal move."""
    table = Table(axis={"G5": mover}, allies=allies, **more).moving()  # type: ignore[arg-type]  # fields
    ids = ",".join(table.position.at["G5"])
    return table.play(f"move {ids}", "walk")


# 5.0 and 5.1.0 First Fire -------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-5.0.1", "ASLI-5.1.0.1", "ASLI-5.1.1.1")
def test_the_defender_may_fire_at_every_expenditure() -> None:
    table = watch({"G9": "4-4-7", "K9": "4-4-7"}).play("to G6")
    assert (table.asked, table.to_act) == ("ChooseFirstFire", "allies")
    assert table.options == {"fire r1 -", "fire r2 -", "hold-fire", "let-go"}
    table.play("fire r1", dice="12")
    assert table["r1"].fired == "first"
    assert table.options == {"fire r2 -", "hold-fire", "let-go"}, "in any number of attacks"
    table.play("hold-fire")
    assert table.asked == "ChooseStep"
    table.play("to G7")
    assert table.asked == "ChooseFirstFire", "the next expenditure"


@pytest.mark.rule("ASLI-5.0.1")
def test_nothing_is_asked_where_nobody_could_fire() -> None:
    table = watch({"G10": "4-4-7"}, terrain={"woods": "G8 F8 H8 F9 H9"}).play("to G6")
    assert table.asked == "ChooseStep"


@pytest.mark.rule("ASLI-5.0.2", "ASLI-5.0.3", "ASLI-3.1.7")
def test_only_the_stack_that_moves_is_fired_at() -> None:
    table = Table(axis={"G5": "4-6-7", "G6": "4-6-7/b", "K6": "4-6-7/b"}, allies={"G8": "4-4-7"}).moving()
    table.play("move g1", "walk", "to G6", "fire r1", dice="2")  # 4 column, -2: 2KIA
    assert "g1" not in table and table.state("g2") == "4-6-7 broken", "one was there already"


@pytest.mark.rule("ASLI-5.0.3")
def test_a_part_of_a_stack_that_goes_on_alone_is_fired_at_alone() -> None:
    table = watch({"G9": "4-4-7"}, "4-6-7 4-6-7").play("to G6", "hold-fire", "split g1", "to G7")
    table.play("fire r1", dice="2")
    assert "g1" not in table and "g2" in table


@pytest.mark.rule("ASLI-5.1.0.2", "ASLI-5.1.0.3", "ASLI-5.1.0.5")
def test_who_has_gone_on_is_not_fired_at_where_he_was() -> None:
    """A hex that nobody sees once he has left it is out of the question; so is one whose move has ended."""
    table = Table(
        axis={"F5": "4-6-7", "K5": "4-6-7"}, allies={"G9": "4-4-7"}, terrain={"woods": "H7"}
    ).moving()
    assert [table.field.sees("G9", hex) for hex in ("F6", "G6", "H6")] == [True, True, False]
    table.play("move g1", "walk", "to G6", "hold-fire", "to H6")
    assert table.asked == "ChooseStep", "in H6 he is out of sight"
    table.play("stop", "move g2", "walk")
    assert table.asked == "ChooseStep", "and his move is over"


@pytest.mark.rule("ASLI-5.1.0.4")
def test_the_defender_is_always_asked_before_the_move_goes_on() -> None:
    table = watch({"G9": "4-4-7"})
    for hex in ("G6", "G7"):
        table.play(f"to {hex}")
        assert table.to_act == "allies"
        table.play("hold-fire")
    table.play("stop")
    assert table.asked == "", "nobody is left to move"


@pytest.mark.rule("ASLI-5.1.0.1")
def test_a_stack_that_breaks_moves_no_further_and_what_is_left_goes_on() -> None:
    table = watch({"G9": "4-4-7"}, "4-6-7 4-6-7").play("to G6")
    table.play("fire r1", "hold-fire", dice=["6", "8", "6"])  # 4 column, DR 4: 1MC
    assert (table.state("g1"), table.state("g2")) == ("4-6-7 broken dm", "4-6-7")
    assert table.asked == "ChooseStep"
    table.play("to G5", "hold-fire")
    assert (table["g1"].hex, table["g2"].hex) == ("G6", "G5")


# 5.1.1 DRM ----------------------------------------------------------------------------------------------


@pytest.mark.case(27, 28)
@pytest.mark.rule("ASLI-5.1.1.2", "ASLI-5.1.1.3")
def test_ffnam_and_ffmo() -> None:
    """Cases 27 and 28."""
    table = watch({"G9": "4-4-7"}).play("to G6")
    assert table.because("fire r1 -") == {
        "ASLSK-0.4": 0, "ASLI-3.2.0.2": 0, "ASLI-5.1.1.2": -1, "ASLI-5.1.1.3": -1,
    }  # fmt: skip
    table = watch({"G9": "4-4-7"}, terrain={"woods": "G6"}).play("to G6")
    assert table.drm("fire r1 -") == 0, "in the woods: TEM +1, FFNAM -1"
    table = Table(axis={"G5": "4-6-7"}, allies={"G9": "4-4-7"}).moving()
    table.play("move g1", "assault", "to G6")
    assert table.drm("fire r1 -") == -1, "Assault Movement into Open Ground"


@pytest.mark.case(30)
@pytest.mark.rule("ASLI-5.1.1.3", "ASLSK-1.1.2.32")
def test_an_orchard_is_not_open_ground() -> None:
    """Case 30."""
    table = watch({"G9": "4-4-7"}, terrain={"orchard": "G6"}).play("to G6")
    assert table.drm("fire r1 -") == -1
    table = watch({"G9": "4-4-7"}, terrain={"orchard": "G6", "grain": "G8"}, month=7).play("to G6")
    assert table.drm("fire r1 -") == 0


@pytest.mark.case(31)
@pytest.mark.rule("ASLSK-1.1.2.24", "ASLSK-1.1.2.25")
def test_the_road_through_the_woods_gives_no_shelter_from_along_it() -> None:
    """Case 31."""
    more = {"terrain": {"woods": "G6"}, "roads": {"road_dirt": "G4 G5 G6 G7 G8 G9"}}
    assert watch({"G9": "4-4-7"}, **more).play("to G6").drm("fire r1 -") == -2
    assert watch({"G9": "4-4-7"}, **more).play("off-road G6").drm("fire r1 -") == 0


@pytest.mark.rule("ASLI-5.1.0.1")
def test_the_defender_may_let_a_whole_move_go() -> None:
    table = watch({"G9": "4-4-7"}).play("to G6")
    held = table.copy().play("hold-fire", "to H6")
    assert held.asked == "ChooseFirstFire", "asked again at the next expenditure"
    table.play("let-go", "to H6", "to H5")
    assert table.asked == "ChooseStep", "nobody is asked for the rest of this move"
    table = watch({"G9": "4-4-7"}, residual={"H6": 4}).play("to G6", "let-go", "to H6", dice="12")
    assert [roll.why for roll in table.rolls] == ["residual fire"], "what lies in a hex asks nobody"
    table = Table(axis={"G5": "4-6-7 4-6-7"}, allies={"G9": "4-4-7"}).moving()
    table.play("move g1", "walk", "to G6", "let-go", "stop", "move g2", "walk", "to G6")
    assert table.asked == "ChooseFirstFire", "the next move is another matter"


# 5.1.2 Subsequent First Fire ----------------------------------------------------------------------------


@pytest.mark.rule("ASLI-5.1.2.1", "ASLI-5.1.2.4", "ASLI-5.1.2.5")
def test_subsequent_first_fire_is_halved_and_flips_the_counter() -> None:
    table = watch({"G9": "4-4-7/f"}).play("to G6")
    assert attack_firepower(table.playing, ("r1",), "G6", "first")[0] == 2
    table.play("fire r1", dice="12")
    assert table["r1"].fired == "final"
    assert table.asked == "ChooseStep", "marked Final Fire, it may not fire at that distance again"
    table = watch({"G9": "4-4-7/f 4-4-7"}).play("to G6", "fire r1", dice="12").play("hold-fire", "to F6")
    assert table.refused("fire r1") == {"ASLI-5.2.0.1"} and table.refused("fire r2") == set()


@pytest.mark.rule("ASLI-5.1.2.2")
def test_subsequent_first_fire_is_not_made_past_a_nearer_armed_enemy() -> None:
    for near, free in (("4-6-7", False), ("4-6-7/b", True), ("9-1", True), ("lmg 9-1", False)):
        table = Table(axis={"G5": "4-6-7", "I9": near}, allies={"G9": "4-4-7/f 4-4-7"}).moving()
        table.play("move g1", "walk", "to G6")
        assert table.refused("fire r1") == (set() if free else {"ASLI-5.1.2.2"})
        assert table.refused("fire r2") == set(), "ordinary First Fire may"


@pytest.mark.rule("ASLI-5.1.2.3")
def test_subsequent_first_fire_stays_within_normal_range() -> None:
    table = watch({"G10": "4-4-7/f", "G9": "4-4-7/f"}).play("to H5")
    assert table.field.board.distance("G10", "H5") == 5
    assert table.refused("fire r1") == {"ASLI-5.1.2.3"}


# 5.2 Final Protective Fire ------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-5.2.0.1")
def test_fpf_is_for_movers_in_adjacent_hexes() -> None:
    table = watch({"G8": "4-4-7/F"}).play("to G6")
    assert table.asked == "ChooseStep"
    table.play("to G7")
    assert table.options == {"fire r1 -", "hold-fire", "let-go"}
    table = watch({"G8": "4-4-7/F 4-4-7"}).play("to G6")
    assert table.refused("fire r1") == {"ASLI-5.2.0.1"} and table.refused("fire r2") == set()


@pytest.mark.case(39)
@pytest.mark.rule("ASLI-5.2.0.2", "ASLI-5.2.0.3")
@pytest.mark.parametrize(
    ("roll", "state"), [("9", "4-6-7 broken dm"), ("7", "4-6-7"), ("12", "2-4-7 broken dm")]
)
def test_fpf_uses_the_printed_firepower_and_checks_the_firer(roll: str, state: str) -> None:
    """Case 39."""
    table = Table(axis={"G7": "4-6-7/F"}, allies={"G5": "4-4-7"}, side="allies").moving()
    table.play("move r1", "walk", "to G6")
    assert attack_firepower(table.playing, ("g1",), "G6", "first")[0] == 4
    table.play("fire g1", dice=[roll] if roll != "7" else [roll, "4"])  # 7 - 2 = 5 is a 1MC on the 4 column
    assert table.state("g1") == state
    assert len([roll for roll in table.rolls if roll.why == "fire"]) == 1, "the firer has no roll of its own"


@pytest.mark.rule("ASLI-5.2.0.3")
def test_a_directing_leader_checks_too_and_helps_the_others() -> None:
    """DR 8: the 8-1 passes with 8, the squad with 8 - 1; DR 9: both fail."""
    for roll, states in (("8", ("8-1", "4-6-7")), ("9", ("8-1 broken dm", "4-6-7 broken dm"))):
        table = Table(axis={"G7": "8-1/F 4-6-7/F"}, allies={"G5": "4-4-7"}, side="allies").moving()
        table.position.directed["g1"] = ("g2",)
        table.play("move r1", "walk", "to G6", "fire g2 g1", dice=[roll, "4"])
        assert (table.state("g1"), table.state("g2")) == states


@pytest.mark.rule("ASLI-5.2.0.4")
def test_fpf_is_repeated_at_every_chance_while_unbroken() -> None:
    table = Table(axis={"G7": "4-6-7/F"}, allies={"G5": "4-4-7 4-4-7"}, side="allies").moving()
    table.play("move r1", "walk", "to G6", "fire g1", dice="7 4")
    assert table.asked == "ChooseStep", "once for each expenditure"
    table.play("to H6")
    assert table.options == {"fire g1 -", "hold-fire", "let-go"}
    table.play("fire g1", dice="8 4")
    assert table.asked == "ChooseStep", "broken, it fires no more"
    table = Table(axis={"G7": "4-6-7/F", "G8": "4-6-7"}, allies={"G5": "4-4-7"}, side="allies").moving()
    table.play("move r1", "walk", "to G6", "fire g1", dice="7 4")
    assert table.refused("fire g1") == {"ASLI-5.2.0.4"} and table.refused("fire g2") == set()


@pytest.mark.rule("ASLI-5.2.1.1", "ASLI-5.2.1.2")
def test_in_a_mixed_group_only_those_who_make_fpf_check() -> None:
    table = Table(axis={"G7": "4-6-7/F 4-6-7"}, allies={"G5": "4-4-7"}, side="allies").moving()
    table.play("move r1", "walk", "to G6")
    assert attack_firepower(table.playing, ("g1", "g2"), "G6", "first")[0] == 12
    table.play("fire g1,g2", dice="9 2")
    assert (table.state("g1"), table.state("g2")) == ("4-6-7 broken dm", "4-6-7")
    assert table["g2"].fired == "first"


# 5.3 Residual FP ----------------------------------------------------------------------------------------


@pytest.mark.case(33)
@pytest.mark.rule("ASLI-5.3.1.1")
@pytest.mark.parametrize(
    ("column", "left"),
    [(1, 0), (2, 1), (4, 2), (6, 3), (8, 4), (12, 6), (16, 8), (20, 10), (24, 12), (30, 12), (36, 12)],
)
def test_half_the_column_is_left_in_the_hex(column: int, left: int) -> None:
    """Case 33."""
    rules = Table().rules
    assert rules.residual.look(column, 7) == left


@pytest.mark.rule("ASLI-5.3.1.1", "ASLI-5.3.1.2")
def test_residual_fp_is_placed_and_a_larger_one_replaces_it() -> None:
    table = watch({"G9": "4-4-7 4-4-7", "F9": "4-4-7", "K9": "2-3-7"}).play("to G6", "fire r4", dice="12")
    assert table.position.residual == {}, "1 FP leaves nothing"
    table.play("fire r3", dice="12")
    assert table.position.residual == {"G6": 2}
    table.play("fire r1,r2", dice="12")
    assert table.position.residual == {"G6": 4}, "half of the 8 column"
    table = watch({"G9": "4-4-7 4-4-7", "F9": "4-4-7"}).play("to G6", "fire r1,r2", "fire r3", dice="12 12")
    assert table.position.residual == {"G6": 4}, "a smaller one does not"


@pytest.mark.case(37)
@pytest.mark.rule("ASLI-5.3.2.1", "ASLI-5.3.3.1", "ASLI-5.3.3.2", "ASLI-5.3.3.4")
def test_residual_fp_attacks_who_enters_alone_and_first() -> None:
    """Case 37."""
    table = watch({"G9": "4-4-7"}, residual={"G6": 4}).play("to G6", dice="12")
    (roll,) = table.rolls
    assert roll.why == "residual fire"
    assert {reason.cite: reason.value for reason in roll.reasons} == {
        "ASLI-5.3.2.1": 0, "ASLI-5.1.1.2": -1, "ASLI-5.1.1.3": -1,
    }  # fmt: skip
    assert table.asked == "ChooseFirstFire", "only then the others are asked"
    woods = watch({"G9": "4-4-7"}, residual={"G6": 4}, terrain={"woods": "G6"}).play("to G6", dice="12")
    assert [sum(reason.value for reason in roll.reasons) for roll in woods.rolls] == [0]
    assert len(woods.rolls) == 1, "2 MF spent together are one attack"


@pytest.mark.case(33)
@pytest.mark.rule("ASLI-5.3.2.1")
def test_residual_10_attacks_on_the_8_column() -> None:
    table = watch({}, residual={"G6": 10}).play("to G6", dice="12")
    assert "column 8" in table.rolls[0].reasons[0].text


@pytest.mark.case(37)
@pytest.mark.rule("ASLI-5.3.2.2")
def test_leaving_is_not_attacked() -> None:
    table = watch({}, residual={"G5": 12}).play("to G6")
    assert not table.rolls
    table = watch({}, residual={"G6": 12}).play("to G6", dice="12")
    assert [roll.why for roll in table.rolls] == ["residual fire"], "entering is"


@pytest.mark.rule("ASLI-5.3.3.3")
def test_residual_fp_attacks_a_unit_once_in_a_hex_unless_it_gets_worse() -> None:
    table = watch({}, residual={"G6": 4}).play("to G6", dice="12").play("to G5", "to G6")
    assert len(table.rolls) == 1
    table = watch({"G9": "4-4-7 4-4-7 4-4-7"}, residual={"G6": 4}).play("to G6", dice="12")
    table.play("fire r1,r2,r3", "to G7", dice="12")
    assert table.position.residual == {"G6": 6}
    table.play("hold-fire", "to G6", dice="12")
    assert [roll.why for roll in table.rolls] == ["residual fire", "fire", "residual fire"]


@pytest.mark.rule("ASLI-5.3.3.3")
def test_another_unit_is_attacked_for_itself() -> None:
    table = Table(axis={"G5": "4-6-7 4-6-7"}, residual={"G6": 4}).moving()
    table.play("move g1", "walk", "to G6", "stop", dice="12")
    table.play("move g2", "walk", "to G6", dice="12")
    assert len(table.rolls) == 2


@pytest.mark.rule("ASLI-5.3.3.5")
def test_residual_fp_goes_with_the_mph() -> None:
    table = Table(axis={"G5": "4-6-7"}, residual={"G6": 4}).at_step("3.1").play("end-moves")
    assert table.position.residual == {}


# 5.4 Final Fire -----------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-5.0.1", "ASLI-5.4.1", "ASLI-5.4.2", "ASLI-5.4.4", "ASLI-5.4.6")
def test_final_fire_by_units_without_a_counter_has_no_movement_drm() -> None:
    table = Table(axis={"G5": "4-6-7"}, allies={"G7": "4-4-7 4-4-7/F"}).at_step("4.1")
    assert (table.position.phase, table.to_act, table.having("target")) == ("DFPh", "allies", {"G5"})
    table = Table(axis={"G5": "4-6-7"}, allies={"G7": "4-4-7 4-4-7/F"}).aim("G5", "final")
    assert table.drm("fire r1 -") == 0
    assert watch({"G8": "4-4-7 4-4-7"}).play("to G6").drm("fire r1 -") == -2, "while it moves"
    assert table.refused("fire r2") == {"ASLI-5.4.4"}
    table.play("fire r1", dice="12")
    assert table["r1"].fired == "final"


@pytest.mark.case(40)
@pytest.mark.rule("ASLI-5.4.3")
def test_first_fire_marked_units_fire_again_at_adjacent_hexes_only() -> None:
    """Case 40."""
    table = Table(axis={"G5": "4-6-7", "G6": "4-6-7"}, allies={"G7": "4-4-7/f"})
    assert table.copy().aim("G5", "final").refused("fire r1") == {"ASLI-5.4.3"}
    table.aim("G6", "final")
    assert attack_firepower(table.playing, ("r1",), "G6", "final")[0] == 8
    table.play("fire r1", dice="12")
    assert table["r1"].fired == "final"
    halved = Table(axis={"G6": "4-6-7"}, allies={"G7": "4-4-7/f"}, options={"final_fire_halving": True})
    assert attack_firepower(halved.playing, ("r1",), "G6", "final")[0] == 4


@pytest.mark.rule("ASLI-5.4.5")
def test_final_fire_hits_everybody_there() -> None:
    table = Table(axis={"G5": "4-6-7 4-6-7/b"}, allies={"G6": "4-4-7"}).aim("G5", "final")
    table.play("fire r1", dice=["8", "7", "8"])
    assert (table.state("g1"), table.state("g2")) == ("4-6-7", "2-4-7 broken dm")


@pytest.mark.rule("ASLI-5.6.1")
def test_first_and_final_fire_counters_go_at_the_end_of_the_dfph() -> None:
    table = Table(axis={"A5": "4-6-7/p"}, allies={"Q7": "4-4-7/f lmg/F 4-4-7"}).at_step("4.2")
    assert not table["r1"].fired and not table.gun("mg1").fired
    assert table.position.phase != "DFPh"


# 6 Advancing Fire ---------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-6.0.1")
def test_who_did_not_prep_fire_fires_halved() -> None:
    table = Table(axis={"G5": "4-6-7 4-6-7/p", "H5": "lmg/p 4-6-7"}, allies={"G6": "4-4-7"}).aim(
        "G6", "advancing"
    )
    fp, reasons = attack_firepower(table.playing, ("g1",), "G6", "advancing")
    assert fp == 4
    words = ["German 4-6-7 squad: 4 FP", "× 2 point blank: 8 FP", "× ½ Advancing Fire: 4 FP"]
    assert [reason.text for reason in reasons] == words
    assert table.refused("fire g2") == {"ASLI-6.0.1", "ASLI-3.0.2"}
    assert table.refused("fire g3") == {"ASLI-6.0.1"}, "its machine gun has"
    table = Table(axis={"G5": "4-6-7 4-6-7/p"}, allies={"G6": "4-4-7", "G8": "4-4-7"}).at_step("5.1")
    assert (table.position.phase, table.to_act) == ("AFPh", "axis")
    assert table.having("target") == {"G6", "G8"}
    table.play("target G6", dice="12")
    assert [told["column"] for told in table.told("fired")] == ["4"], "one squad, halved, next to its target"


@pytest.mark.rule("ASLI-6.0.2")
def test_prep_fire_counters_go_at_the_end_of_the_afph() -> None:
    table = Table(axis={"A5": "4-6-7/p 4-6-7/a"}, allies={"Q7": "4-4-7"}).at_step("5.2")
    assert not table["g1"].fired and not table["g2"].fired


# 9.5.1.2 Melee ------------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-9.5.1.2")
def test_fire_into_a_melee_attacks_both_sides() -> None:
    table = Table(axis={"G5": "4-6-7", "G6": "4-6-7/m"}, allies={"G6": "4-4-7/m"}).aim("G6")
    table.play("fire g1", dice=["8", "8", "7"])
    assert (table.state("g2"), table.state("r1")) == ("4-6-7 broken dm melee", "4-4-7 melee")
    table = Table(axis={"G5": "4-6-7", "G6": "4-6-7/m"}, allies={"G6": "4-4-7/m"}).aim("G5", "final")
    assert table.refused("fire r1") == {"ASLI-9.5.0.3"}


def test_a_phase_ends_with_what_counted_for_it_alone() -> None:
    table = watch({"G9": "4-4-7"}).play("to G6", "fire r1", "stop", dice="12")
    assert table.position.shots and table.position.acted
    table.run(PhaseEnds())
    assert not table.position.shots and not table.position.acted
