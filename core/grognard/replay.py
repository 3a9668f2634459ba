"""Playing records again: what each action led to, and the first line where the rules now say otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import msgspec

from grognard.chart_overlay import digest_of, own_file
from grognard.dice import Dice, DiceMismatch, DiceWanted, Die, Face, Roll, ScriptedDice, SeededDice
from grognard.errors import GrognardError, IllegalAction, NotationError, PluginError, RecordError
from grognard.faults import fault
from grognard.play import Action, Event, Outcome, Position, Rules, Side
from grognard.reasons import tracing
from grognard.record import (
    Act,
    End,
    Header,
    Record,
    Resumed,
    Seed,
    SetUp,
    Strike,
    commitment,
    hidden,
)

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.registry import Registry

__all__ = ["Divergence", "Replay", "StepResult", "Verification", "open_game", "verify"]

P = TypeVar("P", bound=Position)
R = TypeVar("R", bound=Rules)
T = TypeVar("T")


class StepResult(msgspec.Struct, Generic[P], frozen=True):
    """One action of a game and what came of it.

    ``before`` and ``after`` are positions; neither changes any more. ``seen_by`` names the one side that may
    see which action it was; ``standing`` marks an answer given beforehand, and ``followed`` holds the
    standing answers that were used right after.
    """

    side: Side
    action: Action
    text: str
    before: P
    after: P
    rolls: tuple[Roll, ...] = ()
    events: tuple[Event, ...] = ()
    standing: bool = False
    seen_by: Side = ""
    followed: tuple[StepResult[P], ...] = ()

    def __repr__(self) -> str:
        return f"<{self.side}: {self.text}; {len(self.rolls)} rolls, {len(self.events)} events>"

    def events_for(self, side: Side) -> tuple[Event, ...]:
        """The events that ``side`` may see."""
        return tuple(event for event in self.events if event.seen_by in ("", side))

    def rolls_for(self, side: Side) -> tuple[Roll, ...]:
        """The rolls as ``side`` sees them: another side's draws show ``?``."""
        return tuple(hidden(roll, side) for roll in self.rolls)


NAMED = 8
"""Rules that a message names."""


class Divergence(RecordError):
    """A record says one thing and the rules now say another; ``rules`` are all the rules at work there."""

    def __init__(
        self,
        problem: str,
        *,
        expected: str = "",
        got: str = "",
        rules: Iterable[str] = (),
        file: Path | str = "",
        line: int = 0,
    ) -> None:
        self.expected, self.got, self.rules = expected, got, tuple(rules)
        detail = f": expected {expected}, got {got}" if expected or got else ""
        more = f" and {len(self.rules) - NAMED} more" if len(self.rules) > NAMED else ""
        cites = f" [{', '.join(self.rules[:NAMED])}{more}]" if self.rules else ""
        super().__init__(problem + detail + cites, file=file, line=line)


class _Luck(NamedTuple):
    """What is known about the outcomes of a stretch: the dice they must equal, for throws and for draws."""

    throws: SeededDice | None = None
    draws: SeededDice | None = None


class _Witness:
    """The dice of a record, compared with what its seed gives for throws and for draws."""

    def __init__(self, script: ScriptedDice, luck: _Luck) -> None:
        self._script, self._luck = script, luck

    def throw(self, die: Die, n: int, why: str) -> tuple[Face, ...]:
        faces = self._script.throw(die, n, why)
        if self._luck.throws is not None:
            self._compare(self._luck.throws.throw(die, n, why), faces, why)
        return faces

    def count(self, die: Die, n: int, groups: tuple[str, ...], why: str) -> tuple[int, ...]:
        counts = self._script.count(die, n, groups, why)
        if self._luck.throws is not None:
            self._compare(self._luck.throws.count(die, n, groups, why), counts, why)
        return counts

    def draw(self, bag: Mapping[str, int], why: str) -> str:
        item = self._script.draw(bag, why)
        if self._luck.draws is not None:
            self._compare((self._luck.draws.draw(bag, why),), (item,), why)
        return item

    def _compare(self, wanted: tuple[Face, ...], got: tuple[Face, ...], why: str) -> None:
        if wanted != got:
            raise _Unlucky(f"{list(wanted)} for {why!r}", str(list(got)))


class _Unlucky(Exception):
    """A roll that does not follow from the seed."""


class Replay(Generic[P, R]):
    """A record being played again, line by line; stops at the first divergence with an error.

    After :meth:`run`, ``steps`` are the actions that stand, ``position`` is where the game is, ``start``
    where it began, and ``notes`` says what is unusual but no fault.
    """

    def __init__(self, record: Record, game: Game[P, R]) -> None:
        self.record, self.game = record, game
        self.steps: list[StepResult[P]] = []
        self.options: list[Action] = []
        self.notes: list[str] = _compare_games(record, game)
        self._lucks = _lucks(record)
        self._luck = _Luck()
        self._since: tuple[P, list[tuple[Action, tuple[Roll, ...]]]] | None = None

    def run(self) -> Replay[P, R]:
        """Play every line; raises ``Divergence``."""
        lines = self.record.lines
        if not lines or not isinstance(lines[0], SetUp):
            raise self._error(2, "the set-up is missing")
        self._luck = next(self._lucks)
        self._set_up(lines[0])
        for number, line in enumerate(lines[1:], 3):
            if isinstance(line, Act):
                self._act(number, line)
            elif isinstance(line, Strike):
                self._strike(number, line)
            elif isinstance(line, End):
                self._end(number, line)
            elif isinstance(line, Resumed):
                self._luck = next(self._lucks)
            elif isinstance(line, SetUp):
                raise self._error(number, "a second set-up")
        return self

    @property
    def position(self) -> P:
        """Where the game is."""
        return self.steps[-1].after if self.steps else self.start

    def _error(self, line: int, problem: str, expected: str = "", got: str = "", *rules: str) -> Divergence:
        file = self.record.path or ""
        return Divergence(problem, expected=expected, got=got, rules=rules, file=file, line=line)

    def _set_up(self, line: SetUp) -> None:
        rolls: list[Roll] = []
        self.events: list[Event] = []
        scenario = self.record.header.scenario
        self.start: P = self._play(
            2,
            line.rolls,
            "the set-up differs",
            lambda dice: self.game.start(scenario, dice, rolls=rolls, events=self.events),
        )
        self.options = self.game.options(self.start)
        self._hash(2, line.position, self.start)

    def _act(self, number: int, line: Act) -> None:
        before = self.position
        side = self.game.to_act(before)
        if side is None:
            raise self._error(number, "the game is over", "no action", repr(line.do))
        if side != line.side:
            raise self._error(number, "another side has to act", side, line.side)
        action = self._action(number, line, before)
        after = before.copy()
        rolls: list[Roll] = []
        events: list[Event] = []
        if self._since is not None:
            self._since[1].append((action, line.rolls))
        self.options = self._play(
            number,
            line.rolls,
            f"{line.do!r} goes otherwise",
            lambda dice: self.game.apply(after, action, dice, rolls=rolls, events=events),
        )
        step = StepResult(
            side, action, line.do, before, after, tuple(rolls), tuple(events), line.standing, line.seen_by
        )
        self.steps.append(step)
        if line.position:
            self._hash(number, line.position, after)

    def _action(self, number: int, line: Act, position: P) -> Action:
        for option in self.options:
            if self.game.say(option) == line.do:
                return option
        try:
            action = self.game.parse(position, line.do)
            reasons = self.game.refusal(position, action)
            if reasons:
                raise IllegalAction(line.do, reasons)
        except IllegalAction as error:
            cites = [reason.cite for reason in error.reasons]
            raise self._error(number, str(error), "", "", *cites) from None
        except NotationError as error:
            raise self._error(number, str(error)) from None
        return action

    def _strike(self, number: int, line: Strike) -> None:
        if not 0 < line.actions <= len(self.steps):
            raise self._error(
                number, "too many actions taken back", f"at most {len(self.steps)}", str(line.actions)
            )
        del self.steps[-line.actions :]
        self.options = self.game.options(self.position)
        self._since = None

    def _end(self, number: int, line: End) -> None:
        expected = Outcome(line.winner, line.why, line.cite, line.score)
        got = self.game.outcome(self.position)
        if got != expected:
            told = f"winner {got.winner}: {got.why}" if got else "a game that goes on"
            raise self._error(
                number, "the game ends otherwise", f"winner {line.winner}: {line.why}", told, *self._rules()
            )
        self._hash(number, line.position, self.position)

    def _hash(self, number: int, expected: str, position: P) -> None:
        got = self.game.digest(position)
        if got != expected:
            raise self._error(number, "the position differs", expected, got, *self._rules())
        self._since = (position, [])

    def _rules(self) -> tuple[str, ...]:
        """Rules at work since the last position that agreed: that stretch is played again and watched."""
        if self._since is None:
            return ()
        start, stretch = self._since
        position = start.copy()
        with tracing() as reached:
            try:
                for action, rolls in stretch:
                    self.game.apply(position, action, ScriptedDice(rolls))
            except Exception:  # it went wrong before: what ran until then is the answer
                pass
        return tuple(sorted(reached))

    def _play(self, number: int, rolls: tuple[Roll, ...], problem: str, go: Callable[[Dice], T]) -> T:
        """What ``go`` returns when it gets exactly the recorded rolls; anything else is a divergence."""
        script = ScriptedDice(rolls)
        try:
            result = go(_Witness(script, self._luck))
        except _Unlucky as error:
            raise self._error(number, "the dice do not follow from the seed", *error.args) from None
        except (DiceMismatch, DiceWanted) as error:
            raise self._error(number, f"{problem}: {error}", "", "", *self._rules()) from None
        except GrognardError as error:
            raise self._error(number, str(error)) from None
        except Exception as error:
            told = f"{problem}: {fault(error)}"
            raise self._error(number, told, "", "", *self._rules()) from error
        if script.left:
            raise self._error(number, problem, "all rolls used", f"{script.left} left over", *self._rules())
        return result


def _lucks(record: Record) -> Iterator[_Luck]:
    """For every commitment of the record in turn: what the dice must be, if the seed was told later."""
    promises: list[Header | Resumed] = [record.header]
    told: dict[str, int | str] = {}
    for number, line in enumerate(record.lines, 2):
        if isinstance(line, Resumed):
            promises.append(line)
        elif isinstance(line, Seed):
            if commitment(line.seed) != promises[-1].commitment:
                problem = "the seed is not the one the record committed to"
                raise RecordError(problem, file=record.path or "", line=number)
            told[promises[-1].commitment] = line.seed
    for promise in promises:
        if promise.commitment not in told or promise.dice == "given":
            yield _Luck()
        else:
            luck = SeededDice(told[promise.commitment])
            yield _Luck(None if promise.dice == "asked" else luck, luck)


def _compare_games(record: Record, game: Game[Any, Any]) -> list[str]:
    header, ruleset = record.header, game.ruleset
    file = record.path or ""
    if (header.system, header.ruleset) != (game.system, ruleset.id):
        problem = f"expected ruleset {ruleset.id!r} ({game.system}), got {header.ruleset!r} ({header.system})"
        raise RecordError(problem, file=file, line=1)
    chosen = game.options_chosen
    for option, value in header.options.items():
        if chosen.get(option) != value:
            problem = f"option {option!r}: expected {value!r}, got a game with {chosen.get(option)!r}"
            raise RecordError(problem, file=file, line=1)
    if header.overlay != ruleset.overlay_digest:
        got = ruleset.overlay_digest or "none"
        problem = f"expected chart overlay {header.overlay or 'none'}, got {got}"
        raise RecordError(problem, file=file, line=1)
    if header.digest != ruleset.digest:
        return [
            f"the ruleset has changed: the record has {header.version} ({header.digest}), "
            f"here is {ruleset.version} ({ruleset.digest})"
        ]
    return []


def open_game(
    record: Record, registry: Registry | None = None, *, charts: Path | str | None = None
) -> Game[Any, Any]:
    """The game a record belongs to, loaded from what is installed.

    A record played with a chart overlay that is not given finds it if it is the owner's own.

    Raises:
        RecordError: it was played with a chart overlay that is not given, or its ruleset or system is not
            installed or has other options.
        PluginError: its system cannot be loaded.
    """
    from grognard.registry import Registry

    header = record.header
    if header.overlay and charts is None:
        charts = own_file(header.ruleset)
        if charts is None or digest_of(charts) != header.overlay:
            problem = f"played with a chart overlay ({header.overlay}): say which file that is"
            raise RecordError(problem, file=record.path or "", line=1)
    registry = registry or Registry.discover()
    try:
        return registry.load(header.ruleset, header.options, charts=charts if header.overlay else None)
    except PluginError:
        raise
    except GrognardError as error:
        problem = f"its game cannot be loaded: {error}"
        raise RecordError(problem, file=record.path or "", line=1) from None


class Verification(msgspec.Struct, frozen=True):
    """What became of one record: replayed to its end, or the first line that went otherwise."""

    path: str
    ok: bool
    actions: int = 0
    line: int = 0
    problem: str = ""
    rules: tuple[str, ...] = ()
    expected: str = ""
    got: str = ""
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        notes = "".join(f" ({note})" for note in self.notes)
        return (f"{self.path}: {self.actions} actions replayed" if self.ok else self.problem) + notes


def verify(
    paths: Iterable[Path | str],
    registry: Registry | None = None,
    *,
    charts: Path | str | None = None,
    games: Mapping[str, Game[Any, Any]] | None = None,
) -> list[Verification]:
    """Replay records against the rules installed now and report the first divergence of each.

    ``games`` (ruleset id → game) are used before the registry is asked.
    """
    return [_verify(Path(path), registry, charts, games or {}) for path in paths]


def _verify(
    path: Path, registry: Registry | None, charts: Path | str | None, games: Mapping[str, Game[Any, Any]]
) -> Verification:
    notes: tuple[str, ...] = ()
    try:
        record = Record.load(path)
        game = games.get(record.header.ruleset) or open_game(record, registry, charts=charts)
        replay = Replay(record, game)
        notes = tuple(replay.notes)
        replay.run()
    except Divergence as error:
        return Verification(
            str(path), False, 0, error.line, str(error), error.rules, error.expected, error.got, notes
        )
    except GrognardError as error:
        return Verification(str(path), False, 0, getattr(error, "line", 0), str(error), notes=notes)
    return Verification(str(path), True, len(replay.steps), notes=notes)
