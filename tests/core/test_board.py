"""The board: a graph of hexes and its compiled view."""

from __future__ import annotations

import pickle
from itertools import product

import networkx as nx
import pytest

from grognard.board import Board
from grognard.errors import NotationError, RulesetError
from grognard.hexes import FLAT, POINTY, CaseRows, ColumnRow, Hexside, LetterColumns


def staggered() -> Board:
    """Nine rows of 13 and 12 hexes by turns."""
    return Board.grid(POINTY, 13, 9, labels=CaseRows(9), extra=-1)


def geomorphic() -> Board:
    """33 columns of 10 hexes, or of 9 hexes and two half hexes."""
    return Board.grid(FLAT, 33, 10, labels=LetterColumns(), indent=-1, extra=1)


BOARDS = pytest.mark.parametrize(
    "board", [staggered(), geomorphic(), Board.grid(FLAT, 6, 5)], ids=["staggered", "geomorphic", "plain"]
)


# -- shapes -----------------------------------------------------------------------------------------------


def test_rows_of_thirteen_and_twelve_make_113_hexes_in_reading_order() -> None:
    board = staggered()
    assert len(board.hexes) == 113
    assert board.hexes[:14] == (*(f"{letter}9" for letter in "ABCDEFGHIJKLM"), "a8")
    assert board.hexes[-1] == "M1"


def test_a_geomorphic_board_has_half_hexes_above_and_below_every_second_column() -> None:
    board = geomorphic()
    assert len(board.hexes) == 17 * 10 + 16 * 11
    assert {"A1", "A10", "B0", "B10", "GG1", "GG10"} <= set(board.hexes)
    assert not {"A0", "A11", "B11", "HH1"} & set(board.hexes)


def test_plain_grids_are_numbered_column_then_row() -> None:
    assert Board.grid(POINTY, 2, 2).hexes == ("0101", "0201", "0102", "0202")
    assert Board.grid(FLAT, 2, 2).hexes == ("0101", "0102", "0201", "0202")


def test_a_second_column_that_lies_higher_touches_other_hexes() -> None:
    assert Board.grid(FLAT, 2, 2).neighbours("0102") == ("0101", "0201", "0202")
    assert Board.grid(FLAT, 2, 2, indent=-1).neighbours("0102") == ("0101", "0202")


def test_a_board_of_any_shape_can_be_cut_from_a_scheme() -> None:
    board = Board.of(ColumnRow(), [(0, 0), (1, 1), (2, 2), (5, 5)])
    assert board.hexes == ("0101", "0201", "0302", "0603")
    assert board.neighbours("0201") == ("0302", "0101")
    assert board.neighbours("0603") == ()


def test_labels_for_the_other_layout_are_refused() -> None:
    with pytest.raises(ValueError, match="labels are for flat tops, the board has pointy tops"):
        Board.grid(POINTY, 3, 3, labels=LetterColumns())


# -- neighbours and distances -----------------------------------------------------------------------------


def test_neighbours_come_clockwise_from_the_first_direction() -> None:
    assert staggered().neighbours("G5") == ("g6", "H5", "g4", "f4", "F5", "f6")
    assert geomorphic().neighbours("B5") == ("B4", "C5", "C6", "B6", "A6", "A5")


def test_beside_names_the_neighbour_by_compass() -> None:
    board = staggered()
    assert [board.beside("G5", way) for way in POINTY.compass] == list(board.neighbours("G5"))
    assert [board.beside("A9", way) for way in POINTY.compass] == [None, "B9", "a8", None, None, None]


@BOARDS
def test_neighbourhood_is_mutual_and_is_what_the_graph_says(board: Board) -> None:
    for hex in board.hexes:
        assert set(board.neighbours(hex)) == set(board.graph[hex])
        assert all(hex in board.neighbours(other) for other in board.neighbours(hex))
        assert all(board.distance(hex, other) == 1 for other in board.neighbours(hex))


@BOARDS
def test_distance_is_the_shortest_way_through_the_graph(board: Board) -> None:
    for hex in board.hexes[::17]:
        assert nx.single_source_shortest_path_length(board.graph, hex) == {
            other: board.distance(hex, other) for other in board.hexes
        }


def test_distance_crosses_gaps_in_the_board() -> None:
    board = Board.of(ColumnRow(), [(0, 0), (6, 0)])
    assert board.distance("0101", "0701") == 6


def test_distances_beyond_a_byte_are_kept() -> None:
    board = Board.of(ColumnRow(digits=3), [(0, 0), (300, 0), (700, 0)])
    assert (board.distance("001001", "301001"), board.distance("001001", "701001")) == (300, 700)


@BOARDS
def test_the_numbered_view_says_the_same_as_the_labels(board: Board) -> None:
    for hex, number in board.index.items():
        assert board.hexes[number] == hex
        assert tuple(board.hexes[other] for other in board.adjacency[number]) == board.neighbours(hex)
        assert board.at(*board.spot(hex)) == hex
        assert len(board.around[number]) == 6


@BOARDS
def test_rings_sort_the_whole_board_by_distance(board: Board) -> None:
    for hex in board.hexes[::23]:
        rings = board.rings(hex, 99)
        assert rings[0] == (hex,)
        assert sorted(other for ring in rings for other in ring) == sorted(board.hexes)
        assert all(board.distance(hex, other) == far for far, ring in enumerate(rings) for other in ring)
        assert board.rings(hex, 2) == rings[:3]
        assert board.within(hex, 1) == (hex, *rings[1])


def test_every_hexside_of_the_board_is_listed_once() -> None:
    board = staggered()
    expected = {Hexside(a, b) for a, b in product(board.hexes, repeat=2) if board.distance(a, b) == 1}
    assert set(board.hexsides()) == expected
    assert len(board.hexsides()) == len(expected)


# -- the graph --------------------------------------------------------------------------------------------


def test_the_structure_is_frozen_and_a_changed_copy_makes_a_new_board() -> None:
    board = staggered()
    with pytest.raises(nx.NetworkXError, match="Frozen"):
        board.graph.remove_node("G5")
    cut = board.graph.copy()
    cut.remove_node("G5")
    cut.remove_edge("A9", "B9")
    smaller = Board(cut, POINTY, labels=board.labels)
    assert len(smaller.hexes) == 112
    assert smaller.neighbours("A9") == ("a8",)
    assert "G5" in board
    assert "G5" not in smaller


def test_terrain_and_hexside_features_live_on_the_graph() -> None:
    board = staggered()
    board.graph.nodes["G5"]["terrain"] = "forest"
    board.graph.edges["G5", "H5"]["features"] = ("river",)
    assert board.graph.nodes["G5"]["terrain"] == "forest"
    assert board.graph.edges["H5", "G5"]["features"] == ("river",)


def test_labels_are_interned_so_that_comparing_them_is_free() -> None:
    board = staggered()
    assert board.parse("g5") is board.hexes[board.index["G5"]]
    assert board.neighbours("H5")[4] is board.hexes[board.index["G5"]]


@pytest.mark.parametrize(
    ("nodes", "edges", "problem"),
    [
        ({"A": {}}, [], r"hex 'A' must lie at=\(x, y\)"),
        ({"A": {"at": "here"}}, [], r"hex 'A' must lie at=\(x, y\)"),
        ({"A": {"at": (0, 1)}}, [], "doubled coordinates with an even sum"),
        ({"A": {"at": (0, 0)}, "B": {"at": (0, 0)}}, [], r"hexes 'A' and 'B' both lie at \(0, 0\)"),
        ({"A": {"at": (0, 0)}, "B": {"at": (4, 0)}}, [("A", "B")], r"edge A\|B joins hexes that are no"),
        ({"A": {"at": (0, 0)}}, [("A", "A")], r"edge A\|A joins hexes that are no"),
    ],
)
def test_a_graph_that_is_no_map_is_refused(
    nodes: dict[str, dict[str, object]], edges: list[tuple[str, str]], problem: str
) -> None:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(nodes.items())
    graph.add_edges_from(edges)
    with pytest.raises(RulesetError, match=problem):
        Board(graph, POINTY)


def test_a_board_travels_to_another_process() -> None:
    board = staggered()
    board.distance("A9", "M1")
    twin = pickle.loads(pickle.dumps(board))
    assert twin.hexes == board.hexes
    assert twin.distance("A9", "M1") == 16
    assert repr(twin) == "<Board: 113 hexes, pointy tops>"


# -- what people type -------------------------------------------------------------------------------------


def test_hexes_are_found_in_any_case_with_spaces_and_leading_noughts() -> None:
    assert [staggered().parse(text) for text in ("G5", "g5", " A8 ")] == ["G5", "G5", "a8"]
    assert geomorphic().parse("gg010") == "GG10"


def test_a_hex_off_the_board_is_refused_with_the_nearest_ones() -> None:
    with pytest.raises(NotationError, match="'M8' is not a hex of this board") as caught:
        staggered().parse("M8")
    assert caught.value.suggestions == ("M9", "l8")


def test_what_is_no_label_is_told_what_a_label_looks_like() -> None:
    with pytest.raises(NotationError, match="expected a letter and a row from 1 to 9"):
        staggered().parse("somewhere")


def test_labels_that_differ_by_case_alone_must_be_typed_exactly() -> None:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_node("x", at=(0, 0))
    graph.add_node("X", at=(2, 0))
    graph.add_node("Y", at=(4, 0))
    board = Board(graph, POINTY)
    assert [board.parse(text) for text in ("x", "X", "y")] == ["x", "X", "Y"]
    with pytest.raises(NotationError, match="'z' is not a hex of this board"):
        board.parse("z")


def test_hexsides_are_read_in_any_order_and_must_lie_between_neighbours() -> None:
    board = staggered()
    assert board.parse_hexside("g5|h5") == Hexside("G5", "H5")
    with pytest.raises(NotationError, match="'G5' and 'I5' share no hexside"):
        board.parse_hexside("G5|I5")
