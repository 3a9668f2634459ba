"""Taking ground and the armor overrun [M44-take-ground, M44-base-take-ground]."""

from __future__ import annotations

import pytest
from tests.plugins.memoir44.drawing import Table, draw

KILL = "infantry star star"


def won(kind: str, enemies: str = "E5:1 A9", terrain: dict[str, str] | None = None, **more: object) -> Table:
    """A unit in D5 has eliminated the one in E5 by close assault."""
    table = Table({"axis infantry": enemies, f"allies {kind}": "D5"}, terrain or {}, **more)
    dice = table.dice("D5", "E5")
    return table.attack("D5", "E5", " ".join(["infantry"] + ["star"] * (dice - 1)))


# Who takes ground, and when --------------------------------------------------------------------------------


@pytest.mark.rule(
    "M44-take-ground.1", "M44-take-ground.2", "M44-take-ground.3", "M44-unit-infantry.2", "M44-unit-armor.2",
    "M44-nation-french-resistance.5", "M44-base-take-ground.1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "may"),
    [
        ("infantry", True),
        ("special_forces", True),
        ("french_resistance", True),
        ("armor", True),
        ("elite_armor", True),
        ("tiger", True),
        ("artillery", False),
    ],
)
def test_infantry_and_armor_take_ground_artillery_never(kind: str, may: bool) -> None:
    table = won(kind)
    assert table.told("eliminated")
    if not may:
        assert table.asked != "ChooseGround"
        return
    assert table.options == {"take-ground E5", "stay"}
    assert table.copy().play("take-ground E5").who("E5") == f"allies {kind}"
    assert table.copy().play("stay").who("D5") == f"allies {kind}"


@pytest.mark.rule("M44-take-ground.1")
def test_a_target_that_retreated_leaves_its_hex_to_the_winner() -> None:
    table = Table({"axis infantry": "E5", "allies infantry": "D5"})
    table.attack("D5", "E5", "flag star star", "retreat e6")
    assert table.options == {"take-ground E5", "stay"}


@pytest.mark.rule("M44-base-take-ground.1")
def test_ground_is_taken_at_once() -> None:
    table = Table({"axis infantry": "E5", "allies infantry": "D5 F3"}).battling("D5 F3")
    table.attack("D5", "E5", "flag star star", "retreat e6")
    assert not table.hexes("battle"), "the next battle waits"


@pytest.mark.rule("M44-base-take-ground.2")
def test_no_ground_after_fire() -> None:
    table = Table({"axis infantry": "F5:1 A9", "allies armor": "D5"}).attack("D5", "F5", KILL)
    assert table.told("eliminated")
    assert table.asked not in ("ChooseGround", "ChooseOverrun")


@pytest.mark.rule("M44-base-take-ground.3")
@pytest.mark.parametrize(
    ("enemies", "terrain", "then"),
    [
        ("E5", {"sandbag": "E5"}, ("ignore",)),  # the flag was ignored
        ("E5 d6 e6", {}, ()),  # no way back: a figure was lost
        ("E5", {}, None),  # only hits
    ],
)
def test_a_target_that_stays_keeps_its_ground(
    enemies: str, terrain: dict[str, str], then: tuple[str, ...] | None
) -> None:
    table = Table({"axis infantry": enemies, "allies infantry": "D5"}, terrain)
    face = "infantry" if then is None else "flag"
    table.attack("D5", "E5", " ".join([face] + ["star"] * (table.dice("D5", "E5") - 1)), *(then or ()))
    assert table.figures("E5") > 0
    assert table.asked != "ChooseGround"


@pytest.mark.rule("M44-base-take-ground.4")
@pytest.mark.parametrize(
    ("kind", "terrain", "may"),
    [
        ("armor", "bunker", False),
        ("infantry", "bunker", True),
        ("armor", "hedgehog", False),
        ("infantry", "hedgehog", True),
        ("infantry", "mountain", False),  # not from level ground
        ("armor", "mountain", False),
        ("infantry", "forest", True),
        ("armor", "town", True),
    ],
)
def test_ground_only_in_hexes_the_unit_may_enter(kind: str, terrain: str, may: bool) -> None:
    owners = {"bunker": "axis"} if terrain == "bunker" else {}
    table = won(kind, terrain={terrain: "E5"}, owners=owners)
    assert table.told("eliminated")
    assert (table.asked == "ChooseGround") == may


@pytest.mark.rule("M44-base-take-ground.7")
def test_an_ambusher_takes_no_ground() -> None:
    table = Table({"axis infantry": "E5", "allies infantry": "D5:1 A1"}, hands={"axis": "ambush"})
    table.battling("D5 A1").play("battle D5", "attack E5")
    won = table.copy().play("pass", "retreat e6", dice="flag star star")
    assert won.options == {"take-ground E5", "stay"} and won.to_act == "allies"
    table.play("ambush", dice=KILL)
    assert table.told("eliminated")
    assert table.asked != "ChooseGround"
    assert table.who("E5") == "axis infantry"


# The overrun -----------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-take-ground.4", "M44-unit-armor.3")
@pytest.mark.parametrize(
    ("kind", "overruns"),
    [("armor", True), ("elite_armor", True), ("tiger", True), ("infantry", False), ("special_forces", False)],
)
def test_armor_that_took_ground_may_battle_again(kind: str, overruns: bool) -> None:
    table = won(kind, "E5:1 F5").play("take-ground E5")
    if not overruns:
        assert table.asked != "ChooseOverrun"
        return
    assert table.options == {"overrun F5", "halt"}
    table.play("overrun F5", dice="infantry star star")
    assert table.figures("F5") == 3


@pytest.mark.rule("M44-take-ground.4")
def test_armor_that_stays_makes_no_overrun() -> None:
    table = won("armor", "E5:1 d6").play("stay")
    assert table.asked != "ChooseOverrun"
    assert table.figures("D5") == 3


@pytest.mark.rule("M44-take-ground.5")
def test_next_to_an_enemy_the_overrun_is_a_close_assault() -> None:
    table = won("armor", "E5:1 e6 G5").play("take-ground E5")
    assert table.options == {"overrun e6", "halt"}
    assert table.refused("overrun G5") == {"M44-base-battle.6"}


@pytest.mark.rule("M44-take-ground.6")
def test_with_no_enemy_next_to_it_the_overrun_may_fire() -> None:
    table = won("armor", "E5:1 G5 E9").play("take-ground E5")
    assert table.options == {"overrun G5", "halt"}
    assert table.refused("overrun E9") == {"M44-unit-armor.4"}, "out of range"
    table.play(
        "overrun G5",
        dice="grenade flag star",
    ).play("retreat f6")
    assert table.asked != "ChooseGround", "no ground after fire"


@pytest.mark.rule("M44-take-ground.7", "M44-take-ground.8")
def test_ground_again_after_the_overrun_but_no_second_overrun() -> None:
    table = won("armor", "E5:1 F5:1 G5").play("take-ground E5").play("overrun F5", dice=KILL)
    assert table.options == {"take-ground F5", "stay"}
    table.play("take-ground F5")
    assert table.asked != "ChooseOverrun", "one overrun a turn"
    assert table.who("F5") == "allies armor"


@pytest.mark.rule("M44-base-take-ground.5")
@pytest.mark.parametrize(
    ("terrain", "overruns"),
    [
        ("forest", False),
        ("town", False),
        ("church", False),
        ("hedgerow", False),
        ("hill", True),
        ("beach", True),
        ("sandbag", True),
        ("sea_wall", True),
    ],
)
def test_no_overrun_from_terrain_that_forbids_battle_on_entry(terrain: str, overruns: bool) -> None:
    owners = {"sea_wall": "axis"} if terrain == "sea_wall" else {}
    table = won("armor", "E5:1 F5", {terrain: "E5"}, owners=owners).play("take-ground E5")
    assert table.who("E5") == "allies armor"
    assert (table.asked == "ChooseOverrun") == overruns


@pytest.mark.rule("M44-terrain-ocean.2", "M44-take-ground.4")
def test_no_overrun_out_of_the_ocean() -> None:
    table = Table({"axis infantry": "e2:1 E1", "allies armor": "E3"}, face="beach")
    table.attack("E3", "e2", KILL, "take-ground e2")
    assert table.who("e2") == "allies armor"
    assert table.asked != "ChooseOverrun"


@pytest.mark.rule("M44-base-take-ground.6")
@pytest.mark.parametrize("reading", [False, True])
def test_ground_into_wire_removes_it_and_bars_the_overrun(reading: bool) -> None:
    options = {"wire_overrun": reading}
    table = won("armor", "E5:1 F5", {"wire": "E5"}, options=options).play("take-ground E5")
    assert "E5" not in table.position.obstacles
    assert (table.asked == "ChooseOverrun") == reading


@pytest.mark.rule("M44-base-take-ground.6")
def test_infantry_takes_ground_into_wire_and_leaves_it_there() -> None:
    table = won("infantry", "E5:1 A9", {"wire": "E5"}).play("take-ground E5")
    assert table.position.obstacles == {"E5": "wire"}


@pytest.mark.rule("M44-take-ground.9")
def test_overrun_and_second_ground_belong_to_one_battle() -> None:
    table = draw(
        """
        .a  .I1 .I1 .I
          .i
        .I
        """,
        corner="D5",
    ).battling("D5 d4")
    table.attack("D5", "E5", KILL, "take-ground E5")
    assert table.options == {"overrun F5", "halt"}, "the infantry's battle has to wait"
    table.play("overrun F5", "take-ground F5", dice=KILL)
    assert table.options == {"battle d4", "end-battles"}
    assert table.refused("battle F5") == {"M44-base-battle.2"}
