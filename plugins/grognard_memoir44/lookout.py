"""A line of sight with its proof: every hex it meets, and what blocks where [M44-base-los]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from grognard.errors import GrognardError, NotationError
from grognard.play import Play
from grognard.scene import Overlay, Scene
from grognard.sight import line
from grognard.spelling import did_you_mean
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.phrases import Phrase, listed, noun
from grognard_memoir44.picture import draw
from grognard_memoir44.position import Memoir, MemoirPosition
from grognard_memoir44.schema import UnitKind
from grognard_memoir44.sight import sees
from grognard_memoir44.tables import Tables

__all__ = ["Sight", "draw_sight", "look"]

CLEAR = Phrase("{a} to {b}, range {range}: clear for {kind}", "{a} 至 {b}，距离 {range}：{kind}视线畅通")
SHUT = Phrase("{a} to {b}, range {range}: blocked for {kind}", "{a} 至 {b}，距离 {range}：{kind}视线受阻")
NO_LINE_NEEDED = Phrase("{kind} needs no line of sight", "{kind}无需视线")
ADJACENT = Phrase("neighbours always see each other", "相邻六边形总能互相看见")
THROUGH = Phrase("through {hex}: {what}", "穿过 {hex}：{what}")
BESIDE = Phrase("along {hex}: {what}", "沿 {hex} 一侧：{what}")
CORNER = Phrase("past a corner of {hex}: never blocks", "掠过 {hex} 的角：从不阻挡")
BLOCKS = Phrase("{names} blocks", "{names}阻挡")
OPEN = Phrase("nothing blocks", "无阻挡")
A_UNIT = Phrase("a unit", "单位")
ONE_SIDE = Phrase("a hexside blocks only with both its hexes", "沿边视线须两侧都阻挡才受阻")
ALTERNATE = Phrase("blocks on its left and on its right count together", "左侧与右侧的阻挡合并计算")
LINE = Phrase("line of sight", "视线")
MET = Phrase("hexes on the line", "视线经过的六边形")
IN_THE_WAY = Phrase("what blocks", "阻挡处")


class Sight(msgspec.Struct, frozen=True):
    """The answer: whether ``kind`` in ``a`` can fire at ``b`` as far as sight goes, and the proof in words.

    ``hexes`` are all the line meets in order, ``blocking`` those of them that block.
    """

    a: str
    b: str
    kind: str
    range: int
    clear: bool
    hexes: tuple[str, ...]
    blocking: tuple[str, ...]
    proof: tuple[str, ...]


class Met(NamedTuple):
    """A hex the line meets: how it is told, by which rule, and whether something in it blocks."""

    hex: str
    words: str
    cite: str
    blocks: bool

    def __str__(self) -> str:
        return f"{self.words} [{self.cite}]"


def look(rules: Tables, view: MemoirPosition, a: str, b: str, kind: str, lang: str) -> Sight:
    """Look from ``a`` to ``b`` as a kind of unit; raises ``GrognardError`` for unknown hexes or kinds."""
    field, play = rules.field(view), Play(view, rules)
    a, b = field.board.parse(a), field.board.parse(b)
    if a == b:
        raise NotationError(f"a line of sight needs two hexes, got {a!r} twice")
    if kind not in rules.units:
        raise GrognardError(f"no unit kind {kind!r}{did_you_mean(kind, rules.units)}")
    row = rules.units[kind]
    clear = sees(play, field, a, b, row.type) if row.needs_los else not field.fire_stops(a, b)
    met = list(meets(play, field, a, b, row, lang))
    verdict = CLEAR if clear else SHUT
    distance = field.board.distance(a, b)
    return Sight(
        a,
        b,
        kind,
        distance,
        clear,
        tuple(dict.fromkeys(m.hex for m in met if m.hex)),
        () if clear else tuple(dict.fromkeys(m.hex for m in met if m.blocks)),
        (verdict(lang, a=a, b=b, range=distance, kind=noun(rules, kind, lang)), *map(str, met)),
    )


def meets(play: Memoir, field: Battlefield, a: str, b: str, row: UnitKind, lang: str) -> Iterator[Met]:
    """What the line meets in order, as far as it matters to the kind of unit that looks."""
    rules = play.rules
    if not row.needs_los:
        yield Met("", NO_LINE_NEEDED(lang, kind=noun(rules, row.id, lang)), row.cite["needs_los"], False)
        for stop, hill in field.fire_stops(a, b):
            words = BLOCKS(lang, names=noun(rules, hill.id, lang))
            yield Met(stop, THROUGH(lang, hex=stop, what=words), hill.cite["blocks_fire"], True)
        return
    if b in field.next_to[a]:
        yield Met("", ADJACENT(lang), "M44-base-los.4", False)
        return
    for crossing in line(field.board, a, b).crossings:
        for label in crossing.hexes:
            if label is None:
                continue
            if crossing.kind == "corner":
                yield Met(label, CORNER(lang, hex=label), "M44-base-los.7", False)
            else:
                how = THROUGH if crossing.kind == "hex" else BESIDE
                yield met_hex(play, field, (a, b), label, row, lang, how)
    yield from sides(play, field, a, b, row, lang)


def met_hex(
    play: Memoir, field: Battlefield, ends: tuple[str, str], label: str, row: UnitKind, lang: str, how: Phrase
) -> Met:
    """One hex the line crosses or runs along: its terrain and its unit."""
    terrain = field.blocking_row(label, *ends, row.type)
    names = [noun(play.rules, terrain.id, lang)] if terrain else []
    if label in play.position.at:
        names.append(A_UNIT(lang))
    what = BLOCKS(lang, names=listed(lang, names)) if names else OPEN(lang)
    usual = "M44-base-los.3" if how is THROUGH else "M44-base-los.5"
    cite = terrain.cite.get("blocks_los", usual) if terrain else usual
    return Met(label, how(lang, hex=label, what=what), cite, bool(names))


def sides(play: Memoir, field: Battlefield, a: str, b: str, row: UnitKind, lang: str) -> Iterator[Met]:
    """How blocks beside the line add up, when it runs along hexsides."""
    test, at = field.sight_test(a, b, row.type), play.position.at
    left = [blocks or label in at for label, _, blocks, _ in test.along]
    right = [blocks or label in at for _, label, _, blocks in test.along]
    if not any(left) and not any(right):
        return
    whole_line = play.rules.options["los_sides"] == "whole_line"
    if whole_line and any(left) and any(right) and not any(map(all, zip(left, right, strict=True))):
        yield Met("", ALTERNATE(lang), "M44-base-los.6", False)
    else:
        yield Met("", ONE_SIDE(lang), "M44-base-los.5", False)


def draw_sight(rules: Tables, view: MemoirPosition, a: str, b: str, kind: str, lang: str) -> Scene:
    """The map with the line, the hexes it meets, what blocks, and the proof as caption."""
    sight = look(rules, view, a, b, kind, lang)
    overlays = [Overlay("met", "sight", sight.hexes, title=MET(lang))] if sight.hexes else []
    if sight.blocking:
        overlays.append(Overlay("blocking", "blocked", sight.blocking, title=IN_THE_WAY(lang)))
    style = "legal" if sight.clear else "target"
    overlays.append(Overlay("line", style, lines=((sight.a, sight.b),), title=LINE(lang)))
    scene = draw(rules, view, lang, ())
    return msgspec.structs.replace(scene, overlays=tuple(overlays), caption="\n".join(sight.proof))
