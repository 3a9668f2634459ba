"""A rout, step by step: the way, Low Crawl, Interdiction, what is left behind [ASLI-7.2–7.5, 10.3.5].

A rout is a record frame, `Routing`, under its steps. What way it may take is worked out in `flight`, what
threatens it in `peril`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from grognard.play import Action
from grognard.reasons import Reason, rule, total
from grognard_asl.battlefield import printed_mf
from grognard_asl.bearings import Step
from grognard_asl.flight import Course, Flight, Spot, flight_from
from grognard_asl.marching import apart
from grognard_asl.morale import dm_by_fire, help_of, judge, morale_of, rolls_by_margin
from grognard_asl.movement import OffRoad, Stop, To
from grognard_asl.peril import peril_of
from grognard_asl.position import Asl, AslDecision, AslResolution, Unit
from grognard_asl.stacks import eliminate, kind_of, mg_of, relocate, units_in
from grognard_asl.weapons import Drop, carrying, drop

__all__ = [
    "ChooseDiscard",
    "ChooseRoutStep",
    "Crawl",
    "Discarding",
    "Interdiction",
    "Routing",
    "begin",
    "may_crawl",
]


class Crawl(Action, frozen=True):
    """Low Crawl into a hex: the whole rout."""

    hex: str


# A rout --------------------------------------------------------------------------------------------------


@rule("ASLI-7.1.1.3", "ASLI-7.5.2.4")
class Routing(AslResolution, frozen=True):
    """A rout under way: who routs, which leaders go along, the halves of MF spent, where it leads.

    ``feared`` are hexes of enemies who have had it in sight; ``seeks`` and ``home`` are those of `Spot`,
    ``goals`` and ``free`` those of `Course`.
    """

    side: str
    unit: str
    leaders: tuple[str, ...]
    start: str
    goals: tuple[str, ...]
    free: bool
    feared: tuple[str, ...] = ()
    seeks: bool = True
    home: bool = False
    spent: int = 0
    over: bool = False

    def happen(self, play: Asl) -> None:
        """Ask for the next step, until it ends or the unit is lost."""
        if not self.over and self.unit in play.position.units:
            play.push(ChooseRoutStep(self.side), self)


@rule("ASLI-10.3.5", "ASLI-7.3.4")
def begin(play: Asl, side: str, id_: str, leaders: tuple[str, ...]) -> None:
    """Begin a rout: what cannot be carried is dropped first."""
    start = play.position.units[id_].hex
    course = flight_from(peril_of(play, side), start).course()
    group = (id_, *leaders)
    play.position.acted.update(group)
    discards = [Discarding(side, each) for each in group]
    play.push(*discards, Routing(side, id_, leaders, start, course.goals, course.free))


def flight_of(play: Asl, routing: Routing) -> tuple[Flight, Spot, Course, int]:
    """The ways of a rout, its present moment, where it leads, the halves of MF left."""
    peril = peril_of(play, routing.side)
    flight = flight_from(peril, routing.start)
    here = play.position.units[routing.unit].hex
    feared = peril.bearings.set_of(routing.feared) & peril.enemies
    spot = Spot(here, feared | peril.seen(here), routing.seeks, routing.home)
    return flight, spot, Course(routing.goals, routing.free), flight.mf - routing.spent


@rule("ASLI-7.4.1", "ASLI-7.4.3", "ASLI-7.6.4", "ASLI-7.1.1.4")
def may_crawl(flight: Flight, course: Course, step: Step) -> bool:
    """Whether a unit that has not moved may Low Crawl, by a step that no enemy forbids: `crawl_bars`."""
    first = flight.first()
    if step.cost > flight.mf:
        return False
    if not course.free:
        then = flight.enter(first, step.to, course)
        if then is None or not flight.leads_on(first, then, flight.mf - step.cost, course):
            return False
    crawled = flight.peril.away(flight.start, step.to)
    return next(flight.peril.staying_bars(step.to, crawled=crawled), None) is None


def crawl_bars(flight: Flight, course: Course, hex: str) -> Iterator[Reason]:
    """What forbids a Low Crawl: it goes the way a rout would, and must get where the unit may stay."""
    first = flight.first()
    cost = flight.field.profile.cost(flight.start, hex)
    if cost is None or cost > flight.mf:
        yield Reason(f"nobody gets into {hex}", "ASLI-7.1.1.3")
        return
    yield from flight.step_bars(first, hex)
    then = flight.enter(first, hex, course)
    if not course.free and (then is None or not flight.leads_on(first, then, flight.mf - cost, course)):
        yield astray(hex, ends=False)
    yield from flight.peril.staying_bars(hex, crawled=flight.peril.away(flight.start, hex))


def step_bars(play: Asl, routing: Routing, hex: str, *, off_road: bool) -> Iterator[Reason]:
    """Every rule that forbids the next step of a rout."""
    flight, spot, course, left = flight_of(play, routing)
    if hex not in flight.field.board or hex not in flight.field.board.neighbours(spot.hex):
        steps = [step.to for step in flight.open_steps(spot)]
        able = ", ".join(to for to in steps if any(True for _ in ways_on(flight, spot, course, left, to)))
        more = f": further hexes are chosen one at a time, now {able}" if able else ""
        yield apart(play, spot.hex, hex, "ASLI-7.5.2.4", more)
        return
    if off_road and not flight.field.may_leave_road(spot.hex, hex):
        yield Reason(f"no road through trees leads to {hex}", "ASLSK-1.1.2.26")
        return
    cost = total(step_cost(flight, spot.hex, hex, off_road=off_road))
    if not 0 < cost <= left:
        words = f"the step costs {printed_mf(cost)} MF, {printed_mf(left)} are left"
        yield Reason(words if cost else f"nobody may enter {hex}", "ASLI-7.1.1.3")
        return
    bars = list(flight.step_bars(spot, hex))
    yield from bars
    then = flight.enter(spot, hex, course)
    if then is None:
        yield (
            Reason("nearer cover is in reach", "ASLI-7.2.1.1")
            if spot.seeks
            else Reason("in cover it stops, or goes on into cover", "ASLI-7.2.2.1")
        )
    elif not bars and not flight.leads_on(spot, then, left - cost, course):
        yield astray(hex, ends=course.free or then.home)


def astray(hex: str, *, ends: bool) -> Reason:
    """Why a step leads nowhere: towards no goal, or, where any safe hex will do as its end, to none."""
    if ends:
        return Reason(f"from {hex} it gets nowhere that it may stay in", "ASLI-7.6.3")
    return Reason(f"{hex} is not towards the nearest cover", "ASLI-7.2.1.1")


def step_cost(flight: Flight, here: str, hex: str, *, off_road: bool) -> tuple[Reason, ...]:
    """What a step costs, in halves of MF, along the road where one leads there."""
    return flight.field.entry(here, hex, by_road=not off_road and flight.field.road_joins(here, hex))


Deed = To | OffRoad | Crawl | Stop


@rule("ASLI-7.2.2.1", "ASLI-7.2.2.2", "ASLI-7.2.5.1", "ASLI-7.4.1", "ASLI-7.6.5")
class ChooseRoutStep(AslDecision[To | OffRoad | Crawl | Stop], frozen=True):
    """Choose the next hex of a rout, or end it."""

    def options(self, play: Asl) -> Iterator[Deed]:
        """Steps from which the rout can still be ended well; Low Crawl instead of the first; the end."""
        routing = play.enclosing(Routing)
        flight, spot, course, left = flight_of(play, routing)
        for step in flight.open_steps(spot):
            for off_road in ways_on(flight, spot, course, left, step.to):
                yield OffRoad(step.to) if off_road else To(step.to)
            if not routing.spent and may_crawl(flight, course, step):
                yield Crawl(step.to)
        if routing.spent and flight.may_end(spot, course):
            yield Stop()

    def take(self, play: Asl, action: Deed) -> None:
        """Step, crawl or end."""
        if isinstance(action, Stop):
            play.amend(Routing, over=True)
        elif isinstance(action, Crawl):
            crawl(play, action.hex)
        else:
            step(play, action.hex, off_road=isinstance(action, OffRoad))

    def refusal(self, play: Asl, action: Deed) -> tuple[Reason, ...]:
        """Why the rout does not go on like this."""
        routing = play.enclosing(Routing)
        if isinstance(action, (To, OffRoad)):
            return tuple(step_bars(play, routing, action.hex, off_road=isinstance(action, OffRoad)))
        flight, spot, course, _ = flight_of(play, routing)
        if isinstance(action, Stop):
            return tuple(stop_bars(flight, spot, course))
        if routing.spent:
            hexes = play.rules.figures.rout.low_crawl_hexes
            return (play.rules.figures.rout.reason("low_crawl_hexes", f"Low Crawl is a rout of {hexes} hex"),)
        if action.hex not in flight.field.board.neighbours(spot.hex):
            return (apart(play, spot.hex, action.hex, "ASLI-7.4.1"),)
        return tuple(crawl_bars(flight, course, action.hex))

    def explain(self, play: Asl, action: Deed) -> tuple[Reason, ...] | None:
        """What the step costs; what its Interdiction check is made of comes from the check."""
        if isinstance(action, (Crawl, Stop)):
            return ()
        routing, off_road = play.enclosing(Routing), isinstance(action, OffRoad)
        flight, spot, _, _ = flight_of(play, routing)
        if interdicted(flight, spot.hex, action.hex, off_road=off_road):
            return None
        return step_cost(flight, spot.hex, action.hex, off_road=off_road)


def ways_on(flight: Flight, spot: Spot, course: Course, left: int, hex: str) -> Iterator[bool]:
    """The ways into a hex that a rout may take, along the road (false) and beside it (true): `step_bars`."""
    then = flight.enter(spot, hex, course)
    for off_road in (False, True) if flight.field.may_leave_road(spot.hex, hex) else (False,):
        cost = flight.field.step_cost(spot.hex, hex, off_road=off_road)
        if then and cost and cost <= left and flight.leads_on(spot, then, left - cost, course):
            yield off_road


def stop_bars(flight: Flight, spot: Spot, course: Course) -> Iterator[Reason]:
    """What forbids to end a rout in a hex."""
    if spot.hex == flight.start:
        yield Reason("the first step is due", "ASLI-7.5.2.4")
    if not (spot.home or course.free):
        yield Reason("it has not reached the nearest cover", "ASLI-7.2.1.1")
    yield from flight.peril.staying_bars(spot.hex)


# Going ---------------------------------------------------------------------------------------------------


def interdicted(flight: Flight, here: str, hex: str, *, off_road: bool) -> tuple[str, ...]:
    """Hexes of enemies that Interdict a step."""
    by_road = not off_road and flight.field.road_joins(here, hex)
    return flight.peril.interdictors(hex, here, by_road=by_road)


def go(play: Asl, routing: Routing, spot: Spot, flight: Flight, cost: int, how: str) -> None:
    """Put those who rout into the next hex."""
    group = tuple(id_ for id_ in (routing.unit, *routing.leaders) if id_ in play.position.units)
    here = play.position.units[routing.unit].hex
    kind = play.position.units[routing.unit].kind
    play.log(how, side=routing.side, kind=kind, hex=here, to=spot.hex)
    feared = tuple(flight.peril.named(spot.feared))
    play.amend(
        Routing, spent=routing.spent + cost, feared=feared, seeks=spot.seeks, home=spot.home,
        over=how == "crawled",
    )  # fmt: skip
    relocate(play, group, spot.hex)


@rule("ASLI-7.5.1.1", "ASLI-7.3.2")
def step(play: Asl, hex: str, *, off_road: bool) -> None:
    """Make a step of a rout; Interdiction comes before the next."""
    routing = play.enclosing(Routing)
    flight, spot, course, _ = flight_of(play, routing)
    cost = total(step_cost(flight, spot.hex, hex, off_road=off_road))
    then = flight.enter(spot, hex, course)
    if then is None:
        raise ValueError(f"a rout does not go from {spot.hex} to {hex}")
    go(play, routing, then, flight, cost, "routed")
    by = interdicted(flight, spot.hex, hex, off_road=off_road)
    if by:
        play.push(Interdiction(routing.side, routing.unit, routing.leaders, by))


@rule("ASLI-7.4.1", "ASLI-7.4.2", "ASLI-7.1.1.4")
def crawl(play: Asl, hex: str) -> None:
    """Low Crawl: all MF, no Interdiction; away from the nearest enemy it may stay in the open."""
    routing = play.enclosing(Routing)
    flight, spot, course, left = flight_of(play, routing)
    then = flight.enter(spot, hex, course)
    if then is None:
        raise ValueError(f"a rout does not go from {spot.hex} to {hex}")
    if flight.peril.away(flight.start, hex):
        play.position.crawled.update({routing.unit, *routing.leaders} & play.position.units.keys())
    go(play, routing, then, flight, left, "crawled")


@rule("ASLI-7.5.1.1", "ASLI-7.5.2.1", "ASLI-7.5.2.2", "ASLI-7.3.3", "ASLI-7.3.4", "ASLI-7.6.6")
class Interdiction(AslResolution, frozen=True):
    """A NMC of a routing unit in the open; leaders who came along help, and fall with a failure."""

    side: str
    unit: str
    leaders: tuple[str, ...]
    by: tuple[str, ...]

    def happen(self, play: Asl) -> None:
        """Roll."""
        units = play.position.units
        unit, worst = units[self.unit], play.rules.figures.morale.casualty_dr
        help_ = help_of(play, self.unit)
        margin = morale_of(play, unit) - (help_.value if help_ else 0)
        from_ = Reason(f"Interdiction from {', '.join(self.by)}", "ASLI-7.5.1.1")
        groups = rolls_by_margin(margin, worst)
        reasons = (from_, help_) if help_ else (from_,)
        counts = play.pool("2d6", 1, count=groups, why="interdiction", reasons=reasons)
        roll = max(int(face) for face in groups[counts.index(1)].split())
        dm_by_fire(play, units_in(play.position, unit.hex, self.side))
        judge(play, self.unit, margin, roll)
        for leader in self.leaders if roll > margin else ():
            if leader in units:
                eliminate(play, leader, "interdiction")


# What is left behind -------------------------------------------------------------------------------------


@rule("ASLI-10.3.5", "ASLI-10.2.6")
class Discarding(AslResolution, frozen=True):
    """Before routing a unit drops the machine guns it cannot carry."""

    side: str
    unit: str

    def happen(self, play: Asl) -> None:
        """Ask for the next one."""
        if carrying(play, self.unit) > capacity(play, play.position.units[self.unit]):
            play.push(ChooseDiscard(self.side, self.unit), self)


def capacity(play: Asl, unit: Unit) -> int:
    """Portage points that a unit carries without a loss."""
    figures = play.rules.figures.portage
    return figures.mmc_capacity if kind_of(play.rules, unit).mmc else figures.smc_capacity


@rule("ASLI-10.3.5")
class ChooseDiscard(AslDecision[Drop], frozen=True):
    """Choose a machine gun to drop: one of those without which the rest can be carried."""

    unit: str

    def options(self, play: Asl) -> Iterator[Drop]:
        """Guns of some smallest set whose loss is enough."""
        points = {id_: play.rules.weapons[gun.kind].pp for id_, gun in mg_of(play.position, self.unit)}
        above = sum(points.values()) - capacity(play, play.position.units[self.unit])
        sets = chain.from_iterable(combinations(points, n) for n in range(1, len(points) + 1))
        enough = [each for each in sets if sum(points[id_] for id_ in each) >= above]
        least = [each for each in enough if not any(set(other) < set(each) for other in enough)]
        dropped = {id_ for each in least for id_ in each}
        yield from (Drop(id_) for id_ in points if id_ in dropped)

    def take(self, play: Asl, action: Drop) -> None:
        """Drop it."""
        drop(play, action.weapon)
