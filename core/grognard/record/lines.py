"""The lines of a record: what each says, how it is written and read, what a side may see of it."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

import msgspec

from grognard.dice import Roll
from grognard.errors import RecordError
from grognard.play import Side

__all__ = [
    "FORMAT",
    "Act",
    "End",
    "Header",
    "Line",
    "Resumed",
    "Seed",
    "SetUp",
    "Source",
    "Strike",
    "commitment",
    "hidden",
    "line_seen_by",
    "plain",
    "read_header",
    "read_line",
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


# As text


def _sum(number: int, body: bytes) -> bytes:
    return blake2b(b"%d " % number + body, digest_size=4).hexdigest().encode()


def write_line(number: int, line: Header | Line) -> bytes:
    """A line of a file, with its check sum and line end; ``number`` counts from 1."""
    body = _encoder.encode(line)[:-1]
    return body + b',"sum":"' + _sum(number, body) + b'"}\n'


def read_line(number: int, raw: bytes, file: Path | str) -> Line:
    """The line of a file below its header, checked; raises ``RecordError``."""
    body = _read_body(number, raw, file)
    try:
        return _line_decoder.decode(body)
    except msgspec.DecodeError as error:
        raise RecordError(f"the line does not fit: {error}", file=file, line=number) from None


def _read_body(number: int, raw: bytes, file: Path | str) -> bytes:
    body, mark, rest = raw.rpartition(b',"sum":"')
    if not mark or rest != _sum(number, body) + b'"}':
        raise RecordError(
            "the line was edited, moved or damaged: its check sum is wrong", file=file, line=number
        )
    return body + b"}"


def read_header(raw: bytes, file: Path | str) -> Header:
    """The first line of a file, checked; raises ``RecordError``."""
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


# As a side sees them


def hidden(roll: Roll, side: Side) -> Roll:
    """A roll as ``side`` sees it: its faces are ``?`` if they are another side's secret."""
    if roll.seen_by in ("", side):
        return roll
    return msgspec.structs.replace(roll, faces=(UNKNOWN,) * len(roll.faces), reasons=())


def line_seen_by(line: Line, side: Side) -> Line:
    """A line as ``side`` may see it; position hashes are left out."""
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
