"""Medals and the end of the game [M44-base-victory]."""

from __future__ import annotations

from grognard.play import Outcome
from grognard.reasons import rule
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.position import Memoir, MemoirPosition, Unit, other_side, without
from grognard_memoir44.schema import Objective

__all__ = [
    "award",
    "check_victory",
    "eliminated",
    "finish",
    "holds",
    "objective_medals",
    "score",
    "start_of_turn",
    "sudden_death",
]


def occupied(position: MemoirPosition, objective: Objective, side: str) -> int:
    """How many hexes of an objective hold a unit of a side."""
    at, units = position.at, position.units
    return sum(1 for label in objective.hexes if label in at and units[at[label]].side == side)


@rule("M44-base-victory.5", "M44-base-victory.6")
def holds(position: MemoirPosition, number: int, objective: Objective, side: str) -> bool:
    """Whether a side holds an objective's medals now."""
    if objective.side not in (side, "either"):
        return False
    if objective.kind == "permanent":
        return position.captured.get(number) == side
    there = occupied(position, objective, side)
    if objective.kind == "majority":
        return there > occupied(position, objective, other_side(side))
    if objective.kind == "turn_start" and position.captured.get(number) != side:
        return False
    return there >= objective.needed


def objective_medals(position: MemoirPosition, field: Battlefield, side: str) -> int:
    """Medals a side holds for objectives on the board."""
    return sum(
        objective.medals
        for number, objective in enumerate(field.scenario.objective)
        if holds(position, number, objective, side)
    )


def score(position: MemoirPosition, field: Battlefield, side: str) -> int:
    """Medals of a side: units eliminated, units that left over an exit, and objectives."""
    medals = position.medals[side]
    return medals + objective_medals(position, field, side) if field.scenario.objective else medals


def capture(position: MemoirPosition, field: Battlefield) -> None:
    """Permanent objectives are taken for good; a turn-start objective is lost with its hexes."""
    for number, objective in enumerate(field.scenario.objective):
        if objective.kind == "permanent" and number not in position.captured:
            for side in ("allies", "axis"):
                if (
                    objective.side in (side, "either")
                    and occupied(position, objective, side) >= objective.needed
                ):
                    position.captured = {**position.captured, number: side}
        elif objective.kind == "turn_start":
            holder = position.captured.get(number)
            if holder and occupied(position, objective, holder) < objective.needed:
                position.captured = without(position.captured, number)


def start_of_turn(play: Memoir) -> None:
    """The active side gains turn-start objectives it holds when its turn begins."""
    position, field = play.position, play.rules.field(play.position)
    for number, objective in enumerate(field.scenario.objective):
        if objective.kind != "turn_start" or objective.side not in (position.active, "either"):
            continue
        if occupied(position, objective, position.active) >= objective.needed:
            position.captured = {**position.captured, number: position.active}
    check_victory(play)


@rule("M44-base-victory.1", "M44-base-victory.2", "M44-base-victory.3")
def check_victory(play: Memoir) -> bool:
    """End the game the moment a side has its medals; says whether it is over."""
    position = play.position
    if position.outcome is not None:
        return True
    field = play.rules.field(position)
    if field.scenario.objective:
        capture(position, field)
    for side, needed in sorted(field.scenario.medals.items(), key=lambda goal: goal[0] != position.active):
        if score(position, field, side) >= needed:
            finish(play, side, "medals", "M44-base-victory.1")
            return True
    return False


def finish(play: Memoir, winner: str, why: str, cite: str) -> None:
    """End the game; nobody scores more medals than the scenario asks for."""
    position, field = play.position, play.rules.field(play.position)
    needed = field.scenario.medals
    medals = tuple((side, min(score(position, field, side), needed[side])) for side in ("allies", "axis"))
    play.log("won", side=winner, why=why)
    play.end(Outcome(winner, why, cite, medals))


def award(play: Memoir, side: str, medals: int, why: str) -> None:
    """Give medals for good."""
    if medals:
        had = play.position.medals
        play.position.medals = {**had, side: had[side] + medals}
        play.log("medal", side=side, medals=medals, why=why)


@rule("M44-combat.3", "M44-base-victory.4")
def eliminated(play: Memoir, unit: Unit) -> None:
    """A unit has lost its last figure: the other side takes its medals."""
    award(play, other_side(unit.side), unit.medals, "eliminated")
    check_victory(play)


def sudden_death(play: Memoir) -> None:
    """A side that holds enough of the named hexes when its turn ends has won."""
    position, field = play.position, play.rules.field(play.position)
    for clause in field.scenario.sudden_death:
        if clause.side != position.active:
            continue
        held = sum(
            1 for h in clause.hexes if h in position.at and position.units[position.at[h]].side == clause.side
        )
        if held >= clause.needed:
            finish(play, clause.side, "sudden death", "M44-base-setup.1")
            return
