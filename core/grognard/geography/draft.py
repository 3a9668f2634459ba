"""The map in the making: what lies where so far, and what was found to be wrong with it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

import networkx as nx

from grognard import datafile
from grognard.board import Board
from grognard.errors import NotationError, RulesetError
from grognard.geography.plane import Course, Plane, Spot
from grognard.hexes import FLAT, POINTY, Axial, Hex, Hexside
from grognard.hexmap import Corner, HexMap, corners, english
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from grognard.geography.schema import GeographyFile, PlaceRow, Point, RiverRow

__all__ = ["Draft", "Finding", "Flow", "Placed"]

FindingKind = Literal[
    "two places", "off the map", "wrong bank", "crossing", "lake", "course", "correction", "roads"
]


class Finding(NamedTuple):
    """Something that the maker of the map should know; a conflict wants a change of the file."""

    kind: FindingKind
    text: str
    conflict: bool = True

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"


class Placed(NamedTuple):
    """A place with its hex, "" off the map."""

    row: PlaceRow
    spot: Spot
    hex: Hex
    size: str


class Flow:
    """A river on the map: its true course, and the chain of hexsides that stands for it."""

    def __init__(self, row: RiverRow, course: Course) -> None:
        self.row, self.course = row, course
        self.name = english(row.name)
        self.chain: tuple[Corner, ...] = ()
        self.sides: list[Hexside] = []
        self.drawn: Course | None = None
        self.rises = False  # on the map


class Draft:
    """A map in the making; chapters of this package add to it in turn."""

    def __init__(self, written: GeographyFile, file: Path | str) -> None:
        self.written, self.file = written, datafile.shown(file) if file else ""
        self.layout = FLAT if written.tops == "flat" else POINTY
        self.empty = HexMap(
            id=written.id, name=written.name, source=written.source, sure=written.sure, note=written.note,
            tops=written.tops, labels=written.labels, second=written.second, grid="", letters=written.letters,
        )  # fmt: skip
        self.board = self._grid()
        self.plane = self._plane()
        self.centres: dict[Hex, Spot] = {
            label: self.plane.centre(cell)
            for label, cell in zip(self.board.hexes, self.board.cells, strict=True)
        }
        self.terrain: dict[Hex, str] = dict.fromkeys(self.board.hexes, written.projection.ground)
        self.places: dict[str, Placed] = {}
        self.place_spots: dict[Hex, Spot] = {}  # hex with a place -> where the place truly is
        self.lakes: dict[Hexside, str] = {}  # hexside -> kind
        self.lake_rows: list[tuple[str, list[Hexside]]] = []
        self.rivers: dict[str, Flow] = {}
        self.roads: dict[Hexside, str] = {}
        self.road_runs: list[tuple[str, str, list[Hex]]] = []  # entry, kind, hexes
        self.features: dict[tuple[str, str], list[Hex]] = {}  # kind and name -> hexes
        self.lines: list[tuple[int, list[Hexside]]] = []
        self.findings: list[Finding] = []
        self.corner_spots: dict[Corner, Spot] = {}
        self.corner_graph = self._corner_graph()

    # -- errors and findings ------------------------------------------------------------------------------

    def wrong(self, problem: str, entry: str) -> RulesetError:
        """An error of the file that stops the making."""
        return RulesetError(problem, file=self.file, entry=entry)

    def found(self, kind: FindingKind, text: str, *, conflict: bool = True) -> None:
        """Note something down; the same thing once."""
        finding = Finding(kind, text, conflict)
        if finding not in self.findings:
            self.findings.append(finding)

    # -- reading what the file names ----------------------------------------------------------------------

    def hex(self, word: str, entry: str) -> Hex:
        """A hex by its label."""
        try:
            return self.board.parse(word)
        except NotationError as error:
            raise self.wrong(str(error), entry) from None

    def course(self, points: Sequence[Point], entry: str, *, least: int = 2) -> Course:
        """A course through points."""
        if len(points) < least:
            raise self.wrong(f"needs at least {least} points, got {len(points)}", entry)
        return Course([self.spot(point, entry) for point in points])

    def spot(self, point: Point, entry: str) -> Spot:
        """A point of the earth on the plane; one far away is taken for a slip of the pen."""
        x, y = self.plane.spot(point)
        size = self.plane.km * (self.written.projection.columns + self.written.projection.rows)
        if not (abs(x) <= 2 * size and abs(y) <= 2 * size):  # which holds for no number too
            lat, lon = point
            raise self.wrong(f"[{lat}, {lon}] is not near the map: expected [latitude, longitude]", entry)
        return x, y

    def place(self, name: str, entry: str) -> Placed:
        """A place by its name."""
        if name not in self.places:
            raise self.wrong(f"there is no place {name!r}{did_you_mean(name, self.places)}", entry)
        return self.places[name]

    def river(self, name: str, entry: str) -> Flow:
        """A river by its name."""
        if name not in self.rivers:
            raise self.wrong(f"there is no river {name!r}{did_you_mean(name, self.rivers)}", entry)
        return self.rivers[name]

    # -- the grid -----------------------------------------------------------------------------------------

    def hex_at(self, spot: Spot) -> Hex:
        """The hex in which a spot lies, "" off the map."""
        return self.board.at(*self.layout.doubled(self.plane.cell(spot))) or ""

    def cell(self, hex: Hex) -> Axial:
        """The axial place of a hex."""
        return self.board.cells[self.board.index[hex]]

    def near(self, spot: Spot) -> list[Hex]:
        """The hex in which a spot lies and its neighbours, the one with the nearest centre first."""
        centre = self.hex_at(spot)
        found = [centre, *self.board.neighbours(centre)] if centre else []
        return sorted(found, key=lambda hex: (round(_km(self.centres[hex], spot), 3), hex))

    def entrance(self, course: Course) -> Spot | None:
        """The first spot of a course that lies on the map."""
        return next((spot for spot in course.steps(self.plane.km / 10) if self.hex_at(spot)), None)

    def side_ends(self, side: Hexside) -> tuple[Corner, Corner]:
        """The corners in which a hexside ends."""
        return corners(self.cell(side.a), self.cell(side.b))

    def line_of(self, chain: Sequence[Corner]) -> Course:
        """A chain of corners as a course."""
        return Course([self.corner_spots[corner] for corner in chain])

    def chain_sides(self, chain: Iterable[Corner]) -> list[Hexside]:
        """The hexsides between the corners of a chain."""
        return [self.corner_graph.edges[a, b]["side"] for a, b in pairwise(chain)]

    def _grid(self) -> Board:
        projection = self.written.projection
        most = 10**self.written.labels.digits
        if not (0 < projection.columns < most and 0 < projection.rows < most and 0 < projection.km < 1000):
            got = f"{projection.columns}, {projection.rows} and {projection.km}"
            problem = f"columns and rows must be from 1 to {most - 1}, km positive, got {got}"
            raise self.wrong(problem, "projection")
        if projection.ground not in self.written.letters.values():
            known = did_you_mean(projection.ground, self.written.letters.values())
            raise self.wrong(f"ground {projection.ground!r} has no letter{known}", "projection")
        try:
            return Board.grid(
                self.layout, projection.columns, projection.rows,
                labels=self.empty.scheme, indent=self.written.labels.indent,
            )  # fmt: skip
        except ValueError as error:
            raise self.wrong(str(error), "labels") from None

    def _plane(self) -> Plane:
        projection = self.written.projection
        anchor = self.board.spot(self.hex(projection.hex, "projection"))
        return Plane(self.layout, (projection.lat, projection.lon), anchor, projection.km)

    def _corner_graph(self) -> nx.Graph[Corner | str]:
        """Corners joined by hexsides; a corner on the edge of the map has one hexside."""
        graph: nx.Graph[Corner | str] = nx.Graph()
        for side in self.board.hexsides():
            first, second = self.side_ends(side)
            for corner in {first, second} - self.corner_spots.keys():
                xs, ys = zip(*(self.plane.centre(cell) for cell in corner), strict=True)
                self.corner_spots[corner] = (sum(xs) / 3, sum(ys) / 3)
            graph.add_edge(first, second, side=side)
        return graph


def _km(a: Spot, b: Spot) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)
