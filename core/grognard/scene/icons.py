"""Icons for what stands in a hex: works and obstacles on the ground, small signs above it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple

from grognard.scene.markup import circle, line, path, polygon, rect, tag, text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["ICONS", "Icon", "icon_art", "star"]


class Icon(NamedTuple):
    """How a feature is drawn.

    A "work" is drawn about the centre of a hex of side 36, facing east, and turned; a "sign" fits a circle of
    radius 9 and is hung at a corner. ``draw(tint)`` gives SVG, ``mark`` and ``ascii`` stand for it in text.
    """

    place: Literal["work", "sign"]
    mark: str
    ascii: str
    draw: Callable[[str], str]


def icon_art(key: str) -> Icon:
    """The icon of a feature; an unknown one is a sign with its first letters.

    >>> icon_art("bridge").place, icon_art("volcano").mark
    ('work', 'v')
    """
    return ICONS.get(key) or Icon(
        "sign", key[:1] or "?", key[:1] if key[:1].isascii() else "?", _letters(key)
    )


def _letters(key: str) -> Callable[[str], str]:
    def draw(tint: str) -> str:
        sign = circle(0, 0, 8.5, fill=tint, stroke="#3d382e", stroke_width=1.2)
        return sign + text(0, 2.8, key[:2].upper(), 8, fill="#2a261f", font_weight="bold")

    return draw


def star(x: float, y: float, radius: float, fill: str, stroke: str = "#5d4a12") -> str:
    """A five-pointed star."""
    points = []
    for n in range(10):
        turn, reach = math.radians(36 * n - 90), radius * (1.0 if n % 2 == 0 else 0.42)
        points.append((x + reach * math.cos(turn), y + reach * math.sin(turn)))
    return polygon(points, fill=fill, stroke=stroke, stroke_width=0.8, stroke_linejoin="round")


def _arc(count: int, radius: float, spread: float) -> list[tuple[float, float, float]]:
    """Places (x, y, turn) along an arc that faces east."""
    turns = [-spread / 2 + spread * n / (count - 1) for n in range(count)]
    return [(radius * math.cos(math.radians(t)), radius * math.sin(math.radians(t)), t) for t in turns]


def _bridge(tint: str) -> str:
    planks = "".join(f"M{x} -7V7" for x in range(-24, 25, 4))
    return (
        rect(-27, -10, 54, 20, rx=1.5, fill="#3b2f20", opacity=0.25, transform="translate(1.5 2)")
        + rect(-27, -9, 54, 18, rx=1, fill="#cdb48a", stroke="#5d4527", stroke_width=1)
        + path(planks, stroke="#8f7146", stroke_width=0.8)
        + path("M-29 -9.5H29M-29 9.5H29", stroke="#5d4527", stroke_width=2.6, stroke_linecap="round")
    )


def _bunker(tint: str) -> str:
    outline = ((-24, -15), (-15, -24), (13, -24), (26, -10), (26, 10), (13, 24), (-15, 24), (-24, 15))
    return (
        polygon([(x + 1.5, y + 2) for x, y in outline], fill="#2d2a24", opacity=0.3)
        + polygon(outline, fill="#c3beb1", stroke="#4b473f", stroke_width=1.6)
        + polygon(
            [(x * 0.78, y * 0.78) for x, y in outline], fill="#9c978a", stroke="#6d685d", stroke_width=0.8
        )
        + path("M24 -9V9", stroke="#23211d", stroke_width=3.4)
        + rect(-24, -4, 5, 8, fill=tint, stroke="#4b473f", stroke_width=0.8)
    )


def _wire(tint: str) -> str:
    loops = "".join(
        tag("ellipse", cx=x, cy=y, rx=4.4, ry=3.3, transform=f"rotate({turn + 70:.1f} {x:.1f} {y:.1f})")
        for x, y, turn in _arc(17, 25, 165)
    )
    posts = "".join(circle(x, y, 1.7, fill="#3f3a33", stroke="none") for x, y, _ in _arc(5, 25, 165))
    return tag("g", loops + posts, fill="none", stroke="#3f3b35", stroke_width=0.9)


def _sandbags(tint: str) -> str:
    bags = ""
    for radius, count, spread in ((28.0, 8, 128), (23.5, 7, 120)):
        for x, y, turn in _arc(count, radius, spread):
            spot = f"translate({x:.1f} {y:.1f}) rotate({turn + 90:.1f})"
            bags += rect(-4.4, -2.6, 8.8, 5.2, rx=2.4, transform=spot)
    return tag("g", bags, fill="#d9c28d", stroke="#725c30", stroke_width=0.9)


def _hedgehog(tint: str) -> str:
    beams = "M-6 -5L6 5M-6 5L6 -5M0 -7V7"
    one = path(beams, stroke="#2f2b26", stroke_width=2.8) + path(beams, stroke="#8b8578", stroke_width=0.9)
    placed = "".join(tag("g", one, transform=f"translate({x:.1f} {y:.1f})") for x, y, _ in _arc(3, 20.5, 125))
    return tag("g", placed, fill="none", stroke_linecap="round")


def _seawall(tint: str) -> str:
    blocks = "".join(f"M22.5 {y}H30" for y in range(-12, 13, 6))
    return rect(22.5, -17, 7.5, 34, fill="#bdb6a6", stroke="#4b463c", stroke_width=1.4) + path(
        blocks, stroke="#4b463c", stroke_width=1.1
    )


def _roadblock(tint: str) -> str:
    logs = "".join(rect(20 + 4 * n, -16, 4, 32, rx=1.6, fill="#a98656", stroke="#513a1c") for n in range(2))
    return tag(
        "g", logs + path("M18 -10L30 10M18 10L30 -10", stroke="#513a1c", stroke_width=2), stroke_width=1
    )


def _houses(tint: str) -> str:
    return "".join(
        rect(x - w / 2, y - h / 2, w, h, fill="#8a4b3a", stroke="#4d2a20", stroke_width=0.9)
        + path(f"M{x - w / 2} {y}H{x + w / 2}", stroke="#c98b74", stroke_width=1)
        for x, y, w, h in (
            (-15, -9, 9, 6),
            (-4, -14, 7, 7),
            (8, -9, 10, 6),
            (16, 3, 7, 8),
            (-14, 8, 8, 7),
            (4, 9, 9, 6),
        )
    )


def _pillboxes(tint: str) -> str:
    return "".join(
        polygon(
            ((x - 4, y + 4), (x + 4, y + 4), (x, y - 4)), fill="#8b8577", stroke="#26231d", stroke_width=1.1
        )
        for n in range(5)
        for x, y in ((22.5 + (n % 2) * 5, -14 + 7 * n),)
    )


def _trench(tint: str) -> str:
    zigzag = "M-22 -17L-9 -25L4 -19L15 -24L22 -11L28 0L21 11L16 24L3 18L-9 25L-22 17"
    return path(zigzag, fill="none", stroke="#5d4a2c", stroke_width=5.4, stroke_linejoin="round") + path(
        zigzag, fill="none", stroke="#b8a072", stroke_width=2.6, stroke_linejoin="round"
    )


def _objective(tint: str) -> str:
    return circle(0.8, 1.2, 9.4, fill="#2d2a24", opacity=0.3) + circle(
        0, 0, 9, fill=tint, stroke="#5d4a12", stroke_width=1.4
    ) + star(0, 0.3, 7.2, "#f2c94c")  # fmt: skip


def _flag(tint: str) -> str:
    return path("M-5 9V-9", stroke="#3d382e", stroke_width=1.8, stroke_linecap="round") + path(
        "M-4.5 -8.5Q0 -11 3 -8.5T9 -8V0Q5 2 2 0T-4.5 0Z", fill=tint, stroke="#3d382e", stroke_width=1
    )


def _exit(tint: str) -> str:
    return polygon(
        ((-8, -3), (0, -3), (0, -8), (9, 0), (0, 8), (0, 3), (-8, 3)),
        fill=tint,
        stroke="#3d382e",
        stroke_width=1.2,
    )


def _mines(tint: str) -> str:
    spokes = "".join(
        f"M0 0L{9 * math.cos(k):.1f} {9 * math.sin(k):.1f}" for k in (n * math.pi / 4 for n in range(8))
    )
    return path(spokes, stroke="#2f2b26", stroke_width=1.3) + circle(
        0, 0, 5.2, fill="#4b463c", stroke="#2f2b26"
    )


def _smoke(tint: str) -> str:
    puffs = ((-4, 2, 5), (4, 2.5, 5), (0, -3, 5.5), (6, -3, 3.5))
    return "".join(circle(x, y, r, fill="#e9e7e2", stroke="#8d887e", stroke_width=0.9) for x, y, r in puffs)


def _fire(tint: str) -> str:
    outer = "M0 -10C6 -4 8 0 7 4A7 7 0 0 1 -7 4C-7 0 -4 -1 -3 -5C-1 -3 0 -6 0 -10Z"
    inner = "M0 9A4 4 0 0 1 -2 2Q1 1 1 -2Q5 3 0 9Z"
    return path(outer, fill="#e0832f", stroke="#7d3313", stroke_width=1) + path(inner, fill="#f6d46b")


def _wreck(tint: str) -> str:
    hull = "M-9 5L-7 0H-3L-2 -4H4L5 0L9 1L8 5Z"
    return path(hull, fill="#5b564d", stroke="#26231e", stroke_width=1) + path(
        "M-6 -9L6 8M6 -9L-6 8", stroke="#26231e", stroke_width=1.6, opacity=0.8
    )


def _supply(tint: str) -> str:
    return rect(-8, -6, 16, 12, fill="#c9a96b", stroke="#513a1c", stroke_width=1.2) + path(
        "M-8 -6L8 6M-8 6L8 -6M-8 0H8", stroke="#513a1c", stroke_width=0.9
    )


def _traffic(tint: str) -> str:
    return (
        circle(0, 0, 8.5, fill=tint, stroke="#3d382e", stroke_width=1.3)
        + path(
            "M-6 -2.4H0.6V2.4H-6ZM0.6 -0.8H3.8L6 1V2.4H0.6",
            fill="#fffdf4",
            stroke="#2f2b26",
            stroke_width=0.9,
        )
        + circle(-3.6, 3.4, 1.5, fill="#2f2b26")
        + circle(3.4, 3.4, 1.5, fill="#2f2b26")
    )


def _number(tint: str) -> str:
    return circle(0, 0, 8, fill=tint, stroke="#3d382e", stroke_width=1.3) + line(
        -4, 0, 4, 0, stroke="#3d382e", stroke_width=2
    )


ICONS: Mapping[str, Icon] = {
    "bridge": Icon("work", "‖", "I", _bridge),
    "bunker": Icon("work", "▣", "B", _bunker),
    "wire": Icon("work", "ж", "x", _wire),
    "sandbags": Icon("work", "◠", "s", _sandbags),
    "hedgehog": Icon("work", "✳", "X", _hedgehog),
    "seawall": Icon("work", "▌", "W", _seawall),
    "roadblock": Icon("work", "╪", "R", _roadblock),
    "houses": Icon("work", "∎", "d", _houses),
    "pillboxes": Icon("work", "▴", "P", _pillboxes),
    "trench": Icon("work", "∪", "t", _trench),
    "objective": Icon("sign", "★", "*", _objective),
    "flag": Icon("sign", "⚑", "F", _flag),
    "exit": Icon("sign", "⇥", ">", _exit),
    "mines": Icon("sign", "⊛", "M", _mines),
    "smoke": Icon("sign", "☁", "S", _smoke),
    "fire": Icon("sign", "♨", "f", _fire),
    "wreck": Icon("sign", "☒", "K", _wreck),
    "supply": Icon("sign", "⊠", "$", _supply),
    "traffic": Icon("sign", "⇄", "j", _traffic),
    "control": Icon("sign", "◉", "O", _number),
}
"""The built-in icons by key."""
