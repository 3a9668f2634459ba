"""Actions as a person reads them in a numbered list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from grognard import notation
from grognard.play import Action, Frame, Play
from grognard.reasons import total
from grognard_memoir44.battle import Ambush, AmbushChance, Attack, BattleWith, EndBattles, LetPass, RemoveWire
from grognard_memoir44.cardwords import card_words
from grognard_memoir44.command import InSection, PlayCard, PlayStrike, card_bars, countered
from grognard_memoir44.dice import battle_reasons, bonus_reason
from grognard_memoir44.ground import Halt, Overrun, Stay, TakeGround
from grognard_memoir44.hand import KeepCard
from grognard_memoir44.movement import (
    ChooseDestination,
    EndMoves,
    LeaveBoard,
    MoveTo,
    MoveUnit,
    Remain,
    destinations,
)
from grognard_memoir44.orders import DoneOrdering, Orders, OrderUnit
from grognard_memoir44.phrases import Phrase, both, clauses, count, noun, place, unit_in
from grognard_memoir44.pieces import units_of
from grognard_memoir44.position import Memoir, MemoirPosition
from grognard_memoir44.rally import Heal, cards_held
from grognard_memoir44.retreat import (
    ChooseFlags,
    ChooseRetreat,
    IgnoreFlag,
    RetreatTo,
    Stand,
    TakeFlags,
    heed,
)
from grognard_memoir44.schema import Side
from grognard_memoir44.strikes import ChooseStrike, LastTarget, Target
from grognard_memoir44.tables import Tables
from grognard_memoir44.targets import battle_bars

__all__ = ["attack_dice", "describe", "move_costs"]

PLAY = Phrase("Play {card}: {effect}", "打出“{card}”：{effect}")
PLAY_AS = Phrase("Play {card} as {other}: {effect}", "将“{card}”当作“{other}”打出：{effect}")
COUNTER = Phrase("as {card}, {effect}", "等同“{card}”，{effect}")
NO_EFFECT = Phrase("no effect now", "此刻无效果")
ANY_TYPE = Phrase("order {units} of any type, having no {types}", "没有{types}，改为命令任意类型的 {units}")
SECTION = Phrase("Order in the {section}", "在{section}下达命令")
ORDER = Phrase("Order {unit}", "命令 {unit}")
ENOUGH = Phrase(
    "Order no more units here (up to {left} more, down the list)", "不再命令其他单位（依次尚可命令 {left}）"
)
ENOUGH_UNITS = Phrase("Order no more units", "不再命令其他单位")
MOVE = Phrase("Move {unit}", "移动 {unit}")
END_MOVES = Phrase("End movement", "结束移动")
TO = Phrase("to {place} ({notes})", "前往 {place}（{notes}）")
NO_BATTLE = Phrase("no battle after", "之后不能战斗")
LEAVE = Phrase("Leave the board over {hex} ({medals})", "从 {hex} 离开棋盘（{medals}）")
REMAIN = Phrase("Stay in {hex}: no second move", "停在 {hex}：不作第二次移动")
BATTLE = Phrase("Battle with {unit}", "用 {unit}战斗")
WIRE = Phrase("Remove the wire in {hex} instead of battling", "不战斗，移除 {hex} 的铁丝网")
END_BATTLES = Phrase("End battles", "结束战斗")
ATTACK = Phrase("Attack {unit}: {dice}", "攻击 {unit}：{dice}")
OVERRUN = Phrase("Overrun: attack {unit}, {dice}", "装甲冲锋：攻击 {unit}，{dice}")
HALT = Phrase("Halt: no overrun", "停止：不发动装甲冲锋")
AMBUSH = Phrase("Play Ambush: {unit} strikes first, {dice}", "打出“伏击”：{unit}先行攻击，{dice}")
LET_PASS = Phrase("Let the attack on {hex} come", "让对 {hex} 的攻击继续")
TAKE = Phrase("Take ground in {place}", "占领 {place}")
STAY = Phrase("Stay: take no ground", "停留：不占领地面")
KEEP = Phrase("Keep {card}: {effect}", "留下“{card}”：{effect}")
HEAL = Phrase("Recover {unit}, which lost {lost}: {dice}", "恢复 {unit}，已损失 {lost}：{dice}")
IGNORE = Phrase("Ignore {n} of {flags}", "{flags}中忽略 {n} 面")
IGNORE_IT = Phrase("Ignore the flag", "忽略旗帜")
HEED = Phrase("Heed every flag: retreat {hexes}", "承受全部旗帜：撤退 {hexes}")
RETREAT = Phrase("Retreat to {place}", "撤退到 {place}")
MORE = Phrase("{n} more to go", "还须撤退 {n} 格")
STAND = Phrase("Stand: retreat no further", "停住：不再撤退")
STRIKE = Phrase("Strike {unit}: {dice}", "打击 {unit}：{dice}")
NO_MORE = Phrase("Strike no further target", "不再选择目标")
NOBODY = Phrase("Strike nobody", "不打击任何目标")


class Menu(NamedTuple):
    """What a line of the list is written from."""

    play: Memoir
    lang: str

    def unit(self, label: str) -> str:
        """The unit in a hex."""
        return unit_in(self.play.rules, self.play.position, label, self.lang)

    def place(self, label: str) -> str:
        """A hex and its terrain."""
        return place(self.play.rules, self.play.position, label, self.lang)

    def many(self, number: int, thing: str) -> str:
        """A number of things."""
        return count(self.lang, number, thing)

    def name(self, key: str) -> str:
        """A display name."""
        return self.play.rules.name(key, self.lang)

    @property
    def frame(self) -> Frame[MemoirPosition, Tables]:
        """The decision the list is for."""
        return self.play.position.agenda[-1]

    @property
    def side(self) -> str:
        """The side that chooses."""
        return str(getattr(self.frame, "side", self.play.position.active))

    @property
    def acting(self) -> str:
        """The unit the decision is about."""
        return str(getattr(self.frame, "unit", ""))


def describe(rules: Tables, position: MemoirPosition, action: Action, lang: str) -> str:
    """One line for an option of the decision a position waits for."""
    menu = Menu(Play(position, rules), lang)
    for chapter in (of_command, of_movement, of_battle, of_ground, of_retreat, of_cards):
        words = chapter(menu, action)
        if words:
            return words
    return notation.say(action)


def of_command(menu: Menu, action: Action) -> str:
    """Cards and orders."""
    match action:
        case PlayCard(card):
            return PLAY(menu.lang, card=menu.name(card), effect=card_effect(menu, card))
        case PlayStrike(card):
            clause = menu.play.rules.field(menu.play.position).scenario.recon_strike
            other = clause.played_as if clause else card
            effect = card_words(menu.play.rules, other, menu.side, menu.lang)
            return PLAY_AS(menu.lang, card=menu.name(card), other=menu.name(other), effect=effect)
        case InSection(section):
            return SECTION(menu.lang, section=noun(menu.play.rules, section, menu.lang))
        case OrderUnit(label):
            return ORDER(menu.lang, unit=menu.unit(label))
        case DoneOrdering():
            left = next((f.left for f in reversed(menu.play.position.agenda) if isinstance(f, Orders)), 0)
            return ENOUGH(menu.lang, left=left) if left else ENOUGH_UNITS(menu.lang)
    return ""


def card_effect(menu: Menu, id_: str) -> str:
    """What a card would do if it were played now."""
    play, lang, side = menu.play, menu.lang, menu.side
    card = play.rules.cards[id_]
    if card_bars(play, side, card):
        return NO_EFFECT(lang)
    if card.counters:
        other, _ = countered(play, side)
        return COUNTER(lang, card=menu.name(other), effect=card_words(play.rules, other, side, lang))
    kinds = play.rules.units
    if card.fallback and not any(kinds[u.kind].type in card.types for _, u in units_of(play.position, side)):
        types = both(lang, (noun(play.rules, kind, lang) for kind in card.types))
        return ANY_TYPE(lang, units=menu.many(card.fallback, "unit"), types=types)
    return card_words(play.rules, id_, side, lang)


def of_movement(menu: Menu, action: Action) -> str:
    """Who moves, and where."""
    match action:
        case MoveUnit(label):
            return MOVE(menu.lang, unit=menu.unit(label))
        case EndMoves():
            return END_MOVES(menu.lang)
        case MoveTo(label):
            return TO(menu.lang, place=menu.place(label), notes=clauses(menu.lang, move_notes(menu, label)))
        case LeaveBoard(label):
            exits = menu.play.rules.field(menu.play.position).scenario.exit
            medals = next((way.medals for way in exits if label in way.hexes and way.side == menu.side), 0)
            return LEAVE(menu.lang, hex=label, medals=menu.many(medals, "medal"))
        case Remain():
            return REMAIN(menu.lang, hex=menu.play.position.units[menu.acting].hex)
    return ""


def move_costs(play: Memoir, frame: ChooseDestination) -> Mapping[str, int]:
    """Hexes within reach and what a move there counts."""
    position = play.position
    unit, order = position.units[frame.unit], position.orders[frame.unit]
    return destinations(play, play.rules.field(position), unit, order, second=frame.second)


def move_notes(menu: Menu, label: str) -> list[str]:
    """What a move counts, and whether the unit may still battle."""
    play, frame = menu.play, menu.frame
    if not isinstance(frame, ChooseDestination):
        return []
    cost = move_costs(play, frame)[label]
    notes = [menu.many(cost, "hex")]
    if not frame.second:
        trial = Play(play.position.copy(), play.rules)
        units, orders = trial.position.units, trial.position.orders
        units[frame.unit] = msgspec.structs.replace(units[frame.unit], hex=label)
        orders[frame.unit] = msgspec.structs.replace(orders[frame.unit], moved=cost, done_moving=True)
        if battle_bars(trial, play.rules.field(play.position), frame.unit):
            notes.append(NO_BATTLE(menu.lang))
    return notes


def of_battle(menu: Menu, action: Action) -> str:
    """Attackers, targets, ambushes."""
    match action:
        case BattleWith(label):
            return BATTLE(menu.lang, unit=menu.unit(label))
        case RemoveWire(label):
            return WIRE(menu.lang, hex=label)
        case EndBattles():
            return END_BATTLES(menu.lang)
        case Attack(label):
            dice = attack_dice(menu.play, menu.acting, label)
            return ATTACK(menu.lang, unit=menu.unit(label), dice=menu.many(dice, "die"))
        case Ambush():
            return ambush_words(menu)
        case LetPass():
            target = menu.play.position.units[str(getattr(menu.frame, "target", ""))]
            return LET_PASS(menu.lang, hex=target.hex)
    return ""


def attack_dice(play: Memoir, attacker: str, label: str, *, overrun: bool = False) -> int:
    """Dice of a unit's attack on a hex with its order and the card in play."""
    position = play.position
    unit, target = position.units[attacker], position.units[position.at[label]]
    order, field = position.orders.get(attacker), play.rules.field(position)
    if overrun and order is not None:
        order = msgspec.structs.replace(order, overran=True)
    bonus = bonus_reason(play, order, field.board.distance(unit.hex, label))
    return total(battle_reasons(play, field, unit, target, bonus))


def ambush_words(menu: Menu) -> str:
    """The target of a close assault strikes first, without any order."""
    play, frame = menu.play, menu.frame
    assert isinstance(frame, AmbushChance)
    position = play.position
    target, attacker = position.units[frame.target], position.units[frame.attacker]
    dice = total(battle_reasons(play, play.rules.field(position), target, attacker))
    return AMBUSH(menu.lang, unit=menu.unit(target.hex), dice=menu.many(dice, "die"))


def of_ground(menu: Menu, action: Action) -> str:
    """After a close assault."""
    match action:
        case TakeGround(label):
            return TAKE(menu.lang, place=menu.place(label))
        case Stay():
            return STAY(menu.lang)
        case Overrun(label):
            dice = attack_dice(menu.play, menu.acting, label, overrun=True)
            return OVERRUN(menu.lang, unit=menu.unit(label), dice=menu.many(dice, "die"))
        case Halt():
            return HALT(menu.lang)
    return ""


def of_retreat(menu: Menu, action: Action) -> str:
    """Flags, and the way back."""
    frame = menu.frame
    match action:
        case IgnoreFlag() if isinstance(frame, ChooseFlags):
            if frame.flags == 1:
                return IGNORE_IT(menu.lang)
            return IGNORE(menu.lang, n=frame.ignored, flags=menu.many(frame.flags, "flag"))
        case TakeFlags() if isinstance(frame, ChooseFlags):
            return HEED(menu.lang, hexes=menu.many(heed(menu.play, frame.unit, frame.flags).must, "hex"))
        case RetreatTo(label) if isinstance(frame, ChooseRetreat):
            more = MORE(menu.lang, n=frame.must - 1) if frame.must > 1 else ""
            words = RETREAT(menu.lang, place=menu.place(label))
            return clauses(menu.lang, (words, more))
        case Stand():
            return STAND(menu.lang)
    return ""


def of_cards(menu: Menu, action: Action) -> str:
    """Cards drawn, strikes from off the board, recovery."""
    play, lang = menu.play, menu.lang
    match action:
        case KeepCard(card):
            return KEEP(lang, card=menu.name(card), effect=card_words(play.rules, card, menu.side, lang))
        case Heal(label):
            unit = play.position.units[play.position.at[label]]
            dice = total(cards_held(play, unit.side, play.rules.cards[play.position.order]))
            lost = menu.many(unit.full - unit.figures, "figure")
            return HEAL(lang, unit=menu.unit(label), lost=lost, dice=menu.many(dice, "die"))
        case Target(label) if isinstance(menu.frame, ChooseStrike):
            side: Side = "allies" if menu.side == "allies" else "axis"
            dice = play.rules.cards[menu.frame.card].target_dice[side]
            return STRIKE(lang, unit=menu.unit(label), dice=menu.many(dice, "die"))
        case LastTarget():
            return NO_MORE(lang) if getattr(menu.frame, "chosen", ()) else NOBODY(lang)
    return ""
