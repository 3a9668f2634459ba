"""Night markers and who may act at night [A44-25.14 to 25.22, A44-27.11]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.offers import Offer
from grognard_ardennes44.pieces import change, did, origin
from grognard_ardennes44.position import Ardennes, ArdennesPosition
from grognard_ardennes44.schema import SIDES
from grognard_ardennes44.tables import Tables

__all__ = [
    "OFFERS",
    "MarkForNight",
    "is_night_played",
    "is_peiper_night",
    "mark_bars",
    "mark_for_night",
    "may_attack_at_night",
    "may_move_at_night",
    "offers",
    "take_off_night_markers",
]


class MarkForNight(Action, frozen=True):
    """Put a night marker on the stack in a hex."""

    hex: str
    verb = "night"


@rule("A44-27.11")
def is_peiper_night(rules: Tables, position: ArdennesPosition, id_: str) -> bool:
    """Whether a unit is of Kampfgruppe Peiper and this is the first night: it needs no marker."""
    if position.turn != rules.limits.peiper_night:
        return False
    return "peiper" in origin(rules, rules.counters[id_], position.units[id_]).traits


@rule("A44-25.17", "A44-27.11")
def may_move_at_night(rules: Tables, position: ArdennesPosition, id_: str) -> bool:
    """Only marked units move at night."""
    return position.units[id_].marker == "night" or is_peiper_night(rules, position, id_)


@rule("A44-25.18", "A44-27.11", "A44-27.12")
def may_attack_at_night(rules: Tables, position: ArdennesPosition, id_: str) -> bool:
    """Only marked units attack at night; in the first one Peiper, too, and who still can beside it."""
    if may_move_at_night(rules, position, id_):
        return True
    return did(position, id_, "with peiper") and any(
        is_peiper_night(rules, position, mate) and not did(position, mate, "attacked")
        for mate in position.stack(position.units[id_].hex)
    )


def stacks_marked(position: ArdennesPosition, side: str) -> int:
    """How many stacks a side has put night markers on this turn."""
    return position.tally.get(f"night {side} {position.turn}", 0)


@rule("A44-25.20", "A44-27.11")
def is_night_played(rules: Tables, position: ArdennesPosition) -> bool:
    """Whether there is night movement and combat: somebody was marked, or Peiper is about in his night."""
    if any(stacks_marked(position, side) for side in SIDES):
        return True
    return any(may_move_at_night(rules, position, id_) for id_ in position.units)


@rule("A44-25.21")
def can_be_marked(position: ArdennesPosition, id_: str) -> bool:
    """Engaged, disrupted and unsupplied units get none, nor those that have moved or carry another marker."""
    unit = position.units[id_]
    return id_ not in position.deeds and not (unit.engaged or unit.state or unit.oos or unit.marker)


@rule("A44-25.20")
def mark_bars(rules: Tables, position: ArdennesPosition, side: str, hex: Hex) -> tuple[Reason, ...]:
    """Why a stack cannot be marked now."""
    bars = []
    if position.turn % 2 or position.night:
        bars.append(Reason("night markers are given in PM turns", "A44-25.20"))
    if stacks_marked(position, side) >= rules.limits.night_stacks:
        bars.append(Reason("three stacks are marked", "A44-25.20"))
    on_board = hex in rules.ground(position).board.index
    if not on_board or not any(can_be_marked(position, id_) for id_ in position.stacks(side).get(hex, ())):
        bars.append(Reason(f"no unit in {hex} can have a night marker", "A44-25.21"))
    return tuple(bars)


def offers(play: Ardennes, side: str) -> Iterator[MarkForNight]:
    """The stacks that may be marked."""
    rules, position = play.rules, play.position
    if position.turn % 2 or position.night:
        return
    if stacks_marked(position, side) >= rules.limits.night_stacks:
        return
    ground = rules.ground(position)
    for hex, ids in sorted(position.stacks(side).items()):
        if hex in ground.board.index and any(can_be_marked(position, id_) for id_ in ids):
            yield MarkForNight(hex)


@rule("A44-25.20", "A44-25.22")
def mark_for_night(play: Ardennes, side: str, action: MarkForNight) -> None:
    """Mark the units of a stack that can be marked; by day they now hardly move and do not attack."""
    position = play.position
    position.tally[f"night {side} {position.turn}"] = stacks_marked(position, side) + 1
    for id_ in position.stacks(side)[action.hex]:
        if can_be_marked(position, id_):
            change(play, id_, marker="night")
    play.log("night marker", hex=action.hex, side=side)


def take_off_night_markers(play: Ardennes, side: str) -> None:
    """A side's night combat is over: its markers come off."""
    rules, position = play.rules, play.position
    for id_, unit in list(position.units.items()):
        if unit.marker == "night" and rules.counters[id_].side == side:
            change(play, id_, marker="")


def night_refusal(play: Ardennes, side: str, action: MarkForNight) -> tuple[Reason, ...]:
    """Why a stack cannot be marked."""
    return mark_bars(play.rules, play.position, side, action.hex)


OFFERS = (Offer(MarkForNight, offers, night_refusal, mark_for_night),)
