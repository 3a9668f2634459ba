"""What units, theatres and scenarios must satisfy to be played, beyond the types of their fields."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from grognard.errors import NotationError
from grognard.hexes import Hexside
from grognard.spelling import did_you_mean
from grognard_ardennes44.schema import RIVERS

if TYPE_CHECKING:
    from grognard.board import Board
    from grognard_ardennes44.ground import Ground
    from grognard_ardennes44.schema import (
        Arrival,
        Formation,
        Limits,
        Placement,
        Pool,
        RoadKind,
        Scenario,
        Settlement,
        Terrain,
        Theatre,
    )
    from grognard_ardennes44.tables import Counter

__all__ = ["Wrong", "map_problems", "scenario_problems", "theatre_problems", "unit_problems"]

BOX, BLOCK = "box:", "block:"


class Wrong(NamedTuple):
    """What is wrong with an entry of a file."""

    entry: str
    problem: str


def _unknown(what: str, name: str, known: Collection[str]) -> str:
    return f"no {what} {name!r}{did_you_mean(name, known)}"


def _twice(names: Iterable[str]) -> list[str]:
    return [name for name, times in Tally(names).items() if times > 1]


# units.toml ------------------------------------------------------------------------------------------------


def unit_problems(
    counters: Mapping[str, Counter],
    formations: Mapping[str, Formation],
    pools: Mapping[str, Pool],
    limits: Limits,
) -> Iterator[Wrong]:
    """Counters whose formation, pool, steps or stacking points do not fit."""
    for counter in counters.values():
        entry = f"counter {counter.id!r}"
        for problem in (*_misfiled(counter, formations, pools), *_misstepped(counter, pools, limits)):
            yield Wrong(entry, problem)


def _misfiled(
    counter: Counter, formations: Mapping[str, Formation], pools: Mapping[str, Pool]
) -> Iterator[str]:
    formation = formations.get(counter.formation)
    if counter.formation and formation is None:
        yield "formation: " + _unknown("formation", counter.formation, formations)
    if formation is not None and formation.side != counter.side:
        yield f"side must be that of {formation.id!r}, {formation.side}, got {counter.side!r}"
    pool = pools.get(counter.breaks_into)
    if counter.breaks_into and pool is None:
        yield "breaks_into: " + _unknown("pool", counter.breaks_into, pools)
    if pool is not None and (pool.use, pool.side) != ("breakdown", counter.side):
        yield f"breaks_into must be a breakdown pool of its side, got {pool.id!r}"


def _misstepped(counter: Counter, pools: Mapping[str, Pool], limits: Limits) -> Iterator[str]:
    if counter.outline:
        steps = 2 if counter.defence >= limits.outline_tank_two_steps_from else 1
        if counter.steps != steps:
            yield f"steps of an outline tank with defence {counter.defence}: {steps}, got {counter.steps}"
    if counter.gun and counter.steps != 1:
        yield f"an artillery unit has 1 step, got {counter.steps}"
    if (counter.gun or counter.outline) and counter.sp:
        yield f"artillery and outline tanks have no stacking points, got {counter.sp}"
    if not (counter.gun or counter.outline or counter.sp):
        yield "sp is missing: only artillery and outline tanks stack free"
    if counter.steps == 3:
        left = [
            p for p in pools.values() if (p.use, p.side, p.kind) == ("remnant", counter.side, counter.kind)
        ]
        if not left:
            yield f"a unit of 3 steps leaves a remnant, but there is no {counter.side} {counter.kind} one"
        if counter.sp_reduced < counter.sp:
            yield f"sp_reduced of a unit of 3 steps must be its sp, {counter.sp}, got {counter.sp_reduced}"
    elif counter.breaks_into:
        yield f"only a unit of 3 steps breaks down, got {counter.steps}"


# Maps and theatres -----------------------------------------------------------------------------------------


def map_problems(
    board: Board,
    terrain: Mapping[str, Terrain],
    settlements: Mapping[str, Settlement],
    roads: Mapping[str, RoadKind],
) -> Iterator[Wrong]:
    """Words of a map that mean nothing to the rules."""
    for hex, facts in board.graph.nodes(data=True):
        if facts["terrain"] not in terrain:
            yield Wrong(f"hex {hex}", _unknown("terrain", facts["terrain"], terrain))
        if facts["size"] and facts["size"] not in settlements:
            yield Wrong(f"place {facts['place']!r}", _unknown("size", facts["size"], settlements))
        yield from (
            Wrong(f"hex {hex}", _unknown("feature", kind, ("west_wall",)))
            for kind in facts["features"]
            if kind != "west_wall"
        )
    for a, b, facts in board.graph.edges(data=True):
        side = Hexside(a, b)
        if facts["road"] and facts["road"] not in roads:
            yield Wrong(f"road {side}", _unknown("kind of road", facts["road"], roads))
        if facts["river"] and facts["river"] not in RIVERS:
            yield Wrong(f"river {side}", _unknown("kind of river", facts["river"], RIVERS))
        yield from (
            Wrong(f"line {side}", _unknown("kind of line", kind, ("boundary",)))
            for kind in facts["lines"]
            if kind != "boundary"
        )


def theatre_problems(theatre: Theatre, board: Board, formations: Mapping[str, Formation]) -> Iterator[Wrong]:
    """Entries, boxes, bridges, areas and victory hexes that do not fit the map or each other."""
    yield from _entries(theatre, board)
    yield from _boxes(theatre, board)
    for bridge in theatre.bridge:
        yield from (Wrong(f"bridge {bridge.side!r}", text) for text in _no_bridge(board, bridge.side))
    yield from _areas(theatre, board, formations)
    for hex in _twice(objective.hex for objective in theatre.objective):
        yield Wrong(f"objective {hex!r}", "is given twice")
    for objective in theatre.objective:
        if objective.hex not in board.index:
            yield Wrong(f"objective {objective.name.en!r}", f"hex {objective.hex!r} is not on the map")


def _at_edge(board: Board, hex: str) -> bool:
    return len(list(board.neighbours(hex))) < 6


def _on_road(board: Board, hex: str) -> bool:
    return any(facts["road"] for _, _, facts in board.graph.edges(hex, data=True))


def _entries(theatre: Theatre, board: Board) -> Iterator[Wrong]:
    boxes = {box.id for box in theatre.box}
    for id_ in _twice(entry.id for entry in theatre.entry):
        yield Wrong(f"entry {id_!r}", "is given twice")
    for entry in theatre.entry:
        where = f"entry {entry.id!r}"
        if entry.hex not in board.index:
            yield Wrong(where, f"hex {entry.hex!r} is not on the map")
            continue
        if not _at_edge(board, entry.hex):
            yield Wrong(where, f"must lie at the edge of the map, {entry.hex} does not")
        if not _on_road(board, entry.hex):
            yield Wrong(where, f"no road runs through {entry.hex}")
        if entry.side == "allied" and entry.box not in boxes:
            problem = (
                _unknown("box", entry.box, boxes) if entry.box else "an Allied entry hex belongs to a box"
            )
            yield Wrong(where, problem)
        if entry.side == "german" and entry.box:
            yield Wrong(where, "a German entry hex belongs to no box")


def _boxes(theatre: Theatre, board: Board) -> Iterator[Wrong]:
    boxes = {box.id: box for box in theatre.box}
    for hex in _twice(hex for box in theatre.box for hex in box.edge):
        yield Wrong("box", f"{hex} leads to two boxes, or twice to one")
    for box in theatre.box:
        where = f"box {box.id!r}"
        for other in box.next:
            if other not in boxes:
                yield Wrong(where, "next: " + _unknown("box", other, boxes))
            elif box.id not in boxes[other].next:
                yield Wrong(where, f"next: {other!r} does not name it in turn")
        for hex in box.edge:
            if hex not in board.index:
                yield Wrong(where, f"hex {hex!r} is not on the map")
            elif not _at_edge(board, hex):
                yield Wrong(where, f"{hex} does not lie at the edge of the map")


def _no_bridge(board: Board, text: str) -> Iterator[str]:
    """Why there is no bridge at a hexside."""
    try:
        side = Hexside.parse(text)
    except NotationError as error:
        yield str(error)
        return
    if not board.graph.has_edge(side.a, side.b):
        yield f"{side.a} and {side.b} are not adjacent hexes of the map"
        return
    facts = board.graph.edges[side.a, side.b]
    if not facts["road"] or facts["river"] not in ("river", "meuse"):
        yield "no road crosses a river there"


def _areas(theatre: Theatre, board: Board, formations: Mapping[str, Formation]) -> Iterator[Wrong]:
    for id_ in _twice(area.id for area in theatre.area):
        yield Wrong(f"area {id_!r}", "is given twice")
    behind = (a for a in theatre.area if a.kind in ("assembly", "rear"))
    for hex in _twice(hex for area in behind for hex in area.hexes.split()):
        yield Wrong("area", f"{hex} belongs to two assembly or rear areas")
    for area in theatre.area:
        where, hexes = f"area {area.id!r}", area.hexes.split()
        for hex in hexes:
            if hex not in board.index:
                yield Wrong(where, f"hex {hex!r} is not on the map")
        for name in area.formations:
            if name not in formations:
                yield Wrong(where, _unknown("formation", name, formations))
        if area.kind == "outlet" and (len(hexes) != 2 or hexes[1] not in board.neighbours(hexes[0])):
            yield Wrong(where, f"an outlet is two adjacent hexes, got {area.hexes!r}")


# Scenarios -------------------------------------------------------------------------------------------------


def scenario_problems(
    scenario: Scenario,
    ground: Ground,
    counters: Mapping[str, Counter],
    formations: Mapping[str, Formation],
    limits: Limits,
    days: Mapping[str, int],
) -> Iterator[Wrong]:
    """Everything in a scenario that cannot be set up; ``days`` are the turns of arrival of formations."""
    yield from _turns(scenario)
    yield from _placed_wrong(scenario, ground, counters, limits)
    yield from _arrivals(scenario, ground, counters, formations, days)
    for id_ in _twice(_all_units(scenario, counters)):
        yield Wrong(f"unit {id_!r}", "is placed twice, or placed and a reinforcement, too")
    for hex in scenario.control:
        if hex not in ground.controlled:
            yield Wrong("control", f"{hex!r} is no town, city, entry or victory hex of the map")
    for side in scenario.blown:
        yield from (Wrong(f"blown {side!r}", text) for text in _no_bridge(ground.board, side))
    for hex in scenario.victory.points:
        if hex not in ground.objectives:
            yield Wrong("victory", f"points: {hex!r} is no victory hex of the theatre")


def _turns(scenario: Scenario) -> Iterator[Wrong]:
    if scenario.last_turn < scenario.first_turn:
        yield Wrong(
            "last_turn", f"must be at least first_turn, {scenario.first_turn}, got {scenario.last_turn}"
        )
    if scenario.extended_turn and scenario.extended_turn < scenario.last_turn:
        yield Wrong(
            "extended_turn", f"must be at least last_turn, {scenario.last_turn}, got {scenario.extended_turn}"
        )


def _all_units(scenario: Scenario, counters: Mapping[str, Counter]) -> Iterator[str]:
    placed = [id_ for group in scenario.placement for id_ in group.units]
    yield from placed
    for arrival in scenario.arrival:
        # A formation's line brings those of its units that are not on the map already.
        whole = (id_ for id_, c in counters.items() if arrival.formation and c.formation == arrival.formation)
        yield from arrival.units or (id_ for id_ in whole if id_ not in placed)


def _placed_wrong(
    scenario: Scenario, ground: Ground, counters: Mapping[str, Counter], limits: Limits
) -> Iterator[Wrong]:
    holders: dict[str, str] = {}
    for hex in _twice(group.hex for group in scenario.placement):
        yield Wrong(f"placement {hex!r}", "is given twice: one entry holds all units of a hex")
    for group in scenario.placement:
        where = f"placement {group.hex!r}"
        strangers = [id_ for id_ in group.units if id_ not in counters]
        yield from (Wrong(where, _unknown("counter", id_, counters)) for id_ in strangers)
        here = [counters[id_] for id_ in group.units if id_ in counters]
        for problem in (*_nowhere(group, ground, here), *_marked(group, ground, counters)):
            yield Wrong(where, problem)
        for counter in here:
            holder = holders.setdefault(group.hex, counter.side)
            if holder != counter.side:
                yield Wrong(where, f"units of both sides, {counter.id!r} is {counter.side}")
        if group.hex in ground.board.index:
            yield from (Wrong(where, text) for text in _overstacked(group, here, limits))


def _nowhere(group: Placement, ground: Ground, here: Iterable[Counter]) -> Iterator[str]:
    """Places that are not on the map, or not for these units."""
    hex = group.hex
    if hex.startswith((BOX, BLOCK)):
        known = ground.boxes if hex.startswith(BOX) else ground.entries
        name = hex.partition(":")[2]
        if name not in known:
            yield _unknown("box" if hex.startswith(BOX) else "entry", name, known)
        yield from (f"{c.id!r} is German and cannot be off the map" for c in here if c.side == "german")
        return
    if hex not in ground.board.index:
        yield f"hex {hex!r} is not on the map"
        return
    shut = ground.terrain[hex].road_only or hex in ground.west_wall
    if shut and not ground.on_road(hex):
        yield from (f"{c.id!r} is a vehicle unit and no road leads there" for c in here if c.vehicle)


def _marked(group: Placement, ground: Ground, counters: Mapping[str, Counter]) -> Iterator[str]:
    """Marks of units that are not there or cannot have them."""
    for field in ("reduced", "red", "fired"):
        for id_ in getattr(group, field):
            if id_ not in group.units:
                yield f"{field}: {id_!r} is not among the units"
            elif id_ in counters and field == "reduced" and counters[id_].steps == 1:
                yield f"reduced: {id_!r} has one step only"
            elif id_ in counters and field == "fired" and not counters[id_].gun:
                yield f"fired: {id_!r} is no artillery unit"
    size = ground.settlement.get(group.hex)
    if group.works and size is not None and size.no_works:
        yield f"works: none in a {size.id}"


def _overstacked(group: Placement, here: Iterable[Counter], limits: Limits) -> Iterator[str]:
    points = guns = steps = 0
    for counter in here:
        reduced = counter.id in group.reduced
        defence = counter.defence_reduced if reduced else counter.defence
        points += counter.sp_reduced if reduced else counter.sp
        guns += counter.gun
        steps += (1 + (defence >= limits.outline_tank_two_steps_from)) if counter.outline else 0
    for count, most, what, key in (
        (points, limits.stacking_points, "stacking points", "stacking_points"),
        (guns, limits.artillery_per_hex, "artillery units", "artillery_per_hex"),
        (steps, limits.outline_tank_steps, "steps of outline tanks", "outline_tank_steps"),
    ):
        if count > most:
            yield f"{count} {what}, {most} at most [{limits.cite[key]}]"


def _arrivals(
    scenario: Scenario,
    ground: Ground,
    counters: Mapping[str, Counter],
    formations: Mapping[str, Formation],
    days: Mapping[str, int],
) -> Iterator[Wrong]:
    for number, arrival in enumerate(scenario.arrival, 1):
        where = f"arrival {arrival.formation!r}" if arrival.formation else f"arrival number {number}"
        if bool(arrival.formation) == bool(arrival.units):
            yield Wrong(where, "must name a formation or units, and not both")
            continue
        if arrival.formation and arrival.formation not in formations:
            yield Wrong(where, _unknown("formation", arrival.formation, formations))
            continue
        strangers = [id_ for id_ in arrival.units if id_ not in counters]
        yield from (Wrong(where, _unknown("counter", id_, counters)) for id_ in strangers)
        if not strangers:
            yield from (Wrong(where, text) for text in _due(scenario, arrival, days))
            sides = {counters[id_].side for id_ in arrival.units} or {formations[arrival.formation].side}
            yield from (Wrong(where, text) for text in _entered(arrival, ground, counters, sides))


def _due(scenario: Scenario, arrival: Arrival, days: Mapping[str, int]) -> Iterator[str]:
    turn = arrival.turn or days.get(arrival.formation, 0)
    if not turn:
        yield "turn is missing, and chart 'arrivals' gives none"
    elif turn < scenario.first_turn:
        yield f"turn must be at least the first, {scenario.first_turn}, got {turn}"


def _entered(
    arrival: Arrival, ground: Ground, counters: Mapping[str, Counter], sides: Collection[str]
) -> Iterator[str]:
    if len(sides) > 1:
        yield "units of both sides"
        return
    (side,) = sides
    for name in arrival.entries:
        if name not in ground.entries:
            yield "entries: " + _unknown("entry", name, ground.entries)
        elif ground.entries[name].side != side:
            yield f"entries: {name!r} is an entry of the enemy"
    by_air_or_town = all({"army", "heydte"} & {*counters[id_].traits} for id_ in arrival.units)
    if not arrival.entries and (arrival.formation or not by_air_or_town):
        yield "entries: at least one is needed"
