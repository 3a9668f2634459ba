"""A sheet of characters for text maps, with optional colour as ANSI escape codes."""

from __future__ import annotations

import unicodedata
from functools import cache

__all__ = ["Canvas", "Style", "cell", "display_width", "near_colour", "wrap"]

Style = str
"""The numbers of an SGR escape code, "1;38;5;22"; empty for plain."""


class Canvas:
    """Characters and styles at (row, column); what was put last stays.

    >>> sheet = Canvas()
    >>> sheet.put(0, 2, "hex", "1")
    >>> sheet.lines(color=False), sheet.lines(color=True) == ["  \\x1b[1mhex\\x1b[0m"]
    (['  hex'], True)
    """

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, tuple[str, Style]]] = {}

    def put(self, row: int, column: int, words: str, style: Style = "") -> None:
        """Write characters, each one column wide, from a place to the right."""
        cells = self._rows.setdefault(row, {})
        for n, character in enumerate(words):
            cells[column + n] = (character, style)

    def lines(self, *, color: bool) -> list[str]:
        """The sheet as lines without trailing blanks."""
        return [
            self._line(self._rows.get(row, {}), color=color) for row in range(max(self._rows, default=-1) + 1)
        ]

    def _line(self, row: dict[int, tuple[str, Style]], *, color: bool) -> str:
        cells = [row.get(column, (" ", "")) for column in range(max(row, default=-1) + 1)]
        if not color:
            return "".join(character for character, _ in cells).rstrip()
        out, now = [], ""
        for character, style in cells:
            if style != now:
                out.append(("\x1b[0m" if now else "") + (f"\x1b[{style}m" if style else ""))
                now = style
            out.append(character)
        return "".join(out) + ("\x1b[0m" if now else "")


_STEPS = (0, 95, 135, 175, 215, 255)
_TERMINAL: dict[int, tuple[int, ...]] = {
    **{16 + 36 * r + 6 * g + b: (_STEPS[r], _STEPS[g], _STEPS[b])
       for r in range(6) for g in range(6) for b in range(6)},
    **{232 + n: (8 + 10 * n,) * 3 for n in range(24)},
}  # fmt: skip


@cache  # a large board asks thousands of times for a dozen colours
def near_colour(colour: str) -> int:
    """The number among the 256 terminal colours nearest to "#rrggbb".

    >>> near_colour("#ff0000"), near_colour("#808080")
    (196, 244)
    """
    wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]

    def distance(number: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(_TERMINAL[number], wanted, strict=True))

    return min(_TERMINAL, key=lambda number: (distance(number), number))


def display_width(words: str) -> int:
    """Columns a text takes in a terminal.

    >>> display_width("hex"), display_width("森林")
    (3, 4)
    """
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in words
    )


def cell(words: str, width: int, align: str = "<") -> str:
    """A text cut and padded to exactly so many columns; characters that are not one column wide become "?".

    >>> cell("A1", 4, ">"), cell("Hauptstadt", 4), cell("中", 2)
    ('  A1', 'Haup', '? ')
    """
    single = "".join(c if display_width(c) == 1 and c.isprintable() else "?" for c in words)[:width]
    return f"{single:{align}{width}}"


def wrap(pieces: list[str], width: int, gap: str = "   ") -> list[str]:
    """Pieces set side by side in lines of at most ``width`` columns, never broken inside."""
    lines: list[str] = []
    for piece in pieces:
        if lines and display_width(lines[-1] + gap + piece) <= width:
            lines[-1] += gap + piece
        else:
            lines.append(piece)
    return lines
