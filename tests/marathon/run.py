"""Playing the games, here or in worker processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

from tests.marathon.invariants import INVARIANTS

import grognard
from grognard.bots import FuzzBot, RandomBot
from grognard.dice import SeededDice
from grognard.game import Game
from grognard.play import Frame, Play

__all__ = ["STARTS", "Marathon", "marathon", "places", "play_one"]

CHUNK = 10
STARTS = "starts"
"""Stands for a scenario: games that begin in the positions of ``Game.starts()``, one after the other."""


class Marathon(NamedTuple):
    """What a run saw: games, decisions, how they ended, frames that came up, and what failed."""

    games: int
    decisions: int
    unfinished: int
    turns: Counter[int]
    winners: Counter[str]
    frames: Counter[str]
    failures: tuple[str, ...]


def places(game: Game[Any, Any]) -> list[str]:
    """Where games begin: every scenario, and the positions that play seldom comes to, if there are any."""
    rare = [STARTS] if next(game.starts(), None) is not None else []
    return [*(info.id for info in game.scenarios()), *rare]


def opening(game: Game[Any, Any], scenario: str, number: int) -> Any:
    """The position in which a game begins."""
    if scenario != STARTS:
        return game.set_up(scenario)
    positions = list(game.starts())
    return positions[number % len(positions)]


def play_one(game: Game[Any, Any], scenario: str, seed: str, max_turns: int) -> Marathon:
    """One game between two bots of one kind; invariants after every action.

    Fuzz and random bots play alternately; from rare positions fuzz bots alone.
    """
    number = int(seed.rpartition("/")[2])
    bot = (RandomBot if number % 2 and scenario != STARTS else FuzzBot)(seed)
    check = INVARIANTS.get(game.system)
    frames: Counter[str] = Counter()
    decisions, position = 0, None
    try:
        dice = SeededDice(seed)
        position = opening(game, scenario, number)
        frames.update(type(frame).__name__ for frame in position.agenda)
        options = game.drive(Counting(position, game.rules, dice, frames))
        while options and game.turn(position) <= max_turns:
            decisions += 1
            play = Counting(position, game.rules, dice, frames)
            game.take(play, bot.choose(game, None, options))
            options = game.drive(play)
            if check is not None:
                check(game, position)
    except Exception as error:
        failure = f"{scenario} seed {seed!r}, decision {decisions}: {type(error).__name__}: {error}"
        return Marathon(1, decisions, 0, Counter(), Counter(), frames, (failure,))
    outcome = game.outcome(position)
    winners = Counter([outcome.winner or "draw"]) if outcome else Counter()
    return Marathon(1, decisions, 0 if outcome else 1, Counter([game.turn(position)]), winners, frames, ())


class Counting(Play[Any, Any]):
    """A play that counts the frames pushed."""

    __slots__ = ("frames",)

    def __init__(self, position: Any, rules: Any, dice: SeededDice, frames: Counter[str]) -> None:
        super().__init__(position, rules, dice)
        self.frames = frames

    def push(self, *frames: Frame[Any, Any]) -> None:
        self.frames.update(type(frame).__name__ for frame in frames)
        super().push(*frames)


def chunk(ruleset: str, scenario: str, seed: str, numbers: range, max_turns: int) -> list[Marathon]:
    game = grognard.load(ruleset)
    return [play_one(game, scenario, f"{seed}/{number}", max_turns) for number in numbers]


def marathon(
    ruleset: str,
    scenarios: list[str],
    games: int,
    *,
    seed: str = "0",
    workers: int = 2,
    max_turns: int = 5000,
) -> Iterator[tuple[str, Marathon]]:
    """``games`` games spread evenly over scenarios; yields the sum for each scenario."""
    share = -(-games // len(scenarios))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        jobs = [
            (
                scenario,
                pool.submit(chunk, ruleset, scenario, seed, range(i, min(i + CHUNK, share)), max_turns),
            )
            for scenario in scenarios
            for i in range(0, share, CHUNK)
        ]
        for scenario in scenarios:
            yield scenario, added([one for name, job in jobs if name == scenario for one in job.result()])


def added(parts: list[Marathon]) -> Marathon:
    """The sum of several runs."""
    total = Marathon(0, 0, 0, Counter(), Counter(), Counter(), ())
    for part in parts:
        total = Marathon(*(a + b for a, b in zip(total, part, strict=True)))
    return total
