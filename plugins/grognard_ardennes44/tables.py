"""The ruleset in play: charts, counters, limits, options and the ground of its theatres."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

import msgspec

from grognard.charts import OddsChart, RollTable, Table
from grognard.datafile import shown
from grognard.errors import RulesetError, ScenarioError
from grognard.hexmap import HexMap
from grognard.reasons import rule
from grognard.spelling import did_you_mean
from grognard_ardennes44.figures import BLANK, figure_problems
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.schema import (
    CounterRow,
    Formation,
    Limits,
    Pool,
    RoadKind,
    Scenario,
    Settlement,
    Terrain,
    Theatre,
    Word,
)
from grognard_ardennes44.soundness import (
    map_problems,
    scenario_problems,
    theatre_problems,
    unit_problems,
)

if TYPE_CHECKING:
    from grognard.board import Board
    from grognard.dice import Die
    from grognard.ruleset import Ruleset
    from grognard.sequence import Sequence
    from grognard_ardennes44.position import ArdennesPosition
    from grognard_ardennes44.schema import Grade, Kind, Side, Trait

__all__ = ["GUARDS", "OPTIONS", "Counter", "Rows", "Tables"]

R = TypeVar("R")

GUARDS = ("night_follows",)
"""The question that decides the way through ``sequence.toml``; :mod:`grognard_ardennes44.turn` answers it."""
OPTIONS = ("extended", "fuel_dumps", "roadblocks", "factor_limit", "firefight_a1_d1_retreat")
"""The readings and optional rules that ``ruleset.toml`` must list."""


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A piece with its figures; ``sure`` is the mark of the figures.

    ``gun`` is any artillery, ``outline`` a tank that stacks by steps, ``tank`` what gives or prevents an
    armour shift as a tank, ``foot`` what counts as infantry for it, ``mech`` what moves at mechanised rates,
    ``vehicle`` what cannot cross rivers or leave roads in forest [A44-21.12].
    """

    id: str
    name: str
    formation: str
    side: Side
    colour: str
    nation: str
    kind: Kind
    steps: int
    sp: int
    sp_reduced: int
    red_tq: bool = False
    regiment: str = ""
    traits: tuple[Trait, ...] = ()
    breaks_into: str = ""
    corps: str = ""
    pool: str = ""
    attack: int
    defence: int
    attack_reduced: int
    defence_reduced: int
    ma: int
    tq: int
    range: int
    grade: Grade
    sure: str = ""
    gun: bool = False
    outline: bool = False
    tank: bool = False
    foot: bool = False
    mech: bool = False
    vehicle: bool = False


class Rows(dict[str, R]):
    """Rows of the ruleset by id; ``rows[id]`` also finds those that are ``staged``, which are not among them.

    >>> rows = Rows({"a": 1})
    >>> rows.staged["b"] = 2
    >>> rows["b"], "b" in rows, list(rows)
    (2, False, ['a'])
    """

    def __init__(self, rows: Mapping[str, R]) -> None:
        super().__init__(rows)
        self.staged: dict[str, R] = {}

    def __missing__(self, id_: str) -> R:
        return self.staged[id_]


class Tables:
    """Everything a rule may look up, bound once; ``options`` are the readings chosen."""

    dice: Mapping[str, Die] = {}

    def __init__(self, ruleset: Ruleset, options: Mapping[str, object]) -> None:
        self.ruleset = ruleset
        self.options = ruleset.resolve(options)
        for option in OPTIONS:
            if option not in self.options:
                where = shown(ruleset.path("ruleset.toml"))
                raise RulesetError(f"option {option!r} is missing", file=where, entry="options")
        self.limits: Limits = ruleset.document("limits.toml", Limits)
        self.terrain: dict[str, Terrain] = ruleset.table("terrain.toml", "terrain", Terrain)
        self.roads: dict[str, RoadKind] = ruleset.table("terrain.toml", "road", RoadKind)
        self.settlements: dict[str, Settlement] = ruleset.table("terrain.toml", "settlement", Settlement)
        self.formations: dict[str, Formation] = ruleset.table("units.toml", "formation", Formation)
        self.pools: dict[str, Pool] = ruleset.table("units.toml", "pool", Pool)
        self.words: dict[str, Word] = ruleset.table("words.toml", "word", Word)
        self._read_charts(ruleset)
        for misfit in figure_problems(self):
            raise RulesetError(misfit.problem, file=misfit.chart.file, entry=misfit.entry)
        self.counters: Rows[Counter] = Rows(self._read_counters(ruleset))
        for wrong in unit_problems(self.counters, self.formations, self.pools, self.limits):
            raise RulesetError(wrong.problem, file=shown(ruleset.path("units.toml")), entry=wrong.entry)
        self.sequence: Sequence = ruleset.sequence(guards=GUARDS)
        self.theatres: dict[str, Theatre] = {
            theatre.id: theatre
            for path in ruleset.files("theatres")
            for theatre in [ruleset.document(path, Theatre)]
        }
        self.scenarios: Rows[Scenario] = Rows({})
        for path in ruleset.files("scenarios"):
            scenario = ruleset.document(path, Scenario)
            if scenario.id != path.stem:
                raise ScenarioError(f"id must be the file's name, got {scenario.id!r}", file=shown(path))
            self.scenarios[scenario.id] = scenario
        self.grounds: dict[str, Ground] = {}

    def _read_charts(self, ruleset: Ruleset) -> None:
        self.crt = ruleset.chart("crt", OddsChart)
        self.results = ruleset.chart("results", Table)
        self.distances = ruleset.chart("distances", Table, columns=("hexes", "road"))
        self.modifiers = ruleset.chart("modifiers", Table)
        self.firefight = ruleset.chart("firefight", RollTable)
        self.determined_defence = ruleset.chart("determined_defence", RollTable)
        self.disengagement = ruleset.chart("disengagement", RollTable)
        self.demolition = ruleset.chart("demolition", RollTable)
        self.dat = ruleset.chart("dat", RollTable)
        self.jabos = ruleset.chart("jabos", RollTable)
        self.ouren = ruleset.chart("ouren", RollTable)
        self.ground_support = ruleset.chart("ground_support", RollTable)
        self.surrender = ruleset.chart("surrender", RollTable)
        self.fuel = (ruleset.chart("fuel_5th", RollTable), ruleset.chart("fuel_6th", RollTable))
        self.von_der_heydte = ruleset.chart("von_der_heydte", RollTable)
        self.jagdpanzer_653 = ruleset.chart("jagdpanzer_653", RollTable)
        self.infiltration = ruleset.chart("infiltration", RollTable)
        self.surprise = ruleset.chart("surprise", RollTable)
        self.tec = ruleset.chart("tec", Table)
        self.dcb = ruleset.chart("dcb", Table)
        self.factors = ruleset.chart("factors", Table)
        self.replacements = ruleset.chart("replacements", Table)
        self.arrivals = ruleset.chart("arrivals", Table, columns=("turn",))

    def _read_counters(self, ruleset: Ruleset) -> dict[str, Counter]:
        rows = ruleset.table("units.toml", "counter", CounterRow)
        found = {row.id: self._counter(row, row.id) for row in rows.values()}
        for pool in self.pools.values():
            for number in range(1, pool.count + 1):
                row = CounterRow(
                    id=f"{pool.id}-{number}", name=f"{pool.name.en} {number}", side=pool.side, colour="",
                    kind=pool.kind, sp=pool.sp, sp_reduced=pool.sp, sure=pool.sure,
                )  # fmt: skip
                found[row.id] = msgspec.structs.replace(self._counter(row, pool.id), pool=pool.id)
        return found

    @rule("A44-2.1", "A44-2.2", "A44-2.4", "A44-2.5", "A44-21.12")
    def _counter(self, row: CounterRow, figures: str) -> Counter:
        """A piece with the figures of a row of chart ``factors``."""

        def figure(column: str) -> int:
            value = self.factors.look(figures, column)
            return 0 if value == BLANK else int(value)

        kind = row.kind
        attack, defence = figure("attack"), figure("defence")
        return Counter(
            **{name: getattr(row, name) for name in row.__struct_fields__ if name not in ("sure", "corps")},
            corps=row.corps or (self.formations[row.formation].corps if row.formation else ""),
            attack=attack,
            defence=defence,
            attack_reduced=figure("attack_reduced") or attack,
            defence_reduced=figure("defence_reduced") or defence,
            ma=figure("ma"),
            tq=figure("tq"),
            range=figure("range"),
            grade=self.factors.look(figures, "grade"),  # type: ignore[arg-type]  # one of three: figure_problems
            sure=self.factors.cell(figures, "attack").sure,
            gun=kind in ("artillery", "rocket"),
            outline=kind == "tank",
            tank=kind in ("tank", "mixed"),
            foot=kind not in ("tank", "artillery", "rocket", "recon"),
            mech=kind in ("mechanised", "mixed", "tank", "recon", "flak"),
            vehicle=kind in ("mixed", "tank", "recon", "flak"),
        )

    def ground(self, position: ArdennesPosition) -> Ground:
        """The ground a position is on."""
        found = self.grounds.get(position.scenario)
        return found if found is not None else self.ground_of(self.scenarios[position.scenario])

    def ground_of(self, scenario: Scenario) -> Ground:
        """The ground of a scenario, compiled and checked when first asked for.

        Raises:
            RulesetError: names the entry of a map or theatre that does not fit.
            ScenarioError: names the entry of the scenario that does not fit.
        """
        if scenario.id in self.grounds:
            return self.grounds[scenario.id]
        for id_, other in self.scenarios.items():
            if other.theatre == scenario.theatre and id_ in self.grounds:
                self.grounds[scenario.id] = self.grounds[id_]
                break
        else:
            self._compile(scenario)
        ground = self.grounds[scenario.id]
        days = {row: int(self.arrivals.look(row, "turn")) for row in self.arrivals.row_labels}
        found = scenario_problems(scenario, ground, self.counters, self.formations, self.limits, days)
        for wrong in found:
            del self.grounds[scenario.id]
            raise ScenarioError(wrong.problem, file=self._shown("scenarios", scenario.id), entry=wrong.entry)
        return ground

    def _compile(self, scenario: Scenario) -> None:
        """Read and check the theatre of a scenario and its map."""
        theatre = self.theatres.get(scenario.theatre)
        if theatre is None:
            problem = f"no theatre {scenario.theatre!r}{did_you_mean(scenario.theatre, self.theatres)}"
            raise ScenarioError(problem, file=self._shown("scenarios", scenario.id), entry="theatre")
        map_file, theatre_file = self._shown("maps", theatre.map), self._shown("theatres", theatre.id)
        board = self.ruleset.document(f"maps/{theatre.map}.toml", HexMap).board(file=map_file)
        for wrong in map_problems(board, self.terrain, self.settlements, self.roads):
            raise RulesetError(wrong.problem, file=map_file, entry=wrong.entry)
        for wrong in theatre_problems(theatre, board, self.formations):
            raise RulesetError(wrong.problem, file=theatre_file, entry=wrong.entry)
        self.lay(scenario.id, theatre, board, file=theatre_file)

    def _shown(self, folder: str, id_: str) -> str:
        return shown(self.ruleset.path(f"{folder}/{id_}.toml"))

    def lay(self, scenario: str, theatre: Theatre, board: Board, *, file: str = "") -> Ground:
        """Compile a theatre on a board as the ground of a scenario."""
        ground = Ground(
            theatre, board,
            terrain=self.terrain, roads=self.roads, settlements=self.settlements, file=file,
        )  # fmt: skip
        self.grounds[scenario] = ground
        return ground

    def stage(self, scenario: Scenario, theatre: Theatre, board: Board) -> Ground:
        """Bring in a scenario that is in no file and no list, with its own board (tests, comparison)."""
        self.scenarios.staged[scenario.id] = scenario
        return self.lay(scenario.id, theatre, board)

    def name(self, key: str, lang: str = "en") -> str:
        """Display name of any id: counter, formation, terrain, scenario, word; else the id itself."""
        if key in self.counters:
            return self._unit_name(self.counters[key], lang)
        for table in (
            self.formations, self.terrain, self.roads, self.settlements,
            self.scenarios, self.words, self.pools,
        ):  # fmt: skip
            row = table.get(key)
            if row is not None:
                return str(getattr(row.name, lang))
        return key

    def _unit_name(self, counter: Counter, lang: str) -> str:
        """A unit by its formation and its own name: "2 Pz 304"; "103 engineers" without one."""
        formation = self.formations.get(counter.formation)
        if formation is not None:
            name = getattr(formation.name, lang)
            return counter.name if counter.name.startswith(name) else f"{name} {counter.name}"
        pool = self.pools.get(counter.pool) if lang == "zh" else None
        if pool is not None:
            return f"{pool.name.zh} {counter.id.rpartition('-')[2]}"
        if not counter.name.isdigit():
            return counter.name
        return f"{counter.name}{'' if lang == 'zh' else ' '}{self.name(counter.kind, lang)}"
