"""The night turn: markers, replacements, Peiper [A44-25, A44-27.11]."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.plugins.ardennes44.drawing import Table, game_with

from grognard_ardennes44.attackers import unit_bars
from grognard_ardennes44.breakdown import break_down
from grognard_ardennes44.combat import CombatPhase
from grognard_ardennes44.movement_phase import MovementPhase
from grognard_ardennes44.night import JoinPeiper, NightCombat, NightMovement
from grognard_ardennes44.nightmarkers import (
    MarkForNight,
    mark_bars,
    mark_for_night,
    may_attack_at_night,
    may_move_at_night,
    offers,
)
from grognard_ardennes44.pieces import eliminate, relocate
from grognard_ardennes44.replacements import ChooseReplacement, Replacements, rebuild_bars
from grognard_ardennes44.supply import road_net
from grognard_ardennes44.turn import Onward, Turn


@pytest.mark.rule("A44-25.1", "A44-25.2", "A44-4.1", "A44-4.2", "A44-4.3", "A44-4.4")
def test_nt01_a_night_follows_the_pm_turn_and_the_allies_go_first_in_it() -> None:
    sequence = game_with().rules.sequence

    def order(turn: int) -> list[str]:
        steps, step = [], "german_artillery"
        while True:
            steps.append(step)
            if step == "turn_end":
                return steps
            step = sequence.follow(step, {"night_follows": turn % 2 == 0}.__getitem__)

    day = [
        *("german_artillery", "german_fuel", "german_bridge", "german_movement", "german_rally"),
        *("german_combat", "german_traffic", "german_supply"),
        *("allied_artillery", "allied_bridge", "allied_movement", "allied_rally", "allied_combat"),
        *("allied_traffic", "allied_supply", "allied_victory"),
    ]
    night = ["allied_night_movement", "allied_night_combat", "german_night_movement", "german_night_combat"]
    assert order(1) == [*day, "turn_end"]
    assert order(2) == [*day, *night, "turn_end"]
    assert sequence.follow("turn_end", lambda _guard: False) == "german_artillery"


@pytest.mark.rule("A44-25.1", "A44-25.2", "A44-25.3", "A44-4.1", "A44-4.3")
def test_phases_are_played_in_their_order_and_an_am_turn_ends_without_a_night() -> None:
    table = Table(turn=2, active="allied")
    for side, entry, at in (("german", "K", (6, 0)), ("allied", "A", (-6, 0))):
        table.entry(entry, at, side)
        table.unit(side, at, marker="night")
    options = table.begin(Turn("allied_traffic"))
    while table.position.turn < 5:
        options = table.play(options[-1])
    played = [
        (event.fact("turn"), event.fact("side"), event.fact("phase"))
        for event in table.events if event.what == "phase"
    ]  # fmt: skip
    night = ["night_movement", "night_combat"]
    assert played[:7] == [
        *((2, "allied", phase) for phase in ("traffic", "supply", "victory", *night)),
        *((2, "german", phase) for phase in night),
    ]
    day = ["artillery", "bridge", "movement", "rally", "combat", "traffic", "supply"]
    assert played[7:23] == [
        *((3, "german", phase) for phase in (day[0], "fuel", *day[1:])),
        *((3, "allied", phase) for phase in (*day, "victory")),
    ]
    assert [side for turn, side, phase in played if turn == 4 and phase in night] == 2 * ["allied"] + 2 * [
        "german"
    ]


@pytest.mark.rule("A44-25.3", "A44-15.21")
@pytest.mark.parametrize("night", [True, False])
def test_nobody_begins_an_improved_position_at_night(night: bool) -> None:
    table = Table(turn=4)
    unit = table.unit("german", (0, 0), marker="night")
    table.having(night=night)
    assert (f"dig {unit}" in table.begin(MovementPhase("german"))) != night
    assert table.cites(f"dig {unit}") == ({"A44-25.3"} if night else set())


@pytest.mark.rule("A44-25.3")
def test_a_night_has_only_replacements_movement_and_combat() -> None:
    steps = [step for step in game_with().rules.sequence.steps if "night" in step.id]
    assert {step.phase for step in steps} == {"night_movement", "night_combat"}


@pytest.mark.rule("A44-25.20", "A44-25.21")
def test_three_stacks_in_good_order_and_supply_get_night_markers_in_the_pm_turn() -> None:
    table = Table(turn=4, active="german")
    good = [table.unit("german", (q, 0)) for q in (-4, -2, 0, 2)]
    for at, facts in (
        ((0, 3), {"engaged": True}),
        ((2, 3), {"state": "disrupted"}),
        ((-3, 3), {"oos": True}),
    ):
        table.unit("german", at, **facts)
    play = table.context()
    assert {offer.hex for offer in offers(play, "german")} == {table.hex(q, 0) for q in (-4, -2, 0, 2)}
    for q in (-4, -2, 0):
        mark_for_night(play, "german", MarkForNight(table.hex(q, 0)))
    assert [table.position.units[id_].marker for id_ in good] == ["night"] * 3 + [""]
    assert list(offers(play, "german")) == []
    assert {bar.cite for bar in mark_bars(table.rules, table.position, "german", table.hex(2, 0))} == {
        "A44-25.20"
    }
    assert "A44-25.21" in {
        bar.cite for bar in mark_bars(table.rules, table.position, "german", table.hex(0, 3))
    }


@pytest.mark.rule("A44-25.22", "A44-25.20")
@pytest.mark.parametrize("marked", [True, False])
def test_a_stack_that_is_marked_has_one_mp_left_in_the_pm_turn_and_does_not_attack(marked: bool) -> None:
    table = Table(turn=4)
    unit = table.unit("german", (0, 0), ma=4)
    table.unit("allied", (3, 0))
    table.begin(MovementPhase("german"))
    options = table.play(f"night {table.hex(0, 0)}") if marked else table.options()
    assert (f"tactical {unit}" in options, f"march {unit}" in options) == (not marked, not marked)
    assert (
        table.cites(f"tactical {unit}")
        == table.cites(f"march {unit}")
        == ({"A44-25.22"} if marked else set())
    )
    options = table.play(f"move {unit}")
    assert f"to {table.hex(1, 0)}" in options
    assert (f"to {table.hex(2, 0)}" in options) != marked
    table.play(f"to {table.hex(1, 0)}", *([] if marked else ["stop"]))
    table.position.agenda.clear()
    relocate(table.context(), unit, table.hex(2, 0))
    assert {bar.cite for bar in unit_bars(table.rules, table.position, unit)} == (
        {"A44-25.22"} if marked else set()
    )


@pytest.mark.rule("A44-25.20")
def test_no_night_marker_in_an_am_turn() -> None:
    table = Table(turn=3)
    table.unit("german", (0, 0))
    assert list(offers(table.context(), "german")) == []
    assert mark_bars(table.rules, table.position, "german", table.hex(0, 0))[0].cite == "A44-25.20"


@pytest.mark.rule("A44-25.20", "A44-16.28", "A44-12.22")
@pytest.mark.parametrize("marked", [None, "german", "allied"])
def test_without_a_marker_on_either_side_night_movement_and_combat_are_skipped(marked: str | None) -> None:
    table = Table(turn=6)  # the replacements of this night go by, as nobody needs any
    held = table.unit("german", (0, 0), engaged=True)
    column = table.unit("german", (4, 0), "mechanised", marker="sm")
    table.unit("allied", (1, 0))
    table.having(night=True, tally={f"night {marked} 6": 1} if marked else {})
    table.begin(NightMovement("german"), NightCombat("german"))
    while table.options():
        table.play(table.options()[-1])
    units = table.position.units
    assert units[held].engaged == (marked is None), (
        "the marker comes off in a night combat phase that is played"
    )
    assert units[column].marker == ("sm" if marked is None else "")


@pytest.mark.rule("A44-25.20", "A44-27.11")
@pytest.mark.parametrize(("turn", "played"), [(2, True), (4, False)])
def test_in_peipers_night_nobody_needs_a_marker(turn: int, played: bool) -> None:
    table = Table(turn=turn)
    peiper = table.unit("german", (0, 0), "tank", traits=("peiper",))
    table.having(night=True)
    options = table.begin(NightMovement("german"))
    assert (f"move {peiper}" in options) == played


@pytest.mark.rule("A44-25.12", "A44-8.7", "A44-25.20")
def test_who_comes_back_in_a_full_hex_needs_room_though_nobody_moves_in_that_night() -> None:
    table = replacing()
    pool = next(p for p in table.rules.pools.values() if p.use == "remnant" and p.side == "german")
    table.unit("german", (0, 0), pool.kind, steps=1, id=f"{pool.id}-1", pool=pool.id)
    table.unit("german", (0, 0), sp=2)
    unit = lost(table, "german", steps=3, sp=2, kind=pool.kind)
    table.begin(NightMovement("german"))
    options = table.play(f"rebuild {unit} {table.hex(0, 0)}")
    assert options and all(option.startswith("take-off") for option in options)


@pytest.mark.rule("A44-25.17", "A44-25.18")
def test_only_marked_units_move_and_attack_at_night() -> None:
    table = Table(turn=4)
    marked, plain = table.unit("german", (0, 0), marker="night"), table.unit("german", (2, 0))
    table.unit("allied", (5, 0))
    for may in (may_move_at_night, may_attack_at_night):
        assert may(table.rules, table.position, marked)
        assert not may(table.rules, table.position, plain)
    table.position.night = True
    options = table.begin(MovementPhase("german"))
    assert f"move {marked}" in options and not any(plain in option for option in options)
    assert table.cites(f"move {plain}") == {"A44-25.17"}


@pytest.mark.rule("A44-25.18")
def test_at_night_only_marked_units_are_in_the_attack() -> None:
    table = Table(turn=4)
    marked, plain = table.unit("german", (0, 0), marker="night"), table.unit("german", (1, -1))
    also = table.unit("german", (1, 1), marker="night")
    table.unit("allied", (1, 0))
    table.having(night=True)
    table.begin(CombatPhase("german", begun=True))
    assert table.play(f"attack {table.hex(1, 0)}") == [f"join {marked}", f"join {also}"]
    assert table.cites(f"join {plain}") == {"A44-25.18"}


@pytest.mark.rule("A44-27.11", "A44-27.12")
def test_peiper_needs_no_marker_in_the_first_night_and_those_with_it_may_fight() -> None:
    table = Table(turn=2)
    peiper = table.unit("german", (0, 0), "tank", traits=("peiper",))
    friend, far = table.unit("german", (0, 0)), table.unit("german", (3, 0))
    table.having(night=True)
    table.begin(JoinPeiper("german"))
    rules, position = table.rules, table.position
    assert may_move_at_night(rules, position, peiper) and may_attack_at_night(rules, position, peiper)
    assert may_attack_at_night(rules, position, friend) and not may_move_at_night(rules, position, friend)
    assert not may_attack_at_night(rules, position, far)
    position.turn = 4
    assert not may_move_at_night(rules, position, peiper)


def replacing(turn: int = 4, side: str = "german") -> Table:
    """A town with a road to a source for each side."""
    table = Table(turn=turn, active=side)
    for at, edge, entry, holder in (((3, 0), (6, 0), "K2", "german"), ((-3, 0), (-6, 0), "A", "allied")):
        step = 1 if edge[0] > 0 else -1
        table.road("primary", *((q, 0) for q in range(at[0], edge[0] + step, step)))
        table.town("town", at)
        table.entry(entry, edge, holder)
    table.having(
        control={
            table.hex(3, 0): "german", table.hex(6, 0): "german",
            table.hex(-3, 0): "allied", table.hex(-6, 0): "allied",
        },
    )  # fmt: skip
    return table


@pytest.mark.rule("A44-25.4", "A44-25.6", "A44-25.13")
def test_a_replacement_restores_a_reduced_unit_and_marks_it() -> None:
    table = replacing()
    unit = table.unit("german", (0, 0), steps=1)
    assert f"restore {unit}" in table.begin(Replacements("german"))
    table.play(f"restore {unit}")
    assert (table.position.units[unit].steps, table.position.units[unit].marker) == (2, "replaced")


@pytest.mark.rule("A44-25.5", "A44-25.15")
def test_nt03_the_first_replacement_is_for_infantry_the_second_for_tanks_too_and_heavy_tanks_never() -> None:
    table = replacing(10, "allied")  # this night brings the Allies two
    tank = table.unit("allied", (0, 0), "tank", steps=1)
    table.rules.counters[tank] = replace(table.rules.counters[tank], steps=2)
    infantry = table.unit("allied", (1, 0), steps=1)
    first = table.begin(Replacements("allied"))
    assert f"restore {infantry}" in first and f"restore {tank}" not in first
    assert table.cites(f"restore {tank}") == {"A44-25.5"}
    second = table.play(f"restore {infantry}")
    assert f"restore {tank}" in second

    german = replacing()
    tiger = german.unit("german", (0, 0), "tank", steps=1, tq=5)
    german.rules.counters[tiger] = replace(german.rules.counters[tiger], steps=2)
    german.unit("german", (1, 0), steps=1)
    german.begin(Replacements("german"))
    assert "A44-25.15" in german.cites(f"restore {tiger}")


@pytest.mark.rule("A44-25.15")
@pytest.mark.parametrize(
    ("kind", "facts", "may"),
    [
        ("tank", {"tq": 4}, True), ("tank", {"tq": 5}, False), ("mechanised", {"tq": 5}, True),
        ("tank", {"tq": 4, "traits": ("siege",)}, False), ("infantry", {"traits": ("heydte",)}, False),
        ("mixed", {"traits": ("solar",)}, False), ("infantry", {}, True), ("recon", {}, True),
    ],
)  # fmt: skip
def test_which_germans_are_never_replaced(kind: str, facts: dict[str, object], may: bool) -> None:
    table = replacing()
    unit = table.unit("german", (0, 0), kind, steps=2, **facts)  # type: ignore[arg-type]  # printed values
    table.replace(unit, steps=1)
    table.position.agenda.append(ChooseReplacement("german", 2))
    assert (f"restore {unit}" in table.options()) == may
    assert table.cites(f"restore {unit}") == (set() if may else {"A44-25.15"})


@pytest.mark.rule("A44-25.2", "A44-25.7", "A44-25.4", "A44-25.17")
def test_replacements_come_before_night_movement_and_unused_ones_are_lost() -> None:
    table = replacing()
    reduced, marked = table.unit("german", (0, 0), steps=1), table.unit("german", (2, 2), marker="night")
    table.position.night = True
    asked = []
    for turn in (4, 6, 8):
        table.position.turn = turn
        options, count = table.begin(NightMovement("german")), 0
        while "forgo" in options:
            assert f"restore {reduced}" in options
            options, count = table.play("forgo"), count + 1
        assert f"move {marked}" in options
        asked.append(count)
        table.position.agenda.clear()
    chart = table.rules.replacements
    assert asked == [int(chart.look(turn, "german")) for turn in ("4", "6", "8")], "nothing is saved up"
    assert 1 in asked


@pytest.mark.rule("A44-25.8", "A44-25.14")
@pytest.mark.parametrize(
    ("facts", "cite"),
    [
        ({"oos": True}, "A44-25.8"),
        ({"engaged": True}, "A44-25.8"),
        ({"state": "disrupted"}, "A44-25.8"),
        ({"marker": "night"}, "A44-25.14"),
    ],
)
def test_units_in_bad_state_take_none(facts: dict[str, object], cite: str) -> None:
    table = replacing()
    bad = table.unit("german", (0, 0), steps=1, **facts)  # type: ignore[arg-type]  # facts of the unit
    good = table.unit("german", (2, 0), steps=1)
    table.unit("allied", (2, -1))  # an enemy next to it does not matter
    options = table.begin(Replacements("german"))
    assert f"restore {good}" in options and f"restore {bad}" not in options
    assert table.cites(f"restore {bad}") == {cite}


@pytest.mark.rule("A44-25.6", "A44-25.8")
def test_only_reduced_units_of_the_side_that_stand_on_the_map_are_restored() -> None:
    table = replacing(10, "allied")
    table.box("SW")
    whole, boxed = table.unit("allied", (0, 0)), table.unit("allied", "box:SW", steps=1)
    enemy, away = table.unit("german", (4, 0), steps=1), table.unit("allied", (5, -5), steps=1)
    reduced = table.unit("allied", (1, 0), steps=1)
    del table.position.units[away], table.position.allied[table.hex(5, -5)]
    table.position.waiting[away] = 12
    options = table.begin(Replacements("allied"))
    assert [option for option in options if option.startswith("restore")] == [f"restore {reduced}"]
    assert table.cites(f"restore {whole}") == {"A44-25.6"}
    assert table.cites(f"restore {boxed}") == table.cites(f"restore {away}") == {"A44-25.8"}
    assert table.cites(f"restore {enemy}") == {"A44-25.6"}
    assert table.cites(f"rebuild {away} {table.hex(-3, 0)}") == {"A44-25.6"}, "it is not lost"


@pytest.mark.rule("A44-25.16")
def test_british_airborne_artillery_and_surrendered_units_are_never_replaced() -> None:
    table = replacing(4, "allied")
    bad = [
        table.unit("allied", (0, 0), steps=1, nation="british"),
        table.unit("allied", (1, 0), steps=1, traits=("airborne",)),
    ]
    gone = table.unit("allied", (2, 2))
    good = table.unit("allied", (-2, 2), steps=1)
    table.unit("allied", (-4, 0))
    del table.position.units[gone]
    del table.position.allied[table.hex(2, 2)]
    table.position.lost[gone] = "surrendered"
    options = table.begin(Replacements("allied"))
    assert f"restore {good}" in options
    assert not [option for option in options if gone in option or any(id_ in option for id_ in bad)]
    assert table.cites(f"restore {bad[0]}") == table.cites(f"restore {bad[1]}") == {"A44-25.16"}


def lost(table: Table, side: str, **printed: object) -> str:
    unit = table.unit(side, (5, -5), **printed)  # type: ignore[arg-type]  # printed values of the piece
    del table.position.units[unit]
    del table.position.stacks(side)[table.hex(5, -5)]
    table.position.lost[unit] = "eliminated"
    return unit


@pytest.mark.rule("A44-25.6", "A44-25.9", "A44-25.10", "A44-25.13")
def test_a_lost_unit_is_rebuilt_reduced_in_an_own_town_near_its_formation() -> None:
    table = replacing()
    table.unit("german", (1, 2))
    unit = lost(table, "german")
    options = table.begin(Replacements("german"))
    assert f"rebuild {unit} {table.hex(3, 0)}" in options
    assert "A44-25.9" in table.cites(f"rebuild {unit} {table.hex(1, 1)}")
    assert table.cites(f"rebuild {unit} E9999") == {"A44-25.9"}
    table.play(f"rebuild {unit} {table.hex(3, 0)}")
    assert (table.position.units[unit].steps, table.position.units[unit].marker) == (1, "replaced")
    assert unit not in table.position.lost


@pytest.mark.rule("A44-25.9")
@pytest.mark.parametrize(
    ("size", "holder", "road", "traffic", "may"),
    [
        ("town", "german", True, {}, True),
        ("city", "german", True, {}, True),
        ("village", "german", True, {}, False),
        ("town", "allied", True, {}, False),
        ("town", "german", False, {}, False),
        ("town", "german", True, "allied-block1", False),
        ("town", "german", True, "allied1", True),
    ],
)
def test_it_needs_an_own_town_or_city_with_a_free_road_to_supply(
    size: str, holder: str, road: bool, traffic: str, may: bool
) -> None:
    table = Table(turn=4)
    table.town(size, (3, 0))
    table.entry("K", (6, 0), "german")
    table.road("primary", *((q, 0) for q in range(3 if road else 4, 7)))
    here = table.hex(3, 0)
    table.having(control={here: holder}, traffic={traffic: here} if traffic else {})
    table.unit("german", (1, 2))
    unit = lost(table, "german", steps=1)
    table.unit("german", (0, 0))
    table.begin(Replacements("german"), Onward("turn_end")) if may else table.position.agenda.append(
        ChooseReplacement("german", 1)
    )
    assert (f"rebuild {unit} {here}" in table.options()) == may
    assert table.cites(f"rebuild {unit} {here}") == (set() if may else {"A44-25.9"})


@pytest.mark.rule("A44-25.10")
def test_not_next_to_an_enemy_and_not_far_from_its_colour() -> None:
    table = replacing()
    table.unit("german", (1, 2), colour="6 PzA")
    table.unit("allied", (3, -1))
    unit = lost(table, "german")
    net = road_net(table.rules, table.position, "german")
    counter = table.rules.counters[unit]
    bars = rebuild_bars(table.rules, table.position, counter, table.hex(3, 0), net)
    assert [bar.cite for bar in bars].count("A44-25.10") == 2


@pytest.mark.rule("A44-25.10", "A44-2.8")
@pytest.mark.parametrize(("colour", "near"), [("5 PzA", True), ("6 PzA", False)])
def test_a_remnant_has_the_colour_of_its_parent_for_those_who_are_rebuilt_near_it(
    colour: str, near: bool
) -> None:
    table = replacing()
    remnant = table.unit("german", (1, 2), id="remnant_infantry_german-1", colour="", steps=1)
    parent, unit = lost(table, "german", colour=colour), "other"
    table.replace(remnant, parent=parent)
    table.rules.counters[unit] = replace(table.rules.counters[parent], id=unit, colour="5 PzA")
    table.position.lost[unit] = "eliminated"
    table.begin(Replacements("german"), Onward("turn_end"))
    assert table.cites(f"rebuild {unit} {table.hex(3, 0)}") == (set() if near else {"A44-25.10"})


@pytest.mark.rule("A44-25.6", "A44-25.9", "A44-8.1")
@pytest.mark.parametrize(("points", "room"), [(2, True), (3, False)])
def test_a_rebuilt_unit_needs_room_for_its_reduced_side(points: int, room: bool) -> None:
    table = replacing(10, "allied")  # this night brings the Allies two
    table.unit("allied", (-3, 0), sp=points)
    table.unit("allied", (0, 0), steps=1)
    command = lost(table, "allied", kind="mixed", steps=2, sp=2, sp_reduced=1)
    table.begin(Replacements("allied"))
    options = table.play("forgo")
    assert (f"rebuild {command} {table.hex(-3, 0)}" in options) == room
    if room:
        table.play(f"rebuild {command} {table.hex(-3, 0)}")
        assert table.position.units[command].steps == 1
    else:
        assert table.cites(f"rebuild {command} {table.hex(-3, 0)}") == {"A44-8.1"}


@pytest.mark.rule("A44-25.12", "A44-25.6", "A44-26.1")
def test_a_unit_whose_last_part_made_room_for_another_is_lost_and_can_be_replaced() -> None:
    table = replacing()
    pool = next(p for p in table.rules.pools.values() if p.use == "remnant" and p.side == "german")
    broken = table.unit(
        "german", (0, 0), pool.kind, steps=3, sp=2, breaks_into=f"breakdown_{pool.kind}_german"
    )
    unit = lost(table, "german", steps=3, sp=2, kind=pool.kind)
    *parts, remnant = break_down(table.context(), broken)
    for part in parts:
        eliminate(table.context(), part, "steps")
    table.begin(Replacements("german"))
    table.play(f"rebuild {unit} {table.hex(0, 0)}")
    assert table.position.lost == {broken: "eliminated"} and remnant not in table.position.units


@pytest.mark.rule("A44-25.11")
def test_germans_also_rebuild_in_the_entries_k_l_and_m_unless_an_enemy_zoc_is_there() -> None:
    def places(*enemy: tuple[int, int], german_rebuild: bool = True) -> set[str]:
        table = Table(turn=4)
        table.road("primary", (5, 0), (6, 0))
        table.entry("K", (6, 0), "german", german_rebuild=german_rebuild)
        table.having(control={table.hex(6, 0): "german"})
        table.unit("german", (0, 0))
        for at in enemy:
            table.unit("allied", at)
        unit = lost(table, "german", colour="6 PzA")
        table.position.agenda.append(ChooseReplacement("german", 1))
        cites = table.cites(f"rebuild {unit} {table.hex(6, 0)}")
        assert (f"rebuild {unit} {table.hex(6, 0)}" in table.options()) == (not cites)
        return cites

    assert places() == set()
    assert places((5, 0)) == {"A44-25.11", "A44-25.10"}, "an enemy is next to it, too"
    assert places(german_rebuild=False) == {"A44-25.10"}, "nobody of its colour is near"


@pytest.mark.rule("A44-25.12", "A44-25.13")
def test_a_large_unit_comes_back_only_in_place_of_a_remnant_of_its_type() -> None:
    table = replacing()
    pool = next(p for p in table.rules.pools.values() if p.use == "remnant" and p.side == "german")
    remnant = table.unit("german", (0, 0), pool.kind, steps=1, id=f"{pool.id}-1", pool=pool.id)
    unit = lost(table, "german", steps=3, sp=2, kind=pool.kind)
    options = table.begin(Replacements("german"))
    assert [o for o in options if o.startswith("rebuild")] == [f"rebuild {unit} {table.hex(0, 0)}"]
    assert table.cites(f"rebuild {unit} {table.hex(3, 0)}") == {"A44-25.12"}
    table.play(f"rebuild {unit} {table.hex(0, 0)}")
    back = table.position.units[unit]
    assert (back.steps, back.marker) == (2, "replaced") and remnant not in table.position.units


@pytest.mark.rule("A44-25.12")
def test_two_remnants_in_a_hex_are_one_choice_and_those_in_bad_state_none() -> None:
    table = replacing()
    pool = next(p for p in table.rules.pools.values() if p.use == "remnant" and p.side == "german")
    for n, (at, facts) in enumerate(
        (
            ((0, 0), {}),
            ((0, 0), {}),
            ((2, 2), {"oos": True}),
            ((-2, 2), {"engaged": True}),
            ((0, 3), {"state": "disrupted"}),
        ),
        1,
    ):
        table.unit("german", at, pool.kind, steps=1, id=f"{pool.id}-{n}", pool=pool.id, **facts)  # type: ignore[arg-type]  # facts of the unit
    unit = lost(table, "german", steps=3, sp=2, kind=pool.kind)
    options = table.begin(Replacements("german"))
    assert [o for o in options if o.startswith("rebuild")] == [f"rebuild {unit} {table.hex(0, 0)}"]
    assert table.cites(f"rebuild {unit} {table.hex(2, 2)}") == {"A44-25.12"}
