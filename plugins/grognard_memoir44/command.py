"""Command cards: playing one, and what its order opens [M44-base-card, M44-base-turn.2]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_memoir44.battlefield import SECTIONS, mirrored
from grognard_memoir44.hand import lay_down, not_one_of
from grognard_memoir44.orders import Orders
from grognard_memoir44.pieces import units_of
from grognard_memoir44.position import (
    HIDDEN,
    Memoir,
    MemoirDecision,
    MemoirResolution,
    other_side,
)
from grognard_memoir44.rally import ChoosePatient, FinestHour
from grognard_memoir44.schema import Card, Section
from grognard_memoir44.strikes import ChooseStrike, strike_targets

__all__ = [
    "ChooseCard",
    "ChooseSection",
    "GiveOrders",
    "InSection",
    "PlayCard",
    "PlayStrike",
    "card_bars",
    "count",
    "countered",
]


class PlayCard(Action, frozen=True):
    """Play a command card."""

    card: str
    verb = "play"


class PlayStrike(Action, frozen=True):
    """Play a card as an air strike, where the scenario allows it."""

    card: str
    verb = "strike-with"


class InSection(Action, frozen=True):
    """Choose the section an order is for."""

    section: str
    verb = "section"


def physical(play: Memoir, side: str, section: Section) -> Section:
    """A section as the bottom side calls it."""
    return section if side == play.rules.field(play.position).scenario.bottom else mirrored(section)


# Playing a card ------------------------------------------------------------------------------------------


@rule(
    "M44-base-card-counter-attack.1", "M44-base-card-counter-attack.2", "M44-base-card-counter-attack.4",
)  # fmt: skip
def countered(play: Memoir, side: str) -> tuple[str, str]:
    """The order Counter-Attack would issue: card and section (as the bottom side sees it), or two blanks."""
    card, section = play.position.given.get(other_side(side), ("", ""))
    if not card or not play.rules.cards[card].counterable:
        return "", ""
    return play.rules.cards[card].mirror or card, section


def card_bars(play: Memoir, side: str, card: Card) -> tuple[Reason, ...]:
    """Why a card cannot be played for its effect now."""
    if card.reaction:
        return (Reason(f"{card.name.en} is played in the other side's turn", card.cite["reaction"]),)
    if card.counters and not countered(play, side)[0]:
        return (Reason("there is no order to counter", card.cite["counters"]),)
    return ()


@rule("M44-action-air-strike.1", "M44-action-air-strike.2")
def may_strike_with(play: Memoir, side: str, card: Card) -> bool:
    """Whether a card may be played as another one: a unit of the side holds the hill the scenario names."""
    field = play.rules.field(play.position)
    clause = field.scenario.recon_strike
    if clause is None or clause.side != side or card.kind != clause.card:
        return False
    position = play.position
    if not any(h in position.at and position.units[position.at[h]].side == side for h in clause.hexes):
        return False
    section = next(iter(card.orders)) if clause.target_in_section else ""
    return bool(strike_targets(play, field, side, (), section, play.rules.cards[clause.played_as]))


@rule("M44-base-turn.2")
class ChooseCard(MemoirDecision[PlayCard | PlayStrike], frozen=True):
    """The active side plays one card; a card that can do nothing now only when all are such cards."""

    always_ask = True

    def options(self, play: Memoir) -> Iterator[PlayCard | PlayStrike]:
        """Cards of the hand, each kind once."""
        cards = [
            play.rules.cards[id_] for id_ in dict.fromkeys(play.position.hands[self.side]) if id_ != HIDDEN
        ]
        useful = [card for card in cards if not card_bars(play, self.side, card)]
        for card in useful or cards:
            yield PlayCard(card.id)
            if may_strike_with(play, self.side, card):
                yield PlayStrike(card.id)

    def take(self, play: Memoir, action: PlayCard | PlayStrike) -> None:
        """Put the card on the table."""
        position = play.position
        lay_down(position, self.side, action.card)
        position.played = action.card
        position.order, position.section = action.card, ""
        card = play.rules.cards[action.card]
        field = play.rules.field(position)
        if isinstance(action, PlayStrike) and field.scenario.recon_strike is not None:
            position.order = field.scenario.recon_strike.played_as
            position.section = physical(play, self.side, next(iter(card.orders)))
        elif card.counters:
            position.order, position.section = countered(play, self.side)
        elif card.reaction:
            position.order = ""
        position.given = {**position.given, self.side: (position.order, position.section)}
        play.log("played", side=self.side, card=action.card, order=position.order)

    def refusal(self, play: Memoir, action: PlayCard | PlayStrike) -> tuple[Reason, ...]:
        """Not in hand, or of no use while other cards are."""
        hand, card = play.position.hands[self.side], action.card
        if card not in hand or card == HIDDEN:
            return (not_one_of(play, card, "in the hand", "M44-base-turn.2"),)
        if action in set(self.options(play)):
            return ()
        if isinstance(action, PlayStrike):
            return (Reason("no air strike with this card now", "M44-action-air-strike.1"),)
        return card_bars(play, self.side, play.rules.cards[action.card])

    def explain(self, play: Memoir, action: PlayCard | PlayStrike) -> tuple[Reason, ...]:
        """What the card does, each part with its rule."""
        card = play.rules.cards[action.card]
        return tuple(Reason(text, card.cite[field]) for field, text in card_parts(card) if field in card.cite)


def card_parts(card: Card) -> Iterator[tuple[str, str]]:
    """The fields of a card that do something, in words."""
    for section, quota in card.orders.items():
        yield "orders", f"orders {quota} unit{'' if quota == 1 else 's'} in the {section} section"
    if card.units:
        kinds = " or ".join(card.types) or "any"
        yield "units", f"orders units of {kinds} type, {card.units} of them"
    if card.targets:
        yield "targets", f"strikes up to {card.targets} enemy unit{'' if card.targets == 1 else 's'}"
    if card.bonus:
        yield (
            "bonus",
            f"{card.bonus:+d} die" + (" in close assault" if card.bonus_when == "close_assault" else ""),
        )
    if card.dice_per_card:
        yield "dice_per_card", f"rolls {card.dice_per_card} die for each card held"
    if card.places:
        yield "places", f"each of them places a {card.places}"
    if card.counters:
        yield "counters", "issues the enemy's last order"
    if card.reaction:
        yield "reaction", "is played in the enemy's turn"
    if card.draw > 1:
        yield "draw", f"then draw {card.draw} cards and keep {card.keep}"


# Giving the order ----------------------------------------------------------------------------------------


class GiveOrders(MemoirResolution, frozen=True):
    """The card on the table takes effect: who is to be ordered, struck or healed."""

    side: str

    def happen(self, play: Memoir) -> None:
        """Open the choices the card calls for."""
        position = play.position
        if not position.order:
            return
        card = play.rules.cards[position.order]
        if card.targets:
            bound = play.rules.cards[position.played].group == "section"
            play.push(ChooseStrike(self.side, card.id, own_section(play, self.side) if bound else ""))
        elif card.restores:
            play.push(ChoosePatient(self.side))
        elif card.units == "rolled":
            play.push(FinestHour(self.side))
        elif card.orders:
            play.push(*(Orders(self.side, count(quota), section=name) for name, quota in card.orders.items()))
        else:
            play.push(*order_anywhere(play, card, self.side))


def own_section(play: Memoir, side: str) -> str:
    """The section an order is for as ``side`` calls it; blank if it is for none."""
    return next((name for name in SECTIONS if physical(play, side, name) == play.position.section), "")


EVERYBODY = 99
"""More units than any army has."""


def count(quota: int | str) -> int:
    """A quota as a number; ``all`` is everybody."""
    return quota if isinstance(quota, int) else EVERYBODY


@rule(
    "M44-base-card-armor-assault.3", "M44-base-card-artillery-bombard.3",
    "M44-base-card-behind-enemy-lines.4",
    "M44-base-card-dig-in.3", "M44-base-card-infantry-assault.3", "M44-base-card-move-out.2",
)  # fmt: skip
def order_anywhere(play: Memoir, card: Card, side: str) -> list[Orders | ChooseSection]:
    """Orders of a tactic card; a side without units of the type named orders one of any type instead."""
    kinds = play.rules.units
    has_types = any(kinds[unit.kind].type in card.types for _, unit in units_of(play.position, side))
    if card.types and card.fallback and not has_types:
        return [Orders(side, card.fallback, plain=True)]
    if card.one_section:
        return [ChooseSection(side, card.id)]
    return [Orders(side, count(card.units), types=card.types, standing=card.standing)]


@rule("M44-base-card-infantry-assault.1", "M44-base-card-counter-attack.3")
class ChooseSection(MemoirDecision[InSection], frozen=True):
    """Choose the section for an order; a copied one stays in the same part of the board."""

    card: str

    def options(self, play: Memoir) -> Iterator[InSection]:
        """The three sections, or the one that is set."""
        fixed = own_section(play, self.side)
        for section in SECTIONS:
            if fixed in ("", section):
                yield InSection(section)

    def take(self, play: Memoir, action: InSection) -> None:
        """Order there."""
        card = play.rules.cards[self.card]
        section = next(s for s in SECTIONS if s == action.section)
        position = play.position
        position.section = physical(play, self.side, section)
        position.given = {**position.given, self.side: (position.order, position.section)}
        play.push(Orders(self.side, count(card.units), section=action.section, types=card.types))
