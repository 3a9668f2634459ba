"""Small maps for tests: open ground with a few things on it, or a grid as boards write it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import grognard_rulesets
from grognard.hexes import FLAT, Hexside
from grognard.ruleset import Ruleset
from grognard_asl.battlefield import Battlefield
from grognard_asl.boards import OPEN, Sheet, geomorphic, read_board
from grognard_asl.maps import Map
from grognard_asl.scenarios import Counters, Scenarios
from grognard_asl.schema import Figures, Nation, Terrain, UnitKind, WeaponKind

Words = str | Iterable[str]


@cache
def ruleset() -> Ruleset:
    return Ruleset(grognard_rulesets.ROOT / "asl_intro")


@cache
def chart() -> Mapping[str, Terrain]:
    return ruleset().table("terrain.toml", "terrain", Terrain)


@cache
def figures() -> Figures:
    return ruleset().document("figures.toml", Figures)


@cache
def counters() -> Counters:
    rules = ruleset()
    return Counters(
        rules.table("nations.toml", "nation", Nation),
        rules.table("units.toml", "unit", UnitKind),
        rules.table("weapons.toml", "weapon", WeaponKind),
    )


@cache
def own_board(name: str) -> Sheet:
    return read_board(ruleset().root / "maps" / f"{name}.toml", chart())


def scenarios() -> Scenarios:
    return Scenarios(ruleset(), chart(), figures(), counters())


def ground(
    terrain: Mapping[str, str] | None = None,
    *,
    level: Mapping[int, str] | None = None,
    roads: Mapping[str, Words] | None = None,
    sides: Mapping[str, Words] | None = None,
    month: int = 6,
    clear: Iterable[tuple[str, str]] = (),
    shut: Iterable[tuple[str, str]] = (),
) -> Battlefield:
    """Open ground of one board with rows → hexes, levels → hexes, roads → runs, hexside rows → K5 N NE."""
    board = geomorphic()
    rows = dict.fromkeys(board.hexes, OPEN)
    levels = dict.fromkeys(board.hexes, 0)
    for key, words in (terrain or {}).items():
        rows |= dict.fromkeys((board.parse(word) for word in words.split()), key)
    for height, words in (level or {}).items():
        levels |= dict.fromkeys((board.parse(word) for word in words.split()), height)
    ways: dict[Hexside, str] = {}
    for kind, runs in (roads or {}).items():
        for run in [runs] if isinstance(runs, str) else runs:
            hexes = run.split()
            ways |= {Hexside(a, b): kind for a, b in pairwise(hexes)}
    along: dict[Hexside, str] = {}
    for kind, runs in (sides or {}).items():
        for run in [runs] if isinstance(runs, str) else runs:
            label, *directions = run.split()
            x, y = board.spot(label)
            for way in directions:
                dx, dy = FLAT.steps[FLAT.compass.index(way)]
                other = board.at(x + dx, y + dy)
                assert other is not None
                along[Hexside(label, other)] = kind
    made = Map(
        board=board, terrain=rows, level=levels, roads=ways, exits={}, sides=along, buildings=(), places=()
    )
    return Battlefield(made, chart(), figures(), month=month, clear=clear, shut=shut)


def board_text(path: Path, grid: str, more: str = "", *, columns: int = 3, rows: int = 2) -> Path:
    """A small board file with a grid of its own."""
    path.write_text(
        f'id = "{path.stem}"\nname = {{ en = "Test", zh = "试" }}\nsource = "a test"\n'
        f"columns = {columns}\nrows = {rows}\n{more}grid = '''\n{grid}'''\n"
        '[letters]\n"." = "open_ground"\n"w" = "woods"\n"S" = "building_stone"\n',
        encoding="utf-8",
    )
    return path
