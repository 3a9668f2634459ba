"""The combat phase: who attacks whom with whom, step by step to the roll [A44-14]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Spot, Table

from grognard.reasons import total
from grognard_ardennes44.advance import advance_paths
from grognard_ardennes44.armour import cannot_cross
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.attackers import set_bars
from grognard_ardennes44.combat import ChooseAttackers, CombatPhase
from grognard_ardennes44.firefight import leads
from grognard_ardennes44.night import JoinPeiper

HERE, TARGET = (0, 0), (1, 0)


def open_phase(table: Table, side: str = "german") -> list[str]:
    """The combat phase after disengagement; the first options."""
    return table.begin(CombatPhase(side, begun=True))


def attack(table: Table, at: Spot = TARGET) -> str:
    """The action that attacks a hex."""
    return f"attack {table.hex(*at)}"


def together(table: Table, *units: str) -> set[str]:
    """The rules against units attacking together."""
    return {reason.cite for reason in set_bars(table.rules, table.position, units)}


def column(table: Table) -> str:
    """The column that the last roll used."""
    return next(
        reason.text.split()[1] for reason in table.rolls[-1].reasons if reason.cite == "A44-14.16"
    )  # fmt: skip


def whys(table: Table) -> list[str]:
    """What was rolled for."""
    return [roll.why for roll in table.rolls]


# Targets and units -----------------------------------------------------------------------------------------


@pytest.mark.rule("A44-14.1")
def test_attacks_are_voluntary_and_on_adjacent_hexes() -> None:
    table = Table()
    table.unit("german", HERE)
    table.unit("allied", TARGET)
    table.unit("allied", (0, 1))
    table.unit("allied", (4, 0))
    assert set(open_phase(table)) == {attack(table), attack(table, (0, 1)), "done"}
    assert table.cites(attack(table, (4, 0))) == {"A44-14.1"}
    assert table.cites(attack(table, (2, 0))) == {"A44-14.1"}
    assert table.play("done") == []


@pytest.mark.rule("A44-14.2", "A44-14.4", "A44-14.5")
def test_a_unit_attacks_one_hex_once_and_a_hex_is_attacked_once_in_a_phase() -> None:
    table = Table()
    first, second = table.unit("german", HERE), table.unit("german", (1, 1))
    table.unit("allied", TARGET)
    table.unit("allied", (-1, 0))
    table.unit("allied", (1, 2))
    open_phase(table)
    table.play(attack(table))
    table.play(f"join {first}")
    options = table.play("engage", dice=[6])
    assert options == [attack(table, (1, 2)), "done"]
    assert table.cites(attack(table)) == {"A44-14.2"}
    assert table.cites(attack(table, (-1, 0))) == {"A44-14.2"}
    table.play(attack(table, (1, 2)), dice=[6])
    assert table.position.deeds[second] == ("attacked",)
    assert whys(table) == ["combat", "combat"]


@pytest.mark.rule("A44-14.3")
def test_all_units_in_the_target_hex_are_attacked_together() -> None:
    table = Table()
    table.unit("german", HERE, attack=7)
    ids = [table.unit("allied", TARGET, defence=3), table.unit("allied", TARGET, kind="artillery", defence=1)]
    open_phase(table)
    table.play(attack(table), dice=[6])
    defending = [r.value for r in table.rolls[-1].reasons if r.text.endswith("defends")]
    assert defending == [3, 1]
    assert all(table.position.deeds[id_] == ("defended",) for id_ in ids)


@pytest.mark.rule("A44-14.6")
def test_units_of_one_hex_attack_different_hexes_each_with_its_whole_strength() -> None:
    table = Table()
    a, b = table.unit("german", HERE), table.unit("german", HERE)
    table.unit("allied", TARGET)
    table.unit("allied", (-1, 0))
    open_phase(table)
    table.play(attack(table))
    table.play(f"join {a}")
    table.play("engage", dice=[6])
    table.play(attack(table, (-1, 0)), dice=[6])
    assert [table.position.deeds[id_] for id_ in (a, b)] == [("attacked",)] * 2
    assert [sum(r.text.endswith("attacks") for r in roll.reasons) for roll in table.rolls] == [1, 1]


@pytest.mark.rule("A44-18.5", "A44-18.11", "A44-25.13", "A44-25.22")
@pytest.mark.parametrize(
    ("facts", "cite"),
    [
        ({"state": "disrupted"}, "A44-18.5"),
        ({"state": "broken"}, "A44-18.5"),
        ({"marker": "replaced"}, "A44-25.13"),
        ({"marker": "night"}, "A44-25.22"),
    ],
)
def test_state_and_markers_keep_units_from_attacking(facts: dict[str, str], cite: str) -> None:
    table = Table()
    barred = table.unit("german", HERE, state=facts.get("state", ""), marker=facts.get("marker", ""))
    table.unit("german", (1, 1))
    table.unit("german", (2, 0))
    table.unit("allied", TARGET)
    open_phase(table)
    assert f"join {barred}" not in table.play(attack(table))
    assert table.cites(f"join {barred}") == {cite}


@pytest.mark.rule("A44-20.1", "A44-15.22", "A44-20.12", "A44-14.2")
def test_units_that_tried_to_disengage_or_dug_in_cannot_attack_and_engaged_units_can() -> None:
    table = Table()
    tried, dug = table.unit("german", HERE), table.unit("german", HERE)
    engaged = table.unit("german", (1, 1), engaged=True)
    table.unit("german", (2, 0))
    table.unit("allied", TARGET)
    table.position.deeds.update({tried: ("tried",), dug: ("dug",)})
    open_phase(table)
    assert f"join {engaged}" in table.play(attack(table))
    assert table.cites(f"join {tried}") == {"A44-20.1"}
    assert table.cites(f"join {dug}") == {"A44-15.22"}


@pytest.mark.rule("A44-14.1")
def test_a_unit_that_is_not_adjacent_or_named_out_of_order_is_refused() -> None:
    table = Table()
    a, b = table.unit("german", HERE), table.unit("german", (1, 1))
    far = table.unit("german", (4, 0))
    enemy = table.unit("allied", TARGET)
    open_phase(table)
    table.play(attack(table))
    assert table.cites(f"join {far}") == {"A44-14.1"}
    assert table.cites(f"join {enemy}") == table.cites("join g99") == {"A44-14.1"}
    assert table.cites("engage") == {"A44-14.1"}, "with nobody"
    table.play(f"join {a}")
    assert table.cites(f"join {a}") == {"A44-14.1"}
    assert table.options() == [f"join {b}", "engage"]


@pytest.mark.rule("A44-11.29", "A44-29.2")
def test_mv09_germans_attack_across_an_army_boundary_and_red_units_on_turn_one() -> None:
    for turn in (1, 4):
        table = Table(turn=turn)
        table.boundary(HERE, TARGET)
        a = table.unit("german", HERE)
        table.unit("allied", TARGET)
        table.replace(a, red=True)
        assert open_phase(table) == [attack(table), "done"]


# Formations ------------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-14.7", "A44-14.8", "A44-14.9", "A44-14.10")
def test_cb19_two_formations_and_an_independent_attached_by_stacking() -> None:
    table = Table()
    x = table.unit("german", HERE, formation="x")
    y = table.unit("german", (1, 1), formation="y")
    z = table.unit("german", (2, 0), formation="z")
    stacked = table.unit("german", HERE)
    alone = table.unit("german", (0, 1))
    table.unit("german", (-1, 0), kind="artillery", id="gun", formation="w")
    table.unit("german", (-2, 0), kind="artillery", id="stranger", colour="6 PzA")
    table.unit("allied", TARGET)
    assert together(table, x, y, stacked) == set()
    assert together(table, x, y, alone) == {"A44-14.7"}
    assert together(table, x, y, z) == {"A44-14.7"}
    open_phase(table)
    table.play(attack(table))
    for id_ in (x, y, stacked):
        options = table.play(f"join {id_}")
    assert options == ["support gun", "enough"]  # artillery does not count
    assert table.cites("support stranger") == {"A44-22.15"}, "but obeys the limits of armies"


@pytest.mark.rule("A44-14.10")
def test_cb26_a_unit_of_a_third_division_is_attached_by_stacking_a_second_is_too_much() -> None:
    table = Table()
    xs = [table.unit("german", at, formation="x") for at in (HERE, (0, 1))]
    ys = [table.unit("german", at, formation="y") for at in ((1, 1), (2, -1))]
    attached = table.unit("german", HERE, formation="z")
    elsewhere = table.unit("german", (2, 0), formation="z")
    table.unit("allied", TARGET)
    assert together(table, *xs, *ys, attached) == set()
    assert together(table, *xs, *ys, attached, elsewhere) == {"A44-14.7"}
    open_phase(table)
    table.play(attack(table))
    options = table.play(*(f"join {id_}" for id_ in (*xs, *ys)))
    assert options == [f"join {attached}", "engage"]
    assert table.cites(f"join {elsewhere}") == {"A44-14.7"}


@pytest.mark.rule("A44-14.10")
def test_each_formation_has_room_for_one_attached_unit() -> None:
    table = Table()
    x = table.unit("german", HERE, formation="x")
    y = table.unit("german", (1, 1), formation="y")
    one, two = table.unit("german", HERE), table.unit("german", HERE)
    three = table.unit("german", (1, 1))
    table.unit("allied", TARGET)
    assert together(table, x, y, one, three) == set()
    assert together(table, x, y, one, two) == {"A44-14.7"}


@pytest.mark.rule("A44-14.7", "A44-14.10")
def test_a_unit_may_be_named_before_the_one_that_makes_its_attachment_legal() -> None:
    def drawn(*, partner: bool) -> Table:
        table = Table()
        table.unit("german", HERE, id="g1", formation="z")
        table.unit("german", (1, 1), id="g2", formation="y")
        table.unit("german", (2, 0), id="g3", formation="x")
        if partner:
            table.unit("german", HERE, id="g4", formation="x")
        table.unit("german", (1, 1), id="g5", formation="y")
        table.unit("allied", TARGET)
        open_phase(table)
        table.play(attack(table))
        table.play("join g1", "join g2")
        return table

    table = drawn(partner=True)
    assert table.options() == ["join g3", "join g4", "join g5", "engage"]
    assert table.play("join g3") == ["join g5", "engage"]  # g4 had to follow and was taken
    asked = table.game.decision(table.position)
    assert isinstance(asked, ChooseAttackers)
    assert asked.units == ("g1", "g2", "g3", "g4")
    alone = drawn(partner=False)
    assert alone.options() == ["join g5", "engage"]
    assert alone.cites("join g3") == {"A44-14.7"}


@pytest.mark.rule("A44-14.8")
def test_a_remnant_belongs_to_the_formation_of_its_parent() -> None:
    table = Table()
    x = table.unit("german", HERE, formation="x")
    y = table.unit("german", (1, 1), formation="y")
    parent = table.unit("german", (5, 0), formation="y")
    remnant = table.unit("german", (2, 0))
    table.unit("allied", TARGET)
    assert together(table, x, y, remnant) == {"A44-14.7"}
    table.replace(remnant, parent=parent)
    assert together(table, x, y, remnant) == set()


@pytest.mark.rule("A44-8.9", "A44-8.8")
def test_british_and_us_units_do_not_attack_together_but_defend_together() -> None:
    table = Table(active="allied")
    us = table.unit("allied", HERE, id="a1")
    british = table.unit("allied", HERE, id="a2", nation="british")
    table.unit("german", TARGET)
    open_phase(table, "allied")
    table.play(attack(table))
    assert table.options() == [f"join {us}", f"join {british}"]
    assert together(table, us, british) == {"A44-8.9"}
    other = Table()
    other.unit("german", HERE)
    other.unit("allied", TARGET, defence=2)
    other.unit("allied", TARGET, nation="british", defence=1)
    open_phase(other)
    other.play(attack(other), dice=[6])
    assert [r.value for r in other.rolls[-1].reasons if r.text.endswith("defends")] == [2, 1]


# Bridges ---------------------------------------------------------------------------------------------------


def bridge_head(*, turn: int = 3, state: str = "") -> Table:
    """A tank and infantry in reserve before a bridge; the enemy behind it."""
    table = Table(turn=turn)
    table.river(HERE, TARGET)
    table.road("primary", HERE, TARGET)
    table.unit("german", HERE, kind="tank", id="tank", attack=8)
    table.unit("allied", TARGET, id="defender", defence=2, state=state)
    open_phase(table)
    return table


@pytest.mark.rule("A44-7.7", "A44-7.8", "A44-7.9", "A44-14.11")
def test_cb15_a_bridge_blown_under_the_attack_takes_the_armour_shift_and_the_advance() -> None:
    table = bridge_head()
    assert table.play(attack(table)) == [f"blow {table.side(HERE, TARGET)}", "keep"]
    options = table.play(f"blow {table.side(HERE, TARGET)}", dice=[1, 6])
    assert options == ["press-on", "call-off"]
    tank = table.rules.counters["tank"]
    assert cannot_cross(table.rules, table.position, tank, table.hex(*HERE), table.hex(*TARGET))
    record = Attack("german", table.hex(*TARGET), ("tank",))
    assert leads(table.rules, table.position, record) == []
    table.play("press-on", dice=[6])
    assert column(table) == "2:1"
    whole = bridge_head()
    whole.play(attack(whole))
    whole.play("keep", dice=[6])
    assert column(whole) == "3:1"
    fresh = bridge_head()
    assert (fresh.hex(*TARGET),) in follow(fresh)
    fresh.position.bridges = {str(fresh.side(HERE, TARGET)): "blown"}
    assert (fresh.hex(*TARGET),) not in follow(fresh)


def follow(table: Table) -> tuple[tuple[str, ...], ...]:
    """The ways on which the tank could follow if the defender were gone."""
    table.replace("defender", hex=table.hex(4, 0))
    table.position.allied = {table.hex(4, 0): ("defender",)}
    return advance_paths(table.rules, table.position, "tank", table.hex(*TARGET), "regular")


@pytest.mark.rule("A44-7.9", "A44-14.11", "A44-7.2")
def test_an_attack_called_off_has_not_been_made_and_the_bridge_is_not_tried_again() -> None:
    table = bridge_head()
    table.play(attack(table))
    options = table.play(f"blow {table.side(HERE, TARGET)}", dice=[1, 6])
    assert options == ["press-on", "call-off"]
    assert table.play("call-off", dice=[6]) == [attack(table), "done"]
    assert whys(table) == ["demolition"]
    assert "tank" not in table.position.deeds
    table.play(attack(table), dice=[6])
    assert whys(table) == ["demolition", "combat"]


@pytest.mark.rule("A44-7.10")
def test_br01_a_disrupted_unit_under_attack_rolls_with_three_more() -> None:
    table = bridge_head(state="disrupted")
    table.play(attack(table))
    table.play(f"blow {table.side(HERE, TARGET)}", dice=[1, 6])
    assert total(table.rolls[0].reasons) == 3
    assert whys(table) == ["demolition", "combat"]  # 1 + 3 blows nothing


@pytest.mark.rule("A44-7.12")
def test_on_turns_one_and_two_no_bridge_is_blown_under_an_attack() -> None:
    table = bridge_head(turn=2)
    table.play(attack(table), dice=[6])
    assert whys(table) == ["combat"]


@pytest.mark.rule("A44-7.15", "A44-7.9")
@pytest.mark.parametrize(("die", "blown"), [(4, True), (5, False)])
def test_br04_the_first_german_attack_over_the_ouren_bridge_tries_it(die: int, blown: bool) -> None:
    table = Table(turn=1)
    table.river(HERE, TARGET)
    table.road("primary", HERE, TARGET)
    table.blow(HERE, TARGET, "doubtful")
    table.unit("german", HERE, attack=4)
    table.unit("allied", TARGET)
    open_phase(table)
    options = table.play(attack(table), dice=[die, 6])
    assert (options == ["press-on", "call-off"]) is blown
    bridge = str(table.side(HERE, TARGET))
    assert table.position.bridges.get(bridge) == ("blown" if blown else None)


# Blocking Positions ----------------------------------------------------------------------------------------


def entry(*, block: int = 6, second: bool = False) -> Table:
    """A German in an Allied entry hex, Allies in its Blocking Position; perhaps a second captured entry."""
    table = Table(active="allied")
    table.entry("C", TARGET, "allied", box="SW")
    table.entry("D", (3, 0), "allied", box="SW")
    table.box("SW")
    table.unit("allied", "block:C", id="blocker", attack=8, defence=block)
    table.unit("german", TARGET, id="enemy", defence=2)
    if second:
        table.unit("german", (3, 0))
    return table


@pytest.mark.rule("A44-13.19")
def test_units_in_a_blocking_position_attack_their_entry_hex_only() -> None:
    table = entry()
    table.unit("german", (2, 0))
    assert open_phase(table, "allied") == [attack(table), "done"]
    table.play(attack(table), dice=[6])
    assert [r.value for r in table.rolls[-1].reasons if r.text.endswith("attacks")] == [8]


@pytest.mark.rule("A44-13.19")
def test_nobody_attacks_from_the_box_or_from_the_blocking_position_of_another_entry_hex() -> None:
    table = entry()
    boxed, elsewhere = table.unit("allied", "box:SW"), table.unit("allied", "block:D", defence=6)
    table.unit("allied", HERE, id="a1")
    table.unit("german", (4, 0))
    open_phase(table, "allied")
    assert table.cites(attack(table, (4, 0))) == {"A44-14.1"}, "next to D, but not D"
    assert table.play(attack(table)) == ["join a1", "join blocker"]
    assert table.cites(f"join {boxed}") == table.cites(f"join {elsewhere}") == {"A44-13.19"}


@pytest.mark.rule("A44-13.19", "A44-13.21", "A44-15.14", "A44-14.13")
def test_aircraft_and_artillery_of_the_boxes_support_an_attack_out_of_a_blocking_position() -> None:
    table = entry()
    table.turn = 16
    gun, fired = (table.unit("allied", "box:SW", "artillery", ready=ready) for ready in (True, False))
    table.having(tally={"air": 1})
    open_phase(table, "allied")
    assert table.play(attack(table)) == [f"support {gun}", "enough"]
    assert table.cites(f"support {fired}") == {"A44-22.13"}
    assert table.play(f"support {gun}") == ["air", "no-air"]
    table.play("air", dice=[6])
    assert column(table) == "6:1", "8 to 2 and two columns to the right"


@pytest.mark.rule("A44-13.20")
def test_no_more_units_attack_from_a_blocking_position_than_two_hexes_hold() -> None:
    table = entry()
    infantry = [table.unit("allied", "block:C", sp=3, steps=3, formation="x") for _ in range(2)]
    small = table.unit("allied", "block:C", sp=1, formation="x")
    tanks = [table.unit("allied", "block:C", kind="tank", defence=3, formation="x") for _ in range(3)]
    outside = table.unit("allied", HERE, sp=3, steps=3, formation="x")
    assert together(table, *infantry, *tanks[:2]) == set()
    assert together(table, *infantry, small) == {"A44-13.20"}
    assert together(table, *tanks) == {"A44-13.20"}
    assert together(table, *infantry, outside) == set()
    open_phase(table, "allied")
    table.play(attack(table))
    options = table.play(f"join {infantry[0]}", f"join {infantry[1]}")
    assert f"join {tanks[0]}" in options and "join blocker" not in options
    assert table.cites(f"join {small}") == table.cites("join blocker") == {"A44-13.20"}


@pytest.mark.rule("A44-13.22", "A44-13.12")
def test_every_captured_entry_hex_of_the_area_must_be_blocked() -> None:
    for table in (entry(block=5), entry(second=True)):
        assert open_phase(table, "allied") == []
    both = entry(second=True)
    both.unit("allied", "block:D", defence=6)
    assert set(open_phase(both, "allied")) == {attack(both), attack(both, (3, 0)), "done"}


@pytest.mark.rule("A44-13.22")
def test_a_blocker_is_refused_with_the_rule_while_others_attack_the_entry_hex() -> None:
    table = entry(block=5)
    table.unit("allied", HERE, id="a1")
    table.unit("allied", (1, 1), id="a2")
    open_phase(table, "allied")
    table.play(attack(table))
    assert table.cites("join blocker") == {"A44-13.22"}


@pytest.mark.rule("A44-13.23")
def test_after_a_failed_attack_the_units_stay_in_the_blocking_position() -> None:
    table = entry(block=6)
    table.unit("german", TARGET, defence=6)
    open_phase(table, "allied")
    table.play(attack(table), dice=[6])
    assert table.position.units["blocker"].hex == "block:C"


# Night -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-25.18")
def test_at_night_only_units_with_night_markers_attack() -> None:
    table = Table(turn=4)
    marked = table.unit("german", HERE, marker="night")
    other = table.unit("german", (1, 1))
    table.unit("german", (2, 0), marker="night")
    table.unit("allied", TARGET)
    table.having(night=True)
    open_phase(table)
    assert f"join {marked}" in table.play(attack(table))
    assert table.cites(f"join {other}") == {"A44-25.18"}


@pytest.mark.rule("A44-27.11")
def test_peiper_attacks_in_the_first_night_without_a_marker() -> None:
    for turn, able in ((2, True), (4, False)):
        table = Table(turn=turn)
        table.unit("german", HERE, traits=("peiper",))
        table.unit("allied", TARGET)
        table.having(night=True)
        assert (attack(table) in open_phase(table)) is able


@pytest.mark.rule("A44-27.12")
def test_germans_who_stood_with_peiper_when_movement_ended_attack_with_it() -> None:
    table = Table(turn=2)
    table.unit("german", HERE, traits=("peiper",), id="g1")
    table.unit("german", HERE, id="g2")
    table.unit("german", (1, 1), id="g3")
    table.unit("german", (2, 0), id="g4", marker="night")
    table.unit("allied", TARGET)
    table.having(night=True)
    table.begin(JoinPeiper("german"), CombatPhase("german", begun=True))
    options = table.play(attack(table))
    assert options == ["join g1", "join g4"], "g2 joins an attack of Peiper's only"
    assert table.cites("join g3") == {"A44-25.18"}
    assert table.cites("join g2") == {"A44-27.12"}
    assert "join g2" in table.play("join g1")


@pytest.mark.rule("A44-25.13")
def test_replacement_markers_come_off_when_the_combat_phase_of_the_day_ends() -> None:
    for night, marker in ((False, ""), (True, "replaced")):
        table = Table(turn=4)
        replaced = table.unit("german", HERE, marker="replaced")
        table.having(night=night)
        open_phase(table)
        assert table.position.units[replaced].marker == marker


# Breakthrough ----------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-19.12", "A44-19.15", "A44-14.2")
def test_a_breakthrough_group_attacks_before_others_a_hex_next_to_it_attacked_before_or_not() -> None:
    table = Table()
    table.unit("german", HERE, id="g1")
    table.unit("german", (4, 0), id="g2")
    before, fresh = table.unit("allied", TARGET), table.unit("allied", (0, 1))
    table.unit("allied", (4, 1))
    table.position.deeds.update({"g1": ("attacked",), before: ("defended",)})
    options = table.begin(CombatPhase("german", begun=True, exploit=("g1",)))
    assert set(options) == {attack(table), attack(table, (0, 1))}
    assert table.cites(attack(table, (4, 1))) == {"A44-19.15"}
    options = table.play(attack(table), dice=[6])
    assert whys(table) == ["combat"]
    assert options == [attack(table, (4, 1)), "done"]
    assert fresh in table.position.units


@pytest.mark.rule("A44-19.18")
def test_a_breakthrough_group_may_join_the_next_attack_of_others_only() -> None:
    table = Table()
    table.unit("german", HERE, id="g1")
    table.unit("german", (1, 1), id="g2")
    table.unit("allied", TARGET)
    table.unit("allied", (-1, 0))
    table.position.deeds["g1"] = ("attacked",)
    options = table.begin(CombatPhase("german", begun=True, joiners=("g1",)))
    assert options == [attack(table), "done"]
    assert table.play(attack(table)) == ["join g1", "join g2"]
    table.play("join g1", dice=[6])
    assert [r.text for r in table.rolls[-1].reasons if r.text.endswith("attacks")] == [
        "g1 attacks",
        "g2 attacks",
    ]


@pytest.mark.rule("A44-19.18")
def test_after_the_next_attack_a_breakthrough_group_has_missed_its_chance() -> None:
    table = Table()
    table.unit("german", HERE, id="g1")
    table.unit("german", (1, 1), id="g2")
    table.unit("german", (4, 0), id="g3")
    table.unit("allied", TARGET)
    table.unit("allied", (4, 1))
    table.position.deeds["g1"] = ("attacked",)
    table.begin(CombatPhase("german", begun=True, joiners=("g1",)))
    table.play(attack(table, (4, 1)), dice=[6])
    table.play(attack(table), dice=[6])
    assert [r.text for r in table.rolls[-1].reasons if r.text.endswith("attacks")] == ["g2 attacks"]


# Surprise --------------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-27.20", "A44-27.15")
@pytest.mark.parametrize(("die", "expected"), [(3, "2:1"), (4, "1:1")])
def test_an_undetected_unit_may_try_a_surprise_before_anything_else(die: int, expected: str) -> None:
    table = Table()
    table.unit("german", HERE, id="g1", traits=("solar",), attack=4)
    table.unit("german", (-1, 0), kind="artillery", id="gun")
    table.unit("allied", TARGET, defence=4)
    open_phase(table)
    assert table.play(attack(table)) == ["surprise", "plain"]
    assert table.play("surprise", dice=[die]) == ["support gun", "enough"]
    table.play("enough", dice=[6])
    assert whys(table) == ["surprise", "combat"]
    assert column(table) == expected


# Explanations and odds -------------------------------------------------------------------------------------


@pytest.mark.rule("A44-14.12", "A44-14.15", "A44-14.16")
def test_explain_lists_every_term_before_the_dice_with_its_rule_and_mark() -> None:
    table = Table()
    table.river(HERE, TARGET)
    table.road("primary", HERE, TARGET)
    table.terrain("light_woods", TARGET)
    table.unit("german", HERE, kind="tank", id="g1", attack=7, formation="x")
    table.unit("german", (1, 1), id="g2", attack=4, formation="x", oos=True)
    table.unit("german", (2, 0), id="g3", formation="x")
    table.unit("allied", TARGET, defence=4, state="disrupted")
    open_phase(table)
    table.play(attack(table))
    table.play("join g1", "join g2")
    explanation = table.game.explain(table.position, table.game.parse(table.position, "engage"))
    assert [(reason.cite, reason.value) for reason in explanation.reasons] == [
        ("A44-14.12", 7), ("A44-15.8", -3), ("A44-14.12", 4), ("A44-14.12", 4), ("A44-15.1", 1),
        ("A44-14.12", 0), ("A44-18.4", 1), ("A44-23.15", -1), ("A44-21.1", 1), ("A44-14.16", 0),
    ]  # fmt: skip
    assert explanation.reasons[-1].text.startswith("column 2:1")
    assert explanation.reasons[-1].sure == "reconstructed"


@pytest.mark.rule("A44-14.12", "A44-14.13", "A44-15.27")
def test_explain_shows_the_attack_before_it_is_staged_and_with_what_is_about_to_be_added() -> None:
    def terms(table: Table, text: str) -> dict[str, int]:
        explanation = table.game.explain(table.position, table.game.parse(table.position, text))
        return {reason.text: reason.value for reason in explanation.reasons if reason.value}

    table = Table(turn=15, active="allied")
    table.unit("allied", HERE, id="a1", attack=4, formation="x")
    table.unit("allied", (1, 1), id="a2", attack=3, formation="x")
    table.unit("allied", (-1, 0), kind="artillery", id="gun")
    table.unit("german", TARGET, id="g1", defence=3)
    table.having(tally={"air": 1})
    open_phase(table, "allied")
    assert terms(table, attack(table)) == {"a1 attacks": 4, "a2 attacks": 3, "g1 defends": 3}
    table.play(attack(table))
    assert terms(table, "join a1") == {"a1 attacks": 4, "g1 defends": 3}
    table.play("join a1")
    table.play("engage")
    supported = {"a1 attacks": 4, "g1 defends": 3, "artillery support of gun": 1}
    assert terms(table, "support gun") == supported
    table.play("support gun")
    assert terms(table, "air") == {**supported, "ground support from the air": 1}
    assert terms(table, "no-air") == supported


@pytest.mark.rule("A44-14.15", "A44-22.17", "A44-14.11")
def test_odds_of_an_attack_are_exact_and_say_what_they_assume() -> None:
    full = Table(turn=15)
    full.river(HERE, TARGET)
    full.road("primary", HERE, TARGET)
    full.unit("german", HERE, kind="tank", attack=8, id="tank")
    full.unit("german", (-1, 0), kind="artillery")
    full.unit("allied", TARGET, defence=4)
    full.unit("allied", (2, 1), kind="artillery")
    open_phase(full)
    found = full.odds(attack(full))
    assert found.exact
    assert sum(row.probability for row in found.rows) == 1
    assert "a bridge attacked over is tried" in " ".join(found.assumptions)
    assert "the defender answers with artillery if he has any" in " ".join(found.assumptions)
    assert {reason.cite for reason in found.unsure} >= {"A44-14.16", "A44-22.17", "A44-15.16"}
