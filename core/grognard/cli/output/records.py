"""Recorded games and checked rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.cli.output.base import Document, Row
from grognard.cli.output.games import OutcomeRow

if TYPE_CHECKING:
    from grognard.game import Game
    from grognard.lint import Problem
    from grognard.record import Record
    from grognard.replay import Replay, StepResult, Verification

__all__ = ["CheckRow", "Checked", "ProblemRow", "Replayed", "RollRow", "StepTold", "Verified", "VerifiedRow"]


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
    """``grognard replay``: the game after ``shown`` of ``actions``, as ``viewer`` knows it.

    Without a viewer (null) everything is told; to nobody in particular ("") what all sides know, no status.
    """

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
            tuple(game.status(view, lang)) if viewer != "" else (),
            OutcomeRow.of(game.outcome(position)),
        )


def _step_told(
    game: Game[Any, Any], number: int, step: StepResult[Any], viewer: str | None, lang: str
) -> StepTold:
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
    """What became of one record: replayed, or the line where it went otherwise and the rules there."""

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
