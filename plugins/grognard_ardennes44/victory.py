"""Victory: control of hexes, the Antwerp exits, Liège, the Meuse, and the German assembly areas [A44-30]."""

from __future__ import annotations

from grognard.hexes import Hex
from grognard.play import Outcome
from grognard.reasons import rule
from grognard_ardennes44.pieces import attack_value
from grognard_ardennes44.position import ANTWERP, Ardennes, ArdennesPosition, ArdennesResolution
from grognard_ardennes44.supply import road_net, supplied
from grognard_ardennes44.tables import Tables

__all__ = [
    "ScenarioEnds",
    "VictoryCheck",
    "assembly_areas_held",
    "controls",
    "exited_attack",
    "german_win",
    "points",
]


@rule("A44-30.2")
def controls(rules: Tables, position: ArdennesPosition, side: str, hex: Hex) -> bool:
    """Whether a side controls a victory hex: it was there last, and the hex can be supplied by road."""
    if position.control.get(hex) != side:
        return False
    return hex in road_net(rules, position, side).ends


def controlled_in(rules: Tables, position: ArdennesPosition, *groups: str) -> list[Hex]:
    """Victory hexes of some groups that the Germans control."""
    objectives = rules.ground(position).objectives
    wanted = [hex for hex, objective in objectives.items() if objective.group in groups]
    if not any(position.control.get(hex) == "german" for hex in wanted):
        return []
    ends = road_net(rules, position, "german").ends
    return [hex for hex in wanted if position.control.get(hex) == "german" and hex in ends]


@rule("A44-30.4")
def exited_attack(rules: Tables, position: ArdennesPosition) -> int:
    """The total attack of the German units that have left the map at F or G."""
    gone = position.german.get(ANTWERP, ())
    return sum(attack_value(rules.counters[id_], position.units[id_]) for id_ in gone)


@rule("A44-30.4")
def exit_in_supply(rules: Tables, position: ArdennesPosition) -> bool:
    """Whether one of the exit hexes can be supplied by road."""
    ends = road_net(rules, position, "german").ends
    return any(entry.german_exit and entry.hex in ends for entry in rules.ground(position).entries.values())


@rule("A44-30.3", "A44-30.4", "A44-30.5", "A44-30.6", "A44-30.7")
def german_win(rules: Tables, position: ArdennesPosition) -> Outcome | None:
    """The first of the four German conditions that is met."""
    objectives = rules.ground(position).objectives.values()
    if exited_attack(rules, position) >= rules.limits.exit_attack and exit_in_supply(rules, position):
        return Outcome("german", "24 attack points left the map towards Antwerp", "A44-30.4")
    liege = sum(objective.group == "liege" for objective in objectives)
    if liege and len(controlled_in(rules, position, "liege")) == liege:
        return Outcome("german", "the Germans hold all of Liège", "A44-30.5")
    if len(controlled_in(rules, position, "meuse")) >= rules.limits.meuse_hexes:
        return Outcome("german", "the Germans hold 4 of the 6 Meuse towns", "A44-30.6")
    if len(controlled_in(rules, position, "liege", "meuse", "west")) >= rules.limits.west_hexes:
        return Outcome("german", "the Germans hold 6 victory hexes of the west map", "A44-30.7")
    return None


@rule("A44-30.9")
def assembly_areas_held(rules: Tables, position: ArdennesPosition) -> list[str]:
    """German assembly areas in which an Allied combat unit stands that is in supply."""
    ground = rules.ground(position)
    areas = [area.id for area in ground.theatre.area if area.kind == "assembly"]
    inside = {
        area: [id_ for hex in ground.area_hexes[area] for id_ in position.allied.get(hex, ())]
        for area in areas
    }
    if not any(inside.values()):
        return []
    fed = supplied(rules, position, "allied")
    return [area for area in areas if not fed.isdisjoint(inside[area])]


def finish(play: Ardennes, outcome: Outcome) -> None:
    """End the game, and tell it in words of every language."""
    play.log("won", side=str(outcome.winner), result=outcome.cite)
    play.end(outcome)


@rule("A44-30.1", "A44-30.9", "A44-30.10", "A44-4.3")
class VictoryCheck(ArdennesResolution, frozen=True):
    """At the end of the Allied player turn; the Allied condition comes first."""

    side: str

    def happen(self, play: Ardennes) -> None:
        """Check."""
        rules, position = play.rules, play.position
        if rules.scenarios[position.scenario].victory.kind != "campaign":
            return
        held = len(assembly_areas_held(rules, position)) >= rules.limits.assembly_areas
        if held and position.tally.get("assembly check"):
            finish(
                play, Outcome("allied", "the Allies hold 3 German assembly areas for two checks", "A44-30.9")
            )
            return
        position.tally["assembly check"] = int(held)
        won = german_win(rules, position)
        if won is not None:
            finish(play, won)


def points(rules: Tables, position: ArdennesPosition) -> int:
    """The points of a scenario's own victory: objective hexes held in supply, and units that left the map."""
    victory = rules.scenarios[position.scenario].victory
    side = victory.for_side
    ends = road_net(rules, position, side).ends
    held = sum(
        worth for hex, worth in victory.points.items() if position.control.get(hex) == side and hex in ends
    )
    return held + victory.exit_points * len(position.stacks(side).get(ANTWERP, ()))


@rule("A44-30.8")
class ScenarioEnds(ArdennesResolution, frozen=True):
    """The last turn is over: who has won."""

    def happen(self, play: Ardennes) -> None:
        """Judge: by points where the scenario has some; else the Allies have held."""
        rules, position = play.rules, play.position
        victory = rules.scenarios[position.scenario].victory
        if victory.kind == "campaign":
            finish(play, Outcome("allied", "the Germans did not win", "A44-30.8"))
            return
        side = victory.for_side
        scored = points(rules, position)
        other = "allied" if side == "german" else "german"
        winner = side if scored >= victory.needed else other
        why = f"{scored} of {victory.needed} points"
        finish(play, Outcome(winner, why, "A44-1.3", ((side, scored),)))
