"""Records: written as the game goes, read back, replayed, continued; and every way in which they go wrong."""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pebbles
import pytest

from grognard.bots import RandomBot
from grognard.dice import Die, Face, Roll, ScriptedDice
from grognard.errors import GrognardError, RecordError
from grognard.play import Outcome
from grognard.record import Act, End, Record, Seed, SetUp, Strike, commitment, write_line
from grognard.replay import Divergence, Verification, verify
from grognard.session import Session

Game = pebbles.PebbleGame
AnySession = Session[Any, Any]
BOTS = {"red": "random", "blue": "greedy"}


def play(session: AnySession, texts: str) -> AnySession:
    for text in texts.split(";"):
        session.play(text)
    return session


def recorded(game: Game, path: Path, texts: str, **more: Any) -> Path:
    with Session(game, "race", seed=1, record=path, **more) as session:
        play(session, texts)
    return path


def bot_game(game: Game, path: Path, **more: Any) -> Path:
    with Session(game, "race", seed=5, seats=BOTS, record=path, **more) as session:
        session.run()
    return path


def forge(path: Path, change: Callable[[int, dict[str, Any]], None]) -> Path:
    """Rewrite every line of a record with the right check sums."""
    record = Record.load(path)
    forged = b""
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        fields = json.loads(line)
        del fields["sum"]
        change(number, fields)
        kind = type(record.header) if number == 1 else type(record.lines[number - 2])
        forged += write_line(number, _convert(fields, kind))
    path.write_bytes(forged)
    return path


def _convert(fields: dict[str, Any], kind: type) -> Any:
    return msgspec.convert(fields, kind)


def check(game: Game, path: Path) -> Verification:
    (result,) = verify([path], games={"pebbles": game})
    return result


# Writing and reading


def test_a_record_is_written_line_by_line_as_the_game_goes(game: Game, tmp_path: Path) -> None:
    session = Session(game, "race", seed=1, record=tmp_path / "game.jsonl")
    for n, text in enumerate(("snare 5", "snare 3", "advance red-a", "walk"), 1):
        session.play(text)
        record = Record.load(tmp_path / "game.jsonl")
        assert [act.do for act in record.actions][n - 1 :] == [text]
        assert record.lines == session.record.lines
    assert record.header.ruleset == "pebbles" and record.header.digest == game.ruleset.digest
    assert (record.header.options, record.header.seats) == ({"length": 10}, {"red": "human", "blue": "human"})


def test_position_hashes_stand_where_a_turn_ends(game: Game, tmp_path: Path) -> None:
    record = Record.load(
        recorded(game, tmp_path / "game.jsonl", "snare 5; snare 3; advance red-a; walk; rest")
    )
    assert [bool(act.position) for act in record.actions] == [False, False, False, True, True]


def test_a_finished_record_tells_outcome_and_seed(game: Game, tmp_path: Path) -> None:
    record = Record.load(bot_game(game, tmp_path / "game.jsonl"))
    *_, end, seed = record.lines
    assert isinstance(end, End) and isinstance(record.outcome, Outcome)
    assert end.winner == record.outcome.winner in ("red", "blue")
    assert seed == Seed(5) and commitment(5) == record.header.commitment
    assert "won" in repr(record)


def test_a_running_record_betrays_no_luck(game: Game, tmp_path: Path) -> None:
    path = recorded(game, tmp_path / "game.jsonl", "snare 5; snare 3; rest")
    assert Record.load(path).seed is None
    made_up = Session(game, "race", record=tmp_path / "other.jsonl")
    assert len(str(made_up.seed)) == 32 and str(made_up.seed) not in (tmp_path / "other.jsonl").read_text()


def test_an_existing_file_is_not_overwritten(game: Game, tmp_path: Path) -> None:
    path = recorded(game, tmp_path / "game.jsonl", "snare 5")
    before = path.read_bytes()
    with pytest.raises(RecordError, match=r"game\.jsonl: the file exists"):
        Session(game, "race", record=path)
    assert path.read_bytes() == before


class FullDisk:
    """A file on a disk that has room for ten more bytes."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def write(self, data: bytes) -> int:
        self._file.write(data[:10])
        raise OSError(28, "No space left on device")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def test_an_action_that_cannot_be_recorded_is_not_played(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = play(Session(game, "race", seed=1, record=tmp_path / "game.jsonl"), "snare 5; snare 3")
    before = game.digest(session.position)
    file = session._kept.file
    assert file is not None
    with monkeypatch.context() as patch:
        patch.setattr(file, "_file", FullDisk(file._file))
        with pytest.raises(RecordError, match=r"game\.jsonl: cannot be written: No space left"):
            session.play("rest")
    assert game.digest(session.position) == before
    session.play("advance red-a")
    assert Record.load(tmp_path / "game.jsonl").lines == session.record.lines


def test_a_game_is_not_ended_if_its_end_cannot_be_recorded(game: Game, tmp_path: Path) -> None:
    path = bot_game(game, tmp_path / "game.jsonl")
    whole, last = path.read_bytes(), Record.load(path).actions[-1]
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-3]))
    with Session.resume(path, game, seed=5, seats={}) as session:
        before, size = game.digest(session.position), path.stat().st_size
        with limited(size + len(write_line(1, last))), pytest.raises(RecordError, match="cannot be written"):
            session.play(last.do)
        assert game.digest(session.position) == before and not session.over
        assert path.stat().st_size == size
        session.play(last.do)
        assert session.over
    assert path.read_bytes() == whole


def test_a_new_game_that_cannot_be_recorded_leaves_no_file(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    header, set_up = recorded(game, path, "snare 5").read_bytes().splitlines(keepends=True)[:2]
    path.unlink()
    for room in (0, len(header), len(header + set_up) - 1):
        with limited(room), pytest.raises(RecordError, match=r"game\.jsonl: cannot be written"):
            Session(game, "race", seed=1, record=path)
        assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fails_when_a_game_is_put_away_is_told(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = play(Session(game, "race", seed=1, record=tmp_path / "game.jsonl"), "snare 5")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        for put_away in (session.save, session.close):
            with pytest.raises(RecordError, match=r"game\.jsonl: cannot be written: Input/output error"):
                put_away()
    with Session.resume(tmp_path / "game.jsonl", game) as again:
        assert [step.text for step in again.steps] == ["snare 5"]


def fail(_descriptor: int) -> None:
    raise OSError(5, "Input/output error")


@contextmanager
def limited(size: int) -> Iterator[None]:
    """No file may grow beyond so many bytes, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_what_was_taken_back_stays_as_struck_lines(game: Game, tmp_path: Path) -> None:
    session = play(Session(game, "race", seed=1, record=tmp_path / "game.jsonl"), "snare 5; snare 3")
    session.play("advance red-a")
    session.undo()
    play(session, "advance red-b; walk")
    session.close()
    record = Record.load(tmp_path / "game.jsonl")
    assert Strike(1) in record.lines
    assert [line.do for line in record.lines if isinstance(line, Act)][2:] == [
        "advance red-a",
        "advance red-b",
        "walk",
    ]
    assert [act.do for act in record.actions][2:] == ["advance red-b", "walk"]
    assert game.digest(Session.from_record(record, game).position) == game.digest(session.position)


# Replay and resuming


def test_a_replay_goes_through_the_same_positions_and_can_go_on(game: Game, tmp_path: Path) -> None:
    session = play(Session(game, "race", seed=1), "snare 5; snare 3; advance red-a; run; decline; dash; rest")
    session.save(tmp_path / "game.jsonl")
    again = Session.from_record(Record.load(tmp_path / "game.jsonl"), game)
    assert [game.digest(step.after) for step in again.steps] == [game.digest(s.after) for s in session.steps]
    assert again.events == session.events
    assert again.options() == session.options()
    assert again.steps[-2].rolls[0].reasons == session.steps[-2].rolls[0].reasons != ()
    play(again, "rest")
    assert len(Record.load(tmp_path / "game.jsonl").actions) == 7  # replaying writes nothing


def test_a_replay_with_the_wrong_game_is_refused(game: Game, pebble_rules: Path, tmp_path: Path) -> None:
    path = recorded(game, tmp_path / "game.jsonl", "snare 5; snare 3")
    with pytest.raises(RecordError, match=r"game\.jsonl:1: option 'length': expected 10, got a game with 12"):
        Session.from_record(Record.load(path), pebbles.load(pebble_rules, length=12))


KILLED = """
import os, signal, sys
sys.path.insert(0, {here!r})
import pebbles
from grognard.session import Session
session = Session(pebbles.load({rules!r}), "open", seed=11, seats={seats!r}, record={path!r})
session.run(limit=6)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def killed(game: Game, pebble_rules: Path, tmp_path: Path) -> Path:
    """The record of a game whose process was killed after six actions."""
    path = tmp_path / "killed.jsonl"
    here = str(Path(__file__).parent)
    script = KILLED.format(here=here, rules=str(pebble_rules), seats=BOTS, path=str(path))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == -signal.SIGKILL, done.stderr
    return path


def test_a_killed_game_has_lost_nothing_and_goes_on_with_new_luck(game: Game, killed: Path) -> None:
    assert len(Record.load(killed).actions) == 6
    with Session.resume(killed, game) as session:
        assert len(session.steps) == 6
        assert any("luck is new" in note for note in session.notes)
        session.run()
        assert session.over
    result = check(game, killed)
    assert result.ok and result.actions == len(session.steps), result.problem


def test_a_killed_game_goes_on_with_its_own_luck_for_who_knows_the_seed(game: Game, killed: Path) -> None:
    unbroken = Session(game, "open", seed=11, seats=BOTS)
    unbroken.run(limit=6)
    chooser = RandomBot(1)
    with Session.resume(killed, game, seed=11) as session:
        assert session.notes == []
        while not session.over:
            action = chooser.choose(game, None, session.options())
            for each in (session, unbroken):
                each.play(action)
            assert session.position == unbroken.position
    kinds = {roll.kind for step in session.steps[6:] for roll in step.rolls}
    assert kinds == {"1d6", "draw"}
    with pytest.raises(RecordError, match=r"killed\.jsonl:1: seed 12 is not the one"):
        Session.resume(killed, game, seed=12)


def test_a_line_that_was_cut_off_is_named_and_resuming_drops_it(game: Game, tmp_path: Path) -> None:
    path = recorded(game, tmp_path / "game.jsonl", "snare 5; snare 3; advance red-a")
    whole = path.read_bytes()
    for cut in (1, 10, 40):
        path.write_bytes(whole[:-cut])
        with pytest.raises(RecordError, match=r"game\.jsonl:5: the last line is cut off"):
            Record.load(path)
        assert check(game, path).line == 5
    with Session.resume(path, game, seed=1) as session:
        assert [step.text for step in session.steps] == ["snare 5", "snare 3"]
        assert any("cut off" in note for note in session.notes)
        session.play("advance red-a")
    assert path.read_bytes() == whole


def ones(die: Die, n: int, why: str) -> Sequence[Face]:
    return [1] * n


def test_real_dice_may_come_and_go_between_sittings(game: Game, tmp_path: Path) -> None:
    path, turn = tmp_path / "game.jsonl", "advance red-a; run; decline; dash; rest"
    with Session(game, "race", seed=1, record=path, dice=ones) as session:
        play(session, f"snare 5; snare 9; {turn}")
        session.save()
    for dice in (ones, None, ones):
        with Session.resume(path, game, dice=dice) as session:
            play(session, turn)
            session.save()
    result = check(game, path)
    assert result.ok, result.problem
    asked = Session.load(path, game, dice=ones)
    assert asked.notes == [] and asked.record.lines == Record.load(path).lines


def test_a_game_that_is_over_is_resumed_as_such(game: Game, tmp_path: Path) -> None:
    path = bot_game(game, tmp_path / "game.jsonl")
    before = path.read_bytes()
    with Session.resume(path, game) as session:
        assert session.over and session.run() == []
    assert path.read_bytes() == before


def test_a_game_that_died_between_its_last_action_and_its_end_is_ended(game: Game, tmp_path: Path) -> None:
    path = bot_game(game, tmp_path / "game.jsonl")
    whole = path.read_bytes()
    cut = b"".join(whole.splitlines(keepends=True)[:-2])
    for seed, wanted in ((5, whole), (None, whole.rsplit(b"\n", 2)[0] + b"\n")):
        path.write_bytes(cut)
        with Session.resume(path, game, seed=seed) as session:
            assert session.over
        assert path.read_bytes() == wanted
        assert check(game, path).ok
        session.save(tmp_path / "copy.jsonl")
        assert (tmp_path / "copy.jsonl").read_bytes() == wanted


# Damage


def test_every_changed_byte_is_found_at_its_line(game: Game, tmp_path: Path) -> None:
    path = recorded(game, tmp_path / "game.jsonl", "snare 5; snare 3; advance red-a; run; decline; dash")
    whole = path.read_bytes()
    for place in range(len(whole) - 1):
        damaged = bytearray(whole)
        damaged[place] ^= 1
        path.write_bytes(bytes(damaged))
        with pytest.raises(RecordError) as caught:
            Record.load(path)
        line = whole.count(b"\n", 0, place) + 1
        assert caught.value.line == line, (place, str(caught.value))


def test_missing_and_swapped_lines_are_found(game: Game, tmp_path: Path) -> None:
    path = recorded(game, tmp_path / "game.jsonl", "snare 5; snare 3; advance red-a; walk")
    lines = path.read_bytes().splitlines(keepends=True)
    for broken in (lines[:3] + lines[4:], [*lines[:3], lines[4], lines[3], *lines[5:]]):
        path.write_bytes(b"".join(broken))
        with pytest.raises(RecordError, match=r"game\.jsonl:4: the line was edited, moved or damaged"):
            Record.load(path)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", r"game\.jsonl:1: the file is empty"),
        (b"hello\n", r"game\.jsonl:1: this is no record of a game"),
        (b'{"line":"game","format":99}\n', r"game\.jsonl:1: expected record format 1, got 99"),
        (b'{"line":"game"', r"game\.jsonl:1: the last line is cut off"),
        (b"\xff\xfe\n", r"game\.jsonl:1: this is no record"),
    ],
)
def test_what_is_no_record_is_said_to_be_none(content: bytes, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=problem):
        Record.load(path)


@pytest.mark.parametrize("name", ["/", "", "a\0b"])
def test_a_name_that_no_file_can_have_is_refused(game: Game, name: str) -> None:
    session = Session(game, "race", seed=1)
    with pytest.raises(RecordError, match="cannot be written"):
        session.save(name)
    with pytest.raises(RecordError, match="cannot be read"):
        Record.load(name)


def test_an_endless_header_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "deep.jsonl"
    path.write_bytes(b'{"format":1,"x":' + b"[" * 100_000 + b"\n")
    with pytest.raises(RecordError, match="this is no record of a game"):
        Record.load(path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"options": {"nothing": 1}},
            ":1: its game cannot be loaded: ruleset 'pebbles': no option 'nothing'",
        ),
        ({"scenario": "nowhere"}, ":2: "),
    ],
)
def test_a_header_that_fits_no_game_is_named_with_its_file(
    change: dict[str, Any],
    said: str,
    game: Game,
    pebble_rules: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from grognard.registry import ENVIRONMENT, Registry

    def changed(number: int, fields: dict[str, Any]) -> None:
        if number == 1:
            fields |= change

    path = forge(recorded(game, tmp_path / "a.jsonl", "snare 5"), changed)
    monkeypatch.setenv(ENVIRONMENT, str(pebble_rules.parent))
    registry = Registry.discover(plugins=[pebbles], entry_points=False)
    (told,) = verify([path], registry)
    assert not told.ok
    assert str(told).startswith(f"{path}{said}")


def test_a_game_that_is_being_played_cannot_be_played_elsewhere(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Session(game, "race", seed=1, record=path) as session:
        with pytest.raises(RecordError, match="the game is being played elsewhere"):
            Session.resume(path, game)
        play(session, "snare 5")
        assert len(Session.load(path, game).steps) == 1  # reading is free
    with Session.resume(path, game) as session:
        assert len(session.steps) == 1


def test_a_game_that_went_on_while_it_was_read_is_not_written_over(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = recorded(game, tmp_path / "game.jsonl", "snare 5")
    old = Record.load(path)
    with Session.resume(path, game) as session:
        play(session, session.game.say(session.options()[0]))
    monkeypatch.setattr(Record, "load", lambda *_, **__: old)
    before = path.read_bytes()
    with pytest.raises(RecordError, match="went on elsewhere meanwhile"):
        Session.resume(path, game)
    assert path.read_bytes() == before


@pytest.mark.parametrize("seed", [1.5, True, b"x", (1,), "\ud800"])
def test_a_seed_that_no_record_could_tell_is_refused(game: Game, seed: Any, tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match="a seed must be"):
        Session(game, "race", seed=seed, record=tmp_path / "game.jsonl")
    assert not (tmp_path / "game.jsonl").exists()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"none\.jsonl: cannot be read: No such file"):
        Record.load(tmp_path / "none.jsonl")
    (result,) = verify([tmp_path / "none.jsonl"])
    assert not result.ok and "none.jsonl" in str(result)


# Verifying


def test_good_records_verify(game: Game, tmp_path: Path) -> None:
    result = check(game, bot_game(game, tmp_path / "game.jsonl"))
    assert result.ok and not result.notes and result.actions > 4
    assert str(result).endswith(f"{result.actions} actions replayed")


def test_a_forged_throw_does_not_follow_from_the_seed(game: Game, tmp_path: Path) -> None:
    session = play(Session(game, "race", seed=1), "snare 5; snare 3; advance red-a; run; decline; dash")
    session.save(tmp_path / "game.jsonl")

    def better(number: int, line: dict[str, Any]) -> None:
        if line.get("do") == "dash":
            line["rolls"][0]["faces"] = [line["rolls"][0]["faces"][0] % 6 + 1]

    result = check(game, forge(tmp_path / "game.jsonl", better))
    assert (result.ok, result.line) == (False, 8)
    assert "do not follow from the seed" in result.problem


def test_a_forged_action_is_refused_with_its_rule(game: Game, tmp_path: Path) -> None:
    path = recorded(game, tmp_path / "game.jsonl", "snare 5; snare 3; advance red-a")

    def theirs(number: int, line: dict[str, Any]) -> None:
        if line.get("do") == "advance red-a":
            line["do"] = "advance blue-a"

    result = check(game, forge(path, theirs))
    assert (result.ok, result.line, result.rules) == (False, 5, ("PEB-2",))
    assert "the other side's" in result.problem


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"side": "blue"}, "another side has to act: expected red, got blue"),
        ({"do": "fly"}, "'fly' is not an action here"),
        ({"rolls": []}, "a roll is wanted"),
    ],
)
def test_forged_lines_are_found(change: dict[str, Any], problem: str, game: Game, tmp_path: Path) -> None:
    path = recorded(game, tmp_path / "game.jsonl", "snare 5; snare 3; rest")
    result = check(game, forge(path, lambda number, line: line.update(change if number == 5 else {})))
    assert (result.ok, result.line) == (False, 5)
    assert problem in result.problem


def test_rolls_left_over_are_found(game: Game, tmp_path: Path) -> None:
    path = recorded(game, tmp_path / "game.jsonl", "snare 5; snare 3; rest")

    def twice(number: int, line: dict[str, Any]) -> None:
        if number == 5:
            line["rolls"] *= 2

    result = check(game, forge(path, twice))
    assert (result.line, result.expected, result.got) == (5, "all rolls used", "1 left over")


def test_a_forged_end_and_a_forged_seed_are_found(game: Game, tmp_path: Path) -> None:
    def other_winner(number: int, line: dict[str, Any]) -> None:
        if line["line"] == "end":
            line["winner"] = "nobody"

    def other_seed(number: int, line: dict[str, Any]) -> None:
        if line["line"] == "seed":
            line["seed"] = 6

    first = check(game, forge(bot_game(game, tmp_path / "a.jsonl"), other_winner))
    assert not first.ok and "the game ends otherwise" in first.problem
    second = check(game, forge(bot_game(game, tmp_path / "b.jsonl"), other_seed))
    assert not second.ok and "not the one the record committed to" in second.problem


def test_a_changed_rule_shows_at_the_first_line_that_goes_otherwise(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = recorded(game, tmp_path / "game.jsonl", "snare 5; snare 3; rest; rest; advance red-a; walk")
    happen = pebbles.Step.happen

    def longer(self: pebbles.Step, play: Any) -> None:
        happen(pebbles.Step(self.pebble, self.spaces + 1), play)

    monkeypatch.setattr(pebbles.Step, "happen", longer)
    result = check(game, path)
    assert (result.ok, result.line) == (False, 8)
    assert "PEB-2" in result.rules and "[PEB-2" in result.problem
    assert "the position differs" in result.problem
    assert result.expected != result.got and len(result.expected) == len(result.got) == 16
    with pytest.raises(Divergence, match=r"game\.jsonl:8: the position differs"):
        Session.from_record(Record.load(path), game)


def test_a_message_names_some_of_many_rules() -> None:
    told = Divergence("the position differs", rules=[f"X-{n}" for n in range(1, 11)], file="game.jsonl")
    assert str(told) == "game.jsonl: the position differs [X-1, X-2, X-3, X-4, X-5, X-6, X-7, X-8 and 2 more]"
    assert len(told.rules) == 10
    few = Divergence("the position differs", rules=["X-1"], file="game.jsonl")
    assert str(few) == "game.jsonl: the position differs [X-1]"


def test_a_changed_ruleset_is_noted(game: Game, tmp_path: Path) -> None:
    path = recorded(game, tmp_path / "game.jsonl", "snare 5; snare 3; rest")
    changed = pebbles.write_ruleset(tmp_path / "pebbles")
    (changed / "rules.toml").write_text((changed / "rules.toml").read_text() + "\n# a remark\n")
    result = check(pebbles.load(changed), path)
    assert result.ok and "the ruleset has changed" in str(result)


def test_a_chart_overlay_must_be_the_same(game: Game, pebble_rules: Path, tmp_path: Path) -> None:
    path = recorded(game, tmp_path / "game.jsonl", "snare 5")

    def overlaid(number: int, line: dict[str, Any]) -> None:
        if number == 1:
            line["overlay"] = "0123456789abcdef"

    forge(path, overlaid)
    assert "expected chart overlay 0123456789abcdef, got none" in check(game, path).problem
    (result,) = verify([path])
    assert "say which file that is" in result.problem


def test_verify_goes_on_after_a_bad_record(game: Game, tmp_path: Path) -> None:
    good = bot_game(game, tmp_path / "good.jsonl")
    (tmp_path / "bad.jsonl").write_text("nonsense\n")
    results = verify([tmp_path / "bad.jsonl", good], games={"pebbles": game})
    assert [result.ok for result in results] == [False, True]


def test_a_record_of_a_ruleset_that_is_not_installed_says_so(game: Game, tmp_path: Path) -> None:
    path = recorded(game, tmp_path / "game.jsonl", "snare 5")
    with pytest.raises(GrognardError, match="no ruleset 'pebbles'"):
        Session.resume(path)


# Hidden information


def test_lines_seen_by_a_side_do_not_tell_what_it_may_not_know(game: Game) -> None:
    def lines(snare: str, cards: str, side: str) -> tuple[Any, ...]:
        red, blue, more = cards.split()
        drawn = [
            Roll("draw", f"card for {whose}", (card,), whose)
            for whose, card in (("red", red), ("blue", blue), ("red", "calm"), ("blue", more))
        ]
        session = Session(game, "race", seed=1, dice=ScriptedDice(drawn))
        play(session, f"snare 5; snare {snare}; rest; rest")
        return session.record.seen_by(side)

    assert lines("3", "trip calm trip", "red") == lines("7", "trip trip calm", "red")
    assert lines("3", "trip calm trip", "blue") != lines("7", "trip trip calm", "blue")
    seen = lines("3", "trip calm trip", "red")
    assert [line.do for line in seen if isinstance(line, Act)] == ["snare 5", "?", "rest", "rest"]
    assert isinstance(seen[0], SetUp) and seen[0].position == ""
