"""ASL as a game: the chapters wired together. No rule lives here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from grognard.errors import ScenarioError
from grognard.game import Game, ScenarioInfo
from grognard_asl import (
    changes,
    display,
    lookout,
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
from grognard_asl.comparison import AslComparison
from grognard_asl.position import SIDES, AslPosition
from grognard_asl.tables import Tables

if TYPE_CHECKING:
    from grognard.play import Action, Event
    from grognard.ruleset import Ruleset
    from grognard.scene import Scene

__all__ = ["AslGame"]


class AslGame(Game[AslPosition, Tables]):
    """The system ``asl`` bound to a ruleset."""

    system = "asl"
    position_type = AslPosition
    sides = SIDES
    turn_unit = "player turn"
    turn_bound = 40
    topics = reference.TOPICS
    overlays: ClassVar[tuple[str, ...]] = display.OVERLAYS
    """What :meth:`scene` can lay over the map."""

    def __init__(self, ruleset: Ruleset, options: Mapping[str, object] | None = None) -> None:
        super().__init__(ruleset, Tables(ruleset, options or {}), options)

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """The scenarios whose boards are there, in the order of the ruleset."""
        ordered = sorted(self.rules.scenarios.playable.values(), key=lambda each: (each.number, each.id))
        return tuple(
            ScenarioInfo(
                scenario.id,
                {"en": scenario.name.en, "zh": scenario.name.zh},
                scenario.moves_first,
                {"en": scenario.text.en, "zh": scenario.text.zh},
                {"turns": str(scenario.turns), "date": f"{scenario.year}-{scenario.month:02}"},
            )
            for scenario in ordered
        )

    def scenario(self, scenario: str) -> ScenarioInfo:
        """One scenario's entry; raises ``ScenarioError``, which says what one without its board needs."""
        if scenario in self.rules.scenarios.locked:
            raise ScenarioError(self.rules.scenarios.locked[scenario])
        return super().scenario(scenario)

    def set_up(self, scenario: str) -> AslPosition:
        """The scenario's counters beside the map."""
        return setup.set_up(self.rules, self.rules.scenarios.playable[scenario])

    def turn(self, position: AslPosition) -> int:
        """Player Turns, counted from 1."""
        first = self.rules.scenario(position).moves_first
        return 2 * position.turn - (position.active == first)

    def starts(self) -> Iterator[AslPosition]:
        """A close combat, and a fire group that lost a member."""
        yield from starts.starts(self.rules)

    def tidy(self, position: AslPosition) -> Iterator[str]:
        """Indexes anew in a position that a person has edited, and what cannot be."""
        return tidying.tidy(self.rules, position)

    def comparison(self) -> AslComparison:
        """Neutral questions are answered in small positions of this ruleset."""
        return AslComparison(self.rules)

    def value(self, view: AslPosition, side: str) -> float:
        """How good a view looks for a side; a fresh squad is about ten."""
        return valuation.value(self.rules, view, side)

    def plan(self, view: AslPosition) -> Sequence[Action]:
        """Answers for the coming decisions of the side to act, up to the next dice."""
        return planning.plan(self, view)

    # Pictures and words ----------------------------------------------------------------------------------

    def scene(self, view: AslPosition, *, lang: str = "en", show: Iterable[str] = ()) -> Scene:
        """The map; ``show`` asks for overlays of `overlays`, others raise ``GrognardError``."""
        return display.draw(self.rules, view, lang, show)

    def sight(self, view: AslPosition, a: str, b: str, kind: str = "", lang: str = "en") -> lookout.Lookout:
        """Whether ``a`` sees ``b``, and the proof; hexes as typed."""
        return lookout.look_out(self.rules.field(view), a, b, kind, lang)

    def sight_scene(self, view: AslPosition, a: str, b: str, kind: str = "", lang: str = "en") -> Scene:
        """The map with a line of sight, the hexes it meets and what blocks it."""
        scene = self.scene(view, lang=lang)
        return lookout.draw_sight(scene, self.rules.field(view), a, b, kind, lang)

    def status(self, view: AslPosition, lang: str = "en") -> list[str]:
        """Turn and phase, goals, losses, who is moving, and what is being decided."""
        return standing.status(self.rules, view, lang)

    def tell(self, event: Event, lang: str = "en") -> str:
        """An event as a sentence."""
        return telling.tell(self.rules, event, lang)

    def describe(self, position: AslPosition, action: Action, lang: str = "en") -> str:
        """An option of the decision at hand as a line of a list."""
        return wording.describe(self.rules, position, action, lang)

    def effect(self, before: AslPosition, after: AslPosition, lang: str = "en") -> str:
        """What changed; equal changes give equal lines."""
        return changes.effect(self.rules, before, after, lang)

    def name(self, key: str, lang: str = "en") -> str:
        """Display name of any id of the ruleset."""
        return self.rules.name(key, lang)

    def reference(self, topic: str, lang: str = "en") -> list[dict[str, object]]:
        """Rows of a topic of `topics`."""
        return reference.rows(self.rules, topic, lang)
