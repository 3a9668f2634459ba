"""The night turn: replacements, then movement and combat of marked stacks [A44-25]."""

from __future__ import annotations

from grognard.reasons import rule
from grognard_ardennes44.combat import CombatPhase
from grognard_ardennes44.movement_phase import MovementEnds, MovementPhase
from grognard_ardennes44.nightmarkers import is_night_played, is_peiper_night
from grognard_ardennes44.pieces import note_deed
from grognard_ardennes44.position import Ardennes, ArdennesResolution
from grognard_ardennes44.replacements import Replacements

__all__ = ["JoinPeiper", "NightCombat", "NightMovement"]


@rule("A44-25.2", "A44-25.7", "A44-25.17", "A44-25.20")
class NightMovement(ArdennesResolution, frozen=True):
    """Replacements, then the movement of marked stacks, if any night is played."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Take replacements and move; without movement hexes must still have room for who came back."""
        side = self.side
        if is_night_played(play.rules, play.position):
            play.push(Replacements(side), MovementPhase(side), JoinPeiper(side))
        else:
            play.push(Replacements(side), MovementEnds(side))


@rule("A44-25.20")
class NightCombat(ArdennesResolution, frozen=True):
    """Night combat; if none is played, Engaged units stay so."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Fight, or let the night pass."""
        if is_night_played(play.rules, play.position):
            play.push(CombatPhase(self.side))


@rule("A44-27.12")
class JoinPeiper(ArdennesResolution, frozen=True):
    """German units stacked with Peiper when movement of the first night ends may fight beside it."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Note who may."""
        rules, position = play.rules, play.position
        if self.side != "german":
            return
        for ids in position.german.values():
            if any(is_peiper_night(rules, position, id_) for id_ in ids):
                for id_ in ids:
                    note_deed(position, id_, "with peiper")
