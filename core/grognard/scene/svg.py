"""A scene as one self-contained SVG: no scripts, no outside fonts, the same bytes for the same scene."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from grognard.scene.counters import DROP, counters, dressed_sides
from grognard.scene.geometry import Plan, corner
from grognard.scene.ground import base_pattern, ground, height, height_mark, relief, shores
from grognard.scene.icons import icon_art
from grognard.scene.lines import edge_names, edges, paths, river_axis, rivers
from grognard.scene.markup import FONT, num, path, polygon, rect, safe_id, tag, text, title
from grognard.scene.overlays import lines_above, marks_below
from grognard.scene.patterns import SIDE, pattern_art
from grognard.scene.surround import footer, header
from grognard.scene.symbols import symbol_art

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.scene.model import HexArt, Scene

__all__ = ["render_svg"]

_MARGIN = 22.0
_SIGN_PLACES = ((19.0, -14.0), (-19.0, -14.0), (21.0, 14.0), (-21.0, 14.0))


def render_svg(scene: Scene) -> str:
    """Draw a scene.

    Hexes carry ``data-hex``, counters ``data-counter`` and ``data-at``, so that a page can attach to them.
    Ids begin with a digest of the scene, so that several pictures can stand in one page.

    >>> from grognard.scene import HexArt, Scene
    >>> picture = render_svg(Scene("pointy", (HexArt("A1", 0, 0, pattern="woods"),), title="One hex"))
    >>> picture.startswith("<svg xmlns="), picture.count("data-hex")
    (True, 1)
    """
    prefix = "g" + hashlib.blake2b(msgspec.json.encode(scene), digest_size=3).hexdigest() + "-"
    plan = Plan(scene, SIDE)
    inner = max(plan.width, 360.0)
    above, above_height = header(scene, inner)
    below, below_height = footer(scene, inner, prefix)
    width = inner + 2 * _MARGIN
    height = plan.height + above_height + below_height + 2 * _MARGIN
    board_x = _MARGIN + (inner - plan.width) / 2
    parts = [
        title(scene.title),
        _definitions(scene, plan, prefix),
        rect(0, 0, width, height, fill="#f5efdf"),
        rect(5, 5, width - 10, height - 10, rx=5, fill="none", stroke="#bfae88", stroke_width=1.2),
        tag("g", above, transform=f"translate({num(_MARGIN)} {num(_MARGIN - 4)})") if above else "",
        tag(
            "g",
            _board(scene, plan, prefix),
            transform=f"translate({num(board_x)} {num(_MARGIN + above_height)})",
        ),
        tag("g", below, transform=f"translate({num(_MARGIN)} {num(_MARGIN + above_height + plan.height)})")
        if below
        else "",
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
        f'width="{num(width)}" height="{num(height)}" font-family="{FONT}" role="img">\n'
        + "\n".join(p for p in parts if p)
        + "\n</svg>\n"
    )


def _definitions(scene: Scene, plan: Plan, prefix: str) -> str:
    """The hex, and every pattern variant and symbol the scene uses, once."""
    rim = [corner(plan.orientation, k, plan.side) for k in range(6)]
    parts = [polygon(rim, id=f"{prefix}hex")]
    own = {pattern.key: pattern for pattern in scene.patterns}
    used = sorted({(art.pattern, _variant(scene, art)) for art in scene.hexes})
    for key, variant in used:
        parts.append(tag("g", pattern_art(key, own).draw(variant), id=f"{prefix}p-{safe_id(key)}-{variant}"))
    symbols = {counter.symbol for counter in scene.counters}
    parts.extend(tag("g", symbol_art(key).drawing, id=f"{prefix}s-{safe_id(key)}") for key in sorted(symbols))
    return tag("defs", "".join(parts))


def _variant(scene: Scene, art: HexArt) -> int:
    own = {pattern.key: pattern for pattern in scene.patterns}
    return (art.q * 7 + art.r * 11 + art.q * art.r) % pattern_art(art.pattern, own).variants


def _board(scene: Scene, plan: Plan, prefix: str) -> str:
    """The board, from the ground up."""
    layers = [
        _rim(scene, plan),
        ground(scene, plan, prefix),
        *(
            tag("g", layer, pointer_events="none")
            for layer in (
                shores(scene, plan),
                relief(scene, plan),
                rivers(scene, plan),
                _patterns(scene, plan, prefix),
                paths(scene, plan),
                _grid(scene, plan, prefix),
            )
            if layer
        ),
        edges(scene, plan),
        _dividers(scene, plan),
        _features(scene, plan, "work"),
        marks_below(scene, plan),
        _labels(scene, plan),
        counters(scene, plan, prefix),
        _names(scene, plan),
        edge_names(scene, plan),
        _features(scene, plan, "sign"),
        lines_above(scene, plan),
    ]
    return "\n".join(layer for layer in layers if layer)


def _rim(scene: Scene, plan: Plan) -> str:
    """A dark edge round the whole board."""
    outer = (plan.hexside(art, d) for art in scene.hexes for d in range(6) if plan.neighbour(art, d) is None)
    return path("".join(outer), fill="none", stroke="#7c6f52", stroke_width=5, stroke_linecap="round")


def _grid(scene: Scene, plan: Plan, prefix: str) -> str:
    uses = "".join(
        tag("use", href=f"#{prefix}hex", x=x, y=y) for x, y in (plan.centre(art.label) for art in scene.hexes)
    )
    return tag("g", uses, fill="none", stroke="#5a4f38", stroke_width=0.9, opacity=0.42)


def _patterns(scene: Scene, plan: Plan, prefix: str) -> str:
    """The drawing of every hex's terrain; rivers are drawn in one piece elsewhere."""
    drawn = []
    for art in scene.hexes:
        if base_pattern(scene, art) == "river":
            continue
        x, y = plan.centre(art.label)
        drawn.append(
            tag(
                "use",
                href=f"#{prefix}p-{safe_id(art.pattern)}-{_variant(scene, art)}",
                x=x,
                y=y,
                data_pattern=art.pattern,
            )
        )
    return "".join(drawn)


_HALO: Mapping[str, str | float | int | None] = {
    "stroke": "#f8f4e6",
    "stroke_width": 3,
    "paint_order": "stroke",
    "stroke_linejoin": "round",
    "pointer_events": "none",
}


def _labels(scene: Scene, plan: Plan) -> str:
    """Printed labels at the top of the hexes, with the level of the ground."""
    rise, labels = -0.66 if plan.orientation == "pointy" else -0.62, []
    for art in scene.hexes:
        x, y = plan.centre(art.label)
        words = f"{art.label} {height_mark(height(art))}".strip()
        labels.append(text(x, y + rise * plan.side, words, 8.2))
    return tag("g", "".join(labels), fill="#5a513d", stroke_opacity=0.85, **_HALO)


def _names(scene: Scene, plan: Plan) -> str:
    """Place names at the bottom of their hexes, above the counters."""
    spots = ((art.name, *plan.centre(art.label)) for art in scene.hexes if art.name)
    names = [text(x, y + 0.80 * plan.side, name, 9, font_weight="bold") for name, x, y in spots]
    return tag("g", "".join(names), fill="#2e2a22", **_HALO) if names else ""


def _features(scene: Scene, plan: Plan, place: str) -> str:
    """Works on the ground (below the counters) or signs (above them)."""
    sides = dressed_sides(scene)
    drawn = []
    for art in scene.hexes:
        here = [
            (feature, icon) for feature in art.features if (icon := icon_art(feature.icon)).place == place
        ]
        for n, (feature, icon) in enumerate(here):
            x, y = plan.centre(art.label)
            tint = sides[feature.side].fill if feature.side in sides else "#efe4c4"
            if place == "work":
                turn = _turn(scene, plan, art, feature.icon, feature.facing)
                drop = DROP if feature.icon == "bunker" else 0.0
                spot = f"translate({num(x)} {num(y + drop)}) rotate({num(turn)})"
            else:
                dx, dy = _SIGN_PLACES[n % len(_SIGN_PLACES)]
                spot = f"translate({num(x + dx)} {num(y + dy)})"
            words = title(feature.tooltip or feature.icon)
            drawn.append(
                tag(
                    "g", words + icon.draw(tint), transform=spot, data_feature=feature.icon, data_at=art.label
                )
            )
    return tag("g", "".join(drawn)) if drawn else ""


def _turn(scene: Scene, plan: Plan, art: HexArt, icon: str, facing: int | None) -> float:
    """How far a work is turned from east: its facing, or a bridge across its river, others to the reader."""
    if facing is not None:
        return 60.0 * facing + (0.0 if plan.orientation == "pointy" else 30.0)
    if icon != "bridge":
        return 90.0 if icon != "bunker" else -90.0
    axis = river_axis(scene, plan, art)
    return 0.0 if axis is None else axis + 90.0


def _dividers(scene: Scene, plan: Plan) -> str:
    drawn = []
    for divider in scene.dividers:
        points = [plan.at(q, r) for q, r in divider.points]
        d = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)
        drawn.append(
            path(d, stroke="#f8f4e6", stroke_width=4, opacity=0.65)
            + path(d, stroke="#8c3b2e", stroke_width=1.7, stroke_dasharray="9 6")
        )
        drawn.append(text(points[0][0], points[0][1] - 4, divider.text, 10, fill="#8c3b2e", stroke="none"))
    return tag("g", "".join(drawn), fill="none", pointer_events="none") if drawn else ""
