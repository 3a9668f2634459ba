"""What a scenario file says: boards, forces, where and when they come, how the game is won.

One file for each scenario in ``scenarios/``. Hexes are labelled as on the map: ``K5`` on one board alone,
``vK5`` where several lie together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from grognard_asl.schema import Name

__all__ = ["BoardUse", "Edge", "Goal", "GoalKind", "Group", "Scenario", "Side", "Special", "Zone"]

Side = Literal["allies", "axis"]
Edge = Literal["north", "south", "east", "west"]
GoalKind = Literal["control", "clear", "losses"]


class BoardUse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board of the map: its place among the boards, counted from 0, and whether it is turned by half."""

    board: str
    column: int = 0
    row: int = 0
    turned: bool = False


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some hexes: single ones, boxes between two corners (``"A1-F10"``), all hexes along edges of the map.

    A zone with nothing in it is the whole map.
    """

    hexes: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()


class Group(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Counters that come together: before play, in hexes of a zone, or on a turn, over its edge hexes."""

    side: Side
    units: dict[str, int]  # row of units.toml -> number
    weapons: dict[str, int] = {}  # row of weapons.toml -> number
    zone: Zone = Zone()
    turn: int = 0  # 0: set up before play; otherwise they enter in their own move of that Game Turn
    mmc_per_hex: int = 0  # set up with no more MMC than that in a hex; 0: the stacking limits alone
    name: Name | None = None


class Goal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way for a side to win.

    ``control``: it controls ``needed`` of ``hexes`` (0: all). A hex is controlled by the side that last had a
    Good Order MMC in it without an enemy there; before anybody has, by ``held_by``.
    ``clear``: no Good Order enemy MMC is in any of ``hexes``.
    ``losses``: the enemy has lost ``needed`` points: 2 for a squad, 1 for a half-squad, crew or leader.
    """

    side: Side
    kind: GoalKind
    text: Name
    hexes: tuple[str, ...] = ()
    needed: int = 0
    held_by: Side | Literal[""] = ""
    when: Literal["end", "at_once"] = (
        "end"  # looked at when the last turn ends, or whenever a Player Turn does
    )


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A special rule as a player reads it; what it does stands in the scenario's other fields."""

    text: Name


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One scenario."""

    id: str
    number: int  # order in lists
    name: Name
    text: Name  # what it is about
    year: int
    month: int  # decides what is in season
    boards: tuple[BoardUse, ...]
    playable: tuple[str, str] | None = None  # corners of what is in play; None: the whole map
    turns: int
    half_turn: bool = False  # the side that moves first has one more Player Turn
    sets_up_first: Side
    moves_first: Side
    nations: dict[Side, str]  # rows of nations.toml
    elr: dict[Side, int]
    groups: tuple[Group, ...]
    victory: tuple[Goal, ...]  # a side wins by any goal of its own, looked at in this order
    otherwise: Side  # who wins if no goal is reached
    special: tuple[Special, ...] = ()
    terrain: dict[str, str] = {}  # hex -> row that covers it in this scenario
    landmarks: dict[str, tuple[str, ...]] = {}  # row -> hexes that must have it: is it the board meant?
    clear: tuple[tuple[str, str], ...] = ()  # pairs of hexes that see each other whatever the map says
    shut: tuple[tuple[str, str], ...] = ()  # pairs that do not
    source: str
    sure: str = ""
    note: str = ""
    balance: str = ""  # what simulation found

    @property
    def sides(self) -> tuple[Side, Side]:
        """The sides, the one that moves first in front."""
        return ("allies", "axis") if self.moves_first == "allies" else ("axis", "allies")

    def of(self, side: str) -> Iterator[Group]:
        """The groups of a side in the order of the file."""
        return (group for group in self.groups if group.side == side)

    def named_hexes(self) -> Iterator[tuple[str, str]]:
        """Every hex the file names, with the entry that names it."""
        for number, group in enumerate(self.groups, 1):
            entry = f"group {number}"
            yield from ((label, entry) for label in group.zone.hexes)
            yield from ((corner, entry) for box in group.zone.boxes for corner in box.split("-"))
        for number, goal in enumerate(self.victory, 1):
            yield from ((label, f"goal {number}") for label in goal.hexes)
        yield from ((label, "terrain") for label in self.terrain)
        yield from ((label, "landmarks") for labels in self.landmarks.values() for label in labels)
        yield from ((label, "clear") for pair in self.clear for label in pair)
        yield from ((label, "shut") for pair in self.shut for label in pair)
        yield from ((label, "playable") for label in self.playable or ())
