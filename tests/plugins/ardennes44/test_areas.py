"""Army boundaries, the first turn, the US 2nd Division, the British [A44-11.27 to 11.31, A44-29, A44-27]."""

from __future__ import annotations

import pytest
from tests.plugins.ardennes44.drawing import Table
from tests.plugins.ardennes44.fighting import fight

from grognard_ardennes44.areas import boundary_between, free_artillery, is_held
from grognard_ardennes44.disengagement import Disengagements
from grognard_ardennes44.movement import goals, overlay, set_out
from grognard_ardennes44.movement_phase import Moves
from grognard_ardennes44.moving import walk
from grognard_ardennes44.pieces import place
from grognard_ardennes44.position import Unit
from grognard_ardennes44.zoc import bonds_of, crosses_bond, zoc_of

Spot = tuple[int, int]
HERE = (0, 0)


def reached(table: Table, id_: str, mode: str = "move") -> set[str]:
    """Hexes in which a unit can end its move."""
    rules, position = table.rules, table.position
    side = rules.counters[id_].side
    ends, _ = goals(rules, position, set_out(rules, position, id_, mode), overlay(rules, position, side))
    return set(ends)


def border(table: Table, q: int, *, to: int | None = None) -> None:
    """An army boundary between columns ``q`` and ``q + 1``, from the upper edge to row ``to``."""
    radius = table.radius
    for r in range(-radius, radius + 1):
        for other in (r, r - 1):
            on_board = max(abs(r), abs(q + r), abs(other), abs(q + 1 + other)) <= radius
            if on_board and (to is None or r <= to):
                table.boundary((q, r), (q + 1, other))


# Army boundaries -------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-11.27")
@pytest.mark.parametrize(("turn", "crosses"), [(1, False), (4, False), (5, True)])
@pytest.mark.parametrize("mode", ["move", "tactical"])
def test_mv09_germans_cross_no_army_boundary_before_turn_five(turn: int, mode: str, *, crosses: bool) -> None:
    table = Table(turn=turn)
    border(table, 0)
    table.road("primary", (-1, 0), HERE, (1, 0), (2, 0))
    table.unit("german", (-5, 0))
    id_ = table.unit("german", HERE, "mechanised")
    assert (table.hex(1, 0) in reached(table, id_, mode)) == crosses
    table.begin(Moves("german"))
    table.play(f"{mode} {id_}")
    assert table.cites("to " + table.hex(1, 0)) == (set() if crosses else {"A44-11.27"})


@pytest.mark.rule("A44-11.27")
def test_the_allies_have_no_army_boundaries() -> None:
    table = Table(turn=1)
    border(table, 0)
    assert table.hex(1, 0) in reached(table, table.unit("allied", HERE))


@pytest.mark.rule("A44-11.28")
def test_a_boundary_ends_where_it_is_printed() -> None:
    table = Table(turn=2)
    border(table, 0, to=0)
    id_ = table.unit("german", HERE, ma=8)
    around = reached(table, id_)
    assert boundary_between(table.rules, table.position, "german", table.hex(0, 0), table.hex(1, 0))
    assert boundary_between(table.rules, table.position, "german", table.hex(0, 1), table.hex(1, 1)) is None
    assert table.hex(1, 0) in around, "round its end"


@pytest.mark.rule("A44-11.29")
def test_mv09_the_predicate_by_which_advances_stop_at_a_boundary() -> None:
    for turn, stops in ((4, True), (5, False)):
        table = Table(turn=turn)
        border(table, 0)
        assert table.position.turn == turn
        bar = boundary_between(table.rules, table.position, "german", table.hex(*HERE), table.hex(1, 0))
        assert (bar is not None) == stops


@pytest.mark.rule("A44-11.30")
def test_a_unit_that_strayed_over_a_boundary_may_go_back_once() -> None:
    table = Table(turn=3)
    border(table, 0)
    id_ = table.unit("german", (1, 0), ma=4)
    table.replace(id_, strayed=True)
    assert table.hex(-1, 0) in reached(table, id_)
    walk(table.context(), id_, "move", (table.hex(1, 0), table.hex(*HERE)))
    assert not table.position.units[id_].strayed, "it is back, so it may rally"
    assert table.hex(1, 0) not in reached(table, id_)


@pytest.mark.rule("A44-11.30")
def test_it_stays_astray_as_long_as_it_does_not_go_back() -> None:
    table = Table(turn=3)
    border(table, 0)
    id_ = table.unit("german", (1, 0))
    table.replace(id_, strayed=True)
    walk(table.context(), id_, "move", (table.hex(1, 0), table.hex(2, 0)))
    assert table.position.units[id_].strayed


@pytest.mark.rule("A44-11.31")
def test_boundaries_do_nothing_to_zocs_and_bonds() -> None:
    table = Table(turn=1)
    border(table, 0)
    table.unit("german", HERE)
    table.unit("german", (2, 0))
    rules, position = table.rules, table.position
    assert table.hex(1, 0) in zoc_of(rules, position, "german")
    assert bonds_of(rules, position, "german").hexes == {table.hex(1, 0)}
    open_ = Table(turn=1)
    open_.unit("german", HERE)
    open_.unit("german", (2, 0))
    assert zoc_of(rules, position, "german") == zoc_of(open_.rules, open_.position, "german")
    assert bonds_of(rules, position, "german") == bonds_of(open_.rules, open_.position, "german")
    across = crosses_bond(rules, position, "allied", table.hex(1, -1), table.hex(1, 0))
    assert across is not None and across.cite == "A44-10.4"


# The first turn --------------------------------------------------------------------------------------------


@pytest.mark.rule("A44-29.1")
@pytest.mark.parametrize(("turn", "moves"), [(1, False), (2, True)])
def test_units_with_red_coordinates_do_not_move_on_turn_one(turn: int, *, moves: bool) -> None:
    table = Table(turn=turn)
    table.unit("allied", (4, 0))
    id_ = table.unit("allied", HERE)
    table.replace(id_, red=True)
    offered = table.begin(Moves("allied"))
    assert (f"move {id_}" in offered) == moves
    assert table.cites(f"tactical {id_}") == (set() if moves else {"A44-29.1"})


@pytest.mark.rule("A44-29.2", "A44-29.1")
def test_the_limit_is_that_of_the_unit_wherever_it_was_driven() -> None:
    table = Table(turn=1)
    id_ = table.unit("allied", HERE)
    table.replace(id_, red=True)
    walk(table.context(), id_, "move", (table.hex(*HERE), table.hex(1, 0)))
    assert is_held(table.position, table.position.units[id_])
    table.position.turn = 2
    assert not is_held(table.position, table.position.units[id_])


@pytest.mark.rule("A44-29.3")
def test_a_german_advance_next_to_certain_artillery_frees_it() -> None:
    table = Table(turn=1)
    gun = table.unit("allied", HERE, "artillery", traits=("freed_artillery",))
    other = table.unit("allied", (0, 1), "artillery")
    far = table.unit("allied", (4, 0), "artillery", traits=("freed_artillery",))
    for id_ in (gun, other, far):
        table.replace(id_, red=True)
    free_artillery(table.context(), table.hex(1, 0))
    assert not is_held(table.position, table.position.units[gun])
    assert is_held(table.position, table.position.units[other])
    assert is_held(table.position, table.position.units[far])


def front(turn: int = 1) -> Table:
    """Two assembly areas side by side, the ground behind the first, and US ground to the left."""
    table = Table(turn=turn)
    table.area("vg", "assembly", (0, 0), (0, 1), (0, 2), formations=("vg",))
    table.area("pz", "assembly", (0, -1), (0, -2), (0, -3), formations=("pz",))
    table.area("behind", "rear", (1, 0), (1, 1), (1, -1), formations=("vg",))
    return table


@pytest.mark.rule("A44-29.5", "A44-29.6")
def test_on_turn_one_a_division_stays_out_of_anothers_area_and_the_ground_behind() -> None:
    table = front()
    table.unit("german", (0, 2), formation="vg")
    id_ = table.unit("german", HERE, formation="vg", ma=4)
    ends = reached(table, id_)
    assert {table.hex(0, 1), table.hex(-1, 0), table.hex(-3, 0)} <= ends, "its own area and US ground"
    assert not {table.hex(0, -1), table.hex(1, 0)} & ends
    table.begin(Moves("german"))
    table.play(f"move {id_}")
    assert table.cites("to " + table.hex(0, -1)) == {"A44-29.5"}
    assert table.cites("to " + table.hex(1, 0)) == {"A44-29.5"}
    assert "A44-29.5" in table.cites("to " + table.hex(0, -2))


@pytest.mark.rule("A44-29.5")
def test_after_turn_one_these_areas_are_ignored() -> None:
    table = front(turn=2)
    id_ = table.unit("german", HERE, formation="vg")
    assert {table.hex(0, -1), table.hex(1, 0)} <= reached(table, id_)


@pytest.mark.rule("A44-29.5", "A44-20.7")
@pytest.mark.parametrize(("turn", "goes"), [(1, False), (2, True)])
def test_on_turn_one_nobody_disengages_into_the_area_of_another_division(turn: int, goes: bool) -> None:
    table = front(turn)
    unit = table.unit("german", HERE, formation="vg")
    table.unit("allied", (-1, 0))
    table.begin(Disengagements("german"))
    options = table.play(f"disengage {unit}", dice=(1,))
    assert (f"to {table.hex(1, 0)}" in options) == goes
    assert table.cites(f"to {table.hex(1, 0)}") == (set() if goes else {"A44-29.5"})


@pytest.mark.rule("A44-29.5")
def test_the_areas_are_no_matter_to_the_allies() -> None:
    table = front()
    assert table.hex(0, 1) in reached(table, table.unit("allied", (-1, 1)))


@pytest.mark.rule("A44-29.5")
def test_a_unit_of_no_division_moves_within_the_area_it_stands_in() -> None:
    table = front()
    ends = reached(table, table.unit("german", HERE))
    assert table.hex(0, 1) in ends
    assert not {table.hex(0, -1), table.hex(1, 0)} & ends


@pytest.mark.rule("A44-29.4")
def test_one_unit_of_the_division_steps_out_and_stops() -> None:
    table = front()
    table.area("way", "outlet", (0, 2), (0, 3), formations=("vg",))
    table.area("other", "assembly", (0, 3), formations=("other",))
    first = table.unit("german", (0, 2), formation="vg")
    second = table.unit("german", (0, 2), formation="vg")
    foreign = table.unit("german", (-1, 3), formation="pz")
    assert table.hex(0, 3) in reached(table, first)
    assert table.hex(0, 3) not in reached(table, foreign)
    table.begin(Moves("german"))
    table.play(f"move {first}")
    after = table.play("to " + table.hex(0, 3))
    assert f"move {second}" in after, "the first has stopped"
    assert table.hex(0, 3) not in reached(table, second)


@pytest.mark.rule("A44-29.4", "A44-29.5")
@pytest.mark.parametrize(("turn", "goes"), [(1, False), (2, True)])
def test_the_way_out_is_for_movement_not_for_an_advance(turn: int, goes: bool) -> None:
    table = front(turn)
    table.area("way", "outlet", (0, 2), (0, 3), formations=("vg",))
    table.area("other", "assembly", (0, 3), formations=("other",))
    unit = table.unit("german", (0, 2), formation="vg")
    options = fight(table, "DR2", [unit], (-1, 3))
    assert (f"advance {unit} {table.hex(0, 3)}" in options) == goes
    assert f"advance {unit} {table.hex(-1, 3)}" in options
    assert table.cites(f"advance {unit} {table.hex(0, 3)}") == (set() if goes else {"A44-29.5"})


@pytest.mark.rule("A44-29.4")
def test_the_step_is_a_matter_of_turn_one_and_of_that_hex() -> None:
    table = front()
    table.area("way", "outlet", (0, 2), (0, 3), formations=("vg",))
    table.area("other", "assembly", (0, 3), formations=("other",))
    elsewhere = table.unit("german", (0, 1), formation="vg")
    assert table.hex(0, 3) not in reached(table, elsewhere)
    table.position.turn = 2
    assert table.hex(0, 3) in reached(table, elsewhere), "later the areas are void"


# The US 2nd Division ---------------------------------------------------------------------------------------


@pytest.mark.rule("A44-27.13")
@pytest.mark.parametrize(("turn", "hexes"), [(2, 2), (3, 4)])
def test_the_second_division_moves_two_hexes_on_turn_two(turn: int, hexes: int) -> None:
    table = Table(turn=turn)
    id_ = table.unit("allied", HERE, ma=4, traits=("second_division",))
    board = table.ground.board
    assert max(board.distance(table.hex(*HERE), hex) for hex in reached(table, id_)) == hexes


@pytest.mark.rule("A44-27.13")
def test_two_hexes_still_cost_their_points_and_stages_count() -> None:
    table = Table(turn=2)
    table.unit("allied", (5, 0))
    table.terrain("forest", (1, 0), (2, 0), (2, -1), (1, 1))
    id_ = table.unit("allied", HERE, ma=3, traits=("second_division",))
    assert table.hex(2, 0) not in reached(table, id_), "four MP"
    table.begin(Moves("allied"))
    table.play(f"move {id_}", "to " + table.hex(-1, 0))
    assert table.cites("to " + table.hex(-3, 0)) == {"A44-27.13"}
    assert "to " + table.hex(-2, 0) in table.options()


@pytest.mark.rule("A44-27.13", "A44-29.1")
def test_on_turn_one_red_coordinates_hold_it() -> None:
    table = Table(turn=1)
    table.unit("allied", (5, 0))
    id_ = table.unit("allied", HERE, traits=("second_division",))
    table.replace(id_, red=True)
    table.begin(Moves("allied"))
    assert table.cites(f"move {id_}") == {"A44-29.1"}


@pytest.mark.rule("A44-6.6")
def test_a_unit_short_of_fuel_moves_two_hexes_and_only_by_tactical_movement() -> None:
    table = Table(turn=8)
    table.unit("german", (5, 0))
    id_ = table.unit("german", HERE, "tank", oos=True)
    table.replace(id_, dry=True)
    assert table.begin(Moves("german")).count(f"tactical {id_}") == 1
    assert table.cites(f"move {id_}") == {"A44-23.16"}
    board = table.ground.board
    assert max(board.distance(table.hex(*HERE), hex) for hex in reached(table, id_, "tactical")) == 2
    table.play(f"tactical {id_}")
    assert table.cites("to " + table.hex(-3, 0)) == {"A44-6.6"}
    table.replace(id_, dry=False)
    assert table.cites("to " + table.hex(-3, 0)) == {"A44-11.6"}, "out of supply for another reason"


# The British -----------------------------------------------------------------------------------------------


def at_the_meuse(**facts: object) -> tuple[Table, str]:
    """The west map left of column 4, the west bank left of column 1; a British unit in the middle."""
    table = Table(turn=5)
    cells = [(q, r) for q in range(-6, 7) for r in range(-6, 7) if abs(q + r) <= 6]
    table.area("west", "west_map", *(spot for spot in cells if spot[0] < 4))
    table.area("bank", "west_bank", *(spot for spot in cells if spot[0] < 1))
    table.box("W", edge=[(-6, 0)])
    table.unit("allied", (-3, 0), nation="british")
    return table, table.unit("allied", HERE, nation="british", **facts)  # type: ignore[arg-type]  # a test's facts


@pytest.mark.rule("A44-27.5")
def test_the_british_stay_west_of_the_meuse() -> None:
    table, id_ = at_the_meuse()
    ends = reached(table, id_)
    assert table.hex(-1, 0) in ends
    assert table.hex(1, 0) not in ends
    table.begin(Moves("allied"))
    table.play(f"move {id_}")
    assert table.cites("to " + table.hex(1, 0)) == {"A44-27.5"}


@pytest.mark.rule("A44-27.5", "A44-20.7")
@pytest.mark.parametrize("nation", ["british", "us"])
def test_no_british_unit_disengages_over_the_meuse(nation: str) -> None:
    table = Table(turn=5, active="allied")
    table.area("bank", "west_bank", *((q, r) for q in (-1, 0) for r in range(-3, 4)))
    unit = table.unit("allied", HERE, nation=nation)
    table.unit("german", (-1, 0))
    table.begin(Disengagements("allied"))
    options = table.play(f"disengage {unit}", dice=(1,))
    assert (f"to {table.hex(1, 0)}" in options) == (nation == "us")
    assert table.cites(f"to {table.hex(1, 0)}") == ({"A44-27.5"} if nation == "british" else set())


@pytest.mark.rule("A44-27.5")
def test_americans_cross_freely() -> None:
    table, _ = at_the_meuse()
    american = Unit(table.hex(0, 1), 2)
    id_ = "us-test"
    table.rules.counters[id_] = table.rules.counters[table.unit("allied", (0, 2))]
    place(table.context(), id_, american)
    assert table.hex(1, 1) in reached(table, id_)


@pytest.mark.rule("A44-27.5")
def test_the_british_do_not_leave_the_map() -> None:
    table, _ = at_the_meuse()
    british = table.unit("allied", (-6, 0), nation="british")
    table.begin(Moves("allied"))
    assert not any("leave" in option for option in table.play(f"move {british}"))
    assert table.cites("leave box:W") == {"A44-27.5"}


@pytest.mark.rule("A44-27.6")
def test_the_29th_brigade_is_free_once_germans_have_crossed_the_meuse() -> None:
    table, id_ = at_the_meuse(traits=("british_29",))
    german = table.unit("german", (3, 0))
    assert table.hex(1, 0) not in reached(table, id_)
    walk(table.context(), german, "move", (table.hex(3, 0), table.hex(0, 3), table.hex(3, 1)))
    assert table.hex(1, 0) in reached(table, id_), "it is enough that one has been over there"


@pytest.mark.rule("A44-27.6")
@pytest.mark.parametrize(("turn", "traits", "free"), [
    (28, ("british_29",), False), (29, ("british_29",), True), (29, (), False),
])  # fmt: skip
def test_or_from_turn_29_and_it_alone(turn: int, traits: tuple[str, ...], *, free: bool) -> None:
    table, id_ = at_the_meuse(traits=traits)
    table.position.turn = turn
    assert (table.hex(1, 0) in reached(table, id_)) == free
