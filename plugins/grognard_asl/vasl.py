"""Maps from VASL board archives that people own, for ``grognard import vasl``.

An archive is read, sampled hex by hex, and written as a board file that scenarios find in the user's own
folder. Only people who own a board have any use for its map: none is included, none should be passed on.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from grognard.datafile import shown
from grognard.errors import GrognardError
from grognard.hooks import Offer
from grognard.spelling import did_you_mean
from grognard_asl.board_text import write_board
from grognard_asl.boards import OPEN, Sheet
from grognard_asl.scenarios import own_maps
from grognard_asl.vasl_archive import read_archive
from grognard_asl.vasl_sampling import Sampler

__all__ = ["COMMAND", "IMPORTER", "LETTERS", "board_of", "import_map", "keep", "text_of"]

LETTERS: Mapping[str, str] = {
    ".": OPEN, "w": "woods", "S": "building_stone", "W": "building_wood", "o": "orchard", "g": "grain",
    "b": "brush",
}  # fmt: skip
"""Letters of the boards this module writes."""


def board_of(path: Path) -> Sheet:
    """The board of an archive.

    Raises :class:`~grognard_asl.vasl_archive.ArchiveError`, one sentence, for an archive that is broken,
    holds what no row is for, or is no geomorphic board.
    """
    metadata, pixels = read_archive(path)
    return Sampler(shown(path), metadata, pixels).sheet()


def text_of(path: Path) -> str:
    """The board of an archive as the text of a board file."""
    return write_board(board_of(Path(path)), LETTERS)


def keep(path: Path, file: Path | None = None) -> Path:
    """Write the board of an archive to a file, else into the user's own folder, where scenarios look."""
    if file is not None and file.suffix.casefold() not in ("", ".toml"):
        raise GrognardError(f"{shown(file)}: expected a name that ends in .toml")
    board = board_of(Path(path))
    target = own_maps() / f"{board.id}.toml" if file is None else file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(write_board(board, LETTERS), encoding="utf-8")
    return target


def import_map(what: list[str], out: str = "") -> None:
    """Make a map from a board archive that you own.

    WHAT is the kind of file, vasl, then the archive. The map goes to your own folder, where scenarios find
    it, or to the file named by --out. It is for you alone: do not pass it on.

    Examples

    $ grognard import vasl ~/vasl/boards/bd01

    $ grognard import vasl ~/vasl/boards/bd01 --out board01.toml
    """
    kind, *files = what
    if kind != IMPORTER.id:
        raise GrognardError(f"no importer {kind!r}{did_you_mean(kind, [IMPORTER.id])}")
    if len(files) != 1:
        raise GrognardError(f"expected one archive after {kind!r}, got {' '.join(files) or 'none'}")
    archive = Path(files[0]).expanduser()
    written = keep(archive, Path(out).expanduser() if out else None)
    sys.stdout.write(f"{shown(archive)}: written to {shown(written)}; check it against the board you own\n")


IMPORTER = Offer("vasl", text_of, summary="A VASL board archive that you own, as a map for ASL scenarios.")
"""What the plugin offers to whoever reads foreign files."""

COMMAND = Offer(
    "import", import_map, summary="Make a map from a board archive that you own: import vasl FILE."
)
"""The command ``grognard import``."""
