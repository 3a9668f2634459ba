"""Counters: tiles in their side's colours and outline, with symbol, strength, values and state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grognard.scene.icons import star
from grognard.scene.markup import path, polygon, rect, safe_id, tag, text, text_width, title
from grognard.scene.model import SideArt
from grognard.scene.symbols import figure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.scene.geometry import Plan
    from grognard.scene.model import Counter, Scene

__all__ = [
    "DROP",
    "NEUTRAL",
    "SHAPES",
    "STATES",
    "counters",
    "dressed_sides",
    "hides_suppressed",
    "tile",
]

SCALE = 1.14
DROP = 4.0
"""How far below the centre of its hex a counter lies, to leave the label free."""
STATES = ("active", "spent", "suppressed")
"""States with a drawing of their own; any other word becomes a tag."""

_COLOURS = (("#5b7a42", "#ffffff"), ("#d3d9e0", "#22303c"), ("#a4503c", "#ffffff"), ("#ead08a", "#3a2c0c"))


SHAPES: Mapping[str, tuple[tuple[float, float], ...]] = {
    "round": ((-18, -11), (-16, -15), (-12, -17), (12, -17), (16, -15), (18, -11),
              (18, 10), (16, 14), (12, 16), (-12, 16), (-16, 14), (-18, 10)),
    "cut": ((-10, -17), (10, -17), (18, -9), (18, 16), (-18, 16), (-18, -9)),
    "square": ((-18, -17), (18, -17), (18, 16), (-18, 16)),
    "shield": ((-18, -17), (18, -17), (18, 8), (0, 19), (-18, 8)),
}  # fmt: skip
"""Outlines of counters by name."""


def dressed_sides(scene: Scene) -> dict[str, SideArt]:
    """Every side of the scene, with the colours and shapes it left out filled in by turn.

    >>> from grognard.scene import HexArt, Scene, SideArt
    >>> sides = (SideArt("red"), SideArt("blue", shape="square"))
    >>> scene = Scene("pointy", (HexArt("A1", 0, 0),), sides=sides)
    >>> [(side.name, side.shape) for side in dressed_sides(scene).values()]
    [('red', 'round'), ('blue', 'square')]
    """
    named = {side.key: side for side in scene.sides}
    keys = [*named, *sorted({c.side for c in scene.counters if c.side} - set(named))]
    dressed = {}
    for n, key in enumerate(keys):
        side = named.get(key, SideArt(key))
        fill, ink = _COLOURS[n % len(_COLOURS)]
        dressed[key] = SideArt(
            key,
            name=side.name or key,
            fill=side.fill or fill,
            ink=side.ink or ink,
            shape=side.shape if side.shape in SHAPES else tuple(SHAPES)[n % len(SHAPES)],
        )
    return dressed


NEUTRAL = SideArt("", name="", fill="#f3ecd8", ink="#2a261f", shape="square")


def hides_suppressed(stack: tuple[Counter, ...]) -> bool:
    """Whether something suppressed lies in a stack under a top counter that is not."""
    hidden = any("suppressed" in counter.state for counter in stack[:-1])
    return hidden and "suppressed" not in stack[-1].state


def counters(scene: Scene, plan: Plan, prefix: str) -> str:
    """All counters in their hexes, stacks fanned upwards."""
    sides = dressed_sides(scene)
    drawn = []
    for label, stack in scene.stacks().items():
        x, y = plan.centre(label)
        for n, counter in enumerate(stack):
            # Beyond four the fan stops growing, so that a tall stack stays inside its hex.
            shift = 3.0 * (min(n, 3) - min(len(stack) - 1, 3) / 2)
            inside = tile(counter, sides.get(counter.side, NEUTRAL), prefix)
            if n == len(stack) - 1 > 0:
                inside += _pill(-18, 3, f"{len(stack)}×", "#fffdf4", "#2a261f")
                inside += _hatched(-18, 13) if hides_suppressed(stack) else ""
            spot = f"translate({x + shift:.1f} {y + DROP - shift:.1f}) scale({SCALE})"
            words = title(counter.tooltip or counter.id)
            drawn.append(
                tag(
                    "g",
                    words + inside,
                    transform=spot,
                    data_counter=counter.id,
                    data_at=label,
                    class_="counter",
                )
            )
    return tag("g", "".join(drawn)) if drawn else ""


def _hatched(x: float, y: float) -> str:
    """A small tag with the hatching of a suppressed counter."""
    frame = rect(x - 6, y - 5, 12, 10, rx=3, fill="#fffdf4", stroke="#1d1a14", stroke_width=0.8)
    d = f"M{x - 4} {y + 4}L{x} {y - 4}M{x} {y + 4}L{x + 4} {y - 4}"
    return frame + path(d, stroke="#1d1a14", stroke_width=1.2, fill="none")


def tile(counter: Counter, side: SideArt, prefix: str) -> str:
    """One counter about the origin."""
    outline, spent = SHAPES[side.shape], "spent" in counter.state
    if spent:  # pale, its figures dark on it
        side = msgspec.structs.replace(side, fill=_paled(side.fill), ink="#2a261f")
    parts = [polygon([(x + 1.2, y + 1.8) for x, y in outline], fill="#1d1a14", opacity=0.33)]
    if "active" in counter.state:
        parts.append(
            polygon(outline, fill="none", stroke="#f6b92f", stroke_width=5.5, stroke_linejoin="round")
        )
    parts.append(
        polygon(outline, fill=side.fill, stroke="#1d1a14", stroke_width=1.1, stroke_linejoin="round")
    )
    if spent:
        parts.append(path("M18 8V16H10Z", fill="#fffdf4", stroke="#1d1a14", stroke_width=1))
    parts.append(_face(counter, side, prefix))
    if "suppressed" in counter.state:
        hatch = "M-16 4L-4 -16M-14 14L6 -16M-4 15L15 -14M6 15L17 -2"
        parts.append(path(hatch, stroke=side.ink, stroke_width=1.2, opacity=0.75, fill="none"))
    tags = [word for word in counter.state if word not in STATES]
    parts.extend(_pill(13, -15 + 9 * n, word[:4], "#b3402f", "#ffffff") for n, word in enumerate(tags))
    if counter.badge == "*":
        parts.append(star(-14, -13.5, 6.2, "#f6c945"))
    else:
        parts.append(_pill(-12, -15, counter.badge[:4], "#fffdf4", "#2a261f"))
    return "".join(parts)


def _paled(fill: str) -> str:
    """A colour half gone to paper."""
    channels = zip(bytes.fromhex(fill[1:]), bytes.fromhex("efe9d6"), strict=True)
    return "#" + bytes((own + paper) // 2 for own, paper in channels).hex()


def _face(counter: Counter, side: SideArt, prefix: str) -> str:
    """Symbol above, then figures and printed values."""
    pips = _pips(counter, side)
    values = "-".join(counter.values)
    rise = -6.0 if pips or values else 0.0
    symbol = tag("use", href=f"#{prefix}s-{safe_id(counter.symbol)}", y=rise)
    if pips and values:
        symbol = tag("g", symbol, transform="translate(0 -4.4) scale(0.72)")
        pips = tag("g", pips, transform="translate(0 -6.4) scale(0.8)")
    size = min(9.5, 9.5 * 33 / max(text_width(values, 9.5), 1))
    return symbol + pips + text(0, 14, values, size, fill=side.ink, font_weight="bold")


def _pips(counter: Counter, side: SideArt) -> str:
    """A figure for every pip, hollow for the lost ones; a number when there are too many to draw."""
    count = max(counter.pips, counter.full)
    if count > 8:
        shown = f"{counter.pips}/{counter.full}" if counter.full else str(counter.pips)
        return text(0, 13.6, shown, 9.5, fill=side.ink, font_weight="bold")
    step = min(7.0, 31 / max(count, 1))
    return "".join(
        figure(
            (n - (count - 1) / 2) * step, 9.2, fill=side.ink if n < counter.pips else "none", stroke=side.ink
        )
        for n in range(count)
    )


def _pill(x: float, y: float, words: str, fill: str, ink: str) -> str:
    """A small tag on the edge of a tile."""
    if not words:
        return ""
    width = max(9.0, text_width(words, 6.8) + 4)
    frame = rect(x - width / 2, y - 4.5, width, 9, rx=3, fill=fill, stroke="#1d1a14", stroke_width=0.8)
    return frame + text(x, y + 2.4, words, 6.8, fill=ink, font_weight="bold")
