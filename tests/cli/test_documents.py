"""The generated pages are what the commands would write today."""

import re
from pathlib import Path

import pytest

from grognard.cli import documents, plugin_api
from grognard.cli.output import DOCUMENTS

FOLDER = Path(__file__).parents[2] / "docs" / "reference"
PAGES = documents.pages()


@pytest.mark.parametrize("page", PAGES)
def test_the_page_has_not_drifted(page: str) -> None:
    written = (FOLDER / page).read_text(encoding="utf-8")
    assert written == PAGES[page], "run python -m grognard.cli.documents"


def test_the_api_page_has_the_modules_that_plugins_may_import() -> None:
    table = (FOLDER.parent / "plugin-api.md").read_text(encoding="utf-8").partition("\nNot for plugins")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert re.findall(r"`([\w.]+)`", " ".join(rows)) == list(plugin_api.MODULES)


@pytest.mark.parametrize(
    "told",
    [
        "### Decision\n\n```python\nclass Decision(side: Side)\n```",
        "- `always_ask: bool = False` (of the class)",
        "- `options(play: Play[P, R]) -> Iterator[A]`\\\n  Every legal action.",
        "- `reason(text: str = '') -> Reason`",  # of a base that is not public itself
        "- attributes: `graph`, `layout`, `labels`, `hexes`",
        ">>> from grognard.hexes import FLAT, LetterColumns",
        "  Raises:\n\n  - RulesetError: there is no such chart",
        "Distance = Literal['close', 'fire']\n```\n\n`close` is the next hex",
        "SYMBOLS: by key\n    airborne, antiair",
        "### grognard_systems",
        "class ScenarioInfo(\n    id: str,\n",
    ],
)
def test_the_api_page_tells(told: str) -> None:
    assert told in PAGES["api.md"]


def test_no_schema_is_left_over() -> None:
    assert {path.stem for path in (FOLDER / "json").glob("*.json")} == set(DOCUMENTS)


def test_writing_touches_only_what_has_changed(tmp_path: Path) -> None:
    first = documents.write(tmp_path)
    assert {path.relative_to(tmp_path).as_posix() for path in first} == set(PAGES)
    (tmp_path / "json" / "stranger.json").write_text("{}")
    (tmp_path / "cli.md").write_text("drifted")
    assert {path.name for path in documents.write(tmp_path)} == {"cli.md", "stranger.json"}
    assert documents.write(tmp_path) == []
