"""Step losses in combat [A44-16.22 to 16.26]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44 import works
from grognard_ardennes44.advantage import hand_over
from grognard_ardennes44.armour import shift_tanks
from grognard_ardennes44.attack import Attack, defenders
from grognard_ardennes44.pieces import attack_value, defence_value, lose_step
from grognard_ardennes44.position import Ardennes, ArdennesDecision, ArdennesResolution, other_side

__all__ = ["AttackerLoss", "ChooseLoss", "DefenderLoss", "Lose", "lose", "loss_candidates"]


class Lose(Action, frozen=True):
    """This unit loses the step."""

    unit: str


@rule("A44-16.23")
def loss_candidates(play: Ardennes, attack: Attack, result: str) -> tuple[str, ...]:
    """Attacking units that may take a loss: after an EX with the armour shift tanks that could give it."""
    if result == "EX" and attack.armour:
        return shift_tanks(play.rules, play.position, attack) or attack.units
    return attack.units


class DefenderLoss(ArdennesResolution, frozen=True):
    """The defender loses a step."""

    def happen(self, play: Ardennes) -> None:
        """His choice of unit."""
        attack = play.enclosing(Attack)
        take_loss(play, other_side(attack.attacker), defenders(play.position, attack.target))


class AttackerLoss(ArdennesResolution, frozen=True):
    """The attacker loses a step; ``units`` are those that may take it, any of his if all are gone."""

    units: tuple[str, ...] = ()

    def happen(self, play: Ardennes) -> None:
        """His choice of unit."""
        attack = play.enclosing(Attack)
        takers = tuple(id_ for id_ in self.units if id_ in attack.units)
        take_loss(play, attack.attacker, takers or attack.units)


def take_loss(play: Ardennes, side: str, units: tuple[str, ...]) -> None:
    """One of the units loses a step."""
    if len(units) == 1:
        lose(play, units[0])
    elif units:
        play.push(ChooseLoss(side, units))


@rule("A44-16.22")
class ChooseLoss(ArdennesDecision[Lose], frozen=True):
    """The owner chooses which unit takes a step loss."""

    units: tuple[str, ...]
    assumption = "the weakest unit takes the loss"

    def options(self, play: Ardennes) -> Iterator[Lose]:
        """Each of them."""
        return map(Lose, self.units)

    def take(self, play: Ardennes, action: Lose) -> None:
        """It loses a step."""
        lose(play, action.unit)

    def refusal(self, play: Ardennes, action: Lose) -> tuple[Reason, ...]:
        """Not a unit that may take this loss."""
        if action.unit in self.units:
            return ()
        armour = play.enclosing(Attack).armour and self.side == play.enclosing(Attack).attacker
        return (Reason(f"{action.unit} may not take this loss", "A44-16.23" if armour else "A44-16.22"),)

    def explain(self, play: Ardennes, action: Lose) -> tuple[Reason, ...]:
        """The steps it has."""
        return (Reason("steps before the loss", "A44-16.24", play.position.units[action.unit].steps),)

    def assumed(self, play: Ardennes) -> Lose:
        """The unit with the lowest values."""
        return Lose(min(self.units, key=lambda id_: (worth(play, id_), id_)))


def worth(play: Ardennes, id_: str) -> int:
    """Attack and defence on the side that is up."""
    counter, unit = play.rules.counters[id_], play.position.units[id_]
    return attack_value(counter, unit) + defence_value(counter, unit)


@rule("A44-16.24", "A44-16.25", "A44-16.26", "A44-15.26")
def lose(play: Ardennes, id_: str) -> None:
    """A unit in the combat loses a step; a remnant takes its place in the attack and under its marker.

    An improved position goes with the last unit in it, an attacker's, too.
    """
    position, attack = play.position, play.enclosing(Attack)
    hex = position.units[id_].hex
    markers = position.markers(hex)
    left = lose_step(play, id_)
    if left == id_:
        return
    works.fall(play, hex)
    if left and markers:
        hand_over(play, hex, markers, id_, (left,))
    if id_ in attack.units:
        units = (left if each == id_ else each for each in attack.units)
        play.amend(Attack, units=tuple(filter(None, units)))
