"""A system of twenty lines, and a sound ruleset for it that tests spoil in one place at a time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.charts import Chart, OddsChart, RollTable
from grognard.dice import Die
from grognard.errors import RulesetError
from grognard.game import Game, ScenarioInfo
from grognard.hooks import SystemOffer, hookimpl
from grognard.play import Action, Decision, Outcome, Play, Position
from grognard.reasons import rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from grognard.ruleset import Ruleset

FILES = {
    "README.md": "# Toyland\nInvented for the tests.\n",
    "ruleset.toml": """
        id = "toyland"
        system = "toyland"
        version = "1.2"
        api = [1, 0]
        name = { en = "Toyland", zh = "玩具国" }
        source = "invented"
        default_scenario = "race"
        [options.walk]
        default = 4
        at_least = 0
        at_most = 9
        text = { en = "Steps of the walk" }
        cite = "T-1"
        [options.weather]
        default = "fair"
        choices = ["fair", "storm"]
        text = { en = "The weather" }
        [options.fog]
        default = false
        text = { en = "Is there fog?" }
    """,
    "rules.toml": """
        source = "invented"
        [[rule]]
        id = "T-1"
        title = "One hex a turn"
        status = "modelled"
        [[rule]]
        id = "T-2"
        title = "The first one home wins"
        status = "descriptive"
    """,
    "sequence.toml": """
        source = "invented"
        [[step]]
        id = "1"
        name = { en = "Move", zh = "移动" }
        side = "mover"
        cite = "T-1"
        may_stop = true
        next = [{ to = "1", when = "more_to_move" }]
        [[step]]
        id = "2"
        name = { en = "Fire" }
        next = [{ to = "1" }]
    """,
    "terrain.toml": """
        source = "invented"
        [terrain.forest]
        name = { en = "Forest", zh = "森林" }
        cost = 2
        cite = "T-1"
        [terrain.wood]
        like = "forest"
        cost = 3
    """,
    "charts/tables.toml": """
        source = "invented"
        [chart.fire]
        kind = "strength"
        name = { en = "Fire" }
        dice = "2d6"
        cite = "T-1"
        columns = [1, 2, 4]
        [chart.fire.rows]
        "<=3" = ["2", "2", "3"]
        4-7 = ["1", "1", "2"]
        8-11 = ["-", "-", "1"]
        ">=12" = ["-", "-", "-"]
        [chart.crt]
        kind = "odds"
        name = { en = "Combat" }
        dice = "1d6"
        sure = "reconstructed"
        columns = ["1:2", "1:1", "2:1", "3:1"]
        surplus = true
        [chart.crt.rows]
        1-2 = ["A2", "A1", "X", "D1"]
        3-5 = ["A1", "X", "D1", "D2"]
        6 = ["X", "D1", "D2", { value = "D3", sure = "confirmed" }]
        [chart.sky]
        kind = "roll"
        name = { en = "Sky" }
        dice = "1d6"
        rows = { 1-4 = "clear", 5-6 = { value = "rain", sure = "reconstructed" } }
        [chart.toll]
        kind = "roll"
        name = { en = "Toll" }
        dice = "1d6"
        columns = ["foot", "wheels"]
        rows = { 1-5 = [0, 1], 6 = [1, 2] }
    """,
    "scenarios/race.toml": """
        source = "invented"
        id = "race"
        name = { en = "The race" }
        hexes = ["forest", "wood", "forest"]
    """,
    "archetypes.toml": """
        source = "terrain.toml"
        [[terrain]]
        id = "woods"
        is = "forest"
    """,
}


def written(root: Path, *changes: tuple[str, str, str], without: tuple[str, ...] = ()) -> Path:
    """The sound ruleset in ``root``, with (file, old text, new text) exchanged and some files left out."""
    files = {name: text for name, text in FILES.items() if name not in without}
    for name, old, new in changes:
        text = files.get(name, "")
        assert old in text, f"{old!r} is not in {name}"
        files[name] = text.replace(old, new, 1) if old else new
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: dict[str, str]
    cost: int
    source: str
    cite: str = ""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: dict[str, str]
    hexes: tuple[str, ...]
    source: str = ""


class Rules:
    dice: Mapping[str, Die] = {}


class Run(Action, frozen=True):
    pass


class Race(Position):
    at: int = 0


@rule("T-1")
class Start(Decision[Race, Rules, Run], frozen=True, tag="ToylandStart"):
    always_ask = True

    def options(self, play: Play[Race, Rules]) -> Iterator[Run]:
        yield Run()

    def take(self, play: Play[Race, Rules], action: Run) -> None:
        play.position.at += 1
        play.end(Outcome(self.side, "home first", "T-2"))


class Toyland(Game[Race, Rules]):
    system = "toyland"
    position_type = Race
    sides = ("red", "blue")
    guards = ("more_to_move",)

    def __init__(self, ruleset: Ruleset, options: Mapping[str, Any]) -> None:
        super().__init__(ruleset, Rules(), options)
        self.sequence = ruleset.sequence(self.guards)
        self.terrain = ruleset.table("terrain.toml", "terrain", Terrain)
        self.courses = [ruleset.document(path, Scenario) for path in ruleset.files("scenarios")]
        for chart, kind in {"fire": Chart, "crt": OddsChart, "sky": RollTable, "toll": RollTable}.items():
            ruleset.chart(chart, kind)

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return tuple(ScenarioInfo(course.id, course.name, "red") for course in self.courses)

    def set_up(self, scenario: str) -> Race:
        course = next(course for course in self.courses if course.id == scenario)
        for name in course.hexes:
            if name not in self.terrain:
                raise RulesetError(f"no terrain {name!r}", file="race.toml", entry=f"scenario {scenario!r}")
        return Race(agenda=[Start("red")], outcome=None)

    def lint(self) -> Iterator[str]:
        if self.terrain.get("forest") and self.terrain["forest"].cost > 5:
            yield "forest costs more than anybody can pay"


@hookimpl
def grognard_systems() -> list[SystemOffer]:
    return [SystemOffer("toyland", Toyland, api=(1, 0), summary="a race")]
