"""Starts in the steps before the roll: bridges, artillery on both sides, aircraft, surprise."""

from __future__ import annotations

from collections.abc import Callable

from grognard_ardennes44 import combat
from grognard_ardennes44.air import JabosRoll
from grognard_ardennes44.bridges import OurenRoll
from grognard_ardennes44.driving import DrivesOver
from grognard_ardennes44.movement import set_out
from grognard_ardennes44.moving import AfterCrossing
from grognard_ardennes44.pieces import note_deed
from grognard_ardennes44.position import ArdennesPosition, Works
from grognard_ardennes44.starts.stage import Stage, is_gun, is_large, mechanised, of_kind, panzer_group

__all__ = [
    "across_a_doubtful_bridge",
    "air_support",
    "artillery_duel",
    "over_a_bridge",
    "over_a_doubtful_bridge",
    "to_a_doubtful_bridge",
    "under_jabos",
    "with_surprise",
]


def over_a_bridge(stage: Stage, *, state: str = "", turn: int = 4) -> ArdennesPosition:
    """An attack over a bridge that the defender may blow, or that has still to prove itself."""
    bridge = stage.bridge()
    units = panzer_group(stage, bridge.a)
    stage.put(stage.pick("german", 1, is_gun), stage.around(bridge.a)[0])
    stage.put(stage.pick("allied", 1, is_large), bridge.b)
    behind = next(hex for hex in stage.around(bridge.b) if stage.ground.board.distance(bridge.a, hex) == 2)
    stage.put(stage.pick("allied", 1, is_gun), behind)
    if state:
        stage.position.bridges[str(bridge)] = state
    return stage.opened(turn, units, bridge.b)


def over_a_doubtful_bridge(stage: Stage) -> ArdennesPosition:
    """The bridge has still to prove itself, on a turn on which no other is blown."""
    return over_a_bridge(stage, state="doubtful", turn=2)


def to_a_doubtful_bridge(stage: Stage) -> ArdennesPosition:
    """Germans move towards a doubtful bridge, and others are under construction."""
    bridge = stage.bridge()
    stage.put(mechanised(stage, 1), bridge.a)
    stage.put(stage.pick("german", 1, of_kind("infantry")), bridge.a)
    stage.put(stage.pick("allied", 1, is_large), stage.plain())
    for number, other in enumerate(sorted(stage.ground.bridges - {bridge})):
        stage.position.bridges[str(other)] = ("blown", "german", "allied")[number % 3]
    stage.position.bridges[str(bridge)] = "doubtful"
    return stage.at(5, "german_bridge")


def across_a_doubtful_bridge(*, column: bool) -> Callable[[Stage], ArdennesPosition]:
    """A German unit has gone up to a doubtful bridge, by its MA or in a column, and tries it."""

    def draw(stage: Stage) -> ArdennesPosition:
        bridge, position = stage.bridge(), stage.position
        (unit,) = stage.put(mechanised(stage, 1), bridge.a)
        stage.put(stage.pick("allied", 1, is_large), stage.plain())
        position.bridges[str(bridge)] = "doubtful"
        note_deed(position, unit, "moved")
        trip = set_out(stage.rules, position, unit, "move")
        goes = DrivesOver("german", unit, 0, bridge.b) if column else AfterCrossing("german", trip, bridge.b)
        return stage.at(5, "german_movement", OurenRoll(str(bridge)), goes)

    return draw


def artillery_duel(turn: int) -> Callable[[Stage], ArdennesPosition]:
    """An attack in its steps: artillery on both sides, and Jabos over it once the sky has cleared."""

    def draw(stage: Stage) -> ArdennesPosition:
        here = stage.plain()
        ring = stage.around(here)
        units = panzer_group(stage, ring[0])
        for hex in (ring[1], stage.around(ring[0])[0], stage.around(ring[1])[1]):
            stage.put(stage.pick("german", 1, is_gun), hex)
        allied = stage.put(stage.pick("allied", 1, lambda c: is_large(c) and c.colour == "VIII"), here)
        colour = stage.rules.counters[allied[0]].colour
        stage.put(stage.pick("allied", 1, lambda c: c.gun and c.colour == colour), ring[3])
        return stage.opened(turn, units, here)

    return draw


def under_jabos(stage: Stage) -> ArdennesPosition:
    """The fighter-bombers come back to one attack again and again, which is then rolled for."""
    here = stage.plain()
    units = stage.put(mechanised(stage, 2), stage.around(here)[0])
    stage.put(stage.pick("allied", 1, is_large), here)
    return stage.attacked(16, units, here, *[JabosRoll()] * 6, combat.CombatRoll())


def with_surprise(stage: Stage) -> ArdennesPosition:
    """Undetected special units attack."""
    here = stage.plain()
    units = stage.put(stage.of_trait("solar"), stage.around(here)[0])
    stage.put(stage.pick("allied", 1, is_large), here)
    return stage.opened(5, units, here)


def air_support(*, marked: bool) -> Callable[[Stage], ArdennesPosition]:
    """Allied units next to Germans in works when the sky has cleared: they move, or attack with aircraft."""

    def draw(stage: Stage) -> ArdennesPosition:
        here = stage.plain()
        ring = stage.around(here)
        units = stage.put(stage.pick("allied", 2, of_kind("mixed")), ring[0])
        stage.put(stage.pick("allied", 1, is_large), ring[1])
        stage.put(stage.pick("allied", 1, is_gun), stage.around(ring[0])[0])
        stage.put(stage.pick("german", 1, is_large), here)
        stage.position.works[here] = Works("german", built=True)
        if not marked:
            return stage.at(16, "allied_movement")
        stage.position.tally["air"] = 2
        return stage.opened(16, units, here)

    return draw
