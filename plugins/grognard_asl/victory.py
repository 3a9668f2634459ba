"""Who controls what, and how a game is won."""

from __future__ import annotations

from grognard.play import Outcome
from grognard.reasons import rule
from grognard_asl.position import Asl, AslPosition, other_side
from grognard_asl.scenario_schema import Goal
from grognard_asl.stacks import kind_of, units_in
from grognard_asl.tables import Tables

__all__ = ["check_victory", "claim", "claim_all", "reached"]


def good_order_mmc(rules: Tables, position: AslPosition, hex: str, side: str) -> bool:
    """Whether an unbroken squad, half-squad or crew of a side is in a hex and not in melee."""
    units = position.units
    return any(
        not units[id_].broken and not units[id_].melee and kind_of(rules, units[id_]).mmc
        for id_ in units_in(position, hex, side)
    )


def claim(play: Asl, hex: str) -> None:
    """A hex that a goal names belongs to the side that has a Good Order MMC there and no enemy beside it."""
    position = play.position
    stack = position.at.get(hex)
    if not stack or hex not in position.held:
        return
    owners = {position.units[id_].side for id_ in stack}
    if len(owners) != 1:
        return
    (side,) = owners
    if position.held[hex] != side and good_order_mmc(play.rules, position, hex, side):
        position.held[hex] = side
        play.log("controls", side=side, hex=hex)


def claim_all(play: Asl) -> None:
    """Judge every hex that a goal names."""
    for hex in play.position.held:
        claim(play, hex)


def reached(rules: Tables, position: AslPosition, goal: Goal) -> bool:
    """Whether a side has reached a goal now."""
    if goal.kind == "losses":
        return position.lost[other_side(goal.side)] >= goal.needed
    if goal.kind == "clear":
        enemy = other_side(goal.side)
        return not any(good_order_mmc(rules, position, hex, enemy) for hex in goal.hexes)
    controlled = sum(1 for hex in goal.hexes if position.held.get(hex) == goal.side)
    return controlled >= (goal.needed or len(goal.hexes))


@rule("ASLI-0.0.1")
def check_victory(play: Asl, *, last: bool) -> bool:
    """End the game if a goal is reached, or the time is up; says whether it is over."""
    position, scenario = play.position, play.rules.scenario(play.position)
    for goal in scenario.victory:
        if (last or goal.when == "at_once") and reached(play.rules, position, goal):
            return finish(play, goal.side, goal.kind)
    return last and finish(play, scenario.otherwise, "time")


def finish(play: Asl, winner: str, why: str) -> bool:
    """End the game; the score is what each side made the other lose."""
    lost = play.position.lost
    score = tuple((side, lost[other_side(side)]) for side in ("allies", "axis"))
    play.log("won", side=winner, why=why)
    play.end(Outcome(winner, why, "ASLI-0.0.1", score))
    return True
