"""Ardennes '44 as a game: the chapters wired together. No rule lives here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grognard.game import Game, ScenarioInfo
from grognard_ardennes44 import setup
from grognard_ardennes44.position import ArdennesPosition
from grognard_ardennes44.tables import Tables

if TYPE_CHECKING:
    from grognard.ruleset import Ruleset

__all__ = ["ArdennesGame"]


class ArdennesGame(Game[ArdennesPosition, Tables]):
    """The system ``ardennes44`` bound to a ruleset."""

    system = "ardennes44"
    position_type = ArdennesPosition
    sides = ("german", "allied")
    turn_bound = 30

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

    def turn(self, position: ArdennesPosition) -> int:
        """The number of the game turn."""
        return position.turn

    def name(self, key: str, lang: str = "en") -> str:
        """Display name of any id."""
        return self.rules.name(key, lang)
