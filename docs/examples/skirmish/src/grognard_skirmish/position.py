"""What changes in play, what never changes, and the short names of the types in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

import msgspec

from grognard.board import Board
from grognard.charts import RollTable
from grognard.dice import Die
from grognard.hexes import Hex
from grognard.paths import Profile
from grognard.play import Action, Decision, Play, Position, Resolution
from grognard.sequence import Sequence
from grognard_skirmish.schema import Scenario, SideRow, Terrain, UnitType

HIDDEN = "?"
USED = ""


class Unit(msgspec.Struct, frozen=True):
    """A counter on the map. Frozen: a unit that moves is a new ``Unit`` under the old id."""

    id: str
    side: str
    type: str
    hex: Hex
    reduced: bool = False
    acted: bool = False  # has moved or fired this turn


class SkirmishPosition(Position, kw_only=True):
    """Everything that changes in play: plain data, and containers of frozen values only."""

    scenario: str
    units: dict[str, Unit]
    ambush: dict[str, Hex]  # by side: the hiding place; USED once sprung; HIDDEN in the other side's view
    turn: int = 1

    def seen_by(self, side: str) -> Self:
        """The same position with the other side's hiding place covered up."""
        view = self.copy()
        for owner, hex in self.ambush.items():
            if owner != side and hex != USED:
                view.ambush[owner] = HIDDEN
        return view

    def unit_in(self, hex: Hex) -> Unit | None:
        """The unit in a hex, if there is one."""
        return next((unit for unit in self.units.values() if unit.hex == hex), None)

    def units_of(self, side: str) -> list[Unit]:
        """The units of a side, in a stable order."""
        return [unit for unit in self.units.values() if unit.side == side]

    def change(self, unit: Unit, **facts: object) -> None:
        """Put a changed unit in the place of the old one."""
        self.units[unit.id] = msgspec.structs.replace(unit, **facts)


@dataclass(frozen=True)
class Battlefield:
    """A scenario ready to be played on: its board, its terrain, and what moving costs each type of unit."""

    scenario: Scenario
    board: Board
    terrain: Mapping[Hex, Terrain]
    movement: Mapping[str, Profile]


@dataclass(frozen=True)
class SkirmishRules:
    """What the rules look up and nothing ever changes; frames reach it as ``play.rules``."""

    terrain: Mapping[str, Terrain]
    units: Mapping[str, UnitType]
    sides: Mapping[str, SideRow]
    fire: RollTable
    ambush: RollTable
    sequence: Sequence
    scenarios: tuple[str, ...]
    battlefields: Mapping[str, Battlefield]  # by scenario; more of them for comparisons
    dice: Mapping[str, Die]


A = TypeVar("A", bound=Action)

SkirmishPlay = Play[SkirmishPosition, SkirmishRules]


class SkirmishDecision(Decision[SkirmishPosition, SkirmishRules, A], Generic[A], frozen=True):
    """A decision of this system."""


class SkirmishResolution(Resolution[SkirmishPosition, SkirmishRules], frozen=True):
    """A resolution of this system."""


def field(play: SkirmishPlay) -> Battlefield:
    """Where this game is played."""
    return play.rules.battlefields[play.position.scenario]


def enemy_of(side: str) -> str:
    """The other side."""
    return "red" if side == "blue" else "blue"
