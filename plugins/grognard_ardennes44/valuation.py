"""What a position is worth: opinions of the computer player, no rules.

Everything is counted in strength points: the mean of attack and defence of a unit is what it is worth. Ways,
strengths, columns and bonds are asked from the chapters that rule them; here stands only how much one would
give for the answer.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence, Set
from functools import cache, cached_property

import msgspec
from msgspec.structs import replace

from grognard.hexes import Hex, Hexside
from grognard.paths import Profile, compile_profile
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.combat import column
from grognard_ardennes44.costs import profile
from grognard_ardennes44.fields import Field, spread
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.pieces import attack_value, defence_value
from grognard_ardennes44.position import ANTWERP, ArdennesPosition, Unit, other_side
from grognard_ardennes44.strength import bonuses
from grognard_ardennes44.supply import barriers, overland, road_net
from grognard_ardennes44.tables import Counter, Tables
from grognard_ardennes44.weather import is_frozen
from grognard_ardennes44.zoc import bonds_of, zoc_of

__all__ = ["WEIGHTS", "Appraisal", "Weights", "gain", "value", "worth"]


class Weights(msgspec.Struct, frozen=True):
    """How the computer player weighs things up."""

    goal: float = 4.0
    """A point of a victory hex, or a victory hex of the campaign."""
    march: float = 0.06
    """Each half MP that a unit of the attacking side is nearer to the next goal."""
    contact: float = 0.9
    """Share of an attack's expected gain that standing ready for it is worth."""
    shelter: float = 0.35
    """Each point of DCB for a unit that may be attacked."""
    bond: float = 0.6
    """Each bond with a neighbour, for the side that holds."""
    block: float = 0.35
    """Each hex nearer to the right distance from the enemy, for the side that holds."""
    bar: float = 0.15
    """Each point of the goals to which an enemy's way leads on through a hex, for the side that holds."""
    bar_most: float = 4.0
    """More than this is not given for it."""
    danger: float = 1.5
    """Each point of odds beyond 1:1 that the enemy could bring against a hex."""
    home: float = 3.0
    """A German assembly area, where the Allies win by holding some."""
    starve: float = 3.0
    """Being where no supply line leads."""
    cut_off: float = 0.5
    """A stack of one's own, where the enemy has cut its road."""
    exposed: float = 1.5
    """Being where a supply line leads only along roads that the enemy can cut next turn."""
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


FAR_AWAY = 400
"""Half MP that count for hexes from where no way leads to a goal."""
HORIZON = 40
"""Half MP from which the enemy is no threat: two turns' moves, or one turn's drive."""
RANGE = 100
"""Half MP as far as the side that holds looks at the enemy's ways."""
TURN = 20
"""Half MP a mechanised unit has in a turn."""
CUT = 10
"""Half MP within which the enemy is taken to cut a road in his next turn."""
HELD_UP = 10
"""Half MP that entering a ZOC is taken to cost, as it ends the move."""
FOUGHT_FOR = 16
"""Half MP that a hex of the enemy is taken to cost, as it has to be fought for."""
MUSTER = 3
"""Hexes from which units come for an attack."""
ROOM = 2
"""Attacking units that find room in a hex."""
CROWD = 4
"""Half MP by which each friend near a goal makes it less urgent for others."""


class Appraisal:
    """What one side makes of a position: goals, the ways to them, and where the enemy gets.

    The side that has to take the victory hexes is ``striker``; the other holds them.
    """

    def __init__(
        self, rules: Tables, position: ArdennesPosition, side: str, weights: Weights = WEIGHTS
    ) -> None:
        self.rules, self.position, self.side, self.weights = rules, position, side, weights
        self.enemy = other_side(side)
        self.ground = rules.ground(position)
        victory = rules.scenarios[position.scenario].victory
        self.striker = victory.for_side if victory.kind == "points" else "german"
        self.strikes = side == self.striker
        self.goals = goals_at(rules, position.scenario, self.ground)
        self.homes = homes_at(rules, position.scenario, self.ground) if side == "german" else {}
        self._musters: dict[Hex, int] = {}
        self.enemies = self.ground.distances(position.stacks(self.enemy))

    @cached_property
    def fed(self) -> frozenset[Hex]:
        """Hexes to which a supply line leads."""
        return self.supplied_hexes(frozenset())

    @cached_property
    def safe(self) -> frozenset[Hex]:
        """Hexes to which one leads that the enemy cannot cut in his next turn."""
        cut = {hex for hex, half_mp in self.onset.half_mp.items() if half_mp <= CUT}
        return self.supplied_hexes(cut.difference(self.position.stacks(self.side)))

    def supplied_hexes(self, cut: Set[Hex]) -> frozenset[Hex]:
        """Where a unit would have a supply line whose road part does not lead through some hexes."""
        rules, position, side, ground = self.rules, self.position, self.side, self.ground
        bars = barriers(rules, position, side)
        ends = road_net(rules, position, side, replace(bars, closed=bars.closed.union(cut))).ends
        return ends.union(overland(ground, ground.terrain, bars, ends, rules.limits.overland))

    @cached_property
    def costs(self) -> Profile:
        """What the ground costs a mechanised unit."""
        return profile(self.rules, self.ground, "mech", is_frozen(self.rules, self.position.turn))

    @cached_property
    def onset(self) -> Field:
        """How the enemy gets to every hex, through the gaps of this side's line."""
        rules, position = self.rules, self.position
        starts = {
            hex: 0 for hex, ids in position.stacks(self.enemy).items()
            if hex in self.ground.terrain and not all(rules.counters[id_].gun for id_ in ids)
        }  # fmt: skip
        zoc = dict.fromkeys(zoc_of(rules, position, self.side), HELD_UP)
        closed, limit = barriers(rules, position, self.enemy).closed, HORIZON if self.strikes else RANGE
        return spread(self.costs, starts, closed, zoc, limit)

    @cached_property
    def way(self) -> Mapping[Hex, int]:
        """Half MP by which the striker is away from the next goal.

        A goal that is worth less seems to be up to a turn further away, one that has friends near it, too.
        """
        rules, position, striker = self.rules, self.position, self.striker
        own, foe = position.stacks(striker), other_side(striker)
        wanted = [hex for hex in self.goals if position.control.get(hex) != striker] or list(self.goals)
        most = max(self.goals.values(), default=1.0)
        starts = {
            hex: round(TURN * (1 - self.goals[hex] / most)) + CROWD * self.crowd(hex, own) for hex in wanted
        }
        tolls = dict.fromkeys(zoc_of(rules, position, foe), HELD_UP)
        tolls.update(dict.fromkeys(position.stacks(foe), FOUGHT_FOR))
        return spread(self.costs, starts, (), tolls, FAR_AWAY).half_mp

    def crowd(self, hex: Hex, own: Container[Hex]) -> int:
        """Stacks within two hexes of a hex."""
        return sum(other in own for ring in self.ground.board.rings(hex, 2) for other in ring)

    @cached_property
    def crossroads(self) -> Mapping[Hex, float]:
        """What the goals of this side are worth to which the enemy's ways lead through a hex."""
        half_mp, control = self.onset.half_mp, self.position.control
        beyond = {
            hex: points * (1 - half_mp[hex] / RANGE)
            for hex, points in self.goals.items() if hex in half_mp and control.get(hex) == self.side
        }  # fmt: skip
        return self.onset.beyond(beyond)

    @cached_property
    def cuts(self) -> Mapping[Hex, float]:
        """Hexes where the enemy closes the roads to own goals and stacks, with what lies beyond."""
        rules, position, ground = self.rules, self.position, self.ground
        bars = barriers(rules, position, self.side)
        tolls = {**dict.fromkeys(bars.vacant_ezoc, HELD_UP), **dict.fromkeys(bars.closed, FOUGHT_FOR)}
        lines = spread(road_costs(ground), dict.fromkeys(ground.sources(self.side), 0), (), tolls, FAR_AWAY)
        fed = dict.fromkeys(position.stacks(self.side), self.weights.cut_off)
        for hex, points in self.goals.items():
            if position.control.get(hex) == self.side:
                fed[hex] = fed.get(hex, 0.0) + points
        beyond = lines.beyond({hex: points for hex, points in fed.items() if hex in lines.half_mp})
        return {hex: beyond[hex] for hex in tolls if hex in beyond}

    def urgency(self, hex: Hex) -> float:
        """How soon the enemy may be in a hex, from 0 to 1."""
        return 1 - min(self.onset.half_mp.get(hex, HORIZON), HORIZON) / HORIZON

    def duty(self, hex: Hex, but: str = "") -> float:
        """What somebody in a hex is worth because nobody else holds it, one unit left out.

        That is a victory hex of one's own to which the enemy may come, or a hex of such an assembly area.
        """
        position, weights = self.position, self.weights
        goal, home = self.goals.get(hex, 0.0), self.homes.get(hex)
        if position.control.get(hex) == self.side and goal and not self.held([hex], but):
            return weights.goal * goal * self.urgency(hex)
        if home is not None and not self.held(home, but):
            return weights.home * self.urgency(hex)
        return 0.0

    def held(self, hexes: Iterable[Hex], but: str) -> bool:
        """Whether a unit other than one left out, no artillery, stands in one of some hexes."""
        own, counters = self.position.stacks(self.side), self.rules.counters
        return any(id_ != but and not counters[id_].gun for hex in hexes for id_ in own.get(hex, ()))

    def posts(self) -> list[Hex]:
        """Hexes that nobody holds and somebody should, the most urgent first."""
        hexes = {hex for hex in self.goals if self.position.control.get(hex) == self.side}
        duties = {hex: self.duty(hex) for hex in hexes.union(self.homes)}
        return sorted((hex for hex, duty in duties.items() if duty), key=lambda hex: (-duties[hex], hex))

    def stand(self, id_: str, hex: Hex) -> float:
        """What it is worth to have a unit in a hex when the movement phase ends."""
        weights, position = self.weights, self.position
        counter = self.rules.counters[id_]
        if hex not in self.ground.terrain:
            return -2.0
        score = 0.0 if hex in self.safe else -weights.exposed if hex in self.fed else -weights.starve
        far = self.enemies.get(hex, 99)
        if counter.gun:
            return score - 0.4 * abs(far - 3) - (6.0 if far <= 1 else 0.0)
        wanted = hex in self.goals and position.control.get(hex) != self.side
        if wanted and hex in self.fed and not position.stack(hex):
            score += weights.goal * self.goals[hex]
        if hex in self.cuts and not position.stack(hex):
            score += self.cuts[hex]
        score += self.duty(hex, id_)
        if far <= 1:
            score += weights.contact * self.prospects(id_, hex) - self.danger(id_, hex)
        if self.strikes:
            return score - weights.march * self.way.get(hex, FAR_AWAY)
        return score + self.holding(id_, hex, far)

    def holding(self, id_: str, hex: Hex, far: int) -> float:
        """What a hex is worth to a unit of the side that holds: on the enemy's way, under cover, bonded."""
        weights, near = self.weights, max(0.0, (12 - far) / 12)
        score = self.bar(id_, hex) + weights.shelter * dcb(self.rules, self.position, hex, self.side) * near
        score -= weights.block * abs(min(far, 12) - 2)
        score -= 0.3 * weights.march * self.way.get(hex, FAR_AWAY)
        if 1 <= far <= 4 and not self.rules.counters[id_].outline:
            score += weights.bond * self.bonds_at(hex)
        return score

    def bar(self, id_: str, hex: Hex) -> float:
        """What it is worth to stand across the enemy's ways, where nobody else does."""
        best = min(self.weights.bar_most, self.weights.bar * self.crossroads.get(hex, 0.0))
        if best < 0.1:
            return 0.0
        own = self.position.stacks(self.side)
        near = [hex, *self.ground.board.neighbours(hex)]
        return 0.0 if any(own.get(other, (id_,)) != (id_,) for other in near) else best

    def bonds_at(self, hex: Hex) -> int:
        """How many friends stand with exactly one hex between, so that a bond may form."""
        own = self.position.stacks(self.side)
        rings = self.ground.board.rings(hex, 2)
        return min(2, sum(other in own for other in rings[2])) if len(rings) > 2 else 0

    def prospects(self, id_: str, hex: Hex) -> float:
        """The best share that a unit in a hex has in an attack with all who may join it."""
        mine, best = attack_value(self.rules.counters[id_], self.position.units[id_]), 0.0
        for target in self.ground.board.neighbours(hex):
            if target in self.position.stacks(self.enemy):
                total = max(mine, self.muster(target))
                best = max(best, self.odds_gain(target, total) * mine / max(1, total))
        return best

    def muster(self, target: Hex) -> int:
        """Attack points that stand near a target, as many as find room around it."""
        if target not in self._musters:
            position, own, counters = self.position, self.position.stacks(self.side), self.rules.counters
            rings = self.ground.board.rings(target, MUSTER)
            able = sorted(
                attack_value(counters[id_], position.units[id_])
                for ring in rings for hex in ring for id_ in own.get(hex, ())
                if not position.units[id_].state and not position.units[id_].engaged
            )  # fmt: skip
            held = self.position.stacks(self.enemy)
            room = sum(hex not in held for hex in rings[1])
            self._musters[target] = sum(able[-ROOM * room :])
        return self._musters[target]

    def odds_gain(self, target: Hex, attack: int) -> float:
        """Expected gain of so many attack points against a hex, shifts left out."""
        if attack <= 0:
            return 0.0
        return gain(self.rules, self.rules.crt.column(attack, max(1, self.defence(target))))

    def defence(self, target: Hex) -> int:
        """Defence of a hex with its DCB."""
        position, side = self.position, self.enemy
        points = sum(
            defence_value(self.rules.counters[id_], position.units[id_]) for id_ in position.stack(target)
        )
        return points + min(points, dcb(self.rules, position, target, side))

    def danger(self, id_: str, hex: Hex) -> float:
        """How badly the enemies next to a hex outnumber a unit that stands there with its friends."""
        position, rules = self.position, self.rules
        enemy = position.stacks(self.enemy)
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


@cache
def homes_at(rules: Tables, scenario: str, ground: Ground) -> Mapping[Hex, frozenset[Hex]]:
    """The hexes of German assembly areas, each with those of its area, where some of them decide."""
    if rules.scenarios[scenario].victory.kind != "campaign":
        return {}
    areas = (ground.area_hexes[area.id] for area in ground.theatre.area if area.kind == "assembly")
    return {hex: hexes for hexes in areas for hex in hexes}


@cache
def road_costs(ground: Ground) -> Profile:
    """One for every step along a road of any kind."""
    return compile_profile(ground.board, lambda a, b: 1 if Hexside(a, b) in ground.roads else None)


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
        mine.way.get(hex, FAR_AWAY) * len(ids)
        for hex, ids in view.stacks(mine.striker).items()
        if hex in ground.terrain
    )
    striking = weights.goal * held + 0.5 * gone - 0.3 * weights.march * nearer
    own_bonds = len(bonds_of(rules, view, side).hexes) - len(bonds_of(rules, view, other_side(side)).hexes)
    return score + (striking if mine.strikes else -striking) + 0.05 * own_bonds
