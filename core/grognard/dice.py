"""Dice and bags: one rule, three readings.

Rules ask :class:`~grognard.play.Play` for rolls in ordinary code. Behind it stands one of

- :class:`SeededDice`: luck from a seed, in one stream per purpose, so that an extra roll for one purpose
  does not shift the others;
- :class:`ScriptedDice`: outcomes known beforehand (replays, tests);
- :class:`AskedDice`: outcomes asked from somebody (real dice at the table);
- the enumerating dice of :mod:`grognard.odds`, which walk every outcome.

A die is a tuple of equally likely faces; a deck of cards is a bag, whose order nobody stores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from math import comb
from operator import add
from typing import Protocol

import msgspec

from grognard.reasons import Reason

__all__ = [
    "D6",
    "TWO_D6",
    "AskedDice",
    "Dice",
    "DiceMismatch",
    "DiceWanted",
    "Die",
    "Face",
    "Roll",
    "ScriptedDice",
    "SeededDice",
    "pool_distribution",
    "tally",
]

Face = int | str


class Die(msgspec.Struct, frozen=True):
    """A die kind: its name, its equally likely faces, and what they mean where that is not plain.

    >>> D6.name, D6.faces
    ('1d6', (1, 2, 3, 4, 5, 6))
    """

    name: str
    faces: tuple[Face, ...]
    text: str = ""


D6 = Die("1d6", (1, 2, 3, 4, 5, 6))
TWO_D6 = Die("2d6", tuple(a + b for a in range(1, 7) for b in range(1, 7)))


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """What fell: the faces of a throw, or the one item of a draw (``kind="draw"``), and why it was rolled.

    ``seen_by`` names the one side that may see it; empty means everybody.
    """

    kind: str
    why: str
    faces: tuple[Face, ...]
    seen_by: str = ""
    reasons: tuple[Reason, ...] = ()


class Dice(Protocol):
    """Where outcomes come from. ``why`` is the purpose of the roll, as the rules name it.

    Dice of your own offer the same methods; those that inherit from this class need not count.
    """

    __slots__ = ()

    def throw(self, die: Die, n: int, why: str) -> tuple[Face, ...]:
        """Faces of ``n`` dice, one by one."""
        ...

    def count(self, die: Die, n: int, groups: tuple[str, ...], why: str) -> tuple[int, ...]:
        """How many of ``n`` dice show a face of each group; a group is names of faces parted by spaces."""
        return tally(die, self.throw(die, n, why), groups)

    def draw(self, bag: Mapping[str, int], why: str) -> str:
        """One item of a bag (item → number of copies), each copy equally likely; the bag is not changed."""
        ...


@lru_cache(maxsize=1024)
def _membership(die: Die, groups: tuple[str, ...]) -> dict[Face, tuple[int, ...]]:
    """Face → which groups it counts for."""
    members = [set(group.split()) for group in groups]
    return {face: tuple(int(str(face) in group) for group in members) for face in die.faces}


def tally(die: Die, faces: Iterable[Face], groups: tuple[str, ...]) -> tuple[int, ...]:
    """Count faces by groups.

    >>> tally(D6, (1, 6, 6), ("6", "1 2 3"))
    (2, 1)
    """
    member = _membership(die, groups)
    counts = [0] * len(groups)
    for face in faces:
        for i, hit in enumerate(member[face]):
            counts[i] += hit
    return tuple(counts)


def pool_distribution(die: Die, n: int, groups: tuple[str, ...]) -> dict[tuple[int, ...], int]:
    """Exact distribution of group counts over ``n`` dice: counts → how many of the throws show them.

    >>> pool_distribution(D6, 2, ("6",))
    {(0,): 25, (1,): 10, (2,): 1}
    """
    classes = sorted(Counter(_membership(die, groups)[face] for face in die.faces).items())
    ways: dict[tuple[int, tuple[int, ...]], int] = {
        (n, (0,) * len(groups)): 1
    }  # (dice left, counts) → throws
    for number, (vector, faces) in enumerate(classes, start=1):
        multiples = [(k, tuple(k * one for one in vector), faces**k) for k in range(n + 1)]
        further: dict[tuple[int, tuple[int, ...]], int] = {}
        for (left, counts), weight in ways.items():
            for k, more, power in (
                multiples[left : left + 1] if number == len(classes) else multiples[: left + 1]
            ):
                key = (left - k, tuple(map(add, counts, more)))
                further[key] = further.get(key, 0) + weight * comb(left, k) * power
        ways = further
    return dict(sorted((counts, weight) for (_, counts), weight in ways.items()))


class SeededDice(Dice):
    """Dice whose outcomes follow from ``(seed, purpose, how many rolls of that purpose came before)``.

    The same seed gives the same game on any machine. ``rolled`` continues a game at its saved counts.

    >>> SeededDice(7).throw(D6, 3, "demo") == SeededDice(7).throw(D6, 3, "demo")
    True
    """

    __slots__ = ("_key", "_rolled", "seed")

    def __init__(self, seed: int | str, rolled: Mapping[str, int] | None = None) -> None:
        self.seed = seed
        self._key = blake2b(str(seed).encode(), digest_size=32).digest()
        self._rolled: dict[str, int] = dict(rolled or {})

    @property
    def rolled(self) -> Mapping[str, int]:
        """Purpose → how many rolls it has had."""
        return dict(self._rolled)

    def _numbers(self, why: str, n: int) -> list[int]:
        count = self._rolled.get(why, 0)
        self._rolled[why] = count + 1
        numbers: list[int] = []
        for block in range(0, n, 8):
            size = 8 * min(8, n - block)
            text = f"{why}\0{count}\0{block}".encode()
            digest = blake2b(text, digest_size=size, key=self._key).digest()
            numbers += [int.from_bytes(digest[i : i + 8], "little") for i in range(0, size, 8)]
        return numbers

    def throw(self, die: Die, n: int, why: str) -> tuple[Face, ...]:
        """Faces of ``n`` dice."""
        faces = die.faces
        sides = len(faces)
        return tuple([faces[number % sides] for number in self._numbers(why, n)])

    def draw(self, bag: Mapping[str, int], why: str) -> str:
        """One item of the bag; bags that are equal give equal draws, whatever order they were filled in."""
        (number,) = self._numbers(why, 1)
        return _pick(bag, number % sum(bag.values()))


def _pick(bag: Mapping[str, int], place: int) -> str:
    for item in sorted(bag):
        if place < bag[item]:
            return item
        place -= bag[item]
    raise ValueError(f"the bag holds no copy number {place}")


class DiceMismatch(Exception):
    """A script, or whoever was asked, gives something else than the rules roll."""

    def __init__(self, expected: str, got: str) -> None:
        super().__init__(f"the rules roll {expected}, got {got}")


class DiceWanted(Exception):
    """The script is used up and the rules want another roll."""

    def __init__(self, kind: str, n: int, why: str) -> None:
        self.kind, self.n, self.why = kind, n, why
        super().__init__(f"a roll is wanted: {n} × {kind} for {why!r}")


class ScriptedDice(Dice):
    """Dice that give known outcomes in order; each is checked against what the rules ask for.

    A script entry is a :class:`Roll`, or just the faces where the purpose need not be checked.

    >>> ScriptedDice([(6, 6)]).throw(D6, 2, "anything")
    (6, 6)
    """

    def __init__(self, script: Iterable[Roll | Sequence[Face]]) -> None:
        self._script: list[Roll | Sequence[Face]] = list(script)
        self._next = 0

    @property
    def left(self) -> int:
        """How many outcomes have not been used."""
        return len(self._script) - self._next

    def _take(self, kind: str, n: int, why: str) -> tuple[Face, ...]:
        if self._next == len(self._script):
            raise DiceWanted(kind, n, why)
        entry = self._script[self._next]
        if isinstance(entry, Roll):
            if (entry.kind, entry.why, len(entry.faces)) != (kind, why, n):
                raise DiceMismatch(
                    f"{n} × {kind} for {why!r}", f"{len(entry.faces)} × {entry.kind} for {entry.why!r}"
                )
            faces = entry.faces
        else:
            faces = tuple(entry)
            if len(faces) != n:
                raise DiceMismatch(f"{n} × {kind} for {why!r}", repr(faces))
        self._next += 1
        return faces

    def throw(self, die: Die, n: int, why: str) -> tuple[Face, ...]:
        """The next scripted faces."""
        faces = self._take(die.name, n, why)
        for face in faces:
            if face not in die.faces:
                raise DiceMismatch(f"a face of {die.name} for {why!r}", repr(face))
        return faces

    def draw(self, bag: Mapping[str, int], why: str) -> str:
        """The next scripted item, which the bag must hold."""
        (item,) = self._take("draw", 1, why)
        if bag.get(str(item), 0) < 1:
            raise DiceMismatch(f"an item of the bag for {why!r}", repr(item))
        return str(item)


class AskedDice(Dice):
    """Dice that somebody throws: ``ask(die, n, why)`` returns the faces that fell.

    Draws still come from ``draws`` (a seeded bag), since hands stay hidden.
    """

    def __init__(self, ask: Callable[[Die, int, str], Sequence[Face]], draws: Dice) -> None:
        self._ask, self._draws = ask, draws

    def throw(self, die: Die, n: int, why: str) -> tuple[Face, ...]:
        """Faces as told."""
        faces = tuple(self._ask(die, n, why))
        if len(faces) != n or any(face not in die.faces for face in faces):
            raise DiceMismatch(f"{n} faces of {die.name} for {why!r}", repr(faces))
        return faces

    def draw(self, bag: Mapping[str, int], why: str) -> str:
        """One item of the bag, by the seeded draws."""
        return self._draws.draw(bag, why)
