"""Traffic markers and the St-Vith bottleneck [A44-24]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.position import (
    Ardennes,
    ArdennesDecision,
    ArdennesPosition,
    ArdennesResolution,
    other_side,
)
from grognard_ardennes44.roadblocks import SetRoadblocks, roadblocks_of
from grognard_ardennes44.tables import Tables

__all__ = [
    "ChooseTraffic",
    "EndTraffic",
    "PlaceTraffic",
    "RemoveForGood",
    "TrafficDraw",
    "TrafficPhase",
    "markers_in_box",
    "traffic_bars",
    "traffic_mp",
]


class PlaceTraffic(Action, frozen=True):
    """Put the next traffic marker of the box in a hex."""

    hex: str
    verb = "traffic"


class EndTraffic(Action, frozen=True):
    """Place no more markers."""

    verb = "done"


@rule("A44-24.1", "A44-24.2", "A44-24.14", "A44-24.15", "A44-12.11", "A44-33.1")
def traffic_mp(rules: Tables, position: ArdennesPosition, side: str) -> Mapping[Hex, int]:
    """Extra MP that units of a side pay to enter hexes: enemy markers, roadblocks among them, and St-Vith.

    A bottleneck hex costs the Germans more until they control it; it does not touch the Allies.
    """
    limits, enemy = rules.limits, other_side(side)
    extra = {
        hex: limits.traffic_mp for marker, hex in position.traffic.items() if hex and marker.startswith(enemy)
    }
    if side == "german":
        for hex in rules.ground(position).bottlenecks:
            held = position.control.get(hex) == "german"
            toll = limits.bottleneck_held_mp if held else limits.bottleneck_mp
            extra[hex] = extra.get(hex, 0) + toll
    return extra


@rule("A44-24.11", "A44-24.12")
def markers_in_box(rules: Tables, position: ArdennesPosition, side: str) -> list[str]:
    """The traffic markers a side may place; the Germans have none before Turn 3.

    Numbers matter to the dice alike, to the German schedule not: what leaves the game last is placed first.
    """
    if side == "german" and position.turn < rules.limits.german_traffic_from:
        return []
    found = (m for m, hex in position.traffic.items() if not hex and is_marker_of(m, side))
    return sorted(found, reverse=side == "german")


def is_marker_of(marker: str, side: str) -> bool:
    """Whether a name such as ``german3`` is a traffic marker of a side."""
    return marker.startswith(side) and marker[len(side) :].isdigit()


@cache
def every_place(ground: Ground) -> tuple[PlaceTraffic, ...]:
    """A traffic marker in any hex of the map."""
    return tuple(map(PlaceTraffic, ground.board.hexes))


@cache
def with_neighbours(ground: Ground, hex: Hex) -> frozenset[Hex]:
    """A hex and those next to it."""
    return frozenset((hex, *ground.board.neighbours(hex)))


@rule("A44-24.8", "A44-24.9", "A44-24.10")
def traffic_bars(rules: Tables, position: ArdennesPosition, side: str, hex: Hex) -> tuple[Reason, ...]:
    """Why a side may not put a traffic marker in a hex; enemies and ZOCs do not matter."""
    ground, bars = rules.ground(position), []
    near = with_neighbours(ground, hex)
    if any(other in near for marker, other in position.traffic.items() if is_marker_of(marker, side)):
        bars.append(Reason("another marker of the same side is there or next to it", "A44-24.8"))
    if side == "allied" and hex in ground.bottlenecks:
        bars.append(Reason("no Allied marker in a St-Vith bottleneck hex", "A44-24.9"))
    return tuple(bars)


@rule("A44-24.4")
class TrafficPhase(ArdennesResolution, frozen=True):
    """The active side may place markers; then two dice send some back."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Place, draw, and lose one for good."""
        blocks = SetRoadblocks(self.side, roadblocks_of(play.position, self.side))
        play.push(PlaceMarkers(self.side), blocks, TrafficDraw(self.side), RemoveForGood(self.side))


class PlaceMarkers(ArdennesResolution, frozen=True):
    """Markers are placed one after another as long as some are in the box."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Ask for the next."""
        if markers_in_box(play.rules, play.position, self.side):
            play.push(ChooseTraffic(self.side))


@rule("A44-24.4", "A44-24.7")
class ChooseTraffic(ArdennesDecision[PlaceTraffic | EndTraffic], frozen=True):
    """A side places its next traffic marker, or no more; those on the map stay where they are."""

    assumption = "no more traffic markers are placed"

    def options(self, play: Ardennes) -> Iterator[PlaceTraffic | EndTraffic]:
        """Any hex apart from those next to own markers, and the end."""
        rules, position = play.rules, play.position
        ground = rules.ground(position)
        closed = set(ground.bottlenecks) if self.side == "allied" else set()
        for marker, hex in position.traffic.items():
            if hex and is_marker_of(marker, self.side):
                closed |= with_neighbours(ground, hex)
        yield EndTraffic()
        yield from [action for action in every_place(ground) if action.hex not in closed]

    def refusal(self, play: Ardennes, action: PlaceTraffic | EndTraffic) -> tuple[Reason, ...]:
        """Why a marker may not go there."""
        if isinstance(action, EndTraffic):
            return ()
        if action.hex not in play.rules.ground(play.position).board.index:
            return (Reason(f"{action.hex} is not on the map", "A44-24.10"),)
        return traffic_bars(play.rules, play.position, self.side, action.hex)

    def take(self, play: Ardennes, action: PlaceTraffic | EndTraffic) -> None:
        """Place it and go on."""
        if isinstance(action, EndTraffic):
            return
        marker = markers_in_box(play.rules, play.position, self.side)[0]
        play.position.traffic[marker] = action.hex
        play.log("traffic placed", marker=marker, hex=action.hex)
        play.push(PlaceMarkers(self.side))

    def assumed(self, play: Ardennes) -> EndTraffic:
        """Place none."""
        return EndTraffic()


@rule("A44-24.6")
class TrafficDraw(ArdennesResolution, frozen=True):
    """Two dice: the active side's markers of those numbers go back to the box."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Roll, if any marker is on the map."""
        position = play.position
        if not any(hex for marker, hex in position.traffic.items() if is_marker_of(marker, self.side)):
            return
        for number in {play.roll("1d6", why=f"traffic draw {n}"): None for n in (1, 2)}:
            marker = f"{self.side}{number}"
            if position.traffic.get(marker):
                play.log("traffic back", marker=marker, hex=position.traffic[marker])
                position.traffic[marker] = ""


@rule("A44-24.13")
class RemoveForGood(ArdennesResolution, frozen=True):
    """From Turn 8 a German marker leaves the game in the traffic phase of every PM turn, in number order."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Remove it."""
        position, first = play.position, play.rules.limits.german_traffic_cut_from
        if self.side != "german" or position.turn < first or position.turn % 2:
            return
        marker = f"german{(position.turn - first) // 2 + 1}"
        if position.traffic.pop(marker, None) is not None:
            play.log("traffic gone", marker=marker)
