"""The rows of an odds table: what changed between two positions, in one line."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard_ardennes44.combat import ChooseAttackers, CombatPhase
from grognard_ardennes44.pieces import lose_step, note_deed, relocate
from grognard_ardennes44.position import Advantage, ArdennesPosition, Works


def table_of_two(**printed: Any) -> Table:
    table = Table(4)
    table.unit("german", (0, 0), id="g1", attack=12)
    table.unit("allied", (1, 0), id="a1", **printed)
    return table


def change(table: Table, before: ArdennesPosition, lang: str = "en") -> str:
    return table.game.effect(before, table.position, lang)


def test_nothing_changed_is_no_effect() -> None:
    table = table_of_two()
    assert change(table, table.position.copy()) == "no effect"
    assert change(table, table.position.copy(), "zh") == "无效果"


@pytest.mark.rule("A44-16.24")
def test_a_step_lost_and_a_unit_lost() -> None:
    table = table_of_two(steps=2)
    before = table.position.copy()
    lose_step(table.context(), "a1")
    assert change(table, before) == "a1 −1 step"
    lose_step(table.context(), "a1")
    assert change(table, before) == "a1 eliminated"


@pytest.mark.rule("A44-16.25")
def test_what_is_left_of_a_large_unit_is_a_remnant() -> None:
    table = table_of_two(steps=3, sp=2)
    before = table.position.copy()
    for _ in range(2):
        lose_step(table.context(), "a1")
    assert change(table, before) == "a1 reduced to a remnant"
    assert change(table, before, "zh") == "a1仅剩残部"


def test_the_way_of_a_retreat_does_not_matter() -> None:
    found = set()
    for end in ((3, 0), (3, -1), (2, 1)):
        table = table_of_two()
        before = table.position.copy()
        note_deed(table.position, "a1", "retreated")
        relocate(table.context(), "a1", table.hex(*end))
        table.replace("a1", state="disrupted")
        found.add(change(table, before))
    assert found == {"a1 driven back 2 hexes, disrupted"}


def test_an_advance_and_a_move_name_the_hex() -> None:
    table = table_of_two()
    before = table.position.copy()
    note_deed(table.position, "g1", "advanced")
    relocate(table.context(), "g1", table.hex(0, 1))
    assert change(table, before) == f"g1 advanced to {table.hex(0, 1)}"
    table.position.deeds.clear()
    assert change(table, before) == f"g1 moved to {table.hex(0, 1)}"


def test_units_of_which_the_same_became_are_told_together_the_enemy_first() -> None:
    table = table_of_two()
    table.unit("allied", (1, 0), id="a2")
    before = table.position.copy()
    for id_ in ("a1", "a2"):
        table.replace(id_, engaged=True)
    table.replace("g1", oos=True)
    assert change(table, before) == "a1, a2 Engaged; g1 out of supply"


def test_a_gun_that_fired_says_nothing() -> None:
    table = table_of_two()
    table.unit("german", (0, 1), "artillery", id="g2")
    before = table.position.copy()
    table.replace("g2", ready=False)
    assert change(table, before) == "no effect"


def test_bridges_works_and_markers() -> None:
    table = table_of_two()
    table.dig((1, 0), "allied")
    here, there = table.hex(0, 0), table.hex(1, 0)
    assert table.position.works[there] == Works("allied", built=True)
    before = table.position.copy()
    del table.position.works[there]
    table.position.advantage[here] = Advantage(there, ("g1",))
    table.position.bridges[str(table.side((0, 0), (1, 0)))] = "blown"
    a, b = str(table.side((0, 0), (1, 0))).split("|")
    assert change(table, before) == (
        f"the bridge between {a} and {b} blown; improved position in {there} gone; Attack Advantage in {here}"
    )


@pytest.mark.rule("A44-30.2")
def test_points_won_are_told() -> None:
    table = table_of_two()
    table.town("town", (0, 0))
    table.road("primary", (-1, 0), (0, 0))
    table.entry("K", (-1, 0), "german")
    table.having(control={table.hex(0, 0): "allied"})
    scenario = table.rules.scenarios
    before = table.position.copy()
    points = msgspec.structs.replace(
        scenario[table.scenario].victory, kind="points", for_side="german", points={table.hex(0, 0): 3}
    )
    scenario[table.scenario] = msgspec.structs.replace(scenario[table.scenario], victory=points)
    table.position.control[table.hex(0, 0)] = "german"
    assert change(table, before) == "Germans +3 points"


@pytest.mark.rule("A44-14.15")
def test_the_rows_of_an_attack_are_few_and_sum_to_one() -> None:
    table = Table(4)
    table.unit("german", (0, 0), id="g1", attack=8)
    table.unit("german", (0, 1), id="g2", attack=8)
    table.unit("allied", (1, 0), id="a1", defence=5, steps=2)
    table.position.agenda += [
        CombatPhase("german", begun=True, over=True),
        ChooseAttackers("german", table.hex(1, 0), ("g1", "g2")),
    ]
    rows = table.odds("engage").rows
    lines = [str(row.result) for row in rows]
    assert sum(row.probability for row in rows) == 1
    assert len(set(lines)) == len(lines) < 16
    assert "a1 driven back 2 hexes, disrupted" in lines
    assert "a1 Engaged" in lines
