"""A record as it was read or has grown so far."""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from grognard.errors import RecordError
from grognard.play import Outcome, Side
from grognard.record.file import trouble
from grognard.record.lines import (
    Act,
    End,
    Header,
    Line,
    Resumed,
    Seed,
    SetUp,
    Source,
    Strike,
    line_seen_by,
    read_header,
    read_line,
    write_line,
)

__all__ = ["Record"]


class Record:
    """A game as it was played: the header and every line.

    ``path`` is where it was read from; ``torn`` is true if a half-written last line was left out.
    """

    def __init__(
        self, header: Header, lines: Iterable[Line] = (), *, path: Path | None = None, torn: bool = False
    ) -> None:
        self.header, self.path, self.torn = header, path, torn
        self._lines: list[Line] = list(lines)

    @classmethod
    def load(cls, path: Path | str, *, mend: bool = False) -> Record:
        """Read a record; ``mend`` leaves out a last line that was not written to its end.

        Raises:
            RecordError: names file and line of what is missing, damaged or edited.
        """
        path = Path(path)
        try:
            raw = path.read_bytes().split(b"\n")
        except (OSError, ValueError) as error:
            raise RecordError(f"cannot be read: {trouble(error)}", file=path) from None
        torn = raw.pop() != b""
        if torn and not mend:
            problem = "the last line is cut off; resuming the game leaves it out"
            raise RecordError(problem, file=path, line=len(raw) + 1)
        if not raw:
            raise RecordError("the file is empty" if not torn else "the header is cut off", file=path, line=1)
        header = read_header(raw[0], path)
        lines = [read_line(number, text, path) for number, text in enumerate(raw[1:], 2)]
        return cls(header, lines, path=path, torn=torn)

    def save(self, path: Path | str) -> None:
        """Write the record to a file, whole or not at all; replaces a file of that name."""
        path = Path(path)
        try:
            if path.exists() and not path.is_file():
                raise OSError(errno.EINVAL, "it is no file")  # a device would be replaced by one
            aside = path.with_name(path.name + ".part")
            with aside.open("wb") as file:
                for number, line in enumerate((self.header, *self._lines), 1):
                    file.write(write_line(number, line))
                file.flush()
                os.fsync(file.fileno())
            aside.replace(path)
        except (OSError, ValueError) as error:
            raise RecordError(f"cannot be written: {trouble(error)}", file=path) from None

    def __repr__(self) -> str:
        end = self.outcome
        state = "goes on" if end is None else f"{end.winner} won" if end.winner else "drawn"
        header = self.header
        return f"<Record of {header.ruleset} {header.scenario}: {len(self.actions)} actions, {state}>"

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line below the header; line ``i`` here is line ``i + 2`` of the file."""
        return tuple(self._lines)

    def append(self, line: Line) -> None:
        """Add a line at the end."""
        self._lines.append(line)

    @property
    def actions(self) -> tuple[Act, ...]:
        """The actions that stand, without those taken back."""
        acts: list[Act] = []
        for line in self._lines:
            if isinstance(line, Act):
                acts.append(line)
            elif isinstance(line, Strike):
                del acts[-line.actions :]
        return tuple(acts)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
        for line in reversed(self._lines):
            if isinstance(line, End):
                return Outcome(line.winner, line.why, line.cite, line.score)
            if isinstance(line, Act | Strike):
                return None
        return None

    @property
    def commitment(self) -> str:
        """The commitment to the seed in use."""
        return self._promise.commitment

    @property
    def dice(self) -> Source:
        """Where outcomes come from now: the seed, people, or the caller's own dice."""
        return self._promise.dice

    @property
    def _promise(self) -> Header | Resumed:
        return next((line for line in reversed(self._lines) if isinstance(line, Resumed)), self.header)

    @property
    def seed(self) -> int | str | None:
        """The seed in use, if the record tells it."""
        for line in reversed(self._lines):
            if isinstance(line, Seed):
                return line.seed
            if isinstance(line, Resumed):
                return None
        return None

    @property
    def rolled(self) -> Mapping[str, int]:
        """Purpose → how many rolls the seed in use has given; with asked dice, only draws come from it."""
        counts: Counter[str] = Counter()
        dice = self.header.dice
        for line in self._lines:
            if isinstance(line, Resumed):
                counts.clear()
                dice = line.dice
            elif isinstance(line, SetUp | Act):
                counts.update(roll.why for roll in line.rolls if dice != "asked" or roll.kind == "draw")
        return counts

    def seen_by(self, side: Side) -> tuple[Line, ...]:
        """The lines as ``side`` may see them: other sides' draws and secret choices are ``?``.

        Position hashes are left out, since a guess at a hidden hand could be checked against them.
        """
        return tuple(line_seen_by(line, side) for line in self._lines)
