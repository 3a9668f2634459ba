"""The board, its sections and what is in the box [M44-base-board, M44-base-components]."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from tests.plugins.memoir44.drawing import Table, draw, marked

from grognard.errors import ScenarioError
from grognard_memoir44.game import MemoirGame

UPPER = [f"{letter}5" for letter in "ABCDEFGHIJKLM"]
LOWER = [f"{letter}6" for letter in "abcdefghijkl"]


def ordered_by(card: str, hexes: list[str], side: str = "allies", top: str = "axis") -> list[str]:
    """Hexes whose units a card orders, when all of them hold a unit of the side."""
    table = Table({f"{side} infantry": " ".join(hexes)}, order=card, side=side, top=top).give_orders()
    return [str(event["hex"]) for event in table.told("ordered")]


# The board -------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-board.1")
def test_the_board_has_nine_rows_of_13_and_12_pointy_top_hexes() -> None:
    board = Table({}).field.board
    rows = Counter(board.spot(label)[1] for label in board.hexes)
    assert [rows[row] for row in range(9)] == [13, 12, 13, 12, 13, 12, 13, 12, 13]
    assert len(board.hexes) == 113
    assert set(board.neighbours("G5")) == {"F5", "H5", "f6", "g6", "f4", "g4"}, "two neighbours in the row"
    assert set(board.neighbours("A9")) == {"B9", "a8"}
    assert set(board.neighbours("a8")) == {"A9", "B9", "b8", "A7", "B7"}


@pytest.mark.rule("M44-base-board.2")
def test_the_beach_face_ends_in_three_rows_of_beach_and_two_of_ocean() -> None:
    country = Table({"allies armor": "d6"}).reach("d6")
    beach = Table({"allies armor": "d6"}, face="beach").reach("d6")
    assert {"D3", "E3"} <= country.keys(), "open ground all over"
    assert not {"D3", "E3"} & beach.keys(), "a move onto the sand is two hexes at most"
    assert {"D5", "d4", "E5"} <= beach.keys()
    for row, expected in (("D7", "open"), ("D5", "beach"), ("d4", "beach"), ("D3", "beach"), ("d2", "ocean")):
        assert Table({}, face="beach").field.rows[row][0].id == expected


@pytest.mark.rule("M44-base-board.3")
def test_open_ground_has_no_effect() -> None:
    table = draw(
        """
        .i  .   .I
        """,
        corner="D5",
    )
    assert set(table.dice_reasons("D5", "F5").values()) == {2}, "range and nothing else"
    assert table.sees("D5", "F5")
    assert table.march("D5", "E5").dice("E5", "F5") == 3
    table.attack("E5", "F5", "flag star star")
    assert table.asked == "ChooseRetreat", "no flag is ignored"


@pytest.mark.rule("M44-base-board.9")
@pytest.mark.parametrize(
    ("target", "dice"), [("D5", 3), ("E5", 2), ("F5", 1), ("G5", 0), ("c2", 1), ("d2", 1)]
)
def test_range_counts_the_target_and_not_the_own_hex(target: str, dice: int) -> None:
    assert Table({"allies infantry": "C5", "axis infantry": target}).dice("C5", target) == dice


# Sections --------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-board.4", "M44-base-board.5")
def test_sections_of_a_row_of_13_are_4_5_and_4_hexes() -> None:
    assert ordered_by("assault_left", UPPER) == UPPER[:4]
    assert ordered_by("assault_center", UPPER) == UPPER[4:9]
    assert ordered_by("assault_right", UPPER) == UPPER[9:]


@pytest.mark.rule("M44-base-board.5", "M44-base-board.6")
def test_sections_of_a_row_of_12_share_the_hexes_on_the_lines() -> None:
    assert ordered_by("assault_left", LOWER) == LOWER[:4]
    assert ordered_by("assault_center", LOWER) == LOWER[3:9]
    assert ordered_by("assault_right", LOWER) == LOWER[8:]


@pytest.mark.rule("M44-base-board.6")
def test_a_unit_on_a_line_is_ordered_once_however_many_of_its_sections_are_named() -> None:
    table = Table({"allies infantry": "d6 i6"}, order="recon_in_force").give_orders()
    assert len(table.position.orders) == 2
    assert len(table.told("ordered")) == 2


@pytest.mark.rule("M44-base-board.7")
def test_left_is_as_each_player_sees_it() -> None:
    assert ordered_by("assault_left", UPPER, "axis") == UPPER[9:]
    assert ordered_by("assault_right", UPPER, "axis") == UPPER[:4]
    assert ordered_by("assault_left", UPPER, "axis", top="allies") == UPPER[:4]


@pytest.mark.rule("M44-base-board.7")
def test_a_unit_of_another_section_cannot_be_ordered() -> None:
    table = Table({"axis infantry": "J5 K5 L5 D5"}, order="probe_left", side="axis").give_orders()
    assert table.options == {"order J5", "order K5", "order L5", "done"}
    assert table.refused("order D5") == {"M44-base-card.1"}


@pytest.mark.rule("M44-base-board.8")
@pytest.mark.parametrize(("top", "back"), [("axis", {"d6", "e6"}), ("allies", {"d4", "e4"})])
def test_the_baseline_is_the_row_nearest_to_its_player(top: str, back: set[str]) -> None:
    table = Table({"axis infantry": "E5", "allies infantry": "G5"}, top=top).attack("G5", "E5", "flag star")
    assert table.hexes("retreat") == back


# The box ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-components.1")
def test_the_die_has_two_infantry_and_one_of_everything_else(game: MemoirGame) -> None:
    assert Counter(game.rules.dice["battle"].faces) == {
        "infantry": 2, "armor": 1, "grenade": 1, "star": 1, "flag": 1,
    }  # fmt: skip
    assert game.rules.pieces.die.count == 8


@pytest.mark.rule(
    "M44-base-components.3", "M44-base-components.4", "M44-base-components.5", "M44-unit-elite-armor.1",
    "M44-special-forces.2", "M44-special-forces.6", "M44-nation-french-resistance.1", "M44-unit-tiger.1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "figures"),
    [
        ("infantry", 4),
        ("special_forces", 4),
        ("french_resistance", 3),
        ("armor", 3),
        ("elite_armor", 4),
        ("tiger", 1),
        ("artillery", 2),
    ],
)
def test_units_start_with_their_figures(kind: str, figures: int) -> None:
    table = Table({f"axis {kind}": "E5"})
    assert table.figures("E5") == figures


@pytest.mark.rule("M44-base-components.6")
def test_the_deck_has_60_cards_40_for_sections(game: MemoirGame) -> None:
    position = game.set_up("pegasus-bridge")
    groups = Counter[str]()
    for card, copies in position.deck.items():
        groups[game.rules.cards[card].group] += copies
    assert groups == {"section": 40, "tactic": 20}


@pytest.mark.rule("M44-base-components.7")
def test_a_scenario_cannot_use_a_thirteenth_sandbag() -> None:
    Table({}, {"sandbag": " ".join(UPPER[:12])})
    with pytest.raises(ScenarioError, match="only 12 pieces"):
        Table({}, {"sandbag": " ".join(UPPER)})


# The drawing board itself ----------------------------------------------------------------------------------


def test_drawn_and_listed_positions_are_the_same() -> None:
    drawn = draw(
        """
        f   tI2 .
          =i  oA
        .   .g+ *
        """,
        corner="D5",
        owners={"bunker": "axis"},
    )
    listed = Table(
        {"axis infantry": "E5:2", "allies infantry": "d4", "axis armor": "e4", "allies artillery": "E3"},
        {"forest": "D5", "town": "E5", "river": "d4", "bridge": "d4", "bunker": "e4", "wire": "E3"},
        owners={"bunker": "axis"},
    )
    for label in ("D5", "E5", "F5", "d4", "e4", "D3", "E3", "F3"):
        assert drawn.unit(label) == listed.unit(label)
        assert drawn.field.rows[label] == listed.field.rows[label]
    assert drawn.position.obstacles == listed.position.obstacles
    assert marked(".   .   *\n  .   .*", corner="D5") == {"F5", "e4"}


def test_ranges_are_symmetric_and_bounded_by_the_board() -> None:
    board = Table({}).field.board
    for a, b in product(board.hexes[::7], board.hexes[::5]):
        assert board.distance(a, b) == board.distance(b, a) <= 16
