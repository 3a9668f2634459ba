"""Who sees whom on a whole map: the rules of :mod:`grognard_asl.sight`, many lines at once.

Every line of one displacement meets the same things, only elsewhere. So hexes become bits of one large
number; "the hex two columns on blocks" is then one shift, and one *or* collects it for every line of that
displacement. Which hexes block or hinder depends on the levels of the ends and on distances alone: the rule
is asked once for each kind of hex and such a case. The geometry comes from :mod:`grognard.sight`, drawn once
on a blank sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from grognard.board import Board
from grognard.hexes import FLAT, Hex
from grognard.sight import line
from grognard_asl.sight import Between, effect, wall_blocks

if TYPE_CHECKING:
    from grognard_asl.battlefield import Battlefield

__all__ = ["BLOCKED", "Sights"]

BLOCKED = 255
"""What :meth:`Sights.value` gives for a blocked line; else it gives the sum of hindrances."""

_UNKNOWN = 254

_Offset = tuple[int, int]


_Kind = Literal["hex", "along", "across", "both", "corner"]


class _Station(NamedTuple):
    """What every line of a displacement meets at one place, as displacements in doubled coordinates."""

    kind: _Kind
    hexes: tuple[_Offset, ...]


class _Case(NamedTuple):
    """All that the effect of a hex on a line depends on, besides the hex."""

    at: Between
    axis: int | None


class Sights:
    """The sights of one battlefield, worked out displacement by displacement when first asked for."""

    def __init__(self, field: Battlefield) -> None:
        self._field = field
        board = field.board
        self._index = board.index
        self._spots = board.spots
        xs, ys = [x for x, _ in board.spots], [y for _, y in board.spots]
        self._left, self._top = min(xs), min(ys)
        self._size = max(xs) - self._left + 1, max(ys) - self._top + 1
        self._stride = 2 * self._size[1]
        self._rows = [bytearray([_UNKNOWN]) * len(board.hexes) for _ in board.hexes]
        for i, row in enumerate(self._rows):
            row[i] = 0
        self._masks: dict[_Case, tuple[int, dict[int, int]]] = {}
        self._walls: dict[tuple[int, int], int] = {}
        self._kinds = self._sorted_hexes()
        self._levels: dict[int, int] = {}
        for label, level in field.level.items():
            self._levels[level] = self._levels.get(level, 0) | self._bit(label)

    def value(self, a: Hex, b: Hex) -> int:
        """Sum of hindrances between two hexes, or `BLOCKED`."""
        i, j = self._index[a], self._index[b]
        found = self._rows[i][j]
        if found == _UNKNOWN:
            (x1, y1), (x2, y2) = self._spots[i], self._spots[j]
            self._fill(x2 - x1, y2 - y1)
            found = self._rows[i][j]
        return found

    def row(self, a: Hex) -> bytearray:
        """What a hex sees, by the number of the other hex; of pairs already asked about or :meth:`within`."""
        return self._rows[self._index[a]]

    def within(self, radius: int) -> None:
        """Work out every pair no further apart than ``radius``."""
        width, height = self._size
        for dx in range(min(radius, width - 1) + 1):
            for dy in range(1 - height, height):
                far = dx + max(0, (abs(dy) - dx) // 2)
                if (dx + dy) % 2 == 0 and 0 < far <= radius and (dx > 0 or dy > 0):
                    self._fill(dx, dy)

    # One displacement ------------------------------------------------------------------------------------

    def _fill(self, dx: int, dy: int) -> None:
        """Every line of one displacement, both ways."""
        if dx < 0 or (dx == 0 and dy < 0):
            dx, dy = -dx, -dy
        limit = self._field.figures.fire.hindrance_blocks
        blocked, hinders = 0, [0] * (limit + 1)
        for level in self._levels:
            for other in self._levels:
                starts = self._levels[level] & self._shifted(self._levels[other], (dx, dy))
                if starts:
                    shut, counts = self._lines(dx, dy, level, other, limit)
                    blocked |= starts & (shut | counts[limit])
                    hinders = [all_ | starts & some for all_, some in zip(hinders, counts, strict=True)]
        self._enter(dx, dy, blocked, hinders[1:limit])

    def _lines(self, dx: int, dy: int, level: int, other: int, limit: int) -> tuple[int, list[int]]:
        """For lines between two levels: starts of blocked ones, and of ones hindered at least 0, 1, 2 …."""
        blocked, counts = 0, [-1] + [0] * limit
        high, low = max(level, other), min(level, other)
        for kind, hexes in _stations(self._size, dx, dy, walls=high == low and bool(self._field.sides)):
            if kind not in ("hex", "along"):
                blocked |= self._walled(kind, hexes, high)
                continue
            here, there = _far(hexes[0]), _far((dx - hexes[0][0], dy - hexes[0][1]))
            at = Between(high, low, here, there) if level > other else Between(high, low, there, here)
            at = at if high > low else Between(high, low, 0, 0)  # distances matter between levels only
            shut, hinder = self._effects(_Case(at, _axis(dx, dy)), hexes)
            blocked |= shut
            for value, bits in hinder.items():
                for _ in range(value):
                    for n in range(limit, 0, -1):
                        counts[n] |= counts[n - 1] & bits
        return blocked, counts

    def _effects(self, case: _Case, hexes: tuple[_Offset, ...]) -> tuple[int, dict[int, int]]:
        """Starts whose line is blocked, or hindered by so much, by the hex or the two hexes at one place."""
        shut, hinder = self._of_hexes(case)
        if len(hexes) == 1:
            return self._shifted(shut, hexes[0]), {v: self._shifted(b, hexes[0]) for v, b in hinder.items()}
        left, right = (self._shifted(shut, each) for each in hexes)
        result: dict[int, int] = {}
        for value in hinder:
            # at least so much on both sides, and not more on both
            least = [self._at_least(shut, hinder, value, each) for each in hexes]
            more = [self._at_least(shut, hinder, value + 1, each) for each in hexes]
            result[value] = least[0] & least[1] & ~(more[0] & more[1])
        return left & right, result

    def _at_least(self, shut: int, hinder: dict[int, int], value: int, offset: _Offset) -> int:
        bits = shut
        for other, some in hinder.items():
            if other >= value:
                bits |= some
        return self._shifted(bits, offset)

    def _of_hexes(self, case: _Case) -> tuple[int, dict[int, int]]:
        """Hexes that block in a case, and hexes that hinder, by value: the rule, asked of every kind."""
        if (known := self._masks.get(case)) is None:
            field, shut, hinder = self._field, 0, dict[int, int]()
            for (row_id, ground, through), bits in self._kinds.items():
                row = field.open if case.axis in through else field.rows[row_id]
                found = effect(field, row, ground, case.at)
                if found is not None and found.blocks:
                    shut |= bits
                elif found is not None:
                    hinder[found.hindrance] = hinder.get(found.hindrance, 0) | bits
            known = self._masks[case] = shut, hinder
        return known

    # Walls

    def _walled(self, kind: str, hexes: tuple[_Offset, ...], level: int) -> int:
        """Starts whose line a wall blocks: on one hexside, or from both sides of a corner."""
        if kind == "across":
            return self._wall(hexes[0], hexes[1], level)
        if kind == "both":
            return self._wall(hexes[0], hexes[1], level) & self._wall(hexes[0], hexes[2], level)
        one, other, corner = hexes
        beyond = self._wall(one, corner, level) | self._wall(other, corner, level)
        return self._wall(one, other, level) & beyond

    def _wall(self, one: _Offset, other: _Offset, level: int) -> int:
        """Starts that have a blocking wall between two places of their line."""
        way = FLAT.steps.index((other[0] - one[0], other[1] - one[1]))
        if way >= 3:
            one, way = other, way - 3
        if (way, level) not in self._walls:
            bits = 0
            for side, row in self._field.sides.items():
                for a, b in ((side.a, side.b), (side.b, side.a)):
                    (x1, y1), (x2, y2) = self._field.board.spot(a), self._field.board.spot(b)
                    lies = (x2 - x1, y2 - y1) == FLAT.steps[way]
                    ground = max(self._field.level[a], self._field.level[b])
                    if lies and wall_blocks(row, ground, Between(level, level, 0, 0)):
                        bits |= self._bit(a)
            self._walls[way, level] = bits
        return self._shifted(self._walls[way, level], one)

    # Bits ------------------------------------------------------------------------------------------------

    def _bit(self, label: Hex) -> int:
        x, y = self._spots[self._index[label]]
        return 1 << ((x - self._left) * self._stride + y - self._top)

    def _shifted(self, bits: int, offset: _Offset) -> int:
        """Starts from which the hexes of ``bits`` lie at an offset."""
        shift = offset[0] * self._stride + offset[1]
        return bits >> shift if shift >= 0 else bits << -shift

    def _sorted_hexes(self) -> dict[tuple[str, int, frozenset[int]], int]:
        """Hexes by all that matters to sight: row, level, and the axes along which a road opens them."""
        kinds: dict[tuple[str, int, frozenset[int]], int] = {}
        field = self._field
        for label, row in field.terrain.items():
            kind = row.id, field.level[label], field.roads_through.get(label, frozenset())
            kinds[kind] = kinds.get(kind, 0) | self._bit(label)
        return kinds

    def _enter(self, dx: int, dy: int, blocked: int, hinders: list[int]) -> None:
        """Write the values of all lines of a displacement into the rows."""
        rows, at = self._rows, self._field.board.at
        for i, (x, y) in enumerate(self._spots):
            b = at(x + dx, y + dy)
            if b is None:
                continue
            place = (x - self._left) * self._stride + y - self._top
            value = BLOCKED if blocked >> place & 1 else sum(bits >> place & 1 for bits in hinders)
            j = self._index[b]
            given = self._field.overrides.get((self._field.hexes[i], b))
            if given is not None:
                value = 0 if given else BLOCKED
            rows[i][j] = rows[j][i] = value


def _far(offset: _Offset) -> int:
    """Hexes that an offset in doubled coordinates is long."""
    dx, dy = abs(offset[0]), abs(offset[1])
    return dx + max(0, (dy - dx) // 2)


def _axis(dx: int, dy: int) -> int | None:
    if dx == 0:
        return 0
    return 1 if dx == -dy else 2 if dx == dy else None


@cache
def _sheet(width: int, height: int) -> Board:
    """A blank sheet on which every line of a map of that size can be drawn that runs to the right."""
    return Board.grid(FLAT, width + 4, height + 4)


@cache
def _stations(size: tuple[int, int], dx: int, dy: int, *, walls: bool) -> tuple[_Station, ...]:
    """What a line meets: hexes, pairs of hexes; with ``walls`` also where walls count."""
    sheet = _sheet(*size)
    x0, y0 = 2, 2 * (size[1] // 2 + 1)
    start, end = sheet.at(x0, y0), sheet.at(x0 + dx, y0 + dy)
    assert start is not None and end is not None, "the sheet holds every line of the map"

    def offset(label: Hex | None) -> _Offset:
        assert label is not None, "the sheet is larger than the map"
        x, y = sheet.spot(label)
        return x - x0, y - y0

    met: list[_Station] = [_Station("hex", ((0, 0),))]
    for crossing in line(sheet, start, end).crossings:
        kind: _Kind = "along" if crossing.kind == "hexside" else crossing.kind
        met.append(_Station(kind, tuple(map(offset, crossing.hexes))))
    met.append(_Station("hex", ((dx, dy),)))
    hexes = [each for each in met[1:-1] if each.kind != "corner"]
    return (*hexes, *(_wall_stations(met) if walls else ()))


def _wall_stations(met: list[_Station]) -> Iterator[_Station]:
    """Hexsides and corners where walls count, without those of the two hexes that the line joins."""
    ends = {*met[0].hexes, *met[-1].hexes}
    for place, (here, there) in enumerate(pairwise(met)):
        if there.kind == "along":
            yield _Station("across", there.hexes)
        if here.kind == there.kind == "hex":
            hexes = (*here.hexes, *there.hexes)
            found = _Station("across", hexes)
        elif there.kind == "corner":
            hexes = (here.hexes[0], met[place + 2].hexes[0])
            found = _Station("corner", (*hexes, *there.hexes))
        elif "along" in (here.kind, there.kind) and "hex" in (here.kind, there.kind):
            hexes, beside = (here.hexes, there.hexes) if here.kind == "hex" else (there.hexes, here.hexes)
            found = _Station("both", (*hexes, *beside))
        else:
            continue
        if ends.isdisjoint(hexes):
            yield found
