"""Events as sentences."""

from __future__ import annotations

import ast
import random
from functools import cache
from pathlib import Path

import pytest
from tests.plugins.ardennes44.drawing import Table, game_with

import grognard_ardennes44
from grognard.dice import SeededDice
from grognard.play import Event
from grognard_ardennes44.bridges import DemolitionRoll
from grognard_ardennes44.combat import ChooseAttackers, CombatPhase
from grognard_ardennes44.telling import DOOMS, EVENTS, RESULTS, WHYS

PACKAGE = Path(grognard_ardennes44.__file__).parent


@cache
def logged() -> dict[str, set[str]]:
    """Every word that the chapters log → the facts that go with it."""
    found: dict[str, set[str]] = {}
    for file in sorted(PACKAGE.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if node.func.attr != "log" or not node.args:
                continue
            word = node.args[0]
            words = [word.body, word.orelse] if isinstance(word, ast.IfExp) else [word]
            for each in words:
                assert isinstance(each, ast.Constant), f"{file.name}: {ast.unparse(node)}"
                found.setdefault(str(each.value), set()).update(str(key.arg) for key in node.keywords)
    return found


def test_every_word_that_a_chapter_logs_has_a_sentence_and_no_other() -> None:
    assert set(logged()) == set(EVENTS)


@pytest.mark.parametrize("word", sorted(EVENTS))
def test_a_sentence_names_only_facts_that_are_logged_in_both_languages(word: str) -> None:
    facts = dict.fromkeys(logged()[word], "x")
    for lang in ("en", "zh"):
        assert "x" in EVENTS[word](lang, **facts)


def test_every_way_to_be_eliminated_is_worded() -> None:
    whys = set()
    for file in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "eliminate":
                assert isinstance(node.args[2], ast.Constant)
                whys.add(node.args[2].value)
    assert whys == set(WHYS)


def test_every_end_of_a_game_is_worded() -> None:
    tree = ast.parse((PACKAGE / "victory.py").read_text(encoding="utf-8"))
    ends = {
        ast.literal_eval(node.args[2])
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Outcome"
    }
    assert ends == set(RESULTS["won"])


def told(table: Table, lang: str = "en") -> list[str]:
    return [table.game.tell(event, lang) for event in table.events]


def test_a_bridge_blown_and_one_that_stands() -> None:
    table = Table(3)
    table.road("primary", (0, 0), (1, 0))
    table.river((0, 0), (1, 0))
    table.unit("allied", (0, 0))
    bridge = str(table.side((0, 0), (1, 0)))
    table.begin(DemolitionRoll("allied", bridge, in_combat=False), dice=[6])
    a, b = bridge.split("|")
    assert told(table) == [f"The bridge between {a} and {b} is not blown. Die: 6."]
    table.events.clear()
    table.begin(DemolitionRoll("allied", bridge, in_combat=False), dice=[1])
    assert told(table, "zh") == [f"{a} 与 {b} 之间的桥被炸毁。骰：1。"]


def test_an_attack_is_told_from_the_units_to_the_retreat() -> None:
    table = Table(4)
    for at in ((0, 0), (0, 1)):
        table.unit("german", at, attack=12, formation="2_pz")
    defender = table.unit("allied", (1, 0), defence=1)
    table.position.agenda += [CombatPhase("german", begun=True, over=True)]
    table.begin(ChooseAttackers("german", table.hex(1, 0)))
    table.play("join g01", "join g02", dice=[1, *[6] * 6])
    lines = told(table)
    target = table.hex(1, 0)
    assert lines[0] == f"The Germans attack {target} with 2 Pz g01, 2 Pz g02."
    assert lines[1] == f"Combat in {target}, column 7:1: D1*. Die: 1."
    assert not any(line.startswith("Result") for line in lines), "nothing is told twice"
    assert f"{defender.capitalize()} in {target} loses a step." in lines


@pytest.mark.parametrize(
    ("what", "facts", "en", "zh"),
    [
        (
            "moved",
            {"unit": "2_pz-304", "hex": "E2115", "to": "E2216", "by": "tactical", "path": "E2115 E2216"},
            "2 Pz 304 moves from E2115 to E2216 (tactical movement).",
            "第2装甲师 304从 E2115 移动到 E2216（战术移动）。",
        ),
        (
            "retreated",
            {"unit": "28_inf-110", "hex": "E2315", "to": "box:SW", "state": "broken"},
            "28 Inf 110 retreats from E2315 to the Off Map Box SW, broken.",
            "第28步兵师 110从 E2315 撤退到 图外区 SW，溃散。",
        ),
        (
            "retreated",
            {"unit": "28_inf-110", "hex": "E2315", "to": "E2415", "state": ""},
            "28 Inf 110 retreats from E2315 to E2415.",
            "第28步兵师 110从 E2315 撤退到 E2415。",
        ),
        (
            "fuel roll",
            {"table": "5 PzA", "result": "2_pz|pz_lehr"},
            "Fuel shortage of 5th Panzer Army: 2 Pz or Pz Lehr.",
            "第5装甲集团军 燃料短缺：第2装甲师或装甲教导师。",
        ),
        (
            "firefight",
            {"unit": "2_pz-304", "target": "E2315", "result": "A1/D1", "roll": "1+1"},
            "Firefight led by 2 Pz 304: A1/D1. Die: 1+1.",
            "第2装甲师 304主攻交火：A1/D1。骰：1+1。",
        ),
        (
            "traffic back",
            {"marker": "german3", "hex": "E2315"},
            "Traffic marker 3 of the Germans goes from E2315 back to the box.",
            "E2315 的德军 3 号交通标记收回。",
        ),
        (
            "defensive artillery",
            {"unit": "viii_174_artillery", "roll": 1, "result": "TOT"},
            "Defensive artillery of VIII/174: time on target, the attack is stopped. Die: 1.",
            "VIII/174防御炮火：同时弹着，攻击中止。骰：1。",
        ),
        (
            "phase",
            {"phase": "combat", "side": "allied", "turn": 4},
            "Turn 4, the Allies: Combat.",
            "第 4 回合，盟军：战斗。",
        ),
    ],
)
def test_sentences(what: str, facts: dict[str, str | int], en: str, zh: str) -> None:
    game, event = game_with(), Event(what, tuple(facts.items()))
    assert (game.tell(event, "en"), game.tell(event, "zh")) == (en, zh)


@pytest.mark.parametrize("cite", sorted(DOOMS))
def test_who_is_doomed_is_told_why(cite: str) -> None:
    event = Event("doomed", (("unit", "28_inf-110"), ("why", "any"), ("cite", cite)))
    assert game_with().tell(event).startswith("28 Inf 110 does not survive the retreat: ")
    assert "any" not in game_with().tell(event)


def test_a_game_by_chance_is_told_in_both_languages() -> None:
    game, dice, chance = game_with(), SeededDice(5), random.Random(5)
    events: list[Event] = []
    position = game.start("our-clervaux", dice, events=events)
    options = game.options(position)
    for _ in range(400):
        if not options:
            break
        options = game.apply(position, chance.choice(options), dice, events=events)
    assert len({event.what for event in events}) > 10
    for event in events:
        for lang in ("en", "zh"):
            line = game.tell(event, lang)
            assert line.endswith((".", "。"))
            assert "{" not in line
