"""Where units get on boards drawn by chance, counted a second time from the rules [A44-8 to 12].

Nothing here asks the code under test but for the chart, the pieces and the printed map; it is slow and plain.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard.hexes import Hexside
from grognard_ardennes44.movement import goals, mode_bars, overlay, set_out
from grognard_ardennes44.position import other_side
from grognard_ardennes44.strategic import destinations, strategic_bars
from grognard_ardennes44.zoc import bonds_of, zoc_of

LAND = ["clear", "clear", "clear", "light_woods", "forest", "wooded_rough"]
KINDS = ["infantry", "tank", "mechanised", "recon", "mixed", "engineer", "artillery"]


def by_chance(seed: int) -> Table:
    """A board of 61 hexes with about everything on it, and some twenty units."""
    chance = random.Random(seed)
    table = Table(4, turn=chance.choice([2, 4, 5, 10, 11]))
    cells = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4]
    for cell in cells:
        table.terrain(chance.choice(LAND), cell)
    for cell in chance.sample(cells, 6):
        table.town(chance.choice(["village", "town", "city"]), cell)
    table.west_wall(*chance.sample(cells, 4))
    sides = [(a, (a[0] + q, a[1] + r)) for a in cells for q, r in ((1, 0), (0, 1), (1, -1))]
    sides = [(a, b) for a, b in sides if b in cells]
    for a, b in chance.sample(sides, 55):
        table.road(chance.choice(["primary", "secondary"]), a, b)
    for a, b in chance.sample(sides, 25):
        table.river(a, b, kind=chance.choice(["river", "meuse", "lake"]))
    for a, b in chance.sample(sides, 6):
        table.boundary(a, b)
    table.area("st-vith", "bottleneck", *chance.sample(cells, 3))
    for side, ground in (("german", cells[::2]), ("allied", cells[1::2])):
        for cell in chance.sample(ground, 6):
            for _ in range(chance.choice([1, 1, 2])):
                kind, state = chance.choice(KINDS), chance.choice(["", "", "", "disrupted"])
                sp = 0 if kind in ("tank", "artillery") else chance.choice([1, 2])
                table.unit(side, cell, kind, state=state, ma=chance.choice([1, 2, 4, 6, 8]), sp=sp)
    markers = [f"{side}{n}" for side in ("german", "allied") for n in (1, 2)]
    table.having(traffic={marker: table.hex(*chance.choice(cells)) for marker in markers})
    assert table.position
    for bridge in sorted(map(str, table.ground.bridges))[::3]:
        table.position.bridges[bridge] = "blown"
    return table


class Count:
    """What the rules say of one unit on a board."""

    def __init__(self, table: Table, id_: str) -> None:
        self.table, self.ground, self.board = table, table.ground, table.ground.board
        self.counter, self.unit = table.rules.counters[id_], table.position.units[id_]
        self.side, self.turn = self.counter.side, table.position.turn
        self.enemy = other_side(self.side)
        self.enemies = table.position.stacks(self.enemy)
        self.rough = {h for h in self.board.hexes if self.ground.terrain[h].id == "wooded_rough"}
        self.zoc, self.beside = set(self.zocs(self.enemy)), self.around(self.enemies)
        self.bonded, self.fenced = self.bonds(self.enemy)

    def around(self, hexes: object) -> set[str]:
        return {other for hex in hexes for other in self.board.neighbours(hex)}  # type: ignore[attr-defined]  # hexes

    def kinds(self, hex: str) -> set[str]:
        return {self.table.rules.counters[id_].kind for id_ in self.table.position.stack(hex)}

    def zocs(self, side: str) -> Iterator[str]:
        for hex in self.table.position.stacks(side):
            for other in self.board.neighbours(hex):
                plain = Hexside(hex, other) in self.ground.roads or not {hex, other} & self.rough
                if plain or self.kinds(hex) != {"tank"}:
                    yield other

    def bonds(self, side: str) -> tuple[set[str], set[Hexside]]:
        """Two with two neighbours in common are out of line; a corner with one only lies at the edge."""
        foes = self.table.position.stacks(other_side(side))
        ends = {
            hex for hex in self.table.position.stacks(side)
            if self.kinds(hex) - {"artillery"} - ({"tank"} if hex in self.rough else set())
        }  # fmt: skip
        hexes, sides = set(), set()
        for a in ends:
            for b in ends:
                common = sorted(set(self.board.neighbours(a)) & set(self.board.neighbours(b)))
                if self.board.distance(a, b) == 2 and len(common) == 2:
                    sides.add(Hexside(*common))
                elif self.board.distance(a, b) == 2 and not all(
                    self.is_bad(end, common[0]) for end in (a, b)
                ):
                    hexes.add(common[0])
            for c in self.board.neighbours(a):
                for d in set(self.board.neighbours(a)) & set(self.board.neighbours(c)):
                    if set(self.board.neighbours(c)) & set(self.board.neighbours(d)) == {a}:
                        sides.add(Hexside(c, d))
        return hexes - foes.keys(), {
            s for s in sides if not {s.a, s.b} <= self.rough and not {s.a, s.b} <= foes.keys()
        }  # fmt: skip

    def is_bad(self, a: str, b: str) -> bool:
        return bool({a, b} & self.rough) or Hexside(a, b) in self.ground.rivers

    def is_unbridged(self, side: Hexside) -> bool:
        lost = side not in self.ground.roads or str(side) in self.table.position.bridges
        return side in self.ground.rivers and lost

    def is_shut(self, a: str, b: str) -> bool:
        """Whether units, bonds or boundaries bar a step."""
        bound = self.side == "german" and self.turn < 5 and Hexside(a, b) in self.ground.boundaries
        held = b in self.enemies or b in self.bonded or Hexside(a, b) in self.fenced
        return bound or held or (self.unit.state != "" and b in self.zoc)

    def price(self, a: str, b: str, *, by_road: bool = False) -> float | None:
        """MP for a step, ``None`` if it cannot be made for MP."""
        side, land, size = Hexside(a, b), self.ground.terrain[b].id, self.ground.settlement.get(b)
        road = self.ground.roads.get(side)
        close = any(self.ground.terrain[h].id == "forest" or h in self.ground.west_wall for h in (a, b))
        if self.is_unbridged(side) or (road is None and (by_road or side in self.ground.lakes)):
            return None
        if road is None and (self.is_bad(a, b) or (self.counter.vehicle and close)):
            return None
        row = size.id if size and size.id in ("town", "city") else land
        if road is not None:
            forest = road.id == "secondary" and land in ("forest", "wooded_rough")
            row = "forest_road" if forest else road.id
        on_foot = not (self.counter.mech or self.counter.gun or by_road)
        column = "foot" if on_foot else "mech_frozen" if self.turn >= 11 else "mech_mud"
        value = self.table.rules.tec.cell(row, column).value
        value = self.table.rules.tec.cell(row, "foot").value if value == "NA" else value
        return float(value) + self.delay(b)

    def delay(self, hex: str) -> int:
        traffic = self.table.position.traffic.items()
        found = 2 if any(at == hex and marker.startswith(self.enemy) for marker, at in traffic) else 0
        return found + (4 if self.side == "german" and hex in self.ground.bottlenecks else 0)

    def can_wade(self, a: str, b: str) -> bool:
        side = Hexside(a, b)
        bank = self.is_unbridged(side) or (side not in self.ground.roads and bool({a, b} & self.rough))
        dry = side not in self.ground.lakes or side in self.ground.roads
        return bank and dry and not (self.counter.vehicle or self.counter.gun)

    def has_room(self, hex: str) -> bool:
        units, counters = self.table.position.units, self.table.rules.counters
        here = [(units[id_], counters[id_]) for id_ in self.table.position.stack(hex)]
        here.append((self.unit, self.counter))
        points = sum(c.sp if unit.steps == c.steps else c.sp_reduced for unit, c in here)
        tanks = sum(2 if c.defence >= 3 else 1 for _, c in here if c.kind == "tank")
        return points <= 3 and sum(c.gun for _, c in here) <= 1 and tanks <= 2

    # Ways --------------------------------------------------------------------------------------------------

    def reached(self, mp: float, *, by_road: bool = False) -> set[str]:
        """All hexes within some MP: steps are added until nothing gets cheaper."""
        cost, ring = {self.unit.hex: 0.0}, [self.unit.hex]
        while ring:
            a = ring.pop()
            if a in self.zoc and a != self.unit.hex:
                continue
            for b in self.board.neighbours(a):
                price = None if self.is_shut(a, b) else self.price(a, b, by_road=by_road)
                if price is None or (by_road and b in self.beside):
                    continue
                if cost[a] + price <= min(mp, cost.get(b, mp + 1) - 0.25):
                    cost[b] = cost[a] + price
                    ring.append(b)
        return {*cost}

    def two_hexes(self) -> set[str]:
        first = {
            b for b in self.board.neighbours(self.unit.hex) if not self.is_shut(self.unit.hex, b)
            and (self.price(self.unit.hex, b) is not None or self.can_wade(self.unit.hex, b))
        }  # fmt: skip
        further = {
            b for a in first - self.zoc for b in self.board.neighbours(a)
            if not self.is_shut(a, b) and self.price(a, b) is not None
        }  # fmt: skip
        return first | further

    def ends(self, mode: str) -> set[str]:
        """The hexes in which the unit can end a move."""
        left = self.counter.ma - (self.unit.hex in self.zoc)
        match mode:
            case "tactical":
                found = self.two_hexes()
            case "strategic":
                found = self.reached(2 * self.counter.ma, by_road=True)
                return {hex for hex in found if not self.table.position.stack(hex)}
            case "march":
                found = self.reached(left + 2) - self.beside
            case _:
                found = self.reached(left)
        return {hex for hex in found - {self.unit.hex} if self.has_room(hex)}


@pytest.mark.rule(
    "A44-9.3", "A44-9.5", "A44-9.7", "A44-10.4", "A44-10.11", "A44-10.13", "A44-11.2", "A44-11.5", "A44-11.6",
    "A44-11.10", "A44-11.13", "A44-11.18", "A44-11.27", "A44-12.4", "A44-12.7",
)  # fmt: skip
@pytest.mark.parametrize("seed", range(10))
def test_units_get_where_a_second_count_takes_them_and_nowhere_else(seed: int) -> None:
    table = by_chance(seed)
    rules, position, asked = table.rules, table.position, 0
    for id_, unit in position.units.items():
        count = Count(table, id_)
        bonds = bonds_of(rules, position, count.enemy)
        assert zoc_of(rules, position, count.enemy) == count.zoc
        assert (set(bonds.hexes), set(bonds.sides)) == (count.bonded, count.fenced)
        for mode in ("move", "march", "tactical"):
            if not mode_bars(rules, position, id_, mode) and not (count.counter.gun and mode == "march"):
                trip = set_out(rules, position, id_, mode)
                ends, _ = goals(rules, position, trip, overlay(rules, position, count.side))
                assert {*ends} - {unit.hex} == count.ends(mode), (id_, mode)
                asked += 1
        if not strategic_bars(rules, position, id_):
            assert {*destinations(rules, position, id_)[0]} == count.ends("strategic"), id_
            asked += 1
    assert asked > 20
