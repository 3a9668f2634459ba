"""The file of a record, while the game is played."""

from __future__ import annotations

import os
from contextlib import suppress
from io import FileIO
from pathlib import Path

from grognard.errors import RecordError
from grognard.record.lines import End, Header, Line, write_line

__all__ = ["RecordFile", "trouble"]


def trouble(error: OSError | ValueError) -> str:
    """What a file system has against a file, or against its name."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


class RecordFile:
    """A record on disk that grows line by line; each line is handed to the system as soon as it is known.

    ``resume`` writes on to a file that exists, over a last line that was cut off; otherwise it must be new.
    Nobody else can write to the file before it is closed.
    """

    def __init__(self, path: Path, *, resume: bool = False) -> None:
        self.path, self._lines = path, 0
        self._file: FileIO
        try:
            if resume:
                self._file = path.open("r+b", buffering=0)
                self._claim()
                written = self._file.readall()
                self._lines = written.count(b"\n")
                self._file.truncate(written.rfind(b"\n") + 1)
                self._file.seek(0, os.SEEK_END)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._file = path.open("xb", buffering=0)
                self._claim()
        except FileExistsError:
            raise RecordError("the file exists: resume it or name another", file=path) from None
        except (OSError, ValueError) as error:
            raise self._unwritten(error) from None

    def _claim(self) -> None:
        """Keep others from writing; a process that dies lets go. Some file systems know no locks."""
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            problem = "the game is being played elsewhere: end it there first"
            raise RecordError(problem, file=self.path) from None
        except OSError:
            return

    @property
    def lines(self) -> int:
        """How many whole lines the file has, the header included."""
        return self._lines

    def append(self, *lines: Header | Line) -> None:
        """Write lines, all or none; raises ``RecordError``. The end of a game is seen to the disk."""
        start = self._file.tell()
        left = b"".join(write_line(number, line) for number, line in enumerate(lines, self._lines + 1))
        try:
            while left:
                left = left[self._file.write(left) :]
            if any(isinstance(line, End) for line in lines):
                os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(start)
                self._file.seek(start)
            raise self._unwritten(error) from None
        self._lines += len(lines)

    def sync(self) -> None:
        """Make sure that a power cut loses nothing either; raises ``RecordError``."""
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._unwritten(error) from None

    def close(self) -> None:
        """Close the file; nothing can be appended after. Raises ``RecordError`` if the disk refuses it."""
        if not self._file.closed:
            with self._file:
                self.sync()

    def discard(self) -> None:
        """Close the file and take it away."""
        with suppress(OSError):
            self._file.close()
            self.path.unlink()

    def _unwritten(self, error: OSError | ValueError) -> RecordError:
        return RecordError(f"cannot be written: {trouble(error)}", file=self.path)
