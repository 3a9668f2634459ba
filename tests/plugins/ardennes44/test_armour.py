"""The armour shift of either side [A44-21]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard.reasons import total
from grognard_ardennes44.armour import armour_shift, shift_tanks
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.strength import attack_strength

HERE, TARGET = (0, 0), (1, 0)


def attack_of(table: Table, *units: str) -> Attack:
    """An attack of units on the target."""
    return Attack(table.rules.counters[units[0]].side, table.hex(*TARGET), units)


def shift(table: Table, *units: str) -> int:
    """The armour shift, right positive."""
    return total(armour_shift(table.rules, table.position, attack_of(table, *units)))


@pytest.mark.rule("A44-21.3", "A44-21.4", "A44-21.7")
def test_cb12_infantry_alone_meets_a_shift_of_tanks_with_infantry_only() -> None:
    def against(*kinds: str, city: bool = False) -> int:
        table = Table()
        if city:
            table.town("city", TARGET)
        a = table.unit("german", HERE)
        for kind in kinds:
            table.unit("allied", TARGET, kind=kind)
        return shift(table, a)

    assert against("tank") == 0
    assert against("tank", "infantry") == -1
    assert against("mixed") == -1
    assert against("tank", "infantry", city=True) == 0


@pytest.mark.rule("A44-15.8", "A44-21.8", "A44-21.9")
def test_cb13_a_bridge_lets_a_tank_have_its_shift_though_it_is_halved() -> None:
    for bridged, expected in ((True, 1), (False, 0)):
        table = Table()
        table.river(HERE, TARGET)
        if bridged:
            table.road("primary", HERE, TARGET)
        tank = table.unit("german", HERE, kind="tank", attack=6)
        table.unit("allied", TARGET)
        assert total(attack_strength(table.rules, table.position, attack_of(table, tank))) == 3
        assert shift(table, tank) == expected


@pytest.mark.rule("A44-21.1")
def test_tanks_against_a_defender_without_tanks_shift_one_right() -> None:
    table = Table()
    tanks = [table.unit("german", HERE, kind="tank"), table.unit("german", (1, 1), kind="tank")]
    table.unit("allied", TARGET)
    assert shift(table, *tanks) == 1
    assert shift_tanks(table.rules, table.position, attack_of(table, *tanks)) == tuple(tanks)


@pytest.mark.rule("A44-21.2")
@pytest.mark.parametrize(("mine", "theirs", "expected"), [(5, 4, 1), (4, 4, 0), (3, 4, 0)])
def test_a_tank_must_be_better_than_the_defending_tanks(mine: int, theirs: int, expected: int) -> None:
    table = Table()
    tank = table.unit("german", HERE, kind="tank", tq=mine)
    table.unit("allied", TARGET, kind="tank", tq=theirs)
    table.unit("allied", TARGET, kind="mixed", tq=theirs - 1)
    assert shift(table, tank) == expected
    terms = armour_shift(table.rules, table.position, attack_of(table, tank))
    assert [(term.cite, term.value) for term in terms] == [("A44-21.2", expected)], "and it is said"


@pytest.mark.rule("A44-21.2", "A44-16.23")
def test_only_the_better_tank_gives_the_shift() -> None:
    table = Table()
    poor = table.unit("german", HERE, kind="tank", tq=3)
    good = table.unit("german", HERE, kind="tank", tq=5)
    table.unit("allied", TARGET, kind="tank", tq=4)
    assert shift_tanks(table.rules, table.position, attack_of(table, poor, good)) == (good,)


@pytest.mark.rule("A44-21.5")
def test_a_red_tank_quality_counts_one_less_in_attack_and_full_in_defence() -> None:
    attacking = Table()
    gun = attacking.unit("german", HERE, kind="tank", tq=5, red_tq=True)
    attacking.unit("allied", TARGET, kind="tank", tq=4)
    assert shift(attacking, gun) == 0
    defending = Table()
    tank = defending.unit("german", HERE, kind="tank", tq=5)
    defending.unit("allied", TARGET, kind="tank", tq=5, red_tq=True)
    assert shift(defending, tank) == 0


@pytest.mark.rule("A44-21.6", "A44-21.5")
def test_flak_gives_no_shift_and_has_to_be_beaten() -> None:
    attacking = Table()
    flak = attacking.unit("german", HERE, kind="flak", tq=6, red_tq=True)
    attacking.unit("allied", TARGET)
    assert shift(attacking, flak) == 0
    for mine, expected in ((4, 0), (5, 1)):
        defending = Table(active="allied")
        tank = defending.unit("allied", HERE, kind="tank", tq=mine)
        defending.unit("german", TARGET, kind="flak", tq=4, red_tq=True)
        assert shift(defending, tank) == expected


@pytest.mark.rule("A44-21.6", "A44-21.3")
def test_flak_with_infantry_gives_the_defender_no_shift() -> None:
    table = Table(active="allied")
    foot = table.unit("allied", HERE)
    table.unit("german", TARGET, kind="flak", red_tq=True)
    table.unit("german", TARGET)
    assert shift(table, foot) == 0


@pytest.mark.rule("A44-21.7")
@pytest.mark.parametrize("ground", ["forest", "wooded_rough", "west_wall", "city"])
def test_neither_side_has_the_shift_in_close_terrain(ground: str) -> None:
    def drawn() -> Table:
        table = Table()
        table.road("primary", HERE, TARGET)
        if ground == "west_wall":
            table.west_wall(TARGET)
        elif ground == "city":
            table.town("city", TARGET)
        else:
            table.terrain(ground, TARGET)
        return table

    table = drawn()
    tank = table.unit("german", HERE, kind="tank")
    table.unit("allied", TARGET)
    assert shift(table, tank) == 0
    table = drawn()
    foot = table.unit("german", HERE)
    table.unit("allied", TARGET, kind="mixed")
    assert shift(table, foot) == 0


@pytest.mark.rule("A44-21.8", "A44-21.3", "A44-21.12", "A44-21.13")
def test_a_tank_that_cannot_cross_gives_no_shift_but_spoils_the_defenders() -> None:
    table = Table()
    table.river(HERE, TARGET)
    tank = table.unit("german", HERE, kind="tank")
    foot = table.unit("german", (1, 1))
    table.unit("allied", TARGET, kind="mixed", tq=2)
    assert shift(table, tank, foot) == 0
    assert shift(table, foot) == -1


@pytest.mark.rule("A44-21.9")
@pytest.mark.parametrize(
    ("terrain", "size", "expected"),
    [("clear", "", 1), ("light_woods", "", 1), ("clear", "village", 1), ("clear", "town", 0)],
)
def test_over_a_bridge_the_shift_needs_open_ground(terrain: str, size: str, expected: int) -> None:
    table = Table()
    table.terrain(terrain, TARGET)
    if size:
        table.town(size, TARGET)
    table.river(HERE, TARGET)
    table.road("primary", HERE, TARGET)
    tank = table.unit("german", HERE, kind="tank")
    table.unit("allied", TARGET)
    assert shift(table, tank) == expected


@pytest.mark.rule("A44-21.9", "A44-21.8")
def test_out_of_wooded_rough_the_shift_needs_a_road_and_open_ground() -> None:
    for road, size, expected in ((True, "", 1), (False, "", 0), (True, "town", 0)):
        table = Table()
        table.terrain("wooded_rough", HERE)
        if road:
            table.road("primary", HERE, TARGET)
        if size:
            table.town(size, TARGET)
        tank = table.unit("german", HERE, kind="tank")
        table.unit("allied", TARGET)
        assert shift(table, tank) == expected


@pytest.mark.rule("A44-7.8", "A44-7.11", "A44-11.9", "A44-21.8")
def test_a_blown_bridge_takes_the_shift() -> None:
    table = Table()
    table.river(HERE, TARGET)
    table.road("primary", HERE, TARGET)
    table.blow(HERE, TARGET)
    tank = table.unit("german", HERE, kind="tank")
    table.unit("allied", TARGET)
    assert shift(table, tank) == 0


@pytest.mark.rule("A44-2.1", "A44-21.1")
def test_a_mixed_unit_attacks_as_a_tank() -> None:
    table = Table(active="allied")
    command = table.unit("allied", HERE, kind="mixed", tq=3)
    table.unit("german", TARGET)
    assert shift(table, command) == 1
