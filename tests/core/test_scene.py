"""Scenes: what they refuse, what they find, and the sample that the renderers' tests draw."""

from __future__ import annotations

import msgspec
import pytest

from grognard.scene import (
    Counter,
    Divider,
    EdgeArt,
    Feature,
    Gauge,
    HexArt,
    LegendEntry,
    Overlay,
    PathArt,
    Scene,
    SideArt,
)

# . open  w woods  t town  h hill  ~ river  = river with a bridge  # hedge  s sand  o sea
SAMPLE = """
    . . . t . ~ w w . . . . .
     . . . . ~ . w . . h h .
    . . t . = . . . . . h . .
     . . . ~ . . . . # . . .
    . w . ~ . . . . # . . . .
     . w ~ . . . t . . . . .
    s s ~ . . . t . . . w w s
     o s s s . . . s s s s o
    o o o s s s s s s o o o o
"""
TERRAIN = {
    ".": ("open", "plain"),
    "w": ("forest", "woods"),
    "t": ("town", "buildings"),
    "h": ("ridge", "hill"),
    "~": ("canal", "river"),
    "=": ("canal", "river"),
    "#": ("bocage", "hedge"),
    "s": ("beach", "sand"),
    "o": ("sea", "water"),
}
UNITS = (
    ("blue", "infantry", "C7", 4),
    ("blue", "infantry", "f8", 3),
    ("blue", "artillery", "j8", 2),
    ("red", "infantry", "E3", 4),
    ("red", "infantry", "e2", 1),
    ("red", "armor", "H3", 3),
)
WORKS = {"D7": "wire", "E7": "bridge", "f8": "sandbags", "C7": "bunker", "g4": "hedgehog"}


def board() -> tuple[HexArt, ...]:
    """The thirteen by nine board drawn above; even rows have thirteen hexes, odd rows twelve."""
    hexes = []
    for row, line in enumerate(SAMPLE.split("\n")[1:10]):
        for number, sign in enumerate(line.split()):
            label = f"{chr((97 if row % 2 else 65) + number)}{9 - row}"
            terrain, pattern = TERRAIN[sign]
            features = (Feature(WORKS[label], side="blue"),) if label in WORKS else ()
            hexes.append(HexArt(label, number - row // 2, row, terrain, pattern, features=features))
    return tuple(hexes)


def sample(**changes: object) -> Scene:
    """A whole scene with a bit of everything."""
    counters = tuple(
        Counter(f"u{n}", label, side, symbol, pips=pips, full=4, tooltip=f"{side} {symbol} <{pips} & more>")
        for n, (side, symbol, label, pips) in enumerate(UNITS)
    )
    scene = Scene(
        "pointy",
        board(),
        edges=(EdgeArt("G5", "H5", "wall"),),
        paths=(PathArt("road", ("A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7")),),
        dividers=(Divider(((4.2, -0.6), (-0.2, 8.6))),),
        counters=counters,
        overlays=(Overlay("moves", "legal", ("E5", "F5"), labels=(("F5", "2"),), title="Where it may go"),),
        sides=(SideArt("red", "Red"), SideArt("blue", "Blue")),
        gauges=(Gauge("red", "points", 2, 5),),
        legend=(
            LegendEntry("terrain", "forest", "Forest"),
            LegendEntry("terrain", "desert", "Desert"),
            LegendEntry("symbol", "armor", "Armour"),
            LegendEntry("feature", "wire", "Wire"),
            LegendEntry("edge", "wall", "Stone wall"),
            LegendEntry("path", "road", "Road"),
        ),
        title="The canal & the <beach>",
        caption="A sample.",
    )
    return msgspec.structs.replace(scene, **changes)


def test_a_scene_says_everything_that_is_wrong_with_it() -> None:
    hexes = (HexArt("A1", 0, 0), HexArt("A1", 1, 0), HexArt("B1", 0, 0), HexArt("C1", 5, 5))
    with pytest.raises(ValueError, match=r"^scene: ") as refused:
        Scene(
            "pointy",
            hexes,
            edges=(EdgeArt("A1", "C1", "wall"), EdgeArt("A1", "Q9", "hedge")),
            paths=(PathArt("road", ("A1", "Q8")),),
            counters=(Counter("u1", "Q7", "red", "infantry"),),
            overlays=(Overlay("sight", lines=(("A1", "Q6"),), labels=(("Q5", "x"),)),),
        )
    words = str(refused.value)
    for part in (
        "hex 'A1' is drawn 2 times",
        "2 hexes lie at q=0, r=0",
        "wall lies between 'A1' and 'C1', which are not neighbours",
        "hedge lies along unknown hex 'Q9'",
        "road runs through unknown hex 'Q8'",
        "counter 'u1' stands in unknown hex 'Q7'",
        "overlay 'sight' marks unknown hex 'Q6'",
        "overlay 'sight' marks unknown hex 'Q5'",
    ):
        assert part in words


def test_a_scene_without_an_orientation_is_refused() -> None:
    with pytest.raises(ValueError, match=r"orientation must be 'pointy' or 'flat', got 'round'"):
        Scene("round", (HexArt("A1", 0, 0),))  # type: ignore[arg-type]  # wrong on purpose


def test_the_highest_order_lies_on_top_of_a_stack() -> None:
    stack = (Counter("tank", "A1", "red", "armor", order=5), Counter("men", "A1", "red", "infantry", order=1))
    scene = Scene("flat", (HexArt("A1", 0, 0),), counters=stack)
    assert [counter.id for counter in scene.stacks()["A1"]] == ["men", "tank"]


def test_a_part_of_a_scene_keeps_what_lies_in_it_and_nothing_else() -> None:
    part = sample().around("E7", 1)
    assert {art.label for art in part.hexes} == {"E7", "D7", "F7", "d8", "e8", "d6", "e6"}
    assert [way.hexes for way in part.paths] == [("D7", "E7", "F7")]
    assert part.edges == ()
    assert part.counters == ()
    assert part.overlays[0].hexes == part.overlays[0].labels == ()


def test_a_road_that_leaves_a_part_and_comes_back_is_two_roads() -> None:
    hexes = tuple(HexArt(f"A{n}", n, 0) for n in range(1, 7))
    scene = Scene("pointy", hexes, paths=(PathArt("road", tuple(art.label for art in hexes)),))
    part = scene.crop(["A1", "A2", "A4", "A5", "A6"])
    assert [way.hexes for way in part.paths] == [("A1", "A2"), ("A4", "A5", "A6")]


def test_a_scene_survives_the_wire() -> None:
    scene = sample()
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def test_a_scene_shows_itself_in_notebooks() -> None:
    assert sample()._repr_svg_().startswith("<svg ")
    assert repr(sample()) == "<Scene 'The canal & the <beach>': 113 hexes, 6 counters, 1 overlays>"
