"""What people read: options, events, status, rows of odds, the picture; in English and Chinese."""

from __future__ import annotations

import msgspec
import pytest
from tests.plugins.asl.drawing import Table

import grognard
from grognard.dice import ScriptedDice
from grognard.errors import GrognardError
from grognard.odds import odds
from grognard.scene import render_svg, render_text
from grognard_asl.display import OVERLAYS
from grognard_asl.standing import TASKS
from grognard_asl.wording import TEXTS


def lines(table: Table, lang: str = "en") -> list[str]:
    return [table.game.describe(table.position, each, lang) for each in table.game.options(table.position)]


def told(table: Table, lang: str = "en") -> list[str]:
    return [table.game.tell(event, lang) for event in table.events]


def test_every_action_and_decision_has_words() -> None:
    game = Table().game
    kinds = [kind for name, kind in game.frames.items() if name.startswith("Choose")]
    actions = {action.__name__ for kind in kinds for action in getattr(kind, "actions", ())}
    assert actions - {"Fire"} <= TEXTS.keys()
    assert {kind.__name__ for kind in kinds} == TASKS.keys()


def test_targets_and_groups_are_described_with_what_decides() -> None:
    stacks = {"axis": {"G5": "9-2 lmg 4-6-7"}, "allies": {"G8": "4-4-7/bd 8-0", "H9": "2-3-7"}}
    table = Table(**stacks, terrain={"woods": "G8"}).firing("prep")
    assert lines(table) == [
        "Fire at G8 woods: 4-4-7 r1 (broken, DM), 8-0 r2", "Fire at H9: 2-3-7 r3", "End fire",
    ]  # fmt: skip
    table.play("target G8")
    assert lines(table) == [
        "Fire 4-6-7 g2, LMG 3-8 mg1: 7 FP, DRM +1",
        "Fire 4-6-7 g2, LMG 3-8 mg1, 9-2 g1 directing: 7 FP, DRM -1",
    ]
    assert lines(table, "zh")[0] == "4-6-7 g2、LMG 3-8 mg1 射击：7 FP，DRM +1"
    blind = Table(**stacks, terrain={"woods": "G7"}).aim("G8")
    assert lines(blind)[0] == "Fire 4-6-7 g2, LMG 3-8 mg1 at G8, without seeing it"


def test_moves_are_described_with_their_cost() -> None:
    table = Table(axis={"G5": "9-1 4-6-7"}, terrain={"woods": "G6"}).moving()
    assert "Move 9-1 g1, 4-6-7 g2 out of G5" in lines(table)
    table.play("move g1,g2")
    assert lines(table) == ["Move normally", "Assault Movement: one hex"]
    table.play("walk")
    assert {"to G6 woods (2 MF)", "to H5 (1 MF)"} <= set(lines(table))
    assert "Moving: 9-1 g1, 4-6-7 g2, 6 of 6 MF left" in table.game.status(table.position)
    table.play("to H5")
    assert "Moving: 9-1 g1, 4-6-7 g2, 5 of 6 MF left" in table.game.status(table.position)


def test_who_comes_from_off_the_map_moves_onto_it() -> None:
    table = Table(axis={"G5": "9-1 4-6-7"}).moving()
    move = next(each for each in table.game.options(table.position) if table.game.say(each) == "move g2")
    table.position.units["g2"] = msgspec.structs.replace(table.position.units["g2"], hex="")
    assert table.game.describe(table.position, move) == "Move 4-6-7 g2 onto the map"
    assert table.game.describe(table.position, move, "zh") == "从地图外移动 4-6-7 g2"


def test_rallying_is_described_with_its_drm() -> None:
    table = Table(axis={"G5": "9-1 4-6-7/bd", "H9": "8-0/b"}).rallying()
    assert lines(table) == [
        "9-1 g1 tries to rally 4-6-7 g2 (broken, DM): DRM +3",
        "8-0 g3 (broken) tries to rally itself: DRM +1",
        "Rally nobody else",
    ]


def test_events_are_told() -> None:
    table = Table(axis={"G5": "4-6-7"}, allies={"G6": "4-4-7", "G9": "4-4-7"}).aim("G6")
    table.play("fire g1", dice="7 9")
    assert told(table) == [
        "Fire at G6 on the 8 column, 7 +0: 1MC.", "Russian 4-4-7 squad in G6 breaks.",
    ]  # fmt: skip
    assert told(table, "zh") == ["射击 G6，8 列，7 +0：1MC。", "G6 的苏军 4-4-7 班溃散。"]
    table = Table(axis={"G5": "4-6-7"}, allies={"G9": "4-4-7"}).moving()
    table.play("move g1", "walk", "to G6", "fire r1", "stop", dice="12")
    assert told(table) == [
        "g1 from G5 to G6 (1 MF).", "Fire at G6 on the 4 column, 12 -2: -.", "2 Residual FP lies in G6.",
    ]  # fmt: skip


def test_status_says_turn_goals_losses_and_task() -> None:
    table = Table(axis={"G5": "4-6-7"}, allies={"G6": "4-4-7"}).at_step("2.1")
    assert table.game.status(table.position)[0] == "Turn 1 of 6, Axis: Prep Fire Phase"
    assert table.game.status(table.position, "zh")[0] == "第 1/6 回合，轴心国：预备射击阶段"
    assert table.game.status(table.position)[-1] == "Axis: choose a target"
    assert "Lost: Allies 0, Axis 0" in table.game.status(table.position)


def test_rows_of_odds_count_by_kind() -> None:
    table = Table(axis={"G5": "4-6-7"}, allies={"G6": "4-4-7 4-4-7"}).aim("G6")
    before = table.position.copy()
    table.play("fire g1", dice="7 9 12")
    assert table.game.effect(before, table.position) == "4-4-7 reduced and broken, 4-4-7 broken"
    assert table.game.effect(before, before.copy()) == "no effect"
    alone = Table(axis={"G5": "4-6-7"}, allies={"G6": "4-4-7"}).aim("G6")
    table_of_odds = odds(alone.game, alone.position, alone.action("fire g1"))
    rows = {str(row.result) for row in table_of_odds.rows}
    assert rows == {
        "no effect", "4-4-7 broken", "4-4-7 reduced and broken", "4-4-7 eliminated", "4-4-7 reduced",
    }  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_picture_shows_units_weapons_and_counters(lang: str) -> None:
    table = Table(
        axis={"G5": "9-1 lmg/p 4-6-7/p 2-4-7/bd"}, allies={"H9": "hmg"}, residual={"G6": 4}
    ).moving()  # fmt: skip
    scene = table.game.scene(table.position, lang=lang, show=OVERLAYS)
    counters = {counter.id: counter for counter in scene.counters}
    assert counters["g2"].values == ("4-6-7",) and counters["g2"].state == ("spent",)
    assert counters["g3"].state == ("suppressed", "DM") and counters["g3"].badge == "½"
    assert [c.id for c in scene.stacks()["G5"]] == ["mg1", "g1", "g3", "g2"], "a squad in Good Order on top"
    assert counters["mg1"].symbol == "machinegun" and counters["mg2"].hex == "H9"
    marks = {hex.label: [feature.icon for feature in hex.features] for hex in scene.hexes if hex.features}
    assert marks == {"A1": ["objective"], "G6": ["fire"]}
    assert "4-6-7" in render_text(scene) and "<svg" in render_svg(scene)
    with pytest.raises(GrognardError, match="there is no overlay"):
        table.game.scene(table.position, show=["contrl"])


def test_the_map_shows_where_both_sides_set_up_and_how_high_hills_are() -> None:
    game = grognard.load("asl_intro")
    start = game.start("the_long_slope", ScriptedDice(()))
    zones = {overlay.title: overlay.hexes for overlay in game.scene(start, show=["setup"]).overlays}
    assert set(zones) == {"Allies set up here", "Axis set up here"}
    assert "Y10" in zones["Allies set up here"] and "F1" in zones["Axis set up here"]
    told = render_text(game.scene(start))
    assert "↑1 Hill, level 1   ↑2 Hill, level 2" in told and "level 0" not in told
    assert "[]" not in told, "no sample of counters that are not there"


def test_the_line_of_sight_is_told_and_drawn() -> None:
    table = Table(axis={"G5": "4-6-7"}, terrain={"woods": "G6"})
    assert not table.game.sight(table.position, "g5", "g7").clear
    assert table.game.sight_scene(table.position, "G5", "G7").overlays


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_topic_can_be_shown_with_its_rules(lang: str) -> None:
    game = Table().game
    for topic in game.topics:
        rows = game.reference(topic, lang)
        assert rows and all(row.keys() == rows[0].keys() for row in rows)
    woods = {
        row["effect"]: (row["value"], row["rule"])
        for row in game.reference("terrain")
        if row["id"] == "woods"
    }
    assert woods["TEM"] == ("+1", "ASLI-3.2.0.6") and woods["MF to enter or cross"] == ("2", "ASLI-4.2.2")
    units = {(row["id"], row["effect"]): row["value"] for row in game.reference("units")}
    assert units["german_9-2", "FP-range-morale, or morale and leadership"] == "9-2"
    assert units["german_4-6-7", "half-squad"] == "2-4-7"
