"""Reasons and citations: every number a rule produces says which rule it comes from.

A cost, a modifier, a shift, a prohibition or a result is a :class:`Reason`; a total is a sum of reasons.
The decorator :func:`rule` ties the function or frame that implements a rule to the rule's id.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from types import CodeType, FrameType
from typing import TypeVar

import msgspec

__all__ = ["Reason", "cited", "first_cited", "implementations", "printed", "rule", "total", "tracing"]

T = TypeVar("T", bound=Callable[..., object])

FRACTIONS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}

_implementations: dict[str, list[str]] = {}
# By identity: code objects of two modules are equal when they say the same on the same line. The code is kept
# with its rules, so that no later one can come by its id.
_rules_of_code: dict[int, tuple[CodeType, tuple[str, ...]]] = {}


class Reason(msgspec.Struct, frozen=True):
    """Why a number is what it is, or why something is forbidden.

    ``cite`` is a rule id of the ruleset; ``value`` counts in the unit of the sum it stands in (dice, DRM,
    columns, MF …) and is 0 for a plain statement; ``sure`` is ``"reconstructed"`` for an unsourced figure.
    ``sum`` names that sum where reasons make up several: the strength of an attack, that of the defence.
    ``parts`` is 2 where ``value`` counts halves of its unit, as costs in MF do; people see :attr:`amount`.

    >>> str(Reason("target in forest", "M44-terrain-forest.1", -1))
    '-1 target in forest [M44-terrain-forest.1]'
    >>> str(Reason("MF for grain", "ASLI-4.2.1", 3, parts=2))
    '+1½ MF for grain [ASLI-4.2.1]'
    """

    text: str
    cite: str
    value: int = 0
    sure: str = ""
    sum: str = ""
    parts: int = 1

    @property
    def amount(self) -> Fraction:
        """The value in whole units of its sum."""
        return Fraction(self.value, self.parts)

    def __str__(self) -> str:
        mark = f" ({self.sure})" if self.sure else ""
        number = f"{printed(self.amount, sign=True)} " if self.value else ""
        return f"{number}{self.text} [{self.cite}]{mark}"


def total(reasons: Iterable[Reason]) -> int:
    """Sum of the values of reasons.

    >>> total([Reason("range 1", "X-1", 3), Reason("town", "X-2", -2)])
    1
    """
    return sum(reason.value for reason in reasons)


def printed(number: Fraction | int, *, sign: bool = False) -> str:
    """A number as wargames print it, fractions kept; ``sign`` shows a plus, too.

    >>> printed(Fraction(9, 2)), printed(Fraction(1, 4)), printed(8), printed(Fraction(-1, 2), sign=True)
    ('4½', '¼', '8', '-½')
    """
    before, size = "-" if number < 0 else "+" if sign else "", abs(Fraction(number))
    whole, rest = divmod(size, 1)
    if not rest or rest not in FRACTIONS:
        return f"{before}{size}"
    return f"{before}{whole or ''}{FRACTIONS[rest]}"


def rule(*ids: str) -> Callable[[T], T]:
    """Mark a function or frame class as the implementation of the rules ``ids``.

    >>> @rule("X-9.3")
    ... def must_stop() -> bool: ...
    >>> cited(must_stop)
    ('X-9.3',)
    """

    def mark(thing: T) -> T:
        where = f"{thing.__module__}:{thing.__qualname__}"
        for id_ in ids:
            places = _implementations.setdefault(id_, [])
            if where not in places:
                places.append(where)
        for code in _codes(thing):
            known = _rules_of_code.get(id(code), (code, ()))[1]
            _rules_of_code[id(code)] = (code, tuple(dict.fromkeys(known + ids)))
        thing.__rules__ = ids  # type: ignore[attr-defined]  # the mark itself
        return thing

    return mark


def _codes(thing: object) -> Iterator[CodeType]:
    """Code that runs when a marked function is called, or when a marked frame takes its turn."""
    names = ("take", "happen", "options") if isinstance(thing, type) else ()
    for candidate in (thing, *(vars(thing).get(name) for name in names)):
        code = getattr(candidate, "__code__", None)
        if code is not None:
            yield code


def cited(thing: object) -> tuple[str, ...]:
    """Rule ids that a function or frame class carries; empty if none."""
    return tuple(getattr(thing, "__rules__", ()))


def first_cited(thing: object) -> str:
    """The first rule id that a function or frame class carries; blank if none."""
    return next(iter(cited(thing)), "")


def implementations() -> Mapping[str, tuple[str, ...]]:
    """Rule id → the places (``module:name``) that implement it, for all modules imported so far."""
    return {id_: tuple(places) for id_, places in sorted(_implementations.items())}


@contextmanager
def tracing() -> Iterator[Counter[str]]:
    """Count how often the code of each marked rule runs; for fuzz reports, several times slower than play."""
    reached: Counter[str] = Counter()
    rules_of_code = _rules_of_code

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            marked = rules_of_code.get(id(frame.f_code))
            if marked:
                reached.update(marked[1])

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        yield reached
    finally:
        sys.setprofile(before)
