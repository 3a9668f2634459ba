"""The battlefield of one scenario: what is printed on its map, in season, and what terrain does to units.

Fixed during play: terrain, levels, roads, walls, movement costs, protection, and who sees whom. What changes
in play (units, fire, whether a unit keeps to the road) is passed in by the chapters that ask.

Movement costs are counted in halves of a MF: grain costs 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.errors import RulesetError
from grognard.hexes import FLAT, Hex, Hexside
from grognard.latest import Latest
from grognard.paths import Profile, compile_profile
from grognard.reasons import Reason, printed, rule, total
from grognard.sight import line
from grognard.spelling import did_you_mean
from grognard_asl.bearings import Bearings
from grognard_asl.boards import OPEN
from grognard_asl.maps import Map
from grognard_asl.schema import Figures, Terrain
from grognard_asl.sight import Sight, look
from grognard_asl.sight_table import BLOCKED, Sights

if TYPE_CHECKING:
    from grognard_asl.peril import Enemies, Peril
    from grognard_asl.position import Mover

__all__ = ["HALF", "UNSEEN", "Battlefield", "Ranges", "Way", "printed_mf"]

HALF = 2
"""Parts in which a MF is counted: costs are whole numbers of halves."""

UNSEEN = 1000
"""Beyond every range: for hexes without a line of sight."""


def printed_mf(halves: int) -> str:
    """Halves of MF as printed.

    >>> printed_mf(3), printed_mf(8)
    ('1½', '4')
    """
    return printed(Fraction(halves, HALF))


class Way(NamedTuple):
    """A step into a hex for ``cost`` halves of a MF, along the road if one leads there (``by_road``).

    ``off_road``: a stack may also go beside that road, through its trees.
    """

    to: Hex
    cost: int
    by_road: bool
    off_road: bool


class Ranges(dict[Hex, int]):
    """Hex → hexes to one and the same hex if there is a line of sight, else `UNSEEN`; filled when asked."""

    __slots__ = ("_field", "_hex")

    def __init__(self, field: Battlefield, hex: Hex) -> None:
        self._field, self._hex = field, hex

    def __missing__(self, other: Hex) -> int:
        field, hex = self._field, self._hex
        far = self[other] = field.board.distance(other, hex) if field.sees(other, hex) else UNSEEN
        return far


class Battlefield:
    """Fixed facts of a scenario's map.

    ``terrain``, ``level``: hex → row in season, level of its centre.
    ``sides``: hexside → row of the wall or hedge along it.
    ``roads``: hexside → row of the road that crosses it; ``ways``: hex → neighbours it is joined to by road.
    ``month`` (1 to 12) decides what is in season; ``clear`` and ``shut`` override single lines of sight.
    """

    def __init__(
        self,
        map: Map,
        chart: Mapping[str, Terrain],
        figures: Figures,
        *,
        month: int,
        clear: Iterable[tuple[Hex, Hex]] = (),
        shut: Iterable[tuple[Hex, Hex]] = (),
    ) -> None:
        self.map, self.chart, self.figures, self.month = map, chart, figures, month
        self.board = map.board
        self.hexes = map.board.hexes
        self.terrain: dict[Hex, Terrain] = {
            label: in_season(chart, key, month) for label, key in map.terrain.items()
        }
        self.level: dict[Hex, int] = map.level
        self.sides: dict[Hexside, Terrain] = {side: chart[key] for side, key in map.sides.items()}
        self.roads: dict[Hexside, Terrain] = {side: chart[key] for side, key in map.roads.items()}
        ways: dict[Hex, set[Hex]] = {label: set() for label in self.hexes}
        for side in self.roads:
            ways[side.a].add(side.b)
            ways[side.b].add(side.a)
        self.ways: dict[Hex, frozenset[Hex]] = {label: frozenset(others) for label, others in ways.items()}
        self.rows: dict[str, Terrain] = {row.id: row for row in self.terrain.values()}
        """Rows that fill a hex of this map."""
        self.open = chart[OPEN]
        self.mixed = {row.id: row_of(chart, row, "with_road") for row in chart.values() if row.with_road}
        """Terrain row → what it is, with a road in it, to a unit that keeps to the road."""
        self.hill = next(row for row in chart.values() if row.category == "level")
        self.crest = row_of(chart, self.hill, "crest")
        self.overrides: dict[tuple[Hex, Hex], bool] = {}
        for clears, pairs in ((True, clear), (False, shut)):
            for a, b in pairs:
                self.overrides[a, b] = self.overrides[b, a] = clears
        self.walled = frozenset(hex for side in self.sides for hex in (side.a, side.b))
        """Hexes with a wall or hedge along one of their sides."""
        self.sights = Sights(self)
        self.perils: dict[Enemies, Peril] = {}
        """What `grognard_asl.peril` has found out about enemies that stay as they are."""
        self.covers: dict[tuple[Hex | None, Hex, Mover | None], tuple[Reason, ...]] = {}
        """What protects a hex against fire from another, as `grognard_asl.fire` has found it."""
        self._ranges: dict[Hex, Ranges] = {}
        self._latest: dict[tuple[str, str], Latest[Any]] = {}
        self._hinders: dict[tuple[Hex, Hex], tuple[Reason, ...]] = {}
        self._steps: dict[tuple[Hex, Hex, bool], int | None] = {}
        self._ways: dict[Hex, tuple[Way, ...]] = {}

    def __repr__(self) -> str:
        return f"<Battlefield: {len(self.hexes)} hexes, month {self.month}>"

    def latest(self, question: str, about: str) -> Latest[Any]:
        """The last answer to a question about something on this battlefield, a unit or a side."""
        found = self._latest.get((question, about))
        if found is None:
            found = self._latest[question, about] = Latest()
        return found

    # The ground ------------------------------------------------------------------------------------------

    @rule("ASLI-4.2.2")
    def road_joins(self, a: Hex, b: Hex) -> bool:
        """Whether a road leads from ``a`` (blank: off the map) into ``b`` beside it, which is no building."""
        return not self.terrain[b].building and (b in self.ways[a] if a else b in self.map.exits)

    def has_road(self, hex: Hex) -> bool:
        """Whether a unit in a hex is on a road that runs through or ends in it; in a building it is not."""
        return not self.terrain[hex].building and (bool(self.ways[hex]) or hex in self.map.exits)

    def roads_of(self, hex: Hex) -> tuple[Hexside, ...]:
        """The hexsides through which roads leave a hex for another hex of the map."""
        return tuple(Hexside(hex, other) for other in sorted(self.ways[hex]))

    def ground(self, hex: Hex, *, by_road: bool = False) -> Terrain:
        """The row of a hex to a unit in it; ``by_road``: to one that came along the road and keeps to it."""
        row = self.terrain[hex]
        return self.mixed.get(row.id, row) if by_road and self.has_road(hex) else row

    def may_leave_road(self, a: Hex, b: Hex) -> bool:
        """Whether a step from ``a`` into ``b`` beside the road that leads there differs from one along it."""
        return self.road_joins(a, b) and self.terrain[b].id in self.mixed

    def road_row(self, a: Hex, b: Hex) -> Terrain:
        """What a step along the road from ``a`` into ``b`` is: woods-road, orchard-road or plain road."""
        return self.mixed.get(self.terrain[b].id) or self.roads[Hexside(a, b)]

    @cached_property
    @rule("ASLSK-1.1.2.27", "ASLSK-1.1.2.38")
    def roads_through(self) -> dict[Hex, frozenset[int]]:
        """Hex whose trees a straight road opens to sight → its axes: 0 north-south, 1 NE-SW, 2 SE-NW."""
        found: dict[Hex, frozenset[int]] = {}
        for label, ways in self.ways.items():
            if len(ways) > 1 and self.terrain[label].id in self.mixed:
                (x, y), steps = self.board.spot(label), FLAT.steps
                out = {steps.index((x2 - x, y2 - y)) for x2, y2 in map(self.board.spot, ways)}
                found[label] = frozenset(way for way in range(3) if {way, way + 3} <= out)
        return {label: axes for label, axes in found.items() if axes}

    @cached_property
    def building(self) -> dict[Hex, frozenset[Hex]]:
        """Building hex → all hexes of its building."""
        alone = {label: frozenset((label,)) for label, row in self.terrain.items() if row.building}
        return alone | {label: hexes for hexes in self.map.buildings for label in hexes if label in alone}

    @property
    def edges(self) -> dict[str, tuple[Hex, ...]]:
        """Edge (north, south, east, west) → the hexes along it."""
        return self.map.edges

    # Movement --------------------------------------------------------------------------------------------

    @rule(
        "ASLI-4.2.1", "ASLI-4.2.2", "ASLSK-1.1.2.4", "ASLSK-1.1.2.10", "ASLSK-1.1.2.13", "ASLSK-1.1.2.21",
        "ASLSK-1.1.2.26", "ASLSK-1.1.2.37", "ASLSK-1.1.2.55",
    )  # fmt: skip
    def entry(self, a: Hex, b: Hex, *, by_road: bool = False) -> tuple[Reason, ...]:
        """What a step from ``a`` into its neighbour ``b`` costs, in halves of a MF; ``()``: nobody may.

        ``by_road`` is for hexsides that a road crosses; a unit may always decline the road.
        """
        row = self.road_row(a, b) if by_road else self.terrain[b]
        if (cost := row.cost) is None:
            return ()
        found = [row.reason("mf", f"MF for {row.name.en.lower()}", halves(cost), HALF)]
        if self.level[b] > self.level[a]:
            more = cost * (self.crest.uphill_factor - 1)
            words = "MF more, uphill across a crest line"
            found.append(self.crest.reason("uphill_factor", words, halves(more), HALF))
        side = self.sides.get(Hexside(a, b))
        if side is not None:
            if side.cost is None:
                return ()
            words = f"MF more, across a {side.name.en.lower()}"
            found.append(side.reason("mf", words, halves(side.cost), HALF))
        return tuple(found)

    def entry_cost(self, a: Hex, b: Hex, *, by_road: bool = False) -> int | None:
        """The sum of :meth:`entry` in halves of a MF; ``None``: nobody may."""
        return total(reasons) if (reasons := self.entry(a, b, by_road=by_road)) else None

    def entry_from_edge(self, b: Hex, *, by_road: bool = False) -> tuple[Reason, ...]:
        """What entering the map into an edge hex costs, as if from open ground of its level beside it."""
        row = self.mixed.get(self.terrain[b].id) if by_road else None
        row = row or (self._exit_road(b) if by_road else self.terrain[b])
        if (cost := row.cost) is None:
            return ()
        return (row.reason("mf", f"MF for {row.name.en.lower()}", halves(cost), HALF),)

    def _exit_road(self, hex: Hex) -> Terrain:
        ways = self.map.exits.get(hex)
        if ways:
            return self.chart[min(ways.values())]
        return next((self.roads[Hexside(hex, other)] for other in sorted(self.ways[hex])), self.terrain[hex])

    def step_cost(self, here: Hex, to: Hex, *, off_road: bool = False) -> int | None:
        """What a step costs infantry, in halves of MF, along the road if one leads there; None: nobody may.

        ``here`` is blank for stacks that enter the map.
        """
        key = here, to, off_road
        if key not in self._steps:
            along = not off_road and self.road_joins(here, to)
            entry = self.entry(here, to, by_road=along) if here else self.entry_from_edge(to, by_road=along)
            self._steps[key] = total(entry) if entry else None
        return self._steps[key]

    def way(self, here: Hex, to: Hex) -> Way | None:
        """The step from a hex (blank: from off the map) into the next; ``None``: nobody may."""
        cost = self.step_cost(here, to)
        if cost is None:
            return None
        return Way(to, cost, self.road_joins(here, to), self.may_leave_road(here, to))

    def ways_out(self, here: Hex) -> tuple[Way, ...]:
        """Every step out of a hex that infantry may make, clockwise."""
        found = self._ways.get(here)
        if found is None:
            ways = (self.way(here, to) for to in self.board.neighbours(here))
            found = self._ways[here] = tuple(way for way in ways if way is not None)
        return found

    @cached_property
    def profile(self) -> Profile:
        """Infantry on this map, in halves of a MF, taking the road where that is cheaper."""

        def cost(a: Hex, b: Hex) -> int | None:
            plain = self.entry_cost(a, b)
            if not self.road_joins(a, b):
                return plain
            along = self.entry_cost(a, b, by_road=True)
            return plain if along is None else along if plain is None else min(plain, along)

        return compile_profile(self.board, cost)

    @cached_property
    def bearings(self) -> Bearings:
        """What routs ask of this map."""
        return Bearings(self.profile)

    @rule("ASLSK-1.1.2.46", "ASLSK-1.1.2.53")
    def climbs(self, a: Hex, b: Hex) -> bool:
        """Whether a step from ``a`` to ``b`` crosses a crest line upwards."""
        return self.level[b] > self.level[a]

    # Protection ------------------------------------------------------------------------------------------

    @rule(
        "ASLI-3.2.0.3", "ASLI-3.2.0.4", "ASLI-3.2.0.5", "ASLI-3.2.0.6", "ASLI-3.2.0.7", "ASLSK-1.1.2.14",
        "ASLSK-1.1.2.15", "ASLSK-1.1.2.22", "ASLSK-1.1.2.24", "ASLSK-1.1.2.25",
    )  # fmt: skip
    def protection(
        self,
        target: Hex,
        firer: Hex | None = None,
        *,
        by_road: bool = False,
        came_from: Hex | None = None,
        indirect: bool = False,
    ) -> tuple[Reason, ...]:
        """TEM of a target hex against fire from a hex (``None``: from nowhere in particular, Residual FP).

        The better of what is in the hex and the wall the line crosses last; failing both, Height Advantage.
        ``by_road``: the target is moving along the road of a woods-road hex. ``came_from``: the hex it has
        just left in its move or rout. ``indirect``: mortar fire.
        """
        exposed = by_road and firer is not None and self.along_road(firer, target)
        row = self.ground(target, by_road=exposed)
        covers = [row, *self._walls_before(firer, target)]
        if tem_of(row, indirect=indirect) >= 0:  # trees make mortar fire worse, walls or not
            row = max(covers, key=lambda cover: tem_of(cover, indirect=indirect))
        if value := tem_of(row, indirect=indirect):
            field = "tem_indirect" if indirect and row.tem_indirect is not None else "tem"
            return (row.reason(field, row.name.en.lower(), value),)
        height = None if firer is None or indirect else self.height_advantage(target, firer, row, came_from)
        return (height,) if height else ()

    @rule("ASLSK-1.1.2.56", "ASLSK-1.1.2.58")
    def height_advantage(
        self, target: Hex, firer: Hex, row: Terrain, came_from: Hex | None = None
    ) -> Reason | None:
        """The Height Advantage of a target over a lower firer; ``row`` is what it is in.

        There is none with any other positive TEM, nor for a unit that has just crossed a crest line against a
        line that enters through that hexside.
        """
        if self.level[target] <= self.level[firer] or row.tem > 0:
            return None
        climbed = came_from is not None and self.climbs(came_from, target)
        if climbed and Hexside(str(came_from), target) in self._last_sides(firer, target):
            return None
        fire = self.figures.fire
        return fire.reason("height_advantage", "height advantage", fire.height_advantage)

    @rule("ASLI-5.1.1.3", "ASLSK-1.1.2.17", "ASLSK-1.1.2.24", "ASLSK-1.1.2.32", "ASLSK-1.1.2.38",
          "ASLSK-1.1.2.45", "ASLSK-1.1.2.48", "ASLSK-1.1.2.49", "ASLSK-1.1.2.57")  # fmt: skip
    def in_open(
        self,
        target: Hex,
        firer: Hex | None = None,
        *,
        by_road: bool = False,
        came_from: Hex | None = None,
        rout: bool = False,
    ) -> bool:
        """Whether a mover in a hex is in the open to a firer: FFMO applies, or Interdiction when it routs.

        On a road through trees only along a line that keeps to the road; never behind a wall or with Height
        Advantage.
        """
        exposed = by_road and firer is not None and self.along_road(firer, target)
        row = self.ground(target, by_road=exposed)
        if not (row.interdiction if rout else row.ffmo) or self._walls_before(firer, target):
            return False
        return firer is None or self.height_advantage(target, firer, row, came_from) is None

    @rule("ASLSK-1.1.2.24", "ASLSK-1.1.2.38")
    def along_road(self, a: Hex, b: Hex) -> bool:
        """Whether the last stretch of the line from ``a`` into ``b`` lies on a road, centre to centre."""
        across = self._last_sides(a, b) if self.ways[b] else []
        if len(across) != 1 or across[0] not in self.roads:
            return False
        before = across[0].across(b)
        (x1, y1), (x2, y2), (x3, y3) = (self.board.spot(hex) for hex in (a, before, b))
        return (x3 - x1) * (y3 - y2) == (y3 - y1) * (x3 - x2)  # a, before and b lie on one straight line

    def _walls_before(self, firer: Hex | None, target: Hex) -> list[Terrain]:
        """Wall of the target's hex that the line enters through, if any; at a corner there must be two."""
        if firer is None or firer == target or target not in self.walled:
            return []
        found = [self.sides.get(side) for side in self._last_sides(firer, target)]
        return [] if None in found else [min((row for row in found if row), key=lambda row: row.tem)]

    def _last_sides(self, a: Hex, b: Hex) -> list[Hexside]:
        """The hexside of ``b`` through which the line from ``a`` enters; two where it enters at a corner."""
        if a == b:
            return []
        ray = line(self.board, a, b)
        if not ray.crossings:
            return [ray.across[-1]]
        last = ray.crossings[-1]
        if last.kind == "hex":
            return [ray.across[-1]]
        if last.kind == "hexside":
            return [Hexside(label, b) for label in last.hexes if label is not None]
        before = ray.crossings[-2].hexes if len(ray.crossings) > 1 else (a,)
        return [Hexside(label, b) for label in (*before, *last.hexes) if label in self.board.neighbours(b)]

    # Sight -----------------------------------------------------------------------------------------------

    def sees(self, a: Hex, b: Hex) -> bool:
        """Whether there is a line of sight between two hexes; a look-up once both have been asked about."""
        return self.sights.value(a, b) != BLOCKED

    def ranges(self, hex: Hex) -> Ranges:
        """Ranges to a hex along lines of sight."""
        found = self._ranges.get(hex)
        if found is None:
            found = self._ranges[hex] = Ranges(self, hex)
        return found

    def hindrance(self, a: Hex, b: Hex) -> int:
        """Sum of the hindrances on the line between two hexes that see each other."""
        return self.sights.value(a, b)

    def hinders(self, a: Hex, b: Hex) -> tuple[Reason, ...]:
        """The hindrances on the line between two hexes that see each other, hex by hex; looked up."""
        found = self._hinders.get((a, b))
        if found is None:
            found = self._hinders[a, b] = self.look(a, b).reasons if self.hindrance(a, b) else ()
        return found

    def look(self, a: Hex, b: Hex) -> Sight:
        """The line of sight from ``a`` to ``b`` with its proof."""
        return look(self, a, b)


@rule("ASLSK-1.1.2.33", "ASLSK-1.1.2.34", "ASLSK-1.1.2.42")
def in_season(chart: Mapping[str, Terrain], key: str, month: int) -> Terrain:
    """The row that holds in a month for a row of the map."""
    row = chart[key]
    return row if row.holds(month) else row_of(chart, row, "off_season")


def row_of(chart: Mapping[str, Terrain], row: Terrain, field: str) -> Terrain:
    """The row that a field of another names; raises ``RulesetError`` where there is none."""
    name: str = getattr(row, field)
    if name not in chart:
        problem = f"{field} must name a terrain row, got {name!r}{did_you_mean(name, chart)}"
        raise RulesetError(problem, file="terrain.toml", entry=f"terrain {row.id!r}")
    return chart[name]


def tem_of(row: Terrain, *, indirect: bool) -> int:
    """The TEM of a row, or its TEM to mortar fire where that differs."""
    return row.tem_indirect if indirect and row.tem_indirect is not None else row.tem


def halves(mf: Fraction) -> int:
    """MF in halves.

    >>> halves(Fraction(3, 2))
    3
    """
    parts = mf * HALF
    if parts.denominator != 1:
        raise RulesetError(f"movement costs count in halves, got {mf}", file="terrain.toml")
    return int(parts)
