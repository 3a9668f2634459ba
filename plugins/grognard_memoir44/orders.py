"""Ordering units: who may be ordered, one after another, and what an order brings [M44-base-turn.3 to .7]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.pieces import enemies_adjacent, rows_at, units_of
from grognard_memoir44.position import Memoir, MemoirDecision, MemoirResolution, Order, Unit

__all__ = [
    "DoneOrdering",
    "OrderUnit",
    "Orders",
    "SelectUnits",
    "give_order",
    "order_bars",
]


class OrderUnit(Action, frozen=True):
    """Order the unit in a hex."""

    hex: str
    verb = "order"


class DoneOrdering(Action, frozen=True):
    """Order no more units here."""

    verb = "done"


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
    "M44-base-board.4", "M44-base-board.5", "M44-base-board.6", "M44-base-board.7", "M44-base-card.1",
    "M44-base-card.2", "M44-base-turn.5", "M44-base-turn.7", "M44-base-card-close-assault.1",
    "M44-base-card-firefight.1",
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
        position.obstacles = {**position.obstacles, unit.hex: card.places}
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
