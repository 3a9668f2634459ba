"""Von der Heydte's parachute drop [A44-27.2 to 27.4]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_ardennes44.dice import die
from grognard_ardennes44.offers import Offer
from grognard_ardennes44.pieces import change, note_deed, place, remove
from grognard_ardennes44.position import Ardennes, ArdennesPosition, ArdennesResolution, Unit
from grognard_ardennes44.stacking import overstacking
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.zoc import zoc_of

__all__ = ["OFFERS", "Drop", "Landing", "drop_bars"]

OPEN = ("clear", "light_woods")
"""Terrain that a drop may come down in."""


class Drop(Action, frozen=True):
    """Von der Heydte jumps over a hex."""

    unit: str
    hex: str


def jumpers(rules: Tables, position: ArdennesPosition, side: str) -> list[str]:
    """The unit that jumps on this turn."""
    if side != "german" or position.turn != rules.limits.paradrop_turn or position.night:
        return []
    return sorted(id_ for id_ in position.waiting if "heydte" in rules.counters[id_].traits)


@rule("A44-27.2")
def drop_bars(rules: Tables, position: ArdennesPosition, hex: Hex, id_: str = "") -> tuple[Reason, ...]:
    """Every reason why nobody, or a certain unit, drops into a hex."""
    ground, found = rules.ground(position), []
    if ground.terrain[hex].id not in OPEN:
        found.append(Reason("only clear and light woods hexes", "A44-27.2"))
    if ground.size_of(hex) in ("town", "city"):
        found.append(Reason("no town or city", "A44-27.2"))
    if hex in position.allied:
        found.append(Reason("an enemy unit is there", "A44-27.2"))
    if hex in zoc_of(rules, position, "allied"):
        found.append(Reason("it is in an enemy ZOC", "A44-27.2"))
    return (*found, *(overstacking(rules, position, hex, joining=(id_,)) if id_ else ()))


def drops(play: Ardennes, side: str) -> Iterator[Drop]:
    """Every hex it may come down in."""
    rules, position = play.rules, play.position
    for id_ in jumpers(rules, position, side):
        for hex in rules.ground(position).board.hexes:
            if not drop_bars(rules, position, hex, id_):
                yield Drop(id_, hex)


def drop_refusal(play: Ardennes, side: str, action: Drop) -> tuple[Reason, ...]:
    """Why it cannot jump there."""
    rules, position = play.rules, play.position
    if action.unit not in jumpers(rules, position, side):
        return (Reason("von der Heydte jumps on Turn 3", "A44-27.2"),)
    if action.hex not in rules.ground(position).board.index:
        return (Reason(f"{action.hex} is not on the map", "A44-27.2"),)
    return drop_bars(rules, position, action.hex, action.unit)


@rule("A44-27.2", "A44-27.4")
def drop(play: Ardennes, side: str, action: Drop) -> None:
    """It lands, and does not move on this turn."""
    counter = play.rules.counters[action.unit]
    place(play, action.unit, Unit(action.hex, counter.steps))
    note_deed(play.position, action.unit, "placed")
    play.push(Landing(action.unit))


@rule("A44-27.3")
class Landing(ArdennesResolution, frozen=True):
    """How much of it survives."""

    unit: str

    def happen(self, play: Ardennes) -> None:
        """Roll."""
        rules, position, chart = play.rules, play.position, play.rules.von_der_heydte
        mark = Reason("von der Heydte table", "A44-27.3", sure=chart.sure)
        result = str(chart.look(play.roll("1d6", why="von der Heydte", reasons=(mark,))))
        hex = position.units[self.unit].hex
        play.log("landed", unit=self.unit, hex=hex, result=result, roll=die(play))
        if result == "eliminated":
            remove(play, self.unit)
            position.lost[self.unit] = "eliminated"
        elif result == "reduced" and rules.counters[self.unit].steps > 1:
            change(play, self.unit, steps=rules.counters[self.unit].steps - 1)


OFFERS = (Offer(Drop, drops, drop_refusal, drop),)
