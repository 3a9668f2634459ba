"""What the dice do: hits, then flags, and the second roll at a Tiger [M44-combat]."""

from __future__ import annotations

from grognard.reasons import Reason, rule
from grognard_memoir44.pieces import lose_figures
from grognard_memoir44.position import Memoir
from grognard_memoir44.retreat import Flags
from grognard_memoir44.schema import UnitKind

__all__ = [
    "strike",
]


def strike(
    play: Memoir, target: str, dice: int, *, why: str, reasons: tuple[Reason, ...],
    extra_hits: tuple[str, ...] = (), flags_ignorable: bool = True,
) -> None:  # fmt: skip
    """Roll dice at a unit: hits first, then flags."""
    unit = play.position.units[target]
    kind = play.rules.units[unit.kind]
    hits, flags = play.pool(
        "battle", dice, count=(" ".join((*kind.hit_by, *extra_hits)), "flag"), why=why, reasons=reasons
    )
    play.log("rolled", why=why, dice=dice, hits=hits, flags=flags, hex=unit.hex)
    if kind.rerolled:
        hits = confirm_kill(play, kind, unit.hex, hits) if hits else 0
        if play.rules.options["tiger_flags"] == "ignored":
            flags = 0
    if hits:
        lose_figures(play, target, hits)
    if flags and target in play.position.units:
        play.push(Flags(target, flags, flags_ignorable))


@rule("M44-unit-tiger.3", "M44-unit-tiger.4")
def confirm_kill(play: Memoir, kind: UnitKind, label: str, hits: int) -> int:
    """Hits on a Tiger are rolled again: one grenade destroys it, anything else is void."""
    reasons = (Reason("every hit is rolled again", kind.cite["rerolled"], hits),)
    (kills,) = play.pool(
        "battle", hits, count=(" ".join(kind.killed_by),), why="second roll", reasons=reasons
    )
    play.log("rolled", why="second roll", dice=hits, hits=kills, flags=0, hex=label)
    return kind.figures if kills else 0
