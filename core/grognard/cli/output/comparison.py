"""Rulesets side by side, and the demo."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.cli.output.base import Document, Row, fraction
from grognard.cli.output.games import OutcomeRow
from grognard.cli.output.questions import Odds

if TYPE_CHECKING:
    from grognard.lab.compare import EngagementRow, TerrainRow
    from grognard.session import Session

__all__ = ["Demo", "DemoGame", "EngagementCell", "EngagementsCompared", "TerrainCell", "TerrainCompared"]


class TerrainCell(Row, frozen=True):
    """What a terrain does to a troop in a ruleset; ``none`` says why there is no answer.

    ``share`` is the cost of entry as a share of a full move (null: may not enter), ``shelter`` the cut in
    the expected loss of an infantry attack, ``driven_back`` the chance that this drives the troop back
    unharmed: all of them fractions in text.
    """

    ruleset: str
    terrain: str
    troop: str
    own_terrain: str
    own_troop: str
    share: str | None
    must_stop: bool
    battle_on_entry: bool
    blocks_sight: bool
    shelter: str | None
    driven_back: str | None
    none: str
    rule: str
    unsure: bool

    @classmethod
    def of(cls, row: TerrainRow) -> TerrainCell:
        """A row of the comparison."""
        return cls(
            row.ruleset,
            row.terrain,
            row.troop,
            row.own_terrain,
            row.own_troop,
            fraction(row.share),
            row.must_stop,
            row.battle_on_entry,
            row.blocks_sight,
            fraction(row.shelter),
            fraction(row.driven_back),
            row.none,
            row.cite,
            row.unsure,
        )


class TerrainCompared(Document, frozen=True, tag="compare-terrain"):
    """``grognard compare terrain``."""

    rows: tuple[TerrainCell, ...]

    @classmethod
    def of(cls, rows: list[TerrainRow]) -> TerrainCompared:
        """The comparison."""
        return cls(tuple(map(TerrainCell.of, rows)))


class EngagementCell(Row, frozen=True):
    """How an engagement ends in a ruleset: exact chances and expected losses, as fractions in text.

    ``unsure``: some figure behind them is reconstructed.
    """

    ruleset: str
    attacker: str
    defender: str
    terrain: str
    distance: str
    fates: dict[str, str]
    loss: str | None
    attacker_loss: str | None
    assumptions: tuple[str, ...]
    none: str
    rule: str
    unsure: bool

    @classmethod
    def of(cls, row: EngagementRow) -> EngagementCell:
        """A row of the comparison."""
        return cls(
            row.ruleset,
            row.attacker,
            row.defender,
            row.terrain,
            row.distance,
            {fate: str(share) for fate, share in row.fates.items()},
            fraction(row.loss),
            fraction(row.attacker_loss),
            row.assumptions,
            row.none,
            row.cite,
            row.unsure,
        )


class EngagementsCompared(Document, frozen=True, tag="compare-engagement"):
    """``grognard compare engagement``."""

    rows: tuple[EngagementCell, ...]

    @classmethod
    def of(cls, rows: list[EngagementRow]) -> EngagementsCompared:
        """The comparison."""
        return cls(tuple(map(EngagementCell.of, rows)))


class DemoGame(Row, frozen=True):
    """A game of the demo: its course in a few lines, and where its last map was written."""

    ruleset: str
    scenario: str
    actions: int
    turns: int
    course: tuple[str, ...]
    map: str
    outcome: OutcomeRow | None

    @classmethod
    def of(cls, session: Session[Any, Any], course: list[str], path: Path) -> DemoGame:
        """A game that was played."""
        game = session.game
        return cls(
            game.ruleset.id,
            session.scenario,
            len(session.steps),
            game.turn(session.position),
            tuple(course),
            str(path),
            OutcomeRow.of(session.outcome),
        )


class Demo(Document, frozen=True, tag="demo"):
    """``grognard demo``."""

    games: tuple[DemoGame, ...]
    odds: Odds | None
    terrain: tuple[TerrainCell, ...]

    @classmethod
    def of(cls, games: list[DemoGame], odds: Odds | None, terrain: list[TerrainRow]) -> Demo:
        """The whole demo."""
        return cls(tuple(games), odds, tuple(map(TerrainCell.of, terrain)))
