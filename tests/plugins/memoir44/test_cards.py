"""What tactic cards do to the units they order [M44-base-card-*]; who is ordered is in test_orders.py."""

from __future__ import annotations

import msgspec
import pytest
from tests.plugins.memoir44.drawing import Table

from grognard_memoir44.movement import ChooseMover, Moves


def move_refused(table: Table, label: str) -> set[str]:
    """The rules that keep a unit from moving, asked of a table where no move was offered."""
    trial = table.copy()
    trial.position.agenda[:] = [Moves("allies"), ChooseMover("allies")]
    return trial.refused(f"move {label}")


# Ambush --------------------------------------------------------------------------------------------------


def assaulted(
    units: dict[str, str] | None = None, terrain: dict[str, str] | None = None, **more: object
) -> Table:
    """Allied infantry in C5 is about to attack Axis infantry in D5; the Axis hold Ambush and another card."""
    spots = units or {"allies infantry": "C5", "axis infantry": "D5 M9"}
    hands = {"axis": "ambush probe_left"}
    return Table(spots, terrain, hands=hands, **more).battling("C5").play("battle C5")


@pytest.mark.rule("M44-base-card-ambush.1")
def test_ambush_is_offered_when_a_close_assault_has_been_declared_and_nothing_rolled() -> None:
    table = assaulted()
    assert table.told("attacks"), "declared"
    assert not table.rolls, "not rolled"
    assert table.to_act == "axis"
    assert table.options == {"pass", "ambush"}


@pytest.mark.rule("M44-base-card-ambush.1")
def test_ambush_is_not_offered_against_fire() -> None:
    table = Table(
        {"allies infantry": "C5", "axis infantry": "E5"}, hands={"axis": "ambush probe_left"}
    ).battling("C5")
    table.play("battle C5", dice="star star")
    assert not table.asked
    assert table.hand("axis") == "ambush probe_left"


@pytest.mark.rule("M44-base-card-ambush.1")
def test_the_question_is_put_whenever_the_other_side_holds_a_card() -> None:
    """Else silence would tell that the card is elsewhere. Without a hand there is nothing to ask."""
    units = {"allies infantry": "C5", "axis infantry": "D5"}
    without = Table(units, hands={"axis": "probe_left"}).battling("C5").play("battle C5")
    assert without.options == {"pass"}
    assert without.refused("ambush") == {"M44-base-card-ambush.1"}
    empty = Table(units).battling("C5").play("battle C5", dice="star star star")
    assert not empty.asked


@pytest.mark.rule("M44-base-card-ambush.1")
def test_ambush_may_answer_the_close_assault_of_an_overrun() -> None:
    table = Table(
        {"allies armor": "C5", "axis infantry": "D5:1 E5"}, hands={"axis": "ambush probe_left"}
    ).battling("C5")
    table.play("battle C5").play("pass", dice="infantry star star")
    table.play("take-ground D5", "overrun E5")
    assert table.options == {"pass", "ambush"}
    table.play("ambush", dice=["armor star star", "star star star"])
    assert table.figures("D5") == 2


@pytest.mark.rule("M44-base-card-ambush.1")
def test_a_unit_that_could_not_battle_springs_no_ambush() -> None:
    ocean = assaulted(None, {"ocean": "D5"})
    assert ocean.options == {"pass"}
    assert ocean.refused("ambush") == {"M44-terrain-ocean.2"}
    towns = assaulted({"allies infantry": "C5", "axis armor": "D5"}, {"town": "C5 D5"})
    assert towns.refused("ambush") == {"M44-base-battle.10"}, "3 dice, 2 less out of and 2 less into a town"


@pytest.mark.rule("M44-base-card-ambush.2")
def test_the_ambusher_rolls_first() -> None:
    table = assaulted().play("ambush", dice=["infantry infantry star", "infantry star star"])
    assert [roll.why for roll in table.rolls] == ["ambush", "battle"]
    assert table.figures("C5") == 2
    assert table.figures("D5") == 3
    assert table.hand("axis") == "probe_left"
    assert table.position.discards == {"ambush": 1}


@pytest.mark.rule("M44-base-card-ambush.2")
@pytest.mark.parametrize(
    ("ambusher", "terrain", "dice"),
    [
        ("infantry", {}, 3),
        ("artillery", {}, 3),
        ("armor", {"forest": "C5"}, 1),  # the attacker is in a forest
        ("infantry", {"wire": "D5"}, 2),  # the ambusher battles out of wire
    ],
)
def test_the_ambusher_rolls_its_own_dice_over_its_own_terrain(
    ambusher: str, terrain: dict[str, str], dice: int
) -> None:
    table = assaulted({"allies infantry": "C5", f"axis {ambusher}": "D5"}, terrain)
    table.play("ambush", dice=[" ".join(["star"] * dice), "star star star"])
    assert len(table.rolls[0].faces) == dice


@pytest.mark.rule("M44-base-card-ambush.2")
def test_the_attackers_card_gives_the_ambusher_no_dice() -> None:
    table = assaulted(order="close_assault")
    table.play("ambush", dice=["star star star", "star star star star"])


@pytest.mark.rule("M44-base-card-ambush.3")
def test_an_attacker_that_stays_attacks_as_usual() -> None:
    table = assaulted().play("ambush", dice=["infantry infantry star", "infantry star star"])
    assert [told["why"] for told in table.told("rolled")] == ["ambush", "battle"]


@pytest.mark.rule("M44-base-card-ambush.3")
def test_an_attacker_that_retreats_does_not_attack() -> None:
    table = assaulted().play("ambush", dice="flag star star").play("retreat b4")
    assert table.who("b4") == "allies infantry"
    assert [told["why"] for told in table.told("rolled")] == ["ambush"]


@pytest.mark.rule("M44-base-card-ambush.3")
def test_an_attacker_that_is_eliminated_does_not_attack() -> None:
    table = assaulted({"allies infantry": "C5:2", "axis infantry": "D5 M9"})
    table.play("ambush", dice="infantry grenade star")
    assert not table.who("C5")
    assert table.medals("axis") == 1
    assert [told["why"] for told in table.told("rolled")] == ["ambush"]


@pytest.mark.rule("M44-base-card-ambush.3")
def test_an_attacker_whose_retreat_is_blocked_did_not_leave_its_hex_and_attacks() -> None:
    table = assaulted({"allies infantry": "C5 b4 c4", "axis infantry": "D5 M9"})
    table.play("ambush", dice=["flag star star", "star star star"])
    assert table.figures("C5") == 3
    assert [told["why"] for told in table.told("rolled")] == ["ambush", "battle"]


@pytest.mark.rule("M44-base-card-ambush.3")
def test_an_attacker_that_ignores_the_flag_attacks() -> None:
    table = assaulted(None, {"sandbag": "C5"}).play("ambush", dice="flag star")
    assert table.to_act == "allies"
    table.play("ignore", dice="star star star")
    assert [told["why"] for told in table.told("rolled")] == ["ambush", "battle"]


@pytest.mark.rule("M44-base-card-ambush.4")
def test_ambush_touches_no_other_close_assault_of_the_turn() -> None:
    table = Table(
        {"allies infantry": "C5 d6", "axis infantry": "D5 M9"}, hands={"axis": "ambush probe_left"}
    ).battling("C5 d6")
    table.play("battle C5").play("ambush", dice=["star star star", "star star star"])
    table.play("battle d6")
    assert table.options == {"pass"}
    table.play("pass", dice="star star star")
    assert [told["why"] for told in table.told("rolled")] == ["ambush", "battle", "battle"]


@pytest.mark.rule("M44-base-card-ambush.1", "M44-base-battle.10")
def test_a_unit_that_could_roll_no_dice_does_not_ambush() -> None:
    table = assaulted({"allies infantry": "C5", "axis armor": "D5 M9"}, {"town": "C5 D5"})
    assert table.options == {"pass"}
    assert table.refused("ambush") == {"M44-base-battle.10"}


@pytest.mark.rule("M44-base-card-ambush.1", "M44-base-take-ground.7")
def test_an_ambusher_has_no_order_and_takes_no_ground() -> None:
    table = assaulted().play("ambush", dice="flag star star").play("retreat b4")
    assert table.asked != "ChooseGround"
    assert table.who("D5") == "axis infantry"


@pytest.mark.rule("M44-base-card-ambush.1")
def test_ambush_is_no_card_for_ones_own_turn() -> None:
    units = {"allies infantry": "D1", "axis infantry": "M9"}
    table = Table(units, hands={"allies": "ambush probe_left probe_right"}).commanding()
    assert table.options == {"play probe_left", "play probe_right"}
    assert table.refused("play ambush") == {"M44-base-card-ambush.1"}


# Armor Assault -------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-card-armor-assault.2")
@pytest.mark.parametrize(("target", "dice"), [("D5", 4), ("E5", 3), ("F5", 3)])
def test_armor_assault_adds_a_die_in_close_assault_only(target: str, dice: int) -> None:
    for kind in ("armor", "elite_armor"):
        table = Table({f"allies {kind}": "C5", "axis infantry": target}, order="armor_assault")
        assert table.dice("C5", target) == dice


@pytest.mark.rule("M44-base-card-armor-assault.2")
def test_armor_assault_adds_a_die_to_the_overrun_as_well() -> None:
    table = Table({"allies armor": "C5", "axis infantry": "D5:1 E5"}, order="armor_assault").battling("C5")
    table.play("battle C5", dice="infantry star star star")
    table.play("take-ground D5", "overrun E5", dice="star star star star")


@pytest.mark.rule("M44-base-card-armor-assault.2")
def test_the_extra_die_is_explained() -> None:
    table = Table({"allies armor": "C5", "axis infantry": "D5"}, {"town": "D5"}, order="armor_assault")
    assert table.dice_reasons("C5", "D5") == {
        "M44-unit-armor.4": 3,
        "M44-base-card-armor-assault.2": 1,
        "M44-terrain-town.1": -2,
    }


# Artillery Bombard ---------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-card-artillery-bombard.2")
def test_a_gun_moves_up_to_three_hexes_and_then_does_not_battle() -> None:
    table = Table({"allies artillery": "C5", "axis infantry": "H5"}, order="artillery_bombard").fighting("C5")
    assert set(table.reach("C5").values()) == {1, 2, 3}
    table.play("move C5", "to D5", "end-moves")
    assert not table.asked
    assert "M44-base-card-artillery-bombard.2" in table.battle_refused("D5", moved_from="C5")


@pytest.mark.rule("M44-base-card-artillery-bombard.2")
def test_a_gun_that_stays_battles_twice_at_the_same_or_another_target() -> None:
    table = Table({"allies artillery": "C5", "axis infantry": "F5 G5"}, order="artillery_bombard").battling(
        "C5"
    )
    table.play("battle C5", "attack F5", dice="infantry grenade")
    assert table.options == {"battle C5", "end-battles"}
    table.play("battle C5", "attack G5", dice="star star")
    assert table.figures("F5") == 2
    assert not table.asked, "not a third time"


@pytest.mark.rule("M44-base-card-artillery-bombard.2")
def test_the_second_battle_may_be_forgone() -> None:
    table = Table({"allies artillery": "C5", "axis infantry": "F5"}, order="artillery_bombard").battling("C5")
    table.play("battle C5", dice="star star").play("end-battles")
    assert not table.asked


@pytest.mark.rule("M44-base-card-artillery-bombard.2")
def test_a_stop_still_ends_the_move_of_a_gun() -> None:
    table = Table(
        {"allies artillery": "C5", "axis infantry": "M9"}, {"forest": "D5"}, order="artillery_bombard"
    )
    reach = table.reach("C5")
    assert reach["D5"] == 1
    assert reach["E5"] == 3, "round the forest"
    assert "F5" not in reach


# Behind Enemy Lines --------------------------------------------------------------------------------------


def infiltrating(start: str, enemy: str, terrain: dict[str, str] | None = None, **more: object) -> Table:
    """One infantry unit ordered by Behind Enemy Lines, about to move."""
    units = {"allies infantry": start, "axis infantry": enemy}
    return Table(units, terrain, order="behind_enemy_lines", **more).fighting(start)


@pytest.mark.rule("M44-base-card-behind-enemy-lines.1")
def test_the_infiltrator_moves_up_to_three_hexes() -> None:
    table = infiltrating("C5", "M9")
    reach = table.reach("C5")
    assert {table.field.board.distance("C5", hex_) for hex_ in reach} == {1, 2, 3}
    assert table.move_refused("C5", "G5") == {"M44-unit-infantry.1"}


@pytest.mark.rule("M44-base-card-behind-enemy-lines.2")
def test_it_battles_after_three_hexes_with_a_die_more_and_moves_again() -> None:
    table = infiltrating("C5", "H5").play("move C5", "to F5", "end-moves")
    assert table.dice("F5", "H5") == 3, "range 2, and one more"
    table.play("battle F5", dice="star star star")
    assert table.asked == "ChooseDestination"
    assert "remain" in table.options
    assert table.hexes("to") >= {"C5", "E5", "G5"}
    table.play("to C5")
    assert table.who("C5") == "allies infantry"
    assert not table.asked


@pytest.mark.rule("M44-base-card-behind-enemy-lines.2")
def test_the_second_move_is_the_cards_own_though_the_first_be_the_units(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in a copy of the cards that leaves the first move to the unit."""
    table = infiltrating("C5", "M9")
    card = msgspec.structs.replace(table.rules.cards["behind_enemy_lines"], move=None)
    monkeypatch.setitem(table.rules.cards, card.id, card)
    distance = table.field.board.distance
    assert max(distance("C5", label) for label in table.reach("C5")) == 2
    table.play("end-moves", "end-battles")
    assert max(distance("C5", label) for label in table.hexes("to")) == 3


@pytest.mark.rule("M44-base-card-behind-enemy-lines.2")
def test_battle_and_second_move_are_optional() -> None:
    table = infiltrating("C5", "G5").play("move C5", "to F5", "end-moves")
    table.play("end-battles", "remain")
    assert table.who("F5") == "allies infantry"
    assert not table.told("attacks")
    still = infiltrating("C5", "F5").play("end-moves", "end-battles", "to B5")
    assert still.who("B5") == "allies infantry", "it need not have moved or battled before"


@pytest.mark.rule("M44-base-card-behind-enemy-lines.2")
def test_it_moves_again_from_the_ground_it_took() -> None:
    table = infiltrating("C5", "F5:1 M9").play("move C5", "to E5", "end-moves")
    table.play("battle E5", dice="infantry star star star")
    table.play("take-ground F5", "to I5")
    assert table.who("I5") == "allies infantry"


@pytest.mark.rule("M44-base-card-behind-enemy-lines.2")
def test_the_second_move_may_lead_off_the_board_where_every_other_way_is_barred() -> None:
    units = {"allies infantry": "A5", "allies armor": "B5 a4 a6", "axis infantry": "M9"}
    way_out = ({"side": "allies", "hexes": ["A5"]},)
    table = Table(units, order="behind_enemy_lines", exit=way_out).battling("A5")
    assert table.options == {"remain", "leave A5"}


@pytest.mark.rule("M44-base-card-behind-enemy-lines.2")
def test_it_does_not_move_again_once_it_is_dead() -> None:
    units = {"allies infantry": "C5:1", "axis infantry": "E5"}
    table = Table(units, order="behind_enemy_lines", hands={"axis": "ambush probe_left"}).fighting("C5")
    table.play("move C5", "to D5", "end-moves", "battle D5").play("ambush", dice="infantry star star")
    assert not table.asked
    assert table.places("allies") == set()


@pytest.mark.rule("M44-base-card-behind-enemy-lines.3")
@pytest.mark.parametrize("terrain", ["forest", "town", "hedgerow", "wire", "beach", "ocean"])
def test_no_terrain_stops_or_slows_it(terrain: str) -> None:
    """Three hexes straight through, which the same terrain forbids under another card."""
    units = {"allies infantry": "C5", "axis infantry": "M9"}
    row = "D5 E5 F5"
    walls = {"river": "b4 c4 d4 e4 f4 b6 c6 d6 e6 f6"}
    free = Table(units, {terrain: row} | walls, order="behind_enemy_lines")
    assert free.reach("C5")["F5"] == 3
    bound = Table(units, {terrain: row} | walls, order="infantry_assault")
    assert "F5" not in bound.reach("C5")


@pytest.mark.rule("M44-base-card-behind-enemy-lines.3")
def test_climbing_costs_it_no_more_than_walking() -> None:
    """Two hexes for the way up a steep hill or a cliff are a movement restriction of the terrain."""
    units = {"allies infantry": "C5", "axis infantry": "M9"}
    steep = Table(units, {"steep_hill": "D5 F5"}, order="behind_enemy_lines").reach("C5")
    assert (steep["D5"], steep["E5"], steep["F5"]) == (1, 2, 3)
    cliff = Table(units, {"beach": "C5", "cliff": "D5"}, order="behind_enemy_lines").reach("C5")
    assert (cliff["D5"], cliff["F5"]) == (1, 3)
    assert Table(units, {"steep_hill": "D5"}, order="move_out").reach("C5")["D5"] == 2


@pytest.mark.rule("M44-base-card-behind-enemy-lines.3")
def test_impassable_terrain_and_units_bar_its_way() -> None:
    walls = {"river": "b4 c4 c6 b6 D5"}
    units = {"allies infantry": "C5", "axis infantry": "B5 M9"}
    table = Table(units, walls, order="behind_enemy_lines")
    assert table.reach("C5") == {}
    assert table.move_refused("C5", "D5") >= {"M44-terrain-river.1"}
    assert table.move_refused("C5", "B5") >= {"M44-base-move.1"}


@pytest.mark.rule("M44-base-card-behind-enemy-lines.3", "M44-base-move.9")
def test_wire_it_need_not_stop_in_keeps_no_ground_from_it() -> None:
    table = infiltrating("C5", "F5:1 M9", {"wire": "E5"}).play("move C5", "to E5", "end-moves")
    table.play("battle E5", dice="infantry star star")
    assert table.options == {"take-ground F5", "stay"}


@pytest.mark.rule("M44-base-card-behind-enemy-lines.3")
@pytest.mark.parametrize(
    ("terrain", "rule"), [("forest", "M44-terrain-forest.3"), ("hedgerow", "M44-terrain-hedgerow.3")]
)
def test_terrain_that_forbids_battle_on_entry_forbids_it_here_too(terrain: str, rule: str, game) -> None:
    table = infiltrating("C5", "F5", {terrain: "E5"}).play("move C5", "to E5", "end-moves")
    assert rule == game.rules.terrain[terrain].cite["battle_on_entry"]
    assert table.battle_refused("E5") == {rule}
    assert table.asked == "ChooseDestination", "on to the second move"


# Close Assault -------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-card-close-assault.2")
@pytest.mark.parametrize("kind", ["infantry", "armor"])
def test_close_assault_adds_a_die(kind: str) -> None:
    table = Table({f"allies {kind}": "C5", "axis infantry": "D5"}, order="close_assault")
    assert table.dice("C5", "D5") == 4
    assert table.dice_reasons("C5", "D5")["M44-base-card-close-assault.2"] == 1


@pytest.mark.rule("M44-base-card-close-assault.3")
def test_units_ordered_by_close_assault_do_not_move_first() -> None:
    table = Table({"allies infantry": "C5", "axis infantry": "D5"}, order="close_assault").fighting("C5")
    assert table.asked == "ChooseBattler", "moves are not even asked about"
    assert move_refused(table, "C5") == {"M44-base-card-close-assault.3"}


@pytest.mark.rule("M44-base-card-close-assault.2")
def test_a_unit_whose_enemy_is_gone_has_nobody_to_assault() -> None:
    """The card orders close assaults: a unit beside which the enemy has fallen does not fire instead."""
    units = {"allies infantry": "C5 d6", "axis infantry": "D5:1 F5"}
    table = Table(units, order="close_assault").battling("C5 d6")
    table.play("battle C5", dice="infantry star star star").play("stay")
    assert not table.asked
    assert "M44-base-card-close-assault.2" in table.target_refused("d6", "F5")


@pytest.mark.rule("M44-base-card-close-assault.4")
def test_infantry_takes_ground_and_armor_overruns_after_a_close_assault() -> None:
    foot = Table({"allies infantry": "C5", "axis infantry": "D5:1 M9"}, order="close_assault").battling("C5")
    foot.play("battle C5", dice="infantry star star star").play("take-ground D5")
    assert foot.who("D5") == "allies infantry"
    tank = Table({"allies armor": "C5", "axis infantry": "D5:1 E5"}, order="close_assault").battling("C5")
    tank.play("battle C5", dice="infantry star star star").play("take-ground D5")
    assert tank.options == {"overrun E5", "halt"}


@pytest.mark.rule("M44-base-card-close-assault.4", "M44-take-ground.6")
def test_with_no_enemy_next_to_it_the_overrun_fires_under_close_assault_too() -> None:
    table = Table({"allies armor": "C5", "axis infantry": "D5:1 G5"}, order="close_assault").battling("C5")
    table.play("battle C5", dice="infantry star star star").play("take-ground D5")
    assert table.options == {"overrun G5", "halt"}
    assert table.play("overrun G5", dice="star star star").told("rolled")[-1]["dice"] == 3, "no die more"


@pytest.mark.rule("M44-base-card-close-assault.4")
@pytest.mark.parametrize(("bonus", "dice"), [(True, "star star star star"), (False, "star star star")])
def test_whether_the_overrun_has_the_extra_die_is_an_option(bonus: bool, dice: str) -> None:
    table = Table(
        {"allies armor": "C5", "axis infantry": "D5:1 E5"},
        order="close_assault",
        options={"close_assault_overrun_bonus": bonus},
    ).battling("C5")
    table.play("battle C5", dice="infantry star star star")
    table.play("take-ground D5", "overrun E5", dice=dice)
    assert not table.asked


# Counter-Attack ------------------------------------------------------------------------------------------


def countering(card: str, section: str = "", **units: str) -> Table:
    """The Allies hold Counter-Attack and another card after the Axis gave the order of ``card``."""
    spots = {f"allies {kind}": hexes for kind, hexes in units.items()} or {"allies infantry": "A1 G1 M1"}
    table = Table(
        spots | {"axis infantry": "A9 G9 M9"},
        hands={"allies": "counter_attack recon_1_left", "axis": "probe_left probe_right"},
    )
    table.position.given = {**table.position.given, "axis": (card, section)}
    return table.commanding()


def countered(card: str, section: str = "", dice: list[str] | None = None, **units: str) -> Table:
    """The same with Counter-Attack played."""
    return countering(card, section, **units).play("play counter_attack", dice=dice or [])


@pytest.mark.rule("M44-base-card-counter-attack.1")
def test_counter_attack_gives_the_order_just_given_by_the_other_side() -> None:
    """The whole way: the Axis play Assault in the center, the Allies answer."""
    table = Table(
        {"allies infantry": "A1 F1 G1 M1", "axis infantry": "A9 G9 M9"},
        side="axis",
        hands={"axis": "assault_center probe_left", "allies": "counter_attack recon_1_left"},
    ).commanding()
    table.play("play assault_center", "end-moves", dice=["recon_1_right"])
    table.play("play counter_attack")
    assert {told["hex"] for told in table.told("ordered") if told["side"] == "allies"} == {"F1", "G1"}
    assert table.position.played == "counter_attack"
    assert table.position.order == "assault_center"


@pytest.mark.rule("M44-base-card-counter-attack.1")
def test_counter_attack_copies_tactic_cards_with_all_they_do() -> None:
    table = countered("armor_assault", armor="A1 g8", infantry="M1")
    assert [told["hex"] for told in table.told("ordered")] == ["A1", "g8"]
    table.play("end-moves")
    assert table.dice("g8", "G9") == 4
    dug = countered("dig_in", dice=["recon_1_center"], infantry="A1 G1")
    assert dug.position.obstacles == {"A1": "sandbag", "G1": "sandbag"}
    choosing = countered("direct_from_hq", infantry="A1 B1 G1 H1 M1")
    assert choosing.asked == "SelectUnits"
    struck = countered("air_power")
    assert struck.options == {"target A9", "target G9", "target M9", "enough"}


@pytest.mark.rule("M44-base-card-counter-attack.2")
@pytest.mark.parametrize("kind", ["recon_1", "probe", "attack", "assault"])
@pytest.mark.parametrize(("theirs", "ours", "unit"), [("left", "right", "M1"), ("right", "left", "A1")])
def test_a_flank_card_is_mirrored_and_so_stays_on_its_side_of_the_board(
    kind: str, theirs: str, ours: str, unit: str
) -> None:
    table = countered(f"{kind}_{theirs}")
    assert table.position.order == f"{kind}_{ours}"
    assert [told["hex"] for told in table.told("ordered")] == [unit]


@pytest.mark.rule("M44-base-card-counter-attack.2")
def test_cards_of_the_center_and_of_several_sections_stay_what_they_are() -> None:
    for card in ("attack_center", "pincer_move", "recon_in_force", "general_advance"):
        assert countered(card).position.order == card


@pytest.mark.rule("M44-base-card-counter-attack.3")
@pytest.mark.parametrize(("physical", "unit"), [("left", "A1"), ("center", "G1"), ("right", "M1")])
def test_infantry_assault_is_countered_in_the_same_part_of_the_board(physical: str, unit: str) -> None:
    table = countered("infantry_assault", physical)
    assert [told["hex"] for told in table.told("ordered")] == [unit]
    assert table.asked == "ChooseMover", "the section was no choice"


@pytest.mark.rule("M44-base-card-counter-attack.3")
def test_the_section_of_an_infantry_assault_is_noted_as_the_board_has_it() -> None:
    """The Axis' left is the Allies' right: from the choice of the one to the units of the other."""
    table = Table(
        {"allies infantry": "A1 M1", "axis infantry": "A9 M9"},
        side="axis",
        hands={"axis": "infantry_assault probe_left", "allies": "counter_attack recon_1_left"},
    ).commanding()
    table.play("play infantry_assault", "section left", "end-moves", dice=["recon_1_right"])
    assert [told["hex"] for told in table.told("ordered")] == ["M9"]
    table.play("play counter_attack")
    assert [told["hex"] for told in table.told("ordered")] == ["M9", "M1"]


@pytest.mark.rule("M44-base-card-counter-attack.4")
def test_ambush_is_not_copied() -> None:
    table = countering("ambush")
    assert "play counter_attack" not in table.options
    assert table.refused("play counter_attack") == {"M44-base-card-counter-attack.1"}


@pytest.mark.rule("M44-base-card-counter-attack.1", "M44-base-card-counter-attack.4")
def test_an_ambush_in_between_does_not_hide_the_order_before_it() -> None:
    """Ambush is played in the other side's turn and is no order."""
    table = Table(
        {"allies infantry": "C5 M1", "axis infantry": "D5 L9 M9"},
        side="axis",
        hands={"axis": "attack_left ambush probe_left", "allies": "probe_left counter_attack"},
    ).commanding()
    table.play("play attack_left", "end-moves", dice=["recon_1_right"])
    table.play("play probe_left", "end-moves", "battle C5")
    table.play("ambush", dice=["star star star", "star star star", "recon_1_right", "recon_1_center"])
    table.play("play probe_left", "end-moves", dice=["recon_1_left"])
    assert "play counter_attack" in table.options
    assert table.position.given["axis"] == ("probe_left", "")


@pytest.mark.rule("M44-base-card-counter-attack.1")
def test_there_is_nothing_to_counter_before_the_first_order() -> None:
    table = Table(
        {"allies infantry": "A1", "axis infantry": "M9"},
        hands={"allies": "counter_attack probe_left probe_right"},
    ).commanding()
    assert table.options == {"play probe_left", "play probe_right"}
    assert table.refused("play counter_attack") == {"M44-base-card-counter-attack.1"}


@pytest.mark.rule("M44-base-card-counter-attack.1", "M44-base-card-counter-attack.2")
def test_a_countered_counter_attack_mirrors_back() -> None:
    """Axis: Probe on their left; Allies: the same on their right; Axis again: on their left."""
    table = Table(
        {"allies infantry": "A1 M1", "axis infantry": "A9 M9"},
        side="axis",
        hands={"axis": "probe_left counter_attack", "allies": "counter_attack recon_1_left"},
    ).commanding()
    table.play("play probe_left", "end-moves", dice=["recon_1_right"])
    table.play("play counter_attack", "end-moves", dice=["recon_1_center"])
    table.play("play counter_attack")
    assert [told["hex"] for told in table.told("ordered")] == ["M9", "M1", "M9"]


@pytest.mark.rule("M44-base-turn.2")
def test_a_hand_of_cards_that_can_do_nothing_still_plays_one() -> None:
    table = Table(
        {"allies infantry": "A1", "axis infantry": "M9"},
        hands={"allies": "ambush counter_attack", "axis": "probe_left probe_right"},
    ).commanding()
    assert table.options == {"play ambush", "play counter_attack"}
    table.play("play ambush", dice=["recon_1_left"])
    assert table.told("ordered") == []
    assert table.hand("allies") == "counter_attack recon_1_left"


# Dig In --------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-card-dig-in.1")
@pytest.mark.parametrize("terrain", ["open", "forest", "town", "hill", "hedgerow", "beach", "bridge"])
def test_dig_in_lays_sandbags_on_the_hex_of_the_unit(terrain: str) -> None:
    tiles = {"river": "D5", "bridge": "D5"} if terrain == "bridge" else {terrain: "D5"}
    tiles = {} if terrain == "open" else tiles
    table = Table({"allies infantry": "D5", "axis infantry": "M9"}, tiles, order="dig_in").give_orders()
    assert table.position.obstacles == {"D5": "sandbag"}
    assert table.told("placed") == [{"side": "allies", "piece": "sandbag", "hex": "D5"}]


@pytest.mark.rule("M44-base-card-dig-in.1")
def test_a_hex_with_an_obstacle_or_of_water_takes_no_sandbags() -> None:
    table = Table(
        {"allies infantry": "C5 D5 E5", "axis infantry": "M9"},
        {"wire": "C5", "sandbag": "D5", "ocean": "E5"},
        order="dig_in",
    ).give_orders()
    assert table.position.obstacles == {"C5": "wire", "D5": "sandbag"}


@pytest.mark.rule("M44-base-card-dig-in.2")
def test_units_that_dig_in_neither_move_nor_battle() -> None:
    table = Table({"allies infantry": "D5", "axis infantry": "E5 G5"}, order="dig_in").give_orders()
    table.fighting("D5")
    assert not table.asked, "no move and no battle is offered"
    assert "M44-base-card-dig-in.2" in table.battle_refused("D5")


BAGS = "A9 B9 C9 D9 E9 F9 G9 H9 I9 J9 K9 L9"


@pytest.mark.rule("M44-base-components.7", "M44-base-card-dig-in.1")
def test_there_are_twelve_sandbags_for_both_sides_together() -> None:
    table = Table(
        {"allies infantry": "D1", "axis infantry": "A9"}, {"sandbag": BAGS}, order="dig_in"
    ).give_orders()
    assert "D1" not in table.position.obstacles
    assert [told["hex"] for told in table.told("ordered")] == ["D1"], "it has its order all the same"


@pytest.mark.rule("M44-base-components.7", "M44-base-turn.4")
def test_the_player_chooses_who_gets_the_last_sandbags() -> None:
    """One piece is left and two units could use it: this is a choice, although four may be ordered."""
    units = {"allies infantry": "D1 E1", "axis infantry": "A9"}
    table = Table(units, {"sandbag": BAGS[:-3]}, order="dig_in").give_orders()
    assert table.options == {"order D1", "order E1", "done"}
    table.play("order E1")
    assert "E1" in table.position.obstacles
    assert "D1" not in table.position.obstacles


@pytest.mark.rule("M44-base-components.7")
def test_sandbags_left_behind_are_back_in_the_box() -> None:
    table = Table({"allies infantry": "D1 E1", "axis infantry": "A9 B9"}, {"sandbag": BAGS}, side="axis")
    table.moving("A9").play("move A9", "to a8")
    table.position.orders.clear()
    table.position.order, table.position.active = "dig_in", "allies"
    table.give_orders().play("order D1")
    assert "D1" in table.position.obstacles


# Firefight, Infantry Assault, Move Out ---------------------------------------------------------------------


@pytest.mark.rule("M44-base-card-firefight.2")
@pytest.mark.parametrize(
    ("kind", "dice"), [("infantry", [3, 2, 0]), ("armor", [4, 4, 0]), ("artillery", [4, 3, 3, 2, 2, 0])]
)
def test_firefight_adds_a_die_at_every_range(kind: str, dice: list[int]) -> None:
    found = []
    for hexes in range(2, len(dice) + 2):
        target = "CDEFGHIJ"[hexes] + "5"
        table = Table({f"allies {kind}": "C5", "axis infantry": target}, order="firefight")
        found.append(table.dice("C5", target))
    assert found == dice


@pytest.mark.rule("M44-base-card-firefight.1")
def test_units_ordered_by_firefight_may_not_move() -> None:
    table = Table({"allies armor": "C5", "axis infantry": "F5"}, order="firefight").fighting("C5")
    assert table.asked == "ChooseBattler", "moves are not even asked about"
    assert move_refused(table, "C5") == {"M44-base-card-firefight.1"}


@pytest.mark.rule("M44-base-card-infantry-assault.2")
def test_infantry_assault_moves_two_and_battles_or_three_and_does_not() -> None:
    table = Table({"allies infantry": "C5", "axis infantry": "H5"}, order="infantry_assault")
    assert max(table.reach("C5").values()) == 3
    two = table.copy().march("C5", "E5")
    assert two.hexes("battle") == {"E5"}
    three = table.copy().march("C5", "F5")
    assert not three.asked
    assert three.battle_refused("F5", moved_from="C5") == {"M44-unit-infantry.1"}


@pytest.mark.rule("M44-base-card-infantry-assault.2")
def test_resistance_may_battle_after_two_hexes_of_an_infantry_assault() -> None:
    table = Table({"allies french_resistance": "C5", "axis infantry": "H5"}, order="infantry_assault")
    table.march("C5", "E5")
    assert table.hexes("battle") == {"E5"}


@pytest.mark.rule("M44-base-card-move-out.1", "M44-base-card.2")
def test_units_of_move_out_act_as_usual() -> None:
    table = Table({"allies infantry": "C5", "axis infantry": "E5"}, order="move_out")
    assert max(table.reach("C5").values()) == 2
    assert table.dice("C5", "E5") == 2
