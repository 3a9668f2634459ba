"""Lint: every problem of a ruleset in one go."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.core.toyland import written

from grognard.errors import PluginError
from grognard.lint import Problem, check
from grognard.registry import ENVIRONMENT, Registry

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def toyland(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The toy system as a package of its own, so that lint sees its citations and no other test's."""
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    monkeypatch.syspath_prepend(Path(__file__).parent)
    yield import_module("toyland")
    sys.modules.pop("toyland", None)


def problems(
    plugin: Any, root: Path, *changes: tuple[str, str, str], without: tuple[str, ...] = ()
) -> list[str]:
    """What lint says of the sound ruleset after some changes, without the directory's name."""
    registry = Registry.discover(plugins=[plugin], entry_points=False)
    found = check(registry, written(root, *changes, without=without))
    return [
        str(each).replace(f"{root.as_posix()}/", "").replace(f"{root.as_posix()}: ", "") for each in found
    ]


MOON = '[chart.moon]\nkind = "roll"\nname = { en = "Moon" }\ndice = "1d2"\nrows = { 1-2 = "full" }\n'


def test_a_sound_ruleset_has_no_problems(toyland: Any, tmp_path: Path) -> None:
    assert problems(toyland, tmp_path) == []


def test_a_ruleset_may_be_given_by_a_path_from_where_one_stands(
    toyland: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = written(tmp_path)
    monkeypatch.chdir(root.parent)
    registry = Registry.discover(plugins=[toyland], entry_points=False)
    assert check(registry, f"./{root.name}") == check(registry, root) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        # citations
        ("terrain.toml", '"T-1"', '"T-9"', "terrain.toml: terrain 'forest': cite: no rule 'T-9'"),
        ("sequence.toml", '"T-1"', '["T-1", "X"]', "sequence.toml: step '1': cite: no rule 'X'"),
        (
            "terrain.toml",
            'cite = "T-1"',
            'cite = { cost = "X" }',
            "terrain.toml: terrain 'forest': cite: no rule 'X'",
        ),
        # names
        ("terrain.toml", 'en = "Forest", ', "", "terrain.toml: terrain 'forest': name: en is missing"),
        ("scenarios/race.toml", "en =", "zh =", "scenarios/race.toml: name: en is missing"),
        # marks of doubt
        (
            "charts/tables.toml",
            'sure = "reconstructed"\n',
            'sure = "recontructed"\n',
            "charts/tables.toml: chart 'crt': sure: unknown mark 'recontructed'",
        ),
        # rules and code
        (
            "rules.toml",
            '"descriptive"',
            '"modelled"',
            "rules.toml: rule 'T-2': status is 'modelled', but no code is marked with it and no row cites it",
        ),
        (
            "rules.toml",
            '"descriptive"',
            '"partly"',
            "warning: rules.toml: rule 'T-2': status is 'partly', but no code is marked with it",
        ),
        (
            "rules.toml",
            '"modelled"',
            '"not_modelled"',
            "warning: rules.toml: rule 'T-1': status is 'not_modelled', but toyland:Start does it",
        ),
        ("rules.toml", '"T-1"', '"T-7"', "toyland:Start: cites a rule 'T-1' that no ruleset lists"),
        # the sequence of play
        (
            "sequence.toml",
            '"more_to_move"',
            '"more_to_mov"',
            "sequence.toml: step '1': guard 'more_to_mov' is not implemented (did you mean 'more_to_move'?)",
        ),
        (
            "sequence.toml",
            'next = [{ to = "1", when = "more_to_move" }]',
            "",
            "warning: sequence.toml: no step asks the guard 'more_to_move'",
        ),
        # scenarios
        (
            "ruleset.toml",
            '"race"',
            '"rase"',
            "ruleset.toml: default_scenario: no scenario 'rase' (did you mean 'race'?)",
        ),
        ("scenarios/race.toml", '"wood"', '"woood"', "race.toml: scenario 'race': no terrain 'woood'"),
        # archetypes
        (
            "archetypes.toml",
            '"forest"',
            '"forrest"',
            "archetypes.toml: terrain 'woods': is: no row 'forrest' (did you mean 'forest'?)",
        ),
        # nothing uses it
        ("extra.toml", "", 'source = "x"', "warning: extra.toml: nothing reads this file"),
        (
            "terrain.toml",
            "[terrain.wood]",
            "[terain.hill]\n[terrain.wood]",
            "warning: terrain.toml: terain: nothing reads this (did you mean 'terrain'?)",
        ),
        (
            "terrain.toml",
            "[terrain.wood]",
            "[terrain.moor]\nlike = 'forest'\n[terrain.wood]",
            "warning: terrain.toml: terrain 'moor': no scenario, map or other row names it",
        ),
        (
            "charts/tables.toml",
            "[chart.sky]",
            MOON + "[chart.sky]",
            "warning: charts/tables.toml: chart 'moon': nothing asks for this chart",
        ),
        ("terrain.toml", 'source = "invented"', "", "warning: terrain.toml: no source says where"),
        # the system's own
        ("terrain.toml", "cost = 2", "cost = 6", "forest costs more than anybody can pay"),
    ],
)
def test_each_problem_is_found(
    toyland: Any, tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    found = problems(toyland, tmp_path, (file, old, new))
    assert any(line.startswith(said) for line in found), found


def test_a_rule_may_be_modelled_by_a_row_that_cites_it(toyland: Any, tmp_path: Path) -> None:
    modelled = ("rules.toml", '"descriptive"', '"modelled"')
    assert problems(toyland, tmp_path, modelled, ("terrain.toml", "cost = 3", 'cost = 3\ncite = "T-2"')) == []


def test_an_option_that_cites_a_rule_does_not_model_it(toyland: Any, tmp_path: Path) -> None:
    modelled = ("rules.toml", '"descriptive"', '"modelled"')
    assert len(problems(toyland, tmp_path, modelled, ("ruleset.toml", '"T-1"', '"T-2"'))) == 1


def test_bad_rows_are_all_reported_not_only_the_first(toyland: Any, tmp_path: Path) -> None:
    found = problems(
        toyland,
        tmp_path,
        ("terrain.toml", "cost = 2", 'cost = "two"'),
        ("terrain.toml", "cost = 3", "cost = 3\nstpo = true"),
        ("charts/tables.toml", '"1:1"', '"1"'),
        ("charts/tables.toml", '"foot"', '"wheels"'),
        ("rules.toml", '"descriptive"', '"done"'),
        ("ruleset.toml", "default = 4", "default = 40"),
    )
    for said in (
        "terrain.toml: terrain 'forest': cost must be an integer, got 'two'",
        "terrain.toml: terrain 'wood': unknown field 'stpo'",
        "charts/tables.toml: chart 'crt': columns must be odds such as '1:2' or '3:1', got '1'",
        "charts/tables.toml: chart 'toll': columns must differ",
        "rules.toml: rule 'T-2': status must be",
        "ruleset.toml: options 'walk': default must be an integer",
    ):
        assert any(line.startswith(said) for line in found), (said, found)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "terrain.toml",
            "cost = 3",
            'cost = "three"',
            "terrain 'wood': cost must be an integer, got 'three'",
        ),
        ("charts/tables.toml", "[1, 2] }", "[1] }", "chart 'toll': row '6' must have 2 entries, got 1"),
    ],
)
def test_what_only_follows_from_a_wrong_row_is_not_told(
    toyland: Any, tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    """The scenario has no terrain 'wood' then, and the system no chart 'toll'; other errors are told."""
    assert problems(toyland, tmp_path / "one", (file, old, new)) == [f"{file}: {said}"]
    other = ("scenarios/race.toml", '["forest"', '["moor", "forest"')
    found = problems(toyland, tmp_path / "two", ("terrain.toml", "cost = 3", 'cost = "three"'), other)
    assert "race.toml: scenario 'race': no terrain 'moor'" in found


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ('drawing = "rivr"', "drawing: nothing is drawn as 'rivr' (did you mean 'river'?)"),
        ('symbol = "cavlary"', "symbol: nothing is drawn as 'cavlary' (did you mean 'cavalry'?)"),
        ('pattern = "wods"', "pattern: nothing is drawn as 'wods' (did you mean 'woods'?)"),
        ('icon = "bidge"', "icon: nothing is drawn as 'bidge' (did you mean 'bridge'?)"),
        ('symbol = "zeppelin"', ""),
        ('drawing = "river"', ""),
    ],
)
def test_a_mistyped_picture_is_warned_about(toyland: Any, tmp_path: Path, field: str, said: str) -> None:
    """A system may have pictures of its own: only what is nearly the name of one of ours is told."""
    kept = ("terrain.toml", "[terrain.wood]", f"[art.wood]\n{field}\n[terrain.wood]")
    found = [line for line in problems(toyland, tmp_path, kept) if "nothing reads" not in line]
    assert found == ([f"warning: terrain.toml: art 'wood': {said}"] if said else [])


def test_all_problems_of_the_sequence_are_reported(toyland: Any, tmp_path: Path) -> None:
    found = problems(
        toyland,
        tmp_path,
        ("sequence.toml", "may_stop = true", ""),
        ("sequence.toml", '"more_to_move"', '"x"'),
    )
    assert [line for line in found if line.startswith("sequence.toml")] == [
        "sequence.toml: step '1': guard 'x' is not implemented (known: 'more_to_move')",
        "sequence.toml: the cycle 1 → 1 has no step with may_stop = true",
    ]


def test_files_that_are_no_toml_are_all_reported(toyland: Any, tmp_path: Path) -> None:
    found = problems(
        toyland, tmp_path, ("terrain.toml", "cost = 2", "cost ="), ("archetypes.toml", "[[", "[")
    )
    assert [line.partition(":")[0] for line in found if "not valid TOML" in line] == [
        "archetypes.toml",
        "terrain.toml",
    ]


def test_a_directory_that_is_no_ruleset_is_not_read(toyland: Any, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "broken.toml").write_text("[", encoding="utf-8")
    (found,) = check(Registry.discover(plugins=[toyland], entry_points=False), tmp_path)
    assert found.text == "no ruleset here: it must hold ruleset.toml"


def test_a_missing_file_is_reported_once(toyland: Any, tmp_path: Path) -> None:
    found = problems(toyland, tmp_path, without=("sequence.toml",))
    assert [line for line in found if "sequence.toml" in line] == ["sequence.toml: no such file"]


def test_a_ruleset_without_a_readme_is_warned_about(toyland: Any, tmp_path: Path) -> None:
    assert problems(toyland, tmp_path, without=("README.md",)) == [
        "warning: no README.md says what this ruleset is"
    ]


def test_errors_come_before_warnings(toyland: Any, tmp_path: Path) -> None:
    found = problems(toyland, tmp_path, ("terrain.toml", '"T-1"', '"T-9"'), without=("README.md",))
    assert [line.startswith("warning") for line in found] == [False, True]


def test_a_ruleset_of_an_unknown_system_is_still_read(toyland: Any, tmp_path: Path) -> None:
    found = problems(
        toyland,
        tmp_path,
        ("ruleset.toml", 'system = "toyland"', 'system = "toylant"'),
        ("terrain.toml", '"T-1"', '"T-9"'),
    )
    assert found[0] == "no system 'toylant' (did you mean 'toyland'?)"
    assert found[1].startswith("terrain.toml: terrain 'forest': cite: no rule 'T-9'")


def test_rules_may_stand_in_another_ruleset_of_the_system(toyland: Any, tmp_path: Path) -> None:
    written(tmp_path / "basic")
    written(
        tmp_path / "other",
        ("ruleset.toml", 'id = "toyland"', 'id = "toytown"'),
        ("rules.toml", '"T-1"', '"T-7"'),
    )
    registry = Registry.discover(plugins=[toyland], rulesets=[tmp_path], entry_points=False)
    assert not any("cites a rule" in problem.text for problem in check(registry, "toytown"))


def test_an_unknown_ruleset_is_one_problem(toyland: Any) -> None:
    registry = Registry.discover(plugins=[toyland], entry_points=False)
    assert check(registry, "nowhere") == [Problem("", "", "no ruleset 'nowhere'")]


def test_a_header_that_cannot_be_read_is_one_error(toyland: Any, tmp_path: Path) -> None:
    found = problems(toyland, tmp_path, ("ruleset.toml", "version =", "versoin ="))
    assert [line for line in found if not line.startswith("warning")] == [
        "ruleset.toml: unknown field 'versoin' (did you mean 'version'?)"
    ]


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("set_up", "scenario 'race': cannot be set up: KeyError: 'moor'"),
        ("scenarios", "its scenarios cannot be listed: KeyError: 'moor'"),
        ("lint", "its own checks fail: KeyError: 'moor'"),
    ],
)
def test_a_system_that_stumbles_is_a_finding(
    toyland: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, said: str
) -> None:
    def stumble(*arguments: object) -> Any:
        raise KeyError("moor")

    monkeypatch.setattr(toyland.Toyland, method, stumble)
    assert problems(toyland, tmp_path) == [said]


def test_a_system_that_cannot_bind_is_reported(
    toyland: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bind(self: Any, ruleset: Any, options: Any) -> None:
        raise PluginError("out of order")

    monkeypatch.setattr(toyland.Toyland, "__init__", bind)
    assert problems(toyland, tmp_path)[0] == "out of order"


def test_overlays_are_checked_too(toyland: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[chart.skye.cells]\n1 = "x"\n[chart.sky.cells]\n1-4 = "x"')
    registry = Registry.discover(plugins=[toyland], entry_points=False)
    found = check(registry, written(tmp_path / "rules"), charts=tmp_path / "mine.toml")
    assert [problem.entry for problem in found] == ["chart 'skye'", "chart 'sky'"]
