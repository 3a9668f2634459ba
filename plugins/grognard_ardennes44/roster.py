"""Who of a side can still move, looked up once for all that the chapters offer in a movement phase.

What a unit may do as far as it alone is concerned hangs on the unit, its deeds, the turn and the time of day;
so a unit of which none of these has changed is not asked again. Where it could go is another matter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache, partial
from typing import Generic, NamedTuple, TypeVar

import msgspec

from grognard.hexes import Hex
from grognard.latest import Latest
from grognard.play import Action
from grognard.reasons import rule
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.movement import bars_to_moving, mode_bars
from grognard_ardennes44.pieces import units_of
from grognard_ardennes44.position import ArdennesPosition, Unit
from grognard_ardennes44.tables import Counter, Tables

A = TypeVar("A", bound=Action)

__all__ = ["MODES", "Mover", "Openings", "movers", "openings"]

MODES = ("move", "march", "tactical")
"""The modes in which units move by their MA."""


class Mover(msgspec.Struct, frozen=True, eq=False):
    """A unit that may move, and the modes that nothing about itself forbids."""

    id: str
    counter: Counter
    unit: Unit
    on_map: bool
    modes: tuple[str, ...]


@cache
def _known(rules: Tables, ground: Ground, turn: int, night: bool) -> defaultdict[str, Latest[Mover | None]]:
    return defaultdict(Latest)


@cache
def _latest(rules: Tables, ground: Ground, side: str) -> Latest[list[Mover]]:
    return Latest()


@rule("A44-11.1", "A44-11.3")
def movers(rules: Tables, position: ArdennesPosition, side: str) -> list[Mover]:
    """Units of a side that may move at all, on the map or in boxes, in the order of ids."""
    latest = _latest(rules, rules.ground(position), side)
    work = partial(_movers, rules, position, side)
    return latest.ask(work, position.units, position.deeds, position.turn, position.night)


def _movers(rules: Tables, position: ArdennesPosition, side: str) -> list[Mover]:
    deeds = position.deeds
    known = _known(rules, rules.ground(position), position.turn, position.night)
    found = []
    for id_, unit in units_of(rules, position, side):
        mover = known[id_].ask(partial(_mover, rules, position, id_), unit, deeds.get(id_, ()))
        if mover is not None:
            found.append(mover)
    return found


def _mover(rules: Tables, position: ArdennesPosition, id_: str) -> Mover | None:
    if bars_to_moving(rules, position, id_):
        return None
    unit = position.units[id_]
    modes = tuple(mode for mode in MODES if not mode_bars(rules, position, id_, mode))
    return Mover(id_, rules.counters[id_], unit, unit.hex in rules.ground(position).board.index, modes)


# Where they can go -----------------------------------------------------------------------------------------


class _Kept(NamedTuple, Generic[A]):
    mover: Mover
    actions: tuple[A, ...]
    stacks: list[tuple[Hex, tuple[str, ...] | None]]


class Openings(Generic[A]):
    """What a chapter has found open to movers: true until they, or the stacks it looked at, change."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept[A]] = {}

    def of(self, mover: Mover, own: Mapping[Hex, tuple[str, ...]]) -> tuple[A, ...] | None:
        """What is open to a mover, if that is known; ``own`` are the stacks of its side."""
        kept = self._kept.get(mover.id)
        if kept is None or kept.mover is not mover:
            return None
        for hex, stack in kept.stacks:
            if own.get(hex) != stack:
                return None
        return kept.actions

    def keep(
        self, mover: Mover, own: Mapping[Hex, tuple[str, ...]], hexes: tuple[Hex, ...], actions: tuple[A, ...]
    ) -> None:
        """These actions are open to a mover as long as nothing changes in these hexes."""
        self._kept[mover.id] = _Kept(mover, actions, [(hex, own.get(hex)) for hex in hexes])


@cache
def _latest_openings(rules: Tables, ground: Ground, side: str, kind: type[A]) -> Latest[Openings[A]]:
    return Latest()


def openings(
    rules: Tables, position: ArdennesPosition, side: str, kind: type[A], *facts: object
) -> Openings[A]:
    """What was found open to the movers of a side, by kind of action, while ``facts`` have been the same."""
    latest = _latest_openings(rules, rules.ground(position), side, kind)
    return latest.ask(Openings, *facts)
