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

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from grognard.board import Board
    from grognard.hexes import Hex, Hexside

__all__ = ["Profile", "Reach", "cheapest_path", "compile_profile", "reach"]

_Row = tuple[tuple[int, int], ...]
"""The ways out of one hex: (number of the hex entered, cost), clockwise."""


class Profile:
    """One kind of mover on one board, compiled; made by :func:`compile_profile` and never changed."""

    __slots__ = ("board", "cheapest", "plain", "rows", "stops", "ways_out")

    def __init__(self, board: Board, ways_out: tuple[_Row, ...], stops: frozenset[Hex]) -> None:
        self.board = board
        self.ways_out = ways_out
        """Row by row, every step that can be made at all."""
        self.stops = stops
        self.rows = tuple(() if hex in stops else row for hex, row in zip(board.hexes, ways_out, strict=True))
        """The same for a mover on its way, who does not leave a stop."""
        self.cheapest = min((cost for row in ways_out for _, cost in row), default=0)
        self.plain = _Ways(self)

    def __repr__(self) -> str:
        steps = sum(map(len, self.ways_out))
        return f"<Profile: {steps} steps, {len(self.stops)} stops, on {self.board!r}>"

    def cost(self, a: Hex, b: Hex) -> int | None:
        """Cost of the step from ``a`` to its neighbour ``b``; ``None`` where it cannot be made."""
        index = self.board.index
        return dict(self.ways_out[index[a]]).get(index[b])


class Reach(dict["Hex", int]):
    """Where a mover gets and at what cost, cheapest first; the start costs 0. To be read, not written."""

    __slots__ = ("_stops", "_ways")

    def __init__(self, ways: _Ways, stops: frozenset[Hex]) -> None:
        self._ways = ways
        self._stops = stops

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        """A cheapest way from the start to ``hex``, both included; always the same one.

        Raises ``KeyError`` for a hex that is not reached.
        """
        start, path = next(iter(self)), [hex]
        while hex != start:
            hex = next(before for before in self._before(hex) if self._is_before(before, hex))
            path.append(hex)
        return tuple(reversed(path))

    def _is_before(self, a: Hex, b: Hex) -> bool:
        """Whether ``a`` was settled before ``b``; steps that cost nothing leave it to the order."""
        return self[a] < self[b] or (self[a] == self[b] and next(h for h in self if h in (a, b)) == a)

    def _before(self, hex: Hex) -> Iterator[Hex]:
        """The hexes from which a cheapest way steps into ``hex``."""
        board = self._ways.profile.board
        start = next(iter(self))
        for before in board.neighbours(hex):
            if before in self and (before == start or before not in self._stops):
                step = board.index[hex], self[hex] - self[before]
                if step in self._ways.out_of(board.index[before]):
                    yield before


def compile_profile(
    board: Board, cost: Callable[[Hex, Hex], int | None], *, stops: Iterable[Hex] = ()
) -> Profile:
    """Ask ``cost(a, b)`` once for every step from a hex to its neighbour; ``None`` = the step is impossible.

    ``stops`` are hexes in which a move that enters them ends (it may start there).

    Raises :class:`RulesetError` for a cost that is no whole number from 0 up and for a stop off the board.
    """
    ends = frozenset(stops)
    if strangers := sorted(hex for hex in ends if hex not in board):
        raise RulesetError(f"stops must be hexes of the board, got {strangers[0]!r}")
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
    return Profile(board, tuple(ways_out), ends)


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

    Raises ``KeyError`` for a start or a hexside that is not on the board; other hexes off it are no obstacle.
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
    closed, ends = frozenset(blocked), frozenset(stops)
    ways = profile.plain
    if blocked_sides or extra or start in profile.stops:
        stop = start if start in profile.stops else ""
        ways = _amend(profile, stop, frozenset(blocked_sides), tuple((extra or {}).items()))
    rows, amended = profile.rows, ways.amended
    # `best` starts one above the budget: one comparison refuses what is too dear and what is no improvement.
    best = [budget + 1] * len(names)
    best[origin] = 0
    found = Reach(ways, ends)
    last = budget - profile.cheapest  # from a dearer hex nothing more can be paid
    buckets = {0: [origin]}
    cost = 0
    while buckets:
        if cost in buckets:
            for i in buckets[cost]:
                if best[i] != cost:
                    continue  # reached more cheaply after it was put here
                hex = names[i]
                if hex in closed and i != origin:
                    continue
                found[hex] = cost
                if cost > last or (hex in ends and i != origin):
                    continue
                for j, price in ways.out_of(i) if hex in amended else rows[i]:
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
    """The ways out of every hex under some overlays.

    ``amended`` names the hexes whose compiled row does not hold: those at a blocked hexside or next to a hex
    of extra cost, and a start on a stop. Most are never reached, so rows are worked out when asked for.
    """

    __slots__ = ("amended", "cut", "dearer", "known", "origin", "profile")

    def __init__(self, profile: Profile, origin: int = -1) -> None:
        self.profile = profile
        self.origin = origin
        self.amended: set[Hex] = set()
        self.cut: set[tuple[int, int]] = set()
        self.dearer: dict[int, int] = {}
        self.known: dict[int, _Row] = {}

    def out_of(self, i: int) -> _Row:
        known = self.known.get(i)
        if known is None:
            profile, cut, dearer = self.profile, self.cut, self.dearer
            row = profile.ways_out[i] if i == self.origin else profile.rows[i]
            known = tuple([(j, cost + dearer.get(j, 0)) for j, cost in row if (i, j) not in cut])
            self.known[i] = known
        return known


@lru_cache(maxsize=64)
def _amend(
    profile: Profile, stop: Hex, blocked_sides: frozenset[Hexside], extra: tuple[tuple[Hex, int], ...]
) -> _Ways:
    """The profile's ways with some hexsides and extra costs worked in, and a mover on a ``stop`` let go.

    Kept for a while: many movers ask under the same overlays.
    """
    board = profile.board
    index = board.index
    ways = _Ways(profile, index[stop] if stop else -1)
    if stop:
        ways.amended.add(stop)
    for side in blocked_sides:
        a, b = side.a, side.b
        i, j = index[a], index[b]
        ways.cut.add((i, j))
        ways.cut.add((j, i))
        ways.amended.add(a)
        ways.amended.add(b)
    for hex, price in extra:
        if price < 0:
            raise ValueError(f"extra cost of {hex!r} must be a whole number from 0 up, got {price!r}")
        ways.dearer[index[hex]] = price
        ways.amended.update(board.neighbours(hex))
    return ways
