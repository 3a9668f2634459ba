"""Strikes from off the board: Air Power, Barrage, and Recon 1 as an air strike [M44-action-air-strike].

When no further target can be named, the strike begins without a question.
"""

from __future__ import annotations

import msgspec
import pytest
from tests.plugins.memoir44.drawing import Table

from grognard.odds import odds
from grognard_memoir44.strikes import ChooseStrike, LastTarget


def struck(
    card: str, *targets: str, side: str = "allies", terrain: dict[str, str] | None = None, **units: str
) -> Table:
    """A strike card on the table; the enemy's ``units`` by kind, and the targets named so far."""
    enemy = "axis" if side == "allies" else "allies"
    spots = {f"{enemy} {kind}": hexes for kind, hexes in units.items()}
    home = "A1" if side == "allies" else "A9"
    table = Table(spots | {f"{side} infantry": home}, terrain, order=card, side=side).give_orders()
    return table.play(*(f"target {label}" for label in targets))


# Air Power -----------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-card-air-power.1")
def test_air_power_begins_with_any_enemy_and_goes_on_to_adjacent_ones() -> None:
    table = struck("air_power", infantry="E5 F5 f6 M9")
    assert table.options == {"target E5", "target F5", "target f6", "target M9", "enough"}
    table.play("target E5")
    assert table.options == {"target F5", "enough"}
    assert table.refused("target M9") == {"M44-base-card-air-power.1"}
    assert table.refused("target E5") == {"M44-base-card-air-power.1"}, "each hex once"
    assert table.refused("target A1") == {"M44-base-card-air-power.1"}, "no friend"
    assert table.refused("target G5") == {"M44-base-card-air-power.1"}, "no empty hex"


@pytest.mark.rule("M44-base-card-barrage.1")
def test_targets_of_a_card_without_a_chain_lie_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a copy of the cards that gives Barrage a second target."""
    table = struck("barrage", infantry="E5 F5 M9")
    card = msgspec.structs.replace(table.rules.cards["barrage"], targets=2)
    monkeypatch.setitem(table.rules.cards, "barrage", card)
    table.play("target E5")
    assert table.options == {"target F5", "target M9", "enough"}
    assert table.refused("target M9") == set()


@pytest.mark.rule("M44-base-card-air-power.1")
def test_air_power_strikes_four_targets_at_most_in_the_order_they_were_named() -> None:
    table = struck("air_power", "D5", "E5", "F5", infantry="D5 E5 F5 G5 H5")
    assert table.options == {"target G5", "enough"}
    table.play("target G5", dice=["star armor", "armor armor", "infantry armor", "armor armor"])
    assert [told["hex"] for told in table.told("rolled")] == ["D5", "E5", "F5", "G5"]
    assert not table.asked, "H5 is not a fifth one"


@pytest.mark.rule("M44-base-card-air-power.1")
@pytest.mark.parametrize(("reading", "goes_on"), [("consecutive", False), ("connected", True)])
def test_whether_a_chain_may_fork_is_a_matter_of_reading(reading: str, goes_on: bool) -> None:
    """Each target next to the one before it, or one group in any shape: e6 is next to E5, not to D5."""
    table = Table(
        {"axis infantry": "C5 D5 E5 e6", "allies infantry": "A1"},
        order="air_power",
        options={"air_power_chain": reading},
    ).give_orders()
    table.play("target E5", "target D5")
    assert ("target e6" in table.options) == goes_on
    assert ("M44-base-card-air-power.1" in table.refused("target e6")) != goes_on


@pytest.mark.rule("M44-base-card-air-power.2")
@pytest.mark.parametrize(("side", "faces"), [("allies", "star star"), ("axis", "star")])
def test_air_power_rolls_two_dice_for_the_allies_and_one_for_the_axis(side: str, faces: str) -> None:
    table = struck("air_power", side=side, artillery="E5").play("target E5", dice=faces)
    assert table.figures("E5") == 2 - len(faces.split())


@pytest.mark.rule("M44-base-card-air-power.2")
@pytest.mark.parametrize("terrain", ["forest", "town", "hedgerow", "hill", "mountain", "sandbag"])
def test_no_terrain_takes_dice_from_air_power(terrain: str) -> None:
    table = Table(
        {"axis infantry": "E5", "allies infantry": "A1"}, {terrain: "E5"}, order="air_power"
    ).give_orders()
    table.play("target E5", dice="armor armor")
    assert len(table.rolls[0].faces) == 2


@pytest.mark.rule("M44-base-card-air-power.3")
@pytest.mark.parametrize(
    ("kind", "faces", "lost"),
    [
        ("infantry", "infantry star", 2),
        ("infantry", "grenade armor", 1),
        ("armor", "armor star", 2),
        ("armor", "infantry grenade", 1),
        ("artillery", "star grenade", 2),
        ("artillery", "infantry armor", 0),
    ],
)
def test_air_power_hits_on_the_symbol_grenades_and_stars(kind: str, faces: str, lost: int) -> None:
    full = {"infantry": 4, "armor": 3, "artillery": 2}[kind]
    table = struck("air_power", **{kind: "E5"})
    table.play("target E5", dice=faces)
    assert table.figures("E5") == full - lost
    assert table.medals("allies") == (1 if lost == full else 0)


@pytest.mark.rule("M44-base-card-air-power.4")
def test_flags_of_air_power_cannot_be_ignored() -> None:
    table = struck("air_power", terrain={"church": "E5", "sandbag": "E5"}, infantry="E5")
    table.play("target E5", dice="flag armor")
    assert table.options == {"retreat d6", "retreat e6"}, "straight to the retreat"


@pytest.mark.rule("M44-base-card-air-power.4")
def test_each_flag_of_air_power_is_one_hex() -> None:
    table = struck("air_power", infantry="E5").play("target E5", dice="flag flag")
    table.play("retreat e6", "retreat F7")
    assert table.who("F7") == "axis infantry"
    assert not table.asked


@pytest.mark.rule("M44-base-card-air-power.1")
def test_all_targets_are_named_before_the_first_die_falls() -> None:
    """The second target is still in the way of the first one's retreat, and is struck after it."""
    table = struck("air_power", "E5", "e6", infantry="E5 e6 d6 M9")
    table.play("enough", dice=["flag armor", "flag armor"])
    assert table.figures("E5") == 3, "no way back: e6 and d6 were still there"
    assert table.asked == "ChooseRetreat"
    table.play("retreat E7")
    assert table.who("E7") == "axis infantry"


@pytest.mark.rule("M44-base-card-air-power.2", "M44-base-card-air-power.3")
def test_exact_odds_of_air_power_on_a_gun() -> None:
    """Two dice that hit on a third of their faces: 1/9 both, 4/9 one, 4/9 none."""
    table = Table({"axis artillery": "E5 e6", "allies infantry": "A1"}, order="air_power").give_orders()
    table.play("target E5")
    found = odds(
        table.game,
        table.position,
        LastTarget(),
        measure=lambda end: sum(u.figures for u in end.units.values() if u.side == "axis"),
    )
    shares = {row.result: row.probability for row in found.rows}
    assert (shares[4] * 9, shares[3] * 9, shares[2] * 9) == (4, 4, 1)


# Barrage -------------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-card-barrage.1")
def test_barrage_strikes_any_one_enemy_unit_with_four_dice() -> None:
    table = struck("barrage", infantry="E5 F5 M9")
    assert table.options == {"target E5", "target F5", "target M9", "enough"}
    table.play("target M9", dice="armor armor armor armor")
    assert not table.asked, "one unit, not the next one too"
    assert len(table.rolls) == 1


@pytest.mark.rule("M44-base-card-barrage.1")
@pytest.mark.parametrize("side", ["allies", "axis"])
@pytest.mark.parametrize("terrain", ["open", "forest", "town", "hill", "sandbag"])
def test_barrage_rolls_four_dice_for_either_side_over_any_terrain(side: str, terrain: str) -> None:
    table = struck("barrage", side=side, terrain={} if terrain == "open" else {terrain: "E5"}, infantry="E5")
    table.play("target E5", dice="armor armor armor armor")
    assert len(table.rolls[0].faces) == 4


@pytest.mark.rule("M44-base-card-barrage.2")
@pytest.mark.parametrize(
    ("kind", "faces", "lost"),
    [
        ("infantry", "infantry infantry star star", 2),
        ("infantry", "grenade armor star star", 1),
        ("armor", "armor grenade star infantry", 2),
        ("artillery", "grenade star star armor", 1),
    ],
)
def test_barrage_hits_on_the_symbol_and_grenades_only(kind: str, faces: str, lost: int) -> None:
    full = {"infantry": 4, "armor": 3, "artillery": 2}[kind]
    table = struck("barrage", **{kind: "E5"}).play("target E5", dice=faces)
    assert table.figures("E5") == full - lost


@pytest.mark.rule("M44-base-card-barrage.3")
def test_flags_of_a_barrage_cannot_be_ignored() -> None:
    table = struck("barrage", terrain={"sandbag": "E5"}, infantry="E5")
    table.play("target E5", dice="flag star star star")
    assert table.asked == "ChooseRetreat"


@pytest.mark.rule("M44-base-card-barrage.3")
def test_each_flag_of_a_barrage_is_one_hex_or_a_figure() -> None:
    table = struck("barrage", infantry="e8").play("target e8", dice="flag flag flag star")
    table.play("retreat E9")
    assert table.figures("E9") == 2, "one step to the edge, and two that could not be made"


@pytest.mark.rule("M44-base-card-barrage.1", "M44-base-card-air-power.1")
@pytest.mark.parametrize("card", ["barrage", "air_power"])
def test_a_strike_orders_nobody_and_may_be_forgone(card: str) -> None:
    table = struck(card, infantry="E5").play("enough")
    assert table.told("ordered") == []
    assert table.told("rolled") == []
    assert table.position.orders == {}


# Recon 1 as an air strike ----------------------------------------------------------------------------------

HILL = {
    "side": "allies",
    "hexes": ("L5", "k4"),
    "card": "recon_1",
    "played_as": "air_power",
    "target_in_section": True,
}


def observed(
    axis: str,
    *,
    observer: str = "L5",
    hand: str = "recon_1_right probe_left",
    side: str = "allies",
    **more: object,
) -> Table:
    """An Allied unit on Hill 317, Axis infantry in ``axis``, a card to be played."""
    units = {"allies infantry": f"{observer} A1", "axis infantry": axis}
    hands = {side: hand, "axis" if side == "allies" else "allies": "attack_left attack_right"}
    return Table(units, side=side, hands=hands, recon_strike=HILL, **more).commanding()


@pytest.mark.rule("M44-action-air-strike.1")
@pytest.mark.parametrize("observer", ["L5", "k4"])
def test_a_unit_on_the_hill_lets_its_side_play_recon_1_as_air_power(observer: str) -> None:
    table = observed("L9 K9", observer=observer)
    assert table.options == {"play recon_1_right", "strike-with recon_1_right", "play probe_left"}
    table.play("strike-with recon_1_right", "target L9")
    assert [told["order"] for told in table.told("played")] == ["air_power"]


@pytest.mark.rule("M44-action-air-strike.1")
def test_without_a_unit_on_the_hill_recon_1_is_recon_1() -> None:
    table = observed("L9 K9", observer="M5")
    assert table.options == {"play recon_1_right", "play probe_left"}
    assert table.refused("strike-with recon_1_right") == {"M44-action-air-strike.1"}


@pytest.mark.rule("M44-action-air-strike.1")
def test_an_enemy_on_the_hill_gives_no_air_strike_to_either_side() -> None:
    theirs = observed("L5 K9", observer="M1")
    assert "strike-with recon_1_right" not in theirs.options
    axis = observed("L5 k4", observer="M1", side="axis")
    assert axis.options == {"play recon_1_right", "play probe_left"}


@pytest.mark.rule("M44-action-air-strike.1")
def test_no_other_card_is_an_air_strike() -> None:
    table = observed("L9 G9", hand="recon_in_force probe_right air_power")
    assert not [said for said in table.options if said.startswith("strike-with")]
    assert table.refused("strike-with probe_right") == {"M44-action-air-strike.1"}


@pytest.mark.rule("M44-action-air-strike.1")
def test_the_strike_is_an_air_power_in_everything() -> None:
    table = observed("L9 K9", hand="recon_1_right probe_left")
    table.play(
        "strike-with recon_1_right",
        "target L9",
        "target K9",
        dice=["star flag", "grenade infantry", "assault_left"],
    )
    assert table.figures("L9") == 2, "a star hits, and the flag finds no way off the board"
    assert table.figures("K9") == 2
    assert table.hand("allies") == "assault_left probe_left", "one new card, not two to choose from"


@pytest.mark.rule("M44-action-air-strike.1", "M44-base-card-recon-1.3")
def test_the_card_may_still_be_played_as_itself() -> None:
    table = observed("L9 K9").play("play recon_1_right")
    assert [told["hex"] for told in table.told("ordered")] == ["L5"]


@pytest.mark.rule("M44-action-air-strike.2")
def test_one_target_at_least_lies_in_the_section_of_the_card() -> None:
    """G9, H9 and I9 are in the center, J9 and K9 on the right."""
    table = observed("G9 A9 H9 I9 J9 K9").play("strike-with recon_1_right")
    assert table.hexes("target") == {"K9", "J9", "I9", "H9", "G9"}, "from A9 no chain leads there"
    assert table.refused("target A9") == {"M44-action-air-strike.2"}
    assert table.refused("enough") == {"M44-action-air-strike.2"}, "a strike on nobody is in no section"
    half = table.copy()
    half.position.agenda[-1] = ChooseStrike("allies", "air_power", "right", ("I9",))
    assert half.refused("enough") == {"M44-action-air-strike.2"}
    assert half.refused("target H9") == {"M44-action-air-strike.2"}, "J9 is not next to H9"
    table.play("target I9")
    assert table.forced == ["target J9"]
    assert table.options == {"target K9", "enough"}


@pytest.mark.rule("M44-action-air-strike.2")
def test_a_chain_that_would_run_out_of_targets_before_the_section_is_no_strike() -> None:
    """Four targets at most: from E9 the right section is five hexes away, from F9 four."""
    table = observed("E9 F9 G9 H9 I9 J9").play("strike-with recon_1_right")
    assert "target E9" not in table.options
    assert "target F9" not in table.options
    assert "target G9" in table.options


@pytest.mark.rule("M44-action-air-strike.2")
def test_the_target_in_the_section_may_be_in_the_middle_of_the_chain() -> None:
    """Recon 1 for the center over d8, which both sections share: left, line, center, in a row."""
    table = observed("D9 d8 e8 M9", hand="recon_1_center probe_left").play("strike-with recon_1_center")
    assert table.field.sections("d8", "allies") == ("left", "center")
    assert "target D9" in table.options
    table.play("target D9", "target d8")
    assert table.options == {"target e8", "enough"}


@pytest.mark.rule("M44-action-air-strike.2")
def test_without_an_enemy_in_the_section_there_is_no_air_strike() -> None:
    table = observed("A9 B9")
    assert "strike-with recon_1_right" not in table.options
    assert table.refused("strike-with recon_1_right") == {"M44-action-air-strike.1"}
