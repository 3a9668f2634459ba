"""A short stretch of the marathon, and proof that it would notice a fall."""

from __future__ import annotations

import msgspec
import pytest
from tests.marathon.invariants import INVARIANTS
from tests.marathon.run import STARTS, added, places, play_one

import grognard
from grognard.dice import SeededDice


def test_random_and_fuzz_games_keep_the_invariants() -> None:
    game = grognard.load("memoir44")
    run = added([play_one(game, "vassieux", f"short/{number}", 5000) for number in range(2)])
    assert run.failures == () and run.games == 2 and run.unfinished == 0
    assert sum(run.winners.values()) == 2 and run.decisions > 100 and run.frames["ChooseCard"] > 20


def test_fuzz_games_begin_in_rare_positions_too() -> None:
    game = grognard.load("asl_intro")
    assert places(game)[-1] == STARTS and STARTS not in places(grognard.load("memoir44"))
    run = added([play_one(game, STARTS, f"rare/{number}", 5000) for number in range(6)])
    assert run.failures == () and run.games == 6
    assert {"ChooseAttack", "CloseAttack", "Regroup", "ChooseDiscard"} <= set(run.frames)


@pytest.mark.parametrize("harm", ["two units in a hex", "too many figures", "a card too many"])
def test_the_invariants_notice_harm(harm: str) -> None:
    game = grognard.load("memoir44")
    position = game.start("pegasus-bridge", SeededDice(1))
    check = INVARIANTS["memoir44"]
    check(game, position)
    first, second = list(position.units)[:2]
    if harm == "two units in a hex":
        position.units[first] = msgspec.structs.replace(position.units[first], hex=position.units[second].hex)
    elif harm == "too many figures":
        position.units[first] = msgspec.structs.replace(position.units[first], figures=9)
    else:
        position.deck["ambush"] = position.deck.get("ambush", 0) + 1
    with pytest.raises(AssertionError):
        check(game, position)
