"""What a decision says of an action that is not open, chapter by chapter: the rule that forbids it."""

from __future__ import annotations

import pytest
from tests.plugins.asl.drawing import Table

from grognard_asl.advance import Advance, Advances
from grognard_asl.combat_stacks import Combats
from grognard_asl.rally import Rally
from grognard_asl.rout import Routs
from grognard_asl.weapons import Armoury


@pytest.mark.rule("ASLI-2.0.1", "ASLI-2.0.2")
def test_a_leader_rallies_units_of_his_own() -> None:
    table = Table(axis={"G5": "9-1 4-6-7/b"}, allies={"G9": "8-0 4-4-7/b"}).rallying()
    assert table.refused("rally r2 g1") == {"ASLI-2.0.1"}
    alone = table.game.refusal(table.position, Rally("g2", ""))
    assert [reason.cite for reason in alone] == ["ASLI-2.0.2"], "somebody leads, or it is Self-Rally"


@pytest.mark.rule("ASLI-10.4.3", "ASLI-10.4.4", "ASLI-9.5.0.5")
def test_weapons_are_recovered_where_they_lie_by_who_does_not_fight_in_the_rph() -> None:
    stack = {"G5": "lmg 4-6-7 4-6-7 4-6-7/m lmg"}
    table = Table(axis=stack, allies={"G5": "4-4-7/m"}).run(Armoury("axis", recovery=True))
    assert table.refused("recover mg1 g2") == {"ASLI-10.4.3"}, "somebody has it"
    assert "ASLI-9.5.0.5" in table.refused("recover mg2 g3")
    assert table.refused("give mg1 g3") == {"ASLI-9.5.0.5"}
    lying = Table(axis={"G5": "lmg 4-6-7 4-6-7 lmg"})
    assert lying.copy().run(Armoury("axis", recovery=True)).because("recover mg2 g2") == {"ASLI-10.4.4": 0}
    assert lying.run(Armoury("axis", recovery=False)).refused("recover mg2 g2") == {"ASLI-10.4.4"}


@pytest.mark.rule("ASLI-3.0.2", "ASLI-3.1.1")
def test_a_target_is_a_hex_of_enemies_that_somebody_can_fire_at() -> None:
    table = Table(axis={"A1": "4-6-7"}, allies={"A3": "4-4-7", "Q10": "4-4-7"}).firing("prep")
    assert table.having("target") == {"A3"}
    assert table.refused("target B1") == {"ASLI-3.1.1"}
    assert table.refused("target Q10") == {"ASLI-3.0.2"}


@pytest.mark.rule("ASLI-3.2.0.1", "ASLI-3.2.2.3", "ASLI-3.2.4.2")
def test_the_firepower_of_a_group_is_added_up_and_directed_where_leaders_are() -> None:
    table = Table(axis={"G5": "4-6-7", "G6": "8-0 4-6-7"}, allies={"G8": "4-4-7"}).aim("G8")
    assert table.refused("fire g2") == {"ASLI-3.2.0.1"}, "a leader has no firepower"
    assert table.because("fire g1 -") == {"ASLSK-0.4": 0, "ASLI-3.2.0.2": 0}
    assert table.because("fire g1,g3 -") == {"ASLSK-0.4": 0, "ASLI-3.2.0.2": 0, "ASLI-3.2.2.3": 0}
    assert table.because("fire g1,g3 g2") == table.because("fire g1,g3 -") | {"ASLI-3.2.4.2": 0}


@pytest.mark.rule("ASLI-9.5.0.5")
def test_who_is_in_melee_directs_no_fire_and_rallies_nobody() -> None:
    table = Table(axis={"G5": "9-2/m 4-6-7"}, allies={"G5": "4-4-7/m", "G8": "4-4-7"}).aim("G8")
    assert table.refused("fire g2 g1") == {"ASLI-9.5.0.5"}
    table = Table(axis={"G5": "9-1 4-6-7/bm", "K5": "9-1 4-6-7/b"}, allies={"G5": "4-4-7/m"}).rallying()
    assert table.having("rally") == {"g4 g3"}
    assert table.refused("rally g2 g1") == {"ASLI-9.5.0.5"}


@pytest.mark.rule("ASLI-4.0.1", "ASLI-4.0.2", "ASLI-4.4.1")
def test_own_units_move_as_far_as_their_mf_carry_them() -> None:
    around = dict.fromkeys(("F4", "F5", "G4", "G6", "H4", "H5"), "4-4-7")
    table = Table(axis={"G5": "4-6-7", "K5": "4-6-7"}, allies=around, terrain={"woods": "K2"}).moving()
    assert table.having("move") == {"g2"}
    assert table.refused("move r1") == {"ASLI-4.0.1"}
    assert table.refused("move g1") == {"ASLI-4.0.2"}, "enemies all around"
    table = Table(axis={"K5": "4-6-7"}, allies={"A1": "4-4-7/b"}, terrain={"woods": "K1"}).moving()
    table.play("move g1", "walk")
    assert table.refused("stop") == {"ASLI-4.4.1"}, "a move goes somewhere"
    table.play("to K4", "to K3", "to K2")
    assert table.refused("to K1") == {"ASLI-4.0.2"} and "to L1" in table.options
    assert table.refused("stop") == set()


@pytest.mark.rule("ASLI-8.0.1", "ASLI-4.0.4")
def test_own_units_advance_on_the_map() -> None:
    corner = Table(axis={"A1": "4-6-7"}, allies={"K5": "4-4-7"}).run(Advances("axis"))
    assert corner.having("advance") == {f"g1 {hex}" for hex in corner.field.board.neighbours("A1")}
    off = corner.game.refusal(corner.position, Advance("g1", "Z9"))
    assert [reason.cite for reason in off] == ["ASLI-4.0.4"]
    table = Table(axis={"G5": "4-6-7"}, allies={"K5": "4-4-7"}).run(Advances("axis"))
    assert table.refused("advance r1 K6") == table.refused("advance g1 K6") == {"ASLI-8.0.1"}


@pytest.mark.rule("ASLI-4.0.1", "ASLI-8.0.1")
def test_a_pinned_unit_stays_where_it_is() -> None:
    table = Table(axis={"G5": "4-6-7/n 4-6-7"}, allies={"Q1": "4-4-7"})
    moving, advancing = table.copy().moving(), table.run(Advances("axis"))
    assert moving.having("move") == {"g2"} and moving.refused("move g1") == {"ASLI-4.0.1"}
    assert advancing.refused("advance g1 G6") == {"ASLI-8.0.1"}
    assert advancing.refused("advance g2 G6") == set()


@pytest.mark.rule("ASLI-7.0.4", "ASLI-7.1.1.2", "ASLI-7.1.2.1")
def test_broken_units_rout_and_unbroken_ones_break_on_their_own_side() -> None:
    allies = {"G4": "4-4-7/b", "K9": "4-4-7/bd", "M9": "4-4-7"}
    table = Table(axis={"G2": "4-6-7"}, allies=allies, side="allies").run(Routs("allies"))
    assert table.refused("rout g1") == {"ASLI-7.1.1.2"}
    assert table.refused("break g1") == {"ASLI-7.1.2.1"}
    assert "ASLI-7.1.2.1" in table.refused("break r1"), "it is broken"
    assert table.because("rout r1") == {"ASLI-7.0.1": 0}, "driven out"
    assert table.because("rout r2") == {"ASLI-7.0.4": 0}, "it may"


@pytest.mark.rule("ASLI-4.0.3", "ASLI-7.2.1.1", "ASLI-7.4.1", "ASLI-7.5.2.4")
def test_a_rout_goes_from_hex_to_hex_not_onto_enemies_and_to_the_nearest_cover() -> None:
    table = Table(axis={"G3": "4-6-7"}, allies={"G4": "4-4-7/b"}, terrain={"woods": "G6"}, side="allies")
    table.run(Routs("allies")).play("rout r1")
    assert (table.refused("to A1"), table.refused("crawl A1")) == ({"ASLI-7.5.2.4"}, {"ASLI-7.4.1"})
    assert "ASLI-4.0.3" in table.refused("to G3")
    assert {"ASLI-7.5.2.4", "ASLI-7.2.1.1"} <= table.refused("stop"), "not begun, and no cover"
    assert table.refused("to F4") == {"ASLI-7.2.1.1"}, "the woods are nearer by G5"
    table = Table(
        axis={"G1": "4-6-7"},
        allies={"G4": "4-4-7/bd"},
        terrain={"woods": "G5 H4"},
        levels={"H4": 1},
        side="allies",
    ).run(Routs("allies"))
    table.play("rout r1")
    assert table.having("to") == {"G5"} and table.refused("to H4") == {"ASLI-7.2.1.1"}, "uphill costs more"


@pytest.mark.rule("ASLI-7.5.2.4")
def test_a_leader_who_has_routed_goes_along_with_nobody() -> None:
    allies = {"G4": "8-0/b", "G5": "4-4-7/bd", "K9": "4-4-7/bd"}
    table = Table(axis={"G2": "4-6-7"}, allies=allies, terrain={"woods": "G5 G6"}, side="allies")
    table.run(Routs("allies")).play("rout r1", "to G5", "stop")
    assert table["r1"].hex == "G5" and "rout r2" in table.options
    assert table.refused("rout-with r2 r1") == {"ASLI-7.5.2.4"}


@pytest.mark.rule("ASLI-9.0.1", "ASLI-9.1.4")
def test_close_combat_is_fought_once_where_both_sides_are_against_enemies_there() -> None:
    both = dict.fromkeys(("G5", "K5", "M5"), "4-6-7")
    table = Table(axis=both, allies=dict.fromkeys(both, "4-4-7")).run(Combats("axis"), Combats("axis"))
    assert table.refused("fight A1") == {"ASLI-9.0.1"}
    table.play("fight G5")
    assert table.refused("engage g1 r2") == {"ASLI-9.0.1"}, "it is in K5"
    table.play("abstain g1", "abstain r1")
    assert table.options == {"fight K5", "fight M5"}
    assert table.refused("fight G5") == {"ASLI-9.1.4"}
