"""Positions and frames: the control flow of a game as data.

A :class:`Position` is everything that changes in play. Its ``agenda`` is a stack of frames: a
:class:`Decision` waits for a side to choose, a :class:`Resolution` happens by itself (dice, arithmetic).
A frame is popped before it runs and pushes what follows; an empty agenda means the game is over.
:class:`Play` is the context a frame works in.

Three type parameters run through the module: ``P`` the position type, ``R`` the type of the system's bound
rules (tables, boards, options) and ``A`` the actions of a decision. A plugin fixes the first two once::

    class MyDecision(Decision[MyPosition, MyRules, A], Generic[A], frozen=True): ...
    class MyResolution(Resolution[MyPosition, MyRules], frozen=True): ...
    MyPlay = Play[MyPosition, MyRules]
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec

from grognard.dice import D6, TWO_D6, Dice, Die, Face, Roll, tally
from grognard.reasons import Reason, first_cited

__all__ = [
    "NO_DICE",
    "Action",
    "Decision",
    "Event",
    "Frame",
    "NoDice",
    "Outcome",
    "Play",
    "Position",
    "Resolution",
    "Rules",
    "Side",
]

Side = str
P = TypeVar("P", bound="Position")
R = TypeVar("R", bound="Rules")
A = TypeVar("A", bound="Action")
F = TypeVar("F")
S = TypeVar("S")


class Action(msgspec.Struct, frozen=True, tag=True):
    """What a side may choose: a class per kind, facts as fields (``str``, ``int`` or a tuple of them).

    ``verb`` is the word players type; by default the class name in kebab case.
    """

    verb: ClassVar[str] = ""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "verb" not in vars(cls):
            cls.verb = "".join(f"-{c.lower()}" if c.isupper() else c for c in cls.__name__).lstrip("-")


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened, for people to read: a word and its facts. No rule ever reads an event."""

    what: str
    facts: tuple[tuple[str, str | int], ...] = ()
    seen_by: str = ""

    def fact(self, name: str) -> str | int:
        """One fact by name; raises ``KeyError`` if the event has none of that name."""
        return dict(self.facts)[name]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winner (``None`` for a draw), why, by which rule, and the score by side.

    ``why`` is kept in records, in English as the text of reasons is. What people read in other languages is
    an event: log who has won and why, in facts that ``Game.tell`` puts into words, before :meth:`Play.end`.
    """

    winner: Side | None
    why: str
    cite: str
    score: tuple[tuple[Side, int], ...] = ()


class Rules(Protocol):
    """What a system's bound rules must offer to the core; everything else is the system's own."""

    @property
    def dice(self) -> Mapping[str, Die]:
        """Die kinds of the system by name; ``1d6`` and ``2d6`` need not be listed."""
        ...


class Frame(msgspec.Struct, Generic[P, R], frozen=True, tag=True):
    """One point of the rules: facts (ids and numbers) as fields, behaviour as methods."""


class Decision(Frame[P, R], Generic[P, R, A], frozen=True):
    """A point where ``side`` chooses one of the ``options``.

    ``actions`` are the kinds of action that may be typed here. They are what stands in the brackets of its
    base, as in ``class Answer(MyDecision[Stand | Withdraw], frozen=True)``, unless they are set by hand.
    Odds and reasons of a choice see only what its own :meth:`take` pushes. Push what an answer leads to from
    the answer, not beneath the question: an attack that asks the defender first pushes the question alone,
    and the answer pushes the clash. A loop of choices is a resolution that pushes the decision and itself.

    Four members to know:

    - ``always_ask`` keeps a decision with a single option a decision: interrupts, whose absence would tell
      what a side holds.
    - ``secret`` hides the choice from the other sides.
    - ``assumed`` answers for odds and bots, who do not know what the other side thinks; ``assumption`` says
      so in words at the foot of an odds table. Without an answer the table is cut there.
    - ``moot`` drops a decision that has lost its point. Nothing is chosen, so it pushes nothing either.
    """

    side: Side
    actions: ClassVar[tuple[type[Action], ...]] = ()
    always_ask: ClassVar[bool] = False
    secret: ClassVar[bool] = False
    assumption: ClassVar[str] = ""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for base in vars(cls).get("__orig_bases__", ()):
            kinds = _action_types(typing.get_args(base))
            if kinds:
                cls.actions = kinds

    def options(self, play: Play[P, R]) -> Iterator[A]:
        """Every legal action.

        Two exceptions. Where subsets explode (groups of many units), the useful ones are listed and
        ``refusal`` accepts the rest. In a view that hides facts of ``side`` the list holds what may be
        possible for all the viewer knows: odds and bots of the other side ask it there.
        """
        raise NotImplementedError(f"{type(self).__name__} must list its options")

    def take(self, play: Play[P, R], action: A) -> None:
        """Carry the action out. Never rolls: push a Resolution for that."""
        raise NotImplementedError(f"{type(self).__name__} must say what its actions do")

    def refusal(self, play: Play[P, R], action: A) -> tuple[Reason, ...]:
        """Every reason that forbids the action; empty exactly for legal ones.

        The default cites the decision's own rule and suits decisions whose options speak for themselves.
        """
        if action in self.options(play):
            return ()
        return (Reason("not among the choices here", first_cited(type(self))),)

    def explain(self, play: Play[P, R], action: A) -> tuple[Reason, ...] | None:
        """Reasons worth showing before the choice, besides those of the first roll it leads to.

        ``None`` means that there are none, and that those of the roll stand for them.
        """
        return None

    def assumed(self, play: Play[P, R]) -> A | None:
        """How odds answer this decision on the way; ``None`` cuts the table here."""
        return None

    def moot(self, play: Play[P, R]) -> bool:
        """Whether the decision has lost its point and is dropped, with all its answers would have pushed.

        By public facts only: dropping it tells everybody. A loop sees for itself that its decision has lost
        its point, or it would ask for ever.
        """
        return False


class Resolution(Frame[P, R], frozen=True):
    """A point where something happens without anybody choosing."""

    def happen(self, play: Play[P, R]) -> None:
        """Do it."""
        raise NotImplementedError(f"{type(self).__name__} must say what happens")


def _action_types(parameters: tuple[object, ...]) -> tuple[type[Action], ...]:
    """Action classes named by the last type parameter of a decision base."""
    if not parameters:
        return ()
    last = parameters[-1]
    kinds = (
        typing.get_args(last)
        if isinstance(last, types.UnionType) or typing.get_origin(last) is typing.Union
        else (last,)
    )
    return tuple(k for k in kinds if isinstance(k, type) and issubclass(k, Action))


_copiers: dict[type, Callable[[Any], Any]] = {}


class Position(msgspec.Struct):
    """Everything that changes in play, as plain data; a system adds its own fields.

    Containers (dict, list, set) hold only immutable values, so that :meth:`copy` copies the containers alone.
    A field annotated as a container always holds one. A field annotated ``Mapping``, ``tuple`` or
    ``frozenset`` is shared by all copies: it is replaced whole and never changed in place, which a type
    checker sees to. Choose it for what changes seldom.

    >>> from collections.abc import Mapping
    >>> class Bout(Position, kw_only=True):
    ...     fresh: dict[str, int]
    ...     points: Mapping[str, int]
    >>> bout = Bout(agenda=[], fresh={"red": 3, "blue": 3}, points={"red": 0, "blue": 0})
    >>> later = bout.copy()
    >>> later.fresh["blue"] = 2
    >>> later.points = {**later.points, "red": 1}
    >>> bout.fresh["blue"], bout.points["red"], later.points["red"]
    (3, 0, 1)
    """

    agenda: list[Frame[Any, Any]]
    outcome: Outcome | None = None

    def copy(self) -> Self:
        """A position that can be played on without changing this one."""
        copier = _copiers.get(type(self)) or _compile_copier(type(self))
        copied: Self = copier(self)
        return copied

    def seen_by(self, side: Side) -> Self:
        """What ``side`` may know, as a position of the same type; all of it if nothing is hidden."""
        return self.copy()


def _compile_copier(kind: type[Position]) -> Callable[[Any], Any]:
    """Write the copying of one position type out field by field, as dataclasses write their constructors.

    Every session step, bot and odds node copies; a loop over field names takes twice as long.
    """
    hints = typing.get_type_hints(kind)
    containers = [
        name
        for name in kind.__struct_fields__
        if (typing.get_origin(hints[name]) or hints[name]) in (dict, list, set)
    ]
    lines = [f"    new.{name} = old.{name}.copy()" for name in containers]
    written: dict[str, Any] = {}
    exec("\n".join(["def copier(old):", "    new = old.__copy__()", *lines, "    return new"]), written)
    copier: Callable[[Any], Any] = written["copier"]
    _copiers[kind] = copier
    return copier


class NoDice(Dice):
    """Dice that refuse: choosing must never roll."""

    def _refuse(self, why: str) -> typing.NoReturn:
        raise RuntimeError(f"take() rolled for {why!r}: push a Resolution that rolls")

    def throw(self, die: Die, n: int, why: str) -> tuple[Face, ...]:
        """Refuse."""
        self._refuse(why)

    def draw(self, bag: Mapping[str, int], why: str) -> str:
        """Refuse."""
        self._refuse(why)


NO_DICE = NoDice()
"""What stands behind a play in which nothing may be rolled."""
_CORE_DICE: Mapping[str, Die] = {"1d6": D6, "2d6": TWO_D6}


class Play(Generic[P, R]):
    """The context a frame works in: position, rules, dice, and the log.

    ``rolls`` and ``events`` are lists to be filled, or ``None`` where nobody reads them (simulation, odds).
    """

    __slots__ = ("dice", "events", "position", "rolls", "rules")

    def __init__(
        self,
        position: P,
        rules: R,
        dice: Dice = NO_DICE,
        rolls: list[Roll] | None = None,
        events: list[Event] | None = None,
    ) -> None:
        self.position, self.rules, self.dice = position, rules, dice
        self.rolls, self.events = rolls, events

    # Dice ------------------------------------------------------------------------------------------------
    def _die(self, kind: str) -> Die:
        die = self.rules.dice.get(kind) or _CORE_DICE.get(kind)
        if die is None:
            raise LookupError(
                f"no die {kind!r} (known: {', '.join(sorted({*_CORE_DICE, *self.rules.dice}))})"
            )
        return die

    def announce(self, kind: str, n: int, why: str, reasons: tuple[Reason, ...]) -> None:
        """Hear what is about to be rolled or drawn, and why; plays that look ahead override it."""

    def assume(self, assumption: str) -> None:
        """Hear what a draw stands for; plays that look ahead override it."""

    def roll(self, kind: str, *, why: str, reasons: tuple[Reason, ...] = (), seen_by: Side = "") -> int:
        """Throw one numbered die (or a sum such as ``2d6``) and return its number."""
        self.announce(kind, 1, why, reasons)
        faces = self.dice.throw(self._die(kind), 1, why)
        if self.rolls is not None:
            self.rolls.append(Roll(kind, why, faces, seen_by, reasons))
        return int(faces[0])

    def pool(
        self,
        kind: str,
        n: int,
        *,
        count: tuple[str, ...],
        why: str,
        reasons: tuple[Reason, ...] = (),
        seen_by: Side = "",
    ) -> tuple[int, ...]:
        """Throw ``n`` dice and count faces by group; a group is names of faces parted by spaces."""
        self.announce(kind, n, why, reasons)
        die = self._die(kind)
        if self.rolls is None:
            return self.dice.count(die, n, count, why)
        faces = self.dice.throw(die, n, why)
        self.rolls.append(Roll(kind, why, faces, seen_by, reasons))
        return tally(die, faces, count)

    def fold(
        self,
        kind: str,
        n: int,
        start: S,
        step: Callable[[S, Face], S],
        *,
        why: str,
        reasons: tuple[Reason, ...] = (),
        seen_by: Side = "",
    ) -> S:
        """Throw ``n`` dice and take them in one by one: what ``step`` makes of them is all that matters.

        Exact odds tell apart what comes of the dice, not the dice: values that ``step`` returns are hashable,
        and the same function is handed over for the same question.
        """
        self.announce(kind, n, why, reasons)
        die = self._die(kind)
        faces = self.dice.throw(die, n, why)
        if self.rolls is not None:
            self.rolls.append(Roll(kind, why, faces, seen_by, reasons))
        return reduce(step, faces, start)

    def draw(
        self,
        bag: Mapping[str, int],
        *,
        why: str,
        reasons: tuple[Reason, ...] = (),
        assumption: str = "",
        seen_by: Side = "",
    ) -> str:
        """Draw one item from a bag (item → number of copies); the caller takes it out.

        A draw may also stand for what a view hides: who is unknown in this position is drawn from what may be
        left. ``assumption`` says so in words, for the foot of an odds table.
        """
        self.announce("draw", 1, why, reasons)
        if assumption:
            self.assume(assumption)
        item = self.dice.draw(bag, why)
        if self.rolls is not None:
            self.rolls.append(Roll("draw", why, (item,), seen_by, reasons))
        return item

    # Agenda ----------------------------------------------------------------------------------------------
    def push(self, *frames: Frame[P, R]) -> None:
        """Put frames on the agenda; the first given runs first. Nothing follows the end of the game."""
        if self.position.outcome is not None:
            return
        if len(frames) == 1:
            self.position.agenda.append(frames[0])
        else:
            self.position.agenda.extend(reversed(frames))

    def enclosing(self, kind: type[F]) -> F:
        """The nearest frame of a kind that is still open; raises ``LookupError`` if there is none."""
        for frame in reversed(self.position.agenda):
            if isinstance(frame, kind):
                return frame
        raise LookupError(f"no {kind.__name__} is open")

    def amend(self, kind: type[Frame[P, R]], **changes: object) -> None:
        """Change facts of the nearest open frame of a kind; nothing is left to change after the end."""
        if self.position.outcome is not None:
            return
        agenda = self.position.agenda
        for i in range(len(agenda) - 1, -1, -1):
            if isinstance(agenda[i], kind):
                agenda[i] = msgspec.structs.replace(agenda[i], **changes)
                return
        raise LookupError(f"no {kind.__name__} is open")

    def end(self, outcome: Outcome) -> None:
        """End the game at once."""
        self.position.outcome = outcome
        self.position.agenda.clear()

    # Log -------------------------------------------------------------------------------------------------
    def log(self, what: str, *, seen_by: Side = "", **facts: str | int) -> None:
        """Tell what happened; costs nothing where nobody listens."""
        if self.events is not None:
            self.events.append(Event(what, tuple(facts.items()), seen_by))
