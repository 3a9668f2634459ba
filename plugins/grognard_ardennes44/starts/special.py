"""Starts with special units, and in boxes and entry hexes."""

from __future__ import annotations

from collections.abc import Callable

from grognard.hexes import Hex
from grognard_ardennes44.commando import Infiltrating
from grognard_ardennes44.ground import BLOCK, BOX
from grognard_ardennes44.movement_phase import MovementEnds
from grognard_ardennes44.paradrop import Landing
from grognard_ardennes44.position import ANTWERP, ArdennesPosition
from grognard_ardennes44.starts.stage import Stage, is_gun, is_large, mechanised, of_kind

__all__ = [
    "antwerp_to_cover",
    "blocked",
    "commandos",
    "infiltration",
    "parachutes",
    "tank_hunters",
    "to_antwerp",
]


def blocked(stage: Stage) -> ArdennesPosition:
    """A German unit in an Allied entry hex, Allied ones in the boxes behind it, reinforcements due."""
    entry = next(e for e in stage.ground.entries.values() if e.side == "allied" and e.box)
    stage.put(stage.pick("german", 1, of_kind("mechanised")), entry.hex)
    stage.put(stage.pick("allied", 3, is_large), f"{BLOCK}{entry.id}")
    stage.put(stage.pick("allied", 1, is_gun), f"{BOX}{entry.box}")
    stage.put(stage.pick("allied", 1, of_kind("mixed")), f"{BOX}{entry.box}")
    stage.put(stage.pick("allied", 1, of_kind("infantry")), f"{BOX}{entry.box}", state="disrupted")
    due = {
        id_: 6 for arrival in stage.scenario.arrival for id_ in arrival.units if id_ in stage.position.lost
    }
    stage.position.waiting |= due
    for id_ in due:
        del stage.position.lost[id_]
    return stage.at(6, "allied_movement")


def to_antwerp(stage: Stage) -> ArdennesPosition:
    """Germans at an exit towards Antwerp, the British on the map."""
    exits = [e for e in stage.ground.entries.values() if e.german_exit]
    if not exits:
        return stage.at(20, "german_movement")
    stage.put(mechanised(stage, 1), exits[0].hex)
    stage.put(stage.pick("german", 1, of_kind("tank")), stage.around(exits[0].hex)[0])
    stage.position.control[exits[0].hex] = "german"
    british_in(stage, stage.ground.west_bank - {exits[0].hex})
    return stage.at(20, "german_movement")


def british_in(stage: Stage, hexes: frozenset[Hex]) -> None:
    """Put three British units on some ground, apart from each other."""
    british = stage.pick("allied", 3, lambda c: c.nation == "british" and not c.gun)
    for id_, hex in zip(british, stage.ground.sorted(hexes)[::15], strict=False):
        stage.put((id_,), hex)


def antwerp_to_cover(stage: Stage) -> ArdennesPosition:
    """Germans have left for Antwerp, and the British on the map have to follow them."""
    stage.put(stage.pick("german", 1, of_kind("tank")), ANTWERP)
    stage.put(mechanised(stage, 1), stage.plain(9))
    british_in(stage, stage.ground.west_bank)
    return stage.at(20, "german_supply")


def commandos(stage: Stage) -> ArdennesPosition:
    """Undetected special units before an Allied line, and von der Heydte and the 653rd to come."""
    here = stage.plain()
    ring = stage.around(here)
    stage.put(stage.of_trait("solar"), stage.around(ring[0])[0])
    stage.put(stage.pick("allied", 1, of_kind("infantry")), ring[1])
    stage.put(stage.pick("allied", 1, of_kind("infantry")), stage.around(ring[3])[3])
    return stage.at(5, "german_movement")


def infiltration(stage: Stage) -> ArdennesPosition:
    """An undetected special unit on its way between two enemies: wherever it goes is an enemy ZOC."""
    here = stage.plain()
    ring = stage.around(here)
    for hex in (ring[0], ring[3]):
        stage.put(stage.pick("allied", 1, of_kind("infantry")), hex)
    unit = stage.put(stage.of_trait("solar"), here)[0]
    left = 2 * stage.rules.counters[unit].ma
    return stage.at(5, "german_movement", Infiltrating("german", unit, left), MovementEnds("german"))


def parachutes(*, landed: bool) -> Callable[[Stage], ArdennesPosition]:
    """Von der Heydte jumps, or has just landed."""

    def draw(stage: Stage) -> ArdennesPosition:
        turn = stage.rules.limits.paradrop_turn
        stage.put(stage.pick("allied", 1, is_large), stage.plain())
        stage.put(stage.pick("german", 1, is_large), stage.plain(9))
        jumpers = stage.of_trait("heydte")
        if landed:
            stage.put(jumpers, stage.around(stage.plain(9))[0])
            return stage.at(turn, "german_movement", *map(Landing, jumpers))
        for id_ in jumpers:
            del stage.position.lost[id_]
            stage.position.waiting[id_] = turn
        return stage.at(turn, "german_movement")

    return draw


def tank_hunters(stage: Stage) -> ArdennesPosition:
    """The 653rd is rolled for."""
    stage.put(stage.pick("allied", 1, is_large), stage.plain())
    stage.put(stage.pick("german", 1, is_large), stage.plain(9))
    for id_ in stage.of_trait("jagdpanzer_653"):
        del stage.position.lost[id_]
        stage.position.waiting[id_] = stage.rules.limits.jagdpanzer_turn
    return stage.at(stage.rules.limits.jagdpanzer_turn, "german_movement")
