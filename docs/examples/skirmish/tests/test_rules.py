"""Single rules, each proved by a position set up for it. A test's name is the rule's id and its claim."""

from __future__ import annotations

import pytest
from grognard_skirmish.fire import Aim, ChooseFirer, ChooseTarget, FireAt
from grognard_skirmish.game import SkirmishGame
from grognard_skirmish.movement import ChooseDestination, MoveTo
from grognard_skirmish.position import SkirmishPosition, SkirmishRules, Unit
from grognard_skirmish.retreat import ChooseRetreat, Retreat

from grognard.dice import ScriptedDice
from grognard.play import Frame
from grognard.registry import Registry

GAME = Registry.discover().load("skirmish")
assert isinstance(GAME, SkirmishGame)


def on_the_crossroads(decision: Frame[SkirmishPosition, SkirmishRules], *units: Unit) -> SkirmishPosition:
    """Some units on the map of the crossroads:

    .   A B C D E F G H
    1   . . w . . . . h
    2   . w . . . w . .
    3   . . . w . . w .
    4   h . . . . w . .
    5   . . w . . . . w
    6   . . . . w . . .
    """
    return SkirmishPosition(
        agenda=[decision],
        scenario="crossroads",
        units={unit.id: unit for unit in units},
        ambush={"blue": "", "red": ""},
        points={"blue": 0, "red": 0},
    )


def blue(type: str, hex: str, **facts: bool) -> Unit:
    return Unit("b1", "blue", type, hex, **facts)


def red(type: str, hex: str, **facts: bool) -> Unit:
    return Unit("r1", "red", type, hex, **facts)


@pytest.mark.rule("SK-2.1")
def test_sk_2_1_woods_cost_a_tank_three_mp() -> None:
    position = on_the_crossroads(ChooseDestination("blue", "b1"), blue("tank", "A2"))
    assert GAME.explain(position, MoveTo("B2")).total == 3


@pytest.mark.rule("SK-2.2", "SK-2.4")
def test_sk_2_4_every_reason_against_a_move_is_given() -> None:
    position = on_the_crossroads(ChooseDestination("blue", "b1"), blue("gun", "A2"), red("tank", "B2"))
    assert [reason.cite for reason in GAME.refusal(position, MoveTo("B2"))] == ["SK-2.2", "SK-2.4"]


@pytest.mark.rule("SK-4.1")
def test_sk_4_1_a_gun_that_moved_does_not_fire() -> None:
    position = on_the_crossroads(ChooseFirer("blue"), blue("gun", "D4", moved=True), red("tank", "E4"))
    assert Aim("b1") not in GAME.options(position)


@pytest.mark.rule("SK-4.2")
@pytest.mark.parametrize(("target", "seen"), [("D5", True), ("E3", False)])
def test_sk_4_2_woods_in_between_block_the_line(target: str, seen: bool) -> None:
    position = on_the_crossroads(ChooseTarget("blue", "b1"), blue("tank", "C4"), red("tank", target))
    assert bool(GAME.options(position)) == seen


@pytest.mark.rule("SK-4.4", "SK-4.5", "SK-4.6", "SK-4.7")
def test_sk_4_5_modifiers_add_up() -> None:
    position = on_the_crossroads(
        ChooseTarget("blue", "b1"), blue("tank", "D4", reduced=True), red("tank", "F4")
    )
    values = {reason.cite: reason.value for reason in GAME.explain(position, FireAt("r1")).reasons}
    assert values == {"SK-4.4": 1, "SK-4.5": -1, "SK-4.6": -1, "SK-4.7": -1}


@pytest.mark.rule("SK-5.1")
def test_sk_5_1_a_retreat_leads_away_from_the_fire() -> None:
    position = on_the_crossroads(ChooseRetreat("red", "r1", source="D4"), red("infantry", "E4"))
    assert GAME.options(position) == [Retreat("E3"), Retreat("F3"), Retreat("F4")]


@pytest.mark.rule("SK-6.1", "SK-7.1", "SK-7.4")
def test_sk_7_4_the_last_unit_destroyed_ends_the_game() -> None:
    position = on_the_crossroads(
        ChooseTarget("blue", "b1"), blue("tank", "D4"), red("tank", "E4", reduced=True)
    )
    GAME.apply(position, FireAt("r1"), ScriptedDice([(12,)]))
    outcome = GAME.outcome(position)
    assert outcome is not None
    assert (outcome.winner, outcome.cite, outcome.score) == ("blue", "SK-7.4", (("blue", 2), ("red", 0)))
