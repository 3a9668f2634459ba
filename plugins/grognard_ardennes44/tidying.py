"""A position that a person has edited: the indexes anew, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.errors import NotationError
from grognard.spelling import did_you_mean
from grognard_ardennes44.ground import BLOCK, BOX
from grognard_ardennes44.position import ANTWERP, ArdennesPosition
from grognard_ardennes44.schema import SIDES
from grognard_ardennes44.setup import markers_at
from grognard_ardennes44.tables import Tables

__all__ = ["tidy"]


def tidy(rules: Tables, position: ArdennesPosition) -> Iterator[str]:
    """Who is where follows from the units; yields a sentence for everything that no position can hold."""
    if position.active not in SIDES:
        yield f"active: expected one of {', '.join(SIDES)}, got {position.active!r}"
    ground = rules.ground(position)
    places = {ANTWERP, *(BOX + box for box in ground.boxes), *(BLOCK + entry for entry in ground.entries)}
    position.german.clear()
    position.allied.clear()
    for id_ in sorted(position.units):
        unit, counter = position.units[id_], rules.counters.get(id_)
        if counter is None:
            yield f"units: no counter is called {id_!r}{did_you_mean(id_, rules.counters)}"
            continue
        if not 1 <= unit.steps <= counter.steps:
            yield f"units.{id_}: steps must be 1 to {counter.steps}, got {unit.steps}"
        hex = unit.hex
        if hex not in places:
            try:
                hex = ground.board.parse(hex)
            except NotationError as error:
                yield f"units.{id_}: {error}"
                continue
        position.units[id_] = msgspec.structs.replace(unit, hex=hex)
        stacks = position.stacks(counter.side)
        stacks[hex] = (*stacks.get(hex, ()), id_)
    for hex in sorted((position.german.keys() & position.allied.keys()) - {ANTWERP}):
        yield f"units: both sides are in {hex}"
    for marker in markers_at(rules, position.turn + 1):
        if marker not in position.traffic:
            yield f"traffic: {marker} is missing; a marker in the box has a blank hex"
    for marker, hex in position.traffic.items():
        if not marker.startswith(SIDES):
            yield f"traffic: markers are called after the sides, {' and '.join(SIDES)}, got {marker!r}"
        if hex and hex not in ground.board:
            yield f"traffic.{marker}: there is no hex {hex!r}"
    for name in ("waiting", "lost"):
        for id_ in getattr(position, name):
            if id_ not in rules.counters:
                yield f"{name}: no counter is called {id_!r}{did_you_mean(id_, rules.counters)}"
            elif id_ in position.units:
                yield f"{name}: {id_} is in play, under 'units'"
