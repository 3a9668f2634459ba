"""``map make``: what it writes, prints and says, and that ``map RULESET`` is what it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.cli.guard import Exit
from grognard.hexmap import HexMap

from .conftest import Run

LAND = """
id = "land"
name = "The land"
source = "made up for the tests"
labels = { left = 1, top = 1 }
projection = { hex = "0403", lat = 50.0, lon = 6.0, km = 2.6, columns = 7, rows = 5, ground = "clear" }
road_kinds = ["main"]
looks = { road = { main = "highway" } }
place = [
    { name = "Westham", lat = 50.01, lon = 5.937, size = "town" },
    { name = "Eastham", lat = 50.01, lon = 6.063, size = "town" },
]
river = [{ kind = "river", name = "Flow", points = [[50.3, 6.003], [49.7, 5.998]] }]
road = [{ kind = "main", via = ["Westham", "Eastham"] }]
[letters]
"." = "clear"
"""
LONELY = '{ name = "Lonely", lat = 50.03, lon = 6.0, size = "village" },\n]\nriver'


@pytest.fixture
def land(tmp_path: Path) -> Path:
    path = tmp_path / "land.toml"
    path.write_text(LAND, encoding="utf-8")
    return path


@pytest.fixture
def conflict(tmp_path: Path) -> Path:
    path = tmp_path / "conflict.toml"
    path.write_text(LAND.replace("]\nriver", LONELY, 1), encoding="utf-8")
    return path


def test_the_map_is_printed_or_written(run: Run, land: Path, tmp_path: Path) -> None:
    out, svg = tmp_path / "map.toml", tmp_path / "map.svg"
    printed = run("map", "make", str(land))
    assert printed.code == Exit.OK
    written = run("map", "make", str(land), "-o", str(out), "--svg", str(svg))
    assert written.out == "" and f"written to {out}" in written.err.replace("\n", "")
    assert out.read_text(encoding="utf-8") == printed.out
    graph = HexMap.read(out).board(file=out).graph
    assert graph.nodes["0203"]["place"] == "Westham" and len(graph) == 35
    assert svg.read_text(encoding="utf-8").startswith("<svg")


def test_conflicts_are_named_and_strict_makes_them_count(run: Run, conflict: Path) -> None:
    told = run("map", "make", str(conflict))
    assert told.code == Exit.OK and told.err == "roads: no road reaches Lonely (0402)\n"
    assert run("map", "make", str(conflict), "--strict").code == Exit.WRONG


def test_the_report_counts_and_lists(run: Run, land: Path, conflict: Path) -> None:
    assert "nothing is in conflict" in run("map", "make", str(land), "--report", "--strict").out
    told = run("map", "make", str(conflict), "--report")
    assert "conflict: roads: no road reaches Lonely (0402)" in told.out
    assert any(line.split() == ["town", "places", "2"] for line in told.out.splitlines())
    assert "[[place]]" not in told.out


def test_the_report_as_json(run: Run, conflict: Path) -> None:
    document = run("map", "make", str(conflict), "--json").document
    assert document["map"] == "land" and document["figures"]["bridges"] == 1
    assert document["findings"] == [
        {"kind": "roads", "text": "no road reaches Lonely (0402)", "conflict": True}
    ]
    assert document["text"].startswith('id = "land"')


def test_what_is_wrong_with_the_file_is_one_sentence(run: Run, land: Path, tmp_path: Path) -> None:
    land.write_text(LAND.replace('"Eastham"] }', '"Eastam"] }'), encoding="utf-8")
    told = run("map", "make", str(land))
    assert told.code == Exit.USAGE
    assert (
        "land.toml: road 1 (Westham to Eastam): there is no place 'Eastam' (did you mean 'Eastham'"
        in told.err
    )
    assert run("map", "make", str(tmp_path / "none.toml")).code == Exit.USAGE
    land.write_text(LAND, encoding="utf-8")
    told = run("map", "make", str(land), "-o", str(tmp_path))
    assert told.code == Exit.USAGE and "cannot be written" in told.err


def test_a_ruleset_after_map_is_drawn(run: Run) -> None:
    short, long = run("map", "memoir44", "omaha-beach"), run("map", "draw", "memoir44", "omaha-beach")
    assert short.code == long.code == Exit.OK and short.out == long.out
    assert run("map", "--json", "memoir44").document["ruleset"] == "memoir44"
    assert "'memoir44'" in run("map", "memoir4").err, "a mistyped ruleset still gets a suggestion"
    assert {"draw", "make"} <= set(run("map", "--help").out.split())
