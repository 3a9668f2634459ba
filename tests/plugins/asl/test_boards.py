"""Boards as text, boards laid together, and what their ground does to units."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import msgspec
import pytest
from tests.plugins.asl.ground import board_text, chart, figures, ground, own_board

from grognard.errors import NotationError, RulesetError
from grognard.hexes import Hexside
from grognard.paths import reach
from grognard.reasons import total
from grognard_asl.battlefield import HALF, Battlefield
from grognard_asl.board_text import write_board
from grognard_asl.boards import Sheet, geomorphic, read_board
from grognard_asl.cartography import map_scene
from grognard_asl.maps import Laid, join, zone_hexes
from grognard_asl.scenario_schema import Zone
from grognard_asl.vasl import LETTERS

GRID = """\
    A B C
 0    .
 1  .   w1
 1    S
 2  .   .
 2    S
"""


# Boards as text ------------------------------------------------------------------------------------------


def test_a_board_is_read_as_it_is_drawn(tmp_path: Path) -> None:
    roads, wall = '{ road_dirt = ["A1 A2", "N C1 C2 S"] }', '{ wall = ["B1 N"] }'
    more = f'roads = {roads}\nhexsides = {wall}\nbuildings = ["B1 B2"]\n'
    board = read_board(board_text(tmp_path / "t.toml", GRID, more), chart())
    assert board.board.hexes == ("A1", "A2", "B0", "B1", "B2", "C1", "C2")
    assert board.terrain == {
        "A1": "open_ground", "A2": "open_ground", "B0": "open_ground", "B1": "building_stone",
        "B2": "building_stone", "C1": "woods", "C2": "open_ground",
    }  # fmt: skip
    assert {label for label, level in board.level.items() if level} == {"C1"}
    assert board.roads == {Hexside("A1", "A2"): "road_dirt", Hexside("C1", "C2"): "road_dirt"}
    assert board.exits == {"C1": {"N": "road_dirt"}, "C2": {"S": "road_dirt"}}
    assert board.sides == {Hexside("B0", "B1"): "wall"}
    assert board.buildings == (frozenset({"B1", "B2"}),)


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        ("    A B C", "    A B D", ":7:9", "expected the column letters 'A B C', got 'A B D'"),
        ("w1", "x1", ":9:9", "hex C1: expected one of the letters '.wS', got 'x'"),
        ("w1", "wx", ":9:10", "hex C1: expected a level from 1 to 9 or a blank, got 'x'"),
        ("    S\n 2  .", "   S\n 2  .", ":10:5", "expected nothing between two hexes, got 'S'"),
        (" 1  .   w1", " 1      w1", ":9:5", "hex A1: expected one of the letters '.wS', got ' '"),
        (" 2  .   .\n", " 3  .   .\n", ":11", "expected row number 2, got '3'"),
        (" 2  .   .\n", " 2  . . .\n", ":11:7", "expected nothing between two hexes, got '.'"),
        (" 2    S\n", " 2    S   .\n", ":12:11", "expected nothing after the last column, got '.'"),
        (" 2    S\n", "", ":11", "expected 5 lines below the column letters, got 4"),
    ],
)
def test_a_slip_in_the_grid_is_named_by_line_and_column(
    tmp_path: Path, old: str, new: str, place: str, says: str
) -> None:
    assert old in GRID
    path = board_text(tmp_path / "t.toml", GRID.replace(old, new, 1))
    with pytest.raises(RulesetError, match=r"t\.toml" + place) as caught:
        read_board(path, chart())
    assert says in str(caught.value), str(caught.value)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ('roads = { road_dirt = ["A1 C1"] }', "t.toml:6: roads.road_dirt: expected a neighbour of A1"),
        ('roads = { road_dirt = ["A1"] }', "expected at least two hexes or a hex and a direction, got 'A1'"),
        ('roads = { road_dirt = ["S A1 A2"] }', "expected a direction off the board from A1, got S to A2"),
        ('roads = { road_dirt = ["A1 D1"] }', "'D1' is not a hex of this board"),
        ('roads = { wall = ["A1 A2"] }', "no road row 'wall' in terrain.toml"),
        ('hexsides = { wall = ["A1"] }', "expected a hex and directions, got 'A1'"),
        ('hexsides = { wall = ["A1 E"] }', "expected a direction (N NE SE S SW NW), got 'E'"),
        ('hexsides = { wall = ["A1 N"] }', "A1 has no neighbour to the N"),
        ('hexsides = { crest_line = ["A1 S"] }', "crest_line follows from the levels and is not listed"),
        ('buildings = ["A1 B1"]', "expected building hexes, got A1 with 'open_ground'"),
        ('buildings = ["B1", "B1"]', "B1 is in two buildings"),
        (
            'roads = { road_dirt = ["A1 A2"] }\nhexsides = { wall = ["A1 S"] }',
            "hexside A1|A2: no wall where road_dirt crosses it",
        ),
        (
            'roads = { road_dirt = ["A1 A2"], road_paved = ["A2 A1"] }',
            "A1|A2 is crossed by road_dirt and by road_paved",
        ),
    ],
)  # fmt: skip
def test_a_slip_below_the_grid_is_named(tmp_path: Path, more: str, says: str) -> None:
    with pytest.raises(RulesetError) as caught:
        read_board(board_text(tmp_path / "t.toml", GRID, more + "\n"), chart())
    assert says in str(caught.value), str(caught.value)


def test_a_board_has_an_odd_number_of_columns(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="odd number of columns"):
        read_board(board_text(tmp_path / "t.toml", GRID, columns=4), chart())


@pytest.mark.parametrize("name", ["v", "h"])
def test_what_is_written_is_read_again(name: str, tmp_path: Path) -> None:
    board = own_board(name)
    path = tmp_path / f"{name}.toml"
    path.write_text(write_board(board, LETTERS), encoding="utf-8")
    assert read_board(path, chart()) == board


# The own boards ------------------------------------------------------------------------------------------


@pytest.mark.rule("ASLSK-1.1.0.3", "ASLSK-1.1.0.7")
@pytest.mark.parametrize("name", ["v", "h"])
def test_the_own_boards_are_geomorphic(name: str) -> None:
    board = own_board(name)
    assert (board.columns, board.rows, len(board.terrain)) == (33, 10, 346)
    assert board.board is geomorphic()


def count(board: Sheet, row: str) -> int:
    return sum(key == row for key in board.terrain.values())


def test_the_village_and_the_hills_hold_what_they_promise() -> None:
    village, hills = own_board("v"), own_board("h")
    assert count(village, "building_stone") == 12
    assert count(village, "building_wood") > count(village, "building_stone")
    assert all(count(village, row) > 5 for row in ("orchard", "grain", "woods", "brush"))
    assert set(village.roads.values()) == {"road_paved", "road_dirt"}
    assert {"wall", "hedge"} <= set(village.sides.values())
    assert set(hills.level.values()) == {0, 1, 2}
    assert all(count(hills, row) > 4 for row in ("woods", "brush", "grain", "orchard"))
    assert "road_dirt" in hills.roads.values()


@pytest.mark.rule("ASLSK-0.11", "ASLSK-1.1.0.2", "ASLSK-1.1.0.7", "ASLSK-1.1.0.11")
@pytest.mark.parametrize(("beside", "below"), [(1, 0), (0, 1)])
def test_the_own_boards_join_edge_to_edge_however_they_lie(beside: int, below: int) -> None:
    for (first, second), turned, turned_too in product(
        (("v", "h"), ("h", "v")), (False, True), (False, True)
    ):
        laid = [Laid(own_board(first), turned=turned), Laid(own_board(second), beside, below, turned_too)]
        joined = join(laid)
        assert joined.seams == (), (first, turned, second, turned_too)
        assert len(joined.board.hexes) == 2 * 346 - (10 if beside else 16)
        assert any({side.a[0], side.b[0]} == {first, second} for side in joined.roads), "no road goes on"


@pytest.mark.rule("ASLSK-1.1.0.5", "ASLSK-1.1.0.7")
def test_hexes_of_a_seam_answer_to_both_labels() -> None:
    joined = join([Laid(own_board("v")), Laid(own_board("h"), 1)])
    assert joined.board.parse("hA5") == "vGG5"
    assert joined.board.parse("HB3") == "hB3"
    assert "hB5" in joined.board.neighbours("vGG5")
    turned = join([Laid(own_board("v")), Laid(own_board("h"), 1, turned=True)])
    assert turned.board.parse("hGG10") == "vGG1"
    with pytest.raises(
        NotationError, match=r"expected a board \('v', 'h'\) and a hex such as 'vB2', got 'B2'"
    ):
        joined.board.parse("B2")


def test_boards_that_do_not_fit_together_are_refused(tmp_path: Path) -> None:
    small = read_board(board_text(tmp_path / "t.toml", GRID), chart())
    village = own_board("v")
    for laid, says in (
        ([], "a map needs at least one board"),
        ([Laid(village), Laid(small, 1)], r"boards 'v' \(33×10\) and 't' \(3×2\) differ in size"),
        ([Laid(village), Laid(village, 1)], "board 'v' is laid twice"),
        ([Laid(village), Laid(own_board("h"))], "boards 'v' and 'h' lie in one place"),
    ):
        with pytest.raises(RulesetError, match=says):
            join(laid)


@pytest.mark.rule("ASLSK-1.1.0.7")
def test_a_map_tells_what_does_not_match_at_a_seam(tmp_path: Path) -> None:
    plain = GRID.replace("w1", ". ").replace("S", ".")
    left = read_board(board_text(tmp_path / "a.toml", plain, 'roads = { road_dirt = ["A1 N"] }\n'), chart())
    right = read_board(board_text(tmp_path / "b.toml", plain.replace(" 1  .", " 1  w")), chart())
    joined = join([Laid(left), Laid(right, 1)])
    assert joined.seams == ("aC1 open_ground level 0 meets bA1 woods level 0",)
    assert joined.terrain["aC1"] == "woods", "what covers one half covers the hex"
    above = join([Laid(right), Laid(left, 0, 1)])
    assert any("road_dirt ends at bA2" in seam for seam in above.seams)


def test_part_of_a_map_is_cut_out_with_all_its_half_hexes() -> None:
    whole = join([Laid(own_board("v"))])
    part = whole.cut("A1", "V10")
    columns = {part.board.spot(label).x for label in part.board.hexes}
    assert (min(columns), max(columns), len(part.board.hexes)) == (0, 21, 11 * 10 + 11 * 11)
    assert set(part.edges["east"]) == {f"V{row}" for row in range(11)}
    assert {"A1", "B0", "C1"} <= set(part.edges["north"])
    assert "W5" not in part.board
    assert "V5" in part.exits, "the road goes on where the map is cut"
    assert zone_hexes(part, Zone(boxes=("T3-V4",), hexes=("A1",), edges=("west",)))[:2] == ("A1", "A2")
    assert zone_hexes(part, Zone()) == part.board.hexes


@pytest.mark.parametrize("name", ["v", "h"])
def test_the_boards_can_be_drawn(name: str) -> None:
    field = Battlefield(join([Laid(own_board(name))]), chart(), figures(), month=7)
    scene = map_scene(field, lang="zh", title=name)
    assert len(scene.hexes) == 346
    assert {edge.kind for edge in scene.edges} == {"wall", "hedge"}
    assert all(entry.text for entry in scene.legend)
    assert scene.hex("Q6").tooltip.startswith("Q6 开阔地")


# Movement ------------------------------------------------------------------------------------------------

JULY, DECEMBER = 7, 12


def mf(field: Battlefield, *path: str, by_road: bool = False) -> float:
    """What a way costs in MF."""
    steps = [field.entry_cost(a, b, by_road=by_road and field.road_joins(a, b)) for a, b in pairwise(path)]
    assert None not in steps
    return sum(step for step in steps if step is not None) / HALF


@pytest.mark.rule(
    "ASLI-4.2.1", "ASLI-4.2.2", "ASLSK-1.1.2.4", "ASLSK-1.1.2.10", "ASLSK-1.1.2.13", "ASLSK-1.1.2.21"
)
def test_costs_add_up() -> None:
    field = ground({"woods": "E4 K4 K5 K6", "building_stone": "K3"})
    assert mf(field, "E3", "E4", "E5", "E6") == 4
    assert mf(field, "K2", "K3", "K4") == 4
    assert mf(field, "K3", "K4", "K5", "K6") == 6, "three woods are out of reach"
    assert "K6" not in reach(field.profile, "K3", 4 * HALF)


@pytest.mark.case(25)
@pytest.mark.rule("ASLSK-1.1.2.42", "ASLSK-1.1.2.43")
def test_grain_costs_one_and_a_half_in_season() -> None:
    grain = {"grain": "E4 E5"}
    assert mf(ground(grain, month=JULY), "E3", "E4") == 1.5
    assert mf(ground(grain, month=DECEMBER), "E3", "E4") == 1
    assert mf(ground(grain, month=JULY), "E3", "E4", "E5", "E6") == 4
    reasons = ground(grain, month=JULY).entry("E3", "E4")
    assert str(reasons[0]) == "+1½ MF for grain [ASLSK-1.1.2.43]"


@pytest.mark.rule("ASLSK-1.1.2.30", "ASLSK-1.1.2.37")
def test_orchards_cost_one_along_their_road_or_across() -> None:
    field = ground({"orchard": "E4 E5"}, roads={"road_dirt": "E3 E4"})
    assert mf(field, "E3", "E4", by_road=True) == mf(field, "E3", "E4") == mf(field, "E4", "E5") == 1


@pytest.mark.rule("ASLSK-1.1.2.24", "ASLSK-1.1.2.26")
def test_a_woods_road_may_be_taken_or_declined() -> None:
    field = ground({"woods": "E4"}, roads={"road_dirt": "E3 E4 E5"})
    assert mf(field, "E3", "E4", by_road=True) == 1
    assert mf(field, "E3", "E4") == 2
    assert mf(field, "D3", "E4", by_road=True) == 2, "not across the hexside without a road"
    assert reach(field.profile, "E3", 2 * HALF)["E4"] == 1 * HALF


@pytest.mark.rule("ASLSK-1.1.2.46", "ASLSK-1.1.2.53", "ASLSK-1.1.2.55")
def test_uphill_costs_double() -> None:
    field = ground({"woods": "E5"}, level={1: "E4 E5 E6", 2: "E6"}, roads={"road_dirt": "F4 E5"})
    assert mf(field, "E3", "E4") == 2
    assert mf(field, "E4", "E5") == 2, "woods on the same level"
    assert mf(field, "F5", "E5") == 4
    assert mf(field, "E4", "E3") == 1, "downhill costs nothing more"
    assert mf(field, "F4", "E5", by_road=True) == 2
    assert field.climbs("E3", "E4")
    assert not field.climbs("E4", "E3")
    assert [reason.cite for reason in field.entry("E3", "E4")] == ["ASLI-4.2.1", "ASLSK-1.1.2.55"]


def test_walls_and_hedges_cost_one_more_not_doubled_uphill() -> None:
    field = ground({"woods": "E4"}, level={1: "E8"}, sides={"wall": ["E4 N", "E8 N"], "hedge": "K4 N"})
    assert mf(field, "E3", "E4") == 3
    assert mf(field, "K3", "K4") == 2
    assert mf(field, "E7", "E8") == 3


def test_entering_the_map_costs_the_hex_entered() -> None:
    field = ground({"woods": "A3 A4"}, roads={"road_dirt": "A4 B4"})
    assert total(field.entry_from_edge("A1")) == 1 * HALF
    assert total(field.entry_from_edge("A3")) == 2 * HALF
    assert total(field.entry_from_edge("A4", by_road=True)) == 1 * HALF


@pytest.mark.rule("ASLSK-1.1.2.26", "ASLI-4.2.2")
def test_who_enters_over_a_road_may_decline_it() -> None:
    drawn = ground({"woods": "A4", "building_wood": "A6"}).map
    map_ = msgspec.structs.replace(drawn, exits={hex: {"NW": "road_dirt"} for hex in ("A2", "A4", "A6")})
    field = Battlefield(map_, chart(), figures(), month=JULY)
    assert [field.may_leave_road("", hex) for hex in ("A2", "A4", "A6")] == [False, True, False]
    assert [field.road_joins("", hex) for hex in ("A2", "A4", "A6", "A8")] == [True, True, False, False]


@pytest.mark.rule("ASLI-7.2.3.1")
def test_a_building_knows_its_hexes() -> None:
    field = Battlefield(join([Laid(own_board("v"))]), chart(), figures(), month=7)
    assert field.building["N4"] == field.building["O4"] == {"N4", "O4"}
    assert field.building["P2"] == {"P2"}
    assert "Q6" not in field.building


# Protection ----------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "ASLI-3.2.0.4", "ASLI-3.2.0.5", "ASLI-3.2.0.6", "ASLSK-1.1.2.14", "ASLSK-1.1.2.15", "ASLSK-1.1.2.22",
    "ASLSK-1.1.2.31", "ASLSK-1.1.2.44",
)  # fmt: skip
@pytest.mark.parametrize(
    ("row", "tem"),
    [("building_stone", 3), ("building_wood", 2), ("woods", 1), ("orchard", 0), ("grain", 0), ("brush", 0)],
)
def test_tem(row: str, tem: int) -> None:
    field = ground({row: "E5"}, month=JULY)
    assert total(field.protection("E5", "E3")) == total(field.protection("E5")) == tem


@pytest.mark.rule("ASLI-3.2.0.7")
def test_tem_holds_against_fire_from_the_same_building() -> None:
    field = ground({"building_stone": "E5 E6"})
    assert total(field.protection("E5", "E6")) == 3


@pytest.mark.rule("ASLSK-1.1.2.23")
def test_mortar_fire_bursts_in_the_trees() -> None:
    field = ground({"woods": "E5", "building_stone": "K5"}, sides={"wall": "E5 N"})
    assert total(field.protection("E5", "E3", indirect=True)) == -1, "behind a wall too"
    assert total(field.protection("K5", "K3", indirect=True)) == 3


def test_a_wall_protects_the_hex_it_lies_at_from_beyond_it() -> None:
    field = ground({"woods": "K5", "building_stone": "Q5"},
                   sides={"wall": ["E5 N", "K5 N", "Q5 N"], "hedge": "W5 N NE"})  # fmt: skip
    assert [str(reason) for reason in field.protection("E5", "E3")] == ["+2 wall [ASLSK-1.1.2.6]"]
    assert total(field.protection("E5", "E4")) == 2
    assert total(field.protection("E5", "E7")) == 0, "from the other side it is no cover"
    assert total(field.protection("K5", "K3")) == 2, "the better of wall and woods"
    assert total(field.protection("Q5", "Q3")) == 3
    assert total(field.protection("E5", "E3", indirect=True)) == 1
    assert total(field.protection("W5", "X3")) == 1, "through the corner where two hedges meet"
    assert total(field.protection("E5", "F3")) == 0, "through a corner with one wall only"


@pytest.mark.rule("ASLSK-1.1.2.56")
def test_height_advantage_protects_who_has_nothing_better() -> None:
    field = ground({"woods": "E4", "orchard": "E3"}, level={1: "E3 E4 E5"})
    assert [str(r) for r in field.protection("E5", "E7")] == ["+1 height advantage [ASLSK-1.1.2.56]"]
    assert total(field.protection("E4", "E7")) == 1
    assert field.protection("E4", "E7")[0].cite == "ASLI-3.2.0.6", "the woods, not both"
    assert total(field.protection("E3", "A3")) == 1, "an orchard has no TEM"
    assert field.protection("E7", "E5") == (), "not downhill"
    assert field.protection("E5", "E7", indirect=True) == (), "not against mortars"


@pytest.mark.rule("ASLSK-1.1.2.49", "ASLSK-1.1.2.57", "ASLSK-1.1.2.58")
def test_height_advantage_and_the_crest_line_just_crossed() -> None:
    field = ground(level={1: "E3 E4 E5"})
    assert not field.in_open("E5", "E7"), "no FFMO from below"
    assert not field.in_open("E5", "E7", rout=True), "no Interdiction either"
    assert field.in_open("E5", "E7", came_from="E6"), "the line enters through the crest line just crossed"
    assert field.protection("E5", "E7", came_from="E6") == ()
    assert not field.in_open("E5", "E7", came_from="D5")
    assert field.in_open("E4", "E5"), "on one level"


@pytest.mark.rule("ASLSK-1.1.2.24", "ASLSK-1.1.2.49", "ASLSK-1.1.2.56", "ASLSK-1.1.2.58")
def test_who_has_no_woods_on_a_woods_road_has_the_height_advantage() -> None:
    field = ground({"woods": "E4"}, level={1: "E3 E4 E5"}, roads={"road_dirt": "E3 E4 E5 E6 E7"})
    assert [r.cite for r in field.protection("E4", "E7", by_road=True)] == ["ASLSK-1.1.2.56"]
    assert not field.in_open("E4", "E7", by_road=True) and not field.in_open(
        "E4", "E7", by_road=True, rout=True
    )
    crest = ground({"woods": "E5"}, level={1: "E3 E4 E5"}, roads={"road_dirt": "E3 E4 E5 E6 E7"})
    assert crest.protection("E5", "E7", by_road=True, came_from="E6") == ()
    assert crest.in_open("E5", "E7", by_road=True, came_from="E6")


@pytest.mark.rule(
    "ASLI-5.1.1.3", "ASLSK-1.1.2.9", "ASLSK-1.1.2.17", "ASLSK-1.1.2.32", "ASLSK-1.1.2.45", "ASLSK-1.1.2.48"
)
def test_who_moves_in_the_open() -> None:
    rows = {"woods": "E5", "orchard": "F5", "grain": "G5", "brush": "H5", "building_wood": "I5"}
    field = ground(rows, level={1: "K5 K4 L4 L5 K6 J4 J5"}, month=JULY)
    assert field.in_open("E3", "E1")
    assert not any(field.in_open(hex, "E1") for hex in ("E5", "F5", "G5", "H5", "I5"))
    assert field.in_open("K5", "K4"), "a bare hill is open ground"
    assert ground(rows, month=DECEMBER).in_open("G5", "E1"), "grain out of season"
    assert not ground(rows, month=DECEMBER).in_open("F5", "E1"), "an orchard is none in any month"
    assert not ground(sides={"wall": "E5 N"}).in_open("E5", "E3"), "behind a wall"


@pytest.mark.rule("ASLSK-1.1.2.37", "ASLSK-1.1.2.38")
@pytest.mark.parametrize("month", [JULY, DECEMBER])
def test_an_orchard_road_is_one_in_any_month(month: int) -> None:
    field = ground({"orchard": "K4 K5"}, roads={"road_dirt": "K3 K4 K5 K6"}, month=month)
    assert field.ground("K5", by_road=True).id == "orchard_road"
    assert field.in_open("K5", "K2", by_road=True) and not field.in_open("K5", "K2")
    assert field.hindrance("K3", "K6") == 0, "along the road"
    assert field.hindrance("J3", "L6") > 0, "across it"
    assert [row.cite for row in field.entry("K3", "K4", by_road=True)] == ["ASLSK-1.1.2.37"]


@pytest.mark.rule("ASLI-4.2.2", "ASLSK-1.1.2.13")
def test_a_road_through_a_building_hex_is_no_short_cut() -> None:
    """It is a building hex; who begins in it, or goes through it, is not on the road all the way."""
    field = ground({"building_stone": "E5"}, roads={"road_dirt": "E3 E4 E5 E6"})
    assert not field.road_joins("E4", "E5") and field.road_joins("E5", "E6") and field.road_joins("E3", "E4")
    assert field.profile.cost("E4", "E5") == 4 and field.profile.cost("E5", "E6") == 2, "halves of MF"
    assert not field.has_road("E5") and field.has_road("E4")


@pytest.mark.rule("ASLSK-1.1.2.17")
@pytest.mark.parametrize("row", ["grain", "brush"])
def test_a_road_through_a_field_is_open_ground(row: str) -> None:
    field = ground({row: "E4 E5"}, roads={"road_dirt": "E3 E4 E5 E6"}, month=JULY)
    assert field.profile.cost("E3", "E4") == 2 and field.may_leave_road("E3", "E4")
    assert field.in_open("E4", "E2", by_road=True) and field.in_open("E4", "E2", by_road=True, rout=True)
    assert not field.in_open("E4", "E2") and not field.in_open("E4", "G4", by_road=True)
    assert field.hindrance("E3", "E6") == 0 and field.hindrance("D4", "F5") > 0


def test_a_row_that_names_no_row_is_found_out() -> None:
    rows = dict(chart())
    rows["woods"] = msgspec.structs.replace(rows["woods"], with_road="wood_road")
    with pytest.raises(RulesetError, match=r"with_road must name a terrain row, got 'wood_road'.*woods_road"):
        Battlefield(ground().map, rows, figures(), month=JULY)


@pytest.mark.rule("ASLSK-1.1.2.24", "ASLSK-1.1.2.25", "ASLSK-1.1.2.38", "ASLSK-1.1.2.39")
def test_on_a_road_through_trees_one_is_exposed_along_the_road_only() -> None:
    field = ground({"woods": "E5", "orchard": "K5"}, roads={"road_dirt": ["E3 E4 E5 E6", "K3 K4 K5"]})
    assert total(field.protection("E5", "E3", by_road=True)) == 0
    assert field.in_open("E5", "E3", by_road=True)
    assert field.in_open("E5", "E3", by_road=True, rout=True)
    assert total(field.protection("E5", "C4", by_road=True)) == 1, "through the trees"
    assert not field.in_open("E5", "C4", by_road=True)
    assert total(field.protection("E5", "E3")) == 1, "off the road, having paid for the woods"
    assert not field.in_open("E5", "E3")
    assert field.in_open("K5", "K3", by_road=True)
    assert not field.in_open("K5", "K3", by_road=True, rout=True), "in other respects it is an orchard"
