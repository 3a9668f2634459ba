"""What a typed line means, at places of a real game."""

import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import grognard_skirmish.loading
import pytest

from grognard import Game, IllegalAction, NotationError, Session, load
from grognard.choosing import Rest, ahead, begin, choose, go_on, is_gathering
from grognard.cli.seats import _as_seats
from grognard.hexes import ColumnRow
from grognard.registry import Registry

AnySession = Session[Any, Any]


@pytest.fixture(scope="module")
def game() -> Game[Any, Any]:
    return load("memoir44")


@pytest.fixture
def session(game: Game[Any, Any]) -> AnySession:
    """Sainte-Mère-Église, the Allies to play a card."""
    return Session(game, seed=5)


def asked(session: AnySession, text: str) -> tuple[str, Rest | None]:
    return asked_of(session, "allies", text)


def asked_of(session: AnySession, side: str, text: str) -> tuple[str, Rest | None]:
    action, rest = begin(session.game, session.view(side), session.options(), text)
    return session.game.say(action), rest


def test_a_number_a_text_a_beginning_or_bare_facts(session: AnySession) -> None:
    for text in ("3", "play direct_from_hq", "play Direct_From_HQ", "direct_from_hq", " 3. "):
        assert asked(session, text) == ("play direct_from_hq", None)


def test_numbers_out_of_range(session: AnySession) -> None:
    with pytest.raises(NotationError, match="from 1 to 4"):
        asked(session, "5")
    with pytest.raises(NotationError, match="from 1 to 4"):
        asked(session, "0")
    with pytest.raises(NotationError, match="nothing typed"):
        asked(session, "  ;  ")


def test_a_slip_of_the_finger_and_a_forbidden_action(session: AnySession) -> None:
    with pytest.raises(NotationError, match="did you mean 'play direct_from_hq'"):
        asked(session, "play direct_from_hg")
    with pytest.raises(IllegalAction, match="not in the hand"):
        asked(session, "play air_power")


def test_choices_gathered_from_a_list(session: AnySession) -> None:
    assert not is_gathering(session.game, session.view("allies"), session.options())
    session.play("play direct_from_hq")
    assert is_gathering(session.game, session.view("allies"), session.options())
    moving = Session(load("ardennes44"), "our-clervaux")
    moving.play("tactical 26_vg-77")
    assert len(moving.options()) > 2
    assert not is_gathering(moving.game, moving.position, moving.options()), "a way has steps, not parts"
    said, rest = asked(session, "f4 2 F5; end-moves")
    assert said == "order G3"
    assert rest is not None
    assert rest.text == "order F5; order f4; end-moves"


def test_a_line_of_stages_goes_on_decision_by_decision(session: AnySession) -> None:
    session.play("play direct_from_hq")
    game, done = session.game, []
    action, rest = begin(
        game, session.view("allies"), session.options(), "G3 g4 F5 f4; move g3 f2; move g4 h4"
    )
    while True:
        done.append(game.say(action))
        session.play(action)
        step = None if rest is None else go_on(game, session.view("allies"), session.options(), rest)
        if step is None:
            break
        action, rest = step
    assert done == ["order G3", "order g4", "move G3", "to f2", "move g4", "to h4"]


@pytest.fixture
def probing(game: Game[Any, Any]) -> AnySession:
    """Omaha Beach, the Axis to order two of the units in k8, i6, k6 and M5."""
    session = Session(game, "omaha-beach", seed=0)
    session.play("play probe_left")
    return session


def ordered(session: AnySession, line: str) -> list[str]:
    """The hexes whose units have orders once a line is played."""
    action, rest = begin(session.game, session.view("axis"), session.options(), line)
    while True:
        session.play(action)
        step = rest and go_on(session.game, session.view("axis"), session.options(), rest)
        if not step:
            return sorted(session.position.units[id_].hex for id_ in session.position.orders)
        action, rest = step


@pytest.mark.parametrize(
    "line",
    ["order M5; order k6", "order k6; order M5", "M5 k6", "order m5; ORDER K6; ", "order k6；order M5"],
)
def test_choices_each_after_its_verb_are_gathered_in_any_order(probing: AnySession, line: str) -> None:
    assert ordered(probing, line) == ["M5", "k6"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("order M5; order k6; order i6; order k8", "'order k6' is one choice too many"),
        ("M5 k6 i6", "'order M5' is one choice too many"),
        ("order M5; order A1", "no unit of the axis in A1"),
        ("order k6; order M5; order nowhere", "'order nowhere'|no unit"),
        ("order M5; frob k6", "'frob' is not an action here"),
        ("order i6; done; order k6", "'order' is not an action here"),
    ],
)
def test_no_choice_of_a_line_is_dropped(probing: AnySession, line: str, said: str) -> None:
    with pytest.raises((NotationError, IllegalAction), match=said):
        asked_of(probing, "axis", line)
    assert not probing.position.orders


def test_a_second_stage_that_does_not_fit_spoils_the_line(session: AnySession) -> None:
    session.play("play direct_from_hq")
    with pytest.raises(NotationError):
        asked(session, "G3 g4 F5 f4; move g3 nowhere")


def test_questions_look_ahead(session: AnySession) -> None:
    session.play("play direct_from_hq")
    view, action = ahead(session.game, session.view("allies"), session.options(), "G3 g4 F5 f4; move g3 f2")
    assert session.game.say(action) == "to f2"
    assert session.game.refusal(view, action) == ()


def typed(session: AnySession, line: str) -> None:
    """Type a line and let it play as far as it goes."""
    action, rest = begin(session.game, session.view("allies"), session.options(), line)
    while True:
        session.play(action)
        view, options = session.view("allies"), session.options()
        step = None if rest is None else go_on(session.game, view, options, rest)
        if step is None:
            return
        action, rest = step


def test_a_stage_the_rules_choose_may_be_named_or_left_out(session: AnySession) -> None:
    for line in ("play direct_from_hq", "G3 g4 F5 f4", "end-moves"):
        typed(session, line)
    assert asked(session, "battle f5") == ("battle F5", None)
    assert asked(session, "battle f5 g5") == ("battle F5", None)
    said, rest = asked(session, "battle f5; battle f4")
    assert (said, rest.text if rest else "") == ("battle F5", "battle f4")
    with pytest.raises(NotationError, match="'attack G5' is the only one"):
        asked(session, "battle f5 church")
    with pytest.raises(IllegalAction, match="no enemy in g6"):
        asked(session, "battle f5 g6")


def test_a_legal_action_that_the_list_leaves_out_is_taken_when_spelled_out() -> None:
    """A stack may go in any parts; the list has its units one by one, with a leader, and all of them."""
    session: AnySession = Session(load("asl_intro"), "where_roads_meet", seed=1)
    while type(session.decision).__name__ != "ChooseMover":
        session.play(session.options()[-1])
    said = [session.game.say(option) for option in session.options()]
    assert "move g1" in said and "move g2,g1" not in said
    assert asked(session, "move g2,g1") == ("move g2,g1", None)
    assert asked(session, "move g2,g1 walk")[0] == "move g2,g1"
    with pytest.raises(IllegalAction, match="each once"):
        choose(session.game, session.view("axis"), session.options(), "move g1,g1")


# Hexes whose labels are numbers


Relabel = Callable[[int], AnySession]


@pytest.fixture
def relabelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Relabel:
    """Skirmish at the crossroads; B2 is called 0202 (two digits) or 22 (one)."""

    def labelled(digits: int) -> AnySession:
        def numbered(label: re.Match[str]) -> str:
            return f'"{"ABCDEFGH".index(label[1]) + 1:0{digits}}{int(label[2]):0{digits}}"'

        monkeypatch.setattr(grognard_skirmish.loading, "LetterColumns", partial(ColumnRow, digits=digits))
        root = shutil.copytree(Registry.discover().find("skirmish"), tmp_path / "numbered")
        for path in (root / "scenarios").glob("*.toml"):
            text = re.sub('"([A-H])([1-6])"', numbered, path.read_text(encoding="utf-8"))
            path.write_text(text, encoding="utf-8")
        session: AnySession = Session(load(root), "crossroads", seed=1)
        for _ in range(2):  # both hide their ambush
            session.play(session.options()[0])
        return session

    return labelled


def line(session: AnySession, text: str) -> tuple[str, str]:
    """The first action of a line, and what is left of it."""
    action, rest = begin(session.game, session.view("blue"), session.options(), text)
    return session.game.say(action), rest.text if rest else ""


def test_a_label_of_digits_is_a_hex_and_no_number(relabelled: Relabel) -> None:
    session = relabelled(2)
    assert line(session, "activate b1 0202") == ("activate b1", "0202")
    assert line(session, "b1 0202") == ("activate b1", "0202")
    assert line(session, "1 0202") == ("activate b1", "0202")
    with pytest.raises(IllegalAction, match=r"no way to '0505' costs 2 MP"):
        line(session, "activate b1 0505")
    with pytest.raises(NotationError, match="there is no choice 99: they go from 1 to 5"):
        line(session, "99")
    session.play("activate b1")
    assert line(session, "0202") == line(session, "move 0202") == ("move 0202", "")
    assert line(session, "1")[0] == session.game.say(session.options()[0])
    with pytest.raises(IllegalAction, match=r"no way to '0505' costs 2 MP"):
        line(session, "0505")


def test_questions_about_a_label_of_digits(relabelled: Relabel) -> None:
    session = relabelled(2)
    _, action = ahead(session.game, session.view("blue"), session.options(), "activate b1 0202")
    assert session.game.say(action) == "move 0202"


def test_a_word_that_is_a_number_and_a_hex_is_the_number_unless_it_stands_behind_a_verb(
    relabelled: Relabel,
) -> None:
    session = relabelled(1)
    _, action = ahead(session.game, session.view("blue"), session.options(), "activate b3 16")
    assert session.game.say(action) == "move 16"
    session.play("activate b3")
    said = [session.game.say(option) for option in session.options()]
    assert said[15] == "move 55" and "move 16" in said
    assert line(session, "16")[0] == "move 55"
    assert line(session, "move 16")[0] == "move 16"


def test_sides_become_seats() -> None:
    known, valued = {"--seed", "--json"}, {"--seed"}
    for typed, meant in [
        (["--axis", "greedy"], ["--seat", "\0axis=greedy"]),
        (["--axis=greedy", "x"], ["--seat", "\0axis=greedy", "x"]),
        (["--json", "--axis"], ["--json", "--seat", "\0axis="]),
        (["--seed", "--axis", "x"], ["--seed", "--axis", "x"]),
        (["--", "--axis", "x"], ["--", "--axis", "x"]),
        (["-n", "3"], ["-n", "3"]),
    ]:
        assert _as_seats(typed, known, valued) == meant
