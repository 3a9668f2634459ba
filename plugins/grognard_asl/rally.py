"""The Rally Phase: rally, self-rally, and what becomes of desperation morale [ASLI-2]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule, total
from grognard_asl.morale import morale_of, reduce, rolls_by_margin
from grognard_asl.position import Asl, AslDecision, AslResolution
from grognard_asl.stacks import (
    adjust,
    kind_of,
    leaders_in,
    next_to_enemy,
    units_of,
)

__all__ = [
    "ChooseKeepDm",
    "ChooseRally",
    "DmStep",
    "EndRally",
    "KeepDm",
    "Rallies",
    "Rally",
    "RallyAttempt",
    "RemoveDm",
    "SelfRally",
    "in_cover",
    "rally_bars",
    "rally_reasons",
]


class Rally(Action, frozen=True):
    """A leader tries to rally a unit in its hex."""

    unit: str
    leader: str


class SelfRally(Action, frozen=True):
    """A broken leader tries to rally itself."""

    unit: str


class EndRally(Action, frozen=True):
    """No more attempts this phase."""

    verb = "end-rally"


class KeepDm(Action, frozen=True):
    """Keep a unit under DM, so that it may rout again."""

    unit: str


class RemoveDm(Action, frozen=True):
    """Remove a unit's DM counter."""

    unit: str


# Rallying ------------------------------------------------------------------------------------------------


@rule("ASLI-2.0.1")
class Rallies(AslResolution, frozen=True):
    """A side tries to rally its broken units, one after the other."""

    side: str
    over: bool = False

    def happen(self, play: Asl) -> None:
        """Offer the next attempt."""
        if not self.over:
            play.push(ChooseRally(self.side), self)


@rule("ASLI-2.0.2", "ASLI-2.0.3", "ASLI-2.0.10", "ASLI-2.0.13", "ASLI-2.0.14")
def rally_bars(play: Asl, side: str, id_: str, leader: str) -> Iterator[Reason]:
    """Every rule that forbids an attempt; ``leader`` is blank for Self-Rally."""
    position = play.position
    unit = position.units.get(id_)
    if unit is None or unit.side != side or not unit.hex:
        yield Reason(f"{id_} is no unit of the {side}", "ASLI-2.0.1")
        return
    if not unit.broken:
        yield Reason("it is not broken", "ASLI-2.0.2")
    if unit.melee:
        yield Reason("units in melee do nothing but fight", "ASLI-9.5.0.5")
    if id_ in position.acted:
        yield Reason("it has made its attempt this phase", "ASLI-2.0.13")
    able = leaders_in(play, unit.hex, side)
    if not leader:
        if kind_of(play.rules, unit).leadership is None:
            yield Reason("only leaders rally themselves", "ASLI-2.0.3")
        if able:
            yield Reason("an unbroken leader is in its hex", "ASLI-2.0.3")
    elif leader not in able:
        yield Reason(f"{leader} is no unbroken leader in its hex", "ASLI-2.0.2")
    elif leader in position.handled:
        yield Reason(f"{leader} has recovered a weapon this phase", "ASLI-10.4.4")


@rule("ASLI-2.0.9", "ASLI-2.0.11")
class ChooseRally(AslDecision[Rally | SelfRally | EndRally], frozen=True):
    """Choose the next attempt, and the leader who makes it."""

    def options(self, play: Asl) -> Iterator[Rally | SelfRally | EndRally]:
        """Every broken unit with every leader who may try."""
        for id_, unit in units_of(play.position, self.side):
            if not unit.broken:
                continue
            for leader in leaders_in(play, unit.hex, self.side):
                if next(rally_bars(play, self.side, id_, leader), None) is None:
                    yield Rally(id_, leader)
            if next(rally_bars(play, self.side, id_, ""), None) is None:
                yield SelfRally(id_)
        yield EndRally()

    def take(self, play: Asl, action: Rally | SelfRally | EndRally) -> None:
        """Try, or end the phase."""
        if isinstance(action, EndRally):
            play.amend(Rallies, over=True)
            return
        play.position.acted.add(action.unit)
        play.push(RallyAttempt(action.unit, action.leader if isinstance(action, Rally) else ""))

    def refusal(self, play: Asl, action: Rally | SelfRally | EndRally) -> tuple[Reason, ...]:
        """Why an attempt may not be made."""
        if isinstance(action, EndRally):
            return ()
        leader = action.leader if isinstance(action, Rally) else ""
        if isinstance(action, Rally) and not leader:
            return (Reason("a leader has to try", "ASLI-2.0.2"),)
        return tuple(rally_bars(play, self.side, action.unit, leader))


def in_cover(play: Asl, hex: str) -> bool:
    """Whether a hex is woods or a building."""
    return play.rules.field(play.position).terrain[hex].cover


@rule("ASLI-2.0.5", "ASLI-2.0.6", "ASLI-2.0.7", "ASLI-2.0.8", "ASLI-2.0.18")
def rally_reasons(play: Asl, id_: str, leader: str) -> tuple[Reason, ...]:
    """The DRM of an attempt."""
    position, figures = play.position, play.rules.figures.rally
    unit = position.units[id_]
    reasons: list[Reason] = []
    if unit.dm:
        reasons.append(figures.reason("desperation", "DM", figures.desperation))
    if in_cover(play, unit.hex):
        row = play.rules.field(position).terrain[unit.hex]
        reasons.append(figures.reason("cover", row.name.en.lower(), figures.cover))
    if leader:
        led = kind_of(play.rules, position.units[leader])
        reasons.append(led.reason("leadership", f"led by {led.name.en}", led.leadership or 0))
    else:
        reasons.append(figures.reason("self_rally", "Self-Rally", figures.self_rally))
    return tuple(reasons)


@rule("ASLI-2.0.4", "ASLI-2.0.12")
class RallyAttempt(AslResolution, frozen=True):
    """The dice of an attempt: up to the broken morale rallies, an Original 12 costs men."""

    unit: str
    leader: str

    def happen(self, play: Asl) -> None:
        """Roll."""
        unit = play.position.units[self.unit]
        reasons = rally_reasons(play, self.unit, self.leader)
        margin = morale_of(play, unit) - total(reasons)
        groups = rolls_by_margin(margin, play.rules.figures.rally.casualty_dr)
        counts = play.pool("2d6", 1, count=groups, why="rally", reasons=reasons)
        roll = max(map(int, groups[counts.index(1)].split()))
        if roll == play.rules.figures.rally.casualty_dr:
            if not reduce(play, self.unit):
                return
        elif roll <= margin:
            adjust(play, self.unit, broken=False, dm=False)
            play.log("rallied", side=unit.side, kind=unit.kind, hex=unit.hex)
            return
        play.log("not rallied", side=unit.side, kind=play.position.units[self.unit].kind, hex=unit.hex)


# Desperation morale --------------------------------------------------------------------------------------


@rule("ASLI-2.0.19")
class DmStep(AslResolution, frozen=True):
    """At the end of the RPh DM counters go, unless their owner keeps them; ``left`` are to be judged."""

    left: tuple[str, ...] = ()
    begun: bool = False

    def happen(self, play: Asl) -> None:
        """Judge the next unit under DM."""
        units = play.position.units
        if not self.begun:
            active = play.position.active
            left = sorted((id_ for id_ in units if units[id_].dm), key=lambda id_: units[id_].side != active)
            play.push(DmStep(tuple(left), begun=True))
            return
        if not self.left:
            return
        id_, rest = self.left[0], self.left[1:]
        unit = units[id_]
        play.push(DmStep(rest, begun=True))
        if next_to_enemy(play, unit.hex, unit.side):  # it would come under DM again at once [ASLI-2.0.17]
            return
        if in_cover(play, unit.hex):
            remove_dm(play, id_)
        else:
            play.push(ChooseKeepDm(unit.side, id_))


@rule("ASLI-2.0.19")
def remove_dm(play: Asl, id_: str) -> None:
    """Take a DM counter off."""
    unit = adjust(play, id_, dm=False)
    play.log("dm removed", side=unit.side, kind=unit.kind, hex=unit.hex)


@rule("ASLI-2.0.20")
class ChooseKeepDm(AslDecision[KeepDm | RemoveDm], frozen=True):
    """The owner of a unit outside cover may keep it under DM."""

    unit: str

    def options(self, play: Asl) -> Iterator[KeepDm | RemoveDm]:
        """Keep or remove."""
        yield RemoveDm(self.unit)
        yield KeepDm(self.unit)

    def take(self, play: Asl, action: KeepDm | RemoveDm) -> None:
        """Do it."""
        if isinstance(action, RemoveDm):
            remove_dm(play, self.unit)
