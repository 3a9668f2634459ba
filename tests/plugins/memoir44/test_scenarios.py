"""The sixteen scenarios: what is printed, the special rules of each, and games played to their end."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.plugins.memoir44.drawing import Table
from tests.plugins.memoir44.staging import Stage

from grognard.dice import SeededDice
from grognard_memoir44.turn import TurnEnds
from grognard_memoir44.victory import objective_medals

# What the scenario sheets say: who begins, cards and medals (Allies, Axis), tiles, pieces and units.
PRINTED: dict[str, tuple[str, tuple[int, int], tuple[int, int], dict[str, int]]] = {
    "pegasus-bridge": ("allies", (6, 2), (4, 4), {
        "bridge": 2, "forest": 9, "river": 20, "sandbag": 1, "town": 4, "wire": 4,
        "allies infantry": 9, "axis infantry": 6,
    }),
    "sainte-mere-eglise": ("allies", (5, 4), (4, 4), {
        "church": 1, "forest": 16, "hedgerow": 3, "hill": 1, "sandbag": 1, "town": 5,
        "allies infantry": 6, "axis armor": 1, "axis infantry": 9,
    }),
    "sword-beach": ("allies", (5, 4), (5, 5), {
        "bunker": 3, "forest": 4, "hedgehog": 7, "town": 3, "wire": 10,
        "allies armor": 3, "allies infantry": 6, "allies special_forces": 3,
        "axis armor": 1, "axis artillery": 1, "axis infantry": 6,
    }),
    "pointe-du-hoc": ("allies", (6, 4), (4, 4), {
        "bunker": 4, "cliff": 15, "forest": 2, "hill": 1, "sandbag": 2, "wire": 7,
        "allies special_forces": 9, "axis artillery": 1, "axis infantry": 5,
    }),
    "omaha-beach": ("axis", (4, 5), (6, 6), {
        "bunker": 4, "hedgehog": 8, "hill": 3, "sandbag": 2, "sea_bluff": 10, "sea_wall": 2, "town": 5,
        "wire": 9, "allies armor": 3, "allies infantry": 9, "allies special_forces": 1,
        "axis artillery": 2, "axis infantry": 7,
    }),
    "mont-mouchet": ("allies", (5, 4), (4, 4), {
        "forest": 20, "hill": 4, "town": 5,
        "allies french_resistance": 7, "axis elite_armor": 2, "axis infantry": 6,
    }),
    "vassieux": ("axis", (4, 4), (4, 4), {
        "forest": 14, "hill": 7, "town": 4, "allies french_resistance": 10, "axis infantry": 6,
    }),
    "operation-cobra": ("allies", (5, 4), (5, 5), {
        "bridge": 1, "forest": 9, "hedgerow": 12, "river": 6, "town": 5,
        "allies armor": 4, "allies infantry": 10, "axis armor": 1, "axis elite_armor": 1, "axis infantry": 7,
    }),
    "operation-luttich": ("axis", (6, 5), (4, 4), {
        "bridge": 2, "forest": 7, "hedgerow": 8, "river": 7, "sandbag": 4, "steep_hill": 8, "town": 6,
        "allies armor": 2, "allies artillery": 2, "allies infantry": 9,
        "axis armor": 4, "axis elite_armor": 2, "axis infantry": 6, "axis special_forces": 1,
    }),
    "toulon": ("allies", (6, 4), (6, 6), {
        "forest": 14, "hill": 12, "sandbag": 5, "town": 5, "wire": 2,
        "allies armor": 4, "allies infantry": 8, "allies special_forces": 2,
        "axis artillery": 1, "axis infantry": 10,
    }),
    "liberation-of-paris": ("allies", (5, 4), (5, 5), {
        "forest": 15, "sandbag": 6, "town": 6, "wire": 5,
        "allies armor": 8, "allies infantry": 6, "axis armor": 2, "axis artillery": 2, "axis infantry": 4,
    }),
    "montelimar": ("axis", (5, 5), (6, 6), {
        "forest": 9, "hill": 10, "impassable_hill": 6, "river": 5, "town": 5,
        "allies armor": 2, "allies artillery": 1, "allies infantry": 10,
        "axis armor": 4, "axis artillery": 1, "axis infantry": 6, "axis special_forces": 3,
    }),
    "arnhem-bridge": ("axis", (6, 6), (5, 5), {
        "bridge_section": 3, "forest": 10, "wide_river": 14, "sandbag": 7, "town": 9,
        "allies artillery": 2, "allies special_forces": 5,
        "axis armor": 2, "axis artillery": 1, "axis elite_armor": 3, "axis infantry": 6,
        "axis special_forces": 2,
    }),
    "arracourt": ("axis", (6, 4), (6, 6), {
        "bridge": 1, "forest": 12, "hill": 9, "river": 4, "sandbag": 1, "town": 6,
        "allies armor": 6, "allies artillery": 3, "allies infantry": 5, "axis armor": 8, "axis infantry": 6,
    }),
    "st-vith": ("axis", (4, 5), (6, 6), {
        "forest": 16, "hill": 14, "impassable_hill": 6, "sandbag": 6, "town": 5,
        "allies armor": 6, "allies infantry": 7, "axis artillery": 1, "axis elite_armor": 4,
        "axis infantry": 10,
    }),
    "saverne-gap": ("allies", (6, 4), (5, 5), {
        "blocking_hill": 20, "bridge": 1, "forest": 7, "river": 9, "sandbag": 2, "town": 6, "wire": 3,
        "allies armor": 6, "allies infantry": 8, "axis armor": 2, "axis artillery": 1, "axis infantry": 6,
    }),
}  # fmt: skip


def medals(table: Table, side: str) -> int:
    """Objective medals a side holds now."""
    return objective_medals(table.position, table.field, side)


# All of them ----------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-setup.1")
@pytest.mark.parametrize("scenario", PRINTED)
def test_set_up_is_what_is_printed(scenario: str, game) -> None:
    first, cards, goals, counts = PRINTED[scenario]
    position = game.set_up(scenario)
    field = game.rules.field(position)
    found = Counter(f"{unit.side} {unit.kind}" for unit in position.units.values())
    found.update(position.obstacles.values())
    found.update(
        row.id for rows in field.rows.values() for row in rows if row.id not in ("open", "beach", "ocean")
    )
    assert found == counts
    assert position.active == first
    assert (field.scenario.hand["allies"], field.scenario.hand["axis"]) == cards
    assert (field.scenario.medals["allies"], field.scenario.medals["axis"]) == goals


@pytest.mark.rule("M44-base-setup.1")
def test_the_scenarios_come_in_the_order_of_the_rulebook(game) -> None:
    assert [info.id for info in game.scenarios() if info.id in PRINTED] == list(PRINTED)


@pytest.mark.rule("M44-base-move.1", "M44-base-victory.1")
@pytest.mark.parametrize("scenario", PRINTED)
def test_a_game_comes_to_its_end(scenario: str, game) -> None:
    """Played by chance, with a liking for battle; the books are right at every turn."""
    dice = SeededDice(f"end of {scenario}")
    position = game.start(scenario, dice)
    options = game.options(position)
    choices, turn = 0, 0
    while options and choices < 60_000:
        choices += 1
        fights = [o for o in options if o.verb in ("battle", "attack", "take-ground", "overrun", "ambush")]
        number = int(dice.draw({str(n): 1 for n in range(64)}, "choice"))
        pick = fights or options
        options = game.apply(position, pick[number % len(pick)], dice)
        if position.turn != turn:
            turn = position.turn
            assert {unit.hex: id_ for id_, unit in position.units.items()} == position.at
            assert all(0 < unit.figures <= unit.full for unit in position.units.values())
    outcome = game.outcome(position)
    assert outcome is not None, f"unfinished after {choices} choices"
    assert outcome.winner in ("allies", "axis")
    goal = game.rules.scenarios[scenario].medals
    over = dict(outcome.score)[outcome.winner] == goal[outcome.winner]
    assert over or outcome.why in ("sudden death", "the deck has run out")
    assert all(points <= goal[side] for side, points in outcome.score)


# 1 Pegasus Bridge (the draws are in test_hand) ------------------------------------------------------------


@pytest.mark.rule("M44-base-victory.5", "M44-base-victory.6")
@pytest.mark.parametrize(("bridge", "bank"), [("D7", "E7"), ("k4", "J3")])
def test_pegasus_each_bridge_is_a_medal_while_an_allied_unit_stands_on_it(bridge: str, bank: str) -> None:
    table = Stage("pegasus-bridge", {"allies infantry": bank, "axis infantry": "A9"}, bare=True)
    table.moving(bank).play(f"move {bank}", f"to {bridge}")
    assert medals(table, "allies") == 1
    table.position.orders.clear()
    table.moving(bridge).play(f"move {bridge}", f"to {bank}")
    assert medals(table, "allies") == 0
    axis = Stage("pegasus-bridge", {"axis infantry": bridge, "allies infantry": "M1"})
    assert medals(axis, "axis") == 0


@pytest.mark.rule("M44-base-setup.1", "M44-terrain-river.1")
def test_pegasus_nobody_enters_the_pond() -> None:
    """Its ring is river; nothing leads into the hexes it is made of."""
    table = Stage("pegasus-bridge", {"allies infantry": "E3", "axis infantry": "A9"})
    assert not {"F3", "G3", "f4", "g4"} & table.reach("E3").keys()


# 3 and 5 The beaches --------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-victory.5", "M44-base-victory.6")
@pytest.mark.parametrize(
    ("scenario", "town"),
    [("sword-beach", town) for town in ("B9", "F9", "M9")]
    + [("omaha-beach", town) for town in ("A9", "F9", "k8", "l8", "H7")],
)
def test_beaches_each_town_is_a_medal_to_the_allies_while_they_stand_in_it(scenario: str, town: str) -> None:
    table = Stage(scenario, {"allies infantry": town, "axis infantry": "D9"})
    assert medals(table, "allies") == 1
    away = next(label for label in sorted(table.reach(town)))
    table.moving(town).play(f"move {town}", f"to {away}")
    assert medals(table, "allies") == 0
    assert medals(Stage(scenario, {"axis infantry": town, "allies infantry": "A1"}), "axis") == 0


@pytest.mark.rule("M44-unit-special-forces.2")
@pytest.mark.parametrize(
    ("scenario", "hexes"),
    [
        ("sword-beach", {"A1", "E1", "M1"}),
        ("omaha-beach", {"M1"}),
        ("toulon", {"b2", "K1"}),
        ("arnhem-bridge", {"A9", "E9", "D5", "F5", "K3", "d2", "G1"}),
        ("montelimar", {"g8", "C7", "l6"}),
        ("operation-luttich", {"K9"}),
    ],
)
def test_special_forces_stand_where_the_scenario_puts_them(scenario: str, hexes: set[str], game) -> None:
    units = game.set_up(scenario).units.values()
    assert {unit.hex for unit in units if unit.kind == "special_forces"} == hexes


@pytest.mark.rule("M44-base-setup.4", "M44-base-setup.1")
@pytest.mark.parametrize("scenario", ["sword-beach", "pointe-du-hoc", "omaha-beach"])
def test_bunkers_on_the_beaches_are_the_axis_sides(scenario: str, game) -> None:
    bunkers = game.rules.scenarios[scenario].overlays["bunker"]
    for bunker in bunkers:
        beside = next(
            label
            for label in game.rules.battlefield(scenario).board.neighbours(bunker)
            if label not in bunkers
        )
        axis = Stage(scenario, {"axis infantry": bunker, "allies armor": beside}, bare=True)
        assert axis.dice_reasons(beside, bunker)["M44-terrain-bunker.1"] == -2
        units = {"allies infantry": bunker, "axis armor": beside}
        allies = Stage(scenario, units, side="axis", bare=True)
        assert "M44-terrain-bunker.1" not in allies.dice_reasons(beside, bunker)


# 4 Pointe-du-Hoc ------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-victory.6")
@pytest.mark.parametrize(("forest", "beside"), [("J9", "j8"), ("K9", "k8")])
def test_pointe_du_hoc_the_forests_give_medals_that_are_kept(forest: str, beside: str) -> None:
    table = Stage("pointe-du-hoc", {"allies special_forces": beside, "axis infantry": "A9"}, bare=True)
    table.moving(beside).play(f"move {beside}", f"to {forest}")
    assert medals(table, "allies") == 1
    table.position.orders.clear()
    table.moving(forest).play(f"move {forest}", f"to {beside}")
    assert medals(table, "allies") == 1
    assert medals(table, "axis") == 0


@pytest.mark.rule("M44-terrain-cliff-sea-bluff.2", "M44-base-setup.1")
def test_pointe_du_hoc_the_hill_line_above_the_beach_is_a_cliff() -> None:
    table = Stage("pointe-du-hoc", {"allies special_forces": "g4", "axis infantry": "A9"}, bare=True)
    assert table.field.rows["G5"][0].id == "cliff"
    assert table.reach("g4")["G5"] == 2, "two hexes up from the beach"
    inland = Stage("pointe-du-hoc", {"allies special_forces": "g6", "axis infantry": "A9"}, bare=True)
    assert inland.reach("g6")["G5"] == 1


# 6 Mont Mouchet -------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-victory.4")
def test_mont_mouchet_a_tank_is_worth_two_medals_and_infantry_one() -> None:
    for kind, faces, expected in (
        ("elite_armor", "armor star star", 2),
        ("infantry", "infantry star star", 1),
    ):
        units = {"allies french_resistance": "b4", f"axis {kind}": "C5:1", "axis special_forces": "M9"}
        table = Stage("mont-mouchet", units)
        table.attack("b4", "C5", faces)
        assert table.medals("allies") == expected


# 7 Vassieux is in test_hand; 8 Operation Cobra ------------------------------------------------------------


@pytest.mark.rule("M44-base-victory.5", "M44-base-victory.6")
def test_cobra_two_of_the_five_towns_are_medals() -> None:
    table = Stage("operation-cobra", {"allies infantry": "K9 e8 J7 B5", "axis infantry": "A9"})
    assert medals(table, "allies") == 2
    for town, expected in (("K9", 1), ("e8", 1), ("J7", 0), ("B5", 0), ("A1", 0)):
        alone = Stage("operation-cobra", {"allies infantry": town, "axis infantry": "A9"})
        assert medals(alone, "allies") == expected


# 9 Operation Lüttich --------------------------------------------------------------------------------------


def at_luttich(observer: str, axis: str = "I9 L9 M9") -> Table:
    """The Allies hold Recon 1 for the right and another card."""
    return Stage(
        "operation-luttich",
        {"allies infantry": f"{observer} A1", "axis infantry": axis},
        hands={"allies": "recon_1_right probe_left", "axis": "probe_left probe_right"},
        bare=True,
    ).commanding()


@pytest.mark.rule("M44-action-air-strike.1", "M44-action-air-strike.2", "M44-base-setup.1")
@pytest.mark.parametrize(("observer", "strikes"), [("L5", True), ("k4", True), ("L3", False), ("F5", False)])
def test_luttich_hill_317_turns_recon_1_into_an_air_strike(observer: str, strikes: bool) -> None:
    table = at_luttich(observer)
    assert ("strike-with recon_1_right" in table.options) == strikes
    if strikes:
        table.play("strike-with recon_1_right")
        assert table.hexes("target") == {"L9", "M9"}, "I9 is in the center and leads nowhere"


@pytest.mark.rule("M44-terrain-steep-hill.3", "M44-terrain-steep-hill.4", "M44-base-setup.1")
def test_luttich_all_hills_are_steep() -> None:
    table = Stage(
        "operation-luttich", {"axis infantry": "f8", "allies infantry": "M1"}, side="axis", bare=True
    )
    assert {table.field.rows[h][0].id for h in ("A9", "B9", "g8", "G7", "F5", "L5", "e4", "k4")} == {
        "steep_hill"
    }
    reach = table.reach("f8")
    assert reach["g8"] == reach["G7"] == 2


@pytest.mark.rule("M44-base-victory.5", "M44-base-victory.6")
def test_luttich_st_hilaire_is_an_axis_medal() -> None:
    table = Stage("operation-luttich", {"axis infantry": "L1", "allies infantry": "A1"}, side="axis")
    assert (medals(table, "axis"), medals(table, "allies")) == (1, 0)
    table.moving("L1").play("move L1", "to M1")
    assert medals(table, "axis") == 0
    allied = Stage("operation-luttich", {"allies infantry": "L1", "axis infantry": "A9"})
    assert medals(allied, "allies") == 0


# 10 Toulon and 16 Saverne: sudden death -------------------------------------------------------------------


def at_turns_end(scenario: str, allies: str, side: str = "allies") -> str | None:
    """Who has won when a turn of ``side`` ends with Allied units in hexes."""
    units = {"allies infantry": allies, "axis infantry": "A9"}
    table = Stage(
        scenario,
        units,
        side=side,
        hands={"allies": "probe_left probe_right", "axis": "probe_left probe_right"},
    )
    table.run(TurnEnds())
    outcome = table.game.outcome(table.position)
    return outcome.winner if outcome else None


@pytest.mark.rule("M44-base-setup.1", "M44-base-victory.2")
@pytest.mark.parametrize(
    ("hexes", "winner"),
    [
        ("G9 G7 h8", "allies"), ("G9 h8 i8", "allies"), ("G9 G7 h8 i8", "allies"),
        ("G9 G7", None), ("G9 h8 c6", None),  # c6 is a town, but not of Toulon
    ],
)  # fmt: skip
def test_toulon_three_of_its_four_towns_win_at_the_end_of_the_allied_turn(
    hexes: str, winner: str | None
) -> None:
    assert at_turns_end("toulon", hexes) == winner
    assert at_turns_end("toulon", hexes, side="axis") is None


@pytest.mark.rule("M44-base-setup.1", "M44-base-victory.2")
@pytest.mark.parametrize(
    ("hexes", "winner"),
    [
        ("g8 G9", "allies"),
        ("g8 F9", "allies"),
        ("G9 F9", "allies"),
        ("g8", None),
        ("g8 B7", None),
        ("f4 l4", None),
    ],
)
def test_saverne_two_of_its_three_towns_win_at_the_end_of_the_allied_turn(
    hexes: str, winner: str | None
) -> None:
    assert at_turns_end("saverne-gap", hexes) == winner
    assert at_turns_end("saverne-gap", hexes, side="axis") is None


@pytest.mark.rule("M44-base-setup.1")
def test_toulon_reaching_the_towns_is_not_enough_before_the_turn_ends() -> None:
    """A whole turn: the third town is entered by a move, the game ends when the card has been drawn."""
    table = Stage(
        "toulon",
        {"allies infantry": "G9 h8 H7", "axis infantry": "A9"},
        hands={"allies": "assault_center probe_right", "axis": "probe_left probe_right"},
        bare=True,
    ).commanding()
    table.play("play assault_center", "move H7", "to G7")
    assert table.game.outcome(table.position) is None
    table.play("end-moves", dice=["recon_1_left"])
    outcome = table.game.outcome(table.position)
    assert outcome is not None
    assert (outcome.winner, outcome.why) == ("allies", "sudden death")
    assert [told["why"] for told in table.told("won")] == ["sudden death"]


# 11 Liberation of Paris -----------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-victory.6")
@pytest.mark.parametrize(("town", "beside"), [("C9", "b8"), ("F9", "e8"), ("J9", "j8")])
def test_paris_the_towns_on_the_edge_give_medals_that_are_kept(town: str, beside: str) -> None:
    table = Stage("liberation-of-paris", {"allies infantry": beside, "axis infantry": "M1"})
    table.moving(beside).play(f"move {beside}", f"to {town}")
    table.position.orders.clear()
    table.moving(town).play(f"move {town}", f"to {beside}")
    assert medals(table, "allies") == 1
    inner = Stage("liberation-of-paris", {"allies infantry": "h8 h6 M7", "axis infantry": "M1"})
    assert medals(inner, "allies") == 0


# 12 Montélimar --------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-victory.5", "M44-base-victory.6")
def test_montelimar_the_bank_of_the_rhone_is_one_medal_and_never_more() -> None:
    banks = ["F9", "f8", "g8", "h8", "i8", "j8", "k8", "L9"]
    for bank in banks:
        alone = Stage("montelimar", {"allies infantry": bank, "axis infantry": "A1"})
        assert medals(alone, "allies") == 1
        river = {label for label, rows in alone.field.rows.items() if rows[0].id == "river"}
        assert river & set(alone.field.board.neighbours(bank)), f"{bank} lies on the Rhône"
    table = Stage("montelimar", {"allies infantry": " ".join(banks[:4]), "axis infantry": "A1"})
    assert medals(table, "allies") == 1
    inland = Stage("montelimar", {"allies infantry": "f6", "axis infantry": "F9"})
    assert (medals(inland, "allies"), medals(inland, "axis")) == (0, 0)
    every = {
        label
        for label in table.field.board.hexes
        if label not in river and river & set(table.field.board.neighbours(label))
    }
    assert every == set(banks), "every hex beside it counts"


@pytest.mark.rule("M44-base-victory.5", "M44-base-victory.6")
def test_montelimar_bonlieu_and_grane_are_axis_medals() -> None:
    table = Stage("montelimar", {"axis infantry": "b2 l2", "allies infantry": "M9"}, side="axis")
    assert medals(table, "axis") == 2
    table.moving("b2").play("move b2", "to B1")
    assert medals(table, "axis") == 1


@pytest.mark.rule("M44-base-setup.1")
@pytest.mark.parametrize("kind", ["infantry", "armor", "artillery"])
def test_montelimar_nobody_enters_the_hills_of_the_pass(kind: str, game) -> None:
    table = Stage("montelimar", {f"allies {kind}": "J7", "axis infantry": "A9"})
    hills = {"K7", "j6", "J5", "K5", "j4", "K3"}
    assert not hills & table.reach("J7").keys()
    assert table.move_refused("J7", "j6") >= {"M44-base-setup.1"}
    assert {label for label, rows in table.field.rows.items() if rows[0].id == "impassable_hill"} == hills


@pytest.mark.rule("M44-base-setup.1", "M44-base-components.3")
def test_montelimar_axis_infantry_has_three_figures_and_its_panzer_grenadiers_four(game) -> None:
    units = game.set_up("montelimar").units.values()
    strengths = {(unit.side, unit.kind): (unit.figures, unit.full) for unit in units}
    assert strengths["axis", "infantry"] == (3, 3)
    assert strengths["axis", "special_forces"] == (4, 4)
    assert strengths["allies", "infantry"] == (4, 4)


@pytest.mark.rule("M44-base-card-medics-mechanics.2")
def test_montelimar_medics_bring_weak_infantry_back_to_three() -> None:
    units = {"axis infantry": "d8:2 e8:1", "allies infantry": "M1"}
    table = Stage(
        "montelimar", units, side="axis", order="medics_mechanics", hands={"axis": "probe_left probe_right"}
    )
    table.give_orders().play("heal e8", dice="star star star")
    assert table.figures("e8") == 3


# 13 Arnhem Bridge -----------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-setup.1", "M44-terrain-bridge.1")
@pytest.mark.parametrize("kind", ["infantry", "armor", "artillery"])
def test_arnhem_the_bridge_is_entered_and_left_over_its_ends_only(kind: str) -> None:
    """The way is I7, h6, H5, g4, G3."""
    for here, ways in (("h6", {"I7", "H5"}), ("H5", {"h6", "g4"}), ("g4", {"H5", "G3"})):
        table = Stage(
            "arnhem-bridge", {f"axis {kind}": here, "allies infantry": "A1"}, side="axis", bare=True
        )
        assert {label for label, cost in table.reach(here).items() if cost == 1} == ways
    for bank, on in (
        ("I7", {"h6"}),
        ("G3", {"g4"}),
        ("H7", set()),
        ("G5", set()),
        ("I5", set()),
        ("H3", set()),
    ):
        table = Stage(
            "arnhem-bridge", {f"axis {kind}": bank, "allies infantry": "A1"}, side="axis", bare=True
        )
        near = {label for label, cost in table.reach(bank).items() if cost == 1}
        assert near & {"h6", "H5", "g4"} == on
        for beside in {"h6", "H5", "g4"} & set(table.field.board.neighbours(bank)) - table.reach(bank).keys():
            assert table.move_refused(bank, beside) == {"M44-terrain-bridge.1"}


@pytest.mark.rule("M44-base-setup.1", "M44-retreat.2")
def test_arnhem_retreats_keep_to_the_bridge() -> None:
    """Axis on H5 go back over h6; Allies over g4; nobody jumps into the river."""
    axis = Stage("arnhem-bridge", {"axis infantry": "H5", "allies special_forces": "g4"})
    axis.attack("g4", "H5", "flag star star")
    assert axis.who("h6") == "axis infantry"
    allies = Stage("arnhem-bridge", {"allies special_forces": "H5", "axis infantry": "h6"}, side="axis")
    allies.attack("h6", "H5", "flag star star")
    assert allies.who("g4") == "allies special_forces"


@pytest.mark.rule("M44-base-setup.1", "M44-terrain-river.1")
def test_arnhem_nobody_enters_the_river() -> None:
    table = Stage("arnhem-bridge", {"axis armor": "H7", "allies infantry": "A1"}, side="axis", bare=True)
    river = {
        label for label, rows in table.field.rows.items() if len(rows) == 1 and rows[0].id == "wide_river"
    }
    assert len(river) == 13
    assert not river & table.reach("H7").keys()


@pytest.mark.rule("M44-base-setup.1", "M44-base-los.1")
def test_arnhem_infantry_does_not_fire_across_the_river_and_other_troops_do() -> None:
    """Between H7 on the north bank and G5 on the south bank lies g6, and nothing else."""
    for kind, crosses in (
        ("infantry", False),
        ("special_forces", False),
        ("armor", True),
        ("artillery", True),
    ):
        units = {f"axis {kind}": "H7", "allies artillery": "G5"}
        table = Stage("arnhem-bridge", units, side="axis", bare=True)
        assert (table.dice("H7", "G5") > 0) == crosses, kind
        if not crosses:
            assert table.target_refused("H7", "G5") == {"M44-base-setup.1"}


# 15 St. Vith ----------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-setup.1")
@pytest.mark.parametrize("kind", ["infantry", "elite_armor", "artillery"])
def test_st_vith_nobody_enters_the_slope(kind: str) -> None:
    slope = {"D3", "E3", "F3", "G3", "H3", "I3"}
    table = Stage("st-vith", {f"axis {kind}": "e4", "allies infantry": "M1"}, side="axis", bare=True)
    assert not slope & table.reach("e4").keys()
    assert table.move_refused("e4", "E3") >= {"M44-base-setup.1"}
    assert {label for label, rows in table.field.rows.items() if rows[0].id == "impassable_hill"} == slope


@pytest.mark.rule("M44-base-setup.1", "M44-retreat.2", "M44-retreat.4")
def test_st_vith_the_slope_is_a_wall_behind_the_defenders() -> None:
    table = Stage("st-vith", {"allies infantry": "e4", "axis infantry": "E5"}, side="axis", bare=True)
    table.attack("E5", "e4", "flag star")
    assert table.figures("e4") == 3, "nowhere to go"


@pytest.mark.rule("M44-base-setup.1", "M44-base-los.8")
def test_st_vith_the_slope_is_a_hill_to_the_eye() -> None:
    """It hides the low ground behind it from the plateau, and not itself from anybody."""
    table = Stage("st-vith", {"allies infantry": "f2", "axis infantry": "e4 A9"})
    assert table.blocks("e4", "f2") == {"M44-terrain-hill.3"}
    open_ground = Stage("st-vith", {"allies infantry": "J3", "axis infantry": "A9"}, bare=True)
    assert not open_ground.sees("J3", "G3"), "H3 and I3 are in the way"
    assert open_ground.sees("J3", "I3")


# 16 Saverne Gap -------------------------------------------------------------------------------------------


@pytest.mark.rule("M44-base-setup.1")
@pytest.mark.parametrize("kind", ["infantry", "armor", "artillery"])
def test_saverne_nobody_enters_the_hills(kind: str) -> None:
    table = Stage("saverne-gap", {f"allies {kind}": "b4", "axis infantry": "A9"}, bare=True)
    hills = {label for label, rows in table.field.rows.items() if rows[0].id == "blocking_hill"}
    assert len(hills) == 20
    assert not hills & table.reach("b4").keys()
    assert table.move_refused("b4", "a4") >= {"M44-base-setup.1"}


@pytest.mark.rule("M44-base-setup.1", "M44-unit-artillery.2")
def test_saverne_not_even_artillery_fires_over_the_hills() -> None:
    """From C5 along the row: D5 is open, E5 a hill, F5 open again."""
    table = Stage("saverne-gap", {"axis artillery": "C5", "allies infantry": "F5"}, side="axis", bare=True)
    assert table.dice("C5", "F5") == 0
    assert "M44-base-setup.1" in table.target_refused("C5", "F5")
    near = Stage("saverne-gap", {"axis artillery": "C5", "allies infantry": "D5"}, side="axis", bare=True)
    assert near.dice("C5", "D5") == 3
    elsewhere = Stage(
        "saverne-gap", {"axis artillery": "F7", "allies infantry": "F3"}, side="axis", bare=True
    )
    assert elsewhere.dice("F7", "F3") > 0, "through the gap"
