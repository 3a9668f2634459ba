"""Walking a sequence of play at the table, with the place kept between evenings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from grognard.cli.console import note
from grognard.cli.given import typed_path
from grognard.cli.keyboard import Keyboard, Leave
from grognard.cli.play import games_directory
from grognard.walking import Walk, check_is_walk, walk

if TYPE_CHECKING:
    from grognard.sequence import Sequence

__all__ = ["go_through"]


def go_through(sequence: Sequence, ruleset: str, *, file: Path | None, restart: bool, lang: str) -> None:
    """Talk people through a sequence; go on where the file says, unless they start anew."""
    kept = typed_path(str(file)) if file else games_directory() / f"{ruleset}.walk.json"
    resumed = kept.is_file() and not restart
    if file and restart and kept.is_file():
        check_is_walk(kept)
    tour = Walk.load(sequence, kept, name=ruleset) if resumed else Walk(sequence, name=ruleset)
    if resumed:
        note(f"Going on from {kept}; --restart starts anew.")
    keyboard = Keyboard(lambda: ["b", "g ", "p", "q", "?"])

    def read(prompt: str) -> str:
        try:
            return keyboard.line(prompt)
        except Leave:
            raise EOFError from None

    walk(tour, read=read, write=typer.echo, file=kept, lang=lang)
