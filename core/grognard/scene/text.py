"""A scene as a map for the terminal: hexes of characters, readable without colour."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grognard.scene.canvas import Canvas, display_width, wrap
from grognard.scene.ground import height_mark
from grognard.scene.icons import icon_art
from grognard.scene.lines import PATHS
from grognard.scene.overlays import STYLES
from grognard.scene.surround import shown_entries
from grognard.scene.symbols import symbol_art
from grognard.scene.textcells import contents, counter_words, pattern_mark, sides_in_order, state_mark
from grognard.scene.textgrid import draw_board, edge_sign, panels

if TYPE_CHECKING:
    from grognard.scene.model import Gauge, LegendEntry, Scene

__all__ = ["render_text"]


def render_text(
    scene: Scene, *, color: bool = False, width: int = 110, ascii: bool = False, legend: bool = True
) -> str:
    """Draw a scene as text, every line at most ``width`` columns where words allow it.

    ``color`` adds ANSI escape codes (256 colours); ``ascii`` keeps to ASCII. A board wider than ``width`` is
    drawn in parts, left to right, one below the other.

    >>> from grognard.scene import Counter, HexArt, Scene
    >>> hexes = (HexArt("A2", 0, 0), HexArt("B2", 1, 0, "", "woods"), HexArt("a1", 0, 1, "", "woods"))
    >>> scene = Scene("pointy", hexes, counters=(Counter("u", "a1", "red", "infantry", pips=4),))
    >>> print(render_text(scene, ascii=True, legend=False), end="")
    ._-'''-_._-'''-_.
    |A2     |B2    %|
    |       |% % % %|
    ''-_._-'''-_._-''
        |a1    %|
        | [INF4]|
        ''-_._-''
    """
    out: list[str] = []
    parts = panels(scene, width)
    inside = contents(scene, ascii=ascii)
    for n, part in enumerate(parts, 1):
        if len(parts) > 1:
            out += [
                *([""] if n > 1 else []),
                f"part {n} of {len(parts)}: {part[0].label} to {part[-1].label}",
            ]
        sheet = Canvas()
        draw_board(scene, part, inside, sheet, ascii=ascii)
        out += sheet.lines(color=color)
    board_width = max((display_width(line) for line in _bare(out)), default=0)
    out = _head(scene, board_width, width, ascii=ascii) + out
    if legend:
        out += _foot(scene, width, ascii=ascii)
    return "\n".join(out) + "\n"


def _bare(lines: list[str]) -> list[str]:
    """Lines without escape codes."""
    return [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]


def _head(scene: Scene, board_width: int, width: int, *, ascii: bool) -> list[str]:
    """Title and gauges, on one line over the board where they fit."""
    gauges = [_gauge(scene, gauge, ascii=ascii) for gauge in scene.gauges]
    words = "   ".join(gauges)
    need = display_width(scene.title) + display_width(words) + 3
    if not scene.title or not gauges or need > width:
        return [*([scene.title] if scene.title else []), *wrap(gauges, width)]
    return [scene.title + " " * (3 + max(board_width - need, 0)) + words]


def _gauge(scene: Scene, gauge: Gauge, *, ascii: bool) -> str:
    """A count in words and stars.

    >>> from grognard.scene import Gauge, HexArt, Scene
    >>> _gauge(Scene("flat", (HexArt("A1", 0, 0),)), Gauge("red", "points", 2, 4), ascii=False)
    'red points ★★☆☆'
    """
    names = {side.key: side.name for side in sides_in_order(scene)}
    words = " ".join(part for part in (names.get(gauge.side, gauge.side), gauge.text) if part)
    if not 0 < gauge.maximum <= 12:
        return f"{words} {gauge.value}" + (f"/{gauge.maximum}" if gauge.maximum else "")
    full, empty = ("*", ".") if ascii else ("★", "☆")
    return f"{words} " + "".join(full if n < gauge.value else empty for n in range(gauge.maximum))


def _foot(scene: Scene, width: int, *, ascii: bool) -> list[str]:
    """Sides with their brackets, the legend, and the caption."""
    sides = sides_in_order(scene)
    standing = {counter.side for counter in scene.counters}
    shown = [
        _side_mark(scene, n, ascii=ascii) + f" {side.name}"
        for n, side in enumerate(sides)
        if side.key in standing
    ]
    marks = [(_mark(scene, entry, ascii=ascii), entry.text) for entry in shown_entries(scene)]
    shown += [f"{mark} {words}" for mark, words in marks if mark.strip()]
    listed = {entry.key for entry in scene.legend if entry.kind == "overlay"}
    for overlay in scene.overlays:
        if overlay.title and overlay.key not in listed:
            style = STYLES.get(overlay.style, STYLES["note"])
            shown.append(f"{style.ascii if ascii else style.mark} {overlay.title}")
    lines = wrap(shown, width)
    for paragraph in scene.caption.splitlines():
        lines += wrap(paragraph.split(" "), width, gap=" ")
    return lines


def _side_mark(scene: Scene, number: int, *, ascii: bool) -> str:
    """A side's brackets round what one of its counters shows."""
    sides = sides_in_order(scene)
    shown = next(counter for counter in scene.counters if counter.side == sides[number].key)
    return counter_words(shown, sides, ascii=ascii)


def _mark(scene: Scene, entry: LegendEntry, *, ascii: bool) -> str:
    """What stands for a legend entry on the text map."""
    if entry.kind == "terrain":
        art = next(art for art in scene.hexes if art.terrain == entry.key)
        return pattern_mark(scene, art.pattern, ascii=ascii)
    if entry.kind == "level":
        return height_mark(int(entry.key), ascii=ascii)
    if entry.kind == "state":
        return state_mark(entry.key, ascii=ascii)
    if entry.kind == "symbol":
        codes = {
            # Counters that each print their own code tell nobody which symbol they bear.
            ""
            if counter.code.casefold() == counter.id.casefold()
            else counter.code or symbol_art(entry.key).code
            for counter in scene.counters
            if counter.symbol == entry.key
        }
        return codes.pop() if len(codes) == 1 else ""
    if entry.kind == "feature":
        icon = icon_art(entry.key)
        return icon.ascii if ascii else icon.mark
    if entry.kind == "overlay":
        overlay = next(overlay for overlay in scene.overlays if overlay.key == entry.key)
        style = STYLES.get(overlay.style, STYLES["note"])
        return style.ascii if ascii else style.mark
    if entry.kind == "edge":
        return edge_sign(scene, entry.key, ascii=ascii)
    stroke = PATHS.get(entry.key, PATHS["trail"])
    return stroke.ascii if ascii else stroke.mark
