"""Corrections by hand, which survive a rebuild; each that changes nothing any more is reported."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from grognard.geography.draft import Placed
from grognard.hexes import Hexside
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grognard.geography.draft import Draft
    from grognard.geography.schema import Correction
    from grognard.hexes import Hex

__all__ = ["check_corrections", "correct_features", "correct_ground", "correct_rivers", "correct_roads"]

_SHAPES = (
    {"hex", "terrain"}, {"place", "hex"}, {"place", "size"}, {"place", "hex", "size"},
    {"road", "add"}, {"road", "remove"}, {"river", "add"}, {"river", "remove"},
    {"feature", "add"}, {"feature", "remove"},
)  # fmt: skip
_FIELDS = ("hex", "terrain", "place", "size", "road", "river", "feature", "add", "remove")


def check_corrections(draft: Draft) -> None:
    """Every correction says one thing."""
    for row, entry in _rows(draft):
        given = {field for field in _FIELDS if getattr(row, field)}
        if given not in _SHAPES:
            shapes = "hex and terrain; place and hex or size; road, river or feature and add or remove"
            got = ", ".join(sorted(given)) or "nothing"
            raise draft.wrong(f"must give {shapes}; got {got}", entry)


def _rows(draft: Draft) -> Iterator[tuple[Correction, str]]:
    for number, row in enumerate(draft.written.correct, 1):
        yield row, f"correct {number} ({row.why})"


def correct_ground(draft: Draft) -> None:
    """Terrain of hexes, places that stand elsewhere or have another size."""
    for row, entry in _rows(draft):
        if row.terrain:
            if row.terrain not in draft.written.letters.values():
                hint = did_you_mean(row.terrain, draft.written.letters.values())
                raise draft.wrong(f"terrain {row.terrain!r} has no letter{hint}", entry)
            for word in row.hex.split():
                hex = draft.hex(word, entry)
                _unless(draft, entry, f"{hex} is {row.terrain}", draft.terrain[hex] == row.terrain)
                draft.terrain[hex] = row.terrain
        elif row.place:
            placed = draft.place(row.place, entry)
            if row.hex:
                there = draft.hex(row.hex, entry) == draft.hex_at(placed.spot)
                _unless(draft, entry, f"{row.place} lies in {row.hex}", there)
            if row.size:
                _unless(draft, entry, f"{row.place} is a {row.size}", placed.size == row.size)
                draft.places[row.place] = Placed(placed.row, placed.spot, placed.hex, row.size)


def _unless(draft: Draft, entry: str, fact: str, already: bool) -> None:  # reads as one sentence
    if already:
        draft.found("correction", f"{entry} changes nothing: {fact} anyway")


def correct_rivers(draft: Draft) -> None:
    """Hexsides added to rivers and taken away."""
    for row, entry in _rows(draft):
        if not row.river:
            continue
        flow = draft.river(row.river, entry)
        for word in (row.add or row.remove).split():
            labels = re.split(r"[/|]", word)
            if len(labels) != 2:
                raise draft.wrong(f"expected hexsides such as 'E2115/E2015', got {word!r}", entry)
            a, b = (draft.hex(label, entry) for label in labels)
            side = _side(draft, a, b, entry)
            _change(draft, entry, f"{word} carries the {flow.name}", row, side in flow.sides)
            if row.add and side not in flow.sides:
                flow.sides.append(side)
            elif row.remove and side in flow.sides:
                flow.sides.remove(side)


def correct_roads(draft: Draft) -> None:
    """Roads added to the network and taken away, hexside by hexside."""
    for row, entry in _rows(draft):
        if not row.road:
            continue
        if row.road not in draft.written.road_kinds:
            hint = did_you_mean(row.road, draft.written.road_kinds)
            raise draft.wrong(f"unknown kind {row.road!r}{hint}", entry)
        hexes = [draft.hex(word, entry) for word in (row.add or row.remove).split()]
        for a, b in pairwise(hexes):
            side = _side(draft, a, b, entry)
            there = draft.roads.get(side) == row.road
            _change(draft, entry, f"{a} {b} carries a {row.road} road", row, there)
            if row.add:
                _cut(draft, lambda s, side=side: s == side)  # type: ignore[misc]  # bound on purpose
                draft.roads[side] = row.road
            elif there:
                del draft.roads[side]
                _cut(draft, lambda s, side=side: s == side)  # type: ignore[misc]  # bound on purpose
        if row.add:
            draft.road_runs.append(("", row.road, hexes))


def correct_features(draft: Draft) -> None:
    """Features added to hexes and taken away."""
    for row, entry in _rows(draft):
        if not row.feature:
            continue
        for word in (row.add or row.remove).split():
            hex = draft.hex(word, entry)
            holders = [
                hexes for (kind, _), hexes in draft.features.items() if kind == row.feature and hex in hexes
            ]
            _change(draft, entry, f"{hex} carries {row.feature}", row, bool(holders))
            for hexes in holders if row.remove else ():
                hexes.remove(hex)
            if row.add and not holders:
                draft.features.setdefault((row.feature, ""), []).append(hex)


def _change(draft: Draft, entry: str, fact: str, row: Correction, there: bool) -> None:  # as above
    if there and row.add:
        draft.found("correction", f"{entry} changes nothing: {fact} anyway")
    elif not there and row.remove:
        draft.found("correction", f"{entry} changes nothing: not so that {fact}")


def _side(draft: Draft, a: Hex, b: Hex, entry: str) -> Hexside:
    if b not in draft.board.neighbours(a):
        raise draft.wrong(f"{a} and {b} are not adjacent", entry)
    return Hexside(a, b)


def _cut(draft: Draft, gone: Callable[[Hexside], bool]) -> None:
    """Take hexsides out of all roads, which may fall in two."""
    left = []
    for name, kind, hexes in draft.road_runs:
        run: list[Hex] = []
        for a, b in pairwise(hexes):
            if gone(Hexside(a, b)):
                if run:
                    left.append((name, kind, run))
                run = []
            else:
                run = [*run, b] if run else [a, b]
        if run:
            left.append((name, kind, run))
    draft.road_runs[:] = left
