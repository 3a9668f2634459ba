"""Fire groups and who directs them: what may fire together, what is offered [ASLI-3.2.3, 3.2.4]."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_asl.firepower import (
    KEPT,
    Mode,
    Shooter,
    bearer_bars,
    bearer_of,
    fire_bars,
    shooters,
    volley,
    weapon_bars,
)
from grognard_asl.position import Asl, AslPosition
from grognard_asl.stacks import kind_of, leaders_in, mg_of, units_in

__all__ = [
    "Aim",
    "Fire",
    "can_attack",
    "chains",
    "direction",
    "group_bars",
    "groups",
    "members_of",
    "volleys",
    "within_reach",
]


class Fire(Action, frozen=True):
    """Fire units and machine guns together, directed by leaders (none: ``-``).

    A leader among ``firers`` helps another leader to fire a machine gun.
    """

    firers: tuple[str, ...]
    leaders: tuple[str, ...] = ()


class Aim(NamedTuple):
    """Who fires at whom: a side, in a fire phase, at the units ``targets`` in a hex.

    ``pool``, where not empty, is what is left of a declared group after some members dropped out; ``done``
    have fired at this expenditure of MF already.
    """

    side: str
    mode: Mode
    hex: str
    targets: Sequence[str]
    pool: Sequence[str] = ()
    done: Sequence[str] = ()


def members_of(position: AslPosition, firers: Iterable[str]) -> tuple[str, ...]:
    """The units of a group, each once, in order of their ids: a unit and its machine guns are one member."""
    return tuple(sorted({bearer_of(position, firer) for firer in firers}))


def hexes_of(position: AslPosition, firers: Iterable[str]) -> dict[str, list[str]]:
    """Hex → members of a group in it."""
    found: dict[str, list[str]] = {}
    for id_ in members_of(position, firers):
        found.setdefault(position.units[id_].hex, []).append(id_)
    return found


@rule("ASLI-3.2.3.4")
def chains(play: Asl, hexes: Iterable[str]) -> list[tuple[str, ...]]:
    """Hexes that fire, parted into chains of adjacent ones."""
    near = play.rules.field(play.position).board.neighbours
    left = list(hexes)
    found: list[tuple[str, ...]] = []
    while left:
        chain = [left.pop(0)]
        for hex in chain:
            chain += [other for other in left if other in near(hex)]
            left = [other for other in left if other not in chain]
        found.append(tuple(chain))
    return found


def leaders_alone(play: Asl, hex: str) -> bool:
    """Whether a hex holds nobody but leaders."""
    units = play.position.units
    return not any(kind_of(play.rules, units[id_]).mmc for id_ in units_in(play.position, hex))


@rule("ASLI-3.2.3.5")
def false_link(play: Asl, hexes: Collection[str]) -> str:
    """A hex with leaders alone without which a chain falls apart; blank if there is none."""
    alone = [hex for hex in hexes if leaders_alone(play, hex)]
    return next((hex for hex in alone if len(chains(play, (h for h in hexes if h != hex))) > 1), "")


# Leadership ----------------------------------------------------------------------------------------------


@rule("ASLI-3.2.4.1", "ASLI-3.2.4.2", "ASLI-11.1.1")
def direction(play: Asl, firers: Sequence[str], leaders: Sequence[str]) -> Reason | None:
    """The leadership modifier of an attack: the worst of the leaders, one of whom is in every firing hex."""
    if not leaders:
        return None
    position = play.position
    led = {position.units[leader].hex for leader in leaders}
    without = [hex for hex in hexes_of(position, firers) if hex not in led]
    if without:
        return Reason(f"nobody directs in {without[0]}", "ASLI-3.2.4.2")
    rows = [kind_of(play.rules, position.units[leader]) for leader in leaders]
    worst = max(rows, key=lambda row: row.leadership or 0)
    return worst.reason("leadership", f"directed by {worst.name.en}", worst.leadership or 0)


@rule(
    "ASLI-3.2.4.1", "ASLI-3.2.4.3", "ASLI-3.2.4.4", "ASLI-5.5.1", "ASLI-5.5.2", "ASLI-10.5.6", "ASLI-11.2.1",
    "ASLI-11.2.2",
)  # fmt: skip
def director_bars(
    play: Asl, leader: str, members: Sequence[str], firers: Sequence[str], mode: Mode
) -> Iterator[Reason]:
    """Every rule that keeps a leader from directing a group."""
    position = play.position
    unit = position.units[leader]
    if unit.broken:
        yield Reason("a broken leader directs nothing", "ASLI-3.2.4.1")
    if unit.melee:
        yield Reason("a leader in melee directs nothing", "ASLI-9.5.0.5")
    if leader in members or leader in firers or any(
        weapon.owner == leader and weapon.fired for weapon in position.weapons.values()
    ):  # fmt: skip
        yield Reason("a leader who fires a machine gun does not direct", "ASLI-10.5.6")
    if unit.hex not in hexes_of(position, firers):
        yield Reason(f"nobody of the group is with the leader in {unit.hex}", "ASLI-3.2.4.1")
    if not unit.fired:
        return
    if mode in ("prep", "advancing"):
        yield Reason("this leader has directed or fired in this Player Turn", "ASLI-3.2.4.1")
    elif position.directed.get(leader) != members:
        yield Reason("this leader directs again only the group it has directed", "ASLI-5.5.1")


def directors(play: Asl, firers: Sequence[str], mode: Mode) -> dict[str, str]:
    """Firing hex → the best leader there who may direct this group."""
    position, rows = play.position, play.rules.units
    members = members_of(position, firers)
    found: dict[str, str] = {}
    for hex, ids in hexes_of(position, firers).items():
        side = position.units[ids[0]].side
        able = [
            leader
            for leader in leaders_in(play, hex, side)
            if next(director_bars(play, leader, members, firers, mode), None) is None
        ]
        if able:
            found[hex] = min(able, key=lambda id_: rows[position.units[id_].kind].leadership or 0)
    return found


# Legal groups --------------------------------------------------------------------------------------------


def group_bars(play: Asl, aim: Aim, action: Fire) -> Iterator[Reason]:
    """Every rule that forbids a group to fire."""
    wrong = next(_misnamed(play.position, aim.side, action), None)
    if wrong is not None:
        yield wrong
        return
    firers, members = action.firers, members_of(play.position, action.firers)
    for firer in firers:
        yield from _firer_bars(play, aim, firer, firers)
    crews = second_crews(play, firers)
    for member in members:
        if member and member not in crews:
            yield from weapon_bars(play, member, firers)
    yield from together_bars(play, aim.hex, firers, members, aim.targets)
    yield from _direction_bars(play, action, members, aim.mode)


@rule("ASLI-3.2.3.3")
def _misnamed(position: AslPosition, side: str, action: Fire) -> Iterator[Reason]:
    """What is wrong with the names of a group before any rule about it can be asked."""
    named = (*action.firers, *action.leaders)
    for stranger in [id_ for id_ in named if not _may_order(position, id_, side)]:
        yield Reason(f"{stranger} is no unit or weapon of the {side}", "ASLI-3.0.1")
    if not action.firers:
        yield Reason("somebody has to fire", "ASLI-3.2.3.3")
    if len(set(named)) < len(named):
        yield Reason("each firer and leader counts once", "ASLI-3.2.3.3")


@rule("ASLI-3.2.3.6", "ASLI-5.2.0.4")
def _firer_bars(play: Asl, aim: Aim, firer: str, firers: Sequence[str]) -> Iterator[Reason]:
    """What keeps one firer of a group from firing."""
    if aim.pool and firer not in aim.pool:
        yield Reason(f"{firer} is no member of the group declared", "ASLI-3.2.3.6")
    if firer in aim.done:
        yield Reason(f"{firer} has fired at this expenditure of MF", "ASLI-5.2.0.4")
    gun = second_crews(play, firers).get(firer)
    if gun is None:
        yield from fire_bars(play, firer, aim.hex, aim.mode)
    else:
        yield from crew_bars(play, firer, gun, firers, aim.mode)


@rule("ASLI-3.2.4.1", "ASLI-11.1.3")
def _direction_bars(play: Asl, action: Fire, members: Sequence[str], mode: Mode) -> Iterator[Reason]:
    """What keeps leaders from directing a group together."""
    led: set[str] = set()
    for leader in action.leaders:
        unit = play.position.units.get(leader)
        if unit is None or kind_of(play.rules, unit).mmc:
            yield Reason(f"{leader} is no leader", "ASLI-3.2.4.1")
            continue
        yield from director_bars(play, leader, members, action.firers, mode)
        if unit.hex in led:
            yield Reason("leadership modifiers of one hex do not add up", "ASLI-11.1.3")
        led.add(unit.hex)


def _may_order(position: AslPosition, id_: str, side: str) -> bool:
    """Whether an id is a unit of a side on the map or a weapon one of them has."""
    unit = position.units.get(bearer_of(position, id_))
    return unit is not None and unit.side == side and bool(unit.hex)


@rule("ASLI-10.5.5")
def second_crews(play: Asl, firers: Sequence[str]) -> dict[str, str]:
    """Leaders among the firers who help another leader with a machine gun → that gun."""
    position, rows = play.position, play.rules.units
    found: dict[str, str] = {}
    for id_ in firers:
        unit = position.units.get(id_)
        if unit is None or rows[unit.kind].mmc:
            continue
        for gun in firers:
            owner = position.units.get(position.weapons[gun].owner) if gun in position.weapons else None
            taken = gun in found.values() or owner is unit
            if owner and not taken and owner.hex == unit.hex and not rows[owner.kind].mmc:
                found[id_] = gun
                break
    return found


def helpers(play: Asl, aim: Aim, owner: str, fired: Sequence[str]) -> Iterator[str]:
    """Leaders who may help another, who is alone at a machine gun."""
    position = play.position
    if owner in fired or len(fired) > 1 or kind_of(play.rules, position.units[owner]).mmc:
        return
    for id_ in leaders_in(play, position.units[owner].hex, aim.side):
        free = id_ != owner and not aim.pool and id_ not in aim.done
        if free and next(crew_bars(play, id_, fired[0], fired, aim.mode), None) is None:
            yield id_


@rule("ASLI-10.5.4", "ASLI-11.2.1")
def crew_bars(play: Asl, leader: str, gun: str, firers: Sequence[str], mode: Mode) -> Iterator[Reason]:
    """What keeps a leader from helping another with a machine gun."""
    position = play.position
    unit = position.units[leader]
    yield from bearer_bars(play, leader, unit, mode)
    if any(own in firers or weapon.fired for own, weapon in mg_of(position, leader)):
        yield Reason("a leader fires one machine gun", "ASLI-10.5.4")
    elif leader in position.directed or position.weapons[gun].fired not in (unit.fired, KEPT):
        yield Reason("this leader has had its action", "ASLI-11.2.1")


@rule("ASLI-3.2.3.4", "ASLI-3.2.3.5", "ASLI-3.2.3.7", "ASLI-10.5.7")
def together_bars(
    play: Asl, hex: str, firers: Sequence[str], members: Sequence[str], targets: Sequence[str]
) -> Iterator[Reason]:
    """Whether a group is one chain, and does not fire where it should have fired with others before."""
    position = play.position
    links = dict.fromkeys(position.units[member].hex for member in members if member)
    parts = chains(play, links) if len(links) > 1 else []
    if len(parts) > 1:
        yield Reason(f"{parts[0][0]} and {parts[1][0]} are not joined by firing hexes", "ASLI-3.2.3.4")
    elif len(links) > 2 and (alone := false_link(play, links)):
        yield Reason(f"leaders alone, in {alone}, link nobody", "ASLI-3.2.3.5")
    for shot in position.shots:
        if shot.hex != hex or shot.origin not in links or not set(shot.targets) & set(targets):
            continue
        late = [
            firer
            for firer in firers
            if firer not in shot.firers and position.units[bearer_of(position, firer)].hex == shot.origin
        ]
        for firer in late:
            own = bearer_of(position, firer) in members_of(position, shot.firers)
            words = f"{firer} should have fired along when others in {shot.origin} fired at them"
            yield Reason(words, "ASLI-10.5.7" if own else "ASLI-3.2.3.7")


def within_reach(play: Asl, ready: Iterable[Shooter], hex: str, *, blind: bool = False) -> Iterator[Shooter]:
    """Those of :func:`shooters` who reach a hex and see it; ``blind``: or would find out that they do not."""
    field = play.rules.field(play.position)
    if blind:
        away = field.board.distance
        return (each for each in ready if 0 < away(each.hex, hex) <= each.reach)
    ranges = field.ranges(hex)
    return (each for each in ready if 0 < ranges[each.hex] <= each.reach)


def can_attack(play: Asl, aim: Aim, near: Iterable[Shooter]) -> bool:
    """Whether one of those :func:`within_reach` of a hex may fire at it."""
    for shooter in near:
        fired = volley(play, shooter.id, aim.hex, aim.mode)
        if fired and next(together_bars(play, aim.hex, fired, (shooter.id,), aim.targets), None) is None:
            return True
    return False


def volleys(play: Asl, aim: Aim, *, blind: bool = False) -> dict[str, dict[str, tuple[str, ...]]]:
    """Firing hex → unit → what it would fire at a hex; only hexes that see it, unless ``blind``."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    crews = second_crews(play, aim.pool)
    for shooter in within_reach(play, shooters(play, aim.side, aim.mode), aim.hex, blind=blind):
        fired = volley(play, shooter.id, aim.hex, aim.mode, pool=aim.pool, done=aim.done)
        fired += tuple(helper for helper, gun in crews.items() if gun in fired)
        if fired:
            found.setdefault(shooter.hex, {})[shooter.id] = fired
    return found


def groups(play: Asl, aim: Aim, *, blind: bool = True) -> Iterator[Fire]:
    """The groups worth listing: units alone, all of a hex, two hexes, whole chains; with and without leaders
    who direct, or a second one at a machine gun.

    Every other legal subset is accepted as well. If nobody who sees the target may fire at it, those are
    listed (``blind``) who would, and find out that they do not see it.
    """
    found = False
    for fire in _groups(play, aim, volleys(play, aim)):
        found = True
        yield fire
    if blind and not found:
        yield from _groups(play, aim, volleys(play, aim, blind=True))


def _groups(play: Asl, aim: Aim, able: dict[str, dict[str, tuple[str, ...]]]) -> Iterator[Fire]:
    """Groups of those who are able to fire, as `volleys` has them."""
    position = play.position
    led = {origin for origin in able if leaders_in(play, origin, aim.side)}
    for firers in _joined(play, aim, able):
        members = members_of(position, firers)
        if next(together_bars(play, aim.hex, firers, members, aim.targets), None) is not None:
            continue
        yield Fire(firers)
        if not led.issuperset(position.units[member].hex for member in members):
            continue
        found = directors(play, firers, aim.mode)
        if found and len(found) == len(hexes_of(position, firers)):
            yield Fire(firers, tuple(found.values()))


def _joined(play: Asl, aim: Aim, able: dict[str, dict[str, tuple[str, ...]]]) -> dict[tuple[str, ...], None]:
    """Who may fire together, each group once."""
    listed: dict[tuple[str, ...], None] = {}
    for units in able.values():
        for id_, fired in units.items():
            listed[fired] = None
            listed.update(((*fired, helper), None) for helper in helpers(play, aim, id_, fired))
        listed[_all(units)] = None
    near = play.rules.field(play.position).board.neighbours
    parts = chains(play, able)
    manned = [origin for origin in able if not leaders_alone(play, origin)]
    for chain in parts if len(manned) == len(able) else (*parts, *chains(play, manned)):
        for a, b in combinations(chain, 2):
            if b in near(a):
                listed[_all(able[a]) + _all(able[b])] = None
        listed[tuple(firer for origin in chain for firer in _all(able[origin]))] = None
    return listed


def _all(units: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(firer for fired in units.values() for firer in fired)
