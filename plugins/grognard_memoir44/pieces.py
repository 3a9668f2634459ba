"""Units and obstacles on the map: entering a hex, leaving it, losing figures."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.reasons import rule
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.position import Memoir, MemoirPosition, Unit, other_side, without
from grognard_memoir44.schema import Terrain, TroopType
from grognard_memoir44.tables import Tables
from grognard_memoir44.victory import check_victory, eliminated

__all__ = [
    "clear_left",
    "clear_way",
    "enemies_adjacent",
    "impassable_to",
    "lose_figures",
    "obstacle_at",
    "obstacles_barring",
    "obstacles_stopping",
    "pass_through",
    "relocate",
    "remove",
    "rows_at",
    "serves",
    "units_of",
]


def units_of(position: MemoirPosition, side: str) -> Iterator[tuple[str, Unit]]:
    """Units of a side with their ids, in the order of set-up."""
    return ((id_, unit) for id_, unit in position.units.items() if unit.side == side)


def obstacle_at(play: Memoir, label: str) -> Terrain | None:
    """The obstacle in a hex."""
    piece = play.position.obstacles.get(label)
    return play.rules.terrain[piece] if piece else None


def rows_at(play: Memoir, field: Battlefield, label: str) -> tuple[Terrain, ...]:
    """All rows of the terrain chart that apply to a hex: terrain, overlays, obstacle."""
    piece = play.position.obstacles.get(label)
    return (*field.rows[label], play.rules.terrain[piece]) if piece else field.rows[label]


def serves(field: Battlefield, row: Terrain, side: str) -> bool:
    """Whether a bunker or sea wall serves the units of a side [M44-base-setup.4]."""
    return field.scenario.owners.get(row.id, side) == side


def obstacles_barring(rules: Tables, position: MemoirPosition, kind: TroopType) -> list[str]:
    """Hexes whose obstacle a type of unit may not enter."""
    return [h for h, piece in position.obstacles.items() if kind in rules.terrain[piece].impassable]


def obstacles_stopping(rules: Tables, position: MemoirPosition) -> list[str]:
    """Hexes whose obstacle ends a move."""
    return [h for h, piece in position.obstacles.items() if rules.terrain[piece].stop]


def impassable_to(play: Memoir, field: Battlefield, label: str, kind: TroopType) -> Terrain | None:
    """The terrain or obstacle that keeps a type out of a hex."""
    piece = obstacle_at(play, label)
    if piece is not None and kind in piece.impassable:
        return piece
    return field.impassable(label, kind)


@rule("M44-base-battle.6")
def enemies_adjacent(position: MemoirPosition, field: Battlefield, label: str, side: str) -> list[str]:
    """Hexes next to ``label`` that hold an enemy of ``side``, clockwise."""
    at, units = position.at, position.units
    return [h for h in field.board.neighbours(label) if h in at and units[at[h]].side != side]


@rule("M44-base-move.3")
def relocate(play: Memoir, id_: str, to: str) -> None:
    """Put a unit on another hex for good; what it leaves behind may go, and objectives are judged anew."""
    pass_through(play, id_, to)
    check_victory(play)


def pass_through(play: Memoir, id_: str, to: str) -> None:
    """Put a unit on a hex of its way; it holds nothing there yet."""
    position = play.position
    unit = position.units[id_]
    assert to not in position.at, f"{to} already holds {position.at[to]} [M44-base-move.1]"
    at = dict(position.at)
    at[to] = at.pop(unit.hex)
    position.at = at
    position.units[id_] = msgspec.structs.replace(unit, hex=to)
    clear_left(play, unit.hex)


@rule("M44-terrain-wire.4")
def clear_way(play: Memoir, unit: Unit, label: str) -> None:
    """Armor entering wire removes it."""
    piece = obstacle_at(play, label)
    if piece is not None and piece.removed_by.get(play.rules.units[unit.kind].type) == "on_entry":
        play.position.obstacles = without(play.position.obstacles, label)
        play.log("removed wire", side=unit.side, hex=label)


@rule("M44-terrain-sandbag.2", "M44-terrain-sea-wall.3")
def clear_left(play: Memoir, label: str) -> None:
    """A hex has been left: sandbags go with their occupant, other obstacles stay."""
    piece = obstacle_at(play, label)
    if piece is not None and piece.removed_when_left:
        play.position.obstacles = without(play.position.obstacles, label)


def remove(play: Memoir, id_: str) -> None:
    """Take a unit off the board."""
    position = play.position
    label = position.units.pop(id_).hex
    position.at = without(position.at, label)
    position.orders.pop(id_, None)
    clear_left(play, label)


@rule("M44-combat.2", "M44-base-battle.11", "M44-base-retreat.7")
def lose_figures(play: Memoir, id_: str, figures: int) -> None:
    """A unit loses figures; with the last one it is eliminated, and losses beyond it have no effect."""
    unit = play.position.units[id_]
    lost = min(figures, unit.figures)
    if not lost:
        return
    play.log("lost", side=unit.side, kind=unit.kind, hex=unit.hex, figures=lost)
    if lost == unit.figures:
        remove(play, id_)
        play.log("eliminated", side=unit.side, kind=unit.kind, hex=unit.hex, by=other_side(unit.side))
        eliminated(play, unit)
    else:
        play.position.units[id_] = msgspec.structs.replace(unit, figures=unit.figures - lost)
