"""The game object and its driver, positions, the wire, and the context a frame works in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from duel import (
    Act,
    Arena,
    Asked,
    Do,
    DuelDecision,
    DuelGame,
    DuelPlay,
    DuelRules,
    Hold,
    March,
    Only,
    Open,
    Stab,
    Stand,
    Stuck,
    Volley,
    Wager,
    Yield,
    acting,
)

from grognard.dice import Roll, ScriptedDice, SeededDice
from grognard.errors import NotationError, PluginError, ScenarioError
from grognard.play import Action, Decision, Event, Frame, Outcome, Play, Position, Resolution
from grognard.reasons import Reason

GAME = DuelGame()


def play(position: Arena | None = None, *rolls: tuple[int | str, ...]) -> DuelPlay:
    """A play with scripted dice that notes everything."""
    return Play(position or acting(), DuelRules(), ScriptedDice(rolls), [], [])


def waiting(*frames: Frame[Any, Any], **changes: Any) -> Arena:
    """A position with frames on its agenda, the first on top."""
    return acting(agenda=list(reversed(frames)), **changes)


# The driver ----------------------------------------------------------------------------------------------


def test_resolutions_happen_until_a_side_has_to_choose() -> None:
    position = waiting(Stab(), March(2), Act("blue"))
    options = GAME.drive(play(position, (5,), ("heads",), ("tails",)))
    assert (position.life["blue"], position.score) == (2, 1)
    assert GAME.decision(position) == Act("blue")
    assert Do("stab") in options
    assert GAME.to_act(position) == "blue"


def test_a_single_option_is_taken_by_the_driver() -> None:
    position = waiting(Only("blue"), Only("red"), Act("blue"))
    GAME.drive(play(position))
    assert position.score == 20
    assert GAME.decision(position) == Act("blue")


def test_a_decision_that_must_be_asked_is_asked_with_a_single_option() -> None:
    position = waiting(Asked("blue"), Act("red"))
    assert GAME.drive(play(position)) == [Hold()]
    assert position.score == 0


def test_a_moot_decision_is_dropped_unasked() -> None:
    position = waiting(Stand("blue"), Act("red"), life={"red": 3, "blue": 0})
    GAME.drive(play(position))
    assert GAME.decision(position) == Act("red")


def test_the_next_decision_is_found_forced_or_not_and_left_to_be_made() -> None:
    position = waiting(Stand("blue"), Only("red"), Act("blue"), life={"red": 3, "blue": 0})
    assert GAME.next_decision(play(position)) == Only("red") == position.agenda[-1]


def test_the_next_decision_lies_no_lower_than_the_floor_and_no_further_than_a_kind_of_frame() -> None:
    position = waiting(Stand("blue"), Only("red"), Act("blue"), life={"red": 3, "blue": 0})
    assert GAME.next_decision(play(position), floor=2) is None and len(position.agenda) == 2
    position = waiting(Stab(), Act("red"))
    assert GAME.next_decision(play(position), until=(Stab,)) is None and position.agenda[-1] == Stab()
    assert GAME.next_decision(play(position, (1,)), until=(Act,)) is None


def test_a_decision_without_options_is_an_error_of_the_system_and_named() -> None:
    with pytest.raises(RuntimeError, match="Stuck offers no option"):
        GAME.drive(play(waiting(Stuck("red"))))


def test_the_end_of_the_agenda_is_the_end() -> None:
    position = waiting(Stab())
    assert GAME.drive(play(position, (1,))) == []
    assert GAME.decision(position) is None
    assert GAME.to_act(position) is None
    assert GAME.options(position) == []


def test_apply_takes_the_action_and_returns_the_next_options() -> None:
    position = acting()
    rolls: list[Roll] = []
    events: list[Event] = []
    options = GAME.apply(position, Do("stab"), ScriptedDice([(6,)]), rolls=rolls, events=events)
    assert options == GAME.options(position)
    assert position.life["blue"] == 2
    assert [(roll.why, roll.faces) for roll in rolls] == [("stab", (6,))]
    assert [event.what for event in events] == ["did"]


def test_apply_stops_at_the_first_real_choice_of_anybody() -> None:
    position = acting()
    assert GAME.apply(position, Do("shove"), ScriptedDice([])) == [Hold(), Yield()]
    assert GAME.to_act(position) == "blue"


def test_the_winner_ends_everything_at_once() -> None:
    position = acting(life={"red": 3, "blue": 1})
    assert GAME.apply(position, Do("stab-and-shove"), ScriptedDice([(6,)])) == []
    assert GAME.outcome(position) == Outcome("red", "the last wound", "D-9")
    assert position.agenda == []


# Refusals ------------------------------------------------------------------------------------------------


def test_a_legal_action_has_no_refusal() -> None:
    assert GAME.refusal(acting(), Do("stab")) == ()


def test_an_illegal_action_is_refused_by_the_decision() -> None:
    assert GAME.refusal(acting(), Do("fly")) == (Reason("there is no move 'fly'", "D-0"),)


def test_an_action_of_another_kind_is_refused_with_what_is_to_be_done() -> None:
    (reason,) = GAME.refusal(acting(), Hold())
    assert (reason.text, reason.cite) == ("red has to do now", "D-0")
    (reason,) = GAME.refusal(waiting(Stand("blue")), Do("stab"))
    assert (reason.text, reason.cite) == ("blue has to hold or yield now", "D-3")


def test_a_decision_that_says_nothing_refuses_what_it_does_not_list() -> None:
    class Picky(Decision[Arena, DuelRules, Wager], frozen=True, tag="Picky"):
        def options(self, play: DuelPlay) -> Iterator[Wager]:
            yield Wager(1)
            yield Wager(2)

    frame = Picky("red")
    assert frame.refusal(play(), Wager(2)) == ()
    assert [reason.text for reason in frame.refusal(play(), Wager(3))] == ["not among the choices here"]


def test_after_the_end_everything_is_refused() -> None:
    position = acting(life={"red": 3, "blue": 1})
    GAME.apply(position, Do("stab"), ScriptedDice([(6,)]))
    assert GAME.refusal(position, Do("stab")) == (Reason("the game is over", "D-9"),)
    assert GAME.refusal(waiting(), Do("stab")) == (Reason("the game is over", ""),)


# Explanations --------------------------------------------------------------------------------------------


def test_an_explanation_is_the_reasons_of_the_first_roll() -> None:
    told = GAME.explain(acting(), Do("volley-3"))
    assert (told.action, told.roll, told.dice, told.why) == ("do volley-3", "1d6", 3, "volley")
    assert told.reasons == (Reason("arrows", "D-2", 3),)
    assert told.total == told.dice == 3
    assert str(told) == "do volley-3: 3 × 1d6 for volley\n  +3 arrows [D-2]"


def test_an_explanation_stops_at_dice_taken_in_one_by_one() -> None:
    told = GAME.explain(acting(), Do("streak"))
    assert (told.roll, told.dice, told.why, told.total) == ("1d6", 3, "streak", 3)


def test_an_explanation_goes_through_choices_by_their_assumptions() -> None:
    told = GAME.explain(acting(), Do("shove"))
    assert (told.roll, told.why) == ("1d6", "hold")


def test_an_explanation_takes_what_is_the_only_option_as_play_does() -> None:
    class Aim(DuelDecision[Hold], frozen=True, tag="Aim"):
        def options(self, play: DuelPlay) -> Iterator[Hold]:
            yield Hold()

        def take(self, play: DuelPlay, action: Hold) -> None:
            play.push(Stab())

    class Draw(DuelDecision[Hold | Yield], frozen=True, tag="Draw"):
        def options(self, play: DuelPlay) -> Iterator[Hold | Yield]:
            yield Hold()
            yield Yield()

        def take(self, play: DuelPlay, action: Hold | Yield) -> None:
            play.push(Aim("red"))

    assert GAME.explain(waiting(Draw("red"), Act("red")), Hold()).why == "stab"


def test_an_explanation_stops_at_a_choice_nobody_answers() -> None:
    told = GAME.explain(waiting(Open("red"), Act("red")), Hold())
    assert (told.reasons, told.roll, told.dice) == ((), "", 0)
    assert GAME.explain(acting(), Do("open")).why == "stab", "the first roll comes before it"


def test_an_explanation_of_something_without_dice_is_empty() -> None:
    assert GAME.explain(acting(), Do("rest")).reasons == ()
    assert str(GAME.explain(acting(), Do("rest"))) == "do rest"


def test_a_draw_is_a_first_roll_too() -> None:
    told = GAME.explain(acting(), Do("fish"))
    assert (told.roll, told.dice, [reason.text for reason in told.reasons]) == ("draw", 1, ["a murky pond"])
    rolls: list[Roll] = []
    GAME.apply(acting(), Do("fish"), SeededDice(1), rolls=rolls)
    assert rolls[0].reasons == told.reasons


def test_a_decision_may_explain_itself() -> None:
    class Told(Open, frozen=True, tag="Told"):
        def explain(self, play: DuelPlay, action: Hold | Yield) -> tuple[Reason, ...]:
            return (Reason("as I say", "D-7", 2),)

    told = GAME.explain(waiting(Told("red")), Yield())
    assert (told.reasons, told.roll, told.rolled) == ((Reason("as I say", "D-7", 2),), "", ())


class Charge(DuelDecision[Hold | Yield], frozen=True, tag="Charge"):
    """It explains itself, and a roll follows."""

    told: tuple[Reason, ...] = (Reason("the way there", "D-7", 2),)
    then: tuple[Frame[Any, Any], ...] = (Stab(),)

    def options(self, play: DuelPlay) -> Iterator[Hold | Yield]:
        yield Hold()
        yield Yield()

    def take(self, play: DuelPlay, action: Hold | Yield) -> None:
        if isinstance(action, Hold):
            play.push(*self.then)

    def explain(self, play: DuelPlay, action: Hold | Yield) -> tuple[Reason, ...]:
        return self.told


STABBED = (Reason("a stab", "D-1", 1), Reason("a guess", "D-1.1", 0, sure="reconstructed"))


def test_a_decision_that_explains_itself_does_not_hide_the_roll() -> None:
    told = GAME.explain(waiting(Charge("red"), Act("red")), Hold())
    assert (told.reasons, told.rolled) == ((Reason("the way there", "D-7", 2),), STABBED)
    assert (told.roll, told.dice, told.why, told.total) == ("1d6", 1, "stab", 2)
    assert str(told).splitlines()[:4] == [
        "hold",
        "  +2 the way there [D-7]",
        "then 1 × 1d6 for stab",
        "  +1 a stab [D-1]",
    ]
    none = GAME.explain(waiting(Charge("red"), Act("red")), Yield())
    assert (none.roll, none.rolled, none.until) == ("", (), "")


def test_reasons_of_the_roll_that_the_decision_has_given_are_not_repeated() -> None:
    told = GAME.explain(waiting(Charge("red", told=STABBED), Act("red")), Hold())
    assert (told.reasons, told.rolled, told.roll) == (STABBED, (), "1d6")


def test_an_explanation_says_who_chooses_before_anything_is_rolled() -> None:
    """Nobody knows whether the other side fires: its dice are not those of the step."""
    told = GAME.explain(waiting(Charge("red", then=(Open("blue"), Stab())), Act("red")), Hold())
    assert (told.roll, told.until) == ("", "blue")
    assumed = GAME.explain(waiting(Charge("red", then=(Stand("blue"),)), Act("red")), Hold())
    assert (assumed.why, assumed.until) == ("hold", "")


def test_explaining_changes_nothing() -> None:
    position = acting()
    before = GAME.encode(position)
    for move in ("volley-3", "shove", "open", "fish-twice", "bets"):
        GAME.explain(position, Do(move))
    assert GAME.encode(position) == before


# Scenarios -----------------------------------------------------------------------------------------------


def test_a_game_starts_at_its_first_decision() -> None:
    position = GAME.start("duel", SeededDice(1))
    assert GAME.decision(position) == Act("red")


def test_an_unknown_scenario_is_refused_with_near_names() -> None:
    ruleset = type("Ruleset", (), {"id": "duel"})()
    with pytest.raises(
        ScenarioError, match=r"ruleset 'duel' has no scenario 'duell' \(did you mean 'duel'\?\)"
    ):
        DuelGame(ruleset).start("duell", SeededDice(1))
    with pytest.raises(ScenarioError, match=r"no scenario 'x' \(known: 'duel', 'dust'\)$"):
        DuelGame(ruleset).start("x", SeededDice(1))


def test_a_ruleset_without_scenarios_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = type("Ruleset", (), {"id": "duel", "default_scenario": ""})()
    assert DuelGame(ruleset).default_scenario == "duel"
    monkeypatch.setattr(DuelGame, "scenarios", lambda self: ())
    with pytest.raises(ScenarioError, match="ruleset 'duel' has no scenarios"):
        _ = DuelGame(ruleset).default_scenario


# Text ----------------------------------------------------------------------------------------------------


def test_parse_finds_options_and_names_what_is_none() -> None:
    assert GAME.parse(acting(), "do stab") == Do("stab")
    assert GAME.parse(acting(), "DO  stab") == Do("stab")
    assert GAME.parse(acting(), "do fly") == Do("fly"), "an action all the same, though an illegal one"
    with pytest.raises(NotationError, match="did you mean"):
        GAME.parse(acting(), "da stab")
    with pytest.raises(NotationError, match="did you mean 'do stab'"):
        GAME.parse(acting(), "do-stab")


def test_after_the_end_nothing_is_parsed() -> None:
    with pytest.raises(NotationError, match="the game is over: 'do stab' cannot be played"):
        GAME.parse(waiting(), "do stab")


def test_what_a_system_does_not_say_itself_is_said_plainly() -> None:
    assert GAME.tell(Event("moved", (("unit", "a1"), ("cost", 2)))) == "moved unit=a1 cost=2"
    assert GAME.describe(acting(), Do("stab")) == "do stab"
    assert GAME.name("forest") == "forest"
    assert GAME.reference("terrain") == []
    assert GAME.comparison() is None
    assert list(GAME.starts()) == list(GAME.lint()) == []


# The wire ------------------------------------------------------------------------------------------------


def midway() -> Arena:
    """A position with all kinds of things in it."""
    position = acting(drawn=("gold", "lead"), crowd={"b": 2, "a": 1})
    position.agenda += [Volley(2), March(3), Stand("blue")]
    return position


def test_a_position_goes_over_the_wire_and_back() -> None:
    position = midway()
    back = GAME.decode(GAME.encode(position))
    assert type(back) is Arena
    for name in position.__struct_fields__:
        assert getattr(back, name) == getattr(position, name), name
    assert GAME.encode(back) == GAME.encode(position)
    assert [type(frame) for frame in back.agenda] == [Act, Act, Volley, March, Stand]


def test_an_outcome_goes_over_the_wire_too() -> None:
    position = acting(life={"red": 3, "blue": 1})
    GAME.apply(position, Do("stab"), ScriptedDice([(6,)]))
    assert GAME.decode(GAME.encode(position)).outcome == Outcome("red", "the last wound", "D-9")


def test_a_decoded_position_plays_on_the_same() -> None:
    position = acting()
    back = GAME.decode(GAME.encode(position))
    for one in (position, back):
        GAME.apply(one, Do("volley-2"), SeededDice("wire"))
    assert GAME.encode(position) == GAME.encode(back)


def test_equal_positions_have_equal_bytes_in_whatever_order_they_were_filled() -> None:
    one, two = acting(crowd={"a": 1, "b": 2}), acting(crowd={"b": 2, "a": 1})
    assert GAME.encode(one) == GAME.encode(two)
    assert GAME.digest(one) == GAME.digest(two)


def test_a_digest_tells_positions_apart() -> None:
    assert GAME.digest(acting()) != GAME.digest(acting(score=1))
    assert GAME.digest(acting()) != GAME.digest(midway())
    assert len(GAME.digest(acting())) == 16
    int(GAME.digest(acting()), 16)


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"not json"])
def test_what_is_no_position_is_not_decoded(data: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        GAME.decode(data)


def test_a_frame_nobody_knows_is_not_decoded() -> None:
    data = GAME.encode(acting()).replace(b'"Act"', b'"Tap"')
    with pytest.raises(msgspec.ValidationError, match="Tap"):
        GAME.decode(data)


def test_the_frames_of_a_system_are_collected_by_name() -> None:
    frames = GAME.frames
    assert {"Act", "Stab", "Volley", "Stand", "March"} <= frames.keys()
    assert list(frames) == sorted(frames)
    assert "DuelDecision" not in frames, "a base is no frame"
    assert all(kind.__module__ == "duel" for kind in frames.values())


CLASH = """
from grognard.play import Resolution
class Rout(Resolution, frozen=True):
    def happen(self, play): ...
"""


def test_a_module_that_is_loaded_again_takes_the_place_of_the_first() -> None:
    """As in a notebook: the frames of the first are still about."""
    kept: list[Any] = []
    for _ in range(2):
        space: dict[str, Any] = {"__name__": "again.rout"}
        exec(CLASH, space)
        kept.append(space["Rout"])
    game = type("Again", (DuelGame,), {"__module__": "again.game"})()
    assert game.frames == {"Rout": kept[1]}


NAMELESS = """
from grognard.play import Decision
class Answer(Decision, frozen=True):
    def take(self, play, action): ...
"""


def test_a_decision_without_kinds_of_action_is_an_error_that_says_what_to_write() -> None:
    space: dict[str, Any] = {"__name__": "nameless.battle"}
    exec(NAMELESS, space)
    game = type("Nameless", (DuelGame,), {"__module__": "nameless.game"})()
    said = r"'Answer' in nameless\.battle names no kinds of action: .* as in Decision\[Stand \| Withdraw\]"
    with pytest.raises(PluginError, match=said):
        game.frames  # noqa: B018  # asking is what raises


def test_a_decision_that_names_what_is_no_action_is_told_what_it_names() -> None:
    space: dict[str, Any] = {"__name__": "mistaken.battle"}
    exec(
        NAMELESS.replace("(Decision,", "(Decision[Position, object, int],").replace(
            "import Decision", "import Decision, Position"
        ),
        space,
    )
    game = type("Mistaken", (DuelGame,), {"__module__": "mistaken.game"})()
    with pytest.raises(
        PluginError, match=r"'Answer' in mistaken\.battle names int, no kind of action: derive"
    ):
        game.frames  # noqa: B018  # asking is what raises


@pytest.mark.parametrize("wrong", [None, 5, [5]])
def test_options_that_are_no_actions_are_told_with_the_decision(
    wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, got = waiting(Act("blue")), "None" if wrong is None else "5"
    monkeypatch.setattr(Act, "options", lambda self, play: wrong)
    for asked in (GAME.options, lambda position: GAME.drive(Play(position, GAME.rules))):
        with pytest.raises(PluginError, match=rf"^Act\.options in duel must yield actions, got {got}"):
            asked(position)


def test_two_frames_of_one_name_are_an_error_that_names_both_modules() -> None:
    kept: list[object] = []
    for module in ("clashing.rout", "clashing.retreat"):
        space: dict[str, Any] = {"__name__": module}
        exec(CLASH, space)
        kept.append(space["Rout"])
    game = type("Clashing", (DuelGame,), {"__module__": "clashing.game"})()
    with pytest.raises(
        PluginError, match=r"two frames are called 'Rout': in clashing\.rout and clashing\.retreat"
    ):
        _ = game.frames
    assert len(kept) == 2


def test_frames_of_other_systems_do_not_clash() -> None:
    space: dict[str, Any] = {"__name__": "elsewhere.stab"}
    exec(CLASH.replace("Rout", "Stab"), space)
    assert DuelGame().frames["Stab"] is Stab


# Positions -----------------------------------------------------------------------------------------------


def test_a_copy_can_be_played_on_without_changing_the_original() -> None:
    position = midway()
    before = GAME.encode(position)
    copy = position.copy()
    copy.life["red"] = 0
    copy.bag.clear()
    copy.crowd["c"] = 3
    copy.agenda.clear()
    copy.drawn = ()
    assert GAME.encode(position) == before


def test_a_copy_shares_what_cannot_change() -> None:
    position = midway()
    copy = position.copy()
    assert copy.drawn is position.drawn
    assert copy.agenda[0] is position.agenda[0]
    assert copy.life is not position.life


def test_a_position_without_secrets_is_seen_whole() -> None:
    position = midway()
    view = GAME.view(position, "blue")
    assert GAME.encode(view) == GAME.encode(position)
    view.life["red"] = 0
    assert position.life["red"] == 3, "and is a copy"


# The context of a frame ------------------------------------------------------------------------------------


def test_frames_pushed_together_run_in_the_order_given() -> None:
    context = play(waiting(Act("red")))
    context.push(Stab(), Volley(1), Volley(2))
    assert context.position.agenda == [Act("red"), Volley(2), Volley(1), Stab()]


def test_the_nearest_open_frame_of_a_kind_is_found_and_amended() -> None:
    context = play(waiting(Volley(2), Stab(), Volley(5), Act("red")))
    assert context.enclosing(Volley) == Volley(2)
    context.amend(Volley, dice=3)
    assert context.position.agenda == [Act("red"), Volley(5), Stab(), Volley(3)]


def test_a_frame_that_is_not_open_is_an_error() -> None:
    context = play(waiting(Act("red")))
    with pytest.raises(LookupError, match="no Volley is open"):
        context.enclosing(Volley)
    with pytest.raises(LookupError, match="no Volley is open"):
        context.amend(Volley, dice=3)


def test_nothing_follows_the_end_of_the_game() -> None:
    context = play(waiting(Act("red")))
    context.end(Outcome("red", "enough", "D-9"))
    context.push(Stab(), Stab())
    context.push(Stab())
    context.amend(Volley, dice=3)
    assert context.position.agenda == []


def test_events_are_kept_where_somebody_listens() -> None:
    context = play()
    context.log("moved", unit="a1", cost=2)
    context.log("drew", seen_by="red", card="gold")
    assert context.events == [
        Event("moved", (("unit", "a1"), ("cost", 2))),
        Event("drew", (("card", "gold"),), "red"),
    ]
    assert context.events[0].fact("cost") == 2
    with pytest.raises(KeyError):
        context.events[0].fact("hex")
    Play(acting(), DuelRules()).log("moved", unit="a1")  # nobody listens


def test_a_frame_must_say_what_it_does() -> None:
    class Blank(Decision[Arena, DuelRules, Hold], frozen=True, tag="Blank"):
        pass

    class Idle(Resolution[Arena, DuelRules], frozen=True, tag="Idle"):
        pass

    with pytest.raises(NotImplementedError, match="Blank must list its options"):
        Blank("red").options(play())
    with pytest.raises(NotImplementedError, match="Blank must say what its actions do"):
        Blank("red").take(play(), Hold())
    with pytest.raises(NotImplementedError, match="Idle must say what happens"):
        Idle().happen(play())


def test_a_decision_knows_the_kinds_of_its_actions() -> None:
    assert Act.actions == (Do,)
    assert Stand.actions == (Hold, Yield)
    assert Asked.actions == (Hold,), "inherited"


def test_positions_and_actions_of_a_system_are_its_own() -> None:
    assert issubclass(Arena, Position)
    assert issubclass(Do, Action)
    assert Do("stab") == Do("stab") != Do("rest")
