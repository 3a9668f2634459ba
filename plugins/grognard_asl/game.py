"""ASL as a game: the chapters wired together. No rule lives here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grognard.game import Game, ScenarioInfo
from grognard_asl import setup
from grognard_asl.position import SIDES, AslPosition
from grognard_asl.tables import Tables

if TYPE_CHECKING:
    from grognard.ruleset import Ruleset

__all__ = ["AslGame"]


class AslGame(Game[AslPosition, Tables]):
    """The system ``asl`` bound to a ruleset."""

    system = "asl"
    position_type = AslPosition
    sides = SIDES
    turn_bound = 40

    def __init__(self, ruleset: Ruleset, options: Mapping[str, object] | None = None) -> None:
        super().__init__(ruleset, Tables(ruleset, options or {}), options)

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """The scenarios whose boards are there, in the order of the ruleset."""
        ordered = sorted(self.rules.scenarios.playable.values(), key=lambda each: (each.number, each.id))
        return tuple(
            ScenarioInfo(
                scenario.id,
                {"en": scenario.name.en, "zh": scenario.name.zh},
                scenario.sets_up_first,
                {"en": scenario.text.en, "zh": scenario.text.zh},
                {"turns": str(scenario.turns), "date": f"{scenario.year}-{scenario.month:02}"},
            )
            for scenario in ordered
        )

    def set_up(self, scenario: str) -> AslPosition:
        """The scenario's counters beside the map."""
        return setup.set_up(self.rules, self.rules.scenarios.playable[scenario])

    def turn(self, position: AslPosition) -> int:
        """Player Turns, counted from 1."""
        first = self.rules.scenario(position).moves_first
        return 2 * position.turn - (position.active == first)
