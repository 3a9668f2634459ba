"""A hex map as a scene, so that its author sees what was made before any system plays on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.geography.schema import Looks
from grognard.hexmap import english
from grognard.scene.model import EdgeArt, Feature, HexArt, LegendEntry, PathArt, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.board import Board
    from grognard.hexmap import HexMap

__all__ = ["scene_of"]


def scene_of(map: HexMap, looks: Looks | None = None) -> Scene:
    """The map as a scene. A word that ``looks`` has no drawing for is drawn as the scene draws its own name.

    Raises:
        RulesetError: the map is wrong; see :meth:`grognard.hexmap.HexMap.board`.
    """
    looks = looks or Looks()
    board = map.board()
    return Scene(
        orientation=map.tops,
        hexes=tuple(_hexes(board, looks)),
        edges=tuple(_edges(board, looks)),
        paths=tuple(
            PathArt(looks.road.get(road.kind, road.kind), tuple(road.hexes.split()), english(road.name))
            for road in map.road
        ),
        legend=tuple(_legend(map, looks)),
        title=english(map.name),
        caption="; ".join(part for part in (map.source, map.sure) if part),
    )


def _hexes(board: Board, looks: Looks) -> Iterator[HexArt]:
    for label, cell in zip(board.hexes, board.cells, strict=True):
        facts = board.graph.nodes[label]
        terrain, size, place = facts["terrain"], facts["size"], facts["place"]
        built = looks.terrain.get(size, "") if size else ""
        icons = tuple(Feature(looks.feature.get(kind, kind)) for kind in facts["features"])
        words = (label, terrain, f"{size} {place}".strip(), ", ".join(facts["features"]))
        yield HexArt(
            label, cell.q, cell.r, size if built else terrain, built or looks.terrain.get(terrain, terrain),
            features=icons, name=place, tooltip=" · ".join(filter(None, words)),
        )  # fmt: skip


def _edges(board: Board, looks: Looks) -> Iterator[EdgeArt]:
    for a, b, facts in board.graph.edges(data=True):
        if river := facts["river"]:
            yield EdgeArt(a, b, looks.river.get(river, river), river)
        for line in facts["lines"]:
            yield EdgeArt(a, b, looks.boundary.get(line, line), line)


def _legend(map: HexMap, looks: Looks) -> Iterator[LegendEntry]:
    for terrain in dict.fromkeys(map.letters.values()):
        yield LegendEntry("terrain", terrain, terrain.replace("_", " "))
    for kind in dict.fromkeys(road.kind for road in map.road):
        yield LegendEntry("path", looks.road.get(kind, kind), f"{kind} road")
    for kind in dict.fromkeys(river.kind for river in map.river):
        yield LegendEntry("edge", looks.river.get(kind, kind), kind)
    for kind in dict.fromkeys(feature.kind for feature in map.feature):
        yield LegendEntry("feature", looks.feature.get(kind, kind), kind.replace("_", " "))
    for kind in dict.fromkeys(line.kind for line in map.line):
        yield LegendEntry("edge", looks.boundary.get(kind, kind), kind)
