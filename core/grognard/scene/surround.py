"""What stands round the board: title, gauges, legend and caption."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.scene.counters import NEUTRAL, SHAPES, dressed_sides, tile
from grognard.scene.geometry import corner
from grognard.scene.ground import height_mark, raised
from grognard.scene.icons import icon_art, star
from grognard.scene.lines import EDGES, PATHS
from grognard.scene.markup import num, path, polygon, safe_id, tag, text, text_width
from grognard.scene.model import Counter
from grognard.scene.overlays import casing, style_art
from grognard.scene.patterns import PATTERNS, pattern_art

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.scene.lines import Stroke
    from grognard.scene.model import LegendEntry, Scene, SideArt

__all__ = ["footer", "header", "shown_entries"]

_INK, _SOFT = "#2e2a22", "#6d6552"


def header(scene: Scene, width: float) -> tuple[str, float]:
    """Title at the left, gauges at the right or, where there is no room, below; and the height used."""
    if not scene.title and not scene.gauges:
        return "", 0.0
    size = min(22.0, 22.0 * width / max(text_width(scene.title, 22.0), 1))
    title = text(0, 22, scene.title, size, text_anchor="start", fill=_INK, font_weight="bold")
    gauges = [_gauge(scene, n) for n in range(len(scene.gauges))]
    used = text_width(scene.title, size) + 24 if scene.title else 0.0
    row, x, parts = (0 if used + sum(w + 22 for _, w in gauges) <= width else 1), width, [title]
    if row == 1 and not scene.title:
        row = 0
    for drawing, wide in reversed(gauges):
        if x - wide < 0 and x < width:
            row, x = row + 1, width
        parts.append(tag("g", drawing, transform=f"translate({num(x - wide)} {16 + 26 * row})"))
        x -= wide + 22
    return tag("g", "".join(parts)), 36.0 + 26 * row


def _gauge(scene: Scene, number: int) -> tuple[str, float]:
    """A side's chip, the words and the count; returns the drawing and its width."""
    gauge = scene.gauges[number]
    side = dressed_sides(scene).get(gauge.side)
    x, parts = 0.0, []
    if side:
        parts.append(_chip(side, 8, 0))
        x = 21
    name = " ".join(part for part in (side.name if side else "", gauge.text) if part)
    parts.append(text(x, 4.5, name, 12.5, text_anchor="start", fill=_INK))
    x += text_width(name, 12.5) + 8
    if not 0 < gauge.maximum <= 12:
        shown = f"{gauge.value}/{gauge.maximum}" if gauge.maximum else str(gauge.value)
        parts.append(text(x, 4.5, shown, 13.5, text_anchor="start", fill=_INK, font_weight="bold"))
        return "".join(parts), x + text_width(shown, 13.5)
    for n in range(gauge.maximum):
        parts.append(star(x + 8 + 16 * n, 0, 7.6, "#e9b32f" if n < gauge.value else "#fffdf4", "#6b5518"))
    return "".join(parts), x + 16 * gauge.maximum


def _chip(side: SideArt, x: float, y: float) -> str:
    outline = [(x + px * 0.45, y + py * 0.45) for px, py in SHAPES[side.shape]]
    return polygon(outline, fill=side.fill, stroke=_INK, stroke_width=1)


def shown_entries(scene: Scene) -> tuple[LegendEntry, ...]:
    """The legend entries for things that are on the table, in the plugin's order."""
    present = {
        "terrain": {art.terrain for art in scene.hexes},
        "level": {str(art.elevation) for art in scene.hexes},
        "symbol": {counter.symbol for counter in scene.counters},
        "state": {word for counter in scene.counters for word in counter.state},
        "feature": {feature.icon for art in scene.hexes for feature in art.features},
        "edge": {edge.kind for edge in scene.edges},
        "path": {way.kind for way in scene.paths},
        "overlay": {overlay.key for overlay in scene.overlays},
    }
    return tuple(entry for entry in scene.legend if entry.key in present[entry.kind])


def footer(scene: Scene, width: float, prefix: str) -> tuple[str, float]:
    """Sides, legend and caption below the board, and the height used."""
    cells = [(_chip(side, 0, 0), side.name) for side in dressed_sides(scene).values()]
    cells += [(_swatch(scene, entry, prefix), entry.text) for entry in shown_entries(scene)]
    cells += [
        (_swatch_overlay(scene, n), o.title)
        for n, o in enumerate(scene.overlays)
        if o.title and not _listed(scene, o.key)
    ]
    x, y, parts = 0.0, 22.0, []
    for drawing, words in cells:
        wide = 40 + text_width(words, 12)
        if x and x + wide > width:
            x, y = 0.0, y + 30
        parts.append(tag("g", drawing, transform=f"translate({num(x + 15)} {num(y)})"))
        parts.append(text(x + 34, y + 4.3, words, 12, text_anchor="start", fill=_INK))
        x += wide + 14
    height = y + 18 if cells else 0.0
    for line in _wrapped(scene.caption, width, 11.5):
        height += 16
        parts.append(text(0, height, line, 11.5, text_anchor="start", fill=_SOFT, font_style="italic"))
    return tag("g", "".join(parts)) if parts else "", height + (8 if scene.caption else 0)


def _listed(scene: Scene, key: str) -> bool:
    return any(entry.kind == "overlay" and entry.key == key for entry in scene.legend)


def _wrapped(words: str, width: float, size: float) -> Iterator[str]:
    """Lines of a caption, broken at spaces and at its own line ends."""
    for paragraph in words.splitlines():
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and text_width(longer, size) > width:
                yield line
                longer = word
            line = longer
        yield line


def _swatch(scene: Scene, entry: LegendEntry, prefix: str) -> str:
    """A small picture of what a legend entry stands for, about the origin."""
    if entry.kind == "terrain":
        return _swatch_hex(scene, entry.key)
    if entry.kind == "level":
        return _swatch_level(scene, int(entry.key))
    if entry.kind == "state":
        bare = Counter("", "", "", "", state=(entry.key,))
        return tag("g", tile(bare, NEUTRAL, prefix), transform="scale(0.62)")
    if entry.kind == "symbol":
        return tag("use", href=f"#{prefix}s-{safe_id(entry.key)}")
    if entry.kind == "feature":
        icon = icon_art(entry.key)
        lying = entry.key in ("bridge", "bunker")
        turn = "scale(0.45)" if lying else "translate(0 -8) scale(0.48) rotate(90)"
        return tag("g", icon.draw("#efe4c4"), transform=turn if icon.place == "work" else None)
    if entry.kind == "overlay":
        number = next(n for n, overlay in enumerate(scene.overlays) if overlay.key == entry.key)
        return _swatch_overlay(scene, number)
    table, other = (EDGES, "border") if entry.kind == "edge" else (PATHS, "trail")
    return _swatch_line(table.get(entry.key, table[other]))


def _swatch_hex(scene: Scene, terrain: str) -> str:
    art = next(art for art in scene.hexes if art.terrain == terrain)
    pattern = pattern_art(art.pattern, {own.key: own for own in scene.patterns})
    rim = [corner(scene.orientation, k, 36.0) for k in range(6)]
    whole = (
        polygon(rim, fill=pattern.fill)
        + pattern.draw(0)
        + polygon(rim, fill="none", stroke="#6b6048", stroke_width=2)
    )
    return tag("g", whole, transform="scale(0.42)")


def _swatch_level(scene: Scene, level: int) -> str:
    rim = [corner(scene.orientation, k, 15.0) for k in range(6)]
    ground = polygon(rim, fill=raised(PATTERNS["plain"].fill, level), stroke="#7d5f2e", stroke_width=1)
    return ground + text(0, 4, height_mark(level), 11, fill=_INK)


def _swatch_overlay(scene: Scene, number: int) -> str:
    style = style_art(scene.overlays[number], scene)
    rim = [corner(scene.orientation, k, 13.0) for k in range(6)]
    wash = polygon(rim, fill=style.colour, opacity=style.wash)
    outline = polygon(rim, fill="none", stroke=casing(style.colour), stroke_width=4, opacity=0.75)
    outline += polygon(rim, fill="none", stroke=style.colour, stroke_width=2.4, stroke_dasharray=style.dash)
    return (
        wash
        + outline
        + (path(style.sign, fill="none", stroke=style.colour, stroke_width=2) if style.sign else "")
    )


def _swatch_line(stroke: Stroke) -> str:
    d = "M-14 0H14"
    parts = path(d, stroke=stroke.casing, stroke_width=stroke.casing_width)
    parts += path(d, stroke=stroke.line, stroke_width=stroke.width, stroke_dasharray=stroke.dash)
    if stroke.trim:
        parts += path(d, stroke=stroke.casing, stroke_width=stroke.trim_width, stroke_dasharray=stroke.trim)
    return tag("g", parts, fill="none")
