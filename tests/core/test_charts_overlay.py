"""The file an owner fills in: as written it changes nothing, begun it must be finished, kept it is found."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import pytest
from tests.core.toyland import written

from grognard import charts
from grognard.chart_overlay import overlaid, own_file, own_path, template
from grognard.charts import AnyChart, Cell
from grognard.errors import RulesetError
from grognard.ruleset import Ruleset

HOUSE = """
    sure = "reconstructed"
    source = "invented"

    [chart.crt]
    kind = "odds"
    name = { en = "Combat" }
    cite = ["X-1", "X-2"]
    dice = "1d2"
    columns = ["1:1", "2:1"]
    [chart.crt.rows]
    1 = ["A1", "D1"]
    2 = ["A2", "D2"]

    [chart.sky]
    kind = "roll"
    name = { en = "Sky", zh = "天空" }
    dice = "1d2"
    entries = ["clear", "rain", "hail"]
    rows = { 1 = "clear", ">=2" = { value = "rain", source = "overheard" } }

    [chart.terrain]
    kind = "table"
    name = { en = "Terrain" }
    columns = ["foot", "mech", "dcb"]
    [chart.terrain.rows]
    road = [1, 0.5, { value = "-", sure = "" }]
    wood = [2, "NA", 1]
    "town (old)" = [1, 1, 2]

    [chart.printed]
    kind = "roll"
    name = { en = "Printed" }
    sure = ""
    dice = "1d2"
    rows = { 1-2 = "x" }
"""


def house() -> dict[str, AnyChart]:
    found, errors = charts.read(tomllib.loads(dedent(HOUSE)), file="house.toml")
    assert not errors
    return found


def figures(found: dict[str, AnyChart]) -> dict[str, tuple[tuple[Cell, ...], ...]]:
    return {id_: chart.cells() for id_, chart in found.items()}


def filled(*changes: tuple[str, str]) -> tuple[dict[str, AnyChart], list[RulesetError]]:
    """The charts with the template, after these changes to its text."""
    text = template("toy", house())
    for old, new in changes:
        assert old in text, text
        text = text.replace(old, new, 1)
    return overlaid(house(), tomllib.loads(text), file="mine.toml")


def test_a_template_as_written_changes_no_figure() -> None:
    found, errors = filled()
    assert not errors
    assert figures(found) == figures(house())
    assert {id_: chart.sure for id_, chart in found.items()} == {
        "crt": "reconstructed", "sky": "reconstructed", "terrain": "reconstructed", "printed": "",
    }  # fmt: skip


def test_a_template_asks_for_every_reconstructed_figure_and_no_other() -> None:
    cells = {id_: chart["cells"] for id_, chart in tomllib.loads(template("toy", house()))["chart"].items()}
    assert cells == {
        "crt": {"1": {"1:1": "?", "2:1": "?"}, "2": {"1:1": "?", "2:1": "?"}},
        "sky": {"1": "?", ">=2": "?"},
        "terrain": {
            "road": {"foot": "?", "mech": "?"},
            "wood": {"foot": "?", "mech": "?", "dcb": "?"},
            "town (old)": {"foot": "?", "mech": "?", "dcb": "?"},
        },
    }


def test_a_template_tells_rule_source_and_present_figures() -> None:
    lines = template("toy", house(), "zh").splitlines()
    assert "# Combat  [X-1, X-2]" in lines
    assert "# 天空" in lines
    assert '# Entries: "clear", "rain", "hail"' in lines
    assert lines.count("# invented") == 3
    assert '2 = { "1:1" = "?", "2:1" = "?" }  # "A2", "D2"' in lines
    assert '">=2" = "?"  # "rain" (overheard)' in lines
    assert 'road = { foot = "?", mech = "?" }  # 1, 0.5' in lines


def test_where_nothing_is_reconstructed_the_template_is_still_an_overlay() -> None:
    only = {"printed": house()["printed"]}
    text = template("toy", only)
    assert "nothing to fill in" in text
    found, errors = overlaid(only, tomllib.loads(text), file="mine.toml")
    assert (figures(found), errors) == (figures(only), [])


def test_figures_filled_in_are_sourced() -> None:
    found, errors = filled(
        ('1 = { "1:1" = "?", "2:1" = "?" }', '1 = { "1:1" = "B1", "2:1" = "B2" }'),
        ('2 = { "1:1" = "?", "2:1" = "?" }', '2 = { "1:1" = "B3", "2:1" = "B4" }'),
        ('road = { foot = "?", mech = "?" }', "road = { foot = 1, mech = 1.5 }"),
    )
    assert not errors
    assert found["crt"].sure == ""
    assert found["crt"].cells()[0] == (Cell("B1", "", MINE), Cell("B2", "", MINE))
    assert found["terrain"].cells()[0][1] == Cell(Fraction(3, 2), "", MINE)
    assert found["terrain"].cells()[1] == house()["terrain"].cells()[1]  # a table is filled in row by row


MINE = "printed charts, typed in by their owner"


SKY, ROAD = '">=2" = "?"', 'road = { foot = "?", mech = "?" }'


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '2 = { "1:1" = "?", "2:1" = "?" }', '2 = { "1:1" = "B3", "2:1" = "?" }',
            "'crt': row '1', column '1:1' is missing: it is still '?', while other figures of this chart are",
        ),
        (
            ROAD, 'road = { foot = 1, mech = "?" }',
            "'terrain': row 'road', column 'mech' is missing: it is still '?', while other figures of this",
        ),
        (SKY, '">=2" = "hail"', "'sky': row '1' is missing: it is still '?', while"),
        (SKY, '">=2" = { value = "hail", sure = "x" }', "'sky': row '1' is missing: it is still '?', while"),
        (ROAD, 'road = { feet = "?", mech = "?" }', "'terrain': row 'road': no column 'feet'"),
        (ROAD, 'raod = { foot = "?", mech = "?" }', "'terrain': no row 'raod' (did you mean 'road'?)"),
        (ROAD, 'road = { foot = "?", dcb = 3 }', "'terrain': row 'road', column 'dcb' is sourced"),
        ('1 = "?"  # "clear"\n' + SKY, '1 = "clear"\n">=2" = "hale"', "'sky': row '>=2' must be 'clear'"),
        ("[chart.crt.cells]", "[chart.cart.cells]", "'cart': the ruleset has no such chart"),
        ("[chart.sky.cells]", "[chart.sky]\nrows = { 1-2 = '?' }\n[x]", "'sky': row '1-2' is missing: it is"),
    ],
)  # fmt: skip
def test_a_figure_that_is_missing_or_unknown_is_named(old: str, new: str, said: str) -> None:
    _, errors = filled((old, new))
    assert any(str(error).startswith(f"mine.toml: chart {said}") for error in errors), [*map(str, errors)]


def test_an_entry_taken_out_keeps_its_house_figure() -> None:
    found, errors = filled(
        (', "2:1" = "?" }', " }"), ('"1:1" = "?"', '"1:1" = "B1"'), ('2 = { "1:1" = "?", "2:1" = "?" }', "")
    )
    assert not errors
    assert [cell.value for cells in found["crt"].cells() for cell in cells] == ["B1", "D1", "A2", "D2"]
    assert found["crt"].sure == "reconstructed"


def test_a_ruleset_may_not_leave_a_figure_out() -> None:
    _, errors = charts.read(tomllib.loads(dedent(HOUSE).replace('"NA"', '"?"')), file="house.toml")
    assert [str(error) for error in errors] == [
        "house.toml: chart 'terrain': row 'wood', column 'mech' is missing: it is still '?'"
    ]


def test_the_owners_file_lies_in_the_users_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert own_path("toy") == tmp_path / "grognard" / "charts" / "toy.toml"
    assert own_file("toy") is None
    own_path("toy").parent.mkdir(parents=True)
    own_path("toy").write_text("[chart]\n")
    assert own_file("toy") == own_path("toy")


@pytest.mark.parametrize("named", ["", "not/absolute"])
def test_without_a_named_configuration_it_is_the_usual_one(
    named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", named)
    monkeypatch.setenv("HOME", "/home/someone")
    assert own_path("toy") == Path("/home/someone/.config/grognard/charts/toy.toml")


def test_a_template_of_a_ruleset_loads_with_it(tmp_path: Path) -> None:
    root = written(tmp_path / "rules")
    plain = Ruleset(root)
    (tmp_path / "mine.toml").write_text(template(plain.id, plain.charts), encoding="utf-8")
    loaded = Ruleset(root, overlay=tmp_path / "mine.toml")
    assert figures(dict(loaded.charts)) == figures(dict(plain.charts))
    assert loaded.digest != plain.digest
