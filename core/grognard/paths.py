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
    >>> foot = compile_profile(board, lambda a, b: 1, stops=["F5"])
    >>> moves = reach(foot, "G5", 2, blocked=["f6", "f4"])
    >>> moves["F5"], "E5" in moves
    (1, False)
    >>> moves.path("G7")
    ('G5', 'g6', 'G7')
    >>> cheapest_path(foot, "G5", "E5", blocked=["f6", "f4"])
    ('G5', 'g6', 'G7', 'F7', 'e6', 'E5')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from grognard.board import Board
    from grognard.hexes import Hex, Hexside

__all__ = ["Profile", "Reach", "cheapest_path", "compile_profile", "reach"]

_Row = tuple[tuple[int, int], ...]
"""The ways out of one hex: (number of the hex entered, cost), clockwise."""


class Profile:
    """One kind of mover on one board, compiled; made by :func:`compile_profile` and never changed."""

    __slots__ = ("board", "cheapest", "plain", "stops", "ways_out")

    def __init__(self, board: Board, ways_out: tuple[_Row, ...], stops: frozenset[int]) -> None:
        self.board = board
        self.ways_out = ways_out
        self.stops = stops
        self.cheapest = min((cost for row in ways_out for _, cost in row), default=0)
        self.plain = _Ways(self, [() if i in stops else row for i, row in enumerate(ways_out)])

    def __repr__(self) -> str:
        steps = sum(map(len, self.ways_out))
        return f"<Profile: {steps} steps, {len(self.stops)} stops, on {self.board!r}>"

    def cost(self, a: Hex, b: Hex) -> int | None:
        """Cost of the step from ``a`` to its neighbour ``b``; ``None`` where it cannot be made."""
        index = self.board.index
        return dict(self.ways_out[index[a]]).get(index[b])


class Reach(dict["Hex", int]):
    """Where a mover gets and at what cost, cheapest first; the start costs 0. To be read, not written."""

    __slots__ = ("_ways",)

    def __init__(self, ways: _Ways) -> None:
        self._ways = ways

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        """A cheapest way from the start to ``hex``, both included; always the same one.

        Raises ``KeyError`` for a hex that is not reached.
        """
        ways, board = self._ways, self._ways.profile.board
        place = {label: number for number, label in enumerate(self)}
        path = [hex]
        while place[hex]:
            step = board.index[hex], self[hex]
            hex = next(
                before
                for before in board.neighbours(hex)
                if place.get(before, len(place)) < place[hex]
                and (step[0], step[1] - self[before]) in ways.out_of(board.index[before])
            )
            path.append(hex)
        return tuple(reversed(path))


def compile_profile(
    board: Board, cost: Callable[[Hex, Hex], int | None], *, stops: Iterable[Hex] = ()
) -> Profile:
    """Ask ``cost(a, b)`` once for every step from a hex to its neighbour; ``None`` = the step is impossible.

    ``stops`` are hexes in which a move that enters them ends (it may start there).

    Raises :class:`RulesetError` for a cost that is no whole number from 0 up.
    """
    ways_out = []
    for a, others in zip(board.hexes, board.adjacency, strict=True):
        row = []
        for number in others:
            b = board.hexes[number]
            price = cost(a, b)
            if price is None:
                continue
            if type(price) is not int or price < 0:
                expected = "must be a whole number from 0 up or None"
                raise RulesetError(f"cost of the step from {a!r} to {b!r} {expected}, got {price!r}")
            row.append((number, price))
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

    Overlays: ``blocked`` hexes are never entered, ``blocked_sides`` never crossed, ``extra`` (from 0 up) is
    paid on entering on top of the compiled cost, and a move that enters one of ``stops`` ends there. A
    start hex that is itself blocked or a stop may be left all the same.

    Raises ``KeyError`` for a hex that is not on the board.
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
    """Dial: a bucket of hexes per cost, emptied in order of cost until ``goal`` is settled."""
    index, names = profile.board.index, profile.board.hexes
    origin = index[start]
    ways = profile.plain
    if blocked_sides or extra or stops or origin in profile.stops:
        ways = _overlaid(profile, origin, blocked_sides, extra, stops)
    rows = ways.rows
    # `best` starts one above the budget, so that the one comparison in the loop refuses what is too dear,
    # what was reached as cheaply before and, at -1, what is blocked.
    best = [budget + 1] * len(names)
    for number in map(index.__getitem__, blocked):
        best[number] = -1
    best[origin] = 0
    found = Reach(ways)
    last = budget - profile.cheapest  # from a dearer hex nothing more can be paid
    buckets = {0: [origin]}
    cost = 0
    while buckets:
        if cost in buckets:
            for i in buckets[cost]:
                if best[i] != cost:
                    continue  # reached more cheaply after it was put here
                found[names[i]] = cost
                if cost > last:
                    continue
                row = rows[i]
                for j, price in ways.out_of(i) if row is None else row:
                    total = cost + price
                    if total < best[j]:
                        best[j] = total
                        if total in buckets:
                            buckets[total].append(j)
                        else:
                            buckets[total] = [j]
            del buckets[cost]
            if goal is not None and best[goal] <= cost:
                break
        cost += 1
    return found


class _Ways:
    """The ways out of every hex under the overlay of one query.

    ``rows`` has ``None`` for a hex next to something overlaid: most of those are never reached, so their
    rows are worked out only when :meth:`out_of` is asked.
    """

    __slots__ = ("cut", "dearer", "profile", "rows")

    def __init__(self, profile: Profile, rows: Sequence[_Row | None]) -> None:
        self.profile = profile
        self.rows: list[_Row | None] = list(rows)
        self.cut: set[tuple[int, int]] = set()
        self.dearer: dict[int, int] = {}

    def out_of(self, i: int) -> _Row:
        row = self.rows[i]
        if row is not None:
            return row
        cut, dearer, printed = self.cut, self.dearer, self.profile.ways_out[i]
        return tuple([(j, cost + dearer.get(j, 0)) for j, cost in printed if (i, j) not in cut])


def _overlaid(
    profile: Profile,
    origin: int,
    blocked_sides: Iterable[Hexside],
    extra: Mapping[Hex, int] | None,
    stops: Iterable[Hex],
) -> _Ways:
    """The profile's ways with this query's hexsides, extra costs and stops worked in."""
    index, adjacency = profile.board.index, profile.board.adjacency
    ways = _Ways(profile, profile.plain.rows)
    rows, cut, dearer = ways.rows, ways.cut, ways.dearer
    for hex in stops:
        rows[index[hex]] = ()
    rows[origin] = profile.ways_out[origin]
    for side in blocked_sides:
        i, j = index[side.a], index[side.b]
        cut.add((i, j))
        cut.add((j, i))
        rows[i] = rows[i] and None
        rows[j] = rows[j] and None
    for hex, price in (extra or {}).items():
        dearer[index[hex]] = price
        for i in adjacency[index[hex]]:
            rows[i] = rows[i] and None
    return ways
