"""A position that a person has edited: the index anew, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from grognard.errors import NotationError
from grognard.spelling import did_you_mean
from grognard_memoir44.position import HIDDEN, MemoirPosition
from grognard_memoir44.tables import Tables

__all__ = ["tidy"]

SIDES = ("allies", "axis")


def tidy(rules: Tables, position: MemoirPosition) -> Iterator[str]:
    """The index of units by hex follows from the units; yields a sentence for what no position can hold."""
    board = rules.field(position).board
    at: dict[str, str] = {}
    if position.active not in SIDES:
        yield f"active: expected one of {', '.join(SIDES)}, got {position.active!r}"
    for id_, unit in position.units.items():
        try:
            hex = board.parse(unit.hex)
        except NotationError as error:
            yield f"units.{id_}: {error}"
            continue
        if unit.side not in SIDES:
            yield f"units.{id_}: side must be one of {', '.join(SIDES)}, got {unit.side!r}"
        if unit.kind not in rules.units:
            yield f"units.{id_}: no unit is called {unit.kind!r}{did_you_mean(unit.kind, rules.units)}"
        if hex in at:
            yield f"units.{id_}: {hex} holds {at[hex]} already; a hex holds one unit"
        if not 0 < unit.figures <= unit.full:
            yield f"units.{id_}: figures must be 1 to {unit.full}, got {unit.figures}"
        position.units[id_] = msgspec.structs.replace(unit, hex=hex)
        at[hex] = id_
    table = tuple(filter(None, (position.played, position.order)))
    piles = {"deck": position.deck, "discards": position.discards, "drawn": position.drawn}
    for where, cards in (*position.hands.items(), *piles.items(), ("on the table", table)):
        for card in cards:
            if card == HIDDEN:
                yield f"{where}: a hidden card must be named; a position holds what both sides know"
            elif card not in rules.cards:
                yield f"{where}: no card is called {card!r}{did_you_mean(card, rules.cards)}"
    for where, pile in (("deck", position.deck), ("discards", position.discards)):
        for card, copies in pile.items():
            if copies < 0:
                yield f"{where}: copies of {card} must be 0 or more, got {copies}"
    by_side: dict[str, Mapping[str, object]] = {
        "hands": position.hands,
        "medals": position.medals,
        "turns": position.turns,
    }
    for where, told in by_side.items():
        if set(told) != set(SIDES):
            yield f"{where}: must hold {' and '.join(SIDES)}, got {', '.join(told) or 'nothing'}"
    for hex in position.obstacles:
        if hex not in board:
            yield f"obstacles: there is no hex {hex!r}"
    for id_ in position.orders:
        if id_ not in position.units:
            yield f"orders: no unit is called {id_!r}{did_you_mean(id_, position.units)}"
    position.at = at
