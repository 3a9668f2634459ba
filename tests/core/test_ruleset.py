"""Rulesets: typed loading, what errors say, options, digests."""

from __future__ import annotations

import pickle
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from tests.core.toyland import Terrain, written

from grognard import datafile
from grognard.charts import RollTable
from grognard.errors import RulesetError
from grognard.ruleset import Ruleset


class Sides(msgspec.Struct, frozen=True):
    river: int = 0
    cliff: int | Literal["NA"] = 0


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: dict[str, str] = {}
    cost: Fraction = Fraction(1)
    kind: Literal["clear", "rough"] = "clear"
    dice: dict[str, int] = {}
    sides: Sides = Sides()
    roads: tuple[Sides, ...] = ()
    special: tuple[str, ...] = ()
    pair: tuple[int, int] = (0, 0)
    stop: bool = False
    source: str = ""
    sure: str = ""


def rows(tmp_path: Path, text: str) -> dict[str, Row]:
    path = tmp_path / "terrain.toml"
    path.write_text(text, encoding="utf-8")
    found = datafile.read_section(datafile.read(path), "terrain", Row, file=path)
    if found.errors:
        raise found.errors[0]
    return found.good


def complaint(tmp_path: Path, text: str) -> str:
    with pytest.raises(RulesetError) as caught:
        rows(tmp_path, text)
    return str(caught.value).removeprefix(f"{tmp_path.as_posix()}/")


# Rows


def test_rows_may_stand_under_headings_or_in_a_list(tmp_path: Path) -> None:
    under_headings = rows(tmp_path, "[terrain.a]\ncost = 2\n[terrain.b]\n")
    in_a_list = rows(tmp_path, '[[terrain]]\nid = "a"\ncost = 2\n[[terrain]]\nid = "b"\n')
    assert under_headings == in_a_list
    assert list(under_headings) == ["a", "b"]


def test_halves_are_exact(tmp_path: Path) -> None:
    found = rows(tmp_path, '[terrain]\na = { cost = 0.5 }\nb = { cost = "1/3" }\nc = { cost = 0.1 }')
    assert [row.cost for row in found.values()] == [Fraction(1, 2), Fraction(1, 3), Fraction(1, 10)]


def test_like_copies_the_other_row_and_its_own_fields_replace_whole_fields(tmp_path: Path) -> None:
    found = rows(
        tmp_path, '[terrain]\na = { cost = 2, dice = { x = 1, y = 2 } }\nb = { like = "a", dice = { x = 5 } }'
    )
    assert found["b"] == Row("b", cost=Fraction(2), dice={"x": 5})


def test_source_and_sure_of_the_file_hold_for_rows_that_say_nothing(tmp_path: Path) -> None:
    found = rows(
        tmp_path, 'source = "card"\nsure = "reconstructed"\n[terrain]\na = {}\nb = { source = "sheet" }'
    )
    assert [(row.source, row.sure) for row in found.values()] == [
        ("card", "reconstructed"),
        ("sheet", "reconstructed"),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[terrain.a]\ndice = { foot = 'two' }", "terrain 'a': dice.foot must be an integer, got 'two'"),
        ("[terrain.a]\ndice = { x = 1, foot = 1.5 }", "terrain 'a': dice.foot must be an integer, got 1.5"),
        ("[terrain.a]\nstop = 1", "terrain 'a': stop must be true or false, got 1"),
        ("[terrain.a]\nname = 3", "terrain 'a': name must be a table, got 3"),
        ("[terrain.a]\nkind = 'ruff'", "terrain 'a': kind must be 'clear' or 'rough', got 'ruff'"),
        ("[terrain.a]\nspecial = 'x'", "terrain 'a': special must be a list, got 'x'"),
        ("[terrain.a]\nspecial = ['x', 2]", "terrain 'a': special[1] must be a text, got 2"),
        ("[terrain.a]\npair = [1]", "terrain 'a': pair must be a list of length 2, got [1]"),
        ("[terrain.a]\nsides = { river = [] }", "terrain 'a': sides.river must be an integer, got []"),
        (
            "[terrain.a]\nsides = { cliff = 'no' }",
            "terrain 'a': sides.cliff must be 'NA' or an integer, got 'no'",
        ),
        (
            "[terrain.a]\ncost = 'x'",
            "terrain 'a': cost must be a number or a fraction such as '1/2', got 'x'",
        ),
        (
            "[terrain.a]\ncost = true",
            "terrain 'a': cost must be a number or a fraction such as '1/2', got True",
        ),
        ("[terrain.a]\ncots = 1", "terrain 'a': unknown field 'cots' (did you mean 'cost'?)"),
        (
            "[terrain.a]\nsides = { rivver = 1 }",
            "terrain 'a': sides: unknown field 'rivver' (did you mean 'river'?)",
        ),
        (
            "[terrain.a]\nroads = [{}, { rivver = 1 }]",
            "terrain 'a': roads[1]: unknown field 'rivver' (did you mean",
        ),
        (
            "[terrain.a]\nlike = 'b'\n[terrain.bb]",
            "terrain 'a': like must name another row, got 'b' (did you mean 'bb'",
        ),
        ("[terrain.a]\nlike = 'a'", "terrain 'a': like must name a row that is no copy itself, got 'a'"),
        (
            "[terrain.a]\nlike = 'b'\n[terrain.b]\nlike = 'c'\n[terrain.c]",
            "terrain 'a': like must name a row that is no copy itself, got 'b'",
        ),
        ("[terrain]\na = 3", "terrain 'a': must be a table, got 3"),
        ("[[terrain]]\ncost = 3", "terrain number 1: id must be a text, got None"),
        ("[[terrain]]\nid = 'a'\n[[terrain]]\nid = 'a'", "terrain 'a': id is given twice"),
        ("[terrain.a]\nid = 'b'", "terrain 'a': id must be 'a' as in its heading, got 'b'"),
        ("terrain = 3", "terrain: must be tables, got 3"),
        ("[terain.a]", "must hold [terrain.<id>] tables (did you mean 'terain'?)"),
        ("[terrain.a]\ncost = ", "not valid TOML: invalid value (at end of document)"),
        ("x = 1\nx = 2", "not valid TOML: cannot overwrite a value (at "),
    ],
)
def test_errors_say_entry_field_what_was_expected_and_what_came(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, text).startswith(f"terrain.toml: {said}")


def test_a_missing_field_is_named() -> None:
    with pytest.raises(RulesetError, match=r"^t.toml: terrain 'x': field 'cost' is missing$"):
        datafile.convert(
            {"id": "x", "name": {}, "source": ""}, Terrain, file=Path("t.toml"), entry="terrain 'x'"
        )


def test_a_missing_field_inside_a_list_is_placed() -> None:
    class Outer(msgspec.Struct):
        rows: list[Terrain]

    with pytest.raises(RulesetError, match=r"^rows\[0\]: field 'id' is missing$"):
        datafile.convert({"rows": [{}]}, Outer)


def test_integer_keys_are_read_and_wrong_ones_named() -> None:
    assert datafile.convert({"1": "a"}, dict[int, str]) == {1: "a"}
    with pytest.raises(RulesetError, match=r"keys must be an integer, got \['1', 'x'\]"):
        datafile.convert({"1": "a", "x": "b"}, dict[int, str])


@pytest.mark.parametrize(
    "text", ["x = " + "[" * 41 + "]" * 41, "x = " + "[" * 9000, ".".join("x" * 9000) + " = 1"]
)
def test_a_file_that_is_nested_too_deeply_is_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError, match=r"deep\.toml: tables and lists must be nested 40 deep at most"):
        datafile.read(path)


def test_a_file_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b'a = "\xff"')
    with pytest.raises(RulesetError, match=r"x.toml: must be UTF-8, got byte 0xff"):
        datafile.read(tmp_path / "x.toml")


def test_a_missing_file_suggests_a_similar_one(tmp_path: Path) -> None:
    (tmp_path / "terrain.toml").touch()
    with pytest.raises(RulesetError, match=r"no such file \(did you mean 'terrain.toml'\?\)"):
        datafile.read(tmp_path / "terain.toml")


def test_files_below_the_working_directory_are_shown_relative(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert datafile.shown(tmp_path / "a" / "b.toml") == "a/b.toml"
    assert datafile.shown(tmp_path.parent / "c.toml") == (tmp_path.parent / "c.toml").as_posix()


# The ruleset


def test_a_ruleset_says_what_it_is(tmp_path: Path) -> None:
    ruleset = Ruleset(written(tmp_path))
    assert (ruleset.id, ruleset.system, ruleset.version) == ("toyland", "toyland", "1.2")
    assert ruleset.name["zh"] == "玩具国"
    assert ruleset.rules["T-1"].status == "modelled"
    assert repr(ruleset) == f"<Ruleset 'toyland' 1.2 for 'toyland' ({ruleset.digest})>"


def test_a_table_is_typed_row_by_row(tmp_path: Path) -> None:
    terrain = Ruleset(written(tmp_path)).table("terrain.toml", "terrain", Terrain)
    assert terrain["wood"] == Terrain("wood", {"en": "Forest", "zh": "森林"}, 3, "invented", "T-1")


def test_resolved_shows_rows_after_like(tmp_path: Path) -> None:
    assert Ruleset(written(tmp_path)).resolved("terrain.toml", "terrain")["wood"] == {
        "name": {"en": "Forest", "zh": "森林"},
        "cost": 3,
        "cite": "T-1",
        "source": "invented",
    }


def test_a_chart_is_asked_for_the_columns_that_will_be_looked_up(tmp_path: Path) -> None:
    ruleset = Ruleset(written(tmp_path))
    assert ruleset.chart("toll", RollTable, columns=["wheels", "foot"]).look(6, "wheels") == 2
    said = r"tables\.toml: chart 'toll': no column 'whels' \(did you mean 'wheels'\?\)"
    with pytest.raises(RulesetError, match=said):
        ruleset.chart("toll", RollTable, columns=("foot", "whels"))


def test_resolved_shows_charts_after_the_overlay(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[chart.sky.cells]\n5-6 = "snow"')
    ruleset = Ruleset(written(tmp_path / "rules"), overlay=tmp_path / "mine.toml")
    rows = ruleset.resolved("charts/tables.toml", "chart")["sky"]["rows"]
    assert rows["1-4"] == [{"value": "clear", "sure": "", "source": "invented"}]
    assert rows["5-6"][0]["value"] == "snow"


def test_a_directory_without_header_is_no_ruleset(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match=r"no ruleset here: it must hold ruleset\.toml"):
        Ruleset(tmp_path)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "ruleset.toml",
            "[1, 0]",
            "[2, 0]",
            "ruleset 'toyland': written for API 2.0, this Grognard offers 1.0",
        ),
        ("ruleset.toml", 'en = "Toyland", ', "", "ruleset 'toyland': name.en is missing"),
        ("ruleset.toml", "version =", "versoin =", "unknown field 'versoin' (did you mean 'version'?)"),
        (
            "ruleset.toml",
            "default = 4",
            "default = 12",
            "options 'walk': default must be an integer, at least 0",
        ),
        (
            "ruleset.toml",
            'default = "fair"',
            'default = "fine"',
            "options 'weather': default must be 'fair' or 'storm'",
        ),
        (
            "ruleset.toml",
            "at_most",
            "at_moost",
            "options 'walk': unknown field 'at_moost' (did you mean 'at_most'",
        ),
        (
            "rules.toml",
            '"modelled"',
            '"modeled"',
            "rule 'T-1': status must be 'descriptive' or 'modelled' or",
        ),
        ("rules.toml", '"T-2"', '"T-1"', "rule 'T-1': id is given twice"),
    ],
)
def test_a_broken_ruleset_is_refused(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    with pytest.raises(RulesetError) as caught:
        Ruleset(written(tmp_path, (file, old, new)))
    assert str(caught.value).startswith(f"{tmp_path.as_posix()}/{file}: {said}")


# Digest


def test_the_digest_is_the_contents_not_the_place(tmp_path: Path) -> None:
    here = Ruleset(written(tmp_path / "here"))
    shutil.copytree(tmp_path / "here", tmp_path / "there")
    assert Ruleset(tmp_path / "there").digest == here.digest
    assert len(here.digest) == 16


def test_the_digest_changes_with_a_figure_and_with_a_file_name(tmp_path: Path) -> None:
    before = Ruleset(written(tmp_path)).digest
    assert Ruleset(written(tmp_path, ("terrain.toml", "cost = 2", "cost = 1"))).digest != before
    written(tmp_path)
    (tmp_path / "scenarios" / "race.toml").rename(tmp_path / "scenarios" / "run.toml")
    assert Ruleset(tmp_path).digest != before


def test_the_digest_ignores_what_is_not_toml(tmp_path: Path) -> None:
    before = Ruleset(written(tmp_path)).digest
    (tmp_path / "README.md").write_text("other words")
    assert Ruleset(tmp_path).digest == before


# Options


def test_options_fall_back_on_their_defaults(tmp_path: Path) -> None:
    ruleset = Ruleset(written(tmp_path))
    assert dict(ruleset.resolve()) == {"walk": 4, "weather": "fair", "fog": False}
    assert dict(ruleset.resolve({"walk": 0, "fog": True})) == {"walk": 0, "weather": "fair", "fog": True}


def test_options_may_be_given_as_typed_texts(tmp_path: Path) -> None:
    chosen = Ruleset(written(tmp_path)).resolve({"walk": "7", "weather": "storm", "fog": "yes"})
    assert dict(chosen) == {"walk": 7, "weather": "storm", "fog": True}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"wolk": 1}, "ruleset 'toyland': no option 'wolk' (did you mean 'walk'?)"),
        ({"walk": "far"}, "option 'walk': must be an integer, at least 0, at most 9, got 'far'"),
        ({"walk": 10}, "option 'walk': must be an integer, at least 0, at most 9, got 10"),
        ({"walk": True}, "option 'walk': must be an integer, at least 0, at most 9, got True"),
        (
            {"weather": "strom"},
            "option 'weather': must be 'fair' or 'storm', got 'strom' (did you mean 'storm'?)",
        ),
        ({"fog": 1}, "option 'fog': must be true or false, got 1"),
        ({"fog": "perhaps"}, "option 'fog': must be true or false, got 'perhaps'"),
    ],
)
def test_wrong_options_are_refused(tmp_path: Path, given: dict[str, object], said: str) -> None:
    with pytest.raises(RulesetError) as caught:
        Ruleset(written(tmp_path)).resolve(given)
    assert str(caught.value) == said


def test_resolved_options_cannot_be_changed_and_travel_to_workers(tmp_path: Path) -> None:
    chosen = Ruleset(written(tmp_path)).resolve({"walk": 2})
    with pytest.raises(TypeError):
        chosen["walk"] = 3  # type: ignore[index]  # what the test is about
    assert dict(pickle.loads(pickle.dumps(chosen))) == dict(chosen)


def test_a_ruleset_travels_to_workers(tmp_path: Path) -> None:
    ruleset = Ruleset(written(tmp_path))
    assert pickle.loads(pickle.dumps(ruleset)).digest == ruleset.digest
