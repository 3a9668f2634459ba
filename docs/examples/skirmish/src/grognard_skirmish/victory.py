"""6. Steps and 7. victory."""

from __future__ import annotations

from grognard.play import Outcome
from grognard.reasons import rule
from grognard_skirmish.position import SkirmishPlay, SkirmishResolution, Unit, enemy_of, field


@rule("SK-6.1")
def lose_step(play: SkirmishPlay, unit: Unit) -> None:
    """Full strength, reduced, gone."""
    if unit.reduced:
        destroy(play, unit)
        return
    play.position.change(unit, reduced=True)
    play.log("reduced", side=unit.side, unit=unit.id, type=unit.type)


@rule("SK-7.1", "SK-7.4")
def destroy(play: SkirmishPlay, unit: Unit) -> None:
    """The other side scores the unit's points; a side without units has lost."""
    winner = enemy_of(unit.side)
    del play.position.units[unit.id]
    play.position.points[winner] += play.rules.units[unit.type].points
    play.log("destroyed", side=unit.side, unit=unit.id, type=unit.type)
    if not play.position.units_of(unit.side):
        end(play, winner, "the other side has no units left", "SK-7.4")


@rule("SK-7.2", "SK-7.3")
class CountPoints(SkirmishResolution, frozen=True):
    """After the last turn: objectives score, and the side with more points wins."""

    def happen(self, play: SkirmishPlay) -> None:
        """Count and end the game."""
        points = play.position.points
        for objective in field(play).scenario.objective:
            holder = play.position.unit_in(objective.hex)
            if holder is not None:
                points[holder.side] += objective.points
                play.log("objective", side=holder.side, hex=objective.hex, points=objective.points)
        best = [side for side, count in points.items() if count == max(points.values())]
        end(play, best[0] if len(best) == 1 else None, "points after the last turn", "SK-7.3")


def end(play: SkirmishPlay, winner: str | None, why: str, cite: str) -> None:
    """The game is over; this clears the agenda."""
    play.log("over", winner=winner or "", why=why)
    play.end(Outcome(winner, why, cite, tuple(play.position.points.items())))
