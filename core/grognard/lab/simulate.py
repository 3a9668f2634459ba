"""Games between bots, in bulk.

Every game has its own seed, made from the simulation's seed and the game's number, so that the results are
the same for any number of worker processes; a game can be played again alone by its seed.

Worker processes are started afresh (``spawn``): a script that uses several must keep its own work under
``if __name__ == "__main__":``.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from grognard.bots import bot_seed
from grognard.errors import GrognardError
from grognard.game import Game
from grognard.lab.files import Lines, check_writable, lines_to
from grognard.lab.playing import AnyGame, Player, seated
from grognard.lab.results import GameResult, SimulationResult
from grognard.lab.workers import Job, Report, run_here, run_workers
from grognard.play import Side
from grognard.registry import Registry
from grognard.ruleset import Ruleset
from grognard.spelling import check_side

__all__ = ["simulate"]

Progress = Callable[[int, int], object]


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

    A script that asks for several ``workers`` keeps its own work under ``if __name__ == "__main__":``.

    Raises:
        ScenarioError: there is no such scenario.
        GrognardError: a side or bot is unknown, ``out`` cannot be written, or a game failed; names its seed.
    """
    if out is not None:
        check_writable(out, anew=True)
    source, game = _source(game, again=workers > 1)
    scenario = game.default_scenario if scenario is None else scenario
    info = game.scenario(scenario)
    for side in seats or {}:
        check_side(side, game.sides)
    players: dict[Side, Player] = {side: (seats or {}).get(side, "random") for side in game.sides}
    for side, player in players.items():
        seated(player, game, bot_seed(seed, side))
    least = {"n": (n, 0), "workers": (workers, 1), "max_turns": (max_turns, 1), "chunk": (chunk, 1)}
    for name, (given, bound) in least.items():
        if given is not None and given < bound:
            raise GrognardError(f"expected {name} ≥ {bound}, got {given}")
    job = Job(scenario, players, seed, max_turns, tuple(starts))
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
        game.turn_unit,
        (),
    )
    results: list[GameResult] = []
    with lines_to(out, result) as lines:
        report = _reporter(results, n, progress, lines)
        if workers == 1 or n < 2:
            interrupted = run_here(game, job, n, report)
        else:
            interrupted = run_workers(source, job, n, min(workers, n), chunk, results, report)
        games = tuple(sorted(results, key=lambda each: each.game))
        result = msgspec.structs.replace(result, games=games, interrupted=interrupted)
        if lines is not None and not interrupted:
            lines.finish(result)
    if out is not None and (lines is None or interrupted):
        result.write(out)  # all of it again: an interrupt may have come in the middle of a line
    return result


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


def _reporter(results: list[GameResult], n: int, progress: Progress | None, lines: Lines | None) -> Report:
    def report(new: list[GameResult]) -> None:
        results.extend(new)
        if lines is not None:
            lines.add(new)
        if progress is not None and new:
            progress(len(results), n)

    return report
