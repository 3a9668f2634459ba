"""The rows of an odds table: what changed between two positions, in one line."""

from __future__ import annotations

from fractions import Fraction

from tests.plugins.memoir44.drawing import Table

from grognard.dice import SeededDice
from grognard.odds import odds
from grognard_memoir44.command import GiveOrders
from grognard_memoir44.game import MemoirGame


def change(table: Table, *actions: str, dice: str | list[str] = "", lang: str = "en") -> str:
    """What a few actions bring about, in a line."""
    before = table.position.copy()
    table.play(*actions, dice=dice or ())
    return table.game.effect(before, table.position, lang)


def duel(target: str = "axis armor", **more: object) -> Table:
    units = {"allies infantry": "G5", target: "H5", "axis artillery": "A9"}
    return Table(units, **more).battling("G5")  # type: ignore[arg-type]  # fields of a scenario


def test_nothing_changed_is_no_effect() -> None:
    table = duel()
    assert change(table, "battle G5", "attack H5", dice="star star star") == "no effect"
    assert table.game.effect(table.position, table.position, "zh") == "无效果"


def test_losses_and_retreat_are_told_of_the_unit_that_stood_there() -> None:
    line = change(duel(), "battle G5", "attack H5", "retreat h6", dice="armor star flag")
    assert line == "armor in H5 loses 1 figure and is driven back 1 hex"


def test_the_same_in_chinese() -> None:
    line = change(duel(), "battle G5", "attack H5", "retreat h6", dice="armor star flag", lang="zh")
    assert line == "H5 的装甲损失 1 个棋子并被击退 1 格"


def test_the_way_of_a_retreat_does_not_matter() -> None:
    lines = {
        change(duel(), "battle G5", "attack H5", *way, dice="flag flag star")
        for way in (("retreat h6", "retreat I7"), ("retreat h6", "retreat H7"), ("retreat g6", "retreat G7"))
    }
    assert lines == {"armor in H5 is driven back 2 hexes"}


def test_a_unit_eliminated_and_the_medal_for_it() -> None:
    line = change(duel("axis special_forces"), "battle G5", "attack H5", dice="star star star")
    assert line == "no effect"
    table = Table({"allies infantry": "G5", "axis special_forces": "H5:1", "axis armor": "A9"}).battling("G5")
    line = change(table, "battle G5", "attack H5", dice="infantry star star")
    assert line == "special forces unit in H5 is eliminated; Allies +1 medal"


def test_ground_taken_and_an_objective_with_it() -> None:
    table = duel(objective=({"hexes": ["H5"], "side": "allies"},))
    table.play("battle G5", "attack H5", "retreat h6", dice="flag star star")
    before = table.position.copy()
    before.at = {**before.at, "H5": "axis1"}  # as it was before the battle
    table.play("take-ground H5")
    line = table.game.effect(before, table.position)
    assert line == "infantry in G5 takes ground in H5; Allies +1 medal"


def test_an_objective_lost_is_a_medal_less() -> None:
    goal = ({"hexes": ["G5"], "side": "allies"},)
    table = Table({"allies infantry": "G5", "axis infantry": "A9"}, objective=goal).moving("G5")
    assert change(table, "move G5", "to F5") == "infantry in G5 moves to F5; Allies −1 medal"


def test_an_ambush_and_an_attacker_driven_off() -> None:
    table = duel(hands={"axis": "ambush"})
    line = change(table, "battle G5", "attack H5", "ambush", "retreat g4", dice="flag star star")
    assert line == "ambush; infantry in G5 is driven back 1 hex"


def test_wire_removed_and_sandbags_laid() -> None:
    table = Table({"allies infantry": "G5", "axis infantry": "H5"}, {"wire": "G5"}).battling("G5")
    assert change(table, "remove-wire G5") == "wire in G5 removed"
    table = Table({"allies infantry": "G5", "axis infantry": "A9"}, order="dig_in")
    before = table.position.copy()
    table.give_orders()
    assert table.game.effect(before, table.position) == "sandbags laid in G5; orders for up to 1 unit"


def test_sandbags_left_behind_say_nothing_new() -> None:
    table = Table({"allies infantry": "G5", "axis armor": "H5"}, {"sandbag": "H5"}).battling("G5")
    line = change(table, "battle G5", "attack H5", "heed", "retreat h6", dice="flag star")
    assert line == "armor in H5 is driven back 1 hex"


def test_figures_that_came_back() -> None:
    table = Table({"allies infantry": "G5:2 G3:1", "axis infantry": "A9"}, order="medics_mechanics")
    table.give_orders()
    line = change(table, "heal G3", dice="star")
    assert line == "infantry in G3 recovers 1 figure; orders for up to 1 unit"


def test_a_unit_that_leaves_the_board_is_not_eliminated() -> None:
    exits = ({"side": "allies", "hexes": ["A9"]},)
    table = Table({"allies infantry": "A9", "axis infantry": "M1"}, exit=exits).moving("A9")
    assert change(table, "move A9", "leave A9") == "infantry in A9 leaves the board; Allies +1 medal"


def test_orders_of_their_finest_hour_are_counted_whatever_the_dice_said() -> None:
    units = {"allies infantry": "G5 F5 E5", "allies armor": "D5 C5", "axis infantry": "A9"}
    lines = set()
    for dice in ("infantry grenade", "armor flag", "star grenade"):
        table = Table(units, hands={"allies": "probe_left"}, order="their_finest_hour")
        before = table.position.copy()
        table.give_orders(dice=dice)
        lines.add(table.game.effect(before, table.position))
    assert lines == {"orders for up to 1 unit"}


def test_the_end_of_the_game_is_told() -> None:
    units = {"allies infantry": "G5", "axis infantry": "H5:1 A9"}
    table = Table(units, medals={"allies": 1, "axis": 1}).battling("G5")
    line = change(table, "battle G5", "attack H5", dice="infantry star star")
    assert line == "infantry in H5 is eliminated; Allies +1 medal; the Allies win"


def test_a_battle_has_a_row_for_each_result_and_no_more() -> None:
    table = Table({"allies infantry": "G5", "axis infantry": "H5 h6"}, {"forest": "g6"}).battling("G5")
    found = odds(table.game, table.position, table.game.parse(table.position, "battle G5"))
    rows = {str(row.result): row.probability for row in found.rows}
    assert len(rows) == len(found.rows) == 10, "3 dice: hits and flags from 0 + 0 to 3"
    assert rows["no effect"] == Fraction(1, 27)
    assert rows["infantry in H5 loses 1 figure and is driven back 2 hexes"] == Fraction(1, 24)
    assert sum(rows.values()) == 1


def test_several_units_of_a_side_are_summed() -> None:
    table = Table({"allies infantry": "G1", "axis infantry": "H5 I5:1"}, order="air_power").give_orders()
    table.play("target H5")
    line = change(table, "target I5", "retreat h6", dice=["infantry flag", "star flag"])
    assert line == "Axis: 2 figures lost, 1 unit gone, 1 unit driven back; Allies +1 medal"


def test_a_strike_at_many_targets_stays_readable() -> None:
    units = {"allies infantry": "G1", "axis infantry": "H5 I5 h6"}
    table = Table(units, order="air_power").give_orders().play("target H5", "target I5")
    found = odds(table.game, table.position, table.game.parse(table.position, "target h6"))
    rows = {str(row.result) for row in found.rows}
    assert len(rows) < 50 and any(row.startswith("Axis: ") for row in rows)


def test_equal_positions_have_equal_lines_and_a_view_tells_no_more(game: MemoirGame) -> None:
    dice = SeededDice(2)
    position = game.start("sainte-mere-eglise", dice)
    for n in range(60):
        before = position.copy()
        options = game.options(position)
        game.apply(position, options[n * 7 % len(options)], dice)
        line = game.effect(before, position)
        assert line == game.effect(before.copy(), position.copy())
        for side in game.sides:
            assert line == game.effect(game.view(before, side), game.view(position, side))


def test_the_measure_works_on_units_that_are_not_there() -> None:
    """A card whose order finds nobody changes nothing."""
    table = Table({"axis infantry": "A9"}, order="probe_left")
    before = table.position.copy()
    table.run(GiveOrders("allies"))
    assert table.game.effect(before, table.position) == "no effect"
