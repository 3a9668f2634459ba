"""What changes during a game of Memoir '44: units, pieces, cards, orders and medals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Generic, Self, TypeAlias, TypeVar

import msgspec

from grognard.play import Action, Decision, Play, Position, Resolution
from grognard_memoir44.schema import Card
from grognard_memoir44.tables import Tables

__all__ = [
    "HIDDEN",
    "Memoir",
    "MemoirDecision",
    "MemoirPosition",
    "MemoirResolution",
    "Order",
    "Unit",
    "card_of",
    "other_side",
    "with_cards",
    "without",
]

A = TypeVar("A", bound=Action)
K = TypeVar("K")
V = TypeVar("V")

HIDDEN = "?"
"""A card the viewer may not see."""


class Unit(msgspec.Struct, frozen=True):
    """A unit on the board: ``kind`` is a row of units.toml, ``full`` its starting strength in figures."""

    side: str
    kind: str
    hex: str
    figures: int
    full: int
    medals: int = 1


class Order(msgspec.Struct, frozen=True):
    """What an ordered unit has done this turn.

    ``start`` is where its turn began and ``moved`` the hexes its move counted (0 if it stayed); ``halted`` is
    the hex that ended its move and bars taking ground from there; ``plain`` means that the card's own effects
    do not apply to it.
    """

    start: str
    moved: int = 0
    done_moving: bool = False
    halted: str = ""
    battles: int = 0
    overran: bool = False
    plain: bool = False


class MemoirPosition(Position, kw_only=True):
    """A position: plain data, hexes by label and units by id.

    ``at`` is the index of ``units`` by hex. ``played`` is the card on the table and ``order`` the card whose
    order is carried out (another one under Counter-Attack); ``given`` is each side's last order, with the
    section it was given for, as the bottom side sees it.

    What play changes all the time is a ``dict``; a ``Mapping`` is shared by copies and replaced whole.
    """

    scenario: str
    turn: int
    active: str
    units: dict[str, Unit]
    at: Mapping[str, str]
    obstacles: Mapping[str, str]
    hands: Mapping[str, tuple[str, ...]]
    deck: Mapping[str, int]
    discards: Mapping[str, int]
    drawn: tuple[str, ...] = ()
    played: str = ""
    order: str = ""
    section: str = ""
    given: Mapping[str, tuple[str, str]]
    orders: dict[str, Order]
    medals: Mapping[str, int]
    captured: Mapping[int, str]
    turns: Mapping[str, int]
    ambusher: str = ""

    def seen_by(self, side: str) -> Self:
        """The position with the other hand face down, its cards pooled with the deck."""
        view = self.copy()
        other = other_side(side)
        hidden = self.hands[other]
        view.hands = {**self.hands, other: (HIDDEN,) * len(hidden)}
        if self.active == other:
            hidden += self.drawn
            view.drawn = (HIDDEN,) * len(self.drawn)
        view.deck = with_cards(self.deck, *hidden)
        return view


def without(table: Mapping[K, V], key: K) -> Mapping[K, V]:
    """A table with one entry less."""
    left = dict(table)
    del left[key]
    return left


def with_cards(bag: Mapping[str, int], *cards: str) -> Mapping[str, int]:
    """A bag with more cards in it."""
    return {**bag, **{card: bag.get(card, 0) + more for card, more in Counter(cards).items()}}


def other_side(side: str) -> str:
    """The enemy of a side."""
    return "axis" if side == "allies" else "allies"


Memoir: TypeAlias = Play[MemoirPosition, Tables]


def card_of(play: Memoir, order: Order | None) -> Card | None:
    """The card whose effects apply to an order; none for a unit ordered in place of what the card names."""
    if order is None or order.plain or not play.position.order:
        return None
    return play.rules.cards[play.position.order]


class MemoirDecision(Decision[MemoirPosition, Tables, A], Generic[A], frozen=True):
    """A decision of this system."""


class MemoirResolution(Resolution[MemoirPosition, Tables], frozen=True):
    """A resolution of this system."""
