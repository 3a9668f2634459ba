"""The ruleset as rows to read: terrain, units, what results mean, when formations arrive.

Every row has the same keys: ``id`` and ``name`` of the entry, ``effect`` in words, ``value``, ``rule``, and
``sure``, the mark of a figure that no source prints. Charts and options are shown by the core.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from grognard.charts import Cell
from grognard.reasons import printed
from grognard_ardennes44.phrases import Phrase
from grognard_ardennes44.schema import RoadKind, Settlement, Terrain
from grognard_ardennes44.standing import day_words
from grognard_ardennes44.tables import Counter, Tables

__all__ = ["TOPICS", "rows"]

TOPICS = ("terrain", "units", "results", "arrivals")
"""Topics that can be asked for, besides those that every ruleset has."""

Line = dict[str, object]

COSTS: Mapping[str, tuple[Phrase, str]] = {
    "foot": (Phrase("MP for units on foot", "徒步部队移动点"), "A44-11.2"),
    "mech_mud": (Phrase("MP for mechanised units in mud", "机械化部队移动点（泥泞）"), "A44-11.2"),
    "mech_frozen": (
        Phrase("MP for mechanised units on frozen ground", "机械化部队移动点（冻土）"),
        "A44-28.1",
    ),
    "dcb": (Phrase("DCB", "防御战斗加成（DCB）"), "A44-15.1"),
}
"""Column of chart ``tec`` → words and rule."""

FLAGS: Mapping[str, tuple[Phrase, str]] = {
    "road_only": (Phrase("vehicles enter and leave along a road only", "车辆只能沿道路进出"), "A44-11.13"),
    "like_river": (
        Phrase("its sides without a road cross like a river", "无路的边如河流般渡越"), "A44-11.14",
    ),
    "halves_attack_out": (Phrase("attacks out of it are halved", "由此向外的攻击减半"), "A44-15.10"),
    "no_armour_shift": (Phrase("no armour shift against it", "对其攻击无装甲移栏"), "A44-21.7"),
    "armour_shift_over_river": (
        Phrase("armour shift over a bridged river against it", "可越有桥河流获得装甲移栏"), "A44-21.9",
    ),
    "hides_rivers": (Phrase("rivers in it are ignored", "其中的河流忽略不计"), "A44-3.5"),
    "no_works": (Phrase("no improved position", "不能修建工事"), "A44-15.20"),
    "controlled": (
        Phrase("held by a side, blocks enemy supply roads", "可被控制，阻断敌方补给道路"), "A44-23.12",
    ),
    "rebuilds": (Phrase("engineers appear and units are rebuilt here", "工兵出现、部队重建之处"), "A44-13.5"),
    "advance_bonus": (Phrase("mechanised advances go a hex further", "机械化推进多一格"), "A44-19.4"),
}  # fmt: skip
"""Field of a terrain, road or settlement → words and rule."""

WORKS = (
    ("west_wall", Phrase("West Wall", "西墙"), "A44-15.17"),
    ("improved_position", Phrase("improved position", "工事"), "A44-15.19"),
    (
        "improved_position_tank",
        Phrase("improved position, outline tanks alone", "工事（仅有纯坦克部队）"),
        "A44-15.4",
    ),
)
"""Row of chart ``dcb``, its words, its rule."""

KIND = Phrase("kind", "类型")
GRADE = Phrase("grade", "素质")
FIGURES = Phrase("attack-defence-MA, full and reduced", "攻-防-移动力（满编与减员）")
GUN = Phrase("range-defence", "射程-防御")
STEPS = Phrase("steps", "阶数")
SP = Phrase("stacking points, full and reduced", "堆叠点（满编与减员）")
TQ = Phrase("tank quality", "坦克质量")
COUNT = Phrase("counters of this kind", "此类算子数量")

RESULTS: Mapping[str, tuple[Phrase, str]] = {
    "attacker_loss": (Phrase("steps the attacker loses", "攻方损失阶数"), "A44-16.23"),
    "defender_loss": (Phrase("steps the defender loses", "守方损失阶数"), "A44-16.23"),
    "retreat": (Phrase("hexes the defender retreats", "守方撤退格数"), "A44-17.2"),
    "state": (Phrase("the defender becomes", "守方状态"), "A44-18.1"),
    "advance": (Phrase("advance", "推进"), "A44-16.21"),
    "firefight": (Phrase("added to the firefight roll", "交火骰点加值"), "A44-16.8"),
    "also": (Phrase("and then", "其后"), "A44-16.1"),
}
"""Column of chart ``results`` → words and rule."""

WORDS: Mapping[str, Phrase] = {
    "yes": Phrase("yes", "是"),
    "NA": Phrase("along a road only", "仅沿道路"),
    "limited": Phrase("limited", "有限"),
    "regular": Phrase("regular", "常规"),
    "bonus": Phrase("bonus", "加成"),
    "disrupted": Phrase("disrupted", "混乱"),
    "broken": Phrase("broken", "溃散"),
    "firefight": Phrase("a firefight", "交火"),
    "engaged": Phrase("the defender is Engaged", "守方接敌"),
    "advantage": Phrase("the attacker gains an Attack Advantage", "攻方获得攻击优势"),
    "breakthrough": Phrase("breakthrough combat", "突破战斗"),
    "green": Phrase("green", "新兵"),
    "veteran": Phrase("veteran", "老兵"),
    "elite": Phrase("elite", "精锐"),
}
"""Words of charts; others are figures."""

ARRIVES = Phrase("arrives", "到达")
AT_START = Phrase("in play from the start", "开局在场")
TURN = Phrase("turn {n}, {day}", "第 {n} 回合，{day}")


def rows(rules: Tables, topic: str, lang: str) -> list[Line]:
    """The rows of a topic; none for an unknown one."""
    chapter = {"terrain": terrain, "units": units, "results": results, "arrivals": arrivals}.get(topic)
    return list(chapter(rules, lang)) if chapter else []


def line(id_: str, name: str, effect: str, value: str, rule: str, sure: str = "") -> Line:
    """One row."""
    return {"id": id_, "name": name, "effect": effect, "value": value, "rule": rule, "sure": sure}


def worded(cell: Cell, lang: str) -> str:
    """An entry of a chart in words; halves as such."""
    value = cell.value
    if isinstance(value, Fraction):
        return printed(value)
    return WORDS[str(value)](lang) if value in WORDS else str(value)


# Terrain ---------------------------------------------------------------------------------------------------


def terrain(rules: Tables, lang: str) -> Iterator[Line]:
    """Hexes, settlements, roads, works: costs, bonuses, and what else they do."""
    kinds: tuple[Terrain | Settlement | RoadKind, ...] = (
        *rules.terrain.values(),
        *rules.settlements.values(),
        *rules.roads.values(),
    )
    for row in kinds:
        name = rules.name(row.id, lang)
        for column, (words, cite) in COSTS.items():
            cell = rules.tec.cell(row.id, column)
            if cell.value != "-":
                yield line(row.id, name, words(lang), worded(cell, lang), cite, cell.sure)
        yield from marked(row, name, lang)
    for id_, words, cite in WORKS:
        cell = rules.dcb.cell(id_, "dcb")
        yield line(id_, words(lang), COSTS["dcb"][0](lang), worded(cell, lang), cite, cell.sure)


def marked(row: Terrain | Settlement | RoadKind, name: str, lang: str) -> Iterator[Line]:
    """What a row does besides its figures."""
    for field, (words, cite) in FLAGS.items():
        if getattr(row, field, False):
            yield line(row.id, name, words(lang), WORDS["yes"](lang), cite)


# Units -----------------------------------------------------------------------------------------------------


def units(rules: Tables, lang: str) -> Iterator[Line]:
    """Every printed counter, then the pools, one row for each kind of figure."""
    for counter in rules.counters.values():
        if not counter.pool:
            yield from unit_lines(rules, counter.id, counter, rules.name(counter.id, lang), lang)
    for pool in rules.pools.values():
        counter, name = rules.counters[f"{pool.id}-1"], rules.name(pool.id, lang)
        yield from unit_lines(rules, pool.id, counter, name, lang)
        cite = "A44-16.25" if pool.use == "remnant" else "A44-26.2"
        yield line(pool.id, name, COUNT(lang), str(pool.count), cite, pool.sure)


def unit_lines(rules: Tables, id_: str, counter: Counter, name: str, lang: str) -> Iterator[Line]:
    """The figures of one counter."""
    sure = counter.sure
    yield line(id_, name, KIND(lang), rules.name(counter.kind, lang), "A44-2.1")
    yield line(id_, name, GRADE(lang), WORDS[counter.grade](lang), "A44-2.4", sure)
    if counter.gun:
        yield line(id_, name, GUN(lang), f"{counter.range}-{counter.defence}", "A44-22.10", sure)
    else:
        value = f"{counter.attack}-{counter.defence}-{counter.ma}"
        if counter.steps > 1:
            value += f" / {counter.attack_reduced}-{counter.defence_reduced}-{counter.ma}"
        yield line(id_, name, FIGURES(lang), value, "A44-14.12", sure)
    yield line(id_, name, STEPS(lang), str(counter.steps), "A44-16.24")
    if counter.sp:
        sp = f"{counter.sp} / {counter.sp_reduced}" if counter.steps > 1 else str(counter.sp)
        yield line(id_, name, SP(lang), sp, "A44-8.2")
    if counter.tq:
        yield line(id_, name, TQ(lang), str(counter.tq), "A44-2.5", sure)


# Results and arrivals --------------------------------------------------------------------------------------


def results(rules: Tables, lang: str) -> Iterator[Line]:
    """What each result of the CRT and of the firefight table means."""
    for row in rules.results.row_labels:
        for column, (words, cite) in RESULTS.items():
            cell = rules.results.cell(row, column)
            if cell.value not in (0, "-"):
                yield line(row, row, words(lang), worded(cell, lang), cite, cell.sure)


def arrivals(rules: Tables, lang: str) -> Iterator[Line]:
    """When formations arrive in the campaign."""
    for row in rules.arrivals.row_labels:
        cell = rules.arrivals.cell(row, "turn")
        turn = int(cell.value)
        value = TURN(lang, n=turn, day=day_words(turn, lang)) if turn else AT_START(lang)
        yield line(row, rules.name(row, lang), ARRIVES(lang), value, "A44-13.1", cell.sure)
