"""Cards that roll a die for each card held: Medics & Mechanics, Their Finest Hour [M44-base-card]."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.plugins.memoir44.drawing import Table

from grognard.odds import odds
from grognard_memoir44.rally import Heal

HAND = "probe_left probe_left attack_left"


def medics(units: dict[str, str], hand: str = HAND, **more: object) -> Table:
    """Medics & Mechanics on the table, ``hand`` still held; the patient has not been chosen."""
    hands = {"allies": hand}
    return Table(units | {"axis infantry": "M9"}, order="medics_mechanics", hands=hands, **more).give_orders()


# Medics & Mechanics --------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-card-medics-mechanics.1")
def test_one_unit_with_losses_is_chosen() -> None:
    table = medics({"allies infantry": "A1:2 B1", "allies armor": "C1:1", "allies artillery": "D1"})
    assert table.options == {"heal A1", "heal C1"}
    assert table.refused("heal B1") == {"M44-base-card-medics-mechanics.1"}, "it has no losses"
    assert table.refused("heal M9") == {"M44-base-card-medics-mechanics.1"}, "it is the enemy's"
    table.play("heal C1", dice="star star armor flag")
    assert table.figures("A1") == 2
    assert not table.asked, "one unit only"


@pytest.mark.rule("M44-base-card-medics-mechanics.1")
def test_units_that_start_with_fewer_or_more_figures_are_whole_at_their_own_strength() -> None:
    table = medics({"allies french_resistance": "A1 B1:2", "allies elite_armor": "C1:3 D1"})
    assert table.options == {"heal B1", "heal C1"}


@pytest.mark.rule("M44-base-card-medics-mechanics.1")
@pytest.mark.parametrize("held", [0, 1, 3, 5])
def test_a_die_is_rolled_for_every_card_held_and_for_this_one(held: int) -> None:
    hand = " ".join(["probe_left", "probe_left", "attack_left", "attack_left", "recon_1_left"][:held])
    table = medics({"allies infantry": "A1:1 B1:1"}, hand)
    table.play("heal A1", dice=" ".join(["armor"] * (held + 1)))
    assert len(table.rolls[0].faces) == held + 1


@pytest.mark.rule("M44-base-card-medics-mechanics.2")
@pytest.mark.parametrize(
    ("spot", "faces", "after"),
    [
        ("infantry", "infantry star armor grenade", 3),
        ("infantry", "infantry infantry infantry star", 4),
        ("infantry", "armor grenade flag flag", 1),
        ("armor", "armor star infantry flag", 3),
        ("armor", "infantry infantry grenade flag", 1),
        ("artillery", "star infantry armor grenade", 2),
        ("artillery", "grenade grenade grenade grenade", 1),
        ("special_forces", "infantry star flag flag", 3),
    ],
)
def test_each_symbol_of_the_unit_and_each_star_returns_a_figure(spot: str, faces: str, after: int) -> None:
    table = medics({f"allies {spot}": "A1:1", "allies french_resistance": "B1:2"})
    table.play("heal A1", dice=faces)
    assert table.figures("A1") == after


@pytest.mark.rule("M44-base-card-medics-mechanics.2")
@pytest.mark.parametrize(
    ("kind", "full"), [("infantry", 4), ("armor", 3), ("artillery", 2), ("elite_armor", 4)]
)
def test_no_unit_recovers_beyond_its_starting_strength(kind: str, full: int) -> None:
    table = medics({f"allies {kind}": f"A1:{full - 1}", "allies french_resistance": "B1:2"})
    table.play("heal A1", dice="star star star star")
    assert table.figures("A1") == full


@pytest.mark.rule("M44-base-card-medics-mechanics.3")
def test_a_unit_that_recovered_has_an_order() -> None:
    table = medics({"allies infantry": "A1:1 B1:1"}).play("heal A1", dice="star armor flag flag")
    assert [told["hex"] for told in table.told("ordered")] == ["A1"]
    table.fighting("A1")
    assert table.hexes("move") == {"A1"}


@pytest.mark.rule("M44-base-card-medics-mechanics.3")
def test_a_unit_that_did_not_recover_has_none() -> None:
    table = medics({"allies infantry": "A1:1 B1:1"}).play("heal A1", dice="armor armor flag flag")
    assert table.told("ordered") == []
    assert table.position.orders == {}


@pytest.mark.rule("M44-base-card-medics-mechanics.1")
def test_without_losses_the_card_does_nothing() -> None:
    table = medics({"allies infantry": "A1 B1"})
    assert not table.asked
    assert table.rolls == []
    assert table.position.orders == {}


@pytest.mark.rule("M44-base-card-medics-mechanics.1", "M44-base-card-medics-mechanics.2")
def test_exact_odds_of_a_recovery() -> None:
    """Four dice for a gun that lost a figure: it comes back unless no star falls, (5/6)^4."""
    table = medics({"allies artillery": "A1:1", "allies french_resistance": "B1:2"})
    gun = table.position.at["A1"]
    found = odds(table.game, table.position, Heal("A1"), measure=lambda end: end.units[gun].figures)
    assert found.probability(1) == Fraction(5, 6) ** 4
    assert found.probability(2) == 1 - Fraction(5, 6) ** 4


# Their Finest Hour ---------------------------------------------------------------------------------------


def finest(units: dict[str, str], dice: str, hand: str = HAND) -> Table:
    """Their Finest Hour on the table and rolled."""
    table = Table(units | {"axis infantry": "M9"}, order="their_finest_hour", hands={"allies": hand})
    return table.give_orders(dice=dice)


def ordered(table: Table) -> set[str]:
    """Hexes of the units that have an order."""
    return {str(told["hex"]) for told in table.told("ordered")}


ARMY = {"allies infantry": "A1 B1 C1", "allies armor": "D1 E1", "allies artillery": "F1"}


@pytest.mark.rule("M44-base-card-their-finest-hour.1")
@pytest.mark.parametrize("held", [0, 2, 5])
def test_a_die_is_rolled_for_every_card_and_the_hour_itself(held: int) -> None:
    hand = " ".join(["probe_left", "probe_left", "attack_left", "attack_left", "recon_1_left"][:held])
    table = finest(ARMY, " ".join(["flag"] * (held + 1)), hand)
    assert len(table.rolls[0].faces) == held + 1
    assert ordered(table) == set(), "flags order nobody"


@pytest.mark.rule("M44-base-card-their-finest-hour.2")
def test_infantry_symbols_order_infantry() -> None:
    table = finest(ARMY, "infantry infantry flag grenade")
    assert table.options == {"order A1", "order B1", "order C1", "done"}
    assert table.refused("order D1") == {"M44-base-card.2"}
    table.play("order A1")
    assert table.options == {"order B1", "order C1", "done"}
    table.play("order B1")
    assert ordered(table) == {"A1", "B1"}


@pytest.mark.rule("M44-base-card-their-finest-hour.2")
def test_armor_symbols_order_armor() -> None:
    table = finest(ARMY, "armor flag flag grenade")
    assert table.options == {"order D1", "order E1", "done"}
    table.play("order E1")
    assert ordered(table) == {"E1"}


@pytest.mark.rule("M44-base-card-their-finest-hour.2")
def test_stars_order_any_unit_after_the_symbols() -> None:
    table = finest(ARMY, "armor armor star flag")
    assert ordered(table) == {"D1", "E1"}, "both tanks, there was nothing to choose"
    assert table.options == {"order A1", "order B1", "order C1", "order F1", "done"}, "the gun too"
    table.play("order F1")
    assert ordered(table) == {"D1", "E1", "F1"}
    assert not table.asked


@pytest.mark.rule("M44-base-card-their-finest-hour.2")
def test_symbols_without_a_unit_to_order_are_lost() -> None:
    table = finest({"allies infantry": "A1 B1"}, "armor armor armor infantry")
    assert table.options == {"order A1", "order B1", "done"}
    table.play("order A1")
    assert not table.asked


@pytest.mark.rule("M44-base-card-their-finest-hour.3")
@pytest.mark.parametrize(
    ("kind", "target", "dice"),
    [("infantry", "D5", 4), ("infantry", "F5", 2), ("armor", "F5", 4), ("artillery", "I5", 2)],
)
def test_units_of_the_hour_battle_with_a_die_more_at_any_range(kind: str, target: str, dice: int) -> None:
    table = Table({f"allies {kind}": "C5", "axis infantry": target}, order="their_finest_hour")
    assert table.dice("C5", target) == dice
    assert table.dice_reasons("C5", target)["M44-base-card-their-finest-hour.3"] == 1


@pytest.mark.rule("M44-base-card-their-finest-hour.4")
def test_at_the_end_of_the_turn_deck_and_discards_are_one_deck_again() -> None:
    """The card itself is among them before anybody draws."""
    table = Table(
        {"allies infantry": "A1", "axis infantry": "M9"},
        hands={"allies": "their_finest_hour probe_left", "axis": "probe_left probe_right"},
        cards="assault_left",
        discards="attack_left attack_left",
    ).commanding()
    table.play("play their_finest_hour", dice=["flag flag", "their_finest_hour"])
    assert table.hand("allies") == "probe_left their_finest_hour"
    assert table.position.deck == {"assault_left": 1, "attack_left": 2}
    assert table.position.discards == {}


@pytest.mark.rule("M44-base-card-their-finest-hour.4")
def test_no_other_card_shuffles() -> None:
    table = Table(
        {"allies infantry": "A1", "axis infantry": "M9"},
        hands={"allies": "medics_mechanics probe_left", "axis": "probe_left probe_right"},
        cards="assault_left",
        discards="attack_left",
    ).commanding()
    table.play("play medics_mechanics", dice=["assault_left"])
    assert table.position.discards == {"attack_left": 1, "medics_mechanics": 1}
