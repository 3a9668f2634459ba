"""Starts at what units do besides attacking: moving, rallying, disengaging, building, breaking down."""

from __future__ import annotations

from collections.abc import Callable

from grognard_ardennes44 import combat, disengagement
from grognard_ardennes44.bridges import OurenRoll
from grognard_ardennes44.driving import DrivesOver
from grognard_ardennes44.movement import set_out
from grognard_ardennes44.movement_phase import MovementEnds
from grognard_ardennes44.moving import AfterCrossing
from grognard_ardennes44.pieces import place
from grognard_ardennes44.position import DOUBTFUL, ArdennesPosition, Unit, Works
from grognard_ardennes44.starts.stage import Stage, is_gun, is_large, mechanised, of_kind

__all__ = [
    "broken_down",
    "crowded_phase_end",
    "digging",
    "over_the_bridge",
    "overfull",
    "shaken",
    "torn_loose",
]


def broken_down(stage: Stage) -> ArdennesPosition:
    """Units of three steps, whole and reduced, to break down and put together; engaged ones among them."""
    here = stage.plain()
    ring = stage.around(here)
    for hex, steps, engaged in ((here, 3, False), (ring[1], 3, True), (ring[3], 2, False)):
        stage.put(stage.pick("german", 1, is_large), hex, steps=steps, engaged=engaged)
    big = stage.pick("german", 1, is_large)[0]
    pool = stage.rules.counters[big].breaks_into
    stage.put((big,), ring[4], steps=2)
    stage.put((f"{pool}-1",), ring[4], parent=big)
    stage.put(stage.pick("allied", 1, is_large), stage.around(ring[1])[1])
    stage.put(stage.pick("allied", 1, is_gun), stage.around(ring[3])[3])
    return stage.at(5, "german_movement")


def over_the_bridge(*, column: bool) -> Callable[[Stage], ArdennesPosition]:
    """A unit at a doubtful bridge, or a column, has chosen to try it; enemies are far away."""

    def draw(stage: Stage) -> ArdennesPosition:
        bridge, far = stage.bridge(), stage.ground.board.distance
        (unit,) = stage.put(mechanised(stage, 1), bridge.a)
        away = next(hex for hex in stage.inside(lambda hex: far(hex, bridge.a) > 4))
        stage.put(stage.pick("allied", 1, is_large), away)
        stage.position.bridges[str(bridge)] = DOUBTFUL
        stage.position.turn = 5
        trip = set_out(stage.rules, stage.position, unit, "move")
        on = DrivesOver("german", unit, 0, bridge.b) if column else AfterCrossing("german", trip, bridge.b)
        return stage.at(5, "german_movement", OurenRoll(str(bridge)), on)

    return draw


def shaken(stage: Stage) -> ArdennesPosition:
    """Disrupted and broken units of all kinds next to the enemy, some with a way out, before a rally."""
    here = stage.plain()
    ring = stage.around(here)
    stage.put(stage.pick("allied", 1, is_large), here)
    for hex, kinds, state in (
        (ring[0], ("infantry",), "disrupted"),
        (ring[2], ("mechanised",), "broken"),
        (ring[4], ("tank",), "disrupted"),
        (ring[5], ("rocket", "artillery"), "disrupted"),
    ):
        stage.put(stage.pick("german", 1, of_kind(*kinds)), hex, state=state)
    return stage.at(4, "german_rally")


def torn_loose(stage: Stage) -> ArdennesPosition:
    """Engaged units and others next to the enemy, before they try to disengage."""
    here = stage.plain()
    ring = stage.around(here)
    stage.put(stage.pick("german", 1, is_large), here)
    stage.put(stage.pick("german", 1, of_kind("tank")), stage.around(ring[0])[0])
    for hex, kinds, engaged, state in (
        (ring[1], ("infantry",), True, ""),
        (ring[2], ("mixed",), False, ""),
        (ring[4], ("infantry",), True, "disrupted"),
        (ring[5], ("artillery",), True, ""),
    ):
        stage.put(stage.pick("allied", 1, of_kind(*kinds)), hex, engaged=engaged, state=state)
    return stage.at(
        5, "allied_combat", disengagement.Disengagements("allied"), combat.CombatPhase("allied", begun=True)
    )


def digging(stage: Stage) -> ArdennesPosition:
    """Works built, begun and left, roadblocks in the box, bridges to blow, units to load on trucks."""
    here = stage.plain()
    ring = stage.around(here)
    stage.put(stage.pick("allied", 1, is_large), here)
    stage.put(stage.pick("allied", 1, of_kind("infantry")), stage.around(ring[3])[3])
    stage.put(stage.pick("german", 1, is_large), stage.around(ring[0])[0])
    stage.position.works |= {here: Works("allied", built=False), ring[3]: Works("allied", built=True)}
    bridge = stage.bridge()
    stage.put(stage.pick("allied", 1, of_kind("engineer")), bridge.b)
    stage.put(stage.pick("german", 1, of_kind("infantry")), stage.around(bridge.a)[0])
    stage.position.traffic |= {f"{side}-block{n}": "" for side in ("german", "allied") for n in (1, 2)}
    stage.position.waiting |= dict.fromkeys(stage.of_trait("army")[:2], 4)
    for id_ in stage.position.waiting:
        del stage.position.lost[id_]
    return stage.at(4, "allied_bridge")


def crowded_phase_end(stage: Stage) -> ArdennesPosition:
    """Broken down in their hex with others: too many when the movement phase is over."""
    here = stage.plain()
    stage.put(stage.pick("german", 1, is_large), here)
    stage.put(stage.pick("german", 2, lambda c: c.steps == 1 and c.sp == 1), here)
    stage.put(stage.pick("german", 2, of_kind("tank")), stage.around(here)[3], steps=1)
    stage.put(stage.pick("allied", 1, is_large), stage.around(here)[0], engaged=True)
    return stage.at(5, "german_movement")


def overfull(stage: Stage) -> ArdennesPosition:
    """The movement phase is over and a hex holds more than it may."""
    here = stage.plain()
    for id_ in stage.pick("german", 2, is_large):
        place(stage.play, id_, Unit(here, stage.rules.counters[id_].steps))
    stage.put(stage.pick("allied", 1, is_large), stage.around(here)[0])
    return stage.at(5, "german_movement", MovementEnds("german"))
