"""Which tests prove which rules is read from their source."""

from pathlib import Path
from textwrap import dedent

import pytest

from grognard.cli.guard import Exit
from grognard.cli.proofs import checkouts, proofs

from .conftest import Run


def cited_in(tmp_path: Path, source: str) -> dict[str, list[str]]:
    folder = tmp_path / "tests" / "inner"
    folder.mkdir(parents=True)
    (folder / "test_x.py").write_text(dedent(source))
    return {rule: [proof.test for proof in found] for rule, found in proofs([tmp_path]).items()}


def test_marks_on_functions_classes_modules_and_parameters(tmp_path: Path) -> None:
    found = cited_in(
        tmp_path,
        """
        import pytest
        pytestmark = [pytest.mark.slow, pytest.mark.rule("X-0")]

        @pytest.mark.rule("X-1", "X-2")
        def test_function(): ...

        @pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.rule("X-3"))])
        def test_parameter(n): ...

        @pytest.mark.rule("X-4")
        class TestClass:
            pytestmark = pytest.mark.rule("X-5")

            @pytest.mark.rule("X-6")
            def test_method(self): ...

            def helper(self): ...

        def helper():
            pytest.mark.rule("X-7")
        """,
    )
    every = ["TestClass.test_method", "test_function", "test_parameter"]
    assert found == {
        "X-0": every,
        "X-1": ["test_function"],
        "X-2": ["test_function"],
        "X-3": ["test_parameter"],
        "X-4": ["TestClass.test_method"],
        "X-5": ["TestClass.test_method"],
        "X-6": ["TestClass.test_method"],
    }


def test_a_proof_names_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_y.py").write_text('@pytest.mark.rule("X-1")\ndef test_it(): ...\n')
    (proof,) = proofs([tmp_path])["X-1"]
    assert str(proof) == "tests/test_y.py:2 test_it"


def test_a_checkout_is_found_from_its_package() -> None:
    (root,) = checkouts(["grognard_memoir44"])
    assert (root / "tests" / "cli" / "test_proofs.py").is_file()
    assert checkouts(["msgspec"]) == []
    assert checkouts(["no_such_package"]) == []


def test_a_checkout_is_found_where_one_stands_if_the_package_is_installed_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "venv" / "site-packages" / "strangers_game"
    root = tmp_path / "checkout"
    for folder in (package, root / "src" / "strangers_game", root / "tests"):
        folder.mkdir(parents=True)
    for folder in (package, root / "src" / "strangers_game"):
        (folder / "__init__.py").touch()
    (root / "pyproject.toml").touch()
    monkeypatch.syspath_prepend(package.parent)
    monkeypatch.chdir(tmp_path)
    assert checkouts(["strangers_game"]) == []
    monkeypatch.chdir(root / "src")
    assert checkouts(["strangers_game"]) == [root]
    assert checkouts(["msgspec"]) == []


def test_outside_a_checkout_it_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.cli.rulebook.checkouts", lambda _packages: [])
    assert "in a checkout of the source only" in run("rule", "M44-base-los.6").out
    assert run("rule", "M44-base-los.6", "--json").document["tests"] is None
    told = run("rules", "coverage", "memoir44")
    assert told.code == Exit.USAGE
    assert "in a checkout of the source only" in told.err
