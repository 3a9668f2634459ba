"""The positions from which fuzz games also start."""

from __future__ import annotations

from tests.marathon.ardennes44 import check
from tests.plugins.ardennes44.drawing import game_with

from grognard.dice import SeededDice
from grognard.play import Play
from grognard_ardennes44.ground import BLOCK
from grognard_ardennes44.position import ANTWERP
from grognard_ardennes44.starts import ON_THE_LARGE_MAP, ON_THE_SMALL_MAP
from grognard_ardennes44.starts.special import to_antwerp
from grognard_ardennes44.starts.stage import Stage

GAME = game_with()


def test_all_are_legal_positions_to_play_on_from_and_always_the_same() -> None:
    positions = list(GAME.starts())
    assert len(positions) == len(ON_THE_SMALL_MAP) + len(ON_THE_LARGE_MAP) > 40
    for position, again in zip(positions, GAME.starts(), strict=True):
        assert position == again
        check(GAME, position)
        assert GAME.decode(GAME.encode(position)) == position
        options = GAME.drive(Play(position, GAME.rules, SeededDice(3)))
        assert options
        check(GAME, position)


def test_counters_are_picked_by_what_they_are_and_who_cannot_be_there_stays_away() -> None:
    stage = Stage(GAME.rules, GAME.rules.scenarios["our-clervaux"])
    here = stage.plain()
    tanks = stage.put(stage.pick("german", 9, lambda counter: counter.kind == "tank"), here)
    assert 1 <= len(tanks) <= 2 and set(stage.position.german[here]) == set(tanks)
    assert set(tanks).isdisjoint(stage.position.lost)


def test_blocking_positions_and_the_way_to_antwerp_are_among_them() -> None:
    positions = list(GAME.starts())
    assert any(spot.startswith(BLOCK) for position in positions for spot in position.allied)
    position = to_antwerp(Stage(GAME.rules, GAME.rules.scenarios["campaign"]))
    exits = {entry.hex for entry in GAME.rules.ground(position).entries.values() if entry.german_exit}
    unit = next(id_ for hex in exits for id_ in position.german.get(hex, ()))
    GAME.drive(Play(position, GAME.rules, SeededDice(1)))
    for text in (f"move {unit}", f"leave {ANTWERP}"):
        action = GAME.parse(position, text)
        assert not GAME.refusal(position, action)
        GAME.apply(position, action, SeededDice(1))
    assert position.german[ANTWERP] == (unit,)
