"""The sequence of play, setting up, and how games end [ASLI-0, 1, 12]."""

from __future__ import annotations

import pytest
from tests.plugins.asl.drawing import Table

from grognard.dice import SeededDice
from grognard_asl.scenario_schema import Goal, Group, Zone
from grognard_asl.schema import Name
from grognard_asl.setup import SetUp
from grognard_asl.turn import PlayerTurnEnds

PHASES = ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"]


@pytest.mark.rule("ASLI-1.0.2", "ASLI-1.0.3", "ASLI-1.0.4", "ASLI-1.0.5")
def test_eight_phases_of_one_side_then_of_the_other() -> None:
    """Nobody can do anything but move and advance: the sequence walks on by itself."""
    table = Table(axis={"A1": "4-6-7"}, allies={"Q9": "4-4-7"}, terrain={"woods": "A1"}).at_step("1.1")
    for _ in range(60):
        if not table.asked:
            break
        table.play("end-moves" if table.asked == "ChooseMover" else min(table.options))
    seen = [(event["turn"], event["side"], event["phase"]) for event in table.told("phase")]
    assert seen[:16] == [(1, side, phase) for side in ("axis", "allies") for phase in PHASES]
    assert seen[16] == (2, "axis", "RPh")


@pytest.mark.rule("ASLI-1.0.1")
def test_the_game_lasts_as_many_turns_as_the_scenario_says() -> None:
    for turn, active, half, over in (
        (5, "allies", False, False), (6, "axis", False, False), (6, "allies", False, True),
        (6, "allies", True, False), (7, "axis", True, True),
    ):  # fmt: skip
        table = Table(side=active, turn=turn, half_turn=half).run(PlayerTurnEnds())
        assert (table.position.outcome is not None) is over


@pytest.mark.rule("ASLI-1.0.5")
def test_the_roles_change_with_the_player_turn() -> None:
    table = Table(side="axis").run(PlayerTurnEnds())
    assert (table.position.active, table.position.turn) == ("allies", 1)
    table.run(PlayerTurnEnds())
    assert (table.position.active, table.position.turn) == ("axis", 2)


def goal(side: str, kind: str, **more: object) -> Goal:
    return Goal(side=side, kind=kind, text=Name("", ""), **more)  # type: ignore[arg-type]  # fields


def test_control_clear_and_losses() -> None:
    hexes = ("G5", "G6")
    for victory, stacks, won in (
        (goal("axis", "control", hexes=hexes, needed=1, held_by="allies"), {"G5": "4-6-7"}, "axis"),
        (goal("axis", "control", hexes=hexes, held_by="allies"), {"G5": "4-6-7"}, "allies"),
        (goal("axis", "control", hexes=hexes, needed=1, held_by="allies"), {"G5": "4-6-7/b 9-1"}, "allies"),
        (goal("axis", "clear", hexes=hexes), {}, "axis"),
        (goal("allies", "clear", hexes=hexes), {"G5": "4-6-7/b"}, "allies"),
        (goal("axis", "losses", needed=1), {}, "allies"),
    ):
        other = goal("axis", "losses", needed=99)
        table = Table(axis=stacks, turn=6, side="allies", victory=(victory, other), otherwise="allies")
        table.run(PlayerTurnEnds())
        assert table.position.outcome is not None and table.position.outcome.winner == won


def test_a_hex_stays_with_whom_it_was_last() -> None:
    victory = (goal("axis", "control", hexes=("G6",), held_by="allies"),)
    table = Table(axis={"G5": "4-6-7"}, victory=victory).moving()
    table.play("move g1", "walk", "to G6", "to G7", "stop")
    assert table.position.held == {"G6": "axis"}
    assert table.told("controls") == [{"side": "axis", "hex": "G6"}]


def test_a_goal_may_end_the_game_at_once() -> None:
    victory = (goal("allies", "losses", needed=2, when="at_once"),)
    table = Table(axis={"G5": "4-6-7"}, allies={"G6": "4-4-7"}, victory=victory, otherwise="axis")
    table.aim("G5", "final").play("fire r1", dice="2").run(PlayerTurnEnds())
    assert table.position.outcome is not None
    assert table.position.outcome.winner == "allies"
    assert dict(table.position.outcome.score) == {"allies": 2, "axis": 0}


# Setting up ---------------------------------------------------------------------------------------------

GROUPS = (
    Group(
        side="allies", units={"russian_4-4-7": 2, "russian_8-0": 1}, weapons={"russian_lmg": 1},
        zone=Zone(hexes=("K5", "K6")), mmc_per_hex=1,
    ),
    Group(side="axis", units={"german_4-6-7": 2}, zone=Zone(boxes=("A1-C10",))),
    Group(
        side="axis", units={"german_4-6-7": 1}, weapons={"german_lmg": 1}, zone=Zone(edges=("west",)), turn=2
    ),
)  # fmt: skip


@pytest.mark.rule("ASLI-0.0.2", "ASLI-4.5.4", "ASLI-10.3.1")
def test_each_side_hands_out_its_weapons_and_places_its_units() -> None:
    table = Table(groups=GROUPS, terrain={"woods": "K5"}).run(SetUp("allies"), SetUp("axis"))
    assert table.options == {"issue mg1 r1", "issue mg1 r2", "issue mg1 r3"}
    table.play("issue mg1 r2")
    assert table.options == {"place r1 K5", "place r1 K6"}
    assert table.refused("place r1 K7") == {"ASLI-0.0.2"}
    assert table.refused("place r2 K5") == {"ASLI-0.0.2"}, "one after the other"
    table.play("place r1 K5")
    assert table.options == {"place r3 K5", "place r3 K6"}, "the other squad has to go to K6"
    assert table.position.units["r2"].hex == table.gun("mg1").hex == "K6"
    table.play("place r3 K6")
    assert table.to_act == "axis"
    table.play("place g1 A1", "place g2 A1")
    assert table.position.at["A1"] == ("g1", "g2")
    assert table["g3"].hex == "" and table.gun("mg2").owner == "g3", "it comes on turn 2"


@pytest.mark.rule("ASLI-4.5.4")
def test_nobody_sets_up_above_the_stacking_limit() -> None:
    groups = (
        Group(side="allies", units={"russian_4-4-7": 1}, zone=Zone(hexes=("Q1",))),
        Group(side="axis", units={"german_4-6-7": 4}, zone=Zone(hexes=("A1", "A2"))),
    )
    table = Table(groups=groups).run(SetUp("axis"))
    table.play("place g1 A1", "place g2 A1", "place g3 A1")
    assert table.position.at["A2"] == ("g4",)


@pytest.mark.rule("ASLI-0.0.1")
def test_reinforcements_enter_over_their_edge_in_their_turn() -> None:
    table = Table(groups=GROUPS, terrain={"woods": "A5"}, turn=1)
    assert table.moving().asked == "", "not before turn 2"
    table = Table(groups=GROUPS, terrain={"woods": "A5"}, turn=2)
    table.moving()
    assert table.options == {"move g3", "end-moves"}
    table.play("move g3", "walk")
    assert table.having("to") == {f"A{row}" for row in range(1, 11)}
    assert sum(table.because("to A5").values()) == 4
    table.play("to A4", "to B4", "stop")
    assert table["g3"].hex == "B4" and "g3" not in table.position.waiting


def test_scenarios_begin_with_their_set_up() -> None:
    game = Table().game
    for info in game.scenarios():
        if info.id.startswith("test-"):
            continue
        position = game.start(info.id, SeededDice(1))
        scenario = game.rules.scenario(position)
        assert game.to_act(position) == scenario.sets_up_first
        assert info.first == position.active == scenario.moves_first
        assert game.turn(position) == 1


@pytest.mark.rule("ASLI-12.0.1", "ASLI-12.0.2")
def test_what_has_been_resolved_stands() -> None:
    """Play knows no way back: nothing that has been rolled is offered again."""
    table = Table(axis={"G5": "4-6-7"}, allies={"G6": "4-4-7"}).aim("G6")
    table.play("fire g1", dice="8 8")
    assert table.state("r1") == "4-4-7 broken dm" and table["g1"].fired == "prep"
    assert not any("undo" in kind.verb for kind in table.game.frames["ChooseTarget"].actions)
