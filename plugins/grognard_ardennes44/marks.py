"""What can be laid over the map: choices, zones of control, bonds, supply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grognard.hexes import Hex, Hexside
from grognard.play import Action, Decision, Play
from grognard.scene import Overlay
from grognard.spelling import check_overlays
from grognard_ardennes44.advance import Advance
from grognard_ardennes44.combat import AttackHex, ChooseAttackers
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.movement import COSTLESS, goals, overlay
from grognard_ardennes44.moving import Moving, To
from grognard_ardennes44.phrases import Phrase, half, who
from grognard_ardennes44.position import Ardennes, ArdennesPosition
from grognard_ardennes44.schema import SIDES
from grognard_ardennes44.supply import Barriers, barriers, road_neighbours, road_net, supplied
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.zoc import bonds_of, zoc_of

__all__ = ["OVERLAYS", "overlays", "supply_line"]

OVERLAYS = ("bonds", "legal", "supply", "zoc")
"""What ``show`` may ask for."""

HELD = {"german": "control", "allied": "sight"}
FED = {"german": "supply", "allied": "path"}
"""Side → style of its zones and of its supply: in text, too, the sides can be told apart."""

LEGAL = Phrase("choices of {side}", "{side}的可选项")
ACTING = Phrase("unit that acts", "行动中的部队")
TARGET = Phrase("hex under attack", "被攻击的六边形")
ZOC = Phrase("ZOC of {side}", "{side}控制区")
BONDS = Phrase("ZOC bonds of {side}", "{side}控制区连锁")
ROADS = Phrase("roads to supply of {side}", "{side}的补给道路")
LINES = Phrase("supply lines of {side}", "{side}的补给线")
CUT = Phrase("no supply line ({side})", "无补给线（{side}）")
OOS = Phrase("no line", "无补给")

Ways = tuple[tuple[Hex, ...], ...]


def overlays(rules: Tables, view: ArdennesPosition, lang: str, show: Iterable[str]) -> Iterator[Overlay]:
    """The overlays asked for, in a fixed order, none twice; raises ``GrognardError`` for unknown ones."""
    wanted = check_overlays(show, OVERLAYS)
    for side in SIDES:
        name = rules.name(side, lang)
        if "zoc" in wanted:
            yield Overlay(
                f"zoc-{side}", HELD[side], on_board(rules, view, zoc_of(rules, view, side)),
                side=side, title=ZOC(lang, side=name),
            )  # fmt: skip
        if "bonds" in wanted:
            yield bonds(rules, view, side, BONDS(lang, side=name))
        if "supply" in wanted:
            yield from supply(rules, view, side, lang)
    if "legal" in wanted:
        yield from choices(rules, view, lang)


def on_board(rules: Tables, view: ArdennesPosition, hexes: Iterable[Hex]) -> tuple[Hex, ...]:
    """Hexes in the order of the map, places that are none left out."""
    ground = rules.ground(view)
    return tuple(ground.sorted(hex for hex in hexes if hex in ground.board.index))


# Bonds -----------------------------------------------------------------------------------------------------


def bonds(rules: Tables, view: ArdennesPosition, side: str, title: str) -> Overlay:
    """The bonds of a side: hexes it bars, and lines between the units that form each bond."""
    ground, found = rules.ground(view), bonds_of(rules, view, side)
    mine = view.stacks(side)
    lines: dict[tuple[Hex, ...], None] = {}
    for hex in ground.sorted(found.hexes):
        around = [
            ground.board.hexes[n] if n >= 0 else "" for n in ground.board.around[ground.board.index[hex]]
        ]
        for a, b in zip(around[:3], around[3:], strict=True):
            if a in mine and b in mine:
                lines[a, hex, b] = None
    edge = []
    for between in sorted(found.sides, key=str):
        ends = [hex for hex in beside(ground, between) if hex in mine]
        if len(ends) == 2:
            lines[ends[0], ends[1]] = None
        else:
            edge.append(between)
    labels = tuple((side_.a, f"|{side_.b}") for side_ in edge)
    hexes = tuple(ground.sorted(found.hexes))
    return Overlay(f"bonds-{side}", HELD[side], hexes, tuple(lines), labels, side=side, title=title)


def beside(ground: Ground, side: Hexside) -> list[Hex]:
    """The hexes at the two ends of a hexside."""
    near = set(ground.board.neighbours(side.b))
    return [hex for hex in ground.board.neighbours(side.a) if hex in near]


# Supply ----------------------------------------------------------------------------------------------------


def supply(rules: Tables, view: ArdennesPosition, side: str, lang: str) -> Iterator[Overlay]:
    """The roads that lead to a source of a side, a line for each stack, and the stacks that have none."""
    name = rules.name(side, lang)
    bars = barriers(rules, view, side)
    net = road_net(rules, view, side, bars)
    yield Overlay(
        f"roads-{side}", FED[side], on_board(rules, view, net.ends), side=side, title=ROADS(lang, side=name)
    )
    fed = supplied(rules, view, side)
    ground = rules.ground(view)
    stacks = {hex: ids for hex, ids in view.stacks(side).items() if hex in ground.board.index}
    back = roads_back(rules, view, side, bars, net.hexes)
    lines = [
        supply_line(rules, ground, bars, net.ends, back, hex)
        for hex in ground.sorted(stacks)
        if fed.intersection(stacks[hex])
    ]
    lines = [line for line in lines if len(line) > 1]
    yield Overlay(f"lines-{side}", FED[side], lines=tuple(lines), side=side, title=LINES(lang, side=name))
    cut = tuple(hex for hex in ground.sorted(stacks) if not fed.intersection(stacks[hex]))
    if cut:
        labels = tuple((hex, OOS(lang)) for hex in cut)
        yield Overlay(f"cut-{side}", "danger", cut, labels=labels, title=CUT(lang, side=name))


def roads_back(
    rules: Tables, view: ArdennesPosition, side: str, bars: Barriers, net: frozenset[Hex]
) -> Mapping[Hex, Hex]:
    """Each hex of a road net → the next one on its way to a source, by the fewest hexes."""
    ground = rules.ground(view)
    roads, unsound = road_neighbours(ground), view.unsound(side)
    back: dict[Hex, Hex] = {}
    ring = [hex for hex in ground.sources(side) if hex in net]
    seen = set(ring)
    while ring:
        further = []
        for hex in ring:
            for other in roads[hex]:
                if other in seen or bars.bars(hex, other) or str(Hexside(hex, other)) in unsound:
                    continue
                seen.add(other)
                back[other] = hex
                if other in net:
                    further.append(other)
        ring = further
    return back


def supply_line(
    rules: Tables, ground: Ground, bars: Barriers, ends: frozenset[Hex], back: Mapping[Hex, Hex], start: Hex
) -> tuple[Hex, ...]:
    """A shortest way from a hex overland to the road net, then along it; () if there is none."""
    before: dict[Hex, Hex] = {start: ""}
    ring = [start]
    for gone in range(rules.limits.overland + 1):
        for hex in ring:
            if hex in ends:
                return (*reversed(followed(before, hex)), *followed(back, hex)[1:])
        further = []
        for hex in ring:
            if gone and hex in bars.vacant_ezoc:
                continue
            for other in ground.board.neighbours(hex):
                if other not in before and not bars.bars(hex, other):
                    before[other] = hex
                    further.append(other)
        ring = further
    return ()


def followed(links: Mapping[Hex, Hex], start: Hex) -> list[Hex]:
    """A hex and all that its links lead to."""
    found = [start]
    while links.get(found[-1]):
        found.append(links[found[-1]])
    return found


# Choices ---------------------------------------------------------------------------------------------------


def choices(rules: Tables, view: ArdennesPosition, lang: str) -> Iterator[Overlay]:
    """What the side to act may name now: hexes with what a move costs, paths, units where they stand."""
    frame = view.agenda[-1] if view.agenda else None
    if not isinstance(frame, Decision):
        return
    play, index = Play(view, rules), rules.ground(view).board.index
    unit = view.units.get(
        str(getattr(frame, "unit", "") or getattr(getattr(frame, "trip", None), "unit", ""))
    )
    if unit is not None and unit.hex in index:
        yield Overlay("acting", "selected", (unit.hex,), title=ACTING(lang))
    if isinstance(frame, ChooseAttackers):
        yield Overlay("target", "target", (frame.target,), title=TARGET(lang))
    options = list(frame.options(play))
    hexes = dict.fromkeys(hex for action in options for hex in named(view, action) if hex in index)
    lines = tuple(dict.fromkeys(line for action in options if (line := path_of(view, frame, action, index))))
    if not hexes and not lines:
        return
    hostile = any(isinstance(action, AttackHex) for action in options)
    yield Overlay(
        "legal",
        "target" if hostile else "legal",
        tuple(rules.ground(view).sorted(hexes)),
        lines=lines,
        labels=tuple(costs(play, frame, options)) if isinstance(frame, Moving) else (),
        title=LEGAL(lang, side=who(rules, frame.side, lang)),
    )


def named(view: ArdennesPosition, action: Action) -> Iterator[Hex]:
    """The hex an action names, where a path of it ends, or where its unit stands."""
    hexes = getattr(action, "hexes", ())
    if hexes:
        yield hexes[-1]
    elif getattr(action, "hex", ""):
        yield str(getattr(action, "hex", ""))
    elif getattr(action, "bridge", ""):
        side = Hexside.parse(str(getattr(action, "bridge", "")))
        yield from (side.a, side.b)
    elif str(getattr(action, "unit", "")) in view.units:
        yield view.units[str(getattr(action, "unit", ""))].hex


def path_of(
    view: ArdennesPosition, frame: Decision[Any, Any, Any], action: Action, index: Mapping[Hex, int]
) -> tuple[Hex, ...]:
    """The path an action takes on the map, from where its unit stands."""
    hexes = tuple(hex for hex in getattr(action, "hexes", ()) if hex in index)
    unit = view.units.get(str(action.unit if isinstance(action, Advance) else getattr(frame, "unit", "")))
    if unit is None or not hexes:
        return ()
    return (unit.hex, *hexes) if unit.hex in index else hexes


def costs(play: Ardennes, frame: Moving, options: Iterable[Action]) -> Iterator[tuple[Hex, str]]:
    """The MP that it takes to come to each hex."""
    if frame.trip.mode in COSTLESS:
        return
    common = overlay(play.rules, play.position, frame.side)
    found = goals(play.rules, play.position, frame.trip, common)[1]
    for action in options:
        if isinstance(action, To):
            yield action.hex, half(found[action.hex])
