"""A defender is driven back, unless a determined defence holds him there [A44-16.34 to 16.38]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.play import Action
from grognard.reasons import Reason, first_cited, rule, total
from grognard_ardennes44.advance import Advances
from grognard_ardennes44.advantage import forfeit
from grognard_ardennes44.attack import Attack, defenders
from grognard_ardennes44.dice import die
from grognard_ardennes44.engaged import Engagement
from grognard_ardennes44.losses import AttackerLoss, lose
from grognard_ardennes44.pieces import eliminate, grade_reason
from grognard_ardennes44.position import (
    Ardennes,
    ArdennesDecision,
    ArdennesPosition,
    ArdennesResolution,
    other_side,
)
from grognard_ardennes44.retreat import Retreats
from grognard_ardennes44.tables import Tables

__all__ = [
    "ChooseDeterminedDefence",
    "DeterminedDefence",
    "DrivenBack",
    "GiveWay",
    "StandFast",
    "determined_leads",
    "determined_modifiers",
]


class StandFast(Action, frozen=True):
    """Try a determined defence led by this unit."""

    unit: str
    verb = "stand"


class GiveWay(Action, frozen=True):
    """Retreat."""


@rule("A44-16.5", "A44-16.6", "A44-16.33", "A44-16.34", "A44-16.35", "A44-17.15", "A44-17.17")
class DrivenBack(ArdennesResolution, frozen=True):
    """Defenders must retreat so many hexes, and the attacker advances.

    Against a regular advance a determined defence may be tried first; ``asked`` says that it was, ``held``
    that it succeeded.
    """

    hexes: int
    state: str
    advance: str
    breakthrough: bool = False
    asked: bool = False
    held: bool = False

    def happen(self, play: Ardennes) -> None:
        """Ask for a determined defence; then stand or go."""
        attack = play.enclosing(Attack)
        if self.held:
            play.push(Engagement("limited"))
            return
        if not self.asked:
            forfeit(play, attack.target)
            if self.advance == "regular" and determined_leads(play.position, attack.target):
                again = DrivenBack(self.hexes, self.state, self.advance, self.breakthrough, asked=True)
                play.push(ChooseDeterminedDefence(other_side(attack.attacker)), again)
                return
        drive_out(play, attack.target)
        play.push(
            Retreats(defenders(play.position, attack.target), self.hexes, self.state),
            Advances(self.advance, self.breakthrough),
        )


@rule("A44-17.17")
def drive_out(play: Ardennes, hex: str) -> None:
    """Units that had retreated into the hex of others are lost when they would have to go again."""
    defending = defenders(play.position, hex)
    for id_ in play.position.stack(hex):
        if id_ not in defending:
            eliminate(play, id_, "retreat")


@rule("A44-16.36")
def determined_leads(position: ArdennesPosition, hex: str) -> list[str]:
    """Undisrupted defenders that may lead a determined defence; none if all are disrupted."""
    return [id_ for id_ in defenders(position, hex) if not position.units[id_].state]


@rule("A44-16.36", "A44-16.37")
def determined_modifiers(rules: Tables, id_: str) -> tuple[Reason, ...]:
    """What the lead unit adds to the roll; the printed table's own modifiers are not known."""
    return grade_reason(rules, "determined_defence", rules.counters[id_], "A44-16.37")


@rule("A44-16.34", "A44-16.36")
class ChooseDeterminedDefence(ArdennesDecision[StandFast | GiveWay], frozen=True):
    """The defender may try to cancel a retreat that gives a regular advance."""

    assumption = "determined defence is tried, led by the best unit"

    def options(self, play: Ardennes) -> Iterator[StandFast | GiveWay]:
        """Each lead unit, or to go."""
        for id_ in determined_leads(play.position, play.enclosing(Attack).target):
            yield StandFast(id_)
        yield GiveWay()

    def take(self, play: Ardennes, action: StandFast | GiveWay) -> None:
        """Roll, or go."""
        if isinstance(action, StandFast):
            play.push(DeterminedDefence(action.unit))

    def refusal(self, play: Ardennes, action: StandFast | GiveWay) -> tuple[Reason, ...]:
        """Not a unit that can lead."""
        if isinstance(action, GiveWay):
            return ()
        position, target = play.position, play.enclosing(Attack).target
        if action.unit not in defenders(position, target):
            return (Reason(f"{action.unit} does not defend {target}", first_cited(determined_leads)),)
        if action.unit not in determined_leads(position, target):
            return (Reason(f"{action.unit} is {position.units[action.unit].state}", "A44-16.36"),)
        return ()

    def assumed(self, play: Ardennes) -> StandFast:
        """Led by the unit with the best modifier, of those the one with most steps."""
        units = play.position.units
        leads = determined_leads(play.position, play.enclosing(Attack).target)
        best = min(
            leads, key=lambda id_: (total(determined_modifiers(play.rules, id_)), -units[id_].steps, id_)
        )
        return StandFast(best)


@rule("A44-16.34", "A44-16.35", "A44-16.36", "A44-16.38")
class DeterminedDefence(ArdennesResolution, frozen=True):
    """The roll: ``Hold`` cancels retreat, disruption and advance.

    ``D1`` costs the lead unit a step, ``A1`` the attacker.
    """

    lead: str

    def happen(self, play: Ardennes) -> None:
        """Roll low."""
        chart = play.rules.determined_defence
        reasons = determined_modifiers(play.rules, self.lead)
        mark = Reason("determined defence table", "A44-16.34", sure=chart.sure)
        roll = play.roll("1d6", why="determined defence", reasons=(*reasons, mark))
        word, _, cost = str(chart.look(roll + total(reasons))).partition(" ")
        play.log(
            "determined defence", unit=self.lead, result=f"{word} {cost}".strip(), roll=die(play, reasons)
        )
        losses = cost.split("/")
        if "D1" in losses:
            lose(play, self.lead)
        if word == "Hold":
            play.amend(DrivenBack, held=True)
        if "A1" in losses:
            play.push(AttackerLoss())
