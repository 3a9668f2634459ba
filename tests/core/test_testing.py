"""The conformance suite must pass a sound system and catch every kind of defect by the check that names it.

The system under test is Duel: two sides with hidden cards bid one in secret, one aims openly, and they roll.
A flaw is planted by name; the rules of Duel ask ``flawed(play, …)`` where it bites.
"""

from __future__ import annotations

import ast
import itertools
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import SimpleNamespace
from typing import Any, ClassVar, Generic, Self, TypeVar

import pytest

from grognard.dice import Die, SeededDice
from grognard.game import Game, ScenarioInfo
from grognard.odds import OddsRow, OddsTable
from grognard.play import Action, Decision, Event, Frame, Outcome, Play, Position, Resolution
from grognard.reasons import Reason, rule
from grognard.scene import HexArt, Scene
from grognard.session import Session
from grognard.testing import Conformance

SIDES = ("east", "west")
counter = itertools.count()


class DuelPosition(Position, kw_only=True):
    hands: dict[str, tuple[str, ...]]
    bag: dict[str, int]
    bids: dict[str, str]
    aims: dict[str, int]
    score: dict[str, int]
    round: int = 0
    asked: int = 0
    shared: tuple[list[int], ...] = ()

    def seen_by(self, side: str) -> Self:
        view, other = self.copy(), other_side(side)
        for card in (*self.hands[other], *filter(None, [self.bids[other]])):
            view.bag[card] = view.bag.get(card, 0) + 1
        view.hands[other] = ("?",) * len(self.hands[other])
        view.bids[other] = "?" if self.bids[other] else ""
        return view


@dataclass(frozen=True)
class DuelRules:
    flaw: str = ""
    remembered: dict[object, tuple[str, ...]] = field(default_factory=dict)
    dice: Mapping[str, Die] = field(default_factory=dict)


A = TypeVar("A", bound=Action)
DuelPlay = Play[DuelPosition, DuelRules]


class DuelDecision(Decision[DuelPosition, DuelRules, A], Generic[A], frozen=True):
    pass


class DuelResolution(Resolution[DuelPosition, DuelRules], frozen=True):
    pass


def other_side(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def flawed(play: DuelPlay, flaw: str) -> bool:
    return play.rules.flaw == flaw


class Bid(Action, frozen=True):
    card: str


class Aim(Action, frozen=True):
    at: int
    how: str


class Stop(Action, frozen=True):
    pass


@rule("D-1")
class Deal(DuelResolution, frozen=True):
    def happen(self, play: DuelPlay) -> None:
        for side in SIDES * 2:
            draw_card(play, side)
        play.push(Round())


def draw_card(play: DuelPlay, side: str) -> None:
    seen_by = "" if flawed(play, "open draw") else side
    card = play.draw(play.position.bag, why="card", seen_by=seen_by)
    play.position.bag[card] -= 1
    play.position.hands[side] = tuple(sorted((*play.position.hands[side], card)))
    if flawed(play, "deals no three") and card == "3":
        raise KeyError("a three")
    if flawed(play, "open event"):
        play.log("drew", side=side, card=card)
    else:
        play.log("drew", seen_by=side, side=side, card=card)


@rule("D-2")
class Round(DuelResolution, frozen=True):
    def happen(self, play: DuelPlay) -> None:
        position = play.position
        if position.round == 3 and not flawed(play, "never ends"):
            best = max(SIDES, key=lambda side: position.score[side])
            cite = "D-99" if flawed(play, "unknown citation") else "D-2"
            play.end(Outcome(best, "score", cite, tuple(position.score.items())))
            return
        if not flawed(play, "endless turn"):
            position.round += 1
        if flawed(play, "backwards") and position.round == 3:
            position.round = 1
        play.push(ChooseBid("east"), ChooseBid("west"), ChooseAim("east"), Clash(), self)


@rule("D-3")
class ChooseBid(DuelDecision[Bid | Stop], frozen=True):
    always_ask: ClassVar[bool] = True
    secret: ClassVar[bool] = True

    def options(self, play: DuelPlay) -> Iterator[Bid | Stop]:
        if flawed(play, "options change"):
            play.position.asked += 1
        if flawed(play, "no option") and play.position.round == 2:
            return
        if flawed(play, "unsteady") and next(counter) % 2:
            yield Stop()
        hand = play.position.hands[self.side]
        if flawed(play, "remembers too long"):
            hand = play.rules.remembered.setdefault((self.side, play.position.round), hand)
        for card in dict.fromkeys(hand):
            yield Bid(card)
        if flawed(play, "twice"):
            yield Bid(play.position.hands[self.side][0])

    def refusal(self, play: DuelPlay, action: Bid | Stop) -> tuple[Reason, ...]:
        if flawed(play, "accepts all") or flawed(play, "unsteady"):
            return ()
        if flawed(play, "refusal fails"):
            return (Reason("no", "D-3"),) * (
                1 - play.position.hands[self.side].index(getattr(action, "card", ""))
            )
        if isinstance(action, Bid) and action.card in play.position.hands[self.side]:
            refused = flawed(play, "refuses an option") and action.card == "3"
            return (Reason("never a three", "D-3"),) if refused else ()
        cite = {"silent refusal": "", "unknown refusal": "D-98"}.get(play.rules.flaw, "D-3")
        return (Reason("not in the hand", cite),)

    def take(self, play: DuelPlay, action: Bid | Stop) -> None:
        position = play.position
        if flawed(play, "rolls in take"):
            play.roll("1d6", why="too early")
        if not isinstance(action, Bid):
            position.bids[self.side] = position.hands[self.side][0]
            return
        hand = list(position.hands[self.side])
        if flawed(play, "option fails") and action.card == "2":
            raise ValueError("nobody bids a two")
        hand.remove(action.card)
        position.hands[self.side] = tuple(hand)
        position.bids[self.side] = action.card
        for shared in position.shared:
            shared.append(1)
        play.log("bid", side=self.side)


class ChooseOpenBid(ChooseBid, frozen=True):
    """The same, forgotten to be secret."""

    secret: ClassVar[bool] = False


class ChooseForcedBid(ChooseBid, frozen=True):
    """The same, but not asked with one kind of card in hand."""

    always_ask: ClassVar[bool] = False


@rule("D-4")
class ChooseAim(DuelDecision[Aim | Stop], frozen=True):
    def options(self, play: DuelPlay) -> Iterator[Aim | Stop]:
        for at, how in itertools.product((1, 2), ("high", "low")):
            yield Aim(at, how)
        yield Stop()

    def take(self, play: DuelPlay, action: Aim | Stop) -> None:
        if flawed(play, "dead end"):
            play.push(self)
        if isinstance(action, Aim):
            play.position.aims[self.side] = action.at * (1 if action.how == "high" else -1)

    def assumed(self, play: DuelPlay) -> Aim | Stop:
        return Aim(3, "high") if flawed(play, "assumes too much") else Stop()


@rule("D-5")
class Clash(DuelResolution, frozen=True):
    def happen(self, play: DuelPlay) -> None:
        position = play.position
        luck = play.roll("1d6", why="clash", reasons=(Reason("luck", "D-5"),))
        if flawed(play, "frame fails") and position.round == 2:
            raise KeyError("lost")
        if flawed(play, "own luck"):
            luck = 100 if next(counter) % 2 else -100
        worth = {side: int(position.bids[side].replace("?", "1")) for side in SIDES}
        winner = "east" if worth["east"] + position.aims["east"] + luck > worth["west"] + 3 else "west"
        position.score[winner] += 1
        play.log("clash", winner=winner, east=position.bids["east"], west=position.bids["west"])
        for side in SIDES:
            position.bids[side] = ""
            draw_card(play, side)


@rule("D-5")
class Nowhere(DuelResolution, frozen=True):
    def happen(self, play: DuelPlay) -> None:
        """Nothing pushes this frame."""


FRAMES: tuple[type[Frame[DuelPosition, DuelRules]], ...] = (Deal, Round, ChooseBid, ChooseAim, Clash)


class Duel(Game[DuelPosition, DuelRules]):
    system = "duel"
    position_type = DuelPosition
    sides: ClassVar[tuple[str, ...]] = SIDES
    turn_bound: ClassVar[int] = 3

    def __init__(self, flaw: str = "") -> None:
        rules = {f"D-{n}": None for n in range(1, 6)}
        ruleset: Any = SimpleNamespace(
            id="duel", version="1", digest="", overlay_digest="", rules=rules, default_scenario=""
        )
        super().__init__(ruleset, DuelRules(flaw))

    @cached_property
    def frames(self) -> Mapping[str, type[Frame[DuelPosition, DuelRules]]]:
        more = {
            "unreachable": (Nowhere,),
            "open choice": (ChooseOpenBid,),
            "asked by hand": (ChooseForcedBid,),
        }
        kinds = (*FRAMES, *more.get(self.rules.flaw, ()))
        if len(kinds) > len(FRAMES) and kinds[-1] is not Nowhere:
            kinds = tuple(kind for kind in kinds if kind is not ChooseBid)
        return {kind.__name__: kind for kind in kinds}

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return (ScenarioInfo("dawn", {"en": "Dawn", "zh": "黎明"}, "east"),)

    def set_up(self, scenario: str) -> DuelPosition:
        position = DuelPosition(
            agenda=[Deal()],
            hands=dict.fromkeys(SIDES, ()),
            bag={"1": 4, "2": 4, "3": 4},
            bids=dict.fromkeys(SIDES, ""),
            aims=dict.fromkeys(SIDES, 0),
            score=dict.fromkeys(SIDES, 0),
        )
        if self.rules.flaw == "set-up by chance":
            position.bag["1"] += next(counter)
        if self.rules.flaw == "endless turn":
            position.bag["1"] += 1000
        if self.rules.flaw == "shared list":
            position.shared = ([],)
        return position

    def drive(self, play: DuelPlay) -> list[Action]:
        self._exchange(play)
        return super().drive(play)

    def happen(self, play: DuelPlay) -> None:
        super().happen(play)
        self._exchange(play)

    def _exchange(self, play: DuelPlay) -> None:
        """Put the flawed kind of bid in the place of the sound one."""
        kind = {"open choice": ChooseOpenBid, "asked by hand": ChooseForcedBid}.get(self.rules.flaw)
        for place, frame in enumerate(play.position.agenda):
            if kind and type(frame) is ChooseBid:
                play.position.agenda[place] = kind(frame.side)

    def view(self, position: DuelPosition, side: str) -> DuelPosition:
        view = position.seen_by(side)
        if self.rules.flaw == "shows the hand":
            view.hands = dict(position.hands)
        if self.rules.flaw == "hides the own hand":
            view.hands[side] = ("?",)
        if self.rules.flaw == "view is the position":
            return position
        return view

    def hidden_alternatives(self, position: DuelPosition, side: str) -> Iterator[DuelPosition]:
        other = other_side(side)
        hand = position.hands[other]
        if self.rules.flaw == "no alternatives" or not hand:
            return
        for card, copies in position.bag.items():
            if copies:
                alternative = position.copy()
                alternative.bag[card] -= 1
                alternative.bag[hand[0]] += 1
                alternative.hands[other] = tuple(sorted((card, *hand[1:])))
                yield alternative

    def turn(self, position: DuelPosition) -> int:
        return position.round

    def say(self, action: Action) -> str:
        text = super().say(action)
        return (
            text.rpartition(" ")[0]
            if self.rules.flaw == "says too little" and isinstance(action, Aim)
            else text
        )

    def decode(self, data: bytes) -> DuelPosition:
        position = super().decode(data)
        if self.rules.flaw == "forgets the aims":
            position.aims = dict.fromkeys(SIDES, 0)
        return position

    def plan(self, view: DuelPosition) -> Sequence[Action]:
        if self.rules.flaw == "plan spoils the view":
            view.score["east"] += 1
        return (Bid("9"),) if self.rules.flaw == "plans badly" else ()

    def value(self, view: DuelPosition, side: str) -> float:
        return float("nan") if self.rules.flaw == "no value" else view.score[side]

    def scene(self, view: DuelPosition, *, lang: str = "en", show: Iterable[str] = ()) -> Scene:
        return Scene("flat", (HexArt("A1", 0, 0),))

    def tell(self, event: Event, lang: str = "en") -> str:
        return "" if self.rules.flaw == "speechless" and lang == "zh" else super().tell(event, lang)


def suite(planted: str) -> Conformance:
    """A fresh test class for Duel with a flaw."""

    class TestDuel(Conformance):
        games = 4
        fuzz_games = 8
        choices_per_turn = 200

        def load(self) -> Duel:
            return Duel(planted)

    return TestDuel()


CHECKS = [name for name in dir(Conformance) if name.startswith("test_")]


@pytest.mark.parametrize("check", CHECKS)
def test_a_sound_system_passes(check: str, sound: Conformance) -> None:
    getattr(sound, check)()


@pytest.fixture(scope="module")
def sound() -> Conformance:
    return suite("")


@pytest.mark.parametrize(
    ("planted", "check", "told"),
    [
        ("set-up by chance", "set_up_is_deterministic", "setting up 'dawn' again"),
        ("no option", "a_decision_always_has_an_option", "it offers no option"),
        ("twice", "a_decision_always_has_an_option", "options lists an action once"),
        ("frame fails", "no_frame_fails", "happen of Clash(): KeyError: 'lost'"),
        ("remembers too long", "options_hang_on_the_position_alone", "not on what was asked before"),
        ("refuses an option", "every_option_is_accepted", "'bid 3' is accepted"),
        ("option fails", "every_option_is_accepted", "nobody bids a two"),
        ("unsteady", "every_option_is_accepted", "the same when asked twice"),
        ("accepts all", "everything_else_is_refused", "is no option and is refused"),
        ("refusal fails", "everything_else_is_refused", "answers with reasons"),
        ("silent refusal", "everything_else_is_refused", "says why and by which rule"),
        ("dead end", "no_stage_is_a_dead_end", "after 200 more choices it is still turn"),
        ("rolls in take", "take_never_rolls", "'too early'"),
        ("dead end", "no_decision_pushes_itself", "'stop' does not ask the same again"),
        ("never ends", "games_end_within_the_bound", "turn 4 was reached"),
        ("endless turn", "games_end_within_the_bound", "more than 200 choices"),
        ("backwards", "games_end_within_the_bound", "went back from 2 to 1"),
        ("unreachable", "every_frame_is_reached", "never: Nowhere"),
        ("options change", "positions_never_change_under_their_holder", "options leaves the position"),
        ("view is the position", "positions_never_change_under_their_holder", "'s view leaves the position"),
        ("shared list", "positions_never_change_under_their_holder", "leaves the position as it is"),
        ("plan spoils the view", "views_never_change_under_their_holder", "plan leaves the position"),
        ("forgets the aims", "encoding_round_trips", "keeps aims"),
        ("own luck", "records_replay", "a session comes to the position of a walk"),
        ("shared list", "records_replay", "held positions stay as they were"),
        ("shows the hand", "views_leak_nothing", "hides hands"),
        ("hides the own hand", "views_leak_nothing", "same options in its own view"),
        ("no alternatives", "views_leak_nothing", "hidden_alternatives offers"),
        ("asked by hand", "views_leak_nothing", "always_ask"),
        ("open choice", "records_leak_nothing", "secret = True"),
        ("open draw", "records_leak_nothing", "seen_by="),
        ("open event", "records_leak_nothing", "the event may need"),
        ("open draw", "set_up_leaks_nothing", "seen_by="),
        ("open event", "set_up_leaks_nothing", "the event may need"),
        ("deals no three", "set_up_leaks_nothing", "KeyError: 'a three'"),
        ("assumes too much", "answers_given_beforehand_are_legal", "assumed answers legally"),
        ("plans badly", "answers_given_beforehand_are_legal", "plan answers legally"),
        ("says too little", "actions_round_trip_through_text", "one action is called 'aim 1'"),
        ("unknown citation", "every_reason_cites_a_known_rule", "'D-99'"),
        ("unknown refusal", "every_reason_cites_a_known_rule", "'D-98'"),
        ("speechless", "everything_can_be_told", "can be told (zh)"),
        ("no value", "everything_can_be_told", "value for east is a number"),
    ],
)
def test_a_flaw_is_caught(planted: str, check: str, told: str) -> None:
    with pytest.raises(AssertionError) as caught:
        getattr(suite(planted), f"test_{check}")()
    assert told in str(caught.value)
    assert "expected:" in str(caught.value)


def test_an_error_says_how_to_get_there_again() -> None:
    with pytest.raises(AssertionError) as caught:
        suite("forgets the aims").test_encoding_round_trips()
    line = next(line for line in str(caught.value).splitlines() if "reproduce:" in line)
    origin, _, actions = line.partition(", then ")
    assert origin == "  reproduce: scenario 'dawn', SeededDice(1)"
    game, dice = Duel("forgets the aims"), SeededDice(1)
    position = game.start("dawn", dice)
    for text in ast.literal_eval(actions.partition(": ")[2]):
        game.apply(position, game.parse(position, text), dice)
    assert any(position.aims.values())


def test_open_ended_decisions_may_accept_more() -> None:
    class Open(type(suite("accepts all"))):  # type: ignore[misc]  # a base made here
        open_ended = ("ChooseBid",)

        def load(self) -> Duel:
            return Duel("accepts all")

    with pytest.raises(AssertionError, match=r"can be carried out"):
        Open().test_everything_else_is_refused()


def test_undo_that_takes_back_dice_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.session.session.check_undo", lambda *_, **__: None)
    with pytest.raises(AssertionError, match=r"undo by \w+ stops"):
        suite("").test_undo_stops_at_dice_reveals_and_others()


def test_a_session_that_refuses_nothing_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "play", lambda self, action: None)
    with pytest.raises(AssertionError, match=r"the session refuses"):
        suite("").test_sessions_refuse_what_the_rules_refuse()


def test_odds_that_do_not_sum_to_one_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def half(game: Any, view: Any, action: Action, **how: Any) -> OddsTable:
        return OddsTable(game.say(action), (OddsRow("half of it", Fraction(1, 2)),))

    monkeypatch.setattr("grognard.testing.figures.odds", half)
    with pytest.raises(AssertionError, match="sum to 1"):
        suite("").test_odds_sum_to_one()


def test_luck_of_hash_order_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], *, env: Mapping[str, str], **how: Any) -> Any:
        return SimpleNamespace(stdout=env["PYTHONHASHSEED"], stderr="", returncode=0)

    monkeypatch.setattr(subprocess, "run", run)
    checked = suite("")
    type(checked).ruleset = "duel"
    with pytest.raises(AssertionError, match="two processes play the same game"):
        checked.test_nothing_depends_on_hash_order()


def test_a_ruleset_that_is_not_installed_is_no_success() -> None:
    checked = suite("")
    type(checked).ruleset = "duel"
    with pytest.raises(AssertionError, match="no ruleset 'duel'"):
        checked.test_nothing_depends_on_hash_order()


def test_the_fuzz_run_reports_frames_and_rules(
    capsys: pytest.CaptureFixture[str], sound: Conformance
) -> None:
    sound.test_every_frame_is_reached()
    told = capsys.readouterr().out.splitlines()
    counts = {tuple(line.split()[:2]): int(line.split()[2]) for line in told if line.startswith("  ")}
    assert counts["frame", "ChooseAim"] > 0
    assert counts["rule", "D-4"] > 0


def test_starts_reach_what_scenarios_do_not() -> None:
    class Start(Duel):
        def starts(self) -> Iterator[DuelPosition]:
            position = self.set_up("dawn")
            position.agenda.append(Nowhere())
            yield position

    class TestDuel(Conformance):
        games, fuzz_games = 1, 2

        def load(self) -> Duel:
            return Start("unreachable")

    TestDuel().test_every_frame_is_reached()
