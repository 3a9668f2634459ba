"""Memoir '44 keeps what every system must keep; the suite is sized to take well under a minute."""

from __future__ import annotations

from typing import ClassVar

from grognard.testing import Conformance


class TestMemoir44(Conformance):
    ruleset = "memoir44"
    games = 1
    samples = 90
    breadth = 4
    misses = 25
    fuzz_games = 32
    recorded = 150


class TestOtherReadings(Conformance):
    """Every option at the value that is not its default."""

    ruleset = "memoir44"
    ruleset_options: ClassVar[dict[str, object]] = {
        "airdrop": "scatter",
        "los_sides": "each_side",
        "tiger_flags": "ignored",
        "air_power_chain": "connected",
        "close_assault_overrun_bonus": False,
        "hedgerow_take_ground": "not_moved",
        "wire_take_ground": True,
        "wire_overrun": True,
    }
    scenarios = ("sainte-mere-eglise", "operation-luttich", "omaha-beach")
    games = 1
    samples = 45
    breadth = 3
    misses = 15
    fuzz_games = 24
    recorded = 80


def test_every_option_is_read_otherwise_there() -> None:
    options = TestOtherReadings().game.ruleset.options
    assert TestOtherReadings.ruleset_options.keys() == options.keys()
    for name, value in TestOtherReadings.ruleset_options.items():
        assert value != options[name].default
