"""Line of sight [M44-base-los]."""

from __future__ import annotations

from grognard.reasons import Reason, rule
from grognard.sight import line
from grognard_memoir44.battlefield import Battlefield
from grognard_memoir44.position import Memoir
from grognard_memoir44.schema import TroopType

__all__ = ["blocked_sight", "sees"]


@rule(
    "M44-base-los.1", "M44-base-los.2", "M44-base-los.3", "M44-base-los.4", "M44-base-los.5",
    "M44-base-los.6",
    "M44-base-los.7", "M44-base-los.8", "M44-base-los.9", "M44-base-los.10", "M44-base-los.11",
)  # fmt: skip
def sees(play: Memoir, field: Battlefield, a: str, b: str, kind: TroopType) -> bool:
    """Whether a unit of a type in ``a`` sees ``b``.

    The two hexes themselves never block. A hex the line crosses blocks by its terrain or its unit; along a
    hexside both hexes must block, and a block left in one place and right in another counts as both unless
    the option ``los_sides`` says otherwise. Corners never block.
    """
    if b in field.next_to[a]:
        return True
    test = field.sight_test(a, b, kind)
    at = play.position.at
    if test.blocked or not at.keys().isdisjoint(test.through):
        return False
    any_left = any_right = False
    for left, right, left_blocks, right_blocks in test.along:
        on_left, on_right = left_blocks or left in at, right_blocks or right in at
        if on_left and on_right:
            return False
        any_left, any_right = any_left or on_left, any_right or on_right
    return not (any_left and any_right and play.rules.options["los_sides"] == "whole_line")


def blocked_sight(play: Memoir, field: Battlefield, a: str, b: str, kind: TroopType) -> tuple[Reason, ...]:
    """What blocks the line from ``a`` to ``b``, hex by hex; empty if the unit sees."""
    if sees(play, field, a, b, kind):
        return ()
    reasons: list[Reason] = []
    for crossing in line(field.board, a, b).crossings:
        if crossing.kind == "corner":
            continue
        side_note = " beside the line" if crossing.kind == "hexside" else ""
        cite = "M44-base-los.5" if crossing.kind == "hexside" else "M44-base-los.3"
        for label in crossing.hexes:
            if label is None:
                continue
            row = field.blocking_row(label, a, b, kind)
            if row is not None:
                name = play.rules.name(row.id).lower()
                reasons.append(
                    Reason(f"{name} in {label}{side_note} blocks", row.cite.get("blocks_los", cite))
                )
            if label in play.position.at:
                reasons.append(Reason(f"a unit in {label}{side_note} blocks", cite))
    return tuple(reasons)
