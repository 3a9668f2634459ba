"""How a stack gets on: its MF, the cost of a step and what forbids it, what it carries [ASLI-4.1, 10.2].

MF are counted in halves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grognard.play import Action
from grognard.reasons import Reason, rule, total
from grognard_asl.battlefield import HALF
from grognard_asl.defensive_fire import Exposure, Watched
from grognard_asl.position import Asl, Mover, other_side
from grognard_asl.stacks import adjust_weapon, holds_enemy, kind_of, mg_of, relocate
from grognard_asl.victory import claim
from grognard_asl.weapons import Drop, carrying, drop, drop_bars, excess_points

__all__ = [
    "March",
    "TakeUp",
    "allowance",
    "any_step",
    "entries",
    "handle",
    "handling",
    "handling_bars",
    "hex_of",
    "may_leave_road",
    "split_bars",
    "step",
    "step_bars",
    "step_cost",
]


class TakeUp(Action, frozen=True):
    """Pick up a machine gun that nobody possesses."""

    weapon: str
    unit: str
    verb = "take-up"


class March(Watched, frozen=True, kw_only=True):
    """The record of a move: who moves (still), how, and the halves of MF spent.

    ``manner`` is blank until declared: ``walk``, ``assault`` or ``hurry`` (double time). ``dropped`` are
    weapons this move has dropped.
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
        """Whether it moves at double time."""
        return self.manner == "hurry"


# MF ------------------------------------------------------------------------------------------------------


@rule("ASLI-4.1.1", "ASLI-4.1.2", "ASLI-4.1.3", "ASLI-4.1.4", "ASLI-10.1.2", "ASLI-10.2.2", "ASLI-10.2.7")
def mf_reasons(
    play: Asl, id_: str, group: Sequence[str], above: int, *, on_road: bool, hurry: bool = False
) -> tuple[Reason, ...]:
    """MF of a unit that moves with others, in halves; ``above`` are portage points over what it can carry."""
    figures, units = play.rules.figures, play.position.units
    row = kind_of(play.rules, units[id_])
    mf = figures.movement.mf[row.type]
    found = [figures.movement.reason("mf", f"{mf} MF: {row.name.en}", HALF * mf)]
    if row.mmc and any(kind_of(play.rules, units[other]).leadership is not None for other in group):
        more = figures.movement.leader_bonus
        found.append(figures.movement.reason("leader_bonus", f"{more} MF more: with a leader", HALF * more))
    if on_road:
        more = figures.movement.road_bonus
        found.append(figures.movement.reason("road_bonus", f"{more} MF more: all on road", HALF * more))
    if above:
        less = figures.portage.excess_mf * above
        found.append(
            figures.portage.reason("excess_mf", f"{less} MF less: {above} PP too many", -HALF * less)
        )
    if hurry:
        found.append(Reason("2 MF more: double time", "ASLI-4.1.1", HALF * 2))
    return tuple(found)


def loads_of(play: Asl, units: Iterable[str]) -> dict[str, int]:
    """Unit → the most portage points it has carried in this move, or carries now [ASLI-10.1.4]."""
    position = play.position
    if not any(weapon.owner for weapon in position.weapons.values()):
        return {id_: position.loads.get(id_, 0) for id_ in units}
    return {id_: max(carrying(play, id_), position.loads.get(id_, 0)) for id_ in units}


def allowance(
    play: Asl,
    group: Sequence[str],
    *,
    on_road: bool,
    loads: dict[str, int] | None = None,
    hurry: bool = False,
) -> int:
    """Halves of MF that units have who move together: the least of them."""
    loads = loads_of(play, group) if loads is None else loads
    above = excess_points(play, loads) if any(loads.values()) else dict.fromkeys(group, 0)
    return min(total(mf_reasons(play, id_, group, above[id_], on_road=on_road, hurry=hurry)) for id_ in group)


# Steps --------------------------------------------------------------------------------------------------


def hex_of(play: Asl, moving: March) -> str:
    """Where a moving stack is; blank before it has entered the map."""
    return play.position.units[moving.units[0]].hex


@rule("ASLI-4.0.3", "ASLI-4.0.4", "ASLI-4.2.1", "ASLI-4.2.2", "ASLI-10.2.3")
def step_bars(play: Asl, moving: March, to: str, *, off_road: bool = False) -> Iterator[Reason]:
    """Every rule that forbids the next step."""
    position, field = play.position, play.rules.field(play.position)
    here = hex_of(play, moving)
    if to not in field.board or (
        to not in field.board.neighbours(here) if here else to not in entries(play, moving)
    ):
        yield Reason(f"{to} is not next to {here or 'the edge they enter over'}", "ASLI-4.0.4")
        return
    if off_road and not may_leave_road(play, here, to):
        yield Reason(f"no road through trees leads to {to}", "ASLSK-1.1.2.26")
        return
    if holds_enemy(position, to, moving.side):
        yield Reason(f"enemies are in {to}", "ASLI-4.0.3")
    for id_ in moving.units:
        if not kind_of(play.rules, position.units[id_]).mmc:
            most = play.rules.figures.portage.smc_most
            if carrying(play, id_) > most:
                yield play.rules.figures.portage.reason("smc_most", f"a leader carries {most} PP at most")
    cost = step_cost(play, moving, to, off_road=off_road)
    if not cost:
        yield Reason(f"nobody may enter {to}", "ASLI-4.0.2")
        return
    stays = moving.on_road and by_road(play, here, to, off_road=off_road)
    left = allowance(play, moving.units, on_road=stays, hurry=moving.hurry) - moving.spent
    if total(cost) > left:
        yield Reason(
            f"the step costs {halves_words(total(cost))}, {halves_words(max(0, left))} are left", "ASLI-4.0.2"
        )


def entries(play: Asl, moving: March) -> dict[str, None]:
    """Hexes over which a stack enters the map."""
    return play.rules.zone(play.position, play.position.waiting[moving.units[0]])


def by_road(play: Asl, here: str, to: str, *, off_road: bool) -> bool:
    """Whether a step follows a road."""
    field = play.rules.field(play.position)
    if off_road:
        return False
    return field.road_joins(here, to) if here else to in field.map.exits


def may_leave_road(play: Asl, here: str, to: str) -> bool:
    """Whether going beside the road differs from going along it."""
    field = play.rules.field(play.position)
    return bool(here) and field.road_joins(here, to) and field.terrain[to].id in field.mixed


def step_cost(play: Asl, moving: March, to: str, *, off_road: bool = False) -> tuple[Reason, ...]:
    """What a step costs, in halves of MF."""
    field, here = play.rules.field(play.position), hex_of(play, moving)
    along = by_road(play, here, to, off_road=off_road)
    return field.entry(here, to, by_road=along) if here else field.entry_from_edge(to, by_road=along)


def any_step(play: Asl, moving: March) -> bool:
    """Whether a stack can make a step at all, or could after dropping what it carries."""
    here = hex_of(play, moving)
    for to in play.rules.field(play.position).board.neighbours(here) if here else entries(play, moving):
        if next(step_bars(play, moving, to), None) is None:
            return True
    return False


def halves_words(halves: int) -> str:
    """Halves of MF as printed.

    >>> halves_words(3), halves_words(8)
    ('1½ MF', '4 MF')
    """
    whole, rest = divmod(halves, HALF)
    return f"{whole or ('' if rest else 0)}{'½' if rest else ''} MF"


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
    loads = loads_of(play, moving.units)
    loads[id_] += play.rules.weapons[gun.kind].pp
    if not kind_of(play.rules, position.units[id_]).mmc and loads[id_] > play.rules.figures.portage.smc_most:
        yield Reason("a leader carries no more", "ASLI-10.2.3")
    if allowance(play, moving.units, on_road=moving.on_road, loads=loads, hurry=moving.hurry) < moving.spent:
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
    cost = total(step_cost(play, moving, to, off_road=off_road))
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
