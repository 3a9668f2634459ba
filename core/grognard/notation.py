"""Actions as text and back: a verb and the facts, parted by spaces.

>>> class MoveTo(Action, frozen=True):
...     unit: str
...     path: tuple[str, ...]
>>> say(MoveTo("a1", ("E5", "F5")))
'move-to a1 E5,F5'
>>> parse("move-to a1 E5", (MoveTo,))
MoveTo(unit='a1', path=('E5',))
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import msgspec

from grognard.errors import NotationError
from grognard.play import Action
from grognard.spelling import closest

__all__ = ["match", "parse", "say"]

NOTHING = "-"


def say(action: Action) -> str:
    """The canonical text of an action."""
    return " ".join([action.verb, *(_word(getattr(action, name)) for name in action.__struct_fields__)])


def _word(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or NOTHING
    return NOTHING if value is None or value == "" else str(value)


def match(text: str, options: Iterable[Action]) -> Action | None:
    """The option whose text is ``text``, ignoring case and spacing; ``None`` if there is none.

    A text that begins exactly one option's text names that option.
    """
    wanted = " ".join(text.split())
    by_text = {say(option): option for option in options}
    if wanted in by_text:
        return by_text[wanted]
    folded = wanted.casefold()
    same = [option for said, option in by_text.items() if said.casefold() == folded]
    if len(same) == 1:
        return same[0]
    begun = [option for said, option in by_text.items() if said.casefold().startswith(folded + " ")]
    return begun[0] if len(begun) == 1 and folded else None


@lru_cache(maxsize=512)
def _fields(kind: type[Action]) -> tuple[tuple[str, object], ...]:
    hints = typing.get_type_hints(kind)
    return tuple((name, hints[name]) for name in kind.__struct_fields__)


def parse(text: str, kinds: Sequence[type[Action]], canonical: Callable[[str], str] = str) -> Action:
    """The action a text spells, legal or not, among the kinds of action asked for.

    ``canonical`` turns a typed word into the name the game prints (case of hex labels, for example).
    Raises :class:`NotationError` when the verb is unknown or the facts do not fit.
    """
    words = text.split()
    verbs = {kind.verb: kind for kind in kinds}
    if not words:
        raise NotationError(f"nothing typed; expected one of {', '.join(sorted(verbs))}")
    verb = words[0].casefold()
    kind = verbs.get(verb)
    if kind is None:
        begun = [v for v in verbs if v.startswith(verb)]
        if len(begun) != 1:
            close = begun or closest(verb, verbs)
            raise NotationError(
                f"{words[0]!r} is not an action here; expected {', '.join(sorted(verbs))}", suggestions=close
            )
        kind = verbs[begun[0]]
    fields = _fields(kind)
    given = words[1:]
    if len(given) != len(fields):
        usage = " ".join([kind.verb, *(name.upper() for name, _ in fields)])
        raise NotationError(f"expected {usage!r}, got {text.strip()!r}")
    values = {name: _value(word, hint, canonical) for (name, hint), word in zip(fields, given, strict=True)}
    try:
        return msgspec.convert({"type": kind.__name__, **values}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise NotationError(f"{text.strip()!r}: {error}") from None


def _value(word: str, hint: object, canonical: Callable[[str], str]) -> object:
    kinds = typing.get_args(hint) if typing.get_origin(hint) is not tuple else ()
    is_tuple = typing.get_origin(hint) is tuple
    if word == NOTHING:
        return () if is_tuple else None if type(None) in kinds else ""
    if is_tuple:
        return tuple(canonical(part) for part in word.split(","))
    return canonical(word) if hint is str or str in kinds else word
