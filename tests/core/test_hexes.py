"""Coordinates, distances, lines and labels, before there is a map."""

from __future__ import annotations

from itertools import pairwise, product

import msgspec
import pytest

from grognard.errors import NotationError
from grognard.hexes import (
    DIRECTIONS,
    FLAT,
    ORIGIN,
    POINTY,
    Axial,
    CaseRows,
    ColumnRow,
    Hexside,
    LabelScheme,
    Layout,
    LetterColumns,
    distance,
    line,
    neighbours,
    ring,
    rotate,
    within,
)

LAYOUTS = pytest.mark.parametrize("layout", [POINTY, FLAT], ids=["pointy", "flat"])

DISC = within(ORIGIN, 7)


# -- geometry ---------------------------------------------------------------------------------------------


def test_the_three_cube_coordinates_sum_to_nothing() -> None:
    assert all(q + r + cell.s == 0 for cell in DISC for q, r in [cell])


def test_distance_is_the_number_of_steps_a_walk_needs() -> None:
    steps, edge = {ORIGIN: 0}, [ORIGIN]
    for radius in range(1, 6):  # flood outwards one step at a time
        edge = [cell for each in edge for cell in neighbours(each) if cell not in steps]
        steps.update(dict.fromkeys(edge, radius))
    assert all(distance(ORIGIN, cell) == number for cell, number in steps.items())
    assert len(steps) == len(within(ORIGIN, 5))


def test_distance_does_not_depend_on_where_or_which_way() -> None:
    shift = Axial(-3, 11)
    for a, b in product(DISC[::3], DISC[::5]):
        moved = Axial(a.q + shift.q, a.r + shift.r), Axial(b.q + shift.q, b.r + shift.r)
        assert distance(a, b) == distance(b, a) == distance(*moved)


def test_directions_go_clockwise_and_add_up_to_nothing() -> None:
    assert [rotate(step, 1) for step in DIRECTIONS] == [*DIRECTIONS[1:], DIRECTIONS[0]]
    assert (sum(q for q, _ in DIRECTIONS), sum(r for _, r in DIRECTIONS)) == (0, 0)


def test_a_ring_holds_six_hexes_per_step_and_closes_on_itself() -> None:
    for radius in range(1, 7):
        round_trip = ring(Axial(4, -2), radius)
        assert len(set(round_trip)) == 6 * radius
        assert all(distance(Axial(4, -2), cell) == radius for cell in round_trip)
        assert all(distance(a, b) == 1 for a, b in pairwise([*round_trip, round_trip[0]]))


def test_a_ring_starts_in_the_first_direction_and_goes_clockwise() -> None:
    assert ring(ORIGIN, 1) == DIRECTIONS
    assert ring(ORIGIN, 3)[::3] == tuple(Axial(3 * q, 3 * r) for q, r in DIRECTIONS)


def test_within_is_every_hex_no_further_near_ones_first() -> None:
    cells = within(ORIGIN, 3)
    wide = product(range(-9, 10), repeat=2)
    assert set(cells) == {Axial(q, r) for q, r in wide if distance(ORIGIN, Axial(q, r)) <= 3}
    far = [distance(ORIGIN, cell) for cell in cells]
    assert far == sorted(far)


def test_six_turns_of_sixty_degrees_come_home() -> None:
    pivot = Axial(2, -5)
    for cell in DISC:
        assert rotate(cell, 6, about=pivot) == cell
        assert rotate(rotate(cell, 2, about=pivot), -2, about=pivot) == cell
        assert distance(pivot, rotate(cell, 1, about=pivot)) == distance(pivot, cell)


def test_a_line_is_a_shortest_string_of_neighbours() -> None:
    start = Axial(-2, 3)
    for end in within(start, 8):
        for path in (line(start, end), line(start, end, lean="right")):
            assert (path[0], path[-1], len(path)) == (start, end, distance(start, end) + 1)
            assert all(distance(a, b) == 1 for a, b in pairwise(path))


def test_a_line_read_backwards_leans_the_other_way() -> None:
    for end in within(ORIGIN, 8):
        assert line(ORIGIN, end) == line(end, ORIGIN, lean="right")[::-1]


def test_a_line_between_two_hexes_takes_the_left_one_unless_told() -> None:
    # From the origin two hexes straight up between N and NE of a flat-topped map: (1, -2) is two away.
    assert line(ORIGIN, Axial(1, -2)) == (ORIGIN, Axial(0, -1), Axial(1, -2))
    assert line(ORIGIN, Axial(1, -2), lean="right") == (ORIGIN, Axial(1, -1), Axial(1, -2))


# -- layouts ----------------------------------------------------------------------------------------------


@LAYOUTS
def test_every_hex_survives_the_way_through_doubled_and_offset_coordinates(layout: Layout) -> None:
    for cell in DISC:
        spot = layout.doubled(cell)
        assert (spot.x + spot.y) % 2 == 0
        assert layout.axial(spot) == cell
        for indent in (1, -1):
            assert layout.from_offset(*layout.offset(spot, indent=indent), indent=indent) == spot


@LAYOUTS
def test_the_six_steps_lead_to_the_six_neighbours_clockwise(layout: Layout) -> None:
    cells = [layout.axial(step) for step in layout.steps]
    assert set(cells) == set(neighbours(ORIGIN))
    assert [rotate(cell, 1) for cell in cells] == [*cells[1:], cells[0]]


@LAYOUTS
def test_compass_names_say_where_a_step_leads_on_the_table(layout: Layout) -> None:
    for name, step in zip(layout.compass, layout.steps, strict=True):
        x, y = layout.centre(step)
        assert ("N" in name, "S" in name) == (y < -0.1, y > 0.1)
        assert ("E" in name, "W" in name) == (x > 0.1, x < -0.1)


@LAYOUTS
def test_neighbours_share_the_two_corners_of_their_hexside(layout: Layout) -> None:
    ours = layout.corners((4, 2))
    for side, (dx, dy) in enumerate(layout.steps):
        theirs = [(round(x, 9), round(y, 9)) for x, y in layout.corners((4 + dx, 2 + dy))]
        shared = [(round(x, 9), round(y, 9)) in theirs for x, y in ours]
        assert [corner for corner in range(6) if shared[corner]] == sorted([side, (side + 1) % 6])


def test_doubled_width_distance_needs_no_conversion() -> None:
    for (ax, ay), (bx, by) in product(_thirteen_by_nine()[::4], _thirteen_by_nine()):
        dx, dy = abs(ax - bx), abs(ay - by)
        assert distance(POINTY.axial((ax, ay)), POINTY.axial((bx, by))) == dy + max(0, (dx - dy) // 2)


@LAYOUTS
def test_a_place_between_hexes_is_refused(layout: Layout) -> None:
    with pytest.raises(ValueError, match=r"no hex lies at \(2, 3\): x \+ y must be even"):
        layout.axial((2, 3))


# -- hexsides ---------------------------------------------------------------------------------------------


def test_a_hexside_is_the_same_from_both_hexes() -> None:
    assert Hexside("K5", "K6") == Hexside("K6", "K5")
    assert len({Hexside("K5", "K6"), Hexside("K6", "K5"), Hexside("K5", "L5")}) == 2
    assert str(Hexside("K6", "K5")) == "K5|K6"
    assert "K5" in Hexside("K5", "K6")
    assert "K7" not in Hexside("K5", "K6")


def test_a_hexside_is_saved_as_a_pair_and_read_from_either_order() -> None:
    assert msgspec.json.encode(Hexside("K6", "K5")) == b'["K5","K6"]'
    assert msgspec.json.decode(b'["K6","K5"]', type=Hexside) == Hexside("K5", "K6")


def test_a_hexside_knows_the_hex_across_and_no_stranger() -> None:
    side = Hexside.parse(" K6 | K5 ")
    assert (side.across("K5"), side.across("K6")) == ("K6", "K5")
    with pytest.raises(ValueError, match=r"'A1' does not lie at hexside K5\|K6"):
        side.across("A1")


@pytest.mark.parametrize("text", ["", "K5", "K5|", "K5|K5", "K5|K6|K7"])
def test_a_hexside_needs_two_labels(text: str) -> None:
    with pytest.raises(NotationError, match=r"expected a hexside such as 'K5\|K6', got "):
        Hexside.parse(text)


def test_a_hexside_does_not_join_a_hex_to_itself() -> None:
    with pytest.raises(ValueError, match="a hexside joins two hexes, got 'K5' twice"):
        Hexside("K5", "K5")


# -- labels -----------------------------------------------------------------------------------------------


def _thirteen_by_nine() -> list[tuple[int, int]]:
    """Rows of 13 and 12 hexes by turns, the second, fourth … half a hex aside."""
    return [(x, y) for y in range(9) for x in range(y & 1, 25, 2)]


def _geomorphic() -> list[tuple[int, int]]:
    """33 columns of 10 hexes, or of 9 and two half hexes."""
    return [(x, y) for x in range(33) for y in range(-(x & 1), 20, 2)]


SCHEMES: list[tuple[LabelScheme, list[tuple[int, int]]]] = [
    (CaseRows(9), _thirteen_by_nine()),
    (LetterColumns(), _geomorphic()),
    (LetterColumns(prefix="1"), _geomorphic()),
    (LetterColumns(top=3, indent=-1), _geomorphic()),
    (ColumnRow(), [(x, y) for x in range(40) for y in range(x & 1, 60, 2)]),
    (ColumnRow(prefix="E", left=61, top=40, column_step=-1, row_step=-1, indent=-1), _geomorphic()),
    (ColumnRow(digits=3, layout=POINTY), _thirteen_by_nine()),
]


@pytest.mark.parametrize(("scheme", "spots"), SCHEMES)
def test_every_label_names_one_hex_and_may_be_typed_in_any_case(
    scheme: LabelScheme, spots: list[tuple[int, int]]
) -> None:
    labels = {scheme.label(spot): spot for spot in spots}
    assert len(labels) == len(spots)
    for label, spot in labels.items():
        assert scheme.parse(label) == scheme.parse(f" {label.swapcase()} ") == spot


def test_letter_columns_run_from_a_to_z_and_then_double() -> None:
    labels = [LetterColumns().label((x, x & 1)) for x in range(33)]
    assert labels[:3] == ["A1", "B1", "C1"]
    assert labels[24:29] == ["Y1", "Z1", "AA1", "BB1", "CC1"]
    assert labels[32] == "GG1"


def test_odd_letter_columns_start_with_a_half_hex_numbered_nought() -> None:
    #   B0 |    | D0      half hexes at the edge of the board
    #   -- | C1 | --
    #   B1 |    | D1
    scheme = LetterColumns()
    c1 = scheme.layout.axial(scheme.parse("C1"))
    around = [scheme.label(scheme.layout.doubled(cell)) for cell in neighbours(c1)]
    assert around[1:] == ["D0", "D1", "C2", "B1", "B0"]


def test_case_rows_count_letters_along_the_row_and_rows_from_the_bottom() -> None:
    # A9  B9  C9      row 0, capitals
    #   a8  b8        row 1, small letters
    # A7  B7  C7
    scheme = CaseRows(9)
    assert [scheme.label((x, 0)) for x in (0, 2, 24)] == ["A9", "B9", "M9"]
    assert [scheme.label((x, 1)) for x in (1, 3, 23)] == ["a8", "b8", "l8"]
    assert scheme.label((0, 8)) == "A1"
    assert (scheme.parse("G5"), scheme.parse("d8")) == ((12, 4), (7, 1))
    assert scheme.parse("g5") == scheme.parse("G5")


def test_column_and_row_may_be_counted_from_the_east_and_from_the_south() -> None:
    scheme = ColumnRow(prefix="E", left=28, top=20, column_step=-1, row_step=-1)
    here = scheme.parse("E2115")
    assert scheme.label((here.x - 1, here.y + 1)) in {"E2215", "E2214"}
    assert scheme.label((here.x, here.y - 2)) == "E2116"


def test_indent_says_whether_the_second_column_lies_lower_or_higher() -> None:
    lower, higher = ColumnRow(indent=1), ColumnRow(indent=-1)
    assert (lower.parse("0201"), higher.parse("0201")) == ((1, 1), (1, -1))
    assert lower.parse("0101") == higher.parse("0101") == (0, 0)


@pytest.mark.parametrize(
    ("scheme", "text", "expected"),
    [
        (LetterColumns(), "10A", "a column letter and a row number such as 'A1' or 'GG10'"),
        (LetterColumns(), "AB3", "a column letter and a row number"),
        (LetterColumns(prefix="1"), "A3", "such as '1A1' or '1GG10'"),
        (ColumnRow(), "115", "column and row in 2 digits each such as '0101'"),
        (ColumnRow(prefix="E"), "W2115", "such as 'E0101'"),
        (CaseRows(9), "G0", "a letter and a row from 1 to 9 such as 'A9' or 'a8'"),
        (CaseRows(9), "GG5", "a letter and a row from 1 to 9"),
        (CaseRows(9), "", "a letter and a row from 1 to 9"),
    ],
)
def test_a_wrong_label_is_told_what_a_right_one_looks_like(
    scheme: LabelScheme, text: str, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        scheme.parse(text)
    assert expected in str(caught.value)
    assert str(caught.value).endswith(f"got {text!r}")


@pytest.mark.parametrize(
    ("scheme", "spot"),
    [(LetterColumns(), (-2, 0)), (ColumnRow(), (0, 300)), (CaseRows(9), (0, 10)), (CaseRows(9), (-2, 0))],
)
def test_a_place_off_the_printed_grid_has_no_label(scheme: LabelScheme, spot: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="label"):
        scheme.label(spot)


def test_label_schemes_are_values() -> None:
    assert CaseRows(9) == CaseRows(9)
    assert hash(ColumnRow(prefix="E")) == hash(ColumnRow(prefix="E"))
    with pytest.raises(AttributeError):
        CaseRows(9).rows = 17  # type: ignore[misc] # that it is refused is the point
