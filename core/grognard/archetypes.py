"""Neutral archetypes: the words in which different games can be compared.

A ruleset's ``archetypes.toml`` names its own row for each archetype, or says why it has no such thing; what
it does not name at all, it does not have. What none of the rulesets compared names is left out of the tables.
The system answers the questions of comparison from its own rule code; see :mod:`grognard.lab.compare`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal, Protocol, get_args

import msgspec

from grognard.play import Action
from grognard.reasons import Reason

__all__ = [
    "FATES",
    "TERRAIN",
    "TROOPS",
    "Archetype",
    "Archetypes",
    "Comparison",
    "Distance",
    "Engagement",
    "Entry",
    "Fate",
    "Toll",
]

TROOPS: Mapping[str, Mapping[str, str]] = {
    "infantry": {"en": "infantry", "zh": "步兵"},
    "cavalry": {"en": "cavalry", "zh": "骑兵"},
    "armor": {"en": "armor", "zh": "装甲"},
    "gun": {"en": "guns", "zh": "火炮"},
}
"""Troop archetypes: id → name by language."""

TERRAIN: Mapping[str, Mapping[str, str]] = {
    "open": {"en": "open ground", "zh": "开阔地"},
    "woods": {"en": "woods", "zh": "树林"},
    "town": {"en": "town", "zh": "城镇"},
    "hill": {"en": "hill", "zh": "山丘"},
    "mountain": {"en": "mountain", "zh": "山地"},
    "hedgerow": {"en": "hedgerow", "zh": "树篱"},
    "orchard": {"en": "orchard", "zh": "果园"},
    "field": {"en": "grain field", "zh": "麦田"},
    "marsh": {"en": "marsh", "zh": "沼泽"},
    "beach": {"en": "beach", "zh": "海滩"},
    "sea": {"en": "sea", "zh": "海洋"},
    "stream": {"en": "stream", "zh": "溪流"},
    "river": {"en": "river hex", "zh": "河流六边形"},
    "river_hexside": {"en": "river hexside", "zh": "河流边"},
    "bridge": {"en": "bridge", "zh": "桥"},
    "road": {"en": "road", "zh": "道路"},
    "bunker": {"en": "bunker", "zh": "碉堡"},
    "entrenchment": {"en": "entrenchment", "zh": "工事"},
    "wire": {"en": "wire", "zh": "铁丝网"},
    "tank_obstacle": {"en": "tank obstacle", "zh": "反坦克障碍"},
}
"""Terrain archetypes: id → name by language."""

Distance = Literal["close", "fire"]
"""``close`` is the next hex; ``fire`` half the attacker's longest range, rounded up, or two hexes."""

Fate = Literal["no effect", "suppressed", "driven back", "reduced", "destroyed"]
"""What became of the defender; where several hold, the last of them in this order."""

FATES: tuple[Fate, ...] = get_args(Fate)


class Archetype(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An archetype and the ruleset's own row for it (``is``), or why there is none (``none``)."""

    id: str
    is_: str = msgspec.field(name="is", default="")
    none: str = ""
    cite: str = ""

    def __post_init__(self) -> None:
        if bool(self.is_) == bool(self.none):
            raise ValueError(f"archetype {self.id!r} must give either 'is' or 'none'")


class Archetypes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``archetypes.toml``."""

    source: str = ""
    troop: tuple[Archetype, ...]
    terrain: tuple[Archetype, ...]

    def __post_init__(self) -> None:
        for rows, known, what in ((self.troop, TROOPS, "troop"), (self.terrain, TERRAIN, "terrain")):
            for row in rows:
                if row.id not in known:
                    raise ValueError(f"{what} archetype must be one of {', '.join(known)}, got {row.id!r}")


class Entry(msgspec.Struct, frozen=True):
    """Moving into a terrain; ``share`` is the cost as a share of a full move, ``None`` if barred.

    Where a terrain shortens moves that enter it, a full move is one of that length; ``must_stop`` says that
    it ends them, however much of them is left.
    """

    share: Fraction | None
    must_stop: bool = False
    battle_on_entry: bool = True
    blocks_sight: bool = False
    reasons: tuple[Reason, ...] = ()


class Toll(msgspec.Struct, frozen=True):
    """How an engagement ended; losses are shares of the strength before it."""

    fate: Fate
    loss: Fraction = Fraction(0)
    attacker_loss: Fraction = Fraction(0)


class Engagement(msgspec.Struct, frozen=True):
    """A standard engagement set up in the system's own terms: ask the odds of ``action`` in ``position``."""

    position: Any
    action: Action
    toll: Callable[[Any], Toll]


class Comparison(Protocol):
    """What a system answers so that its rulesets can be compared. Ids are the ruleset's own rows."""

    def entry(self, terrain: str, troop: str) -> Entry:
        """Moving into a terrain from open ground next to it."""
        ...

    def engagement(self, attacker: str, defender: str, terrain: str, distance: Distance) -> Engagement | None:
        """An attack from open ground on a fresh defender; ``None`` where the rules allow no such attack."""
        ...
