"""What is printed beside games."""

import io
import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from grognard.cli import answers
from grognard.cli import menu as menus
from grognard.cli.console import program
from grognard.cli.output import Explained
from grognard.game import Explanation
from grognard.odds import OddsRow, OddsTable
from grognard.reasons import Reason


def test_the_program_is_called_by_its_path_where_the_shell_does_not_find_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / ".venv" / "bin" / "grognard"
    script.parent.mkdir(parents=True)
    script.touch(mode=0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", [str(script)])
    assert program() == str(Path(".venv", "bin", "grognard"))
    monkeypatch.chdir(script.parent)
    assert program() == str(script)
    monkeypatch.setenv("PATH", str(script.parent))
    assert program() == "grognard"
    monkeypatch.setattr(sys, "argv", ["pytest"])
    assert program() == "grognard"


# Reasons ---------------------------------------------------------------------------------------------------


def test_values_in_halves_are_shown_and_summed_as_a_player_reads_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = Console(width=80, record=True, highlight=False, markup=False, file=io.StringIO())
    monkeypatch.setattr(answers, "console", shown)
    game: Any = SimpleNamespace(ruleset=SimpleNamespace(id="mud", rules={}))
    grain, wall = (
        Reason("MF for grain", "X-1", 3, parts=2),
        Reason("MF more, across a wall", "X-2", 2, parts=2),
    )
    answers.print_reasons(game, (grain, wall))
    lines = [" ".join(line.split()) for line in shown.export_text().splitlines()]
    assert lines == ["+1½ MF for grain [X-1]", "+1 MF more, across a wall [X-2]", "2½ in all"]
    document = Explained.of(game, Explanation("to L7", (grain, wall)))
    assert (document.total, [row.value for row in document.reasons]) == (2.5, [1.5, 1])


# Odds ------------------------------------------------------------------------------------------------------


def odds_printed(monkeypatch: pytest.MonkeyPatch, *shares: Fraction, everything: bool = False) -> list[str]:
    shown = Console(width=200, record=True, highlight=False, markup=False, file=io.StringIO())
    monkeypatch.setattr(answers, "console", shown)
    rows = tuple(OddsRow(f"result {n}", share) for n, share in enumerate(shares))
    answers.print_table(OddsTable("fire", rows), everything=everything)
    return shown.export_text().splitlines()


def test_what_hardly_happens_shares_a_line_with_its_exact_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = [Fraction(4940, 10_000), *[Fraction(500, 10_000)] * 10, *[Fraction(1, 10_000)] * 60]
    lines = odds_printed(monkeypatch, *shares)
    assert len(lines) == 12
    assert "… 60 more together (--all lists them)" in lines[-1]
    assert sum(Fraction(line.split()[-1]) for line in lines) == 1
    assert sum(float(line.split("%")[0]) for line in lines) == pytest.approx(100)
    assert all(line == line.rstrip() for line in lines)
    assert len(odds_printed(monkeypatch, *shares, everything=True)) == len(shares)


def test_few_rare_results_and_the_first_ones_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    few = [Fraction(998, 1000), *[Fraction(1, 2000)] * 4]
    assert len(odds_printed(monkeypatch, *few)) == 5
    even = [Fraction(1, 2000)] * 2000
    assert len(odds_printed(monkeypatch, *even)) == 11


# Lists of choices ------------------------------------------------------------------------------------------

CHOICES = [(f"move u{n}", f"Move unit {n} ({n % 7} MP)") for n in range(1, 80)] + [("done", "End movement")]


def listed(monkeypatch: pytest.MonkeyPatch, **how: Any) -> list[str]:
    shown = Console(width=80, record=True, highlight=False, markup=False, file=io.StringIO())
    monkeypatch.setattr(menus, "console", shown)
    monkeypatch.setattr(menus, "width", lambda: 60)
    menus.menu(CHOICES, **how)
    return [" ".join(line.split()) for line in shown.export_text().splitlines()]


def test_a_long_list_is_cut_before_its_last_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = listed(monkeypatch)
    assert lines[58:60] == ["59 Move unit 59 (3 MP) move u59", "80 End movement done"]
    assert lines[60:] == ["… and 20 more: 'list' shows all, 'list WORD' those with a word in them"]
    assert len(listed(monkeypatch, everything=True)) == len(CHOICES)


def test_choices_with_certain_words_keep_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = listed(monkeypatch, everything=True, having="u7 MP")
    assert lines[:2] == ["7 Move unit 7 (0 MP) move u7", "70 Move unit 70 (0 MP) move u70"]
    assert len(lines) == 11
    assert listed(monkeypatch, everything=True, having="END") == ["80 End movement done"]
    assert listed(monkeypatch, everything=True, having="fly") == ["No choice has 'fly' in it."]
