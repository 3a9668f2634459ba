"""How far a mover gets: costs, budgets and overlays."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from textwrap import dedent

import networkx as nx
import pytest

from grognard.board import Board
from grognard.errors import RulesetError
from grognard.hexes import POINTY, CaseRows, ColumnRow, Hexside
from grognard.paths import Profile, Reach, cheapest_path, compile_profile, reach

COST = {".": 1, "w": 2, "m": 3}
"""Open ground, woods, marsh; ``#`` is a lake nobody enters, ``s`` open ground where moves stop."""


class Drawn:
    """A map drawn as text, pointy tops: every second line half a hex (one character) aside.

    Hexes are named by their character where it is a capital, else by column and row.
    """

    def __init__(self, picture: str) -> None:
        lines = dedent(picture).strip("\n").splitlines()
        marks = {(x, y): mark for y, text in enumerate(lines) for x, mark in enumerate(text) if mark != " "}
        aside = min(x + y for x, y in marks) % 2
        self.board = Board.of(ColumnRow(layout=POINTY), [(x + aside, y) for x, y in marks])
        self.mark = dict(zip(self.board.hexes, marks.values(), strict=True))
        self.named = {mark: hex for hex, mark in self.mark.items() if mark.isupper()}

    def profile(self) -> Profile:
        stops = [hex for hex, mark in self.mark.items() if mark == "s"]
        return compile_profile(
            self.board,
            lambda a, b: None if self.mark[b] == "#" else COST.get(self.mark[b], 1),
            stops=stops,
        )

    def names(self, hexes: object) -> str:
        """The capitals among the hexes given, in alphabetical order."""
        assert isinstance(hexes, dict | tuple)
        return "".join(sorted(mark for mark, hex in self.named.items() if hex in hexes))


# -- budgets and costs ------------------------------------------------------------------------------------


def test_a_budget_of_one_reaches_the_neighbours() -> None:
    drawn = Drawn("""
         . A . .
        . B U C .
         . D . .
    """)
    found = reach(drawn.profile(), drawn.named["U"], 1)
    assert drawn.names(found) == "ABCDU"
    assert found[drawn.named["U"]] == 0
    assert all(found[drawn.named[each]] == 1 for each in "ABCD")


def test_woods_and_marsh_are_paid_on_entering() -> None:
    # U leaves for one; woods cost two, marsh three: Z is nearer by way of the open row.
    drawn = Drawn("""
         . . . .
        U w m Z .
    """)
    profile = drawn.profile()
    found = reach(profile, drawn.named["U"], 9)
    assert found[drawn.named["Z"]] == 4
    path = found.path(drawn.named["Z"])
    assert [drawn.mark[hex] for hex in path] == ["U", ".", ".", ".", "Z"]
    assert drawn.named["Z"] not in reach(profile, drawn.named["U"], 3)


def test_a_lake_is_walked_round() -> None:
    drawn = Drawn("""
        . . . .
         U # Z .
        . . . .
    """)
    assert reach(drawn.profile(), drawn.named["U"], 9)[drawn.named["Z"]] == 3


def test_costs_may_differ_by_direction() -> None:
    # A slope from a up to b and a cliff beyond it: two to climb, one to come down, no way up from b to c.
    board = Board.grid(POINTY, 3, 1)
    a, b, c = board.hexes
    cost = {(a, b): 2, (b, a): 1, (b, c): None, (c, b): 1}
    profile = compile_profile(board, lambda x, y: cost[x, y])
    assert reach(profile, a, 9) == {a: 0, b: 2}
    assert reach(profile, c, 9) == {c: 0, b: 1, a: 2}
    assert (profile.cost(a, b), profile.cost(b, c), profile.cost(a, c)) == (2, None, None)


def test_steps_that_cost_nothing_are_followed_to_their_end() -> None:
    board = Board.grid(POINTY, 5, 2)
    railway = {"0101", "0201", "0301", "0401", "0501"}
    profile = compile_profile(board, lambda a, b: 0 if {a, b} <= railway else 2)
    assert reach(profile, "0101", 0) == dict.fromkeys(railway, 0)
    assert reach(profile, "0101", 1).path("0501") == ("0101", "0201", "0301", "0401", "0501")
    assert reach(profile, "0101", 2)["0502"] == 2


def test_the_start_is_always_reached_even_without_a_budget() -> None:
    drawn = Drawn("U .")
    assert list(reach(drawn.profile(), drawn.named["U"], 0)) == [drawn.named["U"]]
    assert list(reach(drawn.profile(), drawn.named["U"], -1)) == [drawn.named["U"]]


def test_hexes_come_cheapest_first() -> None:
    costs = list(reach(Countryside(Random(5)).profile, "0403", 9).values())
    assert costs == sorted(costs)


# -- overlays ---------------------------------------------------------------------------------------------


def test_a_blocked_hex_is_neither_entered_nor_passed() -> None:
    drawn = Drawn("""
        . # # #
         U E F .
        . # # #
    """)
    start, e = drawn.named["U"], drawn.named["E"]
    assert drawn.names(reach(drawn.profile(), start, 9)) == "EFU"
    assert drawn.names(reach(drawn.profile(), start, 9, blocked=[e])) == "U"


def test_a_mover_leaves_its_own_blocked_hex_but_does_not_come_back_through_others() -> None:
    drawn = Drawn("A U B")
    found = reach(drawn.profile(), drawn.named["U"], 9, blocked=[drawn.named["U"], drawn.named["B"]])
    assert found == {drawn.named["U"]: 0, drawn.named["A"]: 1}


def test_a_blocked_hexside_is_crossed_in_neither_direction() -> None:
    drawn = Drawn("A B C")
    a, b, c = (drawn.named[each] for each in "ABC")
    cut = [Hexside(b, c)]
    assert drawn.names(reach(drawn.profile(), a, 9, blocked_sides=cut)) == "AB"
    assert drawn.names(reach(drawn.profile(), c, 9, blocked_sides=cut)) == "C"


def test_extra_cost_is_paid_on_entering_from_any_side_and_not_on_leaving() -> None:
    drawn = Drawn("A B C")
    a, b, c = (drawn.named[each] for each in "ABC")
    assert reach(drawn.profile(), a, 9, extra={b: 4}) == {a: 0, b: 5, c: 6}
    assert reach(drawn.profile(), b, 9, extra={b: 4}) == {b: 0, a: 1, c: 1}


def test_a_stop_may_be_entered_and_ends_the_move() -> None:
    drawn = Drawn("A B C")
    a, b, c = (drawn.named[each] for each in "ABC")
    assert reach(drawn.profile(), a, 9, stops=[b]) == {a: 0, b: 1}
    assert reach(drawn.profile(), b, 9, stops=[b, c]) == {b: 0, a: 1, c: 1}


def test_a_compiled_stop_ends_a_move_that_enters_it_and_not_one_that_starts_there() -> None:
    drawn = Drawn("A s s B")
    first, second = (hex for hex, mark in drawn.mark.items() if mark == "s")
    profile = drawn.profile()
    assert reach(profile, drawn.named["A"], 9) == {drawn.named["A"]: 0, first: 1}
    assert set(reach(profile, first, 9)) == {drawn.named["A"], first, second}
    assert reach(profile, first, 9).path(second) == (first, second)


def test_overlays_work_together_at_one_hex() -> None:
    # B is a compiled stop, dear to enter, and cut off from C.
    drawn = Drawn("""
         D E
        A s C
    """)
    a, c, d, e = (drawn.named[each] for each in "ACDE")
    (b,) = (hex for hex, mark in drawn.mark.items() if mark == "s")
    cut, dear = [Hexside(b, c)], {b: 2}
    assert reach(drawn.profile(), a, 3, blocked_sides=cut, extra=dear) == {a: 0, d: 1, e: 2, b: 3, c: 3}
    assert reach(drawn.profile(), b, 1, blocked_sides=cut, extra=dear) == {b: 0, a: 1, d: 1, e: 1}


def test_a_path_never_leads_through_a_stop() -> None:
    drawn = Drawn("""
         . .
        A S B
         . .
    """)
    found = reach(drawn.profile(), drawn.named["A"], 3, stops=[drawn.named["S"]])
    assert len(found.path(drawn.named["B"])) == 4
    assert drawn.named["S"] not in found.path(drawn.named["B"])


def test_what_a_caller_changes_later_does_not_change_the_answer() -> None:
    drawn = Drawn("A B C")
    a, b, c = (drawn.named[each] for each in "ABC")
    stops, dear = {c}, {b: 3}
    found = reach(drawn.profile(), a, 9, stops=stops, extra=dear)
    stops.add(b)
    dear[b] = 0
    assert found.path(c) == (a, b, c)


# -- against an oracle ------------------------------------------------------------------------------------


class Countryside:
    """A random map with everything at once: directed costs, impassable steps, stops, overlays."""

    def __init__(self, rng: Random) -> None:
        self.board = Board.grid(POINTY, 8, 6, extra=rng.choice([-1, 0, 1]), indent=1)
        hexes = self.board.hexes
        self.costs = {
            (a, b): rng.choice([0, 1, 1, 1, 2, 3, None]) for a in hexes for b in self.board.neighbours(a)
        }
        self.compiled_stops = frozenset(rng.sample(hexes, 4))
        self.profile = compile_profile(self.board, lambda a, b: self.costs[a, b], stops=self.compiled_stops)
        self.blocked = frozenset(rng.sample(hexes, rng.choice([0, 6])))
        self.sides = frozenset(rng.sample(self.board.hexsides(), rng.choice([0, 8])))
        self.extra = {hex: rng.randrange(3) for hex in rng.sample(hexes, rng.choice([0, 6]))}
        self.stops = frozenset(rng.sample(hexes, rng.choice([0, 6])))

    def step(self, start: str, a: str, b: str) -> int | None:
        """The rules said plainly, one step at a time."""
        cost = self.costs[a, b]
        if cost is None or b in self.blocked or Hexside(a, b) in self.sides:
            return None
        if a != start and (a in self.stops or a in self.compiled_stops):
            return None
        return cost + self.extra.get(b, 0)

    def reach(self, start: str, budget: int) -> Reach:
        return reach(
            self.profile,
            start,
            budget,
            blocked=self.blocked,
            blocked_sides=self.sides,
            extra=self.extra,
            stops=self.stops,
        )

    def cheapest_path(self, a: str, b: str, *, budget: int | None = None) -> tuple[str, ...] | None:
        return cheapest_path(
            self.profile,
            a,
            b,
            budget=budget,
            blocked=self.blocked,
            blocked_sides=self.sides,
            extra=self.extra,
            stops=self.stops,
        )

    def reach_slowly(self, start: str, budget: int) -> dict[str, int]:
        """Repeat every step until nothing gets cheaper."""
        found = {start: 0}
        while True:
            better: dict[str, int] = {}
            for a, cost in found.items():
                for b in self.board.neighbours(a):
                    step = self.step(start, a, b)
                    if step is not None and cost + step <= budget and cost + step < found.get(b, budget + 1):
                        better[b] = min(cost + step, better.get(b, budget + 1))
            if not better:
                return found
            found.update(better)


@pytest.mark.parametrize("seed", range(25))
def test_reach_agrees_with_repeating_every_step_until_nothing_gets_cheaper(seed: int) -> None:
    rng = Random(seed)
    land = Countryside(rng)
    for start, budget in product(rng.sample(land.board.hexes, 4), (0, 1, 3, 7)):
        found = land.reach(start, budget)
        assert found == land.reach_slowly(start, budget)
        for hex in found:
            path = found.path(hex)
            steps = [land.step(start, a, b) for a, b in pairwise(path)]
            assert (path[0], path[-1]) == (start, hex)
            assert len(set(path)) == len(path)
            assert None not in steps
            assert sum(step or 0 for step in steps) == found[hex]


@pytest.mark.parametrize("seed", range(10))
def test_cheapest_path_agrees_with_reach(seed: int) -> None:
    rng = Random(seed)
    land = Countryside(rng)
    start, end = rng.sample(land.board.hexes, 2)
    everywhere = land.reach(start, 999)
    if end not in everywhere:
        assert land.cheapest_path(start, end) is None
        return
    assert land.cheapest_path(start, end) == everywhere.path(end)
    assert land.cheapest_path(start, end, budget=everywhere[end]) == everywhere.path(end)
    assert land.cheapest_path(start, end, budget=everywhere[end] - 1) is None


def test_reach_agrees_with_networkx() -> None:
    board = Board.grid(POINTY, 13, 9, labels=CaseRows(9), extra=-1)
    rng = Random(9)
    for a, b in board.graph.edges:
        board.graph.edges[a, b]["cost"] = rng.randint(1, 4)
    profile = compile_profile(board, lambda a, b: board.graph.edges[a, b]["cost"])
    for start in board.hexes[::19]:
        expected = nx.single_source_dijkstra_path_length(board.graph, start, cutoff=9, weight="cost")
        assert reach(profile, start, 9) == expected


# -- compiling --------------------------------------------------------------------------------------------


def test_the_rules_are_asked_once_per_directed_hexside_and_never_in_a_query() -> None:
    board = Board.grid(POINTY, 5, 5)
    asked: list[tuple[str, str]] = []

    def cost(a: str, b: str) -> int:
        asked.append((a, b))
        return 1

    profile = compile_profile(board, cost)
    assert sorted(asked) == sorted((a, b) for a in board.hexes for b in board.neighbours(a))
    asked.clear()
    reach(profile, "0303", 3, blocked=["0202"], extra={"0304": 1}, stops=["0404"]).path("0305")
    cheapest_path(profile, "0101", "0505")
    assert asked == []


def test_the_same_question_gets_the_same_answer_in_the_same_order() -> None:
    board = Board.grid(POINTY, 13, 9, labels=CaseRows(9), extra=-1)
    profile = compile_profile(board, lambda a, b: 1)
    once, again = (reach(profile, "G5", 3, blocked={"H5", "f6", "G3"}) for _ in range(2))
    assert list(once.items()) == list(again.items())
    assert [once.path(hex) for hex in once] == [again.path(hex) for hex in again]


@pytest.mark.parametrize("cost", [-1, 0.5, True, "2"])
def test_a_cost_that_is_no_whole_number_is_refused(cost: object) -> None:
    board = Board.grid(POINTY, 2, 1)
    with pytest.raises(RulesetError) as caught:
        compile_profile(board, lambda a, b: cost)  # type: ignore[arg-type,return-value] # refused at run time
    assert "cost of the step from '0101' to '0201' must be a whole number from 0 up or None" in str(
        caught.value
    )
    assert str(caught.value).endswith(f"got {cost!r}")


def test_a_stop_off_the_board_is_refused() -> None:
    with pytest.raises(RulesetError, match="stops must be hexes of the board, got '0909'"):
        compile_profile(Board.grid(POINTY, 2, 1), lambda a, b: 1, stops=["0909"])


def test_extra_cost_below_nought_is_refused() -> None:
    profile = compile_profile(Board.grid(POINTY, 2, 1), lambda a, b: 1)
    with pytest.raises(ValueError, match="extra cost of '0201' must be a whole number from 0 up, got -1"):
        reach(profile, "0101", 1, extra={"0201": -1})


def test_hexes_off_the_board_are_no_obstacle_and_no_start() -> None:
    profile = compile_profile(Board.grid(POINTY, 2, 1), lambda a, b: 1)
    assert reach(profile, "0101", 1, blocked=["reserve"], stops=["reserve"]) == {"0101": 0, "0201": 1}
    with pytest.raises(KeyError):
        reach(profile, "reserve", 1)
    with pytest.raises(KeyError):
        reach(profile, "0101", 1).path("reserve")
