"""What must hold in every position of Ardennes '44, what an action may do, and which results are waited for.

Zones of control and bonds are worked out here once more, straight from the rules and hex by hex.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from grognard.game import Game
from grognard.hexes import Hexside
from grognard.play import Event
from grognard_ardennes44.ground import BLOCK, BOX, Ground
from grognard_ardennes44.position import ANTWERP, ArdennesPosition, other_side
from grognard_ardennes44.schema import SIDES
from grognard_ardennes44.tables import Tables

__all__ = ["check", "check_deeds", "wanted"]

UNSETTLED = {
    "ChooseMover", "MovementEnds", "EnforceStacking", "ChooseExcess", "Retreats", "MakeRoom", "ChooseRemoval",
    "Disengagements", "Replacements",
}  # fmt: skip
"""While one of these frames is open, hexes may be over their limits [A44-8.6]."""


# Positions -------------------------------------------------------------------------------------------------


def check(game: Game[Any, Any], position: ArdennesPosition) -> None:
    """Units, steps, stacks, markers, bridges, works and control."""
    rules: Tables = game.rules
    ground = rules.ground(position)
    check_index(rules, ground, position)
    check_steps(rules, position)
    check_markers(rules, ground, position)
    if not UNSETTLED & {type(frame).__name__ for frame in position.agenda}:
        check_stacks(rules, ground, position)
    if position.outcome is not None:
        assert not position.agenda


def check_index(rules: Tables, ground: Ground, position: ArdennesPosition) -> None:
    """Where units stand: the index by hex, nobody with the enemy, nobody where he cannot be."""
    placed: dict[str, dict[str, tuple[str, ...]]] = {side: {} for side in SIDES}
    for id_ in sorted(position.units):
        unit, counter = position.units[id_], rules.counters[id_]
        mine = placed[counter.side]
        mine[unit.hex] = (*mine.get(unit.hex, ()), id_)
        if unit.hex not in ground.board.index:
            check_box(ground, id_, unit.hex, counter.side, counter.nation)
            continue
        if counter.vehicle and (ground.terrain[unit.hex].road_only or ground.terrain[unit.hex].like_river):
            assert ground.on_road(unit.hex), f"{id_}, a vehicle, is in {unit.hex} without a road [A44-21.13]"
    assert placed == {"german": position.german, "allied": position.allied}, "the index by hex"
    both = position.german.keys() & position.allied.keys() - {ANTWERP}
    assert not both, f"both sides are in {both}"


def check_box(ground: Ground, id_: str, place: str, side: str, nation: str) -> None:
    """A unit off the map: in a box that can hold it."""
    if place == ANTWERP:
        assert side == "german" or nation == "british", f"{id_} is in the Antwerp Box [A44-27.7]"
        return
    assert side == "allied", f"{id_} is German and in {place} [A44-11.21]"
    known = {BOX + box for box in ground.boxes} | {BLOCK + entry for entry in ground.entries}
    assert place in known, f"{id_} is in {place!r}"


def check_steps(rules: Tables, position: ArdennesPosition) -> None:
    """No counter is in two places or in none: in play, waiting, lost or in a pool; steps fit."""
    own = {id_ for id_ in position.units if not rules.counters[id_].pool}
    assert own.isdisjoint(position.waiting) and own.isdisjoint(position.lost), (
        "a unit is waiting or lost, too"
    )
    assert position.waiting.keys().isdisjoint(position.lost), "a unit is waiting and lost"
    scenario = rules.scenarios[position.scenario]
    for group in scenario.placement:
        for id_ in group.units:
            found = (id_ in own) + (id_ in position.waiting) + (id_ in position.lost)
            assert found == 1, f"{id_} is in {found} places"
    family: Counter[str] = Counter()
    for id_, unit in position.units.items():
        counter = rules.counters[id_]
        assert 1 <= unit.steps <= counter.steps, f"{id_}: {unit.steps} steps of {counter.steps}"
        assert bool(counter.pool) == bool(unit.parent), f"{id_} comes from {unit.parent!r}"
        if not counter.pool or rules.pools[counter.pool].use == "breakdown":
            family[unit.parent or id_] += unit.steps
        assert unit.state in ("", "disrupted", "broken")
        assert unit.marker in ("", "sm", "truck", "pm", "night", "replaced")
    for id_, steps in family.items():
        assert steps <= rules.counters[id_].steps, f"{id_} and the parts of it have {steps} steps"


def check_markers(rules: Tables, ground: Ground, position: ArdennesPosition) -> None:
    """Markers within their numbers and where they may be."""
    limits, counters = rules.limits, rules.counters
    for side in SIDES:
        columns = set()
        for id_, unit in position.units.items():
            if counters[id_].side == side and unit.marker in ("sm", "truck", "pm"):
                columns.add((unit.hex, (unit.marker == "sm" and counters[id_].regiment) or id_))
        assert len(columns) <= limits.sm_markers[side], f"{len(columns)} {side} SM markers [A44-12.12]"
        traffic = [
            hex for marker, hex in position.traffic.items() if hex and marker[len(side) :].isdigit()
            and marker.startswith(side)
        ]  # fmt: skip
        assert len(traffic) <= limits.traffic_markers
        for a, b in combinations(traffic, 2):
            assert ground.board.distance(a, b) > 1, f"{side} traffic markers in {a} and {b} [A44-24.8]"
        if side == "allied":
            assert ground.bottlenecks.isdisjoint(traffic), "an Allied traffic marker at St-Vith [A44-24.9]"
    movers = Counter(counters[id_].colour for id_, u in position.units.items() if u.marker == "pm")
    for colour, used in movers.items():
        assert used <= limits.prime_movers.get(colour, 0), f"{used} prime movers of {colour} [A44-22.6]"
    for id_, unit in position.units.items():
        if unit.marker == "truck":
            assert counters[id_].side == "allied" and not counters[id_].mech, (
                f"{id_} is on trucks [A44-12.16]"
            )
        if unit.marker in ("sm", "truck"):
            assert not unit.engaged and not unit.state, f"{id_} is in column and hit [A44-12.23]"
    moving = any(type(frame).__name__ == "MovementEnds" for frame in position.agenda)
    for name, state in position.bridges.items():
        assert Hexside.parse(name) in ground.bridges and state in (
            "blown", "german", "allied", "prepared", "doubtful"
        ), f"bridge {name} is {state}"  # fmt: skip
    for hex, works in position.works.items():
        held = hex in position.stacks(other_side(works.side)) and not moving
        assert not held, f"the enemy is in the works of {hex} [A44-15.26]"
        size = ground.settlement.get(hex)
        assert size is None or not size.no_works, f"works in {hex} [A44-15.20]"
    assert position.control.keys() == ground.controlled
    for hex, marker in position.advantage.items():
        assert set(marker.units) & set(position.stack(hex)), f"an advantage marker for nobody in {hex}"


def check_stacks(rules: Tables, ground: Ground, position: ArdennesPosition) -> None:
    """Stacking limits hold; an engineer that has just come to a town is free of them [A44-13.6]."""
    for hex, ids in (*position.german.items(), *position.allied.items()):
        if hex not in ground.board.index:
            continue
        points = guns = tanks = 0
        for id_ in ids:
            counter, unit = rules.counters[id_], position.units[id_]
            if position.tally.get(f"placed {id_}"):
                continue
            full = unit.steps == counter.steps
            points += counter.sp if full or counter.steps == 1 else counter.sp_reduced
            guns += counter.gun
            defence = counter.defence if full or counter.steps == 1 else counter.defence_reduced
            tanks += counter.outline * (2 if defence >= 3 else 1)
        assert points <= 3, f"{points} SP in {hex} [A44-8.1]: {ids}"
        assert guns <= 1, f"{guns} artillery units in {hex} [A44-8.3]: {ids}"
        assert tanks <= 2, f"{tanks} steps of tanks in {hex} [A44-8.4]: {ids}"


# Deeds -----------------------------------------------------------------------------------------------------


def check_deeds(
    game: Game[Any, Any], before: ArdennesPosition, after: ArdennesPosition, events: Sequence[Event]
) -> None:
    """What units did between two positions, and that no step came from nowhere or went nowhere."""
    rules: Tables = game.rules
    check_losses(rules, before, after, Counter(event.what for event in events))
    for event in events:
        facts = dict(event.facts)
        if event.what in ("moved", "entered", "transferred", "advanced") and facts["unit"] in after.units:
            check_west(rules, after, str(facts["unit"]), str(facts.get("to") or facts.get("hex")))
        if event.what == "moved" and facts["unit"] in before.units:
            check_move(rules, before, str(facts["unit"]), str(facts["by"]), str(facts["path"]).split())
        elif event.what == "attack":
            for id_ in str(facts["units"]).split(","):
                unit = before.units.get(id_)
                assert unit is None or not rules.counters[id_].gun, f"artillery {id_} attacks [A44-22.20]"
                assert unit is None or not before.deeds.get(id_, ()) or "dug" not in before.deeds[id_]


def check_west(rules: Tables, position: ArdennesPosition, id_: str, hex: str) -> None:
    """The British go nowhere but west of the Meuse by themselves; combat may drive them elsewhere."""
    ground, counter = rules.ground(position), rules.counters[id_]
    west = ground.hexes_in("west_bank")
    if counter.nation == "british" and west and "british_29" not in counter.traits and hex in ground.terrain:
        assert hex in west, f"{id_} is British and goes to {hex} [A44-27.5]"


def check_losses(
    rules: Tables, before: ArdennesPosition, after: ArdennesPosition, told: Counter[str]
) -> None:
    """Steps gained came with reinforcements and replacements; those that units lost are told."""
    came = [id_ for id_ in after.units if id_ in before.waiting]
    most = sum(rules.counters[id_].steps for id_ in came) + told["restored"] + 2 * told["rebuilt"]
    grown = sum(u.steps for u in after.units.values()) - sum(u.steps for u in before.units.values())
    assert grown <= most, f"{grown} steps more, {most} at most"
    stayed = before.units.keys() & after.units.keys()
    lost = sum(max(0, before.units[id_].steps - after.units[id_].steps) for id_ in stayed)
    assert lost <= told["lost a step"], f"{lost} steps lost, {told['lost a step']} told"
    gone = before.units.keys() - after.units.keys()
    ends = told["eliminated"] + told["surrendered"] + told["landed"]
    swaps = 2 * told["broken down"] + 2 * told["rejoined"] + told["rebuilt"]
    assert len(gone) <= ends + swaps, f"{len(gone)} units gone, {ends} told"


def check_move(rules: Tables, before: ArdennesPosition, id_: str, by: str, path: list[str]) -> None:
    """A move enters no enemy hex or bond and crosses none; it stops in an EZOC; no Engaged unit makes it."""
    ground, counter, unit = rules.ground(before), rules.counters[id_], before.units[id_]
    enemy = other_side(counter.side)
    held, zoc, (bond_hexes, bond_sides) = (
        before.stacks(enemy),
        zoc_of(rules, before, enemy),
        bonds(rules, before, enemy),
    )
    assert not unit.engaged, f"{id_} is Engaged and moves [A44-16.27]"
    assert not (unit.red and before.turn == 1), f"{id_} has red coordinates and moves [A44-29.1]"
    for a, b in pairwise(path):
        side = Hexside(a, b)
        assert b in ground.board.neighbours(a)
        assert b not in held, f"{id_} enters {b} [A44-9.1]"
        assert b not in bond_hexes, f"{id_} enters the bond in {b} [A44-10.4]"
        assert side not in bond_sides, f"{id_} crosses the bond at {side} [A44-10.4]"
        assert not (unit.state and b in zoc), f"{id_} is {unit.state} and enters an EZOC [A44-18.2]"
        if counter.side == "german" and before.turn < 5 and side in ground.boundaries:
            assert unit.strayed, f"{id_} crosses an army boundary at {side} [A44-11.27]"
    for hex in path[1:-1]:
        assert hex not in zoc, f"{id_} moves on through an EZOC in {hex} [A44-9.3]"
    near = {other for hex in held if hex in ground.board.index for other in ground.board.neighbours(hex)}
    if by == "strategic":
        assert near.isdisjoint(path), f"{id_} drives past the enemy [A44-12.7]"
        assert all(Hexside(a, b) in ground.roads for a, b in pairwise(path)), (
            f"{id_} leaves the road [A44-12.4]"
        )
    if by == "march":
        assert path[-1] not in near, f"{id_} ends a forced march next to the enemy [A44-11.5]"
    if before.units[id_].oos and by != "strategic":
        assert by in ("tactical", "shift"), f"{id_} is out of supply and moves by {by} [A44-23.16]"


def rough(ground: Ground, hex: str) -> bool:
    """Whether a hex is wooded rough."""
    return ground.terrain[hex].id == "wooded_rough"


def zoc_of(rules: Tables, position: ArdennesPosition, side: str) -> set[str]:
    """Hexes next to a unit; an outline tank reaches into or out of wooded rough along roads only."""
    ground, found = rules.ground(position), set()
    for hex, ids in position.stacks(side).items():
        for other in ground.board.neighbours(hex) if hex in ground.board.index else ():
            by_road = Hexside(hex, other) in ground.roads
            open_ = by_road or not (rough(ground, hex) or rough(ground, other))
            if open_ or not all(rules.counters[id_].outline for id_ in ids):
                found.add(other)
    return found


def bonds(rules: Tables, position: ArdennesPosition, side: str) -> tuple[set[str], set[Hexside]]:
    """Hexes and hexsides under the bonds of a side that its enemy has not negated."""
    ground, enemy = rules.ground(position), position.stacks(other_side(side))
    around, hexes, sides = ground.board.neighbours, set(), set()
    ends = [
        hex
        for hex, ids in position.stacks(side).items()
        if hex in ground.board.index and forms(rules, ground, hex, ids)
    ]
    for a, b in combinations(ends, 2):
        if ground.board.distance(a, b) != 2:
            continue
        between = [hex for hex in around(a) if hex in around(b)]
        opposite = len(between) == 1 and is_between(ground, a, between[0], b)
        if opposite and not all(wet(ground, between[0], end) for end in (a, b)):
            hexes.add(between[0])
        elif len(between) == 2 and not all(rough(ground, hex) for hex in between):
            sides.add(Hexside(*between))
    for a in ends:
        for c, d in combinations(around(a), 2):
            alone = d in around(c) and len(set(around(c)) & set(around(d))) == 1
            if alone and not (rough(ground, c) and rough(ground, d)):
                sides.add(Hexside(c, d))
    return hexes - enemy.keys(), {s for s in sides if not (s.a in enemy and s.b in enemy)}


def is_between(ground: Ground, a: str, middle: str, b: str) -> bool:
    """Whether a hex lies on the straight line from one of its neighbours to another."""
    number = ground.board.index
    around = ground.board.around[number[middle]]
    return (around.index(number[a]) - around.index(number[b])) % 6 == 3


def forms(rules: Tables, ground: Ground, hex: str, ids: tuple[str, ...]) -> bool:
    """Whether a stack forms bonds: artillery never does, outline tanks not in wooded rough."""
    counters = [rules.counters[id_] for id_ in ids]
    return any(not c.gun and not (c.outline and rough(ground, hex)) for c in counters)


def wet(ground: Ground, a: str, b: str) -> bool:
    """Whether the side between two hexes is a river or a wooded rough hexside."""
    return Hexside(a, b) in ground.rivers or rough(ground, a) or rough(ground, b)


# Results ---------------------------------------------------------------------------------------------------

CHARTS: Mapping[str, str] = {
    "combat": "crt", "firefight": "firefight", "determined defence": "determined_defence",
    "disengagement": "disengagement", "jabos": "jabos", "ground support": "ground_support",
    "landed": "von_der_heydte", "653rd": "jagdpanzer_653", "surprise": "surprise",
}  # fmt: skip
"""Event → the chart whose entries its results are."""
WORDS = (
    "defensive artillery TOT", "defensive artillery 2", "defensive artillery 1", "defensive artillery 0",
    "bridge blown", "bridge stands", "bridge sound", "bridge begun", "bridge rebuilt", "bridge given up",
    "called off", "infiltrated", "held by zoc", "detected", "rallied good order", "rallied disrupted",
    "not rallied", "surrendered", "eliminated steps", "eliminated retreat", "eliminated no retreat",
    "eliminated stacking", "doomed A44-18.8", "doomed A44-18.11", "doomed A44-17.21", "broken down",
    "rejoined", "restored", "rebuilt", "to antwerp", "left the map", "entered", "entered box",
    "transferred", "placed", "advantage", "advantage lost", "engaged", "traffic placed", "traffic back",
    "traffic gone", "loaded", "unloaded", "dug", "built", "works gone", "night marker", "roadblock set",
    "support", "air support", "short of fuel", "surrender points", "no longer isolated", "in supply",
    "out of supply", "advanced", "fuel roll -", "fuel roll any_5th", "fuel roll west_map",
)  # fmt: skip


def wanted(game: Game[Any, Any]) -> Iterator[str]:
    """Every result that a marathon has to reach, as the event tells it."""
    yield from WORDS
    for event, chart in CHARTS.items():
        rows = getattr(game.rules, chart).cells()
        yield from sorted({f"{event} {cell.value}" for row in rows for cell in row})
