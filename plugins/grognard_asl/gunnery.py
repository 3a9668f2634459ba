"""Whom the computer player fires at, with whom, and when it holds its fire."""

from __future__ import annotations

from grognard.reasons import total
from grognard_asl.defensive_fire import ChooseFirstFire, HoldFire
from grognard_asl.fire import (
    ChooseFirers,
    ChooseTarget,
    EndFire,
    attack,
    attack_drm,
    attack_firepower,
    targets_in,
)
from grognard_asl.fire import Target as FireAt
from grognard_asl.firepower import Mode
from grognard_asl.groups import Aim, Fire, groups, hexes_of
from grognard_asl.manoeuvre import Manoeuvre
from grognard_asl.position import Mover
from grognard_asl.results import protectors
from grognard_asl.survey import Survey
from grognard_asl.valuation import targets_of

__all__ = ["Gunnery"]

OWN = 1.3
"""How much dearer own men are whom fire at a melee hits."""


class Gunnery:
    """Opinions about fire in one position."""

    def __init__(self, survey: Survey, manoeuvre: Manoeuvre) -> None:
        self.survey, self.manoeuvre = survey, manoeuvre

    def gain(self, mode: Mode, hex: str, fire: Fire, targets: tuple[str, ...], mover: Mover | None) -> float:
        """What an attack can be expected to do, less what it does to own units in a melee."""
        survey, play = self.survey, self.survey.play
        fp, _ = attack_firepower(play, fire.firers, hex, mode)
        if not play.rules.ift.covers(fp):
            return 0.0
        drm = total(attack_drm(play, attack(survey.side, mode, hex, fire, targets, mover)))
        column = play.rules.ift.column(fp)
        units = play.position.units
        foes = targets_of(play, (id_ for id_ in targets if units[id_].side != survey.side))
        own = targets_of(play, (id_ for id_ in targets if units[id_].side == survey.side))
        found = survey.fates.attack(column, drm, foes)
        return found - OWN * survey.fates.attack(column, drm, own) if own else found

    # Fire phases -----------------------------------------------------------------------------------------
    def target(self, decision: ChooseTarget) -> list[FireAt | EndFire | Fire]:
        """The best attack: one that does more than its hexes could do each for itself."""
        play, mode = self.survey.play, decision.mode
        attacks: list[tuple[float, str, Fire, tuple[str, ...]]] = []
        alone: dict[str, float] = {}
        for option in decision.options(play):
            if not isinstance(option, FireAt):
                continue
            targets = targets_in(play.position, option.hex, decision.side)
            aim = Aim(decision.side, mode, option.hex, targets)
            for fire in groups(play, aim, blind=False):
                gain = self.gain(mode, option.hex, fire, targets, None)
                origins = tuple(hexes_of(play.position, fire.firers))
                attacks.append((gain, option.hex, fire, origins))
                if len(origins) == 1:
                    alone[origins[0]] = max(alone.get(origins[0], 0.0), gain)
        least = self.survey.weights.trifle if mode == "prep" else 0.0
        best: tuple[float, float] = (-1.0, 0.0)
        chosen: list[FireAt | EndFire | Fire] = [EndFire()]
        for gain, hex, fire, origins in sorted(attacks, key=lambda each: -each[0]):
            surplus = gain - sum(alone.get(origin, 0.0) for origin in origins)
            if gain <= least or (surplus, gain) <= best:
                continue
            if mode == "prep" and gain <= self.missed(fire):
                continue
            best, chosen = (surplus, gain), [FireAt(hex), fire]
        return chosen

    def missed(self, fire: Fire) -> float:
        """How much better off those who fire would be if they moved instead."""
        position = self.survey.position
        return self.survey.weights.marching * sum(
            self.manoeuvre.best((id_,), hex).gain
            for hex, ids in hexes_of(position, fire.firers).items()
            for id_ in ids
        )

    def firers(self, decision: ChooseFirers) -> Fire:
        """Whoever does most, all who can in case of doubt."""
        options = list(decision.options(self.survey.play))
        return max(
            options,
            key=lambda fire: (
                self.gain(decision.mode, decision.hex, fire, decision.targets, decision.mover),
                len(fire.firers),
            ),
        )

    # First Fire ------------------------------------------------------------------------------------------
    def first_fire(self, decision: ChooseFirstFire) -> Fire | HoldFire:
        """Fire that does more than those who fire could do later in the turn."""
        play = self.survey.play
        best: tuple[float, Fire | HoldFire] = (0.0, HoldFire())
        for fire in decision.options(play):
            if not isinstance(fire, Fire):
                continue
            gain = self.gain("first", decision.hex, fire, decision.targets, decision.mover)
            if gain <= self.survey.weights.trifle:
                continue
            net = gain - self.survey.weights.patience * self.later(fire) - self.price(fire)
            if net > best[0]:
                best = (net, fire)
        return best[1]

    def later(self, fire: Fire) -> float:
        """What those who fire could do in the DFPh to the enemies in sight now."""
        survey = self.survey
        found = 0.0
        for ids in hexes_of(survey.position, fire.firers).values():
            strikes = (
                (survey.strike(survey.play, tuple(ids), hex, "final", None), marks)
                for hex, marks in survey.marks.items()
            )
            found += max((survey.fates.attack(*s, marks) for s, marks in strikes if s), default=0.0)
        return found

    def price(self, fire: Fire) -> float:
        """What Final Protective Fire can cost those who make it."""
        survey = self.survey
        checking = targets_of(survey.play, protectors(survey.position, fire.firers, fire.leaders))
        return sum(survey.fates.check(each, survey.fates.morale(each)) for each in checking)
