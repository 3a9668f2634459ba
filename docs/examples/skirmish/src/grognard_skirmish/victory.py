"""5. Losses and victory."""

from __future__ import annotations

from grognard.charts import Value
from grognard.play import Outcome
from grognard.reasons import rule
from grognard_skirmish.position import SkirmishPlay, SkirmishResolution, Unit, enemy_of, field


@rule("SK-5.1")
def suffer(play: SkirmishPlay, unit: Unit, result: Value) -> None:
    """What a chart says becomes of a unit: full strength, reduced, gone."""
    if result == "destroyed" or (result == "loss" and unit.reduced):
        destroy(play, unit)
    elif result == "loss":
        play.position.change(unit, reduced=True)
        play.log("reduced", side=unit.side, unit=unit.id, type=unit.type)


@rule("SK-5.2")
def destroy(play: SkirmishPlay, unit: Unit) -> None:
    """Take the unit off the map; a side without units has lost."""
    del play.position.units[unit.id]
    play.log("destroyed", side=unit.side, unit=unit.id, type=unit.type)
    if not play.position.units_of(unit.side):
        play.end(Outcome(enemy_of(unit.side), "the other side has no units left", "SK-5.2"))


@rule("SK-5.3")
class LookWhoHolds(SkirmishResolution, frozen=True):
    """After the last turn the side with a unit in the objective wins."""

    def happen(self, play: SkirmishPlay) -> None:
        """Tell it in words of every language, and end the game; this clears the agenda."""
        objective = field(play).scenario.objective
        holder = play.position.unit_in(objective)
        why = f"{holder.id if holder else 'nobody'} stands in {objective} after the last turn"
        play.log("held", side=holder.side if holder else "nobody", hex=objective)
        play.end(Outcome(holder.side if holder else None, why, "SK-5.3"))
