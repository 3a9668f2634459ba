"""Victory and the cover of Antwerp [A44-30, A44-27.7]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard_ardennes44.antwerp import CoverAntwerp, is_covered, needed_defence
from grognard_ardennes44.pieces import remove
from grognard_ardennes44.position import ANTWERP
from grognard_ardennes44.turn import Turn
from grognard_ardennes44.victory import ScenarioEnds, VictoryCheck, controls, german_win

EDGE = (6, 0)


def german_road(table: Table) -> None:
    table.road("primary", *((q, 0) for q in range(-6, 7)))
    table.entry("K", EDGE, "german")
    table.entry("F", (-6, 0), "allied", german_exit=True)


def winner(table: Table) -> tuple[str | None, str]:
    table.begin(VictoryCheck("allied"))
    outcome = table.position.outcome
    return (outcome.winner, outcome.cite) if outcome else (None, "")


@pytest.mark.rule("A44-30.1", "A44-30.3", "A44-30.4")
def test_vc01_twenty_four_attack_points_off_the_map_win_if_an_exit_is_in_road_supply() -> None:
    table = Table()
    german_road(table)
    for attack in (9, 8, 7):
        table.unit("german", ANTWERP, attack=attack)
    assert winner(table) == ("german", "A44-30.4")


@pytest.mark.rule("A44-30.4")
def test_no_win_by_exit_with_fewer_points_or_without_the_road() -> None:
    few = Table()
    german_road(few)
    few.unit("german", ANTWERP, attack=23)
    assert winner(few) == (None, "")
    cut = Table()
    german_road(cut)
    cut.unit("german", ANTWERP, attack=24)
    cut.unit("allied", (0, 0))
    assert winner(cut) == (None, "")


def holding(group: str, count: int, of: int) -> Table:
    table = Table()
    german_road(table)
    spots = [(q, 0) for q in range(of)]
    for spot in spots:
        table.objective(spot, group)
    table.having(
        control={table.hex(*spot): "german" if n < count else "allied" for n, spot in enumerate(spots)}
    )
    return table


@pytest.mark.rule("A44-30.5", "A44-30.6", "A44-30.7")
@pytest.mark.parametrize(
    ("group", "count", "of", "cite"),
    [
        ("liege", 4, 4, "A44-30.5"), ("liege", 3, 4, ""), ("meuse", 4, 6, "A44-30.6"), ("meuse", 3, 6, ""),
        ("west", 6, 6, "A44-30.7"), ("west", 5, 6, ""),
    ],
)  # fmt: skip
def test_victory_hexes_in_german_hands(group: str, count: int, of: int, cite: str) -> None:
    table = holding(group, count, of)
    won = german_win(table.rules, table.position)
    assert (won.cite if won else "") == cite


@pytest.mark.rule("A44-30.2")
def test_control_is_the_last_to_pass_and_a_road_to_supply() -> None:
    table = holding("meuse", 1, 1)
    assert controls(table.rules, table.position, "german", table.hex(0, 0))
    off = Table()
    german_road(off)
    off.objective((0, 2), "meuse")
    off.having(control={off.hex(0, 2): "german"})
    assert not controls(off.rules, off.position, "german", off.hex(0, 2))


def assembly() -> Table:
    table = Table(active="allied")
    german_road(table)
    table.road("primary", (-6, 3), (-5, 3), (-4, 3), (-3, 3), (-2, 3), (-1, 3), (0, 3))
    table.entry("A", (-6, 3), "allied")
    for n, spot in enumerate(((0, 2), (1, 2), (-1, 3))):
        table.area(f"area{n}", "assembly", spot)
        table.unit("allied", spot)
    return table


@pytest.mark.rule("A44-30.9")
def test_three_assembly_areas_at_two_checks_in_a_row_win_for_the_allies() -> None:
    table = assembly()
    assert winner(table) == (None, "")
    assert winner(table) == ("allied", "A44-30.9")


@pytest.mark.rule("A44-30.9")
@pytest.mark.parametrize(("areas", "won"), [(3, True), (2, False)])
def test_two_assembly_areas_are_too_few_and_each_needs_a_unit_in_supply(areas: int, won: bool) -> None:
    for supplied in (True, False):
        table = assembly()
        for source in ((-6, 3), (-6, 0)) if not supplied else ():
            table.unit("german", source)
        if areas == 2:
            remove(table.context(), table.position.allied[table.hex(-1, 3)][0])
        winner(table)
        assert (winner(table) == ("allied", "A44-30.9")) == (won and supplied)


@pytest.mark.rule("A44-30.9")
def test_a_check_without_them_starts_the_count_again_and_units_out_of_supply_do_not_count() -> None:
    table = assembly()
    assert winner(table) == (None, "")
    table.position.units.pop(gone := table.position.allied.pop(table.hex(0, 2))[0])
    assert winner(table) == (None, "")
    table.position.allied[table.hex(0, 2)] = (gone,)
    table.position.units[gone] = next(iter(table.position.units.values()))
    assert winner(table) == (None, "")
    cut = assembly()
    cut.unit("german", (-6, 3))
    cut.unit("german", (-6, 0))
    assert winner(cut) == winner(cut) == (None, "")


@pytest.mark.rule("A44-30.10")
def test_vc04_the_allied_condition_comes_first() -> None:
    table = assembly()
    table.unit("german", ANTWERP, attack=24)
    table.having(tally={"assembly check": 1})
    assert winner(table) == ("allied", "A44-30.9")


@pytest.mark.rule("A44-30.8")
def test_at_the_end_the_allies_have_won_if_the_germans_have_not() -> None:
    table = Table()
    table.begin(ScenarioEnds())
    assert table.position.outcome is not None
    assert (table.position.outcome.winner, table.position.outcome.cite) == ("allied", "A44-30.8")
    assert table.game.tell(table.events[-1], "zh").endswith("获胜：时间已到。")


@pytest.mark.rule("A44-27.8")
def test_vc03_the_defence_in_the_box_must_exceed_the_exited_attack_by_six() -> None:
    table = Table()
    table.unit("german", ANTWERP, attack=20)
    assert needed_defence(table.rules, table.position) == 26


@pytest.mark.rule("A44-27.7", "A44-27.8")
@pytest.mark.parametrize(("kind", "needed"), [("artillery", 6), ("", 0)])
def test_a_german_unit_without_attack_calls_for_the_margin_and_nobody_for_none(
    kind: str, needed: int
) -> None:
    table = Table()
    if kind:
        table.unit("german", ANTWERP, kind)
    table.unit("german", (0, 0))
    assert needed_defence(table.rules, table.position) == needed


@pytest.mark.rule("A44-27.7", "A44-27.8")
def test_british_of_the_allied_players_choice_go_until_antwerp_is_covered() -> None:
    table = Table()
    table.unit("german", ANTWERP, attack=2)
    british = [table.unit("allied", (q, 0), nation="british", defence=5) for q in (0, 2, 4)]
    american = table.unit("allied", (0, 3))
    options = table.begin(CoverAntwerp())
    assert table.game.to_act(table.position) == "allied"
    assert options == [f"send {id_}" for id_ in british]
    assert table.cites(f"send {american}") == {"A44-27.7"}
    table.play(f"send {british[1]}")
    assert not is_covered(table.rules, table.position)
    table.play(f"send {british[2]}")
    assert is_covered(table.rules, table.position)
    assert table.position.units[british[0]].hex == table.hex(0, 0)


@pytest.mark.rule("A44-27.7")
def test_the_british_go_at_the_end_of_the_german_turn() -> None:
    table = Table()
    table.unit("german", ANTWERP, attack=2)
    table.unit("allied", (0, 0), nation="british", defence=5)
    table.unit("allied", (2, 0), nation="british", defence=5)
    assert table.begin(Turn("german_supply"))[0].startswith("send ")


@pytest.mark.rule("A44-27.7", "A44-11.22")
def test_germans_who_leave_at_night_call_the_british_at_the_end_of_that_night() -> None:
    table = Table(turn=4)
    german_road(table)
    german = table.unit("german", (-6, 0), attack=2, marker="night")
    for q in (0, 2):
        table.unit("allied", (q, 2), nation="british", defence=9)
    table.begin(Turn("german_night_movement"))
    options = table.play(f"move {german}", f"leave {ANTWERP}")
    assert (table.position.turn, table.position.night) == (4, True)
    assert options and all(option.startswith("send ") for option in options)
