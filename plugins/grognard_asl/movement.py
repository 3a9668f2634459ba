"""The Movement Phase: units or stacks move one hex at a time, watched by the DEFENDER [ASLI-4].

A move is a record frame, `Moving`; splitting a stack puts a second one on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from grognard.latest import Latest
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_asl.battlefield import HALF
from grognard_asl.marching import (
    Budget,
    March,
    TakeUp,
    affords,
    any_step,
    handle,
    handling,
    handling_bars,
    least_step,
    load_bar,
    split_bars,
    step,
    step_bars,
    step_cost,
    ways,
    ways_from,
)
from grognard_asl.position import Asl, AslDecision, AslResolution
from grognard_asl.stacks import adjust, kind_of, mg_of
from grognard_asl.weapons import Drop, drop, drop_bars

__all__ = [
    "Assault",
    "ChooseManner",
    "ChooseMover",
    "ChooseStep",
    "DoubleTime",
    "EndMoves",
    "Move",
    "Moves",
    "Moving",
    "OffRoad",
    "Split",
    "Stop",
    "To",
    "Walk",
    "mover_bars",
]


class Move(Action, frozen=True):
    """Move a unit, or several of one hex together."""

    units: tuple[str, ...]


class EndMoves(Action, frozen=True):
    """No more moves this phase."""

    verb = "end-moves"


class Assault(Action, frozen=True):
    """Move by Assault Movement: one hex."""


class Walk(Action, frozen=True):
    """Move without Assault Movement."""


class DoubleTime(Action, frozen=True):
    """Move faster and become exhausted (switch ``cx``)."""


class To(Action, frozen=True):
    """Step into a hex, along the road if one leads there."""

    hex: str


class OffRoad(Action, frozen=True):
    """Step into a hex beside the road that leads there, through its trees."""

    hex: str
    verb = "off-road"


class Stop(Action, frozen=True):
    """End the move here."""


class Split(Action, frozen=True):
    """Part of the stack goes on by itself; the rest goes on, or stops, afterwards."""

    units: tuple[str, ...]


# Who may move --------------------------------------------------------------------------------------------


@rule("ASLI-4.0.1", "ASLI-4.4.5", "ASLI-9.5.0.2")
def mover_bars(play: Asl, side: str, id_: str) -> Iterator[Reason]:
    """Every rule that keeps a unit from moving in this MPh."""
    position = play.position
    unit = position.units.get(id_)
    if unit is None or unit.side != side:
        yield Reason(f"{id_} is no unit of the {side}", "ASLI-4.0.1")
        return
    if not unit.hex:
        group = play.rules.scenario(position).groups[position.waiting[id_]]
        if not 0 < group.turn <= position.turn:
            yield Reason(f"it enters on turn {group.turn}", "ASLI-0.0.1")
    if unit.broken:
        yield Reason("it is broken", "ASLI-4.0.1")
    if unit.melee:
        yield Reason("units in melee do not leave", "ASLI-9.5.0.2")
    if unit.pinned:
        yield Reason("it is pinned", "ASLI-4.0.1")
    if id_ in position.acted:
        yield Reason("it has ended its move", "ASLI-4.4.5")
    if unit.fired or any(gun.fired for _, gun in mg_of(position, id_)):
        yield Reason("it fired in the PFPh", "ASLI-4.0.1")


@rule("ASLI-4.0.1", "ASLI-4.4.2", "ASLI-4.5.1", "ASLI-4.5.3")
class Moves(AslResolution, frozen=True):
    """Units and stacks move, each to its end before the next begins."""

    side: str
    over: bool = False
    begun: bool = False

    def happen(self, play: Asl) -> None:
        """Offer the next move; who was exhausted has recovered when the phase begins (switch ``cx``)."""
        if not self.begun:
            for id_, unit in list(play.position.units.items()):
                if unit.exhausted and unit.side == self.side:
                    adjust(play, id_, exhausted=False)
        if not self.over:
            play.push(ChooseMover(self.side), msgspec.structs.replace(self, begun=True))


@rule("ASLI-10.3.3")
def leave_bars(play: Asl, side: str, weapon: str) -> Iterator[Reason]:
    """What keeps a unit from giving up a machine gun in the MPh, whether it moves or not."""
    gun = play.position.weapons.get(weapon)
    owner = gun.owner if gun and gun.hex else ""
    yield from drop_bars(play.position, weapon, [owner] if owner else [])
    if owner:
        yield from mover_bars(play, side, owner)


@rule("ASLI-4.0.1", "ASLI-4.5.1", "ASLI-4.5.2", "ASLI-10.3.3")
class ChooseMover(AslDecision[Move | Drop | EndMoves], frozen=True):
    """Choose the next unit or stack to move, or a machine gun that a unit gives up where it is."""

    def options(self, play: Asl) -> Iterator[Move | Drop | EndMoves]:
        """Single units, units with a leader, whole stacks; `refusal` accepts every other part of a stack."""
        position, field = play.position, play.rules.field(play.position)
        stacks = stacks_to_move(play, self.side)
        for key, ids in stacks.items():
            units, ways = [position.units[id_] for id_ in ids], ways_from(play, start_of(play, ids), ids)
            around = [position.at.get(way.to) for way in ways]
            open_to: Latest[tuple[Move, ...]] = field.latest("move", key)
            yield from open_to.ask(partial(self._open_to, play, ids), ids, units, around)
        able = {id_ for ids in stacks.values() for id_ in ids}
        for weapon, gun in position.weapons.items():
            if gun.owner in able and next(leave_bars(play, self.side, weapon), None) is None:
                yield Drop(weapon)
        yield EndMoves()

    def _open_to(self, play: Asl, ids: Sequence[str]) -> tuple[Move, ...]:
        units, rows, mf = play.position.units, play.rules.units, play.rules.figures.movement.mf
        least = least_step(play, Moving(side=self.side, units=(ids[0],), start=start_of(play, ids)))
        if least is None:
            return ()

        def goes(group: tuple[str, ...]) -> bool:
            # whoever has the MF by himself has them in any stack; only the rest is looked at closely
            own = HALF * min(mf[rows[units[id_].kind].type] for id_ in group)
            return least <= own or could_go(play, group, self.side)

        return tuple(Move(group) for group in parts_of(play, ids) if goes(group))

    def take(self, play: Asl, action: Move | Drop | EndMoves) -> None:
        """Begin the move, drop the gun, or close the phase."""
        if isinstance(action, EndMoves):
            play.amend(Moves, over=True)
            return
        if isinstance(action, Drop):
            drop(play, action.weapon)
            return
        start = start_of(play, action.units)
        on_road = bool(start) and play.rules.field(play.position).has_road(start)
        on_road = on_road or not start
        play.push(Moving(side=self.side, units=action.units, start=start, on_road=on_road))

    def refusal(self, play: Asl, action: Move | Drop | EndMoves) -> tuple[Reason, ...]:
        """Why these may not move, or not together; why a gun is not given up."""
        if isinstance(action, EndMoves):
            return ()
        if isinstance(action, Drop):
            return tuple(leave_bars(play, self.side, action.weapon))
        if not action.units or len(set(action.units)) < len(action.units):
            return (Reason("somebody has to move, each once", "ASLI-4.5.1"),)
        bars = [bar for id_ in action.units for bar in mover_bars(play, self.side, id_)]
        if bars:
            return tuple(bars)
        if len({start_key(play, id_) for id_ in action.units}) > 1:
            return (Reason("units that move together begin in one stack", "ASLI-4.5.2"),)
        if not could_go(play, action.units, self.side):
            return (Reason("they have no MF for any step", "ASLI-4.0.2"),)
        return ()


def could_go(play: Asl, units: tuple[str, ...], side: str) -> bool:
    """Whether units could make a step together, once they have dropped what they carry [ASLI-10.3.4]."""
    moving = Moving(side=side, units=units, start=start_of(play, units))
    fastest = hurried(moving) if play.rules.options["cx"] else moving
    return any_step(play, fastest, dict.fromkeys(units, 0))


def start_key(play: Asl, id_: str) -> str:
    """What units that may move together share: their hex, or the group they enter with."""
    position = play.position
    return position.units[id_].hex or f"group {position.waiting[id_]}"


def start_of(play: Asl, units: Sequence[str]) -> str:
    """The hex a move begins in; blank off the map."""
    return play.position.units[units[0]].hex


def stacks_to_move(play: Asl, side: str) -> dict[str, list[str]]:
    """Units that may move, by the stack they are in."""
    found: dict[str, list[str]] = {}
    for id_, unit in play.position.units.items():
        if unit.side == side and next(mover_bars(play, side, id_), None) is None:
            found.setdefault(start_key(play, id_), []).append(id_)
    return found


def parts_of(play: Asl, ids: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Parts of a stack worth listing: each unit, each with a leader, all."""
    units = play.position.units
    mmc = [id_ for id_ in ids if kind_of(play.rules, units[id_]).mmc]
    leaders = [id_ for id_ in ids if id_ not in mmc]
    yield from ((id_,) for id_ in ids)
    yield from ((leader, id_) for leader in leaders for id_ in mmc)
    if len(ids) > 2 or (len(ids) == 2 and len(leaders) != 1):
        yield tuple(ids)


# A move -----------------------------------------------------------------------------------------------


@rule("ASLI-4.0.2", "ASLI-4.4.1")
class Moving(March, frozen=True, kw_only=True):
    """A move under way, step after step."""

    def happen(self, play: Asl) -> None:
        """Whoever has broken stays behind; the others are asked how and where they go on."""
        position = play.position
        able = tuple(
            id_
            for id_ in self.units
            if id_ in position.units and not position.units[id_].broken and not position.units[id_].pinned
        )
        position.acted.update(id_ for id_ in self.units if id_ not in able and id_ in position.units)
        if self.over or not able:
            position.acted.update(able)
            return
        ask = ChooseStep(self.side) if self.manner else ChooseManner(self.side)
        play.push(ask, msgspec.structs.replace(self, units=able))


Manner = Assault | Walk | DoubleTime | Drop | TakeUp


@rule("ASLI-4.3.1", "ASLI-4.3.2", "ASLI-10.3.4")
class ChooseManner(AslDecision[Assault | Walk | DoubleTime | Drop | TakeUp], frozen=True):
    """Declare how a stack moves, after dropping what it will not carry."""

    def options(self, play: Asl) -> Iterator[Manner]:
        """Walk, Assault Movement, and weapons to drop or pick up."""
        moving = play.enclosing(Moving)
        if next(setting_off_bars(play, moving), None) is None:
            yield Walk()
            yield Assault()
        if play.rules.options["cx"] and next(setting_off_bars(play, hurried(moving)), None) is None:
            yield DoubleTime()
        yield from handling(play, moving)

    def take(self, play: Asl, action: Manner) -> None:
        """Note it."""
        if isinstance(action, (Drop, TakeUp)):
            handle(play, action)
        else:
            manners = {Assault: "assault", DoubleTime: "double time"}
            play.amend(Moving, manner=manners.get(type(action), "walk"))
            for id_ in play.enclosing(Moving).units if isinstance(action, DoubleTime) else ():
                adjust(play, id_, exhausted=True)

    def refusal(self, play: Asl, action: Manner) -> tuple[Reason, ...]:
        """Why they do not set off like this, or do not handle a weapon."""
        if isinstance(action, (Drop, TakeUp)):
            return handling_bars(play, action)
        if isinstance(action, DoubleTime) and not play.rules.options["cx"]:
            return (Reason("the ruleset does not play double time", "ASLI-4.1.1"),)
        moving = play.enclosing(Moving)
        return tuple(setting_off_bars(play, hurried(moving) if isinstance(action, DoubleTime) else moving))


def hurried(moving: Moving) -> Moving:
    """The same move at double time."""
    return msgspec.structs.replace(moving, manner="double time")


def setting_off_bars(play: Asl, moving: Moving) -> Iterator[Reason]:
    """What a stack carries that keeps it from any step."""
    if (bar := load_bar(play, moving)) is not None:
        yield bar
    if not any_step(play, moving):
        yield Reason("with what they carry they have no MF for any step", "ASLI-10.2.2")


Stepping = To | OffRoad | Stop | Split | Drop | TakeUp


@rule("ASLI-4.3.1", "ASLI-4.4.1", "ASLI-4.4.2", "ASLI-4.4.3", "ASLI-4.5.2")
class ChooseStep(AslDecision[To | OffRoad | Stop | Split | Drop | TakeUp], frozen=True):
    """Choose the next hex, or end the move."""

    def options(self, play: Asl) -> Iterator[Stepping]:
        """Hexes that MF are left for, the end, parts of a stack that may go on alone, weapons."""
        moving = play.enclosing(Moving)
        budget = Budget(play, moving)
        for way in ways(play, moving) if load_bar(play, moving) is None else ():
            if affords(play, moving, way, budget):
                yield To(way.to)
            if way.off_road and not any(step_bars(play, moving, way.to, budget, off_road=True)):
                yield OffRoad(way.to)
        if moving.spent:
            yield Stop()
            yield from handling(play, moving)
            for id_ in moving.units if len(moving.units) > 1 else ():
                if not split_bars(play, moving, (id_,)):
                    yield Split((id_,))

    def take(self, play: Asl, action: Stepping) -> None:
        """Step, stop, part, or handle a weapon."""
        moving = play.enclosing(Moving)
        if isinstance(action, (To, OffRoad)):
            step(play, moving, action.hex, off_road=isinstance(action, OffRoad))
        elif isinstance(action, Stop):
            play.amend(Moving, over=True)
        elif isinstance(action, Split):
            rest = tuple(id_ for id_ in moving.units if id_ not in action.units)
            play.amend(Moving, units=rest)
            play.push(msgspec.structs.replace(moving, units=action.units))
        else:
            handle(play, action)

    def refusal(self, play: Asl, action: Stepping) -> tuple[Reason, ...]:
        """Why the move does not go on like this."""
        moving = play.enclosing(Moving)
        if isinstance(action, (To, OffRoad)):
            bars = step_bars(play, moving, action.hex, off_road=isinstance(action, OffRoad))
            return (*bars, *filter(None, (load_bar(play, moving),)))
        if not moving.spent:
            return (Reason("the first step is due", "ASLI-4.4.1"),)
        if isinstance(action, Split):
            return split_bars(play, moving, action.units)
        return handling_bars(play, action) if isinstance(action, (Drop, TakeUp)) else ()

    def explain(self, play: Asl, action: Stepping) -> tuple[Reason, ...]:
        """What the step costs."""
        if isinstance(action, (To, OffRoad)):
            moving = play.enclosing(Moving)
            return step_cost(play, moving, action.hex, off_road=isinstance(action, OffRoad))
        return ()
