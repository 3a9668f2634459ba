"""Whole combat phases of random stacks on random ground: what must hold whatever happens."""

from __future__ import annotations

from random import Random

import pytest
from tests.plugins.ardennes44.drawing import Spot, Table

from grognard.play import Action
from grognard_ardennes44.combat import CombatPhase
from grognard_ardennes44.rally import RallyPhase
from grognard_ardennes44.stacking import overstacking

KINDS = ("infantry", "infantry", "infantry", "mechanised", "mixed", "tank", "recon", "engineer", "artillery")
FIELD: tuple[Spot, ...] = tuple((q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2)
SELDOM = {"EndCombat": 1, "StayAll": 5, "Halt": 2, "HoldBack": 3, "BreakDown": 0}


def scattered(rnd: Random) -> Table:
    """A few stacks of both sides close together, on ground of all sorts."""
    table = Table(turn=rnd.choice((1, 3, 5)))
    table.entry("A", (-6, 0), "allied")
    table.entry("K", (6, 0), "german")
    table.box("W", edge=[(-6, r) for r in range(7)])
    for spot in FIELD:
        table.terrain(rnd.choice(("clear", "clear", "light_woods", "forest", "wooded_rough")), spot)
        near = (spot[0] + 1, spot[1])
        if rnd.random() < 0.2:
            table.river(spot, near)
        if rnd.random() < 0.5:
            table.road(rnd.choice(("primary", "secondary")), spot, near)
    for spot in rnd.sample(FIELD, 9):
        side = rnd.choice(("german", "allied"))
        for kind in rnd.sample(KINDS, rnd.randint(1, 2)):
            full = 3 if kind in ("infantry", "mechanised") and rnd.random() < 0.2 else None
            table.unit(
                side, spot, kind, steps=full, oos=rnd.random() < 0.15, engaged=rnd.random() < 0.2,
                state=rnd.choice(("", "", "", "disrupted", "broken")),
                grade=rnd.choice(("green", "veteran", "elite")),
                attack=0 if kind == "artillery" else rnd.randint(1, 9),
            )  # fmt: skip
    return table


def choose(table: Table, options: list[Action], rnd: Random) -> Action:
    """One of the options: first a kind of action, ends of phases seldom."""
    kinds = sorted({type(option).__name__ for option in options})
    kind = rnd.choices(kinds, [SELDOM.get(each, 10) or 0.001 for each in kinds])[0]
    return rnd.choice([option for option in options if type(option).__name__ == kind])


@pytest.mark.rule("A44-8.6", "A44-16.24", "A44-16.28", "A44-17.2", "A44-17.16", "A44-19.7", "A44-20.11")
@pytest.mark.parametrize("seed", range(40))
def test_after_any_combat_phase_stacks_are_legal_steps_are_accounted_for_and_nobody_stays_engaged(
    seed: int,
) -> None:
    rnd = Random(seed)
    table = scattered(rnd)
    position, play = table.position, table.seeded(seed)
    for side in ("german", "allied", "german"):
        position.active = side
        position.deeds.clear()
        position.agenda[:] = [CombatPhase(side), RallyPhase(side)]
        before = sum(unit.steps for unit in position.units.values())
        table.events.clear()
        options = table.game.drive(play)
        while options:
            action = choose(table, options, rnd)
            assert table.game.refusal(position, action) == (), "what is offered is legal"
            table.game.take(play, action)
            options = table.game.drive(play)
        _check(table, side, before)


def _check(table: Table, side: str, before: int) -> None:
    position, rules = table.position, table.rules
    assert not set(position.german) & set(position.allied), "nobody stands on the enemy"
    for stacks in (position.german, position.allied):
        for hex in stacks:
            assert overstacking(rules, position, hex) == () or not _entered(table, hex)
    assert not any(unit.engaged for id_, unit in position.units.items() if rules.counters[id_].side == side)
    lost = sum(event.what == "lost a step" for event in table.events)
    whole = [e for e in table.events if e.what == "eliminated" and e.fact("why") != "steps"]
    after = sum(unit.steps for unit in position.units.values())
    assert before - after == lost + sum(int(event.fact("steps")) for event in whole)
    assert all(id_ not in position.units for id_ in position.lost)


def _entered(table: Table, hex: str) -> bool:
    """Whether somebody came into a hex in this phase; those set up there may be too many."""
    return any(event.what in ("retreated", "advanced") and event.fact("to") == hex for event in table.events)
