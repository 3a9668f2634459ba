"""Fire at units on the move: Residual FP, First Fire, Subsequent First Fire, FPF [ASLI-5.0–5.3]."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.play import Action
from grognard.reasons import Reason, rule, total
from grognard_asl.fire import attack, cover_drm
from grognard_asl.groups import Aim, Fire, group_bars, groups
from grognard_asl.position import Asl, AslDecision, AslResolution, Mover
from grognard_asl.results import strike

__all__ = ["ChooseFirstFire", "Exposure", "HoldFire", "LetGo", "ResidualAttack", "Watched"]


class HoldFire(Action, frozen=True):
    """Let them go on."""

    verb = "hold-fire"


class LetGo(Action, frozen=True):
    """Let them go wherever their move leads: nobody fires at the rest of it, and nobody is asked."""

    verb = "let-go"


class Watched(AslResolution, frozen=True, kw_only=True):
    """The record frame of a move.

    ``suffered`` are its Residual FP attacks so far: hex, FP, DRM. ``let_go``: nobody will fire at it.
    """

    suffered: tuple[tuple[str, int, int], ...] = ()
    let_go: bool = False


def exposed(play: Asl, hex: str, units: tuple[str, ...]) -> tuple[str, ...]:
    """Units of a moving stack that are still where it spent MF, broken ones included."""
    found = play.position.units
    return tuple(id_ for id_ in units if id_ in found and found[id_].hex == hex)


@rule("ASLI-5.0.2", "ASLI-5.0.3", "ASLI-5.1.0.1", "ASLI-5.1.0.3", "ASLI-5.1.0.4", "ASLI-5.3.3.2")
class Exposure(AslResolution, frozen=True):
    """A stack has spent MF in a hex: Residual FP attacks it, then the DEFENDER fires as often as he can.

    ``done`` have fired: nobody fires twice at one expenditure.
    """

    side: str
    hex: str
    units: tuple[str, ...]
    mover: Mover
    suffered: tuple[tuple[str, int, int], ...] = ()
    done: tuple[str, ...] = ()
    over: bool = False
    residual: bool = True

    def happen(self, play: Asl) -> None:
        """First what lies in the hex, then the next attack of the DEFENDER."""
        targets = exposed(play, self.hex, self.units)
        if self.over or not targets:
            return
        if self.residual:
            later = Exposure(self.side, self.hex, self.units, self.mover, residual=False)
            play.push(ResidualAttack(self.side, self.hex, targets, self.mover, self.suffered), later)
        elif not play.enclosing(Watched).let_go:
            play.push(ChooseFirstFire(self.side, self.hex, targets, self.mover, self.done), self)


@rule("ASLI-5.1.0.1", "ASLI-5.1.0.5", "ASLI-5.2.0.4")
class ChooseFirstFire(AslDecision[Fire | HoldFire | LetGo], frozen=True):
    """The DEFENDER may fire at the stack that has just spent MF."""

    hex: str
    targets: tuple[str, ...]
    mover: Mover
    done: tuple[str, ...] = ()

    def options(self, play: Asl) -> Iterator[Fire | HoldFire | LetGo]:
        """Groups that see them, or none. Without anybody who sees them nothing is asked."""
        able = list(groups(play, self._aim, blind=False))
        yield from able
        yield HoldFire()
        if able:
            yield LetGo()

    def take(self, play: Asl, action: Fire | HoldFire | LetGo) -> None:
        """Fire, or let them go on."""
        if isinstance(action, LetGo):
            play.amend(Watched, let_go=True)
        if isinstance(action, (HoldFire, LetGo)):
            play.amend(Exposure, over=True)
        else:
            play.amend(Exposure, done=(*self.done, *action.firers))
            play.push(attack(self.side, "first", self.hex, action, self.targets, self.mover))

    def refusal(self, play: Asl, action: Fire | HoldFire | LetGo) -> tuple[Reason, ...]:
        """Why these may not fire at the movers."""
        if isinstance(action, (HoldFire, LetGo)):
            return ()
        return tuple(group_bars(play, self._aim, action))

    @property
    def _aim(self) -> Aim:
        return Aim(self.side, "first", self.hex, self.targets, done=self.done)


@rule("ASLI-5.3.2.1", "ASLI-5.3.2.2", "ASLI-5.3.3.1", "ASLI-5.3.3.3", "ASLI-5.3.3.4")
class ResidualAttack(AslResolution, frozen=True):
    """Residual FP in the hex attacks the stack by itself: once, unless it has grown or DRM have fallen."""

    side: str
    hex: str
    targets: tuple[str, ...]
    mover: Mover
    suffered: tuple[tuple[str, int, int], ...]

    def happen(self, play: Asl) -> None:
        """Roll."""
        rules, fp = play.rules, play.position.residual.get(self.hex, 0)
        if not fp:
            return
        drm = residual_drm(play, self.hex, self.mover)
        before = [(old_fp, old_drm) for hex, old_fp, old_drm in self.suffered if hex == self.hex]
        if any(fp <= old_fp and total(drm) >= old_drm for old_fp, old_drm in before):
            return
        play.amend(Watched, suffered=(*self.suffered, (self.hex, fp, total(drm))))
        column = rules.ift.column(fp)
        label = Reason(f"{fp} Residual FP: column {rules.ift.labels[column]}", "ASLI-5.3.2.1")
        original = play.roll("2d6", why="residual fire", reasons=(label, *drm))
        strike(play, self.side, self.hex, column, original, total(drm), self.targets)


def residual_drm(play: Asl, hex: str, mover: Mover) -> tuple[Reason, ...]:
    """DRM of Residual FP: the TEM of the hex, FFMO, FFNAM."""
    found = list(cover_drm(play, None, hex, mover))
    figures = play.rules.figures.fire
    if not mover.assault:
        found.append(figures.reason("ffnam", "FFNAM", figures.ffnam))
    return tuple(found)
