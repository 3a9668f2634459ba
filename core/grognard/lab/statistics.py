"""Shares with their uncertainty, and the spread of a measure over games."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.odds import wilson

__all__ = ["Share", "Spread"]


class Share(msgspec.Struct, frozen=True):
    """``count`` out of ``of``, with the 95 % Wilson interval of the share behind it.

    >>> print(Share.of_count(8, 10))
    80.0 % (8 of 10; 49.0–94.3 %)
    """

    count: int
    of: int
    share: float
    low: float
    high: float

    @classmethod
    def of_count(cls, count: int, of: int) -> Share:
        """The share of ``count`` in ``of``; of nothing, the share is 0 and may be anything."""
        low, high = wilson(count, of)
        return cls(count, of, count / of if of else 0.0, low, high)

    def __str__(self) -> str:
        bounds = f"{100 * self.low:.1f}–{100 * self.high:.1f} %"
        return f"{100 * self.share:.1f} % ({self.count} of {self.of}; {bounds})"


class Spread(msgspec.Struct, frozen=True):
    """Mean, least, quartiles and greatest of a measure; all 0 over no games.

    >>> print(Spread.over([3, 1, 2, 10]))
    mean 4, median 2.5, 1 to 10
    """

    mean: float
    least: float
    lower: float
    median: float
    upper: float
    greatest: float

    @classmethod
    def over(cls, values: Iterable[float]) -> Spread:
        """The spread of some values; quartiles lie between two values where they have to."""
        ordered = sorted(values)
        if not ordered:
            return cls(0, 0, 0, 0, 0, 0)
        quarters = [_quantile(ordered, share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
        return cls(sum(ordered) / len(ordered), *quarters)

    def __str__(self) -> str:
        return f"mean {self.mean:.4g}, median {self.median:.4g}, {self.least:.4g} to {self.greatest:.4g}"


def _quantile(ordered: list[float], share: float) -> float:
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
