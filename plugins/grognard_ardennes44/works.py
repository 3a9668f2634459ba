"""Improved positions (IP): building, using and losing them [A44-15.19 to 15.26]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.offers import Offer
from grognard_ardennes44.pieces import counters_in, not_in_play, note_deed, on_map, units_of
from grognard_ardennes44.position import IN_COLUMN, Ardennes, ArdennesPosition, Unit, Works
from grognard_ardennes44.tables import Counter, Tables

__all__ = ["OFFERS", "Dig", "complete", "dig_bars", "fall", "remove_empty", "works_dcb"]

BUILDERS = ("infantry", "engineer", "mechanised")
"""Kinds of units that are infantry."""


class Dig(Action, frozen=True):
    """A unit begins an improved position in its hex instead of moving."""

    unit: str


# What they are worth ---------------------------------------------------------------------------------------


@rule("A44-15.19", "A44-15.20", "A44-15.4")
def works_dcb(rules: Tables, position: ArdennesPosition, hex: Hex) -> Reason | None:
    """The DCB that a built IP gives the units of its side in a hex, less to outline tanks alone.

    It is one of those from which the defender takes the best; it is none in a village, town or city.
    """
    works = position.works.get(hex)
    if works is None or not works.built or hex not in position.stacks(works.side):
        return None
    if has_no_use(rules, position, hex):
        return None
    tanks = all(counter.outline for counter in counters_in(rules, position, hex))
    cell = rules.dcb.cell("improved_position_tank" if tanks else "improved_position", "dcb")
    text = "improved position, outline tanks alone" if tanks else "improved position"
    return Reason(text, "A44-15.4" if tanks else "A44-15.19", int(cell.value), cell.sure)


@rule("A44-15.20")
def has_no_use(rules: Tables, position: ArdennesPosition, hex: Hex) -> bool:
    """Whether an IP is useless in a hex, a village, town or city, and may not be built there."""
    size = rules.ground(position).settlement.get(hex)
    return size is not None and size.no_works


# Building them ---------------------------------------------------------------------------------------------


@rule("A44-15.21", "A44-15.23", "A44-16.27", "A44-18.6", "A44-12.9")
def builder_bars(counter: Counter, unit: Unit) -> tuple[Reason, ...]:
    """Why a unit neither begins an IP nor completes one."""
    found = []
    if counter.kind not in BUILDERS:
        found.append(Reason("infantry only builds improved positions", "A44-15.21"))
    if unit.state:
        found.append(Reason(f"a {unit.state} unit does not build", "A44-18.6"))
    if unit.engaged:
        found.append(Reason("an Engaged unit does not build", "A44-16.27"))
    if unit.marker in IN_COLUMN:
        found.append(Reason("a unit in strategic movement does not build", "A44-12.9"))
    return tuple(found)


@rule("A44-15.20", "A44-15.21", "A44-15.22")
def dig_bars(rules: Tables, position: ArdennesPosition, id_: str) -> tuple[Reason, ...]:
    """Every reason why a unit on the map may not begin an IP now."""
    counter, unit = rules.counters[id_], position.units[id_]
    found = list(builder_bars(counter, unit))
    if unit.oos:
        found.append(Reason("out of supply it begins no improved position", "A44-15.21"))
    if position.deeds.get(id_):
        found.append(Reason("it has moved or been busy in this phase", "A44-15.22"))
    if position.night:
        found.append(Reason("no improved position is begun at night", "A44-25.3"))
    if has_no_use(rules, position, unit.hex):
        found.append(Reason(f"no improved position in a settlement such as {unit.hex}", "A44-15.20"))
    if unit.hex in position.works:
        found.append(Reason(f"{unit.hex} has an improved position", "A44-15.24"))
    return tuple(found)


def digs(play: Ardennes, side: str) -> Iterator[Dig]:
    """Units that may begin one."""
    rules, position = play.rules, play.position
    if position.night:
        return
    on_board = rules.ground(position).board.index
    for id_, unit in units_of(rules, position, side):
        if position.deeds.get(id_) or rules.counters[id_].kind not in BUILDERS:
            continue
        if unit.hex in on_board and not dig_bars(rules, position, id_):
            yield Dig(id_)


def dig_refusal(play: Ardennes, side: str, action: Dig) -> tuple[Reason, ...]:
    """Why not."""
    rules, position = play.rules, play.position
    if found := not_in_play(rules, position, side, action.unit, "A44-15.21"):
        return found
    if not on_map(rules, position, action.unit):
        return (Reason("it is not on the map", "A44-15.21"),)
    return dig_bars(rules, position, action.unit)


@rule("A44-15.22")
def dig(play: Ardennes, side: str, action: Dig) -> None:
    """The unit gets an IP under construction; it does not move in this phase nor attack in the next."""
    hex = play.position.units[action.unit].hex
    play.position.works[hex] = Works(side, built=False)
    note_deed(play.position, action.unit, "dug")
    play.log("dug", unit=action.unit, hex=hex)


@rule("A44-15.23", "A44-15.24", "A44-23.21")
def complete(play: Ardennes, side: str) -> None:
    """The movement phase of a side begins: IPs under construction that an able unit holds are completed.

    It need not be the unit that began it, nor be in supply; and whoever completes one may move.
    """
    rules, position = play.rules, play.position
    if position.night:
        return
    for hex, works in sorted(position.works.items()):
        if works.side != side or works.built:
            continue
        there = position.stacks(side).get(hex, ())
        if any(not builder_bars(rules.counters[id_], position.units[id_]) for id_ in there):
            position.works[hex] = Works(side, built=True)
            play.log("built", hex=hex, side=side)


OFFERS = (Offer(Dig, digs, dig_refusal, dig),)


# Losing them -----------------------------------------------------------------------------------------------


@rule("A44-15.25", "A44-15.24")
def remove_empty(play: Ardennes, side: str) -> None:
    """A movement phase ends: IPs of either side that none of its units holds are removed."""
    for hex in sorted(play.position.works):
        fall(play, hex)


@rule("A44-15.26", "A44-15.24")
def fall(play: Ardennes, hex: Hex) -> None:
    """An IP goes if no unit of its side is left in the hex; combat asks after eliminations and retreats."""
    works = play.position.works.get(hex)
    if works is not None and hex not in play.position.stacks(works.side):
        del play.position.works[hex]
        play.log("works gone", hex=hex)
