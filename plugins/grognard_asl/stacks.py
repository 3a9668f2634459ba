"""Units and weapons on the map: who is where, entering a hex, leaving the game, stacking limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_asl.position import Asl, AslDecision, AslPosition, AslResolution, Unit, Weapon, other_side
from grognard_asl.schema import UnitKind
from grognard_asl.tables import Tables

__all__ = [
    "ChooseExcess",
    "Overstacked",
    "RemoveUnit",
    "adjust",
    "adjust_weapon",
    "disengage",
    "eliminate",
    "enemies_in",
    "excess",
    "guns_of",
    "holds_enemy",
    "kind_of",
    "leaders_in",
    "mg_of",
    "next_to_enemy",
    "place",
    "press",
    "relocate",
    "units_in",
    "units_of",
]


# Reading -------------------------------------------------------------------------------------------------


def kind_of(rules: Tables, unit: Unit) -> UnitKind:
    """The row of a unit's counter."""
    return rules.units[unit.kind]


def units_in(position: AslPosition, hex: str, side: str = "") -> list[str]:
    """Units in a hex, of one side or of both."""
    units = position.units
    return [id_ for id_ in position.at.get(hex, ()) if not side or units[id_].side == side]


def units_of(position: AslPosition, side: str) -> list[tuple[str, Unit]]:
    """Units of a side on the map, in the order of set-up."""
    return [(id_, unit) for id_, unit in position.units.items() if unit.side == side and unit.hex]


def enemies_in(position: AslPosition, hex: str, side: str) -> list[str]:
    """Units in a hex that are enemies of a side."""
    units = position.units
    return [id_ for id_ in position.at.get(hex, ()) if units[id_].side != side]


def holds_enemy(position: AslPosition, hex: str, side: str) -> bool:
    """Whether an enemy of a side is in a hex; a stack of one side alone shows by its first unit."""
    stack = position.at.get(hex)
    return stack is not None and any(position.units[id_].side != side for id_ in stack)


def leaders_in(play: Asl, hex: str, side: str, *, broken: bool = False) -> list[str]:
    """Leaders of a side in a hex, unbroken ones unless ``broken``."""
    units, rows = play.position.units, play.rules.units
    return [
        id_
        for id_ in units_in(play.position, hex, side)
        if rows[units[id_].kind].leadership is not None and units[id_].broken == broken
    ]


def mg_of(position: AslPosition, unit: str) -> list[tuple[str, Weapon]]:
    """Machine guns that a unit possesses [ASLI-10.3.1]."""
    return [(id_, weapon) for id_, weapon in position.weapons.items() if weapon.owner == unit]


def guns_of(position: AslPosition) -> dict[str, list[Weapon]]:
    """Unit → the machine guns it possesses, for units that possess any."""
    found: dict[str, list[Weapon]] = {}
    for gun in position.weapons.values():
        if gun.owner:
            found.setdefault(gun.owner, []).append(gun)
    return found


def next_to_enemy(play: Asl, hex: str, side: str) -> bool:
    """Whether a hex is adjacent to an enemy of a side."""
    position = play.position
    return any(holds_enemy(position, h, side) for h in play.rules.field(position).board.neighbours(hex))


# Changing ------------------------------------------------------------------------------------------------


def adjust(play: Asl, id_: str, **changes: object) -> Unit:
    """Change facts of a unit that stays where it is."""
    unit = play.position.units[id_] = msgspec.structs.replace(play.position.units[id_], **changes)
    return unit


def adjust_weapon(play: Asl, id_: str, **changes: object) -> None:
    """Change facts of a weapon."""
    play.position.weapons[id_] = msgspec.structs.replace(play.position.weapons[id_], **changes)


def place(position: AslPosition, id_: str, hex: str) -> None:
    """Put a unit and the weapons it possesses in a hex; it lies on top of the stack there."""
    unit = position.units[id_]
    if unit.hex:
        _lift(position, id_, unit.hex)
    position.at[hex] = (*position.at.get(hex, ()), id_)
    position.units[id_] = msgspec.structs.replace(unit, hex=hex)
    for weapon_id, weapon in position.weapons.items():
        if weapon.owner == id_:
            position.weapons[weapon_id] = msgspec.structs.replace(weapon, hex=hex)


def relocate(play: Asl, ids: Iterable[str], hex: str) -> None:
    """Move units that go together to another hex, and judge who comes under DM by it."""
    for id_ in ids:
        place(play.position, id_, hex)
    press(play, hex)


def _lift(position: AslPosition, id_: str, hex: str) -> None:
    left = tuple(other for other in position.at[hex] if other != id_)
    if left:
        position.at[hex] = left
    else:
        del position.at[hex]


@rule("ASLI-2.0.17")
def press(play: Asl, hex: str) -> None:
    """Somebody is in a hex now: broken units of one side next to units of the other come under DM."""
    position = play.position
    units = position.units
    here = position.at.get(hex, ())
    for label in play.rules.field(position).board.neighbours(hex):
        for other in position.at.get(label, ()):
            for id_ in here:
                if units[id_].side == units[other].side:
                    continue
                for each in (id_, other):
                    if units[each].broken and not units[each].dm:
                        desperate(play, each)


def desperate(play: Asl, id_: str) -> None:
    """Place a DM counter."""
    unit = adjust(play, id_, dm=True)
    play.log("dm", side=unit.side, kind=unit.kind, hex=unit.hex)


@rule("ASLI-10.4.3")
def eliminate(play: Asl, id_: str, why: str) -> None:
    """Take a unit out of the game; the weapons it possessed lie there."""
    position = play.position
    unit = position.units.pop(id_)
    _lift(position, id_, unit.hex)
    for weapon_id, weapon in mg_of(position, id_):
        position.weapons[weapon_id] = msgspec.structs.replace(weapon, owner="")
    row = kind_of(play.rules, unit)
    position.lost[unit.side] += 2 if row.type == "squad" else 1
    position.directed.pop(id_, None)
    position.loads.pop(id_, None)
    position.acted.discard(id_)
    position.crawled.discard(id_)
    disengage(play, unit.hex)
    play.log("eliminated", side=unit.side, kind=unit.kind, hex=unit.hex, why=why)


@rule("ASLI-9.5.0.1")
def disengage(play: Asl, hex: str) -> None:
    """A melee is over when only one side is left in its hex."""
    units = play.position.units
    stack = play.position.at.get(hex, ())
    if len({units[id_].side for id_ in stack}) == 1:
        for id_ in stack:
            if units[id_].melee:
                adjust(play, id_, melee=False)


# Stacking ------------------------------------------------------------------------------------------------


class RemoveUnit(Action, frozen=True):
    """Remove one unit of an overstacked enemy hex."""

    unit: str
    verb = "remove"


@rule("ASLI-4.5.4")
def excess(play: Asl, hex: str, side: str, joined_by: str = "") -> tuple[list[str], Reason | None]:
    """Units of a side among which those above the limits of a hex are, and the limit that is broken.

    ``joined_by`` counts as if it were there.
    """
    figures, units = play.rules.figures.stacking, play.position.units
    stack = play.position.at.get(hex, ())
    if len(stack) + bool(joined_by) <= figures.few:
        return [], None
    mmc: list[str] = []
    leaders: list[str] = []
    size = Fraction(0)
    for id_ in (*units_in(play.position, hex, side), *([joined_by] if joined_by else ())):
        row = kind_of(play.rules, units[id_])
        (mmc if row.mmc else leaders).append(id_)
        size += figures.size[row.type]
    if size > figures.squads:
        return mmc, figures.reason("squads", f"more than {figures.squads} squads in {hex}")
    if len(leaders) > figures.leaders:
        return leaders, figures.reason("leaders", f"more than {figures.leaders} leaders in {hex}")
    return [], None


@rule("ASLI-4.5.5")
class Overstacked(AslResolution, frozen=True):
    """A phase ends: in every overstacked hex the enemy removes the excess."""

    def happen(self, play: Asl) -> None:
        """Ask for the next removal, hex by hex."""
        position, few = play.position, play.rules.figures.stacking.few
        for hex in sorted(hex for hex, stack in position.at.items() if len(stack) > few):
            for side in dict.fromkeys(position.units[id_].side for id_ in position.at[hex]):
                if excess(play, hex, side)[0]:
                    play.push(ChooseExcess(other_side(side), hex), self)
                    return


@rule("ASLI-4.5.5")
class ChooseExcess(AslDecision[RemoveUnit], frozen=True):
    """The enemy of an overstacked side chooses the next unit to be removed."""

    hex: str
    assumption = "the first unit above a stacking limit is removed"

    def options(self, play: Asl) -> Iterator[RemoveUnit]:
        """Units of the kind of which there are too many."""
        for id_ in excess(play, self.hex, other_side(self.side))[0]:
            yield RemoveUnit(id_)

    def take(self, play: Asl, action: RemoveUnit) -> None:
        """Remove it."""
        eliminate(play, action.unit, "overstacked")

    def explain(self, play: Asl, action: RemoveUnit) -> tuple[Reason, ...]:
        """The limit."""
        _, why = excess(play, self.hex, other_side(self.side))
        return (why,) if why else ()

    def assumed(self, play: Asl) -> RemoveUnit | None:
        """The first one."""
        return next(self.options(play), None)
