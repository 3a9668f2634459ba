"""Movement [M44-base-move and the moves of each kind of unit]."""

from __future__ import annotations

import pytest
from tests.plugins.memoir44.drawing import Table, draw, marked

from grognard_memoir44.movement import MoveTo

# Units and each other --------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-move.1", "M44-base-move.2", "M44-base-move.5")
@pytest.mark.parametrize("wall", ["I", "i"])
def test_nobody_moves_onto_or_through_a_unit(wall: str) -> None:
    table = draw(
        f"""
        .   .{wall}  .
          .{wall}  .   .
        .{wall}  .a  .   .
          .{wall}  .   .
        .   .{wall}  .
        """,
        corner="D7",
    )
    reach = table.reach("E5")
    assert not {"d6", "D5", "d4", "E7", "E3", "C5", "c6", "D7"} & reach.keys(), "the wall and what is behind"
    assert {"F5", "G5", "H5"} <= reach.keys()
    assert "M44-base-move.1" in table.move_refused("E5", "D5")
    assert table.move_refused("E5", "C5") == {"M44-base-move.5"}, "no way round is short enough"


@pytest.mark.rule("M44-base-move.2")
def test_a_unit_shut_in_has_no_move() -> None:
    ring = " ".join(Table({}).field.board.neighbours("E5"))
    table = Table({"allies infantry": "E5 A1", "axis infantry": ring}).moving("E5 A1")
    assert table.hexes("move") == {"A1"}
    assert table.refused("move E5") == {"M44-base-move.2"}


@pytest.mark.rule("M44-base-move.5", "M44-base-move.6")
def test_a_move_ends_on_another_hex_of_the_board() -> None:
    table = Table({"allies infantry": "F5"}).moving("F5").play("move F5")
    assert table.refused("to F5") == {"M44-base-move.5"}
    off = table.game.refusal(table.position, MoveTo("Z9"))
    assert [reason.cite for reason in off] == ["M44-base-move.6"]


@pytest.mark.rule("M44-base-move.1")
def test_two_units_never_share_a_hex_by_taking_ground_or_retreating() -> None:
    table = Table({"axis infantry": "E5 d6 e6", "allies infantry": "G5"}).attack("G5", "E5", "flag star")
    assert len(table.position.at) == len(table.position.units) == 4
    assert {label: table.who(label) for label in ("E5", "d6", "e6")} == dict.fromkeys(
        ("E5", "d6", "e6"), "axis infantry"
    )


@pytest.mark.rule("M44-base-move.3")
def test_the_figures_of_a_unit_move_together() -> None:
    table = Table({"allies infantry": "D5:3"}).march("D5", "E5")
    assert (table.figures("D5"), table.figures("E5")) == (0, 3)
    assert len(table.position.units) == 1
    joined = Table({"allies infantry": "D5:2 E5:2"}).move_refused("D5", "E5")
    assert joined == {"M44-base-move.1"}, "units do not join"


@pytest.mark.rule("M44-base-move.4")
def test_enemies_exert_no_zone_of_control() -> None:
    table = draw(
        """
        .I  .   .I
          .   .   .
        .i  .   .   .
          .   .   .
        .I  .   .I
        """,
        corner="D7",
    )
    assert {"E5": 1, "F5": 2}.items() <= table.reach("D5").items()
    armor = draw(
        """
        .I  .I  .I  .I
          .a  .   .   .
        """,
        corner="D7",
    )
    assert armor.reach("d6")["g6"] == 3, "past three enemies"
    assert armor.reach("d6")["D5"] == 1, "and away from them"


@pytest.mark.rule("M44-base-move.5")
def test_a_move_goes_from_hex_to_adjacent_hex_at_one_each() -> None:
    table = Table({"allies infantry": "F5"})
    assert table.reach("F5").keys() == marked(
        """
            *   *   *
          *   *   *   *
        *   *   .   *   *
          *   *   *   *
            *   *   *
        """,
        corner="E7",
    )
    assert {hex_ for hex_, cost in table.reach("F5").items() if cost == 1} == set(
        table.field.board.neighbours("F5")
    )


@pytest.mark.rule("M44-base-move.5")
def test_a_way_round_counts_every_hex_of_it() -> None:
    table = draw(
        """
        .   r   .
          .   r   .
        .   .a  r   .
          .   .   .
        """,
        corner="D7",
    )
    assert table.reach("E5")["e4"] == 1
    assert table.reach("E5")["f4"] == 2
    assert table.reach("E5")["G5"] == 3, "two hexes away, but three by the way round the river"


@pytest.mark.rule("M44-base-move.6")
def test_nobody_leaves_the_board_without_an_exit() -> None:
    table = Table({"allies armor": "M5"}).moving("M5").play("move M5")
    assert not table.hexes("leave")
    assert table.refused("leave M5") == {"M44-base-move.6"}


@pytest.mark.rule("M44-base-move.6", "M44-base-move.7")
def test_nobody_leaves_in_the_move_that_has_to_stop_at_the_exit() -> None:
    """A unit that began its turn in that forest leaves freely."""
    way_out = ({"side": "allies", "hexes": ["M5"]},)
    entering = Table({"allies armor": "L5"}, {"forest": "M5"}, exit=way_out).moving("L5").play("move L5")
    assert "leave M5" not in entering.options
    assert entering.refused("leave M5") == {"M44-base-move.6"}
    inside = Table({"allies armor": "M5"}, {"forest": "M5"}, exit=way_out).moving("M5").play("move M5")
    assert "leave M5" in inside.options


@pytest.mark.rule("M44-base-move.6")
def test_an_exit_lets_its_side_leave_with_a_hex_to_spare() -> None:
    way_out = [{"side": "allies", "hexes": ["M5"], "medals": 1}]
    table = Table({"allies armor": "K5", "axis armor": "M7"}, exit=way_out).moving("K5").play("move K5")
    assert table.hexes("leave") == {"M5"}
    table.play("leave M5")
    assert table.places("allies") == set()
    assert table.medals("allies") == 1
    too_far = Table({"allies armor": "J5"}, exit=way_out).moving("J5").play("move J5")
    assert not too_far.hexes("leave"), "three hexes to M5 leave none for the step off the board"
    not_theirs = Table({"axis armor": "M5"}, exit=way_out, side="axis").moving("M5").play("move M5")
    assert not not_theirs.hexes("leave")


# Stops -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-move.7")
def test_a_stop_ends_the_move_whatever_is_left() -> None:
    table = draw(
        """
        .   r   r   r
          .   r   r   r
        .   .a  f   .   .
          .   r   r   r
        .   r   r   r
        """,
        corner="D7",
    )
    reach = table.reach("E5")
    assert reach["F5"] == 1
    assert not {"G5", "H5"} & reach.keys(), "the forest is the only way, and the move ends there"
    assert table.move_refused("E5", "G5")


@pytest.mark.rule("M44-base-move.7")
def test_a_unit_that_starts_in_a_stopping_hex_leaves_it_freely() -> None:
    table = Table({"allies armor": "E5"}, {"forest": "E5"})
    assert max(table.reach("E5").values()) == 3


@pytest.mark.rule("M44-base-move.8")
def test_no_battle_on_entry_binds_only_in_the_turn_of_entry() -> None:
    units = {"allies infantry": "E5", "axis infantry": "F5"}
    table = Table(units, {"forest": "E5"})
    assert table.battle_refused("E5", moved_from="D5") == {"M44-terrain-forest.3"}
    assert table.dice("E5", "F5") == 3


@pytest.mark.rule("M44-base-move.9")
def test_a_hard_stop_bars_taking_ground_from_the_hex() -> None:
    units = {"allies infantry": "D5", "axis infantry": "F5:1 M9"}
    table = Table(units, {"wire": "E5"}).march("D5", "E5").attack("E5", "F5", "infantry star")
    assert table.told("eliminated")
    assert table.asked != "ChooseGround"
    rested = Table({"allies infantry": "E5", "axis infantry": "F5:1 M9"}, {"wire": "E5"})
    rested.attack("E5", "F5", "infantry star")
    assert rested.options == {"take-ground F5", "stay"}, "it did not move in this turn"


@pytest.mark.rule("M44-base-move.9")
@pytest.mark.parametrize("allowed", [False, True])
def test_armor_that_cleared_wire_and_ground_is_a_matter_of_reading(allowed: bool) -> None:
    units = {"allies armor": "D5", "axis infantry": "F5:1 M9"}
    table = Table(units, {"wire": "E5"}, options={"wire_take_ground": allowed})
    table.march("D5", "E5").attack("E5", "F5", "infantry star star")
    assert (table.asked == "ChooseGround") == allowed


@pytest.mark.rule("M44-base-move.9")
def test_resistance_in_a_forest_entered_this_turn_battles_but_takes_no_ground() -> None:
    units = {"allies french_resistance": "D5", "axis infantry": "F5:1 M9"}
    table = Table(units, {"forest": "E5"}).march("D5", "E5").attack("E5", "F5", "infantry star star")
    assert table.told("eliminated")
    assert table.asked != "ChooseGround"


# How far each kind moves and still battles -----------------------------------------------------------------


@pytest.mark.rule(
    "M44-unit-infantry.1", "M44-unit-armor.1", "M44-unit-artillery.1", "M44-unit-special-forces.2",
    "M44-unit-tiger.2", "M44-unit-elite-armor.1", "M44-nation-french-resistance.2",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "move", "battle_move"),
    [
        ("infantry", 2, 1),
        ("special_forces", 2, 2),
        ("french_resistance", 2, 1),
        ("armor", 3, 3),
        ("elite_armor", 3, 3),
        ("tiger", 3, 3),
        ("artillery", 1, 0),
    ],
)
def test_moves_and_battles(kind: str, move: int, battle_move: int) -> None:
    row = "DEFGH"
    for hexes in range(4):
        start, to = f"{row[0]}5", f"{row[hexes]}5"
        enemy = f"{row[hexes + 1]}5"
        table = Table({f"allies {kind}": start, "axis infantry": enemy})
        if hexes > move:
            assert table.move_refused(start, to), f"{kind} moves {move}"
            continue
        table.march(start, to) if hexes else table.battling(start)
        assert (f"battle {to}" in table.options) == (hexes <= battle_move)
        if hexes > battle_move:
            (cite,) = table.battle_refused(to)
            assert cite == table.rules.units[kind].cite["battle_move"]


@pytest.mark.rule("M44-unit-artillery.1")
def test_artillery_that_battled_does_not_move_and_the_reverse() -> None:
    table = Table({"allies artillery": "E5", "axis infantry": "G5"}).march("E5", "D5")
    assert table.battle_refused("D5") == {"M44-unit-artillery.1"}


@pytest.mark.rule("M44-base-move.5")
def test_what_a_move_counts_is_explained() -> None:
    table = Table({"allies infantry": "D5"}, {"forest": "E5"}).moving("D5").play("move D5")
    action = table.game.parse(table.position, "to E5")
    explained = {reason.cite for reason in table.game.explain(table.position, action).reasons}
    assert explained == {"M44-unit-infantry.1", "M44-terrain-forest.2", "M44-terrain-forest.3"}


@pytest.mark.rule("M44-base-card-behind-enemy-lines.3")
def test_a_move_free_of_stops_is_not_explained_by_them() -> None:
    table = Table({"allies infantry": "D5"}, {"forest": "E5"}, order="behind_enemy_lines")
    table.moving("D5").play("move D5")
    action = table.game.parse(table.position, "to E5")
    explained = {reason.cite for reason in table.game.explain(table.position, action).reasons}
    assert "M44-terrain-forest.2" not in explained
    assert "M44-terrain-forest.3" in explained, "the battle is forbidden all the same"
