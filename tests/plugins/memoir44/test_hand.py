"""Hands, draws and the deck [M44-base-setup.2, M44-base-setup.3, M44-base-turn.11, M44-base-turn.12]."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.plugins.memoir44.drawing import Table
from tests.plugins.memoir44.staging import Stage

from grognard.dice import SeededDice
from grognard_memoir44.position import MemoirPosition

UNITS = {"allies infantry": "A1", "axis infantry": "M9"}
AXIS = "attack_left attack_right"


def playing(hand: str, **more: object) -> Table:
    """The Allies are to play a card; nobody is near an enemy."""
    return Table(UNITS, hands={"allies": hand, "axis": AXIS}, **more).commanding()


def all_cards(position: MemoirPosition) -> Counter[str]:
    """All cards there are, wherever they lie."""
    held = [*position.hands["allies"], *position.hands["axis"], *position.drawn]
    table = [position.played] if position.played else []
    return Counter(position.deck) + Counter(position.discards) + Counter(held) + Counter(table)


# Ordinary draws ------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-turn.11", "M44-base-setup.3")
def test_the_hand_has_as_many_cards_after_a_turn_as_before_it() -> None:
    table = playing("probe_left attack_left assault_left", cards="recon_1_left recon_1_right")
    table.play("play attack_left", "end-moves", dice=["recon_1_right"])
    assert table.hand("allies") == "assault_left probe_left recon_1_right"
    assert table.position.deck == {"recon_1_left": 1}
    assert table.position.discards == {"attack_left": 1}


@pytest.mark.rule("M44-base-setup.3")
def test_hands_keep_their_size_through_a_game(game) -> None:
    """Forty turns with the hands Pointe-du-Hoc gives: six cards and four."""
    dice = SeededDice("hands")
    position = game.start("pointe-du-hoc", dice)
    options = game.options(position)
    choices = 0
    while position.turn < 40 and options:
        if type(game.decision(position)).__name__ == "ChooseCard":
            assert {side: len(hand) for side, hand in position.hands.items()} == {"allies": 6, "axis": 4}
        choices += 1
        options = game.apply(position, options[choices * 7 % len(options)], dice)


@pytest.mark.rule("M44-base-components.6", "M44-base-turn.12")
def test_no_card_is_ever_lost_or_made(game) -> None:
    """Sixty cards wherever they lie, over shuffles, Recon 1 and Ambush."""
    dice = SeededDice("sixty")
    position = game.start("sword-beach", dice)
    printed = Counter({card.id: card.copies for card in game.rules.cards.values()})
    options, choices = game.options(position), 0
    while position.turn < 120 and options:
        assert all_cards(position) == printed
        choices += 1
        options = game.apply(position, options[choices * 5 % len(options)], dice)
    assert choices > 300


# Recon 1 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-card-recon-1.3")
@pytest.mark.parametrize("section", ["left", "center", "right"])
def test_recon_1_draws_two_keeps_one_and_discards_the_other(section: str) -> None:
    table = playing(f"recon_1_{section} probe_left", cards="attack_left assault_left recon_1_right")
    dice = ["attack_left", "assault_left"]
    if section == "left":
        table.play(f"play recon_1_{section}", "end-moves", dice=dice)
    else:
        table.play(f"play recon_1_{section}", dice=dice)
    assert table.options == {"keep attack_left", "keep assault_left"}
    assert table.refused("keep recon_1_right") == {"M44-base-card-recon-1.3"}, "it was not drawn"
    table.play("keep assault_left")
    assert table.hand("allies") == "assault_left probe_left"
    assert table.position.discards == {"attack_left": 1, f"recon_1_{section}": 1}
    assert table.to_act == "axis"


@pytest.mark.rule("M44-base-card-recon-1.3")
def test_two_cards_of_a_kind_are_still_two_cards() -> None:
    table = playing("recon_1_right probe_left", cards="attack_left attack_left")
    table.play("play recon_1_right", dice=["attack_left", "attack_left"])
    assert table.options == {"keep attack_left"}
    table.play("keep attack_left")
    assert table.position.discards == {"attack_left": 1, "recon_1_right": 1}


@pytest.mark.rule("M44-base-card-recon-1.3", "M44-base-setup.2")
def test_the_cards_looked_at_are_hidden_from_the_other_side() -> None:
    table = playing("recon_1_right probe_left", cards="attack_left assault_left")
    table.play("play recon_1_right", dice=["attack_left", "assault_left"])
    assert table.position.seen_by("allies").drawn == ("assault_left", "attack_left")
    assert table.position.seen_by("axis").drawn == ("?", "?")


@pytest.mark.rule("M44-base-card-recon-1.3", "M44-base-turn.12")
def test_the_second_card_may_come_from_a_new_deck() -> None:
    table = playing("recon_1_right probe_left", cards="attack_left", discards="assault_left")
    table.play("play recon_1_right", dice=["attack_left", "recon_1_right"])
    assert table.told("reshuffled") == [{}]
    assert table.options == {"keep attack_left", "keep recon_1_right"}, "the card just played is in it"


@pytest.mark.rule("M44-base-card-recon-1.3")
def test_recon_in_force_draws_one_card() -> None:
    table = playing("recon_in_force probe_left", cards="attack_left assault_left")
    table.play("play recon_in_force", "end-moves", dice=["attack_left"])
    assert table.hand("allies") == "attack_left probe_left"


@pytest.mark.rule("M44-base-card-recon-1.3", "M44-action-air-strike.1")
def test_recon_1_played_as_an_air_strike_draws_one_card() -> None:
    hill = {
        "side": "allies",
        "hexes": ("A1",),
        "card": "recon_1",
        "played_as": "air_power",
        "target_in_section": True,
    }
    table = playing("recon_1_right probe_left", cards="attack_left assault_left", recon_strike=hill)
    table.play("strike-with recon_1_right", "target M9", dice=["armor armor", "attack_left"])
    assert table.hand("allies") == "attack_left probe_left"


# Ambush --------------------------------------------------------------------------------------------------


def after_ambush(mover: str, ambusher: str) -> Table:
    """The Allies close assault with ``mover``'s card, the Axis answer with Ambush; both hands in turn."""
    table = Table(
        {"allies infantry": "C5", "axis infantry": "D5 M9"},
        hands={"allies": mover, "axis": ambusher},
        cards="attack_left assault_left assault_right",
    ).commanding()
    return table.play("play probe_left", "end-moves", "battle C5")


@pytest.mark.rule("M44-base-card-ambush.5", "M44-base-setup.3")
def test_the_ambusher_draws_its_card_before_the_active_side() -> None:
    table = after_ambush("probe_left probe_right", "ambush recon_1_left")
    table.play("ambush", dice=["star star star", "star star star", "assault_left", "attack_left"])
    draws = [roll for roll in table.rolls if roll.kind == "draw"]
    assert [(roll.why, roll.faces) for roll in draws] == [
        ("card for axis", ("assault_left",)),
        ("card for allies", ("attack_left",)),
    ]
    assert table.hand("axis") == "assault_left recon_1_left"
    assert table.hand("allies") == "attack_left probe_right"
    assert table.position.discards == {"ambush": 1, "probe_left": 1}


@pytest.mark.rule("M44-base-card-ambush.5")
def test_the_replacement_is_drawn_once_and_at_the_end_of_the_turn() -> None:
    table = after_ambush("probe_left probe_right", "ambush recon_1_left")
    table.play("ambush", dice=["flag star star"])
    assert table.hand("axis") == "recon_1_left", "not yet"
    table.play("retreat b4", dice=["assault_left", "attack_left"])
    table.play("play recon_1_left", "end-moves", dice=["assault_right", "probe_left"])
    assert len(table.hand("axis").split()) == 1, "two to choose from, none for the Ambush of last turn"


# The deck's end ------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-turn.12")
def test_the_new_deck_holds_all_discards_and_no_hand() -> None:
    table = playing("probe_left probe_right", cards="", discards="recon_1_left recon_1_left assault_left")
    table.play("play probe_left", "end-moves", dice=["recon_1_left"])
    assert table.position.deck == {"assault_left": 1, "probe_left": 1, "recon_1_left": 1}
    assert table.position.discards == {}


def at_vassieux(card: str, *, deck: str, medals: int = 3, discards: str = "attack_left") -> Table:
    """The Allies play a card at Vassieux, where the deck is not shuffled again."""
    table = Stage(
        "vassieux",
        {"allies french_resistance": "A1", "axis infantry": "M9"},
        hands={"allies": f"{card} probe_right", "axis": AXIS},
        cards=deck,
        discards=discards,
    )
    table.position.medals = {**table.position.medals, "allies": medals}
    return table.commanding()


@pytest.mark.rule("M44-base-turn.12", "M44-base-setup.1")
def test_vassieux_the_axis_win_when_a_card_must_be_drawn_and_there_is_none() -> None:
    table = at_vassieux("probe_left", deck="")
    table.play("play probe_left", "end-moves")
    outcome = table.game.outcome(table.position)
    assert outcome is not None
    assert (outcome.winner, outcome.cite) == ("axis", "M44-base-turn.12")
    assert dict(outcome.score) == {"allies": 3, "axis": 0}
    assert table.to_act is None


@pytest.mark.rule("M44-base-turn.12", "M44-base-card-recon-1.3")
def test_vassieux_a_card_drawn_before_the_deck_ran_out_is_not_lost() -> None:
    table = at_vassieux("recon_1_left", deck="probe_left")
    table.play("play recon_1_left", "end-moves", dice=["probe_left"])
    assert table.position.outcome is not None
    held = [card for hand in table.position.hands.values() for card in hand]
    assert held.count("probe_left") == 1 and table.position.deck == {}


@pytest.mark.rule("M44-base-turn.12", "M44-base-setup.1")
def test_vassieux_the_last_card_may_still_be_drawn_and_played() -> None:
    table = at_vassieux("probe_left", deck="recon_1_left")
    table.play("play probe_left", "end-moves", dice=["recon_1_left"])
    assert table.game.outcome(table.position) is None
    assert table.to_act == "axis"


@pytest.mark.rule("M44-base-turn.12", "M44-base-card-their-finest-hour.4", "M44-base-setup.1")
def test_vassieux_their_finest_hour_shuffles_nothing() -> None:
    table = at_vassieux("their_finest_hour", deck="recon_1_left recon_1_right")
    table.play("play their_finest_hour", dice=["flag flag", "recon_1_left"])
    assert table.position.deck == {"recon_1_right": 1}
    assert table.position.discards == {"attack_left": 1, "their_finest_hour": 1}
    end = at_vassieux("their_finest_hour", deck="")
    end.play("play their_finest_hour", dice=["flag flag"])
    assert end.game.outcome(end.position).winner == "axis"


@pytest.mark.rule("M44-base-turn.12")
def test_elsewhere_an_empty_deck_ends_no_game() -> None:
    table = playing("probe_left probe_right", cards="", discards="attack_left")
    table.play("play probe_left", "end-moves", dice=["probe_left"])
    assert table.game.outcome(table.position) is None


# Pegasus Bridge ------------------------------------------------------------------------------------------


def at_pegasus(turns: int, hand: str = "probe_left probe_right") -> Table:
    """The Axis are to play after so many turns of their own; six cards are known to be in the deck."""
    table = Stage(
        "pegasus-bridge",
        {"allies infantry": "D3", "axis infantry": "M9"},
        side="axis",
        hands={"axis": hand, "allies": "probe_left probe_right"},
        cards="attack_left attack_center attack_right recon_1_right assault_left assault_right",
    )
    table.position.turns = {**table.position.turns, "axis": turns}
    return table.commanding()


@pytest.mark.rule("M44-base-setup.3", "M44-base-setup.1")
@pytest.mark.parametrize(("turns", "size"), [(0, 3), (1, 3), (2, 2), (3, 2)])
def test_pegasus_bridge_the_axis_draw_two_cards_after_their_first_and_second_turn(
    turns: int, size: int
) -> None:
    table = at_pegasus(turns)
    table.play("play probe_right", dice=["attack_left", "attack_right"][: size - 1])
    assert len(table.position.hands["axis"]) == size
    assert table.to_act == "allies"


@pytest.mark.rule("M44-base-setup.3", "M44-base-setup.1")
def test_pegasus_bridge_the_axis_have_four_cards_from_their_third_turn_on() -> None:
    """Turn by turn, with a card that orders nobody and a deck of nothing else."""
    table = Stage(
        "pegasus-bridge",
        {"allies infantry": "D3", "axis infantry": "M9"},
        hands={"axis": "probe_right " * 2, "allies": "probe_right " * 6},
        cards="probe_right " * 12,
    ).commanding()
    sizes: dict[str, list[int]] = {"allies": [], "axis": []}
    for turn in range(1, 9):
        side = table.position.active
        sizes[side].append(len(table.position.hands[side]))
        drawn = 2 if side == "axis" and turn < 5 else 1
        table.play("play probe_right", dice=["probe_right"] * drawn)
    assert sizes == {"allies": [6, 6, 6, 6], "axis": [2, 3, 4, 4]}


@pytest.mark.rule("M44-base-card-recon-1.3", "M44-base-setup.3")
def test_pegasus_bridge_recon_1_chooses_its_card_and_the_second_one_comes_on_top() -> None:
    table = at_pegasus(0, "recon_1_left probe_right")
    table.play("play recon_1_left", "end-moves", dice=["attack_left", "attack_right"])
    assert table.options == {"keep attack_left", "keep attack_right"}
    table.play("keep attack_left", dice=["assault_left"])
    assert table.hand("axis") == "assault_left attack_left probe_right"
    assert table.position.discards == {"attack_right": 1, "recon_1_left": 1}


@pytest.mark.rule("M44-base-setup.3")
def test_pegasus_bridge_the_allies_draw_one_card() -> None:
    table = Stage(
        "pegasus-bridge",
        {"allies infantry": "D3", "axis infantry": "M9"},
        hands={"allies": "probe_right probe_left", "axis": AXIS},
        cards="attack_left attack_center",
    ).commanding()
    table.play("play probe_right", dice=["attack_left"])
    assert table.hand("allies") == "attack_left probe_left"


# Hidden hands --------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-setup.2")
def test_a_side_sees_its_own_hand_and_the_size_of_the_other() -> None:
    table = playing(
        "probe_left attack_left assault_left", cards="recon_1_left recon_1_left", discards="barrage"
    )
    seen = table.position.seen_by("allies")
    assert seen.hands == {"allies": ("assault_left", "attack_left", "probe_left"), "axis": ("?", "?")}
    assert seen.deck == {"attack_left": 1, "attack_right": 1, "recon_1_left": 2}, "pooled with the deck"
    assert seen.discards == {"barrage": 1}, "what has been played is known"
    assert table.position.seen_by("axis").hands["allies"] == ("?", "?", "?")


@pytest.mark.rule("M44-base-setup.2", "M44-base-turn.2")
def test_nobody_plays_a_card_it_cannot_see() -> None:
    table = playing("probe_left attack_left")
    seen = table.position.seen_by("axis")
    assert table.game.options(seen) == []
    assert table.game.refusal(table.position, table.game.parse(table.position, "play ?"))


@pytest.mark.rule("M44-base-setup.2")
def test_only_the_side_that_draws_sees_what_it_drew() -> None:
    table = playing("probe_left probe_right", cards="recon_1_left")
    table.play("play probe_left", "end-moves", dice=["recon_1_left"])
    (draw,) = [roll for roll in table.rolls if roll.kind == "draw"]
    assert draw.seen_by == "allies"
    assert all("recon_1_left" not in dict(event.facts).values() for event in table.events)
