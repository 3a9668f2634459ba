"""What an attack leads to: results of the fire table, Residual FP, the price of FPF [ASLI-3.2.0, 5.3]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.play import Action
from grognard.reasons import rule
from grognard_asl.firepower import bearer_of, fire_counter
from grognard_asl.morale import (
    CasualtyEffect,
    KillEffect,
    MoraleChecks,
    RandomSelection,
    check_order,
    dm_by_fire,
    help_of,
    judge,
    morale_of,
)
from grognard_asl.position import Asl, AslDecision, AslPosition, AslResolution
from grognard_asl.stacks import adjust_weapon
from grognard_asl.tables import Result

__all__ = [
    "ChooseRate",
    "FinalProtectiveChecks",
    "GiveUpRate",
    "KeepRate",
    "effects",
    "leave_residual",
    "protectors",
    "residual_left",
    "strike",
]


@rule("ASLI-2.0.16", "ASLI-3.2.0.23")
def strike(
    play: Asl, side: str, hex: str, column: int, original: int, drm: int, targets: tuple[str, ...]
) -> None:
    """Look the result up and let it happen; broken targets that could have been hurt come under DM.

    A column below the first is no attack at all.
    """
    if column < 0:
        return
    rules = play.rules
    worst = rules.result(column, 2 + drm)
    if worst.kind not in ("", "PTC"):
        dm_by_fire(play, targets)
    result = rules.result(column, original + drm)
    name = str(rules.ift.cell(column, original + drm).value)
    play.log("fired", side=side, hex=hex, column=rules.ift.labels[column], dr=original, drm=drm, result=name)
    play.push(*effects(play, result, targets))


@rule("ASLI-3.2.0.8", "ASLI-3.2.0.11", "ASLI-3.2.0.15", "ASLI-3.2.0.22", "ASLI-3.2.0.23")
def effects(play: Asl, result: Result, targets: tuple[str, ...]) -> tuple[AslResolution, ...]:
    """The frames a result of the fire table leads to."""
    if result.kind == "KIA":
        return RandomSelection(targets, result.number), KillEffect(targets)
    if result.kind == "K":
        return RandomSelection(targets, 1), CasualtyEffect(targets, drm=result.number)
    if result.kind == "MC":
        return (MoraleChecks(check_order(play, targets), result.number),)
    if result.kind == "PTC" and play.rules.options["ptc"] == "check":
        return (MoraleChecks(check_order(play, targets), 0, ptc=True),)
    return ()


@rule("ASLI-5.3.1.1", "ASLI-5.3.1.2")
def residual_left(play: Asl, hex: str, column: int) -> int:
    """Residual FP that fire on a column leaves in a hex: half of it, nothing where as much lies already."""
    value = int(play.rules.residual.cell(column, 7).value) if column >= 0 else 0
    return value if value > play.position.residual.get(hex, 0) else 0


def leave_residual(play: Asl, hex: str, column: int) -> None:
    """Place Residual FP in a hex."""
    value = residual_left(play, hex, column)
    if value:
        play.position.residual[hex] = value
        play.log("residual", hex=hex, fp=value)


class KeepRate(Action, frozen=True):
    """Keep the rate of fire, and leave no Residual FP."""


class GiveUpRate(Action, frozen=True):
    """Give the rate of fire up for Residual FP."""

    verb = "give-up-rate"


@rule("ASLI-5.3.1.1")
class ChooseRate(AslDecision[KeepRate | GiveUpRate], frozen=True):
    """The owner of machine guns that keep their rate may give it up and leave Residual FP (``rate_of_fire``).

    ``counters``: machine gun and the fire counter it has then.
    """

    hex: str
    column: int
    counters: tuple[tuple[str, str], ...]
    assumption = "a machine gun keeps its rate of fire"

    def options(self, play: Asl) -> Iterator[KeepRate | GiveUpRate]:
        """One or the other."""
        yield KeepRate()
        yield GiveUpRate()

    def take(self, play: Asl, action: KeepRate | GiveUpRate) -> None:
        """Do it."""
        if isinstance(action, GiveUpRate):
            for id_, counter in self.counters:
                adjust_weapon(play, id_, fired=counter)
            leave_residual(play, self.hex, self.column)

    def assumed(self, play: Asl) -> KeepRate:
        """It is kept."""
        return KeepRate()


# Final Protective Fire -----------------------------------------------------------------------------------


@rule("ASLI-5.2.0.3", "ASLI-5.2.1.2")
def protectors(position: AslPosition, firers: Sequence[str], leaders: Sequence[str]) -> tuple[str, ...]:
    """Units of a group that make Final Protective Fire, and leaders who direct them."""
    marked = {bearer_of(position, firer) for firer in firers if fire_counter(position, firer) == "final"}
    hexes = {position.units[id_].hex for id_ in marked}
    return (*sorted(marked), *(leader for leader in leaders if position.units[leader].hex in hexes))


@rule("ASLI-5.2.0.3", "ASLI-5.2.1.2")
class FinalProtectiveChecks(AslResolution, frozen=True):
    """The Original IFT DR is a NMC for the units that made Final Protective Fire, leaders first."""

    units: tuple[str, ...]
    roll: int

    def happen(self, play: Asl) -> None:
        """Judge them by the one roll."""
        units = self.units
        for number, id_ in enumerate(units):
            if id_ in play.position.units:
                help_ = help_of(play, id_, units[number:])
                margin = morale_of(play, play.position.units[id_]) - (help_.value if help_ else 0)
                play.log("checks by its own fire", unit=id_, roll=self.roll)
                judge(play, id_, margin, self.roll)
