"""The luck of a session: its seed, its dice, and how both go on."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from grognard.dice import AskedDice, Dice, Die, Face, SeededDice
from grognard.errors import GrognardError
from grognard.record import Record, Source, commitment

__all__ = ["Ask", "checked", "dice_of", "going_on", "reading"]

Ask = Callable[[Die, int, str], Sequence[Face]]


def checked(seed: int | str) -> int | str:
    """The seed, if a record can tell it."""
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise GrognardError(f"a seed must be a whole number or a text, got {seed!r}")
    try:
        commitment(seed)
    except UnicodeEncodeError:
        raise GrognardError(f"a seed must be a text that can be written, got {seed!r}") from None
    return seed


def reading(dice: Dice | Ask | None) -> Source:
    """What the record says of dice that were given."""
    return "seeded" if dice is None else "asked" if callable(dice) else "given"


def dice_of(given: Dice | Ask | None, luck: SeededDice) -> Dice:
    """The dice that are thrown: those given, a person asked for them, or the seed's."""
    if given is None:
        return luck
    return AskedDice(given, luck) if callable(given) else given


def going_on(record: Record, known: int | str | None, source: Source) -> SeededDice:
    """The luck with which a recorded game goes on, its seed being ``known`` or not, with dice from a source.

    A new seed is made up where the game's is not known. Where outcomes come from another source than so far,
    the seed is another too, so that what it has given is not given again.
    """
    if known is None:
        return SeededDice(secrets.token_hex(16))
    if source == record.dice:
        return SeededDice(known, record.rolled)
    return SeededDice(f"{known}/{len(record.lines)}")
