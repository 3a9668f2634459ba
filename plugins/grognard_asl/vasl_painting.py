"""A board painted as pixels and packed as an archive: the reverse of the importer, small and plain.

It makes archives to try the importer on. Hexes are filled whole, buildings are round, roads and walls are
strips; no picture comes of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.hexes import FLAT, Hex
from grognard_asl.boards import Sheet
from grognard_asl.vasl_archive import CODES, Metadata, Pixels, pack

__all__ = ["archive", "paint"]

_ROOF = 0.36
"""Radius of a building, in heights of a hex."""
_STRIP = 0.07
"""Half the width of a road or of what joins two hexes of a building."""

Point = tuple[float, float]


def archive(board: Sheet, *, hex_height: int = 20) -> bytes:
    """The archive of a board, ``hex_height`` pixels to a hex."""
    kinds = {h: key for h, key in board.terrain.items() if key.startswith("building")}
    names = {"building_stone": "Stone Building", "building_wood": "Wooden Building"}
    buildings = {label: names[key] for label, key in kinds.items() if key in names}
    return pack(Metadata(board.id, board.columns, board.rows, buildings), paint(board, hex_height=hex_height))


def paint(board: Sheet, *, hex_height: int = 20) -> Pixels:
    """The pixels of a board."""
    width, height = round((board.columns - 1) * hex_height * 0.872), board.rows * hex_height
    canvas = _Canvas(board, width, height)
    canvas.ground()
    canvas.houses()
    canvas.roads()
    canvas.walls()
    return Pixels(board.columns, board.rows, width, height, bytes(canvas.elevation), bytes(canvas.terrain))


class _Canvas:
    """Two layers of pixels being painted."""

    def __init__(self, board: Sheet, width: int, height: int) -> None:
        self.board, self.width, self.height = board, width, height
        self.elevation = bytearray(width * height)
        self.terrain = bytearray(width * height)
        self.pixels = Pixels(board.columns, board.rows, width, height, b"", b"")
        self.codes: dict[str, int] = {}
        for code, (_, row) in CODES.items():
            self.codes.setdefault(row, code)

    def centre(self, label: Hex) -> Point:
        return self.pixels.centre(self.board.board.spot(label))

    def ground(self) -> None:
        """Every pixel in its hex's terrain and level; buildings stand on open ground."""
        for number, label in self.nearest():
            key = self.board.terrain[label]
            self.elevation[number] = self.board.level[label]
            self.terrain[number] = 0 if key.startswith("building") else self.codes[key]

    def nearest(self) -> Iterator[tuple[int, Hex]]:
        """Every pixel with the hex whose centre is nearest to it."""
        grid, wide = self.board.board, self.pixels.hex_width
        for x in range(self.width):
            column = (x + 0.5) / wide
            near = [c for c in (int(column), int(column) + 1) if c < self.board.columns]
            for y in range(self.height):
                best, found = float("inf"), ""
                for c in near:
                    row = round((2 * (y + 0.5) / self.pixels.hex_height - 1 - (c & 1)) / 2) * 2 + (c & 1)
                    label = grid.at(c, row)
                    if label is None:
                        continue
                    cx, cy = self.pixels.centre((c, row))
                    far = (x + 0.5 - cx) ** 2 + (y + 0.5 - cy) ** 2
                    if far < best:
                        best, found = far, label
                yield x * self.height + y, found

    def houses(self) -> None:
        """A round roof in every building hex, and a strip between the hexes of one building."""
        for label, key in self.board.terrain.items():
            if key.startswith("building"):
                self.dab(self.centre(label), _ROOF * self.pixels.hex_height, self.codes[key])
        for hexes in self.board.buildings:
            for a in sorted(hexes):
                for b in sorted(hexes.intersection(self.board.board.neighbours(a))):
                    self.strip(self.centre(a), self.centre(b), 0.12, self.codes[self.board.terrain[a]])

    def roads(self) -> None:
        """A strip from centre to centre, and from a centre to where the road leaves the board."""
        for side, key in self.board.roads.items():
            self.strip(self.centre(side.a), self.centre(side.b), _STRIP, self.codes[key])
        for label, ways in self.board.exits.items():
            x, y = self.board.board.spot(label)
            for way, key in ways.items():
                dx, dy = FLAT.steps[FLAT.compass.index(way)]
                self.strip(self.centre(label), self.pixels.centre((x + dx, y + dy)), _STRIP, self.codes[key])

    def walls(self) -> None:
        """A strip along the hexside."""
        for side, key in self.board.sides.items():
            (ax, ay), (bx, by) = self.centre(side.a), self.centre(side.b)
            x, y, dx, dy = (ax + bx) / 2, (ay + by) / 2, (ay - by) * 0.26, (bx - ax) * 0.26
            self.strip((x - dx, y - dy), (x + dx, y + dy), 0.05, self.codes[key])

    def strip(self, start: Point, end: Point, half: float, code: int) -> None:
        """A line so many heights of a hex to either side."""
        steps = int(2 * max(abs(end[0] - start[0]), abs(end[1] - start[1]))) + 1
        for step in range(steps + 1):
            part = step / steps
            point = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
            self.dab(point, max(half * self.pixels.hex_height, 0.75), code)

    def dab(self, point: Point, radius: float, code: int) -> None:
        """A disk."""
        for x in range(int(point[0] - radius), int(point[0] + radius) + 1):
            for y in range(int(point[1] - radius), int(point[1] + radius) + 1):
                inside = (x + 0.5 - point[0]) ** 2 + (y + 0.5 - point[1]) ** 2 <= radius * radius
                if inside and 0 <= x < self.width and 0 <= y < self.height:
                    self.terrain[x * self.height + y] = code
