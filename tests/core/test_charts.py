"""Charts: columns, rows, shifts and clamps; checks at load; overlays."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from tests.core.toyland import FILES, written

from grognard import chart_overlay, charts
from grognard.charts import AnyChart, Cell, Chart, OddsChart, RollTable, Table
from grognard.errors import RulesetError
from grognard.ruleset import Ruleset

TABLES = FILES["charts/tables.toml"]


def read(text: str) -> dict[str, AnyChart]:
    found, errors = charts.read(tomllib.loads(dedent(text)), file="charts.toml")
    if errors:
        raise errors[0]
    return found


def chart(name: str) -> Any:
    return read(TABLES)[name]


def complaint(*changes: tuple[str, str]) -> str:
    text = TABLES
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(RulesetError) as caught:
        read(text)
    return str(caught.value).partition("charts.toml: ")[2]


# Strength columns


@pytest.mark.parametrize(
    ("strength", "column"), [(1, 0), (2, 1), (3, 1), (4, 2), (99, 2), (Fraction(5, 2), 1)]
)
def test_the_rightmost_column_not_above_the_strength_counts(strength: Fraction | int, column: int) -> None:
    assert chart("fire").column(strength) == column


def test_a_strength_below_the_first_column_is_no_attack() -> None:
    fire = chart("fire")
    assert not fire.covers(Fraction(1, 2))
    with pytest.raises(RulesetError, match=r"chart 'fire': begins at strength 1, got 1/2"):
        fire.column(Fraction(1, 2))


def test_rows_open_at_the_ends_take_every_modified_roll() -> None:
    fire: Chart = chart("fire")
    rolls = (-5, 2, 3, 4, 7, 8, 11, 12, 20)
    assert [fire.look(4, roll) for roll in rolls] == ["3", "3", "3", "2", "2", "1", "1", "-", "-"]


def test_columns_may_be_halves() -> None:
    fire = read(TABLES.replace("columns = [1, 2, 4]", 'columns = [0.5, "3/2", 4]'))["fire"]
    assert isinstance(fire, Chart)
    assert fire.columns == (Fraction(1, 2), Fraction(3, 2), Fraction(4))


# Odds columns


@pytest.mark.parametrize(
    ("attack", "defence", "shift", "column"),
    [
        (2, 2, 0, "1:1"),
        (5, 3, 0, "1:1"),  # 1.67 to 1 is rounded down
        (6, 3, 0, "2:1"),
        (1, 7, 0, "1:2"),  # below the first column: counted in it
        (1, 7, 1, "1:1"),
        (6, 3, 1, "3:1"),
        (6, 3, 7, "3:1"),  # clamped
        (6, 3, -7, "1:2"),
        (5, 1, -2, "3:1"),  # two whole points above the last column stand against two left shifts
        (5, 1, -3, "2:1"),
        (19, 4, -1, "3:1"),  # 4.75 to 1 is one whole point above
        (19, 4, -2, "2:1"),
        (3, 0, 0, "3:1"),
        (Fraction(7, 2), Fraction(7, 4), 0, "2:1"),
    ],
)
def test_odds_are_rounded_down_then_shifted_then_clamped(
    attack: Fraction | int, defence: Fraction | int, shift: int, column: str
) -> None:
    crt: OddsChart = chart("crt")
    assert crt.labels[crt.column(attack, defence, shift=shift)] == column


def test_without_surplus_the_last_column_is_left_by_the_first_shift() -> None:
    crt = read(TABLES.replace("surplus = true", ""))["crt"]
    assert isinstance(crt, OddsChart)
    assert crt.labels[crt.column(9, 1, shift=-1)] == "2:1"


def test_odds_below_the_first_column_can_be_no_attack() -> None:
    crt = read(TABLES.replace("surplus = true", 'below = "none"'))["crt"]
    assert isinstance(crt, OddsChart)
    assert crt.covers(1, 2)
    assert not crt.covers(1, 3)
    with pytest.raises(RulesetError, match=r"chart 'crt': begins at odds 1:2, got 1:3"):
        crt.column(1, 3)


def test_an_odds_entry_is_found_by_odds_roll_and_shift() -> None:
    crt: OddsChart = chart("crt")
    assert crt.look(1, 1, 1) == "A1"
    assert crt.look(1, 1, 6, shift=2) == "D3"


def test_a_roll_without_a_row_is_refused() -> None:
    with pytest.raises(RulesetError, match=r"chart 'crt': no row for a roll of 7: it covers 1 to 6"):
        chart("crt").look(1, 1, 7)


# Roll tables


def test_a_roll_table_gives_one_entry_a_roll() -> None:
    sky: RollTable = chart("sky")
    assert [sky.look(roll) for roll in range(1, 7)] == ["clear"] * 4 + ["rain"] * 2


def test_a_roll_table_may_have_named_columns() -> None:
    toll: RollTable = chart("toll")
    assert (toll.look(5, "foot"), toll.look(6, "wheels")) == (0, 2)
    with pytest.raises(RulesetError, match=r"no column 'wheel' \(did you mean 'wheels'\?\)"):
        toll.look(5, "wheel")
    with pytest.raises(RulesetError, match=r"no column ''"):
        toll.look(5)


def test_a_roll_table_gives_entries_by_the_names_of_columns() -> None:
    toll: RollTable = chart("toll")
    assert (toll.cell("wheels", 6), toll.cell(1, 6).value) == (toll.cell(1, 6), 2)
    assert chart("sky").cell("", 6).value == "rain"


# Tables

TERRAIN = """
    sure = "reconstructed"
    source = "invented"
    [chart.terrain]
    kind = "table"
    name = { en = "Terrain" }
    columns = ["foot", "mech"]
    [chart.terrain.rows]
    road = [1, 0.5]
    town = [1, 1.0]
    forest = [{ value = 2, sure = "", source = "printed" }, "NA"]
"""


def terrain() -> Table:
    found = read(TERRAIN)["terrain"]
    assert isinstance(found, Table)
    return found


def test_a_table_is_looked_up_by_the_names_of_row_and_column() -> None:
    values = [terrain().look(row, column) for row in ("road", "forest") for column in ("foot", "mech")]
    assert values == [1, Fraction(1, 2), 2, "NA"]
    assert "road" in terrain()
    assert "rail" not in terrain()


def test_a_table_knows_halves_exactly_and_whole_numbers_as_integers() -> None:
    assert (terrain().look("road", "mech"), type(terrain().look("town", "mech"))) == (Fraction(1, 2), int)


def test_an_entry_of_a_table_carries_its_mark() -> None:
    assert terrain().cell("road", "mech") == Cell(Fraction(1, 2), "reconstructed", "invented")
    assert terrain().cell("forest", "foot") == Cell(2, "", "printed")
    assert repr(terrain()) == "<Table 'terrain' 3×2, reconstructed>"


def test_a_table_resolved_writes_halves_as_texts_and_has_no_dice() -> None:
    resolved = terrain().resolved()
    assert resolved["rows"]["road"][1]["value"] == "1/2"
    assert "dice" not in resolved


@pytest.mark.parametrize(
    ("row", "column", "said"),
    [
        ("rode", "foot", r"chart 'terrain': no row 'rode' \(did you mean 'road'\?\)"),
        ("road", "feet", r"chart 'terrain': no column 'feet'"),
    ],
)
def test_an_unknown_name_in_a_table_is_refused(row: str, column: str, said: str) -> None:
    with pytest.raises(RulesetError, match=said):
        terrain().look(row, column)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('"foot", "mech"', '"foot", "foot"'), "columns must differ, got ['foot', 'foot']"),
        (('kind = "table"', 'kind = "table"\ndice = "1d6"'), "a table has no dice, got '1d6'"),
        (('columns = ["foot", "mech"]', ""), "row 'road' must have 1 entries, got 2"),
        (('"NA"', "true"), "row 'forest', column 'mech': value must be an integer"),
        (('"NA"', "nan"), "row 'forest', column 'mech': value must be a number, got nan"),
    ],
)
def test_a_broken_table_is_refused(change: tuple[str, str], said: str) -> None:
    with pytest.raises(RulesetError) as caught:
        read(TERRAIN.replace(*change))
    assert str(caught.value).startswith(f"charts.toml: chart 'terrain': {said}")


def test_an_overlay_replaces_entries_of_a_table_but_no_sourced_ones() -> None:
    def over(text: str) -> tuple[dict[str, AnyChart], list[RulesetError]]:
        return chart_overlay.overlaid({"terrain": terrain()}, tomllib.loads(text), file="mine.toml")

    found, errors = over("[chart.terrain.cells]\nroad = { mech = 1.5, foot = 1 }")
    changed = found["terrain"]
    assert not errors
    assert isinstance(changed, Table)
    assert changed.cell("road", "mech") == Cell(Fraction(3, 2), "", "mine.toml")
    assert changed.cell("town", "mech") == Cell(1, "reconstructed", "invented")
    _, errors = over("[chart.terrain.cells]\nforest = { foot = 3 }")
    assert str(errors[0]).startswith(
        "mine.toml: chart 'terrain': row 'forest', column 'foot' is sourced: only"
    )


# Provenance


def test_the_nearest_mark_of_doubt_counts() -> None:
    crt = chart("crt")
    assert crt.cell(0, 1) == Cell("A2", "reconstructed", "invented")
    assert crt.cell(3, 6) == Cell("D3", "confirmed", "invented")
    assert crt.sure == "confirmed, reconstructed"
    assert chart("fire").sure == ""


def test_charts_know_their_rule_and_say_what_they_are() -> None:
    assert chart("fire").cites == ("T-1",)
    assert repr(chart("fire")) == "<Chart 'fire' 4×3 on 2d6>"


# Checks at load


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("[1, 2, 4]", "[1, 4, 2]"), "chart 'fire': columns must ascend, got '2' after '4'"),
        (("[1, 2, 4]", "[1, 2, 'x']"), "chart 'fire': columns must be numbers, got [1, 2, 'x']"),
        (("[1, 2, 4]", "[1, 2]"), "chart 'fire': row '<=3' must have 2 entries, got 3"),
        (("[1, 2, 4]", "[]"), "chart 'fire': row '<=3' must have 1 entries, got 3"),
        (("4-7", "5-7"), "chart 'fire': no row for a roll of 4"),
        (("4-7", "3-7"), "chart 'fire': rows '<=3' and '3-7' overlap"),
        (('"<=3"', "3"), "chart 'fire': no row for a roll of 2"),
        (('">=12"', '">=13"'), "chart 'fire': no row for a roll of 12"),
        (('">=12" =', "# "), "chart 'fire': no row for a roll of 12"),
        (("4-7", "7-4"), "chart 'fire': row label must be a roll such as '4', '2-3'"),
        (("4-7", "few"), "chart 'fire': row label must be a roll such as '4', '2-3'"),
        (('"2d6"', '"2d"'), "chart 'fire': dice must be such as '1d6' or '2d6', got '2d'"),
        (('"2", "2", "3"', '"2", 2.5, "3"'), "chart 'fire': row '<=3', column '2': value must be an"),
        (('"strength"', '"strenght"'), "chart 'fire': kind must be 'odds' or 'roll' or 'strength'"),
        (('kind = "strength"', 'kind = "strength"\nsurplus = true'), "chart 'fire': below and surplus"),
        (('en = "Fire"', 'zh = "x"'), "chart 'fire': name.en is missing"),
        (('"1:1"', '"1"'), "chart 'crt': columns must be odds such as '1:2' or '3:1', got '1'"),
        (('"1:1"', '"1:0"'), "chart 'crt': columns must be odds such as '1:2' or '3:1', got '1:0'"),
        (('"1:1"', '"4:1"'), "chart 'crt': columns must ascend, got '2:1' after '4:1'"),
        (('sure = "confirmed"', 'shure = "c"'), "chart 'crt': row '6', column '3:1': unknown field"),
        (("6 = [1, 2]", "6 = [1]"), "chart 'toll': row '6' must have 2 entries, got 1"),
        (("6 = [1, 2]", "6 = 1"), "chart 'toll': row '6' must have 2 entries, got 1"),
        (('"foot", "wheels"', '"foot", "foot"'), "chart 'toll': columns must differ, got ['foot', 'foot']"),
    ],
)  # fmt: skip
def test_a_broken_chart_is_refused(change: tuple[str, str], said: str) -> None:
    assert complaint(change).startswith(said)


def test_an_odds_chart_without_columns_is_refused() -> None:
    text = '[chart.c]\nkind = "odds"\nname = { en = "C" }\ndice = "1d2"\nrows = { 1-2 = "x" }'
    with pytest.raises(RulesetError, match="chart 'c': must have columns"):
        read(text)


def test_negative_results_can_have_rows() -> None:
    text = (
        '[chart.c]\nkind = "roll"\nname = { en = "C" }\ndice = "1d2"\nrows = { "-3--2" = "a", "-1-2" = "b" }'
    )
    table = read(text)["c"]
    assert isinstance(table, RollTable)
    assert [table.look(roll) for roll in (-3, -2, -1, 0, 2)] == ["a", "a", "b", "b", "b"]


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ("['NA']", ""),
        (
            "['road only', 'NB']",
            "row 'forest', column 'mech' must be 'road only', 'NB' or a number, got 'NA'",
        ),
        (
            "[1, 'NAA']",
            "row 'forest', column 'mech' must be 1, 'NAA' or a number, got 'NA' (did you mean 'NAA'?)",
        ),
    ],
)
def test_texts_of_a_table_may_be_listed(entries: str, said: str) -> None:
    text = TERRAIN.replace('kind = "table"', f'kind = "table"\nentries = {entries}')
    _, errors = charts.read(tomllib.loads(dedent(text)), file="charts.toml")
    assert [str(error) for error in errors] == [f"charts.toml: chart 'terrain': {said}"] * bool(said)


def test_entries_of_a_chart_with_dice_may_be_listed() -> None:
    listed = ("[chart.toll]", "[chart.toll]\nentries = [0, 1]")
    assert complaint(listed).startswith("chart 'toll': row '6', column 'wheels' must be 0, 1, got 2")
    assert read(TABLES.replace("[chart.toll]", "[chart.toll]\nentries = [0, 1, 2]"))["toll"].cells()


# From the ruleset


def test_the_ruleset_gives_charts_by_kind(tmp_path: Path) -> None:
    ruleset = Ruleset(written(tmp_path))
    assert ruleset.chart("crt", OddsChart).look(1, 1, 1) == "A1"
    with pytest.raises(RulesetError, match=r"tables.toml: chart 'crt': must be Chart, got OddsChart"):
        ruleset.chart("crt", Chart)
    with pytest.raises(RulesetError, match=r"charts: no chart 'skye' \(did you mean 'sky'\?\)"):
        ruleset.chart("skye", RollTable)


def test_one_chart_id_in_two_files_is_refused(tmp_path: Path) -> None:
    root = written(tmp_path)
    (root / "charts" / "weather.toml").write_text(TABLES)
    with pytest.raises(RulesetError, match=r"weather\.toml: chart 'fire': id is taken by a chart in"):
        Ruleset(root)


# Overlays


def overlaid(tmp_path: Path, text: str) -> Ruleset:
    (tmp_path / "mine.toml").write_text(dedent(text))
    return Ruleset(written(tmp_path / "rules"), overlay=tmp_path / "mine.toml")


def overlay_complaint(tmp_path: Path, text: str) -> str:
    with pytest.raises(RulesetError) as caught:
        overlaid(tmp_path, text)
    return str(caught.value).removeprefix(f"{tmp_path.as_posix()}/")


def test_an_overlay_replaces_single_reconstructed_entries(tmp_path: Path) -> None:
    crt = overlaid(tmp_path, 'source = "my card"\n[chart.crt.cells]\n1-2 = { "2:1" = "D1" }').chart(
        "crt", OddsChart
    )
    assert crt.cell(2, 1) == Cell("D1", "", "my card")
    assert crt.cell(1, 1) == Cell("A1", "reconstructed", "invented")
    assert crt.cell(3, 6) == Cell("D3", "confirmed", "invented")


def test_an_overlay_entry_without_a_source_names_the_overlay(tmp_path: Path) -> None:
    sky = overlaid(tmp_path, '[chart.sky.cells]\n5-6 = "snow"').chart("sky", RollTable)
    assert sky.cell(0, 6) == Cell("snow", "", (tmp_path / "mine.toml").as_posix())


WHOLE = """
    source = "my card"
    [chart.crt]
    columns = ["1:1", "4:1"]
    rows = { 1-6 = ["X", "D4"] }
"""


def test_an_overlay_replaces_a_whole_reconstructed_chart(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(dedent(WHOLE))
    root = written(tmp_path / "rules", ("charts/tables.toml", ', sure = "confirmed"', ""))
    crt = Ruleset(root, overlay=tmp_path / "mine.toml").chart("crt", OddsChart)
    assert (crt.look(9, 1, 6), crt.sure, crt.source, crt.name["en"]) == ("D4", "", "my card", "Combat")
    assert crt.file.endswith("mine.toml")


def test_an_overlay_changes_the_digest(tmp_path: Path) -> None:
    changed = overlaid(tmp_path, '[chart.sky.cells]\n5-6 = "snow"')
    other = overlaid(tmp_path, '[chart.sky.cells]\n5-6 = "hail"')
    assert len({changed.digest, other.digest, Ruleset(written(tmp_path / "rules")).digest}) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[chart.cart]\nrows = {}", "chart 'cart': the ruleset has no such chart (did you mean 'crt'?)"),
        (WHOLE, "chart 'crt': its figures are sourced: only what is 'reconstructed' can be replaced"),
        ("[chart.fire.cells]\n4-7 = { 2 = '3' }", "chart 'fire': row '4-7', column '2' is sourced: only"),
        ("[chart.crt.cells]\n6 = { '3:1' = 'D9' }", "chart 'crt': row '6', column '3:1' is sourced: only"),
        ("[chart.crt.cells]\n3-4 = { '2:1' = 'X' }", "chart 'crt': no row '3-4' (did you mean '3-5'?)"),
        ("[chart.crt.cells]\n3-5 = { '2:2' = 'X' }", "chart 'crt': row '3-5': no column '2:2' (did you mean"),
        ("[chart.crt.cells]\n3-5 = 'X'", "chart 'crt': row '3-5': must be a table of columns, got 'X'"),
        ("[chart.crt.cells]\n3-5 = { '2:1' = 1.5 }", "chart 'crt': row '3-5', column '2:1': value must"),
        ("[chart.sky.cells]\n1-4 = 'hail'", "chart 'sky': row '1-4' is sourced: only"),
        ("[chart.crt]\nsource = 'x'", "chart 'crt': field 'cells' is missing"),
        ("[chart.crt]\ncels = {}", "chart 'crt': unknown field 'cels' (did you mean 'cells'?)"),
        ("[chrt.crt.cells]", "must hold [chart.<id>] tables (did you mean 'chrt'?)"),
        ("[chart.sky.cells]\n[weather]", "unknown table 'weather'"),
    ],
)  # fmt: skip
def test_a_wrong_overlay_is_refused(tmp_path: Path, text: str, said: str) -> None:
    assert overlay_complaint(tmp_path, text).startswith(f"mine.toml: {said}")


def test_a_whole_chart_in_an_overlay_must_be_complete(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(dedent(WHOLE).replace("1-6 =", "1-5 ="))
    root = written(tmp_path / "rules", ("charts/tables.toml", ', sure = "confirmed"', ""))
    with pytest.raises(RulesetError, match=r"mine.toml: chart 'crt': no row for a roll of 6"):
        Ruleset(root, overlay=tmp_path / "mine.toml")


def test_an_overlay_keeps_the_kind(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(dedent(WHOLE) + 'kind = "roll"\n')
    root = written(tmp_path / "rules", ("charts/tables.toml", ', sure = "confirmed"', ""))
    with pytest.raises(RulesetError, match=r"mine.toml: chart 'crt': kind must stay 'odds', got 'roll'"):
        Ruleset(root, overlay=tmp_path / "mine.toml")
