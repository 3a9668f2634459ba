"""Events as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.play import Event
from grognard_ardennes44.ground import BLOCK, BOX
from grognard_ardennes44.phrases import Phrase, listed, sentence, shown_bridge, unit_name, who
from grognard_ardennes44.position import ANTWERP
from grognard_ardennes44.schema import SIDES
from grognard_ardennes44.standing import phase_name
from grognard_ardennes44.tables import Tables

__all__ = ["EVENTS", "WHYS", "marker_words", "tell"]

EVENTS: Mapping[str, Phrase] = {
    "phase": Phrase("Turn {turn}, {side}: {phase}.", "第 {turn} 回合，{side}：{phase}。"),
    # artillery, fuel, bridges
    "ready": Phrase("{unit} is Ready.", "{unit}转为待射。"),
    "fuel roll": Phrase("Fuel shortage of {table}: {result}.", "{table} 燃料短缺：{result}。"),
    "fuel dump": Phrase("The fuel dump in {hex} makes up for it.", "{hex} 的燃料库弥补短缺。"),
    "short of fuel": Phrase("{formation} is short of fuel.", "{formation}燃料短缺。"),
    "bridge blown": Phrase("{bridge} is blown.", "{bridge}被炸毁。"),
    "bridge stands": Phrase("{bridge} is not blown.", "{bridge}未被炸毁。"),
    "bridge sound": Phrase("{bridge} bears.", "{bridge}可以通行。"),
    "bridge begun": Phrase("{side} begin to rebuild {bridge}.", "{side}开始修复{bridge}。"),
    "bridge rebuilt": Phrase("{bridge} is open.", "{bridge}可以使用。"),
    "bridge given up": Phrase("{side} give up work on {bridge}.", "{side}放弃修复{bridge}。"),
    # movement
    "moved": Phrase("{unit} moves from {hex} to {to} ({by}).", "{unit}从 {hex} 移动到 {to}（{by}）。"),
    "stopped": Phrase("{unit} stops in {hex}.", "{unit}停在 {hex}。"),
    "left the map": Phrase("{unit} leaves the map in {hex} for {to}.", "{unit}从 {hex} 离图，前往{to}。"),
    "dug": Phrase("{unit} begins an improved position in {hex}.", "{unit}开始在 {hex} 修建工事。"),
    "built": Phrase("{side} complete the improved position in {hex}.", "{side}在 {hex} 建成工事。"),
    "works gone": Phrase("The improved position in {hex} is removed.", "{hex} 的工事移除。"),
    "loaded": Phrase("{unit} in {hex} is loaded on trucks.", "{hex} 的{unit}登上卡车。"),
    "unloaded": Phrase("{unit} in {hex} leaves its trucks.", "{hex} 的{unit}离开卡车。"),
    "broken down": Phrase("{unit} in {hex} breaks down into small units.", "{hex} 的{unit}拆分为小部队。"),
    "rejoined": Phrase("A small unit rejoins {unit} in {hex}.", "小部队在 {hex} 归入{unit}。"),
    "detected": Phrase("{unit} in {hex} is detected.", "{hex} 的{unit}被识破。"),
    "infiltrated": Phrase("{unit} slips through the enemy ZOC in {hex}.", "{unit}渗过 {hex} 的敌控制区。"),
    "held by zoc": Phrase("{unit} must stop in the enemy ZOC in {hex}.", "{unit}须停在 {hex} 的敌控制区。"),
    "night marker": Phrase("{side} mark the stack in {hex} for the night.", "{side}为 {hex} 放置夜间标记。"),
    # reinforcements
    "entered": Phrase("{unit} enters in {hex} ({by}).", "{unit}从 {hex} 进场（{by}）。"),
    "entered box": Phrase("{unit} arrives in {to}.", "{unit}到达{to}。"),
    "transferred": Phrase("{unit} goes from {hex} to {to}.", "{unit}从{hex}转往{to}。"),
    "placed": Phrase("{unit} appears in {hex}.", "{unit}出现在 {hex}。"),
    "landed": Phrase("{unit} jumps over {hex}: {result}.", "{unit}空降 {hex}：{result}。"),
    "653rd": Phrase("{unit}: {result}.", "{unit}：{result}。"),
    "to antwerp": Phrase("{unit} goes to the Antwerp Box.", "{unit}前往安特卫普区。"),
    # combat
    "attack": Phrase("{side} attack {hex} with {units}.", "{side}以{units}攻击 {hex}。"),
    "called off": Phrase("The attack on {hex} is called off.", "取消对 {hex} 的攻击。"),
    "support": Phrase("{unit} gives artillery support.", "{unit}提供炮兵支援。"),
    "air support": Phrase("Aircraft support the attack on {hex}.", "飞机支援对 {hex} 的攻击。"),
    "ground support": Phrase("Ground Support markers: {markers}.", "对地支援标记：{markers}。"),
    "jabos": Phrase("Jabos, columns to the left: {columns}.", "战斗轰炸机：左移 {columns} 栏。"),
    "surprise": Phrase("Surprise of {unit}, columns right: {columns}.", "{unit}奇袭：右移 {columns} 栏。"),
    "defensive artillery": Phrase("Defensive artillery of {unit}: {result}.", "{unit}防御炮火：{result}。"),
    "combat": Phrase(
        "Combat in {hex}, column {column}: {result}.",
        "{hex} 战斗，{column} 栏：{result}。",
    ),
    "result": Phrase("Result in {target}: {result}.", "{target} 的结果：{result}。"),
    "firefight": Phrase("Firefight led by {unit}: {result}.", "{unit}主攻交火：{result}。"),
    "determined defence": Phrase("Determined defence of {unit}: {result}.", "{unit}坚决防御：{result}。"),
    "engaged": Phrase("The units in {hex} are Engaged.", "{hex} 的部队接敌。"),
    "advantage": Phrase(
        "The units in {hex} have an Attack Advantage against {target}.",
        "{hex} 的部队获得对 {target} 的攻击优势。",
    ),
    "advantage lost": Phrase("The Attack Advantage in {hex} is lost.", "{hex} 的攻击优势失去。"),
    "lost a step": Phrase("{unit} in {hex} loses a step.", "{hex} 的{unit}损失一阶。"),
    "eliminated": Phrase("{unit} in {hex} is eliminated ({why}).", "{hex} 的{unit}被消灭（{why}）。"),
    "doomed": Phrase("{unit} does not survive the retreat: {why}.", "{unit}无法在撤退中生还：{why}。"),
    "retreated": Phrase("{unit} retreats from {hex} to {to}{state}.", "{unit}从 {hex} 撤退到 {to}{state}。"),
    "advanced": Phrase("{unit} advances from {hex} to {to}.", "{unit}从 {hex} 推进到 {to}。"),
    "disengagement": Phrase(
        "{unit} in {hex} tries to disengage: {result}.", "{hex} 的{unit}尝试脱离：{result}。",
    ),
    "rallied": Phrase("{unit} in {hex} rallies: {state}.", "{hex} 的{unit}重整：{state}。"),
    "not rallied": Phrase("{unit} in {hex} does not rally.", "{hex} 的{unit}未能重整。"),
    # supply, traffic, night
    "in supply": Phrase("{unit} in {hex} is back in supply.", "{hex} 的{unit}恢复补给。"),
    "out of supply": Phrase("{unit} in {hex} is out of supply.", "{hex} 的{unit}断补。"),
    "no longer isolated": Phrase("{unit} in {hex} is no longer isolated.", "{hex} 的{unit}不再孤立。"),
    "surrender points": Phrase(
        "Isolated units with {unit} in {hex}: {units}, surrender points: {points}.",
        "{hex} 的{unit}等 {units} 支孤立部队：投降点 {points}。",
    ),
    "surrendered": Phrase("{unit} in {hex} surrenders.", "{hex} 的{unit}投降。"),
    "traffic placed": Phrase("Traffic marker {marker} is placed in {hex}.", "{marker}交通标记置于 {hex}。"),
    "traffic back": Phrase(
        "Traffic marker {marker} goes from {hex} back to the box.", "{hex} 的{marker}交通标记收回。"
    ),
    "roadblock set": Phrase("Roadblock {marker} is set in {hex}.", "{marker}路障置于 {hex}。"),
    "traffic gone": Phrase("Traffic marker {marker} leaves the game.", "{marker}交通标记退出游戏。"),
    "restored": Phrase("{unit} in {hex} is brought up to strength.", "{hex} 的{unit}恢复满编。"),
    "rebuilt": Phrase("{unit} is rebuilt in {hex}.", "{unit}在 {hex} 重建。"),
    "won": Phrase("{side} win: {result}.", "{side}获胜：{result}。"),
}  # fmt: skip
"""Kind of event → its sentence."""

WHYS: Mapping[str, Phrase] = {
    "steps": Phrase("no steps left", "阶数耗尽"),
    "retreat": Phrase("it could not retreat", "无法撤退"),
    "no retreat": Phrase("no way back", "无路可退"),
    "stacking": Phrase("overstacked", "超出堆叠"),
}
"""Why a unit is eliminated."""

DOOMS: Mapping[str, Phrase] = {
    "A44-18.11": Phrase("it was broken already", "已经溃散"),
    "A44-18.8": Phrase("it was disrupted already", "已经混乱"),
    "A44-23.18": Phrase("it is out of supply", "处于断补"),
    "A44-27.1": Phrase("engineers do not retreat so far", "工兵不能撤退这么远"),
    "A44-17.21": Phrase("it has no prime mover", "没有牵引车"),
}
"""Rule that dooms a unit in a retreat → why."""

BY: Mapping[str, Phrase] = {
    "move": Phrase("by its MA", "常规移动"),
    "march": Phrase("forced march", "强行军"),
    "tactical": Phrase("tactical movement", "战术移动"),
    "shift": Phrase("shift of position", "转移阵地"),
    "haul": Phrase("by prime mover", "牵引车"),
    "limber": Phrase("limbered", "挂车移动"),
    "sm": Phrase("strategic movement", "战略移动"),
    "truck": Phrase("on trucks", "乘卡车"),
    "strategic": Phrase("strategic movement", "战略移动"),
    "infiltration": Phrase("infiltration", "渗透"),
}
"""Mode of a move."""

STATES: Mapping[str, Phrase] = {
    "disrupted": Phrase("disrupted", "混乱"),
    "broken": Phrase("broken", "溃散"),
    "good order": Phrase("good order", "状态良好"),
}

RESULTS: Mapping[str, Mapping[str, Phrase]] = {
    "fuel roll": {
        "-": Phrase("none", "无"),
        "any_5th": Phrase("a division of the 5th Panzer Army", "第5装甲集团军的一个师"),
        "west_map": Phrase("a division on the west map", "西图上的一个师"),
    },
    "landed": {
        "eliminated": Phrase("eliminated", "被消灭"),
        "reduced": Phrase("reduced", "减员"),
        "full": Phrase("at full strength", "满员"),
    },
    "653rd": {
        "now": Phrase("it enters now", "本回合进场"),
        "next": Phrase("it enters on the next turn", "下回合进场"),
        "never": Phrase("it never comes", "永不进场"),
    },
    "defensive artillery": {
        "TOT": Phrase("time on target, the attack is stopped", "同时弹着，攻击中止"),
        "0": Phrase("no effect", "无效果"),
        "1": Phrase("1 column to the left", "左移 1 栏"),
        "2": Phrase("2 columns to the left", "左移 2 栏"),
    },
    "determined defence": {
        "Hold": Phrase("it holds", "守住"),
        "Hold D1": Phrase("it holds and loses a step", "守住，自身损失一阶"),
        "Hold A1/D1": Phrase("it holds, either side loses a step", "守住，双方各损失一阶"),
        "Retreat": Phrase("it gives way", "退却"),
    },
    "won": {
        "A44-30.4": Phrase("enough attack points left the map towards Antwerp", "足够的攻击点向安特卫普离图"),
        "A44-30.5": Phrase("they hold all of Liège", "控制列日全城"),
        "A44-30.6": Phrase("they hold enough Meuse towns", "控制足够的默兹河城镇"),
        "A44-30.7": Phrase("they hold enough victory hexes of the west map", "控制西图足够的胜利格"),
        "A44-30.8": Phrase("time is up", "时间已到"),
        "A44-30.9": Phrase("they hold enough German assembly areas", "控制足够的德军集结区"),
        "A44-1.3": Phrase("by points", "按得分"),
    },
    "disengagement": {
        "Yes": Phrase("it does", "成功"),
        "Yes+D": Phrase("it does, disrupted", "成功，陷入混乱"),
        "No": Phrase("it does not", "失败"),
    },
}
"""Kind of event → its results in words, of the end the rule; others are shown as the charts print them."""

ROLLED = Phrase("{line} Die: {roll}.", "{line}骰：{roll}。")
INTO = Phrase(", {state}", "，{state}")
OFF_BOX = Phrase("the Off Map Box {box}", "图外区 {box}")
BLOCKING = Phrase("the Blocking Position {entry}", "{entry} 阻击阵地")
ANTWERP_BOX = Phrase("the Antwerp Box", "安特卫普区")
OR = Phrase(" or ", "或")
BLOCK_SIGN = "-block"
"""What the name of a roadblock has between its side and its number."""
NUMBERED = Phrase("{n} of the {side}", "{side} {n} 号")


def tell(rules: Tables, event: Event, lang: str) -> str:
    """One event as a sentence."""
    facts = dict(event.facts)
    words = {name: fact_words(rules, event.what, name, value, lang) for name, value in facts.items()}
    if event.what == "doomed":
        words["why"] = DOOMS[str(facts["cite"])](lang)
    if event.what == "retreated" and facts["state"]:
        words["state"] = INTO(lang, state=words["state"])
    line = sentence(lang, EVENTS[event.what](lang, **words))
    return ROLLED(lang, line=line, roll=facts["roll"]) if facts.get("roll") else line


def fact_words(rules: Tables, what: str, name: str, value: str | int, lang: str) -> str:
    """One fact in words."""
    text = str(value)
    if name == "result":
        return result_words(rules, what, text, lang)
    worded = WORDED.get(name)
    return worded(rules, text, lang) if worded else text


def result_words(rules: Tables, what: str, result: str, lang: str) -> str:
    """A result of a roll; of the fuel tables a division, or several to choose from."""
    known = RESULTS.get(what, {}).get(result)
    if known is not None:
        return known(lang)
    if what == "fuel roll":
        return OR(lang).join(rules.name(id_, lang) for id_ in result.split("|"))
    return result


def place_words(rules: Tables, place: str, lang: str) -> str:
    """A hex, or a box in words."""
    if place.startswith(BOX):
        return OFF_BOX(lang, box=place.removeprefix(BOX))
    if place.startswith(BLOCK):
        return BLOCKING(lang, entry=place.removeprefix(BLOCK))
    return ANTWERP_BOX(lang) if place == ANTWERP else place


def units_words(rules: Tables, text: str, lang: str) -> str:
    """Several units."""
    return listed(lang, (unit_name(rules, id_, lang) for id_ in text.split(",")))


def marker_words(rules: Tables, marker: str, lang: str) -> str:
    """A traffic marker or roadblock by its side and number."""
    side = next(side for side in SIDES if marker.startswith(side))
    number = marker.removeprefix(side).removeprefix(BLOCK_SIGN)
    return NUMBERED(lang, n=number, side=rules.name(side, lang))


WORDED: Mapping[str, Callable[[Tables, str, str], str]] = {
    "unit": unit_name,
    "units": units_words,
    "side": who,
    "formation": lambda rules, text, lang: rules.name(text, lang),
    "bridge": lambda rules, text, lang: shown_bridge(text, lang),
    "hex": place_words,
    "to": place_words,
    "target": place_words,
    "by": lambda rules, text, lang: BY[text](lang) if text in BY else text,
    "why": lambda rules, text, lang: WHYS[text](lang) if text in WHYS else text,
    "state": lambda rules, text, lang: STATES[text](lang) if text in STATES else text,
    "phase": phase_name,
    "marker": marker_words,
    "table": lambda rules, text, lang: rules.name(text, lang),
}
"""Fact of an event → its words; others are shown as they are."""
