"""Every kind of terrain and obstacle of the base game, rule by rule [M44-terrain-…]."""

from __future__ import annotations

import pytest
from tests.plugins.memoir44.drawing import Table, draw

TROOPS = ("infantry", "armor", "artillery")


def dice_into(terrain: dict[str, str], kind: str, **more: object) -> int:
    """Dice of an attack from open ground in D5 on infantry in E5."""
    return Table({"axis infantry": "E5", f"allies {kind}": "D5"}, terrain, **more).dice("D5", "E5")


def dice_out_of(terrain: dict[str, str], kind: str) -> int:
    """Dice of an attack out of D5 on infantry in open ground in E5."""
    return Table({"axis infantry": "E5", f"allies {kind}": "D5"}, terrain).dice("D5", "E5")


def corridor(kind: str, terrain: dict[str, str], **more: object) -> dict[str, int]:
    """Where a unit in D5 can go when row 5 is the only way: E5, F5, G5."""
    table = draw(
        f"""
            r   r   r   r   r
          r   .{kind}  .   .   .   .
            r   r   r   r   r
        """,
        corner="c6",
        terrain=terrain,
        **more,
    )
    assert table.unit("D5")
    return table.reach("D5")


# Forest, town, church, hedgerow ----------------------------------------------------------------------------


@pytest.mark.rule(
    "M44-terrain-forest.1", "M44-terrain-town.1", "M44-terrain-church.1", "M44-terrain-hedgerow.1",
)  # fmt: skip
@pytest.mark.parametrize("terrain", ["forest", "town", "church", "hedgerow"])
def test_cover_takes_one_die_from_infantry_and_two_from_armor(terrain: str) -> None:
    assert [dice_into({terrain: "E5"}, kind) for kind in TROOPS] == [2, 1, 3]


@pytest.mark.rule(
    "M44-terrain-forest.2", "M44-terrain-town.2", "M44-terrain-church.2", "M44-terrain-hedgerow.2",
)  # fmt: skip
@pytest.mark.parametrize("terrain", ["forest", "town", "church", "hedgerow"])
def test_cover_stops_a_move(terrain: str) -> None:
    assert corridor("a", {terrain: "E5"}) == {"E5": 1}
    assert corridor("i", {terrain: "E5"}) == {"E5": 1}
    assert corridor("a", {}) == {"E5": 1, "F5": 2, "G5": 3}


@pytest.mark.rule(
    "M44-terrain-forest.3", "M44-terrain-town.3", "M44-terrain-church.3", "M44-terrain-hedgerow.3",
)  # fmt: skip
@pytest.mark.parametrize("terrain", ["forest", "town", "church", "hedgerow"])
@pytest.mark.parametrize("kind", ["infantry", "special_forces", "armor", "tiger"])
def test_no_battle_in_the_turn_a_unit_enters_cover(terrain: str, kind: str) -> None:
    table = Table({f"allies {kind}": "D5", "axis infantry": "F5"}, {terrain: "E5"}).march("D5", "E5")
    assert table.battle_refused("E5") == {f"M44-terrain-{terrain}.3"}
    assert dice_out_of({terrain: "D5"}, kind) > 0, "a unit that was there battles"


@pytest.mark.rule("M44-terrain-town.4", "M44-terrain-church.4")
@pytest.mark.parametrize(("terrain", "armor"), [("town", 1), ("church", 1), ("forest", 3), ("hedgerow", 3)])
def test_armor_battles_out_of_buildings_with_two_dice_fewer(terrain: str, armor: int) -> None:
    assert [dice_out_of({terrain: "D5"}, kind) for kind in TROOPS] == [3, armor, 3]


@pytest.mark.rule("M44-terrain-church.5")
def test_a_church_lets_a_flag_be_ignored_and_a_town_does_not() -> None:
    for terrain, ignorable in (("church", True), ("town", False)):
        table = Table({"axis infantry": "E5", "allies infantry": "D5"}, {terrain: "E5"})
        table.attack("D5", "E5", "flag star")
        assert (table.asked == "ChooseFlags") == ignorable


@pytest.mark.rule("M44-terrain-hedgerow.4")
def test_a_hedgerow_is_entered_by_a_unit_that_starts_next_to_it() -> None:
    table = Table({"allies armor": "D5"}, {"hedgerow": "E5 F5 g4"})
    assert table.reach("D5")["E5"] == 1
    assert not {"F5", "g4"} & table.reach("D5").keys()
    assert "M44-terrain-hedgerow.4" in table.move_refused("D5", "F5")
    inside = Table({"allies armor": "E5"}, {"hedgerow": "E5 F5"})
    assert inside.reach("E5")["F5"] == 1, "from hedgerow to hedgerow"


@pytest.mark.rule("M44-terrain-hedgerow.4")
@pytest.mark.parametrize(
    ("start", "reading", "may"),
    [
        ("D5", "started_adjacent", True),
        ("d4", "started_adjacent", True),  # moved, but from one hex next to it to another
        ("C5", "started_adjacent", False),
        ("D5", "not_moved", True),
        ("d4", "not_moved", False),
    ],
)
def test_ground_in_a_hedgerow(start: str, reading: str, may: bool) -> None:
    options = {"hedgerow_take_ground": reading}
    table = Table({"allies infantry": start, "axis infantry": "E5:1 A9"}, {"hedgerow": "E5"}, options=options)
    if start != "D5":
        table.march(start, "D5")
    table.attack("D5", "E5", "infantry star")
    assert table.told("eliminated")
    assert (table.asked == "ChooseGround") == may


@pytest.mark.rule("M44-terrain-hedgerow.5")
def test_leaving_a_hedgerow_a_unit_stops_next_to_it_and_may_take_ground() -> None:
    table = Table({"allies armor": "D5", "axis infantry": "F5:1 A9"}, {"hedgerow": "D5"})
    assert table.reach("D5").keys() == table.field.next_to["D5"]
    assert "M44-terrain-hedgerow.5" in table.move_refused("D5", "F3")
    table.march("D5", "E5").attack("E5", "F5", "infantry star star")
    assert table.options == {"take-ground F5", "stay"}


# Hills -----------------------------------------------------------------------------------------------------

HILLS = ("hill", "steep_hill", "cliff", "sea_bluff")


@pytest.mark.rule(
    "M44-terrain-hill.1", "M44-terrain-steep-hill.1", "M44-terrain-cliff-sea-bluff.1",
)  # fmt: skip
@pytest.mark.parametrize("terrain", HILLS)
def test_from_below_a_hill_takes_a_die_from_infantry_and_armor(terrain: str) -> None:
    assert [dice_into({terrain: "E5"}, kind) for kind in TROOPS] == [2, 2, 3]


@pytest.mark.rule(
    "M44-terrain-hill.4", "M44-terrain-steep-hill.6", "M44-terrain-cliff-sea-bluff.8",
)  # fmt: skip
@pytest.mark.parametrize("terrain", HILLS)
@pytest.mark.parametrize("attacker", HILLS)
def test_from_the_same_height_a_hill_takes_none(terrain: str, attacker: str) -> None:
    laid = {terrain: "D5 E5"} if terrain == attacker else {terrain: "E5", attacker: "D5"}
    assert dice_into(laid, "armor") == 3
    downhill = {attacker: "D5"}
    assert dice_into(downhill, "infantry") == 3, "nor does lower ground"


@pytest.mark.rule("M44-terrain-hill.2")
def test_a_hill_is_entered_and_left_like_open_ground() -> None:
    assert corridor("a", {"hill": "E5"}) == {"E5": 1, "F5": 2, "G5": 3}
    table = Table({"allies armor": "D5", "axis infantry": "F5"}, {"hill": "E5"}).march("D5", "E5")
    assert table.dice("E5", "F5") == 3


@pytest.mark.rule("M44-terrain-steep-hill.2", "M44-terrain-steep-hill.3")
def test_only_a_steep_hill_counts_two_hexes_uphill() -> None:
    assert corridor("a", {"hill": "E5"}) == {"E5": 1, "F5": 2, "G5": 3}
    assert corridor("a", {"steep_hill": "E5"}) == {"E5": 2, "F5": 3}
    assert corridor("i", {"steep_hill": "E5"}) == {"E5": 2}
    assert corridor("g", {"steep_hill": "E5"}) == {}, "one hex of movement does not get up"
    table = Table({"allies infantry": "D5", "axis infantry": "F5"}, {"steep_hill": "E5"}).march("D5", "E5")
    assert table.battle_refused("E5") == {"M44-unit-infantry.1"}, "the climb counts as two hexes"


@pytest.mark.rule("M44-terrain-steep-hill.4")
def test_down_a_steep_hill_and_from_hill_to_hill_counts_one() -> None:
    assert corridor("i", {"steep_hill": "D5"}) == {"E5": 1, "F5": 2}
    assert corridor("i", {"steep_hill": "D5 E5"}) == {"E5": 1, "F5": 2}
    assert corridor("i", {"steep_hill": "E5", "hill": "D5"}) == {"E5": 1, "F5": 2}


# Mountains -------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-terrain-mountain.1", "M44-terrain-mountain.6")
def test_a_mountain_takes_two_dice_from_below_and_from_other_ranges() -> None:
    assert [dice_into({"mountain": "E5"}, kind) for kind in TROOPS] == [1, 1, 3]
    assert dice_into({"mountain": "E5", "hill": "D5"}, "infantry") == 1, "a hill is below"
    assert dice_into({"mountain": "D5 E5"}, "infantry") == 3, "the same range"
    units = {"axis infantry": "F5", "allies infantry": "D5"}
    other = Table(units, {"mountain": "D5 F5"}, order="firefight")
    assert other.dice_reasons("D5", "F5")["M44-terrain-mountain.1"] == -2


@pytest.mark.rule("M44-terrain-mountain.2")
@pytest.mark.parametrize(
    ("below", "up"),
    [("open", False), ("forest", False), ("hill", True), ("mountain", True), ("steep_hill", True)],
)
def test_a_mountain_is_climbed_and_left_over_hills_and_mountains_only(below: str, up: bool) -> None:
    terrain = {"mountain": "E5" if below != "mountain" else "D5 E5"}
    if below not in ("open", "mountain"):
        terrain[below] = "D5"
    upwards = Table({"allies infantry": "D5"}, terrain)
    assert ("E5" in upwards.reach("D5")) == up
    downwards = Table({"allies infantry": "E5"}, terrain)
    assert ("D5" in downwards.reach("E5")) == up
    if not up:
        assert "M44-terrain-mountain.2" in upwards.move_refused("D5", "E5")
        assert "M44-terrain-mountain.2" in downwards.move_refused("E5", "D5")


@pytest.mark.rule("M44-terrain-mountain.2")
def test_a_retreat_leaves_a_mountain_over_hills_and_mountains_only() -> None:
    units = {"axis infantry": "E5", "allies artillery": "G5"}
    table = Table(units, {"mountain": "E5", "hill": "d6"}).attack("G5", "E5", "flag star star")
    assert table.figures("d6") == 4, "the hill is the only way"
    up = Table({"axis infantry": "E5", "allies artillery": "G5"}, {"mountain": "d6"})
    up.attack("G5", "E5", "flag star star")
    assert up.figures("e6") == 4, "nobody retreats up a mountain from open ground"


@pytest.mark.rule("M44-terrain-mountain.3")
@pytest.mark.parametrize("kind", ["armor", "artillery"])
def test_vehicles_do_not_enter_mountains(kind: str) -> None:
    table = Table({f"allies {kind}": "D5"}, {"mountain": "E5", "hill": "D5"})
    assert "E5" not in table.reach("D5")
    assert table.move_refused("D5", "E5") == {"M44-terrain-mountain.3"}
    assert "E5" in Table({"allies infantry": "D5"}, {"mountain": "E5", "hill": "D5"}).reach("D5")


@pytest.mark.rule("M44-terrain-mountain.4")
def test_artillery_set_up_on_a_mountain_has_a_table_of_its_own() -> None:
    units = {"axis infantry": "J5", "allies artillery": "C5"}
    assert Table(units, {"mountain": "C5"}).dice("C5", "J5") == 1
    assert Table(units).target_refused("C5", "J5") == {"M44-unit-artillery.3"}


# Cliffs and bluffs -----------------------------------------------------------------------------------------


@pytest.mark.rule("M44-terrain-cliff-sea-bluff.2")
@pytest.mark.parametrize("terrain", ["cliff", "sea_bluff"])
def test_between_beach_and_cliff_a_step_counts_two_hexes(terrain: str) -> None:
    up = Table({"allies infantry": "e4"}, {terrain: "E5"}, face="beach")
    assert up.reach("e4")["E5"] == 2
    down = Table({"allies infantry": "E5"}, {terrain: "E5"}, face="beach")
    assert down.reach("E5")["e4"] == 2
    assert Table({"allies infantry": "E3"}, {terrain: "E5 F5"}, face="beach").move_refused("E3", "E5")


@pytest.mark.rule("M44-terrain-cliff-sea-bluff.3")
@pytest.mark.parametrize("terrain", ["cliff", "sea_bluff"])
@pytest.mark.parametrize("kind", ["armor", "artillery"])
def test_no_vehicle_goes_up_or_down_between_beach_and_cliff(terrain: str, kind: str) -> None:
    up = Table({f"allies {kind}": "e4"}, {terrain: "E5"}, face="beach")
    assert "M44-terrain-cliff-sea-bluff.3" in up.move_refused("e4", "E5")
    down = Table({f"allies {kind}": "E5"}, {terrain: "E5"}, face="beach")
    assert "M44-terrain-cliff-sea-bluff.3" in down.move_refused("E5", "e4")


@pytest.mark.rule("M44-terrain-cliff-sea-bluff.4")
@pytest.mark.parametrize(("terrain", "may"), [("cliff", False), ("sea_bluff", True)])
def test_ground_up_a_cliff_from_the_beach(terrain: str, may: bool) -> None:
    table = Table({"axis infantry": "E5", "allies infantry": "e4"}, {terrain: "E5"}, face="beach")
    table.attack("e4", "E5", "flag star", "retreat e6")
    assert (table.asked == "ChooseGround") == may
    inland = Table({"axis infantry": "E5", "allies infantry": "d6"}, {terrain: "E5"}, face="beach")
    inland.attack("d6", "E5", "grenade star")
    assert inland.figures("E5") == 3
    taken = Table({"axis infantry": "E5:1 A9", "allies infantry": "d6"}, {terrain: "E5"}, face="beach")
    assert taken.attack("d6", "E5", "grenade star").asked == "ChooseGround", "from inland it is a hill"


@pytest.mark.rule("M44-terrain-cliff-sea-bluff.5")
@pytest.mark.parametrize("terrain", ["cliff", "sea_bluff"])
def test_from_inland_a_cliff_is_a_hill(terrain: str) -> None:
    for kind in TROOPS:
        table = Table({f"axis {kind}": "d6"}, {terrain: "D5 E5"}, face="beach", side="axis")
        assert table.reach("d6")["E5"] == 1
    table = Table({"axis armor": "d6", "allies infantry": "e4"}, {terrain: "E5"}, face="beach", side="axis")
    assert table.march("d6", "E5").dice("E5", "e4") == 3
    assert (
        Table({"allies infantry": "e6", "axis infantry": "E5"}, {terrain: "E5"}, face="beach").dice(
            "e6", "E5"
        )
        == 2
    )


@pytest.mark.rule("M44-terrain-cliff-sea-bluff.6")
@pytest.mark.parametrize("terrain", ["cliff", "sea_bluff"])
@pytest.mark.parametrize("kind", ["infantry", "armor"])
def test_retreats_pass_a_cliff_like_a_hill_both_ways(terrain: str, kind: str) -> None:
    up = Table({f"axis {kind}": "E3", "allies artillery": "G3"}, {terrain: "D5 E5 F5"}, face="beach")
    up.attack("G3", "E3", "flag flag star", "retreat e4", "retreat E5")
    assert up.who("E5") == f"axis {kind}"
    down = Table({f"allies {kind}": "E5", "axis artillery": "G5"}, {terrain: "E5"}, face="beach", side="axis")
    down.attack("G5", "E5", "flag flag star", "retreat e4", "retreat E3")
    assert down.who("E3") == f"allies {kind}"


# Beach, ocean, river, bridge -------------------------------------------------------------------------------


@pytest.mark.rule("M44-terrain-beach.1")
def test_a_move_onto_the_sand_is_two_hexes_at_most() -> None:
    reach = Table({"allies armor": "E7"}, face="beach").reach("E7")
    assert reach["E5"] == 2
    assert "e4" not in reach
    assert Table({"allies armor": "E7"}, face="beach").move_refused("E7", "e4") == {"M44-terrain-beach.1"}
    along = Table({"allies armor": "E5"}, face="beach").reach("E5")
    assert along["G5"] == 2
    assert "H5" not in along, "three hexes along the sand"
    assert along["e8"] == 3, "straight inland the limit does not bind"


@pytest.mark.rule("M44-terrain-beach.2")
def test_the_beach_restricts_no_battle() -> None:
    for kind in TROOPS:
        assert dice_into({"beach": "E5"}, kind) == dice_out_of({"beach": "D5"}, kind) == 3
    table = Table({"allies armor": "E7", "axis infantry": "E3"}, face="beach").march("E7", "E5")
    assert table.dice("E5", "E3") == 3


@pytest.mark.rule("M44-terrain-beach.3")
def test_ground_and_overrun_on_the_beach() -> None:
    table = Table({"allies armor": "E3", "axis infantry": "e4:1 E5"}, face="beach")
    table.attack("E3", "e4", "infantry star star", "take-ground e4")
    assert table.options == {"overrun E5", "halt"}


@pytest.mark.rule("M44-terrain-ocean.1")
def test_in_the_ocean_one_hex_at_most() -> None:
    table = Table({"allies armor": "E3"}, face="beach")
    assert table.reach("E3")["e2"] == 1
    assert "E1" not in table.reach("E3")
    assert "M44-terrain-ocean.1" in table.move_refused("E3", "E1")
    dry = Table({"allies armor": "e4"}, face="beach")
    assert "e2" not in dry.reach("e4")
    assert dry.move_refused("e4", "e2") == {"M44-terrain-ocean.1"}


@pytest.mark.rule("M44-terrain-ocean.2")
@pytest.mark.parametrize("kind", ["infantry", "armor", "artillery", "french_resistance"])
def test_nobody_battles_in_the_ocean(kind: str) -> None:
    table = Table({f"allies {kind}": "e2", "axis infantry": "E3"}, face="beach")
    assert table.battle_refused("e2") == {"M44-terrain-ocean.2"}
    assert Table({f"axis {kind}": "E3", "allies infantry": "e2"}, face="beach").dice("E3", "e2") == 3


@pytest.mark.rule("M44-terrain-river.1")
@pytest.mark.parametrize("kind", TROOPS)
def test_nobody_enters_a_river_without_a_bridge(kind: str) -> None:
    table = Table({f"allies {kind}": "D5"}, {"river": "E5"})
    assert "E5" not in table.reach("D5")
    assert table.move_refused("D5", "E5") == {"M44-terrain-river.1"}
    bridged = Table({f"allies {kind}": "D5"}, {"river": "E5", "bridge": "E5"})
    assert bridged.reach("D5")["E5"] == 1


@pytest.mark.rule("M44-terrain-bridge.1")
def test_a_bridge_is_crossed_like_open_ground() -> None:
    assert corridor("a", {"river": "E5", "bridge": "E5"}) == {"E5": 1, "F5": 2, "G5": 3}
    assert corridor("i", {"river": "E5", "bridge": "E5"}) == {"E5": 1, "F5": 2}


@pytest.mark.rule("M44-terrain-bridge.2")
def test_a_bridge_restricts_no_battle() -> None:
    laid = {"river": "E5", "bridge": "E5"}
    for kind in TROOPS:
        assert dice_into(laid, kind) == 3
        assert dice_out_of({"river": "D5", "bridge": "D5"}, kind) == 3
    table = Table({"allies armor": "D5", "axis infantry": "F5"}, laid).march("D5", "E5")
    assert table.dice("E5", "F5") == 3
    attacked = Table({"allies armor": "D5", "axis infantry": "E5"}, laid).attack("D5", "E5", "flag star star")
    assert attacked.asked == "ChooseRetreat", "no flag is ignored"


# Bunkers ---------------------------------------------------------------------------------------------------

AXIS_BUNKER = {"owners": {"bunker": "axis"}}


@pytest.mark.rule("M44-terrain-bunker.1", "M44-terrain-bunker.8", "M44-base-setup.4")
def test_a_bunker_protects_its_owner_only() -> None:
    assert [dice_into({"bunker": "E5"}, kind, owners={"bunker": "axis"}) for kind in TROOPS] == [2, 1, 3]
    assert [dice_into({"bunker": "E5"}, kind, owners={"bunker": "allies"}) for kind in TROOPS] == [3, 3, 3]


@pytest.mark.rule("M44-terrain-bunker.2")
def test_infantry_moves_into_a_bunker_and_battles() -> None:
    units = {"allies infantry": "D5", "axis infantry": "F5"}
    table = Table(units, {"bunker": "E5"}, **AXIS_BUNKER).march("D5", "E5")
    assert table.dice("E5", "F5") == 3
    assert Table({"allies infantry": "D5"}, {"bunker": "E5"}, **AXIS_BUNKER).reach("D5")["F5"] == 2, "or on"


@pytest.mark.rule("M44-terrain-bunker.3")
@pytest.mark.parametrize("kind", ["armor", "artillery", "tiger"])
def test_vehicles_do_not_enter_bunkers(kind: str) -> None:
    table = Table({f"axis {kind}": "D5"}, {"bunker": "E5"}, side="axis", **AXIS_BUNKER)
    assert "E5" not in table.reach("D5")
    assert table.move_refused("D5", "E5") == {"M44-terrain-bunker.3"}


@pytest.mark.rule("M44-terrain-bunker.4")
@pytest.mark.parametrize(("owner", "ignores"), [("axis", True), ("allies", False)])
def test_only_the_owner_ignores_a_flag_in_a_bunker(owner: str, ignores: bool) -> None:
    units = {"axis infantry": "E5", "allies artillery": "D5"}
    table = Table(units, {"bunker": "E5"}, owners={"bunker": owner}).attack("D5", "E5", "flag star star")
    assert (table.asked == "ChooseFlags") == ignores


@pytest.mark.rule("M44-terrain-bunker.5")
def test_a_gun_in_a_bunker_neither_moves_nor_retreats() -> None:
    units = {"axis artillery": "E5", "allies armor": "E3"}
    still = Table({"axis artillery": "E5 B9"}, {"bunker": "E5"}, side="axis", **AXIS_BUNKER).moving("E5 B9")
    assert table_has_no_move(still, "E5")
    one = Table(units, {"hill": "E3", "bunker": "E5"}, **AXIS_BUNKER)
    assert one.attack("E3", "E5", "flag", "ignore").figures("E5") == 2
    heeded = Table(units, {"hill": "E3", "bunker": "E5"}, **AXIS_BUNKER)
    assert heeded.attack("E3", "E5", "flag", "heed").figures("E5") == 1
    infantry = {"axis artillery": "E5", "allies infantry": "D5"}
    two = Table(infantry, {"bunker": "E5"}, **AXIS_BUNKER).attack("D5", "E5", "flag flag", "ignore")
    assert two.figures("E5") == 1, "one flag ignored, one figure for the other"


def table_has_no_move(table: Table, label: str) -> bool:
    """Whether a unit cannot move although it is ordered, for being fixed where it is."""
    return f"move {label}" not in table.options and table.refused(f"move {label}") == {"M44-terrain-bunker.5"}


@pytest.mark.rule("M44-terrain-bunker.6")
def test_a_bunker_fires_and_is_protected_all_round() -> None:
    for label in Table({}).field.board.neighbours("E5"):
        units = {"axis infantry": "E5", "allies infantry": label}
        table = Table(units, {"bunker": "E5"}, **AXIS_BUNKER)
        assert table.dice("E5", label) == 3
        assert table.dice(label, "E5") == 2


# Obstacles -------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-terrain-wire.1")
def test_wire_stops_a_move() -> None:
    for kind in ("i", "a", "g"):
        assert corridor(kind, {"wire": "E5"}) == {"E5": 1}
    assert corridor("a", {"wire": "D5"})["G5"] == 3, "a unit that stands in wire leaves it freely"


@pytest.mark.rule("M44-terrain-wire.1")
def test_wire_stops_a_move_on_a_board_with_limits_of_its_own_too() -> None:
    ring = "D7 F7 d8 e8 d6 e6"
    table = Table({"allies armor": "E7"}, {"wire": ring}, face="beach")
    assert table.reach("E7") == dict.fromkeys(ring.split(), 1)


@pytest.mark.rule("M44-terrain-wire.2")
def test_infantry_battles_out_of_wire_with_a_die_less() -> None:
    assert [dice_out_of({"wire": "D5"}, kind) for kind in TROOPS] == [2, 3, 3]
    table = Table({"allies infantry": "D5", "axis infantry": "F5"}, {"wire": "E5"}).march("D5", "E5")
    assert table.dice("E5", "F5") == 2, "in the turn it entered as well"


@pytest.mark.rule("M44-terrain-wire.3")
def test_infantry_removes_wire_instead_of_battling() -> None:
    table = Table({"allies infantry": "D5 d4", "axis infantry": "E5"}, {"wire": "D5"}).battling("D5 d4")
    assert table.options == {"battle D5", "remove-wire D5", "battle d4", "end-battles"}
    assert table.refused("remove-wire d4") == {"M44-terrain-wire.3"}
    table.play("remove-wire D5")
    assert not table.position.obstacles
    assert table.refused("battle D5") == {"M44-base-battle.2"}
    after = Table({"allies infantry": "D5", "axis infantry": "E5"})
    assert after.dice("D5", "E5") == 3
    fought = Table({"allies infantry": "D5 d4", "axis infantry": "E5"}, {"wire": "D5"}).battling("D5 d4")
    fought.attack("D5", "E5", "star star")
    assert fought.refused("remove-wire D5") == {"M44-base-battle.2"}


@pytest.mark.rule("M44-terrain-wire.3")
@pytest.mark.parametrize("kind", ["armor", "artillery"])
def test_others_do_not_stop_to_remove_wire(kind: str) -> None:
    table = Table({f"allies {kind}": "D5", "axis infantry": "E5"}, {"wire": "D5"}).battling("D5")
    assert table.refused("remove-wire D5") == {"M44-terrain-wire.3"}


@pytest.mark.rule("M44-terrain-wire.4")
@pytest.mark.parametrize("kind", ["armor", "elite_armor", "tiger"])
def test_armor_that_enters_wire_removes_it_and_battles(kind: str) -> None:
    table = Table({f"allies {kind}": "D5", "axis infantry": "F5"}, {"wire": "E5"}).march("D5", "E5")
    assert not table.position.obstacles
    assert table.dice("E5", "F5") == 3


@pytest.mark.rule("M44-terrain-wire.4")
@pytest.mark.parametrize("kind", ["infantry", "artillery"])
def test_others_leave_wire_where_it_is(kind: str) -> None:
    table = Table({f"allies {kind}": "D5", "axis infantry": "F5"}, {"wire": "E5"}).march("D5", "E5")
    assert table.position.obstacles == {"E5": "wire"}


@pytest.mark.rule("M44-terrain-sandbag.1", "M44-terrain-sandbag.5")
@pytest.mark.parametrize(
    ("under", "dice"),
    [
        ({}, [2, 2, 3]),
        ({"beach": "E5"}, [2, 2, 3]),
        ({"river": "E5", "bridge": "E5"}, [2, 2, 3]),
        ({"town": "E5"}, [2, 1, 3]),
        ({"forest": "E5"}, [2, 1, 3]),
        ({"hill": "E5"}, [2, 2, 3]),
        ({"hill": "D5 E5"}, [3, 3, 3]),
    ],
)
def test_sandbags_take_a_die_in_the_open_only(under: dict[str, str], dice: list[int]) -> None:
    assert [dice_into({**under, "sandbag": "E5"}, kind) for kind in TROOPS] == dice


@pytest.mark.rule("M44-terrain-sandbag.2")
def test_sandbags_go_with_their_occupant() -> None:
    moved = Table({"allies infantry": "D5"}, {"sandbag": "D5"}).march("D5", "E5")
    assert not moved.position.obstacles
    units = {"axis infantry": "E5:1 A9", "allies infantry": "D5"}
    driven = Table({"axis infantry": "E5", "allies infantry": "D5"}, {"sandbag": "E5"})
    driven.attack("D5", "E5", "flag star", "heed", "retreat e6")
    assert not driven.position.obstacles
    gone = Table(units, {"sandbag": "E5"}).attack("D5", "E5", "infantry star")
    assert not gone.position.obstacles
    taker = Table(units, {"sandbag": "D5"}).attack("D5", "E5", "infantry star star", "take-ground E5")
    assert not taker.position.obstacles
    kept = Table(units, {"sandbag": "D5"}).attack("D5", "E5", "infantry star star", "stay")
    assert kept.position.obstacles == {"D5": "sandbag"}


@pytest.mark.rule("M44-terrain-sandbag.3")
@pytest.mark.parametrize("under", [{}, {"town": "E5"}, {"forest": "E5"}, {"hill": "D5 E5"}])
def test_sandbags_let_a_flag_be_ignored_on_any_terrain(under: dict[str, str]) -> None:
    table = Table({"axis infantry": "E5", "allies artillery": "D5"}, {**under, "sandbag": "E5"})
    assert table.attack("D5", "E5", "flag star star").options == {"ignore", "heed"}


@pytest.mark.rule("M44-terrain-hedgehog.1", "M44-terrain-hedgehog.3")
def test_infantry_passes_hedgehogs_and_battles() -> None:
    assert corridor("i", {"hedgehog": "E5"}) == {"E5": 1, "F5": 2}
    table = Table({"allies infantry": "D5", "axis infantry": "F5"}, {"hedgehog": "E5"}).march("D5", "E5")
    assert table.dice("E5", "F5") == 3
    assert [dice_into({"hedgehog": "E5"}, kind) for kind in TROOPS] == [3, 3, 3]


@pytest.mark.rule("M44-terrain-hedgehog.2")
@pytest.mark.parametrize("kind", ["armor", "artillery"])
def test_vehicles_do_not_enter_hedgehogs(kind: str) -> None:
    table = Table({f"allies {kind}": "D5"}, {"hedgehog": "E5"})
    assert "E5" not in table.reach("D5")
    assert table.move_refused("D5", "E5") == {"M44-terrain-hedgehog.2"}
    assert corridor("a", {"hedgehog": "E5"}) == {}


@pytest.mark.rule("M44-terrain-hedgehog.4")
def test_infantry_ignores_a_flag_among_hedgehogs() -> None:
    table = Table({"axis infantry": "E5", "allies infantry": "D5"}, {"hedgehog": "E5"})
    assert table.attack("D5", "E5", "flag star star").options == {"ignore", "heed"}


AXIS_WALL = {"owners": {"sea_wall": "axis"}}


@pytest.mark.rule("M44-terrain-sea-wall.1", "M44-terrain-sea-wall.6")
def test_a_sea_wall_protects_its_side_only() -> None:
    assert [dice_into({"sea_wall": "E5"}, kind, owners={"sea_wall": "axis"}) for kind in TROOPS] == [2, 2, 3]
    assert [dice_into({"sea_wall": "E5"}, kind, owners={"sea_wall": "allies"}) for kind in TROOPS] == [3] * 3


@pytest.mark.rule("M44-terrain-sea-wall.2")
def test_a_sea_wall_is_crossed_freely() -> None:
    for kind, reach in (("a", 3), ("i", 2)):
        assert max(corridor(kind, {"sea_wall": "E5"}, **AXIS_WALL).values()) == reach
    units = {"allies armor": "D5", "axis infantry": "F5"}
    assert Table(units, {"sea_wall": "E5"}, **AXIS_WALL).march("D5", "E5").dice("E5", "F5") == 3


@pytest.mark.rule("M44-terrain-sea-wall.3")
def test_a_sea_wall_stays() -> None:
    table = Table({"axis infantry": "D5"}, {"sea_wall": "D5"}, side="axis", **AXIS_WALL).march("D5", "E5")
    assert table.position.obstacles == {"D5": "sea_wall"}


@pytest.mark.rule("M44-terrain-sea-wall.4", "M44-terrain-sea-wall.6")
@pytest.mark.parametrize(("owner", "ignores"), [("axis", True), ("allies", False)])
def test_a_flag_is_ignored_behind_ones_own_sea_wall(owner: str, ignores: bool) -> None:
    units = {"axis infantry": "E5", "allies artillery": "D5"}
    table = Table(units, {"sea_wall": "E5"}, owners={"sea_wall": owner}).attack("D5", "E5", "flag star star")
    assert (table.asked == "ChooseFlags") == ignores


# Terrain of single scenarios -------------------------------------------------------------------------------


@pytest.mark.rule("M44-unit-artillery.2")
def test_nobody_fires_over_a_high_hill() -> None:
    table = Table({"allies artillery": "D5", "axis infantry": "F5"}, {"blocking_hill": "E5"})
    assert table.target_refused("D5", "F5") == {"M44-base-setup.1"}
    over = Table({"allies artillery": "D5", "axis infantry": "F5"}, {"hill": "E5"})
    assert over.dice("D5", "F5") == 3


def test_nobody_fires_between_two_high_hills_along_their_common_side() -> None:
    units = {"allies artillery": "E5", "axis infantry": "E7"}
    assert Table(units, {"blocking_hill": "d6"}).dice("E5", "E7") == 3
    closed = Table(units, {"blocking_hill": "d6 e6"})
    assert closed.target_refused("E5", "E7") == {"M44-base-setup.1"}
