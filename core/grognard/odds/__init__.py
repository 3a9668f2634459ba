"""Exact odds: what an action leads to, and how likely each result is.

The rules themselves are run, once for every outcome of every roll: no calculator has rules of its own.
A question runs until the frames the action pushed are gone, or until a decision that nobody answers.
Equal positions are merged after each roll, judged by what differs from the position asked about, so that
bystanders cost nothing. Weights are integers inside and :class:`~fractions.Fraction` outside.

When a question grows beyond its limit it is answered by sampling instead, and the table says so.
"""

from __future__ import annotations

from grognard.odds.asking import odds
from grognard.odds.question import Policy
from grognard.odds.table import OddsRow, OddsTable, wilson

__all__ = ["OddsRow", "OddsTable", "Policy", "odds", "wilson"]
