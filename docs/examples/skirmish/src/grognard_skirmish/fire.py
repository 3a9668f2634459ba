"""4. Fire: choose who fires at whom, roll, look it up."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule, total
from grognard.sight import line
from grognard_skirmish.position import SkirmishDecision, SkirmishPlay, SkirmishResolution, Unit, field
from grognard_skirmish.victory import suffer


class Fire(Action, frozen=True):
    """Fire with a unit at an enemy unit."""

    unit: str
    target: str


class EndFire(Action, frozen=True):
    """Fire with no further unit this turn."""


@rule("SK-4.1")
class FireStep(SkirmishResolution, frozen=True):
    """The fire step: the side fires with its units one by one until it has had enough."""

    side: str
    over: bool = False

    def happen(self, play: SkirmishPlay) -> None:
        """Ask for the next shot, and come again."""
        if not self.over:
            play.push(ChooseFire(self.side), self)


@rule("SK-4.1")
class ChooseFire(SkirmishDecision[Fire | EndFire], frozen=True):
    """The next shot, or the end of the step: unit and target in one choice, as the pairs are few."""

    def options(self, play: SkirmishPlay) -> Iterator[Fire | EndFire]:
        """Every unit with every target it may fire at."""
        for unit in play.position.units_of(self.side):
            yield from (Fire(unit.id, target.id) for target in targets(play, unit))
        yield EndFire()

    def refusal(self, play: SkirmishPlay, action: Fire | EndFire) -> tuple[Reason, ...]:
        """Everything that saves the target."""
        if isinstance(action, EndFire):
            return ()
        unit, target = (play.position.units.get(id) for id in (action.unit, action.target))
        if unit is None or target is None or unit.side != self.side or target.side == self.side:
            return (Reason("a unit of yours fires at a unit of theirs", "SK-4.1"),)
        return objections(play, unit, target)

    def take(self, play: SkirmishPlay, action: Fire | EndFire) -> None:
        """Choosing never rolls: the roll is a resolution. Its end is the end of the odds of this choice."""
        if isinstance(action, Fire):
            play.position.change(play.position.units[action.unit], acted=True)
            play.push(Shot(action.unit, action.target))
        else:
            play.amend(FireStep, over=True)


@rule("SK-4.3")
class Shot(SkirmishResolution, frozen=True):
    """Two dice and the modifiers, looked up on the fire chart."""

    unit: str
    target: str

    def happen(self, play: SkirmishPlay) -> None:
        """Roll and carry out what the chart says."""
        target = play.position.units[self.target]
        modifiers = fire_modifiers(play, play.position.units[self.unit], target)
        roll = play.roll("2d6", why="fire", reasons=modifiers) + total(modifiers)
        result = play.rules.fire.look(roll)
        play.log("fire", unit=target.id, side=target.side, type=target.type, roll=roll, result=str(result))
        suffer(play, target, result)


@rule("SK-4.4", "SK-4.5")
def fire_modifiers(play: SkirmishPlay, unit: Unit, target: Unit) -> tuple[Reason, ...]:
    """All modifiers of a shot, each with its rule; those that are 0 are left out."""
    hexes = field(play).board.distance(unit.hex, target.hex)
    kind, ground = play.rules.units[unit.type], field(play).terrain[target.hex]
    weapon = Reason(f"{kind.name.en} at range {hexes}", "SK-4.4", kind.weapon[hexes - 1])
    cover = Reason(f"target in {ground.name.en.lower()}", "SK-4.5", ground.cover)
    return tuple(reason for reason in (weapon, cover) if reason.value)


def targets(play: SkirmishPlay, unit: Unit) -> list[Unit]:
    """The enemy units the unit may fire at."""
    others = play.position.units.values()
    return [other for other in others if other.side != unit.side and not objections(play, unit, other)]


def objections(play: SkirmishPlay, unit: Unit, target: Unit) -> tuple[Reason, ...]:
    """Everything that keeps a unit from firing at an enemy unit: options and refusals both ask here."""
    reasons = (has_acted(unit), out_of_range(play, unit, target), out_of_sight(play, unit, target))
    return tuple(reason for reason in reasons if reason)


@rule("SK-1.3")
def has_acted(unit: Unit) -> Reason | None:
    """A unit moves or fires, once a turn."""
    return Reason(f"{unit.id} has moved or fired this turn", "SK-1.3") if unit.acted else None


@rule("SK-4.2")
def out_of_range(play: SkirmishPlay, unit: Unit, target: Unit) -> Reason | None:
    """Each type of unit fires only so far."""
    hexes, limit = field(play).board.distance(unit.hex, target.hex), play.rules.units[unit.type].range
    return Reason(f"{target.id} is {hexes} hexes away, range is {limit}", "SK-4.2") if hexes > limit else None


@rule("SK-4.2")
def out_of_sight(play: SkirmishPlay, unit: Unit, target: Unit) -> Reason | None:
    """The core says which hexes the line crosses; which of them block is a rule of the game."""
    ground = field(play)
    for hex in line(ground.board, unit.hex, target.hex).through:
        if ground.terrain[hex].blocks_sight:
            return Reason(f"{hex} blocks the line to {target.id}", "SK-4.2")
    return None
