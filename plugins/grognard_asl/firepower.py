"""Who may fire at what, with how much firepower, and who may fire together [ASLI-3.1, 3.2.2–3.2.4, 10.5].

What fires is a unit (its inherent firepower) or a machine gun (fired by the unit that possesses it); both are
named by id. ``mode`` is the fire phase: ``prep``, ``first`` (at a moving stack), ``final``, ``advancing``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Literal, NamedTuple

from grognard.latest import Latest
from grognard.reasons import Reason, printed, rule
from grognard_asl.position import Asl, AslPosition, Unit
from grognard_asl.schema import UnitKind, WeaponKind
from grognard_asl.stacks import guns_of, kind_of, mg_of, units_of
from grognard_asl.tables import Tables

__all__ = [
    "KEPT",
    "Mode",
    "Power",
    "Shooter",
    "armed",
    "bearer_of",
    "can_fire",
    "fire_bars",
    "firepower",
    "shooters",
    "volley",
]

Mode = Literal["prep", "first", "final", "advancing"]

KEPT = "kept"
"""The mark of a machine gun that has fired within its rate (switch ``rate_of_fire``): it may fire again."""


class Case(NamedTuple):
    """All that firepower depends on: who fires, range, phase, fire counter, leaders at a gun, pinned."""

    row: str
    away: int
    mode: Mode
    counter: str
    leaders: int  # that fire the machine gun; 0 if others do, or nobody
    pinned: bool


class Power(NamedTuple):
    """Firepower of one firer and the reasons it is made of (values 0: firepower is no DRM)."""

    fp: Fraction
    reasons: tuple[Reason, ...]


def bearer_of(position: AslPosition, firer: str) -> str:
    """The unit that fires: itself, or the owner of the weapon; blank for a weapon nobody possesses."""
    weapon = position.weapons.get(firer)
    return firer if weapon is None else weapon.owner


def row_of(play: Asl, firer: str) -> UnitKind | WeaponKind:
    """The row with the firer's firepower and Normal Range."""
    weapon = play.position.weapons.get(firer)
    return play.rules.weapons[weapon.kind] if weapon else kind_of(play.rules, play.position.units[firer])


def fire_counter(position: AslPosition, firer: str) -> str:
    """The fire counter on a firer."""
    weapon = position.weapons.get(firer)
    return weapon.fired if weapon else position.units[firer].fired


def armed(play: Asl, id_: str) -> bool:
    """Whether an unbroken unit has firepower, its own or a machine gun; for rout see `peril` [ASLI-7.0.3]."""
    unit = play.position.units[id_]
    if unit.broken:
        return False
    return bool(kind_of(play.rules, unit).fp) or bool(mg_of(play.position, id_))


# May it fire at all --------------------------------------------------------------------------------------


@rule("ASLI-3.1.1", "ASLI-3.2.2.2")
def fire_bars(play: Asl, firer: str, hex: str, mode: Mode) -> Iterator[Reason]:
    """Every rule that keeps one firer from firing at a hex in a fire phase, whoever fires with it.

    A line of sight is not asked for here: it is checked after the attack is declared [ASLI-3.1.8].
    """
    position = play.position
    id_ = bearer_of(position, firer)
    if not id_:
        yield Reason("nobody possesses it", "ASLI-10.4.3")
        return
    unit = position.units[id_]
    yield from bearer_bars(play, id_, unit, mode)
    row = row_of(play, firer)
    if not row.fp:
        yield Reason("it has no firepower of its own", "ASLI-3.2.0.1")
        return
    field = play.rules.field(position)
    away = field.board.distance(unit.hex, hex)
    if not away:
        yield Reason("a target is in a different hex", "ASLI-3.1.1")
    if away > row.range * play.rules.figures.fire.long_range_reach:
        yield Reason(f"{away} hexes are beyond twice its Normal Range of {row.range}", "ASLI-3.2.2.2")
    yield from counter_bars(play, firer, unit, row.range, away, mode)


class Shooter(NamedTuple):
    """A unit that may fire something, its hex, and how far it could."""

    id: str
    hex: str
    reach: int


def shooters(play: Asl, side: str, mode: Mode) -> list[Shooter]:
    """Units of a side that may fire something in a fire phase."""
    position = play.position
    latest: Latest[list[Shooter]] = play.rules.field(position).latest("shooters", side)
    work = partial(_shooters, play, side, mode)
    return latest.ask(work, mode, units_of(position, side), position.weapons)


def _shooters(play: Asl, side: str, mode: Mode) -> list[Shooter]:
    guns = guns_of(play.position)
    rows, weapons = play.rules.units, play.rules.weapons
    found: list[Shooter] = []
    for id_, unit in units_of(play.position, side):
        if unit.broken or unit.melee:
            continue
        if mode == "advancing" and next(bearer_bars(play, id_, unit, mode), None) is not None:
            continue
        row = rows[unit.kind]
        reach = furthest(play, row.range, unit.fired, mode) if row.fp else 0
        for gun in guns.get(id_, ()):
            reach = max(reach, furthest(play, weapons[gun.kind].range, gun.fired, mode))
        if reach:
            found.append(Shooter(id_, unit.hex, reach))
    return found


def furthest(play: Asl, normal: int, counter: str, mode: Mode) -> int:
    """The longest range a fire counter leaves a firer; 0: none. What `counter_bars` says hex by hex."""
    if counter in ("", KEPT):
        return normal * play.rules.figures.fire.long_range_reach
    if mode in ("prep", "advancing") or (mode == "final" and counter == "final"):
        return 0
    return normal if mode == "first" and counter == "first" else 1


def can_fire(play: Asl, firer: str, hex: str, mode: Mode) -> bool:
    """Whether nothing keeps one firer from firing at a hex."""
    return next(fire_bars(play, firer, hex, mode), None) is None


@rule("ASLI-3.0.1", "ASLI-6.0.1", "ASLI-9.5.0.3")
def bearer_bars(play: Asl, id_: str, unit: Unit, mode: Mode) -> Iterator[Reason]:
    """What keeps a unit from firing anything."""
    if unit.broken:
        yield Reason("it is broken", "ASLI-3.0.1")
    if unit.melee:
        yield Reason("it is in melee", "ASLI-9.5.0.3")
    if mode == "advancing" and "prep" in (unit.fired, *(mg.fired for _, mg in mg_of(play.position, id_))):
        yield Reason("it fired in the PFPh", "ASLI-6.0.1")


@rule(
    "ASLI-3.0.2", "ASLI-5.1.2.1", "ASLI-5.1.2.3", "ASLI-5.2.0.1", "ASLI-5.2.0.4", "ASLI-5.4.2", "ASLI-5.4.3",
    "ASLI-5.4.4",
)  # fmt: skip
def counter_bars(play: Asl, firer: str, unit: Unit, normal: int, away: int, mode: Mode) -> Iterator[Reason]:
    """What a fire counter keeps its unit from; ``away`` is the range."""
    counter = fire_counter(play.position, firer)
    if counter in ("", KEPT):
        return
    if mode in ("prep", "advancing"):
        yield Reason("it has fired in this Player Turn", "ASLI-3.0.2")
    elif mode == "final":
        if counter == "final":
            yield Reason("a unit marked Final Fire does not fire in the DFPh", "ASLI-5.4.4")
        elif away > 1:
            yield Reason("marked First Fire, it fires at adjacent hexes only", "ASLI-5.4.3")
    elif counter == "first":
        if away > normal:
            yield Reason(f"{away} hexes are beyond its Normal Range of {normal}", "ASLI-5.1.2.3")
        nearest = nearest_armed(play, unit)
        if away > nearest:
            yield Reason(f"an armed enemy is nearer, {nearest} hexes away", "ASLI-5.1.2.2")
    elif away > 1:
        yield Reason("marked Final Fire, it fires at movers in adjacent hexes only", "ASLI-5.2.0.1")


@rule("ASLI-5.1.2.2")
def nearest_armed(play: Asl, unit: Unit) -> int:
    """Hexes to the nearest armed enemy of a unit."""
    far = play.rules.field(play.position).board.distance
    return min(
        (
            far(unit.hex, other.hex)
            for id_, other in play.position.units.items()
            if other.side != unit.side and other.hex and armed(play, id_)
        ),
        default=10**6,
    )


# How much ------------------------------------------------------------------------------------------------


def firepower(play: Asl, firer: str, hex: str, mode: Mode, crew: int = 1) -> Power:
    """Firepower of one firer at a hex, fractions kept, and how it comes about.

    ``crew`` is the number of leaders that fire a machine gun together.
    """
    position, rules = play.position, play.rules
    row, counter = row_of(play, firer), fire_counter(position, firer)
    unit = position.units[bearer_of(position, firer)]
    away = rules.field(position).board.distance(unit.hex, hex)
    leaders = crew if isinstance(row, WeaponKind) and not rules.units[unit.kind].mmc else 0
    case = Case(row.id, away, mode, counter, leaders, unit.pinned)
    if case not in rules.powers:
        rules.powers[case] = power(rules, row, case)
    return rules.powers[case]


@rule("ASLI-3.2.2.1", "ASLI-3.2.2.2", "ASLI-3.2.2.3", "ASLI-3.2.2.4", "ASLI-10.1.1")
def power(rules: Tables, row: UnitKind | WeaponKind, case: Case) -> Power:
    """What a unit or machine gun brings in a case, factor by factor."""
    figures, fp = rules.figures.fire, Fraction(row.fp)
    reasons = [row.reason("fp", f"{row.name.en}: {printed(fp)} FP")]

    def apply(name: str, words: str) -> None:
        nonlocal fp
        factor: Fraction = getattr(figures, name)
        fp *= factor
        reasons.append(figures.reason(name, f"× {printed(factor)} {words}: {printed(fp)} FP"))

    if case.away <= figures.point_blank_range:
        apply("point_blank", "point blank")
    if case.away > row.range:
        apply("long_range", "long range")
    again = mode_factor(rules, case.counter, case.mode)
    if again:
        apply(*again)
    needed = rules.figures.weapons.smc_full
    if 0 < case.leaders < needed:
        apply("area_fire", "Area Fire, fired by a leader alone")
    elif case.leaders:
        words = f"{needed} leaders fire it at full firepower"
        reasons.append(rules.figures.weapons.reason("smc_full", words))
    if case.pinned:
        apply("area_fire", "pinned")
    return Power(fp, tuple(reasons))


@rule("ASLI-5.1.2.4", "ASLI-5.2.0.2", "ASLI-5.4.3", "ASLI-6.0.1")
def mode_factor(rules: Tables, counter: str, mode: Mode) -> tuple[str, str] | None:
    """The figure by which the kind of fire multiplies firepower, and its words."""
    if mode == "advancing":
        return "advancing_fire", "Advancing Fire"
    if mode == "first" and counter == "first":
        return "subsequent_first_fire", "Subsequent First Fire"
    if mode == "first" and counter == "final":
        return "final_protective_fire", "Final Protective Fire"
    if mode == "final" and counter == "first" and rules.options["final_fire_halving"]:
        return "final_fire_again", "Final Fire once more"
    return None


# What a unit fires with ----------------------------------------------------------------------------------


@rule("ASLI-10.5.1", "ASLI-10.5.2", "ASLI-10.5.3", "ASLI-10.5.4")
def weapon_bars(play: Asl, id_: str, firers: Sequence[str]) -> Iterator[Reason]:
    """What keeps a unit from firing all it would fire in an attack, counting what it has fired already."""
    position, figures = play.position, play.rules.figures.weapons
    unit = position.units[id_]
    row = kind_of(play.rules, unit)
    now = [weapon for weapon, _ in mg_of(position, id_) if weapon in firers]
    used = [weapon for weapon, mg in mg_of(position, id_) if mg.fired or weapon in now]
    inherent = id_ in firers
    if not row.mmc:
        if len(used) > figures.other_most:
            yield Reason("a leader fires one machine gun", "ASLI-10.5.4")
        if now and position.weapons[now[0]].fired not in (unit.fired, KEPT):
            yield Reason("this leader has had its action", "ASLI-11.2.1")
        return
    if row.type == "squad":
        if len(used) > figures.squad_most:
            yield figures.reason("squad_most", f"a squad fires {figures.squad_most} machine guns at most")
        if len(used) > figures.squad_free and (inherent or (now and unit.fired)):
            words = f"with {len(used)} machine guns a squad has no inherent firepower"
            yield Reason(words, "ASLI-10.5.2")
        return
    if len(used) > figures.other_most:
        yield figures.reason("other_most", "it fires one machine gun at most")
    if used and (inherent or (now and unit.fired)):
        yield Reason("with a machine gun it has no inherent firepower", "ASLI-10.5.3")


def volley(
    play: Asl, id_: str, hex: str, mode: Mode, *, pool: Collection[str] = (), done: Collection[str] = ()
) -> tuple[str, ...]:
    """What a unit would best fire at a hex: the most firepower it may bring; empty if it cannot fire.

    ``pool``, where not empty, is all that may fire; ``done`` have fired.
    """
    guns = mg_of(play.position, id_)
    able = [
        firer
        for firer in (id_, *(weapon for weapon, _ in guns))
        if (not pool or firer in pool) and firer not in done and can_fire(play, firer, hex, mode)
    ]
    if not guns:
        return tuple(able)
    squad = kind_of(play.rules, play.position.units[id_]).type == "squad"
    choices = [*((firer,) for firer in able), *(combinations(able, 2) if squad else ())]
    legal = [choice for choice in choices if next(weapon_bars(play, id_, choice), None) is None]
    most = max(map(len, legal), default=0)
    best = [choice for choice in legal if len(choice) == most]
    if len(best) < 2:
        return best[0] if best else ()
    return max(best, key=lambda choice: sum(firepower(play, firer, hex, mode).fp for firer in choice))
