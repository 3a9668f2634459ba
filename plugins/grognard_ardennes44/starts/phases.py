"""Starts before supply, fuel and night phases."""

from __future__ import annotations

from grognard_ardennes44.position import ArdennesPosition
from grognard_ardennes44.starts.stage import Stage, is_large, of_formation, of_kind
from grognard_ardennes44.traffic import markers_in_box

__all__ = ["dusk", "night_fight", "peiper", "short_of_fuel", "surrounded"]


def surrounded(stage: Stage) -> ArdennesPosition:
    """A German pocket and an Allied one, near to surrender, and some traffic markers about."""
    board = stage.ground.board
    for side, number in (("german", 0), ("allied", 40)):
        here = stage.plain(number)
        other = "allied" if side == "german" else "german"
        stage.put(stage.pick(side, 1, is_large), here, points=3, oos=True)
        stage.put(stage.pick(side, 1, of_kind("engineer", "recon")), here, points=3, oos=True)
        for far in board.within(here, 2):
            if board.distance(here, far) == 2 and far not in stage.position.stack(far):
                stage.put(stage.pick(other, 1, of_kind("infantry", "mechanised")), far)
    position = stage.at(16, "german_traffic")
    for side in ("german", "allied"):
        markers = markers_in_box(stage.rules, position, side)
        for marker, hex in zip(markers, board.hexes[::9], strict=False):
            position.traffic[marker] = hex
    return position


def short_of_fuel(stage: Stage) -> ArdennesPosition:
    """All panzer divisions in play on Turn 16, before the fuel rolls."""
    formations = [f.id for f in stage.rules.formations.values() if f.fuel]
    west = stage.ground.hexes_in("west_map") or stage.ground.board.index
    hexes = iter(hex for hex in stage.ground.board.hexes[::3] if hex in west)
    for formation in formations:
        stage.put(stage.pick("german", 1, of_formation(formation)), next(hexes))
    stage.put(stage.pick("allied", 1, is_large), stage.ground.board.hexes[-1])
    return stage.at(16, "german_fuel")


def night_fight(stage: Stage) -> ArdennesPosition:
    """Marked stacks of both sides next to each other at night; reduced and lost units to replace."""
    here = stage.plain()
    ring = stage.around(here)
    stage.put(stage.pick("german", 1, is_large), here, marker="night")
    stage.put(stage.pick("german", 1, of_kind("tank")), here, marker="night")
    stage.put(stage.pick("german", 2, is_large), stage.around(ring[3])[3], steps=2)
    stage.put(stage.pick("german", 1, of_kind("infantry")), stage.around(ring[2])[2], marker="night")
    stage.put(stage.pick("allied", 1, is_large), ring[0], marker="night")
    stage.put(stage.pick("allied", 1, of_kind("engineer")), ring[1], marker="night")
    stage.put(stage.pick("allied", 2, is_large), stage.around(ring[0])[0], steps=2)
    big = stage.pick("allied", 1, is_large)[0]
    stage.put(
        (next(p.id for p in stage.rules.pools.values() if p.use == "remnant" and p.side == "allied") + "-1",),
        stage.around(ring[1])[1],
        parent=big,
    )
    for id_ in (
        big,
        *stage.pick("german", 3, lambda c: not c.gun),
        *stage.pick("allied", 3, lambda c: not c.gun),
    ):
        stage.position.lost[id_] = "eliminated"
    return stage.at(10, "allied_night_movement")


def dusk(stage: Stage) -> ArdennesPosition:
    """A PM turn in which stacks may be marked for the night."""
    here = stage.plain()
    ring = stage.around(here)
    stage.put(stage.pick("german", 2, is_large), stage.around(ring[0])[0])
    stage.put(stage.pick("german", 1, of_kind("recon")), ring[1], marker="replaced")
    stage.put(stage.pick("allied", 1, is_large), here)
    stage.put(stage.pick("allied", 1, of_kind("mixed")), stage.around(ring[3])[3])
    return stage.at(4, "german_movement")


def peiper(stage: Stage) -> ArdennesPosition:
    """Kampfgruppe Peiper on the first night, others with it, the enemy before it."""
    here = stage.plain()
    ring = stage.around(here)
    stage.put(stage.of_trait("peiper")[:2], ring[0])
    stage.put(stage.of_trait("peiper")[:1], ring[1])
    stage.put(stage.pick("german", 1, of_kind("recon")), ring[1])
    stage.put(stage.pick("allied", 1, is_large), here)
    return stage.at(2, "allied_night_combat")
