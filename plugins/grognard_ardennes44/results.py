"""The result of a combat is carried out [A44-14.15, A44-16]."""

from __future__ import annotations

from grognard.reasons import rule
from grognard_ardennes44.advantage import spend
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.effects import carry_out, effect_of, read_as
from grognard_ardennes44.firefight import Firefight
from grognard_ardennes44.position import Ardennes, ArdennesResolution

__all__ = ["ApplyResult"]


@rule("A44-14.15", "A44-16.31")
class ApplyResult(ArdennesResolution, frozen=True):
    """A result of the CRT is carried out at once."""

    result: str

    def happen(self, play: Ardennes) -> None:
        """Markers that counted are spent; then a firefight, or the effects."""
        attack = play.enclosing(Attack)
        spend(play, attack)
        result = read_as(play.rules, play.position, attack.target, self.result)
        if attack.stopped or result != self.result:
            play.log("result", result=result, target=attack.target)
        effect = effect_of(play.rules, result)
        if effect.also == "firefight":
            play.push(Firefight(effect.firefight))
        else:
            carry_out(play, result)
