"""Records: a game as lines of JSON, enough to play it again and to notice when that fails.

The first line says what is played; each following line is one of

======== ================================================================================================
setup    the rolls of the set-up and a hash of the first position
act      an action: side, text and the rolls it caused; a position hash wherever a turn ends
strike   the last actions that still stand are taken back
resumed  the game went on with new luck, since the old seed was not known
seed     the seed; written when the game ends or is saved, so that a running record betrays no luck
end      how the game ended, with the hash of the last position
======== ================================================================================================

Every line ends in ``sum``, a check sum of its number and its text: an edited, moved or missing line is named.
A record is written as the game goes, so that a killed process loses at most the action in hand.

The header commits to the seed by its hash. A short seed can be guessed from it; leave the seed out and a long
one is made up. Once the seed is in the record, verifying also checks that the dice followed from it.
"""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from importlib import metadata
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from grognard.dice import Roll
from grognard.errors import RecordError
from grognard.play import Outcome, Side

if TYPE_CHECKING:
    from grognard.game import Game

__all__ = [
    "FORMAT",
    "Act",
    "End",
    "Header",
    "Line",
    "Record",
    "RecordFile",
    "Resumed",
    "Seed",
    "SetUp",
    "Source",
    "Strike",
    "commitment",
    "digest_of",
    "header_of",
    "hidden",
    "overlay_digest",
    "plain",
    "write_line",
]


FORMAT = 1
Source = Literal["seeded", "asked", "given"]
UNKNOWN = "?"


class Header(msgspec.Struct, frozen=True, tag="game", tag_field="line", forbid_unknown_fields=True):
    """What is played: the first line of a record.

    ``digest`` names the contents of the ruleset, overlay included, and ``overlay`` those of the chart overlay
    alone; ``dice`` says whether outcomes come from the seed, from people, or from the caller's own dice.
    """

    format: int
    grognard: str
    system: str
    ruleset: str
    version: str
    digest: str
    scenario: str
    seats: dict[Side, str]
    commitment: str
    options: dict[str, bool | int | str] = {}
    overlay: str = ""
    solo: bool = False
    dice: Source = "seeded"


class _Line(msgspec.Struct, frozen=True, tag_field="line", omit_defaults=True, forbid_unknown_fields=True):
    pass


class SetUp(_Line, frozen=True, tag="setup"):
    """What was rolled and drawn before the first decision."""

    position: str
    rolls: tuple[Roll, ...] = ()


class Act(_Line, frozen=True, tag="act"):
    """An action and its rolls.

    ``standing`` marks one given by a standing answer; a secret one is ``seen_by`` one side only.
    """

    side: Side
    do: str
    rolls: tuple[Roll, ...] = ()
    standing: bool = False
    seen_by: Side = ""
    position: str = ""


class Strike(_Line, frozen=True, tag="strike"):
    """The last ``actions`` that still stood were taken back."""

    actions: int


class Resumed(_Line, frozen=True, tag="resumed"):
    """The game went on from a new seed, perhaps with outcomes from another source."""

    commitment: str
    dice: Source = "seeded"


class Seed(_Line, frozen=True, tag="seed"):
    """The seed of all rolls since the last commitment."""

    seed: int | str


class End(_Line, frozen=True, tag="end", omit_defaults=False):
    """How the game ended."""

    winner: Side | None
    why: str
    cite: str
    score: tuple[tuple[Side, int], ...]
    position: str


Line = SetUp | Act | Strike | Resumed | Seed | End

_encoder = msgspec.json.Encoder()
_line_decoder = msgspec.json.Decoder(Line)
_header_decoder = msgspec.json.Decoder(Header)


def commitment(seed: int | str) -> str:
    """The hash by which a record commits to a seed without telling it.

    >>> commitment(7) == commitment("7") != commitment(8)
    True
    """
    return blake2b(str(seed).encode(), digest_size=16).hexdigest()


def plain(rolls: Iterable[Roll]) -> tuple[Roll, ...]:
    """Rolls as a record keeps them: without their reasons, which the rules can tell again."""
    return tuple(msgspec.structs.replace(roll, reasons=()) if roll.reasons else roll for roll in rolls)


def hidden(roll: Roll, side: Side) -> Roll:
    """A roll as ``side`` sees it: its faces are ``?`` if they are another side's secret."""
    if roll.seen_by in ("", side):
        return roll
    return msgspec.structs.replace(roll, faces=(UNKNOWN,) * len(roll.faces), reasons=())


def _sum(number: int, body: bytes) -> bytes:
    return blake2b(b"%d " % number + body, digest_size=4).hexdigest().encode()


def write_line(number: int, line: Header | Line) -> bytes:
    """A line of a file, with its check sum and line end; ``number`` counts from 1."""
    body = _encoder.encode(line)[:-1]
    return body + b',"sum":"' + _sum(number, body) + b'"}\n'


def _read_body(number: int, raw: bytes, file: Path | str) -> bytes:
    body, mark, rest = raw.rpartition(b',"sum":"')
    if not mark or rest != _sum(number, body) + b'"}':
        raise RecordError(
            "the line was edited, moved or damaged: its check sum is wrong", file=file, line=number
        )
    return body + b"}"


def _why(error: OSError | ValueError) -> str:
    """What a file system has against a file, or against its name."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _read_header(raw: bytes, file: Path | str) -> Header:
    try:
        told = msgspec.json.decode(raw, type=dict[str, Any]).get("format")
    except (msgspec.DecodeError, RecursionError):
        told = None
    if told is None:
        raise RecordError("this is no record of a game", file=file, line=1)
    if told != FORMAT:
        problem = f"expected record format {FORMAT}, got {told!r}: it was written by another Grognard"
        raise RecordError(problem, file=file, line=1)
    body = _read_body(1, raw, file)
    try:
        return _header_decoder.decode(body)
    except msgspec.DecodeError as error:
        raise RecordError(f"the header does not fit: {error}", file=file, line=1) from None


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
            raise RecordError(f"cannot be written: {_why(error)}", file=path) from None

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

    def append(self, line: Header | Line) -> None:
        """Write one line; a line that cannot be written whole is taken back and raises ``RecordError``."""
        start = self._file.tell()
        left = write_line(self._lines + 1, line)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            self._file.truncate(start)
            self._file.seek(start)
            raise RecordError(f"cannot be written: {error.strerror}", file=self.path) from None
        self._lines += 1

    def sync(self) -> None:
        """Make sure that a power cut loses nothing either."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file; nothing can be appended after."""
        if not self._file.closed:
            self.sync()
            self._file.close()


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
            raise RecordError(f"cannot be read: {_why(error)}", file=path) from None
        torn = raw.pop() != b""
        if torn and not mend:
            problem = "the last line is cut off; resuming the game leaves it out"
            raise RecordError(problem, file=path, line=len(raw) + 1)
        if not raw:
            raise RecordError("the file is empty" if not torn else "the header is cut off", file=path, line=1)
        header = _read_header(raw[0], path)
        lines: list[Line] = []
        for number, text in enumerate(raw[1:], 2):
            body = _read_body(number, text, path)
            try:
                lines.append(_line_decoder.decode(body))
            except msgspec.DecodeError as error:
                raise RecordError(f"the line does not fit: {error}", file=path, line=number) from None
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
            raise RecordError(f"cannot be written: {_why(error)}", file=path) from None

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
        return tuple(_line_seen_by(line, side) for line in self._lines)


def _line_seen_by(line: Line, side: Side) -> Line:
    if isinstance(line, SetUp):
        return SetUp("", tuple(hidden(roll, side) for roll in line.rolls))
    if isinstance(line, Act):
        rolls = tuple(hidden(roll, side) for roll in line.rolls)
        secret = line.seen_by not in ("", side)
        return msgspec.structs.replace(
            line, do=UNKNOWN if secret else line.do, rolls=rolls, position="", standing=False
        )
    if isinstance(line, End):
        return msgspec.structs.replace(line, position="")
    return line


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
    ruleset = game.ruleset
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
        _options(game),
        overlay_digest(game),
        solo,
        dice,
    )


def _options(game: Game[Any, Any]) -> dict[str, bool | int | str]:
    return {
        option: value if isinstance(value, bool | int) else str(value)
        for option, value in game.options_chosen.items()
    }


def overlay_digest(game: Game[Any, Any]) -> str:
    """What names the contents of the game's chart overlay; empty if it has none."""
    overlay = game.ruleset.overlay
    return digest_of(overlay) if overlay else ""


def digest_of(overlay: Path) -> str:
    """What names the contents of a chart overlay."""
    return blake2b(overlay.read_bytes(), digest_size=8).hexdigest()
