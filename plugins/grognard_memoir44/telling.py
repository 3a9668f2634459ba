"""Events as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.play import Event
from grognard_memoir44.phrases import Phrase, army, clauses, count, listed, noun, sentence, who
from grognard_memoir44.tables import Tables

__all__ = ["EVENTS", "tell"]

EVENTS: Mapping[str, Phrase] = {
    "turn": Phrase("Turn {number}: {side} to play.", "第 {number} 回合：轮到{side}。"),
    "dealt": Phrase("{side} are dealt {cards}.", "{side}起手 {cards}。"),
    "dropped": Phrase("{army} comes down in {hex}.", "{army}空降在 {hex}。"),
    "drop lost": Phrase("{army} comes down {hex} and is lost.", "{army}落在{hex}，损失掉。"),
    "played": Phrase("{side} play {card}.", "{side}打出“{card}”。"),
    "played as": Phrase("{side} play {card}: {order}.", "{side}打出“{card}”，等同“{order}”。"),
    "played idle": Phrase("{side} play {card} without effect.", "{side}打出“{card}”，无效果。"),
    "ordered": Phrase("{army} in {hex} is ordered.", "{hex} 的{army}受令。"),
    "placed": Phrase("{piece} are laid in {hex}.", "{hex} 放置{piece}。"),
    "moved": Phrase("{army} moves from {hex} to {to} ({cost}).", "{army}从 {hex} 移动到 {to}（{cost}）。"),
    "left": Phrase("{army} leaves the board over {hex}.", "{army}从 {hex} 离开棋盘。"),
    "attacks": Phrase("{army} in {hex} attacks {target}.", "{hex} 的{army}攻击 {target}。"),
    "ambush": Phrase(
        "{side} play Ambush: the unit in {hex} strikes first.", "{side}打出“伏击”：{hex} 的单位先行攻击。"
    ),
    "rolled": Phrase("{why}, {dice} at {hex}: {result}.", "{why}，对 {hex} 掷 {dice}：{result}。"),
    "lost": Phrase("{army} in {hex} loses {figures}.", "{hex} 的{army}损失 {figures}。"),
    "eliminated": Phrase("{army} in {hex} is eliminated.", "{hex} 的{army}被消灭。"),
    "ignored": Phrase("{army} in {hex} ignores {flags}.", "{hex} 的{army}忽略 {flags}。"),
    "no retreat": Phrase(
        "{army} in {hex} has no way back for {steps}: a figure lost for each.",
        "{hex} 的{army}有 {steps}无法撤退，每格损失一个棋子。",
    ),
    "retreated": Phrase("{army} retreats from {hex} to {to}.", "{army}从 {hex} 撤退到 {to}。"),
    "took ground": Phrase("{army} advances from {hex} and takes {to}.", "{army}从 {hex} 前进，占领 {to}。"),
    "removed wire": Phrase("{side} remove the wire in {hex}.", "{side}移除 {hex} 的铁丝网。"),
    "recovered": Phrase("{army} in {hex} recovers {figures}.", "{hex} 的{army}恢复 {figures}。"),
    "finest hour": Phrase("{side} may order: {rolled}.", "{side}可以命令：{rolled}。"),
    "medal": Phrase("{side} gain {medals} ({why}).", "{side}获得 {medals}（{why}）。"),
    "reshuffled": Phrase("The discards are shuffled into the deck.", "弃牌洗回牌库。"),
    "drew": Phrase("{side} draw {cards}.", "{side}抽 {cards}。"),
    "won": Phrase("{side} win: {why}.", "{side}获胜：{why}。"),
}
"""Kind of event → its sentence; "played as" and "played idle" are told for "played"."""

WHYS: Mapping[str, Phrase] = {
    "battle": Phrase("battle", "战斗"),
    "ambush": Phrase("ambush", "伏击"),
    "air power": Phrase("air power", "空中力量"),
    "barrage": Phrase("barrage", "弹幕射击"),
    "second roll": Phrase("second roll", "重掷"),
    "eliminated": Phrase("unit eliminated", "消灭单位"),
    "exit": Phrase("unit off the board", "单位离开棋盘"),
    "medals": Phrase("they have the medals they need", "已集齐所需奖章"),
    "sudden death": Phrase("they hold the hexes that decide the game", "已占据决定胜负的六边形"),
    "the deck has run out": Phrase("the deck has run out", "牌库用尽"),
}
NO_UNIT = Phrase("nobody", "无")
NOTHING = Phrase("nothing", "无结果")
ANY = Phrase("{n} of any type", "任意类型 {n} 个")
TYPED = Phrase("{n} {kind}", "{kind} {n} 个")
OFF_BOARD = Phrase("off the board", "棋盘外")
ON_A_UNIT = Phrase("in {hex}, where it cannot stand,", " {hex}（无法立足）")


def tell(rules: Tables, event: Event, lang: str) -> str:
    """One event as a sentence."""
    facts = dict(event.facts)
    words = {name: fact_words(rules, event, name, facts, lang) for name in facts}
    if "kind" in facts and "side" in facts:
        words["army"] = army(rules, str(facts["side"]), str(facts["kind"]), lang)
    if event.what == "rolled":
        words["result"] = result(facts, lang)
    if event.what == "finest hour":
        words["rolled"] = finest_hour(rules, facts, lang)
    return sentence(lang, EVENTS[variant(event, facts)](lang, **words))


def variant(event: Event, facts: Mapping[str, str | int]) -> str:
    """Which sentence an event gets: a card may be played for another card's order, or for nothing."""
    if event.what != "played" or facts["order"] == facts["card"]:
        return event.what
    return "played as" if facts["order"] else "played idle"


THINGS: Mapping[str, str] = {
    "cards": "card", "cost": "hex", "dice": "die", "figures": "figure", "flags": "flag", "medals": "medal",
    "steps": "hex",
}  # fmt: skip
"""Fact of an event → what it counts."""


def fact_words(rules: Tables, event: Event, name: str, facts: Mapping[str, str | int], lang: str) -> str:
    """One fact in words."""
    value = facts[name]
    if name in THINGS and isinstance(value, int):
        return count(lang, value, THINGS[name])
    if name == "side":
        return who(rules, str(value), lang)
    if name == "why":
        return WHYS[str(value)](lang) if value in WHYS else str(value)
    if event.what == "drop lost" and name == "hex":
        return OFF_BOARD(lang) if value == OFF_BOARD.en else ON_A_UNIT(lang, hex=value)
    return rules.name(value, lang) if isinstance(value, str) else str(value)


def result(facts: Mapping[str, str | int], lang: str) -> str:
    """Hits and flags of a roll."""
    shown = [count(lang, int(facts[f"{thing}s"]), thing) for thing in ("hit", "flag") if facts[f"{thing}s"]]
    return clauses(lang, shown) or NOTHING(lang)


def finest_hour(rules: Tables, facts: Mapping[str, str | int], lang: str) -> str:
    """Orders that the dice of Their Finest Hour allow."""
    kinds = [kind for kind in ("infantry", "armor") if facts[kind]]
    shown = [TYPED(lang, n=facts[kind], kind=noun(rules, kind, lang)) for kind in kinds]
    if facts["any"]:
        shown.append(ANY(lang, n=facts["any"]))
    return listed(lang, shown) or NO_UNIT(lang)
