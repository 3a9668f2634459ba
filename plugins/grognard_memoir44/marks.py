"""What can be laid over the map: choices, orders, moves, sections, and a line of sight with its proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.play import Action, Decision, Play
from grognard.scene import Overlay
from grognard.spelling import check_overlays
from grognard_memoir44.battle import Attack, ChooseTarget
from grognard_memoir44.battlefield import SECTIONS
from grognard_memoir44.ground import ChooseOverrun, Overrun
from grognard_memoir44.movement import ChooseDestination, MoveTo
from grognard_memoir44.phrases import Phrase, count, who
from grognard_memoir44.position import Memoir, MemoirPosition
from grognard_memoir44.strikes import Target
from grognard_memoir44.tables import Tables
from grognard_memoir44.wording import attack_dice, move_costs

__all__ = ["OVERLAYS", "overlays"]

OVERLAYS = ("legal", "moved", "ordered", "sections")
"""What ``show`` may ask for."""

LEGAL = Phrase("choices of {side}", "{side}的可选项")
ACTING = Phrase("unit that acts", "行动中的单位")
ORDERED = Phrase("ordered units", "已受令单位")
MOVED = Phrase("moves of this turn", "本回合的移动")
SECTION = Phrase("{section} ({side})", "{section}（{side}）")


def overlays(rules: Tables, view: MemoirPosition, lang: str, show: Iterable[str]) -> Iterator[Overlay]:
    """The overlays asked for, in a fixed order, none twice; raises ``GrognardError`` for unknown ones."""
    wanted = check_overlays(show, OVERLAYS)
    if "sections" in wanted:
        yield from sections(rules, view, lang)
    if "ordered" in wanted and view.orders:
        ordered = tuple(view.units[id_].hex for id_ in view.orders)
        yield Overlay("ordered", "control", ordered, title=ORDERED(lang))
    if "legal" in wanted:
        yield from choices(rules, view, lang)
    if "moved" in wanted:
        ways = ((order.start, view.units[id_].hex) for id_, order in view.orders.items())
        lines = tuple(way for way in ways if way[0] != way[1])
        if lines:
            yield Overlay("moved", "path", lines=lines, title=MOVED(lang))


def sections(rules: Tables, view: MemoirPosition, lang: str) -> Iterator[Overlay]:
    """The three sections as the side to act calls them; a hex on a line carries two marks."""
    frame, field = view.agenda[-1] if view.agenda else None, rules.field(view)
    side = frame.side if isinstance(frame, Decision) else view.active
    for section, style in zip(SECTIONS, ("supply", "note", "legal"), strict=True):
        inside = tuple(h for h in field.board.hexes if section in field.sections(h, side))
        title = SECTION(lang, section=rules.name(section, lang), side=rules.name(side, lang))
        yield Overlay(section, style, inside, title=title)


def choices(rules: Tables, view: MemoirPosition, lang: str) -> Iterator[Overlay]:
    """Hexes the side to act may name now, with what a move counts or the dice of an attack."""
    frame = view.agenda[-1] if view.agenda else None
    if not isinstance(frame, Decision):
        return
    unit = view.units.get(str(getattr(frame, "unit", "")))
    if unit is not None:
        yield Overlay("acting", "selected", (unit.hex,), title=ACTING(lang))
    play = Play(view, rules)
    options: dict[str, Action] = {}
    for action in frame.options(play):
        options.setdefault(str(getattr(action, "hex", "")), action)
    options.pop("", None)
    if not options:
        return
    hostile = any(isinstance(action, Attack | Overrun | Target) for action in options.values())
    yield Overlay(
        "legal",
        "target" if hostile else "legal",
        tuple(options),
        labels=tuple(figures(play, frame, options, lang)),
        title=LEGAL(lang, side=who(rules, frame.side, lang)),
    )


def figures(play: Memoir, frame: object, options: dict[str, Action], lang: str) -> Iterator[tuple[str, str]]:
    """The figure beside each choice that has one."""
    if isinstance(frame, ChooseDestination):
        costs = move_costs(play, frame)
        yield from ((h, str(costs[h])) for h, action in options.items() if isinstance(action, MoveTo))
    elif isinstance(frame, ChooseTarget | ChooseOverrun):
        again = isinstance(frame, ChooseOverrun)
        for label in options:
            yield label, count(lang, attack_dice(play, frame.unit, label, overrun=again), "die")
