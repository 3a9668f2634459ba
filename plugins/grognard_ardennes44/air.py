"""Aircraft: Ground Support markers and Jabos, both from the day the sky clears [A44-15.13 to 15.16]."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.crt import sum_up
from grognard_ardennes44.dice import die, roll_on
from grognard_ardennes44.position import Ardennes, ArdennesDecision, ArdennesResolution
from grognard_ardennes44.weather import is_clear

__all__ = [
    "ChooseAir",
    "GroundSupport",
    "JabosRoll",
    "KeepMarker",
    "UseAir",
    "air_left",
    "allot_markers",
    "drop_markers",
]

MARKERS = "air"
"""Ground Support markers left this turn, in the position's tally."""


class UseAir(Action, frozen=True):
    """Put a Ground Support marker on the attack."""

    verb = "air"


class KeepMarker(Action, frozen=True):
    """Attack without air support."""

    verb = "no-air"


@rule("A44-15.13", "A44-15.15", "A44-28.2")
class GroundSupport(ArdennesResolution, frozen=True):
    """In the Allied movement phase a roll says how many Ground Support markers there are."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Roll, if the sky is clear."""
        position, chart = play.position, play.rules.ground_support
        if self.side != "allied" or position.night or not is_clear(play.rules, position.turn):
            return
        reasons = (Reason("half of the roll, rounded up", "A44-15.15"),)
        count = int(roll_on(play, chart, why="ground support markers", reasons=reasons))
        position.tally[MARKERS] = count
        play.log("ground support", markers=count)


def allot_markers(play: Ardennes, side: str) -> None:
    """When the Allied movement phase begins, the markers are rolled for."""
    if side == "allied":
        play.push(GroundSupport(side))


def air_left(play: Ardennes) -> int:
    """Ground Support markers not yet used."""
    return play.position.tally.get(MARKERS, 0)


@rule("A44-15.15")
def drop_markers(play: Ardennes) -> None:
    """Unused markers are lost when the Allied combat phase ends."""
    play.position.tally.pop(MARKERS, None)


@rule("A44-15.14", "A44-14.13")
class ChooseAir(ArdennesDecision[UseAir | KeepMarker], frozen=True):
    """The Allied attacker may use one Ground Support marker in a combat."""

    assumption = "a Ground Support marker is used"

    def options(self, play: Ardennes) -> Iterator[UseAir | KeepMarker]:
        """With it or without it."""
        yield UseAir()
        yield KeepMarker()

    def take(self, play: Ardennes, action: UseAir | KeepMarker) -> None:
        """Spend it."""
        if isinstance(action, UseAir):
            play.position.tally[MARKERS] -= 1
            play.amend(Attack, air=True)
            play.log("air support", hex=play.enclosing(Attack).target)

    def explain(self, play: Ardennes, action: UseAir | KeepMarker) -> tuple[Reason, ...]:
        """Every term of the attack as it stands, with the aircraft if they are used."""
        attack = msgspec.structs.replace(play.enclosing(Attack), air=isinstance(action, UseAir))
        return sum_up(play.rules, play.position, attack)

    def assumed(self, play: Ardennes) -> UseAir:
        """With it."""
        return UseAir()

    def moot(self, play: Ardennes) -> bool:
        """No marker is left, or the attack was called off."""
        return not air_left(play) or play.enclosing(Attack).stopped


@rule("A44-14.14", "A44-15.16", "A44-28.2")
class JabosRoll(ArdennesResolution, frozen=True):
    """Under a clear sky every German attack is rolled for: 0 to 3 columns to the left, after artillery."""

    def happen(self, play: Ardennes) -> None:
        """Roll, unless the attack has been stopped or it is night."""
        attack, jabos, position = play.enclosing(Attack), play.rules.jabos, play.position
        if attack.stopped or attack.attacker != "german" or position.night:
            return
        if not is_clear(play.rules, position.turn):
            return
        reasons = (Reason("Jabos", "A44-15.16", sure=jabos.cell("", 1).sure),)
        columns = int(roll_on(play, jabos, why="Jabos", reasons=reasons))
        play.log("jabos", columns=columns, roll=die(play))
        play.amend(Attack, jabos=columns)
