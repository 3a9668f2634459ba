"""The documents that ``--json`` prints, one type each; their schemas are in ``docs/reference/json``.

Shares are numbers; where they are exact, ``exact`` gives them as a fraction in text ("5/12").
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.scene.model import Scene

if TYPE_CHECKING:
    from fractions import Fraction

    from grognard.cli.answers import Sighting
    from grognard.cli.proofs import Proof
    from grognard.cli.rulebook import Coverage
    from grognard.errors import IllegalAction
    from grognard.game import Explanation, Game
    from grognard.lab.compare import EngagementRow, TerrainRow
    from grognard.lab.simulate import SimulationResult
    from grognard.lab.statistics import Share, Spread
    from grognard.lint import Problem
    from grognard.odds import OddsTable
    from grognard.play import Outcome
    from grognard.reasons import Reason
    from grognard.record import Record
    from grognard.replay import Replay, StepResult, Verification
    from grognard.ruleset import RuleEntry
    from grognard.sequence import Sequence
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

    @classmethod
    def of(cls, outcome: Outcome | None) -> OutcomeRow | None:
        """An outcome, or nothing while the game goes on."""
        if outcome is None:
            return None
        return cls(outcome.winner, outcome.why, outcome.cite, dict(outcome.score))


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


# Questions -------------------------------------------------------------------------------------------------


class ReasonRow(Row, frozen=True):
    """A reason with its rule; ``sure`` is "reconstructed" for a figure without a source."""

    text: str
    rule: str
    title: str
    value: int
    sure: str

    @classmethod
    def of(cls, game: Game[Any, Any], reason: Reason) -> ReasonRow:
        """A reason."""
        entry = game.ruleset.rules.get(reason.cite)
        return cls(reason.text, reason.cite, entry.title if entry else "", reason.value, reason.sure)


class Explained(Document, frozen=True, tag="explain"):
    """``grognard explain``: what is rolled and why, or, where ``legal`` is false, all that forbids the action."""

    ruleset: str
    action: str
    legal: bool
    roll: str
    dice: int
    why: str
    total: int
    reasons: tuple[ReasonRow, ...]

    @classmethod
    def of(cls, game: Game[Any, Any], found: Explanation) -> Explained:
        """An explanation."""
        reasons = tuple(ReasonRow.of(game, reason) for reason in found.reasons)
        return cls(
            game.ruleset.id, found.action, True, found.roll, found.dice, found.why, found.total, reasons
        )

    @classmethod
    def refused(cls, game: Game[Any, Any], error: IllegalAction) -> Explained:
        """A refusal."""
        reasons = tuple(ReasonRow.of(game, reason) for reason in error.reasons)
        return cls(game.ruleset.id, error.action, False, "", 0, "", 0, reasons)


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
    """One result; ``exact`` is a fraction, or null where the table was sampled and has an interval instead."""

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


# Rules -----------------------------------------------------------------------------------------------------


class TestRow(Row, frozen=True):
    """A test that cites a rule."""

    file: str
    test: str
    line: int


class RuleShown(Document, frozen=True, tag="rule"):
    """``grognard rule``; ``tests`` is null outside a checkout of the source, where no tests lie."""

    ruleset: str
    id: str
    title: str
    status: str
    text: str
    note: str
    implemented: tuple[str, ...]
    tests: tuple[TestRow, ...] | None

    @classmethod
    def of(
        cls, ruleset: str, entry: RuleEntry, places: tuple[str, ...], tests: tuple[Proof, ...] | None
    ) -> RuleShown:
        """A rule and its evidence."""
        rows = None if tests is None else tuple(TestRow(test.file, test.test, test.line) for test in tests)
        return cls(ruleset, entry.id, entry.title, entry.status, entry.text, entry.note, places, rows)


class RuleRow(Row, frozen=True):
    """A rule of a list."""

    id: str
    title: str
    status: str
    tests: int


class RulesCovered(Document, frozen=True, tag="rules-coverage"):
    """``grognard rules coverage``: of ``due`` rules that are played, ``done`` are cited by a test."""

    ruleset: str
    due: int
    done: int
    rules: tuple[RuleRow, ...]

    @classmethod
    def of(cls, found: Coverage) -> RulesCovered:
        """What is covered."""
        rows = tuple(
            RuleRow(rule.id, rule.title, rule.status, len(found.proved.get(rule.id, ())))
            for rule in found.rules.values()
        )
        return cls(found.ruleset, found.due, found.done, rows)


class WayRow(Row, frozen=True):
    """A way out of a step; ``when`` is the guard's name, empty for "otherwise"."""

    to: str
    when: str


class StepRow(Row, frozen=True):
    """A step of the sequence of play."""

    id: str
    name: str
    side: str
    phase: str
    rules: tuple[str, ...]
    may_stop: bool
    next: tuple[WayRow, ...]


class SequenceShown(Document, frozen=True, tag="sequence"):
    """``grognard sequence``."""

    ruleset: str
    steps: tuple[StepRow, ...]

    @classmethod
    def of(cls, ruleset: str, steps: Sequence, phase: str, side: str, lang: str) -> SequenceShown:
        """Some steps of a sequence."""
        rows = tuple(
            StepRow(
                step.id,
                step.name.get(lang) or step.name["en"],
                step.side,
                step.phase,
                tuple(cite for cite in step.cites if cite),
                step.may_stop,
                tuple(WayRow(way.to, way.when) for way in steps.ways(step.id)),
            )
            for step in steps.select(phase=phase, side=side)
        )
        return cls(ruleset, rows)


# Records and checks ----------------------------------------------------------------------------------------


class StepTold(Row, frozen=True):
    """An action of a game and what happened; ``action`` is "?" where the viewer may not know it."""

    number: int
    turn: int
    side: str
    action: str
    events: tuple[str, ...]
    rolls: tuple[RollRow, ...]


class RollRow(Row, frozen=True):
    """What fell; faces are "?" where the viewer may not see them."""

    kind: str
    why: str
    faces: tuple[int | str, ...]


class Replayed(Document, frozen=True, tag="replay"):
    """``grognard replay``: the game as ``viewer`` knows it (null: everything), after ``shown`` of ``actions``."""

    ruleset: str
    scenario: str
    seats: dict[str, str]
    viewer: str | None
    actions: int
    shown: int
    steps: tuple[StepTold, ...]
    status: tuple[str, ...]
    outcome: OutcomeRow | None

    @classmethod
    def of(cls, record: Record, told: Replay[Any, Any], last: int, viewer: str | None, lang: str) -> Replayed:
        """A record, replayed as far as asked."""
        game = told.game
        position = told.steps[last - 1].after if last else told.start
        view = game.view(position, viewer) if viewer else position
        return cls(
            record.header.ruleset,
            record.header.scenario,
            dict(record.header.seats),
            viewer,
            len(told.steps),
            last,
            tuple(_step_told(game, n, step, viewer, lang) for n, step in enumerate(told.steps[:last], 1)),
            tuple(game.status(view, lang)),
            OutcomeRow.of(game.outcome(position)),
        )


def _step_told(game: Game[Any, Any], number: int, step: StepResult[Any], viewer: str | None, lang: str) -> StepTold:
    secret = viewer is not None and step.seen_by not in ("", viewer)
    events = step.events if viewer is None else step.events_for(viewer)
    rolls = step.rolls if viewer is None else step.rolls_for(viewer)
    return StepTold(
        number,
        game.turn(step.before),
        step.side,
        "?" if secret else step.text,
        tuple(text for event in events if (text := game.tell(event, lang))),
        tuple(RollRow(roll.kind, roll.why, roll.faces) for roll in rolls),
    )


class VerifiedRow(Row, frozen=True):
    """What became of one record: all of it replayed, or the line where it went otherwise and the rules there."""

    path: str
    ok: bool
    actions: int
    line: int
    problem: str
    expected: str
    got: str
    rules: tuple[str, ...]
    notes: tuple[str, ...]


class Verified(Document, frozen=True, tag="verify"):
    """``grognard verify``."""

    records: tuple[VerifiedRow, ...]

    @classmethod
    def of(cls, found: list[Verification]) -> Verified:
        """Some verifications."""
        fields = VerifiedRow.__struct_fields__
        return cls(tuple(VerifiedRow(*(getattr(each, field) for field in fields)) for each in found))


class ProblemRow(Row, frozen=True):
    """Something wrong with a ruleset."""

    level: str
    file: str
    entry: str
    text: str
    sentence: str


class CheckRow(Row, frozen=True):
    """One ruleset checked."""

    ruleset: str
    errors: int
    warnings: int
    problems: tuple[ProblemRow, ...]

    @classmethod
    def of(cls, ruleset: str, found: list[Problem]) -> CheckRow:
        """What lint found."""
        errors = sum(each.level == "error" for each in found)
        rows = tuple(ProblemRow(each.level, each.file, each.entry, each.text, str(each)) for each in found)
        return cls(ruleset, errors, len(found) - errors, rows)


class Checked(Document, frozen=True, tag="check"):
    """``grognard check``."""

    rulesets: tuple[CheckRow, ...]


# Comparison ------------------------------------------------------------------------------------------------


class TerrainCell(Row, frozen=True):
    """What a terrain does to a troop in a ruleset; ``none`` says why there is no answer.

    ``share`` is the cost of entry as a share of a full move (null: may not enter), ``shelter`` the cut in the
    expected loss of an infantry attack; both are fractions in text.
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
            _fraction(row.share),
            row.must_stop,
            row.battle_on_entry,
            row.blocks_sight,
            _fraction(row.shelter),
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
    """How an engagement ends in a ruleset: exact chances by fate, and expected losses, as fractions in text."""

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
            _fraction(row.loss),
            _fraction(row.attacker_loss),
            row.assumptions,
            row.none,
            row.cite,
        )


class EngagementsCompared(Document, frozen=True, tag="compare-engagement"):
    """``grognard compare engagement``."""

    rows: tuple[EngagementCell, ...]

    @classmethod
    def of(cls, rows: list[EngagementRow]) -> EngagementsCompared:
        """The comparison."""
        return cls(tuple(map(EngagementCell.of, rows)))


def _fraction(share: Fraction | None) -> str | None:
    return None if share is None else str(share)


# Demo ------------------------------------------------------------------------------------------------------


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


DOCUMENTS: dict[str, type[Document]] = {str(kind.__struct_config__.tag): kind for kind in Document.__subclasses__()}
"""Every document by its name."""
