"""Numbered lists of what can be chosen, in as many columns as fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.text import Text

from grognard.choosing import is_gathering
from grognard.cli.console import console, width

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.play import Action

__all__ = ["choices", "flow", "menu"]

MANY = 60
"""Options listed at once, the last one, by which one has done, among them; the rest are shown on request."""

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


def choices(
    game: Game[Any, Any],
    view: Any,
    options: Sequence[Action],
    lang: str,
    *,
    everything: bool = False,
    having: str = "",
) -> None:
    """Print what can be chosen at a place of a game, and how several choices go in one line."""
    described = [(game.say(each), game.describe(view, each, lang)) for each in options]
    menu(described, everything=everything, having=having)
    if is_gathering(game, view, options):
        hint = "Several go in one line: 1 2 3. Choosing one passes over those above it."
        console.print(Text(f"  {hint}", style="dim"))


def menu(options: Sequence[tuple[str, str]], *, everything: bool = False, having: str = "") -> None:
    """Print options, given as their notation and a description, under their numbers.

    ``having`` picks those with all of its words in either, in any case.
    """
    shown = [
        (number, *option)
        for number, option in enumerate(options, 1)
        if all(word in " ".join(option).casefold() for word in having.casefold().split())
    ]
    left = 0 if everything else max(0, len(shown) - MANY)
    if left:
        shown = [*shown[: MANY - 1], shown[-1]]
    if not shown:
        if options:
            console.print(f"  No choice has {having!r} in it.", style="dim")
        return
    room = min(MEANT, max(cell_len(described) for _, _, described in shown))
    entries = [_entry(*each, room) for each in shown]
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
    if left:
        console.print(
            f"  … and {left} more: 'list' shows all, 'list WORD' those with a word in them", style="dim"
        )


def _entry(number: int, said: str, described: str, room: int) -> Text:
    """One option: its number, its description, and its notation where that says more."""
    entry = Text(f"{number:>2} ", style="bold")
    entry.append(described, style="not bold")
    if described.casefold() != said.casefold():
        entry.append(" " * (room - cell_len(described)) + f"  {said}", style="dim not bold")
    return entry
