"""Ardennes '44: random play of its small scenario; supply, ZOC and bonds on the campaign map."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

import msgspec

import grognard
from benchmarks.random_play import against_chess
from grognard.hexes import Hex
from grognard.paths import reach
from grognard_ardennes44 import supply as lines
from grognard_ardennes44 import zoc
from grognard_ardennes44.costs import profile
from grognard_ardennes44.game import ArdennesGame
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.position import ArdennesPosition, Unit, other_side
from grognard_ardennes44.schema import SIDES

ROUNDS, TIMES = 25, 10


def whole_campaign(game: ArdennesGame) -> ArdennesPosition:
    """The campaign with all units on the map: those due later stand behind the lines."""
    position = game.set_up("campaign")
    rules, ground = game.rules, game.rules.ground(position)
    for side in SIDES:
        own, near = position.stacks(side), zoc.beside_enemies(rules, position, side)
        taken = {*own, *position.stacks(other_side(side)), *near}
        free = (hex for hex in ground.distances(ground.sources(side)) if hex not in taken)
        for id_ in sorted(position.waiting):
            if rules.counters[id_].side == side:
                hex = next(free)
                position.units[id_] = Unit(hex, rules.counters[id_].steps)
                own[hex] = (id_,)
    position.waiting.clear()
    return position


def cut_off(game: ArdennesGame, position: ArdennesPosition) -> None:
    """Put a unit of each side far behind the enemy with six of his around it: lines that lead nowhere."""
    ground = game.rules.ground(position)
    for side in SIDES:
        source = ground.sources(other_side(side))[0]
        hexes = [hex for hex in ground.board.within(source, 20) if not position.stack(hex)]
        middle = next(hex for hex in hexes if all(near in hexes for near in ground.board.within(hex, 2)))
        corners = [hex for hex in ground.board.within(middle, 2) if ground.board.distance(hex, middle) == 2]
        _carry(game, position, side, [middle])
        _carry(game, position, other_side(side), corners[::2])


def _carry(game: ArdennesGame, position: ArdennesPosition, side: str, hexes: list[Hex]) -> None:
    """Units that stand alone go to some hexes."""
    own, units = position.stacks(side), position.units
    lone = [ids[0] for _, ids in sorted(own.items()) if len(ids) == 1 and not game.rules.counters[ids[0]].gun]
    for hex, id_ in zip(hexes, lone, strict=False):
        del own[units[id_].hex]
        own[hex], units[id_] = (id_,), msgspec.structs.replace(units[id_], hex=hex)


def breadth_first(ground: Ground, side: str) -> int:
    """A bare search of the whole board from the supply sources of a side, in numbers; how many it finds."""
    adjacency = ground.board.adjacency
    ring = [ground.board.index[hex] for hex in ground.sources(side)]
    seen = bytearray(len(adjacency))
    for number in ring:
        seen[number] = 1
    found = 0
    while ring:
        found += len(ring)
        further = []
        for number in ring:
            for other in adjacency[number]:
                if not seen[other]:
                    seen[other] = 1
                    further.append(other)
        ring = further
    return found


def seconds(work: Callable[[], object], times: int = TIMES) -> float:
    """CPU seconds of a piece of work, on average."""
    began = process_time()
    for _ in range(times):
        work()
    return (process_time() - began) / times


def side_by_side(ours: Callable[[], object], bare: Callable[[], object]) -> tuple[float, str]:
    """The median ratio of two pieces of work in rounds side by side, and the best of both in words."""
    rounds = [(seconds(ours), seconds(bare)) for _ in range(ROUNDS)]
    mine, theirs = min(mine for mine, _ in rounds), min(theirs for _, theirs in rounds)
    ratio = median(mine / theirs for mine, theirs in rounds)
    return ratio, f"{mine * 1e3:.2f} ms against {theirs * 1e3:.2f} ms at best"


def supply(game: ArdennesGame, position: ArdennesPosition) -> tuple[str, float, str]:
    """Supply lines and lines of communications of all units of both sides, two of them cut off."""
    rules, ground = game.rules, game.rules.ground(position)
    position = position.copy()
    cut_off(game, position)
    found = [lines._links(rules, position, side) for side in SIDES]
    assert sum(len(links.connected) for links in found) < len(position.units), "nobody is cut off"
    assert all(breadth_first(ground, side) == len(ground.board.hexes) for side in SIDES)

    def ours() -> None:
        for side in SIDES:
            lines._links(rules, position, side)

    def bare() -> None:
        for side in SIDES:
            breadth_first(ground, side)

    ratio, note = side_by_side(ours, bare)
    return (
        "supply and LOC, campaign map, all units: × a breadth-first search", ratio,
        f"{note}; {len(position.units)} units, {len(ground.board.hexes):,} hexes; at most 5 is asked",
    )  # fmt: skip


def zones(game: ArdennesGame, position: ArdennesPosition) -> tuple[str, float, str]:
    """ZOC and bonds of both sides, worked out anew, against where one unit gets on the whole map."""
    rules, ground = game.rules, game.rules.ground(position)
    mech = profile(rules, ground, "mech", False)
    start = ground.sources("german")[0]

    def ours() -> None:
        zoc._latest_front.cache_clear()
        zoc._front.cache_clear()
        for side in SIDES:
            zoc.zoc_of(rules, position, side)
            zoc.bonds_of(rules, position, side)

    def bare() -> None:
        reach(mech, start, 1_000)

    hexes = len(reach(mech, start, 1_000))
    ratio, note = side_by_side(ours, bare)
    return (
        "ZOC and bonds, campaign map, both sides: × one movement query of the map", ratio,
        f"{note}; the query finds {hexes:,} hexes; at most 0.25 is asked",
    )  # fmt: skip


def run() -> list[tuple[str, float, str]]:
    """Random play (a quarter of chess is asked, 0.4 aimed at), supply and zones."""
    game = grognard.load("ardennes44")
    assert isinstance(game, ArdennesGame)
    position = whole_campaign(game)
    return [
        ("random play of our-clervaux", *against_chess(game, "our-clervaux")),
        supply(game, position),
        zones(game, position),
    ]
