"""Attack and defence strengths, halvings and the DCB [A44-15]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard.reasons import Reason, total
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.combat import column
from grognard_ardennes44.strength import attack_strength, defence_strength

TARGET = (1, 0)
HERE = (0, 0)


def attack_of(table: Table, *units: str, target: tuple[int, int] = TARGET) -> Attack:
    side = table.rules.counters[units[0]].side
    return Attack(side, table.hex(*target), units)


def attacking(table: Table, *units: str) -> int:
    return total(attack_strength(table.rules, table.position, attack_of(table, *units)))


def defence(table: Table, *units: str) -> tuple[Reason, ...]:
    return defence_strength(table.rules, table.position, attack_of(table, *units))


def defending(table: Table, *units: str) -> int:
    return total(defence(table, *units))


def column_of(table: Table, *units: str) -> str:
    found: str = table.rules.crt.labels[column(table.rules, table.position, attack_of(table, *units))]
    return found


@pytest.mark.rule("A44-15.6", "A44-15.8")
def test_cb01_each_unit_across_a_river_is_halved_by_itself_rounding_up() -> None:
    table = Table()
    table.river(HERE, TARGET)
    a = table.unit("german", HERE, attack=5)
    b = table.unit("german", HERE, attack=3)
    table.unit("allied", TARGET)
    assert attacking(table, a, b) == 5


@pytest.mark.rule("A44-14.12", "A44-15.6", "A44-15.8")
def test_cb03_one_unit_across_a_river_and_one_not_make_two_to_one() -> None:
    table = Table()
    table.river(HERE, TARGET)
    a = table.unit("german", HERE, attack=5)
    b = table.unit("german", (1, 1), attack=4)
    table.unit("allied", TARGET, defence=3)
    assert attacking(table, a, b) == 7
    assert column_of(table, a, b) == "2:1"


@pytest.mark.rule("A44-14.12")
@pytest.mark.parametrize(
    ("attack", "defence", "label"),
    [(11, 4, "2:1"), (12, 4, "3:1"), (5, 6, "1:2"), (7, 15, "1:3"), (4, 15, "1:3")],
)
def test_cb04_odds_are_rounded_in_the_defenders_favour(attack: int, defence: int, label: str) -> None:
    table = Table()
    a = table.unit("german", HERE, attack=attack)
    table.unit("allied", TARGET, defence=defence)
    assert column_of(table, a) == label


@pytest.mark.rule("A44-15.4", "A44-15.19")
def test_cb06_outline_tanks_alone_get_one_from_an_improved_position() -> None:
    table = Table()
    a = table.unit("german", HERE)
    table.unit("allied", TARGET, kind="tank", defence=3)
    table.dig(TARGET, "allied")
    assert defending(table, a) == 4


@pytest.mark.rule("A44-15.19", "A44-15.1")
def test_cb07_a_tank_with_infantry_gets_the_whole_improved_position_once() -> None:
    table = Table()
    a = table.unit("german", HERE)
    table.unit("allied", TARGET, kind="tank", defence=3)
    table.unit("allied", TARGET, defence=2)
    table.dig(TARGET, "allied")
    assert defending(table, a) == 7


@pytest.mark.rule("A44-15.17", "A44-15.18", "A44-21.7")
def test_cb09_us_vehicles_are_halved_against_the_west_wall_that_gives_germans_three() -> None:
    table = Table(active="allied")
    table.west_wall(TARGET)
    a = table.unit("allied", HERE, attack=5)
    b = table.unit("allied", HERE, kind="tank", attack=4)
    table.unit("german", TARGET, defence=4)
    assert attacking(table, a, b) == 7
    assert defending(table, a, b) == 7
    assert column_of(table, a, b) == "1:1"


@pytest.mark.rule("A44-12.14")
def test_cb10_an_sm_marker_takes_the_dcb_and_shifts_one_right() -> None:
    table = Table()
    a = table.unit("german", HERE, attack=6)
    table.unit("allied", TARGET, defence=3, marker="sm")
    table.dig(TARGET, "allied")
    assert defending(table, a) == 3
    assert column_of(table, a) == "3:1"
    at_rest = Table()
    a = at_rest.unit("german", HERE, attack=6)
    at_rest.unit("allied", TARGET, defence=3)
    at_rest.dig(TARGET, "allied")
    assert defending(at_rest, a) == 5
    assert column_of(at_rest, a) == "1:1"


@pytest.mark.rule("A44-12.14", "A44-12.21")
def test_a_truck_marker_counts_as_an_sm_marker_when_its_unit_is_attacked() -> None:
    table = Table()
    a = table.unit("german", HERE, attack=6)
    table.unit("allied", TARGET, defence=3, marker="truck")
    table.dig(TARGET, "allied")
    assert column_of(table, a) == "3:1"


@pytest.mark.rule("A44-27.10")
def test_cb24_a_sturmtiger_doubles_its_attack_against_a_village() -> None:
    table = Table()
    table.town("village", TARGET)
    a = table.unit("german", HERE, kind="tank", attack=4, traits=("siege",))
    table.unit("allied", TARGET)
    assert attacking(table, a) == 8


@pytest.mark.rule("A44-27.10", "A44-15.6")
def test_a_sturmtiger_in_the_open_is_not_doubled_and_across_a_river_doubled_then_halved() -> None:
    open_ground = Table()
    a = open_ground.unit("german", HERE, kind="tank", attack=3, traits=("siege",))
    open_ground.unit("allied", TARGET)
    assert attacking(open_ground, a) == 3
    across = Table()
    across.town("town", TARGET)
    across.river(HERE, TARGET)
    across.road("primary", HERE, TARGET)
    a = across.unit("german", HERE, kind="tank", attack=3, traits=("siege",))
    across.unit("allied", TARGET)
    assert attacking(across, a) == 3


@pytest.mark.rule("A44-15.2")
def test_the_defender_gets_the_best_dcb_only() -> None:
    table = Table()
    table.terrain("light_woods", TARGET)
    a = table.unit("german", HERE)
    table.unit("allied", TARGET, defence=4)
    table.dig(TARGET, "allied")
    assert [reason.cite for reason in defence(table, a) if reason.value] == ["A44-14.12", "A44-15.19"]
    assert defending(table, a) == 6


@pytest.mark.rule("A44-15.3")
def test_the_dcb_is_no_more_than_the_defence_of_the_stack() -> None:
    table = Table()
    table.dig(TARGET, "allied")
    a = table.unit("german", HERE)
    table.unit("allied", TARGET, defence=1)
    assert defending(table, a) == 2
    assert "A44-15.3" in {reason.cite for reason in defence(table, a)}


@pytest.mark.rule("A44-15.4")
def test_outline_tanks_alone_get_one_at_most_from_terrain() -> None:
    table = Table()
    table.terrain("forest", TARGET)
    a = table.unit("german", HERE)
    table.unit("allied", TARGET, kind="tank", defence=4)
    assert defending(table, a) == 5


@pytest.mark.rule("A44-15.5", "A44-22.21")
def test_artillery_alone_gets_no_dcb_and_adds_nothing_to_its_cap() -> None:
    alone = Table()
    alone.terrain("forest", TARGET)
    a = alone.unit("german", HERE)
    alone.unit("allied", TARGET, kind="artillery", defence=2)
    assert defending(alone, a) == 2
    mixed = Table()
    mixed.terrain("forest", TARGET)
    a = mixed.unit("german", HERE)
    mixed.unit("allied", TARGET, kind="artillery", defence=2)
    mixed.unit("allied", TARGET, defence=1)
    assert defending(mixed, a) == 4


@pytest.mark.rule("A44-15.7")
def test_a_unit_is_halved_once_however_many_reasons_there_are() -> None:
    table = Table()
    table.terrain("wooded_rough", HERE)
    table.river(HERE, TARGET)
    a = table.unit("german", HERE, kind="tank", attack=8)
    table.unit("allied", TARGET)
    assert attacking(table, a) == 4


@pytest.mark.rule("A44-15.8", "A44-11.11")
def test_a_bridge_does_not_save_from_halving_nor_does_the_meuse() -> None:
    for kind in ("river", "meuse"):
        table = Table()
        table.river(HERE, TARGET, kind=kind)
        table.road("primary", HERE, TARGET)
        a = table.unit("german", HERE, attack=5)
        table.unit("allied", TARGET)
        assert attacking(table, a) == 3


@pytest.mark.rule("A44-15.9")
@pytest.mark.parametrize("terrain", ["forest", "wooded_rough", "west_wall"])
def test_a_vehicle_is_halved_where_it_could_not_cross_and_infantry_is_not(terrain: str) -> None:
    table = Table()
    if terrain == "west_wall":
        table.west_wall(TARGET)
    else:
        table.terrain(terrain, TARGET)
    tank = table.unit("german", HERE, kind="tank", attack=5)
    foot = table.unit("german", HERE, attack=5)
    half_track = table.unit("german", HERE, kind="mechanised", attack=5)
    table.unit("allied", TARGET)
    assert [attacking(table, id_) for id_ in (tank, foot, half_track)] == [3, 5, 5]


@pytest.mark.rule("A44-15.9", "A44-15.11")
def test_a_road_lets_a_vehicle_attack_forest_and_wooded_rough_at_full_strength() -> None:
    for terrain in ("forest", "wooded_rough"):
        table = Table()
        table.terrain(terrain, TARGET)
        table.road("secondary", HERE, TARGET)
        tank = table.unit("german", HERE, kind="tank", attack=5)
        table.unit("allied", TARGET)
        assert attacking(table, tank) == 5


@pytest.mark.rule("A44-15.10")
def test_attacks_out_of_wooded_rough_are_halved_into_wooded_rough_too() -> None:
    for beyond in ("clear", "wooded_rough"):
        table = Table()
        table.terrain("wooded_rough", HERE)
        table.terrain(beyond, TARGET)
        table.road("primary", HERE, TARGET)
        a = table.unit("german", HERE, attack=5)
        table.unit("allied", TARGET)
        assert attacking(table, a) == 3


@pytest.mark.rule("A44-15.11")
def test_from_above_infantry_attacks_wooded_rough_at_full_strength() -> None:
    table = Table()
    table.terrain("wooded_rough", TARGET)
    a = table.unit("german", HERE, attack=5)
    table.unit("allied", TARGET)
    assert attacking(table, a) == 5


@pytest.mark.rule("A44-15.12")
def test_a_river_at_wooded_rough_counts_only_where_there_is_a_bridge_blown_or_not() -> None:
    hidden = Table()
    hidden.terrain("wooded_rough", TARGET)
    hidden.river(HERE, TARGET)
    a = hidden.unit("german", HERE, attack=5)
    hidden.unit("allied", TARGET)
    assert attacking(hidden, a) == 5
    for state in ("", "blown"):
        bridged = Table()
        bridged.terrain("wooded_rough", TARGET)
        bridged.river(HERE, TARGET)
        bridged.road("primary", HERE, TARGET)
        if state:
            bridged.blow(HERE, TARGET, state)
        a = bridged.unit("german", HERE, attack=5)
        bridged.unit("allied", TARGET)
        assert attacking(bridged, a) == 3


@pytest.mark.rule("A44-15.17")
def test_the_west_wall_gives_allies_nothing() -> None:
    table = Table()
    table.west_wall(TARGET)
    a = table.unit("german", HERE)
    table.unit("allied", TARGET, defence=4)
    assert defending(table, a) == 4


@pytest.mark.rule("A44-15.18")
def test_german_vehicles_and_us_infantry_are_not_halved_by_a_road_into_the_west_wall() -> None:
    table = Table()
    table.west_wall(TARGET)
    table.road("primary", HERE, TARGET)
    tank = table.unit("german", HERE, kind="tank", attack=5)
    table.unit("allied", TARGET)
    assert attacking(table, tank) == 5
    other = Table()
    other.west_wall(TARGET)
    other.road("primary", HERE, TARGET)
    foot = other.unit("allied", HERE, attack=5)
    tank = other.unit("allied", HERE, kind="tank", attack=5)
    other.unit("german", TARGET)
    assert [attacking(other, id_) for id_ in (foot, tank)] == [5, 3]


@pytest.mark.rule("A44-15.19", "A44-15.20")
def test_an_improved_position_under_construction_or_in_a_village_gives_nothing() -> None:
    building = Table()
    building.dig(TARGET, "allied", built=False)
    a = building.unit("german", HERE)
    building.unit("allied", TARGET, defence=4)
    assert defending(building, a) == 4
    village = Table()
    village.town("village", TARGET)
    village.dig(TARGET, "allied")
    a = village.unit("german", HERE)
    village.unit("allied", TARGET, defence=4)
    bonus = next(reason for reason in defence(village, a) if reason.cite == "A44-15.1")
    assert bonus.value == int(village.rules.tec.look("village", "dcb"))
    assert defending(village, a) == 4 + bonus.value


@pytest.mark.rule("A44-18.10", "A44-23.20")
def test_disrupted_broken_and_unsupplied_units_defend_with_full_value_and_dcb() -> None:
    table = Table()
    table.dig(TARGET, "allied")
    a = table.unit("german", HERE)
    table.unit("allied", TARGET, defence=3, state="broken")
    table.unit("allied", TARGET, defence=2, oos=True)
    assert defending(table, a) == 7


@pytest.mark.rule("A44-17.17")
def test_a_unit_that_retreated_into_the_hex_of_others_adds_nothing_to_its_defence() -> None:
    table = Table()
    a = table.unit("german", HERE)
    table.unit("allied", TARGET, defence=3)
    guest = table.unit("allied", TARGET, defence=4)
    table.position.deeds[guest] = ("defended", "retreated", "guest")
    assert defending(table, a) == 3


@pytest.mark.rule("A44-16.24", "A44-14.12")
def test_a_reduced_unit_fights_with_the_values_on_its_back() -> None:
    table = Table()
    a = table.unit("german", HERE, attack=5, attack_reduced=2, steps=1)
    table.unit("allied", TARGET)
    assert attacking(table, a) == 2


@pytest.mark.rule("A44-33.2")
def test_the_optional_limit_counts_eighteen_factors() -> None:
    for option, expected in ((False, 24), (True, 18)):
        table = Table(factor_limit=option)
        ids = [table.unit("german", HERE, attack=12), table.unit("german", HERE, attack=12)]
        table.unit("allied", TARGET)
        assert attacking(table, *ids) == expected
