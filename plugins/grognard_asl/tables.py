"""The ruleset in play: charts, counters, figures, options and the battlefields of its scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from grognard.charts import Chart, OddsChart
from grognard.dice import Die
from grognard_asl.battlefield import Battlefield
from grognard_asl.boards import Sheet
from grognard_asl.maps import zone_hexes
from grognard_asl.scenario_schema import Scenario
from grognard_asl.scenarios import Counters, Scenarios
from grognard_asl.schema import Figures, Nation, Terrain, UnitKind, WeaponKind, Word

if TYPE_CHECKING:
    from grognard.ruleset import Ruleset
    from grognard.sequence import Sequence
    from grognard_asl.firepower import Case, Power
    from grognard_asl.position import AslPosition

__all__ = ["NO_EFFECT", "Result", "Tables"]


class Result(msgspec.Struct, frozen=True):
    """An entry of the Infantry Fire Table: ``KIA``, ``K``, ``MC``, ``PTC`` or none, and its number."""

    kind: Literal["KIA", "K", "MC", "PTC", ""]
    number: int = 0


NO_EFFECT = Result("")


def read_result(entry: str) -> Result:
    """What an entry of the chart means.

    >>> read_result("2KIA"), read_result("K/3"), read_result("NMC"), read_result("1MC"), read_result("-")
    (Result(kind='KIA', number=2), Result(kind='K', number=3), Result(kind='MC', number=0), \
Result(kind='MC', number=1), Result(kind='', number=0))
    """
    if entry == "-":
        return NO_EFFECT
    if entry.startswith("K/"):
        return Result("K", int(entry[2:]))
    if entry == "PTC":
        return Result("PTC")
    if entry.endswith("KIA"):
        return Result("KIA", int(entry[:-3]))
    return Result("MC", 0 if entry == "NMC" else int(entry[:-2]))


class Tables:
    """Everything a rule may look up, bound once; ``options`` are the readings chosen."""

    def __init__(self, ruleset: Ruleset, options: Mapping[str, object]) -> None:
        self.options = ruleset.resolve(options)
        self.terrain: dict[str, Terrain] = ruleset.table("terrain.toml", "terrain", Terrain)
        self.units: dict[str, UnitKind] = ruleset.table("units.toml", "unit", UnitKind)
        self.weapons: dict[str, WeaponKind] = ruleset.table("weapons.toml", "weapon", WeaponKind)
        self.nations: dict[str, Nation] = ruleset.table("nations.toml", "nation", Nation)
        self.words: dict[str, Word] = ruleset.table("words.toml", "word", Word)
        self.figures: Figures = ruleset.document("figures.toml", Figures)
        self.ift: Chart = ruleset.chart("ift", Chart)
        self.residual: Chart = ruleset.chart("residual", Chart)
        self.close_combat: OddsChart = ruleset.chart("close_combat", OddsChart)
        self.sequence: Sequence = ruleset.sequence(guards=("no_close_combat", "close_combat_left"))
        self.dice: Mapping[str, Die] = {}
        self.results: tuple[tuple[Result, ...], ...] = tuple(
            tuple(read_result(str(self.ift.cell(column, roll).value)) for roll in range(16))
            for column in range(len(self.ift.columns))
        )
        """Column → final DR from 0 (or less) to 15 (or more) → result."""
        counters = Counters(self.nations, self.units, self.weapons)
        self.scenarios = Scenarios(ruleset, self.terrain, self.figures, counters)
        self.battlefields: dict[str, Battlefield] = {}
        self.zones: dict[tuple[str, int], dict[str, None]] = {}
        self.powers: dict[Case, Power] = {}
        """Firepower by case, as `grognard_asl.firepower` has worked it out."""

    def scenario(self, position: AslPosition) -> Scenario:
        """The scenario a position belongs to."""
        return self.scenarios.all[position.scenario]

    def elr(self, position: AslPosition, side: str) -> int:
        """The experience level of a side."""
        return next(level for who, level in self.scenario(position).elr.items() if who == side)

    def field(self, position: AslPosition) -> Battlefield:
        """The battlefield a position is on; raises ``ScenarioError``."""
        found = self.battlefields.get(position.scenario)
        if found is None:
            found = self.battlefields[position.scenario] = self.scenarios.battlefield(position.scenario)
        return found

    def zone(self, position: AslPosition, group: int) -> dict[str, None]:
        """The hexes in which a group sets up or over which it enters, by its number in the scenario."""
        key = position.scenario, group
        if key not in self.zones:
            zone = self.scenario(position).groups[group].zone
            self.zones[key] = dict.fromkeys(zone_hexes(self.field(position).map, zone))
        return self.zones[key]

    def add(self, scenario: Scenario, board: Sheet) -> None:
        """Bring in a scenario that is in no file, with its board (tests, comparison, puzzles)."""
        self.scenarios.add(scenario, board)
        self.battlefields.pop(scenario.id, None)
        self.zones = {key: zone for key, zone in self.zones.items() if key[0] != scenario.id}

    def result(self, column: int, roll: int) -> Result:
        """The entry of the fire table for a column, by index, and a final DR."""
        return self.results[column][0 if roll < 0 else 15 if roll > 15 else roll]

    def half_mf(self, kind: UnitKind) -> int:
        """Movement factors of a kind of unit, in halves."""
        return 2 * self.figures.movement.mf[kind.type]

    def name(self, key: str, lang: str = "en") -> str:
        """Display name of any id: counter, weapon, terrain, nation, word; the id itself if it has none."""
        for table in (self.units, self.weapons, self.terrain, self.nations, self.words):
            row = table.get(key)
            if row is not None:
                return str(getattr(row.name, lang, row.name.en))
        scenario = self.scenarios.all.get(key)
        return str(getattr(scenario.name, lang, scenario.name.en)) if scenario else key
