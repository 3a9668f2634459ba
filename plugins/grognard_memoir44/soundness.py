"""What rows and scenarios must satisfy before they can be played, beyond the types of their fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, get_args

import msgspec

from grognard.spelling import did_you_mean
from grognard_memoir44.schema import BoardFace

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from grognard_memoir44.schema import BoardPiece, Card, Pieces, Scenario, Terrain, UnitKind

__all__ = ["problems", "row_problems"]

_SAY_WHAT_IT_IS = {
    *("id", "name", "category", "kind", "group", "type"),
    *("source", "sure", "note", "cite", "lies_on"),
}
"""Fields that do nothing in play: the row's names and where its figures come from."""


class RowProblem(NamedTuple):
    """What is wrong with a row, and where it stands."""

    file: str
    entry: str
    problem: str


def row_problems(
    terrain: Mapping[str, Terrain],
    kinds: Mapping[str, UnitKind],
    cards: Mapping[str, Card],
    pieces: Pieces,
) -> Iterator[RowProblem]:
    """Rows that are missing, that refer to none, whose figures do not agree or whose rules are not named."""
    for problem in _misprinted(pieces.board, terrain):
        yield RowProblem("pieces.toml", "board", problem)
    for row in terrain.values():
        found = [
            *_strange("cancels", row.cancels, terrain),
            *_strange("enter_from", row.enter_from, terrain),
            *_strange("lies_on", [row.lies_on] if row.lies_on else [], terrain),
        ]
        yield from _located("terrain.toml", "terrain", row, found)
    for kind in kinds.values():
        least, most = kind.retreat_min, kind.retreat_max
        found = [f"retreat_max must be at least retreat_min, {least}, got {most}"] if most < least else []
        yield from _located("units.toml", "unit", kind, found)
    obstacles = [key for key, row in terrain.items() if row.category == "obstacle"]
    for card in cards.values():
        choices = {1, card.draw}
        found = [f"keep must be 1 or all that are drawn, got {card.keep}"] if card.keep not in choices else []
        if card.targets and len(card.target_dice) < 2:
            found.append(f"target_dice must name both sides, got {', '.join(card.target_dice) or 'none'}")
        found += _strange("mirror", [card.mirror] if card.mirror else [], cards)
        found += _strange("places", [card.places] if card.places else [], obstacles)
        yield from _located("cards.toml", "card", card, found)
    for key in pieces.supply:
        for problem in _strange("supply", [key], obstacles):
            yield RowProblem("pieces.toml", "", problem)


def _misprinted(board: BoardPiece, terrain: Mapping[str, Terrain]) -> Iterator[str]:
    """Faces that are missing, that have too few rows or too many, or that show no terrain."""
    for face in get_args(BoardFace):
        shown = board.faces.get(face)
        if shown is None:
            yield f"faces: there is no face {face!r}"
        elif len(shown) != board.rows:
            yield f"faces.{face}: expected a terrain for each of {board.rows} rows, got {len(shown)}"
        else:
            yield from _strange(f"faces.{face}", dict.fromkeys(shown), terrain)


def _strange(field: str, named: Iterable[str], known: Collection[str]) -> list[str]:
    """Names of rows that do not exist."""
    return [f"{field}: no row {name!r}{did_you_mean(name, known)}" for name in named if name not in known]


def _located(
    file: str, section: str, row: Terrain | UnitKind | Card, found: Iterable[str]
) -> Iterator[RowProblem]:
    for problem in (*found, *_uncited(row)):
        yield RowProblem(file, f"{section} {row.id!r}", problem)


def _uncited(row: Terrain | UnitKind | Card) -> Iterator[str]:
    """Fields that do something in play and whose rule ``cite`` does not name, and citations of no field.

    A table may be cited as a whole or entry by entry (``removed_by.armor``).
    """
    fields = {field.name: field for field in msgspec.structs.fields(row)}
    for key in row.cite:
        if key.partition(".")[0] not in fields:
            yield f"cite: there is no field {key!r}{did_you_mean(key, fields.keys() - _SAY_WHAT_IT_IS)}"
    for name in sorted(fields.keys() - _SAY_WHAT_IT_IS - row.cite.keys()):
        value = getattr(row, name)
        if value != _usual(fields[name]) and not _cited_entry_by_entry(row, name, value):
            yield f"cite: must name the rule for {name!r}, which is {value!r} here"


def _usual(field: msgspec.structs.FieldInfo) -> object:
    """What a field is if it is left out."""
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def _cited_entry_by_entry(row: Terrain | UnitKind | Card, name: str, value: object) -> bool:
    return isinstance(value, dict) and all(f"{name}.{key}" in row.cite for key in value)


def problems(
    scenario: Scenario,
    *,
    hexes: Collection[str],
    terrain: Mapping[str, Terrain],
    kinds: Mapping[str, UnitKind],
    cards: Mapping[str, Card],
    supply: Mapping[str, int],
) -> list[str]:
    """Everything that does not fit together, in one sentence each; empty for a sound scenario.

    ``hexes`` are the labels of the board, ``terrain``, ``kinds`` and ``cards`` the rows of the ruleset and
    ``supply`` the pieces that can run out.
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
        *_unknown_cards(scenario, cards),
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
    if scenario.airdrop and scenario.airdrop.rows[0] > scenario.airdrop.rows[1]:
        yield f"airdrop: rows must be the first and the last, got {list(scenario.airdrop.rows)}"


def _unknown_cards(scenario: Scenario, cards: Mapping[str, Card]) -> Iterator[str]:
    """More cards dealt than there are, and clauses about cards that are in no deck."""
    dealt, deck = sum(scenario.hand.values()), sum(card.copies for card in cards.values())
    if dealt > deck:
        yield f"hand: {dealt} cards are dealt, the deck has {deck}"
    if scenario.recon_strike:
        kinds = {card.kind for card in cards.values()}
        yield from _strange("recon_strike.card", [scenario.recon_strike.card], kinds)
        yield from _strange("recon_strike.played_as", [scenario.recon_strike.played_as], cards)


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
