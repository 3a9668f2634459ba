"""Setting a scenario up: units on the map, reinforcements due, who holds what [A44-1.3]."""

from __future__ import annotations

from grognard.hexes import Hexside
from grognard.reasons import rule
from grognard_ardennes44.arrivals import arrival_turn, arriving
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.position import ArdennesPosition, Unit, Works
from grognard_ardennes44.schema import SIDES, Scenario
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.turn import Turn

__all__ = ["markers_at", "set_up"]


@rule("A44-1.3", "A44-2.3")
def set_up(rules: Tables, scenario: Scenario) -> ArdennesPosition:
    """The position of a scenario before its first phase."""
    ground = rules.ground_of(scenario)
    units: dict[str, Unit] = {}
    works: dict[str, Works] = {}
    for group in scenario.placement:
        for id_ in group.units:
            counter = rules.counters[id_]
            units[id_] = Unit(
                group.hex,
                counter.steps - (id_ in group.reduced),
                state=group.state,
                oos=group.oos,
                ready=id_ not in group.fired,
                red=id_ in group.red,
            )
        if group.works:
            works[group.hex] = Works(rules.counters[group.units[0]].side, group.works == "built")
    stacks: dict[str, dict[str, tuple[str, ...]]] = {side: {} for side in SIDES}
    for id_ in sorted(units):
        mine = stacks[rules.counters[id_].side]
        mine[units[id_].hex] = (*mine.get(units[id_].hex, ()), id_)
    waiting = {
        id_: arrival_turn(rules, arrival)
        for arrival in scenario.arrival
        for id_ in arriving(rules, arrival)
        if id_ not in units
    }
    return ArdennesPosition(
        agenda=[Turn("german_artillery" if scenario.first == "german" else "allied_artillery")],
        scenario=scenario.id,
        turn=scenario.first_turn,
        active=scenario.first,
        night=False,
        units=units,
        german=stacks["german"],
        allied=stacks["allied"],
        waiting=waiting,
        lost={},
        bridges=start_bridges(ground, scenario),
        works=works,
        traffic=markers_at(rules, scenario.first_turn),
        control=start_control(rules, ground, scenario, stacks),
        advantage={},
        deeds={},
        tally={},
    )


def markers_at(rules: Tables, turn: int) -> dict[str, str]:
    """The traffic markers that are in the game when a turn begins, all of them in the box."""
    found = {
        f"{side}{n}": ""
        for side in SIDES
        for n in range(1, rules.limits.traffic_markers + 1)
        if side == "allied" or n > markers_gone(rules, turn)
    }
    return found | roadblocks_in_box(rules)


def roadblocks_in_box(rules: Tables) -> dict[str, str]:
    """The roadblock markers of both sides, if the optional rule is played [A44-33.1]."""
    if not rules.options["roadblocks"]:
        return {}
    return {f"{side}-block{n}": "" for side in SIDES for n in range(1, rules.limits.roadblocks + 1)}


def markers_gone(rules: Tables, turn: int) -> int:
    """German traffic markers that have left the game before a turn begins [A44-24.13]."""
    first = rules.limits.german_traffic_cut_from
    return max(0, min(rules.limits.traffic_markers, (turn - 1 - first) // 2 + 1))


def start_bridges(ground: Ground, scenario: Scenario) -> dict[str, str]:
    """Bridges that are not sound when the scenario begins."""
    found: dict[str, str] = {
        str(Hexside.parse(bridge.side)): bridge.state
        for bridge in ground.theatre.bridge
        if not bridge.ready or scenario.first_turn <= bridge.ready
    }
    return found | {str(Hexside.parse(side)): "blown" for side in scenario.blown}


def start_control(
    rules: Tables, ground: Ground, scenario: Scenario, stacks: dict[str, dict[str, tuple[str, ...]]]
) -> dict[str, str]:
    """Who holds the hexes that change hands: whoever stands there, else as scenario or ground say."""
    german_ground = ground.hexes_in("assembly") | ground.hexes_in("rear")
    held: dict[str, str] = {}
    for hex in ground.sorted(ground.controlled):
        own = {entry.side for entry in ground.entries_at.get(hex, ())}
        default = "german" if hex in german_ground or own == {"german"} else "allied"
        held[hex] = scenario.control.get(hex, default)
        for side in SIDES:
            if hex in stacks[side]:
                held[hex] = side
    return held
