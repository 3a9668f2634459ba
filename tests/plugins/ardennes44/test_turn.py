"""The sequence of play as it is played [A44-4, A44-25.1 to 25.3]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard_ardennes44.turn import Turn

GERMAN = ("artillery", "fuel", "bridge", "movement", "rally", "combat", "traffic", "supply")
ALLIED = ("artillery", "bridge", "movement", "rally", "combat", "traffic", "supply", "victory")
NIGHT = ("night_movement", "night_combat")
PASSING = {"done", "enough", "keep", "stay"}


def passed(turn: int) -> tuple[Table, list[tuple[int, str, str]]]:
    """A turn in which each side does nothing but mark a stack for the night; the phases up to the next."""
    table = Table(4, turn=turn)
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
