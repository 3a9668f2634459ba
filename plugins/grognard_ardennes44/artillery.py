"""Artillery: readied in its phase, in support of attack and of defence [A44-5, A44-22.10 to 22.22].

How artillery moves is in :mod:`grognard_ardennes44.guns`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.attack import Attack, colour_of, defenders
from grognard_ardennes44.crt import sum_up
from grognard_ardennes44.dice import die, roll_on
from grognard_ardennes44.ground import BLOCK, BOX, Ground
from grognard_ardennes44.pieces import change, origin
from grognard_ardennes44.position import (
    IN_COLUMN,
    Ardennes,
    ArdennesDecision,
    ArdennesPosition,
    ArdennesResolution,
)
from grognard_ardennes44.schema import Entry
from grognard_ardennes44.tables import Counter, Tables

__all__ = [
    "ArtillerySupport",
    "ChooseAnswer",
    "ChooseGuns",
    "ChooseReady",
    "DefensiveFire",
    "Enough",
    "GunSupport",
    "Ready",
    "ReadyAll",
    "Support",
    "ready_bars",
    "support_bars",
]


class Ready(Action, frozen=True):
    """Flip an artillery unit to its Ready side."""

    unit: str


class ReadyAll(Action, frozen=True):
    """Flip all that may be flipped."""


class Support(Action, frozen=True):
    """Support the combat with an artillery unit."""

    unit: str


class Enough(Action, frozen=True):
    """No more artillery."""


# The artillery support phase -------------------------------------------------------------------------------


@rule("A44-4.2", "A44-5.1", "A44-22.9")
class ArtillerySupport(ArdennesResolution, frozen=True):
    """A side's artillery support phase; prime movers come off first."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Take the prime movers off, then let the player choose."""
        units = play.position.units
        for id_ in guns_of(play.rules, play.position, self.side):
            if units[id_].marker == "pm":
                change(play, id_, marker="")
        play.push(ChooseReady(self.side, allowance(play.rules, self.side, play.position.turn)))


@rule("A44-5.2", "A44-5.3")
def allowance(rules: Tables, side: str, turn: int) -> int:
    """How many artillery units a side may flip in a turn; 999 for all of them."""
    if side == "allied":
        return 999
    return rules.limits.german_ready_by_turn.get(str(turn), rules.limits.german_ready)


def guns_of(rules: Tables, position: ArdennesPosition, side: str) -> list[str]:
    """The artillery units of a side in play, boxes included, in the order of ids."""
    counters = rules.counters
    return sorted(id_ for id_ in position.units if (c := counters[id_]).gun and c.side == side)


@rule("A44-5.4", "A44-5.5")
def ready_bars(rules: Tables, position: ArdennesPosition, side: str, id_: str) -> tuple[Reason, ...]:
    """Why an artillery unit cannot be flipped to Ready; an EZOC or being Engaged does not forbid it."""
    unit = position.units.get(id_)
    if unit is None or not rules.counters[id_].gun or rules.counters[id_].side != side:
        return (Reason(f"{id_} is no artillery of the {side} side", "A44-5.1"),)
    bars = []
    if unit.ready:
        bars.append(Reason("it is Ready", "A44-5.1"))
    if unit.state:
        bars.append(Reason("it is disrupted", "A44-5.4"))
    if unit.oos:
        bars.append(Reason("it is out of supply", "A44-5.4"))
    if unit.marker in IN_COLUMN:
        bars.append(Reason("it is under an SM marker", "A44-5.4"))
    return tuple(bars)


@rule("A44-5.1", "A44-5.2", "A44-5.3")
class ChooseReady(ArdennesDecision[Ready | ReadyAll | Enough], frozen=True):
    """Flip artillery units one by one, in the order of ids, up to the allowance."""

    left: int
    last: str = ""

    def _open(self, play: Ardennes) -> list[str]:
        rules, position = play.rules, play.position
        if not self.left:
            return []
        guns = guns_of(rules, position, self.side)
        return [id_ for id_ in guns if id_ > self.last and not ready_bars(rules, position, self.side, id_)]

    def options(self, play: Ardennes) -> Iterator[Ready | ReadyAll | Enough]:
        """Those that may be flipped, all of them if the allowance covers them, or no more."""
        may = self._open(play)
        if 1 < len(may) <= self.left:
            yield ReadyAll()
        for id_ in may:
            yield Ready(id_)
        yield Enough()

    def refusal(self, play: Ardennes, action: Ready | ReadyAll | Enough) -> tuple[Reason, ...]:
        """State, supply, order and allowance."""
        if isinstance(action, Enough):
            return ()
        may = self._open(play)
        if isinstance(action, ReadyAll):
            if 1 < len(may) <= self.left:
                return ()
            return (Reason(f"{self.left} may be flipped, not {len(may)}", "A44-5.2"),)
        bars = list(ready_bars(play.rules, play.position, self.side, action.unit))
        if not self.left:
            bars.append(Reason("the allowance is spent", "A44-5.2"))
        if action.unit <= self.last:
            bars.append(Reason("artillery units are named in the order of their ids", "A44-5.1"))
        return tuple(bars)

    def take(self, play: Ardennes, action: Ready | ReadyAll | Enough) -> None:
        """Flip them."""
        if isinstance(action, Enough):
            return
        chosen = self._open(play) if isinstance(action, ReadyAll) else [action.unit]
        for id_ in chosen:
            change(play, id_, ready=True)
            play.log("ready", unit=id_)
        if isinstance(action, Ready):
            play.push(msgspec.structs.replace(self, left=self.left - 1, last=action.unit))


# Who may support -------------------------------------------------------------------------------------------


@rule("A44-13.21")
def boxes_of(ground: Ground, entries: tuple[Entry, ...]) -> frozenset[str]:
    """The Blocking Positions and Off Map Boxes of entry hexes, as places of units."""
    return frozenset(
        [BLOCK + entry.id for entry in entries] + [BOX + entry.box for entry in entries if entry.box]
    )  # fmt: skip


@rule("A44-22.10", "A44-13.21")
def in_reach(rules: Tables, position: ArdennesPosition, attack: Attack, id_: str, side: str) -> Reason | None:
    """Why artillery does not reach the target hex; from the boxes it reaches for attacks from there only."""
    ground, hex = rules.ground(position), position.units[id_].hex
    if hex in ground.terrain:
        if ground.board.distance(hex, attack.target) > rules.counters[id_].range:
            return Reason("the target is out of its range", "A44-22.10")
        return None
    entries = ground.entries_at.get(attack.target, ())
    from_box = any(position.units[other].hex.startswith(BLOCK) for other in attack.units)
    if side != attack.attacker or not from_box or hex not in boxes_of(ground, entries):
        return Reason("from its box it supports attacks from the Blocking Position only", "A44-13.21")
    return None


@rule("A44-22.15", "A44-29.9", "A44-14.9")
def colour_bar(
    rules: Tables, position: ArdennesPosition, attack: Attack, gun: Counter, side: str
) -> Reason | None:
    """Artillery supports ground units of its own corps or army.

    On Turn 1 German attacks are supported only by artillery of their corps.
    """
    attacking = side == attack.attacker
    ids = attack.units if attacking else defenders(position, attack.target)
    ids = tuple(id_ for id_ in ids if not rules.counters[id_].gun)
    if attacking and side == "german" and position.turn == 1:
        corps = (origin(rules, rules.counters[id_], position.units[id_]).corps for id_ in ids)
        return None if gun.corps in corps else Reason("none of its corps takes part", "A44-29.9")
    if gun.colour in (colour_of(rules, position, id_) for id_ in ids):
        return None
    return Reason("none of its corps or army takes part", "A44-22.15")


@rule(
    "A44-22.13", "A44-22.14", "A44-22.21", "A44-22.22", "A44-23.17", "A44-25.19", "A44-29.7", "A44-18.5",
    "A44-16.27",
)  # fmt: skip
def support_bars(
    rules: Tables, position: ArdennesPosition, attack: Attack, id_: str, side: str
) -> tuple[Reason, ...]:
    """Why an artillery unit cannot support a side of an attack. Supply and night do not forbid it."""
    unit, gun = position.units.get(id_), rules.counters.get(id_)
    if unit is None or gun is None or not gun.gun or gun.side != side:
        return (Reason(f"{id_} is no artillery of the {side} side", "A44-22.13"),)
    bars: list[Reason | None] = []
    if not unit.ready:
        bars.append(Reason("it has Fired", "A44-22.13"))
    if unit.engaged:
        bars.append(Reason("it is Engaged", "A44-22.13"))
    if unit.state:
        bars.append(Reason("it is disrupted", "A44-22.13"))
    if unit.marker == "pm":
        bars.append(Reason("it is under a prime mover marker", "A44-22.9"))
    bars.append(in_reach(rules, position, attack, id_, side))
    bars.append(colour_bar(rules, position, attack, gun, side))
    if side != attack.attacker:
        if unit.hex == attack.target:
            bars.append(Reason("it is attacked itself", "A44-22.21"))
        if side == "allied" and position.turn == 1 and "freed_artillery" not in gun.traits:
            bars.append(Reason("on Turn 1 only two battalions give defensive support", "A44-29.7"))
    return tuple(filter(None, bars))


def supporters(play: Ardennes, attack: Attack, side: str, last: str = "") -> Iterator[str]:
    """Artillery that may support a side of an attack, in the order of ids after ``last``."""
    rules, position = play.rules, play.position
    for id_ in guns_of(rules, position, side):
        if id_ > last and position.units[id_].ready and not support_bars(rules, position, attack, id_, side):
            yield id_


@rule("A44-22.12", "A44-22.14")
def fires(play: Ardennes, id_: str) -> None:
    """An artillery unit supports a combat and is flipped at once."""
    change(play, id_, ready=False)
    play.log("support", unit=id_)


# Support in a combat ---------------------------------------------------------------------------------------


@rule("A44-14.13")
class GunSupport(ArdennesResolution, frozen=True):
    """Artillery joins the attack, one unit after the other, until there is enough."""

    side: str
    over: bool = False

    def happen(self, play: Ardennes) -> None:
        """Ask for the next, and come again."""
        attack, most = play.enclosing(Attack), play.rules.limits.attack_guns
        if not self.over and not attack.stopped and len(attack.guns) < most:
            play.push(ChooseGuns(self.side), self)


@rule("A44-14.13", "A44-22.16", "A44-19.16")
class ChooseGuns(ArdennesDecision[Support | Enough], frozen=True):
    """The attacker names his artillery, in the order of ids; breakthrough combat is no exception."""

    assumption = "the attacker supports with the artillery he has"

    def options(self, play: Ardennes) -> Iterator[Support | Enough]:
        """Artillery that may support, or no more."""
        attack = play.enclosing(Attack)
        for id_ in supporters(play, attack, self.side, max(attack.guns, default="")):
            yield Support(id_)
        yield Enough()

    def refusal(self, play: Ardennes, action: Support | Enough) -> tuple[Reason, ...]:
        """State, range, colour and order."""
        if isinstance(action, Enough):
            return ()
        attack = play.enclosing(Attack)
        bars = list(support_bars(play.rules, play.position, attack, action.unit, self.side))
        if attack.guns and action.unit <= attack.guns[-1]:
            bars.append(Reason("artillery units are named in the order of their ids", "A44-14.13"))
        return tuple(bars)

    def take(self, play: Ardennes, action: Support | Enough) -> None:
        """Flip it and count it, or have enough."""
        if isinstance(action, Enough):
            play.amend(GunSupport, over=True)
            return
        fires(play, action.unit)
        play.amend(Attack, guns=(*play.enclosing(Attack).guns, action.unit))

    def explain(self, play: Ardennes, action: Support | Enough) -> tuple[Reason, ...]:
        """Every term of the attack as it stands, with this artillery."""
        attack = play.enclosing(Attack)
        more = (action.unit,) if isinstance(action, Support) else ()
        return sum_up(play.rules, play.position, msgspec.structs.replace(attack, guns=attack.guns + more))

    def assumed(self, play: Ardennes) -> Support | Enough:
        """The next that may, or no more."""
        return next(self.options(play))


@rule("A44-14.13", "A44-22.17", "A44-19.16")
class ChooseAnswer(ArdennesDecision[Support | Enough], frozen=True):
    """After the attacker, the defender may name one artillery unit."""

    assumption = "the defender answers with artillery if he has any"

    def options(self, play: Ardennes) -> Iterator[Support | Enough]:
        """Artillery that may support, or none."""
        attack = play.enclosing(Attack)
        for id_ in supporters(play, attack, self.side):
            yield Support(id_)
        yield Enough()

    def refusal(self, play: Ardennes, action: Support | Enough) -> tuple[Reason, ...]:
        """State, range, colour."""
        if isinstance(action, Enough):
            return ()
        return support_bars(play.rules, play.position, play.enclosing(Attack), action.unit, self.side)

    def take(self, play: Ardennes, action: Support | Enough) -> None:
        """Flip it; its fire follows."""
        if isinstance(action, Enough):
            return
        fires(play, action.unit)
        play.amend(Attack, answer=(action.unit,))
        play.push(DefensiveFire(self.side))

    def assumed(self, play: Ardennes) -> Support | Enough:
        """The first that may, or none."""
        return next(self.options(play))

    def moot(self, play: Ardennes) -> bool:
        """The attack was called off."""
        return play.enclosing(Attack).stopped


@rule("A44-22.17", "A44-22.18", "A44-22.19")
class DefensiveFire(ArdennesResolution, frozen=True):
    """A roll on the defensive artillery table: columns to the left, or the attack is stopped."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Roll."""
        dat, guns = play.rules.dat, play.enclosing(Attack).answer
        sure = dat.cell(self.side, 1).sure
        mark = Reason(f"defensive artillery: {play.rules.name(guns[0])}", "A44-22.17", sure=sure)
        result = roll_on(play, dat, column=self.side, why="defensive artillery", reasons=(mark,))
        play.log("defensive artillery", unit=guns[0], result=result, roll=die(play))
        if result == "TOT":
            play.amend(Attack, stopped=True, early="A1")
        else:
            play.amend(Attack, dat=int(result))
