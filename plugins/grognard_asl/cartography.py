"""The map as a scene draws it: terrain, roads, walls, hills and place names of a battlefield.

Counters and markers are the display's business; this is the table they stand on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.scene import EdgeArt, HexArt, LegendEntry, PathArt, Pattern, Scene
from grognard_asl.battlefield import Battlefield
from grognard_asl.phrases import Phrase
from grognard_asl.schema import Terrain

__all__ = ["edges", "hexes", "legend", "map_scene", "paths", "patterns"]

PATTERNS: Mapping[str, str] = {
    "open_ground": "plain", "woods": "woods", "building_stone": "stone", "building_wood": "wood",
    "orchard": "orchard", "orchard_bare": "orchard", "grain": "field", "brush": "brush",
}  # fmt: skip
"""Terrain row → pattern of the scene; other rows are drawn under their own name."""

ROADS: Mapping[str, str] = {"road_paved": "highway", "road_dirt": "road"}
"""Road row → path of the scene."""

LEVEL = Phrase("{hill}, level {n}", "{hill}，{n} 级")


def patterns() -> tuple[Pattern, ...]:
    """Patterns of this system: stone and wooden buildings."""
    return (
        Pattern("stone", "buildings", fill="#b3b4b3", mark="▣"),
        Pattern("wood", "buildings", fill="#efd9b2", mark="▨"),
    )


def hexes(field: Battlefield, lang: str = "en") -> Iterator[HexArt]:
    """Every hex of the map."""
    named = {place.hexes[0]: str(getattr(place.name, lang, place.name.en)) for place in field.map.places}
    for label, cell in zip(field.board.hexes, field.board.cells, strict=True):
        row, level = field.terrain[label], field.level[label]
        words = [f"{label} {name_of(row, lang)}"]
        if level:
            words.append(f"{name_of(field.hill, lang)} {level}")
        roads = {field.roads[side].id for side in field.roads_of(label)}
        words += [name_of(field.chart[road], lang) for road in sorted(roads)]
        yield HexArt(
            label,
            cell.q,
            cell.r,
            terrain=row.id,
            pattern=PATTERNS.get(row.id, row.id),
            elevation=level,
            name=named.get(label, ""),
            tooltip=" · ".join(words),
        )


def edges(field: Battlefield, lang: str = "en") -> Iterator[EdgeArt]:
    """Walls and hedges."""
    for side, row in sorted(field.sides.items()):
        yield EdgeArt(side.a, side.b, row.id, f"{name_of(row, lang)} {side}")


def paths(field: Battlefield, lang: str = "en") -> Iterator[PathArt]:
    """Roads, hexside by hexside; the scene joins them."""
    for side, row in sorted(field.roads.items()):
        yield PathArt(ROADS.get(row.id, row.id), (side.a, side.b), name_of(row, lang))


def legend(field: Battlefield, lang: str = "en") -> Iterator[LegendEntry]:
    """Names of all that may lie on the map; the renderers leave out what does not."""
    for row in field.chart.values():
        if row.category == "hex":
            yield LegendEntry("terrain", row.id, name_of(row, lang))
        elif row.category == "road":
            yield LegendEntry("path", ROADS.get(row.id, row.id), name_of(row, lang))
        elif row.category == "hexside":
            yield LegendEntry("edge", row.id, name_of(row, lang))
    for level in sorted(set(field.level.values()) - {0}):
        yield LegendEntry("level", str(level), LEVEL(lang, hill=name_of(field.hill, lang), n=level))


def map_scene(field: Battlefield, *, lang: str = "en", title: str = "") -> Scene:
    """The bare map."""
    return Scene(
        "flat",
        tuple(hexes(field, lang)),
        edges=tuple(edges(field, lang)),
        paths=tuple(paths(field, lang)),
        legend=tuple(legend(field, lang)),
        patterns=patterns(),
        title=title,
    )


def name_of(row: Terrain, lang: str) -> str:
    """Display name of a terrain row."""
    return str(getattr(row.name, lang, row.name.en))
