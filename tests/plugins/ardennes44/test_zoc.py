"""Zones of control and ZOC bonds [A44-9, A44-10]."""

from __future__ import annotations

import random

import msgspec
import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard.hexes import Hexside
from grognard_ardennes44.movement import goals, overlay, set_out, step_bars
from grognard_ardennes44.movement_phase import Moves
from grognard_ardennes44.zoc import bonds_of, crosses_bond, in_ezoc, zoc_of

Spot = tuple[int, int]
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def hexes(table: Table, *spots: Spot) -> set[str]:
    """Labels of axial coordinates."""
    return {table.hex(*spot) for spot in spots}


def zoc(table: Table, side: str) -> set[str]:
    """The ZOC of a side."""
    assert table.position
    return set(zoc_of(table.rules, table.position, side))


def bonds(table: Table, side: str) -> tuple[set[str], set[str]]:
    """Hexes and hexsides of the bonds of a side."""
    assert table.position
    found = bonds_of(table.rules, table.position, side)
    return set(found.hexes), set(map(str, found.sides))


def reached(table: Table, id_: str, mode: str = "move") -> set[str]:
    """Hexes in which a unit can end its move."""
    rules, position = table.rules, table.position
    side = rules.counters[id_].side
    ends, _ = goals(rules, position, set_out(rules, position, id_, mode), overlay(rules, position, side))
    return set(ends)


# Zones of control ------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-9.1")
def test_the_zoc_of_a_unit_is_the_six_hexes_around_it() -> None:
    table = Table()
    table.unit("german", (0, 0))
    assert zoc(table, "german") == hexes(table, *AROUND)
    assert zoc(table, "allied") == set()


@pytest.mark.rule("A44-9.1")
def test_nobody_enters_the_hex_of_an_enemy_whose_zoc_is_around_it() -> None:
    table = Table()
    mover = table.unit("german", (1, 0))
    enemy = table.unit("allied", (0, 0))
    here, there = table.hex(1, 0), table.hex(0, 0)
    bars = step_bars(table.rules, table.position, mover, here, there)
    assert [bar.cite for bar in bars] == ["A44-9.1"] and in_ezoc(table.rules, table.position, "german", here)
    assert [bar.cite for bar in step_bars(table.rules, table.position, enemy, there, here)] == ["A44-9.1"]


@pytest.mark.rule("A44-9.2", "A44-18.10")
@pytest.mark.parametrize("state", ["disrupted", "broken"])
def test_disrupted_units_keep_their_zoc(state: str) -> None:
    table = Table()
    table.unit("german", (0, 0), state=state)
    assert zoc(table, "german") == hexes(table, *AROUND)


@pytest.mark.rule("A44-9.2")
def test_artillery_has_a_zoc() -> None:
    table = Table()
    table.unit("allied", (0, 0), "artillery", ready=False)
    assert zoc(table, "allied") == hexes(table, *AROUND)


@pytest.mark.rule("A44-13.18")
def test_a_unit_in_a_box_has_no_zoc() -> None:
    table = Table()
    table.box("SW", edge=[(0, 0)])
    table.unit("allied", "box:SW")
    assert zoc(table, "allied") == set()


@pytest.mark.rule("A44-9.3")
def test_entering_an_ezoc_ends_the_move_and_costs_nothing_extra() -> None:
    table = Table()
    table.unit("german", (-5, 0))
    mover = table.unit("german", (-3, 0), ma=10)
    table.unit("allied", (0, 0))
    table.begin(Moves("german"))
    offered = table.play(f"move {mover}")
    assert "to " + table.hex(-1, 0) in offered
    reach = goals(
        table.rules, table.position, set_out(table.rules, table.position, mover, "move"),
        overlay(table.rules, table.position, "german"),
    )[1]  # fmt: skip
    assert reach[table.hex(-1, 0)] == 4, "two MP for two clear hexes"
    after = table.play("to " + table.hex(-1, 0))
    assert table.position.units[mover].hex == table.hex(-1, 0)
    assert not any(option.startswith(("to", "stop")) for option in after), "the move is over"


@pytest.mark.rule("A44-9.3")
def test_nobody_moves_through_an_ezoc() -> None:
    """A line of two units three hexes apart closes the way by their ZOCs alone."""
    table = Table(3)
    mover = table.unit("german", (-3, 0), ma=10)
    table.unit("allied", (0, 0))
    table.unit("allied", (0, 3))
    table.unit("allied", (0, -3))
    ends = reached(table, mover)
    assert hexes(table, (-1, 0), (-1, 1), (0, 1), (0, -2)) <= ends
    assert not {table.hex(q, r) for q in (1, 2, 3) for r in range(-3, 4) if abs(q + r) <= 3} & ends


@pytest.mark.rule("A44-9.4")
def test_several_zocs_are_no_worse_than_one_and_own_zoc_does_not_lift_them() -> None:
    table = Table()
    mover = table.unit("german", (-3, 0), ma=2)
    table.unit("german", (-1, -1))
    table.unit("allied", (0, 0))
    table.unit("allied", (0, -1))
    spot = table.hex(-1, 0)
    assert spot in zoc(table, "german")
    assert spot in zoc(table, "allied")
    reach = goals(
        table.rules, table.position, set_out(table.rules, table.position, mover, "move"),
        overlay(table.rules, table.position, "german"),
    )[1]  # fmt: skip
    assert reach[spot] == 4
    assert in_ezoc(table.rules, table.position, "german", spot)


@pytest.mark.rule("A44-9.5")
def test_leaving_an_ezoc_costs_one_mp() -> None:
    table = Table(8)
    mover = table.unit("german", (0, 0), ma=4)
    table.unit("allied", (1, 0))
    ends = reached(table, mover)
    assert table.hex(-3, 0) in ends
    assert table.hex(-4, 0) not in ends, "one of its four MP went on leaving"


@pytest.mark.rule("A44-9.5")
def test_a_unit_that_can_pay_for_no_hex_after_leaving_stays() -> None:
    table = Table()
    table.unit("german", (-5, 0))
    mover = table.unit("german", (0, 0), ma=1)
    table.unit("allied", (1, 0))
    table.begin(Moves("german"))
    assert "A44-11.2" in table.cites(f"move {mover}")


@pytest.mark.rule("A44-9.6", "A44-9.5")
def test_zb21_from_one_ezoc_hex_to_the_next_where_it_stops() -> None:
    table = Table()
    table.unit("german", (-5, 0))
    mover = table.unit("german", (0, 0), ma=4)
    table.unit("allied", (0, -1))
    table.unit("allied", (1, -1))
    table.begin(Moves("german"))
    table.play(f"move {mover}")
    after = table.play("to " + table.hex(1, 0))
    assert table.position.units[mover].hex == table.hex(1, 0)
    assert f"move {mover}" not in after
    assert "A44-11.3" in table.cites(f"move {mover}")


@pytest.mark.rule("A44-9.6")
def test_zb21_the_cost_is_that_of_the_hex_and_one_more() -> None:
    table = Table()
    two = table.unit("german", (0, 0), ma=2)
    table.unit("allied", (0, -1))
    table.unit("allied", (1, -1))
    assert table.hex(1, 0) in reached(table, two)
    table.rules.counters[two] = msgspec.structs.replace(table.rules.counters[two], ma=1)
    assert reached(table, two) == set()


@pytest.mark.rule("A44-9.6", "A44-10.4")
def test_not_from_ezoc_to_ezoc_across_a_bond() -> None:
    table = Table()
    mover = table.unit("german", (1, 0), ma=8)
    table.unit("allied", (0, 0))
    table.unit("allied", (1, 1))
    table.begin(Moves("german"))
    table.play(f"move {mover}")
    assert "A44-10.4" in table.cites("to " + table.hex(0, 1))


@pytest.mark.rule("A44-9.7")
def test_the_zoc_of_a_tank_stops_at_wooded_rough_unless_a_road_leads_there() -> None:
    table = Table()
    table.terrain("wooded_rough", (1, 0), (0, 1))
    table.road("secondary", (0, 0), (0, 1))
    table.unit("german", (0, 0), "tank")
    assert zoc(table, "german") == hexes(table, *AROUND) - hexes(table, (1, 0))


@pytest.mark.rule("A44-9.7")
def test_the_zoc_of_a_tank_leaves_wooded_rough_along_roads_only() -> None:
    table = Table()
    table.terrain("wooded_rough", (0, 0))
    table.road("primary", (0, 0), (1, -1))
    table.unit("german", (0, 0), "tank")
    assert zoc(table, "german") == hexes(table, (1, -1))


@pytest.mark.rule("A44-9.7")
@pytest.mark.parametrize("kind", ["infantry", "artillery", "mixed"])
def test_another_unit_in_the_hex_gives_it_a_full_zoc(kind: str) -> None:
    table = Table()
    table.terrain("wooded_rough", (0, 0))
    table.unit("german", (0, 0), "tank")
    table.unit("german", (0, 0), kind)
    assert zoc(table, "german") == hexes(table, *AROUND)


# Bonds -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-10.1", "A44-10.2")
def test_zb01_a_hex_bond_between_units_in_a_straight_line() -> None:
    table = Table()
    table.unit("allied", (0, 0))
    table.unit("allied", (2, 0))
    assert bonds(table, "allied") == (hexes(table, (1, 0)), set())


@pytest.mark.rule("A44-10.3")
def test_a_hexside_bond_between_units_out_of_line() -> None:
    table = Table()
    table.unit("allied", (0, 0))
    table.unit("allied", (1, 1))
    assert bonds(table, "allied") == (set(), {str(table.side((1, 0), (0, 1)))})


@pytest.mark.rule("A44-10.1")
@pytest.mark.parametrize("far", [(1, 0), (3, 0), (2, 1), (0, 3)])
def test_zb03_zb04_exactly_one_hex_must_lie_between(far: Spot) -> None:
    """Neighbours have no bond [ZB03], nor have units three hexes apart [ZB04]; ZOCs work all the same."""
    table = Table()
    table.unit("allied", (0, 0))
    table.unit("allied", far)
    assert bonds(table, "allied") == (set(), set())
    assert hexes(table, (-1, 0), (0, -1)) <= zoc(table, "allied")


@pytest.mark.rule("A44-10.1")
def test_units_of_two_sides_form_no_bond() -> None:
    table = Table()
    table.unit("allied", (0, 0))
    table.unit("german", (2, 0))
    assert bonds(table, "allied") == bonds(table, "german") == (set(), set())


@pytest.mark.rule("A44-10.1")
def test_artillery_never_forms_a_bond_but_its_hex_does_with_another_unit_in_it() -> None:
    alone = Table()
    alone.unit("allied", (0, 0), "artillery")
    alone.unit("allied", (2, 0))
    assert bonds(alone, "allied") == (set(), set())
    guarded = Table()
    guarded.unit("allied", (0, 0), "artillery")
    guarded.unit("allied", (0, 0))
    guarded.unit("allied", (2, 0))
    assert bonds(guarded, "allied") == (hexes(guarded, (1, 0)), set())


@pytest.mark.rule("A44-10.4")
def test_a_hex_bond_is_not_entered_in_movement() -> None:
    table = Table()
    mover = table.unit("german", (1, -1))
    table.unit("allied", (0, 0))
    table.unit("allied", (2, 0))
    for mode in ("move", "march", "tactical"):
        assert table.hex(1, 0) not in reached(table, mover, mode)
    table.begin(Moves("german"))
    table.play(f"tactical {mover}")
    assert table.cites("to " + table.hex(1, 0)) == {"A44-10.4"}


@pytest.mark.rule("A44-10.4")
def test_a_hexside_bond_is_not_crossed_in_movement_but_both_its_hexes_may_be_entered() -> None:
    table = Table()
    mover = table.unit("german", (2, -1), ma=8)
    table.unit("allied", (0, 0))
    table.unit("allied", (1, 1))
    assert table.hex(1, 0) in reached(table, mover)
    blocked = step_bars(table.rules, table.position, mover, table.hex(1, 0), table.hex(0, 1))
    assert [reason.cite for reason in blocked] == ["A44-10.4"]
    assert not step_bars(table.rules, table.position, mover, table.hex(-1, 2), table.hex(0, 1))


@pytest.mark.rule("A44-10.6")
def test_zb06_no_bond_across_two_rivers() -> None:
    table = Table()
    table.river((0, 0), (1, 0))
    table.river((1, 0), (2, 0))
    table.unit("allied", (0, 0))
    table.unit("allied", (2, 0))
    assert bonds(table, "allied") == (set(), set())


@pytest.mark.rule("A44-10.6")
def test_zb07_one_river_does_not_break_a_bond() -> None:
    table = Table()
    table.river((0, 0), (1, 0))
    table.unit("allied", (0, 0))
    table.unit("allied", (2, 0))
    assert bonds(table, "allied") == (hexes(table, (1, 0)), set())


@pytest.mark.rule("A44-10.6")
def test_a_river_and_a_side_of_wooded_rough_break_a_bond_bridged_or_not() -> None:
    table = Table()
    table.terrain("wooded_rough", (0, 0))
    table.river((1, 0), (2, 0))
    table.road("primary", (0, 0), (1, 0), (2, 0))
    table.unit("allied", (0, 0))
    table.unit("allied", (2, 0))
    assert bonds(table, "allied") == (set(), set())


@pytest.mark.rule("A44-10.6")
def test_zb09_no_hex_bond_through_wooded_rough_even_along_a_road() -> None:
    table = Table()
    table.terrain("wooded_rough", (1, 0))
    table.road("secondary", (0, 0), (1, 0), (2, 0))
    table.unit("allied", (0, 0))
    table.unit("allied", (2, 0))
    assert bonds(table, "allied") == (set(), set())


@pytest.mark.rule("A44-10.6")
def test_a_hexside_bond_lies_along_a_river() -> None:
    table = Table()
    table.river((1, 0), (0, 1))
    table.river((0, 0), (1, 0))
    table.river((0, 1), (1, 1))
    table.unit("allied", (0, 0))
    table.unit("allied", (1, 1))
    assert bonds(table, "allied") == (set(), {str(table.side((1, 0), (0, 1)))})


@pytest.mark.rule("A44-10.7")
def test_no_bond_along_a_side_shared_by_two_wooded_rough_hexes() -> None:
    table = Table()
    table.terrain("wooded_rough", (1, 0), (0, 1))
    table.unit("allied", (0, 0))
    table.unit("allied", (1, 1))
    assert bonds(table, "allied") == (set(), set())


@pytest.mark.rule("A44-10.7")
def test_zb12_one_wooded_rough_hex_at_the_side_does_not_matter() -> None:
    table = Table()
    table.terrain("wooded_rough", (1, 0))
    table.unit("allied", (0, 0))
    table.unit("allied", (1, 1))
    assert bonds(table, "allied") == (set(), {str(table.side((1, 0), (0, 1)))})


@pytest.mark.rule("A44-10.8")
def test_zb10_a_bond_lies_along_a_lake() -> None:
    table = Table()
    table.river((1, 0), (0, 1), kind="lake")
    table.unit("allied", (0, 0))
    table.unit("allied", (1, 1))
    assert bonds(table, "allied") == (set(), {str(table.side((1, 0), (0, 1)))})


@pytest.mark.rule("A44-10.9")
def test_zb13_a_tank_in_wooded_rough_forms_no_bond_road_or_not() -> None:
    table = Table()
    table.terrain("wooded_rough", (0, 0))
    table.road("secondary", (0, 0), (1, 0), (2, 0))
    table.road("secondary", (0, 0), (0, 1))
    table.unit("allied", (0, 0), "tank")
    table.unit("allied", (2, 0))
    table.unit("allied", (1, 1))
    table.unit("allied", (-1, -1))
    assert bonds(table, "allied") == (set(), set())


@pytest.mark.rule("A44-10.10")
def test_a_tank_outside_bonds_with_infantry_in_wooded_rough() -> None:
    table = Table()
    table.terrain("wooded_rough", (2, 0))
    table.unit("allied", (0, 0), "tank")
    table.unit("allied", (2, 0))
    assert bonds(table, "allied") == (hexes(table, (1, 0)), set())


@pytest.mark.rule("A44-10.11")
def test_zb15_an_enemy_unit_in_its_hex_negates_a_hex_bond() -> None:
    table = Table()
    table.unit("allied", (0, 0))
    table.unit("allied", (2, 0))
    table.unit("german", (1, 0))
    friend = table.unit("german", (1, -1))
    assert bonds(table, "allied") == (set(), set())
    assert table.hex(1, 0) in reached(table, friend), "the hex may be entered now"


@pytest.mark.rule("A44-10.11")
def test_zb16_a_hexside_bond_between_two_enemy_held_hexes_is_negated() -> None:
    table = Table()
    table.unit("german", (-5, 0))
    table.unit("allied", (0, 0))
    table.unit("allied", (1, 1))
    mover = table.unit("german", (1, 0))
    table.unit("german", (0, 1))
    assert bonds(table, "allied") == (set(), set())
    assert crosses_bond(table.rules, table.position, "german", table.hex(1, 0), table.hex(0, 1)) is None
    table.begin(Moves("german"))
    table.play(f"move {mover}")
    after = table.play("to " + table.hex(0, 1))
    assert f"move {mover}" not in after, "it stops in the EZOC it enters"


@pytest.mark.rule("A44-10.11")
def test_an_enemy_in_one_of_the_two_hexes_does_not_negate_a_hexside_bond() -> None:
    table = Table()
    table.unit("allied", (0, 0))
    table.unit("allied", (1, 1))
    table.unit("german", (1, 0))
    assert bonds(table, "allied")[1] == {str(table.side((1, 0), (0, 1)))}
    assert crosses_bond(table.rules, table.position, "german", table.hex(1, 0), table.hex(0, 1))


@pytest.mark.rule("A44-10.12")
def test_zb18_where_bonds_cross_neither_side_passes() -> None:
    table = Table()
    allied = [table.unit("allied", (0, 0)), table.unit("allied", (2, 0))]
    german = [table.unit("german", (1, -1)), table.unit("german", (1, 1))]
    assert bonds(table, "allied")[0] == bonds(table, "german")[0] == hexes(table, (1, 0))
    for id_ in (*allied, *german):
        assert table.hex(1, 0) not in reached(table, id_, "tactical")


@pytest.mark.rule("A44-10.12")
def test_crossing_hexside_bonds_bar_both_sides_at_their_own_hexsides() -> None:
    table = Table()
    table.unit("allied", (0, 0))
    table.unit("allied", (2, 0))
    table.unit("german", (2, -1))
    table.unit("german", (0, 1))
    assert bonds(table, "german")[0] == hexes(table, (1, 0))
    assert crosses_bond(table.rules, table.position, "german", table.hex(0, 1), table.hex(1, 0))
    assert crosses_bond(table.rules, table.position, "allied", table.hex(0, 0), table.hex(1, 0))


@pytest.mark.rule("A44-10.13")
def test_zb19_with_the_map_edge_a_unit_forms_hexside_bonds_only() -> None:
    """One hex from the edge of a board of radius 3; (4, 0) would be in line, (4, -1) and (3, 1) are not."""
    table = Table(3)
    table.unit("allied", (2, 0))
    mover = table.unit("german", (3, -2), ma=9)
    to_the_edge = {str(table.side((3, -1), (3, 0))), str(table.side((3, 0), (2, 1)))}
    assert bonds(table, "allied") == (set(), to_the_edge)
    assert crosses_bond(table.rules, table.position, "german", table.hex(3, -1), table.hex(3, 0))
    assert table.hex(3, 0) not in reached(table, mover, "tactical"), "it does not slip by along the edge"


@pytest.mark.rule("A44-10.13")
def test_a_unit_on_the_edge_or_two_hexes_from_it_has_no_bond_with_it() -> None:
    table = Table(4)
    table.unit("allied", (4, 0))
    table.unit("allied", (-2, 0))
    assert bonds(table, "allied") == (set(), set())


@pytest.mark.rule("A44-18.10", "A44-10.1")
def test_zb22_disrupted_and_broken_units_keep_zoc_and_bond() -> None:
    table = Table()
    table.unit("allied", (0, 0), state="disrupted")
    table.unit("allied", (2, 0), state="broken")
    assert bonds(table, "allied") == (hexes(table, (1, 0)), set())
    assert hexes(table, (-1, 0), (3, 0)) <= zoc(table, "allied")


@pytest.mark.rule("A44-13.18")
def test_no_bond_to_a_unit_in_a_box() -> None:
    table = Table()
    table.box("SW", edge=[(0, 0)])
    table.unit("allied", "box:SW")
    table.unit("allied", (0, 0))
    assert bonds(table, "allied") == (set(), set())


@pytest.mark.rule("A44-10.1", "A44-10.2", "A44-10.3", "A44-10.6", "A44-10.7", "A44-10.9", "A44-9.7")
@pytest.mark.parametrize("seed", range(6))
def test_fronts_of_chance_boards_agree_with_a_count_of_shared_neighbours(seed: int) -> None:
    """Two hexes at distance 2 with one neighbour in common lie in line, with two they do not."""
    chance = random.Random(seed)
    table = Table(5)
    cells = [(q, r) for q in range(-5, 6) for r in range(-5, 6) if abs(q + r) <= 5]
    inside = [(q, r) for q, r in cells if max(abs(q), abs(r), abs(q + r)) <= 3]
    rough = set(chance.sample(cells, 25))
    table.terrain("wooded_rough", *rough)
    sides = [(a, (a[0] + q, a[1] + r)) for a in inside for q, r in ((1, 0), (0, 1), (1, -1))]
    rivers = {table.side(*pair) for pair in chance.sample(sides, 25)}
    for pair in sides:
        if table.side(*pair) in rivers:
            table.river(*pair)
    kinds = {spot: chance.choice(["infantry", "tank", "artillery"]) for spot in chance.sample(inside, 14)}
    for spot, kind in kinds.items():
        table.unit("allied", spot, kind)
    board, wooded = table.ground.board, hexes(table, *rough)
    bonding = {
        table.hex(*spot)
        for spot, kind in kinds.items()
        if kind == "infantry" or (kind == "tank" and spot not in rough)
    }
    in_line, aside = set(), set()
    for a in bonding:
        for b in bonding:
            if a < b and board.distance(a, b) == 2:
                shared = sorted(set(board.neighbours(a)) & set(board.neighbours(b)))
                if len(shared) == 2:
                    if not wooded.issuperset(shared):
                        aside.add(str(Hexside(*shared)))
                elif not all(
                    Hexside(end, shared[0]) in rivers or end in wooded or shared[0] in wooded
                    for end in (a, b)
                ):
                    in_line.add(shared[0])
    assert bonds(table, "allied") == (in_line, aside)
    control = set()
    for spot, kind in kinds.items():
        here = table.hex(*spot)
        control |= {
            other for other in board.neighbours(here)
            if kind != "tank" or not wooded & {here, other}
        }  # fmt: skip
    assert zoc(table, "allied") == control
