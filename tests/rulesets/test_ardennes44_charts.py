"""The charts of Ardennes '44: their shape, what is sourced and what is ours, and that they fit together.

The figures in the cells are house figures, so no test holds one of them fast: tests hold what the rules say.
"""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from grognard import charts
from grognard.chart_overlay import template
from grognard.charts import AnyChart, OddsChart, RollTable, Table
from grognard.errors import RulesetError
from grognard.ruleset import Ruleset
from grognard_ardennes44.tables import Tables

ROOT = Path(__file__).parents[1]
FOLDER = ROOT.parent / "rulesets" / "grognard_rulesets" / "ardennes44" / "charts"


def read(path: Path) -> dict[str, AnyChart]:
    found, errors = charts.read(tomllib.loads(path.read_text(encoding="utf-8")), file=path)
    assert not errors
    return found


CHARTS = {id_: chart for path in sorted(FOLDER.glob("*.toml")) for id_, chart in read(path).items()}


def table(id_: str) -> Table:
    found = CHARTS[id_]
    assert isinstance(found, Table)
    return found


def rolled(id_: str) -> RollTable:
    found = CHARTS[id_]
    assert isinstance(found, RollTable)
    return found


def crt() -> OddsChart:
    found = CHARTS["crt"]
    assert isinstance(found, OddsChart)
    return found


def results(id_: str) -> set[object]:
    return {cell.value for cells in CHARTS[id_].cells() for cell in cells}


# What is printed, and what is ours


def test_every_house_chart_is_marked_and_says_so() -> None:
    ours = {id_ for id_, chart in CHARTS.items() if chart.sure}
    assert ours >= {
        "crt", "firefight", "determined_defence", "disengagement", "demolition", "dat", "jabos",
        "surrender", "fuel_5th", "fuel_6th", "von_der_heydte", "tec", "factors", "replacements", "arrivals",
    }  # fmt: skip
    for id_ in ours:
        assert CHARTS[id_].sure == "reconstructed"
        for cell in (cell for cells in CHARTS[id_].cells() for cell in cells if cell.sure):
            assert cell.source.startswith("house figures"), id_


def test_every_chart_has_a_rule_and_two_names() -> None:
    for id_, chart in CHARTS.items():
        assert chart.cites, id_
        assert {"en", "zh"} == chart.name.keys(), id_


def test_the_only_sourced_cost_is_that_of_forest_roads() -> None:
    tec = table("tec")
    figures = {
        (row, column): tec.cell(row, column)
        for row in tec.row_labels
        for column in tec.columns
        if tec.look(row, column) != "-"
    }
    assert {place for place, cell in figures.items() if not cell.sure} == {
        ("forest_road", "mech_mud"), ("forest_road", "mech_frozen"),
    }  # fmt: skip
    assert tec.look("forest_road", "mech_mud") == tec.look("forest_road", "mech_frozen") == 2


# Combat


def test_the_crt_runs_from_1_to_3_to_7_to_1_and_a_low_roll_is_good() -> None:
    chart = crt()
    assert (chart.labels[0], chart.labels[-1], len(chart.labels)) == ("1:3", "7:1", 9)
    order = ["D1*", "DR4", "DR3", "DR2", "FF", "FF+1", "EX", "Eng", "A1/Eng", "A1"]
    assert results("crt") == set(order)
    ranks = [
        [order.index(str(chart.cell(column, roll).value)) for roll in range(1, 7)] for column in range(9)
    ]
    for column in ranks:
        assert all(better <= worse for better, worse in pairwise(column))
    for left, right in pairwise(ranks):
        assert all(better <= worse for better, worse in zip(right, left, strict=True))


def test_odds_above_the_last_column_stand_against_left_shifts() -> None:
    chart = crt()
    assert chart.labels[chart.column(9, 1, shift=-2)] == "7:1"
    assert chart.labels[chart.column(1, 9, shift=1)] == "1:2"


def test_tables_know_the_results_that_the_rules_name() -> None:
    assert {"D1", "A1/D1", "A1/DR2", "Eng+"} <= results("firefight")
    assert results("disengagement") == {"Yes", "Yes+D", "No"}
    assert "Hold D1" in results("determined_defence")
    assert "Blown" in results("demolition")
    assert results("jabos") == {0, 1, 2, 3}


def test_only_allied_guns_can_stop_an_attack() -> None:
    entries = {
        column: {rolled("dat").look(roll, column) for roll in range(1, 7)} for column in ("allied", "german")
    }
    assert entries["allied"] == {"TOT", "2", "1", "0"}
    assert entries["german"] == {"2", "1", "0"}


def test_ground_support_is_half_the_roll_rounded_up() -> None:
    """[A44-15.15]"""
    assert [rolled("ground_support").look(roll) for roll in range(1, 7)] == [1, 1, 2, 2, 3, 3]


def test_the_ouren_bridge_goes_up_on_one_to_four() -> None:
    """[A44-7.15]"""
    assert [rolled("ouren").look(roll) for roll in range(1, 7)] == ["Blown"] * 4 + ["-"] * 2


def test_the_653rd_comes_now_next_turn_or_never() -> None:
    """[A44-27.14]"""
    assert [rolled("jagdpanzer_653").look(roll) for roll in (1, 3, 5)] == ["now", "next", "never"]


def test_infiltration_and_surprise_work_on_one_to_three() -> None:
    """[A44-27.19, A44-27.20]"""
    assert [rolled("infiltration").look(roll) for roll in (3, 4)] == ["ignored", "holds"]
    assert [rolled("surprise").look(roll) for roll in (3, 4)] == [1, 0]


def test_works_have_the_bonuses_that_the_rules_print() -> None:
    """[A44-15.4, A44-15.17, A44-15.19]"""
    dcb = table("dcb")
    values = [dcb.look(row, "dcb") for row in ("west_wall", "improved_position", "improved_position_tank")]
    assert values == [3, 2, 1]


# Supply and schedule


def test_the_fuel_tables_name_german_formations_of_the_schedule() -> None:
    known = set(table("arrivals").row_labels) | {"west_map", "any_5th"}
    for id_ in ("fuel_5th", "fuel_6th"):
        for result in results(id_) - {"-"}:
            assert set(str(result).split("|")) <= known
        assert rolled(id_).row_labels[-1] == ">=7"  # 1 is added in clear weather


def test_points_are_taken_away_only_with_air_drops() -> None:
    values = [rolled("surrender").look(roll) for roll in range(-1, 7)]
    assert values[:2] == [-1, -1]
    assert min(int(value) for value in values[2:]) == 0


def test_every_night_has_its_replacements_never_more_than_two() -> None:
    """[A44-25.4, A44-25.5]"""
    replacements = table("replacements")
    assert replacements.row_labels == tuple(str(turn) for turn in range(2, 31, 2))
    assert results("replacements") <= {0, 1, 2}


def test_formations_arrive_on_a_turn_of_the_game() -> None:
    arrivals = table("arrivals")
    assert len(arrivals.row_labels) == 60
    turns = {row: int(arrivals.look(row, "turn")) for row in arrivals.row_labels}
    assert all(0 <= turn <= 30 for turn in turns.values())
    assert (turns["2_pz"], turns["150_pz_bde"], turns["1_inf"], turns["101_abn"]) == (0, 3, 3, 5)


# Counters

FACTORS = table("factors")


def test_every_formation_of_the_schedule_has_counters() -> None:
    formations = {row.split("-")[0] for row in FACTORS.row_labels if "-" in row}
    assert formations == set(table("arrivals").row_labels)
    assert sum("-" in row for row in FACTORS.row_labels) == 186  # the order of battle, and Mr Solar


def test_units_of_one_number_in_one_formation_are_told_apart() -> None:
    assert "15_pg-115" in FACTORS
    assert FACTORS.look("15_pg-115-bn", "tq") != "-" == FACTORS.look("15_pg-115", "tq")


@pytest.mark.parametrize("row", FACTORS.row_labels)
def test_figures_of_a_counter_fit_together(row: str) -> None:
    values = {column: FACTORS.look(row, column) for column in FACTORS.columns}
    assert values["grade"] in ("green", "veteran", "elite")
    assert isinstance(values["defence"], int)
    assert (values["attack"] == "-") == (values["range"] != "-")  # guns cannot attack [A44-22.20]
    for full, reduced in (("attack", "attack_reduced"), ("defence", "defence_reduced")):
        front, back = values[full], values[reduced]
        assert back == "-" or (
            isinstance(front, int) and isinstance(back, int) and front <= 2 * back <= front + 1
        )
    assert {cell.sure for cell in (FACTORS.cell(row, column) for column in FACTORS.columns)} == {
        "reconstructed"
    }


# The file to fill in


def overlaid(tmp_path: Path, *changes: tuple[str, str]) -> Ruleset:
    """The ruleset with its template, after these changes to the text."""
    text = template("ardennes44", CHARTS)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    return Ruleset(FOLDER.parent, overlay=tmp_path / "mine.toml")


def test_the_template_as_written_changes_nothing(tmp_path: Path) -> None:
    loaded = overlaid(tmp_path).charts
    assert {id_: chart.cells() for id_, chart in loaded.items()} == {
        id_: chart.cells() for id_, chart in CHARTS.items()
    }


def test_a_counter_can_be_filled_in_alone(tmp_path: Path) -> None:
    keys = ("attack", "defence", "attack_reduced", "defence_reduced", "ma", "tq", "range", "grade")
    blank = "2_pz-304 = { " + ", ".join(f'{key} = "?"' for key in keys) + " }"
    filled = blank.replace('range = "?"', 'range = "-"').replace('grade = "?"', 'grade = "elite"')
    factors = overlaid(tmp_path, (blank, filled.replace('"?"', "9"))).chart("factors", Table)
    assert [factors.look("2_pz-304", key) for key in keys] == [9, 9, 9, 9, 9, 9, "-", "elite"]
    assert {factors.cell("2_pz-304", key).sure for key in keys} == {""}
    assert factors.cell("2_pz-2", "attack").sure == "reconstructed"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('">=6" = "?"  # "A1"', '">=6" = "A1"', "chart 'firefight': row '<=1' is missing: it is still '?'"),
        ("[chart.jabos.cells]", "[chart.jabo.cells]", "chart 'jabo': the ruleset has no such chart"),
        ("28_inf-109 = {", "28_inf-108 = {", "chart 'factors': no row '28_inf-108'"),
        ("clear = { foot =", "clear = { feet =", "chart 'tec': row 'clear': no column 'feet'"),
        (
            "forest_road = { foot",
            "forest_road = { mech_mud = 3, foot",
            "chart 'tec': row 'forest_road', column",
        ),
    ],
)
def test_a_wrong_entry_is_named_by_file_and_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(RulesetError) as caught:
        overlaid(tmp_path, (old, new))
    assert f"mine.toml: {said}" in str(caught.value)


def test_a_result_that_the_rules_do_not_know_is_refused(tmp_path: Path) -> None:
    blank = '{ allied = "?", german = "?" }'
    changes = [(f"{row} = {blank}", f"{row} = {blank.replace('?', 'TOTS')}") for row in range(1, 7)]
    with pytest.raises(
        RulesetError, match=r"row '1', column 'allied' must be 'TOT', .*, got 'TOTS' \(did you"
    ):
        overlaid(tmp_path, *changes)


@pytest.mark.parametrize(
    ("row", "values", "said"),
    [
        (
            "2_pz-304",
            {"attack": '"green"'},
            "row '2_pz-304', column 'attack': must be a whole number or '-', got",
        ),
        ("2_pz-304", {"ma": "-3"}, "row '2_pz-304', column 'ma': must be a whole number or '-', got '-3'"),
        (
            "2_pz-304",
            {"grade": "3"},
            "row '2_pz-304', column 'grade': must be green, veteran or elite, got '3'",
        ),
        (
            "forest",
            {"dcb": '"NA"'},
            "chart 'tec', row 'forest', column 'dcb': must be a whole number, got 'NA'",
        ),
        ("1_inf", {"turn": '"late"'}, "chart 'arrivals', row '1_inf', column 'turn': must be a whole number"),
        ("10", {"allied": "0.5"}, "row '10', column 'allied': must be a whole number, got '1/2'"),
    ],
)
def test_a_figure_that_is_none_is_refused_with_its_place(
    tmp_path: Path, row: str, values: dict[str, str], said: str
) -> None:
    """Nothing that is typed in wrongly is taken for 0."""
    lines = [line for line in template("ardennes44", CHARTS).splitlines() if line.startswith(f"{row} = {{")]
    (blank,) = (line.partition("#")[0] for line in lines if all(f"{name} = " in line for name in values))
    filled = blank
    for name, value in {"attack": "5", "grade": '"elite"', **values}.items():
        filled = filled.replace(f'{name} = "?"', f"{name} = {value}")
    with pytest.raises(RulesetError) as caught:
        Tables(overlaid(tmp_path, (blank, filled.replace('"?"', "4"))), {})
    assert caught.value.file.endswith("mine.toml")
    assert said in str(caught.value)


def test_a_fuel_result_that_names_no_division_is_refused(tmp_path: Path) -> None:
    text = (FOLDER / "supply.toml").read_text(encoding="utf-8")
    ruleset = Ruleset(FOLDER.parent)
    spoilt = tomllib.loads(text.replace('"2_pz|pz_lehr"', '"2_pz|pz_leer"'))
    ruleset.charts = {**ruleset.charts, **charts.read(spoilt, file="supply.toml")[0]}
    with pytest.raises(
        RulesetError, match=r"chart 'fuel_5th', row '4': no German formation 'pz_leer' \(did you"
    ):
        Tables(ruleset, {})


# Another game's table


def test_sg01_the_reader_takes_a_table_of_another_shape() -> None:
    """A high roll is good there."""
    other = read(ROOT / "data" / "north_africa_41.toml")["crt"]
    assert isinstance(other, OddsChart)
    odds = {
        (3, 1, 4): "DRX",
        (1, 1, 6): "DRX",
        (7, 1, 1): "D1",
        (1, 3, 5): "EX",
        (2, 1, 2): "EX",
        (5, 1, 3): "A1/D1",
    }
    assert {
        (attack, defence, roll): other.look(attack, defence, roll) for attack, defence, roll in odds
    } == odds
    assert other.sure == ""
