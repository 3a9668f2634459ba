"""Dice that walk every outcome, and the plays that they stand behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, TypeVar, cast

from grognard.dice import Dice, Die, Face, pool_distribution
from grognard.play import Play, Position, Rules, Side
from grognard.reasons import Reason

__all__ = ["Branch", "EnumeratingDice", "Noting", "Walking"]

P = TypeVar("P", bound=Position)
R = TypeVar("R", bound=Rules)
S = TypeVar("S")


class Branch(Exception):
    """The rules want an outcome that the script does not hold: here are all of them, with weights."""

    def __init__(self, outcomes: Sequence[tuple[Any, int]], total: int) -> None:
        self.outcomes, self.total = outcomes, total


class EnumeratingDice:
    """Dice that replay a script of outcomes and branch at its end."""

    __slots__ = ("_next", "_script")

    def __init__(self, script: tuple[Any, ...]) -> None:
        self._script, self._next = script, 0

    def _scripted(self) -> Any:
        if self._next == len(self._script):
            return None
        self._next += 1
        return self._script[self._next - 1]

    def throw(self, die: Die, n: int, why: str) -> tuple[Face, ...]:
        """Scripted faces, or a branch over all of them."""
        outcome = self._scripted()
        if outcome is None:
            raise Branch(_throws(die, n), len(die.faces) ** n)
        return tuple(outcome)

    def count(self, die: Die, n: int, groups: tuple[str, ...], why: str) -> tuple[int, ...]:
        """Scripted counts, or a branch over the distinct ones."""
        outcome = self._scripted()
        if outcome is None:
            raise Branch(_counts(die, n, groups), len(die.faces) ** n)
        return tuple(outcome)

    def fold(self, die: Die, n: int, start: S, step: Callable[[S, Face], S]) -> S:
        """What scripted dice came to, or a branch over all they may come to."""
        outcome = self._scripted()
        if outcome is None:
            raise Branch(_folds(die, n, start, step), len(die.faces) ** n)
        (end,) = outcome
        return cast("S", end)

    def draw(self, bag: Mapping[str, int], why: str) -> str:
        """A scripted item, or a branch over the items of the bag."""
        outcome = self._scripted()
        if outcome is None:
            raise Branch(sorted(bag.items()), sum(bag.values()))
        return str(outcome)


@lru_cache(maxsize=256)
def _throws(die: Die, n: int) -> tuple[tuple[tuple[Face, ...], int], ...]:
    faces = sorted(Counter(die.faces).items(), key=lambda item: str(item[0]))
    throws = []
    for combination in product(faces, repeat=n):
        weight = 1
        for _, copies in combination:
            weight *= copies
        throws.append((tuple(face for face, _ in combination), weight))
    return tuple(throws)


@lru_cache(maxsize=1024)
def _folds(die: Die, n: int, start: Any, step: Callable[[Any, Face], Any]) -> tuple[tuple[Any, int], ...]:
    """What ``n`` dice may come to, each in a tuple of its own, and how many throws come to it."""
    ways: dict[Any, int] = {start: 1}
    for _ in range(n):
        further: dict[Any, int] = {}
        for state, weight in ways.items():
            for face in die.faces:
                then = step(state, face)
                further[then] = further.get(then, 0) + weight
        ways = further
    return tuple(((end,), weight) for end, weight in ways.items())


@lru_cache(maxsize=1024)
def _counts(die: Die, n: int, groups: tuple[str, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    return tuple(pool_distribution(die, n, groups).items())


class Noting(Play[P, R]):
    """A play that notes the reconstructed figures that go into its rolls, and what its draws stand for."""

    __slots__ = ("assumptions", "unsure")

    def __init__(
        self, position: P, rules: R, dice: Dice, unsure: dict[Reason, None], assumptions: dict[str, None]
    ) -> None:
        super().__init__(position, rules, dice)
        self.unsure, self.assumptions = unsure, assumptions

    def announce(self, kind: str, n: int, why: str, reasons: tuple[Reason, ...]) -> None:
        """Note the figures of this roll."""
        for reason in reasons:
            if reason.sure:
                self.unsure[reason] = None

    def assume(self, assumption: str) -> None:
        """Note what is drawn for something unknown."""
        self.assumptions[assumption] = None


class Walking(Noting[P, R]):
    """A play through every outcome: dice taken in one by one branch over what they come to."""

    __slots__ = ("walk",)

    def __init__(
        self,
        position: P,
        rules: R,
        walk: EnumeratingDice,
        unsure: dict[Reason, None],
        assumptions: dict[str, None],
    ) -> None:
        super().__init__(position, rules, walk, unsure, assumptions)
        self.walk = walk

    def fold(
        self,
        kind: str,
        n: int,
        start: S,
        step: Callable[[S, Face], S],
        *,
        why: str,
        reasons: tuple[Reason, ...] = (),
        seen_by: Side = "",
    ) -> S:
        """What the dice come to."""
        self.announce(kind, n, why, reasons)
        return self.walk.fold(self._die(kind), n, start, step)
