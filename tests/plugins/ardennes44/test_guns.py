"""Artillery on the move [A44-22.1 to 22.9]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table, game_with

from grognard_ardennes44.guns import haul_bars, limber_bars, prime_movers_left, shift_bars
from grognard_ardennes44.movement_phase import MovementPhase
from grognard_ardennes44.pieces import lose_step


def phase(side: str = "german", **facts: object) -> Table:
    table = Table(active=side, **facts)
    table.road("primary", *((q, 0) for q in range(-6, 7)))
    table.unit(side, (-6, 3))
    return table


@pytest.mark.rule("A44-22.3", "A44-22.5")
def test_without_a_prime_mover_only_rocket_brigades_shift_and_other_german_guns_stay() -> None:
    table = phase()
    gun, rocket = table.unit("german", (0, 0), "artillery"), table.unit("german", (2, 0), "rocket")
    options = table.begin(MovementPhase("german"))
    assert f"shift {rocket}" in options and f"shift {gun}" not in options
    assert f"move {gun}" not in options and f"move {rocket}" not in options
    assert table.cites(f"shift {gun}") == table.cites(f"limber {gun}") == {"A44-22.3"}


@pytest.mark.rule("A44-22.1", "A44-22.6")
def test_each_way_of_moving_guns_is_for_guns_of_its_side() -> None:
    table = phase("allied")
    gun, foot = table.unit("allied", (0, 0), "artillery"), table.unit("allied", (2, 0))
    enemy = table.unit("german", (5, -5), "rocket")
    options = table.begin(MovementPhase("allied"))
    assert f"shift {gun}" in options and f"limber {gun}" in options
    assert table.cites(f"haul {gun}") == {"A44-22.6"}
    for way in ("shift", "limber", "haul"):
        assert table.cites(f"{way} {foot}") == table.cites(f"{way} {enemy}") == {"A44-22.1"}


@pytest.mark.rule("A44-22.5", "A44-22.7", "A44-25.22")
@pytest.mark.parametrize(("marker", "may"), [("", True), ("night", False)])
def test_a_gun_under_a_night_marker_is_neither_shifted_nor_hauled_by_day(marker: str, may: bool) -> None:
    table = phase(turn=4)
    rocket = table.unit("german", (0, 0), "rocket", marker=marker)
    options = table.begin(MovementPhase("german"))
    assert (f"shift {rocket}" in options, f"haul {rocket}" in options) == (may, may)
    assert table.cites(f"shift {rocket}") == (set() if may else {"A44-22.5"})
    assert table.cites(f"haul {rocket}") == (set() if may else {"A44-22.7"})


@pytest.mark.rule("A44-22.1", "A44-22.2", "A44-22.5")
def test_a_shift_is_one_hex_whatever_it_costs_and_leaves_the_gun_ready() -> None:
    table = phase("allied")
    gun = table.unit("allied", (0, 0), "artillery", ma=10)
    table.begin(MovementPhase("allied"))
    hexes = table.play(f"shift {gun}")
    assert {option for option in hexes if option.startswith("to ")} == {
        f"to {table.hex(*at)}" for at in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    }
    table.play(f"to {table.hex(1, 0)}")
    assert table.position.units[gun].ready
    assert not any(gun in option for option in table.options())


@pytest.mark.rule("A44-22.2", "A44-22.4")
def test_allied_artillery_that_moves_further_is_flipped_to_fired_and_pays_mechanised_rates() -> None:
    table = phase("allied")
    gun = table.unit("allied", (0, 0), "artillery", ma=3)
    table.begin(MovementPhase("allied"))
    goals = table.play(f"limber {gun}")
    assert f"to {table.hex(6, 0)}" in goals  # six hexes of main road for three MP
    assert f"to {table.hex(1, 2)}" not in goals  # two MP a hex off the road, in mud
    assert table.cites(f"to {table.hex(1, 2)}") == {"A44-11.2"}
    assert not table.position.units[gun].ready


@pytest.mark.rule("A44-22.6", "A44-22.8", "A44-22.9")
def test_prime_movers_give_five_mp_and_do_not_flip_the_gun() -> None:
    table = phase()
    gun = table.unit("german", (-6, 0), "artillery", colour="5 PzA")
    table.begin(MovementPhase("german"))
    goals = table.play(f"haul {gun}")
    assert f"to {table.hex(4, 0)}" in goals and f"to {table.hex(5, 0)}" not in goals
    assert (table.position.units[gun].ready, table.position.units[gun].marker) == (True, "pm")


@pytest.mark.rule("A44-22.6", "A44-11.6", "A44-18.2", "A44-23.16")
@pytest.mark.parametrize("facts", [{}, {"oos": True}, {"state": "disrupted"}])
def test_out_of_supply_or_disrupted_a_gun_is_hauled_by_tactical_movement(facts: dict[str, object]) -> None:
    table = phase()
    gun = table.unit("german", (-3, 0), "artillery", **facts)  # type: ignore[arg-type]  # facts of the unit
    table.unit("allied", (-3, 2))
    table.begin(MovementPhase("german"))
    goals = table.play(f"haul {gun}")
    assert f"to {table.hex(-1, 0)}" in goals
    assert (f"to {table.hex(0, 0)}" in goals) == (not facts), "two hexes, not five MP"
    assert (f"to {table.hex(-3, 1)}" in goals) == ("state" not in facts), "an EZOC"
    assert table.position.units[gun].marker == "pm"


@pytest.mark.rule("A44-25.17", "A44-22.5", "A44-22.6")
@pytest.mark.parametrize("night", [True, False])
def test_marked_guns_are_shifted_limbered_and_hauled_at_night_as_others_by_day(night: bool) -> None:
    marker = "night" if night else ""
    german = phase(turn=4)
    rocket, gun = (
        german.unit("german", (q, 0), kind, marker=marker) for q, kind in ((0, "rocket"), (2, "artillery"))
    )
    german.having(night=night)
    ways = [option for option in german.begin(MovementPhase("german")) if rocket in option or gun in option]
    assert [way for way in ways if "hau" in way or "shift" in way] == [
        f"shift {rocket}",
        f"haul {rocket}",
        f"haul {gun}",
    ]
    german.play(f"haul {gun}", f"to {german.hex(6, 0)}")
    assert german.position.units[gun].marker == "pm", "it does not fire till the next day"
    allied = phase("allied", turn=4)
    battery = allied.unit("allied", (0, 0), "artillery", marker=marker)
    allied.having(night=night)
    options = allied.begin(MovementPhase("allied"))
    assert {f"shift {battery}", f"limber {battery}"} <= set(options)
    allied.play(f"shift {battery}", f"to {allied.hex(1, 0)}")
    assert allied.position.units[battery].ready


@pytest.mark.rule("A44-22.8", "A44-22.4")
@pytest.mark.parametrize("kind", ["artillery", "rocket"])
@pytest.mark.parametrize("ready", [True, False])
def test_hauled_german_guns_of_either_kind_keep_the_side_they_show(kind: str, ready: bool) -> None:
    table = phase()
    gun = table.unit("german", (0, 0), kind, ready=ready, ma=1)
    table.begin(MovementPhase("german"))
    goals = table.play(f"haul {gun}")
    assert f"to {table.hex(6, 0)}" in goals, "five MP at mechanised rates along the road"
    table.play(f"to {table.hex(6, 0)}")
    assert (table.position.units[gun].ready, table.position.units[gun].marker) == (ready, "pm")


@pytest.mark.rule("A44-22.6")
@pytest.mark.parametrize(("colour", "count"), [("5 PzA", 2), ("6 PzA", 2), ("7 Army", 1)])
def test_each_army_has_its_own_prime_movers(colour: str, count: int) -> None:
    table = phase()
    for n in range(count):
        table.unit("german", (n, 2), "artillery", colour=colour, marker="pm")
    unit = table.unit("german", (0, 0), "artillery", colour=colour)
    other = table.unit("german", (2, 0), "rocket", colour="6 PzA" if colour == "5 PzA" else "5 PzA")
    assert prime_movers_left(table.rules, table.position, colour) == 0
    assert {bar.cite for bar in haul_bars(table.rules, table.position, unit)} == {"A44-22.6"}
    assert haul_bars(table.rules, table.position, other) == ()


@pytest.mark.rule("A44-11.2", "A44-22.5")
def test_a_gun_that_enemies_shut_in_has_nowhere_to_go() -> None:
    table = phase()
    gun = table.unit("german", (0, 0), "rocket")
    for spot in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
        table.unit("allied", spot)
    assert not any(gun in option for option in table.begin(MovementPhase("german")))
    assert table.cites(f"shift {gun}") == table.cites(f"haul {gun}") == {"A44-11.2"}


@pytest.mark.rule("A44-22.7")
def test_prime_movers_are_the_backs_of_sm_markers() -> None:
    table = phase()
    for q in range(6):
        table.unit("german", (q - 3, -3), "mechanised", marker="sm")
    gun = table.unit("german", (0, 0), "artillery")
    assert {bar.cite for bar in haul_bars(table.rules, table.position, gun)} == {"A44-22.7"}


@pytest.mark.rule("A44-22.4", "A44-22.5")
def test_allied_artillery_on_its_fired_side_moves_by_its_ma_and_does_not_shift() -> None:
    table = phase("allied")
    gun = table.unit("allied", (0, 0), "artillery", ma=3, ready=False)
    assert {bar.cite for bar in shift_bars(table.rules, table.position, gun)} == {"A44-22.4"}
    assert limber_bars(table.rules, table.position, gun) == ()


@pytest.mark.rule("A44-12.1", "A44-22.2")
def test_allied_artillery_that_uses_strategic_movement_is_flipped() -> None:
    table = phase("allied")
    gun = table.unit("allied", (0, 0), "artillery", ma=3)
    table.begin(MovementPhase("allied"))
    table.play(f"strategic {gun}", f"to {table.hex(3, 0)}")
    assert (table.position.units[gun].ready, table.position.units[gun].marker) == (False, "sm")


@pytest.mark.rule("A44-22.11")
def test_artillery_has_one_step_so_its_first_loss_is_its_last() -> None:
    table = Table()
    gun = table.unit("allied", (0, 0), "artillery", ready=False)
    assert lose_step(table.context(), gun) == ""
    assert table.position.lost == {gun: "eliminated"}
    assert {c.steps for c in game_with().rules.counters.values() if c.gun} == {1}
