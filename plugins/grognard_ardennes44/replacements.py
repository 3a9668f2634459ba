"""Replacements at night: reduced units filled up, lost units rebuilt [A44-25.4 to 25.16]."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.attack import colour_of
from grognard_ardennes44.pieces import change, is_reduced, lose_parent, place, remove, steps_at_first
from grognard_ardennes44.position import (
    Ardennes,
    ArdennesDecision,
    ArdennesPosition,
    ArdennesResolution,
    Unit,
    other_side,
)
from grognard_ardennes44.roadblocks import roadblocks
from grognard_ardennes44.stacking import overstacking
from grognard_ardennes44.supply import RoadNet, road_net
from grognard_ardennes44.tables import Counter, Tables
from grognard_ardennes44.zoc import in_ezoc

__all__ = [
    "ChooseReplacement",
    "ForgoReplacement",
    "Rebuild",
    "Replacements",
    "Restore",
    "is_replaceable",
    "rebuild_bars",
    "restore_bars",
]


class Restore(Action, frozen=True):
    """Bring a reduced unit back to full strength."""

    unit: str
    verb = "restore"


class Rebuild(Action, frozen=True):
    """Bring a lost unit back, in a town or in place of a remnant."""

    unit: str
    hex: str
    verb = "rebuild"


class ForgoReplacement(Action, frozen=True):
    """Leave the replacement unused; it is lost."""

    verb = "forgo"


Choice = Restore | Rebuild | ForgoReplacement


@rule("A44-25.4", "A44-25.7")
class Replacements(ArdennesResolution, frozen=True):
    """A side gets the replacements of this night, one after another."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Ask for each of them."""
        chart, turn = play.rules.replacements, str(play.position.turn)
        count = int(chart.look(turn, self.side)) if turn in chart.row_labels else 0
        play.push(*(ChooseReplacement(self.side, n) for n in range(1, count + 1)))


@rule("A44-25.15", "A44-25.16")
def is_replaceable(rules: Tables, position: ArdennesPosition, id_: str) -> bool:
    """Whether a unit can be replaced at all."""
    counter = rules.counters[id_]
    if counter.gun or counter.nation == "british" or "airborne" in counter.traits or counter.pool:
        return False
    if counter.side == "german" and counter.tank and counter.tq >= rules.limits.never_replaced_tq:
        return False
    never = {"siege", "heydte", "solar"}
    return never.isdisjoint(counter.traits) and position.lost.get(id_) != "surrendered"


@rule("A44-25.5")
def takes(counter: Counter, number: int) -> bool:
    """Whether the first or the second replacement of a night can go to this kind of unit."""
    infantry = counter.kind in ("infantry", "engineer", "mechanised")
    return infantry or (number > 1 and counter.kind in ("tank", "mixed", "recon", "flak"))


@rule("A44-25.6", "A44-25.8", "A44-25.14", "A44-26.8")
def restore_bars(rules: Tables, position: ArdennesPosition, id_: str, number: int) -> tuple[Reason, ...]:
    """Why a unit on the map cannot take the replacement."""
    unit, counter = position.units[id_], rules.counters[id_]
    bars = []
    if not is_replaceable(rules, position, id_):
        cite = "A44-25.15" if counter.side == "german" and not counter.gun else "A44-25.16"
        bars.append(Reason("it is never replaced", cite))
    if not takes(counter, number):
        bars.append(Reason("the first replacement is for infantry", "A44-25.5"))
    if not is_reduced(counter, unit):
        bars.append(Reason("it is not reduced", "A44-25.6"))
    elif unit.steps + detached(rules, position, id_) >= counter.steps:
        bars.append(Reason("what it lacks is detached from it, not lost", "A44-26.8"))
    bars.extend(order_bars(unit))
    if unit.hex not in rules.ground(position).board.index:
        bars.append(Reason("it is not on the map", "A44-25.8"))
    return tuple(bars)


@rule("A44-26.8")
def detached(rules: Tables, position: ArdennesPosition, id_: str) -> int:
    """Steps of a unit that are in play by themselves since it was broken down."""
    return sum(
        unit.steps for other, unit in position.units.items()
        if unit.parent == id_ and rules.pools[rules.counters[other].pool].use == "breakdown"
    )  # fmt: skip


@rule("A44-25.8", "A44-25.14")
def order_bars(unit: Unit) -> list[Reason]:
    """What state a unit must not be in to take a replacement; enemies next to it do not matter."""
    bars = []
    if unit.oos:
        bars.append(Reason("it is out of supply", "A44-25.8"))
    if unit.engaged:
        bars.append(Reason("it is Engaged", "A44-25.8"))
    if unit.state:
        bars.append(Reason(f"it is {unit.state}", "A44-25.8"))
    if unit.marker == "night":
        bars.append(Reason("it has a night marker", "A44-25.14"))
    return bars


@rule("A44-25.12")
def remnants(rules: Tables, position: ArdennesPosition, counter: Counter) -> list[str]:
    """Remnants that a lost unit of three steps can take the place of: its side and type, in good order."""
    return [
        id_ for hex, ids in sorted(position.stacks(counter.side).items()) for id_ in ids
        if (pool := rules.pools.get(rules.counters[id_].pool)) and pool.use == "remnant"
        and rules.counters[id_].kind == counter.kind and hex in rules.ground(position).board.index
        and not order_bars(position.units[id_])
    ]  # fmt: skip


@rule("A44-25.9", "A44-25.10", "A44-25.11")
def rebuild_bars(
    rules: Tables, position: ArdennesPosition, counter: Counter, hex: Hex, net: RoadNet
) -> tuple[Reason, ...]:
    """Why a lost unit cannot be rebuilt in a hex."""
    ground, side = rules.ground(position), counter.side
    enemy, bars = position.stacks(other_side(side)), []
    entries = [entry for entry in ground.entries_at.get(hex, ()) if entry.side == side]
    settlement = ground.settlement.get(hex)
    own_town = settlement is not None and settlement.rebuilds and position.control.get(hex) == side
    german_entry = side == "german" and any(entry.german_rebuild for entry in entries)
    if hex in enemy or not (own_town or (entries and position.control.get(hex) == side)):
        bars.append(Reason("not a friendly town, city or entry hex", "A44-25.9"))
    if german_entry and in_ezoc(rules, position, side, hex):
        bars.append(Reason("the entry hex is in an enemy ZOC", "A44-25.11"))
    if hex not in net.ends:
        bars.append(Reason("no road to a supply source", "A44-25.9"))
    if hex in roadblocks(position, other_side(side)):
        bars.append(Reason("an enemy roadblock is there", "A44-25.9"))
    if any(other in enemy for other in ground.board.neighbours(hex)):
        bars.append(Reason("an enemy is next to it", "A44-25.10"))
    radius = rules.limits.replacement_radius
    if not german_entry and not any(
        colour_of(rules, position, id_) == counter.colour
        for near in ground.board.within(hex, radius)
        for id_ in position.stacks(side).get(near, ())
    ):
        bars.append(Reason(f"no unit of its colour within {radius} hexes", "A44-25.10"))
    return (*bars, *overstacking(rules, position, hex, joining=(counter.id,)))


@rule("A44-25.5", "A44-25.6", "A44-25.9", "A44-25.12")
class ChooseReplacement(ArdennesDecision[Choice], frozen=True):
    """A side uses one replacement; ``number`` says which of the night it is."""

    number: int

    def options(self, play: Ardennes) -> Iterator[Choice]:
        """Reduced units, lost units with every place for them, or nothing."""
        rules, position = play.rules, play.position
        yield ForgoReplacement()
        for _, ids in sorted(position.stacks(self.side).items()):
            for id_ in ids:
                if not restore_bars(rules, position, id_, self.number):
                    yield Restore(id_)
        lost = [id_ for id_ in sorted(position.lost) if self._can_come_back(play, id_)]
        if not lost:
            return
        net = road_net(rules, position, self.side)
        ground = rules.ground(position)
        places = [hex for hex in ground.sorted(ground.controlled) if hex in net.ends]
        for id_ in lost:
            counter = rules.counters[id_]
            if is_large(counter):
                there = dict.fromkeys(position.units[id_].hex for id_ in remnants(rules, position, counter))
                yield from (Rebuild(id_, hex) for hex in there)
            else:
                for hex in places:
                    if not rebuild_bars(rules, position, counter, hex, net):
                        yield Rebuild(id_, hex)

    def _can_come_back(self, play: Ardennes, id_: str) -> bool:
        rules, position = play.rules, play.position
        counter = rules.counters[id_]
        return (
            counter.side == self.side
            and position.lost[id_] == "eliminated"
            and is_replaceable(rules, position, id_)
            and takes(counter, self.number)
        )

    def refusal(self, play: Ardennes, action: Choice) -> tuple[Reason, ...]:
        """Why a unit cannot be replaced so."""
        rules, position = play.rules, play.position
        if isinstance(action, ForgoReplacement):
            return ()
        counter = rules.counters.get(action.unit)
        if counter is None or counter.side != self.side:
            return (Reason(f"no own unit {action.unit}", "A44-25.6"),)
        if isinstance(action, Restore):
            if action.unit not in position.units:
                return (Reason("it is not on the map", "A44-25.8"),)
            return restore_bars(rules, position, action.unit, self.number)
        if action.unit not in position.lost or not self._can_come_back(play, action.unit):
            return (Reason("it cannot come back by this replacement", "A44-25.6"),)
        if is_large(counter):
            near = {position.units[id_].hex for id_ in remnants(rules, position, counter)}
            wrong = Reason("a large unit takes the place of a remnant of its type", "A44-25.12")
            return () if action.hex in near else (wrong,)
        if action.hex not in rules.ground(position).board.index:
            return (Reason(f"{action.hex} is not on the map", "A44-25.9"),)
        return rebuild_bars(rules, position, counter, action.hex, road_net(rules, position, self.side))

    def take(self, play: Ardennes, action: Choice) -> None:
        """Give it out; the unit is marked until the next combat phase is over [A44-25.13]."""
        if isinstance(action, Restore):
            restore(play, action.unit)
        elif isinstance(action, Rebuild):
            rebuild(play, action.unit, action.hex)


def is_large(counter: Counter) -> bool:
    """Whether a unit has three steps, so that its reduced side has SP 2."""
    return counter.steps > 2


@rule("A44-25.6", "A44-25.13")
def restore(play: Ardennes, id_: str) -> None:
    """A reduced unit is full again."""
    counter = play.rules.counters[id_]
    unit = change(play, id_, steps=counter.steps, marker="replaced")
    play.log("restored", unit=id_, hex=unit.hex)


@rule("A44-25.6", "A44-25.12", "A44-25.13")
def rebuild(play: Ardennes, id_: str, hex: Hex) -> None:
    """A lost unit is back with its reduced side up."""
    rules, position = play.rules, play.position
    counter = rules.counters[id_]
    unit = Unit(hex, steps_at_first(rules, position, id_), marker="replaced")
    if is_large(counter):
        remnant = next(r for r in remnants(rules, position, counter) if position.units[r].hex == hex)
        old = position.units[remnant]
        unit = msgspec.structs.replace(old, steps=unit.steps, marker="replaced", parent="")
        remove(play, remnant)
        lose_parent(play, old.parent)
    place(play, id_, unit)
    play.log("rebuilt", unit=id_, hex=hex)
