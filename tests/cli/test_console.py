"""What is printed beside games."""

import sys
from pathlib import Path

import pytest

from grognard.cli.console import program


def test_the_program_is_called_by_its_path_where_the_shell_does_not_find_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / ".venv" / "bin" / "grognard"
    script.parent.mkdir(parents=True)
    script.touch(mode=0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", [str(script)])
    assert program() == str(Path(".venv", "bin", "grognard"))
    monkeypatch.chdir(script.parent)
    assert program() == str(script)
    monkeypatch.setenv("PATH", str(script.parent))
    assert program() == "grognard"
    monkeypatch.setattr(sys, "argv", ["pytest"])
    assert program() == "grognard"
