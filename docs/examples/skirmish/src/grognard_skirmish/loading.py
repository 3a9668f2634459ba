"""From TOML to the tables the rules look up. Whatever is wrong is said here, with file and entry."""

from __future__ import annotations

from pathlib import Path

from grognard.board import Board
from grognard.charts import RollTable
from grognard.datafile import shown
from grognard.errors import RulesetError
from grognard.hexes import FLAT, Hex, LetterColumns
from grognard.paths import Profile, compile_profile
from grognard.reasons import rule
from grognard.ruleset import Ruleset
from grognard.sequence import Sequence
from grognard_skirmish.position import Battlefield, SkirmishRules
from grognard_skirmish.schema import Scenario, SideRow, Terrain, UnitType
from grognard_skirmish.turn import CHOSEN_BY_A_SIDE, GUARDS, STEPS


def load_rules(ruleset: Ruleset) -> SkirmishRules:
    """Read every table once. Raises ``RulesetError``."""
    units = ruleset.table("units.toml", "unit", UnitType)
    terrain = ruleset.table("terrain.toml", "terrain", Terrain)
    if "open" not in terrain:
        raise RulesetError("must hold [terrain.open]", file=shown(ruleset.path("terrain.toml")))
    for row in terrain.values():
        if row.mp.keys() != units.keys():
            expected = f"mp must name {', '.join(units)}, got {', '.join(row.mp) or 'none'}"
            raise RulesetError(
                expected, file=shown(ruleset.path("terrain.toml")), entry=f"terrain {row.id!r}"
            )
    battlefields: dict[str, Battlefield] = {}
    for path in ruleset.files("scenarios"):
        scenario = ruleset.document(path, Scenario)
        battlefields[path.stem] = _battlefield(path, scenario, terrain, units)
        for problem in _problems(scenario, battlefields[path.stem].board, units):
            raise RulesetError(problem, file=shown(path))
    return SkirmishRules(
        terrain=terrain,
        units=units,
        sides=ruleset.table("units.toml", "side", SideRow),
        fire=ruleset.chart("fire", RollTable),
        ambush=ruleset.chart("ambush", RollTable),
        sequence=_sequence(ruleset),
        scenarios=tuple(battlefields),
        battlefields=battlefields | _proving_grounds(terrain, units),
        dice={},  # 1d6 and 2d6 are the core's own
    )


def _sequence(ruleset: Ruleset) -> Sequence:
    """The sequence of play; each phase has its frame, and the frame its side."""
    sequence = ruleset.sequence(GUARDS)
    for step in sequence.steps:
        expected = ""
        if step.phase and step.phase not in STEPS:
            expected = f"phase must be one of {', '.join(STEPS)}, got {step.phase!r}"
        elif step.phase in CHOSEN_BY_A_SIDE and step.side not in ("blue", "red"):
            expected = f"side must be 'blue' or 'red', got {step.side!r}"
        if expected:
            file = shown(ruleset.path("sequence.toml"))
            raise RulesetError(expected, file=file, entry=f"step {step.id!r}")
    return sequence


def _battlefield(
    path: Path, scenario: Scenario, terrain: dict[str, Terrain], units: dict[str, UnitType]
) -> Battlefield:
    """A scenario's map as a board, with the cost of movement worked out."""
    by_letter = {row.letter: row for row in terrain.values()}
    lines = [line.split() for line in scenario.map.strip().splitlines()]
    if not lines or len({len(line) for line in lines}) > 1:
        counts = ", ".join(str(len(line)) for line in lines) or "none"
        raise RulesetError(f"map must have rows of the same length, got {counts}", file=shown(path))
    board = Board.grid(FLAT, len(lines[0]), len(lines), labels=LetterColumns())
    ground: dict[Hex, Terrain] = {}
    for hex in board.hexes:
        column, row = FLAT.offset(board.spot(hex))
        letter = lines[row][column]
        if letter not in by_letter:
            known = " ".join(sorted(by_letter))
            raise RulesetError(f"map: {hex} must be one of {known}, got {letter!r}", file=shown(path))
        ground[hex] = by_letter[letter]
    profiles = {kind: movement_profile(board, ground, kind) for kind in units}
    return Battlefield(scenario, board, ground, profiles)


def _proving_grounds(terrain: dict[str, Terrain], units: dict[str, UnitType]) -> dict[str, Battlefield]:
    """For every terrain an open map with one hex of it at F2, where rulesets are compared; no scenarios."""
    grounds: dict[str, Battlefield] = {}
    for id, row in terrain.items():
        letters = [[terrain["open"].letter] * 8 for _ in range(3)]
        letters[1][5] = row.letter
        scenario = Scenario(
            name=row.name,
            text={},
            first="blue",
            turns=1,
            map="\n".join(map(" ".join, letters)),
            objective="A1",
            hiding_places={},
            unit=(),
        )
        grounds[f"proving ground: {id}"] = _battlefield(Path(), scenario, terrain, units)
    return grounds


def _problems(scenario: Scenario, board: Board, units: dict[str, UnitType]) -> list[str]:
    """Everything a scenario names that is not there."""
    places = [hex for hexes in scenario.hiding_places.values() for hex in hexes]
    named = [*places, scenario.objective, *(row.hex for row in scenario.unit)]
    wrong = [f"there is no hex {hex!r} on the map" for hex in named if hex not in board]
    wrong += [f"unit {row.id!r}: no type {row.type!r}" for row in scenario.unit if row.type not in units]
    for what, given in (
        ("id", [row.id for row in scenario.unit]),
        ("hex", [row.hex for row in scenario.unit]),
    ):
        wrong += [f"two units have the {what} {each!r}" for each in given if given.count(each) > 1]
    wrong += [
        f"hiding_places must name hexes for {side}"
        for side in ("blue", "red")
        if not scenario.hiding_places.get(side)
    ]
    return wrong


@rule("SK-2.1", "SK-2.3", "SK-2.4")
def movement_profile(board: Board, ground: dict[Hex, Terrain], kind: str) -> Profile:
    """What each hex costs a type of unit to enter: asked once per hexside here, never again in play."""

    def cost(_from: Hex, to: Hex) -> int | None:
        price = ground[to].mp[kind]
        return None if price == "NA" else price

    return compile_profile(board, cost, stops=[hex for hex, row in ground.items() if row.stops])
