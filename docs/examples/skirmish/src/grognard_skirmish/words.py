"""Sentences for people, in both languages. No rule reads them."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.play import Action, Event
from grognard_skirmish.ambush import Hide, Hold, Spring
from grognard_skirmish.fire import EndFire, Fire
from grognard_skirmish.movement import Activate, EndMoves, Move
from grognard_skirmish.position import SkirmishPosition, SkirmishRules, Unit

EVENTS: Mapping[str, Mapping[str, str]] = {
    "turn": {"en": "Turn {turn}.", "zh": "第 {turn} 回合。"},
    "hiding-place": {"en": "Your ambush lies in {hex}.", "zh": "伏击点在 {hex}。"},
    "moved": {"en": "{side} {type} {unit} moves to {hex}.", "zh": "{side}{type} {unit} 移动到 {hex}。"},
    "ambush": {"en": "{side} springs its ambush in {hex} on {unit}!", "zh": "{side}在 {hex} 伏击 {unit}！"},
    "surprised": {
        "en": "The ambush on {side} {type} {unit}: {result}.",
        "zh": "伏击{side}{type} {unit}：{result}。",
    },
    "fire": {
        "en": "Fire at {side} {type} {unit}: {roll}, {result}.",
        "zh": "射击{side}{type} {unit}：{roll}，{result}。",
    },
    "reduced": {"en": "{side} {type} {unit} is reduced.", "zh": "{side}{type} {unit} 减员。"},
    "destroyed": {"en": "{side} {type} {unit} is destroyed.", "zh": "{side}{type} {unit} 被消灭。"},
    "held": {"en": "{side} holds {hex} at the end.", "zh": "终局时{side}占据 {hex}。"},
}

ACTIONS: Mapping[type[Action], Mapping[str, str]] = {
    Hide: {"en": "hide the ambush in {hex}", "zh": "在 {hex} 设伏"},
    Activate: {"en": "move {unit}", "zh": "移动 {unit}"},
    EndMoves: {"en": "end movement", "zh": "结束移动"},
    Move: {"en": "to {hex}, {terrain}", "zh": "前往 {hex}（{terrain}）"},
    Spring: {"en": "spring the ambush", "zh": "发动伏击"},
    Hold: {"en": "keep quiet", "zh": "按兵不动"},
    Fire: {"en": "fire with {unit} at {target}", "zh": "用 {unit} 射击 {target}"},
    EndFire: {"en": "end fire", "zh": "结束射击"},
}

RESULTS: Mapping[str, Mapping[str, str]] = {
    "miss": {"en": "a miss", "zh": "未命中"},
    "loss": {"en": "a step lost", "zh": "损失一级"},
    "destroyed": {"en": "both steps lost", "zh": "损失两级"},
    "nobody": {"en": "Nobody", "zh": "无人"},
}


def name(rules: SkirmishRules, key: str, lang: str) -> str:
    """Display name of a unit type, terrain, side or result; the key itself if it has none."""
    for table in (rules.units, rules.terrain, rules.sides):
        if key in table:
            return table[key].name.said(lang)
    return RESULTS[key][lang] if key in RESULTS else key


def tell(rules: SkirmishRules, event: Event, lang: str) -> str:
    """An event as a sentence."""
    facts = {fact: name(rules, str(value), lang) for fact, value in event.facts}
    return EVENTS[event.what][lang].format(**facts)


def describe(rules: SkirmishRules, position: SkirmishPosition, action: Action, lang: str) -> str:
    """An option as a line of a menu: units with their type, hexes with their terrain."""
    facts = {fact: str(getattr(action, fact)) for fact in action.__struct_fields__}
    for fact in ("unit", "target"):
        unit = position.units.get(facts.get(fact, ""))
        if unit is not None:
            facts[fact] = f"{name(rules, unit.type, lang)} {unit.id} ({unit.hex})"
    ground = rules.battlefields[position.scenario].terrain.get(facts.get("hex", ""))
    facts["terrain"] = ground.name.said(lang).lower() if ground else ""
    return ACTIONS[type(action)][lang].format(**facts)


def effect(before: SkirmishPosition, after: SkirmishPosition) -> str:
    """What became of the units, for the rows of an odds table."""
    changes = (_change(unit, after.units.get(unit.id)) for unit in before.units.values())
    return ", ".join(change for change in changes if change) or "no effect"


def _change(old: Unit, new: Unit | None) -> str:
    if new is None:
        return f"{old.id} destroyed"
    if new.reduced > old.reduced:
        return f"{old.id} reduced"
    return f"{old.id} to {new.hex}" if new.hex != old.hex else ""
