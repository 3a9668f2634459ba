"""A map file, field by field, and what can be made of it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal

import msgspec

from grognard import datafile
from grognard.hexes import FLAT, POINTY, ColumnRow, Doubled
from grognard.hexmap.grid import read_grid
from grognard.hexmap.labels import Labels, MapLabels, SecondSheet
from grognard.hexmap.reading import read_board
from grognard.hexmap.rows import Feature, Line, Name, Place, River, Road
from grognard.hexmap.writing import written

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.board import Board

__all__ = ["HexMap"]


class HexMap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """A map file as written; :meth:`board` reads what its texts mean, :meth:`write` gives the text back."""

    id: str
    name: Name
    source: str
    sure: str = ""
    note: str = ""
    tops: Literal["flat", "pointy"] = "flat"
    labels: Labels = Labels()
    second: SecondSheet | None = None
    grid: str
    letters: dict[str, str]
    place: tuple[Place, ...] = ()
    road: tuple[Road, ...] = ()
    river: tuple[River, ...] = ()
    feature: tuple[Feature, ...] = ()
    line: tuple[Line, ...] = ()

    @classmethod
    def read(cls, path: Path) -> HexMap:
        """The map of a file.

        Raises:
            RulesetError: names file, entry and field.
        """
        return datafile.convert(datafile.read(path), cls, file=path)

    @cached_property
    def scheme(self) -> ColumnRow | MapLabels:
        """The scheme of the labels."""
        layout = FLAT if self.tops == "flat" else POINTY
        numbers = ColumnRow(**msgspec.structs.asdict(self.labels), layout=layout)
        if self.second is None:
            return numbers
        return MapLabels(numbers, self.second.prefix, self.second.first)

    def terrain(self, *, file: Path | str = "") -> dict[Doubled, str]:
        """Every hex of the grid in doubled coordinates, with its terrain.

        Raises:
            RulesetError: a cell in the wrong place, a letter without meaning, a wrong row or column number.
        """
        return {spot: self.letters[letter] for spot, letter in read_grid(self, file).items()}

    def board(self, *, file: Path | str = "") -> Board:
        """The board of this map; ``file`` is named in errors.

        Nodes carry ``terrain``, ``place`` (its English name, or ""), ``size`` and ``features`` (a tuple of
        kinds); edges carry ``road`` and ``river`` (a kind, or "") and ``lines`` (a tuple of kinds).

        Raises:
            RulesetError: names the entry: a road that jumps a hex, a river side between hexes that are no
                neighbours, a river that ends in the middle of nowhere, two places in one hex and so on.
        """
        return read_board(self, file)

    def write(self) -> str:
        """The map as the text of a map file, always in the same form.

        Reading it again gives a map with the same board, which writes the same text.
        """
        return "\n".join(written(self)) + "\n"
