"""The board itself: the ground of every hex, shores and falling ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.scene.markup import num, path, tag, title
from grognard.scene.patterns import PATTERNS, pattern_art

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grognard.scene.geometry import Plan
    from grognard.scene.model import HexArt, Scene

__all__ = ["base_pattern", "ground", "height", "height_mark", "level", "raised", "relief", "shores"]


_BANDED: Mapping[str, int] = {"hill": 1, "steep": 1}
"""Patterns that are high ground even when the plugin gives no elevation."""


def level(art: HexArt) -> int:
    """Elevation of a hex as drawn.

    >>> from grognard.scene import HexArt
    >>> level(HexArt("A1", 0, 0, pattern="hill")), level(HexArt("A1", 0, 0, elevation=2))
    (1, 2)
    """
    return max(art.elevation, _BANDED.get(art.pattern, 0)) if art.elevation >= 0 else art.elevation


_HIGH = ("hill", "steep", "mountain", "cliff")
"""Patterns that look like level 1."""


def height(art: HexArt) -> int:
    """The level of the ground where the pattern does not show it already, else 0."""
    return 0 if art.elevation == (1 if art.pattern in _HIGH else 0) else art.elevation


def height_mark(level: int, *, ascii: bool = False) -> str:
    """A level as printed in its hexes; blank for 0.

    >>> height_mark(2), height_mark(-1, ascii=True)
    ('↑2', 'v1')
    """
    up, down = ("^", "v") if ascii else ("↑", "↓")
    return f"{up if level > 0 else down}{abs(level)}" if level else ""


def ground(scene: Scene, plan: Plan, prefix: str) -> str:
    """Every hex once, filled with its ground and carrying its tooltip."""
    own = {pattern.key: pattern for pattern in scene.patterns}
    drawn = []
    for art in scene.hexes:
        x, y = plan.centre(art.label)
        fill = raised(pattern_art(art.pattern, own).fill, level(art) - _BANDED.get(art.pattern, 0))
        fill = _worn(fill, (art.q * 5 + art.r * 3 + art.q * art.r * 7) % 4)
        words = art.tooltip or " · ".join(part for part in (art.label, art.name, art.terrain) if part)
        drawn.append(
            tag(
                "use",
                title(words),
                href=f"#{prefix}hex",
                x=x,
                y=y,
                fill=fill,
                data_hex=art.label,
                class_="hex",
            )
        )
    return tag("g", "".join(drawn))


def raised(fill: str, steps: int) -> str:
    """A ground colour on higher ground: browner by the level, down to a floor; bluer below level 0."""
    if not steps:
        return fill
    toward = (150, 110, 55) if steps > 0 else (90, 110, 120)
    share = min(0.14 * abs(steps), 0.5)
    mixed = (round(int(fill[i : i + 2], 16) * (1 - share) + toward[i // 2] * share) for i in (1, 3, 5))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def _worn(fill: str, shade: int) -> str:
    """Nearly the same colour, so that wide ground does not look printed."""
    return "#" + "".join(f"{min(255, int(fill[i : i + 2], 16) + 3 * shade - 4):02x}" for i in (1, 3, 5))


def relief(scene: Scene, plan: Plan) -> str:
    """A hachured band inside every hexside where the ground falls away."""
    bands: list[tuple[tuple[float, float], ...]] = []
    ticks: list[str] = []
    for art in scene.hexes:
        lower = [_falls(art, plan.neighbour(art, d)) for d in range(6)]
        for d in range(6):
            if not lower[d]:
                continue
            inner = (_inner(plan, art, d, d - 1, lower), _inner(plan, art, d + 1, d + 1, lower))
            outer = (plan.corner(art, d), plan.corner(art, d + 1))
            bands.append((outer[0], outer[1], inner[1], inner[0]))
            ticks.extend(_hachures(outer, inner))
    if not bands:
        return ""
    outline = "".join("M" + "L".join(f"{num(x)} {num(y)}" for x, y in band) + "Z" for band in bands)
    return path(outline, fill="#b08f55", opacity=0.62) + path(
        "".join(ticks), stroke="#7d5f2e", stroke_width=1, fill="none", opacity=0.85
    )


def _falls(art: HexArt, other: HexArt | None) -> bool:
    return other is not None and level(other) < level(art)


def _inner(plan: Plan, art: HexArt, corner: int, beside: int, lower: list[bool]) -> tuple[float, float]:
    """The inner end of a band: towards the centre in a corner, along the hexside where the hill goes on."""
    x, y = plan.corner(art, corner)
    depth = 0.2
    cx, cy = plan.centre(art.label)
    if not lower[beside % 6]:
        # The hexside shared with the neighbour leaves this corner straight away from the hex's centre line.
        far = plan.corner(art, corner - 1 if beside % 6 == (corner - 1) % 6 else corner + 1)
        return x + (far[0] - x) * depth, y + (far[1] - y) * depth
    return x + (cx - x) * depth, y + (cy - y) * depth


def _hachures(
    outer: tuple[tuple[float, float], ...], inner: tuple[tuple[float, float], ...]
) -> Iterable[str]:
    for n in range(9):
        share, reach = (n + 0.5) / 9, 0.95 if n % 2 else 0.6
        x1 = outer[0][0] + (outer[1][0] - outer[0][0]) * share
        y1 = outer[0][1] + (outer[1][1] - outer[0][1]) * share
        x2 = inner[0][0] + (inner[1][0] - inner[0][0]) * share
        y2 = inner[0][1] + (inner[1][1] - inner[0][1]) * share
        yield f"M{num(x2)} {num(y2)}L{num(x2 + (x1 - x2) * reach)} {num(y2 + (y1 - y2) * reach)}"


def shores(scene: Scene, plan: Plan) -> str:
    """A pale line where open water meets land."""
    sides = []
    for art in scene.hexes:
        if base_pattern(scene, art) != "water":
            continue
        for d in range(6):
            other = plan.neighbour(art, d)
            if other is not None and base_pattern(scene, other) not in ("water", "river"):
                sides.append(plan.hexside(art, d))
    if not sides:
        return ""
    line = "".join(sides)
    return path(line, stroke="#f7f0d8", stroke_width=6, stroke_linecap="round", fill="none") + path(
        line, stroke="#6a9cbd", stroke_width=1.2, stroke_linecap="round", fill="none"
    )


def base_pattern(scene: Scene, art: HexArt) -> str:
    """The built-in pattern a hex is drawn with."""
    if art.pattern in PATTERNS:
        return art.pattern
    return next((own.like for own in scene.patterns if own.key == art.pattern), art.pattern)
