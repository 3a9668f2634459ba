"""Scenarios: the own ones are sound, the published one waits for its board, and every slip is named."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest
from tests.plugins.asl.ground import own_board, ruleset, scenarios

from grognard.errors import ScenarioError
from grognard.hexes import Hexside
from grognard_asl.boards import Sheet
from grognard_asl.maps import zone_hexes
from grognard_asl.scenario_schema import BoardUse, Goal, Group, Scenario, Zone
from grognard_asl.scenarios import Scenarios
from grognard_asl.schema import Name
from grognard_asl.vasl import keep, text_of
from grognard_asl.vasl_painting import archive

OWN = ("stone_by_stone", "the_long_slope", "where_roads_meet")


@pytest.fixture(autouse=True)
def nobodys_maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_MAPS", str(tmp_path / "maps"))


def test_the_own_scenarios_can_be_played() -> None:
    known = scenarios()
    assert tuple(sorted(known.playable, key=lambda id: known.all[id].number)) == OWN
    for id_ in OWN:
        scenario = known.all[id_]
        assert 4 <= scenario.turns <= 6
        assert known.problems(scenario) == []
        assert scenario.text.zh and scenario.name.zh
        field = known.battlefield(id_)
        assert known.battlefield(id_) is field
        for group in scenario.groups:
            assert zone_hexes(field.map, group.zone)
        for goal in scenario.victory:
            assert all(hex in field.board for hex in goal.hexes)
            assert goal.text.zh


def test_both_sides_attack_once_over_the_set() -> None:
    attackers = {next(goal.side for goal in scenarios().all[id_].victory) for id_ in OWN[:2]}
    assert attackers == {"allies", "axis"}


def test_seasons_differ_over_the_set() -> None:
    known = scenarios()
    rows = {id_: {row.id for row in known.battlefield(id_).terrain.values()} for id_ in OWN}
    assert {"orchard", "grain"} <= rows["stone_by_stone"]
    assert "orchard_bare" in rows["where_roads_meet"]
    assert "grain" not in rows["where_roads_meet"]


def test_the_published_scenario_waits_for_its_board() -> None:
    known = scenarios()
    assert "s1" in known.all
    assert "s1" not in known.playable
    with pytest.raises(ScenarioError) as caught:
        known.battlefield("s1")
    said = str(caught.value)
    assert said.startswith("scenario 's1' needs board 'y', which is not included")
    assert "grognard import vasl bdy" in said
    assert "\n" not in said
    with pytest.raises(ScenarioError, match="no scenario 'stone_by_stein'"):
        known.battlefield("stone_by_stein")


HOUSES, CROSSROADS = ("L3", "M4", "N5", "N6"), ("N3", "N4", "M5", "L5")


def stand_in() -> Sheet:
    """The own village with four houses and a lane more, under the name of the board nobody may ship."""
    village = own_board("v")
    lane = {Hexside(a, b): "road_dirt" for a, b in (("N3", "N4"), ("N4", "M5"), ("M5", "L5"))}
    houses = dict.fromkeys(HOUSES, "building_stone") | dict.fromkeys(CROSSROADS, "open_ground")
    return msgspec.structs.replace(
        village, id="y", terrain=village.terrain | houses, roads=village.roads | lane, buildings=()
    )


@pytest.mark.case(84)
def test_with_its_board_imported_the_published_scenario_can_be_played(tmp_path: Path) -> None:
    (tmp_path / "bdy").write_bytes(archive(stand_in()))
    keep(tmp_path / "bdy")
    known = scenarios()
    assert not known.locked
    field = known.battlefield("s1")
    assert "W1" not in field.board
    assert {field.terrain[hex].id for hex in HOUSES} == {"building_stone"}
    assert all(
        row.id == "road_dirt" for hex in CROSSROADS for row in map(field.roads.get, field.roads_of(hex))
    )
    assert all(map(field.has_road, CROSSROADS))


@pytest.mark.case(84)
def test_a_board_without_the_houses_of_the_published_scenario_is_not_the_one(tmp_path: Path) -> None:
    other = msgspec.structs.replace(own_board("v"), id="y")
    (tmp_path / "bdy").write_bytes(archive(other))
    keep(tmp_path / "bdy")
    assert "must have 'building_stone', got" in scenarios().locked["s1"]
    (tmp_path / "bdy").write_bytes(archive(msgspec.structs.replace(stand_in(), roads={})))
    keep(tmp_path / "bdy")
    assert "landmarks: N3 must have 'road_dirt', got" in scenarios().locked["s1"]


def test_a_board_of_ones_own_that_does_not_serve_locks_its_scenario_only(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "y.toml").write_text('id = "y"\n', encoding="utf-8")
    known = scenarios()
    assert set(known.playable) == set(OWN)
    assert known.locked["s1"].startswith("scenario 's1' cannot use your board 'y': ")
    assert "y.toml" in known.locked["s1"]
    small = msgspec.structs.replace(own_board("v"), id="y")
    (tmp_path / "bdy").write_bytes(archive(small))
    text = text_of(tmp_path / "bdy").replace('"S" = "building_stone"', '"S" = "boulders"')
    (tmp_path / "maps" / "y.toml").write_text(text, encoding="utf-8")
    assert "no hex row 'boulders' in terrain.toml" in scenarios().locked["s1"]


def test_figures_of_the_published_scenario() -> None:
    scenario = scenarios().all["s1"]
    assert (scenario.turns, scenario.moves_first, scenario.sets_up_first) == (5, "axis", "allies")
    assert scenario.elr == {"allies": 5, "axis": 3}
    squads = {
        side: sum(sum(group.units.values()) for group in scenario.of(side)) for side in ("allies", "axis")
    }
    assert squads == {"allies": 17, "axis": 15}
    assert scenario.victory[0].hexes == ("L3", "M4", "N5", "N6")


# Slips ---------------------------------------------------------------------------------------------------


@cache
def shelf() -> Scenarios:
    return scenarios()


def scenario(**changes: object) -> Scenario:
    name = Name("Test", "试")
    good = Scenario(
        id="test",
        number=99,
        name=name,
        text=name,
        year=1943,
        month=7,
        boards=(BoardUse("v"),),
        turns=4,
        sets_up_first="allies",
        moves_first="axis",
        nations={"allies": "russian", "axis": "german"},
        elr={"allies": 3, "axis": 3},
        groups=(
            Group(side="allies", units={"russian_4-4-7": 2}, zone=Zone(boxes=("K1-W10",))),
            Group(side="axis", units={"german_4-6-7": 2}, zone=Zone(edges=("west",)), turn=1),
        ),
        victory=(Goal(side="axis", kind="control", text=name, hexes=("N4", "O4"), needed=1),),
        otherwise="allies",
        source="a test",
    )
    return msgspec.structs.replace(good, **changes)


def group(**changes: object) -> tuple[Group, ...]:
    """The allies' group changed, and the axis' as it was."""
    allies, axis = scenario().groups
    return msgspec.structs.replace(allies, **changes), axis


def goal(**changes: object) -> tuple[Goal, ...]:
    return (msgspec.structs.replace(scenario().victory[0], **changes),)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"turns": 0}, "turns must be at least 1, got 0"),
        ({"month": 13}, "month must be 1 to 12, got 13"),
        ({"boards": (BoardUse("q"),)}, "there is no board 'q'"),
        ({"boards": (BoardUse("v"), BoardUse("h"))}, "boards 'v' and 'h' lie in one place"),
        (
            {"nations": {"allies": "russian", "axis": "germans"}},
            "no nation 'germans' (did you mean 'german' or",
        ),
        ({"nations": {"allies": "russian"}}, "nations must name both sides, 'axis' is missing"),
        ({"elr": {"axis": 3}}, "elr must name both sides, 'allies' is missing"),
        ({"terrain": {"A1": "meadow"}}, "terrain: A1: no hex row 'meadow'"),
        ({"terrain": {"A0": "woods"}}, "terrain: 'A0' is not a hex of this board"),
        ({"playable": ("A1", "ZZ9")}, "'ZZ9' is not a hex of this board"),
        ({"clear": (("A1", "B1"),), "shut": (("B1", "A1"),)}, "clear and shut both name A1 and B1"),
        ({"groups": group(units={"russian_4-4-8": 1})}, "group 1: units: no row 'russian_4-4-8'"),
        ({"groups": group(units={"german_4-6-7": 1})}, "group 1: units: russian has no 'german_4-6-7'"),
        ({"groups": group(units={"russian_4-4-7": 0})}, "number must be at least 1, got 0"),
        ({"groups": group(weapons={"german_lmg": 1})}, "group 1: weapons: russian has no 'german_lmg'"),
        ({"groups": group(units={}, weapons={"russian_lmg": 1})}, "there must be some to carry"),
        ({"groups": group(turn=5)}, "group 1: turn must be 0 to 4, got 5"),
        ({"groups": group(turn=2)}, "group 1: enters on turn 2, but K2 is not"),
        ({"groups": group(zone=Zone(hexes=("K5",)), units={"russian_4-4-7": 4})}, "room for 3"),
        ({"groups": group(zone=Zone(hexes=("K5", "ZZ1")))}, "group 1: 'ZZ1' is not a hex of this board"),
        ({"groups": scenario().groups[:1]}, "groups: the axis have none"),
        (
            {"groups": (*scenario().groups, Group(side="axis", units={"german_4-6-7": 1}))},
            "groups: both sides may set up in K",
        ),
        ({"victory": ()}, "victory must have at least one goal"),
        ({"victory": goal(hexes=())}, "a goal of kind 'control' must name hexes"),
        ({"victory": goal(needed=3)}, "goal 1: needed must be 0 to 2, got 3"),
        ({"victory": goal(hexes=("N4", "N4"))}, "goal 1: N4 is named 2 times"),
        ({"victory": goal(kind="losses", hexes=(), needed=0)}, "needed must be at least 1, got 0"),
        ({"victory": goal(kind="losses", needed=4)}, "hexes mean nothing to a goal of losses"),
        ({"victory": goal(kind="clear", needed=1)}, "needed means nothing to a goal of kind 'clear'"),
        ({"victory": goal(side="allies")}, "otherwise: the allies would always win"),
    ],
)
def test_every_slip_of_a_scenario_is_named(changes: dict[str, object], says: str) -> None:
    found = shelf().problems(scenario(**changes))
    assert any(says in problem for problem in found), found


def test_a_sound_scenario_may_be_brought_in_and_changes_its_map() -> None:
    mine = scenarios()
    assert mine.problems(scenario()) == []
    mine.add(scenario(terrain={"A1": "woods"}, clear=(("M4", "O6"),)))
    field = mine.battlefield("test")
    assert field.terrain["A1"].id == "woods"
    assert field.sees("M4", "O6")
    with pytest.raises(ScenarioError, match="scenario 'test': turns must be at least 1, got 0"):
        mine.add(scenario(turns=0))


def test_hexes_are_named_as_on_the_map() -> None:
    mine = scenarios()
    boards = (BoardUse("v"), BoardUse("h", column=1))
    groups = tuple(
        msgspec.structs.replace(each, zone=zone)
        for each, zone in zip(
            scenario().groups, (Zone(boxes=("vK1-vW10",)), Zone(edges=("east",))), strict=True
        )
    )
    mine.add(
        scenario(boards=boards, groups=groups, victory=goal(hexes=("ha5", "vN4")), shut=(("hA5", "hC5"),))
    )
    assert mine.all["test"].victory[0].hexes == ("vGG5", "vN4")
    assert not mine.battlefield("test").sees("vGG5", "hC5")


def test_the_file_is_named(tmp_path: Path) -> None:
    bad = scenario(turns=-1)
    with pytest.raises(ScenarioError, match=r"x\.toml: scenario 'test': turns must be at least 1"):
        shelf().check(bad, tmp_path / "x.toml")
    assert ruleset().files("scenarios")
