"""The board: a networkx graph of hexes and hexsides, and a compiled view of it in whole numbers.

Nodes are labels and carry what is printed in the hex (``terrain``, ``features``, whatever the plugin's schema
says); edges are hexsides and carry hexside features and roads. Every node also has ``at``, its doubled
coordinate. Anything networkx can do with a graph can be done with ``board.graph``.

A board is one version of its graph. Making the board freezes the structure, so the numbered view
(``hexes``, ``index``, ``adjacency``) is compiled once and never goes stale; to cut a hex out or to add one,
change ``board.graph.copy()`` and make a new board. What changes in play (units, smoke, a blown bridge) is
never written here: it belongs to the position and is handed to each query as an overlay.

    >>> from grognard.hexes import POINTY, CaseRows
    >>> board = Board.grid(POINTY, 13, 9, labels=CaseRows(9), extra=-1)
    >>> board
    <Board: 113 hexes, pointy tops>
    >>> board.graph.nodes["G5"]["terrain"] = "forest"
    >>> board.neighbours("A9")
    ('B9', 'a8')
    >>> board.distance("A9", "M1")
    16
"""

from __future__ import annotations

from array import array
from sys import intern
from typing import TYPE_CHECKING

import networkx as nx

from grognard.errors import NotationError, RulesetError
from grognard.hexes import Axial, ColumnRow, Doubled, Hex, Hexside, LabelScheme, Layout, distance

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Board"]


class Board:
    """Hexes, who is next to whom, how far apart; see the module for what its graph carries.

    ``graph`` is a :class:`networkx.Graph` whose nodes are labels with ``at=(x, y)`` in doubled coordinates
    and whose edges join neighbouring hexes; it is frozen here (attributes may still be set while a scenario
    is set up). Hexes keep the graph's node order everywhere. ``labels`` is the scheme the labels follow, if
    any.

    Raises :class:`RulesetError` for a node without a coordinate, two hexes in one place, or an edge between
    hexes that are no neighbours.
    """

    def __init__(self, graph: nx.Graph[Hex], layout: Layout, *, labels: LabelScheme | None = None) -> None:
        self.graph: nx.Graph[Hex] = nx.freeze(graph)
        self.layout = layout
        self.labels = labels
        self.hexes: tuple[Hex, ...] = tuple(intern(label) for label in graph)
        self.index: Mapping[Hex, int] = {label: number for number, label in enumerate(self.hexes)}
        self.spots: tuple[Doubled, ...] = tuple(_spot(graph, layout, label) for label in self.hexes)
        self.cells: tuple[Axial, ...] = tuple(layout.axial(spot) for spot in self.spots)
        self.around: tuple[tuple[int, ...], ...] = self._look_around()
        """For every hex number its six neighbours' numbers, clockwise; -1 where there is none."""
        self.adjacency: tuple[tuple[int, ...], ...] = tuple(
            tuple(number for number in six if number >= 0) for six in self.around
        )
        """For every hex number its neighbours' numbers, clockwise, without the gaps."""
        self.remembered: dict[str, object] = {}
        """What other chapters worked out about this board; it lives as long as the board."""
        self._neighbours = {
            label: tuple(self.hexes[number] for number in self.adjacency[self.index[label]])
            for label in self.hexes
        }
        self._at: dict[tuple[int, int], Hex] = dict(zip(self.spots, self.hexes, strict=True))
        self._far: dict[Hex, Sequence[int]] = _Distances(self)
        self._rings: dict[Hex, tuple[tuple[Hex, ...], ...]] = {}
        self._spelt: dict[str, Hex | None] = {}
        for label in self.hexes:  # None marks labels that differ by case alone
            self._spelt[label.casefold()] = None if label.casefold() in self._spelt else label

    # -- making boards ------------------------------------------------------------------------------------

    @classmethod
    def of(cls, labels: LabelScheme, spots: Iterable[tuple[int, int]]) -> Board:
        """A board of the hexes at ``spots`` (doubled coordinates), labelled by a scheme, in the order given.

        >>> from grognard.hexes import LetterColumns
        >>> Board.of(LetterColumns(), [(0, 0), (1, 1), (1, -1)]).hexes
        ('A1', 'B1', 'B0')
        """
        places = {Doubled(*spot): intern(labels.label(spot)) for spot in spots}
        graph: nx.Graph[Hex] = nx.Graph()
        for spot, label in places.items():
            graph.add_node(label, at=spot)
        for (x, y), label in places.items():
            for dx, dy in labels.layout.steps:
                other = places.get(Doubled(x + dx, y + dy))
                if other is not None:
                    graph.add_edge(label, other)
        return cls(graph, labels.layout, labels=labels)

    @classmethod
    def grid(
        cls,
        layout: Layout,
        columns: int,
        rows: int,
        *,
        labels: LabelScheme | None = None,
        indent: int = 1,
        extra: int = 0,
    ) -> Board:
        """A rectangular board, hexes in reading order (row by row, or column by column under flat tops).

        Every second line (row under pointy tops, column under flat tops) lies ``indent`` half hexes further
        (1 or -1) and holds ``extra`` hexes more than the first: rows of 13, 12, 13 … have ``extra=-1``;
        columns that begin and end with half hexes have ``indent=-1, extra=1``. Labels default to ``0101``,
        ``0102`` ….

        >>> from grognard.hexes import FLAT, LetterColumns
        >>> board = Board.grid(FLAT, 33, 10, labels=LetterColumns(), indent=-1, extra=1)
        >>> len(board.hexes), board.hexes[:3], board.hexes[10:12], board.neighbours("A1")
        (346, ('A1', 'A2', 'A3'), ('B0', 'B1'), ('B0', 'B1', 'A2'))
        """
        scheme = labels if labels is not None else ColumnRow(layout=layout, indent=indent)
        if scheme.layout != layout:
            raise ValueError(f"labels are for {scheme.layout.name} tops, the board has {layout.name} tops")
        lines, length = (rows, columns) if layout.pointy else (columns, rows)
        along = [
            (line, 2 * place + indent * (line & 1))
            for line in range(lines)
            for place in range(length + extra * (line & 1))
        ]
        return cls.of(scheme, ((b, a) if layout.pointy else (a, b) for a, b in along))

    # -- questions ----------------------------------------------------------------------------------------

    def __contains__(self, hex: object) -> bool:
        return hex in self.index

    def __repr__(self) -> str:
        return f"<Board: {len(self.hexes)} hexes, {self.layout.name} tops>"

    def neighbours(self, hex: Hex) -> tuple[Hex, ...]:
        """Neighbouring hexes on the board, clockwise from the layout's first direction."""
        return self._neighbours[hex]

    def beside(self, hex: Hex, direction: str) -> Hex | None:
        """The neighbour in a compass direction of the layout, ``None`` at the edge of the board.

        >>> from grognard.hexes import POINTY
        >>> board = Board.grid(POINTY, 3, 3)
        >>> board.beside("0101", "E"), board.beside("0101", "W")
        ('0201', None)
        """
        number = self.around[self.index[hex]][self.layout.compass.index(direction)]
        return self.hexes[number] if number >= 0 else None

    def distance(self, a: Hex, b: Hex) -> int:
        """Hexes from ``a`` to ``b``, counted over the grid whatever lies between."""
        return self._far[a][self.index[b]]

    def distances(self, hex: Hex) -> Sequence[int]:
        """Hexes from ``hex`` to every hex of the board, in the order of ``hexes``.

        >>> from grognard.hexes import POINTY
        >>> list(Board.grid(POINTY, 3, 1).distances("0101"))
        [0, 1, 2]
        """
        return self._far[hex]

    def rings(self, hex: Hex, radius: int) -> tuple[tuple[Hex, ...], ...]:
        """Ring 0 (the hex itself) to ring ``radius``: the hexes on the board at each distance.

        >>> from grognard.hexes import POINTY
        >>> [len(ring) for ring in Board.grid(POINTY, 5, 5).rings("0303", 2)]
        [1, 6, 12]
        """
        known = self._rings.get(hex)
        if known is None:
            far = self._far[hex]
            rings: list[list[Hex]] = [[] for _ in range(max(far) + 1)]
            for label, steps in zip(self.hexes, far, strict=True):
                rings[steps].append(label)
            known = self._rings[hex] = tuple(tuple(ring) for ring in rings)
        return known[: radius + 1]

    def within(self, hex: Hex, radius: int) -> tuple[Hex, ...]:
        """Hexes no further than ``radius``, near ones first, ``hex`` itself included."""
        return tuple(label for ring in self.rings(hex, radius) for label in ring)

    def spot(self, hex: Hex) -> Doubled:
        """The doubled coordinate of a hex."""
        return self.spots[self.index[hex]]

    def at(self, x: int, y: int) -> Hex | None:
        """The hex at a doubled coordinate, ``None`` off the board."""
        return self._at.get((x, y))

    def hexsides(self) -> tuple[Hexside, ...]:
        """Every hexside between two hexes of the board."""
        return tuple(Hexside(a, b) for a, b in self.graph.edges)

    def parse(self, text: str) -> Hex:
        """The hex somebody means, as printed; capitals matter only where two labels differ by nothing else.

        >>> from grognard.hexes import POINTY, CaseRows
        >>> board = Board.grid(POINTY, 13, 9, labels=CaseRows(9), extra=-1)
        >>> board.parse(" g5"), board.parse("A8")
        ('G5', 'a8')
        >>> board.parse("M8")
        Traceback (most recent call last):
        grognard.errors.NotationError: 'M8' is not a hex of this board (did you mean 'M9' or 'l8'?)
        """
        label = text.strip()
        if label in self.index:
            return intern(label)
        found = self._spelt.get(label.casefold())
        near: list[Hex] = []
        if found is None and self.labels is not None:
            spot = self.labels.parse(label)  # says what a label looks like if this is none
            found, near = self.at(*spot), self._nearest(spot)
        if found is None:
            raise NotationError(f"{label!r} is not a hex of this board", suggestions=near)
        return found

    def parse_hexside(self, text: str) -> Hexside:
        """The hexside between two neighbours, written ``K5|K6`` in either order.

        >>> from grognard.hexes import POINTY
        >>> Board.grid(POINTY, 3, 3).parse_hexside("0201|0101")
        Hexside(a='0101', b='0201')
        """
        side = Hexside.parse(text)
        a, b = self.parse(side.a), self.parse(side.b)
        if b not in self.neighbours(a):
            raise NotationError(f"{a!r} and {b!r} share no hexside")
        return Hexside(a, b)

    def _nearest(self, spot: Doubled) -> list[Hex]:
        """The two hexes of the board nearest to a place off it."""
        there = self.layout.axial(spot)
        far = [distance(there, cell) for cell in self.cells]
        return [self.hexes[number] for number in sorted(range(len(far)), key=far.__getitem__)[:2]]

    # -- compiling ----------------------------------------------------------------------------------------

    def _look_around(self) -> tuple[tuple[int, ...], ...]:
        """The numbered neighbours of every hex, after checking that the graph is a map of hexes."""
        places: dict[tuple[int, int], int] = {}
        for number, spot in enumerate(self.spots):
            if spot in places:
                raise RulesetError(
                    f"hexes {self.hexes[places[spot]]!r} and {self.hexes[number]!r} both lie at {tuple(spot)}"
                )
            places[spot] = number
        around = []
        for label, (x, y) in zip(self.hexes, self.spots, strict=True):
            six = [places.get((x + dx, y + dy), -1) for dx, dy in self.layout.steps]
            linked = {self.index[other] for other in self.graph[label]}
            if strangers := linked.difference(six):
                other = self.hexes[min(strangers)]
                raise RulesetError(f"edge {label}|{other} joins hexes that are no neighbours")
            around.append(tuple(number if number in linked else -1 for number in six))
        return tuple(around)


class _Distances(dict[Hex, "Sequence[int]"]):
    """A row of distances per hex, worked out when first asked for."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, hex: Hex) -> Sequence[int]:
        board = self._board
        q0, r0 = board.cells[board.index[hex]]
        far = [max(abs(q - q0), abs(r - r0), abs(q + r - q0 - r0)) for q, r in board.cells]
        self[hex] = row = bytes(far) if max(far) < 256 else array("L", far)
        return row


def _spot(graph: nx.Graph[Hex], layout: Layout, label: Hex) -> Doubled:
    facts = graph.nodes[label]
    try:
        x, y = facts["at"]
        layout.axial((x, y))
    except (KeyError, TypeError, ValueError):
        expected = "must lie at=(x, y), doubled coordinates with an even sum"
        raise RulesetError(f"hex {label!r} {expected}, got {facts!r}") from None
    return Doubled(x, y)
