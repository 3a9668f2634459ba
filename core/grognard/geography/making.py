"""From a geography file to a hex map, chapter by chapter, with a report of everything in conflict."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from grognard import datafile
from grognard.geography.corrections import (
    check_corrections,
    correct_features,
    correct_ground,
    correct_rivers,
    correct_roads,
)
from grognard.geography.draft import Draft, Finding
from grognard.geography.ground import cover, put_features, put_places
from grognard.geography.roads import build_roads, check_network
from grognard.geography.schema import GeographyFile
from grognard.geography.waters import draw_boundaries, draw_lakes, draw_rivers
from grognard.hexes import Hexside
from grognard.hexmap import Feature, HexMap, Line, Place, River, Road, draw_grid

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

__all__ = ["Made", "make", "read"]


class Made(NamedTuple):
    """A map as made, what was found, and counts of what is on it."""

    map: HexMap
    findings: tuple[Finding, ...]
    figures: Mapping[str, int]

    @property
    def conflicts(self) -> tuple[Finding, ...]:
        """The findings that want a change of the file."""
        return tuple(finding for finding in self.findings if finding.conflict)


def read(path: Path) -> GeographyFile:
    """A geography file.

    Raises:
        RulesetError: names file, entry and field.
    """
    return datafile.convert(datafile.read(path), GeographyFile, file=path)


def make(written: GeographyFile, *, file: Path | str = "") -> Made:
    """The hex map of a geography file; the same file always gives the same map.

    Raises:
        RulesetError: names the entry that makes no sense: a place nobody knows, a river that ends nowhere.
    """
    draft = Draft(written, file)
    check_corrections(draft)
    put_places(draft)
    cover(draft)
    correct_ground(draft)
    draw_lakes(draft)
    draw_rivers(draft)
    correct_rivers(draft)
    draw_boundaries(draft)
    build_roads(draft)
    correct_roads(draft)
    put_features(draft)
    correct_features(draft)
    check_network(draft)
    made = _map(draft)
    made.board(file=file)  # the reader's own checks: chains that end well, one kind a hexside
    return Made(made, tuple(draft.findings), _figures(draft))


def _map(draft: Draft) -> HexMap:
    by_terrain = {terrain: letter for letter, terrain in draft.written.letters.items()}
    cells = {draft.board.spot(hex): by_terrain[terrain] for hex, terrain in draft.terrain.items()}
    names = {each: placed.row.name for each, placed in draft.places.items()}
    return msgspec.structs.replace(
        draft.empty,
        grid=draw_grid(cells, draft.empty.scheme),
        place=tuple(
            Place(names[each], placed.hex, placed.size) for each, placed in draft.places.items() if placed.hex
        ),
        road=tuple(Road(kind, " ".join(hexes), name) for name, kind, hexes in draft.road_runs),
        river=tuple(_rivers(draft)),
        feature=tuple(
            Feature(kind, " ".join(hexes), name) for (kind, name), hexes in draft.features.items() if hexes
        ),
        line=tuple(
            Line(row.kind, _spelt(sides), row.name)
            for number, sides in draft.lines
            for row in (draft.written.boundary[number],)
        ),
    )


def _rivers(draft: Draft) -> Iterator[River]:
    for name, sides in draft.lake_rows:
        yield River(draft.lakes[sides[0]], _spelt(sides), name)
    for flow in draft.rivers.values():
        sides = [side for side in flow.sides if side not in draft.lakes]
        if sides:
            yield River(flow.row.kind, _spelt(sides), flow.row.name, source=flow.rises)


def _spelt(sides: list[Hexside]) -> str:
    return " ".join(f"{side.a}/{side.b}" for side in sides)


def _figures(draft: Draft) -> dict[str, int]:
    """Counts for the report."""
    figures = Counter({"hexes": len(draft.board.hexes)})
    figures.update(f"hexes of {terrain}" for terrain in draft.terrain.values())
    figures.update(f"{placed.size} places" for placed in draft.places.values() if placed.hex)
    figures.update(f"hexsides with a {kind} road" for kind in draft.roads.values())
    water = {side: flow.row.kind for flow in draft.rivers.values() for side in flow.sides} | draft.lakes
    figures.update(f"hexsides of {kind}" for kind in water.values())
    figures.update("bridges" for side in draft.roads if side in water)
    figures.update(f"hexes with {kind}" for (kind, _), hexes in draft.features.items() for _ in hexes)
    return dict(figures)
