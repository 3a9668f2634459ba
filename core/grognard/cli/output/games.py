"""Maps, games, and games in bulk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.cli.output.base import Document, Row
from grognard.scene.model import Scene

if TYPE_CHECKING:
    from grognard.geography import Made
    from grognard.lab import SimulationResult
    from grognard.lab.statistics import Share, Spread
    from grognard.play import Outcome
    from grognard.session import Session

__all__ = ["FindingRow", "Map", "MapMade", "OutcomeRow", "Played", "ShareRow", "Simulation", "SpreadRow"]


class Map(Document, frozen=True, tag="map"):
    """``grognard map``: everything a renderer draws."""

    ruleset: str
    scenario: str
    scene: Scene


class FindingRow(Row, frozen=True):
    """Something that was found when a map was made; a conflict wants a change of its file."""

    kind: str
    text: str
    conflict: bool


class MapMade(Document, frozen=True, tag="map_made"):
    """``grognard map make``: the map as text, counts of what is on it, and what was found."""

    map: str
    text: str
    figures: dict[str, int]
    findings: tuple[FindingRow, ...]

    @classmethod
    def of(cls, made: Made) -> MapMade:
        """A map as made."""
        rows = tuple(FindingRow(each.kind, each.text, each.conflict) for each in made.findings)
        return cls(made.map.id, made.map.write(), dict(made.figures), rows)


class OutcomeRow(Row, frozen=True):
    """How a game ended; ``rule`` says by which rule."""

    winner: str | None
    why: str
    rule: str
    score: dict[str, int]

    @classmethod
    def of(cls, outcome: Outcome | None) -> OutcomeRow | None:
        """An outcome, or nothing while the game goes on."""
        if outcome is None:
            return None
        return cls(outcome.winner, outcome.why, outcome.cite, dict(outcome.score))


class Played(Document, frozen=True, tag="play"):
    """``grognard play``: where the game stands when the person leaves; ``outcome`` is null if it goes on."""

    ruleset: str
    scenario: str
    seats: dict[str, str]
    actions: int
    turn: int
    record: str | None
    outcome: OutcomeRow | None

    @classmethod
    def of(cls, session: Session[Any, Any], path: Path | None) -> Played:
        """The state of a session."""
        return cls(
            session.game.ruleset.id,
            session.scenario,
            dict(session.seats),
            len(session.steps),
            session.game.turn(session.position),
            None if path is None else str(path),
            OutcomeRow.of(session.outcome),
        )


class ShareRow(Row, frozen=True):
    """A count of games, its share, and the 95 % Wilson interval of the share."""

    count: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, share: Share) -> ShareRow:
        """A share of games."""
        return cls(share.count, share.share, share.low, share.high)


class SpreadRow(Row, frozen=True):
    """A measure over games."""

    mean: float
    least: float
    lower: float
    median: float
    upper: float
    greatest: float

    @classmethod
    def of(cls, spread: Spread) -> SpreadRow:
        """A spread."""
        return cls(spread.mean, spread.least, spread.lower, spread.median, spread.upper, spread.greatest)


class Simulation(Document, frozen=True, tag="simulate"):
    """``grognard simulate``; unfinished games are counted apart from wins.

    ``reconstructed`` names the charts played with that have figures which no source prints.
    """

    ruleset: str
    version: str
    digest: str
    scenario: str
    first: str
    seats: dict[str, str]
    seed: int | str
    asked: int
    games: int
    interrupted: bool
    max_turns: int
    turn_unit: str
    reconstructed: tuple[str, ...]
    wins: dict[str, ShareRow]
    draws: ShareRow
    unfinished: ShareRow
    turns: SpreadRow
    decisions: SpreadRow
    branching: SpreadRow
    dice: SpreadRow

    @classmethod
    def of(cls, result: SimulationResult, reconstructed: tuple[str, ...]) -> Simulation:
        """What a simulation found, played with these reconstructed charts."""
        summary = result.summary
        return cls(
            result.ruleset,
            result.version,
            result.digest,
            result.scenario,
            result.first,
            dict(result.seats),
            result.seed,
            result.n,
            len(result.games),
            result.interrupted,
            result.max_turns,
            result.turn_unit,
            reconstructed,
            {side: ShareRow.of(share) for side, share in summary.wins.items()},
            ShareRow.of(summary.draws),
            ShareRow.of(summary.unfinished),
            *(
                SpreadRow.of(spread)
                for spread in (summary.turns, summary.decisions, summary.branching, summary.dice)
            ),
        )
