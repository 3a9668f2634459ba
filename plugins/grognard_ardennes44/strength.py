"""Attack and defence in a combat: values, halvings, the defensive combat bonus [A44-15.1 to 15.20].

Every function gives reasons whose values sum to the strength.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.hexes import Hex, Hexside
from grognard.reasons import Reason, rule, total
from grognard_ardennes44.armour import cannot_cross
from grognard_ardennes44.attack import Attack, defenders
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.pieces import attack_value, defence_value
from grognard_ardennes44.position import IN_COLUMN, ArdennesPosition
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.works import works_dcb

__all__ = ["attack_strength", "attack_terms", "combat_bonus", "defence_strength", "halvings"]


# The attacker ----------------------------------------------------------------------------------------------


@rule("A44-15.8", "A44-15.12")
def is_across_river(ground: Ground, origin: Hex, target: Hex) -> bool:
    """Whether an attack goes across a river, lake or the Meuse, bridged or not.

    A river at a wooded rough target counts only where there is a bridge, blown or not.
    """
    side = Hexside(origin, target)
    if side not in ground.rivers and side not in ground.lakes:
        return False
    return side in ground.bridges or not ground.terrain[target].hides_rivers


@rule("A44-15.8", "A44-15.9", "A44-15.10", "A44-15.11", "A44-15.12", "A44-15.18")
def halvings(rules: Tables, position: ArdennesPosition, id_: str, target: Hex) -> tuple[Reason, ...]:
    """Every reason to halve a unit that attacks a hex; it is halved once however many there are.

    From lower ground into wooded rough nobody is halved for the terrain, vehicles on a road only.
    A unit in a Blocking Position has no hexside to attack across.
    """
    ground, counter = rules.ground(position), rules.counters[id_]
    origin = position.units[id_].hex
    found: list[Reason] = []
    if origin in ground.terrain:
        if is_across_river(ground, origin, target):
            found.append(Reason("halved across a river", "A44-15.8"))
        if ground.terrain[origin].halves_attack_out:
            found.append(Reason(f"halved out of {ground.terrain[origin].name.en}", "A44-15.10"))
        if cannot_cross(rules, position, counter, origin, target):
            found.append(Reason("a vehicle halved where it could not cross", "A44-15.9"))
    if counter.vehicle and counter.side == "allied" and target in ground.west_wall:
        found.append(Reason("an Allied vehicle halved against the West Wall", "A44-15.18"))
    return tuple(found)


@rule("A44-15.6", "A44-15.7", "A44-27.10")
def attack_terms(rules: Tables, position: ArdennesPosition, id_: str, target: Hex) -> Iterator[Reason]:
    """What one unit adds to an attack: its value, doubled for siege guns, then halved once, rounding up."""
    counter = rules.counters[id_]
    value = attack_value(counter, position.units[id_])
    yield Reason(f"{rules.name(id_)} attacks", "A44-14.12", value, counter.sure)
    size = rules.ground(position).size_of(target)
    if size and "siege" in counter.traits:
        yield Reason(f"doubled against a {size}", "A44-27.10", value)
        value *= 2
    for reason in halvings(rules, position, id_, target)[:1]:
        yield Reason(reason.text, reason.cite, -(value // 2))


@rule("A44-14.12", "A44-33.2")
def attack_strength(rules: Tables, position: ArdennesPosition, attack: Attack) -> tuple[Reason, ...]:
    """The terms of the attack strength; an option counts no more than a limit of factors."""
    terms = [
        term for id_ in attack.units for term in attack_terms(rules, position, id_, attack.target)
    ]  # fmt: skip
    if rules.options["factor_limit"]:
        excess = total(terms) - rules.limits.factor_limit
        if excess > 0:
            terms.append(Reason(f"only {rules.limits.factor_limit} factors count", "A44-33.2", -excess))
    return tuple(terms)


# The defender ----------------------------------------------------------------------------------------------


@rule("A44-14.3", "A44-14.12", "A44-18.10", "A44-22.21", "A44-23.20")
def defence_strength(rules: Tables, position: ArdennesPosition, attack: Attack) -> tuple[Reason, ...]:
    """The terms of the defence: every defending unit's full value, in whatever state, and one bonus."""
    ids = defenders(position, attack.target)
    terms = [
        Reason(
            f"{rules.name(id_)} defends", "A44-14.12",
            defence_value(rules.counters[id_], position.units[id_]), rules.counters[id_].sure,
        )
        for id_ in ids
    ]  # fmt: skip
    return (*terms, *combat_bonus(rules, position, attack.target, ids))


@rule("A44-15.1", "A44-15.17", "A44-15.19", "A44-15.20")
def bonuses(rules: Tables, position: ArdennesPosition, hex: Hex, side: str) -> Iterator[Reason]:
    """Every DCB that a hex could give to units of a side."""
    ground = rules.ground(position)
    terrain, settlement = ground.terrain[hex], ground.settlement.get(hex)
    for id_, name in ((terrain.id, terrain.name),) + (
        ((settlement.id, settlement.name),) if settlement else ()
    ):
        cell = rules.tec.cell(id_, "dcb")
        yield Reason(f"DCB of {name.en}", "A44-15.1", int(cell.value), cell.sure)
    if side == "german" and hex in ground.west_wall:
        cell = rules.dcb.cell("west_wall", "dcb")
        yield Reason("DCB of the West Wall", "A44-15.17", int(cell.value), cell.sure)
    works = works_dcb(rules, position, hex)
    if works is not None and position.works[hex].side == side:
        yield works


@rule("A44-12.14", "A44-15.2", "A44-15.3", "A44-15.4", "A44-15.5", "A44-22.21")
def combat_bonus(
    rules: Tables, position: ArdennesPosition, hex: Hex, ids: Sequence[str]
) -> tuple[Reason, ...]:
    """The DCB that a hex gives to the units that defend it: one only, the best, and what caps it.

    Artillery and units on strategic movement do not share in it, so their defence does not count for its cap.
    """
    if not ids:
        return ()
    best = max(bonuses(rules, position, hex, rules.counters[ids[0]].side), key=lambda reason: reason.value)
    if best.value <= 0:
        return ()
    moving = {id_ for id_ in ids if position.units[id_].marker in IN_COLUMN}
    sharing = [id_ for id_ in ids if not (rules.counters[id_].gun or id_ in moving)]
    if not sharing:
        cite = "A44-12.14" if moving else "A44-15.5"
        return (Reason("no DCB under an SM marker" if moving else "no DCB for artillery", cite),)
    found, value = [best], best.value
    caps = [
        (sum(defence_value(rules.counters[id_], position.units[id_]) for id_ in sharing),
         "no more DCB than their defence", "A44-15.3"),
    ]  # fmt: skip
    if all(rules.counters[id_].outline for id_ in sharing):
        most = int(rules.dcb.look("improved_position_tank", "dcb"))
        caps.insert(0, (most, "outline tanks alone", "A44-15.4"))
    for cap, text, cite in caps:
        if value > cap:
            found.append(Reason(text, cite, cap - value))
            value = cap
    return tuple(found)
