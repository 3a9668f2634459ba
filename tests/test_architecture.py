"""What holds across the whole project: names, doors, words."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

import grognard
from grognard.cli.plugin_api import MODULES

ROOT = Path(__file__).parents[1]
CORE = sorted((ROOT / "core").rglob("*.py"))
PLUGINS = sorted((ROOT / "plugins").rglob("*.py"))

FORBIDDEN_IN_CORE = (
    "memoir", "ardennes", "asl", "squad", "medal", "medals", "ift", "zoc", "morale", "dcb", "elr",
    "firefight",
    "rout", "grenade", "panzer", "overrun", "melee", "residual",
)  # fmt: skip
"""Whole words that core may not use: names of games and of their private concepts."""

ALLOWED = {
    # doctests and prose that compare label schemes name the games that print them
    "hexes.py": {"asl", "memoir", "ardennes"},
    "board.py": {"memoir", "asl"},
    # examples in help texts and documents name a ruleset that people can type
    "app.py": {"memoir", "asl", "ift", "ardennes"},
    "session.py": {"memoir"},
    "documents.py": {"memoir", "asl", "ardennes"},
    "dicecup.py": {"grenade"},
}


def words(path: Path) -> set[str]:
    return set(re.findall(r"[a-z]+", path.read_text(encoding="utf-8").casefold()))


@pytest.mark.parametrize("path", CORE, ids=lambda path: str(path.relative_to(ROOT / "core")))
def test_core_speaks_of_no_game(path: Path) -> None:
    used = words(path) & set(FORBIDDEN_IN_CORE)
    assert used <= ALLOWED.get(path.name, set()), f"{path.name} uses {sorted(used)}"


EXAMPLE = sorted((ROOT / "docs" / "examples" / "skirmish" / "src").rglob("*.py"))


@pytest.mark.parametrize("path", [*PLUGINS, *EXAMPLE], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_plugins_import_what_plugins_may(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    used = set(re.findall(r"^ *from (grognard\.\w+)", text, re.MULTILINE))
    used |= {
        f"grognard.{name.strip()}"
        for names in re.findall(r"^ *from grognard import (.+)", text, re.MULTILINE)
        for name in names.split(",")
    }
    assert used <= set(MODULES)


def public_modules() -> list[str]:
    found = ["grognard"]
    for package in ("grognard", "grognard_ardennes44", "grognard_asl", "grognard_memoir44"):
        root = importlib.import_module(package)
        found += [
            m.name for m in pkgutil.walk_packages(root.__path__, f"{package}.") if "__main__" not in m.name
        ]
    return found


@pytest.mark.parametrize("name", public_modules())
def test_every_public_door_is_sorted_and_open(name: str) -> None:
    module = importlib.import_module(name)
    names = getattr(module, "__all__", None)
    if names is None:
        assert (
            not [n for n in vars(module) if not n.startswith("_")]
            or name.count(".") == 0
            or not _defines(module)
        )
        return
    assert list(names) == sorted(names, key=_ruff_order), f"{name}.__all__ is not sorted"
    for exported in names:
        assert hasattr(module, exported), f"{name}.__all__ names {exported}, which is not there"


def _ruff_order(name: str) -> tuple[int, str]:
    """SCREAMING_CASE, then CamelCase, then the rest: as isort sorts names."""
    kind = 0 if name.isupper() else 1 if name[:1].isupper() else 2
    return kind, name


def _defines(module: ModuleType) -> bool:
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.ClassDef)
    return any(isinstance(node, kinds) and not node.name.startswith("_") for node in tree.body)


def test_the_front_door_has_what_the_readme_promises() -> None:
    for name in ("rulesets", "load", "Session", "Record", "simulate", "compare"):
        assert name in grognard.__all__
        assert getattr(grognard, name) is not None


def test_no_file_names_the_place_it_was_written_in() -> None:
    places = ("/" + "work/", "/" + "root/", "pypi" + ".org", "python" + "hosted")
    patterns = re.compile("|".join(map(re.escape, places)), re.IGNORECASE)
    suffixes = {".py", ".toml", ".md", ".txt", ".json", ".svg", ""}
    for path in ROOT.rglob("*"):
        parts = set(path.relative_to(ROOT).parts)
        if not path.is_file() or path.suffix not in suffixes or parts & {".git", ".venv", "dist", "build"}:
            continue
        if any(part.endswith(("_cache", "__pycache__", ".egg-info")) for part in parts):
            continue
        found = patterns.search(path.read_text(encoding="utf-8", errors="replace"))
        assert found is None, f"{path.relative_to(ROOT)} says {found and found[0]!r}"
