"""What changed between two positions, in one neutral line: the rows of an odds table.

Paths do not matter, only what came of them; equal changes give equal lines. Units of which the same became
are told together. Artillery that fired is left out: it is the price of every row alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard_ardennes44.phrases import Phrase, listed, shown_bridge, spot, unit_name, who
from grognard_ardennes44.pieces import did
from grognard_ardennes44.position import ArdennesPosition, Unit, other_side
from grognard_ardennes44.schema import SIDES
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.victory import points

__all__ = ["effect"]

NOTHING = Phrase("no effect", "无效果")
UNITS = Phrase("{units} {changes}", "{units}{changes}")
AND = Phrase(", ", "、")
ELIMINATED = Phrase("eliminated", "被消灭")
SURRENDERED = Phrase("surrendered", "投降")
REMNANT = Phrase("reduced to a remnant", "仅剩残部")
SPLIT = Phrase("broken down", "拆分")
STEPS = Phrase("−{n} steps", "损失 {n} 阶")
STEP = Phrase("−1 step", "损失 1 阶")
GAINED = Phrase("back at full strength", "恢复满编")
RETREATS = Phrase("driven back {n} hexes", "被击退 {n} 格")
RETREATS_ONE = Phrase("driven back 1 hex", "被击退 1 格")
DRIVEN_OFF = Phrase("driven off the map", "被逐出地图")
ADVANCES = Phrase("advanced to {hex}", "推进到 {hex}")
MOVES = Phrase("moved to {hex}", "移动到 {hex}")
ARRIVES = Phrase("in play in {hex}", "进场于 {hex}")
STATES = {
    "": Phrase("rallied", "恢复良好"),
    "disrupted": Phrase("disrupted", "混乱"),
    "broken": Phrase("broken", "溃散"),
}
ENGAGED = {True: Phrase("Engaged", "接敌"), False: Phrase("no longer Engaged", "脱离接敌")}
OOS = {True: Phrase("out of supply", "断补"), False: Phrase("in supply", "恢复补给")}
POINTED = Phrase("{n} surrender points", "投降点 {n}")
BLOWN = Phrase("{bridge} blown", "{bridge}被炸毁")
SOUND = Phrase("{bridge} bears", "{bridge}可通行")
WORKS = Phrase("improved position in {hex} gone", "{hex} 的工事移除")
ADVANTAGE = Phrase("Attack Advantage in {hex}", "{hex} 获得攻击优势")
SPENT = Phrase("Attack Advantage in {hex} gone", "{hex} 的攻击优势消失")
POINTS = Phrase("{side} {n:+d} points", "{side} {n:+d} 分")
WON = Phrase("{side} win", "{side}获胜")


def effect(rules: Tables, before: ArdennesPosition, after: ArdennesPosition, lang: str) -> str:
    """The changes that matter: units, bridges, works, markers, points, the end."""
    parts = [
        *units(rules, before, after, lang),
        *things(before, after, lang),
        *awards(rules, before, after, lang),
    ]
    return "; ".join(parts) or NOTHING(lang)


def units(rules: Tables, before: ArdennesPosition, after: ArdennesPosition, lang: str) -> Iterator[str]:
    """What became of the units, the enemy of the active side first; the same told once."""
    old, new = before.units, after.units
    changed = [id_ for id_, unit in new.items() if old.get(id_) is not unit]
    touched = sorted([*changed, *(old.keys() - new.keys())])
    for side in (other_side(before.active), before.active):
        told: dict[str, list[str]] = {}
        for id_ in touched:
            if rules.counters[id_].side == side:
                words = AND(lang).join(fate(rules, before, after, id_, lang))
                if words:
                    told.setdefault(words, []).append(unit_name(rules, id_, lang))
        for words, names in told.items():
            yield UNITS(lang, units=listed(lang, names), changes=words)


def fate(
    rules: Tables, before: ArdennesPosition, after: ArdennesPosition, id_: str, lang: str
) -> Iterator[str]:
    """What became of one unit."""
    old, new = before.units.get(id_), after.units.get(id_)
    if old is None:
        if new is not None and not new.parent:
            yield ARRIVES(lang, hex=spot(rules, after, new.hex, lang))
        elif new is not None:
            yield from since(rules, before, after, id_, before.units.get(new.parent, new), new, lang)
        return
    if new is None:
        children = [other for other in after.units.values() if other.parent == id_]
        if after.lost.get(id_) == "surrendered":
            yield SURRENDERED(lang)
        elif children:
            yield (REMNANT if len(children) == 1 else SPLIT)(lang)
        else:
            yield ELIMINATED(lang)
        return
    yield from since(rules, before, after, id_, old, new, lang)


def since(
    rules: Tables,
    before: ArdennesPosition,
    after: ArdennesPosition,
    id_: str,
    old: Unit,
    new: Unit,
    lang: str,
) -> Iterator[str]:
    """Steps, place and state of a unit that is still there."""
    if id_ in before.units and new.steps < old.steps:
        lost = old.steps - new.steps
        yield STEP(lang) if lost == 1 else STEPS(lang, n=lost)
    elif new.steps > old.steps:
        yield GAINED(lang)
    if new.hex != old.hex:
        yield gone_to(rules, before, after, id_, old.hex, new.hex, lang)
    if new.state != old.state:
        yield STATES[new.state](lang)
    if new.engaged != old.engaged:
        yield ENGAGED[new.engaged](lang)
    if new.oos != old.oos:
        yield OOS[new.oos](lang)
    if new.points != old.points and new.points > 0:
        yield POINTED(lang, n=new.points)


def gone_to(
    rules: Tables, before: ArdennesPosition, after: ArdennesPosition, id_: str, a: str, b: str, lang: str
) -> str:
    """How a unit came from one place to another."""
    board = rules.ground(before).board
    if did(after, id_, "retreated"):
        if a not in board.index or b not in board.index:
            return DRIVEN_OFF(lang)
        far = board.distance(a, b)
        return RETREATS_ONE(lang) if far == 1 else RETREATS(lang, n=far)
    words = ADVANCES if did(after, id_, "advanced") else MOVES
    return words(lang, hex=spot(rules, after, b, lang))


def things(before: ArdennesPosition, after: ArdennesPosition, lang: str) -> Iterator[str]:
    """Bridges, works, Attack Advantage markers."""
    for bridge in sorted(before.bridges.keys() | after.bridges.keys()):
        if after.bridges.get(bridge) == "blown" != before.bridges.get(bridge):
            yield BLOWN(lang, bridge=shown_bridge(bridge, lang))
        elif bridge in before.bridges and bridge not in after.bridges:
            yield SOUND(lang, bridge=shown_bridge(bridge, lang))
    for hex in sorted(before.works.keys() - after.works.keys()):
        yield WORKS(lang, hex=hex)
    for hex in sorted(after.advantage.keys() - before.advantage.keys()):
        yield ADVANTAGE(lang, hex=hex)
    for hex in sorted(before.advantage.keys() - after.advantage.keys()):
        yield SPENT(lang, hex=hex)


def awards(rules: Tables, before: ArdennesPosition, after: ArdennesPosition, lang: str) -> Iterator[str]:
    """Points of a scenario that counts some, and the end of the game."""
    victory = rules.scenarios[before.scenario].victory
    if victory.kind == "points":
        gained = points(rules, after) - points(rules, before)
        if gained:
            yield POINTS(lang, side=rules.name(victory.for_side, lang), n=gained)
    if after.outcome is not None and after.outcome.winner in SIDES:
        yield WON(lang, side=who(rules, after.outcome.winner, lang))
