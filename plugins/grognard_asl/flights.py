"""Where the computer player's broken units go, who rallies them, and when."""

from __future__ import annotations

from grognard.reasons import total
from grognard_asl.flight import flight_from
from grognard_asl.manoeuvre import Manoeuvre
from grognard_asl.morale import morale_of
from grognard_asl.movement import OffRoad, Stop, To
from grognard_asl.peril import Peril, peril_of
from grognard_asl.rally import (
    ChooseKeepDm,
    ChooseRally,
    EndRally,
    KeepDm,
    Rally,
    RemoveDm,
    SelfRally,
    in_cover,
    rally_reasons,
)
from grognard_asl.rout import ChooseRout, EndRouts, Rout, RoutWith, must_rout
from grognard_asl.routing import ChooseRoutStep, Crawl, Routing, flight_of, interdicted, step_cost
from grognard_asl.stacks import leaders_in, units_in
from grognard_asl.survey import Survey
from grognard_asl.valuation import DICE, Target

__all__ = ["Flights"]

LEAST = 3
"""Rallies that need less on two dice are not tried: a 12 costs men."""


class Flights:
    """Opinions about broken units in one position."""

    def __init__(self, survey: Survey, manoeuvre: Manoeuvre) -> None:
        self.survey, self.manoeuvre = survey, manoeuvre

    # Rally -----------------------------------------------------------------------------------------------
    def rally(self, decision: ChooseRally) -> Rally | SelfRally | EndRally:
        """The attempt that promises most; the best leader makes it."""
        survey = self.survey
        best: tuple[float, Rally | SelfRally | EndRally] = (0.0, EndRally())
        for option in decision.options(survey.play):
            if isinstance(option, EndRally):
                continue
            unit = survey.position.units[option.unit]
            leader = option.leader if isinstance(option, Rally) else ""
            margin = morale_of(survey.play, unit) - total(rally_reasons(survey.play, option.unit, leader))
            chance = sum(each for roll, each in DICE if roll <= margin)
            gain = chance * survey.worth_of((option.unit,))
            if margin >= LEAST and gain > best[0]:
                best = (gain, option)
        return best[1]

    def keep_dm(self, decision: ChooseKeepDm) -> KeepDm | RemoveDm:
        """Keep it on a unit in the open that nobody can rally where it is: it may rout on."""
        survey = self.survey
        unit = survey.position.units[decision.unit]
        alone = not leaders_in(survey.play, unit.hex, survey.side)
        keep = alone and survey.mmc(decision.unit) and not in_cover(survey.play, unit.hex)
        return KeepDm(decision.unit) if keep else RemoveDm(decision.unit)

    # Rout ------------------------------------------------------------------------------------------------
    def rout(self, decision: ChooseRout) -> Rout | RoutWith | EndRouts:
        """Whoever has to go goes; whoever is better off elsewhere too."""
        survey, position = self.survey, self.survey.position
        peril = peril_of(survey.play, survey.side)
        options = list(decision.options(survey.play))
        for option in options:
            if not isinstance(option, Rout):
                continue
            hex = position.units[option.unit].hex
            driven = next(must_rout(survey.play, option.unit, peril), None) is not None
            if driven or self.better_elsewhere(option.unit, peril, hex):
                along = [o for o in options if isinstance(o, RoutWith) and o.unit == option.unit]
                idle = [o for o in along if len(o.leaders) == 1 and self.left_alone(o.leaders[0])]
                return idle[0] if idle else option
        return EndRouts()

    def left_alone(self, leader: str) -> bool:
        """Whether an unbroken leader would be left without anybody to lead."""
        units = self.survey.position.units
        there = units_in(self.survey.position, units[leader].hex, self.survey.side)
        fit = [id_ for id_ in there if self.survey.mmc(id_) and not units[id_].broken]
        return not units[leader].broken and not fit

    def better_elsewhere(self, id_: str, peril: Peril, hex: str) -> bool:
        """Whether a unit under DM does well to go on."""
        if leaders_in(self.survey.play, hex, self.survey.side):
            return False
        flight = flight_from(peril, hex)
        course = flight.course()
        here = self.shelter(id_, hex)
        return any(
            flight.may_end(spot, course) and self.shelter(id_, spot.hex) > here + 1
            for _, spot in flight.spread(flight.first(), flight.mf, course)
        )

    def shelter(self, id_: str, hex: str) -> float:
        """What a broken unit finds in a hex: cover, leaders, distance from the enemy and his fire."""
        survey = self.survey
        kind = survey.position.units[id_].kind
        found = -survey.threat(hex, (Target(kind, broken=True),))
        found += 1.5 * in_cover(survey.play, hex)
        found += 2.5 * min(1, len(leaders_in(survey.play, hex, survey.side)))
        others = [other for other in units_in(survey.position, hex, survey.side) if other != id_]
        found -= 0.2 * len(others)
        far = survey.field.board.distance
        nearest = min((far(origin, hex) for origin in survey.shooters), default=9)
        near_leader = min(
            (far(hex, unit.hex) for other, unit in survey.position.units.items()
             if unit.side == survey.side and unit.hex and not survey.mmc(other) and other != id_),
            default=9,
        )  # fmt: skip
        return found + 0.3 * min(6, nearest) - 0.25 * near_leader

    def step(self, decision: ChooseRoutStep) -> To | OffRoad | Crawl | Stop:
        """The step that leads to the best shelter with the least danger."""
        survey = self.survey
        routing = survey.play.enclosing(Routing)
        flight, spot, course, left = flight_of(survey.play, routing)
        unit = survey.position.units[routing.unit]
        man = Target(unit.kind, unit.broken)
        check = survey.fates.check(man, survey.fates.morale(man))
        best: tuple[float, To | OffRoad | Crawl | Stop] | None = None
        for option in decision.options(survey.play):
            if isinstance(option, Stop):
                gain = self.shelter(routing.unit, spot.hex) + 0.01
            elif isinstance(option, Crawl):
                gain = self.shelter(routing.unit, option.hex) - 0.3
            else:
                off_road = isinstance(option, OffRoad)
                then = flight.enter(spot, option.hex, course)
                assert then is not None  # a legal step
                rest = left - total(step_cost(flight, spot.hex, option.hex, off_road=off_road))
                ends = (
                    self.shelter(routing.unit, end.hex) - 0.02 * cost
                    for cost, end in flight.spread(then, rest, course)
                    if flight.may_end(end, course)
                )
                gain = max(ends, default=-50.0)
                if interdicted(flight, spot.hex, option.hex, off_road=off_road):
                    gain -= check
            if best is None or gain > best[0]:
                best = (gain, option)
        assert best is not None  # a decision has options
        return best[1]
