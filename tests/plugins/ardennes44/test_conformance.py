"""Ardennes '44 keeps what every system must keep; the suite plays the small map and the drawn starts."""

from __future__ import annotations

from typing import ClassVar

from grognard.testing import Conformance

OPEN_ENDED = ("ChooseBreakthrough",)
"""Of breakthrough groups the largest are listed; parts of them are legal, too."""


class TestArdennes44(Conformance):
    ruleset = "ardennes44"
    scenarios = ("our-clervaux",)
    games = 1
    samples = 60
    breadth = 4
    misses = 15
    fuzz_games = 6
    recorded = 60
    open_ended = OPEN_ENDED


class TestOtherReadings(Conformance):
    """Every option at the value that is not its default."""

    ruleset = "ardennes44"
    ruleset_options: ClassVar[dict[str, object]] = {
        "extended": True,
        "fuel_dumps": True,
        "roadblocks": True,
        "factor_limit": True,
        "firefight_a1_d1_retreat": 2,
    }
    scenarios = ("our-clervaux",)
    games = 1
    samples = 30
    breadth = 2
    misses = 5
    fuzz_games = 2
    recorded = 40
    open_ended = OPEN_ENDED


def test_every_option_is_read_otherwise_there() -> None:
    options = TestOtherReadings().game.ruleset.options
    assert TestOtherReadings.ruleset_options.keys() == options.keys()
    for name, value in TestOtherReadings.ruleset_options.items():
        assert value != options[name].default
