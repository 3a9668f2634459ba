"""Ways of a unit that is driven back or breaks off: steps it may make, and whole paths of them [A44-17]."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from grognard.hexes import Hex, Hexside
from grognard.reasons import Reason, rule
from grognard_ardennes44.ground import BOX, Ground
from grognard_ardennes44.movement import may_ever_cross
from grognard_ardennes44.position import ArdennesPosition, other_side
from grognard_ardennes44.stacking import overstacking
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.zoc import Bonds, bonds_of, zoc_of

__all__ = ["Flight", "Path", "bond_ends", "rugged"]

Path = tuple[Hex, ...]
"""The hexes of a retreat, the first entered first; the last may be an Off Map Box."""


@cache
def rugged(ground: Ground) -> frozenset[tuple[Hex, Hex]]:
    """Steps, either way, that the ground can forbid to some piece; over all others nobody need ask it."""
    hard = {hex for hex in ground.board.hexes if ground.terrain[hex].road_only or hex in ground.west_wall}
    wet = ground.rivers | ground.lakes
    return frozenset(
        (a, b)
        for a in ground.board.hexes
        for b in ground.board.neighbours(a)
        if a in hard or b in hard or Hexside(a, b) in wet
    )


@lru_cache(maxsize=64)
def bond_ends(bonds: Bonds) -> frozenset[Hex]:
    """Hexes at which a hexside bond lies: a step from another hex crosses none."""
    return frozenset(hex for side in bonds.sides for hex in (side.a, side.b))


class Flight:
    """One unit on the run: what lies around it is looked up once and shared by all its paths.

    ``fleeing`` are all the units that retreat from this combat; where only they stand, an EZOC counts.
    Not part of a position, and used up in one call.
    """

    def __init__(
        self, rules: Tables, position: ArdennesPosition, id_: str, fleeing: tuple[str, ...] = ()
    ) -> None:
        self.rules, self.position, self.id = rules, position, id_
        self.counter, self.unit = rules.counters[id_], position.units[id_]
        self.ground, self.fleeing = rules.ground(position), {id_, *fleeing}
        enemy = other_side(self.counter.side)
        self.enemies, self.friends = position.stacks(enemy), position.stacks(self.counter.side)
        self.zoc, self.bonds = zoc_of(rules, position, enemy), bonds_of(rules, position, enemy)
        self._rugged, self._bond_ends = rugged(self.ground), bond_ends(self.bonds)
        self._open: dict[Hex, list[Hex]] = {}

    @rule("A44-17.6", "A44-17.8", "A44-20.10")
    def in_vacant_ezoc(self, hex: Hex) -> bool:
        """Whether a hex is in an EZOC and holds no friend but units that are on the run themselves."""
        return hex in self.zoc and not any(id_ not in self.fleeing for id_ in self.friends.get(hex, ()))

    @rule("A44-17.11", "A44-17.12", "A44-17.14", "A44-11.12", "A44-10.4")
    def bars(self, a: Hex, b: Hex) -> tuple[Reason, ...]:
        """Every rule by which a step from ``a`` to its neighbour ``b`` is its end; EZOCs apart."""
        found = []
        if b in self.enemies:
            found.append(Reason(f"the enemy holds {b}", "A44-17.11"))
        if b in self.bonds.hexes:
            found.append(Reason(f"an enemy ZOC bond occupies {b}", "A44-17.11"))
        if a in self._bond_ends and Hexside(a, b) in self.bonds.sides:
            found.append(Reason(f"an enemy ZOC bond lies between {a} and {b}", "A44-17.11"))
        if (a, b) in self._rugged:
            found += self._ground_bars(a, b)
        return tuple(found)

    @rule("A44-17.12", "A44-17.14", "A44-11.12", "A44-21.13")
    def _ground_bars(self, a: Hex, b: Hex) -> list[Reason]:
        ground, side = self.ground, Hexside(a, b)
        found = []
        if side in ground.meuse and ground.unbridged(side, self.position.unsound(self.counter.side)):
            found.append(Reason(f"the unbridged Meuse lies between {a} and {b}", "A44-17.12"))
        cite = "A44-17.14" if self.counter.vehicle else "A44-17.12"
        for bar in may_ever_cross(self.rules, self.position, self.counter, a, b):
            found.append(Reason(bar.text, cite))
        return found

    def steps(self, a: Hex) -> list[Hex]:
        """Neighbours of ``a`` that nothing bars, EZOCs apart; clockwise."""
        known = self._open.get(a)
        if known is None:
            known = self._open[a] = [b for b in self.ground.board.neighbours(a) if not self.bars(a, b)]
        return known

    @rule("A44-17.18", "A44-17.19", "A44-11.25")
    def box_beside(self, hex: Hex) -> str:
        """The Off Map Box to which an Allied unit may retreat from an edge hex; none for Germans."""
        box = self.ground.box_beside.get(hex, "") if self.counter.side == "allied" else ""
        return f"{BOX}{box}" if box else ""

    @rule("A44-17.2", "A44-17.7", "A44-17.13")
    def paths(self, hexes: int, *, away: bool = False, ezoc_first: bool = True) -> Iterator[Path]:
        """Paths of so many hexes that the unit survives, none entered twice; shorter only off the map.

        ``away`` asks that each step leads further from the start, ``ezoc_first`` whether the first hex may
        be a vacant EZOC hex; no later one ever may.
        """
        start = self.unit.hex
        far, index = self.ground.board.distances(start), self.ground.board.index
        stack: list[Path] = [()]
        while stack:
            path = stack.pop()
            here, gone = (path[-1] if path else start), len(path)
            if gone == hexes:
                yield path
                continue
            onward = [
                (*path, there) for there in self.steps(here)
                if there != start and there not in path
                and (far[index[there]] == gone + 1 or not away)
                and not ((gone or not ezoc_first) and self.in_vacant_ezoc(there))
            ]  # fmt: skip
            stack += reversed(onward)
            if box := self.box_beside(here):
                yield (*path, box)

    def is_crowded(self, hex: Hex) -> bool:
        """Whether the unit would overstack a hex."""
        return bool(overstacking(self.rules, self.position, hex, joining=(self.id,)))

    @rule("A44-17.16")
    def beyond(self, path: Path) -> list[Path]:
        """The path led on, by as few hexes as it takes, to where the unit has room; away if possible."""
        start = self.unit.hex
        seen, ring = {start, *path}, [path]
        while ring:
            further: list[Path] = []
            for each in ring:
                for there in self.steps(each[-1]):
                    if there not in seen and not self.in_vacant_ezoc(there):
                        seen.add(there)
                        further.append((*each, there))
            free = [each for each in further if not self.is_crowded(each[-1])]
            if free:
                far = self.ground.board.distance
                return [each for each in free if far(start, each[-1]) > far(start, path[-1])] or free
            ring = further
        return []
