"""The Rout Phase: who must and may rout, the way, Low Crawl, Interdiction, failure to rout [ASLI-7].

In most positions a German squad in G2 looks down column G at Russians of the DEFENDER.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.plugins.asl.drawing import Table

from grognard_asl.rally import DmStep
from grognard_asl.rout import FailureToRout, Routs


def rout_phase(side: str = "allies", **table: Any) -> Table:
    """A table in the part of a side of the RtPh, with the judgement at its end."""
    return Table(**{"axis": {"G2": "4-6-7"}, **table}).run(Routs(side), FailureToRout())


def alone(hex: str, unit: str = "4-4-7/b", **table: Any) -> Table:
    """One Russian squad in a hex before the squad in G2."""
    return rout_phase(allies={hex: unit}, **table)


def survives(table: Table, unit: str = "r1") -> bool:
    """Whether a unit is still there when nobody has routed."""
    if table.asked:
        table.play("end-routs")
    return unit in table


# 7.0 Where a broken unit may not stay -------------------------------------------------------------------


@pytest.mark.rule("ASLI-7.0.1")
def test_nobody_stays_broken_in_the_open_before_an_enemy() -> None:
    assert not survives(alone("G5"))
    assert not survives(alone("G8")), "6 hexes: Normal Range"
    assert survives(alone("G9")), "7 hexes: beyond Normal Range"
    assert survives(alone("G5", terrain={"woods": "G3"})), "no line of sight"
    assert survives(alone("G5", terrain={"woods": "G5"})), "no Open Ground"
    assert survives(alone("G5", axis={"G2": "4-6-7/b"})), "a broken enemy has no Normal Range"
    assert survives(alone("G5", "4-4-7")), "not broken"
    table = alone("G5")
    table.play("end-routs")
    assert table.told("eliminated") == [
        {"side": "allies", "kind": "russian_4-4-7", "hex": "G5", "why": "failure to rout"}
    ]


@pytest.mark.rule("ASLI-7.0.1", "ASLI-10.1.1")
def test_a_machine_gun_lengthens_the_normal_range_of_a_squad() -> None:
    assert not survives(alone("G9", axis={"G2": "lmg 4-6-7"})), "3-8: 8 hexes"
    assert survives(alone("G9", axis={"G2": "lmg 9-1"})), "a leader has none"


@pytest.mark.rule("ASLI-7.0.2")
def test_nobody_stays_broken_next_to_an_unbroken_enemy() -> None:
    stone = {"building_stone": "G3"}
    assert not survives(alone("G3", terrain=stone))
    assert survives(alone("G3", terrain=stone, axis={"G2": "4-6-7/b"}))
    assert survives(alone("G4", terrain={"building_stone": "G4"}))


@pytest.mark.rule("ASLI-7.0.3")
def test_a_leader_alone_counts_as_armed() -> None:
    assert not survives(alone("G3", terrain={"woods": "G3"}, axis={"G2": "8-0"}))
    assert survives(alone("G3", terrain={"woods": "G3"}, axis={"G2": "8-0/b"}))


@pytest.mark.rule("ASLI-7.0.4", "ASLI-7.2.6.1")
def test_a_unit_under_dm_may_rout_though_nothing_drives_it() -> None:
    table = alone("G8", "4-4-7/bd", terrain={"woods": "G8 G3"})
    assert table.options == {"rout r1", "end-routs"}
    assert survives(table)
    table = rout_phase(allies={"G8": "4-4-7/b", "G9": "4-4-7/bd"}, terrain={"woods": "G8 G9 G3"})
    assert table.options == {"rout r2", "end-routs"}
    assert table.refused("rout r1") == {"ASLI-7.2.6.1"}


# 7.1 Routing and breaking -------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-7.1.1.1")
def test_a_unit_in_a_forbidden_place_routs_or_is_lost_even_without_dm() -> None:
    table = alone("G5", terrain={"woods": "G7"})
    assert table.options == {"rout r1", "end-routs"}
    assert table.because("rout r1") == {"ASLI-7.0.1": 0}
    saved = table.copy().play("rout r1", "to G6", "to G7", dice="7")
    assert saved["r1"].hex == "G7" and saved["r1"].broken
    assert not survives(table)
    assert alone("G5", "4-4-7", terrain={"woods": "G7"}).refused("rout r1") == {"ASLI-7.1.1.1"}


@pytest.mark.rule("ASLI-7.1.1.2")
def test_the_attacker_routs_first_one_unit_at_a_time() -> None:
    table = Table(
        axis={"G2": "4-6-7/bd 4-6-7/bd"}, allies={"G9": "4-4-7/bd"}, terrain={"woods": "G2 G1 H1 G9 G10"}
    )
    table.at_step("6.1")
    assert (table.asked, table.to_act) == ("ChooseRout", "axis")
    table.play("rout g1")
    assert table.asked == "ChooseRoutStep", "the rout is finished before the next begins"
    table.play("to G1", "stop")
    assert table.to_act == "axis" and table.options == {"rout g2", "end-routs"}
    table.play("end-routs")
    assert (table.asked, table.to_act) == ("ChooseRout", "allies")


@pytest.mark.rule("ASLI-7.1.1.3")
def test_every_broken_unit_has_six_mf_and_never_more() -> None:
    east = ["to J5", "to K6", "to L6", "to M7", "to N7", "to O8"]
    table = rout_phase(
        axis={"A5": "4-6-7"}, allies={"I5": "9-1 4-4-7/bd"}, roads={"road_dirt": "I5 J5 K6 L6 M7 N7 O8 P8"}
    )
    table.play("rout-with r2 r1", *east[:5])
    assert "to O8" in table.options and "to O7" in table.options
    table.play("to O8", "stop")
    assert table["r2"].hex == table["r1"].hex == "O8"
    table = rout_phase(axis={"A5": "4-6-7"}, allies={"I5": "4-4-7/bd"}, terrain={"woods": "O8"})
    table.play("rout r1", *east[:4])
    (bar,) = table.reasons_against("to O8")
    assert str(bar) == (
        "O8 is not next to M7: further hexes are chosen one at a time, now M6, N6, N7, M8 [ASLI-7.5.2.4]"
    )
    table.play("to N7")
    assert table.refused("to O8") == {"ASLI-7.1.1.3"}, "1 MF is left, woods cost 2"


@pytest.mark.rule("ASLI-7.1.1.4", "ASLI-7.4.2")
def test_low_crawl_away_from_the_nearest_enemy_may_end_in_the_open() -> None:
    table = alone("G5")
    table.play("rout r1", "crawl G6")
    assert table["r1"].hex == "G6" and not table.rolls
    assert table.asked == "", "it was not eliminated"
    table = alone("G5", axis={"G2": "4-6-7", "G9": "4-4-7"}, terrain={"woods": "G7"})
    assert table.play("rout r1").refused("crawl H4") == {"ASLI-7.0.1"}, "no farther from the nearest enemy"
    table = alone("G5", axis={"G2": "4-6-7", "G7": "4-6-7"}, terrain={"woods": "G6"})
    assert table.play("rout r1").refused("crawl G6") == {"ASLI-7.0.2"}, "next to an unbroken enemy"


@pytest.mark.rule("ASLI-7.1.2.1")
def test_a_unit_in_sight_and_range_of_an_armed_enemy_may_break_to_rout() -> None:
    for unit in ("4-4-7", "4-4-7/n"):
        table = alone("G5", unit, terrain={"woods": "G7"})
        assert table.options == {"break r1", "end-routs"}
        table.play("break r1")
        assert table["r1"].broken and table["r1"].dm
        assert table.options == {"rout r1", "end-routs"}
    for away in (
        alone("G9", "4-4-7"),
        alone("G5", "4-4-7", terrain={"woods": "G3"}),
        alone("G5", "4-4-7", axis={"G2": "4-6-7/b"}),
        alone("G5", "4-4-7", axis={"G2": "9-1"}),
    ):
        assert away.asked == ""
    table = rout_phase(allies={"G5": "4-4-7", "G9": "4-4-7"})
    assert table.refused("break r2") == {"ASLI-7.1.2.1"}
    assert table.refused("break g1") == {"ASLI-7.1.2.1"}


@pytest.mark.rule("ASLI-7.1.2.2")
def test_a_unit_next_to_an_unbroken_enemy_may_break() -> None:
    assert alone("G3", "4-4-7", axis={"G2": "8-0"}).options == {"break r1", "end-routs"}
    assert alone("G3", "4-4-7", axis={"G2": "4-6-7/b"}).asked == ""


@pytest.mark.rule("ASLI-7.1.3.1", "ASLI-9.5.0.2")
def test_a_broken_unit_in_a_hex_with_an_enemy_is_lost() -> None:
    table = rout_phase(axis={"G5": "4-6-7/m"}, allies={"G5": "4-4-7/bdm", "G8": "4-4-7/bd"})
    assert table.options == {"rout r2", "end-routs"}
    assert table.refused("rout r1") == {"ASLI-9.5.0.2"}
    table.play("end-routs")
    assert "r1" not in table and not table["g1"].melee, "one side alone is in no melee"
    table = rout_phase(axis={"G5": "4-6-7/bdm"}, allies={"G5": "4-4-7/bdm"})
    assert "g1" not in table and "r1" not in table, "even a broken enemy is an enemy"
    table = rout_phase(axis={"G5": "4-6-7"}, allies={"G5": "4-4-7/bd", "G9": "4-4-7/bd"})
    assert table.refused("rout r1") == {"ASLI-7.1.3.1"}


# 7.2 The way --------------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-7.2.1.1")
def test_it_goes_to_the_cover_that_is_nearest_in_mf() -> None:
    table = alone("G5", terrain={"woods": "H7 C5"}).play("rout r1")
    assert table.having("to") == {"G6", "H5"}, "every step takes it nearer"
    assert table.refused("to F5") == {"ASLI-7.2.1.1"}
    table.play("to G6", dice="7")
    assert table.refused("to F6") == {"ASLI-7.2.1.1"}
    table.play("to H6", "to H7", dice="7")
    assert table["r1"].hex == "H7" and table.asked == ""
    # I6 and G7 are both two hexes away, but brush is in the way to G7.
    table = alone("G5", terrain={"woods": "I6 G7", "brush": "G6"}).play("rout r1")
    assert table.options == {"to H5", "crawl H5"}
    # Equally near: either will do.
    table = alone("G5", terrain={"woods": "I6 G7 E6"}).play("rout r1")
    assert {table.copy().play(*way, dice="7")["r1"].hex for way in (
        ("to H5", "to I6"), ("to G6", "to G7"), ("to F5", "to E6"),
    )} == {"I6", "G7", "E6"}  # fmt: skip


@pytest.mark.rule("ASLI-7.2.1.2")
@pytest.mark.parametrize("enemy", ["4-6-7", "4-6-7/b", "9-1"])
def test_it_never_goes_nearer_to_an_enemy_that_sees_it(enemy: str) -> None:
    table = alone("G5", "4-4-7/bd", axis={"G2": enemy}).play("rout r1")
    assert table.refused("to G4") == {"ASLI-7.2.1.2"}
    assert table.having("to") == {"H4", "H5", "G6", "F5", "F4"}, "as far is not nearer"


@pytest.mark.rule("ASLI-7.2.1.3")
def test_an_enemy_left_out_of_sight_still_counts() -> None:
    table = alone("G5", "4-4-7/bd", terrain={"woods": "H3"}).play("rout r1", "to H5")
    assert not table.field.sees("G2", "H5")
    assert table.refused("to H4") == {"ASLI-7.2.1.3"}
    # who begins there has not been seen, and may go nearer
    table = alone("H5", "4-4-7/bd", terrain={"woods": "H3"}).play("rout r1")
    assert "ASLI-7.2.1.3" not in table.refused("to H4")


@pytest.mark.rule("ASLI-7.2.1.4")
def test_it_leaves_an_adjacent_enemy_behind() -> None:
    table = alone("G3", "4-4-7/bd", terrain={"woods": "G3"}).play("rout r1")
    assert table.refused("to H2") == {"ASLI-7.2.1.4"} and table.refused("to F2") == {"ASLI-7.2.1.4"}
    assert table.having("to") == {"H3", "G4", "F3"}


@pytest.mark.case(51)
@pytest.mark.rule("ASLI-7.2.1.5", "ASLI-7.6.1")
def test_it_may_go_nearer_to_an_enemy_that_does_not_see_it() -> None:
    """Case 51: from G2 to F1, G1 or H2, the last of them nearer to the squad in H5."""
    table = rout_phase(
        axis={"H5": "4-6-7", "G4": "4-6-7", "K4": "4-6-7"},
        allies={"G2": "4-4-7/bd"},
        terrain={"woods": "F1 G1 H2", "building_stone": "G3 H3"},
    )
    field = table.field
    assert not field.sees("H5", "G2") and not field.sees("G4", "G2")
    assert field.board.distance("H5", "H2") < field.board.distance("H5", "G2")
    table.play("rout r1")
    for hex in ("F1", "G1", "H2"):
        assert {f"to {hex}", f"crawl {hex}"} <= table.options
        assert table.copy().play(f"to {hex}", "stop")["r1"].hex == hex
    assert table.having("crawl") == {"F1", "G1", "H2"}
    seen = rout_phase(
        axis={"H5": "4-6-7", "G4": "4-6-7", "K4": "4-6-7"},
        allies={"G2": "4-4-7/bd"},
        terrain={"woods": "F1 G1 H2"},
    ).play("rout r1")
    assert seen.having("to") == {"F1", "G1"} and seen.refused("to H2") == {"ASLI-7.2.1.2"}


@pytest.mark.rule("ASLI-7.2.2.1", "ASLI-7.2.2.2")
def test_in_cover_it_stops_or_goes_on_into_cover() -> None:
    table = alone("G5", terrain={"woods": "G7"}).play("rout r1", "to G6", "to G7", dice="7")
    assert table.asked == "" and table["r1"].hex == "G7"
    table = alone("G5", terrain={"woods": "G7", "building_wood": "H7"})
    table.play("rout r1", "to G6", "to G7", dice="7")
    assert table.options == {"to H7", "stop"}
    assert table.refused("to G8") == {"ASLI-7.2.2.1"}
    table.play("to H7")
    assert table["r1"].hex == "H7" and table.asked == "", "5 of 6 MF are spent"


@pytest.mark.rule("ASLI-7.2.2.1")
def test_cover_next_to_an_enemy_stops_nobody() -> None:
    table = alone(
        "G5", "4-4-7/bd", axis={"G2": "4-6-7", "G8": "4-6-7/b"}, terrain={"woods": "G7 F6", "brush": "G6"}
    )
    table.play("rout r1", "to G6")
    assert "to F6" in table.options


@pytest.mark.rule("ASLI-7.2.3.1")
def test_it_may_leave_its_building_through_its_other_hexes() -> None:
    town = {"building_stone": "G4 G5", "woods": "G7"}
    table = alone("G4", "4-4-7/bd", axis={"G3": "4-6-7"}, terrain=town, buildings=["G4 G5"]).play("rout r1")
    on = table.copy().play("to G5", "to G6", "to G7")
    assert on["r1"].hex == "G7", "G5 is neither the nearest cover nor does it stop it"
    assert table.copy().play("to G5", "stop")["r1"].hex == "G5", "it may stay in the building"
    apart = alone("G4", "4-4-7/bd", axis={"G3": "4-6-7"}, terrain=town).play("rout r1", "to G5")
    assert apart["r1"].hex == "G5" and apart.asked == "", "another building stops it"


@pytest.mark.case(52)
@pytest.mark.rule("ASLI-7.2.4.1", "ASLI-7.6.2")
def test_cover_no_farther_from_an_enemy_than_its_own_hex_may_be_ignored() -> None:
    """Case 52, the unit in J2: it may stay, rout to K2, or ignore K2 and rout to J0 through J1."""
    table = j2()
    assert table.options == {"rout r1", "end-routs"}
    assert survives(table.copy())
    table.play("rout r1")
    assert table.copy().play("to K2", "stop")["r1"].hex == "K2"
    assert table.play("to J1", "to J0", dice="7")["r1"].hex == "J0"
    # K2 is farther from everybody when nobody is in K4: then it is the cover that counts.
    far = j2(axis={"H5": "4-6-7"}).play("rout r1")
    assert far.having("to") == {"K2", "K3"} and far.refused("to J1") == {"ASLI-7.2.1.1"}


def j2(**table: Any) -> Table:
    """The unit in J2 of the worked example; brush stands for whatever lets it stay there and be seen past."""
    enemies = {"H5": "4-6-7", "K4": "4-6-7", "G4": "4-6-7"}
    ground = {"woods": "J0 K3 H3", "building_wood": "K2", "brush": "J2"}
    return rout_phase(**{"axis": enemies, "allies": {"J2": "4-4-7/bd"}, "terrain": ground, **table})


@pytest.mark.rule("ASLI-7.2.5.1")
def test_without_cover_in_reach_it_ends_wherever_it_may_stay() -> None:
    table = alone("G5", "4-4-7/bd", terrain={"grain": "H5"}, month=7).play("rout r1")
    table.play("to H5")
    assert "stop" in table.options, "grain is no Open Ground"
    table = alone("G5", "4-4-7/bd").play("rout r1", "to G6", dice="7")
    assert "stop" not in table.options and table.refused("stop") == {"ASLI-7.0.1"}
    table.play("to G7", "to G8", dice="7 7")
    assert table.refused("stop") == {"ASLI-7.0.1"}
    table.play("to G9")
    assert "stop" in table.options


@pytest.mark.rule("ASLI-7.2.6.1")
def test_a_unit_that_kept_its_dm_routs_again_in_a_later_rtph() -> None:
    table = Table(axis={"A1": "4-6-7"}, allies={"G9": "4-4-7/bd 4-4-7/bd"}, side="allies").run(DmStep())
    table.play("keep-dm r1", "remove-dm r2").run(Routs("allies"))
    assert table.options == {"rout r1", "end-routs"}


# 7.3 Leaders who come along -----------------------------------------------------------------------------


def led(leader: str = "9-1", **table: Any) -> Table:
    """A leader, r1, with a broken squad, r2, before the squad in G2."""
    return rout_phase(allies={"G5": f"{leader} 4-4-7/bd"}, terrain={"woods": "G7"}, **table)


@pytest.mark.rule("ASLI-7.3.1")
def test_a_leader_may_go_along_though_unbroken() -> None:
    table = led()
    assert {"rout r2", "rout-with r2 r1"} <= table.options
    table.play("rout-with r2 r1", "to G6", "to G7", dice="7")
    assert table["r1"].hex == table["r2"].hex == "G7" and not table["r1"].broken
    assert led("9-1/b").refused("rout-with r2 r1") == set(), "a broken one too"
    apart = rout_phase(allies={"G5": "4-4-7/bd 4-4-7", "H5": "9-1"}, terrain={"woods": "G7"})
    assert apart.refused("rout-with r1 r3") == {"ASLI-7.3.1"}
    assert apart.refused("rout-with r1 r2") == {"ASLI-7.3.1"}, "no leader"


@pytest.mark.rule("ASLI-7.3.2", "ASLI-7.3.3")
def test_a_leader_falls_when_the_unit_fails_its_check_and_takes_none() -> None:
    table = led("8-0").play("rout-with r2 r1", "to G6", dice="8")
    assert len(table.rolls) == 1
    assert "r1" not in table and table.state("r2") == "2-3-7 broken dm"
    table = led("8-0").play("rout-with r2 r1", "to G6", dice="7")
    assert "r1" in table and table.state("r2") == "4-4-7 broken dm"
    assert led("8-0").play("rout r2", "to G6", dice="8")["r1"].hex == "G5", "who stays runs no risk"


@pytest.mark.rule("ASLI-7.3.1", "ASLI-7.3.3", "ASLI-7.3.4")
def test_several_leaders_may_go_along() -> None:
    """The best of them helps the unit with its check, and all fall when it fails."""
    table = rout_phase(allies={"G5": "8-0 9-1 4-4-7/bd"}, terrain={"woods": "G7"})
    assert table.having("rout-with") == {"r3 r1", "r3 r2", "r3 r1,r2"}
    assert table.refused("rout-with r3 r1,r1") == table.refused("rout-with r3 -") == {"ASLI-7.3.1"}
    table.play("rout-with r3 r1,r2")
    safe = table.copy().play("to G6", "to G7", dice="8")
    assert {safe[id_].hex for id_ in ("r1", "r2", "r3")} == {"G7"} and len(safe.rolls) == 1
    lost = table.copy().play("to G6", dice="9")
    assert "r1" not in lost and "r2" not in lost and lost.state("r3") == "2-3-7 broken dm"
    assert {table.copy().play("crawl G6")[id_].hex for id_ in ("r1", "r2", "r3")} == {"G6"}


@pytest.mark.rule("ASLI-7.3.4", "ASLI-11.2.2")
def test_a_leader_helps_the_unit_he_goes_with_and_stays_with_it() -> None:
    table = led("9-1").play("rout-with r2 r1")
    assert table.because("to G6") == {"ASLI-7.5.1.1": 0, "ASLI-11.1.1": -1}
    table.play("to G6", dice="8")
    assert table.state("r2") == "4-4-7 broken dm", "8 - 1 is not above 7"
    table = rout_phase(allies={"G5": "9-1 4-4-7/bd", "G7": "4-4-7/bd"}, terrain={"woods": "G7 G8"})
    table.play("rout-with r2 r1", "to G6", "to G7", "stop", dice="7")
    assert table.refused("rout-with r3 r1") == {"ASLI-7.5.2.4"}, "it has come with another"
    assert table.refused("break r1") >= {"ASLI-7.3.4"}


# 7.4 Low Crawl ------------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-7.4.1")
def test_low_crawl_is_one_hex_and_all_mf() -> None:
    table = alone("G5", terrain={"woods": "G7"}).play("rout r1", "crawl G6")
    assert table["r1"].hex == "G6" and table.asked == ""
    table = alone("G5", terrain={"woods": "G7 G8"}).play("rout r1", "to G6", "to G7", dice="7")
    assert table.refused("crawl G8") == {"ASLI-7.4.1"}


@pytest.mark.case(52)
@pytest.mark.rule("ASLI-7.4.2", "ASLI-7.5.1.1")
def test_low_crawl_is_not_interdicted() -> None:
    """Case 52: into J1 there is an Interdiction NMC, by Low Crawl there is none."""
    walking = j2().play("rout r1")
    assert walking.because("to J1") == {"ASLI-7.5.1.1": 0}
    table = alone("G5").play("rout r1")
    assert table.copy().play("crawl G6").rolls == []
    assert len(table.play("to G6", dice="7").rolls) == 1


@pytest.mark.rule("ASLI-7.4.3")
def test_low_crawl_keeps_to_the_way_of_a_rout() -> None:
    table = alone("G5", terrain={"woods": "G7"}).play("rout r1")
    assert table.refused("crawl G4") >= {"ASLI-7.2.1.2"}
    table = alone("G3", "4-4-7/bd", terrain={"woods": "G5"}).play("rout r1")
    assert table.refused("crawl H2") >= {"ASLI-7.2.1.4"}
    table = alone("G5", "4-4-7/bd", axis={"A5": "4-6-7"}, terrain={"woods": "I6 A4"}).play("rout r1")
    assert table.refused("crawl J1") == {"ASLI-7.4.1"}


# 7.5 Interdiction ---------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-7.5.1.1", "ASLI-7.5.2.1")
def test_interdiction_is_a_nmc_and_failing_it_costs_men() -> None:
    table = alone("G5", terrain={"woods": "G7"}).play("rout r1")
    passed = table.copy().play("to G6", dice="7")
    assert passed.state("r1") == "4-4-7 broken dm"
    failed = table.copy().play("to G6", dice="8")
    assert failed.state("r1") == "2-3-7 broken dm"
    failed.play("to G7")
    assert failed["r1"].hex == "G7", "the half-squad goes on"
    lost = table.copy().play("to G6", dice="12")
    assert "r1" not in lost, "an Original 12 eliminates what is broken"
    half = alone("G5", "2-3-7/b", terrain={"woods": "G7"}).play("rout r1", "to G6", dice="8")
    assert "r1" not in half


@pytest.mark.rule("ASLI-7.5.1.1")
@pytest.mark.parametrize(
    ("enemy", "ground", "interdicts"),
    [
        ("4-6-7", {}, True),
        ("4-6-7/b", {}, False),
        ("4-6-7/n", {}, False),
        ("4-6-7", {"woods": "G3"}, False),
        ("4-6-7", {"woods": "G6"}, False),
        ("4-3-6", {}, False),
        ("2-3-7", {}, False),
        ("lmg 4-3-6", {}, True),
    ],
)
def test_who_interdicts(enemy: str, ground: dict[str, str], interdicts: bool) -> None:
    """Unbroken, unpinned, with the open hex, four hexes away, in sight and Normal Range."""
    table = alone("G5", "4-4-7/bd", axis={"G2": enemy}, terrain=ground).play("rout r1")
    assert ("ASLI-7.5.1.1" in table.because("to G6")) is interdicts


@pytest.mark.rule("ASLI-7.5.1.1", "ASLSK-1.1.2.24", "ASLSK-1.1.2.26")
def test_on_a_road_through_trees_it_is_quick_and_interdicted_beside_it_neither() -> None:
    table = alone("G5", terrain={"woods": "G6"}, roads={"road_dirt": "G4 G5 G6 G7"}).play("rout r1")
    assert table.options == {"to G6", "off-road G6", "crawl G6"}
    assert table.because("to G6") == {"ASLI-7.5.1.1": 0}
    assert table.because("off-road G6") == {"ASLI-4.2.2": 4}
    assert table.copy().play("to G6", dice="7")["r1"].hex == "G6"
    beside = table.copy().play("off-road G6")
    assert beside["r1"].hex == "G6" and not beside.rolls
    assert "ASLSK-1.1.2.26" in alone("G5").play("rout r1").refused("off-road G6")


@pytest.mark.rule("ASLI-7.5.2.2", "ASLI-2.0.16")
def test_others_in_the_hex_are_not_checked_but_come_under_dm() -> None:
    table = rout_phase(allies={"G5": "4-4-7/bd", "G6": "4-4-7/b 4-4-7"}, terrain={"woods": "G7"}).play(
        "rout r1", "to G6", dice="8"
    )
    assert [table.state(id_) for id_ in ("r1", "r2", "r3")] == ["2-3-7 broken dm", "4-4-7 broken dm", "4-4-7"]


@pytest.mark.rule("ASLI-7.5.2.3", "ASLI-7.5.3.2")
def test_one_check_a_hex_from_all_and_every_hex_again_from_one() -> None:
    table = alone("G5", axis={"G2": "4-6-7 4-6-7", "H2": "4-6-7"}).play("rout r1", "to G6", dice="7")
    assert len(table.rolls) == 1
    table.play("to G7", dice="7")
    assert len(table.rolls) == 2
    table = rout_phase(allies={"G5": "4-4-7/b", "H5": "4-4-7/b"}, terrain={"woods": "G7"})
    table.play("rout r1", "to G6", "to G7", "rout r2", "to H6", dice="7 7")
    assert len(table.rolls) == 2, "the same enemy Interdicts two units"


@pytest.mark.rule("ASLI-7.5.2.4")
def test_a_rout_goes_on_to_its_end_and_is_not_begun_again() -> None:
    table = rout_phase(allies={"G5": "4-4-7/bd", "H5": "4-4-7/bd"}, terrain={"woods": "G7 G8 H7"})
    table.play("rout r1")
    assert table.refused("stop") >= {"ASLI-7.5.2.4"}, "the first step is due"
    table.play("to G6", "to G7", "stop", dice="7")
    assert table.options == {"rout r2", "end-routs"}
    assert table.refused("rout r1") == {"ASLI-7.5.2.4"}


@pytest.mark.rule("ASLI-7.5.3.1")
@pytest.mark.parametrize("counter", ["p", "f", "F", "a"])
def test_who_has_fired_still_interdicts(counter: str) -> None:
    table = alone("G5", axis={"G2": f"4-6-7/{counter}"}).play("rout r1")
    assert "ASLI-7.5.1.1" in table.because("to G6")


@pytest.mark.rule("ASLI-7.5.3.3", "ASLI-9.5.0.4")
def test_units_in_melee_do_not_interdict() -> None:
    table = rout_phase(axis={"G2": "4-6-7/m"}, allies={"G2": "4-4-7/m", "G5": "4-4-7/bd"})
    assert table.play("rout r2").because("to G6") == {"ASLI-4.2.1": 2}


@pytest.mark.rule("ASLI-7.5.3.4")
@pytest.mark.parametrize(
    ("enemy", "interdicts"), [("9-2", False), ("hmg 9-2", False), ("9-2 4-6-7", True), ("hmg 4-6-7", True)]
)
def test_leaders_do_not_interdict(enemy: str, interdicts: bool) -> None:
    table = alone("G5", "4-4-7/bd", axis={"G2": enemy}).play("rout r1")
    assert table.because("to G6") == ({"ASLI-7.5.1.1": 0} if interdicts else {"ASLI-4.2.1": 2})


# 7.6 Examples -------------------------------------------------------------------------------------------


@pytest.mark.case(51)
@pytest.mark.rule("ASLI-7.6.3")
def test_a_unit_that_can_go_nowhere_is_lost() -> None:
    """Case 51, the unit in I5: every move leaves it next to an enemy (not all are known)."""
    table = rout_phase(
        axis={"H5": "4-6-7", "G4": "4-6-7", "K4": "4-6-7", "J6": "4-6-7", "I3": "4-6-7"},
        allies={"I5": "4-4-7/bd", "Q10": "4-4-7/bd"},
    )
    assert "rout r1" not in table.options
    assert table.refused("rout r1") == {"ASLI-7.6.3"}
    table.play("end-routs")
    assert "r1" not in table


def i4() -> Table:
    """The unit in I4 of the worked example."""
    return rout_phase(
        axis={"H5": "4-6-7", "G4": "4-6-7", "K4": "4-6-7"},
        allies={"I4": "4-4-7/bd"},
        terrain={"woods": "H2 J2 J0 H0 K3 G3"},
    )


@pytest.mark.case(51)
@pytest.mark.rule("ASLI-7.6.4")
def test_the_only_first_hex_may_be_entered_by_low_crawl() -> None:
    """Case 51, the squad in I4: only I3 is a legal first hex."""
    table = i4()
    table.play("rout r1")
    assert table.options == {"to I3", "crawl I3"}
    table.play("crawl I3")
    assert table["r1"].hex == "I3", "it got away from the nearest enemy, one of three"


@pytest.mark.rule("ASLI-7.6.5")
def test_it_goes_on_through_its_first_hex() -> None:
    table = i4().play("rout r1", "to I3", dice="7")
    assert {"to H2", "to J2"} <= table.options
    on = table.copy().play("to H2")
    assert "stop" in on.options, "H2 is no farther from the enemy in G4: it may stay, or ignore it and go on"
    assert on.play("to H1", "to H0")["r1"].hex == "H0"


@pytest.mark.case(52)
@pytest.mark.rule("ASLI-7.6.6", "ASLI-7.5.2.1")
def test_a_squad_reduced_by_interdiction_goes_on_as_a_half_squad() -> None:
    table = i4().play("rout r1", "to I3", dice="8")
    assert table.state("r1") == "2-3-7 broken dm"
    table.play("to J2", "stop")
    assert table["r1"].hex == "J2"
    assert "r1" not in i4().play("rout r1", "to I3", dice="12")


# 10 Machine guns ----------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-10.3.5", "ASLI-10.2.6", "ASLI-10.4.3")
def test_machine_guns_beyond_its_capacity_are_dropped_before_it_routs() -> None:
    table = alone("G5", "lmg hmg 4-4-7/bd", terrain={"woods": "G7"})
    table.play("rout r1", "to G6", "to G7", dice="7")
    assert (table.gun("mg1").hex, table.gun("mg1").owner) == ("G7", "r1"), "1 PP of 3"
    assert (table.gun("mg2").hex, table.gun("mg2").owner) == ("G5", ""), "5 PP"
    nations = {"axis": "russian", "allies": "german"}
    table = rout_phase(
        axis={"G2": "4-4-7"}, allies={"G5": "9-1 mmg lmg 4-6-7/bd"}, terrain={"woods": "G6"}, nations=nations
    )
    table.play("rout-with g2 g1")
    assert table.options == {"drop mg1", "drop mg2"}, "4 PP, even with a leader along: either will do"
    assert table.asked == "ChooseDiscard", "before the first step"
    table.play("drop mg2", "to G6")
    assert (table.gun("mg1").hex, table.gun("mg2").hex) == ("G6", "G5")
