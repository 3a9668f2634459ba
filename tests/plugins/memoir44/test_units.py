"""The kinds of units: what each rolls, and what sets it apart [M44-unit-…, M44-special-forces]."""

from __future__ import annotations

import pytest
from tests.plugins.memoir44.drawing import Table

ROW = "DEFGHIJKLM"


def dice_by_range(kind: str, target: str = "infantry") -> list[int]:
    """Dice of a unit in D5 at a target 1, 2, 3 … hexes away."""
    return [
        Table({f"allies {kind}": "D5", f"axis {target}": f"{column}5"}).dice("D5", f"{column}5")
        for column in ROW[1:9]
    ]


@pytest.mark.rule(
    "M44-unit-infantry.3", "M44-unit-armor.4", "M44-unit-artillery.3", "M44-nation-french-resistance.3",
    "M44-unit-elite-armor.1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "dice"),
    [
        ("infantry", [3, 2, 1, 0, 0, 0, 0, 0]),
        ("special_forces", [3, 2, 1, 0, 0, 0, 0, 0]),
        ("french_resistance", [3, 2, 1, 0, 0, 0, 0, 0]),
        ("armor", [3, 3, 3, 0, 0, 0, 0, 0]),
        ("elite_armor", [3, 3, 3, 0, 0, 0, 0, 0]),
        ("tiger", [3, 3, 3, 0, 0, 0, 0, 0]),
        ("artillery", [3, 3, 2, 2, 1, 1, 0, 0]),
    ],
)
@pytest.mark.parametrize("target", ["infantry", "armor", "artillery"])
def test_dice_by_range(kind: str, dice: list[int], target: str) -> None:
    assert dice_by_range(kind, target) == dice


# Artillery -------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-unit-artillery.2")
@pytest.mark.parametrize("terrain", ["forest", "town", "church", "hedgerow", "hill", "mountain", "sandbag"])
def test_artillery_needs_no_sight_and_heeds_no_terrain(terrain: str) -> None:
    units = {"allies artillery": "D5", "axis infantry": "F5"}
    assert (
        Table(units, {terrain: "F5", "forest": "E5"} if terrain != "forest" else {"forest": "E5 F5"}).dice(
            "D5", "F5"
        )
        == 3
    )
    blocked = Table({**units, "allies armor": "E5"}, {terrain: "F5"})
    assert blocked.dice("D5", "F5") == 3, "over a friend as well"


@pytest.mark.rule("M44-unit-artillery.2")
def test_the_own_terrain_of_artillery_takes_no_dice_either() -> None:
    for terrain in ("town", "church", "wire", "forest"):
        assert Table({"allies artillery": "D5", "axis infantry": "F5"}, {terrain: "D5"}).dice("D5", "F5") == 3


# Special forces --------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-unit-special-forces.2")
def test_special_forces_move_two_hexes_and_battle() -> None:
    table = Table({"allies special_forces": "D5", "axis infantry": "G5"}).march("D5", "F5")
    assert table.dice("F5", "G5") == 3
    assert Table({"allies special_forces": "D5"}).move_refused("D5", "G5") == {"M44-unit-special-forces.2"}
    infantry = Table({"allies infantry": "D5", "axis infantry": "G5"}).march("D5", "F5")
    assert infantry.battle_refused("F5") == {"M44-unit-infantry.1"}


@pytest.mark.rule("M44-unit-special-forces.2")
def test_special_forces_heed_terrain_that_forbids_battle_on_entry() -> None:
    table = Table({"allies special_forces": "D5", "axis infantry": "F5"}, {"forest": "E5"}).march("D5", "E5")
    assert table.battle_refused("E5") == {"M44-terrain-forest.3"}


@pytest.mark.rule("M44-special-forces.3", "M44-nation-french-resistance.4")
@pytest.mark.parametrize("terrain", ["forest", "town", "church", "hedgerow"])
def test_resistance_battles_on_any_terrain_it_enters_but_must_stop_there(terrain: str) -> None:
    units = {"allies french_resistance": "D5", "axis infantry": "F5"}
    table = Table(units, {terrain: "E5"}).march("D5", "E5")
    assert table.dice("E5", "F5") == 3
    fenced = Table({"allies french_resistance": "D5"}, {terrain: "E5", "river": "d6 e6 d4 e4"})
    assert "F5" not in fenced.reach("D5"), "movement restrictions hold"


@pytest.mark.rule("M44-special-forces.4", "M44-nation-french-resistance.2")
def test_resistance_does_not_battle_after_two_hexes() -> None:
    table = Table({"allies french_resistance": "D5", "axis infantry": "G5"}).march("D5", "F5")
    assert table.battle_refused("F5") == {"M44-special-forces.4"}
    one = Table({"allies french_resistance": "D5", "axis infantry": "F5"}).march("D5", "E5")
    assert one.dice("E5", "F5") == 3


@pytest.mark.rule("M44-special-forces.3")
def test_resistance_does_not_battle_in_the_ocean() -> None:
    table = Table({"allies french_resistance": "e2", "axis infantry": "E3"}, face="beach")
    assert table.battle_refused("e2") == {"M44-terrain-ocean.2"}, "that is no bar on entry"


@pytest.mark.rule("M44-special-forces.2", "M44-nation-french-resistance.1", "M44-base-victory.4")
def test_three_hits_eliminate_a_resistance_unit() -> None:
    table = Table({"allies french_resistance": "E5 A1", "axis infantry": "D5"}, side="axis")
    table.attack("D5", "E5", "infantry infantry grenade")
    assert not table.unit("E5")
    assert table.medals("axis") == 1


# Armor -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-special-forces.6", "M44-unit-elite-armor.1")
def test_elite_armor_survives_three_hits() -> None:
    for kind, left in (("armor", 0), ("elite_armor", 1)):
        table = Table({f"axis {kind}": "E5", "allies infantry": "D5"})
        table.attack("D5", "E5", "armor armor grenade")
        assert table.figures("E5") == left


@pytest.mark.rule("M44-unit-armor.3", "M44-unit-elite-armor.1")
def test_elite_armor_overruns_like_armor() -> None:
    table = Table({"axis infantry": "E5:1 F5", "allies elite_armor": "D5"})
    table.attack("D5", "E5", "infantry star star", "take-ground E5")
    assert table.options == {"overrun F5", "halt"}


# The Tiger -------------------------------------------------------------------------------------------------


def shot_at(*rolls: str, attacker: str = "infantry", **more: object) -> Table:
    """A Tiger in E5 after these rolls of a unit in D5."""
    return Table({"axis tiger": "E5", f"allies {attacker}": "D5", "axis infantry": "A9"}, **more).attack(
        "D5", "E5", list(rolls)
    )


@pytest.mark.rule("M44-unit-tiger.3")
@pytest.mark.parametrize(
    ("first", "again"),
    [("armor star star", 1), ("armor grenade star", 2), ("armor armor grenade", 3), ("grenade star star", 1)],
)
def test_every_die_that_hit_a_tiger_is_rolled_again(first: str, again: int) -> None:
    table = shot_at(first, " ".join(["armor"] * again))
    assert [len(roll.faces) for roll in table.rolls] == [3, again]
    assert table.figures("E5") == 1


@pytest.mark.rule("M44-unit-tiger.3")
def test_dice_that_missed_a_tiger_are_not_rolled_again() -> None:
    assert len(shot_at("infantry star star").rolls) == 1


@pytest.mark.rule("M44-unit-tiger.4", "M44-combat.3")
@pytest.mark.parametrize(
    ("second", "destroyed"),
    [("grenade", True), ("armor", False), ("infantry", False), ("star", False), ("flag", False)],
)
def test_only_a_grenade_of_the_second_roll_destroys_a_tiger(second: str, destroyed: bool) -> None:
    table = shot_at("armor star star", second)
    assert bool(table.unit("E5")) != destroyed
    assert table.medals("allies") == int(destroyed)
    assert not table.told("retreated"), "a flag of the second roll is void"


@pytest.mark.rule("M44-unit-tiger.4")
def test_one_grenade_among_several_is_enough() -> None:
    assert not shot_at("armor armor grenade", "flag grenade star").unit("E5")


@pytest.mark.rule("M44-unit-tiger.3")
@pytest.mark.parametrize(("reading", "retreats"), [("retreat", True), ("ignored", False)])
@pytest.mark.parametrize("rolls", [("armor flag star", "star"), ("flag star star",)])
def test_flags_of_the_first_roll_are_a_matter_of_reading(
    reading: str, retreats: bool, rolls: tuple[str, ...]
) -> None:
    table = shot_at(*rolls, options={"tiger_flags": reading})
    assert (table.asked == "ChooseRetreat") == retreats


@pytest.mark.rule("M44-unit-tiger.1", "M44-base-retreat.7")
def test_a_tiger_that_cannot_retreat_is_lost() -> None:
    """It is one figure, and that is what the step that cannot be made costs."""
    table = Table({"axis tiger": "E9", "axis infantry": "A9", "allies infantry": "D9"})
    table.attack("D9", "E9", "flag star star")
    assert not table.unit("E9")
    assert table.medals("allies") == 1


@pytest.mark.rule("M44-unit-tiger.2")
def test_a_tiger_moves_and_battles_as_armor() -> None:
    table = Table({"allies tiger": "D5", "axis infantry": "H5"}).march("D5", "G5")
    assert table.dice("G5", "H5") == 3
    assert Table({"allies tiger": "D5"}).move_refused("D5", "H5") == {"M44-unit-tiger.2"}
