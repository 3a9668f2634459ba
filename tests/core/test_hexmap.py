"""Hex maps as text: what the grid and the lists mean, what is refused, and the way back to text."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from grognard import datafile
from grognard.errors import RulesetError
from grognard.hexes import Doubled, Hexside
from grognard.hexmap import HexMap

FORD = """
id = "ford"
name = { en = "The ford", zh = "渡口" }
source = "drawn for the tests"
labels = { prefix = "E", left = 23, top = 16, column_step = -1, row_step = -1 }
grid = '''
    23  21
      22  20
16  .   w
16    .   .
15  .   .
15    w   .
14  .   .
14    .   .
'''
[letters]
"." = "clear"
"w" = "woods"
[[place]]
name = { en = "Mill", zh = "磨坊" }
hex = "E2315"
size = "village"
[[place]]
name = "Bridge End"
hex = "E2114"
[[road]]
kind = "track"
name = "Mill Lane"
hexes = "E2315 E2215 E2114"
[[river]]
kind = "river"
name = "Brook"
sides = "E2315/E2314 E2215/E2314 E2215/E2214 E2215/E2114 E2115/E2114 E2015/E2114 E2015/E2014"
[[feature]]
kind = "bunker"
hexes = "E2114 E2014"
[[feature]]
kind = "wire"
hexes = "E2114"
[[line]]
kind = "boundary"
name = "1 | 2"
sides = "E2316|E2315 E2216/E2315"
"""


def read(text: str) -> HexMap:
    return datafile.convert(tomllib.loads(text), HexMap, file="maps/ford.toml")


def changed(old: str, new: str) -> str:
    assert old in FORD
    return FORD.replace(old, new, 1)


def refused(text: str) -> str:
    with pytest.raises(RulesetError) as caught:
        read(text).board(file="maps/ford.toml")
    return str(caught.value)


def test_the_grid_gives_hexes_their_labels_and_terrain() -> None:
    board = read(FORD).board()
    assert len(board.hexes) == 12 and board.hexes[:4] == ("E2316", "E2315", "E2314", "E2216")
    assert [hex for hex in board.hexes if board.graph.nodes[hex]["terrain"] == "woods"] == ["E2215", "E2116"]
    assert board.neighbours("E2215") == ("E2216", "E2115", "E2114", "E2214", "E2314", "E2315")
    assert board.parse("e2114") == "E2114"


def test_the_lists_lie_on_hexes_and_hexsides() -> None:
    graph = read(FORD).board().graph
    assert (graph.nodes["E2315"]["place"], graph.nodes["E2315"]["size"]) == ("Mill", "village")
    assert graph.nodes["E2316"]["place"] == graph.nodes["E2316"]["size"] == ""
    assert graph.nodes["E2114"]["features"] == ("bunker", "wire") and graph.nodes["E2214"]["features"] == ()
    assert graph.edges["E2215", "E2114"]["road"] == "track"
    assert graph.edges["E2215", "E2114"]["river"] == "river", "the road crosses the river here"
    assert graph.edges["E2315", "E2215"] == {"road": "track", "river": "", "lines": ()}
    assert graph.edges["E2216", "E2315"]["lines"] == ("boundary",)


def test_a_text_written_is_read_as_the_same_map() -> None:
    first = read(FORD)
    second = read(first.write())
    assert second.write() == first.write()
    one, two = first.board().graph, second.board().graph
    assert dict(one.nodes(data=True)) == dict(two.nodes(data=True))
    sides = {Hexside(a, b): facts for a, b, facts in one.edges(data=True)}
    assert sides == {Hexside(a, b): facts for a, b, facts in two.edges(data=True)}


@pytest.mark.parametrize("indent", [1, -1])
@pytest.mark.parametrize("tops", ["flat", "pointy"])
def test_grids_of_all_layouts_come_back(tops: str, indent: int) -> None:
    from grognard.hexes import FLAT, POINTY, ColumnRow
    from grognard.hexmap import draw_grid

    layout = FLAT if tops == "flat" else POINTY
    scheme = ColumnRow(left=9, top=11, column_step=-1, indent=indent, layout=layout)
    cells = {
        layout.from_offset(column, row, indent=indent): "ab"[(column * row) % 2]
        for column in range(5)
        for row in range(4)
        if (column, row) != (2, 1)
    }
    text = f"id='x'\nname='x'\nsource='x'\ntops='{tops}'\n"
    text += f"labels = {{left=9, top=11, column_step=-1, indent={indent}}}\n"
    text += f"grid='''\n{draw_grid(cells, scheme)}\n'''\n[letters]\na='A'\nb='B'\n"
    found = read(text)
    assert found.terrain() == {spot: letter.upper() for spot, letter in cells.items()}
    assert found.board().at(*layout.from_offset(2, 1, indent=indent)) is None, "a blank is no hex"
    assert read(found.write()).terrain() == found.terrain()


def test_a_second_sheet_has_its_own_prefix() -> None:
    text = changed("grid = '''", "second = { prefix = \"W\", from = 22 }\ngrid = '''")
    text = text.replace("E23", "W23").replace("E22", "W22")
    board = read(text).board()
    assert board.hexes[0] == "W2316" and "E2116" in board and "W2216" in board
    assert board.spot("W2316") == Doubled(0, 0)
    assert read(read(text).write()).board().hexes == board.hexes
    wrong = text.replace('hex = "W2315"', 'hex = "E2315"')
    assert refused(wrong).endswith("place 'Mill': 'E2315' is not a hex of this map (did you mean 'W2315'?)")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "E2315 E2215 E2114",
            "E2315 E2114",
            "road 'Mill Lane': E2315 and E2114 are not adjacent",
        ),
        ("E2315 E2215 E2114", "E2315", "road 'Mill Lane': hexes must name at least 2 hexes, got 'E2315'"),
        (
            'hexes = "E2114 E2014"',
            'hexes = ""',
            "feature number 1: hexes must name at least a hex, got ''",
        ),
        (
            "E2315/E2314 E2215",
            "E2315/E2313 E2215",
            "river 'Brook': 'E2313' is not a hex of this board (did you mean 'E2314' or 'E2214'?)",
        ),
        ("E2315/E2314 E2215", "E2316/E2314 E2215", "river 'Brook': E2316 and E2314 are not adjacent"),
        ("E2315/E2314 E2215", "E2315-E2314 E2215",
         "river 'Brook': expected hexsides such as 'E2115/E2015', got 'E2315-E2314'"),
        (
            " E2015/E2114 E2015/E2014",
            "",
            "river 'Brook': ends in the middle of the land, where E2115 E2114 E2015 meet",
        ),
        (
            'name = "Bridge End"\nhex = "E2114"',
            'name = "Bridge End"\nhex = "E2315"',
            "place 'Bridge End': E2315 holds 'Mill' already",
        ),
        ('name = "Bridge End"', 'name = "Mill"', "place 'Mill': is given twice"),
        ('name = "Bridge End"', 'name = ""', "place number 2: name must not be empty"),
        ('hex = "E2114"', 'hex = "K5"', "place 'Bridge End': expected column and row in 2 digits each"),
        ("16  .   w", "16  .   x", "grid: row 16, column 21: expected one of the letters '.w', got 'x'"),
        ("16  .   w", "16  . . w", "grid: row 16: column 22 lies lower than the first line of a row"),
        ("16    .   .", "16  .   . .", "grid: row 16: column 23 lies higher than the second line of a row"),
        ("16  .   w", "16  .  w", "grid: row 16: no column stands at sign 8, got 'w'"),
        ("16  .   w", "17  .   w", "grid: a line must begin with its row number, 16 and down, got '17'"),
        ("15    w   .", "16    w   .", "grid: row 16 is given too often"),
        ("    23  21", "    23  20", "grid: sign 9 of the heading: expected 21 over its column, got '20'"),
        ("    23  21", "    23 21", "grid: sign 8 of the heading: expected nothing here, got '21'"),
        ('"w" = "woods"', '"ww" = "woods"', "letters: a letter of the grid is one sign and no digit"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_by_file_and_entry(old: str, new: str, problem: str) -> None:
    assert refused(changed(old, new)).startswith(f"maps/ford.toml: {problem}")


def test_unknown_fields_are_refused_at_once() -> None:
    with pytest.raises(RulesetError, match=r"maps/ford.toml: road\[0\]: unknown field 'hexs'"):
        read(changed("hexes =", "hexs ="))


def test_a_hexside_carries_one_kind_of_road() -> None:
    text = FORD + '[[road]]\nkind = "motorway"\nname = "M1"\nhexes = "E2216 E2215 E2315"\n'
    assert refused(text) == "maps/ford.toml: road 'M1': E2215/E2315 carries a track road already"
    assert read(text.replace("motorway", "track")).board().graph.edges["E2216", "E2215"]["road"] == "track"


def test_a_river_ends_at_an_edge_a_river_or_its_source() -> None:
    """The chain of the brook without its last two hexsides ends inland."""
    short = changed(" E2015/E2114 E2015/E2014", "")
    spring = short.replace('name = "Brook"\n', 'name = "Brook"\nsource = true\n')
    assert read(spring).board().graph.edges["E2115", "E2114"]["river"] == "river"
    joined = short + '[[river]]\nkind = "big"\nsides = "E2015/E2114 E2015/E2014"\n'
    assert read(joined).board().graph.edges["E2015", "E2114"]["river"] == "big"
    both = spring.replace("E2315/E2314 ", "")
    assert "rises at one place, but ends where" in refused(both)
    assert read(short.replace('kind = "river"', 'kind = "lake"')).board(), "standing water may end anywhere"


def test_a_map_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_text(FORD, encoding="utf-8")
    assert HexMap.read(path).board(file=path).graph.nodes["E2315"]["place"] == "Mill"
