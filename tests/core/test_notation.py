"""Actions as text and back."""

from __future__ import annotations

import pytest

from grognard.errors import NotationError
from grognard.notation import match, parse, say
from grognard.play import Action


class MoveTo(Action, frozen=True):
    unit: str
    path: tuple[str, ...]


class EndPhase(Action, frozen=True):
    pass


class EndTurn(Action, frozen=True):
    pass


class Loose(Action, frozen=True):
    verb = "fire"
    target: str
    shots: int
    note: str | None = None


class Dig(Action, frozen=True):
    hex: str


KINDS = (MoveTo, EndPhase, EndTurn, Loose, Dig)


# Saying --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (MoveTo("a1", ("E5", "F5")), "move-to a1 E5,F5"),
        (MoveTo("a1", ("E5",)), "move-to a1 E5"),
        (MoveTo("a1", ()), "move-to a1 -"),
        (EndPhase(), "end-phase"),
        (Loose("b2", 3), "fire b2 3 -"),
        (Loose("b2", 0, "slow"), "fire b2 0 slow"),
        (Dig(""), "dig -"),
    ],
)
def test_an_action_is_its_verb_and_its_facts_and_reads_back(action: Action, text: str) -> None:
    assert say(action) == text
    assert parse(text, KINDS) == action


def test_the_verb_is_the_name_of_the_class_unless_it_says_otherwise() -> None:
    assert (MoveTo.verb, EndPhase.verb, Loose.verb) == ("move-to", "end-phase", "fire")


@pytest.mark.parametrize(
    "typed", ["  move-to   a1  E5,F5 ", "MOVE-TO a1 E5,F5", "move a1 E5,F5", "m a1 E5,F5", "Move-To a1 E5,F5"]
)
def test_spacing_case_and_length_of_the_verb_do_not_matter(typed: str) -> None:
    assert parse(typed, KINDS) == MoveTo("a1", ("E5", "F5"))


def test_words_are_put_into_the_form_the_game_prints() -> None:
    assert parse("move-to A1 e5,f5", KINDS, str.upper) == MoveTo("A1", ("E5", "F5"))
    assert parse("fire x 2 -", KINDS, str.upper) == Loose("X", 2)


# What is no action ---------------------------------------------------------------------------------------


def test_an_unknown_verb_names_what_may_be_done_and_what_was_meant() -> None:
    with pytest.raises(NotationError, match="'dog' is not an action here; expected dig, end-phase") as caught:
        parse("dog E5", KINDS)
    assert caught.value.suggestions == ("dig",)
    assert "did you mean 'dig'?" in str(caught.value)


def test_a_beginning_that_fits_two_verbs_is_neither() -> None:
    with pytest.raises(NotationError, match="'end' is not an action here") as caught:
        parse("end", KINDS)
    assert caught.value.suggestions == ("end-phase", "end-turn")


def test_nothing_typed_is_said_to_be_nothing() -> None:
    with pytest.raises(NotationError, match="nothing typed; expected one of dig, "):
        parse("   ", KINDS)


@pytest.mark.parametrize("typed", ["move-to a1", "move-to a1 E5 F5", "move-to"])
def test_too_few_or_too_many_facts_show_the_usage(typed: str) -> None:
    with pytest.raises(NotationError, match="expected 'move-to UNIT PATH', got"):
        parse(typed, KINDS)


def test_a_fact_of_the_wrong_kind_is_named() -> None:
    with pytest.raises(NotationError, match="'fire b2 many -'"):
        parse("fire b2 many -", KINDS)


# Finding an option -----------------------------------------------------------------------------------------

OPTIONS = [Dig("E5"), Dig("E6"), MoveTo("a1", ("E5",)), MoveTo("a2", ("E5",)), EndPhase()]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("dig E5", Dig("E5")),
        (" DIG  e5 ", Dig("E5")),
        ("end-phase", EndPhase()),
        ("move-to a2", MoveTo("a2", ("E5",))),  # begins that option only
        ("dig", None),  # begins two
        ("move-to", None),
        ("dig E", None),  # no whole word
        ("", None),
        ("retreat", None),
    ],
)
def test_a_text_finds_the_option_it_says_or_alone_begins(typed: str, found: Action | None) -> None:
    assert match(typed, OPTIONS) == found


def test_an_exact_text_goes_before_another_case() -> None:
    both = [Dig("e5"), Dig("E5")]
    assert match("dig E5", both) == Dig("E5")
    assert match("dig e5", both) == Dig("e5")
    assert match("DIG e5", both) is None, "two options but for their case"
