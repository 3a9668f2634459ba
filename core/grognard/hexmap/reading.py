"""The lists of a map file put on its grid: places, roads, rivers, features and lines make a board."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from grognard import datafile
from grognard.board import Board
from grognard.errors import NotationError, RulesetError
from grognard.hexes import Axial, Hex, Hexside, neighbours
from grognard.hexmap.rows import Feature, Line, Place, River, Road, english

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from grognard.hexmap.mapfile import HexMap

__all__ = ["Corner", "corners", "read_board"]

Corner = tuple[Axial, Axial, Axial]
"""Where three hexes meet, on the map or not, in order; two of them are the sides' own."""

STANDING = ("lake",)
"""Kinds of river that need not flow anywhere."""


_Row = TypeVar("_Row", Place, Road, River, Feature, Line)


def read_board(map: HexMap, file: Path | str = "") -> Board:
    """The board of a map; see :meth:`grognard.hexmap.HexMap.board`."""
    return _Reader(map, file).board()


def corners(a: Axial, b: Axial) -> tuple[Corner, Corner]:
    """The two corners in which the side of two neighbouring hexes ends.

    >>> corners(Axial(0, 0), Axial(1, 0)) == corners(Axial(1, 0), Axial(0, 0))
    True
    """
    both = sorted(set(neighbours(a)) & set(neighbours(b)))
    if len(both) != 2 or b not in neighbours(a):
        raise ValueError(f"{tuple(a)} and {tuple(b)} share no hexside")
    first, second = (_corner(a, b, c) for c in both)
    return first, second


def _corner(a: Axial, b: Axial, c: Axial) -> Corner:
    x, y, z = sorted((a, b, c))
    return x, y, z


class _Reader:
    """Reads one map and knows how to name its entries."""

    def __init__(self, map: HexMap, file: Path | str) -> None:
        self.map, self.file = map, datafile.shown(file) if file else ""
        terrain = map.terrain(file=file)
        try:
            self.grid = Board.of(map.scheme, terrain)
        except ValueError as error:  # a column or row that the digits cannot hold
            raise RulesetError(str(error), file=self.file, entry="grid") from None
        for label, kind in zip(self.grid.hexes, terrain.values(), strict=True):
            self.grid.graph.nodes[label].update(terrain=kind, place="", size="", features=())
        for _, _, facts in self.grid.graph.edges(data=True):
            facts.update(road="", river="", lines=())

    def board(self) -> Board:
        self._places()
        for entry, road in _entries("road", self.map.road):
            for a, b in pairwise(self.hexes(road.hexes, entry, least=2)):
                self._lay("road", self.side(a, b, entry), road.kind, entry)
        self._rivers()
        for entry, feature in _entries("feature", self.map.feature):
            for label in self.hexes(feature.hexes, entry):
                facts = self.grid.graph.nodes[label]
                facts["features"] = _with(facts["features"], feature.kind)
        for entry, line in _entries("line", self.map.line):
            for side in self.sides(line.sides, entry):
                facts = self.grid.graph.edges[side.a, side.b]
                facts["lines"] = _with(facts["lines"], line.kind)
        return self.grid

    def wrong(self, problem: str, entry: str) -> RulesetError:
        return RulesetError(problem, file=self.file, entry=entry)

    def hex(self, word: str, entry: str) -> Hex:
        try:
            return self.grid.parse(word)
        except NotationError as error:
            raise self.wrong(str(error), entry) from None

    def hexes(self, text: str, entry: str, *, least: int = 1) -> list[Hex]:
        words = text.split()
        if len(words) < least:
            expected = "a hex" if least == 1 else f"{least} hexes"
            raise self.wrong(f"hexes must name at least {expected}, got {text!r}", entry)
        return [self.hex(word, entry) for word in words]

    def side(self, a: Hex, b: Hex, entry: str) -> Hexside:
        if b not in self.grid.neighbours(a):
            raise self.wrong(f"{a} and {b} are not adjacent", entry)
        return Hexside(a, b)

    def sides(self, text: str, entry: str) -> list[Hexside]:
        found = []
        for word in text.split():
            labels = re.split(r"[/|]", word)
            if len(labels) != 2:
                raise self.wrong(f"expected hexsides such as 'E2115/E2015', got {word!r}", entry)
            found.append(self.side(self.hex(labels[0], entry), self.hex(labels[1], entry), entry))
        if not found:
            raise self.wrong("sides must name at least one hexside, got none", entry)
        return found

    def _places(self) -> None:
        names: set[str] = set()
        for entry, place in _entries("place", self.map.place):
            facts = self.grid.graph.nodes[self.hex(place.hex, entry)]
            name = english(place.name)
            if not name:
                raise self.wrong("name must not be empty", entry)
            if name in names:
                raise self.wrong("is given twice", entry)
            if facts["place"]:
                raise self.wrong(f"{place.hex} holds {facts['place']!r} already", entry)
            names.add(name)
            facts.update(place=name, size=place.size)

    def _lay(self, what: str, side: Hexside, kind: str, entry: str) -> None:
        """Put a road or river on an edge, which carries one kind of either."""
        facts = self.grid.graph.edges[side.a, side.b]
        if facts[what] not in ("", kind):
            raise self.wrong(f"{side.a}/{side.b} carries a {facts[what]} {what} already", entry)
        facts[what] = kind

    def _rivers(self) -> None:
        chains: list[tuple[str, River, Counter[Corner]]] = []
        for entry, river in _entries("river", self.map.river):
            sides = self.sides(river.sides, entry)
            for side in sides:
                self._lay("river", side, river.kind, entry)
            ends = (corner for side in dict.fromkeys(sides) for corner in self._corners(side))
            chains.append((entry, river, Counter(ends)))
        for entry, river, touches in chains:
            others = {c for _, other, touched in chains if other is not river for c in touched}
            loose = [c for c, times in touches.items() if times == 1 and c not in others and self._inside(c)]
            if river.kind not in STANDING and len(loose) > river.source:
                raise self.wrong(self._loose(loose, river), entry)

    def _loose(self, loose: Sequence[Corner], river: River) -> str:
        where = [" ".join(self._label(cell) for cell in corner) for corner in loose]
        if river.source:
            return f"rises at one place, but ends where {' and where '.join(where)} meet"
        return f"ends in the middle of the land, where {' and where '.join(where)} meet"

    def _corners(self, side: Hexside) -> tuple[Corner, Corner]:
        cells, index = self.grid.cells, self.grid.index
        return corners(cells[index[side.a]], cells[index[side.b]])

    def _label(self, cell: Axial) -> str:
        return str(self.grid.at(*self.grid.layout.doubled(cell)))

    def _inside(self, corner: Corner) -> bool:
        return all(self.grid.at(*self.grid.layout.doubled(cell)) is not None for cell in corner)


def _with(kinds: tuple[str, ...], kind: str) -> tuple[str, ...]:
    return kinds if kind in kinds else (*kinds, kind)


def _entries(section: str, rows: Iterable[_Row]) -> Iterator[tuple[str, _Row]]:
    for number, row in enumerate(rows, 1):
        name = english(row.name)
        yield (f"{section} {name!r}" if name else f"{section} number {number}"), row
