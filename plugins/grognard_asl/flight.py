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
from grognard_asl.bearings import Step
from grognard_asl.peril import Peril

__all__ = ["Course", "Flight", "Spot", "flight_from"]


class Spot(NamedTuple):
    """A moment of a rout: where, and which enemies (bits of `Peril.hexes`) have had it in sight.

    ``seeks``: it is on the way to a goal, or anywhere if its course is free. ``home``: it has reached a goal
    and entered nothing but cover since.
    """

    hex: str
    feared: int
    seeks: bool = True
    home: bool = False

    def adds_nothing_to(self, other: Spot) -> bool:
        """Whether one that came here no later, and fears no more, may do all that this one may."""
        return (
            self.feared & other.feared == other.feared
            and self.seeks <= other.seeks
            and self.home <= other.home
        )


class Course(NamedTuple):
    """Where a rout leads: ``goals``, cover it may end in. ``free``: it may end in any hex it may stay in."""

    goals: tuple[str, ...]
    free: bool


def flight_from(peril: Peril, start: str) -> Flight:
    """The ways out of a hex, which all who rout from it share."""
    if start not in peril.flights:
        peril.flights[start] = Flight(peril, start)
    return peril.flights[start]


class Flight:
    """The ways of units that begin to rout in one hex, in face of the enemies of their side."""

    def __init__(self, peril: Peril, start: str) -> None:
        self.field, self.peril, self.start = peril.field, peril, start
        self.mf = HALF * self.field.figures.rout.mf
        self._stops: dict[str, bool] = {}
        self._leasts: dict[tuple[str, ...], dict[str, int]] = {}
        self._needs: dict[tuple[Spot, Course], dict[str, int]] = {}
        self._leading: dict[tuple[Spot | None, Spot, int, Course], bool] = {}
        self._course: Course | None = None
        self._leads: bool | None = None

    # The ground ------------------------------------------------------------------------------------------

    def is_cover(self, hex: str) -> bool:
        """Whether a hex is woods or a building."""
        return self.field.terrain[hex].cover

    @rule("ASLI-7.2.3.1", "ASLI-7.2.4.1", "ASLI-7.6.2")
    def may_ignore(self, hex: str) -> bool:
        """Whether cover need not be sought: of the building it began in, or no farther from some enemy."""
        if hex in self.field.building.get(self.start, ()):
            return True
        return self.peril.no_farther(self.start, hex)

    @rule("ASLI-7.2.2.1")
    def must_stop(self, hex: str) -> bool:
        """Whether it must end in cover that it reaches, or go on into cover."""
        if hex not in self._stops:
            self._stops[hex] = self.is_cover(hex) and not self.peril.near(hex) and not self.may_ignore(hex)
        return self._stops[hex]

    # Steps -----------------------------------------------------------------------------------------------

    @rule("ASLI-7.2.1.2", "ASLI-7.2.1.3", "ASLI-7.2.1.4", "ASLI-7.2.1.5", "ASLI-7.6.1")
    def step_bars(self, spot: Spot, hex: str) -> Iterator[Reason]:
        """What forbids a step because of enemies."""
        peril, now = self.peril, self.peril.seen(spot.hex)
        if hex in peril.hexes:
            yield Reason(f"enemies are in {hex}", "ASLI-4.0.3")
        for other in peril.named(spot.feared & peril.nearer(spot.hex, hex)):
            if peril.bearings.bit[other] & now:
                yield Reason(f"{hex} is nearer to enemies in {other}, who see it", "ASLI-7.2.1.2")
            else:
                yield Reason(f"{hex} is nearer to enemies in {other}, who saw it", "ASLI-7.2.1.3")
        for other in peril.named(peril.near(spot.hex) & peril.near(hex)):
            yield Reason(f"{hex} too is next to enemies in {other}", "ASLI-7.2.1.4")

    def open_steps(self, spot: Spot) -> list[Step]:
        """The steps that no enemy forbids: `step_bars` for all of them at once."""
        enemies, near, feared = self.peril.enemies, self.peril.near(spot.hex), spot.feared
        return [
            step
            for step in self.peril.bearings.steps(spot.hex)
            if not (step.bit & enemies or step.beside & near or step.nearer & feared)
        ]

    @rule("ASLI-7.2.1.1", "ASLI-7.2.2.1", "ASLI-7.2.2.2")
    def enter(self, spot: Spot, hex: str, course: Course | None) -> Spot | None:
        """What a rout is after a step that no enemy forbids; ``None``: it has to end, or keep to cover.

        Without a course cover stops nobody.
        """
        if course is None:
            return Spot(hex, spot.feared | self.peril.seen(hex))
        seeks = spot.seeks and not self.must_stop(hex)
        home = (spot.home and self.is_cover(hex)) or (spot.seeks and hex in course.goals)
        if not seeks and not home:
            return None
        return Spot(hex, spot.feared | self.peril.seen(hex), seeks, home)

    def may_end(self, spot: Spot, course: Course) -> bool:
        """Whether a rout may end where it is."""
        return (spot.home or course.free) and spot.hex != self.start and self.peril.is_safe(spot.hex)

    def spread(
        self, spot: Spot, mf: int, course: Course | None = None, towards: tuple[str, ...] = ()
    ) -> Iterator[tuple[int, Spot]]:
        """All that can come of a rout, cheapest first, the present moment included.

        Without a course cover stops nobody. Ways too long to reach any of ``towards`` are not walked.
        """
        number, queue = count(), [(0, 0, spot)]
        least = self._least(towards) if towards else None
        done: dict[str, list[Spot]] = {}
        while queue:
            cost, _, here = heappop(queue)
            before = done.setdefault(here.hex, [])
            if before and any(here.adds_nothing_to(each) for each in before):
                continue
            before.append(here)
            yield cost, here
            for step in self.open_steps(here):
                then_cost = cost + step.cost
                if then_cost > mf or (least is not None and then_cost + least.get(step.to, mf + 1) > mf):
                    continue
                then = self.enter(here, step.to, course)
                if then is not None:
                    heappush(queue, (then_cost, next(number), then))

    def _least(self, towards: tuple[str, ...]) -> dict[str, int]:
        """Hex → halves of MF from it to the nearest of some hexes, if enemies forbade nothing."""
        found = self._leasts.get(towards)
        if found is None:
            nearest, *others = (self.peril.bearings.mf_to(goal, self.mf) for goal in towards)
            found = self._leasts[towards] = dict(nearest)
            for costs in others:
                found.update({hex: cost for hex, cost in costs.items() if cost < found.get(hex, cost + 1)})
        return found

    @rule("ASLI-7.2.1.1", "ASLI-7.2.5.1")
    def leads_on(self, spot: Spot, then: Spot, mf: int, course: Course) -> bool:
        """Whether a step is towards a goal: fewer MF away than before, and in reach of what is left.

        In cover at the end, or where it is free, any step will do from which it can end at all.
        """
        anyhow = course.free or then.home
        key = None if anyhow else spot, then, mf, course
        found = self._leading.get(key)
        if found is None:
            leads = self._can_end(then, mf, course) if anyhow else self._gets_nearer(spot, then, mf, course)
            found = self._leading[key] = leads
        return found

    def _can_end(self, spot: Spot, mf: int, course: Course) -> bool:
        return any(self.may_end(each, course) for _, each in self.spread(spot, mf, course))

    def _gets_nearer(self, spot: Spot, then: Spot, mf: int, course: Course) -> bool:
        before = self._needed(spot, course)
        most = max(before.values(), default=0) - 1
        ways = self.spread(then, min(mf, most), course, tuple(before))
        return any(cost < before.get(each.hex, 0) for cost, each in ways)

    def _needed(self, spot: Spot, course: Course) -> dict[str, int]:
        """Goal in reach → halves of MF to it."""
        key = spot, course
        found = self._needs.get(key)
        if found is None:
            found = self._needs[key] = {}
            for cost, each in self.spread(spot, self.mf, course, course.goals):
                if each.hex in course.goals and each.hex not in found:
                    found[each.hex] = cost
                    if len(found) == len(course.goals):
                        break
        return found

    @rule("ASLI-7.2.1.1", "ASLI-7.2.5.1", "ASLI-7.6.3")
    def course(self) -> Course:
        """Where a rout from the start leads.

        The goals are the nearest cover in MF that counts, and nearer cover that might be ignored. Without
        cover that counts in reach the course is free.
        """
        if self._course is None:
            self._course = self._look_for_cover()
        return self._course

    def _look_for_cover(self) -> Course:
        around = self.peril.bearings.mf_from(self.start, self.mf)
        counting = tuple(hex for hex in around if hex != self.start and self.must_stop(hex))
        ways = self.spread(self.first(), self.mf, towards=counting) if counting else iter(())
        nearest = next((cost for cost, spot in ways if spot.hex in counting), None)
        if nearest is None:
            return Course((), free=True)
        cover = tuple(hex for hex in around if hex != self.start and self.is_cover(hex))
        ways = self.spread(self.first(), nearest, towards=cover)
        goals = (hex for hex in dict.fromkeys(spot.hex for _, spot in ways) if hex in cover)
        return Course(tuple(filter(self.peril.is_safe, goals)), free=False)

    def first(self) -> Spot:
        """The moment before the first step."""
        return Spot(self.start, self.peril.seen(self.start))

    @rule("ASLI-7.6.3")
    def leads_anywhere(self) -> bool:
        """Whether a rout can begin at all: there is a hex to end in.

        Safe cover is a goal; if there is none, the course is free and any safe hex will do.
        """
        if self._leads is None:
            ways = self.spread(self.first(), self.mf)
            self._leads = any(spot.hex != self.start and self.peril.is_safe(spot.hex) for _, spot in ways)
        return self._leads
