"""Off Map Boxes, Blocking Positions and the areas they belong to [A44-13.9 to 13.18].

An area is an Off Map Box with the Allied entry hexes that belong to it. A German unit in one of them
threatens the whole area until enough Allied defence stands in its Blocking Position.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44 import areas
from grognard_ardennes44.detection import detect_by_contact
from grognard_ardennes44.ground import BLOCK, BOX, Ground
from grognard_ardennes44.movement import bars_to_moving
from grognard_ardennes44.moving import entry_is_closed
from grognard_ardennes44.offers import Offer
from grognard_ardennes44.pieces import change, defence_value, not_in_play, note_deed, on_map, relocate
from grognard_ardennes44.position import Ardennes, ArdennesPosition
from grognard_ardennes44.schema import Entry
from grognard_ardennes44.stacking import overstacking
from grognard_ardennes44.strategic import columns, end_bars
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.zoc import beside_enemies, bonds_of

__all__ = ["OFFERS", "Transfer", "area_entries", "is_blocked", "is_threatened", "transfer_bars"]


class Transfer(Action, frozen=True):
    """A unit in a box goes to another box, or to an entry hex."""

    unit: str
    place: str


# Threatened areas ------------------------------------------------------------------------------------------


def area_entries(ground: Ground, box: str) -> list[Entry]:
    """The Allied entry hexes of an area [A44-13.10]."""
    return [entry for entry in ground.entries.values() if entry.box == box and entry.side == "allied"]


@rule("A44-13.12")
def is_blocked(rules: Tables, position: ArdennesPosition, entry: Entry) -> bool:
    """Whether enough Allied defence stands in the Blocking Position of an entry hex."""
    ids = position.allied.get(f"{BLOCK}{entry.id}", ())
    defence = sum(defence_value(rules.counters[id_], position.units[id_]) for id_ in ids)
    return defence >= rules.limits.blocking_defence


@rule("A44-13.9", "A44-13.10", "A44-13.11", "A44-13.12")
def is_threatened(rules: Tables, position: ArdennesPosition, box: str) -> bool:
    """Whether a German unit stands in an entry hex of an area that is not blocked."""
    return any(
        entry.hex in position.german and not is_blocked(rules, position, entry)
        for entry in area_entries(rules.ground(position), box)
    )


# From box to box -------------------------------------------------------------------------------------------


@rule(
    "A44-13.13", "A44-13.14", "A44-13.15", "A44-13.16", "A44-13.17", "A44-13.11", "A44-10.4", "A44-11.26",
    "A44-27.5",
)  # fmt: skip
def transfer_bars(rules: Tables, position: ArdennesPosition, id_: str, to: str) -> tuple[Reason, ...]:
    """Every reason why a unit in a box may not go to another box or to an entry hex."""
    ground, unit = rules.ground(position), position.units[id_]
    found = list(bars_to_moving(rules, position, id_))
    here = unit.hex
    from_block = here.startswith(BLOCK)
    if not from_block and not here.startswith(BOX):
        return (*found, Reason("it is in no Off Map Box or Blocking Position", "A44-13.13"))
    box = ground.entries[here[len(BLOCK) :]].box if from_block else here[len(BOX) :]
    threatened = is_threatened(rules, position, box)
    if from_block and to == f"{BOX}{box}":
        return tuple(found)
    own = [entry for entry in area_entries(ground, box) if not from_block or here == f"{BLOCK}{entry.id}"]
    if to in ground.board.index:
        found += map_bars(rules, position, id_, to, own, threatened=threatened and from_block)
    elif from_block:
        found.append(
            Reason(f"from a Blocking Position only to its box or entry hex, not to {to}", "A44-13.16")
        )
    elif to.startswith(BLOCK):
        if to not in [f"{BLOCK}{entry.id}" for entry in own]:
            found.append(Reason(f"{to} is no Blocking Position of this box", "A44-13.13"))
    elif to not in [f"{BOX}{other}" for other in ground.boxes[box].next]:
        found.append(Reason(f"{to} is not next to {here}", "A44-13.15"))
    elif threatened:
        found.append(Reason("a captured entry hex of the area is not blocked", "A44-13.15"))
    return tuple(found)


def map_bars(
    rules: Tables, position: ArdennesPosition, id_: str, hex: Hex, own: list[Entry], *, threatened: bool
) -> list[Reason]:
    """Why a unit in a box may not enter the map at a hex; it takes the whole MA, so it stops there."""
    found = []
    here = [entry for entry in own if entry.hex == hex]
    if not here:
        return [Reason(f"{hex} is none of the entry hexes it can use", "A44-13.14")]
    if hex in position.german:
        found.append(Reason("an enemy unit is there", "A44-13.17"))
    if hex in bonds_of(rules, position, "german").hexes:
        found.append(Reason(f"an enemy ZOC bond occupies {hex}", "A44-10.4"))
    if threatened:
        found.append(Reason("a captured entry hex of the area is not blocked", "A44-13.17"))
    if entry_is_closed(position, here[0].id):
        found.append(Reason("a German unit has left the map there", "A44-11.23"))
    if position.units[id_].state:
        found.append(Reason("it comes back when it has rallied", "A44-11.26"))
    if hex in areas.closed_hexes(rules, position, rules.counters[id_], position.units[id_]):
        found.append(Reason(f"the British stay west of the Meuse: {hex} is not", "A44-27.5"))
    found += overstacking(rules, position, hex, joining=(id_,))
    return found


def transfers(play: Ardennes, side: str) -> Iterator[Transfer]:
    """Every way of every unit in a box."""
    rules, position = play.rules, play.position
    ground = rules.ground(position)
    if side == "german" or position.night:
        return
    for spot in sorted(spot for spot in position.allied if spot.startswith((BOX, BLOCK))):
        box = ground.entries[spot[len(BLOCK) :]].box if spot.startswith(BLOCK) else spot[len(BOX) :]
        near = area_entries(ground, box)
        targets = [
            *(f"{BOX}{other}" for other in (box, *ground.boxes[box].next)),
            *(f"{BLOCK}{entry.id}" for entry in near),
            *dict.fromkeys(entry.hex for entry in near),
        ]
        for id_ in position.allied[spot]:
            for to in targets:
                if to != spot and not transfer_bars(rules, position, id_, to):
                    yield Transfer(id_, to)


def transfer_refusal(play: Ardennes, side: str, action: Transfer) -> tuple[Reason, ...]:
    """Why it cannot go there."""
    rules, position = play.rules, play.position
    if found := not_in_play(rules, position, side, action.unit):
        return found
    if side == "german":
        return (Reason("no box may hold Germans", "A44-3.4"),)
    if position.night:
        return (Reason("units in boxes do not move at night", "A44-25.17"),)
    if position.units[action.unit].hex == action.place:
        return (Reason("it is there already", "A44-13.13"),)
    return transfer_bars(rules, position, action.unit, action.place)


@rule("A44-12.21")
def drives_in(play: Ardennes, id_: str) -> bool:
    """Whether a unit on trucks has come to a box, or to an entry hex in which a column may stop."""
    rules, position, side = play.rules, play.position, play.rules.counters[id_].side
    hex = position.units[id_].hex
    if not on_map(rules, position, id_):
        return True
    if hex in beside_enemies(rules, position, side):
        return False
    return not end_bars(rules, position, id_, hex, columns(rules, position, side))


@rule("A44-13.14", "A44-13.17", "A44-22.2", "A44-3.4", "A44-12.21", "A44-27.18")
def transfer(play: Ardennes, side: str, action: Transfer) -> None:
    """It goes there; that is its move. Artillery is flipped to Fired; trucks go where they may not stop."""
    id_ = action.unit
    note_deed(play.position, id_, "moved")
    if play.rules.counters[id_].gun:
        change(play, id_, ready=False)
    play.log("transferred", unit=id_, hex=play.position.units[id_].hex, to=action.place)
    relocate(play, id_, action.place)
    if play.position.units[id_].marker == "truck" and not drives_in(play, id_):
        change(play, id_, marker="")
    if action.place in play.rules.ground(play.position).board.index:
        detect_by_contact(play, id_, action.place)


OFFERS = (Offer(Transfer, transfers, transfer_refusal, transfer),)
