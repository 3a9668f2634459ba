"""Firefights [A44-16.7, 16.8, 16.12 to 16.21]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule, total
from grognard_ardennes44 import areas
from grognard_ardennes44.attack import Attack, defenders
from grognard_ardennes44.dice import die
from grognard_ardennes44.effects import carry_out, read_as
from grognard_ardennes44.movement import may_ever_cross
from grognard_ardennes44.pieces import grade_reason
from grognard_ardennes44.position import Ardennes, ArdennesDecision, ArdennesPosition, ArdennesResolution
from grognard_ardennes44.tables import Tables

__all__ = [
    "ChooseFirefight",
    "Firefight",
    "FirefightRoll",
    "Lead",
    "TakeEngaged",
    "firefight_modifiers",
    "lead_bars",
]

_GRADE_CITES = {"green": "A44-16.14", "veteran": "A44-16.14", "elite": "A44-16.15"}


class Lead(Action, frozen=True):
    """Fight it out; this unit leads."""

    unit: str


class TakeEngaged(Action, frozen=True):
    """Take the result as Engaged."""

    verb = "break-off"


@rule("A44-16.13", "A44-7.8")
def lead_bars(rules: Tables, position: ArdennesPosition, id_: str, target: str) -> tuple[Reason, ...]:
    """Why a unit could not enter the target hex, and so may not lead."""
    counter, unit = rules.counters[id_], position.units[id_]
    found = areas.bars(rules, position, counter, unit, unit.hex, target)
    if unit.hex in rules.ground(position).terrain:
        found = may_ever_cross(rules, position, counter, unit.hex, target) + found
    return tuple(Reason(f"it could not enter {target}: {bar.text}", "A44-16.13") for bar in found)


def leads(rules: Tables, position: ArdennesPosition, attack: Attack) -> list[str]:
    """Attacking units that may lead a firefight."""
    return [id_ for id_ in attack.units if not lead_bars(rules, position, id_, attack.target)]


@rule("A44-16.8", "A44-16.14", "A44-16.15", "A44-16.16")
def firefight_modifiers(
    rules: Tables, position: ArdennesPosition, attack: Attack, lead: str, extra: int
) -> tuple[Reason, ...]:
    """What the result and the lead unit add to the roll; elite infantry has no bonus against tanks."""
    counter = rules.counters[lead]
    found = (Reason("FF(+1)", "A44-16.8", extra),) if extra else ()
    facing_tanks = any(rules.counters[id_].tank for id_ in defenders(position, attack.target))
    if counter.grade == "elite" and facing_tanks and not counter.tank:
        return (*found, Reason("elite, but no tank against tanks", "A44-16.16"))
    return found + grade_reason(rules, "firefight", counter, _GRADE_CITES[counter.grade])


@rule("A44-16.7", "A44-16.13")
class Firefight(ArdennesResolution, frozen=True):
    """An FF result: the attacker may fight on if a unit can lead; otherwise the defender is Engaged."""

    extra: int

    def happen(self, play: Ardennes) -> None:
        """Ask, or engage."""
        attack = play.enclosing(Attack)
        if leads(play.rules, play.position, attack):
            play.push(ChooseFirefight(attack.attacker, self.extra))
        else:
            carry_out(play, "Eng")


@rule("A44-16.7", "A44-16.12", "A44-16.13")
class ChooseFirefight(ArdennesDecision[Lead | TakeEngaged], frozen=True):
    """The attacker names a lead unit and rolls, or takes the result as Engaged."""

    extra: int
    assumption = "firefights are rolled, led by the unit with the best modifier"

    def options(self, play: Ardennes) -> Iterator[Lead | TakeEngaged]:
        """Each unit that could enter the hex, or none."""
        for id_ in leads(play.rules, play.position, play.enclosing(Attack)):
            yield Lead(id_)
        yield TakeEngaged()

    def take(self, play: Ardennes, action: Lead | TakeEngaged) -> None:
        """Roll, or engage."""
        if isinstance(action, Lead):
            play.push(FirefightRoll(action.unit, self.extra))
        else:
            carry_out(play, "Eng")

    def refusal(self, play: Ardennes, action: Lead | TakeEngaged) -> tuple[Reason, ...]:
        """Not an attacking unit, or one that could not enter."""
        if isinstance(action, TakeEngaged):
            return ()
        attack = play.enclosing(Attack)
        if action.unit not in attack.units:
            return (Reason(f"{action.unit} does not attack", "A44-16.12"),)
        return lead_bars(play.rules, play.position, action.unit, attack.target)

    def assumed(self, play: Ardennes) -> Lead:
        """The unit with the best modifier, of those the one with most steps."""
        rules, position, attack = play.rules, play.position, play.enclosing(Attack)

        def order(id_: str) -> tuple[int, int, str]:
            drm = total(firefight_modifiers(rules, position, attack, id_, self.extra))
            return drm, -position.units[id_].steps, id_

        return Lead(min(leads(rules, position, attack), key=order))


@rule("A44-16.12", "A44-16.17", "A44-16.18", "A44-16.19", "A44-16.20", "A44-16.21")
class FirefightRoll(ArdennesResolution, frozen=True):
    """The roll on the firefight table; its lead unit takes the attacker's loss, all may advance."""

    lead: str
    extra: int

    def happen(self, play: Ardennes) -> None:
        """Roll low."""
        rules, position, attack = play.rules, play.position, play.enclosing(Attack)
        reasons = firefight_modifiers(rules, position, attack, self.lead, self.extra)
        mark = Reason("firefight table", "A44-16.7", sure=rules.firefight.sure)
        roll = play.roll("1d6", why="firefight", reasons=(*reasons, mark))
        result = str(rules.firefight.look(roll + total(reasons)))
        play.log("firefight", unit=self.lead, target=attack.target, result=result, roll=die(play, reasons))
        carry_out(play, read_as(rules, position, attack.target, result), self.lead)
