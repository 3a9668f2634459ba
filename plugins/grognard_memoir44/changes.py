"""What changed between two positions, in one neutral line: the rows of an odds table.

Paths do not matter, only what came of them; equal changes give equal lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard_memoir44.orders import Orders
from grognard_memoir44.phrases import Phrase, count, listed, noun, troops, who
from grognard_memoir44.position import MemoirPosition, Unit, other_side
from grognard_memoir44.tables import Tables
from grognard_memoir44.victory import score

__all__ = ["effect"]

NOTHING = Phrase("no effect", "无效果")
AMBUSH = Phrase("ambush", "遭伏击")
UNIT = Phrase("{kind} in {hex} {changes}", "{hex} 的{kind}{changes}")
SIDE = Phrase("{side}: {changes}", "{side}：{changes}")
FIGURES_LOST = Phrase("{figures} lost", "损失 {figures}")
FIGURES_BACK = Phrase("{figures} back", "恢复 {figures}")
UNITS_GONE = Phrase("{units} gone", "减少 {units}")
UNITS_AWAY = Phrase("{units} driven back", "{units}被击退")
LOST = Phrase("loses {figures}", "损失 {figures}")
RECOVERED = Phrase("recovers {figures}", "恢复 {figures}")
BACK = Phrase("is driven back {hexes}", "被击退 {hexes}")
ELIMINATED = Phrase("is eliminated", "被消灭")
LEFT = Phrase("leaves the board", "离开棋盘")
TOOK = Phrase("takes ground in {to}", "占领 {to}")
MOVED = Phrase("moves to {to}", "移动到 {to}")
REMOVED = Phrase("{piece} in {hex} removed", "{hex} 的{piece}移除")
PLACED = Phrase("{piece} laid in {hex}", "{hex} 放置{piece}")
ORDERS = Phrase("orders for up to {units}", "至多可命令 {units}")
MEDALS = Phrase("{side} {sign}{medals}", "{side} {sign}{medals}")
WON = Phrase("{side} win", "{side}获胜")
AND = Phrase(" and ", "并")


def effect(rules: Tables, before: MemoirPosition, after: MemoirPosition, lang: str) -> str:
    """The changes that matter: figures, places, ground, pieces, medals, the end."""
    parts = [
        *ambushes(before, after, lang),
        *units(rules, before, after, lang),
        *pieces(rules, before, after, lang),
        *orders(before, after, lang),
        *awards(rules, before, after, lang),
    ]
    return "; ".join(parts) or NOTHING(lang)


def ambushes(before: MemoirPosition, after: MemoirPosition, lang: str) -> Iterator[str]:
    """Whether an ambush was sprung."""
    if after.ambusher and not before.ambusher:
        yield AMBUSH(lang)


def units(rules: Tables, before: MemoirPosition, after: MemoirPosition, lang: str) -> Iterator[str]:
    """What became of the units: of a single one by name, of several of a side in sums.

    Sums keep the odds of a strike at four targets to a few dozen rows.
    """
    for side in ("allies", "axis"):
        own = {id_: unit for id_, unit in before.units.items() if unit.side == side}
        changed = {id_: [*fate(rules, before, after, id_, unit, lang)] for id_, unit in own.items()}
        changed = {id_: words for id_, words in changed.items() if words}
        if len(changed) > 1:
            words = listed(lang, sums(before, after, changed, lang))
            yield SIDE(lang, side=rules.name(side, lang), changes=words)
            continue
        for id_, parts in changed.items():
            kind = troops(rules, own[id_].kind, lang)
            yield UNIT(lang, kind=kind, hex=own[id_].hex, changes=AND(lang).join(parts))


def sums(before: MemoirPosition, after: MemoirPosition, changed: Iterable[str], lang: str) -> Iterator[str]:
    """Figures lost and regained by several units, how many are gone, how many stand elsewhere."""
    old = [before.units[id_] for id_ in changed]
    new = {unit.hex: after.units.get(id_) for id_, unit in zip(changed, old, strict=True)}
    left = sum(unit.figures for unit in new.values() if unit is not None)
    lost = sum(unit.figures for unit in old) - left
    if lost:
        yield (FIGURES_LOST if lost > 0 else FIGURES_BACK)(lang, figures=count(lang, abs(lost), "figure"))
    gone = sum(1 for unit in new.values() if unit is None)
    if gone:
        yield UNITS_GONE(lang, units=count(lang, gone, "unit"))
    away = sum(1 for label, unit in new.items() if unit is not None and unit.hex != label)
    if away:
        yield UNITS_AWAY(lang, units=count(lang, away, "unit"))


def fate(
    rules: Tables, before: MemoirPosition, after: MemoirPosition, id_: str, unit: Unit, lang: str
) -> Iterator[str]:
    """Figures lost or regained, and the way the unit went."""
    now = after.units.get(id_)
    if now is None:
        enemy = other_side(unit.side)
        yield (ELIMINATED if after.medals[enemy] > before.medals[enemy] or not unit.medals else LEFT)(lang)
        return
    if now.figures < unit.figures:
        yield LOST(lang, figures=count(lang, unit.figures - now.figures, "figure"))
    if now.figures > unit.figures:
        yield RECOVERED(lang, figures=count(lang, now.figures - unit.figures, "figure"))
    if now.hex == unit.hex:
        return
    board = rules.field(before).board
    if unit.side == before.active and now.hex in before.at:
        yield TOOK(lang, to=now.hex)
    elif unit.side == before.active and after.ambusher == before.ambusher:
        yield MOVED(lang, to=now.hex)
    else:
        yield BACK(lang, hexes=count(lang, board.distance(unit.hex, now.hex), "hex"))


def pieces(rules: Tables, before: MemoirPosition, after: MemoirPosition, lang: str) -> Iterator[str]:
    """Obstacles laid or removed; sandbags that go with their unit say nothing new."""
    for label in sorted(before.obstacles.keys() - after.obstacles.keys()):
        piece = rules.terrain[before.obstacles[label]]
        if piece.removed_by:
            yield REMOVED(lang, piece=noun(rules, piece.id, lang), hex=label)
    for label in sorted(after.obstacles.keys() - before.obstacles.keys()):
        yield PLACED(lang, piece=noun(rules, after.obstacles[label], lang), hex=label)


def orders(before: MemoirPosition, after: MemoirPosition, lang: str) -> Iterator[str]:
    """Units ordered since, and orders still to be given, unless every unit there gets one."""
    pending = sum(frame.left for frame in after.agenda if isinstance(frame, Orders))
    pending -= sum(frame.left for frame in before.agenda if isinstance(frame, Orders))
    own = sum(1 for unit in after.units.values() if unit.side == after.active)
    given = len(after.orders.keys() - before.orders.keys()) + pending
    if given > 0:
        yield ORDERS(lang, units=count(lang, min(given, own), "unit"))


def awards(rules: Tables, before: MemoirPosition, after: MemoirPosition, lang: str) -> Iterator[str]:
    """Medals won or lost by each side, and the end of the game."""
    field = rules.field(before)
    for side in ("allies", "axis"):
        gained = score(after, field, side) - score(before, field, side)
        if gained:
            sign, medals = "+" if gained > 0 else "−", count(lang, abs(gained), "medal")
            yield MEDALS(lang, side=rules.name(side, lang), sign=sign, medals=medals)
    if after.outcome is not None and after.outcome.winner:
        yield WON(lang, side=who(rules, after.outcome.winner, lang))
