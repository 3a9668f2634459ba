"""The SVG picture: everything in its place, once, readable without colour, safe and the same every time."""

from __future__ import annotations

import math
import re
from collections import Counter as Tally
from itertools import pairwise
from xml.etree import ElementTree

import msgspec
import pytest
from tests.core.test_scene import UNITS, sample

from grognard.scene import (
    ICONS,
    PATTERNS,
    SHAPES,
    SYMBOLS,
    Counter,
    EdgeArt,
    Feature,
    Gauge,
    HexArt,
    Overlay,
    PathArt,
    Pattern,
    Scene,
    SideArt,
    render_svg,
)
from grognard.scene.counters import dressed_sides
from grognard.scene.geometry import Plan
from grognard.scene.patterns import SIDE

NS = "{http://www.w3.org/2000/svg}"
NUMBER = r"-?\d+(?:\.\d+)?"


def tree(scene: Scene) -> ElementTree.Element:
    return ElementTree.fromstring(render_svg(scene))


def marked(scene: Scene, key: str) -> dict[str, ElementTree.Element]:
    """Elements by the value of a data attribute; each value may stand once only."""
    found = [(element.get(key, ""), element) for element in tree(scene).iter() if element.get(key)]
    assert max(Tally(name for name, _ in found).values(), default=1) == 1
    return dict(found)


def spot(element: ElementTree.Element) -> tuple[float, float]:
    shift = re.match(rf"translate\(({NUMBER}) ({NUMBER})\)", element.get("transform", ""))
    assert shift is not None
    return float(shift[1]), float(shift[2])


def inside_hex(orientation: str, x: float, y: float) -> bool:
    """Whether a place about the centre of a hex of side 36 is in it."""
    turn = 0 if orientation == "pointy" else 30
    return all(
        x * math.cos(math.radians(60 * n + turn)) + y * math.sin(math.radians(60 * n + turn))
        <= SIDE * math.sqrt(3) / 2 + 1e-6
        for n in range(6)
    )


def colourless(drawing: str) -> str:
    return re.sub(r' (fill|stroke|opacity)="[^"]*"', "", drawing)


def test_every_hex_is_drawn_once_and_at_its_place() -> None:
    drawn = marked(sample(), "data-hex")
    assert len(drawn) == 113
    wide = SIDE * math.sqrt(3)
    for label, element in drawn.items():
        row = 9 - int(label[1:])
        shift = 0.5 if row % 2 == 0 else 1.0
        assert float(element.get("x", "")) == pytest.approx(
            wide * (ord(label[0].lower()) - 97 + shift), abs=0.01
        )
        assert float(element.get("y", "")) == pytest.approx(SIDE * (1 + 1.5 * row), abs=0.01)


def test_flat_columns_are_shifted_by_half_a_hex() -> None:
    hexes = (HexArt("A1", 0, 1), HexArt("B0", 1, 0), HexArt("B1", 1, 1), HexArt("C1", 2, 0))
    at = {
        label: (float(e.get("x", "")), float(e.get("y", "")))
        for label, e in marked(Scene("flat", hexes), "data-hex").items()
    }
    tall = SIDE * math.sqrt(3)
    assert at["B0"][1] == pytest.approx(at["A1"][1] - tall / 2, abs=0.01)
    assert at["B1"][1] == pytest.approx(at["A1"][1] + tall / 2, abs=0.01)
    assert at["C1"] == pytest.approx((at["A1"][0] + 3 * SIDE, at["A1"][1]), abs=0.01)


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_the_picture_is_large_enough_for_its_board(orientation: str) -> None:
    hexes = tuple(HexArt(f"{q}.{r}", q, r) for q in range(-3, 12) for r in range(-4, 5))
    scene = Scene(orientation, hexes)  # type: ignore[arg-type]  # a parameter
    plan = Plan(scene, SIDE)
    corners = [plan.corner(art, n) for art in hexes for n in range(6)]
    assert min(x for x, _ in corners) == pytest.approx(0, abs=1e-6)
    assert min(y for _, y in corners) == pytest.approx(0, abs=1e-6)
    assert max(x for x, _ in corners) == pytest.approx(plan.width)
    assert max(y for _, y in corners) == pytest.approx(plan.height)
    root = tree(scene)
    assert float(root.get("width", "")) >= plan.width
    assert float(root.get("height", "")) >= plan.height


def test_every_counter_lies_in_its_hex() -> None:
    scene = sample()
    plan, drawn = Plan(scene, SIDE), marked(scene, "data-counter")
    assert len(drawn) == len(UNITS)
    for number, (_, _, label, _) in enumerate(UNITS):
        element = drawn[f"u{number}"]
        assert element.get("data-at") == label
        (x, y), (cx, cy) = spot(element), plan.centre(label)
        assert inside_hex("pointy", x - cx, y - cy)


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_a_counter_of_any_shape_fits_its_hex(orientation: str, shape: str) -> None:
    scene = Scene(
        orientation,  # type: ignore[arg-type]  # a parameter
        (HexArt("A1", 0, 0),),
        counters=(Counter("u", "A1", "red", "infantry"),),
        sides=(SideArt("red", shape=shape),),
    )
    element = marked(scene, "data-counter")["u"]
    (x, y), (cx, cy) = spot(element), Plan(scene, SIDE).centre("A1")
    scale = float(re.findall(rf"scale\(({NUMBER})\)", element.get("transform", ""))[0])
    assert all(inside_hex(orientation, x - cx + px * scale, y - cy + py * scale) for px, py in SHAPES[shape])


def test_the_counters_of_a_tall_stack_have_their_centres_in_the_hex_and_the_top_one_is_drawn_last() -> None:
    stack = tuple(Counter(f"u{n}", "A1", "red", "infantry", order=n) for n in range(9))
    scene = Scene("flat", (HexArt("A1", 0, 0),), counters=stack)
    drawn = marked(scene, "data-counter")
    cx, cy = Plan(scene, SIDE).centre("A1")
    assert list(drawn) == [f"u{n}" for n in range(9)]
    assert all(inside_hex("flat", x - cx, y - cy) for x, y in map(spot, drawn.values()))
    assert "9×" in "".join(drawn["u8"].itertext())


def test_lost_figures_are_hollow() -> None:
    def filled(pips: int) -> int:
        scene = Scene(
            "flat",
            (HexArt("A1", 0, 0),),
            counters=(Counter("u", "A1", "red", "infantry", pips=pips, full=4),),
        )
        ink = dressed_sides(scene)["red"].ink
        return sum(e.get("fill") == ink for e in marked(scene, "data-counter")["u"].iter(f"{NS}circle"))

    assert [filled(pips) for pips in range(5)] == [0, 1, 2, 3, 4]


def test_values_and_states_are_printed() -> None:
    counter = Counter("u", "A1", "red", "gun", values=("4", "6", "7"), state=("broken", "active"), badge="HQ")
    words = "".join(
        marked(Scene("flat", (HexArt("A1", 0, 0),), counters=(counter,)), "data-counter")["u"].itertext()
    )
    assert all(part in words for part in ("4-6-7", "brok", "HQ"))
    assert "acti" not in words


def test_a_stack_says_that_something_suppressed_lies_in_it() -> None:
    low = Counter("a", "A1", "red", "infantry", state=("suppressed",), order=0)
    top = Counter("b", "A1", "red", "infantry", order=1)
    hexes, tag = (HexArt("A1", 0, 0),), "M-22 17L-18 9"
    assert tag in render_svg(Scene("flat", hexes, counters=(low, top)))
    assert tag not in render_svg(Scene("flat", hexes, counters=(msgspec.structs.replace(low, state=()), top)))
    over = msgspec.structs.replace(low, order=2)
    assert tag not in render_svg(Scene("flat", hexes, counters=(top, over))), "seen on the top one"


def test_figures_of_spent_counters_stay_dark_on_pale() -> None:
    side = SideArt("red", fill="#101010", ink="#ffffff")
    counter = Counter("a", "A1", "red", "infantry", values=("4-4-7",), state=("spent",))
    picture = render_svg(Scene("flat", (HexArt("A1", 0, 0),), counters=(counter,), sides=(side,)))
    assert 'fill="#7f7c73"' in picture and re.search(r'fill="#2a261f"[^>]*>4-4-7<', picture)
    assert picture.index("M18 8V16H10Z") < picture.index(">4-4-7<"), "above the folded corner"


def test_place_names_lie_above_counters() -> None:
    counter = Counter("a", "A1", "red", "infantry")
    picture = render_svg(Scene("flat", (HexArt("A1", 0, 0, name="Clervaux"),), counters=(counter,)))
    assert picture.index("data-counter") < picture.index(">Clervaux<")


def test_the_same_scene_gives_the_same_bytes() -> None:
    assert render_svg(sample()) == render_svg(sample())


def test_ids_of_different_scenes_never_meet() -> None:
    def ids(scene: Scene) -> set[str]:
        return {element.get("id", "") for element in tree(scene).iter() if element.get("id")}

    assert ids(sample()).isdisjoint(ids(sample(title="Another")))


def test_the_picture_stands_alone() -> None:
    picture = render_svg(sample())
    assert not re.search(r"<script|<image|<foreignObject|<style|@import|url\(|\bon\w+=", picture)
    assert picture.count("http") == 1  # the namespace
    root = ElementTree.fromstring(picture)
    ids = {element.get("id") for element in root.iter()}
    used = {element.get("href", "")[1:] for element in root.iter(f"{NS}use")}
    assert used <= ids


def test_words_of_any_kind_arrive_unharmed() -> None:
    nasty = "<b>\"5\" & '6'</b> \x00\x08 中文"
    scene = Scene(
        "flat",
        (
            HexArt(
                nasty,
                0,
                0,
                nasty,
                nasty,
                name=nasty,
                features=(Feature(nasty, tooltip=nasty),),
                tooltip=nasty,
            ),
        ),
        counters=(
            Counter(nasty, nasty, nasty, nasty, values=(nasty,), state=(nasty,), badge=nasty, tooltip=nasty),
        ),
        overlays=(Overlay(nasty, nasty, (nasty,), labels=((nasty, nasty),), title=nasty),),
        gauges=(Gauge(nasty, nasty, 3),),
        title=nasty,
        caption=nasty,
    )
    clean = "<b>\"5\" & '6'</b>  中文"
    titles = [element.text for element in tree(scene).iter(f"{NS}title")]
    assert titles == [clean] * 4


def test_hexes_without_a_tooltip_say_what_they_are() -> None:
    scene = Scene("flat", (HexArt("A1", 0, 0, "forest", "woods", name="Elsenborn"),))
    title = marked(scene, "data-hex")["A1"].find(f"{NS}title")
    assert title is not None
    assert title.text == "A1 · Elsenborn · forest"


@pytest.mark.parametrize(
    "drawings",
    [
        {key: art.draw(0) for key, art in PATTERNS.items()},
        {key: icon.draw("#ffffff") for key, icon in ICONS.items()},
        {key: symbol.drawing for key, symbol in SYMBOLS.items()},
    ],
    ids=["patterns", "icons", "symbols"],
)
def test_no_two_drawings_differ_in_colour_alone(drawings: dict[str, str]) -> None:
    shapes = Tally(colourless(drawing) for drawing in drawings.values())
    assert max(shapes.values()) == 1
    assert "" not in shapes
    for drawing in drawings.values():
        ElementTree.fromstring(f"<g>{drawing}</g>")


def test_variants_of_a_pattern_are_shared_out_over_the_board() -> None:
    hexes = tuple(HexArt(f"{q}.{r}", q, r, pattern="woods") for q in range(6) for r in range(6))
    root = tree(Scene("pointy", hexes))
    used = Tally(e.get("href") for e in root.iter(f"{NS}use") if e.get("data-pattern"))
    assert len(used) == PATTERNS["woods"].variants
    assert sum(used.values()) == 36


def luminance(colour: str) -> float:
    shares = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_sides_differ_in_lightness_and_outline_and_their_figures_can_be_read() -> None:
    sides = list(dressed_sides(Scene("flat", (), sides=tuple(SideArt(key) for key in "abcd"))).values())
    assert len({side.shape for side in sides}) == 4
    assert contrast(sides[0].fill, sides[1].fill) > 3
    assert all(contrast(side.fill, side.ink) > 4.5 for side in sides)


def test_a_plugin_may_dress_its_sides_and_patterns() -> None:
    scene = Scene(
        "flat",
        (HexArt("A1", 0, 0, pattern="fir"),),
        counters=(Counter("u", "A1", "red", "infantry"),),
        sides=(SideArt("red", fill="#123456", ink="#ffffff"),),
        patterns=(Pattern("fir", "woods", fill="#c8d6a5"),),
    )
    picture = render_svg(scene)
    assert "#123456" in picture
    assert PATTERNS["woods"].draw(0) in picture


def test_names_without_a_drawing_are_lettered() -> None:
    scene = Scene(
        "flat",
        (HexArt("A1", 0, 0, pattern="volcano", features=(Feature("geyser"),)),),
        counters=(Counter("u", "A1", "red", "zeppelin"),),
    )
    words = {element.text for element in tree(scene).iter(f"{NS}text")}
    assert {"VOL", "GE", "ZEP"} <= words


def ends(scene: Scene) -> dict[str, list[tuple[float, float]]]:
    """Where the water of each river hex leaves it."""
    from grognard.scene.lines import _river_ways, _winding

    plan = Plan(scene, SIDE)
    found = {}
    for art in scene.hexes:
        if art.pattern == "river":
            numbers = [
                float(n) for n in re.findall(NUMBER, _winding(plan, art, _river_ways(scene, plan, art)))
            ]
            places = list(zip(numbers[::2], numbers[1::2], strict=True))
            found[art.label] = [places[0], places[-1]]
    return found


def test_a_river_runs_unbroken_from_hex_to_hex_and_off_the_map() -> None:
    scene = sample()
    left = ends(scene)
    course = ["F9", "e8", "E7", "d6", "D5", "c4", "C3"]
    assert sorted(left) == sorted(course)
    for here, there in pairwise(course):
        assert set(left[here]) & set(left[there]), f"the river is cut between {here} and {there}"
    source = min(left["F9"], key=lambda place: place[1])
    assert source[1] < Plan(scene, SIDE).centre("F9")[1] - 25


def test_a_bridge_lies_across_its_river() -> None:
    scene = sample()
    bridge = next(e for e in tree(scene).iter() if e.get("data-feature") == "bridge")
    turn = float(re.findall(rf"rotate\(({NUMBER})\)", bridge.get("transform", ""))[0])
    # From e8 over E7 to d6 the water runs at 120 degrees, so the deck lies at 30.
    assert turn % 180 == pytest.approx(30, abs=1)


def test_a_bridge_looks_where_it_is_told() -> None:
    scene = Scene("flat", (HexArt("A1", 0, 0, features=(Feature("bridge", facing=2),)),))
    bridge = next(e for e in tree(scene).iter() if e.get("data-feature") == "bridge")
    assert "rotate(150)" in bridge.get("transform", "")


def bands(scene: Scene) -> int:
    from grognard.scene.ground import relief

    drawn = re.search(r' d="([^"]*)"', relief(scene, Plan(scene, SIDE)))
    return drawn[1].count("Z") if drawn else 0


def test_high_ground_is_ringed_where_it_falls_away_and_only_there() -> None:
    def ground(**high: int) -> Scene:
        cells = ((q, r) for q in range(-2, 4) for r in range(-2, 3))
        return Scene(
            "flat", tuple(HexArt(f"h{q}{r}", q, r, elevation=high.get(f"h{q}{r}", 0)) for q, r in cells)
        )

    assert bands(ground()) == 0
    assert bands(ground(h00=1)) == 6
    assert bands(ground(h00=1, h10=1)) == 10
    assert bands(ground(h00=2, h10=1)) == 6 + 5
    assert bands(ground(h00=-1)) == 6


def test_a_road_joins_the_centres_it_names() -> None:
    hexes = tuple(HexArt(f"A{n}", n, 0) for n in range(3))
    root = tree(Scene("pointy", hexes, paths=(PathArt("road", ("A0", "A1", "A2")),)))
    road = next(e for e in root.iter() if e.get("data-path") == "road")
    d = road[0].get("d", "")
    plan = Plan(Scene("pointy", hexes), SIDE)
    for label in ("A0", "A1", "A2"):
        x, y = plan.centre(label)
        assert f"{x:.2f}".rstrip("0").rstrip(".") in d
        assert f"{y:g}" in d


def test_a_wall_lies_on_the_hexside_between_its_hexes() -> None:
    scene = sample()
    plan = Plan(scene, SIDE)
    wall = marked(scene, "data-edge")["G5 H5"]
    x1, y1, x2, y2 = (float(n) for n in re.findall(NUMBER, wall.findall(f"{NS}path")[0].get("d", "")))
    (ax, ay), (bx, by) = plan.centre("G5"), plan.centre("H5")
    assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx(((ax + bx) / 2, (ay + by) / 2), abs=0.02)
    assert math.hypot(x2 - x1, y2 - y1) == pytest.approx(SIDE, abs=0.02)


def test_a_bridge_over_a_hexside_lies_across_it() -> None:
    scene = Scene(
        "flat", (HexArt("A1", 0, 0), HexArt("A2", 0, 1)), edges=(EdgeArt("A1", "A2", "blown-bridge"),)
    )
    plan = Plan(scene, SIDE)
    bridge = marked(scene, "data-edge")["A1 A2"]
    x1, y1, x2, y2 = (float(n) for n in re.findall(NUMBER, bridge.findall(f"{NS}path")[0].get("d", "")))
    (ax, ay), (bx, by) = plan.centre("A1"), plan.centre("A2")
    assert x1 == x2 == ax == bx
    assert ay < y1 < (ay + by) / 2 < y2 < by


def test_names_of_hexsides_are_printed_along_them_the_right_way_up() -> None:
    around = {"SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0), "N": (0, -1), "NE": (1, -1)}
    hexes = (HexArt("M", 0, 0), *(HexArt(label, q, r) for label, (q, r) in around.items()))
    edges = tuple(EdgeArt("M", label, "river", name=f"by {label}") for label in around)
    scene = Scene("flat", hexes, edges=edges)
    turns = {}
    for group in tree(scene).iter(f"{NS}g"):
        words = [child.text or "" for child in group.findall(f"{NS}text")]
        if words and words[0].startswith("by "):
            turn = re.match(rf"rotate\(({NUMBER}) ", group.get("transform", ""))
            assert turn is not None
            turns[words[0][3:]] = float(turn[1])
    assert turns == {"SE": -60, "S": 0, "SW": 60, "NW": -60, "N": 0, "NE": 60}


def test_overlays_mark_their_hexes_and_carry_their_labels() -> None:
    scene = sample()
    root = tree(scene)
    plan = Plan(scene, SIDE)
    marks = [e for e in root.iter() if e.get("data-overlay") == "moves"]
    for element, label in zip(marks, ("E5", "F5"), strict=True):
        numbers = [float(n) for n in re.findall(NUMBER, element[0].get("d", ""))]
        middle = (sum(numbers[::2]) / 6, sum(numbers[1::2]) / 6)
        assert middle == pytest.approx(plan.centre(label), abs=0.02)
    words = [element.text for element in root.iter(f"{NS}text")]
    assert words.count("2") == 1
    assert words.count("Where it may go") == 1


def test_the_legend_lists_what_is_on_the_table_only() -> None:
    words = [element.text for element in tree(sample()).iter(f"{NS}text")]
    assert all(
        words.count(entry) == 1 for entry in ("Forest", "Armour", "Wire", "Stone wall", "Road", "Red", "Blue")
    )
    assert "Desert" not in words


def test_a_gauge_shows_as_many_stars_as_there_are_to_win() -> None:
    def stars(gauge: Gauge) -> tuple[int, int]:
        from grognard.scene.surround import header

        drawing = header(Scene("flat", (), gauges=(gauge,)), 500)[0]
        return drawing.count('fill="#e9b32f"'), drawing.count('stroke="#6b5518"')

    assert stars(Gauge("red", "points", 2, 5)) == (2, 5)
    assert stars(Gauge("red", "points", 7, 30)) == (0, 0)


def test_a_picture_grows_with_its_board_and_no_faster() -> None:
    def size(columns: int) -> int:
        hexes = tuple(
            HexArt(f"E{q:02}{r:02}", q, r - q // 2, "open") for q in range(columns) for r in range(40)
        )
        return len(render_svg(Scene("flat", hexes)))

    assert size(64) < 1_500_000
    assert size(64) / size(32) < 2.1


def test_an_empty_scene_is_still_a_picture() -> None:
    assert tree(Scene("pointy", ())).tag == f"{NS}svg"
