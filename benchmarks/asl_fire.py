"""Exact odds of fire on three squads and a leader, all morale checks included; bystanders do not count."""

from __future__ import annotations

from collections.abc import Hashable
from time import process_time
from typing import Any

import grognard
from grognard.odds import odds
from grognard_asl.fire import ChooseFirers
from grognard_asl.game import AslGame
from grognard_asl.groups import Fire
from grognard_asl.position import AslPosition, Unit
from grognard_asl.setup import set_up
from grognard_asl.stacks import place

ROUNDS = 5
TARGETS = ("german_4-6-7", "german_4-6-7", "german_4-6-7", "german_9-1")
GROUPS = {
    "4 FP, long range": (8, ("russian_4-4-7", "russian_4-4-7"), "russian_9-2"),
    "16 FP, adjacent": (1, ("russian_4-4-7", "russian_4-4-7"), "russian_9-2"),
    "36 FP, adjacent": (1, ("russian_6-2-8", "russian_6-2-8", "russian_6-2-8"), "russian_10-2"),
}


def fates(position: AslPosition) -> Hashable:
    """What became of each target: its counter, and whether it is broken."""
    left = (position.units.get(id_) for id_ in ("t1", "t2", "t3", "t4"))
    return tuple((unit.kind, unit.broken) if unit else () for unit in left)


def attack(game: AslGame, away: int, firers: tuple[str, ...], leader: str, bystanders: int) -> AslPosition:
    """Firers in one hex, targets ``away`` hexes to the south, further squads all over the map."""
    rules = game.rules
    scenario = min(rules.scenarios.playable.values(), key=lambda each: each.number)
    position = set_up(rules, scenario)
    for table in (position.units, position.weapons, position.waiting, position.agenda):
        table.clear()
    field = rules.field(position)
    here, there = next(
        (a, b)
        for a in field.hexes
        for b in field.hexes
        if field.board.distance(a, b) == away
        and field.sees(a, b)
        and field.terrain[a] is field.open
        and not field.protection(b, a)
        and not field.hindrance(a, b)
    )
    crowd = [hex for hex in field.hexes if hex not in (here, there)]
    stacks = [
        (here, "allies", [(f"f{n}", kind) for n, kind in enumerate((*firers, leader))]),
        (there, "axis", [(f"t{n}", kind) for n, kind in enumerate(TARGETS, 1)]),
        *((crowd[3 * n], "axis", [(f"x{n}", "german_4-6-7")]) for n in range(bystanders)),
    ]
    for hex, side, units in stacks:
        for id_, kind in units:
            position.units[id_] = Unit(side, kind, "")
            place(position, id_, hex)
    position.active, position.phase = "allies", "PFPh"
    position.agenda.append(ChooseFirers("allies", "prep", there, tuple(f"t{n}" for n in range(1, 5))))
    return position


def milliseconds(game: AslGame, position: AslPosition, action: Fire) -> tuple[float, Any]:
    """The best CPU time of some rounds, and the table."""
    best, table = 9e9, None
    for _ in range(ROUNDS):
        began = process_time()
        table = odds(game, position, action, measure=fates, samples=0)
        best = min(best, 1000 * (process_time() - began))
    return best, table


def run() -> list[tuple[str, float, str]]:
    """Milliseconds of CPU per attack (the aim is under 200), and what 60 more units on the map make of it."""
    game = grognard.load("asl_intro")
    assert isinstance(game, AslGame)
    rows = []
    for name, (away, firers, leader) in GROUPS.items():
        action = Fire(tuple(f"f{n}" for n in range(len(firers))), (f"f{len(firers)}",))
        alone, table = milliseconds(game, attack(game, away, firers, leader, 0), action)
        crowded, same = milliseconds(game, attack(game, away, firers, leader, 60), action)
        assert table.rows == same.rows, "bystanders change nothing"
        note = f"{alone:.0f} ms, {table.states} positions, {len(table.rows)} results"
        rows.append((f"odds of fire, {name}: ms with 60 bystanders", crowded, note))
    return rows
