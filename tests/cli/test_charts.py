"""Charts on the command line: what is ours, the file to fill in, and playing with it."""

import json
import shutil
from fractions import Fraction
from pathlib import Path

import grognard_skirmish
import pytest
from rich.console import Console

from grognard.cli import answers
from grognard.cli.charts import complete_chart
from grognard.cli.guard import Exit
from grognard.odds import OddsRow, OddsTable
from grognard.reasons import Reason
from grognard.registry import Registry
from grognard.session import Session

from .conftest import Run


@pytest.fixture
def house(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The ruleset Skirmish, under the name ``house``, with a fire chart that is no better than ours."""
    root = tmp_path / "rulesets" / "house"
    shutil.copytree(Path(grognard_skirmish.__file__).parent / "rulesets" / "skirmish", root)
    for name, old, new in (
        ("ruleset.toml", 'id = "skirmish"', 'id = "house"'),
        ("charts/fire.toml", "source =", 'sure = "reconstructed"\nsource ='),
    ):
        text = (root / name).read_text(encoding="utf-8")
        assert old in text
        (root / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setenv("GROGNARD_RULESETS", str(root.parent))
    return root


@pytest.fixture
def mine(run: Run, house: Path, tmp_path: Path) -> Path:
    """The template, not yet filled in."""
    file = tmp_path / "mine.toml"
    file.write_text(run("charts", "house", "--template").out, encoding="utf-8")
    return file


def fill(file: Path, *, leave: str = "") -> None:
    """Fill in the fire chart, with one row left if that is asked for."""
    text = file.read_text(encoding="utf-8")
    for row, result in (('"<=7"', "miss"), ("8-10", "miss"), ('">=11"', "loss")):
        assert f'{row} = "?"' in text
        text = text.replace(f'{row} = "?"', f'{row} = "{"?" if row == leave else result}"')
    file.write_text(text, encoding="utf-8")


# Lists


def test_charts_are_listed_with_what_is_ours(run: Run, house: Path) -> None:
    told = run("charts", "house")
    assert told.code == Exit.OK
    assert "fire" in told.out and "made up for this example" in told.out
    assert "grognard charts house --template > my_house.toml" in " ".join(told.out.split())
    _, row = run("charts", "house", "--json").document["charts"]
    assert (row["id"], row["figures"], row["reconstructed"], row["rows"]) == ("fire", 3, 3, None)


def test_sourced_charts_ask_for_nothing(run: Run) -> None:
    assert "--template" not in run("charts", "asl_intro").out
    assert "nothing to fill in" in run("charts", "asl_intro", "--template").out
    assert "has no charts" in run("charts", "memoir44").out


def test_one_chart_is_shown_with_its_rule_and_its_mark(run: Run, house: Path) -> None:
    told = run("charts", "house", "fire", "--lang", "zh").out
    assert "射击表 (roll, 2d6)" in told
    assert "[SK-4.3]" in told
    assert "every figure is reconstructed" in told
    (row,) = run("charts", "house", "fire", "--json").document["charts"]
    assert row["rows"]["8-10"] == [
        {"value": "loss", "sure": "reconstructed", "source": "made up for this example"}
    ]


def test_single_figures_are_marked_among_sourced_ones(run: Run, house: Path) -> None:
    file = house / "charts" / "fire.toml"
    file.write_text(file.read_text().replace('"loss"', '{ value = "loss", sure = "" }'))
    told = run("charts", "house", "fire").out
    assert "miss†" in told
    assert "loss†" not in told


def test_show_gives_the_values_alone(run: Run, house: Path) -> None:
    told = run("show", "house", "charts").out
    assert "loss" in told
    assert "reconstructed" not in told


@pytest.mark.parametrize(
    "line",
    [("charts", "house", "fir"), ("charts", "hous"), ("charts", "house", "--template", "--json")],
)
def test_what_makes_no_sense_is_refused(run: Run, house: Path, line: tuple[str, ...]) -> None:
    assert run(*line).code == Exit.USAGE


def test_the_shell_completes_charts(run: Run) -> None:
    class Typed:
        params = {"ruleset": "asl_intro"}  # noqa: RUF012  # as the shell gives them

    assert complete_chart(Typed(), [], "") == ["close_combat", "ift", "residual"]
    Typed.params = {"ruleset": "nothing"}
    assert complete_chart(Typed(), [], "") == []


# The file to fill in


def test_a_template_plays_as_without_it(run: Run, mine: Path) -> None:
    games = [
        run("simulate", "house", "-n", "2", "--json", *more).document
        for more in ((), ("--charts", str(mine)))
    ]
    assert games[0].pop("digest") != games[1].pop("digest")
    assert games[0] == games[1]


def test_filled_in_it_is_played_and_no_longer_marked(run: Run, mine: Path) -> None:
    fill(mine)
    (row,) = run("charts", "house", "fire", "--json", "--charts", str(mine)).document["charts"]
    assert row["reconstructed"] == 0
    assert [cells[0]["value"] for cells in row["rows"].values()] == ["miss", "miss", "loss"]
    assert row["rows"]["8-10"][0]["source"] == "printed charts, typed in by their owner"
    assert f"With the charts in {mine}" in run("charts", "house", "--charts", str(mine)).out


def test_a_report_on_games_says_what_is_reconstructed(run: Run, mine: Path) -> None:
    assert "no source prints, in these charts: fire" in run("simulate", "house", "-n", "1").out
    assert run("simulate", "house", "-n", "1", "--json").document["reconstructed"] == ["fire"]
    fill(mine)
    assert "no source prints" not in run("simulate", "house", "-n", "1", "--charts", str(mine)).out


def test_a_figure_left_out_is_named(run: Run, mine: Path) -> None:
    fill(mine, leave="8-10")
    told = run("simulate", "house", "-n", "1", "--charts", str(mine))
    assert told.code == Exit.USAGE
    assert "mine.toml: chart 'fire': row '8-10' is missing" in " ".join(told.err.split())


# The file an owner keeps


@pytest.fixture
def kept(mine: Path, tmp_path: Path) -> Path:
    """The filled-in file in the user's configuration."""
    fill(mine)
    path = tmp_path / "config" / "grognard" / "charts" / "house.toml"
    path.parent.mkdir(parents=True)
    return mine.rename(path)


def test_the_kept_file_is_used_and_says_so(run: Run, kept: Path) -> None:
    told = run("charts", "house", "--json")
    assert told.document["overlay"] == str(kept)
    assert f"with your charts: {kept}" in told.err.replace("\n", "")
    assert run("simulate", "house", "-n", "1", "--json").document["reconstructed"] == []


def test_the_kept_file_can_be_left_out(run: Run, kept: Path, house: Path) -> None:
    for line in (("charts", "house"), ("charts", str(house))):
        told = run(*line, "--json", "--charts", "none")
        assert told.document["overlay"] is None
        assert told.err == ""


def test_a_ruleset_by_its_directory_has_the_same_file(run: Run, kept: Path, house: Path) -> None:
    assert run("charts", str(house), "--json").document["overlay"] == str(kept)


def test_a_template_is_not_filled_in_by_the_kept_file(run: Run, kept: Path) -> None:
    assert '8-10 = "?"  # "loss"' in run("charts", "house", "--template").out


# Records


@pytest.fixture
def record(house: Path, kept: Path, tmp_path: Path) -> Path:
    """A game between bots, played with the kept file."""
    game = Registry.discover().load("house", charts=kept)
    path = tmp_path / "game.jsonl"
    with Session(game, seed=1, seats={"blue": "random", "red": "random"}, record=path) as session:
        session.run(30)
    return path


def test_a_record_keeps_what_charts_it_was_played_with(run: Run, record: Path, kept: Path) -> None:
    assert run("verify", str(record)).code == Exit.OK  # the kept file is found by what the record says of it
    elsewhere = kept.rename(kept.with_name("other.toml"))
    told = run("verify", str(record))
    assert told.code == Exit.WRONG
    assert "played with a chart overlay" in told.out
    assert run("verify", str(record), "--charts", str(elsewhere)).code == Exit.OK
    elsewhere.write_text(elsewhere.read_text() + "# changed\n")
    assert "expected chart overlay" in run("verify", str(record), "--charts", str(elsewhere)).out


def test_a_record_played_without_charts_stays_so(run: Run, house: Path, kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "plain.jsonl"
    Session(Registry.discover().load("house"), seed=1, record=path).close()
    assert run("verify", str(path)).code == Exit.OK


def test_printed_charts_of_ardennes_are_played_shown_and_recorded(run: Run, tmp_path: Path) -> None:
    """From the template to a record that says what it was played with."""
    text = run("charts", "ardennes44", "--template").out
    blank, rest = text.split("[chart.determined_defence.cells]")[1].split("\n\n", 1)
    assert blank.count('"?"') == 6
    mine, game = tmp_path / "mine.toml", tmp_path / "game.jsonl"
    head = text.split("[chart.determined_defence.cells]")[0]
    filled = blank.replace('"?"', '"Hold"')
    mine.write_text(f"{head}[chart.determined_defence.cells]{filled}\n\n{rest}", encoding="utf-8")
    asked = ("odds", "ardennes44", "our-clervaux", "--do", "done; stay", "attack", "E2119")
    assert "not from a source: determined defence table" in run(*asked).out
    printed = run(*asked, "--charts", str(mine)).out
    assert "determined defence table" not in printed
    assert "not from a source: firefight table" in printed
    run("play", "ardennes44", "--charts", str(mine), "--record", str(game), typed="done\nquit\n")
    assert json.loads(game.read_text(encoding="utf-8").splitlines()[0])["overlay"]
    assert run("verify", str(game)).code == Exit.WRONG
    assert run("verify", str(game), "--charts", str(mine)).code == Exit.OK


# Odds


def test_an_odds_table_says_at_its_foot_what_is_reconstructed(monkeypatch: pytest.MonkeyPatch) -> None:
    unsure = (
        Reason("Combat Results Table", "X-1", sure="reconstructed"),
        Reason("5 of the 304th", "X-2", 5, sure="reconstructed"),
        Reason("4 of the 2nd", "X-2", 4, sure="reconstructed"),
    )
    shown = Console(width=100, record=True, highlight=False, markup=False, file=None, quiet=False)
    monkeypatch.setattr(answers, "console", shown)
    answers.print_table(OddsTable("attack", (OddsRow("D1", Fraction(1)),), unsure=unsure))
    foot = [line.strip() for line in shown.export_text().splitlines() if "not from a source" in line]
    assert foot == [
        "not from a source: Combat Results Table [X-1] (reconstructed)",
        "not from a source: +5 5 of the 304th [X-2] (reconstructed), and 1 more by this rule",
    ]
