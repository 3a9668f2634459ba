"""Fire groups and leadership [ASLI-3.2.3, 3.2.4, 5.5, 11]."""

from __future__ import annotations

import pytest
from tests.plugins.asl.drawing import Table

from grognard_asl.turn import PhaseEnds

# Fire groups --------------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-3.2.3.3")
def test_a_group_makes_one_attack() -> None:
    table = Table(axis={"G5": "4-6-7 4-6-7"}, allies={"G8": "4-4-7"}).aim("G8")
    table.play("fire g1,g2", dice="12")
    assert [roll.why for roll in table.rolls] == ["fire"]
    assert table["g1"].fired == table["g2"].fired == "prep"
    table = Table(axis={"G5": "4-6-7"}, allies={"G8": "4-4-7"}).aim("G8")
    assert table.refused("fire g1,g1") == {"ASLI-3.2.3.3"}
    assert table.refused("fire -") == {"ASLI-3.2.3.3"}


@pytest.mark.rule("ASLI-3.2.3.4")
def test_hexes_of_a_group_form_a_chain_of_any_length() -> None:
    table = Table(axis={"F5": "4-6-7", "G5": "4-6-7", "H5": "4-6-7", "J5": "4-6-7"}, allies={"G8": "4-4-7"})
    table.aim("G8")
    assert table.refused("fire g1,g2,g3") == set()
    assert table.refused("fire g1,g3") == {"ASLI-3.2.3.4"}, "two hexes apart"
    assert table.refused("fire g1,g2,g3,g4") == {"ASLI-3.2.3.4"}
    assert {"fire g1,g2,g3 -", "fire g1,g2 -", "fire g2,g3 -", "fire g4 -"} <= table.options


@pytest.mark.rule("ASLI-3.2.3.5")
def test_a_leader_alone_does_not_link() -> None:
    table = Table(axis={"F5": "4-6-7", "G5": "9-1", "H5": "4-6-7"}, allies={"G8": "4-4-7"}).aim("G8")
    assert table.refused("fire g1,g3") == {"ASLI-3.2.3.4"}
    assert table.refused("fire g1,g3 g2") == {"ASLI-3.2.3.4", "ASLI-3.2.4.1"}


@pytest.mark.rule("ASLI-3.2.3.5")
def test_a_leader_alone_links_nobody_though_he_fires_a_machine_gun() -> None:
    stacks = {"E5": "4-6-7", "F5": "4-6-7", "G5": "lmg 9-1", "H5": "4-6-7"}
    table = Table(axis=stacks, allies={"G8": "4-4-7"}).aim("G8")
    for linked in ("g2,mg1,g4", "g1,g2,mg1,g4"):
        assert table.refused(f"fire {linked}") == {"ASLI-3.2.3.5"}
        assert f"fire {linked} -" not in table.options
    assert {"fire g1,g2 -", "fire g2,mg1 -", "fire mg1,g4 -"} <= table.options, "he may be the end of a chain"
    assert table.refused("fire g1,g2,mg1") == set()
    joined = Table(axis={**stacks, "G5": "lmg 9-1 4-6-7/b"}, allies={"G8": "4-4-7"}).aim("G8")
    assert joined.refused("fire g1,g2,mg1,g5") == set(), "his hex holds a squad"
    ring = Table(axis={"G4": "4-6-7", "G5": "lmg 9-1", "H4": "4-6-7"}, allies={"G8": "4-4-7"}).aim("G8")
    assert ring.refused("fire g1,mg1,g3") == set(), "the others are adjacent without him"


@pytest.mark.case(15)
@pytest.mark.rule("ASLI-3.2.3.6", "ASLI-3.1.9")
def test_members_without_a_line_of_sight_drop_out() -> None:
    """Case 15."""
    stacks = {"F5": "4-6-7", "G5": "4-6-7", "H5": "4-6-7", "F6": "4-6-7"}
    table = Table(axis=stacks, allies={"G9": "4-4-7"}, terrain={"woods": "H6"}).aim("G9")
    assert "fire g1,g2,g3 -" not in table.options
    assert table.refused("fire g1,g2,g3") == set()
    sees = [id_ for id_, hex in (("g1", "F5"), ("g2", "G5"), ("g3", "H5")) if table.field.sees(hex, "G9")]
    assert sees == ["g1", "g2"]
    table.play("fire g1,g2,g3")
    assert table["g3"].fired == "prep" and not table["g1"].fired
    assert table.options == {"fire g1 -", "fire g2 -", "fire g1,g2 -"}, "a smaller group, or one by one"
    assert table.refused("fire g1,g4") == {"ASLI-3.2.3.6"}, "nobody joins who was not declared"
    table.play("fire g1", "fire g2", dice="12 12")
    assert table["g1"].fired == table["g2"].fired == "prep"


@pytest.mark.rule("ASLI-3.2.3.6")
def test_a_chain_broken_by_a_drop_out_fires_in_parts() -> None:
    table = Table(
        axis={"F5": "4-6-7", "G5": "4-6-7", "H5": "4-6-7"}, allies={"G9": "4-4-7"}, terrain={"woods": "G6"}
    ).aim("G9")
    assert [table.field.sees(hex, "G9") for hex in ("F5", "G5", "H5")] == [True, False, True]
    table.play("fire g1,g2,g3")
    assert table.options == {"fire g1 -", "fire g3 -"}
    table.play("fire g1", "fire g3", dice="12 12")
    assert {table[id_].fired for id_ in ("g1", "g2", "g3")} == {"prep"}


@pytest.mark.rule("ASLI-3.2.3.6")
def test_who_is_left_of_a_group_fires_what_was_declared() -> None:
    """Two HMG would be more, but the other one is no member."""
    stacks = {"F5": "hmg hmg 4-6-7", "G5": "4-6-7"}
    table = Table(axis=stacks, allies={"G9": "4-4-7"}, terrain={"woods": "G6"}).aim("G9")
    assert [table.field.sees(hex, "G9") for hex in ("F5", "G5")] == [True, False]
    table.play("fire g1,mg1,g2", dice="12")
    assert table.forced == ["fire g1,mg1 -"], "G5 has dropped out"
    assert not table.gun("mg2").fired
    leaders = Table(axis={**stacks, "F5": "hmg 9-1 8-0"}, allies={"G9": "4-4-7"}, terrain={"woods": "G6"})
    leaders.aim("G9").play("fire mg1,g2,g3", dice="12")
    assert leaders.forced == ["fire mg1,g2 -"], "both leaders are at the machine gun"


@pytest.mark.rule("ASLI-3.2.3.7")
def test_units_of_a_hex_fire_at_the_same_target_together_or_not_at_all() -> None:
    table = Table(axis={"G5": "4-6-7 4-6-7", "H5": "4-6-7"}, allies={"G8": "4-4-7", "G9": "4-4-7"}).firing(
        "prep"
    )
    table.play("target G8", "fire g1", dice="12")
    table.aim("G8")
    assert table.refused("fire g2") == {"ASLI-3.2.3.7"}
    assert table.refused("fire g3") == set(), "another hex"
    assert table.options == {"fire g3 -"}
    table.position.agenda.pop()
    table.aim("G9")
    assert table.refused("fire g2") == set(), "another target"


@pytest.mark.rule("ASLI-3.2.3.7")
def test_the_next_phase_is_another_matter() -> None:
    table = Table(axis={"G5": "4-6-7 4-6-7"}, allies={"G8": "4-4-7"}).firing("prep")
    table.play("target G8", "fire g1", "end-fire", dice="12").run(PhaseEnds())
    assert table.aim("G8", "advancing").refused("fire g2") == set()


# Leadership ---------------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-3.2.4.1", "ASLI-3.2.4.3", "ASLI-11.1.1")
def test_a_leader_directs_one_attack_from_his_hex_and_has_fired() -> None:
    table = Table(
        axis={"G5": "9-2 4-6-7 4-6-7", "H5": "4-6-7"}, allies={"G8": "4-4-7", "G9": "4-4-7"}
    ).firing("prep")
    table.play("target G8")
    assert table.drm("fire g2 g1") == -2
    assert table.refused("fire g4 g1") == {"ASLI-3.2.4.1"}, "nobody of the group is with him"
    table.play("fire g2 g1", dice="12")
    assert table["g1"].fired == "prep"
    table.aim("G9")
    assert table.refused("fire g3 g1") == {"ASLI-3.2.4.1"}


@pytest.mark.rule("ASLI-11.1.1")
def test_a_bad_leader_adds_to_the_dice() -> None:
    table = Table(axis={"G5": "6+1 4-6-7"}, allies={"G8": "4-4-7"}).aim("G8")
    assert table.drm("fire g2 g1") == 1


@pytest.mark.case(13)
@pytest.mark.rule("ASLI-3.2.4.2")
def test_a_group_of_several_hexes_needs_a_leader_in_each_and_takes_the_worst() -> None:
    """Case 13."""
    stacks = {"G5": "9-1 4-6-7", "H5": "9-2 4-6-7"}
    table = Table(axis=stacks, allies={"G8": "4-4-7"}).aim("G8")
    assert table.drm("fire g2,g4 g1,g3") == -1
    assert table.drm("fire g2,g4 g3") == 0
    assert table.refused("fire g2,g4 g3") == set()
    assert "fire g2,g4 g1,g3" in table.options and "fire g2,g4 g3" not in table.options


@pytest.mark.rule("ASLI-3.2.4.4")
def test_a_leader_does_not_direct_two_units_one_after_the_other() -> None:
    table = Table(axis={"G5": "9-2 4-6-7 4-6-7"}, allies={"G8": "4-4-7", "G9": "4-4-7"}, side="allies")
    table.aim("G8", "final", "axis").play("fire g2 g1", dice="12")
    table.aim("G9", "final", "axis")
    assert table.refused("fire g3 g1") == {"ASLI-5.5.1"}


@pytest.mark.rule("ASLI-11.1.3")
def test_modifiers_do_not_add_up() -> None:
    table = Table(axis={"G5": "9-1 8-1 4-6-7"}, allies={"G8": "4-4-7"}).aim("G8")
    assert table.refused("fire g3 g1,g2") == {"ASLI-11.1.3"}
    assert table.having("fire") == {"g3 -", "g3 g1"}


@pytest.mark.rule("ASLI-11.2.1")
def test_a_leader_has_one_action_in_a_phase() -> None:
    """Firing a machine gun, he has nothing left to direct with, and the other way round."""
    table = Table(axis={"G5": "lmg 9-1 4-6-7"}, allies={"G8": "4-4-7", "G7": "4-4-7"}).firing("prep")
    table.play("target G8", "fire mg1", dice="12")
    table.aim("G7")
    assert table.refused("fire g2 g1") == {"ASLI-10.5.6", "ASLI-3.2.4.1"}
    table = Table(axis={"G5": "lmg 9-1 4-6-7"}, allies={"G8": "4-4-7", "G7": "4-4-7"}).firing("prep")
    table.play("target G8", "fire g2 g1", dice="12")
    table.aim("G7")
    assert table.refused("fire mg1") == {"ASLI-11.2.1"}


@pytest.mark.rule("ASLI-3.2.4.1")
def test_broken_leaders_and_strangers_do_not_direct() -> None:
    table = Table(axis={"G5": "9-1/b 4-6-7"}, allies={"G8": "9-1 4-4-7"}).aim("G8")
    assert table.refused("fire g2 g1") == {"ASLI-3.2.4.1"}
    assert table.refused("fire g2 g2") == {"ASLI-3.2.3.3"}
    assert table.refused("fire g2 r1") == {"ASLI-3.0.1"}
    table = Table(axis={"G5": "4-6-7 4-6-7"}, allies={"G8": "4-4-7"}).aim("G8")
    assert table.refused("fire g1 g2") == {"ASLI-3.2.4.1"}, "a squad is no leader"


@pytest.mark.rule("ASLI-5.5.1", "ASLI-5.5.2", "ASLI-11.2.2")
def test_in_defensive_fire_a_leader_directs_again_only_whom_he_has_directed() -> None:
    table = Table(axis={"G5": "9-1/f 4-6-7/f 4-6-7 4-6-7/f"}, allies={"G6": "4-4-7"}, side="allies")
    table.position.directed["g1"] = ("g2",)
    table.aim("G6", "final", "axis")
    assert table.refused("fire g2 g1") == set()
    assert table.refused("fire g2,g3 g1") == {"ASLI-5.5.1"}, "a new group"
    assert table.refused("fire g4 g1") == {"ASLI-5.5.1"}
    assert table.refused("fire g2,g3") == set(), "without him they may"
    assert "fire g2 g1" in table.options


# Worst firing hex ---------------------------------------------------------------------------------------


@pytest.mark.case(94)
@pytest.mark.rule("ASLI-3.2.0.3")
def test_of_several_lines_the_worst_counts() -> None:
    """Case 94: a hindrance on one line burdens the whole group."""
    table = Table(
        axis={"G5": "4-6-7", "H5": "4-6-7"}, allies={"G8": "4-4-7"},
        terrain={"grain": "G6", "building_wood": "G8"}, month=7,
    ).aim("G8")  # fmt: skip
    assert table.drm("fire g1") == 3
    assert table.drm("fire g1,g2") == 3
    assert table.drm("fire g2") == 2
