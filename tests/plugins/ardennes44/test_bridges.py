"""Bridges: blown, rebuilt, doubtful [A44-7]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard.hexes import Hexside
from grognard.reasons import total
from grognard_ardennes44.bridges import (
    BridgePhase,
    DemolitionInCombat,
    OurenRoll,
    demolition_bars,
    demolition_modifiers,
    is_doubtful,
)
from grognard_ardennes44.combat import CombatPhase
from grognard_ardennes44.flight import Flight
from grognard_ardennes44.movement import goals, overlay, set_out, step_bars
from grognard_ardennes44.schema import StartBridge
from grognard_ardennes44.supply import road_net

WEST, EAST = (0, 0), (1, 0)


def with_bridge(turn: int = 3, **facts: object) -> Table:
    """A road over a river between (0, 0) and (1, 0), the Allies to act."""
    table = Table(turn=turn, active="allied", **facts)
    table.river(WEST, EAST)
    table.road("primary", (-3, 0), (-2, 0), (-1, 0), WEST, EAST, (2, 0), (3, 0))
    return table


def bridge(table: Table) -> Hexside:
    return table.side(WEST, EAST)


def cites(table: Table, side: str = "allied", *, in_combat: bool = False) -> set[str]:
    bars = demolition_bars(table.rules, table.position, side, bridge(table), in_combat=in_combat)
    return {bar.cite for bar in bars}


@pytest.mark.rule("A44-7.1", "A44-7.4", "A44-7.6", "A44-7.11")
def test_a_threatened_bridge_is_tried_in_the_own_bridge_phase_and_blown_on_the_table() -> None:
    table = with_bridge()
    table.unit("allied", WEST)
    table.unit("german", (2, 0))
    options = table.begin(BridgePhase("allied"))
    assert options == ["keep", f"blow {bridge(table)}"]
    table.play(f"blow {bridge(table)}", dice=(3,))
    assert table.position.bridges == {str(bridge(table)): "blown"}
    assert table.ground.unbridged(bridge(table), table.position.bridges)


@pytest.mark.rule("A44-7.1")
def test_a_hex_is_no_bridge() -> None:
    table = with_bridge()
    table.unit("allied", WEST)
    table.unit("german", (2, 0))
    table.begin(BridgePhase("allied"))
    assert table.cites(f"blow {table.hex(*WEST)}") == {"A44-7.1"}


@pytest.mark.rule("A44-7.4")
def test_without_an_enemy_within_one_hex_it_cannot_be_tried_in_the_own_phase_but_under_attack() -> None:
    table = with_bridge()
    table.unit("allied", WEST)
    table.unit("german", (4, 0))
    assert cites(table) == {"A44-7.4"}
    assert cites(table, in_combat=True) == set()


@pytest.mark.rule("A44-7.5")
def test_an_own_unit_within_one_hex_is_needed_and_no_enemy_unit_may_be_on_the_way() -> None:
    table = with_bridge()
    table.unit("allied", (-2, 0))
    table.unit("german", (2, 0))
    assert cites(table) == {"A44-7.5"}

    near = with_bridge()
    near.unit("allied", (-1, 0))
    near.unit("german", (2, 0))
    assert cites(near) == set()

    behind = with_bridge()
    behind.unit("allied", (-1, 0))
    behind.unit("german", WEST)
    assert cites(behind) == {"A44-7.5"}


@pytest.mark.rule("A44-7.5")
def test_the_one_hex_may_be_in_an_enemy_zoc_but_not_in_a_bond() -> None:
    table = with_bridge()
    table.unit("allied", (-1, 0))
    table.unit("german", (0, -1))
    table.unit("german", (0, 1))  # a hex bond through (0, 0)
    assert cites(table) == {"A44-7.5"}


@pytest.mark.rule("A44-7.3")
def test_units_out_of_supply_may_blow_bridges() -> None:
    table = with_bridge()
    table.unit("allied", WEST, oos=True)
    table.unit("german", EAST)
    assert cites(table) == set()


@pytest.mark.rule("A44-7.13", "A44-12.9")
@pytest.mark.parametrize("marker", ["sm", "truck", "pm", ""])
def test_units_on_the_move_blow_no_bridges(marker: str) -> None:
    table = with_bridge()
    table.unit("allied", WEST, marker=marker)
    table.unit("german", EAST)
    assert cites(table) == ({"A44-7.5"} if marker else set())


@pytest.mark.rule("A44-7.2")
def test_a_bridge_is_tried_once_in_a_player_turn() -> None:
    table = with_bridge()
    table.unit("allied", WEST)
    table.unit("german", EAST)
    table.begin(BridgePhase("allied"))
    assert table.play(f"blow {bridge(table)}", dice=(5,)) == []
    assert cites(table) == {"A44-7.2"}
    assert not table.position.bridges


@pytest.mark.rule("A44-7.12")
@pytest.mark.parametrize("turn", [1, 2])
def test_no_bridge_is_blown_on_the_first_two_turns_and_the_first_night(turn: int) -> None:
    table = with_bridge(turn)
    table.unit("allied", WEST)
    table.unit("german", EAST)
    table.having(night=turn == 2)
    assert cites(table, in_combat=True) == {"A44-7.12"}
    assert table.begin(BridgePhase("allied")) == []


@pytest.mark.rule("A44-7.14", "A44-3.5")
def test_where_no_river_runs_along_the_hexside_there_is_no_bridge_to_blow() -> None:
    table = Table(active="allied")
    table.town("town", WEST)
    table.road("primary", WEST, EAST)
    table.unit("allied", WEST)
    table.unit("german", EAST)
    assert cites(table) == {"A44-7.14"}


@pytest.mark.rule("A44-7.10")
@pytest.mark.parametrize(("state", "engaged"), [("disrupted", False), ("", True), ("broken", False)])
def test_br01_one_in_the_enemy_combat_phase_and_two_for_disrupted_or_engaged(
    state: str, engaged: bool
) -> None:
    table = with_bridge()
    table.unit("allied", WEST, state=state, engaged=engaged)

    def modifier(*, in_combat: bool) -> int:
        return total(
            demolition_modifiers(table.rules, table.position, "allied", bridge(table), in_combat=in_combat)
        )

    assert (modifier(in_combat=True), modifier(in_combat=False)) == (3, 2)


@pytest.mark.rule("A44-7.7", "A44-7.10", "A44-25.23")
def test_under_attack_the_defender_may_try_it_at_one_more_by_day_and_by_night() -> None:
    table = with_bridge()
    table.unit("allied", WEST)
    table.unit("german", EAST)
    table.having(night=True)
    name = str(bridge(table))
    assert table.begin(DemolitionInCombat("allied", name)) == [f"blow {name}", "keep"]
    table.play(f"blow {name}", dice=(3,))
    assert not table.position.bridges
    assert [reason.value for reason in table.rolls[0].reasons] == [1, 0]


@pytest.mark.rule("A44-7.6", "A44-7.7", "A44-7.11")
def test_only_the_bridge_attacked_over_is_tried_if_it_is_still_there() -> None:
    table = with_bridge()
    table.river((-2, 0), (-1, 0))
    table.unit("allied", WEST)
    table.unit("german", EAST)
    name, other = str(bridge(table)), str(table.side((-2, 0), (-1, 0)))
    table.begin(DemolitionInCombat("allied", name))
    assert table.cites(f"blow {other}") == {"A44-7.7"}
    table.play(f"blow {name}", dice=(1,))
    assert [reason.cite for reason in table.rolls[0].reasons] == ["A44-7.10", "A44-7.6"]
    assert table.position.bridges == {name: "blown"}
    assert cites(table, in_combat=True) == {"A44-7.11", "A44-7.2"}
    table.position.deeds.clear()
    assert cites(table) == {"A44-7.11"}


@pytest.mark.rule("A44-7.15", "A44-7.16")
@pytest.mark.parametrize(("die", "left"), [(4, {"blown"}), (5, set())])
def test_br04_the_first_german_try_shows_what_the_doubtful_bridge_is_worth(die: int, left: set[str]) -> None:
    table = with_bridge(1)
    table.blow(WEST, EAST, "doubtful")
    a, b = table.hex(*WEST), table.hex(*EAST)
    assert is_doubtful(table.position, a, b)
    table.begin(OurenRoll(str(bridge(table))), dice=(die,))
    assert set(table.position.bridges.values()) == left
    assert not is_doubtful(table.position, a, b)
    table.begin(OurenRoll(str(bridge(table))))  # never a second roll: no dice are given
    assert set(table.position.bridges.values()) == left


@pytest.mark.rule("A44-7.15")
@pytest.mark.parametrize(("state", "bears"), [("doubtful", True), ("blown", False)])
def test_to_the_allies_the_doubtful_bridge_is_one_like_others(state: str, *, bears: bool) -> None:
    table = with_bridge()
    table.river((0, 1), EAST)
    table.river(WEST, (1, -1))
    table.entry("E", (-3, 0), "allied")
    table.blow(WEST, EAST, state)
    tank = table.unit("allied", EAST, "tank", ma=6)
    german = table.unit("german", (3, 2), "tank", ma=6)
    a, b = table.hex(*WEST), table.hex(*EAST)
    rules, position = table.rules, table.position
    assert (not step_bars(rules, position, tank, b, a)) == bears
    assert {bar.cite for bar in step_bars(rules, position, german, b, a)} == {"A44-11.9"}
    assert (b in road_net(rules, position, "allied").hexes) == bears
    assert (a in Flight(rules, position, tank).steps(b)) == bears
    common = overlay(rules, position, "allied")
    reached = goals(rules, position, set_out(rules, position, tank, "move"), common)[1]
    assert (reached.get(a) == 1) == bears, "half an MP, in halves"
    assert str(bridge(table)) in position.bridges, "nobody has tried it"
    attacked = with_bridge()
    attacked.blow(WEST, EAST, state)
    tank, _ = attacked.unit("allied", EAST, "tank"), attacked.unit("german", WEST)
    attacked.begin(CombatPhase("allied"))
    attacked.play("stay")
    attack = attacked.game.parse(attacked.position, f"attack {a}")
    cites = {reason.cite for reason in attacked.game.explain(attacked.position, attack).reasons}
    assert ("A44-21.1" in cites) == bears and ("A44-21.8" in cites) != bears
    attacked.play(f"attack {a}", dice=(6,))
    assert attacked.position.bridges == {str(bridge(attacked)): state}, "nor do the Germans blow it"


def building(state: str = "blown") -> Table:
    table = with_bridge(6)
    table.blow(WEST, EAST, state)
    table.entry("K", (3, 0), "german")
    return table


@pytest.mark.rule("A44-7.17", "A44-7.18", "A44-7.19", "A44-7.20")
def test_br03_a_bridge_is_rebuilt_over_two_own_bridge_phases() -> None:
    table = building()
    table.unit("german", EAST)
    name = str(bridge(table))
    table.begin(BridgePhase("german"))
    assert table.position.bridges == {name: "german"}
    table.begin(BridgePhase("german"))
    assert table.position.bridges == {}


@pytest.mark.rule("A44-7.21")
def test_br03_a_condition_that_fails_in_the_second_phase_throws_it_back() -> None:
    table = building("german")
    table.unit("german", EAST)
    table.unit("allied", WEST)
    table.begin(BridgePhase("german"))
    assert table.position.bridges == {str(bridge(table)): "blown"}


@pytest.mark.rule("A44-7.17")
def test_a_bank_in_an_enemy_zoc_needs_an_own_unit() -> None:
    table = building()
    table.unit("german", EAST)
    table.unit("allied", (-1, 1))
    table.begin(BridgePhase("german"))
    assert table.position.bridges == {str(bridge(table)): "blown"}
    held = building()
    held.unit("german", EAST)
    held.unit("german", WEST)
    held.unit("allied", (-1, 1))
    held.begin(BridgePhase("german"))
    assert held.position.bridges == {str(bridge(held)): "german"}


@pytest.mark.rule("A44-7.18")
def test_no_bridge_is_rebuilt_without_a_road_to_a_supply_source() -> None:
    table = building()
    table.unit("german", EAST)
    table.unit("allied", (3, 0))
    table.begin(BridgePhase("german"))
    assert table.position.bridges == {str(bridge(table)): "blown"}


@pytest.mark.rule("A44-7.22", "A44-7.23")
def test_prepared_bridges_are_ready_in_the_german_bridge_phase_of_turn_two() -> None:
    table = with_bridge(1)
    table._theatre["bridge"] = (StartBridge(side=str(bridge(table)), state="prepared", ready=2),)
    table.blow(WEST, EAST, "prepared")
    table.unit("allied", WEST)  # no condition is checked
    table.begin(BridgePhase("german"))
    assert table.ground.unbridged(bridge(table), table.position.bridges)
    table.position.turn = 2
    table.begin(BridgePhase("allied"))
    assert table.position.bridges
    table.begin(BridgePhase("german"))
    assert not table.position.bridges
