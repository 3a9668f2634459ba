"""Close combat in one hex: attacks designated by both sides, odds, blows, melee [ASLI-9].

Who attacks and is attacked as one, a MMC with the SMC stacked on it or a SMC by itself, is a *party*, named
by its first unit. The parties of a side are asked in turn: to begin an attack on some enemy parties, to join
one that has begun, or not to attack. So every legal way of combining attacks is reached in one way, and no
choice leads to a dead end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations

import msgspec

from grognard.play import Action
from grognard.reasons import Reason, rule, total
from grognard_asl.morale import RandomSelection, Selecting, reduce
from grognard_asl.position import Asl, AslDecision, AslResolution, other_side
from grognard_asl.schema import UnitKind
from grognard_asl.stacks import adjust, disengage, eliminate

__all__ = [
    "Abstain",
    "ChooseAttack",
    "CloseAttack",
    "CloseCasualties",
    "Combat",
    "CombatEnds",
    "Designating",
    "Engage",
    "Join",
    "attack_reasons",
]


class Engage(Action, frozen=True):
    """Begin an attack of a party on one or several enemy parties."""

    unit: str
    targets: tuple[str, ...]


class Join(Action, frozen=True):
    """Take part in the attack that another party has begun."""

    unit: str
    attack: str


class Abstain(Action, frozen=True):
    """Do not attack."""

    unit: str


class Blow(msgspec.Struct, frozen=True):
    """An attack designated: parties that make it, first the one that began it, and those it is made on."""

    by: tuple[str, ...]
    on: tuple[str, ...]


Party = tuple[str, ...]


class Combat(msgspec.Struct, frozen=True):
    """A close combat so far: the parties of both sides, SMC declared alone, and the attacks designated."""

    hex: str
    attacker: str
    attackers: tuple[Party, ...]
    defenders: tuple[Party, ...]
    alone: tuple[str, ...] = ()
    blows: tuple[Blow, ...] = ()
    answers: tuple[Blow, ...] = ()

    def parties(self, side: str) -> tuple[Party, ...]:
        """The parties of a side."""
        return self.attackers if side == self.attacker else self.defenders

    def made_by(self, side: str) -> tuple[Blow, ...]:
        """The attacks a side has designated."""
        return self.blows if side == self.attacker else self.answers

    def designate(self, side: str, blows: tuple[Blow, ...]) -> Combat:
        """The same with other attacks of a side."""
        name = "blows" if side == self.attacker else "answers"
        return msgspec.structs.replace(self, **{name: blows})

    def units(self, side: str, heads: Sequence[str]) -> tuple[str, ...]:
        """The units of some parties of a side."""
        return tuple(id_ for party in self.parties(side) if party[0] in heads for id_ in party)

    def free(self, side: str) -> tuple[str, ...]:
        """Enemy parties of a side that it has not attacked yet."""
        taken = {head for blow in self.made_by(side) for head in blow.on}
        return tuple(party[0] for party in self.parties(other_side(side)) if party[0] not in taken)


# Designating ---------------------------------------------------------------------------------------------


@rule("ASLI-9.1.2", "ASLI-9.0.3", "ASLI-9.1.3")
class Designating(AslResolution, frozen=True):
    """The parties of both sides choose their attacks, the ATTACKER's first; then all blows fall."""

    side: str
    combat: Combat
    number: int = 0

    def happen(self, play: Asl) -> None:
        """Ask the next party that can attack."""
        parties = self.combat.parties(self.side)
        if self.number < len(parties):
            able = not play.position.units[parties[self.number][0]].broken
            ask = ChooseAttack(self.side, self.combat, self.number)
            play.push(ask if able else Designating(self.side, self.combat, self.number + 1))
        elif self.side == self.combat.attacker:
            play.push(Designating(other_side(self.side), self.combat))
        else:
            play.push(*attacks_of(play, self.combat), CombatEnds(self.combat.hex))


@rule("ASLI-9.5.1.1")
def must_fight(play: Asl, combat: Combat, party: Party) -> bool:
    """Whether somebody of a party has advanced into a melee, and so has to attack."""
    units = play.position.units
    joins = any(not units[id_].melee for id_ in party)
    return joins and any(units[id_].melee for id_ in play.position.at[combat.hex])


@rule("ASLI-9.1.4", "ASLI-9.1.5", "ASLI-9.2.3.1", "ASLI-9.3.1.2", "ASLI-9.3.2.1", "ASLI-9.3.3.2")
class ChooseAttack(AslDecision[Engage | Join | Abstain], frozen=True):
    """Choose what the next party of a side attacks, and with whom."""

    combat: Combat
    number: int
    assumption = "in close combat all attack all, together"

    @property
    def party(self) -> Party:
        """The party that is asked."""
        return self.combat.parties(self.side)[self.number]

    def options(self, play: Asl) -> Iterator[Engage | Join | Abstain]:
        """Every set of enemy parties not yet attacked; every attack it may join; none."""
        head, free = self.party[0], self.combat.free(self.side)
        for targets in chain.from_iterable(combinations(free, n) for n in range(len(free), 0, -1)):
            yield Engage(head, targets)
        joinable = [blow.by[0] for blow in self.combat.made_by(self.side) if not self._join_bar(blow.by[0])]
        yield from (Join(head, other) for other in joinable)
        if not ((free or joinable) and must_fight(play, self.combat, self.party)):
            yield Abstain(head)

    def take(self, play: Asl, action: Engage | Join | Abstain) -> None:
        """Note it, and go on to the next party."""
        play.push(Designating(self.side, self.after(action), self.number + 1))

    def after(self, action: Engage | Join | Abstain) -> Combat:
        """The combat with this designation."""
        blows = self.combat.made_by(self.side)
        if isinstance(action, Engage):
            on = tuple(head for head in self.combat.free(self.side) if head in action.targets)
            return self.combat.designate(self.side, (*blows, Blow((action.unit,), on)))
        if isinstance(action, Join):
            grown = (
                msgspec.structs.replace(blow, by=(*blow.by, action.unit))
                if blow.by[0] == action.attack
                else blow
                for blow in blows
            )
            return self.combat.designate(self.side, tuple(grown))
        return self.combat

    def _join_bar(self, other: str) -> Reason | None:
        """What forbids to join the attack that a party began: an SMC declared alone is on either side."""
        for id_ in (self.party[0], other):
            if id_ in self.combat.alone:
                return Reason(f"{id_} has been declared to attack alone", "ASLI-9.3.1.2")
        return None

    def refusal(self, play: Asl, action: Engage | Join | Abstain) -> tuple[Reason, ...]:
        """Every rule that forbids the designation."""
        if action.unit != self.party[0]:
            return (Reason(f"{self.party[0]} is asked now, with all stacked on it", "ASLI-9.1.2"),)
        if isinstance(action, Engage):
            return tuple(self._target_bars(action.targets))
        if isinstance(action, Join):
            if action.attack not in (blow.by[0] for blow in self.combat.made_by(self.side)):
                return (Reason(f"{action.attack} has begun no attack", "ASLI-9.1.4"),)
            bar = self._join_bar(action.attack)
            return (bar,) if bar else ()
        if Abstain(action.unit) in self.options(play):
            return ()
        return (Reason("it has advanced into the melee", "ASLI-9.5.1.1"),)

    @rule("ASLI-9.1.4", "ASLI-9.3.3.2", "ASLI-9.3.3.3")
    def _target_bars(self, targets: Sequence[str]) -> Iterator[Reason]:
        """What forbids to attack these parties together."""
        if not targets or len(set(targets)) < len(targets):
            yield Reason("somebody has to be attacked, each once", "ASLI-9.1.4")
        enemies = self.combat.parties(other_side(self.side))
        heads, free = [party[0] for party in enemies], self.combat.free(self.side)
        for id_ in dict.fromkeys(targets):
            if id_ in heads:
                if id_ not in free:
                    yield Reason(f"{id_} is attacked already", "ASLI-9.1.4")
            elif any(id_ in party for party in enemies):
                yield Reason(f"{id_} is attacked only with the unit under it", "ASLI-9.3.3.2")
            else:
                yield Reason(f"{id_} is no enemy in {self.combat.hex}", "ASLI-9.0.1")

    def explain(self, play: Asl, action: Engage | Join | Abstain) -> tuple[Reason, ...]:
        """Odds, Kill Number and DRM of the attack as it stands then."""
        if isinstance(action, Abstain):
            return ()
        head = action.unit if isinstance(action, Engage) else action.attack
        combat = self.after(action)
        blow = next(blow for blow in combat.made_by(self.side) if blow.by[0] == head)
        return attack_reasons(play, close_attack(play, combat, self.side, blow))

    def assumed(self, play: Asl) -> Engage | Join | Abstain | None:
        """Everybody there is, or with those who have begun."""
        options = list(self.options(play))
        joins = [option for option in options if isinstance(option, Join)]
        return (joins or options)[0]


# Resolving -----------------------------------------------------------------------------------------------


@rule("ASLI-9.1.3")
def attacks_of(play: Asl, combat: Combat) -> tuple[CloseAttack, ...]:
    """The attacks designated as they will be resolved: the ATTACKER's first."""
    sides = (combat.attacker, other_side(combat.attacker))
    return tuple(close_attack(play, combat, side, blow) for side in sides for blow in combat.made_by(side))


@rule("ASLI-9.4.1", "ASLI-9.4.2", "ASLI-11.1.3")
def close_attack(play: Asl, combat: Combat, side: str, blow: Blow) -> CloseAttack:
    """An attack with the strength it has now, whatever happens before it is resolved.

    The best leader stacked on a MMC that takes part directs it; leaders by themselves direct nobody.
    """
    units, rules = play.position.units, play.rules
    able = [id_ for id_ in combat.units(side, blow.by) if not units[id_].broken]
    stacked = {id_ for party in combat.parties(side) for id_ in party[1:]}
    leaders = [units[id_].kind for id_ in able if id_ in stacked]
    best = min(leaders, key=lambda kind: rules.units[kind].leadership or 0, default="")
    targets = combat.units(other_side(side), blow.on)
    return CloseAttack(side, combat.hex, tuple(units[id_].kind for id_ in able), best, targets)


@rule("ASLI-9.2.1.1", "ASLI-9.3.1.1", "ASLI-9.3.2.1")
def strength(play: Asl, kinds: Sequence[str]) -> int:
    """Total FP of units in close combat."""
    rows = (play.rules.units[kind] for kind in kinds)
    return sum(row.fp if row.mmc else play.rules.figures.close_combat.smc_fp for row in rows)


class CloseAttack(AslResolution, frozen=True):
    """The dice of one attack, made by units of these ``kinds`` even if they are lost by now."""

    side: str
    hex: str
    kinds: tuple[str, ...]
    leader: str
    targets: tuple[str, ...]

    @rule("ASLI-9.2.2.1", "ASLI-9.2.2.2", "ASLI-9.2.2.3")
    def happen(self, play: Asl) -> None:
        """Roll: below the Kill Number all are eliminated, at it one is reduced."""
        reasons = attack_reasons(play, self)
        column = odds_column(play, self)
        margin = kill_number(play, column) - total(reasons)
        groups = rolls_by_effect(margin)
        counts = play.pool("2d6", 1, count=tuple(groups.values()), why="close combat", reasons=reasons)
        effect = tuple(groups)[counts.index(1)]
        odds = play.rules.close_combat.labels[column]
        play.log("close combat", side=self.side, hex=self.hex, odds=odds, drm=total(reasons), result=effect)
        if effect == "eliminated":
            for id_ in self.targets:
                eliminate(play, id_, "close combat")
        elif effect == "reduced":
            play.push(RandomSelection(self.targets, 1), CloseCasualties(self.targets))


@rule("ASLI-9.2.1.1", "ASLI-9.2.1.2")
def odds_column(play: Asl, attack: CloseAttack) -> int:
    """The column of the close combat table, odds rounded down."""
    against = strength(play, [play.position.units[id_].kind for id_ in attack.targets])
    return play.rules.close_combat.column(strength(play, attack.kinds), against)


def kill_number(play: Asl, column: int) -> int:
    """The Kill Number of a column: the table has one row."""
    return int(play.rules.close_combat.cell(column, 7).value)


@rule("ASLI-9.0.2", "ASLI-9.4.1", "ASLI-9.4.3")
def attack_reasons(play: Asl, attack: CloseAttack) -> tuple[Reason, ...]:
    """Odds and Kill Number of an attack, and its DRM: leadership; neither TEM nor range."""
    rules, units = play.rules, play.position.units
    fp = strength(play, attack.kinds)
    against = strength(play, [units[id_].kind for id_ in attack.targets])
    column = odds_column(play, attack)
    words = f"{fp} FP against {against}: {rules.close_combat.labels[column]}"
    found = [
        Reason(
            f"{words}, Kill Number {kill_number(play, column)}",
            "ASLI-9.2.1.2",
            sure=rules.close_combat.cell(column, 7).sure,
        )
    ]
    row: UnitKind | None = rules.units.get(attack.leader)
    if row is not None and (row.leadership or 0) < 0:
        found.append(row.reason("leadership", f"led by {row.name.en}", row.leadership or 0))
    if rules.options["cx"] and any(units[id_].exhausted for id_ in attack.targets):
        figures = rules.figures.close_combat
        words = "an exhausted unit is attacked"
        found.append(figures.reason("exhausted_target", words, figures.exhausted_target))
    return tuple(found)


@cache
def rolls_by_effect(margin: int) -> dict[str, str]:
    """Effect → Original DRs that have it: below, at and above the Kill Number less the DRM.

    >>> rolls_by_effect(5)
    {'eliminated': '2 3 4', 'reduced': '5', 'none': '6 7 8 9 10 11 12'}
    """
    found: dict[str, list[str]] = {}
    for roll in range(2, 13):
        effect = "eliminated" if roll < margin else "reduced" if roll == margin else "none"
        found.setdefault(effect, []).append(str(roll))
    return {effect: " ".join(rolls) for effect, rolls in found.items()}


@rule("ASLI-9.2.2.2")
class CloseCasualties(Selecting, frozen=True):
    """Of the units attacked those selected are reduced."""

    def happen(self, play: Asl) -> None:
        """Reduce them."""
        for id_ in self.chosen:
            reduce(play, id_)


@rule("ASLI-9.5.0.1")
class CombatEnds(AslResolution, frozen=True):
    """All attacks in a hex are resolved: with both sides left there they are in melee."""

    hex: str

    def happen(self, play: Asl) -> None:
        """Put melee counters down, or take them off."""
        units = play.position.units
        stack = play.position.at.get(self.hex, ())
        if len({units[id_].side for id_ in stack}) < 2:
            disengage(play, self.hex)
            return
        if not all(units[id_].melee for id_ in stack):
            play.log("melee", hex=self.hex)
        for id_ in stack:
            adjust(play, id_, melee=True)
