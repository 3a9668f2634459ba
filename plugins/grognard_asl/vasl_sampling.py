"""A board told from the pixels of a VASL archive, hex by hex.

A hex is what covers enough of a disk about its centre, and its level is that of its centre. A road, a wall or
a house lies at a hexside where enough of it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePath

from grognard.hexes import FLAT, Hex, Hexside
from grognard.reasons import rule
from grognard_asl.boards import OPEN, Sheet, geomorphic
from grognard_asl.schema import Name
from grognard_asl.vasl_archive import CODES, NOT_PLAYED, ArchiveError, Metadata, Pixels

__all__ = ["Sampler"]

SHARE: Mapping[str, float] = {
    "building_stone": 0.10, "building_wood": 0.10, "woods": 0.35, "orchard": 0.25, "brush": 0.25,
    "grain": 0.35,
}  # fmt: skip
"""How much of the disk about a hex's centre makes it a hex of that row, the most telling first."""

DISK = 0.4
"""Radius of that disk, in heights of a hex."""
AT_SIDE = 0.12
"""Radius about the middle of a hexside in which a road is looked for."""
ROAD_SHARE, WALL_SHARE, JOINED_SHARE = 0.2, 0.45, 0.3
"""How much road, wall and building must be found at a hexside for it to be there."""


class Sampler:
    """Tells hexes and hexsides from the pixels about them."""

    def __init__(self, file: str, metadata: Metadata, pixels: Pixels) -> None:
        self.file, self.metadata, self.pixels = file, metadata, pixels
        self.board = geomorphic(metadata.columns, metadata.rows)
        self.rows = {code: row for code, (_, row) in CODES.items()}

    def sheet(self) -> Sheet:
        """The board."""
        name = self.metadata.name.lstrip("0") or "0"
        terrain = {label: self.row_of(label) for label in self.board.hexes}
        roads, exits = self.roads()
        return Sheet(
            id=name,
            name=Name(f"Board {name}", f"地图 {name}"),
            source=f"sampled from a VASL board archive, {PurePath(self.file).name}",
            note="made from a board its user owns; not to be passed on",
            columns=self.metadata.columns,
            rows=self.metadata.rows,
            terrain=terrain,
            level={label: self.level_of(label) for label in self.board.hexes},
            roads=roads,
            exits=exits,
            sides=dict(self.walls(roads)),
            buildings=tuple(self.buildings(terrain)),
        )

    # Hexes

    def row_of(self, label: Hex) -> str:
        """The row that covers enough of the disk about the centre of a hex."""
        seen = self.within(self.pixels.centre(self.board.spot(label)), DISK * self.pixels.hex_height)
        codes = Counter(self.pixels.terrain[number] for number in seen)
        for code, count in codes.items():
            if code in NOT_PLAYED and count > SHARE["building_stone"] * len(seen):
                names = f"hex {label} holds {NOT_PLAYED[code]!r}, for which there is no terrain row"
                raise ArchiveError(f"{self.file}: {names}")
        found: Counter[str] = Counter()
        for code, count in codes.items():
            found[self.rows.get(code, OPEN)] += count
        houses = found["building_stone"] + found["building_wood"]
        for row, share in SHARE.items():
            here = houses if row.startswith("building") else found[row]
            if here > share * len(seen):
                return self.building_kind(label, found) if row.startswith("building") else row
        return OPEN

    def building_kind(self, label: Hex, found: Mapping[str, int]) -> str:
        """Stone or wood: as the metadata say, else what there is more of."""
        said = self.metadata.buildings.get(label, "")
        for word, row in (("Stone", "building_stone"), ("Wooden", "building_wood")):
            if said.startswith(word):
                return row
        return "building_stone" if found["building_stone"] >= found["building_wood"] else "building_wood"

    @rule("ASLSK-1.1.2.52")
    def level_of(self, label: Hex) -> int:
        """The elevation of the centre."""
        near = self.within(self.pixels.centre(self.board.spot(label)), 0.06 * self.pixels.hex_height)
        levels = Counter(self.pixels.elevation[number] for number in near)
        level = max(levels, key=lambda each: (levels[each], -each))
        if level > 9:  # elevations are signed bytes: 255 is -1
            low = level - 256 if level > 127 else level
            raise ArchiveError(f"{self.file}: hex {label} lies at level {low}; levels go from 0 to 9")
        return level

    # Hexsides

    def roads(self) -> tuple[dict[Hexside, str], dict[Hex, dict[str, str]]]:
        """Hexsides that roads cross, and where they leave the board."""
        roads: dict[Hexside, str] = {}
        exits: dict[Hex, dict[str, str]] = {}
        for label, spot in zip(self.board.hexes, self.board.spots, strict=True):
            for way, step in zip(FLAT.compass, FLAT.steps, strict=True):
                other = self.board.beside(label, way)
                if other is not None and other < label:
                    continue
                if other is None and not self.may_leave(spot, way):
                    continue
                kind = self.road_at(self.middle(spot, step))
                if kind and other is not None:
                    roads[Hexside(label, other)] = kind
                elif kind:
                    exits.setdefault(label, {})[way] = kind
        return roads, exits

    def may_leave(self, spot: tuple[int, int], way: str) -> bool:
        """Whether a hexside off the board lies on its edge: half hexes go on beyond theirs."""
        return way in ("N", "S") and spot[0] % 2 == 0

    def road_at(self, point: tuple[float, float]) -> str:
        """The kind of road about a point, if there is one."""
        seen = self.within(point, AT_SIDE * self.pixels.hex_height)
        found = Counter(self.rows.get(self.pixels.terrain[number], OPEN) for number in seen)
        kinds = {kind: found[kind] for kind in ("road_dirt", "road_paved")}
        if sum(kinds.values()) < ROAD_SHARE * len(seen):
            return ""
        return max(kinds, key=kinds.__getitem__)

    def walls(self, roads: Mapping[Hexside, str]) -> Iterator[tuple[Hexside, str]]:
        """Hexsides along which a wall or a hedge lies, except where a road goes through."""
        for side in self.board.hexsides():
            if side in roads:
                continue
            points = list(self.along(side))
            found: Counter[str] = Counter()
            for point in points:
                near = {self.rows.get(self.pixels.terrain[n], OPEN) for n in self.within(point, self.thin)}
                found.update(near & {"wall", "hedge"})
            kind = max(("wall", "hedge"), key=lambda each: found[each])
            if points and found[kind] >= WALL_SHARE * len(points):
                yield side, kind

    def buildings(self, terrain: Mapping[Hex, str]) -> Iterator[frozenset[Hex]]:
        """Hexes joined by one building across their hexsides."""
        groups: list[set[Hex]] = []
        for side in self.board.hexsides():
            if not all(terrain[label].startswith("building") for label in (side.a, side.b)):
                continue
            seen = self.within(self.middle_of(side), AT_SIDE * self.pixels.hex_height)
            houses = sum(self.rows.get(self.pixels.terrain[n], OPEN).startswith("building") for n in seen)
            if houses < JOINED_SHARE * len(seen):
                continue
            new = {side.a, side.b}
            for old in [group for group in groups if group & new]:
                groups.remove(old)
                new |= old
            groups.append(new)
        return map(frozenset, groups)

    # Geometry

    @property
    def thin(self) -> float:
        """How far off a hexside a wall is looked for."""
        return max(1.0, 0.045 * self.pixels.hex_height)

    def middle(self, spot: tuple[int, int], step: tuple[int, int]) -> tuple[float, float]:
        """The middle of the hexside towards a neighbour, on the board or off it."""
        (x1, y1), (x2, y2) = (
            self.pixels.centre(spot),
            self.pixels.centre((spot[0] + step[0], spot[1] + step[1])),
        )
        return (x1 + x2) / 2, (y1 + y2) / 2

    def middle_of(self, side: Hexside) -> tuple[float, float]:
        """The middle of a hexside of the board."""
        a, b = self.board.spot(side.a), self.board.spot(side.b)
        return self.middle(a, (b.x - a.x, b.y - a.y))

    def along(self, side: Hexside) -> Iterator[tuple[float, float]]:
        """Points along a hexside, its ends left out; those off the board too."""
        (ax, ay), (bx, by) = (self.pixels.centre(self.board.spot(label)) for label in (side.a, side.b))
        x, y = (ax + bx) / 2, (ay + by) / 2
        dx, dy = (
            (ay - by) * 0.57735 / 2,
            (bx - ax) * 0.57735 / 2,
        )  # half a hexside, across the way from a to b
        for part in range(-6, 7):
            point = x + dx * part / 8, y + dy * part / 8
            if self.pixels.at(*point) >= 0:
                yield point

    def within(self, point: tuple[float, float], radius: float) -> list[int]:
        """The pixels about a point, those on the board."""
        (px, py), height = point, self.pixels.height
        found: list[int] = []
        for x in range(max(0, int(px - radius)), min(self.pixels.width, int(px + radius) + 1)):
            reach = radius * radius - (x + 0.5 - px) ** 2
            if reach <= 0:
                continue
            half = reach**0.5
            first, last = max(0, round(py - half)), min(height, round(py + half))
            found += range(x * height + first, x * height + last)
        if not found:  # smaller than a pixel
            x = min(max(int(px), 0), self.pixels.width - 1)
            found = [x * height + min(max(int(py), 0), height - 1)]
        return found
