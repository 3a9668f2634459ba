"""Retreats: whole paths by their priorities, who is eliminated, room at the end [A44-17]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Spot, Table
from tests.plugins.ardennes44.fighting import fight, path, unit, where

from grognard_ardennes44.attack import defenders
from grognard_ardennes44.boxes import transfer_bars
from grognard_ardennes44.pieces import relocate
from grognard_ardennes44.retreat import Retreat, retreat_paths

AROUND: tuple[Spot, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def attacked(kind: str = "infantry", *, source: Spot = (6, 0), **facts: object) -> tuple[Table, str, str]:
    """A German at (-1,0) attacks an Allied unit at (0,0); the Allied supply source lies at ``source``."""
    table = Table()
    table.entry("A", source, "allied")
    attacker = table.unit("german", (-1, 0))
    return table, attacker, table.unit("allied", (0, 0), kind, **facts)  # type: ignore[arg-type]  # a test's facts


def shut(table: Table, *but: Spot) -> None:
    """Lakes on all sides of (0,0) but those of some hexes and of the attacker's."""
    for spot in AROUND:
        if spot not in (*but, (-1, 0)):
            table.river((0, 0), spot, kind="lake")


def alley(table: Table) -> None:
    """Water on both sides of (1,0), so that the only way leads over it to (2,0)."""
    shut(table, (1, 0))
    for spot in ((1, -1), (2, -1), (1, 1), (0, 1)):
        table.river((1, 0), spot, kind="lake")


def ways(table: Table, *chains: tuple[Spot, ...]) -> set[str]:
    """Options as text."""
    return {f"retreat {path(table, *chain)}" for chain in chains}


# Full length, no hex twice ---------------------------------------------------------------------------------


@pytest.mark.rule("A44-17.1", "A44-17.2")
def test_only_the_defender_retreats_and_by_the_full_number_of_hexes() -> None:
    table, attacker, defender = attacked()
    options = fight(table, "DR3", [attacker], (0, 0))
    assert table.game.to_act(table.position) == "allied"
    assert {len(option.split(",")) for option in options} == {3}
    assert "A44-17.2" in table.cites(f"retreat {path(table, (1, 0), (2, 0))}")
    table.play(f"retreat {path(table, (1, 0), (2, 0), (3, 0))}")
    assert (where(table, defender), where(table, attacker)) == (table.hex(3, 0), table.hex(-1, 0))


@pytest.mark.rule("A44-17.2")
def test_a_retreat_enters_no_hex_twice() -> None:
    table, attacker, _ = attacked()
    fight(table, "DR3", [attacker], (0, 0))
    assert "A44-17.2" in table.cites(f"retreat {path(table, (1, 0), (2, 0), (1, 0))}")
    assert "A44-17.2" in table.cites(f"retreat {path(table, (1, 0), (0, 0), (1, -1))}")
    assert "A44-17.2" in table.cites(f"retreat {path(table, (1, 0), (3, 0), (4, 0))}"), "a hex left out"
    assert table.cites("retreat E9999,E9998") == {"A44-17.2"}, "no hexes of the map"
    assert [bar.cite for bar in table.game.refusal(table.position, Retreat(()))] == ["A44-17.2"]


@pytest.mark.rule("A44-17.2", "A44-18.1", "A44-17.16")
def test_how_far_and_into_what_state_is_explained() -> None:
    for state, result, after in (
        ("", "DR2", "disrupted"),
        ("", "DR3", "broken"),
        ("disrupted", "DR2", "broken"),
    ):
        table, attacker, _ = attacked(state=state)
        options = fight(table, result, [attacker], (0, 0))
        options = table.play("give-way") if options[0].startswith("stand") else options
        told = table.game.explain(table.position, table.game.parse(table.position, options[0])).reasons
        assert [(reason.cite, reason.value) for reason in told] == [
            ("A44-17.2", int(result[-1])), ("A44-18.1", 0)
        ]  # fmt: skip
        assert told[1].text == f"{after} afterwards"


@pytest.mark.rule("A44-17.3", "A44-17.4")
def test_units_of_a_stack_retreat_to_different_hexes_as_their_owner_likes() -> None:
    table, attacker, first = attacked()
    second = table.unit("allied", (0, 0))
    options = fight(table, "DR3", [attacker], (0, 0))
    assert {option.split()[0] for option in options} == {"retreat"}
    assert table.cites(f"retreat {path(table, (1, 0), (2, 0), (2, -1))}") == {"A44-17.5"}, "best ways only"
    table.play(f"retreat {path(table, (1, 0), (2, 0), (3, 0))}")
    table.play(f"retreat {path(table, (1, -1), (2, -1), (3, -1))}")
    assert [where(table, id_) for id_ in (first, second)] == [table.hex(3, 0), table.hex(3, -1)]


# Priorities ------------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-17.5")
def test_priority_a_moves_away_all_the_way() -> None:
    table, attacker, _ = attacked()
    options = fight(table, "DR3", [attacker], (0, 0))
    ends = {option.split(",")[-1] for option in options}
    far = table.ground.board.distance
    assert {far(table.hex(0, 0), end) for end in ends} == {3}
    assert table.cites(f"retreat {path(table, (1, 0), (2, 0), (2, -1))}") == {"A44-17.5"}


@pytest.mark.rule("A44-17.5", "A44-17.10")
def test_a_priority_that_cannot_be_met_is_ignored() -> None:
    """Only (1,0) and (1,-1) are open ground: a tank cannot get away from the combat, and turns aside."""
    table, attacker, tank = attacked("tank", steps=1, source=(6, -3))
    shut(table, (1, 0), (1, -1))
    table.terrain("forest", (2, -1), (2, 0), (1, 1), (0, 1), (2, -2), (1, -2), (0, -1))
    both = {tuple(table.hex(*spot) for spot in chain) for chain in (((1, -1), (1, 0)), ((1, 0), (1, -1)))}
    assert set(retreat_paths(table.rules, table.position, tank, 2)) == both
    fight(table, "DR2", [attacker], (0, 0))
    assert set(table.play("give-way")) == ways(table, ((1, -1), (1, 0)), ((1, 0), (1, -1)))
    table.play(f"retreat {path(table, (1, -1), (1, 0))}")
    assert where(table, tank) == table.hex(1, 0)


@pytest.mark.rule("A44-17.6")
def test_priority_b_avoids_vacant_hexes_in_an_enemy_zoc() -> None:
    table, attacker, _ = attacked(source=(6, -6))
    fight(table, "DR2", [attacker], (0, 0))
    options = table.play("give-way")
    assert set(options) == ways(
        table, ((1, -1), (1, -2)), ((1, -1), (2, -2)), ((1, -1), (2, -1)), ((1, 0), (2, -1))
    )
    assert table.cites(f"retreat {path(table, (0, -1), (1, -2))}") == {"A44-17.6"}


@pytest.mark.rule("A44-17.7")
def test_rt01_the_first_hex_may_be_a_vacant_ezoc_if_there_is_no_other_way() -> None:
    table, attacker, defender = attacked(source=(0, -6))
    shut(table, (0, -1))
    fight(table, "DR2", [attacker], (0, 0))
    options = table.play("give-way")
    assert set(options) == ways(table, ((0, -1), (0, -2)), ((0, -1), (1, -2)))
    table.play(options[0])
    assert unit(table, defender).state == "disrupted"


@pytest.mark.rule("A44-17.7", "A44-17.11")
def test_no_later_hex_may_be_a_vacant_ezoc() -> None:
    table, attacker, defender = attacked()
    alley(table)
    table.unit("german", (3, -1))
    fight(table, "DR2", [attacker], (0, 0))
    table.play("give-way")
    assert defender not in table.position.units


@pytest.mark.rule("A44-17.8")
def test_a_friend_in_the_hex_makes_its_ezoc_count_for_nothing() -> None:
    table, attacker, defender = attacked()
    alley(table)
    table.unit("german", (3, -1))
    table.unit("allied", (2, 0))
    fight(table, "DR2", [attacker], (0, 0))
    table.play("give-way")
    assert where(table, defender) == table.hex(2, 0)


@pytest.mark.rule("A44-17.8")
def test_a_friend_that_retreats_from_the_same_combat_does_not_help() -> None:
    table, attacker, first = attacked()
    second = table.unit("allied", (0, 0))
    shut(table, (0, -1))
    table.unit("german", (1, -3))
    for spot in ((-1, -1), (1, -2), (1, -1)):
        table.river((0, -1), spot, kind="lake")
    fight(table, "DR2", [attacker], (0, 0))
    table.play("give-way")
    assert first not in table.position.units, "the second hex is a vacant EZOC"
    assert second not in table.position.units, "and so it is for the next"


@pytest.mark.rule("A44-17.8")
def test_a_friend_who_got_there_from_the_same_combat_leaves_the_hex_vacant() -> None:
    """The first hex is a vacant EZOC for both, though the one may stand there already."""
    table, attacker, _ = attacked(source=(0, -6), steps=1, state="")
    table.unit("allied", (0, 0))
    shut(table, (0, -1))
    fight(table, "DR2", [attacker], (0, 0))
    table.play("give-way")
    first = table.options()
    table.play(first[0])
    assert table.options() == first


@pytest.mark.rule("A44-17.8", "A44-17.6")
def test_no_unit_is_drawn_into_an_ezoc_by_one_that_has_just_fled_there() -> None:
    """Both ways out are in the attacker's ZOC: where the first has gone it is no better than the other."""
    table, attacker, _ = attacked()
    second = table.unit("allied", (0, 0))
    shut(table, (0, -1), (-1, 1))
    fight(table, "A1/D1", [attacker], (0, 0))
    both = [f"retreat {table.hex(-1, 1)}", f"retreat {table.hex(0, -1)}"]
    assert sorted(table.play(f"lose {second}", "give-way")) == sorted(both)
    assert sorted(table.play(f"retreat {table.hex(0, -1)}")) == sorted(both)
    other, attacker, fled = attacked()
    shut(other, (0, -1), (-1, 1))
    other.unit("allied", (0, -1))
    fight(other, "A1/D1", [attacker], (0, 0))
    other.play("give-way")
    assert where(other, fled) == other.hex(0, -1), "one that stood there before makes it the better way"


@pytest.mark.rule("A44-17.9")
@pytest.mark.parametrize("source", [(6, 0), (0, 6), (6, -6)])
def test_priority_c_ends_nearer_to_a_supply_source(source: Spot) -> None:
    table, attacker, _ = attacked(source=source)
    far, home = table.ground.board.distance, table.hex(*source)
    options = fight(table, "DR3", [attacker], (0, 0))
    ends = {option.split(",")[-1] for option in options}
    assert all(far(end, home) < far(table.hex(0, 0), home) for end in ends)
    back = {(6, 0): (0, -3), (0, 6): (3, -3), (6, -6): (0, 3)}[source]
    chain = [(back[0] * n // 3, back[1] * n // 3) for n in (1, 2, 3)]
    assert "A44-17.9" in table.cites(f"retreat {path(table, *chain)}")


@pytest.mark.rule("A44-17.9")
def test_priority_d_keeps_vehicles_to_roads() -> None:
    table, attacker, tank = attacked("tank", steps=1)
    table.road("secondary", (0, 0), (1, 0), (2, 0))
    table.unit("german", (-3, 3))
    fight(table, "DR2", [attacker], (0, 0))
    table.play("give-way")
    assert where(table, tank) == table.hex(2, 0), "one path by road: nothing to choose"
    table, attacker, _ = attacked()
    table.road("secondary", (0, 0), (1, 0), (2, 0))
    fight(table, "DR2", [attacker], (0, 0))
    options = table.play("give-way")
    assert len(options) > 1 and options[0].startswith("retreat"), "infantry does not care"
    table, attacker, _ = attacked("tank", steps=1)
    table.road("secondary", (1, 0), (2, 0))
    fight(table, "DR2", [attacker], (0, 0))
    options = table.play("give-way")
    assert len(options) > 1 and options[0].startswith("retreat"), "no road leads all the way"


@pytest.mark.rule("A44-17.4", "A44-17.10")
def test_a_way_is_refused_for_the_priorities_that_others_meet_and_no_more() -> None:
    """The only source lies behind the attacker: nobody comes nearer to it."""
    table, attacker, _ = attacked(source=(-6, 0))
    fight(table, "DR2", [attacker], (0, 0))
    assert table.play("give-way")[0].startswith("retreat")
    assert table.cites(f"retreat {path(table, (0, -1), (1, -2))}") == {"A44-17.6"}


# Eliminated ------------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-17.11", "A44-10.4")
def test_rt03_a_retreat_over_an_enemy_hexside_bond_is_the_end() -> None:
    table, attacker, defender = attacked()
    shut(table, (1, 0))
    table.unit("german", (1, -1))
    table.unit("german", (0, 1))
    options = fight(table, "DR3", [attacker], (0, 0))
    assert defender not in table.position.units
    assert options[0].startswith("advance")


@pytest.mark.rule("A44-17.11", "A44-10.4")
def test_a_retreat_into_an_enemy_hex_bond_is_the_end() -> None:
    table, attacker, defender = attacked()
    shut(table, (1, 0))
    table.unit("german", (1, -1))
    table.unit("german", (1, 1))
    fight(table, "DR3", [attacker], (0, 0))
    assert defender not in table.position.units


@pytest.mark.rule("A44-17.11", "A44-17.7")
@pytest.mark.parametrize(
    ("germans", "why"),
    [
        (((2, -1), (0, 1)), "an enemy ZOC bond occupies {}"),
        (((1, -1), (0, 1)), "an enemy ZOC bond lies between {here} and {}"),
        (((1, 0),), "the enemy holds {}"),
    ],
)
def test_a_way_that_is_the_end_is_refused_while_there_are_others(germans: tuple[Spot, ...], why: str) -> None:
    table, attacker, defender = attacked(source=(0, -6))
    for spot in germans:
        table.unit("german", spot)
    table.unit("allied", (0, -1))
    options = fight(table, "DR3", [attacker], (0, 0))
    assert options and defender in table.position.units
    found = table.refused(f"retreat {path(table, (1, 0), (2, 0), (3, 0))}")
    text = why.format(table.hex(1, 0), here=table.hex(0, 0))
    assert (text, "A44-17.11") in {(bar.text, bar.cite) for bar in found}


@pytest.mark.rule("A44-17.11", "A44-17.7")
def test_a_later_hex_in_an_enemy_zoc_is_refused_while_there_are_other_ways() -> None:
    table, attacker, _ = attacked()
    table.unit("german", (3, 0))
    fight(table, "DR2", [attacker], (0, 0))
    options = table.play("give-way")
    bad = f"retreat {path(table, (1, 0), (2, 0))}"
    assert options and bad not in options
    assert (f"{table.hex(2, 0)} is a vacant hex in an enemy ZOC", "A44-17.11") in {
        (bar.text, bar.cite) for bar in table.refused(bad)
    }


@pytest.mark.rule("A44-17.11")
def test_a_surrounded_unit_is_eliminated() -> None:
    table, attacker, defender = attacked()
    for spot in AROUND[:-1]:
        table.unit("german", spot)
    fight(table, "DR2", [attacker], (0, 0))
    table.play("give-way")
    assert defender not in table.position.units


@pytest.mark.rule("A44-17.13")
def test_a_unit_that_cannot_go_the_full_number_of_hexes_is_eliminated() -> None:
    table, attacker, defender = attacked()
    shut(table, (1, 0))
    for spot in ((1, -1), (2, -1), (2, 0), (1, 1), (0, 1)):
        table.river((1, 0), spot, kind="lake")
    fight(table, "DR2", [attacker], (0, 0))
    table.play("give-way")
    assert defender not in table.position.units


@pytest.mark.rule("A44-17.2", "A44-17.13")
@pytest.mark.parametrize("open_", [True, False])
def test_in_a_dead_end_nobody_turns_back_to_make_up_the_distance(open_: bool) -> None:
    table, attacker, defender = attacked()
    alley(table)
    for spot in ((2, -1), (3, -1), (2, 1), (1, 1), *([] if open_ else [(3, 0)])):
        table.river((2, 0), spot, kind="lake")
    fight(table, "DR3", [attacker], (0, 0))
    assert (defender in table.position.units) == open_
    if open_:
        assert where(table, defender) == table.hex(3, 0)


@pytest.mark.rule("A44-17.14", "A44-21.13")
def test_rt04_a_tank_whose_ways_all_need_roadless_forest_or_a_river_is_lost() -> None:
    for kind, lost in (("tank", True), ("recon", True), ("mechanised", False), ("infantry", False)):
        table, attacker, defender = attacked(kind, steps=1)
        table.terrain("forest", (0, -1), (1, -1), (1, 0))
        table.river((0, 0), (0, 1))
        table.river((0, 0), (-1, 1))
        fight(table, "DR2", [attacker], (0, 0))
        table.play("give-way")
        assert (defender not in table.position.units) == lost, kind


@pytest.mark.rule("A44-17.14")
def test_a_road_through_the_forest_or_a_bridge_saves_the_tank() -> None:
    for way in ((1, 0), (0, 1)):
        table, attacker, tank = attacked("tank", steps=1, source=(0, 6))
        table.terrain("forest", (0, -1), (1, -1), (1, 0))
        table.river((0, 0), (0, 1))
        table.river((0, 0), (-1, 1))
        table.road("secondary", (0, 0), way, (2 * way[0], 2 * way[1]))
        fight(table, "DR2", [attacker], (0, 0))
        table.play("give-way")
        assert tank in table.position.units


@pytest.mark.rule("A44-17.14", "A44-7.11")
def test_a_blown_bridge_does_not_save_it() -> None:
    table, attacker, tank = attacked("tank", steps=1)
    table.terrain("forest", (0, -1), (1, -1), (0, 1), (-1, 1))
    table.river((0, 0), (1, 0))
    table.road("primary", (0, 0), (1, 0), (2, 0))
    table.blow((0, 0), (1, 0))
    fight(table, "DR2", [attacker], (0, 0))
    table.play("give-way")
    assert tank not in table.position.units


@pytest.mark.rule("A44-17.12", "A44-11.12")
@pytest.mark.parametrize(("kind", "lost"), [("meuse", True), ("lake", True), ("river", False)])
def test_infantry_may_retreat_over_a_river_but_not_over_the_unbridged_meuse(kind: str, lost: bool) -> None:
    table, attacker, defender = attacked()
    for spot in AROUND[:-1]:
        table.river((0, 0), spot, kind=kind)
    options = fight(table, "DR3", [attacker], (0, 0))
    assert (defender not in table.position.units) == lost
    assert options


@pytest.mark.rule("A44-17.12", "A44-11.12")
def test_a_bridge_over_the_meuse_is_a_way_out() -> None:
    table, attacker, _ = attacked()
    for spot in AROUND[:-1]:
        table.river((0, 0), spot, kind="meuse")
    table.road("primary", (0, 0), (1, 0))
    options = fight(table, "DR3", [attacker], (0, 0))
    assert {option.split()[1].split(",")[0] for option in options} == {table.hex(1, 0)}


@pytest.mark.rule("A44-17.15")
def test_rt06_the_full_advance_is_had_although_nobody_retreats() -> None:
    table, attacker, defender = attacked()
    shut(table)
    options = fight(table, "DR3", [attacker], (0, 0))
    assert defender not in table.position.units
    assert max(len(option.split(",")) for option in options) == 2


@pytest.mark.rule("A44-17.15")
def test_the_full_advance_is_had_when_the_step_loss_eliminates_the_defender() -> None:
    table, attacker, defender = attacked(steps=1)
    options = fight(table, "D1*", [attacker], (0, 0))
    assert defender not in table.position.units
    assert max(len(option.split(",")) for option in options) == 2


# Units that do not retreat like others ---------------------------------------------------------------------


@pytest.mark.rule("A44-23.18")
def test_rs03_out_of_supply_a_unit_survives_two_hexes_but_not_three() -> None:
    table, attacker, defender = attacked(oos=True)
    fight(table, "DR2", [attacker], (0, 0))
    table.play(table.play("give-way")[0])
    assert unit(table, defender).state == "disrupted"
    table, attacker, defender = attacked(oos=True)
    fight(table, "DR3", [attacker], (0, 0))
    assert defender not in table.position.units


@pytest.mark.rule("A44-18.7", "A44-18.8", "A44-18.11", "A44-18.1")
def test_rs04_disrupted_then_broken_then_eliminated() -> None:
    table, attacker, defender = attacked()
    states = []
    for _ in range(3):
        options = fight(table, "DR2", [attacker], (0, 0))
        if options[0].startswith("stand"):
            options = table.play("give-way")
        if defender not in table.position.units:
            break
        table.play(options[0])
        states.append(unit(table, defender).state)
        table.position.agenda.clear()
        table.position.deeds.clear()
        relocate(table.context(), defender, table.hex(0, 0))
    assert states == ["disrupted", "broken"]
    assert defender not in table.position.units


@pytest.mark.rule("A44-18.8")
@pytest.mark.parametrize("result", ["DR3", "DR4"])
def test_a_disrupted_unit_that_is_broken_is_eliminated(result: str) -> None:
    table, attacker, defender = attacked(state="disrupted")
    fight(table, result, [attacker], (0, 0))
    assert defender not in table.position.units


@pytest.mark.rule("A44-27.1")
def test_rs06_engineers_survive_two_hexes_but_not_three() -> None:
    table, attacker, defender = attacked("engineer")
    fight(table, "DR2", [attacker], (0, 0))
    table.play(table.play("give-way")[0])
    assert defender in table.position.units
    table, attacker, defender = attacked("engineer")
    fight(table, "DR3", [attacker], (0, 0))
    assert defender not in table.position.units


@pytest.mark.rule("A44-27.1", "A44-17.21")
@pytest.mark.parametrize("kind", ["engineer", "infantry"])
def test_german_engineers_and_infantry_retreat_three_hexes_like_others(kind: str) -> None:
    table = Table(active="allied")
    table.entry("K", (6, 0), "german")
    attacker, defender = table.unit("allied", (-1, 0)), table.unit("german", (0, 0), kind)
    table.play(fight(table, "DR3", [attacker], (0, 0))[0])
    assert unit(table, defender).state == "broken"


@pytest.mark.rule("A44-17.20", "A44-17.21", "A44-18.9", "A44-22.12")
def test_rs07_german_artillery_needs_a_prime_mover_and_allied_artillery_is_fired() -> None:
    for marker, lost in (("", True), ("pm", False)):
        table = Table(active="allied")
        table.entry("K", (6, 0), "german")
        attacker = table.unit("allied", (-1, 0))
        gun = table.unit("german", (0, 0), "artillery", marker=marker)
        fight(table, "DR3", [attacker], (0, 0))
        assert (gun not in table.position.units) == lost
    table.play(table.options()[0])
    assert unit(table, gun).marker == "pm", "it shows that the gun cannot fire"
    table, attacker, gun = attacked("artillery")
    options = fight(table, "DR3", [attacker], (0, 0))
    table.play(options[0])
    assert (unit(table, gun).ready, unit(table, gun).state) == (False, "broken")


@pytest.mark.rule("A44-17.22", "A44-12.23")
def test_a_retreating_unit_loses_engaged_sm_and_truck_markers() -> None:
    for marker in ("sm", "truck"):
        table, attacker, defender = attacked(engaged=True, marker=marker)
        table.play(fight(table, "DR3", [attacker], (0, 0))[0])
        assert (unit(table, defender).engaged, unit(table, defender).marker) == (False, "")


@pytest.mark.rule("A44-17.17")
def test_a_unit_that_retreated_into_the_hex_of_others_is_lost_when_it_must_go_again() -> None:
    table, attacker, settled = attacked()
    guest = table.unit("allied", (0, 0), state="disrupted")
    table.having(deeds={guest: ("retreated", "guest")})
    fight(table, "DR2", [attacker], (0, 0))
    table.play("give-way")
    assert guest not in table.position.units
    assert settled in table.position.units


@pytest.mark.rule("A44-17.17")
def test_a_unit_that_retreated_into_the_hex_of_others_takes_no_part_in_the_defence() -> None:
    table, attacker, settled = attacked()
    guest = table.unit("allied", (0, 0))
    table.having(deeds={guest: ("retreated", "guest")})
    fight(table, "EX", [attacker], (0, 0))
    assert (unit(table, settled).steps, unit(table, guest).steps) == (1, 2)


def driven_onto(table: Table, attacker: str) -> str:
    """The unit at (0,0) is driven over (1,0) to (2,0), where a unit of one step stands: that unit."""
    alley(table)
    holder = table.unit("allied", (2, 0), steps=1)
    fight(table, "DR2", [attacker], (0, 0))
    table.play("give-way", f"hold {attacker}")
    return holder


@pytest.mark.rule("A44-17.17", "A44-16.17")
def test_who_fled_to_others_is_lost_with_them_when_their_last_step_goes_before_the_retreat() -> None:
    table, attacker, guest = attacked()
    second = table.unit("german", (3, -1))
    holder = driven_onto(table, attacker)
    assert where(table, guest) == where(table, holder) == table.hex(2, 0)
    options = fight(table, "D1", [second], (2, 0))
    assert holder not in table.position.units and guest not in table.position.units
    assert options[-1] == f"hold {second}", "the attacker has his advance"


@pytest.mark.rule("A44-17.17", "A44-16.9", "A44-16.38")
@pytest.mark.parametrize("result", ["EX", "DR2"])
def test_who_fled_to_others_is_not_engaged_when_they_are_lost_and_then_holds_the_hex(result: str) -> None:
    table, attacker, guest = attacked()
    second = table.unit("german", (3, -1))
    holder = driven_onto(table, attacker)
    options = fight(table, result, [second], (2, 0))
    if result == "DR2":
        assert options == [f"stand {holder}", "give-way"]
        options = table.play(f"stand {holder}", dice=[2])
    assert options == [f"hold {second}"] or options == [], "no hex was vacated"
    if options:
        table.play(f"hold {second}")
    assert holder not in table.position.units
    assert (unit(table, guest).engaged, where(table, guest)) == (False, table.hex(2, 0))
    assert defenders(table.position, table.hex(2, 0)) == (guest,), "whoever attacks now attacks it"


@pytest.mark.rule("A44-17.17")
def test_who_fled_to_an_empty_hex_defends_it_and_who_came_after_does_not() -> None:
    """Only a breakthrough group can attack the hex again in this phase."""
    table, attacker, first = attacked()
    alley(table)
    other = table.unit("german", (3, 1))
    second = table.unit("allied", (3, 0))
    for spot in ((4, -1), (4, 0), (3, -1), (2, 1)):
        table.river((3, 0), spot, kind="lake")
    fight(table, "DR2", [attacker], (0, 0))
    table.play("give-way")
    table.play(f"hold {attacker}")
    assert defenders(table.position, table.hex(2, 0)) == (first,)
    fight(table, "A1/D1", [other], (3, 0))
    table.play("give-way")
    assert where(table, second) == table.hex(2, 0)
    assert defenders(table.position, table.hex(2, 0)) == (first,)


# Room ------------------------------------------------------------------------------------------------------


def crowd(table: Table, at: Spot) -> None:
    """Three stacking points in a hex."""
    table.unit("allied", at, sp=3)


@pytest.mark.rule("A44-17.16", "A44-8.6")
def test_rt07_a_unit_may_go_on_to_where_there_is_room_and_is_then_broken() -> None:
    table, attacker, defender = attacked()
    shut(table, (1, 0))
    crowd(table, (2, 0))
    crowd(table, (2, -1))
    crowd(table, (1, 1))
    fight(table, "DR2", [attacker], (0, 0))
    options = table.play("give-way")
    assert f"retreat {path(table, (1, 0), (2, 0), (3, 0))}" in options
    further = table.refused(f"retreat {path(table, (1, 0), (2, 0), (3, 0), (4, 0))}")
    assert [(bar.text, bar.cite) for bar in further] == [("another way is better", "A44-17.16")]
    table.play(f"retreat {path(table, (1, 0), (2, 0), (3, 0))}")
    assert (where(table, defender), unit(table, defender).state) == (table.hex(3, 0), "broken")


@pytest.mark.rule("A44-17.16")
@pytest.mark.parametrize(("full", "ends"), [(False, {(3, 0)}), (True, {(4, 0), (4, -1), (4, -2), (3, -2)})])
def test_the_way_to_room_is_as_short_as_can_be_and_away_and_over_no_vacant_ezoc(
    full: bool, ends: set[Spot]
) -> None:
    """From the full hex (2,0) all around is full but (2,1), which is in an EZOC, and perhaps (3,0)."""
    table, attacker, _ = attacked()
    alley(table)
    for spot in ((2, 0), (2, -1), (1, 1), (3, -1), *([(3, 0)] if full else [])):
        crowd(table, spot)
    table.unit("german", (2, 2))
    fight(table, "DR2", [attacker], (0, 0))
    options = table.play("give-way")
    assert options[0] == f"retreat {path(table, (1, 0), (2, 0))}", "to be removed there, if he likes"
    assert {option.split(",")[-1] for option in options[1:]} == {table.hex(*spot) for spot in ends}
    assert {option.count(",") for option in options[1:]} == {3 if full else 2}


@pytest.mark.rule("A44-17.16")
def test_nobody_goes_further_than_he_must_while_there_is_room() -> None:
    table, attacker, _ = attacked()
    fight(table, "DR2", [attacker], (0, 0))
    table.play("give-way")
    bars = table.refused(f"retreat {path(table, (1, 0), (2, 0), (3, 0))}")
    assert [(bar.text, bar.cite) for bar in bars] == [
        ("only to avoid overstacking may it go further", "A44-17.16")
    ]


@pytest.mark.rule("A44-17.16", "A44-8.6", "A44-8.7")
def test_the_owner_removes_the_excess_among_those_that_retreated() -> None:
    table, attacker, first = attacked()
    second = table.unit("allied", (0, 0), attack=9, defence=9)
    shut(table, (1, 0))
    stayed = table.unit("allied", (2, 0), sp=2)
    crowd(table, (2, -1))
    crowd(table, (1, 1))
    fight(table, "DR2", [attacker], (0, 0))
    table.play("give-way")
    there = f"retreat {path(table, (1, 0), (2, 0))}"
    table.play(there)
    assert table.play(there) == [f"take-off {first}", f"take-off {second}"]
    table.play(f"take-off {first}")
    assert table.position.stack(table.hex(2, 0)) == (second, stayed)
    assert unit(table, second).state == "disrupted"


# Off the map, over boundaries ------------------------------------------------------------------------------


@pytest.mark.rule("A44-17.18", "A44-11.24")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_who_can_only_leave_by_the_east_edge_is_eliminated(side: str) -> None:
    table = Table(active="allied" if side == "german" else "german")
    table.box("W", edge=[(-6, 3)])
    attacker = table.unit("allied" if side == "german" else "german", (5, -3))
    defender = table.unit(side, (6, -3))
    table.unit("allied" if side == "german" else "german", (5, -1))
    table.unit("allied" if side == "german" else "german", (6, -5))
    fight(table, "DR3", [attacker], (6, -3))
    assert defender not in table.position.units


@pytest.mark.rule("A44-17.19", "A44-11.25", "A44-11.26")
@pytest.mark.parametrize(("result", "state"), [("DR2", "disrupted"), ("DR3", "broken")])
def test_allied_units_leave_by_the_other_edges_for_the_box(result: str, state: str) -> None:
    table = Table()
    table.box("W", edge=[(-6, 3)])
    table.entry("E", (-6, 3), "allied", box="W")
    attacker = table.unit("german", (-5, 3))
    defender = table.unit("allied", (-6, 3))
    table.unit("german", (-5, 1))
    table.unit("german", (-6, 5))
    fight(table, result, [attacker], (-6, 3))
    if result == "DR2":
        table.play("give-way")
    assert (where(table, defender), unit(table, defender).state) == ("box:W", state)
    bars = transfer_bars(table.rules, table.position, defender, table.hex(-6, 3))
    assert "A44-11.26" in {bar.cite for bar in bars}, "not back before it has rallied"


@pytest.mark.rule("A44-17.18", "A44-17.19")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_a_way_off_the_map_is_for_allies_and_to_the_box_of_that_edge(side: str) -> None:
    table = Table(active="allied" if side == "german" else "german")
    table.box("W", edge=[(-6, 3)])
    table.box("NE", edge=[(0, -6)])
    table.entry("P", (0, -6), side)
    attacker = table.unit("allied" if side == "german" else "german", (-5, 3))
    table.unit(side, (-6, 3))
    options = fight(table, "DR3", [attacker], (-6, 3))
    assert ("retreat box:W" in options) == (side == "allied")
    assert table.refused(f"retreat box:W,{table.hex(-6, 2)},{table.hex(-6, 1)}"), "and not back again"
    bars = [] if side == "allied" else [table.refused("retreat box:W")]
    for found in (*bars, table.refused("retreat box:NE")):
        assert [bar.cite for bar in found] == ["A44-17.18"]


@pytest.mark.rule("A44-17.18")
def test_germans_have_no_box() -> None:
    table = Table(active="allied")
    table.box("W", edge=[(-6, 3)])
    attacker = table.unit("allied", (-5, 3))
    defender = table.unit("german", (-6, 3))
    table.unit("allied", (-5, 1))
    table.unit("allied", (-6, 5))
    fight(table, "DR3", [attacker], (-6, 3))
    assert defender not in table.position.units


@pytest.mark.rule("A44-11.30")
def test_a_german_driven_over_an_army_boundary_has_strayed_until_he_is_back() -> None:
    table = Table(active="allied", turn=3)
    table.entry("K", (6, 0), "german")
    attacker = table.unit("allied", (-1, 0))
    defender = table.unit("german", (0, 0))
    table.boundary((1, 0), (2, 0))
    options = fight(table, "DR3", [attacker], (0, 0))
    straight = f"retreat {path(table, (1, 0), (2, 0), (3, 0))}"
    assert straight in options
    table.play(straight)
    assert unit(table, defender).strayed


@pytest.mark.rule("A44-11.30")
@pytest.mark.parametrize(
    ("side", "lines", "before", "after"),
    [
        ("german", (), False, False),
        ("german", (0,), False, True),
        ("german", (2,), False, True),
        ("german", (0, 2), False, False),
        ("german", (1,), True, False),
        ("german", (), True, True),
        ("allied", (1,), False, False),
    ],
)
def test_each_army_boundary_takes_a_german_over_or_back_and_allies_never(
    side: str, lines: tuple[int, ...], before: bool, after: bool
) -> None:
    table = Table(active="allied" if side == "german" else "german", turn=3)
    table.entry("K", (6, 0), side)
    attacker = table.unit("allied" if side == "german" else "german", (-1, 0))
    defender = table.unit(side, (0, 0))
    table.boundary((-6, 0), (-5, 0))
    for q in lines:
        table.boundary((q, 0), (q + 1, 0))
    table.replace(defender, strayed=before)
    fight(table, "DR3", [attacker], (0, 0))
    table.play(f"retreat {path(table, (1, 0), (2, 0), (3, 0))}")
    assert unit(table, defender).strayed == after


@pytest.mark.rule("A44-17.13")
def test_steps_are_conserved_when_units_are_eliminated() -> None:
    table, attacker, defender = attacked()
    shut(table)
    fight(table, "DR4", [attacker], (0, 0))
    assert table.position.lost == {defender: "eliminated"}
    assert defender not in table.position.deeds
