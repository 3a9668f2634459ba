"""The drawings of terrain: SVG for a hex of side 36 about the origin, one function to a pattern.

They stay inside the inscribed circle, so that they serve both orientations, and read without colour. Most
have variants, so that woods look grown and not printed.
"""

from __future__ import annotations

import math
from itertools import pairwise

from grognard.scene.markup import circle, line, path, polygon, rect, tag

Spot = tuple[float, float, float]

__all__ = [
    "brush",
    "buildings",
    "church",
    "cliff",
    "craters",
    "field",
    "hedge",
    "hill",
    "marsh",
    "mirrored",
    "mountain",
    "orchard",
    "plain",
    "river",
    "rough",
    "ruins",
    "sand",
    "snow",
    "steep",
    "water",
    "woods",
]


def mirrored(variant: int, drawing: str) -> str:
    """The same drawing seen in a mirror for odd variants."""
    return tag("g", drawing, transform="scale(-1 1)") if variant % 2 else drawing


def _ring(count: int, radius: float, start: float = 0.0) -> list[tuple[float, float]]:
    turns = (math.radians(start + 360.0 * n / count) for n in range(count))
    return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]


_CANOPY = (
    "M-5.2 2.6C-8 1 -7.4 -3 -4.4 -3.4C-4 -6.8 1 -7.4 2.4 -4.8C5.6 -5.4 7.6 -2 5.6 0.4"
    "C7 3.2 4 5.8 1.4 4.6C-0.6 6.8 -4.8 5.8 -5.2 2.6Z"
)
_LIGHT = (
    "M-3.6 0.4C-4.8 -1.6 -3 -3.4 -1.6 -3C-0.8 -5 2 -4.6 2.2 -2.8C1 -3 0.4 -2 0.6 -1C-1 -2 -3 -1.4 -3.6 0.4Z"
)


def _tree(x: float, y: float, size: float) -> str:
    """A crown seen from above, lit from the upper left; ``size`` is about its radius."""
    crown = (
        tag("ellipse", cx=1.8, cy=3.2, rx=6.2, ry=4.4, fill="#2e3d20", opacity=0.25)
        + path(_CANOPY, fill="#73925a", stroke="#43592f", stroke_width=0.9)
        + path(_LIGHT, fill="#9db77d")
    )
    turn = round(x * 3 + y * 5) % 3 * 14 - 14
    return tag("g", crown, transform=f"translate({x} {y}) rotate({turn}) scale({size / 6:.2f})")


_GROVES: tuple[tuple[Spot, ...], ...] = (
    ((-9, -24, 6), (7, -23, 6.5), (-21, -13, 7), (20, -14, 6.5), (-2, -14, 7), (9, -9, 6.5), (-13, -4, 7),
     (25, -1, 6.5), (-25, 3, 6.5), (2, 0, 7.5), (15, 5, 7), (-13, 10, 7.5), (-23, 16, 6), (3, 13, 6.5),
     (22, 16, 6.5), (-6, 22, 7), (10, 23, 6.5)),
    ((-4, -25, 6), (11, -22, 6.5), (-15, -19, 7), (23, -10, 7), (2, -13, 7.5), (-24, -5, 6.5), (-9, -6, 7),
     (12, -3, 7), (25, 5, 6), (-17, 7, 7.5), (1, 5, 7), (14, 12, 7.5), (-24, 16, 6), (-4, 15, 7),
     (-13, 23, 6.5), (7, 23, 7), (21, 19, 5.5)),
)  # fmt: skip


def woods(variant: int) -> str:
    """Crowns of trees."""
    grove = sorted(_GROVES[(variant // 2) % 2], key=lambda spot: spot[1])
    return mirrored(variant, "".join(_tree(*spot) for spot in grove))


def orchard(variant: int) -> str:
    """Trees in rows."""
    rows = [(x, y, 3.6) for y in (-21, -7, 7, 21) for x in (-21, -7, 7, 21) if math.hypot(x, y) < 28]
    return "".join(_tree(*spot) for spot in rows)


def brush(variant: int) -> str:
    """Scattered bushes."""
    spots = (
        (-14, -20),
        (10, -22),
        (-25, -4),
        (24, -6),
        (-4, -9),
        (9, 2),
        (-21, 12),
        (22, 12),
        (-6, 21),
        (9, 24),
    )
    bush = "M{x} {y}q-5 -1 -4 -5q1 -3 4 -2q2 -4 5 0q4 -1 3 3q0 4 -4 4z"
    shapes = "".join(
        path(bush.format(x=x, y=y), fill="#a8b878", stroke="#66793f", stroke_width=0.9) for x, y in spots
    )
    return mirrored(variant, shapes)


_ROOFS = (("#c98a72", "#a5624d"), ("#b9a48c", "#8f7a64"), ("#c27a62", "#96513f"), ("#a9a29b", "#7d766f"))


def _house(x: float, y: float, width: float, depth: float, turn: float) -> str:
    """A roof seen from above, its sunny half lighter."""
    half, deep = width / 2, depth / 2
    light, dark = _ROOFS[round(x + 2 * y) % 3 if width > 11 else 3]
    roof = (
        rect(-half + 1.8, -deep + 2.2, width, depth, fill="#3a2d22", opacity=0.28)
        + rect(-half, -deep, width, deep, fill=light)
        + rect(-half, 0, width, deep, fill=dark)
        + rect(-half, -deep, width, depth, fill="none", stroke="#4f3329", stroke_width=0.9)
        + line(-half, 0, half, 0, stroke="#4f3329", stroke_width=0.7)
        + rect(half - 4, -deep + 1, 2.2, 2.2, fill="#4f3329")
    )
    return tag("g", roof, transform=f"translate({x} {y}) rotate({turn})")


_STREETS: tuple[tuple[tuple[float, float, float, float, float], ...], ...] = (
    ((-9, -20, 15, 11, -10), (13, -18, 12, 13, 14), (-23, -4, 12, 16, 4), (24, 1, 11, 15, -5),
     (0, 0, 16, 11, 8), (-15, 16, 15, 12, 12), (14, 19, 16, 11, -14), (-1, 26, 8, 7, 0)),
    ((10, -21, 14, 11, 10), (-14, -16, 13, 12, -18), (-24, 5, 11, 15, -4), (24, -4, 11, 16, 6),
     (-2, 2, 13, 14, -6), (17, 17, 15, 12, -12), (-8, 21, 17, 11, 10), (-10, -28, 7, 6, 0)),
)  # fmt: skip
_LANES = "M-29 8C-14 4 -6 12 4 11S20 4 30 12M-2 -30C2 -18 -8 -8 4 11C6 18 4 24 8 30"


def buildings(variant: int) -> str:
    """Roofs along lanes."""
    lanes = path(_LANES, fill="none", stroke="#f3ead6", stroke_width=3.6, stroke_linecap="round")
    return mirrored(variant, lanes + "".join(_house(*plot) for plot in _STREETS[(variant // 2) % 2]))


def ruins(variant: int) -> str:
    """Broken walls and rubble."""
    walls = ""
    for x, y, width, depth, turn in _STREETS[(variant // 2) % 2]:
        half, deep = width / 2, depth / 2
        corner = f"M{-half} {deep}V{-deep}H{half}V{-deep + 3}M{half} {deep}H{half - 4}"
        walls += tag("g", path(corner, fill="none"), transform=f"translate({x} {y}) rotate({turn})")
    rubble = "".join(rect(x, y, 2, 2, fill="#8a7b6b") for x, y in _ring(9, 15, 12))
    return mirrored(
        variant, tag("g", walls, stroke="#6f4a3c", stroke_width=2, stroke_linecap="square") + rubble
    )


def church(variant: int) -> str:
    """A nave with its spire, and graves."""
    cross = path("M0 -31V-22M-3 -28.5H3", stroke="#3d3027", stroke_width=1.6, fill="none")
    spire = polygon(((-5, -12), (0, -24), (5, -12)), fill="#7a8796", stroke="#3d454e", stroke_width=0.9)
    tower = rect(-5, -12, 10, 15, fill="#d9cbb2", stroke="#64553f", stroke_width=0.9)
    nave = polygon(
        ((-14, 16), (-14, 2), (-10, -4), (10, -4), (14, 2), (14, 16)), fill="#b9654d", stroke="#64352a"
    )
    graves = "".join(
        path(f"M{x} {y}v6M{x - 2} {y + 2}h4", stroke="#6a6051", stroke_width=1.3, fill="none")
        for x, y in ((-24, -8), (-25, 6), (24, -8), (25, 6), (-19, 19), (19, 19))
    )
    return graves + nave + tower + spire + cross


def hill(variant: int) -> str:
    """Rounded slopes."""
    spots = ((-15, -16), (12, -19), (-22, 4), (20, 2), (0, -4), (-9, 18), (12, 17))
    arcs = "".join(f"M{x - 6} {y + 2}q6 -7 12 0" for x, y in spots)
    return mirrored(
        variant, path(arcs, fill="none", stroke="#a3834d", stroke_width=1.3, stroke_linecap="round")
    )


def steep(variant: int) -> str:
    """Sharp slopes."""
    spots = ((-14, -19), (13, -19), (-24, -2), (24, -2), (0, -6), (-14, 14), (14, 14), (0, 24))
    teeth = "".join(
        f"M{x - 7} {y + 2}L{x} {y - 6}L{x + 7} {y + 2}M{x - 4} {y + 5}L{x} {y}L{x + 4} {y + 5}"
        for x, y in spots
    )
    return path(teeth, fill="none", stroke="#86622f", stroke_width=1.3, stroke_linejoin="round")


def _peak(x: float, y: float, size: float) -> str:
    half = size * 0.8
    return (
        polygon(
            ((x - half, y), (x, y - size), (x + half, y)), fill="#8d8577", stroke="#544d42", stroke_width=0.9
        )
        + polygon(((x, y - size), (x + half, y), (x + size * 0.12, y)), fill="#6d665a")
        + polygon(
            (
                (x, y - size),
                (x + half * 0.38, y - size * 0.62),
                (x + 1, y - size * 0.7),
                (x - half * 0.38, y - size * 0.62),
            ),
            fill="#fbfaf6",
        )
    )


def mountain(variant: int) -> str:
    """Snowy peaks."""
    peaks = ((10, -9, 17), (-11, -5, 21), (22, 8, 17), (4, 10, 24), (-20, 16, 18), (12, 25, 16), (-7, 27, 14))
    return mirrored(variant, "".join(_peak(*peak) for peak in peaks))


def cliff(variant: int) -> str:
    """A crest and the rock below it."""
    crest = "M-26 -13C-14 -20 -6 -10 4 -15S20 -18 27 -12"
    teeth = "".join(
        f"M{x} {y}l{2 if n % 2 else -1} {15 if n % 2 else 23}"
        for n, (x, y) in enumerate(
            (
                (-24, -13),
                (-18, -15),
                (-12, -15),
                (-6, -14),
                (0, -14),
                (6, -15),
                (12, -16),
                (18, -15),
                (24, -13),
            )
        )
    )
    rocks = "".join(
        polygon(((x - 4, y + 3), (x - 1, y - 3), (x + 4, y + 3)), fill="#8f8468")
        for x, y in ((-14, 19), (2, 23), (15, 18))
    )
    return mirrored(
        variant,
        path(teeth, stroke="#7b6b48", stroke_width=1.5, fill="none")
        + path(crest, stroke="#54472c", stroke_width=2.6, fill="none", stroke_linecap="round")
        + rocks,
    )


def water(variant: int) -> str:
    """Waves."""
    spots = (
        (-13, -20),
        (9, -23),
        (-22, -8),
        (4, -11),
        (22, -6),
        (-10, 1),
        (12, 6),
        (-21, 12),
        (-1, 16),
        (16, 20),
        (-8, 26),
    )
    waves = "".join(f"M{x - 6} {y}q3 -3.4 6 0t6 0" for x, y in spots)
    return mirrored(
        variant, path(waves, fill="none", stroke="#6a9cbd", stroke_width=1.3, stroke_linecap="round")
    )


def river(variant: int) -> str:
    """A bend of river for the legend; on the map, rivers are drawn in one piece from hex to hex."""
    bend = "M-24 16C-10 14 -10 -2 2 -2S14 -18 25 -15"
    return path(bend, fill="none", stroke="#5a8cb0", stroke_width=17) + path(
        bend, fill="none", stroke="#9fc6de", stroke_width=14
    )


def marsh(variant: int) -> str:
    """Reeds over pools."""
    spots = ((-14, -18), (12, -21), (-24, 0), (23, -3), (-1, -4), (-13, 15), (14, 14), (1, 25))
    reeds = "".join(f"M{x} {y}v-8M{x - 3} {y}l-2 -6M{x + 3} {y}l2 -6" for x, y in spots)
    pools = "".join(f"M{x - 8} {y + 2.5}h16" for x, y in spots)
    return mirrored(
        variant,
        path(pools, stroke="#6a9cbd", stroke_width=1.6, fill="none")
        + path(reeds, stroke="#5f7440", stroke_width=1.2, fill="none", stroke_linecap="round"),
    )


def _dots(spots: list[tuple[float, float]], radius: float, fill: str) -> str:
    return "".join(circle(x, y, radius, fill=fill) for x, y in spots)


def sand(variant: int) -> str:
    """Grains."""
    spots = [*_ring(11, 26, 8), *_ring(9, 18, 30), *_ring(6, 10, 0), (0.0, 0.0)]
    return mirrored(variant, _dots(spots, 0.95, "#b39a5c"))


def snow(variant: int) -> str:
    """Flakes."""
    flakes = "".join(
        f"M{x - 3:.1f} {y:.1f}h6M{x - 1.5:.1f} {y - 2.6:.1f}l3 5.2M{x + 1.5:.1f} {y - 2.6:.1f}l-3 5.2"
        for x, y in (*_ring(6, 24, 20), *_ring(3, 11, 50))
    )
    return mirrored(variant, path(flakes, stroke="#a9bccb", stroke_width=0.9, fill="none"))


def field(variant: int) -> str:
    """Furrows."""
    rows = ""
    for y in range(-25, 26, 5):
        half = math.sqrt(28**2 - y**2)
        rows += f"M{-half:.1f} {y}H{half:.1f}"
    furrows = path(rows, stroke="#b9a765", stroke_width=1.1, stroke_dasharray="7 2", fill="none")
    return tag("g", furrows, transform=f"rotate({(15, 75, 135)[variant % 3]})")


def plain(variant: int) -> str:
    """A tuft of grass here and there."""
    tufts = (((-14, 12), (15, -14)), ((12, 16), (-18, -8)), ((-6, -20), (18, 8)), ((0, 22), (-20, -4)))[
        variant % 4
    ]
    blades = "".join(f"M{x - 2} {y}q0 -2 -1.4 -3M{x} {y}v-4.6M{x + 2} {y}q0 -2 1.4 -3" for x, y in tufts)
    return path(blades, stroke="#bdb78c", stroke_width=0.9, fill="none", stroke_linecap="round")


_BANKS = (
    ((-26, 2), (-17, -18), (2, -25), (18, -20), (26, -4), (20, 15), (4, 25), (-16, 19)),
    ((-24, -10), (-6, -25), (14, -22), (25, -6), (22, 14), (2, 24), (-18, 17), (-26, 4)),
)


def hedge(variant: int) -> str:
    """Bushy banks round a small field, with a gap to get in."""
    bank = _BANKS[(variant // 2) % 2]
    spots = []
    for (x1, y1), (x2, y2) in pairwise(bank):
        spots += [(x1 + (x2 - x1) * k / 4, y1 + (y2 - y1) * k / 4) for k in range(4)]
    spots += [(bank[5][0] + (bank[1][0] - bank[5][0]) * k / 9, bank[5][1] - 4 * k) for k in range(2, 8)]
    dug = path(
        "M" + "L".join(f"{x} {y}" for x, y in bank),
        fill="none",
        stroke="#9a8a5a",
        stroke_width=6,
        opacity=0.5,
    )
    bushes = "".join(_tree(round(x, 1), round(y, 1), 3.5) for x, y in sorted(spots, key=lambda spot: spot[1]))
    return mirrored(variant, dug + bushes)


def rough(variant: int) -> str:
    """Stones."""
    spots = ((-15, -17), (8, -22), (-25, 0), (23, -8), (-4, -5), (14, 7), (-14, 15), (4, 21), (22, 16))
    stones = "".join(
        polygon(
            ((x - 5, y + 3), (x - 3, y - 3), (x + 2, y - 4), (x + 5, y + 3)), fill="#b5aa92", stroke="#6f6653"
        )
        for x, y in spots
    )
    return mirrored(variant, tag("g", stones, stroke_width=0.9))


def craters(variant: int) -> str:
    """Shell holes."""
    spots = (
        (-13, -17, 6),
        (13, -19, 4.5),
        (-24, 3, 4.5),
        (22, 1, 6),
        (-2, 0, 5.5),
        (-13, 19, 5.5),
        (12, 20, 5),
    )
    pits = "".join(
        circle(x, y, size, fill="#c3b795", stroke="#786a4a", stroke_width=1)
        + path(f"M{x - size * 0.7} {y - 1}a{size * 0.75} {size * 0.75} 0 0 1 {size * 1.4} 0z", fill="#8a7c5c")
        for x, y, size in spots
    )
    return mirrored(variant, pits)
