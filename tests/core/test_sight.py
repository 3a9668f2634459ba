"""What a straight line from centre to centre meets, exactly and in order."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from grognard.board import Board
from grognard.hexes import (
    FLAT,
    ORIGIN,
    POINTY,
    Axial,
    CaseRows,
    ColumnRow,
    Hexside,
    LetterColumns,
    within,
)
from grognard.hexes import line as string_of_hexes
from grognard.sight import Crossing, line, lines_within


def staggered() -> Board:
    """Nine rows of 13 and 12 pointy-topped hexes by turns."""
    return Board.grid(POINTY, 13, 9, labels=CaseRows(9), extra=-1)


def geomorphic() -> Board:
    """33 columns of 10 flat-topped hexes, or of 9 hexes and two half hexes."""
    return Board.grid(FLAT, 33, 10, labels=LetterColumns(), indent=-1, extra=1)


# -- examples ---------------------------------------------------------------------------------------------


def test_neighbours_see_each_other_with_nothing_between() -> None:
    seen = line(staggered(), "G5", "H5")
    assert seen.crossings == ()
    assert seen.across == (Hexside("G5", "H5"),)
    assert str(seen) == "G5 to H5: nothing between"


def test_a_line_along_a_row_crosses_every_hex_of_it() -> None:
    #   G5  H5  I5  J5
    seen = line(staggered(), "G5", "J5")
    assert seen.crossings == (Crossing("hex", ("H5",)), Crossing("hex", ("I5",)))
    assert seen.through == ("H5", "I5")
    assert seen.across == (Hexside("G5", "H5"), Hexside("H5", "I5"), Hexside("I5", "J5"))
    assert seen.along == ()


def test_a_line_between_two_hexes_runs_along_their_hexside_left_hex_first() -> None:
    #     G7
    #   f6  g6
    #     G5
    board = staggered()
    assert line(board, "G5", "G7").crossings == (Crossing("hexside", ("f6", "g6")),)
    assert line(board, "G7", "G5").crossings == (Crossing("hexside", ("g6", "f6")),)
    assert line(board, "G5", "G7").along == (("f6", "g6"),)
    assert line(board, "G5", "G7").across == ()


def test_a_long_upright_line_takes_hexsides_and_hexes_by_turns() -> None:
    seen = line(staggered(), "G1", "G9")
    assert str(seen) == "G1 to G9: f2|g2, G3, f4|g4, G5, f6|g6, G7, f8|g8"
    assert seen.through == ("G3", "G5", "G7")
    assert len(seen.along) == 4


def test_a_slanting_hexside_tells_left_from_right_too() -> None:
    # From G5 up and to the right, between g6 and H5.
    seen = line(staggered(), "G5", "h6")
    assert seen.crossings == (Crossing("hexside", ("g6", "H5")),)


def test_corners_are_touched_from_five_hexes_on_and_listed_where_they_come() -> None:
    #        f6  g6  h6  i6      nine half hexes across and one row up
    #  E5  F5  G5  H5
    board = staggered()
    assert str(line(board, "E5", "i6")) == "E5 to i6: F5, (f6), G5, g6, (H5), h6"
    touching = [
        (a, b)
        for (a, b), seen in lines_within(board, 5).items()
        if any(crossing.kind == "corner" for crossing in seen.crossings)
    ]
    assert {board.distance(a, b) for a, b in touching} == {5}


def test_flat_tops_run_along_hexsides_when_columns_are_skipped() -> None:
    # L6 to F6: three hexsides with a hex between each two.
    assert str(line(geomorphic(), "L6", "F6")) == "L6 to F6: K7|K6, J6, I7|I6, H6, G7|G6"
    assert str(line(geomorphic(), "L6", "F7")) == "L6 to F7: K7, J6, I7, H7, G7"


def test_a_hex_off_the_board_beside_a_hexside_is_none() -> None:
    #  A9
    #    a8
    #  A7
    seen = line(staggered(), "A9", "A7")
    assert seen.along == (("a8", None),)
    assert line(staggered(), "A7", "A9").along == ((None, "a8"),)
    assert str(seen) == "A9 to A7: a8|edge"


def test_what_lies_wholly_off_the_board_is_not_listed() -> None:
    # Only the two ends of a row exist.
    board = Board.of(ColumnRow(layout=POINTY), [(0, 0), (8, 0), (0, 4)])
    assert line(board, "0101", "0501").crossings == ()
    assert line(board, "0101", "0501").across == ()
    assert line(board, "0101", "0105").crossings == ()


def test_a_hexside_missing_from_the_graph_is_not_crossed() -> None:
    graph = staggered().graph.copy()
    graph.remove_edge("H5", "I5")
    seen = line(Board(graph, POINTY), "G5", "J5")
    assert seen.through == ("H5", "I5")
    assert seen.across == (Hexside("G5", "H5"), Hexside("I5", "J5"))


def test_a_hex_sees_itself() -> None:
    seen = line(staggered(), "G5", "G5")
    assert (seen.crossings, seen.across) == ((), ())


def test_a_hex_that_is_not_on_the_board_is_refused() -> None:
    with pytest.raises(KeyError):
        line(staggered(), "G5", "Z1")


# -- properties -------------------------------------------------------------------------------------------


def _touched(dq: int, dr: int, cell: Axial) -> tuple[Fraction, Fraction, bool] | None:
    """From where to where on the way (0 to 1) the line lies in the hex, and whether inside or on its rim.

    A hex is what three pairs of parallel lines enclose: no two cube coordinates, measured from its centre,
    differ by more than 1.
    """
    first, last, inside = Fraction(0), Fraction(1), True
    for at, slope in (
        (cell.r - cell.q, dq - dr),
        (cell.s - cell.r, dr + dq + dr),
        (cell.q - cell.s, -dq - dr - dq),
    ):
        if slope == 0:
            if abs(at) > 1:
                return None
            inside = inside and abs(at) < 1
            continue
        enter, leave = sorted((Fraction(-1 - at, slope), Fraction(1 - at, slope)))
        first, last = max(first, enter), min(last, leave)
    if first > last:
        return None
    return first, last, inside and first < last


def _by_clipping(dq: int, dr: int) -> list[tuple[str, frozenset[Axial]]]:
    """Everything the line from the origin meets, by clipping it against every hex nearby."""
    end = Axial(dq, dr)
    met: dict[tuple[Fraction, Fraction], list[tuple[Axial, bool]]] = {}
    for cell in within(ORIGIN, max(abs(dq), abs(dr), abs(dq + dr)) + 1):
        span = _touched(dq, dr, cell)
        if span is not None and cell not in (ORIGIN, end):
            met.setdefault(span[:2], []).append((cell, span[2]))
    order = []
    for (first, last), cells in sorted(met.items()):
        kind = "corner" if first == last else "hex" if cells[0][1] else "hexside"
        order.append((kind, frozenset(cell for cell, _ in cells)))
    return order


def test_the_line_meets_what_clipping_it_against_every_hex_finds() -> None:
    board = Board.of(ColumnRow(digits=3, left=50, top=50), [FLAT.doubled(cell) for cell in within(ORIGIN, 9)])
    hex_at = dict(zip(board.cells, board.hexes, strict=True))
    for end in within(ORIGIN, 8)[1:]:
        seen = line(board, hex_at[ORIGIN], hex_at[end])
        found = [(crossing.kind, frozenset(crossing.hexes)) for crossing in seen.crossings]
        expected = [(kind, frozenset(hex_at[cell] for cell in cells)) for kind, cells in _by_clipping(*end)]
        assert found == expected, f"to {end}"


@pytest.mark.parametrize("board", [staggered(), Board.grid(FLAT, 9, 9)], ids=["staggered", "flat"])
def test_a_line_read_backwards_is_the_line_from_the_other_end(board: Board) -> None:
    for a in board.hexes[::7]:
        for b in board.hexes:
            there, back = line(board, a, b), line(board, b, a)
            turned = tuple(Crossing(each.kind, each.hexes[::-1]) for each in reversed(back.crossings))
            assert there.crossings == turned
            assert there.through == back.through[::-1]
            assert there.along == tuple(pair[::-1] for pair in reversed(back.along))
            assert there.across == back.across[::-1]


def test_the_left_hex_is_on_the_left() -> None:
    board = geomorphic()
    for seen in lines_within(board, 6).values():
        (ax, ay), (bx, by) = (FLAT.centre(board.spot(hex)) for hex in (seen.a, seen.b))
        for left, right in seen.along:
            for hex, side in ((left, 1), (right, -1)):
                if hex is not None:
                    x, y = FLAT.centre(board.spot(hex))
                    # y grows downwards, so what is left of the way from a to b has a negative cross product
                    assert ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) * side < 0


def test_the_parts_of_a_proof_agree_with_its_crossings() -> None:
    for seen in lines_within(staggered(), 9).values():
        kinds = {
            kind: [each.hexes for each in seen.crossings if each.kind == kind] for kind in ("hex", "hexside")
        }
        assert [(hex,) for hex in seen.through] == kinds["hex"]
        assert list(seen.along) == kinds["hexside"]
        assert not {seen.a, seen.b} & {hex for each in seen.crossings for hex in each.hexes}


def test_hexsides_crossed_join_the_hexes_of_the_line_one_after_the_other() -> None:
    board = staggered()
    for seen in lines_within(board, 9).values():
        stations = [(seen.a,), *(each.hexes for each in seen.crossings), (seen.b,)]
        kinds = ["hex", *(each.kind for each in seen.crossings), "hex"]
        straight = [
            Hexside(str(a[0]), str(b[0]))
            for (a, kind), (b, next_kind) in pairwise(zip(stations, kinds, strict=True))
            if kind == next_kind == "hex"
        ]
        assert list(seen.across) == straight


def test_a_shortest_string_of_hexes_stays_on_the_line() -> None:
    board = Board.of(ColumnRow(digits=3, left=50, top=50), [FLAT.doubled(cell) for cell in within(ORIGIN, 9)])
    hex_at = dict(zip(board.cells, board.hexes, strict=True))
    for end in within(ORIGIN, 8)[1:]:
        met = {hex for each in line(board, hex_at[ORIGIN], hex_at[end]).crossings for hex in each.hexes}
        assert {hex_at[cell] for cell in string_of_hexes(ORIGIN, end)[1:-1]} <= met


# -- tables and memory ------------------------------------------------------------------------------------


def test_the_table_holds_every_pair_within_range_and_the_same_lines() -> None:
    board = Board.grid(FLAT, 9, 7)
    table = lines_within(board, 4)
    assert set(table) == {
        (a, b) for a in board.hexes for b in board.hexes if a != b and board.distance(a, b) <= 4
    }
    fresh = Board.grid(FLAT, 9, 7)
    assert all(line(fresh, a, b) == seen for (a, b), seen in table.items())


def test_a_line_is_drawn_once_per_board() -> None:
    board, other = staggered(), staggered()
    assert line(board, "G5", "G9") is line(board, "G5", "G9")
    assert line(board, "G5", "G9") is not line(other, "G5", "G9")
    table = lines_within(board, 3)
    assert all(line(board, a, b) is seen for (a, b), seen in table.items())


def test_a_proof_cannot_be_changed() -> None:
    seen = line(staggered(), "G5", "G9")
    with pytest.raises(AttributeError):
        seen.through = ()  # type: ignore[misc] # that it is refused is the point
    assert hash(seen) == hash(line(staggered(), "G5", "G9"))
