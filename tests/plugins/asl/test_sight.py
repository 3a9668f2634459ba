"""Line of sight [ASLI-3.1, ASLSK-1.1.2]: worked examples, every kind of thing a line meets, whole boards."""

from __future__ import annotations

import pytest
from tests.plugins.asl.ground import chart, figures, ground, own_board

from grognard.errors import NotationError
from grognard.reasons import total
from grognard_asl.battlefield import Battlefield
from grognard_asl.cartography import map_scene
from grognard_asl.lookout import draw_sight, look_out
from grognard_asl.maps import Laid, join
from grognard_asl.sight_table import BLOCKED

JUNE, DECEMBER = 6, 12


def cites(field: Battlefield, a: str, b: str) -> set[str]:
    return {reason.cite for reason in field.look(a, b).reasons}


# The worked examples of the documents --------------------------------------------------------------------

STREET = ground({"building_stone": "L6 F6 G6 H5", "building_wood": "K7 I7 H7 J4 J5"})
"""The hexes of the introductory rules' street: L6 and F6 at its ends, houses on alternate sides of it."""


@pytest.mark.case(76)
@pytest.mark.rule("ASLI-3.1.2", "ASLI-3.1.3", "ASLSK-1.1.0.6")
def test_down_the_street_is_clear_and_into_the_houses_is_not() -> None:
    down = STREET.look("L6", "F6")
    assert down.clear
    assert down.hexes == ("K7", "K6", "J6", "I7", "I6", "H6", "G7", "G6")
    assert STREET.sees("L6", "F6")
    into = STREET.look("L6", "F7")
    assert not into.clear
    assert set(into.blocking) <= {"K7", "I7", "H7"}
    assert into.blocking
    assert not STREET.sees("L6", "F7")


@pytest.mark.rule("ASLI-3.1.3")
def test_along_a_hexside_both_hexes_must_stand_in_the_way() -> None:
    assert ground({"building_stone": "K7"}).sees("L6", "J6")
    both = ground({"building_stone": "K7", "woods": "K6"})
    assert not both.sees("L6", "J6")
    assert both.look("L6", "J6").blocking == ("K7", "K6")
    on_alternate_sides = ground({"building_stone": "K6 I7"})
    assert on_alternate_sides.sees("L6", "H6")


@pytest.mark.case(78)
@pytest.mark.rule("ASLSK-1.1.2.29", "ASLSK-1.1.2.41")
def test_two_orchards_and_grain_in_season_make_three() -> None:
    field = ground({"orchard": "E4 E5", "grain": "E6"}, month=JUNE)
    sight = field.look("E3", "E7")
    assert (sight.clear, sight.hindrance, total(sight.reasons)) == (True, 3, 3)
    assert field.hindrance("E3", "E7") == 3


@pytest.mark.rule("ASLSK-1.1.2.42")
def test_grain_out_of_season_is_open_ground() -> None:
    field = ground({"grain": "E4 E5 E6"}, month=DECEMBER)
    assert field.hindrance("E3", "E7") == 0
    assert field.terrain["E4"].id == "open_ground"


@pytest.mark.case(79)
@pytest.mark.rule("ASLSK-1.1.2.33")
def test_an_orchard_in_season_blocks_between_levels() -> None:
    field = ground({"orchard": "E5"}, level={1: "E3"}, month=JUNE)
    assert not field.sees("E3", "E7")
    assert "ASLSK-1.1.2.33" in cites(field, "E3", "E7")
    assert not field.sees("E3", "E6")


@pytest.mark.case(79)
@pytest.mark.rule("ASLSK-1.1.2.34")
def test_an_orchard_out_of_season_hinders_between_levels() -> None:
    field = ground({"orchard": "E5"}, level={1: "E3"}, month=DECEMBER)
    assert field.sees("E3", "E6")
    assert field.hindrance("E3", "E6") == 1
    assert "ASLSK-1.1.2.34" in cites(field, "E3", "E6")


@pytest.mark.case(79)
@pytest.mark.rule("ASLSK-1.1.2.35")
@pytest.mark.parametrize("month", [JUNE, DECEMBER])
def test_a_unit_in_an_orchard_is_seen_from_above_in_any_month(month: int) -> None:
    field = ground({"orchard": "E5"}, level={1: "E3"}, month=month)
    assert field.sees("E3", "E5")
    assert field.hindrance("E3", "E5") == 0
    assert [met.hexes for met in field.look("E3", "E5").met] == [("E4",)], "what it stands in is not asked"


@pytest.mark.case(81)
@pytest.mark.rule("ASLSK-1.1.2.47")
def test_a_plain_hill_blocks_between_two_units_below_it() -> None:
    field = ground(level={1: "E5"})
    assert not field.sees("E4", "E6")
    assert cites(field, "E4", "E6") == {"ASLSK-1.1.2.47"}
    assert field.sees("E4", "E5"), "the hill itself is seen"
    assert ground(level={1: "E3 E4 E5 E6 E7"}).sees("E3", "E7"), "along the hill nothing blocks"


@pytest.mark.case(81)
@pytest.mark.rule("ASLSK-1.1.2.50")
def test_woods_on_a_hill_stand_a_level_higher() -> None:
    ends = {1: "E3 E7"}
    assert ground({"woods": "E5"}, level=ends).sees("E3", "E7"), "woods in the valley reach no higher"
    assert not ground({"woods": "E5"}, level={1: "E3 E5 E7"}).sees("E3", "E7")
    assert ground({"woods": "E5"}, level={1: "E5", 2: "E3 E7"}).sees("E3", "E7")
    assert not ground({"woods": "E5"}, level={2: "E3 E7 E5"}).sees("E3", "E7")


@pytest.mark.rule("ASLSK-1.1.2.50")
def test_blind_hexes_behind_an_obstacle() -> None:
    """From level 2 over woods on level ground: one blind hex nearer than five hexes, two from there on."""
    near = ground({"woods": "E3"}, level={2: "E1"})
    assert [near.sees("E1", hex) for hex in ("E4", "E5", "E6")] == [False, True, True]
    far = ground({"woods": "E6"}, level={2: "E1"})
    assert [far.sees("E1", hex) for hex in ("E7", "E8", "E9")] == [False, False, True]
    level = ground({"woods": "E3"}, level={1: "E1"})
    assert not any(level.sees("E1", f"E{row}") for row in range(4, 11)), "no higher than the woods"


@pytest.mark.rule("ASLSK-1.1.2.54")
def test_blind_hexes_below_a_crest_line() -> None:
    """From behind the edge of a level-1 hill: one blind hex nearer than five hexes, two from there on."""
    near = ground(level={1: "E1 E2"})
    assert [near.sees("E1", hex) for hex in ("E3", "E4")] == [False, True]
    assert ground(level={1: "E1"}).sees("E1", "E2"), "from the edge itself nothing is hidden"
    far = ground(level={1: "E1 E2 E3 E4 E5 E6"})
    assert [far.sees("E1", hex) for hex in ("E7", "E8", "E9")] == [False, False, True]
    higher = ground(level={2: "E1", 1: "E2 E3"})
    assert all(higher.sees("E1", f"E{row}") for row in range(2, 8)), "a level higher sees down the slope"


# What a line meets ---------------------------------------------------------------------------------------


@pytest.mark.rule("ASLI-3.1.3", "ASLSK-1.1.2.12", "ASLSK-1.1.2.20")
@pytest.mark.parametrize("row", ["woods", "building_stone", "building_wood"])
def test_obstacles_block_and_can_be_seen_themselves(row: str) -> None:
    field = ground({row: "E5"})
    assert not field.sees("E4", "E6")
    assert field.look("E4", "E6").blocking == ("E5",)
    assert cites(field, "E4", "E6") == {"ASLI-3.1.3"}
    assert field.sees("E4", "E5")
    assert field.sees("E5", "E8"), "out of it too"


@pytest.mark.rule("ASLI-3.1.5")
def test_the_hexes_at_the_ends_never_count() -> None:
    field = ground({"woods": "E4", "orchard": "E6"})
    assert (field.sees("E4", "E6"), field.hindrance("E4", "E6")) == (True, 0)
    assert (field.sees("E3", "E6"), field.hindrance("E5", "E7")) == (False, 1), "between other ends they do"
    assert cites(field, "E4", "E6") == set()
    assert (cites(field, "E3", "E6"), cites(field, "E5", "E7")) == ({"ASLI-3.1.3"}, {"ASLSK-1.1.2.29"})


@pytest.mark.rule("ASLSK-1.1.2.8", "ASLSK-1.1.2.17")
def test_open_ground_and_roads_do_nothing() -> None:
    field = ground(roads={"road_paved": "E3 E4 E5 E6 E7"})
    assert (field.sees("E3", "E7"), field.hindrance("E3", "E7")) == (True, 0)
    assert not ground({"building_stone": "E5"}, roads={"road_paved": "E3 E4 E5"}).sees("E3", "E7")


@pytest.mark.rule("ASLSK-1.1.2.27", "ASLSK-1.1.2.38")
def test_a_line_along_a_straight_road_passes_through_trees() -> None:
    trees = {"woods": "E4 E5", "orchard": "E6"}
    assert not ground(trees).sees("E3", "E7")
    along = ground(trees, roads={"road_dirt": "E3 E4 E5 E6 E7"})
    assert (along.sees("E3", "E7"), along.hindrance("E3", "E7")) == (True, 0)
    assert not along.sees("D4", "F5"), "across the road the woods stand as before"
    bend = ground(trees, roads={"road_dirt": "E3 E4 F4"})
    assert not bend.sees("E3", "E5"), "the road turns off in E4, the line goes on through the trees"


@pytest.mark.rule("ASLSK-1.1.2.5")
def test_six_hindrances_block() -> None:
    rows = "E2 E3 E4 E5 E6 E7"
    field = ground({"brush": rows})
    sight = field.look("E1", "E8")
    assert (sight.clear, sight.hindrance) == (False, 6)
    assert field.sights.value("E1", "E8") == BLOCKED
    assert [reason.cite for reason in sight.reasons] == ["ASLSK-1.1.2.5"]
    assert field.hindrance("E1", "E7") == 5


def test_a_hindrance_counts_once_a_hex_and_both_sides_of_a_hexside() -> None:
    assert ground({"orchard": "K6"}).hindrance("L6", "J6") == 0
    assert ground({"orchard": "K6 K7"}).hindrance("L6", "J6") == 1
    assert ground({"orchard": "K6", "woods": "K7"}).hindrance("L6", "J6") == 1, "the weaker of the two"


def test_low_growth_hinders_on_its_own_level_only() -> None:
    rows = {"grain": "E4", "brush": "E5"}
    assert ground(rows, month=7).hindrance("E3", "E7") == 2
    assert ground(rows, level={1: "E3"}, month=7).hindrance("E3", "E7") == 0
    assert ground(rows, level={1: "E3 E4 E5 E7"}, month=7).hindrance("E3", "E7") == 2
    assert ground(rows, level={1: "E3 E7"}, month=7).hindrance("E3", "E7") == 0, "it lies in a valley"


def test_walls_and_hedges_block_except_at_either_end() -> None:
    field = ground(sides={"wall": "E5 N", "hedge": "E8 S"})
    assert not field.sees("E3", "E6")
    assert "E4|E5: wall blocks" in str(field.look("E3", "E6"))
    assert field.sees("E4", "E7"), "a wall of one's own hex"
    assert field.sees("E3", "E5"), "a wall of the target's hex"
    assert not field.sees("E7", "E10")
    above = ground(sides={"wall": "E5 N"}, level={1: "E3"})
    assert above.sees("E3", "E6"), "half a level is no obstacle from above"
    assert not ground(sides={"wall": "E5 N"}, level={1: "E3 E4 E5 E6"}).sees("E3", "E6")


def test_a_wall_along_the_line_blocks_and_at_a_corner_from_both_sides() -> None:
    assert not ground(sides={"wall": "L6 N"}).sees("M6", "I6"), "the line runs along L5|L6"
    one, both = ground(sides={"wall": "K6 NW"}), ground(sides={"wall": "K6 NW SW"})
    assert one.sees("M6", "I6")
    assert not both.sees("M6", "I6"), "walls reach the line from both sides where J5, J6 and K6 meet"


def test_a_hex_touched_at_a_corner_does_not_count_and_walls_there_must_meet() -> None:
    assert ground({"woods": "F4"}).sees("E3", "F7"), "E4 to E5 past the corner of F4"
    assert [met.hexes for met in ground().look("E3", "F7").met if met.kind == "corner"] == [("F4",), ("E6",)]
    assert ground(sides={"wall": "E4 S"}).sees("E3", "F7"), "it ends at the line"
    assert not ground(sides={"wall": "E4 S SE"}).sees("E3", "F7")
    assert not ground(sides={"wall": ["E4 S", "E5 NE"]}).sees("E3", "F7")
    assert ground(sides={"wall": ["E4 SE", "E5 NE"]}).sees("E3", "F7"), "both on one side of it"


@pytest.mark.rule("ASLI-3.1.2")
def test_a_scenario_may_override_single_pairs() -> None:
    field = ground({"woods": "E5"}, clear=[("E4", "E6")], shut=[("A1", "A3")])
    assert cites(field, "A1", "A3") == cites(field, "A3", "A1") == {"ASLI-3.1.2"}
    assert (field.sees("E4", "E6"), field.sees("E6", "E4"), field.sees("E3", "E6")) == (True, True, False)
    assert not field.sees("A3", "A1")
    assert "by the scenario" in str(field.look("A1", "A3"))


@pytest.mark.rule("ASLI-3.1.2")
def test_the_proof_tells_everything_in_order() -> None:
    field = ground({"woods": "E5", "orchard": "E6"}, month=JUNE)
    assert str(field.look("E4", "E8")) == (
        "E4 to E8, range 4: blocked\n"
        "E5: woods blocks [ASLI-3.1.3]\n"
        "+1 E6: orchard hinders [ASLSK-1.1.2.29]\n"
        "E7: open ground does nothing [ASLSK-1.1.2.8]"
    )
    beside = field.look("C4", "G4")
    assert [met.kind for met in beside.met] == ["along", "hex", "along"]


def test_a_hex_sees_itself_and_its_neighbours_whatever_they_hold() -> None:
    field = ground({"woods": "E5 E6"}, level={2: "E6"})
    assert field.sees("E5", "E5")
    assert field.look("E5", "E5").met == ()
    assert field.sees("E5", "E6")


# Whole boards --------------------------------------------------------------------------------------------


def fields() -> list[Battlefield]:
    made = []
    for name in ("v", "h"):
        for month in (JUNE, DECEMBER):
            made.append(Battlefield(join([Laid(own_board(name))]), chart(), figures(), month=month))
    return made


@pytest.mark.parametrize("field", fields(), ids=["v June", "v December", "h June", "h December"])
def test_the_table_and_the_proof_agree_both_ways(field: Battlefield) -> None:
    hexes = field.hexes
    seen = 0
    for start in range(3, len(hexes), 23):
        for end in range(start % 5, len(hexes), 5):
            a, b = hexes[start], hexes[end]
            there, back = field.look(a, b), field.look(b, a)
            assert (there.clear, there.hindrance) == (back.clear, back.hindrance)
            assert field.sights.value(a, b) == (there.hindrance if there.clear else BLOCKED)
            seen += there.clear
    assert 100 < seen < 1000


def test_sight_is_mutual_over_a_whole_board() -> None:
    field = Battlefield(join([Laid(own_board("h"))]), chart(), figures(), month=JUNE)
    field.sights.within(12)
    hexes = field.hexes
    rows = [bytes(field.sights.row(hex)) for hex in hexes]
    for i in range(len(hexes)):
        assert all(rows[i][j] == rows[j][i] for j in range(i))
    near = [b for b in field.board.within("Q5", 12) if b != "Q5"]
    index = field.board.index
    assert all(rows[index["Q5"]][index[b]] <= 5 or rows[index["Q5"]][index[b]] == BLOCKED for b in near)


def test_two_boards_are_one_field_of_view() -> None:
    laid = [Laid(own_board("h")), Laid(own_board("v"), row=1)]
    field = Battlefield(join(laid), chart(), figures(), month=JUNE)
    for a, b in (("hQ10", "vQ2"), ("hP9", "vR1"), ("hK10", "vP2"), ("hS8", "vR2"), ("hG3", "vQ1")):
        sight = field.look(a, b)
        assert field.sights.value(a, b) == (sight.hindrance if sight.clear else BLOCKED)
    assert field.sees("hQ10", "vQ2"), "straight down the road"


# Told to players -----------------------------------------------------------------------------------------


def test_the_proof_is_told_in_two_languages() -> None:
    field = ground({"woods": "E5", "orchard": "E6"}, month=JUNE)
    seen = look_out(field, "e4", "e8", lang="zh")
    assert (seen.a, seen.b, seen.range, seen.clear, seen.blocking) == ("E4", "E8", 4, False, ("E5",))
    assert seen.proof == (
        "E4 至 E8，距离 4：视线受阻",
        "E5：树林，阻挡视线 [ASLI-3.1.3]",
        "+1 E6：果园，妨碍视线 [ASLSK-1.1.2.29]",
        "E7：开阔地，无影响 [ASLSK-1.1.2.8]",
    )
    assert look_out(field, "E5", "E8").proof[0] == "E5 to E8, range 3: hindrance +1"
    assert look_out(field, "A1", "A3").proof[0] == "A1 to A3, range 2: clear"
    brush = ground({"brush": "E2 E3 E4 E5 E6 E7"})
    assert look_out(brush, "E1", "E8").proof[-1] == "hindrances of 6 in all block [ASLSK-1.1.2.5]"
    assert look_out(brush, "E1", "E8", lang="zh").proof[-1] == "障碍合计 6，阻挡视线 [ASLSK-1.1.2.5]"
    with pytest.raises(NotationError, match="'ZZ1' is not a hex of this board"):
        look_out(field, "E5", "ZZ1")
    with pytest.raises(NotationError, match="a line of sight needs two hexes, got 'E5' twice"):
        look_out(field, "E5", "E5")


def test_the_line_is_drawn_on_the_map() -> None:
    field = ground({"woods": "E5"})
    scene = draw_sight(map_scene(field), field, "E4", "E8")
    assert [(overlay.key, overlay.style) for overlay in scene.overlays] == [
        ("met", "sight"), ("blocking", "blocked"), ("line", "target")
    ]  # fmt: skip
    assert scene.caption.startswith("E4 to E8, range 4: blocked\nE5: woods blocks")
