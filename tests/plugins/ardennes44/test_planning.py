"""The computer player: opinions that show on positions, and whole games."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table, game_with

from grognard.bots.greedy import GreedyBot
from grognard.bots.uniform import RandomBot
from grognard.dice import SeededDice
from grognard_ardennes44.combat import CombatPhase
from grognard_ardennes44.movement_phase import MovementPhase
from grognard_ardennes44.supply import supplied as supplied_units
from grognard_ardennes44.traffic import TrafficPhase
from grognard_ardennes44.valuation import Appraisal


def plan(table: Table) -> list[str]:
    """What the side to act would do now."""
    return [table.game.say(action) for action in table.game.plan(table.position)]


def supplied(radius: int = 6, **facts: object) -> Table:
    """A road with a German source in the east and an Allied one in the west."""
    table = Table(radius, **facts)  # type: ignore[arg-type]  # facts of the table
    table.road("primary", *((q, 0) for q in range(-radius, radius + 1)))
    table.entry("A", (-radius, 0), "allied")
    table.entry("K", (radius, 0), "german")
    return table


def ends(table: Table) -> dict[str, str]:
    """Where units are when the side to act has moved as it would."""
    for action in table.game.plan(table.position):
        table.game.take(table.context(), action)
        table.game.drive(table.context())
    return {id_: unit.hex for id_, unit in table.position.units.items()}


def test_an_attack_that_promises_something_is_made_with_all_who_may_join() -> None:
    table = supplied()
    for at in ((1, 0), (0, 1), (1, -1)):
        table.unit("german", at, attack=8, formation="2_pz")
    table.unit("allied", (0, 0), defence=2)
    table.begin(CombatPhase("german"))
    table.game.take(table.context(), table.game.parse(table.position, "stay"))
    table.game.drive(table.context())
    assert plan(table) == [f"attack {table.hex(0, 0)}", "join g01", "join g02", "join g03"]


def test_a_hopeless_attack_is_not_made() -> None:
    table = supplied()
    table.unit("german", (1, 0), attack=1)
    table.unit("allied", (0, 0), defence=9)
    table.begin(CombatPhase("german"))
    table.game.take(table.context(), table.game.parse(table.position, "stay"))
    table.game.drive(table.context())
    assert plan(table)[0] == "done"


def test_the_striker_drives_for_the_victory_hexes_along_the_road() -> None:
    table = supplied()
    table.objective((-3, 0), "meuse")
    unit = table.unit("german", (5, 0), "mechanised", ma=4)
    table.unit("german", (5, 3))
    table.having(control={table.hex(-3, 0): "allied"})
    table.begin(MovementPhase("german"))
    actions = plan(table)
    where = next(n for n, action in enumerate(actions) if action.endswith(f" {unit}"))
    assert actions[where + 1] == f"to {table.hex(-3, 0)}"


def test_nobody_goes_where_no_supply_line_leads() -> None:
    table = Table()
    table.road("primary", (6, 0), (5, 0))
    table.entry("K", (6, 0), "german")
    table.objective((-6, 0), "meuse")
    unit = table.unit("german", (1, 0), "mechanised", ma=20)  # four hexes from the road
    table.unit("german", (5, 3))
    table.having(control={table.hex(-6, 0): "allied"})
    table.begin(MovementPhase("german"))
    actions = plan(table)
    assert not any(action.endswith(f" {unit}") for action in actions)


def test_the_holder_lays_traffic_markers_on_the_strikers_road() -> None:
    table = supplied(active="allied")
    table.objective((-4, 0), "meuse")
    table.unit("german", (3, 0))
    table.unit("allied", (-4, 0))
    table.having(traffic={"allied1": "", "allied2": ""}, control={table.hex(-4, 0): "allied"})
    table.begin(TrafficPhase("allied"))
    laid = [action.split()[1] for action in plan(table) if action.startswith("traffic")]
    assert laid and all(table.ground.on_road(hex) for hex in laid)


def test_a_victory_hex_that_the_enemy_may_drive_to_is_held() -> None:
    table = supplied(10, active="allied")
    table.objective((-9, 0), "meuse")
    keeper = table.unit("allied", (-9, 0))
    table.unit("german", (4, 0), "mechanised")
    table.having(control={table.hex(-9, 0): "allied"})
    table.begin(MovementPhase("allied"))
    assert ends(table)[keeper] == table.hex(-9, 0)


def test_an_empty_victory_hex_is_relieved_by_who_is_missed_least() -> None:
    table = supplied(10, active="allied")
    table.objective((-8, 0), "meuse")
    table.unit("allied", (1, 0), "mechanised")
    table.unit("allied", (1, 2), "mechanised")
    reserve = table.unit("allied", (-9, 3))
    table.unit("german", (4, 0), "mechanised")
    table.having(control={table.hex(-8, 0): "allied"})
    table.begin(MovementPhase("allied"))
    assert ends(table)[reserve] == table.hex(-8, 0)


def test_the_holder_stands_across_the_road_to_what_he_holds() -> None:
    table = supplied(active="allied")
    table.objective((-5, 0), "meuse")
    table.unit("allied", (-5, 0))
    unit = table.unit("allied", (-1, 4))
    table.unit("german", (5, 0), "mechanised")
    table.having(control={table.hex(-5, 0): "allied"})
    table.begin(MovementPhase("allied"))
    assert ends(table)[unit] == table.hex(0, 0)


def test_nobody_drives_on_where_an_enemy_can_cut_the_road_behind() -> None:
    table = supplied(10)
    table.objective((-10, 0), "meuse")
    unit = table.unit("german", (8, 0), "mechanised", ma=8)  # to the hex before the goal, if he dared
    table.unit("allied", (2, -2), "mechanised")
    table.having(control={table.hex(-10, 0): "allied"})
    table.begin(MovementPhase("german"))
    near = {hex for ring in table.ground.board.rings(table.hex(2, 0), 4) for hex in ring}
    assert ends(table)[unit] in near


def test_a_road_that_the_enemy_has_cut_is_opened() -> None:
    table = supplied()
    table.objective((-3, 0), "meuse")
    table.objective((-6, 3), "meuse")
    cut_off = table.unit("german", (-3, 0))
    table.unit("german", (2, 2), "mechanised")
    table.unit("german", (2, 2), "mechanised")
    table.unit("allied", (1, -1))  # its ZOC is on two hexes of the road
    table.having(control={table.hex(-3, 0): "german", table.hex(-6, 3): "allied"})
    table.begin(MovementPhase("german"))
    assert cut_off not in supplied_units(table.rules, table.position, "german")
    assert ends(table)[cut_off] == table.hex(-3, 0)
    assert cut_off in supplied_units(table.rules, table.position, "german")


def test_reserves_come_up_from_an_assembly_area_round_a_crowd() -> None:
    table = supplied(10)
    table.objective((1, 0), "town")
    table.objective((-6, 6), "town")
    table.road("primary", *((3, r) for r in range(7)), *((q, 6) for q in range(2, -7, -1)))
    table.area("home", "assembly", (3, 0), (4, 0))
    for at in ((2, 0), (2, -1), (1, 1)):
        table.unit("german", at, engaged=True)
    table.unit("allied", (1, 0), defence=9)
    table.unit("german", (4, 0), engaged=True)
    reserve = table.unit("german", (3, 0), "mechanised", ma=3)
    table.having(control={table.hex(1, 0): "allied", table.hex(-6, 6): "allied"})
    table.begin(MovementPhase("german"))
    assert ends(table)[reserve] == table.hex(3, 6)


def test_the_last_in_an_assembly_area_that_the_enemy_is_near_stays() -> None:
    table = supplied()
    table.objective((-5, 0), "meuse")
    table.area("home", "assembly", (3, 2), (3, 3))
    keeper = table.unit("german", (3, 2))
    table.unit("german", (1, 0))
    table.unit("allied", (0, 4))
    table.having(control={table.hex(-5, 0): "allied"})
    table.begin(MovementPhase("german"))
    assert ends(table)[keeper] == table.hex(3, 2)


def test_to_stand_ready_is_worth_a_share_of_the_attack_of_all_who_are_near() -> None:
    table = supplied()
    table.unit("allied", (0, 0), defence=8)
    able = [table.unit("german", (3, r), attack=5) for r in range(-3, 1)]
    lone = table.unit("german", (5, 1), attack=5)
    together = Appraisal(table.rules, table.position, "german").prospects(able[0], table.hex(1, 0))
    for id_ in able:
        table.replace(id_, state="broken")
    assert together > 0
    assert Appraisal(table.rules, table.position, "german").prospects(lone, table.hex(1, 0)) == 0


def test_the_same_view_gets_the_same_plan() -> None:
    game = game_with()
    position = game.start("our-clervaux", SeededDice(1))
    assert list(game.plan(position)) == list(game.plan(position.copy()))


@pytest.mark.parametrize(("greedy", "seed"), [("german", 1), ("german", 2), ("allied", 1), ("allied", 2)])
def test_it_plays_to_the_end_and_beats_chance(greedy: str, seed: int) -> None:
    game = game_with()
    dice = SeededDice(seed)
    position = game.start("our-clervaux", dice)
    bots = {side: GreedyBot(seed) if side == greedy else RandomBot(seed) for side in game.sides}
    options = game.options(position)
    while options:
        side = game.to_act(position)
        assert side is not None
        action = bots[side].choose(game, game.view(position, side), options)
        assert action in options
        options = game.apply(position, action, dice)
    assert position.outcome is not None and position.outcome.winner == greedy
