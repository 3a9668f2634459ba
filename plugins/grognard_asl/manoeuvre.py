"""Where the computer player's units go: what a place is worth, and the least dangerous way there."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from grognard.play import Action
from grognard_asl.marching import allowance, ways_from
from grognard_asl.movement import Assault, Move, Moving, Stop, To, Walk
from grognard_asl.position import Mover
from grognard_asl.stacks import excess, holds_enemy, leaders_in, units_in
from grognard_asl.survey import Survey
from grognard_asl.valuation import Target, targets_of

__all__ = ["Manoeuvre", "Route"]


class Route(NamedTuple):
    """A way to a hex: the steps, whether by Assault Movement, and how much better off the units are then."""

    gain: float
    steps: tuple[str, ...]
    assault: bool = False

    def actions(self) -> list[Action]:
        """The answers that make it."""
        manner: Action = Assault() if self.assault else Walk()
        return [manner, *map(To, self.steps), Stop()]


class Leg(NamedTuple):
    """A way so far: halves of MF spent, where it has come to, whether all of it was on roads, the steps."""

    spent: int
    hex: str
    on_road: bool
    steps: tuple[str, ...] = ()

    @property
    def at(self) -> tuple[str, bool]:
        """What two ways share that may go on alike."""
        return self.hex, self.on_road


STAY = Route(0.0, ())

UNBEARABLE = -1000.0
"""What it is worth to remain off the map, or where there is no room: anything else is better."""

SLIGHT = 0.05
"""A way that gains no more than that is not better than another."""

SQUAD = 10
"""What a squad is worth, about."""


CROWDED = 1.5
"""How much worse it is to be hit where there is no room to stay."""


class Manoeuvre:
    """Opinions about places and ways in one position."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self._ways: dict[tuple[str, ...], Route] = {}
        self._mf: dict[tuple[tuple[str, ...], bool], int] = {}
        self._parties: dict[tuple[str, ...], tuple[list[str], tuple[Target, ...], float]] = {}

    # Places ----------------------------------------------------------------------------------------------
    def place(self, ids: tuple[str, ...], hex: str, start: str = "") -> float:
        """What it is worth that units stand in a hex; where they come from says how pressed they are."""
        survey, weights = self.survey, self.survey.weights
        mmc, targets, size = self.party(ids)
        found = weights.sights * survey.chance(ids, hex)
        friends = [id_ for id_ in units_in(survey.position, hex, survey.side) if id_ not in ids]
        threat = survey.threat(hex, targets)
        found -= weights.cover * threat * (1 + 0.15 * len(friends))
        if mmc:
            found -= weights.march * self.haste(start or hex) * size * survey.march(hex)
            found += self.hold(hex, friends)
        found += self.lead(ids, hex, friends, alone=not mmc)
        return found

    def party(self, ids: tuple[str, ...]) -> tuple[list[str], tuple[Target, ...], float]:
        """The squads among units, all of them as targets, and how many squads those are worth."""
        if ids not in self._parties:
            mmc = [id_ for id_ in ids if self.survey.mmc(id_)]
            targets = targets_of(self.survey.play, ids)
            self._parties[ids] = mmc, targets, self.survey.worth_of(mmc) / SQUAD
        return self._parties[ids]

    def haste(self, hex: str) -> float:
        """How much time presses units that are in a hex: 1 if not at all."""
        survey = self.survey
        if not survey.wanted:
            return 0.4
        mf = survey.rules.figures.movement.mf["squad"]
        pressure = survey.march(hex) / (mf * survey.turns_left)
        return 1 + (survey.weights.haste - 1) * min(1.0, pressure)

    def hold(self, hex: str, friends: list[str]) -> float:
        """What an MMC is worth in a hex that goals name, unless friends hold it."""
        survey = self.survey
        if hex not in survey.wanted and hex not in survey.kept:
            return 0.0
        units = survey.position.units
        if any(survey.mmc(id_) and not units[id_].broken for id_ in friends):
            return 0.0
        if hex in survey.wanted:
            return survey.weights.ground
        return survey.weights.ground * self.danger(hex)

    def danger(self, hex: str) -> float:
        """How near the enemy is to a hex: 1 beside it, less further off."""
        survey = self.survey
        far = survey.field.board.distance
        nearest = min((far(origin, hex) for origin in survey.shooters), default=99)
        return 1 / max(1, nearest - 1)

    def lead(self, ids: tuple[str, ...], hex: str, friends: list[str], *, alone: bool) -> float:
        """What leaders among units are worth in a hex: with men to lead, with broken ones to rally."""
        survey, units = self.survey, self.survey.position.units
        leaders = [id_ for id_ in ids if not survey.mmc(id_)]
        if not leaders:
            led = leaders_in(survey.play, hex, survey.side)
            return 1.0 if any(id_ not in ids for id_ in led) else 0.0
        led = [id_ for id_ in leaders_in(survey.play, hex, survey.side) if id_ not in ids]
        broken = sum(1 for id_ in friends if units[id_].broken)
        found = 0.0 if led else 3.0 * min(2, broken)
        if alone:
            men = sum(1 for id_ in friends if survey.mmc(id_) and not units[id_].broken)
            near = min((survey.field.board.distance(hex, units[id_].hex) for id_ in self._men()), default=0)
            found += (0.0 if led else 1.5 * min(2, men)) - 0.5 * near
        return found

    def _men(self) -> list[str]:
        survey = self.survey
        return [
            i for i, u in survey.position.units.items() if u.side == survey.side and u.hex and survey.mmc(i)
        ]

    # Ways ------------------------------------------------------------------------------------------------
    def best(self, ids: tuple[str, ...], start: str) -> Route:
        """The best way of units that begin their move together; no steps: they stay."""
        if ids not in self._ways:
            self._ways[ids] = self._best(ids, start)
        return self._ways[ids]

    def _best(self, ids: tuple[str, ...], start: str) -> Route:
        stay = self.place(ids, start) if start else UNBEARABLE
        on_road = not start or self.survey.field.has_road(start)
        moving = Moving(side=self.survey.side, units=ids, start=start, on_road=on_road)
        best = self._better(STAY, moving, start, stay, assault=False)
        return self._better(best, moving, start, stay, assault=True) if start else best

    def onward(self, moving: Moving, here: str) -> Route:
        """The best way on for units that are on their way."""
        room = here and not self.full(moving.units, here)
        stay = self.place(moving.units, here, moving.start) if room else UNBEARABLE
        return self._better(STAY, moving, here, stay, assault=moving.manner == "assault")

    def _better(self, best: Route, moving: Moving, here: str, stay: float, *, assault: bool) -> Route:
        """The best of a known way and those on from ``here``, where it is worth ``stay`` to remain."""
        ids = moving.units
        for hex, (risk, steps) in self.spread(ids, moving, here, assault=assault).items():
            if self.full(ids, hex):
                continue
            gain = self.place(ids, hex, moving.start) - stay - risk
            if gain > best.gain + SLIGHT:
                best = Route(gain, steps, assault)
        return best

    def full(self, ids: tuple[str, ...], hex: str) -> bool:
        """Whether units would be above the stacking limits in a hex."""
        survey = self.survey
        position = survey.position
        there = position.at.get(hex, ())
        kept = tuple(id_ for id_ in there if id_ not in ids)
        position.at[hex] = (*kept, *ids)
        over = bool(excess(survey.play, hex, survey.side)[0])
        if there:
            position.at[hex] = there
        else:
            del position.at[hex]
        return over

    def spread(
        self, ids: tuple[str, ...], moving: Moving, start: str, *, assault: bool = False
    ) -> dict[str, tuple[float, tuple[str, ...]]]:
        """Hex → losses to be expected on the least dangerous way there, and the steps."""
        number = count()
        queue = [(0.0, next(number), Leg(moving.spent, start, moving.on_road))]
        found: dict[str, tuple[float, tuple[str, ...]]] = {}
        least: dict[tuple[str, bool], int] = {}
        while queue:
            risk, _, leg = heappop(queue)
            if leg.steps and least.get(leg.at, leg.spent + 1) <= leg.spent:
                continue
            least[leg.at] = leg.spent
            if leg.steps:
                found.setdefault(leg.hex, (risk, leg.steps))
            for then, danger in () if assault and leg.steps else self.legs(ids, leg, assault=assault):
                if least.get(then.at, then.spent + 1) > then.spent:
                    more = self.survey.weights.boldness * (0.6 if leg.steps else 1.0) * danger
                    more += 0.001 * (then.spent - leg.spent)
                    heappush(queue, (risk + more, next(number), then))
        return found

    def legs(self, ids: tuple[str, ...], leg: Leg, *, assault: bool) -> Iterator[tuple[Leg, float]]:
        """The next steps of a way, with the losses to be expected from each."""
        survey, here = self.survey, leg.hex
        play, position = survey.play, survey.position
        targets = targets_of(play, ids)
        for to, cost, along, _ in ways_from(play, here, ids):
            stays = leg.on_road and along
            if leg.spent + cost > self.mf(ids, on_road=stays) or holds_enemy(position, to, survey.side):
                continue
            came = here if here and survey.field.climbs(here, to) else ""
            danger = survey.ambush(to, Mover(assault, along, came), targets)
            if danger and to in position.at and self.full(ids, to):
                danger += CROWDED * danger  # who breaks there stays there, above the stacking limits
            yield Leg(leg.spent + cost, to, stays, (*leg.steps, to)), danger

    def mf(self, ids: tuple[str, ...], *, on_road: bool) -> int:
        """Halves of MF that units have together."""
        key = ids, on_road
        if key not in self._mf:
            self._mf[key] = allowance(self.survey.play, ids, on_road=on_road)
        return self._mf[key]


def begin(ids: tuple[str, ...], way: Route) -> list[Action]:
    """The answers that move units along a way."""
    return [Move(ids), *way.actions()]
