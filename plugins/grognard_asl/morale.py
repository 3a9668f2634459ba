"""What fire does to units: random selection, casualties, morale checks, breaking [ASLI-3.2.0, 3.2.1]."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from grognard.dice import Face
from grognard.reasons import Reason, rule, total
from grognard_asl.position import Asl, AslPosition, AslResolution, Unit
from grognard_asl.stacks import adjust, desperate, eliminate, kind_of, leaders_in

__all__ = [
    "CasualtyEffect",
    "KillEffect",
    "MoraleChecks",
    "RandomSelection",
    "Selecting",
    "break_unit",
    "check_order",
    "help_of",
    "judge",
    "morale_of",
    "morale_reasons",
    "reduce",
]


# Random selection ----------------------------------------------------------------------------------------


class Selecting(AslResolution, frozen=True):
    """A record frame under a random selection: ``chosen`` is filled in when all dice have fallen."""

    units: tuple[str, ...]
    chosen: tuple[str, ...] = ()


@rule("ASLI-3.2.1.1", "ASLI-3.2.1.2")
class RandomSelection(AslResolution, frozen=True):
    """A die for every unit; the highest ``count`` are selected, and all that tie for the last place.

    The record frame under this one is a `Selecting`.
    """

    units: tuple[str, ...]
    count: int

    def happen(self, play: Asl) -> None:
        """Roll, a die for each unit in turn; when only ``count`` are concerned at all, nothing is rolled."""
        chosen = self.units
        if self.count < len(self.units):
            why, reasons = "random selection", (Reason("a die for each in turn", "ASLI-3.2.1.1"),)
            start, step = Rolled(), selecting(len(self.units), self.count)
            rolled = play.fold("1d6", len(self.units), start, step, why=why, reasons=reasons)
            chosen = tuple(self.units[number] for number, _ in rolled.dice)
        play.amend(Selecting, chosen=chosen)


Dice = tuple[tuple[int, int], ...]
"""Numbers of units, with their dice."""

SURE = 7
"""Stands for the die of a unit that will be selected whatever the others roll."""


class Rolled(NamedTuple):
    """A random selection so far: how many units have rolled, and the dice of those still in the running."""

    number: int = 0
    dice: Dice = ()


@cache
def selecting(units: int, count: int) -> Callable[[Rolled, Face], Rolled]:
    """What the next die makes of a random selection; after the last one only the units matter.

    >>> step = selecting(2, 1)
    >>> step(step(Rolled(), 5), 5).dice, step(step(Rolled(), 5), 6).dice
    (((0, 7), (1, 7)), ((1, 7),))
    """

    def step(rolled: Rolled, die: Face) -> Rolled:
        dice = (*rolled.dice, (rolled.number, int(die)))
        return Rolled(rolled.number + 1, in_the_running(dice, count, units - rolled.number - 1))

    return step


def in_the_running(dice: Dice, count: int, left: int) -> Dice:
    """Units that may still be selected, in their order; those that will be for sure have `SURE` for a die.

    A unit is sure when it stays among the ``count`` highest even if all ``left`` dice beat it, and when
    counting it as higher than everything beats nobody out of a tie.
    """
    values = [die for _, die in dice]
    found = []
    for unit, die in dice:
        above = sum(1 for other in values if other > die)
        if above >= count:
            continue
        sure = not left or above + left + values.count(die) <= count
        found.append((unit, SURE if sure else die))
    return tuple(found)


# Casualties ----------------------------------------------------------------------------------------------


@rule("ASLI-3.2.0.13", "ASLI-3.2.0.14")
def reduce(play: Asl, id_: str) -> bool:
    """Casualty Reduction: a squad becomes a half-squad in the same state, all else is eliminated.

    Says whether anything is left.
    """
    unit = play.position.units[id_]
    half = kind_of(play.rules, unit).half_squad
    if not half:
        eliminate(play, id_, "casualties")
        return False
    play.position.lost[unit.side] += 1
    play.log("reduced", side=unit.side, kind=unit.kind, to=half, hex=unit.hex)
    adjust(play, id_, kind=half)
    return True


@rule("ASLI-3.2.0.8", "ASLI-3.2.0.9", "ASLI-3.2.0.10")
class KillEffect(Selecting, frozen=True):
    """#KIA: the units selected are eliminated, the rest break."""

    def happen(self, play: Asl) -> None:
        """Carry it out."""
        for id_ in self.units:
            if id_ in self.chosen:
                eliminate(play, id_, "KIA")
            elif not play.position.units[id_].broken:
                break_unit(play, id_)


@rule("ASLI-3.2.0.11", "ASLI-3.2.0.12")
class CasualtyEffect(Selecting, frozen=True):
    """K/#: the units selected are reduced, then everybody who is left takes a MC with +#."""

    drm: int = 0

    def happen(self, play: Asl) -> None:
        """Carry it out."""
        left = [id_ for id_ in self.units if id_ not in self.chosen or reduce(play, id_)]
        play.push(MoraleChecks(check_order(play, left), self.drm))


# Morale --------------------------------------------------------------------------------------------------


@rule("ASLI-3.2.0.19")
def morale_of(play: Asl, unit: Unit) -> int:
    """The morale a unit uses now."""
    row = kind_of(play.rules, unit)
    return row.broken if unit.broken else row.morale


@rule("ASLI-3.2.0.16")
def check_order(play: Asl, ids: Iterable[str]) -> tuple[str, ...]:
    """Leaders first, the highest morale first; then the others as they are stacked."""
    units, rows = play.position.units, play.rules.units

    def place(id_: str) -> int:
        unit = units[id_]
        row = rows[unit.kind]
        return -(row.broken if unit.broken else row.morale) if row.leadership is not None else 0

    return tuple(sorted(ids, key=place))


@rule("ASLI-11.1.2", "ASLI-11.1.3", "ASLI-11.2.2")
def help_of(play: Asl, id_: str, checking: Iterable[str] = ()) -> Reason | None:
    """The leadership that helps a unit with a morale check: the best leader in its hex, never itself.

    A leader who still has to check (``checking``) or fires a machine gun helps nobody; a positive modifier is
    not used.
    """
    position = play.position
    unit = position.units[id_]
    best: Reason | None = None
    for other in leaders_in(play, unit.hex, unit.side):
        if other == id_ or other in checking or at_machine_gun(position, other):
            continue
        row = kind_of(play.rules, position.units[other])
        value = row.leadership or 0
        if value < (best.value if best else 0):
            best = row.reason("leadership", f"led by {row.name.en}", value)
    return best


@rule("ASLI-10.5.6")
def at_machine_gun(position: AslPosition, leader: str) -> bool:
    """Whether a leader of the DEFENDER has fired a machine gun in this phase, or helped another with one."""
    return position.units[leader].fired in ("first", "final") and leader not in position.directed


def morale_reasons(play: Asl, id_: str, drm: int, checking: Iterable[str] = ()) -> tuple[Reason, ...]:
    """The DRM of a morale check."""
    reasons = [Reason(f"{drm}MC", "ASLI-3.2.0.22", drm)] if drm else []
    help_ = help_of(play, id_, checking)
    return (*reasons, help_) if help_ else tuple(reasons)


@rule("ASLI-3.2.0.15", "ASLI-3.2.0.22")
class MoraleChecks(AslResolution, frozen=True):
    """Units take a morale check with a DRM, one after the other; ``ptc``: a PTC instead."""

    units: tuple[str, ...]
    drm: int
    ptc: bool = False

    def happen(self, play: Asl) -> None:
        """The next unit checks."""
        if not self.units:
            return
        id_, rest = self.units[0], self.units[1:]
        if rest:
            play.push(MoraleChecks(rest, self.drm, self.ptc))
        if id_ not in play.position.units:
            return
        reasons = morale_reasons(play, id_, self.drm, self.units)
        (pin_check if self.ptc else check)(play, id_, total(reasons), reasons)


def check(play: Asl, id_: str, drm: int, reasons: tuple[Reason, ...]) -> None:
    """One morale check: the dice are counted as passed, just passed, failed (by how much, with ELR), 12."""
    margin = morale_of(play, play.position.units[id_]) - drm
    worst, pins = play.rules.figures.morale.casualty_dr, bool(play.rules.options["pin"])
    groups = rolls_by_margin(margin, worst, _elr(play, id_), pins=pins)
    counts = play.pool("2d6", 1, count=groups, why="morale check", reasons=reasons)
    judge(play, id_, margin, max(int(face) for face in groups[counts.index(1)].split()))


@cache
def rolls_by_margin(
    margin: int, worst: int, elr: int | None = None, *, pins: bool = False
) -> tuple[str, ...]:
    """Original DRs that have the same effect, together: at most ``margin`` passes.

    >>> rolls_by_margin(7, 12), rolls_by_margin(12, 12)
    (('2 3 4 5 6 7', '8 9 10 11', '12'), ('2 3 4 5 6 7 8 9 10 11', '12'))
    >>> rolls_by_margin(7, 12, pins=True)[:2], rolls_by_margin(5, 12, 3)[1:]
    (('2 3 4 5 6', '7'), ('6 7 8', '9 10 11', '12'))
    """

    def effect(roll: int) -> tuple[bool, int]:
        over = roll - margin
        passed = -1 if pins and over == 0 else 0
        return roll == worst, passed if over <= 0 else 1 if elr is None or over <= elr else 2

    found: dict[tuple[bool, int], list[str]] = {}
    for roll in range(2, 13):
        found.setdefault(effect(roll), []).append(str(roll))
    return tuple(" ".join(rolls) for rolls in found.values())


@rule("ASLI-3.2.0.17", "ASLI-3.2.0.18", "ASLI-3.2.0.20", "ASLI-3.2.0.21")
def judge(play: Asl, id_: str, margin: int, roll: int) -> None:
    """What an Original DR does to a unit that passes with ``margin`` or less.

    An Original 12 reduces an unbroken unit whether or not it passes, and eliminates a broken one.
    """
    unit, worst = play.position.units[id_], play.rules.figures.morale.casualty_dr
    if unit.broken:
        if roll == worst:
            eliminate(play, id_, "casualties")
        elif roll > margin:
            reduce(play, id_)
        return
    if roll == worst and not reduce(play, id_):
        return
    if roll > margin:
        elr = _elr(play, id_)
        break_unit(play, id_, replaced=elr is not None and roll - margin > elr)
    elif roll == margin and play.rules.options["pin"]:
        pin(play, id_)


@rule("ASLI-2.0.15", "ASLI-10.3.2")
def break_unit(play: Asl, id_: str, *, replaced: bool = False) -> None:
    """A unit breaks and comes under DM, and keeps its weapons; with ELR one of lower quality replaces it."""
    unit = play.position.units[id_]
    row = kind_of(play.rules, unit)
    kind = row.replacement if replaced and row.replacement else unit.kind
    if kind != unit.kind:
        play.log("replaced", side=unit.side, kind=unit.kind, to=kind, hex=unit.hex)
    adjust(play, id_, kind=kind, broken=True, dm=True, pinned=False)
    play.log("broke", side=unit.side, kind=kind, hex=unit.hex)


def dm_by_fire(play: Asl, ids: Iterable[str]) -> None:
    """Broken units that fire could have hurt come under DM [ASLI-2.0.16]."""
    units = play.position.units
    for id_ in ids:
        if units[id_].broken and not units[id_].dm:
            desperate(play, id_)


# Switches ------------------------------------------------------------------------------------------------


def _elr(play: Asl, id_: str) -> int | None:
    """The experience level of a unit's side, where the ruleset has it and the unit has a replacement."""
    if not play.rules.options["elr"]:
        return None
    unit = play.position.units[id_]
    row = kind_of(play.rules, unit)
    return None if row.elr_exempt or not row.replacement else play.rules.elr(play.position, unit.side)


def pin(play: Asl, id_: str) -> None:
    """A unit is pinned until the Player Turn ends (switches ``pin`` and ``ptc``)."""
    unit = adjust(play, id_, pinned=True)
    play.log("pinned", side=unit.side, kind=unit.kind, hex=unit.hex)


def pin_check(play: Asl, id_: str, drm: int, reasons: tuple[Reason, ...]) -> None:
    """A PTC, where the ruleset plays it (switch ``ptc``): an unbroken unit that fails it is pinned."""
    unit = play.position.units[id_]
    if unit.broken or unit.pinned:
        return
    roll = play.roll("2d6", why="pin check", reasons=reasons)
    if roll + drm > morale_of(play, unit):
        pin(play, id_)
