"""Options as lines of a list, typed words, and the lines of the status."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from tests.plugins.ardennes44.drawing import Table, game_with

from grognard.dice import SeededDice
from grognard.play import Action, Decision
from grognard_ardennes44.advance import Advances, ChooseAdvance
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.combat import ChooseAttackers, CombatPhase
from grognard_ardennes44.losses import ChooseLoss
from grognard_ardennes44.movement import set_out
from grognard_ardennes44.movement_phase import MovementPhase
from grognard_ardennes44.moving import Moving
from grognard_ardennes44.position import ArdennesPosition
from grognard_ardennes44.retreat import ChooseRetreat, Retreats
from grognard_ardennes44.standing import TASKS
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.wording import PHRASES


def lines(table: Table, lang: str = "en") -> dict[str, str]:
    game, position = table.game, table.position
    return {game.say(action): game.describe(position, action, lang) for action in game.options(position)}


def decisions() -> list[type[Decision[ArdennesPosition, Tables, Any]]]:
    return [kind for kind in game_with().frames.values() if issubclass(kind, Decision)]


def test_every_decision_has_its_task_and_every_action_its_line() -> None:
    assert {each.__name__ for each in decisions()} == set(TASKS)
    actions = {action for kind in decisions() for action in kind.actions}
    assert actions == set(PHRASES)


@pytest.mark.parametrize("kind", list(PHRASES), ids=lambda kind: kind.verb)
def test_a_line_names_in_both_languages_what_the_action_names(kind: type[Action]) -> None:
    phrase = PHRASES[kind]
    for field in msgspec.structs.fields(kind):
        assert any(f"{{{gap}}}" in phrase.en for gap in (field.name, "at", "end")), field.name
    for gap in ("unit", "hex", "place", "at", "mp", "odds", "end", "units", "stack", "bridge"):
        assert (f"{{{gap}}}" in phrase.en) == (f"{{{gap}}}" in phrase.zh), gap


def test_a_hex_in_place_of_a_unit_is_answered_with_its_units() -> None:
    table = Table(3)
    id_ = table.unit("german", (0, 0), "mechanised")
    table.begin(MovementPhase("german"))
    here, empty = table.hex(0, 0), table.hex(1, 0)
    for hex, said in ((here, f"no german unit {here} in play; in {here}: {id_}"), (empty, "in play")):
        (reason,) = table.game.refusal(table.position, table.game.parse(table.position, f"move {hex}"))
        assert reason.text.endswith(said)


def test_moves_name_unit_place_and_points() -> None:
    table = Table(3)
    table.town("village", (0, 0), "Dasburg")
    id_ = table.unit("german", (0, 0), "mechanised", name="304", formation="2_pz", ma=10)
    table.begin(MovementPhase("german"))
    found, here = lines(table), table.hex(0, 0)
    assert found[f"move {id_}"] == f"Move 2 Pz 304 in {here} (Dasburg) (10 MP)"
    assert found[f"tactical {id_}"] == f"Tactical movement of 2 Pz 304 in {here} (Dasburg)"
    assert found["done"] == "End movement"
    assert lines(table, "zh")[f"move {id_}"] == f"移动 {here}（Dasburg）的第2装甲师 304（10 移动点）"


@pytest.mark.rule("A44-11.17", "A44-9.3")
def test_a_destination_tells_cost_what_is_left_and_the_ezoc() -> None:
    table = Table(4)
    table.road("primary", (0, 0), (1, 0), (2, 0))
    id_ = table.unit("german", (0, 0), "tank", ma=10)
    table.unit("allied", (3, 0))
    table.position.agenda.append(Moving("german", set_out(table.rules, table.position, id_, "move")))
    found = lines(table)
    assert found[f"to {table.hex(1, 0)}"] == f"to {table.hex(1, 0)} (½ MP, 9½ left)"
    assert found[f"to {table.hex(2, 0)}"] == f"to {table.hex(2, 0)} (1 MP, 9 left, in an EZOC)"


@pytest.mark.rule("A44-14.12")
def test_an_attack_tells_strengths_and_column() -> None:
    table = Table(3)
    table.terrain("forest", (1, 0))
    table.unit("german", (0, 0), attack=5, id="g1")
    table.unit("german", (0, 0), attack=4, id="g2")
    table.unit("allied", (1, 0), defence=1, id="a1")
    table.position.agenda.append(CombatPhase("german", begun=True))
    table.begin(ChooseAttackers("german", table.hex(1, 0), ("g1",)))
    found = lines(table)
    assert found["join g2"] == f"g2 in {table.hex(0, 0)} joins in (attack 4)"
    assert found["engage"] == "Attack: 5 to 2, column 2:1"


def test_a_target_is_named_with_its_units() -> None:
    table = Table(3)
    table.unit("german", (0, 0))
    table.unit("allied", (1, 0), id="a1")
    table.begin(CombatPhase("german", begun=True))
    assert lines(table) == {
        f"attack {table.hex(1, 0)}": f"Attack a1 in {table.hex(1, 0)}",
        "done": "No more attacks",
    }


def test_retreats_that_end_in_one_hex_are_told_apart_by_their_ways() -> None:
    table = Table(4)
    id_ = table.unit("allied", (0, 0))
    table.position.agenda += [Retreats((id_,), 2, "disrupted", 1), ChooseRetreat("allied", id_, 2)]
    found = lines(table)
    assert len(set(found.values())) == len(found)
    first = f"retreat {table.hex(1, 0)},{table.hex(2, 0)}"
    assert found[first] == f"Retreat {id_} to {table.hex(2, 0)} (by {table.hex(1, 0)})"


def test_losses_and_advances() -> None:
    table = Table(3)
    ids = (table.unit("german", (0, 0), steps=3), table.unit("german", (0, 0)))
    table.position.agenda += [
        Attack("german", table.hex(1, 0), ids),
        Advances("regular", far=()),
        ChooseAdvance("german", ids[0]),
    ]
    found = lines(table)
    assert found[f"advance {ids[0]} {table.hex(1, 0)}"] == f"Advance {ids[0]} to {table.hex(1, 0)} (1 hex)"
    assert found[f"hold {ids[0]}"] == f"{ids[0]} holds where it is"
    table.position.agenda[-1] = ChooseLoss("german", ids)
    assert lines(table)[f"lose {ids[0]}"] == f"{ids[0]} loses the step (3 of 3 left)"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_option_of_a_game_by_chance_has_a_line_of_its_own(lang: str) -> None:
    game, dice, chance = game_with(), SeededDice(3), random.Random(3)
    position = game.start("our-clervaux", dice)
    options = game.options(position)
    for _ in range(250):
        if not options:
            break
        said = [game.describe(position, option, lang) for option in options]
        assert all(said)
        assert len(set(said)) == len(said), type(position.agenda[-1]).__name__
        assert not any("{" in line for line in said)
        assert all(game.status(position, lang))
        options = game.apply(position, chance.choice(options), dice)


# Typed words -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("e2115", "E2115"),
        ("e2115|e2216", "E2115|E2216"),
        ("2_PZ-304", "2_pz-304"),
        ("2Pz304", "2_pz-304"),
        ("clervaux", "E2416"),
        ("克莱沃", "E2416"),
        ("28inf110", "28_inf-110"),
        ("anything", "anything"),
    ],
)
def test_typed_words_are_read_as_printed(typed: str, meant: str) -> None:
    assert game_with().canonical(typed) == meant


def test_a_move_can_be_typed_with_names() -> None:
    table = Table(3)
    id_ = table.unit("german", (0, 0))
    table.begin(MovementPhase("german"))
    assert table.game.say(table.game.parse(table.position, f"MOVE {id_.upper()}")) == f"move {id_}"
    table.play(f"move {id_}")
    hex = table.hex(1, 0)
    assert table.game.say(table.game.parse(table.position, f"to {hex.lower()}")) == f"to {hex}"


# The status ------------------------------------------------------------------------------------------------


def test_the_status_of_the_small_scenario() -> None:
    game = game_with()
    found = game.status(game.start("our-clervaux", SeededDice(1)))
    needed = game.rules.scenarios["our-clervaux"].victory.needed
    assert found[:6] == [
        "Turn 1 of 6, 16 December AM, overcast, mud",
        "Germans: Movement",
        f"Germans: 0 of {needed} points (no victory hex)",
        "SM markers: Germans 6, Allies 10",
        "Prime movers: 5th Panzer Army 2, 6th SS Panzer Army 2, 7th Army 1",
        "Traffic markers in the box: Germans 6, Allies 6",
    ]
    assert any(line.startswith("Reinforcements, turn ") and "101 Abn (4 units)" in line for line in found)
    assert found[-1] == "Germans: move units"


@pytest.mark.rule("A44-28.1", "A44-28.2")
def test_the_status_tells_frost_and_a_clear_sky() -> None:
    for turn, words in (
        (10, "overcast, mud"),
        (11, "overcast, frozen ground"),
        (15, "clear sky, frozen ground"),
    ):
        table = Table(2, turn=turn)
        position = table.position
        assert table.game.status(position)[0].endswith(words)


@pytest.mark.rule("A44-30.3")
def test_the_status_of_the_campaign_counts_every_condition() -> None:
    table = Table(3)
    table.objective((0, 0), "meuse")
    table.entry("K", (0, 0), "german")
    table.having(control={table.hex(0, 0): "german"})
    line = table.game.status(table.position)[1]
    assert "Antwerp: 0 of 24 attack points" in line
    assert "Meuse towns: 1 of 4" in line
    assert "assembly areas held by the Allies: 0 of 3" in line
