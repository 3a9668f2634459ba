"""Positions for tests, in a few lines that read like the rule they prove.

Hexes are named by axial coordinates around the middle of a board of clear hexes, as the rule cases name them:
the neighbours of ``(0, 0)`` are (1,0) (0,1) (-1,1) (-1,0) (0,-1) (1,-1)::

    table = Table()
    table.river((0, 0), (1, 0))
    a = table.unit("german", (0, 0))
    b = table.unit("allied", (2, 0), attack=5, defence=6)
    assert table.position.stack(table.hex(2, 0)) == (b,)

The map is drawn first; it is compiled when :attr:`Table.position` or :attr:`Table.ground` is first asked for.
:meth:`Table.begin` puts frames on the agenda, :meth:`Table.play` plays actions by their text with dice given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from itertools import count, pairwise
from typing import Any

import msgspec

import grognard_rulesets
from grognard.board import Board
from grognard.dice import Roll, ScriptedDice, SeededDice
from grognard.hexes import FLAT, Axial, ColumnRow, Hexside
from grognard.odds import OddsTable, odds
from grognard.play import Action, Event, Frame, Play
from grognard.reasons import Reason
from grognard.ruleset import Ruleset
from grognard_ardennes44.game import ArdennesGame
from grognard_ardennes44.ground import Ground
from grognard_ardennes44.position import ArdennesPosition, Unit, Works
from grognard_ardennes44.schema import Area, Arrival, Box, Entry, Name, Objective, Scenario, Theatre, Victory
from grognard_ardennes44.tables import Counter, Rows, Tables

__all__ = ["Table", "game_with"]

Spot = tuple[int, int]
NOWHERE = Name(en="test", zh="测试")
CENTRE = 30


@cache
def _loaded(options: tuple[tuple[str, object], ...]) -> ArdennesGame:
    return ArdennesGame(Ruleset(grognard_rulesets.ROOT / "ardennes44"), dict(options))


def game_with(**options: object) -> ArdennesGame:
    """The ruleset as shipped, with options; loaded once."""
    return _loaded(tuple(sorted(options.items())))


class Table:
    """A board of clear hexes within ``radius`` of the middle, and what a test puts on it."""

    _numbers = count()

    def __init__(self, radius: int = 6, *, turn: int = 3, active: str = "german", **options: object) -> None:
        shipped = game_with(**options)
        self.game = ArdennesGame.__new__(ArdennesGame)
        self.game.__dict__.update(shipped.__dict__)
        self.rules = Tables.__new__(Tables)
        self.rules.__dict__.update(shipped.rules.__dict__)
        self.rules.counters = Rows(shipped.rules.counters)
        self.rules.formations = dict(shipped.rules.formations)
        self.rules.scenarios, self.rules.grounds = Rows(shipped.rules.scenarios), {}
        self.game.rules = self.rules
        self.scenario = f"test-{next(self._numbers)}"
        self.radius, self.turn, self.active = radius, turn, active
        self.labels = ColumnRow(prefix="E", left=CENTRE + 20, top=CENTRE + 20, column_step=-1, row_step=-1)
        self._nodes: dict[str, dict[str, Any]] = {}
        self._edges: dict[Hexside, dict[str, Any]] = {}
        self._units: dict[str, Unit] = {}
        self._changes: dict[str, Any] = {}
        self._theatre: dict[str, Any] = {}
        self._bridges: dict[str, str] = {}
        self._arrivals: list[Arrival] = []
        self.rolls: list[Roll] = []
        self.events: list[Event] = []

    # The map ---------------------------------------------------------------------------------------------

    def hex(self, q: int, r: int) -> str:
        """The label of an axial coordinate."""
        x, y = FLAT.doubled(Axial(q, r))
        return self.labels.label((x + 20, y + 40))

    def spot(self, at: Spot | str) -> str:
        """A label, given as such or as an axial coordinate."""
        return at if isinstance(at, str) else self.hex(*at)

    def side(self, a: Spot, b: Spot) -> Hexside:
        """The hexside between two hexes."""
        return Hexside(self.hex(*a), self.hex(*b))

    def terrain(self, kind: str, *at: Spot) -> None:
        """Set terrain."""
        for spot in at:
            self._nodes.setdefault(self.hex(*spot), {})["terrain"] = kind

    def town(self, size: str, at: Spot, name: str = "Test") -> None:
        """Build a village, town or city."""
        self._nodes.setdefault(self.hex(*at), {}).update(size=size, place=name)

    def west_wall(self, *at: Spot) -> None:
        """Fortify hexes."""
        for spot in at:
            self._nodes.setdefault(self.hex(*spot), {})["features"] = ("west_wall",)

    def road(self, kind: str, *chain: Spot) -> None:
        """Lay a road through a chain of hexes."""
        for a, b in pairwise(chain):
            self._edges.setdefault(self.side(a, b), {})["road"] = kind

    def river(self, *pair: Spot, kind: str = "river") -> None:
        """A river (``meuse``, ``lake``) along the hexside between two hexes."""
        self._edges.setdefault(self.side(*pair), {})["river"] = kind

    def boundary(self, *pair: Spot) -> None:
        """An army boundary along the hexside between two hexes."""
        self._edges.setdefault(self.side(*pair), {})["lines"] = ("boundary",)

    def entry(self, id_: str, at: Spot, side: str, **facts: Any) -> None:
        """An entry hex, a supply source unless ``source=False``."""
        row = Entry(id=id_, hex=self.hex(*at), side=side, **facts)  # type: ignore[arg-type]  # a test's word
        self._theatre["entry"] = (*self._theatre.get("entry", ()), row)

    def box(self, id_: str, *, next: tuple[str, ...] = (), edge: Iterable[Spot] = ()) -> None:
        """An Off Map Box."""
        row = Box(id=id_, name=NOWHERE, next=next, edge=tuple(self.hex(*spot) for spot in edge))
        self._theatre["box"] = (*self._theatre.get("box", ()), row)

    def area(self, id_: str, kind: str, *at: Spot, formations: tuple[str, ...] = ()) -> None:
        """A named set of hexes."""
        hexes = " ".join(self.hex(*spot) for spot in at)
        row = Area(id=id_, name=NOWHERE, kind=kind, formations=formations, hexes=hexes)  # type: ignore[arg-type]  # a test's word
        self._theatre["area"] = (*self._theatre.get("area", ()), row)

    def objective(self, at: Spot, group: str = "town") -> None:
        """A victory hex."""
        row = Objective(hex=self.hex(*at), group=group, name=NOWHERE)  # type: ignore[arg-type]  # a test's word
        self._theatre["objective"] = (*self._theatre.get("objective", ()), row)

    # Units and markers -----------------------------------------------------------------------------------

    def unit(
        self, side: str, at: Spot | str, kind: str = "infantry", *, id: str = "", steps: int | None = None,
        state: str = "", engaged: bool = False, oos: bool = False, marker: str = "", ready: bool = True,
        **printed: Any,
    ) -> str:  # fmt: skip
        """A unit and its piece; ``printed`` overrides the piece (attack, defence, ma, formation, grade …).

        A piece has two steps, guns and tanks one, unless ``steps`` says that the unit has more.
        """
        id_ = id or f"{side[0]}{len(self._units) + len(self._arrivals) + 1:02}"
        gun, outline = kind in ("artillery", "rocket"), kind == "tank"
        sizes = {"steps": max(1 if gun or outline else 2, steps or 0), "sp": 0 if gun or outline else 1}
        facts: dict[str, Any] = {
            "name": id_, "formation": "", "colour": "VIII" if side == "allied" else "5 PzA",
            "nation": "us" if side == "allied" else "german",
            "attack": 0 if gun else 4, "defence": 1 if gun else 4,
            "ma": 10 if kind in ("mechanised", "mixed", "tank", "recon", "flak") else 4,
            "tq": 4 if kind in ("tank", "mixed", "flak") else 0, "range": 6 if gun else 0, "grade": "veteran",
            **sizes, **printed,
        }  # fmt: skip
        facts.setdefault("sp_reduced", 0 if not facts["sp"] else 2 if facts["steps"] == 3 else 1)
        facts.setdefault("attack_reduced", (facts["attack"] + 1) // 2)
        facts.setdefault("defence_reduced", (facts["defence"] + 1) // 2)
        self.rules.counters[id_] = Counter(
            id=id_, side=side, kind=kind, gun=gun, outline=outline,  # type: ignore[arg-type]  # a test's word
            tank=kind in ("tank", "mixed"), foot=kind not in ("tank", "artillery", "rocket", "recon"),
            mech=kind in ("mechanised", "mixed", "tank", "recon", "flak"),
            vehicle=kind in ("mixed", "tank", "recon", "flak"), **facts,
        )  # fmt: skip
        self._units[id_] = Unit(
            self.spot(at), facts["steps"] if steps is None else steps,
            state=state, engaged=engaged, oos=oos, marker=marker, ready=ready,
        )  # fmt: skip
        return id_

    def arriving(self, id_: str, turn: int, *entries: str) -> str:
        """Make a unit that was put somewhere a reinforcement of a turn, with the letters of its entries."""
        del self._units[id_]
        self._arrivals.append(Arrival(units=(id_,), turn=turn, entries=entries))
        self._changes.setdefault("waiting", {})[id_] = turn
        return id_

    def blow(self, a: Spot, b: Spot, state: str = "blown") -> None:
        """A bridge that is not sound."""
        self._bridges[str(self.side(a, b))] = state

    def dig(self, at: Spot, side: str, *, built: bool = True) -> None:
        """An improved position."""
        self._changes.setdefault("works", {})[self.hex(*at)] = Works(side, built)

    def having(self, **fields: Any) -> None:
        """Other fields of the position: control, traffic, tally, waiting …; before it is first asked for."""
        self._changes.update(fields)

    # What came of it -------------------------------------------------------------------------------------

    @cached_property
    def ground(self) -> Ground:
        """The compiled ground."""
        within = range(-self.radius, self.radius + 1)
        cells = [(q, r) for q in within for r in within if abs(q + r) <= self.radius]
        spots = sorted(self.labels.parse(self.hex(q, r)) for q, r in cells)
        board = Board.of(self.labels, spots)
        for hex in board.hexes:
            board.graph.nodes[hex].update({"terrain": "clear", **self._nodes.get(hex, {})})
        for side, printed in self._edges.items():
            board.graph.edges[side.a, side.b].update(printed)
        theatre = Theatre(id=self.scenario, map="", **self._theatre)
        scenario = Scenario(
            id=self.scenario, number=0, name=NOWHERE, text=NOWHERE, theatre=self.scenario, first_turn=1,
            last_turn=30, victory=Victory(kind="campaign"), arrival=tuple(self._arrivals),
        )  # fmt: skip
        return self.rules.stage(scenario, theatre, board)

    @cached_property
    def position(self) -> ArdennesPosition:
        """The position as set up; it changes as actions are played."""
        assert self.ground
        stacks: dict[str, dict[str, tuple[str, ...]]] = {"german": {}, "allied": {}}
        for id_ in sorted(self._units):
            mine, hex = stacks[self.rules.counters[id_].side], self._units[id_].hex
            mine[hex] = (*mine.get(hex, ()), id_)
        facts: dict[str, Any] = {
            "agenda": [], "scenario": self.scenario, "turn": self.turn, "active": self.active, "night": False,
            "units": dict(self._units), **stacks, "waiting": {}, "lost": {}, "bridges": self._bridges,
            "works": {}, "traffic": {}, "control": {}, "advantage": {}, "deeds": {}, "tally": {},
            **self._changes,
        }  # fmt: skip
        return ArdennesPosition(**facts)

    def context(self, dice: Sequence[int | str] = ()) -> Play[ArdennesPosition, Tables]:
        """A play on this table's position with dice given."""
        return Play(
            self.position, self.rules, ScriptedDice([(face,) for face in dice]), self.rolls, self.events
        )

    def begin(self, *frames: Frame[Any, Any], dice: Sequence[int | str] = ()) -> list[str]:
        """Put frames on the agenda, the first to run first, and drive to the first choice; its options."""
        self.position.agenda.extend(reversed(frames))
        return [self.game.say(action) for action in self.game.drive(self.context(dice))]

    def options(self) -> list[str]:
        """The options as text."""
        return [self.game.say(action) for action in self.game.options(self.position)]

    def play(self, *texts: str, dice: Sequence[int | str] = ()) -> list[str]:
        """Play actions by their text, refusing what is illegal; the next options as text."""
        play = self.context(dice)
        options: list[Action] = []
        for text in texts:
            action = self.game.parse(self.position, text)
            refused = self.game.refusal(self.position, action)
            assert not refused, f"{text}: {'; '.join(map(str, refused))}"
            self.game.take(play, action)
            options = self.game.drive(play)
        return [self.game.say(action) for action in options]

    def refused(self, text: str) -> tuple[Reason, ...]:
        """Every reason against an action given as text."""
        return self.game.refusal(self.position, self.game.parse(self.position, text))

    def cites(self, text: str) -> set[str]:
        """The rules that forbid an action."""
        return {reason.cite for reason in self.refused(text)}

    def explained(self, text: str) -> list[tuple[str, int]]:
        """The rules and values that explain an action before it is chosen."""
        explanation = self.game.explain(self.position, self.game.parse(self.position, text))
        return [(reason.cite, reason.value) for reason in explanation.reasons]

    def odds(self, text: str, **how: Any) -> OddsTable:
        """Exact odds of an action."""
        return odds(self.game, self.position, self.game.parse(self.position, text), **how)

    def replace(self, id_: str, **changes: object) -> None:
        """Change a unit of the position."""
        self.position.units[id_] = msgspec.structs.replace(self.position.units[id_], **changes)

    def seeded(self, seed: int) -> Play[ArdennesPosition, Tables]:
        """A play with seeded dice."""
        return Play(self.position, self.rules, SeededDice(seed), self.rolls, self.events)
