"""How the game stands, for the margin of the map: turn, weather, phase, markers, victory, what is decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from grognard.play import Decision, Play
from grognard_ardennes44.air import MARKERS as AIR
from grognard_ardennes44.guns import prime_movers_left
from grognard_ardennes44.phrases import Phrase, clauses, listed, sentence, shown_bridge, spot, unit_name, who
from grognard_ardennes44.position import ArdennesPosition
from grognard_ardennes44.schema import SIDES
from grognard_ardennes44.strategic import markers_left
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.traffic import is_marker_of
from grognard_ardennes44.turn import Onward, is_pm, last_turn
from grognard_ardennes44.victory import assembly_areas_held, controlled_in, controls, exited_attack, points
from grognard_ardennes44.weather import is_clear, is_frozen

__all__ = ["TASKS", "dated", "day_words", "off_map", "situation", "status"]

FIRST_DAY = date(1944, 12, 16)

TASKS: Mapping[str, Phrase] = {
    "ChooseAdvance": Phrase("advance {unit}, or hold", "推进{unit}，或原地不动"),
    "ChooseAir": Phrase("use a Ground Support marker or not", "是否使用对地支援标记"),
    "ChooseAnswer": Phrase("answer with artillery or not", "是否以炮兵还击"),
    "ChooseAttackers": Phrase("name the units that attack {target}", "选择攻击 {target} 的部队"),
    "ChooseBreakthrough": Phrase("break through, or halt", "突破，或停止"),
    "ChooseBreakthroughTarget": Phrase("choose the target of the breakthrough", "选择突破战斗的目标"),
    "ChooseCallOff": Phrase("the bridge is blown: attack or call it off", "桥已炸毁：继续攻击或取消"),
    "ChooseDemolition": Phrase("blow bridges", "炸桥"),
    "ChooseDeterminedDefence": Phrase("determined defence, or give way", "坚决防御，或退却"),
    "ChooseDisengagement": Phrase("disengage units", "部队脱离接触"),
    "ChooseExcess": Phrase("take units off overstacked {hex}", "移除 {hex} 超限的部队"),
    "ChooseFirefight": Phrase(
        "name the lead unit of the firefight, or break off", "选择交火的主攻部队，或中止"
    ),
    "ChooseGuns": Phrase("support the attack with artillery", "炮兵支援攻击"),
    "ChooseLoss": Phrase("choose who loses a step", "选择损失一阶的部队"),
    "ChooseMover": Phrase("move units", "移动部队"),
    "ChooseReady": Phrase("ready artillery", "准备炮兵"),
    "ChooseRemoval": Phrase("take units off overstacked {hex}", "移除 {hex} 超限的部队"),
    "ChooseReplacement": Phrase("use a replacement", "使用补充"),
    "ChooseRetreat": Phrase("retreat {unit}", "撤退{unit}"),
    "ChooseRoadblock": Phrase("set roadblocks", "设置路障"),
    "ChooseShort": Phrase("choose the division that is short of fuel", "选择缺燃料的师"),
    "ChooseTarget": Phrase("choose a target to attack", "选择攻击目标"),
    "ChooseTraffic": Phrase("place traffic markers", "放置交通标记"),
    "ChooseWayOut": Phrase("choose where {unit} disengages to", "选择{unit}脱离的去向"),
    "DemolitionInCombat": Phrase("try to blow {bridge} or not", "是否尝试炸毁{bridge}"),
    "Driving": Phrase("choose where {unit} drives to", "选择{unit}的行军终点"),
    "Infiltrating": Phrase("move {unit} through the lines", "{unit}渗透移动"),
    "Moving": Phrase("move {unit}", "移动{unit}"),
    "SendBritish": Phrase("send a British unit to Antwerp", "派一支英军部队去安特卫普"),
    "SurpriseAttack": Phrase("try a surprise with {unit} or not", "{unit}是否尝试奇袭"),
}
"""Decision → what its side has to do."""

TURN = Phrase("Turn {n} of {last}, {date}", "第 {n}/{last} 回合，{date}")
DATE = Phrase("{day} December {half}", "12 月 {day} 日{half}")
HALVES = (Phrase("AM", "上午"), Phrase("PM", "下午"), Phrase("night", "夜间"))
SKY = {False: Phrase("overcast", "阴天"), True: Phrase("clear sky", "晴天")}
GROUND = {False: Phrase("mud", "泥泞"), True: Phrase("frozen ground", "冻土")}
PHASE = Phrase("{side}: {phase}", "{side}：{phase}")
WON = Phrase("{side} have won: {why}", "{side}获胜：{why}")
WHYS: Mapping[str, str] = {
    "24 attack points left the map towards Antwerp": "24 点攻击力的部队已向安特卫普离图",
    "the Germans hold all of Liège": "德军占领整个列日",
    "the Germans hold 4 of the 6 Meuse towns": "德军占领默兹河 6 城中的 4 座",
    "the Germans hold 6 victory hexes of the west map": "德军占领西图 6 个胜利六边形",
    "the Allies hold 3 German assembly areas for two checks": "盟军两次检查都占领 3 个德军集结区",
    "the Germans did not win": "德军未能取胜",
}
"""Reason of an outcome → the same in Chinese; sums of points are put together otherwise."""
OF_POINTS = Phrase("{n} of {needed} points", "{n}/{needed} 分")
OVER = Phrase("the game is over", "游戏结束")
TO_DO = Phrase("{side}: {task}", "{side}：{task}")
POINTS = Phrase("{side}: {n} of {needed} points ({held})", "{side}：{n}/{needed} 分（{held}）")
NO_HEX = Phrase("no victory hex", "无胜利六边形")
EXIT = Phrase("Antwerp: {n} of {needed} attack points", "安特卫普：{n}/{needed} 点攻击力")
HEXES = Phrase("{name}: {n} of {needed}", "{name}：{n}/{needed}")
GROUPS = (
    (("liege",), Phrase("Liège", "列日"), ""),
    (("meuse",), Phrase("Meuse towns", "默兹河城镇"), "meuse_hexes"),
    (("liege", "meuse", "west"), Phrase("victory hexes in the west", "西部胜利六边形"), "west_hexes"),
)
AREAS = Phrase("assembly areas held by the Allies: {n} of {needed}", "盟军占领的集结区：{n}/{needed}")
SM = Phrase("SM markers: {counts}", "战略移动标记：{counts}")
PM = Phrase("prime movers: {counts}", "牵引车：{counts}")
TRAFFIC = Phrase("traffic markers in the box: {counts}", "盒内交通标记：{counts}")
SUPPORT = Phrase("Ground Support markers: {n}", "对地支援标记：{n}")
COUNT = Phrase("{name} {n}", "{name} {n}")
SEVERAL = Phrase("{name} ({n} units)", "{name}（{n} 支部队）")
DUE = Phrase("Reinforcements, turn {turn}: {units}", "第 {turn} 回合援军：{units}")
IN_BOX = Phrase("{place}: {units}", "{place}：{units}")
LOST = Phrase("Lost: {counts}", "损失：{counts}")


def situation(rules: Tables, view: ArdennesPosition, lang: str) -> str:
    """Turn, weather, phase and task in one line."""
    words = (turn_words(rules, view, lang), phase(rules, view, lang), task(rules, view, lang))
    return " · ".join(word for word in words if word)


def dated(view: ArdennesPosition, lang: str) -> str:
    """The day and its half."""
    return day_words(view.turn, lang, HALVES[2] if view.night else None)


def day_words(turn: int, lang: str, half: Phrase | None = None) -> str:
    """The day of a turn and its half.

    >>> day_words(2, "en"), day_words(13, "zh")
    ('16 December PM', '12 月 22 日上午')
    """
    day = FIRST_DAY + timedelta(days=(turn - 1) // 2)
    return DATE(lang, day=day.day, half=(half or HALVES[is_pm(turn)])(lang))


def turn_words(rules: Tables, view: ArdennesPosition, lang: str) -> str:
    """Turn, date, sky and ground."""
    last = last_turn(Play(view, rules))
    turn = TURN(lang, n=view.turn, last=last, date=dated(view, lang))
    sky, ground = SKY[is_clear(rules, view.turn)], GROUND[is_frozen(rules, view.turn)]
    return clauses(lang, (turn, sky(lang), ground(lang)))


def phase(rules: Tables, view: ArdennesPosition, lang: str) -> str:
    """Whose phase it is, and which."""
    step = next((frame.step for frame in view.agenda if isinstance(frame, Onward)), "")
    if not step:
        return ""
    row = rules.sequence.step(step)
    return PHASE(lang, side=rules.name(row.side, lang), phase=phase_name(rules, row.phase, lang))


def phase_name(rules: Tables, id_: str, lang: str) -> str:
    """The name of a phase."""
    name = rules.sequence.phases[id_].name
    return name.get(lang) or name["en"]


def task(rules: Tables, view: ArdennesPosition, lang: str) -> str:
    """What is being decided, or how the game ended."""
    if view.outcome is not None:
        if view.outcome.winner is None:
            return sentence(lang, OVER(lang))
        words = WON(lang, side=who(rules, view.outcome.winner, lang), why=why_won(rules, view, lang))
        return sentence(lang, words)
    frame = view.agenda[-1] if view.agenda else None
    if not isinstance(frame, Decision):
        return ""
    unit = str(getattr(frame, "unit", "") or getattr(getattr(frame, "trip", None), "unit", ""))
    words = TASKS[type(frame).__name__](
        lang,
        unit=unit_name(rules, unit, lang),
        hex=getattr(frame, "hex", ""),
        target=spot(rules, view, str(getattr(frame, "target", "")), lang),
        bridge=shown_bridge(str(getattr(frame, "bridge", "")), lang),
    )
    return TO_DO(lang, side=rules.name(frame.side, lang), task=words)


def why_won(rules: Tables, view: ArdennesPosition, lang: str) -> str:
    """Why the game is won."""
    assert view.outcome is not None
    if view.outcome.score:
        needed = rules.scenarios[view.scenario].victory.needed
        return OF_POINTS(lang, n=view.outcome.score[0][1], needed=needed)
    return WHYS.get(view.outcome.why, view.outcome.why) if lang == "zh" else view.outcome.why


def status(rules: Tables, view: ArdennesPosition, lang: str) -> list[str]:
    """One line for each thing a player keeps an eye on."""
    lines = [
        turn_words(rules, view, lang),
        phase(rules, view, lang),
        *victory(rules, view, lang),
        *markers(rules, view, lang),
        *off_map(rules, view, lang),
        *reinforcements(rules, view, lang),
        losses(rules, view, lang),
        task(rules, view, lang),
    ]
    return [sentence(lang, line) for line in lines if line]


def victory(rules: Tables, view: ArdennesPosition, lang: str) -> Iterator[str]:
    """How near the sides are to winning."""
    conditions, limits = rules.scenarios[view.scenario].victory, rules.limits
    if conditions.kind == "points":
        side = conditions.for_side
        held = [spot(rules, view, hex, lang) for hex in conditions.points if controls(rules, view, side, hex)]
        words = listed(lang, held) or NO_HEX(lang)
        n, needed = points(rules, view), conditions.needed
        yield POINTS(lang, side=rules.name(side, lang), n=n, needed=needed, held=words)
        return
    parts = [EXIT(lang, n=exited_attack(rules, view), needed=limits.exit_attack)]
    goals = rules.ground(view).objectives.values()
    for groups, name, limit in GROUPS:
        needed = getattr(limits, limit) if limit else sum(goal.group in groups for goal in goals)
        parts.append(HEXES(lang, name=name(lang), n=len(controlled_in(rules, view, *groups)), needed=needed))
    areas = len(assembly_areas_held(rules, view))
    parts.append(AREAS(lang, n=areas, needed=limits.assembly_areas))
    yield "; ".join(parts) if lang != "zh" else "；".join(parts)


def markers(rules: Tables, view: ArdennesPosition, lang: str) -> Iterator[str]:
    """Markers left to either side."""
    sm = {rules.name(side, lang): markers_left(rules, view, side) for side in SIDES}
    yield SM(lang, counts=counts(sm, lang))
    pm = {
        rules.name(colour, lang): prime_movers_left(rules, view, colour)
        for colour in rules.limits.prime_movers
    }
    yield PM(lang, counts=counts(pm, lang))
    boxed = {
        rules.name(side, lang): sum(not hex and is_marker_of(m, side) for m, hex in view.traffic.items())
        for side in SIDES
    }
    yield TRAFFIC(lang, counts=counts(boxed, lang))
    if view.tally.get(AIR):
        yield SUPPORT(lang, n=view.tally[AIR])


def counts(numbers: Mapping[str, int], lang: str) -> str:
    """Names with their numbers."""
    return listed(lang, (COUNT(lang, name=name, n=n) for name, n in numbers.items()))


def off_map(rules: Tables, view: ArdennesPosition, lang: str) -> Iterator[str]:
    """Units in boxes, place by place."""
    index = rules.ground(view).board.index
    for side in SIDES:
        for place, ids in sorted(view.stacks(side).items()):
            if place not in index:
                units = listed(lang, (unit_name(rules, id_, lang) for id_ in ids))
                words = IN_BOX(lang, place=spot(rules, view, place, lang), units=units)
                yield sentence(lang, words)


def reinforcements(rules: Tables, view: ArdennesPosition, lang: str) -> Iterator[str]:
    """Units that come, turn by turn; several of one formation under its name."""
    due: dict[int, dict[str, list[str]]] = {}
    for id_, turn in sorted(view.waiting.items()):
        if turn > 0:
            together = rules.counters[id_].formation or id_
            due.setdefault(turn, {}).setdefault(together, []).append(id_)
    for turn, formations in sorted(due.items()):
        names = (
            SEVERAL(lang, name=rules.name(formation, lang), n=len(ids))
            if len(ids) > 1
            else unit_name(rules, ids[0], lang)
            for formation, ids in formations.items()
        )
        yield DUE(lang, turn=turn, units=listed(lang, names))


def losses(rules: Tables, view: ArdennesPosition, lang: str) -> str:
    """How many units each side has lost."""
    gone = {
        rules.name(side, lang): sum(
            rules.counters[id_].side == side and why in ("eliminated", "surrendered")
            for id_, why in view.lost.items()
        )
        for side in SIDES
    }
    return LOST(lang, counts=counts(gone, lang)) if any(gone.values()) else ""
