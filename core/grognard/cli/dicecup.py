"""Real dice: people throw them and type what fell."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from grognard.cli.console import console
from grognard.cli.keyboard import HELP, LEAVE, Leave, first_word
from grognard.errors import NotationError

if TYPE_CHECKING:
    from grognard.cli.keyboard import Keyboard
    from grognard.dice import Die, Face

__all__ = ["asking", "faces_typed"]

HOW = "Type every face, in full or by its beginning, parted by spaces; 2x before one that fell twice."

FEW = 12
"""Different faces that can be listed."""


def asking(keyboard: Keyboard) -> Callable[[Die, int, str], Sequence[Face]]:
    """A function that asks for the faces of dice, again and again until they make sense."""

    def ask(die: Die, n: int, why: str) -> Sequence[Face]:
        faces = list(dict.fromkeys(map(str, die.faces)))
        shown = ", ".join(faces) if len(faces) <= FEW else f"{faces[0]} to {faces[-1]}"
        console.print()
        console.print(Text(f"Throw {n} × {die.name} for {why}: {shown}", style="bold"))
        if die.text:
            console.print(f"  {die.text}")
        while True:
            line = keyboard.line("what fell? (Enter: let the computer throw) ")
            if not line:
                return tuple(secrets.choice(die.faces) for _ in range(n))
            try:
                return faces_typed(die, n, line)
            except NotationError as error:
                if first_word(line) in LEAVE:
                    raise Leave from None
                said = Text(f"  {HOW}") if line.casefold() in HELP else Text(f"  {error}", style="red")
                console.print(said)

    return ask


def faces_typed(die: Die, n: int, text: str) -> tuple[Face, ...]:
    """The faces a line names, in full or by beginnings, with ``2x`` or ``2*`` before a face that fell twice.

    >>> from grognard.dice import Die
    >>> die = Die("battle", ("grenade", "flag", "star", "infantry", "infantry", "armor"))
    >>> faces_typed(die, 3, "gren 2x inf")
    ('grenade', 'infantry', 'infantry')
    >>> faces_typed(die, 2, "flag")
    Traceback (most recent call last):
        ...
    grognard.errors.NotationError: expected 2 faces, got 1

    Raises:
        NotationError: says what is wrong with the line.
    """
    faces: list[Face] = []
    times = 1
    for word in text.replace(",", " ").split():
        count, mark, rest = word.casefold().replace("*", "x").replace("×", "x").partition("x")
        if mark and count.isdecimal() and len(count) < 4:
            times = int(count)
            if not rest:
                continue
            word = rest
        faces += [_face(die, word)] * min(times, n + 1)
        times = 1
    if len(faces) != n:
        raise NotationError(f"expected {n} {'face' if n == 1 else 'faces'}, got {len(faces)}")
    return tuple(faces)


def _face(die: Die, word: str) -> Face:
    known = {str(face).casefold(): face for face in die.faces}
    folded = word.casefold()
    begun = [face for text, face in known.items() if text.startswith(folded)]
    if folded in known:
        return known[folded]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise NotationError(f"{word!r} may be {' or '.join(map(str, begun))}")
    raise NotationError(f"no face of {die.name} is called {word!r}")
