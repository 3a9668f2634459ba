"""Positions from which fuzz games also start, to reach what play by chance seldom reaches."""

from __future__ import annotations

from collections.abc import Iterator

from grognard_asl.fire import Regroup, targets_in
from grognard_asl.firepower import KEPT
from grognard_asl.position import SIDES, Asl, AslPosition, other_side
from grognard_asl.results import ChooseRate
from grognard_asl.scenario_schema import Scenario
from grognard_asl.setup import set_up
from grognard_asl.stacks import adjust, adjust_weapon, place, units_in
from grognard_asl.tables import Tables
from grognard_asl.turn import Turn

__all__ = ["starts"]


def starts(rules: Tables) -> Iterator[AslPosition]:
    """A close combat, what is left of a fire group, too many machine guns in a rout, a rate of fire kept."""
    scenario = min(rules.scenarios.playable.values(), key=lambda each: (each.number, each.id), default=None)
    if scenario is not None:
        yield close_combat(rules, scenario)
        yield regrouping(rules, scenario)
        yield overloaded(rules, scenario)
        yield within_rate(rules, scenario)


def gathered(rules: Tables, scenario: Scenario, hexes: dict[str, str]) -> AslPosition:
    """Three squads and two leaders of both sides, a hex each; weapons lie about, all others are out of it."""
    position = set_up(rules, scenario)
    position.agenda.clear()
    for side in SIDES:
        own = [id_ for id_, unit in position.units.items() if unit.side == side]
        leaders = [id_ for id_ in own if not rules.units[position.units[id_].kind].mmc]
        first = [*[id_ for id_ in own if id_ not in leaders][:3], *leaders[:2]]
        for id_ in first:
            position.waiting.pop(id_)
            place(position, id_, hexes[side])
    for id_ in [gun for gun in position.weapons if gun in position.waiting]:
        del position.waiting[id_]
        side = scenario.groups[0].side
        adjust_weapon(Asl(position, rules), id_, hex=hexes[side])
    for id_ in list(position.waiting):
        del position.waiting[id_]
        del position.units[id_]
    return position


def close_combat(rules: Tables, scenario: Scenario) -> AslPosition:
    """Three squads and two leaders of each side in one hex, when close combat begins."""
    position = gathered(rules, scenario, dict.fromkeys(SIDES, middle(rules, scenario)))
    position.phase = "CCPh"
    position.agenda.append(Turn("8.1"))
    return position


def regrouping(rules: Tables, scenario: Scenario) -> AslPosition:
    """Three squads next to the enemy fire as what is left of a larger group."""
    here = middle(rules, scenario)
    field = rules.scenarios.battlefield(scenario.id)
    attacker = scenario.moves_first
    enemy = other_side(attacker)
    position = gathered(rules, scenario, {attacker: field.board.neighbours(here)[0], enemy: here})
    position.phase = "PFPh"
    mmc = [
        id_
        for id_ in units_in(position, field.board.neighbours(here)[0])
        if rules.units[position.units[id_].kind].mmc
    ]
    targets = targets_in(position, here, attacker)
    position.agenda += [Turn("2.1"), Regroup(attacker, "prep", here, targets, tuple(mmc))]
    return position


def overloaded(rules: Tables, scenario: Scenario) -> AslPosition:
    """A broken squad next to the enemy possesses every machine gun there is, when the RtPh begins."""
    here, side = middle(rules, scenario), scenario.groups[0].side
    beside = rules.scenarios.battlefield(scenario.id).board.neighbours(here)[0]
    position = gathered(rules, scenario, {side: here, other_side(side): beside})
    play = Asl(position, rules)
    squad = next(id_ for id_ in units_in(position, here) if rules.units[position.units[id_].kind].mmc)
    adjust(play, squad, broken=True, dm=True)
    for gun in position.weapons:
        adjust_weapon(play, gun, owner=squad)
    position.phase = "RtPh"
    position.agenda.append(Turn("6.1" if side == position.active else "6.2"))
    return position


def within_rate(rules: Tables, scenario: Scenario) -> AslPosition:
    """A machine gun has fired at movers in the hex beside it, and keeps its rate."""
    here, side = middle(rules, scenario), scenario.groups[0].side
    beside = rules.scenarios.battlefield(scenario.id).board.neighbours(here)[0]
    position = gathered(rules, scenario, {side: beside, other_side(side): here})
    gun, squad = min(position.weapons), units_in(position, beside)[0]
    adjust_weapon(Asl(position, rules), gun, owner=squad, fired=KEPT)
    position.active, position.phase = other_side(side), "MPh"
    position.agenda += [Turn("3.1"), ChooseRate(side, here, 3, ((gun, "first"),))]
    return position


def middle(rules: Tables, scenario: Scenario) -> str:
    """A hex in the middle of the map."""
    hexes = rules.scenarios.battlefield(scenario.id).hexes
    return hexes[len(hexes) // 2]
