"""What must hold in every position of a system, whatever was played; each check raises ``AssertionError``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tests.marathon import ardennes44

from grognard.game import Game
from grognard.play import Event
from grognard_asl.position import AslPosition
from grognard_memoir44.position import MemoirPosition
from grognard_memoir44.victory import score

__all__ = ["DEEDS", "INVARIANTS", "SPAN", "WANTED"]


def memoir44(game: Game[Any, Any], position: MemoirPosition) -> None:
    """Units, hexes, pieces, cards and medals of Memoir '44."""
    field = game.rules.field(position)
    assert {unit.hex: id_ for id_, unit in position.units.items()} == position.at, (
        "[M44-base-move.1] index by hex"
    )
    for id_, unit in position.units.items():
        kind = game.rules.units[unit.kind].type
        assert 0 < unit.figures <= unit.full, f"{id_}: {unit.figures} figures of {unit.full}"
        barred = field.impassable(unit.hex, kind)
        fixed = any(kind in row.fixed for row in field.rows[unit.hex])
        assert barred is None or fixed, f"{id_} stands in {unit.hex}, impassable to {kind}"
    for id_ in position.orders:
        assert id_ in position.units and position.units[id_].side == position.active, f"{id_} holds an order"
    cards = Counter(position.deck) + Counter(position.discards)
    for hand in (*position.hands.values(), position.drawn, (position.played,) if position.played else ()):
        cards.update(hand)
    assert cards == {card.id: card.copies for card in game.rules.cards.values()}, (
        "[M44-base-components.6] the deck"
    )
    pieces = Counter(position.obstacles.values())
    for piece, supply in game.rules.pieces.supply.items():
        assert pieces[piece] <= supply, f"{pieces[piece]} {piece} pieces of {supply} [M44-base-components.7]"
    if position.outcome is None:
        for side, needed in field.scenario.medals.items():
            assert score(position, field, side) < needed, f"{side} have their medals and the game goes on"
    else:
        assert not position.agenda
        assert all(medals <= field.scenario.medals[side] for side, medals in position.outcome.score)


def asl(game: Game[Any, Any], position: AslPosition) -> None:
    """Units, stacks, weapons and counters of ASL."""
    board = game.rules.field(position).board
    placed: dict[str, set[str]] = {}
    for id_, unit in position.units.items():
        assert unit.kind in game.rules.units, f"{id_} is of no kind {unit.kind!r}"
        assert not unit.hex or unit.hex in board.index, f"{id_} is off the map in {unit.hex!r}"
        assert not (unit.dm and not unit.broken), f"{id_} has DM and is not broken"
        if unit.hex:
            placed.setdefault(unit.hex, set()).add(id_)
    listed = {label: set(ids) for label, ids in position.at.items() if ids}
    assert placed == listed, "the index by hex"
    for label, ids in placed.items():
        sides = {position.units[id_].side for id_ in ids}
        if len(sides) == 2:
            assert position.phase in CLOSE or any(position.units[id_].melee for id_ in ids), (
                f"enemies share {label}"
            )
    for id_, weapon in position.weapons.items():
        if weapon.owner:
            assert weapon.owner in position.units, f"{id_} is owned by {weapon.owner!r}, who is gone"
            assert position.units[weapon.owner].hex == weapon.hex, f"{id_} is not with its owner"
    assert set(position.waiting) <= {*position.units, *position.weapons}
    assert all(0 < strength <= 12 for strength in position.residual.values()), "residual firepower"
    assert all(points >= 0 for points in position.lost.values())
    if position.outcome is not None:
        assert not position.agenda


CLOSE = ("APh", "CCPh")
"""Phases in which units advance into enemies, and fight them."""

INVARIANTS: Mapping[str, Callable[[Game[Any, Any], Any], None]] = {
    "memoir44": memoir44,
    "asl": asl,
    "ardennes44": ardennes44.check,
}
"""System → its check; systems without one are checked for what holds in all."""
DEEDS: Mapping[str, Callable[[Game[Any, Any], Any, Any, Sequence[Event]], None]] = {
    "ardennes44": ardennes44.check_deeds
}
"""System → what it checks of the events between two positions."""
WANTED: Mapping[str, Callable[[Game[Any, Any]], Iterable[str]]] = {"ardennes44": ardennes44.wanted}
"""System → the results, as events tell them, that a marathon has to reach."""
SPAN: Mapping[str, int] = {"ardennes44": 1}
"""System → turns after which a game that began in one of its rare positions has shown what it can."""
