"""Corners of the rules where two chapters meet: each was played wrongly once."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table
from tests.plugins.ardennes44.fighting import fight

from grognard_ardennes44.advance import Pursuit
from grognard_ardennes44.advantage import advantage_shift, grant, spend
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.attackers import set_bars, unit_bars
from grognard_ardennes44.breakdown import break_down, rejoin_bars
from grognard_ardennes44.combat import ChooseTarget, CombatPhase
from grognard_ardennes44.disengagement import Disengagements
from grognard_ardennes44.firefight import lead_bars
from grognard_ardennes44.fuel import run_short
from grognard_ardennes44.movement_phase import MovementEnds, MovementPhase
from grognard_ardennes44.night import JoinPeiper
from grognard_ardennes44.pieces import eliminate, note_deed, relocate
from grognard_ardennes44.position import Advantage, Unit
from grognard_ardennes44.reinforcement import column_bars
from grognard_ardennes44.surrender import surrender

INFANTRY = "breakdown_infantry_allied"


@pytest.mark.rule("A44-25.20", "A44-25.21")
def test_no_night_marker_for_units_in_a_box() -> None:
    table = Table(turn=4, active="allied")
    table.box("W", edge=[(-6, 0)])
    table.entry("E", (-6, 0), "allied", box="W")
    table.unit("allied", "box:W")
    table.unit("allied", (0, 0))
    options = table.begin(MovementPhase("allied"))
    assert f"night {table.hex(0, 0)}" in options and "night box:W" not in options
    assert table.cites("night box:W") == {"A44-25.21"}


@pytest.mark.rule("A44-22.2", "A44-11.19")
def test_ready_artillery_that_leaves_the_map_is_flipped() -> None:
    table = Table(active="allied")
    table.box("W", edge=[(-6, 0)])
    gun = table.unit("allied", (-6, 0), "artillery", ma=8)
    table.begin(MovementPhase("allied"))
    table.play(f"shift {gun}", "leave box:W")
    assert table.position.units[gun].hex == "box:W" and not table.position.units[gun].ready


@pytest.mark.rule("A44-6.3")
def test_remnants_and_parts_of_a_division_are_short_of_fuel_with_it() -> None:
    table = Table(turn=8)
    whole = table.unit("german", (0, 0), "mechanised", formation="2_pz")
    gone = table.unit("german", (1, 0), "mechanised", formation="2_pz", steps=3, sp=2)
    other = table.unit("german", (3, 0), "mechanised", formation="116_pz")
    remnant = "remnant_mechanised_german-1"
    table.position.lost[gone] = "eliminated"
    del table.position.units[gone]
    table.position.units[remnant] = Unit(table.hex(1, 0), 1, parent=gone)
    table.position.german[table.hex(1, 0)] = (remnant,)
    run_short(table.context(), "2_pz", west_only=False)
    short = {id_ for id_, unit in table.position.units.items() if unit.dry}
    assert short == {whole, remnant} and other not in short


@pytest.mark.rule("A44-27.14")
def test_the_653rd_is_rolled_for_once_and_not_again_at_night() -> None:
    table = Table(turn=4)
    unit = table.unit("german", (5, -5), "tank", traits=("jagdpanzer_653",))
    table.arriving(unit, 4)
    table.unit("german", (0, 0))
    table.begin(MovementPhase("german"), dice=(1,))
    assert table.position.waiting == {unit: 4}
    table.position.night = True
    table.position.agenda.clear()
    table.begin(MovementPhase("german"), dice=())
    assert table.position.waiting == {unit: 4}


@pytest.mark.rule("A44-25.13", "A44-25.22", "A44-26.7")
@pytest.mark.parametrize("marker", ["replaced", "night"])
def test_a_unit_does_not_shed_its_marker_by_breaking_down_nor_by_rejoining(marker: str) -> None:
    table = Table(turn=4, active="allied")
    unit = table.unit("allied", (0, 0), steps=3, sp=2, breaks_into=INFANTRY, marker=marker)
    parts = break_down(table.context(), unit)
    assert {table.position.units[id_].marker for id_ in parts} == {marker}
    table.begin(MovementPhase("allied"))
    for part in [id_ for id_ in parts if not rejoin_bars(table.rules, table.position, id_)]:
        table.play(f"rejoin {part}")
    assert table.position.units[unit].steps == 3 and table.position.units[unit].marker == marker


@pytest.mark.rule("A44-12.5", "A44-12.12")
def test_a_reinforcement_drives_on_under_the_last_marker() -> None:
    table = Table()
    table.road("primary", *((q, 0) for q in range(6, 0, -1)))
    table.entry("K", (6, 0), "german")
    late = table.arriving(table.unit("german", (5, 0), "mechanised"), 3, "K")
    for n in range(table.rules.limits.sm_markers["german"] - 1):
        table.unit("german", (-6 + n, 0), "artillery", marker="pm")
    table.begin(MovementPhase("german"))
    options = table.play(f"enter {late} {table.hex(6, 0)} sm")
    assert f"to {table.hex(2, 0)}" in options


@pytest.mark.rule("A44-12.3", "A44-6.6")
def test_a_division_short_of_fuel_does_not_enter_by_strategic_movement() -> None:
    table = Table(turn=8)
    table.road("primary", (6, 0), (5, 0))
    table.entry("K", (6, 0), "german")
    table.road("primary", (6, 0), (5, 0))
    unit = table.unit("german", (5, 0), "mechanised", formation="9_ss_pz")
    table.arriving(unit, 8, "K")
    counter = table.rules.counters[unit]
    assert column_bars(table.rules, table.position, counter, table.hex(6, 0), "sm") == ()
    table.position.tally["dry 9_ss_pz"] = 8
    bars = column_bars(table.rules, table.position, counter, table.hex(6, 0), "sm")
    assert {bar.cite for bar in bars} == {"A44-12.3"}
    options = table.begin(MovementPhase("german"))
    assert [option for option in options if option.startswith("enter")] == [
        f"enter {unit} {table.hex(6, 0)} move"
    ]
    del table.position.tally["dry 9_ss_pz"]
    assert f"enter {unit} {table.hex(6, 0)} sm" in table.options()


@pytest.mark.rule("A44-13.6", "A44-8.7")
def test_only_an_engineer_that_has_just_arrived_excuses_too_many_units() -> None:
    table = Table(active="allied")
    table.town("town", (0, 0))
    table.having(control={table.hex(0, 0): "allied"})
    table.unit("allied", (0, 0), sp=3)
    late = table.unit("allied", (6, 0), "engineer", steps=1)
    table.arriving(late, 3)
    table.begin(MovementPhase("allied"))
    table.play(f"place {late} {table.hex(0, 0)}", "done")
    assert set(table.position.allied[table.hex(0, 0)]) >= {late}
    other = Table(active="allied")
    other.unit("allied", (0, 0), sp=3)
    other.unit("allied", (0, 0), "engineer", steps=1)
    assert [option.split()[0] for option in other.begin(MovementEnds("allied"))] == ["take-off"] * 2


@pytest.mark.rule("A44-12.10")
def test_a_column_that_leaves_others_behind_is_not_its_own_neighbour() -> None:
    table = Table(active="allied")
    table.road("primary", (0, 0), (1, 0), (2, 0))
    lorries = table.unit("allied", (0, 0), marker="truck")
    table.unit("allied", (0, 0))
    table.begin(MovementPhase("allied"))
    table.play(f"strategic {lorries}")
    assert f"to {table.hex(1, 0)}" in table.options()


@pytest.mark.rule("A44-27.2", "A44-8.1")
def test_von_der_heydte_may_come_down_among_friends_if_there_is_room() -> None:
    table = Table()
    unit = table.arriving(table.unit("german", (5, -5), traits=("heydte",)), 3)
    table.unit("german", (0, 0), sp=2)
    table.unit("german", (2, 0), sp=3)
    options = table.begin(MovementPhase("german"))
    assert f"drop {unit} {table.hex(0, 0)}" in options
    assert table.cites(f"drop {unit} {table.hex(2, 0)}") == {"A44-8.1"}


@pytest.mark.rule("A44-26.1", "A44-25.6")
def test_with_the_last_of_its_parts_a_broken_down_unit_is_lost_and_may_be_replaced() -> None:
    table = Table(active="allied")
    unit = table.unit("allied", (0, 0), steps=3, sp=2, breaks_into=INFANTRY)
    parts = break_down(table.context(), unit)
    for part in parts:
        assert table.position.lost[unit] == "broken down"
        eliminate(table.context(), part, "steps")
    assert table.position.lost[unit] == "eliminated"


@pytest.mark.rule("A44-16.29", "A44-14.6", "A44-16.31", "A44-16.32")
def test_units_in_one_hex_may_have_an_advantage_over_different_targets() -> None:
    table = Table()
    a, b = table.unit("german", (0, 0)), table.unit("german", (0, 0))
    left, right = table.hex(0, -1), table.hex(1, -1)
    for at in ((0, -1), (1, -1)):
        table.unit("allied", at)
    for unit, target in ((a, left), (b, right)):
        grant(table.context(), Attack("german", target, (unit,)))
    position, here = table.position, table.hex(0, 0)
    assert [marker.target for marker in position.markers(here)] == [right, left]
    for unit, target, shifted in ((a, left, True), (b, right, True), (a, right, False)):
        assert bool(advantage_shift(position, Attack("german", target, (unit,)))) == shifted
    assert table.game.decode(table.game.encode(position)) == position
    relocate(table.context(), b, table.hex(-1, 0))
    assert position.markers(here) == (Advantage(left, (a,)),)
    spend(table.context(), Attack("german", left, (a,)))
    assert position.advantage == {}


@pytest.mark.rule("A44-27.12")
def test_who_stands_with_peiper_joins_its_attacks_and_makes_none_of_its_own() -> None:
    table = Table(turn=2)
    friend = table.unit("german", (0, 0), id="a_friend")
    peiper = table.unit("german", (0, 0), "tank", id="z_peiper", traits=("peiper",))
    table.unit("allied", (1, 0), defence=1)
    table.having(night=True)
    table.begin(JoinPeiper("german"), CombatPhase("german", begun=True))
    assert {bar.cite for bar in set_bars(table.rules, table.position, (friend,))} == {"A44-27.12"}
    table.play(f"attack {table.hex(1, 0)}", f"join {friend}", dice=(6,))
    made = next(event for event in table.events if event.what == "attack")
    assert made.fact("units") == f"{friend},{peiper}", "Peiper had to come with it"


@pytest.mark.rule("A44-27.12")
def test_when_peiper_has_fought_those_with_it_have_no_attack_left() -> None:
    table = Table(turn=2)
    friend = table.unit("german", (0, 0))
    peiper = table.unit("german", (0, 0), "tank", traits=("peiper",))
    table.unit("allied", (0, 1))
    table.having(night=True)
    table.begin(JoinPeiper("german"), ChooseTarget("german"))
    target = table.hex(0, 1)
    assert f"attack {target}" in table.options()
    note_deed(table.position, peiper, "attacked")
    assert table.options() == ["done"]
    assert {bar.cite for bar in unit_bars(table.rules, table.position, friend)} == {"A44-25.18"}


@pytest.mark.rule("A44-23.26", "A44-26.8")
def test_the_surrender_of_a_part_is_not_that_of_a_unit_in_play() -> None:
    table = Table(active="allied")
    unit = table.unit("allied", (0, 0), steps=3, sp=2, breaks_into=INFANTRY)
    parts = break_down(table.context(), unit)
    table.begin(MovementPhase("allied"))
    table.play(f"rejoin {parts[0]}")
    relocate(table.context(), parts[1], table.hex(4, 0))
    surrender(table.context(), parts[1])
    assert table.position.units[unit].steps == 2 and unit not in table.position.lost
    surrender(table.context(), unit)
    assert table.position.lost == {unit: "surrendered"}


@pytest.mark.rule("A44-11.27", "A44-20.7")
@pytest.mark.parametrize(("turn", "may"), [(4, False), (5, True)])
def test_nobody_disengages_over_an_army_boundary_before_turn_five(turn: int, may: bool) -> None:
    table = Table(turn=turn)
    unit = table.unit("german", (0, 0))
    table.unit("allied", (1, 0))
    table.boundary((0, 0), (-1, 0))
    table.begin(Disengagements("german"))
    options = table.play(f"disengage {unit}", dice=(1,))
    assert (f"to {table.hex(-1, 0)}" in options) == may and f"to {table.hex(-1, 1)}" in options
    assert table.cites(f"to {table.hex(-1, 0)}") == (set() if may else {"A44-11.27"})


@pytest.mark.rule("A44-16.13", "A44-27.5")
def test_no_british_unit_leads_a_firefight_over_the_meuse() -> None:
    table = Table(active="allied")
    table.area("west", "west_bank", (-1, 0), (0, 0))
    british = table.unit("allied", (0, 0), nation="british")
    american = table.unit("allied", (1, -1))
    table.unit("german", (1, 0))
    target = table.hex(1, 0)
    assert {bar.cite for bar in lead_bars(table.rules, table.position, british, target)} == {"A44-16.13"}
    assert lead_bars(table.rules, table.position, american, target) == ()
    assert f"attack {target}" in table.begin(CombatPhase("allied", begun=True)), "it may attack there"


@pytest.mark.rule("A44-6.6", "A44-23.16")
def test_a_division_that_enters_short_of_fuel_has_a_tactical_move_of_which_the_entry_hex_is_one() -> None:
    table = Table(turn=8)
    table.entry("K", (6, 0), "german")
    table.terrain("light_woods", *((q, r) for q in range(-6, 7) for r in range(-6, 7) if abs(q + r) <= 6))
    unit = table.unit("german", (5, 0), "mechanised", formation="9_ss_pz", ma=4)
    table.arriving(unit, 8, "K")
    table.unit("german", (-3, 0))
    table.having(tally={"dry 9_ss_pz": 8})
    table.begin(MovementPhase("german"))
    options = table.play(f"enter {unit} {table.hex(6, 0)} move")
    assert f"to {table.hex(5, 0)}" in options and f"to {table.hex(4, 0)}" not in options
    table.play(f"to {table.hex(5, 0)}")
    moved = next(event for event in table.events if event.what == "moved")
    assert moved.fact("by") == "tactical" and table.position.units[unit].oos


@pytest.mark.rule("A44-13.7", "A44-12.18")
def test_an_engineer_takes_no_truck_on_the_turn_it_arrives() -> None:
    table = Table(active="allied")
    table.town("town", (0, 0))
    table.road("primary", (0, 0), (1, 0))
    table.having(control={table.hex(0, 0): "allied"})
    late = table.arriving(table.unit("allied", (6, 0), "engineer", steps=1), 3)
    table.unit("allied", (4, 0))
    table.begin(MovementPhase("allied"))
    options = table.play(f"place {late} {table.hex(0, 0)}")
    assert f"tactical {late}" in options and table.cites(f"load {late}") == {"A44-13.7"}


@pytest.mark.rule("A44-17.17", "A44-16.9")
def test_who_has_fled_into_a_hex_is_not_engaged_with_those_who_defend_it() -> None:
    table = Table()
    holder, guest = table.unit("allied", (0, 0)), table.unit("allied", (0, 0), state="disrupted")
    table.having(deeds={guest: ("defended", "retreated", "guest")})
    attacker = table.unit("german", (-1, 0))
    fight(table, "EX", [attacker], (0, 0))
    units = table.position.units
    assert (units[holder].engaged, units[guest].engaged) == (True, False)
    assert (units[holder].steps, units[guest].steps, units[attacker].steps) == (1, 2, 1)


@pytest.mark.rule("A44-27.5", "A44-13.14")
def test_no_british_unit_comes_from_a_box_to_the_wrong_bank_of_the_meuse() -> None:
    table = Table(active="allied")
    table.box("W", edge=[(-6, 0)])
    table.entry("E", (-6, 0), "allied", box="W")
    table.entry("I", (-6, 3), "allied", box="W")
    table.area("west", "west_bank", (-6, 0), (-5, 0))
    british = table.unit("allied", "box:W", nation="british")
    options = table.begin(MovementPhase("allied"))
    assert f"transfer {british} {table.hex(-6, 0)}" in options
    assert table.cites(f"transfer {british} {table.hex(-6, 3)}") == {"A44-27.5"}


@pytest.mark.rule("A44-27.5", "A44-13.24", "A44-16.13", "A44-19.7")
@pytest.mark.parametrize(("nation", "crosses"), [("british", False), ("us", True)])
def test_the_british_do_not_come_out_of_a_blocking_position_to_the_wrong_bank(
    nation: str, crosses: bool
) -> None:
    table = Table(active="allied")
    table.entry("F", (-6, 3), "allied")
    table.area("west", "west_bank", (-6, 0), (-5, 0))
    unit = table.unit("allied", "block:F", nation=nation)
    table.unit("german", (-6, 3), steps=1)
    options = fight(table, "FF", [unit], (-6, 3))
    assert (f"lead {unit}" in options) == crosses
    table.position.agenda.clear()
    options = fight(table, "EX", [unit], (-6, 3))
    assert (f"advance {unit} {table.hex(-6, 3)}" in options) == crosses
    pursuit = Pursuit(table.rules, table.position, unit, table.hex(-6, 3), "limited")
    assert {bar.cite for bar in pursuit.bars((table.hex(-6, 3),))} == (set() if crosses else {"A44-27.5"})
