"""2. Movement, first part: who may stand in which hex. Movement and retreat both ask here."""

from __future__ import annotations

from grognard.hexes import Hex
from grognard.reasons import Reason, rule
from grognard_skirmish.position import SkirmishPlay, Unit, field

# A predicate implements one rule and answers with a cited reason, or with None if the rule does not object.


@rule("SK-2.2")
def occupied(play: SkirmishPlay, hex: Hex) -> Reason | None:
    """No two units in one hex."""
    there = play.position.unit_in(hex)
    return Reason(f"{hex} is occupied by {there.id}", "SK-2.2") if there else None


@rule("SK-2.4")
def impassable(play: SkirmishPlay, unit: Unit, hex: Hex) -> Reason | None:
    """Some terrain is closed to some types of unit."""
    ground = field(play).terrain[hex]
    if ground.mp[unit.type] != "NA":
        return None
    return Reason(f"{unit.type} cannot enter {ground.name['en'].lower()}", "SK-2.4")
