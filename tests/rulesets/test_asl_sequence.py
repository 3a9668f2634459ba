"""The Advanced Sequence of Play: every step, deed and stated jump; the loops; walking it at the table."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from grognard.cli import main
from grognard.errors import ScenarioError
from grognard.registry import Registry
from grognard.ruleset import Ruleset
from grognard.session import Session
from grognard.steps import Deed
from grognard.walking import Walk, walk
from grognard_asl.assistant import SequenceCard
from grognard_rulesets import ROOT

RULESET = Ruleset(ROOT / "asl_full_sequence")
PLAY = RULESET.sequence()
LETTERS = {"A": "attacker", "D": "defender", "B": "both"}


class Expected(NamedTuple):
    """One line of ``asl_sequence.txt`` about a step of the game."""

    letter: str
    part: str
    per: str
    deeds: str
    jumps: dict[str, str]


def _lines() -> list[list[str]]:
    text = Path(__file__).with_name("asl_sequence.txt").read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


PREGAME = {line[0]: line for line in _lines() if line[0].startswith("P.")}
STEPS = {
    line[0]: Expected(line[1], line[2], line[3], line[4], dict(jump.split("=") for jump in line[5:]))
    for line in _lines()
    if not line[0].startswith("P.")
}


def ids(text: str) -> list[str]:
    """Step ids from a line of them."""
    return text.split()


def never(guard: str) -> bool:
    return False


def only(*guards: str) -> Callable[[str], bool]:
    """Yes to these guards, no to all others."""
    return lambda guard: guard in guards


# What is on the card


def test_there_are_52_steps_before_the_game_and_86_in_8_phases_and_26_parts() -> None:
    before = [step.id for step in PLAY.steps if step.phase == "pregame"]
    after = [step.id for step in PLAY.steps if step.phase != "pregame"]
    assert (len(before), len(after), len(PLAY.parts)) == (52, 86, 26)
    assert before == list(PREGAME) and after == list(STEPS)
    assert list(PLAY.phases)[1:] == ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"]
    assert PLAY.first == "P.01"


@pytest.mark.parametrize("step_id", STEPS)
def test_every_step_has_its_actor_its_part_and_its_duties(step_id: str) -> None:
    step, expected = PLAY.step(step_id), STEPS[step_id]
    assert step.side == LETTERS[expected.letter]
    assert step.part == expected.part
    assert ("unit" in PLAY.parts[step.part].per.get("en", "")) == (expected.per == "unit")
    assert ("Location" in PLAY.parts[step.part].per.get("en", "")) == (expected.per == "location")
    assert "".join(map(letter_of, step.actions)) == expected.deeds


def letter_of(deed: Deed) -> str:
    letter = "m" if deed.must else "o"
    return letter.upper() if deed.who else letter


@pytest.mark.parametrize("step_id", STEPS)
def test_every_stated_jump_is_there_and_no_other(step_id: str) -> None:
    stated = {way.to: way.printed for way in PLAY.ways(step_id) if way.printed}
    assert stated == STEPS[step_id].jumps


@pytest.mark.parametrize("step_id", STEPS)
def test_a_jump_is_printed_with_the_letter_of_the_step_it_leads_to(step_id: str) -> None:
    for to, printed in STEPS[step_id].jumps.items():
        if printed[-1].isalpha():
            assert (printed[:-1], LETTERS[printed[-1]]) == (to, PLAY.step(to).side)
        else:  # a part or a phase: its first step, or the part after a loop
            assert to.startswith(printed)


@pytest.mark.rule("ASOP-0.2")
def test_all_other_ways_are_reading_order_or_the_next_player_turn() -> None:
    order = [step.id for step in PLAY.steps]
    for here, after in zip(order, [*order[1:], "1.11"], strict=True):
        for way in PLAY.ways(here):
            if not way.printed:
                assert way.to == after, here
    assert [step.id for step in PLAY.steps for way in step.next if way.ends_turn] == ["8.45"]


def test_the_pregame_marks_designs_of_ones_own_and_what_the_second_side_repeats() -> None:
    for step_id, line in PREGAME.items():
        step = PLAY.step(step_id)
        assert len(step.refs) == int(line[1]), step_id
        assert (step.only == "dyo") == ("dyo" in line), step_id
        assert (step_id in PLAY.step("P.41").repeats) == ("*" in line), step_id
        assert all(name.endswith("*") == ("*" in line) for name in step.name.values()), "starred on the card"
    assert PLAY.step("P.41").repeats == ("P.26", "P.27", "P.28", "P.30", "P.31", "P.32", "P.34", "P.35")


def test_a_game_that_is_no_design_leaves_those_steps_out() -> None:
    def walked(*facts: str) -> list[str]:
        step, seen = PLAY.first, [PLAY.first]
        while (step := PLAY.follow(step, only(*facts))) != "1.11":
            seen.append(step)
        return seen

    assert walked("dyo") == list(PREGAME)
    assert walked() == [step for step, line in PREGAME.items() if "dyo" not in line]


def test_three_steps_interrupt_others() -> None:
    assert {step.id: step.during for step in PLAY.steps if step.during} == {
        "3.35": ("3.31", "3.32"),
        "3.36": ("3.31", "3.32"),
        "7.25": ("7.21", "7.22", "7.23", "7.24"),
    }
    assert [step.id for step in PLAY.interrupts("3.32")] == ["3.35", "3.36"]


def test_a_player_may_stop_exactly_where_something_is_free() -> None:
    for step_id, expected in STEPS.items():
        assert PLAY.step(step_id).may_stop == ("o" in expected.deeds.lower()), step_id


def test_everything_is_said_in_two_languages() -> None:
    texts = [
        text
        for step in PLAY.steps
        for text in (
            step.name,
            step.text,
            *(deed.text for deed in step.actions),
            *(deed.when for deed in step.actions if deed.when),
            *(exemption.text for exemption in step.exceptions),
        )
    ]
    texts += [row.name for row in (*PLAY.phases.values(), *PLAY.parts.values(), *PLAY.actors.values())]
    texts += [question.text for question in PLAY.questions.values()]
    for text in texts:
        assert text["en"].isascii(), text
        assert re.search(r"[\u4e00-\u9fff]", text["zh"]) or text["zh"] in ("PAATC",), text


def test_exceptions_stand_at_their_steps() -> None:
    held = {step.id: len(step.exceptions) for step in PLAY.steps if step.exceptions}
    assert held == {
        "P.20": 2, "P.29": 1, "P.34": 1, "P.48": 1,
        "1.12": 1, "2.14": 1, "3.22": 3, "3.32": 1, "3.53": 1, "4.13": 2, "5.11": 1, "5.13": 1, "5.21": 1,
        "5.22": 4, "6.21": 1, "7.22": 1, "7.23": 1, "8.43": 3,
    }  # fmt: skip
    assert len(PLAY.phases["RPh"].exceptions) == 3


# The loops


def route(start: str, *answers: dict[str, bool], until: str) -> list[str]:
    """The steps from ``start`` to ``until``; each visit of a guard takes the next of its answers."""
    left = {guard: [each[guard] for each in answers if guard in each] for each in answers for guard in each}

    def answer(guard: str) -> bool:
        return left[guard].pop(0) if left.get(guard) else False

    seen = [start]
    while seen[-1] != until:
        seen.append(PLAY.follow(seen[-1], answer))
        assert len(seen) < 200, seen
    return seen


@pytest.mark.rule("ASOP-3")
def test_berserk_units_charge_before_ground_units_move() -> None:
    assert route(
        "3.13",
        {"berserk_must_charge": True},
        {"berserk_must_charge": False, "ground_unit_moves": True},
        until="3.51",
    ) == ids("3.13 3.21 3.31 3.35 3.36 3.41 3.21 3.22 3.32 3.35 3.36 3.41 3.21 3.22 3.51")


def test_a_glider_evades_for_as_long_as_it_is_fired_at_and_lands() -> None:
    assert route(
        "3.22",
        {"glider_or_parachute_aerial": True, "glider_aerial": True, "light_aa_fired": True},
        {"light_aa_fired": True},
        {"light_aa_fired": False},
        until="3.51",
    ) == ids("3.22 3.23 3.37 3.33 3.37 3.33 3.37 3.42 3.23 3.34 3.51")


def test_parachutes_drift_are_fired_at_and_land_together() -> None:
    aerial = {"glider_or_parachute_aerial": True, "parachute_aerial": True}
    assert route("3.22", aerial, until="3.51") == ids("3.22 3.23 3.34 3.38 3.43 3.51")


def test_without_movers_the_phase_goes_to_its_end() -> None:
    assert route("3.11", until="4.11") == ids("3.11 3.12 3.13 3.21 3.22 3.51 3.52 3.53 4.11")


@pytest.mark.rule("ASOP-8")
def test_sequential_close_combat_goes_round_and_locations_come_one_by_one() -> None:
    round_ = ids("8.21 8.22 8.23 8.24")
    start = ids("8.11 8.12 8.13 8.14 8.15 8.16")
    assert route("8.11", {"sequential_cc_left": True}, {"cc_location_left": True}, until="8.41") == [
        *start, *round_, *round_, "8.25", "8.31", *start, *round_, "8.25", "8.31", "8.41",
    ]  # fmt: skip


def test_every_way_is_taken_by_some_answers() -> None:
    for step in PLAY.steps:
        for way in PLAY.ways(step.id):
            assert PLAY.follow(step.id, only("dyo", way.when)) == way.to, step.id


# At the table


def table(
    *typed: str, tour: Walk | None = None, file: Path | None = None, lang: str = "en"
) -> tuple[str, Walk]:
    """What the assistant says to people who type these lines, one after the other."""
    tour = tour or Walk(PLAY, name="asl_full_sequence")
    lines, said = list(typed), []

    def read(prompt: str) -> str:
        said.append(prompt)
        if not lines:
            raise EOFError
        return lines.pop(0)

    walk(tour, read=read, write=said.append, file=file, lang=lang)
    return "\n".join(said), tour


def test_the_walk_asks_what_decides_the_way_and_nothing_else() -> None:
    said, tour = table("g 3.13", "", "", "y", "", "", "", "", "", "n", "y")
    assert [place.step for place in tour.trail][1:] == ids("3.13 3.21 3.31 3.35 3.36 3.41 3.21 3.22")
    assert said.count("Is a unit or stack now berserk and bound to charge? [y/n]") == 2


def test_the_walk_shows_what_interrupts_a_step() -> None:
    said, _ = table("g 3.32")
    after = said[said.index("3.32  Move") :]
    assert "meanwhile:" in after
    assert after.index("3.35  Residual") < after.index("3.36  Defensive First Fire")
    assert "may: Final Protective Fire [A8.31]" in after


def test_the_second_side_goes_through_the_starred_steps_again() -> None:
    said, tour = table("g P.41", *[""] * 9)
    assert [place.step for place in tour.trail][2:] == [*PLAY.step("P.41").repeats, "P.42"]
    assert said.count("(once more, for step P.41)") == 8


def test_whether_it_is_a_design_of_ones_own_is_asked_once() -> None:
    said, tour = table(*["", "", "", "n", "", "", "", ""])
    assert said.count("Is this a game of your own design (DYO)?") == 1
    assert [place.step for place in tour.trail] == ids("P.01 P.02 P.03 P.05 P.14 P.15 P.16 P.18")


def test_player_turns_are_counted() -> None:
    said, tour = table("g 8.45", "")
    assert (tour.step.id, tour.turn) == ("1.11", 2)
    assert "turn 2 · 1. Rally Phase · 1.1 Start of the RPh" in said


def test_progress_is_saved_and_taken_up_again(tmp_path: Path) -> None:
    file = tmp_path / "evening" / "walk.json"
    _, tour = table("", "", "q", file=file)
    assert json.loads(file.read_text())["sequence"] == "asl_full_sequence"
    again = Walk.load(PLAY, file, name="asl_full_sequence")
    assert again.trail == tour.trail
    said, again = table("b", tour=again, file=file)
    assert again.step.id == "P.02" and f"Saved in {file}" in said


def test_the_assistant_speaks_chinese() -> None:
    said, _ = table("g 3.21", "", "是", "q", lang="zh")
    assert "现在是否有必须冲锋的狂暴单位或堆叠？ [y = 是 / n = 否]" in said
    assert "回合 1 · 3. 移动阶段 · 3.3 单位自己的移动阶段：进行" in said


# On the command line


class Done(NamedTuple):
    """What a command left behind."""

    code: object
    out: str
    err: str


Command = Callable[..., Done]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command; ``typed`` is what people type into it."""

    def run(*arguments: str, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["grognard", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as stop:
            main()
        return Done(stop.value.code, *capsys.readouterr())

    return run


def test_the_card_of_a_phase_for_one_side(command: Command) -> None:
    card = command("sequence", "asl_full_sequence", "--phase", "MPh", "--actor", "defender").out
    shown = re.findall(r"^ (\d\.\d\d) ", card, flags=re.MULTILINE)
    assert shown == ids("3.12 3.35 3.36 3.37 3.38 3.41 3.53")  # 3.41: First Fire at searchers
    assert "Did Light AA fire at the Glider? → 3.33" in card


@pytest.mark.parametrize(
    ("form", "beginning"), [("mermaid", "flowchart TD"), ("dot", "digraph"), ("svg", "<svg")]
)
def test_the_pictures(form: str, beginning: str, command: Command) -> None:
    done = command("sequence", "asl_full_sequence", "--format", form, "--lang", "zh", "--phase", "CCPh")
    assert done.code == 0 and done.out.startswith(beginning) and "伏击" in done.out


def test_walking_on_the_command_line_goes_on_where_it_was_left(tmp_path: Path, command: Command) -> None:
    where = ("sequence", "asl_full_sequence", "--walk", "--progress", str(tmp_path / "walk.json"))
    assert "P.02  Choose sides" in command(*where, typed="\n").out
    assert "P.03  Set out boards" in command(*where, typed="\nq\n").out
    assert "P.03  Set out boards" not in command(*where, "--restart", typed="q\n").out


def test_playing_the_card_is_refused_in_one_sentence(command: Command) -> None:
    done = command("play", "asl_full_sequence")
    assert done.code == 2 and done.out == ""
    assert done.err == (
        "grognard: ruleset 'asl_full_sequence' is a sequence of play, not a game: 'grognard sequence "
        "asl_full_sequence' prints it, with --walk it goes through it step by step\n"
    )


def test_the_card_loads_as_a_ruleset_without_scenarios_and_is_sound(command: Command) -> None:
    registry = Registry.discover()
    game = registry.load("asl_full_sequence")
    assert isinstance(game, SequenceCard) and game.scenarios() == ()
    with pytest.raises(ScenarioError, match="is a sequence of play, not a game"):
        Session(game)
    done = command("check", "asl_full_sequence")
    assert done.out == "asl_full_sequence: no errors, no warnings\n"
