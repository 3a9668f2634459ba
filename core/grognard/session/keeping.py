"""Keeping the record of a session, in memory and in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from grognard.errors import RecordError
from grognard.record import Header, Line, Record, RecordFile, Seed, commitment

__all__ = ["Keeper"]


class Keeper:
    """A record that grows, the file it is written to, if any, and the seed it has committed to."""

    def __init__(self, record: Record, seed: int | str, file: RecordFile | None = None) -> None:
        self.record, self.file, self._seed = record, file, seed

    @classmethod
    def begin(cls, header: Header, seed: int | str, path: Path | str | None) -> Self:
        """The record of a new game, in a new file if a path is given; raises ``RecordError``."""
        file = None
        if path is not None:
            file = RecordFile(Path(path))
            file.append(header)
        return cls(Record(header), seed, file)

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

    def write(self, line: Line) -> None:
        """Add a line; one that cannot be written to the file is not added."""
        if self.file is not None:
            self.file.append(line)
        self.record.append(line)

    def tell_seed(self) -> None:
        """Add the seed, if it is due, and see the file to the disk."""
        if self._seed_is_due(self.record):
            self.write(Seed(self._seed))
        if self.file is not None:
            self.file.sync()

    def _seed_is_due(self, record: Record) -> bool:
        """Whether the record lacks the seed it has committed to, and this session knows it."""
        return record.seed is None and record.commitment == commitment(self._seed)

    def save(self, path: Path | str | None) -> None:
        """Tell the seed in the own file, or write the whole record with it to another."""
        if path is None and self.file is None:
            raise RecordError("this session writes no record: say where to save it")
        if path is None or (self.file is not None and Path(path).absolute() == self.file.path.absolute()):
            self.tell_seed()
            return
        copy = Record(self.record.header, self.record.lines)
        if self._seed_is_due(copy):
            copy.append(Seed(self._seed))
        copy.save(path)

    def close(self) -> None:
        """Let go of the file."""
        if self.file is not None:
            self.file.close()
            self.file = None
