"""The ground of a theatre: what is printed on its map, compiled once for the chapters to ask.

What changes in play (units, markers, blown bridges) is in the position; here is only what never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from grognard.errors import RulesetError
from grognard.hexes import Hex, Hexside
from grognard.reasons import rule

if TYPE_CHECKING:
    from grognard.board import Board
    from grognard_ardennes44.schema import Area, Box, Entry, RoadKind, Settlement, Terrain, Theatre

__all__ = ["BLOCK", "BOX", "Ground", "hexes_of"]

BOX = "box:"
"""Prefix of an Off Map Box as a place of units."""
BLOCK = "block:"
"""Prefix of a Blocking Position as a place of units, before the letter of its entry hex."""


def hexes_of(text: str) -> tuple[Hex, ...]:
    """Labels parted by blanks.

    >>> hexes_of("E2115  E2116")
    ('E2115', 'E2116')
    """
    return tuple(text.split())


class Ground:
    """A map and its theatre, as the rules ask for them. Hexsides are unordered pairs of neighbours."""

    def __init__(
        self,
        theatre: Theatre,
        board: Board,
        *,
        terrain: Mapping[str, Terrain],
        roads: Mapping[str, RoadKind],
        settlements: Mapping[str, Settlement],
        file: str = "",
    ) -> None:
        self.theatre, self.board, self.file = theatre, board, file
        nodes, edges = board.graph.nodes, board.graph.edges
        self.terrain: dict[Hex, Terrain] = {h: terrain[nodes[h].get("terrain", "clear")] for h in board.hexes}
        self.settlement: dict[Hex, Settlement] = {
            h: settlements[nodes[h]["size"]] for h in board.hexes if nodes[h].get("size")
        }
        self.place: dict[Hex, str] = {h: nodes[h]["place"] for h in board.hexes if nodes[h].get("place")}
        self.west_wall: frozenset[Hex] = frozenset(
            h for h in board.hexes if "west_wall" in nodes[h].get("features", ())
        )
        self._kinds = dict(roads)
        self.roads: dict[Hexside, RoadKind] = {}
        self.rivers: set[Hexside] = set()
        self.meuse: set[Hexside] = set()
        self.lakes: set[Hexside] = set()
        self.boundaries: set[Hexside] = set()
        for a, b in edges:
            side, printed = Hexside(a, b), edges[a, b]
            if printed.get("road"):
                self.roads[side] = roads[printed["road"]]
            match printed.get("river"):
                case "lake":
                    self.lakes.add(side)
                case "river":
                    self.rivers.add(side)
                case "meuse":
                    self.rivers.add(side)
                    self.meuse.add(side)
            if "boundary" in printed.get("lines", ()):
                self.boundaries.add(side)
        self.road_hexes: frozenset[Hex] = frozenset(hex for side in self.roads for hex in (side.a, side.b))
        self.bridges: frozenset[Hexside] = frozenset(side for side in self.rivers if side in self.roads)
        self.roadless_rivers: frozenset[Hexside] = frozenset(self.rivers - self.bridges)
        self._read_theatre(theatre)

    def _read_theatre(self, theatre: Theatre) -> None:
        self.entries: dict[str, Entry] = {entry.id: entry for entry in theatre.entry}
        self.entries_at: dict[Hex, tuple[Entry, ...]] = {}
        for entry in theatre.entry:
            self._known(entry.hex, f"entry {entry.id!r}")
            self.entries_at[entry.hex] = (*self.entries_at.get(entry.hex, ()), entry)
        self.boxes: dict[str, Box] = {box.id: box for box in theatre.box}
        self.box_beside: dict[Hex, str] = {}
        """Edge hexes from which Allied units leave the map → the Off Map Box they come to."""
        for box in theatre.box:
            for hex in box.edge:
                self._known(hex, f"box {box.id!r}")
                self.box_beside[hex] = box.id
        self.areas: dict[str, Area] = {area.id: area for area in theatre.area}
        self.area_hexes: dict[str, frozenset[Hex]] = {}
        for area in theatre.area:
            for hex in hexes_of(area.hexes):
                self._known(hex, f"area {area.id!r}")
            self.area_hexes[area.id] = frozenset(hexes_of(area.hexes))
        self.bottlenecks = self.hexes_in("bottleneck")
        self.west_bank = self.hexes_in("west_bank")
        self.objectives = {objective.hex: objective for objective in theatre.objective}
        for hex in self.objectives:
            self._known(hex, "objective")
        for bridge in theatre.bridge:
            if Hexside.parse(bridge.side) not in self.bridges:
                raise RulesetError(
                    f"no road crosses a river at {bridge.side}",
                    file=self.file,
                    entry=f"bridge {bridge.side!r}",
                )
        self.controlled: frozenset[Hex] = frozenset(
            {h for h, size in self.settlement.items() if size.controlled}
            | set(self.entries_at) | self.hexes_in("fuel_dump") | set(self.objectives) | set(self.bottlenecks)
        )  # fmt: skip
        """Hexes of which the game remembers who held them last."""

    def _known(self, hex: Hex, entry: str) -> None:
        if hex not in self.board.index:
            raise RulesetError(f"hex {hex!r} is not on the map", file=self.file, entry=entry)

    def hexes_in(self, kind: str) -> frozenset[Hex]:
        """All hexes of the areas of a kind."""
        return frozenset().union(
            *(self.area_hexes[area.id] for area in self.theatre.area if area.kind == kind)
        )

    def sources(self, side: str) -> tuple[Hex, ...]:
        """The supply source hexes of a side, in the order of the theatre [A44-23.4]."""
        return tuple(dict.fromkeys(e.hex for e in self.theatre.entry if e.side == side and e.source))

    @rule("A44-11.18")
    def road_into(self, a: Hex, b: Hex) -> RoadKind | None:
        """The class of road by which ``b`` is entered from its neighbour ``a``; forest roads by terrain."""
        kind = self.roads.get(Hexside(a, b))
        if kind is None or self.terrain[b].id not in kind.within:
            return kind
        return self._kinds[kind.becomes]

    def unbridged(self, side: Hexside, bridges: Mapping[str, str]) -> bool:
        """Whether a hexside is a river without a sound bridge; ``bridges`` are the position's [A44-7.11]."""
        return side in self.rivers and (side in self.roadless_rivers or str(side) in bridges)

    def size_of(self, hex: Hex) -> str:
        """``village``, ``town``, ``city``, or nothing."""
        size = self.settlement.get(hex)
        return size.id if size else ""

    def on_road(self, hex: Hex) -> bool:
        """Whether a road of any kind runs through a hex."""
        return hex in self.road_hexes

    def distances(self, starts: Iterable[Hex]) -> dict[Hex, int]:
        """Hexes from everywhere to the nearest of some hexes, over the bare map."""
        ring = [hex for hex in starts if hex in self.terrain]
        found = dict.fromkeys(ring, 0)
        while ring:
            further = []
            for hex in ring:
                for other in self.board.neighbours(hex):
                    if other not in found:
                        found[other] = found[hex] + 1
                        further.append(other)
            ring = further
        return found

    def sorted(self, hexes: Iterable[Hex]) -> list[Hex]:
        """Hexes in the order of the map, for anything whose order players or dice see."""
        return sorted(hexes, key=self.board.index.__getitem__)
