"""Boards laid edge to edge: one map, whose hexes carry the board's name in front when there are several.

Half hexes along a seam make one hex, which keeps the label of the board laid first and answers to both. What
covers one half covers the whole; where both halves are covered and differ, the board laid first decides; the
higher level of two counts. The own boards agree on all their edges, so that no such question comes up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from grognard.board import Board
from grognard.errors import NotationError, RulesetError
from grognard.hexes import FLAT, Doubled, Hex, Hexside, Layout
from grognard.reasons import rule
from grognard_asl.boards import LABELS, OPEN, Place, Sheet
from grognard_asl.scenario_schema import Zone

__all__ = ["EDGES", "Labels", "Laid", "Map", "join", "zone_hexes"]

EDGES: Mapping[str, tuple[str, ...]] = {
    "north": ("N", "NE", "NW"), "south": ("S", "SE", "SW"), "east": ("NE", "SE"), "west": ("NW", "SW"),
}  # fmt: skip
"""Edge of a map → directions that lead over it."""

Spot = tuple[int, int]


class Laid(msgspec.Struct, frozen=True):
    """A board on the table: in which column and row of boards it lies, and whether it is turned by half."""

    sheet: Sheet
    column: int = 0
    row: int = 0
    turned: bool = False

    def to_map(self, spot: Spot) -> Doubled:
        """Where a hex of the board lies on the map, both in doubled coordinates."""
        x, y = spot
        width, height = self.sheet.columns - 1, 2 * self.sheet.rows
        if self.turned:
            x, y = width - x, height - 2 - y
        return Doubled(x + self.column * width, y + self.row * height)

    def to_board(self, spot: Spot) -> Doubled:
        """The board's own place of a hex of the map; undoes :meth:`to_map`."""
        width, height = self.sheet.columns - 1, 2 * self.sheet.rows
        x, y = spot[0] - self.column * width, spot[1] - self.row * height
        return Doubled(width - x, height - 2 - y) if self.turned else Doubled(x, y)

    def way(self, way: str) -> str:
        """A compass direction of the board as it lies."""
        compass = FLAT.compass
        return compass[(compass.index(way) + 3) % 6] if self.turned else way


@rule("ASLSK-1.1.0.5")
class Labels(msgspec.Struct, frozen=True):
    """Labels of a map of several boards: the board's name, then its own label, ``vB12``."""

    laid: tuple[Laid, ...]

    @property
    def layout(self) -> Layout:
        """Flat tops."""
        return FLAT

    def label(self, spot: Spot) -> Hex:
        """The label of the first board that has a hex or half a hex here."""
        for each in self.laid:
            local = each.to_board(spot)
            if (label := each.sheet.board.at(*local)) is not None:
                return f"{each.sheet.id}{label}"
        raise ValueError(f"no board lies at {tuple(spot)}")

    def parse(self, text: str) -> Doubled:
        """Where the labelled hex lies; half hexes of a seam answer to both their labels."""
        word = text.strip()
        for each in self.laid:
            name = each.sheet.id
            if word.casefold().startswith(name.casefold()):
                try:
                    local = LABELS.parse(word[len(name) :])
                except NotationError:
                    continue
                return each.to_map(local)
        names = ", ".join(repr(each.sheet.id) for each in self.laid)
        like = f"{self.laid[0].sheet.id}B2"
        raise NotationError(f"expected a board ({names}) and a hex such as {like!r}, got {text!r}")


class Map(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What is printed on the boards of a scenario as they lie, by the labels of the map."""

    board: Board
    terrain: dict[Hex, str]
    level: dict[Hex, int]
    roads: dict[Hexside, str]
    exits: dict[Hex, dict[str, str]]  # hex -> direction in which a road leaves the map -> road row
    sides: dict[Hexside, str]
    buildings: tuple[frozenset[Hex], ...]
    places: tuple[Place, ...]
    seams: tuple[str, ...] = ()  # what does not match where boards meet, in words

    @cached_property
    def edges(self) -> dict[str, tuple[Hex, ...]]:
        """Edge of the map → the hexes and half hexes along it."""
        spots = self.board.spots
        west, east = min(x for x, _ in spots), max(x for x, _ in spots)
        top, bottom = min(y for _, y in spots), max(y for _, y in spots)
        found: dict[str, list[Hex]] = {edge: [] for edge in EDGES}
        for label, (x, y) in zip(self.board.hexes, spots, strict=True):
            lies = {"north": y <= top + 1, "south": y >= bottom - 1, "east": x == east, "west": x == west}
            for edge in EDGES:
                if lies[edge]:
                    found[edge].append(label)
        return {edge: tuple(labels) for edge, labels in found.items()}

    def box(self, first: Hex, last: Hex) -> tuple[Hex, ...]:
        """The hexes between two corners, both included, half hexes beside them too.

        Columns count from corner to corner; rows so that a box over the whole height holds all half hexes.
        """
        (x1, y1), (x2, y2) = self.board.spot(self.board.parse(first)), self.board.spot(self.board.parse(last))
        west, east, top, bottom = min(x1, x2), max(x1, x2), min(y1, y2) - 1, max(y1, y2) + 1
        spots = zip(self.board.hexes, self.board.spots, strict=True)
        return tuple(h for h, (x, y) in spots if west <= x <= east and top <= y <= bottom)

    def cut(self, first: Hex, last: Hex) -> Map:
        """The part of the map between two corners, all that is in play of it."""
        kept = frozenset(self.box(first, last))
        graph = self.board.graph.copy()
        graph.remove_nodes_from([label for label in self.board.hexes if label not in kept])
        exits = {h: dict(ways) for h, ways in self.exits.items() if h in kept}
        for side, kind in self.roads.items():
            for a, b in ((side.a, side.b), (side.b, side.a)):
                if a in kept and b not in kept:
                    exits.setdefault(a, {})[_way(self.board, a, b)] = kind
        return Map(
            board=Board(graph, FLAT, labels=self.board.labels),
            terrain={h: key for h, key in self.terrain.items() if h in kept},
            level={h: level for h, level in self.level.items() if h in kept},
            roads={side: kind for side, kind in self.roads.items() if kept.issuperset((side.a, side.b))},
            exits=exits,
            sides={side: kind for side, kind in self.sides.items() if kept.issuperset((side.a, side.b))},
            buildings=tuple(left for hexes in self.buildings if len(left := hexes & kept) > 1),
            places=tuple(place for place in self.places if kept.issuperset(place.hexes)),
            seams=self.seams,
        )


@rule("ASLSK-1.1.0.2", "ASLSK-1.1.0.7", "ASLSK-0.11")
def join(laid: Sequence[Laid]) -> Map:
    """The map that boards make as they lie; one board alone keeps its plain labels.

    Raises :class:`RulesetError` for boards of different size, two in one place, or the same name twice.
    """
    _check(laid)
    scheme = LABELS if len(laid) == 1 and not laid[0].turned else Labels(tuple(laid))
    spots = dict.fromkeys(each.to_map(spot) for each in laid for spot in each.sheet.board.spots)
    board = Board.of(scheme, spots) if len(laid) > 1 or laid[0].turned else laid[0].sheet.board
    found = _Joining(board, laid)
    return found.map()


def _check(laid: Sequence[Laid]) -> None:
    if not laid:
        raise RulesetError("a map needs at least one board")
    first = laid[0].sheet
    places: dict[Spot, str] = {}
    for each in laid:
        if (each.sheet.columns, each.sheet.rows) != (first.columns, first.rows):
            size, other = (f"{s.columns}×{s.rows}" for s in (first, each.sheet))
            raise RulesetError(f"boards {first.id!r} ({size}) and {each.sheet.id!r} ({other}) differ in size")
        if each.sheet.id in places.values():
            raise RulesetError(f"board {each.sheet.id!r} is laid twice")
        if (there := places.get((each.column, each.row))) is not None:
            raise RulesetError(f"boards {there!r} and {each.sheet.id!r} lie in one place")
        places[each.column, each.row] = each.sheet.id


class _Joining:
    """Collects what the boards say of each hex of the map."""

    def __init__(self, board: Board, laid: Sequence[Laid]) -> None:
        self.board, self.laid = board, laid
        self.seams: list[str] = []

    def map(self) -> Map:
        roads: dict[Hexside, str] = {}
        sides: dict[Hexside, str] = {}
        exits: dict[Hex, dict[str, str]] = {}
        for each in self.laid:
            roads |= {self._side(each, side): kind for side, kind in each.sheet.roads.items()}
            sides |= {self._side(each, side): kind for side, kind in each.sheet.sides.items()}
            for label, ways in each.sheet.exits.items():
                turned = {each.way(way): kind for way, kind in ways.items()}
                exits.setdefault(self._hex(each, label), {}).update(turned)
        self._meet(roads, exits)
        terrain, level = self._halves()
        return Map(
            board=self.board,
            terrain=terrain,
            level=level,
            roads=roads,
            exits={label: ways for label, ways in exits.items() if ways},
            sides=sides,
            buildings=tuple(self._buildings()),
            places=tuple(
                Place(place.name, tuple(self._hex(each, label) for label in place.hexes))
                for each in self.laid
                for place in each.sheet.places
            ),
            seams=tuple(self.seams),
        )

    def _hex(self, each: Laid, label: Hex) -> Hex:
        found = self.board.at(*each.to_map(each.sheet.board.spot(label)))
        assert found is not None
        return found

    def _side(self, each: Laid, side: Hexside) -> Hexside:
        return Hexside(self._hex(each, side.a), self._hex(each, side.b))

    def _halves(self) -> tuple[dict[Hex, str], dict[Hex, int]]:
        """Terrain and level of every hex, halves put together."""
        told: dict[Hex, list[tuple[str, str, int]]] = {label: [] for label in self.board.hexes}
        for each in self.laid:
            sheet = each.sheet
            for label, key in sheet.terrain.items():
                told[self._hex(each, label)].append((f"{sheet.id}{label}", key, sheet.level[label]))
        terrain, level = {}, {}
        for hex, halves in told.items():
            covers = [key for _, key, _ in halves if key != OPEN]
            terrain[hex], level[hex] = (covers or [OPEN])[0], max(height for _, _, height in halves)
            if len({half[1:] for half in halves}) > 1:
                words = (f"{name} {key} level {height}" for name, key, height in halves)
                self.seams.append(" meets ".join(words))
        return terrain, level

    def _meet(self, roads: dict[Hexside, str], exits: dict[Hex, dict[str, str]]) -> None:
        """Roads that leave one board and arrive on the next become one road."""
        compass = FLAT.compass
        for hex, ways in exits.items():
            for way in sorted(ways):
                other = self.board.beside(hex, way)
                if other is None:
                    continue
                kind = ways.pop(way)
                back = compass[(compass.index(way) + 3) % 6]
                if Hexside(hex, other) in roads:
                    continue
                if back in exits.get(other, {}):
                    exits[other].pop(back)
                    roads[Hexside(hex, other)] = kind
                else:
                    self.seams.append(f"{hex} {kind} ends at {other}")

    def _buildings(self) -> Iterator[frozenset[Hex]]:
        """Buildings of several hexes; those that share a half hex are one."""
        groups: list[set[Hex]] = []
        for each in self.laid:
            for hexes in each.sheet.buildings:
                new = {self._hex(each, label) for label in hexes}
                for old in [group for group in groups if group & new]:
                    groups.remove(old)
                    new |= old
                groups.append(new)
        return map(frozenset, groups)


def _way(board: Board, a: Hex, b: Hex) -> str:
    return next(way for way in FLAT.compass if board.beside(a, way) == b)


def zone_hexes(map: Map, zone: Zone) -> tuple[Hex, ...]:
    """The hexes of a zone, in the order of the map.

    Raises :class:`NotationError` for a label that is not on the map.
    """
    if not (zone.hexes or zone.boxes or zone.edges):
        return map.board.hexes
    found = {map.board.parse(label) for label in zone.hexes}
    for box in zone.boxes:
        first, _, last = box.partition("-")
        found.update(map.box(first, last))
    for edge in zone.edges:
        found.update(map.edges[edge])
    return tuple(label for label in map.board.hexes if label in found)
