"""Breaking down and putting together [A44-26]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard_ardennes44.breakdown import break_bars, free_counters
from grognard_ardennes44.disengagement import Disengagements
from grognard_ardennes44.movement_phase import MovementPhase
from grognard_ardennes44.pieces import eliminate
from grognard_ardennes44.replacements import restore_bars


def regiment(**facts: object) -> tuple[Table, str]:
    table = Table()
    table.unit("german", (-4, 0))
    pool = next(
        p
        for p in table.rules.pools.values()
        if p.use == "breakdown" and p.side == "german" and p.kind == "infantry"
    )
    unit = table.unit("german", (0, 0), steps=3, sp=2, breaks_into=pool.id, **facts)  # type: ignore[arg-type]  # a test's facts
    return table, unit


@pytest.mark.rule("A44-26.1", "A44-26.2", "A44-26.7")
def test_a_large_unit_becomes_two_small_ones_and_a_remnant_in_its_hex() -> None:
    table, unit = regiment()
    table.begin(MovementPhase("german"))
    table.play(f"break-down {unit}")
    parts = table.position.stack(table.hex(0, 0))
    uses = sorted(table.rules.pools[table.rules.counters[id_].pool].use for id_ in parts)
    assert uses == ["breakdown", "breakdown", "remnant"]
    assert {table.position.units[id_].steps for id_ in parts} == {1}
    assert {table.position.units[id_].parent for id_ in parts} == {unit}
    assert sum(f"move {id_}" in table.options() for id_ in parts) == 3


@pytest.mark.rule("A44-26.3", "A44-26.4")
def test_before_it_moves_and_not_in_the_enemys_turn() -> None:
    table, unit = regiment()
    table.begin(MovementPhase("german"))
    table.play(f"move {unit}", f"to {table.hex(1, 0)}", "stop")
    assert table.cites(f"break-down {unit}") == {"A44-26.3"}
    other, unit = regiment()
    other.position.active = "allied"
    assert {bar.cite for bar in break_bars(other.rules, other.position, unit)} == {"A44-26.4"}


@pytest.mark.rule("A44-26.5", "A44-18.6")
def test_disrupted_units_do_not_break_down_and_engaged_ones_out_of_supply_in_an_ezoc_do() -> None:
    table, unit = regiment(state="disrupted")
    assert {bar.cite for bar in break_bars(table.rules, table.position, unit)} == {"A44-26.5"}
    other, unit = regiment(engaged=True, oos=True)
    other.unit("allied", (1, 0))
    assert break_bars(other.rules, other.position, unit) == ()


@pytest.mark.rule("A44-26.6")
def test_the_counters_supplied_are_the_limit() -> None:
    table, unit = regiment()
    pool = table.rules.pools[table.rules.counters[unit].breaks_into]
    for n, id_ in enumerate(free_counters(table.position, pool)[1:]):
        table.position.units[id_] = table.position.units[unit].__class__(table.hex(-5, n), 1)
    assert {bar.cite for bar in break_bars(table.rules, table.position, unit)} == {"A44-26.6"}


@pytest.mark.rule("A44-26.8")
def test_a_small_unit_rejoins_its_parent_step_by_step() -> None:
    table, unit = regiment()
    table.begin(MovementPhase("german"))
    table.play(f"break-down {unit}")
    parts = [
        id_ for id_ in table.position.stack(table.hex(0, 0))
        if table.rules.pools[table.rules.counters[id_].pool].use == "breakdown"
    ]  # fmt: skip
    table.play(f"rejoin {parts[0]}")
    assert table.position.units[unit].steps == 2
    assert f"move {unit}" not in table.options()
    table.play(f"rejoin {parts[1]}")
    assert table.position.units[unit].steps == 3
    assert table.position.stack(table.hex(0, 0)) == (unit,)
    assert unit not in table.position.lost


@pytest.mark.rule("A44-26.8", "A44-25.6")
def test_a_replacement_does_not_stand_in_for_a_step_that_is_only_detached() -> None:
    table, unit = regiment()
    table.begin(MovementPhase("german"))
    table.play(f"break-down {unit}")
    parts = [id_ for id_ in table.position.stack(table.hex(0, 0)) if id_.startswith("breakdown")]
    table.play(f"rejoin {parts[0]}")
    assert table.position.units[unit].steps == 2
    assert {bar.cite for bar in restore_bars(table.rules, table.position, unit, 1)} == {"A44-26.8"}
    eliminate(table.context(), parts[1], "steps")
    assert restore_bars(table.rules, table.position, unit, 1) == ()


@pytest.mark.rule("A44-26.1", "A44-26.4")
def test_in_the_combat_phase_units_away_from_the_enemy_break_down_too() -> None:
    table, unit = regiment()
    other = table.unit("german", (3, 0))
    table.unit("allied", (4, 0))
    options = table.begin(Disengagements("german"))
    assert f"disengage {other}" in options and f"break-down {unit}" in options
    table.play(f"break-down {unit}")
    assert unit not in table.position.units
