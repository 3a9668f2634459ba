"""Where the computer player sets its units up, and who gets the machine guns."""

from __future__ import annotations

from grognard_asl.manoeuvre import Manoeuvre
from grognard_asl.position import other_side
from grognard_asl.setup import ChooseOwner, ChoosePlace, Issue, Place
from grognard_asl.stacks import units_in
from grognard_asl.survey import Survey

__all__ = ["Siting"]

VIEW = 6
"""Hexes over which a field of fire counts before any enemy is seen."""


class Siting:
    """Opinions about setting up."""

    def __init__(self, survey: Survey, manoeuvre: Manoeuvre) -> None:
        self.survey, self.manoeuvre = survey, manoeuvre
        self._fronts: dict[str, int] = {}
        self._enemy_zone: tuple[str, ...] | None = None

    def owner(self, decision: ChooseOwner) -> Issue:
        """Squads without a gun come first, the best of them before the others."""
        position = self.survey.position
        owners = [gun.owner for gun in position.weapons.values()]
        return max(
            decision.options(self.survey.play),
            key=lambda issue: (
                self.survey.mmc(issue.unit),
                -owners.count(issue.unit),
                self.survey.worth_of((issue.unit,)),
            ),
        )

    def place(self, decision: ChoosePlace) -> Place:
        """Where the unit does best against the enemies on the map, or those to be expected."""
        known = bool(self.survey.marks)
        ids = (decision.unit,)
        best: tuple[float, Place] | None = None
        for option in decision.options(self.survey.play):
            found = self.manoeuvre.place(ids, option.hex)
            if not known:
                found += self.outlook(decision.unit, option.hex)
            if best is None or found > best[0]:
                best = (found, option)
        assert best is not None  # a scenario has room for its units
        return best[1]

    def outlook(self, id_: str, hex: str) -> float:
        """What a hex promises before any enemy is seen: cover, a field of fire, no crowd, to the front."""
        survey, field = self.survey, self.survey.field
        found = 1.2 * field.terrain[hex].tem + 0.8 * field.level[hex]
        found += 0.05 * self.view(hex)
        men = sum(1 for other in units_in(survey.position, hex, survey.side) if survey.mmc(other))
        if survey.mmc(id_):
            found -= 1.5 * men
            if hex in survey.kept and not men:
                found += 0.5 * survey.weights.ground
        return found - 0.15 * self.front(hex)

    def view(self, hex: str) -> int:
        """How many hexes of open ground a unit in a hex would have under fire."""
        field = self.survey.field
        return sum(
            1
            for ring in field.board.rings(hex, VIEW)
            for other in ring
            if other != hex and field.terrain[other].open_ground and field.sees(hex, other)
        )

    def front(self, hex: str) -> int:
        """Hexes to where the enemy sets up or comes from."""
        if self._enemy_zone is None:
            groups = enumerate(self.survey.scenario.groups)
            enemy = other_side(self.survey.side)
            zones = [self.survey.rules.zone(self.survey.position, n) for n, g in groups if g.side == enemy]
            self._enemy_zone = tuple(dict.fromkeys(hex for zone in zones for hex in zone))
        if hex not in self._fronts:
            far = self.survey.field.board.distance
            self._fronts[hex] = min((far(hex, other) for other in self._enemy_zone), default=0)
        return self._fronts[hex]
