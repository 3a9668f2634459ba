"""How the computer plays ASL: legal at every decision, always the same, and not like a beginner."""

from __future__ import annotations

from typing import Any

import pytest
from tests.plugins.asl.drawing import Table, game_with

from grognard.bots import FuzzBot, GreedyBot, RandomBot
from grognard.bots.bot import Bot
from grognard.dice import SeededDice
from grognard.play import Decision
from grognard_asl.game import AslGame
from grognard_asl.planning import CHOICES
from grognard_asl.position import AslPosition, Unit, other_side
from grognard_asl.scenario_schema import Goal
from grognard_asl.schema import Name
from grognard_asl.stacks import Overstacked
from grognard_asl.valuation import Fates, Target, worth


@pytest.fixture(scope="module")
def game() -> AslGame:
    return game_with()


US = {"allies": "american"}


def goal(hex: str) -> Goal:
    """The Axis wins by controlling a hex."""
    return Goal(side="axis", kind="control", hexes=(hex,), text=Name("", ""), held_by="allies")


HELD: dict[str, Any] = {
    "victory": (Goal(side="allies", kind="control", hexes=("G5",), text=Name("", ""), held_by="axis"),),
    "otherwise": "axis",
}
"""The Axis has nothing to do but to stay."""


def planned(table: Table) -> list[str]:
    """The plan of the side to act, as text."""
    side = table.to_act
    assert side is not None
    return [table.game.say(action) for action in table.game.plan(table.game.view(table.position, side))]


def follow(game: AslGame, position: AslPosition) -> int:
    """Play a plan on a copy as far as nobody interrupts; its first action has to be legal."""
    side = game.to_act(position)
    view = game.view(position, str(side))
    plan = list(game.plan(view))
    assert plan == list(game.plan(view)), "the same view gets the same plan"
    assert plan and plan[0] in game.options(position), f"{plan[:1]} at {game.decision(position)}"
    return len(plan)


def play(game: AslGame, scenario: str, seed: int, bots: dict[str, Bot]) -> AslPosition:
    """A game between two bots, to its end."""
    dice = SeededDice(f"planning/{scenario}/{seed}")
    position = game.start(scenario, dice)
    options = game.options(position)
    while options:
        side = str(game.to_act(position))
        view = game.view(position, side) if bots[side].needs_view else None
        options = game.apply(position, bots[side].choose(game, view, options), dice)
    return position


# Any decision --------------------------------------------------------------------------------------------


def test_every_kind_of_decision_has_somebody_who_answers_it(game: AslGame) -> None:
    wanted = {kind for kind in game.frames.values() if issubclass(kind, Decision)}
    assert wanted == set(CHOICES)


def test_plans_are_legal_all_through_games(game: AslGame) -> None:
    tried: dict[str, int] = {}
    for seed, scenario in enumerate(("stone_by_stone", "where_roads_meet")):
        dice, bot = SeededDice(f"plans/{seed}"), FuzzBot(seed)
        position = game.start(scenario, dice)
        options = game.options(position)
        while options:
            kind = type(game.decision(position)).__name__
            if tried.get(kind, 0) < 2 * (seed + 1):
                tried[kind] = tried.get(kind, 0) + 1
                assert follow(game, position)
            options = game.apply(position, bot.choose(game, None, options), dice)
    assert {"ChooseMover", "ChooseStep", "ChooseFirstFire", "ChooseTarget", "ChooseAdvance"} <= tried.keys()


def stage(name: str) -> Table:
    """Positions in which the rarer decisions wait."""
    made = {
        "ChooseFirers": lambda: Table(axis={"G5": "4-6-7 4-6-7"}, allies={"G7": "4-4-7"}).aim("G7"),
        "ChooseExcess": lambda: Table(axis={"G5": "4-6-7 4-6-7 4-6-7 4-6-7"}).run(Overstacked()),
        "ChooseKeepDm": lambda: Table(axis={"G5": "4-6-7/bd"}, allies={"G9": "4-4-7"}).at_step("1.3"),
        "ChooseTransfer": lambda: Table(axis={"G5": "lmg 8-0 4-6-7"}, allies={"G9": "4-4-7"}).at_step("1.1"),
        "ChooseArrangement": lambda: Table(
            axis={"G5": "9-1 4-6-7 4-6-7"}, allies={"G5": "4-4-7 4-4-7"}
        ).at_step("8.1"),
        "ChooseAttack": lambda: Table(
            axis={"G5": "4-6-7 4-6-7"}, allies={"G5": "4-4-7 4-4-7"}
        ).at_step("8.1"),
        "ChooseCombat": lambda: Table(
            axis={"G5": "4-6-7", "K5": "4-6-7"}, allies={"G5": "4-4-7", "K5": "4-4-7"}
        ).at_step("8.1"),
        "ChooseRout": lambda: Table(
            axis={"G5": "4-6-7/bd"}, allies={"G6": "4-4-7"}, terrain={"woods": "G4 F3"}
        ).at_step("6.1"),
        "ChooseRoutStep": lambda: Table(
            axis={"G5": "4-6-7/bd"}, allies={"G6": "4-4-7"}, terrain={"woods": "G4 F3"}
        )
        .at_step("6.1")
        .play("rout g1"),
        "ChooseDiscard": lambda: Table(
            axis={"G5": "lmg mmg 4-6-7/bd"}, allies={"G6": "4-4-7"}, terrain={"woods": "G4 F3"}
        )
        .at_step("6.1")
        .play("rout g1"),
        "ChooseRally": lambda: Table(axis={"G5": "9-1 4-6-7/b"}, allies={"P9": "4-4-7"}).rallying(),
    }  # fmt: skip
    return made[name]()


@pytest.mark.parametrize(
    "name",
    [
        "ChooseArrangement", "ChooseAttack", "ChooseCombat", "ChooseDiscard", "ChooseExcess", "ChooseFirers",
        "ChooseKeepDm", "ChooseRally", "ChooseRout", "ChooseRoutStep", "ChooseTransfer",
    ],
)  # fmt: skip
def test_rarer_decisions_get_a_legal_plan(name: str) -> None:
    table = stage(name)
    assert table.asked == name
    assert follow(table.game, table.position)


def test_where_nobody_is_asked_there_is_no_plan(game: AslGame) -> None:
    position = game.start("stone_by_stone", SeededDice(0))
    position.agenda.clear()
    assert list(game.plan(position)) == []


# Sense ---------------------------------------------------------------------------------------------------


def test_fire_goes_where_it_does_most() -> None:
    table = Table(
        axis={"G5": "4-6-7"},
        allies={"G7": "4-4-7", "I7": "4-4-7"},
        terrain={"building_stone": "G7"},
        **HELD,
    ).firing("prep")
    assert planned(table)[0] == "target I7"


def test_leaders_direct_and_stacks_fire_together() -> None:
    table = Table(axis={"G5": "9-2 4-6-7 4-6-7"}, allies={"G7": "4-4-7"}, **HELD).firing("prep")
    assert planned(table) == ["target G7", "fire g2,g3 g1"]


def test_fire_is_held_for_better_targets() -> None:
    shielded = Table(axis={"G8": "4-6-7"}, allies={"G2": "4-4-7"}, terrain={"building_stone": "G7"}).moving()
    shielded.play("move g1", "assault", "to G7")
    assert shielded.asked == "" or planned(shielded) == ["hold-fire"]


def test_movers_in_the_open_draw_fire() -> None:
    table = Table(axis={"G8": "4-6-7"}, allies={"G3": "4-4-7 4-4-7"}).moving()
    table.play("move g1", "walk", "to G7")
    assert planned(table) == ["fire r1,r2 -"]


def test_the_way_to_the_ground_that_counts_keeps_out_of_sight() -> None:
    table = Table(
        axis={"E9": "4-6-7"},
        allies={"K6": "8-0 mmg 4-4-7 4-4-7 4-4-7"},
        terrain={"woods": "E8 E7 E6 D8 D7", "building_stone": "E5"},
        victory=(goal("E5"),),
    ).moving()
    steps = [text.split()[1] for text in planned(table) if text.startswith("to ")]
    assert steps and not any(table.field.sees("K6", hex) for hex in steps)
    far = table.field.board.distance
    assert far(steps[-1], "E5") < far("E9", "E5")


def test_ground_that_counts_is_entered_when_it_is_free() -> None:
    table = Table(axis={"G5": "4-6-7"}, allies={"P9": "4-4-7"}, victory=(goal("G4"),)).at_step("7.2")
    assert planned(table) == ["advance g1 G4"]


def test_close_combat_is_sought_when_odds_are_good() -> None:
    strong = Table(
        axis={"G5": "9-1 4-6-7 4-6-7 4-6-7"}, allies={"G4": "american_3-3-7/b"}, nations=US
    ).at_step("7.2")
    assert any(text.endswith(" G4") for text in planned(strong))
    weak = Table(axis={"G5": "2-4-7"}, allies={"G4": "4-4-7 4-4-7 4-4-7"}).at_step("7.2")
    assert not any(text.endswith(" G4") for text in planned(weak))


def test_the_best_leader_rallies_first_the_dearest_unit() -> None:
    table = Table(axis={"G5": "8-0 9-2 4-6-7/b"}, allies={"P9": "4-4-7"}).rallying()
    assert planned(table) == ["rally g3 g2"]


def test_who_is_driven_out_routs_into_cover() -> None:
    table = stage("ChooseRout")
    assert planned(table) == ["rout g1"]
    table.play("rout g1")
    while table.asked == "ChooseRoutStep":
        table.play(planned(table)[0])
    assert table["g1"].hex in {"G4", "F3"}


def test_machine_guns_go_to_squads() -> None:
    assert planned(stage("ChooseTransfer")) == ["give mg1 g2"]


# Opinions ------------------------------------------------------------------------------------------------


def test_what_fire_costs_grows_with_the_column_and_falls_with_the_modifier(game: AslGame) -> None:
    fates = Fates(game.rules)
    fates.aside(game.start("stone_by_stone", SeededDice(0)))
    squad = (Target("russian_4-4-7", broken=False),)
    by_column = [fates.attack(column, 0, squad) for column in range(len(game.rules.ift.columns))]
    by_drm = [fates.attack(4, drm, squad) for drm in range(-3, 6)]
    assert by_column == sorted(by_column)
    assert by_drm == sorted(by_drm, reverse=True)
    assert by_column[-1] <= fates.whole(squad)


@pytest.mark.parametrize("side", ["allies", "axis"])
def test_a_lost_squad_is_a_loss_for_its_side_and_a_gain_for_the_other(game: AslGame, side: str) -> None:
    position = game.start("stone_by_stone", SeededDice(0))
    fewer = position.copy()
    lost = next(id_ for id_, unit in position.units.items() if unit.side == side)
    del fewer.units[lost]
    assert game.value(fewer, side) < game.value(position, side)
    assert game.value(fewer, other_side(side)) > game.value(position, other_side(side))


def test_a_broken_unit_is_worth_less(game: AslGame) -> None:
    fit, broken = Unit("axis", "german_4-6-7", ""), Unit("axis", "german_4-6-7", "", broken=True)
    assert worth(game.rules, fit) > worth(game.rules, broken) > 0


# Games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "side"), [("stone_by_stone", "axis"), ("the_long_slope", "allies")])
def test_the_plan_beats_chance_from_the_side_that_has_to_attack(
    game: AslGame, scenario: str, side: str
) -> None:
    bots: dict[str, Bot] = {side: GreedyBot(1), other_side(side): RandomBot(1)}
    end = play(game, scenario, 1, bots)
    assert end.outcome is not None and end.outcome.winner == side
