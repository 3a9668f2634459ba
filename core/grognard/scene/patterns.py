"""Terrain patterns: a ground colour, a drawing that reads without colour, and a mark for the text map.

Which variant of a drawing a hex gets follows from its place, so that the same scene always gives the same
picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.scene import drawings
from grognard.scene.markup import text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from grognard.scene.model import Pattern

__all__ = ["PATTERNS", "SIDE", "PatternArt", "pattern_art"]

SIDE = 36.0
"""Side of the hex the drawings are made for."""


class PatternArt(NamedTuple):
    """How a pattern is drawn: ``draw(variant)`` gives SVG, ``mark`` and ``ascii`` stand for it in text."""

    fill: str
    mark: str
    ascii: str
    draw: Callable[[int], str]
    variants: int = 1


def pattern_art(key: str, own: Mapping[str, Pattern]) -> PatternArt:
    """The art of a pattern key: the scene's own, a built-in one, or its first letters.

    >>> pattern_art("woods", {}).mark, pattern_art("volcano", {}).mark
    ('♣', 'v')
    """
    if key in own:
        made = own[key]
        base = pattern_art(made.like, {}) if made.like in PATTERNS else _lettered(key)
        mark = made.mark or base.mark
        return base._replace(
            fill=made.fill or base.fill, mark=mark, ascii=mark if mark.isascii() else base.ascii
        )
    return PATTERNS[key] if key in PATTERNS else _lettered(key)


def _lettered(key: str) -> PatternArt:
    """A pattern nobody drew: plain ground with the first letters of its name."""
    letters = key[:3].upper()

    def draw(variant: int) -> str:
        return text(0, 30, letters, 9, fill="#6d6552", font_weight="bold")

    first = key[:1] or "?"
    return PatternArt("#e4dfcb", first, first if first.isascii() else "?", draw)


PATTERNS: Mapping[str, PatternArt] = {
    "plain": PatternArt("#e8e4c6", " ", " ", drawings.plain, 4),
    "field": PatternArt("#ece0a9", "≡", '"', drawings.field, 3),
    "woods": PatternArt("#c8d6a5", "♣", "%", drawings.woods, 4),
    "orchard": PatternArt("#dbe2b4", "♧", "&", drawings.orchard),
    "brush": PatternArt("#dfe0b3", "ψ", "v", drawings.brush, 2),
    "hedge": PatternArt("#e0e2b2", "¤", "#", drawings.hedge, 4),
    "buildings": PatternArt("#e6dac3", "⌂", "H", drawings.buildings, 4),
    "ruins": PatternArt("#ddd3c2", "▒", "h", drawings.ruins, 4),
    "church": PatternArt("#e4dcc6", "†", "+", drawings.church),
    "hill": PatternArt("#dcc795", "∩", "n", drawings.hill, 2),
    "steep": PatternArt("#d0b57f", "∧", "A", drawings.steep),
    "mountain": PatternArt("#d3ccbd", "▲", "^", drawings.mountain, 2),
    "cliff": PatternArt("#dfd2ad", "╥", "T", drawings.cliff, 2),
    "river": PatternArt("#e3e3c4", "≈", "~", drawings.river),
    "water": PatternArt("#a9cbe0", "∼", "w", drawings.water, 2),
    "marsh": PatternArt("#d3dcc0", "„", "m", drawings.marsh, 2),
    "sand": PatternArt("#f0e3b9", "∴", ":", drawings.sand, 2),
    "snow": PatternArt("#f1f4f5", "∗", ",", drawings.snow, 2),
    "rough": PatternArt("#ded6c1", "◊", "o", drawings.rough, 2),
    "craters": PatternArt("#d9cfb0", "°", "@", drawings.craters, 2),
}
"""The built-in patterns by key."""
