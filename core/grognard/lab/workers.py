"""Playing many games, here or in worker processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from threading import Thread
from typing import Protocol

import msgspec

from grognard.errors import GrognardError
from grognard.lab.playing import AnyGame, Player, play_game
from grognard.lab.results import GameResult
from grognard.play import Side

__all__ = ["Job", "Report", "run_here", "run_workers"]

Report = Callable[[list[GameResult]], None]
_MOST = 32  # games in a chunk
_AHEAD = 3  # chunks handed out per worker, so that none waits for the next


class Job(msgspec.Struct, frozen=True):
    """What all games of a simulation have in common."""

    scenario: str
    seats: dict[Side, Player]
    seed: int | str
    max_turns: int
    starts: tuple[bytes, ...]

    def play(self, game: AnyGame, number: int) -> GameResult:
        """One of the games, by its number."""
        start = self.starts[number % len(self.starts)] if self.starts else None
        seed = f"{self.seed}/{number}"
        return play_game(game, self.scenario, self.seats, seed, self.max_turns, number=number, start=start)


class _Stop(Protocol):
    def is_set(self) -> bool: ...


_worker: tuple[AnyGame, Job, _Stop]  # set once in each worker process


def _begin(source: Callable[[], AnyGame], job: Job, stop: _Stop) -> None:
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


def run_here(game: AnyGame, job: Job, n: int, report: Report) -> bool:
    """Play all games in this process; true if interrupted."""
    try:
        for number in range(n):
            report([job.play(game, number)])
    except KeyboardInterrupt:
        return True
    return False


def run_workers(
    source: Callable[[], AnyGame],
    job: Job,
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
