"""Detecting Mr Solar and the 150th Panzer Brigade [A44-27.16 to 27.18].

``detected ID`` in the position's tally says that such a unit is an ordinary unit now.
"""

from __future__ import annotations

from grognard.hexes import Hex
from grognard.reasons import rule
from grognard_ardennes44.pieces import did
from grognard_ardennes44.position import Ardennes, ArdennesPosition, ArdennesResolution
from grognard_ardennes44.tables import Tables

__all__ = ["DetectUsers", "detect", "detect_by_contact", "is_undetected"]


@rule("A44-27.15", "A44-27.16")
def is_undetected(rules: Tables, position: ArdennesPosition, id_: str) -> bool:
    """Whether a unit has these abilities and has not been detected."""
    return "solar" in rules.counters[id_].traits and not position.tally.get(f"detected {id_}")


@rule("A44-27.16", "A44-27.17")
def detect(play: Ardennes, id_: str) -> None:
    """From now on it is an ordinary unit."""
    play.position.tally[f"detected {id_}"] = 1
    play.log("detected", unit=id_, hex=play.position.units[id_].hex)


@rule("A44-27.18")
def detect_by_contact(play: Ardennes, id_: str, hex: Hex) -> None:
    """An Allied unit has moved into a hex: undetected units next to it are detected."""
    rules, position = play.rules, play.position
    if rules.counters[id_].side != "allied":
        return
    for other in rules.ground(position).board.neighbours(hex):
        for near in position.german.get(other, ()):
            if is_undetected(rules, position, near):
                detect(play, near)


@rule("A44-27.17")
class DetectUsers(ArdennesResolution, frozen=True):
    """At the end of the German player turn whoever used an ability is detected."""

    def happen(self, play: Ardennes) -> None:
        """Detect them."""
        for id_ in sorted(play.position.units):
            if did(play.position, id_, "infiltrated") and is_undetected(play.rules, play.position, id_):
                detect(play, id_)
