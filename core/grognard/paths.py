"""How far a mover gets: compiled costs, overlays, and a bucket queue.

A plugin's rules of movement are asked once per directed hexside and kind of mover and compiled to whole
numbers (:func:`compile_profile`). Every question after that is answered without calling the plugin:
:func:`reach` for everywhere a budget leads, :func:`cheapest_path` for the way to one hex. What changes from
moment to moment is handed over as overlays: hexes nobody may enter, hexsides nobody may cross, extra cost,
hexes where a move ends.

Costs are whole numbers of whatever unit the plugin chooses; a game that counts halves counts in halves.

    >>> from grognard.board import Board
    >>> from grognard.hexes import POINTY, CaseRows
    >>> board = Board.grid(POINTY, 13, 9, labels=CaseRows(9), extra=-1)
    >>> infantry = compile_profile(board, lambda a, b: 1, stops=["F5"])
    >>> moves = reach(infantry, "G5", 2, blocked=["H5", "g6", "g4"])
    >>> moves["E5"] if "E5" in moves else "no way through the woods at F5 and on"
    'no way through the woods at F5 and on'
    >>> moves.path("f7") if "f7" in moves else moves.path("F7")
    ('G5', 'f6', 'F7')
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from grognard.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from grognard.board import Board
    from grognard.hexes import Hex, Hexside

__all__ = ["Profile", "Reach", "cheapest_path", "compile_profile", "reach"]

_Row = tuple[tuple[int, int], ...]
"""The ways out of one hex: (number of the hex entered, cost)."""


class Profile:
    """One kind of mover on one board, compiled; made by :func:`compile_profile` and never changed."""

    __slots__ = ("board", "cheapest", "rows", "stops", "ways_out")

    def __init__(self, board: Board, ways_out: tuple[_Row, ...], stops: frozenset[int]) -> None:
        self.board = board
        self.ways_out = ways_out
        self.stops = stops
        self.rows: tuple[_Row, ...] = tuple(() if i in stops else row for i, row in enumerate(ways_out))
        self.cheapest = min((cost for row in ways_out for _, cost in row), default=0)

    def cost(self, a: Hex, b: Hex) -> int | None:
        """Cost of the step from ``a`` to its neighbour ``b``; ``None`` where it cannot be made."""
        index = self.board.index
        return dict(self.ways_out[index[a]]).get(index[b])


class Reach(dict["Hex", int]):
    """Where a mover gets and at what cost, cheapest first; the start costs 0. To be read, not written."""

    __slots__ = ("_profile", "_rows")

    def __init__(self, profile: Profile, rows: tuple[_Row, ...] | list[_Row]) -> None:
        self._profile = profile
        self._rows = rows

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        """A cheapest way from the start to ``hex``, both included; always the same one."""
        if hex not in self:
            raise KeyError(hex)
        board, rows = self._profile.board, self._rows
        order = {label: place for place, label in enumerate(self)}
        way = [hex]
        while order[hex]:
            cost, number = self[hex], board.index[hex]
            hex = next(
                label
                for label in board.neighbours(hex)
                if order.get(label, len(order)) < order[hex]
                and (number, cost - self[label]) in rows[board.index[label]]
            )
            way.append(hex)
        return tuple(reversed(way))


def compile_profile(
    board: Board, cost: Callable[[Hex, Hex], int | None], *, stops: Iterable[Hex] = ()
) -> Profile:
    """Ask ``cost(a, b)`` once for every step from a hex to its neighbour; ``None`` = the step is impossible.

    ``stops`` are hexes in which a move that enters them ends (it may start there).

    Raises :class:`RulesetError` for a cost that is no whole number from 0 up.
    """
    ways_out = []
    for number, a in enumerate(board.hexes):
        row = []
        for other in board.adjacency[number]:
            price = cost(a, board.hexes[other])
            if price is None:
                continue
            if type(price) is not int or price < 0:
                step = f"cost from {a!r} to {board.hexes[other]!r}"
                raise RulesetError(f"{step} must be a whole number from 0 up or None, got {price!r}")
            row.append((other, price))
        ways_out.append(tuple(row))
    return Profile(board, tuple(ways_out), frozenset(board.index[hex] for hex in stops))


def reach(
    profile: Profile,
    start: Hex,
    budget: int,
    *,
    blocked: Iterable[Hex] = (),
    blocked_sides: Iterable[Hexside] = (),
    extra: Mapping[Hex, int] | None = None,
    stops: Iterable[Hex] = (),
) -> Reach:
    """Every hex that can be reached for ``budget``, with its cost.

    Overlays: ``blocked`` hexes are never entered, ``blocked_sides`` never crossed, ``extra`` is paid on
    entering on top of the compiled cost, and a move that enters one of ``stops`` ends there. A start hex
    that is itself blocked or a stop may be left all the same.
    """
    return _spread(profile, start, budget, blocked, blocked_sides, extra, stops, None)


def cheapest_path(
    profile: Profile,
    a: Hex,
    b: Hex,
    *,
    budget: int | None = None,
    blocked: Iterable[Hex] = (),
    blocked_sides: Iterable[Hexside] = (),
    extra: Mapping[Hex, int] | None = None,
    stops: Iterable[Hex] = (),
) -> tuple[Hex, ...] | None:
    """A cheapest way from ``a`` to ``b``, both included, or ``None``; overlays as in :func:`reach`."""
    limit = _NO_LIMIT if budget is None else budget
    found = _spread(profile, a, limit, blocked, blocked_sides, extra, stops, profile.board.index[b])
    return found.path(b) if b in found else None


_NO_LIMIT = 1 << 60


def _spread(
    profile: Profile,
    start: Hex,
    budget: int,
    blocked: Iterable[Hex],
    blocked_sides: Iterable[Hexside],
    extra: Mapping[Hex, int] | None,
    stops: Iterable[Hex],
    goal: int | None,
) -> Reach:
    """Dial's algorithm: one bucket of hexes per cost, emptied in order of cost."""
    board = profile.board
    index, names = board.index, board.hexes
    origin = index[start]
    rows: tuple[_Row, ...] | list[_Row] = profile.rows
    if blocked_sides or extra or stops or origin in profile.stops:
        rows = _overlay(profile, origin, blocked_sides, extra, stops)
    # `best` starts one above the budget, so the single comparison below refuses what is too dear,
    # what was reached as cheaply before and, at -1, what is blocked.
    best = [budget + 1] * len(names)
    for hex in blocked:
        best[index[hex]] = -1
    best[origin] = 0
    buckets: defaultdict[int, list[int]] = defaultdict(list)
    buckets[0].append(origin)
    found = Reach(profile, rows)
    last = budget - profile.cheapest  # a hex dearer than this leads nowhere
    cost = 0
    while buckets:
        if cost in buckets:
            for i in buckets[cost]:
                if best[i] == cost:
                    found[names[i]] = cost
                    if cost <= last:
                        for j, price in rows[i]:
                            total = cost + price
                            if total < best[j]:
                                best[j] = total
                                buckets[total].append(j)
            del buckets[cost]
            if goal is not None and best[goal] <= cost:
                break
        cost += 1
    return found


def _overlay(
    profile: Profile,
    origin: int,
    blocked_sides: Iterable[Hexside],
    extra: Mapping[Hex, int] | None,
    stops: Iterable[Hex],
) -> list[_Row]:
    """The profile's rows with this query's hexsides, extra costs and stops worked in."""
    index, rows = profile.board.index, list(profile.rows)
    rows[origin] = profile.ways_out[origin]
    for side in blocked_sides:
        i, j = index[side.a], index[side.b]
        rows[i] = tuple([way for way in rows[i] if way[0] != j])
        rows[j] = tuple([way for way in rows[j] if way[0] != i])
    if extra:
        dearer = {index[hex]: price for hex, price in extra.items()}
        for i in {i for j in dearer for i in profile.board.adjacency[j]}:
            rows[i] = tuple([(j, price + dearer.get(j, 0)) for j, price in rows[i]])
    leaving = rows[origin]
    for hex in stops:
        rows[index[hex]] = ()
    rows[origin] = leaving
    return rows
