"""Where a broken unit is in danger: who reaches it, Interdiction, where it may not stay [ASLI-7.0, 7.5]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from grognard.latest import Latest
from grognard.reasons import Reason, rule
from grognard_asl.battlefield import UNSEEN, Battlefield
from grognard_asl.position import Asl, other_side
from grognard_asl.schema import UnitKind, WeaponKind
from grognard_asl.stacks import guns_of, units_of
from grognard_asl.tables import Tables

if TYPE_CHECKING:
    from grognard_asl.flight import Flight

__all__ = ["Enemies", "Peril", "peril_of"]

KEPT = 32
"""So many perils are kept for the next question; most are about the same enemies."""


class Enemies(NamedTuple):
    """All that a peril is made of.

    ``hexes``: where they are. ``armed``: hexes with an unbroken armed unit, leaders counting. ``reach``: hex
    and the longest Normal Range there; ``interdicting``: of those who may Interdict.
    """

    hexes: tuple[str, ...]
    armed: frozenset[str]
    reach: tuple[tuple[str, int], ...]
    interdicting: tuple[tuple[str, int], ...]


def peril_of(play: Asl, side: str) -> Peril:
    """What the enemies of a side are to its broken units now; kept while they stay as they are."""
    position, field = play.position, play.rules.field(play.position)

    def of_enemies() -> Peril:
        enemies, known = enemies_of(play, side), field.perils
        if enemies not in known:
            if len(known) >= KEPT:
                known.clear()
            known[enemies] = Peril(field, enemies)
        return known[enemies]

    latest: Latest[Peril] = field.latest("peril", side)
    return latest.ask(of_enemies, units_of(position, other_side(side)), position.weapons)


@rule("ASLI-7.0.3", "ASLI-7.5.1.1", "ASLI-7.5.3.1", "ASLI-7.5.3.3", "ASLI-9.5.0.4")
def enemies_of(play: Asl, side: str) -> Enemies:
    """The enemies of a side on the map, all of them Known.

    Units that are unbroken are armed, leaders too. Those that reach anything Interdict, unless pinned or in
    Melee; what they have fired does not matter.
    """
    rules, guns = play.rules, guns_of(play.position)
    hexes: dict[str, None] = {}
    armed: set[str] = set()
    reach: dict[str, int] = {}
    interdicting: dict[str, int] = {}
    for id_, unit in play.position.units.items():
        if unit.side == side or not unit.hex:
            continue
        hexes[unit.hex] = None
        if unit.broken:
            continue
        armed.add(unit.hex)
        row = rules.units[unit.kind]
        if not row.mmc:
            continue
        far = reach_of(rules, row)
        for gun in guns.get(id_, ()):
            far = max(far, reach_of(rules, rules.weapons[gun.kind]))
        if far:
            reach[unit.hex] = max(far, reach.get(unit.hex, 0))
            if not unit.pinned and not unit.melee:
                interdicting[unit.hex] = max(far, interdicting.get(unit.hex, 0))
    return Enemies(tuple(hexes), frozenset(armed), tuple(reach.items()), tuple(interdicting.items()))


@rule("ASLI-7.5.3.4")
def reach_of(rules: Tables, row: UnitKind | WeaponKind) -> int:
    """Normal Range of a squad, half-squad or crew, or of a machine gun; 0 if it has too little firepower."""
    return row.range if row.fp >= rules.figures.rout.interdiction_fp else 0


class Peril:
    """What enemies that stay where they are make of hexes; everything asked once is remembered.

    ``hexes``: where they are; ``enemies`` is the same as a set of `Bearings`, as are all answers that are
    numbers. ``flights``: the ways of units that rout, by the hex they begin in.
    """

    def __init__(self, field: Battlefield, enemies: Enemies) -> None:
        self.field, self.hexes, self.armed = field, enemies.hexes, enemies.armed
        self.reach, self.interdicting = dict(enemies.reach), dict(enemies.interdicting)
        self.bearings = field.bearings
        self.enemies = self.bearings.set_of(enemies.hexes)
        self.flights: dict[str, Flight] = {}
        self._far = field.board.distance
        self._seen: dict[str, int] = {}
        self._unnerves: dict[str, bool] = {}
        self._safe: dict[str, bool] = {}

    # Who is where ----------------------------------------------------------------------------------------

    def named(self, enemies: int) -> Iterator[str]:
        """The hexes of a set of enemies."""
        bit = self.bearings.bit
        return (hex for hex in self.hexes if bit[hex] & enemies)

    def seen(self, hex: str) -> int:
        """Enemies, broken ones included, that have a hex in sight."""
        found = self._seen.get(hex)
        if found is None:
            ranges = self.field.ranges(hex)
            found = self._seen[hex] = self.bearings.set_of([h for h in self.hexes if ranges[h] < UNSEEN])
        return found

    def near(self, hex: str) -> int:
        """Enemies next to a hex."""
        return self.bearings.beside(hex) & self.enemies

    def nearer(self, a: str, b: str) -> int:
        """Enemies that are nearer to ``b`` than to ``a``."""
        return self.bearings.nearer(a, b) & self.enemies

    def no_farther(self, a: str, b: str) -> bool:
        """Whether ``b`` is no farther from some enemy than ``a`` is."""
        far = self._far
        return any(far(other, b) <= far(other, a) for other in self.hexes)

    def away(self, a: str, b: str) -> bool:
        """Whether ``b`` is farther than ``a`` from an enemy that is nearest to ``a``."""
        far = self._far
        nearest = min((far(other, a) for other in self.hexes), default=0)
        return any(far(other, a) == nearest < far(other, b) for other in self.hexes)

    # What they threaten ----------------------------------------------------------------------------------

    def watchers(self, hex: str) -> Iterator[str]:
        """Hexes of enemies that have a hex in their line of sight and Normal Range."""
        return self._watching(self.reach, hex)

    def _watching(self, reach: Mapping[str, int], hex: str) -> Iterator[str]:
        ranges = self.field.ranges(hex)
        return (other for other, most in reach.items() if ranges[other] <= most)

    @rule("ASLI-7.1.2.1")
    def unnerves(self, hex: str) -> bool:
        """Whether unbroken armed enemies are next to a hex, or have it in sight and Normal Range."""
        found = self._unnerves.get(hex)
        if found is None:
            beside = any(other in self.armed for other in self.field.board.neighbours(hex))
            found = self._unnerves[hex] = beside or next(self.watchers(hex), None) is not None
        return found

    @rule("ASLI-7.5.1.1", "ASLI-7.5.2.3", "ASLI-7.5.3.2")
    def interdictors(self, hex: str, came_from: str, *, by_road: bool = False) -> tuple[str, ...]:
        """Hexes of enemies that Interdict a unit routing into a hex; any number of them makes one check."""
        return tuple(
            other
            for other in self._watching(self.interdicting, hex)
            if self.field.in_open(hex, other, by_road=by_road, came_from=came_from, rout=True)
        )

    @rule("ASLI-7.0.1", "ASLI-7.0.2", "ASLI-7.1.1.4", "ASLI-7.1.3.1", "ASLI-7.4.2")
    def staying_bars(self, hex: str, *, crawled: bool = False) -> Iterator[Reason]:
        """Every rule that forbids a broken unit to end the RtPh in a hex.

        ``crawled``: it got there by a Low Crawl that took it away from the nearest enemy.
        """
        if hex in self.hexes:
            yield Reason(f"enemies are in {hex} too", "ASLI-7.1.3.1")
        for other in self.field.board.neighbours(hex):
            if other in self.armed:
                yield Reason(f"unbroken armed enemies are next to it in {other}", "ASLI-7.0.2")
        if crawled or not self.field.ground(hex).open_ground:
            return
        for other in self.watchers(hex):
            if self.field.in_open(hex, other, rout=True):
                yield Reason(f"it is in the open before enemies in {other}", "ASLI-7.0.1")

    def is_safe(self, hex: str) -> bool:
        """Whether a broken unit may end the phase in a hex."""
        found = self._safe.get(hex)
        if found is None:
            found = self._safe[hex] = next(self.staying_bars(hex), None) is None
        return found
