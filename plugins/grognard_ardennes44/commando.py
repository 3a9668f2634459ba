"""Mr Solar (Skorzeny) and the 150th Panzer Brigade: infiltration and surprise [A44-27.15 to 27.20].

Both abilities last as long as the unit is undetected, see :mod:`grognard_ardennes44.detection`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import Reason, rule, total
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.detection import detect, is_undetected
from grognard_ardennes44.dice import die
from grognard_ardennes44.movement import (
    allowance,
    bars_to_moving,
    mode_bars,
    mover_class,
    profile,
    step_bars,
    stop_bars,
)
from grognard_ardennes44.moving import Stop, To, walk
from grognard_ardennes44.offers import Offer
from grognard_ardennes44.pieces import not_in_play, note_deed, on_map
from grognard_ardennes44.position import Ardennes, ArdennesDecision, ArdennesPosition, ArdennesResolution
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.traffic import traffic_mp
from grognard_ardennes44.weather import is_frozen
from grognard_ardennes44.zoc import in_ezoc

__all__ = [
    "OFFERS",
    "AttackPlainly",
    "Infiltrate",
    "Infiltrating",
    "InfiltrationRoll",
    "SurpriseAttack",
    "SurpriseRoll",
    "TrySurprise",
    "infiltrate_bars",
    "surprises",
]


class Infiltrate(Action, frozen=True):
    """Move an undetected unit hex by hex, trying to ignore enemy ZOCs."""

    unit: str


# Infiltration ----------------------------------------------------------------------------------------------


@rule("A44-27.15", "A44-27.19")
def infiltrate_bars(rules: Tables, position: ArdennesPosition, id_: str) -> tuple[Reason, ...]:
    """Every reason why a unit may not infiltrate now."""
    found = list(bars_to_moving(rules, position, id_) + mode_bars(rules, position, id_, "move"))
    if not is_undetected(rules, position, id_):
        found.append(Reason("only an undetected special unit infiltrates", "A44-27.15"))
    if not on_map(rules, position, id_):
        found.append(Reason("it is not on the map", "A44-27.15"))
    return tuple(found)


def infiltrations(play: Ardennes, side: str) -> Iterator[Infiltrate]:
    """Undetected units that can move on."""
    rules, position = play.rules, play.position
    if side != "german":
        return
    for id_ in sorted(special_ids(rules) & position.units.keys()):
        if infiltrate_bars(rules, position, id_):
            continue
        if next_hexes(rules, position, id_, start_half_mp(rules, position, id_)):
            yield Infiltrate(id_)


@cache
def special_ids(rules: Tables) -> frozenset[str]:
    """The units that are undetected at first."""
    return frozenset(id_ for id_, counter in rules.counters.items() if "solar" in counter.traits)


def infiltrate_refusal(play: Ardennes, side: str, action: Infiltrate) -> tuple[Reason, ...]:
    """Why it cannot."""
    rules, position, id_ = play.rules, play.position, action.unit
    if found := not_in_play(rules, position, side, id_):
        return found
    found = infiltrate_bars(rules, position, id_)
    if not found and not next_hexes(rules, position, id_, start_half_mp(rules, position, id_)):
        found = (Reason("it has nowhere to go", "A44-11.2"),)
    return found


def begin_infiltration(play: Ardennes, side: str, action: Infiltrate) -> None:
    """It sets out."""
    play.push(Infiltrating(side, action.unit, start_half_mp(play.rules, play.position, action.unit)))


def start_half_mp(rules: Tables, position: ArdennesPosition, id_: str) -> int:
    """Half MP at the start of the move."""
    return 2 * total(allowance(rules, position, id_, "move"))


def next_hexes(rules: Tables, position: ArdennesPosition, id_: str, half_mp: int) -> dict[Hex, int]:
    """Neighbouring hexes it can pay for and may stand in, with half MP."""
    counter, ground, here = rules.counters[id_], rules.ground(position), position.units[id_].hex
    costs = profile(rules, ground, mover_class(counter), is_frozen(rules, position.turn))
    delays = traffic_mp(rules, position, counter.side)
    found = {}
    for other in ground.board.neighbours(here):
        price = costs.cost(here, other)
        if price is None:
            continue
        price += 2 * delays.get(other, 0)
        bars = step_bars(rules, position, id_, here, other) + stop_bars(rules, position, id_, other, "move")
        if price <= half_mp and not bars:
            found[other] = price
    return found


@rule("A44-27.19")
class Infiltrating(ArdennesDecision[To | Stop], frozen=True):
    """An undetected unit goes on by one hex, or stops."""

    unit: str
    left: int
    begun: bool = False

    def options(self, play: Ardennes) -> Iterator[To | Stop]:
        """The hexes next to it, and to stop once it has moved."""
        yield from map(To, next_hexes(play.rules, play.position, self.unit, self.left))
        if self.begun:
            yield Stop()

    def take(self, play: Ardennes, action: To | Stop) -> None:
        """Enter the hex; in an enemy ZOC the dice say whether it can go on."""
        if isinstance(action, Stop):
            return
        rules, position = play.rules, play.position
        price = next_hexes(rules, position, self.unit, self.left)[action.hex]
        walk(play, self.unit, "infiltration", (position.units[self.unit].hex, action.hex))
        after = msgspec.structs.replace(self, left=self.left - price, begun=True)
        if in_ezoc(rules, position, self.side, action.hex):
            play.push(InfiltrationRoll(self.side, self.unit, after.left))
        elif next_hexes(rules, position, self.unit, after.left):
            play.push(after)

    def moot(self, play: Ardennes) -> bool:
        """Whether it cannot go on."""
        return self.begun and not next_hexes(play.rules, play.position, self.unit, self.left)


@rule("A44-27.19", "A44-27.17")
class InfiltrationRoll(ArdennesResolution, frozen=True):
    """An undetected unit in an enemy ZOC: on a good roll it ignores the ZOC, else it stops there."""

    side: str
    unit: str
    left: int

    def happen(self, play: Ardennes) -> None:
        """Roll."""
        note_deed(play.position, self.unit, "infiltrated")
        roll = play.roll("1d6", why="infiltration")
        ignored = play.rules.infiltration.look(roll) == "ignored"
        hex = play.position.units[self.unit].hex
        play.log("infiltrated" if ignored else "held by zoc", unit=self.unit, hex=hex, roll=die(play))
        if ignored:
            play.push(Infiltrating(self.side, self.unit, self.left, begun=True))


OFFERS = (Offer(Infiltrate, infiltrations, infiltrate_refusal, begin_infiltration),)


# Surprise --------------------------------------------------------------------------------------------------


@rule("A44-27.20")
def surprises(rules: Tables, position: ArdennesPosition, units: Sequence[str]) -> tuple[str, ...]:
    """Undetected units among attackers that may try a surprise."""
    return tuple(id_ for id_ in units if is_undetected(rules, position, id_))


class TrySurprise(Action, frozen=True):
    """Try a surprise with an undetected unit."""

    verb = "surprise"


class AttackPlainly(Action, frozen=True):
    """Attack without trying one."""

    verb = "plain"


@rule("A44-27.20")
class SurpriseAttack(ArdennesDecision[TrySurprise | AttackPlainly], frozen=True):
    """An undetected unit attacks and may try a surprise."""

    unit: str
    assumption = "undetected special units try a surprise"

    def options(self, play: Ardennes) -> Iterator[TrySurprise | AttackPlainly]:
        """Try it or not."""
        yield TrySurprise()
        yield AttackPlainly()

    def take(self, play: Ardennes, action: TrySurprise | AttackPlainly) -> None:
        """Roll for it."""
        if isinstance(action, TrySurprise):
            play.push(SurpriseRoll(self.unit))

    def assumed(self, play: Ardennes) -> TrySurprise:
        """Try it."""
        return TrySurprise()


@rule("A44-27.20")
class SurpriseRoll(ArdennesResolution, frozen=True):
    """A surprise shifts the attack a column to the right, or not; either way the unit is detected."""

    unit: str

    def happen(self, play: Ardennes) -> None:
        """Roll."""
        columns = int(play.rules.surprise.look(play.roll("1d6", why="surprise")))
        play.log("surprise", unit=self.unit, columns=columns, roll=die(play))
        play.amend(Attack, surprise=play.enclosing(Attack).surprise + columns)
        detect(play, self.unit)
