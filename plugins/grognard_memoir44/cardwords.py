"""What a command card does, in one line, told from its fields."""

from __future__ import annotations

from collections.abc import Iterator

from grognard_memoir44.phrases import Phrase, both, clauses, count, listed, noun
from grognard_memoir44.schema import Card
from grognard_memoir44.tables import Tables

__all__ = ["card_words"]

ORDER = Phrase("order {units}", "命令 {units}")
ORDER_ALL = Phrase("order every unit there", "命令该区段的全部单位")
EACH_SECTION = Phrase("order {units} in each section", "每个区段命令 {units}")
EACH = Phrase("order {units} each: {sections}", "各命令 {units}：{sections}")
TYPED = Phrase("order {n} {types}", "命令{n}{types}单位")
ALL = Phrase("all", "全部")
UP_TO = Phrase("up to {n}", "至多 {n} 个")
ONE_SECTION = Phrase("in one section", "限一个区段")
STANDING = {
    "adjacent": Phrase("next to an enemy", "须与敌方相邻"),
    "apart": Phrase("next to no enemy", "不得与敌方相邻"),
}
ROLLED = Phrase(
    "a die for each card held, whose symbols and stars order units", "按手牌数掷骰，符号与星命令单位"
)
RESTORES = Phrase(
    "a die for each card held, whose symbols and stars bring back figures of one unit",
    "按手牌数掷骰，符号与星为一个单位恢复棋子",
)
IDLE = Phrase("which neither move nor battle", "不移动也不战斗")
NO_MOVE = Phrase("no move", "不移动")
CLOSE_ONLY = Phrase("close assault only", "只能近战")
MOVE = Phrase("move up to {hexes}", "至多移动 {hexes}")
BATTLE_AFTER = Phrase("battle after {n} at most", "移动不超过 {n} 格仍可战斗")
MOVE_AFTER = Phrase("then move up to {hexes} again", "之后再移动至多 {hexes}")
TWICE = Phrase("battle {n} times", "战斗 {n} 次")
OR = Phrase("or {move}", "或{move}")
BONUS = Phrase("{n:+} die", "{n:+} 枚骰子")
BONUS_CLOSE = Phrase("{n:+} die in close assault", "近战{n:+} 枚骰子")
PLACES = Phrase("{piece} on their hexes", "所在六边形放置{piece}")
TARGETS = Phrase(
    "strike up to {n} enemies next to each other, {dice} each", "打击至多 {n} 个相连的敌方单位，各 {dice}"
)
TARGET = Phrase("strike an enemy anywhere, {dice}", "打击任一敌方单位，{dice}")
REACTION = Phrase("strike first when close assaulted", "遭近战攻击时先行攻击")
COUNTERS = Phrase("repeat the other side's last order", "重复对方上一道命令")
DRAW = Phrase("draw {cards}, keep {n}", "抽 {cards}，留 {n} 张")
RESHUFFLE = Phrase("the deck is shuffled anew", "重洗牌库")


def card_words(rules: Tables, id_: str, side: str, lang: str) -> str:
    """A card's effect for a side."""
    card = rules.cards[id_]
    return clauses(lang, (*whom(rules, card, lang), *what(rules, card, side, lang)))


def whom(rules: Tables, card: Card, lang: str) -> Iterator[str]:
    """Units the card orders."""
    if card.orders:
        yield section_words(rules, card, lang)
    elif card.units == "rolled":
        yield ROLLED(lang)
    elif card.restores:
        yield RESTORES(lang)
    elif card.types:
        types = both(lang, (noun(rules, kind, lang) for kind in card.types))
        yield TYPED(lang, n=ALL(lang) if card.units == "all" else UP_TO(lang, n=card.units), types=types)
    elif isinstance(card.units, int) and card.units:
        yield ORDER(lang, units=count(lang, card.units, "unit"))
    if card.one_section:
        yield ONE_SECTION(lang)
    if card.standing:
        yield STANDING[card.standing](lang)


def section_words(rules: Tables, card: Card, lang: str) -> str:
    """Quotas of a section card."""
    quotas = list(dict.fromkeys(card.orders.values()))
    quota = quotas[0]
    if not isinstance(quota, int):
        return ORDER_ALL(lang)
    units = count(lang, quota, "unit")
    if len(card.orders) == 1:
        return ORDER(lang, units=units)
    if len(quotas) == 1 and len(card.orders) == 3:
        return EACH_SECTION(lang, units=units)
    sections = listed(lang, (noun(rules, section, lang) for section in card.orders))
    return EACH(lang, units=units, sections=sections)


def what(rules: Tables, card: Card, side: str, lang: str) -> Iterator[str]:
    """What the ordered units may do, and everything else the card does."""
    if not card.may_move:
        yield NO_MOVE(lang) if card.may_battle else IDLE(lang)
    if card.battles > 1:
        yield TWICE(lang, n=card.battles)
    if card.move is not None:
        move = MOVE(lang, hexes=count(lang, card.move, "hex"))
        yield OR(lang, move=move) if card.move_or_battle else move
    if card.battle_move is not None and card.battle_move != card.move:
        yield BATTLE_AFTER(lang, n=card.battle_move)
    if card.close_assault_only:
        yield CLOSE_ONLY(lang)
    if card.bonus:
        yield (BONUS_CLOSE if card.bonus_when == "close_assault" else BONUS)(lang, n=card.bonus)
    if card.move_after:
        yield MOVE_AFTER(lang, hexes=count(lang, card.move_after, "hex"))
    if card.places:
        yield PLACES(lang, piece=noun(rules, card.places, lang))
    if card.targets:
        dice = count(lang, card.target_dice["allies" if side == "allies" else "axis"], "die")
        yield (TARGETS if card.targets > 1 else TARGET)(lang, n=card.targets, dice=dice)
    if card.reaction:
        yield REACTION(lang)
    if card.counters:
        yield COUNTERS(lang)
    if card.draw > 1:
        yield DRAW(lang, cards=count(lang, card.draw, "card"), n=card.keep)
    if card.reshuffles:
        yield RESHUFFLE(lang)
