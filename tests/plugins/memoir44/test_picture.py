"""The map of Memoir '44 as a scene: what is on the table, and what can be laid over it."""

from __future__ import annotations

import re

import pytest
from tests.plugins.memoir44.drawing import Table, game_with

from grognard.dice import SeededDice
from grognard.errors import GrognardError
from grognard.play import Action
from grognard.scene import ICONS, PATTERNS, SYMBOLS, Counter, Feature, Scene, render_svg, render_text
from grognard_memoir44 import picture
from grognard_memoir44.game import MemoirGame
from grognard_memoir44.position import HIDDEN

SCENARIOS = [info.id for info in game_with().scenarios() if not info.id.startswith("test-")]


def scene(table: Table, *show: str, lang: str = "en") -> Scene:
    return table.game.scene(table.position, lang=lang, show=show)


def counter(drawn: Scene, label: str) -> Counter:
    return next(counter for counter in drawn.counters if counter.hex == label)


def works(drawn: Scene, label: str) -> dict[str, Feature]:
    return {feature.icon: feature for feature in drawn.hex(label).features}


# The board -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_is_drawn_and_fits_a_terminal_of_110_columns(
    game: MemoirGame, scenario: str, lang: str
) -> None:
    drawn = game.scene(game.start(scenario, SeededDice(1)), lang=lang)
    assert render_svg(drawn).startswith("<svg")
    assert max(map(len, render_text(drawn).splitlines())) <= 110
    assert len(drawn.hexes) == 113


def test_everything_of_the_base_game_has_a_drawing(game: MemoirGame) -> None:
    for row in game.rules.terrain.values():
        if row.category == "hex":
            assert picture.PATTERNS[row.id] in PATTERNS
        else:
            assert picture.ICONS[row.id] in ICONS
    assert all(picture.symbol_of(game.rules, kind) in SYMBOLS for kind in game.rules.units)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_legend_names_everything_on_the_map(game: MemoirGame, scenario: str) -> None:
    drawn = game.scene(game.start(scenario, SeededDice(1)))
    listed = {(entry.kind, entry.key) for entry in drawn.legend}
    assert listed >= {("terrain", art.terrain) for art in drawn.hexes}
    assert listed >= {("symbol", unit.symbol) for unit in drawn.counters}
    assert listed >= {("feature", f.icon) for art in drawn.hexes for f in art.features}


@pytest.mark.rule("M44-base-board.4", "M44-base-board.5")
def test_section_lines_run_through_the_hexes_that_belong_to_two_sections() -> None:
    table = Table({"allies infantry": "A1", "axis infantry": "A9"})
    drawn, across = scene(table), set()
    for divider in drawn.dividers:
        (q1, r1), (q2, r2) = divider.points
        assert q1 + r1 / 2 == q2 + r2 / 2, "straight down"
        across |= {art.label for art in drawn.hexes if art.q + art.r / 2 == q1 + r1 / 2}
    shared = {h for h in table.field.board.hexes if len(table.field.sections(h, "allies")) == 2}
    assert across == shared and len(shared) == 8


def test_a_long_bridge_is_drawn_along_its_way(game: MemoirGame) -> None:
    drawn = game.scene(game.start("arnhem-bridge", SeededDice(1)))
    assert [works(drawn, label)["bridge"].facing for label in ("h6", "H5", "g4")] == [2, 2, 2]


def test_works_are_drawn_and_say_whose_they_are(game: MemoirGame) -> None:
    drawn = game.scene(game.start("omaha-beach", SeededDice(1)))
    assert works(drawn, "b6")["bunker"] == Feature("bunker", "axis", "Bunker (Axis)")
    assert works(drawn, "j4")["seawall"].side == "allies"
    assert drawn.hex("b6").tooltip == "b6 Sea bluff · Bunker (Axis)"
    assert drawn.hex("b6").elevation == 1


def test_obstacles_vanish_from_the_map_with_the_piece() -> None:
    table = Table({"allies armor": "G5", "axis infantry": "A9"}, {"wire": "H5"})
    assert "wire" in works(scene(table), "H5")
    table.march("G5", "H5")
    assert "wire" not in works(scene(table), "H5")


# Units and medals ----------------------------------------------------------------------------------------


def test_a_counter_shows_figures_losses_kind_and_order() -> None:
    units = {
        "allies infantry": "G5:3", "allies special_forces": "F5", "axis elite_armor": "A9",
        "axis tiger": "B9", "axis french_resistance": "C9", "axis artillery": "D9",
    }  # fmt: skip
    table = Table(units).ordered("G5")
    drawn = scene(table)
    infantry = counter(drawn, "G5")
    assert (infantry.side, infantry.symbol, infantry.pips, infantry.full) == ("allies", "infantry", 3, 4)
    assert infantry.state == ("active",) and infantry.badge == ""
    states = {entry.key: entry.text for entry in drawn.legend if entry.kind == "state"}
    assert states == {"active": "ordered", "spent": "has battled"}
    assert infantry.tooltip == "Allies · Infantry · G5 · 3 of 4 figures · ordered"
    marks = {
        label: (counter(drawn, label).symbol, counter(drawn, label).badge) for label in table.position.at
    }
    assert marks["F5"] == ("special", "*")
    assert marks["A9"] == ("heavy-armor", "*")
    assert marks["B9"] == ("armor", "T")
    assert marks["C9"] == ("partisans", "R")
    assert marks["D9"] == ("artillery", "")


def test_the_scenarios_own_names_stand_in_the_tooltip(game: MemoirGame) -> None:
    drawn = game.scene(game.start("omaha-beach", SeededDice(1)))
    assert (
        counter(drawn, "M1").tooltip == "Allies · American · Rangers · Special forces · M1 · 4 of 4 figures"
    )
    resistance = game.scene(game.start("mont-mouchet", SeededDice(1)))
    assert "worth 2 medals" in counter(resistance, "A9").tooltip


def test_an_objective_shows_who_holds_it_and_the_gauge_counts_it() -> None:
    goal = ({"hexes": ["G5"], "side": "allies", "name": {"en": "Mill", "zh": "磨坊"}},)
    away = Table({"allies infantry": "F5", "axis infantry": "A9"}, objective=goal)
    medal = works(scene(away), "G5")["objective"]
    assert medal.side == ""
    assert medal.tooltip == "Temporary objective: 1 medal for the Allies, held by nobody"
    there = scene(Table({"allies infantry": "G5", "axis infantry": "A9"}, objective=goal))
    assert works(there, "G5")["objective"].side == "allies"
    assert there.hex("G5").name == "Mill"
    assert [(gauge.side, gauge.value, gauge.maximum) for gauge in there.gauges] == [
        ("allies", 1, 9),
        ("axis", 0, 9),
    ]


def test_other_marks_of_a_scenario(game: MemoirGame) -> None:
    saverne = game.scene(game.start("saverne-gap", SeededDice(1)))
    assert works(saverne, "g8")["flag"].tooltip == "Sudden-death hex: Allies, 2 of 3"
    table = Table({"allies infantry": "F5", "axis infantry": "A9"}, exit=({"side": "axis", "hexes": ["A1"]},))
    assert works(scene(table), "A1")["exit"].tooltip == "Exit (Axis)"


def test_title_and_caption_say_where_and_when(game: MemoirGame) -> None:
    position = game.start("pegasus-bridge", SeededDice(1))
    drawn = game.scene(position)
    assert drawn.title == "Pegasus Bridge · 6 June 1944"
    assert drawn.caption == "Turn 1, Allies active · Allies: play a card"
    assert game.scene(position, lang="zh").title == "飞马桥 · 1944年6月6日"


def test_a_scene_tells_nothing_of_hidden_cards(game: MemoirGame) -> None:
    position = game.start("pegasus-bridge", SeededDice(1))
    view = game.view(position, "axis")
    assert HIDDEN in view.hands["allies"]
    assert game.scene(view) == game.scene(position)


# Overlays ------------------------------------------------------------------------------------------------


def crowd() -> Table:
    return Table({"allies infantry": "G5 F3", "axis infantry": "H5 g6", "axis armor": "A9"})


def hexes(options: list[Action]) -> set[str]:
    return {str(getattr(option, "hex", "")) for option in options} - {""}


def test_no_overlay_is_drawn_unasked() -> None:
    assert scene(crowd().moving("G5")).overlays == ()


def test_an_unknown_overlay_is_refused_with_the_known_ones(game: MemoirGame) -> None:
    assert game.overlays == ("legal", "moved", "ordered", "sections")
    expected = "there is no overlay 'legel' (did you mean 'legal'?)"
    with pytest.raises(GrognardError, match=re.escape(expected)):
        scene(crowd(), "legel")


def test_legal_shows_the_hexes_of_the_options_with_what_a_move_counts() -> None:
    table = crowd().moving("F3 G5").play("move F3")
    acting, legal = scene(table, "legal").overlays
    assert acting.hexes == ("F3",)
    assert (legal.style, set(legal.hexes)) == ("legal", hexes(table.game.options(table.position)))
    assert dict(legal.labels) == {label: str(cost) for label, cost in table.reach("F3").items()}
    assert legal.title == "choices of the Allies"


def test_legal_shows_targets_with_their_dice() -> None:
    table = crowd().battling("G5").play("battle G5")
    legal = scene(table, "legal").overlays[-1]
    assert (legal.style, set(legal.hexes)) == ("target", {"H5", "g6"})
    assert dict(legal.labels) == {h: f"{table.dice('G5', h)} dice" for h in ("H5", "g6")}


def test_a_decision_without_hexes_has_no_legal_overlay(game: MemoirGame) -> None:
    position = game.start("pegasus-bridge", SeededDice(1))
    assert game.scene(position, show=["legal"]).overlays == ()


def test_ordered_and_moved_show_this_turn() -> None:
    table = crowd().moving("F3 G5").play("move F3", "to E3")
    ordered, moved = scene(table, "moved", "ordered").overlays
    assert (ordered.key, set(ordered.hexes)) == ("ordered", {"E3", "G5"})
    assert (moved.key, moved.lines) == ("moved", (("F3", "E3"),))


@pytest.mark.rule("M44-base-board.7")
def test_sections_are_those_of_the_side_to_act() -> None:
    for side, first in (("allies", "A5"), ("axis", "M5")):
        table = Table({"allies infantry": "G5", "axis infantry": "H5"}, side=side)
        left, center, right = scene(table, "sections").overlays
        assert first in left.hexes and first not in right.hexes
        assert set(left.hexes) & set(center.hexes) <= {"d8", "d6", "d4", "d2", "i8", "i6", "i4", "i2"}


# Sight ---------------------------------------------------------------------------------------------------


def test_a_blocked_line_names_what_blocks_and_by_which_rule() -> None:
    table = Table({"allies infantry": "D5", "axis infantry": "F5"}, {"forest": "E5"})
    seen = table.game.sight(table.position, "d5", "f5")
    assert not seen.clear
    assert (seen.hexes, seen.blocking) == (("E5",), ("E5",))
    assert seen.proof == (
        "D5 to F5, range 2: blocked for infantry",
        "through E5: forest blocks [M44-terrain-forest.4]",
    )


def test_along_a_hexside_one_blocking_hex_is_named_but_blocks_nothing() -> None:
    table = Table({"allies infantry": "d4", "axis infantry": "d6"}, {"forest": "D5"})
    seen = table.game.sight(table.position, "d4", "d6", lang="zh")
    assert seen.clear and seen.blocking == ()
    assert "沿 D5 一侧：森林阻挡 [M44-terrain-forest.4]" in seen.proof
    assert seen.proof[-1].endswith("[M44-base-los.5]")


@pytest.mark.rule("M44-base-los.6")
def test_blocks_on_either_side_of_one_line_are_explained() -> None:
    table = Table({"allies infantry": "G1", "axis infantry": "G9"}, {"forest": "f2 g4"})
    seen = table.game.sight(table.position, "G1", "G9")
    assert not seen.clear and set(seen.blocking) == {"f2", "g4"}
    assert seen.proof[-1].endswith("[M44-base-los.6]")


def test_neighbours_and_artillery_need_no_proof() -> None:
    table = Table({"allies infantry": "G5", "axis infantry": "H5"}, {"forest": "H5 I5"})
    assert table.game.sight(table.position, "G5", "H5").proof[1].endswith("[M44-base-los.4]")
    seen = table.game.sight(table.position, "G5", "K5", "artillery")
    assert seen.clear and seen.proof[1].endswith("[M44-unit-artillery.2]")


def test_a_hill_that_stops_all_fire_stops_artillery() -> None:
    table = Table({"allies artillery": "G5", "axis infantry": "J5"}, {"blocking_hill": "H5"})
    seen = table.game.sight(table.position, "G5", "J5", "artillery")
    assert not seen.clear and seen.blocking == ("H5",)


@pytest.mark.parametrize("scenario", ["sword-beach", "montelimar"])
def test_the_proof_agrees_with_the_rule(game: MemoirGame, scenario: str) -> None:
    position = game.start(scenario, SeededDice(1))
    hexes = game.rules.field(position).board.hexes
    for n, a in enumerate(hexes[::5]):
        for b in hexes[n % 7 :: 7]:
            if a == b:
                continue
            seen = game.sight(position, a, b)
            assert seen.clear == (not seen.blocking)


def test_the_line_is_drawn_over_the_map() -> None:
    table = Table({"allies infantry": "D5", "axis infantry": "F5"}, {"forest": "E5"})
    drawn = table.game.sight_scene(table.position, "D5", "F5")
    laid = {overlay.key: overlay for overlay in drawn.overlays}
    assert laid["line"].lines == (("D5", "F5"),)
    assert laid["met"].hexes == laid["blocking"].hexes == ("E5",)
    assert drawn.caption.startswith("D5 to F5, range 2: blocked")
    assert render_svg(drawn) and render_text(drawn)


@pytest.mark.parametrize(
    ("a", "b", "kind", "words"),
    [
        ("Z9", "F5", "infantry", "'Z9'"),
        ("F5", "F5", "infantry", "needs two hexes"),
        ("F5", "G5", "infantri", "did you mean 'infantry'"),
    ],
)
def test_a_senseless_question_is_answered_in_a_sentence(a: str, b: str, kind: str, words: str) -> None:
    table = crowd()
    with pytest.raises(GrognardError, match=re.escape(words)):
        table.game.sight(table.position, a, b, kind)
