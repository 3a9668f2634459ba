"""Games between bots, in bulk.

Every game has its own seed, made from the simulation's seed and the game's number, so that the results are
the same for any number of worker processes; a game can be played again alone by its seed.

Worker processes are started afresh (``spawn``): a script that uses several must keep its own work under
``if __name__ == "__main__":``.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from grognard.bots import Bot, BotFactory, bot_seed, make_bot
from grognard.dice import Die, Face, SeededDice
from grognard.errors import GrognardError, MissingExtra, PluginError
from grognard.game import Game
from grognard.lab.statistics import Share, Spread
from grognard.registry import Registry
from grognard.ruleset import Ruleset

if TYPE_CHECKING:
    from grognard.play import Side

__all__ = ["GameResult", "SimulationResult", "Summary", "play_game", "simulate"]

AnyGame = Game[Any, Any]
Progress = Callable[[int, int], object]
Player = str | BotFactory
_MOST = 32  # games in a chunk
_AHEAD = 3  # chunks handed out per worker, so that none waits for the next
Report = Callable[[list["GameResult"]], None]


class GameResult(msgspec.Struct, frozen=True):
    """One game: how it ended and how long it was.

    ``unfinished`` games ran into the turn limit and have no winner. ``decisions`` counts choices between two
    or more options and ``options`` sums how many there were; ``dice`` and ``draws`` count what was rolled and
    drawn. ``position`` is the hash of the last position.
    """

    game: int
    seed: int | str
    winner: Side | None
    unfinished: bool
    why: str
    score: dict[Side, int]
    turns: int
    decisions: int
    options: int
    dice: int
    draws: int
    position: str

    @property
    def branching(self) -> float:
        """Options per decision."""
        return self.options / self.decisions if self.decisions else 0.0


class Summary(msgspec.Struct, frozen=True):
    """What a simulation says: shares of all games with 95 % intervals, and spreads over all games."""

    wins: dict[Side, Share]
    draws: Share
    unfinished: Share
    turns: Spread
    decisions: Spread
    branching: Spread
    dice: Spread


class SimulationResult(msgspec.Struct, frozen=True):
    """The games of a simulation, in order, and what was simulated.

    ``interrupted`` says that it was stopped: ``games`` then holds those that were finished by then.
    """

    ruleset: str
    version: str
    digest: str
    scenario: str
    sides: tuple[Side, ...]
    first: Side
    seats: dict[Side, str]
    seed: int | str
    n: int
    max_turns: int
    games: tuple[GameResult, ...]
    interrupted: bool = False

    def __repr__(self) -> str:
        wins = ", ".join(f"{side} {share.share:.0%}" for side, share in self.summary.wins.items())
        stopped = ", interrupted" if self.interrupted else ""
        return f"<{len(self.games)} games of {self.ruleset} {self.scenario}: {wins}{stopped}>"

    def wins(self, side: Side) -> Share:
        """The share of all games that ``side`` won."""
        return Share.of_count(sum(game.winner == side for game in self.games), len(self.games))

    @property
    def summary(self) -> Summary:
        """Win rates, length and branching."""
        games = self.games
        unfinished = sum(game.unfinished for game in games)
        drawn = sum(game.winner is None and not game.unfinished for game in games)
        return Summary(
            {side: self.wins(side) for side in self.sides},
            Share.of_count(drawn, len(games)),
            Share.of_count(unfinished, len(games)),
            Spread.over(game.turns for game in games),
            Spread.over(game.decisions for game in games),
            Spread.over(game.branching for game in games),
            Spread.over(game.dice for game in games),
        )

    def rows(self) -> list[dict[str, object]]:
        """One flat row per game, the scores as ``score_SIDE``."""
        return [
            {
                **{name: getattr(game, name) for name in GameResult.__struct_fields__ if name != "score"},
                "seed": str(game.seed),
                **{f"score_{side}": game.score.get(side) for side in self.sides},
            }
            for game in self.games
        ]

    def write(self, path: Path | str) -> None:
        """Write the games, all or none, to ``.jsonl`` or ``.parquet``.

        JSON lines begin with the simulation, then tell a game each, and end with the summary.

        Raises:
            MissingExtra: Parquet is asked for and ``pyarrow`` is not installed.
            GrognardError: the name ends otherwise, or the file cannot be written.
        """
        path = Path(path)
        check_writable(path)
        if path.suffix == ".parquet":
            self._write_parquet(path)
            return
        try:
            with _lines(path, self) as lines:
                assert lines is not None  # the name ends in .jsonl
                lines.finish(self)
        except GrognardError:
            _aside(path).unlink(missing_ok=True)
            raise

    def _write_parquet(self, path: Path) -> None:
        pyarrow, parquet = _parquet()
        aside = _aside(path)
        try:
            parquet.write_table(pyarrow.Table.from_pylist(self.rows()), aside)
            aside.replace(path)
        except OSError as error:
            aside.unlink(missing_ok=True)
            raise _unwritable(path, error) from None


class _Lines:
    """Games written in order as they come, to ``NAME.part``; the file takes its name when all are there.

    What has been written outlives a process that is killed.
    """

    def __init__(self, path: Path, simulation: SimulationResult) -> None:
        self.path, self.aside = path, _aside(path)
        self._waiting: dict[int, GameResult] = {}
        self._next = 0
        fields = (name for name in simulation.__struct_fields__ if name not in ("games", "interrupted"))
        try:
            self._file = self.aside.open("wb", buffering=0)
        except OSError as error:
            raise _unwritable(path, error) from None
        self._write({"simulation": {name: getattr(simulation, name) for name in fields}})

    def add(self, games: Iterable[GameResult]) -> None:
        """Write games, or keep them until those before them have come."""
        self._waiting |= {game.game: game for game in games}
        ready = []
        while (game := self._waiting.pop(self._next, None)) is not None:
            ready.append(game)
            self._next += 1
        self._write(*ready)

    def finish(self, result: SimulationResult) -> None:
        """Write what is missing, be there gaps or not, and the summary; the file takes its name."""
        self._write(
            *(game for game in result.games if game.game >= self._next),
            {"summary": result.summary, "interrupted": result.interrupted},
        )
        self.close()
        try:
            self.aside.replace(self.path)
        except OSError as error:
            raise _unwritable(self.path, error) from None

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _write(self, *lines: object) -> None:
        left = memoryview(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise _unwritable(self.path, error) from None


@contextmanager
def _lines(out: Path | str | None, simulation: SimulationResult) -> Iterator[_Lines | None]:
    """What takes the games as they come, if they are to be written as JSON lines."""
    if out is None or Path(out).suffix != ".jsonl":
        yield None
        return
    lines = _Lines(Path(out), simulation)
    try:
        yield lines
    finally:
        lines.close()


def _aside(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def _unwritable(path: Path, error: OSError) -> GrognardError:
    return GrognardError(f"{path}: cannot be written: {error.strerror}")


def check_writable(path: Path | str) -> None:
    """Raise now what writing games to a file would raise after hours of play.

    Raises:
        MissingExtra: Parquet is asked for and ``pyarrow`` is not installed.
        GrognardError: the name ends otherwise, or there is no place for the file.
    """
    path = Path(path)
    if path.suffix not in (".jsonl", ".parquet"):
        raise GrognardError(f"{path}: expected a name that ends in .jsonl or .parquet")
    if path.suffix == ".parquet":
        _parquet()
    if not path.parent.is_dir() or (path.exists() and not path.is_file()):
        what = "it is no file" if path.exists() else "No such file or directory"
        raise GrognardError(f"{path}: cannot be written: {what}")
    if not os.access(path.parent, os.W_OK):
        raise GrognardError(f"{path}: cannot be written: Permission denied")


def _parquet() -> tuple[Any, Any]:
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtra("pyarrow", "parquet", "writing Parquet") from None


class _CountingDice(SeededDice):
    """Seeded dice that count themselves."""

    __slots__ = ("dice", "draws")

    def __init__(self, seed: int | str) -> None:
        super().__init__(seed)
        self.dice = self.draws = 0

    def throw(self, die: Die, n: int, why: str) -> tuple[Face, ...]:
        self.dice += n
        return super().throw(die, n, why)

    def draw(self, bag: Mapping[str, int], why: str) -> str:
        self.draws += 1
        return super().draw(bag, why)


def play_game(
    game: AnyGame,
    scenario: str,
    seats: Mapping[Side, Bot | Player],
    seed: int | str = 0,
    max_turns: int = 1000,
    *,
    number: int = 0,
    start: bytes | None = None,
) -> GameResult:
    """Play one game between bots, given by side as bots, ids or factories, to its end or the turn limit.

    The game equals a :class:`~grognard.session.Session` of the same seed and bots. ``start`` is an encoded
    position to play from instead of the scenario's beginning.

    Raises:
        PluginError: the system or a bot failed; names the seed.
    """
    try:
        return _play_game(game, scenario, seats, seed, max_turns, number, start)
    except GrognardError:
        raise
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise PluginError(f"{scenario}, game {number} (seed {seed!r}) failed: {told}") from error


def _play_game(
    game: AnyGame,
    scenario: str,
    seats: Mapping[Side, Bot | Player],
    seed: int | str,
    max_turns: int,
    number: int,
    start: bytes | None,
) -> GameResult:
    dice = _CountingDice(seed)
    players = {side: _player(seats.get(side, "random"), game, bot_seed(seed, side)) for side in game.sides}
    position = game.start(scenario, dice) if start is None else game.decode(start)
    options = game.options(position)
    decisions = branches = 0
    view: Any = None
    while options and game.turn(position) <= max_turns:
        side = position.agenda[-1].side
        player = players[side]
        if player.needs_view:
            view = game.view(position, side)
        action = player.choose(game, view, options)
        if len(options) > 1:
            decisions += 1
            branches += len(options)
        options = game.apply(position, action, dice)
        view = None
    outcome = game.outcome(position)
    return GameResult(
        number,
        seed,
        outcome.winner if outcome else None,
        outcome is None,
        outcome.why if outcome else f"not decided in {max_turns} turns",
        dict(outcome.score) if outcome else {},
        game.turn(position) if outcome else max_turns,
        decisions,
        branches,
        dice.dice,
        dice.draws,
        game.digest(position),
    )


def _player(player: Bot | Player, game: AnyGame, seed: str) -> Bot:
    if isinstance(player, str):
        return make_bot(player, game, seed)
    return player(game, seed) if callable(player) else player


class _Source(msgspec.Struct, frozen=True):
    """How a worker gets at the game: by ruleset directory, options and overlay, as the parent did.

    ``make`` is what the system's plugin offers: a worker that has it imports no other plugin. None says that
    it cannot be sent to another process.
    """

    ruleset: str
    options: dict[str, Any]
    charts: str | None
    make: Callable[[Ruleset, Mapping[str, Any]], AnyGame] | None

    def __call__(self) -> AnyGame:
        if self.make is None:
            return Registry.discover().load(self.ruleset, self.options, self.charts)
        ruleset = Ruleset(Path(self.ruleset), overlay=self.charts)
        return self.make(ruleset, ruleset.resolve(self.options))


class _Job(msgspec.Struct, frozen=True):
    """What all games of a simulation have in common."""

    scenario: str
    seats: dict[Side, Player]
    seed: int | str
    max_turns: int
    starts: tuple[bytes, ...]

    def play(self, game: AnyGame, number: int) -> GameResult:
        start = self.starts[number % len(self.starts)] if self.starts else None
        seed = f"{self.seed}/{number}"
        return play_game(game, self.scenario, self.seats, seed, self.max_turns, number=number, start=start)


class _Stop(Protocol):
    def is_set(self) -> bool: ...


_worker: tuple[AnyGame, _Job, _Stop]  # set once in each worker process


def _begin(source: Callable[[], AnyGame], job: _Job, stop: _Stop) -> None:
    """Ready a worker process; the parent alone handles Ctrl-C."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    _worker = source(), job, stop


def _end_with_parent() -> None:
    """End this process when its parent is gone: a killed one tells its workers nothing."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(numbers: range) -> list[GameResult]:
    """The games of a chunk; fewer if the simulation is stopped meanwhile."""
    game, job, stop = _worker
    results = []
    for number in numbers:
        if stop.is_set():
            break
        results.append(job.play(game, number))
    return results


def simulate(
    game: AnyGame | str | Path | Callable[[], AnyGame],
    scenario: str | None = None,
    n: int = 100,
    *,
    seed: int | str = 0,
    seats: Mapping[Side, Player] | None = None,
    workers: int = 1,
    max_turns: int = 1000,
    chunk: int | None = None,
    progress: Progress | None = None,
    starts: Sequence[bytes] = (),
    out: Path | str | None = None,
) -> SimulationResult:
    """Play ``n`` games between bots and gather how they went.

    ``game`` is a game, a ruleset's id or directory, or a function that makes the game (which worker processes
    call too, so it must be picklable). Seats that are not named are played by the random bot. A game that
    reaches ``max_turns`` counts as unfinished. ``starts`` are encoded positions to play from in turn.
    ``progress(done, n)`` is called as games come in. Ctrl-C ends the simulation and keeps the finished games.

    ``out`` names a file for the games, as :meth:`SimulationResult.write` writes them. JSON lines are written
    to ``NAME.part`` as games come in, so that even a killed process leaves the finished games there.

    Raises:
        ScenarioError: there is no such scenario.
        GrognardError: a side or bot is unknown, ``out`` cannot be written, or a game failed; names its seed.
    """
    if out is not None:
        check_writable(out)
    source, game = _source(game, again=workers > 1)
    scenario = game.default_scenario if scenario is None else scenario
    info = game.scenario(scenario)
    for side in seats or {}:
        if side not in game.sides:
            raise GrognardError(f"there is no side {side!r}; expected {' or '.join(game.sides)}")
    players: dict[Side, Player] = {side: (seats or {}).get(side, "random") for side in game.sides}
    for side, player in players.items():
        _player(player, game, bot_seed(seed, side))
    if n < 0 or workers < 1 or max_turns < 1:
        raise GrognardError(f"expected n ≥ 0, workers ≥ 1 and max_turns ≥ 1, got {n}, {workers}, {max_turns}")
    job = _Job(scenario, players, seed, max_turns, tuple(starts))
    result = SimulationResult(
        game.ruleset.id,
        game.ruleset.version,
        game.ruleset.digest,
        scenario,
        tuple(game.sides),
        info.first,
        {side: _name(player) for side, player in players.items()},
        seed,
        n,
        max_turns,
        (),
    )
    results: list[GameResult] = []
    with _lines(out, result) as lines:
        report = _reporter(results, n, progress, lines)
        if workers == 1 or n < 2:
            interrupted = _run_here(game, job, n, report)
        else:
            interrupted = _run_workers(source, job, n, min(workers, n), chunk, results, report)
        games = tuple(sorted(results, key=lambda each: each.game))
        result = msgspec.structs.replace(result, games=games, interrupted=interrupted)
        if lines is not None and not interrupted:
            lines.finish(result)
    if out is not None and (lines is None or interrupted):
        result.write(out)  # all of it again: an interrupt may have come in the middle of a line
    return result


def _source(
    game: AnyGame | str | Path | Callable[[], AnyGame], *, again: bool
) -> tuple[Callable[[], AnyGame], AnyGame]:
    """How workers make the game, and the game itself; ``again`` tries that on a game that was given."""
    if not isinstance(game, Game | str | Path):
        return game, game()
    if isinstance(game, Game) and not again:
        return lambda: game, game
    registry = Registry.discover()
    known = game if isinstance(game, Game) else registry.load(game)
    ruleset = known.ruleset
    overlay = str(ruleset.overlay) if ruleset.overlay else None
    make = registry.system(ruleset.system).game
    options = dict(known.options_chosen)
    source = _Source(str(ruleset.root), options, overlay, make if _can_be_sent(make) else None)
    if known is game and source().ruleset.digest != ruleset.digest:
        raise GrognardError(f"{ruleset.root}: the ruleset has changed since the game was loaded")
    return source, known


def _can_be_sent(thing: object) -> bool:
    """Whether another process can be given this: what a module names can be, what a function made cannot."""
    try:
        pickle.dumps(thing)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True


def _name(player: Player) -> str:
    return player if isinstance(player, str) else getattr(player, "__qualname__", type(player).__name__)


def _reporter(results: list[GameResult], n: int, progress: Progress | None, lines: _Lines | None) -> Report:
    def report(new: list[GameResult]) -> None:
        results.extend(new)
        if lines is not None:
            lines.add(new)
        if progress is not None and new:
            progress(len(results), n)

    return report


def _run_here(game: AnyGame, job: _Job, n: int, report: Report) -> bool:
    """Play all games in this process; true if interrupted."""
    try:
        for number in range(n):
            report([job.play(game, number)])
    except KeyboardInterrupt:
        return True
    return False


def _run_workers(
    source: Callable[[], AnyGame],
    job: _Job,
    n: int,
    workers: int,
    chunk: int | None,
    results: list[GameResult],
    report: Report,
) -> bool:
    """Play the games in worker processes, chunk by chunk; true if interrupted."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, _begin, (source, job, stop))
    chunks = _chunks(n, workers, chunk)
    futures: set[Future[list[GameResult]]] = set()

    def hand_out(count: int) -> None:
        with (
            _interrupts_held()
        ):  # any of these may start a worker, which starts with Ctrl-C held off for good
            futures.update(pool.submit(_work, chunk) for chunk in islice(chunks, count))

    try:
        hand_out(_AHEAD * workers)
        while futures:
            for future in wait(futures, return_when=FIRST_COMPLETED).done:
                report(future.result())
                futures.remove(future)
                hand_out(1)
    except KeyboardInterrupt:
        stop.set()
        pool.shutdown(cancel_futures=True)
        _gather(futures, results)
        return True
    except BrokenProcessPool:
        hint = "with one worker the error shows; scripts need if __name__ == '__main__'"
        raise GrognardError(f"a worker process died: {hint}") from None
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)
    return False


def _chunks(n: int, workers: int, size: int | None) -> Iterator[range]:
    """The games by number, ``size`` at a time or else fewer towards the end: workers end together."""
    first = 0
    while first < n:
        step = size or max(1, min(_MOST, (n - first) // (workers * 4)))
        yield range(first, min(first + step, n))
        first += step


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Put off Ctrl-C for this process, and hold it off for those started meanwhile; nothing on Windows."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _gather(futures: set[Future[list[GameResult]]], results: list[GameResult]) -> None:
    """Add what stopped workers had finished and nobody has heard of yet."""
    known = {result.game for result in results}
    for future in futures:
        if not future.cancelled() and future.exception() is None:
            results += [result for result in future.result() if result.game not in known]
