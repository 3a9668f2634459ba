"""Helpful answers to mistyped words."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from grognard.errors import GrognardError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["check_overlays", "check_side", "closest", "did_you_mean"]


def closest(word: str, known: Iterable[str], *, limit: int = 2) -> tuple[str, ...]:
    """The known words most like ``word``, best first; letter case does not matter.

    >>> closest("Forrest", ["forest", "town", "hill"])
    ('forest',)
    >>> closest("xyz", ["forest", "town"])
    ()
    """
    folded: dict[str, str] = {}
    for each in known:
        folded.setdefault(each.casefold(), each)
    return tuple(folded[match] for match in get_close_matches(word.casefold(), folded, n=limit, cutoff=0.6))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The tail of an error message: a suggestion, or the few known words, or nothing.

    >>> did_you_mean("forrest", ["forest", "town"])
    " (did you mean 'forest'?)"
    >>> did_you_mean("xyz", ["town", "forest"])
    " (known: 'forest', 'town')"
    >>> did_you_mean("xyz", [])
    ''
    """
    words = sorted(set(known))
    if near := closest(word, words):
        return f" (did you mean {' or '.join(map(repr, near))}?)"
    if 0 < len(words) <= 12:
        return f" (known: {', '.join(map(repr, words))})"
    return ""


def check_side(side: str, sides: Sequence[str]) -> None:
    """Raise ``GrognardError`` for a side that a game does not have.

    >>> check_side("red", ("red", "blue"))
    >>> check_side("rad", ("red", "blue"))
    Traceback (most recent call last):
        ...
    grognard.errors.GrognardError: there is no side 'rad'; expected red or blue (did you mean 'red'?)
    """
    if side in sides:
        return
    near = closest(side, sides)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    raise GrognardError(f"there is no side {side!r}; expected {' or '.join(sides)}{hint}")


def check_overlays(show: Iterable[str], known: Iterable[str]) -> set[str]:
    """The overlays that somebody wants to see; raises ``GrognardError`` for one that a system does not have.

    >>> check_overlays(["suply"], ["legal", "supply"])
    Traceback (most recent call last):
        ...
    grognard.errors.GrognardError: there is no overlay 'suply' (did you mean 'supply'?)
    """
    wanted, words = set(show), tuple(known)
    for key in sorted(wanted.difference(words)):
        raise GrognardError(f"there is no overlay {key!r}{did_you_mean(key, words)}")
    return wanted
