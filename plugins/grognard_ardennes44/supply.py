"""Supply lines and lines of communications [A44-23.1 to 23.23].

A supply line is traced from a unit: at most four hexes overland, then by road to a supply source. It is found
from the other end. The roads that lead to a source are followed first (:func:`road_net`); from where they end
the overland hexes are counted backwards over the whole map at once (:func:`overland`), so that all units of a
side cost one pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

import msgspec

from grognard.hexes import Hex, Hexside
from grognard.reasons import rule
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.position import ArdennesPosition, other_side
from grognard_ardennes44.roadblocks import roadblocks
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.zoc import bonds_of, zoc_of

__all__ = [
    "Barriers",
    "RoadNet",
    "barriers",
    "connected",
    "distance_to_source",
    "overland",
    "road_net",
    "supplied",
]


class Barriers(msgspec.Struct, frozen=True):
    """What stops the supply lines of a side, and the vacant hexes in an enemy ZOC.

    ``closed`` are the hexes of enemy units and of their hex bonds; ``steps``, both ways, cross a hexside bond.
    """

    closed: frozenset[Hex]
    steps: frozenset[tuple[Hex, Hex]]
    vacant_ezoc: frozenset[Hex]

    @rule("A44-10.5", "A44-23.8")
    def bars(self, a: Hex, b: Hex) -> bool:
        """Whether no line can be traced from ``a`` into its neighbour ``b``."""
        return b in self.closed or (a, b) in self.steps


@rule("A44-23.9")
def barriers(rules: Tables, position: ArdennesPosition, side: str) -> Barriers:
    """What stops the supply lines of a side now."""
    enemy = other_side(side)
    bonds = bonds_of(rules, position, enemy)
    return Barriers(
        bonds.hexes.union(position.stacks(enemy)),
        frozenset(step for s in bonds.sides for step in ((s.a, s.b), (s.b, s.a))),
        zoc_of(rules, position, enemy).difference(position.stacks(side)),
    )


class RoadNet(msgspec.Struct, frozen=True):
    """The roads that lead to a source: ``hexes`` a road part may enter, ``ends`` from which one may begin."""

    hexes: frozenset[Hex]
    ends: frozenset[Hex]


@cache
def road_neighbours(ground: Ground) -> Mapping[Hex, tuple[Hex, ...]]:
    """Neighbours that a road of any kind leads to [A44-23.10]."""
    return {
        hex: tuple(other for other in ground.board.neighbours(hex) if Hexside(hex, other) in ground.roads)
        for hex in ground.board.hexes
    }


@rule("A44-23.10", "A44-23.11", "A44-23.12", "A44-23.13", "A44-23.14", "A44-23.5", "A44-10.5", "A44-24.3")
def road_net(
    rules: Tables, position: ArdennesPosition, side: str, bars: Barriers | None = None,
    sources: Iterable[Hex] = (),
) -> RoadNet:  # fmt: skip
    """Every hex from which a road part can be traced to a supply source of a side.

    ``sources`` asks for other ends than the side's supply sources. A source is blocked by enemy occupation
    alone; traffic markers do not matter.
    """
    ground = rules.ground(position)
    bars = bars or barriers(rules, position, side)
    roads, closed, steps = road_neighbours(ground), bars.closed, bars.steps
    blown = {(b.a, b.b) for name in position.bridges for b in [Hexside.parse(name)]}
    held = {
        hex for hex, holder in position.control.items()
        if holder != side and hex in ground.settlement and ground.settlement[hex].controlled
    }  # fmt: skip
    not_entered = bars.vacant_ezoc.union(
        held - position.stacks(side).keys(), roadblocks(position, other_side(side))
    )
    frontier = [hex for hex in sources or ground.sources(side) if hex not in closed]
    hexes, ends = set(frontier), set(frontier)
    while frontier:
        hex = frontier.pop()
        for other in roads[hex]:
            if other in hexes or other in closed or (hex, other) in steps:
                continue
            if blown and ((hex, other) in blown or (other, hex) in blown):
                continue
            ends.add(other)
            if other not in not_entered:
                hexes.add(other)
                frontier.append(other)
    return RoadNet(frozenset(hexes), frozenset(ends))


@rule("A44-23.8", "A44-23.9")
def overland(
    ground: Ground, friends: Mapping[Hex, object], bars: Barriers, ends: Iterable[Hex], limit: int,
    *, links: bool = False,
) -> set[Hex]:  # fmt: skip
    """The hexes of ``friends`` from which one of ``ends`` lies no more than ``limit`` hexes away overland.

    Counted backwards: ``left[hex]`` is how many hexes a line that has come to ``hex`` needs from there, none
    of them a vacant hex in an enemy ZOC. The first hex from a unit may be one, so it is not counted on from.
    With ``links`` every unit that is reached becomes an end itself: a chain from unit to unit [A44-23.23].
    """
    board, closed, vacant_ezoc = ground.board, bars.closed, bars.vacant_ezoc
    linked: set[Hex] = set()
    left = dict.fromkeys(ends, 0)
    rings: list[list[Hex]] = [list(left), *([] for _ in range(limit - 1))]
    distance = 0
    while distance < limit:
        if not rings[distance]:
            distance += 1
            continue
        hex = rings[distance].pop()
        if left[hex] < distance or hex in closed:
            continue
        further = distance + 1 if distance + 1 < limit and hex not in vacant_ezoc else limit
        for other in board.neighbours(hex):
            if (other, hex) in bars.steps or other in closed:
                continue
            if other in friends and other not in linked:
                linked.add(other)
                if links and left.get(other) != 0:
                    left[other] = distance = 0
                    rings[0].append(other)
            if further < left.get(other, limit):
                left[other] = further
                rings[further].append(other)
    return linked


def off_map(ground: Ground, stacks: Mapping[Hex, tuple[str, ...]]) -> list[str]:
    """Units in boxes, which are always in supply [A44-23.6]."""
    return [id_ for place, ids in stacks.items() if place not in ground.board.index for id_ in ids]


def units_at(stacks: Mapping[Hex, tuple[str, ...]], hexes: Iterable[Hex]) -> list[str]:
    """The units of a side in some hexes."""
    return [id_ for hex in hexes for id_ in stacks[hex]]


@rule("A44-23.2", "A44-23.4", "A44-23.6", "A44-23.7", "A44-23.8", "A44-23.10")
def supplied(rules: Tables, position: ArdennesPosition, side: str) -> frozenset[str]:
    """The units of a side that can trace a supply line now."""
    ground, bars, stacks = rules.ground(position), barriers(rules, position, side), position.stacks(side)
    ends = road_net(rules, position, side, bars).ends
    hexes = overland(ground, stacks, bars, ends, rules.limits.overland) | (ends & stacks.keys())
    return frozenset(units_at(stacks, hexes) + off_map(ground, stacks))


@rule("A44-23.22", "A44-23.23")
def connected(rules: Tables, position: ArdennesPosition, side: str) -> frozenset[str]:
    """The units of a side that have a line of communications: from unit to unit to one that is in supply."""
    ground, bars, stacks = rules.ground(position), barriers(rules, position, side), position.stacks(side)
    ends = road_net(rules, position, side, bars).ends
    hexes = overland(ground, stacks, bars, ends, rules.limits.overland, links=True) | (ends & stacks.keys())
    return frozenset(units_at(stacks, hexes) + off_map(ground, stacks))


@cache
def distance_to_source(ground: Ground, side: str) -> Mapping[Hex, int]:
    """Hexes from everywhere to the nearest supply source of a side, over the bare map [A44-17.9]."""
    return ground.distances(ground.sources(side))
