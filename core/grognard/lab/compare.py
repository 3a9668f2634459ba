"""Comparing rulesets in neutral terms, with exact answers from each system's own rules.

Two questions: what terrain does (:func:`compare_terrain`) and how standard engagements end
(:func:`compare_engagements`). Rulesets answer through :class:`~grognard.archetypes.Comparison`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast, get_args

import msgspec

from grognard.archetypes import FATES, TERRAIN, TROOPS, Archetypes, Comparison, Distance, Fate, Toll
from grognard.errors import GrognardError
from grognard.game import Game
from grognard.odds import odds
from grognard.registry import Registry
from grognard.spelling import did_you_mean

__all__ = [
    "ENGAGEMENTS",
    "QUESTIONS",
    "EngagementRow",
    "TerrainRow",
    "compare",
    "compare_engagements",
    "compare_terrain",
]

ENGAGEMENTS: tuple[tuple[str, str, str, Distance], ...] = (
    ("infantry", "infantry", "open", "close"),
    ("infantry", "infantry", "open", "fire"),
    ("infantry", "infantry", "woods", "close"),
    ("infantry", "infantry", "town", "close"),
    ("infantry", "infantry", "hill", "close"),
    ("cavalry", "infantry", "open", "close"),
    ("cavalry", "cavalry", "open", "close"),
    ("infantry", "cavalry", "open", "close"),
    ("armor", "infantry", "open", "close"),
    ("armor", "infantry", "town", "close"),
    ("armor", "armor", "open", "close"),
    ("armor", "armor", "open", "fire"),
    ("infantry", "armor", "open", "close"),
    ("gun", "infantry", "open", "fire"),
    ("gun", "infantry", "woods", "fire"),
    ("gun", "armor", "open", "fire"),
    ("infantry", "gun", "open", "close"),
)
"""The standard engagements: attacker, defender, the defender's terrain, distance."""


Question = Literal["terrain", "engagement"]
QUESTIONS: tuple[Question, ...] = get_args(Question)


class TerrainRow(msgspec.Struct, frozen=True):
    """What a terrain does to a troop type in one ruleset; ``none`` says why there is no answer.

    ``share`` is the cost of entry as a share of a full move (``None``: may not enter); ``shelter`` the cut
    in the expected loss of an infantry attack from the next hex, against the same troop in the open, and
    ``driven_back`` the chance that such an attack drives it back without loss; both are ``None`` where there
    is no such attack. ``unsure``: some figure behind either is reconstructed.
    """

    ruleset: str
    terrain: str
    troop: str
    own_terrain: str = ""
    own_troop: str = ""
    share: Fraction | None = None
    must_stop: bool = False
    battle_on_entry: bool = True
    blocks_sight: bool = False
    shelter: Fraction | None = None
    driven_back: Fraction | None = None
    none: str = ""
    cite: str = ""
    unsure: bool = False


class EngagementRow(msgspec.Struct, frozen=True):
    """How a standard engagement ends in one ruleset: exact chances by fate and expected losses (shares).

    ``unsure``: some figure behind them is reconstructed.
    """

    ruleset: str
    attacker: str
    defender: str
    terrain: str
    distance: Distance
    fates: dict[Fate, Fraction] = {}
    loss: Fraction | None = None
    attacker_loss: Fraction | None = None
    assumptions: tuple[str, ...] = ()
    none: str = ""
    cite: str = ""
    unsure: bool = False


class _Tolls(NamedTuple):
    """What an engagement costs, with the exact chance of each toll, what that assumes, whether it is sure."""

    chances: tuple[tuple[Toll, Fraction], ...]
    assumptions: tuple[str, ...]
    unsure: bool


class _Answers:
    """One ruleset's answers, with its own rows looked up."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.id = game.ruleset.id
        self.comparison: Comparison | None = game.comparison()
        rows = game.ruleset.document("archetypes.toml", Archetypes)
        self.troops = {row.id: row for row in rows.troop}
        self.terrain = {row.id: row for row in rows.terrain}
        self._tolls: dict[tuple[str, str, str, Distance], _Tolls | None] = {}

    def missing(self, troops: Sequence[str], terrain: str) -> tuple[str, str]:
        """Why the ruleset has no such thing, and the rule that says so; blanks if it has everything."""
        if self.comparison is None:
            return "the system answers no comparisons", ""
        for table, ids, what in ((self.terrain, (terrain,), "terrain"), (self.troops, troops, "troop")):
            for id_ in ids:
                row = table.get(id_)
                if row is None:
                    return f"no such {what}", ""
                if row.none:
                    return row.none, row.cite
        return "", ""

    def tolls(self, attacker: str, defender: str, terrain: str, distance: Distance) -> _Tolls | None:
        """Exact tolls of an engagement, worked out once; ``None`` where the rules allow no attack."""
        key = (attacker, defender, terrain, distance)
        if key not in self._tolls:
            self._tolls[key] = self._work_out(*key)
        return self._tolls[key]

    def _work_out(self, attacker: str, defender: str, terrain: str, distance: Distance) -> _Tolls | None:
        assert self.comparison is not None
        rows = (self.troops[attacker].is_, self.troops[defender].is_, self.terrain[terrain].is_)
        setting = self.comparison.engagement(*rows, distance)
        if setting is None:
            return None
        table = odds(self.game, setting.position, setting.action, measure=setting.toll)
        chances = tuple((cast("Toll", row.result), row.probability) for row in table.rows)
        return _Tolls(chances, table.assumptions, bool(table.unsure))

    def loss(self, attacker: str, defender: str, terrain: str) -> Fraction:
        """Expected loss of the defender in a close attack."""
        found = self.tolls(attacker, defender, terrain, "close")
        if found is None:
            return Fraction(0)
        return sum((share * toll.loss for toll, share in found.chances), Fraction(0))

    def shelter(self, troop: str, terrain: str) -> Fraction | None:
        """Cut in expected loss against the open."""
        in_open = self.loss("infantry", troop, "open")
        return 1 - self.loss("infantry", troop, terrain) / in_open if in_open else None

    def driven_back(self, troop: str, terrain: str) -> Fraction:
        """Chance that a close attack drives the defender back without loss."""
        found = self.tolls("infantry", troop, terrain, "close")
        chances = found.chances if found else ()
        return sum((share for toll, share in chances if toll.fate == "driven back"), Fraction(0))

    def shelter_is_unsure(self, troop: str, terrain: str) -> bool:
        """Whether reconstructed figures go into the shelter."""
        asked = [self.tolls("infantry", troop, ground, "close") for ground in ("open", terrain)]
        return any(found is not None and found.unsure for found in asked)


def compare(
    question: Question, games: Iterable[Game[Any, Any] | str | Path] | None = None
) -> list[TerrainRow] | list[EngagementRow]:
    """Compare rulesets, given as games, ids or directories; all that are installed and answer by default.

    Raises:
        GrognardError: there is no such question, or a ruleset cannot be loaded.
    """
    if question not in QUESTIONS:
        raise GrognardError(f"there is no comparison {question!r}{did_you_mean(question, QUESTIONS)}")
    registry = Registry.discover()
    wanted = list(registry.rulesets) if games is None else list(games)
    bound = [game if isinstance(game, Game) else registry.load(game) for game in wanted]
    if games is None:
        bound = [game for game in bound if game.comparison() is not None]
    return compare_terrain(bound) if question == "terrain" else compare_engagements(bound)


def compare_terrain(games: Iterable[Game[Any, Any]]) -> list[TerrainRow]:
    """Every terrain archetype × troop archetype that one of the rulesets names, per ruleset."""
    answers = [_Answers(game) for game in games]
    return [
        _terrain_row(one, terrain, troop)
        for terrain in TERRAIN
        for troop in TROOPS
        if any(terrain in one.terrain for one in answers) and any(troop in one.troops for one in answers)
        for one in answers
    ]


def _terrain_row(one: _Answers, terrain: str, troop: str) -> TerrainRow:
    none, cite = one.missing((troop, "infantry"), terrain)
    if none:
        return TerrainRow(one.id, terrain, troop, none=none, cite=cite)
    assert one.comparison is not None
    own_terrain, own_troop = one.terrain[terrain].is_, one.troops[troop].is_
    entry = one.comparison.entry(own_terrain, own_troop)
    shelter = one.shelter(troop, terrain) if entry.share is not None else None
    return TerrainRow(
        one.id,
        terrain,
        troop,
        own_terrain,
        own_troop,
        entry.share,
        entry.must_stop,
        entry.battle_on_entry,
        entry.blocks_sight,
        shelter,
        None if shelter is None else one.driven_back(troop, terrain),
        unsure=any(reason.sure for reason in entry.reasons)
        or (shelter is not None and one.shelter_is_unsure(troop, terrain)),
    )


def compare_engagements(games: Iterable[Game[Any, Any]]) -> list[EngagementRow]:
    """Every standard engagement whose troops one of the rulesets names, per ruleset."""
    answers = [_Answers(game) for game in games]
    return [
        _engagement_row(one, attacker, defender, terrain, distance)
        for attacker, defender, terrain, distance in ENGAGEMENTS
        if any(one.troops.keys() >= {attacker, defender} for one in answers)
        for one in answers
    ]


def _engagement_row(
    one: _Answers, attacker: str, defender: str, terrain: str, distance: Distance
) -> EngagementRow:
    none, cite = one.missing((attacker, defender), terrain)
    if none:
        return EngagementRow(one.id, attacker, defender, terrain, distance, none=none, cite=cite)
    found = one.tolls(attacker, defender, terrain, distance)
    if found is None:
        none = "the rules allow no such attack"
        return EngagementRow(one.id, attacker, defender, terrain, distance, none=none)
    chances, assumptions, unsure = found
    fates = {fate: sum((p for toll, p in chances if toll.fate == fate), Fraction(0)) for fate in FATES}
    return EngagementRow(
        one.id,
        attacker,
        defender,
        terrain,
        distance,
        {fate: share for fate, share in fates.items() if share},
        sum((p * toll.loss for toll, p in chances), Fraction(0)),
        sum((p * toll.attacker_loss for toll, p in chances), Fraction(0)),
        assumptions,
        unsure=unsure,
    )
