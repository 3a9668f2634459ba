"""The record of one attack, which the chapters on combat, results, retreats and advances share [A44-14]."""

from __future__ import annotations

from grognard.reasons import rule
from grognard_ardennes44.pieces import origin
from grognard_ardennes44.position import Ardennes, ArdennesPosition, ArdennesResolution
from grognard_ardennes44.tables import Tables

__all__ = ["Attack", "Fighting", "colour_of", "defenders", "formation_of"]


class Attack(ArdennesResolution, frozen=True):
    """One attack on one hex: it lies under the frames of its steps and says what they need.

    ``attacker`` is the side, ``units`` the attacking units still in play, ``guns`` and ``answer`` the
    artillery in support of either side, ``air`` whether a Ground Support marker is used. ``surprise`` are
    columns to the right, ``dat`` and ``jabos`` columns to the left that dice have given so far. ``bridges``
    are those the attack goes across, ``blown`` those of them blown under it, ``armour`` whether the armour
    shift was had. ``stopped`` says that the attack ends before its roll: called off, or stopped by artillery
    with the result ``early``.
    """

    attacker: str
    target: str
    units: tuple[str, ...]
    guns: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    air: bool = False
    surprise: int = 0
    dat: int = 0
    jabos: int = 0
    bridges: tuple[str, ...] = ()
    blown: tuple[str, ...] = ()
    breakthrough: bool = False
    armour: bool = False
    stopped: bool = False
    early: str = ""

    @rule("A44-17.17")
    def happen(self, play: Ardennes) -> None:
        """The attack is over; if none of those is left into whose hex others had fled, these hold it now."""
        deeds = play.position.deeds
        if not defenders(play.position, self.target):
            for id_ in play.position.stack(self.target):
                deeds[id_] = tuple(deed for deed in deeds[id_] if deed != "guest")


class Fighting(ArdennesResolution, frozen=True):
    """The facts of an open combat phase, which lies under its attacks; the frame itself is ``CombatPhase``.

    ``over`` says that the side has had enough. A breakthrough group attacks before the next attack
    (``exploit``) or may join it (``joiners``).
    """

    side: str
    begun: bool = False
    over: bool = False
    exploit: tuple[str, ...] = ()
    joiners: tuple[str, ...] = ()


@rule("A44-17.17", "A44-14.3")
def defenders(position: ArdennesPosition, hex: str) -> tuple[str, ...]:
    """The units that defend a hex together.

    Guests, who retreated into the hex of others in this combat phase, take no part.
    """
    deeds = position.deeds
    return tuple(id_ for id_ in position.stack(hex) if "guest" not in deeds.get(id_, ()))


@rule("A44-14.8")
def formation_of(rules: Tables, position: ArdennesPosition, id_: str) -> str:
    """The formation a unit counts as: its division, brigade or group, or itself if it is independent.

    Remnants and breakdown units belong to the formation of the unit they come from.
    """
    piece = origin(rules, rules.counters[id_], position.units[id_])
    return piece.formation or piece.id


@rule("A44-22.15", "A44-2.7", "A44-2.8")
def colour_of(rules: Tables, position: ArdennesPosition, id_: str) -> str:
    """The corps or army of a unit's identification colour; of its parent's for remnants and small units."""
    return origin(rules, rules.counters[id_], position.units[id_]).colour
