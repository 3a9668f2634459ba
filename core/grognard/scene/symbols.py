"""Counter symbols: the project's own drawings in the manner of map symbols, in a frame of 24 by 15."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.scene.icons import star
from grognard.scene.markup import circle, path, rect, tag, text

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["SYMBOLS", "Symbol", "figure", "symbol_art"]

_INK, _PAPER = "#26231d", "#f8f4e8"
_WEIGHT = 1.5


class Symbol(NamedTuple):
    """A symbol's drawing about the origin and the three letters that stand for it in text."""

    drawing: str
    code: str


def symbol_art(key: str) -> Symbol:
    """The symbol of a key; an unknown one shows its first letters.

    >>> symbol_art("infantry").code, symbol_art("zeppelin").code
    ('inf', 'zep')
    """
    return SYMBOLS.get(key) or _framed(
        text(0, 3, key[:3].upper(), 8.4, fill=_INK, font_weight="bold"), key[:3]
    )


def _framed(inside: str, code: str) -> Symbol:
    frame = rect(-12, -7.5, 24, 15, rx=1, fill=_PAPER, stroke=_INK, stroke_width=_WEIGHT)
    return Symbol(frame + inside, code)


def _strokes(d: str, **extra: str | float) -> str:
    return path(d, **{"fill": "none", "stroke": _INK, "stroke_width": _WEIGHT, **extra})


_CROSS = _strokes("M-12 -7.5L12 7.5M-12 7.5L12 -7.5")
_TRACK = rect(-8, -4, 16, 8, rx=4, fill="none", stroke=_INK, stroke_width=_WEIGHT)
_DOT = circle(0, 0, 3.6, fill=_INK)

SYMBOLS: Mapping[str, Symbol] = {
    "infantry": _framed(_CROSS, "inf"),
    "armor": _framed(_TRACK, "arm"),
    "heavy-armor": _framed(_TRACK + _strokes("M-9.5 -7.5V7.5"), "hvy"),
    "mechanized": _framed(_CROSS + _TRACK, "mec"),
    "motorized": _framed(_CROSS + circle(-6, 5.2, 1.7, fill=_INK) + circle(6, 5.2, 1.7, fill=_INK), "mot"),
    "artillery": _framed(_DOT, "art"),
    "self-propelled": _framed(_TRACK + circle(0, 0, 2.4, fill=_INK), "spg"),
    "rocket": _framed(_DOT + _strokes("M-5 -2L0 -6.2L5 -2"), "rkt"),
    "gun": _framed(_strokes("M-8 2.5L9 -3.5M-7 5.5H1") + circle(-3, 3, 2.6, fill=_PAPER, stroke=_INK), "gun"),
    "antitank": _framed(_strokes("M-12 7.5L0 -7.5L12 7.5"), "atg"),
    "antiair": _framed(_strokes("M-8 7.5A8 10 0 0 1 8 7.5"), "aa"),
    "mortar": _framed(circle(0, 3.4, 2.4, fill=_PAPER, stroke=_INK, stroke_width=_WEIGHT)
                      + _strokes("M0 1V-5.5M-2.8 -2.8L0 -5.8L2.8 -2.8"), "mtr"),
    "machinegun": _framed(_strokes("M-8 0H9M5 -3V3M-8 -3.5L-4 0L-8 3.5"), "mg"),
    "cavalry": _framed(path("M-12 7.5L12 -7.5V7.5Z", fill=_INK), "cav"),
    "recon": _framed(_strokes("M-12 7.5L12 -7.5"), "rec"),
    "engineers": _framed(_strokes("M-6 4V-3.5H6V4M0 -3.5V4"), "eng"),
    "airborne": _framed(_CROSS + _strokes("M-5 5.8Q-2.5 2.2 0 5.2Q2.5 2.2 5 5.8", stroke_width=1.3), "abn"),
    "special": _framed(_CROSS + path("M0 -6L4 0L0 6L-4 0Z", fill=_INK), "spc"),
    "partisans": _framed(_strokes("M-12 -7.5L12 7.5M-12 7.5L12 -7.5", stroke_dasharray="2.4 1.6"), "par"),
    "leader": _framed(star(0, 0.4, 6.4, _INK, _INK), "ldr"),
    "headquarters": _framed(rect(-12, -7.5, 24, 5, fill=_INK) + _strokes("M-12 -7.5V9.5"), "hq"),
    "sniper": _framed(circle(0, 0, 4, fill="none", stroke=_INK, stroke_width=1.3)
                      + _strokes("M-6.5 0H-1.8M1.8 0H6.5M0 -6.2V-1.8M0 1.8V6.2", stroke_width=1.2), "snp"),
    "transport": _framed(_strokes("M-8 -3H2V3H-8ZM2 -1H6L8 1V3H2")
                         + circle(-5, 4.4, 1.8, fill=_INK) + circle(4.5, 4.4, 1.8, fill=_INK), "trk"),
    "supply": _framed(_strokes("M-12 3.5H12"), "sup"),
    "marker": _framed("", "mrk"),
    "unknown": _framed(text(0, 4.4, "?", 12.5, fill=_INK, font_weight="bold"), "???"),
}  # fmt: skip
"""The built-in symbols by key."""


def figure(x: float, y: float, *, fill: str, stroke: str) -> str:
    """A small standing figure: one pip of a counter's strength."""
    body = path("M-2.3 5V1.6Q-2.3 -0.6 0 -0.6T2.3 1.6V5Z", fill=fill, stroke=stroke, stroke_width=0.8)
    return tag(
        "g",
        body + circle(0, -2.6, 1.8, fill=fill, stroke=stroke, stroke_width=0.8),
        transform=f"translate({x} {y})",
    )
