"""What the printed ground asks of those who cross it: movement points, roads, rivers [A44-11, A44-21.13].

MP are counted in halves (``half_mp``), because a main road costs half a point. Three classes of movers have
costs of their own: ``foot``, ``mech`` and ``vehicle``, the last being mechanised units that neither cross
rivers nor leave roads in forest. Units on the map play no part here.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from grognard.hexes import Hex, Hexside
from grognard.paths import Profile, compile_profile
from grognard.reasons import Reason, rule
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.position import ArdennesPosition
from grognard_ardennes44.tables import Counter, Tables
from grognard_ardennes44.zoc import is_rough

if TYPE_CHECKING:
    from grognard.charts import Cell

__all__ = [
    "Door",
    "barrier_bars",
    "can_wade",
    "cost_cell",
    "doors",
    "half_cost",
    "is_barrier",
    "may_ever_cross",
    "mover_class",
    "needs_road",
    "profile",
]

# Costs -----------------------------------------------------------------------------------------------------


@rule("A44-21.12")
def mover_class(counter: Counter) -> str:
    """The class whose costs a piece pays; artillery that moves is mechanised [A44-22.4]."""
    if counter.vehicle:
        return "vehicle"
    return "mech" if counter.mech or counter.gun else "foot"


@rule("A44-11.2", "A44-11.17", "A44-11.18", "A44-28.1")
def half_cost(rules: Tables, ground: Ground, mover: str, a: Hex, b: Hex, *, frozen: bool) -> int | None:
    """Half MP for the step from ``a`` to its neighbour ``b``; ``None`` where ordinary movement cannot go.

    Along a road it is the rate of the road; bridges are taken as sound. In ground that vehicles enter only by
    road, mechanised infantry pays what units on foot pay.
    """
    if ground.road_into(a, b) is None and (
        Hexside(a, b) in ground.lakes
        or is_barrier(ground, a, b)
        or (mover == "vehicle" and needs_road(ground, a, b))
    ):
        return None
    value = cost_cell(rules, ground, mover, a, b, frozen=frozen).value
    return None if isinstance(value, str) else int(value * 2)


def cost_cell(rules: Tables, ground: Ground, mover: str, a: Hex, b: Hex, *, frozen: bool) -> Cell:
    """The entry of the terrain effects chart that a step is paid by."""
    road, size = ground.road_into(a, b), ground.settlement.get(b)
    row = road.id if road else size.id if size and size.replaces_terrain else ground.terrain[b].id
    if mover == "foot":
        return rules.tec.cell(row, "foot")
    cell = rules.tec.cell(row, "mech_frozen" if frozen else "mech_mud")
    return rules.tec.cell(row, "foot") if cell.value == "NA" and mover == "mech" else cell


@rule("A44-11.14", "A44-3.5")
def is_barrier(ground: Ground, a: Hex, b: Hex) -> bool:
    """Whether a hexside is a river or of wooded rough, with no road over it; a side that is both is one."""
    if Hexside(a, b) in ground.roads:
        return False
    return Hexside(a, b) in ground.rivers or is_rough(ground, a) or is_rough(ground, b)


@rule("A44-11.13", "A44-21.13")
def needs_road(ground: Ground, a: Hex, b: Hex) -> bool:
    """Whether vehicles step from ``a`` to ``b`` along a road only: into or out of forest and West Wall."""
    return any(ground.terrain[hex].road_only or hex in ground.west_wall for hex in (a, b))


@cache
def profile(rules: Tables, ground: Ground, mover: str, frozen: bool) -> Profile:  # a cache key
    """The compiled costs of a class of movers, in half MP, all bridges sound."""
    return compile_profile(ground.board, lambda a, b: half_cost(rules, ground, mover, a, b, frozen=frozen))


Door: TypeAlias = tuple[Hex, Hexside, int | None]


@cache
def doors(rules: Tables, ground: Ground, mover: str, frozen: bool) -> dict[Hex, tuple[Door, ...]]:
    """The ways out of every hex: neighbour, hexside, half MP, or ``None`` where infantry may wade."""
    costs = profile(rules, ground, mover, frozen)
    return {
        a: tuple(
            (b, Hexside(a, b), costs.cost(a, b))
            for b in ground.board.neighbours(a)
            if costs.cost(a, b) is not None
            or (mover != "vehicle" and is_barrier(ground, a, b) and Hexside(a, b) not in ground.lakes)
        )
        for a in ground.board.hexes
    }


# Ground that is closed -------------------------------------------------------------------------------------


@rule("A44-11.9", "A44-11.11", "A44-11.13", "A44-11.15", "A44-21.13", "A44-7.11")
def may_ever_cross(
    rules: Tables, position: ArdennesPosition, counter: Counter, a: Hex, b: Hex
) -> tuple[Reason, ...]:
    """Why the ground forbids a piece to go from ``a`` to its neighbour ``b`` in any way.

    Only what is printed and the state of bridges count, no units. The Meuse is a river like others.
    """
    ground, side = rules.ground(position), Hexside(a, b)
    road = ground.roads.get(side)
    found = []
    if side in ground.lakes and road is None:
        found.append(Reason(f"a lake lies between {a} and {b}", "A44-11.2"))
    if not counter.vehicle:
        return tuple(found)
    if ground.unbridged(side, position.unsound(counter.side)):
        found.append(Reason(f"vehicles do not cross the unbridged river between {a} and {b}", "A44-11.9"))
    if road is None and (is_rough(ground, a) or is_rough(ground, b)):
        found.append(Reason(f"vehicles do not cross wooded rough without a road: {side}", "A44-11.15"))
    elif road is None and needs_road(ground, a, b):
        text = f"vehicles enter and leave forest and West Wall hexes along a road only: {side}"
        found.append(Reason(text, "A44-11.13"))
    return tuple(found)


@rule("A44-11.10", "A44-11.16")
def barrier_bars(
    rules: Tables, position: ArdennesPosition, counter: Counter, a: Hex, b: Hex
) -> tuple[Reason, ...]:
    """Why an unbridged river or roadless wooded rough holds up a unit that does not wade it."""
    ground, side = rules.ground(position), Hexside(a, b)
    if counter.vehicle:
        return ()
    how = "infantry only that starts next to it, by tactical movement"
    found = []
    if ground.unbridged(side, position.unsound(counter.side)):
        found.append(Reason(f"the unbridged river between {a} and {b}: {how}", "A44-11.10"))
    if side not in ground.roads and (is_rough(ground, a) or is_rough(ground, b)):
        found.append(Reason(f"wooded rough without a road between {a} and {b}: {how}", "A44-11.16"))
    return tuple(found)


@rule("A44-11.10", "A44-11.16")
def can_wade(counter: Counter) -> bool:
    """Whether a piece is infantry that crosses rivers and wooded rough off the road, by tactical movement."""
    return not counter.vehicle and not counter.gun
