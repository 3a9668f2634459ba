"""The figures of the introductory game against their sources, against the rules and against themselves."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from grognard.charts import Chart, OddsChart
from grognard.ruleset import Ruleset
from grognard_asl.schema import Figures, Nation, Terrain, UnitKind, WeaponKind, Word
from grognard_rulesets import ROOT

RULESET = Ruleset(ROOT / "asl_intro")
TERRAIN = RULESET.table("terrain.toml", "terrain", Terrain)
UNITS = RULESET.table("units.toml", "unit", UnitKind)
WEAPONS = RULESET.table("weapons.toml", "weapon", WeaponKind)
NATIONS = RULESET.table("nations.toml", "nation", Nation)
WORDS = RULESET.table("words.toml", "word", Word)
FIGURES = RULESET.document("figures.toml", Figures)
IFT = RULESET.chart("ift", Chart)
CCT = RULESET.chart("close_combat", OddsChart)
RESIDUAL = RULESET.chart("residual", Chart)

# The fire table

COLUMNS = (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)
PRINTED = """
    1KIA 2KIA 2KIA 3KIA 3KIA 3KIA 4KIA 4KIA 5KIA 6KIA 7KIA
    K/1  1KIA 1KIA 2KIA 2KIA 2KIA 3KIA 3KIA 4KIA 5KIA 6KIA
    1MC  K/1  K/2  1KIA 1KIA 1KIA 2KIA 2KIA 3KIA 4KIA 5KIA
    1MC  1MC  2MC  K/2  K/2  K/3  1KIA 1KIA 2KIA 3KIA 4KIA
    NMC  1MC  1MC  2MC  2MC  3MC  K/3  K/4  1KIA 2KIA 3KIA
    PTC  NMC  1MC  1MC  2MC  2MC  3MC  4MC  K/4  1KIA 2KIA
    -    PTC  NMC  1MC  1MC  2MC  2MC  3MC  4MC  K/4  1KIA
    -    -    PTC  NMC  1MC  1MC  2MC  2MC  3MC  4MC  K/4
    -    -    -    PTC  NMC  1MC  1MC  2MC  2MC  3MC  4MC
    -    -    -    -    PTC  NMC  1MC  1MC  2MC  2MC  3MC
    -    -    -    -    -    PTC  NMC  1MC  1MC  2MC  2MC
    -    -    -    -    -    -    PTC  NMC  1MC  1MC  2MC
    -    -    -    -    -    -    -    PTC  NMC  1MC  1MC
    -    -    -    -    -    -    -    -    PTC  NMC  1MC
    -    -    -    -    -    -    -    -    -    PTC  NMC
    -    -    -    -    -    -    -    -    -    -    PTC
"""


def by_rule_of_thumb(fp: int, roll: int) -> str:
    """The mnemonic that generates the whole table: one column of checks shifted, kills counted down."""
    place = COLUMNS.index(fp)
    kill_at = (1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7)[place]
    killed = (1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4)[place]
    if roll < kill_at:
        return f"{kill_at - roll}KIA"
    if roll == kill_at:
        return f"K/{killed}"
    on_eight = roll + COLUMNS.index(8) - place
    checks = {2: "4MC", 3: "3MC", 4: "2MC", 5: "2MC", 6: "1MC", 7: "1MC", 8: "NMC", 9: "PTC"}
    return checks.get(on_eight, "-")


def severity(entry: object) -> int:
    """How bad a result is; larger is worse."""
    text = str(entry)
    if text in ("-", "PTC", "NMC"):
        return ("-", "PTC", "NMC").index(text)
    digit = int(re.sub(r"\D", "", text))
    return digit + (30 if text.endswith("KIA") else 20 if text.startswith("K/") else 10)


@pytest.mark.rule("ASLI-3.2.0.1")
@pytest.mark.parametrize("roll", range(16))
def test_every_cell_of_the_fire_table_is_as_printed(roll: int) -> None:
    row = PRINTED.split()[11 * roll : 11 * roll + 11]
    assert [IFT.look(fp, roll) for fp in COLUMNS] == row


def test_the_fire_table_has_176_cells_and_a_mnemonic_generates_them() -> None:
    assert tuple(map(int, IFT.labels)) == COLUMNS
    cells = {(fp, roll): str(IFT.look(fp, roll)) for fp in COLUMNS for roll in range(16)}
    assert len(cells) == 176
    wrong = {place: entry for place, entry in cells.items() if by_rule_of_thumb(*place) != entry}
    assert wrong == {}


def test_more_firepower_never_does_less() -> None:
    for roll in range(16):
        row = [severity(IFT.look(fp, roll)) for fp in COLUMNS]
        assert row == sorted(row), roll


def test_a_lower_roll_never_does_less() -> None:
    for fp in COLUMNS:
        column = [severity(IFT.look(fp, roll)) for roll in range(16)]
        assert column == sorted(column, reverse=True), fp


def test_every_column_has_one_casualty_result() -> None:
    for column in range(11):
        assert sum(str(IFT.cell(column, roll).value).startswith("K/") for roll in range(16)) == 1


@pytest.mark.parametrize(
    ("fp", "roll", "result"), [(1, -5, "1KIA"), (36, -1, "7KIA"), (36, 21, "PTC"), (30, 16, "-")]
)
def test_rolls_beyond_the_table_use_its_ends(fp: int, roll: int, result: str) -> None:
    assert IFT.look(fp, roll) == result


@pytest.mark.rule("ASLI-3.2.0.2")
@pytest.mark.parametrize(
    ("fp", "column"),
    [(14, 12), (Fraction(9, 2), 4), (Fraction(7, 2), 2), (7, 6), (1, 1), (100, 36), (Fraction(47, 2), 20)],
)
def test_the_column_is_the_rightmost_not_above_the_firepower(fp: Fraction | int, column: int) -> None:
    assert IFT.labels[IFT.column(fp)] == str(column)


def test_less_than_one_firepower_is_no_attack() -> None:
    assert not IFT.covers(Fraction(1, 2))


@pytest.mark.rule("ASLI-5.3.1.1")
@pytest.mark.parametrize(
    ("column", "left"), list(zip(COLUMNS, (0, 1, 2, 3, 4, 6, 8, 10, 12, 12, 12), strict=True))
)
def test_residual_is_half_the_column_at_most_twelve(column: int, left: int) -> None:
    assert RESIDUAL.look(column, 7) == left == min(12, column // 2)


def test_residual_does_not_depend_on_the_dice() -> None:
    assert {RESIDUAL.look(20, roll) for roll in range(2, 13)} == {10}


# Close combat


@pytest.mark.rule("ASLI-9.2.1.2")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (12, 4, "3:1"),
        (7, 4, "3:2"),
        (11, 2, "4:1"),  # there is no 5:1
        (4, 15, "1:4"),
        (5, 8, "1:2"),
        (8, 5, "3:2"),
        (8, 8, "1:1"),
        (31, 32, "1:2"),
        (4, 33, "0:1"),  # below 1:8
        (4, 32, "1:8"),
        (7, 1, "6:1"),
        (19, 2, "8:1"),
        (21, 2, "10:1"),  # 10.5:1
        (44, 4, "11:1"),
    ],
)
def test_odds_are_rounded_down_to_what_is_printed(attack: int, defence: int, odds: str) -> None:
    assert CCT.labels[CCT.column(attack, defence)] == odds


@pytest.mark.rule("ASLI-9.2.2.1", "ASLI-9.2.2.2")
def test_kill_numbers_count_up_by_one_from_nothing() -> None:
    assert [cell.value for cell in CCT.cells()[0]] == list(range(14))


@pytest.mark.rule("ASLI-9.4.3")
def test_the_worked_example_at_one_to_two_has_a_leader_in_it() -> None:
    # With the 8-1 directing an Original 4 eliminates and an Original 5 reduces: 4 is printed, not 5.
    kill = CCT.look(5, 8, 7)
    assert kill == 4
    assert [original - 1 < kill for original in (2, 3, 4, 5)] == [True, True, True, False]
    assert kill == 5 - 1
    assert CCT.look(8, 5, 7) == 6


# Terrain

INTRO = {"open_ground", "woods", "building_stone", "building_wood", "road_dirt", "road_paved"}


def test_the_introductory_rows_are_marked() -> None:
    assert {row.id for row in TERRAIN.values() if "intro" in row.kits} == INTRO


@pytest.mark.rule("ASLI-4.2.1", "ASLI-4.2.2")
@pytest.mark.parametrize(
    ("terrain", "mf"),
    [
        ("open_ground", 1),
        ("road_dirt", 1),
        ("road_paved", 1),
        ("woods", 2),
        ("building_stone", 2),
        ("building_wood", 2),
        ("woods_road", 1),
        ("orchard", 1),
        ("orchard_bare", 1),
        ("orchard_road", 1),
        ("grain", Fraction(3, 2)),
        ("brush", 2),
        ("field_road", 1),
    ],
)
def test_entry_costs_are_exact(terrain: str, mf: Fraction | int) -> None:
    assert TERRAIN[terrain].cost == mf


@pytest.mark.rule("ASLI-3.2.0.4", "ASLI-3.2.0.5", "ASLI-3.2.0.6")
def test_terrain_effect_modifiers() -> None:
    modifiers = {row.id: row.tem for row in TERRAIN.values() if row.tem}
    assert modifiers == {"woods": 1, "building_wood": 2, "building_stone": 3, "wall": 2, "hedge": 1}
    indirect = {row.id: row.tem_indirect for row in TERRAIN.values() if row.tem_indirect is not None}
    assert indirect == {"woods": -1, "wall": 1, "hedge": 0}


@pytest.mark.rule("ASLSK-1.1.2.17", "ASLSK-1.1.2.32", "ASLSK-1.1.2.45", "ASLSK-1.1.2.48")
def test_open_ground_and_what_counts_as_it() -> None:
    assert {row.id for row in TERRAIN.values() if row.open_ground} == {
        "open_ground",
        "road_dirt",
        "road_paved",
        "woods_road",
        "field_road",
        "hill",
    }
    assert {row.id for row in TERRAIN.values() if row.interdiction} == {
        row.id for row in TERRAIN.values() if row.open_ground
    }


@pytest.mark.rule("ASLSK-1.1.2.38", "ASLSK-1.1.2.39")
def test_an_orchard_road_has_ffmo_and_is_an_orchard_in_other_respects() -> None:
    road, base = TERRAIN["orchard_road"], TERRAIN["orchard"]
    assert road.ffmo and not base.ffmo
    assert (road.open_ground, road.interdiction, road.tem) == (base.open_ground, base.interdiction, base.tem)
    assert {row.id for row in TERRAIN.values() if row.with_road == road.id} == {"orchard", "orchard_bare"}


@pytest.mark.rule("ASLSK-1.1.2.33", "ASLSK-1.1.2.34")
def test_orchards_block_between_levels_from_april_to_october() -> None:
    orchard = TERRAIN["orchard"]
    assert [month for month in range(1, 13) if orchard.holds(month)] == [4, 5, 6, 7, 8, 9, 10]
    bare = TERRAIN[orchard.off_season]
    assert (orchard.sight, orchard.sight_levels) == ("hindrance", "obstacle")
    assert (bare.sight, bare.sight_levels, bare.hindrance) == ("hindrance", "hindrance", 1)


@pytest.mark.rule("ASLSK-1.1.2.42")
def test_grain_is_open_ground_from_october_to_may() -> None:
    grain = TERRAIN["grain"]
    assert [month for month in range(1, 13) if grain.holds(month)] == [6, 7, 8, 9]
    assert grain.off_season == "open_ground"
    assert (grain.sight, grain.sight_levels) == ("hindrance", "none")


def test_obstacles_and_their_heights() -> None:
    heights = {row.id: row.height for row in TERRAIN.values() if row.sight == "obstacle"}
    assert heights == {
        "woods": 1,
        "building_stone": 1,
        "building_wood": 1,
        "wall": Fraction(1, 2),
        "hedge": Fraction(1, 2),
    }


@pytest.mark.rule("ASLSK-1.1.2.55")
def test_only_crest_lines_multiply_the_cost_uphill() -> None:
    assert {row.id: row.uphill_factor for row in TERRAIN.values() if row.uphill_factor != 1} == {
        "crest_line": 2
    }


@pytest.mark.rule("ASLI-2.0.6", "ASLI-7.2.1.1")
def test_cover_is_woods_and_buildings() -> None:
    assert {row.id for row in TERRAIN.values() if row.cover} == {
        "woods",
        "woods_road",
        "building_stone",
        "building_wood",
    }


def test_rows_name_rows_that_exist() -> None:
    for row in TERRAIN.values():
        for other in (row.with_road, row.crest, row.off_season):
            assert other in (*TERRAIN, ""), row.id
        assert not row.with_road or TERRAIN[row.with_road].category == "mixed", row.id
        assert (row.category == "level") == bool(row.crest), row.id
        assert bool(row.months) == bool(row.off_season), row.id
        assert (row.hindrance > 0) == ("hindrance" in (row.sight, row.sight_levels)), row.id


# Counters


def strength(unit: str) -> str:
    row = UNITS[unit]
    return f"{row.fp}-{row.range}-{row.morale}"


def test_ids_are_nation_and_printed_strength() -> None:
    for unit, row in UNITS.items():
        printed = (
            f"{row.morale}{row.leadership or 0:+d}".replace("+0", "-0")
            if row.type == "leader"
            else strength(unit)
        )
        assert unit.removesuffix("-guards").removesuffix("-crew") == f"{row.nation}_{printed}"
        assert printed in row.name.en and printed in row.name.zh


def test_how_many_counters_there_are() -> None:
    kinds = [row.type for row in UNITS.values()]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "squad": 56,
        "half_squad": 55,
        "crew": 10,
        "leader": 101,
    }


@pytest.mark.rule("ASLI-3.2.0.14")
def test_a_squad_becomes_a_half_squad_of_its_nation_and_morale() -> None:
    for row in UNITS.values():
        if row.type == "squad":
            half = UNITS[row.half_squad]
            assert (half.type, half.nation, half.morale) == ("half_squad", row.nation, row.morale), row.id
            assert half.fp <= row.fp and half.range <= row.range, row.id
        else:
            assert row.half_squad == "", row.id


@pytest.mark.rule("ASLI-3.2.0.19")
@pytest.mark.parametrize(
    ("unit", "broken"),
    [
        ("german_4-6-7", 7),
        ("german_4-6-8", 8),
        ("german_4-3-6", 5),
        ("american_6-6-6", 8),  # higher than its good side
        ("russian_4-2-6", 5),
        ("russian_6-2-8", 8),
        ("russian_6-2-8-guards", 9),
        ("russian_4-4-7", 7),
        ("german_2-4-7", 6),
        ("american_3-3-7", 7),
    ],
)
def test_broken_morale(unit: str, broken: int) -> None:
    assert UNITS[unit].broken == broken


def test_leaders_keep_their_morale_when_broken_and_may_rally_themselves() -> None:
    for row in UNITS.values():
        if row.type == "leader":
            assert (row.fp, row.range, row.broken, row.self_rally) == (0, 0, row.morale, True), row.id
            assert row.leadership is not None and -3 <= row.leadership <= 1, row.id
        else:
            assert row.leadership is None, row.id


@pytest.mark.parametrize(
    ("unit", "lower"),
    [
        ("german_4-6-7", "german_4-4-7"),
        ("german_5-4-8", "german_4-4-7"),
        ("american_6-6-6", "american_5-4-6"),
        ("russian_6-2-8", "russian_5-2-7"),
        ("british_4-5-7", "british_4-4-7"),
        ("italian_4-4-7", "italian_3-4-6"),
        ("finnish_6-4-8", "finnish_5-3-8"),
        ("german_2-4-8", "german_2-4-7"),
        ("german_2-4-7", "german_2-3-7"),
        ("german_2-3-7", "german_2-3-6"),
        ("german_8-3-8", ""),
        ("russian_6-2-8-guards", ""),
        ("partisan_3-3-7", ""),
    ],
)
def test_replacements_go_down_in_quality(unit: str, lower: str) -> None:
    assert UNITS[unit].replacement == lower


def test_replacements_end() -> None:
    for unit in UNITS:
        seen = [unit]
        while lower := UNITS[seen[-1]].replacement:
            assert lower not in seen, seen
            assert UNITS[lower].nation == UNITS[unit].nation and UNITS[lower].type == UNITS[unit].type
            seen.append(lower)


def test_every_counter_belongs_to_one_nation() -> None:
    listed = [
        unit
        for nation in NATIONS.values()
        for units in (nation.squads, nation.half_squads, nation.crews, nation.leaders)
        for unit in units
    ]
    assert sorted(listed) == sorted(UNITS)
    for nation in NATIONS.values():
        for kind, units in (
            ("squad", nation.squads),
            ("half_squad", nation.half_squads),
            ("crew", nation.crews),
            ("leader", nation.leaders),
        ):
            assert {(UNITS[unit].nation, UNITS[unit].type) for unit in units} <= {(nation.id, kind)}
        assert set(nation.weapons) <= set(WEAPONS)
    assert {weapon for nation in NATIONS.values() for weapon in nation.weapons} == set(WEAPONS)


@pytest.mark.rule("ASLI-10.1.1", "ASLI-10.1.3")
@pytest.mark.parametrize(
    ("weapon", "fp", "reach", "pp", "rof", "breakdown"),
    [
        ("german_lmg", 3, 8, 1, 1, 12),
        ("german_mmg", 5, 12, 3, 2, 12),
        ("german_hmg", 7, 16, 4, 3, 12),
        ("russian_lmg", 2, 6, 1, 1, 11),
        ("british_hmg", 6, 14, 5, 3, 12),
        ("american_hmg_50", 8, 16, 5, 3, 12),
        ("american_lmg_2pp", 2, 6, 2, 1, 11),
    ],
)
def test_machine_guns(weapon: str, fp: int, reach: int, pp: int, rof: int, breakdown: int) -> None:
    row = WEAPONS[weapon]
    assert (row.fp, row.range, row.pp, row.rof, row.breakdown) == (fp, reach, pp, rof, breakdown)


def test_what_is_from_memory_is_marked_and_nothing_the_game_uses_is() -> None:
    for row in WEAPONS.values():
        assert row.doubt("breakdown") == ("reconstructed" if row.breakdown == 12 else ""), row.id
        assert not any(row.doubt(field) for field in ("fp", "range", "pp")), row.id
    for unit in UNITS.values():
        assert unit.sure == ""
    assert {row.id: row.sure for row in TERRAIN.values() if row.sure} == {
        "wall": {"kits": "reconstructed"},
        "hedge": {"kits": "reconstructed"},
    }
    assert not any(chart.sure for chart in (IFT, CCT, RESIDUAL))


# Numbers of the rules


@pytest.mark.rule("ASLI-2.0.5", "ASLI-2.0.8", "ASLI-2.0.12", "ASLI-3.2.0.17")
def test_rally_and_morale_figures() -> None:
    rally = FIGURES.rally
    assert (rally.desperation, rally.cover, rally.self_rally, rally.casualty_dr) == (4, -1, 1, 12)
    assert FIGURES.morale.casualty_dr == 12


@pytest.mark.rule(
    "ASLI-3.2.2.1", "ASLI-3.2.2.2", "ASLI-5.1.1.2", "ASLI-5.1.1.3", "ASLI-5.2.0.2", "ASLI-6.0.1"
)
def test_fire_figures() -> None:
    fire, half = FIGURES.fire, Fraction(1, 2)
    assert fire.point_blank * fire.final_protective_fire == 1  # the printed firepower
    assert (fire.long_range, fire.subsequent_first_fire, fire.advancing_fire, fire.area_fire) == (half,) * 4
    assert (fire.long_range_reach, fire.ffnam, fire.ffmo, fire.height_advantage) == (2, -1, -1, 1)


@pytest.mark.rule("ASLI-4.1.1", "ASLI-4.1.2", "ASLI-4.1.3", "ASLI-7.1.1.3")
def test_movement_figures() -> None:
    assert FIGURES.movement.mf == {"squad": 4, "half_squad": 4, "crew": 4, "leader": 6}
    assert (FIGURES.movement.road_bonus, FIGURES.movement.leader_bonus, FIGURES.rout.mf) == (1, 2, 6)


@pytest.mark.rule("ASLI-4.5.4")
def test_three_squads_or_six_half_squads_and_four_leaders_fill_a_hex() -> None:
    stacking = FIGURES.stacking
    assert stacking.size["squad"] * 3 == stacking.size["half_squad"] * 6 == stacking.squads
    assert (stacking.leaders, stacking.size["leader"]) == (4, 0)


@pytest.mark.rule("ASLI-10.2.1", "ASLI-10.2.3", "ASLI-10.5.1", "ASLI-10.5.2", "ASLI-10.5.3", "ASLI-10.5.5")
def test_portage_and_weapon_figures() -> None:
    carry, fire = FIGURES.portage, FIGURES.weapons
    assert (carry.mmc_capacity, carry.smc_capacity, carry.smc_most, carry.excess_mf) == (3, 1, 2, 1)
    assert (fire.squad_free, fire.squad_most, fire.other_most, fire.smc_full) == (1, 2, 1, 2)


# Rules and options


def test_options_leave_off_what_the_introductory_game_does_not_know() -> None:
    assert RULESET.resolve() == {
        "pin": False,
        "ptc": "no_effect",
        "elr": False,
        "cowering": False,
        "rate_of_fire": False,
        "cx": False,
        "final_fire_halving": False,
        "recovery_number": 6,
    }


def test_every_rule_is_listed_with_how_far_it_is_played() -> None:
    intro = [rule for rule in RULESET.rules.values() if rule.id.startswith("ASLI-")]
    kit = [rule for rule in RULESET.rules.values() if rule.id.startswith("ASLSK-")]
    assert (len(intro), len(kit), len(RULESET.rules)) == (265, 136, 401)
    assert {rule.id for rule in intro if rule.status == "not_modelled"} == {"ASLI-8.0.3"}
    assert all(rule.text or rule.status == "not_modelled" for rule in RULESET.rules.values())
    assert all(rule.kind for rule in RULESET.rules.values())


def test_rows_cite_rules_that_exist_for_fields_they_have() -> None:
    for table in (TERRAIN, UNITS, WEAPONS, NATIONS):
        for row in table.values():
            assert set(row.cite) <= set(type(row).__struct_fields__), row.id
            assert set(row.cite.values()) <= set(RULESET.rules), row.id
    chapters = [getattr(FIGURES, field) for field in Figures.__struct_fields__ if field != "source"]
    for chapter in chapters:
        own = set(chapter.__struct_fields__) - {"cite", "sure", "source", "note"}
        assert set(chapter.cite) == own, type(chapter).__name__
        assert set(chapter.cite.values()) <= set(RULESET.rules)


def test_everything_has_a_name_in_two_languages() -> None:
    for table in (TERRAIN, UNITS, WEAPONS, NATIONS, WORDS):
        for row in table.values():
            assert row.name.en.isascii() and row.name.en, row.id
            assert re.search(r"[\u4e00-\u9fff]", row.name.zh), row.id


# The Player Turn


@pytest.mark.rule("ASLI-1.0.3", "ASLI-1.0.4")
def test_the_player_turn_runs_eight_phases_and_starts_again() -> None:
    turn = RULESET.sequence(guards=("no_close_combat", "close_combat_left"))
    phases = list(dict.fromkeys(step.phase for step in turn.steps))
    assert phases == ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"] == list(turn.phases)
    last = turn.steps[-1]
    assert turn.ways(last.id)[0].ends_turn and turn.follow(last.id, lambda guard: False) == turn.first


@pytest.mark.rule("ASLI-9.1.1")
def test_close_combat_goes_hex_by_hex_and_is_left_out_where_there_is_none() -> None:
    turn = RULESET.sequence()
    assert turn.follow("7.2", lambda guard: guard == "no_close_combat") == "8.4"
    assert turn.follow("8.3", lambda guard: guard == "close_combat_left") == "8.1"
    assert turn.follow("8.3", lambda guard: False) == "8.4"


def test_defensive_first_fire_interrupts_movement() -> None:
    assert [step.id for step in RULESET.sequence().interrupts("3.1")] == ["3.2"]
