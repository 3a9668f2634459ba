"""What a position is worth: opinions of the computer player, no rules.

Everything is counted in tenths of an ordinary medal. Dice, cover, sight and passage are asked from the
chapters that rule them; here stands only how much one would give for the answer.
"""

from __future__ import annotations

from functools import cache

import msgspec

from grognard.dice import Die, pool_distribution
from grognard_memoir44.battlefield import SECTIONS
from grognard_memoir44.dice import defense_reason, range_reason
from grognard_memoir44.pieces import units_of
from grognard_memoir44.position import HIDDEN, Memoir, MemoirPosition, Unit, other_side
from grognard_memoir44.retreat import depth, flags_ignorable
from grognard_memoir44.schema import Card, Section, UnitKind
from grognard_memoir44.tables import Tables
from grognard_memoir44.victory import holds, score

__all__ = ["WEIGHTS", "Appraisal", "Blow", "Chances", "Weights", "blow", "value"]


class Weights(msgspec.Struct, frozen=True):
    """How the computer player weighs things up; tried out in games of one set of weights against another."""

    medal: float = 10.0
    """The first medal."""
    steep: float = 1.0
    """How much dearer medals get towards the goal: the share of the goal reached, squared, times this."""
    last: float = 2.5
    """The winning medal, in ordinary ones."""
    power: tuple[tuple[str, float], ...] = (("infantry", 4.0), ("armor", 6.0), ("artillery", 6.0))
    """A whole unit, besides the medal it is worth to the enemy."""
    wear: float = 0.55
    """Share of a unit's medal that goes with its figures one by one; the rest goes with the last."""
    ordered: float = 0.3
    """How likely an enemy that could battle a unit is to do it next turn."""
    chance: float = 0.25
    """The same for a unit and its best target, as seen by its owner."""
    approach: float = 0.35
    """Each hex further from the nearest enemy than the unit can use."""
    push: float = 0.7
    """A step back forced on an enemy."""
    pull: float = 0.35
    """Share of an objective's medal that the way to it is worth, shared out by distance."""
    guard: float = 0.4
    """Share of an enemy objective's medal that standing on it is worth."""
    overkill: float = 0.5
    """How much of a blow counts as lost should an earlier one destroy the target."""
    hand: float = 0.3
    """How much more a chance is worth where more of the hand's cards give orders, per card above the mean."""
    spare: float = 0.1
    """Share of an objective's medal for standing on it besides enough others."""


WEIGHTS = Weights()


class Blow(msgspec.Struct, frozen=True):
    """What some dice do to a kind of unit: chances of each number of hits and of each number of flags."""

    hits: tuple[float, ...]
    flags: tuple[float, ...]


@cache
def blow(die: Die, dice: int, faces: str, kill: float) -> Blow:
    """The chances of ``dice`` dice that hit with ``faces``; ``kill`` < 1 is the chance that a hit counts."""
    hits, flags = [0.0] * (dice + 1), [0.0] * (dice + 1)
    weights = pool_distribution(die, dice, (faces, "flag"))
    whole = sum(weights.values())
    for (hit, flag), weight in weights.items():
        hits[hit] += weight / whole
        flags[flag] += weight / whole
    if kill < 1:
        killed = sum(chance * (1 - (1 - kill) ** hit) for hit, chance in enumerate(hits))
        hits = [1 - killed, killed]
    return Blow(tuple(hits), tuple(flags))


class Chances(msgspec.Struct, frozen=True):
    """What an attack can bring: its worth, the chance to destroy the target and that to empty its hex."""

    worth: float
    killed: float
    empty: float


class Goal(msgspec.Struct, frozen=True):
    """Hexes worth standing on: how many are needed, their worth, and whether to have or only to deny them."""

    hexes: tuple[str, ...]
    needed: int
    worth: float
    own: bool


class Appraisal:
    """Opinions about one position as ``side`` sees it.

    The enemy's units stay where they are while it is used; own units may be moved about in ``play``.
    """

    def __init__(self, play: Memoir, side: str, weights: Weights = WEIGHTS) -> None:
        self.play, self.side, self.weights = play, side, weights
        position, rules = play.position, play.rules
        self.field = rules.field(position)
        self.power = dict(weights.power)
        self.needed: dict[str, int] = dict(self.field.scenario.medals.items())
        self.next_medal = {s: self.medal(s, score(position, self.field, s)) for s in self.needed}
        self.enemies = list(units_of(position, other_side(side)))
        self.goals = self._goals()
        self.dearest = max((goal.worth for goal in self.goals), default=0.0) + 1.0
        self._losses: dict[tuple[str, int, int, int, str, int, str], float] = {}
        self._exposures: dict[tuple[str, str, int, str], float] = {}
        self._reaching = [(enemy, self.reach(enemy)) for _, enemy in self.enemies]
        self._chances: dict[tuple[str, str, str], float] = {}
        self._rooms: dict[str, tuple[int, int]] = {}
        self._attacks: dict[tuple[str, int, bool], Chances] = {}
        self._served: dict[Section, float] | None = None

    # Medals ----------------------------------------------------------------------------------------------
    def medal(self, side: str, have: int) -> float:
        """What one more medal is worth to a side that has some."""
        weights, needed = self.weights, self.needed[side]
        if have + 1 >= needed:
            return weights.medal * weights.last
        return weights.medal * (1 + weights.steep * (have / needed) ** 2)

    def _goals(self) -> list[Goal]:
        """Objectives, hexes that end the game and exits, as far as they still matter."""
        position, scenario, side = self.play.position, self.field.scenario, self.side
        enemy, found = other_side(side), list[Goal]()
        for number, objective in enumerate(scenario.objective):
            if objective.kind == "permanent" and number in position.captured:
                continue
            hexes, needed, medals = objective.hexes, objective.needed, objective.medals
            if objective.side in (side, "either"):
                found.append(Goal(hexes, needed, medals * self.next_medal[side], True))
            if objective.side in (enemy, "either"):
                found.append(Goal(hexes, needed, medals * self.next_medal[enemy] * self.danger(hexes), False))
        for clause in scenario.sudden_death:
            own, worth = clause.side == side, self.weights.medal * self.weights.last
            found.append(
                Goal(clause.hexes, clause.needed, worth if own else worth * self.danger(clause.hexes), own)
            )
        for way in scenario.exit:
            if way.side == side:
                found.append(Goal(way.hexes, 99, way.medals * self.next_medal[side], True))
        return found

    def danger(self, hexes: tuple[str, ...]) -> float:
        """How near the enemy is to some hexes: 1 within three, less further off."""
        row, index = self.field.far, self.field.board.index
        nearest = min((row[e.hex][index[h]] for h in hexes for _, e in self.enemies), default=99)
        return 3 / max(3, nearest)

    # Units -----------------------------------------------------------------------------------------------
    def stake(self, unit: Unit, figures: int) -> float:
        """What a unit is worth to its owner with so many figures; nothing when it is gone."""
        return self.strength(unit, figures, self.next_medal[other_side(unit.side)])

    def strength(self, unit: Unit, figures: int, medal: float) -> float:
        """What a unit can do, and the medal it denies the enemy."""
        if figures <= 0:
            return 0.0
        kind, share, wear = self.play.rules.units[unit.kind], figures / unit.full, self.weights.wear
        return self.power[kind.type] * (0.5 + 0.5 * share) + unit.medals * medal * (1 - wear + wear * share)

    def blow(self, kind: UnitKind, dice: int, extra: tuple[str, ...] = ()) -> Blow:
        """The chances of some dice against a kind of unit."""
        die = self.play.rules.dice[self.play.rules.pieces.die.name]
        kill = 1.0
        if kind.rerolled:
            kill = sum(face in kind.killed_by for face in die.faces) / len(die.faces)
        return blow(die, dice, " ".join((*kind.hit_by, *extra)), kill)

    def loss(self, unit: Unit, dice: int, extra: tuple[str, ...] = ()) -> float:
        """What a unit can expect to lose to the hits of some dice."""
        if dice <= 0:
            return 0.0
        key = (unit.kind, unit.figures, unit.full, unit.medals, unit.side, dice, " ".join(extra))
        found = self._losses.get(key)
        if found is None:
            whole = self.stake(unit, unit.figures)
            hits = self.blow(self.play.rules.units[unit.kind], dice, extra).hits
            found = sum(p * (whole - self.stake(unit, unit.figures - n)) for n, p in enumerate(hits))
            self._losses[key] = found
        return found

    # Exposure and prospects ------------------------------------------------------------------------------
    def reach(self, unit: Unit) -> int:
        """How far off a unit may strike next turn, moving up first."""
        kind = self.play.rules.units[unit.kind]
        return kind.battle_move + self.field.furthest(kind, unit.hex)

    def dice_next_turn(self, attacker: Unit, target: Unit) -> int:
        """A guess at the dice one unit could bring to bear on another next turn, moving up first."""
        kind, field = self.play.rules.units[attacker.kind], self.field
        distance = field.far[attacker.hex][field.board.index[target.hex]] - kind.battle_move
        at_range = range_reason(field, kind, attacker.hex, max(1, distance))
        if at_range is None:
            return 0
        cover = defense_reason(self.play, field, attacker, target)
        return max(0, at_range.value + (cover.value if cover else 0))

    def threat(self, enemy: Unit, unit: Unit) -> float:
        """What an own unit can expect to lose to one enemy that battles it next turn."""
        return self.loss(unit, self.dice_next_turn(enemy, unit))

    def exposure(self, unit: Unit) -> float:
        """What a unit can expect to lose where it stands."""
        key = (unit.hex, unit.kind, unit.figures, self.play.position.obstacles.get(unit.hex, ""))
        found = self._exposures.get(key)
        if found is None:
            row, here = self.field.far, self.field.board.index[unit.hex]
            near = (enemy for enemy, reach in self._reaching if row[enemy.hex][here] <= reach)
            found = self.weights.ordered * sum(self.threat(enemy, unit) for enemy in near)
            self._exposures[key] = found
        return found

    def prospect(self, unit: Unit) -> float:
        """What a unit can hope for where it stands: its best target next turn, or the way to the enemy."""
        key = (unit.hex, unit.kind, "")
        found = self._chances.get(key)
        if found is not None:
            return found
        field, kind = self.field, self.play.rules.units[unit.kind]
        best, nearest, reach = 0.0, 99, self.reach(unit)
        row, index = field.far[unit.hex], field.board.index
        for _, enemy in self.enemies:
            distance = row[index[enemy.hex]]
            nearest = min(nearest, distance)
            if distance <= reach:
                best = max(best, self.loss(enemy, self.dice_next_turn(unit, enemy)))
        useful = kind.battle_move + 1 if kind.type != "artillery" else 4
        way = self.weights.approach * max(0, nearest - useful) if self.enemies else 0.0
        self._chances[key] = found = self.weights.chance * best * self.orderly(unit.hex) - way
        return found

    def orderly(self, label: str) -> float:
        """How the hand serves a hex: 1 for as many cards as elsewhere."""
        if not self.weights.hand:
            return 1.0
        if self._served is None:
            hand = (card for card in self.play.position.hands[self.side] if card != HIDDEN)
            cards = [self.play.rules.cards[card] for card in hand]
            self._served = {s: sum(1.0 for c in cards if not c.orders or s in c.orders) for s in SECTIONS}
        mean = sum(self._served.values()) / 3
        here = max(self._served[s] for s in self.field.sections(label, self.side))
        return max(0.4, 1 + self.weights.hand * (here - mean))

    def ground(self, id_: str, unit: Unit) -> float:
        """What the hex of a unit is worth in itself: objectives, and the way to them."""
        if not self.goals:
            return 0.0
        weights, position = self.weights, self.play.position
        at, units, row, index = position.at, position.units, self.field.far[unit.hex], self.field.board.index
        worth = 0.0
        for goal in self.goals:
            hexes, needed, medal = goal.hexes, goal.needed, goal.worth
            others = sum(1 for h in hexes if h in at and at[h] != id_ and units[at[h]].side == unit.side)
            distance = min(row[index[h]] for h in hexes)
            if not goal.own:
                near = distance == 0 and others < len(hexes)
                worth += weights.guard * medal * (1.0 if near else 0.3 / (1 + distance))
            elif others >= needed:
                worth += weights.spare * medal * (distance == 0)
            elif distance == 0 and needed < 99:
                worth += medal / needed
            else:
                worth += weights.pull * medal / (1 + distance)
        return worth

    def place(self, id_: str, unit: Unit) -> float:
        """What it is worth to an own unit to stand where it stands."""
        return self.ground(id_, unit) + self.prospect(unit) - self.exposure(unit)

    # Attacks ---------------------------------------------------------------------------------------------
    def room(self, target: str, unit: Unit) -> tuple[int, int]:
        """How many flags a unit may ignore where it stands, and how many steps it could retreat."""
        found = self._rooms.get(target)
        if found is None:
            play, field = self.play, self.field
            ignorable = flags_ignorable(play, field, unit)
            steps = depth(play, field, unit, unit.hex, 2)
            found = self._rooms[target] = (ignorable[0].value if ignorable else 0, steps)
        return found

    def attack(self, target: str, dice: int, strike: Card | None = None) -> Chances:
        """What a roll at an enemy can bring; ``strike`` is the card of a strike from off the board."""
        key = (target, dice, strike is not None)
        found = self._attacks.get(key)
        if found is None:
            found = self._attacks[key] = self._attack(target, dice, strike)
        return found

    def _attack(self, target: str, dice: int, strike: Card | None) -> Chances:
        unit = self.play.position.units[target]
        kind, extra = self.play.rules.units[unit.kind], strike.extra_hits if strike is not None else ()
        ignored, room = self.room(target, unit)
        if strike is not None and not strike.flags_ignorable:
            ignored = 0
        whole, chances = self.stake(unit, unit.figures), self.blow(kind, dice, extra)
        killed = sum(chances.hits[unit.figures :])
        driven = sum(chances.flags[ignored + 1 :]) if room else 0.0
        empty = killed + (1 - killed) * driven
        worth = self.loss(unit, dice, extra) + empty * self.eviction(unit)
        figure = whole - self.stake(unit, unit.figures - 1)
        for count, chance in enumerate(chances.flags):
            steps = (count - ignored) * kind.retreat_min
            if steps > 0:
                back = self.weights.push * min(steps, room) + figure * max(0, steps - room)
                worth += (1 - killed) * chance * back
        return Chances(worth, killed, empty)

    def eviction(self, unit: Unit) -> float:
        """What it is worth to drive a unit from its hex: the objective medals that it holds there."""
        position, worth = self.play.position, 0.0
        for number, objective in enumerate(self.field.scenario.objective):
            if unit.hex in objective.hexes and objective.kind != "permanent":
                if holds(position, number, objective, unit.side):
                    worth += objective.medals * self.next_medal[unit.side]
                elif objective.side in (self.side, "either"):
                    worth += 0.3 * objective.medals * self.next_medal[self.side]
        for clause in self.field.scenario.sudden_death:
            if unit.hex in clause.hexes:
                worth += 0.5 * self.weights.medal
        return worth


def value(rules: Tables, view: MemoirPosition, side: str, weights: Weights = WEIGHTS) -> float:
    """How good a position is for a side: medals, units and where they stand, less the enemy's."""
    play = Memoir(view, rules)
    if view.outcome is not None:
        return 1000.0 if view.outcome.winner == side else -1000.0
    total = 0.0
    for who, sign in ((side, 1.0), (other_side(side), -1.0)):
        appraisal = Appraisal(play, who, weights)
        total += sign * sum(appraisal.medal(who, n) for n in range(score(view, appraisal.field, who)))
        for id_, unit in units_of(view, who):
            total += sign * appraisal.strength(unit, unit.figures, weights.medal)
            total += sign * 0.5 * appraisal.place(id_, unit)
    return total
