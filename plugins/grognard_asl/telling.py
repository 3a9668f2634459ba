"""Events as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.play import Event
from grognard_asl.battlefield import printed_mf
from grognard_asl.phrases import Phrase, listed, sentence, strength, weapon, who
from grognard_asl.tables import Tables

__all__ = ["tell"]

EVENTS: Mapping[str, Phrase] = {
    "placed": Phrase("{army} sets up in {hex}.", "{army}布置在 {hex}。"),
    "issued": Phrase("{gun} goes to {unit}.", "{gun}交给 {unit}。"),
    "phase": Phrase("Turn {turn}, {side}: {phase}.", "第 {turn} 回合，{side}：{phase}。"),
    "transferred": Phrase("{gun} in {hex} goes to {unit}.", "{hex} 的{gun}转交 {unit}。"),
    "recovered": Phrase("{unit} recovers the {gun} in {hex}.", "{unit} 回收了 {hex} 的{gun}。"),
    "not recovered": Phrase("{unit} does not recover the {gun} in {hex}.", "{unit} 未能回收 {hex} 的{gun}。"),
    "taken up": Phrase("{unit} picks up the {gun}.", "{unit} 拾取{gun}。"),
    "dropped": Phrase("The {gun} is left in {hex}.", "{gun}留在 {hex}。"),
    "rallied": Phrase("{army} in {hex} rallies.", "{hex} 的{army}重整。"),
    "not rallied": Phrase("{army} in {hex} does not rally.", "{hex} 的{army}未能重整。"),
    "dm": Phrase("{army} in {hex} comes under DM.", "{hex} 的{army}陷入 DM。"),
    "dm removed": Phrase("{army} in {hex} is no longer under DM.", "{hex} 的{army}移除 DM。"),
    "fired": Phrase("Fire at {hex} on the {column} column, {dr} {drm}: {result}.",
                    "射击 {hex}，{column} 列，{dr} {drm}：{result}。"),
    "too little": Phrase("Fire at {hex} with {fp} FP is no attack.", "以 {fp} FP 射击 {hex}，不构成攻击。"),
    "no line of sight": Phrase("{firer} does not see {hex} and has fired for nothing.",
                               "{firer} 看不见 {hex}，空放一次。"),
    "cowered": Phrase("The fire at {hex} cowers.", "射击 {hex} 时畏缩。"),
    "residual": Phrase("{fp} Residual FP lies in {hex}.", "{hex} 残留火力 {fp}。"),
    "checks by its own fire": Phrase("{unit} is checked by the {roll} of its own fire.",
                                     "{unit} 以自身射击的 {roll} 作士气判定。"),
    "reduced": Phrase("{army} in {hex} is reduced to {to}.", "{hex} 的{army}减员为 {to}。"),
    "replaced": Phrase("{army} in {hex} is replaced by {to}.", "{hex} 的{army}被 {to} 替换。"),
    "eliminated": Phrase("{army} in {hex} is eliminated ({why}).", "{hex} 的{army}被消灭（{why}）。"),
    "broke": Phrase("{army} in {hex} breaks.", "{hex} 的{army}溃散。"),
    "pinned": Phrase("{army} in {hex} is pinned.", "{hex} 的{army}被压制。"),
    "moved": Phrase("{units} from {hex} to {to} ({mf} MF).", "{units} 从 {hex} 移动到 {to}（{mf} MF）。"),
    "routed": Phrase("{army} routs from {hex} to {to}.", "{army}从 {hex} 溃退到 {to}。"),
    "crawled": Phrase("{army} crawls from {hex} to {to}.", "{army}从 {hex} 匍匐到 {to}。"),
    "advanced": Phrase("{army} advances from {hex} to {to}.", "{army}从 {hex} 推进到 {to}。"),
    "close combat": Phrase("Close combat in {hex} at {odds}, DRM {drm}.", "{hex} 近战，{odds}，DRM {drm}。"),
    "melee": Phrase("Those in {hex} are in melee.", "{hex} 双方陷入混战。"),
    "controls": Phrase("{side} control {hex}.", "{side}控制 {hex}。"),
    "won": Phrase("{side} win: {why}.", "{side}获胜：{why}。"),
}  # fmt: skip

WHYS: Mapping[str, Phrase] = {
    "KIA": Phrase("KIA", "KIA"),
    "casualties": Phrase("casualties", "减员"),
    "overstacked": Phrase("overstacked", "超出堆叠上限"),
    "failure to rout": Phrase("failure to rout", "未能溃退"),
    "interdiction": Phrase("went with a unit that was interdicted", "伴随的单位被阻截"),
    "close combat": Phrase("close combat", "近战"),
    "control": Phrase("they control what they had to", "已控制所需之地"),
    "clear": Phrase("no Good Order enemy is where none may be", "目标处已无敌方良好秩序单位"),
    "losses": Phrase("the enemy has lost enough", "敌方损失已足"),
    "time": Phrase("the time is up", "时间已到"),
}


def tell(rules: Tables, event: Event, lang: str) -> str:
    """One event as a sentence; a kind of event without one is told by its facts."""
    facts = dict(event.facts)
    words: dict[str, object] = dict(facts)
    kind = str(facts.get("kind", ""))
    if kind in rules.units:
        words["army"] = army(rules, kind, lang)
    if kind in rules.weapons:
        words["gun"] = weapon(rules, kind, lang)
    if "side" in facts:
        words["side"] = who(rules, str(facts["side"]), lang)
    if "to" in facts and facts["to"] in rules.units:
        words["to"] = strength(rules.units[str(facts["to"])])
    if "phase" in facts:
        name = rules.sequence.phases[str(facts["phase"])].name
        words["phase"] = name.get(lang, name["en"])
    if "cost" in facts:
        words["mf"] = printed_mf(int(facts["cost"]))
    if "drm" in facts:
        words["drm"] = f"{int(facts['drm']):+d}"
    if "why" in facts:
        words["why"] = WHYS[str(facts["why"])](lang) if facts["why"] in WHYS else facts["why"]
    if "units" in facts:
        words["units"] = listed(lang, str(facts["units"]).split())
    return sentence(lang, EVENTS[event.what](lang, **words))


def army(rules: Tables, kind: str, lang: str) -> str:
    """A unit by its nation, strength and type: ``German 4-6-7 squad``."""
    return rules.name(kind, lang)
