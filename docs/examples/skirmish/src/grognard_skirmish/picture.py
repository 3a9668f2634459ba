"""The table as a neutral scene; renderers draw it as text or SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.scene import Counter, HexArt, LegendEntry, Overlay, Scene, SideArt
from grognard.spelling import check_overlays
from grognard_skirmish.movement import ChooseDestination, ways
from grognard_skirmish.position import (
    HIDDEN,
    USED,
    Battlefield,
    SkirmishPlay,
    SkirmishPosition,
    SkirmishRules,
)
from grognard_skirmish.schema import Terrain

OVERLAYS = ("legal",)  # what may be laid over the map: where the unit picked up can go
AMBUSH = {"en": "ambush", "zh": "伏击"}
ACTED = {"en": "has acted", "zh": "已行动"}
OBJECTIVE = {"en": "goal", "zh": "目标"}


def draw(rules: SkirmishRules, view: SkirmishPosition, lang: str, show: Iterable[str]) -> Scene:
    """What the owner of the view sees, with the overlays that ``show`` names."""
    wanted = check_overlays(show, OVERLAYS)
    field = rules.battlefields[view.scenario]
    return Scene(
        "flat",
        tuple(_hexes(field, lang)),
        counters=(*_units(rules, view, lang), *_ambushes(view, lang)),
        overlays=tuple(_overlays(rules, view, wanted)),
        sides=tuple(SideArt(row.id, row.name.said(lang), row.fill, row.ink) for row in rules.sides.values()),
        legend=tuple(_legend(rules, lang)),
        title=field.scenario.name.said(lang),
        caption={"en": f"turn {view.turn}", "zh": f"第 {view.turn} 回合"}[lang],
    )


def _hexes(field: Battlefield, lang: str) -> Iterator[HexArt]:
    for hex, cell in zip(field.board.hexes, field.board.cells, strict=True):
        ground: Terrain = field.terrain[hex]
        yield HexArt(
            hex,
            cell.q,
            cell.r,
            terrain=ground.id,
            pattern=ground.pattern,
            elevation=ground.elevation,
            name=OBJECTIVE[lang] if hex == field.scenario.objective else "",
            tooltip=f"{hex} {ground.name.said(lang)}",
        )


def _units(rules: SkirmishRules, view: SkirmishPosition, lang: str) -> Iterator[Counter]:
    for unit in view.units.values():
        kind = rules.units[unit.type]
        yield Counter(
            unit.id,
            unit.hex,
            unit.side,
            kind.symbol,
            values=(str(kind.range), str(kind.mp)),
            pips=1 if unit.reduced else 2,
            full=2,
            state=("spent",) if unit.acted else (),
            tooltip=f"{rules.sides[unit.side].name.said(lang)} {kind.name.said(lang)} {unit.id}",
            code=unit.id,
        )


def _ambushes(view: SkirmishPosition, lang: str) -> Iterator[Counter]:
    for side, hex in view.ambush.items():
        if hex not in (HIDDEN, USED):
            yield Counter(f"ambush-{side}", hex, side, "ambush", order=-1, tooltip=AMBUSH[lang])


def _overlays(rules: SkirmishRules, view: SkirmishPosition, wanted: set[str]) -> Iterator[Overlay]:
    frame = view.agenda[-1] if view.agenda else None
    if "legal" in wanted and isinstance(frame, ChooseDestination):
        unit = view.units[frame.unit]
        costs = {hex: mp for hex, mp in ways(SkirmishPlay(view, rules), unit).items() if hex != unit.hex}
        yield Overlay(
            "legal", "legal", tuple(costs), labels=tuple((hex, str(mp)) for hex, mp in costs.items())
        )


def _legend(rules: SkirmishRules, lang: str) -> Iterator[LegendEntry]:
    for ground in rules.terrain.values():
        yield LegendEntry("terrain", ground.id, ground.name.said(lang))
    for kind in rules.units.values():
        yield LegendEntry("symbol", kind.symbol, kind.name.said(lang))
    yield LegendEntry("symbol", "ambush", AMBUSH[lang])
    yield LegendEntry("state", "spent", ACTED[lang])
