"""Maps from VASL board archives that people own, for ``grognard import vasl``.

An archive is read, sampled hex by hex, and written as a board file that scenarios find in the user's own
folder. Only people who own a board have any use for its map: none is included, none should be passed on.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grognard.datafile import shown
from grognard.hooks import Offer
from grognard_asl.board_text import write_board
from grognard_asl.boards import OPEN, Sheet
from grognard_asl.scenarios import own_maps
from grognard_asl.vasl_archive import read_archive
from grognard_asl.vasl_sampling import Sampler

__all__ = ["IMPORTER", "LETTERS", "board_of", "keep", "text_of"]

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


def keep(path: Path) -> Path:
    """Put the board of an archive into the user's own folder, where scenarios look; returns the file."""
    board = board_of(Path(path))
    folder = own_maps()
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{board.id}.toml"
    file.write_text(write_board(board, LETTERS), encoding="utf-8")
    return file


IMPORTER = Offer("vasl", text_of, summary="A VASL board archive that you own, as a map for ASL scenarios.")
"""What the plugin offers to ``grognard import``."""
