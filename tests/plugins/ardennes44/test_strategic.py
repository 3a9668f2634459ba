"""Strategic movement and trucks [A44-12]."""

from __future__ import annotations

import msgspec
import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard_ardennes44.driving import Driving, Strategic, exit_bars, strategic_moves
from grognard_ardennes44.movement_phase import MovementPhase
from grognard_ardennes44.moving import To
from grognard_ardennes44.strategic import (
    columns,
    end_bars,
    markers_left,
    strategic_bars,
)
from grognard_ardennes44.zoc import zoc_of

ROAD = tuple((q, 0) for q in range(-12, 13))


def road(side: str = "german", **facts: object) -> Table:
    """A main road from west to east."""
    table = Table(radius=12, active=side, **facts)
    table.road("primary", *ROAD)
    return table


def cites(table: Table, id_: str) -> set[str]:
    return {bar.cite for bar in strategic_bars(table.rules, table.position, id_)}


def reached(table: Table, id_: str, side: str = "german") -> set[str]:
    """Where a strategic move of a unit can end."""
    play = table.context()
    return {to.hex for to in Driving(side, id_).options(play) if isinstance(to, To)}


@pytest.mark.rule("A44-12.1", "A44-12.4")
def test_it_doubles_the_ma_and_keeps_to_roads_of_any_kind() -> None:
    table = road()
    table.road("secondary", (0, 0), (0, 1), (0, 2))
    unit = table.unit("german", (-12, 0), "mechanised", ma=5)
    hexes = reached(table, unit)
    assert table.hex(8, 0) in hexes and table.hex(9, 0) not in hexes  # 20 half MP, a main road costs one each
    assert table.hex(0, 1) in hexes and table.hex(1, 1) not in hexes


@pytest.mark.rule("A44-12.1", "A44-12.2", "A44-22.1")
@pytest.mark.parametrize("kind", ["infantry", "artillery", "rocket"])
def test_german_infantry_and_artillery_cannot_use_it_and_allied_artillery_can(kind: str) -> None:
    table = road()
    assert cites(table, table.unit("german", (0, 0), kind)) == {"A44-12.2"}
    allied = road("allied")
    assert cites(allied, allied.unit("allied", (0, 0), "artillery")) == set()
    driver = road()
    assert cites(driver, driver.unit("german", (0, 0), "mechanised")) == set()


@pytest.mark.rule("A44-12.3", "A44-12.12", "A44-18.6", "A44-29.8", "A44-25.17")
@pytest.mark.parametrize(
    ("facts", "turn", "night", "cite"),
    [
        ({"state": "disrupted"}, 3, False, "A44-12.3"),
        ({"oos": True}, 3, False, "A44-12.3"),
        ({}, 1, False, "A44-29.8"),
        ({"marker": "night"}, 4, True, "A44-25.17"),
        ({"marker": "night"}, 4, False, "A44-12.12"),
        ({"marker": "replaced"}, 5, False, "A44-12.12"),
    ],
)
def test_who_may_not(facts: dict[str, object], turn: int, night: bool, cite: str) -> None:
    table = road("allied", turn=turn)
    unit = table.unit("allied", (0, 0), "mechanised", **facts)  # type: ignore[arg-type]  # facts of the unit
    table.having(night=night)
    assert cite in cites(table, unit)


@pytest.mark.rule("A44-12.7")
def test_mv04_it_is_never_next_to_an_enemy_from_start_to_end() -> None:
    table = road()
    unit = table.unit("german", (-12, 0), "mechanised", ma=10)
    table.unit("allied", (0, -2))
    assert table.hex(-1, 0) in reached(table, unit)
    past = road()
    unit = past.unit("german", (-12, 0), "mechanised", ma=10)
    past.unit("allied", (0, -1))  # next to (0, 0) and (-1, 0)
    assert past.hex(-2, 0) in reached(past, unit)
    assert not {past.hex(q, 0) for q in (-1, 0, 1, 5)} & reached(past, unit)
    beside = road()
    unit = beside.unit("german", (0, 0), "mechanised")
    beside.unit("allied", (0, -1))
    assert cites(beside, unit) == {"A44-12.7"}


@pytest.mark.rule("A44-12.6", "A44-12.8")
def test_it_may_begin_but_not_end_stacked() -> None:
    table = road()
    unit = table.unit("german", (-2, 0), "mechanised")
    table.unit("german", (-2, 0))
    table.unit("german", (0, 0))
    hexes = reached(table, unit)
    assert table.hex(-1, 0) in hexes and table.hex(1, 0) in hexes and table.hex(0, 0) not in hexes


@pytest.mark.rule("A44-12.10")
def test_it_ends_next_to_no_other_column_on_the_same_road() -> None:
    table = road()
    table.road("secondary", (0, 1), (1, 1), (2, 1))
    unit = table.unit("german", (-4, 0), "mechanised")
    table.unit("german", (1, 0), "mechanised", marker="sm")
    hexes = reached(table, unit)
    assert table.hex(0, 0) not in hexes and table.hex(2, 0) not in hexes and table.hex(3, 0) in hexes
    other = table.unit("german", (2, 1), "mechanised")  # its road only runs beside the column's
    del table.__dict__["position"]
    assert table.hex(0, 1) in reached(table, other)


@pytest.mark.rule("A44-12.11", "A44-24.2", "A44-24.14")
def test_traffic_and_the_bottleneck_cost_it_extra_mp() -> None:
    table = road()
    unit = table.unit("german", (-12, 0), "mechanised", ma=5)
    table.having(traffic={"allied1": table.hex(0, 0)})
    hexes = reached(table, unit)
    assert table.hex(4, 0) in hexes and table.hex(5, 0) not in hexes  # 20 half MP, 4 of them for the marker
    other = road()
    unit = other.unit("german", (-12, 0), "mechanised", ma=5)
    other.area("st_vith", "bottleneck", (0, 0))
    other.having(control={other.hex(0, 0): "allied"})
    hexes = reached(other, unit)
    assert other.hex(0, 0) in hexes and other.hex(1, 0) not in hexes  # 12 of 20, and 8 for the bottleneck
    other.position.control[other.hex(0, 0)] = "german"
    assert other.hex(4, 0) in reached(other, unit)  # 4 once the Germans hold it


@pytest.mark.rule("A44-12.12", "A44-12.20", "A44-22.7")
def test_mv06_markers_are_limited_and_trucks_and_prime_movers_count() -> None:
    table = road("allied")
    for q in range(-12, -5):
        table.unit("allied", (q, -3), "mechanised", marker="sm")
    for q in range(3):
        table.unit("allied", (q, 3), marker="truck")
    unit = table.unit("allied", (-4, 0), "mechanised")
    assert markers_left(table.rules, table.position, "allied") == 0
    assert reached(table, unit, "allied") == set()
    assert Strategic(unit) not in list(strategic_moves(table.context(), "allied"))
    others = columns(table.rules, table.position, "allied")
    bars = end_bars(table.rules, table.position, unit, table.hex(0, 0), others)
    assert [bar.cite for bar in bars] == ["A44-12.12"]
    waiting = table.unit("allied", (4, 0))
    del table.__dict__["position"]
    table.begin(MovementPhase("allied"))
    assert table.cites(f"load {waiting}") == set(), "seven columns have come off their markers"
    for n in range(7):
        table.position.units[f"a{n + 1:02}"] = msgspec.structs.replace(
            table.position.units[f"a{n + 1:02}"], marker="truck"
        )
    assert table.cites(f"load {waiting}") == {"A44-12.20"}

    german = road()
    german.unit("german", (0, 3), "artillery", marker="pm")
    assert markers_left(german.rules, german.position, "german") == 5


@pytest.mark.rule("A44-12.13")
def test_units_of_one_regiment_may_share_a_marker_and_a_hex() -> None:
    table = road()
    table.unit("german", (0, 0), "mechanised", marker="sm", regiment="304")
    mate = table.unit("german", (-4, 0), "mechanised", regiment="304")
    other = table.unit("german", (-5, 0), "mechanised", regiment="2")
    assert table.hex(0, 0) in reached(table, mate)
    assert table.hex(0, 0) not in reached(table, other)
    left = markers_left(table.rules, table.position, "german")
    table.begin(MovementPhase("german"))
    table.play(f"strategic {mate}", f"to {table.hex(2, 0)}")
    assert markers_left(table.rules, table.position, "german") == left


@pytest.mark.rule("A44-12.15", "A44-9.2")
def test_an_sm_marker_does_not_change_the_zoc() -> None:
    table = road()
    table.unit("german", (0, 0), "mechanised", marker="sm")
    assert table.hex(1, 0) in zoc_of(table.rules, table.position, "german")


@pytest.mark.rule("A44-12.4", "A44-12.7", "A44-11.24")
def test_why_a_column_does_not_go_there() -> None:
    table = road()
    unit = table.unit("german", (-4, 0), "mechanised")
    table.unit("german", (-9, 0))
    table.unit("allied", (3, 0))
    off = table.unit("german", (0, 5), "mechanised")
    table.begin(MovementPhase("german"))
    assert table.cites(f"strategic {off}") == {"A44-12.4"}, "it stands beside the road"
    table.play(f"strategic {unit}")
    assert table.cites("stop") == {"A44-12.4"}, "it has not moved"
    assert table.cites("to " + table.hex(-4, 1)) == {"A44-12.4"}
    assert table.cites("to " + table.hex(2, 0)) == {"A44-12.7"}
    assert table.cites("to E9999") == {"A44-11.24"}
    assert not table.refused("to " + table.hex(1, 0))


@pytest.mark.rule("A44-12.17", "A44-12.18", "A44-12.16")
def test_allied_infantry_on_a_road_loads_with_its_whole_move_and_drives_next_turn() -> None:
    table = road("allied")
    unit = table.unit("allied", (-12, 0))
    table.unit("allied", (0, 5))
    options = table.begin(MovementPhase("allied"))
    assert f"strategic {unit}" not in options
    assert cites(table, unit) == {"A44-12.16"}
    table.play(f"load {unit}")
    assert table.position.units[unit].marker == "truck"
    assert f"move {unit}" not in table.options()
    table.play("done")
    table.position.deeds.clear()
    assert f"strategic {unit}" in table.begin(MovementPhase("allied"))
    assert cites(table, unit) == set()


@pytest.mark.rule("A44-12.17", "A44-12.20", "A44-12.3")
@pytest.mark.parametrize(
    ("at", "enemy", "facts"),
    [((0, 2), False, {}), ((0, 0), True, {}), ((0, 0), False, {"oos": True})],
)
def test_who_may_not_load(at: tuple[int, int], enemy: bool, facts: dict[str, object]) -> None:
    table = road("allied")
    unit = table.unit("allied", at, **facts)  # type: ignore[arg-type]  # facts of the unit
    table.unit("allied", (-4, 0))
    if enemy:
        table.unit("german", (1, 0))
    options = table.begin(MovementPhase("allied"))
    assert f"load {unit}" not in options
    assert table.cites(f"load {unit}")


@pytest.mark.rule("A44-12.17")
def test_a_unit_in_an_off_map_box_may_load_but_not_in_a_blocking_position() -> None:
    table = road("allied")
    table.box("SW", edge=[(-12, 0)])
    table.entry("E", (-12, 0), "allied", box="SW")
    unit, blocker = table.unit("allied", "box:SW"), table.unit("allied", "block:E")
    table.unit("allied", (0, 0))
    assert f"load {unit}" in table.begin(MovementPhase("allied"))
    assert table.cites(f"load {blocker}") == {"A44-12.17"}


@pytest.mark.rule("A44-12.16", "A44-12.17", "A44-12.22")
def test_trucks_are_for_allied_units_on_foot_that_have_no_other_marker() -> None:
    table = road("allied", turn=4)
    tank, gun = table.unit("allied", (0, 0), "tank"), table.unit("allied", (2, 0), "artillery")
    marked, plain = table.unit("allied", (4, 0), marker="night"), table.unit("allied", (6, 0))
    options = table.begin(MovementPhase("allied"))
    assert [option for option in options if option.startswith("load")] == [f"load {plain}"]
    for id_ in (tank, gun, marked):
        assert table.cites(f"load {id_}") == {"A44-12.17"}
    assert table.cites(f"unload {plain}") == {"A44-12.22"}
    german = road()
    foot = german.unit("german", (0, 0))
    german.begin(MovementPhase("german"))
    assert german.cites(f"load {foot}") == {"A44-12.17"}


@pytest.mark.rule("A44-12.21")
def test_trucks_give_twelve_mp_that_are_not_doubled() -> None:
    table = road("allied")
    unit = table.unit("allied", (-12, 0), ma=4, marker="truck")
    hexes = reached(table, unit, "allied")
    assert table.hex(11, 0) in hexes and table.hex(12, 0) in hexes
    slow = Table(radius=12, active="allied")
    slow.road("secondary", *ROAD)
    unit = slow.unit("allied", (-12, 0), ma=4, marker="truck")
    hexes = reached(slow, unit, "allied")
    assert slow.hex(0, 0) in hexes and slow.hex(1, 0) not in hexes


@pytest.mark.rule("A44-12.22", "A44-12.14")
def test_markers_stay_until_the_next_own_movement_phase_and_trucks_can_be_given_on() -> None:
    table = road("allied")
    column = table.unit("allied", (0, 0), "mechanised", marker="sm")
    trucks = table.unit("allied", (4, 0), marker="truck")
    table.begin(MovementPhase("german"), MovementPhase("allied"))
    assert table.position.units[column].marker == ""
    assert table.position.units[trucks].marker == "truck"
    table.play(f"unload {trucks}")
    assert table.position.units[trucks].marker == ""
    assert f"move {trucks}" in table.options()


@pytest.mark.rule("A44-12.9", "A44-15.21")
def test_a_unit_that_used_it_builds_no_improved_position() -> None:
    table = road()
    unit = table.unit("german", (0, 0), "mechanised")
    table.unit("german", (-9, 0), "mechanised")
    table.begin(MovementPhase("german"))
    table.play(f"strategic {unit}", f"to {table.hex(5, 0)}")
    assert not any(option.startswith("dig") and unit in option for option in table.options())


def to_the_edge(side: str, *, ma: int = 5, at: int = 0) -> tuple[Table, str]:
    """A main road to the entry hex F at the western edge, and a road that leads to no entry hex."""
    table = road(side)
    table.road("secondary", (-9, 0), (-9, -1), (-9, -2), (-9, -3))
    table.box("W", edge=[(-12, 0), (-9, -3)])
    table.entry("F", (-12, 0), "allied", box="W", german_exit=True)
    table.unit(side, (0, 6))
    return table, table.unit(side, (at, 0), "mechanised", ma=ma)


@pytest.mark.rule("A44-11.19", "A44-11.20", "A44-11.22", "A44-12.4", "A44-12.12")
@pytest.mark.parametrize(("side", "place"), [("allied", "box:W"), ("german", "antwerp")])
@pytest.mark.parametrize(("at", "leaves"), [(-6, True), (-5, False)])
def test_a_column_leaves_the_map_by_the_road_for_one_mp(
    side: str, place: str, at: int, *, leaves: bool
) -> None:
    """Two MP doubled are eight half MP: one for each hex of main road, two for the exit."""
    table, unit = to_the_edge(side, at=at, ma=2)
    table.begin(MovementPhase(side))
    edge = table.play(f"strategic {unit}")
    assert f"leave {place}" not in edge and f"to {table.hex(-12, 0)}" in edge
    table.play(f"to {table.hex(-12, 0)}")
    if not leaves:
        assert table.position.units[unit].hex == table.hex(-12, 0)
        assert "leave" not in " ".join(table.options()) and "stop" not in table.options(), "no MP is left"
        return
    assert {f"leave {place}", "stop"} <= set(table.options())
    left = markers_left(table.rules, table.position, side)
    table.play(f"leave {place}")
    assert table.position.units[unit].hex == place and table.position.units[unit].marker == "sm"
    assert markers_left(table.rules, table.position, side) == left
    assert bool(table.position.tally.get("closed F")) == (side == "german")


@pytest.mark.rule("A44-12.12", "A44-12.13", "A44-11.19")
@pytest.mark.parametrize("spare", [True, False])
def test_a_column_that_leaves_its_regiment_behind_needs_a_marker_to_leave_the_map(*, spare: bool) -> None:
    table, unit = to_the_edge("german", at=-12)
    table.unit("german", (-12, 0), "mechanised", marker="sm", regiment="304")
    for n in range(4 if spare else 5):
        table.unit("german", (n, 4), "artillery", marker="pm")
    table.rules.counters[unit] = msgspec.structs.replace(table.rules.counters[unit], regiment="304")
    bars = exit_bars(table.rules, table.position, unit, 0, "antwerp")
    assert [bar.cite for bar in bars] == ([] if spare else ["A44-12.12"])
    assert bool(list(Driving("german", unit).ways_on(table.context()))) == spare


@pytest.mark.rule("A44-12.4", "A44-11.19")
def test_a_column_does_not_leave_the_map_between_entry_hexes() -> None:
    table, unit = to_the_edge("allied")
    table.begin(MovementPhase("allied"))
    table.play(f"strategic {unit}")
    assert "A44-12.4" in table.cites("leave box:W")
    table.play(f"to {table.hex(-9, -3)}")
    assert table.position.units[unit].hex == table.hex(-9, -3)
    assert not any("leave" in option for option in table.options())


@pytest.mark.rule("A44-7.15", "A44-12.4")
@pytest.mark.parametrize(("die", "holds"), [(4, False), (5, True)])
def test_a_column_tries_the_ouren_bridge_and_drives_on(die: int, *, holds: bool) -> None:
    table = road()
    table.river((0, 0), (1, 0))
    table.blow((0, 0), (1, 0), "doubtful")
    table.road("primary", (0, 0), (0, 1))
    unit = table.unit("german", (-4, 0), "mechanised", ma=3)
    table.unit("german", (-9, 0))
    table.begin(MovementPhase("german"))
    options = table.play(f"strategic {unit}")
    assert f"to {table.hex(1, 0)}" not in options and not any("cross" in option for option in options)
    options = table.play(f"to {table.hex(0, 0)}")
    assert {"stop", f"cross {table.hex(1, 0)}", f"to {table.hex(0, 1)}"} <= set(options)
    assert table.cites(f"cross {table.hex(-1, 0)}") == {"A44-7.15"}
    table.play(f"cross {table.hex(1, 0)}", dice=(die,))
    assert table.position.units[unit].hex == table.hex(*((1, 0) if holds else (0, 0)))
    if holds:
        assert table.position.units[unit].marker == "sm" and not table.position.bridges
        assert {"stop", f"to {table.hex(8, 0)}"} <= set(table.options()), "7 of 12 half MP are left"
        assert f"to {table.hex(9, 0)}" not in table.options()
    else:
        assert {"stop", f"to {table.hex(0, 1)}"} <= set(table.options())


@pytest.mark.rule("A44-7.15", "A44-12.7")
def test_no_column_tries_a_bridge_to_where_it_could_not_stop() -> None:
    table = road()
    table.river((0, 0), (1, 0))
    table.blow((0, 0), (1, 0), "doubtful")
    unit = table.unit("german", (-4, 0), "mechanised", ma=4)
    table.unit("german", (-9, 0))
    table.unit("allied", (2, 0))
    table.begin(MovementPhase("german"))
    table.play(f"strategic {unit}", f"to {table.hex(0, 0)}")
    assert not any("cross" in option for option in table.options())


@pytest.mark.rule("A44-12.8", "A44-12.12")
def test_every_reason_is_given_at_once() -> None:
    table = road()
    unit = table.unit("german", (-2, 0), "mechanised")
    table.unit("german", (0, 0), sp=3)
    others = columns(table.rules, table.position, "german")
    bars = end_bars(table.rules, table.position, unit, table.hex(0, 0), others)
    assert {bar.cite for bar in bars} == {"A44-8.1", "A44-12.8"}
    assert Strategic(unit).verb == "strategic"
