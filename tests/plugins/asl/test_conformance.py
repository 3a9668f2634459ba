"""The introductory game of ASL keeps what every game system must keep."""

from __future__ import annotations

from grognard.testing import Conformance


class TestAslIntro(Conformance):
    ruleset = "asl_intro"
    open_ended = (
        "ChooseFirers", "ChooseFirstFire", "ChooseTarget", "ChooseMover", "ChooseStep", "ChooseAttack",
    )  # fmt: skip
