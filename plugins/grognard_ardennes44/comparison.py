"""Ardennes '44 in neutral terms: small positions that the rules themselves answer questions about."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec

from grognard.archetypes import Distance, Engagement, Entry, Fate, Toll
from grognard.board import Board
from grognard.hexes import ColumnRow, Hex
from grognard.play import Play
from grognard.reasons import Reason, total
from grognard_ardennes44.attackers import attack_bars
from grognard_ardennes44.combat import ChooseAttackers, CombatPhase, Engage
from grognard_ardennes44.movement import allowance, goals, mode_bars, overlay, set_out
from grognard_ardennes44.moving import costs_of, out_of_reach, walk
from grognard_ardennes44.pieces import place
from grognard_ardennes44.position import ArdennesPosition, Unit, Works
from grognard_ardennes44.schema import Name, Scenario, Side, Theatre, Victory
from grognard_ardennes44.setup import set_up
from grognard_ardennes44.tables import Tables

__all__ = ["ArdennesComparison"]

LABELS = ColumnRow(left=1, top=1, digits=2)
SIZE = 9
"""Columns and rows of the board of clear hexes."""
BEYOND, MIDDLE, BESIDE, BEHIND = "0504", "0505", "0506", "0507"
"""Four hexes in a row: the terrain lies in the middle, the attacker or mover comes from beside it."""
TURN = 3
NOWHERE = Name(en="Comparison", zh="比较")


class ArdennesComparison:
    """Answers from the rules: Allied units attack or one moves, a German one stands in mid board.

    Both sides use the same pieces, without traits, so that only the kind counts.
    """

    def __init__(self, rules: Tables) -> None:
        self.rules = rules

    def _piece(self, row: str, side: Side, number: int) -> str:
        """A piece like that of a row, of a side."""
        id_ = f"comparison-{row}-{side}-{number}"
        if id_ not in self.rules.counters.staged:
            nation = "german" if side == "german" else "us"
            self.rules.counters.staged[id_] = msgspec.structs.replace(
                self.rules.counters[row],
                id=id_, side=side, nation=nation, traits=(), breaks_into="", regiment="",
            )  # fmt: skip
        return id_

    def _stage(self, terrain: str) -> ArdennesPosition:
        """An empty board with a terrain row in the middle; rivers and roads lie towards the mover."""
        id_ = f"comparison-{terrain}"
        if id_ not in self.rules.scenarios.staged:
            spots = [LABELS.parse(f"{c:02}{r:02}") for c in range(1, SIZE + 1) for r in range(1, SIZE + 1)]
            board = Board.of(LABELS, sorted(spots))
            for hex in board.hexes:
                board.graph.nodes[hex]["terrain"] = "clear"
            self._lay(board, terrain)
            scenario = Scenario(
                id=id_, number=0, name=NOWHERE, text=NOWHERE, theatre=id_, first_turn=TURN, last_turn=TURN,
                victory=Victory(kind="points", needed=1), source="made for comparison",
            )  # fmt: skip
            self.rules.stage(scenario, Theatre(id=id_, map=""), board)
        position = set_up(self.rules, self.rules.scenarios[id_])
        position.agenda.clear()
        position.active = "allied"
        if terrain == "improved_position":
            position.works[MIDDLE] = Works("german", built=True)
        return position

    def _lay(self, board: Board, terrain: str) -> None:
        """Draw a row: terrain, settlement, road, river, bridge, or works."""
        rules, node = self.rules, board.graph.nodes[MIDDLE]
        roads: dict[str, str] = {row: row for row in rules.roads} | {"bridge": next(iter(rules.roads))}
        if terrain in rules.terrain:
            node["terrain"] = terrain
        elif terrain in rules.settlements:
            node.update(size=terrain, place=NOWHERE.en)
        elif terrain == "west_wall":
            node["features"] = (terrain,)
        if terrain in roads:
            for a, b in pairwise((BEHIND, BESIDE, MIDDLE, BEYOND)):
                board.graph.edges[a, b]["road"] = roads[terrain]
        if terrain in ("river", "bridge"):
            _, bank = board.spot(MIDDLE)
            for a, b in board.graph.edges:
                if (board.spot(a)[1] > bank) != (board.spot(b)[1] > bank):
                    board.graph.edges[a, b]["river"] = "river"

    def _put(self, position: ArdennesPosition, row: str, side: Side, hex: Hex, number: int = 1) -> str:
        """Bring a fresh piece into play."""
        id_ = self._piece(row, side, number)
        place(Play(position, self.rules), id_, Unit(hex, self.rules.counters[id_].steps))
        return id_

    # Questions -------------------------------------------------------------------------------------------

    def entry(self, terrain: str, troop: str) -> Entry:
        """The share of a move by MA, or of a tactical move where only that enters; then, may it attack."""
        position = self._stage(terrain)
        position.works.clear()  # those in play are the enemy's, and nobody enters them without a fight
        id_ = self._put(position, troop, "allied", BESIDE)
        rules, common = self.rules, overlay(self.rules, position, "allied")
        barred: tuple[Reason, ...] = ()
        for mode in ("move", "tactical"):
            trip = set_out(rules, position, id_, mode)
            found = goals(rules, position, trip, common)[1]
            if mode_bars(rules, position, id_, mode) or MIDDLE not in found:
                barred = (*barred, *out_of_reach(rules, position, trip, MIDDLE))
                continue
            if mode == "move":
                share = Fraction(found[MIDDLE], 2 * total(allowance(rules, position, id_, mode)))
                reasons = costs_of(rules, position, id_, found.path(MIDDLE), dict(common.delays))
            else:
                share, reasons = Fraction(1, trip.hexes), barred
            walk(Play(position, rules), id_, mode, (BESIDE, MIDDLE))
            self._put(position, troop, "german", BEYOND)
            bars = attack_bars(rules, position, "allied", id_, BEYOND, ())
            return Entry(share, MIDDLE in common.stops, battle_on_entry=not bars, reasons=(*reasons, *bars))
        return Entry(None, reasons=tuple(dict.fromkeys(barred)))

    def engagement(self, attacker: str, defender: str, terrain: str, distance: Distance) -> Engagement | None:
        """Three Allied units attack a German one from three hexes next to it, all fresh.

        One unit against one of its like hardly ever attacks here: nearly all that it meets is lost on odds
        rounded down. Nobody attacks from further off.
        """
        if distance != "close":
            return None
        position = self._stage(terrain)
        board = self.rules.ground(position).board
        _, bank = board.spot(MIDDLE)
        near = [hex for hex in board.neighbours(MIDDLE) if board.spot(hex)[1] > bank]
        attacking = tuple(self._put(position, attacker, "allied", hex, n) for n, hex in enumerate(near, 1))
        defending = self._put(position, defender, "german", MIDDLE)
        choice = ChooseAttackers("allied", MIDDLE, attacking)
        position.agenda += [CombatPhase("allied", begun=True, over=True), choice]
        if choice.refusal(Play(position, self.rules), Engage()):
            return None
        return Engagement(position, Engage(), toll_of(position, attacking, defending))


def toll_of(before: ArdennesPosition, attacking: tuple[str, ...], defending: str) -> Callable[[Any], Toll]:
    """Judge an end position: steps are strength, a unit disrupted or Engaged in its hex is suppressed."""
    fresh = before.units[defending]
    full = sum(before.units[id_].steps for id_ in attacking)

    def toll(after: ArdennesPosition) -> Toll:
        now, left = survivor(after, defending), fresh.steps
        lost = Fraction(left - (now.steps if now else 0), left)
        own = (survivor(after, id_) for id_ in attacking)
        cost = Fraction(full - sum(unit.steps for unit in own if unit), full)
        fate: Fate = "no effect"
        if now is None:
            fate = "destroyed"
        elif lost:
            fate = "reduced"
        elif now.hex != fresh.hex:
            fate = "driven back"
        elif now.state or now.engaged:
            fate = "suppressed"
        return Toll(fate, lost, cost)

    return toll


def survivor(position: ArdennesPosition, id_: str) -> Unit | None:
    """A unit, or the remnant that is left of it."""
    own = position.units.get(id_)
    return own or next((unit for unit in position.units.values() if unit.parent == id_), None)
