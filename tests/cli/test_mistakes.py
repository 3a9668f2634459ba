"""Whatever is typed, a user gets one sentence and an exit code."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.cli.guard import Exit, guarded
from grognard.errors import GrognardError, IllegalAction, MissingExtra
from grognard.reasons import Reason

from .conftest import Run

GROGNARD = [sys.executable, "-c", "from grognard.cli import main; main()"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["scenarois"], "'scenarios'"),
        (["rules", "covrage"], "'coverage'"),
        (["scenarios", "memoir4"], "'memoir44'"),
        (["map", "memoir44", "pegasus-brige"], "'pegasus-bridge'"),
        (["show", "memoir44", "terain"], "'terrain'"),
        (["show", "memoir44", "terrain", "forrest"], "'forest'"),
        (["rule", "M44-base-los.66"], "'M44-base-los.6'"),
        (["play", "memoir44", "--axsi", "greedy"], "'--axis'"),
        (["play", "memoir44", "--axis", "gredy"], "'greedy'"),
        (["play", "memoir44", "--seat", "axsi=greedy"], "'axis'"),
        (["simulate", "memoir44", "--wrokers", "2"], "'--workers'"),
        (["play", "memoir44", "--record-file", "x"], "'--record'"),
        (["rulesets", "--jsno"], "--json"),
        (["scenarios", "memoir44", "--option", "airdrpo=walk"], "'airdrop'"),
        (["scenarios", "memoir44", "--option", "airdrop=wlak"], "'walk'"),
        (["compare", "terain"], "'terrain'"),
        (["compare", "dragons"], "(known: 'engagement', 'terrain')"),
        (["sequence", "memoir44", "--format", "mermiad"], "'mermaid'"),
        (["sequence", "memoir44", "--phase", "trun"], "'turn'"),
        (["play", "memoir44", "--dice", "aks"], "'ask'"),
        (["rulesets", "--lang", "fr"], "en, zh"),
        (["odds", "memoir44", "st-vith", "--choose", "uniformly", "1"], "'uniform'"),
        (["odds", "memoir44", "st-vith", "--assume", "ChooseRetraet=uniform", "1"], "'ChooseRetreat'"),
        (["odds", "memoir44", "st-vith", "--assume", "ChooseRetreat=nonsense", "1"], "one of retreat, stand"),
        (["odds", "memoir44", "st-vith", "--assume", "ChooseRetreat=retraet E5", "1"], "'retreat'"),
        (["explain", "memoir44", "st-vith", "--do", "plya 1", "1"], "'plya'"),
        (["los", "memoir44", "st-vith", "A1", "Z99"], "'Z99'"),
        (["explain", "memoir44", "st-vitt", "1"], "'st-vith'"),
        (["los", "memoir44", "st-vith", "A1", "A2", "--kind", "infantyr"], "'infantry'"),
        (["demo", "--bot", "gredy", "--out", "."], "'greedy'"),
        (["map", "memoir44", "--side", "axix"], "'axis'"),
    ],
)
def test_typos_are_answered_with_what_was_meant(
    run: Run, typed: list[str], meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = run(*typed)
    assert told.code == Exit.USAGE
    assert meant in told.err
    assert told.err.count("\n") == 1, told.err


@pytest.mark.parametrize(
    "typed",
    [
        ["play"],
        ["play", "memoir44", "--axis"],
        ["play", "--resume", "no such file.jsonl"],
        ["play", "--resume", "last"],
        ["play", "memoir44", "--seat", "axis"],
        ["play", "memoir44", "--maps", "sometimes"],
        ["simulate", "memoir44", "--axis", "human"],
        ["simulate", "memoir44", "-n", "many"],
        ["simulate", "memoir44", "-n", "-3"],
        ["simulate", "memoir44", "-w", "0"],
        ["simulate", "memoir44", "-n", "0", "--out", "games.csv"],
        ["simulate", "memoir44", "-n", "0", "--out", "no such directory/games.jsonl"],
        ["map", "memoir44", "-o", "no such directory/x.svg"],
        ["map", "memoir44", "-o", "x.png"],
        ["los", "memoir44", "st-vith", "A1", "A3", "-o", "x.jpeg"],
        ["import", "vasl", "no such board", "--out", "x.svg"],
        ["map", "."],
        ["map", "no/such/directory"],
        ["map", "~nobody-of-that-name/rules"],
        ["sequence", "memoir44", "--walk", "--progress", "/"],
        ["sequence", "memoir44", "--walk", "--progress", ""],
        ["scenarios", "memoir44", "--option", "airdrop"],
        ["scenarios", "memoir44", "--charts", "no such file.toml"],
        ["odds"],
        ["los", "memoir44"],
        ["odds", "--at", "3", "memoir44", "st-vith"],
        ["odds", "--record", "no such file.jsonl"],
        ["odds", "memoir44", "st-vith", "99"],
        ["odds", "memoir44", "st-vith", "1", "nowhere"],
        ["explain", "memoir44", "st-vith", "fly home"],
        ["los", "memoir44", "st-vith"],
        ["los", "memoir44", "st-vith", "A1", "A1"],
        ["replay", "no such file.jsonl"],
        ["replay", "."],
        ["rules", "coverage", "nothing"],
        ["sequence", "memoir44", "--json", "--format", "svg"],
        ["sequence", "memoir44", "--side", "x"],
        ["rule", ""],
        ["compare", "terrain", "memoir44", "nothing"],
        ["map", "memoir44", "-o", "/dev/full"],
        ["simulate", "memoir44", "-n", "1000000", "--out", "no such directory/games.jsonl"],
        ["simulate", "memoir44", "-n", "1000000", "--out", "games.csv"],
        ["play", "memoir44", "--observe", "nobody"],
        ["play", "--resume", "~no-such-user/x.jsonl"],
        ["demo", "--out", "/dev/null/x"],
        ["\x00"],
        ["play", "\udce4"],
        ["show", "memoir44", "terrain", "💥"],
        ["--", "--"],
        ["show", "memoir44", "-"],
    ],
)
def test_nasty_input_gets_one_sentence(
    run: Run, typed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = run(*typed)
    assert told.code == Exit.USAGE, (told.code, told.err)
    assert told.err.startswith("grognard: ")
    assert told.err.count("\n") == 1, told.err


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"\n",
        b"{}\n",
        b"not json\n",
        b"\xff\xfe\x00\n",
        b'{"line":"game","format":99}\n',
        b'{"line":"game","format":1}\n',
        b"[1, 2]\n",
        b'{"format": {}}\n',
        b'"a text"\n',
    ],
)
def test_broken_records_are_named_with_their_line(run: Run, tmp_path: Path, written: bytes) -> None:
    file = tmp_path / "broken.jsonl"
    file.write_bytes(written)
    for typed in (["replay"], ["play", "--resume"], ["odds", "--record"]):
        told = run(*typed, str(file))
        assert told.code == Exit.USAGE
        assert f"{file}:1" in told.err
        assert told.err.count("\n") == 1
    assert run("verify", str(file)).code == Exit.WRONG


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("ruleset.toml", "nonsense"),
        ("ruleset.toml", 'id = "x"\n'),
        ("terrain.toml", "[terrain.forest]\nname = 3\n"),
        ("units.toml", "= = ="),
        ("scenarios/st-vith.toml", 'id = "st-vith"\n'),
        ("sequence.toml", ""),
        ("rules.toml", "rule = 3"),
        ("cards.toml", "\ufeff\x00"),
    ],
)
def test_broken_rulesets_are_named_with_their_file(run: Run, tmp_path: Path, file: str, content: str) -> None:
    import shutil

    from grognard import rulesets

    copy = tmp_path / "mine"
    shutil.copytree(rulesets()["memoir44"].root, copy)
    (copy / file).write_text(content, encoding="utf-8")
    for typed in (["scenarios"], ["play"]):
        told = run(*typed, str(copy))
        assert told.code == Exit.USAGE, (told.code, told.err)
        assert file in told.err
        assert told.err.count("\n") == 1, told.err
    assert run("check", str(copy)).code == Exit.WRONG


def test_a_broken_ruleset_in_the_search_path_breaks_nothing_else(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "ruleset.toml").write_text("nonsense")
    monkeypatch.setenv("GROGNARD_RULESETS", str(tmp_path))
    assert "bad" in run("rulesets").out
    assert run("plugins", "--json").document["broken"]
    assert run("scenarios", "memoir44").code == Exit.OK


def test_errors_by_kind_of_exit(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(error: BaseException) -> int:
        def run() -> None:
            raise error

        return guarded(run)

    monkeypatch.delenv("GROGNARD_DEBUG", raising=False)
    assert fails(GrognardError("wrong")) == Exit.USAGE
    assert fails(IllegalAction("fly", [Reason("tanks cannot", "X-1")])) == Exit.WRONG
    assert fails(MissingExtra("pyarrow", "parquet", "writing Parquet")) == Exit.BROKEN
    assert fails(ZeroDivisionError("division by zero")) == Exit.BROKEN
    assert fails(KeyboardInterrupt()) == Exit.INTERRUPTED
    assert "GROGNARD_DEBUG=1" in capsys.readouterr().err
    monkeypatch.setenv("GROGNARD_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        fails(ZeroDivisionError())


def test_a_plugin_that_fails_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from grognard_memoir44.game import MemoirGame

    monkeypatch.setattr(MemoirGame, "scenarios", lambda _self: 1 / 0)
    told = run("scenarios", "memoir44")
    assert told.code == Exit.BROKEN
    assert "ZeroDivisionError" in told.err
    assert told.err.count("\n") == 1


# As a process


def process(*typed: str, **more: str) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GROGNARD_")}
    return subprocess.run(
        [*GROGNARD, *typed], capture_output=True, text=True, timeout=120, env={**kept, **more}, check=False
    )


def test_a_process_exits_with_the_code(tmp_path: Path) -> None:
    told = process("scenarios", "memoir4")
    assert (told.returncode, told.stdout) == (Exit.USAGE, "")
    assert told.stderr == "grognard: no ruleset 'memoir4' (did you mean 'memoir44'?)\n"


IN_SHELL = f"{sys.executable} -c '{GROGNARD[-1]}'"


def shell(line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=120, check=False)


def test_a_reader_that_leaves_early_is_no_error() -> None:
    for typed in ("show memoir44 rules", "scenarios memoir44 --json", "--help"):
        for buffering in ("", "PYTHONUNBUFFERED=1 "):
            told = shell(f"{buffering}{IN_SHELL} {typed} | head -c 0; exit ${{PIPESTATUS[0]}}")
            assert (told.returncode, told.stderr) == (Exit.OK, ""), typed


@pytest.mark.parametrize("buffering", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("typed", [["rulesets"], ["rulesets", "--json"], ["sequence", "memoir44"]])
def test_a_full_disk_is_told_in_one_sentence(typed: list[str], buffering: dict[str, str]) -> None:
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        told = subprocess.run(
            [*GROGNARD, *typed], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120, check=False,
            env=surroundings | buffering,
        )  # fmt: skip
    assert told.returncode == Exit.USAGE
    assert told.stderr == "grognard: cannot write: No space left on device\n"


@pytest.mark.parametrize(("closed", "code"), [(">&-", Exit.OK), ("<&-", Exit.OK), ("2>&-", Exit.OK)])
def test_a_stream_may_be_closed(closed: str, code: int, tmp_path: Path) -> None:
    told = shell(f"echo quit | ({IN_SHELL} play memoir44 --maps never --record {tmp_path}/x.jsonl {closed})")
    assert (told.returncode, told.stderr) == (code, "")


def test_a_terminal_without_unicode_shows_what_it_can(tmp_path: Path) -> None:
    told = process(
        *("play", "memoir44", "--lang", "zh", "--record", str(tmp_path / "x.jsonl")),
        LC_ALL="C",
        PYTHONUTF8="0",
        PYTHONIOENCODING="ascii",
    )
    assert (told.returncode, told.stderr) == (Exit.OK, "")


def test_a_terminal_without_unicode_gets_ascii() -> None:
    told = process("map", "memoir44", "sainte-mere-eglise", PYTHONIOENCODING="ascii:replace")
    assert told.returncode == Exit.OK
    assert told.stdout.isascii()
    assert "|A9" in told.stdout


def test_the_library_imports_without_the_command_line() -> None:
    code = "import sys, grognard; print([m for m in ('rich', 'typer', 'click') if m in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


def test_rulesets_complete_in_the_shell() -> None:
    told = process(
        _GROGNARD_COMPLETE="complete_bash", COMP_WORDS="grognard map mem", COMP_CWORD="2", SHELL="/bin/bash"
    )
    assert "memoir44" in told.stdout
    told = process(
        _GROGNARD_COMPLETE="complete_bash",
        COMP_WORDS="grognard map memoir44 peg",
        COMP_CWORD="3",
        SHELL="/bin/bash",
    )
    assert "pegasus-bridge" in told.stdout


def test_who_asks_the_wrong_command_is_told_the_right_one(run: Run) -> None:
    told = run("show", "skirmish", "sequence")
    assert told.code == Exit.USAGE
    assert "sequence is no topic: use 'grognard sequence skirmish'" in told.err
    told = run("rules", "skirmish")
    assert told.code == Exit.USAGE
    assert "'grognard show skirmish rules' lists its rules" in told.err
    assert run("show", "skirmish", "rules").code == run("rules", "coverage", "skirmish").code == Exit.OK
    asked = run("play", "skirmish", "--seed", "1", "--maps", "never", typed="show sequence\nquit\n")
    assert "use 'grognard sequence skirmish'" in asked.out
