"""Breaking down and putting together [A44-26]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table
from tests.plugins.ardennes44.fighting import fight

from grognard_ardennes44.advantage import grant
from grognard_ardennes44.antwerp import british_on_map
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.attackers import set_bars
from grognard_ardennes44.breakdown import break_bars, break_down, free_counters
from grognard_ardennes44.disengagement import Disengagements
from grognard_ardennes44.movement_phase import MovementPhase
from grognard_ardennes44.pieces import eliminate, relocate
from grognard_ardennes44.position import Advantage
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


@pytest.mark.rule("A44-26.1", "A44-26.2")
def test_only_whole_units_of_three_steps_on_the_map_break_down() -> None:
    table = Table(active="allied")
    table.box("W", edge=[(-6, 0)])
    facts: dict[str, object] = {"steps": 3, "sp": 2, "breaks_into": "breakdown_infantry_allied"}
    whole = table.unit("allied", (0, 0), **facts)  # type: ignore[arg-type]  # a test's facts
    reduced = table.unit("allied", (3, 0), **facts)  # type: ignore[arg-type]  # a test's facts
    boxed = table.unit("allied", "box:W", **facts)  # type: ignore[arg-type]  # a test's facts
    small = table.unit("allied", (-3, 0))
    table.replace(reduced, steps=2)
    options = table.begin(MovementPhase("allied"))
    assert [option for option in options if option.startswith("break-down")] == [f"break-down {whole}"]
    assert table.cites(f"break-down {reduced}") == {"A44-26.2"}
    assert "A44-26.2" in table.cites(f"break-down {small}")
    assert table.cites(f"break-down {boxed}") == {"A44-26.1"}


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
    table.begin(MovementPhase("german"))
    assert table.cites(f"break-down {unit}") == {"A44-26.6"}
    del table.position.units[f"{pool.id}-2"]
    assert table.cites(f"break-down {unit}") == set()
    assert break_down(table.context(), unit)[:2] == (f"{pool.id}-1", f"{pool.id}-2")


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


@pytest.mark.rule("A44-26.8", "A44-26.5")
def test_a_part_rejoins_its_own_parent_in_its_hex_if_neither_is_disrupted_nor_the_parent_whole() -> None:
    table, unit = regiment()
    table.begin(MovementPhase("german"))
    table.play(f"break-down {unit}")
    first, second, remnant = table.position.stack(table.hex(0, 0))
    assert {f"rejoin {first}", f"rejoin {second}"} <= set(table.options())
    assert table.cites(f"rejoin {remnant}") == {"A44-26.8"}, "it is what the others rejoin"
    relocate(table.context(), first, table.hex(2, 0))
    assert table.cites(f"rejoin {first}") == {"A44-26.8"}, "nobody of its parent is there"
    table.replace(remnant, state="disrupted")
    assert table.cites(f"rejoin {second}") == {"A44-26.5"}
    table.replace(remnant, state="")
    table.play(f"rejoin {second}")
    relocate(table.context(), first, table.hex(0, 0))
    table.replace(unit, steps=3)
    assert table.cites(f"rejoin {first}") == {"A44-26.8"}
    assert f"rejoin {first}" not in table.options()


@pytest.mark.rule("A44-26.8", "A44-16.27", "A44-23.15")
def test_what_holds_a_part_holds_the_parent_that_it_rejoins() -> None:
    table, unit = regiment()
    table.begin(MovementPhase("german"))
    table.play(f"break-down {unit}")
    first, second, _ = table.position.stack(table.hex(0, 0))
    table.play(f"rejoin {second}")
    assert not (table.position.units[unit].engaged or table.position.units[unit].oos)
    table.replace(first, engaged=True, oos=True, dry=True)
    table.play(f"rejoin {first}")
    whole = table.position.units[unit]
    assert (whole.steps, whole.engaged, whole.oos, whole.dry) == (3, True, True, True)


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


# Parts and remnants are what their parent was ---------------------------------------------------------------


def parts_of(table: Table, **facts: object) -> tuple[str, ...]:
    """An Allied regiment in the middle, broken down."""
    pool = "breakdown_infantry_allied"
    unit = table.unit("allied", (0, 0), steps=3, sp=2, breaks_into=pool, **facts)  # type: ignore[arg-type]  # a test's facts
    return break_down(table.context(), unit)


@pytest.mark.rule("A44-27.5", "A44-26.7")
def test_the_parts_of_a_british_unit_stay_west_of_the_meuse_and_on_the_map() -> None:
    for nation, bound in (("british", True), ("us", False)):
        table = Table(active="allied")
        table.area("west", "west_bank", *((q, r) for q in (-1, 0) for r in range(-3, 4)))
        table.box("W", edge=[(0, 0)])
        part = parts_of(table, nation=nation)[0]
        table.begin(MovementPhase("allied"))
        options = table.play(f"move {part}")
        assert (f"to {table.hex(1, 0)}" in options, "leave box:W" in options) == (not bound, not bound)
        assert table.cites(f"to {table.hex(1, 0)}") == ({"A44-27.5"} if bound else set())
        assert table.cites("leave box:W") == ({"A44-27.5"} if bound else set())


@pytest.mark.rule("A44-8.9", "A44-27.7")
def test_the_parts_of_a_british_unit_attack_with_no_american_and_go_to_antwerp() -> None:
    table = Table(active="allied")
    american = table.unit("allied", (0, 1))
    parts = parts_of(table, nation="british")
    cites = {bar.cite for bar in set_bars(table.rules, table.position, (american, parts[0]))}
    assert cites == {"A44-8.9"}
    assert set_bars(table.rules, table.position, parts) == ()
    assert british_on_map(table.rules, table.position) == sorted(parts)


@pytest.mark.rule("A44-27.13", "A44-26.7")
@pytest.mark.parametrize(("turn", "hexes"), [(2, 2), (3, 4)])
def test_the_second_division_does_not_shed_its_limit_by_breaking_down(turn: int, hexes: int) -> None:
    table = Table(turn=turn, active="allied")
    part = parts_of(table, traits=("second_division",))[0]
    table.begin(MovementPhase("allied"))
    options = table.play(f"move {part}")
    assert f"to {table.hex(-2, 0)}" in options
    assert (f"to {table.hex(-3, 0)}" in options) == (hexes > 2)
    assert table.cites(f"to {table.hex(-3, 0)}") == (set() if hexes > 2 else {"A44-27.13"})


@pytest.mark.rule("A44-27.11")
@pytest.mark.parametrize(("turn", "moves"), [(2, True), (4, False)])
def test_the_parts_and_the_remnant_of_a_peiper_unit_move_in_the_first_night(turn: int, moves: bool) -> None:
    table, unit = regiment(traits=("peiper",))
    table.position.turn, table.position.night = turn, True
    parts = break_down(table.context(), unit)
    options = table.begin(MovementPhase("german"))
    assert [f"move {id_}" in options for id_ in parts] == [moves] * 3


@pytest.mark.rule("A44-29.5")
def test_on_turn_one_a_part_moves_in_the_area_of_its_division_and_no_other() -> None:
    table, unit = regiment(formation="vg")
    table.area("vg", "assembly", (1, 0), formations=("vg",))
    table.area("pz", "assembly", (0, 1), formations=("pz",))
    table.position.turn = 1
    part = break_down(table.context(), unit)[0]
    table.begin(MovementPhase("german"))
    options = table.play(f"move {part}")
    assert f"to {table.hex(1, 0)}" in options and f"to {table.hex(0, 1)}" not in options
    assert table.cites(f"to {table.hex(0, 1)}") == {"A44-29.5"}


# Before what it does next ----------------------------------------------------------------------------------


@pytest.mark.rule("A44-26.1", "A44-26.3")
def test_a_unit_breaks_down_before_it_advances_and_its_parts_go_each_for_itself() -> None:
    table, unit = regiment()
    other = table.unit("german", (1, -1))
    table.having(deeds={unit: ("moved",)})  # in the movement phase before
    assert f"break-down {unit}" in fight(table, "D1*", [unit, other], (1, 0))
    table.play(f"break-down {unit}")
    first, second, remnant = table.position.stack(table.hex(0, 0))
    table.play(f"advance {first} {table.hex(1, 0)}", f"hold {second}", f"hold {remnant}")
    assert table.position.stack(table.hex(1, 0)) == (first,)
    assert table.position.stack(table.hex(0, 0)) == (second, remnant)
    table.play(f"advance {other} {table.hex(1, 0)}")
    assert table.position.stack(table.hex(1, 0)) == (first, other)


@pytest.mark.rule("A44-12.22", "A44-26.4")
@pytest.mark.parametrize(("marker", "may"), [("sm", False), ("truck", False), ("", True)])
def test_nobody_sheds_a_marker_of_strategic_movement_by_breaking_down_in_the_combat_phase(
    marker: str, may: bool
) -> None:
    table, unit = regiment(marker=marker)
    other = table.unit("german", (3, 0))
    table.unit("allied", (4, 0))
    options = table.begin(Disengagements("german"))
    assert f"disengage {other}" in options and (f"break-down {unit}" in options) == may
    assert table.cites(f"break-down {unit}") == (set() if may else {"A44-12.22"})


@pytest.mark.rule("A44-26.3", "A44-26.5")
@pytest.mark.parametrize(
    ("deeds", "state", "cite"),
    [((), "", ""), (("advanced",), "", "A44-26.3"), ((), "disrupted", "A44-26.5")],
)
def test_who_has_advanced_before_in_a_breakthrough_breaks_down_no_more(
    deeds: tuple[str, ...], state: str, cite: str
) -> None:
    table, unit = regiment(state=state)
    table.having(deeds={unit: deeds})
    options = fight(table, "D1*", [unit], (1, 0))
    assert (f"break-down {unit}" in options) == (not cite)
    assert table.cites(f"break-down {unit}") == ({cite} if cite else set())


@pytest.mark.rule("A44-26.1", "A44-8.6", "A44-8.7")
def test_where_parts_were_left_behind_there_must_be_room_after_the_advance() -> None:
    table, unit = regiment()
    table.unit("german", (0, 0))
    fight(table, "D1*", [unit], (1, 0))
    table.play(f"break-down {unit}")
    parts = [
        id_ for id_ in table.position.stack(table.hex(0, 0)) if id_ in table.position.units and "-" in id_
    ]
    options = table.play(*(f"hold {id_}" for id_ in parts))
    assert options and all(option.startswith("take-off ") for option in options), "four points of three"
    other, unit = regiment()
    other.unit("german", (0, 0))
    fight(other, "D1*", [unit], (1, 0))
    other.play(f"break-down {unit}")
    first, second, remnant = (id_ for id_ in other.position.stack(other.hex(0, 0)) if "-" in id_)
    other.play(f"advance {first} {other.hex(1, 0)}", f"hold {second}")
    assert other.play(f"hold {remnant}") == []


@pytest.mark.rule("A44-16.32", "A44-26.1", "A44-26.8")
def test_an_attack_advantage_stays_with_the_parts_and_with_the_unit_they_make_again() -> None:
    table, unit = regiment()
    target = table.hex(1, 0)
    grant(table.context(), Attack("german", target, (unit,)))
    parts = break_down(table.context(), unit)
    assert table.position.markers(table.hex(0, 0)) == (Advantage(target, parts),)
    table.begin(MovementPhase("german"))
    table.play(*(f"rejoin {id_}" for id_ in parts[:2]))
    assert table.position.markers(table.hex(0, 0)) == (Advantage(target, (unit,)),)
    assert not any(event.what == "advantage lost" for event in table.events)
    table.play("done")
    relocate(table.context(), unit, table.hex(-1, 0))
    assert table.position.advantage == {}
