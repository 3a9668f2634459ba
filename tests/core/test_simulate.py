"""Games in bulk: the same for any number of workers, reproducible one by one, and stopped without loss."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from io import FileIO
from itertools import pairwise
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import pebbles
import pyarrow.parquet as parquet
import pytest

from grognard.dice import SeededDice
from grognard.errors import GrognardError, MissingExtra, PluginError, ScenarioError
from grognard.lab import Share, SimulationResult, Spread, play_game, simulate
from grognard.lab.workers import _chunks

Game = pebbles.PebbleGame
SEATS = {"red": "greedy", "blue": "random"}


def test_any_number_of_workers_and_any_chunk_give_the_same_games(game: Game, pebble_rules: Path) -> None:
    one = simulate(game, "race", 23, seed=9, seats=SEATS)
    source = partial(pebbles.load, str(pebble_rules))
    assert simulate(source, "race", 23, seed=9, seats=SEATS, workers=2, chunk=5) == one
    assert simulate(source, "race", 23, seed=9, seats=SEATS, workers=3) == one
    assert simulate(game, "race", 23, seed=10, seats=SEATS).games != one.games


def test_a_game_can_be_played_again_alone(game: Game) -> None:
    result = simulate(game, "race", 5, seed=9, seats=SEATS)
    third = result.games[3]
    assert third.seed == "9/3"
    assert play_game(game, "race", SEATS, "9/3", number=3) == third
    longer = simulate(game, "race", 8, seed=9, seats=SEATS)
    assert longer.games[:5] == result.games


def test_a_side_that_does_not_play_is_an_error_everywhere(game: Game) -> None:
    result = simulate(game, "race", 2, seed=9, seats=SEATS)
    position = game.start("race", SeededDice(1))
    for asked in (
        lambda side: result.wins(side),
        lambda side: play_game(game, "race", {side: "random"}),
        lambda side: simulate(game, "race", 1, seats={side: "random"}),
        lambda side: game.view(position, side),
    ):
        with pytest.raises(GrognardError, match=r"no side 'rad'; expected red or blue .did you mean 'red'"):
            asked("rad")


def test_a_result_tells_what_happened(game: Game) -> None:
    result = simulate(game, "open", 60, seed=1, seats=SEATS)
    assert [each.game for each in result.games] == list(range(60))
    assert result.ruleset == "pebbles" and result.first == "red" and not result.interrupted
    assert sum(result.wins(side).count for side in result.sides) == 60
    for each in result.games:
        assert each.score[each.winner or ""] >= 10 and "is home" in each.why
        assert each.decisions > 2 and 2 <= each.branching <= 4 and each.draws >= 2 and each.dice >= 0
    summary = result.summary
    assert summary.wins["red"].low < summary.wins["red"].share < summary.wins["red"].high
    assert summary.unfinished.count == summary.draws.count == 0
    assert summary.turns.least <= summary.turns.median <= summary.turns.greatest
    assert "60 games of pebbles open: red" in repr(result)


def test_dice_and_draws_are_counted(game: Game) -> None:
    position = game.start("open", SeededDice("x"))
    position.agenda[-1] = pebbles.ChooseSpeed("red", "red-a")
    position.track["blue-b"] = 9
    script = Scripted([pebbles.Dash(), pebbles.Advance("blue-b"), pebbles.Walk()])
    result = play_game(game, "open", {"red": script, "blue": script}, 1, start=game.encode(position))
    assert (result.winner, result.decisions, result.options) == ("blue", 3, 2 + 3 + 2)
    assert (result.dice, result.draws) == (1, 1)


class Scripted:
    """Chooses from a list, then the first option."""

    needs_view = False

    def __init__(self, choices: list[Any]) -> None:
        self.choices = choices

    def choose(self, game: Any, view: object, options: Any) -> Any:
        return self.choices.pop(0) if self.choices else options[0]


class Idle:
    """Rests whenever it can."""

    needs_view = False

    def choose(self, game: Any, view: object, options: Any) -> Any:
        return pebbles.Rest() if pebbles.Rest() in options else options[0]


def idle(game: Any, seed: object) -> Idle:
    return Idle()


def test_a_game_that_reaches_the_turn_limit_counts_apart(game: Game) -> None:
    result = simulate(game, "race", 4, seats={"red": idle, "blue": idle}, max_turns=12)
    assert [each.unfinished for each in result.games] == [True] * 4
    assert {(each.winner, each.turns, each.why) for each in result.games} == {
        (None, 12, "not decided in 12 turns")
    }
    assert result.summary.unfinished.count == 4
    assert result.summary.draws.count == 0 == result.wins("red").count
    assert result.seats == {"red": "idle", "blue": "idle"}


def test_games_can_start_from_given_positions(game: Game) -> None:
    near = game.start("open", SeededDice(1))
    near.track["blue-a"] = 9
    far = near.copy()
    far.track["blue-a"] = 0
    starts = [game.encode(near), game.encode(far)]
    result = simulate(game, "open", 40, seats={"blue": "greedy"}, starts=starts)
    even = sum(each.winner == "blue" for each in result.games[::2])
    odd = sum(each.winner == "blue" for each in result.games[1::2])
    assert even > odd


# Stopping


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_keeps_the_finished_games(workers: int, game: Game, pebble_rules: Path) -> None:
    def stop(done: int, total: int) -> None:
        assert total == 5000
        if done >= 7:
            raise KeyboardInterrupt

    source = partial(pebbles.load, str(pebble_rules))
    result = simulate(source, "race", 5000, seed=9, workers=workers, chunk=1, progress=stop)
    assert result.interrupted and 7 <= len(result.games) < 5000
    assert "interrupted" in repr(result)
    for each in result.games:
        assert each == play_game(game, "race", {}, f"9/{each.game}", number=each.game)


INTERRUPTED = """
import sys
sys.path.insert(0, {here!r})
from functools import partial
import pebbles
import pyarrow.parquet as parquet
from grognard.lab import simulate
if __name__ == "__main__":
    def told(done, n):
        print(done, flush=True)
    result = simulate(partial(pebbles.load, {rules!r}), "race", 10**6, workers=2, chunk=20, progress=told)
    print("kept", len(result.games), result.interrupted, flush=True)
"""


def test_ctrl_c_in_a_terminal_reaches_all_processes_and_loses_nothing(
    pebble_rules: Path, tmp_path: Path
) -> None:
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED.format(here=str(Path(__file__).parent), rules=str(pebble_rules)))
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a run in the background ignores it
    )
    assert process.stdout is not None
    try:
        told = int(process.stdout.readline())  # the other worker may be starting still
        os.killpg(process.pid, signal.SIGINT)
        out, errors = process.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):  # nobody is left of the whole session
            os.killpg(process.pid, signal.SIGKILL)
    *_, last = out.splitlines()
    word, count, interrupted = last.split()
    assert (word, interrupted) == ("kept", "True") and int(count) >= told
    assert errors == "" and process.returncode == 0


def test_a_worker_that_starts_late_starts_with_ctrl_c_held_off_too(
    game: Game, pebble_rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pool starts its second worker when the first is busy, which on a slow machine may be much later."""
    held: list[bool] = []
    chunks: list[object] = []
    start, submit = SpawnProcess.start, ProcessPoolExecutor.submit

    def watched(process: SpawnProcess) -> None:
        held.append(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
        start(process)

    def slow(pool: ProcessPoolExecutor, *work: Any) -> Any:
        future = submit(pool, *work)
        chunks.append(work)
        if len(chunks) <= 6:
            future.result()  # the worker is idle again when the next of the first chunks comes
        return future

    monkeypatch.setattr(SpawnProcess, "start", watched)
    monkeypatch.setattr(ProcessPoolExecutor, "submit", slow)
    result = simulate(partial(pebbles.load, str(pebble_rules)), "race", 400, workers=2, chunk=20)
    assert len(result.games) == 400 and held == [True, True]


def test_progress_is_told_game_by_game(game: Game) -> None:
    told: list[tuple[int, int]] = []
    simulate(game, "race", 3, progress=lambda done, n: told.append((done, n)))
    assert told == [(1, 3), (2, 3), (3, 3)]


# Errors


def fall(self: Any, play: Any) -> None:
    raise ZeroDivisionError("it slipped")


@pytest.mark.parametrize("figure", ["n", "workers", "max_turns", "chunk"])
def test_figures_that_make_no_sense_are_named(figure: str, game: Game) -> None:
    with pytest.raises(GrognardError, match=rf"^expected {figure} ≥ \d, got -1$"):
        simulate(game, **{figure: -1})  # type: ignore[arg-type]  # each takes a whole number


def test_chunks_become_smaller_so_that_workers_end_together(pebble_rules: Path) -> None:
    told: list[int] = [0]
    source = partial(pebbles.load, str(pebble_rules))
    simulate(source, "race", 100, workers=2, progress=lambda done, n: told.append(done))
    sizes = [after - before for before, after in pairwise(told)]
    handed_out = [len(chunk) for chunk in _chunks(100, 2, None)]
    assert handed_out == sorted(handed_out, reverse=True) and handed_out[0] == 12
    assert handed_out.count(1) >= 8 and sum(handed_out[-3:]) == 3
    assert sorted(sizes) == sorted(handed_out), "in whatever order the workers finish"


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failing_game_names_its_seed(
    workers: int, game: Game, pebble_rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = partial(slippery, str(pebble_rules))
    if workers == 1:
        monkeypatch.setattr(pebbles.Step, "happen", fall)
    with pytest.raises(PluginError, match=r"race, game \d+ \(seed '4/\d+'\) failed: ZeroDivisionError"):
        simulate(source, "race", 20, seed=4, workers=workers)


class Wrong:
    """Empties the list of options, then chooses what it was made with, or fails if that is an error."""

    needs_view = True
    id = "wrong"

    def __init__(self, choice: Any) -> None:
        self.choice = choice

    def choose(self, game: Any, view: object, options: Any) -> Any:
        options.clear()
        if isinstance(self.choice, BaseException):
            raise self.choice
        return self.choice


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (pebbles.Walk(), "chose what is illegal: walk: red has to advance or rest now"),
        (pebbles.Advance("blue-a"), r"chose what is illegal: advance blue-a: .*the other side's"),
        (None, "failed: TypeError: it chose None, which is no action"),
        (LookupError("asleep"), "failed: LookupError: asleep"),
        (SystemExit(3), "failed: SystemExit: 3"),
    ],
)
def test_a_bot_that_cheats_or_fails_is_named_with_its_game(game: Game, choice: Any, said: str) -> None:
    named = rf"^open, game 0 \(seed '4/0'\): bot 'wrong' of red {said}"
    with pytest.raises(PluginError, match=named):
        simulate(game, "open", 3, seed=4, seats={"red": lambda game, seed: Wrong(choice)})


def test_a_bot_may_choose_an_equal_action_and_spoil_the_list_it_is_given(game: Game) -> None:
    seats = {"red": Wrong(pebbles.Advance("red-a"))}
    with pytest.raises(PluginError, match="illegal: advance red-a: red has to run or walk now"):
        play_game(game, "open", seats, 4)  # the first time it was taken


def slippery(root: str) -> Game:
    """The game with a broken rule, in a worker process."""
    if multiprocessing.parent_process() is not None:
        pebbles.Step.happen = fall  # type: ignore[method-assign]  # this process is a worker
    return pebbles.load(root)


def test_wrong_questions_are_refused(game: Game) -> None:
    with pytest.raises(ScenarioError, match="did you mean 'race'"):
        simulate(game, "rac", 2)
    with pytest.raises(GrognardError, match="no side 'green'"):
        simulate(game, "race", 2, seats={"green": "random"})
    with pytest.raises(GrognardError, match="no bot 'gready'"):
        simulate(game, "race", 2, seats={"red": "gready"})
    with pytest.raises(GrognardError, match="workers ≥ 1"):
        simulate(game, "race", 2, workers=0)
    with pytest.raises(GrognardError, match="no system 'pebbles'"):
        simulate(game, "race", 2, workers=2)  # this system is not installed where workers look


# Files


def test_results_are_written_as_lines(game: Game, tmp_path: Path) -> None:
    result = simulate(game, "race", 3, seed=2, seats=SEATS)
    result.write(tmp_path / "games.jsonl")
    head, *games, last = map(json.loads, (tmp_path / "games.jsonl").read_text().splitlines())
    assert head["simulation"]["scenario"] == "race" and head["simulation"]["seats"] == SEATS
    assert last["summary"]["wins"]["red"]["of"] == 3 and last["interrupted"] is False
    assert [each["seed"] for each in games] == ["2/0", "2/1", "2/2"]
    assert [each["position"] for each in games] == [each.position for each in result.games]
    with pytest.raises(GrognardError, match=r"games\.csv: expected a name that ends in"):
        result.write(tmp_path / "games.csv")
    with pytest.raises(GrognardError, match="cannot be written"):
        result.write(tmp_path / "nowhere" / "games.jsonl")


@pytest.mark.parametrize("workers", [1, 2])
def test_lines_are_written_in_order_as_games_come_in(
    workers: int, pebble_rules: Path, tmp_path: Path
) -> None:
    """Any moment finds whole lines, the first games first; the end is as if written at once."""
    out, aside = tmp_path / "games.jsonl", tmp_path / "games.jsonl.part"
    seen: list[int] = []

    def look(done: int, _n: int) -> None:
        _, *games = map(json.loads, aside.read_text().splitlines())
        assert [each["game"] for each in games] == list(range(len(games))) and len(games) <= done
        assert not out.exists()
        seen.append(len(games))

    source = partial(pebbles.load, str(pebble_rules))
    result = simulate(source, "race", 200, seed=3, workers=workers, chunk=5, progress=look, out=out)
    assert seen[0] <= seen[len(seen) // 2] <= seen[-1] == 200 and len(set(seen)) > 5
    result.write(tmp_path / "again.jsonl")
    assert out.read_text() == (tmp_path / "again.jsonl").read_text() and not aside.exists()


def test_an_interrupted_simulation_writes_what_it_keeps(game: Game, tmp_path: Path) -> None:
    def stop(done: int, _n: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    simulate(game, "race", 50, progress=stop, out=tmp_path / "games.jsonl")
    _, *games, last = map(json.loads, (tmp_path / "games.jsonl").read_text().splitlines())
    assert [each["game"] for each in games] == [0, 1, 2, 3] and last["interrupted"] is True
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


KILLED = """
import sys
sys.path.insert(0, {here!r})
import pebbles
import pyarrow.parquet as parquet
from grognard.lab import simulate
told = lambda done, n: print(done, flush=True)
simulate(pebbles.load({rules!r}), "race", 10**6, progress=told, out={out!r})
"""


def test_a_killed_simulation_leaves_the_finished_games(pebble_rules: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "games.jsonl")
    code = KILLED.format(here=str(Path(__file__).parent), rules=str(pebble_rules), out=out)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [int(process.stdout.readline()) for _ in range(20)][-1]
        process.kill()
    head, *games = (tmp_path / "games.jsonl.part").read_text().splitlines()
    assert json.loads(head)["simulation"]["n"] == 10**6
    assert [json.loads(each)["game"] for each in games[:told]] == list(range(20))


ORPHANED = """
import multiprocessing
import sys
sys.path.insert(0, {here!r})
from functools import partial
import pebbles
import pyarrow.parquet as parquet
from grognard.lab import simulate
if __name__ == "__main__":
    def told(done, n):
        workers = multiprocessing.active_children()
        if len(workers) == 2:
            print(*(worker.pid for worker in workers), flush=True)
    simulate(partial(pebbles.load, {rules!r}), "race", 10**6, workers=2, progress=told)
"""


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be buried (in some containers nobody does) does not."""
    try:
        os.kill(pid, 0)
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # gone since, or a system that tells nothing there
        return not Path("/proc").exists()


def test_workers_end_with_a_parent_that_is_killed(pebble_rules: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(ORPHANED.format(here=str(Path(__file__).parent), rules=str(pebble_rules)))
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        workers = [int(pid) for pid in process.stdout.readline().split()]
        process.kill()
    deadline = time.monotonic() + 60
    while any(map(is_alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    left = [pid for pid in workers if is_alive(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert len(workers) == 2 and left == []


def test_games_of_a_run_that_was_killed_are_not_overwritten(game: Game, tmp_path: Path) -> None:
    left = tmp_path / "games.jsonl.part"
    left.write_bytes(b"games\n")
    with pytest.raises(GrognardError, match="run that was killed"):
        simulate(game, "race", 2, out=tmp_path / "games.jsonl")
    assert left.read_bytes() == b"games\n"
    left.unlink()
    assert simulate(game, "race", 2, out=tmp_path / "games.jsonl").n == 2


def test_parquet_needs_its_package(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = simulate(game, "race", 2)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"pip install 'grognard\[parquet\]'"):
        result.write(tmp_path / "games.parquet")


def test_parquet_has_the_same_typed_columns_whatever_was_played(game: Game, tmp_path: Path) -> None:
    columns = []
    for n in (0, 2):
        result = simulate(game, "open", n, seed=2)
        result.write(tmp_path / f"{n}.parquet")
        table = parquet.read_table(tmp_path / f"{n}.parquet")
        columns.append({field.name: str(field.type) for field in table.schema})
        assert table.to_pylist() == result.rows()
    assert columns[0] == columns[1]
    assert columns[0]["score_red"] == "int64"
    assert columns[0]["seed"] == columns[0]["winner"] == "string"
    about = json.loads(table.schema.metadata[b"simulation"])
    assert (about["scenario"], about["seed"], about["turn_unit"]) == ("open", 2, "game turn")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.parquet", "2.parquet"]


def test_a_disk_that_is_full_leaves_the_old_file(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(FileIO):
        def write(self, _data: object) -> int:
            raise OSError(28, "No space left on device")

    result = simulate(game, "open", 1, seed=2)
    result.write(tmp_path / "games.jsonl")
    before = (tmp_path / "games.jsonl").read_text()
    with monkeypatch.context() as disk:
        disk.setattr(Path, "open", lambda path, mode, buffering: Full(path, mode))
        with pytest.raises(GrognardError, match="cannot be written: No space left on device"):
            result.write(tmp_path / "games.jsonl")
    assert (tmp_path / "games.jsonl").read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


# Statistics


def test_shares_and_spreads() -> None:
    half = Share.of_count(50, 100)
    assert (round(half.low, 4), round(half.high, 4)) == (0.4038, 0.5962)  # Wilson, 95 %
    assert (Share.of_count(0, 10).low, Share.of_count(10, 10).high) == (0.0, pytest.approx(1.0))
    assert Share.of_count(0, 0).share == 0.0 and Share.of_count(0, 0).high == 1.0
    assert Spread.over([1, 2, 3, 4, 5]) == Spread(3, 1, 2, 3, 4, 5)
    assert Spread.over([]).mean == 0


def test_no_games_are_no_trouble(game: Game) -> None:
    nothing = simulate(game, "race", 0)
    assert isinstance(nothing, SimulationResult) and nothing.games == ()
    assert nothing.summary.wins["red"].of == 0
