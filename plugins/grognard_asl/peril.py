"""Where a broken unit is in danger: who reaches it, Interdiction, where it may not stay [ASLI-7.0, 7.5]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from grognard.reasons import Reason, rule
from grognard_asl.battlefield import Battlefield
from grognard_asl.firepower import armed
from grognard_asl.position import Asl
from grognard_asl.stacks import kind_of, mg_of

__all__ = ["Enemies", "can_interdict", "enemies_of", "interdictors", "reach_of", "staying_bars", "watchers"]


class Enemies(NamedTuple):
    """The enemies of a side, by hex. None of them moves while a unit routs.

    ``armed``: hexes with an unbroken armed unit, leaders counting. ``reach``: hex → the longest Normal Range
    there; ``interdicting``: of those who may Interdict.
    """

    hexes: tuple[str, ...]
    armed: frozenset[str]
    reach: dict[str, int]
    interdicting: dict[str, int]


@rule("ASLI-7.5.3.4")
def reach_of(play: Asl, id_: str) -> int:
    """Normal Range of what an unbroken unit could fire, its own or a machine gun's; leaders have none."""
    unit = play.position.units[id_]
    row, least = kind_of(play.rules, unit), play.rules.figures.rout.interdiction_fp
    if unit.broken or not row.mmc:
        return 0
    guns = (play.rules.weapons[gun.kind] for _, gun in mg_of(play.position, id_))
    arms = ((row.fp, row.range), *((gun.fp, gun.range) for gun in guns))
    return max((normal for fp, normal in arms if fp >= least), default=0)


@rule("ASLI-7.5.1.1", "ASLI-7.5.3.1", "ASLI-7.5.3.3", "ASLI-9.5.0.4")
def can_interdict(play: Asl, id_: str) -> bool:
    """Whether a unit may Interdict: unbroken, unpinned, not in Melee; what it has fired does not matter."""
    unit = play.position.units[id_]
    return not unit.pinned and not unit.melee and reach_of(play, id_) > 0


@rule("ASLI-7.0.3")
def enemies_of(play: Asl, side: str) -> Enemies:
    """The enemies of a side on the map; all of them are Known."""
    hexes: dict[str, None] = {}
    with_arms: set[str] = set()
    reach: dict[str, int] = {}
    interdicting: dict[str, int] = {}
    for id_, unit in play.position.units.items():
        if unit.side == side or not unit.hex:
            continue
        hexes[unit.hex] = None
        if armed(play, id_, leaders=True):
            with_arms.add(unit.hex)
        far = reach_of(play, id_)
        if far:
            reach[unit.hex] = max(far, reach.get(unit.hex, 0))
            if can_interdict(play, id_):
                interdicting[unit.hex] = max(far, interdicting.get(unit.hex, 0))
    return Enemies(tuple(hexes), frozenset(with_arms), reach, interdicting)


def watchers(field: Battlefield, reach: Mapping[str, int], hex: str) -> Iterator[str]:
    """Hexes of enemies that have a hex in their line of sight and Normal Range."""
    far = field.board.distance
    return (other for other, most in reach.items() if far(other, hex) <= most and field.sees(other, hex))


@rule("ASLI-7.5.1.1", "ASLI-7.5.2.3", "ASLI-7.5.3.2")
def interdictors(
    field: Battlefield, enemies: Enemies, hex: str, came_from: str, *, by_road: bool = False
) -> tuple[str, ...]:
    """Hexes of enemies that Interdict a unit routing into a hex; any number of them makes one check."""
    return tuple(
        other
        for other in watchers(field, enemies.interdicting, hex)
        if field.in_open(hex, other, by_road=by_road, came_from=came_from, rout=True)
    )


@rule("ASLI-7.0.1", "ASLI-7.0.2", "ASLI-7.1.1.4", "ASLI-7.1.3.1", "ASLI-7.4.2")
def staying_bars(
    field: Battlefield, enemies: Enemies, hex: str, *, crawled: bool = False
) -> Iterator[Reason]:
    """Every rule that forbids a broken unit to end the RtPh in a hex.

    ``crawled``: it got there by a Low Crawl that took it away from the nearest enemy.
    """
    if hex in enemies.hexes:
        yield Reason(f"enemies are in {hex} too", "ASLI-7.1.3.1")
    for other in field.board.neighbours(hex):
        if other in enemies.armed:
            yield Reason(f"unbroken armed enemies are next to it in {other}", "ASLI-7.0.2")
    if crawled or not field.ground(hex).open_ground:
        return
    for other in watchers(field, enemies.reach, hex):
        if field.in_open(hex, other, rout=True):
            yield Reason(f"it is in the open before enemies in {other}", "ASLI-7.0.1")
