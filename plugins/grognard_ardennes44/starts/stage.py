"""A cleared ground to draw positions on: who may be put where, and in which step of the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from grognard.hexes import Hex, Hexside
from grognard.play import NO_DICE, Play
from grognard_ardennes44 import combat
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.commando import Infiltrating
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.pieces import note_deed, place
from grognard_ardennes44.position import Ardennes, ArdennesPosition, ArdennesResolution, Unit
from grognard_ardennes44.schema import Scenario
from grognard_ardennes44.setup import set_up
from grognard_ardennes44.stacking import overstacking
from grognard_ardennes44.tables import Counter, Tables
from grognard_ardennes44.turn import Onward, Turn

__all__ = ["Stage", "is_gun", "is_large", "mechanised", "of_formation", "of_kind", "panzer_group"]

AWAY = "never"
"""Where the counters are that a start does without."""
PLAIN = {"army", "airborne"}
"""Traits of counters that are nothing special here."""


class Stage:
    """A scenario's ground, cleared of units, to put some on."""

    def __init__(self, rules: Tables, scenario: Scenario) -> None:
        self.rules, self.scenario = rules, scenario
        self.position = position = set_up(rules, scenario)
        self.ground: Ground = rules.ground_of(scenario)
        for gone in (position.agenda, position.units, position.german, position.allied, position.works):
            gone.clear()
        position.bridges, position.waiting = {}, {}
        position.lost = {id_: AWAY for id_, counter in rules.counters.items() if not counter.pool}
        self.play: Ardennes = Play(position, rules, NO_DICE)

    # Who ---------------------------------------------------------------------------------------------------

    def pick(self, side: str, n: int, fits: Callable[[Counter], bool] = lambda _: True) -> list[str]:
        """The first counters of a side that are away and fit, in the order of ids."""
        away = (self.rules.counters[id_] for id_ in sorted(self.position.lost))
        return [c.id for c in away if c.side == side and PLAIN.issuperset(c.traits) and fits(c)][:n]

    def of_trait(self, *traits: str) -> list[str]:
        """Counters with one of these traits that are away."""
        counters = self.rules.counters
        return [id_ for id_ in sorted(self.position.lost) if set(traits) & set(counters[id_].traits)]

    def put(self, ids: Iterable[str], hex: Hex, **facts: object) -> tuple[str, ...]:
        """Put counters in a hex or box, whole unless ``steps`` says less; who cannot be there stays away."""
        put = []
        for id_ in ids:
            stuck = self.rules.counters[id_].vehicle and hex in self.ground.terrain and self.is_hard(hex)
            if overstacking(self.rules, self.position, hex, joining=(id_,)) or (
                stuck and not self.ground.on_road(hex)
            ):
                continue
            unit = Unit(hex, self.rules.counters[id_].steps)
            steps = min(unit.steps, int(str(facts.get("steps", unit.steps))))
            place(self.play, id_, msgspec.structs.replace(unit, **{**facts, "steps": steps}))
            put.append(id_)
        return tuple(put)

    # Where -------------------------------------------------------------------------------------------------

    def inside(self, fits: Callable[[Hex], bool]) -> list[Hex]:
        """Hexes that fit and have every hex within three on the map, in its order."""
        board = self.ground.board
        whole = 1 + 6 * (1 + 2 + 3)
        return [hex for hex in board.hexes if fits(hex) and len(list(board.within(hex, 3))) == whole]

    def plain(self, number: int = 0) -> Hex:
        """A hex in open ground."""
        ground = self.ground

        def hardness(hex: Hex) -> int:
            near = list(ground.board.within(hex, 2))
            wet = sum(Hexside(hex, other) in ground.rivers for other in ground.board.neighbours(hex))
            hard = [each for each in near if self.is_hard(each)]
            return wet + len(hard) + 3 * sum(not ground.on_road(each) for each in hard)

        return sorted(self.inside(lambda _: True), key=hardness)[number]

    def is_hard(self, hex: Hex) -> bool:
        """Whether vehicles need a road in a hex."""
        return self.ground.terrain[hex].road_only or self.ground.terrain[hex].like_river

    def around(self, hex: Hex) -> list[Hex]:
        """The hexes next to a hex, clockwise."""
        return list(self.ground.board.neighbours(hex))

    def bridge(self) -> Hexside:
        """A bridge in the middle of the map."""
        whole = set(self.inside(lambda _: True))
        return min(side for side in self.ground.bridges if side.a in whole and side.b in whole)

    # When --------------------------------------------------------------------------------------------------

    def at(self, turn: int, step: str, *frames: ArdennesResolution | Infiltrating) -> ArdennesPosition:
        """The position in a step of the sequence; with frames, these come first and the step is begun."""
        position = self.position
        position.turn = turn
        below = self.rules.sequence.step(step)
        position.active, position.night = below.side, below.phase.startswith("night")
        position.agenda[:] = [*reversed((*frames, Onward(step)))] if frames else [Turn(step)]
        return position

    def opened(self, turn: int, units: tuple[str, ...], target: Hex) -> ArdennesPosition:
        """In a combat phase, an attack is declared and none of its steps is made."""
        side = self.rules.counters[units[0]].side
        position = self.at(turn, f"{side}_combat", combat.CombatPhase(side, begun=True))
        combat.open_attack(self.play, side, target, units)
        return position

    def attacked(
        self,
        turn: int,
        units: tuple[str, ...],
        target: Hex,
        *steps: ArdennesResolution,
        defended: bool = True,
        **facts: object,
    ) -> ArdennesPosition:
        """In a combat phase, an attack has come to some of its steps."""
        counters, position = self.rules.counters, self.position
        side = counters[units[0]].side
        for id_ in units:
            note_deed(position, id_, "attacked")
        for id_ in position.stack(target) if defended else ():
            note_deed(position, id_, "defended")
        record = msgspec.structs.replace(Attack(side, target, units), **facts)
        return self.at(turn, f"{side}_combat", *steps, record, combat.CombatPhase(side, begun=True))


def of_kind(*kinds: str) -> Callable[[Counter], bool]:
    """Whether a counter is of one of some kinds."""
    return lambda counter: counter.kind in kinds


def of_formation(id_: str) -> Callable[[Counter], bool]:
    """Whether a counter is of a formation."""
    return lambda counter: counter.formation == id_


def is_gun(counter: Counter) -> bool:
    """Whether a counter is artillery."""
    return counter.gun


def is_large(counter: Counter) -> bool:
    """Whether a counter has three steps."""
    return counter.steps == 3


def mechanised(stage: Stage, n: int) -> list[str]:
    """Mechanised infantry of one German division, the division with most of it."""
    ids = stage.pick("german", 99, of_kind("mechanised"))
    divisions = [stage.rules.counters[id_].formation for id_ in ids]
    best = max(sorted(set(divisions)), key=divisions.count)
    return stage.pick("german", n, lambda c: c.kind == "mechanised" and c.formation == best)


def panzer_group(stage: Stage, hex: Hex) -> tuple[str, ...]:
    """Put a mechanised unit and a tank of the Germans in a hex."""
    return stage.put(mechanised(stage, 1) + stage.pick("german", 1, of_kind("tank")), hex)
