"""Ordering units with section and tactic cards, and the deck they come from [M44-base-card].

Where no more units are left than may be ordered, they are ordered without a question: see the last name in
some of the lists below.
"""

from __future__ import annotations

from collections import Counter

import pytest
from tests.plugins.memoir44.drawing import Table

# One Allied unit stands in the middle of each section, one on each section line (seen from the bottom).
EVERYWHERE = "B1 C1 d2 F1 G1 i2 K1 L1"
LEFT, CENTER, RIGHT = {"B1", "C1", "d2"}, {"d2", "F1", "G1", "i2"}, {"i2", "K1", "L1"}


def ordering(card: str, units: str = EVERYWHERE, *, side: str = "allies", **kinds: str) -> Table:
    """A card on the table, its order about to be given; ``kinds`` names further units of the side."""
    enemy = "axis" if side == "allies" else "allies"
    spots = {f"{side} {kind}": hexes for kind, hexes in kinds.items()}
    if units:
        spots[f"{side} infantry"] = units
    return Table(spots | {f"{enemy} infantry": "G5"}, order=card, side=side).give_orders()


def ordered(table: Table) -> set[str]:
    """Hexes of the units that have an order."""
    return {str(told["hex"]) for told in table.told("ordered")}


def choices(table: Table) -> set[str]:
    """Hexes of the units that can be named next."""
    return table.hexes("order")


# Section cards -------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-card.1", "M44-base-card-recon-1.2")
@pytest.mark.parametrize(("section", "hexes"), [("left", LEFT), ("center", CENTER), ("right", RIGHT)])
def test_recon_1_orders_one_unit_of_its_section(section: str, hexes: set[str]) -> None:
    table = ordering(f"recon_1_{section}")
    assert choices(table) == hexes
    first = min(hexes)
    table.play(f"order {first}")
    assert ordered(table) == {first}
    assert not table.asked, "one unit, no more"


@pytest.mark.rule("M44-base-card.1", "M44-base-card-probe.2")
@pytest.mark.parametrize(("section", "hexes"), [("left", LEFT), ("center", CENTER), ("right", RIGHT)])
def test_probe_orders_two_units_of_its_section(section: str, hexes: set[str]) -> None:
    table = ordering(f"probe_{section}")
    assert choices(table) == hexes
    outside = next(iter({"B1", "G1", "L1"} - hexes))
    assert table.refused(f"order {outside}") == {"M44-base-card.1"}
    named = [hex_ for hex_ in EVERYWHERE.split() if hex_ in hexes][:2]
    table.play(*(f"order {hex_}" for hex_ in named))
    assert ordered(table) == set(named)
    assert not table.asked, "two units, no more"


@pytest.mark.rule("M44-base-card.1", "M44-base-card-attack.2")
@pytest.mark.parametrize(
    ("section", "units"), [("left", "A1 B1 C1 D1"), ("center", "E1 F1 G1 H1"), ("right", "J1 K1 L1 M1")]
)
def test_attack_orders_three_units_of_its_section(section: str, units: str) -> None:
    table = ordering(f"attack_{section}", units)
    first, second, third, _ = units.split()
    table.play(f"order {first}", f"order {second}", f"order {third}")
    assert ordered(table) == {first, second, third}
    assert not table.asked, "three units, no more"


@pytest.mark.rule("M44-base-card.1", "M44-base-card-assault.2")
@pytest.mark.parametrize(("section", "hexes"), [("left", LEFT), ("center", CENTER), ("right", RIGHT)])
def test_assault_orders_every_unit_of_its_section(section: str, hexes: set[str]) -> None:
    assert ordered(ordering(f"assault_{section}")) == hexes


@pytest.mark.rule("M44-base-card-assault.2")
def test_assault_orders_units_of_every_type() -> None:
    table = ordering("assault_left", "A1 B1 C1 a2 b2", armor="c2", artillery="A3")
    assert ordered(table) == {"A1", "B1", "C1", "a2", "b2", "c2", "A3"}


@pytest.mark.rule("M44-base-card-recon-in-force.1")
def test_recon_in_force_orders_one_unit_in_each_section() -> None:
    table = ordering("recon_in_force")
    assert choices(table) == LEFT
    table.play("order C1")
    assert choices(table) == CENTER
    table.play("order G1")
    assert choices(table) == RIGHT
    table.play("order i2")
    assert ordered(table) == {"C1", "G1", "i2"}
    assert not table.asked


@pytest.mark.rule("M44-base-card-general-advance.1")
def test_general_advance_orders_two_units_in_each_section() -> None:
    table = ordering("general_advance")
    assert choices(table) == LEFT
    table.play("order B1", "order C1")
    assert choices(table) == CENTER
    table.play("order d2", "order F1")
    assert choices(table) == RIGHT
    table.play("order K1")
    assert ordered(table) == {"B1", "C1", "d2", "F1", "K1", "L1"}


@pytest.mark.rule("M44-base-card-pincer-move.1")
def test_pincer_move_orders_two_units_on_each_flank() -> None:
    table = ordering("pincer_move")
    assert choices(table) == LEFT
    table.play("order B1", "order d2")
    assert choices(table) == RIGHT, "the center is left out"
    table.play("order i2", "order L1")
    assert ordered(table) == {"B1", "d2", "i2", "L1"}


@pytest.mark.rule("M44-base-card.1")
def test_where_there_are_no_more_units_than_orders_nothing_is_asked() -> None:
    """An order obliges to nothing, so all of them are given."""
    table = ordering("probe_left", "B1 G1")
    assert ordered(table) == {"B1"}
    assert not table.asked
    assert not ordered(ordering("probe_right", "B1 G1")), "an empty section is no error"


@pytest.mark.rule("M44-base-board.7", "M44-base-card.1")
def test_left_and_right_are_those_of_the_player_who_orders() -> None:
    """The Axis sit at the top: their left is the Allies' right."""
    assert ordered(ordering("assault_left", "B9 G9 L9", side="axis")) == {"L9"}
    assert ordered(ordering("assault_right", "B9 G9 L9", side="axis")) == {"B9"}
    assert ordered(ordering("assault_center", "B9 G9 L9", side="axis")) == {"G9"}


@pytest.mark.rule("M44-base-board.4", "M44-base-board.5", "M44-base-board.6")
@pytest.mark.parametrize("line", ["d2", "d8", "i4", "i6"])
def test_a_unit_on_a_section_line_is_ordered_from_either_side_of_it(line: str) -> None:
    flank = "left" if line.startswith("d") else "right"
    for section in (flank, "center"):
        assert ordered(ordering(f"assault_{section}", line)) == {line}
    other = "right" if flank == "left" else "left"
    assert not ordered(ordering(f"assault_{other}", line))


# Tactic cards --------------------------------------------------------------------------------------------

ARMY = {"infantry": "A1 G1 M1", "armor": "B1 H1", "artillery": "C1 L1"}


def army(card: str, *, without: str = "", **more: str) -> Table:
    """A mixed army in all sections (``without`` a type) and a card that gives it orders."""
    spots = {f"allies {kind}": hexes for kind, hexes in ARMY.items() if kind != without}
    return Table(spots | more | {"axis infantry": "G9"}, order=card).give_orders()


@pytest.mark.rule("M44-base-card.2", "M44-base-card-move-out.1")
def test_move_out_orders_four_infantry_units_wherever_they_are() -> None:
    table = ordering("move_out", "A1 E1 G1 L1 M1", armor="B1", artillery="C1")
    assert choices(table) == {"A1", "E1", "G1", "L1", "M1"}
    assert table.refused("order B1") == {"M44-base-card.2"}
    table.play("order A1", "order E1", "order G1", "order M1")
    assert ordered(table) == {"A1", "E1", "G1", "M1"}
    assert not table.asked


@pytest.mark.rule("M44-base-card-move-out.1")
def test_special_forces_and_resistance_are_infantry() -> None:
    table = Table(
        {"allies special_forces": "A1", "allies french_resistance": "M1", "axis infantry": "G9"},
        order="move_out",
    ).give_orders()
    assert ordered(table) == {"A1", "M1"}


@pytest.mark.rule("M44-base-card.2", "M44-base-card-armor-assault.1")
def test_armor_assault_orders_four_armor_units_wherever_they_are() -> None:
    table = ordering("armor_assault", "C1", armor="A1 E1 G1", elite_armor="L1 M1")
    assert choices(table) == {"A1", "E1", "G1", "L1", "M1"}, "elite armor is armor"
    assert table.refused("order C1") == {"M44-base-card.2"}
    table.play("order A1", "order E1", "order G1", "order M1")
    assert ordered(table) == {"A1", "E1", "G1", "M1"}


@pytest.mark.rule("M44-base-card.2", "M44-base-card-artillery-bombard.1")
def test_artillery_bombard_orders_every_artillery_unit() -> None:
    assert ordered(army("artillery_bombard")) == {"C1", "L1"}
    assert ordered(ordering("artillery_bombard", "", artillery="A1 B1 G1 H1 L1 M1")) == {
        "A1", "B1", "G1", "H1", "L1", "M1",
    }  # fmt: skip


@pytest.mark.rule("M44-base-card-direct-from-hq.1")
def test_direct_from_hq_orders_four_units_of_any_type_anywhere() -> None:
    table = army("direct_from_hq")
    assert choices(table) == {"A1", "G1", "M1", "B1", "H1", "C1", "L1"}
    table.play("order A1", "order M1", "order H1", "order L1")
    assert ordered(table) == {"A1", "M1", "H1", "L1"}
    assert not table.asked


@pytest.mark.rule("M44-base-card-infantry-assault.1")
@pytest.mark.parametrize(
    ("section", "expected"), [("left", {"A1", "B1", "d2"}), ("center", {"d2", "G1"}), ("right", {"M1"})]
)
def test_infantry_assault_orders_all_infantry_of_one_section(section: str, expected: set[str]) -> None:
    table = ordering("infantry_assault", "A1 B1 d2 G1 M1", armor="C1")
    assert table.options == {"section left", "section center", "section right"}
    table.play(f"section {section}")
    assert ordered(table) == expected
    assert not table.asked


@pytest.mark.rule("M44-base-card-behind-enemy-lines.1")
def test_behind_enemy_lines_orders_one_infantry_unit() -> None:
    table = army("behind_enemy_lines")
    assert choices(table) == {"A1", "G1", "M1"}
    table.play("order G1")
    assert ordered(table) == {"G1"}
    assert not table.asked


@pytest.mark.rule("M44-base-card-close-assault.1")
def test_close_assault_orders_all_infantry_and_armor_next_to_enemies() -> None:
    table = Table(
        {
            "allies infantry": "F5 A1", "allies armor": "H5 B1", "allies artillery": "g4",
            "axis infantry": "G5",
        },
        order="close_assault",
    ).give_orders()  # fmt: skip
    assert ordered(table) == {"F5", "H5"}, "the gun is next to the enemy too, but no infantry and no armor"


@pytest.mark.rule("M44-base-card-firefight.1")
def test_firefight_orders_four_units_that_stand_apart_from_all_enemies() -> None:
    table = Table(
        {
            "allies infantry": "F5 A1 B1",
            "allies armor": "C1 D1",
            "allies artillery": "E1",
            "axis infantry": "G5",
        },
        order="firefight",
    ).give_orders()
    assert choices(table) == {"A1", "B1", "C1", "D1", "E1"}
    assert table.refused("order F5") == {"M44-base-card-firefight.1"}
    table.play("order A1", "order C1")
    assert ordered(table) == {"A1", "C1", "D1", "E1"}
    assert not table.asked


@pytest.mark.rule("M44-base-card-dig-in.1")
def test_dig_in_orders_four_infantry_units() -> None:
    table = ordering("dig_in", "A1 E1 G1 L1 M1", armor="B1")
    assert choices(table) == {"A1", "E1", "G1", "L1", "M1"}
    table.play("order A1", "order E1", "order L1")
    assert ordered(table) == {"A1", "E1", "L1", "M1"}
    assert set(table.position.obstacles) == {"A1", "E1", "L1", "M1"}


# A card without units of its type ------------------------------------------------------------------------

FALLBACKS = [
    pytest.param("armor_assault", "armor", marks=pytest.mark.rule("M44-base-card-armor-assault.3")),
    pytest.param(
        "artillery_bombard", "artillery", marks=pytest.mark.rule("M44-base-card-artillery-bombard.3")
    ),
    pytest.param(
        "behind_enemy_lines", "infantry", marks=pytest.mark.rule("M44-base-card-behind-enemy-lines.4")
    ),
    pytest.param("dig_in", "infantry", marks=pytest.mark.rule("M44-base-card-dig-in.3")),
    pytest.param("infantry_assault", "infantry", marks=pytest.mark.rule("M44-base-card-infantry-assault.3")),
    pytest.param("move_out", "infantry", marks=pytest.mark.rule("M44-base-card-move-out.2")),
]


@pytest.mark.parametrize(("card", "kind"), FALLBACKS)
def test_a_side_without_units_of_the_type_orders_one_of_its_choice(card: str, kind: str) -> None:
    table = army(card, without=kind)
    others = {hex_ for other, hexes in ARMY.items() if other != kind for hex_ in hexes.split()}
    assert choices(table) == others
    chosen = max(others)
    table.play(f"order {chosen}")
    assert ordered(table) == {chosen}
    assert not table.asked
    assert not table.position.obstacles, "no sandbags for it"


@pytest.mark.parametrize(("card", "kind"), FALLBACKS)
def test_a_side_with_a_single_unit_of_the_type_has_no_such_choice(card: str, kind: str) -> None:
    table = army(card, without=kind, **{f"allies {kind}": "E1"})
    if table.asked == "ChooseSection":
        table.play("section center")
    assert ordered(table) == {"E1"}


@pytest.mark.rule("M44-base-card-armor-assault.3", "M44-base-card-dig-in.3")
@pytest.mark.parametrize("card", ["armor_assault", "dig_in"])
def test_the_unit_ordered_instead_acts_as_under_any_card(card: str) -> None:
    """No bonus and no prohibition of the card applies to it."""
    kind = "infantry" if card == "armor_assault" else "armor"
    table = Table({f"allies {kind}": "E5", "axis artillery": "F5 M9"}, order=card).give_orders()
    assert ordered(table) == {"E5"}
    assert table.reach("E5"), "it moves"
    assert table.dice("E5", "F5") == 3, "it battles with its own dice"


# Limits under tactic cards -------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-card.4")
@pytest.mark.parametrize("card", ["direct_from_hq", "infantry_assault", "move_out"])
def test_terrain_stops_and_bars_battle_under_tactic_cards_too(card: str) -> None:
    table = Table(
        {"allies infantry": "C5", "axis infantry": "F5 M9"}, {"forest": "D5", "river": "b6 c6"}, order=card
    ).fighting("C5")
    reach = table.reach("C5")
    assert "D5" in reach
    assert "E5" not in reach or reach["E5"] > 2, "the way through the forest ends in it"
    assert "c6" not in reach, "nobody enters the river"
    table.play("move C5", "to D5", "end-moves")
    assert table.battle_refused("D5") == {"M44-terrain-forest.3"}


# The deck ------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-components.6", "M44-base-card.3")
def test_the_deck_has_60_cards(game) -> None:
    deck = game.set_up("arracourt").deck
    cards = game.rules.cards
    groups = Counter[str]()
    sections = Counter[str]()
    for card, copies in deck.items():
        groups[cards[card].group] += copies
        if cards[card].group == "section":
            where = list(cards[card].orders)
            sections[where[0] if len(where) == 1 else "several"] += copies
    assert groups == {"section": 40, "tactic": 20}
    assert sections == {"left": 11, "center": 13, "right": 11, "several": 5}


COPIES = [
    pytest.param(
        "recon_1", {"left": 2, "center": 2, "right": 2}, marks=pytest.mark.rule("M44-base-card-recon-1.1")
    ),
    pytest.param(
        "probe", {"left": 4, "center": 5, "right": 4}, marks=pytest.mark.rule("M44-base-card-probe.1")
    ),
    pytest.param(
        "attack", {"left": 3, "center": 4, "right": 3}, marks=pytest.mark.rule("M44-base-card-attack.1")
    ),
    pytest.param(
        "assault", {"left": 2, "center": 2, "right": 2}, marks=pytest.mark.rule("M44-base-card-assault.1")
    ),
]


@pytest.mark.parametrize(("kind", "copies"), COPIES)
def test_copies_of_a_section_card(kind: str, copies: dict[str, int], game) -> None:
    deck = game.set_up("arracourt").deck
    assert {section: deck[f"{kind}_{section}"] for section in copies} == copies


@pytest.mark.rule(
    "M44-base-card-general-advance.1", "M44-base-card-pincer-move.1", "M44-base-card-recon-in-force.1",
    "M44-base-card-air-power.1", "M44-base-card-ambush.1", "M44-base-card-armor-assault.1",
    "M44-base-card-artillery-bombard.1", "M44-base-card-barrage.1", "M44-base-card-behind-enemy-lines.1",
    "M44-base-card-close-assault.1", "M44-base-card-counter-attack.1", "M44-base-card-dig-in.1",
    "M44-base-card-direct-from-hq.1", "M44-base-card-firefight.1", "M44-base-card-infantry-assault.1",
    "M44-base-card-medics-mechanics.1", "M44-base-card-move-out.1", "M44-base-card-their-finest-hour.1",
)  # fmt: skip
def test_copies_of_the_other_cards(game) -> None:
    deck = game.set_up("arracourt").deck
    sections = ("_left", "_center", "_right")
    assert {card: copies for card, copies in deck.items() if not card.endswith(sections)} == {
        "recon_in_force": 3, "general_advance": 1, "pincer_move": 1,
        "air_power": 1, "ambush": 1, "armor_assault": 2, "artillery_bombard": 1, "barrage": 1,
        "behind_enemy_lines": 1, "close_assault": 1, "counter_attack": 2, "dig_in": 1, "direct_from_hq": 2,
        "firefight": 1, "infantry_assault": 2, "medics_mechanics": 1, "move_out": 2, "their_finest_hour": 1,
    }  # fmt: skip
