"""Advance after combat and breakthrough combat [A44-19]."""

from __future__ import annotations

from typing import Any

import pytest
from tests.plugins.ardennes44.drawing import Spot, Table
from tests.plugins.ardennes44.fighting import fight, path, unit, where

from grognard_ardennes44.advance import Advance, advance_paths
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.breakthrough import Breakthrough, Exploit
from grognard_ardennes44.combat import CombatPhase
from grognard_ardennes44.pieces import eliminate


def paths(table: Table, id_: str, kind: str, vacated: Spot = (1, 0)) -> set[tuple[str, ...]]:
    """The paths of an advance."""
    return set(advance_paths(table.rules, table.position, id_, table.hex(*vacated), kind))


def chain(table: Table, *spots: Spot) -> tuple[str, ...]:
    """Hexes as a path."""
    return tuple(table.hex(*spot) for spot in spots)


def pursuer(kind: str = "infantry", **facts: Any) -> tuple[Table, str]:
    """A German at (0,0) that may advance; (1,0) is the vacated hex."""
    table = Table()
    return table, table.unit("german", (0, 0), kind, **facts)


# How far ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-19.1", "A44-19.2", "A44-19.3")
@pytest.mark.parametrize(
    ("kind", "longest", "hexes"), [("limited", 1, 1), ("regular", 1, 6), ("bonus", 2, 18)]
)
def test_one_hex_after_a_regular_two_after_a_bonus_advance(kind: str, longest: int, hexes: int) -> None:
    table, attacker = pursuer()
    found = paths(table, attacker, kind)
    assert max(map(len, found)) == longest
    assert len({each[-1] for each in found}) == hexes, (
        "in any direction, but limited into the vacated hex only"
    )


@pytest.mark.rule("A44-19.4", "A44-19.5", "A44-19.19", "A44-23.19")
def test_ad01_a_main_road_gives_a_mechanised_unit_one_hex_more_a_forest_road_or_no_supply_none() -> None:
    for road, terrain, oos, longest in (
        ("primary", "clear", False, 2), ("secondary", "clear", False, 2),
        ("secondary", "forest", False, 1), ("primary", "clear", True, 1),
    ):  # fmt: skip
        table, attacker = pursuer("mechanised", oos=oos)
        table.terrain(terrain, (1, 0), (2, 0))
        table.road(road, (0, 0), (1, 0), (2, 0))
        assert (chain(table, (1, 0), (2, 0)) in paths(table, attacker, "regular")) == (longest == 2)


@pytest.mark.rule("A44-19.4")
def test_the_bonus_is_for_mechanised_units_and_for_an_advance_along_the_road_alone() -> None:
    for kind, bonus in (("infantry", False), ("tank", True), ("recon", True)):
        table, attacker = pursuer(kind)
        table.road("primary", (0, 0), (1, 0), (2, 0), (3, 0))
        assert (chain(table, (1, 0), (2, 0)) in paths(table, attacker, "regular")) == bonus
        assert (chain(table, (1, 0), (2, 0), (3, 0)) in paths(table, attacker, "bonus")) == bonus
        assert chain(table, (1, 0), (1, 1)) not in paths(table, attacker, "regular"), "off the road"


@pytest.mark.rule("A44-19.4")
@pytest.mark.parametrize(
    ("first", "blown", "bonus"), [(True, False, True), (False, False, False), (True, True, False)]
)
def test_the_whole_way_must_be_road_over_sound_bridges(first: bool, blown: bool, bonus: bool) -> None:
    """A road whose first stretch is missing, or has lost its bridge, so that the unit wades."""
    table, attacker = pursuer("mechanised")
    table.road("primary", *([(0, 0)] if first else []), (1, 0), (2, 0))
    table.river((0, 0), (1, 0))
    if blown:
        table.blow((0, 0), (1, 0))
    found = paths(table, attacker, "regular")
    assert chain(table, (1, 0)) in found
    assert (chain(table, (1, 0), (2, 0)) in found) == bonus


@pytest.mark.rule("A44-19.5", "A44-24.3")
def test_a_traffic_marker_does_not_take_the_bonus() -> None:
    table, attacker = pursuer("mechanised")
    table.road("primary", (0, 0), (1, 0), (2, 0))
    table.having(traffic={"allied1": table.hex(1, 0)})
    assert chain(table, (1, 0), (2, 0)) in paths(table, attacker, "regular")


@pytest.mark.rule("A44-19.19", "A44-23.19")
def test_out_of_supply_a_bonus_advance_is_one_hex() -> None:
    table, attacker = pursuer("tank", oos=True)
    table.road("primary", (0, 0), (1, 0), (2, 0))
    assert max(map(len, paths(table, attacker, "bonus"))) == 1
    table.unit("allied", (5, 0), steps=1)
    fight(table, "D1*", [attacker], (5, 0))
    assert "A44-19.19" in table.cites(f"advance {attacker} {path(table, (1, 0), (2, 0))}")


@pytest.mark.rule("A44-19.6")
def test_artillery_does_not_advance() -> None:
    table, gun = pursuer("artillery")
    assert paths(table, gun, "bonus") == set()


@pytest.mark.rule("A44-29.2")
@pytest.mark.parametrize(("turn", "may"), [(1, False), (2, True)])
def test_red_coordinates_forbid_an_advance_on_turn_1(turn: int, may: bool) -> None:
    table = Table(turn=turn)
    attacker = table.unit("allied", (0, 0))
    table.replace(attacker, red=True)
    assert bool(paths(table, attacker, "bonus")) == may


# Where to --------------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-19.7")
def test_an_advance_does_not_enter_enemy_hexes_or_cross_lakes() -> None:
    table, attacker = pursuer()
    table.unit("allied", (0, 1))
    table.river((0, 0), (1, -1), kind="lake")
    ends = {each[0] for each in paths(table, attacker, "regular")}
    assert table.hex(0, 1) not in ends and table.hex(1, -1) not in ends
    assert table.hex(1, 0) in ends


@pytest.mark.rule("A44-19.8", "A44-21.13")
def test_infantry_enters_forest_with_its_first_hex_or_by_road_and_vehicles_by_road_only() -> None:
    for kind, first, second, by_road in (
        ("infantry", True, False, True), ("mechanised", True, False, True), ("tank", False, False, True),
    ):  # fmt: skip
        table, attacker = pursuer(kind)
        table.terrain("forest", (0, 1), (2, 0), (2, -1))
        table.road("secondary", (1, 0), (2, -1))
        found = paths(table, attacker, "bonus")
        assert (chain(table, (0, 1)) in found) == first
        assert (chain(table, (1, 0), (2, 0)) in found) == second
        assert (chain(table, (1, 0), (2, -1)) in found) == by_road
    table.unit("allied", (5, 0), steps=1)
    fight(table, "D1*", [attacker], (5, 0))
    assert "A44-19.8" in table.cites(f"advance {attacker} {path(table, (0, 1))}")


@pytest.mark.rule("A44-19.8", "A44-21.13")
def test_the_west_wall_stops_vehicles_without_a_road_and_nobody_else() -> None:
    for kind, may in (("tank", False), ("infantry", True)):
        table, attacker = pursuer(kind)
        table.west_wall((1, 0))
        assert (chain(table, (1, 0)) in paths(table, attacker, "regular")) == may


@pytest.mark.rule("A44-19.9", "A44-21.13")
def test_infantry_wades_with_its_first_hex_only_and_vehicles_never() -> None:
    for kind, first in (("infantry", True), ("tank", False)):
        table, attacker = pursuer(kind)
        table.river((0, 0), (0, 1))
        table.river((1, 0), (2, 0))
        table.terrain("wooded_rough", (-1, 0), (2, -1))
        found = paths(table, attacker, "bonus")
        assert (chain(table, (0, 1)) in found) == (chain(table, (-1, 0)) in found) == first
        assert chain(table, (1, 0), (2, 0)) not in found and chain(table, (1, 0), (2, -1)) not in found
    table, attacker = pursuer()
    table.river((1, 0), (2, 0))
    table.unit("allied", (5, 0), steps=1)
    fight(table, "D1*", [attacker], (5, 0))
    assert table.cites(f"advance {attacker} {path(table, (1, 0), (2, 0))}") == {"A44-19.9"}


@pytest.mark.rule("A44-19.9")
def test_a_bridge_or_a_road_through_wooded_rough_lets_vehicles_pass() -> None:
    table, attacker = pursuer("tank")
    table.river((0, 0), (1, 0))
    table.terrain("wooded_rough", (2, 0))
    table.road("secondary", (0, 0), (1, 0), (2, 0))
    assert chain(table, (1, 0), (2, 0)) in paths(table, attacker, "bonus")


@pytest.mark.rule("A44-7.8")
def test_no_vehicle_advances_over_a_bridge_that_was_blown_under_the_attack() -> None:
    for kind, may in (("tank", False), ("infantry", True)):
        table, attacker = pursuer(kind)
        table.river((0, 0), (1, 0))
        table.road("primary", (0, 0), (1, 0), (2, 0))
        table.blow((0, 0), (1, 0))
        assert (chain(table, (1, 0)) in paths(table, attacker, "regular")) == may


@pytest.mark.rule("A44-19.10")
def test_ad03_a_bond_may_be_entered_to_take_the_vacated_hex_and_no_other_way() -> None:
    table, attacker = pursuer()
    table.unit("allied", (1, -1))
    table.unit("allied", (1, 1))
    table.unit("allied", (3, 0))
    found = paths(table, attacker, "bonus")
    assert chain(table, (1, 0)) in found, "a hex bond occupies it"
    assert chain(table, (0, 1)) in found
    assert chain(table, (1, 0), (2, 0)) not in found, "another one occupies that"
    table.unit("allied", (5, -5), steps=1)
    fight(table, "D1*", [attacker], (5, -5))
    assert "A44-19.10" in table.cites(f"advance {attacker} {path(table, (1, 0))}"), (
        "if it is not the vacated hex"
    )


@pytest.mark.rule("A44-19.11")
def test_from_ezoc_to_ezoc_only_with_the_first_hex() -> None:
    table, attacker = pursuer()
    table.unit("allied", (1, 1))
    table.unit("allied", (3, -2))
    found = paths(table, attacker, "bonus")
    zoc = table.hex(0, 1), table.hex(1, 0)
    assert chain(table, (1, 0)) in found and chain(table, (0, 1)) in found
    assert all(len(each) == 1 or each[0] not in zoc or each[1] not in zoc for each in found)
    assert chain(table, (1, 0), (1, -1)) in found, "an EZOC does not stop an advance"
    assert chain(table, (1, 0), (2, -1)) not in found
    assert chain(table, (1, -1), (2, -2)) in found, "into an EZOC from outside one"


@pytest.mark.rule("A44-19.11")
def test_a_unit_that_starts_in_an_ezoc_may_enter_another() -> None:
    table, attacker = pursuer()
    table.unit("allied", (0, 1))
    table.unit("allied", (2, -2))
    assert chain(table, (1, -1)) in paths(table, attacker, "regular")


@pytest.mark.rule("A44-11.29", "A44-11.27")
@pytest.mark.parametrize(("turn", "may"), [(4, False), (5, True)])
def test_mv09_a_german_attacks_over_an_army_boundary_but_does_not_advance_over_it(
    turn: int, may: bool
) -> None:
    table = Table(turn=turn)
    attacker = table.unit("german", (0, 0))
    table.boundary((0, 0), (1, 0))
    assert (chain(table, (1, 0)) in paths(table, attacker, "regular")) == may
    other = Table(turn=turn)
    attacker = other.unit("german", (0, 0))
    other.unit("allied", (1, 0), steps=1)
    other.boundary((0, 0), (1, 0))
    assert f"attack {other.hex(1, 0)}" in other.begin(CombatPhase("german", begun=True))
    other.position.agenda.clear()
    options = fight(other, "EX", [attacker], (1, 0))
    goes = f"advance {attacker} {path(other, (1, 0))}"
    assert (goes in options) == may


@pytest.mark.rule("A44-8.6", "A44-19.20")
def test_an_advance_ends_where_there_is_room_and_no_sm_marker() -> None:
    table, attacker = pursuer()
    table.unit("german", (1, 0), sp=3)
    table.unit("german", (0, 1), marker="sm")
    found = paths(table, attacker, "bonus")
    assert chain(table, (1, 0)) not in found and chain(table, (0, 1)) not in found
    assert chain(table, (1, 0), (2, 0)) in found and chain(table, (0, 1), (0, 2)) in found, "but passes"
    table.unit("allied", (5, -5), steps=1)
    fight(table, "D1*", [attacker], (5, -5))
    assert table.cites(f"advance {attacker} {path(table, (1, 0))}") == {"A44-8.1"}
    assert table.cites(f"advance {attacker} {path(table, (0, 1))}") == {"A44-19.20"}


@pytest.mark.rule("A44-29.3")
@pytest.mark.parametrize(("side", "freed"), [("german", True), ("allied", False)])
def test_a_german_advance_next_to_certain_artillery_frees_it_on_turn_1(side: str, freed: bool) -> None:
    table = Table(turn=1)
    gun = table.unit("allied", (2, 0), "artillery", traits=("freed_artillery",))
    attacker = table.unit(side, (0, 0))
    target = table.unit("allied" if side == "german" else "german", (0, 1), steps=1)
    table.replace(gun, red=True)
    fight(table, "D1*", [attacker], (0, 1))
    assert target not in table.position.units
    table.play(f"advance {attacker} {path(table, (1, 0))}" if side == "german" else f"hold {attacker}")
    assert unit(table, gun).red != freed


@pytest.mark.rule("A44-13.23", "A44-13.24")
def test_out_of_a_blocking_position_the_first_hex_is_the_entry_hex() -> None:
    table = Table(active="allied")
    table.entry("F", (-6, 3), "allied")
    attacker = table.unit("allied", "block:F")
    table.unit("german", (-6, 3), steps=1)
    options = fight(table, "D1*", [attacker], (-6, 3))
    firsts = {option.split()[2].split(",")[0] for option in options[:-1]}
    assert firsts == {table.hex(-6, 3)}
    table.play(f"hold {attacker}")
    assert where(table, attacker) == "block:F", "or it stays there"


@pytest.mark.rule("A44-11.23", "A44-27.5")
@pytest.mark.parametrize("bar", ["A44-11.23", "A44-27.5", ""])
def test_out_of_a_blocking_position_nobody_advances_over_a_closed_entry_hex(bar: str) -> None:
    table = Table(active="allied")
    table.entry("F", (-6, 3), "allied")
    table.area("west", "west_bank", (-5, 3))
    attacker = table.unit("allied", "block:F", nation="british" if bar == "A44-27.5" else "us")
    table.unit("german", (-6, 3), steps=1)
    table.having(tally={"closed F": 1} if bar == "A44-11.23" else {"closed G": 1})
    options = fight(table, "D1*", [attacker], (-6, 3))
    if bar:
        assert where(table, attacker) == "block:F" and not any("advance" in option for option in options)
    else:
        assert f"advance {attacker} {table.hex(-6, 3)}" in options


@pytest.mark.rule("A44-13.23", "A44-13.24", "A44-8.6")
@pytest.mark.parametrize(("sp", "room"), [(3, False), (1, True)])
def test_out_of_a_blocking_position_no_more_advance_than_the_entry_hex_holds(sp: int, room: bool) -> None:
    table = Table(active="allied")
    table.entry("F", (-6, 3), "allied")
    first, second = (table.unit("allied", "block:F", sp=sp) for _ in range(2))
    near = table.unit("allied", (-5, 3), sp=3)
    table.unit("german", (-6, 3), steps=1)
    fight(table, "D1", [first, second, near], (-6, 3))
    entered = f"advance {second} {table.hex(-6, 3)}"
    assert (entered in table.play(f"advance {first} {table.hex(-6, 3)}")) == room
    if room:
        table.play(entered)
    assert where(table, second) == (table.hex(-6, 3) if room else "block:F")
    assert f"advance {near} {table.hex(-5, 4)}" in table.options(), (
        "an attacker on the map goes where he likes"
    )


@pytest.mark.rule("A44-19.3", "A44-19.4")
def test_what_an_advance_is_worth_is_explained_and_what_is_no_way_is_refused() -> None:
    table = Table()
    tank = table.unit("german", (0, 0), "tank")
    table.unit("allied", (1, 0), steps=1)
    fight(table, "DR3", [tank], (1, 0))
    table.play(next(option for option in table.options() if option.startswith("retreat")))
    assert table.explained(f"advance {tank} {path(table, (1, 0))}") == [("A44-19.3", 2), ("A44-19.4", 1)]
    for chain_, text in (
        (((1, 0), (0, 0)), "no hex twice"),
        (((2, 0),), f"{table.hex(2, 0)} is not next to {table.hex(0, 0)}"),
    ):
        bars = table.refused(f"advance {tank} {path(table, *chain_)}")
        assert (text, "A44-19.3") in {(bar.text, bar.cite) for bar in bars}
    nowhere = table.game.refusal(table.position, Advance(tank, ()))
    assert [bar.cite for bar in nowhere] == ["A44-19.3"]
    longest = max(table.options(), key=len)
    assert longest.count(",") == 1, "two hexes and no road"
    table.play(longest)
    assert where(table, tank) == longest.split(",")[-1]


@pytest.mark.rule("A44-16.21", "A44-19.2")
def test_units_advance_one_after_the_other_or_hold() -> None:
    table, first = pursuer()
    second = table.unit("german", (0, 0))
    table.unit("allied", (1, 0), steps=1)
    options = fight(table, "D1*", [first, second], (1, 0))
    assert options[-1] == f"hold {first}"
    assert table.cites(f"hold {second}") == {"A44-16.21"}
    table.play(f"hold {first}")
    table.play(f"advance {second} {path(table, (1, 0), (2, 0))}")
    assert (where(table, first), where(table, second)) == (table.hex(0, 0), table.hex(2, 0))


@pytest.mark.rule("A44-30.2")
def test_towns_change_hands_as_an_advance_passes_them() -> None:
    table, attacker = pursuer()
    table.town("town", (1, 0))
    table.having(control={table.hex(1, 0): "allied"})
    table.unit("allied", (0, 1), steps=1)
    fight(table, "D1*", [attacker], (0, 1))
    table.play(f"advance {attacker} {path(table, (1, 0), (2, 0))}")
    assert table.position.control[table.hex(1, 0)] == "german"


# Breakthrough ----------------------------------------------------------------------------------------------


def broken_through(kinds: tuple[str, ...], **facts: Any) -> tuple[Table, list[str], str]:
    """Attackers at (0,0) have had D1* against a unit of one step at (1,0); another enemy stands at (3,0)."""
    table = Table()
    attackers = [table.unit("german", (0, 0), kind, **facts) for kind in kinds]
    table.unit("allied", (1, 0), steps=1)
    table.unit("allied", (3, 0), attack=1, defence=1)
    fight(table, "D1*", attackers, (1, 0), phase=True)
    return table, attackers, table.hex(3, 0)


@pytest.mark.rule("A44-19.12", "A44-19.14", "A44-19.15")
def test_an_all_mechanised_group_uses_its_whole_advance_and_attacks_again() -> None:
    table, (tank, foot), target = broken_through(("tank", "mechanised"))
    table.play(f"advance {tank} {path(table, (1, 0), (2, 0))}")
    options = table.play(f"advance {foot} {path(table, (1, 0), (2, 0))}")
    assert options == [f"exploit {tank},{foot}", "halt"]
    table.play(f"exploit {tank},{foot}", dice=[6])
    attack = [event for event in table.events if event.what == "attack"][-1]
    assert (attack.fact("hex"), attack.fact("units")) == (target, f"{tank},{foot}")


@pytest.mark.rule("A44-19.14")
def test_ad04_a_group_with_infantry_on_foot_goes_one_hex() -> None:
    table, (tank, foot), _ = broken_through(("tank", "infantry"))
    table.play(f"advance {tank} {path(table, (1, 0), (2, 0))}")
    options = table.play(f"advance {foot} {path(table, (1, 0), (2, 0))}")
    assert options == [f"exploit {tank}", "halt"], "after two hexes the tank alone"
    assert table.cites(f"exploit {tank},{foot}") == {"A44-19.14"}
    table, (tank, foot), _ = broken_through(("tank", "infantry"))
    table.play(f"advance {tank} {path(table, (1, 0))}")
    table.play(f"advance {foot} {path(table, (1, 0))}")
    assert table.position.agenda == [], "no enemy is near: nobody is asked"


@pytest.mark.rule("A44-19.14", "A44-19.13")
def test_a_mixed_group_after_one_hex_attacks_together() -> None:
    table = Table()
    tank, foot = table.unit("german", (0, 0), "tank"), table.unit("german", (0, 1))
    table.unit("allied", (1, 0), steps=1)
    table.unit("allied", (2, 0))
    fight(table, "D1*", [tank, foot], (1, 0), phase=True)
    table.play(f"advance {tank} {path(table, (1, 0))}")
    options = table.play(f"advance {foot} {path(table, (1, 0))}")
    assert options == [f"exploit {tank},{foot}", "halt"], "the group was formed during the advance"
    assert table.refused(f"exploit {foot}") == (), "part of it may attack"


@pytest.mark.rule("A44-19.13")
def test_only_one_stack_attacks_again() -> None:
    table = Table()
    first, second = table.unit("german", (0, 0), "tank"), table.unit("german", (0, 1), "tank")
    table.unit("allied", (1, 0), steps=1)
    table.unit("allied", (2, 0))
    fight(table, "D1*", [first, second], (1, 0), phase=True)
    table.play(f"advance {first} {path(table, (1, 0))}")
    options = table.play(f"advance {second} {path(table, (1, 1))}")
    assert options == [f"exploit {first}", f"exploit {second}", "halt"]
    assert table.cites(f"exploit {first},{second}") == {"A44-19.13"}


@pytest.mark.rule("A44-19.12", "A44-19.15", "A44-19.18")
def test_a_group_attacks_only_where_it_has_come_to_an_enemy_and_names_who_advanced() -> None:
    table = Table()
    first, second = table.unit("german", (0, 0), "tank"), table.unit("german", (0, 1), "tank")
    third = table.unit("german", (0, 1), "tank")
    table.unit("allied", (1, 0), steps=1)
    table.unit("allied", (2, 0))
    fight(table, "D1*", [first, second, third], (1, 0), phase=True)
    table.play(f"advance {first} {path(table, (1, 0))}", f"advance {second} {path(table, (0, 2))}")
    assert table.play(f"hold {third}") == [f"exploit {first}", "halt"]
    assert table.cites(f"exploit {second}") == {"A44-19.15"}
    assert table.cites(f"join-next {second}") == {"A44-19.18"}
    assert table.cites(f"exploit {third}") == {"A44-19.12"}
    assert [bar.cite for bar in table.game.refusal(table.position, Exploit(()))] == ["A44-19.12"]


@pytest.mark.rule("A44-19.12")
def test_a_unit_taken_off_after_its_advance_is_in_no_group() -> None:
    table = Table()
    tank, gone = table.unit("german", (0, 0), "tank"), table.unit("german", (0, 0), "mechanised")
    table.unit("allied", (1, 0))
    attack = Attack("german", table.hex(-1, 0), (tank, gone))
    table.having(deeds={tank: ("attacked", "advanced")})
    eliminate(table.context(), gone, "stacking")
    options = table.begin(Breakthrough((tank, gone), (1, 1)), attack, CombatPhase("german", begun=True))
    assert options == [f"exploit {tank}", "halt"]
    assert table.cites(f"exploit {tank},{gone}") == {"A44-19.12"}


@pytest.mark.rule("A44-19.19", "A44-19.13")
def test_a_unit_out_of_supply_is_no_part_of_a_group() -> None:
    table = Table()
    first, dry = table.unit("german", (0, 0), "tank"), table.unit("german", (0, 0), "mechanised", oos=True)
    table.unit("allied", (1, 0), steps=1)
    table.unit("allied", (2, 0))
    fight(table, "D1*", [first, dry], (1, 0), phase=True)
    options = table.play(f"advance {first} {path(table, (1, 0))}", f"advance {dry} {path(table, (1, 0))}")
    assert options == [f"exploit {first}", "halt"]
    assert table.cites(f"exploit {first},{dry}") == table.cites(f"exploit {dry}") == {"A44-19.19"}


@pytest.mark.rule("A44-19.12")
def test_who_held_back_does_not_attack_again() -> None:
    table = Table()
    first, second = table.unit("german", (0, 0), "tank"), table.unit("german", (0, 1), "tank")
    table.unit("allied", (1, 0), steps=1)
    table.unit("allied", (0, 2))
    fight(table, "D1*", [first, second], (1, 0), phase=True)
    table.play(f"hold {first}")
    assert not any(option.startswith("exploit") for option in table.play(f"hold {second}"))


@pytest.mark.rule("A44-19.19")
def test_out_of_supply_there_is_no_breakthrough_combat() -> None:
    table = Table()
    attacker = table.unit("german", (0, 0), "tank", oos=True)
    table.unit("allied", (1, 0), steps=1)
    table.unit("allied", (2, 0))
    fight(table, "D1*", [attacker], (1, 0), phase=True)
    assert not any(o.startswith("exploit") for o in table.play(f"advance {attacker} {path(table, (1, 0))}"))


@pytest.mark.rule("A44-19.16")
def test_both_sides_may_use_ready_artillery_in_breakthrough_combat() -> None:
    table = Table()
    tank = table.unit("german", (0, 0), "tank")
    own = table.unit("german", (-1, 0), "artillery")
    fired = table.unit("german", (-2, 0), "artillery", ready=False)
    table.unit("allied", (1, 0), steps=1)
    table.unit("allied", (2, 0))
    answer = table.unit("allied", (4, 0), "artillery")
    fight(table, "D1*", [tank], (1, 0), phase=True)
    table.play(f"advance {tank} {path(table, (1, 0))}")
    options = table.play(f"exploit {tank}")
    assert any(own in option for option in options) and not any(fired in option for option in options)
    options = table.play(next(option for option in options if own in option))
    assert any(answer in option for option in options)


@pytest.mark.rule("A44-19.17", "A44-14.2")
def test_breakthroughs_follow_each_other_as_long_as_the_roll_is_d1_star() -> None:
    """Three times over 7:1 with a 1, each time a D1*: the tank goes on and on."""
    table = Table()
    tank = table.unit("german", (-5, 0), "tank", attack=30)
    for q in (-4, -2, 0):
        table.unit("allied", (q, 0), steps=1, attack=1, defence=1)
    fight(table, "D1*", [tank], (-4, 0), phase=True)
    places = []
    for q in (-4, -2):
        options = table.play(f"advance {tank} {path(table, (q, 0), (q + 1, 0))}")
        assert options == [f"exploit {tank}", "halt"]
        options = table.play(f"exploit {tank}", dice=[1])
        places.append(where(table, tank))
        assert options[0].startswith("advance")
    assert places == [table.hex(-3, 0), table.hex(-1, 0)]
    assert table.hex(0, 0) not in table.position.allied


@pytest.mark.rule("A44-21.11", "A44-14.2")
def test_a_recon_unit_that_gave_way_may_be_attacked_again_by_a_breakthrough_group() -> None:
    table = Table()
    tank = table.unit("german", (0, 0), "tank", attack=30)
    table.unit("allied", (1, 0), steps=1)
    recon = table.unit("allied", (2, 0), "recon", state="")
    table.having(deeds={recon: ("retreated", "defended")})
    fight(table, "D1*", [tank], (1, 0), phase=True)
    assert table.play(f"advance {tank} {path(table, (1, 0))}") == [f"exploit {tank}", "halt"]


@pytest.mark.rule("A44-19.18")
def test_a_group_may_join_the_next_attack_of_others_on_a_hex_next_to_it() -> None:
    table = Table()
    tank = table.unit("german", (0, 0), "tank", formation="2_pz")
    friend = table.unit("german", (2, 1), formation="2_pz")
    table.unit("allied", (1, 0), steps=1)
    table.unit("allied", (2, 0))
    fight(table, "D1*", [tank], (1, 0), phase=True)
    options = table.play(f"advance {tank} {path(table, (1, 0))}")
    assert options == [f"exploit {tank}", f"join-next {tank}", "halt"]
    table.play(f"join-next {tank}")
    assert table.play(f"attack {table.hex(2, 0)}") == [f"join {tank}", f"join {friend}"]
    table.play(f"join {tank}", dice=[6])
    attack = [event for event in table.events if event.what == "attack"][-1]
    assert attack.fact("units") == f"{tank},{friend}"


@pytest.mark.rule("A44-19.18", "A44-8.9")
def test_a_group_that_may_not_attack_with_those_others_does_not_join_them() -> None:
    table = Table(active="allied")
    tank = table.unit("allied", (0, 0), "tank", id="a1")
    friend = table.unit("allied", (2, 1), nation="british", id="a2")
    other = table.unit("allied", (3, 0), nation="british", id="a3")
    table.unit("german", (1, 0), steps=1)
    table.unit("german", (2, 0))
    fight(table, "D1*", [tank], (1, 0), phase=True)
    table.play(f"advance {tank} {path(table, (1, 0))}", f"join-next {tank}")
    assert table.play(f"attack {table.hex(2, 0)}") == [f"join {friend}", f"join {other}"]
    assert table.cites(f"join {tank}") == {"A44-19.18"}


@pytest.mark.rule("A44-19.18")
def test_nobody_joins_where_no_attack_of_others_can_come() -> None:
    table = Table()
    tank = table.unit("german", (0, 0), "tank")
    table.unit("allied", (1, 0), steps=1)
    table.unit("allied", (2, 0))
    fight(table, "D1*", [tank], (1, 0), phase=True)
    table.play(f"advance {tank} {path(table, (1, 0))}")
    assert table.cites(f"join-next {tank}") == {"A44-19.18"}


@pytest.mark.rule("A44-19.18")
def test_if_the_next_attack_is_elsewhere_the_group_has_missed_it() -> None:
    table = Table()
    tank = table.unit("german", (0, 0), "tank")
    friend, third = table.unit("german", (2, 1)), table.unit("german", (-3, 0))
    table.unit("allied", (1, 0), steps=1)
    table.unit("allied", (2, 0))
    table.unit("allied", (-4, 0))
    fight(table, "D1*", [tank], (1, 0), phase=True)
    table.play(f"advance {tank} {path(table, (1, 0))}")
    table.play(f"join-next {tank}")
    table.play(f"attack {table.hex(-4, 0)}", dice=[6])
    assert unit(table, third).steps == 1
    table.play(f"attack {table.hex(2, 0)}", dice=[6])
    attack = [event for event in table.events if event.what == "attack"][-1]
    assert attack.fact("units") == friend


@pytest.mark.rule("A44-19.18", "A44-7.9")
@pytest.mark.parametrize("how", ["exploit", "join-next"])
def test_a_group_whose_attack_was_called_off_may_still_join_the_next(how: str) -> None:
    """The attack comes over a bridge, which is blown under it; the friend stands on the other bank."""
    table = Table()
    table.river((1, 0), (2, 0))
    table.road("primary", (1, 0), (2, 0))
    tank = table.unit("german", (0, 0), "tank", formation="2_pz")
    friend = table.unit("german", (2, 1), formation="2_pz")
    table.unit("allied", (1, 0), steps=1)
    table.unit("allied", (2, 0))
    fight(table, "D1*", [tank], (1, 0), phase=True)
    table.play(f"advance {tank} {path(table, (1, 0))}", f"{how} {tank}")
    if how == "join-next":
        table.play(f"attack {table.hex(2, 0)}", f"join {tank}")
    table.play(f"blow {table.side((1, 0), (2, 0))}", dice=[1])
    table.play("call-off")
    assert table.play(f"attack {table.hex(2, 0)}") == [f"join {tank}", f"join {friend}"]
    assert table.play(f"join {friend}", dice=[6]) == []


@pytest.mark.rule("A44-19.12", "A44-16.7")
def test_odds_of_a_whole_attack_are_exact_and_cut_at_the_advance() -> None:
    table = Table()
    table.entry("A", (6, 0), "allied")
    table.unit("german", (0, 0), attack=8)
    table.unit("allied", (1, 0))
    table.begin(CombatPhase("german", begun=True))
    odds = table.odds(f"attack {table.hex(1, 0)}")
    assert odds.exact
    assert any(text.startswith("ChooseAdvance: left open") for text in odds.assumptions)
    assert any(
        text.startswith("ChooseDeterminedDefence: determined defence is tried") for text in odds.assumptions
    )
