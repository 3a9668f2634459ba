"""Checks of hidden information: whoever may not see a difference cannot tell it from anything he is shown.

The principle: two courses of play that end in different positions which look the same to a side must have
left the same record for that side. They may differ by what was hidden before, by a choice, or by a draw.
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from grognard.dice import Dice, SeededDice
from grognard.faults import fault
from grognard.play import Play
from grognard.record import hidden
from grognard.testing.survey import Suite
from grognard.testing.walk import Crash, Origin, Sample, Walk, advance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from grognard.dice import Die, Face, Roll
    from grognard.play import Action, Event

__all__ = ["Secrets"]

ALTERNATIVES = 4


class _Course(NamedTuple):
    """A scenario set up, or one action played out: the position after, and what was written down."""

    said: str
    secret_of: str
    position: Any
    rolls: tuple[Roll, ...]
    events: tuple[Event, ...]

    def record_for(self, side: str) -> tuple[str, tuple[Roll, ...], tuple[Event, ...]]:
        """What ``side`` may see of it."""
        said = self.said if self.secret_of in ("", side) else "?"
        rolls = tuple(msgspec.structs.replace(hidden(roll, side), reasons=()) for roll in self.rolls)
        return said, rolls, tuple(event for event in self.events if event.seen_by in ("", side))


class Secrets(Suite):
    """Views leak nothing."""

    def test_views_leak_nothing(self) -> None:
        """View, agenda, options and what is asked are equal in all positions a side cannot tell apart.

        A system that hides something implements ``Game.hidden_alternatives``.
        """
        game = self.game
        hides: dict[str, Sample] = {}
        offered: set[str] = set()
        for sample in self.looked_at():
            for side in game.sides:
                view = game.view(sample.position, side)
                if game.encode(view) != game.encode(sample.position):
                    hides.setdefault(side, sample)
                if side == sample.decision.side and game.options(view) != sample.options:
                    told = [game.say(option) for option in game.options(view)]
                    wanted = [game.say(option) for option in sample.options]
                    self.fail(f"{side} has the same options in its own view", wanted, told, sample)
                for other in self._alternatives(sample, side):
                    offered.add(side)
                    self._look_alike(sample, side, other)
        for side in sorted(hides.keys() - offered):
            note = "the suite cannot see leaks without them"
            claim = f"Game.hidden_alternatives offers what is hidden from {side}"
            self.fail(claim, "positions that differ from this one", "none", hides[side], note)

    def _alternatives(self, sample: Sample, side: str) -> Iterator[Any]:
        """Positions that really differ from the sample and should look the same to ``side``."""
        own = self.game.encode(sample.position)
        others = self.game.hidden_alternatives(sample.position, side)
        return islice((other for other in others if self.game.encode(other) != own), ALTERNATIVES)

    def _look_alike(self, sample: Sample, side: str, other: Any) -> None:
        game, position = self.game, sample.position
        for name in position.__struct_fields__:
            seen = getattr(game.view(position, side), name)
            told = getattr(game.view(other, side), name)
            if seen != told:
                self.fail(f"the view of {side} hides {name}", repr(seen), repr(told), sample)
        if other.agenda != position.agenda:
            self.fail(f"the agenda tells {side} nothing", position.agenda, other.agenda, sample)
        if side == sample.decision.side and game.options(other) != sample.options:
            wanted = [game.say(option) for option in sample.options]
            told = [game.say(option) for option in game.options(other)]
            self.fail(f"the options of {side} tell it nothing", wanted, told, sample)
        self._asked_alike(sample, side, other)

    def _asked_alike(self, sample: Sample, side: str, other: Any) -> None:
        """Whether the decision is asked at all must not depend on what ``side`` cannot see."""
        trial = other.copy()
        try:
            advance(self.game, Play(trial, self.game.rules, self.survey.luck(sample)))
        except Crash as crash:
            self.fail("play goes on in a hidden alternative", "no error", crash, sample)
        if trial.agenda != other.agenda:
            note = f"{sample.kind} may need always_ask = True"
            claim = f"being asked tells {side} nothing"
            self.fail(claim, "the same decision", "it is dropped or taken by itself there", sample, note)

    def test_set_up_leaks_nothing(self) -> None:
        """What is rolled and told before the first decision is equal for a side where its views are equal."""
        for scenario in self.survey.scenarios:
            for seed in range(self.seed, self.seed + self.games):
                at = Walk(Origin(scenario, seed))
                begun = self._begun(at, SeededDice(seed))
                for dice in _swerves(begun.rolls, partial(SeededDice, seed)):
                    other = self._begun(at, dice)
                    for side in self.game.sides:
                        self._same_record(at, side, begun, other)

    def _begun(self, at: Walk, dice: Dice) -> _Course:
        rolls, events = list[Any](), list[Any]()
        try:
            position = self.game.start(at.origin.scenario, dice, rolls=rolls, events=events)
        except Exception as error:  # whatever the system raises belongs into the report
            told = fault(error)
            self.fail("a scenario is set up, whatever is rolled", "no error", told, at)
        return _Course("", "", position, tuple(rolls), tuple(events))

    def test_records_leak_nothing(self) -> None:
        """Actions, rolls and events that ``side`` may read are equal where its views are equal."""
        for sample in self.looked_at():
            options = self.survey.some(sample)
            courses = [self._course(sample, sample.position, option) for option in options]
            for side in self.game.sides:
                if side != sample.decision.side:
                    for course in courses[1:]:
                        self._same_record(sample, side, courses[0], course)
                for other in self._alternatives(sample, side):
                    allowed = set(self.game.options(other))
                    for option, course in zip(options, courses, strict=True):
                        if option in allowed:
                            self._same_record(sample, side, course, self._course(sample, other, option))
            for option, course in zip(options, courses, strict=True):
                for dice in _swerves(course.rolls, partial(self.survey.luck, sample)):
                    swerved = self._course(sample, sample.position, option, dice)
                    for side in self.game.sides:
                        self._same_record(sample, side, course, swerved)

    def _course(self, sample: Sample, position: Any, action: Action, dice: Dice | None = None) -> _Course:
        after, rolls, events = position.copy(), list[Any](), list[Any]()
        luck = dice or self.survey.luck(sample)
        try:
            self.game.apply(after, action, luck, rolls=rolls, events=events)
        except Exception as error:  # whatever the system raises belongs into the report
            told = fault(error)
            self.fail(f"{self.game.say(action)!r} can be played", "no error", told, sample)
        decision = sample.decision
        secret_of = decision.side if decision.secret else ""
        return _Course(self.game.say(action), secret_of, after, tuple(rolls), tuple(events))

    def _same_record(self, at: Sample | Walk, side: str, one: _Course, two: _Course) -> None:
        game = self.game
        if game.encode(one.position) == game.encode(two.position):
            return
        if game.encode(game.view(one.position, side)) != game.encode(game.view(two.position, side)):
            return
        for name, wanted, told in zip(
            ("action", "rolls", "events"), one.record_for(side), two.record_for(side), strict=True
        ):
            if wanted != told:
                note = {
                    "action": f"{at.kind if isinstance(at, Sample) else ''} may need secret = True",
                    "rolls": "the roll or draw may need seen_by=",
                    "events": "the event may need seen_by=",
                }[name]
                self.fail(f"the {name} in the record tell {side} nothing hidden", wanted, told, at, note)


def _swerves(rolls: tuple[Roll, ...], luck: Callable[[], Dice]) -> Iterator[Dice]:
    """Dice that repeat what fell but for one draw, or one secret roll, each in turn."""
    for place, roll in enumerate(rolls):
        if roll.kind == "draw" or roll.seen_by:
            yield _Swerve(rolls, place, luck())


class _Swerve(Dice):
    """Dice that repeat known rolls except one, which falls otherwise."""

    def __init__(self, rolls: tuple[Roll, ...], place: int, luck: Dice) -> None:
        self._rolls, self._place, self._luck, self._next = rolls, place, luck, 0

    def _known(self, kind: str, why: str, n: int) -> tuple[Roll | None, bool]:
        """The roll known for this place, if it is of the same kind, and whether it must fall otherwise."""
        place, self._next = self._next, self._next + 1
        roll = self._rolls[place] if place < len(self._rolls) else None
        if roll is None or (roll.kind, roll.why, len(roll.faces)) != (kind, why, n):
            return None, False
        return roll, place == self._place

    def throw(self, die: Die, n: int, why: str) -> tuple[Face, ...]:
        """Known faces, or others."""
        roll, other = self._known(die.name, why, n)
        if roll is None:
            return self._luck.throw(die, n, why)
        if not other:
            return roll.faces
        faces = list(dict.fromkeys(die.faces))
        return (faces[(faces.index(roll.faces[0]) + 1) % len(faces)], *roll.faces[1:])

    def draw(self, bag: Mapping[str, int], why: str) -> str:
        """The known item, or another one."""
        roll, other = self._known("draw", why, 1)
        items = sorted(item for item, copies in bag.items() if copies > 0)
        if roll is None or str(roll.faces[0]) not in items:
            return self._luck.draw(bag, why)
        place = items.index(str(roll.faces[0])) + int(other)
        return items[place % len(items)]
