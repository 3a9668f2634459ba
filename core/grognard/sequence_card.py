"""A sequence of play on paper: the card beside the board, Mermaid, DOT, and a picture in SVG."""

from __future__ import annotations

import re
from html import escape
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from grognard.sequence import Sequence
    from grognard.steps import Deed, Exemption, Phase, Step

__all__ = ["card", "deed_words", "dot", "mermaid", "said", "spoken", "step_lines", "svg"]

_WORDS = {
    "must": {"en": "must", "zh": "必须"},
    "may": {"en": "may", "zh": "可以"},
    "if": {"en": "if ", "zh": ""},
    "except": {"en": "except ", "zh": "例外："},
    "during": {"en": "while these run: ", "zh": "在以下步骤进行时穿插："},
    "repeats": {"en": "do again: ", "zh": "重复："},
    "per": {"en": "for ", "zh": ""},
    "colon": {"en": ": ", "zh": "："},
    "otherwise": {"en": "otherwise", "zh": "否则"},
}
_WIDTH = 100


def said(name: Mapping[str, str], lang: str) -> str:
    """A text in a language, in English where there is none."""
    return name.get(lang) or name.get("en", "")


def spoken(word: str, lang: str) -> str:
    """One of the card's own words."""
    return _WORDS[word].get(lang, _WORDS[word]["en"])


# Text


def card(sequence: Sequence, steps: Iterable[Step], *, lang: str) -> str:
    """Steps under their phases and parts, with what is done in them and where they lead."""
    chosen = list(steps)
    width = max((len(step.id) for step in chosen), default=0)
    lines: list[str] = []
    for phase, within in groupby(chosen, key=lambda step: step.phase):
        if phase or lines:
            lines += _phase_lines(sequence, phase, lang)
        for part, run in groupby(within, key=lambda step: step.part):
            if part:
                lines.append(_part_line(sequence, part, lang))
            for step in run:
                lines += step_lines(sequence, step, lang, width)
    return "\n".join(lines)


def _phase_lines(sequence: Sequence, phase: str, lang: str) -> Iterator[str]:
    row: Phase | None = sequence.phases.get(phase)
    if row is None:
        yield phase
        return
    yield said(row.name, lang)
    if row.text:
        yield from _filled(said(row.text, lang) + _refs(row.refs), 2)
    yield from _exceptions(row.exceptions, lang, 2)


def _part_line(sequence: Sequence, part: str, lang: str) -> str:
    row = sequence.parts[part]
    per = f" ({spoken('per', lang)}{said(row.per, lang)})" if row.per else ""
    return f"  {part}  {said(row.name, lang)}{per}"


def step_lines(sequence: Sequence, step: Step, lang: str, width: int = 0) -> Iterator[str]:
    """One step in full: what happens, who must or may do what, and where it leads."""
    width = max(width, len(step.id))
    indent = width + 5
    actor = f" ({sequence.actor(step.side, lang)})" if step.side else ""
    cites = f" [{', '.join(step.cites)}]" if step.cites else ""
    yield f" {step.id:<{width}}  {said(step.name, lang)}{actor}{_mark(sequence, step, lang)}{cites}"
    if step.text:
        yield from _filled(said(step.text, lang) + _refs(step.refs), indent)
    if step.during:
        yield from _filled(f"{spoken('during', lang)}{', '.join(step.during)}", indent)
    for deed in step.actions:
        yield from _filled(deed_words(sequence, deed, lang), indent, hanging=5)
    yield from _exceptions(step.exceptions, lang, indent)
    if step.repeats:
        yield from _filled(f"{spoken('repeats', lang)}{', '.join(step.repeats)}", indent)
    for way in step.next:
        condition = sequence.condition(way.when, lang) if way.when else ""
        yield " " * indent + f"{condition} → {way.to}".strip()


def deed_words(sequence: Sequence, deed: Deed, lang: str) -> str:
    """``must: remove the counters (if night) [A3.4]``."""
    duty = spoken("must" if deed.must else "may", lang)
    who = f", {sequence.actor(deed.who, lang)}" if deed.who else ""
    when = f" ({spoken('if', lang)}{said(deed.when, lang)})" if deed.when else ""
    return f"{duty}{who}{spoken('colon', lang)}{said(deed.text, lang)}{when}{_refs(deed.refs)}"


def _mark(sequence: Sequence, step: Step, lang: str) -> str:
    """The label of a step that some games leave out."""
    if not step.only:
        return ""
    row = sequence.questions.get(step.only)
    return f" {{{said(row.mark, lang) if row and row.mark else step.only}}}"


def _exceptions(exceptions: Iterable[Exemption], lang: str, indent: int) -> Iterator[str]:
    for each in exceptions:
        yield from _filled(f"{spoken('except', lang)}{said(each.text, lang)}{_refs(each.refs)}", indent)


def _refs(refs: Collection[str]) -> str:
    return f" [{', '.join(refs)}]" if refs else ""


def _filled(text: str, indent: int, *, hanging: int = 2) -> list[str]:
    """Text wrapped under a step, at spaces and between Chinese characters.

    >>> _filled("sight and fire", 96)[:2] == [" " * 96 + "sight", " " * 98 + "and"]
    True
    """
    lines, line, used = [], " " * indent, indent
    empty = True
    for word in _WORD.findall(text):
        size = _columns(word)
        if used + size > _WIDTH and not empty:
            lines.append(line.rstrip())
            line, used, word = " " * (indent + hanging), indent + hanging, word.lstrip()
            size = _columns(word)
        line, used, empty = line + word, used + size, False
    return [*lines, line.rstrip()]


_CLOSING = "，。；：、！？）”’"
_WORD = re.compile(f" *(?:[\u2e80-\uffff][{_CLOSING}]*|[^ \u2e80-\uffff]+[{_CLOSING}]*)")


def _columns(text: str) -> int:
    """The width of a text on a terminal."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


# Mermaid and DOT


def mermaid(sequence: Sequence, steps: Iterable[Step], *, lang: str) -> str:
    """A Mermaid flowchart; interruptions are dotted."""
    chosen = list(steps)
    names = {step.id: f"s{number}" for number, step in enumerate(chosen)}
    lines = ["flowchart TD"]
    for step in chosen:
        label = f"{step.id} {said(step.name, lang)}".replace('"', "#quot;")
        shape = f'(["{label}"])' if step.may_stop else f'["{label}"]'
        lines.append(f"    {names[step.id]}{shape}")
    for here, to, label in _edges(sequence, names, lang):
        quoted = label.replace('"', "#quot;")
        arrow = f'-->|"{quoted}"|' if label else "-->"
        lines.append(f"    {names[here]} {arrow} {names[to]}")
    for here, to in _interruptions(chosen):
        lines.append(f"    {names[here]} -.-> {names[to]}")
    return "\n".join(lines)


def dot(sequence: Sequence, steps: Iterable[Step], *, lang: str) -> str:
    """Graphviz' DOT language; interruptions are dashed."""
    chosen = list(steps)
    lines = ["digraph sequence {", "    node [shape=box];"]
    for step in chosen:
        shape = ", shape=ellipse" if step.may_stop else ""
        lines.append(
            f"    {_quoted(step.id)} [label={_quoted(f'{step.id} {said(step.name, lang)}')}{shape}];"
        )
    for here, to, label in _edges(sequence, {step.id for step in chosen}, lang):
        tail = f" [label={_quoted(label)}]" if label else ""
        lines.append(f"    {_quoted(here)} -> {_quoted(to)}{tail};")
    for here, to in _interruptions(chosen):
        lines.append(f"    {_quoted(here)} -> {_quoted(to)} [style=dashed, constraint=false];")
    return "\n".join([*lines, "}"])


def _edges(sequence: Sequence, among: Collection[str], lang: str) -> Iterator[tuple[str, str, str]]:
    """Edges between the given steps with the label to draw."""
    for here, to, when in sequence.graph.edges(data="when", default=("",)):
        if here in among and to in among:
            words = [
                sequence.condition(guard, lang) if guard else spoken("otherwise", lang) for guard in when
            ]
            yield here, to, "" if tuple(when) == ("",) else " / ".join(words)


def _interruptions(steps: Iterable[Step]) -> Iterator[tuple[str, str]]:
    """From every step to those that interrupt it."""
    chosen = list(steps)
    known = {step.id for step in chosen}
    for step in chosen:
        for here in step.during:
            if here in known:
                yield here, step.id


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# SVG

_LEFT, _TOP, _BOX, _HIGH, _LINE, _GAP, _HEAD, _LANE = 40, 24, 470, 30, 17, 14, 34, 14
"""Geometry in pixels: margins, a box's width and height, a line more in it, the gap, a heading, arcs."""


class _Tile(NamedTuple):
    """One step of the picture: its place, its words, and what leaves it: height, target, words."""

    step: Step
    top: int
    words: str
    exits: tuple[tuple[int, str, str], ...]
    falls: bool

    @property
    def bottom(self) -> int:
        return self.top + _HIGH + _LINE * sum(bool(words) for _, _, words in self.exits)


def svg(sequence: Sequence, steps: Iterable[Step], *, lang: str) -> str:
    """Boxes in reading order under their phases; jumps as arcs to the right, interruptions to the left.

    Steps where a player may stop have round ends; what decides a way stands in the box, the arc beside it.
    """
    tiles, headings, height = _tiles(sequence, list(steps), lang)
    place = {tile.step.id: tile for tile in tiles}
    jumps = [(y, place[to].top + 10) for tile in tiles for y, to, _ in tile.exits if to in place]
    lanes = _lanes(jumps)
    parts = list(headings)
    for tile, following in pairwise(tiles):
        if tile.falls:
            x = _LEFT + _BOX // 2
            parts.append(_path(f"M{x} {tile.bottom}V{following.top - 1}"))
    for (start, end), lane in zip(jumps, lanes, strict=True):
        right = _LEFT + _BOX
        parts.append(_path(f"M{right} {start}H{right + 20 + _LANE * lane}V{end}H{right + 2}"))
    for here, to in _interruptions([tile.step for tile in tiles]):
        start, end = place[here].top + 20, place[to].top + 10
        parts.append(_path(f"M{_LEFT} {start}H{_LEFT - 18}V{end}H{_LEFT - 2}", ' stroke-dasharray="4 3"'))
    parts += map(_box, tiles)
    width = _LEFT + _BOX + 40 + _LANE * (max(lanes, default=-1) + 1)
    return "\n".join([*_frame(width, height), *parts, "</svg>\n"])


def _tiles(sequence: Sequence, steps: list[Step], lang: str) -> tuple[list[_Tile], list[str], int]:
    """The steps with their places, the headings, and the height of it all."""
    tiles: list[_Tile] = []
    headings: list[str] = []
    y, phase = _TOP, ""
    following = [*(step.id for step in steps[1:]), ""]
    for step, after in zip(steps, following, strict=True):
        if step.phase != phase:
            phase = step.phase
            name = said(sequence.phases[phase].name, lang) if phase in sequence.phases else phase
            headings.append(_written(name, _LEFT, y + 18, size=16, weight="bold"))
            y += _HEAD
        actor = f" ({sequence.actor(step.side, lang)})" if step.side else ""
        words = f"{step.id}  {said(step.name, lang)}{actor}{_mark(sequence, step, lang)}"
        falls = sequence.ways(step.id)[-1].to == after
        tiles.append(_Tile(step, y, words, tuple(_exits(sequence, step, y, lang, falls=falls)), falls))
        y = tiles[-1].bottom + _GAP
    return tiles, headings, y + _TOP


def _exits(
    sequence: Sequence, step: Step, top: int, lang: str, *, falls: bool
) -> Iterator[tuple[int, str, str]]:
    """The jumps out of a step: the height at which the arc leaves, the target, the words of its line."""
    ways = sequence.ways(step.id)[:-1] if falls else sequence.ways(step.id)
    for number, way in enumerate(ways):
        if len(ways) == 1 and not way.when:
            yield top + 20, way.to, ""
            continue
        condition = sequence.condition(way.when, lang) if way.when else spoken("otherwise", lang)
        yield top + _HIGH + _LINE * number + 6, way.to, f"{condition} → {way.to}"


def _lanes(spans: list[tuple[int, int]]) -> list[int]:
    """A lane for each arc so that arcs in one lane do not overlap; short ones lie inside.

    >>> _lanes([(0, 100), (20, 40), (120, 200)])
    [1, 0, 0]
    """
    taken: list[list[tuple[int, int]]] = []
    lanes = [0] * len(spans)
    for number in sorted(range(len(spans)), key=lambda n: (abs(spans[n][1] - spans[n][0]), n)):
        low, high = sorted(spans[number])
        lane = next(
            (place for place, lane in enumerate(taken) if all(high < a or b < low for a, b in lane)), None
        )
        if lane is None:
            lane = len(taken)
            taken.append([])
        taken[lane].append((low, high))
        lanes[number] = lane
    return lanes


def _frame(width: int, height: int) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="14">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0L8 4L0 8z" fill="#444"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]


def _path(d: str, more: str = "") -> str:
    return f'<path d="{d}" stroke="#444" fill="none"{more} marker-end="url(#tip)"/>'


def _box(tile: _Tile) -> str:
    high, round_ = tile.bottom - tile.top, 15 if tile.step.may_stop else 3
    shape = (
        f'<rect x="{_LEFT}" y="{tile.top}" width="{_BOX}" height="{high}" rx="{round_}" '
        'fill="#f2efe6" stroke="#444"/>'
    )
    lines = [_written(tile.words, _LEFT + 14, tile.top + 20)]
    lines += [_written(words, _LEFT + 28, y + 4, size=12) for y, _, words in tile.exits if words]
    return shape + "".join(lines)


def _written(words: str, x: int, y: int, *, size: int = 14, weight: str = "") -> str:
    """A line of text, squeezed where it would run out of its box."""
    room, needed = _LEFT + _BOX - 10 - x, _columns(words) * size // 2
    squeeze = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if needed > room else ""
    bold = f' font-weight="{weight}"' if weight else ""
    return f'<text x="{x}" y="{y}" font-size="{size}"{bold} fill="#222"{squeeze}>{escape(words)}</text>'
