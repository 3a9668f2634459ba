"""A game: one system bound to one ruleset. It answers questions about positions and never changes.

The driver lives here: :meth:`Game.apply` takes an action and runs whatever happens by itself until a side
has a real choice again. Sessions, bots, odds and bulk simulation all drive games through it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, Union, cast, get_args

import msgspec

from grognard import notation
from grognard.datafile import convert
from grognard.dice import Dice, Roll
from grognard.errors import NotationError, PluginError, ScenarioError
from grognard.play import (
    NO_DICE,
    Action,
    Decision,
    Event,
    Frame,
    Outcome,
    Play,
    Position,
    Resolution,
    Rules,
    Side,
)
from grognard.reasons import Reason, first_cited
from grognard.spelling import check_side, closest, did_you_mean

if TYPE_CHECKING:
    from grognard.archetypes import Comparison
    from grognard.ruleset import Ruleset
    from grognard.scene import Scene

__all__ = ["Explanation", "Game", "ScenarioInfo"]

P = TypeVar("P", bound=Position)
R = TypeVar("R", bound=Rules)


class ScenarioInfo(msgspec.Struct, frozen=True):
    """What a list of scenarios shows: id, names and texts by language, who moves first, figures to print."""

    id: str
    name: Mapping[str, str]
    first: Side
    text: Mapping[str, str] = {}
    facts: Mapping[str, str] = {}


class Explanation(msgspec.Struct, frozen=True):
    """The reasons behind an action: its own or, if it has none to give, those of the first roll it leads to.

    ``roll`` is the die kind, ``dice`` their number and ``why`` what they are for (empty and 0 when nothing is
    rolled; ``"draw"`` and 1 for a draw). Where the action has reasons of its own, ``rolled`` are those of the
    roll, unless they have all been given. ``until`` is the side whose choice comes before anything is rolled,
    where nobody assumes an answer.
    """

    action: str
    reasons: tuple[Reason, ...]
    roll: str = ""
    dice: int = 0
    why: str = ""
    rolled: tuple[Reason, ...] = ()
    until: Side = ""

    @property
    def total(self) -> Fraction:
        """Sum of the reasons' amounts; 0 where they make up several sums."""
        sums = {reason.sum for reason in self.reasons if reason.value}
        return Fraction(0) if len(sums) > 1 else sum((reason.amount for reason in self.reasons), Fraction(0))

    def __str__(self) -> str:
        own, rolled = ([f"  {reason}" for reason in given] for given in (self.reasons, self.rolled))
        dice = f"{self.dice} × {self.roll} for {self.why}"
        if rolled:
            return "\n".join([self.action, *own, f"then {dice}", *rolled])
        return "\n".join([f"{self.action}: {dice}" if self.roll else self.action, *own])


class _FirstRoll(Exception):
    """Stops a trial run at its first roll."""

    def __init__(self, kind: str, n: int, why: str, reasons: tuple[Reason, ...]) -> None:
        self.kind, self.n, self.why, self.reasons = kind, n, why, reasons


class _Trial(Play[P, R]):
    """A play that runs until something is rolled or drawn."""

    __slots__ = ()

    def announce(self, kind: str, n: int, why: str, reasons: tuple[Reason, ...]) -> None:
        raise _FirstRoll(kind, n, why, reasons)


class Game(Generic[P, R]):
    """One system bound to one ruleset. A system subclasses it, wires its chapters and adds no rules here.

    A subclass sets ``system``, ``position_type`` and ``sides``, fills ``rules`` in its constructor, and
    implements :meth:`scenarios`, :meth:`set_up` and what it wants of the questions further down. Where a turn
    is that of one side, ``turn_unit`` says so; play by chance ends within ``turn_bound`` of them.
    """

    system: ClassVar[str]
    position_type: type[P]
    sides: ClassVar[tuple[Side, ...]]
    turn_unit: ClassVar[Literal["game turn", "player turn"]] = "game turn"
    turn_bound: ClassVar[int] = 1000
    overlays: ClassVar[tuple[str, ...]] = ()

    def __init__(self, ruleset: Ruleset, rules: R, options: Mapping[str, object] | None = None) -> None:
        self.ruleset = ruleset
        self.rules = rules
        self.options_chosen: Mapping[str, object] = dict(options or {})

    def __repr__(self) -> str:
        scenarios = len(self.scenarios())
        return f"<{type(self).__name__} {self.ruleset.id} {self.ruleset.version}, {scenarios} scenarios>"

    # Set-up ----------------------------------------------------------------------------------------------
    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """Every scenario, in the order of the ruleset."""
        raise NotImplementedError(f"{type(self).__name__} must list its scenarios")

    @property
    def default_scenario(self) -> str:
        """The scenario a newcomer should play first; raises ``ScenarioError`` if there is none at all."""
        named = self.ruleset.default_scenario or next((info.id for info in self.scenarios()), "")
        if not named:
            raise ScenarioError(f"ruleset {self.ruleset.id!r} has no scenarios")
        return named

    def set_up(self, scenario: str) -> P:
        """Where a scenario starts, before anything is rolled or drawn; the agenda holds the rest."""
        raise NotImplementedError(f"{type(self).__name__} must set its scenarios up")

    def start(
        self, scenario: str, dice: Dice, *, rolls: list[Roll] | None = None, events: list[Event] | None = None
    ) -> P:
        """A new position of a scenario, driven to its first decision. Raises ``ScenarioError``."""
        self.scenario(scenario)
        position = self.set_up(scenario)
        self.drive(Play(position, self.rules, dice, rolls, events))
        return position

    def scenario(self, scenario: str) -> ScenarioInfo:
        """One scenario's entry; raises ``ScenarioError`` with near names if there is none."""
        known = {info.id: info for info in self.scenarios()}
        if scenario not in known:
            hint = did_you_mean(scenario, known)
            raise ScenarioError(f"ruleset {self.ruleset.id!r} has no scenario {scenario!r}{hint}")
        return known[scenario]

    # Questions about a position --------------------------------------------------------------------------
    def decision(self, position: P) -> Decision[P, R, Any] | None:
        """The decision a side has to make; ``None`` when the game is over."""
        return cast("Decision[P, R, Any]", position.agenda[-1]) if position.agenda else None

    def to_act(self, position: P) -> Side | None:
        """The side that has to choose; ``None`` when the game is over."""
        decision = self.decision(position)
        return decision.side if decision else None

    def outcome(self, position: P) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on."""
        return position.outcome

    def options(self, position: P) -> list[Action]:
        """Every legal action of the side to act, in a stable order; empty when the game is over."""
        decision = self.decision(position)
        return _options(decision, Play(position, self.rules)) if decision else []

    def refusal(self, position: P, action: Action) -> tuple[Reason, ...]:
        """Every reason that forbids the action now; empty exactly when it is legal."""
        decision = self.decision(position)
        if decision is None:
            return (Reason("the game is over", position.outcome.cite if position.outcome else ""),)
        if not isinstance(action, decision.actions):
            wanted = " or ".join(sorted(kind.verb for kind in decision.actions))
            return (Reason(f"{decision.side} has to {wanted} now", first_cited(type(decision))),)
        return tuple(decision.refusal(Play(position, self.rules), action))

    def explain(self, position: P, action: Action) -> Explanation:
        """Why: the decision's own reasons, and the first roll the action leads to with its reasons.

        Decisions on the way to the roll are answered as odds assume. Works on a copy; ``action`` must be
        legal.
        """
        decision = self.decision(position)
        if decision is None:
            return Explanation(self.say(action), ())
        own = decision.explain(Play(position, self.rules), action)
        trial = _Trial(position.copy(), self.rules)
        answer: Action | None = action
        until = ""
        try:
            while answer is not None:
                self.take(trial, answer)
                asked, options = self.advance(trial, floor=len(position.agenda) - 1)
                answer = asked.assumed(trial) if asked and options else None
                until = asked.side if asked else ""
        except _FirstRoll as first:
            reasons, rolled = (first.reasons, ()) if own is None else (own, first.reasons)
            told = rolled if set(rolled) - set(reasons) else ()
            return Explanation(self.say(action), reasons, first.kind, first.n, first.why, told)
        return Explanation(self.say(action), own or (), until=until)

    def view(self, position: P, side: Side) -> P:
        """What ``side`` may know of a position, of the same type; raises ``GrognardError`` for no side."""
        check_side(side, self.sides)
        return position.seen_by(side)

    # The driver ------------------------------------------------------------------------------------------
    def take(self, play: Play[P, R], action: Action) -> None:
        """Pop the decision on top and carry the action out. No check, no dice, nothing further."""
        decision: Any = play.position.agenda.pop()
        dice, play.dice = play.dice, NO_DICE
        try:
            decision.take(play, action)
        finally:
            play.dice = dice

    def happen(self, play: Play[P, R]) -> None:
        """Pop the resolution on top and let it happen."""
        resolution: Any = play.position.agenda.pop()
        resolution.happen(play)

    def next_decision(
        self, play: Play[P, R], *, floor: int = 0, until: tuple[type[Frame[P, R]], ...] = ()
    ) -> Decision[P, R, Any] | None:
        """Run what happens by itself, drop what is moot, and stop at the next decision, forced or not.

        There is none when the game is over, when the agenda has become no longer than ``floor``, or when a
        frame of the kinds ``until`` has come to the top, where it stays.
        """
        agenda: list[Any] = play.position.agenda
        while len(agenda) > floor:
            frame = agenda[-1]
            if until and isinstance(frame, until):
                return None
            if isinstance(frame, Resolution):
                agenda.pop()
                frame.happen(play)
                continue
            decision: Decision[P, R, Any] = frame
            if not decision.moot(play):
                return decision
            agenda.pop()
        return None

    def advance(self, play: Play[P, R], *, floor: int = 0) -> tuple[Decision[P, R, Any] | None, list[Action]]:
        """Run until a side has a real choice: the decision and its options.

        There is none when the game is over, or when the agenda has become no longer than ``floor``. Decisions
        that are moot are dropped and single options taken, unless the decision must be asked. On a view, a
        decision of another side may have no option that the viewer knows of.
        """
        while (decision := self.next_decision(play, floor=floor)) is not None:
            options = _options(decision, play)
            if len(options) != 1 or decision.always_ask:
                return decision, options
            self.take(play, options[0])
        return None, []

    def drive(self, play: Play[P, R]) -> list[Action]:
        """Run until a side has a real choice and return its options; an empty list means the game is over."""
        decision, options = self.advance(play)
        if decision is not None and not options:
            raise RuntimeError(f"{type(decision).__name__} offers no option: {decision!r}")
        return options

    def apply(
        self,
        position: P,
        action: Action,
        dice: Dice,
        *,
        rolls: list[Roll] | None = None,
        events: list[Event] | None = None,
    ) -> list[Action]:
        """Take an action on ``position`` itself and run to the next real choice, whose options are returned.

        The action is not checked: callers that cannot trust it ask :meth:`refusal` first and work on a copy.
        """
        play = Play(position, self.rules, dice, rolls, events)
        self.take(play, action)
        return self.drive(play)

    # Text, wire form -------------------------------------------------------------------------------------
    def say(self, action: Action) -> str:
        """The canonical text of an action."""
        return notation.say(action)

    def canonical(self, word: str) -> str:
        """A typed word as the game prints it (case of labels and ids); systems override."""
        return word

    def parse(self, position: P, text: str) -> Action:
        """The action a text means now, legal or not; raises ``NotationError`` with suggestions.

        The text of a legal option is found whatever its case; a unique beginning of it is enough.
        """
        decision = self.decision(position)
        if decision is None:
            raise NotationError(f"the game is over: {text!r} cannot be played")
        options = self.options(position)
        found = notation.match(text, options)
        if found is not None:
            return found
        try:
            return notation.parse(text, decision.actions, self.canonical)
        except NotationError as error:
            if error.suggestions:
                raise
            near = closest(text.strip(), map(self.say, options))
            raise NotationError(str(error), suggestions=near) from None

    @cached_property
    def frames(self) -> Mapping[str, type[Frame[P, R]]]:
        """Every frame class of the system by name, collected from the package of this class.

        Raises:
            PluginError: two have one name, or a decision names no kinds of action.
        """
        package = type(self).__module__.partition(".")[0]
        found: dict[str, type[Frame[P, R]]] = {}
        for kind in _subclasses(Frame):
            if kind.__module__.partition(".")[0] != package or not _is_concrete(kind):
                continue
            other = found.get(kind.__name__, kind)
            found[kind.__name__] = kind
            if other.__module__ != kind.__module__:  # in one module, the later one has taken its place
                raise PluginError(
                    f"two frames are called {kind.__name__!r}: in {other.__module__} and {kind.__module__}"
                )
            if issubclass(kind, Decision) and not kind.actions:
                base = kind.__mro__[1].__name__
                named = [
                    get_args(each)[-1] for each in vars(kind).get("__orig_bases__", ()) if get_args(each)
                ]
                wrong = [each.__name__ for each in named if isinstance(each, type) and each is not Any]
                told = f"{' and '.join(wrong)}, no kind" if wrong else "no kinds"
                raise PluginError(
                    f"decision {kind.__name__!r} in {kind.__module__} names {told} of action: "
                    f"derive it from {base}[…] with what may be chosen, as in {base}[Stand | Withdraw]"
                )
        return dict(sorted(found.items()))

    @cached_property
    def _wire_type(self) -> type[P]:
        kinds: Any = Union[tuple(self.frames.values())]  # noqa: UP007  # a union built at run time
        return cast(
            "type[P]", msgspec.defstruct("Wire", [("agenda", list[kinds])], bases=(self.position_type,))
        )

    def encode(self, position: P) -> bytes:
        """A position as JSON; equal positions give equal bytes, whether keys are texts or numbers."""
        try:
            return msgspec.json.encode(position, order="deterministic")
        except TypeError:  # it orders keys that are texts only
            plain = msgspec.to_builtins(position, str_keys=True)
            return msgspec.json.encode(plain, order="deterministic")

    def decode(self, data: bytes) -> P:
        """The position that :meth:`encode` wrote; raises ``msgspec.ValidationError``."""
        wire = msgspec.json.decode(data, type=self._wire_type)
        return self.position_type(**{name: getattr(wire, name) for name in wire.__struct_fields__})

    def restored(self, plain: Mapping[str, Any]) -> P:
        """The position that plain data tells of, unknown fields refused; raises ``RulesetError``."""
        wire = convert(plain, self._wire_type)
        return self.position_type(**{name: getattr(wire, name) for name in wire.__struct_fields__})

    def tidy(self, position: P) -> Iterator[str]:
        """Put right, in a position that a person has edited, what follows from the rest (indexes, for
        example), and say what else is wrong with it, a sentence each; systems override."""
        return iter(())

    def digest(self, position: P) -> str:
        """16 hex digits that tell positions apart."""
        return blake2b(self.encode(position), digest_size=8).hexdigest()

    # What systems answer for people, bots and comparison ---------------------------------------------------
    def turn(self, position: P) -> int:
        """The number of the turn a position is in, counted from 1 in units of ``turn_unit``."""
        raise NotImplementedError(f"{type(self).__name__} must say which turn it is")

    def value(self, view: P, side: Side) -> float:
        """How good a view looks for a side (any scale; larger is better); one-ply bots compare it."""
        return 0.0

    def plan(self, view: P) -> Sequence[Action]:
        """Answers for the coming staged decisions of the side to act; bots follow them while legal."""
        return ()

    def effect(self, before: P, after: P, lang: str = "en") -> str:
        """In a few words what changed between two positions: the row of an odds table."""
        return "unchanged" if before == after else "changed"

    def scene(self, view: P, *, lang: str = "en", show: Iterable[str] = ()) -> Scene:
        """What is on the table, for renderers; ``show`` names overlays the system offers."""
        raise NotImplementedError(f"{type(self).__name__} must show what is on the table")

    def status(self, view: P, lang: str = "en") -> list[str]:
        """Lines for the margin of a map: turn, score, cards, what is being decided."""
        return []

    def tell(self, event: Event, lang: str = "en") -> str:
        """An event as a sentence."""
        return f"{event.what} {' '.join(f'{name}={fact}' for name, fact in event.facts)}".strip()

    def describe(self, position: P, action: Action, lang: str = "en") -> str:
        """An option as a person reads it in a list; defaults to its notation."""
        return self.say(action)

    def name(self, key: str, lang: str = "en") -> str:
        """Display name of an id of the ruleset (unit, terrain, card …); the id itself if it has none."""
        return key

    def reference(self, topic: str, lang: str = "en") -> Sequence[Mapping[str, object]]:
        """Rows of a reference table (``terrain``, ``units``, ``cards`` …); empty for unknown topics."""
        return []

    @property
    def topics(self) -> tuple[str, ...]:
        """What :meth:`reference` knows."""
        return ()

    def comparison(self) -> Comparison | None:
        """What answers the questions of comparison; ``None`` if the system offers none."""
        return None

    def hidden_alternatives(self, position: P, side: Side) -> Iterator[P]:
        """Positions that differ from this one only in what ``side`` may not see, itself among them or not.

        Systems with hidden facts override it; the conformance suite finds leaks by it.
        """
        yield from ()

    def starts(self) -> Iterator[P]:
        """Set-up positions from which fuzz games also start, to reach what play seldom reaches."""
        yield from ()

    def lint(self) -> Iterator[str]:
        """Problems of the ruleset that only the system can see."""
        yield from ()


def _options(decision: Decision[Any, Any, Any], play: Play[Any, Any]) -> list[Action]:
    """The options of a decision; raises ``PluginError`` if they are no actions."""
    given: object = decision.options(play)
    options: list[Action] = list(given if isinstance(given, Iterable) else [given])  # type: ignore[list-item]
    if all(issubclass(kind, Action) for kind in set(map(type, options))):
        return options
    kind, got = type(decision), next(each for each in options if not isinstance(each, Action))
    raise PluginError(f"{kind.__name__}.options in {kind.__module__} must yield actions, got {got!r}")


def _subclasses(kind: type[Frame[Any, Any]]) -> Iterator[type[Frame[Any, Any]]]:
    for child in kind.__subclasses__():
        yield child
        yield from _subclasses(child)


def _is_concrete(kind: type) -> bool:
    """Whether a frame class can do its part; a system's own bases cannot."""
    if issubclass(kind, Resolution):
        return kind.happen is not Resolution.happen
    return issubclass(kind, Decision) and kind.take is not Decision.take
