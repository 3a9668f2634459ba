"""Printing: tables, maps and JSON, in colour where a person looks."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from grognard.cli.output import Document
    from grognard.scene import Scene

__all__ = [
    "colored",
    "console",
    "emit",
    "errors",
    "heading",
    "note",
    "paragraph",
    "print_map",
    "program",
    "said",
    "table",
    "width",
]

WIDE = 160
"""Columns of output that no terminal shows."""

console = Console(highlight=False, markup=False, soft_wrap=True)
errors = Console(highlight=False, markup=False, soft_wrap=True, stderr=True)


def colored() -> bool:
    """Whether standard output shows colours."""
    return console.is_terminal and not console.no_color


def width() -> int:
    """Columns to fill."""
    return console.width if console.is_terminal else WIDE


def emit(document: Document) -> None:
    """Print a document as JSON, one and whole."""
    data = msgspec.json.format(msgspec.json.encode(document, order="deterministic"), indent=2)
    sys.stdout.write(data.decode() + "\n")


def note(text: str) -> None:
    """Say something beside the matter, on standard error."""
    errors.print(text, style="dim")


def heading(text: str) -> None:
    """A line that starts a part."""
    console.print(Text(text, style="bold"))


def program() -> str:
    """How to call this program from here: by its name, or by its path if the shell does not find it."""
    from shutil import which

    called = Path(sys.argv[0])
    if called.name != "grognard" or which("grognard") is not None:
        return "grognard"
    near = called.parent != Path.cwd() and called.is_relative_to(Path.cwd())
    return str(called.relative_to(Path.cwd()) if near else called)


def paragraph(text: str, *, style: str = "", indent: int = 0) -> None:
    """Text wrapped at the width of the screen, at most 100 columns."""
    from textwrap import fill

    space = " " * indent
    wrapped = fill(text, min(width(), 100), initial_indent=space, subsequent_indent=space)
    console.print(Text(wrapped, style=style))


def table(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    right: Sequence[str] = (),
    styles: dict[str, str] | None = None,
) -> None:
    """Print rows under headings; columns named in ``right`` are numbers."""
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        grid.add_column(
            Text(column),
            justify="right" if column in right else "left",
            style=(styles or {}).get(column, ""),
            overflow="fold",
        )
    for row in rows:
        grid.add_row(*(cell if isinstance(cell, Text) else Text(said(cell)) for cell in row))
    Console(highlight=False, markup=False, width=width(), file=sys.stdout, no_color=console.no_color).print(
        grid
    )


def said(value: object) -> str:
    """A cell as people read it.

    >>> said(True), said(None), said(("a", "b")), said({"foot": 2})
    ('yes', '–', 'a, b', 'foot 2')
    """
    if value is None or value == "" or value == () or value == []:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {said(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(said(inner) for inner in value)
    return str(value)


def print_map(scene: Scene, *, legend: bool = True) -> None:
    """Print a scene as a map, coloured where colours show."""
    from grognard.scene import render_text

    ascii_only = not _speaks_unicode()
    text = render_text(scene, color=colored(), width=width(), ascii=ascii_only, legend=legend)
    sys.stdout.write(text)


def _speaks_unicode() -> bool:
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    if os.environ.get("GROGNARD_ASCII"):
        return False
    try:
        "╲★♣".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
