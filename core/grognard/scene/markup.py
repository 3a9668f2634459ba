"""The few kinds of SVG element the renderer writes, with numbers and text made safe and short."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "FONT",
    "circle",
    "clean",
    "line",
    "num",
    "path",
    "polygon",
    "rect",
    "safe_id",
    "tag",
    "text",
    "text_width",
    "title",
]

FONT = "Helvetica Neue, Helvetica, Arial, Liberation Sans, DejaVu Sans, Noto Sans CJK SC, sans-serif"

Attribute = str | float | int | None


def num(value: float) -> str:
    """A number with at most two decimals and no trailing zeros.

    >>> num(3.0), num(-0.001), num(12.346)
    ('3', '0', '12.35')
    """
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def clean(words: str) -> str:
    """Text safe inside XML text and attributes; characters XML forbids are dropped.

    >>> clean('a < b & "c"' + chr(7))
    'a &lt; b &amp; &quot;c&quot;'
    """
    allowed = "".join(c for c in words if c in "\t\n" or (ord(c) >= 32 and not 0xD800 <= ord(c) <= 0xDFFF))
    allowed = allowed.replace("\ufffe", "").replace("\uffff", "")
    return allowed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def tag(name: str, inside: str = "", /, **attributes: Attribute) -> str:
    """An element; attributes that are None or empty are left out, ``_`` stands for ``-`` in names.

    >>> tag("g", "x", stroke_width=1.50, fill=None)
    '<g stroke-width="1.5">x</g>'
    """
    parts = [name]
    for key, value in attributes.items():
        if value is None or value == "":
            continue
        shown = clean(value) if isinstance(value, str) else num(value)
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{shown}"')
    return f"<{' '.join(parts)}>{inside}</{name}>" if inside else f"<{' '.join(parts)}/>"


def title(words: str) -> str:
    """A tooltip, or nothing."""
    return f"<title>{clean(words)}</title>" if words else ""


def rect(x: float, y: float, width: float, height: float, **attributes: Attribute) -> str:
    """A rectangle."""
    return tag("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Attribute) -> str:
    """A circle."""
    return tag("circle", cx=x, cy=y, r=radius, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: Attribute) -> str:
    """A straight line."""
    return tag("path", d=f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}", **attributes)


def path(d: str, **attributes: Attribute) -> str:
    """A path."""
    return tag("path", d=d, **attributes)


def polygon(points: Iterable[tuple[float, float]], **attributes: Attribute) -> str:
    """A closed polygon."""
    return tag("path", d="M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "Z", **attributes)


def text(x: float, y: float, words: str, size: float, **attributes: Attribute) -> str:
    """A line of text, centred unless ``text_anchor`` says otherwise."""
    attributes = {"text_anchor": "middle", **attributes}
    return tag("text", clean(words), x=x, y=y, font_size=size, **attributes) if words else ""


def safe_id(key: str) -> str:
    """A key as part of an element id: other signs become their number, so two keys never share one.

    >>> safe_id("heavy-armor"), safe_id("Jäger 2")
    ('heavy-armor', 'J_e4_ger_20_2')
    """
    return "".join(c if c.isascii() and (c.isalnum() or c == "-") else f"_{ord(c):x}_" for c in key)


_NARROW, _BROAD = frozenset("iljtfrI.,:;'|!()[]/ ·"), frozenset("mwMW%@—")


def text_width(words: str, size: float) -> float:
    """About how wide a text will be; a guess, since fonts differ.

    >>> text_width("森林", 10), round(text_width("woods", 10), 1)
    (20.0, 31.2)
    """
    return sum(size * _share(c) for c in words)


def _share(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if character in _NARROW:
        return 0.33
    if character in _BROAD:
        return 0.88
    return 0.7 if character.isupper() else 0.56
