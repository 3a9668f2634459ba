"""Cards that roll a die for each card held: Medics & Mechanics and Their Finest Hour."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_memoir44.orders import Orders, give_order
from grognard_memoir44.pieces import units_of
from grognard_memoir44.position import Memoir, MemoirDecision, MemoirResolution, Unit
from grognard_memoir44.schema import Card

__all__ = ["ChoosePatient", "FinestHour", "Heal", "Recover", "cards_held"]


class Heal(Action, frozen=True):
    """Bring figures back to the unit in a hex."""

    hex: str


def cards_held(play: Memoir, side: str, card: Card) -> tuple[Reason, ...]:
    """Dice for the cards held, the one on the table included."""
    held = len(play.position.hands[side]) + 1
    return (Reason(f"{held} cards held", card.cite["dice_per_card"], held * card.dice_per_card),)


def wounded(play: Memoir, side: str) -> list[tuple[str, Unit]]:
    """Units of a side with losses."""
    return [(id_, unit) for id_, unit in units_of(play.position, side) if unit.figures < unit.full]


@rule("M44-base-card-medics-mechanics.1")
class ChoosePatient(MemoirDecision[Heal], frozen=True):
    """Choose the unit that recovers; dropped when no unit has losses."""

    def moot(self, play: Memoir) -> bool:
        """Nobody to heal."""
        return not wounded(play, self.side)

    def options(self, play: Memoir) -> Iterator[Heal]:
        """Units with losses."""
        for _, unit in wounded(play, self.side):
            yield Heal(unit.hex)

    def take(self, play: Memoir, action: Heal) -> None:
        """Roll for it."""
        play.push(Recover(self.side, play.position.at[action.hex]))

    def refusal(self, play: Memoir, action: Heal) -> tuple[Reason, ...]:
        """No unit with losses there."""
        if any(unit.hex == action.hex for _, unit in wounded(play, self.side)):
            return ()
        return (Reason(f"no unit with losses in {action.hex}", "M44-base-card-medics-mechanics.1"),)


@rule("M44-base-card-medics-mechanics.2", "M44-base-card-medics-mechanics.3")
class Recover(MemoirResolution, frozen=True):
    """Roll for a unit's lost figures; one that gets any back is ordered too."""

    side: str
    unit: str

    def happen(self, play: Memoir) -> None:
        """Roll, restore, order."""
        position = play.position
        unit, card = position.units[self.unit], play.rules.cards[position.order]
        reasons = cards_held(play, self.side, card)
        symbols = " ".join((play.rules.units[unit.kind].type, *card.wild))
        (good,) = play.pool("battle", reasons[0].value, count=(symbols,), why="recovery", reasons=reasons)
        back = min(good * card.restores, unit.full - unit.figures)
        play.log("recovered", side=unit.side, kind=unit.kind, hex=unit.hex, figures=back)
        if back:
            healed = msgspec.structs.replace(unit, figures=unit.figures + back)
            position.units[self.unit] = healed
            give_order(play, self.unit, healed)


@rule("M44-base-card-their-finest-hour.1", "M44-base-card-their-finest-hour.2")
class FinestHour(MemoirResolution, frozen=True):
    """Roll a die per card: each infantry or armor symbol orders a unit of that type, each star any unit."""

    side: str

    def happen(self, play: Memoir) -> None:
        """Roll and open the orders."""
        card = play.rules.cards[play.position.order]
        reasons = cards_held(play, self.side, card)
        infantry, armor, wild = play.pool(
            "battle",
            reasons[0].value,
            count=("infantry", "armor", " ".join(card.wild)),
            why="finest hour",
            reasons=reasons,
        )
        play.log("finest hour", side=self.side, infantry=infantry, armor=armor, any=wild)
        play.push(
            Orders(self.side, infantry, types=("infantry",)),
            Orders(self.side, armor, types=("armor",)),
            Orders(self.side, wild),
        )
