"""4. Fire: choose who fires, choose a target, roll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import Reason, rule, total
from grognard.sight import line
from grognard_skirmish.position import SkirmishDecision, SkirmishPlay, SkirmishResolution, Unit, field
from grognard_skirmish.retreat import retreat
from grognard_skirmish.victory import lose_step


class Aim(Action, frozen=True):
    """Choose the unit that fires."""

    unit: str


class EndFire(Action, frozen=True):
    """Fire with no further unit this turn."""


class FireAt(Action, frozen=True):
    """Fire at an enemy unit."""

    verb: ClassVar[str] = "fire"
    target: str


@rule("SK-4.1")
class ChooseFirer(SkirmishDecision[Aim | EndFire], frozen=True):
    """The side fires with its units one by one, as many as it likes."""

    def options(self, play: SkirmishPlay) -> Iterator[Aim | EndFire]:
        """Every unit that may fire and has a target."""
        for unit in play.position.units_of(self.side):
            if not (has_fired(unit) or moved_gun(play, unit)) and targets(play, unit):
                yield Aim(unit.id)
        yield EndFire()

    def refusal(self, play: SkirmishPlay, action: Aim | EndFire) -> tuple[Reason, ...]:
        """Everything that keeps the unit from firing."""
        if isinstance(action, EndFire):
            return ()
        unit = play.position.units.get(action.unit)
        if unit is None:
            return (Reason(f"there is no unit {action.unit!r}", "SK-4.1"),)
        if unit.side != self.side:
            return (Reason(f"{unit.id} belongs to the other side", "SK-4.1"),)
        reasons = (has_fired(unit), moved_gun(play, unit), no_target(play, unit))
        return tuple(reason for reason in reasons if reason)

    def take(self, play: SkirmishPlay, action: Aim | EndFire) -> None:
        """On to the target, and then the next unit."""
        if isinstance(action, Aim):
            play.push(ChooseTarget(self.side, action.unit), self)


@rule("SK-4.1")
class ChooseTarget(SkirmishDecision[FireAt], frozen=True):
    """The unit fires at one enemy unit in range and sight."""

    firer: str

    def options(self, play: SkirmishPlay) -> Iterator[FireAt]:
        """Every target."""
        for target in targets(play, play.position.units[self.firer]):
            yield FireAt(target.id)

    def refusal(self, play: SkirmishPlay, action: FireAt) -> tuple[Reason, ...]:
        """Everything that saves the target."""
        firer, target = play.position.units[self.firer], play.position.units.get(action.target)
        if target is None:
            return (Reason(f"there is no unit {action.target!r}", "SK-4.1"),)
        reasons = (
            friendly(firer, target),
            out_of_range(play, firer, target),
            out_of_sight(play, firer, target),
        )
        return tuple(reason for reason in reasons if reason)

    def take(self, play: SkirmishPlay, action: FireAt) -> None:
        """Choosing never rolls: the roll is a resolution."""
        play.position.change(play.position.units[self.firer], fired=True)
        play.push(Shot(self.firer, action.target))


@rule("SK-4.3")
class Shot(SkirmishResolution, frozen=True):
    """Two dice and the modifiers, looked up on the fire chart."""

    firer: str
    target: str

    def happen(self, play: SkirmishPlay) -> None:
        """Roll and apply the result."""
        firer, target = play.position.units[self.firer], play.position.units[self.target]
        look_up(play, target, firer.hex, fire_modifiers(play, firer, target), why="fire")


@rule("SK-4.3")
def look_up(
    play: SkirmishPlay, target: Unit, source: Hex, modifiers: tuple[Reason, ...], *, why: str
) -> None:
    """Roll fire that comes from the hex ``source`` and carry out what the chart says."""
    roll = play.roll("2d6", why=why, reasons=modifiers)
    result = str(play.rules.fire.look(roll + total(modifiers)))
    play.log(
        "fire",
        unit=target.id,
        side=target.side,
        type=target.type,
        roll=roll + total(modifiers),
        result=result,
    )
    if result == "loss":
        lose_step(play, target)
    elif result == "retreat":
        retreat(play, target, source)


def fire_modifiers(play: SkirmishPlay, firer: Unit, target: Unit) -> tuple[Reason, ...]:
    """All modifiers of a shot, each with its rule; those that are 0 are left out."""
    return tuple(
        reason
        for reason in (
            weapon(play, firer),
            distance(play, firer, target),
            cover(play, target),
            armour(play, target),
            last_step(play, firer),
        )
        if reason.value
    )


@rule("SK-4.4")
def weapon(play: SkirmishPlay, firer: Unit) -> Reason:
    """The firing unit's weapon."""
    kind = play.rules.units[firer.type]
    return Reason(f"{kind.name['en']} fires", "SK-4.4", kind.weapon)


@rule("SK-4.5")
def distance(play: SkirmishPlay, firer: Unit, target: Unit) -> Reason:
    """Each hex beyond the first."""
    each = play.rules.modifiers["distance"]
    hexes = field(play).board.distance(firer.hex, target.hex)
    return Reason(f"range {hexes}", each.cite, each.value * (hexes - 1))


@rule("SK-4.6")
def cover(play: SkirmishPlay, target: Unit) -> Reason:
    """The target's terrain."""
    ground = field(play).terrain[target.hex]
    return Reason(f"target in {ground.name['en'].lower()}", "SK-4.6", ground.cover)


@rule("SK-4.6")
def armour(play: SkirmishPlay, target: Unit) -> Reason:
    """The target's armour."""
    return Reason("armoured target", "SK-4.6", play.rules.units[target.type].armour)


@rule("SK-4.7")
def last_step(play: SkirmishPlay, firer: Unit) -> Reason:
    """A reduced unit fires badly."""
    reduced = play.rules.modifiers["reduced"]
    return Reason(reduced.name["en"], reduced.cite, reduced.value if firer.reduced else 0)


def targets(play: SkirmishPlay, firer: Unit) -> list[Unit]:
    """The enemy units the unit may fire at."""
    return [
        unit
        for unit in play.position.units.values()
        if unit.side != firer.side
        and not out_of_range(play, firer, unit)
        and not out_of_sight(play, firer, unit)
    ]


@rule("SK-4.1")
def has_fired(unit: Unit) -> Reason | None:
    """A unit fires once a turn."""
    return Reason(f"{unit.id} has fired this turn", "SK-4.1") if unit.fired else None


@rule("SK-4.1")
def moved_gun(play: SkirmishPlay, unit: Unit) -> Reason | None:
    """A gun that moved is not ready."""
    ready = play.rules.units[unit.type].fires_after_move or not unit.moved
    return None if ready else Reason(f"{unit.id} is a {unit.type} and has moved this turn", "SK-4.1")


@rule("SK-4.1")
def no_target(play: SkirmishPlay, unit: Unit) -> Reason | None:
    """Somebody has to be there to fire at."""
    return (
        None if targets(play, unit) else Reason(f"{unit.id} has no enemy unit in range and sight", "SK-4.1")
    )


@rule("SK-4.1")
def friendly(firer: Unit, target: Unit) -> Reason | None:
    """Nobody fires at friends."""
    return Reason(f"{target.id} is a friend", "SK-4.1") if firer.side == target.side else None


@rule("SK-4.2")
def out_of_range(play: SkirmishPlay, firer: Unit, target: Unit) -> Reason | None:
    """Each type of unit fires only so far."""
    hexes, limit = field(play).board.distance(firer.hex, target.hex), play.rules.units[firer.type].range
    return Reason(f"{target.id} is {hexes} hexes away, range is {limit}", "SK-4.2") if hexes > limit else None


@rule("SK-4.2")
def out_of_sight(play: SkirmishPlay, firer: Unit, target: Unit) -> Reason | None:
    """The core says what the line meets; what of it blocks is a rule of the game."""
    ground = field(play)
    sight = line(ground.board, firer.hex, target.hex)
    for hex in sight.through:
        if ground.terrain[hex].blocks_sight:
            return Reason(f"{hex} blocks the line to {target.id}", "SK-4.2")
    for pair in sight.along:  # a line between two hexes is blocked by both together only
        beside = [hex for hex in pair if hex is not None]
        if all(ground.terrain[hex].blocks_sight for hex in beside):
            return Reason(f"{' and '.join(beside)} block the line to {target.id}", "SK-4.2")
    return None
