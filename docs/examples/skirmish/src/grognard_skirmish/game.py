"""The game: wires the chapters to the questions Grognard asks. No rules of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

import msgspec

from grognard.game import Game, ScenarioInfo
from grognard.play import Action, Event
from grognard.ruleset import Ruleset
from grognard.scene import Scene
from grognard_skirmish import judgement, picture, words
from grognard_skirmish.comparison import SkirmishComparison
from grognard_skirmish.loading import load_rules
from grognard_skirmish.position import USED, SkirmishPosition, SkirmishRules, Unit, enemy_of
from grognard_skirmish.turn import SequenceOfPlay

PHASES = {
    "ChooseMover": {"en": "{side} moves", "zh": "{side}移动"},
    "ChooseDestination": {"en": "{side} moves", "zh": "{side}移动"},
    "HideAmbush": {"en": "{side} hides its ambush", "zh": "{side}设伏"},
    "SpringAmbush": {"en": "{side} may spring its ambush", "zh": "{side}可发动伏击"},
    "ChooseFire": {"en": "{side} fires", "zh": "{side}射击"},
}


class Skirmish(Game[SkirmishPosition, SkirmishRules]):
    """Skirmish, bound to one ruleset."""

    system: ClassVar[str] = "skirmish"
    position_type = SkirmishPosition
    sides: ClassVar[tuple[str, ...]] = ("blue", "red")
    overlays: ClassVar[tuple[str, ...]] = picture.OVERLAYS
    turn_bound: ClassVar[int] = 8  # no scenario is longer; the conformance suite holds us to it
    topics = ("terrain", "units")

    def __init__(self, ruleset: Ruleset, options: Mapping[str, object] | None = None) -> None:
        super().__init__(ruleset, load_rules(ruleset), options)

    # Set-up ----------------------------------------------------------------------------------------------
    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """Every scenario of the ruleset."""
        rows = {id: self.rules.battlefields[id].scenario for id in self.rules.scenarios}
        return tuple(
            ScenarioInfo(id, msgspec.structs.asdict(row.name), row.first, row.text, {"turns": str(row.turns)})
            for id, row in rows.items()
        )

    def set_up(self, scenario: str) -> SkirmishPosition:
        """The counters in their places and the sequence of play on the agenda."""
        rows = self.rules.battlefields[scenario].scenario.unit
        return SkirmishPosition(
            agenda=[SequenceOfPlay()],
            scenario=scenario,
            units={row.id: Unit(row.id, row.side, row.type, row.hex) for row in rows},
            ambush={},
        )

    # Questions -------------------------------------------------------------------------------------------
    def turn(self, position: SkirmishPosition) -> int:
        """The turn counter."""
        return position.turn

    def hidden_alternatives(self, position: SkirmishPosition, side: str) -> Iterator[SkirmishPosition]:
        """What looks the same to ``side``: the other ambush may lie in any of its hiding places."""
        enemy = enemy_of(side)
        if position.ambush.get(enemy, USED) == USED:
            return
        for hex in self.rules.battlefields[position.scenario].scenario.hiding_places[enemy]:
            other = position.copy()
            other.ambush[enemy] = hex
            yield other

    def comparison(self) -> SkirmishComparison:
        """What answers when rulesets are compared."""
        return SkirmishComparison(self.rules)

    def canonical(self, word: str) -> str:
        """Hexes are printed in capitals, unit ids are not."""
        boards = (field.board for field in self.rules.battlefields.values())
        return word.upper() if any(word.upper() in board for board in boards) else word.lower()

    # Opinions, pictures and words ------------------------------------------------------------------------
    def value(self, view: SkirmishPosition, side: str) -> float:
        """How good the view looks for a side."""
        return judgement.value(self.rules, view, side)

    def plan(self, view: SkirmishPosition) -> Sequence[Action]:
        """Answers for the coming stages."""
        return judgement.plan(self.rules, view)

    def effect(self, before: SkirmishPosition, after: SkirmishPosition, lang: str = "en") -> str:
        """A row of an odds table."""
        return words.effect(before, after)

    def scene(self, view: SkirmishPosition, *, lang: str = "en", show: Iterable[str] = ()) -> Scene:
        """What is on the table."""
        return picture.draw(self.rules, view, lang, show)

    def status(self, view: SkirmishPosition, lang: str = "en") -> list[str]:
        """Turn, objective, and what is being decided."""
        scenario = self.rules.battlefields[view.scenario].scenario
        goal, limit = scenario.objective, scenario.turns
        lines = [{"en": f"turn {view.turn} of {limit}", "zh": f"第 {view.turn}/{limit} 回合"}[lang]]
        lines += [{"en": f"objective {goal}", "zh": f"目标 {goal}"}[lang]]
        decision = self.decision(view)
        if decision is not None:
            phase = PHASES[type(decision).__name__][lang]
            lines.append(phase.format(side=self.name(decision.side, lang)))
        return lines

    def tell(self, event: Event, lang: str = "en") -> str:
        """An event as a sentence."""
        return words.tell(self.rules, event, lang)

    def describe(self, position: SkirmishPosition, action: Action, lang: str = "en") -> str:
        """An option as a line of a menu."""
        return words.describe(self.rules, position, action, lang)

    def name(self, key: str, lang: str = "en") -> str:
        """Display name of an id."""
        return words.name(self.rules, key, lang)

    def reference(self, topic: str, lang: str = "en") -> Sequence[Mapping[str, object]]:
        """Rows of the terrain and unit charts."""
        if topic == "terrain":
            return [
                {
                    "id": row.id,
                    "name": row.name.said(lang),
                    **row.mp,
                    "cover": row.cover,
                    "blocks sight": row.blocks_sight,
                }
                for row in self.rules.terrain.values()
            ]
        if topic == "units":
            return [
                {
                    "id": row.id,
                    "name": row.name.said(lang),
                    "mp": row.mp,
                    "range": row.range,
                    "weapon": " ".join(f"{modifier:+d}" for modifier in row.weapon),
                }
                for row in self.rules.units.values()
            ]
        return []
