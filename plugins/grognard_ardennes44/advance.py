"""Advance after combat [A44-19.1 to 19.11, 19.19, 19.20].

Each attacking unit goes in its turn along a whole path, or holds where it is; what the path must keep to is
asked step by step. Breakthrough combat is the chapter after this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from grognard.hexes import Hex, Hexside
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44 import areas, breakthrough, works
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.breakdown import BreakDown, break_bars, break_down
from grognard_ardennes44.detection import detect_by_contact
from grognard_ardennes44.flight import bond_ends, rugged
from grognard_ardennes44.ground import BLOCK
from grognard_ardennes44.movement import barrier_bars, may_ever_cross
from grognard_ardennes44.moving import entry_is_closed
from grognard_ardennes44.pieces import enters, note_deed, relocate
from grognard_ardennes44.position import (
    IN_COLUMN,
    Ardennes,
    ArdennesDecision,
    ArdennesPosition,
    ArdennesResolution,
    other_side,
)
from grognard_ardennes44.stacking import EnforceStacking, overstacking
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.zoc import bonds_of, zoc_of

__all__ = ["Advance", "Advances", "ChooseAdvance", "HoldBack", "Pursuit", "advance_paths"]

Path = tuple[Hex, ...]


class Advance(Action, frozen=True):
    """A unit advances along these hexes."""

    unit: str
    hexes: tuple[str, ...]


class HoldBack(Action, frozen=True):
    """A unit stays where it is."""

    unit: str
    verb = "hold"


def reach_rule(kind: str) -> str:
    """The rule that says how far an advance goes; kinds of a ruleset's own are bonus advances.

    >>> reach_rule("regular")
    'A44-19.2'
    """
    return {"limited": "A44-19.1", "regular": "A44-19.2"}.get(kind, "A44-19.3")


class Pursuit:
    """One unit about to advance: what lies around it is looked up once and shared by all its paths.

    ``vacated`` is the hex that was attacked, ``kind`` the advance: limited, regular or bonus.
    """

    def __init__(self, rules: Tables, position: ArdennesPosition, id_: str, vacated: Hex, kind: str) -> None:
        self.rules, self.position, self.id, self.vacated, self.kind = rules, position, id_, vacated, kind
        self.counter, self.unit, self.ground = (
            rules.counters[id_],
            position.units[id_],
            rules.ground(position),
        )
        enemy = other_side(self.counter.side)
        self.enemies, self.friends = position.stacks(enemy), position.stacks(self.counter.side)
        self.zoc, self.bonds = zoc_of(rules, position, enemy), bonds_of(rules, position, enemy)
        self._rugged, self._bond_ends = rugged(self.ground), bond_ends(self.bonds)
        self._limited = bool(
            areas.closed_hexes(rules, position, self.counter, self.unit)
            or areas.boundaries(rules, position, self.counter.side)
        )
        self._room: dict[Hex, tuple[Reason, ...]] = {}

    # Whether and how far ---------------------------------------------------------------------------------

    @rule("A44-19.6", "A44-29.2")
    def unit_bars(self) -> tuple[Reason, ...]:
        """Why a unit does not advance at all."""
        if self.counter.gun:
            return (Reason("artillery does not advance", "A44-19.6"),)
        if areas.is_held(self.position, self.unit):
            return (Reason("red coordinates: no advance on Turn 1", "A44-29.2"),)
        return ()

    @rule("A44-19.1", "A44-19.2", "A44-19.3", "A44-19.4", "A44-19.19", "A44-23.19")
    def reach(self) -> tuple[int, int]:
        """Hexes of the advance, and hexes more along main and secondary roads."""
        row = "out_of_supply" if self.unit.oos else self.kind
        hexes, road = (int(self.rules.distances.look(row, column)) for column in ("hexes", "road"))
        return hexes, road if self.counter.mech else 0

    @rule("A44-19.4", "A44-19.5")
    def earns_bonus(self, path: Path) -> bool:
        """Whether all of a path runs along main and secondary roads over sound bridges."""
        ground, bridges = self.ground, self.position.unsound(self.counter.side)
        for a, b in pairwise((self.unit.hex, *path)):
            road = ground.road_into(a, b) if a in ground.terrain and a != b else None
            if road is None or not road.advance_bonus or ground.unbridged(Hexside(a, b), bridges):
                return False
        return True

    # One step --------------------------------------------------------------------------------------------

    @rule("A44-19.7", "A44-19.8", "A44-19.9", "A44-19.10", "A44-19.11", "A44-7.8", "A44-11.23", "A44-11.29")
    def step_bars(self, a: Hex, b: Hex, *, later: bool) -> tuple[Reason, ...]:
        """Every rule against a step; ``later`` ones, after the first, bear more."""
        found = []
        if b in self.enemies:
            found.append(Reason(f"the enemy holds {b}", "A44-19.7"))
        if b != self.vacated and self._in_bond(a, b):
            found.append(Reason(f"an enemy ZOC bond is in the way to {b}", "A44-19.10"))
        if later and a in self.zoc and b in self.zoc:
            found.append(Reason(f"from one enemy ZOC to another, {a} to {b}", "A44-19.11"))
        if self._limited:
            found += areas.bars(self.rules, self.position, self.counter, self.unit, a, b)
        if (a, b) in self._rugged:
            found += self._ground_bars(a, b, later=later)
        if a.startswith(BLOCK) and entry_is_closed(self.position, a.removeprefix(BLOCK)):
            found.append(Reason("a German unit has left the map there", "A44-11.23"))
        return tuple(found)

    def _in_bond(self, a: Hex, b: Hex) -> bool:
        if b in self.bonds.hexes:
            return True
        return a in self._bond_ends and Hexside(a, b) in self.bonds.sides

    def _ground_bars(self, a: Hex, b: Hex, *, later: bool) -> Iterator[Reason]:
        ground, side, counter = self.ground, Hexside(a, b), self.counter
        for bar in may_ever_cross(self.rules, self.position, counter, a, b):
            yield Reason(bar.text, "A44-19.9" if side in ground.rivers else "A44-19.8")
        if not later or counter.vehicle:
            return
        barriers = barrier_bars(self.rules, self.position, counter, a, b)
        if barriers:
            yield Reason(f"only in the first hex across the river or wooded rough: {side}", "A44-19.9")
        elif ground.terrain[b].road_only and side not in ground.roads:
            yield Reason(f"into forest without a road only in the first hex: {b}", "A44-19.8")

    @rule("A44-8.6", "A44-19.20")
    def end_bars(self, hex: Hex) -> tuple[Reason, ...]:
        """Why an advance may not end in a hex: no room, or a friend under an SM marker."""
        known = self._room.get(hex)
        if known is None:
            bars = list(overstacking(self.rules, self.position, hex, joining=(self.id,)))
            units = self.position.units
            if any(units[id_].marker in IN_COLUMN for id_ in self.friends.get(hex, ())):
                bars.append(Reason(f"a unit under an SM marker is in {hex}", "A44-19.20"))
            known = self._room[hex] = tuple(bars)
        return known

    # Paths -----------------------------------------------------------------------------------------------

    @rule("A44-13.24", "A44-19.1")
    def onward(self, a: Hex) -> tuple[Hex, ...]:
        """Where a unit may go from a hex at all; into the vacated hex only, if the advance is limited."""
        if a not in self.ground.terrain or self.kind == "limited":
            return (self.vacated,)
        return self.ground.board.neighbours(a)

    def paths(self) -> Iterator[Path]:
        """Every path a unit may advance along, short ones first."""
        if self.unit_bars():
            return
        hexes, road = self.reach()
        ring: list[Path] = [()]
        for gone in range(hexes + road):
            further = []
            for path in ring:
                here = path[-1] if path else self.unit.hex
                for there in self.onward(here):
                    longer = (*path, there)
                    if there in path or there == self.unit.hex or self.step_bars(here, there, later=gone > 0):
                        continue
                    if gone < hexes or self.earns_bonus(longer):
                        further.append(longer)
            yield from (path for path in further if not self.end_bars(path[-1]))
            ring = further

    def bars(self, path: Path) -> tuple[Reason, ...]:
        """Every rule against a path."""
        found = list(self.unit_bars())
        hexes, road = self.reach()
        if len(path) > hexes + (road if self.earns_bonus(path) else 0):
            cite = "A44-19.19" if self.unit.oos else reach_rule(self.kind)
            found.append(Reason(f"the advance is {hexes} hexes", cite))
        if len(path) != len({self.unit.hex, *path}) - 1:
            found.append(Reason("no hex twice", reach_rule(self.kind)))
        for place, (a, b) in enumerate(pairwise((self.unit.hex, *path))):
            if self.kind == "limited" and b != self.vacated:
                found.append(Reason("a limited advance goes into the vacated hex", "A44-19.1"))
            elif b == a or b not in self.onward(a):
                found.append(Reason(f"{b} is not next to {a}", reach_rule(self.kind)))
            else:
                found += self.step_bars(a, b, later=place > 0)
        return (*found, *self.end_bars(path[-1]))


def advance_paths(
    rules: Tables, position: ArdennesPosition, id_: str, vacated: Hex, kind: str
) -> tuple[Path, ...]:
    """The paths an attacking unit may advance along after a result that gives it an advance."""
    return tuple(Pursuit(rules, position, id_, vacated, kind).paths())


# The advance after one combat ------------------------------------------------------------------------------


@rule("A44-16.21", "A44-15.26", "A44-19.12", "A44-13.23", "A44-21.11", "A44-8.6")
class Advances(ArdennesResolution, frozen=True):
    """All attacking units may advance, one after the other; then breakthrough combat, if the result gives it.

    By then there must be room for the parts of a unit that was broken down.
    ``far`` are the hexes that each of them went so far, in their order.
    """

    kind: str
    breakthrough: bool = False
    far: tuple[int, ...] = ()

    def happen(self, play: Ardennes) -> None:
        """The next unit."""
        attack = play.enclosing(Attack)
        if not self.far:
            works.fall(play, attack.target)
        if len(self.far) < len(attack.units):
            play.push(ChooseAdvance(attack.attacker, attack.units[len(self.far)]), self)
            return
        if self.breakthrough:
            play.push(breakthrough.Breakthrough(attack.units, self.far))
        rules, position = play.rules, play.position
        hexes = dict.fromkeys(position.units[id_].hex for id_ in attack.units)
        if crowded := tuple(hex for hex in hexes if overstacking(rules, position, hex)):
            play.push(EnforceStacking(attack.attacker, crowded))


@rule("A44-19.1", "A44-19.2", "A44-19.3", "A44-16.21", "A44-26.1", "A44-26.3")
class ChooseAdvance(ArdennesDecision[Advance | BreakDown | HoldBack], frozen=True):
    """One attacking unit advances, or stays; a large one may be broken down first."""

    unit: str

    def options(self, play: Ardennes) -> Iterator[Advance | BreakDown | HoldBack]:
        """Its paths, breaking it down, and staying."""
        pursuit = self._pursuit(play)
        for path in pursuit.paths():
            yield Advance(self.unit, path)
        if pursuit.counter.breaks_into and not self._break_bars(play):
            yield BreakDown(self.unit)
        yield HoldBack(self.unit)

    def _break_bars(self, play: Ardennes) -> tuple[Reason, ...]:
        return break_bars(play.rules, play.position, self.unit, before="advanced")

    def _pursuit(self, play: Ardennes) -> Pursuit:
        attack, kind = play.enclosing(Attack), play.enclosing(Advances).kind
        return Pursuit(play.rules, play.position, self.unit, attack.target, kind)

    def take(self, play: Ardennes, action: Advance | BreakDown | HoldBack) -> None:
        """Go, and note how far; the parts of a unit go each for itself."""
        if isinstance(action, BreakDown):
            units, place = play.enclosing(Attack).units, len(play.enclosing(Advances).far)
            parts = break_down(play, self.unit)
            play.amend(Attack, units=(*units[:place], *parts, *units[place + 1 :]))
            return
        gone = len(action.hexes) if isinstance(action, Advance) else 0
        play.amend(Advances, far=(*play.enclosing(Advances).far, gone))
        if isinstance(action, Advance):
            go(play, self.unit, action.hexes)

    def refusal(self, play: Ardennes, action: Advance | BreakDown | HoldBack) -> tuple[Reason, ...]:
        """Another unit's turn, or a path that it may not take."""
        if action.unit != self.unit:
            return (Reason(f"it is the turn of {self.unit}", "A44-16.21"),)
        if isinstance(action, BreakDown):
            return self._break_bars(play)
        if isinstance(action, HoldBack):
            return ()
        if not action.hexes:
            return (Reason("no hex is named", reach_rule(play.enclosing(Advances).kind)),)
        return self._pursuit(play).bars(action.hexes)

    def explain(self, play: Ardennes, action: Advance | BreakDown | HoldBack) -> tuple[Reason, ...]:
        """How far it may go."""
        hexes, road = self._pursuit(play).reach()
        bonus = (Reason("hexes more along roads", "A44-19.4", road),) if road else ()
        kind = play.enclosing(Advances).kind
        return (Reason(f"hexes of a {kind} advance", reach_rule(kind), hexes), *bonus)


@rule("A44-29.3", "A44-27.18")
def go(play: Ardennes, id_: str, path: Path) -> None:
    """A unit advances along a path; next to where it comes a German one may free artillery, others detect."""
    play.log("advanced", unit=id_, hex=play.position.units[id_].hex, to=path[-1])
    for hex in path[:-1]:
        enters(play, id_, hex)
    relocate(play, id_, path[-1])
    note_deed(play.position, id_, "advanced")
    for hex in path:
        detect_by_contact(play, id_, hex)
    if play.rules.counters[id_].side == "german" and play.position.turn == 1:
        for hex in path:
            areas.free_artillery(play, hex)
