"""The supply and surrender phase: OOS markers, isolated groups, surrender [A44-23.1, 23.22 to 23.32]."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import networkx as nx

from grognard.hexes import Hex
from grognard.reasons import Reason, rule, total
from grognard_ardennes44.dice import die
from grognard_ardennes44.pieces import attack_value, change, remove, units_of
from grognard_ardennes44.position import Ardennes, ArdennesPosition, ArdennesResolution
from grognard_ardennes44.supply import barriers, connected, overland, supplied
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.weather import is_clear

__all__ = [
    "CheckIsolated",
    "SupplyPhase",
    "SurrenderRoll",
    "group_points",
    "isolated_groups",
    "surrender_level",
]


@rule("A44-23.22", "A44-23.24", "A44-23.30")
def isolated_groups(rules: Tables, position: ArdennesPosition, side: str) -> list[tuple[str, ...]]:
    """The isolated groups of a side: units out of supply without a line of communications, by nearness.

    A unit belongs to a group if four overland hexes lead from it to another of it, or from that one to it.
    """
    safe, ground = connected(rules, position, side), rules.ground(position)
    stacks = {
        hex: ids
        for hex, ids in position.stacks(side).items()
        if hex in ground.board.index and safe.isdisjoint(ids)
    }
    bars = barriers(rules, position, side)
    links: nx.Graph[Hex] = nx.Graph()
    links.add_nodes_from(stacks)
    for hex in stacks:
        near = overland(ground, stacks, bars, [hex], rules.limits.overland)
        links.add_edges_from((hex, other) for other in near)
    index = ground.board.index
    groups = sorted(nx.connected_components(links), key=lambda group: min(map(index.__getitem__, group)))
    return [tuple(sorted(id_ for hex in group for id_ in stacks[hex])) for group in groups]


@rule("A44-23.30", "A44-23.31")
def group_points(rules: Tables, position: ArdennesPosition, group: Iterable[str]) -> int:
    """The points a group has before it is checked: those of the larger of the groups that have joined in it.

    Larger is the higher total attack; where that is equal, the higher points count. Units new to the group
    bring none.
    """
    strength: dict[int, int] = defaultdict(int)
    for id_ in group:
        unit = position.units[id_]
        strength[unit.points] += attack_value(rules.counters[id_], unit)
    strength.pop(-1, None)
    return max(strength, key=lambda points: (strength[points], points), default=0)


@rule("A44-23.27", "A44-23.28", "A44-23.29")
def surrender_level(rules: Tables, group: Iterable[str]) -> Reason:
    """The points at which a group surrenders."""
    grades = {rules.counters[id_].grade for id_ in group}
    levels = rules.limits.surrender_level
    if "elite" in grades:
        return Reason("a group with an elite unit surrenders at", "A44-23.29", levels["elite"])
    if grades == {"green"}:
        return Reason("a group of green units surrenders at", "A44-23.27", levels["green"])
    return Reason("the group surrenders at", "A44-23.28", levels["veteran"])


@rule("A44-23.1", "A44-23.2", "A44-23.3", "A44-23.6")
class SupplyPhase(ArdennesResolution, frozen=True):
    """The active side checks its units: OOS markers go on and come off; isolated groups are checked."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Check supply."""
        position = play.position
        fed = supplied(play.rules, position, self.side)
        for id_, unit in list(units_of(play.rules, position, self.side)):
            in_supply = id_ in fed
            if unit.oos == in_supply:
                play.log("in supply" if in_supply else "out of supply", unit=id_, hex=unit.hex)
            if unit.oos == in_supply or (unit.dry and in_supply):
                change(play, id_, oos=not in_supply, dry=unit.dry and not in_supply)
        play.push(CheckIsolated(self.side))


@rule("A44-23.22", "A44-23.32")
class CheckIsolated(ArdennesResolution, frozen=True):
    """Who is isolated now: markers come off all others, and every group is checked for surrender."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Find the groups."""
        rules, position = play.rules, play.position
        groups = isolated_groups(rules, position, self.side)
        isolated = {id_ for group in groups for id_ in group}
        points = [group_points(rules, position, group) for group in groups]
        for id_, unit in list(position.units.items()):
            if rules.counters[id_].side == self.side and unit.points >= 0 and id_ not in isolated:
                change(play, id_, points=-1)
                play.log("no longer isolated", unit=id_, hex=unit.hex)
        for group, before in zip(groups, points, strict=True):
            for id_ in group:
                change(play, id_, points=before)
        play.push(*(SurrenderRoll(self.side, group) for group in groups))


@rule("A44-23.25", "A44-28.3")
def surrender_modifiers(rules: Tables, position: ArdennesPosition, side: str) -> tuple[Reason, ...]:
    """Air drops for the Allies in clear weather."""
    if side == "allied" and is_clear(rules, position.turn):
        return (Reason("air drops in clear weather", "A44-28.3", rules.limits.air_drop),)
    return ()


@rule("A44-23.25", "A44-23.26")
class SurrenderRoll(ArdennesResolution, frozen=True):
    """One isolated group rolls: points are added, and at its level all of it surrenders for good."""

    side: str
    group: tuple[str, ...]

    def happen(self, play: Ardennes) -> None:
        """Roll."""
        rules, position = play.rules, play.position
        reasons = surrender_modifiers(rules, position, self.side)
        roll = play.roll("1d6", why="surrender", reasons=(*reasons, _mark(rules))) + total(reasons)
        points = max(0, position.units[self.group[0]].points + int(rules.surrender.look(roll)))
        first = position.units[self.group[0]]
        thrown, units = die(play, reasons), len(self.group)
        play.log(
            "surrender points", unit=self.group[0], hex=first.hex, points=points, units=units, roll=thrown
        )
        for id_ in self.group:
            change(play, id_, points=points)
        if points >= surrender_level(rules, self.group).value:
            for id_ in self.group:
                surrender(play, id_)


def _mark(rules: Tables) -> Reason:
    """The chart rolled on, with its mark."""
    return Reason("surrender table", "A44-23.25", sure=rules.surrender.sure)


@rule("A44-23.26")
def surrender(play: Ardennes, id_: str) -> None:
    """A unit surrenders: it is gone and can never be replaced, nor can a parent that is not in play."""
    unit = play.position.units[id_]
    play.log("surrendered", unit=id_, hex=unit.hex)
    remove(play, id_)
    for gone in (id_, unit.parent):
        if gone and gone not in play.position.units and not play.rules.counters[gone].pool:
            play.position.lost[gone] = "surrendered"
