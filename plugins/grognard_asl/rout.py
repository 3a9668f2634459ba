"""The Rout Phase: who breaks of its own will, who routs, who fails to [ASLI-7.0, 7.1, 7.3]."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_asl.flight import Course, Flight, flight_from
from grognard_asl.morale import break_unit
from grognard_asl.peril import Peril, peril_of
from grognard_asl.position import Asl, AslDecision, AslResolution, other_side
from grognard_asl.routing import begin, may_crawl
from grognard_asl.stacks import eliminate, holds_enemy, kind_of, units_in, units_of

__all__ = [
    "Break",
    "ChooseRout",
    "EndRouts",
    "FailureToRout",
    "Rout",
    "RoutWith",
    "Routs",
    "must_rout",
]


class Break(Action, frozen=True):
    """Break a unit of one's own will, so that it may rout."""

    unit: str


class Rout(Action, frozen=True):
    """Rout a broken unit."""

    unit: str


class RoutWith(Action, frozen=True):
    """Rout a broken unit; leaders of its hex go along."""

    unit: str
    leaders: tuple[str, ...]


class EndRouts(Action, frozen=True):
    """No more routs this phase."""

    verb = "end-routs"


# Who routs -----------------------------------------------------------------------------------------------


@rule("ASLI-7.1.1.2")
class Routs(AslResolution, frozen=True):
    """A side routs its broken units, one at a time; the ATTACKER is first."""

    side: str
    over: bool = False

    def happen(self, play: Asl) -> None:
        """Offer the next rout."""
        if not self.over:
            play.push(ChooseRout(self.side), self)


@rule("ASLI-7.0.1", "ASLI-7.0.2", "ASLI-7.1.1.1", "ASLI-7.1.3.1")
def must_rout(play: Asl, id_: str, peril: Peril) -> Iterator[Reason]:
    """What drives a broken unit out of its hex, on pain of elimination."""
    return peril.staying_bars(play.position.units[id_].hex, crawled=id_ in play.position.crawled)


@rule("ASLI-7.0.4", "ASLI-7.2.6.1", "ASLI-7.1.3.1", "ASLI-9.5.0.2")
def rout_bars(play: Asl, side: str, id_: str, peril: Peril) -> Iterator[Reason]:
    """Every rule that keeps a unit from routing, its way aside."""
    position = play.position
    unit = position.units.get(id_)
    if unit is None or unit.side != side or not unit.hex:
        yield Reason(f"{id_} is no unit of the {side}", "ASLI-7.1.1.2")
        return
    if not unit.broken:
        yield Reason("it is not broken", "ASLI-7.1.1.1")
    if unit.melee:
        yield Reason("units in melee do not leave", "ASLI-9.5.0.2")
    elif holds_enemy(position, unit.hex, side):
        yield Reason("it shares its hex with enemies", "ASLI-7.1.3.1")
    if id_ in position.acted:
        yield Reason("it has routed in this phase", "ASLI-7.5.2.4")
    if not unit.dm and next(must_rout(play, id_, peril), None) is None:
        yield Reason("nothing drives it out, and it is not under DM", "ASLI-7.2.6.1")


@rule("ASLI-7.6.3")
def can_go(flight: Flight) -> bool:
    """Whether there is any way to rout from a hex, if only by Low Crawl."""
    free = Course((), free=True)
    return flight.leads_anywhere() or any(
        may_crawl(flight, free, step) for step in flight.open_steps(flight.first())
    )


@rule("ASLI-7.3.1", "ASLI-7.3.4", "ASLI-9.5.0.2")
def leader_bars(play: Asl, id_: str, leader: str) -> Iterator[Reason]:
    """What keeps a leader, broken or not, from going along with a routing unit."""
    position = play.position
    unit, other = position.units[id_], position.units.get(leader)
    if other is None or leader == id_ or other.side != unit.side or other.hex != unit.hex:
        yield Reason(f"{leader} is not stacked with it", "ASLI-7.3.1")
        return
    if kind_of(play.rules, other).leadership is None:
        yield Reason(f"{leader} is no leader", "ASLI-7.3.1")
    if other.melee:
        yield Reason("units in melee do not leave", "ASLI-9.5.0.2")
    if leader in position.acted:
        yield Reason("it has routed in this phase", "ASLI-7.5.2.4")


@rule("ASLI-7.1.2.1", "ASLI-7.1.2.2", "ASLI-9.5.0.5")
def break_bars(play: Asl, side: str, id_: str, peril: Peril) -> Iterator[Reason]:
    """What keeps a unit, pinned or not, from breaking of its own will.

    No unit of this ruleset is reduced or eliminated by breaking.
    """
    position = play.position
    unit = position.units.get(id_)
    if unit is None or unit.side != side or not unit.hex:
        yield Reason(f"{id_} is no unit of the {side}", "ASLI-7.1.2.1")
        return
    if unit.broken:
        yield Reason("it is broken", "ASLI-7.1.2.1")
    if unit.melee:
        yield Reason("units in melee do nothing but fight", "ASLI-9.5.0.5")
    if id_ in position.acted:
        yield Reason("it has gone along with a routing unit", "ASLI-7.3.4")
    if not peril.unnerves(unit.hex):
        yield Reason("no unbroken armed enemy has it in sight and Normal Range", "ASLI-7.1.2.1")


@rule("ASLI-7.1.1.2", "ASLI-7.0.4", "ASLI-7.1.2.1", "ASLI-7.3.1")
class ChooseRout(AslDecision[Rout | RoutWith | Break | EndRouts], frozen=True):
    """Choose the next unit to rout, alone or with leaders, or to break of its own will."""

    def options(self, play: Asl) -> Iterator[Rout | RoutWith | Break | EndRouts]:
        """Broken units with somewhere to go, units that may break."""
        peril = peril_of(play, self.side)
        for id_, unit in units_of(play.position, self.side):
            if not unit.broken:
                if next(break_bars(play, self.side, id_, peril), None) is None:
                    yield Break(id_)
                continue
            if next(rout_bars(play, self.side, id_, peril), None) is not None:
                continue
            if can_go(flight_from(peril, unit.hex)):
                yield Rout(id_)
                there = units_in(play.position, unit.hex, self.side)
                able = [other for other in there if next(leader_bars(play, id_, other), None) is None]
                for some in chain.from_iterable(combinations(able, n) for n in range(1, len(able) + 1)):
                    yield RoutWith(id_, some)
        yield EndRouts()

    def take(self, play: Asl, action: Rout | RoutWith | Break | EndRouts) -> None:
        """Break it, begin its rout, or close the phase."""
        if isinstance(action, EndRouts):
            play.amend(Routs, over=True)
        elif isinstance(action, Break):
            break_unit(play, action.unit)
        else:
            begin(play, self.side, action.unit, action.leaders if isinstance(action, RoutWith) else ())

    def refusal(self, play: Asl, action: Rout | RoutWith | Break | EndRouts) -> tuple[Reason, ...]:
        """Why it stays where it is."""
        if isinstance(action, EndRouts):
            return ()
        peril = peril_of(play, self.side)
        if isinstance(action, Break):
            return tuple(break_bars(play, self.side, action.unit, peril))
        bars = list(rout_bars(play, self.side, action.unit, peril))
        if bars:
            return tuple(bars)
        if isinstance(action, RoutWith):
            bars += [bar for leader in action.leaders for bar in leader_bars(play, action.unit, leader)]
            if not action.leaders or len(set(action.leaders)) < len(action.leaders):
                bars.append(Reason("some leader goes along, each once", "ASLI-7.3.1"))
        if not can_go(flight_from(peril, play.position.units[action.unit].hex)):
            bars.append(Reason("no way leads anywhere that it may stay in", "ASLI-7.6.3"))
        return tuple(bars)

    def explain(self, play: Asl, action: Rout | RoutWith | Break | EndRouts) -> tuple[Reason, ...]:
        """What drives a unit out of its hex."""
        if isinstance(action, (Break, EndRouts)):
            return ()
        driven = tuple(must_rout(play, action.unit, peril_of(play, self.side)))
        return driven or (Reason("under DM it may rout", "ASLI-7.0.4"),)


# The end -------------------------------------------------------------------------------------------------


@rule("ASLI-7.0.1", "ASLI-7.0.2", "ASLI-7.1.1.1", "ASLI-7.1.3.1", "ASLI-7.6.3")
class FailureToRout(AslResolution, frozen=True):
    """The RtPh ends: broken units where they may not stay are eliminated."""

    def happen(self, play: Asl) -> None:
        """Judge all, then carry it out."""
        position = play.position
        failed: list[str] = []
        for side in (position.active, other_side(position.active)):
            peril = peril_of(play, side)
            for id_, unit in units_of(position, side):
                if unit.broken and next(must_rout(play, id_, peril), None) is not None:
                    failed.append(id_)
        for id_ in failed:
            eliminate(play, id_, "failure to rout")
