"""Roadblocks, an optional rule, as far as its traces in the other rules tell [A44-33.1].

A roadblock costs the enemy extra MP in its hex as a traffic marker does, which tactical movement ignores; it
stops the road part of enemy supply lines and keeps engineers and rebuilt units of the enemy out. It does not
touch advances. A side sets and moves its roadblocks in its own traffic phase. How many there are, what they
cost and that they stand on roads without enemies is this project's own, for want of a text.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.position import (
    Ardennes,
    ArdennesDecision,
    ArdennesPosition,
    ArdennesResolution,
    other_side,
)
from grognard_ardennes44.tables import Tables

__all__ = [
    "ChooseRoadblock",
    "KeepRoadblocks",
    "SetRoadblock",
    "SetRoadblocks",
    "roadblock_bars",
    "roadblocks",
    "roadblocks_of",
]

OWN = "reconstructed"
"""The mark of what no text gives."""


class SetRoadblock(Action, frozen=True):
    """Put a roadblock, from the box or the map, in a hex."""

    marker: str
    hex: str
    verb = "block"


class KeepRoadblocks(Action, frozen=True):
    """Leave the other roadblocks as they are."""

    verb = "done"


def roadblocks_of(position: ArdennesPosition, side: str) -> tuple[str, ...]:
    """The roadblock markers of a side, on the map or in the box."""
    return tuple(sorted(marker for marker in position.traffic if marker.startswith(f"{side}-block")))


def roadblocks(position: ArdennesPosition, side: str) -> frozenset[Hex]:
    """Hexes with a roadblock of a side; none unless the optional rule is played."""
    return frozenset(hex for marker in roadblocks_of(position, side) if (hex := position.traffic[marker]))


@rule("A44-33.1")
def roadblock_bars(rules: Tables, position: ArdennesPosition, side: str, hex: Hex) -> tuple[Reason, ...]:
    """Why a side may not put a roadblock in a hex."""
    ground, found = rules.ground(position), []
    if hex not in ground.board.index:
        return (Reason(f"{hex} is not on the map", "A44-33.1"),)
    if not ground.on_road(hex):
        found.append(Reason("a roadblock stands on a road", "A44-33.1", sure=OWN))
    if hex in position.stacks(other_side(side)):
        found.append(Reason("the enemy is there", "A44-33.1", sure=OWN))
    if hex in roadblocks(position, side):
        found.append(Reason("a roadblock is there", "A44-33.1", sure=OWN))
    return tuple(found)


@rule("A44-24.5", "A44-33.1")
class SetRoadblocks(ArdennesResolution, frozen=True):
    """In its traffic phase a side may set its roadblocks anew, each of them once."""

    side: str
    left: tuple[str, ...]

    def happen(self, play: Ardennes) -> None:
        """Ask, as long as some are left."""
        if self.left:
            play.push(ChooseRoadblock(self.side, self.left))


@rule("A44-24.5")
class ChooseRoadblock(ArdennesDecision[SetRoadblock | KeepRoadblocks], frozen=True):
    """A side sets one of its roadblocks, or leaves the rest as they are."""

    left: tuple[str, ...]

    def options(self, play: Ardennes) -> Iterator[SetRoadblock | KeepRoadblocks]:
        """Every marker left, on every road hex."""
        yield KeepRoadblocks()
        rules, position = play.rules, play.position
        hexes = rules.ground(position).board.hexes
        open_to = [hex for hex in hexes if not roadblock_bars(rules, position, self.side, hex)]
        for marker in self.left:
            for hex in open_to:
                yield SetRoadblock(marker, hex)

    def refusal(self, play: Ardennes, action: SetRoadblock | KeepRoadblocks) -> tuple[Reason, ...]:
        """Why it cannot be set there."""
        if isinstance(action, KeepRoadblocks):
            return ()
        if action.marker not in self.left:
            return (Reason(f"{action.marker} is no roadblock still to be set", "A44-24.5"),)
        return roadblock_bars(play.rules, play.position, self.side, action.hex)

    def take(self, play: Ardennes, action: SetRoadblock | KeepRoadblocks) -> None:
        """Set it and go on with the rest."""
        if isinstance(action, KeepRoadblocks):
            return
        play.position.traffic[action.marker] = action.hex
        play.log("roadblock set", marker=action.marker, hex=action.hex)
        play.push(SetRoadblocks(self.side, tuple(each for each in self.left if each != action.marker)))
