"""The ruleset in play: charts, cards, options and the battlefields of its scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grognard.datafile import shown
from grognard.dice import Die
from grognard.errors import RulesetError, ScenarioError
from grognard.hexes import POINTY
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.schema import OPTIONS, STEPS, Card, Pieces, Scenario, Terrain, UnitKind, Word
from grognard_memoir44.soundness import problems, row_problems

if TYPE_CHECKING:
    from grognard.ruleset import Ruleset
    from grognard.sequence import Sequence
    from grognard_memoir44.position import MemoirPosition

__all__ = ["Tables"]


class Tables:
    """Everything a rule may look up, bound once; ``options`` are the readings chosen."""

    def __init__(self, ruleset: Ruleset, options: Mapping[str, object]) -> None:
        self.options = ruleset.resolve(options)
        for option in OPTIONS:
            if option not in self.options:
                where = shown(ruleset.path("ruleset.toml"))
                raise RulesetError(f"option {option!r} is missing", file=where, entry="options")
        self.terrain: dict[str, Terrain] = ruleset.table("terrain.toml", "terrain", Terrain)
        self.units: dict[str, UnitKind] = ruleset.table("units.toml", "unit", UnitKind)
        self.cards: dict[str, Card] = ruleset.table("cards.toml", "card", Card)
        self.words: dict[str, Word] = ruleset.table("words.toml", "word", Word)
        self.pieces = ruleset.document("pieces.toml", Pieces)
        for wrong in row_problems(self.terrain, self.units, self.cards, self.pieces):
            raise RulesetError(wrong.problem, file=shown(ruleset.path(wrong.file)), entry=wrong.entry)
        self.sequence: Sequence = ruleset.sequence(guards=())
        steps = tuple(step.id for step in self.sequence.steps)
        if sorted(steps) != sorted(STEPS):
            problem = f"the steps must be {', '.join(STEPS)}, got {', '.join(steps)}"
            raise RulesetError(problem, file=shown(ruleset.path("sequence.toml")))
        faces = tuple(face for face, copies in self.pieces.die.faces.items() for _ in range(copies))
        ways = ", ".join(f"{n} {way}" for n, way in enumerate(POINTY.compass, 1))
        walk = Die("walk", tuple(range(7)), f"The unit that comes down drifts one hex: {ways}; 0: it stays")
        battle = Die(self.pieces.die.name, faces)
        self.dice: Mapping[str, Die] = {battle.name: battle, walk.name: walk}
        self.scenarios: dict[str, Scenario] = {}
        for path in ruleset.files("scenarios"):
            scenario = ruleset.document(path, Scenario)
            self.check(scenario, shown(path))
            if scenario.id in self.scenarios:
                raise ScenarioError(f"id {scenario.id!r} is taken by another scenario", file=shown(path))
            self.scenarios[scenario.id] = scenario
        self.staged: dict[str, Scenario] = {}
        self.battlefields: dict[str, Battlefield] = {}

    def field(self, position: MemoirPosition) -> Battlefield:
        """The battlefield a position is on."""
        found = self.battlefields.get(position.scenario)
        return found if found is not None else self.battlefield(position.scenario)

    def battlefield(self, scenario: str) -> Battlefield:
        """The battlefield of a scenario, compiled when first asked for; raises ``ScenarioError``."""
        if scenario not in self.battlefields:
            known = self.scenarios.get(scenario) or self.staged.get(scenario)
            if known is None:
                raise ScenarioError(f"no scenario {scenario!r}")
            self.battlefields[scenario] = Battlefield(known, self.terrain, self.pieces.board)
        return self.battlefields[scenario]

    def add(self, scenario: Scenario) -> None:
        """Bring in a scenario that is in no file (tests, comparison, puzzles)."""
        self.check(scenario, f"scenario {scenario.id!r}")
        self.scenarios[scenario.id] = scenario
        self.battlefields.pop(scenario.id, None)

    def stage(self, scenario: Scenario) -> None:
        """Bring in a scenario as it is, unchecked: for positions no scenario would begin with."""
        self.staged[scenario.id] = scenario
        self.battlefields.pop(scenario.id, None)

    def check(self, scenario: Scenario, file: str) -> None:
        """Raise ``ScenarioError`` for a scenario that cannot be set up; names file and entry."""
        found = problems(
            scenario,
            hexes=Battlefield.labels(self.pieces.board),
            terrain=self.terrain,
            kinds=self.units,
            cards=self.cards,
            supply=self.pieces.supply,
        )
        if found:
            raise ScenarioError(found[0], file=file)

    def name(self, key: str, lang: str = "en") -> str:
        """Display name of any id: unit kind, terrain, card, scenario, word; the id itself if it has none."""
        for table in (self.units, self.terrain, self.cards, self.scenarios, self.words):
            row = table.get(key)
            if row is not None:
                return str(getattr(row.name, lang, row.name.en))
        return key

    def unit(self, kind: str) -> UnitKind:
        """A row of units.toml; raises ``RulesetError``."""
        try:
            return self.units[kind]
        except KeyError:
            raise RulesetError(f"no unit kind {kind!r}", file="units.toml") from None
