"""Exact odds of an attack over a bridge on Clervaux, with all the campaign's units on the map."""

from __future__ import annotations

from time import process_time

import grognard
from benchmarks.ardennes44 import whole_campaign
from grognard.odds import odds
from grognard_ardennes44.combat import ChooseAttackers, CombatPhase, Engage
from grognard_ardennes44.game import ArdennesGame
from grognard_ardennes44.position import ArdennesPosition, Unit

ROUNDS = 15
TARGET = "E2416"
GERMANS = {
    "2_pz-2": "E2316", "2_pz-3": "E2316", "2_pz-304": "E2415",
    "766_vak": "E2115", "15_vw": "E2215",
}  # fmt: skip
ALLIES = {"28_inf-110": TARGET, "9_arm-ccr": TARGET, "viii_174_artillery": "E2517"}
"""Three units attack with two of artillery, two of the three over a bridge; an artillery unit answers."""


def battle(game: ArdennesGame) -> ArdennesPosition:
    """The units of the attack in their places, on the first turn with a clear sky."""
    rules, position = game.rules, whole_campaign(game)
    for id_, hex in (GERMANS | ALLIES).items():
        own = position.stacks(rules.counters[id_].side)
        old = position.units[id_].hex
        own[old] = tuple(other for other in own[old] if other != id_)
        if not own[old]:
            del own[old]
        position.units[id_] = Unit(hex, rules.counters[id_].steps)
        own[hex] = tuple(sorted((*own.get(hex, ()), id_)))
    position.turn, position.active = rules.limits.clear_from, "german"
    attackers = tuple(sorted(id_ for id_ in GERMANS if not rules.counters[id_].gun))
    position.agenda[:] = [
        CombatPhase("german", begun=True),
        ChooseAttackers("german", TARGET, units=attackers),
    ]
    return position


def run() -> list[tuple[str, float, str]]:
    """Milliseconds by stated assumptions, cut at advance and breakthrough; under 50 is asked."""
    game = grognard.load("ardennes44")
    assert isinstance(game, ArdennesGame)
    position, best = battle(game), 9e9
    for _ in range(ROUNDS):
        began = process_time()
        table = odds(game, position, Engage(), samples=0)
        best = min(best, 1000 * (process_time() - began))
    note = f"{table.states:,} positions, {len(table.rows)} results, {len(table.assumptions)} assumptions"
    return [("exact odds of a three-unit attack, campaign map: ms", best, note)]
