"""Line of sight [M44-base-los] and what each kind of terrain does to it."""

from __future__ import annotations

import pytest
from tests.plugins.memoir44.drawing import Table, draw

from grognard.sight import line
from grognard_memoir44.lookout import look


def proof(table: Table, a: str, b: str) -> tuple[str, ...]:
    """What infantry in ``a`` is told about its view of ``b``, step by step."""
    return look(table.rules, table.position, a, b, "infantry", "en").proof


@pytest.mark.rule("M44-base-los.1")
@pytest.mark.parametrize(("kind", "fires"), [("infantry", False), ("armor", False), ("artillery", True)])
def test_infantry_and_armor_must_see_their_target(kind: str, fires: bool) -> None:
    table = Table({f"allies {kind}": "D5", "axis infantry": "F5"}, {"forest": "E5"})
    assert (table.dice("D5", "F5") > 0) == fires
    assert table.target_refused("D5", "F5") == (set() if fires else {"M44-terrain-forest.4"})


@pytest.mark.rule("M44-base-los.2")
def test_the_line_runs_from_center_to_center() -> None:
    units = {"allies infantry": "D5", "axis infantry": "e2"}
    assert line(Table(units).field.board, "D5", "e2").through == ("d4", "E3"), "what the ruler touches"
    for between in ("d4", "E3"):
        assert not Table(units, {"town": between}).sees("D5", "e2")
    for beside in ("e4", "D3", "c4", "F3", "d2"):
        assert Table(units, {"town": beside}).sees("D5", "e2")


@pytest.mark.rule("M44-base-los.3")
@pytest.mark.parametrize("between", ["axis infantry", "allies infantry", "allies artillery"])
def test_any_unit_in_a_hex_between_blocks(between: str) -> None:
    units = {"allies armor": "D5", "axis armor": "F5"}
    assert Table(units).sees("D5", "F5")
    table = Table({**units, between: "E5"})
    assert not table.sees("D5", "F5")
    assert table.blocks("D5", "F5") == {"M44-base-los.3"}


@pytest.mark.rule("M44-base-los.4")
def test_the_hexes_at_the_ends_never_block() -> None:
    units = {"allies infantry": "D5", "axis infantry": "F5"}
    assert Table(units, {"forest": "D5 F5"}).sees("D5", "F5")
    assert Table(units, {"town": "D5", "church": "F5"}).sees("D5", "F5")
    assert Table({"allies infantry": "D5", "axis infantry": "E5"}, {"mountain": "D5", "hill": "E5"}).sees(
        "D5", "E5"
    )
    assert any("[M44-base-los.4]" in step for step in proof(Table(units), "D5", "E5"))


@pytest.mark.rule("M44-base-los.5")
def test_along_a_hexside_both_sides_must_block() -> None:
    clear = draw(
        """
          .I
        .   c
          .i
        """,
        corner="d6",
    )
    assert clear.sees("d4", "d6")
    assert "[M44-base-los.5]" in proof(clear, "d4", "d6")[-1]
    closed = draw(
        """
          .I
        .i  c
          .i
        """,
        corner="d6",
    )
    assert not closed.sees("d4", "d6"), "a church on one side and a friend on the other"
    assert closed.blocks("d4", "d6") == {"M44-base-los.5", "M44-terrain-church.6"}


@pytest.mark.rule("M44-base-los.6")
@pytest.mark.parametrize(("reading", "sees"), [("whole_line", False), ("each_side", True)])
def test_blocks_on_alternate_sides(reading: str, sees: bool) -> None:
    picture = """
        .I
          f
        .
      f
        .i
    """
    table = draw(picture, corner="E9", options={"los_sides": reading})
    assert line(table.field.board, "E5", "E9").along == (("d6", "e6"), ("d8", "e8"))
    assert table.sees("E5", "E9") == sees
    # two blocks on the same side leave the other one open, in both readings
    assert Table({"allies infantry": "E5"}, {"forest": "d6 d8"}, options={"los_sides": reading}).sees(
        "E5", "E9"
    )


@pytest.mark.rule("M44-base-los.7")
def test_a_corner_does_not_block() -> None:
    units = {"allies infantry": "C5", "axis infantry": "g6"}
    met = {crossing.kind: crossing.hexes for crossing in line(Table(units).field.board, "C5", "g6").crossings}
    assert met["corner"] == ("F5",)
    assert Table(units, {"forest": "d6 F5"}).sees("C5", "g6"), "both hexes only touched at a corner"
    assert "[M44-base-los.7]" in " ".join(s for s in proof(Table(units), "C5", "g6") if "F5" in s)
    assert not Table(units, {"forest": "e6"}).sees("C5", "g6")


@pytest.mark.rule("M44-base-los.8")
def test_a_hill_against_lower_ground() -> None:
    picture = """
        hI  hI  .
          h   h
            .i
    """
    table = draw(picture, corner="D7")
    assert table.sees("E5", "d6"), "the front row is seen from below"
    assert not table.sees("E5", "D7"), "the second row is hidden"
    assert "M44-terrain-hill.3" in table.blocks("E5", "D7")
    assert not Table({"allies infantry": "D5", "axis infantry": "F5"}, {"hill": "E5"}).sees("D5", "F5")


@pytest.mark.rule("M44-base-los.9")
@pytest.mark.parametrize(
    ("between", "sees"), [({}, True), ({"forest": "E5"}, False), ({"town": "E5"}, False)]
)
def test_on_the_same_hill(between: dict[str, str], sees: bool) -> None:
    # the hill hangs together round the hex on the line
    hill = "D5 F5 d6 E7 e6" if between else "D5 E5 F5"
    table = Table({"allies infantry": "D5", "axis infantry": "F5"}, {"hill": hill, **between})
    assert table.sees("D5", "F5") == sees


@pytest.mark.rule("M44-base-los.10")
def test_a_hill_between_two_hills_must_touch_both() -> None:
    units = {"allies infantry": "D5", "axis infantry": "G5"}
    assert Table(units, {"hill": "D5 E5 F5 G5"}).sees("D5", "G5")
    assert not Table(units, {"hill": "D5 E5 G5"}).sees("D5", "G5"), "contiguous with one of them only"
    assert not Table(units, {"hill": "D5 F5 G5"}).sees("D5", "G5")


@pytest.mark.rule("M44-base-los.11")
def test_two_separate_hills_see_each_other() -> None:
    units = {"allies infantry": "D5", "axis infantry": "G5"}
    assert Table(units, {"hill": "D5 C5 G5 H5"}).sees("D5", "G5")
    assert not Table({**units, "axis armor": "E5"}, {"hill": "D5 C5 G5 H5"}).sees("D5", "G5")


@pytest.mark.rule(
    "M44-terrain-forest.4", "M44-terrain-town.5", "M44-terrain-church.6", "M44-terrain-hedgerow.6",
    "M44-terrain-bunker.7", "M44-terrain-hill.3", "M44-terrain-steep-hill.5", "M44-terrain-mountain.5",
    "M44-terrain-cliff-sea-bluff.7",
)  # fmt: skip
@pytest.mark.parametrize(
    ("terrain", "cite"),
    [
        ("forest", "M44-terrain-forest.4"),
        ("town", "M44-terrain-town.5"),
        ("church", "M44-terrain-church.6"),
        ("hedgerow", "M44-terrain-hedgerow.6"),
        ("bunker", "M44-terrain-bunker.7"),
        ("hill", "M44-terrain-hill.3"),
        ("steep_hill", "M44-terrain-steep-hill.5"),
        ("mountain", "M44-terrain-mountain.5"),
        ("cliff", "M44-terrain-cliff-sea-bluff.7"),
        ("sea_bluff", "M44-terrain-cliff-sea-bluff.7"),
    ],
)
def test_terrain_that_blocks(terrain: str, cite: str) -> None:
    owners = {"bunker": "axis"} if terrain == "bunker" else {}
    table = Table({"allies armor": "D5", "axis infantry": "F5"}, {terrain: "E5"}, owners=owners)
    assert not table.sees("D5", "F5")
    assert table.target_refused("D5", "F5") == {cite}


@pytest.mark.rule(
    "M44-terrain-beach.4", "M44-terrain-ocean.4", "M44-terrain-river.2", "M44-terrain-bridge.3",
    "M44-terrain-wire.5", "M44-terrain-sandbag.4", "M44-terrain-hedgehog.5", "M44-terrain-sea-wall.5",
)  # fmt: skip
@pytest.mark.parametrize(
    "terrain", ["beach", "ocean", "river", "bridge", "wire", "sandbag", "hedgehog", "sea_wall"]
)
def test_terrain_that_does_not_block(terrain: str) -> None:
    owners = {"sea_wall": "axis"} if terrain == "sea_wall" else {}
    laid = {"river": "E5", "bridge": "E5"} if terrain == "bridge" else {terrain: "E5"}
    table = Table({"allies armor": "D5", "axis infantry": "F5"}, laid, owners=owners)
    assert table.sees("D5", "F5")
    assert table.dice("D5", "F5") == 3


@pytest.mark.rule("M44-terrain-steep-hill.5", "M44-terrain-mountain.5", "M44-terrain-cliff-sea-bluff.7")
@pytest.mark.parametrize(
    ("row", "sees"),
    [
        ({"steep_hill": "D5 E5 F5"}, True),
        ({"mountain": "D5 E5 F5"}, True),
        ({"cliff": "D5 E5 F5"}, True),
        ({"sea_bluff": "D5 E5 F5"}, True),
        ({"hill": "D5 F5", "steep_hill": "E5"}, True),
        ({"hill": "D5 F5", "cliff": "E5"}, True),
        ({"hill": "D5 F5", "mountain": "E5"}, False),
        ({"mountain": "D5", "hill": "E5 F5"}, False),
    ],
)
def test_along_contiguous_hexes_of_one_height(row: dict[str, str], sees: bool) -> None:
    assert Table({"allies infantry": "D5", "axis infantry": "F5"}, row).sees("D5", "F5") == sees


def test_sight_is_mutual_for_units_of_one_type() -> None:
    table = draw(
        """
        .i  f   .i  h   .i
          .i  .   h   .i
        t   .i  hi  .   .i
          .i  m   .   .i
        .i  .   .i  c   .i
        """,
        corner="D7",
    )
    places = sorted(table.places("allies"))
    seen = [(a, b) for a in places for b in places if a != b and table.sees(a, b)]
    assert all((b, a) in set(seen) for a, b in seen)
    assert 0 < len(seen) < len(places) * (len(places) - 1)


@pytest.mark.rule("M44-base-los.1")
def test_every_refusal_for_want_of_sight_says_what_blocks() -> None:
    table = draw(
        """
        .i  f   .   h   .I
          .   .i  h   .I
        t   .i  h   .   .I
          .i  m   .   .I
        .i  .   .   c   .I
        """,
        corner="D7",
    )
    for a in sorted(table.places("allies")):
        for b in sorted(table.places("axis")):
            assert bool(table.blocks(a, b)) != table.sees(a, b)
