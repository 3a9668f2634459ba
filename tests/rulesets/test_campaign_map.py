"""The campaign map of Ardennes '44 is what its geography gives, and looks like the Ardennes."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest

from grognard.board import Board
from grognard.geography import Made, make, read
from grognard.hexes import Hexside
from grognard.hexmap import HexMap, english

ROOT = Path(str(files("grognard_rulesets"))) / "ardennes44"
GEOGRAPHY, MAP = ROOT / "geography" / "ardennes.toml", ROOT / "maps" / "campaign.toml"


@cache
def written() -> HexMap:
    return HexMap.read(MAP)


@cache
def board() -> Board:
    return written().board(file=MAP)


@cache
def remade() -> Made:
    return make(read(GEOGRAPHY), file=GEOGRAPHY)


def hex_of(name: str) -> str:
    return next(place.hex for place in written().place if english(place.name) == name)


def sides(river: str) -> set[Hexside]:
    rows = [row for row in written().river if english(row.name) == river]
    return {Hexside(*side.split("/")) for row in rows for side in row.sides.split()}


def road_net() -> nx.Graph[str]:
    return nx.Graph((a, b) for a, b, facts in board().graph.edges(data=True) if facts["road"])


def test_the_map_is_what_its_geography_gives() -> None:
    assert remade().map.write() == MAP.read_text(encoding="utf-8"), "run grognard map make"


def test_nothing_on_it_is_in_conflict() -> None:
    assert [str(finding) for finding in remade().conflicts] == []


def test_it_has_the_size_of_two_sheets_and_says_what_is_not_known() -> None:
    assert len(board().hexes) == 64 * 40 and written().sure == "reconstructed"
    assert board().hexes[0] == "W6440" and board().hexes[-1] == "E0101"
    assert "E4320" in board() and "W4420" in board() and "E4420" not in board()


@pytest.mark.parametrize(("place", "hex"), [("Dasburg", "E2115"), ("Gemünd (Our)", "E2013")])
def test_the_two_bridges_lie_in_the_hexes_that_are_printed(place: str, hex: str) -> None:
    assert hex_of(place) == hex
    assert any(hex in side for side in sides("Our") if board().graph.edges[side.a, side.b]["road"])


def test_the_sauer_runs_between_1006_and_1005() -> None:
    assert Hexside("E1006", "E1005") in sides("Sauer")


ESTIMATES = {
    "Ouren": (21, 19), "Clervaux": (24, 15), "Marnach": (23, 15), "Hosingen": (22, 13), "Wiltz": (27, 11),
    "Bastogne": (34, 13), "Noville": (33, 16), "Houffalize": (32, 18), "St-Vith": (21, 25),
    "Vielsalm": (28, 25), "Gouvy": (27, 21), "Malmedy": (24, 31), "Stavelot": (27, 30),
    "Trois-Ponts": (29, 29), "La Gleize": (30, 31), "Stoumont": (31, 30), "Werbomont": (35, 29),
    "Manhay": (36, 25), "Elsenborn": (18, 33), "Krinkelt": (16, 32), "Büllingen": (17, 30),
    "Losheim": (13, 28), "Monschau": (18, 37), "Eupen": (24, 40), "Verviers": (30, 38), "Spa": (30, 34),
    "Schönberg": (17, 25), "Bleialf": (16, 23), "Vianden": (19, 10), "Diekirch": (20, 7),
    "Ettelbruck": (22, 6), "Echternach": (12, 5), "Wallendorf": (16, 8), "Bollendorf": (14, 7),
    "Martelange": (34, 6), "Neufchâteau": (43, 6), "Libramont": (45, 10), "St-Hubert": (45, 14),
    "La Roche": (39, 21), "Hotton": (43, 24), "Marche": (46, 23), "Rochefort": (50, 20), "Ciney": (54, 26),
    "Celles": (57, 23), "Dinant": (60, 24), "Givet": (62, 19), "Namur": (61, 33), "Andenne": (54, 34),
    "Huy": (49, 35), "Amay": (47, 36), "Liège": (39, 40), "Prüm": (12, 22), "Bitburg": (9, 12),
}  # fmt: skip
"""Column and row of places, worked out by hand from their degrees and the two bridges."""


@pytest.mark.parametrize("place", ESTIMATES)
def test_places_lie_within_a_hex_of_where_they_should(place: str) -> None:
    column, row = ESTIMATES[place]
    hex = hex_of(place)
    assert abs(int(hex[1:3]) - column) <= 1 and abs(int(hex[3:]) - row) <= 1


@pytest.mark.parametrize(
    ("river", "one", "other"),
    [
        ("Our", "Clervaux", "Dasburg"),
        ("Our", "Vianden", "Gemünd (Our)"),
        ("Our", "Ouren", "Lützkampen"),
        ("Our", "St-Vith", "Bleialf"),
        ("Clerf", "Clervaux", "Marnach"),
        ("Sauer", "Echternach", "Bollendorf"),
        ("Sauer", "Diekirch", "Ettelbruck"),
        ("Ourthe", "Hotton", "Erezée"),
        ("Salm", "Vielsalm", "Lierneux"),
        ("Amblève", "Stavelot", "Trois-Ponts"),
        ("Meuse", "Dinant", "Hastière"),
        ("Meuse", "Liège", "Liège Chênée"),
        ("Meuse", "Amay", "Huy"),
    ],
)
def test_a_short_way_from_bank_to_bank_crosses_the_river(river: str, one: str, other: str) -> None:
    """Places close to a river: any short way from bank to bank crosses it an odd number of times."""
    way = nx.shortest_path(board().graph, hex_of(one), hex_of(other))
    crossed = [Hexside(a, b) in sides(river) for a, b in pairwise(way)]
    assert sum(crossed) % 2 == 1


@pytest.mark.parametrize(
    ("river", "one", "other"),
    [("Our", "Clervaux", "Hosingen"), ("Our", "Bleialf", "Prüm"), ("Amblève", "La Gleize", "Stoumont")],
)
def test_places_of_one_bank_are_not_parted(river: str, one: str, other: str) -> None:
    way = nx.shortest_path(board().graph, hex_of(one), hex_of(other))
    assert not [side for side in pairwise(way) if Hexside(*side) in sides(river)]


def test_every_place_is_reached_by_road_from_every_other() -> None:
    net = road_net()
    home = nx.node_connected_component(net, hex_of("Bastogne"))
    assert [english(place.name) for place in written().place if place.hex not in home] == []


@pytest.mark.parametrize(("place", "roads"), [("Bastogne", 6), ("St-Vith", 5), ("Marche", 4), ("Malmedy", 4)])
def test_great_towns_are_crossroads(place: str, roads: int) -> None:
    assert road_net().degree[hex_of(place)] >= roads


def test_the_meuse_parts_the_map_and_is_crossed_only_at_bridges() -> None:
    meuse = {side for row in written().river if row.kind == "meuse" for side in row.sides.split()}
    cut = board().graph.copy()
    cut.remove_edges_from([tuple(side.split("/")) for side in meuse])
    assert nx.number_connected_components(cut) == 2
    bridges = [side for side in meuse if board().graph.edges[tuple(side.split("/"))]["road"]]
    assert 8 <= len(bridges) <= 16


def test_the_west_wall_stands_in_germany() -> None:
    wall = [hex for row in written().feature if row.kind == "west_wall" for hex in row.hexes.split()]
    near_our = [hex for hex in wall if 9 <= int(hex[3:]) <= 19]
    assert len(wall) > 45 and near_our
    west = nx.Graph(board().graph)
    west.remove_edges_from([(side.a, side.b) for side in sides("Our") | sides("Sauer")])
    clervaux = nx.single_source_shortest_path_length(west, hex_of("Hosingen"), cutoff=7)
    assert not set(near_our) & clervaux.keys(), "no hex of it is reached from Hosingen but over the rivers"


def test_the_army_boundaries_are_short() -> None:
    found = {english(row.name): row.sides.split() for row in written().line if row.kind == "boundary"}
    assert set(found) == {"6 PzA / 5 PzA", "5 PzA / 7 A"}
    assert all(5 <= len(each) <= 30 for each in found.values())
