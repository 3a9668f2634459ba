"""Dice and bags: seeded, scripted, asked; handfuls; and what a play notes of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from duel import COIN, Do, DuelGame, DuelRules, acting

from grognard.dice import (
    D6,
    TWO_D6,
    AskedDice,
    DiceMismatch,
    DiceWanted,
    Die,
    Face,
    Roll,
    ScriptedDice,
    SeededDice,
    pool_distribution,
    tally,
)
from grognard.play import NO_DICE, Play
from grognard.reasons import Reason

BATTLE = Die("battle", ("infantry", "infantry", "armor", "grenade", "star", "flag"))

# Seeded dice ---------------------------------------------------------------------------------------------


def test_the_same_seed_throws_the_same() -> None:
    one, two = SeededDice("a game"), SeededDice("a game")
    assert [one.throw(BATTLE, 3, "battle") for _ in range(20)] == [
        two.throw(BATTLE, 3, "battle") for _ in range(20)
    ]


def test_another_seed_throws_otherwise() -> None:
    throws = {SeededDice(seed).throw(D6, 8, "battle") for seed in range(50)}
    assert len(throws) > 45


def test_a_number_and_its_text_are_the_same_seed() -> None:
    assert SeededDice(7).throw(D6, 5, "x") == SeededDice("7").throw(D6, 5, "x")


def test_each_purpose_has_its_own_stream() -> None:
    """An extra roll for one purpose shifts no other."""
    plain, disturbed = SeededDice(1), SeededDice(1)
    for number in range(10):
        for _ in range(number):
            disturbed.throw(D6, 2, "weather")
        assert plain.throw(D6, 2, "battle") == disturbed.throw(D6, 2, "battle")
        assert plain.draw({"a": 1, "b": 1}, "card") == disturbed.draw({"a": 1, "b": 1}, "card")


def test_how_many_dice_one_roll_has_does_not_shift_the_next() -> None:
    few, many = SeededDice(1), SeededDice(1)
    few.throw(D6, 1, "battle")
    many.throw(D6, 60, "battle")
    assert few.throw(D6, 4, "battle") == many.throw(D6, 4, "battle")


def test_purposes_do_not_repeat_each_other() -> None:
    dice = SeededDice(1)
    assert len({dice.throw(D6, 8, why) for why in ("a", "b", "c", "battle", "ambush")}) == 5
    assert dice.throw(D6, 8, "a") != SeededDice(1).throw(D6, 8, "a"), "nor does a purpose repeat itself"


def test_a_game_goes_on_at_its_saved_counts() -> None:
    dice = SeededDice("saved")
    for why in ("battle", "battle", "card"):
        dice.throw(D6, 2, why)
    assert dice.rolled == {"battle": 2, "card": 1}
    resumed = SeededDice("saved", dice.rolled)
    assert [resumed.throw(D6, 3, why) for why in ("battle", "card", "new")] == [
        dice.throw(D6, 3, why) for why in ("battle", "card", "new")
    ]


def test_saved_counts_do_not_change_with_the_dice() -> None:
    dice = SeededDice(1)
    dice.throw(D6, 1, "x")
    saved = dice.rolled
    dice.throw(D6, 1, "x")
    assert (saved, dice.rolled) == ({"x": 1}, {"x": 2})


@pytest.mark.parametrize("n", [0, 1, 7, 8, 9, 16, 17, 100])
def test_a_handful_has_as_many_dice_as_asked(n: int) -> None:
    assert len(SeededDice(1).throw(D6, n, "many")) == n


def test_counting_and_throwing_are_one_roll() -> None:
    groups = ("infantry grenade", "flag")
    counted, thrown = SeededDice(3), SeededDice(3)
    for n in range(1, 12):
        assert counted.count(BATTLE, n, groups, "battle") == tally(
            BATTLE, thrown.throw(BATTLE, n, "battle"), groups
        )
    assert counted.rolled == thrown.rolled


def test_every_face_falls_about_as_often_as_it_should() -> None:
    """6000 dice of a fixed seed: chi-square with five degrees of freedom stays below its 99.9 % point."""
    dice, seen = SeededDice("fair"), Counter[Face]()
    for _ in range(100):
        seen.update(dice.throw(D6, 60, "fairness"))
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 20.5
    assert sorted(seen) == [1, 2, 3, 4, 5, 6]


def test_two_dice_as_one_die_have_36_faces() -> None:
    assert len(TWO_D6.faces) == 36
    assert Counter(TWO_D6.faces)[7] == 6


# Draws ---------------------------------------------------------------------------------------------------


def test_a_draw_does_not_depend_on_the_order_of_the_bag() -> None:
    bag = {"probe": 4, "attack": 3, "barrage": 1, "ambush": 1}
    backwards = dict(reversed(bag.items()))
    one, two = SeededDice(1), SeededDice(1)
    assert [one.draw(bag, "card") for _ in range(40)] == [two.draw(backwards, "card") for _ in range(40)]


def test_a_draw_leaves_the_bag_as_it_is() -> None:
    bag = {"gold": 1, "lead": 2}
    SeededDice(1).draw(bag, "card")
    assert bag == {"gold": 1, "lead": 2}


def test_copies_are_drawn_in_proportion_and_what_has_none_never() -> None:
    dice, seen = SeededDice("bag"), Counter[str]()
    for _ in range(3000):
        seen[dice.draw({"gold": 1, "lead": 2, "air": 0}, "card")] += 1
    assert seen["air"] == 0
    assert abs(seen["gold"] - 1000) < 4 * (3000 * Fraction(2, 9)) ** 0.5


# Scripted dice -------------------------------------------------------------------------------------------


def test_a_script_is_played_in_order() -> None:
    dice = ScriptedDice([(6,), ("heads", "tails"), ("gold",)])
    assert dice.left == 3
    assert dice.throw(D6, 1, "any") == (6,)
    assert dice.count(COIN, 2, ("heads",), "any") == (1,)
    assert dice.draw({"gold": 1}, "any") == "gold"
    assert dice.left == 0


def test_a_used_up_script_says_what_is_wanted() -> None:
    dice = ScriptedDice([])
    with pytest.raises(DiceWanted, match="a roll is wanted: 3 × 1d6 for 'battle'") as caught:
        dice.throw(D6, 3, "battle")
    assert (caught.value.kind, caught.value.n, caught.value.why) == ("1d6", 3, "battle")
    with pytest.raises(DiceWanted, match="1 × draw for 'card'"):
        dice.draw({"a": 1}, "card")


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (Roll("1d6", "ambush", (1, 2)), "2 × 1d6 for 'ambush'"),
        (Roll("coin", "battle", ("heads", "heads")), "2 × coin for 'battle'"),
        (Roll("1d6", "battle", (1, 2, 3)), "3 × 1d6 for 'battle'"),
        ((1, 2, 3), r"\(1, 2, 3\)"),
        ((1, 7), "a face of 1d6 for 'battle'"),
        (("heads", "tails"), "a face of 1d6 for 'battle'"),
    ],
)
def test_a_roll_that_does_not_fit_is_refused(entry: Roll | tuple[Face, ...], problem: str) -> None:
    with pytest.raises(DiceMismatch, match=problem):
        ScriptedDice([entry]).throw(D6, 2, "battle")


def test_a_drawn_item_must_be_in_the_bag() -> None:
    with pytest.raises(DiceMismatch, match="an item of the bag for 'card'"):
        ScriptedDice([("gold",)]).draw({"lead": 2}, "card")
    with pytest.raises(DiceMismatch, match="gold"):
        ScriptedDice([("gold",)]).draw({"gold": 0}, "card")


def test_a_roll_that_fits_passes() -> None:
    dice = ScriptedDice([Roll("1d6", "battle", (1, 2)), Roll("draw", "card", ("gold",))])
    assert dice.throw(D6, 2, "battle") == (1, 2)
    assert dice.draw({"gold": 1}, "card") == "gold"


# Asked dice ----------------------------------------------------------------------------------------------


def test_asked_dice_take_what_they_are_told_and_draw_by_themselves() -> None:
    asked: list[tuple[str, int, str]] = []

    def ask(die: Die, n: int, why: str) -> list[Face]:
        asked.append((die.name, n, why))
        return [die.faces[0]] * n

    dice = AskedDice(ask, SeededDice(1))
    assert dice.throw(D6, 2, "battle") == (1, 1)
    assert dice.count(D6, 3, ("1",), "battle") == (3,)
    assert dice.draw({"gold": 1, "lead": 2}, "card") == SeededDice(1).draw({"gold": 1, "lead": 2}, "card")
    assert asked == [("1d6", 2, "battle"), ("1d6", 3, "battle")]


@pytest.mark.parametrize("told", [[], [1], [1, 2, 3], [1, 7], ["heads", "tails"]])
def test_asked_dice_refuse_faces_that_cannot_be(told: list[Face]) -> None:
    dice = AskedDice(lambda die, n, why: told, SeededDice(1))
    with pytest.raises(DiceMismatch, match="2 faces of 1d6 for 'battle'"):
        dice.throw(D6, 2, "battle")


# Handfuls ------------------------------------------------------------------------------------------------

GROUPS = [
    (D6, ("6",)),
    (D6, ("5 6", "1")),
    (D6, ("6", "1 2 3", "6 1")),  # a face may count for several groups
    (D6, ("9",)),  # or a group for no face
    (BATTLE, ("infantry grenade", "flag")),
    (BATTLE, ("star", "star armor", "flag")),
    (COIN, ("heads", "tails")),
]


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4])
@pytest.mark.parametrize(("die", "groups"), GROUPS)
def test_the_distribution_of_a_handful_is_that_of_all_its_throws(
    die: Die, groups: tuple[str, ...], n: int
) -> None:
    brute = Counter(tally(die, throw, groups) for throw in product(die.faces, repeat=n))
    assert pool_distribution(die, n, groups) == dict(sorted(brute.items()))


@pytest.mark.parametrize(("die", "groups"), GROUPS)
def test_the_ways_of_eight_dice_are_all_throws(die: Die, groups: tuple[str, ...]) -> None:
    assert sum(pool_distribution(die, 8, groups).values()) == len(die.faces) ** 8


def test_expected_hits_of_many_dice_are_their_share() -> None:
    ways = pool_distribution(BATTLE, 6, ("infantry grenade", "flag"))
    total = sum(ways.values())
    assert Fraction(sum(hits * n for (hits, _), n in ways.items()), total) == 3
    assert Fraction(sum(flags * n for (_, flags), n in ways.items()), total) == 1


# What a play notes -----------------------------------------------------------------------------------------


def play(dice: object, *, notes: bool) -> Play:
    return Play(acting(), DuelRules(), dice, [] if notes else None, [])


def test_counts_are_the_same_whether_anybody_keeps_the_faces_or_not() -> None:
    kept, bare = play(SeededDice(4), notes=True), play(SeededDice(4), notes=False)
    for n in range(1, 10):
        assert kept.pool("1d6", n, count=("5 6", "1"), why="volley") == bare.pool(
            "1d6", n, count=("5 6", "1"), why="volley"
        )
    assert [len(roll.faces) for roll in kept.rolls] == list(range(1, 10))


def test_rolls_keep_purpose_reasons_and_who_may_see_them() -> None:
    noted = play(ScriptedDice([(4,), ("heads",), ("lead",), (3, 4)]), notes=True)
    reasons = (Reason("a stab", "D-1", 1),)
    assert noted.roll("1d6", why="stab", reasons=reasons) == 4
    assert noted.pool("coin", 1, count=("heads",), why="toss", seen_by="blue") == (1,)
    assert noted.draw({"gold": 1, "lead": 2}, why="fishing", seen_by="red") == "lead"
    assert noted.fold("1d6", 2, 10, lambda sum_, face: sum_ + face, why="haul", seen_by="red") == 17
    assert noted.rolls == [
        Roll("1d6", "stab", (4,), reasons=reasons),
        Roll("coin", "toss", ("heads",), seen_by="blue"),
        Roll("draw", "fishing", ("lead",), seen_by="red"),
        Roll("1d6", "haul", (3, 4), seen_by="red"),
    ]


def test_the_systems_own_dice_are_found_beside_those_of_the_core() -> None:
    noted = play(ScriptedDice([(4,), (11,), ("tails",)]), notes=True)
    assert (noted.roll("1d6", why="x"), noted.roll("2d6", why="x")) == (4, 11)
    assert noted.pool("coin", 1, count=("heads", "tails"), why="x") == (0, 1)
    with pytest.raises(LookupError, match=r"no die 'd20' \(known: 1d6, 2d6, coin\)"):
        noted.roll("d20", why="x")


@pytest.mark.parametrize("way", ["roll", "pool", "fold", "draw"])
def test_choosing_never_rolls(way: str) -> None:
    refusing = play(NO_DICE, notes=False)
    with pytest.raises(RuntimeError, match=r"take\(\) rolled for 'cheating': push a Resolution that rolls"):
        if way == "roll":
            refusing.roll("1d6", why="cheating")
        elif way == "pool":
            refusing.pool("1d6", 2, count=("6",), why="cheating")
        elif way == "fold":
            refusing.fold("1d6", 2, (), lambda faces, face: (*faces, face), why="cheating")
        else:
            refusing.draw({"a": 1}, why="cheating")


def test_the_driver_takes_the_dice_away_while_a_side_chooses() -> None:
    game, position = DuelGame(), acting()
    with pytest.raises(RuntimeError, match="take\\(\\) rolled"):
        game.apply(position, Do("cheat"), SeededDice(1))
