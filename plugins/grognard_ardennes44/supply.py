"""Supply lines and lines of communications [A44-23.1 to 23.23].

A supply line is traced from a unit: at most four hexes overland, then by road to a supply source. It is found
from the other end. The roads that lead to a source are followed first (:func:`road_net`); from where they end
the overland hexes are counted backwards over the whole map at once (:class:`Overland`), so that all units of
a side cost one pass; lines of communications are counted on from the units it reaches.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import cache, partial

import msgspec

from grognard.hexes import Hex, Hexside
from grognard.latest import Latest
from grognard.reasons import rule
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.position import ArdennesPosition, other_side
from grognard_ardennes44.roadblocks import roadblocks
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.zoc import bonds_of, web_of, zoc_of

__all__ = [
    "Barriers",
    "Links",
    "Overland",
    "RoadNet",
    "barriers",
    "connected",
    "distance_to_source",
    "links_of",
    "overland",
    "road_net",
    "supplied",
]


class Barriers(msgspec.Struct, frozen=True):
    """What stops the supply lines of a side, and the vacant hexes in an enemy ZOC.

    ``closed`` are the hexes of enemy units and of their hex bonds; ``steps``, both ways, cross hexside
    bonds.
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
    blown = {(b.a, b.b) for name in position.unsound(side) for b in [Hexside.parse(name)]}
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


class Overland:
    """Overland parts of lines, counted backwards from where they end to the hexes of ``friends``.

    ``left[hex]`` is how many hexes a line that has come to ``hex`` needs from there (one more than ``limit``
    where nothing is known, -1 where none may come), none of them a vacant hex in an enemy ZOC. The first hex
    from a unit may be one, so it is not counted on from.
    """

    def __init__(self, ground: Ground, friends: Container[Hex], bars: Barriers, limit: int) -> None:
        self.around, self.friends, self.limit = web_of(ground).rings, friends, limit
        self.bars, self.fenced = bars, {a for a, _ in bars.steps}
        self.left = dict.fromkeys(ground.board.hexes, limit + 1)
        self.left.update((hex, -1) for hex in bars.closed if hex in self.left)
        self.linked: set[Hex] = set()

    @rule("A44-23.8", "A44-23.9")
    def count(self, ends: Iterable[Hex]) -> list[Hex]:
        """Count on from more ends: the hexes of friends that are reached for the first time."""
        left, around, limit, vacant_ezoc = self.left, self.around, self.limit, self.bars.vacant_ezoc
        steps, friends, linked = self.bars.steps, self.friends, self.linked
        ring = [hex for hex in ends if left[hex] > 0]
        left.update(dict.fromkeys(ring, 0))
        found: list[Hex] = []
        for distance in range(1, limit + 1):
            further: list[Hex] = []
            for hex in ring:
                fenced, goes_on = hex in self.fenced, distance < limit and hex not in vacant_ezoc
                for other in around[hex]:
                    if left[other] <= distance or (fenced and (other, hex) in steps):
                        continue
                    if other in friends and other not in linked:
                        linked.add(other)
                        found.append(other)
                    if goes_on:
                        left[other] = distance
                        further.append(other)
            ring = further
        return found


def overland(
    ground: Ground, friends: Container[Hex], bars: Barriers, ends: Iterable[Hex], limit: int
) -> set[Hex]:
    """The hexes of ``friends`` from which one of ``ends`` lies no more than ``limit`` hexes away overland."""
    return set(Overland(ground, friends, bars, limit).count(ends))


def off_map(ground: Ground, stacks: Mapping[Hex, tuple[str, ...]]) -> list[str]:
    """Units in boxes, which are always in supply [A44-23.6]."""
    return [id_ for place, ids in stacks.items() if place not in ground.board.index for id_ in ids]


def units_at(stacks: Mapping[Hex, tuple[str, ...]], hexes: Iterable[Hex]) -> list[str]:
    """The units of a side in some hexes."""
    return [id_ for hex in hexes for id_ in stacks[hex]]


class Links(msgspec.Struct, frozen=True, eq=False):
    """The units of a side that can trace a supply line, and those with a line of communications."""

    supplied: frozenset[str]
    connected: frozenset[str]


@cache
def _latest_links(rules: Tables, ground: Ground, side: str) -> Latest[Links]:
    return Latest()


def links_of(rules: Tables, position: ArdennesPosition, side: str) -> Links:
    """Who of a side is in supply now, and who in touch with those; kept as long as it holds."""
    latest = _latest_links(rules, rules.ground(position), side)
    facts = position.german, position.allied, position.bridges, position.control, position.traffic
    return latest.ask(partial(_links, rules, position, side), *facts)


@rule("A44-23.2", "A44-23.4", "A44-23.6", "A44-23.7", "A44-23.8", "A44-23.10", "A44-23.22", "A44-23.23")
def _links(rules: Tables, position: ArdennesPosition, side: str) -> Links:
    """A line of communications goes on from unit to unit, so it is counted on from the units in supply."""
    ground, bars, stacks = rules.ground(position), barriers(rules, position, side), position.stacks(side)
    ends = road_net(rules, position, side, bars).ends
    lines, away = Overland(ground, stacks, bars, rules.limits.overland), off_map(ground, stacks)
    found = lines.count(ends)
    fed = lines.linked | (ends & stacks.keys())
    while found and not all(hex in lines.linked or hex in fed for hex in stacks):
        found = lines.count(found)
    return Links(
        frozenset(units_at(stacks, fed) + away), frozenset(units_at(stacks, lines.linked | fed) + away)
    )


def supplied(rules: Tables, position: ArdennesPosition, side: str) -> frozenset[str]:
    """The units of a side that can trace a supply line now."""
    return links_of(rules, position, side).supplied


def connected(rules: Tables, position: ArdennesPosition, side: str) -> frozenset[str]:
    """The units of a side that have a line of communications."""
    return links_of(rules, position, side).connected


@cache
def distance_to_source(ground: Ground, side: str) -> Mapping[Hex, int]:
    """Hexes from everywhere to the nearest supply source of a side, over the bare map [A44-17.9]."""
    return ground.distances(ground.sources(side))
