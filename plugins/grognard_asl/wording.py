"""Actions as a person reads them in a numbered list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grognard import notation
from grognard.play import Action, Play
from grognard.reasons import printed, total
from grognard_asl.battlefield import printed_mf
from grognard_asl.defensive_fire import ChooseFirstFire
from grognard_asl.fire import ChooseFirers, attack, attack_drm, attack_firepower, targets_in
from grognard_asl.firepower import bearer_of
from grognard_asl.groups import Fire
from grognard_asl.marching import March, hex_of, step_cost
from grognard_asl.phrases import Phrase, named, place, stack
from grognard_asl.position import Asl, AslPosition
from grognard_asl.rally import rally_reasons
from grognard_asl.tables import Tables

__all__ = ["describe"]

TEXTS: Mapping[str, Phrase] = {
    "Place": Phrase("Set up {unit} in {place}", "将 {unit} 布置在 {place}"),
    "Issue": Phrase("Give {weapon} to {unit}", "将 {weapon} 交给 {unit}"),
    "Give": Phrase("Transfer {weapon} to {unit}", "将 {weapon} 转交 {unit}"),
    "Recover": Phrase("{unit} tries to recover {weapon}", "{unit} 尝试回收 {weapon}"),
    "EndTransfers": Phrase("Hand over nothing more", "不再转移机枪"),
    "Drop": Phrase("Drop {weapon}", "放弃 {weapon}"),
    "TakeUp": Phrase("{unit} picks up {weapon}", "{unit} 拾取 {weapon}"),
    "Rally": Phrase("{leader} tries to rally {unit}: DRM {drm:+d}", "{leader} 尝试重整 {unit}：DRM {drm:+d}"),
    "SelfRally": Phrase("{unit} tries to rally itself: DRM {drm:+d}", "{unit} 自行重整：DRM {drm:+d}"),
    "EndRally": Phrase("Rally nobody else", "不再重整"),
    "KeepDm": Phrase("Keep {unit} under DM", "{unit} 保留 DM"),
    "RemoveDm": Phrase("Remove the DM counter of {unit}", "移除 {unit} 的 DM"),
    "Target": Phrase("Fire at {place}: {stack}", "向 {place} 射击：{stack}"),
    "EndFire": Phrase("End fire", "结束射击"),
    "HoldFire": Phrase("Hold fire", "不射击"),
    "LetGo": Phrase("Let them go: no fire at the rest of this move", "放行：本次移动余下部分不再射击"),
    "KeepRate": Phrase("Keep the rate of fire", "保有射速"),
    "GiveUpRate": Phrase("Give the rate of fire up: leave Residual FP", "放弃射速：留下残留火力"),
    "Move": Phrase("Move {units} {origin}", "{origin}移动 {units}"),
    "EndMoves": Phrase("End movement", "结束移动"),
    "Walk": Phrase("Move normally", "普通移动"),
    "Assault": Phrase("Assault Movement: one hex", "突击移动：一格"),
    "DoubleTime": Phrase("Double time: 2 MF more, exhausted", "双倍移动：多 2 MF，陷入疲劳"),
    "To": Phrase("to {place} ({mf} MF)", "前往 {place}（{mf} MF）"),
    "OffRoad": Phrase("to {place}, beside the road ({mf} MF)", "离开道路前往 {place}（{mf} MF）"),
    "Stop": Phrase("Stop here", "停在此处"),
    "Split": Phrase("{units} go on alone", "{units} 单独继续移动"),
    "RemoveUnit": Phrase("Remove {unit}", "移除 {unit}"),
    "Rout": Phrase("Rout {unit}", "{unit} 溃退"),
    "RoutWith": Phrase("Rout {unit} together with {leaders}", "{unit} 与 {leaders} 一同溃退"),
    "Break": Phrase("Break {unit} voluntarily", "{unit} 自愿溃散"),
    "EndRouts": Phrase("Rout nobody else", "不再溃退"),
    "Crawl": Phrase("Low Crawl to {place}", "匍匐至 {place}"),
    "Advance": Phrase("Advance {unit} to {place}", "{unit} 推进至 {place}"),
    "EndAdvances": Phrase("Advance nobody else", "不再推进"),
    "Fight": Phrase("Close combat in {place}: {stack}", "{place} 近战：{stack}"),
    "Support": Phrase("Stack {leader} on {unit}", "{leader} 与 {unit} 堆叠"),
    "Alone": Phrase("{leader} fights alone", "{leader} 单独作战"),
    "Ready": Phrase("Drop nothing more", "不再放弃机枪"),
    "Engage": Phrase("{unit} attacks {targets}", "{unit} 攻击 {targets}"),
    "Join": Phrase("{unit} joins the attack of {attack}", "{unit} 加入 {attack} 的攻击"),
    "Abstain": Phrase("{unit} does not attack", "{unit} 不攻击"),
}
FIRE = Phrase("Fire {firers}: {fp} FP, DRM {drm:+d}", "{firers} 射击：{fp} FP，DRM {drm:+d}")
LED = Phrase(
    "Fire {firers}, {leaders} directing: {fp} FP, DRM {drm:+d}",
    "{firers} 射击，{leaders} 指挥：{fp} FP，DRM {drm:+d}",
)
BLIND = Phrase("Fire {firers} at {hex}, without seeing it", "{firers} 向看不见的 {hex} 射击")


def describe(rules: Tables, position: AslPosition, action: Action, lang: str) -> str:
    """One line for an option of the decision at hand."""
    play = Play(position, rules)
    if isinstance(action, Fire):
        return fire_words(play, action, lang)
    text = TEXTS.get(type(action).__name__)
    if text is None or not position.agenda:
        return notation.say(action)
    wanted = [name for name in FACTS if f"{{{name}}}" in text.en or f"{{{name}:" in text.en]
    return text(lang, **{name: FACTS[name](play, action, lang) for name in wanted})


def fire_words(play: Asl, action: Fire, lang: str) -> str:
    """Who fires, how strong, with what DRM."""
    position, rules = play.position, play.rules
    frame = position.agenda[-1]
    firers = stack(rules, position, action.firers, lang)
    if isinstance(frame, ChooseFirers):
        shot = attack(frame.side, frame.mode, frame.hex, action, frame.targets, frame.mover)
    elif isinstance(frame, ChooseFirstFire):
        shot = attack(frame.side, "first", frame.hex, action, frame.targets, frame.mover)
    else:
        return notation.say(action)
    field = rules.field(position)
    if not all(field.sees(position.units[bearer_of(position, each)].hex, shot.hex) for each in action.firers):
        return BLIND(lang, firers=firers, hex=shot.hex)
    fp, _ = attack_firepower(play, shot.firers, shot.hex, shot.mode)
    text = LED if action.leaders else FIRE
    leaders = stack(rules, position, action.leaders, lang)
    drm = total(attack_drm(play, shot))
    return text(lang, firers=firers, leaders=leaders, fp=printed(fp), drm=drm)


OUT_OF = Phrase("out of {hex}", "从 {hex} ")
ENTERING = Phrase("onto the map", "从地图外")

Fact = Callable[[Asl, Any, str], object]
"""Works out one gap of a text from the position, an action and a language."""


def _one(field: str) -> Fact:
    def words(play: Asl, action: Any, lang: str) -> str:
        return named(play.rules, play.position, getattr(action, field), lang)

    return words


def _several(field: str) -> Fact:
    def words(play: Asl, action: Any, lang: str) -> str:
        ids: Sequence[str] = getattr(action, field)
        return stack(play.rules, play.position, ids, lang)

    return words


def _place(play: Asl, action: Any, lang: str) -> str:
    return place(play.rules, play.position, action.hex, lang)


def _stack(play: Asl, action: Any, lang: str) -> str:
    side = getattr(play.position.agenda[-1], "side", "")
    ids = targets_in(play.position, action.hex, side)
    if type(action).__name__ == "Fight":
        ids = play.position.at.get(action.hex, ())
    return stack(play.rules, play.position, ids, lang)


def _drm(play: Asl, action: Any, lang: str) -> int:
    return total(rally_reasons(play, action.unit, getattr(action, "leader", "")))


def _origin(play: Asl, action: Any, lang: str) -> str:
    hex = play.position.units[action.units[0]].hex
    return OUT_OF(lang, hex=hex) if hex else ENTERING(lang)


def _mf(play: Asl, action: Any, lang: str) -> str:
    """What a step costs, of a move or of a rout: the terrain is the same."""
    off_road = type(action).__name__ == "OffRoad"
    moving = next((frame for frame in reversed(play.position.agenda) if isinstance(frame, March)), None)
    here = hex_of(play, moving) if moving is not None else _routing_from(play)
    if moving is not None:
        return printed_mf(total(step_cost(play, moving, action.hex, off_road=off_road)))
    return printed_mf(play.rules.field(play.position).step_cost(here, action.hex, off_road=off_road) or 0)


def _routing_from(play: Asl) -> str:
    for frame in reversed(play.position.agenda):
        unit = play.position.units.get(getattr(frame, "unit", ""))
        if unit is not None:
            return unit.hex
    raise LookupError("nobody routs")


FACTS: Mapping[str, Fact] = {
    "unit": _one("unit"), "weapon": _one("weapon"), "leader": _one("leader"), "attack": _one("attack"),
    "leaders": _several("leaders"), "units": _several("units"), "targets": _several("targets"),
    "place": _place, "stack": _stack, "drm": _drm, "origin": _origin, "mf": _mf,
}  # fmt: skip
