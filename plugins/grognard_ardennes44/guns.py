"""Moving artillery: shifting the position, prime movers, limbering up [A44-22.1 to 22.9]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.movement import (
    Trip,
    bars_to_moving,
    can_go,
    mode_bars,
    open_hex,
    overlay,
    set_out,
)
from grognard_ardennes44.moving import Moving
from grognard_ardennes44.offers import Offer
from grognard_ardennes44.pieces import change, on_map
from grognard_ardennes44.position import Ardennes, ArdennesPosition, Unit
from grognard_ardennes44.roster import Mover, movers, openings
from grognard_ardennes44.strategic import markers_left
from grognard_ardennes44.tables import Counter, Tables
from grognard_ardennes44.zoc import beside_enemies

__all__ = ["OFFERS", "Haul", "Limber", "Shift", "haul_bars", "limber_bars", "prime_movers_left", "shift_bars"]


class Shift(Action, frozen=True):
    """Shift the firing position of an artillery unit by one hex."""

    unit: str


class Haul(Action, frozen=True):
    """Move German artillery by a prime mover."""

    unit: str


class Limber(Action, frozen=True):
    """Move Allied artillery further than a hex; it is flipped to Fired."""

    unit: str


@rule("A44-22.5")
def shift_bars(rules: Tables, position: ArdennesPosition, id_: str) -> tuple[Reason, ...]:
    """Why artillery may not shift its position: German rocket brigades and Ready Allied artillery may."""
    unit = position.units[id_]
    return bars_to_moving(rules, position, id_) + place_bars(position, rules.counters[id_], unit)


@rule("A44-22.5", "A44-22.7", "A44-25.17")
def is_free(position: ArdennesPosition, unit: Unit) -> bool:
    """Whether no marker keeps artillery from being shifted or hauled; a night marker does so by day alone."""
    return not unit.marker or (position.night and unit.marker == "night")


def place_bars(position: ArdennesPosition, counter: Counter, unit: Unit) -> tuple[Reason, ...]:
    """Why artillery that may move may not shift its position."""
    found = []
    if counter.side == "german" and counter.kind != "rocket":
        found.append(Reason("only rocket brigades shift without a prime mover", "A44-22.3"))
    if counter.side == "allied" and not unit.ready:
        found.append(Reason("on its Fired side it moves by its MA", "A44-22.4"))
    if not is_free(position, unit):
        found.append(Reason(f"a {unit.marker} marker is on it", "A44-22.5"))
    return tuple(found)


@rule("A44-22.6")
def prime_movers_left(rules: Tables, position: ArdennesPosition, colour: str) -> int:
    """Prime movers that an army has left this turn; they are not exchangeable."""
    hauled = [id_ for id_, unit in position.units.items() if unit.marker == "pm"]
    used = sum(rules.counters[id_].colour == colour for id_ in hauled)
    return rules.limits.prime_movers.get(colour, 0) - used


@rule("A44-22.6", "A44-22.7")
def haul_bars(rules: Tables, position: ArdennesPosition, id_: str) -> tuple[Reason, ...]:
    """Why German artillery may not move by a prime mover."""
    counter, unit = rules.counters[id_], position.units[id_]
    found = list(bars_to_moving(rules, position, id_))
    if counter.side == "allied":
        found.append(Reason("prime movers are German", "A44-22.6"))
    else:
        found += park_bars(rules, position, counter.colour)
    if not is_free(position, unit):
        found.append(Reason(f"a {unit.marker} marker is on it", "A44-22.7"))
    return tuple(found)


@rule("A44-22.6", "A44-22.7")
def park_bars(rules: Tables, position: ArdennesPosition, colour: str) -> tuple[Reason, ...]:
    """Why no artillery of an army may be hauled now."""
    if prime_movers_left(rules, position, colour) < 1:
        return (Reason(f"no prime mover of {colour} is left", "A44-22.6"),)
    if markers_left(rules, position, "german") < 1:
        return (Reason("all markers are in use for strategic movement", "A44-22.7"),)
    return ()


@rule("A44-22.3")
def limber_bars(rules: Tables, position: ArdennesPosition, id_: str) -> tuple[Reason, ...]:
    """Why Allied artillery may not move by its MA."""
    counter = rules.counters[id_]
    found = list(bars_to_moving(rules, position, id_) + mode_bars(rules, position, id_, "move"))
    if counter.side == "german":
        found.append(Reason("German artillery moves by prime mover", "A44-22.3"))
    return tuple(found)


def shifting(rules: Tables, position: ArdennesPosition, id_: str) -> Trip:
    """One hex, whatever it costs."""
    return Trip(id_, "shift", left=0, hexes=rules.limits.artillery_shift_ma)


@rule("A44-22.6", "A44-11.6", "A44-18.2", "A44-23.16")
def hauling(rules: Tables, position: ArdennesPosition, id_: str) -> Trip:
    """Five MP at mechanised rates instead of the MA; by tactical movement if nothing else is allowed."""
    unit = position.units[id_]
    if unit.state or unit.oos:
        return set_out(rules, position, id_, "tactical")
    trip = set_out(rules, position, id_, "move")
    left = 2 * (rules.limits.prime_mover_ma - rules.counters[id_].ma) + trip.left
    return Trip(id_, "move", left=left, hexes=trip.hexes)


def limbered(rules: Tables, position: ArdennesPosition, id_: str) -> Trip:
    """The MA at mechanised rates."""
    return set_out(rules, position, id_, "move")


G = TypeVar("G", Shift, Haul, Limber)
Bars = Callable[[Tables, ArdennesPosition, str], tuple[Reason, ...]]
Journey = Callable[[Tables, ArdennesPosition, str], Trip]
WAYS: dict[type[Action], tuple[Bars, Journey]] = {
    Shift: (shift_bars, shifting),
    Haul: (haul_bars, hauling),
    Limber: (limber_bars, limbered),
}
"""Each way of moving guns: what forbids it, and how far it goes."""


ANYTHING = 1_000
"""An MA that pays for any hex."""


def going(play: Ardennes, side: str, kind: type[G], guns: Iterable[Mover]) -> Iterator[G]:
    """The journeys of a kind for those of some artillery units that find somewhere to go."""
    rules, position, journey = play.rules, play.position, WAYS[kind][1]
    common, near = overlay(rules, position, side), beside_enemies(rules, position, side)
    known, own = openings(rules, position, side, kind, common, near), position.stacks(side)
    for gun in guns:
        found = known.of(gun, own)
        if found is None:
            ma = {Shift: ANYTHING, Haul: rules.limits.prime_mover_ma}.get(kind, gun.counter.ma)
            hex = open_hex(rules, position, gun.id, ma, common, near)
            goes = hex or can_go(rules, position, journey(rules, position, gun.id), common)
            found = (kind(gun.id),) if goes else ()
            if hex:
                known.keep(gun, own, (hex,), found)
        yield from found


def gun_moves(play: Ardennes, side: str) -> Iterator[Shift | Haul | Limber]:
    """Artillery of a side on the map that can shift, be hauled or limber up, in this order."""
    guns = [mover for mover in movers(play.rules, play.position, side) if mover.counter.gun and mover.on_map]
    if not guns:
        return
    placed = [gun for gun in guns if not place_bars(play.position, gun.counter, gun.unit)]
    yield from going(play, side, Shift, placed)
    if side == "allied":
        yield from going(play, side, Limber, [gun for gun in guns if "move" in gun.modes])
        return
    idle = [gun for gun in guns if is_free(play.position, gun.unit)]
    colours = {gun.counter.colour for gun in idle}
    ready = {colour for colour in colours if not park_bars(play.rules, play.position, colour)}
    yield from going(play, side, Haul, [gun for gun in idle if gun.counter.colour in ready])


def gun_refusal(play: Ardennes, side: str, action: Shift | Haul | Limber) -> tuple[Reason, ...]:
    """Why a unit cannot move so."""
    rules, position, id_ = play.rules, play.position, action.unit
    if id_ not in position.units or rules.counters[id_].side != side or not rules.counters[id_].gun:
        return (Reason(f"no {side} artillery {id_} in play", "A44-22.1"),)
    if not on_map(rules, position, id_):
        return (Reason("units in boxes move by rules of their own", "A44-13.13"),)
    bars, journey = WAYS[type(action)]
    found = bars(rules, position, id_)
    common = overlay(rules, position, side)
    if not found and not can_go(rules, position, journey(rules, position, id_), common):
        found = (Reason("it has nowhere to go", "A44-11.2"),)
    return found


@rule("A44-22.2", "A44-22.5", "A44-22.8", "A44-22.9")
def begin_gun(play: Ardennes, side: str, action: Shift | Haul | Limber) -> None:
    """It sets out: limbered guns are flipped to Fired, hauled ones get a PM marker and are not flipped."""
    journey = WAYS[type(action)][1](play.rules, play.position, action.unit)
    if isinstance(action, Limber):
        change(play, action.unit, ready=False)
    elif isinstance(action, Haul):
        change(play, action.unit, marker="pm")
    play.push(Moving(side, journey))


OFFERS = (Offer(Shift, gun_moves, gun_refusal, begin_gun, also=(Haul, Limber)),)
