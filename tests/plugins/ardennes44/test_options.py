"""Optional rules: roadblocks and fuel dumps [A44-24.5, A44-32.1, A44-33.1]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table, game_with

from grognard_ardennes44.fuel import FuelRoll
from grognard_ardennes44.movement_phase import MovementPhase
from grognard_ardennes44.roadblocks import SetRoadblocks, roadblocks, roadblocks_of
from grognard_ardennes44.setup import set_up
from grognard_ardennes44.traffic import TrafficPhase, traffic_mp


def with_blocks(**where: str) -> Table:
    table = Table(active="allied", roadblocks=True)
    table.road("primary", *((q, 0) for q in range(-3, 4)))
    table.unit("german", (3, 0))
    markers = {f"allied-block{n}": "" for n in (1, 2, 3)}
    table.having(traffic={**markers, **where})
    return table


@pytest.mark.rule("A44-24.5", "A44-33.1")
def test_roadblocks_are_set_and_moved_in_the_own_traffic_phase_on_roads_without_enemies() -> None:
    table = with_blocks()
    options = table.begin(TrafficPhase("allied"))
    assert {o.split()[1] for o in options if o.startswith("block")} == set(
        roadblocks_of(table.position, "allied")
    )
    at = table.hex(0, 0)
    table.play(f"block allied-block2 {at}")
    assert roadblocks(table.position, "allied") == {at}
    assert table.cites(f"block allied-block1 {at}") == {"A44-33.1"}  # one is there
    assert table.cites(f"block allied-block1 {table.hex(0, 1)}") == {"A44-33.1"}  # no road
    assert table.cites(f"block allied-block1 {table.hex(3, 0)}") == {"A44-33.1"}  # the enemy
    assert table.cites(f"block allied-block2 {table.hex(1, 0)}") == {"A44-24.5"}  # set already
    assert table.cites("block allied-block1 E9999") == {"A44-33.1"}  # off the map
    table.play("done")
    table.begin(SetRoadblocks("allied", ("allied-block2",)))
    table.play(f"block allied-block2 {table.hex(1, 0)}")
    assert roadblocks(table.position, "allied") == {table.hex(1, 0)}


@pytest.mark.rule("A44-33.1", "A44-11.8", "A44-12.11")
def test_a_roadblock_costs_the_enemy_mp_and_tactical_movement_ignores_it() -> None:
    table = with_blocks(**{"allied-block1": "E3130"})
    table.having(traffic={"allied-block1": table.hex(1, 0)})
    table.position.active = "german"
    slow = table.position.german[table.hex(3, 0)][0]
    assert traffic_mp(table.rules, table.position, "german") == {table.hex(1, 0): 2}
    assert traffic_mp(table.rules, table.position, "allied") == {}
    table.begin(MovementPhase("german"))
    assert f"to {table.hex(1, 0)}" in table.play(f"tactical {slow}")


@pytest.mark.rule("A44-33.1")
def test_without_the_option_there_are_none() -> None:
    shipped = game_with().rules
    position = set_up(shipped, shipped.scenarios["our-clervaux"])
    assert roadblocks_of(position, "allied") == roadblocks_of(position, "german") == ()
    optional = game_with(roadblocks=True).rules
    position = set_up(optional, optional.scenarios["our-clervaux"])
    assert len(roadblocks_of(position, "allied")) == len(roadblocks_of(position, "german")) == 3


@pytest.mark.rule("A44-32.1")
def test_a_captured_fuel_dump_saves_a_division_once_if_the_option_is_played() -> None:
    def short(*, option: bool, rolls: int) -> bool:
        table = Table(turn=7, fuel_dumps=option)
        unit = table.unit("german", (0, 0), "mechanised", formation="116_pz")
        table.area("dump", "fuel_dump", (2, 0))
        table.having(control={table.hex(2, 0): "german"})
        for _ in range(rolls):
            table.begin(FuelRoll(0), dice=(3,))
        return table.position.units[unit].dry

    assert short(option=False, rolls=1)
    assert not short(option=True, rolls=1)
    assert short(option=True, rolls=2)
