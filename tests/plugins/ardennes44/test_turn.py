"""The sequence of play as it is played [A44-4, A44-25.1 to 25.3]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard_ardennes44.position import ANTWERP
from grognard_ardennes44.turn import Turn

GERMAN = ("artillery", "fuel", "bridge", "movement", "rally", "combat", "traffic", "supply")
ALLIED = ("artillery", "bridge", "movement", "rally", "combat", "traffic", "supply", "victory")
NIGHT = ("night_movement", "night_combat")
PASSING = {"done", "enough", "keep", "stay"}


def passed(turn: int, *, exited: int = 0) -> tuple[Table, list[tuple[int, str, str]]]:
    """A turn in which each side does nothing but mark a stack for the night; the phases up to the next.

    ``exited`` is the attack of a German unit that has left the map by an entry hex in road supply.
    """
    table = Table(4, turn=turn)
    if exited:
        table.entry("F", (0, 0), "allied", german_exit=True)
        table.unit("german", ANTWERP, attack=exited)
    table.road("primary", *((q, 0) for q in range(-4, 5)))
    table.entry("K", (4, 0), "german")
    table.entry("E", (-4, 0), "allied")
    table.unit("german", (3, 0))
    table.unit("allied", (-3, 0))
    options = table.begin(Turn("german_artillery"), dice=(1, 1))
    marked: set[str] = set()
    for _ in range(40):
        if table.position.turn > turn or not options:
            break
        side = table.game.to_act(table.position) or ""
        marks = [option for option in options if option.startswith("night ") and side not in marked]
        marked.update({side} if marks else ())
        (pass_,) = PASSING.intersection(options)
        options = table.play(marks[0] if marks else pass_, dice=(1, 1))
    phases = [event for event in table.events if event.what == "phase"]
    found = [(int(e.fact("turn")), str(e.fact("side")), str(e.fact("phase"))) for e in phases]
    return table, [each for each in found if each[0] == turn]


@pytest.mark.rule("A44-4.1", "A44-4.2", "A44-4.3", "A44-4.4", "A44-25.1", "A44-25.2", "A44-25.3")
@pytest.mark.parametrize("turn", [3, 4])
def test_germans_then_allies_phase_by_phase_and_after_a_pm_turn_the_night_with_the_allies_first(
    turn: int,
) -> None:
    table, phases = passed(turn)
    day = [(turn, "german", phase) for phase in GERMAN] + [(turn, "allied", phase) for phase in ALLIED]
    night = [(turn, side, phase) for side in ("allied", "german") for phase in NIGHT]
    assert phases == (day + night if turn % 2 == 0 else day)
    assert table.position.turn == turn + 1, "the marker moves on by one"


@pytest.mark.rule("A44-4.3", "A44-30.1")
@pytest.mark.parametrize(("exited", "won"), [(24, True), (23, False)])
def test_victory_is_checked_at_the_end_of_the_allied_player_turn(exited: int, *, won: bool) -> None:
    table, phases = passed(4, exited=exited)
    assert (table.position.outcome is not None) == won
    assert (phases[-1] == (4, "allied", "victory")) == won, "the night is not played any more"
    assert (4, "allied", "supply") in phases


@pytest.mark.rule("A44-4.2", "A44-5.1")
def test_the_german_player_turn_begins_with_his_artillery() -> None:
    table = Table()
    gun = table.unit("german", (0, 0), "artillery", ready=False, marker="pm")
    ready = table.unit("allied", (4, 0), "artillery", ready=False)
    options = table.begin(Turn("german_artillery"), dice=(1, 1))
    assert options == [f"ready {gun}", "enough"] and not table.rolls
    assert table.position.active == "german" and f"ready {ready}" not in table.options()
