"""Positions for tests, in a few lines that read like the rule they prove.

A table lists stacks from top to bottom, hex by hex::

    table = Table(
        axis={"G5": "9-2 4-6-7 lmg 4-6-7"},
        allies={"G8": "4-4-7/b 8-0"},
        terrain={"woods": "G8 H8", "building_stone": "K4"},
    )
    table.firing("prep").play("target G8", "fire g2,g3 g1", dice="8")

Counters are German (axis) and Russian (allies) unless ``nations`` says otherwise; their ids are the nation's
initial and a number in the order listed (``g1``, ``g2``, ``r1`` …), machine guns are ``mg1`` …, axis first. A
gun (``lmg``, ``mmg``, ``hmg``) belongs to the first unit beneath it, or to nobody. After a slash stand signs:
``b`` broken, ``d`` DM, ``m`` melee, ``p`` / ``f`` / ``F`` / ``a`` marked Prep, First, Final, Advancing Fire,
``n`` pinned, ``x`` exhausted. A counter may be written out (``german_2-4-7``).

The board has 17×10 hexes (A1 … Q10), open ground where ``terrain`` says nothing. ``roads`` maps road rows to
runs of hexes, ``walls`` hexside rows to hexsides (``G5|G6``), ``levels`` hexes to levels; ``buildings`` are
runs of building hexes that are one building.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import count, pairwise
from typing import Any

import msgspec

import grognard_rulesets
from grognard.dice import Face, Roll, ScriptedDice
from grognard.hexes import Hexside
from grognard.odds import OddsTable, odds
from grognard.play import Action, Event, Frame, Play
from grognard.reasons import Reason
from grognard.ruleset import Ruleset
from grognard_asl.battlefield import Battlefield
from grognard_asl.boards import Sheet, geomorphic
from grognard_asl.fire import ChooseFirers, FirePhase, targets_in
from grognard_asl.game import AslGame
from grognard_asl.movement import Moves
from grognard_asl.position import AslPosition, Unit, Weapon, other_side
from grognard_asl.rally import Rallies
from grognard_asl.scenario_schema import BoardUse, Goal, Group, Scenario, Zone
from grognard_asl.schema import Name
from grognard_asl.turn import Turn
from grognard_asl.weapons import owner_beneath

__all__ = ["Table", "game_with"]

SIGNS: dict[str, dict[str, Any]] = {
    "b": {"broken": True}, "d": {"dm": True}, "m": {"melee": True}, "n": {"pinned": True},
    "x": {"exhausted": True}, "p": {"fired": "prep"}, "f": {"fired": "first"}, "F": {"fired": "final"},
    "a": {"fired": "advancing"},
}  # fmt: skip
GUNS = ("lmg", "mmg", "hmg", "hmg_50")

COLUMNS = 17

_numbers = count(1)


class RecordingGame(AslGame):
    """The game, keeping a note of every action taken, those included that were the only ones."""

    __module__ = AslGame.__module__  # the frames of a system are those of its game's package

    def __init__(self, ruleset: Ruleset, options: Mapping[str, object]) -> None:
        super().__init__(ruleset, options)
        self.taken: list[str] = []

    def take(self, play: Play[Any, Any], action: Action) -> None:
        self.taken.append(self.say(action))
        super().take(play, action)


@cache
def game_with(options: tuple[tuple[str, object], ...] = ()) -> RecordingGame:
    """The game under some options; tests add their positions to it as scenarios of their own."""
    return RecordingGame(Ruleset(grognard_rulesets.ROOT / "asl_intro"), dict(options))


class Table:
    """A position on the table, and what a test may ask or do with it.

    ``side`` is the ATTACKER. Further keywords are fields of the scenario (``victory``, ``turns``, ``month``,
    ``groups`` …); ``options`` are readings of the ruleset.
    """

    def __init__(
        self,
        axis: Mapping[str, str] | None = None,
        allies: Mapping[str, str] | None = None,
        terrain: Mapping[str, str] | None = None,
        *,
        roads: Mapping[str, str | Sequence[str]] | None = None,
        walls: Mapping[str, str] | None = None,
        levels: Mapping[str, int] | None = None,
        buildings: Sequence[str] = (),
        residual: Mapping[str, int] | None = None,
        nations: Mapping[str, str] | None = None,
        side: str = "axis",
        phase: str = "",
        turn: int = 1,
        options: Mapping[str, object] | None = None,
        **scenario: Any,
    ) -> None:
        self.game = game_with(tuple(sorted((options or {}).items())))
        self.rules = self.game.rules
        self.events: list[Event] = []
        self.rolls: list[Roll] = []
        self.forced: list[str] = []
        self.nations = {"axis": "german", "allies": "russian", **(nations or {})}
        number = next(_numbers)
        board = self._board(f"t{number}", terrain or {}, roads or {}, walls or {}, levels or {}, buildings)
        entry = self._scenario(f"test-{number}", board.id, side, scenario)
        self.rules.add(entry, board)
        position = self.game.set_up(entry.id)
        position.agenda.clear()
        for name in ("units", "weapons", "waiting"):
            if "groups" not in scenario:
                getattr(position, name).clear()
        position.turn, position.active, position.phase = turn, side, phase
        position.residual.update(residual or {})
        self.position: AslPosition = position
        for who, stacks in (("axis", axis or {}), ("allies", allies or {})):
            for hex, counters in stacks.items():
                self._stack(who, hex, counters.split())

    def _board(
        self,
        id_: str,
        terrain: Mapping[str, str],
        roads: Mapping[str, str | Sequence[str]],
        walls: Mapping[str, str],
        levels: Mapping[str, int],
        buildings: Sequence[str],
    ) -> Sheet:
        board = geomorphic(COLUMNS)
        covered = {hex: key for key, hexes in terrain.items() for hex in hexes.split()}
        assert covered.keys() <= set(board.hexes), f"not on the board: {covered.keys() - set(board.hexes)}"
        sides: dict[Hexside, str] = {}
        for kind, runs in roads.items():
            for run in [runs] if isinstance(runs, str) else runs:
                sides |= {Hexside(a, b): kind for a, b in pairwise(run.split())}
        return Sheet(
            id=id_,
            name=Name("Test", "测试"),
            source="a test",
            columns=COLUMNS,
            rows=10,
            terrain={hex: covered.get(hex, "open_ground") for hex in board.hexes},
            level={hex: levels.get(hex, 0) for hex in board.hexes},
            roads=sides,
            sides={Hexside.parse(side): kind for kind, text in walls.items() for side in text.split()},
            buildings=tuple(frozenset(run.split()) for run in buildings),
        )

    def _scenario(self, id_: str, board: str, side: str, more: Mapping[str, Any]) -> Scenario:
        fields: dict[str, Any] = {
            "groups": (
                Group(side="axis", units={f"{self.nations['axis']}_9-1": 1}, zone=Zone(hexes=("A1",))),
                Group(side="allies", units={f"{self.nations['allies']}_9-1": 1}, zone=Zone(hexes=("Q10",))),
            ),
            "victory": (
                Goal(side="axis", kind="control", hexes=("A1",), text=Name("", ""), held_by="allies"),
            ),
            "otherwise": "allies", "turns": 6, "month": 5, "year": 1943, "sets_up_first": "allies",
            "moves_first": "axis", "elr": {"axis": 3, "allies": 3}, **more,
        }  # fmt: skip
        return Scenario(
            id=id_, number=0, name=Name("Test", "测试"), text=Name("", ""), boards=(BoardUse(board),),
            nations=self.nations, source="a test", **fields,
        )  # fmt: skip

    def _stack(self, side: str, hex: str, counters: Sequence[str]) -> None:
        """Put a stack down, listed from top to bottom."""
        position, nation, listed = self.position, self.nations[side], list[str]()
        for word in counters:
            name, _, signs = word.partition("/")
            facts: dict[str, Any] = {}
            for sign in signs:
                facts |= SIGNS[sign]
            kind = name if "_" in name and name not in GUNS else f"{nation}_{name}"
            if kind in self.rules.weapons:
                id_ = f"mg{len(position.weapons) + 1}"
                position.weapons[id_] = Weapon(kind, hex, fired=facts.get("fired", ""))
            else:
                assert kind in self.rules.units, f"no counter {kind!r}"
                initial = nation[0]
                id_ = f"{initial}{sum(1 for other in position.units if other[0] == initial) + 1}"
                position.units[id_] = Unit(side, kind, hex, **facts)
                position.at[hex] = (*position.at.get(hex, ()), id_)
            listed.append(id_)
        for id_ in listed:
            if id_ in position.weapons:
                owner = owner_beneath(listed, id_, position.units)
                position.weapons[id_] = msgspec.structs.replace(position.weapons[id_], owner=owner)

    # Reading the table -----------------------------------------------------------------------------------
    @property
    def field(self) -> Battlefield:
        return self.rules.field(self.position)

    @property
    def playing(self) -> Play[Any, Any]:
        """A play on this very position, for asking single rules."""
        return Play(self.position, self.rules)

    def __getitem__(self, id_: str) -> Unit:
        """A unit by its id."""
        return self.position.units[id_]

    def __contains__(self, id_: str) -> bool:
        """Whether a unit is still in the game."""
        return id_ in self.position.units

    def gun(self, id_: str) -> Weapon:
        """A machine gun by its id."""
        return self.position.weapons[id_]

    def state(self, id_: str) -> str:
        """A unit in a word or two: strength, and what is wrong with it; ``-`` when it is gone."""
        unit = self.position.units.get(id_)
        if unit is None:
            return "-"
        words = [unit.kind.partition("_")[2]]
        words += [name for name in ("broken", "dm", "pinned", "melee") if getattr(unit, name)]
        return " ".join(words)

    @property
    def asked(self) -> str:
        """The kind of decision that waits, ``"ChooseFirers"``; blank when nothing does."""
        decision = self.game.decision(self.position)
        return type(decision).__name__ if decision else ""

    @property
    def to_act(self) -> str | None:
        return self.game.to_act(self.position)

    @property
    def options(self) -> set[str]:
        """Every action listed, as text."""
        return {self.game.say(action) for action in self.game.options(self.position)}

    def having(self, verb: str) -> set[str]:
        """What stands after a verb in the options that have it: ``having("to")``."""
        return {said.partition(" ")[2] for said in self.options if said.split()[0] == verb}

    def told(self, what: str) -> list[dict[str, str | int]]:
        """The facts of every event of a kind so far."""
        return [dict(event.facts) for event in self.events if event.what == what]

    # Setting going ---------------------------------------------------------------------------------------
    def run(self, *frames: Frame[Any, Any], dice: str | Sequence[str] = ()) -> Table:
        """Put frames on the agenda, the first runs first, and go on to the first decision."""
        self.position.agenda.extend(reversed(frames))
        self._with(dice, self._drive)
        return self

    def firing(self, mode: Any, side: str = "") -> Table:
        """Open a fire phase: ``prep`` and ``advancing`` of the ATTACKER, ``final`` of the DEFENDER."""
        active = self.position.active
        return self.run(FirePhase(side or (other_side(active) if mode == "final" else active), mode))

    def aim(self, hex: str, mode: Any = "prep", side: str = "") -> Table:
        """Let a side choose who fires at a hex, without taking the choice where there is only one."""
        active = self.position.active
        side = side or (active if mode in ("prep", "advancing") else other_side(active))
        self.position.agenda.append(ChooseFirers(side, mode, hex, targets_in(self.position, hex, side)))
        return self

    def moving(self) -> Table:
        """Open the movement phase of the ATTACKER."""
        return self.run(Moves(self.position.active))

    def rallying(self, side: str = "") -> Table:
        """Open a side's part of the rally phase."""
        return self.run(Rallies(side or self.position.active))

    def at_step(self, step: str, dice: str | Sequence[str] = ()) -> Table:
        """Go on from a step of the sequence of play."""
        return self.run(Turn(step), dice=dice)

    def play(self, *actions: str, dice: str | Sequence[str] = ()) -> Table:
        """Play legal actions by their text. Dice are rolls in order: sums of 2d6, numbers of 1d6, ``5,3``.

        An action that was the only one has been taken by itself already; it may be named or left out.
        """

        def act(play: Play[Any, Any]) -> None:
            for text in actions:
                if self.forced and f"{self.forced[0]} ".startswith(f"{text} "):
                    del self.forced[0]
                    continue
                action = self.action(text)
                bars = self.game.refusal(self.position, action)
                assert not bars, f"{text}: " + "; ".join(map(str, bars))
                self.game.take(play, action)
                self._drive(play)

        self._with(dice, act)
        return self

    def _drive(self, play: Play[Any, Any]) -> None:
        self.game.taken.clear()
        self.game.drive(play)
        self.forced = list(self.game.taken)

    def _with(self, dice: str | Sequence[str], act: Callable[[Play[Any, Any]], object]) -> None:
        rolls = dice.split() if isinstance(dice, str) else dice
        script = ScriptedDice(tuple(map(_face, roll.split(","))) for roll in rolls)
        act(Play(self.position, self.rules, script, self.rolls, self.events))
        assert not script.left, f"{script.left} rolls were not made"

    def action(self, text: str) -> Action:
        """What a text means now; ``fire g1`` is short for ``fire g1 -``."""
        undirected = text.startswith("fire ") and len(text.split()) == 2
        return self.game.parse(self.position, f"{text} -" if undirected else text)

    # Questions -------------------------------------------------------------------------------------------
    def refused(self, text: str) -> set[str]:
        """The rules that forbid an action now; empty for a legal one."""
        return {reason.cite for reason in self.reasons_against(text)}

    def reasons_against(self, text: str) -> tuple[Reason, ...]:
        """Why an action is refused, reason by reason."""
        return self.game.refusal(self.position, self.action(text))

    def because(self, text: str) -> dict[str, int]:
        """What an action's first roll, or its cost, is made of: rule id → sum of values."""
        found: dict[str, int] = {}
        for reason in self.game.explain(self.position, self.action(text)).reasons:
            found[reason.cite] = found.get(reason.cite, 0) + reason.value
        return found

    def drm(self, text: str) -> Fraction:
        """The sum of an action's reasons: the DRM of a fire attack."""
        return self.game.explain(self.position, self.action(text)).total

    def column(self, text: str) -> str:
        """The column of the fire table that an attack uses."""
        reasons = self.game.explain(self.position, self.action(text)).reasons
        return next(r.text.split()[-1] for r in reasons if "column" in r.text)

    def copy(self) -> Table:
        """The same table, to be played on without touching this one."""
        twin = object.__new__(Table)
        twin.game, twin.rules, twin.nations = self.game, self.rules, self.nations
        twin.position = self.position.copy()
        twin.events, twin.rolls, twin.forced = [], [], []
        return twin

    def odds(self, text: str, measure: Callable[[AslPosition], Hashable], **more: Any) -> OddsTable:
        """Exact odds of an action, folded by ``measure``."""
        return odds(self.game, self.position, self.action(text), measure=measure, **more)


def _face(text: str) -> Face:
    return int(text) if text.isdigit() else text
