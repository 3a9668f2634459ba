"""Walking a sequence at the table: the way on and back, repetitions, saved places, what people type."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grognard.errors import GrognardError
from grognard.sequence import Question, Sequence
from grognard.steps import Step, Way
from grognard.walking import Place, Walk, walk

TURN = Sequence(
    [
        Step("1", {"en": "Set up"}),
        Step("2", {"en": "Flares"}, only="night"),
        Step("3", {"en": "Move", "zh": "移动"}, phase="move", may_stop=True, next=(Way("3", "more"),)),
        Step("4", {"en": "Fire"}, phase="fire", during=("3",)),
        Step("5", {"en": "Again"}, phase="fire", repeats=("3", "4")),
        Step("6", {"en": "Flares burn"}, phase="fire", only="night"),
        Step("7", {"en": "End"}, phase="fire", next=(Way("3", ends_turn=True),)),
    ],
    questions=[
        Question("night", {"en": "Is it night?"}),
        Question("more", {"en": "Is there more to move?", "zh": "还要移动吗？"}),
    ],
)


def never(guard: str) -> bool:
    return False


def always(guard: str) -> bool:
    return True


def talk(tour: Walk, *typed: str, file: Path | None = None, lang: str = "en") -> str:
    """What is said while people type these lines and then leave."""
    lines, said = list(typed), []

    def read(prompt: str) -> str:
        said.append(prompt)
        if not lines:
            raise EOFError
        return lines.pop(0)

    walk(tour, read=read, write=said.append, file=file, lang=lang)
    return "\n".join(said)


def places(tour: Walk) -> str:
    return " ".join(place.step for place in tour.trail)


# Bookkeeping


def test_a_walk_begins_at_the_first_step_in_the_first_turn() -> None:
    tour = Walk(TURN)
    assert (tour.step.id, tour.turn, tour.repeating) == ("1", 1, "")


def test_a_turn_ends_where_the_way_says_so() -> None:
    tour = Walk(TURN, trail=[Place("7")])
    assert (tour.advance(never).id, tour.turn) == ("3", 2)
    assert (tour.back().id, tour.turn) == ("7", 1)


def test_going_on_after_going_back_goes_the_new_way() -> None:
    tour = Walk(TURN, trail=[Place("3")])
    tour.advance(always)
    tour.back()
    tour.advance(never)
    assert places(tour) == "3 4"


def test_at_the_beginning_there_is_no_way_back() -> None:
    assert Walk(TURN).back().id == "1"


def test_repeated_steps_come_before_the_next_and_ask_nothing() -> None:
    def asked(guard: str) -> bool:
        raise AssertionError(guard)

    tour = Walk(TURN, trail=[Place("5", facts={"night": False})])
    seen = [(tour.advance(asked).id, tour.repeating) for _ in range(3)]
    assert seen == [("3", "5"), ("4", "5"), ("7", "")]


def test_what_leaves_steps_out_is_asked_once_and_kept() -> None:
    asked: list[str] = []

    def answer(guard: str) -> bool:
        asked.append(guard)
        return guard == "night"

    tour = Walk(TURN)
    for _ in range(7):
        tour.advance(answer)
    assert places(tour) == "1 2 3 4 5 3 4 6"
    assert asked == ["night", "more"]


def test_any_step_can_be_gone_to_and_unknown_ones_are_refused() -> None:
    tour = Walk(TURN, trail=[Place("7", turn=3)])
    assert (tour.go("4").id, tour.turn) == ("4", 3)
    with pytest.raises(GrognardError, match="no step '9'"):
        tour.go("9")
    assert tour.step.id == "4"


# The file


def test_a_saved_walk_goes_on_with_its_way_back(tmp_path: Path) -> None:
    tour = Walk(TURN, name="turn")
    for _ in range(3):
        tour.advance(always)
    file = tmp_path / "new" / "walk.json"
    tour.save(file)
    again = Walk.load(TURN, file, name="turn")
    assert again.trail == tour.trail and again.place.facts == {"night": True}
    assert again.back().id == tour.back().id
    assert [path.name for path in file.parent.iterdir()] == ["walk.json"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read: No such file or directory"),
        ("{", "not a saved walk"),
        ('{"sequence": "turn", "trail": [{"stp": "1"}]}', "not a saved walk"),
        ('{"sequence": "other", "trail": [{"step": "1"}]}', "saved from 'other', not from 'turn'"),
        ('{"sequence": "turn", "trail": [{"step": "8"}]}', "it is at a step '8' that 'turn' does not have"),
        (
            '{"sequence": "turn", "trail": [{"step": "1", "pending": ["9"]}]}',
            "it is at a step '9' that 'turn' does not have",
        ),
        ('{"sequence": "turn", "trail": []}', "it is at a step '' that 'turn' does not have"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_in_one_sentence(
    content: str | None, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "walk.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(GrognardError, match=said) as caught:
        Walk.load(TURN, file, name="turn")
    assert str(caught.value).startswith(str(file))


# The conversation


def test_a_place_that_cannot_be_kept_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(GrognardError, match=r"file/tour\.json: cannot be written: "):
        Walk(TURN).save(tmp_path / "file" / "tour.json")


def test_enter_goes_on_and_questions_are_asked_until_they_are_answered() -> None:
    tour = Walk(TURN, trail=[Place("3")])
    said = talk(tour, "", "perhaps", "Y", "", "no")
    assert places(tour) == "3 3 4"
    assert said.count("Is there more to move? [y/n]") == 3
    assert said.count("please answer y or n") == 1


def test_a_question_can_be_left_and_nothing_has_happened() -> None:
    for leaving in (["", "b"], [""], ["", "q", "y"], ["", "Quit", "y"], ["", "EXIT", "y"]):
        tour = Walk(TURN, trail=[Place("3")])
        talk(tour, *leaving)
        assert places(tour) == "3"


def test_a_question_is_helped_with_and_words_are_known_in_any_case() -> None:
    tour = Walk(TURN, trail=[Place("4")])
    assert talk(tour, "B", "G 3", "", "?", "Help").count("the place is kept") == 3
    assert "please answer" not in talk(tour, "", "H")
    assert places(tour) == "4 3"


def test_back_and_go_and_unknown_words() -> None:
    tour = Walk(TURN, trail=[Place("4")])
    said = talk(tour, "", "b", "g 7", "g 77", "x")
    assert places(tour) == "4 7"
    assert "no step '77' (did you mean '7'?)" in said
    assert "unknown word 'x'" in said


def test_help_and_the_card_of_the_phase_do_not_move() -> None:
    tour = Walk(TURN, trail=[Place("4")])
    said = talk(tour, "p", "?")
    assert places(tour) == "4"
    assert " 5  Again" in said and " 3  Move" not in said
    assert said.count("one step back") == 2


def test_interruptions_are_shown_with_the_step_they_interrupt() -> None:
    said = talk(Walk(TURN, trail=[Place("3")]))
    assert said.index("3  Move") < said.index("meanwhile:") < said.index("4  Fire")


def test_leaving_saves_the_place_and_says_where(tmp_path: Path) -> None:
    file = tmp_path / "walk.json"
    tour = Walk(TURN, name="turn", trail=[Place("4")])
    said = talk(tour, "", "q", file=file)
    assert f"Saved in {file}" in said
    assert [place["step"] for place in json.loads(file.read_text())["trail"]] == ["4", "5"]


def test_every_step_is_saved_at_once(tmp_path: Path) -> None:
    file = tmp_path / "walk.json"
    tour = Walk(TURN, name="turn", trail=[Place("4")])

    def read(prompt: str) -> str:
        if tour.step.id == "5":
            raise KeyboardInterrupt
        return ""

    with pytest.raises(KeyboardInterrupt):
        walk(tour, read=read, write=lambda text: None, file=file)
    assert Walk.load(TURN, file, name="turn").step.id == "5"


def test_the_conversation_in_chinese() -> None:
    said = talk(Walk(TURN, trail=[Place("3")]), "", "是", lang="zh")
    assert "还要移动吗？ [y = 是 / n = 否]" in said and "回合 1" in said and "3  移动" in said
