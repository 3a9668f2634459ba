"""Reasons, citations, and which rules a course of play came through."""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction

import pytest
from duel import Do, DuelGame, acting

from grognard.dice import ScriptedDice
from grognard.game import Explanation
from grognard.reasons import Reason, cited, implementations, rule, total, tracing


@rule("MARK-1", "MARK-1.1")
def must_stop() -> bool:
    """A marked function."""
    return True


@rule("MARK-2")
class Storm:
    """A marked frame, as far as the marks go."""

    def take(self) -> str:
        return "taken"

    def happen(self) -> str:
        return self.wind()

    def options(self) -> list[str]:
        return ["blow"]

    def wind(self) -> str:
        """Not among the methods that count."""
        return "wind" if must_stop() else "calm"


def unmarked() -> bool:
    return must_stop()


# Reasons -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (Reason("target in forest", "M-1", -1), "-1 target in forest [M-1]"),
        (Reason("range 1", "M-2", 3), "+3 range 1 [M-2]"),
        (Reason("no line of sight", "M-3"), "no line of sight [M-3]"),
        (Reason("a guess", "M-4", 2, "reconstructed"), "+2 a guess [M-4] (reconstructed)"),
        (Reason("points for mud", "M-5", 3, parts=2), "+1½ points for mud [M-5]"),
        (Reason("points less", "M-6", -1, parts=2), "-½ points less [M-6]"),
    ],
)
def test_a_reason_reads_as_number_text_and_rule(reason: Reason, text: str) -> None:
    assert str(reason) == text


def test_a_total_is_the_sum_of_its_reasons() -> None:
    reasons = [
        Reason("range", "M-1", 3),
        Reason("card", "M-2", 1),
        Reason("town", "M-3", -2),
        Reason("rain", "M-4"),
    ]
    assert total(reasons) == 2
    assert total(reason for reason in reasons if reason.value < 0) == -2
    assert total([]) == 0


def test_values_in_parts_come_to_what_a_reader_adds_up() -> None:
    found = Explanation("go", (Reason("mud", "M-1", 3, parts=2), Reason("hill", "M-2", 2)))
    assert found.total == Fraction(7, 2)
    two = (Reason("attack", "M-1", 3, sum="attack"), Reason("defence", "M-2", 2, sum="defence"))
    assert Explanation("go", two).total == 0, "two sums are no total"


def test_reasons_are_values() -> None:
    assert Reason("a", "M-1", 1) == Reason("a", "M-1", 1)
    assert len({Reason("a", "M-1", 1), Reason("a", "M-1", 1), Reason("a", "M-1", 2)}) == 2
    with pytest.raises(AttributeError):
        Reason("a", "M-1").value = 3  # type: ignore[misc]  # this is the point


# Marks ---------------------------------------------------------------------------------------------------


def test_a_mark_leaves_the_thing_as_it_is() -> None:
    assert must_stop() is True
    assert must_stop.__name__ == "must_stop"
    assert Storm().take() == "taken"


def test_a_marked_thing_tells_its_rules() -> None:
    assert cited(must_stop) == ("MARK-1", "MARK-1.1")
    assert cited(Storm) == ("MARK-2",)
    assert cited(unmarked) == ()


def test_the_index_names_module_and_function() -> None:
    found = implementations()
    assert found["MARK-1"] == (f"{__name__}:must_stop",)
    assert found["MARK-2"] == (f"{__name__}:Storm",)
    assert list(found) == sorted(found)


def test_two_things_may_implement_one_rule_and_one_is_listed_once() -> None:
    @rule("MARK-3")
    def one() -> None: ...

    @rule("MARK-3")
    def two() -> None: ...

    rule("MARK-3")(two)
    assert implementations()["MARK-3"] == tuple(
        f"{__name__}:test_two_things_may_implement_one_rule_and_one_is_listed_once.<locals>.{name}"
        for name in ("one", "two")
    )


# Tracing -------------------------------------------------------------------------------------------------


def test_tracing_counts_every_call_of_marked_code() -> None:
    with tracing() as reached:
        for _ in range(3):
            unmarked()
    assert reached == {"MARK-1": 3, "MARK-1.1": 3}


def test_a_marked_frame_counts_when_it_is_asked_or_acts() -> None:
    storm = Storm()
    with tracing() as reached:
        storm.options()
        storm.take()
        storm.happen()
    assert reached["MARK-2"] == 3
    assert reached["MARK-1"] == 1, "through a method that itself is not marked"


def test_a_method_that_is_neither_counts_for_nothing() -> None:
    with tracing() as reached:
        Storm().wind()
    assert "MARK-2" not in reached


def test_two_things_that_say_the_same_are_two_things() -> None:
    """Code of the same text on the same line of two modules is equal, and yet not the same rule."""
    space = [{"rule": rule}, {"rule": rule}]
    for number, names in enumerate(space):
        exec("def halt(): return True\n", names)
        rule(f"MARK-4.{number}")(names["halt"])
    assert space[0]["halt"].__code__ == space[1]["halt"].__code__
    with tracing() as reached:
        space[1]["halt"]()
    assert reached == {"MARK-4.1": 1}


def test_nothing_is_counted_before_and_after() -> None:
    must_stop()
    with tracing() as reached:
        pass
    must_stop()
    assert reached == Counter()


def test_tracing_gives_way_to_whoever_watched_before() -> None:
    seen: list[str] = []

    def watch(frame: object, event: str, argument: object) -> None:
        seen.append(event)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        with tracing():
            must_stop()
        assert sys.getprofile() is watch
    finally:
        sys.setprofile(before)


def test_tracing_ends_with_an_error_too() -> None:
    before = sys.getprofile()
    with pytest.raises(ZeroDivisionError), tracing():
        _ = 1 / 0
    assert sys.getprofile() is before


def test_the_rules_a_game_comes_through_are_reached() -> None:
    """Through the driver: the choice, its rule; the roll, its rule; and none that was not in play."""
    game, position = DuelGame(), acting()
    with tracing() as reached:
        game.apply(position, Do("stab"), ScriptedDice([(6,)]))
    assert reached["D-0"] >= 1
    assert reached["D-1"] == 1
    assert "D-3" not in reached, "nobody was shoved"
