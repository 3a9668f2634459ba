"""Charts with dice: a die result against a strength, odds, or a name."""

from __future__ import annotations

import re
from bisect import bisect_right
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from grognard.charts.grid import Cell, Grid, Plain, Value
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Chart", "OddsChart", "RollTable"]

_DOWN, _UP = -(10**9), 10**9  # the far ends of "<=1" and ">=12"


class _Rolled(Grid):
    """What charts with dice share: a row by die result."""

    def __init__(self, plain: Plain, *, file: Path | str = "") -> None:
        super().__init__(plain, file=file)
        spans = [self._span(label) for label in plain.rows]
        self._low, self._high = self._checked_spans(spans)
        self._row_of = {
            roll: row
            for row, (low, high) in enumerate(spans)
            for roll in range(max(low, self._low), min(high, self._high) + 1)
        }
        self._open = (min(spans)[0] == _DOWN, max(high for _, high in spans) == _UP)

    def row(self, roll: int) -> int:
        """Index of the row for a die result after modifiers.

        Raises:
            RulesetError: the chart has no row for it.
        """
        row = self._row_of.get(roll)
        if row is not None:
            return row
        down, up = self._open
        if (roll < self._low and down) or (roll > self._high and up):
            return self._row_of[self._low if roll < self._low else self._high]
        raise self._wrong(f"no row for a roll of {roll}: it covers {self._low} to {self._high}")

    def cell(self, column: int, roll: int) -> Cell:
        """The entry in a column, by index, for a die result."""
        return self._cells[self.row(roll)][column]

    def _check_ascending(self, columns: tuple[Fraction, ...]) -> None:
        if not columns:
            raise self._wrong("must have columns")
        for place, (left, right) in enumerate(pairwise(columns)):
            if right <= left:
                before, label = self.labels[place : place + 2]
                raise self._wrong(f"columns must ascend, got {label!r} after {before!r}")

    def _span(self, label: str) -> tuple[int, int]:
        """The lowest and highest die result of a row's label."""
        if one := re.fullmatch(r"\s*(-?\d+)\s*", label):
            return int(one[1]), int(one[1])
        two = re.fullmatch(r"\s*(-?\d+)\s*-\s*(-?\d+)\s*", label)
        if two and int(two[1]) <= int(two[2]):
            return int(two[1]), int(two[2])
        if end := re.fullmatch(r"\s*(<=|>=)\s*(-?\d+)\s*", label):
            return (_DOWN, int(end[2])) if end[1] == "<=" else (int(end[2]), _UP)
        raise self._wrong(f"row label must be a roll such as '4', '2-3', '<=1' or '>=12', got {label!r}")

    def _checked_spans(self, spans: list[tuple[int, int]]) -> tuple[int, int]:
        """Lowest and highest result with a row of its own; every result of the dice must have exactly one."""
        dice = re.fullmatch(r"(\d+)d(\d+)", self.dice)
        if not dice or "0" in (dice[1], dice[2]):
            raise self._wrong(f"dice must be such as '1d6' or '2d6', got {self.dice!r}")
        if not spans:
            raise self._wrong("must have rows")
        named = sorted((span, label) for span, label in zip(spans, self.row_labels, strict=True))
        for ((_, high), label), ((low, _), other) in pairwise(named):
            if low <= high:
                raise self._wrong(f"rows {label!r} and {other!r} overlap")
            if low > high + 1:
                raise self._wrong(f"no row for a roll of {high + 1}")
        (first, _), (_, last) = named[0][0], named[-1][0]
        least, most = int(dice[1]), int(dice[1]) * int(dice[2])
        if first > least or last < most:
            raise self._wrong(f"no row for a roll of {least if first > least else most}")
        low = min(named[0][0][1], least) if first == _DOWN else first
        high = max(named[-1][0][0], most) if last == _UP else last
        return low, high


class Chart(_Rolled):
    """Strength columns against a die result: the rightmost column not above the strength counts.

    >>> fire = Chart(Plain("fire", "strength", {"en": "Fire"}, "1d6", columns=(1, 2, 4), rows={
    ...     "<=1": [2, 2, 3], "2-4": [1, 1, 2], ">=5": [0, 0, 1]}))
    >>> fire
    <Chart 'fire' 3×3 on 1d6>
    >>> fire.column(3) == fire.column(2), fire.look(3, 2), fire.look(40, -7)
    (True, 1, 3)
    >>> fire.covers(Fraction(1, 2))
    False
    """

    kind = "strength"

    def __init__(self, plain: Plain, *, file: Path | str = "") -> None:
        super().__init__(plain, file=file)
        try:
            self.columns = tuple(Fraction(label) for label in self.labels)
        except (ValueError, ZeroDivisionError):
            raise self._wrong(f"columns must be numbers, got {list(plain.columns)!r}") from None
        self._check_ascending(self.columns)

    def covers(self, strength: Fraction | int) -> bool:
        """Whether the strength reaches the first column."""
        return strength >= self.columns[0]

    def column(self, strength: Fraction | int) -> int:
        """Index of the rightmost column not above ``strength``.

        Raises:
            RulesetError: the strength does not reach the first column.
        """
        if not self.covers(strength):
            raise self._wrong(f"begins at strength {self.labels[0]}, got {strength}")
        return bisect_right(self.columns, strength) - 1

    def look(self, strength: Fraction | int, roll: int) -> Value:
        """The entry for a strength and a die result."""
        return self.cell(self.column(strength), roll).value


class OddsChart(_Rolled):
    """Odds columns against a die result: odds are rounded down to a column, then shifted, then clamped.

    >>> crt = OddsChart(Plain("crt", "odds", {"en": "Combat"}, "1d6", columns=("1:2", "1:1", "2:1", "3:1"),
    ...     surplus=True, rows={"1-3": ["A", "A", "X", "D"], "4-6": ["A", "X", "D", "D"]}))
    >>> crt.labels[crt.column(7, 4)], crt.labels[crt.column(7, 4, shift=1)], crt.labels[crt.column(1, 9)]
    ('1:1', '2:1', '1:2')
    >>> crt.labels[crt.column(5, 1, shift=-1)], crt.labels[crt.column(5, 1, shift=-3)]
    ('3:1', '2:1')
    >>> crt.look(2, 1, 4, shift=-1)
    'X'

    ``below = "none"`` means that odds below the first column are no attack (:meth:`covers`); otherwise they
    start in it. ``surplus = true`` lets every whole point of odds above the last column count as one more
    column against left shifts, as in the doctest: 5:1 with one left is still 3:1.
    """

    kind = "odds"

    def __init__(self, plain: Plain, *, file: Path | str = "") -> None:
        super().__init__(plain, file=file)
        self.columns = tuple(self._ratio(label) for label in self.labels)
        self._check_ascending(self.columns)

    def covers(self, attack: Fraction | int, defence: Fraction | int) -> bool:
        """Whether the odds reach the first column, or need not."""
        return self.plain.below == "clamp" or attack >= self.columns[0] * defence

    def column(self, attack: Fraction | int, defence: Fraction | int, *, shift: int = 0) -> int:
        """Index of the column after rounding down, shifting and clamping; a defence of 0 is the last column.

        Raises:
            RulesetError: the odds are below the first column of a chart that has none there.
        """
        if not self.covers(attack, defence):
            raise self._wrong(f"begins at odds {self.labels[0]}, got {attack}:{defence}")
        last = len(self.columns) - 1
        if defence <= 0:
            return max(0, min(last, last + shift))
        odds = Fraction(attack) / defence
        column = max(0, bisect_right(self.columns, odds) - 1)
        if self.plain.surplus and column == last:
            column += int(odds - self.columns[last])
        return max(0, min(last, column + shift))

    def look(self, attack: Fraction | int, defence: Fraction | int, roll: int, *, shift: int = 0) -> Value:
        """The entry for odds, column shifts and a die result."""
        return self.cell(self.column(attack, defence, shift=shift), roll).value

    def _ratio(self, label: str) -> Fraction:
        parts = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*[:-]\s*(\d+(?:\.\d+)?)\s*", label)
        if not parts or not Fraction(parts[2]):
            raise self._wrong(f"columns must be odds such as '1:2' or '3:1', got {label!r}")
        return Fraction(parts[1]) / Fraction(parts[2])


class RollTable(_Rolled):
    """A die result looked up without columns, or under a column that has a name.

    >>> sky = RollTable(Plain("sky", "roll", {"en": "Sky"}, "1d6", rows={"1-4": "clear", "5-6": "rain"}))
    >>> sky.look(4), sky.look(5)
    ('clear', 'rain')
    >>> toll = RollTable(Plain("toll", "roll", {"en": "Toll"}, "1d6", columns=("foot", "wheels"),
    ...     rows={"1-5": [0, 1], "6": [1, 2]}))
    >>> toll.look(6, "wheels")
    2
    """

    kind = "roll"

    def __init__(self, plain: Plain, *, file: Path | str = "") -> None:
        super().__init__(plain, file=file)
        self.columns = self.labels
        self._check_names()

    def cell(self, column: int | str, roll: int) -> Cell:
        """The entry for a die result in a column, by its index or name; ``""`` if the table has no columns.

        Raises:
            RulesetError: the table has no such column, or no such row.
        """
        if isinstance(column, int):
            return super().cell(column, roll)
        if column not in (self.columns or ("",)):
            raise self._wrong(f"no column {column!r}{did_you_mean(column, self.columns)}")
        return super().cell(self.columns.index(column) if self.columns else 0, roll)

    def look(self, roll: int, column: str = "") -> Value:
        """The value for a die result, in the named column if there are columns; raises as :meth:`cell`."""
        return self.cell(column, roll).value
