"""Where hexes lie on paper: centres, corners and neighbours, in units of the hex side, y downwards.

Directions run 0–5 clockwise. On pointy-top boards they are east, south-east, south-west, west, north-west,
north-east; on flat-top boards south-east, south, south-west, north-west, north, north-east. Hexside ``d``
lies towards direction ``d``, between corner ``d`` and corner ``d + 1``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from grognard.scene.markup import num

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.scene.model import HexArt, Orientation, Scene

__all__ = ["DIRECTIONS", "Plan", "angle", "centre", "corner", "direction_between"]

DIRECTIONS: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

Point = tuple[float, float]


def centre(orientation: Orientation, q: float, r: float) -> Point:
    """Centre of the hex at axial (q, r), in hex sides.

    >>> centre("pointy", 0, 2), centre("flat", 2, -1)
    ((1.7320508075688772, 3.0), (3.0, 0.0))
    """
    if orientation == "pointy":
        return math.sqrt(3) * (q + r / 2), 1.5 * r
    return 1.5 * q, math.sqrt(3) * (r + q / 2)


def angle(orientation: Orientation, direction: float) -> float:
    """Angle of a direction in degrees, clockwise from east.

    >>> angle("pointy", 0), angle("flat", 1)
    (0.0, 90.0)
    """
    return 60.0 * direction + (0.0 if orientation == "pointy" else 30.0)


def corner(orientation: Orientation, number: int, reach: float = 1.0) -> Point:
    """Corner of a hex of side ``reach`` about the origin."""
    turn = math.radians(angle(orientation, number) - 30.0)
    return reach * math.cos(turn), reach * math.sin(turn)


def direction_between(a: HexArt, b: HexArt) -> int | None:
    """Direction from a hex to its neighbour, None if they do not touch."""
    step = (b.q - a.q, b.r - a.r)
    return DIRECTIONS.index(step) if step in DIRECTIONS else None


class Plan:
    """A scene's hexes laid out on paper with ``side`` units to a hex side.

    The bounding box of all hexes starts at (0, 0).

    >>> from grognard.scene import HexArt, Scene
    >>> plan = Plan(Scene("flat", (HexArt("A1", 0, 0), HexArt("B1", 1, 0))), side=10)
    >>> plan.centre("A1"), round(plan.width), round(plan.height)
    ((10.0, 8.660254037844386), 35, 26)
    """

    def __init__(self, scene: Scene, side: float) -> None:
        self.orientation: Orientation = scene.orientation
        self.side = side
        self._place: Mapping[tuple[int, int], HexArt] = {(h.q, h.r): h for h in scene.hexes}
        raw = {h.label: centre(scene.orientation, h.q, h.r) for h in scene.hexes} or {"": (0.0, 0.0)}
        half_width, half_height = self._half_hex()
        self._left = min(x for x, _ in raw.values()) - half_width
        self._top = min(y for _, y in raw.values()) - half_height
        self.width = (max(x for x, _ in raw.values()) + half_width - self._left) * side
        self.height = (max(y for _, y in raw.values()) + half_height - self._top) * side
        self._centres = {label: self._paper(point) for label, point in raw.items()}

    def _half_hex(self) -> Point:
        wide, narrow = 1.0, math.sqrt(3) / 2
        return (narrow, wide) if self.orientation == "pointy" else (wide, narrow)

    def _paper(self, point: Point) -> Point:
        return (point[0] - self._left) * self.side, (point[1] - self._top) * self.side

    def centre(self, label: str) -> Point:
        """Centre of a hex on paper."""
        return self._centres[label]

    def at(self, q: float, r: float) -> Point:
        """Any axial place on paper."""
        return self._paper(centre(self.orientation, q, r))

    def corner(self, art: HexArt, number: int, reach: float = 1.0) -> Point:
        """Corner of a hex on paper, ``reach`` hex sides from its centre."""
        x, y = self.centre(art.label)
        dx, dy = corner(self.orientation, number, reach * self.side)
        return x + dx, y + dy

    def neighbour(self, art: HexArt, direction: int) -> HexArt | None:
        """The hex next to this one, None off the board."""
        q, r = DIRECTIONS[direction % 6]
        return self._place.get((art.q + q, art.r + r))

    def middle(self, art: HexArt, direction: int, reach: float = 1.0) -> Point:
        """Middle of a hexside, or a place on the way there (``reach`` 0 is the centre)."""
        x, y = self.centre(art.label)
        turn = math.radians(angle(self.orientation, direction))
        out = reach * self.side * math.sqrt(3) / 2
        return x + out * math.cos(turn), y + out * math.sin(turn)

    def hexside(self, art: HexArt, direction: int) -> str:
        """SVG path data of a hexside."""
        (x1, y1), (x2, y2) = self.corner(art, direction), self.corner(art, direction + 1)
        return f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}"
