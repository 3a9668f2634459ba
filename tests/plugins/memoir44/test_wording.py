"""What Memoir '44 says to people: options, events, the margin of the map."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.plugins.memoir44.drawing import Table, game_with

import grognard_memoir44
from grognard.dice import SeededDice
from grognard.notation import say
from grognard.play import Action, Decision, Event
from grognard_memoir44.game import MemoirGame
from grognard_memoir44.hand import ChooseKeep
from grognard_memoir44.retreat import Flags
from grognard_memoir44.standing import TASKS
from grognard_memoir44.telling import EVENTS

DUEL = {"allies infantry": "G5", "axis armor": "H5"}
LATIN = re.compile(r"[A-Za-z]{3,}")


def duel(**more: Any) -> Table:
    """Allied infantry beside Axis armor, and units that give both sides a choice."""
    return Table({**DUEL, "allies artillery": "G3", "axis infantry": "h6"}, **more)


def surrounded() -> Table:
    units = {"allies infantry": "G5", "axis armor": "H5", "axis infantry": "g6"}
    return Table(units, {"forest": "H5"})


def commanding(hand: str, **more: Any) -> Table:
    return duel(hands={"allies": hand, "axis": "probe_left"}, **more).commanding()


def ordering(card: str) -> Table:
    units = {"allies infantry": "G5 G3 E3", "axis infantry": "A9"}
    return Table(units, order=card).give_orders()


def overrunning() -> Table:
    units = {"allies armor": "F5", "axis infantry": "G5:1 H5"}
    return Table(units).attack("F5", "G5", "grenade flag flag", "take-ground G5")


def ambushed() -> Table:
    return duel(hands={"axis": "ambush"}).battling("G5").play("battle G5", "attack H5")


def leaving() -> Table:
    exits = ({"side": "allies", "hexes": ["A9"], "medals": 2},)
    table = Table({"allies infantry": "A9", "axis infantry": "M1"}, exit=exits)
    return table.moving("A9").play("move A9")


def keeping() -> Table:
    table = duel()
    table.position.drawn = ("probe_left", "recon_1_center")
    return table.run(ChooseKeep("allies"))


def flagged(flags: int) -> Table:
    table = Table({"axis infantry": "G5"}, {"bunker": "G5"}, owners={"bunker": "axis"})
    return table.run(Flags("axis1", flags, True))


def retreating() -> Table:
    table = Table({"axis infantry": "G5"}, {"forest": "g6"}, side="allies")
    return table.run(Flags("axis1", 2, False))


def resisting() -> Table:
    table = Table({"allies french_resistance": "G5"}, side="axis")
    return table.run(Flags("allies1", 1, False)).play("retreat g4")


def healing() -> Table:
    table = Table({"allies infantry": "G5:2 G3:1", "axis infantry": "A9"}, order="medics_mechanics")
    return table.give_orders()


def striking(card: str) -> Table:
    return Table({"allies infantry": "G1", "axis infantry": "G5 H5 A9"}, order=card).give_orders()


def creeping() -> Table:
    """Behind Enemy Lines after the battle."""
    table = Table({"allies infantry": "G5", "axis infantry": "A9"}, order="behind_enemy_lines")
    return table.fighting("G5").play("move G5", "to G3", "end-moves")


def observing() -> Table:
    post = {
        "side": "allies", "hexes": ["G3"], "card": "recon_1", "played_as": "air_power",
        "target_in_section": True,
    }  # fmt: skip
    return commanding("recon_1_center", recon_strike=post)


OPTIONS: list[tuple[Callable[[], Table], str, str, str]] = [
    (lambda: commanding("probe_left assault_left"), "play probe_left", "Play Probe (left): order 2 units",
     "打出“试探（左翼）”：命令 2 个单位"),
    (lambda: commanding("recon_in_force probe_left"), "play recon_in_force",
     "Play Recon in Force: order 1 unit in each section", "打出“武力侦察”：每个区段命令 1 个单位"),
    (lambda: commanding("armor_assault probe_left"), "play armor_assault",
     "Play Armor Assault: order 1 unit of any type, having no armor",
     "打出“装甲突击”：没有装甲，改为命令任意类型的 1 个单位"),
    (lambda: commanding("ambush counter_attack"), "play ambush", "Play Ambush: no effect now",
     "打出“伏击”：此刻无效果"),
    (observing, "strike-with recon_1_center",
     "Play Recon 1 (center) as Air Power: strike up to 4 enemies next to each other, 2 dice each",
     "将“侦察 1（中央）”当作“空中力量”打出：打击至多 4 个相连的敌方单位，各 2 枚骰子"),
    (lambda: ordering("infantry_assault"), "section left", "Order in the left flank", "在左翼下达命令"),
    (lambda: ordering("probe_center"), "order G5", "Order the infantry (4) in G5", "命令 G5 的步兵（4）"),
    (lambda: ordering("probe_center"), "done", "Order no more units here (up to 2 more, down the list)",
     "不再命令其他单位（依次尚可命令 2）"),
    (lambda: duel().moving("G5 G3"), "move G5", "Move the infantry (4) in G5", "移动 G5 的步兵（4）"),
    (lambda: duel().moving("G5 G3"), "end-moves", "End movement", "结束移动"),
    (lambda: duel().moving("G5").play("move G5"), "to g6", "to g6 (1 hex)", "前往 g6（1 格）"),
    (lambda: duel().moving("G5").play("move G5"), "to E5", "to E5 (2 hexes, no battle after)",
     "前往 E5（2 格，之后不能战斗）"),
    (lambda: duel(terrain={"forest": "g6"}).moving("G5").play("move G5"), "to g6",
     "to g6, forest (1 hex, no battle after)", "前往 g6 森林（1 格，之后不能战斗）"),
    (lambda: duel(terrain={"river": "g6", "bridge": "g6"}).moving("G5").play("move G5"), "to g6",
     "to g6, bridge (1 hex)", "前往 g6 桥梁（1 格）"),
    (leaving, "leave A9", "Leave the board over A9 (2 medals)", "从 A9 离开棋盘（2 枚奖章）"),
    (creeping, "remain", "Stay in G3: no second move", "停在 G3：不作第二次移动"),
    (lambda: duel().battling("G5"), "battle G5", "Battle with the infantry (4) in G5",
     "用 G5 的步兵（4）战斗"),
    (lambda: duel(terrain={"wire": "G5"}).battling("G5"), "remove-wire G5",
     "Remove the wire in G5 instead of battling", "不战斗，移除 G5 的铁丝网"),
    (lambda: duel().battling("G5"), "end-battles", "End battles", "结束战斗"),
    (lambda: surrounded().battling("G5").play("battle G5"), "attack H5",
     "Attack the armor (3) in H5: 2 dice", "攻击 H5 的装甲（3）：2 枚骰子"),
    (ambushed, "ambush", "Play Ambush: the armor (3) in H5 strikes first, 3 dice",
     "打出“伏击”：H5 的装甲（3）先行攻击，3 枚骰子"),
    (ambushed, "pass", "Let the attack on H5 come", "让对 H5 的攻击继续"),
    (lambda: duel(terrain={"town": "H5"}).attack("G5", "H5", "flag star"), "take-ground H5",
     "Take ground in H5, town", "占领 H5 城镇与村庄"),
    (lambda: duel().attack("G5", "H5", "flag star star"), "stay", "Stay: take no ground",
     "停留：不占领地面"),
    (overrunning, "overrun H5", "Overrun: attack the infantry (4) in H5, 3 dice",
     "装甲冲锋：攻击 H5 的步兵（4），3 枚骰子"),
    (overrunning, "halt", "Halt: no overrun", "停止：不发动装甲冲锋"),
    (lambda: flagged(1), "ignore", "Ignore the flag", "忽略旗帜"),
    (lambda: flagged(2), "ignore", "Ignore 1 of 2 flags", "2 面旗帜中忽略 1 面"),
    (lambda: flagged(2), "heed", "Heed every flag: retreat 2 hexes", "承受全部旗帜：撤退 2 格"),
    (retreating, "retreat g6", "Retreat to g6, forest, 1 more to go", "撤退到 g6 森林，还须撤退 1 格"),
    (resisting, "stand", "Stand: retreat no further", "停住：不再撤退"),
    (keeping, "keep probe_left", "Keep Probe (left): order 2 units", "留下“试探（左翼）”：命令 2 个单位"),
    (healing, "heal G5", "Recover the infantry (2) in G5, which lost 2 figures: 1 die",
     "恢复 G5 的步兵（2），已损失 2 个棋子：1 枚骰子"),
    (lambda: striking("air_power"), "target A9", "Strike the infantry (4) in A9: 2 dice",
     "打击 A9 的步兵（4）：2 枚骰子"),
    (lambda: striking("air_power"), "enough", "Strike nobody", "不打击任何目标"),
    (lambda: striking("air_power").play("target G5"), "enough", "Strike no further target", "不再选择目标"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "text", "en", "zh"), OPTIONS, ids=[f"{o[1]}: {o[2]}" for o in OPTIONS])
def test_an_option_reads_like_a_line_of_a_list(
    make: Callable[[], Table], text: str, en: str, zh: str
) -> None:
    table = make()
    assert text in table.options
    action = table.game.parse(table.position, text)
    assert table.game.describe(table.position, action) == en
    assert table.game.describe(table.position, action, "zh") == zh


def action_types() -> set[type[Action]]:
    """Every kind of action the decisions of the system ask for."""
    kinds = game_with().frames.values()
    return {action for kind in kinds if issubclass(kind, Decision) for action in kind.actions}


def test_every_kind_of_action_has_words_of_its_own() -> None:
    made = [(table := make(), table.game.parse(table.position, text)) for make, text, _, _ in OPTIONS]
    assert {type(action) for _, action in made} == action_types()
    for table, action in made:
        assert table.game.describe(table.position, action) != say(action)


@pytest.mark.parametrize("scenario", ["sainte-mere-eglise", "omaha-beach", "operation-luttich"])
def test_no_two_options_of_a_decision_read_alike(game: MemoirGame, scenario: str) -> None:
    dice = SeededDice(3)
    position = game.start(scenario, dice)
    for n in range(120):
        options = game.options(position)
        for lang in ("en", "zh"):
            lines = [game.describe(position, option, lang) for option in options]
            assert len(set(lines)) == len(lines)
            assert lang == "en" or not any(LATIN.search(line) for line in lines)
        game.apply(position, options[n * 7 % len(options)], dice)


# Events --------------------------------------------------------------------------------------------------


def logged() -> Iterator[str]:
    """The kind of every event that a chapter logs, read from the source."""
    root = Path(grognard_memoir44.__file__).parent
    for file in sorted(root.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "log"
            ):
                assert isinstance(node.args[0], ast.Constant), f"{file.name}: an event needs a plain name"
                yield str(node.args[0].value)


def test_every_event_the_rules_log_has_a_sentence_and_no_sentence_is_idle() -> None:
    assert set(logged()) == set(EVENTS) - {"played as", "played idle"}


SENTENCES = [
    (Event("turn", (("number", 3), ("side", "axis"))), "Turn 3: the Axis to play.",
     "第 3 回合：轮到轴心国。"),
    (Event("dealt", (("side", "allies"), ("cards", 5))), "The Allies are dealt 5 cards.",
     "盟军起手 5 张牌。"),
    (Event("drop lost", (("side", "allies"), ("kind", "infantry"), ("hex", "off the board"))),
     "Allied infantry comes down off the board and is lost.", "盟军步兵落在棋盘外，损失掉。"),
    (Event("played", (("side", "allies"), ("card", "counter_attack"), ("order", "probe_left"))),
     "The Allies play Counter-Attack: Probe (left).", "盟军打出“反击”，等同“试探（左翼）”。"),
    (Event("played", (("side", "allies"), ("card", "ambush"), ("order", ""))),
     "The Allies play Ambush without effect.", "盟军打出“伏击”，无效果。"),
    (Event("rolled", (("why", "battle"), ("dice", 3), ("hits", 2), ("flags", 1), ("hex", "g4"))),
     "Battle, 3 dice at g4: 2 hits, 1 flag.", "战斗，对 g4 掷 3 枚骰子：2 次命中，1 面旗帜。"),
    (Event("rolled", (("why", "air power"), ("dice", 1), ("hits", 0), ("flags", 0), ("hex", "g4"))),
     "Air power, 1 die at g4: nothing.", "空中力量，对 g4 掷 1 枚骰子：无结果。"),
    (Event("lost", (("side", "axis"), ("kind", "special_forces"), ("hex", "g4"), ("figures", 1))),
     "Axis special forces unit in g4 loses 1 figure.", "g4 的轴心国特种部队损失 1 个棋子。"),
    (Event("finest hour", (("side", "axis"), ("infantry", 2), ("armor", 0), ("any", 1))),
     "The Axis may order: 2 infantry, 1 of any type.", "轴心国可以命令：步兵 2 个、任意类型 1 个。"),
    (Event("medal", (("side", "axis"), ("medals", 2), ("why", "eliminated"))),
     "The Axis gain 2 medals (unit eliminated).", "轴心国获得 2 枚奖章（消灭单位）。"),
    (Event("won", (("side", "axis"), ("why", "the deck has run out"))),
     "The Axis win: the deck has run out.", "轴心国获胜：牌库用尽。"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "en", "zh"), SENTENCES, ids=[s[1] for s in SENTENCES])
def test_an_event_is_told_as_a_sentence(game: MemoirGame, event: Event, en: str, zh: str) -> None:
    assert game.tell(event) == en
    assert game.tell(event, "zh") == zh


@pytest.mark.parametrize("scenario", ["sainte-mere-eglise", "omaha-beach", "vassieux", "operation-luttich"])
def test_a_whole_game_is_told_without_a_gap_or_a_foreign_word(game: MemoirGame, scenario: str) -> None:
    dice, events = SeededDice(5), list[Event]()
    position = game.start(scenario, dice, events=events)
    options = game.options(position)
    for n in range(1500):
        if not options:
            break
        options = game.apply(position, options[n * 13 % len(options)], dice, events=events)
    assert len({event.what for event in events}) > 12
    for event in events:
        english, chinese = game.tell(event), game.tell(event, "zh")
        assert english[0].isupper() and english.endswith(".")
        assert chinese.endswith("。") and not LATIN.search(chinese)
        assert not re.search(r"[{}_]|  ", english + chinese)


def test_hands_are_never_told() -> None:
    """Events that say how many cards somebody draws do not say which."""
    table = duel(hands={"allies": "recon_1_center recon_1_left"}).commanding()
    table.play("play recon_1_center", dice=())
    secret = {event.what: event for event in table.events}
    assert set(dict(secret["played"].facts)) == {"side", "card", "order"}


# The margin ----------------------------------------------------------------------------------------------


def test_every_decision_has_a_task() -> None:
    decisions = {name for name, kind in game_with().frames.items() if issubclass(kind, Decision)}
    assert set(TASKS) == decisions


def test_the_margin_names_the_own_hand_and_counts_the_other() -> None:
    table = commanding("probe_left probe_left assault_right")
    lines = table.game.status(table.game.view(table.position, "allies"))
    assert "Hand of the Allies: Assault (right), Probe (left) ×2" in lines
    assert "Hand of the Axis: 1 card" in lines
    assert table.game.status(table.game.view(table.position, "axis"))[2] == "Hand of the Allies: 3 cards"


def test_the_margin_counts_the_deck_without_hidden_hands() -> None:
    table = commanding("probe_left assault_right")
    deck = f"Deck: {sum(table.position.deck.values())} cards, discards: 0 cards"
    for seen in (table.position, *(table.game.view(table.position, side) for side in ("allies", "axis"))):
        assert deck in table.game.status(seen)


def test_the_margin_shows_card_task_objective_and_score() -> None:
    goal = ({"hexes": ["G5"], "side": "allies"},)
    table = Table(DUEL, hands={"allies": "probe_center"}, objective=goal, medals={"allies": 2, "axis": 2})
    table.commanding().play("play probe_center")
    lines = table.game.status(table.position)
    assert lines[0] == "Turn 1, Allies active"
    assert "Medals: Allies 1 of 2, Axis 0 of 2" in lines
    assert "Objective G5: Allies" in lines
    assert "On the table: Probe (center)" in lines
    assert lines[-1].startswith("Allies: choose a unit")


def test_the_margin_says_who_has_won() -> None:
    table = Table({"allies infantry": "G5", "axis infantry": "H5:1 A9"}, medals={"allies": 1, "axis": 1})
    table.attack("G5", "H5", "infantry star star")
    assert table.game.status(table.position)[-1] == "The Allies have won, 1 : 0"
    assert table.game.status(table.position, "zh")[-1] == "盟军获胜，1 : 0"


# What is typed -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("g5", "G5"), ("F4", "f4"), ("m9", "M9"), ("LEFT", "left"), ("左翼", "left"), ("centre", "center"),
        ("probe-left", "probe_left"), ("Probe(left)", "probe_left"), ("试探（左翼）", "probe_left"),
        ("elite-armor", "elite_armor"), ("Z99", "Z99"), ("-", "-"),
    ],
)  # fmt: skip
def test_a_typed_word_means_what_is_printed(game: MemoirGame, typed: str, meant: str) -> None:
    assert game.canonical(typed) == meant


def test_every_option_is_read_back_from_its_text_in_capitals(game: MemoirGame) -> None:
    position = game.start("pegasus-bridge", SeededDice(1))
    for option in game.options(position):
        assert game.parse(position, game.say(option).upper()) == option
