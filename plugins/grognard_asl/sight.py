"""Line of sight on hex data, centre to centre [ASLI-3.1, ASLSK-1.1.2].

What a line meets is judged by :func:`effect` for what fills a hex and by :func:`wall_blocks` for what lies
along a hexside; both know only levels, heights and distances. The rest is geometry, done twice:

* :func:`look` walks one line and tells everything it meets, with rules: the proof;
* :mod:`grognard_asl.sight_table` answers for whole maps, all lines of one displacement at once.

Both ways agree for every pair of every own board, which the tests hold.

A hex the line crosses counts. Along a hexside both hexes must count, and the weaker effect is taken. A hex
touched at a corner does not count. A wall counts where the line crosses it or runs along it, and at a corner
where walls reach the line from both sides; never on a hexside of the two hexes the line joins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from grognard.board import Board
from grognard.hexes import Hex, Hexside
from grognard.reasons import Reason, rule
from grognard.sight import Crossing, line
from grognard_asl.schema import Terrain

if TYPE_CHECKING:
    from grognard_asl.battlefield import Battlefield

__all__ = ["WORDS", "Between", "Effect", "Met", "Sight", "Why", "effect", "look", "wall_blocks"]


class Between(NamedTuple):
    """Where something stands on a line: levels of the ends, distances to the higher and to the lower end."""

    high: int
    low: int
    to_high: int
    to_low: int


Why = Literal["blocks", "above", "hides", "hinders", "nothing", "one side", "corner", "given"]
"""What a thing on a line does: see :data:`WORDS`."""

WORDS: Mapping[Why, str] = {
    "blocks": "blocks",
    "above": "level {level} is above both ends",
    "hides": "hides the low ground behind it",
    "hinders": "hinders",
    "nothing": "does nothing",
    "one side": "counts on one side of the line only",
    "corner": "is touched at a corner",
    "given": "is settled by the scenario",
}
"""The same in words; ``{level}`` is the level of the hex."""


class Effect(NamedTuple):
    """What something does to a line, blocks or hinders by so much, and which field of which row says so."""

    blocks: bool
    hindrance: int
    row: Terrain
    field: str
    why: Why


# The rules -----------------------------------------------------------------------------------------------


@rule(
    "ASLI-3.1.3", "ASLSK-1.1.2.5", "ASLSK-1.1.2.8", "ASLSK-1.1.2.12", "ASLSK-1.1.2.20", "ASLSK-1.1.2.29",
    "ASLSK-1.1.2.33", "ASLSK-1.1.2.34", "ASLSK-1.1.2.41", "ASLSK-1.1.2.47", "ASLSK-1.1.2.50",
    "ASLSK-1.1.2.54",
)  # fmt: skip
def effect(field: Battlefield, row: Terrain, ground: int, at: Between) -> Effect | None:
    """What a hex with this row and ground level does to a line that counts it; ``None``: nothing.

    Ground above both ends blocks. Ground or an obstacle above the lower end only hides what lies close behind
    it; an obstacle no lower than the higher end hides everything. Nothing no higher than both ends matters.
    """
    figures = field.figures.sight
    reach = at.to_high // figures.step - at.high - at.low
    if ground > at.high:
        return Effect(True, 0, field.hill, "sight_levels", "above")
    if ground > at.low and at.to_low <= max(figures.crest_least, 2 * ground + reach):
        return Effect(True, 0, field.hill, "sight_levels", "hides")
    kind = row.sight if at.high == at.low else row.sight_levels
    if kind == "none":
        return None
    top = ground + row.height
    if top <= at.low:
        return None
    behind = 2 * top + reach + figures.obstacle_more
    if top < at.high and at.to_low > behind and at.to_low > figures.obstacle_least:
        return None
    name = "sight" if at.high == at.low else "sight_levels"
    if kind == "hindrance":
        return Effect(False, row.hindrance, row, "hindrance", "hinders")
    return Effect(True, 0, row, name, "blocks" if top >= at.high else "hides")


def wall_blocks(row: Terrain, ground: int, at: Between) -> bool:
    """Whether a wall or hedge on ground of a level blocks: between ends of one level lower than its top."""
    return row.sight == "obstacle" and at.high == at.low < ground + row.height


# One line, with its proof --------------------------------------------------------------------------------


class Met(msgspec.Struct, frozen=True):
    """One thing the line meets: a hex, a hexside run along or crossed, a corner; and what that does.

    ``hexes`` are the hex, or the two hexes of a hexside, left first; ``row`` is the terrain row that counts.
    """

    kind: Literal["hex", "along", "across", "corner"]
    hexes: tuple[Hex, ...]
    row: str
    level: int
    why: Why
    blocks: bool
    hindrance: int
    cite: str
    name: str = ""
    sure: str = ""

    @property
    def reason(self) -> Reason:
        """The same as a reason, in English; its value is the hindrance."""
        where = "|".join(self.hexes)
        words = WORDS[self.why].format(level=self.level)
        return Reason(f"{where}: {self.name} {words}", self.cite, self.hindrance, self.sure)

    def __str__(self) -> str:
        return str(self.reason)


class Sight(msgspec.Struct, frozen=True):
    """A line of sight and its proof.

    ``clear`` says whether there is one, ``hindrance`` is the sum of its hindrances; ``met`` is everything the
    line meets in order, and ``reasons`` what blocks it or, if nothing does, what hinders it.
    """

    a: Hex
    b: Hex
    range: int
    clear: bool
    hindrance: int
    met: tuple[Met, ...]
    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        verdict = "clear" if self.clear else "blocked"
        if self.clear and self.hindrance:
            verdict = f"hindrance {self.hindrance:+d}"
        return "\n".join((f"{self.a} to {self.b}, range {self.range}: {verdict}", *map(str, self.met)))

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Hexes the line crosses or runs beside, in order."""
        return tuple(dict.fromkeys(h for met in self.met if met.kind in ("hex", "along") for h in met.hexes))

    @property
    def blocking(self) -> tuple[Hex, ...]:
        """Hexes in or at which the line is blocked."""
        return tuple(dict.fromkeys(h for met in self.met if met.blocks for h in met.hexes))


@rule("ASLI-3.1.2", "ASLI-3.1.6", "ASLSK-1.1.0.6")
def look(field: Battlefield, a: Hex, b: Hex) -> Sight:
    """The line of sight from ``a`` to ``b``; what is in the two hexes themselves never blocks or hinders."""
    met = list(_Line(field, a, b).met())
    if (given := field.overrides.get((a, b))) is not None:
        met = [Met("hex", (a, b), "", 0, "given", not given, 0, "ASLI-3.1.2", "sight")]
    hinders = [each.reason for each in met if not each.blocks and each.hindrance]
    hindrance = sum(reason.value for reason in hinders)
    blocks = [each.reason for each in met if each.blocks]
    fire = field.figures.fire
    if not blocks and hindrance >= fire.hindrance_blocks:
        blocks = [fire.reason("hindrance_blocks", f"hindrances of {hindrance} in all block")]
    reasons = tuple(blocks or hinders)
    return Sight(a, b, field.board.distance(a, b), not blocks, hindrance, tuple(met), reasons)


class _Line:
    """One line on its way."""

    def __init__(self, field: Battlefield, a: Hex, b: Hex) -> None:
        self.field, self.a, self.b = field, a, b
        self.level = max(field.level[a], field.level[b]), min(field.level[a], field.level[b])
        self.upper, self.lower = (a, b) if field.level[a] >= field.level[b] else (b, a)
        self.axis = _axis(field.board, a, b)

    @rule("ASLI-3.1.5", "ASLSK-1.1.2.35")
    def met(self) -> Iterator[Met]:
        """Everything between the two ends, which do not count."""
        if self.a == self.b:
            return
        crossings = line(self.field.board, self.a, self.b).crossings
        ends = (Crossing("hex", (self.a,)), *crossings, Crossing("hex", (self.b,)))
        for place, crossing in enumerate(ends):
            if 0 < place < len(ends) - 1:
                yield from self.station(ends, place)
            if place < len(ends) - 1:
                yield from self.between(crossing, ends[place + 1])

    def station(self, ends: Sequence[Crossing], place: int) -> Iterator[Met]:
        """What the line goes through, runs along or touches."""
        crossing = ends[place]
        hexes = tuple(label for label in crossing.hexes if label is not None)
        if crossing.kind == "hex":
            yield self.told("hex", hexes, self.of(hexes[0]), "nothing")
        elif crossing.kind == "hexside":
            found = [self.of(label) for label in hexes]
            both = weaker(found) if len(found) == 2 else None
            yield self.told("along", hexes, both, "one side" if any(found) else "nothing")
            if len(hexes) == 2 and (wall := self.wall(*hexes)):
                yield self.walled(hexes, wall)
        else:
            yield self.told("corner", hexes, None, "corner")
            yield from self.at_corner(ends[place - 1], hexes[0], ends[place + 1])

    def of(self, label: Hex) -> Effect | None:
        field = self.field
        opened = self.axis in field.roads_through.get(label, ())
        row = field.open if opened else field.terrain[label]
        return effect(field, row, field.level[label], self.at(label))

    def at(self, label: Hex) -> Between:
        far = self.field.board.distance
        return Between(*self.level, far(self.upper, label), far(label, self.lower))

    def told(
        self,
        kind: Literal["hex", "along", "corner"],
        hexes: tuple[Hex, ...],
        found: Effect | None,
        other: Why,
    ) -> Met:
        """What was met, and what it does; ``other`` is said if that is nothing."""
        field = self.field
        row, name = field.terrain[hexes[0]], "sight" if self.level[0] == self.level[1] else "sight_levels"
        if other == "one side":
            row = next(field.terrain[hex] for hex in hexes if self.of(hex) is not None)
        if found is not None:
            row, name = found.row, found.field
        reason = row.reason(name, row.name.en.lower())
        level = max(field.level[label] for label in hexes)
        why, blocks, value = (found.why, found.blocks, found.hindrance) if found else (other, False, 0)
        cite = reason.cite or "ASLI-3.1.3"
        return Met(kind, hexes, row.id, level, why, blocks, value, cite, reason.text, reason.sure)

    # Walls

    def wall(self, one: Hex, other: Hex) -> Terrain | None:
        """The wall between two hexes if it blocks; not on hexsides of the two hexes the line joins."""
        if self.a in (one, other) or self.b in (one, other):
            return None
        row = self.field.sides.get(Hexside(one, other))
        ground = max(self.field.level[one], self.field.level[other])
        return row if row is not None and wall_blocks(row, ground, Between(*self.level, 0, 0)) else None

    def between(self, here: Crossing, there: Crossing) -> Iterator[Met]:
        """Walls where the line passes from one thing to the next."""
        kinds = (here.kind, there.kind)
        if kinds == ("hex", "hex"):
            one, other = here.hexes[0], there.hexes[0]
            if one is not None and other is not None and (wall := self.wall(one, other)):
                yield self.walled((one, other), wall)
        elif "hexside" in kinds and "hex" in kinds:
            (middle,) = (here if here.kind == "hex" else there).hexes
            beside = [
                label for label in (here if here.kind == "hexside" else there).hexes if label is not None
            ]
            walls = [self.wall(middle, label) for label in beside if middle is not None]
            if len(walls) == 2 and walls[0] and walls[1]:
                yield self.walled((*beside,), walls[0])

    def at_corner(self, before: Crossing, corner: Hex, after: Crossing) -> Iterator[Met]:
        """Walls that reach a corner the line passes, from both sides of it."""
        one, other = before.hexes[0], after.hexes[0]
        if one is None or other is None:
            return
        wall = self.wall(one, other)
        if wall and (self.wall(one, corner) or self.wall(other, corner)):
            yield self.walled((one, other), wall)

    def walled(self, hexes: tuple[Hex, ...], wall: Terrain) -> Met:
        """A wall that blocks."""
        reason = wall.reason("sight", wall.name.en.lower())
        level = max(self.field.level[label] for label in hexes)
        return Met("across", hexes, wall.id, level, "blocks", True, 0, reason.cite, reason.text, reason.sure)


def weaker(found: Sequence[Effect | None]) -> Effect | None:
    """Of the effects of the two hexes beside a line, the one it suffers."""
    if None in found:
        return None
    return min((each for each in found if each), key=lambda each: (each.blocks, each.hindrance))


def _axis(board: Board, a: Hex, b: Hex) -> int | None:
    """0, 1 or 2 for a line straight along a row of hexes: north-south, NE-SW, SE-NW."""
    (x1, y1), (x2, y2) = board.spot(a), board.spot(b)
    dx, dy = x2 - x1, y2 - y1
    if dx == 0:
        return 0
    return 1 if dx == -dy else 2 if dx == dy else None
