"""Machine guns on their own: transfer, recovery, dropping; what units can carry [ASLI-10.1–10.4]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grognard.play import Action
from grognard.reasons import Reason, rule
from grognard_asl.firepower import armed
from grognard_asl.position import Asl, AslDecision, AslPosition, AslResolution
from grognard_asl.stacks import adjust_weapon, enemies_in, kind_of, mg_of

__all__ = [
    "Armoury",
    "ChooseTransfer",
    "Drop",
    "EndTransfers",
    "Give",
    "Recover",
    "RecoveryAttempt",
    "carrying",
    "drop",
    "drop_bars",
    "excess_points",
    "owner_beneath",
]


class Give(Action, frozen=True):
    """Transfer a machine gun to another unit in its hex."""

    weapon: str
    unit: str


class Recover(Action, frozen=True):
    """A unit tries to recover a machine gun that nobody possesses."""

    weapon: str
    unit: str


class Drop(Action, frozen=True):
    """Give up possession of a machine gun; it stays where it is."""

    weapon: str


class EndTransfers(Action, frozen=True):
    """Nothing more to hand over."""

    verb = "end-transfers"


# Possession ----------------------------------------------------------------------------------------------


@rule("ASLI-10.3.1")
def owner_beneath(stack: Sequence[str], weapon: str, units: Iterable[str]) -> str:
    """Whose a weapon is in a stack listed from top to bottom: the first unit beneath it; blank if none is.

    >>> stack = ("leader", "lmg", "hmg", "squad 1", "squad 2")
    >>> owner_beneath(stack, "lmg", {"leader", "squad 1", "squad 2"})
    'squad 1'
    """
    known = set(units)
    below = stack[list(stack).index(weapon) + 1 :]
    return next((id_ for id_ in below if id_ in known), "")


@rule("ASLI-10.3.3")
def drop_bars(position: AslPosition, weapon: str, units: Iterable[str]) -> Iterator[Reason]:
    """What keeps one of ``units`` from dropping a weapon."""
    gun = position.weapons.get(weapon)
    if gun is None or gun.owner not in set(units):
        yield Reason(f"{weapon} is no weapon of these units", "ASLI-10.3.3")
    elif position.units[gun.owner].broken:
        yield Reason("a broken unit drops nothing of its own will", "ASLI-10.3.3")


@rule("ASLI-10.3.3", "ASLI-10.4.3")
def drop(play: Asl, weapon: str) -> None:
    """A weapon lies in its hex, possessed by nobody."""
    gun = play.position.weapons[weapon]
    adjust_weapon(play, weapon, owner="")
    play.log("dropped", kind=gun.kind, hex=gun.hex)


# Carrying ------------------------------------------------------------------------------------------------


def carrying(play: Asl, id_: str) -> int:
    """Portage points of what a unit possesses."""
    return sum(play.rules.weapons[gun.kind].pp for _, gun in mg_of(play.position, id_))


@rule("ASLI-10.2.1", "ASLI-10.2.2", "ASLI-10.2.4", "ASLI-10.2.5", "ASLI-10.2.7")
def excess_points(play: Asl, loads: dict[str, int]) -> dict[str, int]:
    """Unit → portage points above what it can carry, for units that move together with such loads.

    Each SMC that carries nothing itself lends its capacity to one unit, the one that needs it most.
    """
    figures, units, rules = play.rules.figures.portage, play.position.units, play.rules
    mmc = {id_: kind_of(rules, units[id_]).mmc for id_ in loads}
    above = {
        id_: max(0, load - (figures.mmc_capacity if mmc[id_] else figures.smc_capacity))
        for id_, load in loads.items()
    }
    helped: set[str] = set()
    for leader in (id_ for id_ in loads if not mmc[id_] and not loads[id_]):
        worst = max(
            (id_ for id_ in loads if id_ not in helped and id_ != leader), key=above.__getitem__, default=""
        )
        if worst and above[worst]:
            above[worst] = max(0, above[worst] - figures.smc_capacity)
            helped.add(worst)
    return above


# Transfer and recovery -----------------------------------------------------------------------------------


@rule("ASLI-10.4.1", "ASLI-10.4.2", "ASLI-10.4.4")
class Armoury(AslResolution, frozen=True):
    """A side hands weapons over: in the RPh, where it also recovers, and before its own advance."""

    side: str
    recovery: bool
    over: bool = False

    def happen(self, play: Asl) -> None:
        """Offer the next one."""
        if not self.over:
            play.push(ChooseTransfer(self.side, self.recovery), self)


@rule("ASLI-10.4.1", "ASLI-10.4.4", "ASLI-10.4.6", "ASLI-9.5.0.5")
def give_bars(play: Asl, side: str, weapon: str, to: str) -> Iterator[Reason]:
    """What forbids a transfer."""
    position = play.position
    gun, taker = position.weapons.get(weapon), position.units.get(to)
    giver = position.units.get(gun.owner) if gun else None
    if gun is None or giver is None or giver.side != side:
        yield Reason(f"{weapon} is no weapon that the {side} possess", "ASLI-10.4.1")
        return
    if taker is None or taker.side != side or taker.hex != giver.hex or to == gun.owner:
        yield Reason(f"{to} is no other unit of the {side} in its hex", "ASLI-10.4.1")
        return
    if giver.broken or taker.broken:
        yield Reason("both units must be unbroken", "ASLI-10.4.1")
    if giver.melee or taker.melee:
        yield Reason("units in melee do nothing but fight", "ASLI-9.5.0.5")
    if weapon in position.handled:
        yield Reason("it has been transferred or recovered in this phase", "ASLI-10.4.6")
    elif gun.owner in position.handled or to in position.handled:
        yield Reason("an attempt to recover is a unit's only action of the phase", "ASLI-10.4.4")


@rule("ASLI-10.4.4", "ASLI-10.4.5")
def recovery_bars(play: Asl, side: str, weapon: str, id_: str) -> Iterator[Reason]:
    """What forbids an attempt to recover a weapon."""
    position = play.position
    gun, unit = position.weapons.get(weapon), position.units.get(id_)
    if gun is None or gun.owner or not gun.hex:
        yield Reason(f"{weapon} does not lie unpossessed", "ASLI-10.4.3")
        return
    if unit is None or unit.side != side or unit.hex != gun.hex:
        yield Reason(f"{id_} is no unit of the {side} in its hex", "ASLI-10.4.4")
        return
    if unit.broken:
        yield Reason("it is broken", "ASLI-10.4.4")
    if unit.melee:
        yield Reason("units in melee do nothing but fight", "ASLI-9.5.0.5")
    if id_ in position.handled or id_ in position.acted:
        yield Reason("an attempt is a unit's only action of the phase", "ASLI-10.4.4")
    if any(armed(play, enemy) for enemy in enemies_in(position, gun.hex, side)):
        yield Reason("an armed enemy is there", "ASLI-10.4.5")


@rule("ASLI-10.4.1", "ASLI-10.4.4")
class ChooseTransfer(AslDecision[Give | Recover | EndTransfers], frozen=True):
    """Choose the next weapon to hand over or recover."""

    recovery: bool

    def options(self, play: Asl) -> Iterator[Give | Recover | EndTransfers]:
        """Every weapon with every unit that may take it."""
        position = play.position
        for weapon, gun in position.weapons.items():
            for id_ in position.at.get(gun.hex, ()):
                if gun.owner and next(give_bars(play, self.side, weapon, id_), None) is None:
                    yield Give(weapon, id_)
                elif self.recovery and not any(recovery_bars(play, self.side, weapon, id_)):
                    yield Recover(weapon, id_)
        yield EndTransfers()

    def take(self, play: Asl, action: Give | Recover | EndTransfers) -> None:
        """Hand over, try to recover, or end."""
        if isinstance(action, EndTransfers):
            play.amend(Armoury, over=True)
        elif isinstance(action, Give):
            gun = play.position.weapons[action.weapon]
            adjust_weapon(play, action.weapon, owner=action.unit)
            play.position.handled.add(action.weapon)
            if self.recovery:
                play.position.acted.update((gun.owner, action.unit))
            play.log("transferred", side=self.side, kind=gun.kind, hex=gun.hex, unit=action.unit)
        else:
            play.position.handled.add(action.unit)
            play.push(RecoveryAttempt(action.weapon, action.unit))

    def refusal(self, play: Asl, action: Give | Recover | EndTransfers) -> tuple[Reason, ...]:
        """Why a weapon stays where it is."""
        if isinstance(action, EndTransfers):
            return ()
        if isinstance(action, Give):
            return tuple(give_bars(play, self.side, action.weapon, action.unit))
        if not self.recovery:
            return (Reason("weapons are recovered in the RPh", "ASLI-10.4.4"),)
        return tuple(recovery_bars(play, self.side, action.weapon, action.unit))


@rule("ASLI-10.4.4")
class RecoveryAttempt(AslResolution, frozen=True):
    """One die: the option ``recovery_number`` says up to what it succeeds."""

    weapon: str
    unit: str

    def happen(self, play: Asl) -> None:
        """Roll."""
        most = int(play.rules.options["recovery_number"])
        why = Reason(f"{most} or less", "ASLI-10.4.4")
        roll = play.roll("1d6", why="recovery", reasons=(why,))
        gun = play.position.weapons[self.weapon]
        if roll <= most:
            adjust_weapon(play, self.weapon, owner=self.unit)
            play.position.handled.add(self.weapon)
        play.log("recovered" if roll <= most else "not recovered", kind=gun.kind, hex=gun.hex, unit=self.unit)
