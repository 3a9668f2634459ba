"""Maps made of degrees: roads, rivers, ground, corrections, and everything that is reported and refused.

The land of these tests lies about 50° north, where a hex of 2.6 km is 0.0234° high and a column 0.0315° wide.
A river runs north to south through its middle; Westham stands west of it, Eastham east.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from grognard import datafile
from grognard.errors import RulesetError
from grognard.geography import Finding, GeographyFile, Made, make, read, scene_of
from grognard.hexes import Hexside
from grognard.hexmap import HexMap

LAND = """
id = "land"
name = "The land"
source = "made up for the tests"
labels = { left = 1, top = 1 }
projection = { hex = "0606", lat = 50.0, lon = 6.0, km = 2.6, columns = 11, rows = 11, ground = "clear" }
road_kinds = ["main", "lane"]
place = [
    { name = { en = "Westham", zh = "西村" }, lat = 50.01, lon = 5.905, size = "town" },
    { name = "Eastham", lat = 50.01, lon = 6.095, size = "town" },
]
river = [
    { kind = "river", name = "Flow", points = [[50.3, 6.003], [50.05, 5.998], [49.95, 6.004], [49.7, 6.0]] },
]
road = [
    { kind = "main", via = ["Westham", "Eastham"], crosses = ["Flow"] },
]
[letters]
"." = "clear"
"w" = "woods"
"""


BROOK = (
    "]\nroad",
    '{ kind = "river", name = "Brook", into = "Flow", points = [[50.05, 5.9], [49.97, 6.0]] },\n]\nroad',
)


def land(*changes: tuple[str, str], more: str = "") -> GeographyFile:
    text = LAND
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return datafile.convert(tomllib.loads(text + more), GeographyFile, file="land.toml")


def made(*changes: tuple[str, str], more: str = "") -> Made:
    return make(land(*changes, more=more), file="land.toml")


def found(result: Made) -> list[str]:
    return [str(finding) for finding in result.findings]


def refused(*changes: tuple[str, str], more: str = "") -> str:
    with pytest.raises(RulesetError) as caught:
        made(*changes, more=more)
    return str(caught.value)


def roads(result: Made) -> dict[Hexside, str]:
    graph = result.map.board().graph
    return {Hexside(a, b): facts["road"] for a, b, facts in graph.edges(data=True) if facts["road"]}


def river_sides(result: Made) -> set[Hexside]:
    graph = result.map.board().graph
    return {Hexside(a, b) for a, b, facts in graph.edges(data=True) if facts["river"]}


def hex_of(result: Made, name: str) -> str:
    graph = result.map.board().graph
    return next(str(hex) for hex, facts in graph.nodes(data=True) if facts["place"] == name)


def reachable(result: Made, start: str, *, over: set[Hexside]) -> set[str]:
    """Hexes that can be reached from one without going over some hexsides."""
    board, seen, todo = result.map.board(), {start}, [start]
    while todo:
        here = todo.pop()
        new = [h for h in board.neighbours(here) if h not in seen and Hexside(here, h) not in over]
        seen.update(new)
        todo += new
    return seen


# What is made


def test_a_place_lies_where_its_degrees_say() -> None:
    result = made()
    assert (hex_of(result, "Westham"), hex_of(result, "Eastham")) == ("0306", "0906")
    assert result.findings == () and result.conflicts == ()
    assert result.figures["hexes"] == 121 and result.figures["town places"] == 2


def test_a_river_parts_the_map_corner_to_corner() -> None:
    result = made()
    western = reachable(result, "0306", over=river_sides(result))
    assert "0906" not in western and 50 < len(western) < 70
    assert len(river_sides(result)) == 2 * 11, "zigzag: two hexsides a row, none twice"


def test_a_road_crosses_the_river_that_it_truly_crosses_once() -> None:
    result = made()
    assert len(roads(result)) == 6, "straight from column 3 to column 9"
    assert len(roads(result).keys() & river_sides(result)) == 1
    assert result.figures["bridges"] == 1


@pytest.mark.parametrize(("lon", "bank"), [(5.995, "west"), (6.005, "east")])
def test_a_river_goes_around_the_hex_of_a_place_on_its_true_side(lon: float, bank: str) -> None:
    """Both places lie in the hex through whose middle the river runs."""
    place = f'{{ name = "Ferry", lat = 50.0, lon = {lon}, size = "village" }},\n]\nriver'
    lane = '{ kind = "lane", via = ["Ferry", "Westham"] },\n]\n[letters]'
    result = made(("]\nriver", place), ("]\n[letters]", lane))
    assert hex_of(result, "Ferry") == "0606"
    western = reachable(result, "0306", over=river_sides(result))
    assert ("0606" in western) is (bank == "west")
    assert result.conflicts == ()


def test_a_tributary_ends_in_its_river_and_rises_inland() -> None:
    brook = (
        '{ kind = "river", name = "Brook", into = "Flow", points = [[50.05, 5.9], [49.97, 6.0]] },\n]\nroad'
    )
    result = made(("]\nroad", brook))
    flow, stream = (row for row in result.map.river)
    assert (flow.source, stream.source) == (False, True)
    assert not set(flow.sides.split()) & set(stream.sides.split())
    assert result.map.board(), "the reader of maps accepts its ends"


def test_ground_is_covered_in_the_order_of_the_file() -> None:
    areas = """
[[area]]
terrain = "woods"
polygon = [[50.2, 5.8], [50.2, 5.95], [49.8, 5.95], [49.8, 5.8]]
[[area]]
terrain = "clear"
name = "glade"
at = [[50.01, 5.905]]
[[area]]
terrain = "woods"
band = [[50.0, 6.1], [50.0, 6.2]]
width = 3.2
over = ["clear"]
"""
    terrain = {h: f["terrain"] for h, f in made(more=areas).map.board().graph.nodes(data=True)}
    assert terrain["0106"] == terrain["0407"] == "woods" and terrain["0306"] == "clear"
    assert [terrain[h] for h in ("0706", "0805", "1006", "1106")] == ["clear", "clear", "woods", "woods"]


def test_a_later_road_joins_one_that_is_there() -> None:
    lane = '{ kind = "lane", via = [[50.012, 5.905], [50.012, 6.095]] },\n]\n[letters]'
    apart = made(
        ("]\n[letters]", lane), ('{ kind = "main", via = ["Westham", "Eastham"], crosses = ["Flow"] },', "")
    )
    joined = made(("]\n[letters]", lane))
    assert list(roads(apart).values()).count("lane") >= 6
    assert list(roads(joined).values()).count("lane") < 6, "it keeps to the main road"
    assert list(roads(joined).values()).count("main") == 6


def test_a_road_runs_off_the_map() -> None:
    off = '{ kind = "lane", via = ["Eastham", [50.0, 6.6]] },\n]\n[letters]'
    result = made(("]\n[letters]", off))
    assert Hexside("1006", "1106") in roads(result) or Hexside("1005", "1106") in roads(result)
    assert result.conflicts == ()


def test_a_road_goes_around_a_lake() -> None:
    lake = 'lake = [{ name = "Mere", points = [[50.04, 5.96], [49.96, 5.96]] }]\nroad = ['
    result = made(("road = [", lake))
    shores = {
        Hexside(*side.split("/"))
        for row in result.map.river
        if row.kind == "lake"
        for side in row.sides.split()
    }
    assert len(shores) >= 5 and not shores & roads(result).keys()
    assert result.conflicts == ()


def test_fortified_lines_keep_to_their_bank() -> None:
    line = """
[[fortified]]
kind = "wall"
name = "The Wall"
points = [[50.09, 6.0], [49.91, 6.0]]
river = "Flow"
bank = "{}"
"""
    for bank, west in (("right", True), ("left", False)):
        result = made(more=line.format(bank))
        wall = result.map.feature[0].hexes.split()
        western = reachable(result, "0306", over=river_sides(result))
        assert len(wall) >= 8 and all((hex in western) is west for hex in wall)


def test_boundaries_run_along_hexsides_and_features_stand_in_hexes() -> None:
    more = """
[[boundary]]
kind = "boundary"
name = "North | South"
points = [[50.06, 5.9], [50.06, 6.1]]
[[feature]]
kind = "depot"
name = "A"
at = ["Westham", [50.0, 6.0]]
hexes = "0101"
"""
    graph = made(more=more).map.board().graph
    assert sum("boundary" in facts["lines"] for _, _, facts in graph.edges(data=True)) >= 8
    assert [h for h, facts in graph.nodes(data=True) if facts["features"]] == ["0101", "0306", "0606"]


def test_the_same_file_gives_the_same_map() -> None:
    assert made().map.write() == made().map.write()
    assert datafile.convert(tomllib.loads(made().map.write()), HexMap).board()


def test_pointy_hexes_too() -> None:
    result = made(('id = "land"', 'id = "land"\ntops = "pointy"'))
    assert result.conflicts == () and len(roads(result).keys() & river_sides(result)) == 1
    assert "0906" not in reachable(result, hex_of(result, "Westham"), over=river_sides(result))


def test_a_map_can_be_drawn_before_any_system_plays_on_it() -> None:
    looks = '[looks]\nterrain = { clear = "plain", town = "buildings" }\nroad = { main = "highway" }\n'
    written = land(more=looks)
    scene = scene_of(make(written).map, written.looks)
    assert scene.hex("0306").pattern == "buildings" and scene.hex("0306").name == "Westham"
    assert scene.hex("0101").pattern == "plain" and {path.kind for path in scene.paths} == {"highway"}
    assert sum(edge.kind == "river" for edge in scene.edges) == 22


# What is reported


def test_two_places_in_one_hex_are_named_with_it() -> None:
    place = '{ name = "Double", lat = 50.012, lon = 5.906, size = "village" },\n]\nriver'
    assert found(made(("]\nriver", place))) == [
        "two places: Double and Westham both lie in 0306; Double is left out"
    ]
    moved = '[[correct]]\nwhy = "room for both"\nplace = "Double"\nhex = "0305"\n'
    lane = '{ kind = "lane", via = ["Double", "Westham"] },\n]\n[letters]'
    result = made(("]\nriver", place), ("]\n[letters]", lane), more=moved)
    assert result.findings == () and hex_of(result, "Double") == "0305"


def test_a_place_on_the_wrong_bank_is_reported() -> None:
    """Ferry lies west of the river; the hex it is moved to lies east of it, behind Guard."""
    place = '{ name = "Ferry", lat = 50.0, lon = 5.99, size = "village" },\n]\nriver'
    moved = '[[correct]]\nwhy = "to show it"\nplace = "Ferry"\nhex = "0706"\n'
    lane = '{ kind = "lane", via = ["Ferry", "Eastham"] },\n]\n[letters]'
    guard = '{ name = "Guard", lat = 50.0, lon = 6.004, size = "village" },\n]\nriver'
    gate = '{ kind = "lane", via = ["Guard", "Eastham"] },\n]\n[letters]'
    changes = (("]\nriver", place), ("]\nriver", guard), ("]\n[letters]", lane), ("]\n[letters]", gate))
    assert "wrong bank: Ferry lies on the right bank of the Flow, its hex 0706 on the left" in found(
        made(*changes, more=moved)
    )


def test_a_road_forced_over_a_lake_is_reported() -> None:
    lake = 'lake = [{ name = "Mere", points = [[50.3, 5.96], [49.7, 5.96]] }]\nroad = ['
    assert [text for text in found(made(("road = [", lake))) if text.startswith("lake: ")] == [
        "lake: road 1 (Westham to Eastham), Westham to Eastham: no way but over the lake at 0406|0506"
    ]


def test_a_road_that_should_cross_and_does_not_is_reported() -> None:
    lane = '{ kind = "lane", name = "Dry Lane", via = ["Westham", [50.06, 5.9]], crosses = ["Flow"] },'
    lane += "\n]\n[letters]"
    assert found(made(("]\n[letters]", lane))) == [
        "crossing: road 'Dry Lane' should cross the Flow and does not"
    ]


def test_a_course_that_crosses_itself_is_reported() -> None:
    loop = "[[50.3, 6.0], [50.05, 6.0], [49.95, 6.05], [50.0, 6.05], [49.97, 5.95], [49.7, 6.0]]"
    old = "[[50.3, 6.003], [50.05, 5.998], [49.95, 6.004], [49.7, 6.0]]"
    assert "course: river 'Flow' crosses itself: segments 2 and 4" in found(made((old, loop)))


def test_places_without_a_road_and_roads_apart_are_reported() -> None:
    places = """{ name = "Lonely", lat = 50.08, lon = 6.095, size = "village" },
    { name = "North", lat = 50.1, lon = 5.9, size = "village" },
    { name = "Norther", lat = 50.1, lon = 5.95, size = "village" },\n]\nriver"""
    lane = '{ kind = "lane", via = ["North", "Norther"] },\n]\n[letters]'
    result = made(("]\nriver", places), ("]\n[letters]", lane))
    lonely = hex_of(result, "Lonely")
    assert found(result) == [
        f"roads: no road reaches Lonely ({lonely})",
        "roads: North, Norther: cut off from the other roads",
    ]


def test_courses_off_the_map_are_told() -> None:
    far = '{ kind = "river", name = "Far", points = [[50.6, 6.9], [50.7, 6.9]] },\n]\nroad'
    lane = '{ kind = "lane", via = [[50.6, 6.0], [50.7, 6.0]] },\n]\n[letters]'
    assert found(made(("]\nroad", far), ("]\n[letters]", lane))) == [
        "course: river 'Far' lies off the map",
        "off the map: road 2 ([50.6, 6.0] to [50.7, 6.0]) lies off the map",
    ]


def test_what_lies_off_the_map_is_a_note_and_no_conflict() -> None:
    result = made(("]\nriver", '{ name = "Far", lat = 50.4, lon = 6.0, size = "town" },\n]\nriver'))
    assert result.findings == (Finding("off the map", "Far lies off the map", conflict=False),)
    assert result.conflicts == ()


# Corrections


CORRECTIONS = """
[[correct]]
why = "a wood the band missed"
hex = "0101 0102"
terrain = "woods"
[[correct]]
why = "larger than it looks"
place = "Eastham"
size = "city"
[[correct]]
why = "a dry spring"
river = "Brook"
remove = "{side}"
[[correct]]
why = "a track by the river"
road = "lane"
add = "0306 0305 0304"
[[correct]]
why = "never finished"
road = "main"
remove = "0306 {second}"
[[correct]]
why = "a depot"
feature = "depot"
add = "0101"
"""


def corrections() -> str:
    """Corrections that take away what is there in the plain map."""
    plain = made(BROOK)
    brook = plain.map.river[1].sides.split()
    second = plain.map.road[0].hexes.split()[1]
    return CORRECTIONS.format(side=brook[0], second=second)


def test_corrections_are_made_whenever_the_map_is_made() -> None:
    plain, result = made(BROOK), made(BROOK, more=corrections())
    nodes = result.map.board().graph.nodes
    assert nodes["0101"]["terrain"] == nodes["0102"]["terrain"] == "woods"
    assert nodes["0101"]["features"] == ("depot",) and nodes[hex_of(result, "Eastham")]["size"] == "city"
    assert len(river_sides(plain) - river_sides(result)) == 1
    assert {side for side, kind in roads(result).items() if kind == "lane"} == {
        Hexside("0306", "0305"), Hexside("0305", "0304"),
    }  # fmt: skip
    assert list(roads(result).values()).count("main") == 5
    assert not [text for text in found(result) if text.startswith("correction")]


def test_a_correction_that_changes_nothing_any_more_is_reported() -> None:
    twice = corrections() + corrections()
    reported = [text for text in found(made(BROOK, more=twice)) if text.startswith("correction")]
    assert reported == [
        "correction: correct 7 (a wood the band missed) changes nothing: 0101 is woods anyway",
        "correction: correct 7 (a wood the band missed) changes nothing: 0102 is woods anyway",
        "correction: correct 8 (larger than it looks) changes nothing: Eastham is a city anyway",
        *[text for text in reported if "(a dry spring)" in text],
        "correction: correct 10 (a track by the river) changes nothing: 0306 0305 carries a lane road anyway",
        "correction: correct 10 (a track by the river) changes nothing: 0305 0304 carries a lane road anyway",
        *[text for text in reported if "(never finished)" in text],
        "correction: correct 12 (a depot) changes nothing: 0101 carries depot anyway",
    ]
    assert len(reported) == 8


# What is refused


WHY = '[[correct]]\nwhy = "x"\n'


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            'via = ["Westham", "Eastham"]',
            'via = ["Westham", "Easthan"]',
            "road 1 (Westham to Easthan): there is no place 'Easthan' (did you mean 'Eastham' or 'Westham'?)",
        ),
        (
            'via = ["Westham", "Eastham"]',
            'via = ["Westham"]',
            "road 1 (Westham to Westham): via needs at least 2 places or points, got 1",
        ),
        (
            'kind = "main"',
            'kind = "mian"',
            "road 1 (Westham to Eastham): unknown kind 'mian' (did you mean 'main'",
        ),
        (
            'crosses = ["Flow"]',
            'crosses = ["Flaw"]',
            "road 1 (Westham to Eastham): there is no river 'Flaw' (did you mean 'Flow'?)",
        ),
        (", [49.7, 6.0]]", "]", "river 'Flow': must end off the map or name the river it runs into"),
        ('name = "Flow"', 'name = ""', "river '': name must not be empty"),
        ('name = "Eastham"', 'name = "Westham"', "place 'Westham': is given twice"),
        (
            "lat = 50.01, lon = 5.905",
            "lat = 5.905, lon = 50.01",
            "place 'Westham': [5.905, 50.01] is not near the map: expected [latitude, longitude]",
        ),
        ('hex = "0606"', 'hex = "9906"', "projection: '9906' is not a hex of this board"),
        (
            "columns = 11",
            "columns = 0",
            "projection: columns and rows must be from 1 to 99, km positive, got 0, 11 and 2.6",
        ),
        ("columns = 11", "columns = 1111111", "projection: columns and rows must be from 1 to 99"),
        ("km = 2.6", "km = nan", "projection: columns and rows must be from 1 to 99, km positive, got 11"),
        ("left = 1", "left = 90", "labels: column 100, row 1 has no label in 2 digits each"),
        ("left = 1", "left = -1", "labels.left must be an integer >= 0, got -1"),
        ("lat = 50.01, lon = 5.905", "lat = nan, lon = 5.905", "place 'Westham': [nan, 5.905] is not near"),
        (
            'ground = "clear"',
            'ground = "claer"',
            "projection: ground 'claer' has no letter (did you mean 'clear'?)",
        ),
    ],
)
def test_an_entry_that_makes_no_sense_is_named(old: str, new: str, problem: str) -> None:
    assert refused((old, new)).startswith(f"land.toml: {problem}")


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (
            '[[area]]\nterrain = "wood"\nat = [[50, 6]]\n',
            "area 1: terrain 'wood' has no letter (did you mean 'woods'?)",
        ),
        ('[[area]]\nterrain = "woods"\n', "area 1: needs one of polygon, band and at"),
        (
            '[[area]]\nterrain = "woods"\nband = [[50, 6], [50, 6.1]]\n',
            "area 1: width must be more than 0 km, got 0",
        ),
        (
            '[[area]]\nterrain = "woods"\npolygon = [[50, 6], [50, 6.1]]\n',
            "area 1: needs at least 3 points, got 2",
        ),
        (
            '[[fortified]]\nkind = "wall"\npoints = [[50, 6], [50.1, 6]]\nbank = "left"\n',
            "fortified 1: river and bank go together",
        ),
        ('[[feature]]\nkind = "depot"\n', "feature 1: needs hexes, or places and points to be at"),
        ('[[feature]]\nkind = "depot"\nat = [[50.3, 6.0]]\n', "feature 1: (50.3, 6.0) lies off the map"),
        (WHY + 'hex = "0101"\n', "correct 1 (x): must give hex and terrain; place and hex or size; road"),
        (WHY + 'hex = "0199"\nterrain = "woods"\n', "correct 1 (x): '0199' is not a hex"),
        (WHY + 'hex = "0101"\nterrain = "wood"\n', "correct 1 (x): terrain 'wood' has no letter"),
        (WHY + 'road = "main"\nadd = "0101 0103"\n', "correct 1 (x): 0101 and 0103 are not adjacent"),
        (WHY + 'road = "rail"\nadd = "0101 0102"\n', "correct 1 (x): unknown kind 'rail'"),
        (WHY + 'river = "Flow"\nadd = "0101-0102"\n', "correct 1 (x): expected hexsides such as"),
        (WHY + 'river = "Flow"\nadd = "0101/0102"\n', "river 'Flow': ends in the middle of the land"),
    ],
)
def test_ground_and_corrections_that_make_no_sense_are_named(more: str, problem: str) -> None:
    assert refused(more=more).startswith(f"land.toml: {problem}")


def test_a_file_is_read_with_the_place_of_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "land.toml"
    path.write_text(LAND.replace('via = ["Westham", "Eastham"]', "via = [1]"), encoding="utf-8")
    with pytest.raises(RulesetError, match=r"land.toml: road\[0\]\.via\[0\] must be a text or a list, got 1"):
        read(path)
