"""Attack Advantage markers [A44-16.29 to 16.33]."""

from __future__ import annotations

from grognard.reasons import Reason, rule
from grognard_ardennes44.attack import Attack
from grognard_ardennes44.position import Advantage, Ardennes, ArdennesPosition

__all__ = ["advantage_shift", "drop_stale", "forfeit", "grant", "hand_over", "spend"]


@rule("A44-16.29")
def grant(play: Ardennes, attack: Attack) -> None:
    """Eng+: each stack that attacked gets a marker that points at the target."""
    position = play.position
    stacks: dict[str, tuple[str, ...]] = {}
    for id_ in attack.units:
        hex = position.units[id_].hex
        stacks[hex] = (*stacks.get(hex, ()), id_)
    for hex, units in stacks.items():
        position.advantage[hex] = Advantage(attack.target, units)
        play.log("advantage", hex=hex, target=attack.target)


@rule("A44-16.30")
def advantage_shift(position: ArdennesPosition, attack: Attack) -> Reason | None:
    """One column to the right if a unit under a marker attacks the marker's target again."""
    return Reason("attack advantage", "A44-16.30", 1) if _used(position, attack) else None


@rule("A44-16.31")
def spend(play: Ardennes, attack: Attack) -> None:
    """The markers that counted in an attack go once it is resolved; another Eng+ brings new ones."""
    for hex in _used(play.position, attack):
        del play.position.advantage[hex]


def _used(position: ArdennesPosition, attack: Attack) -> list[str]:
    """Hexes whose markers count in an attack."""
    return [
        hex for hex, marker in position.advantage.items()
        if marker.target == attack.target and not set(marker.units).isdisjoint(attack.units)
    ]  # fmt: skip


@rule("A44-16.31")
def drop_stale(play: Ardennes, side: str) -> None:
    """At the start of a combat phase the side loses its markers that point at hexes without an enemy."""
    position = play.position
    enemy = position.allied if side == "german" else position.german
    mine = position.stacks(side)
    for hex, marker in list(position.advantage.items()):
        if hex in mine and marker.target not in enemy:
            del position.advantage[hex]
            play.log("advantage lost", hex=hex, target=marker.target)


@rule("A44-16.33")
def forfeit(play: Ardennes, hex: str) -> None:
    """Units told to retreat lose their marker, even if determined defence holds them there."""
    marker = play.position.advantage.pop(hex, None)
    if marker is not None:
        play.log("advantage lost", hex=hex, target=marker.target)


@rule("A44-16.26", "A44-16.32")
def hand_over(play: Ardennes, hex: str, marker: Advantage, lost: str, remnant: str) -> None:
    """A remnant stands in for its parent under a marker."""
    if lost in marker.units:
        units = tuple(remnant if id_ == lost else id_ for id_ in marker.units)
        play.position.advantage[hex] = Advantage(marker.target, units)
