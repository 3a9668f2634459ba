"""The Advance Phase: one hex for every unbroken unit, enemies there or not [ASLI-8]."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from grognard.latest import Latest
from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_asl.marching import apart
from grognard_asl.position import Asl, AslDecision, AslResolution, Unit
from grognard_asl.stacks import guns_of, kind_of, relocate, units_of
from grognard_asl.weapons import Drop, carrying, drop, drop_bars

__all__ = ["Advance", "Advances", "ChooseAdvance", "EndAdvances"]


class Advance(Action, frozen=True):
    """Advance a unit into a neighbouring hex."""

    unit: str
    hex: str


class EndAdvances(Action, frozen=True):
    """No more advances this phase."""

    verb = "end-advances"


@rule("ASLI-8.0.1")
class Advances(AslResolution, frozen=True):
    """The ATTACKER advances his units, one after the other."""

    side: str
    over: bool = False

    def happen(self, play: Asl) -> None:
        """Offer the next advance."""
        if not self.over:
            play.push(ChooseAdvance(self.side), self)


@rule("ASLI-8.0.1", "ASLI-9.5.0.2", "ASLI-9.5.0.5", "ASLI-10.2.3")
def advance_bars(play: Asl, side: str, id_: str) -> Iterator[Reason]:
    """Every rule that keeps a unit where it is."""
    position = play.position
    unit = position.units.get(id_)
    if unit is None or unit.side != side or not unit.hex:
        yield Reason(f"{id_} is no unit of the {side} on the map", "ASLI-8.0.1")
        return
    if unit.broken:
        yield Reason("it is broken", "ASLI-8.0.1")
    if unit.pinned:
        yield Reason("it is pinned", "ASLI-8.0.1")
    if unit.melee:
        yield Reason("units in melee do not leave", "ASLI-9.5.0.2")
    if id_ in position.acted:
        yield Reason("it has advanced", "ASLI-8.0.1")
    most = play.rules.figures.portage.smc_most
    if not kind_of(play.rules, unit).mmc and carrying(play, id_) > most:
        yield play.rules.figures.portage.reason("smc_most", f"a leader carries {most} PP at most")


@rule("ASLI-8.0.1", "ASLI-8.0.2", "ASLI-9.5.1.1")
def into_bars(play: Asl, here: str, hex: str) -> Iterator[Reason]:
    """What forbids to advance into a hex; enemies there do not."""
    field = play.rules.field(play.position)
    if hex not in field.board or hex not in field.board.neighbours(here):
        yield apart(play, here, hex, "ASLI-8.0.1")
    elif field.profile.cost(here, hex) is None:
        yield Reason(f"nobody may enter {hex}", "ASLI-4.0.2")


@rule("ASLI-8.0.1", "ASLI-8.0.2", "ASLI-10.3.3", "ASLI-10.3.4")
class ChooseAdvance(AslDecision[Advance | Drop | EndAdvances], frozen=True):
    """Choose the next unit to advance, and where to; or a machine gun to leave behind."""

    def options(self, play: Asl) -> Iterator[Advance | Drop | EndAdvances]:
        """Every unit that may, into every hex around it; every gun of an unbroken unit."""
        position, field = play.position, play.rules.field(play.position)
        guns, own = guns_of(position), dict(units_of(position, self.side))
        for id_, unit in own.items():
            open_to: Latest[tuple[Advance, ...]] = field.latest("advance", id_)
            work = partial(self._open_to, play, id_, unit)
            yield from open_to.ask(work, unit, id_ in position.acted, guns.get(id_))
        for weapon, gun in position.weapons.items():
            if gun.owner in own and next(leave_bars(play, self.side, weapon), None) is None:
                yield Drop(weapon)
        yield EndAdvances()

    def _open_to(self, play: Asl, id_: str, unit: Unit) -> tuple[Advance, ...]:
        if next(advance_bars(play, self.side, id_), None) is not None:
            return ()
        return tuple(Advance(id_, way.to) for way in play.rules.field(play.position).ways_out(unit.hex))

    def take(self, play: Asl, action: Advance | Drop | EndAdvances) -> None:
        """Advance, drop, or close the phase."""
        if isinstance(action, EndAdvances):
            play.amend(Advances, over=True)
        elif isinstance(action, Drop):
            drop(play, action.weapon)
        else:
            unit = play.position.units[action.unit]
            play.position.acted.add(action.unit)
            play.log("advanced", side=self.side, kind=unit.kind, hex=unit.hex, to=action.hex)
            relocate(play, (action.unit,), action.hex)

    def refusal(self, play: Asl, action: Advance | Drop | EndAdvances) -> tuple[Reason, ...]:
        """Why it stays."""
        if isinstance(action, EndAdvances):
            return ()
        if isinstance(action, Drop):
            return tuple(leave_bars(play, self.side, action.weapon))
        bars = list(advance_bars(play, self.side, action.unit))
        unit = play.position.units.get(action.unit)
        if unit is not None and unit.hex:
            bars += into_bars(play, unit.hex, action.hex)
        return tuple(bars)


@rule("ASLI-10.3.3", "ASLI-9.5.0.5")
def leave_bars(play: Asl, side: str, weapon: str) -> Iterator[Reason]:
    """What keeps a side from giving up a machine gun in the APh."""
    gun = play.position.weapons.get(weapon)
    owner = play.position.units.get(gun.owner) if gun else None
    own = gun is not None and owner is not None and owner.hex and owner.side == side
    yield from drop_bars(play.position, weapon, [gun.owner] if gun and own else [])
    if owner is not None and owner.melee:
        yield Reason("units in melee do nothing but fight", "ASLI-9.5.0.5")
