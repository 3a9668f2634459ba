"""The answer: results and how likely each is, exactly or within bounds."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec
import networkx as nx

from grognard.errors import OddsError
from grognard.reasons import Reason

__all__ = ["OddsRow", "OddsTable", "wilson"]

SURE = 1.959963984540054  # the normal quantile of a 95 % interval


class OddsRow(msgspec.Struct, frozen=True):
    """One result and its probability; ``low`` and ``high`` bound a sampled one (95 %)."""

    result: Hashable
    probability: Fraction
    low: float | None = None
    high: float | None = None


class OddsTable(msgspec.Struct, frozen=True):
    """The answer to a question about odds.

    ``assumptions`` says how decisions on the way were answered, what was drawn for something unknown, and
    where the table was cut; ``unsure`` lists the reconstructed figures that went in. ``states`` counts
    positions examined, or games sampled.
    """

    action: str
    rows: tuple[OddsRow, ...]
    assumptions: tuple[str, ...] = ()
    exact: bool = True
    states: int = 0
    note: str = ""
    unsure: tuple[Reason, ...] = ()
    tree: Any = None

    def probability(self, result: Hashable) -> Fraction:
        """Probability of one result; 0 for a result that cannot happen."""
        return next((row.probability for row in self.rows if row.result == result), Fraction(0))

    def expect(self, worth: Callable[[Any], Fraction | int]) -> Fraction:
        """Expected worth over all results."""
        return sum((row.probability * worth(row.result) for row in self.rows), Fraction(0))

    def to_digraph(self) -> nx.DiGraph[int]:
        """The tree behind an exact table; ask for it with ``tree=True``.

        Nodes carry ``kind`` (roll, choice, end, cut), ``label`` and ``probability``; edges carry the
        conditional ``probability``. Merged positions have several parents.
        """
        if self.tree is None:
            raise OddsError("no tree was kept: ask for it with tree=True (sampled tables have none)")
        graph: nx.DiGraph[int] = self.tree
        return graph

    def __str__(self) -> str:
        lines = [f"{self.action}" + ("" if self.exact else f"  (sampled, {self.states} games)")]
        for row in self.rows:
            bounds = "" if row.low is None or row.high is None else f"  [{row.low:.1%}, {row.high:.1%}]"
            exactly = f"  ({row.probability})" if self.exact and row.probability.denominator < 10**6 else ""
            lines.append(f"  {float(row.probability):7.2%}  {row.result}{exactly}{bounds}")
        lines += [f"  assuming {text}" for text in self.assumptions]
        lines += [f"  note: {self.note}"] if self.note else []
        return "\n".join(lines)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson score interval (95 %) of a share.

    >>> tuple(round(bound, 3) for bound in wilson(8, 10))
    (0.49, 0.943)
    """
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    middle = share + SURE**2 / (2 * trials)
    half = SURE * sqrt(share * (1 - share) / trials + SURE**2 / (4 * trials**2))
    scale = 1 + SURE**2 / trials
    low, high = (middle - half) / scale, (middle + half) / scale
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # rounding must not shut the share out
