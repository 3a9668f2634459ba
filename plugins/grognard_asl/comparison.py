"""ASL in neutral terms: small positions that the rules themselves answer questions about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec

from grognard.archetypes import Distance, Engagement, Entry, Fate, Toll
from grognard.hexes import Hexside
from grognard.play import Play
from grognard.reasons import total
from grognard_asl.boards import OPEN, Sheet, geomorphic
from grognard_asl.fire import ChooseFirers, FirePhase, targets_in
from grognard_asl.firepower import fire_bars
from grognard_asl.groups import Fire
from grognard_asl.marching import allowance, step_cost
from grognard_asl.movement import Moving
from grognard_asl.position import AslPosition, Unit
from grognard_asl.scenario_schema import BoardUse, Goal, Group, Scenario, Zone
from grognard_asl.schema import Name
from grognard_asl.setup import set_up
from grognard_asl.stacks import place
from grognard_asl.tables import Tables

__all__ = ["AslComparison"]

ATTACKER, DEFENDER = "attacker", "defender"
COLUMNS = 17
MIDDLE, BESIDE, BEHIND, BEYOND = "I3", "I4", "I2", "I1"
LINE = tuple(f"I{row}" for row in range(3, 11))
"""Hexes in a straight line from the middle: 0, 1, 2 … away."""
HALF_SQUAD = Fraction(1, 2)


class AslComparison:
    """Answers from the rules: an Axis squad attacks or moves, an Allied one is in mid board."""

    def __init__(self, rules: Tables) -> None:
        self.rules = rules

    def _stage(self, terrain: str, kind: str, units: Mapping[str, Unit]) -> AslPosition:
        """Units in the open with a terrain row in the middle; walls lie towards the attacker."""
        id_ = f"comparison-{terrain}-{kind}"
        if id_ not in self.rules.scenarios.all:
            self._build(id_, terrain, kind)
        position = set_up(self.rules, self.rules.scenarios.all[id_])
        position.agenda.clear()
        for table in (position.units, position.weapons, position.waiting):
            table.clear()
        for id_, unit in units.items():
            position.units[id_] = msgspec.structs.replace(unit, hex="")
            place(position, id_, unit.hex)
        return position

    def _build(self, id_: str, terrain: str, kind: str) -> None:
        row = self.rules.terrain[terrain]
        board = geomorphic(COLUMNS)
        ground = dict.fromkeys(board.hexes, OPEN)
        if row.category == "hex":
            ground[MIDDLE] = terrain
        elif row.category == "mixed":
            rows = self.rules.terrain.values()
            ground[MIDDLE] = next(each.id for each in rows if each.with_road == terrain)
        side = Hexside(MIDDLE, BESIDE)
        road = {"road": terrain, "mixed": "road_dirt"}.get(row.category)
        sheet = Sheet(
            id=id_,
            name=Name("Comparison", "比较"),
            source="made for comparison",
            columns=COLUMNS,
            rows=10,
            terrain=ground,
            level={hex: int(row.category == "level" and hex == MIDDLE) for hex in board.hexes},
            roads={side: road, Hexside(MIDDLE, BEHIND): road} if road else {},
            sides={side: terrain} if row.category == "hexside" else {},
        )
        nation = self.rules.units[kind].nation
        leader = self.rules.nations[nation].leaders[0]
        scenario = Scenario(
            id=id_,
            number=0,
            name=Name("Comparison", "比较"),
            text=Name("", ""),
            year=1944,
            month=min(row.months, default=6),
            boards=(BoardUse(id_),),
            turns=1,
            sets_up_first="allies",
            moves_first="axis",
            nations={"axis": nation, "allies": nation},
            elr={"axis": 3, "allies": 3},
            groups=(
                Group(side="axis", units={leader: 1}, zone=Zone(hexes=("A1",))),
                Group(side="allies", units={leader: 1}, zone=Zone(hexes=("Q10",))),
            ),
            victory=(Goal(side="axis", kind="losses", needed=99, text=Name("", "")),),
            otherwise="allies",
            source="made for comparison",
        )
        self.rules.add(scenario, sheet)
        del self.rules.scenarios.playable[id_]  # nobody is to find it in a list

    def entry(self, terrain: str, troop: str) -> Entry:
        """Cost from the movement rules, fire afterwards from the fire rules, sight from the sight rules."""
        units = {
            ATTACKER: Unit("axis", troop, BESIDE),
            DEFENDER: Unit("allies", troop, BEYOND),
        }
        position = self._stage(terrain, troop, units)
        play = Play(position, self.rules)
        sight = not self.rules.field(position).sees(BESIDE, BEHIND)
        moving = Moving(side="axis", units=(ATTACKER,), start=BESIDE, manner="walk")
        position.agenda.append(moving)
        cost = step_cost(play, moving, MIDDLE)
        if not cost:
            return Entry(None, blocks_sight=sight)
        share = Fraction(total(cost), allowance(play, (ATTACKER,), on_road=False))
        place(position, ATTACKER, MIDDLE)
        bars = tuple(fire_bars(play, ATTACKER, BEYOND, "advancing"))
        return Entry(share, must_stop=False, battle_on_entry=not bars, blocks_sight=sight, reasons=cost)

    def engagement(self, attacker: str, defender: str, terrain: str, distance: Distance) -> Engagement | None:
        """An Axis squad that has not moved fires in its PFPh, from the next hex or from some way off."""
        reach = self.rules.units[attacker].range * self.rules.figures.fire.long_range_reach
        away = 1 if distance == "close" else max(2, -(-reach // 2))
        if away >= len(LINE) or away > reach:
            return None
        units = {
            ATTACKER: Unit("axis", attacker, LINE[away]),
            DEFENDER: Unit("allies", defender, MIDDLE),
        }
        position = self._stage(terrain, attacker, units)
        choice = ChooseFirers("axis", "prep", MIDDLE, targets_in(position, MIDDLE, "axis"))
        position.agenda += [FirePhase("axis", "prep", over=True), choice]
        action = Fire((ATTACKER,))
        if choice.refusal(Play(position, self.rules), action):
            return None
        return Engagement(position, action, toll_of(self.rules, position))


def toll_of(rules: Tables, before: AslPosition) -> Callable[[AslPosition], Toll]:
    """Judge an end position against the one before: a broken unit is suppressed, a half-squad is half."""
    fresh = before.units[DEFENDER]

    def toll(after: AslPosition) -> Toll:
        now = after.units.get(DEFENDER)
        lost = Fraction(0)
        fate: Fate = "no effect"
        if now is None:
            fate, lost = "destroyed", Fraction(1)
        elif rules.units[now.kind].type != rules.units[fresh.kind].type:
            fate, lost = "reduced", HALF_SQUAD
        elif now.broken:
            fate = "suppressed"
        return Toll(fate, lost, Fraction(ATTACKER not in after.units))

    return toll
