"""Defenders that are Engaged stay where they are [A44-16.9, 16.10, 16.20, 16.27]."""

from __future__ import annotations

from grognard.reasons import rule
from grognard_ardennes44.advance import Advances
from grognard_ardennes44.advantage import grant
from grognard_ardennes44.attack import Attack, defenders
from grognard_ardennes44.pieces import change
from grognard_ardennes44.position import IN_COLUMN, Ardennes, ArdennesResolution

__all__ = ["Engagement", "engage"]


@rule("A44-16.9", "A44-16.10", "A44-16.20", "A44-19.1")
class Engagement(ArdennesResolution, frozen=True):
    """The defenders stay and are Engaged; if none is left, the attacker may enter their hex."""

    advance: str
    advantage: bool = False

    def happen(self, play: Ardennes) -> None:
        """Mark them, or advance."""
        attack = play.enclosing(Attack)
        if defenders(play.position, attack.target):
            engage(play, attack.target)
            if self.advantage:
                grant(play, attack)
        elif self.advance != "-":
            play.push(Advances(self.advance))


@rule("A44-16.10", "A44-16.27", "A44-12.23", "A44-17.17")
def engage(play: Ardennes, hex: str) -> None:
    """The defending stack is Engaged, and loses SM and truck markers; who fled into it takes no part."""
    for id_ in defenders(play.position, hex):
        marker = play.position.units[id_].marker
        change(play, id_, engaged=True, marker="" if marker in IN_COLUMN else marker)
    play.log("engaged", hex=hex)
