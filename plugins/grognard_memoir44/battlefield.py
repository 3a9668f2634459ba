"""The board of one scenario: terrain, sections, ways, heights, all of it fixed during play.

What can change (units, obstacles) is passed in by the chapters that ask.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from functools import cache
from typing import TYPE_CHECKING

from grognard.board import Board
from grognard.hexes import POINTY, CaseRows
from grognard.paths import Profile, compile_profile, reach
from grognard.reasons import rule
from grognard.sight import line

if TYPE_CHECKING:
    from grognard_memoir44.schema import BoardPiece, Scenario, Section, Side, Terrain, TroopType, UnitKind

__all__ = ["SECTIONS", "Battlefield", "SightTest", "mirrored"]

SECTIONS: tuple[Section, ...] = ("left", "center", "right")
NO_LIMIT = 99
"""More hexes than any unit moves."""


class SightTest:
    """A line of sight with all that never changes worked in.

    ``blocked`` means blocked for good; else ``through`` must be free of units, and ``along`` lists the pairs
    of hexes beside the line with whether each blocks for good.
    """

    __slots__ = ("along", "blocked", "through")

    def __init__(
        self,
        blocked: bool,
        through: tuple[str, ...],
        along: tuple[tuple[str | None, str | None, bool, bool], ...],
    ) -> None:
        self.blocked, self.through, self.along = blocked, through, along


@cache
def _board(rows: int, columns: int, columns_odd: int) -> Board:
    return Board.grid(POINTY, columns, rows, labels=CaseRows(rows), extra=columns_odd - columns)


class Battlefield:
    """Fixed facts of a scenario's board."""

    def __init__(self, scenario: Scenario, chart: Mapping[str, Terrain], piece: BoardPiece) -> None:
        self.scenario = scenario
        self.chart = chart
        self.board = _board(piece.rows, piece.columns, piece.columns_odd)
        self.rows: dict[str, tuple[Terrain, ...]] = {}
        """Hex → its terrain row and the rows of overlays on it."""
        base = {label: key for key, hexes in scenario.terrain.items() for label in hexes}
        over: dict[str, list[str]] = {}
        for key, hexes in scenario.overlays.items():
            for label in hexes:
                over.setdefault(label, []).append(key)
        for label in self.board.hexes:
            printed = piece.faces[scenario.face][self.board.spot(label)[1]]
            keys = [base.get(label, printed), *over.get(label, ())]
            self.rows[label] = tuple(chart[key] for key in keys)
        self.height = {label: rows[0].height for label, rows in self.rows.items()}
        self._section_lines = piece.sections
        self._retreats = {side: self._retreat_steps(side) for side in ("allies", "axis")}
        self._ways_back: dict[tuple[str, TroopType], dict[str, tuple[str, ...]]] = {}
        self._profiles: dict[tuple[TroopType, bool], Profile] = {}
        self._sight: dict[tuple[str, str, bool], SightTest] = {}
        self._ranges = self._height_ranges()
        self._sections = {
            side: {label: self._section_of(label, side) for label in self.board.hexes}
            for side in ("allies", "axis")
        }
        self.limits = tuple(
            sorted({r.max_move for rows in self.rows.values() for r in rows if r.max_move is not None})
        )
        self._tight = {
            limit: frozenset(
                h for h, rows in self.rows.items() if any((r.max_move or NO_LIMIT) < limit for r in rows)
            )
            for limit in (*self.limits, NO_LIMIT)
        }
        self.start_adjacent = frozenset(
            h for h, rows in self.rows.items() if any(r.start_adjacent for r in rows)
        )
        self.stop_on_leave = frozenset(
            h for h, rows in self.rows.items() if any(r.stop_on_leave for r in rows)
        )
        self._stops_fire = any(r.blocks_fire for rows in self.rows.values() for r in rows)
        self.far = {a: tuple(self.board.distance(a, b) for b in self.board.hexes) for a in self.board.hexes}
        """Hex → its distance to every hex, by the board's index."""
        self.next_to = {label: frozenset(self.board.neighbours(label)) for label in self.board.hexes}

    @staticmethod
    def labels(piece: BoardPiece) -> Set[str]:
        """Every label of the printed board."""
        return _board(piece.rows, piece.columns, piece.columns_odd).index.keys()

    # Sections --------------------------------------------------------------------------------------------
    def _section_of(self, label: str, side: Side) -> tuple[Section, ...]:
        column = self.board.spot(label)[0]
        first, second = self._section_lines
        seen: tuple[Section, ...] = tuple(
            section
            for section, inside in zip(
                SECTIONS, (column <= first, first <= column <= second, column >= second), strict=True
            )
            if inside
        )
        return (
            seen if side == self.scenario.bottom else tuple(mirrored(section) for section in reversed(seen))
        )

    def sections(self, label: str, side: str) -> tuple[Section, ...]:
        """Sections a hex belongs to as ``side`` sees them; two on a section line."""
        return self._sections[side][label]

    # Passage ---------------------------------------------------------------------------------------------
    def impassable(self, label: str, kind: TroopType) -> Terrain | None:
        """The row that keeps units of a type out of a hex; ``None`` if they may enter."""
        rows = self.rows[label]
        lifted = {key for row in rows for key in row.cancels}
        return next((row for row in rows if kind in row.impassable and row.id not in lifted), None)

    def barred_step(self, a: str, b: str, kind: TroopType) -> Terrain | None:
        """The row that forbids the step from ``a`` to ``b`` although both hexes may be entered."""
        here, there = self.rows[a], self.rows[b]
        for row, far in ((there[0], here[0]), (here[0], there[0])):
            if kind in row.barred_from_beach and far.beach:
                return row
            if row.enter_from and far.id not in row.enter_from:
                return row
        for row in (*here, *there):
            if row.along_ways and not self._on_bridge_way(a, b):
                return row
        return None

    def _on_bridge_way(self, a: str, b: str) -> bool:
        return any(
            {a, b} == {way[i], way[i + 1]} for way in self.scenario.bridge_ways for i in range(len(way) - 1)
        )

    @rule("M44-terrain-steep-hill.3", "M44-terrain-steep-hill.4", "M44-terrain-cliff-sea-bluff.2")
    def step_cost(self, a: str, b: str) -> int:
        """Hexes a step counts as: climbing from the beach or up a steep hill counts more than one."""
        here, there = self.rows[a][0], self.rows[b][0]
        cost = there.climb if there.height > here.height else 1
        if there.beach:
            cost = max(cost, here.climb_from_beach)
        if here.beach:
            cost = max(cost, there.climb_from_beach)
        return cost

    def _profile(self, kind: TroopType, *, free: bool) -> Profile:
        if (kind, free) not in self._profiles:

            def cost(a: str, b: str) -> int | None:
                if self.impassable(b, kind) or self.barred_step(a, b, kind):
                    return None
                return 1 if free else self.step_cost(a, b)

            stops = () if free else [h for h, rows in self.rows.items() if any(row.stop for row in rows)]
            self._profiles[kind, free] = compile_profile(self.board, cost, stops=stops)
        return self._profiles[kind, free]

    def reach(
        self,
        kind: TroopType,
        start: str,
        budget: int,
        *,
        blocked: Collection[str],
        stops: Collection[str],
        free: bool,
    ) -> dict[str, int]:
        """Hexes a unit of a type may move to and what the move counts, the start left out.

        ``blocked`` hexes hold units or pieces that bar the type, ``stops`` hold pieces that stop it; ``free``
        moves heed impassable terrain only.
        """
        profile = self._profile(kind, free=free)
        if free:
            found = dict(reach(profile, start, budget, blocked=blocked))
            found.pop(start)
            return found
        if start in self.stop_on_leave or budget == 1:
            return self._one_step(profile, start, budget, blocked)
        if not self.limits:
            barred = (*blocked, *self.start_adjacent) if self.start_adjacent else blocked
            found = dict(reach(profile, start, budget, blocked=barred, stops=stops))
        else:
            found = {}
            for limit, tight in self._tight.items():
                shut = (*blocked, *tight, *self.start_adjacent)
                for label, cost in reach(
                    profile, start, min(limit, budget), blocked=shut, stops=stops
                ).items():
                    found[label] = min(cost, found.get(label, cost))
                if limit >= budget:
                    break
        found.pop(start, None)
        if not self.start_adjacent.isdisjoint(self.next_to[start]):
            found.update(self._one_step(profile, start, budget, blocked))
        return found

    def _one_step(
        self, profile: Profile, start: str, budget: int, blocked: Collection[str]
    ) -> dict[str, int]:
        shut = set(blocked)
        steps = {}
        for label in self.board.neighbours(start):
            cost = profile.cost(start, label)
            if cost is not None and cost <= budget and label not in shut:
                steps[label] = cost
        return steps

    # Retreats --------------------------------------------------------------------------------------------
    def _retreat_steps(self, side: str) -> dict[str, tuple[str, ...]]:
        down = 1 if side == self.scenario.bottom else -1
        return {
            label: tuple(
                other
                for other in self.board.neighbours(label)
                if self.board.spot(other)[1] == self.board.spot(label)[1] + down
            )
            for label in self.board.hexes
        }

    @rule("M44-retreat.2", "M44-terrain-ocean.3", "M44-terrain-cliff-sea-bluff.6")
    def retreat_bar(self, a: str, b: str, kind: TroopType) -> Terrain | None:
        """The row that forbids a retreat step from ``a`` to ``b``; cliffs and bluffs are plain hills here."""
        row = self.impassable(b, kind) or next((r for r in self.rows[b] if not r.retreat_into), None)
        if row is not None:
            return row
        barred = self.barred_step(a, b, kind)
        return None if barred is None or barred.barred_from_beach else barred

    def ways_back(self, side: str, kind: TroopType) -> Mapping[str, tuple[str, ...]]:
        """Hex → where terrain lets a type of unit retreat to from it."""
        if (side, kind) not in self._ways_back:
            self._ways_back[side, kind] = {
                here: tuple(there for there in steps if self.retreat_bar(here, there, kind) is None)
                for here, steps in self._retreats[side].items()
            }
        return self._ways_back[side, kind]

    def towards_baseline(self, label: str, side: str) -> tuple[str, ...]:
        """The one or two hexes of the next row towards the baseline of ``side``; none at the edge."""
        return self._retreats[side][label]

    # Heights ---------------------------------------------------------------------------------------------
    def _height_ranges(self) -> dict[str, int]:
        """Hex → number of the contiguous group of equally high hexes it is in; level ground has none."""
        ranges: dict[str, int] = {}
        for label in self.board.hexes:
            if not self.height[label] or label in ranges:
                continue
            number, ahead = len(ranges), [label]
            while ahead:
                here = ahead.pop()
                if here in ranges:
                    continue
                ranges[here] = number
                ahead += [n for n in self.board.neighbours(here) if self.height[n] == self.height[label]]
        return ranges

    def same_range(self, *labels: str) -> bool:
        """Whether hexes all lie on one contiguous hill, or all on one contiguous mountain range."""
        groups = {self._ranges.get(label, -1) for label in labels}
        return len(groups) == 1 and -1 not in groups

    # Sight -----------------------------------------------------------------------------------------------
    def blocking_row(self, label: str, a: str, b: str, kind: TroopType) -> Terrain | None:
        """The row of a hex that blocks the line from ``a`` to ``b`` for a unit of a type, if any."""
        for row in self.rows[label]:
            if row.blocks_los_for and kind not in row.blocks_los_for:
                continue
            if row.blocks_los == "yes" or (row.blocks_los == "height" and not self.same_range(label, a, b)):
                return row
        return None

    def sight_test(self, a: str, b: str, kind: TroopType) -> SightTest:
        """The compiled line from ``a`` to ``b``."""
        key = (a, b, kind == "infantry")
        if key not in self._sight:
            ray = line(self.board, a, b)

            def blocks(label: str | None) -> bool:
                return label is not None and self.blocking_row(label, a, b, kind) is not None

            along = tuple((left, right, blocks(left), blocks(right)) for left, right in ray.along)
            self._sight[key] = SightTest(any(map(blocks, ray.through)), ray.through, along)
        return self._sight[key]

    def fire_stops(self, a: str, b: str) -> tuple[tuple[str, Terrain], ...]:
        """Hexes that stop even fire that needs no sight: on the line, or on both sides of it."""
        if not self._stops_fire:
            return ()
        ray = line(self.board, a, b)
        met = list(ray.through)
        for beside in ray.along:
            if all(h is not None and any(row.blocks_fire for row in self.rows[h]) for h in beside):
                met += [h for h in beside if h is not None]
        return tuple((h, row) for h in met for row in self.rows[h] if row.blocks_fire)

    def furthest(self, kind: UnitKind, label: str) -> int:
        """The longest range of a unit of a kind in a hex."""
        if kind.type != "artillery":
            return len(kind.dice)
        return max(len(kind.dice), *(len(row.artillery_dice) for row in self.rows[label]))


def mirrored(section: Section) -> Section:
    """The same part of the board as the other side calls it."""
    return SECTIONS[2 - SECTIONS.index(section)]
