"""Flags and retreats [M44-retreat, M44-base-retreat].

A retreat goes one row at a time towards the owner's baseline. The owner chooses the path, but must make as
many of the required steps as the board allows; each step that cannot be made costs a figure.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.pieces import lose_figures, obstacle_at, pass_through, rows_at, serves
from grognard_memoir44.position import Memoir, MemoirDecision, MemoirResolution, Unit
from grognard_memoir44.victory import check_victory

__all__ = [
    "ChooseFlags",
    "ChooseRetreat",
    "Flags",
    "IgnoreFlag",
    "Retreat",
    "RetreatTo",
    "Stand",
    "TakeFlags",
    "depth",
    "flags_ignorable",
    "heed",
    "retreat_steps",
]


class IgnoreFlag(Action, frozen=True):
    """Ignore the flags that may be ignored."""

    verb = "ignore"


class TakeFlags(Action, frozen=True):
    """Heed every flag."""

    verb = "heed"


class RetreatTo(Action, frozen=True):
    """Retreat one step."""

    hex: str
    verb = "retreat"


class Stand(Action, frozen=True):
    """End a retreat that has gone far enough."""

    verb = "stand"


@rule("M44-retreat.7", "M44-base-retreat.4", "M44-base-retreat.5")
def flags_ignorable(play: Memoir, field: Battlefield, unit: Unit) -> tuple[Reason, ...]:
    """What lets a unit ignore flags of this attack; sources in one hex do not add up."""
    kind = play.rules.units[unit.kind].type
    best: tuple[Reason, ...] = ()
    for row in rows_at(play, field, unit.hex):
        if not row.flags_ignored or (row.flags_types and kind not in row.flags_types):
            continue
        if row.flags_when == "owner" and not serves(field, row, unit.side):
            continue
        if not best or row.flags_ignored > best[0].value:
            name = play.rules.name(row.id).lower()
            best = (Reason(f"{name} lets it ignore a flag", row.cite["flags_ignored"], row.flags_ignored),)
    return best


def step_bars(play: Memoir, field: Battlefield, unit: Unit, a: str, b: str) -> tuple[Reason, ...]:
    """Every rule that forbids the retreat step from ``a`` to ``b``."""
    kind = play.rules.units[unit.kind].type
    bars: list[Reason] = []
    if b in play.position.at and b != unit.hex:
        bars.append(Reason(f"{b} holds another unit", "M44-retreat.3"))
    piece = obstacle_at(play, b)
    row = piece if piece is not None and kind in piece.impassable else field.retreat_bar(a, b, kind)
    if row is not None:
        why = "impassable" if kind in row.impassable else "enter_from" if row.retreat_into else "retreat_into"
        cite = row.cite.get(why, "M44-retreat.2")
        bars.append(Reason(f"no retreat between {a} and {b}: {row.name.en.lower()}", cite))
    return tuple(bars)


@rule(
    "M44-base-retreat.1", "M44-retreat.1", "M44-retreat.2", "M44-retreat.3", "M44-retreat.6",
)  # fmt: skip
def open_steps(play: Memoir, field: Battlefield, unit: Unit, here: str) -> list[str]:
    """Hexes of the next row that a retreating unit can enter; terrain neither slows nor stops it."""
    at, obstacles = play.position.at, play.position.obstacles
    kind = play.rules.units[unit.kind].type
    return [
        there
        for there in field.ways_back(unit.side, kind)[here]
        if (there not in at or there == unit.hex)
        and not (there in obstacles and kind in play.rules.terrain[obstacles[there]].impassable)
    ]


@rule("M44-terrain-bunker.5")
def is_fixed(play: Memoir, field: Battlefield, unit: Unit) -> bool:
    """Artillery in a bunker cannot leave it."""
    kind = play.rules.units[unit.kind].type
    return any(kind in row.fixed for row in field.rows[unit.hex])


def depth(play: Memoir, field: Battlefield, unit: Unit, here: str, steps: int) -> int:
    """How many of ``steps`` retreat steps can be made from ``here``."""
    if not steps:
        return 0
    return max(
        (1 + depth(play, field, unit, h, steps - 1) for h in open_steps(play, field, unit, here)), default=0
    )


@rule("M44-base-retreat.3")
def retreat_steps(play: Memoir, unit: Unit, must: int) -> list[str]:
    """The next steps that keep the retreat as long as it can be; nobody may choose a dead end."""
    field = play.rules.field(play.position)
    if is_fixed(play, field, unit):
        return []
    steps = open_steps(play, field, unit, unit.hex)
    if must <= 1 or len(steps) < 2:
        return steps
    reachable = {h: depth(play, field, unit, h, must - 1) for h in steps}
    furthest = max(reachable.values())
    return [h for h in steps if reachable[h] == furthest]


@rule("M44-combat.8", "M44-combat.9")
class Flags(MemoirResolution, frozen=True):
    """Flags fell on a unit; casualties have been removed already."""

    unit: str
    flags: int
    ignorable: bool

    def happen(self, play: Memoir) -> None:
        """Offer to ignore what may be ignored, then retreat by what is left."""
        unit = play.position.units.get(self.unit)
        if unit is None:
            return
        reasons = flags_ignorable(play, play.rules.field(play.position), unit) if self.ignorable else ()
        if reasons:
            play.push(ChooseFlags(unit.side, self.unit, self.flags, min(self.flags, reasons[0].value)))
        else:
            play.push(heed(play, self.unit, self.flags))


@rule("M44-base-retreat.6", "M44-special-forces.5", "M44-nation-french-resistance.6")
def heed(play: Memoir, id_: str, flags: int) -> Retreat:
    """The retreat that flags call for."""
    kind = play.rules.units[play.position.units[id_].kind]
    return Retreat(id_, flags * kind.retreat_min, flags * (kind.retreat_max - kind.retreat_min))


@rule("M44-base-retreat.4")
class ChooseFlags(MemoirDecision[IgnoreFlag | TakeFlags], frozen=True):
    """The owner may ignore flags thanks to the hex."""

    unit: str
    flags: int
    ignored: int
    assumption = "flags that may be ignored are ignored"

    def options(self, play: Memoir) -> Iterator[IgnoreFlag | TakeFlags]:
        """Ignore or heed."""
        yield IgnoreFlag()
        yield TakeFlags()

    def take(self, play: Memoir, action: IgnoreFlag | TakeFlags) -> None:
        """Retreat by the flags that remain."""
        ignored = self.ignored if isinstance(action, IgnoreFlag) else 0
        if ignored:
            unit = play.position.units[self.unit]
            play.log("ignored", side=unit.side, kind=unit.kind, hex=unit.hex, flags=ignored)
        if self.flags > ignored:
            play.push(heed(play, self.unit, self.flags - ignored))

    def explain(self, play: Memoir, action: IgnoreFlag | TakeFlags) -> tuple[Reason, ...]:
        """What lets the unit ignore a flag."""
        return flags_ignorable(play, play.rules.field(play.position), play.position.units[self.unit])

    def assumed(self, play: Memoir) -> IgnoreFlag:
        """Ignore."""
        return IgnoreFlag()


@rule("M44-retreat.4", "M44-retreat.5", "M44-retreat.6", "M44-base-retreat.7", "M44-base-victory.6")
class Retreat(MemoirResolution, frozen=True):
    """A unit has ``must`` steps to retreat and ``may`` go up to that many more.

    Objectives are judged where it ends: a hex it passes is not held.
    """

    unit: str
    must: int
    may: int

    def happen(self, play: Memoir) -> None:
        """Ask for the next step, or take losses for the steps that cannot be made."""
        unit = play.position.units.get(self.unit)
        if unit is None:
            return
        if (self.must or self.may) and retreat_steps(play, unit, self.must):
            play.push(ChooseRetreat(unit.side, self.unit, self.must, self.may))
            return
        if self.must:
            play.log("no retreat", side=unit.side, kind=unit.kind, hex=unit.hex, steps=self.must)
            lose_figures(play, self.unit, self.must)
        check_victory(play)


@rule("M44-base-retreat.2", "M44-base-board.8")
class ChooseRetreat(MemoirDecision[RetreatTo | Stand], frozen=True):
    """The owner chooses the next step of a retreat."""

    unit: str
    must: int
    may: int
    assumption = "retreats take the first best path, and no step more than they must"

    def options(self, play: Memoir) -> Iterator[RetreatTo | Stand]:
        """The best next steps; standing once the required steps are done."""
        if not self.must:
            yield Stand()
        for label in retreat_steps(play, play.position.units[self.unit], self.must):
            yield RetreatTo(label)

    def take(self, play: Memoir, action: RetreatTo | Stand) -> None:
        """Step back."""
        if isinstance(action, Stand):
            play.push(Retreat(self.unit, 0, 0))
            return
        unit = play.position.units[self.unit]
        play.log("retreated", side=unit.side, kind=unit.kind, hex=unit.hex, to=action.hex)
        pass_through(play, self.unit, action.hex)
        must, may = (self.must - 1, self.may) if self.must else (0, self.may - 1)
        play.push(Retreat(self.unit, must, may))

    def refusal(self, play: Memoir, action: RetreatTo | Stand) -> tuple[Reason, ...]:
        """Why a step is no retreat, or not the best one."""
        unit = play.position.units[self.unit]
        if isinstance(action, Stand):
            return (
                (Reason(f"{self.must} more steps must be retreated", "M44-base-retreat.6"),)
                if self.must
                else ()
            )
        field = play.rules.field(play.position)
        if action.hex not in field.towards_baseline(unit.hex, unit.side):
            return (
                Reason(f"{action.hex} is not in the next row towards the own baseline", "M44-base-retreat.1"),
            )
        bars = step_bars(play, field, unit, unit.hex, action.hex)
        if bars:
            return bars
        if action.hex not in retreat_steps(play, unit, self.must):
            return (Reason(f"another way makes more of the {self.must} steps", "M44-base-retreat.3"),)
        return ()

    def explain(self, play: Memoir, action: RetreatTo | Stand) -> tuple[Reason, ...]:
        """How many steps are due."""
        steps = f"{self.must} to go" + (f", {self.may} more allowed" if self.may else "")
        return (Reason(steps, "M44-combat.8"),)

    def assumed(self, play: Memoir) -> RetreatTo | Stand:
        """The first best step; stand as soon as allowed."""
        if not self.must:
            return Stand()
        return RetreatTo(retreat_steps(play, play.position.units[self.unit], self.must)[0])
