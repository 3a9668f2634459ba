"""Keeping the record of a session, in memory and in a file."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from grognard.errors import RecordError
from grognard.record import FORMAT, End, Header, Line, Record, RecordFile, Seed, Source, commitment

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.game import Game
    from grognard.play import Side

__all__ = ["Keeper", "header_of"]


class Keeper:
    """A record that grows, the file it is written to, if any, and the seed it has committed to."""

    def __init__(self, record: Record, seed: int | str, file: RecordFile | None = None) -> None:
        self.record, self.file, self._seed = record, file, seed

    @classmethod
    def begin(cls, header: Header, *lines: Line, seed: int | str, path: Path | str | None) -> Self:
        """The record of a new game, in a new file if a path is given; raises ``RecordError``."""
        kept = cls(Record(header), seed, None if path is None else RecordFile(Path(path)))
        try:
            if kept.file is not None:
                kept.file.append(header)
            kept.write(*lines)
        except RecordError:
            if kept.file is not None:
                kept.file.discard()
            raise
        return kept

    @classmethod
    def resume(cls, record: Record, seed: int | str, *, write: bool) -> Self:
        """A record that goes on, in its own file if it is to ``write``; raises ``RecordError``."""
        kept = cls(Record(record.header, record.lines, path=record.path, torn=record.torn), seed)
        if write and record.path is not None:
            kept.file = RecordFile(record.path, resume=True)
            if kept.file.lines != 1 + len(record.lines):
                kept.close()
                raise RecordError("the game went on elsewhere meanwhile: resume it again", file=record.path)
        return kept

    def copy(self) -> Keeper:
        """The record so far, to go on apart from this one and in no file."""
        return Keeper(Record(self.record.header, self.record.lines), self._seed)

    def write(self, *lines: Line) -> None:
        """Add lines, all or none; the end of a game brings its seed along. Raises ``RecordError``."""
        if any(isinstance(line, End) for line in lines):
            lines = (*lines, *self._seed_due(self.record))
        if self.file is not None:
            self.file.append(*lines)
        for line in lines:
            self.record.append(line)

    def _seed_due(self, record: Record) -> list[Seed]:
        """The seed, if the record has committed to it and does not tell it."""
        due = record.seed is None and record.commitment == commitment(self._seed)
        return [Seed(self._seed)] if due else []

    def save(self, path: Path | str | None) -> None:
        """Tell the seed in the own file, or write the whole record with it to another."""
        if path is None and self.file is None:
            raise RecordError("this session writes no record: say where to save it")
        if self.file is not None and (path is None or Path(path).absolute() == self.file.path.absolute()):
            self.write(*self._seed_due(self.record))
            self.file.sync()
        elif path is not None:
            Record(self.record.header, [*self.record.lines, *self._seed_due(self.record)]).save(path)

    def close(self) -> None:
        """Let go of the file."""
        if self.file is not None:
            self.file.close()
            self.file = None


def header_of(
    game: Game[Any, Any],
    scenario: str,
    *,
    seed: int | str,
    seats: Mapping[Side, str],
    solo: bool,
    dice: Source,
) -> Header:
    """The first line of a new game's record."""
    ruleset, options = game.ruleset, game.options_chosen.items()
    try:
        version = metadata.version("grognard")
    except metadata.PackageNotFoundError:
        version = "unknown"
    return Header(
        FORMAT,
        version,
        game.system,
        ruleset.id,
        ruleset.version,
        ruleset.digest,
        scenario,
        dict(seats),
        commitment(seed),
        {option: value if isinstance(value, bool | int) else str(value) for option, value in options},
        ruleset.overlay_digest,
        solo,
        dice,
    )
