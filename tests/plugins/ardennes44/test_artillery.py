"""Artillery: readied, in support of attack and defence, stopping an attack [A44-5, A44-22.10 to 22.22]."""

from __future__ import annotations

from typing import Any

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard_ardennes44.artillery import ArtillerySupport, ChooseReady, Ready, support_bars
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.combat import CombatPhase

HERE, TARGET = (0, 0), (1, 0)


def bars(table: Table, gun: str, *units: str, target: tuple[int, int] = TARGET) -> set[str]:
    """The rules that keep a gun from supporting its side in an attack."""
    rules, position = table.rules, table.position
    attack = Attack(rules.counters[units[0]].side, table.hex(*target), units)
    return {r.cite for r in support_bars(rules, position, attack, gun, rules.counters[gun].side)}


def fighting(table: Table, *units: str, dice: tuple[int, ...] = ()) -> list[str]:
    """Begin the combat phase and attack the target with units; the next options."""
    side = table.rules.counters[units[0]].side
    table.begin(CombatPhase(side, begun=True))
    options = table.play(f"attack {table.hex(*TARGET)}", dice=() if len(units) > 1 else dice)
    for id_ in units:
        if f"join {id_}" in options:
            options = table.play(f"join {id_}", dice=dice)
    return table.play("engage", dice=dice) if "engage" in options else options


# The artillery support phase -------------------------------------------------------------------------------


@pytest.mark.rule("A44-5.1", "A44-5.2", "A44-5.4", "A44-5.5")
@pytest.mark.parametrize(("turn", "allowed"), [(1, 3), (2, 6), (3, 3)])
def test_ar01_germans_ready_three_artillery_units_and_six_on_turn_two(turn: int, allowed: int) -> None:
    table = Table(turn=turn)
    engaged = table.unit("german", (0, 0), kind="artillery", ready=False, engaged=True)
    for q in range(6):
        table.unit("german", (q - 3, 2), kind="artillery", ready=False)
    disrupted = table.unit("german", (0, 3), kind="artillery", ready=False, state="disrupted")
    unsupplied = table.unit("german", (1, 3), kind="artillery", ready=False, oos=True)
    options = table.begin(ArtillerySupport("german"))
    assert f"ready {engaged}" in options
    assert table.cites(f"ready {disrupted}") == {"A44-5.4"}
    assert table.cites(f"ready {unsupplied}") == {"A44-5.4"}
    flipped = 0
    while options and "enough" in options and options != ["enough"]:
        options = table.play(options[0])
        flipped += 1
    assert sum(unit.ready for unit in table.position.units.values()) == allowed == flipped


@pytest.mark.rule("A44-5.3")
def test_the_allies_ready_all_their_artillery_at_once() -> None:
    table = Table(active="allied")
    guns = [table.unit("allied", (q, 0), kind="artillery", ready=False) for q in range(5)]
    assert "ready-all" in table.begin(ArtillerySupport("allied"))
    table.play("ready-all")
    assert all(table.position.units[gun].ready for gun in guns)


@pytest.mark.rule("A44-5.4")
def test_artillery_under_an_sm_marker_stays_fired() -> None:
    table = Table(active="allied")
    moving = table.unit("allied", (0, 0), kind="artillery", ready=False, marker="sm")
    table.unit("allied", (2, 0), kind="artillery", ready=False)
    table.begin(ArtillerySupport("allied"))
    assert table.cites(f"ready {moving}") == {"A44-5.4"}


@pytest.mark.rule("A44-5.2")
def test_germans_cannot_ready_all_when_there_are_more_than_they_may() -> None:
    table = Table()
    for q in range(4):
        table.unit("german", (q, 0), kind="artillery", ready=False)
    assert "ready-all" not in table.begin(ArtillerySupport("german"))
    assert table.cites("ready-all") == {"A44-5.2"}


@pytest.mark.rule("A44-5.1", "A44-5.2", "A44-5.3")
def test_why_an_artillery_unit_is_not_readied() -> None:
    table = Table()
    guns = [table.unit("german", (q, 0), kind="artillery", ready=False) for q in range(5)]
    ready, foot = table.unit("german", (5, 0), kind="artillery"), table.unit("german", (0, 3))
    table.begin(ArtillerySupport("german"))
    assert table.cites(f"ready {ready}") == table.cites(f"ready {foot}") == {"A44-5.1"}
    table.play(f"ready {guns[1]}")
    assert table.cites(f"ready {guns[0]}") == {"A44-5.1"}, "guns are named in their order"
    assert not table.refused(f"ready {guns[2]}")
    spent = ChooseReady("german", 0, guns[1])
    assert {bar.cite for bar in spent.refusal(table.context(), Ready(guns[2]))} == {"A44-5.2"}


@pytest.mark.rule("A44-22.9")
def test_prime_movers_come_off_as_the_german_artillery_phase_begins() -> None:
    table = Table()
    gun = table.unit("german", (0, 0), kind="artillery", ready=False, marker="pm")
    options = table.begin(ArtillerySupport("german"))
    assert table.position.units[gun].marker == ""
    assert f"ready {gun}" in options


# Who may support -------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-22.10", "A44-22.13", "A44-22.15")
def test_cb21_artillery_supports_units_of_its_own_corps_within_its_range() -> None:
    table = Table(active="allied")
    eighth = table.unit("allied", HERE, colour="VIII")
    fifth = table.unit("allied", (1, 1), colour="V")
    table.unit("german", TARGET)
    gun = table.unit("allied", (-5, 0), kind="artillery", range=6, colour="V")
    far = table.unit("allied", (-6, 0), kind="artillery", range=6, colour="V")
    assert bars(table, gun, eighth) == {"A44-22.15"}
    assert bars(table, gun, eighth, fifth) == set()
    attack = Attack("allied", table.hex(*TARGET), (eighth, fifth))
    no_gun = support_bars(table.rules, table.position, attack, eighth, "allied")
    assert [bar.cite for bar in no_gun] == ["A44-22.13"]
    assert [bar.cite for bar in support_bars(table.rules, table.position, attack, gun, "german")] == [
        "A44-22.13"
    ]
    assert bars(table, far, fifth) == {"A44-22.10"}


@pytest.mark.rule("A44-22.15")
def test_defending_artillery_supports_units_of_its_own_corps_not_other_guns() -> None:
    table = Table()
    a = table.unit("german", HERE)
    table.unit("allied", TARGET, colour="VIII")
    table.unit("allied", TARGET, kind="artillery", colour="V")
    eighth = table.unit("allied", (2, 0), kind="artillery", colour="VIII")
    fifth = table.unit("allied", (3, 0), kind="artillery", colour="V")
    assert bars(table, eighth, a) == set()
    assert bars(table, fifth, a) == {"A44-22.15"}


@pytest.mark.rule("A44-22.13", "A44-18.5", "A44-16.27")
@pytest.mark.parametrize(
    "facts", [{"ready": False}, {"engaged": True}, {"state": "disrupted"}, {"state": "broken"}]
)
def test_only_ready_artillery_in_good_order_and_not_engaged_supports(facts: dict[str, Any]) -> None:
    table = Table()
    a = table.unit("german", HERE)
    table.unit("allied", TARGET)
    gun = table.unit("german", (-1, 0), kind="artillery", **facts)
    assert bars(table, gun, a) == {"A44-22.13"}


@pytest.mark.rule("A44-22.9", "A44-18.9")
def test_a_prime_mover_marker_forbids_firing() -> None:
    table = Table()
    a = table.unit("german", HERE)
    table.unit("allied", TARGET)
    gun = table.unit("german", (-1, 0), kind="artillery", marker="pm")
    assert bars(table, gun, a) == {"A44-22.9"}


@pytest.mark.rule("A44-23.17", "A44-22.10")
def test_unsupplied_ready_artillery_supports_over_whatever_lies_between() -> None:
    table = Table()
    table.terrain("forest", (-1, 0), (-2, 0))
    a = table.unit("german", HERE)
    table.unit("allied", TARGET)
    table.unit("german", (-1, 0))
    gun = table.unit("german", (-3, 0), kind="artillery", range=4, oos=True)
    assert bars(table, gun, a) == set()


@pytest.mark.rule("A44-22.21", "A44-22.22")
def test_attacked_artillery_supports_another_hex_but_not_its_own() -> None:
    table = Table()
    a, b = table.unit("german", HERE), table.unit("german", (3, 0))
    table.unit("allied", TARGET)
    gun = table.unit("allied", TARGET, kind="artillery")
    table.unit("allied", (2, 1))
    assert bars(table, gun, a) == {"A44-22.21"}
    assert bars(table, gun, b, target=(2, 1)) == set()


@pytest.mark.rule("A44-22.22", "A44-22.14")
def test_artillery_that_was_attacked_may_support_later_in_the_phase_and_then_no_more() -> None:
    table = Table()
    a, b = table.unit("german", HERE), table.unit("german", (3, 0))
    table.unit("allied", TARGET)
    gun = table.unit("allied", TARGET, kind="artillery")
    table.unit("allied", (2, 1))
    table.position.deeds[gun] = ("defended",)
    assert bars(table, gun, b, target=(2, 1)) == set()
    table.replace(gun, ready=False)
    assert bars(table, gun, b, target=(2, 1)) == {"A44-22.13"}
    assert a in table.position.units


@pytest.mark.rule("A44-29.7")
def test_on_turn_one_only_the_two_battalions_defend_with_fire() -> None:
    for turn, expected in ((1, {"A44-29.7"}), (2, set())):
        table = Table(turn=turn)
        a = table.unit("german", HERE, corps="LVIII")
        table.unit("allied", TARGET)
        other = table.unit("allied", (2, 0), kind="artillery")
        freed = table.unit("allied", (3, 0), kind="artillery", traits=("freed_artillery",))
        assert bars(table, other, a) == expected
        assert bars(table, freed, a) == set()


@pytest.mark.rule("A44-29.7", "A44-29.9")
def test_on_turn_one_americans_attack_and_germans_defend_with_all_their_artillery() -> None:
    table = Table(turn=1, active="allied")
    mine = table.unit("allied", HERE)
    table.unit("german", TARGET, corps="LVIII")
    gun = table.unit("allied", (-1, 0), kind="artillery")
    other_corps = table.unit("german", (2, 0), kind="artillery", corps="XLVII")
    assert bars(table, gun, mine) == bars(table, other_corps, mine) == set()


@pytest.mark.rule("A44-29.9")
def test_on_turn_one_german_artillery_supports_its_own_corps_and_later_its_army() -> None:
    for turn, expected in ((1, {"A44-29.9"}), (2, set())):
        table = Table(turn=turn)
        a = table.unit("german", HERE, corps="LVIII")
        table.unit("allied", TARGET)
        own = table.unit("german", (-1, 0), kind="artillery", corps="LVIII")
        other = table.unit("german", (-2, 0), kind="artillery", corps="XLVII")
        assert bars(table, own, a) == set()
        assert bars(table, other, a) == expected


# In a combat -----------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-14.13", "A44-22.16", "A44-22.12", "A44-22.14")
def test_at_most_two_attacking_guns_shift_one_right_each_and_are_flipped_at_once() -> None:
    table = Table()
    a = table.unit("german", HERE)
    table.unit("allied", TARGET)
    guns = [table.unit("german", (-1 - q, 0), kind="artillery") for q in range(3)]
    options = fighting(table, a)
    assert options == [*(f"support {gun}" for gun in guns), "enough"]
    assert table.play(f"support {guns[0]}") == [f"support {guns[1]}", f"support {guns[2]}", "enough"]
    assert not table.position.units[guns[0]].ready
    assert "A44-14.13" in table.cites(f"support {guns[0]}"), "named in the order of ids"
    table.play(f"support {guns[2]}", dice=[6])
    support = [reason.value for reason in table.rolls[-1].reasons if reason.cite == "A44-22.16"]
    assert support == [1, 1]
    assert [table.position.units[gun].ready for gun in guns] == [False, True, False]


@pytest.mark.rule("A44-14.13", "A44-22.17", "A44-22.18")
def test_the_defender_answers_after_the_attacker_with_one_gun_and_rolls() -> None:
    table = Table()
    a = table.unit("german", HERE, attack=8)
    table.unit("allied", TARGET, defence=4)
    mine = table.unit("german", (-1, 0), kind="artillery")
    theirs = [table.unit("allied", (2 + q, 0), kind="artillery") for q in range(2)]
    assert fighting(table, a) == [f"support {mine}", "enough"]
    assert table.play("enough") == [*(f"support {gun}" for gun in theirs), "enough"]
    table.play(f"support {theirs[1]}", dice=[3, 6])
    dat, combat = table.rolls
    assert (dat.why, combat.why) == ("defensive artillery", "combat")
    assert [reason.value for reason in combat.reasons if reason.cite == "A44-22.18"] == [-1]
    assert not table.position.units[theirs[1]].ready
    assert table.position.units[theirs[0]].ready


@pytest.mark.rule("A44-22.18")
def test_defending_artillery_is_flipped_even_if_it_achieves_nothing() -> None:
    table = Table()
    a = table.unit("german", HERE, attack=8)
    table.unit("allied", TARGET, defence=4)
    gun = table.unit("allied", (2, 0), kind="artillery")
    fighting(table, a)
    table.play(f"support {gun}", dice=[6, 6])
    assert not table.position.units[gun].ready
    assert "A44-22.18" not in {reason.cite for reason in table.rolls[-1].reasons}


@pytest.mark.rule("A44-22.19", "A44-22.14")
def test_cb22_time_on_target_costs_a_step_and_stops_the_attack() -> None:
    table = Table()
    a = table.unit("german", HERE, steps=2)
    table.unit("allied", TARGET)
    mine = table.unit("german", (-1, 0), kind="artillery")
    theirs = table.unit("allied", (2, 0), kind="artillery")
    fighting(table, a)
    table.play(f"support {mine}")
    table.play(f"support {theirs}", dice=[1])
    assert [roll.why for roll in table.rolls] == ["defensive artillery"]
    assert table.position.units[a].steps == 1
    assert not table.position.units[mine].ready
    assert not table.position.units[theirs].ready
    assert not any(isinstance(frame, Attack) for frame in table.position.agenda)


@pytest.mark.rule("A44-22.19")
def test_german_defensive_artillery_never_stops_an_attack() -> None:
    results = {str(cell.value) for row in Table().rules.dat.cells() for cell in row[1:]}
    assert results == {"0", "1", "2"}
    table = Table(active="allied")
    a = table.unit("allied", HERE)
    table.unit("german", TARGET)
    gun = table.unit("german", (2, 0), kind="artillery")
    fighting(table, a)
    table.play(f"support {gun}", dice=[1, 6])
    assert [roll.why for roll in table.rolls] == ["defensive artillery", "combat"]


@pytest.mark.rule("A44-22.20")
def test_artillery_cannot_attack_alone() -> None:
    table = Table()
    gun = table.unit("german", HERE, kind="artillery")
    table.unit("german", (1, 1))
    table.unit("allied", TARGET)
    table.unit("allied", (-1, 0))
    table.begin(CombatPhase("german", begun=True))
    assert f"attack {table.hex(-1, 0)}" not in table.options()
    assert table.cites(f"attack {table.hex(-1, 0)}") == {"A44-22.20"}
    assert gun in table.position.units


@pytest.mark.rule("A44-25.19")
def test_ready_artillery_supports_at_night_without_a_night_marker() -> None:
    table = Table(turn=4)
    a = table.unit("german", HERE, marker="night")
    table.unit("allied", TARGET)
    gun = table.unit("german", (-1, 0), kind="artillery")
    answer = table.unit("allied", (2, 0), kind="artillery")
    table.having(night=True)
    assert bars(table, gun, a) == set()
    assert bars(table, answer, a) == set()


@pytest.mark.rule("A44-13.21")
def test_artillery_in_the_boxes_supports_attacks_from_the_blocking_position_only() -> None:
    table = Table(active="allied")
    table.entry("C", TARGET, "allied", box="SW")
    table.box("SW")
    inside = table.unit("allied", "block:C", defence=6)
    outside = table.unit("allied", HERE)
    table.unit("german", TARGET)
    guns = [
        table.unit("allied", "block:C", kind="artillery"),
        table.unit("allied", "box:SW", kind="artillery"),
        table.unit("allied", "box:NW", kind="artillery"),
    ]
    assert [bars(table, gun, inside) for gun in guns] == [set(), set(), {"A44-13.21"}]
    assert [bars(table, gun, outside) for gun in guns] == [{"A44-13.21"}] * 3
