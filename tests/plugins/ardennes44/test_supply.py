"""Supply lines, lines of communications, isolated groups and surrender [A44-23]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard_ardennes44.supply import barriers, connected, road_net, supplied
from grognard_ardennes44.surrender import (
    CheckIsolated,
    SupplyPhase,
    group_points,
    isolated_groups,
    surrender_level,
)

ROAD = ((6, -3), (5, -3), (4, -3), (3, -3), (2, -3))


def with_road(*, turn: int = 3, **options: object) -> Table:
    """A main road from an Allied supply source at the edge to (2, -3)."""
    table = Table(turn=turn, active="allied", **options)
    table.road("primary", *ROAD)
    table.entry("A", (6, -3), "allied")
    return table


def fed(table: Table, side: str = "allied") -> frozenset[str]:
    return supplied(table.rules, table.position, side)


@pytest.mark.rule("A44-23.7", "A44-23.8", "A44-23.10")
def test_four_hexes_overland_then_road_is_a_supply_line_and_five_are_not() -> None:
    table = with_road()
    near, far = table.unit("allied", (-2, -3)), table.unit("allied", (-3, -3))
    assert fed(table) == {near}
    assert far in table.position.units


@pytest.mark.rule("A44-23.8")
def test_overland_crosses_any_terrain_and_unbridged_rivers() -> None:
    table = with_road()
    table.terrain("forest", (1, -3), (0, -3))
    table.terrain("wooded_rough", (-1, -3))
    table.river((1, -3), (0, -3))
    assert table.unit("allied", (-2, -3)) in fed(table)


@pytest.mark.rule("A44-23.9")
def test_sp01_only_the_first_overland_hex_may_be_a_vacant_hex_in_an_enemy_zoc() -> None:
    table = with_road()
    first = table.unit("allied", (-2, -3))
    table.river((-1, -3), (0, -3))
    table.unit("german", (-2, -1))  # its ZOC takes in (-2,-2), (-1,-2) and no hex of the line
    assert first in fed(table)

    cut = with_road()
    unit = cut.unit("allied", (-2, -3))
    cut.unit("german", (-1, -4))  # (-1,-3) and (0,-4) are in its ZOC: the first hex only
    cut.unit("german", (-2, -1))
    assert unit in fed(cut)

    second = with_road()
    lost = second.unit("allied", (-2, -3))
    for hex in ((0, -4), (0, -2)):
        second.unit("german", hex, "artillery")  # ZOC without bonds: (-1,-3) first, (0,-3) second hex
    assert lost not in fed(second)


@pytest.mark.rule("A44-23.8", "A44-10.5")
def test_a_bond_or_an_enemy_unit_across_the_way_cuts_the_overland_part() -> None:
    table = with_road()
    unit = table.unit("allied", (-2, -3))
    for hex in ((-1, -6), (-1, -4), (-1, -2), (-1, 0), (-1, 2), (-1, 4)):
        table.unit("german", hex)
    assert unit not in fed(table)


@pytest.mark.rule("A44-10.5", "A44-23.8")
@pytest.mark.parametrize(("kind", "bond"), [("infantry", True), ("artillery", False)])
def test_neither_part_of_a_supply_line_crosses_a_bond_though_it_may_begin_in_a_zoc(
    kind: str, *, bond: bool
) -> None:
    table = with_road()
    table.unit("allied", (4, -3))
    table.unit("german", (3, -2), kind)
    table.unit("german", (4, -4))  # the bond lies between (4,-3) and (3,-3)
    table.unit("german", (0, -4), kind)
    table.unit("german", (0, -2))  # the bond occupies (0,-3)
    rules, position = table.rules, table.position
    assert (table.hex(3, -3) in road_net(rules, position, "allied").ends) != bond
    bars = barriers(rules, position, "allied")
    assert bars.bars(table.hex(4, -3), table.hex(3, -3)) == bond
    assert bars.bars(table.hex(1, -3), table.hex(0, -3)) == bond
    assert not bars.bars(table.hex(5, -3), table.hex(4, -3))


@pytest.mark.rule("A44-23.11")
def test_a_road_part_enters_no_vacant_hex_in_an_enemy_zoc_unless_a_friend_stands_there() -> None:
    table = with_road()
    unit = table.unit("allied", (2, -3))
    table.unit("german", (4, -5), "artillery")  # its ZOC takes in (4,-4) and (3,-4) …
    table.unit("german", (4, -2), "artillery")  # … and (4,-3), (5,-3), (3,-2) by this one
    assert unit not in fed(table)

    held = with_road()
    unit = held.unit("allied", (2, -3))
    held.unit("german", (4, -2), "artillery")
    for hex in ((4, -3), (5, -3), (3, -2)):
        held.unit("allied", hex)
    assert unit in fed(held)


@pytest.mark.rule("A44-23.12")
def test_an_empty_town_held_by_the_enemy_cuts_the_road_and_a_village_does_not() -> None:
    def line(size: str) -> bool:
        table = with_road()
        unit = table.unit("allied", (-2, -3))
        table.town(size, (4, -3))
        table.having(control={table.hex(4, -3): "german"})
        return unit in fed(table)

    assert not line("town")
    assert not line("city")
    assert line("village")


@pytest.mark.rule("A44-23.14")
def test_a_blown_bridge_cuts_the_road() -> None:
    table = with_road()
    table.river((4, -3), (3, -3))
    unit = table.unit("allied", (-2, -3))
    assert unit in fed(table)

    blown = with_road()
    blown.river((4, -3), (3, -3))
    unit = blown.unit("allied", (-2, -3))
    blown.blow((4, -3), (3, -3))
    assert unit not in fed(blown)


@pytest.mark.rule("A44-23.13")
def test_an_enemy_roadblock_cuts_the_road() -> None:
    table = with_road()
    unit = table.unit("allied", (-2, -3))
    table.having(traffic={"german-block1": table.hex(4, -3)})
    assert unit not in fed(table)
    table.position.traffic.clear()
    table.position.traffic["allied-block1"] = table.hex(4, -3)
    assert unit in fed(table), "an own one does not"


@pytest.mark.rule("A44-24.3")
def test_a_traffic_marker_does_not_cut_the_road() -> None:
    table = with_road()
    unit = table.unit("allied", (-2, -3))
    table.having(traffic={"german1": table.hex(4, -3)})
    assert unit in fed(table)


@pytest.mark.rule("A44-23.4", "A44-23.5")
def test_sp03_an_enemy_in_the_source_cuts_it_and_one_that_passed_through_does_not() -> None:
    table = with_road()
    unit = table.unit("allied", (2, -3))
    table.having(control={table.hex(6, -3): "german"})
    assert unit in fed(table)

    taken = with_road()
    unit = taken.unit("allied", (2, -3))
    taken.unit("german", (6, -3))
    assert unit not in fed(taken)


@pytest.mark.rule("A44-23.6", "A44-13.18")
def test_units_in_an_off_map_box_are_in_supply() -> None:
    table = with_road()
    table.box("SW")
    assert table.unit("allied", "box:SW") in fed(table)


@pytest.mark.rule("A44-23.4", "A44-30.2")
def test_a_road_net_names_the_hexes_that_a_source_reaches() -> None:
    table = with_road()
    net = road_net(table.rules, table.position, "allied")
    assert net.hexes == {table.hex(*spot) for spot in ROAD}
    assert road_net(table.rules, table.position, "german").hexes == frozenset()


@pytest.mark.rule("A44-23.23")
def test_sp04_a_chain_of_units_four_hexes_apart_is_a_line_of_communications() -> None:
    table = Table(radius=10, active="allied")
    table.road("primary", (10, 0), (9, 0), (8, 0))
    table.entry("A", (10, 0), "allied")
    d = table.unit("allied", (4, 0))
    chain = [table.unit("allied", (q, 0)) for q in (1, -3, -7)]
    assert fed(table) == {d}
    assert connected(table.rules, table.position, "allied") == {d, *chain}


@pytest.mark.rule("A44-23.22", "A44-23.24")
def test_isolated_units_form_groups_within_four_hexes_of_each_other() -> None:
    table = Table(radius=10, active="allied")
    a, b = table.unit("allied", (-8, 0)), table.unit("allied", (-4, 0))
    c = table.unit("allied", (3, 0))
    assert isolated_groups(table.rules, table.position, "allied") in ([(a, b), (c,)], [(c,), (a, b)])


@pytest.mark.rule("A44-23.24", "A44-23.9")
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("gun", "groups"), [((2, -1), 1), ((0, -1), 2)])
def test_a_line_from_either_of_two_units_makes_them_one_group(
    sign: int, gun: tuple[int, int], groups: int
) -> None:
    """The one line of four hexes begins in a vacant EZOC hex for one of them, or has one in its middle."""
    table = Table(active="allied")
    for q in (2, -2):
        table.unit("allied", (q * sign, 0))
    table.unit("german", (gun[0] * sign, gun[1] * sign), "artillery")
    assert len(isolated_groups(table.rules, table.position, "allied")) == groups


@pytest.mark.rule("A44-23.1", "A44-23.2", "A44-23.3")
def test_the_supply_phase_puts_oos_markers_on_and_takes_them_off() -> None:
    table = with_road()
    out = table.unit("allied", (-4, -2))
    back = table.unit("allied", (2, -3), oos=True)
    table.unit("allied", (-1, -3))
    table.begin(SupplyPhase("allied"), dice=())
    assert table.position.units[out].oos
    assert not table.position.units[back].oos


@pytest.mark.rule("A44-23.6", "A44-23.2")
def test_in_its_supply_phase_a_side_checks_its_boxes_too_and_nobody_else() -> None:
    table = with_road()
    table.box("SW")
    boxed = table.unit("allied", "box:SW", oos=True)
    blocking = table.unit("allied", "block:A", oos=True)
    german = table.unit("german", (5, 0))
    table.begin(SupplyPhase("allied"))
    units = table.position.units
    assert (units[boxed].oos, units[blocking].oos, units[german].oos) == (False, False, False)
    table.position.agenda.clear()
    table.begin(SupplyPhase("german"), dice=(1,))
    assert units[german].oos and units[german].points == 0


@pytest.mark.rule("A44-23.22", "A44-23.23")
@pytest.mark.parametrize(("link", "isolated"), [((-1, -2), False), ((0, -1), True)])
def test_a_unit_newly_out_of_supply_is_checked_at_once_unless_others_link_it(
    link: tuple[int, int], isolated: bool
) -> None:
    """Four hexes from the end of the road at (2,-3) there is supply, and four more from there a link."""
    table = with_road()
    far, near = table.unit("allied", (-5, -1)), table.unit("allied", link)
    table.begin(SupplyPhase("allied"), dice=(3,) if isolated else ())
    units = table.position.units
    assert units[far].oos and not units[near].oos
    assert units[far].points == (1 if isolated else -1)
    assert [roll.why for roll in table.rolls] == (["surrender"] if isolated else [])


@pytest.mark.rule("A44-23.3")
def test_germans_short_of_fuel_are_filled_up_with_a_supply_line_and_stay_dry_without() -> None:
    table = Table(active="german")
    table.road("primary", (6, -3), (5, -3))
    table.entry("K", (6, -3), "german")
    near, far = table.unit("german", (4, -3)), table.unit("german", (0, -3))
    table.replace(near, dry=True, oos=True)
    table.replace(far, dry=True, oos=True)
    table.begin(SupplyPhase("german"), dice=())
    assert (table.position.units[near].dry, table.position.units[near].oos) == (False, False)
    assert (table.position.units[far].dry, table.position.units[far].oos) == (True, True)


def group(table: Table, *grades: str, points: int) -> tuple[str, ...]:
    ids = tuple(table.unit("allied", (-1 + n, 0), grade=grade) for n, grade in enumerate(grades))
    for id_ in ids:
        table.replace(id_, points=points, oos=True)
    return ids


@pytest.mark.rule("A44-23.27", "A44-23.28", "A44-23.29")
@pytest.mark.parametrize(
    ("grades", "level"), [(("green", "green"), 3), (("green", "veteran"), 4), (("green", "elite"), 5)]
)
def test_su01_level_by_the_grades_of_the_group(grades: tuple[str, ...], level: int) -> None:
    table = Table(active="allied")
    ids = group(table, *grades, points=0)
    assert surrender_level(table.rules, ids).value == level


@pytest.mark.rule("A44-23.25", "A44-23.26")
def test_su01_a_group_whose_points_reach_its_level_surrenders_whole_and_for_good() -> None:
    table = Table(active="allied")
    ids = group(table, "green", "green", points=2)
    table.begin(CheckIsolated("allied"), dice=(3,))
    assert not table.position.units
    assert {table.position.lost[id_] for id_ in ids} == {"surrendered"}


@pytest.mark.rule("A44-23.25")
def test_points_add_up_over_checks_and_a_group_below_its_level_stays() -> None:
    table = Table(active="allied")
    ids = group(table, "elite", "green", points=2)
    table.begin(CheckIsolated("allied"), dice=(6,))
    assert {table.position.units[id_].points for id_ in ids} == {4}


@pytest.mark.rule("A44-28.3", "A44-23.25")
def test_air_drops_in_clear_weather_may_take_a_point_from_the_allies() -> None:
    table = Table(turn=15, active="allied")
    ids = group(table, "elite", points=2)
    table.begin(CheckIsolated("allied"), dice=(2,))
    assert table.position.units[ids[0]].points == 1
    assert [r.cite for r in table.rolls[0].reasons if r.value == -2] == ["A44-28.3"]


@pytest.mark.rule("A44-28.3", "A44-28.2")
@pytest.mark.parametrize(
    ("turn", "side", "points"), [(14, "allied", 2), (15, "allied", 1), (15, "german", 2)]
)
def test_the_allies_alone_and_in_clear_weather_alone_have_air_drops(
    turn: int, side: str, points: int
) -> None:
    table = Table(turn=turn, active=side)
    id_ = table.unit(side, (0, 0), grade="elite", oos=True)
    table.replace(id_, points=2)
    table.begin(CheckIsolated(side), dice=(2,))
    assert table.position.units[id_].points == points
    assert [r.cite for r in table.rolls[0].reasons if r.value] == (["A44-28.3"] if points == 1 else [])


@pytest.mark.rule("A44-23.30")
def test_a_group_that_is_split_keeps_its_points_in_each_part() -> None:
    table = Table(radius=10, active="allied")
    west, east = table.unit("allied", (-8, 0)), table.unit("allied", (3, 0))
    for id_ in (west, east):
        table.replace(id_, points=2, oos=True)
    table.begin(CheckIsolated("allied"), dice=(1, 3))
    assert sorted(table.position.units[id_].points for id_ in (west, east)) == [2, 3]


@pytest.mark.rule("A44-23.31")
def test_when_groups_join_the_points_of_the_larger_count_and_the_higher_if_equal() -> None:
    table = Table(active="allied")
    strong = table.unit("allied", (0, 0), attack=9)
    weak = table.unit("allied", (1, 0), attack=2)
    table.replace(strong, points=1)
    table.replace(weak, points=3)
    assert group_points(table.rules, table.position, (strong, weak)) == 1
    table.rules.counters[weak] = table.rules.counters[strong]
    assert group_points(table.rules, table.position, (strong, weak)) == 3


@pytest.mark.rule("A44-23.32")
def test_a_group_that_is_connected_again_loses_its_marker() -> None:
    table = with_road()
    unit = table.unit("allied", (2, -3), oos=True)
    table.replace(unit, points=2)
    table.begin(CheckIsolated("allied"), dice=())
    assert table.position.units[unit].points == -1


@pytest.mark.rule("A44-23.20", "A44-9.2")
def test_units_out_of_supply_keep_zoc_and_bonds() -> None:
    from grognard_ardennes44.zoc import bonds_of, zoc_of

    table = Table()
    table.unit("allied", (0, 0), oos=True)
    table.unit("allied", (2, 0), oos=True)
    assert table.hex(1, 0) in bonds_of(table.rules, table.position, "allied").hexes
    assert table.hex(-1, 0) in zoc_of(table.rules, table.position, "allied")
