"""Bridges: blown, rebuilt, doubtful [A44-7].

A position names the bridges that are not sound, by hexside: ``blown``; ``german`` or ``allied`` for one under
construction by that side; ``prepared`` for one that engineers will have ready by a set turn; ``doubtful`` for
the Ouren bridge before the Germans have tried it; to the Allies it is as sound as others.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from grognard.errors import NotationError
from grognard.hexes import Hex, Hexside
from grognard.play import Action
from grognard.reasons import Reason, rule, total
from grognard_ardennes44.dice import die
from grognard_ardennes44.pieces import did, note_deed
from grognard_ardennes44.position import (
    DOUBTFUL,
    ON_THE_MOVE,
    Ardennes,
    ArdennesDecision,
    ArdennesPosition,
    ArdennesResolution,
    other_side,
)
from grognard_ardennes44.supply import road_net
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.zoc import crosses_bond, front, in_ezoc

__all__ = [
    "Blow",
    "BridgePhase",
    "ChooseDemolition",
    "DemolitionInCombat",
    "DemolitionRoll",
    "KeepBridge",
    "OurenRoll",
    "Rebuild",
    "can_rebuild",
    "demolition_bars",
    "demolition_modifiers",
    "is_doubtful",
]

BLOWN, PREPARED = "blown", "prepared"


class Blow(Action, frozen=True):
    """Try to blow a bridge, named by the two hexes it joins."""

    bridge: str
    verb = "blow"


class KeepBridge(Action, frozen=True):
    """Blow no bridge."""

    verb = "keep"


@rule("A44-7.15")
def is_doubtful(position: ArdennesPosition, a: Hex, b: Hex) -> bool:
    """Whether the bridge between two hexes has still to prove itself."""
    return position.bridges.get(str(Hexside(a, b))) == DOUBTFUL


@rule("A44-7.15", "A44-7.16")
class OurenRoll(ArdennesResolution, frozen=True):
    """The first German try to cross a doubtful bridge: blown, or sound and ordinary from now on."""

    bridge: str

    def happen(self, play: Ardennes) -> None:
        """Roll once."""
        position, chart = play.position, play.rules.ouren
        if position.bridges.get(self.bridge) != DOUBTFUL:
            return
        blown = chart.look(play.roll("1d6", why="is the bridge there")) == "Blown"
        if blown:
            position.bridges[self.bridge] = BLOWN
        else:
            del position.bridges[self.bridge]
        play.log("bridge blown" if blown else "bridge sound", bridge=self.bridge, roll=die(play))


# Demolition ------------------------------------------------------------------------------------------------


@rule("A44-7.5", "A44-7.13", "A44-7.3")
def demolishers(rules: Tables, position: ArdennesPosition, side: str, bridge: Hexside) -> list[str]:
    """Units of a side that can blow a bridge: in a hex it touches or one hex from there, in supply or not.

    The hex may be traced through an enemy ZOC, not through an enemy unit nor over an enemy bond.
    """
    ground, own, enemy = rules.ground(position), position.stacks(side), position.stacks(other_side(side))
    found: dict[str, None] = {}
    for end in (bridge.a, bridge.b):
        found.update(dict.fromkeys(own.get(end, ())))
        if end in enemy:
            continue
        for hex in ground.board.neighbours(end):
            if hex in own and not crosses_bond(rules, position, side, hex, end):
                found.update(dict.fromkeys(own[hex]))
    return [id_ for id_ in found if position.units[id_].marker not in ON_THE_MOVE]


@rule("A44-7.4")
def is_threatened(rules: Tables, position: ArdennesPosition, side: str, bridge: Hexside) -> bool:
    """Whether an enemy of a side is within one hex of a bridge."""
    ground, enemy = rules.ground(position), position.stacks(other_side(side))
    near = {bridge.a, bridge.b, *ground.board.neighbours(bridge.a), *ground.board.neighbours(bridge.b)}
    return not near.isdisjoint(enemy)


@rule("A44-7.2", "A44-7.4", "A44-7.5", "A44-7.12", "A44-7.14")
def demolition_bars(
    rules: Tables, position: ArdennesPosition, side: str, bridge: Hexside, *, in_combat: bool
) -> tuple[Reason, ...]:
    """Every rule that forbids a side to try a bridge now; a river inside a town has none on a hexside."""
    bars = []
    if bridge not in rules.ground(position).bridges:
        bars.append(Reason(f"no bridge on {bridge}", "A44-7.14"))
    elif str(bridge) in position.bridges:
        bars.append(Reason("the bridge is not sound", "A44-7.11"))
    if position.turn < rules.limits.demolition_from:
        bars.append(Reason("no bridge is blown on Turns 1 and 2", "A44-7.12"))
    if did(position, str(bridge), "tried"):
        bars.append(Reason("it has been tried in this player turn", "A44-7.2"))
    if not demolishers(rules, position, side, bridge):
        bars.append(Reason("no own unit that could do it is within one hex", "A44-7.5"))
    if not in_combat and not is_threatened(rules, position, side, bridge):
        bars.append(Reason("no enemy is within one hex of it", "A44-7.4"))
    return tuple(bars)


@rule("A44-7.10")
def demolition_modifiers(
    rules: Tables, position: ArdennesPosition, side: str, bridge: Hexside, *, in_combat: bool
) -> tuple[Reason, ...]:
    """+1 in the enemy combat phase, +2 if only disrupted or Engaged units can do it."""
    reasons = []
    if in_combat:
        reasons.append(Reason("in the enemy combat phase", "A44-7.10", 1))
    units = [position.units[id_] for id_ in demolishers(rules, position, side, bridge)]
    if all(unit.state or unit.engaged for unit in units):
        reasons.append(Reason("disrupted or Engaged", "A44-7.10", 2))
    return tuple(reasons)


@rule("A44-7.6", "A44-7.11")
class DemolitionRoll(ArdennesResolution, frozen=True):
    """A side rolls to blow a bridge."""

    side: str
    bridge: str
    in_combat: bool

    def happen(self, play: Ardennes) -> None:
        """Roll."""
        rules, position = play.rules, play.position
        bridge = Hexside.parse(self.bridge)
        reasons = demolition_modifiers(rules, position, self.side, bridge, in_combat=self.in_combat)
        mark = Reason("demolition table", "A44-7.6", sure=rules.demolition.sure)
        roll = play.roll("1d6", why="demolition", reasons=(*reasons, mark)) + total(reasons)
        note_deed(position, self.bridge, "tried")
        blown = rules.demolition.look(roll) == "Blown"
        if blown:
            position.bridges[self.bridge] = BLOWN
        thrown = die(play, reasons)
        play.log(
            "bridge blown" if blown else "bridge stands",
            bridge=self.bridge, side=self.side, roll=thrown,
        )  # fmt: skip


def no_bridge(play: Ardennes, text: str) -> tuple[Reason, ...]:
    """Why a text names no bridge of the map; empty if it does."""
    try:
        known = Hexside.parse(text) in play.rules.ground(play.position).bridges
    except NotationError:
        known = False
    return () if known else (Reason(f"there is no bridge {text}", "A44-7.1"),)


@rule("A44-7.7", "A44-14.11", "A44-25.23")
class DemolitionInCombat(ArdennesDecision[Blow | KeepBridge], frozen=True):
    """The defender may try the bridge that is attacked over, by day and by night."""

    bridge: str
    assumption = "a bridge attacked over is tried"

    def options(self, play: Ardennes) -> Iterator[Blow | KeepBridge]:
        """Try it, if that is allowed, or not."""
        bridge = Hexside.parse(self.bridge)
        if not demolition_bars(play.rules, play.position, self.side, bridge, in_combat=True):
            yield Blow(self.bridge)
        yield KeepBridge()

    def refusal(self, play: Ardennes, action: Blow | KeepBridge) -> tuple[Reason, ...]:
        """Why it cannot be tried."""
        if isinstance(action, KeepBridge):
            return ()
        if unknown := no_bridge(play, action.bridge):
            return unknown
        if Hexside.parse(action.bridge) != Hexside.parse(self.bridge):
            return (Reason(f"{self.bridge} is attacked over", "A44-7.7"),)
        return demolition_bars(
            play.rules, play.position, self.side, Hexside.parse(self.bridge), in_combat=True
        )

    def take(self, play: Ardennes, action: Blow | KeepBridge) -> None:
        """Roll for it."""
        if isinstance(action, Blow):
            play.push(DemolitionRoll(self.side, self.bridge, in_combat=True))

    def assumed(self, play: Ardennes) -> Blow | KeepBridge:
        """Try it."""
        return next(self.options(play))


@rule("A44-7.1", "A44-7.4")
class ChooseDemolition(ArdennesDecision[Blow | KeepBridge], frozen=True):
    """In its own bridge phase a side may try bridges one after another."""

    def options(self, play: Ardennes) -> Iterator[Blow | KeepBridge]:
        """Every bridge that may be tried."""
        yield KeepBridge()
        for bridge in bridges_to_try(play, self.side):
            yield Blow(str(bridge))

    def refusal(self, play: Ardennes, action: Blow | KeepBridge) -> tuple[Reason, ...]:
        """Why a bridge may not be tried."""
        if isinstance(action, KeepBridge):
            return ()
        if unknown := no_bridge(play, action.bridge):
            return unknown
        bridge = Hexside.parse(action.bridge)
        return demolition_bars(play.rules, play.position, self.side, bridge, in_combat=False)

    def take(self, play: Ardennes, action: Blow | KeepBridge) -> None:
        """Roll, then ask again."""
        if isinstance(action, Blow):
            bridge = str(Hexside.parse(action.bridge))
            play.push(DemolitionRoll(self.side, bridge, in_combat=False), Demolitions(self.side))

    def assumed(self, play: Ardennes) -> KeepBridge:
        """Leave them."""
        return KeepBridge()


def bridges_to_try(play: Ardennes, side: str) -> list[Hexside]:
    """The bridges a side may try in its own bridge phase, in the order of their labels."""
    rules, position = play.rules, play.position
    if position.turn < rules.limits.demolition_from:
        return []
    near = front(rules, position, side).beside.union(position.stacks(side))
    touched = (b for b in rules.ground(position).bridges if b.a in near or b.b in near)
    bars = partial(demolition_bars, rules, position, side, in_combat=False)
    return sorted(bridge for bridge in touched if not bars(bridge))


class Demolitions(ArdennesResolution, frozen=True):
    """As long as a bridge may be tried, the side is asked."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Ask."""
        if bridges_to_try(play, self.side):
            play.push(ChooseDemolition(self.side))


# Rebuilding ------------------------------------------------------------------------------------------------


@rule("A44-7.17", "A44-7.18")
def can_rebuild(rules: Tables, position: ArdennesPosition, side: str, bridge: Hexside) -> bool:
    """Whether both conditions hold: the banks are safe, and one of them has a supply line by road alone."""
    own, enemy = position.stacks(side), position.stacks(other_side(side))
    for hex in (bridge.a, bridge.b):
        if hex in enemy or (hex not in own and in_ezoc(rules, position, side, hex)):
            return False
    ends = road_net(rules, position, side).ends
    return bridge.a in ends or bridge.b in ends


@rule("A44-7.19", "A44-7.20", "A44-7.21")
class Rebuild(ArdennesResolution, frozen=True):
    """A side works on blown bridges: under construction in one bridge phase, ready in its next."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Turn the markers."""
        rules, position = play.rules, play.position
        for name, state in sorted(position.bridges.items()):
            if state not in (BLOWN, self.side):
                continue
            safe = can_rebuild(rules, position, self.side, Hexside.parse(name))
            if state == BLOWN and safe:
                position.bridges[name] = self.side
                play.log("bridge begun", bridge=name, side=self.side)
            elif state == self.side and safe:
                del position.bridges[name]
                play.log("bridge rebuilt", bridge=name, side=self.side)
            elif state == self.side:
                position.bridges[name] = BLOWN
                play.log("bridge given up", bridge=name, side=self.side)


@rule("A44-7.22", "A44-7.23")
class PreparedBridges(ArdennesResolution, frozen=True):
    """Bridges that were prepared for weeks are ready in the German bridge phase of their turn."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Open them."""
        position = play.position
        for start in play.rules.ground(position).theatre.bridge:
            name = str(Hexside.parse(start.side))
            if (
                position.bridges.get(name) == PREPARED
                and self.side == "german"
                and position.turn >= start.ready
            ):
                del position.bridges[name]
                play.log("bridge rebuilt", bridge=name, side=self.side)


@rule("A44-7.1")
class BridgePhase(ArdennesResolution, frozen=True):
    """A side's bridge phase: building first, then demolition."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Build and blow."""
        play.push(PreparedBridges(self.side), Rebuild(self.side), Demolitions(self.side))
