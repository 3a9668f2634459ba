"""Every command prints what it promises, as text and as JSON that fits its schema."""

import json
import os
import re
import shlex
import subprocess
import sys
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest

from grognard import Session, load
from grognard.cli.app import app
from grognard.cli.guard import Exit
from grognard.cli.output import DOCUMENTS
from grognard.record import Record

from .conftest import Run
from .schemas import problems, schema_of

AT_START = ("memoir44", "sainte-mere-eglise", "--seed", "3")


def commands() -> list[str]:
    from typer.main import get_command

    return list(get_command(app).commands)  # type: ignore[attr-defined]  # a group


def test_help_lists_every_command_and_the_exit_codes(run: Run) -> None:
    told = run("--help")
    assert told.code == Exit.OK
    for command in commands():
        assert command in told.out
    for code in Exit:
        assert str(code.value) in told.out
    assert run("-h").out == told.out


@pytest.mark.parametrize("command", commands())
def test_every_command_has_help(run: Run, command: str) -> None:
    assert run(command, "--help").code == Exit.OK


def test_nothing_typed_shows_the_help(run: Run) -> None:
    told = run()
    assert told.code == Exit.USAGE
    assert told.out.count("Usage") == 1


def examples() -> list[str]:
    """The lines that help pages show as examples and that need and write no file."""
    from typer.main import get_command

    found = []
    pages = [get_command(app)]
    while pages:
        page = pages.pop()
        pages += getattr(page, "commands", {}).values()
        found += re.findall(r"grognard (.*)", page.epilog or "")
    long = ("play", "simulate", "demo")
    needy = (".json", ".svg", "/", "maps", "check", ">")
    return sorted(line for line in found if line.split()[0] not in long and not any(n in line for n in needy))


@pytest.mark.parametrize("line", examples())
def test_the_examples_in_the_help_can_be_typed(run: Run, line: str) -> None:
    assert run(*shlex.split(line)).code == Exit.OK


def test_version(run: Run) -> None:
    assert run("--version").out.startswith("grognard ")


# What is installed


def test_rulesets(run: Run) -> None:
    assert "memoir44" in run("rulesets").out
    rows = {row["id"]: row for row in run("rulesets", "--json").document["rulesets"]}
    assert rows["memoir44"]["default_scenario"] == "sainte-mere-eglise"


def test_rulesets_in_chinese(run: Run) -> None:
    assert "二战回忆录" in run("rulesets", "--lang", "zh").out


def test_scenarios(run: Run) -> None:
    assert "Pegasus Bridge" in run("scenarios", "memoir44").out
    rows = run("scenarios", "memoir44", "--json").document["scenarios"]
    assert len(rows) == 16
    assert [row["id"] for row in rows if row["default"]] == ["sainte-mere-eglise"]


@pytest.mark.parametrize("topic", ["terrain", "units", "cards", "charts", "options", "rules"])
def test_show_a_topic(run: Run, topic: str) -> None:
    told = run("show", "memoir44", topic)
    assert told.code == Exit.OK
    document = run("show", "memoir44", topic, "--json").document
    assert document["rows"]
    assert str(document["rows"][0]["id"]) in told.out


def test_show_one_row(run: Run) -> None:
    rows = run("show", "memoir44", "terrain", "forest", "--json").document["rows"]
    assert {row["id"] for row in rows} == {"forest"}
    assert "town" not in run("show", "memoir44", "terrain", "forest").out


def test_show_lists_the_topics(run: Run) -> None:
    assert "terrain, units, cards" in run("show", "memoir44").out


def test_show_tells_an_option_that_was_chosen(run: Run) -> None:
    rows = run("show", "memoir44", "options", "airdrop", "--json", "--option", "airdrop=scatter").document[
        "rows"
    ]
    assert rows[0]["now"] == "scatter"


def test_plugins(run: Run) -> None:
    assert "memoir44" in run("plugins").out
    document = run("plugins", "--json").document
    assert {"kind": "bot", "id": "greedy", "summary": "built in"} in document["offers"]


# Maps


def test_map_in_the_terminal(run: Run) -> None:
    told = run("map", "memoir44", "omaha-beach").out
    assert told.startswith("Omaha Beach")
    assert "\x1b" not in told


def test_map_as_svg(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "omaha.svg"
    assert run("map", "memoir44", "omaha-beach", "-o", str(file)).code == Exit.OK
    assert file.read_text().startswith("<svg")


def test_map_as_json_with_an_overlay(run: Run) -> None:
    scene = run("map", "memoir44", "--show", "sections", "--json").document["scene"]
    assert len(scene["hexes"]) == 13 * 5 + 12 * 4
    assert {overlay["key"] for overlay in scene["overlays"]} == {"left", "center", "right"}


@pytest.mark.parametrize("ruleset", ["memoir44", "asl_intro", "ardennes44", "skirmish"])
def test_map_refuses_an_unknown_overlay_and_lists_those_there_are(run: Run, ruleset: str) -> None:
    told = run("map", ruleset, "--show", "legel")
    assert (told.code, told.err) == (
        Exit.USAGE, "grognard: there is no overlay 'legel' (did you mean 'legal'?)\n"
    )  # fmt: skip
    listed = run("map", ruleset, "--show", "list")
    assert listed.code == Exit.OK and f"Overlays of {ruleset}: " in listed.out and "legal" in listed.out


def test_line_of_sight(run: Run) -> None:
    asked = ("los", "memoir44", "sainte-mere-eglise", "f4", "i7")
    assert "[M44-terrain-town.5]" in run(*asked).out
    document = run(*asked, "--json").document
    assert document["clear"] is False
    assert "H5" in document["blocking"]


def test_line_of_sight_as_svg(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "line.svg"
    run("los", "memoir44", "sainte-mere-eglise", "f4", "i7", "-o", str(file))
    assert file.read_text().startswith("<svg")


def test_artillery_needs_no_line_of_sight(run: Run) -> None:
    asked = ("los", "memoir44", "sainte-mere-eglise", "f4", "i7", "--kind", "artillery", "--json")
    assert run(*asked).document["clear"] is True


# Questions


def test_explain_lists_what_could_be_asked(run: Run) -> None:
    assert "play probe_left" in run("explain", *AT_START).out
    choices = run("explain", *AT_START, "--json").document["choices"]
    assert "play probe_left" in [choice["action"] for choice in choices]


def test_explain_lists_how_several_choices_go_in_one_line(run: Run) -> None:
    told = run("explain", "memoir44", "omaha-beach", "--do", "play probe_left").out
    assert "passes over those above it" in told
    assert "up to 2 more, down the list" in told
    assert "passes over" not in run("explain", *AT_START).out


def test_questions_are_about_the_rulesets_own_scenario_unless_another_is_named(run: Run) -> None:
    own = ("memoir44", "sainte-mere-eglise")
    assert run("explain", "memoir44").out == run("explain", *own).out
    assert run("explain", "memoir44", "1").out == run("explain", *own, "1").out
    assert run("los", "memoir44", "f4", "i7").out == run("los", *own, "f4", "i7").out
    assert run("odds", "memoir44", "--json").document["scenario"] == own[1]


def test_explain_a_move_with_its_rules(run: Run) -> None:
    asked = ("explain", *AT_START, "--do", "play attack_right", "move k2 M3")
    assert "[M44-unit-infantry.1]" in run(*asked).out
    document = run(*asked, "--json").document
    assert document["legal"] is True
    assert "M44-unit-infantry.1" in {reason["rule"] for reason in document["reasons"]}


def test_explain_what_is_forbidden(run: Run) -> None:
    asked = ("explain", *AT_START, "play air_power")
    told = run(*asked)
    assert told.code == Exit.WRONG
    assert "not allowed" in told.out
    told = run(*asked, "--json")
    assert told.code == Exit.WRONG
    assert told.document["legal"] is False
    assert told.document["reasons"]


def test_explain_a_hex_out_of_reach(run: Run) -> None:
    told = run("explain", *AT_START, "--do", "play attack_right", "move k2 A9")
    assert told.code == Exit.WRONG
    assert "to A9 is not allowed" in told.out
    assert "A9 is 14 hexes away" in told.out
    assert (
        "'Z9' is not an action here"
        in run("explain", *AT_START, "--do", "play attack_right", "move k2 Z9").err
    )


def battle(run: Run) -> tuple[str, ...]:
    """A place where infantry can attack with dice."""
    return ("memoir44", "sainte-mere-eglise", "--seed", "5", "--do", "3; g4 F5 f4 G3; end-moves")


def test_odds_of_a_battle_sum_to_one(run: Run) -> None:
    asked = ("odds", *battle(run), "battle F5")
    assert "assuming AmbushChance" in run(*asked).out
    document = run(*asked, "--json").document
    assert document["exact"] is True
    assert sum(row["probability"] for row in document["rows"]) == pytest.approx(1)
    assert sum(Fraction(row["exact"]) for row in document["rows"]) == 1


def test_odds_without_dice_say_what_to_name(run: Run) -> None:
    told = run("odds", *AT_START, "play attack_right").out
    assert "play attack_right: nothing is rolled for this choice alone" in told
    assert "for example: …; move k2" in told
    assert "%" not in told
    followed = re.search(r"for example: (.*)", run("odds", *AT_START, "--do", "play attack_right", "k2").out)
    assert followed
    assert run("explain", *AT_START, "--do", "play attack_right", followed[1]).code == Exit.OK


def test_odds_of_a_move_that_is_done_name_no_further_unit_as_its_stage(run: Run) -> None:
    """What comes next is the choice of another unit, which is no stage of this move."""
    told = run("odds", "skirmish", "crossroads", "--do", "hide B2; hide E6", "activate b1").out
    assert "for example: activate b1 A1" in told
    moving = ("memoir44", "sainte-mere-eglise", "--seed", "5", "--do", "3; 2 7 8 9")
    told = run("odds", *moving, "move g3 f2").out
    assert "to f2: nothing is rolled for this choice alone" in told
    assert told.strip().endswith("for example: …; move g4")
    assert run("explain", *moving, "move g3 f2; move g4 h4").code == Exit.OK


def test_odds_in_the_middle_of_an_attack_send_to_its_beginning(run: Run) -> None:
    """The die of the combat is next, and is no die of the choice of guns."""
    combat = ("odds", "ardennes44", "our-clervaux", "--seed", "4", "--do", "done; stay")
    told = run(*combat, "enough", "--do", "attack E2214").out
    assert "enough: nothing is rolled for this choice alone" in told
    assert "ask for the choice that opened that" in told
    assert "before the next choice" not in told
    assert "103 engineers Engaged" in run(*combat, "attack E2214").out


def test_reasons_of_a_choice_and_of_the_roll_it_leads_to(run: Run) -> None:
    """Artillery is named after the attack: first the attack as it stands, then the combat as assumed."""
    asked = ("explain", "ardennes44", "our-clervaux", "--seed", "4", "--do", "done; stay", "attack E2214")
    told = run(*asked).out
    own, _, rolled = told.partition("  then 1 die (1d6) for combat\n")
    assert own.startswith("  attack E2214\n") and "artillery support" not in own
    assert "artillery support of 15 VW" in rolled
    document = run(*asked, "--json").document
    assert (document["roll"], document["dice"], document["why"]) == ("1d6", 1, "combat")
    assert len(document["rolled"]) == len(document["reasons"]) + 2
    opened = run("explain", "skirmish", "crossroads", "--do", "hide B2; hide E6", "activate b1").out
    assert "activate b1 (no dice before Blue chooses)" in opened


def test_odds_with_another_assumption(run: Run) -> None:
    asked = ("odds", *battle(run), "battle F5", "--json")
    usual = run(*asked).document
    uniform = run(*asked, "--assume", "chooseretreat=uniform").document
    assert "ChooseRetreat: as the caller says" in uniform["assumptions"]
    open_ = run(*asked, "--assume", "AmbushChance=open").document
    assert open_["rows"] != usual["rows"]
    assert run(*asked, "--choose", "uniform").document["assumptions"] != usual["assumptions"]


def test_an_assumption_that_is_of_no_use_says_so(run: Run) -> None:
    asked = ("odds", *battle(run), "battle F5")
    note = "ChooseOverrun was not asked on the way: what is assumed about it changes nothing"
    assert run(*asked, "--json", "--assume", "ChooseOverrun=uniform").document["note"] == note
    assert note in " ".join(run(*asked, "--assume", "ChooseOverrun=uniform").out.split())
    assert run(*asked, "--json", "--assume", "ChooseRetreat=uniform").document["note"] == ""
    told = run(*asked, "--assume", "ChooseRetreat=retreat Z99")
    assert told.code == Exit.USAGE
    assert "'retreat Z99' was never one of its choices, such as 'retreat " in told.err


def test_odds_beyond_the_limit_are_sampled_or_refused(run: Run) -> None:
    asked = ("odds", *battle(run), "battle F5", "--limit", "3")
    document = run(*asked, "--samples", "200", "--json").document
    assert document["exact"] is False
    assert document["rows"][0]["low"] is not None
    told = run(*asked, "--samples", "0")
    assert told.code == Exit.USAGE
    assert "no exact odds" in told.err


# Rules


def test_rule_with_its_code_and_tests(run: Run) -> None:
    told = run("rule", "M44-base-los.6").out
    assert "grognard_memoir44.sight:sees" in told
    assert "tests/plugins/memoir44/test_sight.py" in told
    document = run("rule", "m44-BASE-los.6", "--json").document
    assert document["id"] == "M44-base-los.6"
    assert document["tests"]


def test_a_rule_of_the_data_names_its_file(run: Run) -> None:
    assert "terrain.toml (data)" in run("rule", "M44-terrain-forest.1").out


def test_rules_are_found_by_section_or_words_in_all_rulesets_or_one(run: Run) -> None:
    told = run("rule", "A44-9").out
    assert "A44-9.3" in told and "Stop on entering EZOC" in told
    assert "A44-19" not in told and "A44-91" not in told
    assert "Defensive First Fire" in run("rule", "FFMO", "moving", "target").out, "only one is meant"
    found = run("rule", "forest", "--json").document["rules"]
    assert {"M44-terrain-forest.4"} <= {row["id"] for row in found}
    both, one = (
        run(*typed, "--json").document["rules"] for typed in (["rule", "9.3"], ["rule", "asl_intro", "9.3"])
    )
    assert {row["ruleset"] for row in both} > {row["ruleset"] for row in one} == {"asl_intro"}
    told = run("rule", "asl_intro", "dragons")
    assert (told.code, told.err) == (Exit.USAGE, "grognard: asl_intro has no rule 'dragons'\n")


def test_a_walk_that_starts_anew_replaces_no_stranger(run: Run, tmp_path: Path) -> None:
    notes, place = tmp_path / "notes.txt", tmp_path / "place.json"
    notes.write_text("mine")
    anew = ("sequence", "memoir44", "--walk", "--restart", "--progress")
    told = run(*anew, str(notes), typed="q\n")
    assert (told.code, notes.read_text()) == (Exit.USAGE, "mine")
    assert "notes.txt: not a saved walk" in told.err
    for _ in range(2):
        assert run(*anew, str(place), typed="\nq\n").code == Exit.OK


def test_a_sequence_is_cut_to_a_phase_or_a_side_by_name(run: Run) -> None:
    by_id = run("sequence", "asl_intro", "--phase", "RtPh").out
    assert by_id == run("sequence", "asl_intro", "--phase", "rout phase").out
    assert run("sequence", "memoir44", "--side", "Allies").out == run("sequence", "memoir44").out
    told = run("sequence", "asl_intro", "--phase", "fuel")
    assert (told.code, told.err.startswith("grognard: no step has the phase 'fuel'")) == (Exit.USAGE, True)


def test_rows_are_found_by_the_beginning_of_their_id_or_by_words(run: Run) -> None:
    rows = run("show", "asl_intro", "rules", "rout", "--json").document["rows"]
    assert 5 < len(rows) < 200
    assert {row["id"] for row in run("show", "memoir44", "cards", "probe", "--json").document["rows"]} == {
        "probe_left", "probe_center", "probe_right"
    }  # fmt: skip
    told = run("show", "asl_intro", "rules", "dragons")
    assert (told.code, told.err) == (Exit.USAGE, "grognard: rules has no 'dragons'\n")


def test_rules_coverage(run: Run) -> None:
    told = run("rules", "coverage", "memoir44").out
    document = run("rules", "coverage", "memoir44", "--json").document
    assert f"{document['done']} of {document['due']} rules" in told
    assert 0 < document["done"] <= document["due"]
    proved = {row["id"] for row in document["rules"] if row["tests"]}
    assert "M44-base-los.6" in proved


@pytest.mark.parametrize(
    ("form", "begins"), [("text", "Turn"), ("mermaid", "flowchart"), ("dot", "digraph"), ("svg", "<svg")]
)
def test_sequence_of_play(run: Run, form: str, begins: str) -> None:
    assert run("sequence", "memoir44", "--format", form).out.startswith(begins)


def test_sequence_of_play_as_json(run: Run) -> None:
    steps = run("sequence", "memoir44", "--json").document["steps"]
    assert steps[0]["id"] == "start"
    assert steps[-1]["next"] == [{"to": "start", "when": ""}]


# Games, records and checks


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    """A short recorded game that the person left."""
    file = tmp_path / "game.jsonl"
    typed = "3\ng4 F5 f4 G3\nmove g3 f2\nend-moves\nbattle f5\nquit\n"
    told = run("play", "memoir44", "--seed", "5", "--record", str(file), "--maps", "never", typed=typed)
    assert told.code == Exit.OK
    return file


def test_replay_tells_the_game(run: Run, record: Path) -> None:
    told = run("replay", str(record)).out
    assert "The Allies play Direct from HQ" in told
    document = run("replay", str(record), "--json").document
    assert document["actions"] == document["shown"] == len(Record.load(record).actions)


def test_replay_to_an_action(run: Run, record: Path, tmp_path: Path) -> None:
    file = tmp_path / "then.svg"
    document = run("replay", str(record), "--to", "1", "-o", str(file), "--json").document
    assert [step["action"] for step in document["steps"]] == ["play direct_from_hq"]
    assert file.read_text().startswith("<svg")
    assert run("replay", str(record), "--to", "999").code == Exit.USAGE


def test_replay_of_a_game_that_goes_on_keeps_the_bots_secrets(run: Run, record: Path) -> None:
    document = run("replay", str(record), "--json").document
    assert document["viewer"] == "allies"
    status = " ".join(document["status"])
    assert "Hand of the Axis: 3 cards" in status or "Hand of the Axis: 4 cards" in status
    theirs = run("replay", str(record), "--side", "axis", "--json").document
    assert theirs["viewer"] == "axis"
    assert "Hand of the Allies: 4 cards" in " ".join(theirs["status"])


def test_replay_of_two_peoples_game_tells_what_both_know(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "two.jsonl"
    two = ("play", "memoir44", "--allies", "human", "--axis", "human", "--seed", "9", "--record", str(file))
    run(*two, "--maps", "never", typed="\n" + "1\n" * 30)
    document = run("replay", str(file), "--json").document
    assert (document["viewer"], document["status"]) == ("", [])
    drawn = [roll for step in document["steps"] for roll in step["rolls"] if roll["kind"] == "draw"]
    assert drawn
    assert all(roll["faces"] == ["?"] for roll in drawn)
    told = run("replay", str(file))
    assert told.code == Exit.OK
    assert "draw" in told.out


def test_questions_about_a_record(run: Run, record: Path) -> None:
    choices = run("odds", "--record", str(record), "--at", "0", "--json").document["choices"]
    assert "play direct_from_hq" in [choice["action"] for choice in choices]
    document = run("explain", "--record", str(record), "--at", "6", "battle F5", "--json").document
    assert document["roll"] == "battle"
    assert document["dice"] >= 1


@pytest.mark.parametrize("command", ["explain", "odds"])
def test_of_a_finished_game_nothing_can_be_asked(run: Run, tmp_path: Path, command: str) -> None:
    session = Session(load("memoir44"), seed=3, seats={"allies": "random", "axis": "random"})
    session.run()
    session.save(tmp_path / "over.jsonl")
    told = run(command, "--record", str(tmp_path / "over.jsonl"))
    assert "The game is over: there is no choice to ask about" in told.out and "Ask about" not in told.out
    for asked in ("1", "battle G5"):
        told = run(command, "--record", str(tmp_path / "over.jsonl"), asked)
        assert told.code == Exit.USAGE
        assert f"the game is over: {asked!r} cannot be played" in told.err


def test_verify_a_sound_record(run: Run, record: Path) -> None:
    told = run("verify", str(record))
    assert told.code == Exit.OK
    assert "1 record, 0 wrong" in told.out
    assert run("verify", str(record.parent), "--json").document["records"][0]["ok"] is True


def test_verify_an_edited_record(run: Run, record: Path) -> None:
    record.write_text(record.read_text().replace("play direct_from_hq", "play attack_left", 1))
    told = run("verify", str(record), "--json")
    assert told.code == Exit.WRONG
    row = told.document["records"][0]
    assert (row["ok"], row["line"]) == (False, 3)


def test_check_a_sound_ruleset(run: Run) -> None:
    told = run("check", "memoir44")
    assert told.code == Exit.OK
    assert "memoir44: no errors" in told.out
    assert run("check", "memoir44", "--json").document["rulesets"][0]["errors"] == 0


def test_check_a_spoilt_copy(run: Run, tmp_path: Path) -> None:
    import shutil

    from grognard import rulesets

    copy = tmp_path / "mine"
    shutil.copytree(rulesets()["memoir44"].root, copy)
    terrain = copy / "terrain.toml"
    terrain.write_text(terrain.read_text().replace("M44-terrain-forest.1", "M44-terrain-forest.99"))
    told = run("check", str(copy))
    assert told.code == Exit.WRONG
    assert "M44-terrain-forest.99" in told.out
    assert run("check", str(tmp_path), "--json").document["rulesets"][0]["errors"] > 0


def test_simulate(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    asked = ("simulate", "memoir44", "pegasus-bridge", "-n", "3", "--max-turns", "400", "--seed", "7")
    told = run(*asked, "--out", str(file))
    assert told.code == Exit.OK
    assert "95 % interval" in told.out
    head, *games, last = file.read_text().splitlines()
    assert '"simulation"' in head and len(games) == 3 and '"summary"' in last
    document = run(*asked, "--json").document
    assert document["games"] == 3
    assert sum(share["count"] for share in document["wins"].values()) + document["draws"]["count"] + document[
        "unfinished"
    ]["count"] == 3  # fmt: skip


def test_a_simulation_shows_how_far_it_is_where_somebody_looks() -> None:
    ours, theirs = os.openpty()
    typed = ["simulate", "memoir44", "-n", "3", "--max-turns", "5", "--json"]
    code, shown = "from grognard.cli import main; main()", b""
    with subprocess.Popen(
        [sys.executable, "-c", code, *typed], stdout=subprocess.PIPE, stderr=theirs
    ) as process:
        os.close(theirs)
        with suppress(OSError):  # the end of a terminal that nobody holds any more
            while part := os.read(ours, 1024):
                shown += part
        assert process.stdout is not None
        assert json.loads(process.stdout.read())["games"] == 3
    os.close(ours)
    assert b"playing" in shown and b"3/3" in shown


def test_simulate_counts_unfinished_games_apart(run: Run) -> None:
    document = run("simulate", "memoir44", "-n", "2", "--max-turns", "2", "--json").document
    assert document["unfinished"]["count"] == 2
    assert all(share["count"] == 0 for share in document["wins"].values())


def test_two_workers_find_the_same(tmp_path: Path) -> None:
    asked = ["simulate", "memoir44", "-n", "3", "--max-turns", "40", "--json", "--workers"]
    found = [
        subprocess.run(
            [sys.executable, "-c", "from grognard.cli import main; main()", *asked, workers],
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout
        for workers in ("1", "2")
    ]
    assert found[0] == found[1]


def test_simulate_with_seats(run: Run) -> None:
    for given in (["--allies", "fuzz"], ["--allies=fuzz"], ["--seat", "allies=fuzz"]):
        document = run("simulate", "memoir44", "-n", "0", *given, "--json").document
        assert document["seats"] == {"allies": "fuzz", "axis": "random"}


# Comparison and demo


def test_explain_sums_up_both_strengths_of_an_attack(run: Run) -> None:
    asked = ("ardennes44", "our-clervaux", "--do", "done; stay", "attack", "E2119")
    told = run("explain", *asked).out
    lines = [" ".join(line.split()) for line in told.splitlines()]
    assert "4 attack in all" in lines and "8 defence in all" in lines
    assert lines.index("4 attack in all") < next(n for n, line in enumerate(lines) if "28 Inf 112" in line)
    assert all("[A44-" in line for line in lines[1:] if "in all" not in line), "every term has its rule"
    assert "+6 28 Inf 112 defends [A44-14.12] Combat step 2: odds (reconstructed)" in lines
    document = run("explain", *asked, "--json").document
    assert document["total"] == 0, "there is no one sum"
    assert {each["sum"] for each in document["reasons"] if each["value"]} == {"attack", "defence"}


def test_compare_terrain(run: Run) -> None:
    assert "Forest: 1/2 move, must stop" in run("compare", "terrain", "memoir44").out
    rows = run("compare", "terrain", "memoir44", "--json").document["rows"]
    woods = next(row for row in rows if (row["terrain"], row["troop"]) == ("woods", "infantry"))
    assert (woods["share"], woods["must_stop"], woods["shelter"]) == ("1/2", True, "1/3")
    assert woods["driven_back"] == "5/36"


def test_compare_engagements(run: Run) -> None:
    assert "infantry on infantry, open, close" in run("compare", "engagement", "memoir44").out
    rows = run("compare", "engagement", "memoir44", "--json").document["rows"]
    assert rows[0]["fates"]["no effect"] == "1/27"


def test_why_there_is_no_engagement_stands_below_the_table(run: Run) -> None:
    told = run("compare", "engagement", "memoir44", "skirmish").out
    assert "\n† skirmish: nobody lives on these maps (infantry on infantry, town, close; armor" in told
    assert "skirmish †" in told and "memoir44 †" not in told


def test_compare_marks_what_comes_of_reconstructed_figures(run: Run) -> None:
    told = run("compare", "engagement", "memoir44", "ardennes44").out
    assert "ardennes44 *" in told and "memoir44 *" not in told
    assert "* worked out with reconstructed figures" in told
    assert "* worked" not in run("compare", "engagement", "memoir44").out
    rows = run("compare", "engagement", "memoir44", "ardennes44", "--json").document["rows"]
    assert {row["ruleset"] for row in rows if row["unsure"]} == {"ardennes44"}
    shelter = run("compare", "terrain", "ardennes44").out
    assert "river: 1/2 move, shelter 16% (reconstructed)" in shelter
    assert "armor in the open\nis driven back unharmed by 53% of such attacks, and by 19% where" in shelter


def test_demo(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    document = run("demo", "--out", str(folder), "--json").document
    assert {game["ruleset"] for game in document["games"]} >= {"ardennes44", "asl_intro", "memoir44"}
    for game in document["games"]:
        assert len(game["course"]) <= 10
        assert Path(game["map"]).read_text().startswith("<svg")
    assert document["terrain"]
    assert document["odds"]["exact"] is True


def test_demo_in_text(run: Run, tmp_path: Path) -> None:
    told = run("demo", "--out", str(tmp_path))
    assert "Exact odds" in told.out
    assert "Final map: " in told.out
    assert "What terrain does" in told.out


def test_every_document_has_a_schema_that_refuses_strangers() -> None:
    for name in DOCUMENTS:
        assert problems({"document": name, "stranger": 1}, schema_of(name))


def test_json_is_all_there_is_on_standard_output(run: Run) -> None:
    for asked in (("rulesets",), ("scenarios", "memoir44"), ("map", "memoir44")):
        json.loads(run(*asked, "--json").out)
