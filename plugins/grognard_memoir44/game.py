"""Memoir '44 as a game: the chapters wired together. No rule lives here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from grognard.game import Game, ScenarioInfo
from grognard_memoir44 import (
    changes,
    lookout,
    marks,
    picture,
    planning,
    reference,
    setup,
    standing,
    telling,
    tidying,
    valuation,
    wording,
)
from grognard_memoir44.battlefield import SECTIONS, Battlefield
from grognard_memoir44.comparison import MemoirComparison
from grognard_memoir44.hand import other_hands
from grognard_memoir44.position import MemoirPosition
from grognard_memoir44.tables import Tables

if TYPE_CHECKING:
    from grognard.play import Action, Event
    from grognard.ruleset import Ruleset
    from grognard.scene import Scene

__all__ = ["MemoirGame"]


class MemoirGame(Game[MemoirPosition, Tables]):
    """The system ``memoir44`` bound to a ruleset."""

    system = "memoir44"
    position_type = MemoirPosition
    sides = ("allies", "axis")
    turn_unit = "player turn"
    turn_bound = 5000
    topics = reference.TOPICS
    overlays: ClassVar[tuple[str, ...]] = marks.OVERLAYS
    """What :meth:`scene` can lay over the map."""

    def __init__(self, ruleset: Ruleset, options: Mapping[str, object] | None = None) -> None:
        super().__init__(ruleset, Tables(ruleset, options or {}), options)

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """The scenarios in the order of the rulebook."""
        ordered = sorted(self.rules.scenarios.values(), key=lambda s: (s.number, s.id))
        return tuple(
            ScenarioInfo(
                scenario.id,
                {"en": scenario.name.en, "zh": scenario.name.zh},
                scenario.first,
                {"en": scenario.text.en, "zh": scenario.text.zh},
                {
                    "date": scenario.date,
                    "cards": " / ".join(f"{side} {n}" for side, n in sorted(scenario.hand.items())),
                    "medals": " / ".join(f"{side} {n}" for side, n in sorted(scenario.medals.items())),
                },
            )
            for scenario in ordered
        )

    def set_up(self, scenario: str) -> MemoirPosition:
        """The scenario's units and pieces, nothing dealt."""
        return setup.set_up(self.rules, self.rules.scenarios[scenario])

    def tidy(self, position: MemoirPosition) -> Iterator[str]:
        """Indexes anew in a position that a person has edited, and what cannot be."""
        return tidying.tidy(self.rules, position)

    def comparison(self) -> MemoirComparison:
        """Neutral questions are answered in small positions of this ruleset."""
        return MemoirComparison(self.rules)

    def hidden_alternatives(self, position: MemoirPosition, side: str) -> Iterator[MemoirPosition]:
        """The same position with other cards in the enemy's hand, the deck holding the rest."""
        yield from other_hands(position, side)

    def turn(self, position: MemoirPosition) -> int:
        """Turns of both sides count."""
        return position.turn

    def value(self, view: MemoirPosition, side: str) -> float:
        """How good a view looks for a side, in tenths of a medal."""
        return valuation.value(self.rules, view, side)

    def plan(self, view: MemoirPosition) -> Sequence[Action]:
        """Answers for the coming decisions of the side to act, up to the next dice."""
        return planning.plan(self, view)

    # Pictures and words ----------------------------------------------------------------------------------

    def scene(self, view: MemoirPosition, *, lang: str = "en", show: Iterable[str] = ()) -> Scene:
        """The map; ``show`` asks for overlays of `overlays`, others raise ``GrognardError``."""
        return picture.draw(self.rules, view, lang, show)

    def sight(
        self, view: MemoirPosition, a: str, b: str, kind: str = "infantry", lang: str = "en"
    ) -> lookout.Sight:
        """Whether a kind of unit in ``a`` sees ``b``, and the proof; hexes as typed."""
        return lookout.look(self.rules, view, a, b, kind, lang)

    def sight_scene(
        self, view: MemoirPosition, a: str, b: str, kind: str = "infantry", lang: str = "en"
    ) -> Scene:
        """The map with a line of sight, the hexes it meets and what blocks it."""
        return lookout.draw_sight(self.rules, view, a, b, kind, lang)

    def status(self, view: MemoirPosition, lang: str = "en") -> list[str]:
        """Turn, medals, objectives, cards, and what is being decided."""
        return standing.status(self.rules, view, lang)

    def tell(self, event: Event, lang: str = "en") -> str:
        """An event as a sentence."""
        return telling.tell(self.rules, event, lang)

    def describe(self, position: MemoirPosition, action: Action, lang: str = "en") -> str:
        """An option of the decision at hand as a line of a list."""
        return wording.describe(self.rules, position, action, lang)

    def effect(self, before: MemoirPosition, after: MemoirPosition, lang: str = "en") -> str:
        """What changed; equal changes give equal lines."""
        return changes.effect(self.rules, before, after, lang)

    def reference(self, topic: str, lang: str = "en") -> list[dict[str, object]]:
        """Rows of one of the `topics`, one for each effect."""
        return reference.rows(self.rules, self.ruleset, topic, lang)

    @cached_property
    def _printed(self) -> Mapping[str, str]:
        """What may be typed, bare of signs and capitals → the id or label."""
        labels = {label: label for label in sorted(Battlefield.labels(self.rules.pieces.board))}
        ids = (*self.rules.cards, *self.rules.units, *self.rules.terrain, *SECTIONS)
        names = {name: id_ for id_ in ids for name in (self.name(id_), self.name(id_, "zh"))}
        everything = {"centre": "center", **names, **{id_: id_ for id_ in ids}, **labels}
        return {bare(word): meant for word, meant in everything.items()}

    def canonical(self, word: str) -> str:
        """Hex labels, ids and section names as printed; display names in either language mean their id."""
        return self._printed.get(bare(word), word)

    def name(self, key: str, lang: str = "en") -> str:
        """Display name of any id."""
        return self.rules.name(key, lang)


def bare(word: str) -> str:
    """A word without signs and capitals.

    >>> bare("Probe-(Left)")
    'probeleft'
    """
    return "".join(c for c in word.casefold() if c.isalnum())
