"""The computer player: opinions that show on positions, and whole games."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table, game_with

from grognard.bots.greedy import GreedyBot
from grognard.bots.uniform import RandomBot
from grognard.dice import SeededDice
from grognard_ardennes44.combat import CombatPhase
from grognard_ardennes44.movement_phase import MovementPhase
from grognard_ardennes44.traffic import TrafficPhase


def plan(table: Table) -> list[str]:
    """What the side to act would do now."""
    return [table.game.say(action) for action in table.game.plan(table.position)]


def supplied(**facts: object) -> Table:
    """A road with a German source in the east and an Allied one in the west."""
    table = Table(**facts)  # type: ignore[arg-type]  # facts of the table
    table.road("primary", *((q, 0) for q in range(-6, 7)))
    table.entry("A", (-6, 0), "allied")
    table.entry("K", (6, 0), "german")
    return table


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
