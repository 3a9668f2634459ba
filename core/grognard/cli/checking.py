"""Checking rulesets."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from grognard.cli import output
from grognard.cli.console import console, emit
from grognard.cli.given import Charts, Json, RulesetsArgument, named_charts
from grognard.cli.guard import Exit

__all__ = ["check"]


def check(
    rulesets: RulesetsArgument = None,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")] = False,
    json: Json = False,
    charts: Charts = None,
) -> int:
    """Check rulesets for everything that is wrong: references, citations, scenarios, unused rows.

    Without rulesets, plugins that failed are told, too. The exit code is 1 if there is an error.
    """
    from grognard.lint import Problem
    from grognard.lint import check as lint
    from grognard.registry import Registry

    registry = Registry.discover()
    found: list[output.CheckRow] = []
    for failed in () if rulesets else registry.broken:
        found.append(output.CheckRow.of(failed.what, [Problem("", "", failed.error)]))
    for name in rulesets or list(registry.rulesets):
        target = (
            Path(name) if os.sep in name or (Path(name).is_dir() and name not in registry.rulesets) else name
        )
        inside = (
            sorted(path.parent for path in Path(target).glob("*/ruleset.toml"))
            if isinstance(target, Path)
            else []
        )
        whole = isinstance(target, Path) and not (target / "ruleset.toml").is_file()
        for each in inside if whole and inside else [target]:
            found.append(output.CheckRow.of(str(each), lint(registry, each, charts=named_charts(charts))))
    if json:
        emit(output.Checked(tuple(found)))
    else:
        for row in found:
            for problem in row.problems:
                console.print(problem.sentence)
            console.print(f"{row.ruleset}: {_count(row.errors, 'error')}, {_count(row.warnings, 'warning')}")
    wrong = any(row.errors or (strict and row.warnings) for row in found)
    return Exit.WRONG if wrong else Exit.OK


def _count(n: int, noun: str) -> str:
    return f"{n or 'no'} {noun}{'' if n == 1 else 's'}"
