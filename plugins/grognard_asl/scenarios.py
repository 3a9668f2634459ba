"""Scenarios with their boards: read, checked, and compiled to battlefields when first played.

Boards come from the ruleset's ``maps/``; failing that from the user's own folder, where the importer puts
maps made from boards that people own. A scenario whose board is in neither place is *locked*: it cannot be
started, and says in one sentence what it needs.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from grognard import datafile
from grognard.errors import NotationError, RulesetError, ScenarioError
from grognard.spelling import did_you_mean
from grognard_asl.battlefield import Battlefield
from grognard_asl.boards import BoardFile, Sheet, sheet
from grognard_asl.maps import Laid, Map, join
from grognard_asl.scenario_schema import Scenario
from grognard_asl.schema import Figures, Nation, Terrain, UnitKind, WeaponKind
from grognard_asl.soundness import problems

if TYPE_CHECKING:
    from grognard.ruleset import Ruleset

__all__ = ["MAPS", "Counters", "Scenarios", "own_maps"]

MAPS = "GROGNARD_MAPS"
"""Environment variable that names the user's folder of imported maps."""


def own_maps() -> Path:
    """The user's folder of maps for this system."""
    if named := os.environ.get(MAPS):
        return Path(named).expanduser()
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "grognard" / "maps" / "asl"


class Counters(NamedTuple):
    """The counters scenarios choose from."""

    nations: Mapping[str, Nation]
    units: Mapping[str, UnitKind]
    weapons: Mapping[str, WeaponKind]


class Scenarios:
    """The scenarios of a ruleset.

    ``playable`` are those whose boards are there, by id; ``locked`` gives for the others the sentence that
    says what is missing; ``all`` has both.
    """

    def __init__(
        self, ruleset: Ruleset, chart: Mapping[str, Terrain], figures: Figures, counters: Counters
    ) -> None:
        self._ruleset, self._chart, self._figures, self._counters = ruleset, chart, figures, counters
        self._sheets: dict[str, Sheet] = {}
        self._fields: dict[str, Battlefield] = {}
        for path in ruleset.files("maps"):
            board = self._board(path)
            self._sheets[board.id] = board
        self._own = own_maps()
        self.all: dict[str, Scenario] = {}
        self.files: dict[str, Path] = {}
        for path in ruleset.files("scenarios"):
            self._add(ruleset.document(path.relative_to(ruleset.root), Scenario), path)
        shipped = set(self._sheets)
        self.locked: dict[str, str] = {}
        self.playable: dict[str, Scenario] = {}
        for id_, scenario in self.all.items():
            others = [use.board for use in scenario.boards if use.board not in shipped]
            if others:
                self._borrow(scenario, others)
            else:
                self.check(scenario, self.files[id_])
                self._admit(scenario)

    def board(self, name: str) -> Sheet | None:
        """A board by its id, from the ruleset or from the user's folder."""
        if name not in self._sheets:
            path = self._own / f"{name}.toml"
            if not path.is_file():
                return None
            written = datafile.convert(datafile.read(path), BoardFile, file=path)
            self._sheets[name] = sheet(written, self._chart, path)
        return self._sheets[name]

    def battlefield(self, scenario: str) -> Battlefield:
        """The battlefield of a scenario, compiled when first asked for; raises ``ScenarioError``."""
        if scenario not in self._fields:
            if scenario in self.locked:
                raise ScenarioError(self.locked[scenario])
            if scenario not in self.all:
                known = self.playable
                raise ScenarioError(f"no scenario {scenario!r}{did_you_mean(scenario, known)}")
            self._fields[scenario] = self.field(self.all[scenario])
        return self._fields[scenario]

    def add(self, scenario: Scenario, board: Sheet | None = None) -> None:
        """Bring in a scenario that is in no file, and a board for it (tests, comparison, puzzles)."""
        if board is not None:
            self._sheets[board.id] = board
        self.check(scenario, Path(f"scenario {scenario.id!r}"))
        self._admit(scenario)

    def check(self, scenario: Scenario, file: Path) -> None:
        """Raise ``ScenarioError`` for the first thing that is wrong; :func:`problems` has them all."""
        found = self.problems(scenario)
        if found:
            raise ScenarioError(found[0], file=datafile.shown(file), entry=f"scenario {scenario.id!r}")

    def problems(self, scenario: Scenario) -> list[str]:
        """Everything that does not fit together, in one sentence each."""
        try:
            map_ = self.map(scenario)
        except (NotationError, RulesetError) as error:
            return [str(error)]
        return problems(scenario, map_, self._chart, *self._counters)

    def map(self, scenario: Scenario) -> Map:
        """The boards of a scenario as they lie, cut to what is in play, with its changes of terrain."""
        laid = [Laid(self._sheet(use.board), use.column, use.row, use.turned) for use in scenario.boards]
        whole = join(laid)
        map_ = whole.cut(*scenario.playable) if scenario.playable else whole
        if not scenario.terrain:
            return map_
        changed = {label: key for label, key in scenario.terrain.items() if label in map_.board}
        return msgspec.structs.replace(map_, terrain=map_.terrain | changed)

    def field(self, scenario: Scenario) -> Battlefield:
        """The battlefield of a scenario, whether or not it is in a file."""
        return Battlefield(
            self.map(scenario),
            self._chart,
            self._figures,
            month=scenario.month,
            clear=scenario.clear,
            shut=scenario.shut,
        )

    def _admit(self, scenario: Scenario) -> None:
        """A sound scenario becomes playable, every hex in it named as on its map."""
        parse = self.map(scenario).board.parse
        named = msgspec.structs.replace(
            scenario,
            victory=tuple(
                msgspec.structs.replace(goal, hexes=tuple(map(parse, goal.hexes)))
                for goal in scenario.victory
            ),
            terrain={parse(label): key for label, key in scenario.terrain.items()},
            clear=tuple((parse(a), parse(b)) for a, b in scenario.clear),
            shut=tuple((parse(a), parse(b)) for a, b in scenario.shut),
        )
        self.all[scenario.id] = self.playable[scenario.id] = named
        self._fields.pop(scenario.id, None)

    def _borrow(self, scenario: Scenario, names: Sequence[str]) -> None:
        """A scenario on boards of the user's own: playable if they are there and serve, else locked."""
        try:
            missing = [name for name in names if self.board(name) is None]
            if not missing:
                self.check(scenario, self.files[scenario.id])
                self._admit(scenario)
                return
        except RulesetError as error:
            own = " and ".join(map(repr, names))
            self.locked[scenario.id] = f"scenario {scenario.id!r} cannot use your board {own}: {error}"
            return
        self.locked[scenario.id] = self._needs(scenario, missing[0])

    def _sheet(self, name: str) -> Sheet:
        found = self.board(name)
        if found is None:
            raise ScenarioError(f"there is no board {name!r}{did_you_mean(name, self._sheets)}")
        return found

    def _board(self, path: Path) -> Sheet:
        written = self._ruleset.document(path.relative_to(self._ruleset.root), BoardFile)
        if written.id != path.stem:
            problem = f"id must be {path.stem!r} as its file, got {written.id!r}"
            raise RulesetError(problem, file=datafile.shown(path))
        return sheet(written, self._chart, path)

    def _add(self, scenario: Scenario, path: Path) -> None:
        if scenario.id in self.all:
            problem = f"id {scenario.id!r} is taken by {datafile.shown(self.files[scenario.id])}"
            raise ScenarioError(problem, file=datafile.shown(path))
        self.all[scenario.id], self.files[scenario.id] = scenario, path

    def _needs(self, scenario: Scenario, board: str) -> str:
        return (
            f"scenario {scenario.id!r} needs board {board!r}, which is not included: import the one you own "
            f"with 'grognard import vasl bd{board}' (it goes to {self._own})"
        )
