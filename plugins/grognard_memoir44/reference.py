"""The charts as rows to read: one row for each effect, with its rule.

Every row has the same keys: ``id`` and ``name`` of the entry, ``effect`` in words, ``value``, and ``rule``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from grognard.ruleset import Ruleset
from grognard_memoir44.cardwords import card_words
from grognard_memoir44.phrases import Phrase, listed
from grognard_memoir44.schema import Card, Terrain, UnitKind
from grognard_memoir44.tables import Tables

__all__ = ["TOPICS", "rows"]

TOPICS = ("terrain", "units", "cards", "options", "charts")
"""Topics that can be asked for."""

TERRAIN: Mapping[str, Phrase] = {
    "defense": Phrase("dice of an attack on a unit here, by attacker", "攻击此处单位的骰子，按攻方"),
    "defense_when": Phrase("that reduction applies", "上述减骰适用于"),
    "offense": Phrase("dice of a unit that battles out of here", "从此处出击的骰子"),
    "artillery_dice": Phrase("dice of artillery here, by range", "此处炮兵的骰子，按距离"),
    "battle_on_entry": Phrase("battle in the turn it enters", "进入的回合可以战斗"),
    "battle_inside": Phrase("battle out of here", "在此处可以战斗"),
    "overrun_on_entry": Phrase("overrun after taking ground here", "占领此处后可以装甲冲锋"),
    "impassable": Phrase("impassable to", "不可通过"),
    "cancels": Phrase("makes passable", "使可通过"),
    "stop": Phrase("stops a move", "必须停下"),
    "stop_on_leave": Phrase("a unit leaving stops on the next hex", "离开时须停在下一格"),
    "start_adjacent": Phrase("entered only from next to it at the start", "只能由起始相邻的单位进入"),
    "max_move": Phrase("longest move into it", "进入它的移动上限"),
    "climb": Phrase("a step up to it counts", "向上进入计为"),
    "beach": Phrase("counts as a beach", "算作海滩"),
    "climb_from_beach": Phrase("a step between it and a beach counts", "与海滩之间的一步计为"),
    "barred_from_beach": Phrase("no step between it and a beach for", "不能与海滩互通的单位"),
    "take_ground_from_beach": Phrase("ground taken from a beach", "可从海滩占领"),
    "enter_from": Phrase("entered from and left to", "只与以下地形互通"),
    "along_ways": Phrase("entered and left along the scenario's ways only", "只能沿剧本给定的路线进出"),
    "retreat_into": Phrase("retreat into it", "可以撤退进入"),
    "fixed": Phrase("cannot leave it", "不能离开的单位"),
    "height": Phrase("height", "高度"),
    "blocks_los": Phrase("blocks line of sight", "阻挡视线"),
    "blocks_los_for": Phrase("blocks the sight of", "阻挡其视线的单位"),
    "blocks_fire": Phrase("stops fire that needs no sight", "阻挡无需视线的射击"),
    "flags_ignored": Phrase("flags a unit here may ignore", "此处可忽略的旗帜"),
    "flags_types": Phrase("flags ignored by", "可忽略旗帜的单位"),
    "flags_when": Phrase("flags ignored", "忽略旗帜适用于"),
    "open_ground": Phrase("open ground for sandbags", "对沙袋算作开阔地"),
    "holds_obstacles": Phrase("sandbags can be laid", "可以放置沙袋"),
    "removed_by": Phrase("removed by", "可被移除"),
    "removed_when_left": Phrase("removed when its unit leaves", "单位离开时移除"),
}
UNITS: Mapping[str, Phrase] = {
    "type": Phrase("type", "类型"),
    "figures": Phrase("figures", "棋子"),
    "move": Phrase("move, in hexes", "移动力（格）"),
    "battle_move": Phrase("hexes it may move and battle", "移动后仍可战斗（格）"),
    "dice": Phrase("dice by range", "骰子，按距离"),
    "needs_los": Phrase("needs line of sight", "需要视线"),
    "ignores_terrain": Phrase("ignores the target's terrain", "无视目标地形"),
    "take_ground": Phrase("takes ground", "可占领地面"),
    "overrun": Phrase("overruns", "可装甲冲锋"),
    "battle_after_entry": Phrase("battles after entering terrain", "进入地形后仍可战斗"),
    "retreat_min": Phrase("hexes a flag drives it back, at least", "每面旗帜撤退（至少）"),
    "retreat_max": Phrase("hexes a flag drives it back, at most", "每面旗帜撤退（至多）"),
    "hit_by": Phrase("hit by", "被命中于"),
    "rerolled": Phrase("hits are rolled again", "命中须重掷"),
    "killed_by": Phrase("destroyed by, in that roll", "重掷中被摧毁于"),
    "medals": Phrase("medals for eliminating it", "消灭可得奖章"),
}
CARDS: Mapping[str, Phrase] = {
    "copies": Phrase("in the deck", "牌库中的张数"),
    "orders": Phrase("orders by section", "各区段命令"),
    "units": Phrase("orders", "命令单位"),
    "types": Phrase("of type", "类型"),
    "one_section": Phrase("all in one section", "限同一区段"),
    "standing": Phrase("standing", "位置"),
    "fallback": Phrase("units of any type, if there is none of the type", "无该类型时，任意类型单位"),
    "may_move": Phrase("they may move", "可以移动"),
    "may_battle": Phrase("they may battle", "可以战斗"),
    "close_assault_only": Phrase("close assault only", "只能近战"),
    "move": Phrase("move, in hexes", "移动（格）"),
    "battle_move": Phrase("hexes they may move and battle", "移动后仍可战斗（格）"),
    "move_after": Phrase("second move, in hexes", "第二次移动（格）"),
    "ignores_terrain_stops": Phrase("terrain does not stop them", "不因地形停下"),
    "bonus": Phrase("extra dice", "额外骰子"),
    "bonus_when": Phrase("extra dice in", "额外骰子适用于"),
    "battles": Phrase("battles", "战斗次数"),
    "move_or_battle": Phrase("move or battle, not both", "移动或战斗二选一"),
    "places": Phrase("laid on their hexes", "在其六边形放置"),
    "targets": Phrase("targets", "目标数"),
    "target_chain": Phrase("targets next to each other", "目标须相连"),
    "target_dice": Phrase("dice a target", "每个目标的骰子"),
    "flags_ignorable": Phrase("flags may be ignored", "可忽略旗帜"),
    "extra_hits": Phrase("hits besides the usual", "额外算命中的面"),
    "dice_per_card": Phrase("dice for each card held", "每张手牌的骰子"),
    "restores": Phrase("figures back for each symbol", "每个符号恢复棋子"),
    "wild": Phrase("counts as any symbol", "可当任意符号"),
    "reaction": Phrase("played in the other side's turn", "在对方回合打出"),
    "counters": Phrase("repeats the other side's last order", "重复对方上一道命令"),
    "counterable": Phrase("can be counter-attacked", "可被反击"),
    "mirror": Phrase("counter-attacked as", "被反击时视作"),
    "draw": Phrase("cards drawn after it", "之后抽牌"),
    "keep": Phrase("cards kept of those", "其中留下"),
    "reshuffles": Phrase("the deck is shuffled anew", "重洗牌库"),
}
WORDS: Mapping[str, Phrase] = {
    "yes": Phrase("yes", "是"),
    "no": Phrase("no", "否"),
    "none": Phrase("none", "无"),
    "all": Phrase("all", "全部"),
    "rolled": Phrase("as the dice say", "由骰子决定"),
    "always": Phrase("always", "总是"),
    "hard": Phrase("yes, and no ground is taken from there", "是，且不能由此占领地面"),
    "soft": Phrase("yes", "是"),
    "height": Phrase("unless both ends are on it", "除非两端都在其上"),
    "from_below": Phrase("against attackers below", "来自低处的攻击"),
    "outside_range": Phrase("against attackers outside its range", "来自山脉之外的攻击"),
    "open_ground": Phrase("on open ground", "位于开阔地时"),
    "owner": Phrase("for the side it belongs to", "所属一方"),
    "on_entry": Phrase("on entry", "进入时"),
    "instead_of_battle": Phrase("instead of a battle", "代替战斗"),
    "adjacent": Phrase("next to an enemy", "与敌方相邻"),
    "apart": Phrase("next to no enemy", "不与敌方相邻"),
    "close_assault": Phrase("close assault", "近战"),
    "summary": Phrase("in short", "概要"),
    "setting": Phrase("set to", "当前取值"),
    "choices": Phrase("can be", "可取"),
    "face": Phrase("{name}, of {n} faces", "{name}（共 {n} 面）"),
    "chance": Phrase("Chance of a hit with one die", "单骰命中率"),
    "pieces": Phrase("Pieces in the box", "棋盒中的数量"),
}
"""Words for values."""

Line = dict[str, object]


def rows(rules: Tables, ruleset: Ruleset, topic: str, lang: str) -> list[Line]:
    """The rows of a topic; none for an unknown one."""
    match topic:
        case "terrain":
            return [line for row in rules.terrain.values() for line in effects(rules, row, TERRAIN, lang)]
        case "units":
            return [line for row in rules.units.values() for line in effects(rules, row, UNITS, lang)]
        case "cards":
            return [line for row in rules.cards.values() for line in card_lines(rules, row, lang)]
        case "options":
            return list(option_lines(rules, ruleset, lang))
        case "charts":
            return list(chart_lines(rules, lang))
    return []


def line(id_: str, name: str, effect: str, value: str, rule: str) -> Line:
    """One row."""
    return {"id": id_, "name": name, "effect": effect, "value": value, "rule": rule}


def effects(
    rules: Tables, row: Terrain | UnitKind | Card, fields: Mapping[str, Phrase], lang: str
) -> Iterator[Line]:
    """Every field that a rule speaks about, also where it says that there is no effect."""
    name = rules.name(row.id, lang)
    for field, words in fields.items():
        value = getattr(row, field)
        parts = {key: rule for key, rule in row.cite.items() if key.startswith(f"{field}.")}
        for key, rule in parts.items():
            part = {key.partition(".")[2]: value[key.partition(".")[2]]}
            yield line(row.id, name, words(lang), worded(rules, part, lang), rule)
        if field in row.cite:
            yield line(row.id, name, words(lang), worded(rules, value, lang), row.cite[field])


def worded(rules: Tables, value: object, lang: str) -> str:
    """A value of a chart in words.

    Bare words are ids, or words of the schema such as ``from_below``.
    """
    if isinstance(value, bool):
        return WORDS["yes" if value else "no"](lang)
    if isinstance(value, Mapping):
        pairs = (f"{worded(rules, key, lang)} {worded(rules, part, lang)}" for key, part in value.items())
        return listed(lang, pairs) or WORDS["none"](lang)
    if isinstance(value, tuple):
        if all(isinstance(part, int) for part in value):
            return "-".join(map(str, value)) or WORDS["none"](lang)
        return listed(lang, (worded(rules, part, lang) for part in value)) or WORDS["none"](lang)
    if isinstance(value, int):
        return f"−{-value}" if value < 0 else str(value)
    if not value:
        return WORDS["no"](lang)
    return WORDS[str(value)](lang) if value in WORDS else rules.name(str(value), lang)


def card_lines(rules: Tables, card: Card, lang: str) -> Iterator[Line]:
    """A card in one line, then field by field."""
    sides = dict.fromkeys(card_words(rules, card.id, side, lang) for side in ("allies", "axis"))
    name, source = rules.name(card.id, lang), card.cite.get("copies", "")
    yield line(card.id, name, WORDS["summary"](lang), " / ".join(sides), source)
    yield from effects(rules, card, CARDS, lang)


def option_lines(rules: Tables, ruleset: Ruleset, lang: str) -> Iterator[Line]:
    """Every option: what it asks, how it is set in this game, what else it can be."""
    for id_, spec in ruleset.options.items():
        text = spec.text.get(lang) or spec.text["en"]
        rule = spec.cite if isinstance(spec.cite, str) else ", ".join(spec.cite)
        allowed: Iterable[object] = spec.choices
        if not spec.choices and isinstance(spec.default, bool):
            allowed = (True, False)
        yield line(id_, text, WORDS["setting"](lang), typed(rules.options[id_]), rule)
        choices = " / ".join(map(typed, allowed)) or spec.allowed
        yield line(id_, text, WORDS["choices"](lang), choices, rule)


def typed(value: object) -> str:
    """A value as it is typed on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def chart_lines(rules: Tables, lang: str) -> Iterator[Line]:
    """The battle die, what it does to each kind of unit, and pieces that can run out."""
    die = rules.pieces.die
    sides = sum(die.faces.values())
    name = rules.name("battle_die", lang)
    for face, copies in die.faces.items():
        words = WORDS["face"](lang, name=rules.name(face, lang), n=sides)
        yield line("battle_die", name, words, str(copies), die.cite["faces"])
    for kind in rules.units.values():
        chance = Fraction(sum(die.faces[face] for face in kind.hit_by), sides)
        rule = kind.cite["hit_by"]
        if kind.rerolled:
            chance *= Fraction(sum(die.faces[face] for face in kind.killed_by), sides)
            rule = kind.cite["rerolled"]
        yield line("hits", WORDS["chance"](lang), rules.name(kind.id, lang), str(chance), rule)
    for piece, number in rules.pieces.supply.items():
        rule = rules.pieces.cite["supply"]
        yield line("supply", WORDS["pieces"](lang), rules.name(piece, lang), str(number), rule)
