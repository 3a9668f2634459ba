"""What changes during a game of ASL: units, weapons, the counters on them, residual firepower."""

from __future__ import annotations

from typing import Generic, TypeAlias, TypeVar

import msgspec

from grognard.play import Action, Decision, Play, Position, Resolution, Side
from grognard_asl.tables import Tables

__all__ = [
    "SIDES",
    "Asl",
    "AslDecision",
    "AslPosition",
    "AslResolution",
    "Mover",
    "Shot",
    "Unit",
    "Weapon",
    "other_side",
]

A = TypeVar("A", bound=Action)

SIDES: tuple[Side, ...] = ("allies", "axis")


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit: ``kind`` is a row of units.toml, and changes when a squad is reduced.

    ``hex`` is blank until the unit enters the map. ``fired`` is the fire counter on it: ``prep``, ``first``,
    ``final`` or ``advancing``; on a leader it also means that it directed fire. ``dm`` is desperation morale.
    ``pinned`` and ``exhausted`` belong to switches of the ruleset.
    """

    side: Side
    kind: str
    hex: str
    broken: bool = False
    dm: bool = False
    melee: bool = False
    fired: str = ""
    pinned: bool = False
    exhausted: bool = False


class Weapon(msgspec.Struct, frozen=True, omit_defaults=True):
    """A machine gun: ``kind`` is a row of weapons.toml, ``owner`` a unit; blank if nobody possesses it.

    ``fired`` is the fire counter on it, or ``kept``: it has fired within its rate, and may again.
    """

    kind: str
    hex: str
    owner: str = ""
    fired: str = ""


class Shot(msgspec.Struct, frozen=True):
    """Fire from one hex at units in another, this phase: who else fires from there at them fires along."""

    origin: str
    hex: str
    firers: tuple[str, ...]
    targets: tuple[str, ...]


class Mover(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a stack came where it is fired at: by Assault Movement, along the road, whence."""

    assault: bool = False
    by_road: bool = False
    came_from: str = ""


class AslPosition(Position, kw_only=True):
    """A position: plain data, hexes by label, units and weapons by id.

    ``active`` is the ATTACKER; ``phase`` the phase of its Player Turn. ``at`` is the index of ``units`` by
    hex. ``directed`` says whose fire a leader has directed this Player Turn. ``waiting`` are
    units and weapons not yet on the map, with the number of their group in the scenario. ``lost`` counts what
    a side lost for good, 2 for a squad and 1 for all else. ``held`` says who controls the hexes that count.

    For one phase only: ``shots``; ``acted``, units that have tried to rally, handed a weapon over in the RPh,
    moved, routed or advanced; ``handled``, weapons transferred, recovered or carried, units that recovered;
    ``loads``, the most portage points a unit has carried; ``crawled``, units that got away from the enemy by
    Low Crawl; ``fought``, hexes whose close combat is over.
    """

    scenario: str
    turn: int
    active: Side
    phase: str
    units: dict[str, Unit]
    at: dict[str, tuple[str, ...]]
    weapons: dict[str, Weapon]
    residual: dict[str, int]
    shots: list[Shot]
    directed: dict[str, tuple[str, ...]]
    acted: set[str]
    handled: set[str]
    loads: dict[str, int]
    crawled: set[str]
    fought: set[str]
    waiting: dict[str, int]
    lost: dict[Side, int]
    held: dict[str, Side]


def other_side(side: Side) -> Side:
    """The enemy of a side."""
    return "axis" if side == "allies" else "allies"


Asl: TypeAlias = Play[AslPosition, Tables]


class AslDecision(Decision[AslPosition, Tables, A], Generic[A], frozen=True):
    """A decision of this system."""


class AslResolution(Resolution[AslPosition, Tables], frozen=True):
    """A resolution of this system."""
