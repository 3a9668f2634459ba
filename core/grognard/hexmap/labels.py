"""The labels of a map file: column and row numbers, with a second prefix for a second sheet."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from grognard.errors import NotationError
from grognard.hexes import ColumnRow, Doubled, Hex, Layout

__all__ = ["Labels", "MapLabels", "SecondSheet"]


class Labels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The labels printed on the map, as :class:`~grognard.hexes.ColumnRow` counts them."""

    prefix: str = ""
    digits: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2
    left: Annotated[int, msgspec.Meta(ge=0)] = 1
    top: Annotated[int, msgspec.Meta(ge=0)] = 1
    column_step: Literal[1, -1] = 1
    row_step: Literal[1, -1] = 1
    indent: Literal[1, -1] = 1


class SecondSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Columns from number ``from`` on carry another prefix; their numbers go on."""

    prefix: str
    first: int = msgspec.field(name="from")


class MapLabels(msgspec.Struct, frozen=True):
    """Column and row numbers with a prefix for each sheet of the map; a label scheme.

    >>> labels = MapLabels(ColumnRow(prefix="E", left=45, top=20, column_step=-1, row_step=-1), "W", 44)
    >>> labels.label((0, 0)), labels.label((2, 2))
    ('W4520', 'E4319')
    >>> labels.parse("w4520"), labels.parse("E4319")
    (Doubled(x=0, y=0), Doubled(x=2, y=2))
    """

    numbers: ColumnRow
    prefix: str
    first: int

    @property
    def layout(self) -> Layout:
        """The layout of the map."""
        return self.numbers.layout

    def label(self, spot: tuple[int, int]) -> Hex:
        """The label as printed."""
        label, prefix = self.numbers.label(spot), self.numbers.prefix
        return self._prefix(label[len(prefix) :]) + label[len(prefix) :]

    def parse(self, text: str) -> Doubled:
        """Where the hex of that label lies; the prefix in capitals or not."""
        word = text.strip().upper()
        digits = word[-2 * self.numbers.digits :]
        if digits.isdecimal() and word == self._prefix(digits).upper() + digits:
            return self.numbers.parse(self.numbers.prefix + digits)
        if digits.isdecimal() and len(digits) == 2 * self.numbers.digits:
            right = self._prefix(digits) + digits
            raise NotationError(f"{text!r} is not a hex of this map", suggestions=[right])
        return self.numbers.parse(text)  # says what a label looks like

    def _prefix(self, digits: str) -> str:
        column = int(digits[: self.numbers.digits])
        return self.prefix if column >= self.first else self.numbers.prefix
