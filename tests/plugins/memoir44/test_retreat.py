"""Flags and retreats [M44-retreat, M44-base-retreat]."""

from __future__ import annotations

import pytest
from tests.plugins.memoir44.drawing import Table, draw

from grognard_memoir44.retreat import ChooseRetreat

# Where to --------------------------------------------------------------------------------------------------


def flagged(table: Table, target: str, flags: int, attacker: str = "") -> Table:
    """So many flags and no hit on a unit."""
    attacker = attacker or next(iter(sorted(table.places(table.position.active))))
    dice = table.dice(attacker, target)
    assert dice >= flags, "the attacker has too few dice for so many flags"
    return table.attack(attacker, target, " ".join(["flag"] * flags + ["star"] * (dice - flags)))


@pytest.mark.rule("M44-base-retreat.1")
def test_each_step_goes_to_the_next_row_towards_the_own_baseline() -> None:
    table = flagged(Table({"axis infantry": "D7", "allies infantry": "E7"}), "D7", 2)
    assert table.options == {"retreat c8", "retreat d8"}
    assert table.refused("retreat C7") == {"M44-base-retreat.1"}, "sideways"
    assert table.refused("retreat d6") == {"M44-base-retreat.1"}, "forwards"
    assert table.refused("retreat D9") == {"M44-base-retreat.1"}, "two rows at once"
    assert table.copy().play("retreat c8").options == {"retreat C9", "retreat D9"}
    assert table.copy().play("retreat d8").options == {"retreat D9", "retreat E9"}


@pytest.mark.rule("M44-base-retreat.1")
def test_the_bottom_side_retreats_downwards() -> None:
    table = Table({"allies infantry": "D3", "axis infantry": "E3"}, side="axis")
    assert flagged(table, "D3", 1).options == {"retreat c2", "retreat d2"}


@pytest.mark.rule("M44-base-retreat.2")
def test_the_owner_chooses_the_path() -> None:
    table = flagged(Table({"axis infantry": "D7", "allies infantry": "E7"}), "D7", 1)
    assert table.asked == "ChooseRetreat"
    assert table.to_act == "axis"
    assert table.hexes("retreat") == set(table.field.towards_baseline("D7", "axis")) == {"c8", "d8"}
    for end in ("c8", "d8"):
        assert table.copy().play(f"retreat {end}").who(end) == "axis infantry"


@pytest.mark.rule("M44-retreat.1")
def test_terrain_neither_slows_nor_stops_a_retreat() -> None:
    table = draw(
        """
        s   h
          b   f
        .   tI  .
              .g
        """,
        corner="D7",
    )
    # forest or hedgerow, then up a hill that counts two hexes in a move
    flagged(table, "E5", 2).play("retreat d6", "retreat D7")
    assert table.figures("D7") == 4


@pytest.mark.rule("M44-retreat.1", "M44-terrain-hedgerow.5")
def test_limits_of_moves_do_not_bind_retreats() -> None:
    table = Table({"allies infantry": "E7", "axis infantry": "F7"}, side="axis", face="beach")
    flagged(table, "E7", 3).play("retreat e6", "retreat E5", "retreat e4")
    assert table.figures("e4") == 4, "three hexes onto the sand"
    hedged = Table({"axis infantry": "E5", "allies artillery": "G5"}, {"hedgerow": "E5"})
    flagged(hedged, "E5", 2).play("retreat d6", "retreat D7")
    assert hedged.figures("D7") == 4


@pytest.mark.rule("M44-retreat.2")
@pytest.mark.parametrize(
    ("kind", "terrain", "open_"),
    [
        ("infantry", "river", False),
        ("armor", "river", False),
        ("armor", "bunker", False),
        ("armor", "hedgehog", False),
        ("infantry", "bunker", True),
        ("infantry", "hedgehog", True),
        ("infantry", "impassable_hill", False),
        ("infantry", "mountain", False),
    ],
)
def test_no_retreat_over_impassable_terrain(kind: str, terrain: str, open_: bool) -> None:
    owners = {"bunker": "axis"} if terrain == "bunker" else {}
    table = Table({f"axis {kind}": "E5", "allies armor": "G5"}, {terrain: "d6 e6"}, owners=owners)
    before = table.figures("E5")
    flagged(table, "E5", 1)
    if open_:
        assert table.options == {"retreat d6", "retreat e6"}
    else:
        assert table.figures("E5") == before - 1


@pytest.mark.rule("M44-retreat.2")
def test_a_bridge_carries_a_retreat_over_the_river() -> None:
    table = draw(
        """
          r   =
        .   .I  .
              .g
        """,
        corner="d6",
    )
    flagged(table, "E5", 1).play("retreat e6")
    assert table.figures("e6") == 4


@pytest.mark.rule("M44-retreat.3")
@pytest.mark.parametrize("other", ["axis armor", "allies armor"])
def test_no_retreat_onto_or_through_a_unit(other: str) -> None:
    table = Table({"axis infantry": "E5", other: "d6", "allies infantry": "G5"})
    table.attack("G5", "E5", "flag star")
    assert table.unit("e6"), "the only way left"
    behind = Table({"axis infantry": "E5", other: "d6 e6", "allies infantry": "G5"})
    behind.attack("G5", "E5", "flag star")
    assert behind.figures("E5") == 3


# What cannot be done ---------------------------------------------------------------------------------------


@pytest.mark.rule("M44-retreat.4")
@pytest.mark.parametrize(("flags", "left", "at"), [(1, 4, "E9"), (2, 3, "E9"), (3, 2, "E9")])
def test_every_step_that_cannot_be_made_costs_a_figure(flags: int, left: int, at: str) -> None:
    table = Table({"axis infantry": "e8", "allies infantry": "f8", "axis armor": "F9"})
    flagged(table, "e8", flags).play("retreat E9")
    assert table.figures(at) == left


@pytest.mark.rule("M44-retreat.5")
def test_steps_off_the_board_are_not_made() -> None:
    table = Table({"axis infantry": "E9", "allies infantry": "F9"})
    flagged(table, "E9", 2)
    assert table.figures("E9") == 2
    south = Table({"allies infantry": "E1", "axis infantry": "F1"}, side="axis")
    flagged(south, "E1", 1)
    assert south.figures("E1") == 3


@pytest.mark.rule("M44-retreat.5", "M44-base-retreat.1")
def test_at_the_side_of_the_board_one_way_is_left() -> None:
    table = flagged(Table({"axis infantry": "M5", "allies infantry": "L5"}), "M5", 1)
    assert table.figures("l6") == 4


@pytest.mark.rule("M44-retreat.6", "M44-terrain-ocean.3")
def test_the_ocean_is_no_way_back() -> None:
    table = Table({"allies infantry": "E3", "axis infantry": "F3"}, side="axis", face="beach")
    flagged(table, "E3", 2)
    assert table.figures("E3") == 2
    wading = Table({"allies infantry": "e2", "axis infantry": "F3"}, side="axis", face="beach")
    flagged(wading, "e2", 1)
    assert wading.figures("e2") == 3, "from ocean to ocean neither"


@pytest.mark.rule("M44-base-retreat.3")
def test_the_path_must_make_as_many_steps_as_possible() -> None:
    picture = """
        .I  .I  .
          .   .
        .   .I  .i
    """
    table = flagged(draw(picture, corner="D7"), "E5", 2)
    assert table.figures("F7") == 4, "e6 and F7 make both steps; d6 is a dead end"
    one = flagged(draw(picture, corner="D7"), "E5", 1)
    assert one.options == {"retreat d6", "retreat e6"}, "for a single step both are as good"


@pytest.mark.rule("M44-base-retreat.3")
def test_a_dead_end_is_refused_by_its_rule() -> None:
    table = Table({"axis infantry": "E5 D7 E7", "allies infantry": "F5"})
    table.run(ChooseRetreat("axis", "axis1", must=2, may=0))
    assert table.figures("F7") == 4, "the other way was the only option"
    table = Table({"axis infantry": "E5 D7 E7", "allies infantry": "F5"})
    table.position.agenda.append(ChooseRetreat("axis", "axis1", must=2, may=0))
    assert table.refused("retreat d6") == {"M44-base-retreat.3"}
    assert table.refused("retreat e6") == set()


@pytest.mark.rule("M44-base-retreat.7", "M44-combat.3")
def test_the_last_figure_lost_in_a_retreat_is_a_medal() -> None:
    table = Table({"axis infantry": "E9:1 A9", "allies infantry": "F9"})
    flagged(table, "E9", 1)
    assert table.places("axis") == {"A9"}
    assert table.medals("allies") == 1


# Ignoring flags --------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "M44-retreat.7", "M44-terrain-sandbag.3", "M44-terrain-hedgehog.4", "M44-terrain-church.5",
    "M44-terrain-bunker.4", "M44-terrain-sea-wall.4",
)  # fmt: skip
@pytest.mark.parametrize(
    ("terrain", "kind", "cite"),
    [
        ("sandbag", "infantry", "M44-terrain-sandbag.3"),
        ("sandbag", "armor", "M44-terrain-sandbag.3"),
        ("sandbag", "artillery", "M44-terrain-sandbag.3"),
        ("hedgehog", "infantry", "M44-terrain-hedgehog.4"),
        ("church", "infantry", "M44-terrain-church.5"),
        ("church", "armor", "M44-terrain-church.5"),
        ("bunker", "infantry", "M44-terrain-bunker.4"),
        ("sea_wall", "infantry", "M44-terrain-sea-wall.4"),
    ],
)
def test_places_where_the_first_flag_may_be_ignored(terrain: str, kind: str, cite: str) -> None:
    owners = {terrain: "axis"} if terrain in ("bunker", "sea_wall") else {}
    table = Table({f"axis {kind}": "E5", "allies infantry": "D5"}, {terrain: "E5"}, owners=owners)
    flagged(table, "E5", 2)
    assert table.options == {"ignore", "heed"}
    assert table.to_act == "axis"
    action = table.game.parse(table.position, "ignore")
    assert {reason.cite for reason in table.game.explain(table.position, action).reasons} == {cite}
    table.play("ignore", "retreat d6")
    assert table.who("d6") == f"axis {kind}", "the second flag counts"
    assert table.asked != "ChooseRetreat"


@pytest.mark.rule("M44-retreat.7")
@pytest.mark.parametrize("terrain", ["forest", "town", "hill", "wire", "beach", "mountain"])
def test_other_places_let_no_flag_be_ignored(terrain: str) -> None:
    table = Table({"axis infantry": "E5", "allies armor": "D5"}, {terrain: "E5"})
    flagged(table, "E5", 1)
    assert table.asked != "ChooseFlags"


@pytest.mark.rule("M44-base-retreat.4")
def test_the_first_flag_of_every_attack_may_be_ignored() -> None:
    table = Table({"axis infantry": "E5", "allies infantry": "D5 F5"}, {"sandbag": "E5"}).battling("D5 F5")
    table.attack("D5", "E5", "flag star", "ignore")
    table.attack("F5", "E5", "flag star", "ignore")
    assert table.figures("E5") == 4


@pytest.mark.rule("M44-base-retreat.4")
def test_heeding_a_flag_that_might_be_ignored_is_allowed() -> None:
    table = Table({"axis infantry": "E5", "allies infantry": "D5"}, {"sandbag": "E5"})
    table.attack("D5", "E5", "flag star", "heed", "retreat e6")
    assert table.figures("e6") == 4


@pytest.mark.rule("M44-base-retreat.5")
@pytest.mark.parametrize(
    "terrain", [{"church": "E5", "sandbag": "E5"}, {"bunker": "E5", "hedgehog": "E5"}, {"sandbag": "E5"}]
)
def test_sources_in_one_hex_do_not_add_up(terrain: dict[str, str]) -> None:
    owners = {"bunker": "axis"} if "bunker" in terrain else {}
    table = Table({"axis infantry": "E5", "allies artillery": "D5"}, terrain, owners=owners)
    flagged(table, "E5", 3).play("ignore", "retreat d6", "retreat D7")
    assert table.figures("D7") == 4, "two of the three flags count"


@pytest.mark.rule("M44-base-retreat.6", "M44-special-forces.5", "M44-nation-french-resistance.6")
@pytest.mark.parametrize("flags", [1, 2])
def test_a_longer_retreat_is_at_least_one_hex_for_each_flag(flags: int) -> None:
    table = Table({"axis infantry": "E9", "allies french_resistance": "e8"}, side="axis")
    table.attack("E9", "e8", " ".join(["flag"] * flags + ["star"] * (3 - flags)))
    path = ["E7", "e6", "E5", "e4", "E3", "e2"]
    for number, hex_ in enumerate(path[: 3 * flags], start=1):
        table.play(f"retreat {hex_}")
        if number < 3 * flags:
            assert ("stand" in table.options) == (number >= flags)
    assert table.who(path[3 * flags - 1]) == "allies french_resistance"
    assert table.asked != "ChooseRetreat"


@pytest.mark.rule("M44-base-retreat.6")
def test_standing_too_soon_is_refused() -> None:
    table = Table({"axis infantry": "E9", "allies french_resistance": "e8"}, side="axis")
    table.attack("E9", "e8", "flag star star")
    assert table.refused("stand") == {"M44-base-retreat.6"}
    table.play("retreat E7", "stand")
    assert table.who("E7") == "allies french_resistance"


@pytest.mark.rule("M44-special-forces.5", "M44-retreat.4")
def test_steps_that_are_only_allowed_cost_nothing_when_they_cannot_be_made() -> None:
    table = Table({"axis infantry": "E3", "allies french_resistance": "e2"}, side="axis")
    table.attack("E3", "e2", "flag star star", "retreat E1")
    assert table.figures("E1") == 3


# Refusals --------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-retreat.2", "M44-retreat.3", "M44-retreat.6", "M44-base-retreat.1")
@pytest.mark.parametrize(
    ("units", "terrain", "step", "cite"),
    [
        ({"allies armor": "E5 d4"}, {}, "d4", "M44-retreat.3"),
        ({"allies armor": "E5", "axis infantry": "d4"}, {}, "d4", "M44-retreat.3"),
        ({"allies armor": "E5"}, {"river": "d4"}, "d4", "M44-terrain-river.1"),
        ({"allies armor": "E5"}, {"hedgehog": "d4"}, "d4", "M44-terrain-hedgehog.2"),
        ({"allies armor": "E5"}, {"mountain": "d4"}, "d4", "M44-terrain-mountain.3"),
        ({"allies infantry": "E5"}, {"mountain": "d4"}, "d4", "M44-terrain-mountain.2"),
        ({"allies infantry": "E5"}, {"mountain": "E5", "hill": "e4"}, "d4", "M44-terrain-mountain.2"),
        ({"allies armor": "E5"}, {"ocean": "d4"}, "d4", "M44-terrain-ocean.3"),
        ({"allies armor": "E5"}, {}, "D5", "M44-base-retreat.1"),
        ({"allies armor": "E5"}, {}, "d6", "M44-base-retreat.1"),
    ],
)
def test_a_step_that_cannot_be_made_is_refused_with_its_rule(
    units: dict[str, str], terrain: dict[str, str], step: str, cite: str
) -> None:
    table = Table(units, terrain)
    table.position.agenda.append(ChooseRetreat("allies", "allies1", must=1, may=0))
    assert table.refused(f"retreat {step}") == {cite}
    assert table.refused("retreat e4") == set()
    assert table.refused("stand") == {"M44-base-retreat.6"}
