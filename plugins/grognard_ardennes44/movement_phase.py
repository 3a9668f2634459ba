"""The movement phase: the active side moves unit after unit and does what other chapters offer [A44-11.1].

A chapter joins in by listing its :class:`~grognard_ardennes44.offers.Offer` in ``OFFERS``, and what it does
when the phase begins or ends in ``BEGIN`` and ``END``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44 import (
    air,
    boxes,
    breakdown,
    commando,
    driving,
    engineers,
    guns,
    moving,
    nightmarkers,
    paradrop,
    reinforcement,
    strategic,
    trucks,
    works,
)
from grognard_ardennes44.movement import bars_to_moving, can_go, overlay, set_out
from grognard_ardennes44.offers import Offer
from grognard_ardennes44.pieces import units_of
from grognard_ardennes44.position import Ardennes, ArdennesDecision, ArdennesPosition, ArdennesResolution
from grognard_ardennes44.stacking import EnforceStacking, overstacking
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.zoc import in_ezoc

__all__ = [
    "BEGIN",
    "END",
    "OFFERS",
    "ChooseMover",
    "Done",
    "MovementEnds",
    "MovementPhase",
    "MovementStarts",
    "Moves",
]


class Done(Action, frozen=True):
    """No more moves in this phase."""


OFFERS: tuple[Offer, ...] = (
    *moving.OFFERS,
    *driving.OFFERS,
    *trucks.OFFERS,
    *guns.OFFERS,
    *works.OFFERS,
    *reinforcement.OFFERS,
    *engineers.OFFERS,
    *boxes.OFFERS,
    *paradrop.OFFERS,
    *commando.OFFERS,
    *breakdown.OFFERS,
    *nightmarkers.OFFERS,
)
"""What the active side may do, chapter by chapter, in the order in which it is listed."""

BEGIN: tuple[Callable[[Ardennes, str], None], ...] = (
    works.complete,
    air.allot_markers,
    strategic.take_off_markers,
    reinforcement.roll_for_653,
)
"""What chapters do when the phase of a side begins; they may push frames."""

END: tuple[Callable[[Ardennes, str], None], ...] = (works.remove_empty,)
"""What chapters do when it ends."""

OFFER_OF: dict[type[Action], Offer] = {
    action: offer for offer in OFFERS for action in (offer.action, *offer.also)
}


@rule("A44-11.1")
class MovementPhase(ArdennesResolution, frozen=True):
    """The movement phase of a side, by day or at night."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Begin, let the side move, end."""
        play.push(MovementStarts(self.side), Moves(self.side), MovementEnds(self.side))


class MovementStarts(ArdennesResolution, frozen=True):
    """What happens before the first unit moves."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Ask the chapters."""
        for begin in BEGIN:
            begin(play, self.side)


class Moves(ArdennesResolution, frozen=True):
    """One thing after the other, until the side has had enough."""

    side: str
    over: bool = False

    def happen(self, play: Ardennes) -> None:
        """Ask what is done next, and come again."""
        if not self.over:
            play.push(ChooseMover(self.side), self)


@rule("A44-8.6", "A44-8.7")
class MovementEnds(ArdennesResolution, frozen=True):
    """The side has moved: hexes over the limits lose units."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Ask the chapters, then look at the stacks."""
        rules, position = play.rules, play.position
        for end in END:
            end(play, self.side)
        over = tuple(hex for hex in sorted(position.stacks(self.side)) if overstacking(rules, position, hex))
        if over:
            play.push(EnforceStacking(self.side, over))


@rule("A44-11.1", "A44-11.3", "A44-18.3")
class ChooseMover(ArdennesDecision[Action], frozen=True):
    """Choose what is done next; what is chosen is finished before the next choice."""

    def options(self, play: Ardennes) -> Iterator[Action]:
        """What the chapters offer, or the end of the phase."""
        for offer in OFFERS:
            yield from offer.options(play, self.side)
        if not next(must_leave(play.rules, play.position, self.side), None):
            yield Done()

    def take(self, play: Ardennes, action: Action) -> None:
        """Hand the action to its chapter, or end the phase."""
        if isinstance(action, Done):
            play.amend(Moves, over=True)
            return
        OFFER_OF[type(action)].take(play, self.side, action)

    def explain(self, play: Ardennes, action: Action) -> tuple[Reason, ...] | None:
        """What the chapter has to say about it."""
        explain = None if isinstance(action, Done) else OFFER_OF[type(action)].explain
        return explain(play, self.side, action) if explain else None

    def refusal(self, play: Ardennes, action: Action) -> tuple[Reason, ...]:
        """What the chapter has against it."""
        if not isinstance(action, Done):
            return OFFER_OF[type(action)].refusal(play, self.side, action)
        return tuple(
            Reason(f"{id_} is {play.position.units[id_].state} and must move out of the EZOC", "A44-18.3")
            for id_ in sorted(must_leave(play.rules, play.position, self.side))
        )


ChooseMover.actions = (*OFFER_OF, Done)


@rule("A44-18.3")
def must_leave(rules: Tables, position: ArdennesPosition, side: str) -> Iterator[str]:
    """Disrupted and broken units that stand in an EZOC and can move out of it."""
    for id_, unit in units_of(rules, position, side):
        if unit.state and in_ezoc(rules, position, side, unit.hex) and can_leave_ezoc(rules, position, id_):
            yield id_


def can_leave_ezoc(rules: Tables, position: ArdennesPosition, id_: str) -> bool:
    """Whether a disrupted unit can move, by tactical movement or, artillery, by a shift of its position."""
    if bars_to_moving(rules, position, id_):
        return False
    trips = []
    if not moving.way_bars(rules, position, id_, "tactical"):
        trips.append(set_out(rules, position, id_, "tactical"))
    if rules.counters[id_].gun and not guns.shift_bars(rules, position, id_):
        trips.append(guns.shifting(rules, position, id_))
    common = overlay(rules, position, rules.counters[id_].side)
    return any(can_go(rules, position, trip, common) for trip in trips)
