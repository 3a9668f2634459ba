"""Von der Heydte, Mr Solar and the 150th Panzer Brigade [A44-27.2 to 27.4, 27.15 to 27.20]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table
from tests.plugins.ardennes44.fighting import fight

from grognard_ardennes44.attack import Attack
from grognard_ardennes44.commando import SurpriseAttack, surprises
from grognard_ardennes44.detection import DetectUsers, detect, is_undetected
from grognard_ardennes44.movement_phase import MovementPhase
from grognard_ardennes44.paradrop import drop_bars
from grognard_ardennes44.position import ANTWERP
from grognard_ardennes44.turn import Turn


def jump(turn: int = 3) -> tuple[Table, str]:
    table = Table(turn=turn)
    unit = table.unit("german", (5, -5), traits=("heydte",))
    table.arriving(unit, 3)
    table.unit("german", (-5, 5))
    return table, unit


@pytest.mark.rule("A44-27.2")
def test_it_comes_down_on_turn_three_in_open_ground_away_from_everybody() -> None:
    table, unit = jump()
    table.terrain("light_woods", (0, 0))
    table.terrain("forest", (1, 0))
    table.town("town", (2, 0))
    table.unit("allied", (-3, 0))
    options = table.begin(MovementPhase("german"))
    assert f"drop {unit} {table.hex(0, 0)}" in options
    for at in ((1, 0), (2, 0), (-3, 0), (-2, 0)):
        assert f"drop {unit} {table.hex(*at)}" not in options
        assert "A44-27.2" in {bar.cite for bar in drop_bars(table.rules, table.position, table.hex(*at))}
    assert table.cites(f"drop {unit} {table.hex(0, 0)}") == set()
    assert table.cites(f"drop {unit} E9999") == {"A44-27.2"}
    assert table.cites(f"drop {table.position.stack(table.hex(-5, 5))[0]} {table.hex(0, 0)}") == {"A44-27.2"}
    other, unit = jump(4)
    other.having(waiting={unit: 3})
    assert not any(option.startswith("drop") for option in other.begin(MovementPhase("german")))
    assert other.cites(f"drop {unit} {other.hex(0, 0)}") == {"A44-27.2"}


@pytest.mark.rule("A44-27.2", "A44-27.3", "A44-27.4")
@pytest.mark.parametrize(("die", "steps"), [(1, 0), (3, 1), (5, 2)])
def test_the_table_says_what_survives_and_it_does_not_move_on_that_turn(die: int, steps: int) -> None:
    table, unit = jump()
    table.begin(MovementPhase("german"))
    table.play(f"drop {unit} {table.hex(0, 0)}", dice=(die,))
    found = table.position.units.get(unit)
    assert (found.steps if found else 0) == steps
    assert [reason.sure for reason in table.rolls[0].reasons if reason.cite == "A44-27.3"] == [
        "reconstructed"
    ]
    assert (found.hex if found else "") == (table.hex(0, 0) if steps else "")
    assert not any(f" {unit}" in option for option in table.options())
    if steps:
        table.position.deeds.clear()
        assert f"move {unit}" in table.options()


def solar(**at: object) -> tuple[Table, str]:
    table = Table()
    unit = table.unit("german", (0, 0), "mechanised", traits=("solar",), ma=10)
    return table, unit


@pytest.mark.rule("A44-27.15", "A44-27.19")
def test_it_rolls_for_each_ezoc_hex_and_goes_on_or_stops() -> None:
    table, unit = solar()
    table.unit("allied", (1, 1), "artillery")  # a ZOC over (1, 0) and (2, 0), no bonds
    table.unit("german", (-4, 0))
    table.begin(MovementPhase("german"))
    table.play(f"infiltrate {unit}")
    options = table.play(f"to {table.hex(1, 0)}", dice=(3,))
    assert f"to {table.hex(2, 0)}" in options
    table.play(f"to {table.hex(2, 0)}", dice=(4,))
    assert table.position.units[unit].hex == table.hex(2, 0)
    assert f"infiltrate {unit}" not in table.options()


@pytest.mark.rule("A44-27.15")
def test_only_those_two_infiltrate_on_the_map_and_while_undetected() -> None:
    table, unit = solar()
    other = table.unit("german", (-4, 0), "mechanised")
    gone = table.unit("german", ANTWERP, "mechanised", traits=("solar",))
    options = table.begin(MovementPhase("german"))
    assert [option for option in options if option.startswith("infiltrate")] == [f"infiltrate {unit}"]
    assert table.cites(f"infiltrate {other}") == table.cites(f"infiltrate {gone}") == {"A44-27.15"}
    detect(table.context(), unit)
    assert table.cites(f"infiltrate {unit}") == {"A44-27.15"}


@pytest.mark.rule("A44-27.19")
def test_a_bond_is_never_ignored() -> None:
    table, unit = solar()
    table.unit("allied", (1, -1))
    table.unit("allied", (1, 1))  # a hex bond through (1, 0)
    table.unit("german", (-4, 0))
    table.begin(MovementPhase("german"))
    assert f"to {table.hex(1, 0)}" not in table.play(f"infiltrate {unit}")


@pytest.mark.rule("A44-11.2", "A44-27.15")
def test_whom_enemies_shut_in_does_not_infiltrate() -> None:
    table, unit = solar()
    table.unit("german", (-4, 0))
    for spot in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
        table.unit("allied", spot)
    assert f"infiltrate {unit}" not in table.begin(MovementPhase("german"))
    assert table.cites(f"infiltrate {unit}") == {"A44-11.2"}


@pytest.mark.rule("A44-27.16", "A44-27.17")
def test_whoever_used_an_ability_is_detected_when_the_turn_ends() -> None:
    table, unit = solar()
    table.unit("allied", (2, 0), "artillery")
    table.unit("german", (-4, 0))
    table.begin(MovementPhase("german"))
    table.play(f"infiltrate {unit}", f"to {table.hex(1, 0)}", dice=(6,))
    assert is_undetected(table.rules, table.position, unit)
    table.position.agenda.clear()
    table.begin(DetectUsers())
    assert not is_undetected(table.rules, table.position, unit)
    table.position.deeds.clear()
    assert f"infiltrate {unit}" not in table.begin(MovementPhase("german"))


@pytest.mark.rule("A44-27.17", "A44-27.19")
def test_who_infiltrates_at_night_is_detected_when_the_night_of_the_germans_ends() -> None:
    table, unit = solar()
    table.unit("allied", (2, 0), "artillery")
    table.replace(unit, marker="night")
    table.position.turn = 4
    table.begin(Turn("german_night_movement"))
    table.play(f"infiltrate {unit}", f"to {table.hex(1, 0)}", dice=(6,))
    assert is_undetected(table.rules, table.position, unit)
    while table.position.night:
        table.play(table.options()[-1], dice=(1,))
    assert not is_undetected(table.rules, table.position, unit)


@pytest.mark.rule("A44-27.18")
def test_an_allied_unit_that_moves_next_to_it_detects_it_and_one_that_began_there_does_not() -> None:
    table, unit = solar()
    table.unit("allied", (0, 1))
    mover = table.unit("allied", (3, 0))
    table.unit("allied", (5, 0))
    table.position.active = "allied"
    table.begin(MovementPhase("allied"))
    assert is_undetected(table.rules, table.position, unit)
    table.play(f"move {mover}", f"to {table.hex(1, 0)}")
    assert not is_undetected(table.rules, table.position, unit)


@pytest.mark.rule("A44-27.18")
@pytest.mark.parametrize(("at", "detects"), [((1, 0), True), ((3, 0), False)])
def test_it_is_detected_by_an_allied_unit_that_enters_the_map_or_advances_next_to_it(
    at: tuple[int, int], detects: bool
) -> None:
    entering, unit = solar()
    entering.entry("A", at, "allied")
    late = entering.arriving(entering.unit("allied", (5, 0)), 3, "A")
    entering.unit("allied", (-5, 0))
    entering.position.active = "allied"
    entering.begin(MovementPhase("allied"))
    entering.play(f"enter {late} {entering.hex(*at)} move")
    assert is_undetected(entering.rules, entering.position, unit) != detects

    leaving, unit = solar()
    leaving.box("W", edge=[at])
    leaving.entry("A", at, "allied", box="W")
    boxed = leaving.unit("allied", "box:W")
    leaving.unit("allied", (-5, 0))
    leaving.position.active = "allied"
    leaving.begin(MovementPhase("allied"))
    leaving.play(f"transfer {boxed} {leaving.hex(*at)}")
    assert is_undetected(leaving.rules, leaving.position, unit) != detects

    advancing, unit = solar()
    attacker = advancing.unit("allied", (at[0] + 1, -1))
    fight(advancing, "D1*", [attacker], (5, -5))
    advancing.play(f"advance {attacker} {advancing.hex(*at)}")
    assert is_undetected(advancing.rules, advancing.position, unit) != detects


@pytest.mark.rule("A44-27.20")
@pytest.mark.parametrize(("die", "columns"), [(3, 1), (4, 0)])
def test_a_surprise_shifts_the_attack_on_a_low_roll_and_gives_the_unit_away(die: int, columns: int) -> None:
    table, unit = solar()
    table.unit("allied", (1, 0))
    attack = Attack("german", table.hex(1, 0), (unit,))
    assert surprises(table.rules, table.position, (unit,)) == (unit,)
    table.position.agenda.append(attack)
    table.position.agenda.append(SurpriseAttack("german", unit))
    play = table.context((die,))
    table.game.take(play, table.game.parse(table.position, "surprise"))
    table.game.happen(play)
    assert play.enclosing(Attack).surprise == columns
    assert surprises(table.rules, table.position, (unit,)) == ()
