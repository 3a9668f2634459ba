"""How the computer plays: legal at every decision, on its own view only, and not like a beginner."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.plugins.memoir44.drawing import Table, draw

from grognard.bots import FuzzBot, GreedyBot, RandomBot
from grognard.bots.bot import Bot
from grognard.dice import SeededDice
from grognard.play import Decision
from grognard_memoir44.game import MemoirGame
from grognard_memoir44.hand import ChooseKeep
from grognard_memoir44.position import MemoirPosition, other_side
from grognard_memoir44.valuation import blow


def planned(table: Table) -> list[str]:
    """The plan of the side to act, as text."""
    side = table.to_act
    assert side is not None
    view = table.game.view(table.position, side)
    return [table.game.say(action) for action in table.game.plan(view)]


def follow(game: MemoirGame, position: MemoirPosition) -> int:
    """Play a plan on a copy of a position; says how many actions it held, all of them legal."""
    side = game.to_act(position)
    assert side is not None
    ahead, dice = position.copy(), SeededDice(0)
    plan = game.plan(game.view(position, side))
    for action in plan:
        assert game.to_act(ahead) == side, f"{game.say(action)} is not for {side} to choose"
        assert action in game.options(ahead), f"{game.say(action)} at {game.decision(ahead)}"
        game.apply(ahead, action, dice)
    return len(plan)


def play(game: MemoirGame, scenario: str, seed: int, bots: dict[str, Bot]) -> str | None:
    """Who wins a game between two bots; nobody after 1,000 turns."""
    dice = SeededDice(f"planning/{scenario}/{seed}")
    position = game.start(scenario, dice)
    options = game.options(position)
    while options and position.turn <= 1000:
        side = game.to_act(position)
        assert side is not None
        bot = bots[side]
        view = game.view(position, side) if bot.needs_view else None
        options = game.apply(position, bot.choose(game, view, options), dice)
    return position.outcome.winner if position.outcome else None


# Any decision --------------------------------------------------------------------------------------------


def test_every_kind_of_decision_gets_a_legal_plan(game: MemoirGame) -> None:
    wanted = {kind for kind in game.frames.values() if issubclass(kind, Decision)}
    tried = dict.fromkeys(wanted, 0)
    for seed, scenario in enumerate(
        (
            "operation-luttich",
            "mont-mouchet",
            "omaha-beach",
            "arnhem-bridge",
            "sainte-mere-eglise",
            "arracourt",
        )
    ):
        dice, bot = SeededDice(f"plans/{seed}"), FuzzBot(seed)
        position = game.start(scenario, dice)
        options = game.options(position)
        while options and position.turn < 100:
            kind = type(game.decision(position))
            if tried[kind] < 4 * (seed + 1):
                tried[kind] += 1
                assert follow(game, position), f"no plan at {game.decision(position)}"
            options = game.apply(position, bot.choose(game, None, options), dice)
    assert not [kind.__name__ for kind, times in tried.items() if not times]


def test_a_plan_uses_the_view_alone_and_leaves_it_as_it_was(game: MemoirGame) -> None:
    position = game.start("pegasus-bridge", SeededDice(5))
    side = game.to_act(position)
    assert side is not None
    view = game.view(position, side)
    before = game.encode(view)
    plan = game.plan(view)
    assert plan and game.encode(view) == before
    assert game.plan(view) == plan, "the same view gives the same plan"
    for other in game.hidden_alternatives(position, side):
        assert game.plan(game.view(other, side)) == plan
    assert not game.plan(game.view(position, other_side(side))), "a hand that is not seen is not played"


def test_a_plan_goes_on_to_the_first_dice() -> None:
    table = Table(
        {"allies infantry": "G3", "axis infantry": "G5", "axis armor": "M9"}, hands={"allies": "probe_center"}
    )
    plan = planned(table.commanding())
    assert plan[0] == "play probe_center"
    assert plan[-1].startswith(("battle", "attack")), "what follows depends on the dice"


# Worth ---------------------------------------------------------------------------------------------------


def test_what_one_side_likes_the_other_dislikes(game: MemoirGame) -> None:
    position = game.start("operation-cobra", SeededDice(2))
    assert game.value(position, "allies") == pytest.approx(-game.value(position, "axis"))


def test_medals_get_dearer_towards_the_goal() -> None:
    table = Table({"allies infantry": "A1", "axis infantry": "M9"}, medals={"allies": 4, "axis": 4})
    worth = []
    for medals in range(4):
        table.position.medals = {**table.position.medals, "allies": medals}
        worth.append(table.game.value(table.position, "allies"))
    steps = [after - before for before, after in pairwise(worth)]
    assert 0 < steps[0] < steps[1] < steps[2]


def test_figures_count_and_the_last_one_most() -> None:
    def worth(spot: str) -> float:
        table = Table({"allies infantry": spot, "axis infantry": "M9"})
        return table.game.value(table.position, "allies")

    steps = [worth(f"A1:{n + 1}") - worth(f"A1:{n}") for n in (1, 2, 3)]
    assert min(steps) > 0
    gone = Table({"allies infantry": "", "axis infantry": "M9"})
    assert worth("A1:1") - gone.game.value(gone.position, "allies") > max(steps)


def test_a_blow_is_reckoned_with_the_printed_die(game: MemoirGame) -> None:
    die = game.rules.dice["battle"]
    hits = blow(die, 2, "infantry grenade", 1.0).hits
    assert hits == pytest.approx((0.25, 0.5, 0.25))
    tiger = blow(die, 1, "armor grenade", 1 / 6).hits
    assert tiger == pytest.approx((1 - 1 / 18, 1 / 18)), "a hit that has to be confirmed"


# Cards and orders ----------------------------------------------------------------------------------------


def test_it_plays_the_card_of_the_section_where_something_can_be_done() -> None:
    table = Table(
        {"allies infantry": "B3 L3", "axis infantry": "l4:1"}, hands={"allies": "probe_left probe_right"}
    )
    assert planned(table.commanding())[0] == "play probe_right"


def test_it_does_not_waste_a_big_card_on_one_unit() -> None:
    table = Table(
        {"allies infantry": "G3", "axis infantry": "g4"}, hands={"allies": "assault_center probe_center"}
    )
    assert planned(table.commanding())[0] == "play probe_center"


@pytest.mark.parametrize("idle", ["firefight", "close_assault", "artillery_bombard"])
def test_it_plays_no_card_that_lets_nobody_do_anything(idle: str) -> None:
    table = Table(
        {"allies infantry": "G1 H1", "allies artillery": "A1", "axis infantry": "G9"},
        hands={"allies": f"{idle} probe_center"},
    )
    assert planned(table.commanding())[0] == "play probe_center"


def test_it_orders_those_who_have_most_to_do() -> None:
    table = Table(
        {"allies infantry": "h4 F1 G5 G1 H1", "axis infantry": "H5:2"}, hands={"allies": "probe_center"}
    )
    orders = [text for text in planned(table.commanding()) if text.startswith("order")]
    assert orders == ["order h4", "order G5"]


def test_it_keeps_the_card_it_can_use() -> None:
    table = Table({"allies infantry": "B3 C3", "axis infantry": "b4 c4"})
    table.position.drawn = ("attack_left", "attack_right")
    table.position.active = "allies"
    assert planned(table.run(ChooseKeep("allies"))) == ["keep attack_left"]


def test_it_heals_the_unit_that_is_nearest_to_its_end() -> None:
    table = Table(
        {"allies infantry": "A1:3", "allies armor": "C1:1", "axis infantry": "M9"},
        order="medics_mechanics",
        hands={"allies": "probe_left probe_left attack_left"},
    )
    assert planned(table.give_orders())[0] == "heal C1"


def test_a_barrage_falls_on_the_unit_it_can_destroy() -> None:
    table = Table({"allies infantry": "A1", "axis infantry": "E9 H9:2 K9"}, order="barrage")
    assert planned(table.give_orders())[0] == "target H9"


def test_air_power_follows_the_chain_with_most_to_hit() -> None:
    table = Table({"allies infantry": "A1", "axis infantry": "B9 H9 I9 i8"}, order="air_power")
    assert set(planned(table.give_orders())) == {"target H9", "target I9", "target i8"}


# Moves ---------------------------------------------------------------------------------------------------


def test_it_goes_for_an_objective_within_reach() -> None:
    table = Table(
        {"allies infantry": "G3", "axis infantry": "A9"},
        objective=[{"hexes": ["H5"], "side": "allies"}],
        medals={"allies": 2, "axis": 2},
    )
    assert planned(table.moving("G3"))[:2] == ["move G3", "to H5"]


def test_it_holds_an_objective_against_a_tempting_target() -> None:
    table = Table(
        {"allies infantry": "G5", "axis infantry": "j6:2"},
        objective=[{"hexes": ["G5"], "side": "allies"}],
        medals={"allies": 3, "axis": 3},
    )
    assert planned(table.moving("G5")) == ["end-moves"]


def test_those_in_front_move_first_and_the_others_follow() -> None:
    table = draw(
        """
        .   .I2 .
          .   .
        .   .   .
          .i  .
        .   .i  .
        """,
        corner="G9",
    )
    front, rear = "g6", "H5"
    assert table.places("allies") == {front, rear}
    movers = [text for text in planned(table.moving(front, rear)) if text.startswith("move")]
    assert movers == [f"move {front}", f"move {rear}"]


def test_the_last_medal_comes_before_everything_else() -> None:
    table = Table(
        {"allies armor": "G3", "axis infantry": "H7:1 E5", "axis artillery": "G5"},
        medals={"allies": 1, "axis": 9},
    )
    table.fighting("G3")
    while (plan := planned(table)) and not plan[0].startswith("battle"):
        table.play(plan[0])
    table.play(*plan, dice="grenade flag flag")
    assert table.told("won")


# Battles and after ---------------------------------------------------------------------------------------


def test_it_finishes_off_the_weak_one() -> None:
    table = Table({"allies armor": "G3", "axis infantry": "G5 H5:1"})
    assert planned(table.battling("G3"))[:2] == ["battle G3", "attack H5"]


def test_it_battles_while_there_is_anything_to_battle() -> None:
    table = Table({"allies infantry": "G3 A1", "axis infantry": "g4"})
    assert planned(table.battling("G3"))[0] == "battle G3"


def test_it_clears_wire_when_it_has_no_battle() -> None:
    table = Table({"allies infantry": "G3", "axis infantry": "M9"}, {"wire": "G3"})
    assert planned(table.battling("G3")) == ["remove-wire G3"]


def test_it_ambushes_when_it_can() -> None:
    table = Table({"allies infantry": "g4", "axis infantry": "G5"}, hands={"axis": "ambush probe_left"})
    table.battling("g4").play("battle g4", "attack G5")
    assert table.asked == "AmbushChance"
    assert planned(table) == ["ambush"]


def test_it_retreats_into_cover() -> None:
    table = Table(
        {"allies infantry": "G5 E5", "axis infantry": "H5 A9"}, {"forest": "h6"}, hands={"axis": ""}
    )
    table.attack("G5", "H5", "flag star star")
    assert table.asked == "ChooseRetreat"
    assert planned(table) == ["retreat h6"]


def test_it_stands_fast_where_flags_can_be_ignored() -> None:
    table = Table({"allies infantry": "G5", "axis infantry": "H5"}, {"sandbag": "H5"})
    table.attack("G5", "H5", "flag star")
    assert table.asked == "ChooseFlags"
    assert planned(table) == ["ignore"]


def test_it_takes_ground_that_is_an_objective() -> None:
    table = Table(
        {"allies infantry": "G5", "axis infantry": "H5:1"},
        objective=[{"hexes": ["H5"], "side": "allies"}],
        medals={"allies": 3, "axis": 3},
    )
    table.attack("G5", "H5", "grenade star star")
    assert table.asked == "ChooseGround"
    assert planned(table)[0] == "take-ground H5"


def test_it_does_not_leave_cover_to_stand_among_enemies() -> None:
    table = Table(
        {"allies infantry": "G5:1", "axis infantry": "H5:1 H7 I7 j6 i6"},
        {"town": "G5"},
        medals={"allies": 4, "axis": 4},
    )
    table.attack("G5", "H5", "grenade star star")
    assert table.asked == "ChooseGround"
    assert planned(table) == ["stay"]


def test_armor_overruns_the_weakest() -> None:
    table = Table({"allies armor": "G5", "axis infantry": "H5:1 I5 h6:1"})
    table.attack("G5", "H5", "grenade star star", "take-ground H5")
    assert table.asked == "ChooseOverrun"
    assert planned(table)[0] == "overrun h6"


# Whole games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["sainte-mere-eglise", "pegasus-bridge", "vassieux"])
@pytest.mark.parametrize("side", ["allies", "axis"])
def test_greedy_beats_random_from_either_side(game: MemoirGame, scenario: str, side: str) -> None:
    for seed in range(3):
        bots: dict[str, Bot] = {side: GreedyBot(seed), other_side(side): RandomBot(seed)}
        assert play(game, scenario, seed, bots) == side


def test_two_greedy_players_come_to_an_end(game: MemoirGame) -> None:
    for seed in range(2):
        assert play(game, "operation-cobra", seed, {"allies": GreedyBot(0), "axis": GreedyBot(0)})
