"""Made-up positions on the maps of the scenarios, with the scenarios' own rules.

``Stage("saverne-gap", {"allies armor": "C1", "axis infantry": "F9"})`` is a :class:`Table` whose terrain,
obstacles, owners, objectives and special rules are those of the scenario, and whose units are the ones given.
Obstacles come along unless ``bare`` is set; ``medals`` replaces the goal.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

import msgspec
from tests.plugins.memoir44.drawing import Table

from grognard_memoir44.schema import Scenario, UnitGroup

__all__ = ["Stage"]

_numbers = count(1)


class Stage(Table):
    """A table on the map of a scenario."""

    def __init__(
        self,
        scenario: str,
        units: Mapping[str, str],
        *,
        bare: bool = False,
        medals: Mapping[str, int] | None = None,
        **more: Any,
    ) -> None:
        self._map, self._bare, self._goal = scenario, bare, medals
        super().__init__(units, **more)

    def _scenario(
        self,
        units: Mapping[str, str],
        terrain: Mapping[str, str],
        top: str,
        first: str,
        medals: Mapping[str, int],
        more: Mapping[str, Any],
    ) -> Scenario:
        printed = self.rules.scenarios[self._map]
        laid = printed.overlays if self._bare else printed.overlays | printed.obstacles
        marks = {(group.side, group.kind): group for group in printed.units}
        groups = []
        for who, spots in units.items():
            side, kind = who.split()
            hexes = tuple(spot.partition(":")[0] for spot in spots.split())
            known = marks.get((side, kind))
            # a unit of the scenario keeps what sets its group apart: figures, medals, nation
            groups.append(
                msgspec.structs.replace(known, hexes=hexes)
                if known
                else msgspec.convert({"side": side, "kind": kind, "hexes": hexes}, UnitGroup)
            )
        entry = msgspec.structs.replace(
            printed,
            id=f"stage-{next(_numbers)}-{printed.id}",
            first=first,
            hand={"allies": 0, "axis": 0},
            medals=dict(self._goal or printed.medals),
            units=tuple(groups),
            airdrop=None,
            obstacles={} if self._bare else printed.obstacles,
            owners={key: side for key, side in printed.owners.items() if key in laid},
            **more,
        )
        return msgspec.structs.replace(entry, counts=entry.counted())
