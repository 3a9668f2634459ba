"""Games played out by chance, watched frame by frame, for the conformance suite to look at.

A *walk* is one game from a scenario or a given start, its choices made by a seeded chooser. It keeps every
action, counts every frame that ran, and keeps some positions (*samples*) of each kind of decision. A walk
never raises: an error of the system ends it and stays on it as a :class:`Crash`.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from grognard.dice import Roll, SeededDice
from grognard.faults import fault
from grognard.play import Action, Decision, Event, Frame, Play, Position, Resolution

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.game import Game

__all__ = [
    "Choice",
    "Crash",
    "NoOption",
    "Origin",
    "Runaway",
    "Sample",
    "Style",
    "Walk",
    "advance",
    "choose",
    "complete",
    "walk",
]

Style = Literal["even", "eager"]

RUNAWAY = 20_000
"""Frames that may run between two choices before a game counts as running away."""


class Origin(NamedTuple):
    """Where a walk begins: a scenario, or a position of ``Game.starts()``; and the seed of its dice."""

    scenario: str
    seed: int
    start: int | None = None

    def __str__(self) -> str:
        if self.start is not None:
            return f"position {self.start} of Game.starts(), SeededDice({self.seed})"
        return f"scenario {self.scenario!r}, SeededDice({self.seed})"


class Crash(Exception):
    """The system went wrong while a frame ran; ``error`` holds what it raised."""

    def __init__(self, doing: str, frame: Frame[Any, Any], error: BaseException) -> None:
        self.error = error
        super().__init__(f"{doing} {frame!r}: {fault(error)}")


class NoOption(Exception):
    """A decision came up that offers nothing."""


class Runaway(Exception):
    """Frames run on and nobody is asked."""


class Choice(NamedTuple):
    """An action of a walk, and what then fell and happened."""

    action: Action
    said: str
    rolls: tuple[Roll, ...]
    events: tuple[Event, ...]
    digest: str


class Sample(NamedTuple):
    """A decision that came up in a walk: the position, its options, and how many actions led there."""

    walk: Walk
    position: Any  # the suite's seam: a position of the system under test
    options: list[Action]
    after: int

    @property
    def decision(self) -> Decision[Any, Any, Any]:
        """The decision on top."""
        frame = self.position.agenda[-1]
        assert isinstance(frame, Decision)
        return frame

    @property
    def kind(self) -> str:
        """Name of the decision's class."""
        return type(self.decision).__name__


@dataclass(repr=False)
class Walk:
    """One game played by chance."""

    origin: Origin
    choices: list[Choice] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    frames: Counter[str] = field(default_factory=Counter)
    end: Any = None
    crash: Crash | None = None
    turn: int = 0
    unfinished: str = ""

    @property
    def over(self) -> bool:
        """Whether the game came to its end."""
        return self.end is not None and not self.end.agenda


def advance(game: Game[Any, Any], play: Play[Any, Any], frames: Counter[str] | None = None) -> list[Action]:
    """Run to the next real choice, as the game's own driver does, and return its options.

    Counts the frames that ran. Raises :class:`Crash`; an empty list means the game is over.
    """
    agenda = play.position.agenda
    for _ in range(RUNAWAY):
        if not agenda:
            return []
        frame, doing = agenda[-1], "moot of"
        try:
            if isinstance(frame, Decision):
                if frame.moot(play):
                    agenda.pop()
                    continue
                doing = "options of"
                options: list[Action] = list(frame.options(play))
                if not options:
                    raise NoOption("it offers no option")
                if len(options) > 1 or frame.always_ask:
                    return options
                doing = "take of"
                game.take(play, options[0])
            elif isinstance(frame, Resolution):
                doing = "happen of"
                game.happen(play)
            else:
                raise TypeError("a frame is either a Decision or a Resolution")
        except Exception as error:  # whatever the system raises belongs into the report
            raise Crash(doing, frame, error) from error
        if frames is not None:
            frames[type(frame).__name__] += 1
    raise Crash("driving on from", agenda[-1], Runaway(f"{RUNAWAY} frames ran and nobody was asked"))


def choose(chance: random.Random, options: Sequence[Action], style: Style) -> Action:
    """One of the options: ``even`` takes all alike, ``eager`` a kind first, and seldom one without facts."""
    if style == "eager" and chance.random() < 0.9:
        options = [option for option in options if option.__struct_fields__] or options
        verb = chance.choice(sorted({option.verb for option in options}))
        options = [option for option in options if option.verb == verb]
    return chance.choice(options)


def walk(
    game: Game[Any, Any],
    origin: Origin,
    start: Position,
    *,
    style: Style,
    choices_per_turn: int,
    limit: int | None = None,
) -> Walk:
    """Play one game on a copy of ``start``, to its end or at most to the turn bound the game declares.

    ``limit`` stops it after so many choices.
    """
    made = Walk(origin)
    chance = random.Random(f"{origin} {style}")
    position = start.copy()
    play = Play(position, game.rules, SeededDice(origin.seed), [], [])
    kinds: Counter[str] = Counter()
    turns: Counter[int] = Counter()
    try:
        options = advance(game, play, made.frames)
        while options:
            _look_at_the_clock(game, made, position, turns, choices_per_turn)
            if made.unfinished or len(made.choices) == limit:
                break
            kind = type(position.agenda[-1]).__name__
            kinds[kind] += 1
            made.frames[kind] += 1
            if _kept(kinds[kind]):
                made.samples.append(Sample(made, position.copy(), list(options), len(made.choices)))
            options = _step(game, play, choose(chance, options, style), made)
    except Crash as crash:
        made.crash = crash
    made.end = position
    return made


def _kept(times: int) -> bool:
    """Whether the n-th decision of a kind is kept: the 1st, 2nd, 4th, 8th …, so early and late ones both."""
    return times & (times - 1) == 0


def _look_at_the_clock(
    game: Game[Any, Any], made: Walk, position: Position, turns: Counter[int], choices_per_turn: int
) -> None:
    """Note a game that runs on too long or backwards."""
    try:
        turn = game.turn(position)
    except Exception as error:  # see advance
        raise Crash("Game.turn at", position.agenda[-1], error) from error
    turns[turn] += 1
    if turn < made.turn:
        made.unfinished = f"the turn went back from {made.turn} to {turn}"
    elif turn > game.turn_bound:
        made.unfinished = f"turn {turn} was reached"
    elif turns[turn] > choices_per_turn:
        made.unfinished = f"turn {turn} went on for more than {choices_per_turn} choices"
    made.turn = turn


def _step(game: Game[Any, Any], play: Play[Any, Any], action: Action, made: Walk) -> list[Action]:
    """Take one action; it is noted on the walk even if it fails."""
    rolls: list[Roll] = []
    events: list[Event] = []
    play.rolls, play.events = rolls, events
    frame, said, digest = play.position.agenda[-1], repr(action), ""
    try:
        try:
            said = game.say(action)
            game.take(play, action)
        except Exception as error:  # see advance
            raise Crash("take of", frame, error) from error
        options = advance(game, play, made.frames)
        digest = game.digest(play.position)
    finally:
        made.choices.append(Choice(action, said, tuple(rolls), tuple(events), digest))
    return options


def complete(game: Game[Any, Any], position: Any, seed: int, choices: int) -> str:
    """Play on by chance until the turn changes or the game ends; empty if it does, else what came instead.

    Changes ``position``. Raises :class:`Crash`.
    """
    chance = random.Random(seed)
    play = Play(position, game.rules, SeededDice(seed))
    turn = game.turn(position)
    for _ in range(choices):
        options = advance(game, play)
        if not options or game.turn(position) != turn:
            return ""
        game.take(play, choose(chance, options, "even"))
    return f"after {choices} more choices it is still turn {turn}, at {position.agenda[-1]!r}"
