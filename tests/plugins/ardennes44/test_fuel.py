"""German fuel shortage [A44-6]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table

from grognard_ardennes44.fuel import FuelRoll, FuelShortage, named_by, run_short
from grognard_ardennes44.position import ANTWERP


def panzers(turn: int = 7, **where: str | tuple[int, int]) -> Table:
    """Units of named divisions; the table names the 116th on a 3, the 2nd or Lehr on a 4, any on a 6."""
    table = Table(turn=turn)
    for formation, at in where.items():
        table.unit("german", at, "mechanised", id=f"u_{formation}", formation=formation.strip("_"))
    return table


def dry(table: Table) -> set[str]:
    return {id_ for id_, unit in table.position.units.items() if unit.dry and unit.oos}


@pytest.mark.rule("A44-6.1")
def test_no_roll_before_turn_seven() -> None:
    table = panzers(6, _116_pz=(0, 0))
    table.begin(FuelShortage("german"))
    assert not table.rolls


@pytest.mark.rule("A44-6.1", "A44-6.2", "A44-6.3")
def test_from_turn_seven_one_die_for_each_table_and_a_division_named_is_out_of_supply() -> None:
    table = panzers(7, _116_pz=(0, 0), _2_pz=(2, 0), _12_ss_pz=(4, 0))
    table.begin(FuelShortage("german"), dice=(3, 3))
    assert [[reason.cite for reason in roll.reasons] for roll in table.rolls] == [["A44-6.2"], ["A44-6.2"]]
    assert dry(table) == {"u__116_pz", "u__12_ss_pz"}


@pytest.mark.rule("A44-6.4")
def test_of_two_divisions_the_german_player_chooses() -> None:
    table = panzers(7, _2_pz=(0, 0), pz_lehr=(2, 0))
    assert table.begin(FuelRoll(0), dice=(4,)) == ["short 2_pz", "short pz_lehr"]
    assert table.game.to_act(table.position) == "german"
    table.play("short pz_lehr")
    assert dry(table) == {"u_pz_lehr"}


@pytest.mark.rule("A44-6.7")
def test_of_two_divisions_the_one_that_has_arrived_must_be_chosen() -> None:
    table = panzers(7, pz_lehr=(2, 0))
    table.having(waiting={})
    table.begin(FuelRoll(0), dice=(4,))
    assert dry(table) == {"u_pz_lehr"}


@pytest.mark.rule("A44-6.8")
def test_a_division_that_has_not_arrived_is_not_short() -> None:
    table = panzers(7, pz_lehr=(2, 0))
    table.begin(FuelRoll(0), dice=(3,))
    assert not dry(table) and not table.position.tally


@pytest.mark.rule("A44-6.6", "A44-6.8")
def test_fu01_a_division_that_arrives_this_turn_is_marked_to_enter_out_of_supply() -> None:
    table = panzers(7)
    table.unit("german", (0, 0))
    arriving = [id_ for id_, c in table.rules.counters.items() if c.formation == "116_pz"]
    table.having(waiting=dict.fromkeys(arriving, 7))
    table.begin(FuelRoll(0), dice=(3,))
    assert table.position.tally == {"dry 116_pz": 7}


@pytest.mark.rule("A44-6.6", "A44-6.8")
@pytest.mark.parametrize(("due", "short"), [(5, True), (7, True), (8, False), (0, False)])
def test_a_division_that_is_held_back_is_still_due_and_short_of_fuel(due: int, *, short: bool) -> None:
    table = panzers(7)
    table.unit("german", (0, 0))
    arriving = [id_ for id_, c in table.rules.counters.items() if c.formation == "116_pz"]
    table.having(waiting=dict.fromkeys(arriving, due))
    table.begin(FuelRoll(0), dice=(3,))
    assert table.position.tally == ({"dry 116_pz": 7} if short else {})


@pytest.mark.rule("A44-6.5", "A44-28.2")
def test_from_turn_fifteen_one_is_added() -> None:
    table = panzers(15, _116_pz=(0, 0))
    table.begin(FuelRoll(0), dice=(2,))
    assert dry(table) == {"u__116_pz"}
    assert [reason.cite for reason in table.rolls[0].reasons if reason.value] == ["A44-6.5"]


@pytest.mark.rule("A44-6.10")
def test_any_division_of_the_fifth_army_is_the_allied_players_choice() -> None:
    table = panzers(7, _2_pz=(0, 0), pz_lehr=(2, 0), _12_ss_pz=(4, 0))
    options = table.begin(FuelRoll(0), dice=(6,))
    assert table.game.to_act(table.position) == "allied"
    assert options == ["short 2_pz", "short pz_lehr"]


@pytest.mark.rule("A44-6.10")
def test_any_division_of_the_fifth_army_is_one_that_stands_on_the_map() -> None:
    table = panzers(7, _2_pz=(0, 0))
    table.unit("german", ANTWERP, "mechanised", formation="pz_lehr")
    arriving = [id_ for id_, c in table.rules.counters.items() if c.formation == "116_pz"]
    table.having(waiting=dict.fromkeys(arriving, 7))
    table.begin(FuelRoll(0), dice=(6,))
    assert dry(table) == {"u__2_pz"}, "of one division there is nothing to choose"


@pytest.mark.rule("A44-6.3")
@pytest.mark.parametrize("brigade", ["fuhrer_begleit", "fuhrer_grenadier"])
def test_the_fuhrer_brigades_count_as_divisions(brigade: str) -> None:
    table = panzers(7, **{brigade: (0, 0)}, _2_pz=(2, 0))
    part = table.unit("german", (4, 0), "tank", formation=brigade)
    assert table.rules.formations[brigade].fuel
    assert named_by(table.rules, table.position, brigade) == [brigade]
    run_short(table.context(), brigade, west_only=False)
    assert dry(table) == {f"u_{brigade}", part}


@pytest.mark.rule("A44-6.9")
def test_west_map_hits_only_the_units_there_of_a_division_the_allied_player_chooses() -> None:
    table = panzers(15, _2_pz=(0, 0), _12_ss_pz=(4, 0))
    there = table.unit("german", (-3, 0), "mechanised", formation="2_pz")
    other = table.unit("german", (-3, 2), "mechanised", formation="12_ss_pz")
    table.area("west", "west_map", (-3, 0), (-3, 2))
    table.begin(FuelRoll(0), dice=(6,))
    assert table.game.to_act(table.position) == "allied"
    table.play("short 2_pz")
    assert dry(table) == {there}
    assert other in table.position.units
