"""The rows of a map file's lists, and names by language."""

from __future__ import annotations

import msgspec

from grognard.hexes import Hex

__all__ = ["Feature", "Line", "Name", "Place", "River", "Road", "english"]

Name = str | dict[str, str]
"""A name in one language, or by language."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named place in a hex; ``size`` is a word of the system."""

    name: Name
    hex: Hex
    size: str = ""


class Road(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A road through neighbouring hexes, their labels with blanks between."""

    kind: str
    hexes: str
    name: Name = ""


class River(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Water along hexsides, ``"E2115/E2015 E2114/E2014"``; with ``source`` it rises on the map."""

    kind: str
    sides: str
    name: Name = ""
    source: bool = False


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that stands in hexes beside their terrain."""

    kind: str
    hexes: str
    name: Name = ""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexsides that mean something, without water: a boundary, a crest."""

    kind: str
    sides: str
    name: Name = ""


def english(name: Name) -> str:
    """A name in English, or in the first language that it has."""
    if isinstance(name, str):
        return name
    return name.get("en") or next(iter(name.values()), "")
