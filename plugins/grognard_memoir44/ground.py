"""Taking ground and the armor overrun [M44-take-ground, M44-base-take-ground]."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.pieces import clear_way, impassable_to, relocate, rows_at
from grognard_memoir44.position import Memoir, MemoirDecision, Order, Unit
from grognard_memoir44.targets import target_bars, targets

__all__ = [
    "ChooseGround",
    "ChooseOverrun",
    "Halt",
    "Overrun",
    "Stay",
    "TakeGround",
    "may_take_ground",
    "overrun_bars",
]


class TakeGround(Action, frozen=True):
    """Move into the hex just vacated."""

    hex: str


class Stay(Action, frozen=True):
    """Stay where the unit is."""


class Overrun(Action, frozen=True):
    """Battle again at once: attack the unit in a hex."""

    hex: str


class Halt(Action, frozen=True):
    """No overrun."""


@rule("M44-terrain-hedgerow.4")
def start_bar(play: Memoir, field: Battlefield, unit: Unit, order: Order, label: str) -> Reason | None:
    """Ground in a hedgerow goes only to a unit that began its turn next to it."""
    rows = [row for row in field.rows[label] if row.start_adjacent]
    if not rows:
        return None
    strict = play.rules.options["hedgerow_take_ground"] == "not_moved"
    if (order.start == unit.hex) if strict else (order.start in field.next_to[label]):
        return None
    return Reason("it did not start its turn next to it", rows[0].cite["start_adjacent"])


@rule("M44-base-move.9")
def halted_bar(play: Memoir, unit: Unit, order: Order) -> Reason | None:
    """A unit that moved into terrain that stopped it for good takes no ground this turn."""
    if order.halted == unit.hex:
        return Reason("it had to stop where it moved this turn", "M44-base-move.9")
    return None


@rule(
    "M44-take-ground.1", "M44-take-ground.2", "M44-take-ground.3", "M44-base-take-ground.4",
    "M44-terrain-cliff-sea-bluff.4", "M44-unit-infantry.2", "M44-unit-armor.2",
    "M44-nation-french-resistance.5",
)  # fmt: skip
def ground_bars(play: Memoir, unit: Unit, order: Order, label: str) -> tuple[Reason, ...]:
    """Every rule that keeps a unit from taking ground in a vacant hex next to it."""
    field = play.rules.field(play.position)
    kind = play.rules.units[unit.kind]
    bars: list[Reason | None] = [halted_bar(play, unit, order), start_bar(play, field, unit, order, label)]
    if not kind.take_ground:
        bars.append(
            Reason(f"{kind.type} never takes ground", kind.cite.get("take_ground", "M44-take-ground.2"))
        )
    barred = impassable_to(play, field, label, kind.type) or field.barred_step(unit.hex, label, kind.type)
    if barred is not None:
        bars.append(
            Reason(f"it may not enter {play.rules.name(barred.id).lower()}", "M44-base-take-ground.4")
        )
    ahead = field.rows[label][0]
    if not ahead.take_ground_from_beach and field.rows[unit.hex][0].beach:
        bars.append(Reason("no ground is taken up a cliff", ahead.cite["take_ground_from_beach"]))
    return tuple(bar for bar in bars if bar)


@rule(
    "M44-base-take-ground.1", "M44-base-take-ground.2", "M44-base-take-ground.3", "M44-base-take-ground.7",
    "M44-base-card-close-assault.4",
)  # fmt: skip
def may_take_ground(play: Memoir, attacker: str, attacker_hex: str, target_hex: str) -> None:
    """After a battle: offer the vacated hex to an attacker that won a close assault, never to an ambusher."""
    position = play.position
    unit = position.units.get(attacker)
    if unit is None or unit.hex != attacker_hex or target_hex in position.at:
        return
    if target_hex not in play.rules.field(position).next_to[attacker_hex]:
        return
    if not ground_bars(play, unit, position.orders[attacker], target_hex):
        play.push(ChooseGround(unit.side, attacker, target_hex))


@rule("M44-base-take-ground.1")
class ChooseGround(MemoirDecision[TakeGround | Stay], frozen=True):
    """The winner of a close assault may move into the hex just vacated."""

    unit: str
    hex: str

    def options(self, play: Memoir) -> Iterator[TakeGround | Stay]:
        """Take it or stay."""
        yield TakeGround(self.hex)
        yield Stay()

    def take(self, play: Memoir, action: TakeGround | Stay) -> None:
        """Advance; armor may overrun from there."""
        if isinstance(action, Stay):
            return
        position = play.position
        unit = position.units[self.unit]
        may_overrun = not overrun_bars(play, unit, position.orders[self.unit], self.hex)
        play.log("took ground", side=unit.side, kind=unit.kind, hex=unit.hex, to=self.hex)
        clear_way(play, unit, self.hex)
        relocate(play, self.unit, self.hex)
        if may_overrun:
            play.push(ChooseOverrun(self.side, self.unit))


@rule(
    "M44-take-ground.4",
    "M44-take-ground.8",
    "M44-base-take-ground.5",
    "M44-base-take-ground.6",
    "M44-unit-armor.3",
)
def overrun_bars(play: Memoir, unit: Unit, order: Order, label: str) -> tuple[Reason, ...]:
    """What keeps a unit that takes ground in a hex from an overrun battle."""
    kind = play.rules.units[unit.kind]
    bars: list[Reason] = []
    if not kind.overrun:
        bars.append(Reason(f"{kind.name.en.lower()} makes no overrun", "M44-take-ground.4"))
    if order.overran:
        bars.append(Reason("one overrun a turn", "M44-take-ground.8"))
    for row in rows_at(play, play.rules.field(play.position), label):
        if not row.battle_on_entry and not kind.battle_after_entry:
            bars.append(Reason(f"no battle on entering {row.name.en.lower()}", "M44-base-take-ground.5"))
        if not row.battle_inside:
            bars.append(Reason(f"no battle in {row.name.en.lower()}", row.cite["battle_inside"]))
        if not row.overrun_on_entry and not play.rules.options["wire_overrun"]:
            bars.append(Reason(f"no overrun through {row.name.en.lower()}", row.cite["overrun_on_entry"]))
    return tuple(bars)


@rule("M44-take-ground.5", "M44-take-ground.6", "M44-take-ground.7")
class ChooseOverrun(MemoirDecision[Overrun | Halt], frozen=True):
    """Armor that took ground may battle again: next to an enemy by close assault, else by fire."""

    unit: str

    def options(self, play: Memoir) -> Iterator[Overrun | Halt]:
        """Targets from the new hex, or none."""
        field, unit = play.rules.field(play.position), play.position.units[self.unit]
        for label in targets(play, field, unit, self._order(play)):
            yield Overrun(label)
        yield Halt()

    def take(self, play: Memoir, action: Overrun | Halt) -> None:
        """Open the overrun battle."""
        from grognard_memoir44.battle import open_battle  # a battle opens ground, ground another battle

        if isinstance(action, Halt):
            return
        play.position.orders[self.unit] = self._order(play)
        open_battle(play, self.unit, action.hex, overrun=True)

    def refusal(self, play: Memoir, action: Overrun | Halt) -> tuple[Reason, ...]:
        """As for any target."""
        if isinstance(action, Halt):
            return ()
        field, unit = play.rules.field(play.position), play.position.units[self.unit]
        return target_bars(play, field, unit, self._order(play), action.hex)

    def _order(self, play: Memoir) -> Order:
        """The unit's order as the overrun leaves it."""
        return msgspec.structs.replace(play.position.orders[self.unit], overran=True)
