"""Ardennes '44 keeps what every system must keep."""

from __future__ import annotations

from grognard.testing import Conformance


class TestArdennes44(Conformance):
    ruleset = "ardennes44"
    scenarios = ("our-clervaux",)
    games = 1
    samples = 60
    breadth = 4
    misses = 15
    fuzz_games = 6
    recorded = 60
