"""How the game stands, for the margin of the map: turn, medals, cards, and what is being decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.play import Decision
from grognard_memoir44.phrases import Phrase, count, listed, sentence, who
from grognard_memoir44.position import HIDDEN, MemoirPosition
from grognard_memoir44.tables import Tables
from grognard_memoir44.victory import holds, score

__all__ = ["TASKS", "situation", "status"]

TASKS: Mapping[str, Phrase] = {
    "ChooseCard": Phrase("play a card", "打出一张牌"),
    "ChooseSection": Phrase("choose a section", "选择区段"),
    "SelectUnits": Phrase("order units", "下达命令"),
    "ChooseStrike": Phrase("choose targets of the strike", "选择打击目标"),
    "ChoosePatient": Phrase("choose a unit to recover", "选择要恢复的单位"),
    "ChooseMover": Phrase("choose a unit to move", "选择要移动的单位"),
    "ChooseDestination": Phrase("choose where to move", "选择移动目的地"),
    "ChooseBattler": Phrase("choose a unit to battle", "选择要战斗的单位"),
    "ChooseTarget": Phrase("choose a target", "选择攻击目标"),
    "AmbushChance": Phrase("ambush, or let the attack come", "伏击，或让攻击继续"),
    "ChooseFlags": Phrase("ignore or heed flags", "忽略或承受旗帜"),
    "ChooseRetreat": Phrase("choose a way to retreat", "选择撤退路线"),
    "ChooseGround": Phrase("take ground or stay", "占领地面或停留"),
    "ChooseOverrun": Phrase("overrun or halt", "装甲冲锋或停止"),
    "ChooseKeep": Phrase("keep one of the cards drawn", "留下抽到的一张牌"),
}
"""Decision → what its side has to do."""

TURN = Phrase("Turn {n}, {side} active", "第 {n} 回合，{side}行动")
WON = Phrase("{side} have won, {score}", "{side}获胜，{score}")
OVER = Phrase("The game is over", "游戏结束")
TO_DO = Phrase("{side}: {task}", "{side}：{task}")
MEDALS = Phrase("Medals: {scores}", "奖章：{scores}")
SCORE = Phrase("{side} {n} of {needed}", "{side} {n}/{needed}")
OBJECTIVE = Phrase("Objective {place}: {side}", "目标 {place}：{side}")
IN_PLAY = Phrase("On the table: {card}", "桌面上的牌：{card}")
IN_PLAY_AS = Phrase("On the table: {card} as {order}", "桌面上的牌：{card}（等同{order}）")
HAND = Phrase("Hand of {side}: {cards}", "{side}手牌：{cards}")
DRAWN = Phrase("Drawn: {cards}", "抽到：{cards}")
DECK = Phrase("Deck: {deck}, discards: {discards}", "牌库：{deck}，弃牌：{discards}")
TIMES = Phrase("{card} ×{n}", "{card} ×{n}")


def situation(rules: Tables, view: MemoirPosition, lang: str) -> str:
    """Turn, side and task in one line."""
    turn = TURN(lang, n=view.turn, side=rules.name(view.active, lang))
    words = (turn, card_on_table(rules, view, lang), task(rules, view, lang))
    return " · ".join(word for word in words if word)


def status(rules: Tables, view: MemoirPosition, lang: str) -> list[str]:
    """One line for each thing a player keeps an eye on."""
    needed, field = rules.field(view).scenario.medals, rules.field(view)
    scores = [
        SCORE(lang, side=rules.name(side, lang), n=min(score(view, field, side), medals), needed=medals)
        for side, medals in sorted(needed.items())
    ]
    lines = [
        TURN(lang, n=view.turn, side=rules.name(view.active, lang)),
        MEDALS(lang, scores=listed(lang, scores)),
        *objectives(rules, view, lang),
        card_on_table(rules, view, lang),
        *cards(rules, view, lang),
        task(rules, view, lang),
    ]
    return [line for line in lines if line]


def task(rules: Tables, view: MemoirPosition, lang: str) -> str:
    """What is being decided, or how the game ended."""
    if view.outcome is not None:
        if view.outcome.winner is None:
            return OVER(lang)
        shown = " : ".join(str(medals) for _, medals in view.outcome.score)
        return sentence(lang, WON(lang, side=who(rules, view.outcome.winner, lang), score=shown))
    frame = view.agenda[-1] if view.agenda else None
    if not isinstance(frame, Decision):
        return ""
    return TO_DO(lang, side=rules.name(frame.side, lang), task=TASKS[type(frame).__name__](lang))


def objectives(rules: Tables, view: MemoirPosition, lang: str) -> Iterator[str]:
    """Objectives that a side holds."""
    for number, objective in enumerate(rules.field(view).scenario.objective):
        name = objective.name
        place = getattr(name, lang, name.en) if name else listed(lang, objective.hexes)
        for side in ("allies", "axis"):
            if holds(view, number, objective, side):
                yield OBJECTIVE(lang, place=place, side=rules.name(side, lang))


def card_on_table(rules: Tables, view: MemoirPosition, lang: str) -> str:
    """The card played this turn, and the one whose order it gives if that is another."""
    if not view.played:
        return ""
    words = IN_PLAY_AS if view.order not in ("", view.played) else IN_PLAY
    return words(lang, card=rules.name(view.played, lang), order=rules.name(view.order, lang))


def cards(rules: Tables, view: MemoirPosition, lang: str) -> Iterator[str]:
    """Hands by name where they are known and by number where not, and the piles."""
    for side in ("allies", "axis"):
        yield HAND(lang, side=who(rules, side, lang), cards=hand_words(rules, view.hands[side], lang))
    if view.drawn:
        yield DRAWN(lang, cards=hand_words(rules, view.drawn, lang))
    # A view pools the cards it hides with the deck.
    hidden = sum(hand.count(HIDDEN) for hand in (*view.hands.values(), view.drawn))
    deck, discards = sum(view.deck.values()) - hidden, sum(view.discards.values())
    yield DECK(lang, deck=count(lang, deck, "card"), discards=count(lang, discards, "card"))


def hand_words(rules: Tables, hand: tuple[str, ...], lang: str) -> str:
    """Names of cards, each once; the number of cards alone if they are hidden or none."""
    if HIDDEN in hand or not hand:
        return count(lang, len(hand), "card")
    names = [
        TIMES(lang, card=rules.name(card, lang), n=hand.count(card))
        if hand.count(card) > 1
        else rules.name(card, lang)
        for card in dict.fromkeys(hand)
    ]
    return listed(lang, names)
