"""5. Retreat: a decision of the side that was fired at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_skirmish.ground import impassable, occupied
from grognard_skirmish.position import SkirmishDecision, SkirmishPlay, Unit, field
from grognard_skirmish.victory import lose_step


class Retreat(Action, frozen=True):
    """Fall back to a hex."""

    hex: Hex


@rule("SK-5.1")
class ChooseRetreat(SkirmishDecision[Retreat], frozen=True):
    """The owner chooses where the unit falls back to."""

    assumption: ClassVar[str] = "to the first hex clockwise from the north"
    unit: str
    source: Hex  # where the fire came from

    def options(self, play: SkirmishPlay) -> Iterator[Retreat]:
        """Every hex the unit may fall back to. Never empty: ``retreat`` asks only if there is one."""
        for hex in ways_back(play, play.position.units[self.unit], self.source):
            yield Retreat(hex)

    def refusal(self, play: SkirmishPlay, action: Retreat) -> tuple[Reason, ...]:
        """Everything that keeps the unit from falling back there."""
        unit = play.position.units[self.unit]
        if action.hex not in field(play).board:
            return (Reason(f"there is no hex {action.hex!r}", "SK-5.1"),)
        return objections(play, unit, self.source, action.hex)

    def take(self, play: SkirmishPlay, action: Retreat) -> None:
        """Put the unit there."""
        unit = play.position.units[self.unit]
        play.position.change(unit, hex=action.hex)
        play.log("retreated", side=unit.side, unit=unit.id, type=unit.type, hex=action.hex)

    def assumed(self, play: SkirmishPlay) -> Retreat:
        """How tables of odds answer this decision."""
        return next(self.options(play))


@rule("SK-5.2")
def retreat(play: SkirmishPlay, unit: Unit, source: Hex) -> None:
    """The owner chooses a hex; without any the unit loses a step."""
    if ways_back(play, unit, source):
        play.push(ChooseRetreat(unit.side, unit.id, source))
    else:
        lose_step(play, unit)


def ways_back(play: SkirmishPlay, unit: Unit, source: Hex) -> list[Hex]:
    """The hexes a unit may fall back to from fire that came from ``source``."""
    around = field(play).board.neighbours(unit.hex)
    return [hex for hex in around if not objections(play, unit, source, hex)]


def objections(play: SkirmishPlay, unit: Unit, source: Hex, hex: Hex) -> tuple[Reason, ...]:
    """Everything that keeps a unit from falling back to a hex."""
    reasons = (
        not_next_to(play, unit, hex),
        no_further(play, unit, source, hex),
        occupied(play, hex),
        impassable(play, unit, hex),
    )
    return tuple(reason for reason in reasons if reason)


@rule("SK-5.1")
def not_next_to(play: SkirmishPlay, unit: Unit, hex: Hex) -> Reason | None:
    """A retreat is one hex long."""
    near = hex in field(play).board.neighbours(unit.hex)
    return None if near else Reason(f"{hex} is not next to {unit.id}", "SK-5.1")


@rule("SK-5.1")
def no_further(play: SkirmishPlay, unit: Unit, source: Hex, hex: Hex) -> Reason | None:
    """A retreat leads away from the fire."""
    board = field(play).board
    away = board.distance(hex, source) > board.distance(unit.hex, source)
    return None if away else Reason(f"{hex} is no further from {source}", "SK-5.1")
