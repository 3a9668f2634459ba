"""The Movement Phase [ASLI-4]."""

from __future__ import annotations

import pytest
from tests.plugins.asl.drawing import Table

from grognard_asl.turn import PhaseEnds


@pytest.mark.rule("ASLI-4.0.1", "ASLI-9.5.0.2")
def test_who_may_move() -> None:
    table = Table(
        axis={"G5": "4-6-7 4-6-7/p 4-6-7/b", "J5": "4-6-7/m", "M5": "lmg/p 4-6-7"}, allies={"J5": "4-4-7/m"}
    ).moving()
    assert table.options == {"move g1", "end-moves"}
    assert table.refused("move g2") == {"ASLI-4.0.1"}, "it fired in the PFPh"
    assert table.refused("move g3") == {"ASLI-4.0.1"}, "it is broken"
    assert table.refused("move g4") == {"ASLI-9.5.0.2"}, "it is in melee"
    assert table.refused("move g5") == {"ASLI-4.0.1"}, "its machine gun fired in the PFPh"
    assert table.refused("move r1") == {"ASLI-4.0.1"}
    table.play("end-moves")
    assert table.asked == "", "nobody has to move"


@pytest.mark.rule("ASLI-4.0.2", "ASLI-4.1.1")
def test_a_unit_goes_where_it_likes_within_its_mf() -> None:
    table = Table(axis={"G5": "4-6-7", "K5": "9-1"}).moving().play("move g1", "walk")
    assert table.having("to") == {"G4", "G6", "F4", "F5", "H4", "H5"}
    table.play("to G6", "to G5", "to H5", "to G6")
    assert table["g1"].hex == "G6" and table.position.acted == {"g1"}, "4 MF are spent"
    table.play("move g2", "walk", "to K6", "to K7", "to K8", "to K9", "to K10", "to K9")
    assert table.asked == "", "and a leader's 6"


@pytest.mark.case(24, 25)
@pytest.mark.rule("ASLI-4.2.1", "ASLI-4.2.2")
def test_terrain_costs() -> None:
    """Case 24, and case 25 of the Starter Kit."""
    terrain = {"woods": "G6 J6 J7", "building_wood": "G7 M6", "building_stone": "M7"}
    table = Table(axis={"G5": "4-6-7", "J5": "4-6-7", "M5": "4-6-7"}, terrain=terrain).moving()
    table.play("move g1", "walk")
    assert table.because("to G6") == {"ASLI-4.2.2": 4}, "halves of MF"
    assert table.drm("to G6") == 2, "shown and added up as MF"
    assert table.because("to G4") == {"ASLI-4.2.1": 2}
    table.play("to G6", "to G7")
    assert table.asked == "ChooseMover", "woods and a building are 4 MF"
    table.play("move g2", "walk", "to J6", "to J7")
    assert table.asked == "ChooseMover", "a third woods hex is too much"
    table = Table(axis={"J7": "4-6-7"}, terrain={"woods": "J6"}).moving().play("move g1", "walk", "to J6")
    table.play("to K6")
    assert table.refused("to J6") == {"ASLI-4.0.2"}, "1 MF is left"


@pytest.mark.rule("ASLI-4.0.3")
def test_friends_are_no_obstacle_enemies_are() -> None:
    table = (
        Table(axis={"G5": "4-6-7", "G6": "4-6-7"}, allies={"H5": "4-4-7/b"}).moving().play("move g1", "walk")
    )
    assert table.refused("to H5") == {"ASLI-4.0.3"}
    assert "H5" not in table.having("to")
    table.play("to G6")
    assert table.position.at["G6"] == ("g2", "g1")
    table.play("to G7")


@pytest.mark.rule("ASLI-4.0.4", "ASLI-4.4.1")
def test_nobody_leaves_the_map_and_moves_go_hex_by_hex() -> None:
    table = Table(axis={"A1": "4-6-7"}).moving().play("move g1", "walk")
    assert table.having("to") == {"A2", "B0", "B1"}
    assert "A0" not in table.field.board and table.refused("to A0") == {"ASLI-4.0.4"}
    assert table.refused("to C1") == {"ASLI-4.4.1"}


ROAD = {"road_dirt": "G5 G6 G7 G8 G9 G10"}


@pytest.mark.rule("ASLI-4.1.2", "ASLSK-1.1.2.18")
def test_all_on_road_there_is_one_more_mf() -> None:
    table = Table(axis={"G5": "4-6-7"}, roads=ROAD).moving()
    table.play("move g1", "walk", "to G6", "to G7", "to G8", "to G9")
    assert table.having("to") == {"G10", "G8"}, "the fifth MF is for the road alone"
    assert table.refused("to H8") == {"ASLI-4.0.2"}
    table.play("to G10")
    table = Table(axis={"G5": "4-6-7"}, roads=ROAD).moving()
    table.play("move g1", "walk", "to H5", "to G6", "to G7", "to G8")
    assert table.asked == "", "once off the road there is no bonus"
    table = Table(axis={"H5": "4-6-7"}, roads=ROAD).moving()
    table.play("move g1", "walk", "to G6", "to G7", "to G8", "to G9")
    assert table.asked == "", "it did not begin on the road"


@pytest.mark.rule("ASLI-4.1.3")
def test_a_leader_gives_two_mf_to_those_who_stay_with_him() -> None:
    table = Table(axis={"A5": "9-1 4-6-7 4-6-7"}).moving()
    table.play("move g1,g2", "walk", "to B5", "to C5", "to D5", "to E5", "to F5")
    assert table.refused("split g2") == {"ASLI-4.1.3"}, "5 MF are spent"
    table.play("to G5")
    assert table["g2"].hex == table["g1"].hex == "G5"
    table = Table(axis={"A5": "9-1 4-6-7"}).moving()
    table.play("move g1,g2", "walk", "to B5", "to C5", "to D5", "to E5")
    table.play("split g2")
    assert table.asked == "ChooseStep" and table.having("to"), "the leader goes on alone; the squad is done"
    assert table["g2"].hex == "E5"


@pytest.mark.rule("ASLI-4.1.4")
def test_mf_are_neither_given_away_nor_saved() -> None:
    table = Table(axis={"G5": "4-6-7 4-6-7"}).moving().play("move g1", "walk", "to G6", "stop")
    table.play("move g2", "walk", "to G6", "to G7", "to G8", "to G9")
    assert table.asked == ""
    assert table.position.acted == {"g1", "g2"}


@pytest.mark.rule("ASLI-4.3.1", "ASLI-4.3.2")
def test_assault_movement_is_declared_first_and_is_one_hex() -> None:
    table = Table(axis={"G5": "4-6-7"}).moving().play("move g1")
    assert table.options == {"walk", "assault"}
    table.play("assault", "to G6")
    assert table.asked == "" and table["g1"].hex == "G6"


@pytest.mark.rule("ASLI-4.4.1", "ASLI-4.4.2", "ASLI-4.4.3", "ASLI-4.4.5")
def test_a_move_is_announced_hex_by_hex_and_ends_before_the_next_begins() -> None:
    table = Table(axis={"G5": "4-6-7", "J5": "4-6-7"}).moving().play("move g1", "walk", "to G6")
    assert [event["cost"] for event in table.told("moved")] == [2]
    assert table.asked == "ChooseStep", "the other cannot move yet"
    assert "move g2" not in table.options
    table.play("stop", "move g2", "walk", "to J6", "stop")
    assert table.asked == "", "nobody moves twice"
    table = Table(axis={"G5": "4-6-7", "J5": "4-6-7"}).moving().play("move g1", "walk", "to G6", "stop")
    assert table.refused("move g1") == {"ASLI-4.4.5"}


@pytest.mark.rule("ASLI-4.5.1", "ASLI-4.5.2")
def test_units_move_singly_or_as_a_stack_that_may_part() -> None:
    table = Table(axis={"A5": "4-6-7 4-6-7 4-6-7", "J5": "4-6-7"}).moving()
    assert {"move g1", "move g1,g2,g3"} <= table.options
    assert table.refused("move g1,g2") == set(), "parts of a stack are legal though not listed"
    assert table.refused("move g1,g4") == {"ASLI-4.5.2"}
    assert table.refused("move g1,g1") == {"ASLI-4.5.1"}
    table.play("move g1,g2,g3", "walk", "to B5", "split g2", "to C5", "stop")
    assert (table["g2"].hex, table["g1"].hex, table["g3"].hex) == ("C5", "B5", "B5")
    assert table.asked == "ChooseStep", "the others go on"
    table.play("to B6", "stop")
    assert table["g1"].hex == table["g3"].hex == "B6"


@pytest.mark.rule("ASLI-4.5.2")
def test_a_stack_has_the_mf_of_its_slowest_and_any_part_may_split_off() -> None:
    table = Table(axis={"A5": "4-6-7 4-6-7 4-6-7"}).moving()
    table.play("move g1,g2,g3", "walk", "to B5")
    assert table.refused("split g1,g2") == set()
    assert table.refused("split g1,g2,g3") == {"ASLI-4.5.2"}
    assert table.refused("split -") == {"ASLI-4.5.2"}


@pytest.mark.rule("ASLI-4.5.3")
def test_all_of_a_stack_end_their_move_before_another_begins() -> None:
    table = Table(axis={"A5": "4-6-7 4-6-7", "J5": "4-6-7"}).moving()
    table.play("move g1,g2", "walk", "to B5", "split g1", "stop")
    assert table.asked == "ChooseStep", "g2 has not ended its move"
    table.play("stop")
    assert table.options == {"move g3", "end-moves"}


@pytest.mark.rule("ASLI-4.5.4", "ASLI-4.5.5")
def test_the_enemy_removes_what_is_above_the_stacking_limit_when_a_phase_ends() -> None:
    stack = "4-6-7 4-6-7 4-6-7 2-4-7 9-1 8-1 8-0 7-0 6+1"
    table = Table(axis={"G5": stack}).run(PhaseEnds())
    assert table.to_act == "allies" and table.having("remove") == {"g1", "g2", "g3", "g4"}
    table.play("remove g4")
    assert table.having("remove") == {"g5", "g6", "g7", "g8", "g9"}
    table.play("remove g5")
    assert table.asked == "" and len(table.position.at["G5"]) == 7
    full = Table(axis={"G5": "4-6-7 4-6-7 2-4-7 2-4-7 9-1 8-1 8-0 7-0"}).run(PhaseEnds())
    assert full.asked == "", "3 squads and 4 leaders may stay"


@pytest.mark.rule("ASLI-4.5.4")
def test_a_stack_may_be_passed_through_whatever_is_in_it() -> None:
    table = Table(axis={"G5": "4-6-7", "G6": "4-6-7 4-6-7 4-6-7"}).moving()
    table.play("move g1", "walk", "to G6", "to G7", "stop")
    table.play("end-moves").run(PhaseEnds())
    assert table.asked == ""
    table = Table(axis={"G5": "4-6-7", "G6": "4-6-7 4-6-7 4-6-7"}).moving()
    table.play("move g1", "walk", "to G6", "stop", "end-moves").run(PhaseEnds())
    assert table.having("remove") == {"g1", "g2", "g3", "g4"}


# Roads through trees ------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-4.2.1", "ASLSK-1.1.2.26")
def test_a_unit_may_pay_for_the_trees_beside_a_road() -> None:
    table = Table(axis={"G5": "4-6-7"}, terrain={"woods": "G6"}, roads=ROAD).moving().play("move g1", "walk")
    assert sum(table.because("to G6").values()) == 2
    assert sum(table.because("off-road G6").values()) == 4
    assert table.refused("off-road G4") == {"ASLSK-1.1.2.26"}
