"""A sequence of play on paper: the card beside the board, Mermaid, DOT, and a picture in SVG."""

from __future__ import annotations

from html import escape
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from grognard.sequence import Sequence
    from grognard.steps import Deed, Exemption, Phase, Step

__all__ = ["card", "dot", "mermaid", "said", "spoken", "step_lines", "svg"]

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
    return said(_WORDS[word], lang)


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
    """Text wrapped under a step; Chinese breaks anywhere and counts double."""
    wide = sum(ord(letter) > 0x2E80 for letter in text) * 2 > len(text)
    columns = (_WIDTH - indent) // 2 if wide else _WIDTH - indent
    lines = wrap(text, columns, break_on_hyphens=False) or [""]
    return [" " * indent + lines[0], *(" " * (indent + hanging) + line for line in lines[1:])]


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

_LEFT, _TOP, _BOX, _HIGH, _ROW, _HEAD, _LANE = 40, 24, 430, 30, 44, 34, 16
"""Geometry in pixels: margins, a box's width and height, distance of rows, a heading, distance of arcs."""


def svg(sequence: Sequence, steps: Iterable[Step], *, lang: str) -> str:
    """Boxes in reading order under their phases; jumps as arcs to the right, interruptions to the left.

    Steps where a player may stop have round ends.
    """
    chosen = list(steps)
    tops, headings, height = _places(sequence, chosen, lang)
    jumps = [
        (step.id, way.to, sequence.condition(way.when, lang) if way.when else "")
        for place, step in enumerate(chosen)
        for way in sequence.ways(step.id)
        if way.to in tops and not (_follows(chosen, place, way.to) and not way.when)
    ]
    lanes = _lanes([(tops[here], tops[to]) for here, to, _ in jumps])
    parts = [*_falls(sequence, chosen, tops), *headings]
    for (here, to, label), lane in zip(jumps, lanes, strict=True):
        parts.append(_arc(tops[here], tops[to], _LEFT + _BOX, _LEFT + _BOX + 22 + _LANE * lane, label))
    for here, to in _interruptions(chosen):
        parts.append(_dashed(tops[here], tops[to]))
    parts += [_box(sequence, step, tops[step.id], lang) for step in chosen]
    longest = max((_measured(label) for _, _, label in jumps), default=0)
    width = _LEFT + _BOX + 44 + _LANE * (max(lanes, default=0) + 1) + longest
    return "\n".join([*_frame(width, height), *parts, "</svg>\n"])


def _places(sequence: Sequence, steps: list[Step], lang: str) -> tuple[dict[str, int], list[str], int]:
    """The top edge of every step's box, the headings, and the height of it all."""
    tops: dict[str, int] = {}
    headings: list[str] = []
    y, phase = _TOP, ""
    for step in steps:
        if step.phase != phase:
            phase = step.phase
            name = said(sequence.phases[phase].name, lang) if phase in sequence.phases else phase
            headings.append(
                f'<text x="{_LEFT}" y="{y + 18}" font-size="16" font-weight="bold" fill="#222">'
                f"{escape(name)}</text>"
            )
            y += _HEAD
        tops[step.id] = y
        y += _ROW
    return tops, headings, y + _TOP


def _follows(steps: list[Step], place: int, to: str) -> bool:
    return place + 1 < len(steps) and steps[place + 1].id == to


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


def _falls(sequence: Sequence, steps: list[Step], tops: Mapping[str, int]) -> Iterator[str]:
    """Short arrows to the next line."""
    for place, step in enumerate(steps):
        last = sequence.ways(step.id)[-1]
        if not last.when and _follows(steps, place, last.to):
            x, y = _LEFT + _BOX // 2, tops[step.id] + _HIGH
            yield f'<path d="M{x} {y}V{tops[last.to] - 1}" stroke="#444" fill="none" marker-end="url(#tip)"/>'


def _arc(here: int, there: int, right: int, lane: int, label: str) -> str:
    start, end = here + 20, there + 10
    path = (
        f'<path d="M{right} {start}H{lane}V{end}H{right + 2}" stroke="#444" fill="none" '
        'marker-end="url(#tip)"/>'
    )
    words = f'<text x="{lane + 5}" y="{start - 4}" fill="#555" font-size="12">{escape(label)}</text>'
    return path + (words if label else "")


def _dashed(here: int, there: int) -> str:
    start, end, x = here + 20, there + 10, _LEFT - 18
    return (
        f'<path d="M{_LEFT} {start}H{x}V{end}H{_LEFT - 2}" stroke="#444" stroke-dasharray="4 3" fill="none" '
        'marker-end="url(#tip)"/>'
    )


def _box(sequence: Sequence, step: Step, y: int, lang: str) -> str:
    actor = f" ({sequence.actor(step.side, lang)})" if step.side else ""
    words = f"{step.id}  {said(step.name, lang)}{actor}{_mark(sequence, step, lang)}"
    room = _BOX - 28
    squeeze = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if _measured(words) > room else ""
    return (
        f'<rect x="{_LEFT}" y="{y}" width="{_BOX}" height="{_HIGH}" rx="{15 if step.may_stop else 3}" '
        f'fill="#f2efe6" stroke="#444"/><text x="{_LEFT + 14}" y="{y + 20}" fill="#222"{squeeze}>'
        f"{escape(words)}</text>"
    )


def _measured(text: str) -> int:
    """The width of a text in pixels, roughly."""
    return sum(14 if ord(letter) > 0x2E80 else 7 for letter in text)
