"""Lines on the board: rivers and roads joined from hex to hex, and what lies along hexsides."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from grognard.scene.geometry import angle, direction_between
from grognard.scene.ground import base_pattern
from grognard.scene.markup import num, path, polygon, tag, text, title

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.scene.geometry import Plan
    from grognard.scene.model import HexArt, PathArt, Scene

__all__ = ["EDGES", "PATHS", "Stroke", "edge_names", "edges", "paths", "river_axis", "rivers"]


class Stroke(NamedTuple):
    """How a line is drawn: casing below, line above, dashes on top; widths in units of a hex of side 36.

    ``mark`` and ``ascii`` stand for it in text. ``across`` goes over its hexside, not along it: a bridge.
    """

    casing: str
    casing_width: float
    line: str
    width: float
    dash: str = ""
    trim: str = ""
    trim_width: float = 0
    mark: str = ""
    ascii: str = ""
    across: bool = False


EDGES: Mapping[str, Stroke] = {
    "river": Stroke("#5a8cb0", 9, "#9fc6de", 6.5, mark="≈", ascii="~"),
    "wide-river": Stroke("#4d7fa6", 14, "#9fc6de", 11, mark="≋", ascii="w"),
    "lake": Stroke("#5a8cb0", 18, "#a9cbe0", 15, mark="∼", ascii="o"),
    "stream": Stroke("#6a9cbd", 4.5, "#a9cbe0", 2.6, "6 2", mark="∽", ascii="-"),
    "wall": Stroke("#4f4a42", 6, "#b9b1a2", 4, "4 1.2", mark="▬", ascii="#"),
    "hedge": Stroke("#46632f", 8, "#86a45e", 5.6, "2.2 1.6", mark="¤", ascii="%"),
    "crest": Stroke("#86622f", 3, "#86622f", 3, "1.6 2.4", mark="∩", ascii="n"),
    "cliff": Stroke("#54472c", 3, "#7b6b48", 9, "1.4 2.6", mark="╥", ascii="T"),
    "wooded": Stroke("#5f7440", 10, "#9db47a", 8, "1 4", mark="♧", ascii="&"),
    "fortified": Stroke("#2f2b26", 4, "#2f2b26", 9, "4 4", mark="▪", ascii="*"),
    "bridge": Stroke("#4a3a22", 11, "#efe4c4", 5.4, mark="‖", ascii="I", across=True),
    "unsound-bridge": Stroke("#8c3b2e", 11, "#efe4c4", 6, "4 3", mark="∦", ascii="i", across=True),
    "blown-bridge": Stroke("#f8f4e6", 11, "#b3402f", 7, "4.6 6.4", mark="×", ascii="x", across=True),
    "border": Stroke("#a03a32", 3, "#a03a32", 3, "9 4 2 4", mark="+", ascii="+"),
}
"""Built-in kinds of hexside; unknown kinds are drawn as "border". Bridges go across the hexside."""

PATHS: Mapping[str, Stroke] = {
    "road": Stroke("#8d7a55", 6.4, "#efe4c4", 4.4, mark="-", ascii="-"),
    "highway": Stroke("#6b3f33", 8, "#d98f76", 6, mark="=", ascii="="),
    "trail": Stroke("#efe7cc", 3.6, "#8d7a55", 1.8, "5 3", mark="·", ascii="."),
    "rail": Stroke("#4a463f", 2, "#4a463f", 2, trim="1.4 6", trim_width=7, mark="╫", ascii="#"),
    "stream": Stroke("#6a9cbd", 5, "#a9cbe0", 3.4, mark="~", ascii="~"),
    "river": Stroke("#5a8cb0", 17, "#9fc6de", 14, trim="9 22", trim_width=1.1, mark="≈", ascii="w"),
}
"""Built-in kinds of path; unknown kinds are drawn as "trail"."""


def _river_ways(scene: Scene, plan: Plan, art: HexArt) -> list[int]:
    """Directions in which a river hex's water leaves it; an end runs on to open water or off the map."""
    ways = [
        d for d in range(6) if (n := plan.neighbour(art, d)) is not None and base_pattern(scene, n) == "river"
    ]
    if len(ways) > 1:
        return ways
    out = [
        d for d in range(6) if (n := plan.neighbour(art, d)) is not None and base_pattern(scene, n) == "water"
    ]
    out = out or [d for d in range(6) if plan.neighbour(art, d) is None]
    if not ways or not out:
        return ways or out[:1]
    best = max(out, key=lambda d: (min((d - ways[0]) % 6, (ways[0] - d) % 6), -d))
    return [*ways, best] if min((best - ways[0]) % 6, (ways[0] - best) % 6) > 1 else ways


def river_axis(scene: Scene, plan: Plan, art: HexArt) -> float | None:
    """Angle in degrees at which the water or road passes through a hex, None where nothing does."""
    ways = _river_ways(scene, plan, art) if base_pattern(scene, art) == "river" else []
    if not ways:
        return None
    x1, y1 = plan.middle(art, ways[0])
    x2, y2 = plan.middle(art, ways[-1]) if len(ways) > 1 else plan.centre(art.label)
    return math.degrees(math.atan2(y2 - y1, x2 - x1))


def rivers(scene: Scene, plan: Plan) -> str:
    """All river hexes joined to their neighbours; where three meet they make one sheet of water."""
    wet = [art for art in scene.hexes if base_pattern(scene, art) == "river"]
    if not wet:
        return ""
    flows = {art.label: _winding(plan, art, _river_ways(scene, plan, art)) for art in wet}
    calm, sheets = set(), []
    for art in wet:
        for turn in range(2):
            meeting = [art, plan.neighbour(art, turn), plan.neighbour(art, turn + 1)]
            found = [c.label for c in meeting if c is not None and base_pattern(scene, c) == "river"]
            if len(found) == 3:
                calm.update(found)
                sheets.append([plan.centre(label) for label in found])
    water, flow = PATHS["river"], "".join(flows.values())
    shine = path(
        "".join(d for label, d in flows.items() if label not in calm), stroke="#c3deec", stroke_width=4.5
    )
    return tag(
        "g",
        path(flow, stroke=water.casing, stroke_width=water.casing_width)
        + "".join(polygon(s, fill=water.casing, stroke=water.casing, stroke_width=33) for s in sheets)
        + path(flow, stroke=water.line, stroke_width=water.width)
        + "".join(polygon(s, fill=water.line, stroke=water.line, stroke_width=30) for s in sheets)
        + shine,
        fill="none",
        stroke_linejoin="round",
    )


def _winding(plan: Plan, art: HexArt, ways: list[int]) -> str:
    """Running water through one hex: it meets every hexside squarely, a little off its middle."""
    x, y = plan.centre(art.label)
    d = []
    for n, way in enumerate(ways):
        (x1, y1), (mx, my) = _ford(plan, art, way), plan.middle(art, way)
        half, most = ((x1 + (x - mx) * share, y1 + (y - my) * share) for share in (0.5, 0.75))
        if len(ways) != 2:
            d.append(f"M{num(x1)} {num(y1)}Q{num(half[0])} {num(half[1])} {num(x)} {num(y)}")
        elif n == 0:
            d.append(f"M{num(x1)} {num(y1)}C{num(most[0])} {num(most[1])}")
        else:
            d.append(f" {num(most[0])} {num(most[1])} {num(x1)} {num(y1)}")
    return "".join(d) or f"M{num(x - 8)} {num(y)}h16"


def _ford(plan: Plan, art: HexArt, way: int) -> tuple[float, float]:
    """Where running water crosses a hexside: the same place seen from either hex."""
    other = plan.neighbour(art, way)
    x, y = plan.middle(art, way)
    if other is None:
        return x, y
    aside = ((art.q + other.q) * 5 + (art.r + other.r) * 3) % 7 - 3
    (x1, y1), (x2, y2) = sorted((plan.corner(art, way), plan.corner(art, way + 1)))
    return x + (x2 - x1) / plan.side * 2.2 * aside, y + (y2 - y1) / plan.side * 2.2 * aside


def _through(plan: Plan, art: HexArt, ways: list[int]) -> str:
    """A road through one hex: a smooth bend between two hexsides, spokes to the centre otherwise."""
    x, y = plan.centre(art.label)
    ends = [plan.middle(art, d) for d in ways]
    if len(ends) == 2:
        (x1, y1), (x2, y2) = ends
        return f"M{num(x1)} {num(y1)}Q{num(x)} {num(y)} {num(x2)} {num(y2)}"
    return "".join(f"M{num(ex)} {num(ey)}L{num(x)} {num(y)}" for ex, ey in ends)


def paths(scene: Scene, plan: Plan) -> str:
    """Roads, rails and streams; pieces of one kind are joined hex by hex before they are drawn."""
    drawn = []
    order = {kind: n for n, kind in enumerate(PATHS)}
    for kind in sorted({p.kind for p in scene.paths}, key=lambda k: (-order.get(k, -1), k)):
        same = [p for p in scene.paths if p.kind == kind]
        stroke = PATHS.get(kind, PATHS["trail"])
        d = "".join(
            _through(plan, scene.hex(label), ways) for label, ways in _ways(scene, plan, same).items()
        )
        parts = path(d, stroke=stroke.casing, stroke_width=stroke.casing_width)
        parts += path(d, stroke=stroke.line, stroke_width=stroke.width, stroke_dasharray=stroke.dash)
        if stroke.trim:
            parts += path(
                d, stroke=stroke.casing, stroke_width=stroke.trim_width, stroke_dasharray=stroke.trim
            )
        drawn.append(tag("g", parts, data_path=kind))
    return tag("g", "".join(drawn), fill="none", stroke_linejoin="round") if drawn else ""


def _ways(scene: Scene, plan: Plan, same: list[PathArt]) -> dict[str, list[int]]:
    """For each hex on these paths, the directions in which they leave it."""
    ways: dict[str, set[int]] = {}
    for way in same:
        for a, b in zip(way.hexes, way.hexes[1:], strict=False):
            d = direction_between(scene.hex(a), scene.hex(b))
            if d is not None:
                ways.setdefault(a, set()).add(d)
                ways.setdefault(b, set()).add((d + 3) % 6)
    return {label: sorted(found) for label, found in sorted(ways.items())}


def _over(plan: Plan, a: HexArt, b: HexArt, direction: int) -> str:
    """A short way over the middle of the hexside between two hexes."""
    (x1, y1), (x2, y2) = plan.middle(a, direction, 0.72), plan.middle(b, direction + 3, 0.72)
    return f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}"


def edge_names(scene: Scene, plan: Plan) -> str:
    """The names of hexsides, each along its own, upright."""
    drawn = []
    for edge in scene.edges:
        direction = direction_between(scene.hex(edge.a), scene.hex(edge.b)) if edge.name else None
        if direction is None:
            continue
        x, y = plan.middle(scene.hex(edge.a), direction)
        turn = (angle(plan.orientation, direction) + 180.0) % 180.0 - 90.0
        spot = f"rotate({num(turn)} {num(x)} {num(y)})"
        drawn.append(tag("g", text(x, y + 3.2, edge.name, 9.5, font_style="italic"), transform=spot))
    if not drawn:
        return ""
    return tag(
        "g", "".join(drawn), fill="#1f4f7a", stroke="#eaf3f8", stroke_width=2.6, paint_order="stroke",
        stroke_linejoin="round", pointer_events="none",
    )  # fmt: skip


def edges(scene: Scene, plan: Plan) -> str:
    """Everything that lies along hexsides."""
    drawn = []
    for edge in scene.edges:
        a, b = scene.hex(edge.a), scene.hex(edge.b)
        direction = direction_between(a, b)
        if direction is None:
            continue
        stroke = EDGES.get(edge.kind, EDGES["border"])
        d = _over(plan, a, b, direction) if stroke.across else plan.hexside(a, direction)
        ends = "butt" if stroke.across else None
        parts = path(d, stroke=stroke.casing, stroke_width=stroke.casing_width, stroke_linecap=ends)
        parts += path(
            d,
            stroke=stroke.line,
            stroke_width=stroke.width,
            stroke_dasharray=stroke.dash,
            stroke_linecap="butt" if stroke.dash or stroke.across else None,
        )
        drawn.append(
            tag(
                "g",
                title(edge.tooltip or f"{edge.kind}: {edge.a}–{edge.b}") + parts,
                data_edge=f"{edge.a} {edge.b}",
            )
        )
    return tag("g", "".join(drawn), fill="none", stroke_linecap="round") if drawn else ""
