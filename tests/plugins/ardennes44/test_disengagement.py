"""Disengagement [A44-20]."""

from __future__ import annotations

from typing import Any

import pytest
from tests.plugins.ardennes44.drawing import Spot, Table
from tests.plugins.ardennes44.fighting import path, unit, where

from grognard_ardennes44.combat import CombatPhase
from grognard_ardennes44.disengagement import disengagement_bars, disengagement_modifiers
from grognard_ardennes44.pieces import did


def held(*enemies: Spot, kind: str = "infantry", **facts: Any) -> tuple[Table, str]:
    """A German at (0,0) with enemies around him, at (1,0) if nothing else is said."""
    table = Table()
    id_ = table.unit("german", (0, 0), kind, **facts)
    for spot in enemies or ((1, 0),):
        table.unit("allied", spot)
    return table, id_


def begin(table: Table) -> list[str]:
    """The German combat phase."""
    return table.begin(CombatPhase("german"))


# Who may try -----------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-20.1", "A44-20.12", "A44-14.2")
def test_dg03_before_any_combat_and_instead_of_attacking() -> None:
    table, first = held(engaged=True)
    others = [table.unit("german", (0, 0), engaged=True, sp=1) for _ in range(2)]
    assert begin(table) == [f"disengage {first}", *(f"disengage {id_}" for id_ in others), "stay"]
    table.play(f"disengage {first}", dice=[6])
    table.play("stay")
    assert [unit(table, id_).engaged for id_ in (first, *others)] == [False] * 3, "the markers come off"
    table.play(f"attack {table.hex(1, 0)}")
    assert table.options() == [f"join {id_}" for id_ in others], "who tried does not attack"
    assert {"A44-20.1", "A44-20.12"} & table.cites(f"join {first}")


@pytest.mark.rule("A44-20.2", "A44-20.3")
def test_an_undisrupted_unit_next_to_the_enemy_may_try_though_not_engaged() -> None:
    for facts, may in (
        ({}, True),
        ({"state": "disrupted"}, False),
        ({"engaged": True, "state": "disrupted"}, True),
    ):
        table, id_ = held(**facts)
        assert (disengagement_bars(table.rules, table.position, id_, "german") == ()) == may
    table, id_ = held((2, 0))
    reasons = disengagement_bars(table.rules, table.position, id_, "german")
    assert [reason.cite for reason in reasons] == ["A44-20.3"], "nobody is next to it"
    table, id_ = held((1, 0))
    far = table.unit("german", (-4, 0))
    assert begin(table) == [f"disengage {id_}", "stay"]
    assert table.cites(f"disengage {far}") == {"A44-20.3"}


@pytest.mark.rule("A44-20.1")
def test_only_own_units_on_the_map_may_try() -> None:
    table = Table(active="allied")
    table.entry("C", (1, 0), "allied", box="SW")
    table.box("SW")
    blocking, mine = table.unit("allied", "block:C"), table.unit("allied", (0, 0))
    enemy = table.unit("german", (1, 0))
    assert table.begin(CombatPhase("allied")) == [f"disengage {mine}", "stay"]
    assert table.cites(f"disengage {enemy}") == table.cites(f"disengage {blocking}") == {"A44-20.1"}


@pytest.mark.rule("A44-20.4")
def test_one_roll_for_each_unit_and_no_second_try() -> None:
    table, first = held()
    second = table.unit("german", (0, 0))
    begin(table)
    table.play(f"disengage {first}", dice=[6])
    assert table.cites(f"disengage {first}") == {"A44-20.4"}
    table.play(f"disengage {second}", dice=[6])
    assert [roll.why for roll in table.rolls] == ["disengagement"] * 2
    marks = [reason.sure for roll in table.rolls for reason in roll.reasons if reason.cite == "A44-20.4"]
    assert marks == ["reconstructed"] * 2, "the table is of this project"


@pytest.mark.rule("A44-29.1")
@pytest.mark.parametrize(("turn", "may"), [(1, False), (2, True)])
def test_red_coordinates_forbid_it_on_turn_1(turn: int, may: bool) -> None:
    table, id_ = held()
    table.position.turn = turn
    table.replace(id_, red=True)
    assert (disengagement_bars(table.rules, table.position, id_, "german") == ()) == may


@pytest.mark.rule("A44-17.21")
def test_german_artillery_without_a_prime_mover_stays() -> None:
    for marker, may in (("", False), ("pm", True)):
        table, gun = held(kind="artillery", marker=marker)
        assert (disengagement_bars(table.rules, table.position, gun, "german") == ()) == may


# The roll --------------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-20.5")
@pytest.mark.parametrize(
    ("kind", "grade", "drm"),
    [("tank", "elite", -2), ("recon", "green", 0), ("infantry", "green", 1), ("infantry", "elite", -1),
     ("mixed", "veteran", -1), ("infantry", "veteran", 0), ("flak", "veteran", 0)],
)  # fmt: skip
def test_dg01_modifiers_add_up(kind: str, grade: str, drm: int) -> None:
    table, id_ = held(kind=kind, grade=grade)
    assert sum(reason.value for reason in disengagement_modifiers(table.rules, id_)) == drm
    begin(table)
    table.play(f"disengage {id_}", dice=[4])
    assert sum(reason.value for reason in table.rolls[0].reasons) == drm
    word = [event.fact("result") for event in table.events if event.what == "disengagement"]
    assert word == [{-2: "Yes", -1: "Yes", 0: "Yes+D", 1: "No"}[drm]]


@pytest.mark.rule("A44-20.6")
@pytest.mark.parametrize("roll", [5, 6])
def test_no_leaves_the_unit_where_it_is(roll: int) -> None:
    table, id_ = held(engaged=True)
    begin(table)
    table.play(f"disengage {id_}", dice=[roll])
    assert [event.fact("result") for event in table.events if event.what == "disengagement"] == ["No"]
    assert (where(table, id_), unit(table, id_).state) == (table.hex(0, 0), "")
    assert not did(table.position, id_, "disengaged") and did(table.position, id_, "tried")


@pytest.mark.rule("A44-20.2", "A44-20.7")
def test_yes_takes_it_one_or_two_hexes_within_the_stacking_limits() -> None:
    table, id_ = held(engaged=True)
    table.unit("german", (-1, 0), sp=3)
    begin(table)
    options = table.play(f"disengage {id_}", dice=[1])
    assert {len(option.split(",")) for option in options} == {1, 2}
    assert f"to {path(table, (-1, 0))}" not in options
    assert table.cites(f"to {path(table, (-1, 0))}") == {"A44-20.7"}
    assert "A44-20.2" in table.cites(f"to {path(table, (-1, 0), (-2, 0), (-3, 0))}")
    assert table.cites(f"to {path(table, (-2, 0))}") == {"A44-20.7"}, "it goes hex by hex"
    table.play(f"to {path(table, (-1, 0), (-2, 0))}")
    left = unit(table, id_)
    assert (left.hex, left.engaged, left.state) == (table.hex(-2, 0), False, "")
    assert did(table.position, id_, "disengaged")


@pytest.mark.rule("A44-20.8")
def test_an_engaged_unit_may_stop_in_a_first_hex_in_an_ezoc() -> None:
    table, id_ = held(engaged=True)
    begin(table)
    options = table.play(f"disengage {id_}", dice=[1])
    assert f"to {path(table, (0, 1))}" in options, "next to the enemy at (1,0)"
    assert f"to {path(table, (0, 1), (1, 1))}" not in options, "but not go on to another EZOC"
    assert "A44-20.10" in table.cites(f"to {path(table, (0, 1), (1, 1))}")


@pytest.mark.rule("A44-20.8", "A44-10.4")
def test_it_does_not_cross_an_enemy_bond() -> None:
    table, id_ = held((1, -1), (-1, 1), (1, 1), engaged=True)
    begin(table)
    options = table.play(f"disengage {id_}", dice=[1])
    assert options and not any(f" {table.hex(0, 1)}" in option for option in options), "a hex bond"
    assert not any(f" {table.hex(1, 0)}" in option for option in options), "a hex bond"
    assert table.cites(f"to {path(table, (0, 1))}") == {"A44-17.11"}


@pytest.mark.rule("A44-20.9")
@pytest.mark.parametrize(("engaged", "stops"), [(True, False), (False, False)])
def test_yes_d_disrupts_and_forbids_a_stop_in_a_first_hex_in_an_ezoc(engaged: bool, stops: bool) -> None:
    table, id_ = held(engaged=engaged)
    begin(table)
    options = table.play(f"disengage {id_}", dice=[4])
    assert (f"to {path(table, (0, 1))}" in options) == stops
    assert table.cites(f"to {path(table, (0, 1))}") == {"A44-20.9" if engaged else "A44-20.10"}
    assert (f"to {path(table, (0, 1), (-1, 2))}" in options) == engaged, "passing is for Engaged units"
    table.play(f"to {path(table, (-1, 0))}")
    assert unit(table, id_).state == "disrupted"


@pytest.mark.rule("A44-20.9")
def test_a_disrupted_unit_does_not_stop_there_either_and_d_breaks_it() -> None:
    table, id_ = held(engaged=True, state="disrupted")
    begin(table)
    options = table.play(f"disengage {id_}", dice=[4])
    assert f"to {path(table, (0, 1))}" not in options
    table.play(f"to {path(table, (-1, 0))}")
    assert unit(table, id_).state == "broken"


@pytest.mark.rule("A44-20.10")
def test_a_unit_that_was_not_engaged_enters_no_ezoc() -> None:
    table, id_ = held()
    begin(table)
    options = table.play(f"disengage {id_}", dice=[1])
    zoc = {table.hex(0, 1), table.hex(1, -1)}
    assert options and all(zoc.isdisjoint(option.split()[1].split(",")) for option in options)
    assert table.cites(f"to {path(table, (0, 1))}") == {"A44-20.10"}


@pytest.mark.rule("A44-20.10", "A44-20.8")
def test_who_has_no_way_is_not_let_into_the_trap() -> None:
    """All hexes around are in EZOCs: the unit that is not Engaged may not try, the Engaged one may."""
    for engaged in (False, True):
        table, id_ = held((1, 0), (-1, 1), (0, -2), (-2, 0), engaged=engaged)
        bars = disengagement_bars(table.rules, table.position, id_, "german")
        assert (bars == ()) == engaged, [str(bar) for bar in bars]


@pytest.mark.rule("A44-20.9", "A44-20.10")
def test_an_engaged_unit_whose_yes_d_leaves_no_way_is_eliminated() -> None:
    """After a plain Yes it could stop in an EZOC; disrupted it must go on, from EZOC to EZOC."""
    table, id_ = held(engaged=True)
    for spot in ((0, -1), (1, -1), (-1, 1), (-1, 0)):
        table.river((0, 0), spot, kind="lake")
    table.river((0, 1), (-1, 1), kind="lake")
    for spot in ((0, 3), (-1, 3), (1, 2)):
        table.unit("allied", spot)
    begin(table)
    table.play(f"disengage {id_}", dice=[4])
    assert table.position.lost == {id_: "eliminated"}


@pytest.mark.rule("A44-20.2", "A44-21.13")
def test_vehicles_disengage_over_ground_that_they_can_cross() -> None:
    table, tank = held(kind="tank", engaged=True)
    table.terrain("forest", (-1, 0))
    table.river((0, 0), (0, -1))
    begin(table)
    options = table.play(f"disengage {tank}", dice=[1])
    firsts = {option.split()[1].split(",")[0] for option in options}
    assert table.hex(-1, 0) not in firsts and table.hex(0, -1) not in firsts
    assert table.cites(f"to {path(table, (-1, 0))}") == {"A44-17.14"}


@pytest.mark.rule("A44-20.11", "A44-16.28")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_engaged_markers_come_off_in_the_owners_combat_phase_alone(side: str) -> None:
    table = Table()
    german = table.unit("german", (0, 0), engaged=True)
    allied = table.unit("allied", (4, 0), engaged=True)
    options = table.begin(CombatPhase(side))
    if "stay" in options:
        table.play("stay")
    assert (unit(table, german).engaged, unit(table, allied).engaged) == (side != "german", side != "allied")


@pytest.mark.rule("A44-20.7", "A44-22.12")
def test_artillery_that_disengages_is_fired() -> None:
    table, gun = held(kind="artillery", marker="pm")
    begin(table)
    table.play(f"disengage {gun}", dice=[1])
    table.play(f"to {path(table, (-1, 0))}")
    assert not unit(table, gun).ready


@pytest.mark.rule("A44-26.3", "A44-26.4", "A44-26.5")
def test_an_engaged_unit_breaks_down_so_that_one_part_holds_while_another_gets_away() -> None:
    table, big = held(engaged=True, steps=3, sp=3, breaks_into="breakdown_infantry_german")
    assert f"break-down {big}" in begin(table)
    table.play(f"break-down {big}")
    first, second, remnant = table.position.stack(table.hex(0, 0))
    assert all(unit(table, id_).engaged for id_ in (first, second, remnant))
    table.play(f"disengage {first}", dice=[1])
    table.play(f"to {path(table, (-1, 0))}")
    assert table.play("stay") == ["done", f"attack {table.hex(1, 0)}"][::-1]
    assert table.position.stack(table.hex(0, 0)) == (second, remnant)
    assert table.position.stack(table.hex(-1, 0)) == (first,)


@pytest.mark.rule("A44-8.6", "A44-26.1")
def test_parts_that_all_stay_need_room_before_the_attacks() -> None:
    table, big = held(steps=3, sp=2, breaks_into="breakdown_infantry_german")
    table.unit("german", (0, 0))
    begin(table)
    table.play(f"break-down {big}")
    options = table.play("stay")
    assert len(options) == 4 and all(option.startswith("take-off ") for option in options)
    table.play(options[0])
    assert f"attack {table.hex(1, 0)}" in table.options()


@pytest.mark.rule("A44-20.2", "A44-20.7", "A44-20.9")
@pytest.mark.parametrize(("engaged", "roll", "hexes"), [(True, 1, 1), (True, 4, 2), (False, 1, 0)])
def test_how_far_the_only_way_out_leads(engaged: bool, roll: int, hexes: int) -> None:
    """The only hex next to it that is open is in an enemy ZOC."""
    table, id_ = held(engaged=engaged)
    for spot in ((0, -1), (1, -1), (-1, 1), (-1, 0)):
        table.river((0, 0), spot, kind="lake")
    bars = disengagement_bars(table.rules, table.position, id_, "german")
    assert {bar.cite for bar in bars} == ({"A44-20.10"} if not engaged else set())
    if engaged:
        begin(table)
        options = table.play(f"disengage {id_}", dice=[roll])
        assert options and min(len(option.split(",")) for option in options) == hexes


@pytest.mark.rule("A44-26.1", "A44-26.4", "A44-14.5")
@pytest.mark.parametrize(
    ("steps", "marker", "asked"), [(3, "", True), (2, "", False), (3, "replaced", False)]
)
def test_a_large_unit_that_has_no_way_out_may_break_down_to_attack_with_its_parts(
    steps: int, marker: str, asked: bool
) -> None:
    table, big = held(
        (1, 0),
        (-1, 1),
        (0, -2),
        (-2, 0),
        steps=3,
        sp=2,
        breaks_into="breakdown_infantry_german",
        marker=marker,
    )
    table.replace(big, steps=steps)
    options = begin(table)
    assert (options == [f"break-down {big}", "stay"]) == asked
    if asked:
        table.play(f"break-down {big}")
        parts = table.position.stack(table.hex(0, 0))
        table.play(f"attack {table.hex(1, 0)}")
        assert table.options() == [f"join {id_}" for id_ in parts]


@pytest.mark.rule("A44-20.1", "A44-25.18")
@pytest.mark.parametrize(("marker", "may"), [("night", True), ("", False)])
def test_at_night_only_units_with_night_markers_disengage_instead_of_attacking(
    marker: str, may: bool
) -> None:
    table, id_ = held(marker=marker)
    table.position.night = True
    assert (f"disengage {id_}" in begin(table)) == may
    bars = disengagement_bars(table.rules, table.position, id_, "german")
    assert [bar.cite for bar in bars] == ([] if may else ["A44-25.18"])
