"""Drawing cards, the deck and its end [M44-base-turn.11, M44-base-turn.12]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard.spelling import did_you_mean
from grognard_memoir44.position import (
    HIDDEN,
    Memoir,
    MemoirDecision,
    MemoirPosition,
    MemoirResolution,
    other_side,
    with_cards,
)
from grognard_memoir44.victory import finish

__all__ = [
    "ChooseKeep",
    "Discard",
    "Draw",
    "KeepCard",
    "draw_card",
    "lay_down",
    "not_one_of",
    "other_hands",
    "take_up",
]


class KeepCard(Action, frozen=True):
    """Keep one of the cards drawn."""

    card: str
    verb = "keep"


def without_card(bag: Mapping[str, int], card: str) -> Mapping[str, int]:
    """A bag with one copy of a card less; the last copy takes its entry along."""
    return {other: copies - (other == card) for other, copies in bag.items() if other != card or copies > 1}


def take_up(position: MemoirPosition, side: str, *cards: str) -> None:
    """Cards join a hand, which is kept sorted."""
    position.hands = {**position.hands, side: tuple(sorted((*position.hands[side], *cards)))}


def lay_down(position: MemoirPosition, side: str, card: str) -> None:
    """A card leaves a hand for the table."""
    hand = list(position.hands[side])
    hand.remove(card)
    position.hands = {**position.hands, side: tuple(hand)}


def not_one_of(play: Memoir, card: str, cards: str, cite: str) -> Reason:
    """Why a card is not among some cards: there is no such card at all, or it is elsewhere."""
    if card not in play.rules.cards:
        return Reason(f"there is no card {card!r}{did_you_mean(card, play.rules.cards)}", cite)
    return Reason(f"{card!r} is not {cards}", cite)


def other_hands(position: MemoirPosition, side: str) -> Iterator[MemoirPosition]:
    """Positions that ``side`` cannot tell apart: the enemy holds other cards than those it does."""
    enemy = other_side(side)
    hand = position.hands[enemy]
    hidden = hand + (position.drawn if position.active == enemy else ())
    deck = [card for card, copies in position.deck.items() for _ in range(copies)]
    pool = sorted([*hidden, *deck])
    for order in (pool, pool[::-1], pool[1::2] + pool[::2]):
        other = position.copy()
        other.hands = {**position.hands, enemy: tuple(sorted(order[: len(hand)]))}
        if len(hidden) > len(hand):
            other.drawn = tuple(sorted(order[len(hand) : len(hidden)]))
        other.deck = with_cards({}, *order[len(hidden) :])
        yield other


@rule("M44-base-turn.12", "M44-base-setup.2")
def draw_card(play: Memoir, side: str) -> str:
    """Draw a card, shuffling the discards first when the deck is empty; a blank if the game ends there."""
    position = play.position
    if not position.deck:
        clause = play.rules.field(position).scenario.deck
        if clause is not None and not clause.reshuffle:
            finish(play, clause.empty_winner, "the deck has run out", "M44-base-turn.12")
            return ""
        reshuffle(play)
        if not position.deck:
            return ""  # every card is in a hand
    card = play.draw(position.deck, why=f"card for {side}", seen_by=side)
    position.deck = without_card(position.deck, card)
    return card


def reshuffle(play: Memoir) -> None:
    """The discards go back into the deck."""
    position = play.position
    discards = [card for card, copies in position.discards.items() for _ in range(copies)]
    position.deck, position.discards = with_cards(position.deck, *discards), {}
    play.log("reshuffled")


@rule("M44-base-turn.11", "M44-base-card-ambush.5", "M44-base-setup.3", "M44-base-card-their-finest-hour.4")
class Discard(MemoirResolution, frozen=True):
    """The end of the turn: the card played is discarded and hands are filled, an ambusher's first."""

    side: str

    def happen(self, play: Memoir) -> None:
        """Discard, shuffle if the card says so, open the draws."""
        position = play.position
        card = play.rules.cards[position.played]
        position.discards = with_cards(position.discards, position.played)
        scenario = play.rules.field(position).scenario
        if card.reshuffles and (scenario.deck is None or scenario.deck.reshuffle):
            reshuffle(play)
        number = position.turns[self.side] + 1
        extra = next((x.cards for x in scenario.extra_draw if x.side == self.side and number in x.turns), 0)
        as_strike = bool(position.order) and bool(play.rules.cards[position.order].targets)
        cards, keep = (1, 1) if as_strike else (card.draw, card.keep)  # an air strike draws no second card
        frames: list[Draw] = [Draw(self.side, cards, keep)]
        frames += [Draw(self.side, 1, 1)] * max(0, extra - 1)
        if position.ambusher:
            frames.insert(0, Draw(position.ambusher, 1, 1))
            position.ambusher = ""
        position.played = position.order = position.section = ""
        play.push(*frames)


@rule("M44-base-card-recon-1.3")
class Draw(MemoirResolution, frozen=True):
    """Draw cards and keep some of them."""

    side: str
    cards: int
    keep: int

    def happen(self, play: Memoir) -> None:
        """Draw; ask which to keep when more are drawn than kept."""
        position = play.position
        drawn: list[str] = []
        for _ in range(self.cards):
            card = draw_card(play, self.side)
            if not card:
                break
            drawn.append(card)
        play.log("drew", side=self.side, cards=len(drawn))
        if len(drawn) > self.keep and position.outcome is None:
            position.drawn = tuple(sorted(drawn))
            play.push(ChooseKeep(self.side))
        else:
            take_up(position, self.side, *drawn)


@rule("M44-base-card-recon-1.3")
class ChooseKeep(MemoirDecision[KeepCard], frozen=True):
    """Keep one of the cards drawn; the other is discarded."""

    always_ask = True
    secret = True
    assumption = "the first card drawn is kept"

    def options(self, play: Memoir) -> Iterator[KeepCard]:
        """The cards drawn."""
        for card in dict.fromkeys(play.position.drawn):
            yield KeepCard(card)

    def take(self, play: Memoir, action: KeepCard) -> None:
        """Keep it."""
        position = play.position
        rest = list(position.drawn)
        rest.remove(action.card)
        position.discards = with_cards(position.discards, *rest)
        take_up(position, self.side, action.card)
        position.drawn = ()

    def refusal(self, play: Memoir, action: KeepCard) -> tuple[Reason, ...]:
        """Not one of the cards drawn."""
        if action.card in play.position.drawn and action.card != HIDDEN:
            return ()
        return (not_one_of(play, action.card, "one of the cards drawn", "M44-base-card-recon-1.3"),)

    def assumed(self, play: Memoir) -> KeepCard:
        """The first."""
        return KeepCard(play.position.drawn[0])
