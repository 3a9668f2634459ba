"""How the game stands, for the margin of the map: turn and phase, goals, losses, what is being decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.play import Decision
from grognard_asl.battlefield import printed_mf
from grognard_asl.marching import March, allowance
from grognard_asl.phrases import Phrase, listed, sentence, stack, who
from grognard_asl.position import Asl, AslPosition, other_side
from grognard_asl.tables import Tables
from grognard_asl.victory import reached

__all__ = ["TASKS", "situation", "status"]

TASKS: Mapping[str, Phrase] = {
    "ChoosePlace": Phrase("set up", "布置单位"),
    "ChooseOwner": Phrase("hand out machine guns", "分配机枪"),
    "ChooseTransfer": Phrase("recover or transfer machine guns", "回收或转移机枪"),
    "ChooseRally": Phrase("rally", "重整"),
    "ChooseKeepDm": Phrase("keep or remove DM", "保留或移除 DM"),
    "ChooseTarget": Phrase("choose a target", "选择射击目标"),
    "ChooseFirers": Phrase("choose who fires", "选择射击单位"),
    "ChooseFirstFire": Phrase("fire at the movers, or hold", "向移动单位射击，或放过"),
    "ChooseRate": Phrase("keep the rate of fire, or leave Residual FP", "保有射速，或留下残留火力"),
    "ChooseMover": Phrase("choose who moves", "选择移动单位"),
    "ChooseManner": Phrase("declare how they move", "宣告移动方式"),
    "ChooseStep": Phrase("choose the next hex", "选择下一格"),
    "ChooseExcess": Phrase("remove what is overstacked", "移除超出堆叠上限的单位"),
    "ChooseRout": Phrase("rout, or break voluntarily", "溃退或自愿溃散"),
    "ChooseRoutStep": Phrase("choose the next hex of the rout", "选择溃退的下一格"),
    "ChooseDiscard": Phrase("drop what cannot be carried", "放弃带不走的机枪"),
    "ChooseAdvance": Phrase("advance", "推进"),
    "ChooseCombat": Phrase("choose the next close combat", "选择下一场近战"),
    "ChooseArrangement": Phrase("stack leaders for close combat", "近战前编组领袖"),
    "ChooseAttack": Phrase("designate attacks", "宣告近战攻击"),
}
"""Decision → what its side has to do."""

TURN = Phrase("Turn {n} of {turns}, {side}: {phase}", "第 {n}/{turns} 回合，{side}：{phase}")
SETTING_UP = Phrase("Setting up", "布置")
WON = Phrase("{side} have won", "{side}获胜")
TO_DO = Phrase("{side}: {task}", "{side}：{task}")
GOAL = Phrase("{side}: {text} ({now})", "{side}：{text}（{now}）")
HELD = Phrase("{n} of {needed}", "{n}/{needed}")
YES = Phrase("reached", "已达成")
NO = Phrase("not yet", "尚未")
LOST = Phrase("Lost: {parts}", "损失：{parts}")
PART = Phrase("{side} {n}", "{side} {n}")
MOVING = Phrase("Moving: {units}, {left} of {mf} MF left", "移动中：{units}，剩余 {left}/{mf} MF")


def situation(rules: Tables, view: AslPosition, lang: str) -> str:
    """Turn, phase and task in one line."""
    return " · ".join(word for word in (turn(rules, view, lang), task(rules, view, lang)) if word)


def status(rules: Tables, view: AslPosition, lang: str) -> list[str]:
    """One line for each thing a player keeps an eye on."""
    losses = (PART(lang, side=rules.name(side, lang), n=n) for side, n in sorted(view.lost.items()))
    lines = [
        turn(rules, view, lang),
        *goals(rules, view, lang),
        LOST(lang, parts=listed(lang, losses)),
        *moving(rules, view, lang),
        task(rules, view, lang),
    ]
    return [line for line in lines if line]


def turn(rules: Tables, view: AslPosition, lang: str) -> str:
    """Game Turn, ATTACKER and phase."""
    if not view.phase:
        return SETTING_UP(lang)
    name = rules.sequence.phases[view.phase].name
    turns = rules.scenario(view).turns
    phase = name.get(lang, name["en"])
    return TURN(lang, n=view.turn, turns=turns, side=rules.name(view.active, lang), phase=phase)


def task(rules: Tables, view: AslPosition, lang: str) -> str:
    """What is being decided, or how the game ended."""
    if view.outcome is not None:
        winner = view.outcome.winner or ""
        return sentence(lang, WON(lang, side=who(rules, winner, lang)))
    frame = view.agenda[-1] if view.agenda else None
    if not isinstance(frame, Decision):
        return ""
    return TO_DO(lang, side=rules.name(frame.side, lang), task=TASKS[type(frame).__name__](lang))


def goals(rules: Tables, view: AslPosition, lang: str) -> Iterator[str]:
    """Every goal with how far it is reached."""
    for goal in rules.scenario(view).victory:
        if goal.kind == "clear":
            now = (YES if reached(rules, view, goal) else NO)(lang)
        elif goal.kind == "losses":
            now = HELD(lang, n=view.lost[other_side(goal.side)], needed=goal.needed)
        else:
            held = sum(1 for hex in goal.hexes if view.held.get(hex) == goal.side)
            now = HELD(lang, n=held, needed=goal.needed or len(goal.hexes))
        text = getattr(goal.text, lang, goal.text.en)
        yield GOAL(lang, side=rules.name(goal.side, lang), text=text, now=now)


def moving(rules: Tables, view: AslPosition, lang: str) -> Iterator[str]:
    """The stack that is on its way, and the MF it has left off the road."""
    for frame in reversed(view.agenda):
        if isinstance(frame, March):
            units = [id_ for id_ in frame.units if id_ in view.units]
            if units:
                mf = allowance(Asl(view, rules), units, on_road=frame.on_road, hurry=frame.hurry)
                left = printed_mf(max(0, mf - frame.spent))
                yield MOVING(lang, units=stack(rules, view, units, lang), left=left, mf=printed_mf(mf))
            return
