"""Disrupted and broken units, and the rally phase [A44-18]."""

from __future__ import annotations

from grognard.reasons import Reason, rule, total
from grognard_ardennes44.dice import die
from grognard_ardennes44.pieces import change, enemies_beside, grade_reason, units_of
from grognard_ardennes44.position import Ardennes, ArdennesPosition, ArdennesResolution
from grognard_ardennes44.tables import Tables

__all__ = ["BROKEN", "DISRUPTED", "RallyPhase", "RallyRoll", "rally_bars", "rally_modifiers", "worsened"]

DISRUPTED, BROKEN = "disrupted", "broken"
_BETTER = {BROKEN: DISRUPTED, DISRUPTED: ""}


@rule("A44-18.1", "A44-18.7")
def worsened(state: str, result: str) -> str:
    """The state of a unit after a result that disrupts or breaks it.

    >>> worsened("", "disrupted"), worsened("disrupted", "disrupted"), worsened("", "broken")
    ('disrupted', 'broken', 'broken')
    """
    return BROKEN if state else result


@rule("A44-11.30")
def rally_bars(rules: Tables, position: ArdennesPosition, id_: str) -> tuple[Reason, ...]:
    """Why a unit may not rally: it was driven over an army boundary that still counts."""
    if position.units[id_].strayed and position.turn <= rules.limits.boundaries_until:
        return (Reason("it is on the wrong side of an army boundary", "A44-11.30"),)
    return ()


@rule("A44-18.15")
def rally_modifiers(rules: Tables, id_: str) -> tuple[Reason, ...]:
    """What the grade of a unit adds to its roll."""
    return grade_reason(rules, "rally", rules.counters[id_], "A44-18.15")


@rule("A44-18.12", "A44-18.13")
class RallyPhase(ArdennesResolution, frozen=True):
    """Disrupted and broken units away from the enemy recover one level; those next to him roll for it."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Unit by unit, each judged where it stands."""
        rules, position = play.rules, play.position
        index = rules.ground(position).board.index
        rolls = []
        for id_, unit in list(units_of(rules, position, self.side)):
            if not unit.state or rally_bars(rules, position, id_):
                continue
            if unit.hex in index and enemies_beside(rules, position, unit.hex, self.side):
                rolls.append(RallyRoll(id_))
            else:
                recover(play, id_)
        play.push(*rolls)


@rule("A44-18.14")
class RallyRoll(ArdennesResolution, frozen=True):
    """A disrupted or broken unit next to the enemy tries to recover."""

    unit: str

    def happen(self, play: Ardennes) -> None:
        """Roll low."""
        reasons = rally_modifiers(play.rules, self.unit)
        roll = play.roll("1d6", why="rally", reasons=reasons)
        if roll + total(reasons) <= play.rules.limits.rally_success:
            recover(play, self.unit, die(play, reasons))
        else:
            hex = play.position.units[self.unit].hex
            play.log("not rallied", unit=self.unit, hex=hex, roll=die(play, reasons))


@rule("A44-18.12")
def recover(play: Ardennes, id_: str, thrown: str = "") -> None:
    """One level: from broken to disrupted, from disrupted to good order; on a roll or without one."""
    state = _BETTER[play.position.units[id_].state]
    unit = change(play, id_, state=state)
    play.log("rallied", unit=id_, hex=unit.hex, state=state or "good order", roll=thrown)
