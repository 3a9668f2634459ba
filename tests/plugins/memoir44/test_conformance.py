"""Memoir '44 keeps what every system must keep; the suite is sized to take half a minute."""

from __future__ import annotations

from grognard.testing import Conformance


class TestMemoir44(Conformance):
    ruleset = "memoir44"
    games = 1
    samples = 90
    breadth = 4
    misses = 25
    fuzz_games = 32
    recorded = 150
