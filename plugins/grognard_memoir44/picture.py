"""The table as a neutral scene: board, pieces, units, medals. Renderers draw it as text or SVG.

Patterns, symbols and icons are looked up by the ids of the ruleset; an id nobody has drawn yet still shows
under its own first letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from grognard.scene import Counter, Divider, Feature, Gauge, HexArt, LegendEntry, Scene, SideArt
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.marks import overlays
from grognard_memoir44.phrases import Phrase, count
from grognard_memoir44.position import MemoirPosition, Unit
from grognard_memoir44.schema import Objective, Scenario, Terrain, UnitGroup
from grognard_memoir44.setup import next_id
from grognard_memoir44.standing import situation
from grognard_memoir44.tables import Tables
from grognard_memoir44.victory import holds, score

__all__ = ["draw"]

PATTERNS: Mapping[str, str] = {
    "open": "plain", "forest": "woods", "town": "buildings", "church": "church", "hedgerow": "hedge",
    "hill": "hill", "steep_hill": "steep", "impassable_hill": "steep", "blocking_hill": "mountain",
    "mountain": "mountain", "cliff": "cliff", "sea_bluff": "cliff", "beach": "sand", "ocean": "water",
    "river": "river", "wide_river": "water",
}  # fmt: skip
"""Terrain row → pattern of the scene."""

ICONS: Mapping[str, str] = {
    "bridge": "bridge", "bridge_section": "bridge", "bunker": "bunker", "wire": "wire", "sandbag": "sandbags",
    "hedgehog": "hedgehog", "sea_wall": "seawall",
}  # fmt: skip
"""Overlay or obstacle row → icon of the scene."""

SYMBOLS: Mapping[str, str] = {
    "special_forces": "special", "french_resistance": "partisans", "elite_armor": "heavy-armor",
}  # fmt: skip
"""Unit kind → symbol of the scene; other kinds show their type."""

BADGES: Mapping[str, str] = {
    "special_forces": "*", "elite_armor": "*", "french_resistance": "R", "tiger": "T",
}  # fmt: skip
"""Unit kind → mark on the counter."""

DIRECTIONS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""Steps in doubled coordinates, in the scene's order: east, then clockwise."""

HELD_BY = Phrase("held by the {side}", "由{side}持有")
FREE = Phrase("held by nobody", "无人持有")
MEDALS_FOR = Phrase("{name}: {medals} for the {side}", "{name}：{side}可得 {medals}")
EITHER = Phrase("side that holds it", "占据方")
FIGURES = Phrase("{n} of {full} figures", "{n}/{full} 个棋子")
WORTH = Phrase("worth {medals}", "值 {medals}")
ORDERED = Phrase("ordered", "已受令")
BATTLED = Phrase("has battled", "已战斗")
SERVES = Phrase("{name} ({side})", "{name}（{side}）")
SUDDEN = Phrase("{name}: {side}, {needed} of {n}", "{name}：{side}，{n} 处中的 {needed} 处")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
DATE = Phrase("{day} {name} {year}", "{year}年{month}月{day}日")


def draw(rules: Tables, view: MemoirPosition, lang: str, show: Iterable[str]) -> Scene:
    """What the owner of a view sees, with overlays; raises ``GrognardError`` for unknown ones."""
    field = rules.field(view)
    scenario = field.scenario
    return Scene(
        "pointy",
        tuple(hexes(rules, field, view, lang)),
        dividers=tuple(section_lines(rules, field)),
        counters=tuple(units(rules, field, view, lang)),
        overlays=tuple(overlays(rules, view, lang, show)),
        sides=tuple(SideArt(side, rules.name(side, lang)) for side in ("allies", "axis")),
        gauges=tuple(
            Gauge(side, "", min(score(view, field, side), needed), needed)
            for side, needed in sorted(scenario.medals.items())
        ),
        legend=tuple(legend(rules, view, lang)),
        title=f"{rules.name(scenario.id, lang)} · {dated(scenario.date, lang)}",
        caption=situation(rules, view, lang),
    )


def dated(date: str, lang: str) -> str:
    """A date in words; what is no day is shown as it stands.

    >>> dated("1944-06-06", "en"), dated("1944", "en")
    ('6 June 1944', '1944')
    """
    parts = date.split("-")
    if len(parts) != 3 or not all(part.isdigit() for part in parts) or not 1 <= int(parts[1]) <= 12:
        return date
    year, month, day = map(int, parts)
    return DATE(lang, year=year, month=month, day=day, name=MONTHS[month - 1])


# The board -----------------------------------------------------------------------------------------------


def hexes(rules: Tables, field: Battlefield, view: MemoirPosition, lang: str) -> Iterator[HexArt]:
    """Every hex with what stands in it."""
    named = {o.hexes[0]: o.name for o in field.scenario.objective if o.name and len(o.hexes) == 1}
    for label, cell in zip(field.board.hexes, field.board.cells, strict=True):
        row = field.rows[label][0]
        works = tuple(features(rules, field, view, label, lang))
        words = (f"{label} {rules.name(row.id, lang)}", *(work.tooltip for work in works))
        place = named.get(label)
        yield HexArt(
            label,
            cell.q,
            cell.r,
            terrain=row.id,
            pattern=PATTERNS.get(row.id, row.id),
            elevation=field.height[label],
            features=works,
            name=getattr(place, lang, place.en) if place else "",
            tooltip=" · ".join(words),
        )


def features(
    rules: Tables, field: Battlefield, view: MemoirPosition, label: str, lang: str
) -> Iterator[Feature]:
    """Overlays and obstacles of a hex, then its medals, exits and other marks of the scenario."""
    scenario = field.scenario
    piece = view.obstacles.get(label)
    for key in (*(row.id for row in field.rows[label][1:]), *((piece,) if piece else ())):
        owner = scenario.owners.get(key, "")
        name = rules.name(key, lang)
        words = SERVES(lang, name=name, side=rules.name(owner, lang)) if owner else name
        yield Feature(
            ICONS.get(key, key), owner, words, facing=bridge_facing(field, rules.terrain[key], label)
        )
    for number, objective in enumerate(scenario.objective):
        if label in objective.hexes:
            yield medal(rules, view, number, objective, lang)
    for clause in scenario.sudden_death:
        if label in clause.hexes:
            side, name = rules.name(clause.side, lang), rules.name("sudden_death", lang)
            words = SUDDEN(lang, name=name, side=side, needed=clause.needed, n=len(clause.hexes))
            yield Feature("flag", clause.side, words)
    for way in scenario.exit:
        if label in way.hexes:
            words = SERVES(lang, name=rules.name("exit", lang), side=rules.name(way.side, lang))
            yield Feature("exit", way.side, words)
    if scenario.recon_strike and label in scenario.recon_strike.hexes:
        yield Feature("control", scenario.recon_strike.side, rules.name("recon_strike", lang))


def bridge_facing(field: Battlefield, row: Terrain, label: str) -> int | None:
    """The direction a bridge runs in that keeps to a way; ``None`` lets a bridge cross its river."""
    if not row.along_ways:
        return None
    for way in field.scenario.bridge_ways:
        if label in way[:-1]:
            (x, y), (x2, y2) = (field.board.spot(h) for h in (label, way[way.index(label) + 1]))
            return DIRECTIONS.index((x2 - x, y2 - y))
    return None


def medal(rules: Tables, view: MemoirPosition, number: int, objective: Objective, lang: str) -> Feature:
    """An objective medal, in the colours of the side that holds it."""
    holder = next((side for side in ("allies", "axis") if holds(view, number, objective, side)), "")
    claimant = EITHER(lang) if objective.side == "either" else rules.name(objective.side, lang)
    name = rules.name(objective.kind, lang)
    words = MEDALS_FOR(lang, name=name, medals=count(lang, objective.medals, "medal"), side=claimant)
    held = HELD_BY(lang, side=rules.name(holder, lang)) if holder else FREE(lang)
    return Feature("objective", holder, f"{words}, {held}")


def section_lines(rules: Tables, field: Battlefield) -> Iterator[Divider]:
    """The two lines between the sections: straight down a doubled column [M44-base-board.4]."""
    rows = rules.pieces.board.rows
    for column in rules.pieces.board.sections:
        ends = (-0.4, rows - 0.6)
        yield Divider(tuple(((column - row) / 2, row) for row in ends))


# Units ---------------------------------------------------------------------------------------------------


def units(rules: Tables, field: Battlefield, view: MemoirPosition, lang: str) -> Iterator[Counter]:
    """A counter for every unit: a figure per figure left, lost ones hollow."""
    groups = set_up_groups(field.scenario)
    for id_, unit in view.units.items():
        order = view.orders.get(id_)
        state = "" if order is None else "spent" if order.battles else "active"
        words = [unit_title(rules, unit, groups.get(id_), lang), unit.hex]
        words.append(FIGURES(lang, n=unit.figures, full=unit.full))
        if unit.medals != 1:
            words.append(WORTH(lang, medals=count(lang, unit.medals, "medal")))
        if order is not None:
            words.append(ORDERED(lang))
        yield Counter(
            id_,
            unit.hex,
            unit.side,
            symbol_of(rules, unit.kind),
            pips=unit.figures,
            full=unit.full,
            state=(state,) if state else (),
            badge=BADGES.get(unit.kind, ""),
            tooltip=" · ".join(words),
        )


def symbol_of(rules: Tables, kind: str) -> str:
    """The symbol of a kind of unit."""
    return SYMBOLS.get(kind, rules.units[kind].type)


def set_up_groups(scenario: Scenario) -> dict[str, UnitGroup]:
    """Unit id → the entry of the scenario it was set up from; ids count by side in the order of the file."""
    found: dict[str, UnitGroup] = {}
    for _, group in scenario.placed():
        found[next_id(found, group.side)] = group
    return found


def unit_title(rules: Tables, unit: Unit, group: UnitGroup | None, lang: str) -> str:
    """Side, nation, the scenario's own name if it has one, and the kind."""
    words = [rules.name(unit.side, lang)]
    if group is not None and group.nation:
        words.append(rules.name(group.nation, lang))
    if group is not None and group.name is not None:
        words.append(str(getattr(group.name, lang, group.name.en)))
    words.append(rules.name(unit.kind, lang))
    return " · ".join(words)


# The legend ----------------------------------------------------------------------------------------------


def legend(rules: Tables, view: MemoirPosition, lang: str) -> Iterator[LegendEntry]:
    """Names of everything; the renderers leave out what is not on the table."""
    kinds: dict[str, list[str]] = {}
    for kind in rules.units:
        if any(unit.kind == kind for unit in view.units.values()):
            kinds.setdefault(symbol_of(rules, kind), []).append(kind_words(rules, kind, lang))
    yield from (LegendEntry("symbol", symbol, " / ".join(names)) for symbol, names in kinds.items())
    yield LegendEntry("state", "active", ORDERED(lang))
    yield LegendEntry("state", "spent", BATTLED(lang))
    laid = {row.id for rows in rules.field(view).rows.values() for row in rows} | set(view.obstacles.values())
    for row in rules.terrain.values():
        if row.category == "hex":
            yield LegendEntry("terrain", row.id, rules.name(row.id, lang))
        elif row.id in laid:
            yield LegendEntry("feature", ICONS.get(row.id, row.id), rules.name(row.id, lang))
    for icon, word in (
        ("objective", "objective"),
        ("flag", "sudden_death"),
        ("exit", "exit"),
        ("control", "recon_strike"),
    ):
        yield LegendEntry("feature", icon, rules.name(word, lang))


def kind_words(rules: Tables, kind: str, lang: str) -> str:
    """A kind's name with the mark its counters carry."""
    badge = BADGES.get(kind, "")
    return rules.name(kind, lang) + (f" ({'★' if badge == '*' else badge})" if badge else "")
