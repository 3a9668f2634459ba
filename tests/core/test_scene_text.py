"""The terminal map: neighbours lie side by side, sides differ without colour, nothing is too wide."""

from __future__ import annotations

import re
from collections import Counter as Tally
from typing import Any

import msgspec
import pytest
from tests.core.test_scene import sample

from grognard.scene import (
    ICONS,
    PATTERNS,
    STYLES,
    Counter,
    EdgeArt,
    Feature,
    HexArt,
    LegendEntry,
    Overlay,
    PathArt,
    Scene,
    SideArt,
    render_svg,
    render_text,
)
from grognard.scene.canvas import display_width
from grognard.scene.lines import EDGES, PATHS
from grognard.scene.textcells import contents
from grognard.scene.textgrid import place


def where(text: str) -> dict[str, tuple[int, int]]:
    """Line and column of every hex label; each stands once."""
    found = [
        (match[1], (row, match.start(1)))
        for row, line in enumerate(text.split("\n"))
        for match in re.finditer(r"[│║┊|╱/ ▞#:](\w\d{1,2})(?=[ │║┊|╲\\:#×↑∩♣≈⌂∴∼¤★]|$)", line)
    ]
    assert max(Tally(label for label, _ in found).values()) == 1
    return dict(found)


def flat_board(columns: int = 5, rows: int = 3) -> Scene:
    hexes = (
        HexArt(f"{chr(65 + q)}{r + 1}", q, r - (q + 1) // 2) for q in range(columns) for r in range(rows)
    )
    return Scene("flat", tuple(hexes))


def test_the_board_fits_a_hundred_and_ten_columns() -> None:
    for line in render_text(sample()).split("\n"):
        assert display_width(line) <= 110


def test_every_hex_of_a_pointy_board_is_printed_once_beside_its_neighbours() -> None:
    scene = sample()
    at = where(render_text(scene, legend=False))
    by_place = {(art.q, art.r): art.label for art in scene.hexes}
    assert set(at) == {art.label for art in scene.hexes}
    for art in scene.hexes:
        row, column = at[art.label]
        for step, shift in {(1, 0): (0, 8), (0, 1): (3, 4), (-1, 1): (3, -4)}.items():
            other = by_place.get((art.q + step[0], art.r + step[1]))
            if other:
                assert at[other] == (row + shift[0], column + shift[1])


def test_every_hex_of_a_flat_board_is_printed_once_beside_its_neighbours() -> None:
    scene = flat_board()
    at = where(render_text(scene, legend=False))
    by_place = {(art.q, art.r): art.label for art in scene.hexes}
    assert set(at) == {art.label for art in scene.hexes}
    for art in scene.hexes:
        row, column = at[art.label]
        for step, shift in {(1, 0): (2, 7), (0, 1): (4, 0), (-1, 1): (2, -7)}.items():
            other = by_place.get((art.q + step[0], art.r + step[1]))
            if other:
                assert at[other] == (row + shift[0], column + shift[1])


def test_a_small_board_looks_like_this() -> None:
    hexes = (
        HexArt("A3", 0, 0),
        HexArt("B3", 1, 0, "forest", "woods"),
        HexArt("a2", 0, 1, "town", "buildings", features=(Feature("objective"),)),
    )
    units = (Counter("1", "A3", "red", "infantry", pips=4), Counter("2", "a2", "blue", "armor", pips=3))
    scene = Scene(
        "pointy",
        hexes,
        counters=units,
        overlays=(Overlay("aim", "target", ("a2",), title="May be fired at"),),
        sides=(SideArt("red", "Red"), SideArt("blue", "Blue")),
        legend=(LegendEntry("terrain", "forest", "Forest"), LegendEntry("feature", "objective", "Objective")),
        title="Skirmish",
    )
    assert render_text(scene) == (
        "Skirmish\n"
        "⣀⡠⠔⠊⠉⠑⠢⢄⣀⡠⠔⠊⠉⠑⠢⢄⣀\n"
        "│A3     │B3    ♣│\n"
        "│ [INF4]│♣ ♣ ♣ ♣│\n"
        "⠉⠑⠢⢄⣀⡠⠔⠊⠉⠑⠢⢄⣀⡠⠔⠊⠉\n"
        "    │a2   ★⌂│\n"
        "    │⊕(arm3)│\n"
        "    ⠉⠑⠢⢄⣀⡠⠔⠊⠉\n"
        "[INF4] Red   (arm3) Blue   ♣ Forest   ★ Objective   ⊕ May be fired at\n"
    )


def test_a_flat_board_looks_like_this() -> None:
    hexes = (
        HexArt("A1", 0, 0, pattern="water"),
        HexArt("B1", 1, -1, elevation=2),
        HexArt("B2", 1, 0),
    )
    stack = tuple(
        Counter(f"{n}", "B2", "red", "infantry", values=("4", "6", str(n)), order=n) for n in (7, 8)
    )
    scene = Scene("flat", hexes, counters=stack, edges=(EdgeArt("A1", "B2", "wall"),))
    assert render_text(scene, legend=False) == (
        "         _____\n"
        "        ╱ B1  ╲\n"
        "  _____╱  ↑2   ╲\n"
        " ╱ A1  ╲       ╱\n"
        "╱∼ ∼ ∼ ∼╲_____╱\n"
        "╲∼ ∼ ∼ ∼▞ B2  ╲\n"
        " ╲_____▬  ×2   ╲\n"
        "       ╲[4-6-8]╱\n"
        "        ╲_____╱\n"
    )


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
@pytest.mark.parametrize("direction", range(6))
def test_a_hexside_is_heavy_on_the_right_side_seen_from_either_hex(orientation: str, direction: int) -> None:
    steps = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    hexes = (HexArt("M0", 0, 0), *(HexArt(f"N{n}", q, r) for n, (q, r) in enumerate(steps)))
    plain = Scene(orientation, hexes)  # type: ignore[arg-type]  # a parameter
    there = msgspec.structs.replace(plain, edges=(EdgeArt("M0", f"N{direction}", "river"),))
    back = msgspec.structs.replace(plain, edges=(EdgeArt(f"N{direction}", "M0", "river"),))
    assert render_text(there) == render_text(back)
    changed = [
        (row, column)
        for row, (old, new) in enumerate(
            zip(render_text(plain).split("\n"), render_text(there).split("\n"), strict=True)
        )
        for column, (a, b) in enumerate(zip(old, new, strict=True))
        if a != b
    ]
    top, left = (min(place(plain, art)[axis] for art in hexes) for axis in (0, 1))
    row, column = -top, -left
    # The middle of the heavy stroke, against the middle of the hex, points in the direction.
    height, width = (3, 8) if orientation == "pointy" else (5, 8)
    down = sum(r for r, _ in changed) / len(changed) - (row + height / 2)
    right = sum(c for _, c in changed) / len(changed) - (column + width / 2)
    across, along = steps[direction]
    expected = (2 * across + along, along) if orientation == "pointy" else (across, 2 * along + across)
    assert (round(right / 2) > 0) - (round(right / 2) < 0) == (expected[0] > 0) - (expected[0] < 0)
    assert (down > 0.9) - (down < -0.9) == (expected[1] > 0) - (expected[1] < 0)


def test_sides_can_be_told_apart_without_colour() -> None:
    text = render_text(sample(), legend=False)
    assert [text.count(word) for word in ("[INF4]", "[INF1]", "[ARM3]", "(inf4)", "(inf3)", "(art2)")] == [
        1
    ] * 6


def test_the_plain_map_has_no_escape_codes_and_the_coloured_one_says_the_same() -> None:
    plain, coloured = render_text(sample()), render_text(sample(), color=True)
    assert "\x1b" not in plain
    assert "\x1b[" in coloured
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in bare.split("\n")] == plain.split("\n")
    for line in coloured.split("\n"):
        assert "\x1b" not in line or line.rstrip().endswith("\x1b[0m")


def test_counters_wear_their_sides_colours() -> None:
    inside = contents(sample(), ascii=False)
    assert inside["E3"].ink == inside["H3"].ink != inside["C7"].ink


def test_an_ascii_map_is_ascii() -> None:
    scene = sample(title="Canal", caption="")
    assert render_text(scene, ascii=True).isascii()


@pytest.mark.parametrize(
    "table", [PATTERNS, ICONS, STYLES, EDGES, PATHS], ids=["patterns", "icons", "styles", "edges", "paths"]
)
def test_marks_are_one_column_wide_and_unlike_each_other(table: dict[str, object]) -> None:
    for name in ("mark", "ascii"):
        marks = [getattr(art, name) for art in table.values()]
        assert all(len(mark) == 1 and display_width(mark) == 1 for mark in marks)
        assert len(set(marks)) == len(marks)


def test_terrain_and_features_never_share_a_mark() -> None:
    for name in ("mark", "ascii"):
        assert not {getattr(art, name) for art in PATTERNS.values()} & {
            getattr(art, name) for art in ICONS.values()
        }


def test_overlays_show_in_their_hexes() -> None:
    lines = render_text(sample(), legend=False).split("\n")
    at = where("\n".join(lines))
    for label, shown in {"E5": "   ○   ", "F5": "  ○ 2  "}.items():
        row, column = at[label]
        assert lines[row + 1][column : column + 7] == shown


def test_a_sight_line_marks_every_hex_it_names() -> None:
    scene = sample(overlays=(Overlay("sight", "sight", lines=(("B5", "C5", "D5"),)),))
    assert render_text(scene, legend=False).count(STYLES["sight"].mark) == 3


def test_a_wide_board_is_drawn_in_parts_that_lose_nothing() -> None:
    for scene in (sample(), flat_board(20, 4)):
        text = render_text(scene, width=60, legend=False)
        assert "part 2 of" in text
        assert all(display_width(line) <= 60 for line in text.split("\n"))
        board = "\n".join(line for line in text.split("\n") if not line.startswith("part "))
        assert set(where(board)) == {art.label for art in scene.hexes}


def test_words_wider_than_one_column_do_not_push_the_map_apart() -> None:
    scene = msgspec.structs.replace(
        sample(),
        counters=(Counter("u", "A9", "red", "步兵", values=("四",)),),
        legend=(LegendEntry("terrain", "forest", "森林"),) * 30,
    )
    text = render_text(scene)
    assert all(display_width(line) <= 110 for line in text.split("\n"))
    at = where(render_text(scene, legend=False))
    assert at["B9"] == (at["A9"][0], at["A9"][1] + 8)


def test_roads_and_hexsides_wear_the_signs_that_the_legend_gives_them() -> None:
    hexes = tuple(HexArt(f"{column}{r}", q, r) for q, column in enumerate("AB") for r in range(1, 4))
    scene = Scene(
        "flat", hexes,
        edges=(EdgeArt("A1", "A2", "river"), EdgeArt("A2", "A3", "bridge"), EdgeArt("A2", "B2", "wall")),
        paths=(PathArt("road", ("B1", "B2", "B3")), PathArt("highway", ("A1", "A2", "B2"))),
        legend=tuple(LegendEntry("edge", kind, kind) for kind in ("river", "bridge", "wall"))
        + tuple(LegendEntry("path", kind, kind) for kind in ("highway", "road")),
    )  # fmt: skip
    board, legend = render_text(scene, legend=False), render_text(scene).splitlines()[-1]
    assert legend == "═≈═ river   ═‖═ bridge   ▞▬ wall   = highway   - road"
    assert all(sign in board for sign in ("═≈═", "═‖═", "▞", "▬"))
    assert (board.count("   =   "), board.count("   -   ")) == (3, 2), "a highway goes before a road"
    plain = render_text(scene, ascii=True).splitlines()[-1]
    assert plain == "=~= river   =I= bridge   ## wall   = highway   - road"


@pytest.mark.parametrize(
    ("orientation", "other", "sign"),
    [
        ("flat", (1, 0), "▞≈"), ("flat", (0, 1), "═≈═"), ("flat", (1, -1), "▚≈"),
        ("pointy", (1, 0), "║≈║"), ("pointy", (0, 1), "⣴≈⠞"),
    ],
)  # fmt: skip
def test_a_hexside_in_the_legend_lies_as_on_the_map(
    orientation: Any, other: tuple[int, int], sign: str
) -> None:
    scene = Scene(
        orientation, (HexArt("A1", 0, 0), HexArt("B1", *other)),
        edges=(EdgeArt("A1", "B1", "river"),), legend=(LegendEntry("edge", "river", "river"),),
    )  # fmt: skip
    *board, legend = render_text(scene).splitlines()
    assert legend == f"{sign} river"
    assert set(sign) <= set("".join(board))


def test_a_code_of_one_counter_is_not_the_sign_of_its_kind() -> None:
    def legend(*counters: Counter) -> str:
        kinds = tuple(LegendEntry("symbol", kind, kind) for kind in ("gun", "infantry"))
        return render_text(Scene("flat", hexes, counters=counters, legend=kinds)).splitlines()[-1]

    hexes = (HexArt("A1", 0, 0), HexArt("A2", 0, 1))
    gun = Counter("f5", "A1", "red", "gun", code="f5")
    assert legend(gun, Counter("f1", "A2", "red", "infantry")) == "[F5] red   inf infantry"
    assert legend(gun, Counter("f1", "A2", "red", "infantry", code="gd")) == "[F5] red   gd infantry"


def test_levels_and_states_are_in_the_legend_as_on_the_map() -> None:
    stack = (
        Counter("a", "A1", "red", "infantry", values=("447",), state=("suppressed",), order=0),
        Counter("b", "A1", "red", "infantry", values=("4-4-7",), state=("spent",), order=1),
    )
    legend = (
        LegendEntry("level", "2", "hill"), LegendEntry("level", "1", "not there"),
        LegendEntry("state", "suppressed", "broken"), LegendEntry("state", "spent", "fired"),
    )  # fmt: skip
    scene = Scene("flat", (HexArt("A1", 0, 0, elevation=2),), counters=stack, legend=legend)
    words = render_text(scene)
    assert "↑2 hill   ~ broken   ˙ fired" in words and "not there" not in words
    assert "˙×2~↑2" in words, "no room beside the counter, so above it: fired, on top of a broken one"
    picture = render_svg(scene)
    assert "A1 ↑2" in picture and picture.count(">↑2</text>") == 1, "printed in its hex and in the legend"


def test_sides_without_counters_have_no_sample() -> None:
    scene = Scene("flat", (HexArt("A1", 0, 0),), sides=(SideArt("red", "Red"), SideArt("blue", "Blue")))
    assert "Red" not in render_text(scene)
    counters = (Counter("b", "A1", "blue", "gun"),)
    assert render_text(msgspec.structs.replace(scene, counters=counters)).endswith("(gun) Blue\n")


def test_the_legend_lists_what_is_on_the_table_only() -> None:
    text = render_text(sample())
    assert "♣ Forest" in text
    assert "Desert" not in text
    assert "Red points ★★☆☆☆" in text


def test_place_names_stand_where_there_is_room() -> None:
    hexes = (HexArt("A1", 0, 0, name="Bastogne"), HexArt("A2", 0, 1, name="Vielsalm"))
    scene = Scene("flat", hexes, counters=(Counter("u", "A2", "red", "infantry", pips=4),))
    lines = render_text(scene, legend=False).split("\n")
    assert [lines[row][1:8] for row in (3, 6, 7)] == ["Bastogn", "Vielsal", " [INF4]"]


def test_the_legend_does_not_explain_a_symbol_by_one_units_own_code() -> None:
    def legend(*codes: str) -> str:
        counters = tuple(Counter(f"u{n}", "A1", "red", "gun", code=code) for n, code in enumerate(codes))
        scene = Scene("flat", (HexArt("A1", 0, 0),), counters=counters)
        return render_text(
            msgspec.structs.replace(scene, legend=(LegendEntry("symbol", "gun", "Field gun"),))
        )

    assert "gun Field gun" in legend("", "")
    assert "k8 Field gun" in legend("k8", "k8")
    assert "Field gun" not in legend("B1", "B2")


def test_title_and_gauges_stand_over_the_board() -> None:
    head, first = render_text(sample()).split("\n")[:2]
    assert head.startswith("The canal & the <beach>")
    assert head.endswith("★★☆☆☆")
    assert display_width(head) == display_width(first)


def test_the_same_scene_gives_the_same_text() -> None:
    assert render_text(sample(), color=True) == render_text(sample(), color=True)


def test_an_empty_scene_is_an_empty_map() -> None:
    assert render_text(Scene("flat", ())) == "\n"
