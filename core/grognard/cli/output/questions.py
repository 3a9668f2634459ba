"""Questions about positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.cli.output.base import Document, Row, number

if TYPE_CHECKING:
    from grognard.cli.answers import Sighting
    from grognard.errors import IllegalAction
    from grognard.game import Explanation, Game
    from grognard.odds import OddsTable
    from grognard.reasons import Reason

__all__ = ["ChoiceRow", "Choices", "Explained", "LineOfSight", "Odds", "OddsRow", "ReasonRow"]


class ReasonRow(Row, frozen=True):
    """A reason with its rule; ``sure`` is "reconstructed" for a figure without a source.

    ``sum`` names the sum that ``value`` counts in, where reasons make up several. A value may be a fraction
    (1.5 MF); it is 0 for a plain statement.
    """

    text: str
    rule: str
    title: str
    value: int | float
    sure: str
    sum: str

    @classmethod
    def of(cls, game: Game[Any, Any], reason: Reason) -> ReasonRow:
        """A reason."""
        entry = game.ruleset.rules.get(reason.cite)
        title = entry.title if entry else ""
        return cls(reason.text, reason.cite, title, number(reason.amount), reason.sure, reason.sum)


class Explained(Document, frozen=True, tag="explain"):
    """``grognard explain``: what is rolled and why or, where ``legal`` is false, all that forbids it.

    ``reasons`` and their ``total`` are those of the action; ``rolled`` are those of the roll where they are
    others. ``until`` is the side that chooses before anything is rolled, if that ends the explanation.
    """

    ruleset: str
    action: str
    legal: bool
    roll: str
    dice: int
    why: str
    total: int | float
    reasons: tuple[ReasonRow, ...]
    rolled: tuple[ReasonRow, ...]
    until: str

    @classmethod
    def of(cls, game: Game[Any, Any], found: Explanation) -> Explained:
        """An explanation."""
        reasons, rolled = (
            tuple(ReasonRow.of(game, reason) for reason in given) for given in (found.reasons, found.rolled)
        )
        return cls(
            game.ruleset.id,
            found.action,
            True,
            found.roll,
            found.dice,
            found.why,
            number(found.total),
            reasons,
            rolled,
            found.until,
        )

    @classmethod
    def refused(cls, game: Game[Any, Any], error: IllegalAction) -> Explained:
        """A refusal."""
        reasons = tuple(ReasonRow.of(game, reason) for reason in error.reasons)
        return cls(game.ruleset.id, error.action, False, "", 0, "", 0, reasons, (), "")


class ChoiceRow(Row, frozen=True):
    """A legal action: how it is typed, and what it means."""

    action: str
    text: str


class Choices(Document, frozen=True, tag="choices"):
    """``grognard odds`` and ``explain`` without an action: what could be asked about."""

    ruleset: str
    scenario: str
    side: str | None
    choices: tuple[ChoiceRow, ...]

    @classmethod
    def of(cls, game: Game[Any, Any], scenario: str, view: Any, listed: list[tuple[str, str]]) -> Choices:
        """The options at a position."""
        rows = tuple(ChoiceRow(*each) for each in listed)
        return cls(game.ruleset.id, scenario, game.to_act(view), rows)


class OddsRow(Row, frozen=True):
    """One result; ``exact`` is a fraction, or null in a sampled table, which has intervals instead."""

    result: str
    probability: float
    exact: str | None
    low: float | None
    high: float | None


class Odds(Document, frozen=True, tag="odds"):
    """``grognard odds``; ``states`` counts positions examined, or games sampled."""

    ruleset: str
    scenario: str
    action: str
    exact: bool
    states: int
    rows: tuple[OddsRow, ...]
    assumptions: tuple[str, ...]
    note: str
    unsure: tuple[ReasonRow, ...]

    @classmethod
    def of(cls, game: Game[Any, Any], scenario: str, table: OddsTable) -> Odds:
        """A table of odds."""
        rows = tuple(
            OddsRow(
                str(row.result),
                float(row.probability),
                str(row.probability) if table.exact else None,
                row.low,
                row.high,
            )
            for row in table.rows
        )
        unsure = tuple(ReasonRow.of(game, reason) for reason in table.unsure)
        return cls(
            game.ruleset.id,
            scenario,
            table.action,
            table.exact,
            table.states,
            rows,
            table.assumptions,
            table.note,
            unsure,
        )


class LineOfSight(Document, frozen=True, tag="los"):
    """``grognard los``: ``hexes`` are those the line meets, in order; ``proof`` says it in words."""

    ruleset: str
    scenario: str
    a: str
    b: str
    kind: str
    range: int
    clear: bool
    hexes: tuple[str, ...]
    blocking: tuple[str, ...]
    proof: tuple[str, ...]

    @classmethod
    def of(cls, game: Game[Any, Any], scenario: str, sight: Sighting) -> LineOfSight:
        """A line of sight."""
        return cls(
            game.ruleset.id,
            scenario,
            sight.a,
            sight.b,
            sight.kind,
            sight.range,
            sight.clear,
            tuple(sight.hexes),
            tuple(sight.blocking),
            tuple(sight.proof),
        )
