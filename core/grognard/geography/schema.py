"""What a geography file says: places, courses and areas in degrees, and how the map lies on them.

Points are ``[latitude, longitude]`` in degrees. Terrain, sizes and kinds are words of the system that will
read the map; nothing here knows what they mean.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.hexmap import Labels, Name, SecondSheet

__all__ = [
    "Area",
    "Boundary",
    "Correction",
    "FeatureRow",
    "Fortified",
    "GeographyFile",
    "LakeRow",
    "Looks",
    "PlaceRow",
    "Point",
    "Projection",
    "RiverRow",
    "RoadRow",
]

Point = tuple[float, float]
"""Latitude north and longitude east, in degrees."""


class Projection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the map lies on the earth: the centre of hex ``hex`` is at ``lat``, ``lon``.

    ``km`` is the distance between the centres of two neighbouring hexes. The map has ``columns`` times
    ``rows`` hexes, from the upper left corner that the labels begin with. ``ground`` is the terrain where no
    area says anything else. The plane is equirectangular about the anchor: right to a few parts in a
    thousand over 200 km, far less than a hex.
    """

    hex: str
    lat: float
    lon: float
    km: float
    columns: int
    rows: int
    ground: str


class PlaceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place. ``size`` "" makes it a point that roads may name, and nothing on the map."""

    name: Name
    lat: float
    lon: float
    size: str = ""


class RoadRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A road along names of places and points. ``crosses`` names rivers that it must cross."""

    kind: str
    via: tuple[str | Point, ...]
    name: Name = ""
    crosses: tuple[str, ...] = ()


class RiverRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A river downstream along points; it ends in river ``into``, or off the map.

    It comes in over the edge of the map, or it rises at its first point.
    """

    kind: str
    name: Name
    points: tuple[Point, ...]
    into: str = ""


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Terrain inside a ``polygon``, ``width`` km wide along a ``band``, or in the single hexes ``at`` points.

    Later areas cover earlier ones.
    ``over`` lists the terrain that this area covers; all if it is empty.
    """

    terrain: str
    name: Name = ""
    polygon: tuple[Point, ...] = ()
    at: tuple[Point, ...] = ()
    band: tuple[Point, ...] = ()
    width: float = 0
    over: tuple[str, ...] = ()


class LakeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Standing water along a line of points: hexsides that no road crosses."""

    name: Name
    points: tuple[Point, ...]
    kind: str = "lake"


class Fortified(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of hexes that carry a feature. With ``bank`` and a river, only hexes on that bank of it."""

    kind: str
    points: tuple[Point, ...]
    name: Name = ""
    river: str = ""
    bank: Literal["left", "right", ""] = ""


class FeatureRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A feature in hexes given by label, or at places and points."""

    kind: str
    name: Name = ""
    hexes: str = ""
    at: tuple[str | Point, ...] = ()


class Boundary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line along hexsides."""

    kind: str
    points: tuple[Point, ...]
    name: Name = ""


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change by hand, made whenever the map is made; one that changes nothing any more is reported.

    ============================================  ===================================================
    ``hex`` and ``terrain``                       the hexes have this terrain
    ``place`` and ``hex``, or and ``size``        the place stands there, has this size
    ``road`` (a kind) and ``add`` or ``remove``   a chain of hexes
    ``river`` (a name) and ``add``, ``remove``    hexsides
    ``feature`` (a kind) and ``add``, ``remove``  hexes
    ============================================  ===================================================
    """

    why: str
    hex: str = ""
    terrain: str = ""
    place: str = ""
    size: str = ""
    road: str = ""
    river: str = ""
    feature: str = ""
    add: str = ""
    remove: str = ""


class Looks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How words of the system are drawn: a pattern, path, edge or icon of :mod:`grognard.scene` for each."""

    terrain: dict[str, str] = {}
    road: dict[str, str] = {}
    river: dict[str, str] = {}
    feature: dict[str, str] = {}
    boundary: dict[str, str] = {}


class GeographyFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A geography file as written; roads are better the earlier ``road_kinds`` names their kind."""

    id: str
    name: Name
    source: str
    sure: str = ""
    note: str = ""
    tops: Literal["flat", "pointy"] = "flat"
    labels: Labels
    second: SecondSheet | None = None
    projection: Projection
    letters: dict[str, str]
    road_kinds: tuple[str, ...]
    looks: Looks = Looks()
    place: tuple[PlaceRow, ...] = ()
    road: tuple[RoadRow, ...] = ()
    river: tuple[RiverRow, ...] = ()
    area: tuple[Area, ...] = ()
    lake: tuple[LakeRow, ...] = ()
    fortified: tuple[Fortified, ...] = ()
    feature: tuple[FeatureRow, ...] = ()
    boundary: tuple[Boundary, ...] = ()
    correct: tuple[Correction, ...] = ()
