"""What the computer players think of a position: not rules, only opinions."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import total
from grognard_skirmish.fire import Aim, ChooseFirer, EndFire, FireAt, fire_modifiers, targets
from grognard_skirmish.movement import Activate, ChooseMover, EndMoves, MoveTo, destinations
from grognard_skirmish.position import SkirmishPlay, SkirmishPosition, SkirmishRules, Unit, enemy_of, field


def value(rules: SkirmishRules, view: SkirmishPosition, side: str) -> float:
    """Points and strength, ours less theirs; a won game counts for more than anything."""
    if view.outcome is not None:
        return {side: 1000.0, None: 0.0}.get(view.outcome.winner, -1000.0)
    play = SkirmishPlay(view, rules)
    return _strength(play, side) - _strength(play, enemy_of(side))


def _strength(play: SkirmishPlay, side: str) -> float:
    steps = sum(
        (1.0 if unit.reduced else 2.0) * play.rules.units[unit.type].points
        for unit in play.position.units_of(side)
    )
    nearest = [
        objective.points / (1 + min(_distances(play, side, objective.hex), default=99))
        for objective in field(play).scenario.objective
    ]
    return 2.0 * play.position.points[side] + steps + sum(nearest)


def _distances(play: SkirmishPlay, side: str, hex: Hex) -> list[int]:
    board = field(play).board
    return [board.distance(unit.hex, hex) for unit in play.position.units_of(side)]


def plan(rules: SkirmishRules, view: SkirmishPosition) -> Sequence[Action]:
    """The answers to a run of stages: the best unit with its best hex, or with its best target."""
    play = SkirmishPlay(view, rules)
    frame = view.agenda[-1] if view.agenda else None
    if isinstance(frame, ChooseMover):
        return _best_move(play, frame.side)
    if isinstance(frame, ChooseFirer):
        return _best_shot(play, frame.side)
    return ()


def _best_move(play: SkirmishPlay, side: str) -> Sequence[Action]:
    best: tuple[float, Sequence[Action]] = (0.0, (EndMoves(),))
    for unit in play.position.units_of(side):
        if unit.moved or (targets(play, unit) and not play.rules.units[unit.type].fires_after_move):
            continue
        here = _worth(play, unit, unit.hex)
        for hex in destinations(play, unit):
            gain = _worth(play, unit, hex) - here
            if gain > best[0]:
                best = (gain, (Activate(unit.id), MoveTo(hex)))
    return best[1]


def _worth(play: SkirmishPlay, unit: Unit, hex: Hex) -> float:
    """How good a hex is for a unit: near the objectives, in cover, and not all units on one spot."""
    ground = field(play)
    goals = [row.points / (1 + ground.board.distance(hex, row.hex)) for row in ground.scenario.objective]
    return 3 * max(goals, default=0.0) - 0.3 * ground.terrain[hex].cover


def _best_shot(play: SkirmishPlay, side: str) -> Sequence[Action]:
    best: tuple[int, Sequence[Action]] = (-99, (EndFire(),))
    for unit in play.position.units_of(side):
        ready = not unit.fired and (play.rules.units[unit.type].fires_after_move or not unit.moved)
        for target in targets(play, unit) if ready else ():
            chance = total(fire_modifiers(play, unit, target)) + target.reduced
            if chance > best[0]:
                best = (chance, (Aim(unit.id), FireAt(target.id)))
    return best[1]
