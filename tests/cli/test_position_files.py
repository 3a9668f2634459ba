"""Positions in files: written, edited as somebody would, asked about and played on from."""

import json
from pathlib import Path
from typing import Any

import pytest

from grognard.cli.guard import Exit

from .conftest import Run

STARTS = {
    "memoir44": ("sainte-mere-eglise", "play attack_center; G3 g4 h2"),
    "ardennes44": ("our-clervaux", ""),
    "asl_intro": ("stone_by_stone", "issue mg1 r1"),
}


@pytest.fixture
def written(run: Run, tmp_path: Path) -> Any:
    """Writes a position of a ruleset, lets a function edit it, and says where it lies."""

    def write(ruleset: str, edit: Any = None, do: str | None = None) -> Path:
        scenario, played = STARTS[ruleset]
        file = tmp_path / f"{ruleset}.json"
        line = played if do is None else do
        told = run("position", ruleset, scenario, *(("--do", line) if line else ()), "-o", str(file))
        assert told.code == Exit.OK, told.err
        if edit is not None:
            document = json.loads(file.read_text(encoding="utf-8"))
            edit(document)
            file.write_text(json.dumps(document), encoding="utf-8")
        return file

    return write


@pytest.mark.parametrize("ruleset", STARTS)
def test_a_position_comes_back_as_it_was_written(run: Run, written: Any, ruleset: str) -> None:
    file = written(ruleset)
    again = run("position", "--position", str(file))
    assert again.out == file.read_text(encoding="utf-8")
    scenario, played = STARTS[ruleset]
    asked = ("--do", played) if played else ()
    assert run("explain", "-p", str(file)).out == run("explain", ruleset, scenario, *asked).out


def test_a_line_holds_a_unit(written: Any) -> None:
    lines = written("memoir44").read_text(encoding="utf-8").splitlines()
    (unit,) = [line for line in lines if line.strip().startswith('"allies2": {"side"')]
    assert json.loads(unit.strip().rstrip(",").partition(":")[2])["hex"] == "G3"


def test_a_unit_that_was_moved_by_hand_is_where_it_was_put(run: Run, written: Any) -> None:
    def edit(document: Any) -> None:
        document["position"]["units"]["allies2"]["hex"] = "f4"

    there = run("explain", "-p", str(written("memoir44", edit)), "move f4 E4")
    assert there.code == Exit.OK, there.out
    assert run("explain", "-p", str(written("memoir44")), "move f4 E4").code == Exit.WRONG


def test_odds_hang_on_the_figures_in_the_file(run: Run, written: Any) -> None:
    do = "play attack_center; G3 g4 h2; end-moves"

    def lone(document: Any) -> None:
        for unit in document["position"]["units"].values():
            if unit["hex"] == "G5":
                unit["figures"] = 1

    whole = run("odds", "-p", str(written("memoir44", do=do)), "battle g4 G5", "--json").document
    weak = run("odds", "-p", str(written("memoir44", lone, do=do)), "battle g4 G5", "--json").document
    assert whole["rows"] != weak["rows"]


def test_a_squad_broken_by_hand_has_a_rout_to_explain(run: Run, written: Any) -> None:
    def rout_phase(document: Any) -> None:
        position = document["position"]
        position["agenda"] = [
            {"type": "Turn", "step": "6.1", "done": True},
            {"type": "Routs", "side": "axis"},
            {"type": "ChooseRout", "side": "axis"},
        ]
        position["phase"] = "RtPh"
        position["waiting"] = {}
        for id_ in [id_ for id_ in position["units"] if id_ not in ("g1", "r1")]:
            del position["units"][id_]
        position["weapons"] = {}
        position["units"]["g1"] |= {"hex": "k6", "broken": True, "dm": True}
        position["units"]["r1"] |= {"hex": "N6"}

    told = run("explain", "-p", str(written("asl_intro", rout_phase)), "rout g1")
    assert told.code == Exit.OK, told.out
    assert "ASLI-7.0" in told.out


def test_the_map_of_a_position_shows_what_was_moved(run: Run, written: Any) -> None:
    def edit(document: Any) -> None:
        document["position"]["units"]["allies2"]["hex"] = "f4"

    drawn = []
    for edited in (None, edit):
        scene = run("map", "-p", str(written("memoir44", edited)), "--json").document["scene"]
        drawn += [counter["hex"] for counter in scene["counters"] if counter["id"] == "allies2"]
    assert drawn == ["G3", "f4"]


def test_bots_play_on_from_a_position(run: Run, written: Any) -> None:
    def nearly_won(document: Any) -> None:
        document["position"]["medals"] = {"allies": 3, "axis": 0}

    file = str(written("memoir44", nearly_won))
    told = run("simulate", "--position", file, "-n", "4", "--seed", "2", "--json").document
    assert told["scenario"] == "sainte-mere-eglise"
    assert told["wins"]["allies"]["count"] == 4
    assert told["turn_unit"] == "player turn"


def put(*path: str, value: object) -> Any:
    """An edit: something else at a place."""

    def edit(document: Any) -> None:
        here = document
        for step in path[:-1]:
            here = here[int(step)] if isinstance(here, list) else here[step]
        here[int(path[-1]) if isinstance(here, list) else path[-1]] = value

    return edit


@pytest.mark.parametrize(
    ("ruleset", "edit", "told"),
    [
        ("memoir44", put("rulset", value=1), "unknown field 'rulset' (did you mean 'ruleset'?)"),
        ("memoir44", put("ruleset", value="memoir"), "no ruleset 'memoir'"),
        ("memoir44", put("scenario", value="omaha"), "omaha-beach"),
        ("memoir44", put("position", "units", "allies2", "hexx", value="G3"), "did you mean 'hex'?"),
        ("memoir44", put("position", "units", "allies2", "hex", value="Z3"), "units.allies2: 'Z3'"),
        ("memoir44", put("position", "units", "allies2", "hex", value="g4"), "holds"),
        ("memoir44", put("position", "units", "allies2", "figures", value=9), "figures must be 1 to 4"),
        ("memoir44", put("position", "units", "allies2", "kind", value="infantri"), "'infantry'"),
        ("memoir44", put("position", "hands", "allies", value=["probe_lft"]), "'probe_left'"),
        ("memoir44", put("position", "turn", value="two"), "turn must be an integer"),
        ("memoir44", put("position", "agenda", value=[]), "the game is over"),
        ("memoir44", put("position", "agenda", "0", "type", value="Tern"), "'Turn'"),
        ("memoir44", put("position", "agenda", "0", "type", value=[]), "no frame is called []"),
        ("memoir44", put("position", "agenda", "0", value=7), "no frame is called None"),
        ("memoir44", put("position", "agenda", value=[{"type": "Turn", "step": "order"}]), "a decision"),
        ("memoir44", put("position", "turns", value={}), "turns: must hold allies and axis, got nothing"),
        ("memoir44", put("position", "discards", value={"nocard": 1}), "discards: no card"),
        ("memoir44", put("position", "deck", value={"ambush": -3}), "must be 0 or more"),
        ("memoir44", put("position", "hands", "allies", value=["?"]), "a hidden card must be named"),
        ("memoir44", put("position", "obstacles", value={"Z9": "wire"}), "obstacles: there is no hex"),
        ("memoir44", put("scenario", value="omaha-beach"), "scenario must be the same"),
        ("memoir44", put("position", "turn", value=-5), "turn must be at least 1"),
        ("memoir44", put("position", "outcome", value={"winner": "axis", "why": "x", "cite": ""}), "outcome"),
        ("asl_intro", put("position", "lost", value={}), "lost: must hold allies and axis"),
        ("ardennes44", put("position", "traffic", value={}), "traffic: german1 is missing"),
        ("ardennes44", put("position", "units", "116_pz-16", "hex", value="E9999"), "units.116_pz-16"),
        ("ardennes44", put("position", "units", "116_pz-16", "steps", value=7), "steps must be 1 to"),
        ("ardennes44", put("position", "units", "9", value={"hex": "E1919", "steps": 1}), "no counter"),
        ("ardennes44", put("position", "units", "116_pz-16", "hex", value="E2315"), "both sides"),
        ("asl_intro", put("position", "units", "g1", "kind", value="german_4-6-77"), "no unit is called"),
        ("asl_intro", put("position", "units", "g1", "side", value="germans"), "side must be one of"),
        ("asl_intro", put("position", "units", "g1", "hex", value="zz99"), "units.g1"),
        ("asl_intro", put("position", "weapons", "mg1", "owner", value="r99"), "weapons.mg1"),
        ("asl_intro", put("position", "waiting", value={}), "must have a hex, or a group to wait with"),
        ("asl_intro", put("position", "phase", value="XPh"), "phase: expected one of"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_sentence(
    run: Run, written: Any, ruleset: str, edit: Any, told: str
) -> None:
    file = written(ruleset, edit)
    failed = run("explain", "-p", str(file))
    assert failed.code == Exit.USAGE, failed.err
    assert told in failed.err, failed.err
    assert len(failed.err.strip().splitlines()) <= 2


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"{", "not valid JSON"),
        (b"\xff", "UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[1]", "must be a table"),
        (b'{"ruleset": "memoir44", "ruleset": "asl_intro"}', "'ruleset' stands twice"),
        (b"9" * 5000, "digits"),
        (b'{"ruleset": "memoir44", "scenario": "omaha-beach"}', "position"),
    ],
)
def test_a_file_that_is_no_position_is_refused(run: Run, tmp_path: Path, content: bytes, told: str) -> None:
    file = tmp_path / "no.json"
    file.write_bytes(content)
    failed = run("explain", "-p", str(file))
    assert failed.code == Exit.USAGE
    assert told in failed.err


def test_a_position_brings_its_own_game(run: Run, written: Any) -> None:
    file = str(written("memoir44"))
    assert run("explain", "-p", file, "--do", "pass").code == Exit.USAGE
    assert run("simulate", "memoir44", "-p", file).code == Exit.USAGE
    assert run("simulate").code == Exit.USAGE
    assert run("map", "memoir44", "-p", file).code == Exit.USAGE
    record = Path(file).with_name("game.jsonl")
    record.write_text('{"a": 1}\n{"b": 2}\n', encoding="utf-8")
    assert "ask with --record" in run("explain", "-p", str(record)).err
    assert run("explain", "-p", file + "x").code == Exit.USAGE
