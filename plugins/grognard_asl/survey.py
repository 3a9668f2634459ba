"""What the computer player sees from where: fire it can give and get, the way to the ground that counts.

The chapters of fire are asked; answers that depend on a stack and two hexes alone are kept from one plan to
the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from grognard.paths import reach
from grognard.play import Play
from grognard.reasons import total
from grognard_asl.battlefield import HALF
from grognard_asl.defensive_fire import residual_drm
from grognard_asl.fire import Attack, attack_drm, attack_firepower
from grognard_asl.firepower import Mode, armed, volley
from grognard_asl.groups import directors
from grognard_asl.position import Asl, AslPosition, Mover, other_side
from grognard_asl.stacks import kind_of, leaders_in, mg_of, units_in, units_of
from grognard_asl.tables import Tables
from grognard_asl.valuation import WEIGHTS, Fates, Target, Weights, fates_of, goals_of, targets_of, worth

__all__ = ["Survey"]

FAR = 400
"""Halves of MF beyond any way."""

Signature = tuple[tuple[object, ...], ...]


class Strike(NamedTuple):
    """An attack as the fire table sees it."""

    column: int
    drm: int


class Memory:
    """What is kept about a ruleset from one plan to the next."""

    def __init__(self) -> None:
        self.strikes: dict[tuple[object, ...], Strike | None] = {}
        self.ways: dict[tuple[str, str], dict[str, int]] = {}


_memories: WeakKeyDictionary[Tables, Memory] = WeakKeyDictionary()


class Survey:
    """One position as a side sees it. ``play`` is a copy that may be changed and put back."""

    def __init__(self, rules: Tables, view: AslPosition, side: str, weights: Weights = WEIGHTS) -> None:
        self.rules, self.side, self.weights = rules, side, weights
        self.enemy = other_side(side)
        self.play: Asl = Play(view.copy(), rules)
        self.position = self.play.position
        self.field = rules.field(view)
        self.scenario = rules.scenario(view)
        self.fates: Fates = fates_of(rules, view)
        self.memory = _memories.setdefault(rules, Memory())
        rested = view.copy()
        for id_, unit in rested.units.items():
            if unit.fired or unit.pinned:
                rested.units[id_] = msgspec.structs.replace(unit, fired="", pinned=False)
        for id_, gun in rested.weapons.items():
            if gun.fired:
                rested.weapons[id_] = msgspec.structs.replace(gun, fired="")
        rested.shots.clear()
        self.rested: Asl = Play(rested, rules)
        """The position as it will be when all fire counters are gone."""
        self.shooters = self._shooters(self.enemy)
        """Enemy hex → units there that could fire next turn."""
        self.marks = {hex: self.marks_in(hex) for hex in self._hexes(self.enemy)}
        """Enemy hex → targets there."""
        self._threats: dict[tuple[str, tuple[Target, ...]], float] = {}
        self._chances: dict[tuple[tuple[str, ...], str], float] = {}
        self._ambushes: dict[tuple[str, Mover, tuple[Target, ...]], float] = {}
        self._marches: dict[str, float] = {}
        self._crowds: dict[str, float] = {}
        self._signed: dict[tuple[bool, tuple[str, ...]], Signature] = {}
        self.wanted, self.kept = self._ground()
        self.turns_left = self.scenario.turns - view.turn + 1

    # Who is where ----------------------------------------------------------------------------------------
    def _hexes(self, side: str) -> list[str]:
        return list(dict.fromkeys(unit.hex for _, unit in units_of(self.position, side)))

    def _shooters(self, side: str) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for id_, unit in units_of(self.position, side):
            if not unit.melee and armed(self.play, id_):
                found.setdefault(unit.hex, []).append(id_)
        return {hex: tuple(ids) for hex, ids in found.items()}

    def marks_in(self, hex: str) -> tuple[Target, ...]:
        """Enemies in a hex as targets."""
        return targets_of(self.play, units_in(self.position, hex, self.enemy))

    def worth_of(self, ids: Iterable[str]) -> float:
        """What units are worth together."""
        units = self.position.units
        return sum(worth(self.rules, units[id_], self.weights) for id_ in ids if id_ in units)

    def mmc(self, id_: str) -> bool:
        """Whether a unit is a squad, half-squad or crew."""
        return kind_of(self.rules, self.position.units[id_]).mmc

    def look(self, ids: tuple[str, ...]) -> tuple[object, ...]:
        """All that matters of units of one stack: equal for groups that may stand for each other."""
        position = self.position
        return tuple(
            (msgspec.structs.replace(position.units[id_], hex=""), position.waiting.get(id_), self._guns(id_))
            for id_ in ids
        )

    def _guns(self, id_: str) -> tuple[str, ...]:
        return tuple(gun.kind for _, gun in mg_of(self.position, id_))

    # Fire ------------------------------------------------------------------------------------------------
    def signature(self, play: Asl, ids: tuple[str, ...]) -> Signature:
        """What makes the fire of units in one hex: their counters, guns, state, and leaders.

        That of enemies is kept: they stay where they are.
        """
        key = play is self.rested, ids
        if play.position.units[ids[0]].side == self.side:
            return self._signature(play, ids)
        if key not in self._signed:
            self._signed[key] = self._signature(play, ids)
        return self._signed[key]

    def _signature(self, play: Asl, ids: tuple[str, ...]) -> Signature:
        position = play.position
        found: list[tuple[object, ...]] = []
        for id_ in ids:
            unit = position.units[id_]
            guns = tuple((gun.kind, gun.fired) for _, gun in mg_of(position, id_))
            found.append((unit.kind, unit.fired, unit.pinned, guns))
        unit = position.units[ids[0]]
        for id_ in leaders_in(play, unit.hex, unit.side) if unit.hex else ():
            leader = position.units[id_]
            found.append((leader.kind, leader.fired, position.directed.get(id_)))
        return tuple(found)

    def strike(
        self, play: Asl, ids: tuple[str, ...], hex: str, mode: Mode, mover: Mover | None
    ) -> Strike | None:
        """The attack of units in one hex, with the leader there, at another hex; ``None``: there is none."""
        position = play.position
        origin = position.units[ids[0]].hex
        if origin == hex or not self.field.sees(origin, hex):
            return None
        marked = any(position.units[id_].fired for id_ in ids)
        key = (self.scenario.id, origin, hex, mode, mover, self.signature(play, ids))
        strikes = self.memory.strikes
        if not marked and key in strikes:
            return strikes[key]
        found = self._strike(play, ids, hex, mode, mover)
        if not marked:
            strikes[key] = found
        return found

    def _strike(
        self, play: Asl, ids: tuple[str, ...], hex: str, mode: Mode, mover: Mover | None
    ) -> Strike | None:
        firers = tuple(firer for id_ in ids for firer in volley(play, id_, hex, mode))
        if not firers:
            return None
        fp, _ = attack_firepower(play, firers, hex, mode)
        if not self.rules.ift.covers(fp):
            return None
        leaders = tuple(directors(play, firers, mode).values())
        side = play.position.units[ids[0]].side
        attack = Attack(side, mode, hex, firers, leaders, (), mover)
        return Strike(self.rules.ift.column(fp), total(attack_drm(play, attack)))

    def threat(self, hex: str, targets: tuple[Target, ...]) -> float:
        """Expected loss of units that stand in a hex when all enemies who see it fire at it."""
        key = hex, targets
        if key not in self._threats:
            whole = self.fates.whole(targets)
            left = 1.0
            for origin, ids in self.shooters.items():
                if self.field.board.distance(origin, hex) > 16:
                    continue
                strike = self.strike(self.rested, ids, hex, "prep", None)
                if strike is not None:
                    left *= 1 - min(1.0, self.fates.attack(*strike, targets) / whole)
            self._threats[key] = whole * (1 - left)
        return self._threats[key]

    def ambush(self, hex: str, mover: Mover, targets: tuple[Target, ...]) -> float:
        """Expected loss of units that move into a hex, by the fire of enemies who may fire now."""
        key = hex, mover, targets
        if key in self._ambushes:
            return self._ambushes[key]
        whole = self.fates.whole(targets)
        left = 1.0
        for ids in self.shooters.values():
            strike = self.strike(self.play, ids, hex, "first", mover)
            if strike is not None:
                left *= 1 - min(1.0, self.fates.attack(*strike, targets) / whole)
        residual = self.position.residual.get(hex, 0)
        if residual:
            drm = total(residual_drm(self.play, hex, mover))
            column = self.rules.ift.column(residual)
            left *= 1 - min(1.0, self.fates.attack(column, drm, targets) / whole)
        self._ambushes[key] = whole * (1 - left)
        return self._ambushes[key]

    def chance(self, ids: Sequence[str], hex: str) -> float:
        """The best that units could do to the enemy by fire next turn if they were in a hex."""
        able = tuple(id_ for id_ in ids if armed(self.play, id_))
        if not able:
            return 0.0
        key = able, hex
        if key in self._chances:
            return self._chances[key]
        units = self.rested.position.units
        homes = {id_: units[id_] for id_ in able}
        for id_, unit in homes.items():
            units[id_] = msgspec.structs.replace(unit, hex=hex)
        best = 0.0
        for target, marks in self.marks.items():
            strike = self.strike(self.rested, able, target, "prep", None)
            if strike is not None:
                best = max(best, self.fates.attack(*strike, marks))
        units.update(homes)
        self._chances[key] = best
        return best

    # Ground ----------------------------------------------------------------------------------------------
    def _ground(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Hexes of goals that the side wants but does not hold, and those it has to keep."""
        wanted: dict[str, None] = {}
        kept: dict[str, None] = {}
        for goal in goals_of(self.scenario):
            for hex in goal.hexes:
                if goal.kind == "control":
                    have = self.position.held.get(hex) == self.side
                elif goal.side == self.side:
                    have = not self.holds(self.enemy, hex)
                else:
                    have = self.holds(self.side, hex)
                (kept if have else wanted)[hex] = None
        return tuple(wanted), tuple(kept)

    def holds(self, side: str, hex: str) -> bool:
        """Whether an unbroken MMC of a side is in a hex."""
        units = self.position.units
        return any(self.mmc(id_) and not units[id_].broken for id_ in units_in(self.position, hex, side))

    def ways_to(self, goal: str) -> dict[str, int]:
        """Hex → halves of MF between it and a hex that is wanted."""
        key = self.scenario.id, goal
        if key not in self.memory.ways:
            self.memory.ways[key] = dict(reach(self.field.profile, goal, FAR))
        return self.memory.ways[key]

    def march(self, hex: str) -> float:
        """MF from a hex to the ground that is wanted most, or to be kept if none is; 0 if none counts."""
        if hex not in self._marches:
            goals = self.wanted or self.kept
            ways = (self.ways_to(goal).get(hex, FAR) / HALF + self.crowd(goal) for goal in goals)
            self._marches[hex] = min(ways, default=0.0)
        return self._marches[hex]

    def crowd(self, goal: str) -> float:
        """What makes a wanted hex less attractive: friends who are there already."""
        if goal not in self._crowds:
            own = sum(1 for id_ in units_in(self.position, goal, self.side) if self.mmc(id_))
            self._crowds[goal] = 1.5 * own
        return self._crowds[goal]
