"""Battles: whom, with how many dice, and what the dice do [M44-base-battle, M44-combat]."""

from __future__ import annotations

import pytest
from tests.plugins.memoir44.drawing import Table, draw

from grognard_memoir44.retreat import RetreatTo

# What the faces do -----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "M44-combat.1", "M44-combat.2", "M44-combat.4", "M44-combat.5", "M44-combat.6", "M44-combat.7"
)
@pytest.mark.parametrize(
    ("kind", "face", "lost"),
    [
        ("infantry", "infantry", 1),
        ("infantry", "armor", 0),
        ("infantry", "grenade", 1),
        ("infantry", "star", 0),
        ("armor", "infantry", 0),
        ("armor", "armor", 1),
        ("armor", "grenade", 1),
        ("armor", "star", 0),
        ("artillery", "infantry", 0),
        ("artillery", "armor", 0),
        ("artillery", "grenade", 1),
        ("artillery", "star", 0),
    ],
)
def test_a_face_hits_its_own_type_and_a_grenade_hits_all(kind: str, face: str, lost: int) -> None:
    table = Table({f"axis {kind}": "E5", "allies infantry": "C5"})
    before = table.figures("E5")
    table.attack("C5", "E5", f"{face} star")
    assert before - table.figures("E5") == lost


@pytest.mark.rule("M44-combat.2")
def test_every_hit_takes_a_figure() -> None:
    table = Table({"axis infantry": "E5", "allies armor": "D5"}).attack(
        "D5", "E5", "infantry grenade infantry"
    )
    assert table.figures("E5") == 1


@pytest.mark.rule("M44-combat.3", "M44-base-battle.11")
def test_the_last_figure_is_a_medal_and_surplus_hits_are_lost() -> None:
    table = Table({"axis infantry": "E5:1 A9", "allies armor": "D5"})
    table.attack("D5", "E5", "infantry grenade infantry")
    assert not table.unit("E5")
    assert (table.medals("allies"), table.medals("axis")) == (1, 0)
    assert table.told("lost") == [{"side": "axis", "kind": "infantry", "hex": "E5", "figures": 1}]
    assert table.figures("A9") == 4, "nobody else pays for the surplus"


@pytest.mark.rule("M44-combat.8")
@pytest.mark.parametrize(("dice", "end"), [("flag star star", "d6"), ("flag flag star", "D7")])
def test_each_flag_is_one_hex_back(dice: str, end: str) -> None:
    table = draw(
        """
        .   .
          .   .
        .   .I  .
              .a
        """,
        corner="D7",
    )
    table.attack("e4", "E5", dice)
    assert [str(due) for due in table.game.explain(table.position, RetreatTo("d6")).reasons] == [
        f"{dice.count('flag')} to go [M44-combat.8]"
    ]
    table.play(*(["retreat d6", "retreat D7"][: dice.count("flag")]))
    assert table.who(end) == "axis infantry"


@pytest.mark.rule("M44-combat.9")
def test_hits_come_before_flags() -> None:
    table = Table({"axis infantry": "E5:1", "allies infantry": "D5"}).attack("D5", "E5", "flag flag infantry")
    assert table.told("eliminated"), "the unit was gone before it could retreat"
    assert not table.told("retreated")


@pytest.mark.rule("M44-combat.9", "M44-base-battle.1")
def test_the_order_of_a_battle() -> None:
    table = Table({"axis infantry": "E5", "allies infantry": "D5"}).attack("D5", "E5", "flag star infantry")
    table.play("retreat e6", "take-ground E5")
    assert [event.what for event in table.events] == ["attacks", "rolled", "lost", "retreated", "took ground"]


# Who may battle whom ---------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-battle.2")
def test_a_unit_battles_once_a_turn() -> None:
    table = Table({"axis infantry": "E5", "allies infantry": "D5 d4"}).battling("D5 d4")
    table.attack("D5", "E5", "star star star")
    assert "battle D5" not in table.options
    assert table.refused("battle D5") == {"M44-base-battle.2"}


@pytest.mark.rule("M44-base-battle.2")
def test_only_ordered_units_battle() -> None:
    table = Table({"axis infantry": "E5", "allies infantry": "D5 d4"}).battling("D5")
    assert table.refused("battle d4") == {"M44-base-turn.6"}


@pytest.mark.rule("M44-base-battle.3")
def test_all_dice_go_to_one_target() -> None:
    table = Table({"axis infantry": "E5 e6", "allies armor": "D5"}).attack("D5", "E5", "infantry star star")
    assert (table.figures("E5"), table.figures("e6")) == (3, 4)
    assert len(table.rolls) == 1


@pytest.mark.rule("M44-base-battle.4", "M44-base-battle.5")
def test_adjacent_is_close_assault_and_further_is_fire() -> None:
    """Close assault lets Ambush be played and ground be taken; fire does neither."""
    near = Table({"axis infantry": "E5:1 A9", "allies infantry": "D5"}, hands={"axis": "ambush"})
    assert near.battling("D5").play("battle D5", "attack E5").asked == "AmbushChance"
    near.play("pass", dice="infantry star star")
    assert near.asked == "ChooseGround"
    far = Table({"axis infantry": "F5:1 A9", "allies infantry": "D5"}, hands={"axis": "ambush"})
    far.attack("D5", "F5", "infantry star")
    assert far.told("eliminated")
    assert far.asked != "ChooseGround"


@pytest.mark.rule("M44-base-battle.6")
@pytest.mark.parametrize("kind", ["infantry", "armor", "artillery"])
def test_next_to_an_enemy_no_fire_at_another(kind: str) -> None:
    table = Table({"axis infantry": "E5 D7", f"allies {kind}": "D5"})
    assert table.target_refused("D5", "D7") == {"M44-base-battle.6"}
    assert table.dice("D5", "E5") == 3


@pytest.mark.rule("M44-base-battle.6", "M44-base-battle.10")
def test_next_to_an_enemy_it_cannot_hurt_a_unit_does_not_battle_at_all() -> None:
    table = Table({"axis infantry": "E5 B5", "allies armor": "D5"}, {"town": "D5", "forest": "E5"})
    assert "M44-base-battle.10" in table.target_refused("D5", "E5")
    assert table.target_refused("D5", "B5") == {"M44-base-battle.6"}
    assert "battle D5" not in table.battling("D5").options


@pytest.mark.rule("M44-base-battle.7")
def test_a_choice_among_adjacent_enemies() -> None:
    table = Table({"axis infantry": "E5 d6 C5", "axis armor": "D7", "allies infantry": "D5"})
    table.battling("D5").play("battle D5")
    assert table.options == {"attack E5", "attack d6", "attack C5"}


@pytest.mark.rule("M44-base-battle.8")
@pytest.mark.parametrize("figures", [1, 2, 3, 4])
def test_losses_do_not_weaken_the_attack(figures: int) -> None:
    assert Table({"axis infantry": "E5", "allies infantry": f"D5:{figures}"}).dice("D5", "E5") == 3


@pytest.mark.rule("M44-base-battle.9")
def test_dice_are_range_and_bonus_less_both_terrains() -> None:
    table = Table(
        {"axis infantry": "E5", "allies armor": "D5"}, {"town": "D5", "hill": "E5"}, order="armor_assault"
    )
    assert table.dice_reasons("D5", "E5") == {
        "M44-unit-armor.4": 3,
        "M44-base-card-armor-assault.2": 1,
        "M44-terrain-town.4": -2,
        "M44-terrain-hill.1": -1,
    }
    assert table.dice("D5", "E5") == 1


@pytest.mark.rule("M44-base-battle.10")
@pytest.mark.parametrize(
    ("attacker", "under", "below", "dice"),
    [
        ("D5", "", "forest", 0),  # infantry at range 3: 1 - 1
        ("E5", "", "forest", 1),
        ("E5", "wire", "forest", 0),
        ("F5", "wire", "forest", 1),
    ],
)
def test_no_dice_no_battle(attacker: str, under: str, below: str, dice: int) -> None:
    terrain = {below: "G5"} | ({under: attacker} if under else {})
    table = Table({"axis infantry": "G5", "allies infantry": attacker}, terrain)
    assert table.dice(attacker, "G5") == dice
    assert table.target_refused(attacker, "G5") == (set() if dice else {"M44-base-battle.10"})


@pytest.mark.rule("M44-base-battle.12")
def test_the_target_does_not_fire_back() -> None:
    table = Table({"axis infantry": "E5", "allies infantry": "D5"}).attack(
        "D5", "E5", "grenade infantry star"
    )
    assert table.figures("D5") == 4
    assert len(table.rolls) == 1


@pytest.mark.rule("M44-base-battle.13", "M44-take-ground.2")
def test_artillery_close_assaults_but_takes_no_ground() -> None:
    table = Table({"axis infantry": "E5:1 A9", "allies artillery": "D5"}, {"forest": "E5"})
    assert table.dice("D5", "E5") == 3
    table.attack("D5", "E5", "infantry star star")
    assert table.told("eliminated")
    assert table.asked != "ChooseGround"


@pytest.mark.rule("M44-take-ground.9")
def test_one_battle_is_finished_before_the_next_begins() -> None:
    table = Table({"axis infantry": "E5:1 F5", "allies armor": "D5", "allies infantry": "f4"}).battling(
        "D5 f4"
    )
    table.attack("D5", "E5", "infantry star star")
    assert table.options == {"take-ground E5", "stay"}, "the armor's battle is not over"
    table.play("take-ground E5")
    assert table.options == {"overrun F5", "halt"}
    table.play("halt")
    assert "battle f4" in table.options


@pytest.mark.rule("M44-base-battle.1", "M44-base-board.9", "M44-base-los.1")
@pytest.mark.parametrize(
    ("target", "cites"),
    [
        ("C5", {"M44-base-battle.1"}),  # nobody there
        ("d4", {"M44-base-battle.1"}),  # a friend
        ("B9", {"M44-unit-infantry.3"}),  # too far
        ("F5", {"M44-terrain-forest.4"}),  # in range, not in sight
        ("D7", set()),
    ],
)
def test_every_target_is_allowed_or_refused_with_its_rule(target: str, cites: set[str]) -> None:
    units = {"axis infantry": "D7 B9 F5", "allies infantry": "D5 d4"}
    assert Table(units, {"forest": "E5"}).target_refused("D5", target) == cites


@pytest.mark.rule("M44-base-battle.1")
def test_a_unit_with_nobody_to_attack_does_not_battle() -> None:
    far = Table({"axis infantry": "D9", "allies infantry": "D5"})
    assert far.battle_refused("D5") == {"M44-base-battle.1", "M44-unit-infantry.3"}, "and why not the nearest"
    assert Table({"allies infantry": "D5"}).battle_refused("D5") == {"M44-base-battle.1"}


# Terrain and dice ------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-terrain.2", "M44-unit-artillery.2")
@pytest.mark.parametrize(
    ("terrain", "infantry", "armor"),
    [
        ("forest", 1, 2),
        ("town", 1, 2),
        ("church", 1, 2),
        ("hedgerow", 1, 2),
        ("bunker", 1, 2),
        ("hill", 1, 1),
        ("steep_hill", 1, 1),
        ("cliff", 1, 1),
        ("sea_bluff", 1, 1),
        ("mountain", 2, 2),
        ("sandbag", 1, 1),
        ("sea_wall", 1, 1),
        ("hedgehog", 0, 0),
        ("wire", 0, 0),
        ("beach", 0, 0),
        ("ocean", 0, 0),
    ],
)
def test_terrain_takes_dice_by_the_type_of_the_attacker(terrain: str, infantry: int, armor: int) -> None:
    owners = {terrain: "axis"} if terrain in ("bunker", "sea_wall") else {}
    for kind, loss in (("infantry", infantry), ("armor", armor), ("artillery", 0)):
        table = Table({"axis infantry": "E5", f"allies {kind}": "D5"}, {terrain: "E5"}, owners=owners)
        assert 3 - table.dice("D5", "E5") == loss


@pytest.mark.rule("M44-terrain.3")
@pytest.mark.parametrize(
    ("terrain", "dice"),
    [
        ({"hill": "E5", "bunker": "E5"}, {"infantry": 2, "armor": 1}),
        ({"hill": "E5", "sandbag": "E5"}, {"infantry": 2, "armor": 2}),
        ({"town": "E5", "sandbag": "E5"}, {"infantry": 2, "armor": 1}),
        ({"beach": "E5", "sea_wall": "E5"}, {"infantry": 2, "armor": 2}),
        ({"mountain": "E5", "sandbag": "E5"}, {"infantry": 1, "armor": 1}),
    ],
)
def test_terrain_and_obstacle_do_not_add_up(terrain: dict[str, str], dice: dict[str, int]) -> None:
    owners = {key: "axis" for key in terrain if key in ("bunker", "sea_wall")}
    for kind, expected in dice.items():
        table = Table({"axis infantry": "E5", f"allies {kind}": "D5"}, terrain, owners=owners)
        assert table.dice("D5", "E5") == expected
        assert len(table.dice_reasons("D5", "E5")) == 2, "the range and one reduction"
