"""The record of one attack, which the chapters on combat, results, retreats and advances share [A44-14]."""

from __future__ import annotations

from grognard.reasons import rule
from grognard_ardennes44.position import Ardennes, ArdennesPosition, ArdennesResolution

__all__ = ["Attack", "defenders"]


class Attack(ArdennesResolution, frozen=True):
    """One attack on one hex: it lies under the frames of its steps and says what they need.

    ``attacker`` is the side, ``units`` the attacking units still in play, ``guns`` and ``answer`` the artillery
    in support of either side, ``air`` whether a Ground Support marker is used, ``shift`` the columns that dice
    have given so far, ``blown`` the bridges blown under this attack, ``armour`` whether the armour shift was had.
    """

    attacker: str
    target: str
    units: tuple[str, ...]
    guns: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    air: bool = False
    shift: int = 0
    blown: tuple[str, ...] = ()
    breakthrough: bool = False
    origin: str = ""
    armour: bool = False

    def happen(self, play: Ardennes) -> None:
        """The attack is over."""


@rule("A44-17.17", "A44-14.3")
def defenders(position: ArdennesPosition, hex: str) -> tuple[str, ...]:
    """The units that defend a hex together.

    Units that retreated into the hex of others in this combat phase take no part.
    """
    units, deeds = position.stack(hex), position.deeds
    settled = tuple(id_ for id_ in units if "retreated" not in deeds.get(id_, ()))
    return settled or units
