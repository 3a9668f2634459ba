"""Retreats [A44-17].

A retreat is one choice of a whole path, because its priorities A to D look ahead to its end; a unit without a
path that it survives is eliminated. A priority is met by a whole path or not at all; one that no path meets
is ignored, and the next is asked of the paths that are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import pairwise

from grognard.hexes import Hexside
from grognard.latest import Latest
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.flight import Flight, Path
from grognard_ardennes44.ground import BOX
from grognard_ardennes44.pieces import change, defence_value, eliminate, enters, note_deed, relocate
from grognard_ardennes44.position import (
    IN_COLUMN,
    Ardennes,
    ArdennesDecision,
    ArdennesPosition,
    ArdennesResolution,
)
from grognard_ardennes44.rally import BROKEN, worsened
from grognard_ardennes44.stacking import TakeOff, overstacking
from grognard_ardennes44.supply import distance_to_source
from grognard_ardennes44.tables import Tables

__all__ = [
    "ChooseRemoval",
    "ChooseRetreat",
    "MakeRoom",
    "Retreat",
    "Retreats",
    "dooms",
    "fall_back",
    "retreat_paths",
]


class Retreat(Action, frozen=True):
    """Retreat along these hexes."""

    hexes: tuple[str, ...]


# Who is lost at once ---------------------------------------------------------------------------------------


@rule("A44-18.8", "A44-18.11", "A44-23.18", "A44-27.1", "A44-17.21")
def dooms(rules: Tables, position: ArdennesPosition, id_: str, hexes: int, state: str) -> tuple[Reason, ...]:
    """Every rule by which a unit that must retreat so many hexes, and into such a state, is eliminated."""
    counter, unit, limits = rules.counters[id_], position.units[id_], rules.limits
    found = []
    if unit.state == BROKEN:
        found.append(Reason("a broken unit retreats again", "A44-18.11"))
    elif unit.state and state == BROKEN:
        found.append(Reason("a disrupted unit is broken", "A44-18.8"))
    if unit.oos and hexes >= limits.oos_retreat:
        found.append(Reason(f"out of supply, it must retreat {hexes} hexes", limits.cite["oos_retreat"]))
    if counter.kind == "engineer" and counter.side == "allied" and hexes >= limits.engineer_retreat:
        found.append(Reason(f"engineers must retreat {hexes} hexes", limits.cite["engineer_retreat"]))
    if counter.gun and counter.side == "german" and unit.marker != "pm":
        found.append(Reason("German artillery without a prime mover must retreat", "A44-17.21"))
    return tuple(found)


# Where to --------------------------------------------------------------------------------------------------


@cache
def _latest_paths(rules: Tables) -> Latest[list[Path]]:
    return Latest()


def retreat_paths(
    rules: Tables, position: ArdennesPosition, id_: str, hexes: int, fleeing: tuple[str, ...] = ()
) -> list[Path]:
    """The paths a unit may choose from; none if it is eliminated.

    ``fleeing`` are all the units that retreat from this combat. The last answer is kept: whether a unit has a
    way, its options and what it is assumed to do are the same question.
    """
    work = partial(_paths, rules, position, id_, hexes, fleeing)
    return _latest_paths(rules).ask(work, id_, hexes, fleeing, *position.facts())


def _paths(
    rules: Tables, position: ArdennesPosition, id_: str, hexes: int, fleeing: tuple[str, ...]
) -> list[Path]:
    flight = Flight(rules, position, id_, fleeing)
    paths: list[Path] = []
    for path in best_paths(flight, hexes):
        paths.append(path)
        if flight.is_crowded(path[-1]):
            paths += flight.beyond(path)
    return paths


@rule("A44-17.4", "A44-17.5", "A44-17.6", "A44-17.9", "A44-17.10")
def best_paths(flight: Flight, hexes: int) -> list[Path]:
    """The paths of the full length that meet the priorities A, B, C and D, each if any path does."""
    paths = list(flight.paths(hexes, away=True)) or list(flight.paths(hexes))
    for meets in (avoids_ezoc, nears_source, keeps_to_roads):
        if len(paths) > 1:
            paths = [path for path in paths if meets(flight, path)] or paths
    return paths


@rule("A44-17.5")
def leads_away(flight: Flight, path: Path) -> bool:
    """Priority A: every hex is further from the combat than the one before."""
    distance = flight.ground.board.distance
    on_map = path[:-1] if path[-1].startswith(BOX) else path
    return all(distance(flight.unit.hex, hex) == gone for gone, hex in enumerate(on_map, 1))


@rule("A44-17.6")
def avoids_ezoc(flight: Flight, path: Path) -> bool:
    """Priority B: no vacant hex in an EZOC; it could only be the first."""
    return not flight.in_vacant_ezoc(path[0])


@rule("A44-17.9")
def nears_source(flight: Flight, path: Path) -> bool:
    """Priority C: it ends nearer to a friendly supply source than it began."""
    if path[-1].startswith(BOX):
        return True
    far = distance_to_source(flight.ground, flight.counter.side)
    start = far.get(flight.unit.hex)
    return start is not None and far.get(path[-1], start) < start


@rule("A44-17.9")
def keeps_to_roads(flight: Flight, path: Path) -> bool:
    """Priority D: a vehicle follows roads all the way."""
    if not flight.counter.vehicle:
        return True
    steps = pairwise((flight.unit.hex, *path))
    return all(b.startswith(BOX) or Hexside(a, b) in flight.ground.roads for a, b in steps)


def path_bars(flight: Flight, path: Path, hexes: int) -> tuple[Reason, ...]:
    """Every rule against a retreat along a path, its priorities included."""
    found = []
    if len(path) != len({flight.unit.hex, *path}) - 1:
        found.append(Reason("a retreat enters no hex twice", "A44-17.2"))
    if len(path) < hexes and not path[-1].startswith(BOX):
        found.append(Reason(f"it must retreat {hexes} hexes", "A44-17.2"))
    if len(path) > hexes and not flight.is_crowded(path[hexes - 1]):
        found.append(Reason("only to avoid overstacking may it go further", "A44-17.16"))
    for place, (a, b) in enumerate(pairwise((flight.unit.hex, *path))):
        if b.startswith(BOX):
            if b != flight.box_beside(a):
                return (*found, Reason(f"it may not leave the map at {a} for {b}", "A44-17.18"))
        elif a.startswith(BOX) or b not in flight.ground.board.neighbours(a):
            return (*found, Reason(f"{b} is not next to {a}", "A44-17.2"))
        else:
            found += flight.bars(a, b)
            if place and flight.in_vacant_ezoc(b):
                found.append(Reason(f"{b} is a vacant hex in an enemy ZOC", "A44-17.11"))
    return tuple(found) or unmet_priorities(flight, path[:hexes], hexes)


PRIORITIES: tuple[tuple[Callable[[Flight, Path], bool], str, str], ...] = (
    (leads_away, "A: it could move away from the combat all the way", "A44-17.5"),
    (avoids_ezoc, "B: it could avoid a vacant hex in an enemy ZOC", "A44-17.6"),
    (nears_source, "C: it could end nearer to a supply source", "A44-17.9"),
    (keeps_to_roads, "D: it could keep to roads", "A44-17.9"),
)


@rule("A44-17.4")
def unmet_priorities(flight: Flight, path: Path, hexes: int) -> tuple[Reason, ...]:
    """The priorities that a path fails though the best ones meet them."""
    best = best_paths(flight, hexes)
    return tuple(
        Reason(f"priority {text}", cite) for meets, text, cite in PRIORITIES
        if not meets(flight, path) and any(meets(flight, other) for other in best)
    )  # fmt: skip


# The retreats of one combat --------------------------------------------------------------------------------


@rule("A44-17.1", "A44-17.3", "A44-17.13", "A44-16.26")
class Retreats(ArdennesResolution, frozen=True):
    """Units must retreat, one after the other, each by its own path; who has none is eliminated.

    ``state`` is what such a retreat makes of a unit in good order, ``gone`` how many had their turn.
    """

    units: tuple[str, ...]
    hexes: int
    state: str
    gone: int = 0

    def happen(self, play: Ardennes) -> None:
        """The next unit, or room for those who have arrived."""
        rules, position = play.rules, play.position
        if self.gone == len(self.units):
            play.push(MakeRoom(self.units))
            return
        id_ = self.units[self.gone]
        play.push(Retreats(self.units, self.hexes, self.state, self.gone + 1))
        if id_ not in position.units:
            return
        if doomed := dooms(rules, position, id_, self.hexes, self.state):
            play.log("doomed", unit=id_, why=doomed[0].text, cite=doomed[0].cite)
            eliminate(play, id_, "retreat")
        elif next(Flight(rules, position, id_, self.units).paths(self.hexes), None) is None:
            eliminate(play, id_, "no retreat")
        else:
            play.push(ChooseRetreat(rules.counters[id_].side, id_, self.hexes))


@rule("A44-17.4", "A44-17.17")
class ChooseRetreat(ArdennesDecision[Retreat], frozen=True):
    """The owner chooses among the paths that meet the priorities; who comes to others is their guest."""

    unit: str
    hexes: int
    assumption = "retreats take the first best path"

    def options(self, play: Ardennes) -> Iterator[Retreat]:
        """The best paths, and those that go on to where there is room."""
        fleeing = play.enclosing(Retreats).units
        for path in retreat_paths(play.rules, play.position, self.unit, self.hexes, fleeing):
            yield Retreat(path)

    def take(self, play: Ardennes, action: Retreat) -> None:
        """Go."""
        retreats, position = play.enclosing(Retreats), play.position
        state = BROKEN if len(action.hexes) > self.hexes else retreats.state
        fall_back(play, self.unit, action.hexes, state)
        if any(id_ not in retreats.units for id_ in position.stack(position.units[self.unit].hex)):
            note_deed(position, self.unit, "guest")

    def refusal(self, play: Ardennes, action: Retreat) -> tuple[Reason, ...]:
        """Steps that are the end of it, and priorities not met."""
        fleeing = play.enclosing(Retreats).units
        if not action.hexes:
            return (Reason(f"it must retreat {self.hexes} hexes", "A44-17.2"),)
        if action in self.options(play):
            return ()
        flight = Flight(play.rules, play.position, self.unit, fleeing)
        return path_bars(flight, action.hexes, self.hexes) or (Reason("another way is better", "A44-17.16"),)

    def explain(self, play: Ardennes, action: Retreat) -> tuple[Reason, ...]:
        """How far, and into what state."""
        state = BROKEN if len(action.hexes) > self.hexes else play.enclosing(Retreats).state
        after = worsened(play.position.units[self.unit].state, state)
        return (
            Reason("hexes to retreat", "A44-17.2", self.hexes),
            Reason(f"{after} afterwards", "A44-18.1"),
        )

    def assumed(self, play: Ardennes) -> Retreat:
        """The first."""
        return next(self.options(play))


@rule("A44-17.16", "A44-17.20", "A44-17.22", "A44-12.23", "A44-18.9", "A44-11.25", "A44-22.12")
def fall_back(play: Ardennes, id_: str, path: Path, state: str) -> None:
    """A unit goes along a path: Engaged, SM and truck markers go, artillery is Fired, its state changes."""
    position, unit = play.position, play.position.units[id_]
    counter = play.rules.counters[id_]
    after = worsened(unit.state, state) if state else unit.state
    play.log("retreated", unit=id_, hex=unit.hex, to=path[-1], state=after)
    change(
        play, id_,
        state=after,
        engaged=False,
        marker="" if unit.marker in IN_COLUMN else unit.marker,
        ready=unit.ready and not counter.gun,
        strayed=strays(play, id_, path),
    )  # fmt: skip
    for hex in path[:-1]:
        enters(play, id_, hex)
    relocate(play, id_, path[-1])
    note_deed(position, id_, "retreated")


@rule("A44-11.30")
def strays(play: Ardennes, id_: str, path: Path) -> bool:
    """Whether a German unit ends beyond an army boundary: each one it crosses takes it over or back."""
    unit, boundaries = play.position.units[id_], play.rules.ground(play.position).boundaries
    if play.rules.counters[id_].side != "german" or not boundaries:
        return unit.strayed
    crossed = sum(Hexside(a, b) in boundaries for a, b in pairwise((unit.hex, *path)))
    return unit.strayed != bool(crossed % 2)


# Room ------------------------------------------------------------------------------------------------------


@rule("A44-17.16", "A44-8.6", "A44-8.7")
class MakeRoom(ArdennesResolution, frozen=True):
    """After the retreats stacking must be legal: the owner removes the excess among those who retreated."""

    units: tuple[str, ...]

    def happen(self, play: Ardennes) -> None:
        """Ask for one unit of the first overstacked hex."""
        rules, position = play.rules, play.position
        for id_ in self.units:
            if id_ in position.units and overstacking(rules, position, position.units[id_].hex):
                play.push(ChooseRemoval(rules.counters[id_].side, position.units[id_].hex, self.units), self)
                return


@rule("A44-17.16")
class ChooseRemoval(ArdennesDecision[TakeOff], frozen=True):
    """The owner of an overstacked hex chooses one of the units that retreated into it."""

    hex: str
    units: tuple[str, ...]
    assumption = "the weakest unit that is in excess is removed"

    def options(self, play: Ardennes) -> Iterator[TakeOff]:
        """Those whose going helps."""
        rules, position = play.rules, play.position
        there = [id_ for id_ in position.stack(self.hex) if id_ in self.units]
        before = overstacking(rules, position, self.hex)
        helping = [id_ for id_ in there if overstacking(rules, position, self.hex, leaving=(id_,)) != before]
        return map(TakeOff, helping or there)

    def take(self, play: Ardennes, action: TakeOff) -> None:
        """Remove it."""
        eliminate(play, action.unit, "stacking")

    def assumed(self, play: Ardennes) -> TakeOff:
        """The one with the lowest defence."""
        rules, units = play.rules, play.position.units
        return min(
            self.options(play), key=lambda a: (defence_value(rules.counters[a.unit], units[a.unit]), a.unit)
        )
