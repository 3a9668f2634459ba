"""Games in files: as they come, or all at once."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.errors import GrognardError, MissingExtra

if TYPE_CHECKING:
    from grognard.lab.results import GameResult, SimulationResult

__all__ = ["Lines", "check_writable", "lines_to", "write"]


def write(simulation: SimulationResult, path: Path) -> None:
    """Write the games of a simulation, all or none; raises as :func:`check_writable`."""
    check_writable(path)
    if path.suffix == ".parquet":
        _write_parquet(simulation, path)
        return
    try:
        with lines_to(path, simulation) as lines:
            assert lines is not None  # the name ends in .jsonl
            lines.finish(simulation)
    except GrognardError:
        _aside(path).unlink(missing_ok=True)
        raise


def _write_parquet(simulation: SimulationResult, path: Path) -> None:
    pyarrow, parquet = _parquet()
    aside = _aside(path)
    columns = [(name, pyarrow.type_for_alias(kind)) for name, kind in simulation.columns().items()]
    about = {"simulation": msgspec.json.encode(_about(simulation))}
    try:
        schema = pyarrow.schema(columns, about)
        parquet.write_table(pyarrow.Table.from_pylist(simulation.rows(), schema), aside)
        aside.replace(path)
    except OSError as error:
        aside.unlink(missing_ok=True)
        raise _unwritable(path, error) from None


class Lines:
    """Games written in order as they come, to ``NAME.part``; the file takes its name when all are there.

    What has been written outlives a process that is killed.
    """

    def __init__(self, path: Path, simulation: SimulationResult) -> None:
        self.path, self.aside = path, _aside(path)
        self._waiting: dict[int, GameResult] = {}
        self._next = 0
        try:
            self._file = self.aside.open("wb", buffering=0)
        except OSError as error:
            raise _unwritable(path, error) from None
        self._write({"simulation": _about(simulation)})

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
def lines_to(out: Path | str | None, simulation: SimulationResult) -> Iterator[Lines | None]:
    """What takes the games as they come, if they are to be written as JSON lines."""
    if out is None or Path(out).suffix != ".jsonl":
        yield None
        return
    lines = Lines(Path(out), simulation)
    try:
        yield lines
    finally:
        lines.close()


def _about(simulation: SimulationResult) -> dict[str, Any]:
    """What was simulated: everything but the games."""
    fields = (name for name in simulation.__struct_fields__ if name not in ("games", "interrupted"))
    return {name: getattr(simulation, name) for name in fields}


def _aside(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def _unwritable(path: Path, error: OSError) -> GrognardError:
    return GrognardError(f"{path}: cannot be written: {error.strerror}")


def check_writable(path: Path | str, *, anew: bool = False) -> None:
    """Raise now what writing games to a file would raise after hours of play.

    Raises:
        MissingExtra: Parquet is asked for and ``pyarrow`` is not installed.
        GrognardError: the name ends otherwise, there is no place for the file, or (``anew``) games of a run
            that was killed lie where those of the next would go.
    """
    path = Path(path)
    if anew and path.suffix == ".jsonl" and (aside := _aside(path)).is_file() and aside.stat().st_size:
        raise GrognardError(f"{aside}: holds the games of a run that was killed; move or remove it first")
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
