"""Memoir '44 as a game: the chapters wired together. No rule lives here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from grognard.errors import NotationError
from grognard.game import Game, ScenarioInfo
from grognard_memoir44 import setup
from grognard_memoir44.comparison import MemoirComparison
from grognard_memoir44.hand import other_hands
from grognard_memoir44.position import MemoirPosition
from grognard_memoir44.tables import Tables

if TYPE_CHECKING:
    from grognard.ruleset import Ruleset

__all__ = ["MemoirGame"]


class MemoirGame(Game[MemoirPosition, Tables]):
    """The system ``memoir44`` bound to a ruleset."""

    system = "memoir44"
    position_type = MemoirPosition
    sides = ("allies", "axis")
    turn_bound = 5000

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

    def comparison(self) -> MemoirComparison:
        """Neutral questions are answered in small positions of this ruleset."""
        return MemoirComparison(self.rules)

    def hidden_alternatives(self, position: MemoirPosition, side: str) -> Iterator[MemoirPosition]:
        """The same position with other cards in the enemy's hand, the deck holding the rest."""
        yield from other_hands(position, side)

    def turn(self, position: MemoirPosition) -> int:
        """Turns of both sides count."""
        return position.turn

    @cached_property
    def _printed(self) -> Mapping[str, str]:
        words = {*self.rules.cards, *self.rules.units, *self.rules.terrain, "left", "center", "right"}
        return {word.casefold(): word for word in words}

    def canonical(self, word: str) -> str:
        """Hex labels and ids as printed."""
        board = next(iter(self.rules.battlefields.values())).board if self.rules.battlefields else None
        if board is not None:
            try:
                return board.parse(word)
            except NotationError:
                pass
        return self._printed.get(word.casefold().replace("-", "_"), word)

    def name(self, key: str, lang: str = "en") -> str:
        """Display name of any id."""
        return self.rules.name(key, lang)
