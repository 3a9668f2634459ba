"""What a position is worth: opinions of the computer player, no rules.

Everything is counted in strength points: the mean of attack and defence of a unit is what it is worth. Ways,
strengths, columns and bonds are asked from the chapters that rule them; here stands only how much one would
give for the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

from grognard.hexes import Hex
from grognard.paths import reach
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.combat import column
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.movement import profile
from grognard_ardennes44.pieces import attack_value, defence_value
from grognard_ardennes44.position import ANTWERP, ArdennesPosition, Unit, other_side
from grognard_ardennes44.strength import bonuses
from grognard_ardennes44.supply import barriers, overland, road_net
from grognard_ardennes44.tables import Counter, Tables
from grognard_ardennes44.weather import is_frozen
from grognard_ardennes44.zoc import bonds_of

__all__ = ["WEIGHTS", "Appraisal", "Weights", "gain", "value", "worth"]


class Weights(msgspec.Struct, frozen=True):
    """How the computer player weighs things up."""

    goal: float = 4.0
    """A point of a victory hex, or a victory hex of the campaign."""
    march: float = 0.06
    """Each half MP that a unit of the attacking side is nearer to the next victory hex."""
    contact: float = 0.9
    """Share of an attack's expected gain that standing ready for it is worth."""
    shelter: float = 0.35
    """Each point of DCB for a unit that may be attacked."""
    bond: float = 0.6
    """Each bond with a neighbour, for the side that holds."""
    block: float = 0.35
    """Each hex nearer to the right distance from the enemy, for the side that holds."""
    guard: float = 1.6
    """Share of a victory hex's worth that standing on it is worth, the more the nearer the enemy."""
    danger: float = 1.5
    """Each point of odds beyond 1:1 that the enemy could bring against a hex."""
    home: float = 3.0
    """An own assembly area that the enemy is in or about to enter."""
    starve: float = 3.0
    """Being where no supply line leads."""
    open_fire: float = 0.1
    """Expected gain from which an attack is made."""


WEIGHTS = Weights()

RESULTS: Mapping[str, float] = {
    "D1*": 6.0, "DR4": 4.5, "DR3": 3.5, "DR2": 2.2, "D1": 3.0, "A1/D1": 0.6, "A1/DR2": -0.2, "Eng+": 0.5,
    "Eng": 0.2, "FF": 0.9, "FF+1": 0.4, "EX": -0.3, "A1/Eng": -1.6, "A1": -2.0,
}  # fmt: skip
"""What results of the tables are worth to an attacker who meets an ordinary defender."""


@cache
def gain(rules: Tables, column: int) -> float:
    """Expected worth of an attack in a column of the CRT, over the six rolls."""
    return sum(RESULTS.get(str(rules.crt.cell(column, roll).value), 0.0) for roll in range(1, 7)) / 6


def worth(counter: Counter, unit: Unit) -> float:
    """What a unit is worth, less when it is disrupted, broken or out of supply."""
    points = (attack_value(counter, unit) + defence_value(counter, unit)) / 2 + 0.5 * unit.steps
    share = {"": 1.0, "disrupted": 0.85, "broken": 0.7}[unit.state]
    return points * share * (0.9 if unit.oos else 1.0)


class Appraisal:
    """What one side makes of a position: goals, ways to them, the enemy's reach.

    The side that has to take the victory hexes is ``striker``; the other holds them.
    """

    def __init__(
        self, rules: Tables, position: ArdennesPosition, side: str, weights: Weights = WEIGHTS
    ) -> None:
        self.rules, self.position, self.side, self.weights = rules, position, side, weights
        self.ground = rules.ground(position)
        victory = rules.scenarios[position.scenario].victory
        self.striker = victory.for_side if victory.kind == "points" else "german"
        self.strikes = side == self.striker
        self.goals = goals_of(rules, position, self.ground)
        wanted = frozenset(hex for hex in self.goals if position.control.get(hex) != self.striker)
        self.march = way_to(rules, self.ground, wanted or frozenset(self.goals), self.frozen)
        self.enemies = self.ground.distances(position.stacks(other_side(side)))
        self.homes = threatened_homes(rules, position, side, self.enemies)
        self.fed = supplied_hexes(rules, position, side)

    @property
    def frozen(self) -> bool:
        """Whether the ground is frozen."""
        return is_frozen(self.rules, self.position.turn)

    def stand(self, id_: str, hex: Hex) -> float:
        """What it is worth to have a unit in a hex when the movement phase ends."""
        weights, position = self.weights, self.position
        counter, unit = self.rules.counters[id_], position.units[id_]
        if hex not in self.ground.terrain:
            return -2.0
        score = 0.0 if hex in self.fed else -weights.starve
        wanted = hex in self.goals and position.control.get(hex) != self.side
        if wanted and hex in self.fed and not position.stack(hex):
            score += weights.goal * self.goals[hex]
        if hex in self.homes and not position.stack(hex):
            score += weights.home
        far = self.enemies.get(hex, 99)
        if counter.gun:
            return score - 0.4 * abs(far - 3) - (6.0 if far <= 1 else 0.0)
        if far <= 1:
            score += weights.contact * self.prospects(id_, hex) - self.danger(id_, hex)
        if self.strikes:
            return score - weights.march * self.march.get(hex, 400)
        score += self.holding(counter, unit, hex, far)
        return score

    def holding(self, counter: Counter, unit: Unit, hex: Hex, far: int) -> float:
        """What a hex is worth to a unit of the side that holds: on the enemy's way, under cover, bonded."""
        weights, position = self.weights, self.position
        near = max(0.0, (12 - far) / 12)
        score = weights.shelter * dcb(self.rules, position, hex, self.side) * near
        friends = [id_ for id_ in position.stack(hex) if position.units[id_] is not unit]
        if hex in self.goals and position.control.get(hex) == self.side and not friends:
            score += weights.guard * self.goals[hex] * near
        score -= weights.block * abs(min(far, 12) - 2)
        score -= 0.3 * weights.march * self.march.get(hex, 400)
        if 1 <= far <= 4 and not counter.outline:
            score += weights.bond * self.bonds_at(hex)
        return score

    def bonds_at(self, hex: Hex) -> int:
        """How many friends stand with exactly one hex between, so that a bond may form."""
        own = self.position.stacks(self.side)
        rings = self.ground.board.rings(hex, 2)
        return min(2, sum(other in own for other in rings[2])) if len(rings) > 2 else 0

    def prospects(self, id_: str, hex: Hex) -> float:
        """The best gain that a unit in a hex adds to an attack with those that stand ready already."""
        best = 0.0
        for target in self.ground.board.neighbours(hex):
            if target in self.position.stacks(other_side(self.side)):
                ready = self.ready(target, id_)
                mine = attack_value(self.rules.counters[id_], self.position.units[id_])
                before, after = self.odds_gain(target, ready), self.odds_gain(target, ready + mine)
                best = max(best, after - max(before, 0.0))
        return best

    def ready(self, target: Hex, but: str = "") -> int:
        """Attack points that stand next to a target, one unit left out."""
        position, own = self.position, self.position.stacks(self.side)
        return sum(
            attack_value(self.rules.counters[id_], position.units[id_])
            for hex in self.ground.board.neighbours(target)
            for id_ in own.get(hex, ())
            if id_ != but and not position.units[id_].state
        )

    def odds_gain(self, target: Hex, attack: int) -> float:
        """Expected gain of so many attack points against a hex, shifts left out."""
        if attack <= 0:
            return 0.0
        return gain(self.rules, self.rules.crt.column(attack, max(1, self.defence(target))))

    def defence(self, target: Hex) -> int:
        """Defence of a hex with its DCB."""
        position, side = self.position, other_side(self.side)
        points = sum(
            defence_value(self.rules.counters[id_], position.units[id_]) for id_ in position.stack(target)
        )
        return points + min(points, dcb(self.rules, position, target, side))

    def danger(self, id_: str, hex: Hex) -> float:
        """How badly the enemies next to a hex outnumber a unit that stands there with its friends."""
        position, rules = self.position, self.rules
        enemy = position.stacks(other_side(self.side))
        attack = sum(
            attack_value(rules.counters[other], position.units[other])
            for near in self.ground.board.neighbours(hex)
            for other in enemy.get(near, ())
        )
        mates = {*position.stack(hex), id_}
        defence = sum(defence_value(rules.counters[mate], position.units[mate]) for mate in mates)
        defence += min(defence, dcb(rules, position, hex, self.side))
        return self.weights.danger * max(0.0, attack / max(1, defence) - 1)

    def attack_gain(self, target: Hex, units: Sequence[str]) -> float:
        """Expected gain of an attack by some units, with every shift known before the dice."""
        attack = Attack(self.side, target, tuple(units))
        return gain(self.rules, column(self.rules, self.position, attack))


@cache
def goals_at(rules: Tables, scenario: str, ground: Ground) -> Mapping[Hex, float]:
    """What each victory hex of a scenario is worth."""
    victory = rules.scenarios[scenario].victory
    if victory.kind == "points":
        return {hex: float(points) for hex, points in victory.points.items()}
    weights = {"liege": 3.0, "meuse": 3.0, "west": 1.5, "town": 0.5}
    return {hex: weights[goal.group] for hex, goal in ground.objectives.items()}


def goals_of(rules: Tables, position: ArdennesPosition, ground: Ground) -> Mapping[Hex, float]:
    """The victory hexes of the scenario being played."""
    return goals_at(rules, position.scenario, ground)


@cache
def way_to(rules: Tables, ground: Ground, goals: frozenset[Hex], frozen: bool) -> Mapping[Hex, int]:
    """Half MP by which a mechanised unit is away from the nearest of some hexes, enemies left out."""
    best: dict[Hex, int] = {}
    costs = profile(rules, ground, "mech", frozen)
    for goal in sorted(goals):
        for hex, half_mp in reach(costs, goal, 400).items():
            if half_mp < best.get(hex, 401):
                best[hex] = half_mp
    return best


def threatened_homes(
    rules: Tables, position: ArdennesPosition, side: str, enemies: Mapping[Hex, int]
) -> frozenset[Hex]:
    """Hexes of German assembly areas with no German in them that an enemy is in or next but one to."""
    if side != "german":
        return frozenset()
    ground, found = rules.ground(position), set[Hex]()
    for area in ground.theatre.area:
        hexes = ground.area_hexes[area.id]
        if area.kind == "assembly" and hexes.isdisjoint(position.german):
            found |= {hex for hex in hexes if enemies.get(hex, 99) <= THREAT}
    return frozenset(found)


THREAT = 3
"""Hexes within which an enemy threatens an assembly area."""


def supplied_hexes(rules: Tables, position: ArdennesPosition, side: str) -> frozenset[Hex]:
    """Every hex where a unit of a side would have a supply line."""
    ground, bars = rules.ground(position), barriers(rules, position, side)
    ends = road_net(rules, position, side, bars).ends
    return ends.union(overland(ground, ground.terrain, bars, ends, rules.limits.overland))


def dcb(rules: Tables, position: ArdennesPosition, hex: Hex, side: str) -> int:
    """The DCB a hex gives infantry of a side."""
    return max((reason.value for reason in bonuses(rules, position, hex, side)), default=0)


def value(rules: Tables, view: ArdennesPosition, side: str) -> float:
    """How good a view looks for a side, in strength points."""
    weights, ground = WEIGHTS, rules.ground(view)
    score = 0.0
    for id_, unit in view.units.items():
        counter = rules.counters[id_]
        score += worth(counter, unit) if counter.side == side else -worth(counter, unit)
    mine = Appraisal(rules, view, side)
    net = road_net(rules, view, mine.striker).ends
    held = sum(
        points for hex, points in mine.goals.items() if view.control.get(hex) == mine.striker and hex in net
    )
    gone = sum(attack_value(rules.counters[i], view.units[i]) for i in view.german.get(ANTWERP, ()))
    nearer = sum(
        mine.march.get(hex, 400) * len(ids)
        for hex, ids in view.stacks(mine.striker).items()
        if hex in ground.terrain
    )
    striking = weights.goal * held + 0.5 * gone - 0.3 * weights.march * nearer
    own_bonds = len(bonds_of(rules, view, side).hexes) - len(bonds_of(rules, view, other_side(side)).hexes)
    return score + (striking if mine.strikes else -striking) + 0.05 * own_bonds
