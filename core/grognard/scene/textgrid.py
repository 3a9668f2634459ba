"""The hexes of a text map: outlines with content inside, in true neighbourhood.

Pointy-top hexes are eight columns apart, rows three lines apart; flat-top columns are seven columns apart,
their hexes four lines high.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from grognard.scene.canvas import cell, near_colour
from grognard.scene.geometry import Plan, direction_between
from grognard.scene.lines import EDGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.scene.canvas import Canvas
    from grognard.scene.model import HexArt, Scene
    from grognard.scene.textcells import Content

__all__ = ["draw_board", "edge_sign", "panels", "place"]

_THIN = "38;5;243"

# One slope line from the left bar over the apex to the right bar: thin, heavy, and the same in ASCII.
_SLOPE, _HEAVY_SLOPE = "⣀⡠⠔⠊⠉⠑⠢⢄⣀", "⣤⣴⠶⠞⠛⠳⠶⣦⣤"
_SLOPE_ASCII, _HEAVY_SLOPE_ASCII = "._-'''-_.", "#########"


def place(scene: Scene, art: HexArt) -> tuple[int, int]:
    """Row and column of a hex's top left corner on an endless sheet."""
    if scene.orientation == "pointy":
        return 3 * art.r, 4 * (2 * art.q + art.r)
    return 2 * (2 * art.r + art.q), 7 * art.q


def panels(scene: Scene, width: int) -> list[list[HexArt]]:
    """The hexes in parts that fit the width, left to right."""
    if not scene.hexes:
        return []
    first = min(place(scene, art)[1] for art in scene.hexes)
    step = 4 if scene.orientation == "pointy" else 7
    room = max(1, (width - 9) // step + 1) * step
    parts: dict[int, list[HexArt]] = {}
    for art in scene.hexes:
        parts.setdefault((place(scene, art)[1] - first) // room, []).append(art)
    return [parts[n] for n in sorted(parts)]


def draw_board(
    scene: Scene, part: list[HexArt], inside: Mapping[str, Content], sheet: Canvas, *, ascii: bool
) -> None:
    """Draw some hexes of a scene on a sheet."""
    spots = {art.label: place(scene, art) for art in part}
    top, left = min(row for row, _ in spots.values()), min(column for _, column in spots.values())
    spots = {label: (row - top, column - left) for label, (row, column) in spots.items()}
    outline = _outline_pointy if scene.orientation == "pointy" else _outline_flat
    fill = _fill_pointy if scene.orientation == "pointy" else _fill_flat
    for art in part:
        for way in range(6):
            outline(sheet, *spots[art.label], way, _THIN, ascii=ascii)
    for art in part:
        fill(sheet, *spots[art.label], inside[art.label])
    for edge in scene.edges:
        direction = direction_between(scene.hex(edge.a), scene.hex(edge.b))
        stroke = EDGES.get(edge.kind, EDGES["border"])
        colour, mark = f"1;38;5;{near_colour(stroke.line)}", stroke.ascii if ascii else stroke.mark
        for label, back in ((edge.a, 0), (edge.b, 3)):
            if direction is not None and label in spots:
                outline(sheet, *spots[label], (direction + back) % 6, colour, ascii=ascii, mark=mark)
    if scene.orientation == "pointy":
        _draw_dividers(scene, part, spots, sheet, ascii=ascii)


def edge_sign(scene: Scene, kind: str, *, ascii: bool) -> str:
    """A piece of a hexside as it is drawn: its mark in a heavy line, level if any of the scene's is."""
    stroke = EDGES.get(kind, EDGES["border"])
    mark = stroke.ascii if ascii else stroke.mark
    ways = {
        direction_between(scene.hex(edge.a), scene.hex(edge.b)) for edge in scene.edges if edge.kind == kind
    }
    if scene.orientation == "pointy":
        upright, slope = ("#", "##") if ascii else ("║", _HEAVY_SLOPE[1] + _HEAVY_SLOPE[3])
        return f"{upright}{mark}{upright}" if ways & {0, 3} else f"{slope[0]}{mark}{slope[1]}"
    if ways & {1, 4}:
        return f"={mark}=" if ascii else f"═{mark}═"
    return "#" + mark if ascii else ("▞" if ways & {0, 3} else "▚") + mark


def _outline_pointy(
    sheet: Canvas, row: int, column: int, direction: int, style: str, *, ascii: bool, mark: str = ""
) -> None:
    """One hexside of a pointy-top hex, heavy about its mark; ends shared with bars belong to the slopes."""
    if ascii:
        slope, bar = (_HEAVY_SLOPE_ASCII, "#") if mark else (_SLOPE_ASCII, "|")
    else:
        slope, bar = (_HEAVY_SLOPE, "║") if mark else (_SLOPE, "│")
    if direction in (0, 3):
        for down, sign in ((1, bar), (2, mark or bar)):
            sheet.put(row + down, column + (8 if direction == 0 else 0), sign, style)
        return
    # Below a hex the slopes run the other way: those of the next row, shifted by half a hex.
    start, shift, below = {4: (0, 0, 0), 5: (4, 0, 0), 2: (4, -4, 3), 1: (0, 4, 3)}[direction]
    line = slope[start : start + 5]
    if mark:
        line = f"{line[1]}{mark}{line[3]}"
    sheet.put(row + below, column + shift + start + bool(mark), line, style)


def _fill_pointy(sheet: Canvas, row: int, column: int, content: Content) -> None:
    """Label and marks in the upper line, counter, note or texture in the lower one."""
    room = 7 - len(content.label)
    has_room = room > 1
    marks = content.marks[: room - 1] if has_room else content.marks[: max(room, 0)]
    if content.texture != " " and len(marks) < room - 1:
        marks += content.texture
    sheet.put(row + 1, column + 1, cell(content.label, 7 - len(marks)) + marks, content.ground)
    _fill_line(sheet, row + 2, column + 1, content)


def _fill_line(sheet: Canvas, row: int, column: int, content: Content) -> None:
    """Seven columns: sign and counter, or sign and note, or the place name, or the texture of the ground."""
    sheet.put(row, column, cell("", 7), content.ground)
    if content.counter:
        start = column + max(1 if len(content.counter) < 7 else 0, (7 - len(content.counter)) // 2)
        sheet.put(row, start, content.counter, content.ink)
        if content.sign and start > column:
            sheet.put(row, start - 1, content.sign, content.ground)
        return
    if content.sign:
        sheet.put(row, column, cell(f"{content.sign} {content.note}".strip(), 7, "^"), content.ground)
        return
    if content.name:
        sheet.put(row, column, cell(content.name, 7, "^"), content.ground)
    elif content.texture != " ":
        sheet.put(row, column, " ".join(content.texture * 4), content.ground)


def _outline_flat(
    sheet: Canvas, row: int, column: int, direction: int, style: str, *, ascii: bool, mark: str = ""
) -> None:
    """One hexside of a flat-top hex, heavy about its mark."""
    rise, fall, level = ("//", "\\\\", "_____") if ascii else ("╱╱", "╲╲", "_____")
    if mark:
        rise, fall = ("#" + mark, "#" + mark) if ascii else ("▞" + mark, "▚" + mark)
        level = f"=={mark}==" if ascii else f"══{mark}══"
    if direction in (1, 4):
        sheet.put(row + (4 if direction == 1 else 0), column + 2, level, style)
    elif direction == 3:
        sheet.put(row + 1, column + 1, rise[0], style)
        sheet.put(row + 2, column, rise[1], style)
    elif direction == 2:
        sheet.put(row + 3, column, fall[0], style)
        sheet.put(row + 4, column + 1, fall[1], style)
    elif direction == 5:
        sheet.put(row + 1, column + 7, fall[0], style)
        sheet.put(row + 2, column + 8, fall[1], style)
    else:
        sheet.put(row + 3, column + 8, rise[0], style)
        sheet.put(row + 4, column + 7, rise[1], style)


def _fill_flat(sheet: Canvas, row: int, column: int, content: Content) -> None:
    """Label, then marks between the texture of the ground, then counter or note."""
    sheet.put(row + 1, column + 2, cell(content.label, 5, "^"), content.ground)
    marks = content.marks[:7]
    if not marks and (content.counter or content.sign):
        marks = content.name
    elif content.texture != " ":
        side = content.texture * max((7 - len(marks)) // 2 - 1, 0)
        marks = f"{side} {marks} {side}" if marks else " ".join(content.texture * 4)
    sheet.put(row + 2, column + 1, cell(marks, 7, "^"), content.ground)
    _fill_line(sheet, row + 3, column + 1, content)
    sheet.put(row + 4, column + 2, "_____", content.ground)


def _draw_dividers(
    scene: Scene, part: list[HexArt], spots: Mapping[str, tuple[int, int]], sheet: Canvas, *, ascii: bool
) -> None:
    """Dividers show on the bars between hexes that lie on either side of them."""
    plan = Plan(scene, 1.0)
    lines = [[plan.at(q, r) for q, r in divider.points] for divider in scene.dividers]
    for art in part:
        other = plan.neighbour(art, 0)
        x, y = plan.middle(art, 0)
        if other is None or not any(_passes(line, x, y) for line in lines):
            continue
        row, column = spots[art.label]
        for line_number in (1, 2):
            sheet.put(row + line_number, column + 8, ":" if ascii else "┊", "1;38;5;160")


def _passes(line: list[tuple[float, float]], x: float, y: float) -> bool:
    """Whether a line comes within a tenth of a hex side of a place."""
    for (x1, y1), (x2, y2) in pairwise(line):
        length = math.hypot(x2 - x1, y2 - y1)
        if length and min(y1, y2) <= y <= max(y1, y2):
            return abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length < 0.1
    return False
