"""Zones of control and ZOC bonds [A44-9, A44-10].

Both follow from where the units of one side stand and from the printed map, so they are worked out once for
each line-up of a side. What the enemy's units do to a bond is looked at afterwards [A44-10.11].
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec

from grognard.hexes import Hex, Hexside
from grognard.latest import Latest
from grognard.reasons import Reason, rule
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.position import ArdennesPosition, other_side
from grognard_ardennes44.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "Bonds",
    "Front",
    "beside_enemies",
    "bonds_of",
    "crosses_bond",
    "front",
    "in_ezoc",
    "zoc_of",
]


class Bonds(msgspec.Struct, frozen=True):
    """The ZOC bonds of a side: hexes that a hex bond occupies, hexsides along which a hexside bond lies."""

    hexes: frozenset[Hex]
    sides: frozenset[Hexside]


class Front(msgspec.Struct, frozen=True, eq=False):
    """What the units of a side do where they stand.

    ``beside`` are all hexes next to one of them, ``shut`` those that they or their hex bonds occupy.
    """

    beside: frozenset[Hex]
    zoc: frozenset[Hex]
    bonds: Bonds
    shut: frozenset[Hex]


class Web(msgspec.Struct, frozen=True):
    """Where bonds can lie on a ground, from each hex: to which hex, over which hex or hexside.

    ``rings`` are the hexes around each, ``tank_rings`` those into which the ZOC of outline tanks extends.
    """

    straight: dict[Hex, tuple[tuple[Hex, Hex], ...]]
    oblique: dict[Hex, tuple[tuple[Hex, Hexside], ...]]
    edge: dict[Hex, tuple[Hexside, ...]]
    rings: dict[Hex, tuple[Hex, ...]]
    tank_rings: dict[Hex, tuple[Hex, ...]]
    rough: frozenset[Hex]


# Zones of control ------------------------------------------------------------------------------------------


@rule("A44-9.1", "A44-9.2", "A44-9.4", "A44-18.10", "A44-12.15", "A44-13.18")
def zoc_of(rules: Tables, position: ArdennesPosition, side: str) -> frozenset[Hex]:
    """Hexes in the ZOC of a side: those around each of its hexes, whatever the state of the units in it."""
    return front(rules, position, side).zoc


def in_ezoc(rules: Tables, position: ArdennesPosition, side: str, hex: Hex) -> bool:
    """Whether a hex is in the ZOC of the enemy of ``side``."""
    return hex in front(rules, position, other_side(side)).zoc


def beside_enemies(rules: Tables, position: ArdennesPosition, side: str) -> frozenset[Hex]:
    """Hexes next to an enemy of ``side``, in his ZOC or not."""
    return front(rules, position, other_side(side)).beside


@rule("A44-9.7")
def tank_zoc(ground: Ground, hex: Hex) -> tuple[Hex, ...]:
    """Hexes into which the ZOC of outline tanks extends: into or out of wooded rough along roads only."""
    return tuple(
        other
        for other in ground.board.neighbours(hex)
        if Hexside(hex, other) in ground.roads or not (is_rough(ground, hex) or is_rough(ground, other))
    )


def is_rough(ground: Ground, hex: Hex) -> bool:
    """Whether a hex is wooded rough."""
    return ground.terrain[hex].like_river


# Bonds -----------------------------------------------------------------------------------------------------


@rule("A44-10.11", "A44-11.31")
def bonds_of(rules: Tables, position: ArdennesPosition, side: str) -> Bonds:
    """The bonds of a side that work: an enemy in its hex, or in both hexes at its hexside, negates a bond."""
    bonds, enemy = front(rules, position, side).bonds, position.stacks(other_side(side))
    taken = [bonded for bonded in bonds.sides if bonded.a in enemy and bonded.b in enemy]
    if not taken and bonds.hexes.isdisjoint(enemy):
        return bonds
    return Bonds(bonds.hexes.difference(enemy), bonds.sides.difference(taken))


@rule("A44-10.4", "A44-10.12")
def crosses_bond(rules: Tables, position: ArdennesPosition, mover_side: str, a: Hex, b: Hex) -> Reason | None:
    """Whether a step of a unit of a side enters an enemy hex bond or crosses an enemy hexside bond."""
    bonds = bonds_of(rules, position, other_side(mover_side))
    if b in bonds.hexes:
        return Reason(f"an enemy ZOC bond occupies {b}", "A44-10.4")
    if Hexside(a, b) in bonds.sides:
        return Reason(f"an enemy ZOC bond lies between {a} and {b}", "A44-10.4")
    return None


@rule("A44-10.2", "A44-10.6")
def hex_bond_can_lie(ground: Ground, a: Hex, between: Hex, b: Hex) -> bool:
    """Whether units in a straight line can bond: at most one hexside on it is a river or of wooded rough."""
    return not (is_obstacle(ground, a, between) and is_obstacle(ground, between, b))


def is_obstacle(ground: Ground, a: Hex, b: Hex) -> bool:
    """Whether the side between neighbours is a river or a side of a wooded rough hex; roads do not matter."""
    return is_rough(ground, a) or is_rough(ground, b) or Hexside(a, b) in ground.rivers


@rule("A44-10.3", "A44-10.7", "A44-10.8")
def hexside_bond_can_lie(ground: Ground, c: Hex, d: Hex) -> bool:
    """Whether a bond can lie between two hexes: not two of wooded rough; rivers and lakes do not matter."""
    return not (is_rough(ground, c) and is_rough(ground, d))


class Stack(msgspec.Struct, frozen=True):
    """What a stack is for ZOCs and bonds."""

    all_tanks: bool
    """Outline tanks alone, whose ZOC wooded rough bounds [A44-9.7]."""
    bonds: bool
    """It forms bonds where it is not wooded rough."""
    bonds_in_rough: bool


@rule("A44-10.1", "A44-10.9", "A44-10.10")
def stack_of(rules: Tables, ids: tuple[str, ...]) -> Stack:
    """Artillery never forms bonds, outline tanks do not in wooded rough."""
    counters = [rules.counters[id_] for id_ in ids]
    return Stack(
        all_tanks=all(counter.outline for counter in counters),
        bonds=not all(counter.gun for counter in counters),
        bonds_in_rough=not all(counter.gun or counter.outline for counter in counters),
    )


class Stacks(dict[tuple[str, ...], Stack]):
    """What stacks are, by the units in them; the last few thousand are kept."""

    def __init__(self, rules: Tables) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, ids: tuple[str, ...]) -> Stack:
        if len(self) >= MOST_STACKS:
            self.clear()
        found = self[ids] = stack_of(self.rules, ids)
        return found


MOST_STACKS = 4096


@cache
def _stacks(rules: Tables) -> Stacks:
    return Stacks(rules)


# Worked out once -------------------------------------------------------------------------------------------


@cache
def _latest_front(rules: Tables, ground: Ground, side: str) -> Latest[Front]:
    return Latest()


def front(rules: Tables, position: ArdennesPosition, side: str) -> Front:
    """What the units of a side do where they stand; the same value as long as they stand there."""
    ground, stacks = rules.ground(position), position.stacks(side)
    latest = _latest_front(rules, ground, side)
    return latest.ask(lambda: _front(rules, ground, frozenset(stacks.items())), stacks)


@lru_cache(maxsize=2048)
def _front(rules: Tables, ground: Ground, stacks: frozenset[tuple[Hex, tuple[str, ...]]]) -> Front:
    """Units in boxes have no ZOC and no bonds on the map [A44-13.18]."""
    web, known = web_of(ground), _stacks(rules)
    around: list[tuple[Hex, ...]] = []
    tanks, bonding = [], set()
    for hex, ids in stacks:
        ring = web.rings.get(hex)
        if ring is None:
            continue
        stack = known[ids]
        if stack.all_tanks:
            tanks.append(hex)
        else:
            around.append(ring)
        if stack.bonds and (stack.bonds_in_rough or hex not in web.rough):
            bonding.add(hex)
    plain = frozenset().union(*around)
    beside = plain.union(*[web.rings[hex] for hex in tanks])
    zoc = plain.union(*[web.tank_rings[hex] for hex in tanks])
    hexes = {between for a in bonding for b, between in web.straight[a] if b in bonding}
    sides = {between for a in bonding for b, between in web.oblique[a] if b in bonding}
    sides.update([side for a in bonding & web.edge.keys() for side in web.edge[a]])
    bonds = Bonds(frozenset(hexes), frozenset(sides))
    return Front(beside, zoc, bonds, bonds.hexes.union([hex for hex, _ in stacks]))


@cache
def web_of(ground: Ground) -> Web:
    """Where bonds can lie on a ground; each pair of hexes is listed once."""
    straight: dict[Hex, tuple[tuple[Hex, Hex], ...]] = {}
    oblique: dict[Hex, tuple[tuple[Hex, Hexside], ...]] = {}
    edge: dict[Hex, tuple[Hexside, ...]] = {}
    for a in ground.board.hexes:
        straight[a] = tuple(
            (b, between)
            for b, between in _straight(ground, a)
            if a < b and hex_bond_can_lie(ground, a, between, b)
        )
        across = [
            (b, side) for b, side in _oblique(ground, a) if hexside_bond_can_lie(ground, side.a, side.b)
        ]
        oblique[a] = tuple((b, side) for b, side in across if b and a < b)
        if sides := bonds_with_the_edge(across):
            edge[a] = sides
    board = ground.board
    return Web(
        straight, oblique, edge,
        rings={hex: board.neighbours(hex) for hex in board.hexes},
        tank_rings={hex: tank_zoc(ground, hex) for hex in board.hexes},
        rough=frozenset(hex for hex in board.hexes if is_rough(ground, hex)),
    )  # fmt: skip


@rule("A44-10.13")
def bonds_with_the_edge(across: list[tuple[Hex, Hexside]]) -> tuple[Hexside, ...]:
    """Of the places a hexside bond of a unit can lie, those whose far end is off the map (``""``)."""
    return tuple(side for b, side in across if not b)


def _straight(ground: Ground, a: Hex) -> Iterator[tuple[Hex, Hex]]:
    """Hexes two away in a straight line from ``a``, with the hex between."""
    board = ground.board
    around = board.around[board.index[a]]
    for direction, number in enumerate(around):
        if number >= 0 and (beyond := board.around[number][direction]) >= 0:
            yield board.hexes[beyond], board.hexes[number]


def _oblique(ground: Ground, a: Hex) -> Iterator[tuple[Hex, Hexside]]:
    """Hexes two away from ``a`` and not in line, ``""`` off the map, with the hexside between."""
    board = ground.board
    around = board.around[board.index[a]]
    for direction, number in enumerate(around):
        turned = (direction + 1) % 6
        other = around[turned]
        if number >= 0 and other >= 0:
            beyond = board.around[number][turned]
            yield (
                board.hexes[beyond] if beyond >= 0 else "",
                Hexside(board.hexes[number], board.hexes[other]),
            )
