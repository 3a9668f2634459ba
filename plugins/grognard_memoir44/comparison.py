"""Memoir '44 in neutral terms: small positions that the rules themselves answer questions about."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from grognard.archetypes import Distance, Engagement, Entry, Fate, Toll
from grognard.play import Play
from grognard.reasons import Reason
from grognard_memoir44.battle import Attack, Battles, ChooseTarget
from grognard_memoir44.movement import ChooseDestination, MoveTo, destinations
from grognard_memoir44.pieces import rows_at
from grognard_memoir44.position import MemoirPosition, Order
from grognard_memoir44.schema import Name, Scenario, Side, UnitGroup
from grognard_memoir44.setup import set_up
from grognard_memoir44.tables import Tables
from grognard_memoir44.targets import battle_bars

__all__ = ["MemoirComparison"]

ATTACKER, DEFENDER = "allies1", "axis1"
MIDDLE = "G5"


class MemoirComparison:
    """Answers from the rules: an Allied unit attacks or moves, an Axis unit stands in mid board."""

    def __init__(self, rules: Tables) -> None:
        self.rules = rules

    def _stage(self, units: tuple[UnitGroup, ...], terrain: str) -> MemoirPosition:
        """A position with a terrain row, and whatever it lies on, in the middle of the board."""
        row = self.rules.terrain[terrain]
        under = row.lies_on or next(iter(row.cancels), "")
        kinds = "-".join(f"{group.side}.{group.kind}.{group.hexes[0]}" for group in units)
        scenario = Scenario(
            id=f"comparison-{terrain}-{kinds}",
            number=0,
            name=Name(en="Comparison", zh="比较"),
            date="",
            front="",
            face="country",
            top="axis",
            bottom="allies",
            first="allies",
            hand={"allies": 0, "axis": 0},
            medals={"allies": 99, "axis": 99},
            text=Name(en="", zh=""),
            source="made for comparison",
            confidence="",
            terrain={terrain: (MIDDLE,)} if row.category == "hex" else {under: (MIDDLE,)} if under else {},
            overlays={terrain: (MIDDLE,)} if row.category == "overlay" else {},
            obstacles={terrain: (MIDDLE,)} if row.category == "obstacle" else {},
            owners=self._owners(terrain),
            units=units,
            counts={},
        )
        if scenario.id not in self.rules.staged:
            self.rules.stage(scenario)
        position = set_up(self.rules, scenario)
        position.agenda.clear()
        return position

    def _owners(self, terrain: str) -> dict[str, Side]:
        row = self.rules.terrain[terrain]
        return {terrain: "axis"} if "owner" in (row.defense_when, row.flags_when) else {}

    def entry(self, terrain: str, troop: str) -> Entry:
        """Cost from the movement rules, the rest from the rows and the battle rules."""
        start = "H5"
        position = self._stage((UnitGroup(side="allies", kind=troop, hexes=(start,)),), terrain)
        position.orders[ATTACKER] = Order(start)
        play, kind = Play(position, self.rules), self.rules.units[troop]
        field = self.rules.field(position)
        cost = destinations(play, field, position.units[ATTACKER], position.orders[ATTACKER]).get(MIDDLE)
        if cost is None:
            row = field.impassable(MIDDLE, kind.type)
            rows = (
                (row,) if row else tuple(r for r in rows_at(play, field, MIDDLE) if kind.type in r.impassable)
            )
            reasons = tuple(Reason(f"{r.name.en.lower()} is impassable", r.cite["impassable"]) for r in rows)
            return Entry(None, blocks_sight=self._blocks(play), reasons=reasons)
        there = rows_at(play, field, MIDDLE)
        longest = min([kind.move, *(row.max_move for row in there if row.max_move is not None)])
        must_stop = any(row.stop for row in there)
        sight = self._blocks(play)
        ChooseDestination("allies", ATTACKER).take(play, MoveTo(MIDDLE))
        bars = battle_bars(play, field, ATTACKER)
        return Entry(Fraction(cost, longest), must_stop, not bars, sight, bars)

    def _blocks(self, play: Play[MemoirPosition, Tables]) -> bool:
        """Whether infantry is kept from seeing across the hex."""
        return self.rules.field(play.position).blocking_row(MIDDLE, "E5", "I5", "infantry") is not None

    def engagement(self, attacker: str, defender: str, terrain: str, distance: Distance) -> Engagement | None:
        """An ordered Allied unit that has not moved attacks."""
        reach = len(self.rules.units[attacker].dice)
        hexes = 1 if distance == "close" else max(2, -(-reach // 2))
        if hexes > reach:
            return None
        start = "HIJKLM"[hexes - 1] + "5"
        groups = (
            UnitGroup(side="allies", kind=attacker, hexes=(start,)),
            UnitGroup(side="axis", kind=defender, hexes=(MIDDLE,)),
        )
        position = self._stage(groups, terrain)
        position.orders[ATTACKER] = Order(start)
        position.agenda += [Battles("allies"), ChooseTarget("allies", ATTACKER)]
        choice = ChooseTarget("allies", ATTACKER)
        action = Attack(MIDDLE)
        if choice.refusal(Play(position, self.rules), action):
            return None
        return Engagement(position, action, toll_of(position))


def toll_of(before: MemoirPosition) -> Callable[[MemoirPosition], Toll]:
    """Judge an end position against the one before: figures are strength, a retreat is being driven back."""
    fresh, attacker = before.units[DEFENDER], before.units[ATTACKER]

    def toll(after: MemoirPosition) -> Toll:
        now, ours = after.units.get(DEFENDER), after.units.get(ATTACKER)
        lost = fresh.figures - (now.figures if now else 0)
        cost = Fraction(attacker.figures - (ours.figures if ours else 0), attacker.figures)
        fate: Fate = "no effect"
        if now is None:
            fate = "destroyed"
        elif lost:
            fate = "reduced"
        elif now.hex != fresh.hex:
            fate = "driven back"
        return Toll(fate, Fraction(lost, fresh.figures), cost)

    return toll
