"""Tanks in combat: where vehicles cannot cross, and the armour shift of either side [A44-21]."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.hexes import Hex, Hexside
from grognard.reasons import Reason, rule
from grognard_ardennes44.attack import Attack, defenders
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.movement import may_ever_cross
from grognard_ardennes44.position import ArdennesPosition
from grognard_ardennes44.tables import Counter, Tables

__all__ = ["armour_shift", "attack_tq", "cannot_cross", "shift_tanks"]


@rule("A44-21.12", "A44-21.13")
def cannot_cross(rules: Tables, position: ArdennesPosition, counter: Counter, a: Hex, b: Hex) -> bool:
    """Whether a piece is a vehicle that could never go from one hex to the next, whoever stands there."""
    if not counter.vehicle:
        return False
    ground, side = rules.ground(position), Hexside(a, b)
    if side in ground.roads and side not in ground.rivers:
        return False  # the usual case, told without asking for reasons
    return bool(may_ever_cross(rules, position, counter, a, b))


@rule("A44-21.7")
def shift_bar(ground: Ground, target: Hex) -> Reason | None:
    """Terrain in which the defender spoils the armour shift of either side."""
    settlement = ground.settlement.get(target)
    if ground.terrain[target].no_armour_shift or (settlement and settlement.no_armour_shift):
        return Reason("no armour shift in this terrain", "A44-21.7")
    if target in ground.west_wall:
        return Reason("no armour shift in the West Wall", "A44-21.7")
    return None


@rule("A44-21.8", "A44-21.9", "A44-7.8", "A44-11.9")
def tank_bar(rules: Tables, position: ArdennesPosition, id_: str, target: Hex) -> Reason | None:
    """Why an attacking tank cannot give the armour shift: it could not cross, or the ground is too close.

    Over a bridge, or out of wooded rough, it has the shift only into clear ground or light woods; a town
    fills its hex, a village does not.
    """
    ground, counter = rules.ground(position), rules.counters[id_]
    origin = position.units[id_].hex
    if origin not in ground.terrain:
        return None
    if cannot_cross(rules, position, counter, origin, target):
        return Reason(f"no armour shift from {rules.name(id_)}: it could not cross", "A44-21.8")
    if Hexside(origin, target) not in ground.rivers and not ground.terrain[origin].halves_attack_out:
        return None
    settlement = ground.settlement.get(target)
    if ground.terrain[target].armour_shift_over_river and not (settlement and settlement.replaces_terrain):
        return None
    return Reason(f"no armour shift from {rules.name(id_)}: not into open ground", "A44-21.9")


@rule("A44-21.5")
def attack_tq(counter: Counter) -> int:
    """Tank Quality in attack: a red one counts one less."""
    return counter.tq - counter.red_tq


@rule("A44-21.1", "A44-21.2", "A44-21.5", "A44-21.6")
def shift_tanks(rules: Tables, position: ArdennesPosition, attack: Attack) -> tuple[str, ...]:
    """The attacking tanks that give the attacker his armour shift; none if he has no shift.

    The defender's flak counts as a tank to be beaten, the attacker's is none.
    """
    if shift_bar(rules.ground(position), attack.target):
        return ()
    defending = [rules.counters[id_] for id_ in defenders(position, attack.target)]
    best = max((c.tq for c in defending if c.tank or c.kind == "flak"), default=None)
    return tuple(
        id_ for id_ in attack.units
        if rules.counters[id_].tank
        and (best is None or attack_tq(rules.counters[id_]) > best)
        and tank_bar(rules, position, id_, attack.target) is None
    )  # fmt: skip


@rule("A44-21.3", "A44-21.4", "A44-21.6")
def has_combined_arms(counters: Iterable[Counter]) -> bool:
    """Whether units include both tanks and infantry; mixed units are both, flak is neither."""
    counters = tuple(counters)
    return any(c.tank for c in counters) and any(c.foot and c.kind != "flak" for c in counters)


@rule("A44-21.1", "A44-21.2", "A44-21.3", "A44-21.7")
def armour_shift(rules: Tables, position: ArdennesPosition, attack: Attack) -> tuple[Reason, ...]:
    """One column right for the attacker, or one left for the defender; reasons of 0 say why there is none."""
    counters = rules.counters
    tanks = [id_ for id_ in attack.units if counters[id_].tank]
    defending = [counters[id_] for id_ in defenders(position, attack.target)]
    facing = any(c.tank or c.kind == "flak" for c in defending)
    combined = has_combined_arms(defending)
    if not tanks and not combined:
        return ()
    bar = shift_bar(rules.ground(position), attack.target)
    if bar:
        return (bar,)
    if not tanks:
        return (Reason("armour shift: infantry alone against tanks and infantry", "A44-21.3", -1),)
    if shift_tanks(rules, position, attack):
        if facing:
            return (Reason("armour shift: better tanks", "A44-21.2", 1),)
        return (Reason("armour shift: tanks against none", "A44-21.1", 1),)
    found = [tank_bar(rules, position, id_, attack.target) for id_ in tanks]
    return tuple(filter(None, found)) or (Reason("no armour shift: tanks no better", "A44-21.2"),)
