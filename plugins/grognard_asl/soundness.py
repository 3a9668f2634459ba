"""What a scenario must satisfy before it can be played, beyond the types of its fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from grognard.errors import NotationError
from grognard.spelling import did_you_mean
from grognard_asl.maps import Map, zone_hexes
from grognard_asl.scenario_schema import Group, Scenario
from grognard_asl.schema import Nation, Terrain, UnitKind, WeaponKind

__all__ = ["problems"]


def problems(
    scenario: Scenario,
    map: Map,
    chart: Mapping[str, Terrain],
    nations: Mapping[str, Nation],
    units: Mapping[str, UnitKind],
    weapons: Mapping[str, WeaponKind],
) -> list[str]:
    """Everything that does not fit together, in one sentence each; empty for a sound scenario."""
    strangers = list(_off_map(scenario, map))
    return [
        *strangers,
        *_frame(scenario, nations, chart),
        *_forces(scenario, nations, units, weapons),
        *([] if strangers else _room(scenario, map, units)),
        *([] if strangers else _landmarks(scenario, map)),
        *_goals(scenario),
    ]


def _off_map(scenario: Scenario, map: Map) -> Iterator[str]:
    for label, entry in scenario.named_hexes():
        try:
            map.board.parse(label)
        except NotationError as error:
            yield f"{entry}: {error}"


def _landmarks(scenario: Scenario, map: Map) -> Iterator[str]:
    """What the board meant has in some hexes; a road counts in every hex it runs through."""
    for key, labels in scenario.landmarks.items():
        for label in labels:
            hex = map.board.parse(label)
            roads = {row for side, row in map.roads.items() if hex in (side.a, side.b)}
            if key != map.terrain[hex] and key not in roads:
                yield f"landmarks: {hex} must have {key!r}, got {map.terrain[hex]!r}: another board is meant"


def _frame(scenario: Scenario, nations: Mapping[str, Nation], chart: Mapping[str, Terrain]) -> Iterator[str]:
    """Turns, season, sides and their nations, changes of the map."""
    if scenario.turns < 1:
        yield f"turns must be at least 1, got {scenario.turns}"
    if not 1 <= scenario.month <= 12:
        yield f"month must be 1 to 12, got {scenario.month}"
    for what, table in (("nations", scenario.nations), ("elr", scenario.elr)):
        for side in sorted({"allies", "axis"} - table.keys()):
            yield f"{what} must name both sides, {side!r} is missing"
    for nation in scenario.nations.values():
        if nation not in nations:
            yield f"nations: no nation {nation!r}{did_you_mean(nation, nations)}"
    for label, key in scenario.terrain.items():
        if key not in chart or chart[key].category != "hex":
            yield f"terrain: {label}: no hex row {key!r} in terrain.toml{did_you_mean(key, chart)}"
    clear, shut = ({tuple(sorted(pair)) for pair in pairs} for pairs in (scenario.clear, scenario.shut))
    for a, b in sorted(clear & shut):
        yield f"clear and shut both name {a} and {b}"


def _forces(
    scenario: Scenario,
    nations: Mapping[str, Nation],
    units: Mapping[str, UnitKind],
    weapons: Mapping[str, WeaponKind],
) -> Iterator[str]:
    """Counters that exist and that the side's nation has; both sides have some."""
    for number, group in enumerate(scenario.groups, 1):
        entry = f"group {number}"
        nation = nations.get(scenario.nations.get(group.side, ""))
        owned = () if nation is None else _counters(nation)
        for what, table, known in (("units", group.units, units), ("weapons", group.weapons, weapons)):
            for key, count in table.items():
                if key not in known:
                    yield f"{entry}: {what}: no row {key!r}{did_you_mean(key, known)}"
                elif nation is not None and key not in owned:
                    yield f"{entry}: {what}: {nation.id} has no {key!r}"
                if count < 1:
                    yield f"{entry}: {what}: {key}: number must be at least 1, got {count}"
        if not group.units:
            yield f"{entry}: units: there must be some to carry what is in the group"
        if not 0 <= group.turn <= scenario.turns:
            yield f"{entry}: turn must be 0 to {scenario.turns}, got {group.turn}"
    for side in ("allies", "axis"):
        if not any(scenario.of(side)):
            yield f"groups: the {side} have none"


def _counters(nation: Nation) -> tuple[str, ...]:
    return (*nation.squads, *nation.half_squads, *nation.leaders, *nation.crews, *nation.weapons)


def _room(scenario: Scenario, map: Map, units: Mapping[str, UnitKind]) -> Iterator[str]:
    """Every group has room in its zone, and enters over an edge."""
    edge = {label for labels in map.edges.values() for label in labels}
    for number, group in enumerate(scenario.groups, 1):
        entry, hexes = f"group {number}", zone_hexes(map, group.zone)
        if not hexes:
            yield f"{entry}: zone has no hex"
        inside = [label for label in hexes if label not in edge]
        if group.turn and inside:
            yield f"{entry}: enters on turn {group.turn}, but {inside[0]} is not at the edge of the map"
        if group.turn:
            continue
        mmc = sum(count for key, count in group.units.items() if key in units and units[key].mmc)
        room = (group.mmc_per_hex or 3) * len(hexes)
        if mmc > room:
            yield f"{entry}: {mmc} squads and half-squads, room for {room}"
    for first, second in _enemies(scenario):
        both = set(zone_hexes(map, first.zone)) & set(zone_hexes(map, second.zone))
        if both:
            yield f"groups: both sides may set up in {sorted(both)[0]}"


def _enemies(scenario: Scenario) -> Iterator[tuple[Group, Group]]:
    """Pairs of groups of two sides that are both set up before play."""
    yield from (
        (one, other)
        for one in scenario.of("allies")
        for other in scenario.of("axis")
        if not one.turn and not other.turn
    )


def _goals(scenario: Scenario) -> Iterator[str]:
    """Goals that can be reached and do not come for nothing."""
    if not scenario.victory:
        yield "victory must have at least one goal"
    for number, goal in enumerate(scenario.victory, 1):
        entry = f"goal {number}"
        if goal.kind == "losses":
            if goal.hexes:
                yield f"{entry}: hexes mean nothing to a goal of losses"
            if goal.needed < 1:
                yield f"{entry}: needed must be at least 1, got {goal.needed}"
            continue
        if not goal.hexes:
            yield f"{entry}: a goal of kind {goal.kind!r} must name hexes"
        if not 0 <= goal.needed <= len(goal.hexes):
            yield f"{entry}: needed must be 0 to {len(goal.hexes)}, got {goal.needed}"
        if goal.kind == "clear" and goal.needed:
            yield f"{entry}: needed means nothing to a goal of kind 'clear'"
        for label, times in Counter(goal.hexes).items():
            if times > 1:
                yield f"{entry}: {label} is named {times} times"
    if all(goal.side == scenario.otherwise for goal in scenario.victory):
        yield f"otherwise: the {scenario.otherwise} would always win"
