"""Which way a routing unit may go: away from what it has seen, towards the nearest cover [ASLI-7.2].

A rout is legal step by step only if it can still be ended as the rules want; so ways are searched ahead.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from grognard.reasons import Reason, rule
from grognard_asl.battlefield import HALF
from grognard_asl.peril import Enemies, enemies_of, staying_bars
from grognard_asl.position import Asl

__all__ = ["Course", "Flight", "Spot"]


class Spot(NamedTuple):
    """A moment of a rout: where, and which enemies (bits of `Flight.enemies`) have had it in sight.

    ``seeks``: it is on the way to a goal, or anywhere if its course is free. ``home``: it has reached a goal
    and entered nothing but cover since.
    """

    hex: str
    feared: int
    seeks: bool = True
    home: bool = False


class Course(NamedTuple):
    """Where a rout leads: ``goals``, cover it may end in. ``free``: it may end in any hex it may stay in."""

    goals: tuple[str, ...]
    free: bool


class Flight:
    """The ways of units of one side that begin to rout in one hex."""

    def __init__(self, play: Asl, side: str, start: str, enemies: Enemies | None = None) -> None:
        self.field = play.rules.field(play.position)
        self.start = start
        self.enemies = enemies or enemies_of(play, side)
        self.mf = HALF * play.rules.figures.rout.mf
        self._seen: dict[str, int] = {}
        self._near: dict[str, int] = {}
        self._safe: dict[str, bool] = {}
        self._stops: dict[str, bool] = {}

    # The ground ------------------------------------------------------------------------------------------

    def seen(self, hex: str) -> int:
        """Enemies, broken ones included, that have a hex in sight."""
        found = self._seen.get(hex)
        if found is None:
            sees = self.field.sees
            found = sum(1 << i for i, other in enumerate(self.enemies.hexes) if sees(other, hex))
            self._seen[hex] = found
        return found

    def near(self, hex: str) -> int:
        """Enemies next to a hex."""
        found = self._near.get(hex)
        if found is None:
            others = self.field.board.neighbours(hex)
            found = sum(1 << i for i, other in enumerate(self.enemies.hexes) if other in others)
            self._near[hex] = found
        return found

    def nearer(self, a: str, b: str) -> int:
        """Enemies that are nearer to ``b`` than to ``a``."""
        far = self.field.board.distance
        return sum(1 << i for i, other in enumerate(self.enemies.hexes) if far(other, b) < far(other, a))

    def is_cover(self, hex: str) -> bool:
        """Whether a hex is woods or a building."""
        return self.field.terrain[hex].cover

    def is_safe(self, hex: str) -> bool:
        """Whether a broken unit may end the phase in a hex."""
        if hex not in self._safe:
            self._safe[hex] = next(staying_bars(self.field, self.enemies, hex), None) is None
        return self._safe[hex]

    @rule("ASLI-7.2.3.1", "ASLI-7.2.4.1", "ASLI-7.6.2")
    def may_ignore(self, hex: str) -> bool:
        """Whether cover need not be sought: of the building it began in, or no farther from some enemy."""
        if hex in self.field.building.get(self.start, ()):
            return True
        far = self.field.board.distance
        return any(far(other, hex) <= far(other, self.start) for other in self.enemies.hexes)

    @rule("ASLI-7.2.2.1")
    def must_stop(self, hex: str) -> bool:
        """Whether it must end in cover that it reaches, or go on into cover."""
        if hex not in self._stops:
            self._stops[hex] = self.is_cover(hex) and not self.near(hex) and not self.may_ignore(hex)
        return self._stops[hex]

    # Steps -----------------------------------------------------------------------------------------------

    @rule("ASLI-7.2.1.2", "ASLI-7.2.1.3", "ASLI-7.2.1.4", "ASLI-7.2.1.5", "ASLI-7.6.1")
    def step_bars(self, spot: Spot, hex: str) -> Iterator[Reason]:
        """What forbids a step because of enemies."""
        names, now = self.enemies.hexes, self.seen(spot.hex)
        if hex in names:
            yield Reason(f"enemies are in {hex}", "ASLI-4.0.3")
        for i in _bits(spot.feared & self.nearer(spot.hex, hex)):
            if now >> i & 1:
                yield Reason(f"{hex} is nearer to enemies in {names[i]}, who see it", "ASLI-7.2.1.2")
            else:
                yield Reason(f"{hex} is nearer to enemies in {names[i]}, who saw it", "ASLI-7.2.1.3")
        for i in _bits(self.near(spot.hex) & self.near(hex)):
            yield Reason(f"{hex} too is next to enemies in {names[i]}", "ASLI-7.2.1.4")

    def keeps_away(self, spot: Spot, hex: str) -> bool:
        """Whether no enemy forbids a step: `step_bars` in bits."""
        if hex in self.enemies.hexes or self.near(spot.hex) & self.near(hex):
            return False
        return not (spot.feared and spot.feared & self.nearer(spot.hex, hex))

    @rule("ASLI-7.2.1.1", "ASLI-7.2.2.1", "ASLI-7.2.2.2")
    def enter(self, spot: Spot, hex: str, course: Course) -> Spot | None:
        """What a rout is after a step that no enemy forbids; ``None``: it has to end, or keep to cover."""
        seeks = spot.seeks and not self.must_stop(hex)
        home = (spot.home and self.is_cover(hex)) or (spot.seeks and hex in course.goals)
        if not seeks and not home:
            return None
        return Spot(hex, spot.feared | self.seen(hex), seeks, home)

    def may_end(self, spot: Spot, course: Course) -> bool:
        """Whether a rout may end where it is."""
        return (spot.home or course.free) and spot.hex != self.start and self.is_safe(spot.hex)

    def spread(self, spot: Spot, mf: int, course: Course | None = None) -> Iterator[tuple[int, Spot]]:
        """All that can come of a rout, cheapest first, the present moment included.

        Without a course cover stops nobody.
        """
        profile, number = self.field.profile, count()
        index, hexes = profile.board.index, profile.board.hexes
        queue = [(0, 0, spot)]
        done: set[Spot] = set()
        while queue:
            cost, _, here = heappop(queue)
            if here in done:
                continue
            done.add(here)
            yield cost, here
            for other, step in profile.ways_out[index[here.hex]]:
                if cost + step > mf or not self.keeps_away(here, hexes[other]):
                    continue
                if course is None:
                    then: Spot | None = Spot(hexes[other], here.feared | self.seen(hexes[other]))
                else:
                    then = self.enter(here, hexes[other], course)
                if then is not None and then not in done:
                    heappush(queue, (cost + step, next(number), then))

    def can_end(self, spot: Spot, mf: int, course: Course) -> bool:
        """Whether a rout can still be ended as it should, with so many halves of MF."""
        return any(self.may_end(each, course) for _, each in self.spread(spot, mf, course))

    @rule("ASLI-7.2.1.1", "ASLI-7.2.5.1", "ASLI-7.6.3")
    def course(self) -> Course:
        """Where a rout from the start leads.

        The goals are the nearest cover in MF that counts, and nearer cover that might be ignored. Without
        cover that counts in reach the course is free.
        """
        goals: dict[str, int] = {}
        nearest: int | None = None
        for cost, spot in self.spread(self.first(), self.mf):
            if nearest is not None and cost > nearest:
                break
            if spot.hex != self.start and self.is_cover(spot.hex) and self.is_safe(spot.hex):
                goals.setdefault(spot.hex, cost)
                if self.must_stop(spot.hex):
                    nearest = cost
        return Course(tuple(goals), nearest is None)

    def first(self) -> Spot:
        """The moment before the first step."""
        return Spot(self.start, self.seen(self.start))

    @rule("ASLI-7.1.1.4")
    def crawls_away(self, hex: str) -> bool:
        """Whether a step from the start takes it farther from an enemy that was nearest."""
        far = self.field.board.distance
        nearest = min((far(other, self.start) for other in self.enemies.hexes), default=0)
        return any(far(other, self.start) == nearest < far(other, hex) for other in self.enemies.hexes)


def _bits(number: int) -> Iterator[int]:
    return (i for i in range(number.bit_length()) if number >> i & 1)
