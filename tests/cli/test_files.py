"""Files that commands write."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from grognard.cli.files import write_text
from grognard.errors import GrognardError


def test_what_does_not_fit_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    write_text(path, "old\n", ending=".svg")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        with pytest.raises(GrognardError, match=r"map\.svg: cannot be written: File too large"):
            write_text(path, "new\n" * 100, ending=".svg")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert path.read_bytes() == b"old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_device_is_written_to_and_stays_one() -> None:
    write_text(Path("/dev/null"), "nothing", ending=".svg")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(GrognardError, match="/dev/full: cannot be written: No space left on device"):
        write_text(Path("/dev/full"), "nothing", ending=".svg")


@pytest.mark.parametrize("name", ["map.svg", "MAP.SVG", "map"])
def test_a_name_may_say_what_is_in_the_file_or_nothing(tmp_path: Path, name: str) -> None:
    write_text(tmp_path / name, "new", ending=".svg")
    assert (tmp_path / name).read_text() == "new"


def test_a_name_that_promises_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match=r"map\.png: expected a name that ends in \.svg"):
        write_text(tmp_path / "map.png", "new", ending=".svg")
    assert not list(tmp_path.iterdir())
