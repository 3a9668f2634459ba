"""The charts as rows to read: one row for each effect or counter, with its rule.

Every row has the same keys: ``id`` and ``name`` of the entry, ``effect`` in words, ``value``, and ``rule``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from grognard.charts import AnyChart
from grognard.reasons import printed
from grognard_asl.phrases import Phrase, listed, strength
from grognard_asl.schema import Row, Terrain, UnitKind, WeaponKind
from grognard_asl.tables import Tables

__all__ = ["TOPICS", "rows"]

TOPICS = ("terrain", "units", "weapons", "figures", "charts")
"""Topics that can be asked for, besides those that every ruleset has."""

TERRAIN: Mapping[str, Phrase] = {
    "mf": Phrase("MF to enter or cross", "进入或越过的 MF"),
    "uphill_factor": Phrase("uphill, the hex entered costs so many times its MF", "上坡时所入格 MF 的倍数"),
    "road": Phrase("earns the road bonus", "可得道路加成"),
    "tem": Phrase("TEM", "TEM"),
    "tem_indirect": Phrase("TEM to mortar fire", "对迫击炮的 TEM"),
    "open_ground": Phrase("is Open Ground", "算作开阔地"),
    "ffmo": Phrase("FFMO applies", "适用 FFMO"),
    "interdiction": Phrase("Interdiction applies", "适用阻截"),
    "cover": Phrase("eases rallying, ends and draws routs", "有利重整，可终止并吸引溃退"),
    "building": Phrase("is a building", "算作建筑"),
    "sight": Phrase("to a line of sight on one level", "对同高度视线"),
    "sight_levels": Phrase("to a line of sight between levels", "对不同高度视线"),
    "hindrance": Phrase("hindrance for each hex", "每格妨碍"),
    "height": Phrase("height in levels", "高度（级）"),
    "months": Phrase("in season in months", "应季月份"),
}
UNITS: Mapping[str, Phrase] = {
    "broken": Phrase("morale when broken", "溃散时士气"),
    "half_squad": Phrase("half-squad", "减员后的半班"),
    "replacement": Phrase("next lower quality", "下一级素质"),
}
WEAPONS: Mapping[str, Phrase] = {
    "pp": Phrase("portage points", "携带点数（PP）"),
    "rof": Phrase("rate of fire (switch rate_of_fire)", "射速（选项 rate_of_fire）"),
}
SIGHT: Mapping[str, Phrase] = {
    "none": Phrase("none", "无影响"),
    "hindrance": Phrase("hindrance", "妨碍"),
    "obstacle": Phrase("obstacle", "障碍"),
}
YES, NO = Phrase("yes", "是"), Phrase("no", "否")
STRENGTH = Phrase("FP-range-morale, or morale and leadership", "火力-射程-士气，或士气与领导力")
FIREPOWER = Phrase("FP and Normal Range", "火力与正常射程")

DR = Phrase("DR {label}, columns {columns}", "DR {label}，列 {columns}")

Line = dict[str, object]


def rows(rules: Tables, topic: str, lang: str) -> list[Line]:
    """The rows of a topic; none for an unknown one."""
    match topic:
        case "terrain":
            return [line for row in rules.terrain.values() for line in effects(rules, row, TERRAIN, lang)]
        case "units":
            return [line for row in rules.units.values() for line in unit_lines(rules, row, lang)]
        case "weapons":
            return [line for row in rules.weapons.values() for line in weapon_lines(rules, row, lang)]
        case "figures":
            return list(figure_lines(rules))
        case "charts":
            charts: tuple[AnyChart, ...] = (rules.ift, rules.residual, rules.close_combat)
            return [line for chart in charts for line in chart_lines(chart, lang)]
    return []


def line(id_: str, name: str, effect: str, value: str, rule: str) -> Line:
    """One row."""
    return {"id": id_, "name": name, "effect": effect, "value": value, "rule": rule}


def effects(
    rules: Tables, row: Terrain | UnitKind | WeaponKind, fields: Mapping[str, Phrase], lang: str
) -> Iterator[Line]:
    """Every field that has a value worth telling, with its rule."""
    for field, words in fields.items():
        value = getattr(row, field)
        if field not in row.cite and (not value or value == "none" or field == "uphill_factor"):
            continue
        if value in ("", None, ()):
            continue
        yield line(
            row.id,
            rules.name(row.id, lang),
            words(lang),
            worded(rules, field, value, lang),
            row.cite.get(field, ""),
        )


def worded(rules: Tables, field: str, value: object, lang: str) -> str:
    """A value of a chart in words."""
    if isinstance(value, bool):
        return (YES if value else NO)(lang)
    if field in ("sight", "sight_levels"):
        return SIGHT[str(value)](lang)
    if field in ("tem", "tem_indirect"):
        return f"{value:+d}"
    if isinstance(value, tuple):
        return listed(lang, map(str, value))
    if isinstance(value, (int, float, Fraction)):
        return printed(Fraction(str(value)))
    kind = rules.units.get(str(value))
    return strength(kind) if kind else str(value)


def unit_lines(rules: Tables, row: UnitKind, lang: str) -> Iterator[Line]:
    """A counter: what is printed on it, then the rest."""
    rule = row.cite.get("morale", "")
    yield line(row.id, rules.name(row.id, lang), STRENGTH(lang), strength(row), rule)
    yield from effects(rules, row, UNITS, lang)


def weapon_lines(rules: Tables, row: WeaponKind, lang: str) -> Iterator[Line]:
    """A machine gun."""
    name = rules.name(row.id, lang)
    yield line(row.id, name, FIREPOWER(lang), f"{row.fp}-{row.range}", row.cite.get("fp", ""))
    yield from effects(rules, row, WEAPONS, lang)


def figure_lines(rules: Tables) -> Iterator[Line]:
    """The numbers the rules use, by chapter."""
    for chapter in rules.figures.__struct_fields__:
        figures = getattr(rules.figures, chapter)
        if not isinstance(figures, Row):
            continue
        for field in figures.__struct_fields__:
            if field in Row.__struct_fields__:
                continue
            value = getattr(figures, field)
            parts = value.items() if isinstance(value, dict) else [("", value)]
            for part, number in parts:
                words = field.replace("_", " ") + (f", {part.replace('_', ' ')}" if part else "")
                rule = figures.cite.get(field, "")
                yield line(f"{chapter}.{field}", chapter.replace("_", " "), words, str(number), rule)


def chart_lines(chart: AnyChart, lang: str) -> Iterator[Line]:
    """A chart row by row, its columns side by side."""
    name, rule = chart.name.get(lang) or chart.name["en"], chart.cites[0]
    columns = " ".join(chart.labels)
    for label, cells in zip(chart.row_labels, chart.cells(), strict=True):
        entries = " ".join(str(cell.value) for cell in cells)
        yield line(chart.id, name, DR(lang, label=label, columns=columns), entries, rule)
