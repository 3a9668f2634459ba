"""How a stack gets on: its MF, the cost of a step and what forbids it, what it carries [ASLI-4.1, 10.2].

MF are counted in halves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_asl.battlefield import HALF, Way, printed_mf
from grognard_asl.defensive_fire import Exposure, Watched
from grognard_asl.position import Asl, Mover, other_side
from grognard_asl.schema import UnitKind
from grognard_asl.stacks import adjust_weapon, holds_enemy, kind_of, mg_of, relocate
from grognard_asl.victory import claim
from grognard_asl.weapons import Drop, carrying, drop, drop_bars, excess_points

__all__ = [
    "Budget",
    "March",
    "TakeUp",
    "affords",
    "allowance",
    "any_step",
    "apart",
    "around",
    "handle",
    "handling",
    "handling_bars",
    "hex_of",
    "least_step",
    "load_bar",
    "split_bars",
    "step",
    "step_bars",
    "step_cost",
    "ways",
    "ways_from",
]


class TakeUp(Action, frozen=True):
    """Pick up a machine gun that nobody possesses."""

    weapon: str
    unit: str
    verb = "take-up"


class March(Watched, frozen=True, kw_only=True):
    """The record of a move: who moves (still), how, and the halves of MF spent.

    ``manner`` is blank until declared: ``walk``, ``assault`` or ``double time``. ``dropped`` are weapons
    dropped on the way.
    """

    side: str
    units: tuple[str, ...]
    start: str
    manner: str = ""
    spent: int = 0
    on_road: bool = False
    dropped: tuple[str, ...] = ()
    over: bool = False

    @property
    def hurry(self) -> bool:
        """Whether it moves at double time (switch ``cx``)."""
        return self.manner == "double time"


# MF ------------------------------------------------------------------------------------------------------


@rule("ASLI-4.1.1", "ASLI-4.1.2", "ASLI-4.1.3", "ASLI-4.1.4", "ASLI-10.1.2", "ASLI-10.2.2", "ASLI-10.2.7")
def mf_terms(
    play: Asl, row: UnitKind, above: int, *, led: bool, on_road: bool, hurry: bool
) -> dict[str, int]:
    """MF of a unit, figure by figure: its own, with a leader, all on road, for ``above`` PP too many, CX."""
    movement, portage = play.rules.figures.movement, play.rules.figures.portage
    terms = {"mf": movement.mf[row.type]}
    if led and row.mmc:
        terms["leader_bonus"] = movement.leader_bonus
    if on_road:
        terms["road_bonus"] = movement.road_bonus
    if hurry:
        terms["double_time"] = movement.double_time
    if above:
        terms["excess_mf"] = -portage.excess_mf * above
    return terms


@rule("ASLI-10.1.3", "ASLI-10.1.4")
def loads_of(play: Asl, units: Iterable[str]) -> dict[str, int]:
    """Unit → the most portage points it has carried in this move, or carries now [ASLI-10.1.4]."""
    position, rows = play.position, play.rules.weapons
    loads = dict.fromkeys(units, 0)
    for gun in position.weapons.values():
        if gun.owner in loads:
            loads[gun.owner] += rows[gun.kind].pp
    return {id_: max(load, position.loads.get(id_, 0)) for id_, load in loads.items()}


def allowance(
    play: Asl,
    group: Sequence[str],
    *,
    on_road: bool,
    hurry: bool = False,
    loads: dict[str, int] | None = None,
) -> int:
    """Halves of MF that units have who move together: the least of them; ``hurry``: at double time."""
    loads = loads_of(play, group) if loads is None else loads
    above = excess_points(play, loads) if any(loads.values()) else {}
    units, rows = play.position.units, play.rules.units
    kinds = {id_: rows[units[id_].kind] for id_ in group}
    led = any(row.leadership is not None for row in kinds.values())
    return HALF * min(
        sum(mf_terms(play, row, above.get(id_, 0), led=led, on_road=on_road, hurry=hurry).values())
        for id_, row in kinds.items()
    )


# Steps ---------------------------------------------------------------------------------------------------


class Budget:
    """Halves of MF that a stack has left, on the road and off it; worked out when asked for.

    ``loads`` are portage points by unit, by default what they carry.
    """

    def __init__(self, play: Asl, moving: March, loads: dict[str, int] | None = None) -> None:
        self.play, self.moving, self.loads = play, moving, loads
        self.known: dict[bool, int] = {}

    def left(self, *, on_road: bool) -> int:
        """Halves of MF left for a step after which the whole move has (not) been on roads."""
        if on_road not in self.known:
            self.known[on_road] = (
                allowance(
                    self.play,
                    self.moving.units,
                    on_road=on_road,
                    hurry=self.moving.hurry,
                    loads=self.loads,
                )
                - self.moving.spent
            )
        return self.known[on_road]


def hex_of(play: Asl, moving: March) -> str:
    """Where a moving stack is; blank before it has entered the map."""
    return play.position.units[moving.units[0]].hex


@rule("ASLI-10.2.3")
def load_bar(play: Asl, moving: March) -> Reason | None:
    """What a leader of the stack carries too much."""
    figures = play.rules.figures.portage
    for id_ in moving.units:
        if not kind_of(play.rules, play.position.units[id_]).mmc and carrying(play, id_) > figures.smc_most:
            return figures.reason("smc_most", f"a leader carries {figures.smc_most} PP at most")
    return None


@rule("ASLI-4.0.2", "ASLI-4.0.3", "ASLI-4.2.1", "ASLI-4.2.2", "ASLI-4.4.1")
def step_bars(
    play: Asl, moving: March, to: str, budget: Budget | None = None, *, off_road: bool = False
) -> Iterator[Reason]:
    """Every rule that forbids the next step, but for what the stack carries."""
    here = hex_of(play, moving)
    if to not in around(play, moving):
        if here:
            yield apart(play, here, to, "ASLI-4.4.1", ": a move goes on hex by hex")
        else:
            yield Reason(f"{to} is not where they enter the map", "ASLI-0.0.1")
        return
    if off_road and not play.rules.field(play.position).may_leave_road(here, to):
        yield Reason(f"no road through trees leads to {to}", "ASLSK-1.1.2.26")
        return
    if holds_enemy(play.position, to, moving.side):
        yield Reason(f"enemies are in {to}", "ASLI-4.0.3")
    cost = play.rules.field(play.position).step_cost(here, to, off_road=off_road)
    if cost is None:
        yield Reason(f"nobody may enter {to}", "ASLI-4.0.2")
        return
    budget = budget or Budget(play, moving)
    left = budget.left(on_road=moving.on_road and by_road(play, here, to, off_road=off_road))
    if cost > left:
        words = f"the step costs {printed_mf(cost)} MF, {printed_mf(max(0, left))} are left"
        yield Reason(words, "ASLI-4.0.2")


@rule("ASLI-4.0.4")
def apart(play: Asl, here: str, to: str, cite: str, more: str = "") -> Reason:
    """Why a hex not next to ``here`` is not the next: off the map, or too far by the rule ``cite``."""
    if to not in play.rules.field(play.position).board:
        return Reason(f"{to} is off the map, which nobody leaves of their own will", "ASLI-4.0.4")
    return Reason(f"{to} is not next to {here}{more}", cite)


def around(play: Asl, moving: March) -> Iterable[str]:
    """Where the next step may lead: hexes around, or those over which a stack enters the map."""
    position = play.position
    here = hex_of(play, moving)
    if here:
        return play.rules.field(position).board.neighbours(here)
    return play.rules.zone(position, position.waiting[moving.units[0]])


def by_road(play: Asl, here: str, to: str, *, off_road: bool) -> bool:
    """Whether a step follows a road."""
    return not off_road and play.rules.field(play.position).road_joins(here, to)


def step_cost(play: Asl, moving: March, to: str, *, off_road: bool = False) -> tuple[Reason, ...]:
    """What a step costs, in halves of MF, figure by figure."""
    field, here = play.rules.field(play.position), hex_of(play, moving)
    along = by_road(play, here, to, off_road=off_road)
    return field.entry(here, to, by_road=along) if here else field.entry_from_edge(to, by_road=along)


def ways(play: Asl, moving: March) -> Iterable[Way]:
    """The next steps that terrain leaves open, along the road where one leads there."""
    return ways_from(play, hex_of(play, moving), moving.units)


def ways_from(play: Asl, here: str, units: Sequence[str]) -> Iterable[Way]:
    """The steps that terrain leaves units who are in a hex; blank: who are about to enter the map."""
    position, field = play.position, play.rules.field(play.position)
    if here:
        return field.ways_out(here)
    zone = play.rules.zone(position, position.waiting[units[0]])
    return [way for to in zone if (way := field.way(here, to)) is not None]


def affords(play: Asl, moving: March, way: Way, budget: Budget) -> bool:
    """Whether enemies and MF allow a step that terrain leaves open: `step_bars`."""
    if holds_enemy(play.position, way.to, moving.side):
        return False
    return way.cost <= budget.left(on_road=moving.on_road and way.by_road)


def least_step(play: Asl, moving: March) -> int | None:
    """The cheapest step that terrain and enemies leave open, in halves of MF; ``None``: there is none."""
    position, side = play.position, moving.side
    costs = [way.cost for way in ways(play, moving) if not holds_enemy(position, way.to, side)]
    return min(costs, default=None)


def any_step(play: Asl, moving: March, loads: dict[str, int] | None = None) -> bool:
    """Whether a stack can make a step at all, with such loads (default: what it carries)."""
    budget = Budget(play, moving, loads)
    return any(affords(play, moving, way, budget) for way in ways(play, moving))


# Weapons on the way ------------------------------------------------------------------------------------


def handling(play: Asl, moving: March) -> Iterator[Drop | TakeUp]:
    """Weapons that a moving stack may drop or pick up now."""
    position = play.position
    for weapon, gun in position.weapons.items():
        if gun.owner in moving.units:
            if next(drop_bars(position, weapon, moving.units), None) is None:
                yield Drop(weapon)
        elif not gun.owner and gun.hex and gun.hex == hex_of(play, moving):
            for id_ in moving.units:
                if next(take_up_bars(play, moving, weapon, id_), None) is None:
                    yield TakeUp(weapon, id_)


@rule("ASLI-10.1.5", "ASLI-10.1.6")
def take_up_bars(play: Asl, moving: March, weapon: str, id_: str) -> Iterator[Reason]:
    """What forbids a moving unit to pick a weapon up."""
    position = play.position
    gun = position.weapons.get(weapon)
    if gun is None or gun.owner or not gun.hex or gun.hex != hex_of(play, moving) or id_ not in moving.units:
        yield Reason(f"{weapon} does not lie where {id_} moves", "ASLI-10.1.5")
        return
    if weapon in position.handled or weapon in moving.dropped:
        yield Reason("it has been carried, or dropped, in this phase", "ASLI-10.1.6")
    load = carrying(play, id_) + play.rules.weapons[gun.kind].pp
    if not kind_of(play.rules, position.units[id_]).mmc and load > play.rules.figures.portage.smc_most:
        yield Reason("a leader carries no more", "ASLI-10.2.3")
    loads = loads_of(play, moving.units)
    loads[id_] = max(loads[id_], load)
    if moving.spent:
        more = allowance(play, moving.units, on_road=moving.on_road, hurry=moving.hurry, loads=loads)
        enough = more >= moving.spent
    else:
        enough = any_step(play, moving, loads)
    if not enough:
        yield Reason("no MF are left for carrying it", "ASLI-10.1.5")


def handling_bars(play: Asl, action: Drop | TakeUp) -> tuple[Reason, ...]:
    """What forbids handling a weapon now."""
    moving = play.enclosing(March)
    if isinstance(action, Drop):
        return tuple(drop_bars(play.position, action.weapon, moving.units))
    return tuple(take_up_bars(play, moving, action.weapon, action.unit))


def handle(play: Asl, action: Drop | TakeUp) -> None:
    """Drop a weapon or pick one up."""
    moving = play.enclosing(March)
    if isinstance(action, Drop):
        drop(play, action.weapon)
        play.amend(March, dropped=(*moving.dropped, action.weapon))
    else:
        adjust_weapon(play, action.weapon, owner=action.unit)
        play.log("taken up", kind=play.position.weapons[action.weapon].kind, unit=action.unit)


# Going on ---------------------------------------------------------------------------------------------


@rule("ASLI-4.1.3", "ASLI-4.5.2", "ASLI-10.2.4")
def split_bars(play: Asl, moving: March, units: tuple[str, ...]) -> tuple[Reason, ...]:
    """What forbids a part of a stack to go on by itself: MF that only the whole stack had are spent."""
    if not units or not set(units) < set(moving.units) or len(set(units)) < len(units):
        return (Reason("a part of the moving stack, each unit once", "ASLI-4.5.2"),)
    rest = tuple(id_ for id_ in moving.units if id_ not in units)
    for part in (units, rest):
        if allowance(play, part, on_road=moving.on_road, hurry=moving.hurry) < moving.spent:
            return (Reason("it has spent MF that it has only together with a leader", "ASLI-4.1.3"),)
    return ()


@rule("ASLI-4.4.1", "ASLI-5.1.0.1", "ASLI-5.1.0.2")
def step(play: Asl, moving: March, to: str, *, off_road: bool) -> None:
    """Spend the MF of a step; Residual FP and Defensive First Fire come before the next."""
    position, here = play.position, hex_of(play, moving)
    cost = play.rules.field(position).step_cost(here, to, off_road=off_road) or 0
    along = by_road(play, here, to, off_road=off_road)
    for id_, load in loads_of(play, moving.units).items():
        if load:
            position.loads[id_] = load
            position.handled.update(gun for gun, _ in mg_of(position, id_))
    for id_ in moving.units:
        position.waiting.pop(id_, None)
    relocate(play, moving.units, to)
    claim(play, to)
    play.log(
        "moved", side=moving.side, units=" ".join(moving.units), hex=here or "off the map", to=to, cost=cost
    )
    spent, assault = moving.spent + cost, moving.manner == "assault"
    play.amend(March, spent=spent, on_road=moving.on_road and along, over=assault)
    mover = Mover(assault, along, here)
    play.push(Exposure(other_side(moving.side), to, moving.units, mover, moving.suffered))
