"""Files that commands write: whole or not at all."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from grognard.errors import GrognardError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["write_text"]


def write_text(path: Path, text: str, *, ending: str) -> None:
    """Write a text to a file, or to a device or pipe as it is.

    ``ending`` is what the text is; a name may end so, or have no ending.

    Raises:
        GrognardError: the name promises something else, or the file cannot be written.
    """
    if path.suffix.casefold() not in ("", ending):
        raise GrognardError(f"{path}: expected a name that ends in {ending}")
    aside = path
    try:
        if path.is_file() or not path.exists():
            aside = path.with_name(path.name + ".part")
        aside.write_text(text, encoding="utf-8", newline="\n")
        if aside != path:
            aside.replace(path)
    except OSError as error:
        if aside != path:
            with suppress(OSError):
                aside.unlink()
        raise GrognardError(f"{path}: cannot be written: {error.strerror}") from None
