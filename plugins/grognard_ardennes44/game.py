"""Ardennes '44 as a game: the chapters wired together. No rule lives here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from grognard.game import Game, ScenarioInfo
from grognard_ardennes44 import (
    atlas,
    changes,
    marks,
    picture,
    planning,
    reference,
    setup,
    standing,
    starts,
    telling,
    tidying,
    valuation,
    wording,
)
from grognard_ardennes44.comparison import ArdennesComparison
from grognard_ardennes44.phrases import unit_name
from grognard_ardennes44.position import ArdennesPosition
from grognard_ardennes44.tables import Tables

if TYPE_CHECKING:
    from grognard.play import Action, Event
    from grognard.ruleset import Ruleset
    from grognard.scene import Scene

__all__ = ["ArdennesGame"]


class ArdennesGame(Game[ArdennesPosition, Tables]):
    """The system ``ardennes44`` bound to a ruleset."""

    system = "ardennes44"
    position_type = ArdennesPosition
    sides = ("german", "allied")
    turn_bound = 30
    topics = reference.TOPICS
    overlays: ClassVar[tuple[str, ...]] = marks.OVERLAYS
    """What :meth:`scene` can lay over the map."""

    def __init__(self, ruleset: Ruleset, options: Mapping[str, object] | None = None) -> None:
        super().__init__(ruleset, Tables(ruleset, options or {}), options)

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """The scenarios, the smallest first."""
        ordered = sorted(self.rules.scenarios.values(), key=lambda s: (s.number, s.id))
        return tuple(
            ScenarioInfo(
                scenario.id,
                {"en": scenario.name.en, "zh": scenario.name.zh},
                scenario.first,
                {"en": scenario.text.en, "zh": scenario.text.zh},
                {"turns": f"{scenario.first_turn}-{scenario.last_turn}"},
            )
            for scenario in ordered
        )

    def set_up(self, scenario: str) -> ArdennesPosition:
        """The scenario's units in place, nothing rolled."""
        return setup.set_up(self.rules, self.rules.scenarios[scenario])

    def value(self, view: ArdennesPosition, side: str) -> float:
        """How good a view looks for a side, in strength points."""
        return valuation.value(self.rules, view, side)

    def plan(self, view: ArdennesPosition) -> Sequence[Action]:
        """Answers for the coming decisions of the side to act, up to the next dice."""
        return planning.plan(self, view)

    def turn(self, position: ArdennesPosition) -> int:
        """The number of the game turn."""
        return position.turn

    def starts(self) -> Iterator[ArdennesPosition]:
        """Rolls, results and steps of combat, special units, boxes, nights: what play seldom comes to."""
        yield from starts.starts(self.rules)

    def tidy(self, position: ArdennesPosition) -> Iterator[str]:
        """Indexes anew in a position that a person has edited, and what cannot be."""
        return tidying.tidy(self.rules, position)

    def comparison(self) -> ArdennesComparison:
        """Neutral questions are answered in small positions of this ruleset."""
        return ArdennesComparison(self.rules)

    # Pictures and words ----------------------------------------------------------------------------------

    def scene(self, view: ArdennesPosition, *, lang: str = "en", show: Iterable[str] = ()) -> Scene:
        """The map; ``show`` asks for overlays of `overlays`, others raise ``GrognardError``."""
        return picture.draw(self.rules, view, lang, show)

    def status(self, view: ArdennesPosition, lang: str = "en") -> list[str]:
        """Turn, weather, phase, victory, markers, boxes, reinforcements, and what is being decided."""
        return standing.status(self.rules, view, lang)

    def tell(self, event: Event, lang: str = "en") -> str:
        """An event as a sentence."""
        return telling.tell(self.rules, event, lang)

    def describe(self, position: ArdennesPosition, action: Action, lang: str = "en") -> str:
        """An option of the decision at hand as a line of a list."""
        return wording.describe(self.rules, position, action, lang)

    def effect(self, before: ArdennesPosition, after: ArdennesPosition, lang: str = "en") -> str:
        """What changed; equal changes give equal lines."""
        return changes.effect(self.rules, before, after, lang)

    def reference(self, topic: str, lang: str = "en") -> list[dict[str, object]]:
        """Rows of one of the `topics`."""
        return reference.rows(self.rules, topic, lang)

    @cached_property
    def _printed(self) -> Mapping[str, str]:
        """What may be typed, bare of signs and capitals → the id or label."""
        words = dict(atlas.known_places(self.rules))
        for id_ in (*self.rules.formations, *self.rules.counters):
            words |= {unit_name(self.rules, id_, lang): id_ for lang in ("en", "zh")} | {id_: id_}
        return {bare(word): meant for word, meant in words.items()}

    def canonical(self, word: str) -> str:
        """Hex labels in capitals, ids as printed; names of units and places mean their ids and hexes."""
        if re.fullmatch(LABELS, word):
            return word.upper()
        return self._printed.get(bare(word), word)

    def name(self, key: str, lang: str = "en") -> str:
        """Display name of any id."""
        return self.rules.name(key, lang)


LABELS = r"[a-zA-Z]?\d{4}(\|[a-zA-Z]?\d{4})?"
"""A hex or a hexside, in any case."""


def bare(word: str) -> str:
    """A word without signs and capitals.

    >>> bare("2_Pz-304")
    '2pz304'
    """
    return "".join(c for c in word.casefold() if c.isalnum())
