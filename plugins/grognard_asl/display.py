"""The table as a neutral scene: the map with counters, machine guns, fire counters, goals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from grognard.play import Decision, Play
from grognard.scene import Counter, Feature, HexArt, LegendEntry, Overlay, Scene, SideArt
from grognard.spelling import check_overlays
from grognard_asl.cartography import map_scene
from grognard_asl.phrases import Phrase, listed, strength, weapon
from grognard_asl.position import SIDES, AslPosition, Unit
from grognard_asl.standing import situation
from grognard_asl.tables import Tables

__all__ = ["OVERLAYS", "draw"]

OVERLAYS = ("legal", "control", "setup")
"""What ``show`` may ask for."""

LEGAL = Phrase("hexes {side} may choose", "{side}可选的六边形")
CONTROL = Phrase("controlled by {side}", "由{side}控制")
SET_UP = Phrase("{side} set up here", "{side}在此布置")
ENTER = Phrase("{side} enter here on Turn {turn}", "{side}第 {turn} 回合由此进入")
RESIDUAL = Phrase("Residual FP {n}", "残留火力 {n}")
GOAL = Phrase("decides the game", "决定胜负")
FIRED = Phrase("has fired", "已射击")
FREE = Phrase("nobody's", "无人持有")
MARKS = {
    "prep": "prep_fire", "first": "first_fire", "final": "final_fire", "advancing": "advancing_fire",
    "kept": "kept_rate",
}  # fmt: skip
"""Fire counter → its word."""


def draw(rules: Tables, view: AslPosition, lang: str, show: Iterable[str]) -> Scene:
    """The table, with overlays; raises ``GrognardError`` for unknown ones."""
    scenario, field = rules.scenario(view), rules.field(view)
    title = str(getattr(scenario.name, lang, scenario.name.en))
    scene = map_scene(field, lang=lang, title=title)
    return msgspec.structs.replace(
        scene,
        hexes=tuple(marked(view, hex, lang) for hex in scene.hexes),
        counters=tuple(counters(rules, view, lang)),
        overlays=tuple(overlays(rules, view, lang, show)),
        sides=tuple(SideArt(side, rules.name(side, lang)) for side in SIDES),
        legend=(*scene.legend, *legend(rules, lang)),
        caption=situation(rules, view, lang),
    )


def marked(view: AslPosition, hex: HexArt, lang: str) -> HexArt:
    """A hex of the map with the goals and the Residual FP in it."""
    features = []
    if hex.label in view.held:
        features.append(Feature("objective", view.held[hex.label], GOAL(lang)))
    if hex.label in view.residual:
        features.append(Feature("fire", "", RESIDUAL(lang, n=view.residual[hex.label])))
    return msgspec.structs.replace(hex, features=tuple(features)) if features else hex


# Counters ------------------------------------------------------------------------------------------------


def counters(rules: Tables, view: AslPosition, lang: str) -> Iterator[Counter]:
    """Stacks from the bottom up: machine guns, leaders, squads, of these the best in Good Order on top."""
    guns = [id_ for id_, gun in view.weapons.items() if gun.hex]

    def rank(id_: str) -> tuple[bool, bool, int]:
        row, unit = rules.units[view.units[id_].kind], view.units[id_]
        return row.mmc, not unit.broken, row.fp

    for stack in view.at.values():
        for order, id_ in enumerate(sorted(stack, key=rank), start=len(guns)):
            yield unit_counter(rules, view, id_, order, lang)
    yield from (gun_counter(rules, view, id_, order, lang) for order, id_ in enumerate(guns))


def states(rules: Tables, unit: Unit, lang: str) -> list[str]:
    """What lies on a counter, in words."""
    words = ["broken"] * unit.broken + ["desperation"] * unit.dm + ["melee"] * unit.melee
    words += ["pinned"] * unit.pinned + ["exhausted"] * unit.exhausted
    words += [MARKS[unit.fired]] if unit.fired else []
    return [rules.name(word, lang) for word in words]


def unit_counter(rules: Tables, view: AslPosition, id_: str, order: int, lang: str) -> Counter:
    """A squad, half-squad, crew or leader."""
    unit = view.units[id_]
    row = rules.units[unit.kind]
    guns = (weapon(rules, gun.kind, lang) for gun in view.weapons.values() if gun.owner == id_)
    words = [f"{rules.name(unit.kind, lang)} {id_}", unit.hex, *states(rules, unit, lang), *guns]
    state = ["suppressed"] * unit.broken + ["spent"] * (bool(unit.fired) and not unit.broken)
    state += ["DM"] * unit.dm
    badge = {"half_squad": "½", "crew": "C"}.get(row.type, "")
    return Counter(
        id_,
        unit.hex,
        unit.side,
        "infantry" if row.mmc else "leader",
        values=(strength(row),),
        state=tuple(state),
        badge=badge,
        tooltip=" · ".join(words),
        order=order,
        code=id_,
    )


def gun_counter(rules: Tables, view: AslPosition, id_: str, order: int, lang: str) -> Counter:
    """A machine gun."""
    gun = view.weapons[id_]
    owner = view.units.get(gun.owner)
    words = [f"{weapon(rules, gun.kind, lang)} {id_}", gun.hex, gun.owner or FREE(lang)]
    words += [rules.name(MARKS[gun.fired], lang)] if gun.fired else []
    row = rules.weapons[gun.kind]
    return Counter(
        id_, gun.hex, owner.side if owner else "", "machinegun", values=(f"{row.fp}-{row.range}",),
        state=("spent",) if gun.fired else (), tooltip=" · ".join(words), order=order, code=id_,
    )  # fmt: skip


def legend(rules: Tables, lang: str) -> Iterator[LegendEntry]:
    """Names of what this system puts on the map."""
    names = (rules.name(word, lang) for word in ("squad", "half_squad"))
    yield LegendEntry("symbol", "infantry", listed(lang, names))
    yield LegendEntry("symbol", "leader", rules.name("leader", lang))
    yield LegendEntry("symbol", "machinegun", rules.name("machine_gun", lang))
    yield LegendEntry("state", "suppressed", rules.name("broken", lang))
    yield LegendEntry("state", "spent", FIRED(lang))
    yield LegendEntry("feature", "objective", GOAL(lang))
    yield LegendEntry("feature", "fire", rules.name("residual", lang))


# Overlays ------------------------------------------------------------------------------------------------


def overlays(rules: Tables, view: AslPosition, lang: str, show: Iterable[str]) -> Iterator[Overlay]:
    """The overlays asked for, none twice; raises ``GrognardError`` for unknown ones."""
    wanted = check_overlays(show, OVERLAYS)
    if "control" in wanted:
        for side in SIDES:
            hexes = tuple(hex for hex, owner in view.held.items() if owner == side)
            if hexes:
                title = CONTROL(lang, side=rules.name(side, lang))
                yield Overlay("control", "control", hexes, side=side, title=title)
    if "setup" in wanted:
        yield from zones(rules, view, lang)
    if "legal" in wanted:
        yield from choices(rules, view, lang)


def zones(rules: Tables, view: AslPosition, lang: str) -> Iterator[Overlay]:
    """Where either side sets up, and where and when it enters, whether it has done so or not."""
    found: dict[tuple[str, int], dict[str, None]] = {}
    for number, group in enumerate(rules.scenario(view).groups):
        found.setdefault((group.side, group.turn), {}).update(rules.zone(view, number))
    for (side, turn), hexes in sorted(found.items()):
        words = ENTER if turn else SET_UP
        style = "legal" if side == SIDES[0] else "selected"
        title = words(lang, side=rules.name(side, lang), turn=turn)
        yield Overlay(f"setup {side} {turn}", style, tuple(hexes), side=side, title=title)


def choices(rules: Tables, view: AslPosition, lang: str) -> Iterator[Overlay]:
    """Hexes that the options of the decision at hand name, or in which the units they name stand."""
    frame = view.agenda[-1] if view.agenda else None
    if not isinstance(frame, Decision):
        return
    hexes: dict[str, None] = {}
    for action in frame.options(Play(view, rules)):
        if label := getattr(action, "hex", ""):
            hexes[label] = None
            continue
        ids = getattr(action, "units", ()) or getattr(action, "firers", ()) or (getattr(action, "unit", ""),)
        for id_ in ids:
            thing = view.units.get(id_) or view.weapons.get(id_)
            if thing is not None and thing.hex:
                hexes[thing.hex] = None
    if hexes:
        title = LEGAL(lang, side=rules.name(frame.side, lang))
        yield Overlay("legal", "legal", tuple(hexes), title=title)
