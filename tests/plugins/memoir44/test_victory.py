"""Medals, objectives, exits and the end of the game [M44-base-victory]."""

from __future__ import annotations

import pytest
from tests.plugins.memoir44.drawing import Table
from tests.plugins.memoir44.staging import Stage

import grognard
from grognard.play import Outcome
from grognard_memoir44.hand import Discard
from grognard_memoir44.turn import TurnEnds, TurnStarts
from grognard_memoir44.victory import score


def medals(table: Table, side: str) -> int:
    """Medals a side has now, objectives included."""
    return score(table.position, table.field, side)


def outcome(table: Table) -> Outcome:
    """How the game ended; it must have."""
    found = table.game.outcome(table.position)
    assert found is not None
    assert table.to_act is None
    assert table.game.options(table.position) == []
    return found


def objective(hexes: str, side: str = "allies", **more: object) -> dict[str, object]:
    """An objective of a made-up scenario."""
    return {"hexes": tuple(hexes.split()), "side": side, **more}


# Medals for units ----------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-victory.4", "M44-combat.3")
def test_a_unit_eliminated_is_worth_a_medal_to_the_enemy() -> None:
    table = Table({"allies infantry": "C5", "axis infantry": "D5:2 M9"})
    table.attack("C5", "D5", "infantry infantry star").play("stay")
    assert (medals(table, "allies"), medals(table, "axis")) == (1, 0)
    assert table.told("medal") == [{"side": "allies", "medals": 1, "why": "eliminated"}]


@pytest.mark.rule("M44-base-victory.4")
def test_losses_short_of_the_last_figure_are_worth_nothing() -> None:
    table = Table({"allies infantry": "C5", "axis infantry": "D5 M9"})
    table.attack("C5", "D5", "infantry infantry infantry")
    assert table.figures("D5") == 1
    assert medals(table, "allies") == 0


@pytest.mark.rule("M44-base-victory.4", "M44-base-retreat.7")
def test_a_unit_that_dies_of_a_retreat_it_cannot_make_is_worth_a_medal_too() -> None:
    table = Table({"allies infantry": "c8", "axis infantry": "C9:1 M9"})
    table.attack("c8", "C9", "flag star star")
    assert not table.who("C9")
    assert medals(table, "allies") == 1


@pytest.mark.rule("M44-base-victory.4")
def test_a_scenario_may_make_a_unit_worth_more() -> None:
    """Mont Mouchet's tanks give two medals each."""
    table = Stage(
        "mont-mouchet",
        {"allies french_resistance": "b4", "axis elite_armor": "C5:1", "axis infantry": "M9"},
        bare=True,
    )
    table.attack("b4", "C5", "armor star star")
    assert medals(table, "allies") == 2


# The end -------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-victory.1")
@pytest.mark.parametrize(("already", "over"), [(2, False), (3, True)])
def test_the_first_side_with_its_medals_wins(already: int, over: bool) -> None:
    table = Table({"allies infantry": "C5", "axis infantry": "D5:1 M9"}, medals={"allies": 4, "axis": 6})
    table.position.medals = {**table.position.medals, "allies": already}
    table.attack("C5", "D5", "infantry star star")
    if not over:
        assert table.game.outcome(table.position) is None
        return
    found = outcome(table)
    assert (found.winner, found.cite) == ("allies", "M44-base-victory.1")
    assert dict(found.score) == {"allies": 4, "axis": 0}


@pytest.mark.rule("M44-base-victory.1")
def test_each_side_has_its_own_goal() -> None:
    table = Table(
        {"axis infantry": "C5", "allies infantry": "D5:1 A1"}, side="axis", medals={"allies": 1, "axis": 2}
    )
    table.attack("C5", "D5", "infantry star star").play("stay")
    assert table.game.outcome(table.position) is None
    assert medals(table, "axis") == 1


@pytest.mark.rule("M44-base-victory.2")
def test_the_game_ends_in_the_middle_of_the_turn() -> None:
    """The second unit does not battle, no card is drawn, and nobody takes ground."""
    table = Table(
        {"allies infantry": "C5 G5", "axis infantry": "D5:1 H5"},
        medals={"allies": 1, "axis": 1},
        hands={"allies": "recon_in_force probe_left", "axis": "probe_left"},
    ).commanding()
    table.play("play recon_in_force", "end-moves", "battle C5").play("pass", dice="infantry star star")
    assert outcome(table).winner == "allies"
    assert table.who("C5") == "allies infantry"
    assert not table.told("drew")
    assert table.told("won") == [{"side": "allies", "why": "medals"}]
    assert table.position.turn == 1


@pytest.mark.rule("M44-base-victory.2")
def test_no_flag_is_heeded_after_the_end() -> None:
    table = Table({"allies armor": "C5", "axis infantry": "D5:1 E5"}, medals={"allies": 1, "axis": 1})
    table.attack("C5", "D5", "infantry flag flag")
    assert outcome(table).winner == "allies"


@pytest.mark.rule("M44-base-victory.2", "M44-base-card-air-power.1")
def test_a_strike_ends_with_the_last_medal() -> None:
    table = Table(
        {"allies infantry": "A1", "axis infantry": "E5:1 F5"},
        order="air_power",
        medals={"allies": 1, "axis": 9},
    ).give_orders()
    table.play("target E5", "target F5", dice="star armor")
    assert outcome(table).winner == "allies"
    assert table.figures("F5") == 4, "the second target is not struck any more"


@pytest.mark.rule("M44-base-victory.2", "M44-base-card-ambush.3")
def test_an_ambush_may_end_the_game_in_the_attackers_turn() -> None:
    table = Table(
        {"allies infantry": "C5:1 A1", "axis infantry": "D5"},
        medals={"allies": 9, "axis": 1},
        hands={"axis": "ambush"},
    ).battling("C5")
    table.play("battle C5").play("ambush", dice="infantry star star")
    assert outcome(table).winner == "axis"


@pytest.mark.rule("M44-base-victory.3")
def test_nobody_scores_more_medals_than_needed() -> None:
    """The last unit is worth two where one was missing."""
    table = Stage(
        "mont-mouchet",
        {"allies french_resistance": "b4", "axis elite_armor": "C5:1", "axis infantry": "M9"},
        bare=True,
    )
    table.position.medals = {**table.position.medals, "allies": 3}
    table.attack("b4", "C5", "armor star star")
    assert dict(outcome(table).score) == {"allies": 4, "axis": 0}


@pytest.mark.rule("M44-base-victory.1")
def test_the_active_side_wins_if_both_have_their_medals_at_once() -> None:
    """The sources do not say; it can only come from objectives that fall to both sides in one move."""
    for side in ("allies", "axis"):
        table = Table(
            {"allies infantry": "C5", "axis infantry": "D5"},
            side=side,
            medals={"allies": 1, "axis": 1},
            objective=[objective("C5"), objective("D5", "axis")],
        )
        table.run(TurnStarts())
        assert outcome(table).winner == side


# Objectives ----------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-victory.5")
def test_an_objective_is_worth_a_medal_to_the_side_named() -> None:
    table = Table({"allies infantry": "C5", "axis infantry": "M9"}, objective=[objective("D5")])
    assert medals(table, "allies") == 0
    table.moving("C5").play("move C5", "to D5")
    assert (medals(table, "allies"), medals(table, "axis")) == (1, 0)


@pytest.mark.rule("M44-base-victory.5")
def test_the_other_side_gains_nothing_by_it() -> None:
    table = Table({"allies infantry": "A1", "axis infantry": "D5"}, objective=[objective("D5")])
    assert (medals(table, "allies"), medals(table, "axis")) == (0, 0)


@pytest.mark.rule("M44-base-victory.5")
def test_an_objective_may_be_for_either_side() -> None:
    table = Table(
        {"allies infantry": "A1", "axis infantry": "D5"}, objective=[objective("D5 A1", "either", needed=1)]
    )
    assert (medals(table, "allies"), medals(table, "axis")) == (1, 1)


@pytest.mark.rule("M44-base-victory.5", "M44-base-victory.2")
def test_the_last_medal_may_be_an_objective_reached_by_moving() -> None:
    table = Table(
        {"allies infantry": "C5 F5", "axis infantry": "M9"},
        medals={"allies": 1, "axis": 9},
        objective=[objective("D5")],
    ).moving("C5 F5")
    table.play("move C5", "to D5")
    assert outcome(table).winner == "allies"
    assert table.who("F5") == "allies infantry", "and nobody else moves"


@pytest.mark.rule("M44-base-victory.5")
def test_an_objective_may_be_reached_by_taking_ground_or_by_a_retreat() -> None:
    ground = Table({"allies infantry": "C5", "axis infantry": "D5:1 M9"}, objective=[objective("D5")])
    ground.attack("C5", "D5", "infantry star star").play("take-ground D5")
    assert medals(ground, "allies") == 2
    retreat = Table(
        {"axis infantry": "C5", "allies infantry": "D5 A1"}, side="axis", objective=[objective("d4")]
    )
    retreat.attack("C5", "D5", "flag star star").play("retreat d4", "stay")
    assert medals(retreat, "allies") == 1


@pytest.mark.rule("M44-base-victory.5", "M44-base-victory.6")
@pytest.mark.parametrize("kind", ["temporary", "permanent"])
def test_an_objective_that_a_retreat_passes_is_not_held(kind: str) -> None:
    table = Table(
        {"axis infantry": "C5", "allies infantry": "D5 A1"},
        side="axis",
        medals={"allies": 1, "axis": 9},
        objective=[objective("d4", kind=kind)],
    )
    table.attack("C5", "D5", "flag flag star").play("retreat d4", "retreat D3")
    assert medals(table, "allies") == 0
    assert table.position.outcome is None


@pytest.mark.rule("M44-base-victory.5")
def test_a_retreat_cut_short_on_an_objective_holds_it() -> None:
    table = Table(
        {"axis infantry": "C5", "allies infantry": "D5 C3 D3 E3 A1"},
        side="axis",
        medals={"allies": 1, "axis": 9},
        objective=[objective("d4")],
    )
    table.attack("C5", "D5", "flag flag star").play("retreat d4")
    assert medals(table, "allies") == 1
    assert outcome(table).winner == "allies"


@pytest.mark.rule("M44-base-victory.6")
def test_a_temporary_medal_goes_with_the_unit_that_leaves() -> None:
    table = Table({"allies infantry": "D5", "axis infantry": "M9"}, objective=[objective("D5")])
    assert medals(table, "allies") == 1
    table.moving("D5").play("move D5", "to E5")
    assert medals(table, "allies") == 0


@pytest.mark.rule("M44-base-victory.6")
def test_a_temporary_medal_goes_with_the_unit_that_is_driven_off_or_eliminated() -> None:
    for dice, lost in (("flag star star", 0), ("infantry grenade star", 1)):
        table = Table(
            {"axis infantry": "C5", "allies infantry": "D5:2 A1"}, side="axis", objective=[objective("D5")]
        )
        assert medals(table, "allies") == 1
        table.attack("C5", "D5", dice)
        if table.asked == "ChooseRetreat":
            table.play("retreat d4")
        assert medals(table, "allies") == 0
        assert medals(table, "axis") == lost


@pytest.mark.rule("M44-base-victory.6")
def test_a_permanent_medal_is_kept() -> None:
    table = Table(
        {"allies infantry": "C5", "axis infantry": "M9"}, objective=[objective("D5", kind="permanent")]
    )
    table.moving("C5").play("move C5", "to D5")
    table.position.orders.clear()
    table.moving("D5").play("move D5", "to E5")
    assert medals(table, "allies") == 1
    table.position.active = "axis"
    table.run(TurnStarts())
    assert medals(table, "allies") == 1


def test_who_took_permanent_medals_is_written_down_and_read_again() -> None:
    game = grognard.load("memoir44")
    position = game.set_up("liberation-of-paris")
    position.captured = {1: "axis", 0: "allies"}
    other = game.set_up("liberation-of-paris")
    other.captured = {0: "allies", 1: "axis"}
    assert game.decode(game.encode(position)) == position
    assert game.encode(position) == game.encode(other), "in whatever order they were taken"


@pytest.mark.rule("M44-base-victory.6")
def test_a_permanent_medal_goes_to_the_first_side_only() -> None:
    table = Table(
        {"allies infantry": "C5", "axis infantry": "E5"},
        objective=[objective("D5", "either", kind="permanent")],
    )
    table.moving("C5").play("move C5", "to D5")
    table.position.orders.clear()
    table.moving("D5").play("move D5", "to D3".replace("D3", "d4"))
    table.position.active = "axis"
    table.moving("E5").play("move E5", "to D5")
    assert (medals(table, "allies"), medals(table, "axis")) == (1, 0)


@pytest.mark.rule("M44-base-victory.5")
def test_an_objective_of_several_hexes_asks_for_as_many_as_it_says() -> None:
    for needed, expected in ((1, 1), (2, 1), (3, 0)):
        table = Table(
            {"allies infantry": "C5 D5", "axis infantry": "M9"},
            objective=[objective("C5 D5 E5", needed=needed)],
        )
        assert medals(table, "allies") == expected


@pytest.mark.rule("M44-base-victory.5")
def test_an_objective_may_be_worth_several_medals() -> None:
    table = Table({"allies infantry": "C5", "axis infantry": "M9"}, objective=[objective("C5", medals=2)])
    assert medals(table, "allies") == 2


@pytest.mark.rule("M44-base-victory.5")
def test_a_majority_medal_is_held_by_the_side_with_more_of_the_hexes() -> None:
    hexes = "C5 D5 E5"
    for ours, theirs, expected in (
        ("C5", "M9", (1, 0)),
        ("C5 D5", "E5", (1, 0)),
        ("C5", "D5", (0, 0)),
        ("C5", "D5 E5", (0, 1)),
        ("A1", "M9", (0, 0)),
    ):
        table = Table(
            {"allies infantry": ours, "axis infantry": theirs},
            objective=[objective(hexes, "either", kind="majority")],
        )
        assert (medals(table, "allies"), medals(table, "axis")) == expected


@pytest.mark.rule("M44-base-victory.5", "M44-base-victory.6")
def test_a_majority_medal_changes_hands_at_once() -> None:
    table = Table(
        {"allies infantry": "C5", "axis infantry": "E5 f6"},
        side="axis",
        objective=[objective("C5 D5 E5 F5", "either", kind="majority")],
    )
    assert (medals(table, "allies"), medals(table, "axis")) == (0, 0)
    table.moving("f6").play("move f6", "to F5")
    assert (medals(table, "allies"), medals(table, "axis")) == (0, 1)


@pytest.mark.rule("M44-base-victory.5")
def test_a_turn_start_medal_is_given_when_the_turn_of_its_side_begins() -> None:
    table = Table(
        {"allies infantry": "C5", "axis infantry": "M9"}, objective=[objective("D5", kind="turn_start")]
    )
    table.moving("C5").play("move C5", "to D5")
    assert medals(table, "allies") == 0, "reached, not yet gained"
    table.position.active = "axis"
    table.run(TurnStarts())
    assert medals(table, "allies") == 0, "the enemy's turn gives it nothing"
    table.position.active = "allies"
    table.run(TurnStarts())
    assert medals(table, "allies") == 1


@pytest.mark.rule("M44-base-victory.6")
def test_a_turn_start_medal_is_lost_with_the_hex_and_must_be_gained_anew() -> None:
    table = Table(
        {"allies infantry": "D5", "axis infantry": "M9"}, objective=[objective("D5", kind="turn_start")]
    )
    table.run(TurnStarts())
    assert medals(table, "allies") == 1
    table.moving("D5").play("move D5", "to E5")
    assert medals(table, "allies") == 0
    table.position.orders.clear()
    table.moving("E5").play("move E5", "to D5")
    assert medals(table, "allies") == 0, "not before the next turn begins"


@pytest.mark.rule("M44-base-victory.5", "M44-base-victory.1")
def test_a_turn_start_medal_may_win_the_game_before_a_card_is_played() -> None:
    table = Table(
        {"allies infantry": "D5", "axis infantry": "M9"},
        objective=[objective("D5", kind="turn_start")],
        medals={"allies": 1, "axis": 9},
        hands={"allies": "probe_left probe_right"},
    ).commanding("start")
    assert outcome(table).winner == "allies"
    assert not table.told("played")


# Sudden death --------------------------------------------------------------------------------------------


def holding(hexes: str, *, side: str = "allies", needed: int = 2) -> Table:
    """The end of a turn of ``side``; the Allies must hold hexes on D5, E5 and F5."""
    clause = {"side": "allies", "hexes": ("D5", "E5", "F5"), "needed": needed}
    return Table(
        {"allies infantry": f"{hexes} A1", "axis infantry": "M9"},
        side=side,
        order="probe_left",
        hands={"allies": "probe_left probe_right", "axis": "probe_left probe_right"},
        sudden_death=[clause],
    ).run(TurnEnds())


@pytest.mark.rule("M44-base-setup.1", "M44-base-victory.2")
def test_sudden_death_is_judged_when_the_turn_of_its_side_ends() -> None:
    found = outcome(holding("D5 F5"))
    assert (found.winner, found.why) == ("allies", "sudden death")
    assert holding("D5").game.outcome(holding("D5").position) is None
    theirs = holding("D5 F5", side="axis")
    assert theirs.game.outcome(theirs.position) is None, "not at the end of the enemy's turn"


@pytest.mark.rule("M44-base-victory.2")
def test_no_turn_follows_the_last_one() -> None:
    table = holding("D5 F5")
    assert (table.position.turn, table.position.active) == (1, "allies")


# Exits ---------------------------------------------------------------------------------------------------


def leaving(unit: str, kind: str = "infantry", **more: object) -> Table:
    """Allied units may leave over A9 and B9, for a medal."""
    return Table(
        {f"allies {kind}": unit, "axis infantry": "M5"},
        exit=[{"side": "allies", "hexes": ("A9", "B9")}],
        **more,
    )


@pytest.mark.rule("M44-base-move.6", "M44-base-victory.4")
def test_a_unit_leaves_over_an_exit_for_a_medal() -> None:
    table = leaving("A9").moving("A9")
    table.play("move A9")
    assert "leave A9" in table.options
    table.play("leave A9")
    assert table.places("allies") == set()
    assert (medals(table, "allies"), medals(table, "axis")) == (1, 0)
    assert table.told("left") == [{"side": "allies", "kind": "infantry", "hex": "A9"}]


@pytest.mark.rule("M44-base-move.6")
def test_leaving_costs_a_hex_beyond_the_exit() -> None:
    """Infantry next to the exit leaves with its second hex; from two hexes away it cannot."""
    near = leaving("C9").moving("C9").play("move C9")
    assert "leave B9" in near.options
    far = leaving("D9").moving("D9").play("move D9")
    assert not [said for said in far.options if said.startswith("leave")]
    assert far.refused("leave B9") == {"M44-base-move.6"}
    tank = leaving("D9", "armor").moving("D9").play("move D9")
    assert "leave B9" in tank.options


@pytest.mark.rule("M44-base-move.6")
def test_only_the_side_named_leaves_and_only_there() -> None:
    table = Table(
        {"axis infantry": "A9", "allies infantry": "M1"},
        side="axis",
        exit=[{"side": "allies", "hexes": ("A9",)}],
    )
    table.moving("A9").play("move A9")
    assert table.refused("leave A9") == {"M44-base-move.6"}
    elsewhere = leaving("D9").moving("D9").play("move D9")
    assert elsewhere.refused("leave D9") == {"M44-base-move.6"}


@pytest.mark.rule("M44-base-victory.2", "M44-base-move.6")
def test_the_last_medal_may_be_earned_by_leaving() -> None:
    table = leaving("A9", medals={"allies": 1, "axis": 9}).moving("A9").play("move A9", "leave A9")
    assert outcome(table).winner == "allies"


@pytest.mark.rule("M44-base-victory.4")
def test_an_exit_may_be_worth_more_or_nothing() -> None:
    for worth in (0, 2):
        table = Table(
            {"allies infantry": "A9", "axis infantry": "M5"},
            exit=[{"side": "allies", "hexes": ("A9",), "medals": worth}],
        ).moving("A9")
        table.play("move A9", "leave A9")
        assert medals(table, "allies") == worth


@pytest.mark.rule("M44-base-turn.12", "M44-base-victory.3")
def test_a_deck_that_ends_the_game_leaves_the_medals_as_they_are() -> None:
    table = Table(
        {"allies infantry": "A1", "axis infantry": "M9"},
        order="probe_left",
        cards="",
        deck={"reshuffle": False, "empty_winner": "axis"},
        medals={"allies": 4, "axis": 4},
    )
    table.position.medals = {**table.position.medals, "allies": 3}
    table.run(Discard("allies"))
    assert dict(outcome(table).score) == {"allies": 3, "axis": 0}
