"""Traffic markers and the St-Vith bottleneck [A44-24]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard_ardennes44.advance import advance_paths
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.crt import sum_up
from grognard_ardennes44.movement_phase import MovementPhase
from grognard_ardennes44.retreat import retreat_paths
from grognard_ardennes44.traffic import RemoveForGood, TrafficPhase, markers_in_box, traffic_bars, traffic_mp

BOX = {f"{side}{n}": "" for side in ("german", "allied") for n in range(1, 7)}


@pytest.mark.rule("A44-24.1", "A44-24.2")
def test_a_marker_costs_the_enemy_two_mp_and_its_own_side_nothing() -> None:
    table = Table()
    table.having(traffic={"allied1": table.hex(1, 0), "german1": table.hex(2, 0)})
    assert traffic_mp(table.rules, table.position, "german") == {table.hex(1, 0): 2}
    assert traffic_mp(table.rules, table.position, "allied") == {table.hex(2, 0): 2}


@pytest.mark.rule("A44-24.14", "A44-24.15")
def test_mv07_the_bottleneck_costs_germans_four_then_two_once_they_control_it() -> None:
    table = Table()
    table.area("st_vith", "bottleneck", (1, 0), (1, 1))
    table.having(control={table.hex(1, 1): "german", table.hex(1, 0): "allied"})
    assert traffic_mp(table.rules, table.position, "german") == {table.hex(1, 0): 4, table.hex(1, 1): 2}
    assert traffic_mp(table.rules, table.position, "allied") == {}


@pytest.mark.rule("A44-24.14")
@pytest.mark.parametrize(("side", "enters"), [("german", False), ("allied", True)])
def test_four_mp_do_not_take_germans_into_the_bottleneck(side: str, enters: bool) -> None:
    table = Table(active=side)
    table.area("st_vith", "bottleneck", (1, 0))
    unit = table.unit(side, (0, 0), ma=4)
    table.having(control={table.hex(1, 0): "allied"})
    table.begin(MovementPhase(side))
    assert (f"to {table.hex(1, 0)}" in table.play(f"move {unit}")) == enters
    assert table.cites(f"to {table.hex(1, 0)}") == (set() if enters else {"A44-11.2"})


@pytest.mark.rule("A44-24.11", "A44-24.12")
def test_the_allies_have_six_markers_from_the_start_and_the_germans_from_turn_three() -> None:
    early = Table(turn=2)
    early.having(traffic=dict(BOX))
    assert len(markers_in_box(early.rules, early.position, "allied")) == 6
    assert markers_in_box(early.rules, early.position, "german") == []
    later = Table(turn=3)
    later.having(traffic=dict(BOX))
    assert len(markers_in_box(later.rules, later.position, "german")) == 6


@pytest.mark.rule("A44-24.8", "A44-24.9", "A44-24.10")
def test_markers_keep_apart_from_their_own_side_only_and_allied_ones_out_of_st_vith() -> None:
    table = Table()
    table.area("st_vith", "bottleneck", (-3, 0))
    table.having(traffic={"allied1": table.hex(0, 0), "german1": table.hex(3, 0)})
    table.unit("german", (-2, 2))

    def cites(side: str, q: int, r: int) -> list[str]:
        return [bar.cite for bar in traffic_bars(table.rules, table.position, side, table.hex(q, r))]

    assert cites("allied", 0, 0) == cites("allied", 1, 0) == ["A44-24.8"]
    assert cites("german", 1, 0) == [] and cites("allied", 3, 0) == []
    assert cites("allied", -2, 2) == []  # on an enemy unit
    assert cites("allied", -3, 0) == ["A44-24.9"] and cites("german", -3, 0) == []
    assert cites("allied", -2, 0) == []  # beside it
    table.position.traffic["allied2"] = ""
    table.begin(TrafficPhase("allied"))
    assert (
        table.cites("traffic E9999") == {"A44-24.10"} and table.cites(f"traffic {table.hex(-2, 2)}") == set()
    )


@pytest.mark.rule("A44-24.4", "A44-24.7")
def test_any_number_of_markers_is_placed_from_the_box_and_none_is_moved() -> None:
    table = Table(active="allied")
    table.having(traffic={"allied1": "", "allied2": table.hex(0, 0)})
    options = table.begin(TrafficPhase("allied"))
    assert options[0] == "done"
    assert f"traffic {table.hex(1, 0)}" not in options
    table.play(f"traffic {table.hex(3, 0)}", dice=(5, 6))
    assert table.position.traffic == {"allied1": table.hex(3, 0), "allied2": table.hex(0, 0)}


@pytest.mark.rule("A44-24.4", "A44-24.13")
def test_germans_place_first_what_the_schedule_removes_last() -> None:
    table = Table(turn=8)
    table.having(traffic={f"german{n}": "" for n in range(1, 7)})
    table.begin(TrafficPhase("german"))
    table.play(f"traffic {table.hex(0, 0)}", "done", dice=(1, 2))
    assert table.position.traffic == {f"german{n}": table.hex(0, 0) if n == 6 else "" for n in range(2, 7)}


@pytest.mark.rule("A44-24.3")
def test_a_marker_makes_no_difference_to_combat_retreat_and_advance() -> None:
    def drawn(**traffic: str) -> tuple[object, ...]:
        table = Table()
        attacker, defender = table.unit("german", (0, 0)), table.unit("allied", (1, 0))
        spots = ((0, 0), (1, 0), (2, 0), (3, 0), (0, 1))
        names = {f"{side}{n}": table.hex(*spot) for side in traffic for n, spot in enumerate(spots, 1)}
        table.having(traffic=names)
        rules, position = table.rules, table.position
        attack = Attack("german", table.hex(1, 0), (attacker,))
        return (
            [reason.value for reason in sum_up(rules, position, attack)],
            retreat_paths(rules, position, defender, 2),
            advance_paths(rules, position, attacker, table.hex(1, 0), "bonus"),
        )

    assert drawn() == drawn(german="", allied="")


@pytest.mark.rule("A44-24.10")
def test_a_marker_may_go_into_an_enemy_zoc_and_a_german_assembly_area() -> None:
    table = Table(active="allied")
    table.area("vg", "assembly", (3, 0), formations=("vg",))
    table.unit("german", (-2, 0))
    table.having(traffic={"allied1": ""})
    options = table.begin(TrafficPhase("allied"))
    assert {f"traffic {table.hex(*at)}" for at in ((3, 0), (-1, 0), (-2, 0))} <= set(options)


@pytest.mark.rule("A44-24.6")
@pytest.mark.parametrize(("dice", "back"), [((3, 5), {3, 5}), ((4, 4), {4})])
def test_tr01_two_dice_send_the_markers_of_those_numbers_back(dice: tuple[int, int], back: set[int]) -> None:
    table = Table(active="allied")
    spread = {
        f"allied{n}": table.hex(*at)
        for n, at in enumerate(((0, 0), (2, 0), (4, 0), (0, 2), (2, 2), (0, 4)), 1)
    }
    table.having(traffic=spread)
    table.begin(TrafficPhase("allied"), dice=dice)
    assert {n for n in range(1, 7) if not table.position.traffic[f"allied{n}"]} == back


@pytest.mark.rule("A44-24.13")
@pytest.mark.parametrize(("turn", "gone"), [(8, 1), (9, 1), (10, 2), (18, 6), (20, 6)])
def test_tr03_a_german_marker_leaves_for_good_on_every_pm_turn_from_the_eighth(turn: int, gone: int) -> None:
    table = Table()
    table.having(traffic=dict(BOX))
    for number in range(7, turn + 1):
        table.position.turn = number
        table.begin(RemoveForGood("german"))
        table.begin(RemoveForGood("allied"))
    left = [marker for marker in table.position.traffic if marker.startswith("german")]
    assert left == [f"german{n}" for n in range(gone + 1, 7)]
    assert sum(marker.startswith("allied") for marker in table.position.traffic) == 6
