"""The generated pages are what the commands would write today."""

from pathlib import Path

import pytest

from grognard.cli import documents
from grognard.cli.output import DOCUMENTS

FOLDER = Path(__file__).parents[2] / "docs" / "reference"
PAGES = documents.pages()


@pytest.mark.parametrize("page", PAGES)
def test_the_page_has_not_drifted(page: str) -> None:
    written = (FOLDER / page).read_text(encoding="utf-8")
    assert written == PAGES[page], "run python -m grognard.cli.documents"


def test_no_schema_is_left_over() -> None:
    assert {path.stem for path in (FOLDER / "json").glob("*.json")} == set(DOCUMENTS)


def test_writing_touches_only_what_has_changed(tmp_path: Path) -> None:
    first = documents.write(tmp_path)
    assert {path.relative_to(tmp_path).as_posix() for path in first} == set(PAGES)
    (tmp_path / "json" / "stranger.json").write_text("{}")
    (tmp_path / "cli.md").write_text("drifted")
    assert {path.name for path in documents.write(tmp_path)} == {"cli.md", "stranger.json"}
    assert documents.write(tmp_path) == []
