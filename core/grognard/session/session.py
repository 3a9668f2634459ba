"""The session: what is on the table, questions, playing, standing answers, taking back, watching."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, TypedDict, TypeVar, Unpack

import msgspec

from grognard.dice import Dice, Roll, SeededDice
from grognard.errors import (
    RecordError,
    UndoRefused,
)
from grognard.faults import fault, guarded
from grognard.game import Explanation, Game
from grognard.play import Action, Decision, Event, Outcome, Position, Rules, Side
from grognard.reasons import Reason
from grognard.record import (
    Act,
    End,
    Line,
    Record,
    Resumed,
    SetUp,
    Strike,
    commitment,
    plain,
)
from grognard.replay import Replay, StepResult, open_game
from grognard.session.keeping import Keeper, header_of
from grognard.session.luck import Ask, checked, dice_of, going_on, reading
from grognard.session.naming import Naming
from grognard.session.standing import Kind, StandingAnswers
from grognard.session.undo import check_undo
from grognard.spelling import check_side

if TYPE_CHECKING:
    from grognard.bots import Bot
    from grognard.odds import OddsTable
    from grognard.registry import Registry

__all__ = ["HUMAN", "Continuing", "Session"]

P = TypeVar("P", bound=Position)
R = TypeVar("R", bound=Rules)

HUMAN = "human"
Observer = Callable[[Event], object]


class Continuing(TypedDict, total=False):
    """How a recorded game goes on; everything may be left out.

    ``registry`` and ``charts`` find the game that the record names. ``seed`` is the game's own, where the
    record does not tell it. ``seats`` and ``dice`` are as for a new session, by default those of the record
    and the seed's.
    """

    registry: Registry | None
    charts: Path | str | None
    seed: int | str | None
    seats: Mapping[Side, str | Bot] | None
    dice: Dice | Ask | None


class Session(Generic[P, R]):
    """One game being played.

    ``seed`` is made up if none is given. ``seats`` maps sides to ``"human"`` (the default), a bot's id or a
    bot. ``solo`` says that one person plays all human seats and may take back any side's decisions.
    ``record`` is a new file that the game is written to as it goes. ``dice`` is a function that asks people
    for the faces of real dice (draws still come from the seed), or dice of your own.

    Raises:
        ScenarioError: there is no such scenario.
        RecordError: the record file exists or cannot be written.
        GrognardError: a seat is given to an unknown side or bot, or the seed is neither number nor text.
    """

    def __init__(
        self,
        game: Game[P, R],
        scenario: str | None = None,
        *,
        seed: int | str | None = None,
        seats: Mapping[Side, str | Bot] | None = None,
        solo: bool = False,
        record: Path | str | None = None,
        dice: Dice | Ask | None = None,
    ) -> None:
        scenario = game.default_scenario if scenario is None else scenario
        seed = secrets.token_hex(16) if seed is None else seed
        luck = SeededDice(checked(seed))
        rolls: list[Roll] = []
        events: list[Event] = []
        with guarded(f"system {game.system!r} failed to set up {scenario!r}"):
            start = game.start(scenario, dice_of(dice, luck), rolls=rolls, events=events)
            lines: list[Line] = [SetUp(game.digest(start), plain(rolls)), *_ending(game, start)]
        self._prepare(game, scenario, luck, start, events, seats or {}, solo=solo, dice=dice)
        for side in game.sides:
            self._bot(side)
        header = header_of(game, scenario, seed=seed, seats=self.seats, solo=solo, dice=reading(dice))
        self._kept = Keeper.begin(header, *lines, seed=seed, path=record)

    def _prepare(
        self,
        game: Game[P, R],
        scenario: str,
        luck: SeededDice,
        start: P,
        events: Sequence[Event],
        seats: Mapping[Side, str | Bot],
        *,
        solo: bool,
        dice: Dice | Ask | None,
    ) -> None:
        self.game, self.scenario, self.seed, self.solo = game, scenario, luck.seed, solo
        self.notes: list[str] = []
        self._luck, self._given = luck, dice
        self._start, self._set_up_events = start, tuple(events)
        self._steps: list[StepResult[P]] = []
        self._options: list[Action] = game.options(start)
        self._standing = StandingAnswers(game)
        self._observers: list[Observer] = []
        self.seats: Mapping[Side, str] = {}
        self._bots: dict[Side, Bot] = {}
        self._seat(seats)

    def _seat(self, seats: Mapping[Side, str | Bot]) -> None:
        names: dict[Side, str] = {}
        for side in seats:
            self._check_side(side)
        for side in self.game.sides:
            player = seats.get(side, HUMAN)
            if isinstance(player, str):
                names[side] = player
            else:
                names[side], self._bots[side] = getattr(player, "id", type(player).__name__), player
        self.seats = names

    def _bot(self, side: Side) -> Bot | None:
        """The bot of a seat, made when it is first wanted; ``None`` for people."""
        if side not in self._bots and self.seats[side] != HUMAN:
            from grognard.bots import bot_seed, make_bot

            seed = bot_seed(self.seed, side, len(self._steps))
            self._bots[side] = make_bot(self.seats[side], self.game, seed)
        return self._bots.get(side)

    def _check_side(self, side: Side) -> None:
        check_side(side, self.game.sides)

    # Continuing ------------------------------------------------------------------------------------------
    @classmethod
    def resume(
        cls,
        path: Path | str,
        game: Game[P, R] | None = None,
        **how: Unpack[Continuing],
    ) -> Self:
        """Go on with a saved or interrupted game, writing on to the same file.

        The game is loaded by what the record names, unless it is given. Luck goes on where it stopped if the
        record tells the seed or ``seed`` is given; otherwise a new one is made up and committed to. A last
        line that was cut off is dropped. Bots begin afresh.

        Raises:
            RecordError: the record is damaged, does not replay, or has another seed.
        """
        return cls._continue(Record.load(path, mend=True), game, write=True, **how)

    @classmethod
    def load(
        cls,
        path: Path | str,
        game: Game[P, R] | None = None,
        **how: Unpack[Continuing],
    ) -> Self:
        """Like :meth:`resume`, but the file is left as it is."""
        return cls._continue(Record.load(path), game, write=False, **how)

    @classmethod
    def from_record(cls, record: Record, game: Game[P, R]) -> Self:
        """A record played again to where it ends, as a session that can go on; writes no file.

        Raises:
            RecordError: the record belongs to another ruleset, or does not replay (a ``Divergence``).
        """
        return cls._continue(record, game, write=False)

    @classmethod
    def _continue(
        cls,
        record: Record,
        game: Game[Any, Any] | None,
        *,
        write: bool,
        registry: Registry | None = None,
        charts: Path | str | None = None,
        seed: int | str | None = None,
        seats: Mapping[Side, str | Bot] | None = None,
        dice: Dice | Ask | None = None,
    ) -> Self:
        game = game or open_game(record, registry, charts=charts)
        replay = Replay(record, game).run()
        header = record.header
        if seed is not None and commitment(seed) != record.commitment:
            problem = f"seed {seed!r} is not the one this game is played with"
            raise RecordError(problem, file=record.path or "", line=1)
        known = record.seed if seed is None else seed
        source = reading(dice)
        luck = going_on(record, known, source)
        session = cls.__new__(cls)
        session._prepare(
            game,
            header.scenario,
            luck,
            replay.start,
            replay.events,
            seats or {side: name for side, name in header.seats.items() if side in game.sides},
            solo=header.solo,
            dice=dice,
        )
        session._steps = replay.steps
        session._options = replay.options
        session.notes += replay.notes
        session._kept = Keeper.resume(record, luck.seed, write=write)
        if record.torn:
            session.notes.append("the last line of the record was cut off: the action in hand is lost")
        if session.over and record.outcome is None:  # the process died between the last action and this line
            session._kept.write(*_ending(game, session._position))
        if session.over or luck.seed == known:
            return session
        if known is None:
            session.notes.append("the seed of the interrupted game is not known: its luck is new from here")
        session._kept.write(Resumed(commitment(luck.seed), source))
        return session

    # Copying ---------------------------------------------------------------------------------------------
    def copy(self) -> Self:
        """A session at the same place that goes on by itself, with the same luck, bots and standing answers.

        Whatever is played in one leaves the other as it is. The copy writes no file (``save`` it to one), and
        nobody watches it; dice that a function asks for are asked of the same function.

        >>> import grognard
        >>> session = grognard.Session(grognard.load("memoir44"), seed=7)
        >>> other = session.copy()
        >>> step = other.play(other.options()[0])
        >>> len(session.steps), len(other.steps)
        (0, 1)
        """
        return deepcopy(self)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = memo[id(self)] = type(self).__new__(type(self))
        memo[id(self.game)] = self.game
        vars(twin).update(vars(self))
        twin._steps, twin._options, twin.notes = list(self._steps), list(self._options), list(self.notes)
        twin._observers, twin._kept = [], self._kept.copy()
        twin._standing, twin._bots = deepcopy(self._standing, memo), deepcopy(self._bots, memo)
        twin._given = self._given if callable(self._given) else deepcopy(self._given, memo)
        return twin

    # What is on the table --------------------------------------------------------------------------------
    @property
    def position(self) -> P:
        """The whole position, hidden facts included; a copy, so do with it what you like."""
        return self._position.copy()

    @property
    def _position(self) -> P:
        return self._steps[-1].after if self._steps else self._start

    @property
    def decision(self) -> Decision[P, R, Any] | None:
        """The decision that has to be made; ``None`` when the game is over."""
        return self.game.decision(self._position)

    @property
    def to_act(self) -> Side | None:
        """The side that has to choose; ``None`` when the game is over."""
        return self.game.to_act(self._position)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
        return self.game.outcome(self._position)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self._position.agenda

    @property
    def steps(self) -> tuple[StepResult[P], ...]:
        """The actions that stand, in order, each with its rolls, events and positions."""
        return tuple(self._steps)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, the set-up first; :meth:`events_for` says it to one side."""
        return self._set_up_events + tuple(event for step in self._steps for event in step.events)

    def events_for(self, side: Side) -> tuple[Event, ...]:
        """What happened, as far as ``side`` may see it."""
        self._check_side(side)
        return tuple(event for event in self.events if event.seen_by in ("", side))

    @property
    def record(self) -> Record:
        """The record so far."""
        return self._kept.record

    def view(self, side: Side) -> P:
        """The position as ``side`` may see it."""
        self._check_side(side)
        return self.game.view(self._position, side)

    def options(self) -> list[Action]:
        """Every legal action of the side to act; empty when the game is over."""
        return list(self._options)

    def __repr__(self) -> str:
        where = f"<Session {self.game.ruleset.id} {self.scenario}: "
        count = f"{len(self._steps)} actions>"
        if self.outcome is not None:
            end = f"{self.outcome.winner} won" if self.outcome.winner else "drawn"
            return f"{where}{end} ({self.outcome.why}), {count}"
        return f"{where}turn {self.game.turn(self._position)}, {self.to_act} to act, {count}"

    def _repr_svg_(self) -> str:
        """The map as the side to act sees it, for notebooks."""
        from grognard.scene.svg import render_svg

        side = self.to_act
        return render_svg(self.game.scene(self.view(side) if side else self._position))

    # Questions -------------------------------------------------------------------------------------------
    def refusal(self, action: Action | str) -> tuple[Reason, ...]:
        """Every reason that forbids the action now; empty exactly when it is legal. Raises NotationError."""
        return self.game.refusal(self._position, self._naming.named(action))

    def explain(self, action: Action | str) -> Explanation:
        """The reasons behind an action of the side to act, from what that side may know.

        A text may name several stages, ``move G5 H4`` or ``move G5; to H4``: the last of them is explained.
        """
        return self.game.explain(*self._naming.asked(action))

    def odds(self, action: Action | str, **how: Any) -> OddsTable:
        """What the action leads to and how likely, from what the side to act may know.

        A text may name several stages: the odds are those of the last. ``how`` is handed on to
        :func:`grognard.odds.odds`: ``assume``, ``choose``, ``measure``, ``limit`` …
        """
        from grognard.odds import odds

        return odds(self.game, *self._naming.asked(action), **how)

    @property
    def _naming(self) -> Naming:
        return Naming(self.game, self._position, self._options)

    # Playing ---------------------------------------------------------------------------------------------
    def play(self, action: Action | str) -> StepResult[P]:
        """Carry out an action of the side to act, then the standing answers that apply.

        Raises:
            NotationError: the text names no action.
            IllegalAction: the rules forbid it; carries every reason.
            RecordError: it cannot be recorded.
            PluginError: the system failed.

        After an error the position is as before; what a failing standing answer follows from stays played.
        """
        step = self._take(self._naming.single(action), standing=False)
        followed = self._answer_standing()
        return msgspec.structs.replace(step, followed=followed) if followed else step

    def bot_step(self) -> StepResult[P] | None:
        """Let the bot to act make one choice; ``None`` if a person has to act or the game is over."""
        side = self.to_act
        bot = self._bot(side) if side else None
        if side is None or bot is None:
            return None
        from grognard.bots.asking import Asked

        asked = Asked(bot, f"bot {self.seats[side]!r}")
        return self.play(asked.choose(self.game, self._position, side, self._options))

    def run(self, limit: int | None = None) -> list[StepResult[P]]:
        """Let bots play until a person has to act or the game is over, ``limit`` actions at most."""
        return list(self.running(limit))

    def running(self, limit: int | None = None) -> Iterator[StepResult[P]]:
        """Like :meth:`run`, action by action as one asks for the next."""
        while limit is None or limit > 0:
            step = self.bot_step()
            if step is None:
                return
            yield step
            limit = None if limit is None else limit - 1

    def _take(self, action: Action, *, standing: bool) -> StepResult[P]:
        game, before = self.game, self._position
        decision, text = game.decision(before), game.say(action)
        assert decision is not None  # a game that is over refuses every action
        after = before.copy()
        luck = SeededDice(self._luck.seed, self._luck.rolled)
        rolls: list[Roll] = []
        events: list[Event] = []
        with guarded(f"system {game.system!r} failed at {text!r}, which is not carried out"):
            options = game.apply(after, action, dice_of(self._given, luck), rolls=rolls, events=events)
            turned = not after.agenda or game.turn(after) != game.turn(before)
            position = game.digest(after) if turned else ""
            seen_by = decision.side if decision.secret else ""
            act = Act(decision.side, text, plain(rolls), standing, seen_by, position)
            lines: list[Line] = [act, *_ending(game, after)]
        self._kept.write(*lines)
        step = StepResult(
            decision.side, action, text, before, after, tuple(rolls), tuple(events), standing, seen_by
        )
        self._steps.append(step)
        self._options, self._luck = options, luck
        self._tell(events)
        return step

    # Standing answers ------------------------------------------------------------------------------------
    def stand(self, side: Side, decision: Kind, answer: str) -> tuple[StepResult[P], ...]:
        """Answer a kind of decision beforehand: ``answer`` is given whenever it is among the options.

        ``answer`` is the text of an action. It holds until :meth:`withdraw`. If the decision is being asked
        right now, it is answered at once; what was played is returned.
        """
        self._check_side(side)
        self._standing.give(side, decision, answer)
        return self._answer_standing()

    def withdraw(self, side: Side, decision: Kind | None = None) -> None:
        """Take back a side's standing answer to a kind of decision, or all of them."""
        self._check_side(side)
        self._standing.withdraw(side, decision)

    @property
    def standing(self) -> Mapping[tuple[Side, str], str]:
        """The standing answers: (side, decision) → text."""
        return self._standing.texts

    def _answer_standing(self) -> tuple[StepResult[P], ...]:
        steps: list[StepResult[P]] = []
        while (answer := self._standing.answer(self.decision, self._options)) is not None:
            steps.append(self._take(answer, standing=True))
        return tuple(steps)

    # Taking back -----------------------------------------------------------------------------------------
    def undo(self, side: Side | None = None) -> tuple[StepResult[P], ...]:
        """Take back the last action of ``side`` and the standing answers it caused; returns what is undone.

        ``side`` is who asks: by default the only person at the table, else the side to act. What has been
        rolled, drawn or revealed stays, and so does what another side has decided, be it to do nothing
        (unless the session is ``solo``).

        Raises:
            UndoRefused: says what stands in the way.
        """
        side = self._asking() if side is None else side
        if side is not None:
            self._check_side(side)
        undone: list[StepResult[P]] = []
        for step in reversed(self._steps):
            check_undo(self.game, step, side, solo=self.solo)
            undone.append(step)
            if not step.standing:
                break
        if not undone:
            raise UndoRefused("there is nothing to take back")
        if undone[-1].standing:
            raise UndoRefused("only standing answers would be taken back; withdraw them first")
        self._kept.write(Strike(len(undone)))
        del self._steps[-len(undone) :]
        self._options = self.game.options(self._position)
        return tuple(undone)

    def _asking(self) -> Side | None:
        people = [side for side, player in self.seats.items() if player == HUMAN]
        return people[0] if len(people) == 1 else self.to_act

    # Writing ---------------------------------------------------------------------------------------------
    def save(self, path: Path | str | None = None) -> None:
        """Save the game so that it can be resumed with its luck: the record then tells the seed.

        Without a path the session's own record file is completed; with one, the whole record is written
        there. Whoever reads the file can foretell the dice from here on.
        """
        self._kept.save(path)

    def close(self) -> None:
        """Let go of the record file. The game can be resumed from it."""
        self._kept.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # Watching --------------------------------------------------------------------------------------------
    def watch(self, observer: Observer) -> None:
        """Call ``observer`` with every event from now on; one that raises is dropped (see ``notes``)."""
        self._observers.append(observer)

    def _tell(self, events: Sequence[Event]) -> None:
        for observer in list(self._observers):
            try:
                for event in events:
                    observer(event)
            except Exception as error:  # an onlooker never stops a game
                self._observers.remove(observer)
                self.notes.append(f"an observer failed and was dropped: {fault(error)}")


def _ending(game: Game[P, R], position: P) -> list[End]:
    """The line of a record that tells how the game ended; none while it goes on."""
    if position.agenda:
        return []
    outcome = game.outcome(position)
    if outcome is None:
        raise RuntimeError("the game ended without an outcome")
    return [End(outcome.winner, outcome.why, outcome.cite, outcome.score, game.digest(position))]
