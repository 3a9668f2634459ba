"""Movement [A44-11]."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard_ardennes44.combat import CombatPhase
from grognard_ardennes44.costs import half_cost, mover_class
from grognard_ardennes44.movement import (
    allowance,
    goals,
    may_ever_cross,
    overlay,
    set_out,
    step_bars,
    ways,
)
from grognard_ardennes44.movement_phase import MovementPhase, Moves
from grognard_ardennes44.moving import entry_is_closed, walk
from grognard_ardennes44.zoc import in_ezoc

Spot = tuple[int, int]
HERE = (0, 0)


def reached(table: Table, id_: str, mode: str = "move") -> dict[str, int]:
    """Hexes in which a unit can end its move, with the half MP they cost."""
    rules, position = table.rules, table.position
    side = rules.counters[id_].side
    ends, found = goals(rules, position, set_out(rules, position, id_, mode), overlay(rules, position, side))
    return {hex: found[hex] for hex in ends}


def cost(table: Table, id_: str, to: Spot) -> float:
    """MP to a hex; an error if it is out of reach."""
    return reached(table, id_)[table.hex(*to)] / 2


def stream(table: Table, q: int) -> None:
    """A river without bridges from edge to edge between two columns of hexes."""
    for r in range(-table.radius, table.radius + 1):
        for other in (r, r - 1):
            if max(abs(r), abs(q + r), abs(other), abs(q + 1 + other)) <= table.radius:
                table.river((q, r), (q + 1, other))


def mover(table: Table, kind: str = "infantry", at: Spot = HERE, **facts: object) -> str:
    """A German unit, and another far away so that the phase goes on."""
    table.unit("german", (-table.radius, 0))
    return table.unit("german", at, kind, **facts)  # type: ignore[arg-type]  # a test's facts


# Moving one after another ----------------------------------------------------------------------------------


@pytest.mark.rule("A44-11.1")
def test_any_number_of_units_moves_or_none() -> None:
    table = Table()
    units = [table.unit("german", (q, 0)) for q in (-2, 0, 2)]
    offered = table.begin(Moves("german"))
    assert {f"move {id_}" for id_ in units} | {"done"} <= set(offered)
    table.play("done")
    assert table.position.agenda == []
    assert [table.position.units[id_].hex for id_ in units] == [table.hex(q, 0) for q in (-2, 0, 2)]


@pytest.mark.rule("A44-11.1")
def test_only_the_active_sides_units_move() -> None:
    table = Table()
    table.unit("german", HERE)
    other = table.unit("allied", (3, 0))
    offered = table.begin(Moves("german"))
    assert not any(option.endswith(other) for option in offered)
    assert table.cites(f"move {other}") == {"A44-11.1"}


@pytest.mark.rule("A44-11.3")
def test_a_unit_finishes_its_move_before_another_begins_and_moves_once() -> None:
    table = Table()
    first, second = table.unit("german", HERE, ma=3), table.unit("german", (-3, 0))
    table.begin(Moves("german"))
    table.play(f"move {first}")
    stages = table.play("to " + table.hex(1, 0))
    assert not any(second in option for option in stages)
    assert "stop" in stages
    after = table.play("to " + table.hex(2, 0), "stop")
    assert f"move {second}" in after
    assert not any(option.endswith(first) for option in after)
    assert table.cites(f"move {first}") == table.cites(f"tactical {first}") == {"A44-11.3"}


@pytest.mark.rule("A44-11.3")
def test_a_unit_that_cannot_go_on_stops_by_itself() -> None:
    table = Table()
    id_ = mover(table, ma=2)
    table.begin(Moves("german"))
    table.play(f"move {id_}")
    assert f"move {id_}" not in table.play("to " + table.hex(2, 0))
    assert table.position.units[id_].hex == table.hex(2, 0)


@pytest.mark.rule("A44-11.1", "A44-11.24", "A44-7.15", "A44-11.2")
def test_where_a_unit_is_off_the_map_and_stopping_before_it_moves_are_no_moves() -> None:
    table = Table()
    id_ = mover(table)
    table.begin(Moves("german"))
    table.play(f"move {id_}")
    assert table.cites("to " + table.hex(*HERE)) == table.cites("stop") == {"A44-11.1"}
    assert table.cites("to E9999") == {"A44-11.24"}
    assert table.cites("cross " + table.hex(1, 0)) == {"A44-7.15"}
    assert table.cites("to " + table.hex(5, 0)) == {"A44-11.2"}


@pytest.mark.rule("A44-11.2")
def test_a_unit_that_enemies_shut_in_has_nowhere_to_go() -> None:
    table = Table()
    mover(table, at=(4, 0))
    id_ = table.unit("german", HERE)
    for spot in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
        table.unit("allied", spot)
    assert not any(
        option.split()[-1] == id_ for option in table.begin(Moves("german")) if "dig" not in option
    )
    for word in ("move", "march", "tactical"):
        assert table.cites(f"{word} {id_}") == {"A44-11.2"}


@pytest.mark.rule("A44-30.2", "A44-24.15")
def test_what_a_unit_passes_it_holds() -> None:
    table = Table()
    table.town("town", (1, 0))
    table.town("town", (4, 0))
    table.having(control={table.hex(1, 0): "allied", table.hex(4, 0): "allied"})
    table.terrain("forest", *((1, r) for r in (-1, 1)), *((0, r) for r in (-1, 1)))
    id_ = mover(table, ma=3)
    walk(table.context(), id_, "move", tuple(table.hex(q, 0) for q in range(4)))
    assert table.position.control == {table.hex(1, 0): "german", table.hex(4, 0): "allied"}


# Movement points -------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-11.2")
def test_a_unit_pays_the_chart_and_no_more_than_its_ma() -> None:
    table = Table(8)
    table.terrain("forest", (1, 0))
    table.terrain("light_woods", (0, 1))
    id_ = mover(table, ma=3)
    assert cost(table, id_, (1, 0)) == 2
    assert cost(table, id_, (0, 1)) == 1
    assert max(reached(table, id_).values()) == 6
    table.begin(Moves("german"))
    table.play(f"move {id_}")
    assert table.cites("to " + table.hex(-4, 0)) == {"A44-11.2"}


@pytest.mark.rule("A44-11.2", "A44-28.1")
@pytest.mark.parametrize(("turn", "clear", "woods"), [(10, 2, 3), (11, 1, 2)])
def test_mechanised_units_pay_by_mud_and_frost(turn: int, clear: int, woods: int) -> None:
    table = Table(8, turn=turn)
    table.terrain("light_woods", (0, 1))
    id_ = mover(table, "mechanised", ma=3)
    assert cost(table, id_, (1, 0)) == clear
    assert cost(table, id_, (0, 1)) == woods


@pytest.mark.rule("A44-28.1")
@pytest.mark.parametrize("turn", [10, 11])
def test_frost_is_nothing_to_units_on_foot(turn: int) -> None:
    table = Table(turn=turn)
    table.terrain("light_woods", (0, 1))
    id_ = mover(table)
    assert (cost(table, id_, (1, 0)), cost(table, id_, (0, 1))) == (1, 1)


@pytest.mark.rule("A44-11.17")
def test_along_a_road_the_road_rate_holds_even_into_and_out_of_an_ezoc() -> None:
    table = Table()
    table.road("primary", (-1, 0), HERE, (1, 0), (2, 0))
    id_ = mover(table, "tank", (-1, 0), ma=4)
    table.unit("allied", (2, -1))
    assert cost(table, id_, HERE) == 0.5
    assert cost(table, id_, (1, 0)) == 1, "an EZOC"
    out = Table()
    out.road("primary", (1, 0), HERE, (-1, 0))
    tank = mover(out, "tank", (1, 0), ma=4)
    out.unit("allied", (2, -1))
    assert cost(out, tank, HERE) == 0.5
    assert sum(reason.value for reason in allowance(out.rules, out.position, tank, "move")) == 3


@pytest.mark.rule("A44-11.18")
@pytest.mark.parametrize("terrain", ["forest", "wooded_rough"])
def test_a_secondary_road_in_forest_or_wooded_rough_is_a_forest_road(terrain: str) -> None:
    table = Table()
    table.terrain(terrain, (1, 0))
    table.road("secondary", HERE, (1, 0), (2, 0))
    tank = mover(table, "tank")
    assert cost(table, tank, (1, 0)) == 2
    assert cost(table, tank, (2, 0)) == 3, "out of it the road is secondary again"


@pytest.mark.rule("A44-11.18")
def test_a_main_road_in_forest_stays_one() -> None:
    table = Table()
    table.terrain("forest", (1, 0))
    table.road("primary", HERE, (1, 0))
    assert cost(table, mover(table, "tank"), (1, 0)) == 0.5


@pytest.mark.rule("A44-11.2")
def test_a_town_has_its_own_cost_and_a_village_that_of_the_land() -> None:
    table = Table(turn=3)
    table.terrain("light_woods", (1, 0), (0, 1))
    table.town("town", (1, 0))
    table.town("village", (0, 1))
    id_ = mover(table, "mechanised")
    assert (cost(table, id_, (1, 0)), cost(table, id_, (0, 1))) == (1, 3)


@pytest.mark.rule("A44-11.2", "A44-24.2")
def test_explain_adds_up_to_what_is_paid() -> None:
    table = Table()
    table.road("primary", HERE, (1, 0))
    table.terrain("light_woods", (2, 0))
    table.having(traffic={"allied1": table.hex(2, 0)})
    id_ = mover(table, "tank", ma=6)
    table.begin(Moves("german"))
    table.play(f"move {id_}")
    to = "to " + table.hex(2, 0)
    reasons = table.game.explain(table.position, table.game.parse(table.position, to)).reasons
    assert [str(reason.amount) for reason in reasons] == ["1/2", "3", "2"], "MP, as they are shown"
    assert sum(reason.value for reason in reasons) == reached(table, id_)[table.hex(2, 0)]
    assert reasons[1].sure == "reconstructed"


@pytest.mark.rule("A44-11.4", "A44-9.5", "A44-11.6")
def test_explain_says_what_a_unit_has_to_spend() -> None:
    table = Table()
    id_ = mover(table, ma=4)
    table.unit("allied", (1, 0))
    table.begin(Moves("german"))
    for word, values in (("move", [4, -1]), ("march", [4, 2, -1]), ("tactical", [2])):
        action = table.game.parse(table.position, f"{word} {id_}")
        assert [reason.value for reason in table.game.explain(table.position, action).reasons] == values


# Forced march ----------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-11.4")
def test_mv01_an_infantry_unit_of_four_marches_six() -> None:
    table = Table(8)
    id_ = mover(table, ma=4)
    table.unit("allied", (6, -2))
    march = reached(table, id_, "march")
    assert max(march.values()) == 12
    assert table.hex(-6, 0) in march
    assert table.hex(-6, 0) not in reached(table, id_)


@pytest.mark.rule("A44-11.5")
def test_mv01_a_march_does_not_end_next_to_an_enemy_even_outside_his_zoc() -> None:
    table = Table(8)
    id_ = mover(table, ma=4)
    table.terrain("wooded_rough", (4, 0))
    table.unit("allied", (4, 0), "tank")
    march = reached(table, id_, "march")
    assert table.hex(3, 0) not in march, "next to the tank, though its ZOC does not leave the wooded rough"
    assert table.hex(3, 0) in reached(table, id_)
    assert table.hex(2, 0) in march
    table.begin(Moves("german"))
    table.play(f"march {id_}")
    assert table.cites("to " + table.hex(3, 0)) == {"A44-11.5"}


@pytest.mark.rule("A44-11.5")
def test_mv01_a_march_may_begin_next_to_an_enemy() -> None:
    table = Table(8)
    id_ = mover(table, ma=4)
    table.unit("allied", (1, 0))
    assert f"march {id_}" in table.begin(Moves("german"))
    assert table.hex(-5, 0) in reached(table, id_, "march"), "six MP less one for leaving the EZOC"


@pytest.mark.rule("A44-11.4")
@pytest.mark.parametrize("kind", ["mechanised", "tank", "mixed", "recon", "flak"])
def test_mechanised_units_make_no_forced_march(kind: str) -> None:
    table = Table()
    id_ = mover(table, kind)
    assert f"march {id_}" not in table.begin(Moves("german"))
    assert table.cites(f"march {id_}") == {"A44-11.4"}


# Tactical movement -----------------------------------------------------------------------------------------


@pytest.mark.rule("A44-11.6")
def test_tactical_movement_is_one_or_two_hexes_whatever_they_cost() -> None:
    table = Table()
    spots = [(q, r) for q in range(-3, 4) for r in range(-3, 4)]
    table.terrain("forest", *spots)
    id_ = mover(table, ma=2)
    table.unit("allied", (0, -1))
    tactical = reached(table, id_, "tactical")
    assert table.hex(0, 2) in tactical
    assert table.hex(-1, 2) in tactical
    assert table.hex(0, 3) not in tactical
    assert reached(table, id_) == {}, "for two MP, one of them for leaving the EZOC, it gets nowhere"
    table.begin(Moves("german"))
    after = table.play(f"tactical {id_}", "to " + table.hex(0, 1))
    assert {"stop", "to " + table.hex(0, 2)} <= set(after)
    assert "to " + table.hex(0, 3) not in after
    assert table.events[-1].fact("by") == "tactical"


@pytest.mark.rule("A44-11.6")
def test_tactical_movement_needs_an_ma_of_two() -> None:
    table = Table()
    id_ = mover(table, ma=1)
    assert f"tactical {id_}" not in table.begin(Moves("german"))
    assert table.cites(f"tactical {id_}") == {"A44-11.6"}


@pytest.mark.rule("A44-11.6", "A44-11.7", "A44-9.3")
def test_tactical_movement_stops_in_an_ezoc() -> None:
    table = Table()
    id_ = mover(table)
    table.unit("allied", (2, -1), "artillery")
    table.unit("allied", (2, 1), "artillery")
    table.unit("allied", (2, -3), "artillery")
    tactical = reached(table, id_, "tactical")
    assert table.hex(1, 0) in tactical
    assert table.hex(2, 0) not in tactical, "both hexes before it are in the ZOC of the enemy"
    mover(table, at=(-5, 0))
    table.begin(Moves("german"))
    table.play(f"tactical {id_}")
    assert table.cites("to " + table.hex(2, 0)) == {"A44-11.7"}


@pytest.mark.rule("A44-11.7")
def test_tactical_movement_crosses_no_bonds_and_enters_no_prohibited_terrain() -> None:
    table = Table()
    table.terrain("forest", (-1, 0))
    tank = mover(table, "tank")
    table.unit("allied", (1, -1))
    table.unit("allied", (1, 1))
    table.begin(Moves("german"))
    table.play(f"tactical {tank}")
    assert "A44-10.4" in table.cites("to " + table.hex(1, 0))
    assert table.cites("to " + table.hex(-1, 0)) == {"A44-11.13"}


@pytest.mark.rule("A44-11.7")
@pytest.mark.parametrize("mode", ["move", "tactical", "march"])
def test_a_unit_attacks_after_tactical_movement_as_after_any_other(mode: str) -> None:
    table = Table()
    id_ = mover(table, ma=4)
    table.unit("allied", (2, 0))
    table.begin(Moves("german"), CombatPhase("german"))
    if mode != "march":
        table.play(f"{mode} {id_}", "to " + table.hex(1, 0))
    else:
        table.play(f"march {id_}", "to " + table.hex(0, 1), "stop")
    table.play("done")
    options = table.play("stay") if "stay" in table.options() else table.options()
    assert ("attack " + table.hex(2, 0) in options) == (mode != "march"), "a march ends away from him"


@pytest.mark.rule("A44-11.8", "A44-24.2")
def test_tactical_movement_ignores_traffic() -> None:
    table = Table()
    table.having(traffic={"allied1": table.hex(1, 0), "german1": table.hex(-1, 0)})
    id_ = mover(table, ma=2)
    assert table.hex(1, 0) not in reached(table, id_), "one MP and two for the marker"
    assert table.hex(-1, 0) in reached(table, id_), "his own markers do not hinder him"
    assert table.hex(1, 0) in reached(table, id_, "tactical")


@pytest.mark.rule("A44-24.14", "A44-24.15", "A44-11.8")
def test_mv07_the_st_vith_bottleneck() -> None:
    table = Table()
    table.area("st-vith", "bottleneck", (1, 0))
    table.having(control={table.hex(1, 0): "allied"})
    german = mover(table, ma=5)
    american = table.unit("allied", (2, 0))
    assert cost(table, german, (1, 0)) == 5
    assert cost(table, american, (1, 0)) == 1
    assert table.hex(1, 0) in reached(table, german, "tactical")
    table.position.control[table.hex(1, 0)] = "german"
    assert cost(table, german, (1, 0)) == 3


# Rivers, wooded rough, vehicles ----------------------------------------------------------------------------


@pytest.mark.rule("A44-11.9", "A44-21.12")
@pytest.mark.parametrize("kind", ["tank", "mixed", "recon", "flak"])
@pytest.mark.parametrize("mode", ["move", "tactical"])
def test_vehicles_cross_no_unbridged_river(kind: str, mode: str) -> None:
    table = Table()
    stream(table, 0)
    id_ = mover(table, kind)
    assert table.hex(1, 0) not in reached(table, id_, mode)
    table.begin(Moves("german"))
    table.play(f"{mode} {id_}")
    assert table.cites("to " + table.hex(1, 0)) == {"A44-11.9"}


@pytest.mark.rule("A44-11.9", "A44-7.11")
def test_vehicles_cross_a_bridge_unless_it_is_blown() -> None:
    table = Table(2)
    table.river(HERE, (1, 0))
    table.road("primary", HERE, (1, 0))
    id_ = mover(table, "tank")
    assert cost(table, id_, (1, 0)) == 0.5
    assert not may_ever_cross(
        table.rules, table.position, table.rules.counters[id_], table.hex(*HERE), table.hex(1, 0)
    )
    table.position.bridges[str(table.side(HERE, (1, 0)))] = "blown"
    bars = may_ever_cross(
        table.rules, table.position, table.rules.counters[id_], table.hex(*HERE), table.hex(1, 0)
    )
    assert [reason.cite for reason in bars] == ["A44-11.9"]
    assert reached(table, id_).get(table.hex(1, 0)) != 1


@pytest.mark.rule("A44-11.10")
def test_mv03_infantry_two_hexes_from_a_river_does_not_cross_it() -> None:
    table = Table()
    stream(table, 1)
    id_ = mover(table, ma=4)
    for mode in ("move", "march", "tactical"):
        assert table.hex(2, 0) not in reached(table, id_, mode)
    table.begin(Moves("german"))
    table.play(f"tactical {id_}", "to " + table.hex(1, 0))
    assert table.cites("to " + table.hex(2, 0)) == {"A44-11.10"}


@pytest.mark.rule("A44-11.10", "A44-11.16")
@pytest.mark.parametrize("second", ["river", "wooded_rough"])
def test_mv03_infantry_next_to_a_river_crosses_it_but_not_a_second_one(second: str) -> None:
    table = Table()
    stream(table, 0)
    if second == "river":
        stream(table, 1)
    else:
        table.terrain("wooded_rough", *((2, r) for r in range(-6, 5)))
    id_ = mover(table)
    tactical = reached(table, id_, "tactical")
    assert table.hex(1, 0) in tactical
    assert table.hex(1, -2) in tactical, "along the far bank"
    assert not {table.hex(2, 0), table.hex(2, -1)} & set(tactical)
    assert table.hex(1, 0) not in reached(table, id_), "by ordinary movement it crosses none"


@pytest.mark.rule("A44-11.10", "A44-7.11")
def test_infantry_wades_where_a_bridge_is_blown() -> None:
    table = Table()
    table.river(HERE, (1, 0))
    table.road("primary", HERE, (1, 0))
    table.blow(HERE, (1, 0))
    id_ = mover(table)
    assert table.hex(1, 0) in reached(table, id_, "tactical")
    bars = step_bars(table.rules, table.position, id_, table.hex(*HERE), table.hex(1, 0))
    assert [reason.cite for reason in bars] == ["A44-11.10"]


@pytest.mark.rule("A44-11.10", "A44-21.12")
def test_mechanised_infantry_is_infantry_at_a_river() -> None:
    table = Table()
    table.river(HERE, (1, 0))
    assert table.hex(1, 0) in reached(table, mover(table, "mechanised"), "tactical")


@pytest.mark.rule("A44-11.11")
def test_the_meuse_is_a_river_like_others() -> None:
    table = Table()
    table.river(HERE, (1, 0), kind="meuse")
    table.river(HERE, (-1, 0), kind="meuse")
    table.road("primary", HERE, (-1, 0))
    foot, tank = mover(table), table.unit("german", HERE, "tank")
    assert table.hex(1, 0) in reached(table, foot, "tactical")
    bars = step_bars(table.rules, table.position, tank, table.hex(*HERE), table.hex(1, 0))
    assert [reason.cite for reason in bars] == ["A44-11.9"]
    assert cost(table, tank, (-1, 0)) == 0.5


@pytest.mark.rule("A44-11.2", "A44-11.7")
def test_nobody_crosses_a_lake() -> None:
    table = Table()
    table.river(HERE, (1, 0), kind="lake")
    id_ = mover(table)
    assert step_bars(table.rules, table.position, id_, table.hex(*HERE), table.hex(1, 0), wading=True)
    table.begin(Moves("german"))
    assert "to " + table.hex(1, 0) in table.play(f"tactical {id_}"), "round the lake it gets there"
    table.position.deeds.clear()
    assert reached(table, id_)[table.hex(1, 0)] == 4, "two hexes, not one"


@pytest.mark.rule("A44-11.13", "A44-21.13")
@pytest.mark.parametrize("ground", ["forest", "west_wall"])
@pytest.mark.parametrize("outward", [False, True])
def test_vehicles_enter_and_leave_forest_and_west_wall_along_roads_only(
    ground: str, *, outward: bool
) -> None:
    table = Table()
    rough = HERE if outward else (1, 0)
    if ground == "forest":
        table.terrain("forest", rough)
    else:
        table.west_wall(rough)
    table.road("primary", HERE, (0, 1), (1, 0)) if not outward else table.road("primary", HERE, (0, 1))
    tank, foot = mover(table, "tank"), table.unit("german", HERE)
    bars = step_bars(table.rules, table.position, tank, table.hex(*HERE), table.hex(1, 0))
    assert [reason.cite for reason in bars] == ["A44-11.13"]
    assert not step_bars(table.rules, table.position, foot, table.hex(*HERE), table.hex(1, 0))
    assert not step_bars(table.rules, table.position, tank, table.hex(*HERE), table.hex(0, 1))
    assert reached(table, tank)[table.hex(0, 1)] == 1, "along the road"


@pytest.mark.rule("A44-11.13", "A44-21.12")
def test_mechanised_infantry_enters_forest_off_the_road_like_infantry() -> None:
    table = Table()
    table.terrain("forest", (1, 0))
    assert cost(table, mover(table, "mechanised"), (1, 0)) == 2


@pytest.mark.rule("A44-11.14", "A44-11.16")
def test_infantry_crosses_the_side_of_wooded_rough_like_a_river() -> None:
    table = Table()
    table.terrain("wooded_rough", (1, 0), (3, 0))
    id_, far = mover(table), table.unit("german", (4, -2))
    assert table.hex(1, 0) not in reached(table, id_)
    assert table.hex(1, 0) in reached(table, id_, "tactical")
    bars = step_bars(table.rules, table.position, id_, table.hex(*HERE), table.hex(1, 0))
    assert [reason.cite for reason in bars] == ["A44-11.16"]
    assert table.hex(3, 0) not in reached(table, far, "tactical"), "it did not begin next to that side"


@pytest.mark.rule("A44-11.14", "A44-11.16")
def test_out_of_wooded_rough_and_into_the_next_are_two_crossings() -> None:
    table = Table()
    table.terrain("wooded_rough", HERE, (2, 0), (1, 1))
    id_ = mover(table)
    tactical = reached(table, id_, "tactical")
    assert table.hex(1, 0) in tactical
    assert not {table.hex(2, 0), table.hex(1, 1)} & set(tactical)


@pytest.mark.rule("A44-11.14", "A44-3.5")
def test_a_side_that_is_river_and_wooded_rough_is_crossed_once() -> None:
    table = Table()
    table.terrain("wooded_rough", (1, 0))
    table.river(HERE, (1, 0))
    id_ = mover(table)
    assert table.hex(1, 0) in reached(table, id_, "tactical")
    assert table.hex(1, 0) not in reached(table, id_) | reached(table, id_, "march")


@pytest.mark.rule("A44-3.5")
def test_a_river_through_a_town_is_no_river_on_the_way_in_or_out() -> None:
    """It lies on no hexside of the map; one that does beside the town counts as ever."""
    table = Table()
    table.town("town", (1, 0))
    table.river((1, 0), (2, 0))
    id_, tank = mover(table), table.unit("german", HERE, "tank")
    assert table.hex(1, 0) in reached(table, id_) and table.hex(1, 0) in reached(table, tank)
    steps = [step_bars(table.rules, table.position, tank, table.hex(1, 0), table.hex(q, 0)) for q in (0, 2)]
    assert [[bar.cite for bar in bars] for bars in steps] == [[], ["A44-11.9"]]


@pytest.mark.rule("A44-11.15")
def test_vehicles_cross_wooded_rough_along_a_road_only() -> None:
    table = Table()
    table.terrain("wooded_rough", (1, 0))
    table.road("secondary", (0, 1), (1, 0))
    tank = mover(table, "tank", ma=12)
    bars = step_bars(table.rules, table.position, tank, table.hex(*HERE), table.hex(1, 0), wading=True)
    assert [reason.cite for reason in bars] == ["A44-11.15"]
    assert not step_bars(table.rules, table.position, tank, table.hex(0, 1), table.hex(1, 0))
    assert cost(table, tank, (1, 0)) == 4, "two for the clear hex, two for the forest road"


@pytest.mark.rule("A44-7.15")
@pytest.mark.parametrize(("die", "over"), [(4, False), (5, True)])
def test_a_doubtful_bridge_is_tried_from_the_hex_before_it(die: int, *, over: bool) -> None:
    table = Table()
    stream(table, 1)
    table.road("primary", HERE, (1, 0), (2, 0), (3, 0))
    table.blow((1, 0), (2, 0), "doubtful")
    tank = mover(table, "tank", ma=6)
    table.begin(Moves("german"))
    offered = table.play(f"move {tank}")
    assert "to " + table.hex(2, 0) not in offered
    assert not any(option.startswith("cross") for option in offered), "it does not stand at the bridge"
    offered = table.play("to " + table.hex(1, 0))
    assert "cross " + table.hex(2, 0) in offered
    table.play("cross " + table.hex(2, 0), dice=[die])
    assert table.position.units[tank].hex == table.hex(*((2, 0) if over else (1, 0)))
    go_on = table.options()
    assert "stop" in go_on
    assert ("to " + table.hex(3, 0) in go_on) == over, "over the bridge it may go on"


# Who may not move ------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-16.27")
def test_engaged_units_do_not_move() -> None:
    table = Table()
    id_ = mover(table, engaged=True)
    assert not any(option.endswith(id_) for option in table.begin(Moves("german")))
    assert table.cites(f"move {id_}") == {"A44-16.27"}


@pytest.mark.rule("A44-18.2", "A44-18.11")
@pytest.mark.parametrize(("state", "cite"), [("disrupted", "A44-18.2"), ("broken", "A44-18.11")])
def test_disrupted_units_use_tactical_movement_only_and_enter_no_ezoc(state: str, cite: str) -> None:
    table = Table()
    id_ = mover(table, state=state)
    table.unit("allied", (2, 0))
    offered = table.begin(Moves("german"))
    assert [option for option in offered if option.endswith(id_)] == [f"tactical {id_}"]
    assert table.cites(f"move {id_}") == table.cites(f"march {id_}") == {cite}
    table.play(f"tactical {id_}")
    assert table.cites("to " + table.hex(1, 0)) == {"A44-18.2"}
    assert "to " + table.hex(-1, 0) in table.options()


@pytest.mark.rule("A44-18.3")
def test_a_disrupted_unit_must_move_out_of_an_ezoc() -> None:
    table = Table()
    id_ = mover(table, state="disrupted")
    table.unit("allied", (1, 0))
    assert "done" not in table.begin(Moves("german"))
    assert table.cites("done") == {"A44-18.3"}
    table.play(f"tactical {id_}", "to " + table.hex(-1, 0), "stop")
    assert "done" in table.options()


@pytest.mark.rule("A44-18.3")
@pytest.mark.parametrize("engaged", [False, True])
def test_unless_it_cannot(*, engaged: bool) -> None:
    table = Table()
    mover(table, state="disrupted", engaged=engaged)
    table.unit("allied", (1, 0))
    if not engaged:
        for spot in ((-1, 0), (1, -2), (-1, 2)):
            table.unit("allied", spot)
    assert "done" in table.begin(Moves("german"))


@pytest.mark.rule("A44-18.3")
@pytest.mark.parametrize(("ready", "word"), [(True, "shift"), (False, "tactical")])
def test_disrupted_artillery_must_move_out_too_if_it_can(word: str, *, ready: bool) -> None:
    table = Table()
    gun = table.unit("allied", HERE, "artillery", ready=ready, state="disrupted", ma=6)
    table.unit("allied", (3, 0))
    table.unit("german", (1, 0))
    offered = table.begin(Moves("allied"))
    assert "done" not in offered
    assert f"{word} {gun}" in offered


@pytest.mark.rule("A44-18.3", "A44-22.3")
def test_german_artillery_that_cannot_shift_stays_in_the_ezoc() -> None:
    table = Table()
    table.unit("german", HERE, "artillery", state="disrupted")
    table.unit("german", (3, 0))
    table.unit("allied", (1, 0))
    assert "done" in table.begin(Moves("german"))


@pytest.mark.rule("A44-23.16", "A44-6.6")
def test_unsupplied_units_use_tactical_movement_only() -> None:
    table = Table()
    id_ = mover(table, oos=True)
    offered = table.begin(Moves("german"))
    assert [option for option in offered if option.endswith(id_)] == [f"tactical {id_}"]
    assert table.cites(f"move {id_}") == {"A44-23.16"}


@pytest.mark.rule("A44-13.7")
def test_engineers_that_have_just_arrived_use_tactical_movement_only() -> None:
    table = Table()
    id_ = table.unit("allied", HERE, "engineer")
    table.unit("allied", (5, 0))
    table.having(deeds={id_: ("placed",)})
    table.begin(Moves("allied"))
    assert table.cites(f"move {id_}") == {"A44-13.7"}
    assert not table.refused(f"tactical {id_}")


@pytest.mark.rule("A44-25.22")
def test_a_marked_unit_has_one_mp_in_the_pm_turn() -> None:
    table = Table(turn=4)
    table.terrain("forest", (1, 0))
    id_ = mover(table, marker="night")
    ends = reached(table, id_)
    assert set(ends.values()) == {2}
    assert table.hex(1, 0) not in ends
    table.begin(Moves("german"))
    assert table.cites(f"tactical {id_}") == table.cites(f"march {id_}") == {"A44-25.22"}


@pytest.mark.rule("A44-25.17")
def test_at_night_marked_units_move_with_full_ma_and_others_not_at_all() -> None:
    table = Table(turn=4)
    table.having(night=True)
    id_ = mover(table, marker="night", ma=4)
    other = table.unit("german", (-2, 0))
    offered = table.begin(Moves("german"))
    assert {f"move {id_}", f"march {id_}", f"tactical {id_}"} <= set(offered)
    assert max(reached(table, id_).values()) == 8
    assert table.cites(f"move {other}") == {"A44-25.17"}


@pytest.mark.rule("A44-25.13")
def test_a_unit_that_took_a_replacement_moves_one_hex() -> None:
    table = Table()
    id_ = mover(table, marker="replaced")
    assert set(reached(table, id_)) == {
        table.hex(q, r) for q, r in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    }


@pytest.mark.rule("A44-22.1", "A44-11.4", "A44-11.6")
def test_artillery_has_rules_of_its_own() -> None:
    table = Table()
    gun = table.unit("allied", HERE, "artillery")
    table.unit("allied", (3, 0))
    table.begin(Moves("allied"))
    for mode in ("move", "march", "tactical"):
        assert "A44-22.1" in table.cites(f"{mode} {gun}")


@pytest.mark.rule("A44-11.6", "A44-22.4")
def test_allied_artillery_on_its_fired_side_has_an_ma_and_so_tactical_moves() -> None:
    table = Table()
    stream(table, 0)
    gun = table.unit("allied", HERE, "artillery", ready=False, oos=True, ma=6)
    table.unit("allied", (3, 0))
    assert f"tactical {gun}" in table.begin(Moves("allied"))
    assert not table.refused(f"tactical {gun}")
    ends = reached(table, gun, "tactical")
    assert table.hex(-2, 0) in ends
    assert table.hex(1, 0) not in ends, "it is no infantry and crosses no river"


@pytest.mark.rule("A44-12.22")
def test_a_marker_of_strategic_movement_comes_off_when_its_unit_moves_otherwise() -> None:
    table = Table()
    id_ = mover(table, marker="sm")
    walk(table.context(), id_, "move", (table.hex(*HERE), table.hex(1, 0)))
    assert table.position.units[id_].marker == ""


# Off the map -----------------------------------------------------------------------------------------------


def at_the_edge(
    side: str = "allied", *, ma: int = 4, kind: str = "infantry", spot: Spot = (3, 0)
) -> tuple[Table, str]:
    """A board with a box behind three of its edge hexes and an entry hex for each side."""
    table = Table(3)
    table.box("SW", edge=[(3, 0), (3, -1)])
    table.entry("F", (3, 0), "allied", box="SW", german_exit=True)
    table.entry("A", (-3, 0), "german")
    table.unit(side, (-1, 0))
    return table, table.unit(side, spot, kind, ma=ma)


@pytest.mark.rule("A44-11.19", "A44-11.20")
def test_allied_units_leave_for_the_box_of_their_edge_at_one_mp() -> None:
    table, id_ = at_the_edge(spot=(1, 0), ma=3)
    table.begin(Moves("allied"))
    table.play(f"move {id_}")
    assert "A44-11.24" in table.cites("leave box:SW"), "not yet at the edge"
    offered = table.play("to " + table.hex(3, 0))
    assert {"leave box:SW", "stop"} <= set(offered)
    table.play("leave box:SW")
    assert table.position.units[id_].hex == "box:SW"
    assert table.position.allied["box:SW"] == (id_,)


@pytest.mark.rule("A44-11.19", "A44-11.20")
def test_half_a_point_does_not_pay_for_leaving_and_the_way_leads_to_one_box_only() -> None:
    table, id_ = at_the_edge(spot=(2, 0), ma=1, kind="tank")
    table.road("primary", (2, 0), (3, 0), (3, -1))
    table.begin(Moves("allied"))
    table.play(f"move {id_}")
    assert "stop" in table.play("to " + table.hex(3, 0)), "half a point is left for the road"
    assert table.cites("leave box:SW") == {"A44-11.20"}
    paid, id_ = at_the_edge(ma=1)
    paid.begin(Moves("allied"))
    paid.play(f"move {id_}")
    assert paid.cites("leave box:NW") == {"A44-11.19"} and not paid.refused("leave box:SW")


@pytest.mark.rule("A44-11.20")
def test_without_a_point_left_it_stays() -> None:
    table, id_ = at_the_edge(spot=(2, 0), ma=1)
    table.begin(Moves("allied"))
    table.play(f"move {id_}")
    assert not any("leave" in option for option in table.play("to " + table.hex(3, 0)))
    assert table.position.units[id_].hex == table.hex(3, 0)


@pytest.mark.rule("A44-11.20", "A44-9.5")
def test_out_of_an_ezoc_leaving_costs_two() -> None:
    for ma, leaves in ((1, False), (2, True)):
        table, id_ = at_the_edge(ma=ma)
        table.unit("german", (2, 0))
        offered = table.begin(Moves("allied"))
        assert (f"move {id_}" in offered) == leaves


@pytest.mark.rule("A44-11.21", "A44-11.22")
def test_germans_leave_at_f_and_g_for_antwerp_and_enter_no_off_map_box() -> None:
    table, id_ = at_the_edge("german")
    table.begin(Moves("german"))
    assert "leave antwerp" in table.play(f"move {id_}")
    assert "A44-11.21" in table.cites("leave box:SW")
    table.play("leave antwerp")
    assert table.position.german["antwerp"] == (id_,)


@pytest.mark.rule("A44-11.22", "A44-11.24")
@pytest.mark.parametrize("spot", [(3, -1), (-3, 0), (0, 3)])
def test_germans_leave_nowhere_else(spot: Spot) -> None:
    table, id_ = at_the_edge("german", spot=spot)
    table.begin(Moves("german"))
    assert not any("leave" in option for option in table.play(f"move {id_}"))
    assert table.cites("leave antwerp") == {"A44-11.22"}


@pytest.mark.rule("A44-11.24")
def test_no_allied_unit_leaves_by_the_east_edge() -> None:
    table, id_ = at_the_edge(spot=(-3, 0))
    table.begin(Moves("allied"))
    assert not any("leave" in option for option in table.play(f"move {id_}"))
    assert table.cites("leave box:SW") == {"A44-11.24"}


@pytest.mark.rule("A44-11.23")
def test_an_allied_entry_hex_by_which_a_german_left_is_closed() -> None:
    table, id_ = at_the_edge("german")
    table.begin(Moves("german"))
    table.play(f"move {id_}")
    assert not entry_is_closed(table.position, "F")
    table.play("leave antwerp")
    assert entry_is_closed(table.position, "F")


@pytest.mark.rule("A44-11.19")
def test_the_allies_close_no_entry_by_leaving() -> None:
    table, id_ = at_the_edge()
    table.begin(Moves("allied"))
    table.play(f"move {id_}", "leave box:SW")
    assert not entry_is_closed(table.position, "F")


# The whole phase -------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-11.1")
def test_every_unit_offered_has_somewhere_to_go_and_every_option_is_legal() -> None:
    table = Table(3)
    table.terrain("forest", (0, 1), (1, 1))
    table.river((0, 0), (1, 0))
    for spot, kind in (((0, 0), "infantry"), ((-1, 0), "tank"), ((-2, 1), "recon"), ((-3, 0), "mechanised")):
        table.unit("german", spot, kind)
    for spot in ((2, 0), (1, 2), (3, -3)):
        table.unit("allied", spot)
    for option in table.begin(MovementPhase("german")):
        assert not table.refused(option)
        if option.split()[0] in ("move", "march", "tactical"):
            position = table.position.copy()
            goes = table.game.options(position)
            assert goes
            table.game.take(table.context(), table.game.parse(table.position, option))
            stage = table.options()
            assert stage, option
            assert all(not table.refused(text) for text in stage)
            table.position.agenda[:] = position.agenda


@pytest.mark.rule("A44-11.1")
def test_the_stages_survive_being_written_down() -> None:
    table = Table()
    id_ = mover(table)
    table.begin(MovementPhase("german"))
    table.play(f"move {id_}", "to " + table.hex(1, 0))
    assert table.game.decode(table.game.encode(table.position)) == table.position


def crowded(seed: int) -> Table:
    """A board with ground, roads, rivers, boundaries, blown bridges and units of both sides, by chance."""
    chance = random.Random(seed)
    table = Table(4, turn=chance.choice([1, 3, 5, 12]))
    cells = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4]
    for cell in cells:
        table.terrain(chance.choice(["clear", "clear", "light_woods", "forest", "wooded_rough"]), cell)
    sides = [(a, (a[0] + q, a[1] + r)) for a in cells for q, r in ((1, 0), (0, 1), (1, -1))]
    sides = [(a, b) for a, b in sides if b in cells]
    for a, b in chance.sample(sides, 40):
        table.road(chance.choice(["primary", "secondary"]), a, b)
    for a, b in chance.sample(sides, 25):
        table.river(a, b, kind=chance.choice(["river", "river", "meuse", "lake"]))
    for a, b in chance.sample(sides, 6):
        table.boundary(a, b)
    table.area("home", "assembly", *chance.sample(cells, 8), formations=("home",))
    for side in ("german", "allied"):
        for cell in chance.sample(cells[::2] if side == "german" else cells[1::2], 7):
            kind = chance.choice(["infantry", "tank", "mechanised", "recon"])
            state, oos = chance.choice(["", "", "disrupted"]), chance.random() < 0.2
            table.unit(side, cell, kind, state=state, oos=oos, formation=chance.choice(["", "home"]))
    assert table.position
    for bridge in sorted(map(str, table.ground.bridges))[::2]:
        table.position.bridges[bridge] = "blown"
    return table


@pytest.mark.rule(
    "A44-11.2", "A44-11.7", "A44-11.9", "A44-11.10", "A44-10.4", "A44-9.3", "A44-11.27", "A44-18.2"
)
@pytest.mark.parametrize("seed", range(12))
def test_where_units_get_agrees_with_what_bars_each_step(seed: int) -> None:
    """No step of any way is barred; a neighbour that is not reached is barred, or too dear."""
    table = crowded(seed)
    rules, position, board = table.rules, table.position, table.ground.board
    ways_seen = 0
    for id_, unit in position.units.items():
        side = rules.counters[id_].side
        common = overlay(rules, position, side)
        for mode in ("move", "march", "tactical"):
            trip = set_out(rules, position, id_, mode)
            found = ways(rules, position, trip, common)
            for hex in found:
                path = found.path(hex)
                for number, (a, b) in enumerate(pairwise(path)):
                    wading = mode == "tactical" and number == 0
                    assert not step_bars(rules, position, id_, a, b, wading=wading), (id_, mode, path)
                assert not any(in_ezoc(rules, position, side, between) for between in path[1:-1])
                ways_seen += 1
            for b in board.neighbours(unit.hex):
                if b in found or step_bars(rules, position, id_, unit.hex, b, wading=mode == "tactical"):
                    continue
                price = half_cost(
                    rules, table.ground, mover_class(rules.counters[id_]), unit.hex, b,
                    frozen=position.turn >= rules.limits.frozen_from,
                )  # fmt: skip
                assert mode != "tactical"
                assert price is not None
                assert price > trip.left
    assert ways_seen > 100
