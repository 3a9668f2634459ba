"""Which tests prove which rules, read from the source of the tests without running them.

A test names its rules in a mark: ``@pytest.mark.rule("X-1")`` on the function or class, in ``pytestmark`` of
the module, or in the ``marks`` of one parameter. Only texts written out in the mark count. Tests lie in the
``tests`` directory of a checkout, beside its ``pyproject.toml``; an installed package has none, but one may
stand in its checkout.
"""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

__all__ = ["Proof", "checkouts", "proofs"]


INSTALLED = ("site-packages", "dist-packages")
"""Directories that hold installed packages; whatever lies around them is no checkout of theirs."""


class Proof(msgspec.Struct, frozen=True, order=True):
    """A test that cites a rule: its file, as seen from the checkout, its name and its line."""

    file: str
    test: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.test}"


def checkouts(packages: Iterable[str]) -> list[Path]:
    """The checkouts that some import packages come from: directories with a pyproject.toml and tests."""
    found: dict[Path, None] = {}
    for package in packages:
        spec = importlib.util.find_spec(package)
        origin = Path(spec.origin) if spec is not None and spec.origin else None
        root = _around(origin) if origin else None
        if root is None and origin is not None:
            root = _around(Path.cwd() / "here", holding=package)
        if root is not None:
            found[root] = None
    return list(found)


def _around(path: Path, holding: str = "") -> Path | None:
    """The checkout that a path lies in, if it holds an import package in one of its source roots."""
    for folder in path.parents:
        if folder.name in INSTALLED:
            return None
        if (folder / "pyproject.toml").is_file() and (folder / "tests").is_dir():
            held = not holding or any(folder.glob(f"*/{holding}/__init__.py"))
            return folder if held else None
    return None


def proofs(roots: Iterable[Path]) -> Mapping[str, tuple[Proof, ...]]:
    """Rule id → the tests under the checkouts that cite it."""
    found: dict[str, set[Proof]] = {}
    for root in roots:
        for path in sorted((root / "tests").rglob("test_*.py")):
            source = path.read_text(encoding="utf-8")
            if "mark.rule" not in source:
                continue
            for rule, proof in _in_module(ast.parse(source), path.relative_to(root).as_posix()):
                found.setdefault(rule, set()).add(proof)
    return {rule: tuple(sorted(tests)) for rule, tests in sorted(found.items())}


def _in_module(module: ast.Module, file: str) -> Iterator[tuple[str, Proof]]:
    shared = [rule for node in module.body for rule in _pytestmark(node)]
    tables = {
        target.id: node.value
        for node in module.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in module.body:
        yield from _in_node(_with_tables(node, tables), file, "", shared)


def _with_tables(node: ast.stmt, tables: Mapping[str, ast.expr]) -> ast.stmt:
    """A test with the tables its decorators name written out: rows of a parametrized test may cite rules."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        names = [n.id for mark in node.decorator_list for n in ast.walk(mark) if isinstance(n, ast.Name)]
        node.decorator_list += [tables[name] for name in names if name in tables]
    return node


def _in_node(node: ast.stmt, file: str, prefix: str, inherited: list[str]) -> Iterator[tuple[str, Proof]]:
    if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
        rules = inherited + _marked(node.decorator_list)
        rules += [rule for inner in node.body for rule in _pytestmark(inner)]
        for inner in node.body:
            yield from _in_node(inner, file, f"{prefix}{node.name}.", rules)
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
        for rule in inherited + _marked(node.decorator_list):
            yield rule, Proof(file, prefix + node.name, node.lineno)


def _pytestmark(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets
    ):
        return _marked([node.value])
    return []


def _marked(expressions: Iterable[ast.expr]) -> list[str]:
    """Rule ids in every ``…mark.rule(…)`` anywhere in some expressions."""
    return [
        argument.value
        for expression in expressions
        for call in ast.walk(expression)
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("mark.rule")
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
