"""What the ruleset leaves off and its options turn on: rules of the Starter Kits."""

from __future__ import annotations

from typing import Any

import pytest
from tests.plugins.asl.drawing import Table

from grognard_asl.fire import FirePhase, attack_firepower
from grognard_asl.movement import Moves
from grognard_asl.turn import PlayerTurnEnds, RemoveCounters


def adjacent(target: str, **options: object) -> Table:
    """A 4-6-7 fires with 8 FP at a hex beside it."""
    return Table(axis={"G5": "4-6-7"}, allies={"G6": target}, options=options).aim("G6")


@pytest.mark.case(91)
@pytest.mark.rule("ASLI-3.2.0.17")
@pytest.mark.parametrize(("pin", "state"), [(True, "4-4-7 pinned"), (False, "4-4-7")])
def test_the_highest_roll_that_passes_pins(pin: bool, state: str) -> None:  # a parameter
    """Case 91: in the introductory game the unit is unaffected."""
    assert adjacent("4-4-7", pin=pin).play("fire g1", dice="8 7").state("r1") == state


def test_a_pinned_unit_fires_halved_and_does_not_move_until_the_player_turn_ends() -> None:
    table = Table(axis={"G5": "4-6-7/n"}, allies={"G8": "4-4-7"}, options={"pin": True})
    assert attack_firepower(table.playing, ("g1",), "G8", "prep")[0] == 2
    assert table.run(Moves("axis")).asked == ""
    table.run(PlayerTurnEnds())
    assert not table["g1"].pinned


@pytest.mark.parametrize(("roll", "state"), [("8", "4-4-7 pinned"), ("7", "4-4-7")])
def test_ptc_pins_who_fails(roll: str, state: str) -> None:
    assert adjacent("4-4-7", ptc="check").play("fire g1", dice=f"9 {roll}").state("r1") == state
    broken = adjacent("4-4-7/b", ptc="check").play("fire g1", dice="9")
    assert broken.state("r1") == "4-4-7 broken dm", "broken units do not check, and 8 FP could have hurt"


@pytest.mark.parametrize(("roll", "state"), [("10", "4-4-7 broken dm"), ("11", "4-2-6 broken dm")])
def test_elr_replaces_who_fails_by_more(roll: str, state: str) -> None:
    """Experience level 3, morale 7."""
    assert adjacent("4-4-7", elr=True).play("fire g1", dice=f"8 {roll}").state("r1") == state
    assert adjacent("4-4-7").play("fire g1", dice=f"8 {roll}").state("r1") == "4-4-7 broken dm"


@pytest.mark.case(21, 90)
@pytest.mark.rule("ASLI-3.2.0.1")
def test_cowering_moves_doubles_one_column_to_the_left() -> None:
    """Case 90: doubles 3,3 without a leader: column 16 becomes 12; with the leader it stays."""
    stacks: Any = {"axis": {"G6": "4-6-7 2-4-7"}, "allies": {"G5": "4-4-7 4-4-7 8-0"}}
    for leader, column in (("-", "12"), ("r3", "16")):
        table = Table(**stacks, terrain={"building_wood": "G6"}, options={"cowering": True}, side="allies")
        table.aim("G6").play(f"fire r1,r2 {leader}", dice=["3", "3", "2", "2"])
        assert [event["column"] for event in table.told("fired")] == [column]
    table = Table(axis={"A1": "1-2-7"}, allies={"A3": "4-4-7"}, nations={"axis": "partisan"},
                  options={"cowering": True}).aim("A3")  # fmt: skip
    table.play("fire p1", dice="1 1")
    assert len(table.rolls) == 2 and not table.told("fired"), "case 21: no column is left of the first"


@pytest.mark.case(22)
def test_some_nations_do_not_cower() -> None:
    """Case 22."""
    for squad, cowers in (("4-5-8", False), ("4-5-7", False), ("4-4-7", True)):
        table = Table(axis={"G5": squad}, allies={"G8": "4-4-7"}, nations={"axis": "british"},
                      options={"cowering": True}).aim("G8")  # fmt: skip
        table.play("fire b1", dice="6 6")
        assert bool(table.told("cowered")) is cowers


@pytest.mark.case(36)
def test_a_machine_gun_within_its_rate_fires_again_and_leaves_no_residual_fp() -> None:
    """Case 36. A German LMG has a rate of 1."""
    for dice, again in (("1 6 2", True), ("2 6", False)):
        table = Table(axis={"G5": "lmg 4-6-7"}, allies={"G8": "4-4-7"}, options={"rate_of_fire": True},
                      side="allies").moving()  # fmt: skip
        table.play("move r1", "walk", "to G7", "fire mg1", *["keep-rate"] * again, dice=dice)
        assert table.gun("mg1").fired == ("kept" if again else "first")
        assert bool(table.position.residual) is not again
        table.play("to G6")
        assert table.because("fire mg1 -").get("ASLI-5.1.2.4") == (None if again else 0), (
            "a full shot, or SFF"
        )


@pytest.mark.case(36)
@pytest.mark.rule("ASLI-5.3.1.1")
def test_the_owner_may_give_the_rate_up_to_leave_residual_fp() -> None:
    """Case 36: 6 FP leave 3, unless as much lies there."""
    for there, asked in ((2, True), (3, False)):
        table = Table(axis={"G5": "lmg 4-6-7"}, allies={"G7": "4-4-7"}, options={"rate_of_fire": True},
                      residual={"G6": there}, side="allies").moving()  # fmt: skip
        table.play("move r1", "walk", "to G6", "fire mg1", dice="10 1 6 2")
        assert (table.asked == "ChooseRate") is asked
        if asked:
            table.play("give-up-rate")
            assert table.gun("mg1").fired == "first" and table.position.residual["G6"] == 3


def test_a_rate_kept_in_subsequent_first_fire_flips_no_counter() -> None:
    for dice, counter in (("1 6", "first"), ("2 6", "final")):
        table = Table(axis={"G5": "lmg/f 4-6-7"}, allies={"G8": "4-4-7"}, options={"rate_of_fire": True},
                      side="allies").moving()  # fmt: skip
        table.play("move r1", "walk", "to G7", "fire mg1", dice=dice)
        assert table.gun("mg1").fired == counter


def kept(stack: str, side: str = "axis") -> Table:
    """A machine gun in G5 has fired within its rate in the PFPh, or in the enemy's MPh."""
    table = Table(
        axis={"G5": stack, "A1": "4-6-7"}, allies={"G8": "4-4-7", "G6": "4-4-7"}, side=side,
        terrain={"building_stone": "G8" if side == "axis" else "G7"}, options={"rate_of_fire": True},
    )  # fmt: skip
    if side == "axis":
        table.aim("G8").play("fire mg1", dice="1 6")
    else:
        table.moving().play("move r1", "walk", "to G7", "fire mg1", dice="1 6")
    assert table.gun("mg1").fired == "kept"
    return table


@pytest.mark.rule("ASLI-4.0.1", "ASLI-6.0.1")
def test_who_fires_within_his_rate_has_fired() -> None:
    table = kept("hmg 4-6-7").run(FirePhase("axis", "prep", over=True))
    assert table.gun("mg1").fired == "prep"
    assert table.run(Moves("axis")).refused("move g1") == {"ASLI-4.0.1"}
    table.play("end-moves")
    table.aim("G6", "advancing")
    assert table.refused("fire g1") == {"ASLI-6.0.1"} and "ASLI-6.0.1" in table.refused("fire mg1")


@pytest.mark.rule("ASLI-10.5.2", "ASLI-10.5.3", "ASLI-10.5.6")
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_a_shot_within_the_rate_counts_among_what_a_unit_has_fired(side: str) -> None:
    mode = "prep" if side == "axis" else "final"
    table = kept("hmg 2-4-7", side).aim("G6", mode)
    assert table.refused("fire g1") == {"ASLI-10.5.3"} and table.refused("fire mg1") == set()
    table = kept("hmg lmg lmg 4-6-7", side).aim("G6", mode)
    assert table.refused("fire g1,mg2") == {"ASLI-10.5.2"} == table.refused("fire mg2,mg3")
    assert table.refused("fire g1,mg1") == table.refused("fire mg1,mg2") == set()
    table = kept("hmg 9-1 4-6-7", side).aim("G6", mode)
    assert "ASLI-10.5.6" in table.refused("fire g2 g1") and table.refused("fire mg1") == set()


def test_a_rate_kept_in_the_mph_lasts_until_the_dfph_ends() -> None:
    table = kept("hmg 4-6-7", "allies").run(RemoveCounters(("first", "final", "kept")))
    assert not table.gun("mg1").fired


def test_nobody_keeps_his_rate_in_advancing_fire() -> None:
    table = Table(axis={"G5": "lmg 4-6-7"}, allies={"G8": "4-4-7"}, options={"rate_of_fire": True})
    table.aim("G8", "advancing").play("fire mg1", dice="1 6")
    assert table.gun("mg1").fired == "advancing"


@pytest.mark.case(49)
@pytest.mark.rule("ASLI-4.1.1")
def test_double_time_is_two_mf_more_and_exhausts() -> None:
    """Case 49."""
    table = Table(axis={"A5": "4-6-7"}, allies={"Q9": "4-4-7"}, options={"cx": True}).moving()
    table.play("move g1", "double-time", *(f"to {column}5" for column in "BCDEFG"))
    assert table["g1"].hex == "G5" and table["g1"].exhausted
    table = Table(axis={"G5": "4-6-7/x"}, allies={"G8": "4-4-7"}, options={"cx": True}).aim("G8", "advancing")
    assert table.drm("fire g1 -") == 1
    table.run(Moves("axis"))
    assert not table["g1"].exhausted, "when its next MPh begins"
    table = Table(axis={"A5": "4-6-7"}).moving().play("move g1")
    assert table.refused("double-time") == {"ASLI-4.1.1"}


@pytest.mark.parametrize(
    ("gun", "manner"), [("", {"walk", "assault", "double-time"}), ("hmg", {"double-time"})]
)
def test_double_time_gets_on_where_nothing_else_does(gun: str, manner: set[str]) -> None:
    """Woods uphill cost 4 MF, with an HMG a squad has 3."""
    table = Table(
        axis={"A5": f"{gun} 4-6-7"}, terrain={"woods": "A4 A6 B4 B5"}, options={"cx": True},
        levels=dict.fromkeys(("A4", "A6", "B4", "B5"), 1),
    ).moving().play("move g1")  # fmt: skip
    assert {option for option in table.options if "drop" not in option} == manner
    if gun:
        assert table.refused("walk") == {"ASLI-10.2.2"} and not table.refused("double-time")


def test_double_time_may_be_the_only_way_to_move_at_all() -> None:
    table = Table(axis={"A5": "4-6-7"}, terrain={"woods": "A4 A6 B4 B5"}, options={"cx": True},
                  levels=dict.fromkeys(("A4", "A6", "B4", "B5"), 1),
                  walls={"wall": "A5|A4 A5|A6 A5|B4 A5|B5"}).moving()  # fmt: skip
    assert table.play("move g1").forced == ["double-time"]
