"""What fills hexes: places, areas of terrain, lines of fortified hexes and single features."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.geography.draft import Placed
from grognard.geography.plane import inside
from grognard.geography.waters import on_right_bank
from grognard.hexmap import english
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.geography.draft import Draft, Flow
    from grognard.geography.plane import Spot
    from grognard.geography.schema import Area, Fortified, Point
    from grognard.hexes import Hex

__all__ = ["cover", "put_features", "put_places"]


def put_places(draft: Draft) -> None:
    """Every place into its hex; a correction may say another one."""
    moved = {each.place: each for each in draft.written.correct if each.place and each.hex}
    for number, row in enumerate(draft.written.place, 1):
        name = english(row.name)
        entry = f"place {name!r}" if name else f"place {number}"
        if not name or name in draft.places:
            raise draft.wrong("is given twice" if name else "name must not be empty", entry)
        spot = draft.spot((row.lat, row.lon), entry)
        hex = draft.hex(moved[name].hex, entry) if name in moved else draft.hex_at(spot)
        size = row.size
        if size and not hex:
            draft.found("off the map", f"{name} lies off the map", conflict=False)
        if size and hex in draft.place_spots:
            other = next(each for each, placed in draft.places.items() if placed.hex == hex and placed.size)
            draft.found("two places", f"{name} and {other} both lie in {hex}; {name} is left out")
            size = ""
        draft.places[name] = Placed(row, spot, hex if size else "", size)
        if size and hex:
            draft.place_spots[hex] = spot


def cover(draft: Draft) -> None:
    """Areas one after the other; later ones cover earlier ones."""
    for number, row in enumerate(draft.written.area, 1):
        entry = f"area {english(row.name)!r}" if row.name else f"area {number}"
        for terrain in (row.terrain, *row.over):
            if terrain not in draft.written.letters.values():
                hint = did_you_mean(terrain, draft.written.letters.values())
                raise draft.wrong(f"terrain {terrain!r} has no letter{hint}", entry)
        holds = _holds(draft, row, entry)
        hexes = [hex for hex, centre in draft.centres.items() if holds(centre)]
        if not hexes:
            draft.found("course", f"{entry} holds no centre of a hex", conflict=False)
        for hex in hexes:
            if not row.over or draft.terrain[hex] in row.over:
                draft.terrain[hex] = row.terrain


def _holds(draft: Draft, row: Area, entry: str) -> Callable[[Spot], bool]:
    """Whether a spot lies in an area."""
    if [bool(row.polygon), bool(row.band), bool(row.at)].count(True) != 1:
        raise draft.wrong("needs one of polygon, band and at", entry)
    if row.at:
        cells = {draft.plane.cell(draft.spot(point, entry)) for point in row.at}
        return lambda spot: draft.plane.cell(spot) in cells
    if row.polygon:
        corners = draft.course(row.polygon, entry, least=3).spots
        return lambda spot: inside(spot, corners)
    if row.width <= 0:
        raise draft.wrong(f"width must be more than 0 km, got {row.width}", entry)
    course, half = draft.course(row.band, entry), row.width / 2
    return lambda spot: not course.far(spot, half) and course.near(spot).km <= half


def put_features(draft: Draft) -> None:
    """Fortified lines, then single features."""
    for number, row in enumerate(draft.written.fortified, 1):
        name = english(row.name)
        entry = f"fortified {name!r}" if name else f"fortified {number}"
        _add(draft, row.kind, name, _line_hexes(draft, row, entry))
    for number, feature in enumerate(draft.written.feature, 1):
        name = english(feature.name)
        entry = f"feature {name!r}" if name else f"feature {number}"
        hexes = [draft.hex(word, entry) for word in feature.hexes.split()]
        hexes += [_hex_of(draft, each, entry) for each in feature.at]
        if not hexes:
            raise draft.wrong("needs hexes, or places and points to be at", entry)
        _add(draft, feature.kind, name, hexes)


def _hex_of(draft: Draft, each: str | Point, entry: str) -> Hex:
    placed = draft.place(each, entry) if isinstance(each, str) else None
    spot = placed.spot if placed else draft.spot(each, entry)  # type: ignore[arg-type]  # a point if it is no place
    hex = (placed.hex if placed else "") or draft.hex_at(spot)
    if not hex:
        raise draft.wrong(f"{each!r} lies off the map", entry)
    return hex


def _line_hexes(draft: Draft, row: Fortified, entry: str) -> list[Hex]:
    """The chain of hexes along a line; on one bank of a river if that is asked for."""
    course = draft.course(row.points, entry)
    if bool(row.river) is not bool(row.bank):
        raise draft.wrong("river and bank go together", entry)
    flow = draft.river(row.river, entry) if row.river else None
    found: dict[Hex, None] = {}
    for spot in course.steps(draft.plane.km / 5):
        for hex in draft.near(spot):
            if (
                flow is None
                or not _close(draft, flow, hex)
                or (on_right_bank(draft, flow, hex) is (row.bank == "right"))
            ):
                found[hex] = None
                break
    return _thinned(draft, list(found))


def _thinned(draft: Draft, hexes: list[Hex]) -> list[Hex]:
    """A chain of hexes without those that a line only touches on its way from one to the next."""
    kept: list[Hex] = []
    for hex in hexes:
        if len(kept) > 1 and hex in draft.board.neighbours(kept[-2]):
            kept.pop()
        kept.append(hex)
    return kept


def _close(draft: Draft, flow: Flow, hex: Hex) -> bool:
    """Whether a hex lies close enough to a river to be on one of its banks."""
    return flow.drawn is not None and flow.drawn.near(draft.centres[hex]).km < 2 * draft.plane.km


def _add(draft: Draft, kind: str, name: str, hexes: list[Hex]) -> None:
    there = draft.features.setdefault((kind, name), [])
    there += [hex for hex in dict.fromkeys(hexes) if hex not in there]
