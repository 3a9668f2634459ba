"""What a scenario must satisfy before it can be played, beyond the types of its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from grognard_memoir44.schema import Scenario, Terrain, UnitKind

__all__ = ["problems"]


def problems(
    scenario: Scenario,
    *,
    hexes: Collection[str],
    terrain: Mapping[str, Terrain],
    kinds: Mapping[str, UnitKind],
    supply: Mapping[str, int],
) -> list[str]:
    """Everything that does not fit together, in one sentence each; empty for a sound scenario.

    ``hexes`` are the labels of the board, ``terrain`` and ``kinds`` the rows of the ruleset and ``supply``
    the pieces that can run out.
    """
    return [
        *(
            f"{what}: no hex {place!r} on the board"
            for place, what in scenario.named_hexes()
            if place not in hexes
        ),
        *_sides(scenario),
        *_misplaced_pieces(scenario, terrain, supply),
        *_misplaced_units(scenario, terrain, kinds),
        *_impossible_goals(scenario),
        *_miscounted(scenario),
    ]


def _sides(scenario: Scenario) -> Iterator[str]:
    """Two sides face each other, and both have a hand and a goal."""
    if scenario.top == scenario.bottom:
        yield f"top and bottom must be the two sides, got {scenario.top!r} twice"
    for what, table in (("hand", scenario.hand), ("medals", scenario.medals)):
        for side in sorted({"allies", "axis"} - table.keys()):
            yield f"{what} must name both sides, {side!r} is missing"


def _misplaced_pieces(
    scenario: Scenario, terrain: Mapping[str, Terrain], supply: Mapping[str, int]
) -> Iterator[str]:
    """Tiles and pieces of an unknown kind, in the wrong table, twice in a hex, unowned or too many."""
    for what, category, table in (
        ("terrain", "hex", scenario.terrain),
        ("overlays", "overlay", scenario.overlays),
        ("obstacles", "obstacle", scenario.obstacles),
    ):
        for key in table:
            if key not in terrain or terrain[key].category != category:
                yield f"{what}: no {category} {key!r} in terrain.toml"
        for place in _twice(place for places in table.values() for place in places):
            yield f"{what}: two on hex {place!r}"
    laid = scenario.overlays | scenario.obstacles
    for key, row in terrain.items():
        if key in laid and key not in scenario.owners and "owner" in (row.defense_when, row.flags_when):
            yield f"owners: {key!r} protects its owner only, but has none"
    for key in sorted(scenario.owners.keys() - laid.keys()):
        yield f"owners: there is no {key!r} in this scenario"
    for key, limit in supply.items():
        if len(laid.get(key, ())) > limit:
            yield f"obstacles: {len(laid[key])} {key!r}, but there are only {limit} pieces"


def _misplaced_units(
    scenario: Scenario, terrain: Mapping[str, Terrain], kinds: Mapping[str, UnitKind]
) -> Iterator[str]:
    """Units of an unknown kind, two in a hex, or in a hex that nothing lets them stand in."""
    rows: dict[str, list[Terrain]] = {}
    for table in (scenario.terrain, scenario.overlays, scenario.obstacles):
        for key, places in table.items():
            for place in places if key in terrain else ():
                rows.setdefault(place, []).append(terrain[key])
    for place, group in scenario.placed():
        if group.kind not in kinds:
            yield f"units: no unit kind {group.kind!r}"
            continue
        troop, here = kinds[group.kind].type, rows.get(place, [])
        lifted = {key for row in here for key in row.cancels}
        for row in here:
            set_up_only = troop in row.fixed or (troop == "artillery" and bool(row.artillery_dice))
            if troop in row.impassable and row.id not in lifted and not set_up_only:
                yield f"units: {group.kind} on {place!r}, which is impassable to it ({row.id})"
    for place in _twice(place for place, _ in scenario.placed()):
        yield f"units: two on hex {place!r}"
    if scenario.airdrop and scenario.airdrop.kind not in kinds:
        yield f"airdrop: no unit kind {scenario.airdrop.kind!r}"


def _impossible_goals(scenario: Scenario) -> Iterator[str]:
    """Objectives and sudden deaths that nobody could ever fulfil, or that come for nothing."""
    for what, entries in (("objective", scenario.objective), ("sudden_death", scenario.sudden_death)):
        for entry in entries:
            if not 0 < entry.needed <= len(entry.hexes):
                yield f"{what}: needed must be 1 to {len(entry.hexes)}, got {entry.needed}"
    if scenario.deck and not scenario.deck.reshuffle and not scenario.deck.empty_winner:
        yield "deck: empty_winner must say who wins when a deck that is never shuffled again runs out"


def _miscounted(scenario: Scenario) -> Iterator[str]:
    """Counts that are not what the file holds: somebody moved, added or lost an entry."""
    found = scenario.counted()
    for key in sorted(scenario.counts.keys() | found.keys()):
        if scenario.counts.get(key, 0) != found.get(key, 0):
            yield f"counts.{key} must be {found.get(key, 0)}, got {scenario.counts.get(key, 0)}"


def _twice(items: Iterable[str]) -> Iterator[str]:
    """What comes up again."""
    seen: set[str] = set()
    for item in items:
        if item in seen:
            yield item
        seen.add(item)
