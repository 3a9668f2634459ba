"""A turn: one card, orders, moves, battles, a new card [M44-base-turn]."""

from __future__ import annotations

import pytest
from tests.plugins.memoir44.drawing import Table

from grognard_memoir44.command import PlayCard
from grognard_memoir44.movement import MoveUnit
from grognard_memoir44.orders import OrderUnit


def facing(hands: str = "probe_left probe_right", **more: object) -> Table:
    """Allied infantry in all three sections, an Axis unit three hexes before the left; two cards each."""
    return Table(
        {"allies infantry": "B3 C3 G3 L3", "axis infantry": "b6 M9"},
        hands={"allies": hands, "axis": "attack_left attack_right"},
        **more,
    )


def more_than_ordered() -> Table:
    """Probe on the left, where there are four units for its two orders."""
    units = {"allies infantry": "A1 B1 C1 D1", "axis infantry": "M9"}
    hands = {"allies": "probe_left probe_right", "axis": "attack_left attack_right"}
    return Table(units, hands=hands).commanding().play("play probe_left")


@pytest.mark.rule("M44-base-turn.1")
def test_a_turn_has_five_steps_and_then_it_is_the_other_sides() -> None:
    table = facing(cards="assault_left assault_right").commanding()
    table.play("play probe_left", "move B3", "to b4", "end-moves")
    table.play("battle b4", dice=["star star", "assault_left"])
    steps = [event.what for event in table.events]
    assert steps == [
        "played", "ordered", "ordered", "moved", "attacks", "rolled", "drew", "turn",
    ]  # fmt: skip
    assert table.told("turn") == [{"number": 2, "side": "axis"}]
    assert table.to_act == "axis"
    assert table.asked == "ChooseCard"


@pytest.mark.rule("M44-base-turn.1")
def test_the_card_of_the_ruleset_lists_the_steps_in_this_order(game) -> None:
    sequence = game.rules.sequence
    steps = [sequence.first]
    while (following := sequence.follow(steps[-1], lambda _guard: False)) != steps[0]:
        steps.append(following)
    assert steps == ["start", "command", "order", "move", "battle", "draw", "end"]


@pytest.mark.rule("M44-base-turn.2")
def test_one_card_of_the_hand_is_played_and_lies_open_on_the_table() -> None:
    table = facing().commanding()
    assert table.options == {"play probe_left", "play probe_right"}
    assert table.refused("play attack_left") == {"M44-base-turn.2"}, "the other side holds that one"
    for text, told in (
        ("play attack_left", "'attack_left' is not in the hand"),
        ("play atack_left", "there is no card 'atack_left' (did you mean 'attack_left' or "),
        ("strike-with fly", "there is no card 'fly'"),
    ):
        action = table.game.parse(table.position, text)
        assert table.game.refusal(table.position, action)[0].text.startswith(told)
    table.play("play probe_left")
    assert table.hand("allies") == "probe_right"
    assert table.position.seen_by("axis").played == "probe_left", "face up"
    assert table.game.refusal(table.position, PlayCard("probe_right")), "exactly one card a turn"


@pytest.mark.rule("M44-base-turn.3")
def test_all_units_are_named_before_any_of_them_moves() -> None:
    table = more_than_ordered()
    assert table.asked == "SelectUnits"
    assert table.hexes("move") == set()
    assert table.game.refusal(table.position, MoveUnit("A1")), "no move before the orders are out"
    table.play("order A1", "done")
    assert table.asked == "ChooseMover"
    assert table.game.refusal(table.position, OrderUnit("B1")), "no order once the moves have begun"


@pytest.mark.rule("M44-base-turn.3")
def test_a_unit_passed_over_is_not_named_afterwards() -> None:
    """Orders are given in one go: the list is gone through once, so that every choice has one text."""
    table = more_than_ordered().play("order B1")
    assert table.options == {"order C1", "order D1", "done"}
    assert table.refused("order A1") == {"M44-base-turn.3"}


@pytest.mark.rule("M44-base-turn.4")
@pytest.mark.parametrize(
    ("actions", "ordered"),
    [(["done"], set()), (["order A1", "done"], {"A1"}), (["order A1", "order C1"], {"A1", "C1"})],
)
def test_fewer_units_than_the_card_says_may_be_ordered(actions: list[str], ordered: set[str]) -> None:
    table = more_than_ordered().play(*actions, dice=() if ordered else ["recon_1_left"])
    assert {str(told["hex"]) for told in table.told("ordered")} == ordered


@pytest.mark.rule("M44-base-turn.5")
def test_a_unit_takes_one_order_a_turn_even_on_a_section_line() -> None:
    """Recon in Force: the unit on the line may be ordered from either side of it, but not twice."""
    table = Table(
        {"allies infantry": "A1 d2 G1 H1", "axis infantry": "M9"}, order="recon_in_force"
    ).give_orders()
    assert table.options == {"order A1", "order d2", "done"}, "the left section comes first"
    table.play("order d2")
    assert table.options == {"order G1", "order H1", "done"}
    assert table.refused("order d2") == {"M44-base-turn.5"}


@pytest.mark.rule("M44-base-turn.6")
def test_only_ordered_units_move_and_battle() -> None:
    table = Table({"allies infantry": "B3 C3", "allies armor": "D3", "axis infantry": "C5 M9"}).fighting("B3")
    assert table.hexes("move") == {"B3"}
    assert table.refused("move C3") == {"M44-base-turn.6"}
    assert table.refused("move M9") == {"M44-base-turn.6"}, "the enemy's neither"
    table.play("end-moves")
    assert table.hexes("battle") == {"B3"}
    assert table.refused("battle C3") == {"M44-base-turn.6"}
    assert table.refused("battle C5") == {"M44-base-turn.6"}


@pytest.mark.rule("M44-base-turn.6")
def test_orders_go_to_own_units() -> None:
    table = Table({"allies infantry": "A1 B1 C1", "axis infantry": "A9"}, order="probe_left").give_orders()
    assert table.hexes("order") == {"A1", "B1", "C1"}
    assert table.refused("order A9") == {"M44-base-turn.6"}


@pytest.mark.rule("M44-base-turn.6")
def test_only_ordered_units_take_the_action_of_their_hex() -> None:
    """Removing wire takes the place of a battle: it needs an order as well."""
    table = Table({"allies infantry": "C3 G3", "axis infantry": "M9"}, {"wire": "C3 G3"}).battling("C3")
    assert table.hexes("remove-wire") == {"C3"}
    assert table.refused("remove-wire G3") == {"M44-base-turn.6"}


@pytest.mark.rule("M44-base-turn.7")
def test_an_order_counts_where_it_was_given_and_the_unit_may_leave_the_section() -> None:
    table = Table(
        {"allies armor": "D1 E1", "axis infantry": "G3"}, hands={"allies": "probe_left"}
    ).commanding()
    table.play("play probe_left")
    assert [told["hex"] for told in table.told("ordered")] == ["D1"], "E1 is in the center"
    table.play("move D1", "to e2", "end-moves")
    assert "center" in table.field.sections("e2", "allies")
    assert "left" not in table.field.sections("e2", "allies")
    assert table.options == {"battle e2", "end-battles"}


@pytest.mark.rule("M44-base-turn.7")
def test_a_unit_that_comes_into_the_section_later_is_not_ordered_by_that() -> None:
    table = Table(
        {"allies infantry": "E1", "allies armor": "D1", "axis infantry": "M9"}, order="assault_left"
    ).give_orders()
    assert [told["hex"] for told in table.told("ordered")] == ["D1"]


@pytest.mark.rule("M44-base-turn.8")
def test_all_moves_come_before_all_battles() -> None:
    table = Table({"allies infantry": "B3 D3", "axis infantry": "B5 E5 M9"}).fighting("B3 D3")
    assert table.hexes("battle") == set(), "no battle while units move"
    table.play("move B3", "to b4", "end-moves")
    assert table.hexes("move") == set()
    table.play("battle b4", dice="star star star")
    assert table.game.refusal(table.position, MoveUnit("D3")), "no move once the battles have begun"
    assert [event.what for event in table.events].index("moved") < [
        event.what for event in table.events
    ].index("attacks")


@pytest.mark.rule("M44-base-turn.9")
def test_units_move_in_any_order_and_once() -> None:
    table = Table({"allies infantry": "B1 F1", "axis infantry": "M9"}).moving("B1 F1")
    assert table.options == {"move B1", "move F1", "end-moves"}
    table.play("move F1")
    assert table.refused("remain") == {"M44-base-turn.9"}, "who was named moves"
    table.play("to f2")
    assert table.options == {"move B1", "end-moves"}
    assert table.refused("move f2") == {"M44-base-turn.9"}


@pytest.mark.rule("M44-base-turn.9", "M44-base-battle.2")
def test_units_battle_in_any_order_and_once() -> None:
    table = Table({"allies infantry": "B3 F3", "axis infantry": "B5 F5 M9"}).battling("B3 F3")
    assert table.options == {"battle B3", "battle F3", "end-battles"}
    table.play("battle F3", dice="star star")
    assert table.options == {"battle B3", "end-battles"}
    assert table.refused("battle F3") == {"M44-base-battle.2"}


@pytest.mark.rule("M44-base-turn.10")
def test_an_ordered_unit_need_neither_move_nor_battle() -> None:
    table = facing().commanding()
    table.play("play probe_left", "end-moves", "end-battles", dice=["recon_1_left"])
    assert not table.told("moved")
    assert not table.told("attacks")
    assert table.to_act == "axis"


@pytest.mark.rule("M44-base-turn.11")
def test_the_card_played_is_discarded_and_one_is_drawn() -> None:
    table = facing(cards="assault_left assault_right assault_right", discards="attack_center").commanding()
    table.play("play probe_left", "end-moves", "end-battles", dice=["assault_right"])
    assert table.hand("allies") == "assault_right probe_right"
    assert table.position.discards == {"attack_center": 1, "probe_left": 1}
    assert table.position.deck == {"assault_left": 1, "assault_right": 1}
    assert table.position.played == "", "nothing is left on the table"


@pytest.mark.rule("M44-base-turn.12")
def test_when_the_deck_is_empty_the_discards_make_a_new_one() -> None:
    table = facing(cards="", discards="attack_center attack_right").commanding()
    table.play("play probe_left", "end-moves", "end-battles", dice=["attack_right"])
    assert table.hand("allies") == "attack_right probe_right"
    assert table.told("reshuffled") == [{}]
    assert table.position.deck == {"attack_center": 1, "probe_left": 1}, "the card just played is among them"
    assert table.position.discards == {}


@pytest.mark.rule("M44-base-turn.12")
def test_the_last_card_of_the_deck_is_drawn_without_shuffling() -> None:
    table = facing(cards="assault_left", discards="attack_center").commanding()
    table.play("play probe_left", "end-moves", "end-battles", dice=["assault_left"])
    assert table.hand("allies") == "assault_left probe_right"
    assert not table.told("reshuffled")
