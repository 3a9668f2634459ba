"""The table drawn: map, counters, markers, overlays."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from tests.plugins.ardennes44.drawing import Table, game_with

import grognard
from grognard.dice import SeededDice
from grognard.errors import GrognardError
from grognard.scene import Counter, Scene, render_svg, render_text
from grognard_ardennes44.combat import ChooseTarget, CombatPhase
from grognard_ardennes44.movement import set_out
from grognard_ardennes44.moving import Moving
from grognard_ardennes44.position import Advantage
from grognard_ardennes44.retreat import ChooseRetreat, Retreats


def scene(table: Table, *show: str, lang: str = "en") -> Scene:
    return table.game.scene(table.position, lang=lang, show=show)


def counter(table: Table, id_: str) -> Counter:
    return next(each for each in scene(table).counters if each.id == id_)


def edges(drawn: Scene) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for edge in drawn.edges:
        found.setdefault((edge.a, edge.b), []).append(edge.kind)
    return found


# The map ---------------------------------------------------------------------------------------------------


def test_hexes_lie_on_the_picture_as_on_the_map() -> None:
    table = Table(2)
    drawn = scene(table)
    places = {art.label: (art.q, art.r) for art in drawn.hexes}
    origin = places[table.hex(0, 0)]
    for q, r in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
        assert places[table.hex(q, r)] == (origin[0] + q, origin[1] + r)
    assert drawn.orientation == "flat"


def test_every_terrain_has_a_key_and_towns_are_built_up() -> None:
    table = Table(2)
    table.terrain("forest", (1, 0))
    table.terrain("wooded_rough", (0, 1))
    table.terrain("light_woods", (-1, 0))
    table.town("town", (1, 0), "Wiltz")
    table.town("village", (-1, 0), "Bourcy")
    drawn = scene(table)
    assert (drawn.hex(table.hex(1, 0)).terrain, drawn.hex(table.hex(1, 0)).pattern) == ("town", "buildings")
    assert drawn.hex(table.hex(0, 1)).pattern == "wooded_rough"
    village = drawn.hex(table.hex(-1, 0))
    assert (village.terrain, village.name) == ("light_woods", "Bourcy")
    assert [feature.icon for feature in village.features] == ["houses"]
    assert drawn.hex(table.hex(0, 0)).pattern == "plain"


def test_roads_rivers_and_bridges() -> None:
    table = Table(2)
    table.road("primary", (-1, 0), (0, 0), (1, 0))
    table.road("secondary", (0, 0), (0, 1))
    for other in ((1, 0), (0, 1), (-1, 1)):
        table.river((0, 0), other)
    table.river((0, 0), (0, -1), kind="meuse")
    table.blow((0, 0), (0, 1))
    drawn = scene(table)
    kinds = edges(drawn)
    sides = {other: table.side((0, 0), other) for other in ((1, 0), (0, 1), (-1, 1), (0, -1))}
    assert kinds[sides[1, 0].a, sides[1, 0].b] == ["river", "bridge"]
    assert kinds[sides[0, 1].a, sides[0, 1].b] == ["river", "blown-bridge"]
    assert kinds[sides[-1, 1].a, sides[-1, 1].b] == ["river"]
    assert kinds[sides[0, -1].a, sides[0, -1].b] == ["wide-river"]
    assert sorted(path.kind for path in drawn.paths) == ["highway", "highway", "road"]


def test_a_river_bears_its_name_where_nothing_stands() -> None:
    game = grognard.load("ardennes44")
    start = game.start("our-clervaux", SeededDice(1))
    drawn = game.scene(start)
    full = {counter.hex for counter in drawn.counters} | {hex.label for hex in drawn.hexes if hex.name}
    clerf = next(edge for edge in drawn.edges if edge.name == "Clerf")
    assert full.isdisjoint((clerf.a, clerf.b))
    unit = next(iter(start.units))
    start.units[unit] = msgspec.structs.replace(start.units[unit], hex=clerf.a)
    moved = next(edge for edge in game.scene(start).edges if edge.name == "Clerf")
    assert clerf.a not in (moved.a, moved.b), "the name makes way for a counter"


def test_a_bridge_that_is_being_rebuilt_is_neither_sound_nor_blown() -> None:
    table = Table(2)
    table.road("primary", (0, 0), (1, 0))
    table.river((0, 0), (1, 0))
    table.blow((0, 0), (1, 0), "german")
    side = table.side((0, 0), (1, 0))
    drawn = scene(table)
    assert edges(drawn)[side.a, side.b] == ["river", "unsound-bridge"]
    assert "Germans are rebuilding" in next(e.tooltip for e in drawn.edges if e.kind == "unsound-bridge")


def test_what_stands_in_a_hex_is_drawn_with_its_owner() -> None:
    table = Table(3)
    table.west_wall((0, 0))
    table.town("town", (1, 0))
    table.objective((2, 0))
    table.entry("A", (0, 2), "allied")
    table.dig((0, 1), "german")
    table.dig((0, -1), "allied", built=False)
    gained = {table.hex(1, 1): Advantage(table.hex(1, 2), ("u",))}
    table.having(
        traffic={"german2": table.hex(-1, 0), "allied1": ""},
        control={table.hex(1, 0): "german", table.hex(2, 0): "allied"},
        advantage=gained,
    )
    drawn = scene(table)

    def icons(q: int, r: int) -> list[tuple[str, str]]:
        return [(f.icon, f.side) for f in drawn.hex(table.hex(q, r)).features]

    assert icons(0, 0) == [("pillboxes", "german")]
    assert icons(1, 0) == [("control", "german")]
    assert icons(2, 0) == [("objective", "allied")]
    assert icons(0, 2) == [("exit", "allied")]
    assert icons(0, 1) == [("trench", "german")]
    assert icons(0, -1) == [("sandbags", "allied")]
    assert icons(-1, 0) == [("traffic", "german")]
    assert [icon for icon, _ in icons(1, 1)] == ["advantage"]


# Counters --------------------------------------------------------------------------------------------------


def test_a_counter_shows_attack_defence_and_allowance_of_the_side_that_is_up() -> None:
    table = Table(2)
    full = table.unit("german", (0, 0), attack=5, defence=4, ma=10)
    worn = table.unit("allied", (1, 0), attack=5, defence=6, ma=5, steps=2, state="disrupted", oos=True)
    table.replace(worn, steps=1)
    assert counter(table, full).values == ("5", "4", "10")
    shown = counter(table, worn)
    assert shown.values == ("3", "3", "5")
    assert shown.state == ("suppressed", "1/2", "DIS", "OOS")
    assert "1 of 2 steps" in shown.tooltip
    assert "out of supply" in shown.tooltip


def test_artillery_shows_its_defence_and_range_and_lies_low_when_it_has_fired() -> None:
    table = Table(2)
    gun = table.unit("allied", (0, 0), "artillery", ready=False, marker="sm")
    shown = counter(table, gun)
    assert (shown.symbol, shown.values, shown.state) == ("artillery", ("1", "r6"), ("spent", "SM"))
    assert "Fired" in shown.tooltip


@pytest.mark.parametrize(
    ("facts", "tag"),
    [
        ({"engaged": True}, "ENG"),
        ({"state": "broken"}, "BRK"),
        ({"marker": "truck"}, "TRK"),
        ({"marker": "night"}, "NGT"),
        ({"marker": "replaced"}, "RPL"),
    ],
)
def test_markers_are_tags(facts: dict[str, object], tag: str) -> None:
    table = Table(2)
    id_ = table.unit("german", (0, 0))
    table.replace(id_, **facts)
    assert tag in counter(table, id_).state


def test_surrender_points_and_parents_are_told() -> None:
    table = Table(2)
    parent = table.unit("german", (1, 0))
    id_ = table.unit("german", (0, 0))
    table.replace(id_, points=3, parent=parent)
    shown = counter(table, id_)
    assert "S3" in shown.state
    assert "3 surrender points" in shown.tooltip
    assert f"from {parent}" in shown.tooltip


def test_the_best_defender_lies_on_top_and_the_unit_that_acts_on_it() -> None:
    table = Table(2)
    weak = table.unit("german", (0, 0), defence=1)
    strong = table.unit("german", (0, 0), defence=6)
    assert scene(table).stacks()[table.hex(0, 0)][-1].id == strong
    trip = set_out(table.rules, table.position, weak, "move")
    table.position.agenda.append(Moving("german", trip))
    top = scene(table).stacks()[table.hex(0, 0)][-1]
    assert (top.id, top.state[0]) == (weak, "active")


def test_units_in_boxes_are_named_below_the_map() -> None:
    table = Table(2)
    table.box("NW", edge=[(0, -2)])
    id_ = table.unit("allied", "box:NW")
    drawn = scene(table)
    assert not drawn.counters
    assert f"Off the map: The test: {id_}" in drawn.caption


# Overlays --------------------------------------------------------------------------------------------------


def marked(drawn: Scene, key: str) -> set[str]:
    return set(next(each.hexes for each in drawn.overlays if each.key == key))


def test_an_unknown_overlay_is_refused_with_a_hint() -> None:
    with pytest.raises(GrognardError, match=r"no overlay 'zocs' .did you mean 'zoc'"):
        scene(Table(2), "zocs")


@pytest.mark.rule("A44-9.1")
def test_the_zoc_overlay_marks_the_six_hexes_around_a_unit() -> None:
    table = Table(3)
    table.unit("german", (0, 0))
    drawn = scene(table, "zoc")
    assert marked(drawn, "zoc-german") == set(table.ground.board.neighbours(table.hex(0, 0)))
    assert marked(drawn, "zoc-allied") == set()


@pytest.mark.rule("A44-10.2", "A44-10.3")
def test_bonds_are_lines_between_the_units_that_form_them() -> None:
    table = Table(4)
    for at in ((0, 0), (2, 0), (1, -2)):
        table.unit("german", at)
    drawn = scene(table, "bonds")
    mine = next(each for each in drawn.overlays if each.key == "bonds-german")
    assert mine.hexes == (table.hex(1, 0),)
    ends = {frozenset((line[0], line[-1])) for line in mine.lines}
    assert ends == {
        frozenset((table.hex(0, 0), table.hex(2, 0))),
        frozenset((table.hex(0, 0), table.hex(1, -2))),
    }


@pytest.mark.rule("A44-23.8", "A44-23.10")
def test_a_supply_line_goes_overland_and_then_by_road_to_its_source() -> None:
    table = Table(5)
    table.road("primary", (-5, 0), (-4, 0), (-3, 0), (-2, 0))
    table.entry("K", (-5, 0), "german")
    fed = table.unit("german", (1, 0))
    cut = table.unit("german", (5, 0))
    drawn = scene(table, "supply")
    line = next(each for each in drawn.overlays if each.key == "lines-german").lines[0]
    assert line[0] == table.position.units[fed].hex
    assert line[-4:] == tuple(table.hex(q, 0) for q in (-2, -3, -4, -5))
    assert all(b in table.ground.board.neighbours(a) for a, b in pairwise(line))
    lacking = next(each for each in drawn.overlays if each.key == "cut-german")
    assert lacking.hexes == (table.position.units[cut].hex,)


@pytest.mark.rule("A44-23.9")
def test_a_supply_line_goes_round_vacant_hexes_in_an_enemy_zoc() -> None:
    table = Table(5)
    table.road("primary", (-5, 0), (-4, 0), (-3, 0))
    table.entry("K", (-5, 0), "german")
    table.unit("german", (0, 0))
    table.unit("allied", (-1, -1))
    drawn = scene(table, "supply")
    line = next(each for each in drawn.overlays if each.key == "lines-german").lines[0]
    zoc = set(table.ground.board.neighbours(table.hex(-1, -1)))
    assert len(line) > 3
    assert not zoc.intersection(line[2:])


def test_choices_of_a_move_carry_its_cost() -> None:
    table = Table(4)
    table.road("primary", (0, 0), (1, 0), (2, 0), (3, 0))
    id_ = table.unit("german", (0, 0), "tank", ma=3)
    table.position.agenda.append(Moving("german", set_out(table.rules, table.position, id_, "move")))
    drawn = scene(table, "legal")
    legal = next(each for each in drawn.overlays if each.key == "legal")
    labels = dict(legal.labels)
    assert set(legal.hexes) == set(labels)
    assert (labels[table.hex(1, 0)], labels[table.hex(3, 0)], labels[table.hex(0, 1)]) == ("½", "1½", "2")
    assert marked(drawn, "acting") == {table.hex(0, 0)}


def test_targets_are_marked_as_such() -> None:
    table = Table(3)
    table.unit("german", (0, 0))
    table.unit("allied", (1, 0))
    table.begin(CombatPhase("german", begun=True))
    assert isinstance(table.position.agenda[-1], ChooseTarget)
    legal = next(each for each in scene(table, "legal").overlays if each.key == "legal")
    assert (legal.style, legal.hexes) == ("target", (table.hex(1, 0),))


def test_retreats_are_drawn_as_paths() -> None:
    table = Table(4, active="german")
    id_ = table.unit("allied", (0, 0))
    table.position.agenda += [Retreats((id_,), 2, "disrupted", 1), ChooseRetreat("allied", id_, 2)]
    legal = next(each for each in scene(table, "legal").overlays if each.key == "legal")
    assert legal.lines
    assert all(line[0] == table.hex(0, 0) and len(line) == 3 for line in legal.lines)
    assert {line[-1] for line in legal.lines} == set(legal.hexes)


# The scenario as shipped -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_small_scenario_is_drawn_whole(lang: str) -> None:
    game = game_with()
    position = game.start("our-clervaux", SeededDice(1))
    drawn = game.scene(position, lang=lang, show=game.overlays)
    assert len(drawn.hexes) == len(game.rules.ground(position).board.hexes)
    assert len(drawn.counters) == len(position.units)
    names = {art.label: art.name for art in drawn.hexes}
    assert names["E2416"] == {"en": "Clervaux", "zh": "克莱沃"}[lang]
    rivers = {edge.name for edge in drawn.edges if edge.name}
    assert {"en": {"Our", "Clerf", "Wiltz"}, "zh": {"乌尔河", "克莱夫河", "维尔茨河"}}[lang] <= rivers
    assert render_svg(drawn).count("data-counter") == len(position.units)
    assert names["E2416"] in render_text(drawn, width=400) or lang == "en"


def test_dasburg_is_a_bridge_site_until_the_engineers_are_done() -> None:
    game = game_with()
    position = game.start("our-clervaux", SeededDice(1))
    kinds = edges(game.scene(position))
    assert kinds["E2115", "E2216"] == ["river", "unsound-bridge"]
    assert kinds["E2416", "E2516"] == ["river", "bridge"]
