"""The documents that ``--json`` prints, one type each; their schemas are in ``docs/reference/json``.

Shares are numbers; where they are exact, ``exact`` gives them as a fraction in text ("5/12").
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.scene.model import Scene

if TYPE_CHECKING:
    from grognard.lab.simulate import SimulationResult
    from grognard.lab.statistics import Share, Spread
    from grognard.session import Session

__all__ = ["DOCUMENTS", "Document"]


class Document(msgspec.Struct, frozen=True, tag_field="document", forbid_unknown_fields=True):
    """What a command prints: ``document`` names which of these it is."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a document."""


# What is installed -----------------------------------------------------------------------------------------


class RulesetRow(Row, frozen=True):
    """One installed ruleset."""

    id: str
    name: str
    system: str
    version: str
    default_scenario: str
    text: str
    origin: str
    path: str


class Rulesets(Document, frozen=True, tag="rulesets"):
    """``grognard rulesets``."""

    rulesets: tuple[RulesetRow, ...]


class ScenarioRow(Row, frozen=True):
    """One scenario; ``first`` is the side that moves first, ``facts`` what the system has to say of it."""

    id: str
    name: str
    first: str
    text: str
    facts: dict[str, str]
    default: bool


class Scenarios(Document, frozen=True, tag="scenarios"):
    """``grognard scenarios``."""

    ruleset: str
    scenarios: tuple[ScenarioRow, ...]


class Reference(Document, frozen=True, tag="show"):
    """``grognard show``: the rows of a chart, with the columns the system gives them."""

    ruleset: str
    topic: str
    rows: tuple[dict[str, Any], ...]


class BrokenRow(Row, frozen=True):
    """Something that cannot be used, and why."""

    what: str
    error: str


class OfferRow(Row, frozen=True):
    """Something a plugin adds."""

    kind: str
    id: str
    summary: str


class Plugins(Document, frozen=True, tag="plugins"):
    """``grognard plugins``."""

    api: str
    offers: tuple[OfferRow, ...]
    broken: tuple[BrokenRow, ...]


# Maps ------------------------------------------------------------------------------------------------------


class Map(Document, frozen=True, tag="map"):
    """``grognard map``: everything a renderer draws."""

    ruleset: str
    scenario: str
    scene: Scene


# Games -----------------------------------------------------------------------------------------------------


class OutcomeRow(Row, frozen=True):
    """How a game ended; ``rule`` says by which rule."""

    winner: str | None
    why: str
    rule: str
    score: dict[str, int]


class Played(Document, frozen=True, tag="play"):
    """``grognard play``: where the game stands when the person leaves it; ``outcome`` is null if it goes on."""

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
        end = session.outcome
        return cls(
            session.game.ruleset.id,
            session.scenario,
            dict(session.seats),
            len(session.steps),
            session.game.turn(session.position),
            None if path is None else str(path),
            None if end is None else OutcomeRow(end.winner, end.why, end.cite, dict(end.score)),
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
    """``grognard simulate``; unfinished games are counted apart from wins."""

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
    wins: dict[str, ShareRow]
    draws: ShareRow
    unfinished: ShareRow
    turns: SpreadRow
    decisions: SpreadRow
    branching: SpreadRow
    dice: SpreadRow

    @classmethod
    def of(cls, result: SimulationResult) -> Simulation:
        """What a simulation found."""
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
            {side: ShareRow.of(share) for side, share in summary.wins.items()},
            ShareRow.of(summary.draws),
            ShareRow.of(summary.unfinished),
            *(
                SpreadRow.of(spread)
                for spread in (summary.turns, summary.decisions, summary.branching, summary.dice)
            ),
        )


DOCUMENTS: dict[str, type[Document]] = {
    str(kind.__struct_config__.tag): kind for kind in (Rulesets, Scenarios, Reference, Plugins, Map, Played, Simulation)
}
"""Every document by its name."""
