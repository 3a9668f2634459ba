"""Bots: deterministic from their seed, fed with views only, and each as good as its docstring says."""

import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pebbles
import pytest

from grognard.bots import BUILT_IN, Bot, FuzzBot, GreedyBot, RandomBot, SearchBot, bots, make_bot
from grognard.bots.lookahead import after
from grognard.dice import SeededDice
from grognard.errors import GrognardError, PluginError
from grognard.hooks import Offer, hookimpl
from grognard.lab import play_game, simulate
from grognard.registry import Registry
from grognard.session import Session

Game = pebbles.PebbleGame


class Onlooker:
    """A bot that writes down what another one is shown and chooses."""

    needs_view = True

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seen: list[tuple[Any, list[Any], Any]] = []

    def choose(self, game: Any, view: Any, options: Sequence[Any]) -> Any:
        choice = self.bot.choose(game, view.copy(), options)
        self.seen.append((view, list(options), choice))
        return choice


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_a_bot_chooses_an_option_and_the_same_again_from_its_seed(name: str, game: Game) -> None:
    def choices(seed: int) -> list[Any]:
        bot = make_bot(name, game, seed)
        if isinstance(bot, SearchBot):
            bot.nodes = 40
        onlooker = Onlooker(bot)
        play_game(game, "race", {"red": onlooker, "blue": RandomBot(1)}, "game")
        assert all(choice in options for _, options, choice in onlooker.seen)
        return [choice for _, _, choice in onlooker.seen]

    random.seed(5)
    state = random.getstate()
    assert choices(1) == choices(1)
    assert random.getstate() == state  # nobody touches the luck of others
    if name in ("random", "fuzz"):
        assert len({tuple(choices(seed)) for seed in range(5)}) > 1


def test_bots_are_shown_their_own_view_only(game: Game) -> None:
    onlooker = Onlooker(RandomBot(1))
    play_game(game, "race", {"red": onlooker, "blue": RandomBot(2)}, "views")
    assert len(onlooker.seen) > 5
    for view, _, _ in onlooker.seen:
        assert set(view.hands["blue"]) <= {"?"} and view.snares.get("blue", 0) == 0


def test_a_bot_that_needs_no_view_gets_none(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    view = Game.view

    def spy(self: Game, position: Any, side: str) -> Any:
        asked.append(side)
        return view(self, position, side)

    monkeypatch.setattr(Game, "view", spy)
    play_game(game, "race", {"red": "random", "blue": "fuzz"}, 1)
    assert asked == []
    play_game(game, "race", {"red": "random", "blue": "greedy"}, 1)
    assert set(asked) == {"blue"}


def test_random_takes_every_option_alike(game: Game) -> None:
    bot, options = RandomBot(3), [pebbles.Snare(str(n)) for n in range(4)]
    counts = Counter(bot.choose(game, None, options) for _ in range(4000))
    assert len(counts) == 4 and all(900 < count < 1100 for count in counts.values())


def test_fuzz_rarely_passes_and_tries_kinds_before_numbers(game: Game) -> None:
    bot = FuzzBot(3)
    many = [pebbles.Advance(f"red-{n}") for n in range(98)]
    options = [pebbles.Rest(), pebbles.Trip("trip"), *many]
    counts = Counter(type(bot.choose(game, None, options)) for _ in range(2000))
    assert 60 < counts[pebbles.Rest] < 140
    assert 850 < counts[pebbles.Trip] < 1050
    assert bot.choose(game, None, [pebbles.Rest()]) == pebbles.Rest()


def test_greedy_follows_the_plan_over_the_other_sides_interruption(game: Game) -> None:
    session = Session(game, "open", seed=1, seats={"red": "greedy"})
    session.run()
    assert [step.text for step in session.steps] == ["advance red-a", "run"]
    session.play("decline")
    session.run(limit=1)
    assert session.steps[-1].text == "dash"


def test_greedy_asks_again_when_the_plan_fits_no_longer(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = iter([[pebbles.Advance("red-b"), pebbles.Jog()], [pebbles.Walk()], [], []])
    asked: list[str] = []

    def plan(self: Game, view: Any) -> Sequence[Any]:
        asked.append(type(view.agenda[-1]).__name__)
        return next(plans)

    monkeypatch.setattr(Game, "plan", plan)
    session = Session(game, "open", seed=1, seats={"red": "greedy"})
    session.run(limit=2)
    assert [step.text for step in session.steps] == ["advance red-b", "walk"]
    assert asked == ["ChoosePebble", "ChoosePace"]


def without_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "plan", lambda self, view: ())


def test_greedy_without_a_plan_takes_what_looks_best(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    without_plan(monkeypatch)
    bot = GreedyBot(1)
    view = game.start("open", SeededDice(1))
    view.track["red-a"] = 8
    view.agenda[-1] = pebbles.ChooseSpeed("red", "red-a")
    assert bot.choose(game, view, [pebbles.Jog(), pebbles.Dash()]) == pebbles.Jog()  # two spaces, and home
    assert view.track["red-a"] == 8  # its thoughts leave no trace


def watched(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The actions that are taken from now on, thoughts included."""
    taken: list[Any] = []
    take = Game.take

    def spy(self: Game, play: Any, action: Any) -> None:
        taken.append(action)
        take(self, play, action)

    monkeypatch.setattr(Game, "take", spy)
    return taken


def test_greedy_without_a_plan_looks_at_a_bounded_number_of_options(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_plan(monkeypatch)
    taken = watched(monkeypatch)
    view = game.start("race", SeededDice(1))
    options = game.options(view) * 50
    GreedyBot(1, width=10, samples=3).choose(game, view, options)
    assert len(taken) <= 30


def test_search_counts_its_nodes_and_prefers_winning(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = watched(monkeypatch)
    view = game.start("open", SeededDice(1))
    view.track["red-a"] = 8
    view.agenda[-1] = pebbles.ChooseSpeed("red", "red-a")
    bot = SearchBot(1, nodes=60)
    assert bot.choose(game, view, [pebbles.Dash(), pebbles.Jog()]) == pebbles.Jog()
    assert 60 <= len(taken) <= 60 + 20
    assert view.track["red-a"] == 8


def test_search_keeps_the_plan_unless_something_is_clearly_better(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, bot = game.start("open", SeededDice(1)), SearchBot(1, nodes=60)
    monkeypatch.setattr(Game, "plan", lambda self, view: (pebbles.Rest(),))
    with monkeypatch.context() as patch:
        patch.setattr(Game, "value", lambda self, view, side: 0.0)
        assert bot.choose(game, view, game.options(view)) == pebbles.Rest()
    view.track["red-a"] = 9
    assert bot.choose(game, view, game.options(view)) == pebbles.Advance("red-a")  # and home


def test_looking_ahead_stops_where_another_side_really_chooses(game: Game) -> None:
    view = game.view(game.start("open", SeededDice(1)), "red")
    position, options = after(game, view, pebbles.Rest(), SeededDice(1), "red")
    assert options == [] and position.agenda[-1] == pebbles.ChoosePebble("blue")
    view.agenda[-1] = pebbles.ChoosePace("red", "red-a")
    position, options = after(game, view, pebbles.Run(), SeededDice(1), "red")  # blue is assumed to decline
    assert options == [pebbles.Jog(), pebbles.Dash()]


def quick_search(game: Game, seed: int | str) -> SearchBot:
    return SearchBot(seed, nodes=40)


@pytest.mark.parametrize("player", ["greedy", quick_search])
def test_bots_with_a_head_beat_chance(player: Any, game: Game) -> None:
    for side, other in (("red", "blue"), ("blue", "red")):
        result = simulate(game, "open", 40, seed=2, seats={side: player, other: "random"})
        assert result.wins(side).share > 0.85


class BotPlugin:
    """A plugin with a bot of its own."""

    def __init__(self, name: str, make: Callable[..., object]) -> None:
        self.name, self.make = name, make

    @hookimpl
    def grognard_bots(self) -> list[Offer]:
        return [Offer(self.name, self.make)]


def test_plugins_add_bots(game: Game) -> None:
    registry = Registry.discover(plugins=[BotPlugin("lazy", RandomBot.make)], entry_points=False)
    assert sorted(bots(registry)) == ["fuzz", "greedy", "lazy", "random", "search"]
    assert isinstance(make_bot("lazy", game, 1, registry), RandomBot)
    shy = Registry.discover(plugins=[BotPlugin("shy", lambda game, seed: sys.exit(3))], entry_points=False)
    with pytest.raises(PluginError, match=r"^bot 'shy' cannot be made: SystemExit: 3$"):
        make_bot("shy", game, 1, shy)
    with pytest.raises(GrognardError, match=r"no bot 'randon'.*random"):
        make_bot("randon", game, 1, registry)
