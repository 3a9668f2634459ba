"""What a position is worth: opinions of the computer player, no rules.

A fresh first-line squad is worth about ten. What fire, checks and close combat do to it is asked from the
chapters that rule them; here stands only how much one would give for the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from grognard.dice import TWO_D6
from grognard.play import Play
from grognard_asl.morale import break_unit, help_of, judge, morale_of, reduce
from grognard_asl.position import Asl, AslPosition, Unit, other_side
from grognard_asl.scenario_schema import Goal, Scenario
from grognard_asl.stacks import eliminate
from grognard_asl.tables import Tables
from grognard_asl.victory import reached

__all__ = [
    "WEIGHTS",
    "Fates",
    "Target",
    "Weights",
    "fates_of",
    "ground_worth",
    "targets_of",
    "value",
    "worth",
]


class Weights(msgspec.Struct, frozen=True):
    """How the computer player weighs things up; tried out in games of one set of weights against another."""

    size: tuple[tuple[str, float], ...] = (
        ("squad", 5.0),
        ("half_squad", 2.5),
        ("crew", 2.5),
        ("leader", 4.0),
    )
    """What a counter is worth by itself."""
    power: float = 1.0
    """Each factor of firepower, in morale the half of it above six."""
    leadership: float = 3.0
    """Each factor of a leader's modifier."""
    broken: float = 0.5
    """Share of a unit's worth that is left when it is broken."""
    gun: float = 0.6
    """Each factor of a machine gun somebody can fire."""
    ground: float = 9.0
    """A hex that a goal names, to the side that holds it."""
    goal: float = 25.0
    """A goal reached as things stand."""
    cover: float = 0.5
    """How much of what the enemy's fire could do to a unit next turn counts where it stands."""
    sights: float = 0.55
    """How much of what it could do to the enemy next turn counts likewise."""
    march: float = 1.0
    """Each MF nearer to the ground that is wanted, for a squad."""
    haste: float = 5.0
    """How many times that when time is running out."""
    boldness: float = 0.5
    """How much of the losses expected on the way counts."""
    marching: float = 1.0
    """How much of what a move would gain has to be made good by fire that gives it up."""
    patience: float = 0.75
    """How much of what a shot could do later in the turn it has to do now."""
    trifle: float = 0.35
    """Fire that is expected to do less is held."""


WEIGHTS = Weights()

DICE = tuple((roll, TWO_D6.faces.count(roll) / len(TWO_D6.faces)) for roll in range(2, 13))
"""Sums of two dice and their chances."""


def worth(rules: Tables, unit: Unit, weights: Weights = WEIGHTS) -> float:
    """What a unit is worth to its owner as it stands."""
    row = rules.units[unit.kind]
    whole = dict(weights.size)[row.type] + weights.power * row.fp - weights.leadership * (row.leadership or 0)
    whole += weights.power * (row.morale - 6) * dict(weights.size)[row.type] / 10
    return max(1.0, whole) * (weights.broken if unit.broken else 1.0)


class Target(NamedTuple):
    """One unit under fire: its counter, its state, and what leaders in its hex add to its checks."""

    kind: str
    broken: bool
    help: int = 0

    def unit(self, hex: str) -> Unit:
        """A unit like it."""
        return Unit("axis", self.kind, hex, broken=self.broken)


def targets_of(play: Asl, ids: Iterable[str]) -> tuple[Target, ...]:
    """Units as targets."""
    units = play.position.units
    found = []
    for id_ in ids:
        help_ = help_of(play, id_)
        found.append(Target(units[id_].kind, units[id_].broken, help_.value if help_ else 0))
    return tuple(found)


class Fates:
    """What becomes of units, in expected worth lost; the rules are tried out on a unit set aside.

    All answers are kept: they depend on the ruleset and on who is asked about, not on a position.
    """

    def __init__(self, rules: Tables, weights: Weights = WEIGHTS) -> None:
        self.rules, self.weights = rules, weights
        self._checks: dict[tuple[Target, int], float] = {}
        self._deeds: dict[tuple[str, Target], tuple[float, Unit | None]] = {}
        self._attacks: dict[tuple[int, int, tuple[Target, ...]], float] = {}
        self._blank: AslPosition | None = None

    def aside(self, position: AslPosition) -> None:
        """Take the empty table on which units are tried from a position."""
        if self._blank is None:
            blank = position.copy()
            blank.agenda.clear()
            for table in (blank.units, blank.at, blank.weapons, blank.waiting):
                table.clear()
            self._blank = blank

    def _after(self, man: Target, deed: Callable[[Asl, str], object]) -> Unit | None:
        assert self._blank is not None  # `aside` comes first
        trial = self._blank.copy()
        hex = self.rules.field(trial).hexes[0]
        trial.units["x"], trial.at[hex] = man.unit(hex), ("x",)
        deed(Play(trial, self.rules), "x")
        return trial.units.get("x")

    def _loss(self, man: Target, after: Unit | None) -> float:
        before = worth(self.rules, man.unit(""), self.weights)
        return before - (worth(self.rules, after, self.weights) if after else 0.0)

    def check(self, man: Target, margin: int) -> float:
        """Loss by a morale check that is passed with ``margin`` or less."""
        margin = max(1, min(12, margin))
        key = man._replace(help=0), margin
        if key not in self._checks:
            total = 0.0
            for roll, chance in DICE:
                after = self._after(man, partial(judge, margin=margin, roll=roll))
                total += chance * self._loss(man, after)
            self._checks[key] = total
        return self._checks[key]

    def deed(self, what: str, man: Target) -> tuple[float, Unit | None]:
        """Loss by being ``broken``, ``reduced`` or ``eliminated``, and what is left."""
        key = what, man._replace(help=0)
        if key not in self._deeds:
            deeds: dict[str, Callable[[Asl, str], object]] = {
                "broken": break_unit,
                "reduced": reduce,
                "eliminated": lambda play, id_: eliminate(play, id_, what),
            }
            after = self._after(man, deeds[what])
            self._deeds[key] = self._loss(man, after), after
        return self._deeds[key]

    def morale(self, man: Target) -> int:
        """Morale of a unit with the help it has."""
        assert self._blank is not None  # `aside` comes first
        return morale_of(Play(self._blank, self.rules), man.unit("")) - man.help

    def whole(self, targets: tuple[Target, ...]) -> float:
        """What units are worth together."""
        return sum(self.deed("eliminated", each)[0] for each in targets)

    def attack(self, column: int, drm: int, targets: tuple[Target, ...]) -> float:
        """Expected loss of targets by an attack on a column of the fire table."""
        key = column, drm, targets
        if key not in self._attacks:
            self._attacks[key] = sum(
                chance * self._result(column, roll + drm, targets) for roll, chance in DICE
            )
        return self._attacks[key]

    def _result(self, column: int, roll: int, targets: tuple[Target, ...]) -> float:
        """Expected loss by one entry of the table."""
        result = self.rules.result(column, roll)
        if result.kind == "MC":
            return sum(self._checked(each, result.number) for each in targets)
        if result.kind == "K":
            return sum(self._hit(each, result.number, 1 / len(targets)) for each in targets)
        if result.kind != "KIA":
            return 0.0
        share, total = min(1.0, result.number / len(targets)), 0.0
        for each in targets:
            total += share * self.deed("eliminated", each)[0]
            total += 0.0 if each.broken else (1 - share) * self.deed("broken", each)[0]
        return total

    def _checked(self, target: Target, drm: int) -> float:
        return self.check(target, self.morale(target) - drm)

    def _hit(self, target: Target, drm: int, share: float) -> float:
        """Reduced with a chance, then checked."""
        loss, after = self.deed("reduced", target)
        if after is not None:
            loss += self._checked(target._replace(kind=after.kind), drm)
        return share * loss + (1 - share) * self._checked(target, drm)


_known: WeakKeyDictionary[Tables, Fates] = WeakKeyDictionary()


def fates_of(rules: Tables, position: AslPosition) -> Fates:
    """The fates of units under a ruleset, worked out once for all positions."""
    found = _known.get(rules)
    if found is None:
        found = _known[rules] = Fates(rules)
        found.aside(position)
    return found


# Ground --------------------------------------------------------------------------------------------------


def goals_of(scenario: Scenario) -> list[Goal]:
    """Goals that name hexes."""
    return [goal for goal in scenario.victory if goal.hexes]


def ground_worth(rules: Tables, position: AslPosition, side: str, weights: Weights = WEIGHTS) -> float:
    """What the ground that goals name is worth to a side as it is held, and goals that are reached now."""
    total, counted = 0.0, set[str]()
    scenario = rules.scenario(position)
    for goal in scenario.victory:
        own = 1 if goal.side == side else -1
        if reached(rules, position, goal):
            total += own * weights.goal
        if goal.kind == "control":
            for hex in goal.hexes:
                holder = position.held.get(hex)
                if hex not in counted and holder:
                    total += weights.ground if holder == side else -weights.ground
                counted.add(hex)
        elif goal.kind == "clear":
            for hex in goal.hexes:
                intruder = other_side(goal.side)
                there = any(
                    position.units[id_].side == intruder and not position.units[id_].broken
                    for id_ in position.at.get(hex, ())
                )
                total -= own * weights.ground * there
    return total


def value(rules: Tables, view: AslPosition, side: str, weights: Weights = WEIGHTS) -> float:
    """How good a view looks for a side."""
    if view.outcome is not None:
        return 1000.0 if view.outcome.winner == side else -1000.0
    total = ground_worth(rules, view, side, weights)
    for unit in view.units.values():
        total += worth(rules, unit, weights) * (1 if unit.side == side else -1)
    for gun in view.weapons.values():
        owner = view.units.get(gun.owner)
        if owner is not None and not owner.broken:
            total += weights.gun * rules.weapons[gun.kind].fp * (1 if owner.side == side else -1)
    return total
