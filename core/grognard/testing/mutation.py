"""Actions that are nearly right: what a rule must refuse, made from what it allows."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grognard.play import Action

__all__ = ["Vocabulary"]

NOWHERE = "nowhere"
Value = object


class Vocabulary:
    """Every action seen in some games, and the values its facts took.

    >>> from grognard.play import Action
    >>> class Go(Action, frozen=True):
    ...     unit: str
    ...     steps: int
    >>> words = Vocabulary([Go("a", 1), Go("b", 2)])
    >>> sorted(near.unit for near in words.near_misses(Go("a", 1), random.Random(0)) if near.steps == 1)
    ['', 'A', 'b', 'nowhere']
    """

    def __init__(self, actions: Iterable[Action]) -> None:
        self.actions: list[Action] = list(dict.fromkeys(actions))
        self._values: dict[str, dict[Value, None]] = defaultdict(dict)
        self._texts: dict[Value, None] = {}
        for action in self.actions:
            for name, value in _facts(action):
                self._values[name][value] = None
                for part in value if isinstance(value, tuple) else (value,):
                    if isinstance(part, str):
                        self._texts[part] = None

    def candidates(self, options: Sequence[Action], chance: random.Random, count: int) -> list[Action]:
        """Up to ``count`` actions around ``options``: near misses of some, and actions of other moments."""
        some = chance.sample(list(options), min(len(options), max(1, count // 8)))
        near = [miss for option in some for miss in self.near_misses(option, chance)]
        near = chance.sample(near, min(len(near), count * 2 // 3))
        others = chance.sample(self.actions, min(len(self.actions), count - len(near)))
        return list(dict.fromkeys([*near, *others]))

    def near_misses(self, action: Action, chance: random.Random) -> Iterator[Action]:
        """The action with one fact changed, in every way thought of."""
        for name, value in _facts(action):
            for other in dict.fromkeys(self._variants(name, value, chance)):
                if other != value:
                    yield msgspec.structs.replace(action, **{name: other})

    def _variants(self, name: str, value: Value, chance: random.Random) -> Iterator[Value]:
        known = list(self._values[name])
        yield from chance.sample(known, min(len(known), 8))
        if isinstance(value, str):
            texts = list(self._texts)
            yield from (NOWHERE, "", value.swapcase(), *chance.sample(texts, min(len(texts), 4)))
        elif isinstance(value, int) and not isinstance(value, bool):
            yield from (value + 1, value - 1, -1, 10**6)
        elif isinstance(value, tuple):
            yield from (value[::-1], value[1:], value[:-1], (*value, *value[:1]), (*value, *value[-1:]))
            if all(isinstance(part, str) for part in value):
                yield (*value, NOWHERE)
                yield from ((*value[:-1], text) for text in chance.sample(list(self._texts), 1))


def _facts(action: Action) -> Iterator[tuple[str, Value]]:
    for name in action.__struct_fields__:
        yield name, getattr(action, name)
