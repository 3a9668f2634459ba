"""Movement of ordered units [M44-base-move]."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.pieces import (
    clear_way,
    impassable_to,
    obstacle_at,
    obstacles_barring,
    obstacles_stopping,
    relocate,
    remove,
    rows_at,
)
from grognard_memoir44.position import Memoir, MemoirDecision, MemoirResolution, Order, Unit, card_of
from grognard_memoir44.schema import Card, Exit, UnitKind
from grognard_memoir44.victory import award, check_victory

__all__ = [
    "ChooseDestination",
    "ChooseMover",
    "EndMoves",
    "LeaveBoard",
    "MoveTo",
    "MoveUnit",
    "Moves",
    "Remain",
    "SecondMove",
    "destinations",
    "halts",
    "move_bars",
]


class MoveUnit(Action, frozen=True):
    """Move the unit in a hex."""

    hex: str
    verb = "move"


class EndMoves(Action, frozen=True):
    """No more moves this turn."""

    verb = "end-moves"


class MoveTo(Action, frozen=True):
    """Move to a hex."""

    hex: str
    verb = "to"


class LeaveBoard(Action, frozen=True):
    """Leave the board over the exit in a hex."""

    hex: str
    verb = "leave"


class Remain(Action, frozen=True):
    """Do not move a second time."""

    verb = "remain"


@rule(
    "M44-unit-infantry.1", "M44-unit-armor.1", "M44-unit-artillery.1", "M44-unit-special-forces.2",
    "M44-unit-tiger.2",
    "M44-nation-french-resistance.2", "M44-base-card-infantry-assault.2", "M44-base-card-artillery-bombard.2",
    "M44-base-card-behind-enemy-lines.1",
)  # fmt: skip
def allowance(kind: UnitKind, card: Card | None, *, second: bool = False) -> int:
    """Hexes a unit may move this turn."""
    if card is not None and second:
        return card.move_after
    return kind.move if card is None or card.move is None else max(card.move, kind.move)


@rule(
    "M44-base-turn.6",
    "M44-base-turn.9",
    "M44-base-card-close-assault.3",
    "M44-base-card-firefight.1",
)
def move_bars(play: Memoir, field: Battlefield, unit: Unit, order: Order | None) -> tuple[Reason, ...]:
    """Every rule that keeps a unit from moving at all this turn."""
    if order is None:
        return (Reason("it has no order", "M44-base-turn.6"),)
    bars: list[Reason] = []
    card = card_of(play, order)
    if order.done_moving:
        bars.append(Reason("it has moved this turn", "M44-base-turn.9"))
    if card is not None and not card.may_move:
        bars.append(Reason(f"{card.name.en} lets it not move", card.cite["may_move"]))
    kind = play.rules.units[unit.kind].type
    for row in field.rows[unit.hex]:
        if kind in row.fixed:
            bars.append(Reason(f"it cannot leave the {row.name.en.lower()}", row.cite["fixed"]))
    return tuple(bars)


@rule(
    "M44-base-move.2", "M44-base-move.4", "M44-base-move.5", "M44-base-move.7", "M44-terrain-beach.1",
    "M44-terrain-ocean.1", "M44-terrain-hedgerow.4", "M44-terrain-hedgerow.5", "M44-terrain-wire.1",
    "M44-base-card-behind-enemy-lines.3", "M44-base-card.4", "M44-base-move.6",
)  # fmt: skip
def destinations(
    play: Memoir, field: Battlefield, unit: Unit, order: Order, *, second: bool = False
) -> dict[str, int]:
    """Hexes a unit may move to and what the move counts. Enemies do not slow it; no unit is moved through."""
    kind, card = play.rules.units[unit.kind], card_of(play, order)
    budget = allowance(kind, card, second=second)
    position = play.position
    blocked = [*position.at, *obstacles_barring(play.rules, position, kind.type)]
    stops = obstacles_stopping(play.rules, position)
    return field.reach(kind.type, unit.hex, budget, blocked=blocked, stops=stops, free=is_free(play, order))


@rule("M44-base-card-behind-enemy-lines.3")
def is_free(play: Memoir, order: Order) -> bool:
    """Whether a unit moves without heeding stops and limits of terrain."""
    card = card_of(play, order)
    return card is not None and card.ignores_terrain_stops


def must_stop(play: Memoir, field: Battlefield, order: Order, label: str) -> bool:
    """Whether a move that enters a hex ends there."""
    return not is_free(play, order) and any(row.stop for row in rows_at(play, field, label))


@rule("M44-base-move.6", "M44-base-move.7")
def exits(
    play: Memoir, field: Battlefield, unit: Unit, order: Order, reached: dict[str, int], budget: int
) -> dict[str, Exit]:
    """Exits open to a unit, by the hex it leaves from: it must get there with a step to spare."""
    spare = {label for label, cost in reached.items() if cost < budget}
    open_ = {label for label in spare if not must_stop(play, field, order, label)} | {unit.hex}
    return {
        min(open_.intersection(way.hexes), key=lambda label: (reached.get(label, 0), label)): way
        for way in field.scenario.exit
        if way.side == unit.side and not open_.isdisjoint(way.hexes)
    }


@rule("M44-base-turn.8", "M44-base-turn.9")
class Moves(MemoirResolution, frozen=True):
    """The movement phase: ordered units move one after another, all before any battle."""

    side: str
    over: bool = False

    def happen(self, play: Memoir) -> None:
        """Offer the next move."""
        if not self.over and play.position.orders:
            play.push(ChooseMover(self.side), self)


def can_move(play: Memoir, field: Battlefield, unit: Unit, order: Order) -> bool:
    """Whether a unit has anywhere to go."""
    if move_bars(play, field, unit, order):
        return False
    kind, card = play.rules.units[unit.kind], card_of(play, order)
    budget, at = allowance(kind, card), play.position.at
    for label in field.next_to[unit.hex]:
        if label in at or impassable_to(play, field, label, kind.type):
            continue
        if (
            field.barred_step(unit.hex, label, kind.type) is None
            and field.step_cost(unit.hex, label) <= budget
        ):
            return True
    return bool(exits(play, field, unit, order, {}, budget))


@rule("M44-base-turn.10")
class ChooseMover(MemoirDecision[MoveUnit | EndMoves], frozen=True):
    """Choose the next unit to move."""

    def options(self, play: Memoir) -> Iterator[MoveUnit | EndMoves]:
        """Ordered units that can move, or the end of the phase."""
        position = play.position
        field = play.rules.field(position)
        for id_, order in sorted(position.orders.items()):
            if not order.done_moving and can_move(play, field, position.units[id_], order):
                yield MoveUnit(position.units[id_].hex)
        yield EndMoves()

    def take(self, play: Memoir, action: MoveUnit | EndMoves) -> None:
        """Go on to the destination, or close the phase."""
        if isinstance(action, EndMoves):
            play.amend(Moves, over=True)
        else:
            play.push(ChooseDestination(self.side, play.position.at[action.hex]))

    def refusal(self, play: Memoir, action: MoveUnit | EndMoves) -> tuple[Reason, ...]:
        """Why a unit may not move."""
        if isinstance(action, EndMoves):
            return ()
        position = play.position
        id_ = position.at.get(action.hex)
        if id_ is None or position.units[id_].side != self.side:
            return (Reason(f"no unit of the {self.side} in {action.hex}", "M44-base-turn.6"),)
        unit, order, field = position.units[id_], position.orders.get(id_), play.rules.field(position)
        bars = move_bars(play, field, unit, order)
        if not bars and order is not None and not can_move(play, field, unit, order):
            bars = (Reason("every way is barred", "M44-base-move.2"),)
        return bars


@rule("M44-base-move.5")
class ChooseDestination(MemoirDecision[MoveTo | LeaveBoard | Remain], frozen=True):
    """Choose where the unit moves."""

    unit: str
    second: bool = False

    def options(self, play: Memoir) -> Iterator[MoveTo | LeaveBoard | Remain]:
        """Every hex within reach, and exits."""
        position = play.position
        field, unit = play.rules.field(position), position.units[self.unit]
        order = position.orders[self.unit]
        if self.second:
            yield Remain()
        reached = destinations(play, field, unit, order, second=self.second)
        for label in reached:
            yield MoveTo(label)
        for label in self._exits(play, field, unit, order, reached):
            yield LeaveBoard(label)

    def _exits(
        self, play: Memoir, field: Battlefield, unit: Unit, order: Order, reached: dict[str, int]
    ) -> dict[str, Exit]:
        if not field.scenario.exit:
            return {}
        budget = allowance(play.rules.units[unit.kind], card_of(play, order), second=self.second)
        return exits(play, field, unit, order, reached, budget)

    def take(self, play: Memoir, action: MoveTo | LeaveBoard | Remain) -> None:
        """Move."""
        position = play.position
        field, unit, order = play.rules.field(position), position.units[self.unit], position.orders[self.unit]
        if isinstance(action, Remain):
            return
        if isinstance(action, LeaveBoard):
            leave_board(play, field, self.unit, action.hex)
            return
        cost = destinations(play, field, unit, order, second=self.second)[action.hex]
        play.log("moved", side=unit.side, kind=unit.kind, hex=unit.hex, to=action.hex, cost=cost)
        halted = action.hex if halts(play, field, unit, order, action.hex) else ""
        position.orders[self.unit] = msgspec.structs.replace(
            order, moved=cost, done_moving=True, halted=halted
        )
        clear_way(play, unit, action.hex)
        relocate(play, self.unit, action.hex)

    def refusal(self, play: Memoir, action: MoveTo | LeaveBoard | Remain) -> tuple[Reason, ...]:
        """Why a hex is out of reach."""
        position = play.position
        field, unit, order = play.rules.field(position), position.units[self.unit], position.orders[self.unit]
        if isinstance(action, Remain):
            return () if self.second else (Reason("the move has been chosen", "M44-base-turn.9"),)
        reached = destinations(play, field, unit, order, second=self.second)
        if isinstance(action, LeaveBoard):
            if action.hex in self._exits(play, field, unit, order, reached):
                return ()
            return (Reason(f"no exit over {action.hex}", "M44-base-move.6"),)
        if action.hex in reached:
            return ()
        return out_of_reach(play, field, unit, order, action.hex, second=self.second)

    def explain(self, play: Memoir, action: MoveTo | LeaveBoard | Remain) -> tuple[Reason, ...]:
        """What the move counts and what it means for the battle."""
        position = play.position
        field, unit, order = play.rules.field(position), position.units[self.unit], position.orders[self.unit]
        if not isinstance(action, MoveTo):
            return ()
        kind, card = play.rules.units[unit.kind], card_of(play, order)
        cost = destinations(play, field, unit, order, second=self.second)[action.hex]
        budget = allowance(kind, card, second=self.second)
        reasons = [Reason(f"the move counts {cost} of {budget} hexes", kind.cite["move"], cost)]
        furthest = (
            kind.battle_move
            if card is None or card.battle_move is None
            else max(card.battle_move, kind.battle_move)
        )
        if cost > furthest:
            reasons.append(Reason(f"no battle after more than {furthest}", kind.cite["battle_move"]))
        for row in rows_at(play, field, action.hex):
            if row.stop and not is_free(play, order):
                reasons.append(Reason(f"must stop in {row.name.en.lower()}", row.cite["stop"]))
            if not row.battle_on_entry and not kind.battle_after_entry:
                reasons.append(
                    Reason(f"no battle on entering {row.name.en.lower()}", row.cite["battle_on_entry"])
                )
            if not row.battle_inside:
                reasons.append(Reason(f"no battle in {row.name.en.lower()}", row.cite["battle_inside"]))
        return tuple(reasons)


@rule("M44-base-move.9", "M44-base-card-behind-enemy-lines.3")
def halts(play: Memoir, field: Battlefield, unit: Unit, order: Order, label: str) -> bool:
    """Whether moving into a hex bars taking ground from it this turn; a unit that heeds no stop is free."""
    if is_free(play, order):
        return False
    piece = obstacle_at(play, label)
    if piece is not None and piece.stop == "hard":
        clears = piece.removed_by.get(play.rules.units[unit.kind].type) == "on_entry"
        if not (clears and play.rules.options["wire_take_ground"]):
            return True
    return any(row.stop == "hard" for row in field.rows[label])


def leave_board(play: Memoir, field: Battlefield, id_: str, label: str) -> None:
    """A unit leaves over an exit and earns what that is worth."""
    unit = play.position.units[id_]
    medals = next(way.medals for way in field.scenario.exit if way.side == unit.side and label in way.hexes)
    play.log("left", side=unit.side, kind=unit.kind, hex=label)
    remove(play, id_)
    award(play, unit.side, medals, "exit")
    check_victory(play)


def out_of_reach(
    play: Memoir, field: Battlefield, unit: Unit, order: Order, label: str, *, second: bool
) -> tuple[Reason, ...]:
    """Every rule that keeps a hex out of reach."""
    if label not in field.board.index:
        return (Reason(f"{label} is not on the board", "M44-base-move.6"),)
    if label == unit.hex:
        return (Reason("it is there already", "M44-base-move.5"),)
    kind, distance = play.rules.units[unit.kind], field.board.distance(unit.hex, label)
    budget = allowance(kind, card_of(play, order), second=second)
    bars = [*entry_bars(play, field, unit, label)]
    if distance > budget:
        bars.append(Reason(f"{label} is {distance} hexes away, the unit moves {budget}", kind.cite["move"]))
    if not is_free(play, order):
        bars += limit_bars(field, unit, label, distance)
    return tuple(bars) or (Reason(f"no way to {label} within {budget} hexes", "M44-base-move.5"),)


@rule(
    "M44-base-move.1", "M44-base-move.2", "M44-terrain-river.1", "M44-terrain-mountain.3",
    "M44-terrain-hedgehog.2", "M44-terrain-bunker.3",
)  # fmt: skip
def entry_bars(play: Memoir, field: Battlefield, unit: Unit, label: str) -> Iterator[Reason]:
    """What keeps a unit out of a hex, or from stepping into it from where it stands."""
    kind = play.rules.units[unit.kind].type
    if label in play.position.at:
        yield Reason(f"{label} holds a unit", "M44-base-move.1")
    row = impassable_to(play, field, label, kind)
    if row is not None:
        yield Reason(f"{row.name.en.lower()} is impassable to {kind}", row.cite["impassable"])
        return
    barred = field.barred_step(unit.hex, label, kind) if label in field.next_to[unit.hex] else None
    if barred is not None:
        cites = (barred.cite.get(effect) for effect in ("barred_from_beach", "enter_from"))
        yield Reason(f"no way from {unit.hex} to {label}", next(filter(None, cites), "M44-terrain-bridge.1"))


@rule("M44-terrain-hedgerow.4", "M44-terrain-hedgerow.5", "M44-terrain-beach.1", "M44-terrain-ocean.1")
def limit_bars(field: Battlefield, unit: Unit, label: str, distance: int) -> Iterator[Reason]:
    """Terrain that limits the length of a move into it or out of it, ``distance`` hexes at least."""
    for row in field.rows[label]:
        name = row.name.en.lower()
        if row.start_adjacent and distance > 1:
            text = f"{name} is entered only by a unit that starts next to it"
            yield Reason(text, row.cite["start_adjacent"])
        if row.max_move is not None and distance > row.max_move:
            yield Reason(f"a move onto {name} is {row.max_move} hexes at most", row.cite["max_move"])
    if unit.hex in field.stop_on_leave and distance > 1:
        here = next(row for row in field.rows[unit.hex] if row.stop_on_leave)
        text = f"leaving {here.name.en.lower()} it stops on the next hex"
        yield Reason(text, here.cite["stop_on_leave"])


@rule("M44-base-card-behind-enemy-lines.2")
class SecondMove(MemoirResolution, frozen=True):
    """After the battles, a unit of Behind Enemy Lines moves again."""

    side: str

    def happen(self, play: Memoir) -> None:
        """Offer the move."""
        for id_, order in sorted(play.position.orders.items()):
            card = card_of(play, order)
            if card is not None and card.move_after:
                play.push(ChooseDestination(self.side, id_, second=True))
