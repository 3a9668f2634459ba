"""Names on the map in either language: places, rivers; the ground itself knows places in English only."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from grognard.errors import RulesetError
from grognard.hexes import Hex, Hexside
from grognard.hexmap import HexMap, Name, english
from grognard.ruleset import Ruleset
from grognard_ardennes44.ground import Ground, hexes_of
from grognard_ardennes44.tables import Tables

__all__ = ["Atlas", "Course", "atlas", "known_places", "place_name", "worded"]


class Course(msgspec.Struct, frozen=True):
    """A named river: its hexsides from end to end."""

    name: Name
    sides: tuple[Hexside, ...]


class Atlas(msgspec.Struct, frozen=True):
    """The names of a map: places by hex, and rivers."""

    places: Mapping[Hex, Name]
    rivers: tuple[Course, ...]


def atlas(rules: Tables, ground: Ground) -> Atlas:
    """The names on the map of a ground; none for a map that is in no file."""
    return _read(rules.ruleset, ground.theatre.map)


@cache
def _read(ruleset: Ruleset, map_: str) -> Atlas:
    if not map_:
        return Atlas({}, ())
    try:
        sheet = ruleset.document(f"maps/{map_}.toml", HexMap)
    except RulesetError:  # a theatre staged without its map file
        return Atlas({}, ())
    rivers = tuple(
        Course(river.name, tuple(Hexside(*side.split("/")) for side in hexes_of(river.sides)))
        for river in sheet.river
        if river.name
    )
    return Atlas({place.hex: place.name for place in sheet.place}, rivers)


def worded(name: Name, lang: str) -> str:
    """A name in a language, else in English."""
    return name.get(lang) or english(name) if isinstance(name, dict) else name


def place_name(rules: Tables, ground: Ground, hex: Hex, lang: str) -> str:
    """The name of a place, ``""`` where there is none."""
    return worded(atlas(rules, ground).places.get(hex, ground.place.get(hex, "")), lang)


def known_places(rules: Tables) -> dict[str, Hex]:
    """Names of places in both languages → their hex, where all maps agree on it."""
    found: dict[str, set[Hex]] = {}
    for map_ in sorted({theatre.map for theatre in rules.theatres.values()}):
        for hex, name in _read(rules.ruleset, map_).places.items():
            for lang in ("en", "zh"):
                found.setdefault(worded(name, lang), set()).add(hex)
    return {name: next(iter(hexes)) for name, hexes in found.items() if len(hexes) == 1}
