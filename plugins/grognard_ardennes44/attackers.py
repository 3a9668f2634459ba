"""Who may attack which hex, and which units may attack it together [A44-14.1 to 14.10, A44-13.19 to 13.22].

Sets of attackers are built in the order of ids: a unit may join as long as those that may still join can
complete a legal set, so that no set is begun that cannot be finished.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, permutations

from grognard.hexes import Hex
from grognard.reasons import Reason, rule
from grognard_ardennes44.attack import formation_of
from grognard_ardennes44.boxes import is_threatened
from grognard_ardennes44.ground import BLOCK
from grognard_ardennes44.nightmarkers import is_peiper_night, may_attack_at_night, may_move_at_night
from grognard_ardennes44.pieces import did, origin, sp
from grognard_ardennes44.position import ArdennesPosition, other_side
from grognard_ardennes44.stacking import tank_steps
from grognard_ardennes44.tables import Tables

__all__ = [
    "all_in",
    "attack_bars",
    "blocking_entries",
    "can_complete",
    "candidates",
    "set_bars",
    "target_bars",
    "targets",
    "unit_bars",
]


# One unit --------------------------------------------------------------------------------------------------


@rule(
    "A44-14.2", "A44-15.22", "A44-18.5", "A44-18.11", "A44-20.1", "A44-20.12", "A44-22.20", "A44-25.13",
    "A44-25.18", "A44-25.22",
)  # fmt: skip
def unit_bars(
    rules: Tables, position: ArdennesPosition, id_: str, joiners: Sequence[str] = ()
) -> Iterator[Reason]:
    """Every rule that keeps a unit from attacking at all in this phase; being Engaged does not.

    ``joiners`` are a breakthrough group that may join this attack although it has attacked.
    """
    unit = position.units[id_]
    if rules.counters[id_].gun:
        yield Reason("artillery cannot attack", "A44-22.20")
    if unit.state:
        yield Reason(f"it is {unit.state}", "A44-18.5")
    if unit.marker == "replaced":
        yield Reason("it has taken a replacement", "A44-25.13")
    if position.night and not may_attack_at_night(rules, position, id_):
        yield Reason("only units with night markers attack at night", "A44-25.18")
    if unit.marker == "night" and not position.night:
        yield Reason("it waits for the night", "A44-25.22")
    deeds = position.deeds.get(id_)
    if deeds:
        if "attacked" in deeds and id_ not in joiners:
            yield Reason("it has attacked in this phase", "A44-14.2")
        if "tried" in deeds:
            yield Reason("it has tried to disengage", "A44-20.1")
        if "dug" in deeds:
            yield Reason("it began an improved position", "A44-15.22")


@rule("A44-13.19", "A44-13.22")
def blocking_entries(rules: Tables, position: ArdennesPosition, side: str, target: Hex) -> list[str]:
    """The Blocking Positions, as places, from which a side may attack a hex."""
    if side != "allied":
        return []
    entries = rules.ground(position).entries_at.get(target, ())
    places = [e for e in entries if e.side == "allied" and BLOCK + e.id in position.allied]
    return [BLOCK + entry.id for entry in places if not is_threatened(rules, position, entry.box)]


@rule("A44-14.1", "A44-13.19", "A44-13.22")
def reach_bar(rules: Tables, position: ArdennesPosition, side: str, id_: str, target: Hex) -> Reason | None:
    """Why a unit is in no place to attack a hex."""
    ground, hex = rules.ground(position), position.units[id_].hex
    if hex in ground.terrain:
        if target in ground.terrain and target in ground.board.neighbours(hex):
            return None
        return Reason(f"{hex} is not adjacent to {target}", "A44-14.1")
    if hex in blocking_entries(rules, position, side, target):
        return None
    entry = ground.entries.get(hex.removeprefix(BLOCK))
    if hex.startswith(BLOCK) and entry and entry.hex == target:
        return Reason("not every captured entry hex of the area is blocked", "A44-13.22")
    return Reason("from a box only its own entry hex can be attacked", "A44-13.19")


def attack_bars(
    rules: Tables, position: ArdennesPosition, side: str, id_: str, target: Hex, joiners: Sequence[str] = ()
) -> tuple[Reason, ...]:
    """Every rule that keeps a unit from attacking a hex."""
    unit = position.units.get(id_)
    if unit is None or rules.counters[id_].side != side:
        return (Reason(f"{id_} is no unit of the {side} side", "A44-14.1"),)
    away = reach_bar(rules, position, side, id_, target)
    return (*unit_bars(rules, position, id_, joiners), *((away,) if away else ()))


def candidates(
    rules: Tables, position: ArdennesPosition, side: str, target: Hex, joiners: Sequence[str] = ()
) -> list[str]:
    """Units of a side that may attack a hex, in the order of ids."""
    own = position.stacks(side)
    places = (
        *rules.ground(position).board.neighbours(target),
        *blocking_entries(rules, position, side, target),
    )
    ids = [id_ for place in places for id_ in own.get(place, ())]
    return sorted(id_ for id_ in ids if not any(unit_bars(rules, position, id_, joiners)))


# Targets ---------------------------------------------------------------------------------------------------


@rule("A44-14.2")
def is_fresh(position: ArdennesPosition, hex: Hex) -> bool:
    """Whether a hex holds a unit that has not been attacked in this phase."""
    return any(not did(position, id_, "defended") for id_ in position.stack(hex))


@rule("A44-14.1", "A44-14.4", "A44-14.5")
def targets(rules: Tables, position: ArdennesPosition, side: str) -> list[Hex]:
    """Hexes that a side may attack now, in the order of the map."""
    ground, enemy = rules.ground(position), position.stacks(other_side(side))
    neighbours, near = ground.board.neighbours, dict[Hex, None]()
    terrain = ground.terrain
    for hex, ids in position.stacks(side).items():
        if hex not in terrain:
            continue
        beside = [other for other in neighbours(hex) if other in enemy and other not in near]
        if beside and any(not any(unit_bars(rules, position, id_)) for id_ in ids):
            near.update(dict.fromkeys(beside))
    if side == "allied":
        for entry in ground.entries.values():
            if entry.hex in enemy and candidates(rules, position, side, entry.hex):
                near[entry.hex] = None
    return ground.sorted(hex for hex in near if is_fresh(position, hex))


def target_bars(rules: Tables, position: ArdennesPosition, side: str, target: Hex) -> tuple[Reason, ...]:
    """Every rule against attacking a hex; where units stand next to it, why the nearest to able cannot."""
    if target not in position.stacks(other_side(side)) or target not in rules.ground(position).terrain:
        return (Reason(f"no enemy unit is in {target}", "A44-14.1"),)
    bars: list[Reason] = []
    if not is_fresh(position, target):
        bars.append(Reason("it has been attacked in this phase", "A44-14.2"))
    if not candidates(rules, position, side, target):
        places = (*rules.ground(position).board.neighbours(target), *near_boxes(rules, position, target))
        ids = [id_ for place in places for id_ in position.stacks(side).get(place, ())]
        found = [attack_bars(rules, position, side, id_, target) for id_ in ids]
        nobody = (Reason(f"no own unit is adjacent to {target}", "A44-14.1"),)
        nearest = min(found, key=len) if found else nobody
        bars.extend(nearest)
    return tuple(bars)


def near_boxes(rules: Tables, position: ArdennesPosition, target: Hex) -> list[str]:
    """The Blocking Positions of a hex."""
    return [BLOCK + entry.id for entry in rules.ground(position).entries_at.get(target, ())]


# Units together --------------------------------------------------------------------------------------------


def _attached(
    rest: Sequence[str], chosen: Sequence[str], places: Mapping[str, set[str]], position: ArdennesPosition
) -> bool:
    """Whether each of the rest can be attached to a formation of its own in whose hex it stands."""
    return any(
        all(position.units[id_].hex in places[formation] for id_, formation in zip(rest, order, strict=True))
        for order in permutations(chosen, len(rest))
    )


@rule("A44-14.7", "A44-14.8", "A44-14.10")
def fits_formations(rules: Tables, position: ArdennesPosition, ids: Sequence[str]) -> bool:
    """Whether units belong to at most two formations, each with one attached unit that stands in its hex.

    The attached unit may be independent or of another formation.
    """
    by: dict[str, list[str]] = {}
    for id_ in ids:
        by.setdefault(formation_of(rules, position, id_), []).append(id_)
    limit = rules.limits.formations
    if len(by) <= limit:
        return True
    if len(by) > 2 * limit:
        return False
    places = {name: {position.units[id_].hex for id_ in own} for name, own in by.items()}
    for chosen in combinations(by, limit):
        rest = [id_ for name, own in by.items() if name not in chosen for id_ in own]
        if len(rest) <= limit and _attached(rest, chosen, places, position):
            return True
    return False


@rule("A44-13.20")
def fits_blocking(rules: Tables, position: ArdennesPosition, ids: Sequence[str]) -> bool:
    """Whether the units that attack from a Blocking Position are no more than two hexes could hold."""
    inside = [id_ for id_ in ids if position.units[id_].hex.startswith(BLOCK)]
    if not inside:
        return True
    pairs = [(rules.counters[id_], position.units[id_]) for id_ in inside]
    limits = rules.limits
    return (
        sum(sp(counter, unit) for counter, unit in pairs) <= limits.blocking_sp
        and sum(tank_steps(rules, counter, unit) for counter, unit in pairs) <= limits.blocking_tank_steps
    )


@rule("A44-27.12")
def fits_night(rules: Tables, position: ArdennesPosition, ids: Sequence[str]) -> bool:
    """Whether those who fight at night because they stand with Kampfgruppe Peiper fight beside it."""
    if not position.night or all(may_move_at_night(rules, position, id_) for id_ in ids):
        return True
    return any(is_peiper_night(rules, position, id_) for id_ in ids)


@rule("A44-8.9")
def is_one_nation(rules: Tables, position: ArdennesPosition, ids: Sequence[str]) -> bool:
    """Whether British and US units are kept apart."""
    pieces = (origin(rules, rules.counters[id_], position.units[id_]) for id_ in ids)
    return not {"british", "us"} <= {piece.nation for piece in pieces}


def set_bars(rules: Tables, position: ArdennesPosition, ids: Sequence[str]) -> tuple[Reason, ...]:
    """Every rule against units attacking together."""
    bars = []
    if not fits_formations(rules, position, ids):
        bars.append(Reason("units of more than two formations", "A44-14.7"))
    if not is_one_nation(rules, position, ids):
        bars.append(Reason("British and US units do not attack together", "A44-8.9"))
    if not fits_blocking(rules, position, ids):
        bars.append(Reason("more than two hexes could hold", "A44-13.20"))
    if not fits_night(rules, position, ids):
        bars.append(Reason("it joins attacks of Kampfgruppe Peiper only", "A44-27.12"))
    return tuple(bars)


def is_legal(rules: Tables, position: ArdennesPosition, ids: Sequence[str]) -> bool:
    """Whether units may attack together."""
    return (
        is_one_nation(rules, position, ids)
        and fits_blocking(rules, position, ids)
        and fits_formations(rules, position, ids)
        and fits_night(rules, position, ids)
    )


def can_complete(
    rules: Tables, position: ArdennesPosition, ids: tuple[str, ...], later: Sequence[str]
) -> bool:
    """Whether units, with a few of those that may still join, are a legal set.

    One for each formation is enough: it gives an attached unit somebody to be attached to.
    """
    if is_legal(rules, position, ids):
        return True
    if fits_formations(rules, position, ids) and fits_night(rules, position, ids):
        return False  # nobody who joins can mend the rest
    hexes = {position.units[id_].hex for id_ in ids}
    partners = [id_ for id_ in later if position.units[id_].hex in hexes]
    sizes = range(1, rules.limits.formations + 1)
    extras = chain.from_iterable(combinations(partners, size) for size in sizes)
    return any(is_legal(rules, position, ids + extra) for extra in extras)


def all_in(rules: Tables, position: ArdennesPosition, ids: Sequence[str]) -> tuple[str, ...]:
    """As many of these units as may attack together, the first ones first."""
    chosen: tuple[str, ...] = ()
    for id_ in ids:
        if is_legal(rules, position, (*chosen, id_)):
            chosen = (*chosen, id_)
    return chosen
