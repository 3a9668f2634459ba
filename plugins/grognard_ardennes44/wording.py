"""Actions as a person reads them in a numbered list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from grognard import notation
from grognard.play import Action, Play
from grognard.reasons import total
from grognard_ardennes44 import (
    advance,
    air,
    antwerp,
    artillery,
    boxes,
    breakdown,
    breakthrough,
    bridges,
    combat,
    commando,
    determined,
    disengagement,
    driving,
    engineers,
    firefight,
    fuel,
    guns,
    losses,
    movement_phase,
    moving,
    nightmarkers,
    paradrop,
    reinforcement,
    replacements,
    retreat,
    roadblocks,
    stacking,
    traffic,
    trucks,
    works,
)
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.combat import column
from grognard_ardennes44.movement import COSTLESS, allowance, goals, overlay
from grognard_ardennes44.phrases import Phrase, clauses, half, listed, shown_bridge, spot, unit_name
from grognard_ardennes44.pieces import attack_value
from grognard_ardennes44.position import Ardennes, ArdennesPosition
from grognard_ardennes44.strength import attack_strength, defence_strength
from grognard_ardennes44.tables import Tables
from grognard_ardennes44.telling import marker_words
from grognard_ardennes44.zoc import in_ezoc

__all__ = ["PHRASES", "describe"]

PHRASES: Mapping[type[Action], Phrase] = {
    # artillery support, fuel, bridges
    artillery.Ready: Phrase("Ready {unit} in {at}", "准备 {at} 的{unit}"),
    artillery.ReadyAll: Phrase("Ready all artillery that may be", "准备所有可准备的炮兵"),
    artillery.Support: Phrase("Support with {unit} in {at}", "以 {at} 的{unit}支援"),
    artillery.Enough: Phrase("No more artillery", "不再使用炮兵"),
    fuel.RunShort: Phrase("{formation} is short of fuel", "{formation}燃料短缺"),
    bridges.Blow: Phrase("Try to blow {bridge}", "尝试炸毁{bridge}"),
    bridges.KeepBridge: Phrase("Blow no bridge", "不炸桥"),
    # movement
    moving.Move: Phrase("Move {unit} in {at} ({mp})", "移动 {at} 的{unit}（{mp}）"),
    moving.March: Phrase("Forced march of {unit} in {at} ({mp})", "{at} 的{unit}强行军（{mp}）"),
    moving.Tactical: Phrase("Tactical movement of {unit} in {at}", "{at} 的{unit}战术移动"),
    moving.To: Phrase("to {hex}", "前往 {hex}"),
    moving.Cross: Phrase("over the doubtful bridge to {hex}", "过存疑的桥前往 {hex}"),
    moving.Leave: Phrase("Leave the map for {place}", "离图前往{place}"),
    moving.Stop: Phrase("Go no further", "停止"),
    movement_phase.Done: Phrase("End movement", "结束移动"),
    works.Dig: Phrase("Begin an improved position with {unit} in {at}", "{at} 的{unit}开始修建工事"),
    nightmarkers.MarkForNight: Phrase("Night marker on {stack} in {hex}", "为 {hex} 的{stack}放置夜间标记"),
    driving.Strategic: Phrase("Strategic movement of {unit} in {at}", "{at} 的{unit}战略移动"),
    trucks.Load: Phrase("Load {unit} in {at} on trucks", "{at} 的{unit}登上卡车"),
    trucks.Unload: Phrase("Take the trucks from {unit} in {at}", "{at} 的{unit}离开卡车"),
    guns.Shift: Phrase("Shift {unit} in {at} by a hex", "{at} 的{unit}转移阵地一格"),
    guns.Haul: Phrase("Prime mover for {unit} in {at}", "{at} 的{unit}使用牵引车"),
    guns.Limber: Phrase("Limber {unit} in {at} (turns to Fired)", "{at} 的{unit}挂车移动（转为已射）"),
    breakdown.BreakDown: Phrase("Break down {unit} in {at}", "拆分 {at} 的{unit}"),
    breakdown.Rejoin: Phrase("{unit} in {at} rejoins its parent", "{at} 的{unit}归建"),
    commando.Infiltrate: Phrase("Infiltrate with {unit} in {at}", "{at} 的{unit}渗透"),
    commando.TrySurprise: Phrase("Try a surprise with {acting}", "{acting}尝试奇袭"),
    commando.AttackPlainly: Phrase("Attack without a surprise", "不尝试奇袭"),
    paradrop.Drop: Phrase("{unit} jumps over {hex}", "{unit}空降 {hex}"),
    # reinforcements
    reinforcement.Enter: Phrase("{unit} enters in {hex}, {by}", "{unit}从 {hex} 进场，{by}"),
    reinforcement.EnterBox: Phrase("{unit} goes to {place}", "{unit}进入{place}"),
    engineers.Place: Phrase("{unit} appears in {hex}", "{unit}出现在 {hex}"),
    boxes.Transfer: Phrase("{unit} goes from {at} to {place}", "{unit}从{at}转往{place}"),
    antwerp.SendToAntwerp: Phrase("Send {unit} in {at} to Antwerp", "派 {at} 的{unit}前往安特卫普"),
    # combat
    disengagement.Disengage: Phrase("Disengage {unit} in {at}", "{at} 的{unit}脱离接触"),
    disengagement.StayAll: Phrase("Disengage no more units", "不再脱离"),
    disengagement.GoTo: Phrase("Disengage to {end} ({way})", "脱离到 {end}（{way}）"),
    combat.AttackHex: Phrase("Attack {stack} in {hex}", "攻击 {hex} 的{stack}"),
    combat.EndCombat: Phrase("No more attacks", "不再攻击"),
    combat.Join: Phrase("{unit} in {at} joins in ({strength})", "{at} 的{unit}参加攻击（{strength}）"),
    combat.Engage: Phrase("Attack: {odds}", "攻击：{odds}"),
    combat.CallOff: Phrase("Call the attack off", "取消攻击"),
    combat.PressOn: Phrase("Attack all the same", "继续攻击"),
    air.UseAir: Phrase("Use a Ground Support marker", "使用对地支援标记"),
    air.KeepMarker: Phrase("Use no Ground Support marker", "不使用对地支援标记"),
    losses.Lose: Phrase("{unit} loses the step ({steps})", "{unit}损失一阶（{steps}）"),
    firefight.Lead: Phrase("Firefight led by {unit}", "{unit}主攻交火"),
    firefight.TakeEngaged: Phrase("No firefight: take the result as Engaged", "不交火：结果视为接敌"),
    determined.StandFast: Phrase("Determined defence led by {unit}", "{unit}坚决防御"),
    determined.GiveWay: Phrase("No determined defence: retreat", "不坚决防御：撤退"),
    retreat.Retreat: Phrase("Retreat {acting} to {end} ({way})", "{acting}撤退到{end}（{way}）"),
    stacking.TakeOff: Phrase("Remove {unit} ({steps}) from the map", "移除{unit}（{steps}）"),
    advance.Advance: Phrase("Advance {unit} to {end} ({way})", "{unit}推进到 {end}（{way}）"),
    advance.HoldBack: Phrase("{unit} holds where it is", "{unit}原地不动"),
    breakthrough.Exploit: Phrase("Break through with {units}", "以{units}突破"),
    breakthrough.JoinNext: Phrase("{units} join the next attack", "{units}参加下一次攻击"),
    breakthrough.Halt: Phrase("No breakthrough combat", "不进行突破战斗"),
    # traffic, night
    traffic.PlaceTraffic: Phrase("Traffic marker in {hex}", "在 {hex} 放置交通标记"),
    roadblocks.SetRoadblock: Phrase("Roadblock {marker} in {hex}", "在 {hex} 设{marker}路障"),
    roadblocks.KeepRoadblocks: Phrase("Leave the other roadblocks as they are", "其余路障不动"),
    traffic.EndTraffic: Phrase("Place no more traffic markers", "不再放置交通标记"),
    replacements.Restore: Phrase("Restore {unit} in {at} to full strength", "{at} 的{unit}恢复满编"),
    replacements.Rebuild: Phrase("Rebuild {unit} in {hex}", "在 {hex} 重建{unit}"),
    replacements.ForgoReplacement: Phrase("Leave the replacement unused", "放弃补充"),
}  # fmt: skip
"""Kind of action → its line; the gaps are filled by `GAPS`."""

MP = Phrase("{n} MP", "{n} 移动点")
COST = Phrase("{n} MP, {left} left", "耗 {n}，余 {left} 移动点")
GOES = Phrase("{line} ({notes})", "{line}（{notes}）")
STOPS = Phrase("in an EZOC", "敌控制区")
THROUGH = Phrase("by {hexes}", "经 {hexes}")
STRAIGHT = Phrase("1 hex", "1 格")
ODDS = Phrase("{attack} to {defence}, column {column}", "{attack} 比 {defence}，{column} 栏")
NOBODY = Phrase("nobody", "无部队")
FACTOR = Phrase("attack {attack}", "攻 {attack}")
LEFT = Phrase("{n} of {full} left", "剩 {n}/{full} 阶")
BYS: Mapping[str, Phrase] = {
    "move": Phrase("by its MA", "常规移动"),
    "march": Phrase("by forced march", "强行军"),
    "tactical": Phrase("by tactical movement", "战术移动"),
    "sm": Phrase("by strategic movement", "战略移动"),
    "truck": Phrase("on trucks", "乘卡车"),
}


class Menu(NamedTuple):
    """What a line of the list is written from."""

    play: Ardennes
    action: Any
    lang: str

    @property
    def frame(self) -> Any:
        """The decision the list is for."""
        return self.play.position.agenda[-1]

    def unit(self, id_: str) -> str:
        """A unit by name."""
        return unit_name(self.play.rules, id_, self.lang)

    def place(self, place: str) -> str:
        """A hex or box in words."""
        return spot(self.play.rules, self.play.position, place, self.lang)


def describe(rules: Tables, position: ArdennesPosition, action: Action, lang: str) -> str:
    """One line for an option of the decision a position waits for."""
    phrase = PHRASES.get(type(action))
    if phrase is None:
        return notation.say(action)
    menu = Menu(Play(position, rules), action, lang)
    needed = [name for name in GAPS if f"{{{name}}}" in phrase.en]
    line = phrase(lang, **{name: GAPS[name](menu) for name in needed})
    notes = move_notes(menu) if isinstance(action, moving.To) else ""
    return GOES(lang, line=line, notes=notes) if notes else line


# The gaps --------------------------------------------------------------------------------------------------


def at(menu: Menu) -> str:
    """Where the unit of an action stands."""
    unit = menu.play.position.units.get(menu.action.unit)
    return menu.place(unit.hex) if unit else "-"


def move_points(menu: Menu) -> str:
    """The MP a unit would have."""
    mode = moving.MODES[type(menu.action)]
    points = total(allowance(menu.play.rules, menu.play.position, menu.action.unit, mode))
    return MP(menu.lang, n=points)


def acting(menu: Menu) -> str:
    """The unit the decision is about."""
    return menu.unit(str(menu.frame.unit))


def stack(menu: Menu) -> str:
    """The units in the hex that an action names."""
    ids = menu.play.position.stack(menu.action.hex)
    return listed(menu.lang, map(menu.unit, ids)) or NOBODY(menu.lang)


def end(menu: Menu) -> str:
    """Where a path ends."""
    return menu.place(menu.action.hexes[-1])


def way(menu: Menu) -> str:
    """The hexes of a path before its end."""
    between = menu.action.hexes[:-1]
    return THROUGH(menu.lang, hexes=listed(menu.lang, between)) if between else STRAIGHT(menu.lang)


def strength(menu: Menu) -> str:
    """The attack value of a unit as printed."""
    rules, position, id_ = menu.play.rules, menu.play.position, menu.action.unit
    return FACTOR(menu.lang, attack=attack_value(rules.counters[id_], position.units[id_]))


def odds(menu: Menu) -> str:
    """Both strengths and the column before guns, aircraft and dice."""
    rules, position, frame = menu.play.rules, menu.play.position, menu.frame
    attack = Attack(frame.side, frame.target, frame.units)
    return ODDS(
        menu.lang,
        attack=total(attack_strength(rules, position, attack)),
        defence=total(defence_strength(rules, position, attack)),
        column=rules.crt.labels[column(rules, position, attack)],
    )


def steps(menu: Menu) -> str:
    """The steps a unit has."""
    id_ = menu.action.unit
    counter, unit = menu.play.rules.counters[id_], menu.play.position.units[id_]
    return LEFT(menu.lang, n=unit.steps, full=counter.steps)


def move_notes(menu: Menu) -> str:
    """What a move to a hex costs and leaves, and whether it ends in an EZOC."""
    rules, position, frame, action = menu.play.rules, menu.play.position, menu.frame, menu.action
    notes = []
    if isinstance(frame, moving.Moving) and frame.trip.mode not in COSTLESS:
        found = goals(rules, position, frame.trip, overlay(rules, position, frame.side))[1]
        cost = found[action.hex]
        notes.append(COST(menu.lang, n=half(cost), left=half(frame.trip.left - cost)))
    if in_ezoc(rules, position, frame.side, action.hex):
        notes.append(STOPS(menu.lang))
    return clauses(menu.lang, notes)


GAPS: Mapping[str, Callable[[Menu], str]] = {
    "unit": lambda menu: menu.unit(menu.action.unit),
    "units": lambda menu: listed(menu.lang, map(menu.unit, menu.action.units)),
    "formation": lambda menu: menu.play.rules.name(menu.action.formation, menu.lang),
    "at": at,
    "hex": lambda menu: menu.place(menu.action.hex),
    "place": lambda menu: menu.place(menu.action.place),
    "bridge": lambda menu: shown_bridge(menu.action.bridge, menu.lang),
    "by": lambda menu: BYS[menu.action.by](menu.lang) if menu.action.by in BYS else menu.action.by,
    "marker": lambda menu: marker_words(menu.play.rules, menu.action.marker, menu.lang),
    "mp": move_points,
    "acting": acting,
    "stack": stack,
    "end": end,
    "way": way,
    "strength": strength,
    "odds": odds,
    "steps": steps,
}
"""Gap of a phrase → what fills it."""
