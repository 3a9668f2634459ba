"""Germans on the way to Antwerp, and the British who must cover it [A44-27.7 to 27.9]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.pieces import defence_value, origin, relocate
from grognard_ardennes44.position import (
    ANTWERP,
    Ardennes,
    ArdennesDecision,
    ArdennesPosition,
    ArdennesResolution,
)
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.victory import exited_attack

__all__ = ["CoverAntwerp", "SendBritish", "SendToAntwerp", "british_on_map", "is_covered", "needed_defence"]


class SendToAntwerp(Action, frozen=True):
    """Move a British unit from the map to the Antwerp Box."""

    unit: str
    verb = "send"


@rule("A44-27.8")
def needed_defence(rules: Tables, position: ArdennesPosition) -> int:
    """The British defence the Antwerp Box needs; none as long as no German has left."""
    if ANTWERP not in position.german:
        return 0
    return exited_attack(rules, position) + rules.limits.antwerp_margin


@rule("A44-27.8", "A44-27.9")
def is_covered(rules: Tables, position: ArdennesPosition) -> bool:
    """Whether enough British stand in the box; until then all that arrive go there."""
    held = sum(
        defence_value(rules.counters[id_], position.units[id_]) for id_ in position.allied.get(ANTWERP, ())
    )
    return held >= needed_defence(rules, position)


def british_on_map(rules: Tables, position: ArdennesPosition) -> list[str]:
    """British units on the map, in the order of ids."""
    board = rules.ground(position).board
    return sorted(
        id_ for hex, ids in position.allied.items() if hex in board.index for id_ in ids
        if origin(rules, rules.counters[id_], position.units[id_]).nation == "british"
    )  # fmt: skip


@rule("A44-27.7")
class CoverAntwerp(ArdennesResolution, frozen=True):
    """At the end of a German player turn the British on the map go to Antwerp until it is covered."""

    def happen(self, play: Ardennes) -> None:
        """Ask for the next unit."""
        rules, position = play.rules, play.position
        if not is_covered(rules, position) and british_on_map(rules, position):
            play.push(SendBritish("allied"), CoverAntwerp())


@rule("A44-27.7", "A44-27.8")
class SendBritish(ArdennesDecision[SendToAntwerp], frozen=True):
    """The Allied player chooses a British unit to go."""

    def options(self, play: Ardennes) -> Iterator[SendToAntwerp]:
        """Any British unit on the map."""
        return map(SendToAntwerp, british_on_map(play.rules, play.position))

    def refusal(self, play: Ardennes, action: SendToAntwerp) -> tuple[Reason, ...]:
        """Only British units on the map."""
        if action.unit in british_on_map(play.rules, play.position):
            return ()
        return (Reason("no British unit on the map", "A44-27.7"),)

    def take(self, play: Ardennes, action: SendToAntwerp) -> None:
        """Off it goes."""
        play.log("to antwerp", unit=action.unit)
        relocate(play, action.unit, ANTWERP)
