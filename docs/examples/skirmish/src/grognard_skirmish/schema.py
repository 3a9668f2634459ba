"""What the ruleset's TOML may say: one frozen struct per kind of row.

The structs are the reference for whoever edits the TOML. Unknown fields are errors, and a field without a
default must be given, so that nothing further in has to ask whether a figure is there.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Side = Literal["blue", "red"]


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name by language; the English one must be given and stands in for the other."""

    en: str
    zh: str = ""

    def said(self, lang: str) -> str:
        """The name in a language."""
        return (self.zh if lang == "zh" else "") or self.en


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every row has. ``cite`` maps a field of the row to the rule that gives it."""

    name: Name
    source: str = ""


class Terrain(Row, frozen=True, kw_only=True):
    """A row of the terrain chart."""

    id: str
    letter: str  # how maps spell it
    mp: dict[str, int | Literal["NA"]]  # cost to enter by type of unit; "NA" = cannot enter
    cover: int = 0  # modifier of fire at a unit in the hex
    blocks_sight: bool = False
    stops: bool = False  # a unit that enters moves no further
    pattern: str = "plain"  # a drawing of grognard.scene
    elevation: int = 0  # for the drawing only
    cite: dict[str, str]


class UnitType(Row, frozen=True, kw_only=True):
    """A type of unit."""

    id: str
    symbol: str  # a drawing of grognard.scene
    mp: int
    weapon: tuple[int, ...]  # modifier of its fire at 1, 2, 3 … hexes

    @property
    def range(self) -> int:
        """How many hexes its fire carries: as far as ``weapon`` goes."""
        return len(self.weapon)


class SideRow(Row, frozen=True, kw_only=True):
    """A side and its colours; these differ in lightness too, so that they can be told apart in grey."""

    id: str
    fill: str
    ink: str


class UnitPlaced(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and where it begins."""

    id: str
    side: Side
    type: str
    hex: str


class Scenario(Row, frozen=True, kw_only=True):
    """A file of ``scenarios/``; its id is the file's name."""

    text: dict[str, str]
    first: Side
    turns: int
    map: str  # one letter a hex, one line a row
    objective: str  # the hex to stand in after the last turn
    hiding_places: dict[str, tuple[str, ...]]  # by side
    unit: tuple[UnitPlaced, ...]
