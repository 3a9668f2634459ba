"""The order of battle and the scenarios as shipped, on the positions they set up."""

from __future__ import annotations

from collections import Counter as Tally
from functools import cache

import pytest
from tests.plugins.ardennes44.drawing import Table, game_with

import grognard_rulesets
from grognard.dice import ScriptedDice, SeededDice
from grognard.hexes import Hexside
from grognard.play import Outcome, Play
from grognard.ruleset import Ruleset
from grognard_ardennes44.areas import is_held, outlet_of
from grognard_ardennes44.armour import attack_tq
from grognard_ardennes44.attack import colour_of
from grognard_ardennes44.game import ArdennesGame
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.movement import bars_to_moving
from grognard_ardennes44.position import ArdennesPosition
from grognard_ardennes44.rally import rally_modifiers
from grognard_ardennes44.stacking import overstacking, tank_steps
from grognard_ardennes44.supply import supplied
from grognard_ardennes44.turn import TurnEnds
from grognard_ardennes44.zoc import bonds_of

ALL = ("our-clervaux", "six-turns", "eight-turns", "patton", "campaign")
FROM_THE_START = ("six-turns", "eight-turns", "campaign")


@cache
def set_up(scenario: str) -> ArdennesPosition:
    return game_with().set_up(scenario)


def ground_of(scenario: str) -> Ground:
    return game_with().rules.ground(set_up(scenario))


# The games there are ---------------------------------------------------------------------------------------


@pytest.mark.rule("A44-1.2", "A44-1.3")
def test_the_campaign_has_22_turns_or_30_and_three_shorter_games_its_map() -> None:
    scenarios = game_with().rules.scenarios
    spans = {id_: (scenario.first_turn, scenario.last_turn) for id_, scenario in scenarios.items()}
    assert spans == {
        "our-clervaux": (1, 6), "six-turns": (1, 6), "eight-turns": (1, 8),
        "patton": (13, 22), "campaign": (1, 22),
    }  # fmt: skip
    assert scenarios["campaign"].extended_turn == 30


@pytest.mark.rule("A44-1.2")
@pytest.mark.parametrize(("extended", "turn"), [(False, 22), (True, 30)])
def test_the_campaign_ends_after_turn_22_unless_it_is_extended(extended: bool, turn: int) -> None:
    game = game_with(extended=extended)
    position = game.set_up("campaign")
    for position.turn in (turn - 1, turn):
        position.agenda = [TurnEnds()]
        game.drive(Play(position, game.rules, ScriptedDice([]), [], []))
        assert (position.turn, bool(position.agenda)) == (turn, False)
    assert position.outcome == Outcome("allied", "the Germans did not win", "A44-30.8")


@pytest.mark.rule("A44-1.3")
@pytest.mark.parametrize(
    ("scenario", "first", "last"), [("six-turns", 1, 6), ("eight-turns", 1, 8), ("patton", 13, 22)]
)
def test_a_shorter_game_is_set_up_on_its_turn_and_judged_by_points_after_its_last(
    scenario: str, first: int, last: int
) -> None:
    game = game_with()
    position = game.set_up(scenario)
    assert position.turn == first and position.german and position.allied
    for position.turn in (last - 1, last):
        assert position.outcome is None
        position.agenda = [TurnEnds()]
        game.drive(Play(position, game.rules, ScriptedDice([]), [], []))
    assert position.outcome is not None and position.outcome.cite == "A44-1.3"
    assert "points" in position.outcome.why


@pytest.mark.parametrize("scenario", ALL)
def test_every_scenario_begins_with_a_choice(scenario: str) -> None:
    position = game_with().start(scenario, SeededDice(1))
    assert len(game_with().options(position)) > 1


# What a set-up must be -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ALL)
@pytest.mark.rule("A44-8.1", "A44-8.3", "A44-8.4")
def test_no_hex_is_overstacked_at_the_start(scenario: str) -> None:
    position, rules = set_up(scenario), game_with().rules
    held = {*position.german, *position.allied}
    assert not {hex: broken for hex in held if (broken := overstacking(rules, position, hex))}


@pytest.mark.parametrize("scenario", ALL)
def test_sides_stand_apart(scenario: str) -> None:
    position = set_up(scenario)
    assert not position.german.keys() & position.allied.keys()


@pytest.mark.parametrize("scenario", ALL)
def test_no_unit_stands_in_an_enemy_bond(scenario: str) -> None:
    position, rules = set_up(scenario), game_with().rules
    for side, own in (("german", position.german), ("allied", position.allied)):
        enemy = "allied" if side == "german" else "german"
        assert not own.keys() & bonds_of(rules, position, enemy).hexes


@pytest.mark.parametrize("scenario", ["our-clervaux", *FROM_THE_START])
def test_every_unit_is_in_supply_on_16_december(scenario: str) -> None:
    position, rules = set_up(scenario), game_with().rules
    fed = supplied(rules, position, "german") | supplied(rules, position, "allied")
    assert fed == position.units.keys()


def test_on_22_december_bastogne_and_peiper_are_surrounded_and_nobody_else() -> None:
    position, rules = set_up("patton"), game_with().rules
    fed = supplied(rules, position, "german") | supplied(rules, position, "allied")
    cut_off = position.units.keys() - fed
    bastogne = {
        "10_arm-ccb",
        "viii_333_artillery",
        *(id_ for id_ in position.units if id_.startswith("101_abn")),
    }
    assert cut_off == bastogne | {"1_ss_pz-1_ss_pz", "1_ss_pz-2_ss_pzgr"}
    assert position.units["10_arm-ccb"].steps == 1
    assert position.control[hex_of("patton", "Bastogne")] == "allied"
    assert position.control[hex_of("patton", "St-Vith")] == "german"


@pytest.mark.parametrize("scenario", [*FROM_THE_START, "patton"])
def test_towns_behind_the_line_are_german(scenario: str) -> None:
    control = set_up(scenario).control
    assert {control[hex_of(scenario, name)] for name in ("Prüm", "Bitburg", "Trier", "Gerolstein")} == {
        "german"
    }
    assert {control[hex_of(scenario, name)] for name in ("Malmedy", "Eupen", "Liège", "Namur")} == {"allied"}


@pytest.mark.parametrize("scenario", ALL)
def test_all_towns_and_entry_hexes_lie_on_roads(scenario: str) -> None:
    ground = ground_of(scenario)
    named = [hex for hex in ground.place if ground.size_of(hex)]
    assert [ground.place[hex] for hex in named if not ground.on_road(hex)] == []
    assert all(ground.on_road(entry.hex) for entry in ground.entries.values())


@pytest.mark.rule("A44-13.1", "A44-1.3")
@pytest.mark.parametrize("scenario", FROM_THE_START)
def test_every_counter_starts_or_comes_once(scenario: str) -> None:
    position, rules = set_up(scenario), game_with().rules
    last = rules.scenarios[scenario].last_turn
    assert not position.units.keys() & position.waiting.keys()
    assert all(turn <= max(last, 30 * (scenario == "campaign")) for turn in position.waiting.values())
    if scenario == "campaign":
        assert {id_ for id_, c in rules.counters.items() if not c.pool} == {
            *position.units,
            *position.waiting,
        }


# Kinds of pieces [A44-2] -----------------------------------------------------------------------------------


@pytest.mark.rule("A44-2.1", "A44-8.5")
def test_outline_tanks_stack_by_steps_and_mixed_forces_by_points() -> None:
    table = Table()
    outline = table.unit("german", (0, 0), "tank", defence=3, steps=2)
    table.unit("german", (0, 0), "mixed", sp=2, steps=2)
    table.unit("german", (0, 0), "infantry", sp=1)
    here = table.hex(0, 0)
    assert not overstacking(table.rules, table.position, here)
    assert tank_steps(table.rules, table.rules.counters[outline], table.position.units[outline]) == 2


@pytest.mark.rule("A44-8.5")
@pytest.mark.parametrize(("defence", "steps"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_steps_of_an_outline_tank_follow_its_defence(defence: int, steps: int) -> None:
    table = Table()
    tank = table.unit("allied", (0, 0), "tank", defence=defence)
    assert tank_steps(table.rules, table.rules.counters[tank], table.position.units[tank]) == steps


@pytest.mark.rule("A44-8.5")
def test_shipped_outline_tanks_have_the_steps_of_their_defence() -> None:
    rules, position = game_with().rules, set_up("campaign")
    tanks = [rules.counters[id_] for id_ in position.units if rules.counters[id_].outline]
    assert {(counter.defence, counter.steps) for counter in tanks} == {(2, 1), (3, 2)}


@pytest.mark.rule("A44-2.2", "A44-8.3")
def test_a_rocket_brigade_is_artillery_for_stacking() -> None:
    table = Table()
    table.unit("german", (0, 0), "artillery")
    table.unit("german", (0, 0), "rocket")
    assert [reason.cite for reason in overstacking(table.rules, table.position, table.hex(0, 0))] == [
        "A44-8.3"
    ]


def fresh() -> ArdennesGame:
    """The game read anew from its files."""
    return ArdennesGame(Ruleset(grognard_rulesets.ROOT / "ardennes44"))


@pytest.mark.rule("A44-2.1", "A44-2.2", "A44-8.1", "A44-8.3", "A44-8.4")
def test_shipped_pieces_stack_by_what_they_are() -> None:
    game = fresh()
    position, counters = game.set_up("our-clervaux"), game.rules.counters
    board = game.rules.ground(position).board
    empty = next(hex for hex in board.hexes if not position.stack(hex))
    german = [(id_, counter.kind) for id_, counter in counters.items() if counter.side == "german"]
    guns = [next(id_ for id_, kind in german if kind == wanted) for wanted in ("artillery", "rocket")]

    def broken(*pieces: str) -> set[str]:
        return {bar.cite for bar in overstacking(game.rules, position, empty, joining=pieces)}

    assert broken("1_ss_pz-1_ss_pz") == set()
    assert broken("1_ss_pz-1_ss_pz", "2_pz-3") == {"A44-8.4"}, "two outline tanks of two steps"
    assert broken("9_arm-ccb", "2_pz-3") == set(), "a mixed force counts its points"
    assert broken("9_arm-ccb", "9_arm-ccr") == {"A44-8.1"}, "two mixed forces of two points"
    assert broken(*guns) == {"A44-8.3"}


@pytest.mark.rule("A44-2.4", "A44-2.5")
def test_shipped_pieces_have_the_grade_and_tank_quality_of_their_figures() -> None:
    rules = fresh().rules
    rallies = {
        id_: sum(r.value for r in rally_modifiers(rules, id_)) for id_ in ("9_arm-ccb", "3_fj-5", "4_arm-ccb")
    }
    assert rallies == {"9_arm-ccb": 1, "3_fj-5": 0, "4_arm-ccb": -1}, "green, veteran, elite"
    assert attack_tq(rules.counters["1_ss_pz-501_ss"]) == 6
    assert attack_tq(rules.counters["5_fj-11_stug"]) == 2, "a red 3 attacks as 2"


@pytest.mark.rule("A44-2.3", "A44-29.1")
def test_units_with_red_frames_are_held_on_turn_1_and_others_that_start_on_the_map_are_not() -> None:
    game = game_with()
    position = game.set_up("campaign")
    assert {bar.cite for bar in bars_to_moving(game.rules, position, "2_inf-9")} == {"A44-29.1"}
    assert not bars_to_moving(game.rules, position, "3_fj-5")
    held = {id_ for id_, unit in position.units.items() if is_held(position, unit)}
    assert held == {
        "2_inf-9", "2_inf-38", "v_187_artillery", "v_406_artillery", "9_arm-ccb", "9_arm-ccr",
    }  # fmt: skip


@pytest.mark.rule("A44-2.7", "A44-2.8", "A44-22.15")
def test_identification_colours_are_those_of_armies_and_corps() -> None:
    position, rules = set_up("campaign"), game_with().rules
    seen = Tally((rules.counters[id_].side, colour_of(rules, position, id_)) for id_ in position.units)
    assert {colour for side, colour in seen if side == "german"} == {"6 PzA", "5 PzA", "7 Army"}
    coming = {(rules.counters[id_].side, rules.counters[id_].colour) for id_ in position.waiting}
    assert {colour for side, colour in seen.keys() | coming if side == "allied"} == {
        "V", "VIII", "VII", "XVIII Abn", "Third Army", "XXX", "army",
    }  # fmt: skip


@pytest.mark.rule("A44-2.8")
def test_iii_and_xii_corps_share_the_colour_of_third_army() -> None:
    rules = game_with().rules
    assert {rules.formations[f].corps for f in ("4_arm", "5_inf")} == {"III", "XII"}
    assert {rules.formations[f].colour for f in ("4_arm", "5_inf")} == {"Third Army"}


@pytest.mark.rule("A44-2.4", "A44-2.5")
def test_grades_and_tank_quality_stand_on_the_pieces_in_play() -> None:
    rules, position = game_with().rules, set_up("campaign")
    grades = Tally(rules.counters[id_].grade for id_ in position.units)
    assert grades.keys() == {"green", "veteran", "elite"}
    assert all((c.tq > 0) == c.tank for id_ in position.units for c in [rules.counters[id_]] if not c.gun)
    assert rules.counters["5_fj-11_stug"].red_tq and not rules.counters["1_ss_pz-501_ss"].red_tq


# The first turn's set-up [A44-29, A44-27.13] ---------------------------------------------------------------


@pytest.mark.rule("A44-29.5")
@pytest.mark.parametrize("scenario", ["our-clervaux", *FROM_THE_START])
def test_german_divisions_start_in_their_own_assembly_areas(scenario: str) -> None:
    ground, position, rules = ground_of(scenario), set_up(scenario), game_with().rules
    for area in ground.theatre.area:
        if area.kind == "assembly":
            here = [id_ for hex in ground.area_hexes[area.id] for id_ in position.german.get(hex, ())]
            assert {rules.counters[id_].formation for id_ in here} - {""} <= {*area.formations}
            assert here


@pytest.mark.rule("A44-29.4")
def test_a_regiment_of_the_212th_stands_in_1006() -> None:
    position, rules = set_up("campaign"), game_with().rules
    (standing,) = position.stack("E1006")
    counter = rules.counters[standing]
    assert counter.formation == "212_vg"
    assert outlet_of(rules, position, counter, position.units[standing]) == "E1005"


@pytest.mark.rule("A44-27.13")
def test_two_regiments_of_the_2nd_division_are_on_the_map_and_the_third_comes_later() -> None:
    position, rules = set_up("campaign"), game_with().rules
    regiments = [id_ for id_, counter in rules.counters.items() if counter.formation == "2_inf"]
    there = {id_ for id_ in regiments if id_ in position.units}
    assert there == {id_ for id_ in regiments if "second_division" in rules.counters[id_].traits}
    assert len(there) == 2
    assert all(position.units[id_].red for id_ in there)
    assert [position.waiting[id_] for id_ in regiments if id_ not in there] == [2]


@pytest.mark.rule("A44-7.22", "A44-7.15")
@pytest.mark.parametrize("scenario", ["our-clervaux", "campaign"])
def test_two_bridges_are_prepared_and_ouren_is_doubtful(scenario: str) -> None:
    ground, position = ground_of(scenario), set_up(scenario)
    states = {}
    for text, state in position.bridges.items():
        side = Hexside.parse(text)
        (named,) = {ground.place[hex] for hex in (side.a, side.b) if hex in ground.place} & {
            "Dasburg", "Gemünd", "Gemünd (Our)", "Ouren",
        }  # fmt: skip
        states[named.partition(" ")[0]] = state
    assert states == {"Dasburg": "prepared", "Gemünd": "prepared", "Ouren": "doubtful"}


@pytest.mark.rule("A44-30.5", "A44-30.6", "A44-30.7")
def test_victory_hexes_are_four_of_liege_six_on_the_meuse_and_more_in_the_west() -> None:
    ground = ground_of("campaign")
    groups = Tally(objective.group for objective in ground.objectives.values())
    assert (groups["liege"], groups["meuse"]) == (4, 6)
    meuse = {o.name.en for o in ground.objectives.values() if o.group == "meuse"}
    assert meuse == {"Givet", "Dinant", "Namur", "Andenne", "Huy", "Amay"}
    west = ground.hexes_in("west_map")
    assert all(hex in west for hex, o in ground.objectives.items() if o.group in ("meuse", "west"))


@pytest.mark.rule("A44-11.22", "A44-25.11")
def test_lettered_entry_hexes_are_sources_exits_and_rebuilding_places() -> None:
    entries = ground_of("campaign").entries
    assert {id_ for id_, entry in entries.items() if entry.german_exit} == {"F", "G"}
    assert {id_ for id_, entry in entries.items() if entry.german_rebuild} == {"K", "L", "M"}
    assert {entry.box for entry in entries.values() if entry.side == "allied"} == {
        "NE",
        "NW",
        "W",
        "SW",
        "SE",
    }


def hex_of(scenario: str, name: str) -> str:
    return next(hex for hex, place in ground_of(scenario).place.items() if place == name)
