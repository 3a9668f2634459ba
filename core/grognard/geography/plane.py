"""The plane under the map: degrees to kilometres, kilometres to hexes, and the geometry of courses.

``x`` grows eastwards and ``y`` southwards, in kilometres from the centre of the anchor hex.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from grognard.hexes import Axial, Doubled, Layout

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grognard.geography.schema import Point

__all__ = ["Course", "Near", "Plane", "Spot", "inside"]

Spot = tuple[float, float]
"""A place on the plane, in kilometres."""

KM_PER_DEGREE = 111.195
"""A degree of latitude on a sphere as large as the earth."""


class Plane(NamedTuple):
    """A projection onto hexes: ``anchor`` is the doubled coordinate of the hex centred at ``origin``."""

    layout: Layout
    origin: Point
    anchor: Doubled
    km: float

    def spot(self, point: Point) -> Spot:
        """Where a point of the earth lies.

        >>> from grognard.hexes import FLAT
        >>> plane = Plane(FLAT, (50.0, 6.0), Doubled(0, 0), 2.6)
        >>> [round(km, 1) for km in plane.spot((49.9, 6.1))]
        [7.1, 11.1]
        """
        (lat, lon), (lat0, lon0) = point, self.origin
        return (lon - lon0) * KM_PER_DEGREE * math.cos(math.radians(lat0)), (lat0 - lat) * KM_PER_DEGREE

    def centre(self, cell: Axial) -> Spot:
        """The centre of a hex, on the map or not."""
        x, y = self.layout.centre(self.layout.doubled(cell))
        x0, y0 = self.layout.centre(self.anchor)
        side = self.km / math.sqrt(3)
        return (x - x0) * side, (y - y0) * side

    def cell(self, spot: Spot) -> Axial:
        """The hex in which a place lies.

        >>> from grognard.hexes import FLAT
        >>> plane = Plane(FLAT, (50.0, 6.0), Doubled(4, 6), 2.6)
        >>> plane.cell((0, 0)), plane.cell((2.2, 1.2)), plane.cell((0, -2.5))
        (Axial(q=4, r=1), Axial(q=5, r=1), Axial(q=4, r=0))
        """
        side = self.km / math.sqrt(3)
        x0, y0 = self.layout.centre(self.anchor)
        x, y = spot[0] / side + x0, spot[1] / side + y0
        along, across = (y, x) if self.layout.pointy else (x, y)
        first = along * 2 / 3
        second = across / math.sqrt(3) - first / 2
        return _round(second, first) if self.layout.pointy else _round(first, second)


def _round(q: float, r: float) -> Axial:
    """The hex nearest to a fractional axial coordinate."""
    s = -q - r
    whole = [math.floor(value + 0.5) for value in (q, r, s)]
    off = [abs(value - near) for value, near in zip((q, r, s), whole, strict=True)]
    worst = off.index(max(off))
    whole[worst] -= sum(whole)
    return Axial(whole[0], whole[1])


class Near(NamedTuple):
    """The point of a course nearest to a spot: how far away, how far along, on which side.

    ``along`` counts segments from 0; ``side`` is positive to the right of the course, in km.
    """

    km: float
    along: float
    side: float


class Course:
    """A line of straight segments on the plane."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        self.spots = tuple(spots)
        self.left = min(x for x, _ in spots)
        self.right = max(x for x, _ in spots)
        self.top = min(y for _, y in spots)
        self.bottom = max(y for _, y in spots)

    def far(self, spot: Spot, km: float) -> bool:
        """True when a spot is surely further than ``km`` away."""
        x, y = spot
        return x < self.left - km or x > self.right + km or y < self.top - km or y > self.bottom + km

    def near(self, spot: Spot) -> Near:
        """Where a spot lies beside the course.

        >>> Course([(0, 0), (4, 0)]).near((1, 2))
        Near(km=2.0, along=0.25, side=2.0)
        """
        best = Near(math.inf, 0, 0)
        touching: list[tuple[Spot, Spot]] = []
        x, y = spot
        for number, ((ax, ay), (bx, by)) in enumerate(pairwise(self.spots)):
            dx, dy = bx - ax, by - ay
            length = dx * dx + dy * dy
            part = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / length)) if length else 0.0
            away = math.hypot(x - ax - part * dx, y - ay - part * dy)
            if away < best.km - 1e-9:
                best, touching = Near(away, number + part, 0), [((ax, ay), (bx, by))]
            elif away < best.km + 1e-9:
                touching.append(((ax, ay), (bx, by)))
        return best._replace(side=best.km if self._right(spot, touching) else -best.km)

    @staticmethod
    def _right(spot: Spot, touching: Sequence[tuple[Spot, Spot]]) -> bool:
        """On which side: at a bend, nearest to the corner itself, the segment seen most squarely decides."""

        def squarely(segment: tuple[Spot, Spot]) -> float:
            (ax, ay), (bx, by) = segment
            dx, dy = bx - ax, by - ay
            return (dx * (spot[1] - ay) - dy * (spot[0] - ax)) / (math.hypot(dx, dy) or 1.0)

        return max((squarely(segment) for segment in touching), key=abs, default=0.0) >= 0

    def backwards(self) -> Course:
        """The same course from its end."""
        return Course(self.spots[::-1])

    def steps(self, km: float) -> Iterator[Spot]:
        """Spots along the course, no further than ``km`` apart, both ends included."""
        yield self.spots[0]
        for (ax, ay), (bx, by) in pairwise(self.spots):
            parts = max(1, math.ceil(math.hypot(bx - ax, by - ay) / km))
            for part in range(1, parts + 1):
                yield ax + (bx - ax) * part / parts, ay + (by - ay) * part / parts

    def crossings(self, other: Course) -> int:
        """How often two courses cross.

        >>> Course([(0, 0), (4, 0)]).crossings(Course([(1, 1), (2, -1), (3, 1)]))
        2
        """
        return sum(_cross(a, b, c, d) for a, b in pairwise(self.spots) for c, d in pairwise(other.spots))

    def crosses_itself(self) -> tuple[int, int] | None:
        """Two segments of the course that cross, counted from 1, if there are any."""
        segments = list(pairwise(self.spots))
        for first, (a, b) in enumerate(segments):
            for second in range(first + 2, len(segments)):
                if _cross(a, b, *segments[second]):
                    return first + 1, second + 1
        return None


def _cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    return _turn(a, b, c) != _turn(a, b, d) and _turn(c, d, a) != _turn(c, d, b)


def _turn(a: Spot, b: Spot, c: Spot) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0


def inside(spot: Spot, polygon: Sequence[Spot]) -> bool:
    """True when a spot lies in a polygon.

    >>> inside((1, 1), [(0, 0), (3, 0), (0, 3)]), inside((2, 2), [(0, 0), (3, 0), (0, 3)])
    (True, False)
    """
    x, y = spot
    found = False
    for (ax, ay), (bx, by) in pairwise([*polygon, polygon[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            found = not found
    return found
