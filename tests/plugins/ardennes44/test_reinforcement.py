"""Reinforcements, entry hexes, boxes and Blocking Positions [A44-13, A44-27.9, A44-27.14]."""

from __future__ import annotations

import msgspec
import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard_ardennes44.boxes import is_blocked, is_threatened, transfer_bars
from grognard_ardennes44.combat import CombatPhase
from grognard_ardennes44.driving import Driving
from grognard_ardennes44.engineers import place_bars
from grognard_ardennes44.movement_phase import MovementPhase
from grognard_ardennes44.position import ANTWERP
from grognard_ardennes44.reinforcement import due, enter_bars
from grognard_ardennes44.strategic import markers_left
from grognard_ardennes44.supply import supplied
from grognard_ardennes44.zoc import zoc_of

WEST, SOUTH = (-6, 0), (-6, 6)


def edge(side: str = "allied", **facts: object) -> Table:
    """Two Allied entry hexes of the box SW, next to the box W; a German one in the east."""
    table = Table(active=side, **facts)
    table.road("primary", *((q, 0) for q in range(-6, 7)))
    table.road("secondary", SOUTH, (-5, 5), (-4, 4))
    table.entry("E", WEST, "allied", box="SW")
    table.entry("I", SOUTH, "allied", box="SW")
    table.entry("K", (6, 0), "german")
    table.box("SW", next=("W",), edge=(WEST, SOUTH))
    table.box("W", next=("SW",))
    table.unit(side, (0, 3))
    return table


def reinforcement(table: Table, *entries: str, turn: int = 3, side: str = "allied", **printed: object) -> str:
    return table.arriving(table.unit(side, (3, 3), **printed), turn, *entries)  # type: ignore[arg-type]  # printed values


@pytest.mark.rule("A44-13.1", "A44-13.2", "A44-3.3")
def test_a_reinforcement_enters_on_its_turn_at_its_entry_hexes_and_pays_for_them() -> None:
    table = edge()
    unit = reinforcement(table, "E", ma=4)
    late = reinforcement(table, "E", turn=4)
    options = table.begin(MovementPhase("allied"))
    assert f"enter {unit} {table.hex(*WEST)} move" in options
    assert not any(late in option for option in options)
    assert table.cites(f"enter {late} {table.hex(*WEST)} move") == {"A44-13.1"}, "not yet due"
    assert table.cites(f"enter {unit} {table.hex(*WEST)} sideways") == {"A44-13.1"}
    assert table.cites(f"enter {unit} {table.hex(*SOUTH)} move") == {"A44-13.2"}
    goals = table.play(f"enter {unit} {table.hex(*WEST)} move")
    assert (
        f"to {table.hex(-3, 0)}" in goals and f"to {table.hex(-2, 0)}" not in goals
    )  # one MP of four is spent
    assert "stop" in goals


@pytest.mark.rule("A44-24.2", "A44-24.10", "A44-13.1")
@pytest.mark.parametrize("marker", ["allied1", "german1"])
def test_a_reinforcement_pays_for_enemy_traffic_in_its_entry_hex(marker: str) -> None:
    table = edge("german")
    table.having(traffic={marker: table.hex(6, 0)})
    free = marker.startswith("german")
    slow = reinforcement(table, "K", side="german", ma=2)
    fast = reinforcement(table, "K", side="german", ma=4)
    column = reinforcement(table, "K", side="german", kind="mechanised", ma=3)
    options = table.begin(MovementPhase("german"))
    assert (f"enter {slow} {table.hex(6, 0)} move" in options) == free, "one MP, and two for the marker"
    assert table.cites(f"enter {slow} {table.hex(6, 0)} move") == (set() if free else {"A44-13.1"})
    goals = table.play(f"enter {fast} {table.hex(6, 0)} move")
    assert f"to {table.hex(5, 0)}" in goals
    assert (f"to {table.hex(4, 0)}" in goals) == free
    table.play(f"to {table.hex(5, 0)}", *(["stop"] if free else []))
    goals = table.play(f"enter {column} {table.hex(6, 0)} sm")
    assert f"to {table.hex(-1, 0)}" in goals
    assert (f"to {table.hex(-5, 0)}" in goals) == free


@pytest.mark.rule("A44-29.8", "A44-12.5")
@pytest.mark.parametrize(
    ("turn", "side", "may"), [(1, "allied", False), (2, "allied", True), (1, "german", True)]
)
def test_no_american_enters_by_strategic_movement_on_turn_one(turn: int, side: str, may: bool) -> None:
    table = edge(side, turn=turn)
    entry, at = ("E", WEST) if side == "allied" else ("K", (6, 0))
    unit = reinforcement(table, entry, turn=turn, side=side, kind="mechanised")
    options = table.begin(MovementPhase(side))
    assert (f"enter {unit} {table.hex(*at)} sm" in options) == may
    assert table.cites(f"enter {unit} {table.hex(*at)} sm") == (set() if may else {"A44-29.8"})


@pytest.mark.rule("A44-13.1")
def test_one_that_was_not_brought_on_comes_later() -> None:
    table = edge(turn=5)
    unit = reinforcement(table, "E", turn=3)
    assert due(table.rules, table.position, "allied") == [unit]


@pytest.mark.rule("A44-13.3")
def test_it_may_enter_in_an_enemy_zoc_and_stops_there() -> None:
    table = edge()
    unit = reinforcement(table, "E")
    table.unit("german", (-5, 0))
    table.begin(MovementPhase("allied"))
    options = table.play(f"enter {unit} {table.hex(*WEST)} move")
    assert table.position.units[unit].hex == table.hex(*WEST)
    assert not any(option.startswith("to ") for option in options)


@pytest.mark.rule("A44-13.3", "A44-13.14", "A44-13.17", "A44-10.4")
@pytest.mark.parametrize(("kind", "open_"), [("infantry", False), ("artillery", True)])
def test_nobody_enters_in_an_enemy_hex_bond(kind: str, open_: bool) -> None:
    table = edge()
    table.entry("F", (-6, 3), "allied", box="SW")
    unit, boxed = reinforcement(table, "F"), table.unit("allied", "box:SW")
    blocker = table.unit("allied", "block:F")
    table.unit("german", (-6, 2))
    table.unit("german", (-6, 4), kind)
    hex = table.hex(-6, 3)
    ways = {f"enter {unit} {hex} move", f"transfer {boxed} {hex}", f"transfer {blocker} {hex}"}
    options = set(table.begin(MovementPhase("allied")))
    assert options & ways == (ways if open_ else set())
    for way in ways:
        assert table.cites(way) == (set() if open_ else {"A44-10.4"})


@pytest.mark.rule("A44-13.4", "A44-3.4", "A44-13.18")
def test_it_may_go_to_the_box_or_the_blocking_position_instead_if_it_is_allied() -> None:
    table = edge()
    unit = reinforcement(table, "E")
    options = table.begin(MovementPhase("allied"))
    assert {o for o in options if o.startswith("enter-box")} == {
        f"enter-box {unit} box:SW", f"enter-box {unit} block:E",
    }  # fmt: skip
    assert table.cites(f"enter-box {unit} block:I") == {"A44-13.4"}
    german = edge("german")
    unit = reinforcement(german, "K", side="german")
    options = german.begin(MovementPhase("german"))
    assert not any(o.startswith("enter-box") for o in options)
    assert german.cites(f"enter-box {unit} block:K") == {"A44-13.4"}
    assert any(o.startswith(f"enter {unit}") for o in options)


@pytest.mark.rule("A44-3.4", "A44-13.13", "A44-13.16")
def test_allied_units_go_to_the_box_at_the_end_of_the_road_and_germans_never_do() -> None:
    table = edge()
    unit = table.unit("allied", "box:SW")
    table.begin(MovementPhase("allied"))
    table.play(f"transfer {unit} block:E")
    assert table.position.allied["block:E"] == (unit,)
    german = edge("german")
    unit = german.unit("german", WEST)
    assert not any("block:" in option or "box:" in option for option in german.begin(MovementPhase("german")))
    assert german.cites(f"transfer {unit} block:E") == {"A44-3.4"}
    german.play(f"move {unit}")
    assert "A44-11.22" in german.cites("leave block:E")


@pytest.mark.rule("A44-13.5", "A44-13.6", "A44-13.7")
def test_engineers_appear_in_own_towns_one_in_each_whatever_stands_there() -> None:
    table = edge()
    table.town("town", (0, 0))
    table.town("city", (3, 0))
    table.town("village", (-2, 0))
    for n in range(3):
        table.unit("allied", (0, 0), sp=1, id=f"full{n}")
    table.having(control={table.hex(0, 0): "allied", table.hex(3, 0): "allied", table.hex(-2, 0): "allied"})
    first = reinforcement(table, kind="engineer")
    second = reinforcement(table, kind="engineer")
    options = table.begin(MovementPhase("allied"))
    assert {o for o in options if o.startswith(f"place {first}")} == {
        f"place {first} {table.hex(0, 0)}", f"place {first} {table.hex(3, 0)}",
    }  # fmt: skip
    options = table.play(f"place {first} {table.hex(0, 0)}")
    assert f"tactical {first}" in options and f"move {first}" not in options
    assert table.cites(f"place {second} {table.hex(0, 0)}") == {"A44-13.6"}
    assert table.cites(f"place {first} {table.hex(3, 0)}") == {"A44-13.5"}, "it has come"
    assert table.cites(f"place {second} E9999") == {"A44-13.5"}, "no hex of the map"
    table.play(f"place {second} {table.hex(3, 0)}", "done")
    assert first in table.position.units  # stacking does not apply to the placing


@pytest.mark.rule("A44-13.6")
def test_no_second_engineer_appears_in_a_town_though_the_first_has_left_it() -> None:
    table = edge()
    table.town("town", (0, 0))
    table.having(control={table.hex(0, 0): "allied"})
    first, second = reinforcement(table, kind="engineer"), reinforcement(table, kind="engineer")
    third = table.unit("allied", (0, 0), "engineer")
    table.begin(MovementPhase("allied"))
    table.play(f"place {first} {table.hex(0, 0)}", f"tactical {first}", f"to {table.hex(1, 0)}", "stop")
    assert not any(option.startswith("place") for option in table.options())
    assert table.cites(f"place {second} {table.hex(0, 0)}") == {"A44-13.6"}
    table.position.deeds.clear()
    assert f"place {second} {table.hex(0, 0)}" in table.options(), f"on a later turn, beside {third} too"


@pytest.mark.rule("A44-13.5", "A44-33.1")
def test_no_engineer_in_an_ezoc_an_enemy_town_or_under_a_roadblock() -> None:
    table = edge()
    for at in ((0, 0), (3, 0), (-3, 0)):
        table.town("town", at)
    table.unit("german", (0, -1))
    unit = reinforcement(table, kind="engineer")
    table.having(
        control={table.hex(0, 0): "allied", table.hex(3, 0): "german", table.hex(-3, 0): "allied"},
        traffic={"german-block1": table.hex(-3, 0)},
    )
    for at in ((0, 0), (3, 0), (-3, 0)):
        assert "A44-13.5" in {
            bar.cite for bar in place_bars(table.rules, table.position, unit, table.hex(*at))
        }


@pytest.mark.rule("A44-13.8")
def test_artillery_enters_on_its_fired_side() -> None:
    table = edge()
    gun = reinforcement(table, "E", kind="artillery", ma=10)
    table.begin(MovementPhase("allied"))
    table.play(f"enter {gun} {table.hex(*WEST)} move")
    assert not table.position.units[gun].ready
    other = edge()
    gun, foot = reinforcement(other, "E", kind="artillery"), reinforcement(other, "E")
    other.begin(MovementPhase("allied"))
    other.play(f"enter-box {gun} box:SW", f"enter-box {foot} box:SW")
    assert [other.position.units[id_].ready for id_ in (gun, foot)] == [False, True]
    german = edge("german")
    gun = reinforcement(german, "K", kind="rocket", side="german", ma=4)
    german.begin(MovementPhase("german"))
    german.play(f"enter {gun} {german.hex(6, 0)} move")
    assert not german.position.units[gun].ready


@pytest.mark.rule("A44-6.6")
def test_fu01_a_division_short_of_fuel_enters_out_of_supply_and_moves_two_hexes() -> None:
    table = edge("german", turn=7)
    unit = reinforcement(table, "K", turn=7, side="german", kind="mechanised", formation="116_pz")
    table.having(tally={"dry 116_pz": 7})
    table.begin(MovementPhase("german"))
    goals = table.play(f"enter {unit} {table.hex(6, 0)} move")
    assert table.position.units[unit].oos
    assert f"to {table.hex(5, 0)}" in goals and f"to {table.hex(4, 0)}" not in goals


@pytest.mark.rule("A44-12.5", "A44-12.19")
def test_reinforcements_enter_by_strategic_movement_and_infantry_on_trucks() -> None:
    table = edge()
    table.road("secondary", *((q, 0) for q in range(-6, 7)))
    tanks, foot = reinforcement(table, "E", kind="mechanised", ma=10), reinforcement(table, "E")
    options = table.begin(MovementPhase("allied"))
    at = table.hex(*WEST)
    assert f"enter {tanks} {at} sm" in options and f"enter {tanks} {at} truck" not in options
    assert f"enter {foot} {at} truck" in options and f"enter {foot} {at} sm" not in options
    goals = table.play(f"enter {foot} {at} truck")
    assert f"to {table.hex(5, 0)}" in goals and f"to {table.hex(6, 0)}" not in goals  # one of 12 MP is paid
    table.play(f"to {table.hex(2, 0)}")
    assert table.position.units[foot].marker == "truck"


def lorries(*, mate: str = "", near: str = "", **printed: object) -> tuple[Table, str]:
    """A mechanised reinforcement that enters by SM where a column has just driven to."""
    table = edge()
    first = table.unit("allied", (-3, 0), "mechanised", regiment=mate, sp=1)
    unit = reinforcement(table, "E", kind="mechanised", sp=1, **printed)
    table.begin(MovementPhase("allied"))
    where = (-5, 0) if near else WEST
    table.play(f"strategic {first}", f"to {table.hex(*where)}", *(() if near else ("stop",)))
    return table, unit


@pytest.mark.rule("A44-12.10", "A44-12.5")
def test_a_column_that_enters_next_to_another_on_its_road_drives_on() -> None:
    table, unit = lorries(near="the road")
    options = table.play(f"enter {unit} {table.hex(*WEST)} sm")
    assert "stop" not in options and f"to {table.hex(-3, 0)}" in options
    assert "A44-12.10" in table.cites(f"to {table.hex(-4, 0)}")
    alone = edge()
    unit = reinforcement(alone, "E", kind="mechanised")
    alone.begin(MovementPhase("allied"))
    assert "stop" in alone.play(f"enter {unit} {alone.hex(*WEST)} sm")


@pytest.mark.rule("A44-12.13", "A44-12.12", "A44-12.8")
@pytest.mark.parametrize("spare", [True, False])
def test_a_column_that_enters_may_join_its_regiment_under_one_marker(*, spare: bool) -> None:
    table, unit = lorries(mate="304", regiment="304")
    used = 1 if spare else table.rules.limits.sm_markers["allied"] - 1
    for n in range(used):
        trucked = table.unit("allied", (n - 4, 4), marker="truck")
        table.position.units[trucked] = table._units[trucked]
    options = table.play(f"enter {unit} {table.hex(*WEST)} sm")
    assert (f"to {table.hex(-4, 0)}" in options) == spare, "alone it would need a marker of its own"
    if spare:
        table.play("stop")
    assert table.position.units[unit].hex == table.hex(*WEST)
    assert table.position.units[unit].marker == "sm"
    left = markers_left(table.rules, table.position, "allied")
    assert left == table.rules.limits.sm_markers["allied"] - used - 1
    other, stranger = lorries(mate="304", regiment="2")
    if not spare:
        for n in range(used):
            trucked = other.unit("allied", (n - 4, 4), marker="truck")
            other.position.units[trucked] = other._units[trucked]
        assert other.cites(f"enter {stranger} {other.hex(*WEST)} sm") == {"A44-12.12"}
    else:
        assert "stop" not in other.play(f"enter {stranger} {other.hex(*WEST)} sm")


@pytest.mark.rule("A44-12.2", "A44-12.7", "A44-12.12", "A44-12.19")
@pytest.mark.parametrize("why", ["", "foot", "enemy", "markers"])
def test_why_a_reinforcement_does_not_enter_by_strategic_movement(why: str) -> None:
    table = edge("german")
    unit = reinforcement(table, "K", side="german", kind="infantry" if why == "foot" else "mechanised")
    if why == "enemy":
        table.terrain("wooded_rough", (5, 0))
        table.unit("allied", (5, 0), "tank")  # next to the entry hex, to which no ZOC of its extends
        table.road("primary", (6, 0), (6, -1), (6, -2))
    for n in range(6 if why == "markers" else 0):
        table.unit("german", (n - 3, 2), "artillery", marker="pm")
    at = table.hex(6, 0)
    options = table.begin(MovementPhase("german"))
    wanted = {"": set(), "foot": {"A44-12.2"}, "enemy": {"A44-12.7"}, "markers": {"A44-12.12"}}[why]
    assert table.cites(f"enter {unit} {at} sm") == wanted
    assert (f"enter {unit} {at} sm" in options) == (not why) and f"enter {unit} {at} move" in options
    assert "A44-12.19" in table.cites(f"enter {unit} {at} truck")


@pytest.mark.rule("A44-12.4")
def test_no_column_enters_where_no_road_leads() -> None:
    table = edge()
    table.entry("P", (-6, 3), "allied", box="SW")
    unit = reinforcement(table, "P", kind="mechanised")
    table.begin(MovementPhase("allied"))
    assert table.cites(f"enter {unit} {table.hex(-6, 3)} sm") == {"A44-12.4"}
    assert not table.refused(f"enter {unit} {table.hex(-6, 3)} move")


@pytest.mark.rule("A44-24.2", "A44-12.11", "A44-13.1")
def test_traffic_in_the_entry_hex_is_paid_for_but_not_by_tactical_movement() -> None:
    table = edge()
    table.having(traffic={"german1": table.hex(*WEST)})
    slow, column = reinforcement(table, "E", ma=2), reinforcement(table, "E", kind="mechanised", ma=5)
    at = table.hex(*WEST)
    options = table.begin(MovementPhase("allied"))
    assert f"enter {slow} {at} move" not in options, "it would cost three MP"
    assert {f"enter {slow} {at} march", f"enter {slow} {at} tactical"} <= set(options)
    assert table.cites(f"enter {slow} {at} move") == {"A44-13.1"}
    goals = table.play(f"enter {column} {at} sm")
    assert f"to {table.hex(6, 0)}" in goals, "5 of 20 half MP for the entry hex, 12 for the way"
    table.rules.counters[column] = msgspec.structs.replace(table.rules.counters[column], ma=4)
    assert f"to {table.hex(5, 0)}" in table.options()
    assert f"to {table.hex(6, 0)}" not in table.options(), "11 of 16 half MP are left"


@pytest.mark.rule("A44-11.4", "A44-11.5", "A44-11.6")
def test_a_reinforcement_may_enter_by_forced_march_or_tactical_movement() -> None:
    table = edge()
    table.terrain("wooded_rough", (-5, -1))
    table.unit("german", (-5, -1), "tank")  # its ZOC does not leave the wooded rough
    foot, tank = reinforcement(table, "E", ma=4), reinforcement(table, "E", kind="tank")
    gun = reinforcement(table, "E", kind="artillery")
    at = table.hex(*WEST)
    table.begin(MovementPhase("allied"))
    assert table.cites(f"enter {tank} {at} march") == {"A44-11.4"}
    assert table.cites(f"enter {gun} {at} tactical") == {"A44-22.1"}
    copy = table.position.copy()
    goals = table.play(f"enter {foot} {at} march")
    assert "stop" not in goals, "a march does not end next to an enemy"
    assert f"to {table.hex(-1, 0)}" in goals and f"to {table.hex(0, 0)}" not in goals, "six MP, one is paid"
    table.__dict__["position"] = copy
    goals = table.play(f"enter {foot} {at} tactical")
    assert "stop" in goals and f"to {table.hex(-5, 0)}" in goals and f"to {table.hex(-4, 0)}" not in goals


@pytest.mark.rule("A44-12.21", "A44-13.14")
@pytest.mark.parametrize("spot", ["enemy", "friend", ""])
def test_trucks_from_a_box_do_not_stop_next_to_an_enemy_nor_among_others(spot: str) -> None:
    table = edge()
    unit = table.unit("allied", "box:SW", marker="truck")
    if spot == "enemy":
        table.unit("german", (-5, 0))
    elif spot == "friend":
        table.unit("allied", WEST)
    table.begin(MovementPhase("allied"))
    table.play(f"transfer {unit} {table.hex(*WEST)}")
    assert table.position.units[unit].hex == table.hex(*WEST)
    assert table.position.units[unit].marker == ("" if spot else "truck")


@pytest.mark.rule("A44-13.1", "A44-12.21")
@pytest.mark.parametrize(
    ("road", "terrain", "half_mp"), [("primary", "clear", 1), ("secondary", "forest", 4)]
)
def test_trucks_pay_for_the_entry_hex_at_mechanised_rates(road: str, terrain: str, half_mp: int) -> None:
    table = edge()
    table.terrain(terrain, (-6, 3))
    table.entry("F", (-6, 3), "allied", box="SW")
    table.road(road, (-6, 3), (-5, 3), (-4, 3))
    foot = reinforcement(table, "F")
    table.begin(MovementPhase("allied"))
    table.play(f"enter {foot} {table.hex(-6, 3)} truck")
    frame = table.position.agenda[-1]
    assert isinstance(frame, Driving) and frame.spent == half_mp


@pytest.mark.rule("A44-13.9", "A44-13.10", "A44-13.12")
def test_bp01_a_german_in_an_entry_hex_shuts_the_area_until_six_points_block_it() -> None:
    def shut(*defence: int) -> set[str]:
        table = edge()
        unit = reinforcement(table, "I")
        table.unit("german", WEST)
        for value in defence:
            table.unit("allied", "block:E", defence=value)
        entry = table.ground.entries["E"]
        assert is_blocked(table.rules, table.position, entry) == (sum(defence) >= 6)
        bars = enter_bars(table.rules, table.position, unit, table.hex(*SOUTH), "move")
        return {bar.cite for bar in bars}

    assert shut() == shut(4, 1) == {"A44-13.9"}
    assert shut(4, 2) == shut(6) == set()


@pytest.mark.rule("A44-13.9")
@pytest.mark.parametrize("defence", [0, 6])
def test_nobody_enters_where_the_enemy_stands_blocked_or_not(defence: int) -> None:
    table = edge()
    unit = reinforcement(table, "E")
    table.unit("german", WEST)
    if defence:
        table.unit("allied", "block:E", defence=defence)
    options = table.begin(MovementPhase("allied"))
    assert f"enter {unit} {table.hex(*WEST)} move" not in options
    assert table.cites(f"enter {unit} {table.hex(*WEST)} move") == {"A44-13.9"}
    german = edge("german")
    late = reinforcement(german, "K", side="german")
    german.unit("allied", (6, 0))
    german.begin(MovementPhase("german"))
    assert german.cites(f"enter {late} {german.hex(6, 0)} move") == {"A44-13.9"}


@pytest.mark.rule("A44-11.23")
def test_an_entry_hex_by_which_a_german_left_stays_closed() -> None:
    table = edge()
    unit = reinforcement(table, "E")
    table.having(tally={"closed E": 1})
    bars = enter_bars(table.rules, table.position, unit, table.hex(*WEST), "move")
    assert {bar.cite for bar in bars} == {"A44-11.23"}
    boxed, blocker = table.unit("allied", "box:SW"), table.unit("allied", "block:E")
    del table.__dict__["position"]
    options = table.begin(MovementPhase("allied"))
    for id_ in (boxed, blocker):
        assert table.cites(f"transfer {id_} {table.hex(*WEST)}") == {"A44-11.23"}
    assert f"transfer {boxed} {table.hex(*SOUTH)}" in options, "the other one is open"


@pytest.mark.rule("A44-13.13", "A44-13.14", "A44-13.15", "A44-13.16", "A44-13.17")
def test_units_in_boxes_go_to_blocking_positions_entry_hexes_and_the_next_box() -> None:
    table = edge()
    boxed, blocker = table.unit("allied", "box:SW"), table.unit("allied", "block:E")
    options = table.begin(MovementPhase("allied"))
    west, south = table.hex(*WEST), table.hex(*SOUTH)
    assert {o.split()[2] for o in options if o.startswith(f"transfer {boxed}")} == {
        "box:W", "block:E", "block:I", west, south,
    }  # fmt: skip
    assert {o.split()[2] for o in options if o.startswith(f"transfer {blocker}")} == {"box:SW", west}
    after = table.play(f"transfer {boxed} {west}")
    assert table.position.units[boxed].hex == west
    assert not any(f" {boxed}" in option for option in after)  # that took its whole MA


@pytest.mark.rule("A44-13.13", "A44-13.15", "A44-13.16")
def test_no_other_way_leads_out_of_a_box() -> None:
    table = edge()
    table.box("NE")
    table.entry("P", (0, -6), "allied", box="NE")
    boxed, blocker = table.unit("allied", "box:SW"), table.unit("allied", "block:E")
    gun, here = table.unit("allied", "box:SW", "artillery"), table.unit("allied", (0, 0))
    table.begin(MovementPhase("allied"))
    for action, cite in (
        (f"transfer {boxed} block:P", "A44-13.13"),
        (f"transfer {boxed} box:SW", "A44-13.13"),
        (f"transfer {here} box:SW", "A44-13.13"),
        (f"transfer {boxed} box:NE", "A44-13.15"),
        (f"transfer {blocker} box:W", "A44-13.16"),
        (f"transfer {blocker} block:I", "A44-13.16"),
        (f"transfer {blocker} {table.hex(*SOUTH)}", "A44-13.14"),
        (f"move {boxed}", "A44-13.13"),
        (f"shift {gun}", "A44-13.13"),
    ):
        assert table.cites(action) == {cite}, action


@pytest.mark.rule("A44-13.11", "A44-13.14", "A44-13.15", "A44-13.17")
def test_a_captured_entry_hex_that_is_not_blocked_stops_passage() -> None:
    table = edge()
    boxed = table.unit("allied", "box:SW")
    blocker = table.unit("allied", "block:I", defence=1)
    table.unit("german", WEST)
    assert is_threatened(table.rules, table.position, "SW")

    def cites(id_: str, to: str) -> set[str]:
        return {bar.cite for bar in transfer_bars(table.rules, table.position, id_, to)}

    assert cites(boxed, "box:W") == {"A44-13.15"}
    assert cites(blocker, table.hex(*SOUTH)) == {"A44-13.17"}
    assert cites(boxed, table.hex(*WEST)) == {"A44-13.17"}  # an enemy is there
    assert cites(boxed, table.hex(*SOUTH)) == set(), "out of the box itself the other entry hex is open"
    assert cites(boxed, "block:E") == cites(blocker, "box:SW") == set()


@pytest.mark.rule("A44-11.26")
def test_a_unit_disrupted_off_the_map_comes_back_when_it_has_rallied() -> None:
    table = edge()
    unit = table.unit("allied", "box:SW", state="disrupted")
    bars = transfer_bars(table.rules, table.position, unit, table.hex(*WEST))
    assert {bar.cite for bar in bars} == {"A44-11.26"}


@pytest.mark.rule("A44-22.2")
def test_artillery_that_changes_boxes_is_flipped() -> None:
    table = edge()
    gun = table.unit("allied", "box:SW", "artillery")
    table.begin(MovementPhase("allied"))
    table.play(f"transfer {gun} block:E")
    assert not table.position.units[gun].ready


@pytest.mark.rule("A44-13.18")
def test_boxes_have_no_stacking_limit_no_zoc_and_are_in_supply() -> None:
    table = edge()
    units = [table.unit("allied", "block:E", sp=2) for _ in range(4)]
    assert units[0] in supplied(table.rules, table.position, "allied")
    table.begin(MovementPhase("allied"))
    near = {table.hex(*WEST), table.hex(-5, 0)}
    assert not zoc_of(table.rules, table.position, "allied") & near
    other = edge()
    other.unit("allied", (-6, 1))
    assert near <= zoc_of(other.rules, other.position, "allied"), "as a unit on the map has"
    table.play("done")
    assert len(table.position.allied["block:E"]) == 4


@pytest.mark.rule("A44-13.18")
def test_germans_attack_no_box_and_no_blocking_position() -> None:
    table = edge("german")
    table.unit("german", WEST)
    table.unit("allied", "block:E")
    table.unit("allied", "box:SW")
    table.unit("allied", (-5, 0))
    options = table.begin(CombatPhase("german", begun=True))
    assert options == [f"attack {table.hex(-5, 0)}", "done"]
    for place in ("block:E", "box:SW"):
        assert table.cites(f"attack {place}") == {"A44-14.1"}


@pytest.mark.rule("A44-27.9")
def test_arriving_british_go_to_antwerp_until_it_is_covered() -> None:
    table = edge()
    unit = reinforcement(table, "E", nation="british", defence=5)
    table.unit("german", ANTWERP, attack=4)
    options = table.begin(MovementPhase("allied"))
    assert [o for o in options if unit in o] == [f"enter-box {unit} {ANTWERP}"]
    assert table.cites(f"enter {unit} {table.hex(*WEST)} move") == {"A44-27.9"}


@pytest.mark.rule("A44-27.14")
@pytest.mark.parametrize(("die", "turn"), [(2, 4), (3, 5), (6, None)])
def test_on_turn_four_the_653rd_rolls_whether_it_comes(die: int, turn: int | None) -> None:
    table = edge("german", turn=4)
    unit = reinforcement(table, "K", turn=4, side="german", kind="tank", traits=("jagdpanzer_653",))
    options = table.begin(MovementPhase("german"), dice=(die,))
    assert table.position.waiting.get(unit) == turn
    assert any(f"enter {unit}" in option for option in options) == (turn == 4)
    assert (table.position.lost.get(unit) == "never") == (turn is None)


@pytest.mark.rule("A44-25.3", "A44-13.1")
def test_nobody_arrives_at_night() -> None:
    table = edge(turn=4)
    reinforcement(table, "E", turn=4)
    mover = table.unit("allied", (0, -3), marker="night")
    table.having(night=True)
    assert due(table.rules, table.position, "allied") == []
    options = table.begin(MovementPhase("allied"))
    assert f"move {mover}" in options and not any(option.startswith("enter") for option in options)
