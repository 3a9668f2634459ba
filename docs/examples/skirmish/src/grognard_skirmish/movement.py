"""2. Movement: choose a unit, choose a hex, and the other side may spring its ambush."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.hexes import Hex
from grognard.paths import Reach, reach
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_skirmish.ambush import SpringAmbush
from grognard_skirmish.ground import impassable, occupied
from grognard_skirmish.position import SkirmishDecision, SkirmishPlay, Unit, enemy_of, field


class Activate(Action, frozen=True):
    """Pick up a unit to move it."""

    unit: str


class EndMoves(Action, frozen=True):
    """Move no further unit this turn."""


class MoveTo(Action, frozen=True):
    """Move the unit picked up to a hex."""

    verb: ClassVar[str] = "move"
    hex: Hex


# A decision is a frame on the agenda. It is taken off before `take` runs, so a decision that comes again puts
# itself back, below what has to be done first: push(first, then, ...).


@rule("SK-2.1")
class ChooseMover(SkirmishDecision[Activate | EndMoves], frozen=True):
    """The side moves its units one by one, in any order, as many as it likes."""

    def options(self, play: SkirmishPlay) -> Iterator[Activate | EndMoves]:
        """Every unit that can go somewhere: one that cannot would leave the next stage without options."""
        for unit in play.position.units_of(self.side):
            if not unit.moved and destinations(play, unit):
                yield Activate(unit.id)
        yield EndMoves()

    def refusal(self, play: SkirmishPlay, action: Activate | EndMoves) -> tuple[Reason, ...]:
        """Everything that keeps the unit from moving."""
        if isinstance(action, EndMoves):
            return ()
        unit = play.position.units.get(action.unit)
        if unit is None:
            return (Reason(f"there is no unit {action.unit!r}", "SK-2.1"),)
        reasons = (not_yours(unit, self.side), already_moved(unit), hemmed_in(play, unit))
        return tuple(reason for reason in reasons if reason)

    def take(self, play: SkirmishPlay, action: Activate | EndMoves) -> None:
        """On to the unit's destination, and then the next unit."""
        if isinstance(action, Activate):
            play.push(ChooseDestination(self.side, action.unit), self)


@rule("SK-2.1")
class ChooseDestination(SkirmishDecision[MoveTo], frozen=True):
    """The unit picked up moves to a hex within its reach."""

    unit: str

    def options(self, play: SkirmishPlay) -> Iterator[MoveTo]:
        """Every hex the unit can pay for."""
        for hex in destinations(play, play.position.units[self.unit]):
            yield MoveTo(hex)

    def refusal(self, play: SkirmishPlay, action: MoveTo) -> tuple[Reason, ...]:
        """Everything that keeps the unit out of the hex."""
        unit = play.position.units[self.unit]
        if action.hex not in field(play).board:
            return (Reason(f"there is no hex {action.hex!r}", "SK-2.1"),)
        if action.hex in destinations(play, unit):
            return ()
        reasons = (occupied(play, action.hex), impassable(play, unit, action.hex))
        return tuple(reason for reason in reasons if reason) or (too_far(play, unit),)

    def explain(self, play: SkirmishPlay, action: MoveTo) -> tuple[Reason, ...]:
        """What the way there costs, hex by hex."""
        unit = play.position.units[self.unit]
        path = ways(play, unit).path(action.hex)
        return tuple(cost_of(play, unit, hex) for hex in path[1:])

    def take(self, play: SkirmishPlay, action: MoveTo) -> None:
        """Put the unit there; the other side is asked before anything else happens."""
        unit = play.position.units[self.unit]
        play.position.change(unit, hex=action.hex, moved=True)
        play.log("moved", side=unit.side, unit=unit.id, type=unit.type, hex=action.hex)
        play.push(SpringAmbush(enemy_of(self.side), self.unit))


@rule("SK-2.1")
def ways(play: SkirmishPlay, unit: Unit) -> Reach:
    """How far the unit's MP take it: every hex with its cost, the unit's own included."""
    taken = [other.hex for other in play.position.units.values() if other.id != unit.id]
    budget = play.rules.units[unit.type].mp
    return reach(field(play).movement[unit.type], unit.hex, budget, blocked=taken)


def destinations(play: SkirmishPlay, unit: Unit) -> list[Hex]:
    """The hexes the unit can move to this turn."""
    return [hex for hex in ways(play, unit) if hex != unit.hex]


@rule("SK-2.1")
def not_yours(unit: Unit, side: str) -> Reason | None:
    """A side moves its own units."""
    return Reason(f"{unit.id} belongs to the other side", "SK-2.1") if unit.side != side else None


@rule("SK-2.1")
def already_moved(unit: Unit) -> Reason | None:
    """A unit moves once a turn."""
    return Reason(f"{unit.id} has moved this turn", "SK-2.1") if unit.moved else None


@rule("SK-2.1")
def hemmed_in(play: SkirmishPlay, unit: Unit) -> Reason | None:
    """A unit that can go nowhere cannot be picked up."""
    return None if destinations(play, unit) else Reason(f"{unit.id} can reach no other hex", "SK-2.1")


@rule("SK-2.1")
def too_far(play: SkirmishPlay, unit: Unit) -> Reason:
    """A move costs at most the unit's MP."""
    return Reason(f"no way there costs {play.rules.units[unit.type].mp} MP or less", "SK-2.1")


def cost_of(play: SkirmishPlay, unit: Unit, hex: Hex) -> Reason:
    """The MP that entering a hex costs the unit, as a reason."""
    ground = field(play).terrain[hex]
    cost = ground.mp[unit.type]
    assert cost != "NA", "reach never enters such a hex"
    return Reason(f"{hex} {ground.name['en'].lower()}", ground.cite["mp"], cost)
