"""Positions for tests, in a few lines that read like the rule they prove.

A position is listed::

    table = Table(terrain={"forest": "G5 H5"}, units={"axis infantry": "G5:2", "allies armor": "F4"})
    assert table.dice("F4", "G5") == 1

or drawn. In a map each cell is a terrain sign followed by the pieces in the hex, and stands two characters
per half hex from its neighbours; ``corner`` names the hex of the first cell::

    table = draw('''
        .   fI  .
          .a  .
    ''', corner="F5")

=======  ================================================================================================
sign     terrain: ``.`` open, ``f`` forest, ``t`` town, ``c`` church, ``b`` hedgerow, ``h`` hill,
         ``s`` steep hill, ``m`` mountain, ``^`` cliff, ``v`` sea bluff, ``_`` beach, ``~`` ocean,
         ``r`` river, ``=`` bridge (over a river), ``o`` bunker
piece    ``i`` infantry, ``a`` armor, ``g`` artillery, ``s`` special forces, ``e`` elite armor, ``t`` Tiger,
         ``r`` French Resistance: small letters are Allies (bottom), capitals Axis (top); a digit after it
         gives the figures left; ``#`` sandbags, ``+`` wire, ``x`` hedgehog, ``]`` sea wall
mark     ``*`` names a hex to :func:`marked`
=======  ================================================================================================

The Allies are at the bottom unless ``top="allies"``; nobody holds cards unless ``hands`` says so. A phase is
opened with :meth:`Table.moving`, :meth:`Table.battling`, :meth:`Table.commanding` or :meth:`Table.run` (any
frames); :meth:`Table.play` then plays actions by their text, with dice as text.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache
from itertools import count
from textwrap import dedent
from typing import Any

import msgspec

import grognard_rulesets
from grognard.dice import Roll, ScriptedDice, SeededDice
from grognard.odds import OddsTable, odds
from grognard.play import Action, Decision, Event, Frame, Play
from grognard.reasons import Reason
from grognard.ruleset import Ruleset
from grognard_memoir44.battle import Attack, Battles, ChooseBattler, ChooseTarget
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.command import GiveOrders
from grognard_memoir44.game import MemoirGame
from grognard_memoir44.movement import ChooseDestination, Moves, MoveTo, SecondMove
from grognard_memoir44.position import MemoirPosition, Order, Unit, other_side
from grognard_memoir44.schema import Name, Scenario
from grognard_memoir44.sight import blocked_sight, sees
from grognard_memoir44.turn import Turn

__all__ = ["Table", "draw", "game_with", "marked"]

TERRAIN = {
    "f": "forest", "t": "town", "c": "church", "b": "hedgerow", "h": "hill", "s": "steep_hill",
    "m": "mountain", "^": "cliff", "v": "sea_bluff", "_": "beach", "~": "ocean", "r": "river",
}  # fmt: skip
OVERLAYS = {"=": ("bridge", "river"), "o": ("bunker", "")}
UNITS = {
    "i": "infantry", "a": "armor", "g": "artillery", "s": "special_forces", "e": "elite_armor",
    "t": "tiger", "r": "french_resistance",
}  # fmt: skip
OBSTACLES = {"#": "sandbag", "+": "wire", "x": "hedgehog", "]": "sea_wall"}

_numbers = count(1)


class RecordingGame(MemoirGame):
    """The game, keeping a note of every action taken, those included that were the only ones."""

    __module__ = MemoirGame.__module__  # the frames of a system are those of its game's package

    def __init__(self, ruleset: Ruleset, options: Mapping[str, object]) -> None:
        super().__init__(ruleset, options)
        self.taken: list[str] = []

    def take(self, play: Play[Any, Any], action: Action) -> None:
        self.taken.append(self.say(action))
        super().take(play, action)


@cache
def game_with(options: tuple[tuple[str, object], ...] = ()) -> RecordingGame:
    """The game under some options; tests add their positions to it as scenarios of their own."""
    return RecordingGame(Ruleset(grognard_rulesets.ROOT / "memoir44"), dict(options))


class Table:
    """A position on the table, and what a test may ask or do with it.

    ``terrain`` maps rows of the terrain chart (hexes, overlays and obstacles alike) to hexes, ``units`` maps
    "side kind" to hexes (``G5:2`` is a unit with two figures left, ``G5`` one of full strength). ``hands``
    gives cards by side, ``order`` the card whose order is carried out, ``side`` whose turn it is. Every other
    keyword is a field of the scenario (``objective``, ``exit``, ``owners``, ``medals``, ``deck`` …), and
    ``options`` are readings of the ruleset.
    """

    def __init__(
        self,
        units: Mapping[str, str],
        terrain: Mapping[str, str] | None = None,
        *,
        side: str = "allies",
        hands: Mapping[str, str] | None = None,
        order: str = "",
        section: str = "",
        cards: str | None = None,
        discards: str = "",
        medals: Mapping[str, int] | None = None,
        top: str = "axis",
        options: Mapping[str, object] | None = None,
        **scenario: Any,
    ) -> None:
        self.game = game_with(tuple(sorted((options or {}).items())))
        self.rules = self.game.rules
        self.events: list[Event] = []
        self.rolls: list[Roll] = []
        self.forced: list[str] = []
        entry = self._scenario(units, terrain or {}, top, side, medals or {"allies": 9, "axis": 9}, scenario)
        self.rules.add(entry)
        position = self.game.set_up(entry.id)
        position.agenda.clear()
        self.position = position
        for spot in " ".join(units.values()).split():
            label, _, figures = spot.partition(":")
            if figures:
                id_ = position.at[label]
                position.units[id_] = msgspec.structs.replace(position.units[id_], figures=int(figures))
        for who, hand in (hands or {}).items():
            position.hands = {**position.hands, who: tuple(sorted(hand.split()))}
        if cards is not None:
            position.deck = {card: cards.split().count(card) for card in sorted(set(cards.split()))}
        else:
            held = (*position.hands["allies"], *position.hands["axis"], order)
            left = {card: copies - held.count(card) for card, copies in position.deck.items()}
            position.deck = {card: copies for card, copies in left.items() if copies}
        position.discards = {card: discards.split().count(card) for card in sorted(set(discards.split()))}
        position.played = position.order = order
        position.section = section

    def _scenario(
        self,
        units: Mapping[str, str],
        terrain: Mapping[str, str],
        top: str,
        first: str,
        medals: Mapping[str, int],
        more: Mapping[str, Any],
    ) -> Scenario:
        tables: dict[str, dict[str, tuple[str, ...]]] = {"hex": {}, "overlay": {}, "obstacle": {}}
        for key, hexes in terrain.items():
            if hexes.split():
                tables[self.rules.terrain[key].category][key] = tuple(hexes.split())
        groups = []
        for who, spots in units.items():
            owner, kind = who.split()
            places = tuple(spot.partition(":")[0] for spot in spots.split())
            groups.append({"side": owner, "kind": kind, "hexes": places})
        fields: dict[str, Any] = {
            "face": "country", "hand": {"allies": 0, "axis": 0}, **more,
            "id": f"test-{next(_numbers)}", "number": 0, "name": Name(en="Test", zh="测试"),
            "date": "1944-06-06", "front": "western", "top": top, "bottom": other_side(top), "first": first,
            "text": Name(en="", zh=""), "source": "a test", "confidence": "sure", "medals": medals,
            "terrain": tables["hex"], "overlays": tables["overlay"], "obstacles": tables["obstacle"],
            "units": groups, "counts": {},
        }  # fmt: skip
        entry = msgspec.convert(msgspec.to_builtins(fields), Scenario)
        return msgspec.structs.replace(entry, counts=entry.counted())

    # Reading the table -----------------------------------------------------------------------------------
    @property
    def field(self) -> Battlefield:
        return self.rules.field(self.position)

    @property
    def playing(self) -> Play[Any, Any]:
        """A play on this very position, for asking single rules."""
        return Play(self.position, self.rules)

    def unit(self, label: str) -> Unit | None:
        """The unit in a hex."""
        id_ = self.position.at.get(label)
        return self.position.units[id_] if id_ else None

    def figures(self, label: str) -> int:
        """Figures in a hex; 0 for an empty one."""
        unit = self.unit(label)
        return unit.figures if unit else 0

    def who(self, label: str) -> str:
        """Side and kind of the unit in a hex, ``"axis infantry"``; blank for an empty one."""
        unit = self.unit(label)
        return f"{unit.side} {unit.kind}" if unit else ""

    def places(self, side: str) -> set[str]:
        """Hexes that hold units of a side."""
        return {unit.hex for unit in self.position.units.values() if unit.side == side}

    def medals(self, side: str) -> int:
        """Medals a side was given for good."""
        return self.position.medals[side]

    def hand(self, side: str) -> str:
        """Cards of a side, in order of their names."""
        return " ".join(sorted(self.position.hands[side]))

    def order_of(self, label: str) -> Order:
        """What the unit in a hex has done this turn."""
        return self.position.orders[self.position.at[label]]

    @property
    def asked(self) -> str:
        """The kind of decision that waits, ``"ChooseRetreat"``; blank when nothing does."""
        decision = self.game.decision(self.position)
        return type(decision).__name__ if decision else ""

    @property
    def to_act(self) -> str | None:
        return self.game.to_act(self.position)

    @property
    def options(self) -> set[str]:
        """Every legal action as text."""
        return {self.game.say(action) for action in self.game.options(self.position)}

    def hexes(self, verb: str) -> set[str]:
        """Hexes that the options with a verb name: ``hexes("retreat")``."""
        return {said.split()[1] for said in self.options if said.split()[0] == verb and " " in said}

    def told(self, what: str) -> list[dict[str, str | int]]:
        """The facts of every event of a kind so far."""
        return [dict(event.facts) for event in self.events if event.what == what]

    # Setting going ---------------------------------------------------------------------------------------
    def ordered(self, *hexes: str, moved_from: Mapping[str, str] | None = None) -> Table:
        """Give the units in hexes an order; ``moved_from`` says where some of them began their turn."""
        for label in " ".join(hexes).split():
            start = (moved_from or {}).get(label, label)
            moved = self.field.board.distance(start, label)
            order = Order(start, moved=moved, done_moving=bool(moved))
            self.position.orders[self.position.at[label]] = order
        return self

    def run(self, *frames: Frame[Any, Any], dice: str | Sequence[str] = ()) -> Table:
        """Put frames on the agenda, the first runs first, and go on to the first decision."""
        self.position.agenda.extend(reversed(frames))
        self._with(dice, self._drive)
        return self

    def moving(self, *hexes: str) -> Table:
        """Order units and open the movement phase."""
        return self.ordered(*hexes).run(Moves(self.position.active))

    def battling(self, *hexes: str, moved_from: Mapping[str, str] | None = None) -> Table:
        """Order units and open the battle phase."""
        side = self.position.active
        return self.ordered(*hexes, moved_from=moved_from).run(Battles(side), SecondMove(side))

    def fighting(self, *hexes: str) -> Table:
        """Order units and open the movement phase, with the battle phase after it."""
        side = self.position.active
        return self.ordered(*hexes).run(Moves(side), Battles(side), SecondMove(side))

    def march(self, start: str, to: str) -> Table:
        """Order the unit in ``start`` alone and move it; its battle is next."""
        return self.fighting(start).play(f"move {start}", f"to {to}", "end-moves")

    def commanding(self, step: str = "command") -> Table:
        """Open the turn of the side to act, at a step of the sequence of play."""
        return self.run(Turn(step))

    def give_orders(self, dice: str | Sequence[str] = ()) -> Table:
        """Carry out the order of the card on the table (``order``), and nothing after it."""
        return self.run(GiveOrders(self.position.active), dice=dice)

    def play(self, *actions: str, dice: str | Sequence[str] = ()) -> Table:
        """Play legal actions by their text. Dice are rolls in order, faces (or the card drawn) parted by
        spaces; one text is one roll. All of them must be used.

        An action that was the only one has been taken by itself already; it may be named or left out.
        """

        def act(play: Play[Any, Any]) -> None:
            for text in actions:
                if self.forced and text == self.forced[0]:
                    del self.forced[0]
                    continue
                action = self.game.parse(self.position, text)
                bars = self.game.refusal(self.position, action)
                assert not bars, f"{text}: " + "; ".join(map(str, bars))
                self.game.take(play, action)
                self._drive(play)

        self._with(dice, act)
        return self

    def attack(self, attacker: str, target: str, dice: str | Sequence[str], *then: str) -> Table:
        """One battle: order the unit if it has no order, name the target, roll, play what follows."""
        if not self.position.agenda:
            self.battling(attacker)
        return self.play(f"battle {attacker}", f"attack {target}", *then, dice=dice)

    def _drive(self, play: Play[Any, Any]) -> None:
        self.game.taken.clear()
        self.game.drive(play)
        self.forced = list(self.game.taken)

    def _with(self, dice: str | Sequence[str], act: Callable[[Play[Any, Any]], object]) -> None:
        rolls = [dice] if isinstance(dice, str) else dice
        script = ScriptedDice(tuple(roll.split()) for roll in rolls)
        act(Play(self.position, self.rules, script, self.rolls, self.events))
        assert not script.left, f"{script.left} rolls were not made"

    # Questions -------------------------------------------------------------------------------------------
    def refused(self, text: str) -> set[str]:
        """The rules that forbid an action now; empty for a legal one."""
        return {reason.cite for reason in self.reasons_against(text)}

    def reasons_against(self, text: str) -> tuple[Reason, ...]:
        """Why an action is refused, reason by reason."""
        action = self.game.parse(self.position, text)
        bars = self.game.refusal(self.position, action)
        assert bool(bars) == (action not in self.game.options(self.position)), f"{text}: {bars}"
        return bars

    def copy(self) -> Table:
        """The same table, to be played on without touching this one."""
        twin = object.__new__(Table)
        twin.game, twin.rules, twin.position = self.game, self.rules, self.position.copy()
        twin.events, twin.rolls, twin.forced = [], [], []
        return twin

    def _aimed(self, attacker: str, moved_from: str) -> Table:
        trial = self.copy()
        unit = trial.unit(attacker)
        assert unit is not None, f"nobody in {attacker}"
        trial.position.active = unit.side
        if trial.position.at[attacker] not in trial.position.orders or moved_from:
            trial.ordered(attacker, moved_from={attacker: moved_from} if moved_from else None)
        trial.position.agenda[:] = [ChooseTarget(unit.side, trial.position.at[attacker])]
        return trial

    def dice(self, attacker: str, target: str, *, moved_from: str = "") -> int:
        """Dice of an attack as the rules roll them; 0 where the attack is refused."""
        trial = self._aimed(attacker, moved_from)
        aim = trial.position.agenda.pop()
        trial.run(Battles(trial.position.active))
        if f"battle {attacker}" not in trial.options:
            return 0
        trial.position.agenda[-1:] = [aim]
        if f"attack {target}" not in trial.options:
            return 0
        play = Play(trial.position, self.rules, SeededDice(1), trial.rolls)
        self.game.take(play, Attack(target))
        while not trial.rolls:
            frame = trial.position.agenda[-1]
            if isinstance(frame, Decision):
                self.game.take(play, frame.assumed(play))
            else:
                self.game.happen(play)
        return len(trial.rolls[0].faces)

    def dice_reasons(self, attacker: str, target: str, *, moved_from: str = "") -> dict[str, int]:
        """What the dice of an attack are made of: rule id → dice."""
        trial = self._aimed(attacker, moved_from)
        explained = self.game.explain(trial.position, Attack(target))
        assert explained.dice == explained.total, "the reasons must add up to the dice rolled"
        return {reason.cite: reason.value for reason in explained.reasons}

    def target_refused(self, attacker: str, target: str, *, moved_from: str = "") -> set[str]:
        """The rules that forbid an attack on a hex."""
        return self._aimed(attacker, moved_from).refused(f"attack {target}")

    def battle_refused(self, attacker: str, *, moved_from: str = "") -> set[str]:
        """The rules that keep a unit from battling at all."""
        trial = self._aimed(attacker, moved_from)
        trial.position.agenda.clear()
        trial.run(Battles(trial.position.active))
        if trial.asked != "ChooseBattler":  # nobody else could battle either, so nothing was asked
            trial.position.agenda[:] = [
                Battles(trial.position.active),
                ChooseBattler(trial.position.active),
            ]
        return trial.refused(f"battle {attacker}")

    def reach(self, label: str) -> dict[str, int]:
        """Where an ordered unit may move: hex → hexes the move counts."""
        trial = self._about_to_move(label)
        moves = [action for action in self.game.options(trial.position) if isinstance(action, MoveTo)]
        costs = {}
        for move in moves:
            first = self.game.explain(trial.position, move).reasons[0]
            costs[move.hex] = first.value
        return costs

    def move_refused(self, label: str, to: str) -> set[str]:
        """The rules that keep a unit from moving to a hex."""
        return self._about_to_move(label).refused(f"to {to}")

    def _about_to_move(self, label: str) -> Table:
        trial = self.copy()
        unit = trial.unit(label)
        assert unit is not None, f"nobody in {label}"
        if trial.position.at[label] not in trial.position.orders:
            trial.ordered(label)
        trial.position.agenda[:] = [ChooseDestination(unit.side, trial.position.at[label])]
        return trial

    def sees(self, a: str, b: str) -> bool:
        """Whether the unit in ``a`` (infantry, if nobody is there) sees the hex ``b``."""
        return sees(self.playing, self.field, a, b, self._type(a))

    def blocks(self, a: str, b: str) -> set[str]:
        """The rules by which the line from ``a`` to ``b`` is blocked; empty if the unit sees."""
        return {reason.cite for reason in blocked_sight(self.playing, self.field, a, b, self._type(a))}

    def _type(self, label: str) -> Any:
        unit = self.unit(label)
        return self.rules.units[unit.kind].type if unit else "infantry"

    def odds(
        self, attacker: str, target: str, measure: Callable[[MemoirPosition], Hashable], **more: Any
    ) -> OddsTable:
        """Exact odds of an attack, folded by ``measure``."""
        trial = self._aimed(attacker, "")
        return odds(self.game, trial.position, Attack(target), measure=measure, **more)


# Maps ----------------------------------------------------------------------------------------------------


def _cells(picture: str, corner: str) -> Iterable[tuple[str, str]]:
    """Hex and text of every cell of a map."""
    board = game_with().rules.battlefield("pegasus-bridge").board
    column, row = board.spot(corner)
    lines = [line for line in dedent(picture).splitlines() if line.strip()]
    left = len(lines[0]) - len(lines[0].lstrip())
    spots = {board.spot(label): label for label in board.hexes}
    for down, line in enumerate(lines):
        at = 0
        for cell in line.split():
            at = line.index(cell, at)
            half, rest = divmod(at - left, 2)
            assert not rest, f"a cell of {line!r} stands between two columns"
            spot = (column + half, row + down)
            assert spot in spots, f"{cell!r} in {line!r} is not on the board"
            yield spots[spot], cell
            at += len(cell)


def draw(picture: str, corner: str = "C7", **more: Any) -> Table:
    """The table a map shows; signs and pieces are listed at the top of this module."""
    terrain: dict[str, list[str]] = {}
    units: dict[str, list[str]] = {}
    for label, cell in _cells(picture, corner):
        sign, pieces = cell[0], cell[1:]
        if sign in OVERLAYS:
            over, under = OVERLAYS[sign]
            terrain.setdefault(over, []).append(label)
            if under:
                terrain.setdefault(under, []).append(label)
        elif sign not in ".*":
            terrain.setdefault(TERRAIN[sign], []).append(label)
        last = ""
        for piece in pieces.replace("*", ""):
            if piece.isdigit():
                units[last][-1] += f":{piece}"
            elif piece in OBSTACLES:
                terrain.setdefault(OBSTACLES[piece], []).append(label)
            else:
                last = f"{'axis' if piece.isupper() else 'allies'} {UNITS[piece.lower()]}"
                units.setdefault(last, []).append(label)
    listed = {key: " ".join(hexes) for key, hexes in terrain.items()}
    for key, hexes in more.pop("terrain", {}).items():
        listed[key] = f"{listed.get(key, '')} {hexes}"
    return Table({who: " ".join(spots) for who, spots in units.items()}, listed, **more)


def marked(picture: str, corner: str = "C7") -> set[str]:
    """The hexes of a map that carry a ``*``."""
    return {label for label, cell in _cells(picture, corner) if "*" in cell}
