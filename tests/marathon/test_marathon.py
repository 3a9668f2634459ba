"""A short stretch of the marathon, and proof that it would notice a fall."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from tests.marathon.ardennes44 import bonds, check_deeds, check_move
from tests.marathon.invariants import INVARIANTS, WANTED
from tests.marathon.run import STARTS, Watch, added, places, play_one, result_of

import grognard
from grognard.dice import SeededDice
from grognard.play import Event
from grognard_ardennes44.position import Works


def test_random_and_fuzz_games_keep_the_invariants() -> None:
    game = grognard.load("memoir44")
    run = added([play_one(game, "vassieux", f"short/{number}", 5000) for number in range(2)])
    assert run.failures == () and run.games == 2 and run.unfinished == 0
    assert sum(run.winners.values()) == 2 and run.decisions > 100 and run.frames["ChooseCard"] > 20


def test_fuzz_games_begin_in_rare_positions_too() -> None:
    game = grognard.load("asl_intro")
    assert places(game)[-1] == STARTS and STARTS not in places(grognard.load("memoir44"))
    run = added([play_one(game, STARTS, f"rare/{number}", 5000) for number in range(6)])
    assert run.failures == () and run.games == 6
    assert {"ChooseAttack", "CloseAttack", "Regroup", "ChooseDiscard"} <= set(run.frames)


@pytest.mark.parametrize("harm", ["two units in a hex", "too many figures", "a card too many"])
def test_the_invariants_notice_harm(harm: str) -> None:
    game = grognard.load("memoir44")
    position = game.start("pegasus-bridge", SeededDice(1))
    check = INVARIANTS["memoir44"]
    check(game, position)
    first, second = list(position.units)[:2]
    if harm == "two units in a hex":
        position.units[first] = msgspec.structs.replace(position.units[first], hex=position.units[second].hex)
    elif harm == "too many figures":
        position.units[first] = msgspec.structs.replace(position.units[first], figures=9)
    else:
        position.deck["ambush"] = position.deck.get("ambush", 0) + 1
    with pytest.raises(AssertionError):
        check(game, position)


def test_rare_positions_of_ardennes44_are_played_for_a_turn_and_their_results_counted() -> None:
    game = grognard.load("ardennes44")
    run = added([play_one(game, STARTS, f"rare/{number}", 5000) for number in (0, 1, 16, 30)])
    assert run.failures == () and run.games == 4 and run.unfinished == 0
    assert set(run.results) & set(WANTED["ardennes44"](game))
    assert {"combat D1*", "firefight Eng+", "defensive artillery TOT"} <= set(WANTED["ardennes44"](game))


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ((("column", "3:1"), ("result", "DR2")), "combat DR2"),
        ((("columns", 0),), "combat 0"),
        ((("hex", "E2115"),), "combat"),
    ],
)
def test_a_result_is_an_event_and_what_came_of_it(
    facts: tuple[tuple[str, str | int], ...], told: str
) -> None:
    assert result_of(Event("combat", facts)) == told


@pytest.mark.parametrize(
    "harm", ["both sides", "overstacked", "two places", "a step more", "marker", "works"]
)
def test_the_invariants_of_ardennes44_notice_harm(harm: str) -> None:
    game = grognard.load("ardennes44")
    position = game.set_up("our-clervaux")
    check = INVARIANTS["ardennes44"]
    check(game, position)
    (here, (first, *_)), (there, (second, *_)) = list(position.german.items())[:2]
    change = msgspec.structs.replace
    if harm == "both sides":
        allied = next(iter(position.allied))
        position.units[first] = change(position.units[first], hex=allied)
        position.german = {hex: ids for hex, ids in position.german.items() if hex != here} | {
            allied: (first,)
        }
    elif harm == "overstacked":
        crowd = tuple(sorted({id_ for ids in list(position.german.values())[:4] for id_ in ids}))
        position.german = {hex: ids for hex, ids in position.german.items() if not set(ids) & set(crowd)}
        position.german[here] = crowd
        for id_ in crowd:
            position.units[id_] = change(position.units[id_], hex=here)
    elif harm == "two places":
        position.lost[first] = "eliminated"
    elif harm == "a step more":
        position.units[second] = change(position.units[second], steps=9)
    elif harm == "marker":
        position.units[first] = change(position.units[first], marker="truck")
    else:
        position.works[there] = Works("allied", built=True)
    with pytest.raises(AssertionError):
        check(game, position)


def test_moves_into_bonds_by_engaged_units_and_through_ezocs_are_noticed() -> None:
    game = grognard.load("ardennes44")
    position = game.start("our-clervaux", SeededDice(1))
    rules, ground = game.rules, game.rules.ground(position)
    unit, enemy = "2_pz-2", next(hex for hex in position.allied if hex in ground.board.index)
    near = ground.board.neighbours(enemy)
    with pytest.raises(AssertionError, match=r"A44-9\.1"):
        check_move(rules, position, unit, "move", [near[0], enemy])
    with pytest.raises(AssertionError, match=r"A44-9\.3"):
        check_move(rules, position, unit, "move", [near[0], near[1], near[2]])
    hexes, sides = bonds(rules, position, "allied")
    assert hexes or sides
    across = min(sides)
    with pytest.raises(AssertionError, match=r"A44-10\.4"):
        check_move(rules, position, unit, "move", [across.a, across.b])
    position.units[unit] = msgspec.structs.replace(position.units[unit], engaged=True)
    facts = (("unit", unit), ("by", "move"), ("path", " ".join((position.units[unit].hex, "E2216"))))
    with pytest.raises(AssertionError, match=r"A44-16\.27"):
        check_deeds(game, position, position, [Event("moved", facts)])


def test_a_look_at_the_options_finds_one_that_is_refused() -> None:
    game = grognard.load("ardennes44")
    position = game.start("our-clervaux", SeededDice(1))
    watch = Watch(game, Random(1))
    options = game.options(position)
    watch.probe(position, options)
    wrong = msgspec.structs.replace(options[0], unit="28_inf-110") if hasattr(options[0], "unit") else None
    assert wrong is not None
    with pytest.raises(AssertionError, match="refused"):
        watch.probe(position, [wrong])
