"""Fire attacks: target, group, dice, results; prep, advancing and final fire [ASLI-3, 5.4, 6]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from grognard.play import Action
from grognard.reasons import Reason, printed, rule, total
from grognard_asl.firepower import KEPT, Mode, bearer_of, fire_counter, firepower, shooters
from grognard_asl.groups import (
    Aim,
    Fire,
    can_attack,
    direction,
    group_bars,
    groups,
    hexes_of,
    members_of,
    second_crews,
    within_reach,
)
from grognard_asl.morale import check_order
from grognard_asl.position import Asl, AslDecision, AslPosition, AslResolution, Mover, Shot
from grognard_asl.results import (
    ChooseRate,
    FinalProtectiveChecks,
    leave_residual,
    protectors,
    residual_left,
    strike,
)
from grognard_asl.stacks import adjust, adjust_weapon, enemies_in, kind_of

__all__ = [
    "Attack",
    "ChooseFirers",
    "ChooseTarget",
    "EndFire",
    "FirePhase",
    "Regroup",
    "Target",
    "attack",
    "cover_drm",
    "mark",
    "targets_in",
]


class Target(Action, frozen=True):
    """Fire at the units in a hex."""

    hex: str


class EndFire(Action, frozen=True):
    """No more fire this phase."""

    verb = "end-fire"


# The fire phases -----------------------------------------------------------------------------------------


@rule("ASLI-3.2.3.1", "ASLI-3.2.3.2", "ASLI-5.0.1", "ASLI-5.4.1", "ASLI-6.0.1")
class FirePhase(AslResolution, frozen=True):
    """A side fires, attack after attack, each resolved before the next is declared."""

    side: str
    mode: Mode
    over: bool = False

    def happen(self, play: Asl) -> None:
        """Offer the next attack; when Prep Fire is over, what has kept its rate has fired, too."""
        if not self.over:
            play.push(ChooseTarget(self.side, self.mode), self)
        elif self.mode == "prep":
            weapons = play.position.weapons.items()
            mark(play, [id_ for id_, gun in weapons if gun.fired == KEPT], self.mode)


@rule("ASLI-3.1.7", "ASLI-5.4.5", "ASLI-9.5.1.2")
def targets_in(position: AslPosition, hex: str, side: str) -> tuple[str, ...]:
    """Whom fire at a hex attacks: all enemies there; in a melee hex everybody."""
    units, stack = position.units, position.at.get(hex, ())
    return stack if any(units[id_].melee for id_ in stack) else tuple(enemies_in(position, hex, side))


@rule("ASLI-3.0.3")
class ChooseTarget(AslDecision[Target | EndFire], frozen=True):
    """Choose a hex to fire at, or end the phase."""

    mode: Mode

    def options(self, play: Asl) -> Iterator[Target | EndFire]:
        """Hexes at which somebody may fire who sees them."""
        position = play.position
        hexes = (unit.hex for unit in position.units.values() if unit.side != self.side and unit.hex)
        ready = shooters(play, self.side, self.mode)
        for hex in dict.fromkeys(hexes) if ready else ():
            if can_attack(play, self._aim(play, hex), within_reach(play, ready, hex)):
                yield Target(hex)
        yield EndFire()

    def take(self, play: Asl, action: Target | EndFire) -> None:
        """Go on to the firers."""
        if isinstance(action, EndFire):
            play.amend(FirePhase, over=True)
        else:
            targets = targets_in(play.position, action.hex, self.side)
            play.push(ChooseFirers(self.side, self.mode, action.hex, targets))

    def refusal(self, play: Asl, action: Target | EndFire) -> tuple[Reason, ...]:
        """Why a hex is no target. That nobody sees it is found out after declaring [ASLI-3.1.8]."""
        if isinstance(action, EndFire):
            return ()
        if not enemies_in(play.position, action.hex, self.side):
            return (Reason(f"no enemy in {action.hex}", "ASLI-3.1.1"),)
        ready = within_reach(play, shooters(play, self.side, self.mode), action.hex, blind=True)
        if not can_attack(play, self._aim(play, action.hex), ready):
            return (Reason(f"nobody may fire at {action.hex}", "ASLI-3.0.2"),)
        return ()

    def _aim(self, play: Asl, hex: str) -> Aim:
        return Aim(self.side, self.mode, hex, targets_in(play.position, hex, self.side))


@rule("ASLI-3.2.3.3")
class ChooseFirers(AslDecision[Fire], frozen=True):
    """Choose who fires at units in a hex. ``pool``: what is left of a group that lost members."""

    mode: Mode
    hex: str
    targets: tuple[str, ...]
    pool: tuple[str, ...] = ()
    mover: Mover | None = None

    def options(self, play: Asl) -> Iterator[Fire]:
        """Single units, hexes and chains; `refusal` accepts every other legal group."""
        yield from groups(play, Aim(self.side, self.mode, self.hex, self.targets, self.pool))

    def take(self, play: Asl, action: Fire) -> None:
        """Attack."""
        if self.pool:
            play.amend(Regroup, pool=tuple(firer for firer in self.pool if firer not in action.firers))
        play.push(attack(self.side, self.mode, self.hex, action, self.targets, self.mover))

    def refusal(self, play: Asl, action: Fire) -> tuple[Reason, ...]:
        """Every rule that keeps these from firing together."""
        aim = Aim(self.side, self.mode, self.hex, self.targets, self.pool)
        return tuple(group_bars(play, aim, action))


# An attack -----------------------------------------------------------------------------------------------


@rule("ASLI-3.2.0.1", "ASLI-3.2.0.2", "ASLI-5.1.1.1")
class Attack(AslResolution, frozen=True):
    """A declared attack: who has no line of sight drops out, then the dice fall."""

    side: str
    mode: Mode
    hex: str
    firers: tuple[str, ...]
    leaders: tuple[str, ...]
    targets: tuple[str, ...]
    mover: Mover | None = None

    def happen(self, play: Asl) -> None:
        """Work out firepower and DRM, roll, and mark those who fired."""
        if self._drop_out(play):
            return
        position, rules = play.position, play.rules
        fp, fp_reasons = attack_firepower(play, self.firers, self.hex, self.mode)
        drm = attack_drm(play, self)
        protecting = protectors(position, self.firers, self.leaders) if self.mode == "first" else ()
        kept: tuple[str, ...] = ()
        original = 0
        if rules.ift.covers(fp):
            original, column, kept = self._roll(play, fp, fp_reasons, drm)
            if self.mode == "first" and kept and residual_left(play, self.hex, column):
                counters = tuple((id_, next_counter(position, id_, self.mode)) for id_ in kept)
                play.push(ChooseRate(self.side, self.hex, column, counters))
            if protecting:
                play.push(FinalProtectiveChecks(check_order(play, protecting), original))
            strike(play, self.side, self.hex, column, original, total(drm), self.targets)
            if self.mode == "first" and not kept:
                leave_residual(play, self.hex, column)
        else:
            play.log("too little", side=self.side, hex=self.hex, fp=printed(fp))
        self._record(play, kept)

    @rule("ASLI-3.1.8", "ASLI-3.1.9", "ASLI-3.1.10", "ASLI-3.2.3.6")
    def _drop_out(self, play: Asl) -> bool:
        """Who has no line of sight has fired for nothing; says whether the attack is off as declared."""
        position, field = play.position, play.rules.field(play.position)
        blind = [
            id_
            for id_ in (*self.firers, *self.leaders)
            if not field.sees(position.units[bearer_of(position, id_)].hex, self.hex)
        ]
        if not blind:
            return False
        mark(play, blind, self.mode)
        position.directed.update((id_, ()) for id_ in blind if id_ in self.leaders)
        for id_ in blind:
            play.log("no line of sight", side=self.side, firer=id_, hex=self.hex)
        pool = tuple(firer for firer in self.firers if firer not in blind)
        play.push(Regroup(self.side, self.mode, self.hex, self.targets, pool, self.mover))
        return True

    def _roll(
        self, play: Asl, fp: Fraction, fp_reasons: tuple[Reason, ...], drm: tuple[Reason, ...]
    ) -> tuple[int, int, tuple[str, ...]]:
        """The Original DR, the column after cowering, and machine guns that keep their rate of fire."""
        rules, column = play.rules, play.rules.ift.column(fp)
        label = Reason(f"column {rules.ift.labels[column]}", "ASLI-3.2.0.2")
        reasons = (*fp_reasons, label, *drm)
        if not (rules.options["cowering"] or rules.options["rate_of_fire"]):
            return play.roll("2d6", why="fire", reasons=reasons), column, ()
        coloured = play.roll("1d6", why="fire, coloured die", reasons=reasons)
        white = play.roll("1d6", why="fire, white die")
        if coloured == white and cowers(play, self.firers, self.leaders):
            column -= 1
            play.log("cowered", side=self.side, hex=self.hex)
        return coloured + white, column, keeping_rate(play, self.firers, coloured, self.mode)

    def _record(self, play: Asl, kept: tuple[str, ...]) -> None:
        """Place fire counters, note whose fire the leaders directed and who should have fired along."""
        position = play.position
        members = members_of(position, self.firers)
        for origin, there in hexes_of(position, self.firers).items():
            group = tuple(firer for firer in self.firers if bearer_of(position, firer) in there)
            position.shots.append(Shot(origin, self.hex, group, self.targets))
        before = {id_: position.weapons[id_].fired for id_ in kept}
        mark(play, (*self.firers, *self.leaders), self.mode)
        for id_, counter in before.items():
            adjust_weapon(play, id_, fired=counter or KEPT)
        for leader in self.leaders:
            position.directed[leader] = members


def attack(
    side: str, mode: Mode, hex: str, fire: Fire, targets: tuple[str, ...], mover: Mover | None = None
) -> Attack:
    """The attack that an action declares."""
    return Attack(side, mode, hex, fire.firers, fire.leaders, targets, mover)


@rule("ASLI-3.2.3.6", "ASLI-3.1.9")
class Regroup(AslResolution, frozen=True):
    """Members of a group have dropped out: the others fire as a smaller one, or as several."""

    side: str
    mode: Mode
    hex: str
    targets: tuple[str, ...]
    pool: tuple[str, ...]
    mover: Mover | None = None

    def happen(self, play: Asl) -> None:
        """Ask who fires next until all have; when the targets are gone, the others have fired for nothing."""
        targets = tuple(id_ for id_ in self.targets if id_ in play.position.units)
        aim = Aim(self.side, self.mode, self.hex, targets, self.pool)
        able = next(groups(play, aim), None) is not None
        if self.pool and targets and able:
            play.push(ChooseFirers(self.side, self.mode, self.hex, targets, self.pool, self.mover), self)
        else:
            mark(play, self.pool, self.mode)


# Firepower and DRM ---------------------------------------------------------------------------------------


@rule("ASLI-3.2.2.3", "ASLI-3.2.2.5", "ASLI-5.2.1.1")
def attack_firepower(
    play: Asl, firers: Sequence[str], hex: str, mode: Mode
) -> tuple[Fraction, tuple[Reason, ...]]:
    """Total firepower of a group, fractions added up, and how it comes about."""
    crews = second_crews(play, firers)
    fp, reasons = Fraction(0), list[Reason]()
    for firer in firers:
        if firer in crews:
            continue
        power = firepower(play, firer, hex, mode, crew=1 + list(crews.values()).count(firer))
        fp += power.fp
        reasons += power.reasons
    if len(firers) > 1:
        reasons.append(Reason(f"{printed(fp)} FP in all", "ASLI-3.2.2.3"))
    return fp, tuple(reasons)


@rule("ASLI-3.2.0.3", "ASLI-3.2.4.5")
def attack_drm(play: Asl, attack: Attack) -> tuple[Reason, ...]:
    """All DRM of an attack; of several firing hexes the one with the worst line and cover counts."""
    position = play.position
    found = [direction(play, attack.firers, attack.leaders)]
    origins = hexes_of(position, attack.firers)
    worst = max((cover_drm(play, origin, attack.hex, attack.mover) for origin in origins), key=total)
    if attack.mover is not None and not attack.mover.assault:
        found.append(play.rules.figures.fire.reason("ffnam", "FFNAM", play.rules.figures.fire.ffnam))
    if any(position.units[id_].exhausted for id_ in members_of(position, attack.firers)):
        figures = play.rules.figures.fire
        found.append(figures.reason("exhausted", "an exhausted unit fires", figures.exhausted))
    return tuple(reason for reason in (*found, *worst) if reason is not None)


def cover_drm(play: Asl, origin: str | None, hex: str, mover: Mover | None) -> tuple[Reason, ...]:
    """TEM, hindrances and FFMO of fire from a hex (``None``: Residual FP) at units in another; looked up."""
    known = play.rules.field(play.position).covers
    key = origin, hex, mover
    if key not in known:
        known[key] = _cover_drm(play, origin, hex, mover)
    return known[key]


@rule("ASLI-5.1.1.3", "ASLI-5.4.6")
def _cover_drm(play: Asl, origin: str | None, hex: str, mover: Mover | None) -> tuple[Reason, ...]:
    field, figures = play.rules.field(play.position), play.rules.figures.fire
    by_road, came_from = (mover.by_road, mover.came_from or None) if mover else (False, None)
    reasons = list(field.protection(hex, origin, by_road=by_road, came_from=came_from))
    if origin is not None:
        reasons += field.hinders(origin, hex)
    if mover and field.in_open(hex, origin, by_road=by_road, came_from=came_from):
        reasons.append(figures.reason("ffmo", "FFMO", figures.ffmo))
    return tuple(reasons)


# Counters ----------------------------------------------------------------------------------------------


@rule("ASLI-3.3.1", "ASLI-3.2.4.3", "ASLI-5.1.1.1", "ASLI-5.1.2.5", "ASLI-5.4.3")
def mark(play: Asl, ids: Iterable[str], mode: Mode) -> None:
    """Place the fire counter of a fire phase; what is marked First Fire already is flipped to Final Fire."""
    position = play.position
    for id_ in ids:
        counter = next_counter(position, id_, mode)
        if id_ not in position.weapons:
            adjust(play, id_, fired=counter)
            continue
        adjust_weapon(play, id_, fired=counter)
        owner = position.weapons[id_].owner
        if not kind_of(play.rules, position.units[owner]).mmc:
            adjust(play, owner, fired=counter)


def next_counter(position: AslPosition, id_: str, mode: Mode) -> str:
    """The fire counter that a firer has after fire in a phase."""
    again = mode == "first" and fire_counter(position, id_) in ("first", "final")
    return "final" if again else mode


# Switches ------------------------------------------------------------------------------------------------


def cowers(play: Asl, firers: Sequence[str], leaders: Sequence[str]) -> bool:
    """Whether doubles move an attack one column to the left (switch ``cowering``)."""
    if not play.rules.options["cowering"] or leaders:
        return False
    position, rules = play.position, play.rules
    for member in members_of(position, firers):
        row = kind_of(rules, position.units[member])
        habit = rules.nations[row.nation].cowers
        if row.mmc and (habit == "yes" or (habit == "green" and row.quality not in ("elite", "first"))):
            return True
    return False


def keeping_rate(play: Asl, firers: Sequence[str], coloured: int, mode: Mode) -> tuple[str, ...]:
    """Machine guns that may fire again, their coloured die being within their rate (``rate_of_fire``)."""
    weapons, rules = play.position.weapons, play.rules
    if not rules.options["rate_of_fire"] or mode == "advancing":
        return ()
    return tuple(
        firer for firer in firers if firer in weapons and coloured <= rules.weapons[weapons[firer].kind].rof
    )
