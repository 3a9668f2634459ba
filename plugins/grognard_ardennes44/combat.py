"""The combat phase, by day and by night: attacks one after another, each in steps to its roll [A44-14]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from grognard.hexes import Hexside
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44 import advantage, commando, disengagement, results
from grognard_ardennes44.air import ChooseAir, JabosRoll, drop_markers
from grognard_ardennes44.armour import shift_tanks
from grognard_ardennes44.artillery import ChooseAnswer, GunSupport
from grognard_ardennes44.attack import Attack, Fighting
from grognard_ardennes44.attackers import (
    all_in,
    attack_bars,
    can_complete,
    candidates,
    set_bars,
    target_bars,
    targets,
)
from grognard_ardennes44.bridges import DemolitionInCombat, OurenRoll, is_doubtful
from grognard_ardennes44.crt import column, sum_up
from grognard_ardennes44.dice import die, roll_crt
from grognard_ardennes44.nightmarkers import take_off_night_markers
from grognard_ardennes44.pieces import change, did, note_deed
from grognard_ardennes44.position import (
    Ardennes,
    ArdennesDecision,
    ArdennesPosition,
    ArdennesResolution,
    other_side,
)
from grognard_ardennes44.tables import Tables

__all__ = [
    "AttackGoesIn",
    "AttackHex",
    "BridgesTried",
    "CallOff",
    "ChooseAttackers",
    "ChooseBreakthroughTarget",
    "ChooseCallOff",
    "ChooseTarget",
    "CombatEnds",
    "CombatPhase",
    "CombatRoll",
    "CrtRoll",
    "EndCombat",
    "Engage",
    "Join",
    "PressOn",
    "column",
    "open_attack",
    "sum_up",
]


class AttackHex(Action, frozen=True):
    """Attack the enemy in a hex."""

    hex: str
    verb = "attack"


class EndCombat(Action, frozen=True):
    """No more attacks in this phase."""

    verb = "done"


class Join(Action, frozen=True):
    """A unit takes part in the attack."""

    unit: str


class Engage(Action, frozen=True):
    """Attack with the units named."""


class CallOff(Action, frozen=True):
    """Call the attack off."""


class PressOn(Action, frozen=True):
    """Attack all the same."""


# The phase -------------------------------------------------------------------------------------------------


@rule("A44-14.1", "A44-14.4", "A44-19.15", "A44-20.1", "A44-25.18")
class CombatPhase(Fighting, frozen=True):
    """A side's combat phase: disengagement, then attacks one after another until it has had enough."""

    def happen(self, play: Ardennes) -> None:
        """Begin, offer the next attack, a breakthrough group's before any other, or end."""
        side = self.side
        if not self.begun:
            advantage.drop_stale(play, side)
            play.push(disengagement.Disengagements(side), CombatPhase(side, begun=True))
        elif self.exploit:
            play.push(ChooseBreakthroughTarget(side, self.exploit), CombatPhase(side, begun=True))
        elif self.over:
            play.push(CombatEnds(side))
        else:
            play.push(ChooseTarget(side, self.joiners), CombatPhase(side, begun=True))


@rule("A44-25.13", "A44-15.15")
class CombatEnds(ArdennesResolution, frozen=True):
    """The end of the phase: Replacement markers go by day, night markers at night, air support always."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Take markers off."""
        rules, position = play.rules, play.position
        if position.night:
            take_off_night_markers(play, self.side)
        else:
            for id_, unit in list(position.units.items()):
                if unit.marker == "replaced" and rules.counters[id_].side == self.side:
                    change(play, id_, marker="")
        if self.side == "allied":
            drop_markers(play)


@rule("A44-14.1", "A44-14.2", "A44-14.4", "A44-14.5")
class ChooseTarget(ArdennesDecision[AttackHex | EndCombat], frozen=True):
    """Choose the target hex of the next attack, or attack no more: nobody has to."""

    joiners: tuple[str, ...] = ()

    def options(self, play: Ardennes) -> Iterator[AttackHex | EndCombat]:
        """Every hex that an able unit can reach, or the end of the phase."""
        for hex in targets(play.rules, play.position, self.side):
            yield AttackHex(hex)
        yield EndCombat()

    def explain(self, play: Ardennes, action: AttackHex | EndCombat) -> tuple[Reason, ...] | None:
        """Every term of the attack if all who can take part."""
        if isinstance(action, EndCombat):
            return None
        rules, position = play.rules, play.position
        able = candidates(rules, position, self.side, action.hex, self.joiners)
        units = all_in(rules, position, able)
        return sum_up(rules, position, Attack(self.side, action.hex, units))

    def refusal(self, play: Ardennes, action: AttackHex | EndCombat) -> tuple[Reason, ...]:
        """Nobody there, attacked already, nobody able."""
        if isinstance(action, EndCombat):
            return ()
        return target_bars(play.rules, play.position, self.side, action.hex)

    def take(self, play: Ardennes, action: AttackHex | EndCombat) -> None:
        """Go on to the units."""
        if isinstance(action, EndCombat):
            play.amend(Fighting, over=True)
        else:
            play.push(ChooseAttackers(self.side, action.hex, joiners=self.joiners))


@rule("A44-14.6", "A44-14.7", "A44-14.10", "A44-8.9", "A44-13.20", "A44-19.18")
class ChooseAttackers(ArdennesDecision[Join | Engage], frozen=True):
    """Name the units of an attack in the order of ids, then engage."""

    target: str
    units: tuple[str, ...] = ()
    joiners: tuple[str, ...] = ()
    assumption = "the attack is made with the units named"

    def _later(self, play: Ardennes) -> list[str]:
        able = candidates(play.rules, play.position, self.side, self.target, self.joiners)
        return [id_ for id_ in able if id_ > self.units[-1]] if self.units else able

    def _finishable(self, play: Ardennes, ids: tuple[str, ...], later: Sequence[str]) -> bool:
        """A breakthrough group joins others, it does not attack by itself here [A44-19.18]."""
        rules, position = play.rules, play.position
        if not set(ids) <= set(self.joiners):
            return can_complete(rules, position, ids, later)
        others = [id_ for id_ in later if id_ not in self.joiners]
        return any(can_complete(rules, position, (*ids, id_), later) for id_ in others)

    def options(self, play: Ardennes) -> Iterator[Join | Engage]:
        """Units with which the set is legal or can become so; to engage if it is."""
        later = self._later(play)
        for i, id_ in enumerate(later):
            if self._finishable(play, (*self.units, id_), later[i + 1 :]):
                yield Join(id_)
        if not self._bars(play):
            yield Engage()

    def _bars(self, play: Ardennes) -> tuple[Reason, ...]:
        if not self.units:
            return (Reason("no unit is named", "A44-14.1"),)
        bars = set_bars(play.rules, play.position, self.units)
        if set(self.units) <= set(self.joiners):
            bars += (Reason("a breakthrough group only joins an attack of others", "A44-19.18"),)
        return bars

    def refusal(self, play: Ardennes, action: Join | Engage) -> tuple[Reason, ...]:
        """Place, state, order, formations."""
        if isinstance(action, Engage):
            return self._bars(play)
        rules, position = play.rules, play.position
        bars = list(attack_bars(rules, position, self.side, action.unit, self.target, self.joiners))
        if self.units and action.unit <= self.units[-1]:
            bars.append(Reason("units are named in the order of their ids", "A44-14.1"))
        if bars:
            return tuple(bars)
        ids, later = (*self.units, action.unit), [i for i in self._later(play) if i > action.unit]
        if self._finishable(play, ids, later):
            return ()
        found = set_bars(rules, position, ids)
        return found or (Reason("a breakthrough group only joins an attack of others", "A44-19.18"),)

    def take(self, play: Ardennes, action: Join | Engage) -> None:
        """Add the unit, or open the attack."""
        if isinstance(action, Join):
            play.push(msgspec.structs.replace(self, units=(*self.units, action.unit)))
        else:
            open_attack(play, self.side, self.target, self.units)

    def explain(self, play: Ardennes, action: Join | Engage) -> tuple[Reason, ...]:
        """Every term of the attack as it stands, with the unit if one is to join."""
        units = (*self.units, action.unit) if isinstance(action, Join) else self.units
        return sum_up(play.rules, play.position, Attack(self.side, self.target, units))

    def assumed(self, play: Ardennes) -> Join | Engage:
        """Engage if that is legal, else the next unit."""
        return next(self.options(play)) if self._bars(play) else Engage()


@rule("A44-19.12", "A44-19.15", "A44-14.2")
class ChooseBreakthroughTarget(ArdennesDecision[AttackHex], frozen=True):
    """A breakthrough group attacks again, one hex next to it, whether attacked before or not."""

    units: tuple[str, ...]

    def options(self, play: Ardennes) -> Iterator[AttackHex]:
        """Enemy hexes next to the group."""
        position, ground = play.position, play.rules.ground(play.position)
        enemy = position.stacks(other_side(self.side))
        for hex in ground.board.neighbours(position.units[self.units[0]].hex):
            if hex in enemy:
                yield AttackHex(hex)

    def refusal(self, play: Ardennes, action: AttackHex) -> tuple[Reason, ...]:
        """No enemy next to it."""
        if action in self.options(play):
            return ()
        return (Reason("no enemy hex next to the breakthrough group", "A44-19.15"),)

    def take(self, play: Ardennes, action: AttackHex) -> None:
        """Open the attack."""
        open_attack(play, self.side, action.hex, self.units, breakthrough=True)

    def explain(self, play: Ardennes, action: AttackHex) -> tuple[Reason, ...]:
        """Every term of the attack."""
        return sum_up(play.rules, play.position, Attack(self.side, action.hex, self.units))

    def moot(self, play: Ardennes) -> bool:
        """Nobody is left to attack, or to be attacked."""
        gone = not self.units or self.units[0] not in play.position.units
        return gone or not any(True for _ in self.options(play))


# One attack ------------------------------------------------------------------------------------------------


@rule("A44-14.11", "A44-14.13", "A44-14.15", "A44-7.7", "A44-7.15")
def open_attack(
    play: Ardennes, side: str, target: str, units: tuple[str, ...], *, breakthrough: bool = False
) -> None:
    """Put an attack on the agenda: its steps in their order, and its record under them."""
    rules, position, enemy = play.rules, play.position, other_side(side)
    doubtful, bridges = crossings(rules, position, side, target, units)
    record = Attack(side, target, units, bridges=(*doubtful, *bridges), breakthrough=breakthrough)
    play.log("attack", side=side, hex=target, units=",".join(units))
    play.push(
        *map(OurenRoll, doubtful),
        *(commando.SurpriseAttack(side, id_) for id_ in commando.surprises(rules, position, units)),
        *(DemolitionInCombat(enemy, bridge) for bridge in bridges),
        BridgesTried(),
        AttackGoesIn(),
        GunSupport(side),
        *((ChooseAir(side),) if side == "allied" else ()),
        ChooseAnswer(enemy),
        JabosRoll(),
        CombatRoll(),
        record,
    )


def crossings(
    rules: Tables, position: ArdennesPosition, side: str, target: str, units: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The bridges that units attack across: doubtful ones, which Germans try by it, and sound ones."""
    ground = rules.ground(position)
    doubtful, sound = dict[str, None](), dict[str, None]()
    for hex in dict.fromkeys(position.units[id_].hex for id_ in units):
        if hex not in ground.terrain or Hexside(hex, target) not in ground.bridges:
            continue
        bridge = Hexside(hex, target)
        if side == "german" and is_doubtful(position, hex, target):
            doubtful[str(bridge)] = None
        elif str(bridge) not in position.bridges:
            sound[str(bridge)] = None
    return list(doubtful), list(sound)


@rule("A44-7.8", "A44-7.9", "A44-14.11")
class BridgesTried(ArdennesResolution, frozen=True):
    """If a bridge was blown under the attack, the attacker may call it off."""

    def happen(self, play: Ardennes) -> None:
        """Note what was blown and ask."""
        attack, states = play.enclosing(Attack), play.position.bridges
        blown = tuple(bridge for bridge in attack.bridges if bridge in states)
        if blown:
            play.amend(Attack, blown=blown)
            play.push(ChooseCallOff(attack.attacker))


@rule("A44-7.9", "A44-14.11", "A44-19.18")
class ChooseCallOff(ArdennesDecision[PressOn | CallOff], frozen=True):
    """A bridge was blown: attack all the same, or call the attack off and have attacked nobody.

    A breakthrough group that was in it may still join the next attack.
    """

    assumption = "the attack goes on though a bridge is blown"

    def options(self, play: Ardennes) -> Iterator[PressOn | CallOff]:
        """On, or off."""
        yield PressOn()
        yield CallOff()

    def take(self, play: Ardennes, action: PressOn | CallOff) -> None:
        """Stop it, or let it go in."""
        if isinstance(action, CallOff):
            attack = play.enclosing(Attack)
            play.log("called off", hex=attack.target)
            play.amend(Attack, stopped=True)
            joiners = tuple(id_ for id_ in attack.units if did(play.position, id_, "attacked"))
            play.amend(Fighting, joiners=joiners)

    def assumed(self, play: Ardennes) -> PressOn:
        """On."""
        return PressOn()


@rule("A44-14.2", "A44-14.3")
class AttackGoesIn(ArdennesResolution, frozen=True):
    """The attack is made: its units have attacked, and all units in the target hex have been attacked."""

    def happen(self, play: Ardennes) -> None:
        """Note it."""
        attack, position = play.enclosing(Attack), play.position
        if attack.stopped:
            return
        for id_ in attack.units:
            note_deed(position, id_, "attacked")
        for id_ in position.stack(attack.target):
            note_deed(position, id_, "defended")


@rule("A44-14.15", "A44-14.16", "A44-22.19")
class CombatRoll(ArdennesResolution, frozen=True):
    """After all shifts: the column is settled; artillery that stopped the attack has given its result."""

    def happen(self, play: Ardennes) -> None:
        """Find the column, and whether the armour shift was had."""
        attack = play.enclosing(Attack)
        if attack.stopped:
            if attack.early:
                play.push(results.ApplyResult(attack.early))
            return
        rules, position = play.rules, play.position
        play.amend(Attack, armour=bool(shift_tanks(rules, position, attack)))
        play.push(CrtRoll(column(rules, position, attack)))


@rule("A44-14.15")
class CrtRoll(ArdennesResolution, frozen=True):
    """The roll on the CRT in a column.

    What led to the column is forgotten with it: attacks that come to one result are one from here on.
    """

    column: int

    def happen(self, play: Ardennes) -> None:
        """Roll, and apply the result."""
        rules, attack = play.rules, play.enclosing(Attack)
        result = roll_crt(play, self.column, why="combat", reasons=sum_up(rules, play.position, attack))
        label = rules.crt.labels[self.column]
        play.log("combat", hex=attack.target, column=label, result=result, roll=die(play))
        play.amend(Attack, surprise=0, dat=0, jabos=0)
        play.push(results.ApplyResult(result))
