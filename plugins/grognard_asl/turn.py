"""The sequence of play: eight phases of one side, then of the other, turn after turn [ASLI-1]."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.reasons import rule
from grognard_asl.advance import Advances
from grognard_asl.combat_stacks import Combats, contested
from grognard_asl.fire import FirePhase
from grognard_asl.firepower import KEPT
from grognard_asl.movement import Moves
from grognard_asl.position import SIDES, Asl, AslResolution, other_side
from grognard_asl.rally import DmStep, Rallies
from grognard_asl.rout import FailureToRout, Routs
from grognard_asl.stacks import Overstacked, adjust, adjust_weapon
from grognard_asl.victory import check_victory, claim_all
from grognard_asl.weapons import Armoury

__all__ = ["ClearResidual", "PhaseEnds", "PlayerTurnEnds", "RemoveCounters", "Turn"]


@rule("ASLI-1.0.3", "ASLI-1.0.4", "ASLI-1.0.5")
class Turn(AslResolution, frozen=True):
    """The frame at the bottom: it walks the sequence of play, step by step; ``done``: the step is over."""

    step: str
    done: bool = False

    def happen(self, play: Asl) -> None:
        """Push the frames of this step, or go on to the next; between two phases the first one is closed."""
        position, sequence = play.position, play.rules.sequence
        step = sequence.step(self.step)
        if not self.done:
            if position.phase != step.phase:
                position.phase = step.phase
                play.log("phase", phase=step.phase, side=position.active, turn=position.turn)
            play.push(*frames_of(self.step, position.active), Turn(self.step, done=True))
            return
        following = sequence.follow(self.step, lambda guard: guarded(play, guard))
        closing = (PhaseEnds(),) if sequence.step(following).phase != step.phase else ()
        play.push(*closing, Turn(following))


def frames_of(step: str, attacker: str) -> tuple[AslResolution, ...]:
    """What happens in a step.

    Step 3.2 interrupts the moves of 3.1 and has nothing to do by itself; 8.1 fights the close combat of a hex
    to its end, 8.2 and 8.3 included, so that it is one matter and its odds can be asked.
    """
    return FRAMES[attacker].get(step, ())


def guarded(play: Asl, guard: str) -> bool:
    """Whether the condition of a jump in the sequence of play holds."""
    fights = bool(contested(play.position))
    return not fights if guard == "no_close_combat" else fights


class PhaseEnds(AslResolution, frozen=True):
    """A phase ends: what counted for it alone is forgotten, stacks and goals are judged."""

    def happen(self, play: Asl) -> None:
        """Clear up."""
        position = play.position
        position.acted.clear()
        position.handled.clear()
        position.loads.clear()
        position.shots.clear()
        position.crawled.clear()
        position.fought.clear()
        claim_all(play)
        play.push(Overstacked())


@rule("ASLI-5.3.3.5")
class ClearResidual(AslResolution, frozen=True):
    """Residual FP goes at the end of the MPh."""

    def happen(self, play: Asl) -> None:
        """Remove it."""
        play.position.residual.clear()


@rule("ASLI-5.6.1", "ASLI-6.0.2")
class RemoveCounters(AslResolution, frozen=True):
    """Fire counters go at the end of the DFPh (of the DEFENDER) and of the AFPh (of the ATTACKER)."""

    counters: tuple[str, ...]

    def happen(self, play: Asl) -> None:
        """Remove them from units and weapons."""
        position = play.position
        for id_, unit in list(position.units.items()):
            if unit.fired in self.counters:
                adjust(play, id_, fired="")
        for id_, weapon in list(position.weapons.items()):
            if weapon.fired in self.counters:
                adjust_weapon(play, id_, fired="")
        position.directed.clear()


@rule("ASLI-1.0.1", "ASLI-1.0.2", "ASLI-1.0.4", "ASLI-1.0.5")
class PlayerTurnEnds(AslResolution, frozen=True):
    """A Player Turn ends: the other side's begins, with it perhaps a Game Turn; or the game ends."""

    def happen(self, play: Asl) -> None:
        """Hand over."""
        position, scenario = play.position, play.rules.scenario(play.position)
        claim_all(play)
        for id_, unit in list(position.units.items()):
            if unit.pinned:
                adjust(play, id_, pinned=False)
        second = position.active != scenario.moves_first
        last = (
            position.turn > scenario.turns
            if scenario.half_turn
            else second and position.turn >= scenario.turns
        )
        if check_victory(play, last=last):
            return
        position.turn += second
        position.active = other_side(position.active)


def _frames(attacker: str, defender: str) -> Mapping[str, tuple[AslResolution, ...]]:
    """Step → its frames, when a side is the ATTACKER."""
    return {
        "1.1": (Armoury(attacker, recovery=True), Armoury(defender, recovery=True)),
        "1.2": (Rallies(attacker), Rallies(defender)),
        "1.3": (DmStep(),),
        "2.1": (FirePhase(attacker, "prep"),),
        "3.1": (Moves(attacker),),
        "3.3": (ClearResidual(),),
        "4.1": (FirePhase(defender, "final"),),
        "4.2": (RemoveCounters(("first", "final", KEPT)),),
        "5.1": (FirePhase(attacker, "advancing"),),
        "5.2": (RemoveCounters(("prep", "advancing")),),
        "6.1": (Routs(attacker),),
        "6.2": (Routs(defender),),
        "6.3": (FailureToRout(),),
        "7.1": (Armoury(attacker, recovery=False),),
        "7.2": (Advances(attacker),),
        "8.1": (Combats(attacker),),
        "8.4": (PlayerTurnEnds(),),
    }


FRAMES = {side: _frames(side, other_side(side)) for side in SIDES}
