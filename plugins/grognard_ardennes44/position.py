"""What changes during a game of Ardennes '44: units, markers, bridges, control, who did what this turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeAlias, TypeVar

import msgspec

from grognard.play import Action, Decision, Play, Position, Resolution
from grognard.reasons import rule
from grognard_ardennes44.tables import Tables

__all__ = [
    "ANTWERP",
    "DOUBTFUL",
    "IN_COLUMN",
    "ON_THE_MOVE",
    "Advantage",
    "Ardennes",
    "ArdennesDecision",
    "ArdennesPosition",
    "ArdennesResolution",
    "Unit",
    "Works",
    "other_side",
]

A = TypeVar("A", bound=Action)

DOUBTFUL = "doubtful"
"""State of a bridge that has still to show whether it bears what the Germans bring [A44-7.15]."""
ANTWERP = "antwerp"
"""The Antwerp Box, where Germans that left the map and the British against them stand."""
IN_COLUMN = ("sm", "truck")
"""Markers of units in strategic movement; trucks are backs of the others [A44-12.20]."""
ON_THE_MOVE = (*IN_COLUMN, "pm")
"""All uses of the markers of strategic movement: German ones haul artillery, too [A44-22.7]."""


class Unit(msgspec.Struct, frozen=True):
    """A unit in play, keyed by its counter's id.

    ``hex`` is a hex, ``box:SW`` (Off Map Box), ``block:F`` (Blocking Position of entry F) or `ANTWERP`.
    ``steps`` are those left. ``state`` is ``""`` in good order, ``disrupted`` or ``broken``. ``marker`` is
    the one it is under: ``sm``, ``truck``, ``pm``, ``night`` or ``replaced``. ``ready`` is the upper side of
    an artillery unit. ``points`` are the surrender points of its isolated group, -1 for a unit in none.
    ``parent`` is the unit that a remnant or a breakdown unit comes from.
    """

    hex: str
    steps: int
    state: str = ""
    engaged: bool = False
    oos: bool = False
    dry: bool = False  # short of fuel since the last fuel phase
    marker: str = ""
    ready: bool = True
    points: int = -1
    parent: str = ""
    red: bool = False  # red coordinates: does not move on Turn 1 [A44-29.1]
    strayed: bool = False  # retreated across an army boundary: no rally until it is back [A44-11.30]


class Works(msgspec.Struct, frozen=True):
    """An improved position in a hex, built or under construction."""

    side: str
    built: bool


class Advantage(msgspec.Struct, frozen=True):
    """An Attack Advantage marker on a hex: its target and the units it was given to.

    ``others`` are markers of other units in the same hex, which have attacked other targets.
    """

    target: str
    units: tuple[str, ...]
    others: tuple[Advantage, ...] = ()


class ArdennesPosition(Position, kw_only=True):
    """A position: plain data, hexes by label and units by their counter's id.

    ``german`` and ``allied`` index the units of a side by hex or place, in the order of ids; hexes without
    units are left out. ``waiting`` holds reinforcements with the turn they are due (0: never), ``lost`` what
    left play for good or until replaced (``eliminated``, ``surrendered``, ``never``, ``broken down`` while
    parts of it are in play). ``bridges`` names bridges that are not sound, by hexside (see
    :mod:`grognard_ardennes44.bridges`). ``traffic`` holds each marker still in the game (``german3``): its
    hex, or ``""`` in the box. ``control`` is who last held each town, city, entry, victory and bottleneck
    hex. ``deeds`` are what units did in this player turn, ``tally`` small counts that a rule asks for later.
    """

    scenario: str
    turn: int
    active: str
    night: bool
    units: dict[str, Unit]
    german: dict[str, tuple[str, ...]]
    allied: dict[str, tuple[str, ...]]
    waiting: dict[str, int]
    lost: dict[str, str]
    bridges: dict[str, str]
    works: dict[str, Works]
    traffic: dict[str, str]
    control: dict[str, str]
    advantage: dict[str, Advantage]
    deeds: dict[str, tuple[str, ...]]
    tally: dict[str, int]

    def stacks(self, side: str) -> dict[str, tuple[str, ...]]:
        """The units of a side by hex or place."""
        return self.german if side == "german" else self.allied

    def markers(self, hex: str) -> tuple[Advantage, ...]:
        """The Attack Advantage markers in a hex, each by itself."""
        first = self.advantage.get(hex)
        return (msgspec.structs.replace(first, others=()), *first.others) if first else ()

    def mark(self, hex: str, markers: Iterable[Advantage]) -> None:
        """These are the Attack Advantage markers in a hex from now on."""
        found = tuple(markers)
        if found:
            self.advantage[hex] = msgspec.structs.replace(found[0], others=found[1:])
        else:
            self.advantage.pop(hex, None)

    @rule("A44-7.15")
    def unsound(self, side: str) -> Mapping[str, str]:
        """The bridges that do not bear units of a side; the doubtful one keeps out the Germans alone."""
        if side == "german" or DOUBTFUL not in self.bridges.values():
            return self.bridges
        return {bridge: state for bridge, state in self.bridges.items() if state != DOUBTFUL}

    def facts(self) -> tuple[object, ...]:
        """Everything but the agenda: an answer that hangs on nothing else holds while these are equal."""
        return tuple([getattr(self, name) for name in _FACTS])

    def stack(self, hex: str) -> tuple[str, ...]:
        """The units in a hex, of whichever side; nobody stacks with the enemy."""
        return self.german.get(hex) or self.allied.get(hex) or ()


_FACTS = tuple(name for name in ArdennesPosition.__struct_fields__ if name != "agenda")


def other_side(side: str) -> str:
    """The enemy of a side."""
    return "allied" if side == "german" else "german"


Ardennes: TypeAlias = Play[ArdennesPosition, Tables]


class ArdennesDecision(Decision[ArdennesPosition, Tables, A], Generic[A], frozen=True):
    """A decision of this system."""


class ArdennesResolution(Resolution[ArdennesPosition, Tables], frozen=True):
    """A resolution of this system."""
