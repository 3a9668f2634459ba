"""US engineers that arrive: they appear in a friendly town [A44-13.5 to 13.7]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.offers import Offer
from grognard_ardennes44.pieces import did, note_deed, place
from grognard_ardennes44.position import Ardennes, ArdennesPosition, other_side
from grognard_ardennes44.reinforcement import due, entries, fresh
from grognard_ardennes44.roadblocks import roadblocks
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.zoc import in_ezoc

__all__ = ["OFFERS", "Place", "place_bars", "places"]


class Place(Action, frozen=True):
    """An engineer reinforcement appears in a town."""

    unit: str
    hex: str


@rule("A44-13.5", "A44-13.6")
def place_bars(rules: Tables, position: ArdennesPosition, id_: str, hex: Hex) -> tuple[Reason, ...]:
    """Why an engineer may not appear in a hex; stacking does not matter."""
    ground, counter = rules.ground(position), rules.counters[id_]
    settlement, found = ground.settlement.get(hex), []
    held = position.control.get(hex) == counter.side and hex not in position.stacks(other_side(counter.side))
    if settlement is None or not settlement.rebuilds or not held:
        found.append(Reason("not a friendly town or city", "A44-13.5"))
    if in_ezoc(rules, position, counter.side, hex):
        found.append(Reason("it is in an enemy ZOC", "A44-13.5"))
    if hex in roadblocks(position, other_side(counter.side)):
        found.append(Reason("an enemy roadblock is there", "A44-13.5"))
    if did(position, hex, "placed"):
        found.append(Reason("one engineer has arrived there", "A44-13.6"))
    return tuple(found)


def engineers(rules: Tables, position: ArdennesPosition, side: str) -> list[str]:
    """Engineers due that come without an entry hex."""
    return [
        id_ for id_ in due(rules, position, side)
        if rules.counters[id_].kind == "engineer" and not entries(rules, position, id_)
    ]  # fmt: skip


def places(play: Ardennes, side: str) -> Iterator[Place]:
    """Every town for every engineer."""
    rules, position = play.rules, play.position
    waiting = engineers(rules, position, side)
    if not waiting:
        return
    ground, control = rules.ground(position), position.control
    held = ground.sorted(hex for hex in ground.settlement if control.get(hex) == side)
    towns = [hex for hex in held if not place_bars(rules, position, waiting[0], hex)]
    for id_ in waiting:
        for hex in towns:
            yield Place(id_, hex)


def place_refusal(play: Ardennes, side: str, action: Place) -> tuple[Reason, ...]:
    """Why it cannot appear there."""
    rules, position = play.rules, play.position
    if action.unit not in engineers(rules, position, side):
        return (Reason("no engineer that is due", "A44-13.5"),)
    if action.hex not in rules.ground(position).board.index:
        return (Reason(f"{action.hex} is not on the map", "A44-13.5"),)
    return place_bars(rules, position, action.unit, action.hex)


@rule("A44-13.5", "A44-13.7")
def place_engineer(play: Ardennes, side: str, action: Place) -> None:
    """It is there, and may yet use tactical movement."""
    place(play, action.unit, fresh(play.rules, play.position, action.unit, action.hex))
    note_deed(play.position, action.unit, "placed")
    note_deed(play.position, action.hex, "placed")
    play.position.tally[f"placed {action.unit}"] = 1
    play.log("placed", unit=action.unit, hex=action.hex)


OFFERS = (Offer(Place, places, place_refusal, place_engineer),)
