"""Positions from which fuzz games also start, to reach what play by chance seldom reaches.

Most are drawn on the ground of the smallest scenario with counters picked by what they are, late enough in
the game for the rule in question; who is not needed is away. What needs entry hexes to Antwerp, the British
or the west map is drawn on the ground of the longest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from grognard.hexes import Hex, Hexside
from grognard.play import NO_DICE, Play
from grognard_ardennes44 import combat, disengagement, results
from grognard_ardennes44.air import JabosRoll
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.breakthrough import Breakthrough
from grognard_ardennes44.commando import Infiltrating
from grognard_ardennes44.firefight import FirefightRoll
from grognard_ardennes44.ground import BLOCK, BOX, Ground
from grognard_ardennes44.movement_phase import MovementEnds
from grognard_ardennes44.paradrop import Landing
from grognard_ardennes44.pieces import note_deed, place
from grognard_ardennes44.position import (
    ANTWERP,
    Ardennes,
    ArdennesPosition,
    ArdennesResolution,
    Unit,
    Works,
)
from grognard_ardennes44.retreat import MakeRoom
from grognard_ardennes44.schema import Scenario
from grognard_ardennes44.setup import set_up
from grognard_ardennes44.stacking import overstacking
from grognard_ardennes44.tables import Counter, Tables
from grognard_ardennes44.traffic import markers_in_box
from grognard_ardennes44.turn import Onward, Turn

__all__ = ["starts"]

AWAY = "never"
"""Where the counters are that a start does without."""


PLAIN = {"army", "airborne"}
"""Traits of counters that are nothing special here."""


def starts(rules: Tables) -> Iterator[ArdennesPosition]:
    """One position for each of the drawers below; none without a scenario."""
    listed = sorted((s for s in rules.scenarios.values() if s.number), key=lambda s: (s.number, s.id))
    if not listed:
        return
    small, large = listed[0], max(listed, key=lambda s: (s.last_turn - s.first_turn, s.number))
    for draw in ON_THE_SMALL_MAP:
        yield draw(Stage(rules, small))
    for draw in ON_THE_LARGE_MAP:
        yield draw(Stage(rules, large))


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


def is_large(counter: Counter) -> bool:
    """Whether a counter has three steps."""
    return counter.steps == 3


def mechanised(stage: Stage, n: int) -> list[str]:
    """Mechanised infantry of one German division, the division with most of it."""
    ids = stage.pick("german", 99, of_kind("mechanised"))
    divisions = [stage.rules.counters[id_].formation for id_ in ids]
    best = max(sorted(set(divisions)), key=divisions.count)
    return [id_ for id_ in ids if stage.rules.counters[id_].formation == best][:n]


# Results of combat -----------------------------------------------------------------------------------------


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
    units = stage.put(mechanised(stage, 1), ring[0]) + stage.put(
        stage.pick("german", 1, of_kind("tank")), ring[0]
    )
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
        units = stage.put(mechanised(stage, 1), ring[0]) + stage.put(
            stage.pick("german", 1, of_kind("tank")), ring[0]
        )
        units += stage.put(stage.pick("german", 1, of_kind("infantry")), ring[2])
        stage.put(stage.pick("allied", 1, is_large), here)
        stage.put(stage.pick("allied", 1, of_kind("engineer")), here)
        stage.put(stage.pick("allied", 1, lambda c: c.gun), ring[3])
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
    stage.put(stage.pick("german", 1, lambda c: c.gun), here)
    return stage.attacked(5, units, here, results.ApplyResult("DR2"))


# The steps of an attack ------------------------------------------------------------------------------------


def over_a_bridge(stage: Stage, *, state: str = "", turn: int = 4) -> ArdennesPosition:
    """An attack over a bridge that the defender may blow, or that has still to prove itself."""
    bridge = stage.bridge()
    units = stage.put(mechanised(stage, 1), bridge.a) + stage.put(
        stage.pick("german", 1, of_kind("tank")), bridge.a
    )
    stage.put(stage.pick("german", 1, lambda c: c.gun), stage.around(bridge.a)[0])
    stage.put(stage.pick("allied", 1, is_large), bridge.b)
    behind = next(hex for hex in stage.around(bridge.b) if stage.ground.board.distance(bridge.a, hex) == 2)
    stage.put(stage.pick("allied", 1, lambda c: c.gun), behind)
    if state:
        stage.position.bridges[str(bridge)] = state
    position = stage.at(turn, "german_combat", combat.CombatPhase("german", begun=True))
    combat.open_attack(stage.play, "german", bridge.b, units)
    return position


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


def artillery_duel(turn: int) -> Callable[[Stage], ArdennesPosition]:
    """An attack in its steps: artillery on both sides, and Jabos over it once the sky has cleared."""

    def draw(stage: Stage) -> ArdennesPosition:
        here = stage.plain()
        ring = stage.around(here)
        units = stage.put(mechanised(stage, 1), ring[0]) + stage.put(
            stage.pick("german", 1, of_kind("tank")), ring[0]
        )
        for hex in (ring[1], stage.around(ring[0])[0], stage.around(ring[1])[1]):
            stage.put(stage.pick("german", 1, lambda c: c.gun), hex)
        allied = stage.put(stage.pick("allied", 1, lambda c: is_large(c) and c.colour == "VIII"), here)
        colour = stage.rules.counters[allied[0]].colour
        stage.put(stage.pick("allied", 1, lambda c: c.gun and c.colour == colour), ring[3])
        position = stage.at(turn, "german_combat", combat.CombatPhase("german", begun=True))
        combat.open_attack(stage.play, "german", here, units)
        return position

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
    position = stage.at(5, "german_combat", combat.CombatPhase("german", begun=True))
    combat.open_attack(stage.play, "german", here, units)
    return position


def air_support(*, marked: bool) -> Callable[[Stage], ArdennesPosition]:
    """Allied units next to Germans in works when the sky has cleared: they move, or attack with aircraft."""

    def draw(stage: Stage) -> ArdennesPosition:
        here = stage.plain()
        ring = stage.around(here)
        units = stage.put(stage.pick("allied", 2, of_kind("mixed")), ring[0])
        stage.put(stage.pick("allied", 1, is_large), ring[1])
        stage.put(stage.pick("allied", 1, lambda c: c.gun), stage.around(ring[0])[0])
        stage.put(stage.pick("german", 1, is_large), here)
        stage.position.works[here] = Works("german", built=True)
        if not marked:
            return stage.at(16, "allied_movement")
        position = stage.at(16, "allied_combat", combat.CombatPhase("allied", begun=True))
        position.tally["air"] = 2
        combat.open_attack(stage.play, "allied", here, units)
        return position

    return draw


# Movement --------------------------------------------------------------------------------------------------


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
    stage.put(stage.pick("allied", 1, lambda c: c.gun), stage.around(ring[3])[3])
    return stage.at(5, "german_movement")


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


# Supply ----------------------------------------------------------------------------------------------------


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
        stage.put(stage.pick("german", 1, lambda c, f=formation: c.formation == f), next(hexes))  # type: ignore[misc]
    stage.put(stage.pick("allied", 1, is_large), stage.ground.board.hexes[-1])
    return stage.at(16, "german_fuel")


# Night -----------------------------------------------------------------------------------------------------


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


# Boxes, entries, special units -----------------------------------------------------------------------------


def blocked(stage: Stage) -> ArdennesPosition:
    """A German unit in an Allied entry hex, Allied ones in the boxes behind it, reinforcements due."""
    entry = next(e for e in stage.ground.entries.values() if e.side == "allied" and e.box)
    stage.put(stage.pick("german", 1, of_kind("mechanised")), entry.hex)
    stage.put(stage.pick("allied", 3, is_large), f"{BLOCK}{entry.id}")
    stage.put(stage.pick("allied", 1, lambda c: c.gun), f"{BOX}{entry.box}")
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
    west = [hex for hex in stage.ground.sorted(stage.ground.hexes_in("west_bank")) if hex != exits[0].hex]
    british = stage.pick("allied", 3, lambda c: c.nation == "british" and not c.gun)
    for id_, hex in zip(british, west[::15], strict=False):
        stage.put((id_,), hex)
    return stage.at(20, "german_movement")


def antwerp_to_cover(stage: Stage) -> ArdennesPosition:
    """Germans have left for Antwerp, and the British on the map have to follow them."""
    stage.put(stage.pick("german", 1, of_kind("tank")), ANTWERP)
    stage.put(mechanised(stage, 1), stage.plain(9))
    west = stage.ground.sorted(stage.ground.hexes_in("west_bank"))
    british = stage.pick("allied", 3, lambda c: c.nation == "british" and not c.gun)
    for id_, hex in zip(british, west[::15], strict=False):
        stage.put((id_,), hex)
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


ON_THE_SMALL_MAP: tuple[Callable[[Stage], ArdennesPosition], ...] = (
    breakthrough(rolled=True),
    breakthrough(rolled=False),
    *(exploitation,) * 4,
    in_column(1),
    in_column(3),
    in_column(5),
    result("FF"),
    result("FF+1", german=False),
    firefight(0),
    firefight(1),
    result("EX"),
    result("EX", german=False),
    result("DR2"),
    result("DR2", german=False),
    shaken_again("DR2"),
    shaken_again("DR3"),
    crowded_retreat,
    crowded_after_retreats,
    edge_retreat,
    loop_retreat,
    *(over_a_bridge,) * 2,
    over_a_doubtful_bridge,
    to_a_doubtful_bridge,
    artillery_duel(16),
    artillery_duel(17),
    artillery_duel(5),
    under_jabos,
    *(with_surprise,) * 3,
    air_support(marked=False),
    air_support(marked=True),
    artillery_duel(18),
    broken_down,
    shaken,
    torn_loose,
    digging,
    crowded_phase_end,
    overfull,
    surrounded,
    short_of_fuel,
    night_fight,
    dusk,
    peiper,
    blocked,
    commandos,
    infiltration,
    parachutes(landed=False),
    *(parachutes(landed=True),) * 5,
    *(tank_hunters,) * 4,
)
ON_THE_LARGE_MAP: tuple[Callable[[Stage], ArdennesPosition], ...] = (
    to_antwerp,
    antwerp_to_cover,
    short_of_fuel,
)
