"""What the computer players think of a position: not rules, only opinions."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.hexes import Hex
from grognard.play import Action
from grognard.reasons import total
from grognard_skirmish.fire import ChooseFire, EndFire, Fire, fire_modifiers, targets
from grognard_skirmish.movement import Activate, ChooseMover, EndMoves, Move, destinations
from grognard_skirmish.position import SkirmishPlay, SkirmishPosition, SkirmishRules, enemy_of, field


def value(rules: SkirmishRules, view: SkirmishPosition, side: str) -> float:
    """Strength and nearness to the objective, ours less theirs; a won game counts for more than anything."""
    if view.outcome is not None:
        return {side: 1000.0, None: 0.0}.get(view.outcome.winner, -1000.0)
    play = SkirmishPlay(view, rules)
    return _strength(play, side) - _strength(play, enemy_of(side))


def _strength(play: SkirmishPlay, side: str) -> float:
    units = play.position.units_of(side)
    steps = sum(1.0 if unit.reduced else 2.0 for unit in units)
    return steps + max((_worth(play, unit.hex) for unit in units), default=0.0)


def _worth(play: SkirmishPlay, hex: Hex) -> float:
    """How good it is to stand in a hex: near the objective, and in cover."""
    ground = field(play)
    return 9.0 / (1 + ground.board.distance(hex, ground.scenario.objective)) - 0.3 * ground.terrain[hex].cover


def plan(rules: SkirmishRules, view: SkirmishPosition) -> Sequence[Action]:
    """The answers to a run of stages: the best unit with its best hex, or the best shot."""
    play = SkirmishPlay(view, rules)
    frame = view.agenda[-1] if view.agenda else None
    if isinstance(frame, ChooseMover):
        return _best_move(play, frame.side)
    if isinstance(frame, ChooseFire):
        return _best_shot(play, frame.side)
    return ()


def _best_move(play: SkirmishPlay, side: str) -> Sequence[Action]:
    """Units with a target stay where they are and fire."""
    best: tuple[float, Sequence[Action]] = (0.0, (EndMoves(),))
    for unit in play.position.units_of(side):
        if unit.acted or targets(play, unit):
            continue
        here = _worth(play, unit.hex)
        for hex in destinations(play, unit):
            gain = _worth(play, hex) - here
            if gain > best[0]:
                best = (gain, (Activate(unit.id), Move(hex)))
    return best[1]


def _best_shot(play: SkirmishPlay, side: str) -> Sequence[Action]:
    """The best chance first, at reduced units rather than fresh ones."""
    best: tuple[int, Sequence[Action]] = (-99, (EndFire(),))
    for unit in play.position.units_of(side):
        for target in targets(play, unit):
            chance = total(fire_modifiers(play, unit, target)) + target.reduced
            if chance > best[0]:
                best = (chance, (Fire(unit.id, target.id),))
    return best[1]
