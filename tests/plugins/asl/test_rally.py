"""The Rally Phase [ASLI-2]."""

from __future__ import annotations

import pytest
from tests.plugins.asl.drawing import Table

from grognard_asl.morale import morale_reasons


@pytest.mark.rule("ASLI-2.0.1")
def test_both_sides_rally_the_attacker_first() -> None:
    table = Table(axis={"G5": "9-1 4-6-7/b"}, allies={"G9": "8-0 4-4-7/b"}).at_step("1.2")
    assert table.to_act == "axis" and table.having("rally") == {"g2 g1"}
    table.play("end-rally")
    assert table.to_act == "allies" and table.having("rally") == {"r2 r1"}


@pytest.mark.rule("ASLI-2.0.2")
def test_rally_needs_an_unbroken_leader_in_the_hex() -> None:
    table = Table(axis={"G5": "4-6-7/b", "G6": "9-1", "H5": "8-0/b 4-6-7/b"}).rallying()
    assert table.options == {"self-rally g3", "end-rally"}
    assert table.refused("rally g1 g2") == {"ASLI-2.0.2"}
    assert table.refused("rally g4 g3") == {"ASLI-2.0.2"}
    assert table.refused("rally g2 g2") == {"ASLI-2.0.2"}


@pytest.mark.rule("ASLI-2.0.3")
def test_a_leader_rallies_itself_only_when_nobody_else_could() -> None:
    table = Table(axis={"G5": "9-1 8-0/b", "H5": "8-0/b 4-6-7/b"}).rallying()
    assert table.refused("self-rally g2") == {"ASLI-2.0.3"}
    assert table.refused("self-rally g3") == set()
    assert table.refused("self-rally g4") == {"ASLI-2.0.3"}, "a squad"


@pytest.mark.case(46)
@pytest.mark.rule("ASLI-2.0.4", "ASLI-2.0.5", "ASLI-2.0.6", "ASLI-2.0.7")
@pytest.mark.parametrize(("state", "drm", "most"), [("bd", 1, 6), ("b", -3, 10)])
def test_rally_drm_and_the_broken_morale(state: str, drm: int, most: int) -> None:
    """Case 46: a 4-6-7 in a building with a 9-2."""
    for roll, rallies in ((most, True), (most + 1, False)):
        table = Table(axis={"G5": f"9-2 4-6-7/{state}"}, terrain={"building_stone": "G5"}).rallying()
        assert table.drm("rally g2 g1") == drm
        table.play("rally g2 g1", dice=str(roll))
        assert table["g2"].broken is not rallies
        assert table["g2"].dm is (not rallies and "d" in state)


@pytest.mark.case(106)
@pytest.mark.rule("ASLI-2.0.4")
def test_rallying_a_russian_squad_under_dm() -> None:
    """Case 106."""
    for roll, rallies in (("3", True), ("5", False)):
        table = Table(
            allies={"G5": "8-0 4-4-7/bd"}, terrain={"building_stone": "G5"}, side="allies"
        ).rallying()
        assert table.drm("rally r2 r1") == 3
        table.play("rally r2 r1", dice=roll)
        assert table["r2"].broken is not rallies


@pytest.mark.rule("ASLI-2.0.8", "ASLI-11.1.2")
def test_self_rally_has_no_leadership_and_plus_one() -> None:
    table = Table(axis={"G5": "9-2/b"}).rallying()
    assert table.because("self-rally g1") == {"ASLI-2.0.8": 1}


@pytest.mark.rule("ASLI-11.1.2", "ASLI-11.1.3")
def test_leadership_helps_others_with_their_checks_and_never_the_leader() -> None:
    table = Table(axis={"G5": "9-2 4-6-7 8-1"})
    assert list(map(str, morale_reasons(table.playing, "g2", 0))) == [
        "-2 led by German 9-2 leader [ASLI-11.1.1]"
    ]
    assert [reason.value for reason in morale_reasons(table.playing, "g1", 0)] == [-1]
    assert morale_reasons(Table(axis={"G5": "9-2 4-6-7"}).playing, "g1", 0) == ()


@pytest.mark.rule("ASLI-2.0.3")
@pytest.mark.parametrize("unit", ["4-6-7", "2-4-7", "german_2-2-8-crew"])
def test_nobody_but_a_leader_rallies_itself(unit: str) -> None:
    table = Table(axis={"G5": f"{unit}/b", "K5": "9-1/b"}).rallying()
    assert table.having("self-rally") == {"g2"}
    assert table.refused("self-rally g1") == {"ASLI-2.0.3"}


@pytest.mark.rule("ASLI-2.0.9")
def test_the_owner_picks_the_leader() -> None:
    table = Table(axis={"G5": "9-2 8-0 4-6-7/b"}).rallying()
    assert table.having("rally") == {"g3 g1", "g3 g2"}
    assert (table.drm("rally g3 g1"), table.drm("rally g3 g2")) == (-2, 0)


@pytest.mark.rule("ASLI-2.0.10")
def test_a_leader_who_rallied_itself_rallies_others() -> None:
    table = Table(axis={"G5": "8-1/b 4-6-7/b"}).rallying()
    assert table.having("rally") == set()
    assert table.refused("rally g2 g1") == {"ASLI-2.0.2"}
    table.play("self-rally g1", dice="7")
    assert table.having("rally") == {"g2 g1"}


@pytest.mark.case(48)
@pytest.mark.rule("ASLI-2.0.11", "ASLI-2.0.12")
def test_only_an_original_12_costs_men() -> None:
    """Case 48."""
    table = Table(axis={"G5": "9-1 4-6-7/b 2-4-7/b 8-0/b", "J5": "4-6-7/bd"}).rallying()
    table.play("rally g2 g1", dice="11")
    assert table.state("g2") == "4-6-7 broken"
    table = Table(axis={"G5": "9-1 4-6-7/bd 2-4-7/b 8-0/b"}).rallying()
    table.play("rally g2 g1", "rally g3 g1", "rally g4 g1", dice="12 12 12")
    assert (table.state("g2"), table.state("g3"), table.state("g4")) == ("2-4-7 broken dm", "-", "-")


@pytest.mark.rule("ASLI-2.0.13", "ASLI-2.0.14")
def test_one_attempt_for_each_unit_and_any_number_for_a_leader() -> None:
    table = Table(axis={"G5": "9-1 4-6-7/bd 4-6-7/bd", "J5": "8-0/b"}).rallying()
    table.play("rally g2 g1", dice="11")
    assert table.refused("rally g2 g1") == {"ASLI-2.0.13"}
    table.play("rally g3 g1", dice="11")
    assert table.having("rally") == set()


@pytest.mark.rule("ASLI-2.0.13")
def test_a_new_player_turn_gives_a_new_attempt() -> None:
    table = Table(axis={"G5": "9-1 4-6-7/bd", "J5": "4-6-7"}, allies={"M2": "4-4-7"}).at_step("1.2")
    table.play("rally g2 g1", dice="11")
    assert "g2" in table.position.acted
    table.play("end-rally", "remove-dm g2")
    assert table.position.phase == "PFPh" and not table.position.acted


@pytest.mark.rule("ASLI-2.0.15")
def test_breaking_puts_a_unit_under_dm() -> None:
    table = Table(axis={"G5": "4-6-7"}, allies={"G6": "4-4-7"}).aim("G6")
    table.play("fire g1", dice="8 8")
    assert table.state("r1") == "4-4-7 broken dm"


@pytest.mark.rule("ASLI-2.0.17")
def test_an_enemy_next_to_a_broken_unit_puts_it_under_dm() -> None:
    table = Table(axis={"G5": "4-6-7"}, allies={"G8": "4-4-7/b", "J9": "4-4-7/b"}, side="axis").moving()
    table.play("move g1", "walk", "to G6")
    assert not table["r1"].dm
    table.play("to G7")
    assert table["r1"].dm and not table["r2"].dm
    table.play("to G6")
    assert table["r1"].dm, "it stays under DM when they are no longer adjacent"


@pytest.mark.rule("ASLI-2.0.18")
def test_dm_touches_rally_and_no_morale_checks() -> None:
    for signs, dm in (("b", 0), ("bd", 4)):
        rally = Table(allies={"G6": f"8-0 4-4-7/{signs}"}, side="allies").rallying()
        assert rally.drm("rally r2 r1") == dm
        table = Table(axis={"G5": "4-6-7"}, allies={"G6": f"4-4-7/{signs}"}).aim("G6")
        table.play("fire g1", dice="8 7")
        assert table.state("r1") == "4-4-7 broken dm"


@pytest.mark.rule("ASLI-2.0.19", "ASLI-2.0.20")
def test_dm_goes_at_the_end_of_the_rph_unless_it_is_kept_outside_cover() -> None:
    table = Table(
        axis={"G5": "4-6-7/bd", "H5": "4-6-7/bd", "I5": "4-6-7/bd"}, allies={"M9": "4-4-7/bd"},
        terrain={"woods": "G5"},
    ).at_step("1.3")  # fmt: skip
    assert table.state("g1") == "4-6-7 broken", "in woods it cannot be kept"
    assert table.options == {"remove-dm g2", "keep-dm g2"}
    table.play("remove-dm g2", "keep-dm g3")
    assert (table["g2"].dm, table["g3"].dm) == (False, True)
    assert table.to_act == "allies"


@pytest.mark.rule("ASLI-2.0.17", "ASLI-2.0.19")
def test_next_to_an_enemy_dm_does_not_go() -> None:
    table = Table(axis={"G5": "4-6-7/bd"}, allies={"G6": "4-4-7"}, terrain={"woods": "G5"}).at_step("1.3")
    assert table["g1"].dm and table.position.phase != "RPh"
