"""Starts at the roll of an attack or its result: breakthroughs, firefights, retreats, losses."""

from __future__ import annotations

from collections.abc import Callable

from grognard_ardennes44 import combat, results
from grognard_ardennes44.breakthrough import Breakthrough
from grognard_ardennes44.firefight import FirefightRoll
from grognard_ardennes44.pieces import note_deed, place
from grognard_ardennes44.position import ArdennesPosition, Unit
from grognard_ardennes44.retreat import MakeRoom
from grognard_ardennes44.starts.stage import Stage, is_gun, is_large, mechanised, of_kind, panzer_group

__all__ = [
    "breakthrough",
    "crowded_after_retreats",
    "crowded_retreat",
    "edge_retreat",
    "exploitation",
    "firefight",
    "in_column",
    "loop_retreat",
    "result",
    "shaken_again",
]


def breakthrough(*, rolled: bool) -> Callable[[Stage], ArdennesPosition]:
    """One-step defenders one behind the other: a roll in the best column, or the best result of it."""

    def draw(stage: Stage) -> ArdennesPosition:
        here = stage.plain()
        ring = stage.around(here)
        big = mechanised(stage, 2)
        tanks = stage.pick("german", 2, of_kind("tank"))
        units = stage.put((big[0], tanks[0]), ring[0]) + stage.put((big[1], tanks[1]), ring[1])
        stage.put(stage.pick("german", 2, is_large), stage.around(ring[5])[5])
        stage.put(stage.pick("allied", 1, of_kind("engineer")), here)
        for hex in (stage.around(ring[3])[3], stage.around(ring[3])[4], stage.around(ring[4])[4], ring[5]):
            if hex not in stage.position.german:
                stage.put(stage.pick("allied", 1, lambda c: c.steps == 1 and not c.gun), hex)
        if rolled:
            return stage.attacked(5, units, here, combat.CrtRoll(len(stage.rules.crt.labels) - 1))
        return stage.attacked(5, units, here, results.ApplyResult("D1*"))

    return draw


def exploitation(stage: Stage) -> ArdennesPosition:
    """After a D1* two mechanised units have advanced next to the enemy, whom another unit may attack."""
    here = stage.plain()
    ring = stage.around(here)
    units = panzer_group(stage, ring[0])
    stage.put(stage.pick("german", 1, is_large), ring[1])
    stage.put(stage.pick("allied", 1, of_kind("engineer")), here)
    stage.put(stage.pick("allied", 1, of_kind("engineer")), stage.around(ring[3])[3])
    for id_ in units:
        note_deed(stage.position, id_, "advanced")
    onward = Breakthrough(units, tuple(1 for _ in units))
    return stage.attacked(5, units, here, onward, defended=False)


def in_column(number: int) -> Callable[[Stage], ArdennesPosition]:
    """A roll in a column against two units of several steps, with artillery and tanks."""

    def draw(stage: Stage) -> ArdennesPosition:
        here = stage.plain(1)
        ring = stage.around(here)
        units = panzer_group(stage, ring[0])
        units += stage.put(stage.pick("german", 1, of_kind("infantry")), ring[2])
        stage.put(stage.pick("allied", 1, is_large), here)
        stage.put(stage.pick("allied", 1, of_kind("engineer")), here)
        stage.put(stage.pick("allied", 1, is_gun), ring[3])
        return stage.attacked(5, units, here, combat.CrtRoll(number), armour=True)

    return draw


def result(word: str, *, german: bool = True) -> Callable[[Stage], ArdennesPosition]:
    """A result of the CRT against two units of several steps; of several attackers tanks give the shift."""

    def draw(stage: Stage) -> ArdennesPosition:
        here = stage.plain(2)
        ring = stage.around(here)
        attacker, defender = ("german", "allied") if german else ("allied", "german")
        units = stage.put(stage.pick(attacker, 1, of_kind("tank", "mixed")), ring[0])
        units += stage.put(stage.pick(attacker, 1, is_large), ring[0])
        units += stage.put(stage.pick(attacker, 1, of_kind("tank", "mixed")), ring[1])
        stage.put(stage.pick(defender, 1, is_large), here)
        stage.put(stage.pick(defender, 1, of_kind("engineer", "recon")), here)
        return stage.attacked(5, units, here, results.ApplyResult(word), armour=word == "EX")

    return draw


def firefight(extra: int) -> Callable[[Stage], ArdennesPosition]:
    """A roll on the firefight table, others attacking with the lead unit."""

    def draw(stage: Stage) -> ArdennesPosition:
        here = stage.plain(2)
        ring = stage.around(here)
        units = stage.put(mechanised(stage, 1), ring[0])
        units += stage.put(stage.pick("german", 1, of_kind("tank")), ring[1])
        stage.put(stage.pick("allied", 1, is_large), here)
        return stage.attacked(5, units, here, FirefightRoll(units[0], extra))

    return draw


def shaken_again(word: str) -> Callable[[Stage], ArdennesPosition]:
    """Disrupted and broken defenders, some out of supply, are driven back once more."""

    def draw(stage: Stage) -> ArdennesPosition:
        here = stage.plain(2)
        units = stage.put(mechanised(stage, 2), stage.around(here)[0])
        stage.put(stage.pick("allied", 1, is_large), here, state="broken" if word == "DR2" else "disrupted")
        stage.put(stage.pick("allied", 1, of_kind("engineer")), here)
        stage.put(stage.pick("allied", 1, of_kind("tank")), here, oos=True)
        return stage.attacked(5, units, here, results.ApplyResult(word))

    return draw


def crowded_retreat(stage: Stage) -> ArdennesPosition:
    """Defenders who cannot hold are driven back onto hexes that are full, with and without ways to go on."""
    board, here = stage.ground.board, stage.plain(2)
    ring = stage.around(here)
    units = stage.put(mechanised(stage, 2), ring[0])
    stage.put(stage.pick("allied", 1, is_large), here, state="disrupted")
    stage.put(stage.pick("allied", 1, of_kind("engineer")), here, state="disrupted")
    for hex in board.within(here, 2):
        if board.distance(here, hex) == 2 and board.distance(ring[0], hex) > 1:
            stage.put(stage.pick("allied", 1, lambda c: c.sp == 2), hex)
            stage.put(stage.pick("allied", 1, lambda c: c.sp == 1 and not c.vehicle), hex)
    return stage.attacked(5, units, here, results.ApplyResult("DR2"))


def crowded_after_retreats(stage: Stage) -> ArdennesPosition:
    """Two large units have retreated into one hex, which has room for one of them."""
    here = stage.plain(2)
    units = tuple(stage.pick("allied", 2, is_large))
    for id_ in units:
        place(stage.play, id_, Unit(here, stage.rules.counters[id_].steps, state="disrupted"))
        note_deed(stage.position, id_, "retreated")
    stage.put(mechanised(stage, 1), stage.plain(9))
    return stage.at(5, "german_combat", MakeRoom(units), combat.CombatPhase("german", begun=True))


def edge_retreat(stage: Stage) -> ArdennesPosition:
    """Allied defenders at the map edge are driven back, and may leave the map."""
    edge = [hex for hex in stage.ground.board.hexes if hex in stage.ground.box_beside]
    here = edge[len(edge) // 2]
    ring = [hex for hex in stage.around(here) if hex not in edge]
    units = stage.put(mechanised(stage, 2), ring[0])
    stage.put(stage.pick("allied", 2, is_large), here, steps=2)
    return stage.attacked(5, units, here, results.ApplyResult("DR3"))


def loop_retreat(stage: Stage) -> ArdennesPosition:
    """A German stack at the map edge with enemies around it must retreat: some are lost."""
    here = next(hex for hex in reversed(stage.ground.board.hexes) if len(stage.around(hex)) < 5)
    ring = stage.around(here)
    units = stage.put(stage.pick("allied", 2, is_large), ring[0])
    stage.put(stage.pick("german", 1, is_large), here)
    stage.put(stage.pick("german", 1, is_gun), here)
    return stage.attacked(5, units, here, results.ApplyResult("DR2"))
