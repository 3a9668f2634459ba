"""Close combat as the computer player sees it: whether to advance into it, and who attacks whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.reasons import total
from grognard_asl.advance import Advance, ChooseAdvance
from grognard_asl.close_combat import (
    Abstain,
    ChooseAttack,
    CloseAttack,
    Combat,
    Engage,
    Join,
    attack_reasons,
    close_attack,
    kill_number,
    odds_column,
    rolls_by_effect,
)
from grognard_asl.manoeuvre import Manoeuvre
from grognard_asl.survey import Survey
from grognard_asl.valuation import DICE, targets_of

__all__ = ["Assault", "Brawl"]

MANY = 3
"""With more parties than that a side's attacks are designated one by one, without trying all ways."""
RISK = 1.0
"""How much own losses count against the enemy's."""


class Assault(NamedTuple):
    """Units that advance together into the enemy's hex, and what is to be gained."""

    gain: float
    hex: str
    units: tuple[str, ...]


class Brawl:
    """Opinions about close combat in one position."""

    def __init__(self, survey: Survey, manoeuvre: Manoeuvre) -> None:
        self.survey, self.manoeuvre = survey, manoeuvre

    def blow(self, attack: CloseAttack) -> tuple[float, float]:
        """Expected loss by an attack, and the chance that all its targets are eliminated."""
        survey, play = self.survey, self.survey.play
        margin = kill_number(play, odds_column(play, attack)) - total(attack_reasons(play, attack))
        chances = {
            effect: sum(chance for roll, chance in DICE if str(roll) in rolls.split())
            for effect, rolls in rolls_by_effect(margin).items()
        }
        killed = chances.get("eliminated", 0.0)
        reduced = [survey.fates.deed("reduced", each)[0] for each in targets_of(play, attack.targets)]
        loss = killed * survey.worth_of(attack.targets)
        loss += chances.get("reduced", 0.0) * sum(reduced) / max(1, len(reduced))
        return loss, killed

    # Going in --------------------------------------------------------------------------------------------
    def assault(self, decision: ChooseAdvance) -> Assault | None:
        """The best advance into close combat that is worth its risk."""
        able: dict[str, list[str]] = {}
        for option in decision.options(self.survey.play):
            if isinstance(option, Advance) and option.hex in self.survey.marks:
                able.setdefault(option.hex, []).append(option.unit)
        best: Assault | None = None
        for hex, ids in able.items():
            for units in self.parties(ids):
                if self.manoeuvre.full(units, hex):
                    continue
                gain = self.exchange(hex, units)
                if gain > (best.gain if best else 0.3):
                    best = Assault(gain, hex, units)
        return best

    def parties(self, ids: Sequence[str]) -> list[tuple[str, ...]]:
        """Groups worth trying: the strongest one, two … squads, with the best leader or without one."""
        survey = self.survey
        men = sorted((id_ for id_ in ids if survey.mmc(id_)), key=lambda id_: -survey.worth_of((id_,)))
        leaders = sorted((id_ for id_ in ids if id_ not in men), key=lambda id_: -survey.worth_of((id_,)))
        found = [tuple(men[:n]) for n in range(1, len(men) + 1)]
        return found + [(*group, leaders[0]) for group in found if leaders]

    def exchange(self, hex: str, ids: tuple[str, ...]) -> float:
        """What is to be gained, in worth, when units advance into an enemy hex."""
        survey, position = self.survey, self.survey.position
        units = position.units
        here = position.at.get(hex, ())
        foes = tuple(id_ for id_ in here if units[id_].side != survey.side)
        own = (*(id_ for id_ in here if units[id_].side == survey.side), *ids)
        dealt, killed = self.blow(self._all_on(survey.side, hex, own, foes))
        suffered, _ = self.blow(self._all_on(survey.enemy, hex, foes, own))
        gain = dealt - RISK * suffered
        if hex in survey.wanted:
            gain += survey.weights.ground * killed
        for id_ in ids:
            start = units[id_].hex
            friends = [other for other in position.at[start] if other not in ids]
            gain -= self.manoeuvre.hold(start, friends) * (0.5 if survey.mmc(id_) else 0.0)
            gain += 0.3 * survey.weights.cover * survey.threat(start, targets_of(survey.play, (id_,)))
        return gain

    def _all_on(self, side: str, hex: str, by: Sequence[str], on: tuple[str, ...]) -> CloseAttack:
        """All units of a side that can attack attack all others, a leader with them if they have one."""
        survey, units = self.survey, self.survey.position.units
        able = [id_ for id_ in by if not units[id_].broken]
        men = any(survey.mmc(id_) for id_ in able)
        leaders = [units[id_].kind for id_ in able if men and not survey.mmc(id_)]
        rows = survey.rules.units
        best = min(leaders, key=lambda kind: rows[kind].leadership or 0, default="")
        return CloseAttack(side, hex, tuple(units[id_].kind for id_ in able), best, on)

    # Designating -----------------------------------------------------------------------------------------
    def designate(self, decision: ChooseAttack) -> Engage | Join | Abstain:
        """The attack that goes best with those of the parties still to be asked."""
        return self._best(decision)[1]

    def _best(self, decision: ChooseAttack) -> tuple[float, Engage | Join | Abstain]:
        play = self.survey.play
        parties = decision.combat.parties(decision.side)
        options = list(decision.options(play))
        best: tuple[float, Engage | Join | Abstain] = (-1.0, options[0])
        for option in options:
            combat, number = decision.after(option), decision.number + 1
            while number < len(parties) and play.position.units[parties[number][0]].broken:
                number += 1
            if number < len(parties) <= MANY:
                gain, _ = self._best(ChooseAttack(decision.side, combat, number))
            else:
                gain = self._dealt(combat, decision.side)
            if gain > best[0]:
                best = (gain, option)
        return best

    def _dealt(self, combat: Combat, side: str) -> float:
        play = self.survey.play
        return sum(self.blow(close_attack(play, combat, side, blow))[0] for blow in combat.made_by(side))
