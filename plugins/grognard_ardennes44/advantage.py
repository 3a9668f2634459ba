"""Attack Advantage markers [A44-16.29 to 16.33]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.reasons import Reason, rule
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.pieces import lose_markers
from grognard_ardennes44.position import Advantage, Ardennes, ArdennesPosition

__all__ = ["advantage_shift", "drop_stale", "forfeit", "grant", "hand_over", "spend"]


@rule("A44-16.29", "A44-14.6")
def grant(play: Ardennes, attack: Attack) -> None:
    """Eng+: each stack that attacked gets a marker that points at the target.

    Units in one hex may have attacked different targets, and then have a marker each.
    """
    position = play.position
    stacks: dict[str, tuple[str, ...]] = {}
    for id_ in attack.units:
        hex = position.units[id_].hex
        stacks[hex] = (*stacks.get(hex, ()), id_)
    for hex, units in stacks.items():
        others = [marker for marker in position.markers(hex) if set(marker.units).isdisjoint(units)]
        position.mark(hex, (Advantage(attack.target, units), *others))
        play.log("advantage", hex=hex, target=attack.target)


@rule("A44-16.30")
def advantage_shift(position: ArdennesPosition, attack: Attack) -> Reason | None:
    """One column to the right if a unit under a marker attacks the marker's target again."""
    used = any(counts(position, hex, m, attack) for hex in position.advantage for m in position.markers(hex))
    return Reason("attack advantage", "A44-16.30", 1) if used else None


@rule("A44-16.30", "A44-16.32")
def counts(position: ArdennesPosition, hex: str, marker: Advantage, attack: Attack) -> bool:
    """Whether a marker in a hex counts in an attack: not for a unit that has left the hex."""
    under = set(marker.units).intersection(position.stack(hex))
    return marker.target == attack.target and not under.isdisjoint(attack.units)


@rule("A44-16.31")
def spend(play: Ardennes, attack: Attack) -> None:
    """The markers that counted in an attack go once it is resolved; another Eng+ brings new ones."""
    position = play.position
    for hex in list(position.advantage):
        position.mark(hex, [m for m in position.markers(hex) if not counts(position, hex, m, attack)])


@rule("A44-16.31")
def drop_stale(play: Ardennes, side: str) -> None:
    """At the start of a combat phase the side loses its markers that point at hexes without an enemy."""
    position = play.position
    enemy = position.allied if side == "german" else position.german
    for hex in [hex for hex in position.advantage if hex in position.stacks(side)]:
        lose_markers(play, hex, lambda marker: marker.target not in enemy)


@rule("A44-16.33")
def forfeit(play: Ardennes, hex: str) -> None:
    """Units told to retreat lose their marker, even if determined defence holds them there."""
    lose_markers(play, hex, lambda _: True)


@rule("A44-16.26", "A44-16.32")
def hand_over(
    play: Ardennes, hex: str, markers: Sequence[Advantage], lost: str, heirs: Sequence[str]
) -> None:
    """A remnant, or its parts, stand in for a unit under the markers that there were before it went."""

    def under(marker: Advantage) -> Iterator[str]:
        for id_ in marker.units:
            yield from heirs if id_ == lost else (id_,)

    play.position.mark(hex, [Advantage(m.target, tuple(dict.fromkeys(under(m)))) for m in markers])
