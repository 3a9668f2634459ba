"""What is on the table, in neutral terms: frozen values that any renderer can draw.

A plugin names the terrain, the patterns, the symbols and the overlays; nothing here knows a rule. A name that
the renderers have no drawing for is drawn as its first letters, so every name is legal and stays readable.

    Scene
    ├── HexArt      a hex: label, axial place, terrain, pattern, elevation, Features, name, tooltip
    ├── EdgeArt     something along one hexside: river, wall, hedge, crest
    ├── PathArt     something through hex centres: road, rail, trail, stream
    ├── Divider     a line across the board that belongs to no hex
    ├── Counter     a unit or marker in a hex
    ├── Overlay     hexes, lines and labels laid over the board under a key the plugin names
    ├── SideArt     a side: its name, colours and counter shape
    ├── Gauge       a count a side keeps: points, cards, losses
    └── LegendEntry a line of the legend
"""

from __future__ import annotations

from collections import Counter as Tally
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "Counter",
    "Divider",
    "EdgeArt",
    "Feature",
    "Gauge",
    "HexArt",
    "LegendEntry",
    "Orientation",
    "Overlay",
    "PathArt",
    "Pattern",
    "Scene",
    "SideArt",
]

Orientation = Literal["pointy", "flat"]


class Feature(msgspec.Struct, frozen=True):
    """Something standing in a hex, drawn as an icon of `grognard.scene.ICONS`.

    ``side`` tints it; ``facing`` is the direction 0–5 it looks at or lies along (clockwise, see
    `grognard.scene.geometry`), None leaves that to the renderer: a bridge then crosses its river.
    """

    icon: str
    side: str = ""
    tooltip: str = ""
    facing: int | None = None


class HexArt(msgspec.Struct, frozen=True):
    """One hex: its printed label, its axial place (q, r) and what is drawn in it.

    ``terrain`` is the plugin's own key, ``pattern`` a drawing of `grognard.scene.PATTERNS` or of the scene's
    own ``patterns``. ``elevation`` is the level of the ground: higher ground is ringed where it falls off.
    ``name`` is a place name printed in the hex.
    """

    label: str
    q: int
    r: int
    terrain: str = ""
    pattern: str = "plain"
    elevation: int = 0
    features: tuple[Feature, ...] = ()
    name: str = ""
    tooltip: str = ""


class EdgeArt(msgspec.Struct, frozen=True):
    """Something along the hexside between two neighbouring hexes, drawn as one of `grognard.scene.EDGES`.

    ``name`` is printed along it: give it to one hexside of a river, not to each.
    """

    a: str
    b: str
    kind: str
    tooltip: str = ""
    name: str = ""


class PathArt(msgspec.Struct, frozen=True):
    """Something through the centres of ``hexes`` in order, drawn as one of `grognard.scene.PATHS`."""

    kind: str
    hexes: tuple[str, ...]
    tooltip: str = ""


class Divider(msgspec.Struct, frozen=True):
    """A dashed line across the board between points in (fractional) axial coordinates, with a caption."""

    points: tuple[tuple[float, float], ...]
    text: str = ""


class Counter(msgspec.Struct, frozen=True):
    """A unit or marker in a hex, drawn on a tile in its side's colours.

    ``symbol`` is one of `grognard.scene.SYMBOLS` (an unknown one is printed as letters), ``values`` are short
    printed figures ("4-6-7" is ``("4", "6", "7")``), ``pips`` small figures of which ``full`` were there at
    first. ``state`` holds words: "active", "spent" and "suppressed" have drawings of their own, others become
    tags. ``badge`` is a mark on the tile's corner ("*" is drawn as a star). In a stack the highest ``order``
    lies on top. ``code`` replaces the three letters of the text map.
    """

    id: str
    hex: str
    side: str
    symbol: str
    values: tuple[str, ...] = ()
    pips: int = 0
    full: int = 0
    state: tuple[str, ...] = ()
    badge: str = ""
    tooltip: str = ""
    order: int = 0
    code: str = ""


class Overlay(msgspec.Struct, frozen=True):
    """Hexes, lines through hexes and labels in hexes, laid over the board under a key the plugin names.

    ``style`` is one of `grognard.scene.STYLES`: "legal", "target", "selected", "path", "sight", "blocked",
    "control", "supply", "danger", "note". ``side`` tints "control" and "supply".
    """

    key: str
    style: str = "note"
    hexes: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    side: str = ""
    title: str = ""


class SideArt(msgspec.Struct, frozen=True):
    """A side: its key and name; colours and counter shape (one of `grognard.scene.SHAPES`) have defaults.

    Defaults differ in lightness and outline, not in hue alone, so that sides can be told apart in print.
    """

    key: str
    name: str = ""
    fill: str = ""
    ink: str = ""
    shape: str = ""


class Gauge(msgspec.Struct, frozen=True):
    """A count kept by a side, shown beside the title: ``value`` of ``maximum`` as icons, or a bare number."""

    side: str
    text: str
    value: int
    maximum: int = 0


class LegendEntry(msgspec.Struct, frozen=True):
    """A line of the legend; entries for what is not on the table are left out, so list everything.

    ``key`` is a terrain key, an elevation ("2"), a counter symbol or state, a feature icon, an edge or path
    kind, or an overlay key.
    """

    kind: Literal["terrain", "level", "symbol", "state", "feature", "edge", "path", "overlay"]
    key: str
    text: str


class Pattern(msgspec.Struct, frozen=True):
    """A plugin's own pattern: the drawing of a built-in one (``like``), other ground, other text mark."""

    key: str
    like: str
    fill: str = ""
    mark: str = ""


class Scene(msgspec.Struct, frozen=True, dict=True):
    """Everything to draw. Raises ValueError naming every hex that is drawn twice or does not exist.

    >>> scene = Scene("pointy", hexes=(HexArt("A1", 0, 0), HexArt("A2", 1, 0, pattern="woods")))
    >>> scene.hex("A2").pattern
    'woods'
    >>> Scene("flat", hexes=(HexArt("A1", 0, 0),), counters=(Counter("u1", "B7", "red", "infantry"),))
    Traceback (most recent call last):
        ...
    ValueError: scene: counter 'u1' stands in unknown hex 'B7'
    """

    orientation: Orientation
    hexes: tuple[HexArt, ...]
    edges: tuple[EdgeArt, ...] = ()
    paths: tuple[PathArt, ...] = ()
    dividers: tuple[Divider, ...] = ()
    counters: tuple[Counter, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    sides: tuple[SideArt, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    legend: tuple[LegendEntry, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    title: str = ""
    caption: str = ""

    def __post_init__(self) -> None:
        """Refuse a scene that cannot be drawn, with everything that is wrong."""
        if wrong := tuple(self._problems()):
            raise ValueError("scene: " + "; ".join(wrong))

    def __repr__(self) -> str:
        """Short: what is drawn and how much of it."""
        return (
            f"<Scene {self.title!r}: {len(self.hexes)} hexes, {len(self.counters)} counters, "
            f"{len(self.overlays)} overlays>"
        )

    def _repr_svg_(self) -> str:
        """Show the scene as a picture in notebooks."""
        from grognard.scene.svg import render_svg  # imported on use: a renderer draws scenes, not the reverse

        return render_svg(self)

    @cached_property
    def _hex_by_label(self) -> dict[str, HexArt]:
        return {art.label: art for art in self.hexes}

    def __contains__(self, label: object) -> bool:
        """Whether a hex of this label is on the board."""
        return label in self._hex_by_label

    def hex(self, label: str) -> HexArt:
        """Return the hex with this label; KeyError if there is none."""
        return self._hex_by_label[label]

    def stacks(self) -> dict[str, tuple[Counter, ...]]:
        """Counters by hex, bottom of the stack first."""
        found: dict[str, list[Counter]] = {}
        for counter in self.counters:
            found.setdefault(counter.hex, []).append(counter)
        return {label: tuple(sorted(stack, key=lambda c: c.order)) for label, stack in found.items()}

    def side(self, key: str) -> SideArt:
        """Return the side with this key, or a bare one."""
        return next((side for side in self.sides if side.key == key), SideArt(key))

    def crop(self, labels: Iterable[str]) -> Scene:
        """Return the same scene with only the given hexes and what lies wholly in them.

        >>> road = PathArt("road", ("A1", "A2"))
        >>> whole = Scene("pointy", (HexArt("A1", 0, 0), HexArt("A2", 1, 0)), paths=(road,))
        >>> part = whole.crop(["A2"])
        >>> [h.label for h in part.hexes], part.paths
        (['A2'], ())
        """
        kept = frozenset(labels)
        return msgspec.structs.replace(
            self,
            hexes=tuple(h for h in self.hexes if h.label in kept),
            edges=tuple(e for e in self.edges if kept.issuperset((e.a, e.b))),
            paths=tuple(piece for path in self.paths for piece in _pieces(path, kept)),
            counters=tuple(c for c in self.counters if c.hex in kept),
            overlays=tuple(_cropped(overlay, kept) for overlay in self.overlays),
            dividers=(),
        )

    def around(self, label: str, radius: int, *others: str) -> Scene:
        """Return the part of the scene within ``radius`` hexes of a hex, or of any of several.

        >>> row = Scene("flat", tuple(HexArt(f"A{n}", 0, n) for n in range(1, 9)))
        >>> [h.label for h in row.around("A4", 1).hexes]
        ['A3', 'A4', 'A5']
        >>> [h.label for h in row.around("A4", 0, "A1").hexes]
        ['A1', 'A4']
        """
        centres = [self.hex(each) for each in (label, *others)]
        near = (h for h in self.hexes if min(_distance(centre, h) for centre in centres) <= radius)
        return self.crop(h.label for h in near)

    def _problems(self) -> Iterable[str]:
        """Everything that makes this scene impossible to draw."""
        if self.orientation not in ("pointy", "flat"):
            yield f"orientation must be 'pointy' or 'flat', got {self.orientation!r}"
        for label, times in Tally(h.label for h in self.hexes).items():
            if times > 1:
                yield f"hex {label!r} is drawn {times} times"
        for (q, r), times in Tally((h.q, h.r) for h in self.hexes).items():
            if times > 1:
                yield f"{times} hexes lie at q={q}, r={r}"
        for counter in self.counters:
            if counter.hex not in self:
                yield f"counter {counter.id!r} stands in unknown hex {counter.hex!r}"
        for edge in self.edges:
            yield from self._edge_problems(edge)
        for path in self.paths:
            yield from (f"{path.kind} runs through unknown hex {h!r}" for h in path.hexes if h not in self)
        for overlay in self.overlays:
            on_lines = (label for line in overlay.lines for label in line)
            named = (*overlay.hexes, *on_lines, *(label for label, _ in overlay.labels))
            yield from (f"overlay {overlay.key!r} marks unknown hex {h!r}" for h in named if h not in self)

    def _edge_problems(self, edge: EdgeArt) -> Iterable[str]:
        unknown = [label for label in (edge.a, edge.b) if label not in self]
        if unknown:
            yield f"{edge.kind} lies along unknown hex {unknown[0]!r}"
            return
        if _distance(self.hex(edge.a), self.hex(edge.b)) != 1:
            yield f"{edge.kind} lies between {edge.a!r} and {edge.b!r}, which are not neighbours"


def _distance(a: HexArt, b: HexArt) -> int:
    q, r = b.q - a.q, b.r - a.r
    return max(abs(q), abs(r), abs(q + r))


def _pieces(path: PathArt, kept: frozenset[str]) -> Iterable[PathArt]:
    """The runs of two or more consecutive kept hexes of a path."""
    run: list[str] = []
    for label in (*path.hexes, ""):
        if label in kept:
            run.append(label)
            continue
        if len(run) > 1:
            yield msgspec.structs.replace(path, hexes=tuple(run))
        run = []


def _cropped(overlay: Overlay, kept: frozenset[str]) -> Overlay:
    return msgspec.structs.replace(
        overlay,
        hexes=tuple(h for h in overlay.hexes if h in kept),
        lines=tuple(line for line in overlay.lines if kept.issuperset(line)),
        labels=tuple((h, text) for h, text in overlay.labels if h in kept),
    )
