"""The Memoir '44 ruleset's data against the rules and against itself."""

from __future__ import annotations

import re
from collections import Counter
from shutil import copytree
from typing import TYPE_CHECKING

import msgspec
import pytest

from grognard.archetypes import Archetypes
from grognard.errors import RulesetError
from grognard.ruleset import Ruleset
from grognard_memoir44.game import MemoirGame
from grognard_memoir44.schema import (
    Card,
    DeckRule,
    ExtraDraw,
    Objective,
    Pieces,
    Scenario,
    SuddenDeath,
    Terrain,
    UnitGroup,
    UnitKind,
    Word,
)
from grognard_memoir44.soundness import problems
from grognard_rulesets import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

RULESET = Ruleset(ROOT / "memoir44")
TERRAIN = RULESET.table("terrain.toml", "terrain", Terrain)
UNITS = RULESET.table("units.toml", "unit", UnitKind)
CARDS = RULESET.table("cards.toml", "card", Card)
PIECES = RULESET.document("pieces.toml", Pieces)
WORDS = RULESET.table("words.toml", "word", Word)
SCENARIOS = {path.stem: RULESET.document(path, Scenario) for path in RULESET.files("scenarios")}

# Written out by hand, not asked of the board: rows 9, 7, 5, 3, 1 hold A to M, rows 8, 6, 4, 2 hold a to l.
LABELS = frozenset(
    [f"{letter}{row}" for row in (9, 7, 5, 3, 1) for letter in "ABCDEFGHIJKLM"]
    + [f"{letter}{row}" for row in (8, 6, 4, 2) for letter in "abcdefghijkl"]
)


def wrong_with(scenario: Scenario) -> list[str]:
    return problems(scenario, hexes=LABELS, terrain=TERRAIN, kinds=UNITS, cards=CARDS, supply=PIECES.supply)


def copies(**wanted: object) -> int:
    """How many cards of the deck have these fields."""
    return sum(
        card.copies
        for card in CARDS.values()
        if all(getattr(card, field) == value for field, value in wanted.items())
    )


# The box


@pytest.mark.rule("M44-base-board.1")
def test_board_has_113_hexes_in_nine_rows() -> None:
    board = PIECES.board
    assert (board.rows, board.columns, board.columns_odd) == (9, 13, 12)
    assert len(LABELS) == 5 * board.columns + 4 * board.columns_odd == 113


@pytest.mark.rule("M44-base-board.2")
def test_beach_face_has_three_rows_of_beach_and_two_of_ocean() -> None:
    assert PIECES.board.faces["beach"] == ("open",) * 4 + ("beach",) * 3 + ("ocean",) * 2
    assert set(PIECES.board.faces["country"]) == {"open"}


@pytest.mark.rule("M44-base-board.5")
@pytest.mark.parametrize(("parity", "own", "straddling"), [(0, [4, 5, 4], 0), (1, [3, 4, 3], 2)])
def test_sections_of_a_row(parity: int, own: list[int], straddling: int) -> None:
    left, right = PIECES.board.sections
    columns = range(parity, 25 - parity, 2)
    inside = [
        sum(column < left for column in columns),
        sum(left < column < right for column in columns),
        sum(column > right for column in columns),
    ]
    assert inside == own
    assert sum(column in (left, right) for column in columns) == straddling


@pytest.mark.rule("M44-base-components.1", "M44-combat.4", "M44-combat.5", "M44-combat.6")
def test_battle_die_and_chances_to_hit() -> None:
    faces = PIECES.die.faces
    assert faces == {"infantry": 2, "armor": 1, "grenade": 1, "star": 1, "flag": 1}
    sixths = {kind.id: sum(faces[face] for face in kind.hit_by) for kind in UNITS.values()}
    assert (sixths["infantry"], sixths["armor"], sixths["artillery"]) == (3, 2, 1)


@pytest.mark.rule("M44-base-components.7")
def test_sandbags_are_limited_to_twelve_pieces() -> None:
    assert PIECES.supply["sandbag"] == 12


# The deck


@pytest.mark.rule("M44-base-components.6")
def test_deck_has_60_cards_40_section_and_20_tactic() -> None:
    assert (copies(), copies(group="section"), copies(group="tactic")) == (60, 40, 20)


@pytest.mark.rule("M44-base-card.3")
def test_section_cards_are_spread_11_13_11_and_5() -> None:
    spread: Counter[tuple[str, ...]] = Counter()
    for card in CARDS.values():
        if card.group == "section":
            spread[tuple(card.orders) if len(card.orders) == 1 else ("several",)] += card.copies
    assert spread == {("left",): 11, ("center",): 13, ("right",): 11, ("several",): 5}


@pytest.mark.parametrize(
    ("kind", "per_section", "orders"),
    [
        pytest.param("recon_1", (2, 2, 2), 1, marks=pytest.mark.rule("M44-base-card-recon-1.1")),
        pytest.param("probe", (4, 5, 4), 2, marks=pytest.mark.rule("M44-base-card-probe.1")),
        pytest.param("attack", (3, 4, 3), 3, marks=pytest.mark.rule("M44-base-card-attack.1")),
        pytest.param("assault", (2, 2, 2), "all", marks=pytest.mark.rule("M44-base-card-assault.1")),
    ],
)
def test_counts_of_single_section_cards(kind: str, per_section: tuple[int, ...], orders: int | str) -> None:
    cards = [CARDS[f"{kind}_{section}"] for section in ("left", "center", "right")]
    assert tuple(card.copies for card in cards) == per_section
    assert [card.orders for card in cards] == [{section: orders} for section in ("left", "center", "right")]


@pytest.mark.parametrize(
    ("card", "number", "orders"),
    [
        pytest.param(
            "general_advance",
            1,
            {"left": 2, "center": 2, "right": 2},
            marks=pytest.mark.rule("M44-base-card-general-advance.1"),
        ),
        pytest.param(
            "pincer_move", 1, {"left": 2, "right": 2}, marks=pytest.mark.rule("M44-base-card-pincer-move.1")
        ),
        pytest.param(
            "recon_in_force",
            3,
            {"left": 1, "center": 1, "right": 1},
            marks=pytest.mark.rule("M44-base-card-recon-in-force.1"),
        ),
    ],
)
def test_cards_for_several_sections(card: str, number: int, orders: Mapping[str, int]) -> None:
    assert (CARDS[card].copies, CARDS[card].orders) == (number, orders)


def test_tactic_cards_are_the_fifteen_kinds() -> None:
    assert {card.id: card.copies for card in CARDS.values() if card.group == "tactic"} == {
        "air_power": 1,
        "ambush": 1,
        "armor_assault": 2,
        "artillery_bombard": 1,
        "barrage": 1,
        "behind_enemy_lines": 1,
        "close_assault": 1,
        "counter_attack": 2,
        "dig_in": 1,
        "direct_from_hq": 2,
        "firefight": 1,
        "infantry_assault": 2,
        "medics_mechanics": 1,
        "move_out": 2,
        "their_finest_hour": 1,
    }


@pytest.mark.rule("M44-base-card-counter-attack.2")
def test_mirror_of_a_flank_card_is_the_other_flank() -> None:
    mirrored = {card.id: card.mirror for card in CARDS.values() if card.mirror}
    assert set(mirrored) == {card.id for card in CARDS.values() if set(card.orders) in ({"left"}, {"right"})}
    for card, mirror in mirrored.items():
        assert mirrored[mirror] == card
        assert CARDS[mirror].kind == CARDS[card].kind
        assert mirror != card


# Rows


@pytest.mark.parametrize(
    ("kind", "figures", "move", "battle_move", "dice"),
    [
        ("infantry", 4, 2, 1, (3, 2, 1)),
        ("armor", 3, 3, 3, (3, 3, 3)),
        ("artillery", 2, 1, 0, (3, 3, 2, 2, 1, 1)),
        ("special_forces", 4, 2, 2, (3, 2, 1)),
        ("french_resistance", 3, 2, 1, (3, 2, 1)),
        ("elite_armor", 4, 3, 3, (3, 3, 3)),
        ("tiger", 1, 3, 3, (3, 3, 3)),
    ],
)
def test_unit_figures(kind: str, figures: int, move: int, battle_move: int, dice: tuple[int, ...]) -> None:
    row = UNITS[kind]
    assert (row.figures, row.move, row.battle_move, row.dice) == (figures, move, battle_move, dice)


@pytest.mark.parametrize("row", [*TERRAIN.values(), *UNITS.values(), *CARDS.values()], ids=lambda row: row.id)
def test_every_citation_of_a_row_names_a_field_and_a_rule_that_is_played(
    row: Terrain | UnitKind | Card,
) -> None:
    fields = set(row.__struct_fields__)
    for field, rule in row.cite.items():
        assert field.split(".")[0] in fields
        assert RULESET.rules[rule].status in ("modelled", "partly")


@pytest.mark.parametrize("row", [*TERRAIN.values(), *UNITS.values(), *CARDS.values()], ids=lambda row: row.id)
def test_every_figure_of_a_row_has_a_citation(row: Terrain | UnitKind | Card) -> None:
    no_rules = {
        "id",
        "name",
        "category",
        "kind",
        "group",
        "type",
        "source",
        "sure",
        "note",
        "cite",
        "lies_on",
    }
    cited = {field.split(".")[0] for field in row.cite}
    for field in msgspec.structs.fields(type(row)):
        default = field.default_factory() if callable(field.default_factory) else field.default
        if field.name not in no_rules and getattr(row, field.name) != default:
            assert field.name in cited


def test_terrain_names_only_rows_that_exist() -> None:
    for row in TERRAIN.values():
        assert {*row.cancels, *row.enter_from} <= TERRAIN.keys()
    assert {card.places for card in CARDS.values() if card.places} <= TERRAIN.keys()


def test_ids_are_not_shared_between_tables() -> None:
    tables = (TERRAIN, UNITS, CARDS, WORDS, SCENARIOS)
    assert sum(len(table) for table in tables) == len({key for table in tables for key in table})


# The ruleset's own files


def test_rule_list_is_complete_and_says_how_far_each_rule_is_played() -> None:
    status = Counter(rule.status for rule in RULESET.rules.values())
    assert status.total() == 831
    assert status["descriptive"] == 4
    for rule in RULESET.rules.values():
        assert bool(rule.text) == (rule.status != "not_modelled")


def test_options_rest_on_rules_that_are_played() -> None:
    for option in RULESET.options.values():
        assert isinstance(option.cite, str)
        assert RULESET.rules[option.cite].status in ("modelled", "partly")
        assert option.text.keys() == {"en", "zh"}


@pytest.mark.rule("M44-base-turn.1")
def test_turn_is_command_order_move_battle_draw() -> None:
    sequence = RULESET.sequence(guards=())
    assert [step.id for step in sequence.steps] == [
        "start",
        "command",
        "order",
        "move",
        "battle",
        "draw",
        "end",
    ]
    assert sequence.follow("end", lambda guard: False) == "start"
    for step in sequence.steps:
        assert {*step.cites} <= RULESET.rules.keys()


def test_archetypes_name_rows_or_say_why_not() -> None:
    archetypes = RULESET.document("archetypes.toml", Archetypes)
    assert {each.is_ for each in archetypes.troop} == {"infantry", "armor", "artillery"} <= UNITS.keys()
    for each in archetypes.terrain:
        assert each.none or each.is_ in TERRAIN
        assert not each.cite or each.cite in RULESET.rules


# The scenarios


def test_the_sixteen_scenarios_are_there_in_the_order_of_the_rulebook() -> None:
    assert [scenario.id for scenario in sorted(SCENARIOS.values(), key=lambda each: each.number)] == [
        "pegasus-bridge",
        "sainte-mere-eglise",
        "sword-beach",
        "pointe-du-hoc",
        "omaha-beach",
        "mont-mouchet",
        "vassieux",
        "operation-cobra",
        "operation-luttich",
        "toulon",
        "liberation-of-paris",
        "montelimar",
        "arnhem-bridge",
        "arracourt",
        "st-vith",
        "saverne-gap",
    ]
    assert RULESET.default_scenario in SCENARIOS
    assert all(slug == scenario.id for slug, scenario in SCENARIOS.items())


@pytest.mark.rule("M44-base-setup.1")
@pytest.mark.parametrize("slug", SCENARIOS)
def test_scenario_is_sound_and_its_counts_are_right(slug: str) -> None:
    assert wrong_with(SCENARIOS[slug]) == []


def test_forces_and_hands_of_all_scenarios() -> None:
    found = {
        scenario.number: (
            sum(group.side == "allies" for _, group in scenario.placed()),
            sum(group.side == "axis" for _, group in scenario.placed()),
            scenario.hand["allies"],
            scenario.hand["axis"],
            scenario.medals["allies"],
            scenario.first,
        )
        for scenario in SCENARIOS.values()
    }
    assert found == {
        1: (9, 6, 6, 2, 4, "allies"),
        2: (6, 10, 5, 4, 4, "allies"),
        3: (12, 8, 5, 4, 5, "allies"),
        4: (9, 6, 6, 4, 4, "allies"),
        5: (13, 9, 4, 5, 6, "axis"),
        6: (7, 8, 5, 4, 4, "allies"),
        7: (10, 6, 4, 4, 4, "axis"),
        8: (14, 9, 5, 4, 5, "allies"),
        9: (13, 13, 6, 5, 4, "axis"),
        10: (14, 11, 6, 4, 6, "allies"),
        11: (14, 8, 5, 4, 5, "allies"),
        12: (13, 14, 5, 5, 6, "axis"),
        13: (7, 14, 6, 6, 5, "axis"),
        14: (14, 14, 6, 4, 6, "axis"),
        15: (13, 15, 4, 5, 6, "axis"),
        16: (14, 9, 6, 4, 5, "allies"),
    }


def test_special_rules_stand_where_they_belong() -> None:
    def having(field: str) -> set[str]:
        return {slug for slug, scenario in SCENARIOS.items() if getattr(scenario, field)}

    assert having("extra_draw") == {"pegasus-bridge"}
    assert having("airdrop") == {"sainte-mere-eglise"}
    assert having("deck") == {"vassieux"}
    assert having("recon_strike") == {"operation-luttich"}
    assert having("bridge_ways") == {"arnhem-bridge"}
    assert having("sudden_death") == {"toulon", "saverne-gap"}
    assert having("exit") == set()
    assert {slug for slug, each in SCENARIOS.items() if each.face == "beach"} == {
        "sword-beach",
        "pointe-du-hoc",
        "omaha-beach",
    }


def test_pegasus_bridge_axis_draw_two_after_their_first_two_turns() -> None:
    assert SCENARIOS["pegasus-bridge"].extra_draw == (ExtraDraw(side="axis", turns=(1, 2), cards=2),)


def test_toulon_and_saverne_end_at_once() -> None:
    (toulon,), (saverne,) = SCENARIOS["toulon"].sudden_death, SCENARIOS["saverne-gap"].sudden_death
    assert toulon == SuddenDeath(side="allies", hexes=("G9", "G7", "h8", "i8"), needed=3)
    assert saverne == SuddenDeath(side="allies", hexes=("g8", "G9", "F9"), needed=2)
    for slug, entry in (("toulon", toulon), ("saverne-gap", saverne)):
        assert set(entry.hexes) <= set(SCENARIOS[slug].terrain["town"])


@pytest.mark.rule("M44-base-victory.6")
def test_objectives_kept_for_good_are_those_of_pointe_du_hoc_and_paris() -> None:
    permanent = {
        slug: [entry.kind for entry in scenario.objective]
        for slug, scenario in SCENARIOS.items()
        if any(entry.kind == "permanent" for entry in scenario.objective)
    }
    assert permanent == {"pointe-du-hoc": ["permanent"] * 2, "liberation-of-paris": ["permanent"] * 3}


def test_montelimar_bank_is_one_medal_for_eight_hexes() -> None:
    banks = [entry for entry in SCENARIOS["montelimar"].objective if entry.side == "allies"]
    assert [(len(entry.hexes), entry.needed, entry.medals) for entry in banks] == [(8, 1, 1)]


def test_mont_mouchet_tanks_are_worth_two_medals() -> None:
    tanks = [group for group in SCENARIOS["mont-mouchet"].units if group.kind == "elite_armor"]
    assert [(group.medals, len(group.hexes)) for group in tanks] == [(2, 2)]


def test_montelimar_german_infantry_has_three_figures() -> None:
    strength = {group.kind: group.figures for group in SCENARIOS["montelimar"].units if group.side == "axis"}
    assert strength == {"infantry": 3, "armor": None, "artillery": None, "special_forces": None}


@pytest.mark.rule("M44-base-setup.4")
def test_bunkers_belong_to_the_axis() -> None:
    assert {
        scenario.owners["bunker"] for scenario in SCENARIOS.values() if "bunker" in scenario.overlays
    } == {"axis"}
    assert SCENARIOS["omaha-beach"].owners["sea_wall"] == "allies"


# What a person may get wrong when editing a scenario


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"terrain": {"forest": ("A1", "Z9")}}, "forest: no hex 'Z9' on the board"),
        ({"terrain": {"wood": ("A1",)}}, "terrain: no hex 'wood' in terrain.toml"),
        ({"terrain": {"wire": ("A1",)}}, "terrain: no hex 'wire' in terrain.toml"),
        ({"terrain": {"forest": ("A1",), "town": ("A1",)}}, "terrain: two on hex 'A1'"),
        ({"overlays": {"bunker": ("A1",)}}, "owners: 'bunker' protects its owner only, but has none"),
        ({"owners": {"bunker": "axis"}}, "owners: there is no 'bunker' in this scenario"),
        (
            {"obstacles": {"sandbag": tuple(sorted(LABELS))[:13]}},
            "obstacles: 13 'sandbag', but there are only 12",
        ),
        ({"top": "allies"}, "top and bottom must be the two sides, got 'allies' twice"),
        ({"hand": {"axis": 4}}, "hand must name both sides, 'allies' is missing"),
        ({"counts": {}}, "counts.church must be 1, got 0"),
        (
            {"units": (UnitGroup(side="axis", kind="hussars", hexes=("A1",)),)},
            "units: no unit kind 'hussars'",
        ),
        ({"units": (UnitGroup(side="axis", kind="armor", hexes=("A1", "A1")),)}, "units: two on hex 'A1'"),
        (
            {
                "terrain": {"river": ("A1",)},
                "units": (UnitGroup(side="axis", kind="armor", hexes=("A1",)),),
            },
            "units: armor on 'A1', which is impassable to it (river)",
        ),
        (
            {"objective": (Objective(hexes=("A1",), side="axis", needed=2),)},
            "objective: needed must be 1 to 1, got 2",
        ),
        ({"deck": DeckRule(reshuffle=False)}, "deck: empty_winner must say who wins"),
    ],
)
def test_broken_scenario_is_told_what_is_wrong(change: Mapping[str, object], complaint: str) -> None:
    broken = msgspec.structs.replace(SCENARIOS["sainte-mere-eglise"], **change)
    assert any(wrong.startswith(complaint) for wrong in wrong_with(broken)), wrong_with(broken)


@pytest.mark.parametrize(
    ("pieces", "kind"),
    [
        ({"terrain": {"river": ("A1",)}, "overlays": {"bridge": ("A1",)}}, "armor"),
        ({"terrain": {"mountain": ("A1",)}}, "artillery"),
        ({"overlays": {"bunker": ("A1",)}, "owners": {"bunker": "axis"}}, "artillery"),
    ],
)
def test_units_may_be_set_up_on_bridges_mountains_and_in_bunkers(
    pieces: Mapping[str, object], kind: str
) -> None:
    units = (UnitGroup(side="axis", kind=kind, hexes=("A1",)),)
    scenario = msgspec.structs.replace(SCENARIOS["sainte-mere-eglise"], units=units, **pieces)
    assert not [wrong for wrong in wrong_with(scenario) if wrong.startswith("units")]


# A copy with a mistake in it


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        # a figure whose rule is not named, or a rule for no figure
        (
            "units.toml",
            'battle_move = "M44-unit-infantry.1", dice',
            "dice",
            "units.toml: unit 'infantry': cite: must name the rule for 'battle_move', which is 1 here",
        ),
        (
            "cards.toml",
            "cite = { copies",
            "cite = { copis",
            "cards.toml: card 'recon_1_left': cite: there is no field 'copis' (did you mean 'copies'?)",
        ),
        # figures that no piece has
        (
            "units.toml",
            "figures = 4",
            "figures = 0",
            "units.toml: unit 'infantry': figures must be an integer >= 1, got 0",
        ),
        (
            "cards.toml",
            "copies = 2",
            "copies = -2",
            "cards.toml: card 'recon_1_left': copies must be an integer >= 1, got -2",
        ),
        (
            "cards.toml",
            "keep = 1",
            "keep = 3",
            "card 'recon_1_left': keep must be 1 or all that are drawn, got 3",
        ),
        (
            "units.toml",
            "retreat_min = 1",
            "retreat_min = 4",
            "retreat_max must be at least retreat_min, 4, got 3",
        ),
        ("pieces.toml", 'name = "battle"', 'name = "bttle"', "die.name must be 'battle', got 'bttle'"),
        # rows that refer to none, and rows that are missed
        (
            "cards.toml",
            'mirror = "recon_1_right"',
            'mirror = "recon_right"',
            "card 'recon_1_left': mirror: no row 'recon_right' (did you mean 'recon_1_right'",
        ),
        (
            "terrain.toml",
            'id = "ocean"',
            'id = "sea"',
            "pieces.toml: board: faces.beach: no row 'ocean'",
        ),
        (
            "terrain.toml",
            'lies_on = "beach"',
            'lies_on = "baech"',
            "terrain 'sea_wall': lies_on: no row 'baech' (did you mean 'beach'",
        ),
        ("pieces.toml", "beach = [", "baech = [", "pieces.toml: board.faces: "),
        (
            "pieces.toml",
            'beach = ["open", ',
            "beach = [",
            "faces.beach: expected a terrain for each of 9 rows, got 8",
        ),
        # the sequence of play
        (
            "sequence.toml",
            'id = "order"',
            'id = "orders"',
            "steps must be start, command, order, move, battle, draw, end, got start, command, orders",
        ),
        # scenarios
        (
            "scenarios/pegasus-bridge.toml",
            'id = "pegasus-bridge"',
            'id = "vassieux"',
            "scenarios/vassieux.toml: id 'vassieux' is taken by another scenario",
        ),
        (
            "scenarios/pegasus-bridge.toml",
            "allies = 6",
            "allies = 60",
            "scenarios/pegasus-bridge.toml: hand: 62 cards are dealt, the deck has 60",
        ),
        (
            "cards.toml",
            "target_dice = { allies = 2, axis = 1 }",
            "target_dice = { allies = 2 }",
            "cards.toml: card 'air_power': target_dice must name both sides, got allies",
        ),
    ],
)
def test_a_copy_with_a_mistake_is_refused_in_one_sentence(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    root = tmp_path / "copy"
    copytree(ROOT / "memoir44", root)
    text = (root / file).read_text(encoding="utf-8")
    assert old in text
    (root / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        MemoirGame(Ruleset(root))
    assert said in str(caught.value)


def test_a_copy_may_call_its_beaches_and_bridge_sections_otherwise(tmp_path: Path) -> None:
    root = tmp_path / "copy"
    copytree(ROOT / "memoir44", root)
    for file in root.rglob("*.toml"):
        text = file.read_text(encoding="utf-8").replace("bridge_section", "span")
        file.write_text(re.sub(r'"beach"(?! *=)', '"strand"', text), encoding="utf-8")
    for scenario in (root / "scenarios").glob("*.toml"):
        scenario.write_text(scenario.read_text(encoding="utf-8").replace('face = "strand"', 'face = "beach"'))
    usual, renamed = MemoirGame(RULESET).rules, MemoirGame(Ruleset(root)).rules
    assert "strand" in renamed.terrain and "beach" not in renamed.terrain and "span" in renamed.terrain
    for scenario_id in ("pointe-du-hoc", "omaha-beach", "arnhem-bridge"):
        theirs, ours = renamed.battlefield(scenario_id), usual.battlefield(scenario_id)
        for a, b in [(here, there) for here in ours.board.hexes for there in ours.next_to[here]]:
            assert theirs.step_cost(a, b) == ours.step_cost(a, b)
            for kind in ("infantry", "armor", "artillery"):
                assert (theirs.barred_step(a, b, kind) is None) == (ours.barred_step(a, b, kind) is None)
