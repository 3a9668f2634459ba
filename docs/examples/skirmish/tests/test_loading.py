"""A copy of the ruleset with one mistake gets one sentence: file, entry, what was expected, what came."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grognard.errors import RulesetError
from grognard.registry import Registry

ORIGINAL = Registry.discover().find("skirmish")


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("terrain.toml", "[terrain.open]", "[terrain.plain]", "must hold [terrain.open]"),
        (
            "terrain.toml",
            'mp = { infantry = 1, tank = 3, gun = "NA" }',
            "mp = { infantry = 1, tank = 3 }",
            "terrain 'woods': mp must name infantry, tank, gun, got infantry, tank",
        ),
        (
            "units.toml",
            '{ en = "gun", zh = "火炮" }',
            "{}",
            "unit 'gun': name: field 'en' is missing",
        ),
        (
            "sequence.toml",
            '"hide"',
            '"seek"',
            "step '1': phase must be one of hide, move, fire, advance, objective, got 'seek'",
        ),
        (
            "sequence.toml",
            '"blue"',
            '"green"',
            "step '1': side must be 'blue' or 'red', got 'green'",
        ),
        (
            "scenarios/ridge.toml",
            ". w . . ~ . w .",
            ". w . . ~ .",
            "map must have rows of the same length, got 8, 6, 8, 8, 8, 8",
        ),
        ("scenarios/ridge.toml", 'id = "b2"', 'id = "b1"', "two units have the id 'b1'"),
        ("scenarios/ridge.toml", 'hex = "B5"', 'hex = "B3"', "two units have the hex 'B3'"),
        ("scenarios/ridge.toml", 'type = "gun"', 'type = "mortar"', "unit 'r3': no type 'mortar'"),
    ],
)
def test_a_copy_with_a_mistake_is_told_where(
    tmp_path: Path, file: str, old: str, new: str, problem: str
) -> None:
    root = shutil.copytree(ORIGINAL, tmp_path / "copy")
    text = (root / file).read_text(encoding="utf-8")
    assert old in text
    (root / file).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(RulesetError) as told:
        Registry.discover().load(root)
    assert str(told.value) == f"{(root / file).as_posix()}: {problem}"


def test_a_name_in_english_alone_stands_in_for_the_other(tmp_path: Path) -> None:
    root = shutil.copytree(ORIGINAL, tmp_path / "copy")
    text = (root / "units.toml").read_text(encoding="utf-8")
    (root / "units.toml").write_text(text.replace(', zh = "火炮"', ""), encoding="utf-8")
    game = Registry.discover().load(root)
    assert (game.name("gun", "zh"), game.name("tank", "zh")) == ("gun", "坦克")
