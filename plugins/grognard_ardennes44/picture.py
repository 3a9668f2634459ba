"""The table as a neutral scene: the map of the theatre, counters with their markers, bridges, works, traffic.

Renderers draw it as text or SVG. Units in boxes stand in no hex: the caption names them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from grognard.hexes import FLAT, Hex, Hexside
from grognard.scene import (
    Counter,
    EdgeArt,
    Feature,
    Gauge,
    HexArt,
    LegendEntry,
    PathArt,
    Pattern,
    Scene,
    SideArt,
)
from grognard_ardennes44.atlas import atlas, place_name, worded
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.marks import overlays
from grognard_ardennes44.phrases import Phrase, clauses, listed, unit_name
from grognard_ardennes44.pieces import attack_value, defence_value
from grognard_ardennes44.position import ArdennesPosition, Unit
from grognard_ardennes44.schema import SIDES
from grognard_ardennes44.standing import dated, off_map, situation
from grognard_ardennes44.tables import Counter as Piece
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.telling import marker_words
from grognard_ardennes44.traffic import is_marker_of
from grognard_ardennes44.victory import points

__all__ = ["draw", "flags", "symbol_of", "unit_words"]

PATTERNS: Mapping[str, str] = {"clear": "plain", "light_woods": "brush", "forest": "woods"}
"""Terrain row → pattern of the scene; others under their own key, so that a pattern can be drawn for them."""

OWN_PATTERNS = (Pattern("wooded_rough", "steep", "#a9b87f", "∧"),)

ROADS: Mapping[str, str] = {"primary": "highway", "secondary": "road", "forest_road": "trail"}
"""Class of road → path of the scene."""

RIVERS: Mapping[str, str] = {"river": "river", "meuse": "wide-river", "lake": "lake"}

BRIDGES: Mapping[str, str] = {"": "bridge", "blown": "blown-bridge"}
"""State of a bridge → how it is drawn; any other state is not sound but no ruin."""

SYMBOLS: Mapping[str, str] = {
    "infantry": "infantry", "engineer": "engineers", "mechanised": "mechanized", "mixed": "heavy-armor",
    "tank": "armor", "flak": "antiair", "recon": "recon", "artillery": "artillery", "rocket": "rocket",
}  # fmt: skip
"""Kind of unit → symbol of the scene."""

SIDE_ART = {
    "german": ("#8b949b", "#101418", "cut"),
    "allied": ("#6d8447", "#ffffff", "round"),
}
"""Side → colour, ink and outline of its counters."""

TAGS: Mapping[str, Phrase] = {
    "disrupted": Phrase("DIS", "混乱"),
    "broken": Phrase("BRK", "溃散"),
    "engaged": Phrase("ENG", "接敌"),
    "oos": Phrase("OOS", "断补"),
    "sm": Phrase("SM", "战略"),
    "truck": Phrase("TRK", "卡车"),
    "pm": Phrase("PM", "牵引"),
    "night": Phrase("NGT", "夜间"),
    "replaced": Phrase("RPL", "补充"),
}
"""State or marker → tag on the counter."""

STATES: Mapping[str, Phrase] = {
    "disrupted": Phrase("disrupted", "混乱"),
    "broken": Phrase("broken", "溃散"),
    "engaged": Phrase("Engaged", "接敌"),
    "oos": Phrase("out of supply", "断补"),
    "dry": Phrase("short of fuel", "缺燃料"),
    "sm": Phrase("SM marker", "战略移动标记"),
    "truck": Phrase("on trucks", "乘卡车"),
    "pm": Phrase("prime mover", "牵引车"),
    "night": Phrase("night marker", "夜间标记"),
    "replaced": Phrase("Replacement marker", "补充标记"),
    "ready": Phrase("Ready", "待射"),
    "fired": Phrase("Fired", "已射"),
    "red": Phrase("does not move on Turn 1", "第 1 回合不移动"),
    "strayed": Phrase("beyond its army boundary", "越过集团军分界"),
}
FIGURES = Phrase("attack {attack}, defence {defence}, MA {ma}", "攻 {attack}、防 {defence}、移动力 {ma}")
GUN = Phrase("range {range}, defence {defence}", "射程 {range}、防 {defence}")
STEPS = Phrase("{n} of {full} steps", "{n}/{full} 阶")
TQ = Phrase("TQ {tq}", "坦克质量 {tq}")
SURRENDER = Phrase("{n} surrender points", "投降点 {n}")
OF_PARENT = Phrase("from {unit}", "来自{unit}")
OURS = Phrase("figures of this project", "数值为本项目自拟")
HELD_BY = Phrase("held by {side}", "由{side}控制")
GOAL = Phrase("victory hex {name}", "胜利六边形 {name}")
WORTH = Phrase("{n} points", "{n} 分")
ENTRY = Phrase("entry hex {id}, {side}", "进入格 {id}（{side}）")
SOURCE = Phrase("supply source", "补给源")
WALL = Phrase("West Wall", "西墙")
WORKS = Phrase("improved position", "工事")
BUILDING = Phrase("improved position under construction", "修建中的工事")
TRAFFIC = Phrase("traffic marker {marker}", "{marker}交通标记")
ROADBLOCK = Phrase("roadblock {marker}", "{marker}路障")
ADVANTAGE = Phrase("Attack Advantage against {target}", "对 {target} 的攻击优势")
BOTTLENECK = Phrase("traffic bottleneck", "交通瓶颈")
BOUNDARY = Phrase("army boundary", "集团军分界")
BRIDGE_STATES: Mapping[str, Phrase] = {
    "": Phrase("bridge", "桥"),
    "blown": Phrase("blown bridge", "被炸毁的桥"),
    "german": Phrase("bridge, the Germans are rebuilding it", "德军正在修复的桥"),
    "allied": Phrase("bridge, the Allies are rebuilding it", "盟军正在修复的桥"),
    "prepared": Phrase("bridge site, engineers at work", "工兵正在架设的桥"),
    "doubtful": Phrase("bridge that may not bear", "承重存疑的桥"),
}
OTHER_BRIDGE = Phrase("bridge not yet usable", "尚不能用的桥")
WATER: Mapping[str, Phrase] = {
    "river": Phrase("river", "河流"),
    "meuse": Phrase("the Meuse", "默兹河"),
    "lake": Phrase("lake", "湖"),
}
POINTS = Phrase("points", "分")
OFF_MAP = Phrase("Off the map: {units}", "图外：{units}")
NAME_EVERY = 12
"""Hexsides of a river from one print of its name to the next."""


def draw(rules: Tables, view: ArdennesPosition, lang: str, show: Iterable[str]) -> Scene:
    """The table, with overlays; raises ``GrognardError`` for unknown ones."""
    ground, scenario = rules.ground(view), rules.scenarios[view.scenario]
    title = f"{rules.name(scenario.id, lang)} · {dated(view, lang)}"
    away = listed(lang, off_map(rules, view, lang))
    caption = "\n".join([situation(rules, view, lang), *([OFF_MAP(lang, units=away)] if away else [])])
    return Scene(
        "flat",
        tuple(hexes(rules, ground, view, lang)),
        edges=(*waters(rules, ground, view, lang), *boundaries(ground, lang), *bridges(ground, view, lang)),
        paths=tuple(roads(rules, ground, lang)),
        counters=tuple(counters(rules, ground, view, lang)),
        overlays=tuple(overlays(rules, view, lang, show)),
        sides=tuple(SideArt(side, rules.name(side, lang), *SIDE_ART[side]) for side in SIDES),
        gauges=tuple(gauges(rules, view, lang)),
        legend=tuple(legend(rules, view, lang)),
        patterns=OWN_PATTERNS,
        title=title,
        caption=caption,
    )


def gauges(rules: Tables, view: ArdennesPosition, lang: str) -> Iterator[Gauge]:
    """Victory points where the scenario counts any."""
    victory = rules.scenarios[view.scenario].victory
    if victory.kind == "points":
        yield Gauge(victory.for_side, POINTS(lang), points(rules, view), victory.needed)


# The map ---------------------------------------------------------------------------------------------------


def hexes(rules: Tables, ground: Ground, view: ArdennesPosition, lang: str) -> Iterator[HexArt]:
    """Every hex with what is printed in it and what stands there."""
    for label in ground.board.hexes:
        place = FLAT.axial(ground.board.spot(label))
        terrain, size = ground.terrain[label].id, ground.settlement.get(label)
        built_up = size is not None and size.replaces_terrain
        key = size.id if size is not None and built_up else terrain
        found = tuple(features(rules, ground, view, label, lang))
        name = place_name(rules, ground, label, lang)
        kinds = [rules.name(terrain, lang), *([rules.name(size.id, lang)] if size else [])]
        words = [f"{label} {name}".strip(), listed(lang, kinds), *(feature.tooltip for feature in found)]
        yield HexArt(
            label,
            place.q,
            place.r,
            terrain=key,
            pattern="buildings" if built_up else PATTERNS.get(terrain, terrain),
            features=found,
            name=name,
            tooltip=" · ".join(dict.fromkeys(words)),
        )


def features(
    rules: Tables, ground: Ground, view: ArdennesPosition, label: Hex, lang: str
) -> Iterator[Feature]:
    """What stands in a hex besides units: walls, works, houses, then signs of who holds it."""
    size = ground.settlement.get(label)
    if label in ground.west_wall:
        yield Feature("pillboxes", "german", WALL(lang), facing=wall_facing(ground, label))
    if size is not None and not size.replaces_terrain:
        yield Feature("houses", "", rules.name(size.id, lang))
    if label in view.works:
        works = view.works[label]
        icon, words = ("trench", WORKS) if works.built else ("sandbags", BUILDING)
        yield Feature(icon, works.side, words(lang))
    yield from signs(rules, ground, view, label, lang)
    for marker, hex in sorted(view.traffic.items()):
        if hex == label:
            side = next(side for side in SIDES if marker.startswith(side))
            icon, words = ("traffic", TRAFFIC) if is_marker_of(marker, side) else ("roadblock", ROADBLOCK)
            yield Feature(icon, side, words(lang, marker=marker_words(rules, marker, lang)))
    for gained in view.markers(label):
        owner = "german" if label in view.german else "allied"
        yield Feature("advantage", owner, ADVANTAGE(lang, target=gained.target))


def signs(rules: Tables, ground: Ground, view: ArdennesPosition, label: Hex, lang: str) -> Iterator[Feature]:
    """Victory hexes, entry hexes, towns and bottlenecks, in the colours of who holds them."""
    holder = view.control.get(label, "")
    held = HELD_BY(lang, side=rules.name(holder, lang)) if holder else ""
    size = ground.settlement.get(label)
    objective = ground.objectives.get(label)
    worth = rules.scenarios[view.scenario].victory.points.get(label, 0)
    if objective is not None or worth:
        name = getattr(objective.name, lang, objective.name.en) if objective else label
        value = WORTH(lang, n=worth) if worth else ""
        yield Feature("objective", holder, clauses(lang, (GOAL(lang, name=name), value, held)))
    elif size is not None and size.controlled:
        yield Feature("control", holder, held)
    for entry in ground.entries_at.get(label, ()):
        words = [ENTRY(lang, id=entry.id, side=rules.name(entry.side, lang))]
        if entry.source:
            words.append(SOURCE(lang))
        yield Feature("exit", entry.side, clauses(lang, words))
    if label in ground.bottlenecks:
        yield Feature("bottleneck", holder, BOTTLENECK(lang))


def wall_facing(ground: Ground, label: Hex) -> int:
    """The side of a hex that pillboxes look to: a river to the west if there is one, else the north-west."""
    x, y = ground.board.spot(label)
    for direction, (dx, dy) in ((3, (-1, -1)), (2, (-1, 1)), (1, (0, 2)), (4, (0, -2))):
        beside = ground.board.at(x + dx, y + dy)
        if beside is not None and Hexside(label, beside) in ground.rivers:
            return direction
    return 3


def waters(rules: Tables, ground: Ground, view: ArdennesPosition, lang: str) -> Iterator[EdgeArt]:
    """Rivers and lakes along hexsides; a named river bears its name here and there, where there is room."""
    names: dict[Hexside, str] = {}
    printed: dict[Hexside, str] = {}
    full = {unit.hex for unit in view.units.values()} | set(view.traffic.values()) | set(ground.entries_at)
    full |= {label for label in ground.board.hexes if place_name(rules, ground, label, lang)}
    for course in atlas(rules, ground).rivers:
        name = worded(course.name, lang)
        names.update(dict.fromkeys(course.sides, name))
        for n in range(0, max(len(course.sides) - NAME_EVERY // 2, 1), NAME_EVERY):
            printed[roomiest(ground, course.sides[n : n + NAME_EVERY], full)] = name
    for side in ground.board.hexsides():
        kind = "lake" if side in ground.lakes else "meuse" if side in ground.meuse else "river"
        if side in ground.lakes or side in ground.rivers:
            words = clauses(lang, (WATER[kind](lang), names.get(side, "")))
            yield EdgeArt(side.a, side.b, RIVERS[kind], words, printed.get(side, ""))


def roomiest(ground: Ground, stretch: Sequence[Hexside], full: Collection[Hex]) -> Hexside:
    """Where along a river its name covers least: nothing in the hexes, then no label, then the middle."""

    def covered(n: int) -> tuple[bool, bool, int, int]:
        a, b = stretch[n].a, stretch[n].b
        level = ground.board.spot(a)[0] == ground.board.spot(b)[0]  # the label of a hex lies along this side
        return a in full or b in full, level, abs(2 * n + 1 - len(stretch)), n

    return stretch[min(range(len(stretch)), key=covered)]


def boundaries(ground: Ground, lang: str) -> Iterator[EdgeArt]:
    """Army boundaries."""
    for side in sorted(ground.boundaries, key=str):
        yield EdgeArt(side.a, side.b, "border", BOUNDARY(lang))


def bridges(ground: Ground, view: ArdennesPosition, lang: str) -> Iterator[EdgeArt]:
    """Bridges as they are now."""
    for side in sorted(ground.bridges, key=str):
        state = view.bridges.get(str(side), "")
        words = BRIDGE_STATES.get(state, OTHER_BRIDGE)(lang)
        yield EdgeArt(side.a, side.b, BRIDGES.get(state, "unsound-bridge"), words)


def roads(rules: Tables, ground: Ground, lang: str) -> Iterator[PathArt]:
    """Roads from hex to hex."""
    for side, kind in sorted(ground.roads.items(), key=lambda item: str(item[0])):
        yield PathArt(ROADS.get(kind.id, "road"), (side.a, side.b), rules.name(kind.id, lang))


# Units -----------------------------------------------------------------------------------------------------


def counters(rules: Tables, ground: Ground, view: ArdennesPosition, lang: str) -> Iterator[Counter]:
    """A counter for every unit on the map; the strongest in defence lies on top."""
    frame = view.agenda[-1] if view.agenda else None
    acting = str(getattr(frame, "unit", "") or getattr(getattr(frame, "trip", None), "unit", ""))
    joined = getattr(frame, "units", ())
    for id_, unit in sorted(view.units.items()):
        if unit.hex not in ground.board.index:
            continue
        piece = rules.counters[id_]
        attack, defence = attack_value(piece, unit), defence_value(piece, unit)
        values = (
            (str(defence), f"r{piece.range}") if piece.gun else (str(attack), str(defence), str(piece.ma))
        )
        chosen = id_ == acting or id_ in joined
        state = [*(["active"] if chosen else []), *drawn_state(view, id_, piece, unit)]
        yield Counter(
            id_,
            unit.hex,
            piece.side,
            symbol_of(piece),
            values=values,
            state=(*state, *tags(piece, unit, lang)),
            badge=badge(rules, piece),
            tooltip=" · ".join(unit_words(rules, view, id_, lang)),
            order=99 if chosen else 10 * defence + attack,
        )


def symbol_of(piece: Piece) -> str:
    """The symbol of a piece; airborne troops have their own."""
    return "airborne" if "airborne" in piece.traits else SYMBOLS[piece.kind]


def badge(rules: Tables, piece: Piece) -> str:
    """Four signs at most that tell the formation, or the unit if it has none: 116, 1SS, PL; 103, 402."""
    words = rules.formations[piece.formation].name.en.split() if piece.formation else piece.name.split()
    numbers = [word for word in words if word.isdigit()]
    if numbers:
        return f"{numbers[0]}SS" if "SS" in words else numbers[0]
    return "".join(word[0] for word in words) if len(words) > 1 else words[0][:4]


def drawn_state(view: ArdennesPosition, id_: str, piece: Piece, unit: Unit) -> Iterator[str]:
    """States that are drawn: done for this player turn, Fired, broken or disrupted."""
    deeds = view.deeds.get(id_, ())
    if (piece.gun and not unit.ready) or (piece.side == view.active and {"attacked", "moved"} & set(deeds)):
        yield "spent"
    if unit.state:
        yield "suppressed"


def flags(unit: Unit) -> Iterator[str]:
    """What a unit suffers or carries, as keys of words."""
    if unit.state:
        yield unit.state
    if unit.engaged:
        yield "engaged"
    if unit.oos:
        yield "oos"
    if unit.marker:
        yield unit.marker


def tags(piece: Piece, unit: Unit, lang: str) -> Iterator[str]:
    """Tags on a counter: steps left of one that has lost some, then what it suffers or carries."""
    if unit.steps < piece.steps:
        yield f"{unit.steps}/{piece.steps}"
    for flag in flags(unit):
        yield TAGS[flag](lang) if flag in TAGS else flag[:3].upper()
    if unit.points > 0:
        yield f"S{unit.points}"


def unit_words(rules: Tables, view: ArdennesPosition, id_: str, lang: str) -> list[str]:
    """Everything about a unit: name, kind, figures, steps, state, where from."""
    unit, piece = view.units[id_], rules.counters[id_]
    defence = defence_value(piece, unit)
    words = [unit_name(rules, id_, lang), rules.name(piece.kind, lang), id_]
    if piece.gun:
        words += [
            GUN(lang, range=piece.range, defence=defence),
            STATES["ready" if unit.ready else "fired"](lang),
        ]
    else:
        words.append(FIGURES(lang, attack=attack_value(piece, unit), defence=defence, ma=piece.ma))
    if piece.tq:
        words.append(TQ(lang, tq=piece.tq))
    words.append(rules.name(piece.grade, lang))
    if piece.steps > 1:
        words.append(STEPS(lang, n=unit.steps, full=piece.steps))
    words += [STATES[flag](lang) if flag in STATES else flag for flag in flags(unit)]
    words += [STATES[key](lang) for key in ("dry", "strayed") if getattr(unit, key)]
    if unit.red and view.turn == 1:
        words.append(STATES["red"](lang))
    if unit.points > 0:
        words.append(SURRENDER(lang, n=unit.points))
    if unit.parent:
        words.append(OF_PARENT(lang, unit=unit_name(rules, unit.parent, lang)))
    if piece.sure:
        words.append(OURS(lang))
    return words


# The legend ------------------------------------------------------------------------------------------------


def legend(rules: Tables, view: ArdennesPosition, lang: str) -> Iterator[LegendEntry]:
    """Names of everything; the renderers leave out what is not on the table."""
    kinds: dict[str, list[str]] = {}
    for kind, symbol in SYMBOLS.items():
        kinds.setdefault(symbol, []).append(rules.name(kind, lang))
    kinds["airborne"] = [rules.name("airborne", lang)]
    yield from (LegendEntry("symbol", symbol, " / ".join(names)) for symbol, names in kinds.items())
    built_up = (size.id for size in rules.settlements.values() if size.replaces_terrain)
    for id_ in (*rules.terrain, *built_up):
        yield LegendEntry("terrain", id_, rules.name(id_, lang))
    for id_ in rules.roads:
        yield LegendEntry("path", ROADS.get(id_, "road"), rules.name(id_, lang))
    for kind, edge in RIVERS.items():
        yield LegendEntry("edge", edge, WATER[kind](lang))
    yield LegendEntry("edge", "bridge", BRIDGE_STATES[""](lang))
    yield LegendEntry("edge", "blown-bridge", BRIDGE_STATES["blown"](lang))
    yield LegendEntry("edge", "unsound-bridge", OTHER_BRIDGE(lang))
    yield LegendEntry("edge", "border", BOUNDARY(lang))
    for state, words in (
        ("active", Phrase("acting now", "正在行动")),
        ("spent", Phrase("has moved, attacked or fired", "已移动、攻击或射击")),
        ("suppressed", Phrase("disrupted or broken", "混乱或溃散")),
    ):
        yield LegendEntry("state", state, words(lang))
    for icon, words in (
        ("houses", Phrase("village", "村庄")),
        ("pillboxes", WALL),
        ("trench", WORKS),
        ("sandbags", BUILDING),
        ("objective", Phrase("victory hex", "胜利六边形")),
        ("control", Phrase("town, city: who holds it", "城镇归属")),
        ("exit", Phrase("entry hex", "进入格")),
        ("traffic", Phrase("traffic marker", "交通标记")),
        ("roadblock", Phrase("roadblock", "路障")),
        ("advantage", Phrase("Attack Advantage", "攻击优势")),
        ("bottleneck", BOTTLENECK),
    ):
        yield LegendEntry("feature", icon, words(lang))
