"""Games at a terminal, typed by a script: choices, questions, secrets, real dice, leaving and going on."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from grognard import Session, load
from grognard.cli.dicecup import faces_typed
from grognard.cli.guard import Exit
from grognard.dice import D6
from grognard.errors import NotationError
from grognard.play import Action
from grognard.record import Record
from grognard_memoir44.position import MemoirPosition

from .conftest import Ran, Run

PLAY = ("play", "memoir44", "--seed", "5", "--maps", "never")


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def acts(file: Path) -> list[str]:
    return [act.do for act in Record.load(file).actions]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def against_greedy(run: Run, file: Path) -> object:
    """Play typed lines as the Allies against the greedy bot, to a record."""

    def playing(*typed: str, more: tuple[str, ...] = ()) -> Ran:
        return run(*PLAY, "--axis", "greedy", "--record", str(file), *more, typed=lines(*typed))

    return playing


class TestChoosing:
    """What a typed line does."""

    @pytest.mark.parametrize(
        "typed", ["3", "3.", "play direct_from_hq", "PLAY Direct_From_HQ", "direct_from_hq"]
    )
    def test_one_choice_can_be_typed_in_many_ways(self, run: Run, file: Path, typed: str) -> None:
        run(*PLAY, "--record", str(file), typed=lines(typed, "quit"))
        assert acts(file) == ["play direct_from_hq"]

    def test_several_choices_in_any_order_on_one_line(self, run: Run, file: Path) -> None:
        told = run(*PLAY, "--record", str(file), typed=lines("3", "order f4 g4 F5 G3", "quit"))
        assert "does not fit" not in told.out
        ordered = told.out.count("is ordered")
        assert ordered == 4
        assert acts(file)[1:3] == ["order G3", "order g4"]

    def test_two_stages_on_one_line(self, run: Run, file: Path) -> None:
        run(*PLAY, "--record", str(file), typed=lines("3", "2 7 8 9", "move g3 f2", "quit"))
        assert acts(file)[-2:] == ["move G3", "to f2"]

    def test_several_actions_on_one_line(self, run: Run, file: Path) -> None:
        run(
            *PLAY, "--record", str(file), typed=lines("3; 2 7 8 9; move g3 f2; move g4 h4; end-moves", "quit")
        )
        assert acts(file)[-5:] == ["move G3", "to f2", "move g4", "to h4", "end-moves"]

    def test_a_line_that_goes_wrong_later_plays_nothing(self, run: Run, file: Path) -> None:
        told = run(*PLAY, "--record", str(file), typed=lines("3; 2 7 8 9; move g3 a9", "quit"))
        assert acts(file) == []
        assert "a9" in told.out.lower()

    def test_a_stage_the_rules_choose_themselves_may_be_named(self, run: Run, file: Path) -> None:
        start = ("3", "2 7 8 9", "end-moves")
        battles = ("battle f5 g6", "battle f5 church", "battle f5 g5")
        told = run(*PLAY, "--record", str(file), typed=lines(*start, *battles, "quit"))
        assert "no enemy in g6 [M44-base-battle.1]" in told.out
        assert "'attack G5' is the only one" in told.out
        assert acts(file)[-1] != "end-moves"
        assert "does not fit" not in told.out

    @pytest.mark.parametrize(
        "typed", ["1; 2", "1；2", "target A9; 3; 3; 3", "1; play attack_center", "1; ; "]
    )
    def test_a_line_ends_with_the_turn(self, run: Run, file: Path, typed: str) -> None:
        game = ("play", "memoir44", "pegasus-bridge", "--seed", "1", "--maps", "never", "--record", str(file))
        told = run(*game, typed=lines("play barrage", typed, "quit")).out
        assert [act.do for act in Record.load(file).actions if act.side == "allies"][:2] == [
            "play barrage",
            "target A9",
        ]
        assert Session.load(file).to_act == "allies"
        assert str(acts(file)).count("'play ") == 2, "one card of each side"
        rest = typed.replace("；", ";").partition(";")[2].strip(" ;")
        assert (f"{rest!r} does not fit here: a new turn has begun" in told) == bool(rest)

    def test_numbers_go_no_further_than_dice_and_names_do(self, run: Run, file: Path) -> None:
        game = (*PLAY, "--axis", "random", "--record")
        for n, rest in enumerate(("2", "battle 2", "2; battle f4")):
            typed = lines("3", "2 7 8 9", f"end-moves; battle f5; {rest}", "quit")
            told = run(*game, f"{file}{n}", typed=typed).out
            assert f"{rest!r} does not fit here: numbers go no further than dice" in told
            assert acts(Path(f"{file}{n}"))[-2] == "battle F5"
        run(*game, str(file), typed=lines("3", "2 7 8 9", "end-moves; battle f5; battle f4", "quit"))
        assert acts(file)[-2] == "battle f4", "the Axis, who may play Ambush, were asked before it"

    def test_what_the_rules_forbid_is_refused_with_the_rule(self, run: Run, file: Path) -> None:
        told = run(*PLAY, "--record", str(file), typed=lines("play air_power", "quit"))
        assert "[M44-base-turn.2]" in told.out
        assert acts(file) == []

    def test_what_makes_no_sense_gets_a_suggestion(self, run: Run, file: Path) -> None:
        told = run(*PLAY, "--record", str(file), typed=lines("play direct_from_hg", "quit"))
        assert "did you mean 'play direct_from_hq'" in told.out


class TestAsking:
    """Questions that change nothing."""

    def test_why_and_odds(self, run: Run) -> None:
        start = ("3", "2 7 8 9", "end-moves")
        told = run(*PLAY, typed=lines(*start, "why battle f5", "odds battle f5 g5", "why", "odds", "quit"))
        assert "2 dice (battle)" in told.out or "3 dice (battle)" in told.out
        assert "[M44-" in told.out
        assert "assuming AmbushChance" in told.out
        assert "why of what?" in told.out
        assert "for battle" not in told.out

    def test_a_hint_names_a_choice_and_changes_nothing(self, run: Run, file: Path) -> None:
        told = run(*PLAY, "--record", str(file), typed=lines("hint", "hint", "quit")).out
        said = re.findall(r"The greedy bot would choose (\d+)  (\S+ \S+)", told)
        assert len(said) == 2 and said[0] == said[1] and acts(file) == []
        run(*PLAY, "--record", f"{file}2", typed=lines(said[0][0], "quit"))
        assert acts(Path(f"{file}2")) == [said[0][1]]

    def test_the_bot_chooses_until_the_phase_is_over(self, run: Run, file: Path) -> None:
        hint = re.search(
            r"would choose \d+  (.+?)  ", run(*PLAY, "--record", f"{file}1", typed=lines("hint", "quit")).out
        )
        told = run(*PLAY, "--record", str(file), typed=lines("auto", "undo", "quit"))
        assert hint is not None and f"taken back: {hint[1]}" in told.out, "one card played, then taken back"
        run(*PLAY, "--record", f"{file}2", typed=lines("3", "2 7 8 9", "auto", "quit"))
        assert acts(Path(f"{file}2"))[-1] == "end-moves", "who was ordered has moved, nobody has fired"

    def test_the_bot_sets_up_the_rest(self, run: Run, file: Path) -> None:
        people = ("--axis", "human", "--allies", "human", "--solo")
        asl = ("play", "asl_intro", "the_long_slope", *people, "--maps", "never")
        told = run(*asl, "--record", str(file), typed=lines("2", "auto", "undo", "quit")).out
        acted = [act.side for act in Record.load(file).actions]
        assert acted == ["axis"] * 10, "the last one is struck, and the other person sets up by hand"
        assert told.count(" sets up in ") > 5 and "taken back: place" in told
        assert Session.resume(file).to_act == "axis"

    def test_where_the_other_bot_fails_nobody_chooses_for_it(
        self, run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("grognard.bots.RandomBot.choose", lambda *_: 1 / 0)
        game = (*PLAY, "--axis", "random", "--record", str(file))
        told = run(*game, typed=lines("3", "2 7 8 9", "end-moves", "auto", "pass", "pass", "quit"))
        assert acts(file)[-1].startswith("battle "), "the Axis, who may play Ambush, have not answered"
        assert told.code == Exit.BROKEN and "bot 'random' failed" in told.err

    def test_after_choices_of_a_bot_that_fails_the_list_is_new(
        self, run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def failing(_bot: object, _game: object, view: MemoirPosition, options: Sequence[Action]) -> Action:
            return options[0] if len(view.orders) < 2 else options[1 // 0]

        monkeypatch.setattr("grognard.bots.GreedyBot.choose", failing)
        told = run(*PLAY, "--axis", "random", "--record", str(file), typed=lines("3", "auto", "1", "quit"))
        assert "ZeroDivisionError" in told.out and "is no choice" not in told.out
        assert len(acts(file)) == len(set(acts(file))) == 4

    def test_a_word_too_many_is_said(self, run: Run, file: Path) -> None:
        typed = ("3", "undo 3", "auto x", "hint order G3", "status;", "quit")
        told = run(*PLAY, "--record", str(file), typed=lines(*typed)).out
        for word, text in (("undo", "3"), ("auto", "x"), ("hint", "order G3")):
            assert f"no further word belongs behind {word!r}, got {text!r}" in told
        assert told.count("no further word") == 3
        assert acts(file) == ["play direct_from_hq"]

    def test_undo(self, run: Run, file: Path) -> None:
        told = run(*PLAY, "--record", str(file), typed=lines("3", "undo", "1", "quit"))
        assert "taken back: play direct_from_hq" in told.out
        assert acts(file) == ["play attack_left"]

    def test_undo_stops_at_dice(self, run: Run, file: Path) -> None:
        told = run(
            *PLAY,
            "--record",
            str(file),
            typed=lines("3", "2 7 8 9", "end-moves", "battle f5", "undo", "quit"),
        )
        assert "the last decision was another side's (Axis)" in told.out  # who could have played Ambush

    def test_looking_things_up_changes_nothing(self, run: Run, file: Path) -> None:
        asked = ["hand", "log 2", "log x", "help", "?", "list", "list SECTION"]
        asked += ["rule M44-base-los.6", "rule", "rule zzz", "rule sandb suppl", "rule M44-base-los", "show"]
        asked += ["show terrain forest", "los f4 G5", "los f4", "map", "map sections", "map legel", "", "  "]
        told = run(*PLAY, "--record", str(file), typed=lines("3", *asked, "quit")).out
        assert acts(file) == ["play direct_from_hq"]
        for words in (
            "Hand of the Allies",
            "The Allies play Direct from HQ",
            "expected a number",
            "exact chances",
            "Blocks on alternate sides",
            "rule what?",
            "there is no rule 'zzz'",
            "M44-base-components.7  Sandbag supply limit",
            "M44-base-los.2  ",
            "Forest",
            "neighbours always see each other",
            "two hexes",
            "did you mean 'legal'",
            "show what? One of: terrain, units",
        ):
            assert words in told
        assert told.count("┊") > 10  # the dividers of the maps

    @pytest.mark.parametrize(("maps", "drawn"), [("turn", True), ("never", False)])
    def test_a_line_of_sight_is_drawn_with_the_hexes_round_it(self, run: Run, maps: str, drawn: bool) -> None:
        asked = ("play", "asl_intro", "--maps", maps, "--seed", "1")
        told = run(*asked, typed=lines("los G5 M7", "quit")).out.partition("> los")[2]
        assert "K6: wooden building blocks" in told
        assert ("part 1 of" in told, " K6 " in told, " A1 " in told) == (False, drawn, False)

    def test_saving_and_drawing(self, run: Run, tmp_path: Path) -> None:
        saved, drawn = tmp_path / "saved game.jsonl", tmp_path / "x.svg"
        told = run(*PLAY, typed=lines("3", f"save '{saved}'", f"map {drawn}", "save /no/such/place", "quit"))
        assert acts(saved) == ["play direct_from_hq"]
        assert drawn.read_text().startswith("<svg")
        assert "/no/such/place: cannot be written" in told.out

    def test_saving_replaces_records_of_this_game_alone(self, run: Run, tmp_path: Path) -> None:
        notes, other, again = tmp_path / "notes.txt", tmp_path / "other.jsonl", tmp_path / "again.jsonl"
        notes.write_text("mine")
        Session(load("memoir44"), seed=1).save(other)
        before = other.read_bytes()
        typed = (f"save {notes}", f"save {other}", f"save {again}", "3", f"save {again}", "quit")
        told = run(*PLAY, typed=lines(*typed)).out
        assert told.count("exists and is no record of this game") == 2
        assert (notes.read_text(), other.read_bytes()) == ("mine", before)
        assert acts(again) == ["play direct_from_hq"]

    def test_saving_replaces_no_record_of_another_course_of_this_game(self, run: Run, tmp_path: Path) -> None:
        further = tmp_path / "further.jsonl"
        typed = ("3", "order g4", f"save {further}", "undo", f"save {further}", "order G3")
        told = run(*PLAY, typed=lines(*typed, f"save {further}", "quit")).out
        assert told.count("holds another or a longer course of this game") == 2
        assert acts(further) == ["play direct_from_hq", "order g4"]


class TestLeaving:
    """A game that is left can be gone on with."""

    @pytest.mark.parametrize("word", ["q", "Q", "Quit", "EXIT", "exit;", "quit now", "q；"])
    def test_every_word_for_it_leaves(self, run: Run, games: Path, word: str) -> None:
        told = run(*PLAY, typed=lines(word, "3"))
        assert "Go on with" in told.out
        assert acts(next(games.iterdir())) == []

    def test_it_leaves_where_the_keyboard_is_passed(self, run: Run, games: Path) -> None:
        told = run("play", "memoir44", "--allies", "human", "--axis", "human", typed=lines("q;", "", "3"))
        assert "Go on with" in told.out
        assert acts(next(games.iterdir())) == []

    def test_the_end_of_the_input_leaves_a_record(self, run: Run, games: Path) -> None:
        told = run(*PLAY, typed=lines("3"))
        assert told.code == Exit.OK
        (record,) = games.glob("*.jsonl")
        assert f"grognard play --resume {record}" in told.out
        assert acts(record) == ["play direct_from_hq"]

    def test_going_on_where_it_was_left(self, run: Run, file: Path) -> None:
        run(*PLAY, "--record", str(file), typed=lines("3", "2 7 8 9", "quit"))
        told = run("play", "--resume", str(file), "--maps", "never", typed=lines("move g3 f2", "quit"))
        assert "after " in told.out.splitlines()[0]
        assert acts(file)[-2:] == ["move G3", "to f2"]
        assert run("verify", str(file)).code == Exit.OK

    def test_the_luck_goes_on_too(self, run: Run, tmp_path: Path) -> None:
        whole, halves = tmp_path / "whole.jsonl", tmp_path / "halves.jsonl"
        first, second = ("3", "2 7 8 9", "end-moves"), ("battle f5", "battle f4", "quit")
        run(*PLAY, "--record", str(whole), typed=lines(*first, *second))
        run(*PLAY, "--record", str(halves), typed=lines(*first, "quit"))
        run("play", "--resume", str(halves), typed=lines(*second))
        assert acts(whole) == acts(halves)
        rolls = [[act.rolls for act in Record.load(each).actions] for each in (whole, halves)]
        assert rolls[0] == rolls[1]

    def test_the_latest_game_by_a_word(self, run: Run, games: Path) -> None:
        run(*PLAY, typed=lines("3", "quit"))
        told = run("play", "--resume", "last", typed=lines("quit"))
        assert "Going on with sainte-mere-eglise" in told.out

    def test_a_record_that_exists_is_not_overwritten(self, run: Run, file: Path) -> None:
        file.write_text("precious")
        told = run(*PLAY, "--record", str(file))
        assert told.code == Exit.USAGE
        assert file.read_text() == "precious"

    def test_resuming_another_ruleset_is_refused(self, run: Run, file: Path) -> None:
        run(*PLAY, "--record", str(file), typed=lines("quit"))
        assert run("play", "skirmish", "--resume", str(file)).code == Exit.USAGE

    def test_a_place_that_cannot_be_written_does_not_stop_the_game(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        (tmp_path / "file").write_text("")
        for place in (str(tmp_path / "file"), "~nobody-of-that-name/games"):
            monkeypatch.setenv("GROGNARD_GAMES", place)
            told = run(*PLAY, typed=lines("3", "quit"))
            assert told.code == Exit.OK
            assert f"not recorded: {place}" in told.err
        told = run("play", "--resume", "last")
        assert told.code == Exit.USAGE
        assert "~nobody-of-that-name/games: there is no such home directory" in told.err

    def test_the_result_as_json(self, run: Run, file: Path) -> None:
        told = run(*PLAY, "--record", str(file), "--json", typed=lines("3", "quit"))
        document = told.document
        assert document["actions"] == 1
        assert document["record"] == str(file)
        assert document["outcome"] is None
        assert "Direct from HQ" in told.err


def _hear_ctrl_c() -> None:
    """In a new process: a test run in the background has Ctrl-C ignored, and its children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def _running(*typed: str) -> Iterator[subprocess.Popen[str]]:
    """The command line as a process of its own, which does not outlive the test."""
    with subprocess.Popen(
        [sys.executable, "-c", "from grognard.cli import main; main()", *typed],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=_hear_ctrl_c,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _wait_for(happened: Callable[[], bool]) -> None:
    """Give a process a minute until something has happened."""
    deadline = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < deadline, "nothing happened for a minute"
        time.sleep(0.05)


class TestProcesses:
    """Games as processes that are interrupted or killed."""

    @pytest.fixture
    def process(self, file: Path) -> Iterator[subprocess.Popen[str]]:
        """A game that waits for its second line."""
        with _running(*PLAY, "--record", str(file)) as game:
            assert game.stdin is not None
            game.stdin.write("3\n")
            game.stdin.flush()
            _wait_for(lambda: file.exists() and b'"do"' in _last(file))
            yield game

    def test_a_killed_game_loses_nothing_that_was_played(
        self, run: Run, file: Path, process: subprocess.Popen[str]
    ) -> None:
        process.kill()
        process.communicate()
        assert acts(file) == ["play direct_from_hq"]
        told = run("play", "--resume", str(file), "--maps", "never", typed=lines("2 7 8 9", "quit"))
        assert "after 1 actions" in told.out
        assert acts(file)[1] == "order G3"

    def test_ctrl_c_leaves_a_game_that_can_be_resumed(
        self, file: Path, process: subprocess.Popen[str]
    ) -> None:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert process.returncode == Exit.INTERRUPTED
        assert f"grognard play --resume {file}" in out
        assert "Traceback" not in err
        assert Record.load(file).seed == "5"

    def test_ctrl_c_keeps_the_finished_games_of_a_simulation(self, tmp_path: Path) -> None:
        out, aside = tmp_path / "games.jsonl", tmp_path / "games.jsonl.part"
        with _running("simulate", "memoir44", "-n", "100000", "--json", "--out", str(out)) as game:
            _wait_for(lambda: aside.exists() and len(aside.read_bytes().splitlines()) > 2)
            game.send_signal(signal.SIGINT)
            told, err = game.communicate(timeout=60)
        assert game.returncode == Exit.INTERRUPTED
        assert "Traceback" not in err
        document = json.loads(told)
        assert document["interrupted"] is True
        assert 2 <= document["games"] < 100_000
        assert len(out.read_bytes().splitlines()) == document["games"] + 2


def _last(file: Path) -> bytes:
    return file.read_bytes().splitlines()[-1] if file.stat().st_size else b""


class TestSecrets:
    """Two people at one terminal."""

    def test_the_keyboard_is_passed_and_hands_stay_hidden(self, run: Run) -> None:
        two = ("play", "memoir44", "--allies", "human", "--axis", "human", "--seed", "9", "--maps", "never")
        typed = [
            "",
            "1",
            *["end-moves", "end-battles", "1"] * 2,
            "",
            "",
            "hand",
            "log",
            "quit",
        ]
        told = run(*two, typed=lines(*typed)).out
        before, _, after = told.partition("Next to choose: Axis. Pass the keyboard, then press Enter.")
        assert after, told
        assert "Hand of the Axis: 4 cards" in before
        assert "Hand of the Allies: " in before
        for hand in (line for line in after.splitlines() if "Hand of the Allies" in line):
            assert "Hand of the Allies: 5 cards" in hand
        assert "nobody else can see the screen" in after
        heard = after.partition("Axis> ")[0]
        assert "The Axis are dealt 4 cards." in heard
        assert "The Allies play " in heard

    def test_what_one_side_draws_is_not_told_to_the_other(self, run: Run) -> None:
        two = ("play", "memoir44", "--allies", "human", "--axis", "human", "--seed", "9", "--maps", "never")
        typed = ["", *["1"] * 400]
        told = run(*two, typed=lines(*typed)).out
        for part in told.split("nobody else can see the screen")[1:]:
            name = part.split("> ")[0].splitlines()[-1]
            other = {"Allies": "Axis", "Axis": "Allies"}.get(name.strip())
            if other is not None:
                assert f"Hand of the {name.strip()}" in part
                hands = [line for line in part.splitlines() if f"Hand of the {other}:" in line]
                assert all(
                    f"Hand of the {other}: " in h and "card" in h.split(f"Hand of the {other}: ")[1][:8]
                    for h in hands
                )

    def test_one_person_on_both_sides_passes_no_keyboard(self, run: Run) -> None:
        solo = (
            "play",
            "memoir44",
            "--allies",
            "human",
            "--axis",
            "human",
            "--seed",
            "9",
            "--solo",
            "--maps",
            "never",
        )
        told = run(*solo, typed=lines(*["1"] * 60)).out
        assert "Pass the keyboard" not in told
        assert "Axis> " in told
        assert "Allies> " in told

    def test_bots_alone_are_watched(self, run: Run) -> None:
        told = run(
            "play", "memoir44", "--allies", "greedy", "--axis", "greedy", "--seed", "1", "--maps", "never"
        )
        assert told.code == Exit.OK
        assert "Won by" in told.out
        assert "grognard replay" in told.out


class TestRealDice:
    """Dice that people throw."""

    def test_dice_are_asked_for_and_checked(self, run: Run, file: Path) -> None:
        start = ["1", "end-moves", "1"]
        dice = ("play", "memoir44", "pegasus-bridge", "--axis", "random", "--seed", "5", "--dice", "ask")
        typed = [*start, "2x gren", "nonsense", "gr", "quit"]
        told = run(*dice, "--record", str(file), "--maps", "never", typed=lines(*typed)).out
        assert "Throw 1 × battle" in told
        assert "expected 1 face, got 2" in told
        assert "no face of battle is called 'nonsense'" in told
        record = Record.load(file)
        rolls = [roll for act in record.actions for roll in act.rolls if roll.kind == "battle"]
        assert rolls[0].faces == ("grenade",)
        assert run("verify", str(file)).code == Exit.OK

    def test_dice_that_are_in_no_box_say_what_their_faces_mean(self, run: Run) -> None:
        told = run("play", "memoir44", "--dice", "ask", "--seed", "5", typed=lines("1", "quit")).out
        assert "drifts one hex: 1 NE, 2 E, 3 SE, 4 SW, 5 W, 6 NW; 0: it stays" in told

    def test_the_computer_throws_on_request(self, run: Run, file: Path) -> None:
        dice = ("play", "memoir44", "--axis", "random", "--seed", "5", "--dice", "ask", "--record", str(file))
        run(*dice, "--maps", "never", typed=lines(*[""] * 40, "quit"))
        assert Record.load(file).header.dice == "asked"

    def test_the_cup_says_what_to_type_and_can_be_left(self, run: Run) -> None:
        told = run("play", "memoir44", "--dice", "ask", typed=lines("?", "HELP", "Q"))
        assert told.out.count("Type every face") == 2
        assert "before the game began" in told.err

    def test_leaving_during_set_up(self, run: Run) -> None:
        told = run("play", "memoir44", "--dice", "ask", typed=lines("0", "quit"))
        assert told.code == Exit.OK
        assert "before the game began" in told.err

    @pytest.mark.parametrize(
        ("typed", "faces"),
        [("6", (6,)), ("1 2", (1, 2)), ("2x3", (3, 3)), ("2 x 4", None), ("7", None), ("", None)],
    )
    def test_typed_faces(self, typed: str, faces: tuple[int, ...] | None) -> None:
        if faces is None:
            with pytest.raises(NotationError):
                faces_typed(D6, 2, typed)
        else:
            assert faces_typed(D6, len(faces), typed) == faces


def test_options_of_the_ruleset_reach_the_game(run: Run, file: Path) -> None:
    run(*PLAY, "--option", "airdrop=scatter", "--record", str(file), typed=lines("quit"))
    assert Record.load(file).header.options["airdrop"] == "scatter"


def test_names_in_chinese(run: Run) -> None:
    told = run(*PLAY, "--lang", "zh", typed=lines("3", "quit")).out
    assert "盟军> " in told


def test_a_whole_game_typed_by_a_script(run: Run, file: Path) -> None:
    told = run("play", "memoir44", "pegasus-bridge", "--axis", "random", "--seed", "2", "--maps", "turn",
               "--record", str(file), typed=lines(*["1"] * 3000))  # fmt: skip
    assert "You win" in told.out or "You lose" in told.out
    assert Record.load(file).outcome is not None
    assert run("verify", str(file)).code == Exit.OK


# What must not throw anybody out of the game


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("map /nowhere/at/all/x.svg", "/nowhere/at/all/x.svg: cannot be written"),
        ("map ~no-such-user/x.svg", "there is no such home directory"),
        ("map a\x00.svg", "expected the name of a file"),
        ("map x.png", "x.png: expected a name that ends in .svg"),
        ("save /nowhere/at/all/x.jsonl", "cannot be written"),
        ("save /", "expected the name of a file, got '/'"),
        ('save "x', "expected the name of a file"),
        ("save /dev/null", "it is no file"),
        ("log ²", "expected a number, got '²'"),
        ("² ", "'²' is not an action here"),
        ("order A1 " * 20_000, "a line has 1000 characters at most, got"),
    ],
)
def test_a_line_that_makes_no_sense_is_answered_at_the_table(
    run: Run, file: Path, typed: str, said: str
) -> None:
    told = run(*PLAY, "--record", str(file), typed=lines(typed, "status"))
    assert told.code == Exit.OK
    assert said in told.out
    assert "should not have happened" not in told.out
    assert "Go on with" in told.out


def test_a_question_that_fails_leaves_one_at_the_table(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from grognard_memoir44.game import MemoirGame

    monkeypatch.setattr(MemoirGame, "explain", lambda *_: 1 / 0)
    told = run(*PLAY, "--record", str(file), typed=lines("why 1", "1"))
    assert told.code == Exit.OK
    assert "this should not have happened: ZeroDivisionError" in told.out
    assert acts(file)


def test_a_plugin_that_fails_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from grognard_memoir44 import standing

    monkeypatch.setattr(standing, "cards", None)
    told = run(*PLAY, typed=lines("quit"))
    assert told.code == Exit.BROKEN
    said = "the plugin in 'grognard_memoir44' failed: TypeError: 'NoneType' object is not callable"
    assert f"{said} (in grognard_memoir44/" in told.err


def test_a_game_saved_under_another_name_leaves_devices_alone(run: Run, file: Path) -> None:
    run(*PLAY, "--record", str(file), typed=lines("save /dev/full"))
    assert Path("/dev/full").is_char_device()
