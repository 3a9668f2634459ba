"""2. Movement: choose a unit, choose a hex, and the other side may spring its ambush."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from grognard.hexes import Hex
from grognard.paths import Reach, reach
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_skirmish.ambush import SpringAmbush
from grognard_skirmish.position import (
    SkirmishDecision,
    SkirmishPlay,
    SkirmishResolution,
    Unit,
    enemy_of,
    field,
)


class Activate(Action, frozen=True):
    """Pick up a unit to move it."""

    unit: str


class EndMoves(Action, frozen=True):
    """Move no further unit this turn."""


class Move(Action, frozen=True):
    """Move the unit picked up to a hex."""

    hex: Hex


# A frame is taken off the agenda before it runs. A step in which a side chooses again and again is a
# resolution that asks and puts itself back below the question, never a decision that pushes itself.


@rule("SK-2.1")
class Moves(SkirmishResolution, frozen=True):
    """The movement step: the side moves its units one by one until it has had enough."""

    side: str
    over: bool = False

    def happen(self, play: SkirmishPlay) -> None:
        """Ask for the next unit, and come again."""
        if not self.over:
            play.push(ChooseMover(self.side), self)


@rule("SK-2.1")
class ChooseMover(SkirmishDecision[Activate | EndMoves], frozen=True):
    """The unit to move next, or the end of the step. What is no option is refused under this rule's id."""

    def options(self, play: SkirmishPlay) -> Iterator[Activate | EndMoves]:
        """Every unit that can go somewhere: one that cannot would leave the next stage without options."""
        for unit in play.position.units_of(self.side):
            if not unit.acted and destinations(play, unit):
                yield Activate(unit.id)
        yield EndMoves()

    def take(self, play: SkirmishPlay, action: Activate | EndMoves) -> None:
        """On to the unit's destination, or out of the loop."""
        if isinstance(action, Activate):
            play.push(ChooseDestination(self.side, action.unit))
        else:
            play.amend(Moves, over=True)


@rule("SK-2.1")
class ChooseDestination(SkirmishDecision[Move], frozen=True):
    """The unit picked up moves to a hex within its reach. Refusals of its own say more than the default."""

    unit: str

    def options(self, play: SkirmishPlay) -> Iterator[Move]:
        """Every hex the unit can pay for."""
        yield from (Move(hex) for hex in destinations(play, play.position.units[self.unit]))

    def refusal(self, play: SkirmishPlay, action: Move) -> tuple[Reason, ...]:
        """Everything that keeps the unit out of the hex."""
        reasons = (occupied(play, action.hex), out_of_reach(play, play.position.units[self.unit], action.hex))
        return tuple(reason for reason in reasons if reason)

    def explain(self, play: SkirmishPlay, action: Move) -> tuple[Reason, ...]:
        """What the way there costs, hex by hex."""
        reached, ground = ways(play, play.position.units[self.unit]), field(play).terrain
        return tuple(
            Reason(f"{hex} {ground[hex].name.en.lower()}", "SK-2.1", reached[hex] - reached[before])
            for before, hex in pairwise(reached.path(action.hex))
        )

    def take(self, play: SkirmishPlay, action: Move) -> None:
        """Put the unit there; the other side is asked before anything else happens.

        What its answer leads to is pushed by the answer, not here beneath it: odds and reasons of an answer
        see only what the answer itself pushes.
        """
        unit = play.position.units[self.unit]
        play.position.change(unit, hex=action.hex, acted=True)
        play.log("moved", side=unit.side, unit=unit.id, type=unit.type, hex=action.hex)
        play.push(SpringAmbush(enemy_of(self.side), self.unit))


@rule("SK-2.1", "SK-2.2")
def ways(play: SkirmishPlay, unit: Unit) -> Reach:
    """How far the unit's MP take it: every hex with its cost, the unit's own included."""
    taken = [other.hex for other in play.position.units.values() if other.id != unit.id]
    budget = play.rules.units[unit.type].mp
    return reach(field(play).movement[unit.type], unit.hex, budget, blocked=taken)


def destinations(play: SkirmishPlay, unit: Unit) -> list[Hex]:
    """The hexes the unit can move to this turn."""
    return [hex for hex in ways(play, unit) if hex != unit.hex]


# A predicate implements one rule and answers with a cited reason, or with None if the rule does not object.


@rule("SK-2.2")
def occupied(play: SkirmishPlay, hex: Hex) -> Reason | None:
    """No two units in one hex."""
    there = play.position.unit_in(hex)
    return Reason(f"{hex} is occupied by {there.id}", "SK-2.2") if there else None


@rule("SK-2.1")
def out_of_reach(play: SkirmishPlay, unit: Unit, hex: Hex) -> Reason | None:
    """A move costs at most the unit's MP."""
    mp = play.rules.units[unit.type].mp
    near = hex in destinations(play, unit)
    return None if near else Reason(f"no way to {hex!r} costs {mp} MP or less", "SK-2.1")
