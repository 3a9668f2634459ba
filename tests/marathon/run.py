"""Playing the games, here or in worker processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

from tests.marathon.invariants import DEEDS, INVARIANTS, SPAN

import grognard
from grognard.bots import FuzzBot, RandomBot
from grognard.dice import SeededDice
from grognard.game import Game
from grognard.play import Action, Event, Frame, Play

__all__ = ["STARTS", "Marathon", "marathon", "places", "play_one"]

CHUNK = 10
STARTS = "starts"
"""Stands for a scenario: games that begin in the positions of ``Game.starts()``, one after the other."""


class Marathon(NamedTuple):
    """What a run saw: games, decisions, how they ended, frames and results that came up, and what failed."""

    games: int
    decisions: int
    unfinished: int
    turns: Counter[int]
    winners: Counter[str]
    frames: Counter[str]
    results: Counter[str]
    failures: tuple[str, ...]


def places(game: Game[Any, Any]) -> list[str]:
    """Where games begin: every scenario, and the positions that play seldom comes to, if there are any."""
    rare = [STARTS] if next(game.starts(), None) is not None else []
    return [*(info.id for info in game.scenarios()), *rare]


def opening(game: Game[Any, Any], scenario: str, number: int) -> Any:
    """The position in which a game begins."""
    if scenario != STARTS:
        return game.set_up(scenario)
    positions = rare(game)
    return positions[number % len(positions)].copy()


@cache
def rare(game: Game[Any, Any]) -> list[Any]:
    """The positions of `Game.starts()`."""
    return list(game.starts())


def play_one(game: Game[Any, Any], scenario: str, seed: str, max_turns: int) -> Marathon:
    """One game between two bots of one kind; invariants after every action.

    Fuzz and random bots play alternately; from rare positions fuzz bots alone.
    """
    number = int(seed.rpartition("/")[2])
    bot = (RandomBot if number % 2 and scenario != STARTS else FuzzBot)(seed)
    watch = Watch(game, Random(f"watch/{seed}"))
    frames: Counter[str] = Counter()
    decisions, position = 0, None
    try:
        dice = SeededDice(seed)
        position = opening(game, scenario, number)
        last = max_turns
        if scenario == STARTS and game.system in SPAN:
            last = min(last, game.turn(position) + SPAN[game.system])
        frames.update(type(frame).__name__ for frame in position.agenda)
        options = game.drive(Counting(position, game.rules, dice, frames, watch.events))
        while options and game.turn(position) <= last:
            decisions += 1
            watch.before(position, options)
            play = Counting(position, game.rules, dice, frames, watch.events)
            game.take(play, bot.choose(game, None, options))
            options = game.drive(play)
            watch.after(position)
    except Exception as error:
        failure = f"{scenario} seed {seed!r}, decision {decisions}: {type(error).__name__}: {error}"
        return Marathon(1, decisions, 0, Counter(), Counter(), frames, watch.results, (failure,))
    outcome = game.outcome(position)
    winners = Counter([outcome.winner or "draw"]) if outcome else Counter()
    unfinished = 0 if outcome or scenario == STARTS else 1
    turns = Counter([game.turn(position)])
    return Marathon(1, decisions, unfinished, turns, winners, frames, watch.results, ())


class Watch:
    """Looks on while one game is played: invariants after every action, now and then the options in full."""

    often, few, kept = 8, 6, 40

    def __init__(self, game: Game[Any, Any], random: Random) -> None:
        self.game, self.random = game, random
        self.events: list[Event] = []
        self.results: Counter[str] = Counter()
        self.seen: dict[type[Action], list[Action]] = {}
        self._check, self._deeds = INVARIANTS.get(game.system), DEEDS.get(game.system)
        self._before: Any = None

    def before(self, position: Any, options: Sequence[Action]) -> None:
        """An action is about to be chosen."""
        if self._deeds is not None:
            self._before = position.copy()
        for option in self.random.sample(options, min(self.few, len(options))):
            known = self.seen.setdefault(type(option), [])
            if len(known) < self.kept:
                known.append(option)
            else:
                known[self.random.randrange(self.kept)] = option
        if self.random.randrange(self.often) == 0:
            self.probe(position, options)

    def probe(self, position: Any, options: Sequence[Action]) -> None:
        """Options are not refused and can be typed; what could be done once and cannot now is refused."""
        game = self.game
        decision = game.decision(position)
        assert decision is not None
        for option in self.random.sample(options, min(self.few, len(options))):
            refused = game.refusal(position, option)
            assert not refused, f"the option {game.say(option)!r} is refused: {refused}"
            assert game.parse(position, game.say(option)) == option, f"{game.say(option)!r} is read otherwise"
        given = set(options)
        if type(decision).__name__ not in PARTIAL.get(game.system, ()):
            old = [one for kind in decision.actions for one in self.seen.get(kind, ()) if one not in given]
            for one in self.random.sample(old, min(self.few, len(old))):
                assert game.refusal(position, one), (
                    f"{game.say(one)!r} is neither option nor refused by {decision}"
                )
        assert game.decode(game.encode(position)) == position, "written and read it is another position"

    def after(self, position: Any) -> None:
        """It has been carried out."""
        if self._check is not None:
            self._check(self.game, position)
        if self._deeds is not None:
            self._deeds(self.game, self._before, position, self.events)
        self.results.update(map(result_of, self.events))
        self.events.clear()


PARTIAL: Mapping[str, frozenset[str]] = {
    "ardennes44": frozenset({"ChooseBreakthrough"}),
    "asl": frozenset({
        "ChooseFirers", "ChooseFirstFire", "ChooseTarget", "ChooseMover", "ChooseStep", "ChooseAttack",
    }),
}  # fmt: skip
"""System → decisions that list the best of what is legal, not all of it."""
TELLING = ("result", "columns", "markers", "why", "cite", "state")
"""Facts that tell one result of an event from another; the last one that an event has counts."""


def result_of(event: Event) -> str:
    """An event with the fact that tells what came of it."""
    facts = dict(event.facts)
    told = [str(facts[name]) for name in TELLING if facts.get(name, "") != ""]
    return " ".join([event.what, *told[-1:]])


class Counting(Play[Any, Any]):
    """A play that counts the frames pushed."""

    __slots__ = ("frames",)

    def __init__(
        self, position: Any, rules: Any, dice: SeededDice, frames: Counter[str], events: list[Event]
    ) -> None:
        super().__init__(position, rules, dice, events=events)
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
    """``games`` games spread over scenarios, twice as many over rare positions; the sum for each scenario."""
    weights = {scenario: 2 if scenario == STARTS else 1 for scenario in scenarios}
    shares = {scenario: -(-games * weight // sum(weights.values())) for scenario, weight in weights.items()}
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        jobs = [
            (
                scenario,
                pool.submit(
                    chunk, ruleset, scenario, seed, range(i, min(i + CHUNK, shares[scenario])), max_turns
                ),
            )
            for scenario in scenarios
            for i in range(0, shares[scenario], CHUNK)
        ]
        for scenario in scenarios:
            yield scenario, added([one for name, job in jobs if name == scenario for one in job.result()])


def added(parts: list[Marathon]) -> Marathon:
    """The sum of several runs."""
    total = Marathon(0, 0, 0, Counter(), Counter(), Counter(), Counter(), ())
    for part in parts:
        pairs: zip[tuple[Any, Any]] = zip(total, part, strict=True)
        sums = [a + b for a, b in pairs]
        total = Marathon(*sums)
    return total
