"""What a text map prints in each hex: label, marks, texture and the top counter."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.scene.canvas import cell, display_width, near_colour
from grognard.scene.counters import dressed_sides, hides_suppressed
from grognard.scene.ground import height, height_mark
from grognard.scene.icons import icon_art
from grognard.scene.lines import PATHS
from grognard.scene.overlays import STYLES
from grognard.scene.patterns import PATTERNS, pattern_art
from grognard.scene.symbols import symbol_art

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.scene.model import Counter, HexArt, Overlay, Scene, SideArt

__all__ = [
    "BRACKETS",
    "Content",
    "contents",
    "counter_words",
    "pattern_mark",
    "sides_in_order",
    "state_mark",
]

BRACKETS = ("[]", "()", "{}", "<>")
"""What encloses the counters of the first, second, … side."""

_STATE_MARKS = {"active": ("»", ">"), "suppressed": ("~", "~"), "spent": ("˙", "-")}
_TINTS = {
    "plain": 187, "field": 186, "woods": 107, "orchard": 150, "brush": 149, "hedge": 143, "buildings": 180,
    "ruins": 181, "church": 182, "hill": 179, "steep": 137, "mountain": 247, "cliff": 144, "river": 110,
    "water": 74, "marsh": 115, "sand": 223, "snow": 255, "rough": 188, "craters": 145,
}  # fmt: skip


class Content(NamedTuple):
    """One hex in text: what stands in its upper and lower line, and the styles of ground and counter."""

    label: str
    name: str
    marks: str
    texture: str
    sign: str
    note: str
    counter: str
    ground: str
    ink: str


def sides_in_order(scene: Scene) -> tuple[SideArt, ...]:
    """The sides as text and legend count them."""
    return tuple(dressed_sides(scene).values())


def contents(scene: Scene, *, ascii: bool) -> dict[str, Content]:
    """The content of every hex of a scene."""
    sides, stacks, ways = sides_in_order(scene), scene.stacks(), _ways(scene, ascii=ascii)
    own = {pattern.key: pattern for pattern in scene.patterns}
    laid, found = _laid(scene), {}
    for art in scene.hexes:
        stack = stacks.get(art.label, ())
        top = stack[-1] if stack else None
        over = laid.get(art.label, [])
        mark = pattern_mark(scene, art.pattern, ascii=ascii)
        base = own[art.pattern].like if art.pattern in own else art.pattern
        side = next((side for side in sides if top is not None and side.key == top.side), None)
        words = counter_words(top, sides, ascii=ascii) if top else ""
        sign = _sign(over, top, ascii=ascii)
        crowded = sign if display_width(words) == 7 else ""  # no room for the sign beside its counter
        found[art.label] = Content(
            label=art.label,
            name=art.name,
            marks=crowded + _marks(art, stack, ways.get(art.label, ""), ascii=ascii),
            texture=mark,
            sign="" if crowded else sign,
            note=next((words for o in reversed(over) for label, words in o.labels if label == art.label), ""),
            counter=words,
            ground=_ground_style(base, over),
            ink=f"1;38;5;{near_colour(side.ink)};48;5;{near_colour(side.fill)}" if side else "1;7",
        )
    return found


def _laid(scene: Scene) -> dict[str, list[Overlay]]:
    """The overlays on each hex, in the scene's order."""
    found: dict[str, list[Overlay]] = {}
    for overlay in scene.overlays:
        on_lines = (label for line in overlay.lines for label in line)
        for label in dict.fromkeys((*overlay.hexes, *on_lines, *(label for label, _ in overlay.labels))):
            found.setdefault(label, []).append(overlay)
    return found


def _ground_style(base: str, over: list[Overlay]) -> str:
    """Terrain tint; marked hexes are underlined on a bright ground."""
    tint = _TINTS.get(base, 252)
    return f"38;5;234;48;5;{tint}" if not over else f"1;38;5;16;48;5;{_BRIGHT.get(over[-1].style, 231)}"


_BRIGHT = {
    "legal": 117,
    "target": 210,
    "selected": 220,
    "sight": 228,
    "blocked": 240,
    "supply": 114,
    "danger": 215,
}


def pattern_mark(scene: Scene, pattern: str, *, ascii: bool) -> str:
    """The one character that stands for a pattern in text.

    >>> from grognard.scene import HexArt, Scene
    >>> pattern_mark(Scene("flat", (HexArt("A1", 0, 0),)), "woods", ascii=True)
    '%'
    """
    art = pattern_art(pattern, {own.key: own for own in scene.patterns})
    mark = art.ascii if ascii else art.mark
    if display_width(mark) == 1 and len(mark) == 1:
        return mark
    return PATTERNS["rough"].ascii if ascii else PATTERNS["rough"].mark


def _ways(scene: Scene, *, ascii: bool) -> Mapping[str, str]:
    """The mark of the road, rail or stream through each hex; a highway before all others."""
    found: dict[str, str] = {}
    for way in sorted(scene.paths, key=lambda way: way.kind != "highway"):
        stroke = PATHS.get(way.kind, PATHS["trail"])
        for label in way.hexes:
            found.setdefault(label, stroke.ascii if ascii else stroke.mark)
    return found


def _marks(art: HexArt, stack: tuple[Counter, ...], way: str, *, ascii: bool) -> str:
    """Stack height, what is suppressed in it, level of the ground, features, road: most important first."""
    icons = [icon_art(feature.icon) for feature in art.features]
    pile = (f"x{len(stack)}" if ascii else f"×{len(stack)}") if len(stack) > 1 else ""
    if hides_suppressed(stack):
        pile += state_mark("suppressed", ascii=ascii)
    pile += height_mark(height(art), ascii=ascii)
    return pile + "".join(icon.ascii if ascii else icon.mark for icon in icons) + way


def state_mark(word: str, *, ascii: bool) -> str:
    """The sign of a counter's state."""
    return _STATE_MARKS.get(word, ("!", "!"))[1 if ascii else 0]


def _sign(over: list[Overlay], top: Counter | None, *, ascii: bool) -> str:
    """The overlay mark of a hex, or the state of its top counter."""
    if over:
        style = STYLES.get(over[-1].style, STYLES["note"])
        return style.ascii if ascii else style.mark
    for word in top.state if top else ():
        return state_mark(word, ascii=ascii)
    return ""


def counter_words(counter: Counter, sides: tuple[SideArt, ...], *, ascii: bool) -> str:
    """A counter in at most seven columns; the first side in capitals, every side in its own brackets.

    >>> from grognard.scene import Counter, SideArt
    >>> sides = (SideArt("red"), SideArt("blue"))
    >>> counter_words(Counter("1", "A1", "red", "infantry", pips=4), sides, ascii=False)
    '[INF4]'
    >>> counter_words(Counter("2", "A1", "blue", "infantry", values=("4", "6", "7")), sides, ascii=False)
    '(4-6-7)'
    >>> counter_words(Counter("3", "A1", "red", "gun", pips=2, code="B1"), sides, ascii=False)
    '[B1:2]'
    """
    number = next((n for n, side in enumerate(sides) if side.key == counter.side), None)
    around = BRACKETS[number % len(BRACKETS)] if number is not None else "||"
    code = counter.code or symbol_art(counter.symbol).code
    code = code.upper() if number == 0 else code.lower()
    values = "-".join(counter.values)
    if counter.pips:
        # "B1" with two figures left must not read as twelve.
        count = f":{counter.pips}" if code[-1:].isdigit() else str(counter.pips)
        inside = code[: max(5 - len(count), 0)] + count
    else:
        inside = values if 0 < len(values) <= 5 else code
    shown = cell(inside, min(len(inside), 5))
    return around[0] + ("".join(c if c.isascii() else "?" for c in shown) if ascii else shown) + around[1]
