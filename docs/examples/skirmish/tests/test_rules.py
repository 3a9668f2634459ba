"""Single rules, each proved by a position set up for it. A test's name is the rule's id and its claim."""

from __future__ import annotations

from fractions import Fraction

import pytest
from grognard_skirmish.ambush import Hold, Spring, SpringAmbush
from grognard_skirmish.fire import ChooseFire, Fire, FireStep
from grognard_skirmish.game import Skirmish
from grognard_skirmish.movement import ChooseDestination, Move
from grognard_skirmish.position import USED, SkirmishPosition, SkirmishRules, Unit
from grognard_skirmish.victory import LookWhoHolds

from grognard.dice import ScriptedDice
from grognard.odds import odds
from grognard.play import Event, Frame, Play
from grognard.registry import Registry

GAME = Registry.discover().load("skirmish")
assert isinstance(GAME, Skirmish)


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
        ambush={"blue": USED, "red": "F4"},
    )


def blue(type: str, hex: str, **facts: bool) -> Unit:
    return Unit("b1", "blue", type, hex, **facts)


def red(type: str, hex: str, **facts: bool) -> Unit:
    return Unit("r1", "red", type, hex, **facts)


@pytest.mark.rule("SK-2.1")
def test_sk_2_1_woods_cost_a_tank_three_mp() -> None:
    position = on_the_crossroads(ChooseDestination("blue", "b1"), blue("tank", "A2"))
    assert GAME.explain(position, Move("B2")).total == 3


@pytest.mark.rule("SK-2.2")
def test_sk_2_2_every_reason_against_a_move_is_given() -> None:
    position = on_the_crossroads(ChooseDestination("blue", "b1"), blue("gun", "A2"), red("tank", "B2"))
    assert [reason.cite for reason in GAME.refusal(position, Move("B2"))] == ["SK-2.2", "SK-2.1"]


@pytest.mark.rule("SK-2.4")
@pytest.mark.parametrize(("type", "enters"), [("gun", False), ("infantry", True)])
def test_sk_2_4_guns_do_not_enter_woods(type: str, enters: bool) -> None:
    position = on_the_crossroads(ChooseDestination("blue", "b1"), blue(type, "A2"))
    assert (Move("B2") in GAME.options(position)) == enters


@pytest.mark.rule("SK-3.2", "SK-3.3")
@pytest.mark.parametrize(("hex", "choices"), [("F5", [Spring(), Hold()]), ("D4", [Hold()])])
def test_sk_3_2_an_ambush_reaches_the_hexes_next_to_it(hex: str, choices: list[Spring | Hold]) -> None:
    position = on_the_crossroads(SpringAmbush("red", "b1"), blue("tank", hex), red("gun", "H1"))
    assert GAME.options(position) == choices
    GAME.apply(position, choices[0], ScriptedDice([(3,)]))
    assert position.units["b1"].reduced == (hex == "F5")


@pytest.mark.rule("SK-3.2")
def test_sk_3_2_who_does_not_know_the_place_must_expect_it() -> None:
    position = on_the_crossroads(SpringAmbush("red", "b1"), blue("tank", "D6"), red("gun", "H1"))
    assert GAME.options(position) == [Hold()], "it lies in F4"
    assert GAME.options(GAME.view(position, "blue")) == [Spring(), Hold()], "it may lie in E6"


@pytest.mark.rule("SK-3.3")
def test_sk_3_3_odds_of_an_ambush_are_those_of_its_own_die() -> None:
    position = on_the_crossroads(SpringAmbush("red", "b1"), blue("tank", "F5"), red("gun", "H1"))
    table = odds(GAME, position, Spring())
    chances = {row.result: row.probability for row in table.rows}
    assert chances == {
        "b1 reduced": Fraction(4, 6),
        "b1 destroyed": Fraction(1, 6),
        "no effect": Fraction(1, 6),
    }


@pytest.mark.rule("SK-1.3")
def test_sk_1_3_a_unit_that_moved_does_not_fire() -> None:
    position = on_the_crossroads(ChooseFire("blue"), blue("gun", "D4", acted=True), red("tank", "E4"))
    assert [reason.cite for reason in GAME.refusal(position, Fire("b1", "r1"))] == ["SK-1.3"]


@pytest.mark.rule("SK-4.2")
@pytest.mark.parametrize(("target", "seen"), [("D5", True), ("E3", False)])
def test_sk_4_2_woods_in_between_block_the_line(target: str, seen: bool) -> None:
    position = on_the_crossroads(ChooseFire("blue"), blue("tank", "C4"), red("tank", target))
    assert (Fire("b1", "r1") in GAME.options(position)) == seen


@pytest.mark.rule("SK-4.3", "SK-4.4", "SK-4.5")
def test_sk_4_3_odds_and_modifiers_of_fire_into_woods() -> None:
    position = on_the_crossroads(ChooseFire("blue"), blue("tank", "D4"), red("tank", "F4"))
    fire = Fire("b1", "r1")
    assert {r.cite: r.value for r in GAME.explain(position, fire).reasons} == {"SK-4.4": 1, "SK-4.5": -2}
    # With -1 a step is lost on 9 to 11 (4 + 3 + 2 of 36 throws), everything on 12.
    table = odds(GAME, position, fire, measure=lambda end: GAME.effect(position, end))
    chances = {row.result: row.probability for row in table.rows}
    assert chances == {
        "no effect": Fraction(26, 36),
        "r1 reduced": Fraction(9, 36),
        "r1 destroyed": Fraction(1, 36),
    }


@pytest.mark.rule("SK-4.1")
def test_sk_4_1_odds_of_a_shot_end_before_the_next_one() -> None:
    position = on_the_crossroads(ChooseFire("blue"), blue("tank", "D4"), red("tank", "F4"))
    position.agenda.insert(0, FireStep("blue"))
    assert odds(GAME, position, Fire("b1", "r1")).assumptions == ()
    GAME.apply(position, Fire("b1", "r1"), ScriptedDice([(2,)]))
    assert position.agenda == [], "nobody else can fire: the step is over by itself"


@pytest.mark.rule("SK-5.1", "SK-5.2")
def test_sk_5_2_the_last_unit_destroyed_ends_the_game() -> None:
    position = on_the_crossroads(ChooseFire("blue"), blue("tank", "D4"), red("tank", "E4", reduced=True))
    GAME.apply(position, Fire("b1", "r1"), ScriptedDice([(9,)]))
    outcome = GAME.outcome(position)
    assert outcome is not None
    assert (outcome.winner, outcome.cite) == ("blue", "SK-5.2")


@pytest.mark.rule("SK-5.3")
@pytest.mark.parametrize(("hex", "winner"), [("D4", "red"), ("D3", None)])
def test_sk_5_3_who_stands_in_the_objective_wins(hex: str, winner: str | None) -> None:
    position = on_the_crossroads(LookWhoHolds(), blue("tank", "A1"), red("tank", hex))
    events: list[Event] = []
    GAME.drive(Play(position, GAME.rules, events=events))
    outcome = GAME.outcome(position)
    assert outcome is not None and outcome.winner == winner
    assert GAME.tell(events[-1], "zh") == f"终局时{'红方' if winner else '无人'}占据 D4。"
