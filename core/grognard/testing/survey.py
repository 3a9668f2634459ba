"""What the suite looks at: a system under test, its walks, samples of its positions; the error to raise."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from functools import cached_property
from hashlib import blake2b
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from grognard.dice import SeededDice
from grognard.reasons import tracing
from grognard.testing.mutation import Vocabulary
from grognard.testing.walk import Origin, Sample, Style, Walk, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from grognard.game import Game
    from grognard.play import Action, Position

__all__ = ["Suite", "Survey", "fingerprint"]

STYLES: tuple[Style, ...] = ("even", "eager")

CHOICES = 300
"""Choices of a game that make up its fingerprint."""


class Survey:
    """A system played a little and sampled; made once per test class."""

    def __init__(self, suite: Suite) -> None:
        self.suite = suite
        self.game: Game[Any, Any] = suite.load()
        known = tuple(info.id for info in self.game.scenarios())
        self.scenarios: tuple[str, ...] = suite.scenarios or known

    @cached_property
    def walks(self) -> list[Walk]:
        """``games`` walks from every scenario and every position of ``Game.starts()``."""
        seeds = range(self.suite.seed, self.suite.seed + self.suite.games)
        return [made for seed in seeds for made in self.round(seed)]

    def round(self, seed: int) -> Iterator[Walk]:
        """One walk from every scenario and every start."""
        for origin, start in self._origins(seed):
            style = STYLES[seed % len(STYLES)]
            yield walk(self.game, origin, start, style=style, choices_per_turn=self.suite.choices_per_turn)

    def _origins(self, seed: int) -> Iterator[tuple[Origin, Position]]:
        for scenario in self.scenarios:
            yield Origin(scenario, seed), self.game.set_up(scenario)
        for number, start in enumerate(self.game.starts()):
            yield Origin("", seed, number), start

    @cached_property
    def samples(self) -> list[Sample]:
        """At most ``samples`` positions, all kinds of decision in turn, so that rare ones come up."""
        kinds: dict[str, list[Sample]] = defaultdict(list)
        for made in self.walks:
            for sample in made.samples:
                kinds[sample.kind].append(sample)
        in_turn = [sample for group in zip_longest(*kinds.values()) for sample in group if sample]
        return in_turn[: self.suite.samples]

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Every option of every sample."""
        return Vocabulary(option for sample in self.samples for option in sample.options)

    def some(self, sample: Sample) -> list[Action]:
        """At most ``breadth`` options of a sample, one of each kind of action at least."""
        first = {type(option): option for option in reversed(sample.options)}
        step = max(1, len(sample.options) // self.suite.breadth)
        spread = sample.options[::step][: self.suite.breadth]
        return list(dict.fromkeys([*first.values(), *spread]))

    def chance(self, sample: Sample) -> random.Random:
        """A source of chance of the suite's own, always the same for the same sample."""
        return random.Random(f"{sample.walk.origin} {sample.after}")

    def luck(self, sample: Sample) -> SeededDice:
        """Dice for trying something out from a sample."""
        return SeededDice(f"{sample.walk.origin.seed}/{sample.after}")

    @cached_property
    def reach(self) -> tuple[Counter[str], Counter[str], int]:
        """How often frames ran and rules were asked in a fuzz run, and how many games that took.

        It goes on while a frame has not run, up to ``fuzz_games`` games.
        """
        frames: Counter[str] = Counter()
        rules: Counter[str] = Counter()
        games, seed = 0, self.suite.seed + self.suite.games
        for made in self.walks:
            frames.update(made.frames)
        while games < self.suite.fuzz_games:
            with tracing() as reached:
                played = list(self.round(seed))
            rules.update(reached)
            for made in played:
                frames.update(made.frames)
            games, seed = games + len(played), seed + 1
            if not self.game.frames.keys() - frames.keys() or not played:
                break
        return frames, rules, games


def fingerprint(ruleset: str, options: Mapping[str, object], seed: int) -> str:
    """What a game of the default scenario comes to: equal wherever the same game is played."""
    from grognard.registry import Registry

    game = Registry.discover().load(ruleset, options)
    scenario = game.default_scenario
    origin, start = Origin(scenario, seed), game.set_up(scenario)
    made = walk(game, origin, start, style="eager", choices_per_turn=CHOICES, limit=CHOICES)
    told = "\n".join(f"{choice.said} {choice.digest}" for choice in made.choices)
    return f"{len(made.choices)} choices, {blake2b(told.encode(), digest_size=8).hexdigest()}"


class Suite:
    """What a test class may set, and what every check uses."""

    ruleset: ClassVar[str] = ""
    """Id of the installed ruleset to test."""
    ruleset_options: ClassVar[Mapping[str, object]] = {}
    """Options the ruleset is loaded with."""
    scenarios: ClassVar[tuple[str, ...]] = ()
    """Scenarios to play; empty for all."""
    open_ended: ClassVar[tuple[str, ...]] = ()
    """Names of decisions whose options do not list every subset, so that ``refusal`` accepts more of them."""
    seed: ClassVar[int] = 1
    """First seed; change it to look at other games."""
    games: ClassVar[int] = 2
    """Games per scenario and start that are sampled."""
    samples: ClassVar[int] = 120
    """Positions looked at closely."""
    breadth: ClassVar[int] = 6
    """Options tried in each of them."""
    misses: ClassVar[int] = 40
    """Nearly right actions tried in each of them."""
    choices_per_turn: ClassVar[int] = 2000
    """Choices after which a turn counts as endless."""
    fuzz_games: ClassVar[int] = 40
    """Games of the fuzz run in which every frame has to come up."""
    recorded: ClassVar[int] = 400
    """Actions of a game that are also played through a session with a record."""

    _surveys: ClassVar[dict[type[Suite], Survey]] = {}

    def load(self) -> Game[Any, Any]:
        """The game under test; override it to test a game that is not installed."""
        from grognard.registry import Registry

        return Registry.discover().load(self.ruleset, self.ruleset_options)

    @property
    def survey(self) -> Survey:
        """The survey of this test class."""
        kind = type(self)
        if kind not in Suite._surveys:
            Suite._surveys[kind] = Survey(self)
        return Suite._surveys[kind]

    @property
    def game(self) -> Game[Any, Any]:
        """The game under test."""
        return self.survey.game

    def looked_at(self) -> Sequence[Sample]:
        """The samples; there must be some, or a check would prove nothing."""
        if not self.survey.samples:
            broken = [made for made in self.survey.walks if made.crash or made.unfinished]
            told = str(broken[0].crash or broken[0].unfinished) if broken else "no scenario asks anybody"
            self.fail("a game reaches a decision", "at least one", told, broken[0] if broken else None)
        return self.survey.samples

    def fail(
        self, claim: str, expected: object, got: object, at: Sample | Walk | None, note: str = ""
    ) -> NoReturn:
        """Raise an error that says what was claimed, what came, and how to get there again."""
        __tracebackhide__ = True
        lines = [f"{self.game.ruleset.id}: {claim}", f"  expected: {expected}", f"  got:      {got}"]
        if isinstance(at, Sample):
            lines.append(f"  at:       {at.decision!r}")
        lines += [f"  note:     {note}"] if note else []
        if at is not None:
            made, after = (at.walk, at.after) if isinstance(at, Sample) else (at, len(at.choices))
            actions = [choice.said for choice in made.choices[:after]]
            lines.append(f"  reproduce: {made.origin}, then {len(actions)} actions: {actions}")
        raise AssertionError("\n".join(lines))
