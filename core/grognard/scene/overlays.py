"""What is laid over the board: marked hexes, lines and labels, each style readable without colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.scene.counters import dressed_sides
from grognard.scene.geometry import corner
from grognard.scene.markup import circle, num, path, polygon, rect, tag, text, text_width

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.scene.geometry import Plan
    from grognard.scene.model import Overlay, Scene

__all__ = ["STYLES", "Style", "casing", "lines_above", "marks_below", "style_art"]


class Style(NamedTuple):
    """How an overlay looks: colour, share of fill, dashes of its outline, a sign per hex, marks for text."""

    colour: str
    wash: float
    dash: str
    sign: str
    mark: str
    ascii: str


STYLES: Mapping[str, Style] = {
    "legal": Style("#2f7fd0", 0.22, "", "", "○", "o"),
    "target": Style("#c8352b", 0.20, "7 4", "M-6 0H6M0 -6V6", "⊕", "!"),
    "selected": Style("#f6b92f", 0.34, "", "", "●", "@"),
    "path": Style("#f0f4ff", 0.16, "2 4", "", "∙", "."),
    "sight": Style("#f2d13c", 0.20, "10 3", "", "◌", ","),
    "blocked": Style("#2b2824", 0.26, "2 3", "M-6 -6L6 6M-6 6L6 -6", "×", "x"),
    "control": Style("#7a4fa0", 0.26, "12 3 3 3", "", "◆", "c"),
    "supply": Style("#3f8f5f", 0.24, "5 5", "", "+", "+"),
    "danger": Style("#d9771e", 0.28, "3 6", "M0 -7L7 6H-7Z", "▵", "^"),
    "note": Style("#5c5546", 0.10, "4 4", "", "·", "'"),
}
"""Built-in overlay styles; an unknown style is drawn as "note"."""


def style_art(overlay: Overlay, scene: Scene) -> Style:
    """The style of an overlay, in its side's colour where it has a side."""
    style = STYLES.get(overlay.style, STYLES["note"])
    side = dressed_sides(scene).get(overlay.side) if overlay.side else None
    return style._replace(colour=side.fill) if side else style


def marks_below(scene: Scene, plan: Plan) -> str:
    """Marked hexes: a wash and an outline under the counters."""
    drawn = []
    for n, overlay in enumerate(scene.overlays):
        style = style_art(overlay, scene)
        # Every further overlay draws its outline a little inside the last, so that marks on one hex all show.
        reach = plan.side * (0.92 - 0.09 * min(n, 5))
        rim = [corner(plan.orientation, k, reach) for k in range(6)]
        for label in overlay.hexes:
            x, y = plan.centre(label)
            drawn.append(
                _marked([(x + dx, y + dy) for dx, dy in rim], style, x, y - plan.side * 0.52, overlay.key)
            )
    return tag("g", "".join(drawn), pointer_events="none") if drawn else ""


def _marked(rim: list[tuple[float, float]], style: Style, x: float, y: float, key: str) -> str:
    parts = polygon(rim, fill=style.colour, opacity=style.wash)
    parts += polygon(rim, fill="none", stroke=casing(style.colour), stroke_width=4.2, opacity=0.75)
    parts += polygon(rim, fill="none", stroke=style.colour, stroke_width=2.6, stroke_dasharray=style.dash)
    if style.sign:
        sign = path(style.sign, fill="none", stroke=casing(style.colour), stroke_width=4.4)
        sign += path(style.sign, fill="none", stroke=style.colour, stroke_width=2.2)
        parts += tag("g", sign, transform=f"translate({num(x + 17)} {num(y + 3)}) scale(0.8)")
    return tag("g", parts, data_overlay=key)


def casing(colour: str) -> str:
    """What to draw round a colour so that it shows on any ground: dark round light ones, light round dark."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#2b2824" if 0.3 * red + 0.59 * green + 0.11 * blue > 170 else "#fffdf4"


def lines_above(scene: Scene, plan: Plan) -> str:
    """Lines through hexes with a dot at the start and an arrow at the end, and labels, above the counters."""
    drawn: list[str] = []
    for overlay in scene.overlays:
        style = style_art(overlay, scene)
        drawn.extend(
            _arrow([plan.centre(label) for label in line], style) for line in overlay.lines if len(line) > 1
        )
        drawn.extend(_label(*plan.centre(label), words, plan.side) for label, words in overlay.labels)
    return tag("g", "".join(drawn), pointer_events="none") if drawn else ""


def _arrow(points: list[tuple[float, float]], style: Style) -> str:
    d = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)
    (x1, y1), (x2, y2) = points[-2], points[-1]
    length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1e-9)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    head = [
        (x2, y2),
        (x2 - 13 * ux - 6 * uy, y2 - 13 * uy + 6 * ux),
        (x2 - 13 * ux + 6 * uy, y2 - 13 * uy - 6 * ux),
    ]
    return tag(
        "g",
        path(d, stroke="#1d1a14", stroke_width=5.4, opacity=0.75)
        + path(d, stroke=style.colour, stroke_width=3.2, stroke_dasharray=style.dash)
        + polygon(head, fill=style.colour, stroke="#1d1a14", stroke_width=1.2)
        + circle(*points[0], 4, fill=style.colour, stroke="#1d1a14", stroke_width=1.2),
        fill="none",
        stroke_linejoin="round",
    )


def _label(x: float, y: float, words: str, side: float) -> str:
    width = text_width(words, 9) + 8
    y += side * 0.78
    frame = rect(x - width / 2, y - 7, width, 13, rx=6, fill="#fffdf4", stroke="#3d382e", stroke_width=0.9)
    return frame + text(x, y + 2.8, words, 9, fill="#2a261f", font_weight="bold")
