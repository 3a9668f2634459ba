"""Sessions: playing, asking, taking back, standing answers, bots and luck."""

from collections.abc import Sequence
from copy import copy, deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pebbles
import pytest

from grognard.dice import DiceMismatch, DiceWanted, Die, Face, Roll, ScriptedDice
from grognard.errors import (
    GrognardError,
    IllegalAction,
    NotationError,
    PluginError,
    RecordError,
    ScenarioError,
    UndoRefused,
)
from grognard.lab import play_game
from grognard.play import Event
from grognard.record import Record
from grognard.session import Session

Game = pebbles.PebbleGame
AnySession = Session[Any, Any]


def draw(card: str, side: str) -> Roll:
    return Roll("draw", f"card for {side}", (card,), side)


def dash(face: int) -> Roll:
    return Roll("1d6", "dash", (face,))


def play(session: AnySession, texts: str) -> AnySession:
    for text in texts.split(";"):
        session.play(text)
    return session


def scripted(game: Game, *rolls: Roll, **more: Any) -> AnySession:
    """A race without snares; red draws trip, blue draws calm, then what is given. Red to choose a pebble."""
    script = ScriptedDice([draw("trip", "red"), draw("calm", "blue"), *rolls])
    return Session(game, "open", dice=script, **more)


def snared(game: Game, at: int = 3, **more: Any) -> AnySession:
    """A race in which blue has a snare on a space; red to choose a pebble."""
    return play(Session(game, "race", seed=1, **more), f"snare 5; snare {at}")


def full_hands(game: Game, at: int, **more: Any) -> AnySession:
    """As before, but nobody draws any more: both have rested till they held three cards."""
    return play(snared(game, at, **more), "rest; rest; rest; rest")


# Playing


def test_an_action_is_played_by_text_or_as_itself_and_says_what_came_of_it(game: Game) -> None:
    session = scripted(game, dash(4), draw("calm", "red"))
    session.play(pebbles.Advance("red-a"))
    play(session, "RUN; decline")
    step = session.play("dash")
    assert (step.side, step.text, step.action) == ("red", "dash", pebbles.Dash())
    assert [(roll.why, roll.faces) for roll in step.rolls] == [("dash", (4,)), ("card for red", ("calm",))]
    assert [event.what for event in step.events] == ["moved", "drew"]
    assert (step.before.track["red-a"], step.after.track["red-a"]) == (0, 4)
    assert session.to_act == "blue" and game.turn(session.position) == 2


def test_positions_never_change_under_their_holder(game: Game) -> None:
    session = snared(game)
    held = [session.position, session.view("red"), session.steps[-1].before, session.steps[-1].after]
    before = [game.digest(position) for position in held]
    play(session, "advance red-a; walk; advance blue-a; run; decline; dash")
    assert [game.digest(position) for position in held] == before
    session.position.track["red-a"] = 9
    assert session.position.track["red-a"] == 1


def test_an_illegal_action_is_refused_with_its_rules_and_changes_nothing(game: Game) -> None:
    session = snared(game)
    before = game.digest(session.position)
    with pytest.raises(IllegalAction, match=r"the pebble is the other side's \[PEB-2\]") as caught:
        session.play("advance blue-a")
    assert [reason.cite for reason in caught.value.reasons] == ["PEB-2"]
    assert session.refusal("advance blue-a") == caught.value.reasons
    assert session.refusal("rest") == ()
    with pytest.raises(NotationError, match="advance"):
        session.play("advence red-a")
    for ask in (session.play, session.refusal, session.explain, session.odds):
        with pytest.raises(NotationError, match="expected an action or the text of one, got 3"):
            ask(3)  # type: ignore[operator]  # what a newcomer may try
    for question in (session.explain, session.odds):
        with pytest.raises(IllegalAction):
            question("advance blue-a")
    assert game.digest(session.position) == before and len(session.steps) == 2


def test_a_failing_system_leaves_position_record_and_luck_as_they_were(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def last(*, fail: bool) -> tuple[str, tuple[Roll, ...]]:
        session = play(Session(game, "open", seed=3), "advance red-a; run; decline")
        if fail:
            before, lines = game.digest(session.position), session.record.lines
            with monkeypatch.context() as patch:
                patch.setattr(pebbles.Step, "happen", lambda self, play: 1 // 0)
                with pytest.raises(PluginError, match=r"'pebbles' failed at 'dash'.*ZeroDivisionError"):
                    session.play("dash")
            assert (game.digest(session.position), session.record.lines) == (before, lines)
        step = session.play("dash")
        return game.digest(session.position), step.rolls

    assert last(fail=True) == last(fail=False)


def test_a_game_that_ends_without_an_outcome_is_the_systems_fault(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = snared(game)
    before = game.digest(session.position)
    monkeypatch.setattr(pebbles.PebbleGame, "outcome", lambda self, position: None)
    monkeypatch.setattr(pebbles.ChoosePebble, "take", lambda self, play, action: play.position.agenda.clear())
    with pytest.raises(PluginError, match=r"'rest', which is not carried out.*ended without an outcome"):
        session.play("rest")
    assert game.digest(session.position) == before and not session.over


def test_a_game_that_is_over_refuses_everything(game: Game) -> None:
    session = Session(game, "open", seed=2, seats={"red": "random", "blue": "random"})
    session.run()
    assert session.over and session.to_act is None and session.options() == []
    assert session.outcome is not None and session.outcome.cite == "PEB-6"
    with pytest.raises(NotationError, match="the game is over"):
        session.play("rest")
    with pytest.raises(IllegalAction, match="the game is over"):
        session.play(pebbles.Rest())
    with pytest.raises(UndoRefused, match="the game is over"):
        session.undo("red")


def test_unknown_scenarios_sides_and_bots_are_named(game: Game) -> None:
    with pytest.raises(ScenarioError, match="did you mean 'race'"):
        Session(game, "rase")
    with pytest.raises(GrognardError, match="no side 'green'; expected red or blue"):
        Session(game, seats={"green": "random"})
    with pytest.raises(GrognardError, match=r"no bot 'gredy'.*greedy"):
        Session(game, seats={"red": "gredy"})


def test_no_question_is_asked_for_a_side_that_does_not_exist(game: Game) -> None:
    session = snared(game)
    for ask in (
        session.view,
        session.events_for,
        session.undo,
        session.withdraw,
        lambda side: session.stand(side, "AskTrip", "decline"),
    ):
        with pytest.raises(GrognardError, match="there is no side 'green'; expected red or blue"):
            ask("green")


def test_a_session_shows_itself(game: Game) -> None:
    session = snared(game)
    assert repr(session) == "<Session pebbles race: turn 1, red to act, 2 actions>"
    assert repr(session.steps[0]) == "<red: snare 5; 0 rolls, 1 events>"
    picture = session._repr_svg_()
    assert picture.lstrip().startswith("<svg") and "red-a" in picture


# Asking


def test_explanations_and_odds_know_only_what_the_side_to_act_may_know(game: Game) -> None:
    session = play(snared(game, at=2), "advance red-a; walk; rest; advance red-a")
    table = session.odds("walk", measure=lambda position: position.track["red-a"])
    assert [(row.result, row.probability) for row in table.rows] == [(2, 1)]
    assert session.play("walk").after.track["red-a"] == 0  # into the snare that red could not know of
    play(session, "rest; advance red-b; run; decline")
    told = session.explain("dash")
    assert (told.roll, told.dice, told.reasons[0].cite) == ("1d6", 1, "PEB-3")
    table = session.odds("dash", measure=lambda position: position.track["red-b"])
    assert table.probability(2) == Fraction(1, 6)


def test_a_question_may_name_several_stages_at_once(game: Game) -> None:
    session = play(full_hands(game, at=2), "rest; rest")
    whole = session.explain("advance red-b run"), session.odds("advance red-b; run").rows
    session.play("advance red-b")
    assert whole == (session.explain("run"), session.odds("run").rows)
    with pytest.raises(NotationError, match="stage"):
        session.explain("run advance")


def test_several_stages_are_played_one_by_one(game: Game) -> None:
    session = play(full_hands(game, at=2), "rest; rest")
    for text in ("advance red-b run", "advance red-b; run"):
        with pytest.raises(NotationError, match=f"expected one action at a time, got '{text}'"):
            session.play(text)
    with pytest.raises(NotationError, match="expected 'advance"):
        session.play("advance red-b nowhere")
    assert session.play("advance red-b").text == "advance red-b"


def test_a_side_sees_its_own_draws_and_secrets_only(game: Game) -> None:
    session = snared(game)
    step = session.steps[-1]
    assert [roll.faces for roll in step.rolls_for("red")] == [step.rolls[0].faces, ("?",)]
    assert [roll.faces for roll in step.rolls_for("blue")] == [("?",), step.rolls[1].faces]
    snares = [event for event in session.events_for("red") if event.what == "snared"]
    assert [event.fact("side") for event in snares] == ["red"]
    assert len([event for event in session.events if event.what == "snared"]) == 2
    assert not [event for event in step.events_for("red") if event.what == "snared"]
    assert step.seen_by == "blue"
    assert session.view("red").hands["blue"] == ("?",)
    assert session.view("red").snares == {"red": 5, "blue": 0}


# Copies


@pytest.mark.parametrize("copied", [copy, deepcopy, Session.copy], ids=["copy", "deepcopy", "method"])
def test_a_copy_goes_on_apart(game: Game, tmp_path: Path, copied: Any) -> None:
    with Session(game, "race", seed=1, record=tmp_path / "race.jsonl") as session:
        play(session, "snare 5; snare 3")
        session.stand("blue", "ChoosePebble", "rest")
        heard: list[Event] = []
        session.watch(heard.append)
        before, lines = session.position, session.record.lines
        twin = copied(session)
        twin.play("rest")
        twin.withdraw("blue")
        twin.play(twin.options()[0])
        assert (session.position, session.record.lines, heard) == (before, lines, [])
        assert session.options() == game.options(before)
        assert session.standing == {("blue", "ChoosePebble"): "rest"}
        assert twin.game is session.game
        with pytest.raises(RecordError, match="say where to save"):
            twin.save()
        session.play("rest")
        assert Record.load(tmp_path / "race.jsonl").lines == session.record.lines


@pytest.mark.parametrize("bot", ["random", "fuzz"])
def test_a_copy_has_the_same_luck_and_bots(game: Game, bot: str) -> None:
    session: AnySession = Session(game, "race", seed=4, seats={"red": "greedy", "blue": bot})
    session.run(limit=6)
    twin = session.copy()
    assert [step.text for step in twin.run()] == [step.text for step in session.run()]
    assert twin.record.lines == session.record.lines
    assert twin.outcome == session.outcome is not None


# Taking back


def test_a_choice_nobody_reacted_to_is_taken_back(game: Game) -> None:
    session = snared(game)
    before = game.digest(session.position)
    session.play("advance red-a")
    assert [step.text for step in session.undo()] == ["advance red-a"]
    assert game.digest(session.position) == before
    assert pebbles.Rest() in session.options()


def test_undo_stops_at_a_roll(game: Game) -> None:
    session = play(full_hands(game, 9), "advance red-a; run; decline; dash")
    with pytest.raises(UndoRefused, match="a roll was made: dash"):
        session.undo("red")


def test_undo_stops_at_a_draw(game: Game) -> None:
    session = play(snared(game), "rest")
    with pytest.raises(UndoRefused, match="a draw was made: card for red"):
        session.undo("red")


def test_undo_stops_at_another_sides_decision_even_to_do_nothing(game: Game) -> None:
    session = play(snared(game), "advance red-a; run; decline")
    with pytest.raises(UndoRefused, match=r"the last decision was another side.s \(.lue\)"):
        session.undo("red")
    with pytest.raises(UndoRefused, match=r"the last decision was another side.s \(.lue\)"):
        session.undo()  # red is to act, so red asks
    assert [step.text for step in session.undo("blue")] == ["decline"]


def test_the_only_person_at_the_table_is_the_one_who_asks(game: Game) -> None:
    session = Session(game, "race", seed=1, seats={"blue": "greedy"})
    session.play("snare 5")
    assert session.to_act == "blue"
    assert [step.text for step in session.undo()] == ["snare 5"]


def test_undo_stops_at_a_reveal_but_not_where_nothing_was_revealed(game: Game) -> None:
    harmless = play(full_hands(game, 3), "advance red-a; walk")
    assert harmless.steps[-1].rolls == ()
    assert [step.text for step in harmless.undo("red")] == ["walk"]
    caught = play(full_hands(game, 2), "advance red-a; walk; rest; advance red-a; walk")
    assert caught.steps[-1].rolls == () and caught.position.track["red-a"] == 0
    with pytest.raises(UndoRefused, match="revealed"):
        caught.undo("red")


def test_one_person_playing_both_sides_takes_back_either_but_no_dice(game: Game) -> None:
    session = play(snared(game, solo=True), "advance red-a; run; decline")
    assert [session.undo()[0].text for _ in range(3)] == ["decline", "run", "advance red-a"]
    with pytest.raises(UndoRefused, match="a draw"):
        session.undo()


def test_nothing_is_taken_back_before_the_first_action(game: Game) -> None:
    with pytest.raises(UndoRefused, match="nothing to take back"):
        Session(game, "race", seed=1).undo()


# Standing answers


def test_a_standing_answer_is_given_until_it_is_withdrawn(game: Game) -> None:
    session = full_hands(game, 9)
    assert session.stand("blue", pebbles.AskTrip, "Decline") == ()
    session.play("advance red-a")
    step = session.play("run")
    assert [(each.side, each.text, each.standing) for each in step.followed] == [("blue", "decline", True)]
    assert session.to_act == "red" and session.decision == pebbles.ChooseSpeed("red", "red-a")
    play(session, "jog; rest")
    session.withdraw("blue")
    play(session, "advance red-a; run")
    assert session.to_act == "blue"
    assert [each.text for each in session.stand("blue", "AskTrip", "decline")] == ["decline"]


def test_a_kind_of_standing_answer_is_withdrawn_and_the_others_hold(game: Game) -> None:
    session = snared(game)
    session.stand("blue", "AskTrip", "decline")
    session.stand("blue", pebbles.ChoosePace, "walk")
    session.stand("red", "AskTrip", "decline")
    session.withdraw("blue", pebbles.AskTrip)
    assert session.standing == {("blue", "ChoosePace"): "walk", ("red", "AskTrip"): "decline"}
    session.withdraw("blue")
    assert session.standing == {("red", "AskTrip"): "decline"}


def test_a_standing_answer_that_is_not_legal_now_is_not_given(game: Game) -> None:
    session = scripted(game)  # blue holds no card that trips
    session.stand("blue", "AskTrip", "trip trip")
    play(session, "advance red-a; run")
    assert session.to_act == "blue"
    with pytest.raises(GrognardError, match="no decision 'AskTripp'; expected one of AskTrip"):
        session.stand("blue", "AskTripp", "decline")


def test_a_standing_answer_of_another_side_stops_undo_and_ones_own_is_taken_back_with_its_cause(
    game: Game,
) -> None:
    session = full_hands(game, 9)
    session.stand("blue", "AskTrip", "decline")
    play(session, "advance red-a; run")
    with pytest.raises(UndoRefused, match="another side"):
        session.undo("red")
    mine = full_hands(game, 9)
    mine.stand("red", "ChoosePace", "walk")
    mine.play("advance red-a")
    assert [step.text for step in mine.undo("red")] == ["walk", "advance red-a"]
    assert mine.decision == pebbles.ChoosePebble("red")


# Bots and onlookers


def test_bots_play_until_a_person_has_to_choose(game: Game) -> None:
    session = Session(game, "race", seed=1, seats={"blue": "greedy"})
    session.play("snare 5")
    assert [step.side for step in session.run()] == ["blue"]
    assert session.to_act == "red" and session.run() == []
    both = Session(game, "race", seed=1, seats={"red": "random", "blue": "greedy"})
    assert len(both.run(limit=3)) == 3 == len(both.steps)


def test_a_session_of_bots_is_the_game_that_bulk_simulation_plays(game: Game) -> None:
    seats = {"red": "fuzz", "blue": "greedy"}
    for seed in ("7/0", "7/1", "7/2"):
        session = Session(game, "race", seed=seed, seats=seats)
        session.run()
        result = play_game(game, "race", seats, seed)
        assert result.position == game.digest(session.position)
        assert result.winner == session.outcome.winner  # type: ignore[union-attr]  # the game is over


class Cheat:
    """Names a pebble that is not its own, whatever is asked."""

    needs_view = False

    def __init__(self, choice: object = pebbles.Advance("blue-a")) -> None:  # a frozen value
        self.choice = choice

    def choose(self, game: Any, view: object, options: Sequence[Any]) -> Any:
        return self.choice


class Sleeper:
    needs_view = True
    id = "sleeper"

    def choose(self, game: Any, view: object, options: Sequence[Any]) -> Any:
        raise LookupError("asleep")


def test_a_bot_that_cheats_or_fails_is_caught(game: Game) -> None:
    cheated = Session(game, "open", seed=1, seats={"red": Cheat()})
    assert cheated.seats["red"] == "Cheat"
    with pytest.raises(IllegalAction, match="the other side's"):
        cheated.run()
    confused = Session(game, "open", seed=1, seats={"red": Cheat(None)})
    with pytest.raises(PluginError, match="bot 'Cheat' failed: TypeError: it chose None, which is no action"):
        confused.run()
    asleep = Session(game, "open", seed=1, seats={"red": Sleeper()})
    with pytest.raises(PluginError, match="bot 'sleeper' failed: LookupError: asleep"):
        asleep.run()


def test_onlookers_hear_every_event_and_a_failing_one_is_dropped(game: Game) -> None:
    session = snared(game)
    heard: list[Event] = []
    session.watch(heard.append)
    session.watch(lambda event: {}["nothing"])
    play(session, "advance red-a; walk; rest")
    assert heard == [event for step in session.steps[2:] for event in step.events] != []
    assert [note for note in session.notes if "observer" in note] == [
        "an observer failed and was dropped: KeyError: 'nothing'"
    ]


# Luck


def test_a_seed_gives_the_same_game_and_none_gives_another(game: Game) -> None:
    def end(seed: int | None) -> str:
        session = Session(game, "race", seed=seed, seats={"red": "random", "blue": "random"})
        session.run()
        return game.digest(session.position)

    assert end(4) == end(4)
    assert len({end(None) for _ in range(4)}) > 1


def test_real_dice_are_asked_for_and_draws_still_come_from_the_seed(game: Game) -> None:
    told: list[tuple[str, int, str]] = []

    def ask(die: Die, n: int, why: str) -> Sequence[Face]:
        told.append((die.name, n, why))
        return [5]

    session = play(Session(game, "open", seed=3, dice=ask), "advance red-a; run; decline; dash")
    plain = play(Session(game, "open", seed=3), "advance red-a; run; decline; dash")
    assert told == [("1d6", 1, "dash")]
    assert session.position.track["red-a"] == 5
    assert session.position.hands == plain.position.hands


def test_dice_that_cannot_fall_so_leave_the_position(game: Game) -> None:
    session = play(Session(game, "open", seed=3, dice=lambda die, n, why: [7]), "advance red-a; run; decline")
    with pytest.raises(DiceMismatch, match="7"):
        session.play("dash")
    short = play(scripted(game), "advance red-a; run; decline")
    with pytest.raises(DiceWanted):
        short.play("dash")
    assert session.position.track["red-a"] == short.position.track["red-a"] == 0
    assert pebbles.Dash() in short.options()


def test_a_saved_game_goes_on_with_its_luck(game: Game, tmp_path: Path) -> None:
    rest = "advance blue-a; run; decline; dash; rest; advance blue-a; run; decline; dash"
    whole = play(snared(game), f"advance red-a; walk; {rest}")
    half = play(snared(game), "advance red-a; walk")
    half.save(tmp_path / "saved.jsonl")
    for go_on in (Session.load, Session.resume):
        session = go_on(tmp_path / "saved.jsonl", game)
        assert session.notes == []
        play(session, rest)
        session.close()
        assert game.digest(session.position) == game.digest(whole.position)
    assert len(Session.load(tmp_path / "saved.jsonl", game).steps) == len(whole.steps)


def test_saving_needs_a_place(game: Game, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="say where to save it"):
        snared(game).save()
    with pytest.raises(RecordError, match="cannot be written"):
        snared(game).save(tmp_path / "nowhere" / "game.jsonl")


def test_a_resumed_game_knows_its_seats_and_may_change_them(game: Game, tmp_path: Path) -> None:
    session = Session(game, "race", seed=1, seats={"blue": "greedy"})
    session.play("snare 5")
    session.save(tmp_path / "game.jsonl")
    assert Session.load(tmp_path / "game.jsonl", game).seats == {"red": "human", "blue": "greedy"}
    changed = Session.load(tmp_path / "game.jsonl", game, seats={"red": "random", "blue": "random"})
    changed.run()
    assert changed.over
