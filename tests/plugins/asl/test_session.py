"""Defensive fire in a session: declined beforehand for a whole move, and not taken back by the mover."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.errors import UndoRefused
from grognard.session import Session

LATER = ("stop", "end-moves", "assault")


def until_fired_at(seed: int = 3) -> Session:
    """A game played by chance, the ATTACKER pressing on, until the DEFENDER may fire at a move."""
    chance = Random(seed)
    session = Session(grognard.load("asl_intro"), seed=seed)
    while type(session.decision).__name__ != "ChooseFirstFire":
        said = [session.game.say(option) for option in session.options()]
        session.play(chance.choice([text for text in said if not text.startswith(LATER)] or said))
    return session


def test_a_declined_fire_is_a_decision_the_mover_cannot_take_back() -> None:
    session = until_fired_at()
    mover = session.position.active
    session.play("hold-fire")
    assert session.to_act == mover
    with pytest.raises(UndoRefused, match="another side"):
        session.undo(mover)


def test_a_seat_may_answer_for_a_whole_move() -> None:
    session = until_fired_at()
    defender = session.to_act
    assert defender is not None
    session.stand(defender, "ChooseFirstFire", "hold-fire")
    chance = Random(1)
    for _ in range(40):
        if session.to_act is None:
            break
        assert type(session.decision).__name__ != "ChooseFirstFire" or session.to_act != defender
        session.play(session.game.say(chance.choice(session.options())))
    session.withdraw(defender)
