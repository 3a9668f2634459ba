"""Close combat: designation by both sides, odds, leaders, melee; exact odds of it all [ASLI-9].

The ATTACKER is German; the hex is G5, and what is written for it is listed from top to bottom.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from time import process_time
from typing import Any

import pytest
from tests.plugins.asl.drawing import Table

from grognard_asl.close_combat import Abstain, ChooseAttack, Engage, Join
from grognard_asl.combat_stacks import ChooseArrangement, Combats, Support
from grognard_asl.position import AslPosition


def fight(axis: str, allies: str, **table: Any) -> Table:
    """Both sides in G5, at the beginning of the CCPh."""
    return Table(axis={"G5": axis}, allies={"G5": allies}, **table).run(Combats("axis"))


def odds_of(table: Table, text: str) -> str:
    """``"1:2, Kill Number 4"``."""
    first = table.game.explain(table.position, table.action(text)).reasons[0]
    return first.text.partition(": ")[2]


# 9.0 Close combat ---------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-9.0.1")
def test_close_combat_is_fought_in_the_ccph_where_both_sides_are() -> None:
    table = Table(axis={"G5": "4-6-7", "H7": "4-6-7"}, allies={"G5": "4-4-7", "H6": "4-4-7"})
    table.at_step("7.2").play("end-advances")
    assert (table.asked, table.position.phase) == ("ChooseAttack", "CCPh")
    assert table.options == {"engage g1 r1", "abstain g1"}, "not against the unit next door"
    table = Table(axis={"G5": "4-6-7"}, allies={"H5": "4-4-7"}).at_step("7.2").play("end-advances")
    assert table.position.active == "allies", "nobody shares a hex: the Player Turn is over"


@pytest.mark.rule("ASLI-9.0.2")
def test_neither_tem_nor_range_modifies_it() -> None:
    table = fight("4-6-7", "4-4-7", terrain={"building_stone": "G5"})
    assert table.because("engage g1 r1") == {"ASLI-9.2.1.2": 0}
    assert odds_of(table, "engage g1 r1") == "1:1, Kill Number 5", "4 FP, not doubled"


@pytest.mark.case(57)
@pytest.mark.rule("ASLI-9.0.3", "ASLI-9.1.3")
def test_both_sides_strike_even_if_both_are_lost() -> None:
    """Case 57: German DR 3, Russian DR 5: all four units are eliminated."""
    table = fight("8-1 4-6-7", "4-4-7 4-4-7").play("support g1 g2", "engage g2 r1,r2")
    assert table.options == {"engage r1 g2", "abstain r1"}
    table.play("engage r1 g2", "join r2 r1", dice="3 5")
    assert not table.position.at and not table.position.units
    assert table.position.lost == {"axis": 3, "allies": 4}


# 9.1 Order ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-9.1.1")
def test_the_attacker_orders_the_hexes_and_each_is_finished_first() -> None:
    table = Table(
        axis={"G5": "4-6-7", "K5": "4-6-7"},
        allies={"G5": "4-4-7", "K5": "4-4-7", "A1": "4-4-7"},
        side="allies",
    ).at_step("8.1")
    assert table.to_act == "allies" and table.options == {"fight G5", "fight K5"}
    assert table.refused("fight A1") == {"ASLI-9.0.1"}
    table.play("fight K5")
    assert table.options == {"engage r2 g2", "abstain r2"}, "K5 to its end"
    table.play("engage r2 g2", "engage g2 r2", dice="12 12")
    assert table["r2"].melee and not table["r1"].melee
    assert table.options == {"engage r1 g1", "abstain r1"}, "the last hex needs no choice"
    table.play("abstain r1", "abstain g1")
    assert table.position.active == "axis", "then the Player Turn is over"


@pytest.mark.rule("ASLI-9.1.2")
def test_all_attacks_are_designated_before_any_is_resolved_the_attackers_first() -> None:
    table = fight("4-6-7 4-6-7", "4-4-7")
    table.play("engage g1 r1")
    assert not table.rolls and table.to_act == "axis"
    assert table.refused("join r1 g1") == {"ASLI-9.1.2"}
    table.play("join g2 g1")
    assert not table.rolls and table.to_act == "allies"
    table.play("abstain r1", dice="12")
    assert len(table.rolls) == 1 and table.asked == ""


@pytest.mark.rule("ASLI-9.1.3", "ASLI-9.1.4")
def test_a_reduced_defender_strikes_back_with_all_it_had() -> None:
    table = fight("4-6-7", "4-4-7").play("engage g1 r1", "engage r1 g1", dice="5 4")
    assert table.state("r1") == "2-3-7" and table.state("g1") == "-", "4:4 needs less than 5, 2:4 less than 4"
    odds = [told["odds"] for told in table.told("close combat")]
    assert odds == ["1:1", "1:1"]


@pytest.mark.rule("ASLI-9.1.4")
def test_a_unit_attacks_once_and_is_attacked_once() -> None:
    table = fight("4-6-7 4-6-7", "4-4-7 4-4-7").play("engage g1 r1")
    assert table.options == {"engage g2 r2", "join g2 g1", "abstain g2"}
    assert table.refused("engage g2 r1") == {"ASLI-9.1.4"}
    assert table.refused("engage g2 r1,r2") == {"ASLI-9.1.4"}
    assert table.refused("engage g2 r2,r2") == {"ASLI-9.1.4"}
    assert table.refused("engage g1 r2") == {"ASLI-9.1.2"}
    assert table.refused("join g2 g2") == {"ASLI-9.1.4"}
    assert table.refused("engage g2 g1") == {"ASLI-9.0.1"}


@pytest.mark.rule("ASLI-9.1.5")
def test_nobody_has_to_attack_or_to_be_attacked() -> None:
    table = fight("4-6-7 4-6-7", "4-4-7 4-4-7").play("abstain g1", "engage g2 r2")
    table.play("abstain r1", "abstain r2", dice="12")
    assert len(table.rolls) == 1 and len(table.position.units) == 4
    table = fight("4-6-7", "4-4-7").play("abstain g1", "abstain r1")
    assert not table.rolls


# 9.2 Odds and results -----------------------------------------------------------------------------------


@pytest.mark.case(54, 60)
@pytest.mark.rule("ASLI-9.2.1.1", "ASLI-9.2.1.2")
@pytest.mark.parametrize(
    ("axis", "allies", "before", "attack", "odds"),
    [
        ("russian_6-2-8 russian_6-2-8", "german_4-6-7", "engage r1 g1", "join r2 r1", "3:1, Kill Number 8"),
        ("8-0 4-6-7 2-4-7", "4-4-7", "support g1 g2; engage g2 r1", "join g3 g2", "3:2, Kill Number 6"),
        (
            "8-0 4-6-7 4-6-7 2-4-7", "2-3-7", "support g1 g2; engage g2 r1; join g3 g2", "join g4 g2",
            "4:1, Kill Number 9",
        ),
        (
            "4-6-7", "8-0 8-0 8-0 4-4-7 4-4-7 4-4-7", "support r1 r4; support r2 r4; support r3 r5",
            "engage g1 r4,r5,r6", "1:4, Kill Number 3",
        ),
        ("4-6-7", "4-4-7", "", "engage g1 r1", "1:1, Kill Number 5"),
    ],
)  # fmt: skip
def test_odds_are_rounded_down_for_the_defender(
    axis: str, allies: str, before: str, attack: str, odds: str
) -> None:
    """Cases 54 and 60: 12:4, 7:4, 11:2, 4:15, 4:4."""
    nations = {"axis": "russian", "allies": "german"} if "russian" in axis else {}
    table = fight(axis, allies, nations=nations)
    assert odds_of(table.play(*before.split("; ") if before else ()), attack) == odds


@pytest.mark.case(61)
@pytest.mark.rule("ASLI-9.2.1.2")
def test_the_ends_of_the_table() -> None:
    """Case 61: below 1:8 nothing, beyond 10:1 everything, and 10.5:1 is still 10:1."""
    table = fight("4-6-7", "4-4-7").rules.close_combat
    assert [table.look(*odds, 7) for odds in ((4, 33), (4, 32), (44, 4), (42, 4))] == [0, 1, 13, 12]


@pytest.mark.case(60)
@pytest.mark.rule("ASLI-9.2.2.1", "ASLI-9.2.2.2", "ASLI-9.2.2.3")
@pytest.mark.parametrize(
    ("dice", "left"), [("4", []), ("5 6,1", ["2-3-7", "4-4-7"]), ("6", ["4-4-7", "4-4-7"])]
)
def test_below_the_kill_number_all_are_eliminated_at_it_one_is_reduced(dice: str, left: list[str]) -> None:
    """Case 60, against two: 8:8 is 1:1, Kill Number 5."""
    table = fight("4-6-7 4-6-7", "4-4-7 4-4-7").play("engage g1 r1,r2", "join g2 g1", "abstain r1")
    table.play("abstain r2", dice=dice)
    assert [state for id_ in ("r1", "r2") if (state := table.state(id_).split(" ")[0]) != "-"] == left


@pytest.mark.rule("ASLI-9.2.2.2")
def test_a_tie_reduces_several() -> None:
    table = fight("4-6-7 4-6-7", "4-4-7 4-4-7").play("engage g1 r1,r2", "join g2 g1", "abstain r1")
    table.play("abstain r2", dice="5 3,3")
    assert table.state("r1") == table.state("r2") == "2-3-7 melee"


@pytest.mark.case(58)
@pytest.mark.rule("ASLI-9.2.3.1")
def test_three_squads_against_three_combine_in_every_way_listed() -> None:
    """Case 58, A to E, and that every way of combining is offered exactly once."""
    ways = {
        "A": (["engage g1 r1,r2,r3", "join g2 g1", "join g3 g1"], ["12 FP against 12: 1:1"]),
        "B": (["engage g1 r1", "join g2 g1", "join g3 g1"], ["12 FP against 4: 3:1"]),
        "C": (["engage g1 r1", "engage g2 r2", "engage g3 r3"], ["4 FP against 4: 1:1"] * 3),
        "D": (
            ["engage g1 r1", "join g2 g1", "engage g3 r2,r3"],
            ["8 FP against 4: 2:1", "4 FP against 8: 1:2"],
        ),
        "E": (["engage g1 r1", "join g2 g1", "engage g3 r2"], ["8 FP against 4: 2:1", "4 FP against 4: 1:1"]),
    }
    table = fight("4-6-7 4-6-7 4-6-7", "4-4-7 4-4-7 4-4-7")
    for actions, attacks in ways.values():
        end = table.copy().play(*actions, "abstain r1", "abstain r2")
        end.play("abstain r3", dice=" ".join(["12"] * len(attacks)))
        rolled = [roll.reasons[0].text.partition(",")[0] for roll in end.rolls if roll.why == "close combat"]
        assert rolled == attacks
    found = Counter(allocations(table))
    assert max(found.values()) == 1
    assert set(found) == set(all_ways(("g1", "g2", "g3"), ("r1", "r2", "r3")))


Way = frozenset[tuple[frozenset[str], frozenset[str]]]


def allocations(table: Table) -> list[Way]:
    """Every way of combining attacks that the options of the ATTACKER lead to."""
    if table.to_act != "axis":
        decision = table.game.decision(table.position)
        assert isinstance(decision, ChooseAttack)
        return [frozenset((frozenset(blow.by), frozenset(blow.on)) for blow in decision.combat.blows)]
    return [way for option in sorted(table.options) for way in allocations(table.copy().play(option))]


def all_ways(own: tuple[str, ...], enemies: tuple[str, ...]) -> set[Way]:
    """The same by brute force: who is in attack 1, 2, 3 or in none, on both sides."""
    numbers = range(len(own) + 1)
    found = set()
    for by, on in product(product(numbers, repeat=len(own)), product(numbers, repeat=len(enemies))):
        if set(by) - {0} == set(on) - {0}:
            groups = {
                (
                    frozenset(id_ for id_, n in zip(own, by, strict=True) if n == number),
                    frozenset(id_ for id_, n in zip(enemies, on, strict=True) if n == number),
                )
                for number in set(by) - {0}
            }
            found.add(frozenset(groups))
    return found


# 9.3 Single men -----------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-9.3.1.1")
def test_a_leader_has_a_strength_of_one() -> None:
    table = fight("9-2", "8-0")
    assert (
        table.game.explain(table.position, table.action("engage g1 r1"))
        .reasons[0]
        .text.startswith("1 FP against 1")
    )


@pytest.mark.rule("ASLI-9.3.1.2", "ASLI-9.3.3.2", "ASLI-9.4.2")
def test_a_leader_that_attacks_alone_is_attacked_alone_and_has_no_modifier() -> None:
    table = fight("9-2 4-6-7", "4-4-7 4-4-7").play("alone g1", "engage g2 r1")
    assert table.options == {"engage g1 r2", "abstain g1"}, "nobody joins a lone leader, nor he them"
    assert table.refused("join g1 g2") == {"ASLI-9.3.1.2"}
    assert table.because("engage g1 r2") == {"ASLI-9.2.1.2": 0}
    assert odds_of(table, "engage g1 r2") == "1:4, Kill Number 3"
    table.play("engage g1 r2")
    assert {"engage r1 g1", "engage r1 g2", "engage r1 g2,g1"} <= table.options
    table = fight("4-6-7", "9-2 4-4-7").play("alone r1", "engage g1 r1")
    assert odds_of(fight("4-6-7", "9-2 4-4-7").play("alone r1"), "engage g1 r1") == "4:1, Kill Number 9"
    assert table.refused("join r2 r1") == {"ASLI-9.1.4"}


@pytest.mark.rule("ASLI-9.3.1.3", "ASLI-9.3.2.2", "ASLI-9.3.2.3")
def test_stacks_are_arranged_and_lone_leaders_declared_before_anybody_designates() -> None:
    table = fight("9-2 4-6-7 2-4-7", "8-0 4-4-7")
    assert table.to_act == "axis" and table.options == {"support g1 g2", "support g1 g3", "alone g1"}
    assert table.refused("support g1 r2") == {"ASLI-9.3.2.2"}
    assert table.refused("support r1 r2") == table.refused("ready") == {"ASLI-9.3.2.3"}
    table.play("support g1 g3")
    assert table.to_act == "allies" and table.options == {"support r1 r2", "alone r1"}
    table.play("alone r1")
    assert table.to_act == "axis" and table.asked == "ChooseAttack"
    assert "engage g2 r1" in table.options, "its target need not be known yet"


@pytest.mark.rule("ASLI-9.3.2.1")
def test_any_number_of_leaders_add_their_strength() -> None:
    table = fight("8-0 8-0 4-6-7", "4-4-7").play("support g1 g3", "support g2 g3")
    assert odds_of(table, "engage g3 r1") == "3:2, Kill Number 6", "6:4"
    table = fight("8-0 8-0 8-0", "2-3-7").play("engage g1 r1", "join g2 g1")
    assert odds_of(table, "join g3 g1") == "3:2, Kill Number 6", (
        "without squads leaders combine with each other"
    )


@pytest.mark.rule("ASLI-9.3.2.2", "ASLI-9.4.1")
def test_a_leader_adds_to_the_squad_he_is_stacked_on_and_to_no_other() -> None:
    table = fight("9-1 4-6-7 4-6-7", "4-4-7 4-4-7").play("support g1 g3")
    assert table.refused("engage g1 r1") == {"ASLI-9.1.2"}
    assert table.because("engage g2 r1") == {"ASLI-9.2.1.2": 0} and odds_of(table, "engage g2 r1").startswith(
        "1:1"
    )
    table.play("engage g2 r1")
    assert table.because("engage g3 r2") == {"ASLI-9.2.1.2": 0, "ASLI-11.1.1": -1}
    assert table.because("join g3 g2") == {"ASLI-9.2.1.2": 0, "ASLI-11.1.1": -1}, "he directs those he joins"
    assert odds_of(table, "join g3 g2") == "2:1, Kill Number 7"


@pytest.mark.rule("ASLI-9.3.3.1", "ASLI-9.3.3.2", "ASLI-9.3.3.3")
def test_a_leader_defends_with_the_unit_under_him() -> None:
    table = fight("4-6-7", "8-0 4-4-7 2-3-7").play("support r1 r2")
    assert odds_of(table, "engage g1 r2") == "1:2, Kill Number 4", "4:5"
    assert odds_of(table, "engage g1 r3") == "2:1, Kill Number 7", "4:2"
    assert table.refused("engage g1 r1") == {"ASLI-9.3.3.2"}
    table.play("engage g1 r2", "abstain r2", "abstain r3", dice="3")
    assert "r1" not in table and "r2" not in table
    assert fight("4-6-7", "8-0").options == {"engage g1 r1", "abstain g1"}, (
        "without a squad he is a target himself"
    )


# 9.4 Leadership -----------------------------------------------------------------------------------------


@pytest.mark.case(55)
@pytest.mark.rule("ASLI-9.4.1", "ASLI-9.4.3")
@pytest.mark.parametrize(
    ("dice", "left"),
    [("2", 0), ("3", 0), ("4", 0), ("5 6,1", 2), ("6", 2), ("12", 2)],
)
def test_the_worked_example_of_direction(dice: str, left: int) -> None:
    """Case 55: 4-6-7 and 8-1 against two 4-4-7: 5:8 is 1:2, Kill Number 4, with -1."""
    table = fight("8-1 4-6-7", "4-4-7 4-4-7").play("support g1 g2")
    assert odds_of(table, "engage g2 r1,r2") == "1:2, Kill Number 4" and table.drm("engage g2 r1,r2") == -1
    table.play("engage g2 r1,r2", "abstain r1", "abstain r2", dice=dice)
    assert sum(id_ in table for id_ in ("r1", "r2")) == left
    assert (table.state("r1") == "2-3-7 melee") is dice.startswith("5 ")


@pytest.mark.rule("ASLI-9.4.3", "ASLI-9.2.2.2")
@pytest.mark.parametrize(
    ("dice", "leader", "squad"),
    [
        ("5", "-", "-"),
        ("6 1,6", "-", "4-6-7 melee"),
        ("6 6,1", "8-1 melee", "2-4-7 melee"),
        ("7", "8-1 melee", "4-6-7 melee"),
    ],
)
def test_the_answer_of_the_worked_example(dice: str, leader: str, squad: str) -> None:
    """8:5 is 3:2: below 6 squad and leader are lost, at 6 one of them suffers."""
    table = fight("8-1 4-6-7", "4-4-7 4-4-7").play("support g1 g2", "abstain g2")
    table.play("engage r1 g2", "join r2 r1", dice=dice)
    assert (table.state("g1"), table.state("g2")) == (leader, squad)


@pytest.mark.rule("ASLI-11.1.3", "ASLI-9.4.1")
def test_several_leaders_do_not_add_up_and_nobody_uses_a_bad_one() -> None:
    table = fight("9-2 8-1 4-6-7", "4-4-7").play("support g1 g3", "support g2 g3")
    assert table.drm("engage g3 r1") == -2
    assert fight("6+1 4-6-7", "4-4-7").play("support g1 g2").drm("engage g2 r1") == 0


# 9.5 Melee ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-9.5.0.1")
def test_with_both_sides_left_they_are_in_melee() -> None:
    table = fight("4-6-7", "4-4-7 4-4-7").play("engage g1 r1", "abstain r1", "abstain r2", dice="2")
    assert table.state("g1") == "4-6-7 melee" and table.state("r2") == "4-4-7 melee"
    table = fight("4-6-7/m", "4-4-7/m").play("engage g1 r1", "abstain r1", dice="2")
    assert table.state("g1") == "4-6-7", "a melee ends when one side is left"


@pytest.mark.rule("ASLI-9.5.0.2", "ASLI-9.5.0.3", "ASLI-9.5.0.5")
def test_units_in_melee_fight_on_in_every_ccph_and_do_nothing_else() -> None:
    table = Table(axis={"G5": "4-6-7/m"}, allies={"G5": "4-4-7/m"}).at_step("2.1")
    assert table.asked == "ChooseAttack", "no fire, no move, no Interdiction, no advance"
    table.play("abstain g1", "abstain r1")
    assert table.position.active == "allies"
    while table.asked != "ChooseAttack":
        end = next(option for option in sorted(table.options) if option.startswith(("end", "remove")))
        table.play(end)
    assert table.to_act == "allies" and "engage r1 g1" in table.options


@pytest.mark.rule("ASLI-9.5.0.3")
def test_units_in_melee_do_not_fire() -> None:
    table = Table(axis={"G5": "4-6-7/m", "G6": "4-6-7"}, allies={"G5": "4-4-7/m", "G8": "4-4-7"}).aim("G8")
    assert table.options == {"fire g2 -"}
    assert table.refused("fire g1") == table.refused("fire g1,g2") == {"ASLI-9.5.0.3"}


@pytest.mark.rule("ASLI-9.5.1.1")
def test_who_advances_into_a_melee_has_to_fight() -> None:
    table = fight("4-6-7/m 4-6-7 2-4-7", "4-4-7/m").play("engage g1 r1")
    assert table.options == {"join g2 g1"} or table.forced
    table = fight("4-6-7 4-6-7/m", "4-4-7/m 4-4-7/m")
    assert table.options == {"engage g1 r1", "engage g1 r2", "engage g1 r1,r2"}
    assert table.refused("abstain g1") == {"ASLI-9.5.1.1"}
    table.play("engage g1 r1,r2")
    assert table.options == {"join g2 g1", "abstain g2"}, "those in melee already need not"
    assert "abstain g1" in fight("4-6-7 4-6-7", "4-4-7").options, "a first close combat is optional"
    led = fight("9-1 4-6-7/m", "4-4-7/m 4-4-7/m").play("support g1 g2")
    assert led.refused("abstain g2") == {"ASLI-9.5.1.1"}, "a leader fights with the squad he has joined"


@pytest.mark.rule("ASLI-10.3.3", "ASLI-9.5.0.5")
def test_a_machine_gun_may_be_dropped_at_the_start_of_the_ccph() -> None:
    table = fight("lmg 4-6-7", "4-4-7")
    assert table.options == {"drop mg1", "ready"}
    table.play("drop mg1")
    assert table.gun("mg1").owner == "" and table.asked == "ChooseAttack"
    assert fight("lmg 4-6-7/m", "4-4-7/m").asked == "ChooseAttack"
    table = fight("lmg 8-0 4-6-7", "4-4-7")
    assert table.refused("ready") == {"ASLI-9.3.2.3"} and table.refused("drop mg9") == {"ASLI-10.3.3"}


@pytest.mark.rule("ASLI-3.2.0.18")
def test_broken_units_do_not_attack_but_are_attacked() -> None:
    table = fight("4-6-7/b 4-6-7", "8-0/b 4-4-7/b")
    assert table.options == {"engage g2 r2", "abstain g2"}
    assert odds_of(table, "engage g2 r2") == "1:2, Kill Number 4"
    table.play("engage g2 r2", dice="3")
    assert len(table.position.units) == 2 and table.asked == ""
    assert fight("4-6-7", "8-0/b 4-4-7 2-3-7").refused("alone r1") == {"ASLI-3.2.0.18"}


@pytest.mark.case(49)
def test_an_exhausted_unit_is_easier_to_hit_where_the_ruleset_has_that() -> None:
    """Case 49, of the Starter Kit (switch ``cx``)."""
    assert fight("4-6-7", "4-4-7/x", options={"cx": True}).drm("engage g1 r1") == -1
    assert fight("4-6-7/x", "4-4-7", options={"cx": True}).drm("engage g1 r1") == 0
    assert fight("4-6-7", "4-4-7/x").drm("engage g1 r1") == 0


# Odds ---------------------------------------------------------------------------------------------------

WAYS = {roll: Fraction(6 - abs(roll - 7), 36) for roll in range(2, 13)}


def chance(test: Any) -> Fraction:
    """Probability of a DR."""
    return sum((share for roll, share in WAYS.items() if test(roll)), Fraction(0))


def losses(position: AslPosition) -> tuple[int, int]:
    return position.lost["axis"], position.lost["allies"]


@pytest.mark.case(57)
@pytest.mark.rule("ASLI-9.0.3", "ASLI-9.4.3")
def test_exact_odds_of_the_worked_example_both_attacks_included() -> None:
    """Case 57: the chance that nobody is left is the product of both."""
    table = fight("8-1 4-6-7", "4-4-7 4-4-7")
    found = table.odds("support g1 g2", losses)
    assert found.exact and any("all attack all" in text for text in found.assumptions)
    german, russian = chance(lambda roll: roll < 5), chance(lambda roll: roll < 6)
    assert found.probability((3, 4)) == german * russian
    assert found.probability((0, 0)) == chance(lambda roll: roll > 5) * chance(lambda roll: roll > 6)
    # An Original 5 reduces one Russian squad, or both where their dice tie.
    assert found.probability((0, 1)) == WAYS[5] * Fraction(5, 6) * chance(lambda roll: roll > 6)
    assert found.probability((0, 2)) == WAYS[5] * Fraction(1, 6) * chance(lambda roll: roll > 6)


@pytest.mark.rule("ASLI-9.1.2", "ASLI-9.2.3.1")
def test_exact_odds_follow_the_allocation() -> None:
    """Two against two, one each: every enemy is lost below 5 and reduced at 5; the others do nothing."""

    def apart(play: Any, decision: Any) -> Any:
        heads = [party[0] for party in decision.combat.parties(decision.side)]
        if decision.side == "allies":
            return Abstain(heads[decision.number])
        return Engage(heads[decision.number], (f"r{decision.number + 1}",))

    table = fight("8-0 4-6-7 4-6-7", "4-4-7 4-4-7")
    found = table.odds("alone g1", losses, assume={ChooseAttack: lambda *_: None})
    assert [row.probability for row in found.rows] == [1], "left open, the table is cut there"
    table = fight("lmg 4-6-7 4-6-7", "4-4-7 4-4-7")
    found = table.odds("ready", losses, assume={ChooseAttack: apart})
    kill, reduce, miss = chance(lambda roll: roll < 5), WAYS[5], chance(lambda roll: roll > 5)
    assert found.exact and found.probability((0, 4)) == kill**2
    assert found.probability((0, 3)) == 2 * kill * reduce
    assert found.probability((0, 2)) == 2 * kill * miss + reduce**2
    assert found.probability((0, 1)) == 2 * reduce * miss
    assert found.probability((0, 0)) == miss**2


def test_exact_odds_of_eight_in_a_hex_are_quick_and_bystanders_do_not_double_them() -> None:
    crowd = {f"{column}{row}": "4-6-7 4-6-7" for column in "ABC" for row in range(1, 11)}
    fewest = []
    tables = []
    for others in ({}, crowd):
        table = Table(axis={"G5": "9-2 4-6-7 4-6-7 4-6-7", **others}, allies={"G5": "9-1 4-4-7 4-4-7 4-4-7"})
        table.run(Combats("axis")).play("support g1 g2")
        spent = []
        for _ in range(3):
            start = process_time()
            tables.append(table.odds("support r1 r2", losses))
            spent.append(process_time() - start)
        fewest.append(min(spent))
    assert all(table.exact and table.rows == tables[0].rows for table in tables)
    assert sum(row.probability for row in tables[0].rows) == 1
    assert fewest[1] < 2 * fewest[0]


def test_exact_odds_of_five_squads_and_a_leader_on_either_side_need_no_sample() -> None:
    """Each blow selects among six units; what comes of both is their product."""
    table = fight("9-1" + " 4-6-7" * 5, "9-1" + " 4-4-7" * 5)
    found = table.odds("support g1 g2", losses)
    assert found.exact and sum(row.probability for row in found.rows) == 1
    hits = chance(lambda roll: roll - 1 <= 5)  # 1:1 either way, each led by a 9-1
    assert found.probability((0, 0)) == (1 - hits) ** 2


def test_the_other_side_is_assumed_to_attack_all_with_all() -> None:
    table = fight("8-0 4-6-7", "8-0 4-4-7 4-4-7").play("support g1 g2")
    play = table.playing
    decision = table.game.decision(table.position)
    assert isinstance(decision, ChooseArrangement) and decision.assumed(play) == Support("r1", "r2")
    table.play("support r1 r2", "engage g2 r2")
    decision = table.game.decision(table.position)
    assert isinstance(decision, ChooseAttack) and decision.assumed(table.playing) == Engage("r2", ("g2",))
    table.play("engage r2 g2")
    decision = table.game.decision(table.position)
    assert isinstance(decision, ChooseAttack) and decision.assumed(table.playing) == Join("r3", "r2")
