"""Command cards: playing one and ordering units with it [M44-base-card, M44-base-turn]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_memoir44.battlefield import SECTIONS, Battlefield, mirrored
from grognard_memoir44.pieces import enemies_adjacent, rows_at, units_of
from grognard_memoir44.position import (
    HIDDEN,
    Memoir,
    MemoirDecision,
    MemoirResolution,
    Order,
    Unit,
    other_side,
)
from grognard_memoir44.rally import ChoosePatient, FinestHour
from grognard_memoir44.schema import Card, Section
from grognard_memoir44.strikes import ChooseStrike, strike_targets

__all__ = [
    "ChooseCard",
    "ChooseSection",
    "DoneOrdering",
    "GiveOrders",
    "InSection",
    "OrderUnit",
    "Orders",
    "PlayCard",
    "PlayStrike",
    "SelectUnits",
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


class OrderUnit(Action, frozen=True):
    """Order the unit in a hex."""

    hex: str
    verb = "order"


class DoneOrdering(Action, frozen=True):
    """Order no more units here."""

    verb = "done"


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


@rule("M44-base-turn.2", "M44-base-card.1", "M44-base-card.2")
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
        hand = list(position.hands[self.side])
        hand.remove(action.card)
        position.hands[self.side] = tuple(hand)
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
        position.given[self.side] = (position.order, position.section)
        play.log("played", side=self.side, card=action.card, order=position.order)

    def refusal(self, play: Memoir, action: PlayCard | PlayStrike) -> tuple[Reason, ...]:
        """Not in hand, or of no use while other cards are."""
        hand = play.position.hands[self.side]
        if action.card not in hand or action.card == HIDDEN:
            return (Reason(f"{action.card!r} is not in the hand", "M44-base-turn.2"),)
        if action in set(self.options(play)):
            return ()
        if isinstance(action, PlayStrike):
            return (Reason("no air strike with this card now", "M44-action-air-strike.1"),)
        return card_bars(play, self.side, play.rules.cards[action.card])

    def explain(self, play: Memoir, action: PlayCard | PlayStrike) -> tuple[Reason, ...]:
        """What the card says, field by field."""
        card = play.rules.cards[action.card]
        reasons = []
        for name in (
            "orders",
            "units",
            "types",
            "bonus",
            "targets",
            "draw",
            "counters",
            "dice_per_card",
            "places",
        ):
            value = getattr(card, name)
            if value and name in card.cite:
                value = dict(value) if isinstance(value, dict) else value
                reasons.append(Reason(f"{name.replace('_', ' ')}: {value}", card.cite[name]))
        return tuple(reasons)


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
            section = position.section if play.rules.cards[position.played].group == "section" else ""
            own = section if self.side == play.rules.field(position).scenario.bottom else _mirror(section)
            play.push(ChooseStrike(self.side, card.id, own))
        elif card.restores:
            play.push(ChoosePatient(self.side))
        elif card.units == "rolled":
            play.push(FinestHour(self.side))
        elif card.orders:
            play.push(*(Orders(self.side, count(quota), section=name) for name, quota in card.orders.items()))
        else:
            play.push(*order_anywhere(play, card, self.side))


def _mirror(section: str) -> str:
    return next((mirrored(s) for s in SECTIONS if s == section), "")


def count(quota: int | str) -> int:
    """A quota as a number; ``all`` is more than any army has."""
    return quota if isinstance(quota, int) else 99


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
        fixed = play.position.section
        for section in SECTIONS:
            if not fixed or physical(play, self.side, section) == fixed:
                yield InSection(section)

    def take(self, play: Memoir, action: InSection) -> None:
        """Order there."""
        card = play.rules.cards[self.card]
        section = next(s for s in SECTIONS if s == action.section)
        play.position.section = physical(play, self.side, section)
        play.position.given[self.side] = (play.position.order, play.position.section)
        play.push(Orders(self.side, count(card.units), section=action.section, types=card.types))


# Ordering units ------------------------------------------------------------------------------------------


class Orders(MemoirResolution, frozen=True):
    """Up to ``left`` units are to be ordered: of ``types``, in ``section`` as the side sees it, standing
    ``adjacent`` to an enemy or ``apart`` from all. Units are chosen in order of set-up, after ``after``.
    """

    side: str
    left: int
    section: str = ""
    types: tuple[str, ...] = ()
    standing: str = ""
    plain: bool = False
    after: int = -1

    def happen(self, play: Memoir) -> None:
        """Order all if there is no choice (an order obliges to nothing), else ask."""
        if not self.left:
            return
        eligible = list(self.eligible(play))
        if len(eligible) > self.left or too_few_pieces(play, self, eligible):
            play.push(SelectUnits(self.side), self)
            return
        for _, id_, unit in eligible:
            give_order(play, id_, unit, plain=self.plain)

    def eligible(self, play: Memoir) -> Iterator[tuple[int, str, Unit]]:
        """Units that may still be ordered, with their number and id."""
        field = play.rules.field(play.position)
        for number, (id_, unit) in enumerate(units_of(play.position, self.side)):
            if number > self.after and not order_bars(play, field, self, id_, unit):
                yield number, id_, unit


@rule(
    "M44-base-board.4", "M44-base-board.5", "M44-base-board.6", "M44-base-board.7", "M44-base-turn.5",
    "M44-base-turn.7", "M44-base-card-close-assault.1", "M44-base-card-firefight.1",
)  # fmt: skip
def order_bars(play: Memoir, field: Battlefield, orders: Orders, id_: str, unit: Unit) -> tuple[Reason, ...]:
    """Every rule that keeps a unit from being ordered here."""
    bars: list[Reason] = []
    if id_ in play.position.orders:
        bars.append(Reason("it has an order", "M44-base-turn.5"))
    if orders.section and orders.section not in field.sections(unit.hex, orders.side):
        bars.append(Reason(f"{unit.hex} is not in the {orders.section} section", "M44-base-card.1"))
    if orders.types and play.rules.units[unit.kind].type not in orders.types:
        bars.append(Reason(f"only {' or '.join(orders.types)} can be ordered", "M44-base-card.2"))
    if orders.standing:
        near = bool(enemies_adjacent(play.position, field, unit.hex, unit.side))
        if near != (orders.standing == "adjacent"):
            card = play.rules.cards[play.position.order]
            wanted = "next to an enemy" if orders.standing == "adjacent" else "next to no enemy"
            bars.append(Reason(f"only units {wanted}", card.cite["standing"]))
    return tuple(bars)


@rule("M44-base-components.7")
def pieces_left(play: Memoir, piece: str) -> int:
    """How many pieces of a kind are not on the board yet, whoever laid them."""
    return play.rules.pieces.supply[piece] - sum(1 for p in play.position.obstacles.values() if p == piece)


def can_place(play: Memoir, piece: str, label: str) -> bool:
    """Whether a hex can take a piece, and there is one."""
    holds = all(row.holds_obstacles for row in rows_at(play, play.rules.field(play.position), label))
    return holds and label not in play.position.obstacles and pieces_left(play, piece) > 0


@rule("M44-base-turn.4")
def too_few_pieces(play: Memoir, orders: Orders, eligible: list[tuple[int, str, Unit]]) -> bool:
    """Whether it matters who is ordered although all may be: there are pieces for some of them only."""
    piece = play.rules.cards[play.position.order].places
    if not piece or orders.plain:
        return False
    return sum(can_place(play, piece, unit.hex) for _, _, unit in eligible) > pieces_left(play, piece) > 0


@rule("M44-base-turn.3", "M44-base-card-dig-in.1")
def give_order(play: Memoir, id_: str, unit: Unit, *, plain: bool = False) -> None:
    """Order a unit; Dig In puts sandbags on its hex while there are any."""
    position = play.position
    position.orders[id_] = Order(unit.hex, plain=plain)
    play.log("ordered", side=unit.side, kind=unit.kind, hex=unit.hex)
    card = play.rules.cards[position.order]
    if plain or not card.places:
        return
    if can_place(play, card.places, unit.hex):
        position.obstacles[unit.hex] = card.places
        play.log("placed", side=unit.side, piece=card.places, hex=unit.hex)


@rule("M44-base-turn.3", "M44-base-turn.4")
class SelectUnits(MemoirDecision[OrderUnit | DoneOrdering], frozen=True):
    """Choose the next unit to order, or stop: the number on a card is a maximum."""

    def options(self, play: Memoir) -> Iterator[OrderUnit | DoneOrdering]:
        """Units further down the list, or enough."""
        for _, _, unit in play.enclosing(Orders).eligible(play):
            yield OrderUnit(unit.hex)
        yield DoneOrdering()

    def take(self, play: Memoir, action: OrderUnit | DoneOrdering) -> None:
        """Order it."""
        if isinstance(action, DoneOrdering):
            play.amend(Orders, left=0)
            return
        orders = play.enclosing(Orders)
        number, id_, unit = next(entry for entry in orders.eligible(play) if entry[2].hex == action.hex)
        give_order(play, id_, unit, plain=orders.plain)
        play.amend(Orders, left=orders.left - 1, after=number)

    def refusal(self, play: Memoir, action: OrderUnit | DoneOrdering) -> tuple[Reason, ...]:
        """Why a unit cannot be ordered."""
        if isinstance(action, DoneOrdering):
            return ()
        position, orders = play.position, play.enclosing(Orders)
        id_ = position.at.get(action.hex)
        if id_ is None or position.units[id_].side != self.side:
            return (Reason(f"no unit of the {self.side} in {action.hex}", "M44-base-turn.6"),)
        unit = position.units[id_]
        bars = order_bars(play, play.rules.field(position), orders, id_, unit)
        numbers = {other: n for n, (other, _) in enumerate(units_of(position, self.side))}
        if not bars and numbers[id_] <= orders.after:
            bars = (
                Reason("units are named in order of set-up; this one was passed over", "M44-base-turn.3"),
            )
        return bars

    def assumed(self, play: Memoir) -> OrderUnit | DoneOrdering:
        """The next unit."""
        return next(iter(self.options(play)))
