"""Numbered lists of what can be chosen, in as many columns as fit."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from grognard.cli.console import console, width

__all__ = ["flow", "menu"]

MANY = 60
"""Options listed at once; the rest are there, and shown on request."""

GAP = 3
MEANT = 60
"""Columns within which notations are lined up behind descriptions."""


def flow(lines: Sequence[str]) -> None:
    """Print short lines side by side, as many as fit, the last one by itself and bold."""
    room = min(width(), 120) - 2
    row = ""
    for line in lines[:-1]:
        joined = f"{row}  ·  {line}" if row else line
        if row and cell_len(joined) > room:
            console.print(f"  {row}")
            joined = line
        row = joined
    if row:
        console.print(f"  {row}")
    for line in lines[-1:]:
        console.print(Text(f"  {line}", style="bold"))


def menu(options: Sequence[tuple[str, str]], *, everything: bool = False) -> None:
    """Print options, given as their notation and a description, under their numbers."""
    shown = options if everything else options[:MANY]
    if not shown:
        return
    room = min(MEANT, max(cell_len(described) for _, described in shown))
    entries = [_entry(number, *option, room) for number, option in enumerate(shown, 1)]
    widest = max(cell_len(entry.plain) for entry in entries)
    columns = max(1, min((min(width(), 140) - 2 + GAP) // (widest + GAP), -(-len(entries) // 4)))
    height = -(-len(entries) // columns)
    for row in range(height):
        line = Text("  ")
        for entry in entries[row::height]:
            line.append_text(entry)
            line.append(" " * (widest + GAP - cell_len(entry.plain)))
        line.rstrip()
        console.print(line)
    if len(shown) < len(options):
        console.print(f"  … and {len(options) - len(shown)} more: 'list' shows all", style="dim")


def _entry(number: int, said: str, described: str, room: int) -> Text:
    """One option: its number, its description, and its notation where that says more."""
    entry = Text(f"{number:>2} ", style="bold")
    entry.append(described, style="not bold")
    if described.casefold() != said.casefold():
        entry.append(" " * (room - cell_len(described)) + f"  {said}", style="dim not bold")
    return entry
